"""Games, positions and views: the public classes around the core."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, overload

from pokerfast import _jobs
from pokerfast._fast import PASS, Action, Combo, CoreGame, CoreState, Hand
from pokerfast.errors import Legality, NotationError, RulesError, SnapshotError, shortened
from pokerfast.notation import card_text, read_cards
from pokerfast.rules import OptionInfo, OptionValue, option_infos, options_from_values, values_for

__all__ = ["ClimbingGame", "Game", "State", "View", "list_games", "load_game"]

Cards = str | Hand | Combo | Sequence[int]
STATE_FORMAT = "pokerfast-state"
STATE_VERSION = 1
RECORD_HEADER = "pokerfast-record 1"
MOST_SEATS = 5
SEEDS = 1 << 64
NOBODY = 255  # how the core writes "no seat"


def list_games() -> tuple[str, ...]:
    """Names of all games, sorted."""
    return tuple(sorted(name for name, _, _ in _jobs.games()))


class Game(CoreGame):
    """A game with its rules fixed: immutable, shareable between threads. Made by :func:`load_game`."""

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


class ClimbingGame(Game):
    """A climbing game: questions about single plays, and whole deals.

    Cards are text, a :class:`Hand`, a :class:`Combo` or a sequence of ids (54 x deck + 13 x suit + rank). Each argument
    must fit the pack by itself (:class:`NotationError` otherwise); arguments are not checked against each other.
    Anything of another type raises :class:`TypeError`. Cards that form no play are answered, not refused.
    """

    def new_game(
        self,
        *,
        seed: int,
        first: int | None = None,
        beans: Sequence[int] | None = None,
        start: Literal["deal", "play"] = "deal",
    ) -> State:
        """Deal: the same seed gives the same deal for ever (docs/seeds.md).

        Args:
            seed: 0 to 2**64 - 1.
            first: the seat asked first in the auction; drawn from the seed if None.
            beans: 欢乐豆 of each seat for the bean rule of 加倍; None means enough.
            start: ``"play"`` skips everything before the first lead: seat 0 is landlord, nothing is shown or doubled.

        Raises:
            RulesError: an argument is out of range or does not fit the rules; all faults at once.
            TypeError: an argument is no integer.
        """
        faults: list[tuple[str, str]] = []
        if type(seed) is not int or not 0 <= seed < SEEDS or first is not None or beans is not None or start != "play":
            faults, seed, first, beans = self._read_start(seed, first, beans, start)
        state = State.__new__(State, self)
        faults += state._start(seed, start == "play", first, beans)
        if faults:
            raise RulesError(faults)
        return state

    def _read_start(
        self, seed: int, first: int | None, beans: Sequence[int] | None, start: str
    ) -> tuple[list[tuple[str, str]], int, int | None, Sequence[int] | None]:
        """The faults of unusual arguments, and the arguments as far as the core can look at them."""
        faults: list[tuple[str, str]] = []
        seed = _integer("seed", seed)
        if not 0 <= seed < SEEDS:
            faults.append(("seed", "must be 0 to 2**64 - 1"))
        if not isinstance(start, str):
            raise TypeError(f"start must be text, not {type(start).__name__}")
        if start not in ("deal", "play"):
            faults.append(("start", f"{shortened(start)} is not 'deal' or 'play'"))
        if first is not None:
            first = _within(_integer("first", first), -2, 99)
        if beans is not None:
            if isinstance(beans, (str, bytes)) or not hasattr(beans, "__len__"):
                raise TypeError("beans is a sequence of integers")
            if len(beans) <= MOST_SEATS:
                beans = [_within(_integer("beans", number), -1, SEEDS >> 2) for number in beans]
                if any(number == SEEDS >> 2 for number in beans):
                    faults.append(("beans", "must be below 2**62"))
                beans = [min(number, (SEEDS >> 2) - 1) for number in beans]
            else:
                beans = [0] * (MOST_SEATS + 1)
        return faults, seed % SEEDS, first, beans

    def setup(
        self,
        *,
        hands: Sequence[Cards],
        to_move: int = 0,
        table: Cards | None = None,
        table_by: int | None = None,
        landlord: int = 0,
        multiplier: int = 1,
    ) -> State:
        """A position in the middle of play, of two hands (残局) or three.

        Cards given by rank get the lowest ids that are free. How many have passed follows from ``table_by`` and
        ``to_move``. No chance is left, the history is empty, and there is no 春天 unless it is the start of play.

        Args:
            hands: the cards of seats 0, 1 and, if there are three, 2; none may be empty.
            to_move: whose turn it is.
            table: the play to beat, or None for a lead; text stands as :meth:`classify` reads it.
            table_by: who played it.
            landlord: the seat against the others.
            multiplier: what bombs and spring multiply from here on, 1 to 1,000,000.

        Raises:
            RulesError: the position cannot occur; all faults at once.
            NotationError: an argument is no cards or does not fit the pack by itself.
        """
        if isinstance(hands, (str, bytes, Hand)) or not hasattr(hands, "__len__"):
            raise TypeError("hands is a sequence of hands")
        if len(hands) > MOST_SEATS:
            raise RulesError([("hands", f"{len(hands)} hands, at most {MOST_SEATS} can be")])
        # Numbers are cut down to what the core can look at; it says what is wrong with them.
        seats = [_within(_integer(n, v), -2, 99) for n, v in (("to_move", to_move), ("landlord", landlord))]
        by = -1 if table_by is None else _within(_integer("table_by", table_by), -2, 99)
        factor = _within(_integer("multiplier", multiplier), 0, 1 << 40)
        held = [_as_hand(cards) for cards in hands]
        if table is not None and not str(table):
            table = None
        reading = table if isinstance(table, Combo) else None
        on_table = None if table is None else _as_hand(table)
        if by == -1 and table_by is not None:
            by = -2
        masks, faults = _place([*held, *([] if on_table is None else [on_table])])
        if reading is not None and reading == PASS:
            faults.append(("table", "a pass is no play"))
        state = State.__new__(State, self)
        table_ids = masks[-1] if on_table is not None else 0
        faults += state._setup(masks[: len(held)], seats[0], seats[1], table_ids, reading, by, factor)
        if faults:
            raise RulesError(dict.fromkeys(faults))
        return state


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    return int(value.__index__())


def _within(number: int, low: int, high: int) -> int:
    return max(low, min(high, number))


def _as_hand(cards: Cards) -> Hand:
    return cards if isinstance(cards, Hand) else Hand(cards)


def _ids_of_rank(glyph: str) -> range | tuple[int, ...]:
    if glyph in "wW":
        return (52 + "wW".index(glyph),)
    return range("23456789TJQKA".index(glyph), 52, 13)


def _place(hands: Sequence[Hand]) -> tuple[list[int], list[tuple[str, str]]]:
    """Id masks for hands (ids where given, else the lowest free ones), and where the pack has too few."""
    masks = [sum(1 << i for i in hand.ids) if hand.ids else 0 for hand in hands]
    taken = 0
    faults = []
    for mask in masks:
        if taken & mask:
            both = ", ".join(card_text(i) for i in range(54) if taken & mask & (1 << i))
            faults.append(("hands", f"{both} in two places"))
        taken |= mask
    missing = []
    for position, hand in enumerate(hands):
        if masks[position]:
            continue
        for glyph in hand.cards:
            free = next((i for i in _ids_of_rank(glyph) if not taken >> i & 1), None)
            if free is None:
                missing.append(glyph)
                continue
            taken |= 1 << free
            masks[position] |= 1 << free
    for glyph in dict.fromkeys(missing):
        faults.append(("hands", f"more {glyph} than the pack has, all hands and the table together"))
    return masks, faults


def unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """For JSON objects: ValueError when a key comes twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key comes twice in one object")
    return made


