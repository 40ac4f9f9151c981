"""Positions and actions as numbers for networks (docs/environments.md)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerfast._fast import Action, CoreEncoding, _encode_all_douzero, _encode_douzero, _observe_douzero
from pokerfast.base import Game, State, integer
from pokerfast.errors import PhaseError, RulesError, shortened

__all__ = ["DouzeroEncoding", "Encoding", "Field"]

Array: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float32]
_Row: TypeAlias = tuple[str, int, int, int, str]

CARDS = 54
X_LANDLORD, X_FARMER = 319, 430
X_SIZE, Z_SHAPE = X_FARMER, (5, 162)


class Field(NamedTuple):
    """A part of an observation or of an action."""

    name: str
    #: Where it starts.
    offset: int
    #: Rows and columns; the part is that array, row after row.
    shape: tuple[int, int]
    meaning: str

    @property
    def size(self) -> int:
        """Bytes of the part."""
        return self.shape[0] * self.shape[1]


class Encoding:
    """What a seat may know of a position, and what an action is, as int8 arrays of fixed size.

    Every number is 0 or 1. Seats are relative to the viewer: place 0 is the viewer, 1 who plays after him. Cards that
    the viewer cannot see have no influence, but for their number.

    ``kind="douzero"`` makes a :class:`DouzeroEncoding`.
    """

    def __new__(cls, game: Game, kind: Literal["general", "douzero"] = "general") -> Self:
        if not isinstance(kind, str):
            raise TypeError(f"kind must be text, not {type(kind).__name__}")
        if kind not in ("general", "douzero"):
            raise RulesError([("kind", f"{shortened(kind)} is not 'general' or 'douzero'")])
        made: type = DouzeroEncoding if kind == "douzero" else cls
        if not issubclass(made, cls):
            raise RulesError([("kind", "has no meaning here")])
        encoding: Self = object.__new__(made)
        return encoding

    def __init__(self, game: Game, kind: Literal["general", "douzero"] = "general") -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game must be a Game, not {type(game).__name__}")
        self._game = game
        self._fields, self._action_fields = (
            tuple(Field(name, offset, (rows, columns), meaning) for name, offset, rows, columns, meaning in fields)
            for fields in self._tables()
        )
        self._size, self._action_size = (
            sum(field.size for field in fields) for fields in (self._fields, self._action_fields)
        )

    def _tables(self) -> tuple[list[_Row], list[_Row]]:
        """Rows of ``fields`` and ``action_fields``."""
        self._core = CoreEncoding(self._game)
        return self._core._fields(), self._core._action_fields()

    @property
    def game(self) -> Game:
        """The game whose positions are encoded."""
        return self._game

    @property
    def size(self) -> int:
        """Length of an observation."""
        return self._size

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of an observation, in order and without gaps."""
        return self._fields

    @property
    def action_size(self) -> int:
        """Length of an action's encoding."""
        return self._action_size

    @property
    def action_fields(self) -> tuple[Field, ...]:
        """The parts of an action's encoding, in order and without gaps."""
        return self._action_fields

    def observe(self, state: State, seat: int) -> Array:
        """What a seat may know: a new array of ``size``.

        What each seat played is read from the state's history; a state without one (a setup, a snapshot) shows as if
        nothing had been played, but for the cards that are left.

        Raises:
            TypeError: no state of this game.
            RulesError: there is no such seat.
        """
        number = self._seat_of(state, seat)
        out = np.empty(self._size, np.int8)
        self._core._observe(state, number, out)
        return out

    def action(self, action: Action) -> Array:
        """One action: a new array of ``action_size``.

        Raises:
            TypeError: no action.
        """
        if not isinstance(action, Action):
            raise TypeError(f"action must be an Action, not {type(action).__name__}")
        out = np.empty(self._action_size, np.int8)
        self._core._encode(action, out)
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._game,))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._game == self._game

    def __hash__(self) -> int:
        return hash((type(self), self._game))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._game!r})"

    def _seat_of(self, state: State, seat: int) -> int:
        if not isinstance(state, State):
            raise TypeError(f"state must be a State, not {type(state).__name__}")
        if state.game is not self._game and state.game != self._game:
            raise TypeError("state is a position of another game")
        number = integer("seat", seat)
        if not 0 <= number < state.num_players:
            raise RulesError([("seat", f"must be 0 to {state.num_players - 1}")])
        return number


