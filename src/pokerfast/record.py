"""A whole game as text: a header, then one action a line. Round trips exactly.

::

    pokerfast-record 1
    game: doudizhu
    options: {"kicker_same_rank":4,...}
    seed: 7

    0 no
    1 show
"""

from __future__ import annotations

import json

from pokerfast.errors import NotationError, PokerfastError, SnapshotError
from pokerfast.game import NOBODY, State, game_with

__all__ = ["replay", "write_record"]

HEADER = "pokerfast-record 1"
ADMINISTER = ("auto", "manual", "quit")
SEATS = ("0", "1", "2", "3", "4")


def write_record(state: State) -> str:
    """The record of a game so far."""
    options = {k: list(v) if isinstance(v, tuple) else v for k, v in state.game.options.items()}
    lines = [
        HEADER,
        f"game: {state.game.name}",
        "options: " + json.dumps(options, ensure_ascii=False, separators=(",", ":")),
    ]
    initial = state._initial()
    fresh = _fresh_start(initial)
    if fresh is not None:
        lines += [f"{key}: {json.dumps(value)}" for key, value in fresh.items()]
    else:
        lines.append(f"position: {initial.to_json()}")
    lines.append("")
    lines += [f"{seat} {action}" for seat, action in state._history_seen(-2)]
    return "\n".join(lines) + "\n"


def _fresh_start(initial: State) -> dict[str, object] | None:
    """Arguments of new_game that give this position, or None if it is no fresh deal."""
    fields = initial._fields()
    dealt: dict[str, object] = {"seed": fields["seed"]}
    if fields["given_first"] != NOBODY:
        dealt["first"] = fields["given_first"]
    if any(number >= 0 for number in fields["beans"]):
        dealt["beans"] = fields["beans"]
    for start in (dealt, {"seed": fields["seed"], "start": "play"}):
        try:
            if initial.game.new_game(**start) == initial:
                return start
        except PokerfastError:
            continue
    return None


def replay(record: str) -> State:
    """The position a record leads to, with its whole history.

    Raises:
        NotationError: the text is no record; names the line.
        RulesError, IllegalActionError, PhaseError, SnapshotError: what the record says is not allowed.
    """
    if not isinstance(record, str):
        raise TypeError(f"a record is text, not {type(record).__name__}")
    lines = record.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise NotationError(f"line 1: expected {HEADER!r}", lines[0] if lines else "", 0)
    header: dict[str, str] = {}
    body = len(lines)
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            body = number
            break
        key, colon, value = line.partition(":")
        if not colon or key.strip() in header:
            raise NotationError(f"line {number}: expected a new 'key: value'", line, 0)
        header[key.strip()] = value.strip()
    state = _start(header)
    for number, line in enumerate(lines[body:], body + 1):
        text = line.strip()
        if not text:
            continue
        seat, _, action = text.partition(" ")
        words = action.split()
        if len(words) == 2 and words[0] in ADMINISTER and words[1] == seat and seat in SEATS:
            state.administer(int(seat), words[0])
            continue
        if seat != str(state.seat):
            raise NotationError(f"line {number}: expected seat {state.seat} and its action", line, 0)
        try:
            state.apply(action)
        except NotationError as error:
            raise NotationError(f"line {number}: {error.message}", line, error.position + len(seat) + 1) from None
    return state


def _start(header: dict[str, str]) -> State:
    known = {"game", "options", "seed", "first", "beans", "start", "position"}
    for key in header:
        if key not in known:
            raise NotationError(f"unknown key {key!r} in the header", key, 0)

    def value(key: str) -> object:
        try:
            return json.loads(header[key])
        except (ValueError, RecursionError) as error:
            raise NotationError(f"{key}: {error}", header[key], 0) from None

    if "game" not in header or "options" not in header or ("seed" in header) == ("position" in header):
        raise NotationError("a record names game, options and either seed or position", "", 0)
    options = value("options")
    if not isinstance(options, dict):
        raise NotationError("options: expected an object", header["options"], 0)
    game = game_with(header["game"], options)
    if "position" in header:
        state = State.from_json(header["position"])
        if state.game != game:
            raise SnapshotError("the position's rules are not the record's")
        return state
    start = {key: value(key) for key in ("seed", "first", "beans", "start") if key in header}
    try:
        return game.new_game(**start)  # type: ignore[arg-type]
    except TypeError as error:
        raise NotationError(str(error), str(start), 0) from None
