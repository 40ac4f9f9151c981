"""Gymnasium's environment checker on every game, and a learner's seat among built-in and own players."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import pokerfast as pf

from . import peers

GAMES = pf.list_games()
every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def gymnasium() -> Any:
    module = peers.require("gymnasium")
    from pokerfast.envs import gym

    assert gym.IDS  # registered by the import
    return module


def make(gymnasium: Any, name: str, **given: Any) -> Any:
    from pokerfast.envs.gym import IDS

    return gymnasium.make(IDS[name], **given)


def play(env: Any, seed: int, choose: Any = None) -> tuple[float, int, list[Any]]:
    """A whole deal by the learner's ids (the first, unless told otherwise): reward, steps, every observation."""
    observation, info = env.reset(seed=seed)
    seen, steps, reward, ended = [observation], 0, 0.0, False
    while not ended:
        legal = np.flatnonzero(info["action_mask"])
        assert np.array_equal(observation["action_mask"], info["action_mask"]) and len(legal)
        observation, reward, ended, truncated, info = env.step(int(legal[0] if choose is None else choose(legal)))
        assert not truncated and env.observation_space.contains(observation)
        seen.append(observation)
        steps += 1
        assert ended or reward == 0
    assert info["action_mask"].sum() == 0
    return reward, steps, seen


@every_game
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_acceptance(gymnasium: Any, name: str, opponent: str) -> None:
    checker = peers.require("gymnasium.utils.env_checker")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        checker.check_env(make(gymnasium, name, opponent=opponent).unwrapped)
    assert caught == []


def test_every_game_has_an_id(gymnasium: Any) -> None:
    from pokerfast.envs.gym import IDS

    assert tuple(sorted(IDS)) == GAMES
    assert set(IDS.values()) <= set(gymnasium.registry)
    assert IDS["doudizhu"] == "pokerfast/DouDizhu-v0" and IDS["shengji"] == "pokerfast/ShengJi-v0"


@every_game
def test_whole_deals(gymnasium: Any, name: str) -> None:
    env = make(gymnasium, name, seat="rotate", opponent="greedy")
    raw = env.unwrapped
    seats = []
    for seed in range(3):
        reward, steps, seen = play(env, seed)
        again = play(make(gymnasium, name, seat=raw.seat, opponent="greedy"), seed)
        assert raw.deal.state.is_over and reward == raw.deal.state.returns()[raw.seat] and steps > 0
        assert again[:2] == (reward, steps)
        assert all(np.array_equal(a["observation"], b["observation"]) for a, b in zip(seen, again[2], strict=True))
        seats.append(raw.seat)
        with pytest.raises(gymnasium.error.ResetNeeded):
            raw.step(0)
    assert seats == [0, 0, 0]  # a seed begins the round of seats anew
    env.reset(seed=1)
    for seat in range(1, 4):
        assert env.reset()[1]["seat"] == seat % raw.game.num_players


def test_deals_are_those_of_the_seed(gymnasium: Any) -> None:
    env = make(gymnasium, "whist", seat=3, opponent="greedy")
    env.reset(seed=11)
    state = env.unwrapped.deal.state
    assert state._initial() == pf.load_game("whist").new_game(seed=11)
    env.reset(seed=11, options={"new_game": {"dealer": 2}})
    assert env.unwrapped.deal.state._initial() == pf.load_game("whist").new_game(seed=11, dealer=2)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("doudizhu", "landlord"),
        ("doudizhu", "farmer"),
        ("doudizhu", "farmers"),
        ("doudizhu", "landlord_down"),
        ("doudizhu", "landlord_up"),
        ("dadaa", "big_ace"),
        ("dadaa", "declarer"),
        ("baohuang", "emperor"),
        ("baohuang", "guard"),
        ("baohuang", "rebels"),
        ("shengji", "dealer"),
        ("shengji", "partner"),
        ("shengji", "attacker"),
        ("erqiwang", "dealer"),
        ("dabaifen", "attacker"),
    ],
)
def test_roles(gymnasium: Any, name: str, role: str) -> None:
    env = make(gymnasium, name, role=role, opponent="greedy")
    seats = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        state, seat = env.unwrapped.deal.state, info["seat"]
        seats.add(seat)
        assert state.phase == "play" and state.seat == seat
        match role:
            case "landlord":
                assert seat == state.landlord
            case "landlord_down" | "landlord_up":
                assert (seat - state.landlord) % 3 == (1 if role == "landlord_down" else 2)
            case "farmer" | "farmers" | "big_ace" | "rebels":
                assert state.sides[seat] == ("farmers" if role == "farmer" else role)
            case "declarer" | "emperor" | "guard" | "dealer":
                assert seat == getattr(state, role)
            case "partner" | "attacker":
                assert (seat - state.dealer) % 2 == (role == "attacker") and seat != state.dealer
    assert len(seats) > 1 or name in ("shengji", "dabaifen")


