"""The plays of 保皇: cases, the page's examples, the comparison in two forms, and what a hand can do."""

import json
import random
from collections import Counter
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from reference.baohuang_game import name_of, pack_ids
from reference.baohuang_plays import (
    ALLOWED,
    DEFAULT,
    ORDER,
    Options,
    beats,
    exhaustive_leads,
    follows,
    groups_over,
    leads,
    reading,
    sort_cards,
    sub_multisets,
)

CASES = Path(__file__).parent.parent / "data/baohuang/baohuang.jsonl"
KAO = Options(kao=True)
BIG = Options(pack="216")
BIG_KAO = Options(pack="216", kao=True)


def rows(*kinds: str) -> list[Any]:
    found = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    assert {row["kind"] for row in found} == {"classify", "beats", "legal", "illegal", "other", "score"}
    return [pytest.param(row["input"], row["answer"], id=row["id"]) for row in found if row["kind"] in kinds]


# The case file


@pytest.mark.parametrize(("given", "answer"), rows("classify"))
def test_case_classify(given: dict[str, str], answer: dict[str, Any]) -> None:
    found = reading(sort_cards(given["cards"]))
    assert found is not None
    assert (found[0], len(given["cards"])) == (answer["kind"], answer["size"])


@pytest.mark.parametrize(("given", "answer"), rows("beats"))
def test_case_beats(given: dict[str, Any], answer: bool) -> None:
    opt = Options(kao=given["kao"], pack=given.get("pack", "168"))
    assert beats(given["play"], given["on"], opt) == answer
    assert by_numbers(given["play"], given["on"], given["kao"]) == answer


# Plays


@pytest.mark.parametrize(
    ("cards", "options", "expected"),
    [
        ("6", {}, ("set", "6", 1)),
        ("2222222222222222", {}, ("set", "2", 1)),
        ("22222222222222222", {}, None),
        ("wWW", {}, ("jokers", None, 1)),
        ("wwwwWWWW", {}, ("jokers", None, 1)),
        ("wwwww", {}, None),
        ("6w", {}, ("jokers_set", "6", 1)),
        ("2wwwwWWWW", {}, ("jokers_set", "2", 1)),
        ("5", {}, None),
        ("5w", {}, None),
        ("5", {"pack": "216"}, ("set", "5", 1)),
        ("333W", {"pack": "216"}, ("jokers_set", "3", 1)),
        ("677", {}, None),
        ("67w", {}, None),
        ("", {}, None),
        ("x", {}, None),
    ],
)
def test_readings(cards: str, options: dict[str, Any], expected: object) -> None:
    assert reading(cards, Options(**options)) == expected


PAGE = [
    ("WWww", "Ww"), ("WWwww", "WW"), ("WWW", "Ww"), ("Www", "ww"), ("Wwww", "Ww"), ("WWWww", "Www"),
    ("WW8888", "W7777"), ("WWWw88", "Ww777"), ("WW", "W"), ("ww", "w"), ("www", "W"),
]  # fmt: skip


def test_examples_of_the_page() -> None:
    for play, table in PAGE:
        assert beats(play, table, KAO)
        assert not beats(play, table)
    assert not beats("9999", "w888") and not beats("9999", "w888", KAO)
    assert beats("W", "w", KAO) and not beats("www", "w", KAO)  # www > W > w, but not www > w
    every = [cards for _, cards in leads("666999wwwWWWW")]
    for play, table in product(every, every):  # a play with a W is unbeatable in plain play
        assert "W" not in table or not beats(play, table)
    assert not beats("8", "5") and beats("8", "5", BIG)
    assert not beats("88888", "77776") and not beats("78", "66")  # what is no play


def by_numbers(play: str, table: str, kao: bool) -> bool:
    """The integer form of the page."""
    big, small = play.count("W"), play.count("w")
    ordinary = play.replace("W", "").replace("w", "")
    table_big, table_small = table.count("W"), table.count("w")
    below = table.replace("W", "").replace("w", "")
    higher = not ordinary or not below or ORDER.index(ordinary[0]) > ORDER.index(below[0])
    for i, c in product(range(table_big + 1), range(table_small + 1)):
        j, d = table_big - i, table_small - c
        if not kao and (table_big or d):
            continue
        e, f = big - 2 * i - c, small - 3 * j - 2 * d
        if e >= 0 and f >= 0 and e + f + len(ordinary) == len(below) and higher:
            return True
    return False


def small_plays(ranks: str, most: int) -> list[str]:
    """Every play with at most so many cards of one of these ranks and any jokers."""
    sets = ["", *(rank * number for rank in ranks for number in range(1, most + 1))]
    return [bare + jokers for jokers in sub_multisets("wwwwWWWW") for bare in sets if bare + jokers]


