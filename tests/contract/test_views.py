"""Views leak nothing: what a seat cannot see may change without its view changing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import pokerfast as pf
from tests.contract.positions import CASES, game, samples
from tests.strategies import ids_of, suited

pytestmark = pytest.mark.arch
every_case = pytest.mark.parametrize(("name", "variant"), CASES)
VIEWERS = (0, 1, 2, None)


def hidden_cards(fields: dict[str, Any], viewer: int | None) -> list[int]:
    """Cards whose place the viewer does not know: in closed hands, among the bottom cards, not yet dealt."""
    hidden: set[int] = set()
    public = set() if fields["landlord"] == 255 else set(ids_of(fields["kitty"]))
    for seat, cards in enumerate(fields["held"]):
        if seat != viewer and not fields["shown"][seat]:
            hidden |= set(ids_of(cards)) - public
    if fields["landlord"] == 255:
        hidden |= set(ids_of(fields["kitty"]))
    if any(fields["order"]):
        dealt = {card for cards in fields["held"] for card in ids_of(cards)}
        hidden |= set(fields["order"]) - dealt
    return sorted(hidden)


def another_world(rng: random.Random, state: pf.State, viewer: int | None) -> pf.State:
    """The same position with everything the viewer cannot know changed at random."""
    record = json.loads(state.to_json())
    fields = record["state"]
    hidden = hidden_cards(fields, viewer)
    moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def other(cards: str) -> str:
        return suited(moved.get(card, card) for card in ids_of(cards))

    fields["held"] = [other(cards) for cards in fields["held"]]
    fields["kitty"] = other(fields["kitty"])
    if any(fields["order"]):
        fields["order"] = [moved.get(card, card) for card in fields["order"]]
    fields["seed"], fields["game"] = rng.getrandbits(64), rng.getrandbits(64)
    if state.phase == "double":
        for seat in range(3):
            if seat != viewer and fields["doubled"][seat]:
                fields["doubled"][seat] = rng.choice([1, 2])
    return pf.State.from_json(json.dumps(record))


@every_case
def test_what_is_hidden_does_not_show(name: str, variant: int) -> None:
    rng = random.Random(variant)
    changed = 0
    for state in samples(name, variant):
        bare = pf.State.from_bytes(state.to_bytes())
        for viewer in VIEWERS:
            for _ in range(3):
                other = another_world(rng, bare, viewer)
                changed += other.hands != bare.hands
                assert other.view(viewer).to_json() == bare.view(viewer).to_json()
                assert other.view(viewer) == bare.view(viewer)
    assert changed > 100


@every_case
def test_what_is_open_does_show(name: str, variant: int) -> None:
    """The test above would pass for blank views; these are not."""
    for state in samples(name, variant):
        fields = json.loads(state.to_json())["state"]
        for viewer in VIEWERS:
            view = state.view(viewer)
            assert (view.phase, view.seat) == (state.phase, state.seat)
            assert view.counts == tuple(len(hand) for hand in state.hands)
            assert view.table == state.table and view.table_by == state.table_by
            assert view.landlord == state.landlord
            assert view.viewer == viewer
            assert view.hand == (None if viewer is None else state.hands[viewer])
            for seat, hand in enumerate(state.hands):
                visible = seat == viewer or fields["shown"][seat] or not hand
                assert view.hands[seat] == (hand if visible else None)
            assert len(view.kitty) == (0 if state.landlord is None else len(state.kitty))
            json_view = json.loads(view.to_json())
            assert json_view["phase"] == state.phase and json_view["counts"] == list(view.counts)
            assert "seed" not in json_view and "seed" not in json_view["public"]


@every_case
def test_views_of_different_hands_differ(name: str, variant: int) -> None:
    one, other = (game(name, variant).new_game(seed=seed) for seed in (1, 2))
    while one.phase != "play":
        one.apply(one.legal_actions()[-1 if one.phase != "call" else 0])
    while other.phase != "play":
        other.apply(other.legal_actions()[-1 if other.phase != "call" else 0])
    for seat in range(3):
        assert one.view(seat) != other.view(seat)
        assert one.view(seat) == one.clone().view(seat) and hash(one.view(seat)) == hash(one.clone().view(seat))
    assert len({one.view(viewer).to_json() for viewer in VIEWERS}) == 4


@every_case
def test_views_are_of_their_moment(name: str, variant: int) -> None:
    for state in samples(name, variant, range(1)):
        if state.is_over:
            continue
        before = {viewer: state.view(viewer) for viewer in VIEWERS}
        texts = {viewer: view.to_json() for viewer, view in before.items()}
        state.apply_index(0)
        assert {viewer: view.to_json() for viewer, view in before.items()} == texts
        state.undo()
        assert {viewer: state.view(viewer).to_json() for viewer in VIEWERS} == texts


@every_case
def test_history_of_a_view(name: str, variant: int) -> None:
    """Everything that happened with who did it; only answers still hidden are blank."""
    for state in samples(name, variant):
        full = state.history
        for viewer in VIEWERS:
            seen = state.view(viewer).history
            assert len(seen) == len(full)
            for (seat, action), real in zip(seen, full, strict=True):
                assert action is None or str(action) == str(real) or action.kind == "play"
                if action is None:
                    assert state.phase == "double" and seat != viewer and real.kind in ("double", "no")
            if state.phase != "double":
                assert all(action is not None for _, action in seen)


@every_case
def test_no_such_seat(name: str, variant: int) -> None:
    state = game(name, variant).new_game(seed=1)
    for seat in (-1, 3, 99, 10**30):
        with pytest.raises(pf.RulesError):
            state.view(seat)


def test_doubles_stay_hidden_until_all_have_answered() -> None:
    """加倍 in 斗地主: at once and unseen."""
    state = pf.load_game("doudizhu", auction="none", open_hand=False).new_game(seed=3)
    answers = ["double", "no", "double"]
    for asked, answer in enumerate(answers):
        assert (state.phase, state.seat) == ("double", asked)
        state.apply(answer)
        for viewer in VIEWERS:
            view = state.view(viewer)
            made = [(seat, None if action is None else str(action)) for seat, action in view.history]
            doubled = json.loads(view.to_json())["public"]["doubled"]
            if asked < 2:
                expected = [(seat, answers[seat] if seat == viewer else None) for seat in range(asked + 1)]
                assert made == expected
                assert doubled == [
                    {"double": 2, "no": 1}[answers[seat]] if seat == viewer and seat <= asked else 0
                    for seat in range(3)
                ]
            else:
                assert made == list(enumerate(answers))
                assert doubled == [2, 1, 2]


def test_doubles_are_hidden_whatever_they_are() -> None:
    game = pf.load_game("doudizhu", auction="none", open_hand=False)
    for viewer in (1, 2, None):
        views = set()
        for answer in ("double", "no"):
            state = game.new_game(seed=3)
            state.apply(answer)
            views.add(state.view(viewer).to_json())
        assert len(views) == 1


def test_past_plays_do_not_tell_what_was_kept() -> None:
    """A 3 was seen to be played; which other 3s its player held is nobody's business."""
    game = pf.load_game("doudizhu")
    views = []
    for keeps, other in (("S3", "S4"), ("S4", "S3")):
        state = game.setup(hands=["S9 H9 D9", f"H3 {keeps} CK", f"{other} CA DA"], to_move=1)
        state.apply("H3")
        state.apply("pass")
        assert state.table.cards == "3"
        views.append({viewer: state.view(viewer).to_json() for viewer in (0, None)})
    assert views[0] == views[1]
    # The player himself and the record see it exactly.
    assert [str(action) for action in state.history] == ["3", "pass"]


def test_a_shown_hand_stays_open() -> None:
    state = pf.load_game("doudizhu", auction="none").new_game(seed=8)
    state.apply("no")
    state.apply("show")
    while not state.is_over:
        for viewer in VIEWERS:
            assert state.view(viewer).hands[1] == state.hands[1]
        state.apply_index(state.count_legal() - 1)


def test_two_hands_are_played_open_or_closed_alike() -> None:
    """An endgame of two: counts and views have two seats."""
    state = pf.load_game("doudizhu").setup(hands=["33", "44"])
    assert state.view(0).counts == (2, 2)
    assert len(state.view(None).hands) == 2
    with pytest.raises(pf.RulesError):
        state.view(2)
