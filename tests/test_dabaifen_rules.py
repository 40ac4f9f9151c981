"""The rules page of 打百分 where it is played with contract; and the questions of the cases."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from tests import bid_scripts
from tests.bid_scripts import (
    SUITS,
    bids,
    bury_first,
    codes,
    game,
    places,
    played,
    texts,
)
from tests.reference.dabaifen_game import contract_deal
from tests.reference.philox import CHANCE, Stream

pytestmark = pytest.mark.arch

GAME = game("dabaifen")
CONTRACT = game("dabaifen", contract=True)


def position(*hands: str, options: dict[str, Any] | None = None, **more: Any) -> pf.TrickState:
    """A position with contract."""
    return bid_scripts.position("dabaifen", *hands, options={"contract": True} | (options or {}), **more)


def dealt(*answers: str | int, first: int = 0, seed: int = 1, **options: Any) -> pf.TrickState:
    """A deal whose first bidder is seat 0, after these bids."""
    return played(game("dabaifen", contract=True, **options).new_game(seed=seed, first=first), *bids(*answers))


# ---- DB6: bids


def test_bids() -> None:
    """DB6.1, DB6.2, DB7.1, DB7.3."""
    state = dealt()
    ladder = [f"bid {points}" for points in range(60, 101, 5)]
    assert (state.phase, state.seat, state.bid, state.bidder, state.dealer) == ("bid", 0, None, None, None)
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert texts(state) == [*ladder, "no"]
    assert codes(state, "bid 55", "bid 105", "bid 62", "bid 0", "bid 60", "bid 100") == ["no_bid"] * 4 + ["ok"] * 2
    state.apply("bid 70")
    assert texts(state) == [*ladder[3:], "no"]
    assert codes(state, "bid 70", "bid 60", "bid 55", "bid 71", "bid 75", "bid 100") == [
        "bid_too_low", "bid_too_low", "no_bid", "no_bid", "ok", "ok",
    ]  # fmt: skip
    assert codes(state, "name S", "bury S3", "S3", "declare S2") == ["wrong_phase"] * 4
    state.apply("bid 90")
    assert (state.seat, state.bid, state.bidder) == (2, 90, 1)


@pytest.mark.parametrize(
    ("answers", "seat", "phase"),
    [
        ("60 no 65 no", 0, "bid"),
        ("60 no 65 no 70", 2, "bid"),
        ("60 no 65 no 70 no", 0, "name"),
        ("60 no no no", 0, "name"),
        ("no no no", 3, "bid"),
        ("no no no 60", 3, "name"),
        ("no 95 no no", 1, "name"),
        ("100", 0, "name"),
        ("60 65 70 100", 3, "name"),
    ],
)
def test_auctions(answers: str, seat: int, phase: str) -> None:
    """DB6.2, DB6.3, DB6.6."""
    said = [word if word == "no" else int(word) for word in answers.split()]
    state = dealt(*said)
    assert (state.seat, state.phase) == (seat, phase)
    assert state.bid == [None, *(word for word in said if word != "no")][-1]
    assert state.dealer == (seat if phase == "name" else None)


def test_nobody_bids() -> None:
    """DB6.4."""
    state = dealt("no", "no", "no", "no", first=3)
    assert (state.phase, state.seat, state.bid, state.count_legal()) == ("bid", 3, None, 10)
    again = contract_deal(1, 0, 1, 3)
    assert [list(hand.ids or ()) for hand in state.hands] == [sorted(hand) for hand in again.arrival]


def test_who_bids_first() -> None:
    """DB6.5."""
    assert [CONTRACT.new_game(seed=4, first=first).seat for first in range(4)] == [0, 1, 2, 3]
    drawn = [CONTRACT.new_game(seed=seed).seat for seed in range(20)]
    assert drawn == [Stream(seed, 0, 0, CHANCE).below(4, 0) for seed in range(20)] and set(drawn) == {0, 1, 2, 3}
    for rules, arguments, where in (
        (CONTRACT, {"dealer": 0}, "dealer"), (CONTRACT, {"first": 4}, "first"), (CONTRACT, {"first": -1}, "first"),
        (GAME, {"first": 0}, "first"),
    ):  # fmt: skip
        with pytest.raises(pf.RulesError) as caught:
            rules.new_game(seed=1, **arguments)  # type: ignore[arg-type]
        assert places(caught.value) == [where]


@pytest.mark.parametrize("first", [None, 2])
def test_start_of_play(first: int | None) -> None:
    """DB6.16."""
    for seed in range(6):
        state = CONTRACT.new_game(seed=seed, first=first, start="play")
        deal = contract_deal(seed, 0, 0, first)
        assert [list(hand.ids or ()) for hand in state.hands] == [sorted(cards) for cards in deal.arrival]
        assert list(state.kitty.ids or ()) == sorted(deal.kitty)
        assert (state.phase, state.dealer, state.seat, state.bid) == ("play", first or 0, first or 0, 60)
        assert state.trump == SUITS[Stream(seed, 0, 0, CHANCE).below(4, 0)]


def test_kitty_and_trump_suit() -> None:
    """DB6.6, DB7.1, DB7.3, DB8.1."""
    before, state = dealt(), dealt(60, 70, "no", "no", "no")
    assert (state.dealer, state.seat, state.phase, len(state.hands[1]), len(state.kitty)) == (1, 1, "name", 18, 0)
    assert Counter(state.hands[1].cards.split()) == Counter(
        [*before.hands[1].cards.split(), *before.kitty.cards.split()]
    )
    for seat in (None, 0, 2, 3):
        view = state.view(seat)
        assert not view.turned and not view.kitty and view.hands[1] is None
        assert (view.bid, view.bidder, view.dealer) == (70, 1, 1)
        assert [str(action) for _, action in view.history] == bids(60, 70, "no", "no", "no")
    assert texts(state) == ["name S", "name H", "name D", "name C"]
    assert codes(state, "name NT", "name X", "bury S3", "no") == [
        "wrong_name",
        "notation",
        "wrong_phase",
        "wrong_phase",
    ]
    state.apply("name D")
    held = state.hands[1].cards.split()
    assert (state.trump, state.phase, state.seat) == ("D", "bury", 1)
    assert codes(state, "bury " + " ".join(held[:5]), "bury " + " ".join(held[:6])) == ["wrong_size", "ok"]
    bury_first(state)
    assert (state.phase, state.seat, state.leader, len(state.hands[1])) == ("play", 1, 1, 12)
    assert [bool(state.view(seat).kitty) for seat in (None, 0, 1, 2, 3)] == [False, False, True, False, False]
    assert state.view(3).history[-1] == (1, None)


def test_a_limit_on_buried_points() -> None:
    """DB6.6, O6."""
    state = played(dealt(60, "no", "no", "no", kitty_points_max=0), "name S")
    held = sorted(state.hands[0].cards.split(), key=lambda card: card[-1] in "5TK")
    assert held[-1][-1] in "5TK"
    assert codes(state, "bury " + " ".join(held[:6]), "bury " + " ".join(held[-6:])) == ["ok", "too_many_points"]


# ---- DB6: scores


def ended(bid: int, points: int, buried: int, last: str, dealer: int = 0) -> pf.TrickState:
    """The last trick of a deal: won by the dealer's side, or by the attackers with a side suit or a trump."""
    card = {"dealer": "SA", "side": "HA", "trump": "SA"}[last]
    hands = ["H3", "H4", "H6", "H7"] if last == "side" else ["S3", "S4", "S6", "S7"]
    winner = (dealer + (0 if last == "dealer" else 1)) % 4
    hands[winner] = card
    kitty = {0: "C3", 10: "CK", 20: "CK CT"}[buried]
    state = position(*hands, bid=bid, points=points, kitty=kitty, dealer=dealer, to_move=winner)
    return played(state, *hands[winner:], *hands[:winner])


