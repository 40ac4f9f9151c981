"""The rules page of 升级: its examples and numbers, one after the other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import Any

import pytest

import pokerfast as pf
from tests.reference.philox import CHANCE, Stream
from tests.reference.shengji_game import seeded_deal
from tests.reference.trick_cards import Options, text_of
from tests.shengji_scripts import PackageDeal, package_match, reference_match, run_script

pytestmark = pytest.mark.arch


@lru_cache(maxsize=64)
def trump(suit: str = "S", level: str = "T", **options: Any) -> pf.Trump:
    game: pf.TrickGame = pf.load_game("shengji", **options)
    found: pf.Trump = game.trump(suit, level=level)
    return found


def hearts(ranks: str, suit: str = "H") -> str:
    """``"K K 5"`` for ``"KK 5"``, each with its suit."""
    return " ".join(suit + rank for rank in ranks.replace(" ", ""))


# ---- SJ1, SJ2: order and units

OFF_TENS = ("HT", "DT", "CT")
SPADES = [("S" + rank,) for rank in "AKQJ98765432"]


def test_order() -> None:
    """SJ1.5 to SJ1.9."""
    top = [("W",), ("w",), ("ST",)]
    assert trump().order() == [*top, OFF_TENS, *SPADES]
    assert trump(two_is_trump=True).order() == [*top, OFF_TENS, ("S2",), ("H2", "D2", "C2"), *SPADES[:-1]]
    assert trump("NT").order() == [("W",), ("w",), ("ST", *OFF_TENS)]
    assert trump("NT", two_is_trump=True).order() == [("W",), ("w",), ("ST", *OFF_TENS), ("S2", "H2", "D2", "C2")]
    assert trump(level="2", two_is_trump=True).order() == trump(level="2").order()
    assert trump("C", "A").order()[2:5] == [("CA",), ("SA", "HA", "DA"), ("CK",)]
    assert [trump().effective_suit(card) for card in ("HT", "w", "S3", "HJ")] == ["T", "T", "T", "H"]
    assert trump("NT").effective_suit("SA") == "S"


@pytest.mark.parametrize(
    ("cards", "yes"),
    [
        ("KKQQ", True), ("JJ99", True), ("554433", True), ("JJQQ", True),
        ("554", False), ("544", False), ("5533", False), ("JJQ", False), ("AA22", False), ("55", False),
    ],
)  # fmt: skip
def test_tractors_of_a_suit(cards: str, yes: bool) -> None:
    assert trump().is_tractor(hearts(cards)) is yes


@pytest.mark.parametrize(
    ("options", "cards", "yes"),
    [
        ({}, "w w ST ST", True),
        ({}, "ST ST HT HT", True),
        ({}, "HT HT SA SA", True),
        ({}, "ST ST HT HT SA SA", True),
        ({}, "w w W W", True),
        ({}, "HT HT DT DT", False),
        ({}, "SJ SJ ST ST", False),
        ({}, "HJ HJ HT HT", False),
        ({}, "SA SA S2 S2", False),
        ({}, "W W ST ST", False),
        ({"level": "A"}, "SK SK HA HA", True),
        ({"two_is_trump": True}, "SA SA H2 H2", True),
        ({"two_is_trump": True}, "H2 H2 S2 S2", True),
        ({"two_is_trump": True}, "S2 S2 HT HT", True),
        ({"two_is_trump": True}, "SA SA S2 S2", False),
        ({"two_is_trump": True}, "SA SA HT HT", False),
        ({"suit": "NT"}, "HT HT w w W W", True),
        ({"suit": "NT", "two_is_trump": True}, "C2 C2 HT HT w w", True),
        ({"suit": "NT"}, "SA SA ST ST", False),
        ({"suit": "NT"}, "HT HT ST ST", False),
    ],
)
def test_tractors_of_trumps(options: dict[str, Any], cards: str, yes: bool) -> None:
    """SJ2.8, SJ2.9."""
    assert trump(**options).is_tractor(cards) is yes


def units(cards: str, **options: Any) -> list[str]:
    return [str(unit) for unit in trump(**options).units(cards)]


def test_units() -> None:
    """SJ2.11 to SJ2.13."""
    assert units(hearts("333444 7788999"), level="5", decks=3) == [hearts("444333"), hearts("998877"), hearts("9")]
    assert units(hearts("333444 77888 99"), level="5", decks=3) == [
        hearts("444333"), hearts("998877"), hearts("8"),
    ]  # fmt: skip
    assert units(hearts("333444 77 888 999"), level="5", decks=3) == [
        hearts("999888"), hearts("444333"), hearts("77"),
    ]  # fmt: skip
    assert units("H4 H4 H3 H3 HA") == ["H4 H4 H3 H3", "HA"]
    assert units(hearts("666 77 888 99"), decks=3) == [hearts("99887766"), hearts("8"), hearts("6")]
    assert units("SA SA HT HT DT DT CT CT") == ["SA SA HT HT", "DT DT", "CT CT"]
    assert units("H5 S5") == []
    single, pair, triple, tractor, titanic = (
        trump(decks=3).units(hearts(cards))[0] for cards in ("5", "55", "555", "5544", "555444")
    )
    assert [unit.kind for unit in (single, pair, triple, tractor, titanic)] == [
        "single", "pair", "triple", "tractor", "titanic",
    ]  # fmt: skip
    assert [unit.length for unit in (triple, tractor, titanic)] == [1, 2, 2]
    assert {unit.kind for unit in trump(decks=1).units("SA SK SQ SJ S9")} == {"single"}


# ---- SJ3, SJ4: leading and following


@pytest.mark.parametrize(
    ("lead", "others", "forced"),
    [
        ("AAK", ["QQ2"], ""),
        ("AKK", ["AQ2"], ""),
        ("AQQJJ", ["KK2"], ""),
        ("98844", ["763"], ""),
        ("98844", ["J2"], "9"),
        ("98844", ["QQ"], "44"),
        ("98844", ["55"], "44"),
        ("98844", ["J2", "55", "3"], "44"),
        ("AA3", ["4"], "3"),
        ("KKQQ3", ["AAJJ"], "3"),
        ("6655A", ["9988"], "6655"),
        ("3366", ["7788"], "33"),
    ],
)
def test_throws(lead: str, others: list[str], forced: str) -> None:
    """SJ3.4 to SJ3.6."""
    throw = trump().throw(hearts(lead), [hearts(hand) for hand in others])
    assert (throw.stands, throw.forced) == (not forced, hearts(forced))


def test_throws_of_trumps() -> None:
    assert trump().throw("W W HT", ["DT CT"]).stands  # equal is not higher
    assert trump().throw("W W HT", ["ST"]).forced == "HT"
    assert trump().throw("CT DT W", ["ST"]).forced == "DT"  # spades, hearts, diamonds, clubs
    assert trump().throw("H3 H5 H5", ["S3 S4 S5", "W W w"]).stands  # ruffs don't matter


LEAD = {"tractor of four": hearts("AAKKQQJJ"), "triple": hearts("AAA"), "titanic": hearts("AAAKKK")}
#: What is held besides single cards of other ranks, best answer first; SJ4.7, SJ4.8, SJ4.9.
LADDERS = [
    ("tractor of four", {}, [
        ("99887766", "4 2"), ("998877 55", "3 2"), ("998877", "5 3 2"), ("9988 6655", "3 2"), ("9988 66 44", "3 2"),
        ("9988 66", "4 3 2"), ("9988", "6 5 4 3 2"), ("99 77 55 33", "4 2"), ("99 77 55", "4 3 2"),
        ("99 77", "6 5 4 3 2"), ("99", "8 7 6 5 4 3 2"), ("", "A K Q J 9 8 7 6 5"),
    ]),
    ("triple", {"decks": 3}, [("777", "5 3"), ("77", "6 5 3"), ("", "7 6 5 3")]),
    ("titanic", {"decks": 3}, [
        ("777666", "4 2"), ("7766", "9 4 2"), ("999 666", "4 2"), ("999 66", "4 3 2"), ("999", "7 6 4 2"),
        ("99 66", "7 4 2"), ("99", "8 7 6 4 2"), ("", "9 8 7 6 4 3 2"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "rungs"), LADDERS, ids=[name for name, _, _ in LADDERS])
def test_ladder(name: str, options: dict[str, Any], rungs: list[tuple[str, str]]) -> None:
    """What is owed goes, and any of the single cards with it."""
    lead = LEAD[name]
    for owed, singles in rungs:
        cards, free = hearts(owed).split(), hearts(singles).split()
        plays = [Counter(play.split()) for play in trump(**options).follows(" ".join([*cards, *free]), lead)]
        assert all(not Counter(cards) - play for play in plays), owed
        assert len(plays) == comb(len(free), len(lead.split()) - len(cards)), owed


@pytest.mark.parametrize(("name", "options", "rungs"), LADDERS, ids=[name for name, _, _ in LADDERS])
def test_the_better_rung_is_owed(name: str, options: dict[str, Any], rungs: list[tuple[str, str]]) -> None:
    """A hand with the cards of two rungs may not answer with the worse."""
    rules, lead = trump(**options), LEAD[name]
    size = len(lead.split())
    for better, singles in rungs[:-1]:
        hand = hearts(better) + " " + hearts(singles)
        legal = list(rules.follows(hand, lead))
        assert all(len(play.split()) == size for play in legal)
        # One card of the answer less, another card of the hand more.
        for play in legal:
            cards = Counter(play.split())
            for gone in set(hearts(better).split()):
                for more in Counter(hand.split()) - cards:
                    other = text_of((cards - Counter([gone]) + Counter([more])).elements())
                    code = rules.check_follow(hand, lead, other).code
                    assert code == "ok" if other in legal else code.startswith("must_"), (better, other)


@pytest.mark.parametrize(
    ("lead", "hand", "play", "code"),
    [
        ("AAAKKK", "777666 4", "777 66 4", "must_titanic"),
        ("AAAKKK", "777 66 42", "77 66 42", "ok"),
        ("AAAKKK", "777 66 42", "777 6 42", "must_tractor"),
        ("AAAKKK", "999 666 42", "999 66 4", "must_triple"),
        ("AAAKKK", "999 66 432", "999 6 43", "must_pair"),
        ("AAAKKK", "999 7 6 4 2", "99 7 6 4 2", "must_triple"),
        ("AAAKKK", "99 66 4 3 2", "99 6 4 3 2", "must_pair"),
        ("AAAKKK", "99 66 44 2", "99 66 4 2", "ok"),
        ("KKQQ 999", "66 777 888", "888 77 66", "ok"),
        ("KKQQ 999", "66 777 888", "888 777 6", "must_tractor"),
        ("KKQQ 999", "66 777 888", "88 777 66", "must_tractor"),
        ("KKQQ 999", "66 777 888 2", "88 77 66 2", "must_triple"),
        ("KKQQ", "33 55 77 2", "33 55", "ok"),
        ("KKQQ", "33 55 77 2", "33 5 7", "must_pair"),
        ("KKQQ", "33 44 66 2", "33 66", "must_tractor"),
        ("KK", "333 2", "32", "must_pair"),
        ("AKQ", "3345", "345", "ok"),
        ("AKQ", "3345", "34", "wrong_size"),
    ],
)
def test_refused_follows(lead: str, hand: str, play: str, code: str) -> None:
    """SJ12.5: what is missing is named."""
    legality = trump(decks=3).check_follow(hearts(hand), hearts(lead), hearts(play))
    assert legality.code == code
    if code != "ok":
        assert trump(decks=3).check_follow(hearts(hand), hearts(lead), legality.suggestion or "")


def test_long_titanics() -> None:
    """SJ4.11: three triples whole, or as one titanic and a triple."""
    rules, lead = trump(decks=3), hearts("AAAKKKQQQ")
    assert list(rules.follows(hearts("777666555 2"), lead)) == [hearts("777666555")]
    assert sorted(rules.follows(hearts("777666 444 2"), lead)) == [hearts("777666444")]
    assert rules.check_follow(hearts("777666 44 32"), lead, hearts("777666 44 3"))
    assert rules.check_follow(hearts("777666 44 32"), lead, hearts("777666 4 32")).code == "must_pair"


def test_following_without_enough_cards() -> None:
    """SJ4.1, SJ4.2."""
    rules = trump()
    assert sorted(rules.follows("H3 C4 C5 ST", "HK HK")) == ["H3 C4", "H3 C5", "ST H3"]
    assert sorted(rules.follows("HT C3 C4", "HK")) == ["C3", "C4", "HT"]  # the ten is no heart
    assert rules.check_follow("H3 H4 C4", "HK", "C4").code == "must_follow"
    assert rules.check_follow("H3 C4 C5", "HK HK", "C4 C5").code == "must_follow"
    assert rules.check_follow("H3 C4 C5", "HK HK", "H9 H3").code == "not_held"
    assert rules.check_follow("H3 C4 C5", "HK SK", "H3 C4").code == "two_groups"


# ---- SJ5, SJ6: who wins, the kitty


@pytest.mark.parametrize(
    ("lead", "ruffs", "winner"),
    [
        ("AK5544", ["998872"], 1),
        ("AA5544", ["998872"], 0),
        ("544", ["977", "884"], 2),
        ("567", ["977", "884"], 1),
    ],
)
def test_ruffs(lead: str, ruffs: list[str], winner: int) -> None:
    """SJ5.1, SJ5.4."""
    plays = [hearts(lead), *(hearts(ruff, "S") for ruff in ruffs)]
    assert trump().winner(plays) == winner
    assert trump().winner([*plays, hearts("QJ9876"[: len(lead)], "C")]) == winner  # what doesn't follow changes nothing


def test_readings_of_ruffs() -> None:
    """SJ5.6, SJ5.7."""
    plays = ["H8 H8 HJ H5", "SQ SQ DT DT", "ST SA SK SK", "S5 S5 S3 S2"]
    assert trump().winner(plays) == 1
    lead, low, high = hearts("KKQQ999"), hearts("7788999", "S"), hearts("8899333", "S")
    assert trump(decks=3).winner([lead, low, high]) == 2
    assert trump(decks=3).winner([lead, high, low]) == 1


def test_who_wins() -> None:
    """SJ1.9, SJ5.3."""
    rules = trump()
    assert rules.winner(["H5 H5", "DT DT", "CT CT", "D3 D4"]) == 1
    assert rules.winner(["H5", "DT", "ST", "w"]) == 3
    assert rules.winner(["HJ HJ", "HQ HK", "HA HA", "H3 H3"]) == 2
    assert rules.winner(["H5", "C9", "CA", "DA"]) == 0
    assert trump(level="5").winner(["H7 H3", "D5 SK", "SA C5", "S4 S4"]) == 1  # other units are not compared


@pytest.mark.parametrize(
    ("lead", "factor"),
    [
        ("444555", 64), ("445566", 64), ("4455", 16), ("555", 8), ("44", 4), ("4", 2), ("AAJJ", 4), ("AKQJ", 2),
        ("AKQJT9877", 4), ("333444555", 64),
    ],
)  # fmt: skip
def test_kitty_factor(lead: str, factor: int) -> None:
    """SJ6.2."""
    assert trump(level="2", decks=3).kitty_multiplier(hearts(lead)) == factor


def played(options: dict[str, Any], actions: list[str], **setup: Any) -> pf.TrickState:
    game: pf.TrickGame = pf.load_game("shengji", **options)
    state = game.setup(trump="S", level="T", **setup)
    for action in actions:
        state.apply(action)
    return state


LAST = {"hands": ["H5 H5", "HK HK", "H3 H4", "H6 H7"], "kitty": "C5 CK"}


def test_kitty_of_the_last_trick() -> None:
    """SJ6.1, SJ10.2."""
    actions = ["H5 H5", "HK HK", "H3 H4", "H6 H7"]
    state = played({}, actions, **LAST)
    assert (state.points, state.returns()) == (30 + 4 * 15, [-0.5, 0.5, -0.5, 0.5])
    state = played({}, actions, dealer=1, **LAST)
    assert (state.points, state.returns()) == (0, [-3.0, 3.0, -3.0, 3.0])
    state = played({}, actions, dealer=1, points=40, **LAST)
    assert (state.points, state.returns()) == (40, [-1.0, 1.0, -1.0, 1.0])
    state = played({"decks": 1, "kitty_size": 6}, ["H5", "HK", "H3", "H4"],
                   hands=["H5", "HK", "H3", "H4"], kitty="CK DK", points=0)  # fmt: skip
    assert (state.points, state.returns()) == (15 + 2 * 20, [-0.5, 0.5, -0.5, 0.5])


def test_failed_throw() -> None:
    """SJ3.5: the rest is back in the hand, and everybody has seen it."""
    hands = ["H9 H8 H8 H4 H4", "HJ H2 H2 H3 H3", "D2 D2 D3 D3 D4", "H5 H5 D6 D6 D7"]
    state = played({}, ["H9 H8 H8 H4 H4"], hands=hands)
    assert (state.trick, state.hands[0].cards, state.seat) == (("H4 H4",), "H9 H8 H8", 1)
    assert state.check("H2 H2")
    assert "H9 H8 H8 H4 H4" in json.dumps(state.view(1).to_json())


def test_refused_leads() -> None:
    """SJ12.2, SJ12.4."""
    state = played({"throws": "none"}, [], hands=["H5 H5 H6 S3", "H7 H8 H9 S4", "D3 D4 D5 D6", "C3 C4 C5 C6"])
    codes = {"H5 S3": "two_groups", "H5 H6": "no_throw", "H5 H5": "ok", "H7": "not_held", "no": "wrong_phase",
             "declare H5": "wrong_phase", "bury H5": "wrong_phase"}  # fmt: skip
    assert {text: state.check(text).code for text in codes} == codes


# ---- SJ7: the deal


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("dealer", [None, 2])
def test_start_of_play(decks: int, dealer: int | None) -> None:
    """SJ7.4: hands and kitty as dealt, the trump suit drawn."""
    game = pf.load_game("shengji", decks=decks)
    for seed in range(6):
        state = game.new_game(seed=seed, dealer=dealer, levels=("5", "J"), start="play")
        deal = seeded_deal(seed, 0, 0, Options(decks=decks), dealer)
        assert [list(hand.ids or ()) for hand in state.hands] == [sorted(cards) for cards in deal.arrival]
        assert list(state.kitty.ids or ()) == sorted(deal.kitty)
        assert (state.phase, state.dealer, state.seat) == ("play", dealer or 0, dealer or 0)
        assert (state.level, state.stake, state.declarer) == ("5", 1, None)
        assert state.trump == "SHDC"[Stream(seed, 0, 0, CHANCE).below(4, 0)]
    assert game.new_game(seed=1, dealer=1, levels=("5", "J"), start="play").level == "J"


#: docs/seeds.md: the first cards of seat 0 and the kitty, as they come, for one, two and three decks.
GOLDEN = {
    1: ([30, 42, 20, 10, 53, 6], [38, 0, 34, 23, 33, 12]),
    2: ([48, 16, 97, 10, 90, 9], [88, 103, 0, 23, 73, 34, 12, 38]),
    3: ([43, 9, 104, 138, 136, 122], [141, 125, 34, 131, 88, 38]),
}


@pytest.mark.parametrize("decks", GOLDEN)
def test_golden_deals(decks: int) -> None:
    """A seed gives the same deal for ever."""
    state = pf.load_game("shengji", decks=decks).new_game(seed=20260104)
    fields = json.loads(state.to_json())["state"]
    first_cards, kitty = GOLDEN[decks]
    assert (fields["first"], fields["order"][:6]) == (2, first_cards)
    assert fields["order"][54 * decks - len(kitty) : 54 * decks] == kitty


def test_golden_deal_of_whist() -> None:
    state = pf.load_game("whist").new_game(seed=20260104)
    assert (state.dealer, state.seat, state.turned.cards) == (2, 3, "D2")
    assert state.hands[0].cards == "SQ SJ S8 H9 H5 DQ D7 D6 CA CJ C6 C5 C4"


def test_first_deal_needs_one_level() -> None:
    """SJ7.2."""
    game = pf.load_game("shengji")
    with pytest.raises(pf.RulesError, match="levels"):
        game.new_game(seed=1, levels=("2", "3"))
    assert game.new_game(seed=1, levels=("9", "9")).level == "9"
    assert game.new_game(seed=1, levels=("2", "3"), dealer=3).level == "3"


def test_kitty_is_seen_by_who_buried_it() -> None:
    """SJ13.1."""
    deal = PackageDeal.of({"seed": 4}, {})
    run_script(deal, [], "play")
    state = deal.state
    for seat in (None, 0, 1, 2, 3):
        assert bool(state.view(seat).kitty) is (seat == state.dealer)
    run_script(deal, [], "over")
    assert len(state.view(None).kitty) == 8


# ---- SJ10, SJ11: levels, match, room


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_levels(decks: int) -> None:
    """SJ10.1, at every edge."""
    step = 20 * decks
    result: Callable[[int], pf.LevelResult] = pf.load_game("shengji", decks=decks).level_result
    assert (result(0).side, result(0).levels) == ("dealer", 3)
    for points, levels in ((5, 2), (step - 5, 2), (step, 1), (2 * step - 5, 1)):
        assert (result(points).side, result(points).levels, result(points).takes_over) == ("dealer", levels, False)
    for levels in range(12):
        for points in (2 * step + levels * step, 2 * step + levels * step + step - 5):
            assert (result(points).side, result(points).levels, result(points).takes_over) == (
                "attackers", levels, True,
            )  # fmt: skip


def test_room_points() -> None:
    """SJ11."""
    room = pf.load_game("shengji").room_points
    assert [room("dealer", n, [0] * 4) for n in (1, 2, 3)] == [2, 3, 4]
    assert [room("attackers", n, [0] * 4) for n in (0, 1, 9)] == [2, 3, 11]
    assert room("dealer", 3, [90] * 4) == 8
    assert room("dealer", 3, [400] * 4) == 12
    assert room("dealer", 3, [400] * 4, grand_slam=6) == 18
    assert room("dealer", 2, [400] * 4, grand_slam=6) == 9
    assert room("attackers", 3, [0] * 4, grand_slam=6) == 5
    for score, factor in ((79, 1), (80, 2), (299, 2), (300, 3)):
        assert room("dealer", 1, [score] * 4) == 2 * factor
    assert room("dealer", 1, [90, 90, 90, 79]) == 2
    assert room("dealer", 1, [90] * 4, stake=4) == 16


SMALL: dict[str, Any] = {"decks": 1, "kitty_size": 50}  # one card each, so that matches are short


def test_matches() -> None:
    """SJ10.3 and SJ10.5: who deals next, and the end, as the reference has them."""
    ended = 0
    for seed in range(12):
        for deals in range(1, 9):
            found = package_match({"match": seed, "deals": deals}, SMALL)
            assert found == reference_match({"match": seed, "deals": deals}, SMALL)
            if found[2] is None:
                ended += 1
                assert "A" in found[:2]
                break
    assert ended


def test_next_dealer() -> None:
    """SJ10.3: the partner if the dealer's side keeps the deal, else the next player."""
    sides = set()
    for seed in range(20):
        match = pf.load_game("shengji", **SMALL).new_match(seed=seed)
        run_script(PackageDeal(match.state), [], "over")
        dealer, side = match.state.dealer, match.results[0].result.side
        sides.add(side)
        assert dealer is not None
        assert match.dealer == (dealer + (2 if side == "dealer" else 1)) % 4
    assert sides == {"dealer", "attackers"}
