"""The plays of the reference: the counts of the rules page, the case file, and two ways to list moves."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from reference.cards import FULL_DECK, ORDER, choose, sort_cards
from reference.doudizhu_plays import (
    PRESETS,
    QQ,
    Count,
    Options,
    Reading,
    beating_reading,
    beats,
    candidates,
    count,
    default_reading,
    exhaustive_follows,
    exhaustive_leads,
    follows,
    follows_reading,
    leads,
    reading_beats,
    readings,
)

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data/doudizhu/cases.jsonl").read_text("utf-8").splitlines()
]
PLAY_CASES = [case for case in CASES if "cards" in case]

_counted: dict[Options, Count] = {}


def counted(opt: Options) -> Count:
    if opt not in _counted:
        _counted[opt] = count(opt)
    return _counted[opt]


@pytest.mark.parametrize(
    ("preset", "plays", "sets", "ambiguous"),
    [
        ("qq", 34152, 33675, 468),
        ("rlcard", 27471, 27471, 0),
        ("laozhang", 28237, 27845, 383),
        ("openspiel", 26053, 25661, 383),
        ("douzero", 30383, 29984, 390),
        ("distinct", 13550, 13550, 0),
        ("pagat", 12654, 12654, 0),
        ("botzone", 13550, 13550, 0),
    ],
)
def test_presets(preset: str, plays: int, sets: int, ambiguous: int) -> None:
    assert counted(PRESETS[preset])[:3] == (plays, sets, ambiguous)


@pytest.mark.parametrize(
    ("opt", "plays", "sets"),
    [
        (replace(QQ, kicker_rocket=False), 32663, 32193),
        (replace(QQ, kicker_same_rank=3, kicker_pair_repeat=False), 29726, 29327),
        (replace(QQ, kicker_extends_chain=False), 33230, 33152),
        (replace(QQ, four_two_pair_as_solos=False), 33996, 33519),
        (replace(QQ, kicker_body_rank=True), 95352, 93772),
        (replace(QQ, kicker_same_rank=1), 17475, None),
    ],
)
def test_one_change(opt: Options, plays: int, sets: int | None) -> None:
    got = counted(opt)
    assert got.plays == plays
    assert sets is None or got.sets == sets


@pytest.mark.parametrize("preset", PRESETS)
def test_kinds_the_same_in_every_preset(preset: str) -> None:
    got = counted(PRESETS[preset]).by_kind
    same = {
        "solo": 15, "pair": 13, "trio": 13, "trio_solo": 182, "trio_pair": 156, "solo_chain": 36, "pair_chain": 52,
        "trio_chain": 45, "bomb": 13, "rocket": 1,
    }  # fmt: skip
    for kind, number in same.items():
        assert sum(n for (k, _), n in got.items() if k == kind) == number


@pytest.mark.parametrize(
    ("preset", "solo_chains", "pair_chains", "four_two_solo", "four_two_pair"),
    [
        ("qq", [979, 3400, 7830, 12512], [726, 2100, 3726], 1339, 1014),
        ("rlcard", [968, 3282, 7184, 10388], [605, 1200, 1134], 1326, 858),
        ("laozhang", [968, 3300, 7344, 10976], [605, 1200, 1134], 1326, 858),
        ("douzero", [979, 3400, 7830, 12512], [605, 1200, 1134], 1339, 858),
        ("distinct", [858, 2200, 2970, 2016], [605, 1200, 1134], 1183, 858),
    ],
)
def test_kinds_by_preset(
    preset: str, solo_chains: list[int], pair_chains: list[int], four_two_solo: int, four_two_pair: int
) -> None:
    got = counted(PRESETS[preset]).by_kind
    assert [got["trio_solo_chain", length] for length in (2, 3, 4, 5)] == solo_chains
    assert [got["trio_pair_chain", length] for length in (2, 3, 4)] == pair_chains
    assert got["four_two_solo", 1] == four_two_solo
    assert got["four_two_pair", 1] == four_two_pair


@pytest.mark.parametrize("case", PLAY_CASES, ids=lambda case: str(case["id"]))
def test_cases(case: dict[str, object]) -> None:
    cards = str(case["cards"])
    listed = case["readings"]
    assert isinstance(listed, list)
    assert readings(cards) == {(kind, rank, length) for kind, rank, length in listed}
    assert bool(readings(cards)) == case["legal"]
    under = case["legal_under"]
    assert isinstance(under, dict)
    for preset, legal in under.items():
        assert bool(readings(cards, PRESETS[preset])) == legal, preset
    if "beats" in case:
        table = str(case["table"])
        assert beats(cards, table) == case["beats"]
        if "table_reading" in case:
            assert list(default_reading(table) or ()) == case["table_reading"]


def test_a_set_can_be_several_plays() -> None:
    assert readings("333444555666") == {
        ("trio_chain", "3", 4), ("trio_solo_chain", "3", 3), ("trio_solo_chain", "4", 3)
    }  # fmt: skip
    assert default_reading("333444555666") == ("trio_chain", "3", 4)
    assert default_reading("3334445556667778") == ("trio_solo_chain", "4", 4)
    assert default_reading("33334444") == ("four_two_pair", "4", 1)
    assert readings("wW") == {("rocket", "w", 1)}
    assert readings("Ww3333") == {("four_two_solo", "3", 1)}


@pytest.mark.parametrize("cards", ["", "33333", "ww", "wwW", "3x", "34", "3334445", "AAA222", "QKA2w"])
def test_no_play(cards: str) -> None:
    assert readings(cards) == set()
    assert default_reading(cards) is None


@pytest.mark.parametrize(
    ("cards", "change", "default", "changed"),
    [
        ("34445555", {"kicker_body_rank": True}, set(), {("trio_solo_chain", "4", 2)}),
        ("33333444", {"kicker_body_rank": True}, set(), set()),
        ("33334444", {"kicker_body_rank": True}, {("four_two_pair", "3", 1), ("four_two_pair", "4", 1)},
         {("trio_solo_chain", "3", 2), ("four_two_pair", "3", 1), ("four_two_pair", "4", 1)}),
        ("3333", {"kicker_body_rank": True}, {("bomb", "3", 1)}, {("bomb", "3", 1)}),
        ("333", {"bare_trio": False}, {("trio", "3", 1)}, set()),
        ("333444", {"bare_trio": False}, {("trio_chain", "3", 2)}, set()),
        ("3334", {"bare_trio": False}, {("trio_solo", "3", 1)}, {("trio_solo", "3", 1)}),
        ("333345", {"four_two": False}, {("four_two_solo", "3", 1)}, set()),
        ("33334455", {"four_two": False}, {("four_two_pair", "3", 1)}, set()),
        ("33344", {"banned_kinds": frozenset({"trio_pair", "trio_pair_chain"})}, {("trio_pair", "3", 1)}, set()),
        ("4445556667772223", {"kicker_extends_chain": False}, {("trio_solo_chain", "4", 4)},
         {("trio_solo_chain", "4", 4)}),
        ("QQQKKKAAA222", {"kicker_extends_chain": False}, {("trio_solo_chain", "Q", 3)},
         {("trio_solo_chain", "Q", 3)}),
        ("333444555666", {"kicker_extends_chain": False},
         {("trio_chain", "3", 4), ("trio_solo_chain", "3", 3), ("trio_solo_chain", "4", 3)}, {("trio_chain", "3", 4)}),
        ("333444555667", {"kicker_extends_chain": False}, {("trio_solo_chain", "3", 3)},
         {("trio_solo_chain", "3", 3)}),
        ("3334445556666777788", {"kicker_extends_chain": False}, set(), set()),
        ("333344445556", {"kicker_body_rank": True}, set(), {("trio_solo_chain", "3", 3)}),
        ("3334446666", {"kicker_pair_repeat": False}, {("trio_pair_chain", "3", 2)}, set()),
        ("3334445555", {"kicker_extends_chain": False}, {("trio_pair_chain", "3", 2)}, {("trio_pair_chain", "3", 2)}),
        ("666777wW", {"kicker_rocket": False}, {("trio_solo_chain", "6", 2)}, set()),
        ("666777888wW3", {"kicker_rocket": False}, {("trio_solo_chain", "6", 3)}, set()),
        ("333355", {"kicker_same_rank": 1}, {("four_two_solo", "3", 1)}, {("four_two_solo", "3", 1)}),
        ("33344477", {"kicker_same_rank": 1}, {("trio_solo_chain", "3", 2)}, set()),
        ("333355", {"four_two_pair_as_solos": False}, {("four_two_solo", "3", 1)}, set()),
        ("33344477", {"four_two_pair_as_solos": False}, {("trio_solo_chain", "3", 2)}, {("trio_solo_chain", "3", 2)}),
    ],
)  # fmt: skip
def test_options(cards: str, change: dict[str, object], default: set[Reading], changed: set[Reading]) -> None:
    assert readings(cards) == default
    assert readings(cards, replace(QQ, **change)) == changed  # type: ignore[arg-type]


def test_beating() -> None:
    assert beats("wW", "2222") and beats("wW", "3456789TJQKA") and not beats("2222", "wW")
    assert beats("4444", "3333") and not beats("4444", "4444") and not beats("3333", "4444")
    assert beats("3333", "333444555666") and beats("W", "w") and beats("w", "2")
    assert not beats("34567", "34567") and beats("45678", "34567")
    assert not beats("333344", "3333") and beats("3333", "444455")
    assert not beats("4", "34") and not beats("34", "3")
    assert not reading_beats(("bomb", "3", 1), 4, ("bomb", "3", 1), 4)
    # The table stands as its default reading, the play as whichever beats it, the highest of them.
    assert beating_reading("444555666777", ("trio_solo_chain", "3", 3), 12) == ("trio_solo_chain", "5", 3)
    assert beating_reading("444555666777", ("trio_solo_chain", "5", 3), 12) is None
    assert beating_reading("444555666777", ("trio_chain", "3", 4), 12) == ("trio_chain", "4", 4)
    assert not follows("3334", "34")


VARIANTS = [
    *PRESETS.values(),
    replace(QQ, kicker_body_rank=True),
    replace(QQ, kicker_extends_chain=False),
    replace(QQ, bare_trio=False, banned_kinds=frozenset({"trio_pair", "solo_chain"})),
    replace(QQ, kicker_same_rank=2),
]


def some_hands() -> list[str]:
    """Hands rich in combinations, and dealt ones."""
    rng = random.Random(7)
    hands = ["33334444555", "333344445555", "333444555666", "3334445556667", "TJQQQKKKAAA22", "wW2222AAAA"]
    hands += ["333444wW55566"]
    hands += ["".join(rng.sample(FULL_DECK, rng.randint(1, 12))) for _ in range(15)]
    hands += ["".join(rng.sample(FULL_DECK[:24], rng.randint(8, 13))) for _ in range(10)]
    return [sort_cards(hand) for hand in hands]


def test_two_ways_to_list_leads() -> None:
    for place, hand in enumerate(some_hands()):
        for opt in (QQ, VARIANTS[place % len(VARIANTS)]):
            assert leads(hand, opt) == exhaustive_leads(hand, opt), (hand, opt)


def test_two_ways_to_list_follows() -> None:
    rng = random.Random(8)
    for place, hand in enumerate(some_hands()):
        opt = VARIANTS[place % len(VARIANTS)]
        kind, rank, length, cards = rng.choice(sorted(leads(hand, opt)))
        tables: list[tuple[Reading, int]] = [
            ((kind, rng.choice([rank, "3", "4"]), length), len(cards)),
            (("solo", "9", 1), 1),
            (("bomb", "3", 1), 4),
            (("rocket", "w", 1), 2),
        ]
        for reading, size in tables:
            got = follows_reading(hand, reading, size, opt)
            assert got == exhaustive_follows(hand, reading, size, opt), (hand, reading)


def test_large_hands() -> None:
    rng = random.Random(9)
    for number in (17, 20):
        hand = sort_cards(rng.sample(FULL_DECK, number))
        got = leads(hand)
        assert {cards for *_, cards in got} <= candidates(hand)
        assert set(follows(hand, "3")) == {rank for rank in hand if rank != "3"} | {
            cards for kind, *_, cards in got if kind in ("bomb", "rocket")
        }
    assert len(leads("33334444555566667777")) == len(set(leads("33334444555566667777")))


def test_choose() -> None:
    assert sorted(choose("33344", 2)) == ["33", "34", "44"]
    assert list(choose("3", 0)) == [""] and list(choose("3", 2)) == []
    assert len(list(choose(FULL_DECK, 2))) == 13 * 14 // 2 + 13 * 2 + 1
    assert all(sort_cards(cards) == cards for cards in choose("wW22AA3", 3))
    assert ORDER == "3456789TJQKA2wW"