@pytest.mark.parametrize(
    ("points", "buried", "last", "ours", "theirs", "final"),
    [
        (0, 10, "dealer", 200, 0, 0), (30, 10, "dealer", 70, 0, 30), (35, 10, "dealer", -70, 35, 35),
        (50, 10, "dealer", -70, 100, 50), (30, 10, "side", 70, 0, 30), (10, 0, "trump", 70, 0, 30),
        (10, 10, "trump", -70, 60, 60), (0, 0, "trump", 200, 0, 0),
        (45, 20, "side", -70, 45, 45), (50, 20, "side", -70, 100, 50), (0, 20, "side", 200, 0, 0),
        (20, 0, "trump", -70, 60, 60), (30, 20, "trump", -70, 150, 150), (0, 10, "trump", 70, 0, 30),
    ],
)  # fmt: skip
def test_scores(points: int, buried: int, last: str, ours: int, theirs: int, final: int) -> None:
    """DB6.7 to DB6.10, DB6.13, DB6.14: a bid of 70."""
    for dealer in range(4):
        state = ended(70, points, buried, last, dealer)
        assert state.returns() == [float(ours if seat % 2 == dealer % 2 else theirs) for seat in range(4)]
        assert state.points == final
        assert state.end == ("tripled" if last == "trump" else "played")
        result = CONTRACT.contract_scores(70, final, tripled=last == "trump")
        assert (result.dealer, result.attackers) == (ours, theirs)
        assert pf.State.from_bytes(state.to_bytes()) == state == pf.replay(state.to_record())
        state.undo()
        assert state.returns() == [0.0] * 4 and state.points == points


