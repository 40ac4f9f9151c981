"""`pokerfast solve`: the same answers as `pokerfast.solve`, for people and for machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pokerfast as pf
from pokerfast.cli import app

PUZZLE = ["KK5543", "225543"]


def run(*arguments: str, game: str = "doudizhu") -> tuple[int, str]:
    result = CliRunner().invoke(app, ["solve", game, *arguments], env={"COLUMNS": "120"})
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


def test_a_draw_of_five() -> None:
    hands = ["*", "*4679", "K", "Q", "J"]
    status, text = run(*hands, game="dadaa")
    assert status == 0 and text.splitlines()[0] == "draw 平局"
    assert "draws" in text
    status, text = run(*hands, "--json", game="dadaa")
    found = json.loads(text)
    assert (found["winner"], found["value"], [each["value"] for each in found["moves"]]) == ("draw", None, [0])


def test_a_score_of_five() -> None:
    hands = ["2", "2K", "A", "-", "JJ"]
    words = ["--emperor", "0", "--guard", "1", "--exposed", "--finished", "3", "--multiplier", "2"]
    game = pf.load_game("baohuang")
    state = game.setup(hands=["2", "2K", "A", "", "JJ"], emperor=0, guard=1, exposed=True, finished=[3], multiplier=2)
    solution = pf.solve(state)
    status, text = run(*hands, *words, game="baohuang")
    assert status == 0 and text.splitlines()[0] == f"value {solution.value}"
    found = json.loads(run(*hands, *words, "--json", game="baohuang")[1])
    assert found["value"] == found["lower"] == found["upper"] == solution.value and found["winner"] is None


def test_tricks() -> None:
    hands = ["SA HK", "S2 H4", "S3 D4", "SK D5"]
    words = ["--trump", "H", "--level", "T", "--dealer", "1", "--kitty", "D5", "--points", "40"]
    solution = pf.solve(pf.load_game("shengji"), hands=hands, trump="H", level="T", dealer=1, kitty="D5", points=40)
    status, text = run(*hands, *words, game="shengji")
    assert status == 0 and text.splitlines()[0] == f"value {solution.value}"
    found = json.loads(run(*hands, *words, "--json", game="shengji")[1])
    assert found["value"] == solution.value
    assert [each["move"] for each in found["moves"]] == [str(each.move) for each in solution.moves]
    assert found["line"] == [str(play) for play in solution.line]
    trick = ["--trick", "SA", "--to-move", "1", "--trump", "NT"]
    found = json.loads(run("HK", "S2 H4", "S3 D4", "SK D5", *trick, "--json", game="whist")[1])
    assert [each["move"] for each in found["moves"]] == ["S2"]


def test_equal_cards_are_one_line() -> None:
    status, text = run("SA SK", "S2 S3", "H4 H5", "D4 D5", "--trump", "NT", game="whist")
    assert status == 0
    found = [line.split() for line in text.splitlines() if line.startswith("S")]
    assert found[0][:3] == ["SA", "SK", "2"] and len(found) == 1


@pytest.mark.parametrize(
    ("game", "arguments", "why"),
    [
        ("dadaa", ["*", "*", "3", "4", "5", "--sides", "0,x"], "sides"),
        ("dadaa", ["*", "*", "3", "4"], "hands"),
        ("baohuang", ["2", "2", "A", "K", "J"], "emperor"),
        ("shengji", ["SA", "S2", "S3", "S4"], "trump"),
        ("whist", ["SA", "SA", "S3", "S4", "--trump", "NT"], "more of a card"),
    ],
    ids=str,
)
def test_refused_elsewhere(game: str, arguments: list[str], why: str) -> None:
    status, text = run(*arguments, game=game)
    assert status == 2 and why in text


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
