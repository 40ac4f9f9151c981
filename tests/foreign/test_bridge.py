"""Whist against bridge as OpenSpiel 2.0.2 plays it: the same legal cards, and so the same tricks.

A contract of one is whist with that trump; the seat after the declarer leads, as after whist's dealer. Who is asked
next shows who won the trick.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import pokerfast as pf

from . import peers

#: Suits of OpenSpiel and bridge in rising order, and the call of one of each: 55 = 1C.
RISING = "CDHS"
FIRST_BID, PASS = 55, 52


def spiel_card(kind: int) -> int:
    """Their number of a card: 4 x rank + suit."""
    suit, rank = "SHDC"[kind // 13], kind % 13
    return 4 * rank + RISING.index(suit)


def spiel_deal(spiel: Any, state: pf.TrickState, trump: str) -> Any:
    """The same deal in OpenSpiel, declared by seat 0 in a contract of one."""
    theirs = spiel.load_game("bridge(use_double_dummy_result=false)").new_initial_state()
    for number in range(52):
        theirs.apply_action(spiel_card(state.hands[number % 4].ids[number // 4]))
    theirs.apply_action(FIRST_BID + (RISING.index(trump) if trump != "NT" else 4))
    for _ in range(3):
        theirs.apply_action(PASS)
    return theirs


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "NT"])
def test_openspiel_plays_the_same_cards(trump: str) -> None:
    spiel = peers.require("pyspiel")
    game = pf.load_game("whist", trump=trump)
    for seed in range(20):
        state = game.new_game(seed=seed, dealer=0)
        theirs = spiel_deal(spiel, state, trump)
        rng = random.Random(seed)
        while not state.is_over:
            ours = {spiel_card(action.ids[0]) for action in state.legal_actions()}
            assert set(theirs.legal_actions()) == ours
            # OpenSpiel plays the last trick by itself.
            choice = rng.randrange(state.count_legal())
            card = spiel_card(state.legal_actions()[choice].ids[0])
            state.apply_index(choice)
            theirs.apply_action(card)
            if theirs.is_terminal():
                break
        assert theirs.is_terminal()
