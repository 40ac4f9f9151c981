"""The engine's JSON lines: every answer fits the schema, nothing that comes in ends it."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import pokerfast as pf
from pokerfast.cli.process import bounded
from pokerfast.engine import MOST_LINE, Engine, serve

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "engine.schema.json").read_text(encoding="utf-8"))


def validator(*names: str) -> jsonschema.Draft202012Validator:
    branches = [{"$ref": f"#/$defs/{name}"} for name in names]
    return jsonschema.Draft202012Validator({"$defs": SCHEMA["$defs"], "oneOf": branches})


OUT, REQUEST = validator("answer", "error", "info"), validator("request")


class Talk:
    """An engine without a process, every line checked against the schema."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        self.engine = Engine(self._take)

    def _take(self, fields: dict[str, Any]) -> None:
        line = json.loads(json.dumps(fields, allow_nan=False))
        OUT.validate(line)
        self.lines.append(line)

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        request = {"id": len(self.lines) + 1000, "cmd": cmd, **fields}
        REQUEST.validate(request)
        return self.send(json.dumps(request), request["id"])

    def send(self, line: str | bytes, number: Any = None) -> dict[str, Any]:
        self.engine.receive(line)
        if self.engine._search is not None:
            self.engine._search.join(timeout=60)
        return next(line for line in reversed(self.lines) if "ok" in line and line["id"] == number)


@pytest.mark.parametrize("name", pf.list_games())
def test_a_game_is_played_through_the_engine(name: str) -> None:
    talk, game = Talk(), pf.load_game(name)
    standing = talk.ask("newgame", game=name, seed=7)
    state, rng, asked = game.new_game(seed=7), random.Random(name), 0
    while not standing["is_over"] and asked < 120:
        assert (standing["seat"], standing["phase"], standing["legal"]) == (
            state.seat,
            state.phase,
            state.count_legal(),
        )
        wanted = rng.randrange(standing["legal"])
        action = talk.ask("legal", first=wanted, most=1)["actions"][0]
        assert action == str(state.legal_actions()[wanted])
        if asked % 20 == 0:
            assert state.check(talk.ask("go")["action"])
            assert all(state.check(hint) for hint in talk.ask("hint", most=3)["actions"])
            assert talk.ask("show", seat=1)["view"] == json.loads(state.view(1).to_json())
        standing = talk.ask("apply", action=action)
        state.apply(action)
        asked += 1
    shown = talk.ask("show")
    assert pf.replay(shown["record"]) == state == pf.State.from_json(json.dumps(shown["state"]))
    if asked:
        talk.ask("undo")
        state.undo()
        assert talk.ask("position", record=state.to_record())["legal"] == state.count_legal()
        assert talk.ask("position", state=json.loads(state.to_json()))["phase"] == state.phase


def test_solving_streams_information_and_stops_when_told() -> None:
    talk = Talk()
    state = pf.load_game("doudizhu").setup(hands=["WAQQJJT999844", "w22AAT886633"], to_move=0)
    talk.ask("position", state=state.to_json())
    solved = talk.ask("go", mode="solve")
    assert solved["winner"] == "landlord" and solved["best"]["cards"] == "8"
    whole = pf.load_game("doudizhu").new_game(seed=1, start="play")
    talk.ask("position", state=whole.to_json())
    talk.engine.receive(json.dumps({"id": "deep", "cmd": "go", "mode": "solve"}))
    deadline = time.monotonic() + 60
    while not any("info" in line for line in talk.lines) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert any(line.get("info", {}).get("nodes", -1) >= 0 for line in talk.lines)
    talk.engine.receive('{"id": "early", "cmd": "legal"}')
    assert talk.lines[-1]["error"]["code"] == "busy" or "info" in talk.lines[-1]
    talk.engine.receive('{"id": "halt", "cmd": "stop"}')
    assert talk.lines[-1] == {"id": "halt", "ok": True, "cmd": "stop", "stopped": True}
    assert next(line for line in talk.lines if line["id"] == "deep" and "ok" in line)["stopped"]
    assert talk.ask("stop")["stopped"] is False


