"""Many whole games in the core, and what they add up to."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice, pairwise
from typing import Any, Literal, NamedTuple

from pokerfast import _jobs
from pokerfast._fast import Action
from pokerfast.base import Game, State
from pokerfast.errors import RulesError, refusal, shortened

__all__ = ["SimulationResult", "choose", "perft", "policy_names", "simulate"]

MAX_WORKERS = 1024
MAX_GAMES = 10**15
NUMBERS = 1 << 64  # of games under one seed
MOST_POLICIES = 16  # of those named that are looked at


@dataclass(frozen=True)
class SimulationResult:
    """Statistics of whole games. All but ``seconds`` depend on the arguments alone, not on ``workers``.

    Scores are in the units of ``State.returns()``; a tuple has one entry a seat. Means and deviations are computed
    from exact sums, so results of games in a row can be put together (:meth:`merge`, ``+``): the whole is what one run
    of all of them would have given, to the last bit.
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
    #: The game, its rules and the number of the first game under the seed.
    game: Game = field(repr=False)
    first_game: int
    #: Exact sums over the games: scores in half points, their squares in quarters, legal actions, games by length.
    half_points: tuple[int, ...] = field(repr=False)
    quarter_squares: tuple[int, ...] = field(repr=False)
    choices: int = field(repr=False)
    lengths: Mapping[int, int] = field(repr=False)

    @property
    def games_per_second(self) -> float:
        """Rate of this run, by the wall clock."""
        return self.games / self.seconds if self.seconds > 0 else math.inf

    def to_dict(self) -> dict[str, Any]:
        """Everything but the game as plain values, for JSON."""
        record = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "game"}
        for name in ("by_side", "counts"):
            record[name] = dict(record[name])
        for name in ("multipliers", "lengths"):
            record[name] = {str(value): n for value, n in record[name].items()}
        record["games_per_second"] = self.games_per_second
        return record

    @classmethod
    def merge(cls, parts: Iterable[SimulationResult]) -> SimulationResult:
        """The result of all games of some runs: what one run of them would have given, to the last bit.

        ``seconds`` are added up. The parts may come in any order.

        Args:
            parts: results of one game and its rules, one seed, policy and start, whose games make one range of numbers
                without a gap.

        Raises:
            RulesError: there are none, or they don't belong together; all faults at once.
            TypeError: a part is no result.
        """
        found = list(parts)
        for part in found:
            if not isinstance(part, SimulationResult):
                raise TypeError(f"a part is a SimulationResult, not {type(part).__name__}")
        if not found:
            raise RulesError([("parts", "there are none")])
        found.sort(key=lambda part: part.first_game)
        one = found[0]
        faults = [
            (name, "differs between the parts")
            for name in ("game", "seed", "policy", "start")
            if any(getattr(part, name) != getattr(one, name) for part in found)
        ]
        for part, after in pairwise(found):
            expected = part.first_game + part.games
            if after.first_game != expected:
                what = "twice" if after.first_game < expected else "missing"
                faults.append(("first_game", f"games from {min(expected, after.first_game)} on are {what}"))
        games = sum(part.games for part in found)
        if games > MAX_GAMES:
            faults.append(("games", f"must be 1 to {MAX_GAMES}"))
        if faults:
            raise RulesError(faults)
        return _result(
            one.game,
            Totals(
                first_game=one.first_game,
                games=games,
                moves=sum(part.moves for part in found),
                choices=sum(part.choices for part in found),
                sums=_added(part.half_points for part in found),
                squares=_added(part.quarter_squares for part in found),
                by_side=_by_name(part.by_side for part in found),
                kinds=_by_name(part.counts for part in found),
                multipliers=_by_number(part.multipliers for part in found),
                lengths=_by_number(part.lengths for part in found),
                seconds=sum(part.seconds for part in found),
            ),
            one.seed,
            one.policy,
            one.start,
        )

    def __add__(self, other: SimulationResult) -> SimulationResult:
        """The same for two results."""
        if not isinstance(other, SimulationResult):
            return NotImplemented
        return self.merge((self, other))


class Totals(NamedTuple):
    """What games add up to, exactly: scores in half points and their squares in quarters, one entry a seat."""

    first_game: int
    games: int
    moves: int
    choices: int
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    by_side: Mapping[str, int]
    kinds: Mapping[str, int]
    multipliers: Mapping[int, int]
    lengths: Mapping[int, int]
    seconds: float


