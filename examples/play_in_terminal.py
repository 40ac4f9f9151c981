"""Play 斗地主 in the terminal against two players who choose at random.

    python examples/play_in_terminal.py --seed 7 --seat 0

Type an action as its text (``333444``, ``pass``, ``call``, ``no``), ``?`` for the legal actions, or ``q`` to leave.
"""

from __future__ import annotations

import argparse
import random

import pokerfast as pf

SHOWN = 30


def ask(state: pf.ClimbingState, seat: int) -> str | None:
    """An answer that `state` accepts, or None to leave."""
    view = state.view(seat)
    print(f"\n{view.phase}, you hold {view.hand}, cards left {view.counts}")
    if view.table_by is not None:
        print(f"to beat: {view.table} by seat {view.table_by}")
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            return None
        if text == "q":
            return None
        if text == "?":
            actions = state.legal_actions()
            more = f" ... ({len(actions)} in all)" if len(actions) > SHOWN else ""
            print(" | ".join(str(action) for action in actions[:SHOWN]) + more)
            continue
        answer = state.check(text)
        if answer:
            return text
        print(f"{answer.message}; try {answer.suggestion}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seat", type=int, choices=(0, 1, 2), default=0)
    arguments = parser.parse_args()

    chance = random.Random(arguments.seed)
    # Without 明牌, which would ask after every card dealt.
    state = pf.load_game("doudizhu", open_hand=False).new_game(seed=arguments.seed)
    while state.seat is not None:
        seat = state.seat
        if seat == arguments.seat:
            text = ask(state, seat)
            if text is None:
                print("bye")
                return
            state.apply(text)
        else:
            action = state.legal_actions()[chance.randrange(state.count_legal())]
            state.apply(action)
            # The others double unseen: their answers come out when all have given theirs.
            hidden = state.view(arguments.seat).history[-1][1] is None
            print(f"seat {seat}: {'...' if hidden else action}")
    print(f"\nover; scores {state.returns()}, landlord was seat {state.landlord}")


if __name__ == "__main__":
    main()
