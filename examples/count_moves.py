"""How many legal actions a player has: plays random deals through the fast calls and prints the distribution.

    python examples/count_moves.py --games 200 --seed 1

``count_legal`` counts without listing and ``apply_index`` plays by number, so no action object is ever made.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import pokerfast as pf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="qq")
    arguments = parser.parse_args()

    game = pf.load_game("doudizhu", preset=arguments.preset)
    chance = random.Random(arguments.seed)
    leads: Counter[int] = Counter()
    follows: Counter[int] = Counter()
    for number in range(arguments.games):
        state = game.new_game(seed=arguments.seed + number)
        while not state.is_over:
            count = state.count_legal()
            if state.phase == "play":
                (leads if state.table == pf.PASS else follows)[count] += 1
            state.apply_index(chance.randrange(count))

    for name, counts in (("leading", leads), ("following", follows)):
        turns = counts.total()
        mean = sum(count * times for count, times in counts.items()) / turns
        only = counts[1] / turns
        print(f"{name:>9}: {turns} turns, {mean:.2f} actions on average, most {max(counts)}, one alone in {only:.1%}")


if __name__ == "__main__":
    main()
