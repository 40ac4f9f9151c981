"""Deals as environments play them: id by id, forwards and back, copied with all that has happened."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import pokerfast as pf
from pokerfast.envs.actions import actions_for
from pokerfast.envs.deal import PENDING, Deal, Observer, deal_arguments, rules_of
from tests.contract.positions import CASES, GAMES, game

every_case = pytest.mark.parametrize(("name", "variant"), CASES)


def deal_of(name: str, variant: int, seed: int) -> Deal:
    rules = game(name, variant)
    return Deal(actions_for(rules), rules.new_game(seed=seed))


def choose(deal: Deal, rng: random.Random) -> int:
    """An id, declining more often than not where there is something to decline."""
    legal = deal.legal().tolist()
    no = [number for number in legal if deal.text(number) == "no"]
    return int(no[0] if no and rng.random() < 0.6 else rng.choice(legal))


def same(one: Deal, two: Deal) -> bool:
    return (
        one.state == two.state
        and one.state.history == two.state.history
        and one.pending == two.pending
        and np.array_equal(one.mask(), two.mask())
    )


@every_case
def test_copies_and_steps_back(name: str, variant: int) -> None:
    rng = random.Random(variant)
    deal = deal_of(name, variant, seed=variant)
    stack: list[Deal] = []
    partial = 0
    while not deal.state.is_over and len(stack) < 150:
        stack.append(deal.clone())
        number = choose(deal, rng)
        action = deal.step(number)
        partial += action is None
        assert (action is None) == (deal.state._moves == stack[-1].state._moves)
        if rng.random() < 0.1:
            for again in (copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
                assert same(deal, again)
    assert (partial > 0) == (name in ("shengji", "erqiwang", "dabaifen"))
    while stack:
        deal.undo()
        assert same(deal, stack.pop())
    with pytest.raises(pf.PhaseError):
        deal.undo()


def test_what_came_from_outside_is_kept() -> None:
    deal = deal_of("doudizhu", 0, seed=1)
    deal.state.administer(2, "auto")
    deal.act(deal.state.legal_actions()[0])
    assert same(deal, pickle.loads(pickle.dumps(deal)))


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_id_changes_nothing(name: str) -> None:
    deal = deal_of(name, 0, seed=2)
    deal.step(int(deal.legal()[-1]))
    before = deal.clone()
    for number in (-1, deal.scheme.size, *np.flatnonzero(deal.mask() == 0)[:3].tolist()):
        with pytest.raises(pf.IllegalActionError):
            deal.step(number)
        assert same(deal, before)
    with pytest.raises(TypeError):
        deal.step("0")  # type: ignore[arg-type]
    assert same(deal, before)


def test_cards_named_so_far_are_seen_by_their_owner_alone() -> None:
    rules = pf.load_game("shengji", preset="titanic")
    deal = Deal(actions_for(rules), rules.new_game(seed=1))
    observer = Observer(rules, deal.scheme)
    while deal.state.phase != "bury":
        deal.act(deal.state.legal_actions()[0])
    seat = deal.state.seat
    assert seat is not None
    nothing = [observer.observe(deal, other) for other in range(4)]
    ids = deal.scheme.ids(deal.state, deal.state.legal_actions()[12345])
    for number in ids[:-1]:
        assert deal.step(number) is None
    for other in range(4):
        seen = observer.observe(deal, other)
        assert np.array_equal(seen[:-PENDING], nothing[other][:-PENDING])
        if other != seat:
            assert np.array_equal(seen, nothing[other])
    rows = observer.observe(deal, seat)[-PENDING:].reshape(3, 54)
    named = deal.pending.split()
    kinds = {number: ids[:-1].count(number) for number in ids[:-1]}
    assert len(named) == len(ids) - 1 == rows.sum()
    assert {int(kind): int(rows[:, kind].sum()) for kind in np.flatnonzero(rows[0])} == kinds
    assert (rows[0] >= rows[1]).all() and (rows[1] >= rows[2]).all()
    assert "named: " + deal.pending in deal.rendered()


def test_arguments() -> None:
    rules = pf.load_game("whist")
    assert rules_of(rules, None, {}) is rules
    assert rules_of("doudizhu", "rlcard", {"bomb_factor": 3}).options["bomb_factor"] == 3
    with pytest.raises(pf.RulesError):
        rules_of(rules, "whist", {})
    with pytest.raises(pf.RulesError):
        rules_of("chess", None, {})
    assert deal_arguments("play", None) == {"start": "play"}
    assert deal_arguments("play", {"new_game": {"first": 1, "start": "deal"}, "x": 1}) == {"start": "deal", "first": 1}
    with pytest.raises(TypeError):
        deal_arguments("play", {"new_game": 3})


def test_douzero_sees_play_alone() -> None:
    rules = pf.load_game("doudizhu", preset="douzero")
    observer = Observer(rules, actions_for(rules), "douzero")
    deal = Deal(actions_for(rules), rules.new_game(seed=1))
    assert observer.observe(deal, 0).sum() == 0
    while deal.state.phase != "play":
        deal.act(deal.state.legal_actions()[0])
    assert observer.observe(deal, 0).sum() > 0
    with pytest.raises(pf.RulesError):
        Observer(pf.load_game("whist"), actions_for(pf.load_game("whist")), "douzero")


def test_nothing_needs_the_libraries_but_their_own_modules() -> None:
    modules = ("", ".actions", ".card_actions", ".deal", ".encoding", ".recall", ".vector")
    code = "import sys\n" + "".join(f"import pokerfast.envs{module}\n" for module in modules)
    code += "print({'gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
