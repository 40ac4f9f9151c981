"""The rules page of 二七王 from the play on: leads, tricks, the kitty, what deals are worth, refusals and views;
and the questions of the cases."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests import bid_scripts
from tests.bid_scripts import bids, bury_first, codes, game, places, played, texts

pytestmark = pytest.mark.arch

GAME = game("erqiwang")
position = partial(bid_scripts.position, "erqiwang")


def trump(suit: str = "S", **options: Any) -> pf.Trump:
    return game("erqiwang", **options).trump(suit)


# ---- EQ5: play

THROWER = "W SA SK H3"
NO_TRUMPS = ("HA HK HQ H4", "DA DK DQ D3", "CA CK CQ C3")


def test_trumps_are_thrown_alone() -> None:
    """EQ5.1, EQ5.2, O7 trump_only."""
    state = position(THROWER, *NO_TRUMPS)
    assert codes(state, "W SA", "W SA SK", "SA SK", "W", "W H3", "H3") == ["ok"] * 4 + ["two_groups", "ok"]
    assert state.count_legal() == len(set(texts(state))) == 7 + 1
    assert played(state, "W SA SK").trick == ("W SA SK",)
    for other in ("H7 HK HQ H4", "S3 HK HQ H4", "w HK HQ H4"):
        for hands in ((other, *NO_TRUMPS[1:]), (*NO_TRUMPS[:2], other.replace("H4", "C4"))):
            state = position(THROWER, *hands)
            assert codes(state, "W SA", "SA SK", "W SA SK", "W", "SA") == ["no_throw"] * 3 + ["ok"] * 2
            assert state.count_legal() == 4
    state = position(*NO_TRUMPS[:1], THROWER, *NO_TRUMPS[1:])
    assert codes(state, "HA HK", "HA", "HA HK HQ") == ["no_throw", "ok", "no_throw"]
    state = position("S8 S8 S6 S6 SA", "HA HK HQ H4 H3", "w w D3 D4 D5", "CA CK CQ C3 C4")
    assert codes(state, "S8 S8 S6 S6", "S8 S8", "S8 S8 S6", "SA S8 S8") == ["ok", "ok", "no_throw", "no_throw"]


@pytest.mark.parametrize(
    ("options", "answers"),
    [
        ({"throws": "all"}, ["ok", "ok", "ok"]),
        ({"throws": "certain"}, ["ok", "not_certain", "not_certain"]),
        ({"throws": "none"}, ["no_throw"] * 3),
        ({"throws": "trump_only"}, ["no_throw", "no_throw", "no_throw"]),
        ({"throws": "all", "trump_throw": False}, ["ok", "ok", "no_throw"]),
        ({"throws": "certain", "trump_throw": False}, ["ok", "not_certain", "no_throw"]),
    ],
)
def test_throws(options: dict[str, Any], answers: list[str]) -> None:
    """EQ5.3, O7, O8. The other hearts have been played."""
    hands = ("HA HK DK D4 SA S3", "H3 H4 DA D5 SK S4", "C3 C4 C5 C6 C8 C9", "CA CK CQ CJ CT D6")
    assert codes(position(*hands, options=options), "HA HK", "DK D4", "SA S3") == answers


@pytest.mark.parametrize("throws", ["trump_only", "all", "certain"])
def test_trumps_that_are_not_thrown(throws: str) -> None:
    """EQ5.3: O8 off; under trump_only then nothing is."""
    for allowed, code in ((True, "ok"), (False, "no_throw")):
        state = position(THROWER, *NO_TRUMPS, options={"throws": throws, "trump_throw": allowed})
        assert codes(state, "W SA", "W SA SK", "W", "SA") == [code, code, "ok", "ok"]


@pytest.mark.parametrize(
    ("dealer", "before", "after"), [(0, 0, 10), (0, 25, 35), (1, 25, 15), (1, 10, 0), (3, 5, 0), (2, 0, 0)]
)
def test_failed_throws(dealer: int, before: int, after: int) -> None:
    """EQ5.4, O14: the dealer pays to the attackers, an attacker from their points."""
    hands = ("HK HQ D3", "HA H3 D4", "C3 C4 C5", "C6 C8 C9")
    options = {"throws": "all", "throw_penalty": 10}
    state = position(*hands, options=options, dealer=dealer, points=before)
    state.apply("HK HQ")
    assert (state.trick, state.points, state.hands[0].cards, state.seat) == (("HQ",), after, "HK D3", 1)
    free = played(position(*hands, options={"throws": "all"}, dealer=dealer, points=before), "HK HQ")
    assert (free.trick, free.points) == (("HQ",), before)


@pytest.mark.parametrize(("rule", "forced"), [("lowest", "H4 H4"), ("smallest_unit", "H9"), ("single_card", "H4"), ("beaten_card", "H4")])
def test_what_a_failed_throw_leads(rule: str, forced: str) -> None:
    """EQ5.4, O9: 98844 against QQ."""
    assert trump(throw_fail=rule).throw("H9 H8 H8 H4 H4", ["HQ HQ", "S3"]).forced == forced


def test_certain_throws() -> None:
    """EQ5.5: what the dealer buried he alone leaves out, though all have seen it."""
    hands = ("HK HQ D3", "H3 H4 D4", "C3 C4 C5", "C6 C8 C9")
    for dealer, code in ((0, "ok"), (1, "not_certain"), (2, "not_certain")):
        state = position(*hands, options={"throws": "certain"}, dealer=dealer, kitty="HA")
        assert codes(state, "HK HQ", "HK") == [code, "ok"]
    assert codes(position(*hands, options={"throws": "certain"}, dealer=1), "HK HQ") == ["ok"]
    # Shown and taken in hand, a card may still be played.
    state = game("erqiwang", throws="certain").new_game(seed=1, first=0)
    played(state, *bids(80, "no", "no", "no"), "name S")
    bury_first(state)
    played(state, next(card for card in texts(state) if card[0] == "H"))
    assert state.phase == "play" and state.turned


@pytest.mark.parametrize(
    ("lead", "hand", "follows"),
    [
        ("S8 S8", "H7 D7 SA", ["H7 D7", "H7 SA", "D7 SA"]),
        ("S8 S8 S6 S6", "S7 S7 w w SA SK", ["w w S7 S7"]),
        ("H8", "H7 S3 C3", ["H7", "S3", "C3"]),
        ("H8", "H7 H3 C3", ["H3"]),
        ("S8", "H7 HA CA", ["H7"]),
        ("S8 S8", "D7 D7 SA SK", ["D7 D7"]),
        ("H8 H8 H6 H6", "H4 H4 H3 H3 HA", ["H4 H4 H3 H3"]),
        ("H8 H8 H6 H6", "HA HA HQ HQ HJ", ["HA HA HQ HQ"]),
        ("HK HK", "H4 S3 S3", ["S3 H4"]),
    ],
)
def test_follows(lead: str, hand: str, follows: list[str]) -> None:
    """EQ5.6, EQ5.7."""
    assert sorted(trump().follows(hand, lead)) == sorted(pf.SuitedHand(play).cards for play in follows)
    assert trump().count_follows(hand, lead) == len(follows)


@pytest.mark.parametrize(("protected", "count"), [(False, 2), (True, 5)])
def test_protected_tractors(protected: bool, count: int) -> None:
    """EQ5.6, O10: a led pair takes no pair out of a tractor."""
    rules = trump(protect_tractors=protected)
    assert rules.count_follows("HK HK HQ HQ HA", "H8 H8") == count
    assert rules.check_follow("HK HK HQ HQ HA", "H8 H8", "HK HA").code == ("ok" if protected else "must_pair")
    assert rules.count_follows("HK HK HQ HQ HA", "H8 H8 H6 H6") == 1


@pytest.mark.parametrize(
    ("plays", "winners"),
    [
        (["HA HA HK", "S3 S3 SA", "S5 S5 S6"], {"unit": 2, "all": 1, "highest": 1}),
        (["HA HA HK", "S5 S5 S6", "S5 S5 SA"], {"unit": 1, "all": 2, "highest": 2}),
        (["HA HA HK", "S6 S6 S5", "S5 S5 SA"], {"unit": 1, "all": 1, "highest": 2}),
    ],
)
def test_who_wins(plays: list[str], winners: dict[str, int]) -> None:
    """EQ5.8, O11."""
    assert {rule: trump(overruff=rule).winner(plays) for rule in winners} == winners


def test_ruffs() -> None:
    """EQ5.9."""
    assert trump().winner(["HA HA", "S3 S3"]) == 1
    assert trump().winner(["HA HA", "H7 D7"]) == 0
    assert trump().winner(["HA HA", "S3 S3", "H7 D7", "S4 S4"]) == 3
    assert trump().winner(["HA HA", "H7 H7", "S4 S4"]) == 1


# ---- EQ6: the kitty at the end

LAST = ("H3 H3", "HK HK", "H4 H4", "H5 H6")


def last_trick(*actions: str, options: dict[str, Any] | None = None, **more: Any) -> pf.TrickState:
    """A deal that ends with this trick; 15 points are buried."""
    given: dict[str, Any] = {"hands": LAST, "kitty": "CK C5", "to_move": 1} | more
    return played(position(*given.pop("hands"), options=options, **given), *actions)


def test_the_last_trick() -> None:
    """EQ6.1, EQ6.2."""
    plays = ("HK HK", "H4 H4", "H5 H6", "H3 H3")
    assert last_trick(*plays, dealer=1).points == 0
    for dealer in (0, 2, 3):
        assert last_trick(*plays, dealer=dealer).points == 25 + 4 * 15
    assert last_trick(*plays, dealer=0, kitty="").points == 25


FACTORS = {
    "pow2": (2, 4, 16, 64), "pairs": (2, 4, 8, 16), "linear2": (2, 4, 8, 12), "linear": (1, 2, 4, 6),
    "fixed2": (2, 2, 2, 2),
}  # fmt: skip


@pytest.mark.parametrize("rule", FACTORS)
def test_factors(rule: str) -> None:
    """EQ6.2, O12, O13."""
    leads = ("HA", "HA HA", "H8 H8 H6 H6", "H8 H8 H6 H6 H5 H5")
    assert tuple(trump(kitty_rule=rule).kitty_multiplier(lead) for lead in leads) == FACTORS[rule]
    for cap in (1, 5, 1000):
        capped = trump(kitty_rule=rule, kitty_cap=cap)
        assert [capped.kitty_multiplier(lead) for lead in leads] == [min(n, cap) for n in FACTORS[rule]]
    assert trump(kitty_rule=rule).kitty_multiplier("HA HQ HQ") == FACTORS[rule][1]  # of a throw the largest unit
    assert trump(kitty_cap=1_000_000).kitty_multiplier("H8 H8 H6 H6 H5 H5 H4 H4") == 256
    assert trump().kitty_multiplier("H8 H8 H6 H6 H5 H5 H4 H4") == 64


@pytest.mark.parametrize(("shape", "factor"), [("led", 2), ("winner", 4)])
def test_whose_unit_counts(shape: str, factor: int) -> None:
    """EQ6.3, O15: two cards thrown and ruffed with a pair."""
    state = last_trick(
        "HA HQ", "S3 S3", "H5 H6", "C3 C4", hands=("C3 C4", "HA HQ", "S3 S3", "H5 H6"),
        options={"throws": "all", "kitty_shape": shape}, dealer=0,
    )  # fmt: skip
    assert state.points == 5 + factor * 15


# ---- EQ7: what a deal is worth


def over(points: int, bid: int, players: int = 4, dealer: int = 0) -> pf.TrickState:
    """A deal that ends with a trick without points, which the dealer wins."""
    hands = ["S6", "S8", "S9", "SJ"][:players]
    hands[dealer] = "SA"
    options = {"cards": 92, "players": 3} if players == 3 else {}
    state = position(*hands, options=options, points=points, bid=bid, dealer=dealer)
    return played(state, *hands)


@pytest.mark.parametrize(
    ("bid", "points", "dealer", "each"),
    [
        (80, 80, -3, 1), (80, 75, 3, -1), (80, 35, 6, -2), (80, 0, 9, -3), (80, 120, -6, 2), (80, 160, -9, 3),
        (70, 145, -12, 4), (40, 0, 27, -9), (5, 85, -27, 9),
    ],
)  # fmt: skip
def test_scores(bid: int, points: int, dealer: int, each: int) -> None:
    """EQ7.1, EQ7.5 to EQ7.7."""
    for seat in range(4):
        state = over(points, bid, dealer=seat)
        assert state.returns() == [float(dealer if i == seat else each) for i in range(4)]
        assert sum(state.returns()) == 0 and state.end == "played"
    assert over(points, bid, players=3, dealer=2).returns() == [each, each, -2 * each]
    state.undo()
    assert state.returns() == [0.0] * 4


@pytest.mark.parametrize(
    ("points", "bid", "result"),
    [
        (80, 80, ("attackers", 1)), (119, 80, ("attackers", 1)), (120, 80, ("attackers", 2)),
        (159, 80, ("attackers", 2)), (160, 80, ("attackers", 3)), (79, 80, ("dealer", 1)), (40, 80, ("dealer", 1)),
        (39, 80, ("dealer", 2)), (1, 80, ("dealer", 2)), (0, 80, ("dealer", 3)), (25, 30, ("dealer", 2)),
        (0, 30, ("dealer", 3)), (4, 5, ("dealer", 2)), (5, 5, ("attackers", 1)),
    ],
)  # fmt: skip
def test_grades(points: int, bid: int, result: tuple[str, int]) -> None:
    """EQ7.1 to EQ7.3: at a bid of 30 the dealer's grade is 2 at least."""
    found = GAME.grade_result(points, bid)
    assert (found.side, found.grade) == result
    assert over(points, bid).returns()[1] == found.grade * found.factor * (1 if found.side == "attackers" else -1)


