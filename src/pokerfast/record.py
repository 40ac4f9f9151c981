"""A whole game from its record: a header, then one action a line, as ``State.to_record`` writes it.

::

    pokerfast-record 1
    game: doudizhu
    options: {"kicker_same_rank":4,...}
    seed: 7

    0 no
    1 show

The record of a match has ``match`` with its seed in place of ``seed``, and a line ``deal 1``, ``deal 2`` … before the
actions of every deal but the first.
"""

from __future__ import annotations

import json

from pokerfast.base import RECORD_HEADER, Game, State, game_with, unique_pairs
from pokerfast.errors import IllegalActionError, NotationError, PhaseError, RulesError, SnapshotError
from pokerfast.match import Match
from pokerfast.trick import TrickGame

__all__ = ["replay"]

ADMINISTER = ("auto", "manual", "quit")
SEATS = ("0", "1", "2", "3", "4")


def replay(record: str) -> State | Match:
    """The position a record leads to, with its whole history; a :class:`Match` for the record of one.

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
    match = _start_match(header) if "match" in header else None
    state = _start(header) if match is None else match.state
    for number, line in enumerate(lines[body:], body + 1):
        text = line.strip()
        if not text:
            continue
        seat, _, action = text.partition(" ")
        words = action.split()
        try:
            if match is not None and seat == "deal":
                expected = match.deals + (not match.state.is_over)
                if action != str(expected):
                    raise NotationError(f"line {number}: expected deal {expected}", line, 0)
                state = match.advance()
                continue
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
    return state if match is None else match


def _value(header: dict[str, str], key: str) -> object:
    try:
        return json.loads(header[key], object_pairs_hook=unique_pairs)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{key}: {error}", header[key], 0) from None


def _game(header: dict[str, str]) -> Game:
    options = _value(header, "options")
    if not isinstance(options, dict):
        raise NotationError("options: expected an object", header["options"], 0)
    return game_with(header["game"], options)


def _start_match(header: dict[str, str]) -> Match:
    if header.keys() != {"game", "options", "match"}:
        raise NotationError("the record of a match names game, options and match", "", 0)
    game, seed = _game(header), _value(header, "match")
    if type(seed) is not int:
        raise NotationError("match: expected its seed", header["match"], 0)
    if not isinstance(game, TrickGame):
        raise RulesError([("match", f"{game.name} has no levels")])
    return game.new_match(seed=seed)


def _start(header: dict[str, str]) -> State:
    known = {"game", "options", "seed", "position", "start", "first", "beans", "last_winner", "dealer", "levels"}
    for key in header:
        if key not in known:
            raise NotationError(f"unknown key {key!r} in the header", key, 0)
    if "game" not in header or "options" not in header or ("seed" in header) == ("position" in header):
        raise NotationError("a record names game, options and either seed or position", "", 0)
    game = _game(header)
    if "position" in header:
        state = State.from_json(header["position"])
        if state.game != game:
            raise SnapshotError("the position's rules are not the record's")
        return state
    start = {key: _value(header, key) for key in header if key not in ("game", "options")}
    try:
        return game._deal(start)
    except TypeError as error:
        raise NotationError(str(error), str(start), 0) from None
