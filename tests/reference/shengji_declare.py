"""What can be shown in 升级: declaring (亮主) while cards are dealt, and robbing the kitty (反底) after a bury."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

from .trick_cards import NO_TRUMP, SUITS, Options, sort_cards

Shown = tuple[str, ...]  # canonical: W w, S, H, D, C


@dataclass(frozen=True)
class Standing:
    """What stands while trumps are declared."""

    cards: Shown = ()  # last shown; for 自保 and 对家保 the pair
    suit: str | None = None  # "NT" after jokers; None while nothing is shown
    declarer: int | None = None  # 对家保 leaves it
    first_declarer: int | None = None
    locked: bool = False


def suit_shown(cards: Iterable[str]) -> str:
    card = next(iter(cards))
    return card[0] if card[0] in SUITS else NO_TRUMP


def joker_sets(options: Options) -> list[Shown]:
    """The sets of jokers that may be shown at all, fewer jokers first, then fewer big ones."""
    if options.nt_override == "four":
        sizes = [4] if options.decks == 2 else []
    else:
        sizes = [2, 3] if options.decks == 3 else [2]
    found = []
    for size in sizes:
        for cards in combinations_with_replacement("wW", size):
            alike = len(set(cards)) == 1
            if max(Counter(cards).values()) <= options.decks and (alike or options.nt_override != "equal_pair"):
                found.append(sort_cards(cards))
    return found


def show_sets(level: str, options: Options) -> list[Shown]:
    """Every set that may be shown at some time, in the order they are listed in."""
    found: list[Shown] = []
    for suit in SUITS:
        found += [(suit + level,) * number for number in range(1, options.decks + 1)]
    return found + joker_sets(options)


def step(cards: Shown) -> int:
    """Three decks: one L < two L < two jokers < three L < three jokers; nothing shown is 0."""
    if not cards:
        return 0
    return {(1, False): 1, (2, False): 2, (2, True): 3, (3, False): 4, (3, True): 5}[
        len(cards), suit_shown(cards) == NO_TRUMP
    ]


def may_show(standing: Standing, seat: int, hand: Iterable[str], cards: Shown, options: Options) -> bool:
    """May this seat lay down these cards of its hand now? The cards are one of `show_sets` and held."""
    if options.decks == 3:
        return step(cards) > step(standing.cards)
    suit = suit_shown(cards)
    if suit == NO_TRUMP:  # 反无主
        return standing.suit in tuple(SUITS)
    if standing.suit is None:
        return True
    if standing.locked or standing.suit == NO_TRUMP:
        return False
    if suit != standing.suit:  # 反主, 自反
        return len(cards) == 2
    assert standing.declarer is not None
    if seat == standing.declarer:  # 自保
        return len(cards) == 1 and Counter(hand)[cards[0]] == 2
    return len(cards) == 1 and options.allow_partner_protect and seat == (standing.declarer + 2) % 4  # 对家保


def after_show(standing: Standing, seat: int, cards: Shown, options: Options) -> tuple[Standing, bool]:
    """What stands then, and does the stake grow?"""
    suit = suit_shown(cards)
    first = seat if standing.first_declarer is None else standing.first_declarer
    over_another = standing.declarer is not None and seat != standing.declarer
    if options.decks == 3:
        return Standing(cards, suit, seat, first), over_another
    if suit == standing.suit:  # 自保, 对家保
        return Standing(cards * 2, suit, standing.declarer, first, True), False
    locked = standing.locked or len(cards) > 1
    return Standing(cards, suit, seat, first, locked), over_another


def strength(cards: Shown) -> int:
    """What counts when the kitty is robbed: nothing shown 0, a single 1, pairs 2 to 7, triples 8 to 13."""
    if len(cards) < 2:
        return len(cards)
    if len(cards) == 4:
        return strength(("W", "W"))
    order = ["D", "C", "H", "S", "w", "W"]
    jokers = suit_shown(cards) == NO_TRUMP
    lowest = ("w" if "w" in cards else "W") if jokers else cards[0][0]
    return (2 if len(cards) == 2 else 8) + order.index(lowest)


def rob_sets(level: str, options: Options) -> list[Shown]:
    """Every set that may rob the kitty, the weakest first."""
    kinds = [*(suit + level for suit in SUITS), "w", "W"]
    found = [(card,) * number for card in kinds for number in range(2, options.decks + 1)]
    return sorted(found, key=strength)
