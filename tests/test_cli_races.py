"""The command line's answers about 打大A and 保皇."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pokerfast as pf
from pokerfast import names
from tests.test_cli import answer, as_json, plain_surroundings, refusal, triples, words

__all__ = ["plain_surroundings"]  # a fixture for every test here

KAO = ["--set", "kao=on"]


# ---- classify


@pytest.mark.parametrize(
    ("game", "cards", "reading", "options"),
    [
        ("dadaa", "222 333 444", ["egg_chain", "4", 3], []),
        ("dadaa", "**", ["big_ace_pair", "*", 1], []),
        ("dadaa", "Ww", ["joker_pair", "w", 1], []),
        ("dadaa", "*A", None, []),
        ("dadaa", "*A", ["pair", "A", 1], ["--set", "big_ace_joins=on"]),
        ("dadaa", "A23", None, []),
        ("dadaa", "A23", ["dragon", "A", 3], ["--set", "ladder=ace_low"]),
        ("dadaa", "S3/2 S3 H3", ["egg", "3", 1], []),
        ("baohuang", "WW8888", ["jokers_set", "8", 1], []),
        ("baohuang", "wwww", ["jokers", None, 1], []),
        ("baohuang", "678", None, []),
        ("baohuang", "6" * 16, ["set", "6", 1], []),
        ("baohuang", "S6/4 w/3", ["jokers_set", "6", 1], ["--preset", "classic"]),
        ("baohuang", "5", ["set", "5", 1], ["--set", "pack=216"]),
    ],
)
def test_classify(game: str, cards: str, reading: list[object] | None, options: list[str]) -> None:
    found = as_json("classify", game, cards, *options)
    assert found["readings"] == ([] if reading is None else [reading]) and found["leads_as"] == reading
    text = answer("classify", game, cards, *options)
    if reading is None:
        assert text == f"{found['cards']}: no play\n"
    else:
        kind, rank, length = reading
        shown = [str(part) for part in (kind, names.KINDS[str(kind)].hanzi, rank, length) if part is not None]
        assert " ".join([*shown, "leads as this"]) in words(text)


@pytest.mark.parametrize(
    ("game", "play", "table", "beats", "options"),
    [
        ("dadaa", "222333444", "888888", True, []),
        ("dadaa", "345", "234", False, []),
        ("dadaa", "345", "234", True, ["--set", "wrap=position"]),
        ("baohuang", "WW", "W", False, []),
        ("baohuang", "WW", "W", True, KAO),
        ("baohuang", "WW8888", "W7777", True, KAO),
        ("baohuang", "9999", "w888", False, KAO),
    ],
)
def test_classify_says_what_beats_a_play(game: str, play: str, table: str, beats: bool, options: list[str]) -> None:
    found = as_json("classify", game, play, "--table", table, *options)
    assert found["beats"] is beats and found["beats_as"] == (found["leads_as"] if beats else None)
    text = words(answer("classify", game, play, "--table", table, *options))
    assert text[-1].startswith("beats " if beats else "does not beat ")
    assert "None" not in " ".join(text)


def test_a_table_with_its_reading() -> None:
    assert as_json("classify", "dadaa", "**", "--table", "big_egg:77777")["table_reading"] == ["big_egg", "7", 1]
    assert as_json("classify", "baohuang", "W", "--table", "jokers:w")["beats"]
    assert "no egg" in refusal("classify", "dadaa", "**", "--table", "egg:77777")
    assert "no set@W" in refusal("classify", "baohuang", "W", "--table", "set@W:W")
    assert "nothing beats it" in answer("classify", "baohuang", "W", "--table", "67")


# ---- moves


@pytest.mark.parametrize(
    ("game", "hand", "table", "options"),
    [
        ("dadaa", "23345567777wW**", None, []),
        ("dadaa", "444447777wW*", "222", []),
        ("dadaa", "4444455555", "222", []),
        ("dadaa", "4479", "222", []),
        ("dadaa", "44444444KK", "7777777", ["--set", "fours_take_true_seven=on"]),
        ("baohuang", "667788wwWW", None, ["--set", "bie6=on"]),
        ("baohuang", "667788wwWWW", "w7", KAO),
        ("baohuang", "66", "7", []),
    ],
)
def test_moves_lists_what_the_library_lists(game: str, hand: str, table: str | None, options: list[str]) -> None:
    changes: dict[str, Any] = dict.fromkeys((part.partition("=")[0] for part in options[1::2]), True)
    rules = pf.load_game(game, **changes)
    assert isinstance(rules, pf.ClimbingGame)
    expected = list(rules.leads(hand) if table is None else rules.follows(hand, table))
    takes = [] if table is None else list(rules.takes(hand, table))
    given = [*([] if table is None else ["--table", table]), *options]
    found = as_json("moves", game, hand, *given)
    assert found["count"] == len(expected) and found["pass"] is (table is not None)
    for rows, combos in ((found["moves"], expected), (found["takes"], takes)):
        assert [row["cards"] for row in rows] == [combo.cards for combo in combos]
        assert [[row["kind"], row["rank"], row["length"]] for row in rows] == triples(combos)
    text = words(answer("moves", game, hand, *given))
    for kind in {combo.kind for combo in expected}:
        plays = [combo.cards for combo in expected if combo.kind == kind]
        row = next(line for line in text if line.startswith(f"{kind} {names.KINDS[kind].hanzi} {len(plays)} "))
        assert len(plays) > 20 or row.endswith(" ".join(plays))
    assert [line for line in text if line.startswith("take ")] == [f"take 取蛋 1 {combo.cards}" for combo in takes]
    assert ("or pass" in text) is (table is not None)
    assert any("no follows" in line for line in text) is (table is not None and not expected and not takes)


def test_other_games_take_nothing() -> None:
    assert as_json("moves", "doudizhu", "4444", "--table", "333")["takes"] == []
    assert as_json("moves", "baohuang", "6666", "--table", "777")["takes"] == []
    assert as_json("moves", "dadaa", "4444")["takes"] == []


# ---- the other commands


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_rules_and_games(name: str) -> None:
    game = pf.load_game(name)
    found = as_json("rules", name)
    assert {row["name"]: row["value"] for row in found["options"]} == dict(game.options)
    for row in found["presets"]:
        assert pf.load_game(name, **row["changes"]) == pf.load_game(name, preset=row["name"])
        assert row["name"] in answer("rules", name)
    text = answer("rules", name)
    for info in game.describe():
        assert info.name in text and info.allowed.split(", ")[0].replace("True", "on") in text
    listed = next(row for row in as_json("games")["games"] if row["name"] == name)
    assert listed["family"] == "climb" and listed["title"] == names.GAMES[name].hanzi


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_perft_counts_from_the_start_of_play(name: str) -> None:
    found = as_json("perft", name, "--seed", "7", "--depth", "2")
    state = pf.load_game(name).new_game(seed=7, start="play")
    assert found["hands"] == [str(hand) for hand in state.hands]
    assert [row["nodes"] for row in found["depths"]] == [pf.perft(state, depth) for depth in range(3)]
    assert found["depths"][1]["nodes"] == state.count_legal()


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_simulate_prints_what_the_library_gives(name: str) -> None:
    expected = pf.simulate(pf.load_game(name), games=60, seed=4)
    found = as_json("simulate", name, "--games", "60", "--seed", "4")
    assert found["mean_returns"] == list(expected.mean_returns) and found["counts"] == expected.counts
    assert found["by_side"] == expected.by_side
    text = words(answer("simulate", name, "--games", "60", "--seed", "4"))
    for side, n in expected.by_side.items():
        assert f"{side} {names.SIDES[side].hanzi} {n} {100 * n / 60:.2f} %" in text
    for kind, n in expected.counts.items():
        if n and kind in names.KINDS and kind != "pass":
            assert any(line.startswith(f"{kind} {names.KINDS[kind].hanzi} {n:,} ") for line in text)
    json.dumps(found)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("classify dadaa 333333333", "more 3 than the pack has (at 8"),
        ("classify dadaa S3/3", "expected a copy, 1 to 2"),
        ("classify baohuang 5", "more 5 than the pack has"),
        ("classify baohuang *", "more * than the pack has"),
        ("moves baohuang 66 --table 5", "more 5 than the pack has"),
        ("moves dadaa 44 --trump S", "--trump: has no meaning in dadaa"),
        ("moves baohuang 66 --level 2", "--level: has no meaning in baohuang"),
        ("rules dadaa --preset dadaa", "'dadaa' is unknown"),
        ("rules baohuang --preset clasic", "did you mean 'classic'"),
        ("rules baohuang --set pack=167", "168, 216"),
        ("rules baohuang --set wind=partner", "wind: 'partner' is not allowed"),
        ("rules dadaa --set ladder=natual", "did you mean 'natural'"),
    ],
)
def test_what_is_refused(arguments: str, part: str) -> None:
    assert part in refusal(*arguments.split())
