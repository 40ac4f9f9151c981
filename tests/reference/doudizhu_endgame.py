"""Open-hand endgames of 斗地主: who wins, by looking at everything, and whether a proof of it is one.

Seat 0 is the landlord, the others are farmers; they play in turn, two hands or three. A move is written
``kind@rank:cards``, where rank is the key of the reading (of a chain the lowest rank), or ``pass``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from .cards import ORDER, fits_deck, minus, sort_cards
from .doudizhu_plays import (
    BODIES,
    LARGEST_HAND,
    QQ,
    Options,
    Reading,
    default_reading,
    follows_reading,
    leads,
    readings,
)

PASS = "pass"
LANDLORD, FARMERS = "landlord", "farmers"
FORMAT, GAME = 1, "doudizhu"
#: Where `check_proof` stops to list faults.
MOST_FAULTS = 50
#: The options that say what a play is.
PLAY_OPTIONS = (
    "kicker_same_rank",
    "kicker_rocket",
    "kicker_pair_repeat",
    "kicker_body_rank",
    "kicker_extends_chain",
    "four_two_pair_as_solos",
    "four_two",
    "bare_trio",
    "banned_kinds",
)
#: How many cards a kind of so many links has.
SIZES = {(body.kind, body.length): body.size for body in BODIES}


class TooLarge(Exception):
    """More positions than the search was told to look at."""


class Position(NamedTuple):
    """Everything that the rest of the deal depends on. What lies on the table is what must be beaten: who has passed
    follows from whose play it is and whose turn."""

    hands: tuple[str, ...]
    to_move: int
    table: Reading | None = None
    table_by: int | None = None


class Move(NamedTuple):
    text: str
    cards: str
    reading: Reading | None  # None: a pass


def side(seat: int) -> str:
    return FARMERS if seat else LANDLORD


def move_text(reading: Reading, cards: str) -> str:
    return f"{reading[0]}@{reading[1]}:{cards}"


def read_table(text: str, options: Options = QQ) -> tuple[Reading, str]:
    """The reading and the cards of a table: bare cards stand as their default reading."""
    name, colon, cards = text.rpartition(":")
    if not set(cards) <= set(ORDER) or not fits_deck(cards):
        raise ValueError(f"{text!r} on the table are no cards of one pack")
    cards = sort_cards(cards)
    if colon:
        named = [reading for reading in readings(cards, options) if f"{reading[0]}@{reading[1]}" == name]
        # No two readings of a set share kind and key: the number of cards then fixes the length.
        found = named[0] if named else None
    else:
        found = default_reading(cards, options)
    if found is None:
        raise ValueError(f"{text!r} on the table is no play")
    return found, cards


def position(
    hands: Sequence[str],
    to_move: int = 0,
    table: str | None = None,
    table_by: int | None = None,
    options: Options = QQ,
) -> Position:
    """A position from text; ValueError with the reason when there can be none such."""
    if "solo" in options.banned_kinds:
        raise ValueError("without solo a leader may have no move")
    if len(hands) not in (2, 3):
        raise ValueError("two or three hands")
    for hand in hands:
        if not hand or len(hand) > LARGEST_HAND or not set(hand) <= set(ORDER):
            raise ValueError(f"{hand!r} is no hand")
    if not 0 <= to_move < len(hands):
        raise ValueError("to_move is no seat")
    if (table is None) != (table_by is None):
        raise ValueError("table and table_by go together")
    reading, laid = None, ""
    if table is not None and table_by is not None:
        if not 0 <= table_by < len(hands) or table_by == to_move:
            raise ValueError("table_by is no seat, or the seat to move")
        reading, laid = read_table(table, options)
    if not fits_deck("".join(hands) + laid):
        raise ValueError("more cards of a rank than the pack has")
    return Position(tuple(map(sort_cards, hands)), to_move, reading, table_by)


def after(place: Position, move: Move) -> Position:
    """The position after a move that does not empty the hand."""
    seats = len(place.hands)
    following = (place.to_move + 1) % seats
    if move.reading is None:
        if following == place.table_by:  # all the others have passed
            return Position(place.hands, following)
        return place._replace(to_move=following)
    hands = list(place.hands)
    hands[place.to_move] = minus(hands[place.to_move], move.cards)
    return Position(tuple(hands), following, move.reading, place.to_move)


class Judge:
    """The legal moves and the winner of positions under one set of options, each found once."""

    def __init__(self, options: Options = QQ, most: int | None = None) -> None:
        self.options = options
        self.most = most
        self._moves: dict[tuple[str, Reading | None], tuple[Move, ...]] = {}
        self._winners: dict[Position, str] = {}

    def legal(self, place: Position) -> tuple[Move, ...]:
        """Every lead with every reading; every set of cards that beats the table, once, and the pass."""
        hand, table = place.hands[place.to_move], place.table
        known = self._moves.get((hand, table))
        if known is not None:
            return known
        if table is None:
            found = [
                Move(move_text((kind, rank, length), cards), cards, (kind, rank, length))
                for kind, rank, length, cards in sorted(leads(hand, self.options))
            ]
        else:
            size = SIZES[table[0], table[2]]
            beating = sorted(follows_reading(hand, table, size, self.options).items())
            found = [Move(move_text(reading, cards), cards, reading) for cards, reading in beating]
            found.append(Move(PASS, "", None))
        self._moves[hand, table] = tuple(found)
        return self._moves[hand, table]

    def goes_out(self, place: Position, move: Move) -> bool:
        return len(move.cards) == len(place.hands[place.to_move])

    def winner(self, place: Position) -> str:
        """Who wins with best play of all. A farmer wins for both."""
        known = self._winners.get(place)
        if known is not None:
            return known
        mine = side(place.to_move)
        wins = any(self.wins(place, move) for move in self.legal(place))
        found = mine if wins else FARMERS if mine == LANDLORD else LANDLORD
        if self.most is not None and len(self._winners) >= self.most:
            raise TooLarge
        self._winners[place] = found
        return found

    def wins(self, place: Position, move: Move) -> bool:
        """Does the side to move win with this move?"""
        return self.goes_out(place, move) or self.winner(after(place, move)) == side(place.to_move)

    def winning_moves(self, place: Position) -> list[str]:
        return [move.text for move in self.legal(place) if self.wins(place, move)]


def winner(place: Position, options: Options = QQ) -> str:
    """ "landlord" or "farmers": whose hand is empty first when all play as well as can be."""
    return Judge(options).winner(place)


def winning_moves(place: Position, options: Options = QQ) -> list[str]:
    """Every move after which the side of the mover wins."""
    return Judge(options).winning_moves(place)


# ---- proofs


def read_options(values: Any) -> Options:
    """The options of a proof; what it does not name has the default."""
    if not isinstance(values, dict):
        raise ValueError("options is no mapping")
    defaults = {field.name: getattr(QQ, field.name) for field in dataclasses.fields(Options)}
    read: dict[str, Any] = {}
    for name, value in values.items():
        if name not in defaults:
            raise ValueError(f"no option is called {name!r}")
        kind = type(defaults[name])
        if kind in (tuple, frozenset):
            if not isinstance(value, (list, tuple, set, frozenset)):
                raise ValueError(f"{name} is no list")
            try:
                value = kind(value)
            except TypeError:
                raise ValueError(f"{name} has a value of a wrong type") from None
        elif type(value) is not kind:
            raise ValueError(f"{name} has a value of a wrong type")
        read[name] = value
    return Options(**read)


def _is_number(value: Any) -> bool:
    return type(value) is int


def _read_head(proof: dict[str, Any], options: Options | None) -> tuple[Position, Options]:
    """The position that a proof is about; ValueError with the fault."""
    for name in ("format", "game", "options", "hands", "to_move", "table", "table_by", "winner", "nodes"):
        if name not in proof:
            raise ValueError(f"{name} is missing")
    if not _is_number(proof["format"]) or proof["format"] != FORMAT:
        raise ValueError(f"format is not {FORMAT}")
    if proof["game"] != GAME:
        raise ValueError(f"game is not {GAME}")
    stated = read_options(proof["options"])
    if options is not None and any(getattr(options, name) != getattr(stated, name) for name in PLAY_OPTIONS):
        raise ValueError("the options are others than asked for")
    hands, to_move, table, table_by = (proof[name] for name in ("hands", "to_move", "table", "table_by"))
    if not isinstance(hands, (list, tuple)) or not all(isinstance(hand, str) for hand in hands):
        raise ValueError("hands is no list of texts")
    if not _is_number(to_move) or not (table_by is None or _is_number(table_by)):
        raise ValueError("to_move or table_by is no number")
    if table is not None and (not isinstance(table, str) or ":" not in table):
        raise ValueError("table is no move")
    place = position(hands, to_move, table, table_by, stated)
    if proof["winner"] not in (LANDLORD, FARMERS):
        raise ValueError("winner is neither side")
    if not isinstance(proof["nodes"], (list, tuple)) or not proof["nodes"]:
        raise ValueError("nodes is no list, or empty")
    return place, stated


def _of_node(node: Any, legal: dict[str, Move], wins: bool) -> tuple[list[tuple[Move, Any]], list[str]]:
    """The moves of a node with what stands for their successors, and the faults of the node by itself."""
    if wins:
        if not isinstance(node, (list, tuple)) or len(node) != 2 or not isinstance(node[0], str):
            return [], ["the winner's node is no move with its successor"]
        if node[0] not in legal:
            return [], [f"{node[0]!r} is no legal move"]
        return [(legal[node[0]], node[1])], []
    if not isinstance(node, dict):
        return [], ["the loser's node is no mapping of moves"]
    faults = [f"{text!r} is no legal move" for text in node if text not in legal]
    faults += [f"no answer to {text!r}" for text in legal if text not in node]
    return [(legal[text], then) for text, then in node.items() if text in legal], faults


def check_proof(proof: Any, options: Options | None = None) -> list[str]:
    """What is wrong with a proof tree; nothing when it proves its winner.

    With `options` the proof must be about these. Every node is looked at, each for the one position it stands for. No
    position comes twice in a deal, so that a proof in which none is two positions has no loops.
    """
    if not isinstance(proof, dict):
        return ["a proof is a mapping"]
    try:
        root, stated = _read_head(proof, options)
    except ValueError as error:
        return [str(error)]
    nodes = proof["nodes"]
    judge = Judge(stated)
    places = {0: root}
    waiting = [0]
    faults: list[str] = []
    while waiting and len(faults) < MOST_FAULTS:
        number = waiting.pop()
        place = places[number]
        wins = side(place.to_move) == proof["winner"]
        legal = {move.text: move for move in judge.legal(place)}
        moves, found = _of_node(nodes[number], legal, wins)
        faults += [f"node {number}: {fault}" for fault in found]
        for move, then in moves:
            where = f"node {number}, {move.text}"
            if judge.goes_out(place, move):
                if not wins:
                    faults.append(f"{where}: the loser goes out")
                elif then is not None:
                    faults.append(f"{where}: a successor after the last play")
            elif not _is_number(then) or not 0 <= then < len(nodes):
                faults.append(f"{where}: {then!r} is no node")
            else:
                following = after(place, move)
                if then not in places:
                    places[then] = following
                    waiting.append(then)
                elif places[then] != following:
                    faults.append(f"{where}: node {then} stands for another position")
    if not faults and len(places) < len(nodes):
        unseen = next(number for number in range(len(nodes)) if number not in places)
        faults.append(f"node {unseen} is never reached")
    return faults[:MOST_FAULTS]


def prove(place: Position, options: Options = QQ, table: str | None = None) -> dict[str, Any]:
    """A proof of the winner of a small position; `table` is the play on the table with its cards."""
    judge = Judge(options)
    wanted = judge.winner(place)
    numbers = {place: 0}
    order = [place]
    nodes: list[Any] = []
    for here in order:  # which grows meanwhile
        wins = side(here.to_move) == wanted
        chosen = [move for move in judge.legal(here) if not wins or judge.wins(here, move)]
        then: dict[str, int | None] = {}
        for move in chosen[:1] if wins else chosen:
            if judge.goes_out(here, move):
                then[move.text] = None
                continue
            following = after(here, move)
            if following not in numbers:
                numbers[following] = len(order)
                order.append(following)
            then[move.text] = numbers[following]
        nodes.append(list(*then.items()) if wins else then)
    values = {name: getattr(options, name) for name in PLAY_OPTIONS}
    values["banned_kinds"] = sorted(options.banned_kinds)
    if place.table is not None:
        reading, cards = read_table(table or "", options)
        if reading != place.table:
            raise ValueError("another play lies on the table")
        table = move_text(reading, cards)
    return {
        "format": FORMAT,
        "game": GAME,
        "options": values,
        "hands": list(place.hands),
        "to_move": place.to_move,
        "table": table,
        "table_by": place.table_by,
        "winner": wanted,
        "nodes": nodes,
    }
