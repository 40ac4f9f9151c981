"""What all commands share: options, rules from the command line, output, and how errors end."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
import typer.core
from rich import box
from rich.console import Console
from rich.table import Table

from pokerfast.base import Game, game_class
from pokerfast.errors import PokerfastError, RulesError
from pokerfast.names import ACTIONS, KINDS, LEADS, UNITS
from pokerfast.rules import OptionInfo, OptionValue, option_infos, read_option, values_for

GameName = Annotated[str, typer.Argument(metavar="GAME", show_default=False, help="A game, see `pokerfast games`.")]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="Start from the rules of a preset.")]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change one option; may be given several times."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]

#: Width of tables where no terminal says how wide it is.
PLAIN_WIDTH = 120


class Group(typer.core.TyperGroup):
    """Commands whose errors end in one line on stderr instead of a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command; PokerfastError exits with 2, Ctrl-C with 130."""
        try:
            return super().invoke(ctx)
        except PokerfastError as error:
            complain(f"error: {error}")
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            complain("interrupted")
            raise typer.Exit(130) from None


def complain(message: str) -> None:
    """One line on stderr."""
    print(" ".join(message.split()), file=sys.stderr, flush=True)


def forgiving_output() -> None:
    """Replace characters that the output's encoding lacks, rather than fail halfway."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def load(game: str, preset: str | None, changes: Sequence[str] | None) -> Game:
    """The game that GAME, --preset and --set ask for.

    Raises:
        RulesError: as load_game, also for a --set without ``=`` or given twice; all faults at once.
    """
    infos = {info.name: info for info in option_infos(game, values_for(game, None, {}))}
    values: dict[str, object] = {}
    faults: list[tuple[str, str]] = []
    for change in changes or ():
        name, equals, text = (part.strip() for part in change.partition("="))
        if not equals:
            faults.append(("--set", f"{change!r} is not OPTION=VALUE"))
        elif name in values:
            faults.append((name, "is set twice"))
        else:
            # What can't be read stays text, to be refused with all else.
            values[name] = read_option(infos[name], text) if name in infos else text
    try:
        loaded = game_class(game)(game, values_for(game, preset, values))
    except RulesError as error:
        raise RulesError([*faults, *error.faults]) from None
    if faults:
        raise RulesError(faults)
    return loaded


def allowed_text(info: OptionInfo) -> str:
    """What --set takes for an option."""
    match info.type:
        case "on_off":
            return "on, off"
        case "maybe":
            return info.allowed.replace("None", "none")
    return info.allowed


def value_text(value: OptionValue) -> str:
    """An option's value as --set reads it."""
    match value:
        case bool():
            return "on" if value else "off"
        case None:
            return "none"
        case tuple():
            return ",".join(str(item) for item in value) or "none"
    return str(value)


def emit_json(record: Mapping[str, Any]) -> None:
    """One JSON document and a line end on stdout."""
    unicode = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    print(json.dumps(record, ensure_ascii=not unicode, allow_nan=False))


def console() -> Console:
    """Where tables go: stdout, as wide as the terminal."""
    plain = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(width=PLAIN_WIDTH if plain else None, markup=False, highlight=False, emoji=False)


def table(*columns: str, right: Sequence[str] = (), header: bool = True) -> Table:
    """An empty table; the columns named in ``right`` hold numbers."""
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_header=header)
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left")
    return made


def show(out: Console, *titled: tuple[str, Table]) -> None:
    """Tables below their titles, a blank line between them."""
    for number, (title, made) in enumerate(titled):
        if number:
            out.print()
        out.print(title, style="bold")
        out.print(made)


def share(part: int, whole: int) -> str:
    """A percentage."""
    return f"{100 * part / whole:.2f} %" if whole else "-"


def hanzi(code: str) -> str:
    """The Chinese name of a kind of play, of a unit or of anything a simulation counts."""
    found = next((names[code] for names in (KINDS, UNITS, LEADS, ACTIONS) if code in names), None)
    return "" if found is None else found.hanzi


def kind_text(kind: str) -> str:
    """A kind with its Chinese name."""
    return f"{kind} {KINDS[kind].hanzi}"


def options_record(game: Game) -> dict[str, object]:
    """Every option with its value, ready for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in game.options.items()}
