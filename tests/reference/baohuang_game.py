"""A whole deal of 保皇, from the first question to the score.

Phases: claim, throne, name, open_solo, show, revolt, play, over. A physical card is an id: 54 * deck + 13 * suit +
rank, with the suits S H D C = 0..3 and the ranks 2, 3, ..., A = 0..12; 52 is the small joker of a deck, 53 the big one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .baohuang_plays import (
    JOKERS,
    ORDER,
    Action,
    Options,
    Refused,
    beats,
    follows,
    leads,
    read_action,
    reading,
    sixes_allow,
    sort_cards,
)
from .baohuang_score import outcome, score
from .cards import SUITS, card_id, card_text
from .philox import arrival_order, deal_piles

SEATS = 5
DECKS = 4
THRONE_CARD = 54 * 3 + 53  # the 皇牌, the big joker of the last deck
GUARD_CARD = 54 * 3 + 52  # the 侍卫牌, the small joker of the last deck
REFUSALS = 2 * SEATS  # two laps
FINE = -40.0
# The phases that a word belongs to.
PHASES_OF = {
    "rob": ("claim", "revolt"),
    "no": ("claim", "open_solo", "show", "revolt"),
    "call": ("throne",),
    "yield": ("throne",),
    "name": ("name",),
    "show": ("open_solo", "show"),
    "pass": ("play",),
    "play": ("play",),
}


@dataclass(frozen=True)
class Deal:
    """What chance decides: each seat's cards in the order they come. And who draws first."""

    arrival: Sequence[Sequence[int]]
    first: int


def name_of(card: int) -> str:
    return card_text(card % 54)


def rank_of(card: int) -> str:
    """A card as it is written by rank."""
    return name_of(card)[-1]


def ranks_text(cards: Iterable[int]) -> str:
    return sort_cards(rank_of(card) for card in cards)


def copies_of(name: str) -> list[int]:
    """The four cards of that suit and rank."""
    return [54 * deck + card_id(name) for deck in range(DECKS)]


def pack_ids(options: Options) -> list[int]:
    """Every card of the game, ascending."""
    return [card for card in range(54 * DECKS) if rank_of(card) in options.ranks + JOKERS]


def upward(seat: int) -> list[int]:
    """All seats from this one on, each followed by its upper neighbour."""
    return [(seat - turn) % SEATS for turn in range(SEATS)]


def seeded_deal(seed: int, game: int, deal: int, first: int, options: Options) -> Deal:
    cards = pack_ids(options)
    least, more = divmod(len(cards), SEATS)
    favoured = [(first + turn) % SEATS for turn in range(more)]
    sizes = tuple(least + 1 if seat in favoured else least for seat in range(SEATS))
    piles = [[cards[number] for number in pile] for pile in deal_piles(seed, game, deal, sizes)]
    return Deal(arrival_order(seed, game, deal, piles), first)


