"""Whole deals of 打大A and 保皇: the state machine and the reference played side by side, move by move."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

import pokerfast as pf
from tests.race_pairs import (
    PHASES,
    Model,
    Pair,
    choose,
    every_game,
    play_out,
    play_seed,
    random_shyness,
)
from tests.race_strategies import (
    GAMES,
    PLAYS,
    game_of,
    pack_of,
    random_options,
)
from tests.reference import dadaa_game
from tests.reference.baohuang_plays import Options as Baohuang
from tests.reference.dadaa_plays import Options as Dadaa
from tests.reference.philox import POLICY, Stream


@pytest.mark.arch
@every_game
def test_random_deals(name: str) -> None:
    seen: Counter[str] = Counter()
    redeals = 0
    for seed in range(12):
        pair = play_seed(name, seed)
        seen += pair.seen
        redeals += pair.model.deal_number
    # What was compared was worth comparing.
    assert {phase for phase in PHASES[name] if seen[phase]} == PHASES[name]
    codes = {"wrong_phase", "must_lead", "not_held", "no_play", "too_low", "game_over", "notation"}
    codes |= {"no_declaration", "no_take", "wrong_kind"} if name == "dadaa" else {"only_no", "wrong_name", "sixes"}
    assert {code for code in codes if seen[code]} == codes
    assert redeals and seen["hidden"] > 20 and seen["by card"] > 100 and seen["play pass"] > 100
    if name == "dadaa":
        assert seen["play take"] > 5 and seen["reveal show"] > 3 and seen["counter"]
    else:
        assert seen["claim rob"] and seen["throne yield"] > 50 and seen["open_solo show"] and seen["show show"]
        assert seen["revolt rob"]


@pytest.mark.slow
@every_game
def test_many_deals(name: str, big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    seen: Counter[str] = Counter()
    for seed in range(1000, 1600):
        seen += play_seed(name, seed).seen
    if name == "baohuang":
        assert seen["must_take"] and seen["manual auto"] and seen["quit ok"], seen
    else:
        assert seen["manual quit"] and seen["counter"], seen


@every_game
def test_undo_to_the_start_from_the_end(name: str) -> None:
    rng = random.Random(11)
    pair = Pair.dealt(PLAYS[name].DEFAULT, 12)
    start = pair.state.to_bytes()
    play_out(rng, pair)
    while pair.earlier:
        pair.undo()
        pair.compare()
    assert pair.state.to_bytes() == start
    with pytest.raises(pf.PhaseError) as caught:
        pair.state.undo()
    assert caught.value.code == "undo"


# ---- deals and their beginning


@pytest.mark.arch
@every_game
def test_deals_of_many_seeds(name: str) -> None:
    """Who draws what and first, and who is asked first; under options that ask early and late."""
    rng = random.Random(5)
    seeds = [0, 1, 2**32, 2**63, 2**64 - 1, *(rng.getrandbits(64) for _ in range(25))]
    for seed in seeds:
        for first in (None, rng.randrange(5)):
            Pair.dealt(random_options(rng, name), seed, first).compare()


@pytest.mark.arch
def test_every_question_while_dadaa_is_dealt() -> None:
    """Nobody shows: every card with which somebody is asked, then each seat once, and a redeal or what follows."""
    for no_reveal in ("first_heart", "random_suit", "redeal"):
        pair = Pair.dealt(Dadaa(no_reveal=no_reveal), 8, 3)
        dealings = 0
        while pair.model.phase == "reveal" and pair.model.deal_number < 2:
            pair.compare()
            pair.apply("no")
            dealings += 1
        pair.compare()
        assert dealings > 40
        assert pair.model.phase == ("reveal" if no_reveal == "redeal" else "play")


@pytest.mark.arch
def test_counters_of_dadaa() -> None:
    """Everybody who holds two equal aces shows them or not; plain deals with one show before."""
    seen: Counter[str] = Counter()
    for seed in range(25):
        rng = random.Random(seed)
        pair = Pair.dealt(Dadaa(counter_double_ace=True), seed)
        while pair.model.phase != "play":
            pair.compare()
            for text in ("show HA", "show SA", "show DA", "show CA", "pass", "call"):
                pair.alike(text)
            seen[pair.model.phase] += 1
            text = rng.choice(pair.legal)
            seen[f"{pair.model.phase} {text[:4]}"] += 1
            pair.apply(text)
        pair.compare()
    assert seen["counter show"] > 3 and seen["counter no"] > 3


@pytest.mark.arch
@pytest.mark.parametrize("mode", ["concise", "classic"])
@pytest.mark.parametrize("qiangdu", [False, True])
def test_redeals_of_baohuang_and_undo_over_them(mode: str, qiangdu: bool) -> None:
    pair = Pair.dealt(Baohuang(mode=mode, qiangdu=qiangdu), 5, 2)
    while pair.model.deal_number < 3:
        pair.compare()
        pair.apply("no" if pair.model.phase == "claim" else pair.legal[-1])
        if pair.model.phase not in ("claim", "throne"):
            break  # he had to take it
    while pair.earlier:
        pair.undo()
        pair.compare()


def test_must_take_comes_up() -> None:
    found = 0
    for seed in range(12):
        pair = Pair.dealt(Baohuang(mode="classic"), seed)
        for _ in range(5):
            pair.apply("yield")
        pair.compare()
        code = pair.alike("yield")
        assert pair.legal == (["call"] if code == "must_take" else ["call", "yield"])
        found += code == "must_take"
    assert 0 < found < 12


def start_of_play(model: Model) -> None:
    """What `start="play"` skips, by the reference's own actions."""
    while model.phase != "play":
        redeal = isinstance(model, dadaa_game.Game) and model.options.no_reveal == "redeal"
        texts = model.legal()
        model.apply(texts[0] if model.phase in ("throne", "name") or (redeal and model.phase == "reveal") else "no")


