"""The examples run, and do what they say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pokerfast as pf

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *arguments: str, answers: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", str(EXAMPLES / name), *arguments],
        input=answers,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_every_example_is_tested() -> None:
    tested = {
        "bid_for_the_kitty.py",
        "botzone_doudizhu.py",  # tests/test_botzone.py plays whole games with these two
        "botzone_tractor.py",
        "company_contest.py",
        "count_moves.py",
        "engine_client.py",
        "learn_doudizhu.py",
        "emperor_and_guard.py",
        "follow_the_lead.py",
        "play_in_terminal.py",
        "pettingzoo_random.py",  # in tests/foreign
        "shengji_match.py",
        "solve_puzzles.py",
        "analyse_game.py",
        "table_server.py",
    }
    assert {path.name for path in EXAMPLES.glob("*.py")} == tested


def test_count_moves() -> None:
    text = run("count_moves.py", "--games", "20", "--preset", "rlcard")
    assert [line.split(":")[0].strip() for line in text.splitlines()] == ["leading", "following"]
    assert text == run("count_moves.py", "--games", "20", "--preset", "rlcard")


@pytest.mark.parametrize("seed", range(4))
def test_table_server(seed: int) -> None:
    text = run("table_server.py", "--seed", str(seed))
    assert "refused: a card is not in the hand: wW (手里没有这些牌)" in text and "seat 2: silent" in text
    assert text.splitlines()[-1].startswith("scores [")


def test_playing_in_the_terminal() -> None:
    text = run("play_in_terminal.py", "--seat", "1", answers="?\nnonsense\nno\nno\n")
    assert "call | no" in text or "rob | no" in text
    assert "the text could not be read" in text
    assert text.endswith("bye\n")


def test_playing_a_whole_game_in_the_terminal() -> None:
    # Tries everything that may be asked, and leads its lowest single card.
    tries = "no\npass\n" + "".join(f"{rank}\n" for rank in "3456789TJQKA2wW")
    text = run("play_in_terminal.py", answers=tries * 60)
    assert "over; scores [" in text


def test_following_a_titanic() -> None:
    text = run("follow_the_lead.py")
    assert "led: titanic H5 H5 H5 H4 H4 H4" in text
    assert "2 legal follows:\n  HA HA HQ HQ HJ HJ\n  HA HQ HQ HJ HJ H3\n" in text
    assert "必须" in text or "拖拉机" in text


def test_a_match() -> None:
    text = run("shengji_match.py", "--deals", "3")
    assert text.count("deal ") == 3
    assert text.endswith("the record gives the same match: True\n")


def test_the_bots_answer_a_line() -> None:
    def bid(bids: list[int]) -> str:
        return json.dumps({"requests": [{"own": [0, 4, 8, 12, 16, 51, 52, 53], "bid": bids}], "responses": []}) + "\n"

    keep = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n"
    assert run("botzone_doudizhu.py", "--once", answers=bid([1])) == '{"response": 3}\n'
    assert run("botzone_doudizhu.py", "--once", answers=bid([1, 3])) == '{"response": 0}\n'
    assert run("botzone_doudizhu.py", answers=bid([1])) == '{"response": 3}\n' + keep
    banking = {"called": -1, "snatched": -1, "major": "", "banker": -1}
    known = {"first_round": True, "level": "2", "banking": banking}
    card = {"stage": "deal", "deliver": [4], "global": known, "playerpos": 0}
    lines = [json.dumps({"requests": [card], "responses": []}), json.dumps(card)]
    assert run("botzone_tractor.py", answers="\n".join(lines)) == ('{"response": []}\n' + keep) * 2


@pytest.mark.parametrize("mode", ["concise", "classic"])
def test_what_the_seats_know_of_the_guard(mode: str) -> None:
    text = run("emperor_and_guard.py", "--seed", "1", "--mode", mode)
    assert "guard: [" in text and "- dissolved" in text
    assert text == run("emperor_and_guard.py", "--seed", "1", "--mode", mode)


@pytest.mark.parametrize(("bid", "may"), [(95, True), (40, False)])
def test_a_bid_for_the_kitty(bid: int, may: bool) -> None:
    text = run("bid_for_the_kitty.py", "--seed", "4", "--seat", "1", "--bid", str(bid))
    assert text.startswith(f"seat 1 deals at {bid}; everybody saw the kitty: ")
    assert "what his neighbour sees of that: None\n" in text
    assert f"may he give up? {may}\n" in text
    assert "win, grade " in text
    scores = [float(score) for score in text.splitlines()[-1].removeprefix("score [").removesuffix("]").split(", ")]
    assert sum(scores) == 0 and scores[0] == scores[2] == scores[3] != 0


@pytest.mark.parametrize(("game", "seed", "last"), [("shengji", 4, 5), ("whist", 2, 6), ("doudizhu", 2, 8)])
def test_a_game_is_analysed(game: str, seed: int, last: int) -> None:
    lines = run("analyse_game.py", game, "--seed", str(seed), "--last", str(last)).splitlines()
    assert lines[-1].startswith("given away: seat ")
    costs = dict.fromkeys("0123", 0)
    for line in lines[:-1]:
        assert line.startswith("seat ")
        costs[line[5]] += int(line.partition("cost ")[2] or 0)
    assert sum(costs.values()) > 0
    assert all(f"seat {seat} {cost}" in lines[-1] for seat, cost in costs.items() if cost)


def test_a_contest() -> None:
    text = run("company_contest.py", "--rounds", "2")
    assert text == run("company_contest.py", "--rounds", "2")
    for zone in ("升级", "打大A", "斗地主"):
        assert f"{zone}, round 1: " in text and f"{zone}, teams:" in text and f"{zone}, individuals:" in text
    assert text.count("  1. ") == 6 and text.count("  table ") == 2


def test_puzzles() -> None:
    lines = [line.rpartition(";") for line in run("solve_puzzles.py").splitlines()]
    assert [line for line, _, _ in lines] == [
        "KK5543,225543: landlord wins, the lead wins with 4 5",
        "2KKTT77554,AA8: farmers win, the lead wins with nothing",
        "2AKT96554,wKJT8854: landlord wins, the lead wins with 5",
        "WAQQJJT999844,w22AAT886633: landlord wins, the lead wins with 8",
        "3wW,2,2: landlord wins, the lead wins with w W wW",
    ]
    assert all(count.endswith(" positions") for _, _, count in lines)


def test_the_line_of_a_puzzle() -> None:
    text = run("solve_puzzles.py", "--line", "--preset", "rlcard", "KK5543,225543")
    moves = text.splitlines()[1].split()
    state = pf.load_game("doudizhu", preset="rlcard").setup(hands=["KK5543", "225543"])
    for move in moves:
        state.apply(move)
    assert state.is_over and state.returns()[0] > 0


def test_driving_the_engine() -> None:
    text = run("engine_client.py", "--seed", "3")
    assert text.startswith("pokerfast ") and "refused, as it should be" in text


def test_a_learner_beats_the_random_player() -> None:
    text = run("learn_doudizhu.py", "--steps", "1500", "--deals", "60")
    mean, interval = re.findall(r"random: \+([\d.]+) ± ([\d.]+) points", text)[0]
    assert float(mean) > float(interval)
