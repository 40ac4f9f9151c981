"""Who is placed where: total score, then deals won, then the direct encounter, then a shared rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Literal

from pokerfast.contest.plan import ZonePlan
from pokerfast.contest.results import Results
from pokerfast.contest.text import number_text, plain, write_rows
from pokerfast.names import CONTEST

__all__ = ["HONOURED", "Ranking", "Standing", "Standings", "make_standings"]

#: The places of a ranking that are honoured.
HONOURED: Final = 3
Kind = Literal["team", "pair", "individual"]
CSV_COLUMNS: Final = (
    "zone",
    "ranking",
    "rank",
    "name",
    "kind",
    "score",
    "deals_won",
    "encounter",
    "deals_played",
    "above_field",
    "award",
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a ranking."""

    #: 1 for the best; equals share one, and the next rank counts them all. None: has not played yet.
    rank: int | None
    name: str
    kind: Kind
    members: tuple[str, ...]
    score: Decimal
    #: Deals with a score above 0; of a team those of all its members.
    deals_won: int
    #: The score in deals against those with the same score and deals won, less theirs; None where nobody has.
    encounter: Decimal | None
    deals_played: int
    #: How much the score is above that of all who held the same cards, deal by deal, rounded to 0.01; ranks don't
    #: depend on it. None where one table plays alone.
    above_field: float | None
    #: Whether it is among the first three.
    honoured: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """One list of a zone, best first."""

    zone: str
    title: str
    #: ``"all"``, or ``"teams"`` and ``"individuals"`` where they are ranked apart.
    of: Literal["all", "teams", "individuals"]
    rows: tuple[Standing, ...]
    #: Deals of the whole zone.
    deals_played: int
    deals_planned: int

    @property
    def awards(self) -> tuple[Standing, ...]:
        """Who is honoured: everybody on rank 1, 2 or 3, so that a tie for the third rank honours all who share it."""
        return tuple(row for row in self.rows if row.honoured)

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be said of the awards."""
        told = []
        if self.deals_played < self.deals_planned:
            told.append(f"provisional: {self.deals_played:,} of {self.deals_planned:,} deals played")
        honoured = self.awards
        for rank, count in Counter(row.rank for row in honoured).items():
            if count > 1:
                more = f": all are honoured, {len(honoured)} in this ranking" if len(honoured) > HONOURED else ""
                told.append(f"rank {rank} is shared by {count}{more}")
        if 0 < len(honoured) < HONOURED:
            told.append(f"only {len(honoured)} to be honoured in this ranking")
        return tuple(told)


@dataclass(frozen=True, slots=True)
class Standings:
    """The rankings of all zones."""

    rankings: tuple[Ranking, ...]
    apart: bool

    @property
    def awards(self) -> tuple[Standing, ...]:
        """Everybody who is honoured."""
        return tuple(row for ranking in self.rankings for row in ranking.awards)

    @property
    def num_awards(self) -> int:
        """Awards to be made ready: three a ranking; ties may take more, small rankings fewer."""
        return HONOURED * len(self.rankings)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "apart": self.apart,
            "awards": self.num_awards,
            "rankings": [
                {
                    "zone": ranking.zone,
                    "title": ranking.title,
                    "of": ranking.of,
                    "deals_played": ranking.deals_played,
                    "deals_planned": ranking.deals_planned,
                    "rows": [_row_record(row) for row in ranking.rows],
                    "honoured": [row.name for row in ranking.awards],
                    "notes": list(ranking.notes),
                }
                for ranking in self.rankings
            ],
        }

    def to_csv(self) -> str:
        """All rankings as one CSV text."""
        rows = [
            (
                ranking.title,
                ranking.of,
                "" if row.rank is None else row.rank,
                row.name,
                row.kind,
                number_text(row.score),
                row.deals_won,
                "" if row.encounter is None else number_text(row.encounter),
                row.deals_played,
                "" if row.above_field is None else row.above_field,
                award_text(row),
            )
            for ranking in self.rankings
            for row in ranking.rows
        ]
        return write_rows(CSV_COLUMNS, rows)


def award_text(row: Standing) -> str:
    """冠军, 亚军, 季军, or nothing."""
    return CONTEST[("champion", "runner_up", "third")[(row.rank or 1) - 1]].hanzi if row.honoured else ""


def _row_record(row: Standing) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": row.name,
        "kind": row.kind,
        "members": list(row.members),
        "score": plain(row.score),
        "deals_won": row.deals_won,
        "encounter": None if row.encounter is None else plain(row.encounter),
        "deals_played": row.deals_played,
        "above_field": row.above_field,
        "honoured": row.honoured,
    }


# ---- ranking


@dataclass(frozen=True, slots=True)
class _Rival:
    """A team, or a contestant without one."""

    name: str
    kind: Kind
    contestants: tuple[int, ...]


@dataclass(slots=True)
class _Tally:
    """What the results of a zone add up to, by contestant."""

    score: list[Decimal]
    won: list[int]
    played: list[int]
    #: Of each the score less that of every other in the deals that they played at one table.
    margins: list[dict[int, Decimal]]
    #: Score above the mean of those who held the same cards; None before such a deal.
    above: list[Fraction | None]
    deals: int = 0


def _tally(plan: ZonePlan, results: Results) -> _Tally:
    count = len(plan.contestants)
    made = _Tally([Decimal(0)] * count, [0] * count, [0] * count, [{} for _ in range(count)], [None] * count)
    # (round, deal, place) -> who held those cards, and their scores.
    same: dict[tuple[int, int, int], list[tuple[int, Decimal]]] = {}
    for at, scores in results.scores.items():
        if at.zone != plan.zone.game:
            continue
        made.deals += 1
        seated = list(zip(plan.rounds[at.round - 1].tables[at.table - 1], scores, strict=True))
        for place, (i, score) in enumerate(seated):
            same.setdefault((at.round, at.deal, place), []).append((i, score))
            made.score[i] += score
            made.won[i] += score > 0
            made.played[i] += 1
            for j, other in seated:
                if i != j:
                    made.margins[i][j] = made.margins[i].get(j, Decimal(0)) + score - other
    for group in same.values():
        if len(group) > 1:
            mean = sum((Fraction(score) for _, score in group), Fraction(0)) / len(group)
            for i, score in group:
                made.above[i] = (made.above[i] or Fraction(0)) + Fraction(score) - mean
    return made


def _encounters(group: Sequence[_Rival], tally: _Tally) -> list[Decimal]:
    """The margin of each of a group over the others, in the deals that they played at one table."""
    owner = {i: number for number, rival in enumerate(group) for i in rival.contestants}
    return [
        sum(
            (
                margin
                for i in rival.contestants
                for j, margin in tally.margins[i].items()
                if owner.get(j, number) != number
            ),
            Decimal(0),
        )
        for number, rival in enumerate(group)
    ]


def _ordered(group: list[_Rival], tally: _Tally) -> list[list[tuple[_Rival, Decimal]]]:
    """Equals by their direct encounter, best first; those whom it doesn't part stand together.

    Those it leaves equal are held against each other once more, without the rest of the group.
    """
    margins = _encounters(group, tally)
    values = sorted(set(margins), reverse=True)
    if len(values) == 1:
        return [[(rival, values[0]) for rival in group]]
    parted: list[list[tuple[_Rival, Decimal]]] = []
    for value in values:
        equal = [rival for rival, margin in zip(group, margins, strict=True) if margin == value]
        # What is told is the encounter with the whole group.
        parted += [[(rival, value) for rival, _ in part] for part in _ordered(equal, tally)]
    return parted


def _rank(rivals: Sequence[_Rival], plan: ZonePlan, tally: _Tally) -> tuple[Standing, ...]:
    def score(rival: _Rival) -> Decimal:
        return sum((tally.score[i] for i in rival.contestants), Decimal(0))

    def won(rival: _Rival) -> int:
        return sum(tally.won[i] for i in rival.contestants)

    def played(rival: _Rival) -> int:
        return sum(tally.played[i] for i in rival.contestants)

    def above(rival: _Rival) -> float | None:
        known = [part for i in rival.contestants if (part := tally.above[i]) is not None]
        return round(float(sum(known)), 2) + 0.0 if known else None

    def row(rival: _Rival, rank: int | None, encounter: Decimal | None) -> Standing:
        members = tuple(name for i in rival.contestants for name in plan.contestants[i].members)
        return Standing(
            rank,
            rival.name,
            rival.kind,
            members,
            score(rival),
            won(rival),
            encounter,
            played(rival),
            above(rival),
            rank is not None and rank <= HONOURED,
        )

    groups: dict[tuple[Decimal, int], list[_Rival]] = {}
    for rival in sorted((rival for rival in rivals if played(rival)), key=lambda rival: rival.name):
        groups.setdefault((-score(rival), -won(rival)), []).append(rival)
    rows: list[Standing] = []
    for key in sorted(groups):
        group = groups[key]
        for part in _ordered(group, tally):
            rank = len(rows) + 1
            rows += [row(rival, rank, encounter if len(group) > 1 else None) for rival, encounter in part]
    waiting = sorted((rival for rival in rivals if not played(rival)), key=lambda rival: rival.name)
    return (*rows, *(row(rival, None, None) for rival in waiting))


def make_standings(results: Results, *, apart: bool = False) -> Standings:
    """The standings of what has been played so far.

    In each zone teams and those without a team are rivals in one ranking, or with ``apart`` in two, as far as there are
    any. A team's score is the sum of its members', where in zones of pairs a pair counts once. Who has not played is
    listed without a rank. The order of the results makes no difference.

    Args:
        results: partial ones are welcome; awards are provisional until every deal is played.
        apart: rank teams and individuals apart.
    """
    rankings: list[Ranking] = []
    for plan in results.contest.zones:
        tally = _tally(plan, results)
        alone: Kind = "pair" if plan.zone.partners > 1 else "individual"
        teams: dict[str, list[int]] = {}
        for i, contestant in enumerate(plan.contestants):
            if contestant.team is not None:
                teams.setdefault(contestant.team, []).append(i)
        together = [_Rival(team, "team", tuple(members)) for team, members in teams.items()]
        singles = [_Rival(c.name, alone, (i,)) for i, c in enumerate(plan.contestants) if c.team is None]
        planned = sum(1 for _ in plan.table_deals())
        lists: list[tuple[Literal["all", "teams", "individuals"], list[_Rival]]]
        lists = [("teams", together), ("individuals", singles)] if apart else [("all", together + singles)]
        rankings += [
            Ranking(plan.zone.game, plan.zone.title, of, _rank(rivals, plan, tally), tally.deals, planned)
            for of, rivals in lists
            if rivals
        ]
    return Standings(tuple(rankings), apart)
