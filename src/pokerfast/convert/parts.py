"""What the converters share: positions from fields, and faults of the material they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pokerfast.base import Game, State
from pokerfast.errors import IllegalActionError, NotationError, PhaseError, RulesError, shortened
from pokerfast.game import load_game

__all__ = ["at_entry", "begin", "ids_in", "rules_of", "wrong"]


def wrong(where: str, what: str) -> RulesError:
    """The error for material of a wrong shape."""
    return RulesError([(where, what)])


def ids_in(where: str, value: object, end: int, size: int | None = None) -> list[int]:
    """A list of different numbers from 0 to end − 1; RulesError for anything else."""
    if not isinstance(value, (list, tuple)) or not all(type(number) is int for number in value):
        raise wrong(where, f"expected a list of cards, not {shortened(value)}")
    if not all(0 <= number < end for number in value) or len(set(value)) < len(value):
        raise wrong(where, f"cards are different numbers from 0 to {end - 1}, not {shortened(value)}")
    if size is not None and len(value) != size:
        raise wrong(where, f"expected {size} cards, not {len(value)}")
    return list(value)


def begin(game: Game, template: State, fields: Mapping[str, Any]) -> State:
    """A position that differs from another in some fields.

    Raises:
        SnapshotError: it cannot occur.
    """
    state = State._empty(game)
    state._fill({**template._fields(), **fields})
    return state


def at_entry(state: State, action: str | Sequence[int], entry: int) -> None:
    """Do an action that stands at an entry of a log; errors name it."""
    try:
        state.apply(action)
    except (IllegalActionError, PhaseError) as error:
        raise type(error)(error.code, f"entry {entry}: {error.detail}", error.position) from None
    except NotationError as error:
        raise NotationError(f"entry {entry}: {error.message}", error.text, error.position) from None


def rules_of(game: object, name: str, preset: str) -> Any:
    """The rules given, or those of a preset; RulesError if they are of another game."""
    rules = load_game(name, preset=preset) if game is None else game
    if not isinstance(rules, Game):
        raise TypeError(f"game is a Game, not {type(game).__name__}")
    if rules.name != name:
        raise wrong("game", f"must be {name}, not {rules.name}")
    return rules
