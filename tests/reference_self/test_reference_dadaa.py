"""The reference of 打大A: the case file, the table of the rules page cell by cell, and whole deals."""

import json
import random
from collections import Counter
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from reference.dadaa_game import outcome, seeded_deal
from reference.dadaa_plays import (
    ALLOWED,
    DEFAULT,
    RANKS,
    Options,
    Play,
    all_plays,
    beats,
    exhaustive_leads,
    follows,
    leads,
    play_beats,
    reading,
    sort_cards,
    takes,
)

from tests.reference_self.dadaa_deals import game_of, go

CASES = Path(__file__).parent.parent / "data/dadaa/dadaa.jsonl"
PACK = "".join(rank * 8 for rank in "3456789TJQK2") + "AAAAAA**wwWW"


def rows(*kinds: str) -> list[Any]:
    found = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    assert {row["kind"] for row in found} == {"classify", "beats", "legal", "illegal", "other", "score"}
    return [pytest.param(row["input"], row["answer"], id=row["id"]) for row in found if row["kind"] in kinds]


def cards_of(text: str) -> str:
    return sort_cards(text.replace(" ", ""))


def kind_of(text: str, opt: Options = DEFAULT) -> str | None:
    found = reading(text, opt)
    return found and found[0]


# The case file


@pytest.mark.parametrize(("given", "answer"), rows("classify"))
def test_case_classify(given: dict[str, str], answer: str | None) -> None:
    assert kind_of(cards_of(given["cards"])) == answer


@pytest.mark.parametrize(("given", "answer"), rows("beats"))
def test_case_beats(given: dict[str, str], answer: bool) -> None:
    assert beats(cards_of(given["play"]), cards_of(given["on"])) == answer


@pytest.mark.parametrize(("given", "answer"), rows("legal", "illegal"))
def test_case_legal(given: dict[str, Any], answer: bool) -> None:
    play = cards_of(given["play"])
    if given.get("lead"):
        assert (kind_of(play) is not None) == answer
    elif given.get("action") == "take":
        assert (play in takes("44444444", cards_of(given["on"]))) == answer
    else:
        assert given["after_take"]
        game = go(game_of("79TJ", "4479", play + "QK", "Q", "K", table="222", table_by=0, to_move=1), "take 44")
        assert game.seat == 2
        assert (game.check(play) == "ok") == answer
    if "lead" not in given and "after_take" not in given and not answer:
        assert not beats(play, cards_of(given["on"]))


@pytest.mark.parametrize(("given", "answer"), rows("score"))
def test_case_score(given: dict[str, list[str]], answer: str) -> None:
    seats = {name: seat for seat, name in enumerate(given["big_ace_side"] + given["others"])}
    order = [seats[name] for name in given["finish_order"]]
    big = [seats[name] for name in given["big_ace_side"]]
    assert outcome(big, order) == answer
    assert all(outcome(big, order[:early]) is None for early in range(len(order)))


@pytest.mark.parametrize(("given", "answer"), rows("other"))
def test_case_other(given: dict[str, Any], answer: dict[str, Any]) -> None:
    if "decks" in given:
        deal = seeded_deal(7, 0, 0, 3, DEFAULT)
        sizes = [len(deal.arrival[(3 + turn) % 5]) for turn in range(5)]
        assert [sum(sizes), sizes] == [answer["cards"], answer["hand_sizes"]]
        return
    hand = given["hand"] if "on" in given else given["state"]["hand"]["P1"]
    game = go(game_of("6", hand, "7", "8", "9", table="222", table_by=0, to_move=1), "take 44")
    assert game.hand(1) == sort_cards(answer.get("hand_P1", answer.get("hand_after")))
    assert (game.table, game.table_by, game.seat) == ("44", 1, 2)
    assert not game.order


# Plays