class State(CoreState):
    """A position of a deal with the actions that led to it.

    Cheap to copy, not shared between threads. On any error nothing has changed. Equal when the positions are equal;
    history does not count.
    """

    game: ClimbingGame

    def check(self, action: str | Action | Combo | Hand | Sequence[int]) -> Legality:
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
    def hands(self) -> tuple[Hand, ...]:
        """Everybody's cards, physical ones."""
        return tuple(self._hand(seat) for seat in range(self.num_players))

    @property
    def kitty(self) -> Hand:
        """The bottom cards; empty until they are dealt."""
        return self._cards("kitty")

    @property
    def landlord(self) -> int | None:
        """The landlord's seat, None until it is settled."""
        return _seat(self._number("landlord"))

    @property
    def table_by(self) -> int | None:
        """Who made the play on the table, None for a lead."""
        return _seat(self._number("table_by"))

    def view(self, seat: int | None) -> View:
        """What a seat may know, or, for None, a spectator."""
        if seat is not None and not 0 <= _integer("seat", seat) < self.num_players:
            raise RulesError([("seat", f"must be 0 to {self.num_players - 1} or None")])
        viewer = -1 if seat is None else int(seat)
        seen = self._redacted(viewer)
        counts = tuple(len(hand) for hand in self.hands)
        hands = tuple(seen._hand(i) for i in range(self.num_players))
        return View(
            game=self.game,
            viewer=None if seat is None else viewer,
            phase=self.phase,
            seat=self.seat,
            counts=counts,
            hands=tuple(hand if len(hand) == count else None for hand, count in zip(hands, counts, strict=True)),
            table=self.table,
            table_by=self.table_by,
            landlord=self.landlord,
            multiplier=self.multiplier,
            kitty=seen._cards("kitty"),
            history=tuple(self._history_seen(viewer)),
            _public={name: value for name, value in seen._fields().items() if name not in _NOT_IN_VIEWS},
        )

    def to_json(self) -> str:
        """The position as one line of JSON; :meth:`from_json` gives it back, without history."""
        record = {
            "format": STATE_FORMAT,
            "version": STATE_VERSION,
            "game": self.game.name,
            "options": _jsonable(self.game.options),
            "state": _suited(self._fields()),
        }
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The inverse of :meth:`to_json`.

        Raises:
            SnapshotError: not such JSON, another version, or a position that cannot occur.
            RulesError: the options are unknown.
        """
        if not isinstance(text, (str, bytes, bytearray)):
            raise TypeError(f"JSON is text, not {type(text).__name__}")
        try:
            record = json.loads(text, object_pairs_hook=unique_pairs)
        except (ValueError, RecursionError) as error:
            raise SnapshotError(f"not JSON: {shortened(str(error))}") from None
        if not isinstance(record, dict) or record.get("format") != STATE_FORMAT:
            raise SnapshotError(f"not a {STATE_FORMAT} object")
        version = record.get("version")
        if type(version) is not int or version != STATE_VERSION:
            raise SnapshotError(f"version {shortened(version)}, this build reads {STATE_VERSION}")
        if unknown := set(record) - {"format", "version", "game", "options", "state"}:
            raise SnapshotError(f"unknown key {shortened(min(unknown))}")
        options, fields = record.get("options"), record.get("state")
        if not isinstance(options, dict) or not isinstance(fields, dict) or not isinstance(record.get("game"), str):
            raise SnapshotError("game, options or state is missing")
        game = game_with(record["game"], options)
        state = cls.__new__(cls, game)
        state._fill(_ids(fields))
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
        state = cls.__new__(cls, restore_game(name, tuple(values)))
        state._load(data)
        return state

    def to_record(self) -> str:
        """The whole game as text: options, start, every action. :func:`pokerfast.replay` gives it back."""
        lines = [
            RECORD_HEADER,
            f"game: {self.game.name}",
            "options: " + json.dumps(_jsonable(self.game.options), ensure_ascii=False, separators=(",", ":")),
        ]
        initial = self._initial()
        start = initial._start_arguments()
        if start is not None:
            lines += [f"{key}: {json.dumps(value)}" for key, value in start.items()]
        else:
            lines.append(f"position: {initial.to_json()}")
        lines.append("")
        lines += [f"{seat} {action}" for seat, action in self._history_seen(-2)]
        return "\n".join(lines) + "\n"

    def _start_arguments(self) -> dict[str, Any] | None:
        """Arguments of new_game that give this position, or None if it is no fresh deal."""
        fields = self._fields()
        dealt: dict[str, Any] = {"seed": fields["seed"]}
        if fields["given_first"] != NOBODY:
            dealt["first"] = fields["given_first"]
        if any(number >= 0 for number in fields["beans"]):
            dealt["beans"] = fields["beans"]
        for start in (dealt, {"seed": fields["seed"], "start": "play"}):
            try:
                if self.game.new_game(**start) == self:
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class View:
    """What one seat (or a spectator) may know of a position. Immutable; made by :meth:`State.view`."""

    game: ClimbingGame
    #: Whose view it is; None: a spectator's.
    viewer: int | None
    phase: str
    #: Whose answer is awaited.
    seat: int | None
    #: Cards in each hand.
    counts: tuple[int, ...]
    #: Hands that may be seen, None for the others.
    hands: tuple[Hand | None, ...]
    table: Combo
    table_by: int | None
    landlord: int | None
    multiplier: int
    #: The bottom cards once they are public, else empty.
    kitty: Hand
    #: (seat, action) since the deal, cards always by id; None where an answer is not public yet.
    history: tuple[tuple[int, Action | None], ...]
    _public: Mapping[str, Any]

    @property
    def hand(self) -> Hand | None:
        """The viewer's own cards."""
        return None if self.viewer is None else self.hands[self.viewer]

    def to_json(self) -> str:
        """The view as one line of JSON."""
        record = {
            "format": "pokerfast-view",
            "version": STATE_VERSION,
            "game": self.game.name,
            "options": _jsonable(self.game.options),
            "viewer": self.viewer,
            "phase": self.phase,
            "seat": self.seat,
            "counts": self.counts,
            "hand": None if self.hand is None else self.hand.suited,
            "hands": [None if hand is None else hand.suited for hand in self.hands],
            "table": str(self.table) if self.table != PASS else None,
            "table_by": self.table_by,
            "landlord": self.landlord,
            "multiplier": self.multiplier,
            "kitty": self.kitty.suited,
            "history": [[seat, None if action is None else str(action)] for seat, action in self.history],
            "public": _suited(self._public),
        }
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<View of {self.game.name} for {who}: phase {self.phase}, cards {self.counts}>"


