"""A deal of 保皇 as its players see it: who knows the guard, and when; one seat is left to the table (托管).

python examples/emperor_and_guard.py --seed 3 --away 4
"""

from __future__ import annotations

import argparse
import random

import pokerfast as pf


def knows(state: pf.ClimbingState, seat: int) -> str:
    """What a seat can tell of the emperor's partner from its view alone."""
    view = state.view(seat)
    if view.guard is not None:
        return "himself" if view.guard == seat else f"seat {view.guard}"
    return "none" if view.sides[seat] is not None else "?"


def main() -> None:
    """Play one random deal."""
    parser = argparse.ArgumentParser(description="A deal of 保皇 as its players see it.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--away", type=int, default=0, choices=range(5), help="the seat left to the table")
    parser.add_argument("--mode", default="concise", choices=("concise", "classic"))
    options = parser.parse_args()
    state = pf.load_game("baohuang", mode=options.mode, kao=True).new_game(seed=options.seed)
    state.administer(options.away, "auto")
    chance = random.Random(options.seed)
    told: list[str] = []
    while state.seat is not None:
        left = state.auto_action() if state.seat == options.away else None
        state.apply(left or chance.choice(state.legal_actions()))
        now = [knows(state, seat) for seat in range(5)] if state.emperor is not None else []
        if now != told:
            told = now
            print(f"{len(state.history):4} actions, phase {state.phase}: emperor seat {state.emperor}; guard: {now}")
    print("places", state.places, "sides", state.sides)
    print("score", state.returns(), "- dissolved" if state.dissolved else "")


if __name__ == "__main__":
    main()
