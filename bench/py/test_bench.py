"""Benchmarks of the Python interface; each asserts its answer. Run: ``pytest bench --benchmark-enable``."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pokerfast as pf
from pokerfast import _jobs

GAME = pf.load_game("doudizhu")
DOUZERO = pf.load_game("doudizhu", preset="douzero")
HAND = "3334445556789TT2w"


def test_classify(benchmark: Any) -> None:
    assert benchmark(GAME.classify, "333444555666").kind == "trio_chain"


def test_beats(benchmark: Any) -> None:
    assert benchmark(GAME.beats, "4445", "3336")


def test_count_leads(benchmark: Any) -> None:
    assert benchmark(GAME.count_leads, HAND) == len(GAME.leads(HAND))


def test_leads(benchmark: Any) -> None:
    assert len(benchmark(GAME.leads, HAND)) == 170


def test_follows(benchmark: Any) -> None:
    assert [str(play) for play in benchmark(GAME.follows, HAND, "33")] == ["44", "55", "TT"]


def test_new_game(benchmark: Any) -> None:
    assert benchmark(lambda: GAME.new_game(seed=7)).phase == "show_start"


def play(games: int) -> int:
    rnd, moves = random.Random(1).random, 0
    for seed in range(games):
        state = DOUZERO.new_game(seed=seed, start="play")
        while legal := state.count_legal():
            state.apply_index(int(rnd() * legal))
            moves += 1
    return moves


def test_python_loop(benchmark: Any) -> None:
    """A hundred random games from Python: count_legal and apply_index for every decision."""
    assert benchmark(play, 100) == play(100)


def test_snapshot(benchmark: Any) -> None:
    state = GAME.new_game(seed=7)
    assert benchmark(lambda: pf.State.from_bytes(state.to_bytes())) == state


@pytest.mark.parametrize("start", ["play", "deal"])
def test_simulate(benchmark: Any, start: Any) -> None:
    result = benchmark(lambda: pf.simulate(DOUZERO, games=20_000, seed=1, start=start))
    assert result.by_side == pf.simulate(DOUZERO, games=20_000, seed=1, start=start, workers=2).by_side


@pytest.mark.parametrize("name", [name for name, _ in _jobs.kernels()])
def test_kernel(benchmark: Any, name: str) -> None:
    """The core's own kernels, whose checksums are known."""
    run = benchmark.pedantic(_jobs.run_kernel, (name, 1))
    assert run["checksum"] == run["expected"]
