"""Cards, plays, positions: everything called once per move or once per hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Self, SupportsIndex, TypeAlias, overload

from typing_extensions import disjoint_base

_Cards: TypeAlias = "str | Hand | Combo | Sequence[int]"

KIND_NAMES: Final[tuple[str, ...]]
CODE_NAMES: Final[tuple[str, ...]]
ACTION_WORDS: Final[tuple[str, ...]]
PASS: Final[Combo]

class Combo:
    """A play with its reading; immutable, hashable, equal by cards and reading. ``PASS`` is the pass."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not made by hand: plays come from a game."""

    @property
    def kind(self) -> str:
        """What it is played as: ``"trio_solo_chain"``, ``"pass"``."""
    @property
    def rank(self) -> str | None:
        """The rank compared: lowest of a chain; ``"w"`` for the rocket; None for a pass."""
    @property
    def length(self) -> int:
        """Links of a chain, else 1; 0 for a pass."""
    @property
    def cards(self) -> str:
        """Canonical text; empty for a pass."""
    @property
    def counts(self) -> int:
        """Copies by rank, four bits each: bits 4r … 4r+3 for the r-th of ``3456789TJQKA2wW``."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Hand:
    """Cards of one deck: by rank, and by id where ids are known. Immutable.

    Raises:
        NotationError: no card, or more than the pack has.
        TypeError: not text, a Hand, a Combo or a sequence of integer ids.
    """

    def __init__(self, cards: _Cards = "") -> None: ...
    @property
    def cards(self) -> str:
        """Canonical text by rank."""
    @property
    def ids(self) -> tuple[int, ...] | None:
        """Physical cards, ascending; None if only ranks are known."""
    @property
    def suited(self) -> str | None:
        """Canonical text by card; None if only ranks are known."""
    @property
    def counts(self) -> int:
        """Copies by rank, four bits each."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class ComboList(Sequence[Combo]):
    """An immutable sequence of plays; the Combo objects are made when they are looked at."""

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Combo: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Combo, ...]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Combo]: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int: ...
    def count(self, value: object) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Action:
    """One action of a game; ``str`` is its canonical text. Immutable, hashable."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not made by hand: actions come from a state."""

    @property
    def kind(self) -> str:
        """``"play"``, ``"pass"``, ``"call"`` …: a word of docs/conventions.md."""
    @property
    def number(self) -> int | None:
        """Of a bid, else None."""
    @property
    def seat(self) -> int | None:
        """Whom it concerns, if it came from outside (administer), else None."""
    @property
    def combo(self) -> Combo | None:
        """The play, ``PASS`` for a pass, None for answers."""
    @property
    def ids(self) -> tuple[int, ...]:
        """Physical cards of a play."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class ActionList(Sequence[Action]):
    """The legal actions of one position: counted and unranked, never listed. Immutable, order stable."""

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Action: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Action, ...]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Action]: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int: ...
    def count(self, value: object) -> int: ...

@disjoint_base
class CoreGame:
    """A game with its rules fixed."""

    def __new__(cls, name: str, values: Sequence[int]) -> Self: ...
    @property
    def num_players(self) -> int:
        """Seats of a whole deal."""
    @property
    def phases(self) -> tuple[str, ...]:
        """Every phase a position can be in; the last is ``over``."""
    def readings(self, cards: _Cards) -> tuple[Combo, ...]:
        """Every reading of the cards, the one that leads by default first; empty if they are no play."""
    def classify(self, cards: _Cards) -> Combo | None:
        """The reading that leads by default: the longest chain, then without wings, then the highest rank."""
    def beats(self, play: _Cards, table: _Cards) -> bool:
        """Whether any reading of ``play`` beats the table; a Combo counts as it is read."""
    def beating(self, play: _Cards, table: _Cards) -> Combo | None:
        """The reading of ``play`` that stands over the table: the highest that beats it; None if none does."""
    def leads(self, hand: _Cards) -> Sequence[Combo]:
        """Every play the hand may lead: each (reading, cards) once, by kind, length and rank."""
    def follows(self, hand: _Cards, table: _Cards) -> Sequence[Combo]:
        """Every set of cards that beats the table, once, with its best beating reading. Pass is not among them."""
    def count_leads(self, hand: _Cards) -> int:
        """``len(leads(hand))`` without listing."""
    def count_follows(self, hand: _Cards, table: _Cards) -> int:
        """``len(follows(hand, table))`` without listing."""
    def all_combos(self) -> Iterator[Combo]:
        """Every distinct (reading, cards) of at most 20 cards, the largest hand."""

@disjoint_base
class CoreState:
    """A position and the actions that led to it."""

    def __new__(cls, game: CoreGame) -> Self: ...
    def __init__(self, game: CoreGame) -> None: ...
    def _start(
        self, seed: int, from_play: bool, first: int | None, beans: Sequence[int] | None
    ) -> list[tuple[str, str]]: ...
    def _setup(
        self,
        hands: Sequence[int],
        to_move: int,
        landlord: int,
        table_ids: int,
        table_reading: Combo | None,
        table_by: int,
        multiplier: int,
    ) -> list[tuple[str, str]]: ...
    @staticmethod
    def _head(data: bytes) -> tuple[str, list[int]]: ...
    def _load(self, data: bytes) -> None: ...
    @property
    def game(self) -> CoreGame: ...
    @property
    def phase(self) -> str:
        """A phase of the game's rules page."""
    @property
    def seat(self) -> int | None:
        """Whose answer is awaited; None when the deal is over."""
    @property
    def num_players(self) -> int:
        """Seats of this deal: two in a two-hand endgame."""
    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
    @property
    def table(self) -> Combo:
        """The play to beat; ``PASS`` if there is none."""
    @property
    def history(self) -> tuple[Action, ...]:
        """Every action since the deal."""
    def returns(self) -> list[float]:
        """The score, one a seat; zeros until the deal is over."""
    @property
    def multiplier(self) -> int:
        """What the score is multiplied by so far; spring counts once the deal is over, single doubles never."""
    def count_legal(self) -> int:
        """How many legal actions there are; 0 when the deal is over."""
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions: lazy, immutable, in a stable order; declining or passing is the last."""
    def apply(self, action: str | Action | _Cards) -> None:
        """Do an action.

        Raises:
            NotationError: the text is no notation.
            PhaseError: it belongs to another phase, or the deal is over.
            IllegalActionError: it is not legal here; ``code`` says why. On every error nothing has changed.
        """
    def apply_index(self, index: int) -> None:
        """Do the legal action of that number; IllegalActionError (``index``) if there is none."""
    def undo(self) -> None:
        """Take back the last action; PhaseError if there is none."""
    def administer(self, seat: int, what: str) -> None:
        """``"auto"``, ``"manual"`` or ``"quit"`` for a seat, from outside the game; see docs/conventions.md."""
    def clone(self) -> Self:
        """An independent copy with its history."""
    def to_bytes(self) -> bytes:
        """A versioned snapshot: options in full, the position, the remaining chance; no history."""
    def __eq__(self, other: object, /) -> bool: ...
    def _check(self, source: str | Action | _Cards) -> tuple[str, str | None]: ...
    def _redacted(self, viewer: int) -> Self: ...
    def _initial(self) -> Self: ...
    def _history_seen(self, viewer: int) -> list[tuple[int, Action | None]]: ...
    def _fields(self) -> dict[str, Any]: ...
    def _fill(self, values: Mapping[str, Any]) -> None: ...
    def _number(self, name: str, i: int = 0) -> int: ...
    def _hand(self, seat: int) -> Hand: ...
    def _cards(self, name: str) -> Hand: ...
    def _position_text(self) -> str: ...

def combo_of(counts: int, kind: int, rank: int, length: int) -> Combo:
    """A Combo from its parts, for pickling; checked against the pack, not against any rules."""

def action_of(
    text: str, kind: int, number: int, ids: int, cards: int, reading_kind: int, rank: int, length: int
) -> Action:
    """An Action from its parts, for pickling; not checked against any rules."""
