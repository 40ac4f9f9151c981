"""The cards of 升级 and whist as text, multisets of them, and the options of 升级.

A card is a text such as "H5", "ST", "w". Equal cards cannot be told apart, so what is held is a number of each card. A
stock is a tuple of (card, number), sorted, without zeros.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SUITS = "SHDC"
RANKS = "23456789TJQKA"
NO_TRUMP = "NT"
# Every card in the order it is written in, and the place of each there.
DECK = ["W", "w", *(suit + rank for suit in SUITS for rank in reversed(RANKS))]
WRITTEN = {card: place for place, card in enumerate(DECK)}
KITTY_SIZE = {1: 6, 2: 8, 3: 6}
POINTS = {"5": 5, "T": 10, "K": 10}

Cards = Iterable[str]
Stock = tuple[tuple[str, int], ...]

ALLOWED: dict[str, tuple[object, ...]] = {
    "decks": (1, 2, 3),
    "level_tractor": ("full", "jokers_only", "no_ace"),
    "throws": ("all", "certain", "none"),
    "throw_fail": ("lowest", "smallest_unit", "single_card", "beaten_card"),
    "titanic_ladder": ("tractor_first", "triples_first"),
    "overruff": ("unit", "all", "highest"),
    "kitty_rule": ("pow2", "pairs", "linear2", "linear", "fixed2"),
    "kitty_shape": ("led", "winner"),
    "first_dealer": ("first_declarer", "last_declarer"),
    "nt_override": ("equal_pair", "any_two", "four"),
    "nobody_declares": ("no_trump", "kitty3", "kitty3_skip_jokers", "redeal"),
    "band": ("literal", "min"),
}


@dataclass(frozen=True)
class Options:
    """Every option of the rules page; the defaults are the preset `tuolaji`."""

    decks: int = 2
    kitty_size: int | None = None
    two_is_trump: bool = False
    # units
    gap_tractor: bool = True
    level_tractor: str = "full"
    # leads
    throws: str = "all"
    trump_throw: bool = True
    throw_fail: str = "lowest"
    throw_penalty: int = 0
    # follows
    protect_tractors: bool = False
    protect_triples: bool = False
    titanic_ladder: str = "tractor_first"
    # tricks and kitty
    overruff: str = "unit"
    kitty_rule: str = "pow2"
    kitty_cap: int | None = 64
    kitty_shape: str = "led"
    kitty_points_max: int | None = None
    # declaring and robbing
    first_dealer: str = "first_declarer"
    allow_partner_protect: bool = False
    nt_override: str = "equal_pair"
    nobody_declares: str = "no_trump"
    rob_kitty: bool = False
    stake_factor: int = 2
    stake_cap: int | None = None
    stakes: bool = False
    # match and room
    must_play: tuple[str, ...] = ()
    band: str = "literal"

    def __post_init__(self) -> None:
        for name, values in ALLOWED.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} must be one of {values}")
        if self.kitty < 1 or (54 * self.decks - self.kitty) % 4:
            raise ValueError("there is no kitty, or the hands would not be equal")
        if self.kitty < 3 and self.nobody_declares.startswith("kitty3"):
            raise ValueError("the kitty has no third card")
        if self.decks == 1 and self.rob_kitty:
            raise ValueError("rob_kitty needs two or three decks")
        if self.decks == 3 and self.nt_override == "four":
            raise ValueError("nt_override='four' needs at most two decks")

    @property
    def kitty(self) -> int:
        return KITTY_SIZE[self.decks] if self.kitty_size is None else self.kitty_size


PRESETS = {
    "tuolaji": Options(),
    "one_deck": Options(decks=1),
    "titanic": Options(decks=3),
    "chaodipi": Options(rob_kitty=True),
    "botzone": Options(
        level_tractor="jokers_only",
        throw_fail="beaten_card",
        throw_penalty=10,
        kitty_rule="linear2",
        first_dealer="last_declarer",
    ),
}


def read_cards(cards: str | Cards) -> list[str]:
    """The cards of a text, or of a list of cards, in the order given; ValueError if one is no card."""
    parts = cards.replace("10", "T").replace(",", " ").split() if isinstance(cards, str) else list(cards)
    for card in parts:
        if card not in WRITTEN:
            raise ValueError(f"no card is written {card!r}")
    return parts


def sort_cards(cards: str | Cards) -> tuple[str, ...]:
    """The canonical order: W w, then S H D C, each from A to 2."""
    return tuple(sorted(read_cards(cards), key=WRITTEN.__getitem__))


def text_of(cards: str | Cards) -> str:
    return " ".join(sort_cards(cards))


def stock_of(cards: Cards) -> Stock:
    number = Counter(cards)
    return tuple((card, number[card]) for card in sorted(number, key=WRITTEN.__getitem__))


def cards_of(stock: Stock) -> tuple[str, ...]:
    return tuple(card for card, number in stock for _ in range(number))


def without(stock: Stock, cards: Iterable[str], number: int) -> Stock:
    """The stock less so many of each of these cards."""
    gone = set(cards)
    left = [(card, held - number if card in gone else held) for card, held in stock]
    return tuple((card, held) for card, held in left if held)


def at_least(stock: Stock, number: int) -> Stock:
    return tuple((card, held) for card, held in stock if held >= number)


def sub_multisets(stock: Stock, number: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of that many cards out of the stock, each once."""
    if not stock:
        if number == 0:
            yield ()
        return
    (card, held), rest = stock[0], stock[1:]
    for taken in range(min(held, number), -1, -1):
        for others in sub_multisets(rest, number - taken):
            yield (card,) * taken + others


def count_sub_multisets(stock: Stock, number: int) -> int:
    ways = [1] + [0] * number  # ways[k]: to take k cards from the part of the stock seen so far
    for _, held in stock:
        ways = [sum(ways[max(0, total - held) : total + 1]) for total in range(number + 1)]
    return ways[number]


def points_of(cards: Cards) -> int:
    return sum(POINTS.get(card[-1], 0) for card in cards)
