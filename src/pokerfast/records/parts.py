"""What records are made of: actions and deals with what is said of them, and how each is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pokerfast.base import integer
from pokerfast.errors import NotationError, RulesError, shortened

__all__ = ["RecordedAction", "RecordedDeal"]

#: What a start can name, in the order it is written.
START_KEYS: Final = ("match", "seed", "dealer", "levels", "first", "last_winner", "beans", "start", "position")
LONGEST_TAG: Final = 60
#: Line ends of any kind, and what cannot be seen or written.
UNSEEN: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
NUMBER: Final = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,20})?")


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One action of a record with what is said of it."""

    #: Who acted; for what came from outside (``auto 2``) the seat it concerns.
    seat: int
    #: As :meth:`State.apply` reads it, or ``auto``, ``manual``, ``quit`` with the seat.
    text: str
    #: On the action's own line, behind ``#``; empty: none.
    note: str = ""
    #: Comment lines below the action.
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seat, text = integer("seat", self.seat), plain("action", self.text)
        if not 0 <= seat <= 9 or not text or "#" in text:
            raise RulesError([("action", f"{shortened(f'{seat} {text}')} is none that a record can hold")])
        plain("note", self.note)
        object.__setattr__(self, "comments", plain_lines("comments", self.comments))


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal of a record."""

    actions: tuple[RecordedAction, ...] = ()
    #: Comment lines before the first action.
    comments: tuple[str, ...] = ()
    #: What :meth:`State.returns` says at the end; None: not told, or the deal goes on.
    result: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        actions = tuple(self.actions)
        for action in actions:
            if not isinstance(action, RecordedAction):
                raise TypeError(f"an action is a RecordedAction, not {type(action).__name__}")
        object.__setattr__(self, "actions", actions)
        object.__setattr__(self, "comments", plain_lines("comments", self.comments))
        if self.result is not None:
            numbers = tuple(float(number) for number in self.result)
            if not numbers or not all(NUMBER.fullmatch(number_text(number)) for number in numbers):
                raise RulesError([("result", f"{shortened(numbers)} are no scores")])
            object.__setattr__(self, "result", numbers)


class DealPlace(NamedTuple):
    """Where a deal stands: line numbers from 1."""

    start: int
    actions: list[int]
    result: int


class Places(NamedTuple):
    """The lines of a record's text and what stands where."""

    lines: list[str]
    header: dict[str, int]
    deals: list[DealPlace]
    standing: int

    def value_at(self, number: int) -> int:
        """Where the value of a line begins, behind its colon and blanks."""
        line = self.lines[number - 1]
        _, _, value = line.partition(":")
        return len(line) - len(value.lstrip())

    def fault(self, number: int, position: int, message: str) -> NotationError:
        line = self.lines[number - 1] if 0 < number <= len(self.lines) else ""
        return NotationError(f"line {number}, column {position + 1}: {message}", line, position)


def plain(what: str, text: object) -> str:
    """Text of one line without blanks at its ends; RulesError for other text."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is text, not {type(text).__name__}")
    if UNSEEN.search(text) or text != text.strip():
        raise RulesError([(what, f"{shortened(text)} is not one line without blanks at its ends")])
    return text


def plain_lines(what: str, lines: Sequence[str]) -> tuple[str, ...]:
    if isinstance(lines, str):
        raise TypeError(f"{what} is a sequence of lines")
    return tuple(plain(what, line) for line in lines)


def is_tag(name: object) -> bool:
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_TAG or not name[0].isalpha():
        return False
    return all(c.isalnum() or c in "._-" for c in name) and not UNSEEN.search(name)


def comment_text(comment: str) -> str:
    return f"# {comment}" if comment else "#"


def number_text(number: float) -> str:
    return str(int(number)) if abs(number) < 1e30 and number == int(number) else repr(number)


def score_text(score: Sequence[float]) -> str:
    return " ".join(map(number_text, score))


def standing_text(standing: tuple[str, str], winner: int | None) -> str:
    return " ".join(standing) + ("" if winner is None else f" winner {winner}")


def settled(value: Any) -> Any:
    """A value of a start, immutable; lists come back from JSON where tuples were."""
    return tuple(settled(item) for item in value) if isinstance(value, (list, tuple)) else value
