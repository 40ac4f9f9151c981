"""A game looked at with open hands: what each position was worth, and what each play cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pokerfast._fast import Action, Combo, SuitedHand
from pokerfast.base import State
from pokerfast.climbing import ClimbingState
from pokerfast.errors import RulesError
from pokerfast.record import Record, replay
from pokerfast.solution import Solution
from pokerfast.solve import solve
from pokerfast.trick import TrickState

__all__ = ["PlayValue", "analyse"]

PLAYS = frozenset({"play", "pass", "take"})
#: Positions searched for each one that is asked, unless said otherwise.
USUAL_NODES = 1_000_000
WINNERS = {"landlord": 1, "farmers": -1, "big_ace": 1, "draw": 0, "others": -1}


@dataclass(frozen=True, slots=True)
class PlayValue:
    """One play of a game, and what it changed."""

    #: Place of the action in the history.
    number: int
    seat: int
    #: ``PASS`` for none; of a throw that failed the cards that were thrown.
    move: Combo | SuitedHand
    #: What the position was worth before it, all playing as well as can be from there on: :attr:`Solution.value`, or in
    #: games that are won 1 for the landlord and the big aces' side, 0 for a draw, -1 for the others. None: a limit was
    #: reached.
    before: int | None
    #: After it.
    value: int | None
    #: What it cost the side that made it: 0 for a best play. None where either value is not known.
    cost: int | None


def analyse(
    record: str | Record | State,
    *,
    max_nodes: int | None = USUAL_NODES,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
) -> tuple[PlayValue, ...]:
    """The value after every play of a deal, and what each play cost the side that made it.

    Every position from the first lead on is solved with open hands, so what is found is what could have been known with
    all cards on the table. Early positions of large deals are beyond any search and stay unknown.

    Args:
        record: a record, as text or not, or a state with its history.
        max_nodes, max_seconds, max_memory: limits of each position as in :func:`solve`; ``max_nodes=None``: none.
        workers, progress: as in :func:`solve`.

    Raises:
        NotationError, RulesError, IllegalActionError, PhaseError, SnapshotError: the record is none, or an argument is
            out of range.
        TypeError: an argument is of a wrong type.
    """
    end = record if isinstance(record, State) else replay(record)
    if not isinstance(end, State):
        raise RulesError([("record", "is of a match; a deal is looked at")])
    numbers, positions, moves = _walk(end)
    asked = [state for state in positions if not state.is_over]
    found = solve(
        asked,
        all_moves=False,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
        workers=workers,
        progress=progress,
    )
    values = [_value(solution) for solution in found]
    if positions and positions[-1].is_over:
        values.append(_result(positions[-1]))
    plays = []
    for i, number in enumerate(numbers):
        before, after = values[i], values[i + 1]
        cost = None if before is None or after is None else abs(before - after)
        seat = positions[i].seat
        assert seat is not None
        plays.append(PlayValue(number, seat, moves[i], before, after, cost))
    return tuple(plays)


def _walk(end: State) -> tuple[list[int], list[State], list[Combo | SuitedHand]]:
    """Numbers of the plays in the history, the positions before each and after the last, the moves."""
    state = end.clone()
    numbers: list[int] = []
    positions: list[State] = []
    moves: list[Combo | SuitedHand] = []
    history = state.history
    for number in range(len(history) - 1, -1, -1):
        after = state.clone()
        state.undo()
        action = history[number]
        if state.phase != "play" or action.kind not in PLAYS:
            continue
        if not positions:
            positions.append(after)
        numbers.append(number)
        positions.append(state.clone())
        moves.append(_move(action))
    return numbers[::-1], positions[::-1], moves[::-1]


def _move(action: Action) -> Combo | SuitedHand:
    return SuitedHand(action.cards) if action.combo is None else action.combo


def _value(solution: Solution[Any]) -> int | None:
    if solution.winner is not None:
        return WINNERS[solution.winner]
    return solution.value


def _result(state: State) -> int | None:
    """What a deal that is over came to; None if it did not end by its last play."""
    if isinstance(state, TrickState):
        if state.end not in ("played", "tripled"):
            return None
        return state.tricks[0] if state.game.name == "whist" else state.points
    assert isinstance(state, ClimbingState)
    chief = next(seat for seat in (state.landlord, state.declarer, state.emperor) if seat is not None)
    score = int(state.returns()[chief])
    return score if state.landlord is None else 1 if score > 0 else -1
