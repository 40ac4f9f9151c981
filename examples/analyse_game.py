"""A deal looked at with all cards on the table: which plays cost something, and how much.

    python examples/analyse_game.py
    python examples/analyse_game.py shengji --seed 4 --last 5
    python examples/analyse_game.py --record deal.txt

Without a record a deal is played at random down to its last tricks or plays, which are then looked at.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import pokerfast as pf


def random_end(name: str, seed: int, last: int) -> pf.State:
    """A deal played at random, with the history of its end only: from where the leader held so many cards."""
    rng = random.Random(seed)
    state = pf.load_game(name).new_game(seed=seed, start="play")
    while len(state.hands[state.seat or 0]) > last:
        state.apply_index(rng.randrange(state.count_legal()))
    end = type(state).from_bytes(state.to_bytes())
    while not end.is_over:
        end.apply_index(rng.randrange(end.count_legal()))
    return end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="shengji", choices=pf.list_games())
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--last", type=int, default=5, help="cards in a hand from where on the deal is looked at")
    parser.add_argument("--record", type=Path, help="a record instead, as State.to_record writes it")
    arguments = parser.parse_args()

    deal: str | pf.State
    if arguments.record:
        deal = arguments.record.read_text(encoding="utf-8")
    else:
        deal = random_end(arguments.game, arguments.seed, arguments.last)
    total: dict[int, int] = {}
    for play in pf.analyse(deal):
        value = "?" if play.value is None else play.value
        cost = f"  cost {play.cost}" if play.cost else ""
        print(f"seat {play.seat}  {play.move!s:24} {value:>4}{cost}")
        total[play.seat] = total.get(play.seat, 0) + (play.cost or 0)
    print("given away:", ", ".join(f"seat {seat} {cost}" for seat, cost in sorted(total.items())))


if __name__ == "__main__":
    main()
