"""What every game shares: the rules, a position with its history, and what a seat may know of it.

A family adds its own in `climbing.py` and `trick.py`; from a game's name its classes are found here among the
subclasses of :class:`Game`, so that nothing here needs to know them.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pokerfast import _jobs
from pokerfast._fast import Action, CoreGame, CoreState
from pokerfast.errors import (
    Legality,
    NotationError,
    RulesError,
    SnapshotError,
    check_arguments,
    refusal,
    shortened,
)
from pokerfast.rules import OptionInfo, OptionValue, option_infos, options_from_values, values_for

__all__ = ["Game", "State", "View"]

STATE_FORMAT = "pokerfast-state"
STATE_VERSION = 1
RECORD_HEADER = "pokerfast-record 1"
SEEDS = 1 << 64
USUAL_ATTEMPTS = 20_000  # of State.resample
MOST_ATTEMPTS = 10**9
NOBODY = 255  # how the core writes "no seat", "no suit", "no rank"


class Game(CoreGame):
    """A game with its rules fixed: immutable, shareable between threads. Made by :func:`load_game`."""

    _family: ClassVar[str] = ""
    _state_class: ClassVar[type[State]]

    def __init__(self, name: str, values: Sequence[int]) -> None:
        self._name = name
        self._values = tuple(values)
        self._options = options_from_values(name, self._values)

    @property
    def name(self) -> str:
        """The name :func:`load_game` takes."""
        return self._name

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Every option with its value; read-only."""
        return self._options

    def describe(self) -> tuple[OptionInfo, ...]:
        """Every option: value, allowed values, one line, source."""
        return option_infos(self._name, self._values)

    @abstractmethod
    def _deal(self, arguments: Mapping[str, Any]) -> State:
        """``new_game`` by the names of its arguments."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self._name, self._values) == (other._name, other._values)

    def __hash__(self) -> int:
        return hash((self._name, self._values))

    def __repr__(self) -> str:
        default = values_for(self._name, None, {})
        changed = [
            f", {info.name}={info.value!r}"
            for info, number, initial in zip(self.describe(), self._values, default, strict=True)
            if number != initial
        ]
        return f"load_game({self._name!r}{''.join(changed)})"

    def __reduce__(self) -> tuple[Any, tuple[str, tuple[int, ...]]]:
        return (restore_game, (self._name, self._values))


class State(CoreState):
    """A position of a deal with the actions that led to it.

    Cheap to copy, not shared between threads. On any error nothing has changed. Equal when the positions are equal;
    history does not count.
    """

    game: Game

    #: Fields that hold cards, by id.
    _card_fields: ClassVar[frozenset[str]] = frozenset()

    def check(self, action: Any) -> Legality:
        """Whether an action is legal now, else why not and what would be. Never raises on text."""
        try:
            code, _ = self._check(action)
        except NotationError as error:
            return Legality("notation", self._suggestion(), str(error))
        if code == "ok":
            return Legality()
        return Legality(code, None if code == "game_over" else self._suggestion(), str(action)[:80])

    def _suggestion(self) -> str | None:
        actions = self.legal_actions()
        return str(actions[0]) if len(actions) else None

    @property
    @abstractmethod
    def hands(self) -> tuple[Any, ...]:
        """Everybody's cards, physical ones."""
        raise NotImplementedError

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What a seat may know, or, for None, a spectator."""
        raise NotImplementedError

    def resample(self, seat: int | None, seed: int, *, attempts: int = USUAL_ATTEMPTS) -> Self:
        """Another deal that looks the same to a seat, or to a spectator, with its history.

        Its view of that seat equals this one's, at every point of the history; every action in it was legal. All such
        assignments of the cards that the seat can't place are equally likely; of cards alike, those played stay as
        they are. Hidden answers and burials are drawn anew. ``seed`` and ``game`` of the position no longer tell the
        deal. The same arguments always give the same deal. The GIL is released.

        Args:
            seat: who must not notice; None: a spectator.
            seed: 0 to 2**64 - 1.
            attempts: deals tried at most, 1 to 10**9.

        Raises:
            ResampleError: none of the deals tried was consistent.
            RulesError: an argument is out of range.
        """
        viewer = self._viewer(seat)
        faults = []
        if not 0 <= integer("seed", seed) < SEEDS:
            faults.append(("seed", "must be 0 to 2**64 - 1"))
        if not 1 <= integer("attempts", attempts) <= MOST_ATTEMPTS:
            faults.append(("attempts", f"must be 1 to {MOST_ATTEMPTS}"))
        check_arguments(faults)
        other = self.clone()
        if not other._resample(viewer, int(seed), int(attempts)):
            raise refusal("no_deal", f"resample for seat {seat}", self._position_text())
        return other

    def _viewer(self, seat: int | None) -> int:
        if seat is not None and not 0 <= integer("seat", seat) < self.num_players:
            raise RulesError([("seat", f"must be 0 to {self.num_players - 1} or None")])
        return -1 if seat is None else int(seat)

    @classmethod
    @abstractmethod
    def _cards_text(cls, ids: Sequence[int]) -> str:
        """Physical cards as JSON has them."""
        raise NotImplementedError

    @classmethod
    @abstractmethod
    def _cards_read(cls, text: str) -> list[int]:
        """The inverse of _cards_text; NotationError if the text is no such cards."""
        raise NotImplementedError

    @classmethod
    def _fields_text(cls, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Core fields with card ids as text."""
        out: dict[str, Any] = {}
        for name, value in fields.items():
            if name not in cls._card_fields:
                out[name] = value
            elif value and isinstance(value[0], list):
                out[name] = [cls._cards_text(ids) for ids in value]
            else:
                out[name] = cls._cards_text(value)
        return out

    @classmethod
    def _fields_read(cls, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The inverse of _fields_text; SnapshotError where text is no cards."""

        def ids(name: str, text: object) -> list[int]:
            if not isinstance(text, str):
                raise SnapshotError(f"{name}: expected cards as text")
            try:
                return cls._cards_read(text)
            except NotationError as error:
                raise SnapshotError(f"{name}: {error}") from None

        out: dict[str, Any] = {}
        for name, value in fields.items():
            if name not in cls._card_fields:
                out[name] = value
            else:
                out[name] = [ids(name, text) for text in value] if isinstance(value, list) else ids(name, value)
        return out

    def to_json(self) -> str:
        """The position as one line of JSON; :meth:`from_json` gives it back, without history."""
        record = {
            "format": STATE_FORMAT,
            "version": STATE_VERSION,
            "game": self.game.name,
            "options": jsonable(self.game.options),
            "state": self._fields_text(self._fields()),
        }
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def _empty(cls, game: Game) -> Self:
        """A state of the game's family to be filled."""
        kind = game._state_class
        if issubclass(cls, kind):
            kind = cls
        elif not issubclass(kind, cls):
            raise SnapshotError(f"a position of {game.name} is no {cls.__name__}")
        state = kind.__new__(kind, game)
        assert isinstance(state, cls)
        return state

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The inverse of :meth:`to_json`.

        Raises:
            SnapshotError: not such JSON, another version, or a position that cannot occur.
            RulesError: the options are unknown.
        """
        record = read_document(text, STATE_FORMAT, STATE_VERSION)
        if unknown := set(record) - {"format", "version", "game", "options", "state"}:
            raise SnapshotError(f"unknown key {shortened(min(unknown))}")
        options, fields = record.get("options"), record.get("state")
        if not isinstance(options, dict) or not isinstance(fields, dict) or not isinstance(record.get("game"), str):
            raise SnapshotError("game, options or state is missing")
        state = cls._empty(game_with(record["game"], options))
        state._fill(state._fields_read(fields))
        return state

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The inverse of :meth:`to_bytes`; the history is empty.

        Raises:
            SnapshotError: not a snapshot, damaged, of another version, or a position that cannot occur.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a snapshot is bytes, not {type(data).__name__}")
        data = bytes(data)
        name, values = cls._head(data)
        state = cls._empty(restore_game(name, tuple(values)))
        state._load(data)
        return state

    def to_record(self) -> str:
        """The whole game as text: options, start, every action. :func:`pokerfast.replay` gives it back."""
        lines = record_head(self.game)
        initial = self._initial()
        start = initial._start_arguments()
        if start is not None:
            lines += [f"{key}: {json.dumps(value)}" for key, value in start.items()]
        else:
            lines.append(f"position: {initial.to_json()}")
        return "\n".join([*lines, "", *self._record_lines()]) + "\n"

    def _record_lines(self) -> list[str]:
        return [f"{seat} {action}" for seat, action in self._history_seen(-2)]

    @abstractmethod
    def _start_candidates(self) -> Iterator[dict[str, Any]]:
        """Arguments of new_game that may have given this position."""
        raise NotImplementedError

    def _start_arguments(self) -> dict[str, Any] | None:
        """Arguments of new_game that give this position, or None if it is no fresh deal."""
        for start in self._start_candidates():
            try:
                if self.game._deal(start) == self:
                    return start
            except RulesError:
                continue
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return (restore_state, (self.to_bytes(),))

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __repr__(self) -> str:
        return f"<State of {self.game.name}: {self._position_text()}>"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class View:
    """What one seat (or a spectator) may know of a position. Immutable; made by :meth:`State.view`."""

    game: Game
    #: Whose view it is; None: a spectator's.
    viewer: int | None
    phase: str
    #: Whose answer is awaited.
    seat: int | None
    #: Cards in each hand.
    counts: tuple[int, ...]
    #: Hands that may be seen, None for the others.
    hands: tuple[Any, ...]
    #: (seat, action) since the deal; None where an answer is not public yet.
    history: tuple[tuple[int, Action | None], ...]
    _public: Mapping[str, Any]

    @property
    def hand(self) -> Any:
        """The viewer's own cards; None for a spectator."""
        return None if self.viewer is None else self.hands[self.viewer]

    @abstractmethod
    def _own_json(self) -> dict[str, Any]:
        """What the family adds to JSON."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The view as plain values, ready for JSON."""
        return {
            "format": "pokerfast-view",
            "version": STATE_VERSION,
            "game": self.game.name,
            "options": jsonable(self.game.options),
            "viewer": self.viewer,
            "phase": self.phase,
            "seat": self.seat,
            "counts": self.counts,
            **self._own_json(),
            "history": [[seat, None if action is None else str(action)] for seat, action in self.history],
            "public": self.game._state_class._fields_text(self._public),
        }

    def to_json(self) -> str:
        """The view as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<View of {self.game.name} for {who}: phase {self.phase}, cards {self.counts}>"


# ---- from names and numbers to objects


def game_class(name: str) -> type[Game]:
    """The class of a known game's family."""
    family = next(family for known, _, family in _jobs.games() if known == name)
    return next(kind for kind in Game.__subclasses__() if kind._family == family)


def restore_game(name: str, values: Sequence[int]) -> Game:
    """A game from option values in descriptor order, for snapshots and pickles.

    Raises:
        SnapshotError: the values are not this version's.
    """
    try:
        values_for(name, None, {})
        return game_class(name)(name, values)
    except RulesError as error:
        raise SnapshotError(f"options: {error}") from None


def game_with(name: str, options: Mapping[str, object]) -> Game:
    """A game from options in full, as JSON and records have them.

    Raises:
        RulesError: as :func:`load_game`, and an option that is missing.
    """
    values = values_for(name, None, options)
    game = game_class(name)(name, values)
    if missing := [option for option in game.options if option not in options]:
        raise RulesError([(option, "is missing") for option in missing])
    return game


def restore_state(data: bytes) -> State:
    """A position from its snapshot, for pickles."""
    return State.from_bytes(data)


# ---- arguments


def integer(name: str, value: object) -> int:
    """An integer; TypeError for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    return int(value.__index__())


def is_named(value: object, names: Sequence[str | None]) -> bool:
    """Whether a value is one of these names, whatever it is."""
    return (value is None or isinstance(value, str)) and value in names


def within(number: int, low: int, high: int) -> int:
    """The number, or the bound it lies beyond."""
    return max(low, min(high, number))


def seat_or_none(number: int) -> int | None:
    """A seat as the core writes it."""
    return None if number == NOBODY else number


def read_seed(seed: int, start: str) -> tuple[list[tuple[str, str]], int]:
    """What is wrong with these arguments of new_game, and the seed as far as the core can look at it."""
    faults: list[tuple[str, str]] = []
    seed = integer("seed", seed)
    if not 0 <= seed < SEEDS:
        faults.append(("seed", "must be 0 to 2**64 - 1"))
    if not isinstance(start, str):
        raise TypeError(f"start must be text, not {type(start).__name__}")
    if start not in ("deal", "play"):
        faults.append(("start", f"{shortened(start)} is not 'deal' or 'play'"))
    return faults, seed % SEEDS


# ---- text


def unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """For JSON objects: ValueError when a key comes twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key comes twice in one object")
    return made


def read_document(text: str | bytes, form: str, version: int) -> dict[str, Any]:
    """A JSON object that names its format and a version this build reads.

    Raises:
        SnapshotError: not such JSON, or another version.
        TypeError: not text.
    """
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"JSON is text, not {type(text).__name__}")
    try:
        record = json.loads(text, object_pairs_hook=unique_pairs)
    except (ValueError, RecursionError) as error:
        raise SnapshotError(f"not JSON: {shortened(str(error))}") from None
    if not isinstance(record, dict) or record.get("format") != form:
        raise SnapshotError(f"not a {form} object")
    if type(record.get("version")) is not int or record["version"] != version:
        raise SnapshotError(f"version {shortened(record.get('version'))}, this build reads {version}")
    return record


def jsonable(options: Mapping[str, OptionValue]) -> dict[str, object]:
    """Options as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


def record_head(game: Game) -> list[str]:
    """The first lines of a record."""
    return [
        RECORD_HEADER,
        f"game: {game.name}",
        "options: " + json.dumps(jsonable(game.options), ensure_ascii=False, separators=(",", ":")),
    ]
