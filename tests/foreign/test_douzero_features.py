"""DouZero's features: our arrays are what DouZero 1.1.0's get_obs answers, number by number, through whole games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pokerfast as pf

from . import peers

SEATS = ("landlord", "landlord_down", "landlord_up")


def play(game: Any, seed: int) -> tuple[Any, list[str], list[str]]:
    """A game that DouZero can follow, without the plays of its two faults: its states, the hands, the moves."""
    rng = random.Random(seed)
    ranks = "23456789TJQKA" * 4 + "wW"
    state = game.new_game(seed=seed, start="play")
    hands = [peers.canonical("".join(ranks[number] for number in hand.ids)) for hand in state.hands]
    states, moves = [], []
    while not state.is_over:
        states.append(state.clone())
        actions = list(state.legal_actions())
        plain = [action for action in actions if action.combo.kind != "trio_solo_chain"]
        # Long plays are rarer than single cards in random play, but empty the history's rows of zeros.
        rng.shuffle(plain)
        action = max(plain, key=lambda action: len(action.cards)) if rng.random() < 0.2 else plain[0]
        moves.append(action.cards)
        state.apply(action)
    return states, hands, moves


def test_features_and_legal_moves() -> None:
    numpy: Any = peers.require("numpy")
    encoding = pytest.importorskip("pokerfast.envs.encoding")
    game = pf.load_game("doudizhu", preset="douzero")
    ours = encoding.DouzeroEncoding(game)
    asked: Counter[str] = Counter()
    for seed in range(60):
        states, hands, moves = play(game, seed)
        for state, view in zip(states, peers.douzero_views(hands, moves), strict=False):
            seat = state.seat
            asked[view.position] += 1
            assert SEATS[seat] == view.position
            x = ours.x(state, seat)
            assert x.dtype == numpy.int8 and numpy.array_equal(x, view.x_no_action)
            assert numpy.array_equal(ours.z(state), view.z)
            observed = ours.observe(state, seat)
            assert numpy.array_equal(observed[: len(x)], x) and not observed[len(x) : 430].any()
            assert numpy.array_equal(observed[430:].reshape(5, 162), view.z)
            actions = [action.cards for action in state.legal_actions()]
            assert set(actions) == set(view.legal)
            x_batch, z_batch = ours.batch(state)
            row = {cards: x_batch[i] for i, cards in enumerate(actions)}
            assert x_batch.shape == (len(actions), 373 if seat == 0 else 484) and x_batch.dtype == numpy.float32
            assert z_batch.shape == (len(actions), 5, 162) and z_batch.dtype == numpy.float32
            for cards, theirs in zip(view.legal, view.x_batch, strict=True):
                assert numpy.array_equal(row[cards], theirs)
            assert numpy.array_equal(z_batch[0], view.z_batch[0])
    assert min(asked.values()) > 500 and asked.total() > 2000
