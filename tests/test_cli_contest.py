"""The commands of the contest, for people and as JSON; the worked example of docs/contest.md."""

from __future__ import annotations

import csv
import json
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pokerfast as pf
from pokerfast import contest
from pokerfast.cli import app

PAGE = Path(__file__).parent.parent / "docs/contest.md"
ENTRANTS = "name,zone,team,player\n" + "".join(
    f"{zone}{i},{zone},{'红' + zone if i < 2 else ''},engine:{'random' if i % 3 else 'greedy'}\n"
    for zone, count in (("升级", 8), ("打大A", 6), ("斗地主", 7))
    for i in range(count)
)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of its own for each test, and tables of one width."""
    for name in ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    Path("entrants.csv").write_text(ENTRANTS, encoding="utf-8")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["contest", *arguments], prog_name="pokerfast")


def answer(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return str(result.stdout)


def as_json(*arguments: str) -> Any:
    return json.loads(answer(*arguments, "--json"))


def refusal(*arguments: str) -> str:
    """The one line on stderr of a command that must be refused."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    return str(result.stderr)


def read(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def planned(*more: str) -> Any:
    return as_json("plan", "entrants.csv", "--seed", "5", "--rounds", "2", "-o", "c", *more)


# ---- the page


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_of_the_page() -> None:
    """Every command of the page gives what the page shows."""
    (entrants,) = blocks("csv")
    Path("entrants.csv").write_text(entrants, encoding="utf-8")
    commands = blocks("console")
    assert len(commands) == 5
    for block in commands:
        command, _, shown = block.partition("\n")
        program, *arguments = shlex.split(command.removeprefix("$ "))
        assert program == "pokerfast" and arguments.pop(0) == "contest"
        if arguments[0] == "record":
            plan = contest.Contest.from_json(read("contest/plan.json"))
            state = plan.new_deal("升级", 1, 1)
            chance = random.Random(3)
            while not state.is_over:
                state.apply_index(chance.randrange(state.count_legal()))
            Path("played.txt").write_text(state.to_record(), encoding="utf-8")
        lines = [line.rstrip() for line in answer(*arguments).splitlines()]
        assert lines == [line.rstrip() for line in shown.splitlines()], command


def test_the_python_of_the_page() -> None:
    (code,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", "-c", code], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0 and done.stderr == ""
    rows = [line.split() for line in done.stdout.splitlines()]
    assert sorted(row[1] for row in rows) == sorted("甲乙丙丁") and rows[0][0] == "1"


# ---- plan


def test_plan() -> None:
    found = planned()
    assert found["seed"] == 5 and [Path(file).name for file in found["files"]] == [
        "plan.json",
        "seating.csv",
        "results.csv",
    ]
    rows = [(zone["title"], zone["contestants"], zone["tables"], zone["sit_out"]) for zone in found["zones"]]
    assert rows == [("升级", 4, 2, 0), ("打大A", 6, 1, 1), ("斗地主", 7, 2, 1)]
    assert [zone["deals_a_round"] for zone in found["zones"]] == [4, 5, 3]
    plan = contest.Contest.from_json(read("c/plan.json"))
    assert plan == contest.Contest.draw(contest.read_entrants(ENTRANTS), seed=5, rounds=2)
    assert read("c/seating.csv") == plan.seating_csv()
    assert read("c/results.csv") == contest.empty_results(plan).to_csv()
    assert sorted(path.name for path in Path("c").iterdir()) == ["plan.json", "results.csv", "seating.csv"]
    assert "is there already; --force replaces it" in refusal(
        "plan", "entrants.csv", "--seed", "6", "--rounds", "2", "-o", "c"
    )
    assert contest.Contest.from_json(read("c/plan.json")) == plan
    planned("--force", "--deals", "2")
    assert contest.Contest.from_json(read("c/plan.json")).zones[0].deals == 2


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            "name,zone\n甲,升级\n甲,打大A\n",
            "entrants.csv, line 3, column zone: 甲 has entered 升级; an entrant plays in one",
        ),
        ("name,zone\n甲,升级 打大A\n", "line 2, column zone: an entrant plays in one zone only"),
        ("name,zone\n甲,斗地主\n", "斗地主: a table needs 3 entrants, and has 1"),
        ("name\n", "line 1: column zone is missing"),
        ("name,zone,player\n甲,斗地主,engine:no\n", "column player: 'engine:no' is none"),
    ],
)
def test_a_file_of_entrants_that_is_refused(text: str, part: str) -> None:
    Path("entrants.csv").write_text(text, encoding="utf-8")
    assert part in refusal("plan", "entrants.csv", "--seed", "1", "--rounds", "1", "-o", "c")
    assert not Path("c").exists()


