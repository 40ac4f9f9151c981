"""Contests for tests: who takes part, plans, scores by chance."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

import pokerfast as pf
from pokerfast import contest

SIZES = {"shengji": 4, "dadaa": 5, "doudizhu": 3}


def people(zone: str, count: int, **more: Any) -> list[contest.Entrant]:
    return [contest.enter(f"{zone}{i}", zone, **more) for i in range(count)]


def drawn(count: int, zone: str = "doudizhu", seed: int = 1, rounds: int = 3, **more: Any) -> contest.Contest:
    return contest.Contest.draw(people(zone, count), seed=seed, rounds=rounds, **more)


def faults(error: pytest.ExceptionInfo[pf.RulesError]) -> list[tuple[str, str]]:
    return list(error.value.faults)


@cache
def whole(team: bool) -> contest.Contest:
    """Three zones of people without a team and, if wanted, of teams."""
    entrants = [entrant for zone in SIZES for entrant in people(zone, 10)]
    if team:
        entrants += [
            contest.enter(f"{zone} {team} {i}", zone, team=f"{zone} {team}")
            for zone in SIZES
            for team in "甲乙丙"
            for i in range(2)
        ]
    return contest.Contest.draw(entrants, seed=3, rounds=2)


def scored(plan: contest.Contest, seed: int = 1) -> contest.Results:
    """Scores by chance, such that nobody has the same total."""
    chance = random.Random(seed)
    made = {}
    for at in plan.table_deals():
        size = len(plan.plan(at.zone).at_table(at))
        by_place = [chance.randrange(-(10**6), 10**6) for _ in range(size)]
        made[at] = [by_place[seat.place] for seat in plan.plan(at.zone).seats(at)]
    return contest.empty_results(plan).with_deals(made)


def csv_rows(results: contest.Results) -> list[list[str]]:
    return [line.split(",") for line in results.to_csv().splitlines()[1:]]


def with_rows(rows: list[list[str]]) -> str:
    return "\n".join(["zone,round,table,deal,seat,entrant,score", *(",".join(row) for row in rows)]) + "\n"


def table_of(
    *rounds: dict[str, int | str], zone: str = "doudizhu", teams: dict[str, str] | None = None
) -> contest.Results:
    """One table of as many people as it has seats, a deal for each dict of scores by name."""
    names = sorted(rounds[0])
    entrants = [contest.enter(name, zone, team=(teams or {}).get(name)) for name in names]
    plan = contest.Contest.draw(entrants, seed=1, rounds=len(rounds), deals=1)
    played = {}
    for at, scores in zip(plan.table_deals(), rounds, strict=True):
        played[at] = [Decimal(scores[seat.entrant]) for seat in plan.zones[0].seats(at)]
    return contest.empty_results(plan).with_deals(played)


def two_tables(scores: list[dict[str, int]]) -> contest.Results:
    """A plan for six at two tables whose deals have these scores; who sits together follows from the names told."""
    names = sorted({name for table in scores for name in table})
    plan = contest.Contest.draw(
        [contest.enter(name, "斗地主") for name in names], seed=1, rounds=len(scores) // 2, deals=1
    )
    record = json.loads(plan.to_json())
    number = {name: i for i, (name,) in enumerate(record["zones"][0]["contestants"])}
    for i, round_seats in enumerate(record["zones"][0]["rounds"]):
        round_seats["tables"] = [[number[name] for name in scores[2 * i + j]] for j in range(2)]
    plan = contest.Contest.from_json(json.dumps(record))
    played = {}
    for at in plan.table_deals():
        told = scores[2 * (at.round - 1) + at.table - 1]
        played[at] = [told[seat.entrant] for seat in plan.zones[0].seats(at)]
    return contest.empty_results(plan).with_deals(played)
