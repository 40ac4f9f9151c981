"""A whole deal of 斗地主, from the questions before it to the score.

Phases: show_start, show_deal, call or bid, rob, show, double, play, over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from .cards import JOKERS, SUITS, VALUE, card_id, fits_deck, ids_of_rank, lowest_ids, ranks_of, sort_cards
from .doudizhu_plays import (
    KINDS,
    QQ,
    Options,
    Reading,
    best,
    default_reading,
    follows_reading,
    leads,
    reading_beats,
    readings,
)

SEATS = 3
DEALT = 51
SHOW_START, SHOW_EARLY, SHOW_LATE, SHOW_LANDLORD = 5, 4, 3, 2
WORDS = ("pass", "no", "call", "rob", "show", "double")
ANSWERS = {
    "show_start": ["show", "no"],
    "show_deal": ["show", "no"],
    "call": ["call", "no"],
    "rob": ["rob", "no"],
    "show": ["show", "no"],
    "double": ["double", "no"],
}


class Deal(Protocol):
    """What chance decides."""

    @property
    def arrival(self) -> Sequence[Sequence[int]]:
        """The 17 card ids of each seat in the order they come."""
        ...

    @property
    def bottom(self) -> Sequence[int]: ...

    @property
    def first(self) -> int:
        """The first caller, when nobody has shown."""
        ...


class Refused(Exception):
    """An action that is not legal; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def lead_text(reading: Reading, cards: str, opt: Options) -> str:
    """A lead as it is written: the reading stands before the cards only if it is not the default one."""
    found = readings(cards, opt)
    if reading == best(found):
        return cards
    kind, rank, _ = reading
    highest = max((r for r in found if r[0] == kind), key=lambda r: VALUE[r[1]])
    return f"{kind}:{cards}" if reading == highest else f"{kind}@{rank}:{cards}"


def read_play(text: str) -> tuple[str | None, str | None, str, list[int] | None]:
    """Kind, rank, ranks played, and the card ids if the text names physical cards."""
    kind: str | None = None
    rank: str | None = None
    if ":" in text:
        prefix, text = text.split(":", 1)
        kind, at, key = prefix.partition("@")
        if kind not in KINDS or (at and key not in VALUE):
            raise Refused("notation")
        rank = key if at else None
    cards = text.replace(" ", "").replace(",", "").replace("10", "T")
    if any(suit in cards for suit in SUITS):
        ids = []
        while cards:
            width = 1 if cards[0] in JOKERS else 2
            try:
                ids.append(card_id(cards[:width]))
            except ValueError:
                raise Refused("notation") from None
            cards = cards[width:]
        if len(set(ids)) != len(ids):
            raise Refused("notation")
        return kind, rank, ranks_of(ids), ids
    if not cards or not fits_deck(cards):
        raise Refused("notation")
    return kind, rank, sort_cards(cards), None


