"""Golden playthroughs: every state of some whole deals, line by line.

``POKERFAST_REGEN=1`` writes the file anew; the change then shows in the diff.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf

FILE = Path(__file__).parent / "data/doudizhu/playthrough.txt"

#: Options and arguments of new_game of each deal; together they reach every phase and a redeal.
DEALS: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"seed": 7}),
    ({"open_hand": False}, {"seed": 21, "beans": [500, 0, 70]}),
    ({"preset": "pagat", "auction": "bid3", "open_hand": False}, {"seed": 3, "first": 1}),
    ({"auction": "none", "open_deal_thresholds": (0, 0), "kicker_body_rank": True}, {"seed": 2**64 - 1}),
)


def number(step: int, state: pf.State) -> int:
    """Which action is taken: any rule would do, so long as it never changes."""
    count = state.count_legal()
    if state.phase in ("show_start", "show_deal"):
        return 0 if step == 20 else count - 1
    if state.phase in ("call", "bid") and step < 4:
        return count - 1
    return (step * step * 31 + step * 7) % count


def line(step: int, state: pf.State, action: pf.Action) -> str:
    table = "-" if state.table == pf.PASS else f"{state.table.kind} {state.table}"
    counts = "/".join(str(len(hand)) for hand in state.hands)
    return (
        f"{step:3} {state.phase:10} seat {state.seat} cards {counts} table {table} of {state.count_legal()}: {action}"
    )


def playthrough(options: dict[str, Any], start: dict[str, Any]) -> list[str]:
    state = pf.load_game("doudizhu", **options).new_game(**start)
    lines = [f"# {json.dumps(options)} {json.dumps(start)}"]
    step = 0
    while not state.is_over:
        actions = state.legal_actions()
        index = number(step, state)
        if state.phase == "play" and not any(text.startswith("  landlord") for text in lines):
            lines.append(f"  landlord {state.landlord} bottom {state.kitty.suited}")
            lines += [f"  seat {seat} {hand.suited}" for seat, hand in enumerate(state.hands)]
        lines.append(line(step, state, actions[index]))
        state.apply_index(index)
        step += 1
    lines.append(f"  {state.phase} returns {state.returns()}")
    return lines


def written() -> str:
    return "\n".join("\n".join(playthrough(*deal)) + "\n" for deal in DEALS)


def test_playthrough() -> None:
    text = written()
    if os.environ.get("POKERFAST_REGEN") == "1":
        FILE.write_text(text, encoding="utf-8")
    # Line by line, so that a difference shows where it begins.
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.arch
def test_the_file_has_every_phase() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    phases = {text[4:].split()[0] for text in lines if text[:3].strip().isdigit()}
    assert phases == {"show_start", "show_deal", "call", "bid", "rob", "show", "double", "play"}
    assert sum(text.startswith("#") for text in lines) == len(DEALS)
    assert sum("returns" in text for text in lines) == len(DEALS)
    kinds = {text.split(" table ")[1].split()[0] for text in lines if " table " in text}
    assert len(kinds) >= 6


def test_a_game_without_a_playthrough_is_found() -> None:
    for name in pf.list_games():
        assert (FILE.parents[1] / name / "playthrough.txt").is_file(), name
