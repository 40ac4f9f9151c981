"""Positions and deals of 打大A that the tests of its reference share."""

from typing import Any

from reference.dadaa_game import Game
from reference.dadaa_plays import Options


def game_of(
    *hands: str, to_move: int = 0, sides: tuple[int, ...] = (0, 1), declarer: int = 0, options: Any = None, **rest: Any
) -> Game:
    return Game.position(hands, to_move, sides, declarer, options=options and Options(**options), **rest)


def go(game: Game, *actions: str) -> Game:
    for action in actions:
        game.apply(action)
    return game
