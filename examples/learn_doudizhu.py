"""A linear player of 斗地主 that learns from nothing, on a thousand tables at once, in a minute or two.

    python examples/learn_doudizhu.py [--steps 4000]

Every legal play is worth a sum of weights, one for each of DouZero's card features, and is chosen with a probability
that grows with it (softmax). After each deal the weights move towards what the winners did (REINFORCE). Then the
learner meets the random player over duplicate deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

import pokerfast as pf
from pokerfast.envs.encoding import Encoding
from pokerfast.envs.vector import Tables


def learn(game: pf.Game, steps: int, n: int = 1024, rate: float = 0.002) -> np.ndarray:
    """Weights of the features, a row for the landlord and one for the farmers."""
    tables = Tables(game, n, seed=1, start="play", observe="douzero", legal="features")
    rng, weights, rows = np.random.default_rng(1), np.zeros((2, 54)), np.arange(n)
    ascent = np.zeros((n, 3, 54))  # of each table and seat: how its choices of this deal would be made likelier
    for _ in range(steps):
        features, starts, seat = tables.features, tables.offsets[:-1], tables.seat.copy()
        assert features is not None
        role = np.repeat(np.minimum(seat, 1), tables.counts)
        worth = np.einsum("ij,ij->i", features, weights[role])
        odds = np.exp(worth - np.repeat(np.maximum.reduceat(worth, starts), tables.counts))
        odds /= np.repeat(np.add.reduceat(odds, starts), tables.counts)
        total = np.cumsum(odds)
        before = total[starts] - odds[starts]
        choice = np.minimum(np.searchsorted(total, before + rng.random(n)) - starts, tables.counts - 1)
        ascent[rows, seat] += features[starts + choice] - np.add.reduceat(odds[:, None] * features, starts)
        tables.step(choice)
        if tables.done.any():
            won = np.sign(tables.rewards[tables.done])
            moved = np.einsum("ij,ijk->jk", won, ascent[tables.done])
            weights += rate * np.array([moved[0], moved[1] + moved[2]])
            ascent[tables.done] = 0
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=4000, help="steps of all tables")
    parser.add_argument("--deals", type=int, default=500, help="deals to compare over")
    arguments = parser.parse_args()

    game = pf.load_game("doudizhu", preset="douzero")
    weights, encoding = learn(game, arguments.steps), Encoding(game, kind="douzero")

    def linear(view: pf.View, legal: Sequence[pf.Action]) -> pf.Action:
        role = min(view.viewer or 0, 1)  # from the start of play seat 0 is the landlord
        return max(legal, key=lambda action: float(encoding.action(action) @ weights[role]))

    result = pf.duel(game, linear, "random", deals=arguments.deals, seed=2, start="play")
    print(f"linear against random: {result.mean:+.3f} ± {result.interval:.3f} points a game and seat")
    print(f"better in {result.wins} of {result.deals} deals, worse in {result.losses}")


if __name__ == "__main__":
    main()
