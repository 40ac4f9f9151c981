"""The rules page of 打百分 without contract: cards, leads, tricks, the deal, points and levels, refusals and views."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from math import comb
from typing import Any

import pytest

import pokerfast as pf
from tests import bid_scripts
from tests.bid_scripts import SUITS, bury_first, codes, game, places, played, texts
from tests.reference.philox import CHANCE, Stream
from tests.reference.shengji_game import seeded_deal
from tests.reference.trick_cards import Options as TrickOptions

pytestmark = pytest.mark.arch

GAME = game("dabaifen")
RANKS = "23456789TJQKA"
position = partial(bid_scripts.position, "dabaifen")


def trump(suit: str = "S", level: str | None = None, **options: Any) -> pf.Trump:
    return game("dabaifen", **options).trump(suit, level=level)


def dealt(seed: int, dealer: int | None = 0, **options: Any) -> pf.TrickState:
    return game("dabaifen", **options).new_game(seed=seed, dealer=dealer)


def undeclared(state: pf.TrickState) -> pf.TrickState:
    """Nobody shows anything."""
    while state.phase == "declare" and not state._fields()["deal"]:
        state.apply("no")
    return state


# ---- DB1: cards and order


def test_pack() -> None:
    """DB1.1 to DB1.3, DB1.9."""
    for preset in ("dabaifen", "moving", "contract"):
        state = pf.load_game("dabaifen", preset=preset).new_game(seed=5, start="play")
        assert state.num_players == 4 and [len(hand) for hand in state.hands] == [12] * 4 and len(state.kitty) == 6
        piles = [*state.hands, state.kitty]
        assert sorted(card for pile in piles for card in pile.ids or ()) == list(range(54))
        cards = [card for pile in piles for card in pile.cards.split()]
        assert sum({"K": 10, "T": 10, "5": 5}.get(card[-1], 0) for card in cards) == 100
    assert pf.SuitedHand([0, 12, 13, 38, 51, 52, 53]).cards == "W w SA S2 H2 DA CA"


def test_pairs() -> None:
    """DB1.1: seats 0 and 2 against 1 and 3; the next player is seat + 1."""
    state = position("H3 H4", "HK D3", "HQ DK", "HT D5", dealer=2)
    seats = []
    for card in ("H3", "HK", "HQ", "HT", "D3", "DK", "D5", "H4"):
        seats.append(state.seat)
        state.apply(card)
    assert seats == [0, 1, 2, 3, 1, 2, 3, 0]
    assert (state.points, state.tricks) == (20, (1, 1))


PLAIN = "AKQJT9876543"


def test_order() -> None:
    """DB1.4 to DB1.8, DB8.4."""
    top, off_twos = [("W",), ("w",)], ("H2", "D2", "C2")
    assert trump().order() == [*top, ("S2",), off_twos, *(("S" + rank,) for rank in PLAIN)]
    for suit in "HDC":
        assert trump().order(suit) == [(suit + rank,) for rank in PLAIN]
    assert trump("NT").order() == [*top, ("S2", *off_twos)]
    assert [trump().effective_suit(card) for card in ("H2", "w", "S3", "HA")] == ["T", "T", "T", "H"]
    moving = [
        *top, ("S9",), ("H9", "D9", "C9"), ("S2",), off_twos, *(("S" + rank,) for rank in PLAIN if rank != "9"),
    ]  # fmt: skip
    assert trump(level="9", levels="moving").order() == moving
    assert trump(level="2", levels="moving").order() == trump().order()
    assert trump("NT", level="9", levels="moving").order() == [*top, ("S9", "H9", "D9", "C9"), ("S2", *off_twos)]
    assert trump().level == "2" and trump(level="9", levels="moving").level == "9"
    with pytest.raises(pf.RulesError):
        trump(level="9")
    with pytest.raises(pf.RulesError):
        trump(levels="moving")


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        (["H2", "D2", "C2", "SA"], 0), (["SA", "C2", "D2", "H2"], 1), (["H2", "S2", "C2", "w"], 3),
        (["HA", "S3", "HK", "C2"], 3), (["HA", "DA", "CA", "H3"], 0), (["H2", "D2", "S2", "W"], 3),
    ],
)  # fmt: skip
def test_of_equal_cards_the_first(plays: list[str], winner: int) -> None:
    """DB1.4, DB1.5: any trump beats any side card."""
    assert trump().winner(plays) == winner


# ---- DB2: leads

OTHERS = ("D3 D4 D5 D6", "C3 C4 C5 C6", "D7 D8 C7 C8")


@pytest.mark.parametrize(
    ("lead", "others", "forced"),
    [
        ("HA HK", ["HQ HJ", "H3"], ""),  # DB2.2
        ("HA HK HQ", ["HJ", "HT"], ""),
        ("DA DQ DT D9", ["D8 D3", "D7"], ""),
        ("DA DQ DT D9", ["D8 DJ", "D7"], "D9"),
        ("HA HQ", ["HJ H3", "D4"], ""),  # DB2.3
        ("HA HQ", ["HK H3", "D4"], "HQ"),
        ("HA HQ", ["D4", "HK"], "HQ"),
        ("HA HQ", ["D4", "C3", "HK"], "HQ"),
        ("W H2", ["D2 C2"], ""),
        ("W H2", ["S2"], "H2"),
        ("W H2", ["w"], "H2"),
        ("HA HK", ["S2 S3 W"], ""),
        ("D2 H2 W", ["S2"], "H2"),  # DB2.4
        ("C2 D2 W", ["S2"], "D2"),
        ("C2 H2 D2 SA", ["w"], "SA"),
        ("HA HJ HT", ["HQ"], "HT"),
        ("HA HJ H3", ["HQ H4"], "H3"),
        ("HA", ["HK"], ""),
        ("H3", ["HK"], ""),
    ],
)
def test_throws(lead: str, others: list[str], forced: str) -> None:
    """DB2.2 to DB2.4."""
    throw = trump().throw(lead, others)
    assert (throw.stands, throw.forced) == (not forced, forced)


def test_units_are_cards() -> None:
    """DB2.1."""
    assert {unit.kind for unit in trump().units("SA SK SQ SJ ST S2 H2 w W")} == {"single"}
    assert not trump().is_tractor("HA HK") and not trump().is_tractor("w W")
    state = position("HA HK HQ S3", *OTHERS)
    assert state.count_legal() == len(texts(state)) == 7 + 1
    assert codes(state, "HA HK HQ", "HA S3", "HK HQ") == ["ok", "two_groups", "ok"]


def test_a_buried_card_spoils_nothing() -> None:
    """DB2.3."""
    for dealer in range(4):
        state = position("HA HQ S3 S4", *OTHERS, kitty="HK", dealer=dealer)
        assert played(state, "HA HQ").trick == ("HA HQ",)


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_wrong_throws(leader: int, dealer: int) -> None:
    """DB2.4 to DB2.6, DB5.4: only the dealer's side ends the deal."""
    hands = ["HA HQ S3", "D3 D4 D5", "HK C3 C4", "C5 C6 C7"]
    hands = hands[4 - leader :] + hands[: 4 - leader]
    ours = leader % 2 == dealer % 2
    for points in (0, 90):
        state = played(position(*hands, to_move=leader, dealer=dealer, kitty="CK", points=points), "HA HQ")
        assert (state.trick, state.hands[leader].cards, state.points) == (("HQ",), "S3 HA", points)
        assert (state.is_over, state.end) == ((True, "wrong_throw") if ours else (False, None))
        if ours:
            assert state.returns() == [-0.5 if seat % 2 == dealer % 2 else 0.5 for seat in range(4)]
            assert (state.seat, state.tricks, state.count_legal()) == (None, (0, 0), 0)
        else:
            assert state.seat == (leader + 1) % 4 and state.returns() == [0.0] * 4
        assert pf.State.from_bytes(state.to_bytes()) == state == pf.replay(state.to_record())
    mild = position(*hands, to_move=leader, dealer=dealer, options={"wrong_throw": "none"})
    assert (played(mild, "HA HQ").trick, mild.is_over) == (("HQ",), False)


