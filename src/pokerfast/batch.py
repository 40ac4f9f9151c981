"""Arrays in, arrays out: many hands, plays, deals and random games in one call.

Hands and plays lie in numpy arrays whose layouts never change (docs/arrays.md). Every array must have the exact dtype
(:class:`TypeError` otherwise) and shape, be C-contiguous, and hold nothing that the pack does not have
(:class:`RulesError` naming the first bad row). Arrays are checked once, before anything is written, and must not be
changed by other threads during a call. The GIL is released, and Ctrl-C stops a call with KeyboardInterrupt; ``out``
then holds some of the rows.

These arguments mean the same in every call:

- ``out``: an array for the result, of its exact dtype and shape, which is then returned; it may share no memory with
  the other arguments.
- ``workers``: threads, 1 to 1024; no result depends on them.
- tables and leads: an array of one row stands for all hands.
"""

from __future__ import annotations

from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from pokerfast import _jobs
from pokerfast._fast import Trump
from pokerfast.arrays.deals import Deal, deal, play_deals, play_states, playouts
from pokerfast.arrays.layout import (
    CODES,
    KINDS,
    MOST_COUNTED,
    PLAY_DTYPES,
    WORD,
    Array,
    Handle,
    Numbers,
    Plays,
    Words,
    check_array,
    check_cards,
    check_hands,
    check_number,
    check_out,
    check_plays,
    check_rows,
    check_workers,
    climbing_arrays,
    hand_shape,
    pack,
    pack_plays,
    play_dtype,
    row_fault,
    trick_arrays,
    unpack,
)
from pokerfast.climbing import ClimbingGame
from pokerfast.errors import RulesError

__all__ = [
    "CODES",
    "KINDS",
    "Deal",
    "PlayLists",
    "beats",
    "check_follow",
    "classify",
    "count_follows",
    "count_leads",
    "deal",
    "follows",
    "hand_shape",
    "leads",
    "pack",
    "pack_plays",
    "play_deals",
    "play_dtype",
    "play_states",
    "playouts",
    "unpack",
    "unrank",
    "winner",
]

MOST_PLAYS = 100_000_000
MOST_ALLOWED = 10**12
_BOOL, _CODE, _OFFSET, _NUMBER = (np.dtype(kind) for kind in (np.bool_, np.uint8, np.int8, np.int64))


class PlayLists(NamedTuple):
    """Plays of many hands, one after another: those of hand i are ``plays[offsets[i]:offsets[i + 1]]``."""

    #: ``int64[n + 1]``, from 0 to the number of plays.
    offsets: Numbers
    #: Of :func:`play_dtype`, or under a trump ``uint64[total, 2]``.
    plays: Array


# ---- single plays


def classify(game: ClimbingGame, cards: Words, *, out: Plays | None = None, workers: int = 1) -> Plays:
    """The reading of each set of cards that leads by default; a pass where the cards are no play.

    Args:
        game: a climbing game.
        cards: ``uint64`` of shape ``(n, *hand_shape(game))``.

    Returns:
        n plays of :func:`play_dtype`.
    """
    arrays, threads = climbing_arrays(game), check_workers(workers)
    n = check_hands(arrays, "cards", cards, threads)
    made: Plays = check_out(out, PLAY_DTYPES[_jobs.climb_words(arrays) - 1], (n,), cards)
    _jobs.climb_classify(arrays, cards, made, threads)
    return made


def beats(
    game: ClimbingGame,
    plays: Plays | Words,
    tables: Plays,
    *,
    out: NDArray[np.bool_] | None = None,
    workers: int = 1,
) -> NDArray[np.bool_]:
    """Whether each play beats what lies on its table.

    Args:
        game: a climbing game.
        plays: of :func:`play_dtype`, each as it is read; or cards, which count if any reading beats the table.
        tables: of :func:`play_dtype`. A play that is no reading of its cards beats nothing and is beaten by nothing.

    Returns:
        ``bool[n]``.
    """
    arrays, threads = climbing_arrays(game), check_workers(workers)
    by_reading = getattr(plays, "dtype", WORD).names is not None
    n = (check_plays if by_reading else check_hands)(arrays, "plays", plays, threads)
    check_rows("tables", check_plays(arrays, "tables", tables, threads), n)
    made = check_out(out, _BOOL, (n,), plays, tables)
    (_jobs.climb_beats if by_reading else _jobs.climb_cards_beat)(arrays, plays, tables, made, threads)
    return made


def _climbing_count(arrays: Handle, hands: Words, tables: Plays | None, out: Numbers | None, threads: int) -> Numbers:
    n = check_hands(arrays, "hands", hands, threads)
    if tables is not None:
        check_rows("tables", check_plays(arrays, "tables", tables, threads), n)
    made: Numbers = check_out(out, _NUMBER, (n,), hands, tables)
    _jobs.climb_count(arrays, hands, tables, made, threads)
    return made


