"""The plays of 打大A: what a set of cards is, what beats what, what a hand can play and take.

A set of cards is a string of ranks sorted by ORDER; "*" is a big ace. It has at most one reading (kind, key, length).
The key is the rank that is compared. The length counts the links of a run and is 1 for everything else.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

ORDER = "3456789TJQKA2wW*"  # as cards are written
RANKS = "456789TJQKA23"  # the ordinary ranks, the lowest first
JOKERS = "wW"
BIG_ACE = "*"
IN_PACK = {rank: 8 if rank in RANKS else 2 for rank in ORDER} | {"A": 6}  # in two packs; two of the aces are big

KINDS = (
    "single",
    "joker",
    "big_ace",
    "pair",
    "dragon",
    "double_dragon",
    "egg",
    "big_egg",
    "joker_pair",
    "egg_chain",
    "false_eight",
    "true_seven",
    "joker3",
    "joker4",
    "big_ace_pair",
)
RUNS = ("dragon", "double_dragon", "egg_chain", "false_eight")

Reading = tuple[str, str, int]
Play = tuple[Reading, str]

ALLOWED: dict[str, tuple[object, ...]] = {
    "first_draw": ("last_winner", "random"),
    "no_reveal": ("first_heart", "random_suit", "redeal"),
    "wind": ("exposed_partner", "partner", "next"),
    "counter_double_ace": (False, True),
    "joker_pair_order": ("lowest", "tie", "sum"),
    "egg_chain_min": (False, True),
    "ladder": ("natural", "ace_low", "rank_chain"),
    "wrap": ("rank", "position"),
    "big_ace_joins": (False, True),
    "fours_take_true_seven": (False, True),
    "score": ("unit", "grassland"),
}


@dataclass(frozen=True)
class Options:
    """Every option of the rules page, with its defaults."""

    first_draw: str = "last_winner"
    no_reveal: str = "first_heart"
    wind: str = "exposed_partner"
    counter_double_ace: bool = False
    joker_pair_order: str = "lowest"
    egg_chain_min: bool = False
    ladder: str = "natural"
    wrap: str = "rank"
    big_ace_joins: bool = False
    fours_take_true_seven: bool = False
    score: str = "unit"

    def __post_init__(self) -> None:
        for name, values in ALLOWED.items():
            given = getattr(self, name)
            if type(given) is not type(values[0]) or given not in values:
                raise ValueError(f"{name} must be one of {values}")


DEFAULT = Options()

# The lines that a run is a part of. With a low ace the line that starts with it ends before the K.
LINES = {
    "natural": ("23456789TJQKA",),
    "ace_low": ("A23456789TJQ", "23456789TJQKA"),
    "rank_chain": ("456789TJQKA23",),
}
# The first cards of sequences, the lowest first. No run starts with the high ace, so an A here is the low one.
FIRST_CARDS = {
    "natural": "23456789TJQKA",
    "ace_low": "A23456789TJQK",
    "rank_chain": "456789TJQKA23",
}


# Cards as text


def sort_cards(cards: Iterable[str]) -> str:
    """The canonical string of some ranks in any order; ValueError if one is no rank."""
    return "".join(sorted(cards, key=ORDER.index))


def fits_pack(cards: str) -> bool:
    """Can these cards come out of two packs?"""
    held = Counter(cards)
    return all(number <= IN_PACK.get(rank, 0) for rank, number in held.items())


def sub_multisets(hand: str) -> Iterator[str]:
    """Every distinct sub-multiset of the hand, the empty one too, each once, sorted."""
    stock = sorted(Counter(hand).items(), key=lambda item: ORDER.index(item[0]))

    def from_place(place: int) -> Iterator[str]:
        if place == len(stock):
            yield ""
            return
        rank, held = stock[place]
        for rest in from_place(place + 1):
            for taken in range(held + 1):
                yield rank * taken + rest

    return from_place(0)


# What a set of cards is


def sequence(ranks: Iterable[str], opt: Options = DEFAULT) -> str | None:
    """These ranks in the order in which they make a run; None if they make none."""
    wanted = set(ranks)
    for line in LINES[opt.ladder]:
        for start in range(len(line) - len(wanted) + 1):
            run = line[start : start + len(wanted)]
            if set(run) == wanted:
                return run
    return None


def run_key(run: str, opt: Options = DEFAULT) -> str:
    """The rank that a sequence is compared by."""
    return run[0] if opt.wrap == "position" else min(run, key=RANKS.index)


def reading(cards: str, opt: Options = DEFAULT) -> Reading | None:
    """What these cards are; None when they are no play."""
    if not cards or not fits_pack(cards):
        return None
    held = Counter(cards)
    jokers = held["w"] + held["W"]
    if jokers == len(cards):
        lowest = "w" if held["w"] else "W"
        return (("joker", "joker_pair", "joker3", "joker4")[jokers - 1], lowest, 1)
    if jokers:
        return None
    if held[BIG_ACE] == len(cards):
        return ("big_ace" if len(cards) == 1 else "big_ace_pair", BIG_ACE, 1)
    if held[BIG_ACE]:
        if not opt.big_ace_joins:
            return None
        held = Counter(cards.replace(BIG_ACE, "A"))
    ranks = [rank for rank in RANKS if held[rank]]
    each = held[ranks[0]]
    if any(held[rank] != each for rank in ranks):
        return None
    if len(ranks) == 1:
        return (("single", "pair", "egg", *["big_egg"] * 3, *["true_seven"] * 2)[each - 1], ranks[0], 1)
    run = sequence(ranks, opt)
    if run is None:
        return None
    if each == 1 and len(run) >= 3:
        kind = "dragon"
    elif each == 2 and len(run) >= 3:
        kind = "double_dragon"
    elif each == 3 and (len(run) == 3 or (len(run) > 3 and opt.egg_chain_min)):
        kind = "egg_chain"
    elif each == 4 and len(run) == 2:
        kind = "false_eight"
    else:
        return None
    return (kind, run_key(run, opt), len(run))


# What beats what

# The kinds each kind beats whatever their cards are, 大蛋子 against a big ace apart.
ALWAYS: dict[str, frozenset[str]] = {
    "single": frozenset(),
    "joker": frozenset({"single"}),
    "big_ace": frozenset({"single", "joker"}),
    "pair": frozenset(),
    "dragon": frozenset(),
    "double_dragon": frozenset(),
    "egg": frozenset({"single", "pair", "dragon"}),
    "big_egg": frozenset({"single", "joker", "pair", "dragon", "double_dragon", "egg"}),
    # From here on each kind beats all kinds named before it.
    "joker_pair": frozenset(KINDS[: KINDS.index("joker_pair")]),
    "egg_chain": frozenset(KINDS[: KINDS.index("egg_chain")]),
    "false_eight": frozenset(KINDS[: KINDS.index("false_eight")]),
    "true_seven": frozenset(KINDS[: KINDS.index("true_seven")]),
    "joker3": frozenset(KINDS[: KINDS.index("joker3")]),
    "joker4": frozenset(KINDS[: KINDS.index("joker4")]),
    "big_ace_pair": frozenset(KINDS[: KINDS.index("big_ace_pair")]),
}


def play_beats(play: Play, table: Play, opt: Options = DEFAULT) -> bool:
    """Does the first of two plays beat the second?"""
    (kind, key, length), cards = play
    (table_kind, table_key, table_length), table_cards = table
    if kind != table_kind:
        if kind == "big_egg" and table_kind == "big_ace":
            return len(cards) >= 5
        return table_kind in ALWAYS[kind]
    if kind in ("single", "pair", "egg"):
        return RANKS.index(key) > RANKS.index(table_key)
    if kind in ("big_egg", "true_seven"):
        if len(cards) != len(table_cards):
            return len(cards) > len(table_cards)
        return RANKS.index(key) > RANKS.index(table_key)
    if kind in RUNS:
        order = FIRST_CARDS[opt.ladder] if opt.wrap == "position" else RANKS
        return length == table_length and order.index(key) > order.index(table_key)
    if kind == "joker":
        return key == "W" and table_key == "w"
    if kind == "joker_pair":
        if opt.joker_pair_order == "lowest":
            return key == "W" and table_key == "w"
        return opt.joker_pair_order == "sum" and cards.count("W") > table_cards.count("W")
    return False  # joker3, joker4, big_ace, big_ace_pair: there is only one, or equals


def beats(play: str, table: str, opt: Options = DEFAULT) -> bool:
    """Do these cards beat those on the table? What is no play neither beats nor is beaten."""
    made, lies = reading(play, opt), reading(table, opt)
    return made is not None and lies is not None and play_beats((made, play), (lies, table), opt)


def comparable(play: Reading, table: Reading) -> bool:
    """Are these of one kind and length, so that only the height of the cards or their number decides?"""
    return play[0] == table[0] and play[2] == table[2]


# What a hand can do


def with_big_aces(cards: str) -> Iterator[str]:
    """The cards, and the same with one or two aces replaced by big aces."""
    for number in range(min(2, cards.count("A")) + 1):
        yield sort_cards(cards.replace("A", BIG_ACE, number))


@lru_cache(maxsize=256)
def all_plays(opt: Options = DEFAULT) -> frozenset[Play]:
    """Every play that two packs can make."""
    sets = set(sub_multisets("wwWW**"))
    for rank in RANKS:
        sets.update(rank * number for number in range(1, 9))
    for line in LINES[opt.ladder]:
        for low in range(len(line)):
            for high in range(low + 2, len(line) + 1):
                sets.update("".join(rank * each for rank in line[low:high]) for each in range(1, 9))
    found = set()
    for bare in sets:
        for cards in with_big_aces(bare):
            made = reading(cards, opt)
            if made is not None:
                found.add((made, cards))
    return frozenset(found)


def leads(hand: str, opt: Options = DEFAULT) -> set[Play]:
    """Everything that the hand can lead."""
    held = Counter(hand)
    return {
        (made, cards)
        for made, cards in all_plays(opt)
        if len(cards) <= len(hand) and all(cards.count(rank) <= held[rank] for rank in set(cards))
    }


def exhaustive_leads(hand: str, opt: Options = DEFAULT) -> set[Play]:
    """The same, by looking at every sub-multiset of the hand; for small hands."""
    return {(made, cards) for cards in sub_multisets(hand) if (made := reading(cards, opt)) is not None}


def follows(hand: str, table: str, opt: Options = DEFAULT) -> set[Play]:
    """Everything in the hand that beats the cards on the table; nothing if these are no play."""
    lies = reading(table, opt)
    if lies is None:
        return set()
    return {play for play in leads(hand, opt) if play_beats(play, (lies, table), opt)}


def may_take(fours: str, table: str, opt: Options = DEFAULT) -> bool:
    """May these cards take the cards on the table?"""
    lies = reading(table, opt)
    if lies is None or set(fours) != {"4"} or len(fours) != len(table) - 1:
        return False
    takable = ("egg", "big_egg", "true_seven") if opt.fours_take_true_seven else ("egg", "big_egg")
    return lies[0] in takable


def takes(hand: str, table: str, opt: Options = DEFAULT) -> set[str]:
    """The fours of the hand that may take the cards on the table: one set at most."""
    every = ["4" * number for number in range(1, hand.count("4") + 1)]
    return {fours for fours in every if may_take(fours, table, opt)}
