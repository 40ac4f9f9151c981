"""Positions from outside whose fields are each in range but don't fit, and calls on the largest of hands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import pokerfast as pf

pytestmark = pytest.mark.arch

GAME = pf.load_game("shengji")
DEALT = json.loads(GAME.new_game(seed=3).to_json())


@pytest.mark.parametrize(
    "changes",
    [
        {"declarer": 0},
        {"declarer": 0, "first_declarer": 0},
        {"declarer": 0, "trump": 2},
        {"declarer": 0, "first_declarer": 0, "shown_suit": 1, "shown_size": 1, "trump": 2},
        {"first_declarer": 1},
        {"trump": 2},
        {"level": 7},
        {"dealer": 1},
        {"shown_size": 4},
        {"asked": 4},
        {"turn": 0},
        {"locked": 1},
        {"stake": 4},
        {"burier": 2},
        {"points": 5},
        {"tricks": [1, 0]},
    ],
    ids=str,
)
def test_while_dealing(changes: dict[str, Any]) -> None:
    forged = {**DEALT, "state": {**DEALT["state"], **changes}}
    with pytest.raises(pf.SnapshotError):
        pf.State.from_json(json.dumps(forged))


def test_the_unchanged_position_is_read() -> None:
    assert pf.State.from_json(json.dumps(DEALT)) == GAME.new_game(seed=3)


def test_points_leave_room_for_the_kitty() -> None:
    hands = ["SA H3", "S2 H4", "S3 D4", "SK D5"]
    with pytest.raises(pf.RulesError):
        GAME.setup(hands=hands, trump="H", level="T", points=10**6 + 1)
    state = GAME.setup(hands=hands, trump="H", level="T", dealer=1, points=10**6, kitty="DK DK CK CK")
    for text in ("SA", "S2", "S3", "SK", "H3", "H4", "D4", "D5"):
        state.apply(text)
    assert state.is_over
    assert pf.State.from_bytes(state.to_bytes()) == state
    assert GAME.level_result(state.points).side == "attackers"


def test_membership_asks_the_rules() -> None:
    """13,884,156 burials at most: whether one is among them is no matter of listing them."""
    state = GAME.new_game(seed=3)
    while state.phase == "declare":
        state.apply_index(state.count_legal() - 1)
    actions = state.legal_actions()
    assert state.phase == "bury" and len(actions) > 1_000_000
    last = actions[-1]
    assert last in actions and actions.count(last) == 1
    assert "no" not in actions and None not in actions
    assert actions.index(actions[1_000]) == 1_000
    after = state.clone()
    after.apply(last)
    led = after.legal_actions()[0]
    assert led not in actions and last not in after.legal_actions()
    with pytest.raises(ValueError, match="not in the sequence"):
        actions.index(led)


def test_a_throw_of_triples_against_a_big_hand() -> None:
    """Many ways of answering lead to the same rest; each rest is looked at once."""
    trump = pf.load_game("shengji", decks=3).trump("S", level="2")
    hand = (
        "D2 W H2 SJ w S7 S8 SQ S6 S2 S9 W S9 S3 SJ w S3 S6 S8 H2 D2 S5 S6 C2 SA SA SK S5 S2 SA SK S3 S4 C2 H2 S7 w "
        "S5 SQ"
    )
    lead = "S2 S2 C2 C2 S9 S9 S9 D2 D2 D2 w H2 H2 H2 S3 S3 S3 SK SK SJ SJ SJ"
    assert trump.count_follows(hand, lead) == 3254
    found = next(trump.follows(hand, lead))
    assert trump.check_follow(hand, lead, found)
    refused = trump.check_follow(hand, lead, " ".join(hand.split()[:22]))
    assert refused.code == "must_triple" and refused.suggestion == found


def test_the_view_has_the_table() -> None:
    state = GAME.new_game(seed=5, start="play")
    assert state.view(0).table == ""
    state.apply(str(GAME.trump(state.trump or "", level=state.level).units(str(state.legal_actions()[0]))[0]))
    assert state.view(1).table == state.trick[0] == state.table


@pytest.mark.parametrize("level", ["base", "v3"])
def test_a_level_that_is_asked_for_is_loaded(level: str) -> None:
    code = "import pokerfast._arch as a, pokerfast._fast as f; print(a.ARCH, f.__file__)"
    env = {**os.environ, "POKERFAST_ARCH": level}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    if done.returncode:
        assert "ImportError" in done.stderr and level in done.stderr
        pytest.skip("this installation or processor has no such level")
    arch, file = done.stdout.split(maxsplit=1)
    assert arch == level and f"_fast_{level}" in file
