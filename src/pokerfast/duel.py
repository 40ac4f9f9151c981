"""Players compared over the same deals, so that the luck of the cards cancels."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pokerfast import _jobs
from pokerfast._fast import Action
from pokerfast.base import Game, State, View, integer
from pokerfast.errors import RulesError, check_arguments, shortened
from pokerfast.simulate import MAX_WORKERS, policy_names, processors

__all__ = ["DuelResult", "Player", "duel"]

MAX_DEALS = 10**7

#: A player of one's own: given what its seat may know and the legal actions, one of them or its text.
Player: TypeAlias = Callable[[View, Sequence[Action]], Action | str]


@dataclass(frozen=True)
class DuelResult:
    """How two players compare. All but ``seconds`` depend on the arguments alone, not on ``workers``."""

    deals: int
    #: Games a deal was played in.
    games_per_deal: int
    #: Seats of the first player in each of them.
    seats: tuple[tuple[int, ...], ...]
    players: tuple[str, str]
    #: Of each deal: what the first player's seats got a seat and game, less what the second's got in the same seats
    #: with the same cards; in units of ``State.returns()``.
    differences: tuple[float, ...] = field(repr=False)
    mean: float
    #: Standard deviation of one deal's difference (of the sample; 0 for a single deal).
    std: float
    #: Half-width of the 95 % interval of the mean.
    interval: float
    #: Deals that the first player did better in, that came out even, that the second did better in.
    wins: int
    ties: int
    losses: int
    #: Actions, passes and answers included.
    moves: int
    seed: int
    start: str
    seconds: float = field(compare=False)

    @property
    def significant(self) -> bool:
        """Whether the interval of the mean leaves out 0."""
        return abs(self.mean) > self.interval

    def to_dict(self) -> dict[str, Any]:
        """Everything but the single differences as plain values, for JSON."""
        names = (name for name in self.__dataclass_fields__ if name != "differences")
        return {name: getattr(self, name) for name in names} | {"significant": self.significant}


def duel(
    game: Game,
    a: str | Player,
    b: str | Player,
    *,
    deals: int,
    seed: int = 0,
    workers: int | None = 1,
    start: Literal["deal", "play"] = "deal",
    progress: Callable[[int], object] | None = None,
) -> DuelResult:
    """Compare two players: every deal is played several times, each seat being held by both equally often.

    Partnerships change chairs; where one plays alone against the others he does so once for each player (斗地主 from
    the start of play), or each seat is taken in turn (with an auction; games for five). Deal i is game i of the seed,
    as in :func:`simulate`. Ctrl-C stops it with KeyboardInterrupt.

    Args:
        game: rules.
        a, b: built-in players by name (:func:`pokerfast.simulate.policy_names`), or functions
            ``player(view, legal) -> Action`` that get what their seat may know and its legal actions, and answer with
            one of these or its text. What a function raises ends the duel.
        deals: how many, 1 to 10**7.
        seed: 0 to 2**64 - 1.
        workers: threads; None means one for each processor this process may use. With a function among the players
            all games are played in the calling thread, one after another.
        start: ``"deal"`` plays everything; ``"play"`` skips all that comes before the first card is played.
        progress: called now and then with the number of deals finished; an exception stops the duel.

    Raises:
        RulesError: an argument is out of range or unknown.
        TypeError: an argument is of a wrong type.
        IllegalActionError, PhaseError, NotationError: a function answered with no legal action.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
    if progress is not None and not callable(progress):
        raise TypeError("progress must be callable")
    faults: list[tuple[str, str]] = []
    known = policy_names(game.name)
    for name, player in (("a", a), ("b", b)):
        if isinstance(player, str):
            if player not in known:
                faults.append((name, f"{shortened(player)} is unknown; known: {', '.join(known)}"))
        elif not callable(player):
            raise TypeError(f"{name} is a player's name or a function, not {type(player).__name__}")
    numbers = {"deals": deals, "seed": seed, "workers": processors() if workers is None else workers}
    limits = {"deals": (1, MAX_DEALS), "seed": (0, (1 << 64) - 1), "workers": (1, MAX_WORKERS)}
    for name, value in numbers.items():
        low, high = limits[name]
        if not low <= integer(name, value) <= high:
            faults.append((name, f"must be {low} to {high}"))
    if not isinstance(start, str):
        raise TypeError(f"start must be text, not {type(start).__name__}")
    if start not in ("deal", "play"):
        faults.append(("start", f"{shortened(start)} is not 'deal' or 'play'"))
    try:
        game._deal({"seed": 0})  # whether these rules have whole games at all is the game's to say
    except RulesError as error:
        faults += error.faults
    check_arguments(faults)
    values, from_play = list(game._values), start == "play"
    began = time.perf_counter()
    if isinstance(a, str) and isinstance(b, str):
        threads = int(numbers["workers"])
        raw = _jobs.duel(game.name, values, a, b, int(deals), int(seed), threads, from_play, progress)
        halves, moves = raw["differences"], raw["moves"]
    else:
        halves, moves = _play_here(game, (a, b), int(deals), int(seed), from_play, progress)
    patterns = _jobs.seat_patterns(game.name, values, from_play)
    seats = tuple(tuple(seat for seat in range(game.num_players) if pattern >> seat & 1) for pattern in patterns)
    names = tuple(player if isinstance(player, str) else _name_of(player) for player in (a, b))
    # Half points over all games and seats -> points a seat and game of either player.
    unit = len(patterns) * game.num_players
    differences = tuple(half / unit for half in halves)
    n = len(differences)
    mean = sum(halves) / unit / n
    std = math.sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1)) if n > 1 else 0.0
    return DuelResult(
        deals=n,
        games_per_deal=len(patterns),
        seats=seats,
        players=(names[0], names[1]),
        differences=differences,
        mean=mean,
        std=std,
        interval=1.96 * std / math.sqrt(n),
        wins=sum(half > 0 for half in halves),
        ties=sum(half == 0 for half in halves),
        losses=sum(half < 0 for half in halves),
        moves=moves,
        seed=int(seed),
        start=start,
        seconds=time.perf_counter() - began,
    )


def _name_of(player: Player) -> str:
    return getattr(player, "__name__", type(player).__name__)


def _play_here(
    game: Game,
    players: tuple[str | Player, str | Player],
    deals: int,
    seed: int,
    from_play: bool,
    progress: Callable[[int], object] | None,
) -> tuple[list[int], int]:
    """The same with functions among the players: (half points of each deal, actions)."""
    patterns = _jobs.seat_patterns(game.name, list(game._values), from_play)
    halves: list[int] = []
    moves = 0
    for number in range(deals):
        first = State._empty(game)
        check_arguments(first._start_numbered(seed, number, from_play))
        difference = 0
        for pattern in patterns:
            state = first.clone()
            while (seat := state.seat) is not None:
                player = players[0 if pattern >> seat & 1 else 1]
                if isinstance(player, str):
                    action = state._ask(player, seed, number)
                    assert action is not None  # it is somebody's turn
                    state.apply(action)
                else:
                    state.apply(player(state.view(seat), state.legal_actions()))
                moves += 1
            for seat, score in enumerate(state.returns()):
                difference += int(2 * score) if pattern >> seat & 1 else -int(2 * score)
        halves.append(difference)
        if progress is not None:
            progress(number + 1)
    return halves, moves
