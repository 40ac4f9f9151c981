"""Results of a contest: read strictly from CSV, taken from records of played deals, written back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from pokerfast.base import State
from pokerfast.contest.plan import Contest, Seat, TableDeal
from pokerfast.contest.text import Row, faults_shown, number_text, read_rows, write_rows
from pokerfast.errors import RulesError, shortened
from pokerfast.record import replay

__all__ = ["COLUMNS", "Results", "empty_results", "read_results"]

COLUMNS: Final = ("zone", "round", "table", "deal", "seat", "entrant", "score")
ALSO: Final = {
    "赛区": "zone",
    "轮次": "round",
    "桌号": "table",
    "局号": "deal",
    "座位": "seat",
    "参赛者": "entrant",
    "得分": "score",
}
NUMBER = re.compile(r"[0-9]{1,6}")
SCORE = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class Results:
    """What has been played so far. Immutable."""

    contest: Contest
    #: Scores of the contestants of a table in the order of its places, by deal; partners have one score.
    scores: Mapping[TableDeal, tuple[Decimal, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        order = [at for at in self.contest.table_deals() if at in self.scores]
        object.__setattr__(self, "scores", MappingProxyType({at: self.scores[at] for at in order}))

    def with_deals(self, played: Mapping[TableDeal, Sequence[float | Decimal]]) -> Results:
        """These results and further deals, each with one score a seat.

        Raises:
            RulesError: no such deal at no such table, not one score a seat, or partners with different ones.
            TypeError: a score is no number.
        """
        known = set(self.contest.table_deals())
        added = dict(self.scores)
        for at, by_seat in played.items():
            if at not in known:
                raise RulesError([("deal", f"{shortened(tuple(at))} is not in the plan")])
            if not all(isinstance(score, (int, float, Decimal)) for score in by_seat):
                raise TypeError("scores are numbers")
            numbers = [Decimal(str(score)) for score in by_seat]
            seats = self.contest.plan(at.zone).seats(at)
            if len(numbers) != len(seats):
                raise RulesError([("scores", f"one number a seat is needed, {len(seats)} in all")])
            if not all(number.is_finite() and SCORE.fullmatch(number_text(number)) for number in numbers):
                raise RulesError([("scores", "must be below 10**12 with at most four decimals")])
            # Written alike, whatever they were given as.
            added[at] = _by_place(seats, [Decimal(number_text(number)) for number in numbers])
        return Results(self.contest, added)

    def with_record(self, at: TableDeal, record: str) -> Results:
        """These results and a deal as a record tells it.

        Raises:
            RulesError: the record is of another deal or other rules, the deal is not over, or it has other scores here.
            NotationError, IllegalActionError, PhaseError, SnapshotError: as :func:`pokerfast.replay`.
        """
        state = replay(record)
        if not isinstance(state, State):
            raise RulesError([("record", "is a match, not a deal")])
        if state._initial() != self.contest.new_deal(at.zone, at.round, at.deal):
            raise RulesError([("record", f"is not of deal {at.deal} of round {at.round} of this contest")])
        if not state.is_over:
            raise RulesError([("record", "the deal is not over")])
        found = self.with_deals({at: state.returns()})
        if at in self.scores and self.scores[at] != found.scores[at]:
            raise RulesError([("record", "the results have other scores for this deal at this table")])
        return found

    def by_seat(self, at: TableDeal) -> tuple[Decimal, ...] | None:
        """The scores of a deal by seat; None if it has not been played."""
        scores = self.scores.get(at)
        if scores is None:
            return None
        return tuple(scores[seat.place] for seat in self.contest.plan(at.zone).seats(at))

    def to_csv(self) -> str:
        """All seats of all deals of the plan, without a score where none is known."""
        rows = []
        for at in self.contest.table_deals():
            plan = self.contest.plan(at.zone)
            scores = self.scores.get(at)
            for seat in plan.seats(at):
                score = "" if scores is None else number_text(scores[seat.place])
                rows.append((plan.zone.title, at.round, at.table, at.deal, seat.seat, seat.entrant, score))
        return write_rows(COLUMNS, rows)


def empty_results(contest: Contest) -> Results:
    """The results before anything is played; its :meth:`Results.to_csv` is the form to fill in."""
    return Results(contest)


def _by_place(seats: Sequence[Seat], scores: Sequence[Decimal]) -> tuple[Decimal, ...]:
    """Scores of contestants from those of seats.

    Raises:
        RulesError: partners have different ones.
    """
    found: dict[int, Decimal] = {}
    for seat, score in zip(seats, scores, strict=True):
        if found.setdefault(seat.place, score) != score:
            raise RulesError([("scores", f"{seat.entrant} has another score than the partner")])
    return tuple(found[place] for place in range(len(found)))


def read_results(contest: Contest, text: str) -> Results:
    """Results from CSV with the columns ``zone,round,table,deal,seat,entrant,score``, in any order of rows.

    Rows without a score, and deals without rows, have not been played; a deal has the scores of all its seats or none.

    Raises:
        RulesError: every fault with its line and column.
        TypeError: not text.
    """
    rows = read_rows(text, COLUMNS, {}, ALSO)
    faults: list[tuple[str, str]] = []
    seats = {(at, seat.seat): seat for at in contest.table_deals() for seat in contest.plan(at.zone).seats(at)}
    titles = {plan.zone.title: plan.zone.game for plan in contest.zones}
    found: dict[TableDeal, dict[int, tuple[Row, Decimal | None]]] = {}
    for row in rows:
        read = _read_row(row, contest, titles, seats, faults)
        if read is None:
            continue
        seat, score = read
        of_deal = found.setdefault(seat.at, {})
        if seat.seat in of_deal:
            faults.append((f"line {row.line}", f"the same seat as line {of_deal[seat.seat][0].line}"))
        else:
            of_deal[seat.seat] = (row, score)
    scores: dict[TableDeal, tuple[Decimal, ...]] = {}
    for at, of_deal in found.items():
        told = {number: score for number, (_, score) in of_deal.items() if score is not None}
        if not told:
            continue
        table = contest.plan(at.zone).seats(at)
        lacking = [seat for seat in table if seat.seat not in told]
        if lacking:
            blank = [of_deal[seat.seat][0].where("score") for seat in lacking if seat.seat in of_deal]
            where = blank[0] if blank else f"line {max(row.line for row, _ in of_deal.values())}"
            names = ", ".join(seat.entrant for seat in lacking)
            faults.append((where, f"table {at.table}, deal {at.deal} is half filled in: no score of {names}"))
            continue
        try:
            scores[at] = _by_place(table, [told[seat.seat] for seat in table])
        except RulesError as error:
            line = max(row.line for row, _ in of_deal.values())
            faults += [(f"line {line}, column score", what) for _, what in error.faults]
    if faults:
        raise RulesError(faults_shown(faults))
    return Results(contest, scores)


def _read_row(
    row: Row,
    contest: Contest,
    titles: Mapping[str, str],
    seats: Mapping[tuple[TableDeal, int], Seat],
    faults: list[tuple[str, str]],
) -> tuple[Seat, Decimal | None] | None:
    """The seat of a row and its score; None and faults if it is none."""
    before = len(faults)
    cells = row.cells
    zone = ""
    try:
        zone = titles.get(cells["zone"]) or contest.plan(cells["zone"]).zone.game
    except RulesError as error:
        faults += [(row.where("zone"), what) for _, what in error.faults]
    numbers = {}
    for column in ("round", "table", "deal", "seat"):
        if NUMBER.fullmatch(cells[column]):
            numbers[column] = int(cells[column])
        else:
            faults.append((row.where(column), f"{shortened(cells[column])} is no number"))
    score = cells["score"]
    if score and not SCORE.fullmatch(score):
        faults.append((row.where("score"), f"{shortened(score)} is no score"))
    if len(faults) > before:
        return None
    at = TableDeal(zone, numbers["round"], numbers["table"], numbers["deal"])
    seat = seats.get((at, numbers["seat"]))
    if seat is None:
        faults.append((_first_wrong(contest, at, row), "is not in the plan"))
        return None
    if seat.entrant != cells["entrant"]:
        what = f"{shortened(cells['entrant'])} does not sit there, but {seat.entrant}"
        faults.append((row.where("entrant"), what))
        return None
    return seat, Decimal(score) if score else None


def _first_wrong(contest: Contest, at: TableDeal, row: Row) -> str:
    """The first of round, table, deal and seat that the plan does not have."""
    plan = contest.plan(at.zone)
    if not 1 <= at.round <= len(plan.rounds):
        return row.where("round")
    if not 1 <= at.table <= len(plan.rounds[at.round - 1].tables):
        return row.where("table")
    return row.where("seat" if 1 <= at.deal <= plan.deals else "deal")
