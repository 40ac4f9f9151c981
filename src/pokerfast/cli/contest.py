"""The company contest: plan it, play what the engine plays, rank it, show its deals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pokerfast.cli import common
from pokerfast.cli.common import AsJson
from pokerfast.contest.entrants import read_entrants
from pokerfast.contest.plan import Contest, TableDeal, ZonePlan
from pokerfast.contest.play import engine_deals, play_engines
from pokerfast.contest.results import Results, empty_results, read_results
from pokerfast.contest.standings import Ranking, award_text, make_standings
from pokerfast.contest.text import number_text, plain, read_file
from pokerfast.errors import NotationError, PokerfastError, RulesError
from pokerfast.names import CONTEST

__all__ = ["app"]

PLAN, SEATING, RESULTS, RECORDS = "plan.json", "seating.csv", "results.csv", "records"

app = typer.Typer(no_args_is_help=True, help="The company contest: zones, tables by draw, duplicate deals, standings.")

Plan = Annotated[
    str, typer.Argument(metavar="PLAN", show_default=False, help="The folder that `plan` made, or its plan.json.")
]
ResultsFile = Annotated[
    str | None, typer.Option("--results", metavar="FILE", show_default="results.csv beside the plan")
]
ZoneName = Annotated[
    str, typer.Option("--zone", metavar="ZONE", show_default=False, help="升级, 打大A, 斗地主, or a game's code.")
]
RoundNumber = Annotated[int, typer.Option("--round", metavar="N", show_default=False, help="Counted from 1.")]
DealNumber = Annotated[int, typer.Option("--deal", metavar="N", show_default=False, help="Counted from 1.")]


@app.command()
def plan(
    entrants: Annotated[
        str,
        typer.Argument(
            metavar="ENTRANTS.csv",
            show_default=False,
            help="Columns name, zone and, if wanted, team, partner, player (engine:greedy …).",
        ),
    ],
    seed: Annotated[int, typer.Option(show_default=False, help="Everything that is drawn follows from it.")],
    rounds: Annotated[int, typer.Option(show_default=False, help="How often tables are drawn.")],
    deals: Annotated[
        int | None, typer.Option(help="Deals a table plays in a round.", show_default="as many as it has seats")
    ] = None,
    folder: Annotated[str, typer.Option("--output", "-o", metavar="FOLDER", help="Where the files go.")] = "contest",
    force: Annotated[
        bool, typer.Option("--force", help="Replace a plan, and its results, that are there already.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Draw partners, tables and seats; write plan.json, seating.csv and a form for results, results.csv."""
    drawn = Contest.draw(_read(entrants, read_entrants), seed=seed, rounds=rounds, deals=deals)
    target = Path(folder)
    if not force:
        for name in (PLAN, RESULTS):
            if (target / name).exists():
                raise RulesError([("--output", f"{target / name} is there already; --force replaces it")])
    _write(target / PLAN, drawn.to_json())
    _write(target / SEATING, drawn.seating_csv())
    _write(target / RESULTS, empty_results(drawn).to_csv())
    if as_json:
        zones = [_zone_summary(zone) for zone in drawn.zones]
        files = [str(target / name) for name in (PLAN, SEATING, RESULTS)]
        common.emit_json({"seed": seed, "files": files, "zones": zones})
        return
    numbers = ["entrants", "contestants", "tables", "rounds", "deals", "sit out"]
    shown = common.table("zone", "汉字", *numbers, right=numbers)
    for zone in drawn.zones:
        row = _zone_summary(zone)
        keys = ("entrants", "contestants", "tables", "rounds", "deals_a_round", "sit_out")
        shown.add_row(row["zone"], row["title"], *(f"{row[key]:,}" for key in keys))
    common.show(common.console(), (f"{CONTEST['contest'].hanzi}, seed {seed}: {target}", shown))


