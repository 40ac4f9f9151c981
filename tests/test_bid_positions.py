"""Positions of 二七王 and 打百分 from outside: setups, and snapshots whose fields are each in range but don't fit."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pokerfast as pf

pytestmark = pytest.mark.arch

ERQIWANG = pf.load_game("erqiwang")
CARDS92 = pf.load_game("erqiwang", preset="cards92")
THREE = pf.load_game("erqiwang", preset="three_players")
NO_TRUMP = pf.load_game("erqiwang", allow_no_trump=True)
DABAIFEN = pf.load_game("dabaifen")
MOVING = pf.load_game("dabaifen", preset="moving")
CONTRACT = pf.load_game("dabaifen", preset="contract")

SMALL = ("H5 S6", "H6 S5", "C5 C6", "D5 D6")


# ---- setups


def test_setup() -> None:
    state = ERQIWANG.setup(
        hands=["H5 S3", "H6 S5", "C3 C4", "D3"], trick=["D4"], trump="S", dealer=1, kitty="CK CK", points=25, bid=95
    )
    assert (state.phase, state.seat, state.leader, state.trick) == ("play", 0, 3, ("D4",))
    assert (state.trump, state.level, state.levels, state.dealer, state.points) == ("S", None, None, 1, 25)
    assert (state.bid, state.bidder, state.declarer, state.end) == (95, 1, None, None)
    assert (state.kitty.cards, state.turned.cards, state.history) == ("CK CK", "", ())
    assert pf.State.from_json(state.to_json()) == state == pf.State.from_bytes(state.to_bytes())
    assert pf.replay(state.to_record()) == state
    view = state.view(2)
    assert (view.bid, view.bidder, view.dealer, view.kitty.cards, view.turned.cards) == (95, 1, 1, "", "")
    assert state.view(1).kitty.cards == "CK CK"


def test_what_a_setup_has_unless_it_says() -> None:
    for game, bid, bidder, level in (
        (ERQIWANG, 80, 0, None),
        (CARDS92, 80, 0, None),
        (CONTRACT, 60, 0, "2"),
        (DABAIFEN, None, None, "2"),
    ):
        state = game.setup(hands=SMALL, trump="S")
        assert (state.dealer, state.bid, state.bidder, state.level) == (0, bid, bidder, level)
        assert state == game.setup(hands=SMALL, trump="S", bid=bid, dealer=0)
    assert MOVING.setup(hands=SMALL, trump="S", level="10").levels == ("T", "T")
    assert DABAIFEN.setup(hands=SMALL, trump="S", level="2") == DABAIFEN.setup(hands=SMALL, trump="S")
    assert CONTRACT.setup(hands=SMALL, trump="S", level="2", bid=60) == CONTRACT.setup(hands=SMALL, trump="S")


def test_every_bid_of_the_ladder() -> None:
    for game, ladder in ((ERQIWANG, range(120, 0, -5)), (CONTRACT, range(60, 101, 5))):
        for bid in ladder:
            assert game.setup(hands=SMALL, trump="S", bid=bid).bid == bid


def test_three_players() -> None:
    state = THREE.setup(hands=["H5", "H6 S5", "C5 C6"], trick=["HA"], trump="S", to_move=1, dealer=2)
    assert (state.num_players, state.leader, state.seat, len(state.hands)) == (3, 0, 1, 3)
    for text in ("H6", "C5", "H5", "S5", "C6"):
        state.apply(text)
    assert state.is_over and state.tricks == (0, 2) and state.points == 15  # the dealer's, the others'
    assert state.returns() == [-2.0, -2.0, 4.0]
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert len(view.hands) == len(view.counts) == 3
        assert len(json.loads(view.to_json())["hands"]) == 3
    for hands in (SMALL, SMALL[:2]):
        with pytest.raises(pf.RulesError, match="3 hands are needed"):
            THREE.setup(hands=hands, trump="S")
    for changes, where in (
        ({"to_move": 3}, "to_move"),
        ({"dealer": 3}, "dealer"),
        ({"trick": ["H8", "H9", "HJ"]}, "trick"),
        ({"bid": 3}, "bid"),
    ):
        given: dict[str, Any] = {"hands": SMALL[:3], "trump": "S"} | changes
        with pytest.raises(pf.RulesError) as caught:
            THREE.setup(**given)
        assert [place for place, _ in caught.value.faults] == [where]


@pytest.mark.parametrize(
    ("game", "changes", "where"),
    [
        (ERQIWANG, {"bid": 0}, ["bid"]),
        (ERQIWANG, {"bid": -5}, ["bid"]),
        (ERQIWANG, {"bid": 125}, ["bid"]),
        (ERQIWANG, {"bid": 82}, ["bid"]),
        (ERQIWANG, {"bid": 10**30}, ["bid"]),
        (ERQIWANG, {"bid": -(10**30)}, ["bid"]),
        (ERQIWANG, {"level": "2"}, ["level"]),
        (ERQIWANG, {"level": "7"}, ["level"]),
        (ERQIWANG, {"trump": "NT"}, ["trump"]),
        (ERQIWANG, {"trump": "X"}, ["trump"]),
        (ERQIWANG, {"dealer": 4}, ["dealer"]),
        (ERQIWANG, {"hands": SMALL[:3]}, ["hands"]),
        (ERQIWANG, {"kitty": "S8 S9 SJ SQ SK SA H8 H9 HJ"}, ["kitty"]),
        (ERQIWANG, {"points": -5}, ["points"]),
        (ERQIWANG, {"bid": 7, "trump": "X", "level": "Z", "to_move": 9}, ["to_move", "trump", "level", "bid"]),
        (DABAIFEN, {"bid": 60}, ["bid"]),
        (DABAIFEN, {"bid": 0}, ["bid"]),
        (DABAIFEN, {"level": "3"}, ["level"]),
        (DABAIFEN, {"level": "Z"}, ["level"]),
        (DABAIFEN, {"kitty": "S8 S9 SJ SQ SK SA H8"}, ["kitty"]),
        (MOVING, {}, ["level"]),
        (MOVING, {"level": "T", "bid": 60}, ["bid"]),
        (CONTRACT, {"bid": 55}, ["bid"]),
        (CONTRACT, {"bid": 105}, ["bid"]),
        (CONTRACT, {"bid": 64}, ["bid"]),
        (CONTRACT, {"trump": "NT"}, ["trump"]),
        (CONTRACT, {"level": "A"}, ["level"]),
        (pf.load_game("shengji"), {"level": "T", "bid": 80}, ["bid"]),
        (pf.load_game("whist"), {"bid": 80}, ["bid"]),
    ],
)
def test_positions_that_cannot_be(game: pf.TrickGame, changes: dict[str, Any], where: list[str]) -> None:
    given: dict[str, Any] = {"hands": SMALL, "trump": "S"} | changes
    with pytest.raises(pf.RulesError) as caught:
        game.setup(**given)
    assert [place for place, _ in caught.value.faults] == where


def test_no_trump_where_it_exists() -> None:
    for state in (NO_TRUMP.setup(hands=SMALL, trump="NT"), DABAIFEN.setup(hands=SMALL, trump="NT")):
        assert state.trump == "NT" and pf.State.from_json(state.to_json()) == state


def test_four_of_a_rank_on_the_table() -> None:
    """横甩 is a lead where it exists: any four cards follow it, and its leader wins."""
    hands = ["SA", "S3 S4 S5 S6 S8", "H3 H4 H5 H6 H8", "D3 D4 D5 D6 D8"]
    given: dict[str, Any] = {"hands": hands, "trump": "S", "to_move": 1, "dealer": 1}
    state = DABAIFEN.setup(trick=["S7 H7 D7 C7"], **given)
    for again in (state.clone(), pf.State.from_bytes(state.to_bytes()), pf.State.from_json(state.to_json())):
        assert again == state and again.count_legal() == 5
        for hand in hands[1:]:
            assert again.check(hand).code == "wrong_size"
            again.apply(hand.rsplit(" ", 1)[0])
        assert isinstance(again, pf.TrickState)
        assert (again.seat, again.points, again.tricks) == (0, 15, (1, 0))
    for game, lead in ((pf.load_game("dabaifen", four_of_rank_lead=False), "S7 H7 D7 C7"), (DABAIFEN, "S7 H7 D7 C8")):
        with pytest.raises(pf.RulesError, match="the lead is of two groups"):
            game.setup(trick=[lead], **given)


@pytest.mark.parametrize("cards", ["H3 S6", "S4 H5", "D3/2 S5", [1, 5], [54 + 2, 5]])
def test_cards_that_the_smaller_pack_has_not(cards: str | list[int]) -> None:
    assert ERQIWANG.setup(hands=["HA HK", *SMALL[1:3], cards], trump="C").hands
    for game in (CARDS92, THREE):
        hands = ["HA HK", SMALL[1], cards, *(SMALL[3:] if game is CARDS92 else [])]
        with pytest.raises(pf.NotationError):
            game.setup(hands=hands, trump="C")
        with pytest.raises(pf.NotationError):
            game.setup(hands=SMALL[: game.num_players], trump="C", kitty=cards)
        with pytest.raises(pf.NotationError):
            game.trump("C").units(cards)


@pytest.mark.parametrize("bid", ["80", 80.0, True, b"80", [80]])
def test_bids_of_wrong_types(bid: object) -> None:
    for game in (ERQIWANG, CONTRACT):
        with pytest.raises(TypeError):
            game.setup(hands=SMALL, trump="S", bid=bid)  # type: ignore[arg-type]


def test_trumps_of_these_games() -> None:
    assert ERQIWANG.trump("S").level is None
    for game in (DABAIFEN, CONTRACT):
        assert game.trump("S") == game.trump("S", "2") and game.trump("S").level == "2"
        with pytest.raises(pf.RulesError, match="is 2 in this game"):
            game.trump("S", "3")
    with pytest.raises(pf.RulesError, match="no levels"):
        ERQIWANG.trump("S", "2")
    with pytest.raises(pf.RulesError, match="needs one"):
        MOVING.trump("S")
    assert MOVING.trump("S", "T").order()[2:6] == [("ST",), ("HT", "DT", "CT"), ("S2",), ("H2", "D2", "C2")]


@pytest.mark.parametrize(("kitty", "points"), [("", 0), ("CK", 0), (None, 0), (None, 50), ("", 5)])
def test_a_surrender_from_outside_can_be_kept(kitty: str | None, points: int) -> None:
    """EQ9.4: a position that is accepted and may be given up has an end like others."""
    dealt = ERQIWANG.new_game(seed=1)
    cards = dealt.kitty if kitty is None else kitty
    try:
        state = ERQIWANG.setup(hands=dealt.hands, trump="S", bid=85, kitty=cards, points=points)
    except pf.RulesError:
        assert points or not cards or len(cards) < 8
        return
    if not state.check("surrender"):
        assert points or len(state.kitty) < 8
        return
    state.apply("surrender")
    assert state.returns() == [-3.0, 1.0, 1.0, 1.0]
    assert pf.State.from_bytes(state.to_bytes()) == state == pf.State.from_json(state.to_json())


# ---- forged snapshots


def after(state: pf.TrickState, *actions: str) -> pf.TrickState:
    for action in actions:
        state.apply(action)
    return state


def buried(state: pf.TrickState) -> pf.TrickState:
    held = list(state.hands[1])
    return after(state, "bury " + " ".join(held[: len(held) - len(state.hands[0])]))


def positions(game: pf.TrickGame, bid: int) -> dict[str, pf.TrickState]:
    """One of every phase: seat 1 bids first, and alone."""
    start = game.new_game(seed=1, first=1)
    stands = after(start.clone(), f"bid {bid}")
    name = after(stands.clone(), *["no"] * (game.num_players - 1))
    bury = after(name.clone(), "name H")
    return {"start": start, "bid": stands, "name": name, "bury": bury, "play": buried(bury.clone())}


PLACES = {"erqiwang": positions(ERQIWANG, 100), "three": positions(THREE, 100), "contract": positions(CONTRACT, 70)}
OVER = {
    "surrender": after(PLACES["erqiwang"]["play"].clone(), "surrender"),
    "wrong_throw": after(DABAIFEN.setup(hands=["HA HQ", "HK S4", "C3 C4", "D3 D4"], trump="S"), "HA HQ"),
    "tripled": after(CONTRACT.setup(hands=["SA", "S5", "S4", "S3"], trump="S", dealer=1), "SA", "S5", "S4", "S3"),
    "played": after(CONTRACT.setup(hands=["SA", "S5", "S4", "S3"], trump="S", dealer=0), "SA", "S5", "S4", "S3"),
}


def forged(state: pf.TrickState, changes: dict[str, Any]) -> str:
    record = json.loads(state.to_json())
    assert set(changes) <= set(record["state"])
    return json.dumps({**record, "state": {**record["state"], **changes}})


def refused(state: pf.TrickState, changes: dict[str, Any]) -> None:
    with pytest.raises(pf.SnapshotError):
        pf.State.from_json(forged(state, changes))


def test_the_unchanged_positions_are_read() -> None:
    for states in (*PLACES.values(), OVER):
        for name, state in states.items():
            assert pf.State.from_json(forged(state, {})) == state
            assert state.end == (name if name in OVER else None)


@pytest.mark.parametrize("changes", [
    {"bid": 7}, {"bid": 125}, {"bid": 255}, {"bid": 0}, {"bidder": 255}, {"bidder": 4}, {"bidder": 2},
    {"passed": 2}, {"passed": 4}, {"passed": 16}, {"passed": 255}, {"turn": 1}, {"turn": 4}, {"dealer": 0},
    {"first": 0}, {"trump": 0}, {"trump": 4}, {"burier": 1}, {"turned": "H5"}, {"points": 5}, {"tricks": [1, 0]},
    {"stake": 2}, {"declarer": 0}, {"first_declarer": 1}, {"given_dealer": 1}, {"level": 7}, {"end": 1}, {"end": 2},
    {"end": 3}, {"end": 4}, {"phase": 1}, {"phase": 2}, {"phase": 3}, {"phase": 4}, {"phase": 5}, {"phase": 6},
    {"phase": 7}, {"asked": 1}, {"locked": 1}, {"shown_size": 1}, {"played": 1}, {"kitty": ""}, {"away": [3, 0, 0, 0]},
    {"order": [1] + [0] * 161}, {"hand": ["", "", "", ""]},
], ids=str)  # fmt: skip
@pytest.mark.parametrize("game", PLACES)
def test_while_bids_are_made(game: str, changes: dict[str, Any]) -> None:
    """The first bid stands, the next seat is asked."""
    refused(PLACES[game]["bid"], changes)


@pytest.mark.parametrize("changes", [
    {"bid": 80}, {"bidder": 1}, {"bidder": 0}, {"passed": 1}, {"passed": 2}, {"turn": 2}, {"turn": 0}, {"dealer": 2},
    {"first": 2}, {"passed": 2, "turn": 0}, {"passed": 14}, {"passed": 15},
], ids=str)  # fmt: skip
@pytest.mark.parametrize("game", PLACES)
def test_before_the_first_bid(game: str, changes: dict[str, Any]) -> None:
    refused(PLACES[game]["start"], changes)


@pytest.mark.parametrize("changes", [
    {"bid": 0}, {"bid": 62}, {"bidder": 255}, {"bidder": 0}, {"passed": 1}, {"passed": 13}, {"turn": 0}, {"dealer": 0},
    {"burier": 1}, {"points": 5}, {"stake": 2}, {"given_dealer": 1}, {"declarer": 1}, {"end": 1}, {"phase": 0},
    {"phase": 1}, {"phase": 4}, {"phase": 5}, {"phase": 6}, {"trump": 5}, {"played": 1}, {"tricks": [0, 1]},
], ids=str)  # fmt: skip
@pytest.mark.parametrize("phase", ["name", "bury"])
@pytest.mark.parametrize("game", PLACES)
def test_while_the_dealer_has_the_kitty(game: str, phase: str, changes: dict[str, Any]) -> None:
    refused(PLACES[game][phase], changes)


@pytest.mark.parametrize("game", PLACES)
def test_suits_and_kitties_of_the_dealer(game: str) -> None:
    states = PLACES[game]
    refused(states["name"], {"trump": 0})
    refused(states["bury"], {"trump": 255})
    for phase in ("bury", "play"):
        refused(states[phase], {"trump": 4})  # NT without the option, or in a contract
    for phase in ("name", "bury"):
        held = states[phase].hands[0].cards.split()
        for turned in (held[0], "", "S5 S5/2", " ".join(held[:8])):
            if game != "contract" or turned:
                refused(states[phase], {"turned": turned})
    for turned in ("H5", " ".join(states["play"].hands[0].cards.split()[:5])):
        refused(states["play"], {"turned": turned})
    allowed = positions(NO_TRUMP, 100)
    named = pf.State.from_json(forged(allowed["bury"], {"trump": 4}))
    assert isinstance(named, pf.TrickState) and named.trump == "NT"
    refused(allowed["bury"], {"trump": 255})


@pytest.mark.parametrize("changes", [
    {"bid": 0}, {"bid": 62}, {"bidder": 255}, {"bidder": 0}, {"passed": 1}, {"dealer": 0}, {"dealer": 0, "bidder": 0},
    {"burier": 255}, {"burier": 0}, {"given_dealer": 1}, {"declarer": 1}, {"stake": 3}, {"end": 1}, {"end": 2},
    {"end": 3}, {"phase": 0}, {"phase": 2}, {"phase": 3}, {"phase": 6}, {"turn": 0}, {"leader": 0}, {"asked": 2},
], ids=str)  # fmt: skip
@pytest.mark.parametrize("game", PLACES)
def test_while_cards_are_played(game: str, changes: dict[str, Any]) -> None:
    refused(PLACES[game]["play"], changes)


@pytest.mark.parametrize("phase", ["start", "bid", "name", "bury", "play"])
def test_a_fourth_seat_of_three(phase: str) -> None:
    state = PLACES["three"][phase]
    hands = json.loads(state.to_json())["state"]["hand"]
    assert hands[3] == ""
    first, rest = hands[0].split(" ", 1)
    refused(state, {"hand": [rest, *hands[1:3], first]})
    refused(state, {"hand": ["", *hands[1:3], hands[0]]})
    refused(state, {"hand": hands[:3]})
    for field in ("turn", "first", "dealer", "leader", "bidder", "burier", "declarer", "given_dealer"):
        refused(state, {field: 3})
    refused(state, {"passed": 8})
    refused(state, {"table": ["", "", "", first], "hand": [rest, *hands[1:]]})


@pytest.mark.parametrize(
    ("end", "changes"),
    [
        *[("surrender", {"end": end}) for end in (0, 2, 3, 4, 255)],
        *[("surrender", {"bid": bid}) for bid in (80, 5, 0, 83)],
        *[("surrender", {"phase": phase}) for phase in (0, 2, 3, 5)],
        ("surrender", {"bidder": 0}),
        ("surrender", {"trump": 255}),
        ("surrender", {"passed": 1}),
        *[("wrong_throw", {"end": end}) for end in (0, 1, 3, 4)],
        ("wrong_throw", {"phase": 5}),
        ("wrong_throw", {"dealer": 1}),
        ("wrong_throw", {"leader": 1}),
        ("wrong_throw", {"turn": 0}),
        ("wrong_throw", {"played": 0}),
        ("wrong_throw", {"played": 2}),
        ("wrong_throw", {"table": ["", "", "", ""]}),
        ("wrong_throw", {"table": ["HQ HJ", "", "", ""]}),
        ("wrong_throw", {"hand": ["", "S4", "C3", "D3"]}),
        ("wrong_throw", {"hand": ["HA", "S4", "C3", "D3"]}),
        ("wrong_throw", {"bid": 60}),
        *[("tripled", {"end": end}) for end in (1, 2, 4)],
        ("tripled", {"phase": 5}),
        ("tripled", {"points": 16}),
        ("tripled", {"bid": 55}),
        ("tripled", {"trump": 4}),
        *[("played", {"end": end}) for end in (1, 2, 4)],
        ("played", {"hand": ["S6", "", "", ""]}),
        ("played", {"played": 1, "table": ["S6", "", "", ""]}),
    ],
    ids=str,
)
def test_ends(end: str, changes: dict[str, Any]) -> None:
    refused(OVER[end], changes)


def test_ends_of_other_rules() -> None:
    """The same positions under rules that have no such end."""
    for end, changes in (
        ("wrong_throw", {"wrong_throw": "none"}),
        ("tripled", {"contract": False}),
        ("surrender", {"players": 3, "cards": 92}),
    ):
        record = json.loads(OVER[end].to_json())
        record["options"] |= changes
        with pytest.raises(pf.SnapshotError):
            pf.State.from_json(json.dumps(record))
    for name in ("shengji", "whist"):
        over = json.loads(pf.load_game(name).new_game(seed=1, start="play").to_json())
        for end in (1, 2, 3):
            with pytest.raises(pf.SnapshotError):
                pf.State.from_json(json.dumps({**over, "state": {**over["state"], "end": end}}))
        for changes in ({"bid": 80}, {"bidder": 0}, {"passed": 1}, {"phase": 0}, {"phase": 2}):
            with pytest.raises(pf.SnapshotError):
                pf.State.from_json(json.dumps({**over, "state": {**over["state"], **changes}}))


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        # Who was asked after the standing bid has passed.
        (("erqiwang", "bid"), {"turn": 3}),
        (("erqiwang", "bid"), {"turn": 0, "passed": 4}),
        (("contract", "bid"), {"turn": 0}),
        # The highest bid of all was the first one, so nobody had passed but those before.
        (("erqiwang", "bid"), {"bid": 120, "passed": 1}),
        (("erqiwang", "bid"), {"bid": 120, "bidder": 3, "turn": 0}),
        (("three", "bid"), {"away": [0, 0, 0, 2]}),
        (("contract", "play"), {"levels": [0, 3]}),
    ],
    ids=str,
)
def test_what_does_not_follow_from_the_bids(place: tuple[str, str], changes: dict[str, Any]) -> None:
    refused(PLACES[place[0]][place[1]], changes)


@pytest.mark.parametrize(
    ("end", "changes"), [("tripled", {"leader": 1}), ("surrender", {"turn": 2}), ("surrender", {"leader": 2})], ids=str
)
def test_ends_that_another_seat_made(end: str, changes: dict[str, Any]) -> None:
    refused(OVER[end], changes)


def test_points_leave_room_for_what_triples_them() -> None:
    """Whatever is accepted in play can be played to an end that is accepted too."""
    state = CONTRACT.setup(hands=["SA", "S3", "S4", "S5"], trump="S", dealer=1)
    for points in (10**6, 500_000_000, 600_000_000):
        try:
            high = pf.State.from_json(forged(state, {"points": points}))
        except pf.SnapshotError:
            continue
        for card in ("SA", "S3", "S4", "S5"):
            high.apply(card)
        assert high.is_over and pf.State.from_bytes(high.to_bytes()) == high
