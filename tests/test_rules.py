"""The options of 斗地主: counts of every preset, a witness for every option, and what wrong values are told."""

from __future__ import annotations

import dataclasses
import json
import pickle
from collections import Counter
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests.reference.cards import sort_cards
from tests.reference.doudizhu_game import Game
from tests.reference.doudizhu_plays import KINDS, QQ, Options, beats, readings
from tests.reference.philox import doudizhu_deal
from tests.strategies import fields_of

WITNESSES = json.loads((Path(__file__).parent / "data/doudizhu/witnesses.json").read_text(encoding="utf-8"))

# ---- counts, as the rules page gives them: plays, sets, sets with two readings or more

PRESETS = {
    "qq": (34152, 33675, 468),
    "rlcard": (27471, 27471, 0),
    "laozhang": (28237, 27845, 383),
    "openspiel": (26053, 25661, 383),
    "douzero": (30383, 29984, 390),
    "distinct": (13550, 13550, 0),
    "pagat": (12654, 12654, 0),
    "botzone": (13550, 13550, 0),
}
ALWAYS = {"solo": 15, "pair": 13, "trio": 13, "trio_solo": 182, "trio_pair": 156, "solo_chain": 36, "pair_chain": 52,
          "trio_chain": 45, "bomb": 13, "rocket": 1}  # fmt: skip
#: trio_solo_chain of 2…5, trio_pair_chain of 2…4, four_two_solo, four_two_pair.
BY_KIND = {
    "qq": ((979, 3400, 7830, 12512), (726, 2100, 3726), 1339, 1014),
    "rlcard": ((968, 3282, 7184, 10388), (605, 1200, 1134), 1326, 858),
    "laozhang": ((968, 3300, 7344, 10976), (605, 1200, 1134), 1326, 858),
    "douzero": ((979, 3400, 7830, 12512), (605, 1200, 1134), 1339, 858),
    "distinct": ((858, 2200, 2970, 2016), (605, 1200, 1134), 1183, 858),
}


@lru_cache(maxsize=32)
def combos(**options: Any) -> tuple[pf.Combo, ...]:
    return tuple(pf.load_game("doudizhu", **options).all_combos())


@pytest.mark.arch
@pytest.mark.parametrize("preset", PRESETS)
def test_counts_of_a_preset(preset: str) -> None:
    found = combos(preset=preset)
    of_set = Counter(combo.cards for combo in found)
    assert (len(found), len(of_set), sum(n > 1 for n in of_set.values())) == PRESETS[preset]
    assert max(len(combo) for combo in found) == 20
    game = pf.load_game("doudizhu", preset=preset)
    assert game.count_leads("3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222wW") == len(found)


@pytest.mark.parametrize("preset", PRESETS)
def test_counts_by_kind(preset: str) -> None:
    kinds = Counter(combo.kind for combo in combos(preset=preset))
    assert {kind: kinds[kind] for kind in ALWAYS} == ALWAYS
    if preset in BY_KIND:
        found = Counter((combo.kind, combo.length) for combo in combos(preset=preset))
        solos, pairs, four_solo, four_pair = BY_KIND[preset]
        assert tuple(found["trio_solo_chain", n] for n in range(2, 6)) == solos
        assert tuple(found["trio_pair_chain", n] for n in range(2, 5)) == pairs
        assert (kinds["four_two_solo"], kinds["four_two_pair"]) == (four_solo, four_pair)
    assert (kinds["four_two_solo"] == 0) is (preset == "openspiel")


@pytest.mark.parametrize(
    ("changes", "plays", "sets"),
    [
        ({"kicker_rocket": False}, 32663, 32193),
        ({"kicker_same_rank": 3, "kicker_pair_repeat": False}, 29726, 29327),
        ({"kicker_extends_chain": False}, 33230, 33152),
        ({"four_two_pair_as_solos": False}, 33996, 33519),
        ({"kicker_body_rank": True}, 95352, 93772),
        ({"kicker_same_rank": 1}, 17475, None),
        ({"banned_kinds": KINDS}, 0, 0),
    ],
)
def test_counts_of_one_change(changes: dict[str, Any], plays: int, sets: int | None) -> None:
    found = list(pf.load_game("doudizhu", **changes).all_combos())
    assert len(found) == plays
    if sets is not None:
        assert len({combo.cards for combo in found}) == sets


def test_presets_are_all_known() -> None:
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game("doudizhu", preset="none")
    assert all(name in str(caught.value) for name in PRESETS)
    assert pf.load_game("doudizhu") == pf.load_game("doudizhu", preset="qq") == pf.load_game("doudizhu", preset=None)


# ---- witnesses


def tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def answer_of_package(case: dict[str, Any], value: Any) -> Any:
    game = pf.load_game("doudizhu", **case.get("with", {}), **{case["option"]: value})
    if "cards" in case:
        return sorted([combo.kind, combo.rank, combo.length] for combo in game.readings(case["cards"]))
    if "play" in case:
        return game.beats(case["play"], case["table"])
    state = game.setup(**case["setup"]) if "setup" in case else game.new_game(**case["new_game"])
    for text in case["actions"]:
        state.apply(text)
    shown = {
        "phase": state.phase,
        "seat": state.seat,
        "landlord": state.landlord,
        "returns": state.returns(),
        "shown": fields_of(state)["shown"],
    }
    return [shown[name] for name in case["show"]]


def answer_of_reference(case: dict[str, Any], value: Any) -> Any:
    value = frozenset(value) if case["option"] == "banned_kinds" else tupled(value)
    others = {name: tupled(other) for name, other in case.get("with", {}).items()}
    opt = dataclasses.replace(Options(), **others, **{case["option"]: value})
    if "cards" in case:
        return sorted(list(reading) for reading in readings(case["cards"], opt))
    if "play" in case:
        return beats(case["play"], case["table"], opt)
    if "setup" in case:
        game = Game.position([sort_cards(hand) for hand in case["setup"]["hands"]], 0, opt=opt)
    else:
        start = case["new_game"]
        deal = doudizhu_deal(start["seed"])
        deal = dataclasses.replace(deal, first=start.get("first", deal.first))
        source = partial(doudizhu_deal, start["seed"], 0)
        game = Game(opt, lambda number: source(number) if number else deal, start.get("beans"))
    for text in case["actions"]:
        game.apply(text)
    shown = {
        "phase": game.phase,
        "seat": game.seat,
        "landlord": game.landlord,
        "returns": game.returns(),
        "shown": [0 if factor == 1 else factor for factor in game.show_factor],
    }
    return [shown[name] for name in case["show"]]


@pytest.mark.arch
@pytest.mark.parametrize("case", WITNESSES, ids=lambda case: f"{case['option']}: {case['why']}")
def test_witness(case: dict[str, Any]) -> None:
    """The option's values change this answer, to what the reference says."""
    answers = [answer for _, answer in case["answers"]]
    assert any(answer != answers[0] for answer in answers)
    for value, answer in case["answers"]:
        assert answer_of_package(case, value) == answer, value
        assert answer_of_reference(case, value) == answer, value


def missing_witnesses(infos: tuple[pf.OptionInfo, ...], cases: list[dict[str, Any]]) -> list[str]:
    """What has no witness: options, and values of options with few of them."""
    tried: dict[str, set[str]] = {}
    for case in cases:
        tried.setdefault(case["option"], set()).update(json.dumps(value) for value, _ in case["answers"])
    missing = []
    for info in infos:
        values: list[Any] = []
        if info.type == "on_off":
            values = [True, False]
        elif info.type == "choice":
            values = list(info.names)
        elif info.type == "set":
            values = [[], *([name] for name in info.names)]
        elif info.type == "number" and info.maximum - info.minimum < 10:
            values = list(range(info.minimum, info.maximum + 1))
        if info.name not in tried:
            missing.append(info.name)
        missing += [f"{info.name}={v!r}" for v in values if json.dumps(v) not in tried.get(info.name, set())]
    return missing


def test_every_option_has_a_witness() -> None:
    infos = pf.load_game("doudizhu").describe()
    assert missing_witnesses(infos, WITNESSES) == []
    assert {case["option"] for case in WITNESSES} == {info.name for info in infos}


def test_a_missing_witness_is_found() -> None:
    infos = pf.load_game("doudizhu").describe()
    fewer = [case for case in WITNESSES if case["option"] != "base"]
    assert missing_witnesses(infos, fewer) == ["base"]
    fewer = [case for case in WITNESSES if case.get("cards") != "wW"]
    assert missing_witnesses(infos, fewer) == ["banned_kinds=['rocket']"]
    fewer = [{**case, "answers": [a for a in case["answers"] if a[0] != "never"]} for case in WITNESSES]
    assert missing_witnesses(infos, fewer) == ["caller_rerob='never'"]


# ---- describing


def test_defaults_are_the_rules_page() -> None:
    options = dict(pf.load_game("doudizhu").options)
    expected = {field.name: getattr(QQ, field.name) for field in dataclasses.fields(QQ)}
    expected["banned_kinds"] = ()
    assert options == expected
    for name, value in options.items():
        assert type(value) is type(expected[name]), name


def test_describe_is_complete() -> None:
    game = pf.load_game("doudizhu", preset="pagat", base=7)
    infos = game.describe()
    assert [info.name for info in infos] == list(game.options)
    for info in infos:
        assert info.value == game.options[info.name]
        assert info.summary and info.source and info.allowed
        assert info.type in ("on_off", "number", "choice", "set", "pair")
        assert pf.load_game("doudizhu", **{info.name: info.default}).options[info.name] == info.default
        with pytest.raises(dataclasses.FrozenInstanceError):
            info.value = 3  # type: ignore[misc]
    by_name = {info.name: info for info in infos}
    assert by_name["base"].value == 7 and by_name["base"].default == 1
    assert by_name["auction"].names == ("call_rob", "bid3", "none")
    assert set(by_name["banned_kinds"].names) == set(KINDS)
    assert (by_name["kicker_same_rank"].minimum, by_name["kicker_same_rank"].maximum) == (1, 4)


