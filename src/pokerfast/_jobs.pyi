"""Rules, simulation and benchmarks: everything called once per job. Values are checked by the callers."""

from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

_Array = npt.NDArray[Any]
_Handle = object

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
    first_game: int = 0,
    backend: str = "auto",
) -> dict[str, Any]:
    """Play whole games over threads; raises KeyboardInterrupt on Ctrl-C."""

def duel(
    game: str,
    values: Sequence[int],
    first: str,
    second: str,
    deals: int,
    seed: int,
    workers: int,
    from_play: bool,
    progress: Callable[[int], object] | None,
) -> dict[str, Any]:
    """Compare two built-in players, each deal with seats in turn; raises KeyboardInterrupt on Ctrl-C"""

def seat_patterns(game: str, values: Sequence[int], from_play: bool) -> list[int]:
    """Seats of the first player in each game of a duel's deal, a bit a seat"""

def backends(game: str) -> list[str]:
    """What simulate can run random games on, the fastest first; every one gives the same."""

def check_backend(values: Sequence[int], backend: str, positions: int, seed: int) -> dict[str, Any]:
    """Every action of positions from random games of doudizhu on a back end, against the walk."""

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

def sum_offsets(offsets: _Array, most: int) -> int:
    """Counts in offsets[1:] to offsets, in place; the first row beyond `most`, or -1."""

def climb_arrays(game: str, values: Sequence[int]) -> _Handle:
    """What array calls of a climbing game work with; rows must have passed the checks."""

def climb_words(handle: _Handle) -> int:
    """64-bit words of a hand."""

def climb_check_hands(handle: _Handle, hands: _Array, workers: int) -> int:
    """The first row that the pack does not have, or -1."""

def climb_check_plays(handle: _Handle, plays: _Array, workers: int) -> int:
    """The first row that is no play's, or -1."""

def climb_classify(handle: _Handle, cards: _Array, out: _Array, workers: int) -> None:
    """The reading that leads by default."""

def climb_beats(handle: _Handle, plays: _Array, tables: _Array, out: _Array, workers: int) -> None:
    """Whether each play as it is read beats its table."""

def climb_cards_beat(handle: _Handle, cards: _Array, tables: _Array, out: _Array, workers: int) -> None:
    """Whether any reading of the cards beats the table."""

def climb_count(handle: _Handle, hands: _Array, tables: _Array | None, out: _Array, workers: int) -> None:
    """Numbers of leads (no tables) or follows."""

def climb_list(
    handle: _Handle, hands: _Array, tables: _Array | None, offsets: _Array, out: _Array, workers: int
) -> None:
    """Leads or follows, row after row."""

def climb_check_indices(handle: _Handle, hands: _Array, tables: _Array | None, indices: _Array, workers: int) -> int:
    """The first row whose hand has no play of that number, or -1."""

def climb_unrank(
    handle: _Handle, hands: _Array, tables: _Array | None, indices: _Array, out: _Array, workers: int
) -> None:
    """The plays with these numbers."""

def trick_arrays(game: str, values: Sequence[int], suit: int, level: int) -> _Handle:
    """What array calls under one trump work with; rows must have passed the check."""

def trick_check_cards(handle: _Handle, cards: _Array, most: int, workers: int) -> int:
    """The first row that the pack does not have, or of more cards than that; or -1."""

def trick_count(handle: _Handle, hands: _Array, leads: _Array, out: _Array, workers: int) -> None:
    """Numbers of legal follows."""

def trick_list(handle: _Handle, hands: _Array, leads: _Array, offsets: _Array, out: _Array, workers: int) -> None:
    """Legal follows, row after row."""

def trick_unrank(handle: _Handle, hands: _Array, leads: _Array, indices: _Array, out: _Array, workers: int) -> int:
    """The follows with these numbers; the first row that has none, or -1."""

def trick_check_follow(handle: _Handle, hands: _Array, leads: _Array, plays: _Array, out: _Array, workers: int) -> None:
    """Reason codes."""

def trick_winner(handle: _Handle, plays: _Array, seats: int, out: _Array, workers: int) -> None:
    """Offsets of the winners from the leader; -1 where the first play is no lead."""

def deal_arrays(game: str, values: Sequence[int]) -> _Handle:
    """What deals and random games in arrays work with."""

def deal_cards(
    handle: _Handle, seed: int, first: int, from_play: bool, hands: _Array, kitty: _Array, workers: int
) -> None:
    """Games first, first + 1 … of a seed."""

def play_deals(handle: _Handle, seed: int, first: int, from_play: bool, out: _Array, workers: int) -> None:
    """The same games played at random."""

def play_states(
    handle: _Handle, snapshots: Sequence[bytes], repeats: int, seed: int, first: int, out: _Array, workers: int
) -> None:
    """Positions played at random, each so many times."""

def check_positions(
    handle: _Handle,
    hands: _Array,
    players: int,
    to_move: _Array,
    landlord: _Array,
    tables: _Array | None,
    table_by: _Array,
    workers: int,
) -> tuple[int, int]:
    """斗地主: the first row that is no position, and the number of what is wrong; (-1, 0)."""

def play_positions(
    handle: _Handle,
    hands: _Array,
    players: int,
    to_move: _Array,
    landlord: _Array,
    tables: _Array | None,
    table_by: _Array,
    seed: int,
    first: int,
    out: _Array,
    workers: int,
) -> None:
    """斗地主: positions played at random."""

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
