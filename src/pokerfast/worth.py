"""What deals of trick-taking games are worth, by the tables of their rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ContractScores", "GradeResult", "LevelResult"]


@dataclass(frozen=True, slots=True)
class LevelResult:
    """What a deal is worth by the table of levels (升级, 打百分)."""

    #: Who gains.
    side: Literal["dealer", "attackers"]
    #: How many levels, before any stop.
    levels: int
    #: Whether the attackers deal next (上台).
    takes_over: bool


@dataclass(frozen=True, slots=True)
class GradeResult:
    """What a deal of 二七王 is worth: each attacker gets or pays ``grade * factor``, the dealer the opposite sum."""

    #: Who wins: ``"dealer"`` 过庄, ``"attackers"`` 下庄.
    side: Literal["dealer", "attackers"]
    #: How clearly, 1 to 3.
    grade: int
    #: What the bid multiplies it by, 1 to 3.
    factor: int


@dataclass(frozen=True, slots=True)
class ContractScores:
    """What a deal of 打百分 with contract is worth; not zero-sum."""

    #: What each of the dealer's side gets.
    dealer: int
    #: What each of the attackers gets.
    attackers: int
