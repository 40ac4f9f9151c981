"""`pokerfast simulate` for a range of games, and over processes."""

from __future__ import annotations

import sys

import pytest

import pokerfast as pf
from tests.test_cli import as_json, plain_surroundings, run

__all__ = ["plain_surroundings"]  # a fixture for every test here


def test_simulate_from_any_game_and_over_processes() -> None:
    common = ("simulate", "doudizhu", "--games", "40", "--seed", "2", "--first-game", "13")
    whole = as_json(*common)
    expected = pf.simulate(pf.load_game("doudizhu"), games=40, seed=2, first_game=13)
    assert whole["first_game"] == 13 and whole["half_points"] == list(expected.half_points)
    timing = ("seconds", "games_per_second", "workers")
    plain = {name: value for name, value in whole.items() if name not in timing}
    for more in (("--jobs", "2", "--backend", "threading"), ("--jobs", "3")):
        found = as_json(*common, *more)
        assert found["workers"] == int(more[1])
        assert {name: value for name, value in found.items() if name not in timing} == plain
    for wrong in (("--jobs", "0"), ("--backend", "fork"), ("--jobs", "2", "--workers", "2"), ("--first-game", "-1")):
        result = run(*common, *wrong)
        assert result.exit_code == 2 and result.stdout == ""
        assert wrong[0].lstrip("-").replace("-", "_") in result.stderr or "--workers" in result.stderr


def test_simulate_tells_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "joblib", None)
    result = run("simulate", "doudizhu", "--games", "40", "--jobs", "2")
    assert result.exit_code == 2 and "pip install 'pokerfast[parallel]'" in result.stderr
