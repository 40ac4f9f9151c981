"""What the rule texts of 打大A and 保皇 say, sentence by sentence, asked of the package."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf

pytestmark = pytest.mark.arch
THRONE = 54 * 3 + 53  # the marked big joker
DATA = Path(__file__).parent / "data"
#: Rules whose examples name no option.
DADAA: pf.ClimbingGame = pf.load_game("dadaa")
BAOHUANG: pf.ClimbingGame = pf.load_game("baohuang")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


ROWS = {name: rows(name) for name in ("dadaa", "baohuang")}
named = {"ids": lambda row: row["id"]}


def of(name: str, *kinds: str, asks: str = "") -> Any:
    chosen = [row for row in ROWS[name] if row["kind"] in kinds and (not asks or asks in row["input"])]
    assert chosen
    return pytest.mark.parametrize("row", chosen, **named)


def by_id(row_id: str) -> dict[str, Any]:
    return next(row for name in ROWS for row in ROWS[name] if row["id"] == row_id)


def game_of(row: dict[str, Any]) -> pf.ClimbingGame:
    """保皇 with what a row says of its rules."""
    given = {name: row["input"][name] for name in ("kao", "bie6", "pack") if name in row["input"]}
    return pf.load_game("baohuang", **given)


def test_the_files_are_whole() -> None:
    """Every row is asked by a test below."""
    assert {name: len(found) for name, found in ROWS.items()} == {"dadaa": 130, "baohuang": 85}
    for found in ROWS.values():
        assert len({row["id"] for row in found}) == len(found)
    told = {row["id"] for found in ROWS.values() for row in found if row["kind"] == "other"}
    assert told == {*TOLD}
    assert {row["kind"] for found in ROWS.values() for row in found} == {
        "classify", "beats", "legal", "illegal", "score", "other"
    }  # fmt: skip


# ---- single plays


@of("dadaa", "classify")
def test_dadaa_kinds(row: dict[str, Any]) -> None:
    cards = row["input"]["cards"]
    found = DADAA.classify(cards)
    assert (None if found is None else found.kind) == row["answer"]
    assert DADAA.readings(cards) == (() if found is None else (found,))
    assert (found in DADAA.leads(cards)) is (found is not None)


@of("baohuang", "classify")
def test_baohuang_kinds(row: dict[str, Any]) -> None:
    found = BAOHUANG.classify(row["input"]["cards"])
    assert found is not None
    assert (found.kind, len(found)) == (row["answer"]["kind"], row["answer"]["size"])
    assert BAOHUANG.readings(row["input"]["cards"]) == (found,)


@of("dadaa", "beats")
def test_dadaa_beats(row: dict[str, Any]) -> None:
    beats(DADAA, row)


@of("baohuang", "beats")
def test_baohuang_beats(row: dict[str, Any]) -> None:
    beats(game_of(row), row)


def beats(game: pf.ClimbingGame, row: dict[str, Any]) -> None:
    play, table = row["input"]["play"], row["input"]["on"]
    assert game.beats(play, table) is row["answer"]
    cards = game.hand(play).cards
    assert (cards in [combo.cards for combo in game.follows(play, table)]) is row["answer"]
    assert (game.beating(play, table) is not None) is row["answer"]
    # The same in a whole deal, where the pack has the cards for it.
    state = following(game, play, table)
    if state is not None:
        assert bool(state.check(play)) is row["answer"]
        assert (cards in [str(action) for action in state.legal_actions()]) is row["answer"]


def following(game: pf.ClimbingGame, hand: str, table: str | None) -> pf.ClimbingState | None:
    """Seat 1 with this hand and another card is asked about the play of seat 0; None if the pack has too few cards."""
    rest = [rank for rank in "6789TJQK2" if rank not in hand + (table or "")]
    if "*" in hand + (table or ""):
        more: dict[str, Any] = {"sides": [1], "exposed": True}
    elif game.name == "dadaa":
        more = {"sides": [0, 1], "exposed": True}
    else:
        more = {"emperor": 1, "open": True}
    hands = [rest[0], hand + rest[-1], rest[0], rest[0], rest[0]]
    if table is not None:
        more |= {"table": table, "table_by": 0}
    try:
        return game.setup(hands=hands, to_move=1, **more)
    except pf.RulesError:
        return None


def test_most_questions_fit_into_a_deal() -> None:
    """So the test above asks whole deals too."""
    for name in ROWS:
        asked = [row["input"] for row in ROWS[name] if row["kind"] == "beats"]
        game = pf.load_game(name) if name == "dadaa" else pf.load_game(name, pack="216")
        fitting = [row for row in asked if following(game, row["play"], row["on"]) is not None]
        assert len(fitting) > 0.8 * len(asked)


# ---- legal and illegal


@of("dadaa", "legal", "illegal", asks="action")
def test_dadaa_takes(row: dict[str, Any]) -> None:
    """取蛋."""
    fours, table = row["input"]["play"], row["input"]["on"]
    assert (list(DADAA.takes(fours, table)) == [DADAA.classify(fours)]) is row["answer"]
    state = following(DADAA, fours, table)
    assert state is not None
    verdict = state.check(f"take {fours}")
    assert bool(verdict) is row["answer"] and verdict.code in ("ok", "no_take")
    assert (f"take {fours}" in [str(action) for action in state.legal_actions()]) is row["answer"]
    if row["id"] == "dadaa-illegal-004":
        assert state.check(fours).code == "too_low"  # nor do they beat it


@of("dadaa", "legal", "illegal", asks="after_take")
def test_dadaa_after_a_take(row: dict[str, Any]) -> None:
    fours, play = row["input"]["on"], row["input"]["play"]
    state = DADAA.setup(hands=["9", fours + "79", play + "K", "T", "J"], to_move=1, table="222", table_by=0,
                        sides=[0, 1], exposed=True)  # fmt: skip
    state.apply(f"take {fours}")
    assert (state.seat, state.table.cards, state.table_by) == (2, fours, 1)
    assert bool(state.check(play)) is row["answer"]


@of("dadaa", "legal", asks="lead")
def test_dadaa_leads(row: dict[str, Any]) -> None:
    state = following(DADAA, row["input"]["play"], None)
    assert state is not None and state.check(row["input"]["play"])


@of("baohuang", "legal", "illegal")
def test_baohuang_leads(row: dict[str, Any]) -> None:
    game, play = game_of(row), row["input"]["play"]
    if set(play) - set(game.hand("6789TJQKA2wW").cards):
        with pytest.raises(pf.NotationError):
            game.classify(play)
        return
    hand = row["input"].get("hand", play + "Q")
    state = game.setup(hands=["T", hand, "T", "J", "K"], to_move=1, emperor=1, open=True)
    verdict = state.check(play)
    assert bool(verdict) is row["answer"]
    assert (play in [str(action) for action in state.legal_actions()]) is row["answer"]
    assert (play in [combo.cards for combo in game.leads(hand)]) is row["answer"]
    assert verdict.code in ("ok", "sixes" if "bie6" in row["input"] else "no_play")


# ---- score


def ended(name: str, order: Sequence[int], **sides: Any) -> pf.ClimbingState:
    """A deal in which the seats go out in this order, up to where it ends; the last of them leads his last card."""
    for gone in range(1, len(order) + 1):
        out, last = list(order[: gone - 1]), order[gone - 1]
        hands = ["" if seat in out else "9TJQK"[seat] * (1 if seat == last else 2) for seat in range(5)]
        state = pf.load_game(name).setup(hands=hands, to_move=last, finished=out, **sides)
        state.apply("9TJQK"[last])
        if state.is_over:
            return state
    raise AssertionError("the deal goes on")


@of("dadaa", "score")
def test_dadaa_score(row: dict[str, Any]) -> None:
    seats = [*row["input"]["big_ace_side"], *row["input"]["others"]]
    big = len(row["input"]["big_ace_side"])
    order = [seats.index(player) for player in row["input"]["finish_order"]]
    state = ended("dadaa", order, sides=range(big), exposed=True)
    still_in = 5 if len(order) == 4 else None  # the last place, where one alone is left for it
    assert state.places == tuple(order.index(s) + 1 if s in order else still_in for s in range(5))
    gain = {"big_ace": 1.0, "others": -1.0, "draw": 0.0}[row["answer"]]
    assert state.returns() == [gain] * big + [0.0 - gain] * (5 - big)
    assert state.sides == ("big_ace",) * big + ("others",) * (5 - big)


@of("baohuang", "score", asks="emperor_place")
def test_baohuang_score(row: dict[str, Any]) -> None:
    given, answer = row["input"], row["answer"]
    order: list[int | None] = [None] * 5
    order[given["emperor_place"] - 1] = 0
    if given["sides"] == "pair":
        order[given["guard_place"] - 1] = 1
        double = 2 if given["doubled"] else 1
        sides: dict[str, Any] = {"guard": 1, "multiplier": double}
        expected = [answer["emperor"], answer["guard"], *[answer["each_rebel"]] * 3]
    else:
        sides = {"open": given["kind"] == "open", "multiplier": 2 if given["revolt"] else 1}
        expected = [answer["emperor"], *[answer["each_other"]] * 4]
    others = iter(seat for seat in range(5) if seat not in order)
    state = ended("baohuang", [next(others) if seat is None else seat for seat in order], emperor=0, **sides)
    assert state.returns() == [float(score) for score in expected]
    assert state.places[0] in (given["emperor_place"], None)


def test_baohuang_quitting() -> None:
    """baohuang-score-029."""
    state = BAOHUANG.new_game(seed=4)
    state.administer(2, "quit")
    assert state.is_over and state.returns()[2] == by_id("baohuang-score-029")["answer"]["penalty"]
    assert sum(state.returns()) == -40 and state.dissolved


# ---- what is told in prose


def dadaa_other_001() -> None:
    answer = by_id("dadaa-other-001")["answer"]
    state = DADAA.setup(hands=["5", "4479", "6", "8", "T"], to_move=1, table="222", table_by=0, sides=[0, 1],
                        exposed=True)  # fmt: skip
    state.apply("take 44")
    assert Counter(state.hands[1].cards) == Counter(answer["hand_P1"])
    assert (state.table.cards, state.table.kind, f"P{state.seat}") == (answer["table"], "pair", answer["next"])


def dadaa_other_002() -> None:
    answer = by_id("dadaa-other-002")["answer"]
    state = DADAA.setup(hands=["5", "44", "6", "8", "T"], to_move=1, table="222", table_by=0, sides=[0, 1],
                        exposed=True)  # fmt: skip
    state.apply("take 44")
    assert state.hands[1].cards == answer["hand_after"] and state.places[1] is None and not state.is_over


def dadaa_other_003() -> None:
    answer = by_id("dadaa-other-003")["answer"]
    sizes = [len(hand) for hand in DADAA.new_game(seed=1, last_winner=0, start="play").hands]
    assert sizes == answer["hand_sizes"] and sum(sizes) == answer["cards"]


def baohuang_other_001() -> None:
    answer = by_id("baohuang-other-001")["answer"]
    hands = BAOHUANG.new_game(seed=1).hands
    assert [len(hand) for hand in hands] == answer["hand_sizes"]
    pack = Counter("".join(hand.cards for hand in hands))
    assert pack.total() == answer["cards"]
    assert pack.pop("W") == answer["big_jokers"] and pack.pop("w") == answer["small_jokers"]
    assert pack == Counter(dict.fromkeys(answer["ranks"], answer["per_rank"]))


def baohuang_other_002() -> None:
    state = pf.load_game("baohuang", bie6=True).setup(
        hands=["9", "666", "T", "J", "Q"], to_move=1, table="7", table_by=0, emperor=0, open=True
    )
    assert [str(action) for action in state.legal_actions()] == by_id("baohuang-other-002")["answer"]["legal_follows"]


def claimed(claimants: Sequence[int]) -> tuple[int, pf.ClimbingState]:
    """The holder of the throne card, and the deal after these seats, counted from him, claimed."""
    state = pf.load_game("baohuang", qiangdu=True).new_game(seed=6)
    holder = state.seat
    assert holder is not None
    while state.phase == "claim":
        assert state.seat is not None
        state.apply("rob" if (state.seat - holder) % 5 in claimants else "no")
    return holder, state


def baohuang_other_003() -> None:
    holder, state = claimed([1, 3])
    assert (state.phase, state.emperor, state.guard) == ("play", (holder + 3) % 5, None)
    assert state.exposed and state.seat == state.emperor


def baohuang_other_004() -> None:
    holder, state = claimed([0, 3])
    assert (state.phase, state.emperor, state.exposed) == ("play", holder, True)


def baohuang_other_005() -> None:
    state = BAOHUANG.new_game(seed=6)
    dealt = state.hands
    for refusals in range(10):
        assert state.phase == "throne" and json.loads(state.to_json())["state"]["refusals"] == refusals
        state.apply("yield")
    assert state.phase == "throne" and json.loads(state.to_json())["state"]["deal"] == 1
    assert sorted(len(hand) for hand in state.hands) == [33, 33, 34, 34, 34]
    assert state.hands != dealt


def baohuang_other_006() -> None:
    state = BAOHUANG.new_game(seed=6)
    before, holder = state.hands, state.seat
    assert holder is not None
    state.apply("yield")
    assert set(before[holder].ids or ()) - set(state.hands[holder].ids or ()) == {THRONE}
    assert state.seat == (holder - 1) % 5 and THRONE in (state.hands[state.seat].ids or ())


def baohuang_other_007() -> None:
    """Also with a 2: a later holder pays one, and without one the highest of what he was dealt but jokers."""
    paid = set()
    for seed in range(400):
        state = BAOHUANG.new_game(seed=seed)
        state.apply("yield")
        seat = state.seat
        assert seat is not None
        before = state.hands[seat]
        state.apply("yield")
        payment = pf.Hand(sorted(set(before.ids or ()) - set(state.hands[seat].ids or ()) - {THRONE}))
        assert payment.cards == before.cards.rstrip("wW")[-1]
        same = [card for card in before.ids or () if pf.Hand([card]).cards == payment.cards]
        assert payment.ids == (same[0],)
        paid.add(payment.cards)
    assert paid >= {"2", by_id("baohuang-other-007")["answer"]["pays"]}


def revolted(number: int) -> pf.ClimbingState:
    state = BAOHUANG.new_game(seed=6)
    while state.phase != "revolt":
        state.apply_index(0 if state.phase == "throne" else state.count_legal() - 1)
    while state.phase == "revolt":
        rebel = state.count_legal() == 2 and number > 0
        number -= rebel
        state.apply("rob" if rebel else "no")
    return state


def baohuang_other_008() -> None:
    state = revolted(1)
    assert (state.exposed, state.multiplier) == (by_id("baohuang-other-008")["answer"]["success"], 1)
    assert state.view(None).guard is None


def baohuang_other_009() -> None:
    answer = by_id("baohuang-other-009")["answer"]
    state = revolted(2)
    assert (state.exposed, state.multiplier) == (answer["success"], answer["score_factor"])
    assert (state.view(None).guard is not None) is answer["guard_revealed"]


TOLD = {
    told.__name__.replace("_", "-"): told
    for told in (
        dadaa_other_001, dadaa_other_002, dadaa_other_003,
        baohuang_other_001, baohuang_other_002, baohuang_other_003, baohuang_other_004, baohuang_other_005,
        baohuang_other_006, baohuang_other_007, baohuang_other_008, baohuang_other_009,
    )
}  # fmt: skip


@pytest.mark.parametrize("row_id", TOLD)
def test_what_is_told_in_prose(row_id: str) -> None:
    TOLD[row_id]()
