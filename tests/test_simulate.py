"""Many games at once: the same for any number of workers, and the same as the games played one by one."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest

import pokerfast as pf
from tests.reference.philox import POLICY, Stream, doudizhu_deal
from tests.strategies import suited

PRESETS = ("qq", "rlcard", "laozhang", "openspiel", "douzero", "distinct", "pagat")
GAME = pf.load_game("doudizhu")


def without_time(result: pf.SimulationResult) -> dict[str, Any]:
    record = asdict(result)
    del record["seconds"]
    return record


# ---- one by one


class Bystander:
    """What one game played move by move adds to the statistics."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.sides: Counter[str] = Counter()
        self.choices = 0
        self.scores: list[list[float]] = []

    def watch(self, state: pf.State, seed: int, number: int, before: int = 0) -> None:
        """Play a game on from a position by the draws of the policy stream."""
        stream = Stream(seed, number, 0, POLICY)
        draws, moves = 0, before
        while not state.is_over:
            count = state.count_legal()
            index = stream.below(count, draws)
            draws += count > 1
            combo = state.legal_actions()[index].combo
            if combo is not None:
                self.kinds[combo.kind] += 1
            self.choices += count
            moves += 1
            state.apply_index(index)
        self.lengths[moves] += 1
        self.scores.append(state.returns())
        landlord = state.landlord
        assert landlord is not None
        self.sides["landlord" if state.returns()[landlord] > 0 else "farmers"] += 1

    def compare(self, result: pf.SimulationResult) -> None:
        games = len(self.scores)
        moves = sum(length * n for length, n in self.lengths.items())
        assert result.games == games
        assert result.moves == moves
        assert {kind: n for kind, n in result.counts.items() if n} == dict(self.kinds)
        assert {side: n for side, n in result.by_side.items() if n} == dict(self.sides)
        assert result.mean_branching == pytest.approx(self.choices / moves)
        assert (result.min_length, result.max_length) == (min(self.lengths), max(self.lengths))
        assert result.mean_length == pytest.approx(moves / games)
        for seat in range(3):
            scores = [score[seat] for score in self.scores]
            mean = sum(scores) / games
            assert result.mean_returns[seat] == pytest.approx(mean, abs=1e-9)
            spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / max(1, games - 1))
            assert result.std_returns[seat] == pytest.approx(spread, rel=1e-6)


@pytest.mark.arch
@pytest.mark.parametrize("seed", [1, 2**64 - 1])
@pytest.mark.parametrize(
    "options", [{}, {"preset": "pagat", "auction": "bid3"}, {"open_hand": False, "caller_rerob": "always", "base": 3}]
)
def test_whole_games_are_those_of_the_state_machine(seed: int, options: dict[str, Any]) -> None:
    """Game 0 of a run is new_game(seed); its choices are those of the policy stream, one draw number a decision."""
    game = pf.load_game("doudizhu", **options)
    one = Bystander()
    one.watch(game.new_game(seed=seed), seed, 0)
    one.compare(pf.simulate(game, games=1, seed=seed))


def position_of_play(game: pf.ClimbingGame, seed: int, number: int) -> pf.State:
    """Where start="play" begins: seat 0 has its own pile and the bottom cards."""
    deal = doudizhu_deal(seed, number)
    hands = [suited(cards) for cards in deal.piles[:3]]
    hands[0] += " " + suited(deal.bottom)
    return game.setup(hands=hands)


@pytest.mark.arch
@pytest.mark.parametrize("preset", PRESETS)
def test_fast_playouts_are_those_of_the_state_machine(preset: str) -> None:
    """Every game of a run, with its own number: start="play" leaves out the bidding."""
    game = pf.load_game("doudizhu", preset=preset)
    one = Bystander()
    for number in range(25):
        one.watch(position_of_play(game, 9, number), 9, number)
    one.compare(pf.simulate(game, games=25, seed=9, start="play"))


def test_playouts_under_other_options() -> None:
    game = pf.load_game(
        "doudizhu", kicker_body_rank=True, banned_kinds=["bomb", "trio"], bomb_factor=3, spring_factor=4
    )
    one = Bystander()
    for number in range(25):
        one.watch(position_of_play(game, 4, number), 4, number)
    one.compare(pf.simulate(game, games=25, seed=4, start="play"))


# ---- many workers


