"""perft of 二七王 and 打百分: the number of action sequences, as the reference counts them and as they once were."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests.bid_witnesses import ReferenceDeal

DATA = Path(__file__).parent / "data"
CASES = [
    {"game": game, **case}
    for game in ("erqiwang", "dabaifen")
    for case in json.loads((DATA / game / "perft.json").read_text(encoding="utf-8"))
]
named = {"ids": lambda case: f"{case['game']}: {case['name']}"}
#: The reference expands every position but those of the last level; more than this many take too long.
MOST_EXPANDED = 700


def state_of(case: dict[str, Any]) -> pf.State:
    game = pf.load_game(case["game"], **case["options"])
    state = game.setup(**case["setup"]) if "setup" in case else game.new_game(**case["new_game"])
    for text in case["actions"]:
        state.apply(text)
    return state


def enumerated(game: Any, depth: int) -> int:
    """The definition."""
    if depth < 2:
        return int(game.count_legal()) if depth else 1
    total = 0
    for text in game.legal():
        after = copy.copy(game)
        for name, value in vars(game).items():
            if name not in ("source", "options", "form", "rules"):
                setattr(after, name, copy.deepcopy(value))
        after.apply(text)
        total += enumerated(after, depth - 1)
    return total


@pytest.mark.arch
@pytest.mark.parametrize("case", CASES, **named)
def test_perft(case: dict[str, Any]) -> None:
    state = state_of(case)
    before = state.to_bytes()
    assert [pf.perft(state, depth) for depth in range(len(case["counts"]))] == case["counts"]
    assert state.to_bytes() == before


@pytest.mark.parametrize("case", CASES, **named)
def test_the_reference_counts_the_same(case: dict[str, Any]) -> None:
    model: Any = ReferenceDeal.started(case["game"], case, case["options"]).game
    for text in case["actions"]:
        model.apply(text)
    depths = [depth for depth in range(1, len(case["counts"])) if case["counts"][depth - 1] <= MOST_EXPANDED]
    assert len(depths) > 1
    for depth in depths:
        assert enumerated(model, depth) == case["counts"][depth], depth
