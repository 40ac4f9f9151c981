"""A deal looked at with open hands: values, costs, and what stays unknown."""

from __future__ import annotations

import random

import pytest

import pokerfast as pf


def ended(name: str, seed: int, last: int, **options: object) -> pf.State:
    """The end of a random deal, from where somebody holds so many cards."""
    rng = random.Random(f"{name} {seed}")
    state = pf.load_game(name, **options).new_game(seed=seed, start="play")
    while max(map(len, state.hands)) > last and not state.is_over:
        state.apply_index(rng.randrange(state.count_legal()))
    if state.is_over:
        return ended(name, seed + 1000, last, **options)
    end = type(state).from_bytes(state.to_bytes())
    while not end.is_over:
        end.apply_index(rng.randrange(end.count_legal()))
    return end


def value_of(solution: pf.Solution) -> int | None:
    winners = {"landlord": 1, "farmers": -1, "big_ace": 1, "draw": 0, "others": -1}
    return solution.value if solution.winner is None else winners[solution.winner]


CASES = [
    ("shengji", 4, {}),
    ("shengji", 3, {"decks": 3}),
    ("shengji", 4, {"decks": 1, "two_is_trump": True}),
    ("erqiwang", 3, {}),
    ("dabaifen", 3, {}),
    ("dabaifen", 3, {"contract": True, "wrong_throw": "none"}),
    ("whist", 5, {}),
    ("doudizhu", 6, {}),
    ("dadaa", 4, {}),
    ("baohuang", 5, {}),
]


@pytest.mark.parametrize(("name", "last", "options"), CASES)
def test_costs_add_up(name: str, last: int, options: dict[str, object]) -> None:
    for seed in range(4):
        end = ended(name, seed, last, **options)
        plays = pf.analyse(end)
        assert [play.number for play in plays] == sorted(play.number for play in plays)
        state = end.clone()
        while state.history:
            state.undo()
        step = state.clone()
        for play in plays:
            while len(step.history) < play.number:
                step.apply(end.history[len(step.history)])
            assert play.seat == step.seat
            solution = pf.solve(step)
            assert play.before == value_of(solution)
            move = end.history[play.number]
            # A throw that fails is no move of the solution.
            known = {str(m): each.value for each in solution.moves for m in (each.move, *each.equals)}
            step.apply(move)
            if play.value is None:
                assert end.is_over and end.end == "wrong_throw"
                continue
            after = step.points if name in ("shengji", "erqiwang", "dabaifen") else None
            if not step.is_over:
                assert play.value == value_of(pf.solve(step))
            elif after is not None:
                assert play.value == after
            assert play.cost == abs(play.before - play.value) >= 0
            if name in ("shengji", "whist") and str(play.move) in known:
                assert play.value == known[str(play.move)]
        assert [before.value for before in plays[:-1]] == [after.before for after in plays[1:]]


def test_a_record_is_read_like_its_deal() -> None:
    rng = random.Random(3)
    state = pf.load_game("doudizhu").new_game(seed=3)
    while not state.is_over:
        state.apply_index(rng.randrange(state.count_legal()))
    few = {"max_nodes": 2000}
    plays = pf.analyse(state.to_record(), **few)
    assert plays == pf.analyse(state, workers=2, **few)
    assert len(plays) == sum(action.kind in ("play", "pass") for action in state.history) > 0
    assert plays[-1].value == (1 if state.returns()[state.landlord] > 0 else -1)
    assert plays[-1].cost == 0 or plays[-1].before != plays[-1].value


def test_what_is_beyond_the_limits_is_unknown() -> None:
    state = pf.load_game("shengji").new_game(seed=2, start="play")
    for _ in range(3):
        state.apply_index(0)
    plays = pf.analyse(state, max_nodes=100)
    assert [(play.before, play.value, play.cost) for play in plays] == [(None, None, None)] * 3


def test_nothing_to_look_at() -> None:
    game = pf.load_game("doudizhu")
    assert pf.analyse(game.new_game(seed=1)) == ()
    assert pf.analyse(game.setup(hands=["3", "4"])) == ()


def test_refused() -> None:
    with pytest.raises(pf.NotationError):
        pf.analyse("no record")
    with pytest.raises(pf.RulesError, match="is of a match"):
        pf.analyse(pf.load_game("shengji").new_match(seed=1).to_record())
    with pytest.raises(TypeError):
        pf.analyse(7)
    with pytest.raises(pf.RulesError, match="workers"):
        pf.analyse(pf.load_game("doudizhu").new_game(seed=1), workers=0)
