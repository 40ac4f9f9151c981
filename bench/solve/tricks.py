"""Trick-taking deals with open hands: how many are solved within a limit, how fast, in how many positions.

    python bench/solve/tricks.py                       every set, 10 seconds a deal
    python bench/solve/tricks.py 2x8 2x10 --deals 20

A set is decks x cards in a hand of 升级: hands out of a whole pack that is dealt with its kitty, cut down at random
(1x12 is the whole deal), spades trump, the level and the leader by the seed. Positions searched can be compared between
builds.
"""

from __future__ import annotations

import argparse
import random
import statistics

import pokerfast as pf

#: Decks, cards in a hand, how many deals.
SETS = {
    "1x10": (1, 10, 30),
    "1x12": (1, 12, 20),
    "2x6": (2, 6, 100),
    "2x8": (2, 8, 100),
    "2x10": (2, 10, 20),
    "2x12": (2, 12, 10),
    "3x8": (3, 8, 20),
}
PACK = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"] + ["w", "W"]
KITTY = {1: 6, 2: 8, 3: 6}


def deal(decks: int, size: int, seed: int) -> pf.TrickState:
    rng = random.Random(f"{decks} {size} {seed}")
    game = pf.load_game("shengji", decks=decks)
    pack = PACK * decks
    rng.shuffle(pack)
    buried = pack[: KITTY[decks]]
    cards = pack[KITTY[decks] :]
    whole = len(cards) // 4
    hands = [rng.sample(cards[seat * whole : seat * whole + whole], size) for seat in range(4)]
    return game.setup(
        hands=[" ".join(hand) for hand in hands],
        to_move=rng.randrange(4),
        trump="S",
        level=rng.choice("23456789TJQKA"),
        dealer=0,
        kitty=" ".join(buried),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="SET", help=", ".join(SETS))
    parser.add_argument("--seconds", type=float, default=10.0, help="limit of one deal")
    parser.add_argument("--deals", type=int, help="deals of each set at most")
    arguments = parser.parse_args()
    for name in arguments.sets or SETS:
        decks, size, n = SETS[name]
        found = []
        for seed in range(min(n, arguments.deals or n)):
            solution = pf.solve(deal(decks, size, seed), all_moves=False, max_seconds=arguments.seconds)
            assert solution.lower is not None and solution.upper is not None and solution.lower <= solution.upper
            found.append(solution)
        solved = [each for each in found if each.status == "solved"]
        seconds = sorted(each.seconds if each.status == "solved" else float("inf") for each in found)
        print(
            f"{name:5} {len(solved):4} of {len(found):<4} mean {statistics.mean(seconds):.4f} s  "
            f"median {statistics.median(seconds):.4f} s  most {seconds[-1]:.3f} s  "
            f"{sum(each.nodes for each in solved) // max(1, len(solved)):,} positions each",
            flush=True,
        )


if __name__ == "__main__":
    main()