def _trick_count(arrays: Handle, hands: Words, led: Words, out: Numbers | None, threads: int) -> Numbers:
    n = check_cards(arrays, "hands", hands, threads, MOST_COUNTED)
    check_rows("tables", check_cards(arrays, "tables", led, threads), n)
    made: Numbers = check_out(out, _NUMBER, (n,), hands, led)
    _jobs.trick_count(arrays, hands, led, made, threads)
    return made


def count_leads(game: ClimbingGame, hands: Words, *, out: Numbers | None = None, workers: int = 1) -> Numbers:
    """How many plays each hand may lead, as ``len(game.leads(hand))``.

    Args:
        game: a climbing game.
        hands: ``uint64`` of shape ``(n, *hand_shape(game))``.

    Returns:
        ``int64[n]``.
    """
    return _climbing_count(climbing_arrays(game), hands, None, out, check_workers(workers))


@overload
def count_follows(
    game: ClimbingGame, hands: Words, tables: Plays, *, out: Numbers | None = None, workers: int = 1
) -> Numbers: ...
@overload
def count_follows(
    game: Trump, hands: Words, tables: Words, *, out: Numbers | None = None, workers: int = 1
) -> Numbers: ...
def count_follows(
    game: ClimbingGame | Trump, hands: Words, tables: Array, *, out: Numbers | None = None, workers: int = 1
) -> Numbers:
    """How many legal follows each hand has.

    Args:
        game: a climbing game, or the trump under which a trick is played.
        hands: ``uint64`` of shape ``(n, *hand_shape(game))``; under a trump at most 60 cards each.
        tables: what to follow: plays of :func:`play_dtype`, under a trump leads, ``uint64[n, 2]``. A table that is no
            play, and a lead that is none, has no follows.

    Returns:
        ``int64[n]``.
    """
    threads = check_workers(workers)
    if isinstance(game, Trump):
        return _trick_count(trick_arrays(game), hands, tables, out, threads)
    return _climbing_count(climbing_arrays(game), hands, _given(tables), out, threads)


def _given(tables: Array | None) -> Array:
    if tables is None:
        raise TypeError("tables must be a numpy array, not NoneType")
    return tables


def _offsets(counts: Numbers, most: int) -> Numbers:
    """From counts behind a first entry, in place."""
    limit = check_number("most", most, 0, MOST_ALLOWED)
    if (row := _jobs.sum_offsets(counts, limit)) >= 0:
        raise RulesError([("most", f"more than {limit:,} plays, with those of row {row}")])
    return counts


def _climbing_list(game: ClimbingGame, hands: Words, tables: Plays | None, most: int, workers: int) -> PlayLists:
    arrays, threads = climbing_arrays(game), check_workers(workers)
    n = check_hands(arrays, "hands", hands, threads)
    offsets = np.zeros(n + 1, np.int64)
    _climbing_count(arrays, hands, tables, offsets[1:], threads)
    plays: Plays = np.empty(int(_offsets(offsets, most)[-1]), PLAY_DTYPES[_jobs.climb_words(arrays) - 1])
    _jobs.climb_list(arrays, hands, tables, offsets, plays, threads)
    return PlayLists(offsets, plays)


def leads(game: ClimbingGame, hands: Words, *, most: int = MOST_PLAYS, workers: int = 1) -> PlayLists:
    """Every play that each hand may lead, in the order of ``game.leads``.

    Args:
        game: a climbing game.
        hands: ``uint64`` of shape ``(n, *hand_shape(game))``.
        most: how many plays there may be in all; RulesError if there are more, before any is made.

    Returns:
        ``(offsets, plays)``.
    """
    return _climbing_list(game, hands, None, most, workers)


@overload
def follows(
    game: ClimbingGame, hands: Words, tables: Plays, *, most: int = MOST_PLAYS, workers: int = 1
) -> PlayLists: ...
@overload
def follows(game: Trump, hands: Words, tables: Words, *, most: int = MOST_PLAYS, workers: int = 1) -> PlayLists: ...
def follows(
    game: ClimbingGame | Trump, hands: Words, tables: Array, *, most: int = MOST_PLAYS, workers: int = 1
) -> PlayLists:
    """Every legal follow of each hand, in the order of the game's (the trump's) own ``follows``.

    Args:
        game: a climbing game, or the trump under which a trick is played.
        hands: as for :func:`count_follows`.
        tables: likewise.
        most: how many plays there may be in all; RulesError if there are more, before any is made.

    Returns:
        ``(offsets, plays)``; under a trump plays are cards, ``uint64[total, 2]``.
    """
    if not isinstance(game, Trump):
        return _climbing_list(game, hands, _given(tables), most, workers)
    arrays, threads = trick_arrays(game), check_workers(workers)
    n = check_cards(arrays, "hands", hands, threads, MOST_COUNTED)
    offsets = np.zeros(n + 1, np.int64)
    _trick_count(arrays, hands, tables, offsets[1:], threads)
    plays = np.empty((int(_offsets(offsets, most)[-1]), 2), np.uint64)
    _jobs.trick_list(arrays, hands, tables, offsets, plays, threads)
    return PlayLists(offsets, plays)


