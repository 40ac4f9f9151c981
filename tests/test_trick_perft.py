"""perft of a trick-taking game: the number of action sequences, as the reference counts them and as they once were."""

from __future__ import annotations

from typing import Any

import pytest

import pokerfast as pf
from tests.reference.shengji_game import Game
from tests.reference.trick_cards import Options

#: Hands of a small end of a deal with pairs, a tractor, trumps and a kitty, and how many sequences of actions it has.
END: dict[str, Any] = {
    "hands": ["SA SK SK HA HQ", "S3 S3 S4 S4 H9", "ST w HJ HJ CA", "DT D9 D9 H2 H3"],
    "to_move": 0,
    "trump": "S",
    "level": "T",
    "dealer": 1,
    "kitty": "HK",
}
COUNTS = {
    "all": [1, 8, 14, 22, 28, 122, 234, 464, 916],
    "none": [1, 5, 8, 12, 18, 66, 122, 232, 472],
}


def enumerated(game: Game, texts: list[str], depth: int, make: Any) -> int:
    """The definition: every position is made again from its actions."""
    if depth == 0:
        return 1
    legal = game.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for text in legal:
        after = make()
        for done in [*texts, text]:
            after.apply(done)
        total += enumerated(after, [*texts, text], depth - 1, make)
    return total


@pytest.mark.arch
@pytest.mark.parametrize("throws", COUNTS)
def test_perft(throws: str) -> None:
    state = pf.load_game("shengji", throws=throws).setup(**END)
    assert [pf.perft(state, depth) for depth in range(len(COUNTS[throws]))] == COUNTS[throws]

    def make() -> Game:
        values = {name: END[name] for name in ("hands", "trump", "level", "dealer", "kitty")}
        return Game.position(**values, leader=0, options=Options(throws=throws))

    assert [enumerated(make(), [], depth, make) for depth in range(6)] == COUNTS[throws][:6]
