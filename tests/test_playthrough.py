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

DATA = Path(__file__).parent / "data"

#: By game, options and arguments of new_game of each deal; together they reach every phase and a redeal.
DEALS: dict[str, tuple[tuple[dict[str, Any], dict[str, Any]], ...]] = {
    "doudizhu": (
        ({}, {"seed": 7}),
        ({"open_hand": False}, {"seed": 21, "beans": [500, 0, 70]}),
        ({"preset": "pagat", "auction": "bid3", "open_hand": False}, {"seed": 3, "first": 1}),
        ({"auction": "none", "open_deal_thresholds": (0, 0), "kicker_body_rank": True}, {"seed": 2**64 - 1}),
    ),
    "shengji": (
        ({}, {"seed": 7}),
        ({"preset": "one_deck", "nobody_declares": "redeal", "throws": "none"}, {"seed": 21}),
        ({"preset": "titanic", "two_is_trump": True}, {"seed": 3, "dealer": 1, "levels": ["K", "5"]}),
        ({"preset": "chaodipi", "stakes": True}, {"seed": 2**64 - 11, "dealer": 2}),
    ),
    "whist": (({}, {"seed": 7}), ({"trump": "NT"}, {"seed": 3, "dealer": 1})),
    "dadaa": (
        ({}, {"seed": 1, "last_winner": 2}),
        ({"counter_double_ace": True, "score": "grassland", "ladder": "ace_low"}, {"seed": 1}),
        ({"no_reveal": "redeal", "wind": "partner", "big_ace_joins": True}, {"seed": 2**64 - 2}),
    ),
    "baohuang": (
        ({"qiangdu": True}, {"seed": 7}),
        ({"preset": "classic", "kao": True}, {"seed": 21, "first": 3}),
        ({"mode": "classic", "qiangdu": True, "bie6": True, "pack": "216"}, {"seed": 2**64 - 1}),
    ),
    "erqiwang": (
        ({}, {"seed": 7}),
        ({"preset": "three_players", "allow_no_trump": True, "throws": "all"}, {"seed": 21, "first": 2}),
        ({"preset": "cards92", "no_bid": "first_at_max"}, {"seed": 2**64 - 11}),
    ),
    "dabaifen": (
        ({}, {"seed": 7}),
        ({"preset": "moving", "nobody_declares": "redeal", "wrong_throw": "none"}, {"seed": 21}),
        ({"preset": "moving", "wrong_throw": "none"}, {"seed": 3, "dealer": 1, "levels": ["K", "5"]}),
        ({"preset": "contract", "wrong_throw": "none"}, {"seed": 7, "first": 1}),
        ({"preset": "contract", "kitty_points_max": 5}, {"seed": 2**64 - 11}),
    ),
}
PHASES = {
    "doudizhu": {"show_start", "show_deal", "call", "bid", "rob", "show", "double", "play"},
    "shengji": {"declare", "bury", "rob", "play"},
    "whist": {"play"},
    "dadaa": {"reveal", "counter", "play"},
    "baohuang": {"claim", "throne", "name", "open_solo", "show", "revolt", "play"},
    "erqiwang": {"bid", "name", "bury", "play"},
    "dabaifen": {"declare", "bid", "name", "bury", "play"},
}
#: Games whose deals end in several ways.
ENDS = {"erqiwang": {"played", "surrender"}, "dabaifen": {"played", "wrong_throw", "tripled"}}
every_game = pytest.mark.parametrize("name", DEALS)


def file_of(name: str) -> Path:
    return DATA / name / "playthrough.txt"


def number(step: int, state: pf.State) -> int:
    """Which action is taken: any rule would do, so long as it never changes."""
    count = state.count_legal()
    if state.phase in ("show_start", "show_deal"):
        return 0 if step == 20 else count - 1
    if state.phase in ("call", "bid") and step < 4:
        return count - 1
    if state.phase == "declare":
        late = state.game.options["nobody_declares"] == "redeal"
        return 0 if step == (12 if late else 6) and not state.game.options.get("rob_kitty") else count - 1
    if state.phase == "rob":
        return 0
    if state.check("surrender") and state.game.options["no_bid"] == "first_at_max":
        return count - 1
    if state.num_players == 5 and state.phase not in ("name", "play"):
        return number_before_a_race(step, state)
    return (step * step * 31 + step * 7) % count


