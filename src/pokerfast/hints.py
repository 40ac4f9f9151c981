"""Hints (提示): what the seat to move may do, the best first."""

from __future__ import annotations

from collections.abc import Sequence

from pokerfast._fast import PASS, Action
from pokerfast.base import State, integer
from pokerfast.climbing import ClimbingState
from pokerfast.errors import RulesError
from pokerfast.simulate import choose

__all__ = ["hints"]

#: Kinds that are kept for last.
BOMBS = frozenset({"bomb", "rocket", "big_egg", "false_eight", "true_seven", "joker3", "joker4", "big_ace_pair"})
#: Actions looked at; a position with more is sorted among the first so many.
MOST_SORTED = 4096


def hints(state: State, most: int = 20) -> tuple[Action, ...]:
    """Legal actions of the seat to move, the best first; empty when the deal is over.

    When a climbing game asks for a play that beats the table, plays come first that break no set of equal ranks, then
    the lower ones; bombs come last, then taking the table, and passing at the very end. Every other question is
    answered by the ``greedy`` player first, then come the other actions in their legal order. The same position gives
    the same hints.

    Args:
        state: the position; only the hand of the seat to move is looked at.
        most: how many at most, 1 or more.

    Raises:
        RulesError: ``most`` is below 1.
    """
    if not isinstance(state, State):
        raise TypeError(f"state is a State, not {type(state).__name__}")
    if integer("most", most) < 1:
        raise RulesError([("most", "must be at least 1")])
    actions = state.legal_actions()
    if not actions:
        return ()
    if isinstance(state, ClimbingState) and state.phase == "play" and state.table != PASS:
        assert state.seat is not None
        counts = state.hands[state.seat].counts
        sortable: Sequence[Action] = actions[:MOST_SORTED]
        return tuple(sorted(sortable, key=lambda action: _cost(action, counts))[:most])
    best = choose(state, policy="greedy")
    others = (action for action in actions[: most + 1] if action != best)
    return (best, *others)[:most]


def _cost(action: Action, counts: bytes) -> tuple[int, int, int, int]:
    combo = action.combo
    if action.kind != "play" or combo is None:
        return (3 if action.kind == "pass" else 2, 0, 0, 0)
    broken = sum(1 for used, held in zip(combo.counts, counts, strict=True) if 0 < used < held)
    lowest = next(slot for slot, used in enumerate(combo.counts) if used)
    return (int(combo.kind in BOMBS), broken, lowest, len(combo))