@pytest.mark.parametrize("rank", RANKS)
def test_four_of_a_rank(rank: str) -> None:
    """DB2.7 to DB2.9."""
    four = " ".join(suit + rank for suit in SUITS)
    free = [card for card in ("S4", "S6", "H8", "D8", "CJ", "C4", "D4", "H6") if card[1] != rank]
    for suit in SUITS:
        rules = trump(suit)
        assert rules.count_follows(" ".join(free), four) == len(list(rules.follows(" ".join(free), four)))
        assert rules.count_follows(" ".join(free), four) == comb(len(free), 4)
        assert rules.winner([four, "W w S2 SA" if rank not in "2A" else "W w S3 H3", "SK SQ SJ ST"]) == 0
        assert rules.throw(four, ["W w"]).stands and rules.kitty_multiplier(four) == 2
        off = trump(suit, four_of_rank_lead=False)
        assert off.winner([four, f"W w {suit}A {suit}K"]) == (1 if rank == "2" else None)
    hands = (four, "W w D9 C9" if rank != "9" else "W w D3 C3", "SQ HQ DQ CQ" if rank != "Q" else "S3 H3 D3 C3",
             "SJ HJ DJ CT" if rank not in "JT" else "SK HK DK CK")  # fmt: skip
    state = position(*hands, dealer=1)
    assert four in texts(state)
    played(state, four)
    assert (state.trick, state.is_over, state.seat) == ((four,), False, 1)
    closed = position(*hands, dealer=1, options={"four_of_rank_lead": False})
    assert codes(closed, four) == ["ok" if rank == "2" else "two_groups"]


