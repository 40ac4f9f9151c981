"""Climbing games: questions about single plays, whole deals, and what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pokerfast._fast import PASS, Action, Combo, CoreClimbing, CoreClimbingState, Hand
from pokerfast.base import NOBODY, SEEDS, Game, State, View, integer, read_seed, seat_or_none, within
from pokerfast.errors import Legality, RulesError
from pokerfast.notation import card_kind, card_text, read_cards

__all__ = ["ClimbingGame", "ClimbingState", "ClimbingView"]

Cards = str | Hand | Combo | Sequence[int]
MOST_SEATS = 5


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
        start: Literal["deal", "play"] = "deal",
    ) -> ClimbingState:
        """Deal: the same seed gives the same deal for ever (docs/seeds.md).

        Args:
            seed: 0 to 2**64 - 1.
            first: the seat asked first in the auction; drawn from the seed if None.
            beans: 欢乐豆 of each seat for the bean rule of 加倍; None means enough.
            start: ``"play"`` skips everything before the first lead: seat 0 is landlord, nothing is shown or doubled.

        Raises:
            RulesError: an argument is out of range or does not fit the rules; all faults at once.
            TypeError: an argument is no integer.
        """
        faults: list[tuple[str, str]] = []
        if type(seed) is not int or not 0 <= seed < SEEDS or first is not None or beans is not None or start != "play":
            faults, seed, first, beans = self._read_start(seed, first, beans, start)
        state = ClimbingState.__new__(ClimbingState, self)
        faults += state._start(seed, start == "play", first, beans)
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
            first = within(integer("first", first), -2, 99)
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
    ) -> ClimbingState:
        """A position in the middle of play, of two hands (残局) or three.

        Cards given by rank get the lowest ids that are free. How many have passed follows from ``table_by`` and
        ``to_move``. No chance is left, the history is empty, and there is no 春天 unless it is the start of play.

        Args:
            hands: the cards of seats 0, 1 and, if there are three, 2; none may be empty.
            to_move: whose turn it is.
            table: the play to beat, or None for a lead; text stands as :meth:`classify` reads it.
            table_by: who played it.
            landlord: the seat against the others.
            multiplier: what bombs and spring multiply from here on, 1 to 1,000,000.

        Raises:
            RulesError: the position cannot occur; all faults at once.
            NotationError: an argument is no cards or does not fit the pack by itself.
        """
        if isinstance(hands, (str, bytes, Hand)) or not hasattr(hands, "__len__"):
            raise TypeError("hands is a sequence of hands")
        if len(hands) > MOST_SEATS:
            raise RulesError([("hands", f"{len(hands)} hands, at most {MOST_SEATS} can be")])
        # Numbers are cut down to what the core can look at; it says what is wrong with them.
        seats = [within(integer(n, v), -2, 99) for n, v in (("to_move", to_move), ("landlord", landlord))]
        by = -1 if table_by is None else within(integer("table_by", table_by), -2, 99)
        factor = within(integer("multiplier", multiplier), 0, 1 << 40)
        held = [_as_hand(cards) for cards in hands]
        if table is not None and not str(table):
            table = None
        reading = table if isinstance(table, Combo) else None
        on_table = None if table is None else _as_hand(table)
        if by == -1 and table_by is not None:
            by = -2
        masks, faults = _place([*held, *([] if on_table is None else [on_table])])
        if reading is not None and reading == PASS:
            faults.append(("table", "a pass is no play"))
        state = ClimbingState.__new__(ClimbingState, self)
        table_ids = masks[-1] if on_table is not None else 0
        faults += state._setup(masks[: len(held)], seats[0], seats[1], table_ids, reading, by, factor)
        if faults:
            raise RulesError(dict.fromkeys(faults))
        return state


def _as_hand(cards: Cards) -> Hand:
    return cards if isinstance(cards, Hand) else Hand(cards)


def _ids_of_rank(glyph: str) -> range | tuple[int, ...]:
    if glyph in "wW":
        return (52 + "wW".index(glyph),)
    return range("23456789TJQKA".index(glyph), 52, 13)


def _place(hands: Sequence[Hand]) -> tuple[list[int], list[tuple[str, str]]]:
    """Id masks for hands (ids where given, else the lowest free ones), and where the pack has too few."""
    masks = [sum(1 << i for i in hand.ids) if hand.ids else 0 for hand in hands]
    taken = 0
    faults = []
    for mask in masks:
        if taken & mask:
            both = ", ".join(card_text(i) for i in range(54) if taken & mask & (1 << i))
            faults.append(("hands", f"{both} in two places"))
        taken |= mask
    missing = []
    for position, hand in enumerate(hands):
        if masks[position]:
            continue
        for glyph in hand.cards:
            free = next((i for i in _ids_of_rank(glyph) if not taken >> i & 1), None)
            if free is None:
                missing.append(glyph)
                continue
            taken |= 1 << free
            masks[position] |= 1 << free
    for glyph in dict.fromkeys(missing):
        faults.append(("hands", f"more {glyph} than the pack has, all hands and the table together"))
    return masks, faults


class ClimbingState(State, CoreClimbingState):
    """A position of a climbing game with the actions that led to it."""

    game: ClimbingGame

    _card_fields: ClassVar[frozenset[str]] = frozenset({"held", "kitty", "table_ids"})

    def check(self, action: str | Action | Combo | Hand | Sequence[int]) -> Legality:
        """Whether an action is legal now, else why not and what would be. Never raises on text."""
        return super().check(action)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Everybody's cards, physical ones."""
        return tuple(self._hand(seat) for seat in range(self.num_players))

    @property
    def kitty(self) -> Hand:
        """The bottom cards; empty until they are dealt."""
        return self._cards("kitty")

    @property
    def landlord(self) -> int | None:
        """The landlord's seat, None until it is settled."""
        return seat_or_none(self._number("landlord"))

    @property
    def table_by(self) -> int | None:
        """Who made the play on the table, None for a lead."""
        return seat_or_none(self._number("table_by"))

    def view(self, seat: int | None) -> ClimbingView:
        """What a seat may know, or, for None, a spectator."""
        viewer = self._viewer(seat)
        seen = self._redacted(viewer)
        counts = tuple(len(hand) for hand in self.hands)
        hands = tuple(seen._hand(i) for i in range(self.num_players))
        return ClimbingView(
            game=self.game,
            viewer=None if seat is None else viewer,
            phase=self.phase,
            seat=self.seat,
            counts=counts,
            hands=tuple(hand if len(hand) == count else None for hand, count in zip(hands, counts, strict=True)),
            table=self.table,
            table_by=self.table_by,
            landlord=self.landlord,
            multiplier=self.multiplier,
            kitty=seen._cards("kitty"),
            history=tuple(self._history_seen(viewer)),
            _public={name: value for name, value in seen._fields().items() if name not in _NOT_IN_VIEWS},
        )

    @classmethod
    def _cards_text(cls, ids: Sequence[int]) -> str:
        return Hand(ids).suited or ""

    @classmethod
    def _cards_read(cls, text: str) -> list[int]:
        return [card_kind(token, text) for token in read_cards(text)]

    def _start_candidates(self) -> Iterator[dict[str, Any]]:
        fields = self._fields()
        dealt: dict[str, Any] = {"seed": fields["seed"]}
        if fields["given_first"] != NOBODY:
            dealt["first"] = fields["given_first"]
        if any(number >= 0 for number in fields["beans"]):
            dealt["beans"] = fields["beans"]
        yield dealt
        yield {"seed": fields["seed"], "start": "play"}


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ClimbingView(View):
    """What one seat (or a spectator) may know of a climbing game; cards in the history are always named by id."""

    game: ClimbingGame
    hands: tuple[Hand | None, ...]
    table: Combo
    table_by: int | None
    landlord: int | None
    multiplier: int
    #: The bottom cards once they are public, else empty.
    kitty: Hand

    @property
    def hand(self) -> Hand | None:
        """The viewer's own cards."""
        return None if self.viewer is None else self.hands[self.viewer]

    def _own_json(self) -> dict[str, Any]:
        return {
            "hand": None if self.hand is None else self.hand.suited,
            "hands": [None if hand is None else hand.suited for hand in self.hands],
            "table": str(self.table) if self.table != PASS else None,
            "table_by": self.table_by,
            "landlord": self.landlord,
            "multiplier": self.multiplier,
            "kitty": self.kitty.suited,
        }


#: Fields a view states in its own words, or that would be blank.
_NOT_IN_VIEWS = frozenset(
    {"seed", "game", "held", "kitty", "order", "phase", "turn", "landlord", "table_by", "multiplier"}
)
ClimbingGame._state_class = ClimbingState