@pytest.mark.parametrize("bid", range(60, 101, 5))
def test_the_quota(bid: int) -> None:
    """DB6.7 to DB6.9, DB6.14: the quota is 100 - bid; scores don't add up to 0."""
    quota = 100 - bid
    if quota:
        assert ended(bid, quota, 0, "dealer").returns()[:2] == [bid, 0]
    assert ended(bid, quota + 5, 0, "dealer").returns()[:2] == [-bid, quota + 5]
    assert ended(bid, 0, 0, "dealer").returns()[:2] == [200, 0]
    for points, each in ((45, 45), (49, 49), (50, 100), (100, 200)):
        if points > quota:
            assert ended(bid, points, 0, "side").returns() == [-bid, each, -bid, each]


@pytest.mark.parametrize(
    ("hands", "to_move", "tripled"),
    [
        (("D3 D4 D6 D7", "S2 H2 D2 C2", "H3 H4 H6 H7", "C3 C4 C6 C7"), 1, True),
        (("D3 D4 D6 D8", "S7 H7 D7 C7", "H3 H4 H6 H8", "C3 C4 C6 C8"), 1, False),
        (("HA", "S3", "H3", "H4"), 0, True),  # a ruff
        (("H3", "H9", "H4", "H6"), 0, False),
        (("SA", "w", "S3", "S4"), 0, True),
        (("HA HQ", "S3 S4", "H3 H4", "H6 H7"), 0, True),
        (("H3", "H4", "S3", "H6"), 0, False),  # the dealer's partner ruffs
    ],
)
def test_with_a_trump(hands: tuple[str, ...], to_move: int, tripled: bool) -> None:
    """DB6.10, DB6.11: the four 2s led are trumps, four 7s are not."""
    state = position(*hands, to_move=to_move, kitty="CK", points=5)
    played(state, *hands[to_move:], *hands[:to_move])
    assert state.is_over and state.end == ("tripled" if tripled else "played")
    assert state.points == (45 if tripled else 5)


@pytest.mark.parametrize(("points", "each"), [(0, 0), (10, 10), (45, 45), (50, 100), (90, 180)])
def test_wrong_throws(points: int, each: int) -> None:
    """DB6.12: the bid fails with the points that the attackers have."""
    hands = ("HA HQ S3", "HK D3 D4", "C3 C4 C5", "C6 C7 C8")
    for dealer in (0, 2):
        state = played(position(*hands, dealer=dealer, bid=60, points=points, kitty="CK"), "HA HQ")
        assert (state.end, state.points, state.returns()) == ("wrong_throw", points, [-60, each, -60, each])
        assert pf.State.from_bytes(state.to_bytes()) == state == pf.replay(state.to_record())
    for dealer in (1, 3):
        state = played(position(*hands, dealer=dealer, bid=60, points=points), "HA HQ")
        assert not state.is_over and state.trick == ("HQ",)
    mild = played(position(*hands, bid=60, points=points, options={"wrong_throw": "none"}), "HA HQ")
    assert not mild.is_over and mild.trick == ("HQ",)


def test_there_is_no_match() -> None:
    """DB6.15; and no levels that move."""
    for call in (lambda: CONTRACT.new_match(seed=1), lambda: CONTRACT.level_result(40)):
        with pytest.raises(pf.RulesError):
            call()
    with pytest.raises(pf.RulesError) as caught:
        game("dabaifen", contract=True, levels="moving")
    assert places(caught.value) == ["levels"]