@pytest.mark.parametrize(
    ("cards", "options", "expected"),
    [
        ("5", {}, ("single", "5", 1)),
        ("22222222", {}, ("true_seven", "2", 1)),
        ("wW", {}, ("joker_pair", "w", 1)),
        ("WW", {}, ("joker_pair", "W", 1)),
        ("234", {}, ("dragon", "4", 3)),
        ("23", {}, None),
        ("A23", {}, None),
        ("2345", {"wrap": "position"}, ("dragon", "2", 4)),
        ("22223333", {}, ("false_eight", "2", 2)),
        ("AAAA2222", {"ladder": "ace_low"}, ("false_eight", "A", 2)),
        ("A23", {"ladder": "ace_low"}, ("dragon", "A", 3)),
        ("A234", {"ladder": "ace_low"}, ("dragon", "4", 4)),
        ("A234", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "A", 4)),
        ("23456789TJQA", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "A", 12)),
        ("23456789TJQKA", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "2", 13)),
        ("QKA", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "Q", 3)),
        ("KA2", {"ladder": "ace_low"}, None),
        ("KA2", {"ladder": "rank_chain"}, ("dragon", "K", 3)),
        ("A23", {"ladder": "rank_chain"}, ("dragon", "A", 3)),
        ("234", {"ladder": "rank_chain"}, None),
        ("444555666777", {"egg_chain_min": True}, ("egg_chain", "4", 4)),
        ("444555", {"egg_chain_min": True}, None),
        ("*A", {"big_ace_joins": True}, ("pair", "A", 1)),
        ("**A", {"big_ace_joins": True}, ("egg", "A", 1)),
        ("**AAAAAA", {"big_ace_joins": True}, ("true_seven", "A", 1)),
        ("QK*", {"big_ace_joins": True}, ("dragon", "Q", 3)),
        ("QQKK**", {"big_ace_joins": True}, ("double_dragon", "Q", 3)),
        ("**", {"big_ace_joins": True}, ("big_ace_pair", "*", 1)),
        ("*", {"big_ace_joins": True}, ("big_ace", "*", 1)),
        ("*w", {"big_ace_joins": True}, None),
        ("*QK", {}, None),
        ("www", {}, None),
        ("444444444", {}, None),
        ("*AAAAAAAA", {"big_ace_joins": True}, None),
        ("", {}, None),
        ("x", {}, None),
    ],
)
def test_readings(cards: str, options: dict[str, Any], expected: object) -> None:
    assert reading(cards, Options(**options)) == expected


TABLE = """
single      | p | ·   | · | · | · | · | · | · | · | · | · | · | · | · | ·
w / W       | y | W>w | · | · | · | · | · | · | · | · | · | · | · | · | ·
*           | y | y   | · | · | · | · | · | · | · | · | · | · | · | · | ·
pair        | · | ·   | · | p | · | · | · | · | · | · | · | · | · | · | ·
dragon      | · | ·   | · | · | p | · | · | · | · | · | · | · | · | · | ·
双龙        | · | ·   | · | · | · | p | · | · | · | · | · | · | · | · | ·
egg (3)     | y | ·   | · | y | y | · | p | · | · | · | · | · | · | · | ·
大蛋子 4    | y | y   | · | y | y | y | y | n | · | · | · | · | · | · | ·
大蛋子 5, 6 | y | y   | y | y | y | y | y | n | · | · | · | · | · | · | ·
双王        | y | y   | y | y | y | y | y | y | o | · | · | · | · | · | ·
连珠蛋      | y | y   | y | y | y | y | y | y | y | p | · | · | · | · | ·
假八        | y | y   | y | y | y | y | y | y | y | y | p | · | · | · | ·
真七        | y | y   | y | y | y | y | y | y | y | y | y | n | · | · | ·
3王         | y | y   | y | y | y | y | y | y | y | y | y | y | · | · | ·
4王         | y | y   | y | y | y | y | y | y | y | y | y | y | y | · | ·
**          | y | y   | y | y | y | y | y | y | y | y | y | y | y | y | ·
"""
COLUMNS = [
    "single", "joker", "big_ace", "pair", "dragon", "double_dragon", "egg", "big_egg", "joker_pair", "egg_chain",
    "false_eight", "true_seven", "joker3", "joker4", "big_ace_pair",
]  # fmt: skip
CELLS = [[cell.strip() for cell in line.split("|")[1:]] for line in TABLE.strip().splitlines()]


def row_number(play: Play) -> int:
    """The row of the table that a play is in: 大蛋子 has two."""
    place = COLUMNS.index(play[0][0])
    return place + (place > 7 or (place == 7 and len(play[1]) > 4))


def cell_says(cell: str, play: Play, table: Play) -> bool:
    cards, lies = play[1], table[1]
    if cell in ("p", "n"):
        lowest, least = (min(RANKS.index(rank) for rank in text) for text in (cards, lies))
        return (len(cards), lowest) > (len(lies), least) and (cell == "n" or len(cards) == len(lies))
    if cell == "o":
        return cards == "WW" and lies != "WW"
    return cell == "y" or (cell == "W>w" and cards == "W" and lies == "w")


@pytest.mark.parametrize("column", range(15), ids=COLUMNS)
@pytest.mark.parametrize("row", range(16))
def test_table(row: int, column: int) -> None:
    plays = [play for play in all_plays() if row_number(play) == row]
    tables = [play for play in all_plays() if play[0][0] == COLUMNS[column]]
    assert plays and tables
    for play, table in product(plays, tables):
        expected = cell_says(CELLS[row][column], play, table)
        assert play_beats(play, table) == beats(play[1], table[1]) == expected, (play, table)


@pytest.mark.parametrize(
    ("order", "winners"),
    [("lowest", {("WW", "ww"), ("WW", "wW")}), ("tie", set()), ("sum", {("WW", "ww"), ("WW", "wW"), ("wW", "ww")})],
)
def test_joker_pairs(order: str, winners: set[tuple[str, str]]) -> None:
    opt = Options(joker_pair_order=order)
    assert {pair for pair in product(["ww", "wW", "WW"], repeat=2) if beats(pair[0], pair[1], opt)} == winners


