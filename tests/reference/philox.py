"""Philox 4x32-10, uniform numbers from it, and the deal of a pack, as the seed format lays them down."""

from dataclasses import dataclass

MASK = 0xFFFFFFFF
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10

PLACES, ARRIVAL, CHANCE, POLICY = range(4)

DOUDIZHU_PILES = (17, 17, 17, 3)


def philox4x32(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """One block: four words, a pure function of counter and key."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        product0 = MULTIPLIERS[0] * c0
        product1 = MULTIPLIERS[1] * c2
        high0, low0 = product0 >> 32, product0 & MASK
        high1, low1 = product1 >> 32, product1 & MASK
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 = (k0 + KEY_STEPS[0]) & MASK
        k1 = (k1 + KEY_STEPS[1]) & MASK
    return c0, c1, c2, c3


@dataclass(frozen=True)
class Stream:
    """One numbered stream of draws of one deal of one game."""

    seed: int
    game: int
    deal: int
    stream: int

    def draw(self, number: int, attempt: int = 0) -> int:
        """The 16-bit draw with that number."""
        block = number // 8 % 65536
        counter = (
            self.game & MASK,
            self.game >> 32 & MASK,
            block + 65536 * (self.deal % 65536),
            (self.stream + 256 * attempt) & MASK,
        )
        words = philox4x32(counter, (self.seed & MASK, self.seed >> 32 & MASK))
        place = number % 8
        word = words[place // 2]
        return word & 0xFFFF if place % 2 == 0 else word >> 16

    def below(self, n: int, number: int) -> int:
        """A uniform number in [0, n), for draw number `number` (and the next one if n is above 65536)."""
        if not 1 <= n <= 1 << 32:
            raise ValueError("n must be 1 to 2**32")
        if n == 1:
            return 0
        attempt = 0
        while True:
            if n <= 1 << 16:
                span = 1 << 16
                x = self.draw(number, attempt)
            else:
                span = 1 << 32
                x = (self.draw(number, attempt) << 16) + self.draw(number + 1, attempt)
            product = x * n
            if product % span >= span % n:
                return product // span
            attempt += 1


def deal_piles(seed: int, game: int, deal: int, sizes: tuple[int, ...]) -> list[list[int]]:
    """Who gets which card: the piles of card ids, each ascending; the kitty is the last."""
    places = Stream(seed, game, deal, PLACES)
    left = list(sizes)
    piles: list[list[int]] = [[] for _ in sizes]
    for card in range(sum(sizes)):
        x = places.below(sum(left), card)
        pile = 0
        while x >= sum(left[: pile + 1]):
            pile += 1
        piles[pile].append(card)
        left[pile] -= 1
    return piles


def arrival_order(seed: int, game: int, deal: int, piles: list[list[int]]) -> list[list[int]]:
    """The order in which each pile's cards come."""
    stream = Stream(seed, game, deal, ARRIVAL)
    number = 0
    lists = []
    for pile in piles:
        cards = sorted(pile)
        for i in range(len(cards) - 1, 0, -1):
            j = stream.below(i + 1, number)
            number += 1
            cards[i], cards[j] = cards[j], cards[i]
        lists.append(cards)
    return lists


@dataclass(frozen=True)
class DoudizhuDeal:
    """One deal: who holds what, the order it comes in, and who is asked first."""

    piles: list[list[int]]  # seats 0, 1, 2 and the bottom, ascending
    arrival: list[list[int]]  # seats 0, 1, 2 in the order of drawing
    bottom: list[int]  # in the order of its list
    first: int


def doudizhu_deal(seed: int, game: int = 0, deal: int = 0) -> DoudizhuDeal:
    piles = deal_piles(seed, game, deal, DOUDIZHU_PILES)
    lists = arrival_order(seed, game, deal, piles)
    first = Stream(seed, game, deal, CHANCE).below(3, 0)
    return DoudizhuDeal(piles, lists[:3], lists[3], first)
