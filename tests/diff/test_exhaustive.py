"""Small worlds looked at completely: every set of cards of a few ranks, every play of the pack."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from tests.reference.cards import every_subset
from tests.reference.doudizhu_plays import (
    PRESETS,
    Options,
    all_combos,
    exhaustive_follows,
    exhaustive_leads,
    readings,
)
from tests.strategies import combo_of, described, game_of, random_card_options, reading_of

#: Ranks of which every multiset is looked at: the foot and the head of a chain, and one with a hole.
WORLDS = ("3456", "QKA2", "3467", "TJQK")
JOKERS = ("", "w", "W", "wW")


def rule_sets(seed: str, number: int) -> list[Options]:
    rng = random.Random(seed)
    return [random_card_options(rng) for _ in range(number)]


@pytest.mark.parametrize("world", WORLDS)
def test_every_set_of_four_ranks(world: str) -> None:
    sets = [
        "".join(rank * n for rank, n in zip(world, copies, strict=True)) + jokers
        for copies in product(range(5), repeat=4)
        for jokers in JOKERS
    ]
    for opt in [*PRESETS.values(), Options(kicker_body_rank=True), *rule_sets(world, 2)]:
        game = game_of(opt)
        for cards in sets:
            assert {reading_of(combo) for combo in game.readings(cards)} == readings(cards, opt), cards


@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_of_the_pack(preset: str) -> None:
    game = game_of(PRESETS[preset])
    found = [described(combo) for combo in game.all_combos()]
    assert len(set(found)) == len(found)
    assert set(found) == set(all_combos(PRESETS[preset]))


def test_every_play_of_the_pack_under_random_options() -> None:
    for opt in [Options(kicker_body_rank=True), *rule_sets("pack", 2)]:
        assert {described(combo) for combo in game_of(opt).all_combos()} == set(all_combos(opt))


SMALL = ("33344455", "3333444", "QQQKKKAA", "AAA222wW", "3333wW45", "3344556", "TJQKA2wW", "2222333")


@pytest.mark.parametrize("hand", SMALL)
def test_small_hands_completely(hand: str) -> None:
    """Leads, and follows to every play of the hand, by the definition: look at every subset."""
    for opt in [Options(), *rule_sets(hand, 2)]:
        game = game_of(opt)
        expected = exhaustive_leads(hand, opt)
        assert {described(combo) for combo in game.leads(hand)} == expected
        for kind, rank, length, cards in sorted(expected):
            laid = combo_of(game, cards, (kind, rank, length))
            found = {combo.cards: reading_of(combo) for combo in game.follows(hand, laid)}
            assert found == exhaustive_follows(hand, (kind, rank, length), len(cards), opt)


def test_beats_is_a_strict_order() -> None:
    """No play beats itself, none beats one that beats it, and beating goes through."""
    game = game_of(Options(kicker_body_rank=True))
    plays = [combo for cards in every_subset("333344445wW") for combo in game.readings(cards)]
    above = {play: {other for other in plays if game.beats(other, play)} for play in plays}
    for play in plays:
        assert play not in above[play]
        for higher in above[play]:
            assert play not in above[higher]
            assert above[higher] <= above[play]
    assert Counter(play.kind for play in plays if not above[play])["rocket"] == 1