def test_files_that_cannot_be_read_or_written() -> None:
    assert "cannot be read: No such file" in refusal("plan", "none.csv", "--seed", "1", "--rounds", "1")
    assert "cannot be read: Is a directory" in refusal("plan", ".", "--seed", "1", "--rounds", "1")
    Path("entrants.csv").write_bytes("name,zone\n甲,升级\n".encode("gbk"))
    assert "line 2 is no UTF-8" in refusal("plan", "entrants.csv", "--seed", "1", "--rounds", "1")
    Path("entrants.csv").write_text(ENTRANTS, encoding="utf-8-sig")
    assert "entrants.csv/plan.json: cannot be written" in refusal(
        "plan", "entrants.csv", "--seed", "1", "--rounds", "1", "-o", "entrants.csv"
    )
    assert "seed: must be 0 to" in refusal("plan", "entrants.csv", "--seed", "-1", "--rounds", "1")
    assert "cannot be read: No such file or directory (at 0 in 'plan.json')" in refusal("play", ".")
    assert "cannot be read" in refusal("standings", "nowhere")
    Path("plan.json").write_text("{}", encoding="utf-8")
    assert "not a pokerfast-contest object" in refusal("play", ".")
    assert "not a pokerfast-contest object" in refusal(
        "deal", "plan.json", "--zone", "升级", "--round", "1", "--deal", "1"
    )


# ---- play, standings


def test_play_and_standings() -> None:
    planned()
    found = as_json("play", "c")
    assert [(zone["played_now"], zone["for_people"]) for zone in found["zones"]] == [(16, 0), (10, 0), (12, 0)]
    again = as_json("play", "c/plan.json")
    assert [(zone["played_now"], zone["known_before"]) for zone in again["zones"]] == [(0, 16), (0, 10), (0, 12)]
    plan = contest.Contest.from_json(read("c/plan.json"))
    results = contest.play_engines(contest.empty_results(plan))
    assert read("c/results.csv") == results.to_csv()

    assert as_json("standings", "c") == contest.make_standings(results).to_dict()
    apart = as_json("standings", "c", "--apart", "--csv", "s.csv")
    assert apart == contest.make_standings(results, apart=True).to_dict() and apart["awards"] == 18
    assert read("s.csv") == contest.make_standings(results, apart=True).to_csv()
    rows = list(csv.DictReader(read("s.csv").splitlines()))
    assert {row["zone"] for row in rows} == {"升级", "打大A", "斗地主"} and "冠军" in {row["award"] for row in rows}
    text = answer("standings", "c")
    for ranking in contest.make_standings(results).rankings:
        assert f"\n{ranking.title}\n" in f"\n{text}"
        for row in ranking.rows:
            line = next(line for line in text.splitlines() if f" {row.name} " in line)
            assert line.split()[0] == str(row.rank)
            assert any(award in line for award in ("冠军", "亚军", "季军")) == row.honoured
    assert "provisional" not in text


def test_results_of_another_place() -> None:
    planned()
    Path("mine.csv").write_text(read("c/results.csv"), encoding="utf-8-sig")
    as_json("play", "c", "--results", "mine.csv")
    assert ",\n" in read("c/results.csv") and ",\n" not in read("mine.csv")
    assert as_json("standings", "c", "--results", "mine.csv")["rankings"][0]["deals_played"] == 16
    text = answer("standings", "c")
    assert "provisional: 0 of 16 deals played" in text and "\n   -" in text
    assert "cannot be read" in refusal("standings", "c", "--results", "other.csv")
    Path("c/results.csv").unlink()
    assert as_json("play", "c")["zones"][0]["played_now"] == 16