#: Fields a view states in its own words, or that would be blank.
_NOT_IN_VIEWS = frozenset(
    {"seed", "game", "held", "kitty", "order", "phase", "turn", "landlord", "table_by", "multiplier"}
)


def _seat(number: int) -> int | None:
    return None if number == NOBODY else number


def _jsonable(options: Mapping[str, OptionValue]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


_CARD_FIELDS = frozenset({"held", "kitty", "table_ids"})


def _suited(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Core fields with card ids as suited text."""

    def cards(ids: Sequence[int]) -> str:
        return Hand(ids).suited or ""

    out: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in _CARD_FIELDS:
            out[name] = value
        elif value and isinstance(value[0], list):
            out[name] = [cards(ids) for ids in value]
        else:
            out[name] = cards(value)
    return out


def _ids(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The inverse of :func:`_suited`; SnapshotError where text is no suited cards."""

    def ids(name: str, text: object) -> list[int]:
        if not isinstance(text, str):
            raise SnapshotError(f"{name}: expected cards as text")
        try:
            tokens = read_cards(text)
        except NotationError as error:
            raise SnapshotError(f"{name}: {error}") from None
        found = []
        for slot, suit, _ in tokens:
            if slot in (13, 14):
                found.append(52 + slot - 13)
            elif suit is None or slot > 14:
                raise SnapshotError(f"{name}: cards need their suits")
            else:
                found.append(13 * suit + (0 if slot == 12 else slot + 1))
        return found

    out: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in _CARD_FIELDS:
            out[name] = value
        else:
            out[name] = [ids(name, text) for text in value] if isinstance(value, list) else ids(name, value)
    return out


ClimbingName = Literal["doudizhu"]


@overload
def load_game(name: ClimbingName, *, preset: str | None = None, **options: Any) -> ClimbingGame: ...
@overload
def load_game(name: str, *, preset: str | None = None, **options: Any) -> ClimbingGame: ...
def load_game(name: str, *, preset: str | None = None, **options: Any) -> ClimbingGame:
    """A game by name, with the rules of a preset and any option changed by name.

    Raises:
        RulesError: an unknown game, preset, option or value, with the nearest valid name; all faults at once.
        TypeError: a name is no text.
    """
    return ClimbingGame(name, values_for(name, preset, options))


def restore_game(name: str, values: Sequence[int]) -> ClimbingGame:
    """A game from option values in descriptor order, for snapshots and pickles.

    Raises:
        SnapshotError: the values are not this version's.
    """
    try:
        return ClimbingGame(name, values)
    except RulesError as error:
        raise SnapshotError(f"options: {error}") from None


def game_with(name: str, options: Mapping[str, object]) -> ClimbingGame:
    """A game from options in full, as JSON and records have them.

    Raises:
        RulesError: as :func:`load_game`, and an option that is missing.
    """
    game = ClimbingGame(name, values_for(name, None, options))
    if missing := [option for option in game.options if option not in options]:
        raise RulesError([(option, "is missing") for option in missing])
    return game


def restore_state(data: bytes) -> State:
    """A position from its snapshot, for pickles."""
    return State.from_bytes(data)
