"""The options of 打大A and 保皇: a witness for each value, and what games of these rules say of themselves."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests.reference import baohuang_game, baohuang_plays, dadaa_game, dadaa_plays
from tests.test_rules import missing_witnesses

DATA = Path(__file__).parent / "data"
NAMES = ("dadaa", "baohuang")
REFERENCE: dict[str, Any] = {"dadaa": dadaa_plays, "baohuang": baohuang_plays}
pytestmark = pytest.mark.arch
every_game = pytest.mark.parametrize("name", NAMES)


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name / "witnesses.jsonl").read_text(encoding="utf-8").splitlines()]


WITNESSES = [(name, case) for name in NAMES for case in rows(name)]


# ---- witnesses


class PackageDeal:
    """A deal of the package, asked for facts by name."""

    def __init__(self, name: str, case: dict[str, Any], options: dict[str, Any]) -> None:
        game = pf.load_game(name, **options)
        if "setup" in case:
            self.state = game.setup(**case["setup"])
            return
        given = dict(case["new_game"])
        if options.get("first_draw") == "random":
            given.pop("last_winner")  # refused, since chance alone draws
        self.state = game.new_game(**given)

    def apply(self, text: str) -> None:
        self.state.apply(text)

    def fact(self, name: str) -> Any:
        state = self.state
        match name:
            case "redeals":
                return json.loads(state.to_json())["state"]["deal"]
            case "first":
                return json.loads(state.to_json())["state"]["first"]
            case "returns":
                return state.returns()
            case "held":
                return [len(hand) for hand in state.hands]
            case "legal":
                return sorted(str(action) for action in state.legal_actions())
        return getattr(state, name)


class ReferenceDeal:
    """A deal of the reference."""

    def __init__(self, name: str, case: dict[str, Any], options: Any) -> None:
        kind: Any = dadaa_game.Game if name == "dadaa" else baohuang_game.Game
        self.game: Any
        if "setup" in case:
            given = dict(case["setup"])
            given["order"] = given.pop("finished", ())
            if name == "baohuang":
                factor = given.pop("multiplier", 1)
                given["shown"] = factor > 1 and "guard" in given
                given["solo"] = None if "guard" in given else "open" if given.pop("open", False) else "dark"
            else:
                given["declarer"] = given.get("declarer", min(given["sides"]))
            self.game = kind.position(to_move=given.pop("to_move", 0), options=options, **given)
            return
        given = dict(case["new_game"])
        if name == "baohuang":
            given["last_emperor"] = given.pop("first", None)
        self.game = kind.start(options=options, **given)

    def apply(self, text: str) -> None:
        self.game.apply(text)

    def fact(self, name: str) -> Any:
        game = self.game
        match name:
            case "redeals":
                return game.deal_number
            case "big_suit":
                return game.suit
            case "returns":
                return game.returns()
            case "held":
                return [len(hand) for hand in game.hands]
            case "legal":
                return sorted(game.legal())
        return getattr(game, name)


def told(deal: Any, case: dict[str, Any]) -> list[Any]:
    """What a case asks of a deal after its actions.

    ``no*`` is said as long as the same phase lasts; with ``auto*`` every seat is left to the table to the end.
    """
    for text in case.get("actions", ()):
        if text == "auto*":
            while deal.fact("phase") != "over":
                deal.apply(str(deal.fact("auto_action")()))
            continue
        phase, dealing = deal.fact("phase"), deal.fact("redeals")
        deal.apply(text.removesuffix("*"))
        while text.endswith("*") and (deal.fact("phase"), deal.fact("redeals")) == (phase, dealing):
            deal.apply(text.removesuffix("*"))
    return [deal.fact(name) for name in case["show"]]


def answer_of_package(name: str, case: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    game = pf.load_game(name, **options)
    if "readings" in case:
        found = [game.readings(cards) for cards in case["readings"]]
        return [[[combo.kind, combo.rank, combo.length] for combo in readings] for readings in found]
    if "beats" in case:
        return [game.beats(play, table) for play, table in case["beats"]]
    if "takes" in case:
        return [[combo.cards for combo in game.takes(hand, table)] for hand, table in case["takes"]]
    if "leads" in case:
        return sorted(combo.cards for combo in game.leads(case["leads"]))
    return told(PackageDeal(name, case, options), case)


def answer_of_reference(name: str, case: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    plays = REFERENCE[name]
    opt = plays.Options(**options)
    if "readings" in case:
        found = [plays.reading(plays.sort_cards(cards), opt) for cards in case["readings"]]
        return [[] if reading is None else [list(reading)] for reading in found]
    if "beats" in case:
        sort = plays.sort_cards
        return [plays.beats(sort(play), sort(table), opt) for play, table in case["beats"]]
    if "takes" in case:
        return [sorted(plays.takes(plays.sort_cards(hand), table, opt)) for hand, table in case["takes"]]
    if "leads" in case:
        return sorted(cards for _, cards in plays.leads(plays.sort_cards(case["leads"]), opt))
    return told(ReferenceDeal(name, case, opt), case)


@pytest.mark.parametrize(
    ("name", "case"), WITNESSES, ids=[f"{name} {case['option']}: {case['why']}" for name, case in WITNESSES]
)
def test_witness(name: str, case: dict[str, Any]) -> None:
    """The option's values give these answers, in the package and in the reference."""
    for value, answer in case["answers"]:
        options = {**case.get("with", {}), case["option"]: value}
        assert answer_of_package(name, case, options) == answer, value
        assert answer_of_reference(name, case, options) == answer, value