class Game:
    """One deal (of several dealings, when nobody takes the throne and that means a new one)."""

    def __init__(self, source: Callable[[int], Deal] | None, options: Options | None = None) -> None:
        self.options = Options() if options is None else options
        self.source = source
        self.deal_number = 0
        self.arrival: list[list[int]] = [[] for _ in range(SEATS)]
        self.first = 0  # who draws first
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]  # ids, ascending
        # From outside.
        self.auto = [False] * SEATS
        self.autos = [0] * SEATS  # how often each seat has gone on auto
        self.quitter: int | None = None
        # Before play.
        self.queue: list[int] = []  # seats still to be asked in claim, show and revolt
        self.answers: dict[int, bool] = {}  # so far, in claim or revolt
        self.refusals = 0  # of the throne
        self.carried: list[int] = []  # the 皇牌 and what was paid with it
        self.emperor: int | None = None
        self.guard: int | None = None
        self.solo: str | None = None  # "dark" or "open" when the emperor is alone
        self.named: str | None = None  # the card that the emperor named
        self.guard_copy: set[int] = set()  # and the one of it that makes its holder the guard
        self.shown = False  # 明保
        self.claimants: list[int] = []
        self.revolters: list[int] = []
        # Play.
        self.table: str | None = None  # the cards to beat, by rank
        self.table_cards: list[int] = []
        self.played: list[int] = []  # every card that has been played
        self.told = False  # the sides, by cards played before a position from outside
        self.table_by: int | None = None
        self.passed: set[int] = set()  # since the last play
        self.order: list[int] = []  # the seats that have gone out
        self.phase = "throne"
        self.seat: int | None = None
        if source is not None:
            self._new_deal()

    @classmethod
    def start(cls, seed: int, game: int = 0, last_emperor: int | None = None, options: Options | None = None) -> Game:
        if last_emperor is not None and last_emperor not in range(SEATS):
            raise ValueError("no such seat")
        opt = Options() if options is None else options
        first = 0 if last_emperor is None else last_emperor
        return cls(lambda deal: seeded_deal(seed, game, deal, first, opt), opt)

    @classmethod
    def position(
        cls,
        hands: Sequence[str | Sequence[int]],
        to_move: int,
        emperor: int,
        guard: int | None = None,
        solo: str | None = None,
        table: str | None = None,
        table_by: int | None = None,
        order: Sequence[int] = (),
        shown: bool = False,
        revolters: Sequence[int] = (),
        exposed: bool = False,
        options: Options | None = None,
    ) -> Game:
        """A position in the middle of play.

        The hands are ids, or ranks that take the lowest ids still free, seat by seat; the table's come last. The seats
        between table_by and to_move have passed. `exposed` says that cards played before have told the sides; where the
        侍卫牌 is in no hand they have.
        """
        game = cls(None, options)
        if (guard is None) != (solo in ("dark", "open")) or guard == emperor:
            raise ValueError("either there is a guard or the emperor is alone")
        if shown and guard is None:
            raise ValueError("there is no guard to be shown")
        game.emperor, game.guard, game.solo = emperor, guard, solo
        game.shown, game.revolters, game.order = shown, list(revolters), list(order)
        free = pack_ids(game.options)
        piles = []
        for cards in [*hands, table or ""]:
            ids = game._lowest(free, cards) if isinstance(cards, str) else sorted(cards)
            free = [card for card in free if card not in ids]
            piles.append(ids)
        game.hands = piles[:SEATS]
        if {seat for seat in range(SEATS) if not game.hands[seat]} != set(order):
            raise ValueError("who has no cards must be in the order of going out, and nobody else")
        if (table is None) != (table_by is None) or to_move in order:
            raise ValueError("table and table_by go together; who moves has cards")
        if to_move == table_by:
            raise ValueError("nobody is asked about his own play")
        if table is not None and table_by is not None:
            game.table, game.table_by, game.table_cards = sort_cards(table), table_by, piles[SEATS]
            seat = (table_by + 1) % SEATS
            while seat != to_move:
                game.passed.add(seat)
                seat = (seat + 1) % SEATS
            game.passed -= set(order)
        held = [card for hand in game.hands for card in hand]
        game.told = exposed or (game.options.mode == "concise" and GUARD_CARD not in held)
        game.phase, game.seat = "play", to_move
        return game

    # Dealing

    def _new_deal(self) -> None:
        assert self.source is not None
        deal = self.source(self.deal_number)
        self.arrival = [list(cards) for cards in deal.arrival]
        self.first = deal.first
        self.hands = [sorted(cards) for cards in deal.arrival]
        self.refusals, self.carried = 0, [THRONE_CARD]
        if self.options.qiangdu:
            self._ask_all("claim", upward(self._throne_holder()))
        else:
            self.phase, self.seat = "throne", self._throne_holder()

    def _throne_holder(self) -> int:
        """Who holds the 皇牌."""
        return next(seat for seat in range(SEATS) if THRONE_CARD in self.hands[seat])

    # 抢独, 明保 and 造反: a round of questions, in 抢独 and 造反 answered at once

    def _ask_all(self, phase: str, seats: Sequence[int]) -> None:
        self.phase, self.seat = phase, seats[0]
        self.queue, self.answers = list(seats[1:]), {}

    def _answer(self, seat: int, yes: bool) -> None:
        self.answers[seat] = yes
        if self.queue:
            self.seat = self.queue.pop(0)
            return
        willing = [other for other, answer in self.answers.items() if answer]  # in the order asked
        if self.phase == "show":
            self._before_play("revolt")
        elif self.phase == "revolt":
            self.revolters = willing
            self._begin_play()
        elif willing:
            self.claimants = willing
            self.emperor, self.solo = willing[0], "open"
            self._begin_play()
        else:
            self.phase, self.seat = "throne", self._throne_holder()

    @property
    def revolt(self) -> bool:
        """Was there a successful 造反?"""
        return len(self.revolters) >= 2

    @property
    def seen(self) -> bool:
        """Did the cards played tell the sides: the 侍卫牌, or all four of the named card?

        The emperor's own three of a named card tell nothing, the guard's one does.
        """
        if self.told or self.options.mode == "concise":
            return self.told or GUARD_CARD in self.played
        if self.named is None:
            return False
        told = set(copies_of(self.named)) & set(self.played)
        return len(told) == DECKS if self.guard is None else bool(told & self.guard_copy)

    @property
    def exposed(self) -> bool:
        """Does everybody know the sides: by 明独, 明保, a successful 造反, or by the cards played?"""
        return self.solo == "open" or self.shown or self.revolt or self.seen

    # 让位

    def _must_take(self) -> bool:
        """Classic: must the first holder, to whom the 皇牌 has come back, take the throne?"""
        assert self.seat is not None
        if self.options.mode != "classic" or self.refusals != SEATS:
            return False
        copies = [len(self._held_copies(self.seat, name)) for name in self._names()]
        return 3 in copies and 4 not in copies

    def _refuse_throne(self, seat: int) -> None:
        if self.options.mode == "concise" and self.refusals > 0:
            self.carried += self._payment(seat)
        self.refusals += 1
        if self.refusals == REFUSALS:
            self.deal_number += 1
            self._new_deal()
            return
        upper = (seat - 1) % SEATS
        self.hands[seat] = [card for card in self.hands[seat] if card not in self.carried]
        self.hands[upper] = sorted(self.hands[upper] + self.carried)
        self.seat = upper

    def _payment(self, seat: int) -> list[int]:
        """The card a later holder adds: a 2 of the dealt hand, else its highest but jokers; nothing if it has none."""
        own = [card for card in self.hands[seat] if card not in self.carried and rank_of(card) not in JOKERS]
        if not own:
            return []
        highest = max(own, key=lambda card: ORDER.index(rank_of(card)))  # a 2 is the highest of them
        return [min(card for card in own if rank_of(card) == rank_of(highest))]

    def _take_throne(self, seat: int) -> None:
        self.emperor = seat
        if self.options.mode == "concise":
            self.guard = next(other for other in range(SEATS) if GUARD_CARD in self.hands[other])
            if self.guard == seat:
                self.guard, self.solo = None, "dark"
            self._before_play("open_solo")
        elif self._nameable(seat):
            self.phase, self.seat = "name", seat
        else:
            self.solo = "open"
            self._begin_play()

    # 叫侍卫

    def _names(self) -> list[str]:
        """Every suit and rank, the suits S H D C, the ranks from the lowest within."""
        return [suit + rank for suit in SUITS for rank in self.options.ranks]

    def _held_copies(self, seat: int, name: str) -> list[int]:
        return [card for card in copies_of(name) if card in self.hands[seat]]

    def _nameable(self, seat: int) -> list[str]:
        """The cards of which the seat holds three or four copies."""
        return [name for name in self._names() if len(self._held_copies(seat, name)) >= 3]

    def _name(self, seat: int, name: str) -> None:
        self.named = name
        holders = [other for other in range(SEATS) if other != seat and self._held_copies(other, name)]
        if holders:
            (self.guard,) = holders
            self.guard_copy = set(self._held_copies(self.guard, name))
        else:
            self.solo = "dark"
        self._before_play("open_solo")

    # 明独, 明保, 造反: whatever they hold all are asked alike, so that the questions tell nothing

    def _before_play(self, phase: str) -> None:
        """Ask the questions of this phase."""
        assert self.emperor is not None
        if phase == "open_solo":
            self.phase, self.seat = "open_solo", self.emperor
        elif phase == "show" or self.options.mode == "concise":
            self._ask_all(phase, upward(self.emperor)[1:])
        else:
            self._begin_play()

    def _only_no(self) -> bool:
        """Can the seat asked before the lead only decline?

        明独 is for the emperor with both marked cards or, in the classic form, for any; 明保 for the guard alone;
        造反 for all but the guard.
        """
        if self.phase == "open_solo":
            return self.options.mode == "concise" and self.solo != "dark"
        if self.phase == "show":
            return self.seat != self.guard
        return self.phase == "revolt" and self.seat == self.guard

    def _begin_play(self) -> None:
        self.phase, self.seat = "play", self.emperor

    # Cards

    def hand(self, seat: int) -> str:
        return ranks_text(self.hands[seat])

    def _lowest(self, held: Iterable[int], ranks: str) -> list[int]:
        """The lowest ids held of each of these ranks; Refused if they are not held."""
        left = sorted(held)
        taken = []
        for rank in ranks:
            found = [card for card in left if rank_of(card) == rank]
            if not found:
                raise Refused("not_held")
            taken.append(found[0])
            left.remove(found[0])
        return sorted(taken)

    def _ids(self, action: Action) -> list[int]:
        """The physical cards of an action of the seat whose turn it is; Refused if they are not held."""
        assert self.seat is not None
        held = self.hands[self.seat]
        if not action.names:
            return self._lowest(held, action.ranks)
        left = list(held)
        taken = []
        # Marked cards first: the others are the lowest of what is not named.
        for name, pack in sorted(action.names, key=lambda card: card[1] is None):
            found = [card for card in left if name_of(card) == name and pack in (None, card // 54)]
            if not found:
                raise Refused("not_held")
            taken.append(found[0])
            left.remove(found[0])
        return sorted(taken)

    # What may be done

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def active(self) -> list[int]:
        """The seats that hold cards."""
        return [seat for seat in range(SEATS) if self.hands[seat]]

    def legal(self) -> list[str]:
        """The canonical text of every legal action, plays by rank."""
        if self.seat is None:
            return []
        if self.phase in ("claim", "revolt"):
            return ["no"] if self._only_no() else ["rob", "no"]
        if self.phase == "throne":
            return ["call"] if self._must_take() else ["call", "yield"]
        if self.phase == "name":
            return [f"name {name}" for name in self._nameable(self.seat)]
        if self.phase in ("open_solo", "show"):
            return ["no"] if self._only_no() else ["show", "no"]
        hand = self.hand(self.seat)
        if self.table is None:
            return sorted(cards for _, cards in leads(hand, self.options))
        return [*sorted(cards for _, cards in follows(hand, self.table, self.options)), "pass"]

    def check(self, text: str) -> str:
        """The code of the fault, or "ok" for a legal action."""
        try:
            self._read(text)
        except Refused as refused:
            return refused.code
        return "ok"

    def _read(self, text: str) -> tuple[Action, list[int]]:
        """A legal action and the physical cards of a play; Refused for any other."""
        action = read_action(text, self.options)
        if self.phase == "over":
            raise Refused("game_over")
        if self.phase not in PHASES_OF.get(action.word, ()):
            raise Refused("wrong_phase")
        assert self.seat is not None
        if action.word in ("show", "rob") and self._only_no():
            raise Refused("only_no")
        if action.word == "yield" and self._must_take():
            raise Refused("must_take")
        if action.word == "name" and [name for name, _ in action.names] not in [[n] for n in self._nameable(self.seat)]:
            raise Refused("wrong_name")
        if action.word == "pass" and self.table is None:
            raise Refused("must_lead")
        if action.word != "play":
            return action, []
        ids = self._ids(action)
        cards = ranks_text(ids)
        if reading(cards, self.options) is None:
            raise Refused("no_play")
        if self.table is not None and not beats(cards, self.table, self.options):
            raise Refused("too_low")
        if not sixes_allow(cards, self.hand(self.seat), self.options):
            raise Refused("sixes")
        return action, ids

    def auto_action(self) -> str | None:
        """What a seat on auto answers; None when the deal is over."""
        if self.seat is None:
            return None
        texts = self.legal()
        if self.phase == "throne":
            return texts[-1]  # lets it pass if he may
        if self.phase == "name":
            return texts[0]
        if self.phase != "play":
            return "no"
        if self.table is not None:
            return "pass"
        singles = [text for text in texts if len(text) == 1]
        if singles:
            return min(singles, key=ORDER.index)
        (text,) = texts  # nothing but sixes, which go together
        return text

    # Doing it

    def apply(self, text: str) -> None:
        """Do a legal action; raises Refused, changing nothing, for any other."""
        action, ids = self._read(text)
        assert self.seat is not None
        seat = self.seat
        if self.phase in ("claim", "revolt"):
            self._answer(seat, action.word == "rob")
        elif action.word == "call":
            self._take_throne(seat)
        elif action.word == "yield":
            self._refuse_throne(seat)
        elif action.word == "name":
            self._name(seat, action.names[0][0])
        elif self.phase == "open_solo":
            if action.word == "show":
                self.guard, self.solo = None, "open"
                self._begin_play()
            else:
                self._before_play("show")
        elif action.word == "show":
            self.shown = True
            self._before_play("revolt")
        elif self.phase == "show":
            self._answer(seat, False)
        elif action.word == "pass":
            self._pass(seat)
        else:
            self._play(seat, ids)

    def _play(self, seat: int, ids: list[int]) -> None:
        assert self.emperor is not None
        self.hands[seat] = [card for card in self.hands[seat] if card not in ids]
        self.table, self.table_cards, self.table_by = ranks_text(ids), ids, seat
        self.played += ids
        self.passed = set()
        if not self.hands[seat]:
            self.order.append(seat)
            if outcome(self.emperor, self.guard, self.solo, self.order) is not None:
                self.phase, self.seat = "over", None
                return
        self.seat = self._next_active(seat)

    def _pass(self, seat: int) -> None:
        assert self.table_by is not None
        self.passed.add(seat)
        if any(other not in self.passed for other in self.active if other != self.table_by):
            self.seat = self._next_active(seat)
            return
        owner = self.table_by
        self.table, self.table_cards, self.table_by, self.passed = None, [], None, set()
        self.seat = owner if self.hands[owner] else self._next_active(owner)  # wind="next"

    def _next_active(self, seat: int) -> int:
        turns = [(seat + turn) % SEATS for turn in range(1, SEATS)]
        return next(other for other in turns if self.hands[other])

    def administer(self, seat: int, order: str) -> None:
        """What comes from outside: "auto", "manual" or "quit"; raises Refused, changing nothing, when it may not."""
        if order not in ("auto", "manual", "quit"):
            raise Refused("administer")
        if self.over:
            raise Refused("game_over")
        if seat not in range(SEATS):
            raise Refused("no_seat")
        if order == "manual":
            if self.autos[seat] > 3:
                raise Refused("auto")
            self.auto[seat] = False
            return
        if order == "auto":
            self.autos[seat] += not self.auto[seat]
        else:
            self.quitter = seat
            self.phase, self.seat = "over", None
        self.auto[seat] = True

    # The end

    @property
    def places(self) -> list[int | None]:
        """Of each seat the place, 1 for the first to go out; None for those who share what is left.

        When the deal is over and one player alone is still in, his place is 5.
        """
        order = list(self.order)
        if self.over and len(order) == SEATS - 1:
            order += self.active
        return [order.index(seat) + 1 if seat in order else None for seat in range(SEATS)]

    @property
    def winner(self) -> str | None:
        """ "emperor" or "rebels": the first side all out; None until then and when somebody has quit."""
        if not self.over or self.quitter is not None:
            return None
        assert self.emperor is not None
        return outcome(self.emperor, self.guard, self.solo, self.order)

    @property
    def dissolved(self) -> bool:
        """Did the deal end with somebody on auto?"""
        return self.over and any(self.auto)

    def returns(self) -> list[float]:
        """The score of each seat; zeros until the deal is over."""
        if not self.over:
            return [0.0] * SEATS
        if self.quitter is not None:
            return [FINE if seat == self.quitter else 0.0 for seat in range(SEATS)]
        if all(self.auto):
            return [0.0] * SEATS
        assert self.emperor is not None
        doubles = self.shown + self.revolt
        return score(self.emperor, self.guard, self.solo, self.order, doubles, self.options.stack_doubles)
