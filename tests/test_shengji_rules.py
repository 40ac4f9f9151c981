"""The options of 升级 and whist: a witness for each; and deals by script, of the cases and of the rules page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests.reference.trick_cards import text_of
from tests.reference.trick_rules import Trump, level_result, room_points
from tests.reference.whist_game import WhistGame
from tests.shengji_scripts import (
    PackageDeal,
    ReferenceDeal,
    deal_answer,
    package_match,
    reference_match,
    reference_options,
)

DATA = Path(__file__).parent / "data"
pytestmark = pytest.mark.arch


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


WITNESSES = rows("shengji/witnesses.jsonl")
WHIST_WITNESSES = rows("whist/witnesses.jsonl")
DEALS = rows("shengji/deals.jsonl")
CASES = [*rows("shengji/shengji.jsonl"), *rows("shengji/shengji_rob_kitty.jsonl")]
SCORING = rows("shengji/shengji_scoring.jsonl")


# ---- witnesses


def answer_of_package(case: dict[str, Any], options: dict[str, Any]) -> Any:
    game = pf.load_game("shengji", **options)
    if "points" in case:
        result = game.level_result(case["points"])
        return [result.side, result.levels, result.takes_over]
    if "room" in case:
        return game.room_points(*case["room"])
    if "match" in case:
        return package_match(case, options)
    if "until" in case:
        return deal_answer(PackageDeal.of(case, options), case)
    rules = game.trump(case["trump"], level=case["level"])
    if "suit_of" in case:
        return [rules.effective_suit(card) for card in case["suit_of"]]
    if "order" in case:
        return [" ".join(place) for place in rules.order()]
    if "tractors" in case:
        return [rules.is_tractor(cards) for cards in case["tractors"]]
    if "throw" in case:
        return rules.throw(*case["throw"]).forced or "stands"
    if "follow" in case:
        return sorted(rules.follows(*case["follow"]))
    return rules.winner(case["winner"]) if "winner" in case else rules.kitty_multiplier(case["kitty"])


def answer_of_reference(case: dict[str, Any], options: dict[str, Any]) -> Any:
    opt = reference_options(options)
    if "points" in case:
        return list(level_result(case["points"], opt))
    if "room" in case:
        side, levels, scores = case["room"]
        return room_points(side, levels, scores, options=opt)
    if "match" in case:
        return reference_match(case, options)
    if "until" in case:
        return deal_answer(ReferenceDeal.of(case, options), case)
    rules = Trump(case["trump"], case["level"], opt)
    if "suit_of" in case:
        return [rules.group(card) for card in case["suit_of"]]
    if "order" in case:
        return [" ".join(place) for place in rules.order()]
    if "tractors" in case:
        return [rules.is_tractor(cards) for cards in case["tractors"]]
    if "throw" in case:
        return text_of(rules.throw(*case["throw"]).forced) or "stands"
    if "follow" in case:
        return sorted(text_of(play) for play in rules.follows(*case["follow"]))
    return rules.winner(case["winner"]) if "winner" in case else rules.kitty_multiplier(case["kitty"])


@pytest.mark.parametrize("case", WITNESSES, ids=lambda case: f"{case['option']}: {case['why']}")
def test_witness(case: dict[str, Any]) -> None:
    """The option's values give these answers, in the package and in the reference."""
    for value, answer in case["answers"]:
        options = {**case.get("with", {}), case["option"]: value}
        assert answer_of_package(case, options) == answer, value
        assert answer_of_reference(case, options) == answer, value


#: Values that change nothing, by the rules: SJ10.4.
WITHOUT_EFFECT = {("must_play", '["A"]')}


def values_of(info: pf.OptionInfo) -> list[Any]:
    """The values that need a witness; of long ranges the end that means something else."""
    match info.type:
        case "on_off":
            return [True, False]
        case "choice":
            return list(info.names)
        case "set":
            return [[], *([name] for name in info.names)]
        case "maybe":
            return [None]
        case "either":
            return [info.minimum, info.maximum]
        case "number" if info.maximum - info.minimum < 10:
            return list(range(info.minimum, info.maximum + 1))
    return [info.default]


def missing_witnesses(infos: Sequence[pf.OptionInfo], cases: Sequence[dict[str, Any]]) -> list[str]:
    """Values for which no case has an answer of their own: one that another value answers differently."""
    seen: set[tuple[str, str]] = set()
    for case in cases:
        for value, answer in case["answers"]:
            if any(answer != other for _, other in case["answers"]):
                seen.add((case["option"], json.dumps(value)))
    wanted = [(info.name, json.dumps(value)) for info in infos for value in values_of(info)]
    return [f"{name}={value}" for name, value in wanted if (name, value) not in seen | WITHOUT_EFFECT]


@pytest.mark.parametrize(("name", "cases"), [("shengji", WITNESSES), ("whist", WHIST_WITNESSES)])
def test_every_option_has_a_witness(name: str, cases: list[dict[str, Any]]) -> None:
    infos = pf.load_game(name).describe()
    assert missing_witnesses(infos, cases) == []
    assert list(dict.fromkeys(case["option"] for case in cases)) == [info.name for info in infos]


def test_what_has_no_effect_has_none() -> None:
    case = next(case for case in WITNESSES if case["why"] == "levels stop at A in any case")
    assert case["answers"][0][1] == case["answers"][1][1]


def test_a_missing_witness_is_found() -> None:
    infos = pf.load_game("shengji").describe()
    fewer = [case for case in WITNESSES if case["option"] != "band"]
    assert missing_witnesses(infos, fewer) == ['band="literal"', 'band="min"']
    fewer = [{**case, "answers": [a for a in case["answers"] if a[0] != "linear"]} for case in WITNESSES]
    assert missing_witnesses(infos, fewer) == ['kitty_rule="linear"']
    alike = [{**case, "answers": [[value, 1] for value, _ in case["answers"]]} for case in WITNESSES]
    assert len(missing_witnesses(infos, alike)) > 70