def test_factors_of_the_bid() -> None:
    """EQ7.4."""
    factors = {bid: GAME.grade_result(0, bid).factor for bid in range(120, 0, -5)}
    assert factors == {bid: 1 if bid >= 75 else 2 if bid >= 45 else 3 for bid in range(120, 0, -5)}
    assert [factors[bid] for bid in (120, 75, 70, 45, 40, 5)] == [1, 1, 2, 2, 3, 3]


def test_there_is_no_match() -> None:
    """EQ7.8."""
    with pytest.raises(pf.RulesError) as caught:
        GAME.new_match(seed=1)
    assert places(caught.value) == ["new_match"]


# ---- EQ8: refusals


def test_refusals_in_order() -> None:
    """EQ8.2."""
    state = over(0, 80)
    assert codes(state, "x", "S", "bid x", "", "no", "bid 80", "name S", "SA", "surrender", "bury SA") == (
        ["notation"] * 4 + ["game_over"] * 6
    )
    state = GAME.new_game(seed=2, first=0)
    words = ("x", "S3", "name S", "name NT", "bury S3", "surrender", "declare S2", "bid 118", "no")
    assert codes(state, *words) == ["notation", *["wrong_phase"] * 6, "no_bid", "ok"]
    played(state, *bids(120, "no", "no", "no"))
    assert codes(state, *words) == ["notation", "wrong_phase", "ok", "wrong_name", *["wrong_phase"] * 5]
    state.apply("name S")
    bury_first(state)
    assert codes(state, "no", "name S", "bid 80", "bury S3", "declare S2", "pass") == ["wrong_phase"] * 6


