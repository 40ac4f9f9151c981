"""Botzone's logs: what its judge wrote and what bots answered, in turn.

A log is a list: at even places ``{"output": {"command": …, "content": {seat: request}, "display": …}}``, at odd ones
``{seat: {"verdict": "OK", "response": …}}``; its last output has the command ``finish`` and the scores. A match is an
object with that list in ``log`` (or ``logs``) and with ``initdata``, an object or its JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pokerfast.base import integer
from pokerfast.convert.parts import wrong
from pokerfast.errors import shortened

__all__ = ["Log", "Turn", "read_log", "seat_input"]


class Turn(NamedTuple):
    """A question of the judge with its answer."""

    entry: int  # where the question stands in the log
    seat: int
    request: Mapping[str, Any]
    response: Any


class Log(NamedTuple):
    """A match, taken apart."""

    initdata: Mapping[str, Any]
    turns: list[Turn]
    displays: dict[int, Mapping[str, Any]]  # by entry
    scores: list[float] | None
    pending: bool  # whether the last question has no answer


def read_log(match: object, seats: int) -> Log:
    """A match or its log, as Python has it or as JSON.

    Raises:
        RulesError: it is none.
    """
    data: Any = _loaded(match)
    entries = data
    initdata: Any = {}
    if isinstance(data, dict):
        entries = data.get("log", data.get("logs"))
        initdata = _loaded(data.get("initdata") or {})
    if not isinstance(entries, list) or not isinstance(initdata, dict):
        raise wrong("log", "expected a list of entries, or an object with 'log' and 'initdata'")
    turns: list[Turn] = []
    displays: dict[int, Mapping[str, Any]] = {}
    scores = None
    pending = False
    for i in range(0, len(entries), 2):
        output = _object(_object(entries[i], f"entry {i}").get("output"), f"entry {i}: output")
        content = _object(output.get("content", {}), f"entry {i}: content")
        display = output.get("display")
        displays[i] = display if isinstance(display, dict) else {}
        if isinstance(output.get("initdata"), dict):
            initdata = {**output["initdata"], **initdata}
        if output.get("command") == "finish":
            scores = [_score(content, str(seat), i) for seat in range(seats)]
            break
        asked = [(seat, content[seat]) for seat in content]
        if len(asked) > 1 or not all(seat in map(str, range(seats)) for seat, _ in asked):
            raise wrong(f"entry {i}", "asks nobody, or several seats")
        answers = _object(entries[i + 1], f"entry {i + 1}") if i + 1 < len(entries) else None
        pending = answers is None
        for seat, request in asked:
            answer = None if answers is None else answers.get(seat)
            response = answer.get("response") if isinstance(answer, dict) else None
            turns.append(Turn(i, int(seat), _object(request, f"entry {i}: request"), response))
        if not asked:
            # A seat whose bot has failed is not asked; what it does stands in the next display.
            turns.append(Turn(i, -1, {}, None))
    return Log(initdata, turns, displays, scores, pending and scores is None)


def seat_input(match: object, seat: int, seats: int) -> dict[str, list[Any]]:
    """What the bot of a seat got so far: its ``requests``, and one ``response`` less if the last waits for it."""
    if not 0 <= integer("seat", seat) < seats:
        raise wrong("seat", f"must be 0 to {seats - 1}")
    log = read_log(match, seats)
    own = [turn for turn in log.turns if turn.seat == seat]
    waits = log.pending and bool(log.turns) and log.turns[-1].seat == seat
    responses = [turn.response for turn in own]
    return {"requests": [dict(turn.request) for turn in own], "responses": responses[:-1] if waits else responses}


def _loaded(value: object) -> object:
    if isinstance(value, (str, bytes, bytearray)):
        try:
            return json.loads(value)
        except (ValueError, RecursionError) as error:
            raise wrong("log", f"is not JSON: {shortened(str(error))}") from None
    return value


def _object(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise wrong(where, f"expected an object, not {shortened(value)}")
    return value


def _score(content: Mapping[str, Any], seat: str, entry: int) -> float:
    score = content.get(seat)
    if isinstance(score, bool) or not isinstance(score, (int, float)):
        raise wrong(f"entry {entry}", f"no score for seat {seat}")
    return float(score)
