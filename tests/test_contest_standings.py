"""The contest: who is placed where."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pokerfast import contest
from pokerfast.contest.text import read_rows
from tests.contests import drawn, people, scored, table_of, two_tables

few = settings(max_examples=40)


# ---- standings


def ranks(results: contest.Results, **options: Any) -> list[tuple[str, int | None]]:
    return [(row.name, row.rank) for row in contest.make_standings(results, **options).rankings[0].rows]


def test_by_total_score() -> None:
    assert ranks(table_of({"a": 2, "b": -4, "c": 2}, {"a": -1, "b": -1, "c": 2})) == [("c", 1), ("a", 2), ("b", 3)]


def test_then_by_deals_won() -> None:
    # a and b have 0; b has won two deals, a one.
    found = contest.make_standings(
        table_of({"a": 2, "b": 1, "c": -3}, {"a": -1, "b": 1, "c": 0}, {"a": -1, "b": -2, "c": 3})
    )
    assert [(row.name, row.score, row.deals_won, row.rank) for row in found.rankings[0].rows] == [
        ("b", 0, 2, 1),
        ("a", 0, 1, 2),
        ("c", 0, 1, 2),
    ]


def test_then_by_direct_encounter() -> None:
    # a and d: 3 points and two deals won each; where they met a had 2 and d had 1.
    results = two_tables([
        {"a": 2, "d": 1, "b": -3}, {"c": 0, "e": 0, "f": 0},
        {"a": 1, "b": 0, "c": -1}, {"d": 2, "e": -1, "f": -1},
    ])  # fmt: skip
    rows = contest.make_standings(results).rankings[0].rows
    assert [(row.name, row.rank, row.score, row.encounter) for row in rows[:2]] == [("a", 1, 3, 1), ("d", 2, 3, -1)]
    # c, e and f have no points and no win, e and f -1: c sat with both.
    assert [(row.name, row.rank, row.score, row.encounter) for row in rows[2:]] == [
        ("c", 3, -1, 0),
        ("e", 3, -1, 0),
        ("f", 3, -1, 0),
        ("b", 6, -3, None),
    ]


def test_then_the_rank_is_shared() -> None:
    # Everybody never met who is tied: c and f have -2 and no deal won.
    results = two_tables([{"a": 4, "b": -2, "c": -2}, {"d": 3, "e": -1, "f": -2}])
    assert ranks(results) == [("a", 1), ("d", 2), ("e", 3), ("b", 4), ("c", 4), ("f", 4)]
    ranking = contest.make_standings(results).rankings[0]
    assert [row.name for row in ranking.awards] == ["a", "d", "e"] and ranking.notes == ()


def test_a_shared_third_rank_honours_all_who_share_it() -> None:
    results = two_tables([{"a": 4, "b": -2, "c": -2}, {"d": 3, "e": -2, "f": -1}])
    assert ranks(results)[2:] == [("f", 3), ("b", 4), ("c", 4), ("e", 4)]
    results = two_tables([{"a": 4, "b": -2, "c": -2}, {"d": 3, "e": -2, "f": -2}])
    ranking = contest.make_standings(results).rankings[0]
    assert [(row.name, row.rank) for row in ranking.awards] == [("a", 1), ("d", 2)] + [(n, 3) for n in "bcef"]
    assert ranking.notes == ("rank 3 is shared by 4: all are honoured, 6 in this ranking",)
    # Two on the second rank leave no third.
    results = two_tables([{"a": 4, "b": 1, "c": -5}, {"d": 1, "e": 0, "f": -1}])
    ranking = contest.make_standings(results).rankings[0]
    assert [(row.name, row.rank) for row in ranking.awards] == [("a", 1), ("b", 2), ("d", 2)]
    assert ranking.notes == ("rank 2 is shared by 2",)
    assert ranks(results)[3] == ("e", 4)


def test_three_equals_are_parted_by_what_they_did_to_each_other() -> None:
    # a, b and c have 0 and one deal won each, y less; a beat b, b beat c, and a and c were equal.
    results = two_tables([
        {"a": 1, "b": -1, "x": 0}, {"c": 1, "y": -1, "z": 0},
        {"a": -1, "y": 1, "z": 0}, {"b": 1, "c": -1, "x": 0},
        {"x": 0, "y": -1, "z": 0}, {"a": 0, "b": 0, "c": 0},
    ])  # fmt: skip
    rows = [row for row in contest.make_standings(results).rankings[0].rows if row.name in "abc"]
    assert [(row.name, row.encounter) for row in rows] == [("a", 2), ("b", 0), ("c", -2)]


def test_those_left_equal_are_held_against_each_other_alone() -> None:
    # Four with 1 and one deal won each. Among all four c is ahead by 1, d behind by 1; a and b are equal, but a beat b.
    results = two_tables([
        {"a": 1, "b": 0, "x": -1}, {"c": 0, "d": 0, "y": 0},
        {"c": 1, "a": 0, "x": -1}, {"b": 1, "d": 0, "y": -1},
        {"d": 1, "x": -1, "y": 0}, {"a": 0, "b": 0, "c": 0},
    ])  # fmt: skip
    rows = contest.make_standings(results).rankings[0].rows[:4]
    assert [(row.rank, row.name, row.encounter) for row in rows] == [
        (1, "c", 1),
        (2, "a", 0),
        (3, "b", 0),
        (4, "d", -1),
    ]


def test_a_team_has_the_sum_of_its_members() -> None:
    results = table_of(
        {"a": 1, "b": 1, "c": -1, "d": -1, "e": 0},
        {"a": 1, "b": -1, "c": -1, "d": 1, "e": -1},
        zone="dadaa",
        teams={"a": "红", "c": "红", "b": "蓝", "d": "蓝"},
    )
    found = contest.make_standings(results)
    rows = found.rankings[0].rows
    assert [(row.name, row.kind, row.score, row.deals_won, row.members, row.rank) for row in rows] == [
        ("红", "team", 0, 2, ("a", "c"), 1),
        ("蓝", "team", 0, 2, ("b", "d"), 1),
        ("e", "individual", -1, 0, ("e",), 3),
    ]
    apart = contest.make_standings(results, apart=True)
    assert [(ranking.of, [row.name for row in ranking.rows]) for ranking in apart.rankings] == [
        ("teams", ["红", "蓝"]),
        ("individuals", ["e"]),
    ]
    assert apart.num_awards == 6
    assert apart.rankings[1].notes == ("only 1 to be honoured in this ranking",)


def test_a_pair_counts_once_in_its_team() -> None:
    entrants = [contest.enter(name, "升级", team="红" if name in "ab" else None) for name in "abcd"]
    plan = contest.Contest.draw(entrants, seed=1, rounds=1, deals=1)
    at = next(plan.table_deals())
    scores = [3 if seat.entrant in "ab" else -3 for seat in plan.zones[0].seats(at)]
    rows = contest.make_standings(contest.empty_results(plan).with_deals({at: scores})).rankings[0].rows
    assert [(row.name, row.kind, row.score, row.deals_played) for row in rows] == [
        ("红", "team", 3, 1),
        (rows[1].name, "pair", -3, 1),
    ]
    assert sorted(rows[1].members) == ["c", "d"]


def test_who_has_not_played_has_no_rank() -> None:
    plan = drawn(7, rounds=1)
    found = contest.make_standings(contest.empty_results(plan)).rankings[0]
    assert all(row.rank is None and not row.honoured for row in found.rows) and found.awards == ()
    assert found.notes == ("provisional: 0 of 6 deals played",)
    full = scored(plan)
    half = contest.Results(plan, {at: scores for at, scores in full.scores.items() if at.table == 1})
    found = contest.make_standings(half).rankings[0]
    assert [row.rank for row in found.rows] == [1, 2, 3, None, None, None, None]
    assert found.notes == ("provisional: 3 of 6 deals played",)


def test_the_same_cards_are_compared() -> None:
    results = two_tables([{"a": 4, "b": -2, "c": -2}, {"d": 2, "e": 0, "f": -2}])
    above = {row.name: row.above_field for row in contest.make_standings(results).rankings[0].rows}
    assert above == {"a": 1, "d": -1, "b": -1, "e": 1, "c": 0, "f": 0}
    assert {row.above_field for row in contest.make_standings(table_of({"a": 1, "b": 0, "c": 0})).rankings[0].rows} == {
        None
    }


def slow_standings(plan: contest.Contest, text: str, apart: bool) -> list[list[tuple[str, int | None, Decimal, int]]]:
    """The ranking worked out from the file of results again, rival by rival."""
    rows = [
        row.cells for row in read_rows(text, ("zone", "round", "table", "deal", "seat", "entrant", "score"), {}, {})
    ]
    rows = [row for row in rows if row["score"]]
    made = []
    for part in plan.zones:
        mine = [row for row in rows if row["zone"] == part.zone.title]
        rivals: dict[str, list[tuple[str, ...]]] = {}
        for c in part.contestants:
            rivals.setdefault(c.team or c.name, []).append(c.members)
        teams = {c.team for c in part.contestants if c.team}
        groups = (
            [list(rivals)] if not apart else [[r for r in rivals if r in teams], [r for r in rivals if r not in teams]]
        )

        def lines(rival: str, rivals: Any = rivals, mine: Any = mine) -> list[Any]:
            return [row for members in rivals[rival] for row in mine if row["entrant"] == members[0]]

        def key(row: Any) -> tuple[str, ...]:
            return row["round"], row["table"], row["deal"]

        def margin(one: str, group: list[str], lines: Any = lines, key: Any = key) -> Decimal:
            return sum(
                (
                    Decimal(a["score"]) - Decimal(b["score"])
                    for other in group
                    if other != one
                    for a in lines(one)
                    for b in lines(other)
                    if key(a) == key(b)
                ),
                Decimal(0),
            )

        def settle(group: list[str], margin: Any = margin) -> list[list[str]]:
            by = {one: margin(one, group) for one in group}
            if len(set(by.values())) == 1:
                return [sorted(group)]
            return [
                p
                for value in sorted(set(by.values()), reverse=True)
                for p in settle([o for o in group if by[o] == value])
            ]

        for group in groups:
            if not group:
                continue
            total = {rival: sum((Decimal(row["score"]) for row in lines(rival)), Decimal(0)) for rival in group}
            won = {rival: sum(Decimal(row["score"]) > 0 for row in lines(rival)) for rival in group}
            playing = [rival for rival in group if lines(rival)]
            ranking: list[tuple[str, int | None, Decimal, int]] = []
            for score, deals in sorted({(total[r], won[r]) for r in playing}, reverse=True):
                for equal in settle([r for r in playing if (total[r], won[r]) == (score, deals)]):
                    rank = len(ranking) + 1
                    ranking += [(rival, rank, score, deals) for rival in equal]
            ranking += [(rival, None, Decimal(0), 0) for rival in sorted(group) if rival not in playing]
            made.append(ranking)
    return made


@few
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 5]), st.booleans(), st.floats(0.3, 1))
def test_standings_against_a_slow_model(seed: int, most: int, apart: bool, share: float) -> None:
    chance = random.Random(seed)
    entrants = [
        contest.enter(f"{zone}{i}", zone, team=chance.choice([None, "红", "蓝"]) and chance.choice(["红", "蓝"]) + zone)
        for zone, count in (("dadaa", chance.randint(5, 9)), ("doudizhu", chance.randint(3, 9)))
        for i in range(count)
    ] + people("shengji", 2 * chance.randint(2, 4))
    plan = contest.Contest.draw(entrants, seed=seed, rounds=chance.randint(1, 3), deals=chance.randint(1, 2))
    played = {}
    for at in plan.table_deals():
        if chance.random() < share:
            by_place = [chance.randint(-most, most) for _ in plan.plan(at.zone).at_table(at)]
            played[at] = [by_place[seat.place] for seat in plan.plan(at.zone).seats(at)]
    results = contest.empty_results(plan).with_deals(played)
    found = contest.make_standings(results, apart=apart)
    assert [
        [(row.name, row.rank, row.score, row.deals_won) for row in ranking.rows] for ranking in found.rankings
    ] == slow_standings(plan, results.to_csv(), apart)
    for ranking in found.rankings:
        assert [row.honoured for row in ranking.rows] == [(row.rank or 9) <= 3 for row in ranking.rows]
        assert ranking.deals_played == sum(at.zone == ranking.zone for at in played)
    # What is compared is told by the files too.
    record = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert [len(ranking["rows"]) for ranking in record["rankings"]] == [len(ranking.rows) for ranking in found.rankings]
    assert len(found.to_csv().splitlines()) == 1 + sum(len(ranking.rows) for ranking in found.rankings)