class Game:
    """One deal, or one game of several deals when all pass."""

    def __init__(
        self,
        opt: Options = QQ,
        deal: Callable[[int], Deal] | None = None,
        beans: Sequence[int] | None = None,
    ) -> None:
        self.opt = opt
        self.source = deal
        self.beans = None if beans is None else list(beans)
        self.players = SEATS
        self.deal_number = 0
        self.phase = "over"
        self.seat: int | None = None
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]
        self.bottom: list[int] = []
        self.landlord: int | None = None
        # The multiplier is the product of these.
        self.bid = 1
        self.robs = 0
        self.bombs = 0
        self.spring = False
        self.show_factor = [1] * SEATS  # a seat's own; the largest counts
        self.show_order: list[int] = []
        self.doubled: list[bool | None] = [None] * SEATS  # None: not asked, or not yet
        # Questions still to be put in this phase.
        self.queue: list[int] = []
        self.arrival: list[list[int]] = []
        self.dealt = 0
        self.first = 0
        self.caller: int | None = None
        self.last_claim = 0  # who called, bid or robbed last
        self.refused_call: list[int] = []
        # Play.
        self.table: Reading | None = None
        self.table_cards: list[int] = []
        self.table_by: int | None = None
        self.passes = 0
        self.plays_made = [0] * SEATS
        self.spring_possible = True
        self.winner: int | None = None  # the seat that went out
        if deal is not None:
            self._new_deal()

    @classmethod
    def position(
        cls,
        hands: Sequence[str],
        to_move: int,
        table: str | None = None,
        table_by: int | None = None,
        opt: Options = QQ,
    ) -> Game:
        """A position in the middle of play, of two or three hands; seat 0 is the landlord.

        The hands are ranks; their cards take the lowest ids still free, seat by seat.
        """
        game = cls(opt)
        game.players = len(hands)
        if game.players not in (2, 3):
            raise ValueError("two or three hands")
        if not all(hands):
            raise ValueError("a hand is empty")
        if not 0 <= to_move < game.players:
            raise ValueError("to_move is no seat")
        if not fits_deck("".join(hands) + (table or "")):
            raise ValueError("too many cards of a rank")
        if (table is None) != (table_by is None):
            raise ValueError("table and table_by go together")
        free = {rank: ids_of_rank(rank) for rank in VALUE}
        taken = [sorted(free[rank].pop(0) for rank in sort_cards(hand)) for hand in hands]
        game.hands = taken
        game.show_factor = [1] * game.players
        game.doubled = [None] * game.players
        game.plays_made = [0] * game.players
        game.landlord = 0
        game.phase = "play"
        game.seat = to_move
        if table is not None and table_by is not None:
            if not 0 <= table_by < game.players or table_by == to_move:
                raise ValueError("table_by is no seat, or the seat to move")
            game.table = default_reading(table, opt)
            if game.table is None:
                raise ValueError("no play on the table")
            game.table_cards = sorted(free[rank].pop(0) for rank in sort_cards(table))
            game.table_by = table_by
            game.passes = (to_move - table_by - 1) % game.players
        sizes = [len(hand) for hand in hands]
        game.spring_possible = table is None and to_move == 0 and sizes == [20, 17, 17]
        return game

    # Before play

    def _new_deal(self) -> None:
        assert self.source is not None
        deal = self.source(self.deal_number)
        self.arrival = [list(cards) for cards in deal.arrival]
        self.bottom = list(deal.bottom)
        self.first = deal.first
        self.hands = [[] for _ in range(SEATS)]
        self.dealt = 0
        self.show_factor = [1] * SEATS
        self.show_order = []
        self.bid, self.robs = 1, 0
        self.caller = None
        self.refused_call = []
        if self.opt.open_hand:
            self._ask("show_start", [0, 1, 2])
        else:
            self._deal_on()

    def _ask(self, phase: str, seats: list[int]) -> None:
        self.phase = phase
        self.queue = seats
        self.seat = seats[0]

    def _answered(self) -> bool:
        """Take the answering seat from the queue; is the queue now empty?"""
        self.queue = self.queue[1:]
        self.seat = self.queue[0] if self.queue else None
        return not self.queue

    def _deal_on(self) -> None:
        """Deal cards until a drawer is to be asked, or the auction begins."""
        while self.dealt < DEALT:
            drawer = self.dealt % SEATS
            self.hands[drawer].append(self.arrival[drawer][self.dealt // SEATS])
            self.dealt += 1
            late = self.opt.open_deal_thresholds[1]
            if self.opt.open_hand and drawer not in self.show_order and len(self.hands[drawer]) <= late:
                self._ask("show_deal", [drawer])
                return
        self._start_auction()

    def _start_auction(self) -> None:
        if self.opt.auction == "none":
            self._make_landlord(0)
            return
        first = self.show_order[0] if self.show_order else self.first
        self.first = first
        order = [(first + step) % SEATS for step in range(SEATS)]
        if self.opt.auction == "bid3":
            self.bid = 0
            self._ask("bid", order)
        else:
            self._ask("call", order)

    def _nobody_called(self) -> None:
        if self.show_order:
            self.bid = 1
            self._make_landlord(self.show_order[0])
        elif self.opt.all_pass == "first_caller":
            self.bid = 1
            self._make_landlord(self.first)
        else:
            self.deal_number += 1
            self._new_deal()

    def _start_robbing(self) -> None:
        assert self.caller is not None
        others = [(self.caller + step) % SEATS for step in (1, 2)]
        others = [seat for seat in others if seat not in self.refused_call]
        if others:
            self._ask("rob", others)
        else:
            self._ask_caller_again()

    def _ask_caller_again(self) -> None:
        assert self.caller is not None
        rerob = self.opt.caller_rerob
        if rerob == "always" or (rerob == "if_robbed" and self.robs > 0):
            self._ask("rob", [self.caller])
        else:
            self._make_landlord(self.last_claim)

    def _make_landlord(self, seat: int) -> None:
        self.landlord = seat
        self.hands[seat] += self.bottom
        for hand in self.hands:
            hand.sort()
        if self.opt.open_hand and seat not in self.show_order:
            self._ask("show", [seat])
        else:
            self._start_doubling()

    def _start_doubling(self) -> None:
        assert self.landlord is not None
        order = [(self.landlord + step) % SEATS for step in range(SEATS)]
        asked = [seat for seat in order if self._may_double(seat)] if self.opt.doubling else []
        if asked:
            self._ask("double", asked)
        else:
            self._start_play()

    def _may_double(self, seat: int) -> bool:
        if self.beans is None:
            return True
        rich = [number > self.opt.room_minimum for number in self.beans]
        if seat == self.landlord:
            return all(rich)
        assert self.landlord is not None
        return rich[seat] and rich[self.landlord]

    def _start_play(self) -> None:
        self.phase = "play"
        self.seat = self.landlord

    # What may be done

    def legal(self) -> list[str]:
        """The canonical text of every legal action, up to the choice of cards of equal rank."""
        if self.phase == "over":
            return []
        if self.phase == "bid":
            return [f"bid {number}" for number in range(self.bid + 1, 4)] + ["no"]
        if self.phase != "play":
            return list(ANSWERS[self.phase])
        assert self.seat is not None
        hand = ranks_of(self.hands[self.seat])
        if self.table is None:
            return sorted(
                lead_text((kind, rank, length), cards, self.opt) for kind, rank, length, cards in leads(hand, self.opt)
            )
        return [*sorted(follows_reading(hand, self.table, len(self.table_cards), self.opt)), "pass"]

    def check(self, text: str) -> str | None:
        """None for a legal action, else the code of the fault."""
        try:
            self._read(text)
        except Refused as refused:
            return refused.code
        return None

    def _read(self, text: str) -> tuple[str, Reading | None, list[int]]:
        """The word, or "play" with its reading and card ids; raises Refused."""
        text = text.strip()
        if text.startswith("bid"):
            number = text[3:].strip()
            if not number.isdecimal():
                raise Refused("notation")
            self._must_be("bid")
            if not self.bid < int(number) <= 3:
                raise Refused("bid_too_low")
            return f"bid {int(number)}", None, []
        if text in WORDS:
            if self.phase == "over":
                raise Refused("game_over")
            if text == "pass":
                self._must_be("play")
                if self.table is None:
                    raise Refused("must_lead")
            elif text not in [*ANSWERS.get(self.phase, []), *(["no"] if self.phase == "bid" else [])]:
                raise Refused("wrong_phase")
            return text, None, []
        kind, rank, cards, ids = read_play(text)
        self._must_be("play")
        assert self.seat is not None
        held = self.hands[self.seat]
        if ids is None:
            try:
                ids = lowest_ids(held, cards)
            except ValueError:
                raise Refused("not_held") from None
        elif not set(ids) <= set(held):
            raise Refused("not_held")
        return "play", self._stands(kind, rank, cards), sorted(ids)

    def _must_be(self, phase: str) -> None:
        if self.phase == "over":
            raise Refused("game_over")
        if self.phase != phase:
            raise Refused("wrong_phase")

    def _stands(self, kind: str | None, rank: str | None, cards: str) -> Reading:
        """The reading under which these cards may be played now."""
        found = readings(cards, self.opt)
        if not found:
            raise Refused("no_play")
        named: Reading | None = None
        if kind is not None:
            fitting = [reading for reading in found if reading[0] == kind and rank in (None, reading[1])]
            if not fitting:
                raise Refused("wrong_reading")
            named = max(fitting, key=lambda reading: VALUE[reading[1]])
        if self.table is None:
            return best(found) if named is None else named
        size = len(self.table_cards)
        able = [reading for reading in found if reading_beats(reading, len(cards), self.table, size)]
        if not able:
            like = any((r[0], r[2], len(cards)) == (self.table[0], self.table[2], size) for r in found)
            raise Refused("too_low" if like else "wrong_kind")
        stands = max(able, key=lambda reading: VALUE[reading[1]])
        if named is not None and named != stands:
            raise Refused("wrong_reading")
        return stands

    # Doing it

    def apply(self, text: str) -> None:
        """Do a legal action; raises Refused, changing nothing, for any other."""
        word, reading, ids = self._read(text)
        assert self.seat is not None
        seat, phase = self.seat, self.phase
        yes = word != "no"
        if phase == "show_start":
            if yes:
                self._show(seat, SHOW_START)
            if self._answered():
                self._deal_on()
        elif phase == "show_deal":
            if yes:
                early = self.opt.open_deal_thresholds[0]
                self._show(seat, SHOW_EARLY if len(self.hands[seat]) <= early else SHOW_LATE)
            self._answered()
            self._deal_on()
        elif phase == "call":
            if yes:
                self.caller = self.last_claim = seat
                self._start_robbing()
            else:
                self.refused_call.append(seat)
                if self._answered():
                    self._nobody_called()
        elif phase == "bid":
            if yes:
                self.bid = int(word.removeprefix("bid "))
                self.last_claim = seat
            if self._answered() or self.bid == 3:
                if self.bid == 0:
                    self._nobody_called()
                else:
                    self._make_landlord(self.last_claim)
        elif phase == "rob":
            if yes:
                self.robs += 1
                self.last_claim = seat
            if self._answered():
                if seat == self.caller:
                    self._make_landlord(self.last_claim)
                else:
                    self._ask_caller_again()
        elif phase == "show":
            if yes:
                self._show(seat, SHOW_LANDLORD)
            self._answered()
            self._start_doubling()
        elif phase == "double":
            self.doubled[seat] = yes
            if self._answered():
                self._start_play()
        elif word == "pass":
            self.passes += 1
            self.seat = (seat + 1) % self.players
            if self.passes == self.players - 1:
                self.table, self.table_cards, self.table_by, self.passes = None, [], None, 0
        else:
            assert reading is not None
            self._play(seat, reading, ids)

    def _show(self, seat: int, factor: int) -> None:
        self.show_factor[seat] = factor
        self.show_order.append(seat)

    def _play(self, seat: int, reading: Reading, ids: list[int]) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in ids]
        self.table, self.table_cards, self.table_by, self.passes = reading, ids, seat, 0
        self.plays_made[seat] += 1
        if reading[0] in ("bomb", "rocket"):
            self.bombs += 1
        if self.hands[seat]:
            self.seat = (seat + 1) % self.players
            return
        self.phase, self.seat, self.winner = "over", None, seat
        if self.spring_possible:
            assert self.landlord is not None
            if seat == self.landlord:
                self.spring = all(made == 0 for farmer, made in enumerate(self.plays_made) if farmer != self.landlord)
            else:
                self.spring = self.plays_made[self.landlord] == 1

    # The score

    @property
    def multiplier(self) -> int:
        """What everybody's score is multiplied by, the 加倍 of single players apart."""
        product = max(self.bid, 1) * max(self.show_factor)
        for _ in range(self.robs):
            product *= 2
        for _ in range(self.bombs):
            product *= self.opt.bomb_factor
        if self.spring:
            product *= self.opt.spring_factor
        return product

    def returns(self) -> list[float]:
        """The score of each seat; zeros until the deal is over."""
        score = [0.0] * self.players
        if self.phase != "over" or self.winner is None:
            return score
        assert self.landlord is not None
        sign = -1 if self.winner == self.landlord else 1
        own = [2 if doubled else 1 for doubled in self.doubled]
        for farmer in range(self.players):
            if farmer != self.landlord:
                amount = self.opt.base * self.multiplier * own[farmer] * own[self.landlord]
                score[farmer] = float(sign * amount)
        score[self.landlord] = -sum(score)
        return score

    def shown(self) -> dict[int, str]:
        """The hands that lie open; an endgame of two hands is played open."""
        seats = [0, 1] if self.players == 2 else sorted(self.show_order)
        return {seat: ranks_of(self.hands[seat]) for seat in seats}

    def hand(self, seat: int) -> str:
        return ranks_of(self.hands[seat])