def _added(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def _by_name(rows: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row)
    return dict(total)


def _by_number(rows: Iterable[Mapping[int, int]]) -> dict[int, int]:
    total: Counter[int] = Counter()
    for row in rows:
        total.update(row)
    return dict(sorted(total.items()))


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


class Request(NamedTuple):
    """A simulation whose arguments are checked."""

    game: Game
    games: int
    seed: int
    first_game: int
    policy: tuple[str, ...]
    workers: int
    start: str

    def run(self, progress: Callable[[int], object] | None) -> SimulationResult:
        """Play the games."""
        raw = _jobs.simulate(
            self.game.name,
            list(self.game._values),
            self.games,
            self.seed,
            list(self.policy),
            self.workers,
            self.start == "play",
            progress,
            first_game=self.first_game,
        )
        totals = Totals(
            first_game=self.first_game,
            games=raw["games"],
            moves=raw["moves"],
            choices=raw["choices"],
            sums=tuple(raw["sums"]),
            squares=tuple(raw["squares"]),
            by_side=dict(raw["by_side"]),
            kinds=dict(raw["kinds"]),
            multipliers=dict(raw["multipliers"]),
            lengths={length: n for length, n in enumerate(raw["lengths"]) if n},
            seconds=raw["seconds"],
        )
        return _result(self.game, totals, self.seed, self.policy, self.start)


def read_request(
    game: Game,
    games: int,
    seed: int,
    first_game: int,
    policy: str | Sequence[str],
    workers: int | None,
    start: str,
    progress: Callable[[int], object] | None,
) -> Request:
    """The arguments of :func:`simulate` checked: every fault at once."""
    if progress is not None and not callable(progress):
        raise TypeError("progress must be callable")
    if not isinstance(game, Game):
        raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
    faults: list[tuple[str, str]] = []
    games = _integer(faults, "games", games, 1, MAX_GAMES)
    seed = _integer(faults, "seed", seed, 0, (1 << 64) - 1)
    first_game = _integer(faults, "first_game", first_game, 0, NUMBERS - 1)
    if not faults and first_game + games > NUMBERS:
        faults.append(("first_game", "leaves too few numbers below 2**64 for so many games"))
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
    return Request(game, games, seed, first_game, names, count, start)


def simulate(
    game: Game,
    *,
    games: int,
    seed: int = 0,
    first_game: int = 0,
    policy: str | Sequence[str] = "random",
    workers: int | None = 1,
    start: Literal["deal", "play"] = "deal",
    progress: Callable[[int], object] | None = None,
) -> SimulationResult:
    """Play whole games and add up what happened. The GIL is released; Ctrl-C stops it with KeyboardInterrupt.

    Args:
        game: rules.
        games: how many, 1 to 10**15.
        seed: 0 to 2**64 - 1.
        first_game: the number of the first game under that seed: games ``first_game`` to ``first_game + games - 1`` are
            played, whatever the number of workers. Runs of different ranges add up to the run of all
            (:meth:`SimulationResult.merge`); numbers end below 2**64.
        policy: a built-in player, or one a seat (:func:`policy_names`).
        workers: threads; None means one for each processor this process may use.
        start: ``"deal"`` plays everything; ``"play"`` skips all that comes before the first card is played, as
            ``new_game`` does.
        progress: called about ten times a second with the number of games finished; an exception stops the run.

    Raises:
        RulesError: an argument is out of range or unknown.
        TypeError: an argument is of a wrong type.
    """
    return read_request(game, games, seed, first_game, policy, workers, start, progress).run(progress)


def _deviation(n: int, total: int, squares: int, unit: int) -> float:
    """Of a sample, from the sum and the sum of squares of whole numbers of 1/unit."""
    return math.sqrt((n * squares - total * total) / (n * max(1, n - 1))) / unit


def _result(game: Game, totals: Totals, seed: int, policy: tuple[str, ...], start: str) -> SimulationResult:
    games, moves = totals.games, totals.moves
    spread = [_deviation(games, *pair, 2) for pair in zip(totals.sums, totals.squares, strict=True)]
    return SimulationResult(
        games=games,
        moves=moves,
        mean_returns=tuple(total / (2 * games) for total in totals.sums),
        std_returns=tuple(spread),
        interval_returns=tuple(1.96 * s / math.sqrt(games) for s in spread),
        by_side=totals.by_side,
        counts=totals.kinds,
        mean_branching=totals.choices / moves,
        mean_length=moves / games,
        std_length=_deviation(games, moves, sum(n * length**2 for length, n in totals.lengths.items()), 1),
        min_length=min(totals.lengths),
        max_length=max(totals.lengths),
        multipliers=totals.multipliers,
        seed=seed,
        policy=policy,
        start=start,
        seconds=totals.seconds,
        game=game,
        first_game=totals.first_game,
        half_points=totals.sums,
        quarter_squares=totals.squares,
        choices=totals.choices,
        lengths=totals.lengths,
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
    action = state._ask(policy, seed, 0)
    if action is None:
        raise refusal("game_over", "", state._position_text())
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
