"""Our games inside OpenSpiel: its own conformance test, and what its Python games can offer beyond it."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import pokerfast as pf

from . import peers

GAMES = pf.list_games()
#: Parameters that reach every phase of every game.
PARAMETERS = {
    "doudizhu": ("", "preset=rlcard", "options=auction:bid3;open_deal_thresholds:2+3,start=deal", "start=play"),
    "dadaa": ("", "options=counter_double_ace:on;score:grassland"),
    "baohuang": ("", "preset=classic,options=qiangdu:on"),
    "shengji": ("", "preset=titanic,options=rob_kitty:on;stakes:on", "scheme=index,start=play"),
    "dabaifen": ("", "preset=contract"),
    "erqiwang": ("", "preset=three_players"),
    "whist": ("", "scheme=index"),
}
CASES = [(name, given) for name in GAMES for given in PARAMETERS[name]]
every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def spiel() -> Any:
    spiel = peers.require("pyspiel")
    from pokerfast.envs import openspiel

    names = openspiel.register()
    assert names == openspiel.register() == tuple(f"python_pokerfast_{name}" for name in GAMES)
    assert set(names) <= set(spiel.registered_names())
    return spiel


def load(spiel: Any, name: str, given: str = "") -> Any:
    return spiel.load_game(f"python_pokerfast_{name}({given})")


def dealt(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def step(state: Any, rng: random.Random) -> None:
    """One action, declining more often than not, so that later phases are reached."""
    actions = state.legal_actions()
    no = [action for action in actions if state.action_to_string(action) == "no"]
    state.apply_action(no[0] if no and rng.random() < 0.6 else rng.choice(actions))


@pytest.mark.parametrize(("name", "given"), CASES)
def test_conformance(spiel: Any, name: str, given: str) -> None:
    spiel.random_sim_test(load(spiel, name, given), num_sims=1, serialize=True, verbose=False)


@every_game
def test_chance_is_the_seed(spiel: Any, name: str) -> None:
    game = load(spiel, name)
    assert game.max_chance_nodes_in_history() == 8 and game.max_chance_outcomes() == 256
    state = game.new_initial_state()
    seed = 0x0123456789ABCDEF
    for byte in seed.to_bytes(8, "big"):
        assert state.is_chance_node() and state.returns() == [0.0] * game.num_players()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 256 and abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
        state.apply_action(byte)
    assert state.deal.state == pf.load_game(name).new_game(seed=seed)
    assert state.history() == list(seed.to_bytes(8, "big"))


@every_game
def test_copies(spiel: Any, name: str) -> None:
    rng = random.Random(1)
    state = dealt(load(spiel, name), rng)
    for _ in range(25):
        if not state.is_terminal():
            step(state, rng)
    player = 1
    told = state.information_state_string(player)
    copies = [state.clone(), pickle.loads(pickle.dumps(state)), state.get_game().deserialize_state(state.serialize())]
    for copy in copies:
        assert (str(copy), copy.history()) == (str(state), state.history())
        assert copy.information_state_string(player) == told
        assert copy.deal.state.history == state.deal.state.history
    before = str(state)
    for copy in copies:
        if not copy.is_terminal():
            step(copy, rng)
            assert str(state) == before
    parent = state.parent()
    assert parent.history() == state.history()[:-1] and parent.current_player() == state.full_history()[-1].player
    parent.apply_action(state.history()[-1])
    assert str(parent) == before
    while state.history():
        state = state.parent()
    assert str(state) == str(state.get_game().new_initial_state())


@every_game
def test_json(spiel: Any, name: str) -> None:
    rng = random.Random(2)
    game = load(spiel, name)
    state = dealt(game, rng)
    for _ in range(20):
        if not state.is_terminal():
            step(state, rng)
    record = json.loads(state.to_json())
    assert pf.State.from_json(json.dumps(record["state"])) == state.deal.state
    again = game.new_initial_state(record)
    if not state.deal.pending:
        assert (again.current_player(), again.legal_actions()) == (state.current_player(), state.legal_actions())
    seen = state.to_observation_struct(1).to_dict()
    view = json.loads(state.deal.state.view(1).to_json())
    assert {**view, "pending": seen["pending"]} == seen


@every_game
def test_perfect_recall(spiel: Any, name: str) -> None:
    """Positions of one information state share all that was seen; the tensor tells apart what the text does."""
    rng = random.Random(3)
    game = load(spiel, name)
    tensors: dict[str, bytes] = {}
    views: dict[str, list[str]] = {}
    for number in range(3):
        state = dealt(game, random.Random(number // 2))
        seen: list[list[str]] = [[] for _ in range(game.num_players())]
        moves = -1
        while not state.is_terminal() and moves < 18:
            if state.deal.state._moves != moves:
                moves = state.deal.state._moves
                for player in range(game.num_players()):
                    seen[player].append(state.deal.state.view(player).to_json())
            for player in range(game.num_players()):
                text = state.information_state_string(player)
                tensor = np.array(state.information_state_tensor(player), np.float32)
                assert tensors.setdefault(text, tensor.tobytes()) == tensor.tobytes()
                pending = [state.deal.pending] if player == state.current_player() else []
                assert views.setdefault(text, seen[player] + pending) == seen[player] + pending
            step(state, rng)
    assert len(set(tensors.values())) == len(tensors) == len({json.dumps([k[:9], v]) for k, v in views.items()})


@pytest.mark.parametrize(("name", "given"), CASES)
def test_resampling(spiel: Any, name: str, given: str) -> None:
    """As OpenSpiel's ResampleInfostateTest, which reaches no Python game; and the resampled state plays on."""
    rng = random.Random(4)
    sampler = spiel.UniformProbabilitySampler(7, 0.0, 1.0)
    state = dealt(load(spiel, name, given), rng)
    found = hidden = number = 0
    while not state.is_terminal():
        number += 1
        if number % 15 == 1:
            for player in range(state.num_players()):
                try:
                    other = state.resample_from_infostate(player, sampler)
                except pf.ResampleError:  # what was done at random may fit next to no deal
                    continue
                found += 1
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.current_player() == state.current_player()
                assert other.history()[:8] == state.history()[:8]
                hidden += other.deal.state != state.deal.state
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                if "scheme=index" in given or other.deal.state._number("deal"):
                    continue  # ids that say where in a list, and cards dealt again, lead elsewhere
                # Its history leads where it stands, up to which of two equal cards was played.
                replayed = other.deal.state._initial()
                scheme = other.deal.scheme
                turn = scheme.begin(replayed)
                for action in other.history()[8:]:
                    done = turn.step(action)
                    if done is not None:
                        replayed.apply(done)
                        turn = scheme.begin(replayed)
                reached = other.deal.state
                assert list(map(str, replayed.hands)) == list(map(str, reached.hands))
                assert (replayed.seat, replayed.phase, turn.pending) == (
                    reached.seat,
                    reached.phase,
                    other.deal.pending,
                )
                step(other, rng)
        step(state, rng)
    assert found >= 3 and hidden >= 2


