"""The command line: ``pokerfast`` and ``python -m pokerfast``.

typer and rich are imported in this package alone. Answers go to stdout, progress and errors to stderr; exit status 0
is an answer, 1 a failed benchmark, 2 an input that was refused, 130 an interrupted run.
"""

from __future__ import annotations

from typing import Annotated

import typer

import pokerfast
from pokerfast.cli import about, contest, duels, endgames, plays, process, runs
from pokerfast.cli.common import Group, forgiving_output

__all__ = ["app"]

app = typer.Typer(
    cls=Group,
    name="pokerfast",
    help="Rules, moves and fast simulation of Chinese card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pokerfast {pokerfast.__version__} ({pokerfast._arch.ARCH})")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print version and build, then exit.")
    ] = False,
) -> None:
    forgiving_output()


for _command in (
    runs.simulate,
    duels.duel,
    plays.classify,
    plays.moves,
    endgames.solve,
    about.rules,
    about.games,
    runs.perft,
    runs.bench,
    process.engine,
):
    app.command()(_command)

app.add_typer(contest.app, name="contest")
