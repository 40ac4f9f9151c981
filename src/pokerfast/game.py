"""The games there are, by name."""

from __future__ import annotations

from typing import Any, Literal, overload

from pokerfast import _jobs
from pokerfast.base import game_class
from pokerfast.climbing import ClimbingGame
from pokerfast.rules import values_for
from pokerfast.trick import TrickGame

__all__ = ["list_games", "load_game"]

ClimbingName = Literal["baohuang", "dadaa", "doudizhu"]
TrickName = Literal["dabaifen", "erqiwang", "shengji", "whist"]


def list_games() -> tuple[str, ...]:
    """Names of all games, sorted."""
    return tuple(sorted(name for name, _, _ in _jobs.games()))


@overload
def load_game(name: ClimbingName, *, preset: str | None = None, **options: Any) -> ClimbingGame: ...
@overload
def load_game(name: TrickName, *, preset: str | None = None, **options: Any) -> TrickGame: ...
@overload
def load_game(name: str, *, preset: str | None = None, **options: Any) -> ClimbingGame | TrickGame: ...
def load_game(name: str, *, preset: str | None = None, **options: Any) -> ClimbingGame | TrickGame:
    """A game by name, with the rules of a preset and any option changed by name.

    Raises:
        RulesError: an unknown game, preset, option or value, with the nearest valid name; all faults at once.
        TypeError: a name is no text.
    """
    values = values_for(name, preset, options)
    game = game_class(name)(name, values)
    assert isinstance(game, (ClimbingGame, TrickGame))
    return game
