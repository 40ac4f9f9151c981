"""A whole deal of 打大A, from the first card dealt to the score.

Phases: reveal, counter, play, over. A physical card is an id: 54 * deck + 13 * suit + rank, with the suits S H D C =
0..3 and the ranks 2, 3, ..., A = 0..12; 52 is the small joker of a deck, 53 the big one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .cards import SUITS, card_text
from .dadaa_plays import (
    BIG_ACE,
    ORDER,
    Options,
    comparable,
    fits_pack,
    follows,
    leads,
    may_take,
    play_beats,
    reading,
    sort_cards,
    takes,
)
from .philox import CHANCE, Stream, arrival_order, deal_piles

SEATS = 5
CARDS = 108
# A card by name, perhaps with the pack it is from.
NAMED = re.compile(r"(?:[SHDC](?:[2-9TJQKA]|10)|[wW])(?:/[12])?")
FOREIGN = re.compile(r"call|rob|double|yield|bid \d+")  # words of other games, which belong to no phase of this one


class Refused(Exception):
    """An action that is not legal; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Deal:
    """What chance decides: each seat's cards in the order they come, who draws first, the suit if nobody shows."""

    arrival: Sequence[Sequence[int]]
    first: int
    suit: str


@dataclass(frozen=True)
class Action:
    """A text that was read: its word ("play" for a play), and cards either by rank or by name."""

    word: str
    ranks: str = ""
    names: tuple[tuple[str, int | None], ...] = ()  # the card and, if it is marked, its pack 0 or 1


def name_of(card: int) -> str:
    return card_text(card % 54)


def aces_of(suit: str) -> list[int]:
    return [card for card in range(CARDS) if name_of(card) == suit + "A"]


def seeded_deal(seed: int, game: int, deal: int, last_winner: int | None, options: Options) -> Deal:
    if last_winner is None or options.first_draw == "random":
        first = Stream(seed, game, 0, CHANCE).below(SEATS, 0)  # of the first dealing: a redeal keeps it
    else:
        first = last_winner
    more = [(first + turn) % SEATS for turn in range(3)]
    piles = deal_piles(seed, game, deal, tuple(22 if seat in more else 21 for seat in range(SEATS)))
    suit = SUITS[Stream(seed, game, deal, CHANCE).below(4, 1)]
    return Deal(arrival_order(seed, game, deal, piles), first, suit)


# Texts


def read_names(text: str) -> tuple[tuple[str, int | None], ...]:
    """Cards by name; Refused if the text is anything else or two packs don't have these cards."""
    text = re.sub(r"[\s,]", "", text)
    parts = NAMED.findall(text)
    if not parts or "".join(parts) != text:
        raise Refused("notation")
    names: list[tuple[str, int | None]] = []
    for part in parts:
        name, _, pack = part.replace("10", "T").partition("/")
        names.append((name, int(pack) - 1 if pack else None))
    marked = [card for card in names if card[1] is not None]
    if len(set(marked)) != len(marked) or max(Counter(name for name, _ in names).values()) > 2:
        raise Refused("notation")
    return tuple(names)


def read_cards(word: str, text: str) -> Action:
    """Cards by rank or by name."""
    if any(sign in text for sign in "SHDC/"):
        return Action(word, names=read_names(text))
    ranks = re.sub(r"[\s,]", "", text).replace("10", "T")
    if not ranks or not set(ranks) <= set(ORDER) or not fits_pack(ranks):
        raise Refused("notation")
    return Action(word, ranks=sort_cards(ranks))


def read_action(text: str) -> Action:
    """What a text says; Refused if it is no notation."""
    text = text.strip()
    if text in ("pass", "no") or FOREIGN.fullmatch(text):
        return Action(text)
    word, _, rest = text.partition(" ")
    if word == "show":
        names = read_names(rest)
        if any(pack is not None for _, pack in names):
            raise Refused("notation")  # which of two is shown is no choice
        return Action("show", names=names)
    if word == "take":
        return read_cards("take", rest)
    return read_cards("play", text)


# The score


def outcome(big: Iterable[int], order: Sequence[int]) -> str | None:
    """Who wins when these seats have gone out, in this order: None while no side has all its players out."""
    big = set(big)
    others = set(range(SEATS)) - big
    for side, name in ((big, "big_ace"), (others, "others")):
        if side <= set(order):
            return name if order[0] in side else "draw"
    return None


