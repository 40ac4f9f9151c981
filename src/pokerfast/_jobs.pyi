"""Rules, simulation and benchmarks: everything called once per job. Values are checked by the callers."""

from collections.abc import Callable, Sequence
from typing import Any

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
    backend: str = "auto",
) -> dict[str, Any]:
    """Play whole games over threads; raises KeyboardInterrupt on Ctrl-C."""

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
