"""Everything a seat has seen in a deal, in order: as text, and as rows of numbers. Whoever reads it forgets nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerfast._fast import ACTION_WORDS, KIND_NAMES, TRUMP_NAMES, Action, Hand, SuitedHand
from pokerfast.base import State, View
from pokerfast.notation import card_text

__all__ = ["COLUMNS", "Recall", "present", "row_size"]

#: What a row tells: an action, a card of it, a card that came into view or left it, a card that was led instead.
EVENTS = ("action", "card", "came", "left", "led")
#: Columns after the events and the seats, each a number in bits, lowest first.
COLUMNS = {"word": 5, "value": 8, "kind": 6, "rank": 5, "length": 5}
RANKS = "3456789TJQKA2wW*"
KIND_OF = {card_text(kind): kind for kind in range(54)}
UNKNOWN = len(ACTION_WORDS)

Rows = npt.NDArray[np.int8]


def row_size(seats: int) -> int:
    """Columns of a row: the event, whose (the viewer is 0, who plays after him 1, none set: nobody's), the numbers."""
    return len(EVENTS) + seats + sum(COLUMNS.values())


class Recall:
    """What one seat has seen of a state that is moved on, brought up to date when it is read.

    A position adds one line of text: what is new since the one before. It adds a row for every action told since, for
    every card of it, and for every card of a hand or of the kitty that the seat began or ceased to see.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._lines: list[str] = []  # one a position
        self._rows: list[bytes] = []
        self._flat: dict[str, Any] = {}
        self._told: list[str | None] = []
        self._piles: dict[int, frozenset[int]] = {}

    def lines(self, state: State) -> list[str]:
        """A line for each position so far, the first that of the deal."""
        self._update(state)
        return self._lines

    def rows(self, state: State) -> Rows:
        """``int8[n, columns]``, each 0 or 1."""
        self._update(state)
        return np.frombuffer(b"".join(self._rows), np.int8).reshape(-1, row_size(state.num_players))

    def _update(self, state: State) -> None:
        count = state._moves + 1
        if len(self._lines) > count:  # actions were taken back
            self._lines, self._rows, self._flat, self._told, self._piles = [], [], {}, [], {}
        views = [state.view(self.seat)] if len(self._lines) < count else []
        if count - len(self._lines) > 1:
            earlier = state.clone()
            for _ in range(count - len(self._lines) - 1):
                earlier.undo()
                views.append(earlier.view(self.seat))
        for view in reversed(views):
            self._see(view)

    def _see(self, view: View) -> None:
        flat = _flat(view)
        told = [None if action is None else str(action) for _, action in view.history]
        before = [*self._told, *[""] * (len(told) - len(self._told))]
        new = [number for number, (old, now) in enumerate(zip(before, told, strict=True)) if old != now]
        changed: dict[str, Any] = {key: value for key, value in flat.items() if self._flat.get(key, ...) != value}
        if new:
            changed["told"] = [[number, view.history[number][0], told[number]] for number in new]
        self._lines.append(json.dumps(changed, ensure_ascii=False, separators=(",", ":")))
        self._rows.append(b"".join(self._new_rows(view, new)))
        self._flat, self._told = flat, told

    def _new_rows(self, view: View, new: list[int]) -> Iterator[bytes]:
        seats = len(view.counts)
        for number in new:
            by, action = view.history[number]
            whose = (by - self.seat) % seats
            yield _row(seats, "action", whose, **_numbers(action))
            if action is None:
                continue
            cards = _cards_of(action)
            for card in cards:
                yield _row(seats, "card", whose, value=card)
            trick: Sequence[str] = getattr(view, "trick", ())
            if number == len(view.history) - 1 and len(trick) == 1 and by == getattr(view, "leader", None):
                led = [KIND_OF[token] for token in trick[0].split()]  # less than was thrown, if the throw failed
                if sorted(led) != sorted(card % 54 for card in cards):
                    for card in led:
                        yield _row(seats, "led", whose, value=card)
        piles = _piles(view)
        for place in sorted({*piles, *self._piles}):
            old, now = self._piles.get(place, frozenset()), piles.get(place, frozenset())
            owner = None if place < 0 else (place - self.seat) % seats
            for event, moved in (("left", old - now), ("came", now - old)):
                for card in sorted(moved):
                    yield _row(seats, event, owner, value=card)
        self._piles = piles

    def clone(self) -> Recall:
        """An independent copy."""
        copy = Recall(self.seat)
        copy._lines, copy._rows = list(self._lines), list(self._rows)
        copy._flat, copy._told, copy._piles = self._flat, self._told, self._piles
        return copy

    def __copy__(self) -> Recall:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Recall:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Recall, (self.seat,))  # all else is read again from the state


def present(state: State, seat: int) -> str:
    """What a seat may know of the position alone, as one line."""
    return json.dumps(_flat(state.view(seat)), ensure_ascii=False, separators=(",", ":"))


def _flat(view: View) -> dict[str, Any]:
    """A view without its history, one level deep."""
    own = {key: value for key, value in view._own_json().items() if key != "history"}
    return {"phase": view.phase, "seat": view.seat, "counts": list(view.counts), **own, **dict(view._public)}


def _row(
    seats: int,
    event: str,
    whose: int | None,
    word: int = 0,
    value: int = 0,
    kind: int = 0,
    rank: int = 0,
    length: int = 0,
) -> bytes:
    row = bytearray(len(EVENTS) + seats)
    row[EVENTS.index(event)] = 1
    if whose is not None:
        row[len(EVENTS) + whose] = 1
    for number, bits in zip((word, value, kind, rank, length), COLUMNS.values(), strict=True):
        row += bytes(number >> bit & 1 for bit in range(bits))
    return bytes(row)


def _numbers(action: Action | None) -> dict[str, int]:
    """An action's columns; one that is still hidden has a word of its own."""
    if action is None:
        return {"word": UNKNOWN}
    numbers = {"word": ACTION_WORDS.index(action.kind)}
    if action.number is not None:
        numbers["value"] = action.number
    word, _, named = str(action).partition(" ")
    if word == "name" and named in TRUMP_NAMES:
        numbers["value"] = TRUMP_NAMES.index(named)
    combo = action.combo
    if combo is not None and combo.length:
        numbers["kind"] = KIND_NAMES.index(combo.kind)
        numbers["rank"] = 1 + RANKS.index(combo.rank) if combo.rank else 0
        numbers["length"] = combo.length
    return numbers


def _cards_of(action: Action) -> list[int]:
    """The cards an action names: by id, where only kinds are told as of the first pack."""
    if action.ids:
        return list(action.ids)
    tokens = [token.partition("/")[0] for token in str(action).split()]
    return [KIND_OF[token] for token in tokens if token in KIND_OF]


def _ids(cards: Hand | SuitedHand) -> list[int]:
    """Cards by id; where which of two equal cards it is does not matter, as those of the first packs."""
    if isinstance(cards, Hand):
        return list(cards.ids or ())
    kinds = [KIND_OF[token.partition("/")[0]] for token in cards]
    return [54 * kinds[:place].count(kind) + kind for place, kind in enumerate(kinds)]


def _piles(view: View) -> dict[int, frozenset[int]]:
    """Cards in view by seat, those of the kitty under negative numbers."""
    piles = {seat: hand for seat, hand in enumerate(view.hands) if hand is not None}
    piles |= {
        place: pile for place, pile in ((-1, getattr(view, "kitty", None)), (-2, getattr(view, "turned", None))) if pile
    }
    return {place: frozenset(_ids(pile)) for place, pile in piles.items()}
