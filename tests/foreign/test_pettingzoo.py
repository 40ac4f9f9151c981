"""PettingZoo's own acceptance tests on every game, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pokerfast as pf

from . import peers

GAMES = pf.list_games()
ARGUMENTS: dict[str, tuple[dict[str, Any], ...]] = {
    "doudizhu": (
        {},
        {"preset": "rlcard", "start": "play"},
        {"preset": "douzero", "start": "play", "encoding": "douzero"},
    ),
    "dadaa": ({}, {"counter_double_ace": True}),
    "baohuang": ({}, {"preset": "classic"}),
    "shengji": ({}, {"preset": "one_deck"}, {"scheme": "index", "start": "play"}),
    "dabaifen": ({}, {"preset": "contract"}),
    "erqiwang": ({}, {"preset": "three_players"}),
    "whist": ({}, {"scheme": "index"}),
}
CASES = [(name, given) for name in GAMES for given in ARGUMENTS[name]]
#: What PettingZoo says of every environment with a mask beside its observation.
HARMLESS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@pytest.fixture(scope="module")
def zoo() -> Any:
    peers.require("pettingzoo")
    from pokerfast.envs import pettingzoo

    return pettingzoo


@pytest.mark.parametrize(("name", "given"), CASES)
def test_acceptance(zoo: Any, name: str, given: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    testing = peers.require("pettingzoo.test")
    allowed = HARMLESS
    if "encoding" in given:  # nothing to be seen once the deal is over
        allowed += ("Observation numpy array is all zeros.",)
    for make in (zoo.env, zoo.raw_env):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            testing.api_test(make(name, **given), num_cycles=150)
            testing.seed_test(lambda make=make: make(name, **given), num_cycles=60)
        assert {str(warning.message) for warning in caught} <= set(allowed)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "given"), CASES)
def test_a_deal_is_that_of_the_core(zoo: Any, name: str, given: dict[str, Any]) -> None:
    """Masks, turns and rewards against the State moved by hand."""
    env = zoo.env(name, **given)
    raw = env.unwrapped
    rng = random.Random(1)
    env.reset(seed=5)
    state = raw.game.new_game(seed=5, start=given.get("start", "deal"))
    steps = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert info == {} and not truncation
        if termination:
            assert reward == state.returns()[int(agent.removeprefix("player_"))]
            env.step(None)
            continue
        assert reward == 0 and agent == f"player_{state.seat}"
        assert env.observation_space(agent).contains(observation)
        for other in env.possible_agents:
            if other != agent:
                assert env.observe(other)["action_mask"].sum() == 0
        scheme = raw.scheme
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == raw.deal.legal().tolist()
        before = raw.deal.state._moves
        no = [number for number in legal if raw.deal.text(number) == "no"]
        env.step(no[0] if no and rng.random() < 0.6 else rng.choice(legal))
        steps += 1
        if raw.deal.state._moves > before:
            done = raw.deal.state.history[-1]
            assert sum(len(scheme.ids(state, text)) for text in [str(done)]) <= steps
            state.apply(done)
        assert state == raw.deal.state
    assert state.is_over and env.agents == []


def test_seeds(zoo: Any) -> None:
    one, two = (zoo.raw_env("doudizhu", start="play") for _ in range(2))
    hands = []
    for env in (one, two):
        env.reset(seed=9)
        deals = [env.deal.state]
        for _ in range(3):
            env.reset()
            deals.append(env.deal.state)
        hands.append([str(state.hands[0]) for state in deals])
        assert deals[0] == env.game.new_game(seed=9, start="play")
    assert hands[0] == hands[1] and len(set(hands[0])) == 4
    one.reset(seed=3, options={"new_game": {"start": "deal", "first": 2}})
    assert one.deal.state == one.game.new_game(seed=3, first=2)
    before = one.deal.state.clone()
    with pytest.raises(pf.RulesError):
        one.reset(seed=3, options={"new_game": {"first": 7}})
    assert one.deal.state == before


def test_illegal_ids(zoo: Any) -> None:
    raw = zoo.raw_env("doudizhu", preset="rlcard", start="play")
    raw.reset(seed=1)
    before = pickle.dumps(raw.deal)
    wrong = int(np.flatnonzero(raw.deal.mask() == 0)[0])
    for action in (wrong, -1, 10**6):
        with pytest.raises(pf.IllegalActionError):
            raw.step(action)
    for action in (None, "3", 1.5):
        with pytest.raises(TypeError):
            raw.step(action)
    assert pickle.dumps(raw.deal) == before and raw.agent_selection == "player_0"
    env = zoo.env("doudizhu", preset="rlcard", start="play")
    env.reset(seed=1)
    env.step(wrong)
    assert env.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}
    assert all(env.terminations.values())


def test_copies_play_on_alone(zoo: Any) -> None:
    for name in GAMES:
        env = zoo.env(name)
        env.reset(seed=4)
        env.action_space(env.agent_selection).seed(1)
        for _ in range(30):
            observation, *_ = env.last()
            if env.terminations[env.agent_selection]:
                break
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert again.unwrapped.deal.state.history == env.unwrapped.deal.state.history
            agent = again.agent_selection
            assert agent == env.agent_selection
            assert np.array_equal(again.observe(agent)["observation"], env.observe(agent)["observation"])
            if not again.terminations[agent]:
                before = env.unwrapped.deal.state.clone()
                again.step(int(again.unwrapped.deal.legal()[0]))
                assert env.unwrapped.deal.state == before


def test_rendering(zoo: Any, capsys: pytest.CaptureFixture[str]) -> None:
    env = zoo.env("whist", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text.startswith("<State of whist") and str(env.unwrapped.deal.state.hands[2]) in text
    assert zoo.raw_env("whist").render() is None
    env = zoo.raw_env("whist", render_mode="human")
    env.reset(seed=1)
    env.step(int(env.deal.legal()[0]))
    assert env.render() is None and "last:" in capsys.readouterr().out
    assert str(env) == "pokerfast_whist_v0"


@pytest.mark.parametrize("name", GAMES)
def test_the_example(zoo: Any, name: str) -> None:
    example = Path(__file__).parents[2] / "examples/pettingzoo_random.py"
    command = [sys.executable, "-W", "error", str(example), name, "--seed", "3"]
    one, two = (subprocess.run(command, capture_output=True, text=True, timeout=60) for _ in range(2))
    assert (one.returncode, one.stderr) == (0, "") and one.stdout == two.stdout
    seats = pf.load_game(name).num_players
    lines = one.stdout.splitlines()
    assert {line.split(":")[0] for line in lines[:seats]} == {f"player_{seat}" for seat in range(seats)}
    assert lines[-1].startswith("returns: [")


def test_arguments(zoo: Any) -> None:
    for wrong in (
        {"render_mode": "rgb_array"},
        {"start": "end"},
        {"preset": "nobody"},
        {"scheme": "card"},
        {"encoding": "words"},
        {"kicker_roket": True},
    ):
        with pytest.raises(pf.RulesError):
            zoo.env("doudizhu", **wrong)
    game = pf.load_game("doudizhu", bomb_factor=3)
    assert zoo.env(game).unwrapped.game is game
    with pytest.raises(pf.RulesError):
        zoo.env(game, preset="qq")
