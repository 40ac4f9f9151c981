"""Views leak nothing: what a seat cannot see may change without its view changing."""

from __future__ import annotations

import json
import random
import re

import pytest

import pokerfast as pf
from tests.contract.positions import CASES, choose, game, samples
from tests.contract.worlds import another_world, viewers

pytestmark = pytest.mark.arch
every_case = pytest.mark.parametrize(("name", "variant"), CASES)


@every_case
def test_what_is_hidden_does_not_show(name: str, variant: int) -> None:
    rng = random.Random(variant)
    changed = secrets = 0
    for state in samples(name, variant):
        bare = pf.State.from_bytes(state.to_bytes())
        for viewer in viewers(state):
            for _ in range(3):
                other = another_world(rng, bare, viewer)
                changed += other.hands != bare.hands
                secrets += name in ("dadaa", "baohuang") and other.sides != bare.sides
                assert other.view(viewer).to_json() == bare.view(viewer).to_json()
                assert other.view(viewer) == bare.view(viewer)
    assert changed > 100
    assert secrets > 20 or name not in ("dadaa", "baohuang")


@every_case
def test_what_is_open_does_show(name: str, variant: int) -> None:
    """The test above would pass for blank views; these are not."""
    for state in samples(name, variant):
        for viewer in viewers(state):
            view = state.view(viewer)
            assert (view.phase, view.seat) == (state.phase, state.seat)
            assert view.counts == tuple(len(hand) for hand in state.hands)
            assert view.viewer == viewer
            assert view.hand == (None if viewer is None else state.hands[viewer])
            json_view = json.loads(view.to_json())
            assert json_view["phase"] == state.phase and json_view["counts"] == list(view.counts)
            assert "seed" not in json_view and "seed" not in json_view["public"]
            if isinstance(state, pf.TrickState):
                what_is_open_in_trick_games(state, view)
            elif name == "doudizhu":
                what_is_open_in_climbing_games(state, view)
            else:
                what_is_open_in_races(state, view)


def what_is_open_in_climbing_games(state: pf.ClimbingState, view: pf.ClimbingView) -> None:
    shown = json.loads(state.to_json())["state"]["shown"]
    assert view.table == state.table and view.table_by == state.table_by
    assert view.landlord == state.landlord
    for seat, hand in enumerate(state.hands):
        visible = seat == view.viewer or shown[seat] or not hand
        assert view.hands[seat] == (hand if visible else None)
    assert len(view.kitty) == (0 if state.landlord is None else len(state.kitty))


