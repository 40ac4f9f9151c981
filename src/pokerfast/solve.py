"""Positions with open hands, searched: what they are worth, with which moves, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, Unpack, overload

from pokerfast import _jobs
from pokerfast._fast import Combo, Hand, SuitedHand
from pokerfast.base import Game, State, integer
from pokerfast.climbing import ClimbingGame, ClimbingState
from pokerfast.errors import RulesError, refusal
from pokerfast.solution import Solution, counted, scored, won
from pokerfast.trick import TrickGame, TrickState

__all__ = ["solve"]

Cards = str | Hand | Combo | SuitedHand | Sequence[int]
MOST_BYTES = 1 << 40
USUAL_BYTES = 1 << 30
MOST_PROOF = 2_000_000
MOST_WORKERS = 1024


class Limits(TypedDict, total=False):
    """What every call may say."""

    all_moves: bool
    max_nodes: int | None
    max_seconds: float | None
    max_memory: int | None
    workers: int
    progress: Callable[[int], object] | None
    proof: bool


@overload
def solve(
    position: ClimbingGame | ClimbingState,
    *,
    hands: Sequence[Cards] | None = ...,
    to_move: int = ...,
    table: Cards | None = ...,
    table_by: int | None = ...,
    **limits: Unpack[Limits],
) -> Solution[Combo]: ...


@overload
def solve(
    position: TrickGame | TrickState,
    *,
    hands: Sequence[Cards] | None = ...,
    to_move: int = ...,
    trick: Sequence[Cards] = ...,
    trump: str | None = ...,
    level: str | None = ...,
    dealer: int | None = ...,
    kitty: Cards = ...,
    points: int = ...,
    bid: int | None = ...,
    **limits: Unpack[Limits],
) -> Solution[SuitedHand]: ...


@overload
def solve(position: Game | State, **limits: Unpack[Limits]) -> Solution[Any]: ...


@overload
def solve(position: Sequence[ClimbingState], **limits: Unpack[Limits]) -> tuple[Solution[Combo], ...]: ...


@overload
def solve(position: Sequence[TrickState], **limits: Unpack[Limits]) -> tuple[Solution[SuitedHand], ...]: ...


@overload
def solve(position: Sequence[State], **limits: Unpack[Limits]) -> tuple[Solution[Any], ...]: ...


def solve(
    position: Game | State | Sequence[State],
    *,
    hands: Sequence[Cards] | None = None,
    to_move: int = 0,
    table: Cards | None = None,
    table_by: int | None = None,
    trick: Sequence[Cards] = (),
    trump: str | None = None,
    level: str | None = None,
    dealer: int | None = None,
    kitty: Cards = "",
    points: int = 0,
    bid: int | None = None,
    all_moves: bool = True,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
    proof: bool = False,
) -> Solution[Any] | tuple[Solution[Any], ...]:
    """Solve positions in which everybody's cards are known.

    The two sides of the deal play against each other, each as one, as well as can be. 斗地主 and 打大A are won (a win
    before a draw before a loss), the others and 打大A with ``score="grassland"`` are scored: see :class:`Solution`. The
    GIL is released; Ctrl-C stops it. The answer depends on the arguments alone, not on ``workers``; ``max_seconds``
    excepted, so does the number of nodes. Seats that are left to the table (托管) play as well as any, throws that fail
    are no plays, and nobody surrenders.

    Args:
        position: a :class:`State` in the phase ``play``, or many, of any games; or a game, with ``hands`` and what
            follows them as in :meth:`TrickGame.setup` or, in 斗地主, :meth:`ClimbingGame.setup`: seat 0 is the
            landlord, the others are one farmer or two.
        hands, to_move: only with a game.
        table, table_by: 斗地主, only with a game.
        trick, trump, level, dealer, kitty, points, bid: trick-taking games, only with a game.
        all_moves: judge every first move; else what the position is worth, and one best move.
        max_nodes: positions to search at most, for each one that is asked.
        max_seconds: time to take at most, likewise.
        max_memory: bytes to remember positions in, about, likewise; 1 GiB unless given. Less is slower, never wrong.
            Tables start small, and while one doubles the old one is there too; a proof comes on top.
        workers: threads. A position is searched by one; many are shared out.
        progress: called about twenty times a second with the nodes so far, of all together; an exception stops the
            search.
        proof: 斗地主: also make a proof; it grows with the position and may be large.

    Returns:
        A :class:`Solution`; of many positions a tuple of them, in their order.

    Raises:
        RulesError: the position cannot occur, is of a game that is not solved, or an argument is out of range; all
            faults at once.
        NotationError: an argument is no cards.
        PhaseError: a state is not in play.
        TypeError: an argument is of a wrong type.
    """
    if progress is not None and not callable(progress):
        raise TypeError("progress must be callable")
    for name, flag in (("all_moves", all_moves), ("proof", proof)):
        if not isinstance(flag, bool):
            raise TypeError(f"{name} is True or False, not {type(flag).__name__}")
    if max_seconds is not None and (isinstance(max_seconds, bool) or not isinstance(max_seconds, (int, float))):
        raise TypeError(f"max_seconds is a number, not {type(max_seconds).__name__}")
    faults: list[tuple[str, str]] = []
    nodes = _limit(faults, "max_nodes", max_nodes, (1 << 64) - 1, (1 << 64) - 1)
    memory = _limit(faults, "max_memory", max_memory, MOST_BYTES, USUAL_BYTES)
    threads = integer("workers", workers)
    if not 1 <= threads <= MOST_WORKERS:
        faults.append(("workers", f"must be 1 to {MOST_WORKERS:,}"))
    seconds = -1.0 if max_seconds is None else float(max_seconds)
    if max_seconds is not None and not 0 <= seconds <= 1e9:
        faults.append(("max_seconds", "must be 0 to 1,000,000,000"))
    many = not isinstance(position, (Game, State))
    climbing = {"table": table, "table_by": table_by}
    tricks = {
        "trick": trick,
        "trump": trump,
        "level": level,
        "dealer": dealer,
        "kitty": kitty,
        "points": points,
        "bid": bid,
    }
    if isinstance(position, Game):
        states = [_set_up(position, hands, to_move, climbing, tricks)]
    else:
        states = _given(position, {"hands": hands, "to_move": to_move, **climbing, **tricks})
    if proof and any(state.game.name != "doudizhu" for state in states):
        faults.append(("proof", "can be made of doudizhu alone"))
    if faults:
        raise RulesError(faults)
    found = _jobs.solve(
        [(state.game.name, list(state.game._values), state.to_bytes()) for state in states],
        all_moves,
        nodes,
        seconds,
        memory,
        proof,
        MOST_PROOF,
        threads,
        progress,
    )
    solutions = tuple(_solution(state, raw, all_moves, proof) for state, raw in zip(states, found, strict=True))
    return solutions if many else solutions[0]


def _limit(faults: list[tuple[str, str]], name: str, value: int | None, most: int, usual: int) -> int:
    if value is None:
        return usual
    number = integer(name, value)
    if not 0 <= number <= most:
        faults.append((name, f"must be 0 to {most:,}"))
    return number


#: What arguments are that were not given.
UNSAID = {"to_move": 0, "trick": (), "kitty": "", "points": 0}


def _said(words: Mapping[str, Any]) -> list[str]:
    """The arguments that were given."""
    return [name for name, value in words.items() if not (value is None or value is UNSAID.get(name))]


def _set_up(
    game: Game,
    hands: Sequence[Cards] | None,
    to_move: int,
    climbing: Mapping[str, Any],
    tricks: Mapping[str, Any],
) -> State:
    """The position that a game and its words make."""
    is_tricks = isinstance(game, TrickGame)
    strange = _said(climbing if is_tricks else tricks)
    faults = [(name, f"has no meaning in {game.name}") for name in strange]
    if hands is None:
        faults.append(("hands", "are needed with a game"))
    elif is_tricks and tricks["trump"] is None:
        faults.append(("trump", "is needed: S, H, D, C or NT"))
    elif not is_tricks and game.name != "doudizhu":
        faults.append(("game", f"positions of {game.name} are made by its setup"))
    if faults:
        raise RulesError(faults)
    held: Any = hands  # each setup says itself what is wrong with them
    if isinstance(game, TrickGame):
        return game.setup(hands=held, to_move=to_move, **tricks)
    assert isinstance(game, ClimbingGame)
    return game.setup(hands=held, to_move=to_move, **climbing)


def _given(position: State | Sequence[State], words: Mapping[str, Any]) -> list[State]:
    """States, each in play, without words that belong to a game."""
    states = [position] if isinstance(position, State) else _sequence(position)
    strange = _said(words)
    if strange:
        raise RulesError([(name, "a state has its own; give a game to say them") for name in strange])
    for state in states:
        if state.phase != "play":
            raise refusal("game_over" if state.is_over else "wrong_phase", "solve", state._position_text())
    return states


def _sequence(positions: object) -> list[State]:
    if isinstance(positions, (str, bytes)) or not isinstance(positions, Sequence):
        raise TypeError(f"a State, a sequence of them or a game is solved, not {type(positions).__name__}")
    for state in positions:
        if not isinstance(state, State):
            raise TypeError(f"every position is a State, not {type(state).__name__}")
    return list(positions)


def _solution(state: State, raw: Mapping[str, Any], all_moves: bool, proof: bool) -> Solution[Any]:
    if isinstance(state, TrickState):
        return counted(raw, all_moves)
    assert isinstance(state, ClimbingState)
    return (scored if "lower" in raw else won)(state, raw, all_moves, proof)
