"""Rules, simulation and benchmarks: everything called once per job. Values are checked by the callers."""

from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

def games() -> list[tuple[str, str, str]]:
    """(name, 汉字, family) of every game."""

def options(game: str) -> list[dict[str, Any]]:
    """The option descriptors of a game, in value order."""

def presets(game: str) -> dict[str, tuple[str, dict[str, int]]]:
    """name -> (summary, {option: value}) of a game."""

def policies(game: str) -> list[tuple[str, str]]:
    """(name, summary) of the built-in players of a game."""

def simulate(
    game: str,
    values: Sequence[int],
    games: int,
    seed: int,
    policies: Sequence[str],
    workers: int,
    from_play: bool,
    progress: Callable[[int], object] | None,
) -> dict[str, Any]:
    """Play whole games over threads; raises KeyboardInterrupt on Ctrl-C."""

def perft(game: str, values: Sequence[int], snapshot: bytes, depth: int) -> int:
    """Number of action sequences of that length."""

def solve(
    positions: Sequence[tuple[str, Sequence[int], bytes]],
    all_moves: bool,
    max_nodes: int,
    max_seconds: float,
    max_memory: int,
    proof: bool,
    max_proof: int,
    workers: int,
    progress: Callable[[int], object] | None,
) -> list[dict[str, Any]]:
    """Solve positions with open hands, each by itself; raises KeyboardInterrupt on Ctrl-C."""

def kernels() -> list[tuple[str, str]]:
    """(name, summary) of every benchmark kernel."""

def run_kernel(name: str, rounds: int) -> dict[str, Any]:
    """Time a kernel and return its checksum."""

@final
class CoreTables:
    """Many tables of one game; arguments are checked by the caller."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not made by hand: make_tables does."""

    def reset(self) -> None:
        """Start the first game of every table"""

    def step(self, choice: npt.NDArray[np.int64]) -> int:
        """Play a choice at every table; answers the first table that has none such, or -1"""

    def step_one(self, choice: int) -> tuple[int, int, bool] | None:
        """Play at the only table: (seat, legal actions, done), or None if there is none such"""

    def snapshot(self, table: int) -> bytes:
        """The position of a table as bytes"""

    @property
    def listed(self) -> int:
        """Legal actions listed, all tables"""

    @property
    def seats(self) -> int:
        """Seats of a deal"""

    @property
    def seat(self) -> npt.NDArray[np.int32]:
        """Whose answer is awaited"""

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Legal actions"""

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """First action listed"""

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        """Scores of a deal that ended"""

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Whether a deal ended"""

    @property
    def game(self) -> npt.NDArray[np.int64]:
        """Number of the game"""

    @property
    def observations(self) -> npt.NDArray[np.int8] | None:
        """What the seat sees"""

    @property
    def moves(self) -> npt.NDArray[np.uint64] | None:
        """Packed actions, with room for more"""

    @property
    def features(self) -> npt.NDArray[np.int8] | None:
        """Actions, with room for more"""

def make_tables(
    game: str,
    values: Sequence[int],
    tables: int,
    seed: int,
    from_play: bool,
    listing: int,
    watching: int,
    most_moves: int,
    workers: int,
) -> CoreTables | list[tuple[str, str]]:
    """The tables, or a list of faults if the game cannot start so"""
