"""Deals into arrays, and random games from deals and positions. Public as `pokerfast.batch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerfast import _jobs
from pokerfast.arrays.layout import (
    WORD,
    Handle,
    Plays,
    Scores,
    Words,
    check_array,
    check_games,
    check_number,
    check_out,
    check_plays,
    check_rows,
    check_start,
    check_workers,
    climbing_arrays,
    deal_arrays,
    hand_shape,
    row_fault,
)
from pokerfast.base import Game, State, integer, within
from pokerfast.climbing import ClimbingGame
from pokerfast.errors import RulesError

__all__ = ["Deal", "deal", "play_deals", "play_states", "playouts"]

MOST_ROWS = 10**12
_SEAT, _SCORE = np.dtype(np.int8), np.dtype(np.float64)


class Deal(NamedTuple):
    """Cards of many deals."""

    #: Every seat's: ``uint64[n, seats]``, with a second word a hand ``uint64[n, seats, 2]``.
    hands: Words
    #: What is left over: ``uint64[n]`` or ``uint64[n, 2]``, zeros where nothing is.
    kitty: Words


def _whole(game: Game) -> Handle:
    if not isinstance(game, Game):
        raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
    return deal_arrays(game)


def deal(
    game: Game,
    seed: int,
    n: int,
    *,
    first: int = 0,
    start: Literal["deal", "play"] = "deal",
    out: tuple[Words, Words] | None = None,
    workers: int = 1,
) -> Deal:
    """The cards of n deals: games ``first`` … ``first + n - 1`` of a seed, as :func:`pokerfast.simulate` plays them;
    game 0 is what ``game.new_game(seed=seed)`` deals.

    Args:
        game: any game.
        seed: 0 to 2**64 - 1.
        n: how many.
        first: number of the first.
        start: ``"deal"``: every pile as it is dealt before the first question. ``"play"``: as at the first lead of
            ``game.new_game(seed=seed, start="play")``: in 斗地主 seat 0 has the kitty too; in 打大A big aces are told
            from others, which before anybody shows they are not (eight of a rank, more than other calls take).
        out: ``(hands, kitty)``.

    Returns:
        ``(hands, kitty)``: ``uint64`` of shapes ``(n, seats, *hand_shape(game))`` and ``(n, *hand_shape(game))``.

    Raises:
        RulesError: an argument is out of range, or these rules have no whole games.
    """
    arrays, threads = _whole(game), check_workers(workers)
    rows = check_number("n", n, 0, MOST_ROWS)
    seed, first = check_games(seed, first, rows)
    from_play = check_start(start)
    if out is not None and not (type(out) in (tuple, Deal) and len(out) == 2):
        raise TypeError("out is a pair of arrays")
    shape = hand_shape(game)
    hands = check_out(None if out is None else out[0], WORD, (rows, game.num_players, *shape), name="out[0]")
    kitty = check_out(None if out is None else out[1], WORD, (rows, *shape), hands, name="out[1]")
    _jobs.deal_cards(arrays, seed, first, from_play, hands, kitty, threads)
    return Deal(hands, kitty)


def play_deals(
    game: Game,
    seed: int,
    n: int,
    *,
    first: int = 0,
    start: Literal["deal", "play"] = "deal",
    out: Scores | None = None,
    workers: int = 1,
) -> Scores:
    """What n random games are worth to each seat: the very games of ``simulate(game, policy="random", …)``.

    Args:
        game: any game.
        seed: 0 to 2**64 - 1.
        n: how many games.
        first: number of the first game.
        start: ``"play"`` skips everything before the first lead, as ``new_game`` does.

    Returns:
        ``float64[n, seats]``, in the units of ``State.returns()``.

    Raises:
        RulesError: an argument is out of range, or these rules have no whole games.
    """
    arrays, threads = _whole(game), check_workers(workers)
    rows = check_number("n", n, 0, MOST_ROWS)
    seed, first = check_games(seed, first, rows)
    from_play = check_start(start)
    made: Scores = check_out(out, _SCORE, (rows, game.num_players))
    _jobs.play_deals(arrays, seed, first, from_play, made, threads)
    return made


def play_states(
    states: Sequence[State], *, seed: int, repeats: int = 1, first: int = 0, out: Scores | None = None, workers: int = 1
) -> Scores:
    """What positions are worth to each seat when all play at random: each is played ``repeats`` times.

    Args:
        states: n positions of one game and rules, in any phase; they stay as they are. With bids still to come these
            are random too, and a deal that follows is that of the position's own seed.
        seed: of the choices, 0 to 2**64 - 1. Playout r of position i has the number ``first + i * repeats + r``.
        repeats: 1 or more.
        first: number of the first.

    Returns:
        ``float64[n, repeats, seats]``, in the units of ``State.returns()``; 0 for a seat that an endgame lacks.

    Raises:
        RulesError: an argument is out of range, or the positions are not of one game.
    """
    if isinstance(states, (str, bytes, State)) or not hasattr(states, "__len__"):
        raise TypeError("states is a sequence of states")
    for state in states:
        if not isinstance(state, State):
            raise TypeError(f"states is a sequence of states, not of {type(state).__name__}")
    threads, times = check_workers(workers), check_number("repeats", repeats, 1, MOST_ROWS)
    seed, first = check_games(seed, first, times * len(states))
    if not len(states):
        raise RulesError([("states", "none is there")])
    game: Game = states[0].game
    for row, state in enumerate(states):
        if state.game != game:
            raise RulesError([("states", f"row {row}: of another game or other rules than row 0")])
    made: Scores = check_out(out, _SCORE, (len(states), times, game.num_players))
    snapshots = [state.to_bytes() for state in states]
    _jobs.play_states(_whole(game), snapshots, times, seed, first, made, threads)
    return made


#: By the core's number (batch/deals.hpp).
_POSITION_FAULTS = (
    ("", ""),
    ("hands", "a hand is empty"),
    ("hands", "more cards than the seat can hold: the landlord 20, others 17"),
    ("hands", "more cards than the pack has, all hands and the table together"),
    ("to_move", "no seat"),
    ("landlord", "no seat"),
    ("table_by", "no seat"),
    ("tables", "no play, though table_by says whose it is"),
    ("table_by", "nobody, though there is a table"),
    ("tables", "not a reading of these cards"),
    ("table_by", "whoever played last is not to move: all others would have passed, so he leads"),
)


def _seats(name: str, seats: int | NDArray[np.int8] | None, n: int) -> NDArray[np.int8]:
    """One number for all rows, or an array; -1 is nobody."""
    if seats is None:
        return np.full(1, -1, np.int8)
    if not isinstance(seats, np.ndarray):
        number = within(integer(name, seats), -2, 99)
        return np.full(1, -2 if number == -1 else number, np.int8)
    check_rows(name, check_array(name, seats, _SEAT, (None,)), n, single=False)
    return seats


def playouts(
    game: ClimbingGame,
    hands: Words,
    *,
    seed: int,
    to_move: int | NDArray[np.int8] = 0,
    landlord: int | NDArray[np.int8] = 0,
    tables: Plays | None = None,
    table_by: int | NDArray[np.int8] | None = None,
    first: int = 0,
    out: Scores | None = None,
    workers: int = 1,
) -> Scores:
    """斗地主: what positions given as arrays are worth to each seat when all play at random, as ``game.setup``
    makes them: multiplier 1, and 春天 only from the very start of play.

    Args:
        game: 斗地主; other games take :func:`play_states`.
        hands: ``uint64[n, 3]``, or ``uint64[n, 2]`` for endgames of two hands; none empty.
        seed: of the choices, 0 to 2**64 - 1. Position i has the number ``first + i``.
        to_move: whose turn it is, one for all or ``int8[n]``.
        landlord: his seat, one for all or ``int8[n]``.
        tables: plays to beat, of :func:`play_dtype`; a pass is a lead. None: all lead.
        table_by: who played them, one for all or ``int8[n]``, -1 in it for a lead. How many have passed follows.
        first: number of the first position.

    Returns:
        ``float64[n, players]``.

    Raises:
        RulesError: a position cannot occur; the first bad row is named.
    """
    arrays, threads = climbing_arrays(game), check_workers(workers)
    if game.name != "doudizhu":
        raise RulesError([("game", f"positions of {game.name} are more than hands; play_states takes them as states")])
    players = 2 if getattr(hands, "shape", ())[1:] == (2,) else 3
    n = check_array("hands", hands, WORD, (None, players))
    flat = hands.reshape(-1)
    if (row := _jobs.climb_check_hands(arrays, flat, threads)) >= 0:
        raise row_fault("hands", row // players, hands, "more cards than the pack has, or others")
    if tables is not None:
        check_rows("tables", check_plays(arrays, "tables", tables, threads), n)
    seed, first = check_games(seed, first, n)
    turns, lords, owners = (
        _seats("to_move", to_move, n),
        _seats("landlord", landlord, n),
        _seats("table_by", table_by, n),
    )
    made: Scores = check_out(out, _SCORE, (n, players), hands, turns, lords, tables, owners)
    games = _whole(game)
    row, fault = _jobs.check_positions(games, flat, players, turns, lords, tables, owners, threads)
    if row >= 0:
        where, what = _POSITION_FAULTS[fault]
        raise row_fault(where, row, hands, what)
    _jobs.play_positions(games, flat, players, turns, lords, tables, owners, seed, first, made, threads)
    return made