def number_before_a_race(step: int, state: pf.State) -> int:
    """Of the questions of games for five: a redeal, a throne that is passed on, claims, revolts."""
    options, last = state.game.options, state.count_legal() - 1
    match state.phase:
        case "reveal":
            # Nobody shows where two equal aces may be shown later.
            when = 120 if options["no_reveal"] == "redeal" else 12
            return 0 if step >= when and not options["counter_double_ace"] else last
        case "claim":
            return 0 if step == 3 and options["bie6"] else last
        case "throne":
            return 0 if step >= 22 else last
        case "open_solo":
            return last
        case "show":
            return 0 if options["mode"] == "classic" else last
    return 0


def line(step: int, state: pf.State, action: pf.Action) -> str:
    if isinstance(state, pf.TrickState):
        table = state.table or "-"
    else:
        table = "-" if state.table == pf.PASS else f"{state.table.kind} {state.table}"
    counts = "/".join(str(len(hand)) for hand in state.hands)
    return (
        f"{step:3} {state.phase:10} seat {state.seat} cards {counts} table {table} of {state.count_legal()}: {action}"
    )


def start_of_play(state: pf.State) -> list[str]:
    if isinstance(state, pf.TrickState):
        kitty = f" kitty {state.kitty}" if state.kitty else ""
        bid = f" bid {state.bid}" if state.bid else ""
        shown = f" shown {state.turned}" if state.game.name == "erqiwang" else ""
        head = f"  dealer {state.dealer} trump {state.trump} level {state.level} stake {state.stake}{bid}{shown}{kitty}"
        return [head, *(f"  seat {seat} {hand}" for seat, hand in enumerate(state.hands))]
    head = f"  landlord {state.landlord} bottom {state.kitty.suited}"
    if state.game.name == "dadaa":
        head = f"  declarer {state.declarer} big aces {state.big_suit}A exposed {state.exposed} sides {state.sides}"
    elif state.game.name == "baohuang":
        guard = f"emperor {state.emperor} guard {state.guard} named {state.named}"
        head = f"  {guard} exposed {state.exposed} multiplier {state.multiplier}"
    return [head, *(f"  seat {seat} {hand.suited}" for seat, hand in enumerate(state.hands))]


def playthrough(name: str, options: dict[str, Any], start: dict[str, Any]) -> list[str]:
    state = pf.load_game(name, **options).new_game(**start)
    lines = [f"# {json.dumps(options)} {json.dumps(start)}"]
    step, playing = 0, False
    while not state.is_over:
        actions = state.legal_actions()
        index = number(step, state)
        if state.phase == "play" and not playing:
            lines += start_of_play(state)
            playing = True
        lines.append(line(step, state, actions[index]))
        state.apply_index(index)
        step += 1
    points = f" points {state.points}" if isinstance(state, pf.TrickState) and name != "whist" else ""
    if isinstance(state, pf.TrickState) and name in ENDS:
        points = f" {state.end}{points}"
    out = f" places {state.places}" if name in ("dadaa", "baohuang") else ""
    lines.append(f"  {state.phase}{points}{out} returns {state.returns()}")
    return lines


def written(name: str) -> str:
    return "\n".join("\n".join(playthrough(name, *deal)) + "\n" for deal in DEALS[name])


@every_game
def test_playthrough(name: str) -> None:
    text = written(name)
    if os.environ.get("POKERFAST_REGEN") == "1":
        file_of(name).write_text(text, encoding="utf-8")
    # Line by line, so that a difference shows where it begins.
    assert text.splitlines() == file_of(name).read_text(encoding="utf-8").splitlines()


@pytest.mark.arch
@every_game
def test_the_file_has_every_phase(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    phases = {text[4:].split()[0] for text in lines if text[:3].strip().isdigit()}
    assert phases == PHASES[name]
    assert sum(text.startswith("#") for text in lines) == len(DEALS[name])
    assert sum("returns" in text for text in lines) == len(DEALS[name])
    if name == "doudizhu":
        kinds = {text.split(" table ")[1].split()[0] for text in lines if " table " in text}
        assert len(kinds) >= 6
    if name in ENDS:
        assert {text.split()[1] for text in lines if text.startswith("  over")} == ENDS[name]
    if name in ("dadaa", "baohuang"):
        words = {text.split(": ")[1].split()[0] for text in lines if " table " in text}
        assert words >= (
            {"show", "no", "take", "pass"} if name == "dadaa" else {"rob", "no", "call", "yield", "show", "name"}
        )


def test_a_game_without_a_playthrough_is_found() -> None:
    for name in pf.list_games():
        assert file_of(name).is_file(), name
