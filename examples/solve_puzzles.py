"""Endgames of 斗地主 with open hands: who wins, with which first moves, and how many positions the search took.

    python examples/solve_puzzles.py
    python examples/solve_puzzles.py --line WAQQJJT999844,w22AAT886633

A puzzle is the hands with commas between, the landlord's first and to lead. Without any, some that were published are
solved. ``--line`` also tells how the game goes.
"""

from __future__ import annotations

import argparse

import pokerfast as pf

PUZZLES = (
    "KK5543,225543",
    "2KKTT77554,AA8",
    "2AKT96554,wKJT8854",
    "WAQQJJT999844,w22AAT886633",
    "3wW,2,2",
)


def text(moves: tuple[pf.Combo, ...]) -> str:
    return " ".join("pass" if move == pf.PASS else move.cards for move in moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", nargs="*", default=PUZZLES, metavar="hands")
    parser.add_argument("--preset", default="qq")
    parser.add_argument("--line", action="store_true", help="tell how the game goes with the best move")
    arguments = parser.parse_args()

    game = pf.load_game("doudizhu", preset=arguments.preset)
    for puzzle in arguments.puzzles:
        solution = pf.solve(game, hands=puzzle.split(","))
        moves = text(solution.winning_moves) or "nothing"
        wins = "win" if solution.winner == "farmers" else "wins"
        print(f"{puzzle}: {solution.winner} {wins}, the lead wins with {moves}; {solution.nodes:,} positions")
        if arguments.line:
            print(f"  {text(solution.line)}")


if __name__ == "__main__":
    main()
