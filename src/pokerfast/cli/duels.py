"""Players compared: duel."""

from __future__ import annotations

from typing import Annotated, Literal, cast

import typer

import pokerfast
from pokerfast.cli import common
from pokerfast.cli.common import AsJson, Changes, GameName, Preset
from pokerfast.cli.runs import progress_bar
from pokerfast.duel import DuelResult
from pokerfast.simulate import processors


def duel(
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", show_default=False, help="A built-in player: random, greedy, …")],
    b: Annotated[str, typer.Argument(metavar="B", show_default=False, help="Another one.")],
    deals: Annotated[int, typer.Option("--deals", "-n", help="How many deals; each is played several times.")] = 100,
    seed: Annotated[int, typer.Option(help="Deal i is game i of this seed.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads.", show_default="all processors")] = None,
    start: Annotated[
        str, typer.Option(help="`deal`, or `play` to skip all that comes before the first card is played.")
    ] = "deal",
    preset: Preset = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Compare two players: every deal is played with the seats given to them in turn."""
    rules = common.load(game, preset, changes)
    threads = processors() if workers is None else workers
    with progress_bar(deals, "deals") as progress:
        result = pokerfast.duel(
            rules,
            a,
            b,
            deals=deals,
            seed=seed,
            workers=threads,
            start=cast(Literal["deal", "play"], start),  # duel refuses anything else
            progress=progress,
        )
    if as_json:
        about = {"game": game, "options": common.options_record(rules), "workers": threads}
        common.emit_json(about | result.to_dict())
    else:
        show_result(f"{game}{f', preset {preset}' if preset else ''}", result, threads)


def show_result(title: str, result: DuelResult, workers: int) -> None:
    """A duel's outcome as a table."""
    first, second = result.players
    sides = {True: f"{first} is better", False: f"{second} is better"}
    verdict = sides[result.mean > 0] if result.significant else "no difference shown"
    seats = " · ".join(",".join(str(seat) for seat in seats) for seats in result.seats)
    rows = {
        "mean": f"{result.mean:+.4f} ± {result.interval:.4f} points a seat and game: {verdict}",
        "deviation": f"{result.std:.4f} a deal",
        f"deals to {first}": f"{result.wins:,} ({common.share(result.wins, result.deals)})",
        "even": f"{result.ties:,} ({common.share(result.ties, result.deals)})",
        f"deals to {second}": f"{result.losses:,} ({common.share(result.losses, result.deals)})",
        "games": f"{result.games_per_deal} a deal; seats of {first}: {seats}",
        "start": result.start,
        "seed": str(result.seed),
        "actions": f"{result.moves:,}",
        "time": f"{result.seconds:.2f} s, {workers} workers",
    }
    shown = common.table("", "", header=False)
    for name, text in rows.items():
        shown.add_row(name, text)
    common.show(common.console(), (f"{title}: {first} against {second}, {result.deals:,} deals", shown))
