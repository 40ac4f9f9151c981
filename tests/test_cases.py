"""Questions that people have asked of other engines, with the answers of these rules."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf

FILE = Path(__file__).parent / "data/doudizhu/cases.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
CARD_CASES = [case for case in CASES if "cards" in case]
named = {"ids": lambda case: case["id"]}
pytestmark = pytest.mark.arch


def game(preset: str | None = None) -> pf.ClimbingGame:
    return pf.load_game("doudizhu", preset=preset)


def test_the_file_is_whole() -> None:
    assert len(CARD_CASES) >= 45
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert {case["id"] for case in CASES if "cards" not in case} == {"ddz-flow-01", "ddz-flow-02", "ddz-flow-03"}


@pytest.mark.parametrize("case", CARD_CASES, **named)
def test_readings(case: dict[str, Any]) -> None:
    found = [[combo.kind, combo.rank, combo.length] for combo in game().readings(case["cards"])]
    assert sorted(found) == sorted(case["readings"])
    assert bool(found) is case["legal"]
    chosen = game().classify(case["cards"])
    assert (chosen is not None) is case["legal"]
    if chosen is not None:
        assert chosen in game().readings(case["cards"])


@pytest.mark.parametrize("case", CARD_CASES, **named)
def test_legal_under(case: dict[str, Any]) -> None:
    assert case["legal_under"]
    for preset, legal in case["legal_under"].items():
        assert bool(game(preset).readings(case["cards"])) is legal, preset
        assert (str(game(preset).classify(case["cards"])) != "None") is legal, preset


@pytest.mark.parametrize("case", [case for case in CARD_CASES if "table" in case], **named)
def test_beats(case: dict[str, Any]) -> None:
    play, table = case["cards"], case["table"]
    if "table_reading" in case:
        laid = game().classify(table)
        assert laid is not None and [laid.kind, laid.rank, laid.length] == case["table_reading"]
    assert game().beats(play, table) is case["beats"]
    assert (pf.Hand(play).cards in [combo.cards for combo in game().follows(play, table)]) is case["beats"]
    # The same question put to a whole game, where the pack has the cards for it.
    try:
        state = game().setup(hands=[play, "3" if "3333" not in play + table else "A"], table=table, table_by=1)
    except pf.RulesError:
        return
    assert bool(state.check(play)) is case["beats"]


def test_two_hand_endgame_lead_returns_after_one_pass() -> None:
    """ddz-flow-01."""
    state = game().setup(hands=["35", "46"])
    state.apply("3")
    state.apply("pass")
    assert (state.phase, state.seat, state.table) == ("play", 0, pf.PASS)


def test_the_leader_may_not_pass() -> None:
    """ddz-flow-02."""
    state = game().setup(hands=["35", "46"])
    assert state.check("pass").code == "must_lead"
    assert "pass" not in [str(action) for action in state.legal_actions()]


def test_a_follower_may_pass_although_he_can_beat() -> None:
    """ddz-flow-03."""
    state = game().setup(hands=["3", "44", "5"], to_move=1, table="3", table_by=0)
    assert [str(action) for action in state.legal_actions()] == ["4", "pass"]
    state.apply("pass")
    assert state.seat == 2


# ---- 升级: questions about single plays; those about whole deals are in test_shengji_rules.py

TRICKS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/shengji/shengji.jsonl").read_text(encoding="utf-8").splitlines()
]


def of_kind(*kinds: str) -> Any:
    return pytest.mark.parametrize("case", [case for case in TRICKS if case["kind"] in kinds], **named)


def trump(case: dict[str, Any]) -> pf.Trump:
    options = {"decks": case["decks"], "two_is_trump": bool(case["two_is_trump"]), **case.get("options", {})}
    return pf.load_game("shengji", **options).trump(case["trump_suit"] or "S", case["level"] or "2")


def test_the_file_of_tricks_is_whole() -> None:
    assert len(TRICKS) == 169 and len({case["id"] for case in TRICKS}) == len(TRICKS)
    played = {"tractor", "titanic", "throw", "winner", "kitty", "follows", "level"}
    assert {case["kind"] for case in TRICKS} == played | {"declare", "rob_kitty", "other"}


@of_kind("tractor", "titanic")
def test_chains(case: dict[str, Any]) -> None:
    question = trump(case).is_tractor if case["kind"] == "tractor" else trump(case).is_titanic
    assert question(case["hand"]) is case["answer"]
    units = trump(case).units(case["hand"])
    assert ([unit.kind for unit in units] == [case["kind"]]) is case["answer"]


@of_kind("throw")
def test_throws(case: dict[str, Any]) -> None:
    throw = trump(case).throw(case["lead"], case["other_hands"])
    forced = "" if case["answer"] == "stands" else case["answer"]
    assert throw.stands is (forced == "") and throw.forced == pf.SuitedHand(forced).cards


@of_kind("winner")
def test_winners(case: dict[str, Any]) -> None:
    assert trump(case).winner(case["plays"]) == case["answer"]
    # The same plays in a whole deal, with a card kept by each; three decks have most of them.
    game = pf.load_game("shengji", decks=3, two_is_trump=bool(case["two_is_trump"]), **case.get("options", {}))
    hands = [f"{play} {kept}" for play, kept in zip(case["plays"], ("C7", "C8", "C9", "CJ"), strict=True)]
    try:
        state = game.setup(hands=hands, trump=case["trump_suit"], level=case["level"])
        for play in case["plays"]:
            state.apply(play)
    except (pf.RulesError, pf.IllegalActionError):
        return  # four of a card, or a discard that had to follow
    assert state.leader == case["answer"] and state.phase == "play"


@of_kind("kitty")
def test_kitty_factors(case: dict[str, Any]) -> None:
    if case.get("last_trick_winner") != "dealer":
        assert trump(case).kitty_multiplier(case["lead"]) == case["answer"]


@of_kind("level")
def test_levels(case: dict[str, Any]) -> None:
    result = pf.load_game("shengji", decks=case["decks"]).level_result(case["points"])
    assert [result.side, result.levels] == list(case["answer"])
    assert result.takes_over is (result.side == "attackers")


@of_kind("follows")
def test_follows(case: dict[str, Any]) -> None:
    rules, hand, lead = trump(case), case["hand"], case["lead"]
    plays = [pf.SuitedHand(play).cards for play in case["answer"]]
    assert sorted(rules.follows(hand, lead)) == sorted(plays)
    assert rules.count_follows(hand, lead) == len(set(plays))
    cards = pf.SuitedHand(hand).cards.split()
    size = len(pf.SuitedHand(lead))
    for chosen in {tuple(sorted(chosen)) for chosen in combinations(cards, size)}:
        play = pf.SuitedHand(" ".join(chosen)).cards
        answer = rules.check_follow(hand, lead, play)
        assert bool(answer) is (play in plays), play
        assert answer or answer.suggestion in plays
