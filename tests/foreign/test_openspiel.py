"""The preset `openspiel` is the rules of OpenSpiel 2.0.2's dou_dizhu, which has two faults in its legal actions:

1. It never starts a chain without wings on a rank of which the hand holds all four: with 44445678 it doesn't offer
   45678 (as the second or a later rank of a chain, a four is fine).
2. On a rocket it still offers bombs.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pokerfast as pf

from . import peers

PLAIN_CHAINS = ("solo_chain", "pair_chain", "trio_chain")


@pytest.fixture(scope="module")
def game() -> Any:
    return pf.load_game("doudizhu", preset="openspiel")


def reading(combo: Any) -> peers.Reading:
    return peers.Reading(combo.kind, combo.rank, combo.length, str(combo))


def offered(combos: Any, hand: str) -> set[peers.Reading]:
    """The combos as readings, without those that fault 1 hides."""
    found = {reading(combo) for combo in combos}
    return {combo for combo in found if not (combo.kind in PLAIN_CHAINS and hand.count(combo.rank) == 4)}


def test_the_action_space_is_all_combos(game: Any) -> None:
    actions = peers.openspiel_all_readings()
    assert len(actions) == len(set(actions)) == 26053
    assert {reading(combo) for combo in game.all_combos()} == set(actions)


def test_positions(game: Any) -> None:
    asked: Counter[str] = Counter()
    hidden = 0
    for position in peers.openspiel_positions(12_000, seed=31):
        hand = position.hand
        if position.table_reading is None:
            leads = game.leads(hand)
            assert not position.may_pass
            assert len(position.readings) == len(set(position.readings))
            assert offered(leads, hand) == set(position.readings), hand
            hidden += len(leads) - len(position.readings)
            continue
        meant = position.table_reading
        asked[meant.kind] += 1
        assert position.may_pass
        [table] = [combo for combo in game.readings(position.table) if reading(combo) == meant]
        follows = {str(combo) for combo in game.follows(hand, table)}
        if meant.kind == "rocket":  # fault 2
            assert not follows
            assert {found.kind for found in position.readings} <= {"bomb"}
        elif meant.kind in PLAIN_CHAINS:  # fault 1 by cards: such a set has no second reading of the same kind
            assert {found.cards for found in offered(game.follows(hand, table), hand)} == position.plays, position
            hidden += len(follows) - len(position.plays)
        else:
            assert follows == position.plays, position
    assert len(asked) == 12  # every kind there is without four-with-two
    assert min(asked.values()) > 3
    assert hidden > 0  # else fault 1 is gone, and with it the need for offered()


def test_whole_games() -> None:
    """Turns, end and score (bombs, rocket, 春天, 反春) of games played by OpenSpiel."""
    game = pf.load_game("doudizhu", preset="openspiel", auction="none", open_hand=False, doubling=False)
    springs = 0
    for played in peers.openspiel_games(600, seed=32):
        state = game.setup(hands=played.hands, to_move=0)
        following = False  # a play on a table stands by its best reading, so only a lead names one
        passes = 0
        for number, play in enumerate(played.plays):
            assert not state.is_over
            assert state.seat == number % 3  # two passes give the lead back to the one who comes next anyway
            if play is None:
                state.apply("pass")
                passes += 1
                following = passes < 2
                continue
            passes = 0
            default = game.classify(play.cards)
            named = not following and reading(default) != play
            state.apply(f"{play.kind}@{play.rank}:{play.cards}" if named else play.cards)
            following = True
        assert state.is_over
        assert state.returns() == played.returns, played
        bombs = sum(play is not None and play.kind in ("bomb", "rocket") for play in played.plays)
        springs += abs(played.returns[1]) > 2**bombs
    assert springs > 50
