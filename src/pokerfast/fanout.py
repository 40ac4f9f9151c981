"""Jobs over many processes or machines: games of one seed in ranges, and positions solved one by one.

Within one machine ``pf.simulate(workers=…)`` and ``pf.solve(workers=…)`` need nothing of this. Here joblib hands the
parts out: to processes (``loky``), to threads, or to a Ray cluster. What comes back depends on the arguments alone, not
on the backend, the number of jobs or the parts. joblib is optional: ``pip install 'pokerfast[parallel]'``, with Ray
``pip install 'pokerfast[ray]'``.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal, TypedDict, TypeVar, Unpack

from pokerfast.base import Game, State, integer
from pokerfast.errors import PhaseError, RulesError, shortened
from pokerfast.simulate import Request, SimulationResult, read_request
from pokerfast.solution import Solution
from pokerfast.solve import solve as solve_here

__all__ = ["simulate", "solve"]

BACKENDS = ("loky", "threading", "ray")
MOST_JOBS = 100_000
MOST_PARTS = 100_000
#: A part is at least so many games, and no more than these unless there would be too many parts.
LEAST_GAMES, MOST_GAMES, USUAL_PARTS = 1 << 12, 1 << 22, 10_000

Report = Callable[[int], object]
T = TypeVar("T")
R = TypeVar("R")


class SolveLimits(TypedDict, total=False):
    """What :func:`pokerfast.solve` may be told of each position."""

    all_moves: bool
    max_nodes: int | None
    max_seconds: float | None
    max_memory: int | None
    proof: bool


def simulate(
    game: Game,
    *,
    games: int,
    seed: int = 0,
    first_game: int = 0,
    policy: str | Sequence[str] = "random",
    start: Literal["deal", "play"] = "deal",
    jobs: int | None = None,
    backend: Literal["loky", "threading", "ray"] | None = None,
    chunks: int | None = None,
    progress: Report | None = None,
) -> SimulationResult:
    """Play whole games like :func:`pokerfast.simulate`, in parts that joblib hands out. Ctrl-C stops all of them.

    The result is that of ``pf.simulate`` with the same arguments, to the last bit, on one worker, on eight, and on a
    cluster. ``seconds`` is the wall clock.

    Args:
        game, games, seed, first_game, policy, start: as for :func:`pokerfast.simulate`.
        jobs: processes, threads, or Ray's workers at a time; None: as many as the backend has processors.
        backend: ``"loky"`` (processes of this machine), ``"threading"``, or ``"ray"``: the cluster that ``RAY_ADDRESS``
            or an earlier ``ray.init()`` names, else one on this machine for this call. None: what an enclosing
            ``joblib.parallel_config`` says, else loky.
        chunks: how many parts the games are cut into, at most one a game; None: some for each job.
        progress: called with the number of games finished, at the end of a part; with Ray of some parts. An exception
            stops the run.

    Raises:
        RulesError: an argument is out of range or unknown.
        TypeError: an argument is of a wrong type.
        ImportError: joblib, or ray for the Ray backend, is not installed.
    """
    request = read_request(game, games, seed, first_game, policy, 1, start, progress)
    faults: list[tuple[str, str]] = []
    if chunks is not None and not 1 <= integer("chunks", chunks) <= MOST_PARTS:
        faults.append(("chunks", f"must be 1 to {MOST_PARTS:,}"))
    _check_jobs(faults, jobs, backend)
    began = time.perf_counter()
    done = 0
    results: list[SimulationResult] = []
    with _pool(jobs, backend, progress is not None) as pool:
        parts = _parts(request, _usual_parts(request.games, pool.jobs) if chunks is None else int(chunks))
        with closing(pool.results(_play, parts)) as played:
            for part in played:
                results.append(part)
                done += part.games
                if progress is not None:
                    progress(done)
    return replace(SimulationResult.merge(results), seconds=time.perf_counter() - began)


def solve(
    states: Sequence[State],
    *,
    jobs: int | None = None,
    backend: Literal["loky", "threading", "ray"] | None = None,
    progress: Report | None = None,
    **limits: Unpack[SolveLimits],
) -> tuple[Solution[Any], ...]:
    """Solve positions like :func:`pokerfast.solve`, each a part that joblib hands out. Ctrl-C stops all of them.

    Args:
        states: positions in the phase ``play``, of any games.
        jobs, backend: as for :func:`simulate`.
        progress: called with the number of positions solved. An exception stops the search.
        **limits: ``all_moves``, ``max_nodes``, ``max_seconds``, ``max_memory`` and ``proof``, for each position as in
            :func:`pokerfast.solve`. Every job needs the memory of its own.

    Returns:
        The solutions in the order of the states; what they say depends on neither jobs nor backend.

    Raises:
        RulesError, PhaseError, TypeError: as :func:`pokerfast.solve`.
        ImportError: joblib, or ray for the Ray backend, is not installed.
    """
    if progress is not None and not callable(progress):
        raise TypeError("progress must be callable")
    if "workers" in limits:
        raise TypeError("workers is one a job; jobs says how many positions are searched at a time")
    given = list(states)
    for state in given:
        if not isinstance(state, State):
            raise TypeError(f"every position is a State, not {type(state).__name__}")
        if state.phase != "play":
            raise PhaseError("game_over" if state.is_over else "wrong_phase", "solve", state._position_text())
    # Arguments are judged here, not by every worker.
    solve_here([], **limits)
    _check_jobs([], jobs, backend)
    found: dict[int, Solution[Any]] = {}
    with _pool(jobs, backend, progress is not None) as pool:
        parts = [(i, state, limits) for i, state in enumerate(given)]
        with closing(pool.results(_solve, parts)) as solved:
            for number, solution in solved:
                found[number] = solution
                if progress is not None:
                    progress(len(found))
    return tuple(found[i] for i in range(len(given)))


def _check_jobs(faults: list[tuple[str, str]], jobs: int | None, backend: str | None) -> None:
    if jobs is not None and not 1 <= integer("jobs", jobs) <= MOST_JOBS:
        faults.append(("jobs", f"must be 1 to {MOST_JOBS:,}"))
    if backend is not None and not isinstance(backend, str):
        raise TypeError(f"backend is text, not {type(backend).__name__}")
    if backend is not None and backend not in BACKENDS:
        faults.append(("backend", f"{shortened(backend)} is unknown; known: {', '.join(BACKENDS)}"))
    if faults:
        raise RulesError(faults)


# ---- parts


def _usual_parts(games: int, jobs: int) -> int:
    """Enough for every job to be busy to the end, and not so small that handing them out is the work."""
    wanted = max(8 * jobs, -(-games // MOST_GAMES))
    return max(1, min(wanted, games // LEAST_GAMES, max(USUAL_PARTS, 8 * jobs)))


def _parts(request: Request, number: int) -> list[Request]:
    """The games in ranges of almost one size."""
    number = min(number, request.games)
    bounds = [request.games * i // number for i in range(number + 1)]
    first = request.first_game
    return [request._replace(first_game=first + low, games=high - low) for low, high in pairwise(bounds)]


class _StoppedError(Exception):
    """The run a part belongs to is over."""


class _Switch:
    """Ends the parts that run in threads of this process, which Ctrl-C does not reach, and waits for them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._running, self._off = 0, False

    def __enter__(self) -> Report:
        with self._changed:
            if self._off:
                raise _StoppedError
            self._running += 1
        return self._look

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    def _look(self, _: int) -> None:
        if self._off:
            raise _StoppedError

    def turn_off(self) -> None:
        """No part runs any more, nor ever will."""
        with self._changed:
            self._off = True
            self._changed.wait_for(lambda: self._running == 0)


