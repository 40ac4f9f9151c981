"""A whole deal of 升级, from the first card dealt to the level result, and the match that is a loop of deals.

Phases: declare, bury, rob, play, over. A physical card is an id: 54 * deck + 13 * suit + rank, with the suits S H D C =
0..3 and the ranks 2, 3, ..., A = 0..12; 52 is the small joker of a deck, 53 the big one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from .cards import card_text
from .philox import CHANCE, Stream, arrival_order, deal_piles
from .shengji_declare import Standing, after_show, may_show, rob_sets, show_sets, strength, suit_shown
from .trick_cards import (
    DECK,
    NO_TRUMP,
    RANKS,
    SUITS,
    Options,
    count_sub_multisets,
    points_of,
    read_cards,
    sort_cards,
    stock_of,
    sub_multisets,
    text_of,
)
from .trick_rules import LevelResult, Trump, level_result, room_points

SEATS = 4
WORDS = ("declare", "bury", "rob")  # words that cards follow; each names its phase
Action = str | Sequence[int]


class Refused(Exception):
    """An action that is not legal; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Deal:
    """What chance decides: the cards of each seat and of the kitty in the order they come, and who draws first."""

    arrival: list[list[int]]
    kitty: list[int]
    first: int


def card_of(card: int) -> str:
    return card_text(card % 54)


def cards_held(ids: Iterable[int]) -> list[str]:
    return [card_of(card) for card in ids]


def lowest_ids(held: Iterable[int], cards: Iterable[str]) -> list[int]:
    """The lowest ids held of each of these cards; Refused if they are not held."""
    left = sorted(held)
    taken = []
    for card in cards:
        found = [number for number in left if card_of(number) == card]
        if not found:
            raise Refused("not_held")
        taken.append(found[0])
        left.remove(found[0])
    return sorted(taken)


def seeded_deal(seed: int, game: int, deal: int, options: Options, dealer: int | None) -> Deal:
    hand = (54 * options.decks - options.kitty) // SEATS
    piles = deal_piles(seed, game, deal, (hand,) * SEATS + (options.kitty,))
    lists = arrival_order(seed, game, deal, piles)
    first = Stream(seed, game, deal, CHANCE).below(SEATS, 0) if dealer is None else dealer
    return Deal(lists[:SEATS], lists[SEATS], first)


