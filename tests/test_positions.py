"""Positions from outside: every fault at once, nothing that cannot occur, nothing hidden that is open."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import pokerfast as pf

GAME = pf.load_game("doudizhu")
PLAIN: dict[str, Any] = {"auction": "none", "open_hand": False, "doubling": False}


def until(phase: str, seed: int = 3, **options: Any) -> pf.State:
    """A position of that phase, reached with the first legal actions but for what must be declined."""
    state = pf.load_game("doudizhu", **options).new_game(seed=seed)
    while state.phase != phase:
        declined = state.phase in ("show_start", "show_deal")
        state.apply_index(state.count_legal() - 1 if declined else 0)
    return state


def changed(state: pf.State, **fields: Any) -> str:
    record = json.loads(state.to_json())
    record["options"].update(fields.pop("options", {}))
    record["state"].update(fields)
    return json.dumps(record)


@pytest.mark.parametrize(
    ("phase", "options"),
    [
        ("show_start", {"open_hand": False}),
        ("show_deal", {"open_hand": False}),
        ("show_deal", {"open_deal_thresholds": [0, 0]}),
        ("show", {"open_hand": False}),
        ("call", {"auction": "none"}),
        ("call", {"auction": "bid3"}),
        ("rob", {"auction": "bid3"}),
        ("double", {"doubling": False}),
    ],
)
def test_phases_that_the_options_do_not_have(phase: str, options: dict[str, Any]) -> None:
    state = until(phase)
    assert pf.State.from_json(changed(state)) == state
    with pytest.raises(pf.SnapshotError):
        pf.State.from_json(changed(state, options=options))


def test_robbing_by_who_may_not() -> None:
    state = until("rob")
    seat = state.seat
    assert seat is not None
    declined = [int(i == seat) for i in range(3)]
    with pytest.raises(pf.SnapshotError, match="may not rob"):
        pf.State.from_json(changed(state, declined=declined))


def test_doubling_by_who_may_not() -> None:
    with pytest.raises(pf.SnapshotError, match="may not double"):
        pf.State.from_json(changed(until("double"), beans=[0, 0, 0]))


def test_no_more_plays_and_bombs_than_the_cards_allow() -> None:
    hands = ["333344445555666677", "88889999TTTTJJJJQ", "QQQKKKKAAAA22227"]
    state = GAME.setup(hands=hands)
    assert pf.State.from_json(changed(state, bombs=3)).is_over is False
    with pytest.raises(pf.SnapshotError, match="bombs"):
        pf.State.from_json(changed(state, bombs=4))
    with pytest.raises(pf.SnapshotError, match="plays"):
        pf.State.from_json(changed(state, plays=[3, 0, 0]))
    most = pf.load_game("doudizhu", bomb_factor=4, spring_factor=4, base=1_000_000)
    last = most.setup(hands=hands, multiplier=1_000_000)
    last = pf.State.from_json(changed(last, bombs=3, robs=3, shown=[5, 0, 0]))
    for play in ("3333", "8888", "KKKK", "pass", "9999"):
        if last.check(play):
            last.apply(play)
            assert last.multiplier > 0
            assert pf.State.from_bytes(last.to_bytes()) == last


@pytest.mark.parametrize("value", [7, -1, 1 << 40])
@pytest.mark.parametrize("place", [1, 8, 9, 11])
def test_option_numbers_of_a_snapshot(place: int, value: int) -> None:
    data = bytearray(GAME.new_game(seed=1).to_bytes())
    first = 4 + 2 + len("doudizhu") + 2
    struct.pack_into("<q", data, first + 8 * place, value)
    data[-4:] = struct.pack("<I", zlib.crc32(bytes(data[:-4])))
    if place == 8 and value == 7:  # three banned kinds, solo among them: options, but no whole games
        with pytest.raises(pf.SnapshotError, match="solo"):
            pf.State.from_bytes(bytes(data))
    else:
        with pytest.raises(pf.SnapshotError, match="options"):
            pf.State.from_bytes(bytes(data))


def places(caught: pytest.ExceptionInfo[pf.RulesError]) -> set[str]:
    return {where for where, _ in caught.value.faults}


def test_every_fault_of_a_setup_at_once() -> None:
    with pytest.raises(pf.RulesError) as caught:
        GAME.setup(hands=["333", "3", "5"], to_move=9, table="345", table_by=7, landlord=-3, multiplier=0)
    assert places(caught) == {"hands", "to_move", "table", "table_by", "landlord", "multiplier"}
    with pytest.raises(pf.RulesError) as caught:
        GAME.setup(hands=["S3", "S3", "5"], table="S3", table_by=0, multiplier=10**30)
    assert places(caught) == {"hands", "table_by", "multiplier"} | {"held"}
    with pytest.raises(pf.RulesError) as caught:
        GAME.setup(hands=["333344445555666677778", "9"], to_move=1, table="TJ", table_by=0)
    assert places(caught) == {"hands", "table"}


def test_every_fault_of_a_start_at_once() -> None:
    with pytest.raises(pf.RulesError) as caught:
        GAME.new_game(seed=-1, beans=[1], first=7)
    assert places(caught) == {"seed", "beans", "first"}
    with pytest.raises(pf.RulesError) as caught:
        GAME.new_game(seed=1, beans=range(10**9), first=10**30)
    assert places(caught) == {"beans", "first"}


def test_endgames_of_two_hands_are_open() -> None:
    """D10.6"""
    state = GAME.setup(hands=["34", "56"])
    for viewer in (0, 1, None):
        assert [str(hand) for hand in state.view(viewer).hands] == ["34", "56"]
    assert GAME.setup(hands=["34", "56", "78"]).view(0).hands[1:] == (None, None)


def test_what_comes_from_outside_is_never_hidden() -> None:
    state = until("double", seed=3)
    answering = state.seat
    state.apply("double")
    state.administer(1, "auto")
    other = next(seat for seat in range(3) if seat != answering)
    (_, hidden), (seat, seen) = state.view(other).history[-2:]
    assert hidden is None
    assert (seat, str(seen)) == (1, "auto 1")


def test_a_view_cannot_be_changed() -> None:
    view = GAME.new_game(seed=1).view(0)
    with pytest.raises(FrozenInstanceError):
        view.phase = "over"  # type: ignore[misc]


def test_a_play_of_other_rules() -> None:
    four = GAME.classify("444433")
    bomb = GAME.classify("4444")
    assert four is not None and bomb is not None
    poor = pf.load_game("doudizhu", four_two=False, banned_kinds=("bomb",))
    assert poor.beats(four, "3") is poor.beats(bomb, "3") is False
    assert poor.beating(bomb, "3") is None
    assert list(poor.follows("55556789wW", four)) == []
    assert [str(play) for play in poor.follows("55556789wW", bomb)] == []
    assert GAME.beats(bomb, "3") is True


def test_a_record_names_the_line_of_a_fault() -> None:
    record = pf.load_game("doudizhu", **PLAIN).new_game(seed=1).to_record()
    with pytest.raises(pf.IllegalActionError, match="line 6") as caught:
        pf.replay(record + "0 pass\n")
    assert caught.value.code == "must_lead"
    with pytest.raises(pf.PhaseError, match="line 6"):
        pf.replay(record + "0 call\n")
    with pytest.raises(pf.NotationError, match="line 6"):
        pf.replay(record + "1 quit 2\n")
    with pytest.raises(pf.NotationError, match="twice"):
        pf.replay(record.replace('{"kicker_same_rank":4', '{"kicker_same_rank":4,"kicker_same_rank":3'))
    with pytest.raises(pf.RulesError, match="missing"):
        pf.replay(record.replace('"kicker_same_rank":4,', ""))


@pytest.mark.parametrize("change", [{"version": True}, {"version": 1.0}, {"more": 1}, {"options": {}}])
def test_json_that_is_nearly_right(change: dict[str, Any]) -> None:
    record = json.loads(GAME.new_game(seed=1).to_json())
    with pytest.raises((pf.SnapshotError, pf.RulesError)):
        pf.State.from_json(json.dumps(record | change))
