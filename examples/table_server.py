"""The loop of a game server: it sends every player what he may see, and trusts nothing that comes back.

    python examples/table_server.py --seed 3

The three clients here are functions that get a view as JSON and answer with text; one of them cheats now and then, one
falls silent after a while. A real server would put a connection in their place.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable

import pokerfast as pf

Client = Callable[[str], str | None]
STRIKES = 3


def in_play(message: str) -> bool:
    """Whether cards are being played."""
    return bool(json.loads(message)["phase"] == "play")


def honest(game: pf.ClimbingGame, chance: random.Random) -> Client:
    """Works out its answer from the view alone."""

    def answer(message: str) -> str:
        view = json.loads(message)
        if view["phase"] != "play":
            return "no"
        plays = game.leads(view["hand"]) if view["table"] is None else game.follows(view["hand"], view["table"])
        if not plays or (view["table"] is not None and chance.random() < 0.3):
            return "pass"
        return str(chance.choice(plays))

    return answer


def cheating(game: pf.ClimbingGame, chance: random.Random) -> Client:
    """Sometimes plays both jokers, held or not."""
    fair = honest(game, chance)
    return lambda message: "wW" if in_play(message) and chance.random() < 0.2 else fair(message)


def fading(game: pf.ClimbingGame, chance: random.Random) -> Client:
    """Stops answering after its sixth turn in play."""
    fair, turns = honest(game, chance), iter(range(6))
    return lambda message: fair(message) if not in_play(message) or next(turns, None) is not None else None


def serve(state: pf.State, clients: list[Client]) -> None:
    """Play a deal to its end. A client that is silent or wrong too often is put on auto and passes from then on."""
    strikes = [0] * len(clients)
    while state.seat is not None:
        seat = state.seat
        text = clients[seat](state.view(seat).to_json()) if strikes[seat] < STRIKES else None
        legality = state.check(text) if text is not None else None
        if text is not None and legality:
            state.apply(text)
            continue
        if strikes[seat] < STRIKES:
            strikes[seat] += 1
            why = "silent" if legality is None else f"{text!r} refused: {legality.message} ({legality.message_zh})"
            print(f"seat {seat}: {why}")
            if strikes[seat] == STRIKES:
                state.administer(seat, "auto")
                print(f"seat {seat}: on auto from here")
                continue
        # The last action is always the cheapest: no, pass, or, when leading, the largest play.
        state.apply_index(state.count_legal() - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()

    chance = random.Random(arguments.seed)
    # Without a forced landlord three honest clients, who never call, would be dealt new cards for ever.
    game = pf.load_game("doudizhu", all_pass="first_caller")
    state = game.new_game(seed=arguments.seed)
    serve(state, [honest(game, chance), cheating(game, chance), fading(game, chance)])

    record = state.to_record()
    print(f"scores {state.returns()}; {len(state.history)} actions; spectators saw {len(state.view(None).history)}")
    assert pf.replay(record) == state


if __name__ == "__main__":
    main()