def test_answers_to_four_of_a_rank() -> None:
    """DB2.8, DB3.5: any four cards, and the leader wins."""
    state = position("S7 H7 D7 C7 H3", "W w HA HK HQ", "S3 SK ST D5 C5", "H4 H5 H6 H8 H9", dealer=1)
    state.apply("S7 H7 D7 C7")
    assert state.count_legal() == 5
    assert codes(state, "W w HA HK", "w HA HK HQ", "W w HA", "S3 S4 S5 S6") == ["ok", "ok", "wrong_size", "not_held"]
    played(state, "W w HA HK", "SK ST D5 C5", "H4 H5 H6 H8")
    assert (state.leader, state.seat, state.points, state.tricks) == (0, 0, 10 + 30 + 5, (1, 0))
    last = position("S7 H7 D7 C7", "H3 H4 H6 H8", "S3 S4 S6 S8", "D3 D4 D6 D8", dealer=1, kitty="CK")
    played(last, "S7 H7 D7 C7", "H3 H4 H6 H8", "S3 S4 S6 S8", "D3 D4 D6 D8")
    assert last.points == 2 * 10


def test_four_twos() -> None:
    """DB2.9: with 横甩 no joker beats them, without it they are a throw of trumps."""
    twos, hands = "S2 H2 D2 C2", ("S2 H2 D2 C2 H3", "W w S3 S4 HA", "H4 H5 H6 H7 H8", "D3 D4 D5 D6 D7")
    state = played(position(*hands), twos)
    assert (state.trick, state.is_over) == ((twos,), False)
    assert codes(state, "HA S3 S4 w", "W w S3 S4") == ["ok", "ok"] and state.count_legal() == 5
    off = {"four_of_rank_lead": False}
    state = played(position(*hands, options=off), twos)
    assert (state.trick, state.end) == (("H2",), "wrong_throw")
    harmless = ("S2 H2 D2 C2 H3", "SA SK S3 S4 S5", "H4 H5 H6 H7 H8", "D3 D4 D5 D6 D7")
    state = played(position(*harmless, options=off), twos)
    assert state.trick == (twos,) and state.count_legal() == 5
    rules = trump(level="9", levels="moving")
    assert rules.winner(["S9 H9 D9 C9", "W w S2 H2"]) == 0 == rules.winner(["S2 H2 D2 C2", "W w S9 H9"])
    assert rules.count_follows("W S2 H3 H4 H5", "S9 H9 D9 C9") == 5
    bound = trump(level="9", levels="moving", four_of_rank_lead=False)
    assert bound.winner(["S9 H9 D9 C9", "W w S2 H2"]) == 1
    assert bound.count_follows("W S2 H3 H4 H5", "S9 H9 D9 C9") == 3


def test_jokers_are_no_part_of_it() -> None:
    """DB2.7."""
    state = position("S7 H7 D7 W", "D3 D4 D5 D6", "C3 C4 C5 C6", "D8 D9 C8 C9")
    assert codes(state, "S7 H7 D7 W", "S7 H7 D7") == ["two_groups", "two_groups"]


def test_four_of_a_rank_as_an_answer() -> None:
    """DB2.10."""
    lead = "HA HK HQ HJ"
    assert trump().winner([lead, "S7 H7 D7 C7"]) == 0
    assert trump().winner([lead, "S2 H2 D2 C2"]) == 1  # four trumps
    assert trump().check_follow("S7 H7 D7 C7 H3", lead, "S7 H7 D7 C7").code == "must_follow"


