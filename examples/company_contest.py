"""A contest in three zones from the list of entrants to the awards, played by the engine.

    python examples/company_contest.py --seed 7 --rounds 3

Teams and those without a team are ranked apart. At the end one deal is looked at: the same cards at every table.
"""

from __future__ import annotations

import argparse

from pokerfast import contest

#: Zone -> teams with their players, and players without a team.
ENTRANTS = {
    "升级": {"车间": ["张一", "张二", "张三", "张四"], "仓库": ["李一", "李二"], "": ["赵一", "赵二"]},
    "打大A": {"质检": ["王一", "王二", "王三"], "": ["钱一", "钱二", "钱三", "钱四"]},
    "斗地主": {"食堂": ["孙一", "孙二"], "门卫": ["周一", "周二"], "": ["吴一", "吴二", "吴三", "吴四"]},
}
#: Who has luck only; all others think.
LUCKY = {"张二", "王二", "孙二", "吴三"}


def entrants() -> list[contest.Entrant]:
    """Everybody who takes part, played by the engine."""
    return [
        contest.enter(name, zone, team=team or None, player="engine:random" if name in LUCKY else "engine:greedy")
        for zone, teams in ENTRANTS.items()
        for team, names in teams.items()
        for name in names
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()

    plan = contest.Contest.draw(entrants(), seed=arguments.seed, rounds=arguments.rounds)
    for part in plan.zones:
        first = part.rounds[0]
        tables = "; ".join(", ".join(part.contestants[i].name for i in table) for table in first.tables)
        print(f"{part.zone.title}, round 1: {tables}")
        print(f"  sit out: {', '.join(part.contestants[i].name for i in first.out) or 'nobody'}")

    results = contest.play_engines(contest.empty_results(plan))
    standings = contest.make_standings(results, apart=True)
    for ranking in standings.rankings:
        print(f"{ranking.title}, {ranking.of}:")
        for row in ranking.awards:
            print(f"  {row.rank}. {row.name}: {row.score} points, {row.deals_won} of {row.deals_played} deals won")
        for note in ranking.notes:
            print(f"  {note}")

    hands, kitty = plan.cards("斗地主", 1, 1)
    print("斗地主, round 1, deal 1:", " | ".join(hands), "| kitty", kitty)
    for at in results.scores:
        if (at.zone, at.round, at.deal) == ("doudizhu", 1, 1):
            seats = zip(plan.plan("斗地主").seats(at), results.by_seat(at) or (), strict=True)
            print(f"  table {at.table}:", ", ".join(f"{seat.entrant} {score}" for seat, score in seats))

    # The plan and the results survive as files.
    assert contest.Contest.from_json(plan.to_json()) == plan
    assert contest.read_results(plan, results.to_csv()) == results


if __name__ == "__main__":
    main()
