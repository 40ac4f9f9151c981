"""Random, repeated, reordered and truncated messages to tables and to the engine: nothing breaks, nothing leaks.

A few thousand by default; a million of them with POKERFAST_BIG=1.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

import pokerfast as pf
from pokerfast.engine import Engine

BIG = bool(os.environ.get("POKERFAST_BIG"))
TABLE_MESSAGES = 70_000 if BIG else 400
ENGINE_LINES = 510_000 if BIG else 1_500
GAMES = pf.list_games()
WORDS = (
    "pass",
    "no",
    "",
    "3",
    "call",
    "rob",
    "bury",
    "S3 H3",
    "bid 80",
    "take 44",
    "name S",
    "surrender",
    "\x00",
    "wW",
)


def some_text(rng: random.Random, state: pf.State) -> str:
    """Mostly a legal action, or a piece of one."""
    if state.is_over or rng.random() < 0.3:
        return rng.choice(WORDS)
    text = str(state.legal_actions()[rng.randrange(state.count_legal())])
    return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.2 else text


@pytest.mark.parametrize("name", GAMES)
def test_a_table_takes_any_message(name: str) -> None:
    game, rng = pf.load_game(name), random.Random(name)
    sent = 0
    while sent < TABLE_MESSAGES:
        seed = rng.randrange(1 << 64)
        table = pf.Table(game, seed=seed, auto="greedy")
        twin = pf.Table(game, seed=seed, auto="greedy")  # gets what was accepted, and nothing else
        earlier: list[tuple[Any, Any, Any]] = []
        for _ in range(400):
            sent += 1
            dice = rng.random()
            if dice < 0.02:
                order = (rng.randrange(-1, 6), rng.choice(["auto", "manual", "auto", "manual", "quit", "stop"]))
                assert bool(table.administer(*order)) == bool(twin.administer(*order))  # type: ignore[arg-type]
                continue
            if dice < 0.25 and earlier:
                message = rng.choice(earlier)  # repeated, late, out of order
            else:
                seat = table.seat if rng.random() < 0.8 else rng.choice([-1, 0, 1, 2, 3, 4, 5, None, "0", True, 1.0])
                number = table.number + (0 if rng.random() < 0.85 else rng.choice([-1, 1, -7, 1 << 70]))
                text: Any = some_text(rng, table._state) if rng.random() < 0.97 else rng.choice([None, 7, b"3", []])
                message = (seat, number, text)
                earlier.append(message)
            before, events = table.number, table.events
            reply = table.act(*message)
            assert reply.number == table.number and reply.message and reply.message_zh
            if reply:
                assert table.number > before and message[1] == before
                assert twin.act(*message)
            else:
                assert (table.number, table.events) == (before, events)
        assert table.to_json() == twin.to_json()
        assert pf.Table.from_json(table.to_json()).view(None) == table.view(None)


def test_the_engine_takes_any_line() -> None:
    rng = random.Random(5)
    out: list[dict[str, Any]] = []
    engine = Engine(out.append)
    good: list[dict[str, Any]] = [
        {"cmd": "legal", "most": 3},
        {"cmd": "apply"},
        {"cmd": "apply"},
        {"cmd": "apply"},
        {"cmd": "hint", "most": 2},
        {"cmd": "go", "policy": "random"},
        {"cmd": "show", "seat": 1},
        {"cmd": "undo"},
        {"cmd": "isready"},
        {"cmd": "stop"},
        {"cmd": "hello"},
        {"cmd": "setoption", "name": "seed", "value": 9},
    ]
    last = ""
    for number in range(ENGINE_LINES):
        if number % 200 == 0:
            fields: dict[str, Any] = {"cmd": "newgame", "game": rng.choice(GAMES), "seed": number}
        else:
            fields = dict(rng.choice(good))
            if fields["cmd"] == "apply" and engine._play is not None:
                fields["action"] = some_text(rng, engine._state())
        line = json.dumps({"id": number, **fields})
        dice = rng.random()
        if dice < 0.1:
            line = last
        elif dice < 0.35 and number % 200:
            at, to = sorted(rng.randrange(len(line) + 1) for _ in range(2))
            line = rng.choice([line[:at], line[:at] + line[to:], line[:at] + rng.choice('"{}[]:,0e-x\\') + line[at:]])
        last = line
        out.clear()
        assert engine.receive(line)
        if engine._search is not None:
            engine._search.join()
        answers = [each for each in out if "ok" in each]
        assert len(answers) == 1
        assert answers[0]["ok"] or answers[0]["error"]["message"]
        json.dumps(out, allow_nan=False)
