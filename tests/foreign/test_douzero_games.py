"""Games that DouZero's own environment played become records, and come out the same."""

from __future__ import annotations

import copy
import random
from typing import Any

import pokerfast as pf
from pokerfast.convert import douzero

from . import peers


class Chance:
    """Plays at random, mostly few cards, so that chains whose wings DouZero misreads stay rare."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def act(self, infoset: Any) -> list[int]:
        choices = [move for move in infoset.legal_actions if len(move) < 8] or infoset.legal_actions
        return list(self.rng.choice(choices))


def test_games_of_its_environment() -> None:
    peers.require("douzero.env.game")
    from douzero.env.game import GameEnv

    bombs = 0
    for seed in range(60):
        rng = random.Random(seed)
        deck = [rank for rank in range(3, 15) for _ in range(4)] + [17] * 4 + [20, 30]
        rng.shuffle(deck)
        data = {
            "landlord": sorted(deck[:20]),
            "landlord_up": sorted(deck[20:37]),
            "landlord_down": sorted(deck[37:]),
            "three_landlord_cards": sorted(deck[17:20]),
        }
        env = GameEnv(dict.fromkeys(("landlord", "landlord_up", "landlord_down"), Chance(rng)))
        env.card_play_init(copy.deepcopy(data))
        while not env.game_over:
            env.step()
        plays = [sorted(play) for play in env.card_play_action_seq]
        record = douzero.record_of(data, plays)
        assert douzero.actions(record) == plays and douzero.card_play_data(record) == data
        assert record.result is not None
        assert (record.result[0] > 0) == (env.get_winner() == "landlord")
        end = record.replay()
        assert isinstance(end, pf.ClimbingState)
        spring = 2 if _is_spring(plays) else 1
        assert end.multiplier == 2 ** env.get_bomb_num() * spring
        bombs += env.get_bomb_num()
    assert bombs > 5


def _is_spring(plays: list[list[int]]) -> bool:
    made = [sum(bool(play) for play in plays[seat::3]) for seat in range(3)]
    landlord_won = len(plays) % 3 == 1
    return made[1] == made[2] == 0 if landlord_won else made[0] == 1
