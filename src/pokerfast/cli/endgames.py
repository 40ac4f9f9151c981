"""Positions with open hands: solve."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

import pokerfast
from pokerfast._fast import Combo, SuitedHand
from pokerfast.cli import common
from pokerfast.cli.common import AsJson, Changes, GameName, Preset
from pokerfast.names import SIDES
from pokerfast.solution import MoveValue, Solution

MOST_LINE = 40  # plays of a line that are shown


def solve(
    game: GameName,
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            show_default=False,
            help="The hands from seat 0 on, in 斗地主 the landlord's; '-' for a player who is out.",
        ),
    ],
    to_move: Annotated[int, typer.Option("--to-move", metavar="SEAT", help="Whose turn it is.")] = 0,
    table: Annotated[str | None, typer.Option("--table", metavar="PLAY", help="The play to beat.")] = None,
    table_by: Annotated[int | None, typer.Option("--table-by", metavar="SEAT", help="Who played it.")] = None,
    finished: Annotated[str, typer.Option(metavar="SEATS", help="Seats that are out in their order: 2,0.")] = "",
    sides: Annotated[str, typer.Option(metavar="SEATS", help="打大A: seats that were dealt big aces.")] = "",
    declarer: Annotated[int | None, typer.Option(metavar="SEAT", help="打大A: who showed.")] = None,
    big_suit: Annotated[str, typer.Option(metavar="S|H|D|C", help="打大A: the suit of the big aces.")] = "H",
    exposed: Annotated[bool, typer.Option("--exposed", help="打大A, 保皇: all know the sides.")] = False,
    open_play: Annotated[bool, typer.Option("--open", help="打大A: after 反A; 保皇: 明独.")] = False,
    emperor: Annotated[int | None, typer.Option(metavar="SEAT", help="保皇: the emperor.")] = None,
    guard: Annotated[int | None, typer.Option(metavar="SEAT", help="保皇: his guard.")] = None,
    multiplier: Annotated[int, typer.Option(help="保皇: what the score is multiplied by.")] = 1,
    trick: Annotated[
        list[str] | None, typer.Option(metavar="PLAY", help="Tricks: a play on the table, the lead first; repeat.")
    ] = None,
    trump: Annotated[str | None, typer.Option(metavar="S|H|D|C|NT", help="Tricks: the trump suit.")] = None,
    level: Annotated[str | None, typer.Option(metavar="RANK", help="升级: the level.")] = None,
    dealer: Annotated[int | None, typer.Option(metavar="SEAT", help="Tricks: whose deal it is.")] = None,
    kitty: Annotated[str, typer.Option(metavar="CARDS", help="Tricks: what is buried.")] = "",
    points: Annotated[int, typer.Option(help="Tricks: what the attackers have so far.")] = 0,
    bid: Annotated[int | None, typer.Option(help="二七王, 打百分: what the dealer bid.")] = None,
    all_moves: Annotated[
        bool, typer.Option("--all/--first", help="Judge every move, or stop at the first best one.")
    ] = True,
    max_nodes: Annotated[int | None, typer.Option(help="Positions to search at most.")] = None,
    max_seconds: Annotated[float | None, typer.Option(help="Time to take at most.")] = None,
    max_memory: Annotated[int | None, typer.Option(help="Memory to use at most, in MiB.")] = None,
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="FILE", help="斗地主: write a proof as JSON, checked before.")
    ] = None,
    preset: Preset = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """What a position with open hands is worth, and with which moves (残局)."""
    rules = common.load(game, preset, changes)
    held = ["" if hand == "-" else hand for hand in hands]
    state: pokerfast.State
    if isinstance(rules, pokerfast.TrickGame):
        if trump is None:
            raise pokerfast.RulesError([("trump", "is needed: --trump S, H, D, C or NT")])
        state = rules.setup(
            hands=held,
            to_move=to_move,
            trick=trick or (),
            trump=trump,
            level=level,
            dealer=dealer,
            kitty=kitty,
            points=points,
            bid=bid,
        )
    else:
        assert isinstance(rules, pokerfast.ClimbingGame)
        state = rules.setup(
            hands=held,
            to_move=to_move,
            table=table,
            table_by=table_by,
            multiplier=multiplier,
            finished=seats("finished", finished),
            sides=seats("sides", sides),
            declarer=declarer,
            big_suit=big_suit,
            exposed=exposed,
            open=open_play,
            emperor=emperor,
            guard=guard,
        )
    with progress_line() as progress:
        solution = pokerfast.solve(
            state,
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
        common.emit_json({"game": game, "options": common.options_record(rules)} | solution.to_dict())
        return
    out = common.console()
    out.print(verdict(solution))
    shown = common.table("move", "equal", "", "then")
    if not isinstance(rules, pokerfast.TrickGame):
        shown = common.table("move", "汉字", "", "then")
    for each in solution.moves:
        beside = common.hanzi(each.move.kind) if isinstance(each.move, Combo) else "  ".join(map(str, each.equals))
        shown.add_row(str(each.move), beside, worth(solution, each), Text(line_text(each)))
    common.show(out, (f"{len(solution.moves)} moves, {solution.nodes:,} positions, {solution.seconds:.3f} s", shown))
    if proof is not None:
        nodes = 0 if solution.proof is None else len(solution.proof["nodes"])
        out.print(f"proof of {nodes:,} nodes in {proof}" if nodes else "no proof")


def seats(name: str, text: str) -> list[int]:
    """Seats as numbers with commas between them."""
    try:
        return [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise pokerfast.RulesError([(name, f"{text!r} is no list of seats, such as 2,0")]) from None


def verdict(solution: Solution[Any]) -> str:
    """The answer in one line."""
    rest = "" if solution.status == "solved" else "; not every move was judged"
    if solution.winner == "draw":
        return f"draw 平局{rest}"
    if solution.winner is not None:
        return f"{solution.winner} {SIDES[solution.winner].hanzi} win{'s' * (solution.winner == 'landlord')}{rest}"
    if solution.value is not None:
        return f"value {solution.value}{rest}"
    bounds = "" if solution.lower is None else f": between {solution.lower} and {solution.upper}"
    return f"unknown{bounds}: a limit was reached after {solution.nodes:,} positions"


def worth(solution: Solution[Any], move: MoveValue[Any]) -> str:
    """What a move is worth."""
    if move.value is None:
        return "?"
    return str(move.value) if solution.lower is not None else ("loses", "draws", "wins")[move.value + 1]


@contextmanager
def progress_line() -> Iterator[Callable[[int], object] | None]:
    """A count of positions on stderr if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    with Console(stderr=True).status("solving") as status:
        yield lambda nodes: status.update(f"solving: {nodes:,} positions")


def line_text(value: MoveValue[Any]) -> str:
    """What follows a move."""
    between = "  " if isinstance(value.move, SuitedHand) else " "
    rest = [str(play) for play in value.line[1 : MOST_LINE + 1]]
    return between.join(rest) + (" …" if len(value.line) > MOST_LINE + 1 else "")