def test_refused_cards() -> None:
    """EQ8.4."""
    state = position("H5 H5 HK D3", "H3 H4 H9 S4", "D4 D5 D6 D8", "C3 C4 C5 C6")
    assert codes(state, "H6 D3", "H5 D3", "H5 HK", "H5 H5", "H5 H5 H5") == [
        "not_held", "two_groups", "no_throw", "ok", "notation",
    ]  # fmt: skip
    state.apply("H5 H5")
    assert codes(state, "H6", "H3", "H3 S4", "H3 H4") == ["not_held", "wrong_size", "must_follow", "ok"]
    state = position("H8 H8 H6 H6 HT", "H4 H4 H3 H3 HK", "HA HA HQ HQ HJ", "C3 C4 C5 C6 C8")
    state.apply("H8 H8 H6 H6")
    assert codes(state, "H4 H4 H3 HK", "H4 H4 H3 H3") == ["must_tractor", "ok"]
    state.apply("H4 H4 H3 H3")
    assert codes(state, "HA HA HQ HJ", "HA HA HQ HQ") == ["must_pair", "ok"]
    state = position("H5 H6", "H3 H4", "D4 D5", "C3 C4", options={"throws": "certain"}, kitty="H8", dealer=1)
    assert codes(state, "H5 H6", "H5") == ["not_certain", "ok"]


