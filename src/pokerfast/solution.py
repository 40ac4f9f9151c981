"""What a search of a position with open hands found, as Python shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pokerfast._fast import PASS, Action, Combo, SuitedHand
from pokerfast.climbing import ClimbingState
from pokerfast.notation import SUITS
from pokerfast.proof import combo_of_parts, proof_record

__all__ = ["MoveValue", "Solution"]

OPEN, ATTACKER, DEFENDER = 0, 1, 2  # how the core tells outcomes
#: Cards without their copy, as the core numbers them.
KINDS = (*(suit + rank for suit in SUITS for rank in "23456789TJQKA"), "w", "W")

#: What a move is: a play of a climbing game, or the cards of a trick-taking one.
M = TypeVar("M", Combo, SuitedHand)


@dataclass(frozen=True, slots=True)
class MoveValue(Generic[M]):
    """What one move is worth."""

    #: The move, ``PASS`` for none; in trick-taking games the cards. A take in 打大A is the fours that take.
    move: M
    #: Games that are won: 1: the side to move wins with it; 0: a draw; -1: it loses. Games that are scored: what
    #: :attr:`Solution.value` counts, after this move. None: a limit was reached first.
    value: int | None
    #: Moves after which the game is the same but for the names of cards, this one left out. Climbing games list them as
    #: moves of their own too, trick-taking games do not.
    equals: tuple[M, ...]
    #: How the game goes on from it, this move and passes included: who has something to keep plays what was proved, the
    #: others what held out longest in the search. Empty if a limit was reached.
    line: tuple[M, ...]


@dataclass(frozen=True, slots=True)
class Solution(Generic[M]):
    """What is known of a position after a search."""

    #: ``"unknown"``: a limit was reached before all that was asked was settled; what the position is worth may be known
    #: all the same.
    status: Literal["solved", "unknown"]
    #: 斗地主: ``"landlord"`` or ``"farmers"``. 打大A: ``"big_ace"``, ``"others"`` or ``"draw"``. None while it is not
    #: known, and in games that are scored.
    winner: str | None
    #: A move that is worth as much as the position; where all lose, the one with the longest line. None if nothing is
    #: known.
    best: M | None
    #: Every first move looked at, in the order of the legal actions; in trick-taking games one of each class of equal
    #: ones, and no throws that fail: none is better than the part of it that has to be led.
    moves: tuple[MoveValue[M], ...]
    #: Positions searched.
    nodes: int
    seconds: float
    #: With ``proof=True``: why, for :func:`check_proof` and as JSON.
    proof: dict[str, Any] | None = None
    #: Games that are scored. 保皇: the emperor's score; 打大A with ``score="grassland"``: the declarer's; 升级, 二七王,
    #: 打百分: the attackers' points at the end, those so far and the kitty's included; whist: the tricks of seats 0 and
    #: 2, those so far included. None while it is not known, and in games that are won.
    value: int | None = None
    #: What is proved of the value: not below this one. None in games that are won.
    lower: int | None = None
    #: Nor above this one.
    upper: int | None = None

    @property
    def winning_moves(self) -> tuple[M, ...]:
        """Every first move with which the side to move wins, or in a game that is scored gets the position's value; as
        far as they were looked at."""
        wanted = 1 if self.lower is None else self.value
        good = [each for each in self.moves if each.value is not None and each.value == wanted]
        found = dict.fromkeys(each.move for each in good)
        for each in good:
            found.update(dict.fromkeys(each.equals))
        return tuple(found)

    @property
    def line(self) -> tuple[M, ...]:
        """How the game goes with the best move."""
        return next((each.line for each in self.moves if each.move == self.best), ())

    def to_dict(self) -> dict[str, Any]:
        """Everything but the proof as plain values; lines are texts, a move of a climbing game its parts."""
        return {
            "status": self.status,
            "winner": self.winner,
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "best": None if self.best is None else move_parts(self.best),
            "winning_moves": [move_parts(move) for move in self.winning_moves],
            "moves": [
                {
                    "move": move_parts(each.move),
                    "value": each.value,
                    "equals": [str(move) for move in each.equals],
                    "line": [str(move) for move in each.line],
                }
                for each in self.moves
            ],
            "line": [str(move) for move in self.line],
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


def move_parts(move: Combo | SuitedHand) -> dict[str, str | int | None] | str:
    """A move in JSON: a play of a climbing game in its parts, else the cards."""
    if isinstance(move, SuitedHand):
        return str(move)
    if move == PASS:
        return {"kind": "pass", "rank": None, "length": 0, "cards": ""}
    return {"kind": move.kind, "rank": move.rank, "length": move.length, "cards": move.cards}


def _move(action: Action) -> Combo:
    assert action.combo is not None
    return action.combo


def _listed(
    state: ClimbingState, moves: Sequence[Any], value_of: Callable[[Any], int | None]
) -> list[MoveValue[Combo]]:
    """Moves as the core tells them: number, first one alike, what it is worth, line; in the order they were looked
    at."""
    legal = state.legal_actions()
    alike: dict[int, list[Combo]] = {}
    for number, like, *_ in moves:
        alike.setdefault(like, []).append(_move(legal[number]))
    listed = []
    for number, like, *worth, line in moves:
        move = _move(legal[number])
        equals = tuple(combo for combo in alike[like] if combo != move)
        steps = tuple(combo_of_parts(parts) for parts in line)
        listed.append((number, MoveValue(move, value_of(worth), equals, steps)))
    return [each for _, each in sorted(listed, key=lambda pair: pair[0])]


def _longest(moves: Sequence[MoveValue[Combo]]) -> Combo | None:
    return max(moves, key=lambda each: len(each.line)).move if moves else None


def won(state: ClimbingState, raw: Mapping[str, Any], all_moves: bool, proof: bool) -> Solution[Combo]:
    """斗地主: who wins."""
    seat = state.seat
    assert seat is not None
    landlord = state.sides[seat] == "landlord"
    own, other = ("landlord", "farmers") if landlord else ("farmers", "landlord")
    mine = ATTACKER if landlord else DEFENDER
    moves = _listed(state, raw["moves"], lambda worth: None if worth[0] == OPEN else 1 if worth[0] == mine else -1)
    values = [each.value for each in moves]
    complete = len(moves) == state.count_legal()
    winner = own if 1 in values else other if complete and None not in values else None
    solved = (winner == own and not all_moves) or (complete and None not in values)
    # Of the moves that win, the one that was found first.
    first = next((number for number, _, outcome, _ in raw["moves"] if outcome == mine), None)
    best = None
    if first is not None:
        best = _move(state.legal_actions()[first])
    elif complete:
        best = _longest([each for each in moves if each.value is not None])
    made = bool(raw["proof"]) and winner is not None
    return Solution(
        status="solved" if solved and (made or not proof) else "unknown",
        winner=winner,
        best=best,
        moves=tuple(moves),
        nodes=raw["nodes"],
        seconds=raw["seconds"],
        proof=proof_record(state, winner, raw["proof"]) if winner is not None and made else None,
    )


def scored(state: ClimbingState, raw: Mapping[str, Any], all_moves: bool, _proof: bool) -> Solution[Combo]:
    """The others: what the chief of the first side gets; in 打大A as a rule a win, a draw or a loss."""
    unit = state.game.options.get("score") == "unit"
    sign = 1 if raw["most"] else -1  # of the side to move

    def value_of(worth: Sequence[float]) -> int | None:
        lower, upper = worth
        return int(lower) * (sign if unit else 1) if lower == upper else None

    moves = _listed(state, raw["moves"], value_of)
    lower, upper = int(raw["lower"]), int(raw["upper"])
    values = [each.value for each in moves]
    settled = lower == upper and (None not in values if moves else False)
    complete = len(moves) == (state.count_legal() if all_moves else 1)
    best = None
    if lower == upper:
        wanted = lower * sign if unit else lower
        good = [each for each in moves if each.value == wanted]
        # Where all lose, the longest line; else the first that was looked at.
        number = next((n for n, _, low, up, _ in raw["moves"] if low == up == raw["lower"]), None)
        if unit and wanted == -1:
            best = _longest(good)
        elif number is not None:
            best = _move(state.legal_actions()[number])
    sides = {1: "big_ace", 0: "draw", -1: "others"}
    return Solution(
        status="solved" if settled and complete else "unknown",
        winner=sides[lower] if unit and lower == upper else None,
        best=best,
        moves=tuple(moves),
        nodes=raw["nodes"],
        seconds=raw["seconds"],
        value=lower if lower == upper and not unit else None,
        lower=None if unit else lower,
        upper=None if unit else upper,
    )


def _cards(masks: Sequence[int]) -> SuitedHand:
    """Cards from masks of the kinds of which there is one, two, three."""
    return SuitedHand(" ".join(name for mask in masks for kind, name in enumerate(KINDS) if mask >> kind & 1))


def counted(raw: Mapping[str, Any], all_moves: bool) -> Solution[SuitedHand]:
    """The trick-taking games: what the attackers, or seats 0 and 2, have in the end."""
    moves = []
    for cards, equals, lower, upper, line in raw["moves"]:
        value = lower if lower == upper else None
        moves.append(MoveValue(_cards(cards), value, tuple(map(_cards, equals)), tuple(map(_cards, line))))
    lower, upper = raw["lower"], raw["upper"]
    value = lower if lower == upper else None
    best = None if value is None else next((each.move for each in moves if each.value == value), None)
    looked = all(each.value is not None for each in moves) if all_moves else best is not None
    return Solution(
        status="solved" if value is not None and looked and not raw["stopped"] else "unknown",
        winner=None,
        best=best,
        moves=tuple(moves),
        nodes=raw["nodes"],
        seconds=raw["seconds"],
        value=value,
        lower=lower,
        upper=upper,
    )
