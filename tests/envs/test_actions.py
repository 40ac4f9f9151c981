"""Action ids: the mask has exactly the legal actions, every id leads to its own and back, and nothing else is taken."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

import pokerfast as pf
from pokerfast.envs.actions import ComboActions, IndexActions, Scheme, actions_for
from pokerfast.envs.card_actions import CardActions
from tests.contract.positions import CASES, GAMES, game, some, walk

pytestmark = pytest.mark.arch
CLIMBING = [(name, variant) for name, variant in CASES if isinstance(game(name, variant), pf.ClimbingGame)]


def number_of(state: pf.State, action: pf.Action) -> int:
    """Where the list of legal actions has it, by text."""
    return [str(known) for known in state.legal_actions()].index(str(action))


def check_position(scheme: Scheme, state: pf.State, rng: random.Random) -> None:
    """Schemes whose ids are whole actions."""
    turn = scheme.begin(state)
    mask = turn.mask()
    assert mask.dtype == np.int8 and mask.shape == (scheme.size,) and set(mask.tolist()) <= {0, 1}
    assert turn.pending == ""
    legal = [int(number) for number in np.flatnonzero(mask)]
    assert len(legal) == min(state.count_legal(), scheme.size)
    before = state.to_bytes()
    found = []
    for number in legal:
        action = turn.step(number)
        assert action is not None and turn.text(number) == str(action)
        found.append(str(action))
    listed = state.legal_actions()
    if len(listed) == len(legal):
        assert sorted(found) == sorted(str(action) for action in listed)
    for number, text in rng.sample(list(zip(legal, found, strict=True)), min(3, len(legal))):
        assert scheme.ids(state, text) == (number,)
        copy = state.clone()
        copy.apply(text)
        assert scheme.ids(state, copy.history[-1]) == (number,)
    for number in (-1, scheme.size, 1 << 70, *rng.sample(range(scheme.size), 3)):
        if number not in legal:
            with pytest.raises(pf.IllegalActionError) as error:
                turn.step(number)
            assert error.value.code == "index"
    assert state.to_bytes() == before


@pytest.mark.parametrize(("name", "variant"), CLIMBING)
def test_an_id_for_every_play(name: str, variant: int) -> None:
    scheme = ComboActions(game(name, variant))
    rng = random.Random(variant)
    phases = set()
    for seed in range(2):
        for state in walk(name, variant, seed):
            phases.add(state.phase)
            if rng.random() < 0.3 or state.phase not in ("play", "reveal", "show_deal") or state.is_over:
                check_position(scheme, state, rng)
    assert {"play", "over"} <= phases


def test_taking_has_ids() -> None:
    """Fours that take the table: rare in deals played at random."""
    rules = pf.load_game("dadaa", fours_take_true_seven=True)
    scheme = ComboActions(rules)
    words = {scheme.text(number) for number in range(scheme.num_plays, scheme.size)}
    assert {f"take {'4' * n}" for n in range(2, 8)} <= words and "take 4" not in words
    hands = ["44445", "667", "889", "TTJ", "QQK**"]
    state = rules.setup(hands=hands, to_move=0, table="999", table_by=4, sides=[4])
    turn = scheme.begin(state)
    [number] = scheme.ids(state, "take 44")
    assert turn.mask()[number] == 1 and turn.step(number) == state.legal_actions()[number_of(state, turn.step(number))]
    assert scheme.ids(state, "take S4 H4") == (number,)


def test_ids_do_not_move() -> None:
    """What others store stays what it is: plays by kind, length, rank and cards, then pass, then words."""
    scheme = ComboActions(pf.load_game("doudizhu"))
    assert (scheme.size, scheme.num_plays) == (34161, 34152)
    assert [scheme.text(number) for number in range(17)][13:] == ["solo@w:w", "solo@W:W", "pair@3:33", "pair@4:44"]
    words = [scheme.text(number) for number in range(scheme.num_plays, scheme.size)]
    assert words == ["pass", "no", "show", "call", "bid 1", "bid 2", "bid 3", "rob", "double"]
    texts = [scheme.text(number) for number in range(scheme.size)]
    assert len(set(texts)) == len(texts)
    for preset, size in (("rlcard", 27480), ("distinct", 13559)):
        assert ComboActions(pf.load_game("doudizhu", preset=preset)).size == size
    assert ComboActions(pf.load_game("dadaa")).size == 277
    assert ComboActions(pf.load_game("baohuang")).size == 4070


def test_rules_that_change_no_play_keep_the_ids() -> None:
    one, two = (ComboActions(pf.load_game("doudizhu", bomb_factor=factor)) for factor in (2, 3))
    assert one != two
    assert all(one.text(number) == two.text(number) for number in range(one.size))


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_places_in_the_list(name: str, variant: int) -> None:
    scheme = IndexActions(game(name, variant), 300)
    rng = random.Random(variant)
    cut = 0
    for state in walk(name, variant, 5):
        if state.phase == "bury" and state.count_legal() > 10**5:
            continue  # every action below is listed
        if rng.random() < 0.1:
            check_position(scheme, state, rng)
        if state.count_legal() > 300:
            cut += 1
            turn, last = scheme.begin(state), state.legal_actions()[-1]
            assert not scheme.reaches_all(state) and turn.step(299) == last
            assert turn.step(298) == state.legal_actions()[298]
            beyond = state.legal_actions()[299]
            if beyond != last:
                with pytest.raises(pf.IllegalActionError):
                    scheme.ids(state, beyond)
            assert scheme.ids(state, last) == (299,)
        else:
            assert scheme.reaches_all(state)
    if name == "shengji" and variant == 2:
        assert cut > 0


def test_a_bury_is_no_list() -> None:
    state = pf.load_game("shengji").new_game(seed=1)
    while state.phase != "bury":
        state.apply_index(0)
    scheme = IndexActions(state.game)
    assert scheme.begin(state).mask().sum() == scheme.size == 1024
    assert str(scheme.begin(state).step(1023)) == str(state.legal_actions()[-1])


@pytest.mark.parametrize("name", GAMES)
def test_the_scheme_of_a_game(name: str) -> None:
    rules = pf.load_game(name)
    scheme = actions_for(rules)
    assert isinstance(scheme, ComboActions if isinstance(rules, pf.ClimbingGame) else CardActions)
    assert isinstance(actions_for(rules, "index"), IndexActions)
    for wrong in ("card" if isinstance(rules, pf.ClimbingGame) else "combo", "cards", ""):
        with pytest.raises(pf.RulesError):
            actions_for(rules, wrong)
    state = rules.new_game(seed=3)
    for known in (scheme, actions_for(rules, "index")):
        again = pickle.loads(pickle.dumps(known))
        assert (again.size, again.begin(state).mask().tolist()) == (known.size, known.begin(state).mask().tolist())


def test_arguments() -> None:
    whist, doudizhu = pf.load_game("whist"), pf.load_game("doudizhu")
    with pytest.raises(TypeError):
        ComboActions(whist)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        actions_for("doudizhu")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        actions_for(doudizhu, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        IndexActions("whist")  # type: ignore[arg-type]
    for most in (0, -1, 1 << 25):
        with pytest.raises(pf.RulesError):
            IndexActions(whist, most)
    for scheme in (ComboActions(doudizhu), IndexActions(doudizhu)):
        with pytest.raises(TypeError):
            scheme.begin("state")  # type: ignore[arg-type]
        with pytest.raises(pf.RulesError):
            scheme.begin(pf.load_game("doudizhu", preset="rlcard").new_game(seed=1))
        state = doudizhu.new_game(seed=1)
        turn = scheme.begin(state)
        for wrong in (True, "0", 1.0, None):
            with pytest.raises(TypeError):
                turn.step(wrong)  # type: ignore[arg-type]
        with pytest.raises(pf.IllegalActionError):
            turn.text(scheme.size)
        with pytest.raises(pf.PhaseError):
            scheme.ids(state, "pass")
        assert eval(repr(scheme), {"load_game": pf.load_game, **globals()}) == scheme
    assert IndexActions(whist, 1).begin(whist.new_game(seed=1)).mask().tolist() == [1]


def test_a_deal_that_is_over() -> None:
    rules = pf.load_game("doudizhu", preset="rlcard")
    state = rules.new_game(seed=1, start="play")
    while not state.is_over:
        state.apply_index(0)
    for scheme in (ComboActions(rules), IndexActions(rules)):
        turn = scheme.begin(state)
        assert turn.mask().sum() == 0
        with pytest.raises(pf.IllegalActionError):
            turn.step(0)
    assert some(state.legal_actions()) == []