def test_search_of_openspiel_plays(spiel: Any) -> None:
    """Its information set Monte Carlo tree search needs resampling, clones and information states."""
    ismcts, mcts = (peers.require(f"open_spiel.python.algorithms.{module}") for module in ("ismcts", "mcts"))
    game = load(spiel, "whist")
    state = dealt(game, random.Random(5))
    rng = np.random.RandomState(6)
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=4.0, evaluator=mcts.RandomRolloutEvaluator(1, rng), max_simulations=10, random_state=rng
    )
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_parameters(spiel: Any) -> None:
    game = load(spiel, "doudizhu", "preset=rlcard,options=bomb_factor:3;open_deal_thresholds:3+9;doubling:off")
    expected = pf.load_game("doudizhu", preset="rlcard", bomb_factor=3, open_deal_thresholds=(3, 9), doubling=False)
    assert game.setting.game == expected
    assert spiel.load_game(str(game)).setting.game == expected == pickle.loads(pickle.dumps(game)).setting.game
    assert load(spiel, "erqiwang", "preset=three_players").num_players() == 3
    for wrong in ("preset=nobody", "options=doubling", "options=bomb_factor:9", "start=end", "scheme=card"):
        with pytest.raises((pf.RulesError, spiel.SpielError, RuntimeError)):
            load(spiel, "doudizhu", wrong)


def test_leaving_the_interpreter_in_peace(spiel: Any) -> None:
    code = "import pyspiel\nfrom pokerfast.envs import openspiel\nopenspiel.register()\n"
    code += "state = pyspiel.load_game('python_pokerfast_whist').new_initial_state()\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
