"""The preset `rlcard` is RLCard 1.2.0's rules: no correction is needed anywhere."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pokerfast as pf
from pokerfast.envs.actions import ComboActions

from . import peers


@pytest.fixture(scope="module")
def game() -> Any:
    return pf.load_game("doudizhu", preset="rlcard")


def test_the_action_space_is_all_combos(game: Any) -> None:
    actions = peers.rlcard_all_actions()
    combos = [str(combo) for combo in game.all_combos()]
    assert len(actions) == len(combos) == 27471
    assert set(combos) == actions


def test_action_ids(game: Any) -> None:
    """Every id of RLCard is ours."""
    ids = peers.rlcard_action_ids()
    scheme = ComboActions(game)
    assert sorted(ids.values()) == list(range(scheme.num_plays + 1)) == list(range(27472))
    for cards, number in ids.items():
        assert scheme.text(number).rpartition(":")[2] == cards, number
    state = game.new_game(seed=1, start="play")
    for action in state.legal_actions():
        assert scheme.ids(state, action) == (ids[action.cards],)


def test_kinds_lengths_and_order(game: Any) -> None:
    types = peers.rlcard_types()
    ranks: dict[tuple[str, int], dict[int, set[str]]] = {}
    for combo in game.all_combos():
        [(kind, length, weight)] = types[str(combo)]
        assert (combo.kind, combo.length) == (kind, length), str(combo)
        ranks.setdefault((kind, length), {}).setdefault(weight, set()).add(combo.rank)
    for of_weight in ranks.values():  # one rank for one weight, rising together
        assert all(len(found) == 1 for found in of_weight.values())
        by_weight = [next(iter(of_weight[weight])) for weight in sorted(of_weight)]
        assert by_weight == sorted(set(by_weight), key=peers.RANKS.index)


def test_leads(game: Any) -> None:
    for hand in peers.random_hands(2000, seed=11):
        expected = peers.rlcard_leads(hand)
        leads = [str(combo) for combo in game.leads(hand)]
        assert set(leads) == expected, hand
        assert len(leads) == game.count_leads(hand) == len(expected), hand


def test_follows(game: Any) -> None:
    rng = random.Random(12)
    for first, hand in peers.random_deals(500, seed=13):
        tables = sorted(peers.rlcard_leads(first))
        size = rng.choice(sorted({len(table) for table in tables}))
        table = rng.choice([table for table in tables if len(table) == size])
        expected = peers.rlcard_follows(hand, table)
        follows = [str(combo) for combo in game.follows(hand, table)]
        assert set(follows) == expected, (hand, table)
        assert len(follows) == game.count_follows(hand, table) == len(expected), (hand, table)