@app.command()
def play(
    plan: Plan,
    results: ResultsFile = None,
    as_json: AsJson = False,
) -> None:
    """Play all deals at tables where the engine plays for every seat, and write their scores into the results."""
    contest, path = _open(plan)
    target = path.parent / RESULTS if results is None else Path(results)
    before = _results(contest, target) if target.exists() else empty_results(contest)
    after = play_engines(before)
    _write(target, after.to_csv())
    rows = [_played_summary(zone, before, after) for zone in contest.zones]
    if as_json:
        common.emit_json({"results": str(target), "zones": rows})
        return
    numbers = ["played now", "known before", "for people", "planned"]
    shown = common.table("zone", "汉字", *numbers, right=numbers)
    for row in rows:
        keys = ("played_now", "known_before", "for_people", "planned")
        shown.add_row(row["zone"], row["title"], *(f"{row[key]:,}" for key in keys))
    common.show(common.console(), (f"Deals: {target}", shown))


@app.command()
def standings(
    plan: Plan,
    results: ResultsFile = None,
    apart: Annotated[bool, typer.Option("--apart", help="Rank teams and individuals apart, with awards each.")] = False,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Also write the rankings here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Rank every zone by score, deals won and direct encounter; the first three are honoured."""
    contest, path = _open(plan)
    found = make_standings(_results(contest, path.parent / RESULTS if results is None else Path(results)), apart=apart)
    if csv is not None:
        _write(Path(csv), found.to_csv())
    if as_json:
        common.emit_json(found.to_dict())
        return
    out = common.console()
    for number, ranking in enumerate(found.rankings):
        if number:
            out.print()
        _show_ranking(out, ranking)


@app.command()
def deal(
    plan: Plan,
    zone: ZoneName,
    round: RoundNumber,
    deal: DealNumber,
    results: ResultsFile = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Write the deal here as a record to be played on.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the cards of a deal and what came of it at every table, or export it as a record."""
    contest, path = _open(plan)
    part = contest.plan(zone)
    hands, kitty = contest.cards(zone, round, deal)
    text = contest.new_deal(zone, round, deal).to_record()
    target = path.parent / RESULTS if results is None else Path(results)
    known = _results(contest, target) if results is not None or target.exists() else empty_results(contest)
    if record is not None:
        _write(Path(record), text)
    tables = range(1, len(part.rounds[round - 1].tables) + 1)
    places = [TableDeal(part.zone.game, round, table, deal) for table in tables]
    if as_json:
        common.emit_json(
            {
                "zone": part.zone.game,
                "title": part.zone.title,
                "round": round,
                "deal": deal,
                "seed": contest.deal_seed(zone, round, deal),
                "hands": hands,
                "kitty": kitty,
                "tables": [_table_summary(part, at, known) for at in places],
                "record": text,
            }
        )
        return
    cards = common.table("seat", "cards", right=["seat"])
    for seat, hand in enumerate(hands):
        cards.add_row(str(seat), hand)
    if kitty:
        cards.add_row("kitty", kitty)
    seats = [f"seat {seat}" for seat in range(part.zone.seats)]
    shown = common.table("table", *seats, right=["table"])
    for at in places:
        scores = known.by_seat(at)
        names = [seat.entrant for seat in part.seats(at)]
        told = names if scores is None else [f"{n} {number_text(s)}" for n, s in zip(names, scores, strict=True)]
        shown.add_row(str(at.table), *told)
    title = f"{part.zone.title}, round {round}, deal {deal}, seed {contest.deal_seed(zone, round, deal)}"
    common.show(common.console(), (title, cards), ("Tables", shown))


@app.command()
def record(
    plan: Plan,
    record: Annotated[str, typer.Argument(metavar="RECORD", show_default=False, help="The record of a played deal.")],
    zone: ZoneName,
    round: RoundNumber,
    table: Annotated[int, typer.Option("--table", metavar="N", show_default=False, help="Counted from 1.")],
    deal: DealNumber,
    results: ResultsFile = None,
    as_json: AsJson = False,
) -> None:
    """Take a deal's scores from its record, and keep the record in the folder `records` beside the plan."""
    contest, path = _open(plan)
    target = path.parent / RESULTS if results is None else Path(results)
    before = _results(contest, target) if target.exists() else empty_results(contest)
    part = contest.plan(zone)
    contest.deal_seed(zone, round, deal)  # says what is wrong with these
    if not 1 <= table <= len(part.rounds[round - 1].tables):
        raise RulesError([("table", f"must be 1 to {len(part.rounds[round - 1].tables)}")])
    at = TableDeal(part.zone.game, round, table, deal)
    text = read_file(record)
    after = before.with_record(at, text)
    kept = path.parent / RECORDS / f"{at.zone}-round{round}-table{table}-deal{deal}.txt"
    _write(kept, text)
    _write(target, after.to_csv())
    if as_json:
        common.emit_json({"record": str(kept), "results": str(target), **_table_summary(part, at, after)})
        return
    shown = common.table("seat", "entrant", "score", right=["seat", "score"])
    for seat, score in zip(part.seats(at), after.by_seat(at) or (), strict=True):
        shown.add_row(str(seat.seat), seat.entrant, number_text(score))
    common.show(common.console(), (f"{part.zone.title}, round {round}, table {table}, deal {deal}: {kept}", shown))


# ---- files


def _read(path: str | Path, reader: Any) -> Any:
    """What a reader makes of a file; its errors name the file."""
    text = read_file(path)
    try:
        return reader(text)
    except RulesError as error:
        raise RulesError([(f"{path}, {where}", what) for where, what in error.faults]) from None
    except PokerfastError as error:
        raise NotationError(str(error), str(path)) from None


def _open(name: str) -> tuple[Contest, Path]:
    """A plan, named by its file or its folder, and its file."""
    path = Path(name)
    if path.is_dir():
        path /= PLAN
    return _read(path, Contest.from_json), path


def _results(contest: Contest, path: Path) -> Results:
    found: Results = _read(path, lambda text: read_results(contest, text))
    return found


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all; what is no plain file (a pipe, a device) is written to as it is.

    Raises:
        RulesError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8", newline="")
            return
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except (OSError, ValueError) as error:
        raise RulesError([(str(path), f"cannot be written: {getattr(error, 'strerror', None) or error}")]) from None


# ---- summaries


def _zone_summary(plan: ZonePlan) -> dict[str, Any]:
    return {
        "zone": plan.zone.game,
        "title": plan.zone.title,
        "entrants": len(plan.entrants),
        "contestants": len(plan.contestants),
        "tables": len(plan.rounds[0].tables),
        "rounds": len(plan.rounds),
        "deals_a_round": plan.deals,
        "sit_out": len(plan.rounds[0].out),
    }


def _played_summary(plan: ZonePlan, before: Results, after: Results) -> dict[str, Any]:
    def known(results: Results) -> int:
        return sum(at.zone == plan.zone.game for at in results.scores)

    planned = sum(1 for _ in plan.table_deals())
    return {
        "zone": plan.zone.game,
        "title": plan.zone.title,
        "played_now": known(after) - known(before),
        "known_before": known(before),
        "for_people": planned - engine_deals(plan),
        "planned": planned,
    }


def _table_summary(plan: ZonePlan, at: TableDeal, results: Results) -> dict[str, Any]:
    scores = results.by_seat(at)
    return {
        "table": at.table,
        "seats": [seat.entrant for seat in plan.seats(at)],
        "scores": None if scores is None else [plain(score) for score in scores],
    }


def _show_ranking(out: Any, ranking: Ranking) -> None:
    parts = {"all": "", "teams": f", {CONTEST['team'].hanzi} teams", "individuals": f", {CONTEST['individual'].hanzi}"}
    numbers = ["rank", "score", "won", "encounter", "deals", "field"]
    shown = common.table("rank", "name", "kind", "score", "won", "encounter", "deals", "field", "award", right=numbers)
    for row in ranking.rows:
        cells: Sequence[str] = (
            "-" if row.rank is None else str(row.rank),
            row.name,
            f"{row.kind} {CONTEST[row.kind].hanzi}",
            number_text(row.score),
            str(row.deals_won),
            "" if row.encounter is None else number_text(row.encounter),
            str(row.deals_played),
            "" if row.above_field is None else f"{row.above_field:+.2f}",
            award_text(row),
        )
        shown.add_row(*cells)
    common.show(out, (f"{ranking.title}{parts[ranking.of]}", shown))
    for note in ranking.notes:
        out.print(note)
