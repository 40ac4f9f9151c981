"""The options of 二七王 and 打百分: a witness for each value, and what games of these rules say of themselves."""

from __future__ import annotations

import dataclasses
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests.bid_witnesses import (
    RULES,
    PackageDeal,
    ReferenceDeal,
    deal_answer,
    options_of_reference,
    package_match,
    reference_match,
)
from tests.reference import dabaifen_rules, erqiwang_rules
from tests.reference.dabaifen_rules import DabaifenRules
from tests.reference.erqiwang_rules import trump_rules
from tests.reference.trick_cards import text_of
from tests.reference.trick_rules import Trump
from tests.test_shengji_rules import WITHOUT_EFFECT, missing_witnesses

DATA = Path(__file__).parent / "data"
NAMES = ("erqiwang", "dabaifen")
pytestmark = pytest.mark.arch
every_game = pytest.mark.parametrize("name", NAMES)


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name / "witnesses.jsonl").read_text(encoding="utf-8").splitlines()]


WITNESSES = [(name, case) for name in NAMES for case in rows(name)]


# ---- witnesses


def answer_of_package(name: str, case: dict[str, Any], options: dict[str, Any]) -> Any:
    game = pf.load_game(name, **options)
    assert isinstance(game, pf.TrickGame)
    if "match" in case:
        return package_match(case, options)
    if "trump" not in case:
        return deal_answer(PackageDeal.started(name, case, options), case)
    rules = game.trump(case["trump"])
    if "order" in case:
        return [" ".join(place) for place in rules.order(case["order"])]
    if "tractors" in case:
        return [rules.is_tractor(cards) for cards in case["tractors"]]
    if "throw" in case:
        return rules.throw(*case["throw"]).forced or "stands"
    if "follow" in case:
        return sorted(rules.follows(*case["follow"]))
    return rules.winner(case["winner"]) if "winner" in case else rules.kitty_multiplier(case["kitty"])


def answer_of_reference(name: str, case: dict[str, Any], options: dict[str, Any]) -> Any:
    if "match" in case:
        return reference_match(case, options)
    if "trump" not in case:
        return deal_answer(ReferenceDeal.started(name, case, options), case)
    opt = options_of_reference(name, options)
    rules: Trump = trump_rules(case["trump"], opt) if name == "erqiwang" else DabaifenRules(case["trump"], "2", opt)
    if "order" in case:
        places = rules.order() if case["order"] == "T" else rules.places[case["order"]][::-1]
        return [" ".join(place) for place in places]
    if "tractors" in case:
        return [rules.is_tractor(cards) for cards in case["tractors"]]
    if "throw" in case:
        return text_of(rules.throw(*case["throw"]).forced) or "stands"
    if "follow" in case:
        return sorted(text_of(play) for play in rules.follows(*case["follow"]))
    return rules.winner(case["winner"]) if "winner" in case else rules.kitty_multiplier(case["kitty"])


@pytest.mark.parametrize(
    ("name", "case"), WITNESSES, ids=[f"{name} {case['option']}: {case['why']}" for name, case in WITNESSES]
)
def test_witness(name: str, case: dict[str, Any]) -> None:
    """The option's values give these answers, in the package and in the reference."""
    for value, answer in case["answers"]:
        options = {**case.get("with", {}), case["option"]: value}
        assert answer_of_package(name, case, options) == answer, value
        assert answer_of_reference(name, case, options) == answer, value


@every_game
def test_every_value_has_a_witness(name: str) -> None:
    infos, cases = pf.load_game(name).describe(), rows(name)
    assert missing_witnesses(infos, cases) == []
    assert list(dict.fromkeys(case["option"] for case in cases)) == [info.name for info in infos]


def test_a_missing_witness_is_found() -> None:
    infos = pf.load_game("erqiwang").describe()
    fewer = [case for case in rows("erqiwang") if case["option"] != "cards"]
    assert missing_witnesses(infos, fewer) == ["cards=92", "cards=108"]
    fewer = [{**case, "answers": [a for a in case["answers"] if a[0] != "trump_only"]} for case in rows("erqiwang")]
    assert missing_witnesses(infos, fewer) == ['throws="trump_only"']
    alike = [{**case, "answers": [[value, 1] for value, _ in case["answers"]]} for case in rows("dabaifen")]
    assert len(missing_witnesses(pf.load_game("dabaifen").describe(), alike)) == 36


def test_what_has_no_effect_has_none() -> None:
    """DB5.8: levels stop at A in any case, and without levels nothing stops."""
    assert {("must_play", '["A"]')} == WITHOUT_EFFECT
    alike = [case for case in rows("dabaifen") if case["answers"][0][1] == case["answers"][1][1]]
    assert [case["why"] for case in alike if case["option"] == "must_play"] == [
        "levels stop at A in any case",
        "with the fixed level it says nothing",
    ]


# ---- games as values