@pytest.mark.parametrize("case", WHIST_WITNESSES, ids=lambda case: case["why"])
def test_whist_witness(case: dict[str, Any]) -> None:
    for value, answer in case["answers"]:
        state = pf.load_game("whist", trump=value).new_game(seed=case["seed"], dealer=case["dealer"])
        model = WhistGame.start(case["seed"], 0, case["dealer"], value)
        assert (state.trump, model.trump) == (answer[0], answer[0])
        while state.seat is not None:
            card = next(card for card in state.hands[state.seat] if state.check(card))
            assert model.check(card) == "ok"
            state.apply(card)
            model.apply(card)
        assert [*state.tricks] == model.tricks == answer[1:]
        assert state.returns() == model.returns() == [answer[1] - 6.5, answer[2] - 6.5] * 2


# ---- deals by script: the declare and rob_kitty cases, the prose cases, and what the page says


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["id"])
def test_deal(case: dict[str, Any]) -> None:
    options = case.get("with", {})
    assert deal_answer(PackageDeal.of(case, options), case) == case["answer"]
    assert deal_answer(ReferenceDeal.of(case, options), case) == case["answer"]


def case_cards(case: dict[str, Any]) -> tuple[str, str]:
    """What stands and what is shown, in a declare or rob_kitty case."""
    if "input" not in case:
        return text_of(case["lead"]), text_of(case["hand"])

    def cards(number: int, kind: str) -> str:
        return " ".join([f"{kind.upper()}T" if kind in "shdc" else kind] * number)

    return cards(*case["input"]["current"]), cards(*case["input"]["new"])


SHOWN = [case for case in CASES if case["kind"] in ("declare", "rob_kitty", "legal", "illegal")]


@pytest.mark.parametrize("case", SHOWN, ids=lambda case: case["id"])
def test_the_deal_of_a_case_is_the_case(case: dict[str, Any]) -> None:
    """The script makes the case's set stand, and the other set goes over it if the case says so."""
    stands, shown = case_cards(case)
    deal = next(deal for deal in DEALS if deal["id"] == case["id"])
    word = "declare" if case["kind"] == "declare" else "rob"
    decks = case["decks"] if "decks" in case else case["input"]["decks"]
    assert deal.get("with", {}).get("decks", 2) == decks
    said = [line.split(" ", 1)[1] for line in deal["script"]]
    if case["answer"]:
        assert said[-2:] == [f"declare {stands}", f"{word} {shown}"]
        assert deal["answer"][deal["show"].index("left")] == 0
    else:
        assert said[-1] == f"declare {stands}"
        assert deal["check"] == [f"{word} {shown}"]
        assert deal["answer"][-1] in ("too_weak", "no_declaration", "wrong_phase")


def test_every_case_of_a_deal_is_played() -> None:
    prose = {"shengji-G22", "shengji-G23"} | {case["id"] for case in SCORING if case["kind"] == "other"}
    assert len(SHOWN) == 16 + 8 + 11
    wanted = {case["id"] for case in SHOWN} | prose
    assert wanted == {deal["id"] for deal in DEALS if not deal["id"].startswith("page-")}


# ---- points and levels of the scoring cases


@pytest.mark.parametrize("case", SCORING, ids=lambda case: case["id"])
def test_scoring(case: dict[str, Any]) -> None:
    given, answer = case["input"], case["answer"]
    if given.get("table") == "level":
        result = pf.load_game("shengji", decks=given["decks"]).level_result(given["attackers_points"])
        assert (result.side, result.levels) == (answer["side"], answer["levels"])
        assert result.takes_over is (answer["side"] == "attackers")
    elif given.get("table") == "room":
        won = pf.load_game("shengji").room_points(
            given["winner"], given["levels"], given["room_scores"], given["grand_slam_points"]
        )
        assert (won, -won) == (answer["winner_each"], answer["loser_each"])
    else:
        assert any(deal["id"] == case["id"] for deal in DEALS)


# ---- presets, and options that don't fit together


def test_presets() -> None:
    default = pf.load_game("shengji")
    assert pf.load_game("shengji", preset="tuolaji") == default
    assert pf.load_game("shengji", preset="one_deck") == pf.load_game("shengji", decks=1)
    assert pf.load_game("shengji", preset="titanic") == pf.load_game("shengji", decks=3)
    assert pf.load_game("shengji", preset="chaodipi") == pf.load_game("shengji", rob_kitty=True)
    assert pf.load_game("shengji", preset="botzone") == pf.load_game(
        "shengji",
        level_tractor="jokers_only",
        throw_fail="beaten_card",
        throw_penalty=10,
        kitty_rule="linear2",
        first_dealer="last_declarer",
    )


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"kitty_size": 7}, "kitty_size"),
        ({"decks": 2, "kitty_size": 9}, "kitty_size"),
        ({"decks": 3, "kitty_size": 42}, "kitty_size"),
        ({"decks": 1, "rob_kitty": True}, "rob_kitty"),
        ({"decks": 3, "nt_override": "four"}, "nt_override"),
        ({"decks": 1, "kitty_size": 2, "nobody_declares": "kitty3"}, "nobody_declares"),
        ({"decks": 1, "kitty_size": 2, "nobody_declares": "kitty3_skip_jokers"}, "nobody_declares"),
    ],
)
def test_options_that_don_t_fit(options: dict[str, Any], where: str) -> None:
    """O1, O2, O20, O21, O22."""
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game("shengji", **options)
    assert [place for place, _ in caught.value.faults] == [where]
