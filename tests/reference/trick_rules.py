"""The rules of a trick of 升级 (one to three decks) and of whist: order, units, leads, follows, who wins, what it pays.

Everything works on the number held of each card, see trick_cards. A place is a number in the order of a group, 0 the
lowest; cards that are equal share a place. A shape is (width, length): (2, 3) is a tractor of three pairs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import NamedTuple

from .trick_cards import (
    NO_TRUMP,
    PRESETS,
    RANKS,
    SUITS,
    WRITTEN,
    Cards,
    Options,
    Stock,
    at_least,
    cards_of,
    count_sub_multisets,
    read_cards,
    sort_cards,
    stock_of,
    sub_multisets,
    text_of,
    without,
)
from .trick_levels import LevelResult, level_result, room_points

__all__ = ["PRESETS", "LevelResult", "Options", "Throw", "Trump", "Unit", "level_result", "room_points", "text_of"]

TRUMP_GROUP = "T"

Shape = tuple[int, int]
# For whole titanics, titanics of two, triples and tractors a list each, and a number of pairs.
Answer = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int]
DUTIES = {(3, 2): "must_titanic", (2, 2): "must_tractor", (3, 1): "must_triple", (2, 1): "must_pair"}
TRIPLE_LADDER: list[list[tuple[int, int]]] = [[(3, 1)], [(2, 1)], []]


class Unit(NamedTuple):
    kind: str  # "single", "pair", "triple", "tractor", "titanic"
    length: int  # in places
    cards: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.cards) // self.length


class Throw(NamedTuple):
    stands: bool
    forced: tuple[str, ...]  # empty when it stands


KINDS = {(1, False): "single", (2, False): "pair", (3, False): "triple", (2, True): "tractor", (3, True): "titanic"}


def _twice_or_more(stock: Stock, most: int) -> Iterator[Stock]:
    """Every choice of at most so many cards that takes of each card none, two or more."""
    if not stock:
        yield ()
        return
    (card, held), rest = stock[0], stock[1:]
    for taken in (0, *range(2, min(held, most) + 1)):
        for others in _twice_or_more(rest, most - taken):
            yield ((card, taken), *others) if taken else others


def size_of(shape: Shape) -> tuple[int, int]:
    """What units are ordered by: cards, then width."""
    width, length = shape
    return width * length, width


class Trump:
    """The order of the cards under one trump suit ("NT": none) and level, and all that follows from it."""

    def __init__(
        self,
        suit: str,
        level: str | None,
        options: Options | None = None,
        permanent: Sequence[str] | None = None,
        ranks: str = RANKS,
    ) -> None:
        """`permanent`: ranks that are always trumps, low to high (None: as the options say); `ranks`: the pack's."""
        if suit not in (*SUITS, NO_TRUMP):
            raise ValueError(f"no such trump suit: {suit!r}")
        if level is not None and level not in RANKS:
            raise ValueError(f"no such level: {level!r}")
        self.suit = suit
        self.level = level
        self.options = opt = Options() if options is None else options
        if permanent is None:
            permanent = ["2"] if opt.two_is_trump and level not in (None, "2") else []
        plain = [rank for rank in ranks if rank != level and rank not in permanent]
        # The places of each group, low to high, and whether a place is adjacent to the next.
        self.places: dict[str, list[tuple[str, ...]]] = {}
        self.links: dict[str, list[bool]] = {}
        suit_links = [opt.gap_tractor or RANKS.index(b) == RANKS.index(a) + 1 for a, b in pairwise(plain)]
        for side in SUITS:
            if side != suit:
                self.places[side] = [(side + rank,) for rank in plain]
                self.links[side] = suit_links
        trumps: list[tuple[str, ...]] = []
        links: list[bool] = []
        if suit != NO_TRUMP:
            trumps += [(suit + rank,) for rank in plain]
            links += suit_links
        high = [*permanent] if level is None else [*permanent, level]
        if high:
            above: list[tuple[str, ...]] = []
            for rank in high:
                above.append(tuple(side + rank for side in SUITS if side != suit))
                if suit != NO_TRUMP:
                    above.append((suit + rank,))
            above += [("w",), ("W",)]
            if trumps:
                links.append(opt.level_tractor == "full")
            links += [opt.level_tractor != "jokers_only"] * (len(above) - 2) + [True]
            trumps += above
        self.places[TRUMP_GROUP] = trumps
        self.links[TRUMP_GROUP] = links
        self._where = {
            card: (group, place)
            for group, places in self.places.items()
            for place, equal in enumerate(places)
            for card in equal
        }
        self._splits: dict[Stock, tuple[Unit, ...]] = {}
        self._answers: dict[tuple[Stock, tuple[Shape, ...]], Answer] = {}

    # Order

    def order(self) -> list[tuple[str, ...]]:
        """The places of the trump group, high to low."""
        return self.places[TRUMP_GROUP][::-1]

    def group(self, card: str) -> str:
        """The suit, or "T" for a trump."""
        return self._where[card][0]

    def place(self, card: str) -> int:
        return self._where[card][1]

    def one_group(self, cards: Cards) -> str | None:
        """The group of these cards, None if they are of several (or none)."""
        groups = {self.group(card) for card in cards}
        return groups.pop() if len(groups) == 1 else None

    def of_group(self, hand: Cards, group: str) -> list[str]:
        return [card for card in hand if self.group(card) == group]

    def _lead_group(self, lead: Cards) -> str:
        group = self.one_group(lead)
        if group is None:
            raise ValueError("the cards are not of one group")
        return group

    # Units

    def runs(self, stock: Stock, group: str, shape: Shape) -> Iterator[tuple[str, ...]]:
        """Every unit of this shape in the stock, as its different cards from the low to the high place."""
        width, length = shape
        enough = {card for card, held in stock if held >= width}
        places, links = self.places[group], self.links[group]
        for low in range(len(places) - length + 1):
            if all(links[low : low + length - 1]):
                yield from product(*([c for c in places[p] if c in enough] for p in range(low, low + length)))

    def shapes_in(self, stock: Stock, group: str) -> list[Shape]:
        """The shape of every unit that the stock holds, also inside larger ones; largest first."""
        found = []
        for width in (1, 2, 3):
            length = 1
            while any(self.runs(stock, group, (width, length))):
                found.append((width, length))
                if width == 1:
                    break
                length += 1  # a longer chain has a shorter one in it
        return sorted(found, key=size_of, reverse=True)

    def top(self, run: Sequence[str]) -> int:
        return max(self.place(card) for card in run)

    def make_unit(self, run: Sequence[str], width: int) -> Unit:
        return Unit(KINDS[width, len(run) > 1], len(run), sort_cards([card for card in run for _ in range(width)]))

    def units(self, cards: str | Cards) -> list[Unit]:
        """The split of a lead: its list of units, largest first, is the largest of all splits.

        Of equal lists the one whose first unit lies highest (then the second, ...), then takes spades before hearts
        before diamonds before clubs at each place, the highest place first.
        """
        cards = read_cards(cards)
        return list(self._split(stock_of(cards), self._lead_group(cards)))

    def _split(self, stock: Stock, group: str) -> tuple[Unit, ...]:
        if not stock:
            return ()
        if stock not in self._splits:
            # The largest list begins with the largest unit there is; try every unit of that shape.
            shape = self.shapes_in(stock, group)[0]
            width, length = shape
            runs = sorted(self.runs(stock, group, shape), key=self._preference)
            if length == 1:  # no chain is left, so that every card is a unit of its own
                runs = runs[:1]
            best: tuple[Unit, ...] = ()
            for run in runs:
                split = (self.make_unit(run, width), *self._split(without(stock, run, width), group))
                if self._sizes(split) > self._sizes(best):
                    best = split
            self._splits[stock] = best
        return self._splits[stock]

    def _preference(self, run: Sequence[str]) -> tuple[int, list[int]]:
        return -self.top(run), [WRITTEN[card] for card in reversed(run)]

    @staticmethod
    def _sizes(split: Sequence[Unit]) -> list[tuple[int, int]]:
        return [size_of((unit.width, unit.length)) for unit in split]

    def shapes(self, lead: Cards) -> tuple[Shape, ...]:
        return tuple((unit.width, unit.length) for unit in self.units(lead))

    def is_tractor(self, cards: str | Cards) -> bool:
        return self._is_one(cards, "tractor")

    def is_titanic(self, cards: str | Cards) -> bool:
        return self._is_one(cards, "titanic")

    def _is_one(self, cards: str | Cards, kind: str) -> bool:
        cards = read_cards(cards)
        return self.one_group(cards) is not None and [unit.kind for unit in self.units(cards)] == [kind]

    # Leading

    def _protected(self, card: str, stock: Stock) -> bool:
        """Does a pair of this card stand in a larger thing that the options protect?"""
        held = dict(stock)
        if self.options.protect_triples and held[card] == 3:
            return True
        group, place = self._where[card]
        paired = {self.place(other) for other, number in stock if number >= 2 and self.group(other) == group}
        links = self.links[group]
        below = place - 1 in paired and links[place - 1]
        above = place + 1 in paired and links[place]
        return self.options.protect_tractors and (below or above)

    def _unprotected(self, stock: Stock) -> Stock:
        return tuple((card, held) for card, held in stock if held >= 2 and not self._protected(card, stock))

    def beats_unit(self, hand: str | Cards, unit: tuple[str, int, tuple[str, ...]], protect: bool = True) -> bool:
        """Does the hand hold a higher unit of the same shape in that group?"""
        _, length, cards = unit
        group = self._lead_group(cards)
        shape = (len(cards) // length, length)
        stock = stock_of(self.of_group(read_cards(hand), group))
        if shape == (2, 1) and protect:
            stock = self._unprotected(stock)
        return any(self.top(run) > self.top(cards) for run in self.runs(stock, group, shape))

    def throw(self, lead: str | Cards, others: Iterable[str | Cards]) -> Throw:
        """Does the lead stand against these hands, and if not, what must be led instead?"""
        lead = read_cards(lead)
        hands = [read_cards(hand) for hand in others]
        units = self.units(lead)
        if len(units) == 1:
            return Throw(True, ())
        beaten = [unit for unit in units if any(self.beats_unit(hand, unit) for hand in hands)]
        if not beaten:
            return Throw(True, ())
        if self.options.throw_fail == "single_card":
            return Throw(False, (min(lead, key=lambda card: (self.place(card), WRITTEN[card])),))
        worst = min(beaten, key=self._lowness)
        if self.options.throw_fail == "beaten_card":
            return Throw(False, (min(worst.cards, key=lambda card: (self.place(card), WRITTEN[card])),))
        return Throw(False, worst.cards)

    def _lowness(self, unit: Unit) -> tuple[int, int, int, int, list[tuple[int, int]]]:
        size = len(unit.cards) if self.options.throw_fail == "smallest_unit" else 0
        low = min(self.place(card) for card in unit.cards)
        suits = sorted((self.place(card), WRITTEN[card]) for card in unit.cards)
        return size, low, unit.width, unit.length, suits

    def certain(self, cards: str | Cards, pool: str | Cards) -> bool:
        """A single unit, or a throw of which no unit can be beaten by any cards of the pool.

        Protected pairs count here: a hand that holds less of the pool would hold the pair alone.
        """
        units = self.units(cards)
        return len(units) == 1 or not any(self.beats_unit(pool, unit, protect=False) for unit in units)

    def check_lead(self, cards: str | Cards, pool: str | Cards = ()) -> str:
        """A reason code, or "ok"; the pool (of unseen cards) matters only under throws="certain"."""
        cards = read_cards(cards)
        group = self.one_group(cards)
        if group is None:
            return "two_groups"
        if len(self.units(cards)) > 1:
            if self.options.throws == "none" or (group == TRUMP_GROUP and not self.options.trump_throw):
                return "no_throw"
            if self.options.throws == "certain" and not self.certain(cards, pool):
                return "not_certain"
        return "ok"

    def _single_units(self, stock: Stock, group: str) -> set[tuple[str, ...]]:
        return {
            self.make_unit(run, shape[0]).cards
            for shape in self.shapes_in(stock, group)
            for run in self.runs(stock, group, shape)
        }

    def leads(self, hand: str | Cards, pool: str | Cards = ()) -> list[tuple[str, ...]]:
        """Every legal lead. Under throws="all" these are very many."""
        hand = read_cards(hand)
        found: set[tuple[str, ...]] = set()
        for group in self.places:
            stock = stock_of(self.of_group(hand, group))
            ones = self._single_units(stock, group)
            found |= ones
            if self.options.throws == "none" or (group == TRUMP_GROUP and not self.options.trump_throw):
                continue
            safe = ones
            if self.options.throws == "certain":
                safe = {cards for cards in ones if not self.beats_unit(pool, self._unit_of(cards), protect=False)}
                # Every card of a certain throw lies in one of its units, and all of these are safe.
                stock = tuple((card, held) for card, held in stock if any(card in cards for cards in safe))
            for size in range(1, sum(held for _, held in stock) + 1):
                for cards in sub_multisets(stock, size):
                    if self.options.throws == "all" or all(unit.cards in safe for unit in self.units(cards)):
                        found.add(cards)
        return sorted(found, key=lambda cards: [WRITTEN[card] for card in cards])

    def _unit_of(self, cards: Sequence[str]) -> Unit:
        different = set(cards)
        return self.make_unit(tuple(different), len(cards) // len(different))

    def count_leads(self, hand: str | Cards, pool: str | Cards = ()) -> int:
        """The number of legal leads; under throws="all" without listing the throws."""
        hand = read_cards(hand)
        if self.options.throws != "all":
            return len(self.leads(hand, pool))
        total = 0
        for group in self.places:
            stock = stock_of(self.of_group(hand, group))
            if group == TRUMP_GROUP and not self.options.trump_throw:
                total += len(self._single_units(stock, group))
            else:
                total += prod(held + 1 for _, held in stock) - 1
        return total

    # Following

    def answer(self, cards: str | Cards, lead: str | Cards) -> Answer:
        """The best answer to the lead that these cards of its group hold, to be compared from the left."""
        return self._answer(stock_of(read_cards(cards)), self.shapes(lead), self._lead_group(read_cards(lead)))

    def _answer(self, stock: Stock, lead: tuple[Shape, ...], group: str) -> Answer:
        stock = at_least(stock, 2)
        if (stock, lead) not in self._answers:
            self._answers[stock, lead] = self._find_answer(stock, lead, group)
        return self._answers[stock, lead]

    def _find_answer(self, stock: Stock, lead: tuple[Shape, ...], group: str) -> Answer:
        # All that may be left after the best answer to the parts met so far.
        states = {stock}
        twos = sum(1 for shape in lead if shape == (3, 2))
        triples = sum(1 for shape in lead if shape == (3, 1))
        wholes = []
        for length in sorted((n for width, n in lead if width == 3 and n >= 3), reverse=True):
            after = self._after(states, group, [(3, length)])
            wholes.append(1 if after else 0)
            if after:
                states = after
            else:
                twos += length // 2
                triples += length % 2
        titanic_rungs, states = self._rungs(states, group, self._titanic_ladder(), twos)
        triple_rungs, states = self._rungs(states, group, TRIPLE_LADDER, triples)
        led = sorted((n for width, n in lead if width == 2), reverse=True)
        tractors: list[int] = []
        while True:
            room = sum(led[: len(tractors) + 1]) - sum(tractors)
            longest = min([room, *tractors[-1:]])
            for length in range(longest, 1, -1):
                after = self._after(states, group, [(2, length)])
                if after:
                    tractors.append(length)
                    states = after
                    break
            else:
                break
        pairs = max(min(sum(led) - sum(tractors), len(at_least(state, 2))) for state in states)
        return tuple(wholes), tuple(titanic_rungs), tuple(triple_rungs), tuple(tractors), pairs

    def _titanic_ladder(self) -> list[list[Shape]]:
        """What each rung of the answer to a titanic of two reserves, best first."""
        titanic, tractor, triple, pair = (3, 2), (2, 2), (3, 1), (2, 1)
        middle = [[tractor], [triple, triple]]
        if self.options.titanic_ladder == "triples_first":
            middle.reverse()
        return [[titanic], *middle, [triple, pair], [triple], [pair, pair], [pair], []]

    def _rungs(
        self, states: set[Stock], group: str, ladder: list[list[Shape]], times: int
    ) -> tuple[list[int], set[Stock]]:
        """The best rung (0 is the lowest), so many times, and what may be left."""
        rungs = []
        for _ in range(times):
            for rung, shapes in enumerate(ladder):
                after = self._after(states, group, shapes)
                if after:
                    rungs.append(len(ladder) - 1 - rung)
                    states = after
                    break
        return rungs, states

    def _after(self, states: set[Stock], group: str, shapes: list[Shape]) -> set[Stock]:
        """What may be left of any of these stocks once units of these shapes are taken from it."""
        for shape in shapes:
            states = {without(state, run, shape[0]) for state in states for run in self.runs(state, group, shape)}
        return states

    def duty(self, cards: str | Cards, lead: str | Cards) -> Answer:
        """What a hand with these cards of the lead's group owes: its best answer, save for protected pairs."""
        cards, lead = read_cards(cards), read_cards(lead)
        shapes = self.shapes(lead)
        if shapes == ((2, 1),):
            return (), (), (), (), min(1, len(self._unprotected(stock_of(cards))))
        return self._answer(stock_of(cards), shapes, self._lead_group(lead))

    def _follow_structures(self, own: Stock, lead: Sequence[str]) -> Iterator[tuple[tuple[str, ...], list[str], int]]:
        """Every legal choice of cards played twice or more; the kinds free for the other cards, and how many of these.

        Only cards played twice or more matter for an answer; all others are played once or not at all.
        """
        shapes, group, owed = self.shapes(lead), self._lead_group(lead), self.duty(cards_of(own), lead)
        for more in _twice_or_more(at_least(own, 2), len(lead)):
            played = cards_of(more)
            loose = len(lead) - len(played)
            free = [card for card, _ in own if card not in played]
            if loose <= len(free) and self._answer(more, shapes, group) >= owed:
                yield played, free, loose

    def follows(self, hand: str | Cards, lead: str | Cards) -> list[tuple[str, ...]]:
        """Every legal follow, each multiset once."""
        hand, lead = read_cards(hand), read_cards(lead)
        group = self._lead_group(lead)
        own = self.of_group(hand, group)
        if len(own) <= len(lead):
            rest = stock_of(card for card in hand if self.group(card) != group)
            found = [sort_cards([*own, *more]) for more in sub_multisets(rest, len(lead) - len(own))]
        else:
            found = [
                sort_cards([*more, *some])
                for more, free, loose in self._follow_structures(stock_of(own), lead)
                for some in combinations(free, loose)
            ]
        return sorted(found, key=lambda cards: [WRITTEN[card] for card in cards])

    def count_follows(self, hand: str | Cards, lead: str | Cards) -> int:
        hand, lead = read_cards(hand), read_cards(lead)
        group = self._lead_group(lead)
        own = self.of_group(hand, group)
        if len(own) <= len(lead):
            rest = stock_of(card for card in hand if self.group(card) != group)
            return count_sub_multisets(rest, len(lead) - len(own))
        return sum(comb(len(free), loose) for _, free, loose in self._follow_structures(stock_of(own), lead))

    def check_follow(self, hand: str | Cards, lead: str | Cards, play: str | Cards) -> str:
        """A reason code, or "ok"."""
        hand, lead, play = read_cards(hand), read_cards(lead), read_cards(play)
        if Counter(play) - Counter(hand):
            return "not_held"
        if len(play) != len(lead):
            return "wrong_size"
        group = self._lead_group(lead)
        own, played = self.of_group(hand, group), self.of_group(play, group)
        if len(played) < min(len(own), len(lead)):
            return "must_follow"
        if len(own) <= len(lead):
            return "ok"
        owed, given = self.duty(own, lead), self.answer(played, lead)
        if given >= owed:
            return "ok"
        return self._missed(given, owed)

    def _missed(self, given: Answer, owed: Answer) -> str:
        """The first thing owed that was not given."""
        if given[0] != owed[0]:
            return "must_titanic"
        for ladder, played, best in (
            (self._titanic_ladder(), given[1], owed[1]),
            (TRIPLE_LADDER, given[2], owed[2]),
        ):
            for a, b in zip(played, best, strict=True):
                if a != b:
                    missing = Counter(ladder[-1 - b]) - Counter(ladder[-1 - a])
                    return next(DUTIES[shape] for shape in ladder[-1 - b] if missing[shape])
        return "must_tractor" if given[3] != owed[3] else "must_pair"

    # Who wins

    def covers(self, lead: str | Cards, play: str | Cards) -> bool:
        """Is the play of the led group, or a ruff, with every unit of the lead in it?"""
        lead, play = read_cards(lead), read_cards(play)
        group = self.one_group(play)
        if len(play) != len(lead) or group not in (self._lead_group(lead), TRUMP_GROUP):
            return False
        assert group is not None
        return self._fits(stock_of(play), group, self.shapes(lead))

    def _fits(self, stock: Stock, group: str, shapes: Iterable[Shape]) -> bool:
        """Can units of all these shapes be laid out of so many cards? The singles are then what is left over."""
        return bool(self._after({stock}, group, [shape for shape in shapes if shape != (1, 1)]))

    def deciding_height(self, play: Sequence[str], shapes: Sequence[Shape]) -> int:
        """The highest place that a unit of the first shape has in any layout of all these shapes."""
        group, stock, first = self._lead_group(play), stock_of(play), shapes[0]
        return max(
            self.top(run)
            for run in self.runs(stock, group, first)
            if self._fits(without(stock, run, first[0]), group, shapes[1:])
        )

    def height_lists(self, play: Sequence[str], shapes: Sequence[Shape]) -> set[tuple[int, ...]]:
        """The heights of the units, largest shape first and the higher of equal shapes first, of every layout."""
        group = self._lead_group(play)
        larger = [shape for shape in shapes if shape != (1, 1)]
        layouts: set[tuple[tuple[int, ...], Stock]] = {((), stock_of(play))}
        for index, shape in enumerate(larger):
            after = set()
            for heights, state in layouts:
                limit = heights[-1] if index and larger[index - 1] == shape else len(self.places[group])
                for run in self.runs(state, group, shape):
                    if self.top(run) <= limit:
                        after.add(((*heights, self.top(run)), without(state, run, shape[0])))
            layouts = after
        found = set()
        for heights, rest in layouts:
            singles = sorted((self.place(card) for card in cards_of(rest)), reverse=True)
            found.add((*heights, *singles))
        return found

    def winner(self, plays: Iterable[str | Cards]) -> int:
        """Who takes the trick, counted from the leader."""
        played = [read_cards(play) for play in plays]
        lead = played[0]
        shapes, led, rule = self.shapes(lead), self._lead_group(lead), self.options.overruff
        best, best_ruffs = 0, False
        standing = max(self.height_lists(lead, shapes)) if rule == "all" else self._height(lead, shapes)
        for offset, play in enumerate(played[1:], 1):
            if not self.covers(lead, play):
                continue
            ruffs = self.one_group(play) != led
            if best_ruffs and not ruffs:
                continue
            lists = self.height_lists(play, shapes) if rule == "all" else {self._height(play, shapes)}
            higher = any(h != standing and all(a >= b for a, b in zip(h, standing, strict=True)) for h in lists)
            if higher or (ruffs and not best_ruffs):
                best, best_ruffs, standing = offset, ruffs, max(lists)
        return best

    def _height(self, play: Sequence[str], shapes: Sequence[Shape]) -> tuple[int, ...]:
        if self.options.overruff == "highest":
            return (self.top(play),)
        return (self.deciding_height(play, shapes),)

    # Kitty

    def kitty_multiplier(self, cards: str | Cards) -> int:
        """What the points of the kitty are multiplied by, for the lead (or the winning cards) of the last trick."""
        largest = self.units(cards)[0]
        size = len(largest.cards)
        exponents = {"pow2": size, "pairs": 1 if largest.width == 1 else largest.length + 1}
        factors = {"linear2": 2 * size, "linear": size, "fixed2": 2}
        rule = self.options.kitty_rule
        factor: int = 1 << exponents[rule] if rule in exponents else factors[rule]
        return factor if self.options.kitty_cap is None else min(factor, self.options.kitty_cap)
