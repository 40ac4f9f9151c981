"""A whole deal of 二七王: bids, the trump suit, the bury, the play, the score.

Phases: bid, name, bury, play, over. A physical card is an id: 54 * deck + 13 * suit + rank, as in shengji_game; the
pack of 92 cards has no 3 and no 4.

Chance, all of it from the streams of the seed: deal k (0, and one more with each redeal) takes its cards from the
places stream of deal k, draw number c for the c-th card of the pack in the order of ids; the piles are seat 0, 1, ...,
then the kitty. Nobody is asked while cards come, so there is no arrival order. Without `first=` the first bidder is
draw 0, below(players), of the chance stream of deal 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod

from .erqiwang_rules import BIDS, KITTY, NO_SURRENDER, Options, Result, bid_factor, deal_result, trump_rules
from .philox import CHANCE, Stream, deal_piles
from .shengji_game import Action, Refused, cards_held, lowest_ids
from .trick_bids import Auction, read_bid, read_name, suits_to_name
from .trick_cards import (
    WRITTEN,
    count_sub_multisets,
    points_of,
    read_cards,
    sort_cards,
    stock_of,
    sub_multisets,
    text_of,
)
from .trick_rules import TRUMP_GROUP, Trump


@dataclass(frozen=True)
class Deal:
    hands: Sequence[Sequence[int]]
    kitty: Sequence[int]
    first: int  # the first bidder


def seeded_deal(seed: int, game: int, deal: int, options: Options, first: int | None = None) -> Deal:
    piles = deal_piles(seed, game, deal, (options.hand,) * options.players + (KITTY,))
    pack = options.pack
    hands = [[pack[number] for number in pile] for pile in piles]
    # decision: a redeal keeps the first bidder, as 打大A keeps who draws first.
    drawn = Stream(seed, game, 0, CHANCE).below(options.players, 0) if first is None else first
    return Deal(hands[:-1], hands[-1], drawn)


class Game:
    """One deal (of several dealings, when nobody bids and that means a new one)."""

    def __init__(self, source: Callable[[int], Deal] | None, options: Options | None = None) -> None:
        self.options = Options() if options is None else options
        self.source = source
        self.deal_number = 0
        self.history: list[tuple[int, str]] = []
        self.hands: list[list[int]] = [[] for _ in range(self.options.players)]
        self.kitty: list[int] = []  # ascending; empty while the dealer names and buries
        self.shown: list[int] = []  # the kitty as all saw it
        self.first = 0
        self.auction: Auction | None = None
        self.bid: int | None = None
        self.dealer: int | None = None
        self.trump: str | None = None
        self.rules: Trump | None = None
        self.points = 0  # of the attackers
        self.leader = 0
        self.trick: list[tuple[int, list[int]]] = []
        self.played: list[int] = []
        self.tricks: list[list[tuple[int, list[int]]]] = []
        self.surrendered = False
        self.result: Result | None = None
        self.phase = "bid"
        self.seat: int | None = None
        if source is not None:
            self._new_deal()

    @classmethod
    def start(cls, seed: int, game: int = 0, first: int | None = None, options: Options | None = None) -> Game:
        """`first` bids first; without it this is a first deal, and chance says who does."""
        opt = Options() if options is None else options
        if first is not None and first not in range(opt.players):
            raise ValueError("no such seat")
        return cls(lambda deal: seeded_deal(seed, game, deal, opt, first), opt)

    @classmethod
    def position(
        cls,
        hands: Sequence[str],
        trump: str,
        dealer: int = 0,
        leader: int = 0,
        kitty: str = "",
        points: int = 0,
        bid: int = 80,
        options: Options | None = None,
    ) -> Game:
        """The start of a trick, with hands of equal size; the cards take the lowest ids free, seat by seat."""
        game = cls(None, options)
        if len(hands) != game.options.players or bid not in BIDS:
            raise ValueError("a wrong number of hands, or no such bid")
        free = game.options.pack
        lists = []
        for hand in [*hands, kitty]:
            ids = lowest_ids(free, read_cards(hand))
            free = [card for card in free if card not in ids]
            lists.append(ids)
        game.hands, game.kitty, game.points, game.leader = lists[:-1], lists[-1], points, leader
        game.dealer, game.bid, game.trump = dealer, bid, trump
        game.rules = trump_rules(trump, game.options)
        game.phase, game.seat = "play", leader
        return game

    # Bids, the trump suit, the bury

    def _new_deal(self) -> None:
        assert self.source is not None
        deal = self.source(self.deal_number)
        self.hands = [sorted(hand) for hand in deal.hands]
        self.kitty, self.first = sorted(deal.kitty), deal.first
        self.auction = Auction(self.options.players, self.first, BIDS)
        self.phase, self.seat = "bid", self.first

    def _answer_bid(self, value: int | None) -> None:
        assert self.auction is not None
        self.auction.answer(value)
        self.seat = self.auction.seat
        if self.seat is not None:
            return
        if self.auction.high is not None:
            self.dealer, self.bid = self.auction.high
        elif self.options.no_bid == "first_at_max":
            self.dealer, self.bid = self.first, BIDS[0]
        else:
            self.deal_number += 1
            self._new_deal()
            return
        self.shown, self.kitty = self.kitty, []
        self.hands[self.dealer] = sorted([*self.hands[self.dealer], *self.shown])
        self.phase, self.seat = "name", self.dealer

    def _names(self) -> list[str]:
        # decision: any suit may be named, also one that the dealer holds no card of.
        return suits_to_name(self.options.allow_no_trump)

    @property
    def bids(self) -> list[tuple[int, int]]:
        """Seat and value of every bid of this deal."""
        return [] if self.auction is None else self.auction.bids

    # What may be done

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def hand(self, seat: int) -> tuple[str, ...]:
        return sort_cards(cards_held(self.hands[seat]))

    def lead_cards(self) -> list[str]:
        """What was led to this trick."""
        return cards_held(self.trick[0][1])

    def unseen(self) -> list[str]:
        """What the seat to lead has not seen: all but its hand, the cards played, and the kitty if it buried it."""
        # decision: the cards of the shown kitty count as unseen, since they may still be played against the leader.
        assert self.seat is not None
        known = Counter(cards_held([*self.hands[self.seat], *self.played]))
        if self.seat == self.dealer:
            known += Counter(cards_held(self.kitty))
        return list((Counter(cards_held(self.options.pack)) - known).elements())

    def _may_throw_trumps(self) -> bool:
        """Under trump_only: is nobody else left with a trump?"""
        # decision: the hands decide, not what the leader can know of them.
        assert self.rules is not None
        return self.options.trump_throw and not any(
            self.rules.of_group(cards_held(hand), TRUMP_GROUP)
            for seat, hand in enumerate(self.hands)
            if seat != self.seat
        )

    def _at_first_lead(self) -> bool:
        # decision: the dealer's first lead is known by the full hands, also in a position from outside.
        return (
            self.phase == "play"
            and self.seat == self.dealer
            and not self.trick
            and all(len(hand) == self.options.hand for hand in self.hands)
        )

    def _may_surrender(self) -> bool:
        return self._at_first_lead() and self.bid is not None and self.bid > NO_SURRENDER

    def legal(self) -> list[str]:
        """The canonical text of every legal action. To bury, and to lead with all throws allowed, these are many."""
        return list(self.iter_legal())

    def iter_legal(self) -> Iterator[str]:
        if self.seat is None:
            return
        hand = cards_held(self.hands[self.seat])
        if self.phase == "bid":
            assert self.auction is not None
            yield from (f"bid {value}" for value in self.auction.left())
            yield "no"
        elif self.phase == "name":
            yield from (f"name {suit}" for suit in self._names())
        elif self.phase == "bury":
            for cards in sub_multisets(stock_of(hand), KITTY):
                yield f"bury {text_of(cards)}"
        elif self.trick:
            assert self.rules is not None
            yield from map(text_of, self.rules.follows(hand, self.lead_cards()))
        else:
            yield from map(text_of, self._leads(hand))
            if self._may_surrender():
                yield "surrender"

    def _leads(self, hand: list[str]) -> list[tuple[str, ...]]:
        assert self.rules is not None
        found = set(self.rules.leads(hand, self.unseen()))
        if self.options.throws == "trump_only" and self._may_throw_trumps():
            trumps = self.rules.of_group(hand, TRUMP_GROUP)
            for size in range(1, len(trumps) + 1):
                found |= {sort_cards(cards) for cards in sub_multisets(stock_of(trumps), size)}
        return sorted(found, key=lambda cards: [WRITTEN[card] for card in cards])

    def count_legal(self) -> int:
        """How many legal actions there are, without listing the many."""
        if self.seat is None:
            return 0
        hand = cards_held(self.hands[self.seat])
        if self.phase == "bury":
            return count_sub_multisets(stock_of(hand), KITTY)
        if self.phase == "play":
            return self._count_plays(hand) + self._may_surrender()
        return len(self.legal())

    def _count_plays(self, hand: list[str]) -> int:
        assert self.rules is not None
        if self.trick:
            return self.rules.count_follows(hand, self.lead_cards())
        if self.options.throws == "trump_only" and self._may_throw_trumps():
            trumps = self.rules.of_group(hand, TRUMP_GROUP)
            sides = [cards for cards in self.rules.leads(hand) if cards[0] not in trumps]
            return len(sides) + prod(held + 1 for _, held in stock_of(trumps)) - 1
        return self.rules.count_leads(hand, self.unseen())

    def check(self, action: Action) -> str:
        """The code of the fault, or "ok" for a legal action."""
        try:
            self._read(action)
        except Refused as refused:
            return refused.code
        return "ok"

    def _must_be(self, *phases: str) -> None:
        if self.phase == "over":
            raise Refused("game_over")
        if self.phase not in phases:
            raise Refused("wrong_phase")

    def _read(self, action: Action) -> tuple[str, list[int]]:
        """The canonical words of a legal action, without the cards, and its physical cards; Refused for any other."""
        if not isinstance(action, str):
            if not action or len(set(action)) != len(action):
                raise Refused("notation")
            self._must_be("bury", "play")
            return self._judged("bury" if self.phase == "bury" else "", sorted(action))
        words = action.split()
        word = words[0] if words else ""
        if words == ["no"]:
            self._must_be("bid")
        elif word == "bid":
            value = read_bid(action)
            self._must_be("bid")
            assert self.auction is not None
            self._agree(self.auction.check(value))
            return f"bid {value}", []
        elif word == "name":
            suit = read_name(action)
            self._must_be("name")
            self._agree("ok" if suit in self._names() else "wrong_name")
            return f"name {suit}", []
        elif words == ["surrender"]:
            self._must_be("play")
            self._agree("ok" if self._may_surrender() else "no_surrender")
        else:
            try:
                cards = read_cards(" ".join(words[1:] if word == "bury" else words))
            except ValueError:
                raise Refused("notation") from None
            if not cards:
                raise Refused("notation")
            self._must_be("bury" if word == "bury" else "play")
            assert self.seat is not None
            return self._judged(word if word == "bury" else "", lowest_ids(self.hands[self.seat], cards))
        return word, []

    @staticmethod
    def _agree(code: str) -> None:
        if code != "ok":
            raise Refused(code)

    def _judged(self, word: str, ids: list[int]) -> tuple[str, list[int]]:
        assert self.seat is not None
        if not set(ids) <= set(self.hands[self.seat]):
            raise Refused("not_held")
        cards = sort_cards(cards_held(ids))
        if word == "bury":
            self._agree("ok" if len(cards) == KITTY else "wrong_size")
        elif self.trick:
            assert self.rules is not None
            self._agree(self.rules.check_follow(cards_held(self.hands[self.seat]), self.lead_cards(), cards))
        else:
            self._agree(self._check_lead(cards))
        return word, ids

    def _check_lead(self, cards: tuple[str, ...]) -> str:
        assert self.rules is not None
        trumps_only = self.options.throws == "trump_only" and self.rules.one_group(cards) == TRUMP_GROUP
        if trumps_only and self._may_throw_trumps():
            return "ok"
        return self.rules.check_lead(cards, self.unseen())

    # Doing it

    def apply(self, action: Action) -> None:
        """Do a legal action; raises Refused, changing nothing, for any other."""
        words, ids = self._read(action)
        assert self.seat is not None
        seat = self.seat
        self.history.append((seat, " ".join([*words.split(), *sort_cards(cards_held(ids))])))
        if self.phase == "bid":
            self._answer_bid(None if words == "no" else int(words.split()[1]))
        elif self.phase == "name":
            self.trump = words.split()[1]
            self.phase = "bury"
        elif self.phase == "bury":
            assert self.trump is not None
            self.hands[seat] = [card for card in self.hands[seat] if card not in ids]
            self.kitty = ids
            self.rules = trump_rules(self.trump, self.options)
            self.phase, self.leader = "play", seat
        elif words == "surrender":
            assert self.bid is not None
            self.surrendered = True
            self.phase, self.seat = "over", None
            self.result = Result("attackers", 1, bid_factor(self.bid))
        elif self.trick:
            self._lay(seat, ids)
        else:
            self._lead(seat, ids)

    def _lead(self, seat: int, ids: list[int]) -> None:
        assert self.rules is not None
        others = [cards_held(hand) for other, hand in enumerate(self.hands) if other != seat]
        throw = self.rules.throw(cards_held(ids), others)
        if not throw.stands:
            ids = lowest_ids(ids, throw.forced)
            penalty = self.options.throw_penalty
            self.points = self.points + penalty if seat == self.dealer else max(0, self.points - penalty)
        self._lay(seat, ids)

    def _lay(self, seat: int, ids: list[int]) -> None:
        assert self.rules is not None and self.bid is not None
        seats = self.options.players
        self.hands[seat] = [card for card in self.hands[seat] if card not in ids]
        self.trick.append((seat, ids))
        self.played += ids
        self.seat = (seat + 1) % seats
        if len(self.trick) < seats:
            return
        winner = (self.leader + self.rules.winner([cards_held(play) for _, play in self.trick])) % seats
        if winner != self.dealer:
            self.points += points_of(cards_held(chain.from_iterable(play for _, play in self.trick)))
        trick, self.trick = self.trick, []
        self.tricks.append(trick)
        self.leader = self.seat = winner
        if any(self.hands):
            return
        if winner != self.dealer:
            shape = trick[0][1] if self.options.kitty_shape == "led" else dict(trick)[winner]
            self.points += self.rules.kitty_multiplier(cards_held(shape)) * points_of(cards_held(self.kitty))
        self.phase, self.seat = "over", None
        self.result = deal_result(self.points, self.bid)

    # The score

    def returns(self) -> list[float]:
        """Each attacker's grade times factor, the dealer's opposite sum; zeros until the deal is over."""
        players = self.options.players
        if self.result is None:
            return [0.0] * players
        amount = float(self.result.grade * self.result.factor)
        if self.result.side == "dealer":
            amount = -amount
        return [amount if seat != self.dealer else -amount * (players - 1) for seat in range(players)]

    def next_first(self) -> int:
        """Who bids first in the next deal: the dealer if he stays, else the seat after him."""
        if self.result is None or self.dealer is None:
            raise ValueError("the deal is not over")
        return (self.dealer + (self.result.side == "attackers")) % self.options.players
