"""Climbing games: questions about single plays, whole deals, and what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pokerfast._fast import PASS, Action, Combo, CoreClimbing, CoreClimbingState, Hand
from pokerfast.base import NOBODY, SEEDS, Game, State, View, integer, read_seed, seat_or_none, within
from pokerfast.errors import Legality, NotationError, RulesError
from pokerfast.notation import SUITS, card_kind, card_text, read_cards

__all__ = ["ClimbingGame", "ClimbingState", "ClimbingView"]

Cards = str | Hand | Combo | Sequence[int]
MOST_SEATS = 5
MOST_PACKS = 4
JOKERS = 52  # the first of them


class ClimbingGame(Game, CoreClimbing):
    """A climbing game: questions about single plays, and whole deals.

    Cards are text, a :class:`Hand`, a :class:`Combo` or a sequence of ids (54 x deck + 13 x suit + rank). Each argument
    must fit the pack by itself (:class:`NotationError` otherwise); arguments are not checked against each other.
    Anything of another type raises :class:`TypeError`. Cards that form no play are answered, not refused.
    """

    _family: ClassVar[str] = "climb"

    def new_game(
        self,
        *,
        seed: int,
        first: int | None = None,
        beans: Sequence[int] | None = None,
        last_winner: int | None = None,
        start: Literal["deal", "play"] = "deal",
    ) -> ClimbingState:
        """Deal: the same seed gives the same deal for ever (docs/seeds.md).

        Args:
            seed: 0 to 2**64 - 1.
            first: 斗地主: the seat asked first in the auction, drawn from the seed if None; 保皇: the last emperor, who
                gets the first card, seat 0 if None.
            beans: 斗地主: 欢乐豆 of each seat for the bean rule of 加倍; None means enough.
            last_winner: 打大A: who was first out in the last deal and draws first; drawn from the seed if None.
            start: ``"play"`` skips everything before the first lead. 斗地主: seat 0 is landlord, nothing is shown or
                doubled; 打大A: nobody shows; 保皇: who holds the 皇牌 is emperor, nobody shows or revolts.

        Raises:
            RulesError: an argument is out of range or does not fit the rules; all faults at once.
            TypeError: an argument is no integer.
        """
        faults: list[tuple[str, str]] = []
        usual = first is None and beans is None and last_winner is None and start == "play"
        if type(seed) is not int or not 0 <= seed < SEEDS or not usual:
            faults, seed, first, beans = self._read_start(seed, first, beans, start)
            if last_winner is not None:
                last_winner = _seat_argument("last_winner", last_winner)
        state = ClimbingState.__new__(ClimbingState, self)
        faults += state._start(seed, start == "play", first, beans, last_winner)
        if faults:
            raise RulesError(faults)
        return state

    def _deal(self, arguments: Mapping[str, Any]) -> ClimbingState:
        return self.new_game(**arguments)

    def _read_start(
        self, seed: int, first: int | None, beans: Sequence[int] | None, start: str
    ) -> tuple[list[tuple[str, str]], int, int | None, Sequence[int] | None]:
        """The faults of unusual arguments, and the arguments as far as the core can look at them."""
        faults, seed = read_seed(seed, start)
        if first is not None:
            first = _seat_argument("first", first)
        if beans is not None:
            if isinstance(beans, (str, bytes)) or not hasattr(beans, "__len__"):
                raise TypeError("beans is a sequence of integers")
            if len(beans) <= MOST_SEATS:
                beans = [within(integer("beans", number), -1, SEEDS >> 2) for number in beans]
                if any(number == SEEDS >> 2 for number in beans):
                    faults.append(("beans", "must be below 2**62"))
                beans = [min(number, (SEEDS >> 2) - 1) for number in beans]
            else:
                beans = [0] * (MOST_SEATS + 1)
        return faults, seed, first, beans

    def setup(
        self,
        *,
        hands: Sequence[Cards],
        to_move: int = 0,
        table: Cards | None = None,
        table_by: int | None = None,
        landlord: int = 0,
        multiplier: int = 1,
        finished: Sequence[int] = (),
        sides: Sequence[int] = (),
        declarer: int | None = None,
        big_suit: str = "H",
        exposed: bool = False,
        open: bool = False,
        emperor: int | None = None,
        guard: int | None = None,
    ) -> ClimbingState:
        """A position in the middle of play.

        Cards given by rank get the lowest ids that are free. How many have passed follows from ``table_by`` and
        ``to_move``. No chance is left, the history is empty. What a game does not have is not looked at.

        Args:
            hands: everybody's cards. 斗地主: of two seats (残局) or three, none empty; else of five, empty for those
                who are ``finished``.
            to_move: whose turn it is.
            table: the play to beat, or None for a lead; text stands as :meth:`classify` reads it.
            table_by: who played it.
            landlord: 斗地主: the seat against the others. There is no 春天 unless it is the start of play.
            multiplier: 斗地主: what bombs and spring multiply from here on, 1 to 1,000,000; 保皇: what the score is
                multiplied by, 1 or 2, or 4 where doubles stack.
            finished: seats that are out, the first of them first.
            sides: 打大A: the seats that were dealt big aces; may be left out while both are in the hands.
            declarer: 打大A: who showed; the first of ``sides`` if None.
            big_suit: 打大A: the suit of the big aces, S, H, D or C.
            exposed: the sides are known to all.
            open: 打大A: after 反A; 保皇: the emperor declared to play alone.
            emperor: 保皇: his seat, which must be given.
            guard: 保皇: the emperor's partner, or None if he plays alone.

        Raises:
            RulesError: the position cannot occur; all faults at once.
            NotationError: an argument is no cards or does not fit the pack by itself.
        """
        if isinstance(hands, (str, bytes, Hand)) or not hasattr(hands, "__len__"):
            raise TypeError("hands is a sequence of hands")
        if len(hands) > MOST_SEATS:
            raise RulesError([("hands", f"{len(hands)} hands, at most {MOST_SEATS} can be")])
        if not isinstance(big_suit, str):
            raise TypeError(f"big_suit is text, not {type(big_suit).__name__}")
        suit = SUITS.find(big_suit) if len(big_suit) == 1 else -1
        faults = [("big_suit", "must be S, H, D or C")] if suit < 0 else []
        held = [self.hand(cards) for cards in hands]
        if table is not None and not str(table):
            table = None
        reading = table if isinstance(table, Combo) else None
        on_table = None if table is None else self.hand(table)
        big_ace = 13 * suit + 12 if self._has_big_aces() else None
        placed, misplaced = _place([*held, *([] if on_table is None else [on_table])], *self._pack, big_ace)
        faults += misplaced
        if reading is not None and reading == PASS:
            faults.append(("table", "a pass is no play"))
        state = ClimbingState.__new__(ClimbingState, self)
        faults += state._setup(
            placed[: len(held)],
            placed[-1] if on_table is not None else (),
            reading,
            # Numbers are cut down to what the core can look at; it says what is wrong with them.
            to_move=within(integer("to_move", to_move), -2, 99),
            table_by=_seat_argument("table_by", table_by),
            landlord=within(integer("landlord", landlord), -2, 99),
            multiplier=within(integer("multiplier", multiplier), 0, 1 << 40),
            finished=_seat_list("finished", finished),
            sides=_seat_list("sides", sides),
            big_suit=max(suit, 0),
            declarer=_seat_argument("declarer", declarer),
            exposed=_flag("exposed", exposed),
            open=_flag("open", open),
            emperor=_seat_argument("emperor", emperor),
            guard=_seat_argument("guard", guard),
        )
        if faults:
            raise RulesError(dict.fromkeys(faults))
        return state

    def _has_big_aces(self) -> bool:
        try:
            self.hand("*")
        except NotationError:
            return False
        return True


def _seat_argument(name: str, seat: int | None) -> int:
    """A seat as the core looks at it: -1 if it is not given, -2 for what is none."""
    if seat is None:
        return -1
    number = within(integer(name, seat), -2, 99)
    return -2 if number == -1 else number


def _seat_list(name: str, seats: Sequence[int]) -> list[int]:
    if isinstance(seats, (str, bytes)) or not hasattr(seats, "__len__"):
        raise TypeError(f"{name} is a sequence of seats")
    return [within(integer(name, seat), -2, 99) for seat in seats[: MOST_SEATS + 1]]


def _flag(name: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {type(value).__name__}")
    return value


def _place(
    hands: Sequence[Hand], decks: int, kinds: Sequence[int], big_ace: int | None
) -> tuple[list[list[int]], list[tuple[str, str]]]:
    """Ids of hands, and where the pack has too few.

    Copies that are named stand; cards named by suit come next, then, hand by hand, ranks and jokers: the lowest free.
    """
    # Of each hand: ranks, cards whose copy is named, cards of which any copy will do.
    parts = [hand._parts for hand in hands]
    placed = [list(named) for _, named, _ in parts]
    faults = []
    taken: set[int] = set()
    for ids in placed:
        if both := taken & set(ids):
            faults.append(("hands", f"{', '.join(card_text(i) for i in sorted(both))} in two places"))
        taken |= set(ids)
    free: dict[int, list[int]] = {kind: [] for kind in kinds}
    for card in (54 * deck + kind for deck in range(decks) for kind in kinds):
        if card not in taken:
            free[card % 54].append(card)
    for ids, (_, _, plain) in zip(placed, parts, strict=True):
        for kind in (card % 54 for card in plain if card % 54 < JOKERS):
            if not free[kind]:
                faults.append(("hands", f"more {card_text(kind)} than the pack has, all hands and the table together"))
            ids.append(free[kind].pop(0) if free[kind] else kind)
    left: dict[str, list[int]] = {}
    for card in sorted(card for cards in free.values() for card in cards):
        left.setdefault("*" if card % 54 == big_ace else card_text(card)[-1], []).append(card)
    missing = []
    for ids, (ranks, named, plain) in zip(placed, parts, strict=True):
        suited = named or any(card % 54 < JOKERS for card in plain)
        for glyph in (card_text(card) for card in plain if card % 54 >= JOKERS) if suited else ranks:
            if cards := left.get(glyph):
                ids.append(cards.pop(0))
            else:
                missing.append(glyph)
    for glyph in dict.fromkeys(missing):
        faults.append(("hands", f"more {glyph} than the pack has, all hands and the table together"))
    return placed, faults


class ClimbingState(State, CoreClimbingState):
    """A position of a climbing game with the actions that led to it."""

    game: ClimbingGame

    _card_fields: ClassVar[frozenset[str]] = frozenset({"held", "kitty", "table_ids", "carried"})

    def check(self, action: str | Action | Combo | Hand | Sequence[int]) -> Legality:
        """Whether an action is legal now, else why not and what would be. Never raises on text."""
        return super().check(action)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Everybody's cards, physical ones."""
        return tuple(self._hand(seat) for seat in range(self.num_players))

    @property
    def kitty(self) -> Hand:
        """斗地主: the bottom cards; empty until they are dealt, and in other games."""
        return Hand(self._fields()["kitty"] if self._has("kitty") else ())

    @property
    def landlord(self) -> int | None:
        """斗地主: the landlord's seat, None until it is settled."""
        return self._seat_in("landlord")

    @property
    def declarer(self) -> int | None:
        """打大A: who showed an ace, None until it is settled."""
        return self._seat_in("declarer")

    @property
    def emperor(self) -> int | None:
        """保皇: the emperor's seat, None until it is settled."""
        return self._seat_in("emperor")

    @property
    def guard(self) -> int | None:
        """保皇: the emperor's partner, None if there is none or he is not settled."""
        return self._seat_in("guard")

    @property
    def sides(self) -> tuple[str | None, ...]:
        """The side of each seat, by the names of ``SimulationResult.by_side``; None until they are settled."""
        return tuple(self._side(seat) for seat in range(self.num_players))

    @property
    def places(self) -> tuple[int | None, ...]:
        """1 for the first to go out, and so on; None for those still in, unless the deal is over and one alone is."""
        if self._has("place"):
            places = [self._number("place", seat) for seat in range(self.num_players)]
            if self.is_over and places.count(0) == 1:
                places[places.index(0)] = self.num_players
            return tuple(place or None for place in places)
        return tuple(1 if self.is_over and not hand else None for hand in self.hands)

    @property
    def big_suit(self) -> str | None:
        """打大A: the suit of the big aces, None until it is known."""
        suit = seat_or_none(self._number("suit", absent=NOBODY))
        return None if suit is None else SUITS[suit]

    @property
    def named(self) -> str | None:
        """保皇: the card that the emperor named, such as ``"S8"``; None if there is none."""
        kind = seat_or_none(self._number("named", absent=NOBODY))
        return None if kind is None else card_text(kind)

    @property
    def exposed(self) -> bool:
        """Whether everybody knows the sides, from what was shown, declared or played."""
        if self._has("known"):
            return self._number("open") == 1 or self._number("known") == 3
        if self._has("revolts"):
            declared = self._number("solo") == 2 or self._number("shown") or self._number("revealed")
            revolted = self.phase != "revolt" and self._number("revolts").bit_count() > 1
            return bool(declared) or revolted
        return self.landlord is not None

    @property
    def dissolved(self) -> bool:
        """保皇: whether the deal ended with somebody left to the table (托管), which dissolves it."""
        away = any(self._number("away", seat) for seat in range(self.num_players))
        return self._has("autos") and self.is_over and away

    @property
    def table_by(self) -> int | None:
        """Who made the play on the table, None for a lead."""
        return self._table_by()

    def _seat_in(self, field: str) -> int | None:
        return seat_or_none(self._number(field, absent=NOBODY))

    def _has(self, field: str) -> bool:
        return self._number(field, absent=-1) >= 0

    def view(self, seat: int | None) -> ClimbingView:
        """What a seat may know, or, for None, a spectator."""
        viewer = self._viewer(seat)
        seen = self._redacted(viewer)
        counts = tuple(len(hand) for hand in self.hands)
        hands = tuple(seen._hand(i) for i in range(self.num_players))
        fields = seen._fields()
        return ClimbingView(
            game=self.game,
            viewer=None if seat is None else viewer,
            phase=self.phase,
            seat=self.seat,
            counts=counts,
            hands=tuple(hand if len(hand) == count else None for hand, count in zip(hands, counts, strict=True)),
            table=self.table,
            table_by=self.table_by,
            landlord=seen.landlord,
            declarer=seen.declarer,
            emperor=seen.emperor,
            guard=seen.guard,
            sides=seen.sides,
            places=self.places,
            big_suit=self.big_suit,
            named=self.named,
            exposed=seen.exposed,
            multiplier=seen.multiplier,
            kitty=Hand(fields.get("kitty", ())),
            history=tuple(self._history_seen(viewer)),
            _public={name: value for name, value in fields.items() if name not in _NOT_IN_VIEWS},
        )

    @classmethod
    def _cards_text(cls, ids: Sequence[int]) -> str:
        return Hand(ids).suited or ""

    @classmethod
    def _cards_read(cls, text: str) -> list[int]:
        # Every card is a physical one: without a mark it is of the first pack.
        return [card_kind(token, text) + 54 * max(token.copy - 1, 0) for token in read_cards(text, copies=MOST_PACKS)]

    def _start_candidates(self) -> Iterator[dict[str, Any]]:
        fields = self._fields()
        dealt: dict[str, Any] = {"seed": fields["seed"]}
        if fields["given_first"] != NOBODY:
            given = "last_winner" if "known" in fields else "first"
            dealt[given] = fields["given_first"]
        if any(number >= 0 for number in fields.get("beans", ())):
            dealt["beans"] = fields["beans"]
        yield dealt
        yield {**dealt, "start": "play"}


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ClimbingView(View):
    """What one seat (or a spectator) may know of a climbing game; cards in the history are always named by id."""

    game: ClimbingGame
    hands: tuple[Hand | None, ...]
    table: Combo
    table_by: int | None
    landlord: int | None
    declarer: int | None
    emperor: int | None
    #: Where the viewer may know of him.
    guard: int | None
    #: The side of each seat once all know them, or the viewer can tell who is his partner; else None.
    sides: tuple[str | None, ...]
    places: tuple[int | None, ...]
    big_suit: str | None
    named: str | None
    exposed: bool
    multiplier: int
    #: The bottom cards once they are public, else empty.
    kitty: Hand

    @property
    def hand(self) -> Hand | None:
        """The viewer's own cards."""
        return None if self.viewer is None else self.hands[self.viewer]

    def _own_json(self) -> dict[str, Any]:
        own: dict[str, Any] = {
            "hand": None if self.hand is None else self.hand.suited,
            "hands": [None if hand is None else hand.suited for hand in self.hands],
            "table": str(self.table) if self.table != PASS else None,
            "table_by": self.table_by,
            "sides": self.sides,
            "multiplier": self.multiplier,
        }
        if "beans" in self._public:
            own |= {"landlord": self.landlord, "kitty": self.kitty.suited}
        else:
            own |= {"places": self.places, "exposed": self.exposed}
        if "known" in self._public:
            own |= {"declarer": self.declarer, "big_suit": self.big_suit}
        if "named" in self._public:
            own |= {"emperor": self.emperor, "guard": self.guard, "named": self.named}
        return own


#: Fields a view states in its own words, or that would be blank.
_NOT_IN_VIEWS = frozenset(
    {"seed", "game", "held", "kitty", "order", "phase", "turn", "landlord", "table_by", "multiplier"}
)
ClimbingGame._state_class = ClimbingState
