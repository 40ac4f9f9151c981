"""Ranks, cards and their text.

A set of cards without suits is a string sorted by ORDER. A physical card is an id: 13 * suit + rank, with the suits
S H D C = 0..3 and the ranks 2, 3, ..., A = 0..12; 52 is the small joker, 53 the big one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

ORDER = "3456789TJQKA2wW"
VALUE = {rank: place for place, rank in enumerate(ORDER)}
CHAIN_RANKS = "3456789TJQKA"
JOKERS = "wW"
IN_DECK = {rank: 1 if rank in JOKERS else 4 for rank in ORDER}
FULL_DECK = "".join(rank * IN_DECK[rank] for rank in ORDER)

SUITS = "SHDC"
ID_RANKS = "23456789TJQKA"


def sort_cards(cards: Iterable[str]) -> str:
    """The canonical string of some ranks in any order."""
    number = Counter(cards)
    if not number.keys() <= VALUE.keys():
        raise ValueError(f"no such rank: {sorted(number.keys() - VALUE.keys())}")
    return "".join([rank * number[rank] for rank in ORDER if rank in number])


def fits_deck(cards: str) -> bool:
    """Can these cards come out of one pack?"""
    return all(number <= IN_DECK.get(rank, 0) for rank, number in Counter(cards).items())


def holds(hand: str, cards: str) -> bool:
    """Are all these cards in the hand?"""
    held = Counter(hand)
    return all(held[rank] >= number for rank, number in Counter(cards).items())


def minus(hand: str, cards: str) -> str:
    """The hand without these cards, all of which it must hold."""
    left = Counter(hand)
    left.subtract(cards)
    if any(number < 0 for number in left.values()):
        raise ValueError(f"{cards} is not in {hand}")
    return sort_cards(left.elements())


def choose(hand: str, number: int) -> Iterator[str]:
    """Every distinct sub-multiset of the hand with that many cards, each once, as a sorted string."""
    stock = sorted(Counter(hand).items(), key=lambda item: VALUE[item[0]])

    def from_rank(place: int, wanted: int) -> Iterator[str]:
        if wanted == 0:
            yield ""
            return
        if place == len(stock):
            return
        rank, held = stock[place]
        for taken in range(min(held, wanted) + 1):
            for rest in from_rank(place + 1, wanted - taken):
                yield rank * taken + rest

    return from_rank(0, number)


def every_subset(hand: str) -> Iterator[str]:
    """Every distinct sub-multiset of the hand but the empty one."""
    for number in range(1, len(hand) + 1):
        yield from choose(hand, number)


def rank_of(card: int) -> str:
    if not 0 <= card < 54:
        raise ValueError(f"no card has the id {card}")
    return JOKERS[card - 52] if card >= 52 else ID_RANKS[card % 13]


def card_text(card: int) -> str:
    return rank_of(card) if card >= 52 else SUITS[card // 13] + rank_of(card)


def card_id(text: str) -> int:
    """The id of a card such as "S3", "HT", "w"."""
    if text in ("w", "W"):
        return 52 + JOKERS.index(text)
    if len(text) != 2 or text[0] not in SUITS or text[1] not in ID_RANKS:
        raise ValueError(f"no card is written {text!r}")
    return 13 * SUITS.index(text[0]) + ID_RANKS.index(text[1])


def ids_of_rank(rank: str) -> list[int]:
    """The ids of all cards of a rank, ascending."""
    return [card for card in range(54) if rank_of(card) == rank]


def ranks_of(cards: Iterable[int]) -> str:
    """The canonical string of some card ids."""
    return sort_cards(rank_of(card) for card in cards)


def lowest_ids(held: Iterable[int], cards: str) -> list[int]:
    """For a play by rank: the lowest ids held of each of its ranks."""
    taken: list[int] = []
    for rank, number in Counter(cards).items():
        of_rank = sorted(card for card in held if rank_of(card) == rank)
        if len(of_rank) < number:
            raise ValueError(f"{cards} is not held")
        taken += of_rank[:number]
    return sorted(taken)
