"""What a deal of 升级 is worth: levels, and points of the room."""

from collections.abc import Sequence
from typing import NamedTuple

from .trick_cards import Options


class LevelResult(NamedTuple):
    side: str
    levels: int
    takes_over: bool


def level_result(points: int, options: Options | None = None) -> LevelResult:
    """Who gains how many levels when the attackers have so many points, the kitty included."""
    step = 20 * (Options() if options is None else options).decks
    if points >= 2 * step:
        return LevelResult("attackers", (points - 2 * step) // step, True)
    return LevelResult("dealer", 3 if points == 0 else 2 if points < step else 1, False)


def room_points(
    side: str,
    levels: int,
    scores: Sequence[int],
    grand_slam: int | None = None,
    stake: int = 1,
    options: Options | None = None,
) -> int:
    """What each of the winning side gets, and each of the other loses; scores are those before the deal."""
    bands = [3 if score >= 300 else 2 if score >= 80 else 1 for score in scores]
    literal = (Options() if options is None else options).band == "literal"
    factor = min(bands) if not literal or len(set(bands)) == 1 else 1
    amount = 2 + levels if side == "attackers" else levels + 1
    if side == "dealer" and levels == 3 and grand_slam is not None:
        amount = grand_slam
    return amount * factor * stake
