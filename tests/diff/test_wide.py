"""Random games of 斗地主 side by side: every back end held against the walk, and against games played one by one."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from pokerfast import _jobs

SCALAR = "scalar"
BACKENDS = [name for name in _jobs.backends("doudizhu") if name != SCALAR]
PRESETS = sorted(_jobs.presets("doudizhu"))
CORE = Path(__file__).resolve().parents[2] / "src" / "core"

pytestmark = pytest.mark.arch

backends = pytest.mark.parametrize("backend", BACKENDS)


def values_of(**options: Any) -> list[int]:
    return list(pf.load_game("doudizhu", **options)._values)


def random_values(seed: int) -> list[int]:
    """Any options that leave whole games: solo is never banned."""
    rng = random.Random(seed)
    values = []
    for option in _jobs.options("doudizhu"):
        kind, low, high = option["type"], option["min"], min(option["max"], 4)
        if kind in ("on_off", "number"):
            values.append(rng.randint(low, high))
        elif kind == "choice":
            values.append(rng.randrange(len(option["names"])))
        elif kind == "set":
            values.append(rng.choice([0, rng.randrange(1 << len(option["names"])) & ~1]))
        else:
            values.append(option["initial"])
    return values


def played(values: list[int], games: int, seed: int, from_play: bool, backend: str, workers: int = 1) -> dict[str, Any]:
    found = _jobs.simulate("doudizhu", values, games, seed, ["random"] * 3, workers, from_play, None, backend=backend)
    del found["seconds"]
    return found


def test_there_are_back_ends() -> None:
    """On x86-64 of the last fifteen years at least one; the scalar path everywhere, last."""
    names = _jobs.backends("doudizhu")
    assert names == [name for name in ("avx512", "avx2", "sse4", SCALAR) if name in names]
    assert names[-1] == SCALAR
    flags = Path("/proc/cpuinfo")
    if flags.exists() and " avx2 " in flags.read_text(encoding="utf-8"):
        assert "avx2" in names and "sse4" in names
    assert _jobs.backends("shengji") == [SCALAR]
    for name in ("sse9", "", "SCALAR"):
        with pytest.raises(ValueError, match="unknown back end"):
            played(values_of(), 1, 1, True, name)
    with pytest.raises(ValueError, match="unknown back end"):
        _jobs.check_backend(values_of(), SCALAR, 1, 1)


@backends
@pytest.mark.parametrize("preset", PRESETS)
def test_every_action_of_random_positions(backend: str, preset: str, big: bool) -> None:
    """Hands, table, record, draws and number of legal actions after each action there is."""
    wanted = 100_000 if big else 10_000
    found = _jobs.check_backend(values_of(preset=preset), backend, wanted, 7)
    assert found["fault"] == ""
    assert found["leads"] + found["follows"] >= wanted and found["leads"] > wanted / 8
    assert found["actions"] > 4 * wanted


@backends
def test_every_action_under_any_options(backend: str, big: bool) -> None:
    for seed in range(1000 if big else 60):
        found = _jobs.check_backend(random_values(seed), backend, 150, seed)
        assert found["fault"] == "", (seed, found)


@backends
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("from_play", [True, False], ids=["play", "deal"])
def test_games_are_those_of_the_scalar_path(backend: str, preset: str, from_play: bool, big: bool) -> None:
    """Everything a run adds up, whatever the number of games and workers."""
    values = values_of(preset=preset)
    runs = [(9, 1), (40, 1), (3001 if from_play else 700, 2)] + [(300_000, 2)] * big
    for games, workers in runs:
        expected = played(values, games, 11, from_play, SCALAR)
        assert played(values, games, 11, from_play, backend, workers) == expected


@backends
@pytest.mark.parametrize("from_play", [True, False], ids=["play", "deal"])
def test_games_under_any_options(backend: str, from_play: bool, big: bool) -> None:
    for seed in range(400 if big else 12):
        values = random_values(1000 + seed)
        expected = played(values, 150, seed, from_play, SCALAR)
        assert played(values, 150, seed, from_play, backend) == expected, values


@backends
@pytest.mark.parametrize("games", [1, 2, 7, 8, 31, 33, 257])
def test_few_games(backend: str, games: int) -> None:
    """Vectors that are never full."""
    assert played(values_of(), games, 3, True, backend) == played(values_of(), games, 3, True, SCALAR)


@backends
@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**64 - 1])
def test_any_seed(backend: str, seed: int) -> None:
    """All 64 bits of the key."""
    assert played(values_of(), 500, seed, True, backend) == played(values_of(), 500, seed, True, SCALAR)


@backends
def test_a_seat_that_is_not_random(backend: str) -> None:
    """Then games are played one by one on any back end."""
    policies = ["greedy", "random", "random"]
    runs = []
    for name in (SCALAR, backend):
        runs.append(_jobs.simulate("doudizhu", values_of(), 100, 3, policies, 1, True, None, backend=name))
        del runs[-1]["seconds"]
    assert runs[0] == runs[1]


def test_the_public_call_uses_the_fastest() -> None:
    """And gives what every other gives."""
    game = pf.load_game("doudizhu")
    result = pf.simulate(game, games=400, seed=6, start="play")
    expected = played(list(game._values), 400, 6, True, SCALAR)
    assert (result.moves, dict(result.counts)) == (expected["moves"], expected["kinds"])


# ---- what is compiled with which flags


def inclusions(path: Path) -> set[str]:
    return set(re.findall(r'^#include "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE))


def reached(path: Path) -> set[str]:
    seen: set[str] = set()
    left = inclusions(path)
    while left:
        name = left.pop()
        seen.add(name)
        left |= inclusions(CORE / name) - seen
    return seen


def test_files_with_flags_of_their_own_define_nothing_for_others() -> None:
    """The linker keeps one copy of an inline function: it must never be one that older processors lack.

    So these files include only headers whose functions are always inlined or local to the file.
    """
    files = [path for path in CORE.rglob("*.cpp") if path.read_text(encoding="utf-8").startswith("// flags: ")]
    assert {path.stem for path in files} == {"sse4", "avx2", "avx512"}
    shared = {"base/bits.hpp", "base/lanes.hpp", "base/random.hpp", "cards/deck.hpp", "rules/kind.hpp"}
    for path in files:
        own = {name for name in reached(path) if name.startswith("sim/wide/")}
        assert reached(path) <= shared | own
        for name in own - {"sim/wide/backend.hpp"}:
            text = (CORE / name).read_text(encoding="utf-8")
            opened = text.index("namespace {")
            before = text[:opened]
            assert "inline" not in before.replace("inlined", "") and text.rstrip().endswith(
                "}  // namespace\n\n}  // namespace pokerfast"
            ), name
