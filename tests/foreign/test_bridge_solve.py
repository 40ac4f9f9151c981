"""Whist with open hands against endplay 0.5.12, which asks Bo Haglund's double-dummy solver DDS.

endplay needs what it asks for, so it is installed without --no-deps: `pip install endplay==0.5.12`. Seats 0 to 3 are
north, east, south and west.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import pokerfast as pf

from . import peers

SUITS, RANKS = "SHDC", "23456789TJQKA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
TRUMPS = [*SUITS, "NT"]
WHIST = pf.load_game("whist")


def bridge_hand(cards: list[str]) -> str:
    """A hand in PBN: the ranks of spades, hearts, diamonds and clubs."""
    return ".".join("".join(card[1] for card in cards if card[0] == suit) for suit in SUITS)


def bridge_deal(hands: list[list[str]], trump: str, leader: int) -> Any:
    types = peers.require("endplay.types")
    deal = types.Deal("N:" + " ".join(map(bridge_hand, hands)))
    deal.first = types.Player(leader)
    deal.trump = types.Denom(TRUMPS.index(trump))
    return deal


def bridge_card(card: str) -> Any:
    types = peers.require("endplay.types")
    return types.Card(card)


def dealt(rng: random.Random, size: int) -> list[list[str]]:
    cards = rng.sample(PACK, 4 * size)
    return [cards[seat * size : seat * size + size] for seat in range(4)]


def tricks_of_each(deal: Any) -> dict[str, int]:
    """Tricks of the side to play after each of its cards, as DDS counts them: those not yet quitted."""
    solved = peers.require("endplay.dds").solve_board(deal)
    return {"SHDC"[card.suit.value] + RANKS[card.rank.value.bit_length() - 3]: tricks for card, tricks in solved}


def state_of(hands: list[list[str]], trump: str, leader: int, trick: list[str]) -> pf.TrickState:
    """The same position: `hands` are those at the start of the trick."""
    left = [[card for card in hand if card not in trick] for hand in hands]
    to_move = (leader + len(trick)) % 4
    return WHIST.setup(hands=[" ".join(hand) for hand in left], to_move=to_move, trick=trick, trump=trump)


def compare(hands: list[list[str]], trump: str, leader: int, trick: list[str], every: bool) -> None:
    """The tricks of seats 0 and 2, and with `every` what each first card is worth."""
    deal = bridge_deal(hands, trump, leader)
    for card in trick:
        deal.play(bridge_card(card))
    theirs = tricks_of_each(deal)
    state = state_of(hands, trump, leader, trick)
    seat = state.seat
    assert seat is not None
    size = len(hands[0])
    # Theirs are of the side to play.
    ours = {card: tricks if seat % 2 == 0 else size - tricks for card, tricks in theirs.items()}
    value = max(ours.values()) if seat % 2 == 0 else min(ours.values())
    sol = pf.solve(state, all_moves=every)
    assert (sol.status, sol.value) == ("solved", value), (hands, trump, leader, trick)
    if every:
        found = {
            str(move if isinstance(move, str) else move.cards): each.value
            for each in sol.moves
            for move in (each.move, *each.equals)
        }
        assert found == ours, (hands, trump, leader, trick)


def some_plays(rng: random.Random, hands: list[list[str]], trump: str, leader: int, number: int) -> list[str]:
    """Any legal cards as the first of a trick."""
    state = state_of(hands, trump, leader, [])
    for _ in range(number):
        state.apply_index(rng.randrange(state.count_legal()))
    return list(state.trick)


def test_the_same_deal_by_hand() -> None:
    """The finesse works: the king lies before ace and queen. So the two sides speak of one position."""
    hands = [["S2", "S6"], ["SK", "S3"], ["SA", "SQ"], ["S4", "S5"]]
    assert tricks_of_each(bridge_deal(hands, "NT", 0)) == {"S2": 2, "S6": 2}
    compare(hands, "NT", 0, [], True)
    assert tricks_of_each(bridge_deal(hands, "NT", 2)) == {"SA": 1, "SQ": 1}
    compare(hands, "NT", 2, [], True)
    assert tricks_of_each(bridge_deal([["H3"], ["SK"], ["S2"], ["DA"]], "H", 1)) == {"SK": 0}
    compare([["H3"], ["SK"], ["S2"], ["DA"]], "H", 1, [], True)


@pytest.mark.slow
def test_whole_boards(big: bool) -> None:
    """Boards of 13 cards, 1,000 with POKERFAST_BIG=1; of every tenth what each lead is worth."""
    peers.require("endplay.dds")
    rng = random.Random("whole boards")
    for number in range(1_000 if big else 100):
        compare(dealt(rng, 13), rng.choice(TRUMPS), rng.randrange(4), [], number % 10 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(4, 10))
def test_endings(size: int, big: bool) -> None:
    """Endings, 5,000 with POKERFAST_BIG=1, two in five of them within a trick; of every second one what each card is
    worth."""
    peers.require("endplay.dds")
    rng = random.Random(f"endings {size}")
    for number in range(5_000 // 6 + (size < 6) if big else 100):
        hands, trump, leader = dealt(rng, size), rng.choice(TRUMPS), rng.randrange(4)
        plays = some_plays(rng, hands, trump, leader, rng.choice([0, 0, 0, 0, 0, 0, 1, 2, 3, 3]))
        compare(hands, trump, leader, plays, number % 2 == 0)
