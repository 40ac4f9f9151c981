"""Every game as a PettingZoo environment (AEC): each seat is an agent.

::

    from pokerfast.envs import pettingzoo

    env = pettingzoo.env("doudizhu", preset="rlcard")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        ended = termination or truncation
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))

Needs the package ``pettingzoo``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from pokerfast.base import Game, is_named
from pokerfast.envs.actions import Scheme, actions_for
from pokerfast.envs.deal import Deal, Observer, deal_arguments, draw_seed, rules_of
from pokerfast.errors import RulesError, shortened

__all__ = ["env", "raw_env"]

RENDER_MODES = ("ansi", "human")
ILLEGAL_REWARD = -1.0


def env(game: str | Game, **arguments: Any) -> Any:
    """A game in PettingZoo's usual wrappers; arguments as of :class:`raw_env`.

    An id that the mask has not ends the deal for all, with a reward of -1 for who chose it; an id that is no id at all
    and calls out of order are errors.
    """
    raw = raw_env(game, **arguments)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD))
    )


class raw_env(AECEnv):
    """A game without wrappers.

    Agents are ``player_0`` …, seat by seat. An observation is ``{"observation": int8[n], "action_mask": int8[m]}``:
    what the agent may know as :class:`pokerfast.envs.encoding.Encoding` has it, followed, where an action takes several
    ids, by the cards named so far; and the ids that may come next, all 0 while another agent is asked. Rewards are 0
    until the deal is over, then the score of ``State.returns()``.

    Args:
        game: a name, or a game as ``load_game`` gives it.
        preset, options: as in ``load_game``; only with a name.
        start: ``"deal"`` plays everything; ``"play"`` skips all that comes before the first card is played.
        scheme: how actions are numbered (``actions_for``), or a scheme of the game.
        encoding: of observations, ``"general"`` or, in 斗地主 with ``start="play"``, ``"douzero"``.
        render_mode: ``"ansi"``: ``render`` answers text; ``"human"``: it prints it; None: neither.

    ``step`` with an id that the mask has not raises IllegalActionError; nothing has changed then.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (an environment has its own, with its name)
        "name": "pokerfast_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        preset: str | None = None,
        start: str = "deal",
        scheme: str | Scheme = "auto",
        encoding: str = "general",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if not is_named(render_mode, (None, *RENDER_MODES)):
            raise RulesError([("render_mode", f"{shortened(render_mode)} is not 'ansi', 'human' or None")])
        self.game = rules_of(game, preset, options)
        self.scheme = actions_for(self.game, scheme)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"pokerfast_{self.game.name}_v0"}
        self._start = start
        self._observer = Observer(self.game, self.scheme, encoding)
        # Whether these rules have whole games at all, and whether the scheme is theirs, is said at once.
        self._deal = Deal(self.scheme, self.game._deal({"seed": 0, "start": start}))
        self._random, _ = seeding.np_random(None)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observed = {
            "observation": spaces.Box(0, 1, (self._observer.size,), np.int8),
            "action_mask": spaces.Box(0, 1, (self.scheme.size,), np.int8),
        }
        # A space for each, since they are seeded one by one.
        self.observation_spaces = {agent: spaces.Dict(observed) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.scheme.size) for agent in self.possible_agents}

    @property
    def deal(self) -> Deal:
        """The deal being played; its ``state`` is the whole position, hidden cards and all."""
        return self._deal

    def observation_space(self, agent: str) -> Any:
        """The same space each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same space each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal afresh.

        Args:
            seed: of the deal, as in ``new_game``, and of all deals after it; None: the next one of the last seed.
            options: ``options["new_game"]`` holds arguments of ``new_game``, such as ``{"first": 1}``; all else is
                ignored.
        """
        arguments = deal_arguments(self._start, options)
        if seed is None:
            deal_seed = draw_seed(self._random)
        else:
            random, deal_seed = seeding.np_random(seed)
            deal_seed = seed
        deal = Deal(self.scheme, self.game._deal({"seed": deal_seed, **arguments}))
        if seed is not None:
            self._random = random
        self._deal = deal
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        seat = self._deal.state.seat
        assert seat is not None
        return self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees."""
        seat = self._seat_of[agent]
        asked = seat == self._deal.state.seat
        return {
            "observation": self._observer.observe(self._deal, seat),
            "action_mask": self._deal.mask() if asked else np.zeros(self.scheme.size, np.int8),
        }

    def step(self, action: int | None) -> None:
        """One id of the agent asked; None for an agent whose deal is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError("an action is an integer, not None, until the deal is over")
        self._deal.step(action)
        self._cumulative_rewards[agent] = 0.0
        state = self._deal.state
        if state.is_over:
            self.rewards = dict(zip(self.possible_agents, state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self._asked()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The whole position as text, hidden cards and all: answered in mode ``"ansi"``, printed in ``"human"``."""
        if self.render_mode is None:
            return None
        text = self._deal.rendered()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held that must be given back."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