def test_games_are_values() -> None:
    game = pf.load_game("doudizhu", base=3, banned_kinds=["pair", "trio", "pair"])
    again = eval(repr(game), {"load_game": pf.load_game})  # the repr is the call that makes it
    for other in (again, pickle.loads(pickle.dumps(game)), pf.load_game("doudizhu", **game.options)):
        assert other == game and hash(other) == hash(game) and repr(other) == repr(game)
    assert game != pf.load_game("doudizhu") and game != "doudizhu"
    assert game.name == "doudizhu" and game.num_players == 3
    assert isinstance(game, pf.ClimbingGame) and isinstance(game, pf.Game)
    assert game.options["banned_kinds"] == ("pair", "trio")


def test_options_are_read_only() -> None:
    game = pf.load_game("doudizhu")
    with pytest.raises(TypeError):
        game.options["base"] = 5  # type: ignore[index]
    for name in ("name", "num_players", "options"):
        with pytest.raises(AttributeError):
            setattr(game, name, 5)


@pytest.mark.arch
def test_every_preset_and_value_round_trips() -> None:
    for preset in PRESETS:
        game = pf.load_game("doudizhu", preset=preset)
        assert pf.load_game("doudizhu", **game.options) == game
    for kinds in ((), ("solo",), ("bomb", "pair"), {"rocket"}, ["trio"], frozenset(KINDS), iter(["pair"])):
        pf.load_game("doudizhu", banned_kinds=kinds)


# ---- wrong values


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("kicker_same_rank", 0),
        ("kicker_same_rank", 5),
        ("kicker_same_rank", True),
        ("kicker_same_rank", 3.0),
        ("kicker_same_rank", "3"),
        ("kicker_same_rank", None),
        ("kicker_same_rank", 10**40),
        ("kicker_rocket", 1),
        ("kicker_rocket", "yes"),
        ("kicker_rocket", None),
        ("banned_kinds", "pair"),
        ("banned_kinds", ["pairs"]),
        ("banned_kinds", [1]),
        ("banned_kinds", ["pass"]),
        ("banned_kinds", None),
        ("banned_kinds", {"pair": True}),
        ("caller_rerob", "sometimes"),
        ("caller_rerob", 0),
        ("auction", None),
        ("open_deal_thresholds", (9,)),
        ("open_deal_thresholds", (17, 9)),
        ("open_deal_thresholds", (0, 18)),
        ("open_deal_thresholds", (-1, 9)),
        ("open_deal_thresholds", (9, 17, 17)),
        ("open_deal_thresholds", (9.0, 17)),
        ("open_deal_thresholds", (True, 17)),
        ("open_deal_thresholds", 9),
        ("room_minimum", -1),
        ("room_minimum", float("nan")),
        ("base", 0),
        ("base", -5),
        ("bomb_factor", 5),
        ("spring_factor", 0),
    ],
)
def test_value_not_allowed(option: str, value: object) -> None:
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game("doudizhu", **{option: value})
    assert [where for where, _ in caught.value.faults] == [option]
    assert option in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ({"name": "doudizu"}, "doudizhu"),
        ({"name": "doudizhu", "preset": "rlcrad"}, "rlcard"),
        ({"name": "doudizhu", "kicker_roket": True}, "kicker_rocket"),
        ({"name": "doudizhu", "banned_kind": ()}, "banned_kinds"),
        ({"name": "doudizhu", "auction": "bid"}, "bid3"),
        ({"name": "doudizhu", "caller_rerob": "allways"}, "always"),
        ({"name": "doudizhu", "banned_kinds": ["trio_solos"]}, "trio_solo"),
    ],
)
def test_nearest_name_is_offered(arguments: dict[str, Any], wanted: str) -> None:
    with pytest.raises(pf.RulesError, match=f"did you mean '{wanted}'"):
        pf.load_game(**arguments)


def test_all_faults_at_once() -> None:
    wrong: dict[str, Any] = {"preset": "quick", "base": 0, "colour": 3, "auction": "x", "kicker_rocket": 2}
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game("doudizhu", **wrong)
    assert sorted(where for where, _ in caught.value.faults) == sorted(wrong)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults and str(again) == str(caught.value)


def test_wrong_types_of_names() -> None:
    for name in (None, 3, b"doudizhu", ["doudizhu"]):
        with pytest.raises(TypeError):
            pf.load_game(name)  # type: ignore[arg-type]
    for preset in (3, b"qq", ["qq"]):
        with pytest.raises(TypeError):
            pf.load_game("doudizhu", preset=preset)  # type: ignore[arg-type]
    for name in ("", "DouDizhu", "doudizhu ", "x" * 10**5, "\0"):
        with pytest.raises(pf.RulesError):
            pf.load_game(name)