def test_own_players(gymnasium: Any) -> None:
    asked: list[int] = []

    def first(state: pf.State) -> pf.Action:
        assert state.seat is not None
        asked.append(state.seat)
        return state.legal_actions()[0]

    env = make(gymnasium, "doudizhu", preset="rlcard", start="play", seat=1, opponent=[first, "greedy", "random"])
    play(env, 2)
    assert set(asked) == {0}
    env = make(gymnasium, "whist", opponent=lambda state: str(state.legal_actions()[-1]), seat="random")
    assert play(env, 1)[1] == 13
    broken = make(gymnasium, "whist", opponent=lambda state: "C2 C3", seat=2)
    with pytest.raises(pf.PokerfastError):
        for seed in range(20):
            play(broken, seed)


def test_illegal_ids(gymnasium: Any) -> None:
    env = make(gymnasium, "doudizhu", preset="rlcard", start="play", illegal_reward=-7)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    state = env.unwrapped.deal.state.clone()
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended, info["illegal"]) == (-7.0, True, True) and env.unwrapped.deal.state == state
    strict = make(gymnasium, "doudizhu", preset="rlcard", start="play", illegal="raise").unwrapped
    strict.reset(seed=1)
    for action in (wrong, -1, 10**6):
        with pytest.raises(pf.IllegalActionError):
            strict.step(action)
    with pytest.raises(TypeError):
        strict.step("3")
    assert strict.deal.state == state
    strict.step(int(strict.deal.legal()[0]))


def test_copies(gymnasium: Any) -> None:
    for name in GAMES:
        env = make(gymnasium, name, opponent="greedy")
        env.reset(seed=6)
        env.step(int(env.unwrapped.deal.legal()[0]))
        state = env.unwrapped.deal.state
        for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            raw = again.unwrapped
            assert raw.deal.state.history == state.history and raw.seat == env.unwrapped.seat
            one = raw.step(int(raw.deal.legal()[0]))
            two = copy.deepcopy(env).unwrapped.step(int(env.unwrapped.deal.legal()[0]))
            assert np.array_equal(one[0]["observation"], two[0]["observation"]) and one[1:3] == two[1:3]


def test_many_side_by_side(gymnasium: Any) -> None:
    envs = gymnasium.make_vec("pokerfast/Whist-v0", num_envs=3)
    observations, _ = envs.reset(seed=1)
    for _ in range(30):
        masks = observations["action_mask"]
        assert masks.shape == (3, envs.single_action_space.n)
        # After the end of a deal its mask is empty, and the id given then is not looked at.
        observations, *_ = envs.step(masks.argmax(axis=1))
    envs.close()


def test_arguments(gymnasium: Any) -> None:
    from pokerfast.envs.gym import SeatEnv

    for wrong in (
        {"seat": 3},
        {"seat": -1},
        {"seat": "left"},
        {"seat": 1, "role": "landlord"},
        {"role": "dealer"},
        {"opponent": "nobody"},
        {"opponent": ["random"]},
        {"illegal": "ignore"},
        {"render_mode": "rgb_array"},
        {"start": "end"},
        {"preset": "nobody"},
    ):
        with pytest.raises(pf.RulesError):
            SeatEnv("doudizhu", **wrong)
    for wrong in ({"opponent": 3}, {"opponent": [1, 2, 3]}, {"seat": 1.5}):
        with pytest.raises(TypeError):
            SeatEnv("doudizhu", **wrong)
    with pytest.raises(pf.RulesError):
        SeatEnv("whist", role="landlord")
    assert make(gymnasium, "whist", render_mode="ansi").unwrapped.render().startswith("<State of whist")


def test_a_player_that_raises_ends_the_deal(gymnasium: Any) -> None:
    from pokerfast.envs.gym import SeatEnv

    asked = []

    def tired(state: pf.State) -> pf.Action:
        asked.append(state.seat)
        if len(asked) == 5:
            raise KeyError("enough")
        return state.legal_actions()[-1]

    env = SeatEnv("doudizhu", start="play", opponent=tired)
    seen, _ = env.reset(seed=1)
    with pytest.raises(KeyError):
        for _ in range(60):
            seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)


def test_odd_arguments_are_refused(gymnasium: Any) -> None:
    from pokerfast.envs.gym import SeatEnv

    for wrong in ({"scheme": 5}, {"scheme": None}, {"illegal_reward": "x"}, {"illegal_reward": True}):
        with pytest.raises(TypeError):
            SeatEnv("doudizhu", **wrong)  # type: ignore[arg-type]
    for refused in ({"render_mode": np.array([1, 2])}, {"illegal": 7}, {"render_mode": "film"}):
        with pytest.raises(pf.RulesError):
            SeatEnv("doudizhu", **refused)  # type: ignore[arg-type]
    env = SeatEnv("doudizhu")
    for options in (5, "x", [1], {"new_game": 7}):
        with pytest.raises(TypeError):
            env.reset(options=options)  # type: ignore[arg-type]