# ---- DB3: following and winning


@pytest.mark.parametrize(
    ("lead", "hand", "follows"),
    [
        ("HA HK", "H3 S4 D5", ["S4 H3", "H3 D5"]),
        ("HA HK", "H3 H4 D5", ["H4 H3"]),
        ("HA HK", "H3 H4 H5 D5", ["H4 H3", "H5 H3", "H5 H4"]),
        ("HA HK", "H2 D3 C3", ["H2 D3", "H2 C3", "D3 C3"]),
        ("S3", "H2 H3", ["H2"]),
    ],
)
def test_follows(lead: str, hand: str, follows: list[str]) -> None:
    """DB3.1."""
    assert sorted(trump().follows(hand, lead)) == sorted(follows)
    assert trump().count_follows(hand, lead) == len(follows)


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        (["HA HK", "S3 S4"], 1),  # DB3.4
        (["HA HK", "S3 SA", "SK SQ", "S4 S2"], 3),
        (["HA HK", "S3 H2", "S4 C2"], 1),
        (["HA HK", "S3 D4", "S3 H3"], 0),  # DB3.2: a discard
        (["HK HQ", "HA H3"], 1),  # DB3.3
        (["H4 H3", "HA H5", "HK HQ", "DA DK"], 1),
        (["HA HK", "HQ HJ", "S3 S4", "HT H9"], 2),
        (["HA HK HQ", "S3 S4 SA", "w S3 S5"], 2),
    ],
)
def test_who_wins(plays: list[str], winner: int) -> None:
    """DB3.2 to DB3.4."""
    assert trump().winner(plays) == winner


# ---- DB4: the deal without bids


@pytest.mark.parametrize("dealer", [None, 0, 3])
def test_deals_are_those_of_shengji(dealer: int | None) -> None:
    """DB4.1: the same shows, dealers and burials as with one deck at level 2."""
    other = pf.load_game("shengji", preset="one_deck", two_is_trump=True)
    for seed in range(12):
        ours, theirs = GAME.new_game(seed=seed, dealer=dealer), other.new_game(seed=seed, dealer=dealer)
        while ours.phase != "play":
            for name in ("phase", "seat", "hands", "trump", "dealer", "declarer", "kitty", "level"):
                assert getattr(ours, name) == getattr(theirs, name), name
            assert len(ours.legal_actions()) == len(theirs.legal_actions())
            if ours.phase == "declare":
                assert texts(ours) == texts(theirs)
            index = seed % 2 * (ours.count_legal() - 1)
            ours.apply_index(index)
            theirs.apply_index(index)
        assert (ours.seat, ours.hands, ours.kitty) == (theirs.seat, theirs.hands, theirs.kitty)


def shows(state: pf.TrickState, most: int = 9) -> list[str]:
    """Whoever can shows; what was shown."""
    said: list[str] = []
    while state.phase == "declare":
        said.append(texts(state)[0] if len(said) < most else "no")
        state.apply(said[-1])
    return said


def test_showing() -> None:
    """DB4.2, DB4.3, DB4.6."""
    for seed in range(8):
        state = dealt(seed, None)
        seat, card = state.seat, texts(state)[0].split()[1]
        assert card[1] == "2" and texts(state) == [f"declare {card}", "no"]
        assert shows(state) == [f"declare {card}"]  # nobody else is asked
        assert (state.trump, state.declarer, state.dealer, state.seat, state.phase) == (
            card[0],
            seat,
            seat,
            seat,
            "bury",
        )


@pytest.mark.parametrize("rule", ["equal_pair", "any_two", "four"])
def test_both_jokers(rule: str) -> None:
    """DB4.3, DB4.4, O7, O8: no trump over a suit under any_two alone."""
    seen = Counter[str]()
    for seed in range(40):
        for first in ("first_declarer", "last_declarer"):
            state = dealt(seed, None, nt_override=rule, first_dealer=first)
            shower = state.seat
            assert "declare W w" not in texts(state)  # not as a first show
            state.apply_index(0)
            if state.phase == "declare":
                seen["asked"] += 1
                other = state.seat
                assert texts(state) == ["declare W w", "no"]
                state.apply("declare W w")
                assert (state.trump, state.phase) == ("NT", "bury")
                assert state.dealer == (shower if first == "first_declarer" else other)
                seen["other dealer"] += other != shower
    assert bool(seen["asked"] and seen["other dealer"]) is (rule == "any_two")