def what_is_open_in_races(state: pf.ClimbingState, view: pf.ClimbingView) -> None:
    same = ("table", "table_by", "declarer", "emperor", "places", "big_suit", "named")
    for name in same:
        assert getattr(view, name) == getattr(state, name), name
    if state.phase != "revolt":
        assert (view.exposed, view.multiplier) == (state.exposed, state.multiplier)
    for seat, hand in enumerate(state.hands):
        assert view.hands[seat] == (hand if seat == view.viewer or not hand else None)
    # Who is on which side: everybody knows, or the guard knows himself, or an emperor that he is alone.
    alone = state.game.name == "baohuang" and state.emperor is not None and state.guard is None
    knows = view.viewer is not None and (view.viewer == state.guard or (alone and view.viewer == state.emperor))
    hidden = not (knows or view.exposed or state.is_over)
    assert view.sides == ((None,) * 5 if hidden else state.sides)
    assert view.guard == (None if hidden else state.guard)
    # Nothing tells which of several equal cards it is, the viewer's own apart, but for marked jokers.
    told = [str(action) for _, action in view.history if action is not None]
    marks = set(re.findall(r"(\w+)/", " ".join(told)))
    assert marks <= ({"w", "W"} if state.game.name == "baohuang" else set())
    if view.viewer != view.table_by:
        table = pf.Hand(json.loads(view.to_json())["public"]["table_ids"]).ids or ()
        for kind in {card % 54 for card in table if card % 54 < 52}:
            decks = [card // 54 for card in table if card % 54 == kind]
            assert decks == list(range(len(decks)))


def what_is_open_in_trick_games(state: pf.TrickState, view: pf.TrickView) -> None:
    same = ("trick", "leader", "trump", "level", "levels", "dealer", "declarer", "points", "stake", "tricks")
    same += ("bid", "bidder", "end")
    for name in same:
        assert getattr(view, name) == getattr(state, name), name
    assert view.turned.cards == state.turned.cards
    for seat, hand in enumerate(state.hands):
        assert view.hands[seat] == (hand if seat == view.viewer or not hand else None)
    burier = json.loads(state.to_json())["state"]["burier"]
    known = state.is_over or (view.viewer is not None and burier == view.viewer)
    assert view.kitty.cards == (state.kitty.cards if known else "")
    # Nothing tells which of two equal cards it is, the viewer's own hand apart.
    assert "/" not in view.to_json()
    assert all(action is None or action.ids == () for _, action in view.history)


@every_case
def test_views_of_different_hands_differ(name: str, variant: int) -> None:
    rng = random.Random(variant)
    one, other = (game(name, variant).new_game(seed=seed) for seed in (1, 2))
    for state in (one, other):
        while state.phase != "play":
            state.apply_index(choose(rng, state))
    for seat in range(one.num_players):
        assert one.view(seat) != other.view(seat)
        assert one.view(seat) == one.clone().view(seat) and hash(one.view(seat)) == hash(one.clone().view(seat))
    assert len({one.view(viewer).to_json() for viewer in viewers(one)}) == one.num_players + 1


@every_case
def test_views_are_of_their_moment(name: str, variant: int) -> None:
    for state in samples(name, variant, range(1)):
        if state.is_over:
            continue
        before = {viewer: state.view(viewer) for viewer in viewers(state)}
        texts = {viewer: view.to_json() for viewer, view in before.items()}
        state.apply_index(0)
        assert {viewer: view.to_json() for viewer, view in before.items()} == texts
        state.undo()
        assert {viewer: state.view(viewer).to_json() for viewer in viewers(state)} == texts


@every_case
def test_history_of_a_view(name: str, variant: int) -> None:
    """Everything that happened with who did it; only answers still hidden are blank."""
    for state in samples(name, variant):
        full = state.history
        for viewer in viewers(state):
            seen = state.view(viewer).history
            assert len(seen) == len(full)
            for (seat, action), real in zip(seen, full, strict=True):
                assert action is None or str(action) == str(real) or action.kind in ("play", "bury", "take")
                if real.kind == "bury":
                    assert (action is None) is (seat != viewer and not state.is_over)
                elif action is None:
                    answers = {"double": ("double", "no"), "claim": ("rob", "no"), "revolt": ("rob", "no")}
                    assert seat != viewer and real.kind in answers[state.phase]
            if state.phase in ("claim", "revolt"):
                asked = json.loads(state.to_json())["state"]["asked"]
                blank = [seat if action is None else None for seat, action in seen[len(seen) - asked :]]
                assert blank == [seat if seat != viewer else None for seat, _ in seen[len(seen) - asked :]]
                assert all(action is not None for _, action in seen[: len(seen) - asked])
            elif state.phase != "double":
                assert all(
                    action is not None for (_, action), real in zip(seen, full, strict=True) if real.kind != "bury"
                )


@every_case
def test_no_such_seat(name: str, variant: int) -> None:
    state = game(name, variant).new_game(seed=1)
    for seat in (-1, state.num_players, 99, 10**30):
        with pytest.raises(pf.RulesError):
            state.view(seat)


def test_doubles_stay_hidden_until_all_have_answered() -> None:
    """加倍 in 斗地主: at once and unseen."""
    state = pf.load_game("doudizhu", auction="none", open_hand=False).new_game(seed=3)
    answers = ["double", "no", "double"]
    for asked, answer in enumerate(answers):
        assert (state.phase, state.seat) == ("double", asked)
        state.apply(answer)
        for viewer in (0, 1, 2, None):
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
        for viewer in (0, 1, 2, None):
            assert state.view(viewer).hands[1] == state.hands[1]
        state.apply_index(state.count_legal() - 1)


def test_two_hands_are_played_open_or_closed_alike() -> None:
    """An endgame of two: counts and views have two seats."""
    state = pf.load_game("doudizhu").setup(hands=["33", "44"])
    assert state.view(0).counts == (2, 2)
    assert len(state.view(None).hands) == 2
    with pytest.raises(pf.RulesError):
        state.view(2)


def test_which_copy_was_played_stays_hidden() -> None:
    """Two decks: whoever plays H5 by kind tells nothing of the H5 he kept, nor of where the other one is."""
    game = pf.load_game("shengji")
    views = []
    for kept in ("H5/1", "H5/2"):
        played = {"H5/1": "H5/2", "H5/2": "H5/1"}[kept]
        hands = [f"{kept} {played}", "S3/1 S4/1", "S6/1 S7/1", "S8/1 S9/1"]
        state = game.setup(hands=hands, trump="S", level="T", kitty="C3")
        state.apply(played)
        state.apply("S3")
        assert state.hands[0].ids == pf.SuitedHand(kept).ids
        views.append({viewer: state.view(viewer).to_json() for viewer in (1, 2, 3, None)})
        assert state.history[0].ids == pf.SuitedHand(played).ids
    assert views[0] == views[1]


def test_burials_stay_hidden_until_the_end() -> None:
    state = pf.load_game("shengji").new_game(seed=4, dealer=1)
    while state.phase == "declare":
        state.apply("no")
    state.apply_index(12345)
    kitty = state.kitty.cards
    assert kitty and state.view(1).kitty.cards == kitty and str(state.view(1).history[-1][1]) == f"bury {kitty}"
    for viewer in (0, 2, 3, None):
        view = state.view(viewer)
        assert not view.kitty and view.history[-1] == (1, None)
        assert json.loads(view.to_json())["history"][-1] == [1, None]
    while not state.is_over:
        state.apply_index(0)
    for viewer in (0, 1, 2, 3, None):
        assert state.view(viewer).kitty.cards == kitty
        assert [str(action) for _, action in state.view(viewer).history if action and action.kind == "bury"] == [
            f"bury {kitty}"
        ]


EVERYBODY = (0, 1, 2, 3, None)


def told(view: pf.View) -> list[tuple[int, str | None]]:
    """A view's history as text."""
    return [(seat, None if action is None else str(action)) for seat, action in view.history]


def test_bids_are_public_and_the_shown_kitty_too() -> None:
    """二七王: all see the kitty that the dealer takes; what he buries is seen by him alone, until the deal is over."""
    state = pf.load_game("erqiwang").new_game(seed=4, first=1)
    kitty = state.kitty.cards
    for viewer in EVERYBODY:
        assert (state.view(viewer).kitty.cards, state.view(viewer).turned.cards) == ("", "")
        assert kitty not in state.view(viewer).to_json()
    made: list[tuple[int, str | None]] = []
    for seat, bid in ((1, "bid 120"), (2, "no"), (3, "bid 100"), (0, "no"), (1, "no")):
        assert state.seat == seat
        state.apply(bid)
        made.append((seat, bid))
        for viewer in EVERYBODY:
            view = state.view(viewer)
            assert told(view) == made
            assert (view.bid, view.bidder) == ((100, 3) if len(made) > 2 else (120, 1))
            assert view.dealer == (3 if len(made) == 5 else None)
    held = state.hands[3].cards.split()
    for text in ("name D", "bury " + " ".join(held[5:13])):
        for viewer in EVERYBODY:
            view = state.view(viewer)
            assert (view.turned.cards, view.kitty.cards) == (kitty, "") and view.counts == (25, 25, 25, 33)
            assert view.hands == tuple(state.hands[seat] if seat == viewer else None for seat in range(4))
        state.apply(text)
    buried = state.kitty.cards
    assert buried == " ".join(held[5:13]) != kitty
    while True:
        for viewer in EVERYBODY:
            view = state.view(viewer)
            sees = viewer == 3 or state.is_over
            assert (view.turned.cards, view.kitty.cards) == (kitty, buried if sees else "")
            assert told(view)[6] == (3, f"bury {buried}" if sees else None)
        if state.is_over:
            break
        state.apply_index(0)
    assert state.end == "played"


def test_a_kitty_that_nobody_took_is_not_shown() -> None:
    game = pf.load_game("erqiwang")
    state = game.new_game(seed=4)
    for _ in range(4):
        state.apply("no")
    assert state.phase == "bid" and state.hands != game.new_game(seed=4).hands
    for viewer in EVERYBODY:
        view = state.view(viewer)
        assert not view.turned and not view.kitty and view.bid is None
        assert [action for _, action in told(view)] == ["no"] * 4


def test_the_kitty_of_a_contract_is_the_dealer_s_secret() -> None:
    state = pf.load_game("dabaifen", preset="contract").new_game(seed=4, first=0)
    kitty = state.kitty.cards
    for bid in ("bid 70", "no", "no", "no"):
        state.apply(bid)
    held = state.hands[0].cards.split()
    assert set(kitty.split()) <= set(held) and len(held) == 18
    for text in ("name C", "bury " + " ".join(held[:6]), "play"):
        for viewer in EVERYBODY:
            view = state.view(viewer)
            assert not view.turned
            assert view.kitty.cards == (state.kitty.cards if viewer == 0 else "")
            if viewer != 0:
                # None of these cards is told, but those he holds himself: the dealer's are not.
                own = set() if viewer is None else set(state.hands[viewer])
                shown = set(re.findall(r"\b[SHDC][2-9TJQKA]\b|\b[wW]\b", view.to_json()))
                assert shown == own
        if text != "play":
            state.apply(text)
    for viewer in EVERYBODY:
        assert told(state.view(viewer))[-1] == (0, "bury " + state.kitty.cards if viewer == 0 else None)


def test_a_wrong_throw_opens_the_kitty_and_no_hand() -> None:
    hands = ["HA HQ S3", "HK S4 S5", "C3 C4 C5", "D3 D4 D5"]
    for options, bid in (({}, None), ({"contract": True}, 75)):
        state = pf.load_game("dabaifen", **options).setup(hands=hands, trump="S", kitty="DK", bid=bid)
        assert [state.view(viewer).kitty.cards for viewer in EVERYBODY] == ["DK", "", "", "", ""]
        state.apply("HA HQ")
        assert state.end == "wrong_throw"
        for viewer in EVERYBODY:
            view = state.view(viewer)
            assert (view.phase, view.seat, view.end, view.bid) == ("over", None, "wrong_throw", bid)
            assert (view.trick, told(view), view.kitty.cards) == (("HQ",), [(0, "HA HQ")], "DK")
            assert view.counts == (2, 3, 3, 3)
            assert view.hands == tuple(state.hands[seat] if seat == viewer else None for seat in range(4))


def test_a_surrender_opens_the_kitty_and_no_hand() -> None:
    state = pf.load_game("erqiwang", preset="three_players").new_game(seed=5, first=2)
    for text in ("bid 85", "no", "no", "name H"):
        state.apply(text)
    state.apply("bury " + " ".join(list(state.hands[2])[:8]))
    state.apply("surrender")
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert (view.end, view.counts, view.kitty.cards) == ("surrender", (28, 28, 28), state.kitty.cards)
        assert view.hands == tuple(state.hands[seat] if seat == viewer else None for seat in range(3))
        assert told(view)[-1] == (2, "surrender")
    with pytest.raises(pf.RulesError):
        state.view(3)