@every_game
def test_defaults_are_those_of_the_reference(name: str) -> None:
    assert dict(pf.load_game(name).options) == dataclasses.asdict(RULES[name].Options())
    for info in pf.load_game(name).describe():
        assert info.summary and info.source and info.allowed
        allowed = RULES[name].ALLOWED.get(info.name)
        if allowed is not None:
            assert set(info.names or range(info.minimum, info.maximum + 1)) >= set(allowed), info.name
            assert not info.names or len(info.names) == len(allowed)


@every_game
def test_games_are_values(name: str) -> None:
    for case in rows(name):
        for value, _ in case["answers"]:
            game = pf.load_game(name, **{**case.get("with", {}), case["option"]: value})
            again = eval(repr(game), {"load_game": pf.load_game})
            for other in (again, pickle.loads(pickle.dumps(game)), pf.load_game(name, **game.options)):
                assert other == game and hash(other) == hash(game) and repr(other) == repr(game)
            assert (game == pf.load_game(name)) is (game.options == pf.load_game(name).options)
    assert isinstance(pf.load_game(name), pf.TrickGame) and pf.load_game(name).num_players == 4


def test_one_of_two_numbers() -> None:
    """The type of O1 of 二七王: two numbers, nothing between."""
    info = next(info for info in pf.load_game("erqiwang", cards=92).describe() if info.name == "cards")
    assert (info.type, info.allowed, info.names) == ("either", "92, 108", ())
    assert (info.default, info.value, info.minimum, info.maximum) == (108, 92, 92, 108)
    for value in (92, 108):
        game = pf.load_game("erqiwang", cards=value)
        assert game.options["cards"] == value and type(game.options["cards"]) is int
    assert repr(pf.load_game("erqiwang", cards=92)) == "load_game('erqiwang', cards=92)"
    assert repr(pf.load_game("erqiwang", cards=108)) == "load_game('erqiwang')"
    assert pf.load_game("erqiwang", preset="three_players").num_players == 3
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game("erqiwang", cards=100)
    assert str(caught.value) == "cards: 100 is not allowed (92, 108)"


@pytest.mark.parametrize(
    "value", [0, 1, 91, 93, 100, 107, 109, -92, 10**30, True, None, 92.0, "92", "108", (92, 108), [92], b"\\"]
)
def test_no_other_number_of_cards(value: object) -> None:
    with pytest.raises(pf.RulesError, match=r"not allowed \(92, 108\)") as caught:
        pf.load_game("erqiwang", cards=value)
    assert [where for where, _ in caught.value.faults] == ["cards"]


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("erqiwang", "players", 2),
        ("erqiwang", "players", 5),
        ("erqiwang", "players", "3"),
        ("erqiwang", "allow_no_trump", "on"),
        ("erqiwang", "no_bid", "none"),
        ("erqiwang", "no_bid", None),
        ("erqiwang", "throws", "trumps"),
        ("erqiwang", "kitty_cap", 0),
        ("erqiwang", "throw_penalty", 1001),
        ("erqiwang", "protect_triples", True),
        ("erqiwang", "titanic_ladder", "tractor_first"),
        ("erqiwang", "decks", 2),
        ("erqiwang", "level", "7"),
        ("dabaifen", "contract", 1),
        ("dabaifen", "levels", "2"),
        ("dabaifen", "levels", ("2", "2")),
        ("dabaifen", "wrong_throw", "all_lose"),
        ("dabaifen", "four_of_rank_lead", None),
        ("dabaifen", "kitty_points_max", 301),
        ("dabaifen", "kitty_points_max", -1),
        ("dabaifen", "must_play", "5"),
        ("dabaifen", "must_play", ("1",)),
        ("dabaifen", "kitty_cap", 64),
        ("dabaifen", "throws", "all"),
        ("dabaifen", "two_is_trump", True),
    ],
)
def test_value_not_allowed(name: str, option: str, value: object) -> None:
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game(name, **{option: value})
    assert [where for where, _ in caught.value.faults] == [option]


def test_trump_only_is_a_value_of_this_game_alone() -> None:
    with pytest.raises(pf.RulesError):
        pf.load_game("shengji", throws="trump_only")


@pytest.mark.parametrize(
    ("name", "options", "where"),
    [
        ("erqiwang", {"players": 3}, ["players"]),
        ("erqiwang", {"players": 3, "cards": 108}, ["players"]),
        ("erqiwang", {"preset": "three_players", "cards": 108}, ["players"]),
        ("erqiwang", {"cards": 54, "players": 9, "no_bid": "x"}, ["cards", "players", "no_bid"]),
        ("dabaifen", {"contract": True, "levels": "moving"}, ["levels"]),
        ("dabaifen", {"preset": "moving", "contract": True}, ["levels"]),
        ("dabaifen", {"preset": "contract", "levels": "moving"}, ["levels"]),
        ("dabaifen", {"preset": "cards92"}, ["preset"]),
    ],
)
def test_options_that_don_t_fit(name: str, options: dict[str, Any], where: list[str]) -> None:
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game(name, **options)
    assert [place for place, _ in caught.value.faults] == where


