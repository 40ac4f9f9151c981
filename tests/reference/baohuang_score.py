"""When a deal of 保皇 is over, who has won it, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

SEATS = 5


def outcome(emperor: int, guard: int | None, solo: str | None, order: Sequence[int]) -> str | None:
    """Who wins when these seats have gone out, in this order: "emperor" or "rebels"; None while the deal goes on.

    It is the first side all out; an emperor alone has lost when one other (solo "open") or two others ("dark") are.
    """
    if guard is not None:
        side = {emperor, guard}
        if side <= set(order):
            return "emperor"
        return "rebels" if set(range(SEATS)) - side <= set(order) else None
    if emperor in order:
        first_needed = solo == "open" and order[0] != emperor
        return "rebels" if first_needed else "emperor"
    return "rebels" if len(order) >= (1 if solo == "open" else 2) else None


def score(
    emperor: int, guard: int | None, solo: str | None, order: Sequence[int], doubles: int = 0, stack: bool = False
) -> list[float]:
    """The score of each seat when the deal is over; `doubles` counts 明保 and a successful 造反."""
    if outcome(emperor, guard, solo, order) is None:
        raise ValueError("the deal is not over")
    factor = 2**doubles if stack else min(2, 2**doubles)
    if guard is None:
        if solo == "open":
            each = 6 if order[0] == emperor else -6
        else:
            place = order.index(emperor) + 1 if emperor in order else 3
            each = {1: 3, 2: 0}.get(place, -3) * factor
        return [4.0 * each if seat == emperor else 0.0 - each for seat in range(SEATS)]
    if {emperor, guard} <= set(order):
        places = order.index(emperor) + 1 + order.index(guard) + 1
    else:
        places = sum(range(1, SEATS + 1))
        for seat in set(range(SEATS)) - {emperor, guard}:
            places -= order.index(seat) + 1
    unit = (6 - places) * factor
    return [2.0 * unit if seat == emperor else float(unit) if seat == guard else 0.0 - unit for seat in range(SEATS)]
