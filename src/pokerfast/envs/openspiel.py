"""Every game for OpenSpiel, under the names ``python_pokerfast_doudizhu`` …

::

    import pyspiel
    from pokerfast.envs import openspiel

    openspiel.register()
    game = pyspiel.load_game("python_pokerfast_doudizhu(preset=rlcard)")
    state = game.new_initial_state()

Needs the package ``open_spiel``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel

from pokerfast import _jobs
from pokerfast.base import Game, State
from pokerfast.envs.actions import ComboActions, Scheme, actions_for
from pokerfast.envs.deal import Deal, Observer
from pokerfast.envs.recall import Recall, present, row_size
from pokerfast.errors import IllegalActionError, RulesError, shortened
from pokerfast.game import list_games, load_game
from pokerfast.rules import read_option

__all__ = ["PREFIX", "register"]

PREFIX = "python_pokerfast_"
#: The seed of a deal is drawn byte by byte.
SEED_BYTES, BYTE = 8, 256
PARAMETERS = {"preset": "", "options": "", "start": "deal", "scheme": "auto"}


class Limits(NamedTuple):
    """What OpenSpiel wants to know of a game in advance."""

    zero_sum: bool
    most: float  # no score goes beyond, either way
    ids: int  # in a deal, redeals aside
    rows: int  # of the tensor of what a seat has seen


def _limits(game: Game) -> Limits:
    options: Mapping[str, Any] = game.options
    match game.name:
        case "doudizhu":
            # Three bids or four robberies, hands shown, fourteen bombs, spring, doubles of both sides, two farmers.
            factor = 16 * 5 * options["bomb_factor"] ** 14 * options["spring_factor"] * 4 * 2
            return Limits(True, float(options["base"] * factor), 1000, 1024)
        case "dadaa":
            return Limits(False, 64.0, 2000, 1536)
        case "baohuang":
            return Limits(True, 100.0, 3000, 2560)
        case "shengji":
            stake = (options["stake_cap"] or 10**18) if options["stakes"] else 1
            return Limits(True, 1000.0 * stake, 3000, 2048)
        case "dabaifen":
            return Limits(False, 10_000.0, 1500, 1024)
        case "erqiwang":
            return Limits(True, 1000.0, 2000, 1024)
    return Limits(True, 6.5, 200, 512)


class Setting:
    """Rules with all that is made of them once; shared by all copies of a state."""

    def __init__(self, name: str, preset: str, options: str, start: str, scheme: str) -> None:
        self._arguments = (name, preset, options, start, scheme)
        self.game = load_game(name, preset=preset or None, **read_options(name, options))
        self.start = start
        self.scheme: Scheme = actions_for(self.game, scheme)
        self.observer = Observer(self.game, self.scheme)
        self.limits = _limits(self.game)
        self.deal(0)  # whether these rules have whole games at all

    def deal(self, seed: int) -> Deal:
        """The deal of a seed."""
        return Deal(self.scheme, self.game._deal({"seed": seed, "start": self.start}))

    def __deepcopy__(self, memo: object) -> Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (setting, self._arguments)


@cache
def setting(name: str, preset: str, options: str, start: str, scheme: str) -> Setting:
    """The setting of the parameters of a game."""
    return Setting(name, preset, options, start, scheme)


def read_options(name: str, text: str) -> dict[str, Any]:
    """Options from ``"option:value;option:value"``, lists joined by ``+``.

    Raises:
        RulesError: a part is no such pair, or an option comes twice.
    """
    infos = {info.name: info for info in load_game(name).describe()}
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        option, colon, value = (piece.strip() for piece in part.partition(":"))
        if not colon or option in values:
            raise RulesError([("options", f"{shortened(part)}: expected a new option:value")])
        value = value.replace("+", ",")
        values[option] = read_option(infos[option], value) if option in infos else value
    return values


class PokerfastGame(pyspiel.Game):
    """One of pokerfast's games with its rules.

    The deal is drawn in eight chance nodes of 256 equally likely outcomes: the bytes of the seed of ``new_game``, so
    that every deal of pokerfast, with all chance that comes later in it, is one sequence of outcomes.
    """

    #: The game's name here; a class for each is made from it.
    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = params or {}
        given = {key: str(params.get(key, initial)) for key, initial in PARAMETERS.items()}
        self.setting = setting(self.name, **given)
        limits = self.setting.limits
        game_type = _game_type(self.name)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.scheme.size,
            max_chance_outcomes=BYTE,
            num_players=self.setting.game.num_players,
            min_utility=-limits.most,
            max_utility=limits.most,
            utility_sum=0.0 if limits.zero_sum else None,
            max_game_length=limits.ids,
        )
        super().__init__(game_type, info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_loaded, (str(self),))

    def new_initial_state(self, struct: Any = None) -> PokerfastState:
        """The start of a game; from the dictionary of ``State.to_struct`` that position, without its history."""
        state = PokerfastState(self)
        if struct is not None:
            record = json.loads(struct) if isinstance(struct, str) else dict(struct)
            state.begin_at(State.from_json(json.dumps(record["state"])))
        return state

    def max_chance_nodes_in_history(self) -> int:
        """The bytes of the seed."""
        return SEED_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> SeatObserver:
        """What a seat may know; with perfect recall all it has seen as well."""
        return SeatObserver(self.setting, iig_obs_type, params)


class PokerfastState(pyspiel.State):
    """A position with the chance that led to it."""

    def __init__(self, game: PokerfastGame) -> None:
        super().__init__(game)
        self._setting = game.setting
        self._bytes: list[int] = []
        self._deal: Deal | None = None
        self._recalls = [Recall(seat) for seat in range(self._setting.game.num_players)]
        self._script: list[int] | None = None

    @property
    def deal(self) -> Deal | None:
        """The deal being played, None while its seed is drawn; ``deal.state`` is pokerfast's State."""
        return self._deal

    def begin_at(self, state: State) -> None:
        """Go on from a position without history; RulesError if it is of other rules."""
        self._bytes = [0] * SEED_BYTES
        self._deal = Deal(self._setting.scheme, state)

    # ---- what OpenSpiel asks of a state

    def current_player(self) -> int:
        """Whose turn it is, or one of OpenSpiel's own numbers for chance and the end."""
        if self._script is not None:
            return self._script[0]
        if self._deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._deal.state.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self._script is None and self._deal is not None and self._deal.state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed."""
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self._deal is not None
        return [int(number) for number in self._deal.legal()]

    def _apply_action(self, action: int) -> None:
        if self._script is not None:
            self._script.pop(0)
        elif self._deal is not None:
            self._deal.step(action)
        else:
            self._bytes.append(action)
            if len(self._bytes) == SEED_BYTES:
                self._deal = self._setting.deal(int.from_bytes(bytes(self._bytes), "big"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self._deal is None:
            return f"seed byte {action}"
        return self._deal.text(action)

    def returns(self) -> list[float]:
        """The scores; zeros until the deal is over."""
        if self._deal is None:
            return [0.0] * self._setting.game.num_players
        return self._deal.state.returns()

    def __str__(self) -> str:
        seed = bytes(self._bytes).hex()
        if self._deal is None:
            return f"seed {seed}"
        state = self._deal.state
        done = " | ".join(f"{seat} {action}" for seat, action in state._history_seen(-2))
        return f"seed {seed}: {done} [{self._deal.pending}] {state!r}"

    # ---- JSON

    def _to_struct(self) -> dict[str, Any]:
        if self._deal is None:
            return {"seed_bytes": self._bytes}
        return {"state": json.loads(self._deal.state.to_json()), "pending": self._deal.pending}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        if self._deal is None:
            return {}
        seen: dict[str, Any] = json.loads(self._deal.state.view(player).to_json())
        return {**seen, "pending": self._deal.pending if player == self._deal.state.seat else ""}

    # ---- the same moves in another world

    def parent(self) -> PokerfastState:
        """The state before the last action, as a new one.

        ``undo_action`` would change this one, but OpenSpiel lets no Python game shorten its history.
        """
        past = self._past()[:-1]
        if self._deal is None or len(past) < SEED_BYTES:
            return self._with(past, None)
        deal = self._deal.clone()
        deal.undo()
        return self._with(past, deal)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> PokerfastState:
        """A state that the player cannot tell from this one, what is hidden drawn anew (``State.resample``).

        Its chance outcomes stay those of this state, for no seed need lead to it; so does its history where, with
        ``scheme="index"``, an action done has no id there.

        Raises:
            ResampleError: none was found.
        """
        past = self._past()
        if self._deal is None:
            return self._with(past, None)
        seed = sum(int(probability_sampler() * 65536) % 65536 << 16 * place for place in range(4))
        deal = self._deal.resampled(player_id, seed)
        fixed = isinstance(deal.scheme, ComboActions)  # else ids depend on cards that have changed
        if not fixed or deal.state.history != self._deal.state.history:
            with suppress(IllegalActionError):  # in a longer list an action may have no id
                past = past[: len(self._bytes)] + deal.ids()
        return self._with(past, deal)

    def _past(self) -> list[tuple[int, int]]:
        """Who did what, chance included."""
        return [(item.player, item.action) for item in self.full_history()]

    def _with(self, past: Sequence[tuple[int, int]], deal: Deal | None) -> PokerfastState:
        """A new state with a history and the position that it is to lead to."""
        made: PokerfastState = self.get_game().new_initial_state()
        made._script = [player for player, _ in past] + [0]
        for _, action in past:
            made.apply_action(action)
        made._script = None
        made._bytes = self._bytes[: len(past)]
        made._deal = deal
        return made


class SeatObserver:
    """Observations, as OpenSpiel's Python games make them (``PyObserver``)."""

    def __init__(self, setting: Setting, iig_obs_type: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters: {shortened(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("observations are those of one player")
        self._setting, self._recall = setting, kind.perfect_recall
        seats = setting.game.num_players
        shapes: dict[str, tuple[int, ...]] = {"player": (seats,), "now": (setting.observer.size,)}
        if self._recall:
            shapes["seen"] = (setting.limits.rows, row_size(seats))
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: PokerfastState, player: int) -> None:
        """Fill ``tensor`` with what a player may know."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        deal = state._deal
        if deal is None:
            return
        self.dict["now"][:] = self._setting.observer.observe(deal, player)
        if self._recall:
            rows = state._recalls[player].rows(deal.state)[-self._setting.limits.rows :]
            self.dict["seen"][: len(rows)] = rows

    def string_from(self, state: PokerfastState, player: int) -> str:
        """The same as text."""
        deal = state._deal
        if deal is None:
            return f"player {player}: not dealt"
        pending = deal.pending if player == deal.state.seat else ""
        if self._recall:
            return "\n".join([f"player {player}", *state._recalls[player].lines(deal.state), pending])
        return f"player {player}: {present(deal.state, player)} {pending}"


def register() -> tuple[str, ...]:
    """Make every game known to OpenSpiel; answers their names there. Calling it again changes nothing.

    Parameters of each, all text: ``preset``; ``options``, such as ``"bomb_factor:3;doubling:off"`` with lists joined by
    ``+``; ``start``, ``"deal"`` or ``"play"``; ``scheme``, as ``actions_for`` takes it.
    """
    known = set(pyspiel.registered_names())
    names = []
    for name in list_games():
        names.append(PREFIX + name)
        if PREFIX + name not in known:
            pyspiel.register_game(_game_type(name), GAMES[name])
    return tuple(names)


def _loaded(game: str) -> Any:
    register()
    return pyspiel.load_game(game)


@cache
def _game_type(name: str) -> Any:
    game = load_game(name)
    title = next(title for known, title, _ in _jobs.games() if known == name)
    players = [game.num_players]
    players += [n for info in game.describe() if info.name == "players" for n in (info.minimum, info.maximum)]
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"{title} (pokerfast)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if _limits(game).zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        provides_factored_observation_string=False,
    )


#: What makes a game of each: classes, since OpenSpiel lets go of them only after the interpreter has ended, when
#: nothing may be freed any more.
GAMES = {name: type(f"Pokerfast_{name}", (PokerfastGame,), {"name": name}) for name in list_games()}