# ---- EQ9: views and positions from outside


def test_views() -> None:
    """EQ9.1, EQ4.1."""
    state = GAME.new_game(seed=7, first=3)
    played(state, *bids(100, "no", 95, "no", "no"))
    assert (state.dealer, state.phase) == (1, "name")
    everybody = (None, 0, 1, 2, 3)
    for seat in everybody:
        view = state.view(seat)
        assert (view.bid, view.bidder, view.dealer, view.turned.cards) == (95, 1, 1, state.turned.cards)
        assert [str(action) for _, action in view.history] == ["bid 100", "no", "bid 95", "no", "no"]
    state.apply("name H")
    bury_first(state)
    buried = state.kitty.cards
    for seat in everybody:
        view = state.view(seat)
        assert (view.trump, view.turned.cards) == ("H", state.turned.cards)
        assert view.kitty.cards == (buried if seat == 1 else "")
        assert [hand is None for hand in view.hands] == [i != seat for i in range(4)]
        by, action = view.history[-1]
        assert (by, str(action)) == (1, f"bury {buried}" if seat == 1 else "None")
        assert (buried in json.dumps(view.to_json())) is (seat == 1)
    while not state.is_over:
        assert not state.view(2).kitty
        state.apply_index(0)
    assert {state.view(seat).kitty.cards for seat in everybody} == {buried}


