"""Records as text: written in one form, read with the line and column of every fault (docs/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn

from pokerfast.base import RECORD_HEADER, Game, game_with, record_head, unique_pairs
from pokerfast.errors import RulesError, shortened
from pokerfast.records.parts import (
    NUMBER,
    START_KEYS,
    UNSEEN,
    DealPlace,
    Places,
    RecordedAction,
    RecordedDeal,
    comment_text,
    is_tag,
    score_text,
    standing_text,
)

__all__ = ["Parsed", "Reader", "rules_at", "written"]

_ACTION: Final = re.compile(r"([0-9])[ \t]+([^ \t#][^#]*)(?:#(.*))?")
MOST_OPTIONS: Final = 1000  # no game has as many; each unknown one is looked for among the known
_DEAL: Final = re.compile(r"deal[ \t]+([0-9]{1,9})")


class Parsed(NamedTuple):
    """The parts of a record as its text has them, and where they stand."""

    game: Game
    start: Mapping[str, Any]
    deals: tuple[RecordedDeal, ...]
    tags: Mapping[str, str]
    standing: tuple[str, str] | None
    winner: int | None
    places: Places


class Reader:
    """One pass over the lines of a record."""

    def __init__(self, text: str) -> None:
        lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
        self.places = Places(lines, {}, [], 0)
        self.tags: dict[str, str] = {}
        self.values: dict[str, tuple[str, int]] = {}  # with the position each begins at
        self.said: list[str] = []  # comments in the header

    def fail(self, number: int, position: int, message: str) -> NoReturn:
        raise self.places.fault(number, position, message)

    def read(self) -> Parsed:
        lines = self.places.lines
        for number, line in enumerate(lines, 1):
            if unseen := UNSEEN.search(line):
                self.fail(number, unseen.start(), f"{unseen[0]!r} may not stand in a record")
        if lines[0].strip() != RECORD_HEADER:
            self.fail(1, 0, f"expected {RECORD_HEADER!r}")
        body = self.read_header()
        game = self.read_game(body)
        start = {key: self.read_value(key) for key in self.values if key not in ("game", "options")}
        deals, standing, winner = self.read_body(body, "match" in start)
        places = self.places._replace(standing=self.places.header.pop("standing", 0))
        return Parsed(game, start, tuple(deals), self.tags, standing, winner, places)

    def read_header(self) -> int:
        """Reads up to the first blank line, whose number it returns."""
        lines, header = self.places.lines, self.places.header
        number = 1
        for number, line in enumerate(lines[1:], 2):
            text = line.strip()
            if not text:
                return number
            if text.startswith("#"):
                self.said.append(text[1:].strip())
                continue
            name, colon, value = line.partition(":")
            if not colon:
                self.fail(number, len(line), "expected 'key: value'")
            key, at = name.strip(), len(name) - len(name.lstrip())
            begin, value = len(line) - len(value.lstrip()), value.strip()
            if key.startswith("@"):
                if not is_tag(key[1:]) or key[1:] in self.tags:
                    self.fail(number, at, f"{shortened(key)} is no new tag: '@' and letters, digits, . _ -")
                self.tags[key[1:]] = value
                continue
            if key in header:
                self.fail(number, at, f"{key} comes twice")
            if key not in START_KEYS and key not in ("game", "options"):
                self.fail(number, at, f"unknown key {shortened(key)} in the header; tags begin with @")
            header[key] = number
            self.values[key] = (value, begin)
        return number + 1

    def read_game(self, body: int) -> Game:
        first = {"seed", "match", "position"} & self.values.keys()
        if not {"game", "options"} <= self.values.keys() or len(first) != 1:
            self.fail(min(body, len(self.places.lines)), 0, "a record names game, options and seed, match or position")
        extra = [key for key in self.values if key not in ("game", "options") and key not in first]
        if extra and "seed" not in first:
            self.fail(self.places.header[extra[0]], 0, f"{extra[0]} goes with seed alone")
        options = self.read_value("options")
        if not isinstance(options, dict):
            self.fail(self.places.header["options"], self.values["options"][1], "options: expected an object")
        if len(options) > MOST_OPTIONS:
            self.fail(self.places.header["options"], self.values["options"][1], f"options: {len(options)} of them")
        try:
            return game_with(self.values["game"][0], options)
        except RulesError as error:
            names = dict.fromkeys(options, "options") | {"game": "game"}
            lines = {name: self.places.header[key] for name, key in names.items()}
            raise rules_at(error, self.places, self.places.header["options"], lines) from None

    def read_value(self, key: str) -> Any:
        text, at = self.values[key]
        if key == "position":
            return text
        try:
            return json.loads(text, object_pairs_hook=unique_pairs)
        except (ValueError, RecursionError) as error:
            self.fail(self.places.header[key], at + getattr(error, "pos", 0), f"{key}: {shortened(str(error))}")

    def read_body(self, body: int, is_match: bool) -> tuple[list[RecordedDeal], tuple[str, str] | None, int | None]:
        done: list[RecordedDeal] = []
        standing: tuple[str, str] | None = None
        winner = None
        opening, actions, result = list(self.said), list[tuple[int, str, str, list[str]]](), None
        place = DealPlace(body, [], 0)

        def close() -> None:
            made = tuple(RecordedAction(seat, text, note, tuple(told)) for seat, text, note, told in actions)
            done.append(RecordedDeal(made, tuple(opening), result))
            self.places.deals.append(place)

        for number, line in enumerate(self.places.lines[body:], body + 1):
            text = line.strip()
            if not text:
                continue
            at = len(line) - len(line.lstrip())
            if text[0] == "#":
                (actions[-1][3] if actions else opening).append(text[1:].strip())
            elif standing is not None:
                self.fail(number, at, "nothing may follow the standing")
            elif text[0].isdigit():
                found = _ACTION.fullmatch(text)
                if not found:
                    self.fail(number, at, "expected a seat, a blank and an action")
                if result is not None:
                    self.fail(number, at, "an action after the result")
                actions.append((int(found[1]), found[2].rstrip(), (found[3] or "").strip(), []))
                place.actions.append(number)
            elif is_match and (found := _DEAL.fullmatch(text)):
                if int(found[1]) != len(done) + 1:
                    self.fail(number, at + found.start(1), f"expected deal {len(done) + 1}")
                close()
                opening, actions, result = [], [], None
                place = DealPlace(number, [], 0)
            elif text.startswith(("result:", "standing:")):
                key, _, said = text.partition(":")
                at += len(text) - len(said.lstrip())
                words = said.split()
                if key == "standing":
                    standing, winner = self.read_standing(words, number, at, is_match)
                    self.places.header["standing"] = number
                elif result is not None or not words or not all(map(NUMBER.fullmatch, words)):
                    self.fail(number, at, "expected one result, a number for every seat")
                else:
                    result = tuple(float(word) for word in words)
                    place = place._replace(result=number)
            else:
                self.fail(number, at, "expected an action, a comment or a result")
        close()
        return done, standing, winner

    def read_standing(
        self, words: Sequence[str], number: int, at: int, is_match: bool
    ) -> tuple[tuple[str, str], int | None]:
        told = len(words) == 4 and words[2] == "winner" and words[3] in ("0", "1")
        if not is_match or not (told or len(words) == 2) or not (words[0].isalnum() and words[1].isalnum()):
            self.fail(number, at, "expected the standing of a match: one word a pair, then 'winner 0' or 'winner 1'")
        return (words[0], words[1]), int(words[3]) if told else None


def written(
    game: Game,
    start: Mapping[str, Any],
    deals: Sequence[RecordedDeal],
    tags: Mapping[str, str],
    standing: tuple[str, str] | None,
    winner: int | None,
) -> Places:
    """A record's lines in canonical form, and where everything stands."""
    head = record_head(game)
    lines = [head[0], *(f"@{name}: {value}".rstrip() for name, value in tags.items()), *head[1:]]
    header = {"game": len(lines) - 1, "options": len(lines)}
    for key, value in start.items():
        lines.append(f"{key}: {value if key == 'position' else json.dumps(value)}")
        header[key] = len(lines)
    lines.append("")
    places = []
    for number, deal in enumerate(deals):
        if number:
            lines.append(f"deal {number}")
        place = DealPlace(len(lines), [], 0)
        lines += map(comment_text, deal.comments)
        for action in deal.actions:
            lines.append(f"{action.seat} {action.text}" + (f" # {action.note}" if action.note else ""))
            place.actions.append(len(lines))
            lines += map(comment_text, action.comments)
        if deal.result is not None:
            lines.append(f"result: {score_text(deal.result)}")
            place = place._replace(result=len(lines))
        places.append(place)
    if standing is not None:
        lines.append(f"standing: {standing_text(standing, winner)}")
    return Places(lines, header, places, len(lines))


def rules_at(error: RulesError, places: Places, line: int, lines: Mapping[str, int]) -> RulesError:
    """The same faults with the values they are of: on the lines of their names, else on the one given."""
    faults = []
    for where, what in error.faults:
        number = lines.get(where, line)
        faults.append((f"line {number}, column {places.value_at(number) + 1}: {where}", what))
    return RulesError(faults)
