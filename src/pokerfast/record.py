"""A whole game from its record: a header, then one action a line, as ``State.to_record`` writes it.

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

from pokerfast.errors import IllegalActionError, NotationError, PhaseError, SnapshotError
from pokerfast.game import RECORD_HEADER, State, game_with, unique_pairs

__all__ = ["replay"]

ADMINISTER = ("auto", "manual", "quit")
SEATS = ("0", "1", "2", "3", "4")


def replay(record: str) -> State:
    """The position a record leads to, with its whole history.

    Raises:
        NotationError: the text is no record; names the line.
        RulesError, IllegalActionError, PhaseError, SnapshotError: what the record says is not allowed.
    """
    if not isinstance(record, str):
        raise TypeError(f"a record is text, not {type(record).__name__}")
    lines = record.splitlines()
    if not lines or lines[0].strip() != RECORD_HEADER:
        raise NotationError(f"line 1: expected {RECORD_HEADER!r}", lines[0] if lines else "", 0)
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
        try:
            if len(words) == 2 and words[0] in ADMINISTER:
                if words[1] != seat or seat not in SEATS:
                    raise NotationError(f"line {number}: {words[0]} names another seat than the line", line, 0)
                state.administer(int(seat), words[0])
                continue
            if seat != str(state.seat):
                raise NotationError(f"line {number}: expected seat {state.seat} and its action", line, 0)
            state.apply(action)
        except NotationError as error:
            if error.text == line:
                raise
            raise NotationError(f"line {number}: {error.message}", line, error.position + len(seat) + 1) from None
        except (IllegalActionError, PhaseError) as error:
            raise type(error)(error.code, f"line {number}: {error.detail}", error.position) from None
    return state


def _start(header: dict[str, str]) -> State:
    known = {"game", "options", "seed", "first", "beans", "start", "position"}
    for key in header:
        if key not in known:
            raise NotationError(f"unknown key {key!r} in the header", key, 0)

    def value(key: str) -> object:
        try:
            return json.loads(header[key], object_pairs_hook=unique_pairs)
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