@overload
def unrank(
    game: ClimbingGame,
    hands: Words,
    indices: Numbers,
    tables: Plays | None = None,
    *,
    out: Plays | None = None,
    workers: int = 1,
) -> Plays: ...
@overload
def unrank(
    game: Trump, hands: Words, indices: Numbers, tables: Words, *, out: Words | None = None, workers: int = 1
) -> Words: ...
def unrank(
    game: ClimbingGame | Trump,
    hands: Words,
    indices: Numbers,
    tables: Array | None = None,
    *,
    out: Array | None = None,
    workers: int = 1,
) -> Array:
    """The play of each hand with a given number, without listing: ``leads(...)[i]``, with tables ``follows(...)[i]``.

    Args:
        game: a climbing game, or the trump under which a trick is played.
        hands: as for :func:`count_follows`.
        indices: ``int64[n]``, each from 0 to the number of plays less 1 (RulesError otherwise).
        tables: as for :func:`count_follows`; None: leads, of climbing games only.

    Returns:
        n plays of :func:`play_dtype`, or under a trump ``uint64[n, 2]``.
    """
    threads = check_workers(workers)
    what = "there is no play of that number"
    if isinstance(game, Trump):
        tricks = trick_arrays(game)
        n = check_cards(tricks, "hands", hands, threads, MOST_COUNTED)
        check_rows("indices", check_array("indices", indices, _NUMBER, (None,)), n, single=False)
        led = _given(tables)
        check_rows("tables", check_cards(tricks, "tables", led, threads), n)
        sets: Words = check_out(out, WORD, (n, 2), hands, indices, led)
        if (row := _jobs.trick_unrank(tricks, hands, led, indices, sets, threads)) >= 0:
            raise row_fault("indices", row, indices, what)
        return sets
    arrays = climbing_arrays(game)
    n = check_hands(arrays, "hands", hands, threads)
    check_rows("indices", check_array("indices", indices, _NUMBER, (None,)), n, single=False)
    if tables is not None:
        check_rows("tables", check_plays(arrays, "tables", tables, threads), n)
    made: Plays = check_out(out, PLAY_DTYPES[_jobs.climb_words(arrays) - 1], (n,), hands, indices, tables)
    if (row := _jobs.climb_check_indices(arrays, hands, tables, indices, threads)) >= 0:
        raise row_fault("indices", row, indices, what)
    _jobs.climb_unrank(arrays, hands, tables, indices, made, threads)
    return made


def check_follow(
    trump: Trump,
    hands: Words,
    leads: Words,
    plays: Words,
    *,
    out: NDArray[np.uint8] | None = None,
    workers: int = 1,
) -> NDArray[np.uint8]:
    """Whether each play may follow its lead, as ``trump.check_follow`` says.

    Args:
        trump: under which the trick is played.
        hands: ``uint64[n, 2]``, at most 60 cards each.
        leads: ``uint64[n, 2]``.
        plays: ``uint64[n, 2]``.

    Returns:
        ``uint8[n]``: numbers in :data:`CODES`, 0 where the play is legal; ``two_groups`` where the lead is none.
    """
    arrays, threads = trick_arrays(trump), check_workers(workers)
    n = check_cards(arrays, "hands", hands, threads, MOST_COUNTED)
    check_rows("leads", check_cards(arrays, "leads", leads, threads), n)
    check_rows("plays", check_cards(arrays, "plays", plays, threads), n, single=False)
    made = check_out(out, _CODE, (n,), hands, leads, plays)
    _jobs.trick_check_follow(arrays, hands, leads, plays, made, threads)
    return made


def winner(trump: Trump, plays: Words, *, out: NDArray[np.int8] | None = None, workers: int = 1) -> NDArray[np.int8]:
    """Who wins each trick, as ``trump.winner`` says. Whether plays are legal is not asked.

    Args:
        trump: under which the tricks are played.
        plays: ``uint64[n, seats, 2]``, one to four seats from the leader on. A play of another number of cards than the
            lead wins nothing.

    Returns:
        ``int8[n]``: offsets from the leader; -1 where the first play is no lead.
    """
    arrays, threads = trick_arrays(trump), check_workers(workers)
    n = check_array("plays", plays, WORD, (None, None, 2))
    seats = plays.shape[1]
    if not 1 <= seats <= 4:
        raise RulesError([("plays", f"must be those of one to four seats, not {seats}")])
    flat = plays.reshape(-1, 2)
    if (row := _jobs.trick_check_cards(arrays, flat, 255, threads)) >= 0:
        raise row_fault("plays", row // seats, plays, "more cards than the pack has, or others")
    made = check_out(out, _OFFSET, (n,), plays)
    _jobs.trick_winner(arrays, flat, seats, made, threads)
    return made