def test_presets() -> None:
    for name in NAMES:
        assert pf.load_game(name, preset=name) == pf.load_game(name)
    assert pf.load_game("erqiwang", preset="cards92") == pf.load_game("erqiwang", cards=92)
    assert pf.load_game("erqiwang", preset="three_players") == pf.load_game("erqiwang", cards=92, players=3)
    assert pf.load_game("dabaifen", preset="moving") == pf.load_game("dabaifen", levels="moving")
    assert pf.load_game("dabaifen", preset="contract") == pf.load_game("dabaifen", contract=True)


# ---- what deals are worth


def test_grades_are_those_of_the_reference() -> None:
    game = pf.load_game("erqiwang")
    for bid in erqiwang_rules.BIDS:
        for points in range(0, 700, 5):
            assert dataclasses.astuple(game.grade_result(points, bid)) == tuple(erqiwang_rules.deal_result(points, bid))


def test_contract_scores_are_those_of_the_reference() -> None:
    game = pf.load_game("dabaifen", contract=True)
    for bid in dabaifen_rules.BIDS:
        for points in range(0, 105, 5):
            for kitty in (0, 10, 35):
                scores = game.contract_scores(bid, points)
                assert dataclasses.astuple(scores) == dabaifen_rules.contract_scores(bid, points, kitty, False)
                scores = game.contract_scores(bid, 3 * (points + kitty), tripled=True)
                assert dataclasses.astuple(scores) == dabaifen_rules.contract_scores(bid, points, kitty, True)


def test_levels_are_those_of_one_deck() -> None:
    for preset in ("dabaifen", "moving"):
        game = pf.load_game("dabaifen", preset=preset)
        for points in range(0, 400, 5):
            assert game.level_result(points) == pf.load_game("shengji", decks=1).level_result(points)


@pytest.mark.parametrize(
    ("name", "options", "call", "where"),
    [
        ("erqiwang", {}, lambda game: game.grade_result(5, 81), "bid"),
        ("erqiwang", {}, lambda game: game.grade_result(5, 125), "bid"),
        ("erqiwang", {}, lambda game: game.grade_result(5, 0), "bid"),
        ("erqiwang", {}, lambda game: game.grade_result(5, -(10**30)), "bid"),
        ("erqiwang", {}, lambda game: game.grade_result(-1, 80), "points"),
        ("erqiwang", {}, lambda game: game.grade_result(10**10, 80), "points"),
        ("erqiwang", {}, lambda game: game.level_result(5), "level_result"),
        ("erqiwang", {}, lambda game: game.contract_scores(60, 5), "contract_scores"),
        ("erqiwang", {}, lambda game: game.room_points("dealer", 1, [0, 0, 0, 0]), "room_points"),
        ("erqiwang", {}, lambda game: game.new_match(seed=1), "new_match"),
        ("dabaifen", {}, lambda game: game.grade_result(5, 60), "grade_result"),
        ("dabaifen", {}, lambda game: game.contract_scores(60, 5), "contract_scores"),
        ("dabaifen", {}, lambda game: game.room_points("dealer", 1, [0, 0, 0, 0]), "room_points"),
        ("dabaifen", {"contract": True}, lambda game: game.level_result(5), "level_result"),
        ("dabaifen", {"contract": True}, lambda game: game.new_match(seed=1), "new_match"),
        ("dabaifen", {"contract": True}, lambda game: game.contract_scores(55, 5), "bid"),
        ("dabaifen", {"contract": True}, lambda game: game.contract_scores(105, 5), "bid"),
        ("dabaifen", {"contract": True}, lambda game: game.contract_scores(62, 5), "bid"),
        ("dabaifen", {"contract": True}, lambda game: game.contract_scores(60, -5), "points"),
        ("shengji", {}, lambda game: game.grade_result(5, 80), "grade_result"),
        ("shengji", {}, lambda game: game.contract_scores(60, 5), "contract_scores"),
        ("whist", {}, lambda game: game.level_result(5), "level_result"),
    ],
)
def test_what_deals_are_not_worth(
    name: str, options: dict[str, Any], call: Callable[[pf.TrickGame], object], where: str
) -> None:
    game = pf.load_game(name, **options)
    assert isinstance(game, pf.TrickGame)
    with pytest.raises(pf.RulesError) as caught:
        call(game)
    assert [place for place, _ in caught.value.faults] == [where]


def test_worth_of_wrong_types() -> None:
    erqiwang, contract = pf.load_game("erqiwang"), pf.load_game("dabaifen", contract=True)
    for thing in (None, "80", 80.0, True, b"80"):
        for call in (
            lambda thing=thing: erqiwang.grade_result(5, thing),
            lambda thing=thing: erqiwang.grade_result(thing, 80),
            lambda thing=thing: contract.contract_scores(thing, 5),
            lambda thing=thing: contract.contract_scores(60, thing),
        ):
            with pytest.raises(TypeError):
                call()
