"""Matches of 打百分: to 13 match points, or from level to level where levels move (DB5.6 to DB5.8)."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import pokerfast as pf
from tests.bid_strategies import game_of
from tests.reference.dabaifen_game import MATCH_POINTS, Match
from tests.reference.dabaifen_rules import Options
from tests.reference.trick_levels import LevelResult

pytestmark = pytest.mark.arch

GAME = pf.load_game("dabaifen")
MOVING = pf.load_game("dabaifen", preset="moving")


def choose(state: pf.TrickState, rng: random.Random) -> str:
    """Any action, but with leads of one card, which are never wrong throws, more often than not."""
    actions = state.legal_actions()
    text = str(actions[rng.randrange(len(actions))])
    if state.phase == "play" and not state.trick and rng.random() < 0.9:
        text = text.split()[0]
    return text


def play_deal(match: pf.Match, rng: random.Random) -> None:
    while not match.state.is_over:
        match.state.apply(choose(match.state, rng))


def play_match(game: pf.TrickGame, seed: int, most: int = 400) -> pf.Match:
    match, rng = game.new_match(seed=seed), random.Random(seed)
    for _ in range(most):
        play_deal(match, rng)
        if match.is_over:
            break
        match.advance()
    return match


def count(options: Options, match: pf.Match, seed: int) -> Match:
    """The results of a match as the reference counts them."""
    model = Match(seed, options)
    for done in match.results:
        assert model.winner is None
        assert model.dealer is None or model.dealer == done.dealer
        assert done.level == model.levels[done.dealer % 2]
        model.count(done.dealer, LevelResult(done.result.side, done.result.levels, done.result.takes_over))
        assert (list(done.levels), list(done.match_points)) == (model.levels, model.points)
        assert done.next_dealer == (None if model.over else model.dealer)
    assert (match.winner, match.is_over) == (model.winner, model.over)
    return model


@pytest.mark.parametrize("options", [Options(), Options(wrong_throw="none", must_play=("2", "3"))])
def test_to_thirteen_points(options: Options) -> None:
    """DB5.3, DB5.7: the level stays, must_play says nothing, and 13 points win at once."""
    sides = set()
    for seed in range(25):
        match = play_match(game_of(options), seed)
        model = count(options, match, seed)
        assert match.is_over and match.levels == ("2", "2") and match.dealer is None
        last = match.results[-1]
        assert match.match_points == last.match_points == tuple(model.points)
        assert match.match_points[match.winner or 0] >= MATCH_POINTS > match.match_points[1 - (match.winner or 0)]
        assert all(max(done.match_points) < MATCH_POINTS for done in match.results[:-1])
        assert {done.level for done in match.results} == {"2"}
        sides.add(last.result.side)
        with pytest.raises(pf.PhaseError) as caught:
            match.advance()
        assert caught.value.code == "game_over"
        assert repr(match).endswith(f"pair {match.winner} has won>")
    assert sides == {"dealer", "attackers"}


@pytest.mark.parametrize("must_play", [(), ("5", "T", "K"), ("2", "A"), tuple("23456789TJQKA")])
def test_moving_levels(must_play: tuple[str, ...]) -> None:
    """DB5.8, O10: as in 升级; there are no match points."""
    options = Options(levels="moving", must_play=must_play)
    ended = 0
    for seed in range(12):
        match = play_match(game_of(options), seed, most=150)
        count(options, match, seed)
        assert match.match_points == (0, 0)
        if match.is_over:
            ended += 1
            last = match.results[-1]
            assert (last.result.side, last.level) == ("dealer", "A") and match.winner == last.dealer % 2
    assert ended


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(nobody_declares="redeal", nt_override="any_two", first_dealer="last_declarer"),
        Options(levels="moving"),
        Options(levels="moving", must_play=("5", "T"), wrong_throw="none", nobody_declares="kitty3"),
    ],
)
def test_a_match_follows_the_reference(options: Options, big: bool) -> None:
    """DB5.6: deal k is game k of the seed; the deals are played on both sides."""
    for seed in range(40 if big else 2):
        match, model = game_of(options).new_match(seed=seed), Match(seed, options)
        rng = random.Random(seed)
        for _ in range(20):
            deal, copy = match.state, model.new_game()
            assert (deal.level, deal.levels) == (copy.level, copy.levels)
            assert [hand.ids for hand in deal.hands] == [tuple(sorted(hand)) for hand in copy.hands]
            while not deal.is_over:
                text = choose(deal, rng)
                deal.apply(text)
                copy.apply(text)
            assert (deal.dealer, deal.points, deal.returns()) == (copy.dealer, copy.points, copy.returns())
            model.finish(copy)
            assert (list(match.levels), list(match.match_points)) == (model.levels, model.points)
            assert match.winner == model.winner
            if match.winner is not None:
                break
            assert match.dealer == model.dealer
            match.advance()
        again = pf.replay(match.to_record())
        assert again == match and isinstance(again, pf.Match) and again.results == match.results


def test_a_match_begins_without_points() -> None:
    match = GAME.new_match(seed=5)
    assert (match.levels, match.match_points, match.dealer, match.deals) == (("2", "2"), (0, 0), None, 0)
    assert match.state == GAME.new_game(seed=5) and not match.is_over
    for seed in (-1, 2**64):
        with pytest.raises(pf.RulesError):
            GAME.new_match(seed=seed)


def test_who_deals_next() -> None:
    """DB5.6: the partner if the dealer's side keeps the deal, else the next player; after a wrong throw too (DB5.4)."""
    seen = set()
    for seed in range(60):
        match = GAME.new_match(seed=seed)
        play_deal(match, random.Random(seed))
        done = match.results[0]
        keeps = done.result.side == "dealer"
        assert match.dealer == (done.dealer + (2 if keeps else 1)) % 4
        gained = done.match_points[done.dealer % 2 if keeps else 1 - done.dealer % 2]
        assert gained == done.result.levels == sum(done.match_points)
        if match.state.end == "wrong_throw":
            assert (done.result.side, done.result.levels, done.match_points) == ("attackers", 0, (0, 0))
        seen.add((keeps, match.state.end))
    assert seen == {(True, "played"), (False, "played"), (False, "wrong_throw")}


@pytest.mark.parametrize("game", [GAME, MOVING], ids=["fixed", "moving"])
def test_records_and_undo(game: pf.TrickGame) -> None:
    match, rng = game.new_match(seed=9), random.Random(9)
    for _ in range(4):
        for stop in (2, 7, 100):
            for _ in range(stop):
                if not match.state.is_over:
                    match.state.apply(choose(match.state, rng))
            record = match.to_record()
            again: Any = pf.replay(record)
            assert again == match and again.to_record() == record and again.match_points == match.match_points
            assert pickle.loads(pickle.dumps(match)) == match
        deals, points, levels = match.deals, match.match_points, match.levels
        match.state.undo()
        earlier = match.results[-1] if match.results else None
        assert match.deals == len(match.results) == deals - 1
        assert match.match_points == (earlier.match_points if earlier else (0, 0))
        assert match.levels == (earlier.levels if earlier else ("2", "2"))
        match.state.apply(again.state.history[-1])
        assert (match.deals, match.match_points, match.levels) == (deals, points, levels)
        match.advance()


def test_contracts_have_no_match() -> None:
    """DB6.15."""
    with pytest.raises(pf.RulesError):
        pf.load_game("dabaifen", preset="contract").new_match(seed=1)
