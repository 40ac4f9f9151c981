"""Positions with open hands: who wins, with which moves, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pokerfast import _jobs
from pokerfast._fast import PASS, Action, Combo, Hand, combo_of
from pokerfast.base import Game, State, integer
from pokerfast.climbing import ClimbingGame, ClimbingState
from pokerfast.errors import PhaseError, RulesError, refusal
from pokerfast.game import load_game

__all__ = ["MoveValue", "Solution", "check_proof", "solve"]

Cards = str | Hand | Sequence[int]
OPEN, ATTACKER, DEFENDER = 0, 1, 2  # how the core tells outcomes
PROOF_FORMAT = 1
MOST_BYTES = 1 << 40
USUAL_BYTES = 1 << 30
MOST_PROOF = 2_000_000


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What one move is worth."""

    #: The move, ``PASS`` for none.
    move: Combo
    #: 1: the side to move wins with it; -1: it loses; None: a limit was reached first.
    value: int | None
    #: Moves after which the game is the same but for the names of ranks, this one left out.
    equals: tuple[Combo, ...]
    #: How the game goes on from it, this move and passes included: the winners play what was proved, the others what
    #: held out longest in the search. Empty if a limit was reached.
    line: tuple[Combo, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position after a search."""

    #: ``"unknown"``: a limit was reached before all that was asked was settled.
    status: Literal["solved", "unknown"]
    #: ``"landlord"`` or ``"farmers"``; None while it is not known.
    winner: str | None
    #: A winning move, else the one with the longest line; None if nothing is known.
    best: Combo | None
    #: Every first move looked at, in the order of the legal actions.
    moves: tuple[MoveValue, ...]
    #: Positions searched.
    nodes: int
    seconds: float
    #: With ``proof=True``: why, for :func:`check_proof` and as JSON.
    proof: dict[str, Any] | None = None

    @property
    def winning_moves(self) -> tuple[Combo, ...]:
        """Every first move with which the side to move wins, as far as they were looked at."""
        return tuple(each.move for each in self.moves if each.value == 1)

    @property
    def line(self) -> tuple[Combo, ...]:
        """How the game goes with the best move."""
        return next((each.line for each in self.moves if each.move == self.best), ())


def solve(
    position: Game | State,
    *,
    hands: Sequence[Cards] | None = None,
    to_move: int = 0,
    table: Cards | None = None,
    table_by: int | None = None,
    all_moves: bool = True,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], object] | None = None,
    proof: bool = False,
) -> Solution:
    """Solve a position of 斗地主 in which everybody's cards are known. The GIL is released; Ctrl-C stops it.

    The answer depends on the arguments alone; ``max_seconds`` excepted, so does the number of nodes.

    Args:
        position: a :class:`State` in the phase ``play``, or a game, with ``hands`` and what follows them as in
            :meth:`ClimbingGame.setup`: seat 0 is the landlord, the others are one farmer or two.
        hands, to_move, table, table_by: only with a game.
        all_moves: judge every first move; else stop at the first that wins.
        max_nodes: positions to search at most.
        max_seconds: time to take at most.
        max_memory: bytes to remember positions in, about; 1 GiB unless given. Less is slower, never wrong. Tables start
            small, and while one doubles the old one is there too; a proof comes on top.
        progress: called about twenty times a second with the nodes so far; an exception stops the search.
        proof: also make a proof; it grows with the position and may be large.

    Raises:
        RulesError: the position cannot occur, or an argument is out of range; all faults at once.
        NotationError: an argument is no cards.
        PhaseError: the state is not in play.
        TypeError: an argument is of a wrong type.
    """
    state = _state_of(position, hands, to_move, table, table_by)
    if progress is not None and not callable(progress):
        raise TypeError("progress must be callable")
    for name, flag in (("all_moves", all_moves), ("proof", proof)):
        if not isinstance(flag, bool):
            raise TypeError(f"{name} is True or False, not {type(flag).__name__}")
    faults: list[tuple[str, str]] = []
    nodes = _limit(faults, "max_nodes", max_nodes, (1 << 64) - 1, (1 << 64) - 1)
    memory = _limit(faults, "max_memory", max_memory, MOST_BYTES, USUAL_BYTES)
    if max_seconds is not None and not isinstance(max_seconds, (int, float)):
        raise TypeError(f"max_seconds is a number, not {type(max_seconds).__name__}")
    seconds = -1.0 if max_seconds is None else float(max_seconds)
    if max_seconds is not None and not 0 <= seconds <= 1e9:
        faults.append(("max_seconds", "must be 0 to 1,000,000,000"))
    if faults:
        raise RulesError(faults)
    raw = _jobs.solve(
        state.game.name,
        list(state.game._values),
        state.to_bytes(),
        all_moves,
        nodes,
        seconds,
        memory,
        proof,
        MOST_PROOF,
        progress,
    )
    return _solution(state, raw, all_moves, proof)


def _limit(faults: list[tuple[str, str]], name: str, value: int | None, most: int, usual: int) -> int:
    if value is None:
        return usual
    number = integer(name, value)
    if not 0 <= number <= most:
        faults.append((name, f"must be 0 to {most:,}"))
    return number


def _state_of(
    position: Game | State,
    hands: Sequence[Cards] | None,
    to_move: int,
    table: Cards | None,
    table_by: int | None,
) -> ClimbingState:
    if isinstance(position, State):
        if hands is not None or table is not None or table_by is not None or to_move != 0:
            raise RulesError([("hands", "a state has its own; give a game to say them")])
        state = position
    elif isinstance(position, Game):
        if hands is None:
            raise RulesError([("hands", "are needed with a game")])
        if not isinstance(position, ClimbingGame) or position.name != "doudizhu":
            raise RulesError([("game", f"{position.name} is not solved yet; doudizhu is")])
        state = position.setup(hands=hands, to_move=to_move, table=table, table_by=table_by)
    else:
        raise TypeError(f"a State or a game is solved, not {type(position).__name__}")
    if not isinstance(state, ClimbingState) or state.game.name != "doudizhu":
        raise RulesError([("game", f"{state.game.name} is not solved yet; doudizhu is")])
    if state.phase != "play":
        raise refusal("game_over" if state.is_over else "wrong_phase", "solve", state._position_text())
    return state


def _move(action: Action) -> Combo:
    assert action.combo is not None
    return action.combo


def _combo(parts: Any) -> Combo:
    return PASS if parts is None else combo_of(*parts)


def _solution(state: ClimbingState, raw: Mapping[str, Any], all_moves: bool, proof: bool) -> Solution:
    seat = state.seat
    assert seat is not None
    landlord = state.sides[seat] == "landlord"
    own, other = ("landlord", "farmers") if landlord else ("farmers", "landlord")
    mine = ATTACKER if landlord else DEFENDER
    legal = state.legal_actions()
    looked = []
    alike: dict[int, list[Combo]] = {}
    for number, like, _, _ in raw["moves"]:
        alike.setdefault(like, []).append(_move(legal[number]))
    for number, like, outcome, line in raw["moves"]:
        move = _move(legal[number])
        value = None if outcome == OPEN else 1 if outcome == mine else -1
        equals = tuple(combo for combo in alike[like] if combo != move)
        looked.append((number, MoveValue(move, value, equals, tuple(_combo(parts) for parts in line))))
    values = [each.value for _, each in looked]
    complete = len(looked) == len(legal)
    winner = own if 1 in values else other if complete and None not in values else None
    known = winner == own and not all_moves
    solved = known or (complete and None not in values)
    if proof and solved and not raw["proof"]:
        solved = False
    wins = [each for _, each in looked if each.value == 1]
    settled = [each for _, each in looked if each.value is not None]
    best = wins[0] if wins else max(settled, key=lambda each: len(each.line), default=None) if complete else None
    tree = None
    if proof and winner is not None and raw["proof"]:
        tree = _proof_record(state, winner, raw["proof"])
    return Solution(
        status="solved" if solved else "unknown",
        winner=winner,
        best=None if best is None else best.move,
        moves=tuple(each for _, each in sorted(looked, key=lambda pair: pair[0])),
        nodes=raw["nodes"],
        seconds=raw["seconds"],
        proof=tree,
    )


# ---- Proofs


def _move_text(combo: Combo) -> str:
    return "pass" if combo == PASS else f"{combo.kind}@{combo.rank}:{combo.cards}"


def _proof_record(state: ClimbingState, winner: str, nodes: Sequence[Any]) -> dict[str, Any]:
    """The proof as plain data. Seats count from the landlord on, as in :func:`solve`."""
    assert state.seat is not None
    players = len(state.hands)
    landlord = state.sides.index("landlord")
    turned = [(landlord + i) % players for i in range(players)]
    texts: dict[Any, str] = {}

    def text(parts: Any) -> str:
        if parts not in texts:
            texts[parts] = _move_text(_combo(parts))
        return texts[parts]

    made: list[Any] = []
    for wins, answers in nodes:
        listed = [(text(parts), None if to < 0 else to) for parts, to in answers]
        made.append(list(listed[0]) if wins else dict(listed))
    table = state.table
    by = state.table_by
    return {
        "format": PROOF_FORMAT,
        "game": state.game.name,
        "options": {name: list(v) if isinstance(v, tuple) else v for name, v in state.game.options.items()},
        "hands": [state.hands[seat].cards for seat in turned],
        "to_move": turned.index(state.seat),
        "table": None if table == PASS else _move_text(table),
        "table_by": None if by is None else turned.index(by),
        "winner": winner,
        "nodes": made,
    }


def check_proof(proof: Mapping[str, Any]) -> list[str]:
    """What is wrong with a proof; empty if it proves what it says.

    Plain Python over readings and follows alone: every node of the side that wins has one legal move, every node of
    the other side all of them, and each line ends with a winner's last card. Seat 0 is the landlord.

    Raises:
        TypeError: it is no mapping.
    """
    if not isinstance(proof, Mapping):
        raise TypeError(f"a proof is a mapping, not {type(proof).__name__}")
    try:
        return _Checker(proof).faults()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, PhaseError) as error:
        return [f"not of the form of a proof: {error!r}"[:300]]


def same(position: Any) -> Any:
    """What two positions have in common that are one: of the play on the table the reading matters, not the wings."""
    hands, seat, table, by = position
    return hands, seat, by, None if table is None else (table.split(":")[0], len(table))


class _Checker:
    """Walks a proof from its first node, each node once."""

    def __init__(self, proof: Mapping[str, Any]) -> None:
        if proof["format"] != PROOF_FORMAT:
            raise ValueError(f"format {proof['format']!r} is unknown")
        options: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in proof["options"].items()}
        game = load_game(str(proof["game"]), preset=None, **options)
        if not isinstance(game, ClimbingGame):
            raise ValueError("no climbing game")
        self.game, self.nodes = game, proof["nodes"]
        self.hands = tuple(game.hand(cards).cards for cards in proof["hands"])
        self.winner = proof["winner"]
        self.start = (self.hands, proof["to_move"], proof["table"], proof["table_by"])
        if self.winner not in ("landlord", "farmers"):
            raise ValueError("the winner is a side")
        if len(self.hands) not in (2, 3) or proof["to_move"] not in range(len(self.hands)):
            raise ValueError("no such seats")
        if (proof["table"] is None) != (proof["table_by"] is None):
            raise ValueError("a table has an owner")

    def wins(self, seat: int) -> bool:
        return bool((seat == 0) == (self.winner == "landlord"))

    def moves(self, hand: str, table: str | None) -> dict[str, Combo]:
        if table is None:
            return {_move_text(combo): combo for combo in self.game.leads(hand)}
        found = {_move_text(combo): combo for combo in self.game.follows(hand, self.read(table))}
        return found | {"pass": PASS}

    def read(self, text: str) -> Combo:
        reading, cards = text.split(":")
        kind, rank = reading.split("@")
        return next(c for c in self.game.readings(cards) if (c.kind, c.rank or "") == (kind, rank))

    def faults(self) -> list[str]:
        known: dict[int, Any] = {0: self.start}
        waiting, done = [0], set()
        while waiting:
            number = waiting.pop()
            if number in done:
                continue
            done.add(number)
            hands, seat, table, by = known[number]
            node = self.nodes[number]
            legal = self.moves(hands[seat], table)
            if self.wins(seat):
                move, to = node
                answers = {move: to}
            else:
                answers = dict(node)
                if set(answers) != set(legal):
                    return [f"node {number}: not all moves, or others: {sorted(set(answers) ^ set(legal))[:4]}"]
            for move, to in answers.items():
                if move not in legal:
                    return [f"node {number}: {move} is no legal move"]
                after = self.after(hands, seat, table, by, legal[move], move)
                if not after[0][seat]:
                    if not self.wins(seat) or to is not None:
                        return [f"node {number}: {move} ends the game otherwise"]
                    continue
                if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to < len(self.nodes):
                    return [f"node {number}: {move} leads nowhere"]
                if same(known.setdefault(to, after)) != same(after):
                    return [f"node {to}: is reached with two positions"]
                waiting.append(to)
        return []

    def after(self, hands: Any, seat: int, table: str | None, by: int | None, combo: Combo, move: str) -> Any:
        following = (seat + 1) % len(hands)
        if move == "pass":
            return (hands, following, None, None) if following == by else (hands, following, table, by)
        left = hands[seat]
        for card in combo.cards:
            left = left.replace(card, "", 1)
        return ((*hands[:seat], left, *hands[seat + 1 :]), following, move, seat)
