"""perft: the number of action sequences from a position, as the reference counts them and as they once were."""

from __future__ import annotations

import copy
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests.reference import baohuang_game, baohuang_plays, dadaa_game, dadaa_plays
from tests.reference.doudizhu_game import Game
from tests.reference.doudizhu_plays import Options
from tests.reference.philox import doudizhu_deal

DATA = Path(__file__).parent / "data"
CASES = [
    {"game": game, **case}
    for game in ("doudizhu", "dadaa", "baohuang")
    for case in json.loads((DATA / game / "perft.json").read_text(encoding="utf-8"))
]
named = {"ids": lambda case: f"{case['game']}: {case['name']}"}
#: The reference expands every position but those of the last level; more than this many take too long.
MOST_EXPANDED = 400


def state_of(case: dict[str, Any]) -> pf.State:
    game = pf.load_game(case["game"], **case["options"])
    state = game.setup(**case["setup"]) if "setup" in case else game.new_game(**case["new_game"])
    for text in case["actions"]:
        state.apply(text)
    return state


def model_of(case: dict[str, Any]) -> Any:
    game: Any = doudizhu_model(case) if case["game"] == "doudizhu" else race_model(case)
    for text in case["actions"]:
        game.apply(text)
    return game


def race_model(case: dict[str, Any]) -> Any:
    if case["game"] == "dadaa":
        kind: Any = dadaa_game.Game
        opt: Any = dadaa_plays.Options(**case["options"])
    else:
        kind, opt = baohuang_game.Game, baohuang_plays.Options(**case["options"])
    if "setup" not in case:
        new_game = dict(case["new_game"])
        from_play = new_game.pop("start", "deal") == "play"
        game = kind.start(options=opt, **new_game)
        while from_play and game.phase == "reveal":
            game.apply("no")
        return game
    given = dict(case["setup"])
    given["order"] = given.pop("finished", ())
    if case["game"] == "baohuang":
        given["solo"] = None if "guard" in given else "open" if given.pop("open", False) else "dark"
    else:
        given.setdefault("declarer", min(given["sides"]))
    return kind.position(options=opt, **given)


def doudizhu_model(case: dict[str, Any]) -> Game:
    opt = Options(**{k: frozenset(v) if k == "banned_kinds" else v for k, v in case["options"].items()})
    if "setup" in case:
        setup = case["setup"]
        game = Game.position(setup["hands"], setup.get("to_move", 0), setup.get("table"), setup.get("table_by"), opt)
    else:
        game = Game(opt, partial(doudizhu_deal, case["new_game"]["seed"], 0), case["new_game"].get("beans"))
    return game


def enumerated(game: Any, depth: int) -> int:
    """The definition."""
    if depth == 0:
        return 1
    legal = game.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for text in legal:
        after = copy.copy(game)
        for name, value in vars(game).items():
            if isinstance(value, (list, set, dict)):
                setattr(after, name, copy.deepcopy(value))
        after.apply(text)
        total += enumerated(after, depth - 1)
    return total


@pytest.mark.arch
@pytest.mark.parametrize("case", CASES, **named)
def test_golden_counts(case: dict[str, Any]) -> None:
    state = state_of(case)
    before = state.to_bytes()
    assert [pf.perft(state, depth) for depth in range(len(case["counts"]))] == case["counts"]
    assert state.to_bytes() == before


@pytest.mark.parametrize("case", CASES, **named)
def test_counts_of_the_reference(case: dict[str, Any]) -> None:
    depths = [
        depth for depth in range(len(case["counts"])) if depth < 2 or sum(case["counts"][:depth]) <= MOST_EXPANDED
    ]
    assert max(depths) >= 2
    game = model_of(case)
    assert [enumerated(game, depth) for depth in depths] == case["counts"][: len(depths)]


def test_counts_by_walking() -> None:
    """The same through legal_actions, apply_index and undo."""

    def walked(state: pf.State, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for index in range(state.count_legal()):
            state.apply_index(index)
            total += walked(state, depth - 1)
            state.undo()
        return total

    for case in CASES:
        state = state_of(case)
        depth = max(d for d, n in enumerate(case["counts"]) if n <= 20_000)
        assert walked(state, depth) == case["counts"][depth]


def test_the_end_counts_for_none() -> None:
    state = pf.load_game("doudizhu").setup(hands=["3", "4"])
    assert [pf.perft(state, depth) for depth in (0, 1, 2, 64)] == [1, 1, 0, 0]


def test_wrong_arguments() -> None:
    state = pf.load_game("doudizhu").new_game(seed=1)
    for depth in (-1, 65, 10**30):
        with pytest.raises(pf.RulesError):
            pf.perft(state, depth)
    for depth in (1.0, "1", None, True):
        with pytest.raises(TypeError):
            pf.perft(state, depth)  # type: ignore[arg-type]
    for thing in (None, "doudizhu", pf.load_game("doudizhu")):
        with pytest.raises(TypeError):
            pf.perft(thing, 1)  # type: ignore[arg-type]
