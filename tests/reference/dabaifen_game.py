"""A whole deal of 打百分, with or without contract, and the match that is a loop of deals.

Phases without contract: declare, bury, play, over; with contract: bid, name, bury, play, over. A physical card is an
id: 13 * suit + rank, 52 and 53, as in shengji_game.

Chance, all of it from the streams of the seed: deal k (0, and one more with each redeal) takes its cards from the
places stream of deal k, draw number c for card c; the piles are seat 0, 1, 2, 3, then the kitty.
- Without contract as in 升级: the order in which cards come is the arrival stream's of deal k; without `dealer=` the
  seat that draws first is draw 0, below(4), of the chance stream of deal k.
- With contract nobody is asked while cards come and there is no arrival order; without `first=` the first bidder is
  draw 0, below(4), of the chance stream of deal 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from . import shengji_game
from .dabaifen_rules import BIDS, DabaifenRules, Options, attackers_score, contract_scores
from .philox import CHANCE, Stream, deal_piles
from .shengji_game import SEATS, Action, Deal, Refused, cards_held, lowest_ids, seeded_deal
from .trick_bids import Auction, read_bid, read_name, suits_to_name
from .trick_cards import points_of, read_cards
from .trick_levels import LevelResult, level_result

HAND, KITTY = 12, 6
MATCH_POINTS = 13


def contract_deal(seed: int, game: int, deal: int, first: int | None) -> Deal:
    piles = deal_piles(seed, game, deal, (HAND,) * SEATS + (KITTY,))
    # decision: a redeal keeps the first bidder, as in 二七王.
    drawn = Stream(seed, game, 0, CHANCE).below(SEATS, 0) if first is None else first
    return Deal(piles[:SEATS], piles[SEATS], drawn)


class Game(shengji_game.Game):
    """One deal (of several dealings, where nobody declares or bids and that means a new one).

    `options` are those of 升级 that stand for `form`, the options of 打百分.
    """

    def __init__(
        self,
        source: Callable[[int], Deal] | None,
        dealer: int | None = None,
        levels: tuple[str, str] = ("2", "2"),
        options: Options | None = None,
    ) -> None:
        self.form = Options() if options is None else options
        if self.form.levels == "fixed" and levels != ("2", "2"):
            raise ValueError("levels are fixed")
        if self.form.contract and dealer is not None and source is not None:
            raise ValueError("the auction makes the dealer")
        self.auction: Auction | None = None
        self.bid: int | None = None
        self.scores: tuple[int, int] | None = None  # of the dealer's side and the attackers, in the contract game
        self.wrong_throw = False  # did the dealer's side end the deal with one?
        super().__init__(source, dealer, levels, self.form.tricks)

    @classmethod
    def start(  # type: ignore[override]  # the options are other ones
        cls,
        seed: int,
        game: int = 0,
        dealer: int | None = None,
        levels: tuple[str, str] = ("2", "2"),
        options: Options | None = None,
        first: int | None = None,
    ) -> Game:
        """`dealer` is for the game without contract, `first`, who bids first, for the one with it."""
        opt = Options() if options is None else options
        if first is not None and (not opt.contract or first not in range(SEATS)):
            raise ValueError("no such seat, or nobody bids")
        if opt.contract:
            return cls(lambda deal: contract_deal(seed, game, deal, first), dealer, levels, opt)
        return cls(lambda deal: seeded_deal(seed, game, deal, opt.tricks, dealer), dealer, levels, opt)

    @classmethod
    def position(  # type: ignore[override]  # likewise
        cls,
        hands: Sequence[str],
        trump: str,
        level: str = "2",
        dealer: int = 0,
        leader: int = 0,
        kitty: str = "",
        points: int = 0,
        bid: int | None = None,
        options: Options | None = None,
    ) -> Game:
        """The start of a trick, with hands of equal size; a bid for the contract game alone."""
        game = cls(None, dealer, (level, level), options)
        if game.form.contract != (bid in BIDS):
            raise ValueError("a bid goes with the contract game")
        lists = [lowest_ids(range(54), read_cards(hand)) for hand in [*hands, kitty]]
        if len(set(chain.from_iterable(lists))) != sum(map(len, lists)):
            raise ValueError("a card is there twice")
        game.hands, game.kitty, game.points, game.leader = lists[:SEATS], lists[SEATS], points, leader
        game.trump, game.burier, game.bid = trump, dealer, bid
        game.rules = DabaifenRules(trump, level, game.form)
        game.phase, game.seat = "play", leader
        return game

    # Bids and the trump suit

    def _new_deal(self) -> None:
        if not self.form.contract:
            super()._new_deal()
            return
        assert self.source is not None
        deal = self.source(self.deal_number)
        self.hands = [sorted(cards) for cards in deal.arrival]
        self.kitty, self.first = sorted(deal.kitty), deal.first
        self.auction = Auction(SEATS, self.first, BIDS)
        self.phase, self.seat = "bid", self.first

    @property
    def bids(self) -> list[tuple[int, int]]:
        """Seat and value of every bid of this deal."""
        return [] if self.auction is None else self.auction.bids

    def _answer_bid(self, value: int | None) -> None:
        assert self.auction is not None
        self.auction.answer(value)
        self.seat = self.auction.seat
        if self.seat is not None:
            return
        if self.auction.high is None:
            self.deal_number += 1
            self._new_deal()
            return
        self.dealer, self.bid = self.auction.high
        # decision: he sees the kitty, which nobody else does, names the suit and then buries, as in 二七王.
        self._take_kitty(self.dealer)
        self.phase = "name"

    @staticmethod
    def _names() -> list[str]:
        # decision: the contract is for one of the four suits, never for no trump.
        return suits_to_name(False)

    def _ask_robbers(self) -> None:
        super()._ask_robbers()
        assert self.trump is not None
        self.rules = DabaifenRules(self.trump, self.level, self.form)

    # What may be done

    def iter_legal(self) -> Iterator[str]:
        if self.phase == "bid":
            assert self.auction is not None
            yield from (f"bid {value}" for value in self.auction.left())
            yield "no"
        elif self.phase == "name":
            yield from (f"name {suit}" for suit in self._names())
        else:
            yield from super().iter_legal()

    def _read(self, action: Action) -> tuple[str, list[int]]:
        words = action.split() if isinstance(action, str) else []
        if words[:1] == ["bid"]:
            value = read_bid(" ".join(words))
            self._must_be("bid")
            assert self.auction is not None
            code = self.auction.check(value)
            if code != "ok":
                raise Refused(code)
            return f"bid {value}", []
        if words[:1] == ["name"]:
            suit = read_name(" ".join(words))
            self._must_be("name")
            if suit not in self._names():
                raise Refused("wrong_name")
            return f"name {suit}", []
        if words == ["no"] and self.phase == "bid":
            return "no", []
        if self.phase in ("bid", "name") and not isinstance(action, str):
            raise Refused("wrong_phase" if action and len(set(action)) == len(action) else "notation")
        return super()._read(action)

    def _must_be(self, phase: str) -> None:
        if self.phase != phase:
            raise Refused("game_over" if self.phase == "over" else "wrong_phase")

    # Doing it

    def apply(self, action: Action) -> None:
        """Do a legal action; raises Refused, changing nothing, for any other."""
        if self.phase not in ("bid", "name"):
            super().apply(action)
            return
        words, _ = self._read(action)
        assert self.seat is not None
        self.history.append((self.seat, words))
        if self.phase == "bid":
            self._answer_bid(None if words == "no" else int(words.split()[1]))
        else:
            self.trump = words.split()[1]
            self.phase = "bury"

    def _lead(self, seat: int, ids: list[int]) -> None:
        size = len(ids)
        super()._lead(seat, ids)
        failed = len(self.trick[0][1]) < size
        if failed and self.form.wrong_throw == "dealer_loses" and not self._attacks(seat):
            # decision: the lowest card lies on the table all the same, and the trick counts for nobody.
            self.wrong_throw = True
            self.phase, self.seat = "over", None
            if self.bid is None:
                self.result = LevelResult("attackers", 0, True)
            else:
                self.scores = (-self.bid, attackers_score(self.points))

    def _lay(self, seat: int, ids: list[int]) -> None:
        assert self.rules is not None
        self.hands[seat] = [card for card in self.hands[seat] if card not in ids]
        self.trick.append((seat, ids))
        self.played += ids
        self.seat = (seat + 1) % SEATS
        if len(self.trick) < SEATS:
            return
        plays = [cards_held(play) for _, play in self.trick]
        offset = self.rules.winner(plays)
        winner = (self.leader + offset) % SEATS
        attackers = self._attacks(winner)
        if attackers:
            self.points += points_of(chain.from_iterable(plays))
        self.tricks.append(self.trick)
        self.trick = []
        self.leader = self.seat = winner
        if any(self.hands):
            return
        self.phase, self.seat = "over", None
        kitty = points_of(cards_held(self.kitty))
        if self.bid is None:
            if attackers:
                self.points += kitty * self.rules.kitty_multiplier(plays[0])
            self.result = level_result(self.points, self.options)
        else:
            # decision: a trick is won with a trump if all the cards that won it are trumps, led or ruffing.
            trump_last = attackers and isinstance(self.rules, DabaifenRules) and self.rules.all_trumps(plays[offset])
            self.scores = contract_scores(self.bid, self.points, kitty, trump_last)
            if trump_last:
                self.points = 3 * (self.points + kitty)

    # The score

    def returns(self) -> list[float]:
        """Signed levels or match points of each seat, 0.5 for a take-over without any; with contract the scores."""
        # decision: 0.5 as in 升级, with fixed levels too; it makes no match point.
        if not self.form.contract:
            return super().returns()
        if self.scores is None:
            return [0.0] * SEATS
        return [float(self.scores[self._attacks(seat)]) for seat in range(SEATS)]

    def next_first(self) -> int:
        """Who bids first in the next deal of the contract game: the seat after the dealer."""
        if not self.over or self.dealer is None:
            raise ValueError("the deal is not over")
        return (self.dealer + 1) % SEATS


class Match(shengji_game.Match):
    """Deals without contract: to 13 match points with fixed levels, else as in 升级."""

    # decision: the contract game has no end of its own; its scores are added up as long as one likes.

    def __init__(self, seed: int, options: Options | None = None) -> None:
        self.form = Options() if options is None else options
        if self.form.contract:
            raise ValueError("the contract game has no match")
        self.points = [0, 0]  # match points of the pairs of seats 0, 2 and 1, 3
        super().__init__(seed, self.form.tricks)

    def new_game(self) -> Game:
        if self.over:
            raise ValueError("the match is over")
        return Game.start(self.seed, self.deals, self.dealer, (self.levels[0], self.levels[1]), self.form)

    def count(self, dealer: int, result: LevelResult) -> None:
        if self.form.levels == "moving":
            super().count(dealer, result)
            return
        self.deals += 1
        gaining = dealer % 2 if result.side == "dealer" else 1 - dealer % 2
        self.points[gaining] += result.levels
        if self.points[gaining] >= MATCH_POINTS:
            self.winner = gaining
            return
        self.dealer = (dealer + (2 if result.side == "dealer" else 1)) % SEATS