def _play(request: Request, switch: _Switch | None) -> SimulationResult:
    with switch or nullcontext() as look:
        return request.run(look)


def _solve(position: tuple[int, State, SolveLimits], switch: _Switch | None) -> tuple[int, Solution[Any]]:
    number, state, limits = position
    with switch or nullcontext() as look:
        return number, solve_here(state, progress=look, **limits)


# ---- joblib


class _Pool:
    """Jobs of one backend, handed out by joblib."""

    def __init__(self, parallel: Any, delayed: Any, jobs: int, switch: _Switch | None, rounds: bool) -> None:
        self._parallel, self._delayed = parallel, delayed
        self._switch, self._rounds = switch, rounds
        self.jobs = jobs

    def results(self, call: Callable[[T, _Switch | None], R], parts: Sequence[T]) -> Generator[R, None, None]:
        """What the parts give, in any order."""
        # A backend that gives nothing before all is done gets its work in rounds.
        size = 4 * self.jobs if self._rounds else max(1, len(parts))
        for i in range(0, len(parts), size):
            found = self._parallel(self._delayed(call)(part, self._switch) for part in parts[i : i + size])
            try:
                for result in found:  # noqa: UP028  (`yield from` would close it unguarded)
                    yield result
            finally:
                if hasattr(found, "close"):
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")  # that tasks are cancelled, which is meant
                        found.close()


@contextmanager
def _pool(jobs: int | None, backend: str | None, reports: bool) -> Iterator[_Pool]:
    try:
        import joblib
    except ImportError as error:
        raise ImportError("this needs joblib: pip install 'pokerfast[parallel]'") from error
    # Ctrl-C in a terminal reaches every process; ours ends the others.
    more = {"initializer": _ignore_interrupts} if backend == "loky" else {}
    with ExitStack() as stack:
        if backend == "ray":
            stack.enter_context(_ray(jobs))
        if backend is not None:
            stack.enter_context(joblib.parallel_config(backend=backend, **more))
        wanted = -1 if jobs is None else int(jobs)
        active = joblib.parallel.get_active_backend()[0]
        streams = bool(getattr(active, "supports_return_generator", False))
        # Threads don't hear Ctrl-C; they are told.
        shared = bool(getattr(active, "supports_sharedmem", False))
        switch = _Switch() if shared else None
        kind = "generator_unordered" if streams else "list"
        try:
            with joblib.Parallel(n_jobs=wanted, batch_size=1, return_as=kind) as parallel:
                count = int(joblib.effective_n_jobs(wanted))
                yield _Pool(parallel, joblib.delayed, count, switch, reports and not streams)
        finally:
            if switch is not None:
                switch.turn_off()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _ray(jobs: int | None) -> Iterator[None]:
    """Ray as a backend of joblib; a cluster of our own where there is none yet."""
    try:
        import ray
        import ray.util.joblib
    except ImportError as error:
        raise ImportError("this needs Ray: pip install 'pokerfast[ray]'") from error
    bridge: Any = ray.util.joblib
    started = not ray.is_initialized()
    if started and "RAY_ADDRESS" in os.environ:
        ray.init()
    elif started:
        ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False, logging_level=logging.WARNING)
    try:
        bridge.register_ray()
        yield
    finally:
        if started:
            ray.shutdown()
