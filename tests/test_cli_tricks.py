"""The command line's answers about trick-taking games."""

from __future__ import annotations

import json

import pytest

import pokerfast as pf
from pokerfast import names
from pokerfast.cli.tricks import MOST_SHOWN
from tests.test_cli import answer, as_json, plain_surroundings, refusal, words

__all__ = ["plain_surroundings"]  # a fixture for every test here

T = ["--trump", "S", "--level", "T"]


# ---- classify


def test_classify_shows_units() -> None:
    found = as_json("classify", "shengji", "H5 H5 H4 H4 H9", *T)
    assert found == {
        "cards": "H9 H5 H5 H4 H4",
        "trump": "S",
        "level": "T",
        "group": "H",
        "units": [["tractor", 2, "H5 H5 H4 H4"], ["single", 1, "H9"]],
        "table": None,
        "beats": None,
    }
    shown = words(answer("classify", "shengji", "H5 H5 H4 H4 H9", *T))
    assert shown[0] == "H9 H5 H5 H4 H4: suit H"
    assert "tractor 拖拉机 2 H5 H5 H4 H4" in shown and "single 单张 1 H9" in shown
    assert words(answer("classify", "shengji", "w W", *T))[0] == "W w: trumps"


def test_classify_says_what_beats_a_lead() -> None:
    for cards, beats in (("S5 S5", True), ("HA HA", True), ("HA HQ", False), ("C5 C5", False)):
        assert as_json("classify", "shengji", cards, "--table", "HK HK", *T)["beats"] is beats
        text = answer("classify", "shengji", cards, "--table", "HK HK", *T)
        assert text.rstrip().endswith("beats HK HK" if beats else "does not beat HK HK")
    assert as_json("classify", "shengji", "S5 S5", "--table", "HK S2", *T)["beats"] is None
    assert "no lead, so nothing beats it" in answer("classify", "shengji", "S5 S5", "--table", "HK S2", *T)


def test_classify_without_a_lead() -> None:
    assert as_json("classify", "shengji", "H5 S5", *T)["units"] == []
    assert answer("classify", "shengji", "H5 S5", *T) == "S5 H5: no lead\n"


# ---- moves


def test_moves_lists_what_the_library_lists() -> None:
    trump = pf.load_game("shengji").trump("S", "T")
    hand = "H3 H3 H4 H4 H6 H6 H8 C2 w"
    found = as_json("moves", "shengji", hand, "--table", "HK HK HQ HQ", *T)
    assert found == {
        "hand": pf.SuitedHand(hand).cards,
        "trump": "S",
        "level": "T",
        "table": "HK HK HQ HQ",
        "table_units": ["HK HK HQ HQ"],
        "count": 1,
        "complete": True,
        "moves": ["H4 H4 H3 H3"],
    }
    leads = as_json("moves", "shengji", hand, *T)
    assert leads["moves"] == list(trump.leads(hand)) and leads["count"] == trump.count_leads(hand)
    assert leads["table"] is leads["table_units"] is None
    text = answer("moves", "shengji", hand, "--table", "HK HK HQ HQ", *T)
    assert "1 follows to HK HK HQ HQ (tractor 拖拉机)" in text and "H4 H4 H3 H3" in text


def test_long_lists_are_cut_unless_all_is_asked_for() -> None:
    hand = " ".join(f"{suit}{rank}" for suit in "HC" for rank in "23456789JQK")
    found = as_json("moves", "shengji", hand, "--table", "D3 D4", *T)
    assert found["count"] == 22 * 21 // 2 and not found["complete"] and len(found["moves"]) == MOST_SHOWN
    whole = as_json("moves", "shengji", hand, "--table", "D3 D4", "--all", *T)
    assert whole["complete"] and len(set(whole["moves"])) == whole["count"] == found["count"]
    assert whole["moves"][:MOST_SHOWN] == found["moves"]
    text = answer("moves", "shengji", hand, "--table", "D3 D4", *T)
    assert text.rstrip().endswith(f"and {whole['count'] - MOST_SHOWN} more (--all lists them)")
    assert "more" not in answer("moves", "shengji", hand, "--table", "D3 D4", "--all", *T)
    # Millions are counted at once.
    assert as_json("moves", "shengji", hand, "--table", "D3 D4 D5 D6 D7 D8 D9 DJ", *T)["count"] == 319_770


