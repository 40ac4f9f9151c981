"""Many deals of trick-taking games at once: the same as the deals played one by one, for any number of workers."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict
from typing import Any

import pytest

import pokerfast as pf
from tests.reference.philox import POLICY, Stream

#: Games with their options; the plain ones first.
FORMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("shengji", {}),
    ("whist", {}),
    ("erqiwang", {}),
    ("dabaifen", {}),
    ("dabaifen", {"contract": True}),
    ("shengji", {"preset": "one_deck", "throws": "certain", "nobody_declares": "redeal"}),
    ("shengji", {"preset": "titanic", "trump_throw": False}),
    ("shengji", {"preset": "chaodipi", "throws": "none", "stakes": True}),
    ("erqiwang", {"preset": "cards92", "throws": "all", "throw_penalty": 5, "kitty_shape": "winner"}),
    ("erqiwang", {"preset": "three_players", "no_bid": "first_at_max", "allow_no_trump": True}),
    ("erqiwang", {"preset": "three_players", "throws": "all", "trump_throw": False}),
    ("erqiwang", {"throws": "certain", "no_bid": "first_at_max"}),
    ("erqiwang", {"throws": "none", "level_tractor": "jokers_only", "gap_tractor": False}),
    ("dabaifen", {"wrong_throw": "none", "four_of_rank_lead": False, "nobody_declares": "kitty3"}),
    ("dabaifen", {"preset": "moving", "wrong_throw": "none", "nt_override": "any_two"}),
    ("dabaifen", {"preset": "contract", "wrong_throw": "none", "kitty_points_max": 0}),
)
SIDES = {
    "shengji": ("dealer", "attackers"),
    "whist": ("pair_0", "pair_1"),
    "erqiwang": ("dealer", "attackers"),
    "dabaifen": ("dealer", "attackers"),
}
#: What is counted: leads by what they came out as, and some answers.
COUNTED = {
    "shengji": {"single", "pair", "triple", "tractor", "titanic", "throw", "failed_throw", "declare", "rob"},
    "erqiwang": {"single", "pair", "tractor", "throw", "failed_throw", "bid", "surrender"},
    "dabaifen": {"single", "throw", "failed_throw", "four_of_rank", "declare", "bid"},
}
every_form = pytest.mark.parametrize(("name", "options"), FORMS, ids=str)


def game_of(name: str, options: dict[str, Any]) -> pf.TrickGame:
    game = pf.load_game(name, **options)
    assert isinstance(game, pf.TrickGame)
    return game


def without_time(result: pf.SimulationResult) -> dict[str, Any]:
    record = asdict(result)
    del record["seconds"]
    return record


def lead_kind(game: pf.TrickGame, before: pf.TrickState, after: pf.TrickState, cards: str) -> str:
    """What a lead came out as."""
    trick = after.trick or (cards,)  # it stood, if the trick is over
    if len(trick[0].split()) < len(cards.split()):
        return "failed_throw"
    ranks = {card[1:] for card in cards.split()}
    if game.options.get("four_of_rank_lead") and len(cards.split()) == 4 and len(ranks) == 1:
        return "four_of_rank"
    moving = game.name == "shengji" or game.options.get("levels") == "moving"
    units = game.trump(before.trump or "", before.level if moving else None).units(cards)
    return units[0].kind if len(units) == 1 else "throw"


class Bystander:
    """What deals played move by move add to the statistics."""

    def __init__(self, game: pf.TrickGame) -> None:
        self.game = game
        self.kinds: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.sides: Counter[str] = Counter()
        self.multipliers: Counter[int] = Counter()
        self.choices = 0
        self.scores: list[list[float]] = []

    def watch(self, seed: int, number: int, start: str) -> pf.TrickState:
        """Play deal number ``number`` of the seed by the draws of the policy stream."""
        state = self.game._deal_numbered(number, seed, None, None, start)
        stream, draws, moves = Stream(seed, number, 0, POLICY), 0, 0
        while not state.is_over:
            count = state.count_legal()
            action = state.legal_actions()[stream.below(count, draws)]
            draws += 0 if count == 1 else 1 if count <= 1 << 16 else 2
            before = state.clone()
            state.apply(action)
            if action.kind == "play":
                if not before.trick:
                    self.kinds[lead_kind(self.game, before, state, action.cards)] += 1
            else:
                self.kinds[action.kind] += 1
            self.choices += count
            moves += 1
        self.lengths[moves] += 1
        self.scores.append(state.returns())
        self.multipliers[state.multiplier] += 1
        first, second = SIDES[self.game.name]
        seat = 0 if self.game.name == "whist" else state.dealer
        assert seat is not None
        self.sides[first if state.returns()[seat] > 0 else second] += 1
        return state

    def compare(self, result: pf.SimulationResult) -> None:
        games = len(self.scores)
        moves = sum(length * n for length, n in self.lengths.items())
        assert (result.games, result.moves) == (games, moves)
        assert {kind: n for kind, n in result.counts.items() if n} == {
            kind: n for kind, n in self.kinds.items() if kind in result.counts
        }
        assert {side: n for side, n in result.by_side.items() if n} == dict(self.sides)
        assert dict(result.multipliers) == dict(self.multipliers)
        assert result.mean_branching == pytest.approx(self.choices / moves)
        assert (result.min_length, result.max_length) == (min(self.lengths), max(self.lengths))
        for seat in range(self.game.num_players):
            scores = [score[seat] for score in self.scores]
            mean = sum(scores) / games
            assert result.mean_returns[seat] == pytest.approx(mean, abs=1e-9)
            spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / max(1, games - 1))
            assert result.std_returns[seat] == pytest.approx(spread, rel=1e-6, abs=1e-9)


# ---- one by one


@pytest.mark.arch
@pytest.mark.parametrize("start", ["deal", "play"])
@every_form
def test_deals_are_those_of_the_state_machine(name: str, options: dict[str, Any], start: str) -> None:
    game = game_of(name, options)
    one, ends = Bystander(game), Counter[str | None]()
    for number in range(12):
        ends[one.watch(9, number, start).end] += 1
    one.compare(pf.simulate(game, games=12, seed=9, start=start))  # type: ignore[arg-type]
    if name == "dabaifen" and options.get("wrong_throw") != "none":
        assert ends["wrong_throw"]


@pytest.mark.parametrize(
    ("name", "options", "end"),
    [
        ("erqiwang", {"no_bid": "first_at_max"}, "surrender"),
        ("dabaifen", {"contract": True, "wrong_throw": "none"}, "tripled"),
    ],
)
def test_every_end_is_counted(name: str, options: dict[str, Any], end: str) -> None:
    """``start="play"`` has bids of 120 and of 60: random dealers give up now and then."""
    game = game_of(name, options)
    one, ends = Bystander(game), Counter[str | None]()
    for number in range(150 if name == "erqiwang" else 20):
        ends[one.watch(1, number, "play").end] += 1
    result = pf.simulate(game, games=sum(ends.values()), seed=1, start="play")
    one.compare(result)
    assert ends[end] and ends["played"]
    if end == "surrender":
        assert result.counts["surrender"] == ends["surrender"] and result.min_length == 1


def test_a_seed_at_the_end() -> None:
    for name in ("erqiwang", "dabaifen"):
        one = Bystander(game_of(name, {}))
        one.watch(2**64 - 1, 0, "deal")
        one.compare(pf.simulate(one.game, games=1, seed=2**64 - 1))


# ---- workers


@pytest.mark.arch
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("start", ["deal", "play"])
@pytest.mark.parametrize(("name", "options"), FORMS[2:5], ids=str)
def test_any_number_of_workers(name: str, options: dict[str, Any], start: Any, policy: str) -> None:
    game = game_of(name, options)
    one, other, many = (
        without_time(pf.simulate(game, games=300, seed=5, policy=policy, start=start, workers=n)) for n in (1, 2, 7)
    )
    assert one == other == many
    assert one != without_time(pf.simulate(game, games=300, seed=6, policy=policy, start=start))


def test_more_games_go_on_where_fewer_end() -> None:
    for name, options in FORMS[2:5]:
        game = game_of(name, options)
        few, many = (pf.simulate(game, games=games, seed=5) for games in (100, 250))
        assert few.moves < many.moves
        assert without_time(few) == without_time(pf.simulate(game, games=100, seed=5))


# ---- statistics


@pytest.mark.arch
@every_form
def test_statistics_agree_with_each_other(name: str, options: dict[str, Any]) -> None:
    result = pf.simulate(game_of(name, options), games=400, seed=3)
    assert result.games == 400 == sum(result.by_side.values()) == sum(result.multipliers.values())
    assert tuple(result.by_side) == SIDES[name]
    seats = 3 if options.get("preset") == "three_players" else 4
    assert len(result.mean_returns) == len(result.policy) == seats
    if options.get("contract") or options.get("preset") == "contract":
        assert result.mean_returns != tuple([0.0] * 4)
    else:
        assert sum(result.mean_returns) == pytest.approx(0, abs=1e-9)
    assert result.mean_length == pytest.approx(result.moves / 400)
    assert result.min_length <= result.mean_length <= result.max_length
    assert result.mean_branching > 1 and result.seconds > 0
    assert 0 < sum(result.counts.values()) < result.moves
    if name != "whist":
        assert set(result.counts) == COUNTED[name]
    bids = result.counts.get("bid", 0)
    assert (bids > 0) is (name == "erqiwang" or options.get("contract", options.get("preset") == "contract"))
    if name != "dabaifen" or options.get("four_of_rank_lead") is False:
        assert result.counts.get("four_of_rank", 0) == 0
    if options.get("throws") == "none":
        assert result.counts["throw"] == result.counts["failed_throw"] == 0
    if options.get("throws") == "certain":
        assert result.counts["failed_throw"] == 0
    if name == "erqiwang" and "throws" not in options:
        assert result.counts["throw"] > 0 == result.counts["failed_throw"]
    # 反无主 doubles the stake, which is no part of the score.
    if name in ("erqiwang", "dabaifen") and options.get("nt_override") != "any_two":
        assert dict(result.multipliers) == {1: 400}


def test_play_alone_has_only_plays() -> None:
    """Nothing is bid or declared; what is counted of the plays are the leads."""
    for name, options in FORMS:
        result = pf.simulate(game_of(name, options), games=100, seed=3, start="play")
        answers = sum(result.counts.get(word, 0) for word in ("bid", "declare", "rob"))
        assert answers == 0 and 0 < sum(result.counts.values()) < result.moves
        if name == "dabaifen" and options.get("wrong_throw") == "none":
            assert set(result.multipliers) == {1} and result.max_length == 48


# ---- policies


def share(game: pf.TrickGame, policy: Any, start: Any = "play", games: int = 1500) -> float:
    """Share of deals that the first side wins, seat 0 dealing."""
    result = pf.simulate(game, games=games, seed=77, policy=policy, start=start)
    return next(iter(result.by_side.values())) / games


@pytest.mark.parametrize(("name", "options"), [*FORMS[:5], FORMS[9], FORMS[14]], ids=str)
def test_greedy_beats_random(name: str, options: dict[str, Any]) -> None:
    """In either part by more than four standard errors, and by a margin that matters."""
    game = game_of(name, options)
    seats = game.num_players
    error = math.sqrt(0.25 / 1500) * math.sqrt(2)  # of a difference of two shares, at most
    alone = name == "erqiwang"
    dealers = tuple("greedy" if seat == 0 or (not alone and seat == 2) else "random" for seat in range(seats))
    others = tuple("random" if policy == "greedy" else "greedy" for policy in dealers)
    base, first, second = (share(game, policy) for policy in (("random",) * seats, dealers, others))
    assert first - base > max(0.05, 4 * error) or first > 0.95, (base, first)
    assert base - second > max(0.05, 4 * error) or second < 0.05, (base, second)


@pytest.mark.parametrize(("name", "options"), FORMS[2:5], ids=str)
def test_greedy_scores_more_from_the_first_bid_on(name: str, options: dict[str, Any]) -> None:
    """A greedy seat among random ones gets more than it would at random, whole deals counted."""
    game = game_of(name, options)
    plain = pf.simulate(game, games=1500, seed=7, policy="random")
    mixed = pf.simulate(game, games=1500, seed=7, policy=["greedy", "random", "greedy", "random"])
    gain = mixed.mean_returns[0] - mixed.mean_returns[1] - (plain.mean_returns[0] - plain.mean_returns[1])
    error = plain.interval_returns[0] + mixed.interval_returns[0]
    assert gain > 2 * error, (plain.mean_returns, mixed.mean_returns)


def test_greedy_is_fixed() -> None:
    for name, options in FORMS[2:]:
        if name != "shengji":
            one, other = (
                pf.simulate(game_of(name, options), games=40, seed=8, policy="greedy", workers=n) for n in (1, 3)
            )
            assert one == other


def test_a_policy_for_each_of_three() -> None:
    game = pf.load_game("erqiwang", preset="three_players")
    assert pf.simulate(game, games=5, policy=["greedy", "random", "random"]).policy == ("greedy", "random", "random")
    for policy in (["random"] * 4, ["random"] * 2, ["greedy", "random", "clever"]):
        with pytest.raises(pf.RulesError, match="policy"):
            pf.simulate(game, games=5, policy=policy)