@pytest.mark.parametrize("kao", [False, True])
def test_integer_form(kao: bool) -> None:
    opt = Options(kao=kao)
    for play, table in product(small_plays("789", 4), small_plays("8", 4)):
        assert beats(play, table, opt) == by_numbers(play, table, kao), (play, table)
    rng = random.Random(1)
    big = small_plays("3678A2", 16)
    for _ in range(10000):
        play, table = rng.choice(big), rng.choice(big)
        found = beats(play, table, Options(kao=kao, pack="216"))
        assert found == by_numbers(play, table, kao), (play, table)
        assert not found or kao or len(play) == len(table)


def test_every_assignment() -> None:
    """Each card of the play is given to one card of the table, in every way."""
    plays = [cards for cards in small_plays("78", 2) if len(cards) <= 5]
    for kao, play, table in product((False, True), plays, [cards for cards in plays if len(cards) <= 3]):
        ways = product(range(len(table)), repeat=len(play))
        found = any(
            all(
                sort_cards(card for card, to in zip(play, way, strict=True) if to == place) in groups_over(lies, kao)
                for place, lies in enumerate(table)
            )
            for way in ways
        )
        assert beats(play, table, Options(kao=kao)) == found, (play, table)


@pytest.mark.parametrize("opt", [BIG, BIG_KAO], ids=["plain", "kao"])
def test_no_cycles(opt: Options) -> None:
    weight = {**{rank: place + 1 for place, rank in enumerate("3456789TJQKA2")}, "w": 40, "W": 60}
    plays = small_plays("37A", 3)
    higher: dict[str, list[str]] = {table: [] for table in plays}
    for play, table in product(plays, plays):
        if beats(play, table, opt):
            assert sum(weight[card] for card in play) > sum(weight[card] for card in table), (play, table)
            higher[table].append(play)
    longest: dict[str, int] = {}  # the walk along the edges ends, whatever the weights say

    def walk(table: str, above: frozenset[str]) -> int:
        assert table not in above
        if table not in longest:
            longest[table] = 1 + max((walk(play, above | {table}) for play in higher[table]), default=0)
        return longest[table]

    assert max(walk(table, frozenset()) for table in plays) > 3


ALL_PLAYS_OPTIONS = [
    Options(kao=kao, bie6=bie6, pack=pack) for kao, bie6, pack in product((False, True), (False, True), ("168", "216"))
]


@pytest.mark.parametrize("opt", ALL_PLAYS_OPTIONS, ids=range(8))
def test_leads_are_exhaustive(opt: Options) -> None:
    rng = random.Random(5)
    pack = [name_of(card)[-1] for card in pack_ids(opt)]
    hands = ["", "6", "666", "66w", "666wwWW", "wwwwWWWW", "9", "6669", "222222222222", "6789TJQKA2wW"]
    hands += [sort_cards(rng.sample(pack, 10)) for _ in range(12)]
    for hand in hands:
        every = exhaustive_leads(hand, opt)
        assert leads(hand, opt) == every
        assert bool(every) == bool(hand)
        for table in rng.sample(small_plays(opt.ranks, 3), 12):
            assert follows(hand, table, opt) == {play for play in every if beats(play[1], table, opt)}
        assert follows(hand, "67", opt) == set()


def test_a_full_hand() -> None:
    pack = "".join(rank * 16 for rank in "6789TJQKA2") + "wwwwWWWW"
    hand = sort_cards(random.Random(3).sample(pack, 34))
    held = Counter(hand)
    jokers = (held["w"] + 1) * (held["W"] + 1)
    bare = sum(number for rank, number in held.items() if rank not in "wW")
    assert len(leads(hand)) == jokers * (bare + 1) - 1
    sixes = Options(bie6=True)
    assert leads(hand, sixes) == {play for play in leads(hand) if "6" not in play[1]}
    assert leads("666wwW", sixes) == exhaustive_leads("666wwW", sixes)
    assert {cards for _, cards in leads("666wW", sixes)} == {"w", "W", "wW", "666wW"}


def test_options() -> None:
    assert [field.name for field in fields(Options)] == list(ALLOWED)
    for name, values in ALLOWED.items():
        assert getattr(DEFAULT, name) == values[0]
        for value in values:
            Options(**{name: value})  # type: ignore[arg-type]
        for bad in ("other", None, 1, 0, 168, 216):
            with pytest.raises(ValueError, match=name):
                Options(**{name: bad})  # type: ignore[arg-type]
