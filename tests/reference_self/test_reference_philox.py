"""Generator and deal of the reference."""

import pytest
from reference.cards import ranks_of
from reference.philox import CHANCE, PLACES, Stream, deal_piles, doudizhu_deal, philox4x32


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_published_answers(
    counter: tuple[int, int, int, int], key: tuple[int, int], words: tuple[int, int, int, int]
) -> None:
    assert philox4x32(counter, key) == words


def test_draws_are_halves_of_the_words_low_half_first() -> None:
    assert [Stream(0, 0, 0, 0).draw(number) for number in range(8)] == [
        0xE8D5, 0x6627, 0xC58D, 0xE169, 0xAC4C, 0xBC57, 0xDBD8, 0x9B00,
    ]  # fmt: skip


def test_every_field_reaches_the_block() -> None:
    big = Stream(0x0123456789ABCDEF, 0xFEDCBA9876543210, 65536 + 7, 2)
    words = philox4x32((0x76543210, 0xFEDCBA98, 3 + 65536 * 7, 2 + 256 * 5), (0x89ABCDEF, 0x01234567))
    assert big.draw(8 * 3 + 2, attempt=5) == words[1] & 0xFFFF
    assert big.draw(8 * (65536 + 3) + 7, attempt=5) == words[3] >> 16


def test_below() -> None:
    stream = Stream(5, 6, 0, PLACES)
    assert stream.below(1, 0) == 0
    assert stream.below(65536, 9) == stream.draw(9)
    assert stream.below(1 << 32, 9) == (stream.draw(9) << 16) + stream.draw(10)
    for number in range(3000):
        x = stream.draw(number)
        if x * 40000 % 65536 >= 65536 % 40000:
            assert stream.below(40000, number) == x * 40000 >> 16
        else:
            # Refused: the same draw number again, at a later attempt.
            later = (stream.draw(number, attempt) for attempt in range(1, 100))
            taken = next(y for y in later if y * 40000 % 65536 >= 25536)
            assert stream.below(40000, number) == taken * 40000 >> 16
    seen = {stream.below(3, number) for number in range(100)}
    assert seen == {0, 1, 2}


def test_deal() -> None:
    for game in range(20):
        deal = doudizhu_deal(2026, game, game % 3)
        assert [len(pile) for pile in deal.piles] == [17, 17, 17, 3]
        assert sorted(card for pile in deal.piles for card in pile) == list(range(54))
        assert [sorted(cards) for cards in [*deal.arrival, deal.bottom]] == deal.piles
        assert deal.first == Stream(2026, game, game % 3, CHANCE).below(3, 0)
    assert doudizhu_deal(1) == doudizhu_deal(1)
    assert doudizhu_deal(1) != doudizhu_deal(2) != doudizhu_deal(2, 1) != doudizhu_deal(2, 1, 1)
    assert doudizhu_deal(1, 0, 65536) == doudizhu_deal(1)
    assert len(ranks_of(doudizhu_deal(1).bottom)) == 3


def test_every_place_is_as_likely() -> None:
    landed = [0] * 4
    for game in range(300):
        piles = deal_piles(9, game, 0, (17, 17, 17, 3))
        for pile, cards in enumerate(piles):
            landed[pile] += 52 in cards
    assert sum(landed) == 300
    assert all(70 < number < 120 for number in landed[:3]) and 5 < landed[3] < 35
