"""Seeds are a file format: the deal, its order and the first caller, by the reference's own generator."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.reference.doudizhu_plays import Options
from tests.reference.philox import DOUDIZHU_PILES, Stream, deal_piles, doudizhu_deal, philox4x32
from tests.strategies import fields_of, game_of, suited

SEEDS = st.one_of(st.integers(0, 1000), st.integers(0, 2**64 - 1), st.sampled_from([2**32, 2**32 - 1, 2**64 - 1]))
PLAIN = Options(open_hand=False)


@pytest.mark.arch
@given(SEEDS)
def test_hands_and_first_caller(seed: int) -> None:
    deal = doudizhu_deal(seed)
    state = game_of(PLAIN).new_game(seed=seed)
    assert [list(hand.ids or ()) for hand in state.hands] == deal.piles[:3]
    assert fields_of(state)["kitty"] == sorted(deal.bottom)
    assert (state.phase, state.seat) == ("call", deal.first)


@given(SEEDS)
def test_order_in_which_cards_come(seed: int) -> None:
    deal = doudizhu_deal(seed)
    state = game_of(Options(open_deal_thresholds=(0, 17))).new_game(seed=seed)
    for _ in range(3):
        state.apply("no")
    for card in range(51):
        drawer = card % 3
        assert (state.phase, state.seat) == ("show_deal", drawer)
        dealt = [sorted(deal.arrival[seat][: (card + 3 - seat) // 3]) for seat in range(3)]
        assert [list(hand.ids or ()) for hand in state.hands] == dealt
        state.apply("no")
    assert (state.phase, state.seat) == ("call", deal.first)
    assert fields_of(state)["kitty"] == sorted(deal.bottom)


@given(SEEDS, st.integers(1, 6))
def test_redeals(seed: int, redeals: int) -> None:
    state = game_of(PLAIN).new_game(seed=seed)
    for _ in range(3 * redeals):
        state.apply("no")
    deal = doudizhu_deal(seed, 0, redeals)
    assert [list(hand.ids or ()) for hand in state.hands] == deal.piles[:3]
    assert (state.phase, state.seat) == ("call", deal.first)


# Written down once and for all; they may never change.
GOLDEN = {
    0: (
        (
            "ST HK HJ HT H9 H6 H2 DA DK DT D6 D3 CK CT C9 C7 C2",
            "w SQ SJ S9 S3 HQ H7 H4 H3 DQ DJ D8 D2 CJ C8 C6 C3",
            "W SA S8 S7 S6 S5 S4 S2 H8 H5 D9 D7 D5 CA CQ C5 C4",
        ),
        "SK HA D4",
        2,
        [30, 47, 37, 22, 8, 20],
    ),
    7: (
        (
            "w SA SK S9 S7 HQ H4 H2 DK DQ D6 D5 D3 D2 CK CJ C4",
            "W SJ S2 HA HK HJ HT H9 DA DJ D7 D4 CT C9 C8 C7 C5",
            "SQ ST S8 S6 S5 H8 H7 H6 H5 H3 DT D9 CA CQ C6 C3 C2",
        ),
        "S4 S3 D8",
        0,
        [37, 30, 5, 29, 26, 48],
    ),
    2**64 - 1: (
        (
            "SQ ST S9 S5 S4 HA H8 H7 H4 DJ DT D8 D5 CA CK CJ C9",
            "W SA SK S8 S3 S2 H2 DK DQ D9 D7 D6 D4 CQ C8 C4 C2",
            "w SJ S7 S6 HK HJ HT H9 H6 H5 H3 DA D3 D2 CT C6 C3",
        ),
        "HQ C7 C5",
        0,
        [48, 29, 50, 25, 51, 18],
    ),
}


@pytest.mark.arch
@pytest.mark.parametrize("seed", GOLDEN)
def test_golden_deals(seed: int) -> None:
    hands, kitty, first, arrival = GOLDEN[seed]
    state = game_of(PLAIN).new_game(seed=seed)
    assert tuple(hand.suited for hand in state.hands) == hands
    assert pf.Hand(fields_of(state)["kitty"]).suited == kitty
    assert state.seat == first
    assert fields_of(game_of(Options()).new_game(seed=seed))["order"][:6] == arrival
    assert doudizhu_deal(seed).arrival[0][:6] == arrival


def test_generator_against_its_authors_vectors() -> None:
    """Known answers of Philox 4x32-10 as published with the Random123 library."""
    assert philox4x32((0, 0, 0, 0), (0, 0)) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    ones = 0xFFFFFFFF
    assert philox4x32((ones, ones, ones, ones), (ones, ones)) == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)
    pi = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344)
    assert philox4x32(pi, (0xA4093822, 0x299F31D0)) == (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)


def test_cards_fall_evenly() -> None:
    """Every card goes to every pile about as often as the pile is large, over 4,000 deals of the package."""
    deals = 4000
    landed = [[0] * 54 for _ in range(4)]
    for seed in range(deals):
        state = game_of(PLAIN).new_game(seed=seed)
        for pile, cards in enumerate([*(hand.ids for hand in state.hands), fields_of(state)["kitty"]]):
            for card in cards:
                landed[pile][card] += 1
    for pile, size in enumerate(DOUDIZHU_PILES):
        expected = deals * size / 54
        spread = (deals * size / 54 * (1 - size / 54)) ** 0.5
        assert all(abs(found - expected) < 5 * spread for found in landed[pile])


def test_other_games_of_a_seed_are_other_deals() -> None:
    """Game i of a run is no shifted copy of another game or seed."""
    deals = {
        tuple(map(tuple, deal_piles(seed, game, deal, DOUDIZHU_PILES)))
        for seed in range(5)
        for game in range(5)
        for deal in range(5)
    }
    assert len(deals) == 125
    assert len({Stream(1, 0, 0, stream).draw(0) for stream in range(4)}) == 4


@given(SEEDS)
def test_start_of_play(seed: int) -> None:
    """start="play": seat 0 is landlord with its own pile and the bottom cards, and nothing else has happened."""
    deal = doudizhu_deal(seed)
    state = game_of(Options()).new_game(seed=seed, start="play")
    assert (state.phase, state.seat, state.landlord, state.history) == ("play", 0, 0, ())
    expected = [sorted(deal.piles[0] + deal.bottom), *deal.piles[1:3]]
    assert [list(hand.ids or ()) for hand in state.hands] == expected
    assert state.kitty.ids == tuple(sorted(deal.bottom))
    placed = game_of(Options()).setup(hands=[suited(cards) for cards in expected])
    assert [str(action) for action in state.legal_actions()] == [str(action) for action in placed.legal_actions()]
    assert pf.replay(state.to_record()) == state


def test_a_redeal_draws_a_new_first_caller() -> None:
    """D6.4: `first=` fixes the first caller of the first deal alone."""
    game = pf.load_game("doudizhu", open_hand=False)
    seen = set()
    for seed in range(12):
        state = game.new_game(seed=seed, first=1)
        assert state.seat == 1
        for _ in range(3):
            state.apply("no")
        assert state.seat == doudizhu_deal(seed, 0, 1).first
        seen.add(state.seat)
    assert seen == {0, 1, 2}
