"""Matches: deals from level 2 until a dealer's side wins one at A."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

import pokerfast as pf
from pokerfast.match import risen
from tests.reference.shengji_game import LevelResult, Match
from tests.reference.trick_cards import Options

pytestmark = pytest.mark.arch

GAME = pf.load_game("shengji")


def play_deal(match: pf.Match, rng: random.Random) -> None:
    """The present deal to its end, at random but with leads of few cards."""
    state = match.state
    while not state.is_over:
        count = state.count_legal()
        few = state.phase == "play" and not state.trick and rng.random() < 0.7
        state.apply_index(rng.randrange(min(count, 20) if few else count))


def play_match(game: pf.TrickGame, seed: int, most: int = 400) -> pf.Match:
    match, rng = game.new_match(seed=seed), random.Random(seed)
    for _ in range(most):
        play_deal(match, rng)
        if match.is_over:
            break
        match.advance()
    return match


def test_a_match_begins_at_level_2() -> None:
    match = GAME.new_match(seed=5)
    assert (match.levels, match.dealer, match.deals, match.results) == (("2", "2"), None, 0, ())
    assert not match.is_over and match.winner is None
    assert match.state == GAME.new_game(seed=5) and isinstance(match.state, pf.TrickState)
    assert match.game == GAME and match.seed == 5
    assert repr(match) == "<Match of shengji: levels 2/2, deal 0>"


def test_deals_follow_each_other() -> None:
    match, rng = GAME.new_match(seed=8), random.Random(8)
    for number in range(6):
        before, dealer = match.levels, match.dealer
        assert match.deals == number == len(match.results)
        if dealer is not None:
            assert match.state.dealer == dealer and match.state.levels == before
            assert match.state.level == before[dealer % 2]
        play_deal(match, rng)
        done = match.results[-1]
        assert match.deals == number + 1 and done.number == number
        assert done.result == GAME.level_result(match.state.points) and done.points == match.state.points
        assert (done.dealer, done.level) == (match.state.dealer, match.state.level)
        assert (done.stake, done.levels, done.next_dealer) == (match.state.stake, match.levels, match.dealer)
        keeps = done.result.side == "dealer"
        assert match.dealer == (done.dealer + (2 if keeps else 1)) % 4
        assert match.state.returns()[done.dealer] * (1 if keeps else -1) > 0
        fresh = match.advance()
        assert fresh is match.state and fresh.history == () and fresh.phase in ("declare", "bury")


def test_the_deals_are_those_of_the_seed() -> None:
    """Deal k is game k of the seed, which new_game deals for k = 0 alone."""
    match = play_match(GAME, 3, most=3)
    assert match.state._number("game") == match.deals == 3
    one, other = GAME.new_match(seed=3), GAME.new_match(seed=4)
    for each in (one, other):
        play_deal(each, random.Random(1))
        each.advance()
    assert one.state.hands != other.state.hands
    assert one.state != GAME.new_game(seed=3, dealer=one.dealer, levels=one.levels)
    # A deal in the middle of a match has a record of its own, as a position.
    play_deal(one, random.Random(2))
    again = pf.replay(one.state.to_record())
    assert again == one.state and isinstance(again, pf.State) and again.history == one.state.history


def test_advance_waits_for_the_end() -> None:
    match = GAME.new_match(seed=1)
    with pytest.raises(pf.PhaseError) as caught:
        match.advance()
    assert caught.value.code == "wrong_phase"
    play_deal(match, random.Random(1))
    match.state.undo()
    assert match.deals == 0 and match.results == () and match.dealer == match.state.dealer
    with pytest.raises(pf.PhaseError):
        match.advance()


@pytest.mark.parametrize("options", [{}, {"preset": "one_deck"}, {"preset": "chaodipi", "must_play": ("5", "T", "A")}])
def test_a_whole_match(options: dict[str, Any]) -> None:
    match = play_match(pf.load_game("shengji", **options), 2)
    assert match.is_over and match.dealer is None
    last = match.results[-1]
    assert last.result.side == "dealer" and last.level == "A" and last.next_dealer is None
    assert match.winner == last.dealer % 2
    assert repr(match).endswith(f"pair {match.winner} has won>")
    with pytest.raises(pf.PhaseError) as caught:
        match.advance()
    assert caught.value.code == "game_over"
    # No earlier deal was such a one, and no level was ever lost.
    for earlier, later in zip(match.results, match.results[1:], strict=False):
        assert not (earlier.result.side == "dealer" and earlier.level == "A")
        for pair in (0, 1):
            assert "23456789TJQKA".index(earlier.levels[pair]) <= "23456789TJQKA".index(later.levels[pair])
    # The end can be taken back like any other action.
    match.state.undo()
    assert not match.is_over and match.winner is None


@pytest.mark.parametrize("must_play", [(), ("5", "T", "K"), ("2", "A"), tuple("23456789TJQKA")])
def test_levels_as_the_reference_counts_them(must_play: tuple[str, ...]) -> None:
    game = pf.load_game("shengji", must_play=must_play)
    for seed in range(3):
        match = play_match(game, seed, most=60)
        model = Match(seed, Options(must_play=must_play))
        for done in match.results:
            assert model.dealer is None or model.dealer == done.dealer
            assert done.level == model.levels[done.dealer % 2]
            model.count(done.dealer, LevelResult(done.result.side, done.result.levels, done.result.takes_over))
            assert tuple(model.levels) == done.levels
            assert (model.winner is None) is (done.next_dealer is not None)
            assert done.next_dealer is None or done.next_dealer == model.dealer
        assert match.winner == model.winner


def test_levels_rise_one_by_one() -> None:
    assert risen("2", 0, ()) == "2" and risen("2", 3, ()) == "5"
    assert risen("J", 9, ()) == "A" and risen("A", 1, ()) == "A"
    assert risen("3", 5, ("5", "T")) == "5" and risen("5", 2, ("5", "T")) == "5" and risen("6", 9, ("5", "T")) == "T"


# ---- records and copies


@pytest.mark.parametrize("game", [GAME, pf.load_game("dabaifen"), pf.load_game("dabaifen", preset="moving")], ids=repr)
def test_records(game: pf.TrickGame) -> None:
    rng = random.Random(4)
    match = game.new_match(seed=2**64 - 1)
    for number in range(4):
        for stop in (0, 3, 1000):
            for _ in range(stop):
                if not match.state.is_over:
                    match.state.apply_index(rng.randrange(match.state.count_legal()))
            record = match.to_record()
            again = pf.replay(record)
            assert isinstance(again, pf.Match)
            assert again == match and again.to_record() == record
            assert again.results == match.results and again.state.history == match.state.history
            assert pickle.loads(pickle.dumps(match)) == match == copy.deepcopy(match)
            assert pickle.loads(pickle.dumps(match)).to_record() == record
        assert record.count("\ndeal ") == number
        match.advance()
        assert again != match
        assert pf.replay(match.to_record()) == match


def test_what_comes_from_outside_is_recorded() -> None:
    match = GAME.new_match(seed=6)
    match.state.administer(2, "auto")
    play_deal(match, random.Random(1))
    match.advance()
    match.state.administer(1, "quit")
    record = match.to_record()
    assert "2 auto 2\n" in record and "1 quit 1\n" in record
    again = pf.replay(record)
    assert again == match and pickle.loads(pickle.dumps(match)) == match
    assert again.to_record() == record


def test_records_that_are_none() -> None:
    match = GAME.new_match(seed=6)
    play_deal(match, random.Random(1))
    match.advance()
    record = match.to_record()
    lines = record.splitlines()
    start = lines.index("") + 1
    cases = {
        "\n".join([*lines[:start], "deal 1", *lines[start:]]): pf.NotationError,
        "\n".join([*lines[:start], "deal 1", *lines[start:]])
        .replace("deal 1", "deal 2")
        .replace("deal 2", "deal 1", 1): pf.PhaseError,
        record.replace("deal 1", "deal 2"): pf.NotationError,
        record + "deal 2\n": pf.PhaseError,
        record.replace("match: 6", "match: x"): pf.NotationError,
        record.replace("match: 6", 'match: "6"'): pf.NotationError,
        record.replace("match: 6", "match: -6"): pf.RulesError,
        record.replace("match: 6", "match: 6\nseed: 6"): pf.NotationError,
        record.replace("match: 6", "seed: 6"): pf.NotationError,
        "\n".join(line for line in lines if not line.startswith("options:")): pf.NotationError,
        record.replace("game: shengji", "game: bridge"): pf.RulesError,
        'pokerfast-record 1\ngame: whist\noptions: {"trump":"NT"}\nmatch: 1\n': pf.RulesError,
        'pokerfast-record 1\ngame: doudizhu\noptions: {"base":1}\nmatch: 1\n': pf.RulesError,
    }
    for other in (pf.load_game("erqiwang"), pf.load_game("dabaifen", contract=True)):
        head = other.new_game(seed=6).to_record().split("seed:")[0]
        cases[head + "match: 6\n"] = pf.RulesError
    for text, error in cases.items():
        with pytest.raises(error):
            pf.replay(text)


def test_matches_do_not_hash() -> None:
    with pytest.raises(TypeError):
        hash(GAME.new_match(seed=1))
    assert GAME.new_match(seed=1) != GAME.new_match(seed=2) != "a match"
    assert GAME.new_match(seed=1) != pf.load_game("shengji", stakes=True).new_match(seed=1)


def test_matches_of_wrong_arguments() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(pf.RulesError):
            GAME.new_match(seed=seed)
    for wrong in ("1", 1.0, None, True):
        with pytest.raises(TypeError):
            GAME.new_match(seed=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        GAME.new_match()  # type: ignore[call-arg]
