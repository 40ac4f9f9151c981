"""Whole deals of 升级 and whist: the state machine and the reference played side by side, action by action."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import pokerfast as pf
from tests.reference.shengji_game import Game, Match
from tests.reference.trick_cards import PRESETS, Options
from tests.reference.whist_game import WhistGame
from tests.trick_strategies import game_of, random_options

#: Positions with more legal actions than this are compared by count and by samples.
MOST_LISTED = 400
#: What a reference hand may hold for its list of certain throws to stay quick.
GARBAGE = ("", "x", "S", "S1", "declare", "declare x", "bury", "rob H", "S3H", "H5 H5x", "bid 3", "pass", "call")
WORDS = {"declare": "declare ", "bury": "bury ", "rob": "rob ", "play": ""}


def same_position(state: pf.TrickState, model: Game) -> None:
    """Everything a caller can see of the position, its legal actions apart."""
    assert (state.phase, state.seat) == (model.phase, model.seat)
    assert state.is_over == model.over
    assert [sorted(hand.ids) for hand in state.hands] == [sorted(hand) for hand in model.hands]
    assert state.level == model.level
    if model.phase != "declare":
        assert state.dealer == model.dealer
        assert state.trump == model.trump
        assert sorted(state.kitty.ids) == sorted(model.kitty)
    assert state.declarer == model.declarer
    assert (state.points, state.stake) == (model.points, model.stake)
    assert state.returns() == model.returns()
    assert len(state.trick) == len(model.trick)
    if model.phase == "play":
        assert state.leader == model.leader


def cheap_to_list(model: Game) -> bool:
    """Whether the reference finds its list soon: leads of certain throws try every set."""
    if model.phase != "play" or model.trick:
        return True
    return model.options.throws == "none" or len(model.hands[model.seat or 0]) <= 8


def same_actions(state: pf.TrickState, model: Game, rng: random.Random) -> None:
    """Legal actions, their number, their check, and the check of sets of cards that may be none."""
    if model.over:
        assert state.count_legal() == 0
        return
    actions = state.legal_actions()
    assert len(actions) == state.count_legal()
    if cheap_to_list(model):
        total = model.count_legal()
        assert len(actions) == total, (model.options, model.phase)
        if total <= MOST_LISTED:
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts)
            expected = model.legal()
            assert set(texts) == set(expected)
            if model.phase in ("declare", "rob"):
                assert texts == expected
    for _ in range(3):
        text = str(actions[rng.randrange(len(actions))])
        assert model.check(text) == "ok", text
        assert state.check(text).code == "ok"
    hand = list(state.hands[model.seat or 0].ids)
    for _ in range(6):
        size = rng.choice([1, 2, 3, 4, 8])
        if model.phase == "play" and model.trick:
            size = rng.choice([len(model.trick[0][1])] * 4 + [size])
        elif model.phase == "bury":
            size = model.options.kitty
        ids = rng.sample(hand, min(size, len(hand)))
        if rng.random() < 0.3:
            kind = [card for card in hand if card % 54 == ids[0] % 54]
            ids = kind[: rng.randint(1, len(kind))]
        word = rng.choice(list(WORDS)) if rng.random() < 0.1 else model.phase
        text = WORDS[word] + " ".join(pf.SuitedHand([card]).cards for card in ids)
        assert state.check(text).code == model.check(text), (model.options, text, state.to_json())
        if word == model.phase == "play":
            assert state.check(ids).code == model.check(ids), (model.options, ids)
    answer = state.check(rng.choice(GARBAGE))
    assert answer.code in ("notation", "wrong_phase")
    assert model.check(answer.suggestion or "") == "ok"


def play(options: Options, seed: int, rng: random.Random, **start: object) -> tuple[pf.TrickState, Game]:
    """One deal to its end, compared at every step."""
    state = game_of(options).new_game(seed=seed, **start)  # type: ignore[arg-type]
    model = Game.start(seed, options=options, **start)  # type: ignore[arg-type]
    while True:
        same_position(state, model)
        if rng.random() < 0.25:
            same_actions(state, model, rng)
        if model.over:
            return state, model
        actions = state.legal_actions()
        action = actions[rng.randrange(len(actions))]
        if model.phase in WORDS and rng.random() < {"declare": 0.6, "rob": 0.3}.get(model.phase, 0):
            action = actions[-1]
        # Throws that fail make every trick a single card; so mostly a unit is led.
        if model.phase == "play" and not model.trick and options.throws == "all" and rng.random() < 0.8:
            rules = state.game.trump(state.trump or "", level=state.level)
            units = rules.units(str(action))
            text = units[rng.randrange(len(units))].cards
        else:
            text = str(action)
        before = state.clone()
        state.apply(text)
        model.apply(text)
        if rng.random() < 0.1:
            state.undo()
            assert state == before
            state.apply(text)


@pytest.mark.arch
@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    options = PRESETS[preset]
    assert game_of(options) == pf.load_game("shengji", preset=preset)
    for seed in range(3):
        state, model = play(options, seed, random.Random(seed))
        assert [(seat, str(action)) for seat, action in state._history_seen(-2)] == model.history


@pytest.mark.arch
def test_random_rules(big: bool) -> None:
    """Deals under random options, first deals and later ones."""
    rng = random.Random(4)
    phases: Counter[str] = Counter()
    for number in range(3_000 if big else 60):
        options = random_options(rng)
        start: dict[str, object] = {}
        if rng.random() < 0.5:
            start = {"dealer": rng.randrange(4), "levels": (rng.choice("23TKA"), rng.choice("25JA"))}
        state, _ = play(options, number, rng, **start)
        phases.update(str(action).split()[0] for action in state.history)
    assert phases["declare"] >= 20
    assert phases["rob"] >= 1
    assert phases["bury"] >= 40


def test_views_hide_what_is_hidden() -> None:
    """A view stays the same when cards that it must not show change places."""
    state = pf.load_game("shengji", preset="chaodipi").new_game(seed=5)
    rng = random.Random(5)
    while not state.is_over:
        for viewer in (None, 0, 1, 2, 3):
            view = state.view(viewer)
            for seat, hand in enumerate(view.hands):
                assert (hand is None) == (seat != viewer and bool(state.hands[seat])) or not view.counts[seat]
            shown = view.to_json()
            if state.phase != "declare" and state.kitty and viewer != state._number("burier"):
                assert not view.kitty
            assert '"seed"' not in shown
        state.apply_index(rng.randrange(state.count_legal()))


@pytest.mark.arch
def test_whist() -> None:
    rng = random.Random(6)
    for seed in range(30):
        trump = rng.choice(["last_card", "S", "H", "D", "C", "NT"])
        dealer = rng.choice([None, 0, 1, 2, 3])
        state = pf.load_game("whist", trump=trump).new_game(seed=seed, dealer=dealer)
        model = WhistGame.start(seed, dealer=dealer, trump=trump)
        while not model.over:
            assert (state.phase, state.seat, state.trump) == (model.phase, model.seat, model.trump)
            assert [sorted(hand.ids) for hand in state.hands] == [sorted(hand) for hand in model.hands]
            legal = [str(action) for action in state.legal_actions()]
            assert set(legal) == set(model.legal())
            assert len(legal) == model.count_legal()
            for card in state.hands[rng.randrange(4)].ids:
                assert state.check([card]).code == model.check([card])
            text = rng.choice(legal)
            state.apply(text)
            model.apply(text)
        assert state.is_over
        assert state.returns() == model.returns()


def test_a_match_follows_the_reference() -> None:
    """Levels, dealers and the end of a match; the deals are played greedily on both sides of the comparison."""
    for preset, seed in (("tuolaji", 1), ("chaodipi", 2)):
        game = pf.load_game("shengji", preset=preset, must_play=("5", "T"))
        options = Options(must_play=("5", "T"), rob_kitty=preset == "chaodipi")
        match, model = game.new_match(seed=seed), Match(seed, options)
        rng = random.Random(seed)
        while not match.is_over and match.deals < 25:
            deal, copy = match.state, model.new_game()
            assert deal.level == copy.level
            while not deal.is_over:
                actions = deal.legal_actions()
                text = str(actions[rng.randrange(len(actions))])
                deal.apply(text)
                copy.apply(text)
            model.finish(copy)
            assert list(match.levels) == model.levels
            assert match.winner == model.winner
            if match.is_over:
                break
            assert match.dealer == model.dealer
            match.advance()
        assert pf.replay(match.to_record()) == match
