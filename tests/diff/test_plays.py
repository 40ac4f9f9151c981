"""Single plays: the core answers what the reference answers, whatever the options."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.doudizhu_plays import (
    Options,
    beating_reading,
    best,
    default_reading,
    reading_beats,
    readings,
)
from tests.reference.doudizhu_plays import (
    beats as reference_beats,
)
from tests.strategies import (
    card_options,
    combo_of,
    game_of,
    hands,
    hands_against,
    random_card_options,
    random_hand,
    random_rival,
    random_subset,
    random_table,
    reading_of,
    subsets,
    tables,
)


def compare_readings(opt: Options, cards: str) -> None:
    """Readings, their order's head, and classify."""
    game = game_of(opt)
    found = game.readings(cards)
    assert len(set(found)) == len(found)
    assert {reading_of(combo) for combo in found} == readings(cards, opt)
    assert all(combo.cards == cards and len(combo) == len(cards) for combo in found)
    chosen = game.classify(cards)
    if not found:
        assert chosen is None
    else:
        assert chosen == found[0]
        assert reading_of(chosen) == best(readings(cards, opt))


def compare_beats(opt: Options, play: str, table: str) -> None:
    """Every way to ask: text or Combo on either side."""
    game = game_of(opt)
    assert game.beats(play, table) is reference_beats(play, table, opt)
    on_table = default_reading(table, opt)
    for combo in game.readings(play):
        expected = on_table is not None and reading_beats(reading_of(combo), len(play), on_table, len(table))
        assert game.beats(combo, table) is expected, (combo, table)
    for laid in game.readings(table):
        reading = reading_of(laid)
        expected = beating_reading(play, reading, len(table), opt) is not None
        assert game.beats(play, laid) is expected, (play, laid)
        for combo in game.readings(play):
            expected = reading_beats(reading_of(combo), len(play), reading, len(table))
            assert game.beats(combo, laid) is expected, (combo, laid)


@pytest.mark.arch
@settings(max_examples=3 * settings.default.max_examples)
@given(card_options(), st.data())
def test_readings(opt: Options, data: st.DataObject) -> None:
    compare_readings(opt, data.draw(hands()))


@given(card_options(), st.data())
def test_readings_of_parts_of_a_hand(opt: Options, data: st.DataObject) -> None:
    hand = data.draw(hands())
    compare_readings(opt, data.draw(subsets(hand)))
    compare_readings(opt, hand)


@pytest.mark.arch
@given(card_options(), st.data())
def test_beats(opt: Options, data: st.DataObject) -> None:
    table, _ = data.draw(tables(opt))
    compare_beats(opt, data.draw(tables(opt))[0], table)
    compare_beats(opt, data.draw(hands_against(table)), table)


@given(card_options(), hands(), hands())
def test_beats_between_any_cards(opt: Options, play: str, table: str) -> None:
    compare_beats(opt, play, table)


@given(card_options(), st.data())
def test_table_with_any_reading(opt: Options, data: st.DataObject) -> None:
    table, reading = data.draw(tables(opt))
    if reading not in readings(table, opt):
        return  # the stand-in single card, and `solo` is banned
    laid = combo_of(game_of(opt), table, reading)
    play = data.draw(hands_against(table))
    assert game_of(opt).beats(play, laid) is (beating_reading(play, reading, len(table), opt) is not None)


def test_cards_without_a_deck_are_no_play() -> None:
    """More than twenty cards, and nothing at all."""
    game = game_of(Options())
    for cards in ("", "3456789TJQKA" * 2, "333344445555666677778888"):
        assert game.readings(cards) == ()
        assert game.classify(cards) is None
        assert game.beats(cards, "3") is False
        assert game.beats("wW", cards) is False


@pytest.mark.arch
@pytest.mark.parametrize("seed", range(3))
def test_seeded_pairs(seed: int) -> None:
    """Random pairs, half of them of equal size and kind, so that `higher` is really asked."""
    rng = random.Random(seed)
    for _ in range(250):
        opt = random_card_options(rng)
        table, _ = random_table(rng, opt)
        play = rng.choice([random_rival(rng, table), random_subset(rng, random_hand(rng)), random_hand(rng)])
        compare_readings(opt, play)
        compare_beats(opt, play, table)


@pytest.mark.slow
def test_many_pairs(big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    rng = random.Random(1)
    plays: list[str] = []
    for number in range(200_000):
        if number % 500 == 0:  # a new rule set with a stock of plays of its own
            opt = random_card_options(rng)
            plays = [random_table(rng, opt)[0] for _ in range(60)]
        play = rng.choice(plays) if rng.random() < 0.7 else random_subset(rng, random_hand(rng))
        compare_readings(opt, play)
        compare_beats(opt, play, rng.choice(plays))
