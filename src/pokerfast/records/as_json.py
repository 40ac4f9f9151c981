"""Records as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pokerfast.base import Game, State, game_with, integer, jsonable, unique_pairs
from pokerfast.errors import NotationError, SnapshotError, shortened
from pokerfast.records.parts import RecordedAction, RecordedDeal

__all__ = ["JsonParts", "json_parts", "json_text", "position_of"]

FORMAT, VERSION = "pokerfast-record", 1
_KEYS = {"format", "version", "game", "options", "tags", "start", "deals", "standing", "winner"}


class JsonParts(NamedTuple):
    """The parts of a record as JSON has them."""

    game: Game
    start: Mapping[str, Any]
    deals: tuple[RecordedDeal, ...]
    tags: Mapping[str, str]
    standing: tuple[str, str] | None
    winner: int | None


def json_text(parts: JsonParts) -> str:
    """A record as one line of JSON."""
    start = dict(parts.start)
    if "position" in start:
        start["position"] = json.loads(start["position"])
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": parts.game.name,
        "options": jsonable(parts.game.options),
        "tags": dict(parts.tags),
        "start": start,
        "deals": [_deal_out(deal) for deal in parts.deals],
    }
    if parts.standing is not None:
        record |= {"standing": parts.standing, "winner": parts.winner}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def json_parts(text: str) -> JsonParts:
    """The inverse of :func:`json_text`.

    Raises:
        NotationError: not such JSON.
        RulesError, SnapshotError: the options or the position are not allowed.
    """
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"JSON is text, not {type(text).__name__}")
    try:
        data = json.loads(text, object_pairs_hook=unique_pairs)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {shortened(str(error))}", "", getattr(error, "pos", 0)) from None
    try:
        return _read(data)
    except (TypeError, KeyError, OverflowError) as error:
        raise NotationError(f"not a {FORMAT} object: {shortened(str(error))}", "", 0) from None


def position_of(game: Game, text: object) -> State:
    """The position a record starts from, by its JSON.

    Raises:
        SnapshotError: it cannot occur, or is of other rules.
    """
    if not isinstance(text, str):
        raise TypeError("position: expected the JSON of a state")
    state = State.from_json(text)
    if state.game != game:
        raise SnapshotError("the position's rules are not the record's")
    return state


def _deal_out(deal: RecordedDeal) -> dict[str, Any]:
    actions = []
    for action in deal.actions:
        one: dict[str, Any] = {"seat": action.seat, "action": action.text}
        if action.note:
            one["note"] = action.note
        if action.comments:
            one["comments"] = action.comments
        actions.append(one)
    out: dict[str, Any] = {"actions": actions}
    if deal.comments:
        out["comments"] = deal.comments
    if deal.result is not None:
        out["result"] = [int(number) if number == int(number) else number for number in deal.result]
    return out


def _read(data: Any) -> JsonParts:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TypeError("the format is another")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise TypeError(f"version {shortened(version)}, this build reads {VERSION}")
    record = _object(data, _KEYS)
    game = game_with(_text(record["game"]), _object(record["options"]))
    start = dict(_object(record["start"]))
    if "position" in start:
        text = json.dumps(start["position"], ensure_ascii=False)
        start["position"] = position_of(game, text).to_json()
    standing = record.get("standing")
    if standing is not None:
        one, other = map(_text, _items(standing)) if len(_items(standing)) == 2 else ("", "")
        standing = (one, other)
    return JsonParts(
        game=game,
        start=start,
        deals=tuple(_deal_in(deal) for deal in _items(record["deals"])),
        tags={name: _text(value) for name, value in _object(record.get("tags", {})).items()},
        standing=standing,
        winner=None if record.get("winner") is None else integer("winner", record["winner"]),
    )


def _deal_in(data: Any) -> RecordedDeal:
    deal = _object(data, {"actions", "comments", "result"})
    actions = []
    for item in _items(deal["actions"]):
        one = _object(item, {"seat", "action", "note", "comments"})
        seat, told = integer("seat", one["seat"]), _items(one.get("comments", []))
        actions.append(RecordedAction(seat, _text(one["action"]), _text(one.get("note", "")), tuple(map(_text, told))))
    result = deal.get("result")
    numbers = None if result is None else tuple(_number(number) for number in _items(result))
    return RecordedDeal(tuple(actions), tuple(map(_text, _items(deal.get("comments", [])))), numbers)


def _object(value: Any, keys: set[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"expected an object, not {shortened(value)}")
    if keys is not None and (unknown := set(value) - keys):
        raise KeyError(f"unknown key {shortened(min(unknown))}")
    return value


def _items(value: Any) -> Sequence[Any]:
    if not isinstance(value, list):
        raise TypeError(f"expected a list, not {shortened(value)}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, not {shortened(value)}")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"expected a number, not {shortened(value)}")
    return float(value)