@pytest.mark.arch
@pytest.mark.parametrize("policy", ["random", "greedy", ("greedy", "random", "random")])
@pytest.mark.parametrize("start", ["deal", "play"])
def test_any_number_of_workers(policy: Any, start: Any) -> None:
    results = [
        pf.simulate(GAME, games=1500, seed=5, policy=policy, start=start, workers=workers)
        for workers in (1, 2, 5, None)
    ]
    assert all(result == results[0] for result in results)
    assert all(without_time(result) == without_time(results[0]) for result in results)
    assert results[0].policy == ((policy,) * 3 if isinstance(policy, str) else policy)
    assert results[0].start == start and results[0].seed == 5


def test_a_run_is_its_games() -> None:
    """More games of the same seed begin with the same games; other seeds are other games."""
    few, many = (pf.simulate(GAME, games=games, seed=5) for games in (300, 700))
    assert few.moves < many.moves and all(many.counts[kind] >= n for kind, n in few.counts.items())
    assert all(many.multipliers.get(value, 0) >= n for value, n in few.multipliers.items())
    assert without_time(few) == without_time(pf.simulate(GAME, games=300, seed=5))
    assert without_time(few) != without_time(pf.simulate(GAME, games=300, seed=6))


# ---- statistics


@pytest.mark.arch
@pytest.mark.parametrize("preset", PRESETS)
def test_statistics_agree_with_each_other(preset: str) -> None:
    result = pf.simulate(pf.load_game("doudizhu", preset=preset), games=2000, seed=3)
    assert result.games == 2000 == sum(result.by_side.values()) == sum(result.multipliers.values())
    assert set(result.by_side) == {"landlord", "farmers"}
    assert sum(result.mean_returns) == pytest.approx(0, abs=1e-9)
    assert result.mean_length == pytest.approx(result.moves / 2000)
    assert result.min_length <= result.mean_length <= result.max_length
    assert 0 < result.std_length <= result.max_length - result.min_length
    assert sum(result.counts.values()) < result.moves  # answers before play are moves too
    assert "pass" in result.counts and result.mean_branching > 1
    assert set(result.counts) == {"solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain", "pair_chain",
                                  "trio_chain", "trio_solo_chain", "trio_pair_chain", "four_two_solo",
                                  "four_two_pair", "bomb", "rocket", "pass"}  # fmt: skip
    assert (result.counts["four_two_solo"] == 0) is (preset == "openspiel")
    for mean, spread, interval in zip(result.mean_returns, result.std_returns, result.interval_returns, strict=True):
        assert interval == pytest.approx(1.96 * spread / math.sqrt(2000))
        assert abs(mean) < spread
    assert result.seconds > 0
    assert result.games_per_second == pytest.approx(2000 / result.seconds)
    record = result.to_dict()
    assert record["multipliers"] == {str(value): n for value, n in result.multipliers.items()}
    assert record["games_per_second"] == result.games_per_second
    with pytest.raises(AttributeError):
        result.games = 5  # type: ignore[misc]


def test_play_without_bidding_has_only_plays() -> None:
    result = pf.simulate(GAME, games=500, seed=3, start="play")
    assert sum(result.counts.values()) == result.moves
    assert all(value & (value - 1) == 0 for value in result.multipliers)  # bombs and spring double, nothing else
    one = pf.simulate(GAME, games=1, seed=3, start="play")
    assert one.min_length == one.max_length == one.moves and one.std_length == 0
    assert one.std_returns == (0.0, 0.0, 0.0)


def test_a_result_is_compared_without_its_time() -> None:
    result = pf.simulate(GAME, games=10, seed=1)
    assert replace(result, seconds=result.seconds + 1) == result
    assert replace(result, moves=result.moves + 1) != result


# ---- policies


def wins(policy: tuple[str, str, str], games: int = 4000) -> float:
    """Share of games the landlord wins, seat 0 being landlord."""
    result = pf.simulate(GAME, games=games, seed=77, policy=policy, start="play", workers=2)
    return result.by_side["landlord"] / games


def test_greedy_beats_random() -> None:
    """By more than four standard errors in either role, and by a margin that matters."""
    games = 4000
    error = math.sqrt(0.25 / games) * math.sqrt(2)  # of a difference of two shares, at most
    base = wins(("random",) * 3)
    landlord = wins(("greedy", "random", "random"))
    farmers = wins(("random", "greedy", "greedy"))
    assert landlord - base > max(0.2, 4 * error)
    assert base - farmers > max(0.1, 4 * error)
    assert landlord > 0.8 and farmers < 0.2


