"""`pokerfast solve`: the same answers as `pokerfast.solve`, for people and for machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pokerfast as pf
from pokerfast.cli import app

PUZZLE = ["KK5543", "225543"]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["solve", "doudizhu", *arguments], env={"COLUMNS": "120"})
    return result.exit_code, result.output


def test_a_table_of_moves() -> None:
    status, text = run(*PUZZLE)
    assert status == 0
    lines = [line.split() for line in text.splitlines()]
    assert lines[0] == ["landlord", "地主", "wins"]
    solution = pf.solve(pf.load_game("doudizhu"), hands=PUZZLE)
    shown = {line[0]: line[2] for line in lines[1:] if len(line) > 2 and line[2] in ("wins", "loses")}
    assert shown == {str(each.move): "wins" if each.value == 1 else "loses" for each in solution.moves}


def test_json() -> None:
    status, text = run(*PUZZLE, "--json")
    assert status == 0
    found = json.loads(text)
    solution = pf.solve(pf.load_game("doudizhu"), hands=PUZZLE)
    assert found["status"] == "solved" and found["winner"] == solution.winner == "landlord"
    assert [move["cards"] for move in found["winning_moves"]] == [str(move) for move in solution.winning_moves]
    assert [each["value"] for each in found["moves"]] == [each.value for each in solution.moves]
    assert found["line"] == [str(move) for move in solution.line]
    assert found["nodes"] == solution.nodes and found["options"]["kicker_rocket"] is True


def test_a_play_on_the_table_and_rules() -> None:
    status, text = run("3344", "99", "55", "--to-move", "1", "--table", "44", "--table-by", "0", "--json")
    assert status == 0
    assert json.loads(text)["winner"] == "farmers"
    status, text = run("33345", "99", "--set", "banned_kinds=trio_solo,trio_pair", "--json")
    assert status == 0
    assert {move["move"]["kind"] for move in json.loads(text)["moves"]} == {"solo", "pair", "trio"}


def test_a_proof_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    status, text = run(*PUZZLE, "--proof", str(file))
    assert status == 0 and "proof of" in text
    proof = json.loads(file.read_text(encoding="utf-8"))
    assert proof["winner"] == "landlord" and pf.check_proof(proof) == []


def test_a_limit_is_told() -> None:
    hands = ["WAQQJJT999844", "w22AAT886633"]
    status, text = run(*hands, "--max-nodes", "100")
    assert status == 0 and "unknown" in text
    status, text = run(*hands, "--max-nodes", "100", "--json")
    found = json.loads(text)
    assert (found["status"], found["winner"], found["best"]) == ("unknown", None, None)
    assert found["nodes"] <= 100


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["KK5543"], "hands"),
        (["KKKKK", "3"], "more K"),
        (["K", ""], "hand"),
        (["K", "3", "--table", "44"], "table_by"),
        (["K", "3", "--to-move", "2"], "to_move"),
        (["K", "3", "--max-memory", "-1"], "max_memory"),
        (["K", "3", "--set", "banned_kinds=solo"], "banned_kinds"),
    ],
    ids=str,
)
def test_refused(arguments: list[str], why: str) -> None:
    status, text = run(*arguments)
    assert status == 2 and why in text
