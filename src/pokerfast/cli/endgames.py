"""Positions with open hands: solve."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import pokerfast
from pokerfast._fast import PASS, Combo
from pokerfast.cli import common
from pokerfast.cli.common import AsJson, Changes, GameName, Preset
from pokerfast.names import SIDES
from pokerfast.solve import MoveValue, Solution

MOST_LINE = 40  # plays of a line that are shown


def solve(
    game: GameName,
    hands: Annotated[
        list[str], typer.Argument(metavar="HAND...", show_default=False, help="The landlord's hand, then the others'.")
    ],
    to_move: Annotated[int, typer.Option("--to-move", metavar="SEAT", help="Whose turn it is; 0 is the landlord.")] = 0,
    table: Annotated[str | None, typer.Option("--table", metavar="PLAY", help="The play to beat.")] = None,
    table_by: Annotated[int | None, typer.Option("--table-by", metavar="SEAT", help="Who played it.")] = None,
    all_moves: Annotated[
        bool, typer.Option("--all/--first", help="Judge every move, or stop at a winning one.")
    ] = True,
    max_nodes: Annotated[int | None, typer.Option(help="Positions to search at most.")] = None,
    max_seconds: Annotated[float | None, typer.Option(help="Time to take at most.")] = None,
    max_memory: Annotated[int | None, typer.Option(help="Memory to use at most, in MiB.")] = None,
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="FILE", help="Write a proof as JSON, checked before.")
    ] = None,
    preset: Preset = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Who wins with open hands, and with which moves (残局)."""
    rules = common.load(game, preset, changes)
    with progress_line() as progress:
        solution = pokerfast.solve(
            rules,
            hands=hands,
            to_move=to_move,
            table=table,
            table_by=table_by,
            all_moves=all_moves,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_memory=None if max_memory is None else max_memory << 20,
            progress=progress,
            proof=proof is not None,
        )
    if proof is not None and solution.proof is not None:
        faults = pokerfast.check_proof(solution.proof)
        if faults:
            raise AssertionError(f"the proof does not hold: {faults[0]}")
        proof.write_text(json.dumps(solution.proof, ensure_ascii=False), encoding="utf-8")
    if as_json:
        common.emit_json({"game": game, "options": common.options_record(rules)} | as_record(solution))
        return
    out = common.console()
    if solution.winner is None:
        out.print(f"unknown: a limit was reached after {solution.nodes:,} positions")
    else:
        won = "" if solution.status == "solved" else "; not every move was judged"
        out.print(f"{solution.winner} {SIDES[solution.winner].hanzi} win{'s' * (solution.winner == 'landlord')}{won}")
    shown = common.table("move", "汉字", "", "then")
    for each in solution.moves:
        result = "wins" if each.value == 1 else "loses" if each.value == -1 else "?"
        shown.add_row(str(each.move), common.hanzi(each.move.kind), result, Text(line_text(each)))
    common.show(out, (f"{len(solution.moves)} moves, {solution.nodes:,} positions, {solution.seconds:.3f} s", shown))
    if proof is not None:
        nodes = 0 if solution.proof is None else len(solution.proof["nodes"])
        out.print(f"proof of {nodes:,} nodes in {proof}" if nodes else "no proof")


@contextmanager
def progress_line() -> Iterator[Callable[[int], object] | None]:
    """A count of positions on stderr if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    with Console(stderr=True).status("solving") as status:
        yield lambda nodes: status.update(f"solving: {nodes:,} positions")


def line_text(value: MoveValue) -> str:
    """What follows a move."""
    rest = [str(combo) for combo in value.line[1 : MOST_LINE + 1]]
    return " ".join(rest) + (" …" if len(value.line) > MOST_LINE + 1 else "")


def parts(combo: Combo) -> dict[str, str | int | None]:
    """A move in JSON."""
    if combo == PASS:
        return {"kind": "pass", "rank": None, "length": 0, "cards": ""}
    return {"kind": combo.kind, "rank": combo.rank, "length": combo.length, "cards": combo.cards}


def as_record(solution: Solution) -> dict[str, object]:
    """A solution in JSON."""
    return {
        "status": solution.status,
        "winner": solution.winner,
        "best": None if solution.best is None else parts(solution.best),
        "winning_moves": [parts(move) for move in solution.winning_moves],
        "moves": [
            {"move": parts(each.move), "value": each.value, "line": [str(combo) for combo in each.line]}
            for each in solution.moves
        ],
        "line": [str(combo) for combo in solution.line],
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }
