"""A deal of 二七王: one bid for the kitty, a suit named, eight cards buried, and play by chance to the end.

python examples/bid_for_the_kitty.py --seed 3 --seat 2 --bid 95
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import pokerfast as pf


def longest_suit(hand: pf.SuitedHand) -> str:
    """The suit of which the hand has the most cards, those above it in every deal not counted."""
    plain = [card for card in hand.cards.split() if card[0] in "SHDC" and card[1] not in "27"]
    counts = Counter(card[0] for card in plain)
    return max("SHDC", key=lambda suit: counts[suit])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--seat", type=int, default=2, choices=range(4), help="the seat that bids")
    parser.add_argument("--bid", type=int, default=95, help="120, 115 and so on down to 5")
    arguments = parser.parse_args()

    game = pf.load_game("erqiwang")
    state = game.new_game(seed=arguments.seed)
    while state.phase == "bid":
        state.apply(f"bid {arguments.bid}" if state.seat == arguments.seat else "no")
    print(f"seat {state.dealer} deals at {state.bid}; everybody saw the kitty: {state.turned}")

    state.apply(f"name {longest_suit(state.hands[arguments.seat])}")
    print(f"trumps are {state.trump}; {state.count_legal():,} ways to bury")
    chance = random.Random(arguments.seed)
    state.apply_index(chance.randrange(state.count_legal()))
    other = state.view((arguments.seat + 1) % 4)
    print(f"the dealer: {state.history[-1]}; what his neighbour sees of that: {other.history[-1][1]}")
    print(f"may he give up? {bool(state.check('surrender'))}")

    while not state.is_over:
        # 投降 comes after all leads and is left out here.
        may_surrender = bool(state.check("surrender"))
        state.apply_index(chance.randrange(state.count_legal() - may_surrender))
    assert state.bid is not None
    worth = game.grade_result(state.points, state.bid)
    print(f"the attackers made {state.points} points: {worth.side} win, grade {worth.grade} x {worth.factor}")
    print(f"score {state.returns()}")


if __name__ == "__main__":
    main()
