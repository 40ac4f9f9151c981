"""Short ways to write positions and deals of 二七王 and 打百分 down, for the tests of their rules pages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pokerfast as pf

SUITS = ("S", "H", "D", "C")


@lru_cache(maxsize=256)
def game(name: str, **options: Any) -> pf.TrickGame:
    found = pf.load_game(name, **options)
    assert isinstance(found, pf.TrickGame)
    return found


def played(state: pf.TrickState, *actions: str) -> pf.TrickState:
    """The state itself, after these actions."""
    for action in actions:
        state.apply(action)
    return state


def bids(*answers: str | int) -> list[str]:
    """``["bid 80", "no"]`` for 80 and ``"no"``."""
    return [answer if isinstance(answer, str) else f"bid {answer}" for answer in answers]


def bury_first(state: pf.TrickState) -> pf.TrickState:
    """The first cards of the hand that takes the kitty are buried; the state itself."""
    seat = state.seat or 0
    held = state.hands[seat].cards.split()
    size = len(held) - len(state.hands[(seat + 1) % state.num_players])
    return played(state, "bury " + " ".join(held[:size]))


def texts(state: pf.TrickState) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def codes(state: pf.TrickState, *actions: str) -> list[str]:
    return [state.check(action).code for action in actions]


def places(faults: pf.RulesError) -> list[str]:
    """What is wrong."""
    return [where for where, _ in faults.faults]


def position(name: str, *hands: str, options: dict[str, Any] | None = None, **more: Any) -> pf.TrickState:
    """A position with spades trump unless it says otherwise."""
    given: dict[str, Any] = {"trump": "S"} | more
    return game(name, **(options or {})).setup(hands=hands, **given)