def test_given_dealers_stay() -> None:
    """DB4.4, DB4.7: O7 matters in a first deal alone."""
    for seed in range(20):
        state = dealt(seed, 1, nt_override="any_two", first_dealer="last_declarer")
        assert state.dealer == 1
        shows(state)
        assert (state.dealer, state.seat) == (1, 1)


@pytest.mark.parametrize("rule", ["no_trump", "kitty3", "kitty3_skip_jokers", "redeal"])
@pytest.mark.parametrize("dealer", [None, 2])
def test_nobody_shows(rule: str, dealer: int | None) -> None:
    """DB4.5, O9; DB8.1: cards turned up are public."""
    for seed in range(25):
        state = undeclared(dealt(seed, dealer, nobody_declares=rule))
        deal = seeded_deal(seed, 0, 0, TrickOptions(decks=1), dealer)
        if rule == "redeal":
            assert state._fields()["deal"] == 1
            continue
        kitty = [pf.SuitedHand([card]).cards for card in deal.kitty][2:]
        kitty = {"no_trump": [], "kitty3": kitty[:1]}.get(rule, kitty)
        suit = next((card[0] for card in kitty if len(card) > 1), "NT")
        assert (state.trump, state.phase, state.dealer) == (suit, "bury", deal.first if dealer is None else dealer)
        turned = [*kitty[: next((i for i, card in enumerate(kitty) if len(card) > 1), len(kitty)) + 1]]
        assert sorted(state.turned.cards.split()) == sorted(turned)
        assert state.view(((state.dealer or 0) + 1) % 4).turned.cards == state.turned.cards


def test_burying() -> None:
    """DB4.6, DB8.1: six cards, any; nobody else sees the kitty."""
    state = undeclared(dealt(3, 2))
    before = [pf.SuitedHand(cards).cards for cards in seeded_deal(3, 0, 0, TrickOptions(decks=1), 2).arrival]
    assert (state.phase, state.seat, state.count_legal()) == ("bury", 2, comb(18, 6))
    assert [hand.cards for i, hand in enumerate(state.hands) if i != 2] == [before[i] for i in (0, 1, 3)]
    for seat in (None, 0, 1, 3):
        assert not state.view(seat).turned and state.view(seat).hands[2] is None
    held = state.hands[2].cards.split()
    assert codes(state, "bury " + " ".join(held[:5]), "bury " + " ".join(held[:7])) == ["wrong_size"] * 2
    state.apply("bury " + " ".join(held[3:9]))
    assert (state.kitty.cards, state.seat, state.leader, state.phase) == (" ".join(held[3:9]), 2, 2, "play")
    assert [bool(state.view(seat).kitty) for seat in (None, 0, 1, 2, 3)] == [False, False, False, True, False]
    assert state.view(0).history[-1] == (2, None)


def worth(cards: str) -> int:
    return sum({"K": 10, "T": 10, "5": 5}.get(card[-1], 0) for card in cards.split())


@pytest.mark.parametrize("limit", [0, 5, 10])
def test_a_limit_on_buried_points(limit: int) -> None:
    """DB4.6, O6; who cannot stay within it buries as few points as he can (SJ9.2)."""
    state = undeclared(dealt(3, 2, kitty_points_max=limit))
    held = sorted(state.hands[2].cards.split(), key=worth)
    assert worth(" ".join(held[-3:])) > 10
    rich, poor = "bury " + " ".join(held[-3:] + held[:3]), "bury " + " ".join(held[:6])
    assert codes(state, rich, poor) == ["too_many_points", "ok"]
    assert state.count_legal() < comb(18, 6)
    actions = state.legal_actions()
    assert max(worth(actions[i].cards) for i in range(0, len(actions), 97)) <= limit


def test_levels_are_fixed_or_move() -> None:
    """DB4.7, DB1.7."""
    assert GAME.new_game(seed=1, dealer=1, levels=("2", "2")).level == "2"
    moving = game("dabaifen", levels="moving")
    assert moving.new_game(seed=1, dealer=1, levels=("5", "J")).level == "J"
    assert moving.new_game(seed=1, levels=("5", "5")).level == "5"
    for rules, dealer, levels in ((moving, None, ("5", "J")), (GAME, 1, ("3", "3")), (GAME, None, ("3", "3"))):
        with pytest.raises(pf.RulesError) as caught:
            rules.new_game(seed=1, dealer=dealer, levels=levels)
        assert set(places(caught.value)) == {"levels"}
    with pytest.raises(pf.RulesError, match="levels"):
        game("dabaifen", contract=True).new_game(seed=1, levels=("3", "3"))