def test_a_view_is_enough_to_play() -> None:
    talk = Talk()
    for name in ("doudizhu", "shengji", "dadaa", "baohuang", "erqiwang"):
        state = pf.load_game(name).new_game(seed=5, start="play")
        for _ in range(11):
            state.apply_index(state.count_legal() // 2)
        seat = state.seat
        assert seat is not None
        standing = talk.ask("position", view=json.loads(state.view(seat).to_json()))
        assert standing["seat"] == seat and standing["legal"] == state.count_legal()
        assert state.check(talk.ask("go")["action"])
        assert talk.ask("go", mode="solve")["error"]["code"] == "position"


def test_a_match() -> None:
    talk = Talk()
    assert talk.ask("newgame", game="shengji", match=True, seed=3)["match_is_over"] is False
    assert talk.ask("apply", advance=True)["error"]["code"] == "wrong_phase"
    assert talk.ask("newgame", game="doudizhu", match=True)["error"]["code"] == "field"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "line"),
        ("{", "line"),
        ("[]", "line"),
        ("7", "line"),
        (b"\xff\xfe", "line"),
        ('{"cmd": NaN}', "line"),
        ('{"cmd": "hello", "id": 1e999}', "line"),
        ('{"id": 1, "id": 2, "cmd": "hello"}', "line"),
        ("[" * 100_000, "line"),
        ("x" * (MOST_LINE + 1), "line"),
        ("{}", "field"),
        ('{"cmd": 7}', "field"),
        ('{"cmd": "hello", "id": []}', "field"),
        ('{"cmd": "fly"}', "cmd"),
        ('{"cmd": "legal"}', "position"),
        ('{"cmd": "go"}', "position"),
        ('{"cmd": "newgame"}', "field"),
        ('{"cmd": "newgame", "game": "chess"}', "value"),
        ('{"cmd": "newgame", "game": "doudizhu", "seed": -1}', "field"),
        ('{"cmd": "newgame", "game": "doudizhu", "seed": true}', "field"),
        ('{"cmd": "newgame", "game": "doudizhu", "options": {"nonsense": 1}}', "value"),
        ('{"cmd": "newgame", "game": "doudizhu", "options": 3}', "field"),
        ('{"cmd": "newgame", "game": "doudizhu", "options": {"preset": "qq"}}', "field"),
        ('{"cmd": "newgame", "game": "doudizhu", "start": {"nonsense": 1}}', "field"),
        ('{"cmd": "position"}', "field"),
        ('{"cmd": "position", "record": "x", "state": "y"}', "field"),
        ('{"cmd": "position", "record": "x"}', "notation"),
        ('{"cmd": "position", "state": "x"}', "value"),
        ('{"cmd": "position", "view": {}}', "value"),
        ('{"cmd": "setoption", "name": "workers", "value": 0}', "field"),
        ('{"cmd": "setoption", "name": "speed", "value": 1}', "field"),
        ('{"cmd": "setoption", "name": "policy", "value": "oracle"}', "field"),
    ],
)
def test_bad_lines_are_answered(line: str | bytes, code: str) -> None:
    talk = Talk()
    assert talk.engine.receive(line)
    assert talk.lines[-1]["error"]["code"] == code
    assert talk.ask("hello")["protocol"] == 1


def test_bad_requests_leave_the_position() -> None:
    talk = Talk()
    talk.ask("newgame", game="doudizhu", seed=3, start={"start": "play"})
    before = talk.ask("show")
    for line in (
        '{"cmd": "apply", "action": "zzz"}',
        '{"cmd": "apply", "action": "pass"}',
        '{"cmd": "apply"}',
        '{"cmd": "undo"}',
        '{"cmd": "go", "mode": "dream"}',
        '{"cmd": "go", "policy": "oracle"}',
        '{"cmd": "go", "mode": "solve", "max_seconds": "x"}',
        '{"cmd": "legal", "most": 1e9}',
        '{"cmd": "hint", "most": 0}',
        '{"cmd": "show", "seat": 3}',
        '{"cmd": "newgame", "game": "doudizhu", "preset": "none"}',
    ):
        talk.engine.receive(line)
        assert talk.lines[-1]["ok"] is False, line
    after = talk.ask("show")
    assert {**after, "id": 0} == {**before, "id": 0}


def test_fuzz_lines() -> None:
    rng, talk = random.Random(5), Talk()
    good = [
        '{"id": 1, "cmd": "newgame", "game": "shengji", "seed": 4}',
        '{"id": 2, "cmd": "legal", "most": 3}',
        '{"id": 3, "cmd": "apply", "action": "no"}',
        '{"id": 4, "cmd": "hint"}',
        '{"id": 5, "cmd": "go", "policy": "random"}',
        '{"id": 6, "cmd": "show", "seat": 2}',
        '{"id": 7, "cmd": "undo"}',
        '{"id": 8, "cmd": "setoption", "name": "seed", "value": 9}',
        '{"id": 9, "cmd": "stop"}',
    ]
    for answers in range(1, 1501):
        line = rng.choice(good)
        if rng.random() < 0.6:
            at, to = sorted(rng.randrange(len(line) + 1) for _ in range(2))
            line = rng.choice([line[:at], line[:at] + line[to:], line[:at] + rng.choice('"{}[]:,0e-x') + line[at:]])
        assert talk.engine.receive(line)
        if talk.engine._search is not None:
            talk.engine._search.join()
        assert sum("ok" in line for line in talk.lines) == answers
    assert sum(line["ok"] for line in talk.lines if "ok" in line) > 300


def test_lines_that_never_end_are_cut() -> None:
    stream = io.BytesIO(b"a\n" + b"x" * (2 * MOST_LINE + 50) + b"\nb\n" + b"tail")
    lines = list(bounded(stream))
    assert [len(line) for line in lines] == [2, MOST_LINE + 2, 2, 4] and lines[2] == b"b\n"


def test_the_end_of_the_input_ends_a_search() -> None:
    lines: list[dict[str, Any]] = []
    state = pf.load_game("doudizhu").new_game(seed=1, start="play")
    requests = [{"cmd": "position", "state": state.to_json()}, {"id": 1, "cmd": "go", "mode": "solve"}]
    serve((json.dumps(request).encode() for request in requests), lines.append)
    assert lines[-1] == {"id": 1, "ok": True, "cmd": "go", "stopped": True}


def test_as_a_process() -> None:
    asked = "\n".join(
        [
            '{"id": 1, "cmd": "newgame", "game": "doudizhu", "seed": 3}',
            '{"id": "二", "cmd": "legal"}',
            "garbage",
            '{"id": 3, "cmd": "quit"}',
            '{"id": 4, "cmd": "hello"}',
        ]
    )
    run = subprocess.run(
        [sys.executable, "-m", "pokerfast", "engine"], input=asked.encode(), capture_output=True, timeout=60, check=True
    )
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    for line in lines:
        OUT.validate(line)
    assert [line["id"] for line in lines] == [1, "二", None, 3] and run.stderr == b""
