"""Questions about single plays: classify and moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from pokerfast._fast import Combo
from pokerfast.cli import common, tricks
from pokerfast.cli.common import AsJson, Changes, GameName, Preset
from pokerfast.climbing import ClimbingGame
from pokerfast.errors import NotationError, RulesError
from pokerfast.names import KINDS
from pokerfast.notation import GLYPHS, read_action

TableOption = Annotated[
    str | None,
    typer.Option(
        "--table",
        metavar="PLAY",
        help="The play to beat, read as it leads by default; `KIND:CARDS` or `KIND@RANK:CARDS` names another reading. "
        "In trick-taking games the lead to follow.",
    ),
]
TrumpOption = Annotated[
    str | None, typer.Option("--trump", metavar="SUIT", help="Trick-taking games: S, H, D, C or NT.")
]
LevelOption = Annotated[str | None, typer.Option("--level", metavar="RANK", help="升级: the rank played, 2 to A.")]


def classify(
    game: GameName,
    cards: Annotated[str, typer.Argument(metavar="CARDS", show_default=False, help="The cards, such as 333444.")],
    table: TableOption = None,
    trump: TrumpOption = None,
    level: LevelOption = None,
    preset: Preset = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """What a set of cards is: every reading, or its units; and whether it beats a play."""
    rules = climbing_rules(game, preset, changes, trump, level)
    if rules is None:
        return tricks.classify(tricks.asked(game, preset, changes, trump, level), cards, table, as_json)
    hand = rules.hand(cards)
    readings = rules.readings(hand)
    leads_as = rules.classify(hand)
    on_table = None if table is None else read_table(rules, table)
    beats_as = None if on_table is None else rules.beating(hand, on_table)
    if as_json:
        common.emit_json(
            {
                "cards": str(hand),
                "readings": [parts(reading) for reading in readings],
                "leads_as": None if leads_as is None else parts(leads_as),
                "table": None if table is None else table_cards(rules, table),
                "table_reading": None if on_table is None else parts(on_table),
                "beats": beats_as is not None,
                "beats_as": None if beats_as is None else parts(beats_as),
            }
        )
        return
    out = common.console()
    if readings:
        shown = common.table("kind", "汉字", "rank", "length", "", right=["length"])
        for reading in readings:
            mark = "leads as this" if reading == leads_as else ""
            shown.add_row(reading.kind, KINDS[reading.kind].hanzi, reading.rank, str(reading.length), mark)
        common.show(out, (f"{hand}", shown))
    else:
        out.print(f"{hand}: no play")
    if table is None:
        return
    if on_table is None:
        out.print(f"table {table_cards(rules, table)}: no play, so nothing beats it")
    elif beats_as is None:
        out.print(f"does not beat {in_words(on_table)}")
    else:
        out.print(f"beats {in_words(on_table)} as {in_words(beats_as)}")


def moves(
    game: GameName,
    hand: Annotated[str, typer.Argument(metavar="HAND", show_default=False, help="The cards held.")],
    table: TableOption = None,
    trump: TrumpOption = None,
    level: LevelOption = None,
    preset: Preset = None,
    changes: Changes = None,
    show_all: Annotated[bool, typer.Option("--all", help="Trick-taking games: list all plays, however many.")] = False,
    as_json: AsJson = False,
) -> None:
    """Every play a hand may lead, or every play that follows or takes the table."""
    rules = climbing_rules(game, preset, changes, trump, level)
    if rules is None:
        return tricks.moves(tricks.asked(game, preset, changes, trump, level), hand, table, show_all, as_json)
    held = rules.hand(hand)
    on_table = None if table is None else read_table(rules, table)
    found: Sequence[Combo] = ()
    takes: Sequence[Combo] = ()
    if table is None:
        found = rules.leads(held)
    elif on_table is not None:
        found, takes = rules.follows(held, on_table), rules.takes(held, on_table)
    may_pass = on_table is not None
    if as_json:
        common.emit_json(
            {
                "hand": str(held),
                "table": None if table is None else table_cards(rules, table),
                "table_reading": None if on_table is None else parts(on_table),
                "count": len(found),
                "pass": may_pass,
                "moves": [described(play) for play in found],
                "takes": [described(play) for play in takes],
            }
        )
        return
    out = common.console()
    if table is not None and on_table is None:
        out.print(f"table {table_cards(rules, table)}: no play, so nothing follows")
        return
    what = "leads" if on_table is None else f"follows to {in_words(on_table)}"
    groups: dict[str, list[Combo]] = {}
    for play in found:
        groups.setdefault(play.kind, []).append(play)
    if groups or takes:
        shown = common.table("kind", "汉字", "count", "plays", right=["count"])
        for kind, plays in groups.items():
            shown.add_row(kind, KINDS[kind].hanzi, f"{len(plays):,}", Text(" ".join(told_apart(plays))))
        if takes:
            shown.add_row("take", common.hanzi("take"), str(len(takes)), " ".join(play.cards for play in takes))
        common.show(out, (f"{held}: {len(found):,} {what}", shown))
    else:
        out.print(f"{held}: no {what}")
    if may_pass:
        out.print("or pass")


def climbing_rules(
    game: str, preset: str | None, changes: list[str] | None, trump: str | None, level: str | None
) -> ClimbingGame | None:
    """The climbing game asked for; None if it is of another family."""
    rules = common.load(game, preset, changes)
    if not isinstance(rules, ClimbingGame):
        return None
    if faults := [
        (f"--{name}", f"has no meaning in {game}") for name, value in (("trump", trump), ("level", level)) if value
    ]:
        raise RulesError(faults)
    return rules


def told_apart(plays: Sequence[Combo]) -> list[str]:
    """Cards of plays of one kind; where the same cards come twice, with the rank: ``333444555666@3``."""
    times = Counter(play.cards for play in plays)
    return [play.cards if times[play.cards] == 1 else f"{play.cards}@{play.rank}" for play in plays]


def table_cards(rules: ClimbingGame, text: str) -> str:
    """The cards of a --table, canonical."""
    parsed = read_action(text)
    return str(rules.hand(parsed.cards if parsed.kind else text))


def read_table(rules: ClimbingGame, text: str) -> Combo | None:
    """The play on the table; None if the cards are no play.

    Raises:
        NotationError: no cards, or the reading named is not one of theirs.
    """
    parsed = read_action(text)
    if not parsed.kind:
        return rules.classify(text)
    for reading in sorted(rules.readings(parsed.cards), key=rank_slot, reverse=True):
        if reading.kind == parsed.kind and parsed.rank in ("", reading.rank):
            return reading
    raise NotationError(f"the cards are no {text[: parsed.offset - 1].strip()}", text, 0)


def rank_slot(reading: Combo) -> int:
    """The rank compared, as a number."""
    return GLYPHS.index(reading.rank or "3")


def described(play: Combo) -> dict[str, object]:
    """A play as JSON has it."""
    return {"kind": play.kind, "rank": play.rank, "length": play.length, "cards": play.cards}


def parts(reading: Combo) -> list[object]:
    """[kind, rank, length]"""
    return [reading.kind, reading.rank, reading.length]


def in_words(reading: Combo) -> str:
    """A reading in one phrase."""
    links = f" x{reading.length}" if reading.length > 1 else ""
    rank = "" if reading.rank is None else f", rank {reading.rank}"
    return f"{reading.cards} ({common.kind_text(reading.kind)}{rank}{links})"
