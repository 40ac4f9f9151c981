"""Deals between players of the engine."""

from __future__ import annotations

from collections.abc import Callable

from pokerfast.contest.plan import TableDeal, ZonePlan
from pokerfast.contest.results import Results
from pokerfast.simulate import simulate

__all__ = ["play_engines"]


def play_engines(results: Results, progress: Callable[[int], object] | None = None) -> Results:
    """Play every deal that has no score yet at the tables where the engine plays for every seat.

    A deal between the same policies on the same seats ends alike at every table and in every run.

    Args:
        results: what has been played already; it stays as it is.
        progress: called with the number of deals finished after each.

    Returns:
        these results and the deals played.
    """
    played: dict[TableDeal, tuple[float, ...]] = {}
    contest = results.contest
    for plan in contest.zones:
        game = plan.zone.load()
        policy_of = {entrant.name: entrant.policy for entrant in plan.entrants}
        for at in plan.table_deals():
            policies = [policy_of[seat.entrant] for seat in plan.seats(at)]
            if at in results.scores or None in policies:
                continue
            seed = contest.deal_seed(at.zone, at.round, at.deal)
            run = simulate(game, games=1, seed=seed, policy=[policy for policy in policies if policy is not None])
            played[at] = run.mean_returns
            if progress is not None:
                progress(len(played))
    return results.with_deals(played)


def engine_deals(plan: ZonePlan) -> int:
    """How many deals of a zone are between players of the engine alone."""
    people = {entrant.name for entrant in plan.entrants if entrant.policy is None}
    return sum(not any(name in people for c in plan.at_table(at) for name in c.members) for at in plan.table_deals())
