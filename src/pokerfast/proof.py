"""Proofs of who wins a position with open hands: made from what the core found, and checked without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pokerfast._fast import PASS, Combo, combo_of
from pokerfast.climbing import ClimbingGame, ClimbingState
from pokerfast.errors import PhaseError
from pokerfast.game import load_game

__all__ = ["check_proof"]

PROOF_FORMAT = 1


def combo_of_parts(parts: Any) -> Combo:
    """A play as the core tells it; None: a pass."""
    return PASS if parts is None else combo_of(*parts)


def _move_text(combo: Combo) -> str:
    return "pass" if combo == PASS else f"{combo.kind}@{combo.rank}:{combo.cards}"


def proof_record(state: ClimbingState, winner: str, nodes: Sequence[Any]) -> dict[str, Any]:
    """The proof as plain data. Seats count from the landlord on, as in :func:`solve`."""
    assert state.seat is not None
    players = len(state.hands)
    landlord = state.sides.index("landlord")
    turned = [(landlord + i) % players for i in range(players)]
    texts: dict[Any, str] = {}

    def text(parts: Any) -> str:
        if parts not in texts:
            texts[parts] = _move_text(combo_of_parts(parts))
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