def test_every_seat_has_its_own_policy() -> None:
    results = {
        policy: without_time(pf.simulate(GAME, games=200, seed=1, policy=policy, start="play"))["counts"]
        for policy in (("greedy", "random", "random"), ("random", "greedy", "random"), ("random", "random", "greedy"))
    }
    assert len({tuple(counts.items()) for counts in results.values()}) == 3


def test_greedy_is_fixed() -> None:
    """The baseline draws nothing: one greedy deal is always the same deal."""
    one, other = (pf.simulate(GAME, games=50, seed=8, policy="greedy", workers=n) for n in (1, 3))
    assert one == other


# ---- progress and interruption


def test_progress_is_told() -> None:
    told: list[int] = []
    result = pf.simulate(GAME, games=60_000, seed=1, policy="greedy", workers=2, progress=told.append)
    assert told and told == sorted(told)
    assert all(0 <= done <= result.games for done in told)


class Enough(Exception):
    pass


@pytest.mark.parametrize("workers", [1, 3])
def test_an_exception_of_progress_stops_the_run(workers: int) -> None:
    def stop(done: int) -> None:
        raise Enough(done)

    began = time.monotonic()
    with pytest.raises(Enough) as caught:
        pf.simulate(GAME, games=10**12, seed=1, workers=workers, progress=stop)
    assert time.monotonic() - began < 10
    assert caught.value.args[0] < 10**12


INTERRUPTED = """
import signal
import pokerfast as pf
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job may have inherited "ignore"
game = pf.load_game("doudizhu")
state = game.new_game(seed=1)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "call",
    ["pf.simulate(game, games=10**12, workers=1)", "pf.simulate(game, games=10**12, workers=3)", "pf.perft(state, 60)"],
)
def test_ctrl_c_stops_it(call: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED.format(call=call)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            began = time.monotonic()
            assert process.stdout.readline() == "stopped\n"
            assert time.monotonic() - began < 5
            assert process.wait(10) == 0
        finally:
            process.kill()


# ---- wrong arguments


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"games": 0}, "games"),
        ({"games": -1}, "games"),
        ({"games": 10**16}, "games"),
        ({"games": 10**40}, "games"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"workers": 0}, "workers"),
        ({"workers": -3}, "workers"),
        ({"workers": 10**6}, "workers"),
        ({"start": "end"}, "start"),
        ({"policy": "clever"}, "policy"),
        ({"policy": ""}, "policy"),
        ({"policy": ["random", "greedy"]}, "policy"),
        ({"policy": ["random"] * 4}, "policy"),
        ({"policy": ["random", "greedy", "clever"]}, "policy"),
    ],
)
def test_argument_not_allowed(arguments: dict[str, Any], where: str) -> None:
    with pytest.raises(pf.RulesError) as caught:
        pf.simulate(GAME, **{"games": 10, **arguments})
    assert where in [place for place, _ in caught.value.faults]


@pytest.mark.parametrize(
    "arguments",
    [{"games": 10.0}, {"games": "10"}, {"games": True}, {"games": None}, {"games": float("nan")}, {"seed": 1.0},
     {"seed": None}, {"workers": 1.5}, {"workers": "2"}, {"policy": 5}, {"policy": None}, {"policy": [None] * 3},
         {"start": None}, {"start": 5}, {"progress": 5}],
)  # fmt: skip
def test_argument_of_a_wrong_type(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        pf.simulate(GAME, **{"games": 10, **arguments})


def test_all_faults_of_a_call_at_once() -> None:
    with pytest.raises(pf.RulesError) as caught:
        pf.simulate(GAME, games=0, seed=-1, workers=0, start="x", policy="y")  # type: ignore[arg-type]
    assert {where for where, _ in caught.value.faults} == {"games", "seed", "workers", "start", "policy"}


def test_no_whole_games_without_single_cards() -> None:
    game = pf.load_game("doudizhu", banned_kinds=["solo"])
    for attempt in (lambda: pf.simulate(game, games=1), lambda: game.new_game(seed=1)):
        with pytest.raises(pf.RulesError) as caught:
            attempt()
        assert [where for where, _ in caught.value.faults] == ["banned_kinds"]


def test_a_game_is_needed() -> None:
    for thing in (None, "doudizhu", GAME.new_game(seed=1)):
        with pytest.raises(TypeError):
            pf.simulate(thing, games=1)  # type: ignore[arg-type]
