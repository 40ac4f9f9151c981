"""Every game as a Gymnasium environment: one learner at the table, built-in or own players on the other seats.

::

    import gymnasium
    import pokerfast.envs.gym

    env = gymnasium.make("pokerfast/DouDizhu-v0", role="landlord", opponent="greedy")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Needs the package ``gymnasium``. Importing this module registers an id for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from pokerfast._fast import Action
from pokerfast.base import Game, State, integer, is_named
from pokerfast.climbing import ClimbingState
from pokerfast.envs.actions import Scheme, actions_for
from pokerfast.envs.deal import Deal, Observer, deal_arguments, draw_seed, rules_of
from pokerfast.errors import RulesError, shortened
from pokerfast.simulate import choose, policy_names
from pokerfast.trick import TrickState

__all__ = ["IDS", "SeatEnv"]

#: Environment ids by game.
IDS = {
    "baohuang": "pokerfast/BaoHuang-v0",
    "dabaifen": "pokerfast/DaBaiFen-v0",
    "dadaa": "pokerfast/DaDaA-v0",
    "doudizhu": "pokerfast/DouDizhu-v0",
    "erqiwang": "pokerfast/ErQiWang-v0",
    "shengji": "pokerfast/ShengJi-v0",
    "whist": "pokerfast/Whist-v0",
}
RENDER_MODES = ("ansi", "human")
SEATS = ("random", "rotate")
ILLEGAL = ("end", "raise")
#: Deals tried until the learner is asked at all and has the role wanted.
MOST_DEALS = 1000

#: A player: what it does in a position, which it must not change.
Player = Callable[[State], Action | str]


class SeatEnv(gymnasium.Env):
    """One learner in a game against other players, who act inside ``reset`` and ``step``.

    An observation is ``{"observation": int8[n], "action_mask": int8[m]}``: what the learner may know as
    :class:`pokerfast.envs.encoding.Encoding` has it, followed, where an action takes several ids, by the cards named
    so far; and the ids that may come next. The mask is in ``info["action_mask"]`` too, the learner's seat in
    ``info["seat"]``. The reward is 0 until the deal is over, then the learner's score (``State.returns()``).

    Args:
        game: a name, or a game as ``load_game`` gives it.
        preset, options: as in ``load_game``; only with a name.
        seat: the learner's, or ``"random"``, or ``"rotate"``: the next one with every deal, from seat 0 on.
        role: instead of ``seat``: everything before play is played for all seats, then the learner takes one that has
            the role, drawn if there are several. 斗地主: ``"landlord"``, ``"farmer"``, ``"landlord_down"`` (who plays
            after him), ``"landlord_up"``. 打大A: ``"big_ace"``, ``"others"``, ``"declarer"``. 保皇: ``"emperor"``,
            ``"guard"``, ``"rebels"``. Games with a dealer: ``"dealer"``, ``"partner"``, ``"attacker"``.
        opponent: a built-in player (:func:`pokerfast.simulate.policy_names`), or a function from a State to an action,
            or one of these for each seat (the learner's own is used before play when there is a ``role``).
        start: ``"deal"`` plays everything; ``"play"`` skips all that comes before the first card is played.
        scheme: how actions are numbered (``actions_for``), or a scheme of the game.
        illegal: what an id outside the mask does: ``"end"`` ends the deal with ``illegal_reward`` and
            ``info["illegal"]``; ``"raise"``: IllegalActionError, and nothing has changed.
        encoding: of observations, ``"general"`` or, in 斗地主 with ``start="play"``, ``"douzero"``.
        render_mode: ``"ansi"``: ``render`` answers text; ``"human"``: it prints it; None: neither.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        *,
        preset: str | None = None,
        seat: int | str | None = None,
        role: str | None = None,
        opponent: str | Player | Sequence[str | Player] = "random",
        start: str = "deal",
        scheme: str | Scheme = "auto",
        encoding: str = "general",
        illegal: str = "end",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = rules_of(game, preset, options)
        self.scheme = actions_for(self.game, scheme)
        faults = [
            (name, f"{shortened(value)} is not one of {', '.join(map(repr, known))}")
            for name, value, known in (
                ("render_mode", render_mode, (None, *RENDER_MODES)),
                ("illegal", illegal, ILLEGAL),
            )
            if not is_named(value, known)
        ]
        if isinstance(illegal_reward, bool) or not isinstance(illegal_reward, (int, float)):
            raise TypeError(f"illegal_reward is a number, not {type(illegal_reward).__name__}")
        if role is not None and seat is not None:
            faults.append(("seat", "seat or role, not both"))
        if isinstance(seat, str):
            if seat not in SEATS:
                faults.append(("seat", f"{shortened(seat)} is not a seat, 'random' or 'rotate'"))
        elif seat is not None and not 0 <= integer("seat", seat) < self.game.num_players:
            faults.append(("seat", f"must be 0 to {self.game.num_players - 1}"))
        self._players, unknown = _players(self.game, opponent)
        faults += unknown
        if faults:
            raise RulesError(faults)
        self.render_mode = render_mode
        self._asked_seat, self._role, self._start = 0 if seat is None else seat, role, start
        self._illegal, self._illegal_reward = illegal, float(illegal_reward)
        self._observer = Observer(self.game, self.scheme, encoding)
        self._deals = 0
        self._seat = 0
        self._ended = True
        # Whether these rules have whole games at all, and whether the scheme is theirs, is said at once.
        self._deal = Deal(self.scheme, self.game._deal({"seed": 0, "start": start}))
        if role is not None:
            known = _roles(self.game._deal({"seed": 0, "start": "play"}))
            if role not in known:
                raise RulesError([("role", f"{shortened(role)} is unknown; known: {', '.join(known) or 'none'}")])
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self._observer.size,), np.int8),
                "action_mask": spaces.Box(0, 1, (self.scheme.size,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.scheme.size)

    @property
    def deal(self) -> Deal:
        """The deal being played; its ``state`` is the whole position, hidden cards and all."""
        return self._deal

    @property
    def seat(self) -> int:
        """The learner's seat in this deal."""
        return self._seat

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal afresh and play up to the learner's first turn.

        Args:
            seed: of the deal, as in ``new_game``, and of all else that is drawn, in this deal and those after it;
                None: go on with the last seed.
            options: ``options["new_game"]`` holds arguments of ``new_game``, such as ``{"first": 1}``; all else is
                ignored.

        Raises:
            RulesError: 1000 deals in a row ended before the learner was asked, or had no seat of the role.
        """
        super().reset(seed=seed)
        arguments = deal_arguments(self._start, options)
        if seed is not None:
            self._deals = 0
        deal_seed = draw_seed(self.np_random) if seed is None else seed
        for _ in range(MOST_DEALS):
            deal = Deal(self.scheme, self.game._deal({"seed": deal_seed, **arguments}))
            seat = self._take_seat(deal)
            self._deals += 1
            if seat is not None and self._play_others(deal, seat):
                break
            deal_seed = draw_seed(self.np_random)
        else:
            raise RulesError([("role", f"{MOST_DEALS} deals without a turn for the learner")])
        self._deal, self._seat, self._ended = deal, seat, False
        return self._observed()

    def _take_seat(self, deal: Deal) -> int | None:
        """The learner's seat; with a role everything before play has been played then. None if it cannot be had."""
        if self._role is not None:
            if not self._play_others(deal, None):
                return None
            seats = _roles(deal.state)[self._role]
            return int(seats[self.np_random.integers(len(seats))]) if seats else None
        if self._asked_seat == "random":
            return int(self.np_random.integers(self.game.num_players))
        if self._asked_seat == "rotate":
            return self._deals % self.game.num_players
        return int(self._asked_seat)

    def _play_others(self, deal: Deal, learner: int | None) -> bool:
        """Play until the learner is asked, or for None until play begins; False if the deal is over before."""
        state = deal.state
        while not state.is_over:
            seat = state.seat
            assert seat is not None
            if seat == learner or (learner is None and state.phase == "play"):
                return True
            player = self._players[seat]
            deal.act(
                choose(state, policy=player, seed=draw_seed(self.np_random))
                if isinstance(player, str)
                else player(state)
            )
        return False

    def _observed(self) -> tuple[dict[str, Any], dict[str, Any]]:
        mask = self._deal.mask() if not self._ended else np.zeros(self.scheme.size, np.int8)
        seen = {"observation": self._observer.observe(self._deal, self._seat), "action_mask": mask}
        return seen, {"action_mask": mask, "seat": self._seat}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """One id of the learner, then the others up to the learner's next turn.

        Raises:
            gymnasium.error.ResetNeeded: the deal is over.
            IllegalActionError: the id is not in the mask and ``illegal="raise"``.
        """
        if self._ended:
            raise gymnasium.error.ResetNeeded("the deal is over: call reset")
        number = integer("an action", action)
        reward, illegal = 0.0, False
        if self._illegal == "end" and not (0 <= number < self.scheme.size and self._deal.mask()[number]):
            reward, illegal, self._ended = self._illegal_reward, True, True
        elif self._deal.step(number) is not None:
            self._ended = True  # unless it comes back to the learner: a player of one's own may raise
            self._ended = not self._play_others(self._deal, self._seat)
            reward = self._deal.state.returns()[self._seat]
        observation, info = self._observed()
        if illegal:
            info["illegal"] = True
        if self.render_mode == "human":
            self.render()
        return observation, reward, self._ended, False, info

    def render(self) -> str | None:
        """The whole position as text, hidden cards and all: answered in mode ``"ansi"``, printed in ``"human"``."""
        if self.render_mode is None:
            return None
        text = self._deal.rendered()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def _players(
    game: Game, opponent: str | Player | Sequence[str | Player]
) -> tuple[list[str | Player], list[tuple[str, str]]]:
    """One player a seat, and what is wrong with them."""
    one = isinstance(opponent, str) or callable(opponent)
    players: list[Any] = [opponent] * game.num_players if one else list(opponent)  # type: ignore[arg-type]
    faults = [] if len(players) == game.num_players else [("opponent", f"one, or {game.num_players}, one a seat")]
    known = policy_names(game.name)
    for player in players:
        if isinstance(player, str):
            if player not in known:
                faults.append(("opponent", f"{shortened(player)} is unknown; known: {', '.join(known)}"))
        elif not callable(player):
            raise TypeError(f"an opponent is a name or a function, not {type(player).__name__}")
    return players, list(dict.fromkeys(faults))


def _roles(state: State) -> dict[str, list[int]]:
    """Seats by every role of the game, as far as the position has settled them."""
    n = state.num_players
    roles: dict[str, list[int]] = {}
    if isinstance(state, ClimbingState):
        for seat, side in enumerate(state.sides):
            if side is not None:
                roles.setdefault(side, []).append(seat)
        for name in ("landlord", "emperor", "guard", "declarer"):
            if state._has(name):
                seat_of = getattr(state, name)
                roles[name] = [] if seat_of is None else [seat_of]
        if "landlord" in roles:
            roles["farmer"] = roles.get("farmers", [])
            roles["landlord_down"] = [(seat + 1) % n for seat in roles["landlord"]]
            roles["landlord_up"] = [(seat + n - 1) % n for seat in roles["landlord"]]
    elif isinstance(state, TrickState) and state.dealer is not None:
        dealer = state.dealer
        partner = [(dealer + 2) % n] if n == 4 else []
        roles = {"dealer": [dealer], "partner": partner}
        roles["attacker"] = [seat for seat in range(n) if seat not in (dealer, *partner)]
    return roles


def _register() -> None:
    for game, name in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="pokerfast.envs.gym:SeatEnv", kwargs={"game": game})


_register()
