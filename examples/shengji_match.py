"""A match of 炒地皮 from level 2 on, both pairs played by chance, with the score after every deal.

python examples/shengji_match.py --deals 10 --seed 3
"""

from __future__ import annotations

import argparse
import random

import pokerfast as pf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()

    match = pf.load_game("shengji", preset="chaodipi").new_match(seed=arguments.seed)
    chance = random.Random(arguments.seed)
    while True:
        state = match.state
        while not state.is_over:
            state.apply_index(chance.randrange(state.count_legal()))
        deal = match.results[-1]
        print(
            f"deal {deal.number}: seat {deal.dealer} dealt at {deal.level}, the others made {deal.points} points; "
            f"levels {'/'.join(deal.levels)}"
        )
        if match.is_over or match.deals == arguments.deals:
            break
        match.advance()
    again = pf.replay(match.to_record())
    print(f"the record gives the same match: {again == match}")


if __name__ == "__main__":
    main()
