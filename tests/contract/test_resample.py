"""Other deals that look the same to a seat: at every point of the history, in every phase of every game."""

from __future__ import annotations

import random

import pytest

import pokerfast as pf
from tests.contract.positions import CASES, samples

pytestmark = pytest.mark.arch
#: Where some histories are out of reach of so few attempts: packs dealt with many declarations, a throne that went
#: round with its payments. So many of ten positions are found all the same.
HARD = {"shengji": 3, "baohuang": 3}
every_case = pytest.mark.parametrize(("name", "variant"), CASES)


def looks(state: pf.State, seat: int | None) -> list[str]:
    """Every view that a seat has had, the latest first."""
    walk, views = state.clone(), []
    while True:
        views.append(walk.view(seat).to_json())
        if not walk.history:
            return views
        walk.undo()


def lies(state: pf.State) -> object:
    """Where all cards are, those still to come among them."""
    return state.hands, state._fields().get("order"), state._fields().get("kitty")


@every_case
def test_another_deal_looks_the_same_all_the_way(name: str, variant: int) -> None:
    rng = random.Random(f"{name} {variant}")
    states = list(samples(name, variant))
    tried = found = changed = 0
    phases = set()
    for state in rng.sample(states, min(len(states), 10)):
        seat = rng.choice([None, *range(state.num_players)])
        tried += 1
        try:
            other = state.resample(seat, tried, attempts=2000)
        except pf.ResampleError as error:
            assert error.code == "no_deal"
            continue
        found += 1
        phases.add(state.phase)
        assert looks(other, seat) == looks(state, seat)
        assert len(other.history) == len(state.history)
        assert pf.State.from_bytes(other.to_bytes()) == other
        assert state.resample(seat, tried, attempts=2000).to_record() == other.to_record()
        changed += lies(other) != lies(state)
        # Without its history there is less to know, and nothing to go wrong.
        bare = pf.State.from_bytes(state.to_bytes())
        assert bare.resample(seat, 1).view(seat) == bare.view(seat)
    assert changed  # not where all hands are shown
    # Three packs and 反底: most are out of reach.
    least = 1 if (name, variant) == ("shengji", 2) else HARD.get(name, tried)
    assert found >= min(least, tried)
    assert phases


@every_case
def test_every_action_of_another_deal_was_legal(name: str, variant: int) -> None:
    rng = random.Random(f"{variant} {name}")
    # A redeal comes from the seed, which is not that of another deal.
    states = [state for state in samples(name, variant) if state.history and not state._number("deal")]
    for state in rng.sample(states, min(len(states), 6)):
        seat = rng.choice([None, *range(state.num_players)])
        try:
            other = state.resample(seat, 3, attempts=2000)
        except pf.ResampleError:
            continue
        walk, actions = other._initial(), [action for _, action in other._history_seen(-2)]
        for action in actions:
            assert action is not None
            if action.kind == "administer":
                assert action.seat is not None
                walk.administer(action.seat, str(action).split()[0])
            elif action.kind != "bury":
                walk.apply(action)
            else:
                walk.apply(str(action))
        assert walk == other


def test_what_is_asked_for_is_checked() -> None:
    state = pf.load_game("doudizhu").new_game(seed=1)
    for arguments in ({"seat": 3}, {"seed": -1}, {"seed": 1 << 64}, {"attempts": 0}):
        given = {"seat": 0, "seed": 1} | arguments
        seat, seed = given.pop("seat"), given.pop("seed")
        with pytest.raises(pf.RulesError):
            state.resample(seat, seed, **given)
    for wrong in ("0", 1.5, True):
        with pytest.raises(TypeError):
            state.resample(0, wrong)  # type: ignore[arg-type]


def test_a_seed_does_not_tell_the_deal() -> None:
    """What comes after another deal, a redeal, is not what would have come."""
    game = pf.load_game("doudizhu", open_hand=False)
    state = game.new_game(seed=4)
    other = state.resample(0, 9)
    for s in (state, other):
        while s.phase == "call":
            s.apply("no")
            if s._number("deal"):
                break
    assert state._number("deal") == other._number("deal") == 1
    assert state.hands[0] != other.hands[0]