def test_views_of_a_failed_throw() -> None:
    """EQ9.2."""
    state = position("HK HQ D3", "HA H3 D4", "C3 C4 C5", "C6 C8 C9", options={"throws": "all"})
    state.apply("HK HQ")
    assert state.trick == ("HQ",)
    for seat in (None, 0, 1, 2, 3):
        assert [str(action) for _, action in state.view(seat).history] == ["HK HQ"]


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"bid": 81}, "bid"), ({"bid": 125}, "bid"), ({"bid": 0}, "bid"), ({"bid": -5}, "bid"),
        ({"level": "2"}, "level"), ({"trump": "NT"}, "trump"), ({"dealer": 4}, "dealer"), ({"to_move": 4}, "to_move"),
        ({"hands": ["S3", "S4", "S5"]}, "hands"), ({"points": -5}, "points"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(changes: dict[str, Any], where: str) -> None:
    """EQ9.3."""
    arguments: dict[str, Any] = {"hands": ["S3", "S4", "S5", "S6"], "trump": "S"}
    state = GAME.setup(**arguments)
    assert (state.dealer, state.bid, state.bidder, state.phase, state.level) == (0, 80, 0, "play", None)
    with pytest.raises(pf.RulesError) as caught:
        GAME.setup(**(arguments | changes))
    assert where in places(caught.value)


def test_positions_for_three() -> None:
    """EQ9.3: a hand for each player."""
    three = game("erqiwang", cards=92, players=3)
    state = three.setup(hands=["S5", "S6", "S8"], trump="S", dealer=2, bid=5, points=10, to_move=1)
    assert played(state, "S6", "S8", "S5").returns() == [3.0, 3.0, -6.0]
    for hands in (["S5", "S6"], ["S5", "S6", "S8", "S9"]):
        with pytest.raises(pf.RulesError):
            three.setup(hands=hands, trump="S")
    with pytest.raises(pf.NotationError):
        three.setup(hands=["S3", "S6", "S8"], trump="S")


def test_trumps_take_no_level() -> None:
    """EQ9.5."""
    assert GAME.trump("S").level is None
    with pytest.raises(pf.RulesError) as caught:
        GAME.trump("S", level="2")
    assert places(caught.value) == ["level"]


def test_administering_changes_no_rule() -> None:
    """EQ9.6."""
    state = GAME.new_game(seed=2, first=0)
    other = state.clone()
    state.administer(1, "auto")
    state.administer(2, "quit")
    while not other.is_over:
        assert texts(state)[:50] == texts(other)[:50] if other.phase != "bury" else True
        index = other.count_legal() - 1 if other.phase == "bid" and other.bid else 0
        state.apply_index(index)
        other.apply_index(index)
    assert state.returns() == other.returns() and state.hands == other.hands


# ---- the cases

FILE = Path(__file__).parent / "data/erqiwang/erqiwang.jsonl"
CASES = {case["id"]: case for case in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())}


