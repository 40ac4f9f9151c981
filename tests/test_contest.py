"""The contest: the rules of the seed texts, zones, entrants."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from pokerfast import contest
from pokerfast.contest.standings import HONOURED
from pokerfast.contest.zones import zone_named
from pokerfast.simulate import policy_names
from tests.contests import drawn, faults, people, scored, whole
from tests.guards.test_public import undocumented

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/contest/contest.jsonl").read_text(encoding="utf-8").splitlines()
]


# ---- the cases, and the rules of the page


def test_the_file_of_cases_is_whole() -> None:
    assert [case["id"] for case in CASES] == ["tournament-illegal-001", "tournament-legal-001", "tournament-other-001"]


@pytest.mark.parametrize("case", CASES[:2], ids=lambda case: case["id"])
def test_an_entrant_enters_one_zone(case: dict[str, Any]) -> None:
    name, zones = case["input"]["entrant"], case["input"]["zones"]
    if case["answer"]:
        assert contest.enter(name, zones).zone == "doudizhu"
        return
    with pytest.raises(pf.RulesError) as error:
        contest.enter(name, zones)
    assert faults(error) == [("zone", "an entrant plays in one zone only, not in 升级 and 打大A")]


def test_awards() -> None:
    case = CASES[2]
    assert len(contest.ZONES) == case["input"]["zones"] and case["answer"]["awards_per_zone"] == HONOURED
    found = contest.make_standings(scored(whole(team=False)))
    assert found.num_awards == len(found.awards) == case["answer"]["awards"]
    assert [(ranking.title, len(ranking.awards)) for ranking in found.rankings] == [
        ("升级", 3),
        ("打大A", 3),
        ("斗地主", 3),
    ]
    assert all(row.rank in (1, 2, 3) for row in found.awards)
    # Teams and individuals in one ranking: still nine. Apart: 18.
    results = scored(whole(team=True))
    assert contest.make_standings(results).num_awards == len(contest.make_standings(results).awards) == 9
    apart = contest.make_standings(results, apart=True)
    assert apart.num_awards == len(apart.awards) == 18
    assert [ranking.of for ranking in apart.rankings] == ["teams", "individuals"] * 3
    for ranking in apart.rankings:
        assert {row.kind == "team" for row in ranking.rows} == {ranking.of == "teams"}


def test_the_zones_play_qq_rules_with_fixed_pairs_in_shengji_alone() -> None:
    assert [(zone.game, zone.title, zone.seats, zone.contestants, zone.partners) for zone in contest.ZONES] == [
        ("shengji", "升级", 4, 2, 2),
        ("dadaa", "打大A", 5, 5, 1),
        ("doudizhu", "斗地主", 3, 3, 1),
    ]
    assert [zone.load() for zone in contest.ZONES] == [pf.load_game(zone.game) for zone in contest.ZONES]
    # Partners sit where the game has them.
    for seats in contest.ZONES[0].places:
        assert (seats[1] - seats[0]) % 4 == 2


@pytest.mark.parametrize("name", ["升级", "shengji", "升级区", " ShengJi "])
def test_a_zone_goes_by_its_names(name: str) -> None:
    assert contest.enter("X", name).zone == "shengji"
    assert zone_named("打大a").game == "dadaa"


@pytest.mark.parametrize("zones", ["升级,打大A", "升级 斗地主", "升级、打大A", ["doudizhu", "升级"], ("升级/打大A",)])
def test_a_second_zone_is_refused_however_it_is_written(zones: Any) -> None:
    with pytest.raises(pf.RulesError):
        contest.enter("X", zones)


def test_the_same_zone_twice_is_one() -> None:
    assert contest.enter("X", ["升级", "shengji"]).zone == "shengji"


def test_a_zone_of_another_game() -> None:
    zone = contest.Zone("whist", None, ((0, 2), (1, 3)))
    entrants = [contest.enter(f"w{i}", "whist", player="engine:random", known=[zone]) for i in range(6)]
    plan = contest.Contest.draw(entrants, seed=1, rounds=3, zones=[zone])
    assert plan.plan("惠斯特").zone.seats == 4
    results = contest.play_engines(contest.empty_results(plan))
    assert len(results.scores) == 3 * 4
    assert contest.Contest.from_json(plan.to_json()) == plan


@pytest.mark.parametrize(
    "places", [((0,), (1,)), ((0, 1, 2),), ((0, 1), (2,)), ((0,), (1,), (1,)), ((0,), (1,), (3,)), ((0, 1, 2), ())]
)
def test_places_that_do_not_share_the_seats_out_are_refused(places: Any) -> None:
    with pytest.raises(pf.RulesError, match="places"):
        contest.Zone("doudizhu", None, places)


# ---- entrants


def test_entrants_from_a_file() -> None:
    text = (
        "name,zone,team,partner,player\n王芳,升级,,李雷,\n李雷,升级,,,\nBot,斗地主,,,engine:greedy\n\n甲,dadaa,红队,,\n"
    )
    found = contest.read_entrants("\ufeff" + text.replace("\n", "\r\n"))
    assert found == (
        contest.Entrant("王芳", "shengji", None, "李雷"),
        contest.Entrant("李雷", "shengji"),
        contest.Entrant("Bot", "doudizhu", player="engine:greedy"),
        contest.Entrant("甲", "dadaa", "红队"),
    )
    assert found[2].policy == "greedy" and found[0].policy is None
    assert contest.read_entrants("赛区, 姓名\n升级, 甲\n") == (contest.Entrant("甲", "shengji"),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", [("line 1", "expected a header: name,zone,team,partner,player")]),
        ("name\nX\n", [("line 1", "column zone is missing")]),
        ("name,zone,name\n", [("line 1", "column name comes twice")]),
        (
            "name,zone,age\n",
            [("line 1", "'age' is no column; known: name,zone,team,partner,player")],
        ),
        ("name,zone\n", [("entrants", "there are none")]),
        ("name,zone\nX\n", [("line 2", "1 cells, the header has 2")]),
        ("name,zone\n\n,升级\n", [("line 3, column name", "is missing")]),
        ("name,zone\nX,\n", [("line 2, column zone", "is missing")]),
        ("name,zone\nX,升极\n", [("line 2, column zone", "'升极' is no zone; known: 升级, 打大A, 斗地主")]),
        ("name,zone\nX,doudizu\n", [("line 2, column zone", "'doudizu' is no zone; did you mean 'doudizhu'?")]),
        (
            "name,zone\nX,升级;打大A\n",
            [("line 2, column zone", "an entrant plays in one zone only, not in 升级 and 打大A")],
        ),
        (
            "name,zone\nX,升级\nY,升级\nX,打大A\n",
            [("line 4, column zone", "X has entered 升级; an entrant plays in one zone only")],
        ),
        ("name,zone\nX,升级\nX,升级\n", [("line 3, column name", "'X' has entered already")]),
        (
            "name,zone,team\nX,升级,红\nY,打大A,红\n",
            [("line 3, column zone", "team 红 has entered 升级; a team plays in one zone only")],
        ),
        (
            "name,zone,team\nX,升级,红\n红,升级,\n",
            [("line 2, column team", "红 is the name of an entrant")],
        ),
        (
            "name,zone,partner\nX,升级,Y\nY,升级,Z\nZ,升级,Y\n",
            [("line 2, column partner", "Y plays with Z")],
        ),
        (
            "name,zone,partner\nX,升级,Y\nY,升级,\nZ,升级,Y\n",
            [("line 4, column partner", "Y plays with X")],
        ),
        ("name,zone,partner\nX,升级,Y\n", [("line 2, column partner", "'Y' has not entered")]),
        ("name,zone,partner\nX,升级,X\n", [("line 2, column partner", "nobody is his own partner")]),
        ("name,zone,partner\nX,升级,Y\nY,打大A,\n", [("line 2, column partner", "Y plays in another zone")]),
        (
            "name,zone,team,partner\nX,升级,红,Y\nY,升级,蓝,\n",
            [("line 2, column partner", "Y is not of the same team")],
        ),
        ("name,zone,partner\nX,斗地主,Y\n", [("line 2, column partner", "斗地主 is not played in pairs")]),
        (
            "name,zone,player\nX,斗地主,engine:best\n",
            [
                (
                    "line 2, column player",
                    "'engine:best' is none; empty for a person, or engine:random, engine:greedy",
                )
            ],
        ),
        (
            "name,zone\nengine:greedy,斗地主\n",
            [
                (
                    "line 2, column name",
                    "'engine:greedy' is a player; put it into the column player, and give it a name",
                )
            ],
        ),
        ('name,zone\n"a\nb",升级\n', [("line 2, column name", "'a\\nb' has characters that cannot be printed")]),
        ('name,zone\n"a,升级\n', [("line 2", "is no CSV: unexpected end of data")]),
        ("name,zone\n" + "x" * 61 + ",升级\n", [("line 2, column name", "has more than 60 characters")]),
    ],
)
def test_what_is_wrong_with_a_file_of_entrants(text: str, told: list[tuple[str, str]]) -> None:
    if "engine:best" in text:
        known = ", ".join(f"engine:{name}" for name in policy_names("doudizhu"))
        told = [(told[0][0], f"'engine:best' is none; empty for a person, or {known}")]
    with pytest.raises(pf.RulesError) as error:
        contest.read_entrants(text)
    assert faults(error) == told


def test_all_faults_are_told_at_once_but_not_thousands() -> None:
    with pytest.raises(pf.RulesError) as error:
        contest.read_entrants("name,zone\n,x\n")
    assert len(faults(error)) == 2
    with pytest.raises(pf.RulesError) as error:
        contest.read_entrants("name,zone\n" + "X,nowhere\n" * 1000)
    assert len(faults(error)) == 11 and faults(error)[-1] == ("further faults", "990")


@pytest.mark.parametrize(
    "call",
    [
        lambda: contest.enter(3, "升级"),  # type: ignore[arg-type]
        lambda: contest.enter("X", 3),  # type: ignore[arg-type]
        lambda: contest.enter("X", [3]),  # type: ignore[list-item]
        lambda: contest.enter("X", "升级", team=3),  # type: ignore[arg-type]
        lambda: contest.read_entrants(b"name,zone\n"),  # type: ignore[arg-type]
        lambda: contest.Contest.draw(["X"], seed=1, rounds=1),  # type: ignore[list-item]
        lambda: contest.Contest.draw("X", seed=1, rounds=1),  # type: ignore[arg-type]
        lambda: drawn(3, seed="1"),  # type: ignore[arg-type]
        lambda: drawn(3, rounds=1.5),  # type: ignore[arg-type]
        lambda: drawn(3, deals="3"),
        lambda: contest.Contest.from_json(3),  # type: ignore[arg-type]
        lambda: contest.read_results(drawn(3), b""),  # type: ignore[arg-type]
        lambda: drawn(3).deal_seed("doudizhu", "1", 1),  # type: ignore[arg-type]
        lambda: contest.empty_results(drawn(3)).with_deals({contest.TableDeal("doudizhu", 1, 1, 1): ["1", 1, 1]}),  # type: ignore[list-item]
        lambda: zone_named(3),  # type: ignore[arg-type]
    ],
)
def test_wrong_types(call: Any) -> None:
    with pytest.raises(TypeError):
        call()


def test_partners_are_named_or_drawn_within_a_team() -> None:
    entrants = [*people("shengji", 4), contest.enter("a", "升级", partner="b"), contest.enter("b", "升级")]
    entrants += [contest.enter(f"红{i}", "升级", team="红") for i in range(4)]
    pairings = set()
    for seed in range(20):
        plan = contest.Contest.draw(entrants, seed=seed, rounds=1).plan("升级")
        pairs = {frozenset(c.members): c.team for c in plan.contestants}
        assert len(pairs) == 5 and frozenset("ab") in pairs
        assert {team for pair, team in pairs.items() if "红0" in pair} == {"红"}
        assert all((team == "红") == all(name.startswith("红") for name in pair) for pair, team in pairs.items())
        pairings.add(frozenset(pairs))
    assert len(pairings) > 3
    with pytest.raises(pf.RulesError) as error:
        contest.Contest.draw([*people("shengji", 5), contest.enter("甲", "升级", team="红")], seed=1, rounds=1)
    assert faults(error) == [
        ("升级", "is played in pairs, and somebody has no partner among those without a team: shengji4"),
        ("升级", "is played in pairs, and somebody has no partner in team 红: 甲"),
    ]


def test_everything_public_is_documented() -> None:
    assert undocumented({name: getattr(contest, name) for name in contest.__all__}) == []
    assert contest.__all__ == sorted(contest.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
