"""A match as a loop of deals: 升级 from level to level, 打百分 with a fixed level for match points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerfast.base import record_head
from pokerfast.errors import refusal
from pokerfast.worth import LevelResult

if TYPE_CHECKING:  # a match is made by its game
    from pokerfast.trick import TrickGame, TrickState

__all__ = ["DealResult", "Match"]

RANKS = "23456789TJQKA"
WINNING_POINTS = 13  # match points, where levels are fixed (docs/rules/dabaifen.md)


@dataclass(frozen=True, slots=True)
class DealResult:
    """One finished deal of a match."""

    #: Its number, from 0.
    number: int
    dealer: int
    #: The rank played.
    level: str
    #: The attackers' points, with the kitty's.
    points: int
    stake: int
    result: LevelResult
    #: Levels of the two pairs afterwards.
    levels: tuple[str, str]
    #: Match points of the two pairs afterwards; they stay 0 where levels move.
    match_points: tuple[int, int]
    #: Who deals the next one; None when the match is over.
    next_dealer: int | None


class Match:
    """A match: deals in turn, each a :class:`TrickState` in :attr:`state`; :meth:`advance` starts the next one.

    A deal that is over can still be taken back with ``state.undo()`` until :meth:`advance` is called. Not shared
    between threads.
    """

    def __init__(self, game: TrickGame, seed: int) -> None:
        self._game, self._seed = game, seed
        self._state = game._deal_numbered(0, seed, None, None, "deal")
        self._results: list[DealResult] = []  # of the deals before the present one
        self._lines: list[list[str]] = []  # their actions, as records have them
        self._stopped: tuple[set[str], set[str]] = (set(), set())  # levels each pair has dealt at

    @property
    def game(self) -> TrickGame:
        """The rules."""
        return self._game

    @property
    def seed(self) -> int:
        """The seed of all its deals."""
        return self._seed

    @property
    def state(self) -> TrickState:
        """The present deal."""
        return self._state

    @property
    def results(self) -> tuple[DealResult, ...]:
        """Every deal that is over, the present one too."""
        return (*self._results, self._result()) if self._state.is_over else tuple(self._results)

    @property
    def deals(self) -> int:
        """How many deals are over."""
        return len(self._results) + self._state.is_over

    @property
    def levels(self) -> tuple[str, str]:
        """The levels of the pairs of seats 0 and 2, 1 and 3 after the deals that are over."""
        results = self.results
        return results[-1].levels if results else (RANKS[0], RANKS[0])

    @property
    def match_points(self) -> tuple[int, int]:
        """Match points of the two pairs after the deals that are over; they stay 0 where levels move."""
        results = self.results
        return results[-1].match_points if results else (0, 0)

    @property
    def dealer(self) -> int | None:
        """Who deals; once the deal is over, who deals next. None while the first deal's is open, and at the end."""
        return self._result().next_dealer if self._state.is_over else self._state.dealer

    @property
    def winner(self) -> int | None:
        """The pair that won, 0 or 1: as the dealer's side at A, or with 13 match points. None until then."""
        if not self._state.is_over:
            return None
        last = self._result()
        if last.next_dealer is not None:
            return None
        return last.dealer % 2 if last.result.side == "dealer" else 1 - last.dealer % 2

    @property
    def is_over(self) -> bool:
        """Whether a pair has won."""
        return self.winner is not None

    def _result(self) -> DealResult:
        state = self._state
        before = self._results[-1].levels if self._results else (RANKS[0], RANKS[0])
        assert state.dealer is not None and state.level is not None
        dealer, level = state.dealer, state.level
        worth = LevelResult(*state._level_result())
        keeps = worth.side == "dealer"
        pair = dealer % 2 if keeps else 1 - dealer % 2
        levels = list(before)
        points = list(self._results[-1].match_points if self._results else (0, 0))
        if self._fixed:
            points[pair] += worth.levels
            won = points[pair] >= WINNING_POINTS
        else:
            won = keeps and level == RANKS[-1]
        if not won and not self._fixed:
            dealt = self._stopped[pair] | ({level} if keeps else set())
            levels[pair] = risen(before[pair], worth.levels, self._must_play - dealt)
        return DealResult(
            number=len(self._results),
            dealer=dealer,
            level=level,
            points=state.points,
            stake=state.stake,
            result=worth,
            levels=(levels[0], levels[1]),
            match_points=(points[0], points[1]),
            next_dealer=None if won else (dealer + (2 if keeps else 1)) % 4,
        )

    @property
    def _fixed(self) -> bool:
        return self._game.options.get("levels") == "fixed"

    @property
    def _must_play(self) -> set[str]:
        named = self._game.options["must_play"]
        assert isinstance(named, tuple)
        return {str(level) for level in named}

    def advance(self) -> TrickState:
        """Start the next deal and return it.

        Raises:
            PhaseError: ``wrong_phase`` while the deal goes on, ``game_over`` when the match is over.
        """
        if not self._state.is_over:
            raise refusal("wrong_phase", "advance", self._state._position_text())
        done = self._result()
        if done.next_dealer is None:
            raise refusal("game_over", "advance", "a match that is over")
        state = self._game._deal_numbered(done.number + 1, self._seed, done.next_dealer, done.levels, "deal")
        self._stopped[done.dealer % 2].add(done.level)
        self._lines.append(self._state._record_lines())
        self._results.append(done)
        self._state = state
        return state

    def to_record(self) -> str:
        """The whole match as text. :func:`pokerfast.replay` gives it back."""
        lines = [*record_head(self._game), f"match: {self._seed}", ""]
        for number, deal in enumerate([*self._lines, self._state._record_lines()]):
            lines += [f"deal {number}"] if number else []
            lines += deal
        return "\n".join(lines) + "\n"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (self._game, self._seed, self._results, self._state) == (
            other._game,
            other._seed,
            other._results,
            other._state,
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (restore_match, (self._game, self._seed, [*self._lines, self._state._record_lines()]))

    def __repr__(self) -> str:
        end = f"pair {self.winner} has won" if self.is_over else f"deal {len(self._results)}"
        return f"<Match of {self._game.name}: levels {'/'.join(self.levels)}, {end}>"


def risen(level: str, by: int, stops: Iterable[str]) -> str:
    """A level some steps higher, one by one; it stops at A and on every level of ``stops``."""
    stops = set(stops)
    at = RANKS.index(level)
    while by > 0 and at < len(RANKS) - 1 and RANKS[at] not in stops:
        at, by = at + 1, by - 1
    return RANKS[at]


def restore_match(game: TrickGame, seed: int, deals: Sequence[Sequence[str]]) -> Match:
    """A match from the actions of its deals, for pickles."""
    match = Match(game, seed)
    for number, lines in enumerate(deals):
        if number:
            match.advance()
        for line in lines:
            seat, action = line.split(" ", 1)
            word = action.split(" ", 1)[0]
            if word in ("auto", "manual", "quit"):
                match.state.administer(int(seat), word)
            else:
                match.state.apply(action)
    return match