@pytest.mark.arch
@every_game
def test_start_of_play(name: str) -> None:
    rng = random.Random(6)
    for seed in range(30):
        opt = random_options(rng, name)
        first = rng.choice([None, 0, 3])
        pair = Pair.dealt(opt, seed, first)
        start_of_play(pair.model)
        key = "last_winner" if name == "dadaa" else "first"
        given = {} if first is None or getattr(opt, "first_draw", "") == "random" else {key: first}
        pair.state = game_of(opt).new_game(seed=seed, start="play", **given)
        pair.compare()
        assert pair.state.history == ()
        assert pf.replay(pair.state.to_record()) == pair.state
        if seed < 4:
            play_out(rng, pair)


@every_game
def test_arguments_of_new_game(name: str) -> None:
    game = game_of(PLAYS[name].DEFAULT)
    mine, other = ("last_winner", "first") if name == "dadaa" else ("first", "last_winner")
    for key, value in ((mine, 5), (mine, -1), (other, 0)):
        with pytest.raises(pf.RulesError) as caught:
            game.new_game(seed=1, **{key: value})
        assert [where for where, _ in caught.value.faults] == [key]
    if name == "dadaa":
        with pytest.raises(pf.RulesError):
            game_of(Dadaa(first_draw="random")).new_game(seed=1, last_winner=0)


@pytest.mark.arch
@every_game
def test_winners(name: str) -> None:
    """Which side has won is told by simulation: its first game of a seed, played by the reference too."""
    rng = random.Random(7)
    won: Counter[str | None] = Counter()
    for seed in range(20):
        opt = random_options(rng, name)
        pair = Pair.dealt(opt, seed)
        stream, draws = Stream(seed, 0, 0, POLICY), 0
        while not pair.model.over:
            count = pair.state.count_legal()
            text = str(pair.state.legal_actions()[stream.below(count, draws)])
            draws += count > 1
            pair.state.apply(text)
            pair.model.apply(text)
        pair.compare()
        result = pf.simulate(game_of(opt), games=1, seed=seed)
        assert {side: n for side, n in result.by_side.items() if n} == {pair.model.winner: 1}
        assert list(result.mean_returns) == pair.model.returns()
        won[pair.model.winner] += 1
    assert set(won) == ({"big_ace", "others", "draw"} if name == "dadaa" else {"emperor", "rebels"})


@pytest.mark.arch
def test_baohuang_left_to_the_table() -> None:
    """All five on auto, answered for as the rules say, to the end; and how it is scored."""
    for seed in range(4):
        rng = random.Random(seed)
        opt = random_options(rng, "baohuang")
        pair = Pair.dealt(opt, seed)
        for seat in rng.sample(range(5), 5 if seed % 2 else 4):
            pair.administered(seat, "auto")
        while not pair.model.over:
            if pair.model.phase != "play" or rng.random() < 0.1:
                pair.compare()
            text, action = pair.model.auto_action(), pair.state.auto_action()
            assert str(action) == text
            if pair.model.deal_number and pair.model.phase == "throne":
                text = "call"
            assert text is not None
            pair.apply(text, action if text == str(action) else None)
        pair.compare()
        assert pair.state.dissolved
        assert seed % 2 == 0 or not any(pair.state.returns())


@pytest.mark.arch
def test_more_than_three_times_on_auto() -> None:
    pair = Pair.dealt(Baohuang(), 3)
    for turn in range(4):
        assert pair.administered(2, "auto") == pair.administered(2, "auto") == "ok"
        assert pair.administered(2, "manual") == ("ok" if turn < 3 else "auto")
        pair.compare()
    for _ in range(10):
        pair.apply("yield")  # a redeal begins no new count
    assert pair.administered(2, "manual") == "auto"
    pair.compare()


@pytest.mark.arch
@every_game
def test_quitting(name: str) -> None:
    """At any time; in 保皇 it ends the deal, in 打大A it is a flag."""
    for seed in range(12):
        rng = random.Random(seed)
        pair = Pair.dealt(random_options(rng, name), seed)
        for _ in range(rng.choice([0, 3, 12, 30])):
            if not pair.model.over:
                pair.compare()
                pair.apply(choose(rng, pair, random_shyness(rng, name)))
        if pair.model.over:
            continue
        for seat in rng.sample(range(5), rng.choice([0, 2, 5])):
            pair.administered(seat, "auto")
        seat = rng.randrange(5)
        assert pair.administered(seat, "quit") == "ok"
        pair.compare()
        if name == "baohuang":
            assert pair.state.is_over and pair.state.dissolved
            assert pair.state.returns() == [-40.0 if other == seat else 0.0 for other in range(5)]
        assert pair.administered(seat, "manual") == ("game_over" if name == "baohuang" else "quit")
        pair.undo()
        pair.compare()


def test_options_of_both_sides_agree() -> None:
    """Names, values and defaults."""
    for name in GAMES:
        allowed = PLAYS[name].ALLOWED
        infos = {info.name: info for info in pf.load_game(name).describe()}
        assert set(infos) == set(allowed) == {field.name for field in dataclasses.fields(PLAYS[name].Options)}
        for key, values in allowed.items():
            assert infos[key].default == getattr(PLAYS[name].DEFAULT, key) == values[0]
            assert set(infos[key].names or (False, True)) == set(values)
        assert len(pack_of(PLAYS[name].DEFAULT)) == (108 if name == "dadaa" else 168)
