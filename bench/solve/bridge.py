"""Whist with open hands against DDS, the double-dummy solver of bridge, board by board in one process.

    pip install endplay==0.5.12
    python bench/solve/bridge.py [--boards 100] [--seed 1]

Both say how many tricks the leader's side takes on random boards of 13 cards, for one trump suit or none and one
leader, on one thread; the answers must be equal. Every board goes to both, one after the other in turn, and is timed in
CPU time. DDS is asked for one card that takes the most tricks (target -1, solutions 1, mode 1).
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import endplay._dds as dds
from endplay.types import Deal, Denom, Player

import pokerfast as pf

SUITS, RANKS = "SHDC", "23456789TJQKA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
TRUMPS = (*SUITS, "NT")
WHIST = pf.load_game("whist")


class Board:
    def __init__(self, rng: random.Random) -> None:
        cards = rng.sample(PACK, 52)
        self.hands = [cards[13 * seat : 13 * seat + 13] for seat in range(4)]
        self.trump, self.leader = rng.choice(TRUMPS), rng.randrange(4)
        self.state = WHIST.setup(hands=[" ".join(hand) for hand in self.hands], to_move=self.leader, trump=self.trump)
        text = " ".join(
            ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in SUITS) for hand in self.hands
        )
        deal = Deal("N:" + text)
        deal.first, deal.trump = Player(self.leader), Denom(TRUMPS.index(self.trump))
        self.deal = deal._data

    def ours(self) -> int:
        """Tricks of the leader's side."""
        value = pf.solve(self.state, all_moves=False).value
        assert value is not None
        return value if self.leader % 2 == 0 else 13 - value

    def theirs(self) -> int:
        found = dds.futureTricks()
        dds.SolveBoard(self.deal, -1, 1, 1, found, 0)  # raises where DDS finds a fault
        return int(found.score[0])


def timed(work: object) -> tuple[int, float]:
    began = time.process_time()
    answer = work()  # type: ignore[operator]
    return answer, time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dds.SetMaxThreads(1)
    rng = random.Random(arguments.seed)
    Board(rng).theirs()
    spent: tuple[list[float], list[float]] = ([], [])
    for number in range(arguments.boards):
        board = Board(rng)
        works = [board.ours, board.theirs]
        answers = [0, 0]
        for which in (0, 1) if number % 2 else (1, 0):
            answers[which], seconds = timed(works[which])
            spent[which].append(seconds)
        assert answers[0] == answers[1], (board.hands, board.trump, board.leader, answers)
    for name, seconds in zip(("pokerfast", "DDS"), spent, strict=True):
        print(
            f"{name:10} mean {1000 * statistics.mean(seconds):.1f} ms  "
            f"median {1000 * statistics.median(seconds):.1f} ms  most {1000 * max(seconds):.0f} ms"
        )
    print(f"ratio of the means {statistics.mean(spent[0]) / statistics.mean(spent[1]):.2f}")


if __name__ == "__main__":
    main()