def score(big: Iterable[int], order: Sequence[int], declarer: int, is_open: bool, options: Options) -> list[float]:
    """The score of each seat when the deal is over."""
    big = set(big)
    winner = outcome(big, order)
    if winner is None:
        raise ValueError("the deal is not over")
    if winner == "draw":
        return [0.0] * SEATS
    sign = 1.0 if winner == "big_ace" else -1.0
    if options.score == "unit":
        return [sign if seat in big else -sign for seat in range(SEATS)]
    if len(big) == 1:
        factor = 2 if is_open else 1
        return [sign * factor * 32 if seat in big else -sign * factor * 8 for seat in range(SEATS)]
    (partner,) = big - {declarer}
    if winner == "big_ace":
        unit = 4 - max(order.index(seat) + 1 for seat in big)
    elif partner not in order and declarer not in order:
        unit = 3
    elif declarer not in order:
        unit = 2
    else:
        unit = 1
    if unit == 0:
        return [0.0] * SEATS
    amount = {declarer: 2 * unit, partner: unit}
    return [sign * amount[seat] if seat in big else -sign * unit for seat in range(SEATS)]


class Game:
    """One deal (of several dealings, when nobody shows and that means a new one)."""

    def __init__(self, source: Callable[[int], Deal] | None, options: Options | None = None) -> None:
        self.options = Options() if options is None else options
        self.source = source
        self.deal_number = 0
        # Dealing.
        self.arrival: list[list[int]] = [[] for _ in range(SEATS)]
        self.first = 0
        self.dealt = 0
        self.asked = 0  # seats dealt with in the round after the last card
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]  # ids, ascending
        self.drawn_suit = ""
        # The big aces.
        self.suit: str | None = None  # of the big aces
        self.declarer: int | None = None
        self.known: set[int] = set()  # the big aces that were shown or played
        self.open = False  # after 反A
        self.sides: frozenset[int] = frozenset()  # the seats dealt big aces; empty until all cards are dealt
        self.queue: list[int] = []  # seats still to be asked whether they counter
        # Play.
        self.table: str | None = None  # the cards to beat, by rank
        self.table_cards: list[int] = []
        self.table_by: int | None = None
        self.passed: set[int] = set()  # since the last play
        self.order: list[int] = []  # the seats that have gone out
        self.phase = "reveal"
        self.seat: int | None = None
        if source is not None:
            self._new_deal()

    @classmethod
    def start(cls, seed: int, game: int = 0, last_winner: int | None = None, options: Options | None = None) -> Game:
        if last_winner is not None and last_winner not in range(SEATS):
            raise ValueError("no such seat")
        opt = Options() if options is None else options
        return cls(lambda deal: seeded_deal(seed, game, deal, last_winner, opt), opt)

    @classmethod
    def position(
        cls,
        hands: Sequence[str | Sequence[int]],
        to_move: int,
        sides: Iterable[int],
        declarer: int,
        table: str | None = None,
        table_by: int | None = None,
        order: Sequence[int] = (),
        exposed: bool = False,
        is_open: bool = False,
        suit: str = "H",
        options: Options | None = None,
    ) -> Game:
        """A position in the middle of play.

        The hands are ids, or ranks that take the lowest ids still free, seat by seat; the table's come last. The seats
        between table_by and to_move have passed. A big ace is known if it was played, so that it is in no hand or in
        that of a player who was dealt none, and if the declarer has it; if he plays alone with both, the lower one.
        """
        game = cls(None, options)
        game.suit, game.declarer, game.open, game.sides = suit, declarer, is_open, frozenset(sides)
        game.order = list(order)
        free = list(range(CARDS))
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
        dealt = {card for seat in game.sides for card in game.hands[seat]}
        game.known = set(aces_of(suit)) if exposed or is_open else set(aces_of(suit)) - dealt
        own = sorted(set(aces_of(suit)) & set(game.hands[declarer]))
        if len(game.sides) == 2:
            game.known |= set(own)
        elif not game.known:
            game.known = set(own[:1])
        game.phase, game.seat = "play", to_move
        return game

    # Dealing and showing

    def _new_deal(self) -> None:
        assert self.source is not None
        deal = self.source(self.deal_number)
        self.arrival = [list(cards) for cards in deal.arrival]
        self.first, self.drawn_suit = deal.first, deal.suit
        self.hands = [[] for _ in range(SEATS)]
        self.dealt = self.asked = 0
        self._deal_on()

    def _dealing(self) -> list[tuple[int, int]]:
        """Every (seat, card) in the order dealt."""
        return [
            ((self.first + number) % SEATS, self.arrival[(self.first + number) % SEATS][number // SEATS])
            for number in range(sum(len(cards) for cards in self.arrival))
        ]

    def _deal_on(self) -> None:
        """Deal cards until somebody is to be asked, or all is dealt and settled."""
        self.seat = None
        dealing = self._dealing()
        while self.dealt < len(dealing):
            drawer, card = dealing[self.dealt]
            self.hands[drawer] = sorted([*self.hands[drawer], card])
            self.dealt += 1
            if self.suit is None and self._aces(drawer):
                self.seat = drawer
                return
        while self.suit is None and self.asked < SEATS:
            seat = (self.first + self.asked) % SEATS
            self.asked += 1
            if self._aces(seat):
                self.seat = seat
                return
        if self.suit is None:
            if self.options.no_reveal == "redeal":
                self.deal_number += 1
                self._new_deal()
                return
            self.suit = "H" if self.options.no_reveal == "first_heart" else self.drawn_suit
            self.declarer, card = next((seat, card) for seat, card in dealing if name_of(card) == f"{self.suit}A")
            self.known = {card}
        self._set_sides()
        self._ask_counter()

    def _aces(self, seat: int) -> list[str]:
        """The suits of which the seat holds an ace."""
        return [suit for suit in SUITS if set(aces_of(suit)) & set(self.hands[seat])]

    def _set_sides(self) -> None:
        assert self.suit is not None
        aces = set(aces_of(self.suit))
        self.sides = frozenset(seat for seat in range(SEATS) if aces & set(self.hands[seat]))

    # 反A

    def _ask_counter(self) -> None:
        assert self.declarer is not None
        if self.options.counter_double_ace:
            # All are asked alike, so that the question tells nothing of their cards.
            self.queue = [(self.declarer + turn) % SEATS for turn in range(1, SEATS + 1)]
        self._next_counter()

    def _next_counter(self) -> None:
        if self.queue:
            self.phase, self.seat = "counter", self.queue[0]
            self.queue = self.queue[1:]
        else:
            self.phase, self.seat = "play", self.declarer

    def _counters(self, seat: int) -> list[str]:
        """The suits, but that of the big aces, of which the seat holds both aces."""
        return [suit for suit in SUITS if suit != self.suit and set(aces_of(suit)) <= set(self.hands[seat])]

    # Cards

    def rank(self, card: int) -> str:
        """A card as it is written by rank."""
        name = name_of(card)
        return BIG_ACE if self.suit is not None and name == f"{self.suit}A" else name[-1]

    def text(self, cards: Iterable[int]) -> str:
        return sort_cards(self.rank(card) for card in cards)

    def hand(self, seat: int) -> str:
        return self.text(self.hands[seat])

    def _lowest(self, held: Iterable[int], ranks: str) -> list[int]:
        """The lowest ids held of each of these ranks; Refused if they are not held."""
        left = sorted(held)
        taken = []
        for rank in ranks:
            found = [card for card in left if self.rank(card) == rank]
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
    def exposed(self) -> bool:
        """Does everybody know the sides?"""
        return self.open or len(self.known) == 2

    @property
    def active(self) -> list[int]:
        """The seats that hold cards."""
        return [seat for seat in range(SEATS) if self.hands[seat]]

    @property
    def places(self) -> list[int | None]:
        """Of each seat the place, 1 for the first to go out; None for who is still in.

        When the deal is over and one player alone is still in, his place is 5.
        """
        order = list(self.order)
        if self.over and len(order) == SEATS - 1:
            order += self.active
        return [order.index(seat) + 1 if seat in order else None for seat in range(SEATS)]

    def legal(self) -> list[str]:
        """The canonical text of every legal action, plays by rank."""
        if self.seat is None:
            return []
        if self.phase == "reveal":
            return [*(f"show {suit}A" for suit in self._aces(self.seat)), "no"]
        if self.phase == "counter":
            return [*(f"show {suit}A" for suit in self._counters(self.seat)), "no"]
        hand = self.hand(self.seat)
        if self.table is None:
            return sorted(cards for _, cards in leads(hand, self.options))
        plays = sorted(cards for _, cards in follows(hand, self.table, self.options))
        taking = sorted(takes(hand, self.table, self.options))
        return [*plays, *(f"take {fours}" for fours in taking), "pass"]

    def check(self, text: str) -> str:
        """The code of the fault, or "ok" for a legal action."""
        try:
            self._read(text)
        except Refused as refused:
            return refused.code
        return "ok"

    def _read(self, text: str) -> tuple[str, list[int]]:
        """The word ("play" for a play) and the physical cards of a legal action; Refused for any other."""
        action = read_action(text)
        if self.phase == "over":
            raise Refused("game_over")
        if (action.word in ("show", "no")) != (self.phase in ("reveal", "counter")) or FOREIGN.fullmatch(action.word):
            raise Refused("wrong_phase")
        if action.word == "no":
            return "no", []
        if action.word == "pass":
            if self.table is None:
                raise Refused("must_lead")
            return "pass", []
        ids = self._ids(action)
        if action.word == "show":
            self._check_show(ids)
        elif action.word == "take":
            self._check_take(self.text(ids))
        else:
            self._check_play(self.text(ids))
        return action.word, ids

    def _check_show(self, ids: list[int]) -> None:
        assert self.seat is not None
        may = self._aces(self.seat) if self.phase == "reveal" else self._counters(self.seat)
        if len(ids) != 1 or name_of(ids[0]) not in [f"{suit}A" for suit in may]:
            raise Refused("no_declaration")

    def _check_take(self, cards: str) -> None:
        if self.table is None or not may_take(cards, self.table, self.options):
            raise Refused("no_take")

    def _check_play(self, cards: str) -> None:
        made = reading(cards, self.options)
        if made is None:
            raise Refused("no_play")
        if self.table is None:
            return
        lies = reading(self.table, self.options)
        assert lies is not None
        if not play_beats((made, cards), (lies, self.table), self.options):
            raise Refused("too_low" if comparable(made, lies) else "wrong_kind")

    # Doing it

    def apply(self, text: str) -> None:
        """Do a legal action; raises Refused, changing nothing, for any other."""
        word, ids = self._read(text)
        assert self.seat is not None
        seat = self.seat
        if word == "no":
            if self.phase == "reveal":
                self._deal_on()
            else:
                self._next_counter()
        elif word == "show":
            suit = name_of(ids[0])[0]
            if self.phase == "reveal":
                card = min(set(aces_of(suit)) & set(self.hands[seat]))
                self.suit, self.declarer, self.known = suit, seat, {card}
                self._deal_on()
            else:
                self.suit, self.declarer, self.known, self.open = suit, seat, set(aces_of(suit)), True
                self._set_sides()
                self.queue = []
                self._next_counter()
        elif word == "pass":
            self._pass(seat)
        else:
            self._play(seat, ids, taking=word == "take")

    def _play(self, seat: int, ids: list[int], taking: bool) -> None:
        taken = self.table_cards if taking else []
        big = {card for card in ids if self.rank(card) == BIG_ACE}
        own = self.known & set(self.hands[seat])
        if len(big) == 1 and len(self.known) == 1 and own:
            self.known = big  # two of them can't be told apart: the one that is known counts as played first
        self.known |= big
        self.hands[seat] = sorted([card for card in self.hands[seat] if card not in ids] + taken)
        self.table, self.table_cards, self.table_by = self.text(ids), ids, seat
        self.passed = set()
        if not self.hands[seat]:
            self.order.append(seat)
            if outcome(self.sides, self.order) is not None:
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
        self.seat = owner if self.hands[owner] else self._wind(owner)

    def _next_active(self, seat: int) -> int:
        turns = [(seat + turn) % SEATS for turn in range(1, SEATS)]
        return next(other for other in turns if self.hands[other])

    def _wind(self, owner: int) -> int:
        """Who leads for a player who is out."""
        wind = self.options.wind
        if wind == "next" or (wind == "exposed_partner" and not self.exposed):
            return self._next_active(owner)
        turns = [(owner + turn) % SEATS for turn in range(1, SEATS)]
        return next(mate for mate in turns if self.hands[mate] and (mate in self.sides) == (owner in self.sides))

    # The score

    @property
    def winner(self) -> str | None:
        """ "big_ace", "others" or "draw"; None until the deal is over."""
        return outcome(self.sides, self.order) if self.over else None

    def returns(self) -> list[float]:
        """The score of each seat; zeros until the deal is over."""
        if not self.over:
            return [0.0] * SEATS
        assert self.declarer is not None
        return score(self.sides, self.order, self.declarer, self.open, self.options)
