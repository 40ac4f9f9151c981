"""What 保皇 asks before the lead: the throne, claims, 明独, 明保, 造反; and what comes from outside: 托管, quitting."""

from __future__ import annotations

import random

import pytest

import pokerfast as pf
from tests.contract.positions import VARIANTS, choose
from tests.test_race_states import (
    CLAIMS,
    CLASSIC,
    CONCISE,
    DADAA,
    VIEWERS,
    dadaa,
    fields,
    public,
    seat_of,
    texts,
    until,
)

pytestmark = pytest.mark.arch


def test_what_travels_with_the_throne() -> None:
    """BH4.5, BH11.5: the holder alone sees it."""
    state = CONCISE.new_game(seed=6)
    for refusals in range(1, 10):
        before, refuser = state.hands, seat_of(state)
        state.apply("yield")
        holder = seat_of(state)
        carried = set(pf.Hand(fields(state)["carried"]).ids or ())
        assert holder == (refuser - 1) % 5 and 54 * 3 + 53 in carried and carried <= set(state.hands[holder].ids or ())
        assert set(before[refuser].ids or ()) & carried and not set(state.hands[refuser].ids or ()) & carried
        assert len(carried) == refusals  # the first refusal is free
        assert public(state.view(holder))["carried"] == fields(state)["carried"]
        for viewer in VIEWERS:
            view = state.view(viewer)
            if viewer != holder:
                assert public(view)["carried"] == ""
            assert view.counts == tuple(len(hand) for hand in state.hands)
            assert [str(action) for _, action in view.history] == ["yield"] * refusals
    carried_last = set(pf.Hand(fields(state)["carried"]).ids or ())
    taken = state.clone()
    taken.apply("call")
    assert taken.emperor == state.seat and carried_last <= set(taken.hands[seat_of(state)].ids or ())
    state.apply("yield")
    assert fields(state)["deal"] == 1 and fields(state)["refusals"] == 0


@pytest.mark.parametrize("phase", ["claim", "revolt"])
def test_answers_given_at_once_are_hidden(phase: str) -> None:
    """BH11.3: one's own answer alone until the last one is in."""
    name = phase + "s"
    one = until(CLAIMS if phase == "claim" else CONCISE, phase)
    first = seat_of(one)
    if one.count_legal() == 1:
        one.apply("no")
        first = seat_of(one)
    other = one.clone()
    one.apply("rob")
    other.apply("no")
    for viewer in VIEWERS:
        same = one.view(viewer).to_json() == other.view(viewer).to_json()
        assert same is (viewer != first)
        told = one.view(viewer)
        assert told.history[-1] == (first, one.history[-1] if viewer == first else None)
        assert public(told)[name] == (1 << first if viewer == first else 0)
        assert (told.exposed, told.multiplier) == (False, 1)
    while one.phase == phase:
        before = one.clone()
        one.apply_index(0)
    for viewer in VIEWERS:
        if viewer != before.seat:
            assert before.view(viewer).multiplier == 1 and not before.view(viewer).exposed
        assert all(action is not None for _, action in one.view(viewer).history)
        assert public(one.view(viewer))[name] == fields(one)[name] != 0
    assert (one.phase, one.exposed) == ("play", True)


def test_a_claim_makes_an_emperor_alone() -> None:
    state = CLAIMS.new_game(seed=6)
    holder = seat_of(state)
    asked = [seat_of(state)]
    for answer in ("no", "rob", "no", "rob", "no"):
        state.apply(answer)
        asked.append(state.seat if state.seat is not None else -1)
    assert asked[:5] == [(holder - n) % 5 for n in range(5)]
    assert (state.phase, state.emperor, state.seat) == ("play", (holder - 1) % 5, (holder - 1) % 5)
    assert state.guard is None and state.exposed and state.multiplier == 1
    assert [len(hand) for hand in state.hands] == [34, 34, 34, 33, 33]  # no cards move


def test_everybody_is_asked_alike() -> None:
    """BH6: the question tells nothing; who may not can only decline."""
    for seed in range(12):
        state = until(CONCISE, "open_solo", seed)
        emperor = seat_of(state)
        alone = state.guard is None
        assert texts(state) == (["show", "no"] if alone else ["no"])
        assert state.check("show").code == ("ok" if alone else "only_no")
        state.apply("no")
        for n in range(1, 5):
            assert (state.phase, state.seat) == ("show", (emperor - n) % 5)
            assert texts(state) == (["show", "no"] if state.seat == state.guard else ["no"])
            if state.seat != state.guard:
                with pytest.raises(pf.IllegalActionError) as caught:
                    state.apply("show")
                assert caught.value.code == "only_no"
            state.apply("no")
        for n in range(1, 5):
            assert (state.phase, state.seat) == ("revolt", (emperor - n) % 5)
            assert texts(state) == (["no"] if state.seat == state.guard else ["rob", "no"])
            state.apply("no")
        assert (state.phase, state.seat, state.exposed) == ("play", emperor, False)
    classic = until(CLASSIC, "open_solo", 8)
    assert texts(classic) == ["show", "no"]
    classic.apply("show")
    assert (classic.phase, classic.guard, classic.exposed) == ("play", None, True)