@pytest.mark.parametrize("dealer", [None, 2])
def test_start_of_play(dealer: int | None) -> None:
    """DB4.8."""
    for seed in range(6):
        state = GAME.new_game(seed=seed, dealer=dealer, start="play")
        deal = seeded_deal(seed, 0, 0, TrickOptions(decks=1), dealer)
        assert [list(hand.ids or ()) for hand in state.hands] == [sorted(cards) for cards in deal.arrival]
        assert list(state.kitty.ids or ()) == sorted(deal.kitty)
        assert (state.phase, state.dealer, state.seat, state.bid) == ("play", dealer or 0, dealer or 0, None)
        assert state.trump == SUITS[Stream(seed, 0, 0, CHANCE).below(4, 0)]


# ---- DB5: points and levels


@pytest.mark.parametrize(("rule", "factor"), [("pow2", 2), ("pairs", 2), ("linear2", 2), ("linear", 1), ("fixed2", 2)])
def test_the_kitty_at_the_end(rule: str, factor: int) -> None:
    """DB5.1, O5."""
    hands = ("H3 H4", "HA HK", "H5 H6", "H7 H8")
    for dealer, points in ((0, 10 + 5 + factor * 15), (1, 0), (3, 0), (2, 10 + 5 + factor * 15)):
        state = position(*hands, options={"kitty_rule": rule}, dealer=dealer, to_move=1, kitty="CK D5")
        assert played(state, "HA HK", "H5 H6", "H7 H8", "H3 H4").points == points
    for lead in ("HA", "HA HK HQ", "S7 H7 D7 C7", "S2 H2 D2 C2", "W w"):
        assert trump(kitty_rule=rule).kitty_multiplier(lead) == factor


@pytest.mark.parametrize(
    ("points", "side", "levels"),
    [
        (0, "dealer", 3), (1, "dealer", 2), (5, "dealer", 2), (19, "dealer", 2), (20, "dealer", 1), (39, "dealer", 1),
        (40, "attackers", 0), (59, "attackers", 0), (60, "attackers", 1), (80, "attackers", 2), (100, "attackers", 3),
        (140, "attackers", 5), (399, "attackers", 17),
    ],
)  # fmt: skip
def test_results(points: int, side: str, levels: int) -> None:
    """DB5.2, DB5.3, DB5.5."""
    for preset in ("dabaifen", "moving"):
        result = pf.load_game("dabaifen", preset=preset).level_result(points)
        assert (result.side, result.levels, result.takes_over) == (side, levels, side == "attackers")
    state = played(position("SA", "S3", "S4", "S6", points=points), "SA", "S3", "S4", "S6")
    gained = float(levels or 0.5) * (1 if side == "dealer" else -1)
    assert state.returns() == [gained, -gained, gained, -gained] and state.end == "played"
    state.undo()
    assert state.returns() == [0.0] * 4


# ---- DB7: refusals


def test_refusals_in_order() -> None:
    """DB7.2."""
    words = ("x", "S3", "no", "bid 60", "name S", "name NT", "surrender", "bury S3", "declare S3 S4")
    state = played(position("SA", "S3", "S4", "S6"), "SA", "S3", "S4", "S6")
    assert codes(state, *words) == ["notation", *["game_over"] * 8]
    state = undeclared(dealt(3, 2))
    assert codes(state, *words[:7]) == ["notation", *["wrong_phase"] * 6]
    bury_first(state)
    assert codes(state, "x", "no", "bid 60", "name S", "bury S3", "declare S2", "pass") == [
        "notation", *["wrong_phase"] * 6,
    ]  # fmt: skip


@pytest.mark.parametrize("preset", ["dabaifen", "contract"])
def test_there_is_no_surrender(preset: str) -> None:
    """DB7.2: the word belongs to no phase of this game."""
    state = pf.load_game("dabaifen", preset=preset).new_game(seed=1)
    while not state.is_over:
        assert codes(state, "surrender") == ["wrong_phase"], state.phase
        state.apply_index(0)
    assert codes(state, "surrender") == ["game_over"]


