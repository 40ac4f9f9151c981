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
        "four_of_rank": False,
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
        (["rules", "erqiwang", "--set", "cards=100"], "cards: 100 is not allowed (92, 108)"),
        (["rules", "erqiwang", "--set", "cards=x"], "cards: 'x' is not allowed (92, 108)"),
        (["rules", "erqiwang", "--set", "cards=none"], "cards: 'none' is not allowed (92, 108)"),
        (["rules", "erqiwang", "--set", "players=3"], "players: three need 92 cards"),
        (["simulate", "erqiwang", "--set", "players=5"], "players: 5 is not allowed (3 to 4)"),
        (["rules", "erqiwang", "--set", "throws=trump"], "did you mean 'trump_only'?"),
        (["rules", "dabaifen", "--preset", "moving", "--set", "contract=on"], "levels: the contract game has none"),
        (["simulate", "dabaifen", "--set", "contract=2"], "contract"),
        (["simulate", "erqiwang", "--preset", "three_players", "--policy", "greedy,random"], "policy: one name, or 3"),
        (["moves", "erqiwang", "H7", "--trump", "S", "--level", "7"], "level: this game has no levels"),
        (["moves", "dabaifen", "H7", "--trump", "S", "--level", "3"], "level: is 2 in this game"),
        (["moves", "dabaifen", "H7", "--trump", "S", "--preset", "moving"], "level: this game needs one"),
        (["moves", "dabaifen", "H7 H7", "--trump", "S"], "more H7 than the pack has"),
        (["classify", "erqiwang", "H3", "--trump", "S", "--set", "cards=92"], "H3"),
    ],
)
def test_what_is_refused(arguments: list[str], part: str) -> None:
    assert part in refusal(*arguments)


# ---- rules, games, perft, simulate


@pytest.mark.parametrize("name", ["shengji", "whist", "erqiwang", "dabaifen"])
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


@pytest.mark.parametrize("name", ["shengji", "whist", "erqiwang", "dabaifen"])
def test_simulate(name: str) -> None:
    found = as_json("simulate", name, "--games", "60", "--seed", "4")
    result = pf.simulate(pf.load_game(name), games=60, seed=4)
    assert found["mean_returns"] == list(result.mean_returns) and found["counts"] == result.counts
    text = answer("simulate", name, "--games", "60", "--seed", "4")
    for side in result.by_side:
        assert f"{side} {names.SIDES[side].hanzi}"[:6] in text
    assert "单张" in text and "passes" not in text
    json.dumps(found)


# ---- 二七王 and 打百分


def test_three_players_from_the_command_line() -> None:
    options = ["--set", "cards=92", "--set", "players=3"]
    rows = {row["name"]: row for row in as_json("rules", "erqiwang", *options)["options"]}
    assert (rows["cards"]["value"], rows["players"]["value"]) == (92, 3)
    found = as_json(
        "simulate", "erqiwang", "--games", "60", "--seed", "4", "--policy", "greedy,random,random", *options
    )
    game = pf.load_game("erqiwang", preset="three_players")
    result = pf.simulate(game, games=60, seed=4, policy=["greedy", "random", "random"])
    assert found["mean_returns"] == list(result.mean_returns) and found["options"]["players"] == 3
    assert found["policy"] == ["greedy", "random", "random"]
    lines = words(answer("simulate", "erqiwang", "--games", "60", "--preset", "three_players"))
    assert sum(line.split()[1:2] == ["random"] for line in lines) == 3
    hands = as_json("perft", "erqiwang", "--depth", "1", "--preset", "three_players")["hands"]
    assert [len(hand.split()) for hand in hands] == [28, 28, 28]


def test_one_of_two_numbers_is_printed_as_such() -> None:
    lines = words(answer("rules", "erqiwang", "--set", "cards=92"))
    assert any(line.startswith("cards 92 * 92, 108 ") for line in lines)
    assert any(line.startswith("three_players ") and line.endswith("cards=92 players=3") for line in lines)
    lines = words(answer("rules", "dabaifen", "--preset", "contract"))
    assert any(line.startswith("contract on * on, off ") for line in lines)


def test_simulate_names_what_is_counted() -> None:
    text = answer("simulate", "erqiwang", "--games", "300", "--seed", "4", "--start", "play", "--policy", "random")
    assert "surrender" in text and "投降" in text and "叫分" not in text
    assert "叫分" in answer("simulate", "erqiwang", "--games", "50")
    text = answer("simulate", "dabaifen", "--games", "2000", "--set", "wrong_throw=none")
    assert "横甩" in text and "甩牌失败" in text and "拖拉机" not in text
    assert "叫分" in answer("simulate", "dabaifen", "--games", "50", "--preset", "contract")


def test_these_games_need_no_level() -> None:
    found = as_json("classify", "erqiwang", "w w S7 S7 C7 C7", "--trump", "S")
    assert (found["level"], found["group"], found["units"]) == (None, "T", [["tractor", 3, "w w S7 S7 C7 C7"]])
    assert as_json("classify", "erqiwang", "H8 H8 H6 H6", "--trump", "NT", "--set", "gap_tractor=off")["units"] == [
        ["pair", 1, "H8 H8"],
        ["pair", 1, "H6 H6"],
    ]
    for level in ([], ["--level", "2"]):
        assert as_json("classify", "dabaifen", "HA HK", "--trump", "S", *level)["level"] == "2"
    assert (
        as_json("classify", "dabaifen", "H2 HT", "--trump", "S", "--level", "T", "--preset", "moving")["group"] == "T"
    )
    found = as_json("moves", "erqiwang", "H7 S3 C3", "--table", "H8", "--trump", "S")
    assert sorted(found["moves"]) == ["C3", "H7", "S3"]


def test_four_of_a_rank() -> None:
    """横甩: a lead like others, which any four cards follow and nothing beats."""
    four = "S7 H7 D7 C7"
    leads = as_json("moves", "dabaifen", f"{four} SA", "--trump", "S")
    assert leads["count"] == 7 and four in leads["moves"]
    found = as_json("moves", "dabaifen", "S3 S4 H3 H4 H5", "--table", four, "--trump", "S")
    assert found["count"] == 5 == len(found["moves"])
    off = ["--set", "four_of_rank_lead=off"]
    assert as_json("moves", "dabaifen", "S3 S4 H3 H4 H5", "--table", four, "--trump", "S", *off)["count"] == 0
    assert as_json("classify", "dabaifen", "W w SA SK", "--table", "S2 H2 D2 C2", "--trump", "S")["beats"] is False
    assert as_json("classify", "dabaifen", "W w SA SK", "--table", "S2 H2 D2 C2", "--trump", "S", *off)["beats"] is True


def test_four_of_a_rank_is_told_to_people() -> None:
    four = "S7 H7 D7 C7"
    assert "no lead" not in answer("classify", "dabaifen", four, "--trump", "S")
    assert "no lead" in answer("classify", "dabaifen", four, "--trump", "S", "--set", "four_of_rank_lead=off")
    text = answer("moves", "dabaifen", "S3 S4 H3 H4 H5", "--table", four, "--trump", "S")
    assert "no lead" not in text and "S4 S3 H5 H4" in text
    assert as_json("classify", "dabaifen", "H3 H4 H5 H6", "--table", four, "--trump", "S")["beats"] is False
    assert "does not beat" in answer("classify", "dabaifen", "H3 H4 H5 H6", "--table", four, "--trump", "S")
