"""Duels: the same deals for both players, whoever plays, with however many workers; and the player that searches."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner

import pokerfast as pf
from pokerfast import _jobs
from pokerfast.cli import app
from pokerfast.simulate import policy_names

pytestmark = pytest.mark.arch


@pytest.mark.parametrize("name", pf.list_games())
@pytest.mark.parametrize("start", ["deal", "play"])
def test_a_player_is_as_good_as_itself(name: str, start: str) -> None:
    game = pf.load_game(name)
    result = pf.duel(game, "greedy", "greedy", deals=4, start=start)  # type: ignore[arg-type]
    assert (result.mean, result.wins, result.losses, result.ties) == (0, 0, 0, 4)
    # Every seat is as often the one's as the other's.
    for seat in range(game.num_players):
        assert 2 * sum(seat in seats for seats in result.seats) == result.games_per_deal


@pytest.mark.parametrize("name", pf.list_games())
def test_workers_change_nothing(name: str) -> None:
    game = pf.load_game(name)
    one = pf.duel(game, "greedy", "random", deals=24, seed=3)
    assert one == pf.duel(game, "greedy", "random", deals=24, seed=3, workers=3)
    other = pf.duel(game, "random", "greedy", deals=24, seed=3)
    assert one.deals == len(one.differences) == one.wins + one.ties + one.losses == 24
    assert one.mean == pytest.approx(sum(one.differences) / 24)
    assert (other.mean > 0) != (one.mean > 0)


def test_greedy_is_better_than_random() -> None:
    result = pf.duel(pf.load_game("doudizhu"), "greedy", "random", deals=200, start="play")
    assert result.mean > 2 and result.significant


def first(view: pf.View, legal: Sequence[pf.Action]) -> pf.Action:
    assert view.seat == view.viewer and len(legal)
    return legal[0]


def last(view: pf.View, legal: Sequence[pf.Action]) -> str:
    return str(legal[-1])


@pytest.mark.parametrize("name", pf.list_games())
def test_functions_play(name: str) -> None:
    game = pf.load_game(name)
    done: list[int] = []
    result = pf.duel(game, first, last, deals=2, start="play", progress=done.append)
    assert result.players == ("first", "last") and done == [1, 2]
    turned = pf.duel(game, last, first, deals=2, start="play")
    assert result.differences == tuple(-d for d in turned.differences)
    mixed = pf.duel(game, first, "greedy", deals=2)
    assert mixed.players == ("first", "greedy") and mixed.moves > 0


def test_a_function_plays_what_the_core_plays() -> None:
    """The same deals: a function that answers as greedy does comes out as greedy, deal for deal."""
    game = pf.load_game("whist")

    def greedy(view: pf.View, legal: Sequence[pf.Action]) -> pf.Action:
        raise AssertionError("replaced below")

    core = pf.duel(game, "greedy", "random", deals=3, seed=8)
    assert core.deals == 3
    state = pf.State._empty(game)
    assert state._start_numbered(8, 2, False) == []
    fourth = pf.simulate(game, games=3, seed=8, policy="greedy")
    scores = []
    for number in range(3):
        state = pf.State._empty(game)
        state._start_numbered(8, number, False)
        while not state.is_over:
            state.apply(state._ask("greedy", 8, number))
        scores.append(state.returns())
    assert fourth.mean_returns == tuple(sum(column) / 3 for column in zip(*scores, strict=True))


def test_a_function_that_errs_ends_the_duel() -> None:
    game = pf.load_game("doudizhu")
    with pytest.raises(pf.NotationError):
        pf.duel(game, lambda view, legal: "?!", "random", deals=1)
    with pytest.raises(pf.IllegalActionError):
        pf.duel(game, lambda view, legal: "pass", "random", deals=1, start="play")
    with pytest.raises(ZeroDivisionError):
        pf.duel(game, "random", lambda view, legal: legal[1 // 0], deals=1)


def test_arguments_are_checked() -> None:
    game = pf.load_game("whist")
    with pytest.raises(pf.RulesError) as error:
        pf.duel(game, "nobody", "random", deals=0, seed=-1, workers=0, start="x")  # type: ignore[arg-type]
    assert {where for where, _ in error.value.faults} == {"a", "deals", "seed", "workers", "start"}
    for wrong in (3, None):
        with pytest.raises(TypeError):
            pf.duel(game, wrong, "random", deals=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pf.duel("whist", "random", "random", deals=1)  # type: ignore[arg-type]

    def stop(done: int) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        pf.duel(game, first, "random", deals=2, progress=stop)


def test_the_command() -> None:
    words = ["duel", "doudizhu", "greedy", "random", "--deals", "20", "--start", "play", "--workers", "1"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0 and "greedy is better" in shown.stdout
    record = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    result = pf.duel(pf.load_game("doudizhu"), "greedy", "random", deals=20, start="play")
    assert record["mean"] == result.mean and record["players"] == ["greedy", "random"]
    assert CliRunner().invoke(app, ["duel", "whist", "greedy", "nobody"]).exit_code == 2


# ---- the player that searches


@pytest.mark.parametrize("name", pf.list_games())
def test_search_is_a_player_of_every_game(name: str) -> None:
    assert "search" in policy_names(name)
    assert dict(_jobs.policies(name))["search"]


def test_search_chooses_the_same_again_and_knows_only_what_it_saw() -> None:
    """In a deal that looks the same it chooses the same."""
    game = pf.load_game("whist")
    state = game.new_game(seed=5)
    while len(state.history) < 22 or state.count_legal() == 1:
        state.apply_index(0)
    seat = state.seat
    assert state.count_legal() > 1 and seat is not None
    chosen = state._ask("search", 1, 0)
    for seed in range(6):
        other = state.resample(seat, seed)
        assert str(other._ask("search", 1, 0)) == str(chosen) == str(state._ask("search", 1, 0))


@pytest.mark.parametrize(("name", "deals"), [("whist", 6), ("doudizhu", 30)])
def test_search_beats_greedy(name: str, deals: int) -> None:
    result = pf.duel(pf.load_game(name), "search", "greedy", deals=deals, start="play", workers=2)
    assert result.mean > 0.4
    again = pf.duel(pf.load_game(name), "search", "greedy", deals=1, start="play")
    assert again.differences == result.differences[:1]


def test_search_in_a_simulation() -> None:
    game = pf.load_game("whist")
    names = ["search", "greedy", "random", "greedy"]
    one = pf.simulate(game, games=2, policy=names)
    assert one.policy == tuple(names) and one == pf.simulate(game, games=2, policy=names, workers=2)