def test_options_that_say_nothing() -> None:
    """DB6: of O5 to O10 only O6 says anything."""
    other = game(
        "dabaifen", contract=True, kitty_rule="linear", first_dealer="last_declarer", nt_override="any_two",
        nobody_declares="redeal", must_play=("5",),
    )  # fmt: skip
    for seed in range(3):
        one, two = CONTRACT.new_game(seed=seed), other.new_game(seed=seed)
        while not one.is_over:
            assert (one.phase, one.seat, one.count_legal()) == (two.phase, two.seat, two.count_legal())
            index = min(seed, one.count_legal() - 1)
            one.apply_index(index)
            two.apply_index(index)
        assert one.returns() == two.returns()


def test_positions_from_outside() -> None:
    """DB8.3."""
    hands = ("S3", "S4", "S5", "S6")
    state = position(*hands)
    assert (state.bid, state.bidder, state.dealer) == (60, 0, 0)
    assert position(*hands, bid=95, dealer=3).bid == 95
    for changes, where in (
        ({"bid": 55}, "bid"), ({"bid": 62}, "bid"), ({"bid": 105}, "bid"), ({"bid": 0}, "bid"), ({"bid": -5}, "bid"),
        ({"trump": "NT"}, "trump"), ({"level": "7"}, "level"),
    ):  # fmt: skip
        with pytest.raises(pf.RulesError) as caught:
            position(*hands, **changes)
        assert where in places(caught.value)


# ---- the cases

FILE = Path(__file__).parent / "data/dabaifen/dabaifen.jsonl"
CASES = {case["id"]: case for case in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())}
plain = partial(bid_scripts.position, "dabaifen")


def stands(case: dict[str, Any], *others: str) -> bool:
    """A lead that is legal in a whole deal, and stands against these hands."""
    lead = case["lead"]
    state = plain(lead, *others)
    return bool(state.check(lead)) and len(played(state, lead).trick[0].split()) == len(lead.split())


def order(case: dict[str, Any]) -> list[int | None]:
    """Who wins of two cards played one after the other, each in both orders."""
    rules = GAME.trump(case["trump_suit"])
    pairs = [*pairwise(["W", "w", "S2", "H2", "SA", "SK", "S3"]), ("S3", "HA"), ("H2", "D2"), ("D2", "C2")]
    return [rules.winner([first, second]) for pair in pairs for first, second in (pair, pair[::-1])]


def wrong_throw(case: dict[str, Any]) -> str:
    state = played(plain(case["lead"], "HK D3", "C3 C4", "C6 C7"), case["lead"])
    return f"{state.trick[0]} {state.end}"


#: What the public API answers to each question, what that should be, and the answer of the file.
ANSWERS: dict[str, tuple[Callable[[dict[str, Any]], Any], Any, Any]] = {
    "dabaifen-P01": (lambda case: stands(case, "W w S3 S4", "D3 D4 D5 D6", "C3 C4 C5 C6"), True, True),
    "dabaifen-P02": (lambda case: stands(case, "HQ HJ", "S3 S4", "H3 H4"), True, True),
    "dabaifen-P03": (lambda case: stands(case, "D8 D7 D6 D5", "S3 S4 S5 S6", "C3 C4 C5 C6"), True, True),
    "dabaifen-P04": (
        wrong_throw, "HQ wrong_throw", "no: the lowest card (HQ) must be led and a penalty is due (下台)"
    ),
    "dabaifen-P05": (
        order, [0, 1] * 7 + [0, 0] * 2, "BJ > sj > S2 > H2 = D2 = C2 (first played wins) > SA > SK > ... > S3 > HA"
    ),
    "dabaifen-P06": (lambda case: GAME.trump(case["trump_suit"]).winner([case["lead"], case["hand"]]), 0, 0),
}  # fmt: skip


def test_the_file_is_whole() -> None:
    assert set(CASES) == set(ANSWERS)


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    question, answer, told = ANSWERS[name]
    assert CASES[name]["answer"] == told
    assert question(CASES[name]) == answer
    level = CASES[name]["level"]
    assert GAME.trump(CASES[name]["trump_suit"], level=level).order() == GAME.trump("S").order()