def test_moves_to_no_lead_and_of_no_hand() -> None:
    assert "no lead, so nothing follows" in answer("moves", "shengji", "H3", "--table", "HK S2", *T)
    assert as_json("moves", "shengji", "H3", "--table", "HK S2", *T)["count"] == 0
    assert answer("moves", "shengji", "H3", "--table", "HK HK", *T).startswith("H3: no follows to HK HK")
    assert as_json("moves", "whist", "", "--trump", "NT")["moves"] == []


def test_whist_needs_no_level() -> None:
    assert as_json("moves", "whist", "H3 H4 S2", "--table", "HA", "--trump", "NT")["moves"] == ["H3", "H4"]
    assert as_json("moves", "whist", "H3 H4 S2", "--table", "C2", "--trump", "♠")["moves"] == ["S2", "H3", "H4"]


def test_rules_from_the_command_line() -> None:
    hand, lead = "HA HA HA H9 H9 H9 H6 H6 H7 H7", "H5 H5 H5 H4 H4 H4"
    first = as_json("moves", "shengji", hand, "--table", lead, "--preset", "titanic", *T)
    options = ["--set", "decks=3", "--set", "titanic_ladder=triples_first"]
    second = as_json("moves", "shengji", hand, "--table", lead, *options, *T)
    assert first["count"] == 3 and second["moves"] == ["HA HA HA H9 H9 H9"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["moves", "shengji", "H3"], "--trump: is needed"),
        (["moves", "shengji", "H3", "--trump", "S"], "level: this game needs one"),
        (["moves", "shengji", "H3", "--trump", "X", "--level", "Z"], "suit: 'X'"),
        (["moves", "whist", "H3", "--trump", "S", "--level", "2"], "level: this game has no levels"),
        (["moves", "shengji", "3", *T], "a card needs its suit"),
        (["moves", "shengji", "H3", "--table", "HK X", *T], "is no card"),
        (["classify", "shengji", "H3 H3 H3", *T], "more H3 than the pack has"),
        (["classify", "whist", "w", "--trump", "S"], "no jokers"),
        (["moves", "doudizhu", "33", "--trump", "S"], "--trump: has no meaning in doudizhu"),
        (["classify", "doudizhu", "33", "--trump", "S", "--level", "2"], "--level: has no meaning in doudizhu"),
        (["rules", "shengji", "--set", "stake_cap=0"], "stake_cap: 0 is not allowed (1 to 1000000000, None)"),
        (["rules", "shengji", "--set", "kitty_size=9"], "kitty_size"),
    ],
)
def test_what_is_refused(arguments: list[str], part: str) -> None:
    assert part in refusal(*arguments)


# ---- rules, games, perft, simulate


@pytest.mark.parametrize("name", ["shengji", "whist"])
def test_rules_and_games(name: str) -> None:
    infos = {row["name"]: row for row in as_json("rules", name)["options"]}
    assert list(infos) == list(pf.load_game(name).options)
    text = answer("rules", name)
    assert all(option in text for option in infos)
    row = next(row for row in as_json("games")["games"] if row["name"] == name)
    assert row["family"] == "trick" and row["title"] == names.GAMES[name].hanzi


def test_options_that_may_be_none() -> None:
    rows = {row["name"]: row for row in as_json("rules", "shengji", "--set", "stake_cap=16")["options"]}
    assert rows["stake_cap"]["value"] == 16 and rows["kitty_size"]["value"] is None
    again = {row["name"]: row for row in as_json("rules", "shengji", "--set", "stake_cap=none")["options"]}
    assert again["stake_cap"]["value"] is None
    assert "2 to 60, none" in answer("rules", "shengji")


def test_perft() -> None:
    state = pf.load_game("shengji").new_game(seed=3, start="play")
    found = as_json("perft", "shengji", "--seed", "3", "--depth", "1")
    assert [row["nodes"] for row in found["depths"]] == [1, state.count_legal()]
    assert found["hands"] == [hand.cards for hand in state.hands]
    assert as_json("perft", "whist", "--depth", "2")["depths"][2]["nodes"] > 13


@pytest.mark.parametrize("name", ["shengji", "whist"])
def test_simulate(name: str) -> None:
    found = as_json("simulate", name, "--games", "60", "--seed", "4")
    result = pf.simulate(pf.load_game(name), games=60, seed=4)
    assert found["mean_returns"] == list(result.mean_returns) and found["counts"] == result.counts
    text = answer("simulate", name, "--games", "60", "--seed", "4")
    for side in result.by_side:
        assert f"{side} {names.SIDES[side].hanzi}"[:6] in text
    assert "单张" in text and "passes" not in text
    json.dumps(found)