class Game:
    """One deal (of several dealings, when nobody declares and that means a new one)."""

    def __init__(
        self,
        source: Callable[[int], Deal] | None,
        dealer: int | None = None,
        levels: tuple[str, str] = ("2", "2"),
        options: Options | None = None,
    ) -> None:
        if dealer is None and levels[0] != levels[1]:
            raise ValueError("a first deal has one level")
        if any(level not in RANKS for level in levels):
            raise ValueError("no such level")
        if dealer is not None and dealer not in range(SEATS):
            raise ValueError("no such seat")
        self.options = Options() if options is None else options
        self.source = source
        self.levels = levels
        self.level = levels[0 if dealer is None else dealer % 2]
        self.deal_number = 0
        self.history: list[tuple[int, str]] = []
        # The bury, the robs and the play.
        self.dealer = dealer
        self.trump: str | None = None  # a suit or "NT"; None until it is known
        self.rules: Trump | None = None
        self.burier: int | None = None
        self.rob_shown: tuple[str, ...] = ()  # last shown, in declaring or robbing
        self.queue: list[int] = []  # seats still to be asked whether they rob
        self.stake = 1
        self.points = 0  # of the attackers
        self.leader = 0
        self.trick: list[tuple[int, list[int]]] = []
        self.played: list[int] = []
        self.tricks: list[list[tuple[int, list[int]]]] = []
        self.result: LevelResult | None = None
        # Dealing and declaring.
        self.arrival: list[list[int]] = [[] for _ in range(SEATS)]
        self.kitty: list[int] = []  # in the order dealt; once buried, ascending; empty while somebody buries
        self.first = 0
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]
        self.dealt = 0
        self.asked = 0  # seats dealt with in the round after the last card
        self.standing = Standing()
        self.phase = "declare"
        self.seat: int | None = None
        if source is not None:
            self._new_deal()

    @classmethod
    def start(
        cls,
        seed: int,
        game: int = 0,
        dealer: int | None = None,
        levels: tuple[str, str] = ("2", "2"),
        options: Options | None = None,
    ) -> Game:
        opt = Options() if options is None else options
        return cls(lambda deal: seeded_deal(seed, game, deal, opt, dealer), dealer, levels, opt)

    @classmethod
    def position(
        cls,
        hands: Sequence[str],
        trump: str,
        level: str,
        dealer: int = 0,
        leader: int = 0,
        kitty: str = "",
        points: int = 0,
        options: Options | None = None,
    ) -> Game:
        """The start of a trick, with hands of equal size; the cards take the lowest ids free, seat by seat."""
        opt = Options() if options is None else options
        free = list(range(54 * opt.decks))
        lists = []
        for hand in [*hands, kitty]:
            ids = lowest_ids(free, read_cards(hand))
            free = [card for card in free if card not in ids]
            lists.append(ids)
        game = cls(None, dealer, (level, level), opt)
        game.hands, game.kitty, game.points, game.leader = lists[:SEATS], lists[SEATS], points, leader
        game.trump, game.rules, game.burier = trump, Trump(trump, level, opt), dealer
        game.phase, game.seat = "play", leader
        return game

    # Dealing and declaring

    def _new_deal(self) -> None:
        assert self.source is not None
        deal = self.source(self.deal_number)
        self.arrival, self.kitty, self.first = deal.arrival, list(deal.kitty), deal.first
        self.hands = [[] for _ in range(SEATS)]
        self.dealt = self.asked = 0
        self._deal_on()

    def _deal_on(self) -> None:
        """Deal cards until somebody is to be asked, or all is declared."""
        while self.dealt < sum(len(cards) for cards in self.arrival):
            drawer = (self.first + self.dealt) % SEATS
            self.hands[drawer] = sorted([*self.hands[drawer], self.arrival[drawer][self.dealt // SEATS]])
            self.dealt += 1
            if self._shows(drawer):
                self.seat = drawer
                return
        while self.asked < SEATS:
            seat = (self.first + self.asked) % SEATS
            self.asked += 1
            if self._shows(seat):
                self.seat = seat
                return
        self._declared()

    def _shows(self, seat: int) -> list[tuple[str, ...]]:
        """What the seat may show now."""
        hand = cards_held(self.hands[seat])
        return [
            cards
            for cards in show_sets(self.level, self.options)
            if not Counter(cards) - Counter(hand) and may_show(self.standing, seat, hand, cards, self.options)
        ]

    def _declared(self) -> None:
        """Trump and dealer are settled; the dealer takes the kitty."""
        self.trump = self.standing.suit
        if self.trump is None:
            if self.options.nobody_declares == "redeal":
                self.deal_number += 1
                self._new_deal()
                return
            self.trump = self._trump_of_kitty()
        if self.dealer is None:
            last = self.options.first_dealer == "last_declarer"
            declarer = self.standing.declarer if last else self.standing.first_declarer
            self.dealer = self.first if declarer is None else declarer
        self.rob_shown = self.standing.cards
        self._take_kitty(self.dealer)

    def _trump_of_kitty(self) -> str:
        if self.options.nobody_declares == "no_trump":
            return NO_TRUMP
        cards = cards_held(self.kitty)[2:]
        if self.options.nobody_declares == "kitty3":
            cards = cards[:1]
        suits = [card[0] for card in cards if card[0] in SUITS]
        return suits[0] if suits else NO_TRUMP

    @property
    def declarer(self) -> int | None:
        return self.standing.declarer

    @property
    def locked(self) -> bool:
        return self.standing.locked

    def _raise_stake(self) -> None:
        self.stake *= self.options.stake_factor
        if self.options.stake_cap is not None:
            self.stake = min(self.stake, self.options.stake_cap)

    # Burying and robbing

    def _take_kitty(self, seat: int) -> None:
        self.hands[seat] = sorted([*self.hands[seat], *self.kitty])
        self.kitty = []
        self.burier = seat
        self.phase, self.seat = "bury", seat

    def _most_points(self) -> int | None:
        """How many points may be buried; None: any number."""
        assert self.seat is not None
        if self.options.kitty_points_max is None:
            return None
        worth = sorted(points_of([card]) for card in cards_held(self.hands[self.seat]))
        return max(self.options.kitty_points_max, sum(worth[: self.options.kitty]))

    def _buried(self) -> None:
        assert self.burier is not None
        self.queue = []
        if self.options.rob_kitty:
            self.queue = [(self.burier + turn) % SEATS for turn in (1, 2, 3)]
        self._ask_robbers()

    def _ask_robbers(self) -> None:
        while self.queue and not self._robs(self.queue[0]):
            self.queue = self.queue[1:]
        if self.queue:
            self.phase, self.seat = "rob", self.queue[0]
            return
        assert self.trump is not None and self.dealer is not None
        self.rules = Trump(self.trump, self.level, self.options)
        self.phase, self.seat, self.leader = "play", self.dealer, self.dealer

    def _robs(self, seat: int) -> list[tuple[str, ...]]:
        hand = Counter(cards_held(self.hands[seat]))
        stronger = strength(self.rob_shown)
        return [
            cards
            for cards in rob_sets(self.level, self.options)
            if not Counter(cards) - hand and strength(cards) > stronger
        ]

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
        assert self.seat is not None
        known = Counter(cards_held([*self.hands[self.seat], *self.played]))
        if self.burier == self.seat:
            known += Counter(cards_held(self.kitty))
        pack = Counter(DECK * self.options.decks)
        return list((pack - known).elements())

    def legal(self) -> list[str]:
        """The canonical text of every legal action. To bury, and to lead with all throws allowed, these are many."""
        return list(self.iter_legal())

    def iter_legal(self) -> Iterator[str]:
        if self.seat is None:
            return
        hand = cards_held(self.hands[self.seat])
        if self.phase == "declare":
            yield from (f"declare {text_of(cards)}" for cards in self._shows(self.seat))
            yield "no"
        elif self.phase == "rob":
            yield from (f"rob {text_of(cards)}" for cards in self._robs(self.seat))
            yield "no"
        elif self.phase == "bury":
            most = self._most_points()
            for cards in sub_multisets(stock_of(hand), self.options.kitty):
                if most is None or points_of(cards) <= most:
                    yield f"bury {text_of(cards)}"
        else:
            assert self.rules is not None
            yield from map(text_of, self.rules.follows(hand, self.lead_cards()) if self.trick else self._leads(hand))

    def _leads(self, hand: list[str]) -> list[tuple[str, ...]]:
        assert self.rules is not None
        return self.rules.leads(hand, self.unseen())

    def count_legal(self) -> int:
        """How many legal actions there are, without listing the many."""
        if self.seat is None:
            return 0
        hand = cards_held(self.hands[self.seat])
        if self.phase == "bury":
            return self._count_buries(hand)
        if self.phase == "play":
            assert self.rules is not None
            if self.trick:
                return self.rules.count_follows(hand, self.lead_cards())
            return self.rules.count_leads(hand, self.unseen())
        return len(self.legal())

    def _count_buries(self, hand: list[str]) -> int:
        size, most = self.options.kitty, self._most_points()
        if most is None:
            return count_sub_multisets(stock_of(hand), size)
        # Take so many fives, tens and kings each way, and fill up with cards without points.
        worth = [stock_of(card for card in hand if points_of([card]) == points) for points in (0, 5, 10)]
        return sum(
            count_sub_multisets(worth[0], size - fives - tens)
            * count_sub_multisets(worth[1], fives)
            * count_sub_multisets(worth[2], tens)
            for fives in range(size + 1)
            for tens in range(size + 1 - fives)
            if 5 * fives + 10 * tens <= most
        )

    def check(self, action: Action) -> str:
        """The code of the fault, or "ok" for a legal action."""
        try:
            self._read(action)
        except Refused as refused:
            return refused.code
        return "ok"

    def _read(self, action: Action) -> tuple[str, list[int]]:
        """The word ("no", or the phase) and the physical cards of a legal action; Refused for any other."""
        if isinstance(action, str):
            word, cards = self._parse(action)
        else:
            word, cards = self.phase, []
            if not action or len(set(action)) != len(action):
                raise Refused("notation")
        if self.phase == "over":
            raise Refused("game_over")
        if word == "no":
            if self.phase not in ("declare", "rob"):
                raise Refused("wrong_phase")
            return "no", []
        if word != self.phase:
            raise Refused("wrong_phase")
        assert self.seat is not None
        held = self.hands[self.seat]
        if isinstance(action, str):
            ids = lowest_ids(held, cards)
        else:
            ids = sorted(action)
            if not set(ids) <= set(held):
                raise Refused("not_held")
        code = self._judge(sort_cards(cards_held(ids)))
        if code != "ok":
            raise Refused(code)
        return word, ids

    @staticmethod
    def _parse(text: str) -> tuple[str, list[str]]:
        words = text.split()
        if words == ["no"]:
            return "no", []
        word = words[0] if words and words[0] in WORDS else "play"
        try:
            cards = read_cards(" ".join(words if word == "play" else words[1:]))
        except ValueError:
            raise Refused("notation") from None
        if not cards:
            raise Refused("notation")
        return word, cards

    def _judge(self, cards: tuple[str, ...]) -> str:
        """The code for these cards, which are held, in this phase."""
        assert self.seat is not None
        hand = cards_held(self.hands[self.seat])
        if self.phase == "declare":
            if cards not in show_sets(self.level, self.options):
                return "no_declaration"
            return "ok" if cards in self._shows(self.seat) else "too_weak"
        if self.phase == "rob":
            if cards not in rob_sets(self.level, self.options):
                return "no_declaration"
            return "ok" if cards in self._robs(self.seat) else "too_weak"
        if self.phase == "bury":
            if len(cards) != self.options.kitty:
                return "wrong_size"
            most = self._most_points()
            return "ok" if most is None or points_of(cards) <= most else "too_many_points"
        assert self.rules is not None
        if self.trick:
            return self.rules.check_follow(hand, self.lead_cards(), cards)
        return self.rules.check_lead(cards, self.unseen())

    # Doing it

    def apply(self, action: Action) -> None:
        """Do a legal action; raises Refused, changing nothing, for any other."""
        word, ids = self._read(action)
        assert self.seat is not None
        seat, cards = self.seat, sort_cards(cards_held(ids))
        said = [] if self.phase == "play" else [word]
        self.history.append((seat, " ".join([*said, *cards])))
        if self.phase == "declare":
            if word != "no":
                self.standing, grows = after_show(self.standing, seat, cards, self.options)
                if grows:
                    self._raise_stake()
            self.seat = None
            self._deal_on()
        elif self.phase == "bury":
            self.hands[seat] = [card for card in self.hands[seat] if card not in ids]
            self.kitty = ids
            self._buried()
        elif self.phase == "rob":
            if word == "no":
                self.queue = self.queue[1:]
                self._ask_robbers()
            else:
                self.rob_shown, self.trump = cards, suit_shown(cards)
                self._raise_stake()
                self._take_kitty(seat)
        elif self.trick:
            self._lay(seat, ids)
        else:
            self._lead(seat, ids)

    def _lead(self, seat: int, ids: list[int]) -> None:
        assert self.rules is not None and self.dealer is not None
        others = [cards_held(self.hands[other]) for other in range(SEATS) if other != seat]
        throw = self.rules.throw(cards_held(ids), others)
        if not throw.stands:
            ids = lowest_ids(ids, throw.forced)
            penalty = self.options.throw_penalty
            attacks = self._attacks(seat)
            self.points = max(0, self.points - penalty) if attacks else self.points + penalty
        self._lay(seat, ids)

    def _attacks(self, seat: int) -> bool:
        assert self.dealer is not None
        return seat % 2 != self.dealer % 2

    def _lay(self, seat: int, ids: list[int]) -> None:
        assert self.rules is not None
        self.hands[seat] = [card for card in self.hands[seat] if card not in ids]
        self.trick.append((seat, ids))
        self.played += ids
        self.seat = (seat + 1) % SEATS
        if len(self.trick) < SEATS:
            return
        winner = (self.leader + self.rules.winner([cards_held(play) for _, play in self.trick])) % SEATS
        if self._attacks(winner):
            self.points += points_of(cards_held(chain.from_iterable(play for _, play in self.trick)))
        trick, self.trick = self.trick, []
        self.tricks.append(trick)
        self.leader = self.seat = winner
        if any(self.hands):
            return
        if self._attacks(winner):
            shape = trick[0][1] if self.options.kitty_shape == "led" else dict(trick)[winner]
            factor = self.rules.kitty_multiplier(cards_held(shape))
            self.points += factor * points_of(cards_held(self.kitty))
        self.phase, self.seat = "over", None
        self.result = level_result(self.points, self.options)

    # The score

    def returns(self) -> list[float]:
        """Signed levels of each seat; zeros until the deal is over."""
        if self.result is None:
            return [0.0] * SEATS
        amount = float(self.result.levels) or 0.5
        if self.options.stakes:
            amount *= self.stake
        attackers_win = self.result.side == "attackers"
        return [amount if self._attacks(seat) == attackers_win else -amount for seat in range(SEATS)]

    def room_points(self, scores: Sequence[int], grand_slam: int | None = None) -> int:
        """What each of the winners gets in the room."""
        assert self.result is not None
        return room_points(self.result.side, self.result.levels, scores, grand_slam, self.stake, self.options)


class Match:
    """Deals from level 2 on until a dealer's side wins one at A."""

    def __init__(self, seed: int, options: Options | None = None) -> None:
        self.seed = seed
        self.options = Options() if options is None else options
        self.levels = ["2", "2"]  # of the pairs of seats 0, 2 and 1, 3
        self.played_as_dealer: list[set[str]] = [set(), set()]
        self.dealer: int | None = None
        self.deals = 0
        self.winner: int | None = None  # a pair

    @property
    def over(self) -> bool:
        return self.winner is not None

    def new_game(self) -> Game:
        """The next deal of the match; `finish` takes it back once it is over."""
        if self.over:
            raise ValueError("the match is over")
        return Game.start(self.seed, self.deals, self.dealer, (self.levels[0], self.levels[1]), self.options)

    def finish(self, game: Game) -> None:
        if game.result is None or game.dealer is None:
            raise ValueError("the deal is not over")
        self.count(game.dealer, game.result)

    def count(self, dealer: int, result: LevelResult) -> None:
        """Count a deal with this dealer and this result."""
        pair = dealer % 2
        level = self.levels[pair]
        self.deals += 1
        self.played_as_dealer[pair].add(level)
        if result.side == "dealer" and level == "A":
            self.winner = pair
            return
        gaining = pair if result.side == "dealer" else 1 - pair
        for _ in range(result.levels):
            level = self.levels[gaining]
            if level == "A" or (level in self.options.must_play and level not in self.played_as_dealer[gaining]):
                break
            self.levels[gaining] = RANKS[RANKS.index(level) + 1]
        self.dealer = (dealer + (2 if result.side == "dealer" else 1)) % SEATS