class DouzeroEncoding(Encoding):
    """DouZero's features of 斗地主, bit for bit, so that its trained networks play on our positions.

    Its seats ``landlord``, ``landlord_down`` and ``landlord_up`` are the landlord and who plays first and second after
    him. The rules of its generator are the preset ``douzero``; other presets are encoded all the same.
    """

    def __init__(self, game: Game, kind: Literal["general", "douzero"] = "douzero") -> None:
        super().__init__(game, "douzero")
        if game.name != "doudizhu":
            raise RulesError([("game", f"DouZero plays doudizhu, not {game.name}")])

    def __new__(cls, game: Game, kind: Literal["general", "douzero"] = "douzero") -> Self:
        return super().__new__(cls, game, "douzero")

    def _tables(self) -> tuple[list[_Row], list[_Row]]:
        observation = [
            ("x", 0, 1, X_SIZE, "x_no_action; the landlord's 319 with zeros behind them"),
            ("z", X_SIZE, *Z_SHAPE, "the last 15 moves, oldest first"),
        ]
        return observation, [("cards", 0, 1, CARDS, "cards of the play; none for a pass")]

    def observe(self, state: State, seat: int) -> Array:
        """x (430 bytes, the landlord's 319 with zeros behind them), then z (810): a new array of ``size``.

        Raises:
            TypeError: no state of this game.
            RulesError: there is no such seat, or only two players.
            PhaseError: cards are not being played.
        """
        number = self._seat_of(state, seat)
        if state.num_players != 3:
            raise RulesError([("state", "DouZero knows three players only")])
        if state.phase != "play":
            raise PhaseError("wrong_phase", f"DouZero has no features in the phase {state.phase}")
        out = np.empty(self._size, np.int8)
        _observe_douzero(state, number, out)
        return out

    def x(self, state: State, seat: int) -> Array:
        """``x_no_action`` as DouZero has it: 319 bytes for the landlord, 430 for farmers; errors as :meth:`observe`."""
        both = self.observe(state, seat)
        return both[: X_LANDLORD if state._number("landlord") == seat else X_FARMER]

    def z(self, state: State) -> Array:
        """``z`` as DouZero has it: (5, 162), the last 15 moves, oldest first; errors as :meth:`observe`."""
        return self.observe(state, 0)[X_SIZE:].reshape(Z_SHAPE)

    def actions(self, state: State) -> Array:
        """All legal actions in the order of ``state.legal_actions()``, (n, 54); errors as :meth:`observe`."""
        self.observe(state, 0)
        out = np.empty((state.count_legal(), CARDS), np.int8)
        _encode_all_douzero(state, out)
        return out

    def batch(self, state: State) -> tuple[Floats, Floats]:
        """``x_batch`` (n, 373 or 484) and ``z_batch`` (n, 5, 162), float32: what DouZero's networks take.

        Row i is legal action i as whoever is to move sees it; errors as :meth:`observe`.
        """
        seat = 0 if state.seat is None else state.seat
        x, actions = self.x(state, seat), self.actions(state)
        rows = np.broadcast_to(x, (len(actions), len(x)))
        x_batch = np.hstack((rows, actions)).astype(np.float32)
        return x_batch, np.repeat(self.z(state)[np.newaxis].astype(np.float32), len(actions), axis=0)

    def action(self, action: Action) -> Array:
        """One action: a new array of 54; zeros for a pass."""
        if not isinstance(action, Action):
            raise TypeError(f"action must be an Action, not {type(action).__name__}")
        out = np.empty(CARDS, np.int8)
        _encode_douzero(action, out)
        return out
