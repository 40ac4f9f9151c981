"""Endgames of the climbing games: how many are solved within a limit, how fast, in how many positions.

    python bench/solve/run.py                      every set, 10 seconds a deal
    python bench/solve/run.py puzzles 9/9/9        some of them
    python bench/solve/run.py --seconds 1 --deals 20

Deals come from a seed, so that node counts can be compared between builds; those of unsolved deals depend on the time.
The puzzles' answers are asserted.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from pathlib import Path

import pokerfast as pf

PACK = [rank for rank in "3456789TJQKA2" for _ in range(4)] + ["w", "W"]
#: Sizes of the hands, the landlord's first, and how many deals.
SETS = {
    "13/13": ((13, 13), 100),
    "17/17": ((17, 17), 30),
    "9/9/9": ((9, 9, 9), 60),
    "12/11/11": ((12, 11, 11), 50),
    "20/17/17": ((20, 17, 17), 40),
}
#: Games for five: cards in each hand, and how many positions.
FIVES = {"dadaa5": (5, 20), "dadaa6": (6, 20), "baohuang5": (5, 20), "baohuang6": (6, 20)}
PUZZLES = Path(__file__).parents[2] / "tests" / "data" / "doudizhu" / "endgames.jsonl"
SEATS = {"landlord": 0, "farmer": 1, "farmer1": 1, "farmer2": 2, None: None}
BANS = {
    "triple+2 and plane+pairs": ("trio_pair", "trio_pair_chain"),
    "triple+1 and plane+singles": ("trio_solo", "trio_solo_chain"),
}


def deals(sizes: tuple[int, ...], n: int) -> list[list[str]]:
    """Hands out of a whole pack, the rest out of play."""
    rng = random.Random(repr(sizes))
    made = []
    for _ in range(n):
        cards = rng.sample(PACK, sum(sizes))
        hands = []
        for size in sizes:
            hands.append("".join(cards[:size]))
            cards = cards[size:]
        made.append(hands)
    return made


def five(game: pf.ClimbingGame, size: int, seed: int) -> pf.State:
    """Five hands out of a pack, seat 0 to lead. 打大A: both big aces are held; 保皇: seat 0 is the emperor and one
    of the others his guard."""
    rng = random.Random(f"{game.name} {size} {seed}")
    if game.name == "dadaa":
        pack = [rank for rank in "456789TJQK23" for _ in range(8)] + ["A"] * 6 + ["w", "w", "W", "W"]
        cards = [*rng.sample(pack, 5 * size - 2), "*", "*"]
        rng.shuffle(cards)
        return game.setup(hands=["".join(cards[i::5]) for i in range(5)])
    pack = [rank for rank in "6789TJQKA2" for _ in range(16)] + ["w", "W"] * 3
    cards = rng.sample(pack, 5 * size)
    hands = ["".join(cards[i::5]) for i in range(5)]
    return game.setup(hands=hands, emperor=0, guard=rng.randrange(1, 5), exposed=True)


def report(name: str, solutions: list[pf.Solution]) -> None:
    """One line of the table."""
    seconds = sorted(each.seconds if each.status == "solved" else float("inf") for each in solutions)
    solved = sum(each.status == "solved" for each in solutions)
    nodes = sum(each.nodes for each in solutions if each.status == "solved")
    print(
        f"{name:10} {solved:4} of {len(solutions):<4} median {statistics.median(seconds):.4f} s  "
        f"p90 {seconds[len(seconds) * 9 // 10]:.3f} s  most {seconds[-1]:.3f} s  "
        f"{nodes:,} positions in the solved",
        flush=True,
    )


def puzzles() -> None:
    """The public puzzles with every winning first move."""
    found = []
    for row in map(json.loads, PUZZLES.read_text(encoding="utf-8").splitlines()):
        banned = tuple(kind for ban in row["banned"] or () for kind in BANS[ban])
        game = pf.load_game("doudizhu", banned_kinds=banned)
        table_by, to_move = SEATS[row["table_by"]], SEATS[row["to_move"]]
        assert to_move is not None
        hands = [row["landlord"], *row["farmers"]]
        solution = pf.solve(game, hands=hands, to_move=to_move, table=row["table"], table_by=table_by)
        assert solution.winner == ("landlord" if row["winner"].startswith("landlord") else "farmers"), row["id"]
        found.append(solution)
    report("puzzles", found)
    hardest = max(found, key=lambda each: each.nodes)
    print(f"           together {sum(each.seconds for each in found):.3f} s, most positions {hardest.nodes:,}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="SET", help="puzzles, " + ", ".join([*SETS, *FIVES]))
    parser.add_argument("--seconds", type=float, default=10.0, help="limit of one deal")
    parser.add_argument("--deals", type=int, help="deals of each set at most")
    arguments = parser.parse_args()
    game = pf.load_game("doudizhu")
    for name in arguments.sets or ["puzzles", *SETS, *FIVES]:
        if name == "puzzles":
            puzzles()
            continue
        if name in FIVES:
            size, n = FIVES[name]
            rules = pf.load_game(name[:-1])
            assert isinstance(rules, pf.ClimbingGame)
            states = [five(rules, size, seed) for seed in range(min(n, arguments.deals or n))]
            report(name, [pf.solve(state, all_moves=False, max_seconds=arguments.seconds) for state in states])
            continue
        sizes, n = SETS[name]
        report(
            name,
            [
                pf.solve(game, hands=hands, all_moves=False, max_seconds=arguments.seconds)
                for hands in deals(sizes, min(n, arguments.deals or n))
            ],
        )


if __name__ == "__main__":
    main()
