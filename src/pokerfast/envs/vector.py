"""Many tables of one game, moved on in one call (docs/environments.md)."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerfast import _jobs
from pokerfast.base import Game, State, integer, is_named, read_seed
from pokerfast.envs.encoding import X_SIZE, Z_SHAPE
from pokerfast.errors import IllegalActionError, RulesError, shortened
from pokerfast.game import load_game

__all__ = ["Tables"]

Int8: TypeAlias = npt.NDArray[np.int8]
Int32: TypeAlias = npt.NDArray[np.int32]
Int64: TypeAlias = npt.NDArray[np.int64]
UInt64: TypeAlias = npt.NDArray[np.uint64]
Float64: TypeAlias = npt.NDArray[np.float64]
Bool: TypeAlias = npt.NDArray[np.bool_]

MAX_TABLES = 1_000_000
MAX_WORKERS = 256
MOST_MOVES = 20_000
LISTINGS = ("count", "moves", "features")
WATCHES = (None, "general", "douzero")
INT64 = np.dtype(np.int64)


class Tables:
    """``n`` tables of one game. A choice is the number of a legal action, as in ``state.legal_actions()``.

    A table whose deal ends starts its next one in the same step (Gymnasium: ``AutoresetMode.SAME_STEP``): ``done`` and
    ``rewards`` are those of the deal that ended, all else is of the new one. Table i plays games i, i + n, i + 2n … of
    the seed, so nothing depends on ``workers``.

    The arrays are made once and overwritten by each step: copy what is to be kept. ``moves`` and ``features`` are new
    objects whenever they have to grow. Writing into the arrays changes nothing at the tables. Not for two threads at
    once (:class:`RuntimeError`), nor across ``os.fork`` with ``workers`` above 1.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        seed: int = 0,
        start: Literal["deal", "play"] = "deal",
        observe: Literal["general", "douzero"] | None = None,
        legal: Literal["count", "moves", "features"] = "count",
        most_moves: int = MOST_MOVES,
        workers: int = 1,
        preset: str | None = None,
        **options: Any,
    ) -> None:
        """Make the tables and start the first games.

        Args:
            game: a game, or its name with ``preset`` and options as for :func:`pokerfast.load_game`.
            n: how many tables, 1 to 1,000,000.
            seed: 0 to 2**64 - 1.
            start: ``"deal"``: whole deals; ``"play"``: from the first lead, as for ``new_game``.
            observe: what is written to ``observations``: nothing, the general encoding, or DouZero's features (斗地主
                from ``start="play"``).
            legal: whether legal actions are only counted, or listed as packed ``moves`` or as ``features``: the
                actions of the same encoding as ``observe`` (general if None).
            most_moves: tables with more legal actions than that are counted and not listed; any choice is still
                played.
            workers: threads, 1 to 256.

        Raises:
            RulesError: an argument is out of range, or the rules cannot start so.
            TypeError: an argument is of a wrong type.
        """
        if isinstance(game, str):
            game = load_game(game, preset=preset, **options)
        elif not isinstance(game, Game):
            raise TypeError(f"game must be a Game or a name, not {type(game).__name__}")
        elif preset is not None or options:
            raise RulesError([("options", "belong to a name: a game has its own")])
        faults, seed = read_seed(seed, start)
        for name, number, most in (
            ("n", n, MAX_TABLES),
            ("workers", workers, MAX_WORKERS),
            ("most_moves", most_moves, 1 << 40),
        ):
            if not 1 <= integer(name, number) <= most:
                faults.append((name, f"must be 1 to {most:,}"))
        if not is_named(observe, WATCHES):
            faults.append(("observe", f"{shortened(observe)} is not None, 'general' or 'douzero'"))
        elif observe == "douzero" and (game.name != "doudizhu" or start != "play"):
            faults.append(("observe", "'douzero' is for doudizhu with start='play'"))
        if not is_named(legal, LISTINGS):
            faults.append(("legal", f"{shortened(legal)} is not 'count', 'moves' or 'features'"))
        if faults:
            raise RulesError(faults)
        self._game, self._n = game, int(n)
        core = _jobs.make_tables(
            game.name,
            game._values,
            self._n,
            seed,
            start == "play",
            LISTINGS.index(legal),
            WATCHES.index(observe),
            int(most_moves),
            int(workers),
        )
        if isinstance(core, list):
            raise RulesError(core)
        self._core, self._observe = core, observe
        self._seat, self._counts, self._offsets = core.seat, core.counts, core.offsets
        self._rewards, self._done, self._game_number = core.rewards, core.done, core.game
        self._observations = core.observations
        self.reset()

    def reset(self) -> Int64:
        """Start again with the first game of every table; answers ``counts``."""
        self._core.reset()
        return self._counts

    def step(self, choice: Int64) -> Int64:
        """Play one action at every table; answers ``counts``.

        Args:
            choice: integers of shape [n], the number of a legal action each.

        Raises:
            TypeError: no array of integers, or of another shape.
            IllegalActionError: a table has no such action; the message names it.
            RuntimeError: another thread is stepping these tables.

        On errors nothing has changed.
        """
        if type(choice) is not np.ndarray or choice.dtype != INT64 or not choice.flags.c_contiguous:
            choice = self._read(choice)
        fault = self._core.step(choice)
        if fault >= 0:
            raise self._refusal(fault, int(choice[fault]))
        return self._counts

    def step1(self, choice: int) -> tuple[int, int, bool]:
        """The same for ``n=1`` without arrays: (seat, legal actions, whether a deal ended).

        Raises:
            RulesError: there are more tables than one.
            TypeError: no integer.
            IllegalActionError: there is no such action.
        """
        if self._n != 1:
            raise RulesError([("step1", f"is for one table, not {self._n}")])
        made = self._core.step_one(choice) if -1 < choice < 1 << 62 else None
        if made is None:
            raise self._refusal(0, choice)
        return made

    def _read(self, choice: Any) -> Int64:
        if not isinstance(choice, np.ndarray) or choice.dtype.kind not in "iu":
            what = choice.dtype if isinstance(choice, np.ndarray) else type(choice).__name__
            raise TypeError(f"choice must be an array of integers, not {what}")
        # What does not fit is no action either, and stays none.
        if choice.dtype.kind == "u" and choice.dtype.itemsize == 8:
            choice = np.minimum(choice, np.uint64((1 << 63) - 1))
        return np.ascontiguousarray(choice, np.int64)

    def _refusal(self, table: int, choice: int) -> IllegalActionError:
        count = int(self._counts[table])
        return IllegalActionError("index", f"{choice} at table {table}, which has {count} legal actions")

    def state(self, table: int) -> State:
        """A copy of the position at a table, without history.

        Raises:
            RulesError: there is no such table.
        """
        if not 0 <= integer("table", table) < self._n:
            raise RulesError([("table", f"must be 0 to {self._n - 1}")])
        return State.from_bytes(self._core.snapshot(int(table)))

    @property
    def n(self) -> int:
        """How many tables."""
        return self._n

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def seat(self) -> Int32:
        """Whose answer is awaited, int32 [n]."""
        return self._seat

    @property
    def counts(self) -> Int64:
        """How many legal actions there are, int64 [n]."""
        return self._counts

    @property
    def offsets(self) -> Int64:
        """Rows ``offsets[i]`` to ``offsets[i + 1]`` of ``moves`` or ``features`` are table i's, int64 [n + 1]."""
        return self._offsets

    @property
    def rewards(self) -> Float64:
        """The scores of the deal that ended in this step, else zeros: float64 [n, seats]."""
        return self._rewards

    @property
    def done(self) -> Bool:
        """Whether a deal ended in this step, bool [n]."""
        return self._done

    @property
    def game_number(self) -> Int64:
        """Which game of the seed is played, int64 [n]."""
        return self._game_number

    @property
    def observations(self) -> Int8 | None:
        """What the seat to move knows: int8 [n, size] as :class:`Encoding` has it; None without ``observe``."""
        return self._observations

    @property
    def x(self) -> Int8:
        """DouZero's ``x_no_action``: int8 [n, 430], the landlord's 319 with zeros behind them."""
        return self._douzero()[:, :X_SIZE]

    @property
    def z(self) -> Int8:
        """DouZero's ``z``: int8 [n, 5, 162]."""
        rows = self._douzero()[:, X_SIZE:]
        steps = (rows.strides[0], Z_SHAPE[1], 1)
        return np.lib.stride_tricks.as_strided(rows, (self._n, *Z_SHAPE), steps)

    def _douzero(self) -> Int8:
        if self._observe != "douzero" or self._observations is None:
            raise RulesError([("observe", "is not 'douzero'")])
        return self._observations

    @property
    def moves(self) -> UInt64 | None:
        """Legal actions, packed: uint64 [total, 4] (docs/environments.md); None without ``legal="moves"``."""
        moves = self._core.moves
        return None if moves is None else moves[: self._core.listed]

    @property
    def features(self) -> Int8 | None:
        """Legal actions, encoded: int8 [total, action_size]; None without ``legal="features"``."""
        features = self._core.features
        return None if features is None else features[: self._core.listed]

    def __repr__(self) -> str:
        return f"Tables({self._game!r}, n={self._n})"