def test_wrap() -> None:
    rank, position = Options(), Options(wrap="position")
    for low, high in [("234", "345"), ("345", "456"), ("222333444", "444555666")]:
        assert [beats(high, low, opt) for opt in (rank, position)] == [False, True]
    assert beats("567", "345", rank)
    assert beats("22223333", "KKKKAAAA", rank)
    assert not beats("22223333", "KKKKAAAA", position)
    ace_low = Options(ladder="ace_low")
    assert beats("A23", "QKA", ace_low)
    assert beats("234", "A23", Options(ladder="ace_low", wrap="position"))
    assert beats("A23", "KA2", Options(ladder="rank_chain", wrap="position"))


MANY = [
    *(Options(ladder=ladder, wrap=wrap) for ladder in ALLOWED["ladder"] for wrap in ALLOWED["wrap"]),  # type: ignore[arg-type]
    Options(joker_pair_order="sum", egg_chain_min=True),
    Options(joker_pair_order="tie", ladder="ace_low"),
    Options(big_ace_joins=True, egg_chain_min=True, ladder="rank_chain"),
    Options(big_ace_joins=True, ladder="ace_low", wrap="position"),
]


@pytest.mark.parametrize("opt", MANY, ids=range(len(MANY)))
def test_order_is_strict(opt: Options) -> None:
    """Nothing beats itself and the relation is transitive, so that it has no cycles."""
    plays = sorted(all_plays(opt))
    beaten = [
        sum(1 << place for place, table in enumerate(plays) if play_beats(play, table, opt))
        for play in plays
    ]  # fmt: skip
    for place, lower in enumerate(beaten):
        assert not lower >> place & 1
        for other in range(len(plays)):
            if lower >> other & 1:
                assert not beaten[other] & ~lower


@pytest.mark.parametrize("opt", MANY, ids=range(len(MANY)))
def test_leads_are_exhaustive(opt: Options) -> None:
    rng = random.Random(5)
    hands = ["wwWW**AA44", "AAAA**2233", "*AKQ2345", "444455556666", "**AAAAAA22", "222333444555", "KKKKAAAA**QQ"]
    hands += ["".join(rng.sample(PACK, 9)) for _ in range(12)]
    for hand in hands:
        every = exhaustive_leads(hand, opt)
        assert leads(hand, opt) == every
        for table in rng.sample(sorted(cards for _, cards in all_plays(opt)), 12):
            assert follows(hand, table, opt) == {play for play in every if beats(play[1], table, opt)}


def test_a_full_hand_is_exhaustive() -> None:
    hand = "444455556666777888wW**"
    assert leads(hand) == exhaustive_leads(hand)


def test_every_play() -> None:
    """Sizes that can be counted by hand."""
    kinds = Counter(made[0] for made, _ in all_plays())
    runs = sum(13 - length + 1 for length in range(3, 14))
    assert kinds == {
        "single": 13, "joker": 2, "big_ace": 1, "pair": 13, "dragon": runs, "double_dragon": runs, "egg": 13,
        "big_egg": 39, "joker_pair": 3, "egg_chain": 11, "false_eight": 12, "true_seven": 24, "joker3": 2, "joker4": 1,
        "big_ace_pair": 1,
    }  # fmt: skip
    low = Counter(made[0] for made, _ in all_plays(Options(ladder="ace_low")))
    assert low["dragon"] - kinds["dragon"] == 10
    assert low["false_eight"] == 13


def test_takes() -> None:
    sevens = Options(fours_take_true_seven=True)
    assert takes("44444", "222") == {"44"}
    assert takes("44444", "444") == {"44"}
    assert takes("44444", "777777") == {"44444"}
    assert takes("4", "222") == takes("44", "2222") == takes("4444", "33") == takes("4444", "34567") == set()
    assert takes("44444444", "7777777") == set()
    assert takes("44444444", "7777777", sevens) == {"444444"}
    assert takes("44444444", "77777777", sevens) == {"4444444"}
    assert takes("44444444", "222333444") == takes("4444", "**") == takes("4444", "wwW") == takes("44", "x") == set()
    assert takes("44", "AA*") == set()
    assert takes("44", "AA*", Options(big_ace_joins=True)) == {"44"}
    for fours, (_, table) in product(["4" * number for number in range(1, 9)], all_plays()):
        if takes(fours, table, sevens) == {fours}:
            assert not beats(fours, table)


def test_options() -> None:
    assert [field.name for field in fields(Options)] == list(ALLOWED)
    for name, values in ALLOWED.items():
        assert getattr(DEFAULT, name) == values[0]
        for value in values:
            Options(**{name: value})  # type: ignore[arg-type]
        for bad in ("other", None, 1, 0):
            with pytest.raises(ValueError, match=name):
                Options(**{name: bad})  # type: ignore[arg-type]


# Dealing, showing, 反A