def test_refused_shows() -> None:
    """DB7.4."""
    state = dealt(1, 0, nt_override="any_two")
    two = texts(state)[0].split()[1]
    missing = next(suit + "2" for suit in SUITS if suit + "2" not in state.hands[state.seat or 0].cards.split())
    held = next(card for card in state.hands[state.seat or 0].cards.split() if card[1:] not in ("2", ""))
    assert codes(state, f"declare {missing}", f"declare {held}", f"declare {two}", "declare W w") == [
        "not_held", "no_declaration", "ok", "not_held",
    ]  # fmt: skip
    while "declare W w" not in texts(state):
        state.apply_index(0)
    assert state.check("declare w W") and state.check("declare W").code == "no_declaration"
    weak = dealt(1, 0, nt_override="any_two")
    for _ in range(200):
        jokers = {"w", "W"} <= set(weak.hands[weak.seat or 0].cards.split())
        if jokers and "declare W w" not in texts(weak):
            assert weak.check("declare W w").code == "too_weak"
            break
        weak.apply("no")
        if weak.phase != "declare":
            weak = dealt(weak._fields()["seed"] + 1, 0, nt_override="any_two")
    else:
        pytest.fail("nobody held both jokers before a suit stood")


def test_refused_cards() -> None:
    """DB7.4: a wrong throw is legal."""
    state = position("HA HQ D3 S3", "HK H4 S4 S5", "D4 D5 D6 D8", "C3 C4 C5 C6", dealer=1)
    assert codes(state, "H7", "HA D3", "H7 D3", "HA HQ", "D3") == ["not_held", "two_groups", "not_held", "ok", "ok"]
    state.apply("HA")
    assert codes(state, "H5", "H4 HK", "S4", "H4") == ["not_held", "wrong_size", "must_follow", "ok"]


# ---- DB8: views and positions from outside


def test_views() -> None:
    """DB8.1: what is buried only the dealer sees until the deal is over."""
    state = bury_first(undeclared(dealt(4, 1)))
    buried = state.kitty.cards
    for seat in (None, 0, 1, 2, 3):
        assert state.view(seat).kitty.cards == (buried if seat == 1 else "")
        assert (buried in json.dumps(state.view(seat).to_json())) is (seat == 1)
    while not state.is_over:
        state.apply_index(0)
    assert {state.view(seat).kitty.cards for seat in (None, 0, 1, 2, 3)} == {buried}


def test_views_of_a_wrong_throw() -> None:
    """DB8.2."""
    for wrong_throw in ("dealer_loses", "none"):
        state = position("HA HQ S3", "HK D3 D4", "C3 C4 C5", "C6 C7 C8", options={"wrong_throw": wrong_throw})
        state.apply("HA HQ")
        for seat in (None, 0, 1, 2, 3):
            view = state.view(seat)
            assert [str(action) for _, action in view.history] == ["HA HQ"]
            assert view.trick == ("HQ",) and view.end == ("wrong_throw" if wrong_throw == "dealer_loses" else None)


def test_positions_from_outside() -> None:
    """DB8.3."""
    hands = ["S3", "S4", "S5", "S6"]
    state = GAME.setup(hands=hands, trump="NT")
    assert (state.dealer, state.bid, state.bidder, state.phase, state.level) == (0, None, None, "play", "2")
    moving = game("dabaifen", levels="moving")
    assert moving.setup(hands=hands, trump="S", level="7").level == "7"
    for rules, changes, where in (
        (GAME, {"level": "7"}, "level"), (GAME, {"bid": 60}, "bid"), (moving, {}, "level"),
        (GAME, {"dealer": 4}, "dealer"), (GAME, {"hands": hands[:3]}, "hands"), (GAME, {"points": -1}, "points"),
    ):  # fmt: skip
        with pytest.raises(pf.RulesError) as caught:
            rules.setup(**({"hands": hands, "trump": "S"} | changes))
        assert where in places(caught.value)


def test_administering_changes_no_rule() -> None:
    """DB8.5."""
    state = dealt(6)
    other = state.clone()
    state.administer(1, "auto")
    state.administer(2, "quit")
    while not other.is_over:
        state.apply_index(0)
        other.apply_index(0)
    assert state.returns() == other.returns() and state.tricks == other.tricks
