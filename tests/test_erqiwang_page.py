"""The rules page of 二七王 up to the play: cards, units, bids, kitty, trump suit, surrender; the rest is in
test_erqiwang_rules."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from math import comb
from typing import Any

import pytest

import pokerfast as pf
from tests import bid_scripts
from tests.bid_scripts import SUITS, bids, bury_first, codes, game, places, played, texts
from tests.reference.erqiwang_game import seeded_deal
from tests.reference.erqiwang_rules import Options
from tests.reference.philox import CHANCE, Stream
from tests.reference.trick_cards import count_sub_multisets, stock_of

pytestmark = pytest.mark.arch

GAME = game("erqiwang")
position = partial(bid_scripts.position, "erqiwang")


def trump(suit: str = "S", **options: Any) -> pf.Trump:
    return game("erqiwang", **options).trump(suit)


def dealt(*answers: str | int, first: int = 0, seed: int = 1, **options: Any) -> pf.TrickState:
    """A deal whose first bidder is seat 0, after these bids."""
    return played(game("erqiwang", **options).new_game(seed=seed, first=first), *bids(*answers))


# ---- EQ1: cards and order


@pytest.mark.parametrize(
    ("options", "players", "hand"), [({}, 4, 25), ({"cards": 92}, 4, 21), ({"cards": 92, "players": 3}, 3, 28)]
)
def test_packs(options: dict[str, Any], players: int, hand: int) -> None:
    """EQ1.1 to EQ1.4, O1, O2."""
    state = game("erqiwang", **options).new_game(seed=5)
    assert (state.num_players, game("erqiwang", **options).num_players) == (players, players)
    assert [len(cards) for cards in state.hands] == [hand] * players and len(state.kitty) == 8
    pack = [card for pile in (*state.hands, state.kitty) for card in pile.cards.split()]
    left_out = {suit + rank for suit in SUITS for rank in "34"} if "cards" in options else set()
    assert set(Counter(pack).values()) == {2} and len(pack) == 8 + players * hand
    assert len(set(pack)) == 54 - len(left_out) and not left_out & set(pack)
    assert sum({"K": 10, "T": 10, "5": 5}.get(card[-1], 0) for card in pack) == 200


def test_three_players_need_92_cards() -> None:
    """EQ1.3."""
    with pytest.raises(pf.RulesError) as caught:
        game("erqiwang", players=3)
    assert places(caught.value) == ["players"]
    for players in (2, 5):
        with pytest.raises(pf.RulesError):
            game("erqiwang", cards=92, players=players)


def test_presets() -> None:
    assert pf.load_game("erqiwang", preset="erqiwang") == GAME
    assert pf.load_game("erqiwang", preset="cards92") == game("erqiwang", cards=92)
    assert pf.load_game("erqiwang", preset="three_players") == game("erqiwang", cards=92, players=3)


def test_one_against_the_others() -> None:
    """EQ1.1: attackers collect together, the next player is seat + 1."""
    state = position("H3 H4", "HK D3", "HQ DK", "HT D5", dealer=0, points=5)
    seats = []
    for card in ("H3", "HK", "HQ", "HT", "D3", "DK", "D5", "H4"):
        seats.append(state.seat)
        state.apply(card)
    assert seats == [0, 1, 2, 3, 1, 2, 3, 0]
    assert (state.points, state.tricks) == (5 + 20 + 15, (0, 2))
    three = position("H5 H6", "HK D5", "HQ D8", options={"cards": 92, "players": 3}, to_move=2, dealer=1)
    played(three, "HQ", "H5", "HK")
    assert (three.seat, three.points, three.tricks) == (1, 0, (1, 0))


OFF_SEVENS, OFF_TWOS = ("H7", "D7", "C7"), ("H2", "D2", "C2")
PLAIN = "AKQJT986543"


def test_order() -> None:
    """EQ1.5 to EQ1.9, O3."""
    top = [("W",), ("w",), ("S7",), OFF_SEVENS, ("S2",), OFF_TWOS]
    assert trump().order() == [*top, *(("S" + rank,) for rank in PLAIN)]
    assert trump(cards=92).order() == [*top, *(("S" + rank,) for rank in PLAIN[:-2])]
    for suit in "HDC":
        assert trump().order(suit) == [(suit + rank,) for rank in PLAIN]
        assert trump(cards=92).order(suit) == [(suit + rank,) for rank in PLAIN[:-2]]
    assert trump().order("S") == []
    assert trump("C").order()[2:6] == [("C7",), ("S7", "H7", "D7"), ("C2",), ("S2", "H2", "D2")]
    assert trump("NT", allow_no_trump=True).order() == [
        ("W",), ("w",), ("S7", *OFF_SEVENS), ("S2", *OFF_TWOS),
    ]  # fmt: skip
    assert [trump().effective_suit(card) for card in ("H7", "H2", "w", "S3", "HA")] == ["T", "T", "T", "T", "H"]
    with pytest.raises(pf.RulesError, match="trump"):
        position("S3", "S4", "S5", "S6", trump="NT")
    assert position("S3", "S4", "S5", "S6", trump="NT", options={"allow_no_trump": True}).trump == "NT"


@pytest.mark.parametrize(
    ("suit", "plays", "winner"),
    [
        ("S", ["H7", "D7", "C7", "H7"], 0),
        ("S", ["H2", "D2", "S2", "C7"], 3),
        ("S", ["C2", "SA", "D2", "SK"], 0),
        ("S", ["H7", "S7", "w", "W"], 3),
        ("S", ["HA", "HA", "S3", "D7"], 3),
        ("NT", ["C7", "S7", "D7", "H7"], 0),
        ("NT", ["S2", "C2", "C7", "D7"], 2),
        ("S", ["H7 H7", "D7 D7", "S7 S7", "w W"], 2),
    ],
)
def test_of_equal_cards_the_first(suit: str, plays: list[str], winner: int) -> None:
    """EQ1.6, EQ1.9."""
    assert trump(suit, allow_no_trump=True).winner(plays) == winner


def test_copies() -> None:
    """EQ1.10."""
    state = position("H5/2 H5/1 H3", "H6 H8 D5", "C3 C4 C5", "D3 D4 D6")
    assert state.hands[0].ids == (14, 16, 70)
    state.apply("H5/2")
    assert state.history[0].ids == (70,) and str(state.history[0]) == "H5/2"
    state.undo()
    state.apply("H5")
    assert state.history[0].ids == (16,)


# ---- EQ2: units


@pytest.mark.parametrize(
    ("options", "cards", "yes"),
    [
        ({}, "H8 H8 H6 H6", True),  # EQ2.3
        ({"gap_tractor": False}, "H8 H8 H6 H6", False),  # O5
        ({"gap_tractor": False}, "H9 H9 H8 H8", True),
        ({}, "S8 S8 S6 S6", True),
        ({"gap_tractor": False}, "S8 S8 S6 S6", False),
        ({}, "H8 H8 H7 H7", False),
        ({}, "H3 H3 H2 H2", False),
        ({}, "HA HA H3 H3", False),
        ({}, "H7 D7", False),  # EQ2.2
        ({}, "H7 H7 D7 D7", False),
        ({}, "H2 H2 D2 D2", False),
        ({}, "SA SA D2 D2", True),  # EQ2.4
        ({}, "C2 C2 S2 S2", True),
        ({}, "S2 S2 H7 H7", True),
        ({}, "H7 H7 S7 S7", True),
        ({}, "S7 S7 w w", True),
        ({}, "w w W W", True),
        ({}, "SK SK SA SA C2 C2 S2 S2 C7 C7 S7 S7 w w W W", True),
        ({}, "D2 D2 D7 D7", False),
        ({}, "SA SA S2 S2", False),
        ({}, "H7 H7 w w", False),
        ({}, "S2 S2 S7 S7", False),
        ({"suit": "NT"}, "S2 S2 D7 D7", True),  # EQ2.5
        ({"suit": "NT"}, "D7 D7 w w", True),
        ({"suit": "NT"}, "w w W W", True),
        ({"suit": "NT"}, "S7 S7 D7 D7", False),
        ({"suit": "NT"}, "SA SA S2 S2", False),
        ({"level_tractor": "jokers_only"}, "w w W W", True),  # EQ2.6, O6
        ({"level_tractor": "jokers_only"}, "S7 S7 w w", False),
        ({"level_tractor": "jokers_only"}, "H7 H7 S7 S7", False),
        ({"level_tractor": "jokers_only"}, "S2 S2 H7 H7", False),
        ({"level_tractor": "jokers_only"}, "C2 C2 S2 S2", False),
        ({"level_tractor": "jokers_only"}, "SA SA D2 D2", False),
        ({"level_tractor": "jokers_only"}, "SA SA SK SK", True),
        ({"level_tractor": "jokers_only", "suit": "NT"}, "S2 S2 D7 D7", False),
        ({"level_tractor": "no_ace"}, "SA SA D2 D2", False),
        ({"level_tractor": "no_ace"}, "C2 C2 S2 S2 C7 C7 S7 S7 w w W W", True),
        ({"level_tractor": "no_ace", "suit": "NT"}, "S2 S2 D7 D7 w w W W", True),
    ],
)
def test_tractors(options: dict[str, Any], cards: str, yes: bool) -> None:
    """EQ2.2 to EQ2.6."""
    assert trump(**{"allow_no_trump": True} | options).is_tractor(cards) is yes


def test_units() -> None:
    """EQ2.1: singles, pairs and tractors of two packs."""
    units = trump().units("H8 H8 H6 H6 HA HA HK")
    assert [(unit.kind, unit.cards) for unit in units] == [
        ("tractor", "H8 H8 H6 H6"), ("pair", "HA HA"), ("single", "HK"),
    ]  # fmt: skip
    assert [unit.kind for unit in trump().units("H7 H7 D7 D7")] == ["pair", "pair"]
    assert [unit.kind for unit in trump().units("H7 D7")] == ["single", "single"]
    with pytest.raises(pf.NotationError):
        trump().units("H5 H5 H5")


# ---- EQ3: bids


def test_bids() -> None:
    """EQ3.1 to EQ3.3, EQ8.1, EQ8.3."""
    state = dealt()
    ladder = [f"bid {points}" for points in range(120, 0, -5)]
    assert (state.phase, state.seat, state.bid, state.bidder, state.dealer) == ("bid", 0, None, None, None)
    assert [len(hand) for hand in state.hands] == [25] * 4
    assert texts(state) == [*ladder, "no"]
    assert codes(state, "bid 125", "bid 118", "bid 0", "bid 1", "bid 12", "bid 120") == ["no_bid"] * 5 + ["ok"]
    state.apply("bid 100")
    assert texts(state) == [*(text for text in ladder if int(text[4:]) < 100), "no"]
    assert codes(state, "bid 100", "bid 105", "bid 118", "bid 95", "bid 60", "bid 5") == [
        "bid_too_high", "bid_too_high", "no_bid", "ok", "ok", "ok",
    ]  # fmt: skip
    state.apply("bid 60")
    assert (state.seat, state.bid, state.bidder) == (2, 60, 1)
    assert codes(state, "bid 65", "bid 60", "bid 55") == ["bid_too_high", "bid_too_high", "ok"]


@pytest.mark.parametrize(
    ("answers", "seat", "phase"),
    [
        ("100 no 90 no", 0, "bid"),  # EQ3.4: seats 1 and 3 are out
        ("100 no 90 no 80", 2, "bid"),
        ("100 no 90 no 80 75 no", 2, "name"),  # EQ3.5: one seat is left and has bid
        ("100 no no no", 0, "name"),
        ("no no no", 3, "bid"),  # the last seat is asked too
        ("no no no 120", 3, "name"),
        ("no no 120 no", 2, "name"),
        ("5", 0, "name"),  # nothing is below 5
        ("120 no 115 110 no 5", 2, "name"),
        ("120 115 no no no", 1, "name"),
    ],
)
def test_auctions(answers: str, seat: int, phase: str) -> None:
    """EQ3.4 to EQ3.6: who bid last, hence lowest, deals."""
    said = [word if word == "no" else int(word) for word in answers.split()]
    state = dealt(*said)
    assert (state.seat, state.phase) == (seat, phase)
    assert state.bid == ([None, *(word for word in said if word != "no")])[-1]
    assert state.dealer == (seat if phase == "name" else None)


def test_nobody_bids() -> None:
    """EQ3.7, O4."""
    state = dealt(first=2)
    hands = state.hands
    played(state, "no", "no", "no", "no")
    assert (state.phase, state.seat, state.bid, len(texts(state))) == ("bid", 2, None, 25)
    assert state.hands != hands and state._fields()["deal"] == 1
    again = seeded_deal(1, 0, 1, Options(), 2)
    assert [list(hand.ids or ()) for hand in state.hands] == [sorted(hand) for hand in again.hands]
    state = dealt("no", "no", "no", "no", first=2, no_bid="first_at_max")
    assert (state.phase, state.seat, state.dealer, state.bid, state.bidder) == ("name", 2, 2, 120, 2)


@pytest.mark.parametrize("preset", ["erqiwang", "three_players"])
def test_who_bids_first(preset: str) -> None:
    """EQ3.8."""
    rules = pf.load_game("erqiwang", preset=preset)
    for first in range(rules.num_players):
        assert rules.new_game(seed=4, first=first).seat == first
    found = set()
    for seed in range(20):
        state = rules.new_game(seed=seed)
        found.add(state.seat)
        assert state.seat == Stream(seed, 0, 0, CHANCE).below(rules.num_players, 0)
    assert found == set(range(rules.num_players))
    for arguments in ({"first": rules.num_players}, {"first": -1}, {"dealer": 0}, {"levels": ("2", "2")}):
        with pytest.raises(pf.RulesError):
            rules.new_game(seed=1, **arguments)


@pytest.mark.parametrize("preset", ["erqiwang", "cards92", "three_players"])
@pytest.mark.parametrize("first", [None, 2])
def test_start_of_play(preset: str, first: int | None) -> None:
    """EQ3.9, EQ4.7."""
    rules = pf.load_game("erqiwang", preset=preset)
    options = Options(cards=rules.options["cards"], players=rules.options["players"])  # type: ignore[arg-type]
    for seed in range(5):
        state = rules.new_game(seed=seed, first=first, start="play")
        deal = seeded_deal(seed, 0, 0, options, first)
        assert [list(hand.ids or ()) for hand in state.hands] == [sorted(hand) for hand in deal.hands]
        assert list(state.kitty.ids or ()) == sorted(deal.kitty) and not state.turned
        assert (state.phase, state.seat, state.dealer, state.bid) == ("play", first or 0, first or 0, 120)
        assert state.trump == SUITS[Stream(seed, 0, 0, CHANCE).below(4, 0)]
        assert texts(state)[-1] == "surrender"


# ---- EQ4: kitty, trump suit, surrender

CONTRACT = (85, "no", "no", "no")


def test_the_kitty_is_shown() -> None:
    """EQ4.1."""
    before = dealt()
    state = dealt(*CONTRACT)
    assert state.hands[0].cards.split() != before.hands[0].cards.split()
    assert Counter(state.hands[0].cards.split()) == Counter(
        [*before.hands[0].cards.split(), *before.kitty.cards.split()]
    )
    for seat in (None, 0, 1, 2, 3):
        assert not before.view(seat).turned and not before.view(seat).kitty
        assert state.view(seat).turned.cards == before.kitty.cards == state.turned.cards


def test_naming() -> None:
    """EQ4.2, EQ8.1, O3."""
    state = dealt(*CONTRACT)
    assert (state.phase, state.seat, state.trump, texts(state)) == (
        "name", 0, None, ["name S", "name H", "name D", "name C"],
    )  # fmt: skip
    assert codes(state, "name NT", "name X", "name S5") == ["wrong_name", "notation", "notation"]
    free = dealt(*CONTRACT, allow_no_trump=True)
    assert texts(free) == ["name S", "name H", "name D", "name C", "name NT"]
    for suit in (*SUITS, "NT"):
        assert played(free.clone(), f"name {suit}").trump == suit


def forged(dealer: list[int]) -> pf.TrickState:
    """A deal in which seat 0 has bid 85 and has these 33 cards in hand, the first eight of them from the kitty."""
    state = dealt(*CONTRACT)
    document = json.loads(state.to_json())
    rest = [card for card in range(108) if card not in dealer]
    piles = [dealer, rest[:25], rest[25:50], rest[50:]]

    def text(cards: list[int]) -> str:
        return " ".join(pf.SuitedHand([card]).cards + ("/2" if card >= 54 else "") for card in sorted(cards))

    document["state"] |= {"hand": [text(pile) for pile in piles], "turned": text(dealer[:8])}
    found = pf.State.from_json(json.dumps(document))
    assert isinstance(found, pf.TrickState)
    return found


def test_a_suit_that_is_not_held() -> None:
    """EQ4.2: also one of which the dealer holds no card."""
    state = forged([card for card in range(107, -1, -1) if card % 54 // 13 in (1, 2)][:33])
    assert not {"S", "C"} & {card[0] for card in state.hands[0].cards.split()}
    assert codes(state, "name S", "name C", "name H") == ["ok"] * 3
    assert played(state, "name S").phase == "bury"


def test_burying() -> None:
    """EQ4.3: any eight cards, points too; EQ4.4: then the dealer leads."""
    kings_and_tens = [card for card in range(108) if card % 54 < 52 and card % 54 % 13 in (8, 11)]
    others = [card for card in range(108) if card not in kings_and_tens]
    state = played(forged([*others[:8], *kings_and_tens, *others[8:17]]), "name H")
    held = state.hands[0].cards.split()
    assert state.count_legal() == count_sub_multisets(stock_of(held), 8) <= comb(33, 8)
    points = [card for card in held if card[-1] in "KT"][:8]
    for cards in (points, state.turned.cards.split(), held[-8:]):
        after = played(state.clone(), "bury " + " ".join(cards))
        assert sorted(after.kitty.cards.split()) == sorted(cards)
        assert (after.phase, after.seat, after.leader, after.dealer) == ("play", 0, 0, 0)
        assert len(after.hands[0]) == 25
    assert codes(state, "bury " + " ".join(held[:7]), "bury " + " ".join(held[:9])) == ["wrong_size"] * 2
    foreign = next(card for card in state.hands[1].cards.split() if card not in held)
    assert codes(state, f"bury {foreign}", "bury S5 S5 S5", "bury") == ["not_held", "notation", "notation"]


@pytest.mark.parametrize("bid", range(5, 121, 5))
def test_surrender(bid: int) -> None:
    """EQ4.5, EQ4.6, EQ7.6 (85)."""
    state = played(dealt(bid), *(["no"] * 3 if bid > 5 else []))
    assert codes(state, "surrender") == ["wrong_phase"]
    state.apply("name S")
    assert codes(state, "surrender") == ["wrong_phase"]
    bury_first(state)
    assert ("surrender" in texts(state)) is (texts(state)[-1] == "surrender") is (bid > 80)
    assert codes(state, "surrender") == ["ok" if bid > 80 else "no_surrender"]
    after = played(state.clone(), state.hands[0].cards.split()[0])
    assert codes(after, "surrender") == ["no_surrender"]
    while after.trick:
        after.apply_index(0)
    assert codes(after, "surrender") == ["no_surrender"]
    if bid > 80:
        state.apply("surrender")
        assert (state.phase, state.seat, state.end) == ("over", None, "surrender")
        assert state.returns() == [-3.0, 1.0, 1.0, 1.0]
        assert pf.replay(state.to_record()) == state == pf.State.from_bytes(state.to_bytes())


def test_surrender_of_three() -> None:
    """EQ7.5."""
    state = pf.load_game("erqiwang", preset="three_players").new_game(seed=1, first=1, start="play")
    assert played(state, "surrender").returns() == [1.0, -2.0, 1.0]


@pytest.mark.parametrize(("points", "kitty"), [(0, True), (150, True), (0, False), (35, False)])
def test_surrender_in_a_position_from_outside(points: int, kitty: bool) -> None:
    """EQ4.6, EQ4.7, EQ9.4: whatever points there are."""
    start = GAME.new_game(seed=3, start="play")
    state = GAME.setup(
        hands=start.hands, trump="S", dealer=1, to_move=1, bid=100, points=points, kitty=start.kitty if kitty else ""
    )
    assert texts(state)[-1] == "surrender" and state.check("surrender")
    other = GAME.setup(hands=start.hands, trump="S", dealer=1, to_move=1, points=points, kitty="")
    assert (other.bid, other.check("surrender").code) == (80, "no_surrender")
    turn = GAME.setup(hands=start.hands, trump="S", dealer=1, to_move=2, bid=100, kitty="")
    assert turn.check("surrender").code == "no_surrender"
    state.apply("surrender")
    assert (state.returns(), state.points) == ([1.0, -3.0, 1.0, 1.0], points)
    assert pf.replay(state.to_record()) == state


@pytest.mark.parametrize(("points", "kitty"), [(0, True), (150, True), (0, False), (35, False)])
def test_snapshots_of_surrenders(points: int, kitty: bool) -> None:
    """A position that can be set up and given up can be stored."""
    start = GAME.new_game(seed=3, start="play")
    state = GAME.setup(hands=start.hands, trump="S", bid=100, points=points, kitty=start.kitty if kitty else "")
    state.apply("surrender")
    assert pf.State.from_bytes(state.to_bytes()) == state == pf.State.from_json(state.to_json())


def test_no_surrender_with_fewer_cards() -> None:
    """EQ4.7."""
    state = position("S3 S4", "S5 S6", "S8 S9", "ST SJ", bid=120)
    assert state.check("surrender").code == "no_surrender" and "surrender" not in texts(state)
