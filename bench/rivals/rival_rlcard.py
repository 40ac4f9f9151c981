"""Units of work for RLCard 1.2.0. Each function answers (units done, checksum)."""

from __future__ import annotations

import importlib
import random
from typing import Any

_TO_PEER = str.maketrans("wW", "BR")
_FROM_PEER = str.maketrans("BR", "wW")


def prepare(hands: list[str]) -> list[str]:
    importlib.import_module("rlcard.games.doudizhu.judger")
    return [hand.translate(_TO_PEER) for hand in hands]


def leads(prepared: list[str], rounds: int) -> tuple[int, int]:
    """The judger's playable cards of every hand; the checksum is their number."""
    playable = importlib.import_module("rlcard.games.doudizhu.judger").DoudizhuJudger.playable_cards_from_hand
    total = 0
    for _ in range(rounds):
        for hand in prepared:
            total += len(playable(hand))
    return rounds * len(prepared), total


def lead_sets(prepared: list[str]) -> list[set[str]]:
    playable = importlib.import_module("rlcard.games.doudizhu.judger").DoudizhuJudger.playable_cards_from_hand
    order = "3456789TJQKA2wW".index
    return [{"".join(sorted(play.translate(_FROM_PEER), key=order)) for play in playable(hand)} for hand in prepared]


def decisions(count: int, seed: int) -> tuple[int, int]:
    """Decisions of its environment, observation and legal actions included; the checksum is the number of games."""
    env: Any = importlib.import_module("rlcard").make("doudizhu", config={"seed": seed})
    rnd = random.Random(seed).random
    done = games = 0
    while done < count:
        state, _ = env.reset()
        games += 1
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rnd() * len(legal))])
            done += 1
    return done, games
