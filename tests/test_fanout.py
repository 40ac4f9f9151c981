"""Games in ranges put together again, and jobs handed out by joblib: always what one run gives."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import time
from dataclasses import asdict, fields, replace
from typing import Any

import pytest

import pokerfast as pf
from pokerfast import fanout

GAMES = ("doudizhu", "dadaa", "baohuang", "shengji", "erqiwang", "dabaifen", "whist")
DOUDIZHU = pf.load_game("doudizhu")


def same(one: pf.SimulationResult, other: pf.SimulationResult) -> None:
    """Every field, the order of tables too; the time apart."""
    for item in fields(one):
        if item.name != "seconds":
            a, b = getattr(one, item.name), getattr(other, item.name)
            assert a == b and repr(a) == repr(b), item.name
    assert one == other


# ---- ranges


@pytest.mark.arch
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("start", ["deal", "play"])
def test_ranges_add_up(name: str, start: Any) -> None:
    """Cut anywhere, also within what is played side by side."""
    rng = random.Random(f"{name} {start}")
    game = pf.load_game(name)
    games = 300 if game.name == "doudizhu" else 60
    first = rng.choice([0, 1, 5, 1 << 40, (1 << 64) - games])
    whole = pf.simulate(game, games=games, seed=3, first_game=first, start=start)
    assert whole.first_game == first and whole.games == games
    cuts = sorted(rng.sample(range(1, games), 4))
    parts = [
        pf.simulate(game, games=high - low, seed=3, first_game=first + low, start=start, workers=rng.choice([1, 3]))
        for low, high in zip([0, *cuts], [*cuts, games], strict=True)
    ]
    rng.shuffle(parts)
    same(pf.SimulationResult.merge(parts), whole)


@pytest.mark.arch
@pytest.mark.parametrize("start", ["deal", "play"])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_range_is_those_games(start: Any, policy: str) -> None:
    """Game n of a seed is the same alone and among others."""
    whole = pf.simulate(DOUDIZHU, games=40, seed=8, start=start, policy=policy)
    single = [pf.simulate(DOUDIZHU, games=1, seed=8, first_game=i, start=start, policy=policy) for i in range(40)]
    same(pf.SimulationResult.merge(single), whole)
    assert len({(one.moves, one.choices) for one in single}) > 10
    total = single[0]
    for one in single[1:]:
        total = total + one if one.first_game % 2 else one + total
    same(total, whole)


def test_the_first_game_of_a_range_is_new_game() -> None:
    game = pf.load_game("whist")
    one = pf.simulate(game, games=1, seed=12)
    state = game.new_game(seed=12)
    assert one.first_game == 0 and one.moves == 52 == 4 * len(state.hands[0])


def test_sums_are_exact() -> None:
    """Means and deviations by hand from the scores of single games, beyond what a double holds."""
    result = pf.simulate(DOUDIZHU, games=50, seed=4)
    scores = [pf.simulate(DOUDIZHU, games=1, seed=4, first_game=i).mean_returns for i in range(50)]
    halves = [[round(2 * score[seat]) for score in scores] for seat in range(3)]
    assert result.half_points == tuple(map(sum, halves))
    assert result.quarter_squares == tuple(sum(n * n for n in row) for row in halves)
    assert sum(result.lengths.values()) == 50
    assert sum(length * n for length, n in result.lengths.items()) == result.moves
    # Sums that fit neither 64 bits nor a double.
    large = replace(result, half_points=(10**40 + 1, -(10**40), -1), quarter_squares=(10**90 + 3, 10**90, 1))
    after = replace(large, first_game=50)
    both = large + after
    assert both.half_points == (2 * 10**40 + 2, -2 * 10**40, -2)
    assert both.quarter_squares == (2 * 10**90 + 6, 2 * 10**90, 2)
    assert both.mean_returns[0] == (2 * 10**40 + 2) / 200


def test_high_stakes_stay_exact() -> None:
    """升级 with stakes: scores that a double cannot add up."""
    game = pf.load_game("shengji", preset="chaodipi", stakes=True)
    whole = pf.simulate(game, games=40, seed=2)
    parts = [pf.simulate(game, games=20, seed=2, first_game=first) for first in (0, 20)]
    same(parts[0] + parts[1], whole)
    assert all(isinstance(value, int) for value in (*whole.half_points, *whole.quarter_squares))


def test_parts_that_do_not_fit() -> None:
    def run(first: int, **changes: Any) -> pf.SimulationResult:
        return pf.simulate(**{"game": DOUDIZHU, "games": 10, "seed": 1, "first_game": first, **changes})

    one = run(0)
    merge = pf.SimulationResult.merge
    for other, where in [
        (run(11), "missing"),
        (run(9), "twice"),
        (run(0), "twice"),
        (run(10, seed=2), "seed"),
        (run(10, policy="greedy"), "policy"),
        (run(10, start="play"), "start"),
        (run(10, game=pf.load_game("doudizhu", preset="rlcard")), "game"),
    ]:
        with pytest.raises(pf.RulesError, match=where):
            merge([one, other])
        with pytest.raises(pf.RulesError, match=where):
            one + other
    with pytest.raises(pf.RulesError) as caught:
        merge([one, run(30, seed=2, start="play"), run(25, policy="greedy")])
    assert [where for where, _ in caught.value.faults] == ["seed", "policy", "start", "first_game", "first_game"]
    with pytest.raises(pf.RulesError, match="none"):
        merge([])
    with pytest.raises(TypeError):
        merge([one, 3])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        one + 3  # type: ignore[operator]
    same(merge([one]), one)
    assert merge([one, run(10)]).seconds >= one.seconds


def test_the_range_of_numbers() -> None:
    for first in (-1, 1 << 64, (1 << 64) - 9):
        with pytest.raises(pf.RulesError, match="first_game"):
            pf.simulate(DOUDIZHU, games=10, first_game=first)
    with pytest.raises(TypeError, match="first_game"):
        pf.simulate(DOUDIZHU, games=10, first_game=1.5)  # type: ignore[arg-type]
    last = pf.simulate(DOUDIZHU, games=10, first_game=(1 << 64) - 10)
    assert last.first_game + last.games == 1 << 64


def test_results_travel() -> None:
    result = pf.simulate(pf.load_game("erqiwang"), games=20, seed=1)
    same(pickle.loads(pickle.dumps(result)), result)
    assert asdict(result)["lengths"] == result.lengths
    record = result.to_dict()
    assert "game" not in record and record["lengths"] == {str(n): k for n, k in result.lengths.items()}


# ---- joblib


@pytest.mark.parametrize(("backend", "jobs", "chunks"), [("loky", 2, 5), ("threading", 3, None), ("threading", 1, 4)])
def test_any_backend_gives_the_same(backend: Any, jobs: int, chunks: int | None) -> None:
    whole = pf.simulate(DOUDIZHU, games=20_001, seed=6, first_game=3, start="play")
    seen: list[int] = []
    found = fanout.simulate(
        DOUDIZHU,
        games=20_001,
        seed=6,
        first_game=3,
        start="play",
        jobs=jobs,
        backend=backend,
        chunks=chunks,
        progress=seen.append,
    )
    same(found, whole)
    assert seen == sorted(seen) and seen[-1] == 20_001 and len(seen) == (chunks or 4)
    assert found.seconds > 0


def test_the_backend_around_it_is_used() -> None:
    import joblib

    whole = pf.simulate(DOUDIZHU, games=300, seed=6)
    with joblib.parallel_config(backend="threading"):
        same(fanout.simulate(DOUDIZHU, games=300, seed=6, jobs=2, chunks=300), whole)


def positions() -> list[pf.State]:
    states: list[pf.State] = []
    whist = pf.load_game("whist")
    for seed in range(4):
        state: pf.State = whist.new_game(seed=seed)
        while min(map(len, state.hands)) > 4:
            state.apply_index(0)
        states.append(state)
    hands = ["w22AA", "KKQQJ", "3344T"]
    states.insert(1, DOUDIZHU.setup(hands=hands))
    return states


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_positions(backend: Any) -> None:
    states = positions()
    seen: list[int] = []
    found = fanout.solve(states, jobs=2, backend=backend, progress=seen.append, all_moves=True)
    expected = pf.solve(states)
    assert seen == [1, 2, 3, 4, 5]
    for one, other in zip(found, expected, strict=True):
        assert replace(one, seconds=0.0) == replace(other, seconds=0.0)
    assert fanout.solve([], jobs=1, backend=backend) == ()


def test_an_exception_in_progress_stops_the_run() -> None:
    def fail(done: int) -> None:
        raise KeyError(done)

    for backend in ("threading", "loky"):
        with pytest.raises(KeyError):
            fanout.simulate(DOUDIZHU, games=100_000, jobs=2, backend=backend, chunks=50, progress=fail)


def test_wrong_arguments() -> None:
    state = DOUDIZHU.new_game(seed=1, start="play")
    for words, where in [
        ({"jobs": 0}, "jobs"),
        ({"jobs": 1 << 40}, "jobs"),
        ({"chunks": 0}, "chunks"),
        ({"backend": "fork"}, "backend"),
        ({"games": 0}, "games"),
        ({"first_game": -1}, "first_game"),
        ({"policy": "x"}, "policy"),
    ]:
        with pytest.raises(pf.RulesError, match=where):
            fanout.simulate(**{"game": DOUDIZHU, "games": 10, **words})
    for odd in ({"jobs": 1.5}, {"jobs": True}, {"chunks": "3"}, {"backend": 3}, {"progress": 3}, {"game": "doudizhu"}):
        with pytest.raises(TypeError):
            fanout.simulate(**{"game": DOUDIZHU, "games": 10, **odd})
    for wrong, error in [
        ({"states": [3]}, TypeError),
        ({"states": [state], "workers": 2}, TypeError),
        ({"states": [state], "max_nodes": -1}, pf.RulesError),
        ({"states": [state], "jobs": 0}, pf.RulesError),
        ({"states": [state], "progress": 3}, TypeError),
        ({"states": [DOUDIZHU.new_game(seed=1)]}, pf.PhaseError),
    ]:
        with pytest.raises(error):
            fanout.solve(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("missing", ["joblib", "ray"])
def test_what_is_missing_is_told(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    extra = "parallel" if missing == "joblib" else "ray"
    with pytest.raises(ImportError, match=rf"pip install 'pokerfast\[{extra}\]'"):
        fanout.simulate(DOUDIZHU, games=10, jobs=2, backend="ray" if missing == "ray" else "loky")


def test_the_package_does_not_import_joblib() -> None:
    code = "import sys, pokerfast.fanout; print('joblib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


ENDLESS = """
import sys
import pokerfast as pf
if __name__ == "__main__":
    try:
        game = pf.load_game("doudizhu")
        pf.fanout.simulate(game, games=10**9, jobs=2, backend=sys.argv[1], chunks=100_000, progress=print)
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_ctrl_c(backend: str, tmp_path: Any) -> None:
    """As from a terminal, to every process of the run: it ends at once and without noise."""
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS, encoding="utf-8")
    command = [sys.executable, "-u", str(script), backend]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        try:
            assert int(process.stdout.readline()) == 10_000
            time.sleep(0.3)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0 and out.endswith("stopped\n") and err == ""
