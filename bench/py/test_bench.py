"""Benchmarks of the Python interface; each asserts its answer. Run: ``pytest bench --benchmark-enable -n 0``."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import pokerfast as pf
from pokerfast import _jobs, batch

GAME = pf.load_game("doudizhu")
TITANIC = pf.load_game("shengji", preset="titanic").trump("S", level="T")
TRICK_HAND = "HA HA HA HQ HJ H9 H6 H6 H7 H7 H2 C3 C3 D5"
DOUZERO = pf.load_game("doudizhu", preset="douzero")
HAND = "3334445556789TT2w"


def test_classify(benchmark: Any) -> None:
    assert benchmark(GAME.classify, "333444555666").kind == "trio_chain"


def test_beats(benchmark: Any) -> None:
    assert benchmark(GAME.beats, "4445", "3336")


def test_count_leads(benchmark: Any) -> None:
    assert benchmark(GAME.count_leads, HAND) == len(GAME.leads(HAND))


def test_leads(benchmark: Any) -> None:
    assert len(benchmark(GAME.leads, HAND)) == 170


def test_follows(benchmark: Any) -> None:
    assert [str(play) for play in benchmark(GAME.follows, HAND, "33")] == ["44", "55", "TT"]


def test_new_game(benchmark: Any) -> None:
    assert benchmark(lambda: GAME.new_game(seed=7)).phase == "show_start"


def play(games: int) -> int:
    rnd, moves = random.Random(1).random, 0
    for seed in range(games):
        state = DOUZERO.new_game(seed=seed, start="play")
        while legal := state.count_legal():
            state.apply_index(int(rnd() * legal))
            moves += 1
    return moves


def test_python_loop(benchmark: Any) -> None:
    """A hundred random games from Python: count_legal and apply_index for every decision."""
    assert benchmark(play, 100) == play(100)


def test_snapshot(benchmark: Any) -> None:
    state = GAME.new_game(seed=7)
    assert benchmark(lambda: pf.State.from_bytes(state.to_bytes())) == state


def test_check_follow(benchmark: Any) -> None:
    lead, play = "H5 H5 H5 H4 H4 H4", "H6 H6 H7 H7 H2 HA"
    assert benchmark(TITANIC.check_follow, TRICK_HAND, lead, play)


def test_count_trick_follows(benchmark: Any) -> None:
    """H6 H6 H7 H7 must go; any two of seven other hearts, three of them aces, with them."""
    count = benchmark(TITANIC.count_follows, TRICK_HAND, "H5 H5 H5 H4 H4 H4")
    assert count == len(list(TITANIC.follows(TRICK_HAND, "H5 H5 H5 H4 H4 H4"))) == 11


def test_trick_deal(benchmark: Any) -> None:
    game = pf.load_game("shengji")

    def deal() -> list[float]:
        rnd, state = random.Random(1).random, game.new_game(seed=1)
        while legal := state.count_legal():
            state.apply_index(int(rnd() * legal))
        return state.returns()

    assert benchmark(deal) == deal()


@pytest.mark.parametrize(
    ("game", "hand", "table", "follows"),
    [
        (pf.load_game("dadaa"), "444455667788899TJQKA2w", "777", ["888", "4444"]),
        (pf.load_game("baohuang", kao=True), "6677788889999TTJJQQQKKAAA22wwWW", "w7777", ["8888W", "9999W"]),
    ],
)
def test_follows_of_many_packs(
    benchmark: Any, game: pf.ClimbingGame, hand: str, table: str, follows: list[str]
) -> None:
    found = benchmark(game.follows, hand, table)
    assert len(found) == game.count_follows(hand, table)
    assert set(follows) <= {str(play) for play in found} and all(game.beats(play, table) for play in found)


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_simulate_games_for_five(benchmark: Any, name: str) -> None:
    game = pf.load_game(name)
    result = benchmark(lambda: pf.simulate(game, games=5_000, seed=1))
    assert result.by_side == pf.simulate(game, games=5_000, seed=1, workers=2).by_side


@pytest.mark.parametrize("name", ["shengji", "whist"])
def test_simulate_tricks(benchmark: Any, name: str) -> None:
    game = pf.load_game(name)
    result = benchmark(lambda: pf.simulate(game, games=2_000, seed=1))
    assert result.by_side == pf.simulate(game, games=2_000, seed=1, workers=2).by_side


@pytest.mark.parametrize("start", ["play", "deal"])
def test_simulate(benchmark: Any, start: Any) -> None:
    result = benchmark(lambda: pf.simulate(DOUZERO, games=20_000, seed=1, start=start))
    assert result.by_side == pf.simulate(DOUZERO, games=20_000, seed=1, start=start, workers=2).by_side


ROWS = 20_000


def rows_of(game: pf.ClimbingGame) -> tuple[Any, Any]:
    """Hands at the first lead, and plays of other hands as tables."""
    hands = np.ascontiguousarray(batch.deal(game, 1, ROWS, start="play").hands[:, :2].swapaxes(0, 1))
    counts = batch.count_leads(game, hands[0])
    return hands[1], batch.unrank(game, hands[0], (counts * 0.618).astype(np.int64))


@pytest.mark.parametrize("name", ["doudizhu", "dadaa", "baohuang"])
@pytest.mark.parametrize("call", ["classify", "beats", "count_leads", "count_follows", "leads", "follows", "unrank"])
def test_batch(benchmark: Any, name: str, call: str) -> None:
    """One call for 20,000 rows; a sample is compared with the calls for single hands."""
    game: pf.ClimbingGame = pf.load_game(name)
    hands, tables = rows_of(game)
    few = slice(0, ROWS, 997)
    own = [str(hand) for hand in batch.unpack(game, hands[few].copy())]
    on = batch.unpack(game, tables[few].copy())
    pairs = list(zip(own, on, strict=True))
    if call == "classify":
        found = benchmark(batch.classify, game, tables["cards"].copy())
        assert batch.unpack(game, found[few].copy()) == [game.classify(table) for table in on]
    elif call == "beats":
        found = benchmark(batch.beats, game, hands, tables)
        assert found[few].tolist() == [game.beats(*pair) for pair in pairs]
    elif call == "count_leads":
        found = benchmark(batch.count_leads, game, hands)
        assert found[few].tolist() == [game.count_leads(hand) for hand in own]
    elif call == "count_follows":
        found = benchmark(batch.count_follows, game, hands, tables)
        assert found[few].tolist() == [game.count_follows(*pair) for pair in pairs]
    elif call == "unrank":
        found = benchmark(batch.unrank, game, hands, np.zeros(ROWS, np.int64))
        assert batch.unpack(game, found[few].copy()) == [game.leads(hand)[0] for hand in own]
    else:
        offsets, plays = (
            benchmark(batch.leads, game, hands) if call == "leads" else benchmark(batch.follows, game, hands, tables)
        )
        expected = [list(game.leads(hand) if call == "leads" else game.follows(hand, table)) for hand, table in pairs]
        assert [batch.unpack(game, plays[offsets[i] : offsets[i + 1]]) for i in range(0, ROWS, 997)] == expected


def test_batch_playouts(benchmark: Any) -> None:
    hands = batch.deal(DOUZERO, 1, ROWS, start="play").hands
    scores = benchmark(batch.playouts, DOUZERO, hands, seed=1)
    # The same draws from the same deals: the games of a simulation.
    assert tuple(scores.mean(0)) == pf.simulate(DOUZERO, games=ROWS, seed=1, start="play").mean_returns


def test_batch_deals(benchmark: Any) -> None:
    hands, _ = benchmark(batch.deal, DOUZERO, 1, ROWS, start="play")
    assert batch.unpack(DOUZERO, hands[0].copy()) == [
        type(hand)(str(hand)) for hand in DOUZERO.new_game(seed=1, start="play").hands
    ]


def test_batch_trick_follows(benchmark: Any) -> None:
    game = pf.load_game("shengji")
    trump = game.trump("S", level="2")
    hands = np.ascontiguousarray(batch.deal(game, 1, ROWS).hands[:, 0])
    lead = batch.pack(game, ["H9 H9 HT HT"])
    found = benchmark(batch.count_follows, trump, hands, lead)
    own = [str(hand) for hand in batch.unpack(trump, hands[::997].copy())]
    assert found[::997].tolist() == [trump.count_follows(hand, "H9 H9 HT HT") for hand in own]


@pytest.mark.parametrize("name", [name for name, _ in _jobs.kernels()])
def test_kernel(benchmark: Any, name: str) -> None:
    """The core's own kernels, whose checksums are known."""
    run = benchmark.pedantic(_jobs.run_kernel, (name, 1))
    assert run["checksum"] == run["expected"]
