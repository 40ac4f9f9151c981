"""Trick-taking games: whole deals, what they are worth, and what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pokerfast._fast import Action, CoreTrick, CoreTrickState, Hand, SuitedHand
from pokerfast.base import NOBODY, Game, State, View, integer, read_seed, seat_or_none, within
from pokerfast.errors import Legality, RulesError, shortened
from pokerfast.match import Match
from pokerfast.notation import card_kind, card_text, read_cards, read_rank, read_trump
from pokerfast.worth import ContractScores, GradeResult, LevelResult

__all__ = ["TrickGame", "TrickState", "TrickView"]

Cards = str | SuitedHand | Hand | Sequence[int]
SEATS = 4
RANKS = "23456789TJQKA"
TRUMPS = ("S", "H", "D", "C", "NT")
#: By the core's number.
ENDS: tuple[Literal["played", "surrender", "wrong_throw", "tripled"], ...] = (
    "played",
    "surrender",
    "wrong_throw",
    "tripled",
)
MOST_NUMBER = 1_000_000_000


class TrickGame(Game, CoreTrick):
    """A trick-taking game: questions under one trump (:meth:`trump`), whole deals, matches.

    Cards are text, a :class:`SuitedHand` or a sequence of ids (54 x deck + 13 x suit + rank). Text needs suits, jokers
    have none; ``H5/2`` names one copy of several alike, which matters in whole games alone. Each argument must fit the
    pack by itself (:class:`NotationError` otherwise); anything of another type raises :class:`TypeError`.
    """

    _family: ClassVar[str] = "trick"

    def new_game(
        self,
        *,
        seed: int,
        first: int | None = None,
        dealer: int | None = None,
        levels: Sequence[str] | None = None,
        start: Literal["deal", "play"] = "deal",
    ) -> TrickState:
        """Deal: the same seed gives the same deal for ever (docs/seeds.md).

        Args:
            seed: 0 to 2**64 - 1.
            first: who bids first, where the dealer is found by bids (二七王, 打百分 with contract); None: drawn.
            dealer: whose deal it is; None: the first deal, in which it is settled by declaring (升级, 打百分) or drawn.
                Refused where the dealer is found by bids.
            levels: of the pairs of seats 0 and 2, 1 and 3, such as ``("2", "T")``; None: both 2. The first deal needs
                equal ones. Only for games that have levels.
            start: ``"play"`` skips everything before the first lead: seat 0 deals unless ``dealer`` (or ``first``) says
                otherwise, with the first number of the ladder as its bid; the trump suit is drawn, the kitty stays as
                it was dealt.

        Raises:
            RulesError: an argument is out of range or does not fit the rules; all faults at once.
            TypeError: an argument is of a wrong type.
        """
        return self._deal_numbered(0, seed, dealer, levels, start, first)

    def _deal(self, arguments: Mapping[str, Any]) -> TrickState:
        return self.new_game(**arguments)

    def _deal_numbered(
        self,
        number: int,
        seed: int,
        dealer: int | None,
        levels: Sequence[str] | None,
        start: str,
        first: int | None = None,
    ) -> TrickState:
        """Deal number ``number`` of a seed; a match plays them in turn."""
        faults, seed = read_seed(seed, start)
        seat, bidder = seat_asked("dealer", dealer), seat_asked("first", first)
        ranks = None if levels is None else self._read_levels(levels, faults)
        state = TrickState.__new__(TrickState, self)
        faults += state._start(seed, number, start == "play", bidder, seat, ranks)
        if faults:
            raise RulesError(dict.fromkeys(faults))
        return state

    def _read_levels(self, levels: Sequence[str], faults: list[tuple[str, str]]) -> list[int]:
        if isinstance(levels, (str, bytes)) or not hasattr(levels, "__len__"):
            raise TypeError("levels is a sequence of two ranks")
        ranks = []
        for level in levels:
            if not isinstance(level, str):
                raise TypeError(f"a level is text, not {type(level).__name__}")
            rank = read_rank(level)
            if rank is None:
                faults.append(("levels", f"{shortened(level)} is not a rank, 2 to A"))
            ranks.append(rank or 0)
        return ranks

    def setup(
        self,
        *,
        hands: Sequence[Cards],
        to_move: int = 0,
        trick: Sequence[Cards] = (),
        trump: str,
        level: str | None = None,
        dealer: int | None = None,
        kitty: Cards = "",
        points: int = 0,
        bid: int | None = None,
    ) -> TrickState:
        """A position in the middle of play.

        Cards that name no copy get the lowest ones that are free. Who led follows from ``to_move`` and the number of
        plays in ``trick``. No chance is left and the history is empty.

        Args:
            hands: the cards of every seat, from seat 0 on.
            to_move: whose turn it is.
            trick: the plays on the table in order, the lead first; a lead of several units counts as one that stood.
            trump: ``"S"``, ``"H"``, ``"D"``, ``"C"`` or ``"NT"``.
            level: the rank played, where levels move.
            dealer: whose deal it is; None: seat 0. The other pair, in 二七王 all others, are the attackers.
            kitty: what the dealer buried.
            points: what the attackers have so far.
            bid: what the dealer bid, where the dealer is found by bids; None: 80 in 二七王, 60 in 打百分.

        Raises:
            RulesError: the position cannot occur; all faults at once.
            NotationError: an argument is no cards or does not fit the pack by itself.
        """
        for name, several in (("hands", hands), ("trick", trick)):
            if isinstance(several, (str, bytes, SuitedHand, Hand)) or not hasattr(several, "__len__"):
                raise TypeError(f"{name} is a sequence of sets of cards")
        faults: list[tuple[str, str]] = []
        # Numbers are cut down to what the core can look at; it says what is wrong with them.
        turn = within(integer("to_move", to_move), -2, 99)
        seat = seat_asked("dealer", dealer)
        number = 0 if bid is None else within(integer("bid", bid), -1, 999) or -1
        total = within(integer("points", points), -1, 1 << 62)
        for name, text in (("trump", trump), ("level", level)):
            if not isinstance(text, str) and (name == "trump" or text is not None):
                raise TypeError(f"{name} is text, not {type(text).__name__}")
        suit, rank = read_trump(trump), -1
        if level is not None:
            found = read_rank(level)
            rank = len(RANKS) if found is None else found
        state = TrickState.__new__(TrickState, self)
        faults += state._setup(hands, trick, kitty, turn, -1 if suit is None else suit, rank, seat, total, number)
        if faults:
            raise RulesError(dict.fromkeys(faults))
        return state

    def level_result(self, points: int) -> LevelResult:
        """Who gains by a deal in which the attackers made so many points, the kitty counted.

        Raises:
            RulesError: deals of this game are not worth levels, or points are not 0 to 1,000,000,000.
        """
        self._must_be_worth("levels", "level_result")
        return LevelResult(*self._level_result(self._points(points)))

    def grade_result(self, points: int, bid: int) -> GradeResult:
        """二七王: who wins a deal with this bid in which the attackers made so many points, the kitty counted.

        Raises:
            RulesError: another game, no such bid, or points are not 0 to 1,000,000,000.
        """
        self._must_be_worth("grades", "grade_result")
        number = self._bid(bid)
        return GradeResult(*self._grade_result(self._points(points), number))

    def contract_scores(self, bid: int, points: int, *, tripled: bool = False) -> ContractScores:
        """打百分 with contract: what a deal with this bid is worth to each side.

        Args:
            bid: what the dealer bid.
            points: the attackers'; with ``tripled`` three times what they have with the kitty.
            tripled: whether the attackers won the last trick with trumps.

        Raises:
            RulesError: another game or form, no such bid, or points are not 0 to 1,000,000,000.
        """
        self._must_be_worth("contracts", "contract_scores")
        number = self._bid(bid)
        if not isinstance(tripled, bool):
            raise TypeError(f"tripled is True or False, not {type(tripled).__name__}")
        total = self._points(points)
        if tripled and total % 3:
            raise RulesError([("points", "must be three times a number when tripled")])
        return ContractScores(*self._contract_score(number, total, tripled))

    def _must_be_worth(self, what: str, asked: str) -> None:
        if self._worth != what:
            raise RulesError([(asked, f"deals of {self.name} as played here are worth {self._worth}")])

    @staticmethod
    def _points(points: int) -> int:
        number = integer("points", points)
        if not 0 <= number <= MOST_NUMBER:
            raise RulesError([("points", "must be 0 to 1,000,000,000")])
        return number

    def _bid(self, bid: int) -> int:
        number = within(integer("bid", bid), -1, 999)
        if not self._can_bid(number):
            raise RulesError([("bid", "is none that can be made")])
        return number

    def room_points(
        self,
        side: Literal["dealer", "attackers"],
        levels: int,
        scores: Sequence[int],
        grand_slam: int | None = None,
        stake: int = 1,
    ) -> int:
        """Room points (积分) that each winner of a deal gets and each loser gives.

        Args:
            side: who won: a result of :meth:`level_result`.
            levels: how many levels they gained by the table.
            scores: the four players' room points before the deal.
            grand_slam: what 大光 is worth in a special room, instead of 4.
            stake: the deal's stake.

        Raises:
            RulesError: the game has no room points, or an argument is out of range; all faults at once.
        """
        if not self._has_rooms:
            raise RulesError([("room_points", f"{self.name} has no room points")])
        if not isinstance(side, str):
            raise TypeError(f"side must be text, not {type(side).__name__}")
        if isinstance(scores, (str, bytes)) or not hasattr(scores, "__len__"):
            raise TypeError("scores is a sequence of integers")
        numbers = [integer("scores", score) for score in scores[: SEATS + 1]]
        gained, factor = integer("levels", levels), integer("stake", stake)
        slam = None if grand_slam is None else integer("grand_slam", grand_slam)
        faults: list[tuple[str, str]] = []
        if side not in ("dealer", "attackers"):
            faults.append(("side", f"{shortened(side)} is not 'dealer' or 'attackers'"))
        elif side == "dealer" and not 1 <= gained <= 3:
            faults.append(("levels", "the dealer's side gains 1 to 3"))
        elif not 0 <= gained <= MOST_NUMBER:
            faults.append(("levels", "must be 0 to 1,000,000,000"))
        if len(numbers) != SEATS:
            faults.append(("scores", f"four are needed, not {len(scores)}"))
        if not all(abs(number) <= MOST_NUMBER for number in numbers):
            faults.append(("scores", "must be within 1,000,000,000"))
        if slam is not None and not 0 <= slam <= MOST_NUMBER:
            faults.append(("grand_slam", "must be 0 to 1,000,000,000"))
        if not 1 <= factor <= MOST_NUMBER:
            faults.append(("stake", "must be 1 to 1,000,000,000"))
        if faults:
            raise RulesError(faults)
        points = self._room_points(side == "attackers", gained, numbers, -1 if slam is None else slam)
        return int(points) * factor

    def new_match(self, *, seed: int) -> Match:
        """Deals until a pair has won; deal k is deal number k of the seed.

        With moving levels that is from level 2 until a dealer's side wins a deal at A, with the fixed level of 打百分
        until a pair has 13 match points.

        Raises:
            RulesError: deals of this game are not worth levels, or the seed is not 0 to 2**64 - 1.
        """
        self._must_be_worth("levels", "new_match")
        return Match(self, seed)


def seat_asked(name: str, seat: int | None) -> int:
    """A seat for the core, which says what is wrong with it: -1 for None, never for a number."""
    number = -1 if seat is None else within(integer(name, seat), -2, 99)
    return -2 if seat is not None and number == -1 else number


class TrickState(State, CoreTrickState):
    """A position of a trick-taking game with the actions that led to it."""

    game: TrickGame

    _card_fields: ClassVar[frozenset[str]] = frozenset({"hand", "kitty", "turned", "table"})

    def check(self, action: str | Action | SuitedHand | Hand | Sequence[int]) -> Legality:
        """Whether an action is legal now, else why not and what would be. Never raises on text."""
        return super().check(action)

    @property
    def hands(self) -> tuple[SuitedHand, ...]:
        """Everybody's cards, physical ones."""
        return tuple(self._pile("hand", seat) for seat in range(self.game.num_players))

    @property
    def kitty(self) -> SuitedHand:
        """The cards buried; empty while somebody holds them, and in games without."""
        return self._pile("kitty")

    @property
    def turned(self) -> SuitedHand:
        """Cards of the kitty that everybody saw: turned up to settle the trump suit, or (二七王) shown."""
        return self._pile("turned")

    @property
    def trump(self) -> str | None:
        """``"S"`` ``"H"`` ``"D"`` ``"C"`` ``"NT"``; None while it is open."""
        number = self._number("trump")
        return None if number == NOBODY else TRUMPS[number]

    @property
    def level(self) -> str | None:
        """The rank played; None in games without levels."""
        number = self._number("level")
        return None if number == NOBODY else RANKS[number]

    @property
    def levels(self) -> tuple[str, str] | None:
        """The levels of the two pairs; None in games without levels."""
        if self.level is None:
            return None
        return (RANKS[self._number("levels", 0)], RANKS[self._number("levels", 1)])

    @property
    def dealer(self) -> int | None:
        """Whose deal it is; None while the first deal's is open, and while bids are made."""
        if self.phase == "bid" or (self.phase == "declare" and self._number("given_dealer") == NOBODY):
            return None
        return self._number("dealer")

    @property
    def declarer(self) -> int | None:
        """Who made the standing declaration."""
        return seat_or_none(self._number("declarer"))

    @property
    def bid(self) -> int | None:
        """The standing bid, which is the dealer's once bidding is over; None if there is none."""
        return self._number("bid") or None

    @property
    def bidder(self) -> int | None:
        """Who made it."""
        return seat_or_none(self._number("bidder"))

    @property
    def end(self) -> Literal["played", "surrender", "wrong_throw", "tripled"] | None:
        """How the deal came to its end: with the last trick; by surrender; by a wrong throw of the dealer's side; with
        a last trick that made three times the points. None while it goes on."""
        return ENDS[self._number("end")] if self.is_over else None

    @property
    def points(self) -> int:
        """The attackers' points, with the kitty's once the deal is over."""
        return self._number("points")

    @property
    def stake(self) -> int:
        """What declaring over another and 反底 have made the deal worth."""
        return self._number("stake")

    @property
    def leader(self) -> int:
        """Who led the present trick, or is to lead it."""
        return self._number("leader")

    @property
    def trick(self) -> tuple[str, ...]:
        """The plays of the present trick in order, the lead first."""
        return tuple(self._pile("table", i).cards for i in range(self._number("played")))

    @property
    def table(self) -> str:
        """The lead to follow; empty for a lead."""
        return self._pile("table").cards if self._number("played") else ""

    @property
    def tricks(self) -> tuple[int, int]:
        """Tricks won by the pairs of seats 0 and 2, 1 and 3; in 二七王 by the dealer and by the others."""
        return (self._number("tricks", 0), self._number("tricks", 1))

    def view(self, seat: int | None) -> TrickView:
        """What a seat may know, or, for None, a spectator."""
        viewer = self._viewer(seat)
        seen = self._redacted(viewer)
        hands = self.hands
        return TrickView(
            game=self.game,
            viewer=None if seat is None else viewer,
            phase=self.phase,
            seat=self.seat,
            counts=tuple(len(hand) for hand in hands),
            hands=tuple(hand if i == viewer or not hand else None for i, hand in enumerate(hands)),
            trick=self.trick,
            leader=self.leader,
            trump=self.trump,
            level=self.level,
            levels=self.levels,
            dealer=self.dealer,
            declarer=self.declarer,
            bid=self.bid,
            bidder=self.bidder,
            end=self.end,
            points=self.points,
            stake=self.stake,
            tricks=self.tricks,
            forced=self.forced,
            kitty=SuitedHand(seen._pile("kitty").cards),
            turned=SuitedHand(self.turned.cards),
            history=tuple(self._history_seen(viewer)),
            _public={name: value for name, value in seen._fields().items() if name not in _NOT_IN_VIEWS},
        )

    @classmethod
    def _cards_text(cls, ids: Sequence[int]) -> str:
        # Every card is a physical one: without a mark it is of the first pack.
        ordered = sorted(ids, key=lambda card: (_PRINTED[card % 54], card))
        return " ".join(card_text(card) + (f"/{card // 54 + 1}" if card >= 54 else "") for card in ordered)

    @classmethod
    def _cards_read(cls, text: str) -> list[int]:
        return [54 * max(token.copy - 1, 0) + card_kind(token, text) for token in read_cards(text, copies=3)]

    def _start_candidates(self) -> Iterator[dict[str, Any]]:
        fields = self._fields()
        dealt: dict[str, Any] = {"seed": fields["seed"]}
        if fields["given_dealer"] != NOBODY:
            dealt["dealer"] = fields["given_dealer"]
        if self.levels is not None and any(fields["levels"]):
            dealt["levels"] = self.levels
        yield dealt
        yield {**dealt, "start": "play"}
        # Where bids are made: who bids first, unless that was drawn.
        yield {**dealt, "first": fields["first"]}
        yield {**dealt, "first": fields["first"], "start": "play"}


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class TrickView(View):
    """What one seat (or a spectator) may know of a trick-taking game.

    Cards of others are told by kind: which of two equal cards somebody played would tell of the one he kept.
    """

    game: TrickGame
    hands: tuple[SuitedHand | None, ...]
    #: The plays of the present trick, the lead first.
    trick: tuple[str, ...]
    leader: int
    trump: str | None
    level: str | None
    levels: tuple[str, str] | None
    dealer: int | None
    declarer: int | None
    bid: int | None
    bidder: int | None
    end: str | None
    points: int
    stake: int
    tricks: tuple[int, int]
    #: What was left of every throw that failed: place in :attr:`history` -> cards.
    forced: Mapping[int, str]
    #: The cards buried: for who buried them last, and for everybody when the deal is over; else empty.
    kitty: SuitedHand
    #: Cards of the kitty that everybody saw.
    turned: SuitedHand

    @property
    def hand(self) -> SuitedHand | None:
        """The viewer's own cards."""
        return None if self.viewer is None else self.hands[self.viewer]

    @property
    def table(self) -> str:
        """The lead to follow; empty for a lead."""
        return self.trick[0] if self.trick else ""

    def _own_json(self) -> dict[str, Any]:
        return {
            "hand": None if self.hand is None else self.hand.cards,
            "hands": [None if hand is None else hand.cards for hand in self.hands],
            "trick": self.trick,
            "leader": self.leader,
            "trump": self.trump,
            "level": self.level,
            "levels": self.levels,
            "dealer": self.dealer,
            "declarer": self.declarer,
            "bid": self.bid,
            "bidder": self.bidder,
            "end": self.end,
            "points": self.points,
            "stake": self.stake,
            "tricks": self.tricks,
            "forced": {str(place): cards for place, cards in self.forced.items()},
            "kitty": self.kitty.cards,
            "turned": self.turned.cards,
        }


#: Fields a view states in its own words, or that would be blank.
_NOT_IN_VIEWS = frozenset(
    {"seed", "game", "hand", "kitty", "turned", "table", "order", "phase", "turn", "leader", "trump", "level"}
    | {"levels", "dealer", "declarer", "bid", "bidder", "end", "points", "stake", "tricks"}
)
#: Where a kind stands when cards are printed: W w, then S H D C, each A … 2.
_ORDER = [53, 52, *(13 * suit + rank for suit in range(4) for rank in range(12, -1, -1))]
_PRINTED = {kind: place for place, kind in enumerate(_ORDER)}
TrickGame._state_class = TrickState