def test_the_guard_shows_himself() -> None:
    state = until(CONCISE, "show")
    while seat_of(state) != state.guard:
        state.apply("no")
    state.apply("明保")
    assert (state.phase, state.exposed, state.multiplier) == ("revolt", True, 2)
    for viewer in VIEWERS:
        assert state.view(viewer).guard == state.guard


def test_auto_actions() -> None:
    """BH9.2, BH9.3."""
    for variant, options in enumerate(VARIANTS["baohuang"]):
        state = pf.load_game("baohuang", **options).new_game(seed=variant)
        rng = random.Random(variant)
        while not state.is_over:
            action = state.auto_action()
            assert action is not None and action in state.legal_actions() and state.check(action)
            options = texts(state)
            if state.phase == "throne":
                assert str(action) == options[-1]
            elif state.phase == "name":
                assert str(action) == options[0]
            elif state.phase != "play":
                assert str(action) == "no"
            elif state.table != pf.PASS:
                assert str(action) == "pass"
            else:
                singles = [text for text in options if len(text) == 1]
                assert str(action) == (min(singles, key="3456789TJQKA2wW".index) if singles else options[0])
            if rng.random() < 0.7 or state.phase == "throne":
                state.apply_index(choose(rng, state))
            else:
                state.apply(action)
        assert state.auto_action() is None
    assert DADAA.new_game(seed=1).auto_action() is None
    assert pf.load_game("doudizhu").new_game(seed=1).auto_action() is None


def test_a_table_that_dissolves() -> None:
    """BH9.6."""
    for away, dissolved in (((), False), ((2,), True), (range(5), True)):
        state = CONCISE.setup(hands=["6", "77", "88", "99", "TT"], emperor=0, open=True)
        for seat in away:
            state.administer(seat, "auto")
        assert not state.dissolved
        state.apply("6")
        assert state.is_over and state.dissolved is dissolved
        assert state.returns() == ([0.0] * 5 if len(away) == 5 else [24.0, -6.0, -6.0, -6.0, -6.0])
    state = dadaa("6", "77", "88", "99", "TT", sides=[0])
    state.administer(3, "quit")
    state.apply("6")
    assert state.is_over and not state.dissolved


def test_quitting_at_any_time() -> None:
    """BH9.5."""
    for phase, game in (
        ("claim", CLAIMS),
        ("throne", CONCISE),
        ("name", CLASSIC),
        ("show", CONCISE),
        ("play", CONCISE),
    ):
        state = until(game, phase, seed=8)
        before = state.clone()
        state.administer(3, "quit")
        assert state.phase == "over" and state.seat is None and state.count_legal() == 0
        assert state.returns() == [0.0, 0.0, 0.0, -40.0, 0.0] and state.dissolved
        assert str(state.history[-1]) == "quit 3"
        again = pf.replay(state.to_record())
        assert again == state and again.history == state.history
        assert pf.State.from_bytes(state.to_bytes()) == state == pf.State.from_json(state.to_json())
        for viewer in VIEWERS:
            assert state.view(viewer).phase == "over"
        state.undo()
        assert state == before


@pytest.mark.parametrize("game", [CONCISE, CLASSIC], ids=["concise", "classic"])
def test_a_card_tells_the_sides(game: pf.ClimbingGame) -> None:
    """BH11.2: the guard card; classic, the guard's copy of the named card, or the last one of an emperor alone."""
    told = {True: 0, False: 0}
    for seed in range(40):
        state = until(game, "play", seed)
        if state.exposed:
            continue
        alone, rng = state.guard is None, random.Random(seed)
        emperor = state.emperor
        assert emperor is not None
        for viewer in VIEWERS:
            knows = viewer == state.guard if viewer is not None and not alone else viewer == emperor
            assert (state.view(viewer).sides != (None,) * 5) is knows
        telling = 54 * 3 + 52
        if game is CLASSIC:
            holder = state.hands[emperor if state.guard is None else state.guard]
            copies = [card for card in holder.ids or () if pf.Hand([card % 54]).suited == state.named]
            assert len(copies) == (4 if alone else 1)
            telling = copies[0]
        played: set[int] = set()
        while not state.is_over:
            hidden = not state.exposed
            state.apply_index(rng.randrange(state.count_legal()))
            action = state.history[-1]
            played |= set(action.ids)
            if game is CLASSIC and alone:
                assert state.exposed is (played >= set(copies))
            else:
                assert state.exposed is (telling in played)
            if hidden and state.exposed:
                told[alone] += 1
                assert all(state.view(viewer).sides == state.sides for viewer in VIEWERS)
    assert told[False] > 5 and (told[True] > 0 or game is CONCISE)
