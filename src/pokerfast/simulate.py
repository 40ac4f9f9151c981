"""Many whole games in the core, and what they add up to."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any, Literal

from pokerfast import _jobs
from pokerfast._fast import Action
from pokerfast.base import Game, State
from pokerfast.errors import RulesError, shortened

__all__ = ["SimulationResult", "choose", "perft", "policy_names", "simulate"]

MAX_WORKERS = 1024
MAX_GAMES = 10**15
MOST_POLICIES = 16  # of those named that are looked at


@dataclass(frozen=True)
class SimulationResult:
    """Statistics of whole games. All but ``seconds`` depend on the arguments alone, not on ``workers``.

    Scores are in the units of ``State.returns()``; a tuple has one entry a seat.
    """

    games: int
    #: Actions, passes and answers included.
    moves: int
    mean_returns: tuple[float, ...]
    #: Standard deviation of one game's score (of the sample; 0 for a single game).
    std_returns: tuple[float, ...]
    #: Half-width of the 95 % interval of the mean.
    interval_returns: tuple[float, ...]
    #: Wins by side.
    by_side: Mapping[str, int]
    #: Plays made, by kind, and passes.
    counts: Mapping[str, int]
    #: Legal actions an action was chosen from, on average.
    mean_branching: float
    mean_length: float
    std_length: float
    min_length: int
    max_length: int
    #: Games by the final multiplier.
    multipliers: Mapping[int, int]
    seed: int
    policy: tuple[str, ...]
    start: str
    seconds: float = field(compare=False)

    @property
    def games_per_second(self) -> float:
        """Rate of this run, by the wall clock."""
        return self.games / self.seconds if self.seconds > 0 else math.inf

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        record = asdict(self)
        record["multipliers"] = {str(value): n for value, n in self.multipliers.items()}
        record["games_per_second"] = self.games_per_second
        return record


def processors() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def policy_names(game: str) -> tuple[str, ...]:
    """The built-in players of a game."""
    return tuple(name for name, _ in _jobs.policies(game))


def _integer(faults: list[tuple[str, str]], name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    number = int(value.__index__())
    if not low <= number <= high:
        faults.append((name, f"must be {low} to {high}"))
    return number


def simulate(
    game: Game,
    *,
    games: int,
    seed: int = 0,
    policy: str | Sequence[str] = "random",
    workers: int | None = 1,
    start: Literal["deal", "play"] = "deal",
    progress: Callable[[int], object] | None = None,
) -> SimulationResult:
    """Play whole games and add up what happened. The GIL is released; Ctrl-C stops it with KeyboardInterrupt.

    Args:
        game: rules.
        games: how many, 1 to 10**15.
        seed: 0 to 2**64 - 1; game i of the run is game i of that seed, whatever the number of workers.
        policy: a built-in player, or one a seat (:func:`policy_names`).
        workers: threads; None means one for each processor this process may use.
        start: ``"deal"`` plays everything; ``"play"`` skips all that comes before the first card is played, as
            ``new_game`` does.
        progress: called about ten times a second with the number of games finished; an exception stops the run.

    Raises:
        RulesError: an argument is out of range or unknown.
        TypeError: an argument is of a wrong type.
    """
    if progress is not None and not callable(progress):
        raise TypeError("progress must be callable")
    if not isinstance(game, Game):
        raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
    faults: list[tuple[str, str]] = []
    games = _integer(faults, "games", games, 1, MAX_GAMES)
    seed = _integer(faults, "seed", seed, 0, (1 << 64) - 1)
    count = _integer(faults, "workers", processors() if workers is None else workers, 1, MAX_WORKERS)
    if not isinstance(start, str):
        raise TypeError(f"start must be text, not {type(start).__name__}")
    if start not in ("deal", "play"):
        faults.append(("start", f"{shortened(start)} is not 'deal' or 'play'"))
    names = (policy,) * game.num_players if isinstance(policy, str) else tuple(islice(policy, MOST_POLICIES))
    if not all(isinstance(name, str) for name in names):
        raise TypeError("policy is a name, or one a seat")
    known = policy_names(game.name)
    for name in dict.fromkeys(names):
        if name not in known:
            faults.append(("policy", f"{shortened(name)} is unknown; known: {', '.join(known)}"))
    if len(names) != game.num_players:
        faults.append(("policy", f"one name, or {game.num_players}, one a seat"))
    try:
        game._deal({"seed": 0})  # whether these rules have whole games at all is the game's to say
    except RulesError as error:
        faults += error.faults
    if faults:
        raise RulesError(faults)
    raw = _jobs.simulate(game.name, list(game._values), games, seed, list(names), count, start == "play", progress)
    return _result(raw, seed, names, start)


def _result(raw: Mapping[str, Any], seed: int, names: tuple[str, ...], start: str) -> SimulationResult:
    games, means = raw["games"], raw["means"]
    pairs = list(zip(means, raw["squares"], strict=True))
    spread = [math.sqrt(max(0.0, square - mean * mean) * games / max(1, games - 1)) for mean, square in pairs]
    lengths = [(length, n) for length, n in enumerate(raw["lengths"]) if n]
    mean_length = raw["moves"] / games
    variance = sum(n * (length - mean_length) ** 2 for length, n in lengths) / max(1, games - 1)
    return SimulationResult(
        games=games,
        moves=raw["moves"],
        mean_returns=tuple(means),
        std_returns=tuple(spread),
        interval_returns=tuple(1.96 * s / math.sqrt(games) for s in spread),
        by_side=dict(raw["by_side"]),
        counts=dict(raw["kinds"]),
        mean_branching=raw["choices"] / raw["moves"],
        mean_length=mean_length,
        std_length=math.sqrt(variance),
        min_length=lengths[0][0],
        max_length=lengths[-1][0],
        multipliers=dict(raw["multipliers"]),
        seed=seed,
        policy=names,
        start=start,
        seconds=raw["seconds"],
    )


def choose(state: State, *, policy: str = "greedy", seed: int = 0) -> Action:
    """What a built-in player does in a position, seeing only what the seat to move may know. The GIL is released.

    Args:
        state: the position; it is not changed.
        policy: the player (:func:`policy_names`).
        seed: 0 to 2**64 - 1, of its random choices: the same position and seed give the same action.

    Raises:
        PhaseError: the deal is over.
        RulesError: an argument is out of range or unknown.
        TypeError: an argument is of a wrong type.
    """
    if not isinstance(state, State):
        raise TypeError(f"state is a State, not {type(state).__name__}")
    if not isinstance(policy, str):
        raise TypeError(f"policy is a name, not {type(policy).__name__}")
    faults: list[tuple[str, str]] = []
    seed = _integer(faults, "seed", seed, 0, (1 << 64) - 1)
    known = policy_names(state.game.name)
    if policy not in known:
        faults.append(("policy", f"{shortened(policy)} is unknown; known: {', '.join(known)}"))
    if faults:
        raise RulesError(faults)
    action = state._choose(policy, seed)
    assert action is not None
    return action


def perft(state: State, depth: int) -> int:
    """How many sequences of ``depth`` actions there are from a position; a deal that ends sooner counts for none.

    Raises:
        RulesError: depth is not 0 to 64.
    """
    if not isinstance(state, State):
        raise TypeError(f"state is a State, not {type(state).__name__}")
    faults: list[tuple[str, str]] = []
    depth = _integer(faults, "depth", depth, 0, 64)
    if faults:
        raise RulesError(faults)
    return int(_jobs.perft(state.game.name, list(state.game._values), state.to_bytes(), depth))