def test_results_that_are_refused_stay_as_they_are() -> None:
    planned()
    lines = read("c/results.csv").splitlines()
    lines[4] += "many"
    text = "\n".join(lines) + "\n"
    Path("c/results.csv").write_text(text, encoding="utf-8")
    for command in (["play", "c"], ["standings", "c"], ["deal", "c", "--zone", "升级", "--round", "1", "--deal", "1"]):
        assert "results.csv, line 5, column score: 'many' is no score" in refusal(*command)
    assert read("c/results.csv") == text


def test_a_device_is_written_to() -> None:
    planned()
    answer("standings", "c", "--csv", "/dev/null")
    assert not Path("/dev/null").is_file()


# ---- deals


def test_deal() -> None:
    planned()
    as_json("play", "c")
    plan = contest.Contest.from_json(read("c/plan.json"))
    found = as_json("deal", "c", "--zone", "斗地主", "--round", "2", "--deal", "3", "--record", "out/deal.txt")
    hands, kitty = plan.cards("doudizhu", 2, 3)
    assert (tuple(found["hands"]), found["kitty"]) == (hands, kitty)
    assert found["seed"] == plan.deal_seed("doudizhu", 2, 3)
    assert pf.replay(read("out/deal.txt")) == plan.new_deal("doudizhu", 2, 3) == pf.replay(found["record"])
    results = contest.read_results(plan, read("c/results.csv"))
    for table in found["tables"]:
        at = contest.TableDeal("doudizhu", 2, table["table"], 3)
        assert table["seats"] == [seat.entrant for seat in plan.plan("doudizhu").seats(at)]
        assert table["scores"] == [float(score) for score in results.by_seat(at) or ()]
    text = answer("deal", "c", "--zone", "doudizhu", "--round", "2", "--deal", "3")
    assert all(hand in text for hand in hands) and f"kitty   {kitty}" in text
    assert "kitty" not in answer("deal", "c", "--zone", "打大A", "--round", "1", "--deal", "1")


@pytest.mark.parametrize(
    ("zone", "number", "deal", "part"),
    [
        ("四川麻将", "1", "1", "is no zone"),
        ("升级", "3", "1", "round: must be 1 to 2"),
        ("升级", "1", "0", "deal: must be 1 to 4"),
    ],
)
def test_deals_that_there_are_none_of(zone: str, number: str, deal: str, part: str) -> None:
    planned()
    where = ["--zone", zone, "--round", number, "--deal", deal]
    assert part in refusal("deal", "c", *where)
    Path("r.txt").write_text("x", encoding="utf-8")
    assert part in refusal("record", "c", "r.txt", "--table", "1", *where)


def test_record() -> None:
    planned()
    where = ["--zone", "斗地主", "--round", "1", "--deal", "2"]
    answer("deal", "c", *where, "--record", "r.txt")
    assert "the deal is not over" in refusal("record", "c", "r.txt", "--table", "2", *where)
    state = pf.replay(read("r.txt"))
    assert isinstance(state, pf.State)
    chance = random.Random(1)
    while not state.is_over:
        state.apply_index(chance.randrange(state.count_legal()))
    Path("r.txt").write_text(state.to_record(), encoding="utf-8")
    found = as_json("record", "c", "r.txt", "--table", "2", *where)
    assert found["scores"] == state.returns() and found["table"] == 2
    assert read("c/records/doudizhu-round1-table2-deal2.txt") == state.to_record() == read(found["record"])
    plan = contest.Contest.from_json(read("c/plan.json"))
    results = contest.read_results(plan, read("c/results.csv"))
    assert list(results.scores) == [contest.TableDeal("doudizhu", 1, 2, 2)]
    assert "table: must be 1 to 2" in refusal("record", "c", "r.txt", "--table", "3", *where)
    assert "is not of deal 1 of round 1" in refusal("record", "c", "r.txt", "--table", "2", *where[:-1], "1")
    text = answer("record", "c", "r.txt", "--table", "1", *where)
    assert text.startswith("斗地主, round 1, table 1, deal 2: ")
    Path("r.txt").write_text("nonsense", encoding="utf-8")
    assert "pokerfast-record" in refusal("record", "c", "r.txt", "--table", "1", *where)


def test_help_names_every_command() -> None:
    text = answer("--help")
    for command in ("plan", "play", "standings", "deal", "record"):
        assert command in text
    assert run("nothing").exit_code == 2
    assert run("plan", "entrants.csv").exit_code == 2
