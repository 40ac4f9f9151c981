"""Units of work for DouZero 1.1.0. Each function answers (units done, checksum)."""

from __future__ import annotations

import importlib
import random
from typing import Any

_RANKS = "3456789TJQKA2wW"
_VALUES = dict(zip(_RANKS, (*range(3, 15), 17, 20, 30), strict=True))
_TEXT = {value: rank for rank, value in _VALUES.items()}


def prepare(hands: list[str]) -> list[list[int]]:
    importlib.import_module("douzero.env.move_generator")
    return [sorted(_VALUES[rank] for rank in hand) for hand in hands]


def leads(prepared: list[list[int]], rounds: int) -> tuple[int, int]:
    """All moves of every hand; the checksum is the number listed, with the duplicates that DouZero leaves in."""
    generator = importlib.import_module("douzero.env.move_generator").MovesGener
    total = 0
    for _ in range(rounds):
        for hand in prepared:
            total += len(generator(hand).gen_moves())
    return rounds * len(prepared), total


def lead_sets(prepared: list[list[int]]) -> list[set[str]]:
    generator = importlib.import_module("douzero.env.move_generator").MovesGener
    return [
        {"".join(_TEXT[card] for card in sorted(move)) for move in generator(hand).gen_moves()} for hand in prepared
    ]


def decisions(count: int, seed: int) -> tuple[int, int]:
    """Decisions of its environment, features and legal moves included; the checksum is the number of games."""
    importlib.import_module("numpy").random.seed(seed)
    env: Any = importlib.import_module("douzero.env.env").Env("adp")
    rnd = random.Random(seed).random
    done = games = 0
    while done < count:
        env.reset()
        games += 1
        over = False
        while not over:
            legal = env.infoset.legal_actions
            _, _, over, _ = env.step(legal[int(rnd() * len(legal))])
            done += 1
    return done, games
