"""The plays of 保皇: what a set of cards is, what beats what, what a hand can lead and follow; actions as text.

A set of cards is a string of ranks sorted by ORDER. It has at most one reading (kind, key, length). The key is the rank
of the ordinary cards, None when there are jokers only; the length is always 1.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

ORDER = "3456789TJQKA2wW"  # as cards are written, and from the lowest to the highest
JOKERS = "wW"
RANKS = {"168": "6789TJQKA2", "216": "3456789TJQKA2"}  # the ordinary ranks of a pack
COPIES = {rank: 4 if rank in JOKERS else 16 for rank in ORDER}  # in four packs

# A card by name, perhaps with the pack it is from.
NAMED = re.compile(r"(?:[SHDC](?:[2-9TJQKA]|10)|[wW])(?:/[1-4])?")
WORDS = ("rob", "no", "call", "yield", "show", "pass")  # the actions of one word
FOREIGN = re.compile(r"double|bid \d+")  # words of other games, which belong to no phase of this one

KINDS = ("set", "jokers_set", "jokers")

Reading = tuple[str, str | None, int]
Play = tuple[Reading, str]

ALLOWED: dict[str, tuple[object, ...]] = {
    "mode": ("concise", "classic"),
    "kao": (False, True),
    "bie6": (False, True),
    "qiangdu": (False, True),
    "pack": ("168", "216"),
    "wind": ("next",),
    "stack_doubles": (False, True),
    "direction": ("clockwise", "anticlockwise"),
}


@dataclass(frozen=True)
class Options:
    """Every option of the rules page, with its defaults; `direction` is for display only."""

    mode: str = "concise"
    kao: bool = False
    bie6: bool = False
    qiangdu: bool = False
    pack: str = "168"
    wind: str = "next"
    stack_doubles: bool = False
    direction: str = "clockwise"

    def __post_init__(self) -> None:
        for name, values in ALLOWED.items():
            given = getattr(self, name)
            if type(given) is not type(values[0]) or given not in values:
                raise ValueError(f"{name} must be one of {values}")

    @property
    def ranks(self) -> str:
        """The ordinary ranks of the pack, the lowest first."""
        return RANKS[self.pack]


DEFAULT = Options()


# Cards as text


def sort_cards(cards: Iterable[str]) -> str:
    """The canonical string of some ranks in any order; ValueError if one is no rank."""
    return "".join(sorted(cards, key=ORDER.index))


def fits_packs(cards: str) -> bool:
    """Can these cards come out of four packs?"""
    return all(number <= COPIES.get(rank, 0) for rank, number in Counter(cards).items())


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


@lru_cache(maxsize=1 << 16)
def reading(cards: str, opt: Options = DEFAULT) -> Reading | None:
    """What these cards are; None when they are no play."""
    if not cards or not fits_packs(cards):
        return None
    ordinary = {rank for rank in cards if rank not in JOKERS}
    if not ordinary:
        return ("jokers", None, 1)
    if len(ordinary) > 1 or not ordinary <= set(opt.ranks):
        return None
    (rank,) = ordinary
    return ("jokers_set" if any(joker in cards for joker in JOKERS) else "set", rank, 1)


# What beats what


def groups_over(card: str, kao: bool) -> list[str]:
    """Every group that beats this card."""
    groups = list(ORDER[ORDER.index(card) + 1 :])
    if kao and card == "w":
        groups.append("ww")
    if kao and card == "W":
        groups += ["WW", "www"]
    return groups


def take_away(cards: str, group: str) -> str | None:
    """The cards without this group; None if it is not among them."""
    for card in group:
        if card not in cards:
            return None
        cards = cards.replace(card, "", 1)
    return cards


@lru_cache(maxsize=1 << 18)
def splits(cards: str, table: str, kao: bool) -> bool:
    """Can the cards be split completely into one group for each card of the table, each beating its card?"""
    if not table:
        return not cards
    return any(
        splits(rest, table[:-1], kao)
        for group in groups_over(table[-1], kao)
        if (rest := take_away(cards, group)) is not None
    )


def beats(play: str, table: str, opt: Options = DEFAULT) -> bool:
    """Do these cards beat those on the table? What is no play neither beats nor is beaten."""
    if reading(play, opt) is None or reading(table, opt) is None:
        return False
    return splits(sort_cards(play), sort_cards(table), opt.kao)


# What a hand can do


def sixes_allow(cards: str, hand: str, opt: Options = DEFAULT) -> bool:
    """憋6: may the hand play these cards of it? A play with a 6 must empty the hand."""
    return not opt.bie6 or "6" not in cards or len(cards) == len(hand)


def leads(hand: str, opt: Options = DEFAULT) -> set[Play]:
    """Everything that the hand can lead."""
    held = Counter(hand)
    found = set()
    for jokers in sub_multisets("w" * held["w"] + "W" * held["W"]):
        for rank in opt.ranks:
            for number in range(held[rank] + 1):
                cards = rank * number + jokers
                made = reading(cards, opt)
                if made is not None and sixes_allow(cards, hand, opt):
                    found.add((made, cards))
    return found


def exhaustive_leads(hand: str, opt: Options = DEFAULT) -> set[Play]:
    """The same, by looking at every sub-multiset of the hand; for small hands."""
    return {
        (made, cards)
        for cards in sub_multisets(hand)
        if (made := reading(cards, opt)) is not None and sixes_allow(cards, hand, opt)
    }


def follows(hand: str, table: str, opt: Options = DEFAULT) -> set[Play]:
    """Everything in the hand that beats the cards on the table; nothing if these are no play."""
    return {(made, cards) for made, cards in leads(hand, opt) if beats(cards, table, opt)}


# Actions as text


class Refused(Exception):
    """An action that is not legal; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Action:
    """A text that was read: its word ("play" for a play), and cards either by rank or by name."""

    word: str
    ranks: str = ""
    names: tuple[tuple[str, int | None], ...] = ()  # the card and, if it is marked, its pack 0..3


def read_names(text: str, opt: Options = DEFAULT) -> tuple[tuple[str, int | None], ...]:
    """Cards by name; Refused if the text is anything else or the pack doesn't have these cards."""
    text = re.sub(r"[\s,]", "", text)
    parts = NAMED.findall(text)
    if not parts or "".join(parts) != text:
        raise Refused("notation")
    names: list[tuple[str, int | None]] = []
    for part in parts:
        name, _, pack = part.replace("10", "T").partition("/")
        names.append((name, int(pack) - 1 if pack else None))
    marked = [card for card in names if card[1] is not None]
    if len(set(marked)) != len(marked) or max(Counter(name for name, _ in names).values()) > 4:
        raise Refused("notation")
    if not {name[-1] for name, _ in names} <= set(opt.ranks + JOKERS):
        raise Refused("notation")
    return tuple(names)


def read_action(text: str, opt: Options = DEFAULT) -> Action:
    """What a text says; Refused if it is no notation."""
    text = text.strip()
    if text in WORDS or FOREIGN.fullmatch(text):
        return Action(text)
    word, _, rest = text.partition(" ")
    if word == "name":
        names = read_names(rest, opt)
        if any(pack is not None for _, pack in names):
            raise Refused("notation")
        return Action("name", names=names)
    if any(sign in text for sign in "SHDC/"):
        return Action("play", names=read_names(text, opt))
    ranks = re.sub(r"[\s,]", "", text).replace("10", "T")
    if not ranks or not set(ranks) <= set(opt.ranks + JOKERS) or not fits_packs(ranks):
        raise Refused("notation")
    return Action("play", ranks=sort_cards(ranks))
