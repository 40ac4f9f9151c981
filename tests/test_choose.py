"""What a built-in player does in a position: one of the legal actions, by what its seat may know and the seed alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pokerfast as pf
from pokerfast.simulate import policy_names
from tests.contract.positions import CASES, samples

pytestmark = pytest.mark.arch
QUICK = ("random", "greedy")


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_it_is_a_legal_action(name: str, variant: int) -> None:
    assert set(QUICK) <= set(policy_names(name))
    for state in samples(name, variant, range(2)):
        if state.is_over:
            with pytest.raises(pf.PhaseError):
                pf.choose(state)
            continue
        before = state.to_bytes()
        listed = state.legal_actions()
        for policy in QUICK:
            action = pf.choose(state, policy=policy, seed=5)
            assert action == pf.choose(state.clone(), policy=policy, seed=5)
            assert action in listed and state.check(action) and state.check(str(action))
            moved, told = state.clone(), state.clone()
            moved.apply(action)
            told.apply(str(action))
            assert moved == told
        assert state.to_bytes() == before


def test_random_choices_differ_by_seed() -> None:
    state = pf.load_game("doudizhu").new_game(seed=1, start="play")
    chosen = {str(pf.choose(state, policy="random", seed=seed)) for seed in range(60)}
    assert len(chosen) > 20
    assert len({str(pf.choose(state, seed=seed)) for seed in range(20)}) == 1


def test_hidden_cards_do_not_matter() -> None:
    game = pf.load_game("doudizhu")
    rng = random.Random(1)
    for _ in range(60):
        pack = list(range(54))
        rng.shuffle(pack)
        own, rest = pack[:20], pack[20:]
        chosen = set()
        for _ in range(4):
            rng.shuffle(rest)
            state = game.setup(hands=[own, rest[:17], rest[17:]])
            chosen.add(str(pf.choose(state)))
        assert len(chosen) == 1


def test_two_hands() -> None:
    state = pf.load_game("doudizhu").setup(hands=["WAQQJJT999844", "w22AAT886633"])
    while not state.is_over:
        state.apply(pf.choose(state))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"policy": "nobody"}, pf.RulesError),
        ({"policy": 3}, TypeError),
        ({"seed": -1}, pf.RulesError),
        ({"seed": 1 << 64}, pf.RulesError),
        ({"seed": "1"}, TypeError),
        ({"seed": True}, TypeError),
    ],
)
def test_arguments(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        pf.choose(pf.load_game("whist").new_game(seed=1), **arguments)


def test_only_states() -> None:
    with pytest.raises(TypeError):
        pf.choose("state")  # type: ignore[arg-type]
