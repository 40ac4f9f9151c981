"""Lists of moves: leads, follows, their counts and numbers, against the reference and against the classifier."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.reference.cards import every_subset, holds
from tests.reference.doudizhu_plays import (
    Options,
    Reading,
    exhaustive_follows,
    exhaustive_leads,
    follows_reading,
    leads,
    readings,
)
from tests.reference.doudizhu_plays import (
    follows as reference_follows,
)
from tests.strategies import (
    card_options,
    combo_of,
    described,
    game_of,
    hands,
    hands_against,
    random_card_options,
    random_hand,
    random_rival,
    random_table,
    reading_of,
    subsets,
    tables,
)


def check_sequence(found: Sequence[pf.Combo], count: int) -> None:
    """What every list of plays keeps, whatever is in it."""
    listed = list(found)
    assert len(found) == count == len(listed)
    assert [found[i] for i in range(count)] == listed
    assert [found[i - count] for i in range(count)] == listed
    assert len(set(listed)) == count


def compare_leads(opt: Options, hand: str) -> Sequence[pf.Combo]:
    game = game_of(opt)
    found = game.leads(hand)
    check_sequence(found, game.count_leads(hand))
    assert {described(combo) for combo in found} == leads(hand, opt), hand
    return found


def compare_follows(opt: Options, hand: str, table: str, reading: Reading) -> Sequence[pf.Combo]:
    game = game_of(opt)
    laid = combo_of(game, table, reading)
    found = game.follows(hand, laid)
    check_sequence(found, game.count_follows(hand, laid))
    expected = follows_reading(hand, reading, len(table), opt)
    assert {combo.cards: reading_of(combo) for combo in found} == expected, (hand, laid)
    # Given as text the table stands as classify reads it.
    as_text = game.follows(hand, table)
    assert {combo.cards: reading_of(combo) for combo in as_text} == reference_follows(hand, table, opt)
    assert len(as_text) == game.count_follows(hand, table)
    return found


@pytest.mark.arch
@given(card_options(), hands())
def test_leads(opt: Options, hand: str) -> None:
    game = game_of(opt)
    for combo in compare_leads(opt, hand):
        assert combo in game.readings(combo.cards)
        assert holds(hand, combo.cards)


@pytest.mark.arch
@given(card_options(), st.data())
def test_follows(opt: Options, data: st.DataObject) -> None:
    table, reading = data.draw(tables(opt))
    if reading not in readings(table, opt):
        return
    hand = data.draw(hands_against(table))
    game = game_of(opt)
    laid = combo_of(game, table, reading)
    for combo in compare_follows(opt, hand, table, reading):
        assert game.beats(combo, laid) and game.beats(combo.cards, laid)
        assert combo in game.readings(combo.cards)
        assert holds(hand, combo.cards)


@given(card_options(), hands(), hands())
def test_follows_to_cards_that_may_be_no_play(opt: Options, hand: str, table: str) -> None:
    game = game_of(opt)
    found = game.follows(hand, table)
    assert {combo.cards: reading_of(combo) for combo in found} == reference_follows(hand, table, opt)
    assert len(found) == game.count_follows(hand, table)


@given(card_options(), st.data())
def test_what_is_not_listed_is_refused(opt: Options, data: st.DataObject) -> None:
    """Every part of a small hand: in the list exactly if the classifier accepts it."""
    game = game_of(opt)
    hand = data.draw(hands(most=9))
    table, reading = data.draw(tables(opt))
    led = {combo.cards for combo in game.leads(hand)}
    answer = game.follows(hand, combo_of(game, table, reading)) if reading in readings(table, opt) else ()
    followed = {combo.cards for combo in answer}
    for cards in every_subset(hand):
        assert bool(game.readings(cards)) is (cards in led), cards
        if reading in readings(table, opt):
            assert game.beats(cards, combo_of(game, table, reading)) is (cards in followed), cards


@given(card_options(), st.data())
def test_small_hands_by_looking_at_every_subset(opt: Options, data: st.DataObject) -> None:
    """The slowest definition of a move list."""
    game = game_of(opt)
    hand = data.draw(hands(most=10))
    assert {described(combo) for combo in game.leads(hand)} == exhaustive_leads(hand, opt)
    table, reading = data.draw(tables(opt))
    if reading in readings(table, opt):
        found = game.follows(hand, combo_of(game, table, reading))
        expected = exhaustive_follows(hand, reading, len(table), opt)
        assert {combo.cards: reading_of(combo) for combo in found} == expected


@given(card_options(), st.data())
def test_smaller_hands_have_fewer_moves(opt: Options, data: st.DataObject) -> None:
    hand = data.draw(hands())
    part = data.draw(subsets(hand))
    game = game_of(opt)
    assert set(game.leads(part)) <= set(game.leads(hand))
    assert {combo for combo in game.leads(hand) if holds(part, combo.cards)} == set(game.leads(part))


DENSE = ("33334444", "3333444455", "33344455wW", "22223333wW", "JJJQQQKKKA", "AAA222wW", "QQQKKKAAA222", "333444555666")


@pytest.mark.parametrize("hand", DENSE)
def test_every_pair_of_plays_of_a_dense_hand(hand: str) -> None:
    """All tables of the hand against all follows of the hand, for four rule sets."""
    rng = random.Random(hand)
    for opt in (Options(), *(random_card_options(rng) for _ in range(3))):
        on_table = sorted(leads(hand, opt))
        for kind, rank, length, cards in on_table if len(on_table) < 20 else rng.sample(on_table, 20):
            compare_follows(opt, hand, cards, (kind, rank, length))


@pytest.mark.arch
def test_empty_hands_and_no_table() -> None:
    game = game_of(Options())
    for found in (game.leads(""), game.follows("", "3"), game.follows("wW", pf.PASS), game.follows("wW34", "35")):
        assert list(found) == [] and len(found) == 0
    assert game.count_leads("") == game.count_follows("", "3") == game.count_follows("33", pf.PASS) == 0


@pytest.mark.arch
@pytest.mark.parametrize("seed", range(3))
def test_seeded_positions(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        opt = random_card_options(rng)
        hand = random_hand(rng)
        compare_leads(opt, hand)
        table, reading = random_table(rng, opt)
        compare_follows(opt, hand if rng.random() < 0.5 else random_rival(rng, table), table, reading)


@pytest.mark.slow
def test_many_positions(big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    rng = random.Random(2)
    for _ in range(20_000):
        opt = random_card_options(rng)
        hand = random_hand(rng)
        compare_leads(opt, hand)
        table, reading = random_table(rng, opt)
        compare_follows(opt, hand if rng.random() < 0.5 else random_rival(rng, table), table, reading)
