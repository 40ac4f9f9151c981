"""The plays of 斗地主: what a set of cards can be, what beats what, what a hand can play.

A reading is (kind, key rank, length). A play is a body (the rank or ranks that are compared) and wings (the cards it
carries along). `shapes` finds every way to split a set of cards into body and wings with no regard to the options;
`allowed` then says whether the options permit one. `readings` is the two together.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from .cards import (
    CHAIN_RANKS,
    FULL_DECK,
    JOKERS,
    ORDER,
    VALUE,
    choose,
    every_subset,
    fits_deck,
    holds,
    minus,
    sort_cards,
)

LARGEST_HAND = 20

KINDS = (
    "solo",
    "pair",
    "trio",
    "trio_solo",
    "trio_pair",
    "solo_chain",
    "pair_chain",
    "trio_chain",
    "trio_solo_chain",
    "trio_pair_chain",
    "four_two_solo",
    "four_two_pair",
    "bomb",
    "rocket",
)
FOUR_TWO = ("four_two_solo", "four_two_pair")
BARE_TRIO = ("trio", "trio_chain")
WINGED = ("trio_solo", "trio_pair", "trio_solo_chain", "trio_pair_chain", "four_two_solo", "four_two_pair")

Reading = tuple[str, str, int]


@dataclass(frozen=True)
class Options:
    """Every option of the rules page; the defaults are the preset `qq`."""

    kicker_same_rank: int = 4
    kicker_rocket: bool = True
    kicker_pair_repeat: bool = True
    kicker_body_rank: bool = False
    kicker_extends_chain: bool = True
    four_two_pair_as_solos: bool = True
    four_two: bool = True
    bare_trio: bool = True
    banned_kinds: frozenset[str] = frozenset()
    caller_rerob: str = "if_robbed"
    all_pass: str = "redeal"
    auction: str = "call_rob"
    open_hand: bool = True
    doubling: bool = True
    room_minimum: int = 0
    open_deal_thresholds: tuple[int, int] = (9, 17)
    base: int = 1
    bomb_factor: int = 2
    spring_factor: int = 2

    def __post_init__(self) -> None:
        if self.kicker_same_rank not in (1, 2, 3, 4):
            raise ValueError("kicker_same_rank is 1, 2, 3 or 4")
        if not self.banned_kinds <= set(KINDS):
            raise ValueError("banned_kinds names an unknown kind")
        if self.caller_rerob not in ("if_robbed", "always", "never"):
            raise ValueError("caller_rerob is if_robbed, always or never")
        if self.all_pass not in ("redeal", "first_caller"):
            raise ValueError("all_pass is redeal or first_caller")
        if self.auction not in ("call_rob", "bid3", "none"):
            raise ValueError("auction is call_rob, bid3 or none")


QQ = Options()
_LAOZHANG = replace(QQ, kicker_rocket=False, kicker_same_rank=3, kicker_pair_repeat=False)
_DISTINCT = replace(
    QQ, kicker_same_rank=1, kicker_pair_repeat=False, kicker_extends_chain=False, four_two_pair_as_solos=False
)
PRESETS: dict[str, Options] = {
    "qq": QQ,
    "rlcard": replace(_LAOZHANG, kicker_extends_chain=False),
    "laozhang": _LAOZHANG,
    "openspiel": replace(_LAOZHANG, four_two=False),
    "douzero": replace(QQ, kicker_pair_repeat=False),
    "distinct": _DISTINCT,
    "pagat": replace(_DISTINCT, kicker_rocket=False),
    "botzone": _DISTINCT,
}


class Body(NamedTuple):
    """The compared part of a kind of play, and how many wings of which sort it takes."""

    kind: str
    rank: str
    length: int
    cards: str
    wing_size: int  # 0 no wings, 1 single cards, 2 pairs
    wing_number: int

    @property
    def size(self) -> int:
        return len(self.cards) + self.wing_size * self.wing_number

    @property
    def copies(self) -> int:
        """How often each rank stands in the body."""
        return len(self.cards) // len(set(self.cards))


class Shape(NamedTuple):
    """One way to see a set of cards as a play."""

    kind: str
    rank: str
    length: int
    wings: str

    @property
    def reading(self) -> Reading:
        return (self.kind, self.rank, self.length)


def _chains(copies: int, shortest: int) -> Iterator[tuple[str, int, str]]:
    """Every run of at least `shortest` consecutive ranks from 3 to A, each rank `copies` times."""
    for low in range(len(CHAIN_RANKS)):
        for high in range(low + shortest, len(CHAIN_RANKS) + 1):
            run = CHAIN_RANKS[low:high]
            yield run[0], len(run), "".join(rank * copies for rank in run)


def _all_bodies() -> Iterator[Body]:
    for rank in ORDER:
        yield Body("solo", rank, 1, rank, 0, 0)
    for rank in ORDER:
        if rank not in JOKERS:
            yield Body("pair", rank, 1, rank * 2, 0, 0)
            yield Body("trio", rank, 1, rank * 3, 0, 0)
            yield Body("trio_solo", rank, 1, rank * 3, 1, 1)
            yield Body("trio_pair", rank, 1, rank * 3, 2, 1)
            yield Body("four_two_solo", rank, 1, rank * 4, 1, 2)
            yield Body("four_two_pair", rank, 1, rank * 4, 2, 2)
            yield Body("bomb", rank, 1, rank * 4, 0, 0)
    for low, length, cards in _chains(1, 5):
        yield Body("solo_chain", low, length, cards, 0, 0)
    for low, length, cards in _chains(2, 3):
        yield Body("pair_chain", low, length, cards, 0, 0)
    for low, length, cards in _chains(3, 2):
        yield Body("trio_chain", low, length, cards, 0, 0)
        yield Body("trio_solo_chain", low, length, cards, 1, length)
        yield Body("trio_pair_chain", low, length, cards, 2, length)
    yield Body("rocket", "w", 1, "wW", 0, 0)


BODIES = tuple(body for body in _all_bodies() if body.size <= LARGEST_HAND)
BODIES_OF_SIZE = {
    size: tuple((body, frozenset(body.cards), body.copies) for body in BODIES if body.size == size)
    for size in range(LARGEST_HAND + 1)
}


@lru_cache(maxsize=1 << 17)
def _shapes(cards: str) -> tuple[Shape, ...]:
    if not fits_deck(cards):
        return ()
    held = Counter(cards)
    at_least = [{rank for rank, number in held.items() if number >= copies} for copies in range(5)]
    found = []
    for body, ranks, copies in BODIES_OF_SIZE.get(len(cards), ()):
        if not ranks <= at_least[copies]:
            continue
        wings = "".join(rank * (number - copies if rank in ranks else number) for rank, number in held.items())
        if body.wing_size == 2 and any(number % 2 for number in Counter(wings).values()):
            continue  # the wings are not made of pairs
        if body.kind == "trio_solo" and wings == body.rank:
            continue  # 3333 is only ever a bomb
        found.append(Shape(body.kind, body.rank, body.length, wings))
    return tuple(found)


def shapes(cards: str) -> tuple[Shape, ...]:
    """Every split of the cards into body and wings, whatever the options."""
    if len(cards) > LARGEST_HAND or not set(cards) <= set(ORDER):
        return ()
    return _shapes(sort_cards(cards))


def allowed(shape: Shape, opt: Options) -> bool:
    """Do the options permit this shape?"""
    kind = shape.kind
    if kind in opt.banned_kinds:
        return False
    if kind in FOUR_TWO and not opt.four_two:
        return False
    if kind in BARE_TRIO and not opt.bare_trio:
        return False
    if not shape.wings:
        return True
    wings = Counter(shape.wings)
    if kind in ("trio_solo_chain", "four_two_solo") and wings["w"] and wings["W"] and not opt.kicker_rocket:
        return False
    most = max(wings.values())
    if kind in ("trio_pair_chain", "four_two_pair") and most == 4 and not opt.kicker_pair_repeat:
        return False
    if kind == "four_two_solo" and most == 2 and not opt.four_two_pair_as_solos:
        return False
    if kind == "trio_solo_chain":
        if most > opt.kicker_same_rank:
            return False
        low = VALUE[shape.rank]
        chain = ORDER[low : low + shape.length]
        if not opt.kicker_body_rank and any(rank in chain for rank in wings):
            return False
        if not opt.kicker_extends_chain:
            neighbours = [rank for rank in CHAIN_RANKS if VALUE[rank] in (low - 1, low + shape.length)]
            if any(wings[rank] >= 3 for rank in neighbours):
                return False
    return True


def readings(cards: str, opt: Options = QQ) -> set[Reading]:
    """Everything these cards can be; empty when they are no play."""
    return {shape.reading for shape in shapes(cards) if allowed(shape, opt)}


def best(found: set[Reading]) -> Reading:
    """The reading that leads by default: the longest chain, then no wings, then the highest key."""
    return max(found, key=lambda reading: (reading[2], reading[0] not in WINGED, VALUE[reading[1]]))


def default_reading(cards: str, opt: Options = QQ) -> Reading | None:
    found = readings(cards, opt)
    return best(found) if found else None


def reading_beats(a: Reading, size_a: int, b: Reading, size_b: int) -> bool:
    """Does a play read as a, of size_a cards, beat a play read as b, of size_b cards?"""
    kind_a, rank_a, length_a = a
    kind_b, rank_b, length_b = b
    if kind_b == "rocket":
        return False
    if kind_a == "rocket":
        return True
    if kind_a == "bomb" and kind_b != "bomb":
        return True
    return kind_a == kind_b and length_a == length_b and size_a == size_b and VALUE[rank_a] > VALUE[rank_b]


def beating_reading(play: str, table: Reading, table_size: int, opt: Options = QQ) -> Reading | None:
    """The reading of the play that stands: the beating one with the highest key; None when none beats."""
    able = [reading for reading in readings(play, opt) if reading_beats(reading, len(play), table, table_size)]
    return max(able, key=lambda reading: VALUE[reading[1]]) if able else None


def beats(play: str, table: str, opt: Options = QQ) -> bool:
    """A table given as cards stands as its default reading; the play counts if any reading beats it."""
    on_table = default_reading(table, opt)
    return on_table is not None and beating_reading(play, on_table, len(table), opt) is not None


def candidates(hand: str) -> set[str]:
    """Every set of cards of the hand that is a body with the right number of wings, right or wrong ones."""
    found: set[str] = set()
    for body in BODIES:
        if body.size > len(hand) or not holds(hand, body.cards):
            continue
        rest = minus(hand, body.cards)
        if body.wing_size == 2:
            # Choose among one card for each pair, then double what was chosen.
            pairs = "".join(rank * (number // 2) for rank, number in Counter(rest).items())
            wing_sets = [wings * 2 for wings in choose(pairs, body.wing_number)]
        else:
            wing_sets = list(choose(rest, body.wing_number))
        found.update(sort_cards(body.cards + wings) for wings in wing_sets)
    return found


def leads(hand: str, opt: Options = QQ) -> set[tuple[str, str, int, str]]:
    """Every (kind, rank, length, cards) that the hand can lead."""
    return {(*reading, cards) for cards in candidates(hand) for reading in readings(cards, opt)}


def exhaustive_leads(hand: str, opt: Options = QQ) -> set[tuple[str, str, int, str]]:
    """The same, by looking at every sub-multiset of the hand; for small hands."""
    return {(*reading, cards) for cards in every_subset(hand) for reading in readings(cards, opt)}


def follows_reading(hand: str, table: Reading, table_size: int, opt: Options = QQ) -> dict[str, Reading]:
    """Every set of cards of the hand that beats what lies on the table, with the reading that stands."""
    found = {}
    for cards in candidates(hand):
        reading = beating_reading(cards, table, table_size, opt)
        if reading is not None:
            found[cards] = reading
    return found


def follows(hand: str, table: str, opt: Options = QQ) -> dict[str, Reading]:
    """The same for a table given as cards, which stand as their default reading; no play has no follows."""
    on_table = default_reading(table, opt)
    return {} if on_table is None else follows_reading(hand, on_table, len(table), opt)


def exhaustive_follows(hand: str, table: Reading, table_size: int, opt: Options = QQ) -> dict[str, Reading]:
    """follows_reading by looking at every sub-multiset of the hand; for small hands."""
    found = {}
    for cards in every_subset(hand):
        reading = beating_reading(cards, table, table_size, opt)
        if reading is not None:
            found[cards] = reading
    return found


@lru_cache(maxsize=1)
def all_shapes() -> tuple[tuple[str, tuple[Shape, ...]], ...]:
    """Every set of at most 20 cards of the pack that has a shape at all, with its shapes."""
    sets = sorted(candidates(FULL_DECK), key=lambda cards: (len(cards), [VALUE[rank] for rank in cards]))
    return tuple((cards, found) for cards in sets if (found := shapes(cards)))


def all_combos(opt: Options = QQ) -> Iterator[tuple[str, str, int, str]]:
    """Every distinct (kind, rank, length, cards) of at most 20 cards."""
    for cards, found in all_shapes():
        for shape in found:
            if allowed(shape, opt):
                yield (*shape.reading, cards)


class Count(NamedTuple):
    plays: int
    sets: int
    ambiguous: int  # sets with two readings or more
    by_kind: dict[tuple[str, int], int]  # by kind and chain length


def count(opt: Options = QQ) -> Count:
    """How many plays and sets of cards the options allow."""
    of_set: Counter[str] = Counter()
    by_kind: Counter[tuple[str, int]] = Counter()
    for kind, _, length, cards in all_combos(opt):
        of_set[cards] += 1
        by_kind[kind, length] += 1
    ambiguous = sum(1 for number in of_set.values() if number >= 2)
    return Count(sum(of_set.values()), len(of_set), ambiguous, dict(by_kind))
