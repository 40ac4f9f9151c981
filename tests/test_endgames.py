"""Published endgames of 斗地主 with the answers of an exhaustive search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests.reference.cards import sort_cards
from tests.reference.doudizhu_endgame import check_proof

FILE = Path(__file__).parent / "data/doudizhu/endgames.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
BANS = {
    "triple+1 and plane+singles": ["trio_solo", "trio_solo_chain"],
    "triple+2 and plane+pairs": ["trio_pair", "trio_pair_chain"],
}
SEATS = {"landlord": 0, "farmer": 1, "farmer1": 1, "farmer2": 2, None: None}
#: Nodes of a proof that the reference reads in a moment.
MOST_NODES = 20_000
named = {"ids": lambda case: case["id"]}


def solved(case: dict[str, Any], **limits: Any) -> pf.Solution:
    banned = [kind for ban in case["banned"] or [] for kind in BANS[ban]]
    return pf.solve(
        pf.load_game("doudizhu", banned_kinds=banned),
        hands=[case["landlord"], *case["farmers"]],
        to_move=SEATS[case["to_move"]],
        table=case["table"],
        table_by=SEATS[case["table_by"]],
        **limits,
    )


def winner_of(case: dict[str, Any]) -> str:
    return "landlord" if case["winner"] == "landlord" else "farmers"


def test_the_file_is_whole() -> None:
    assert len(CASES) >= 34
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert {case["winner"] for case in CASES} <= {"landlord", "farmer", "farmers"}
    assert {ban for case in CASES for ban in case["banned"] or []} == set(BANS)


@pytest.mark.arch
@pytest.mark.parametrize("case", CASES, **named)
def test_winner_and_winning_moves(case: dict[str, Any]) -> None:
    sol = solved(case)
    assert (sol.status, sol.winner) == ("solved", winner_of(case))
    found = sorted("pass" if move == pf.PASS else move.cards for move in sol.winning_moves)
    if (SEATS[case["to_move"]] == 0) != (sol.winner == "landlord"):
        assert found == [] and all(each.value == -1 for each in sol.moves)
        return
    assert found == sorted(cards if cards == "pass" else sort_cards(cards) for cards in case["winning_moves"])
    assert sol.best in sol.winning_moves


@pytest.mark.parametrize("case", CASES, **named)
def test_one_winning_move_will_do(case: dict[str, Any]) -> None:
    sol = solved(case, all_moves=False)
    assert (sol.status, sol.winner) == ("solved", winner_of(case))


@pytest.mark.parametrize("case", CASES, **named)
def test_proofs(case: dict[str, Any], big: bool) -> None:
    sol = solved(case, all_moves=False, proof=True)
    assert sol.proof["winner"] == winner_of(case)
    assert list(pf.check_proof(sol.proof)) == []
    if big or len(sol.proof["nodes"]) <= MOST_NODES:
        assert check_proof(sol.proof) == []
