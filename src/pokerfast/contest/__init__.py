"""The company contest (扑克牌大赛): zones, entrants, tables drawn from a seed, duplicate deals, standings.

::

    from pokerfast import contest

    entrants = contest.read_entrants(open("entrants.csv", encoding="utf-8-sig").read())
    plan = contest.Contest.draw(entrants, seed=7, rounds=3)
    results = contest.read_results(plan, open("results.csv", encoding="utf-8-sig").read())
    for ranking in contest.make_standings(results).rankings:
        print(ranking.title, [row.name for row in ranking.awards])

docs/contest.md tells the rules and the files.
"""

from __future__ import annotations

from pokerfast.contest.entrants import Contestant, Entrant, enter, read_entrants
from pokerfast.contest.plan import Contest, Seat, TableDeal, ZonePlan
from pokerfast.contest.play import play_engines
from pokerfast.contest.results import Results, empty_results, read_results
from pokerfast.contest.seating import RoundSeats
from pokerfast.contest.standings import Ranking, Standing, Standings, make_standings
from pokerfast.contest.zones import ZONES, Zone

__all__ = [
    "ZONES",
    "Contest",
    "Contestant",
    "Entrant",
    "Ranking",
    "Results",
    "RoundSeats",
    "Seat",
    "Standing",
    "Standings",
    "TableDeal",
    "Zone",
    "ZonePlan",
    "empty_results",
    "enter",
    "make_standings",
    "play_engines",
    "read_entrants",
    "read_results",
]