def auction(*answers: str | int) -> pf.TrickState:
    return played(GAME.new_game(seed=1, first=0), *bids(*answers))


def may_surrender(bid: int) -> bool:
    state = played(auction(bid, "no", "no", "no"), "name S")
    return bool(bury_first(state).check("surrender"))


def is_tractor(case: dict[str, Any]) -> bool:
    return GAME.trump(case["trump_suit"]).is_tractor(case["lead"])


def shown_named_buried() -> bool:
    state = auction(80, "no", "no", "no")
    shown = all(state.view(seat).turned.cards == state.turned.cards for seat in range(4)) and len(state.turned) == 8
    named = state.phase == "name" and played(state, "name S").phase == "bury"
    held = state.hands[0].cards.split()
    return shown and named and all(bool(state.check("bury " + " ".join(held[i : i + 8]))) for i in range(26))


#: What the public API answers to each question, and the answer of the file.
ANSWERS: dict[str, tuple[Callable[[dict[str, Any]], Any], Any]] = {
    "erqiwang-W01": (lambda _: bool(auction(120).check("bid 118")), "illegal: at least 5 lower"),
    "erqiwang-W02": (lambda _: auction("no", 120, "no", 115).seat == 0, False),
    "erqiwang-W03": (lambda _: may_surrender(85), True),
    "erqiwang-W04": (lambda _: may_surrender(80), False),
    "erqiwang-W05": (
        lambda _: shown_named_buried(),
        "yes, then trump suit is named, then any 8 cards are buried",
    ),
    "erqiwang-W06": (is_tractor, True),
    "erqiwang-W08": (is_tractor, True),
}


def test_the_file_is_whole() -> None:
    assert set(CASES) == set(ANSWERS)


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    answer, told = ANSWERS[name]
    assert CASES[name]["answer"] == told
    expected = told if isinstance(told, bool) else told.startswith("yes")
    assert answer(CASES[name]) is expected