#: Options that change no answer, by the rules: one has a single value, one is for display.
WITHOUT_EFFECT = {("baohuang", "wind"), ("baohuang", "direction")}


@every_game
def test_every_value_has_a_witness(name: str) -> None:
    cases = rows(name)
    infos = pf.load_game(name).describe()
    assert missing_witnesses(infos, cases) == []
    assert {case["option"] for case in cases} == {info.name for info in infos}
    for info in infos:
        # No two values answer alike everywhere.
        answers: dict[str, list[str]] = {}
        for case in cases:
            if case["option"] == info.name:
                for value, answer in case["answers"]:
                    answers.setdefault(json.dumps(value), []).append(json.dumps(answer))
        differ = len({tuple(found) for found in answers.values()}) == len(answers)
        assert differ is (info.name != "direction"), info.name
        assert (len(answers) > 1 and differ) is ((name, info.name) not in WITHOUT_EFFECT)


# ---- games as values


@every_game
def test_defaults_are_those_of_the_reference(name: str) -> None:
    expected = REFERENCE[name].Options()
    options = dict(pf.load_game(name).options)
    assert options == dataclasses.asdict(expected) and set(options) == set(REFERENCE[name].ALLOWED)
    for info in pf.load_game(name).describe():
        allowed = REFERENCE[name].ALLOWED[info.name]
        assert (info.names or (False, True)) == tuple(allowed), info.name
        assert info.summary and info.source


@every_game
def test_games_are_values(name: str) -> None:
    for case in rows(name):
        for value, _ in case["answers"]:
            game = pf.load_game(name, **{case["option"]: value})
            again = eval(repr(game), {"load_game": pf.load_game})
            for other in (again, pickle.loads(pickle.dumps(game)), pf.load_game(name, **game.options)):
                assert other == game and hash(other) == hash(game)
            assert (game == pf.load_game(name)) is (game.options == pf.load_game(name).options)
    assert isinstance(pf.load_game(name), pf.ClimbingGame) and pf.load_game(name).num_players == 5


def test_presets() -> None:
    assert pf.load_game("dadaa") == pf.load_game("dadaa", preset="seed")
    assert pf.load_game("baohuang") == pf.load_game("baohuang", preset="concise")
    classic = pf.load_game("baohuang", preset="classic")
    assert classic == pf.load_game("baohuang", mode="classic") != pf.load_game("baohuang")


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("dadaa", "ladder", "wide"),
        ("dadaa", "ladder", None),
        ("dadaa", "wrap", 1),
        ("dadaa", "counter_double_ace", 1),
        ("dadaa", "big_ace_joins", "on"),
        ("dadaa", "score", ["unit"]),
        ("baohuang", "pack", 168),
        ("baohuang", "pack", "108"),
        ("baohuang", "mode", "jianming"),
        ("baohuang", "wind", "partner"),
        ("baohuang", "kao", None),
        ("baohuang", "direction", True),
    ],
)
def test_value_not_allowed(name: str, option: str, value: object) -> None:
    with pytest.raises(pf.RulesError) as caught:
        pf.load_game(name, **{option: value})
    assert [where for where, _ in caught.value.faults] == [option]


# ---- numbers of plays


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("dadaa", {}),
        ("dadaa", {"ladder": "ace_low", "egg_chain_min": True}),
        ("dadaa", {"ladder": "rank_chain", "big_ace_joins": True}),
        ("dadaa", {"big_ace_joins": True, "egg_chain_min": True, "ladder": "ace_low", "wrap": "position"}),
    ],
)
def test_every_play_of_the_pack(name: str, options: dict[str, Any]) -> None:
    plays = REFERENCE[name]
    expected = {(*reading, cards) for reading, cards in plays.all_plays(plays.Options(**options))}
    found = [(c.kind, c.rank, c.length, c.cards) for c in pf.load_game(name, **options).all_combos()]
    assert len(found) == len(set(found)) and set(found) == expected


@pytest.mark.parametrize(("pack", "ranks"), [("168", 10), ("216", 13)])
@pytest.mark.parametrize("bie6", [False, True])
def test_every_play_of_four_packs(pack: str, ranks: int, bie6: bool) -> None:
    """25 sets of jokers, none among them, with 0 … 16 cards of a rank; not nothing at all."""
    found = [combo.cards for combo in pf.load_game("baohuang", pack=pack, bie6=bie6).all_combos()]
    assert len(found) == len(set(found)) == 25 * (16 * ranks + 1) - 1
