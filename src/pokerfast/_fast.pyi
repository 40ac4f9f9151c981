"""Cards, plays, positions: everything called once per move or once per hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Self, SupportsIndex, TypeAlias, overload

from typing_extensions import disjoint_base

from pokerfast.errors import Legality as _Legality

_Cards: TypeAlias = "str | Hand | Combo | Sequence[int]"
_SuitedCards: TypeAlias = "str | SuitedHand | Hand | Sequence[int]"

KIND_NAMES: Final[tuple[str, ...]]
CODE_NAMES: Final[tuple[str, ...]]
ACTION_WORDS: Final[tuple[str, ...]]
TRUMP_NAMES: Final[tuple[str, ...]]
LEVEL_NAMES: Final[tuple[str, ...]]
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
        """The rank compared: lowest of a chain; ``"w"`` for the rocket; None for a pass and for 保皇's jokers alone."""
    @property
    def length(self) -> int:
        """Links of a chain, else 1; 0 for a pass."""
    @property
    def cards(self) -> str:
        """Canonical text; empty for a pass."""
    @property
    def counts(self) -> bytes:
        """Copies by rank, a byte each, in the order ``3456789TJQKA2wW*``."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Hand:
    """Cards by rank, and by card where suits are known. Immutable.

    Any game's cards: up to sixteen of a rank, four of each joker, two big aces (``*``). Whether one pack has them is
    a game's to say (:meth:`ClimbingGame.hand`). Text with suits names the copy with ``/1`` … ``/4``, or leaves it open
    and then stands for the lowest packs, or for those that are held where it is an action.

    Raises:
        NotationError: no card, or more than any game's pack has.
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
        """Canonical text by card, ``/2`` … behind those of other packs than the first; None if only ranks are known."""
    @property
    def counts(self) -> bytes:
        """Copies by rank, a byte each, in the order ``3456789TJQKA2wW*``."""
    @property
    def _parts(self) -> tuple[str, list[int], list[int]]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class SuitedHand:
    """Cards of up to three packs with their suits. Immutable; iterating gives each card's text.

    Text that names a copy of every card (``H5/1 H5/2``) and ids tell physical cards, other text only how many of each.

    Raises:
        NotationError: no card, more than three of one, or only some cards name their copy.
        TypeError: not text, a SuitedHand, a Hand with suits or a sequence of integer ids.
    """

    def __init__(self, cards: _SuitedCards = "") -> None: ...
    @property
    def cards(self) -> str:
        """Canonical text: ``W w``, then S, H, D, C, each A … 2, blanks between."""
    @property
    def ids(self) -> tuple[int, ...] | None:
        """Physical cards, ascending; None if only kinds are known."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
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
        """The play of a climbing game, ``PASS`` for a pass, None for answers and in trick-taking games."""
    @property
    def cards(self) -> str:
        """Canonical text of the cards that were played, shown or buried; empty for answers."""
    @property
    def ids(self) -> tuple[int, ...]:
        """Physical cards, ascending; empty where a view of a trick-taking game tells only kinds."""
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
    def _phase_names(self) -> list[str]: ...
    @property
    def phases(self) -> tuple[str, ...]:
        """Every phase a position can be in; the last is ``over``."""

@disjoint_base
class CoreClimbing(CoreGame):
    """A climbing game with its rules fixed."""

    def hand(self, cards: _Cards) -> Hand:
        """The cards as a :class:`Hand`.

        Raises:
            NotationError: the pack does not have these cards.
        """
    def readings(self, cards: _Cards) -> tuple[Combo, ...]:
        """Every reading of the cards, the one that leads by default first; empty if they are no play."""
    def classify(self, cards: _Cards) -> Combo | None:
        """The reading that leads by default: the longest chain, then without wings, then the highest rank."""
    def beats(self, play: _Cards, table: _Cards) -> bool:
        """Whether any reading of ``play`` beats the table; a Combo counts as it is read."""
    def beating(self, play: _Cards, table: _Cards) -> Combo | None:
        """The reading of ``play`` that stands over the table: the highest that beats it; None if none does."""
    def leads(self, hand: _Cards) -> Sequence[Combo]:
        """Every play the hand may lead: each (reading, cards) once, in a fixed order."""
    def follows(self, hand: _Cards, table: _Cards) -> Sequence[Combo]:
        """Every set of cards that beats the table, once, with its best beating reading. Pass is not among them."""
    def takes(self, hand: _Cards, table: _Cards) -> Sequence[Combo]:
        """打大A: the fours of the hand that may take the table, one play at most; empty in other games."""
    def count_leads(self, hand: _Cards) -> int:
        """``len(leads(hand))`` without listing."""
    def count_follows(self, hand: _Cards, table: _Cards) -> int:
        """``len(follows(hand, table))`` without listing."""
    def all_combos(self) -> Iterator[Combo]:
        """Every (reading, cards) there can be: in 斗地主 of 20 cards, the largest hand, else of the whole pack."""
    @property
    def _pack(self) -> tuple[int, tuple[int, ...]]: ...

@disjoint_base
class CoreTrick(CoreGame):
    """A trick-taking game with its rules fixed."""

    @property
    def _pack(self) -> tuple[int, tuple[int, ...]]: ...
    def trump(self, suit: str, level: str | None = None) -> Trump:
        """The order of the cards under a trump suit: ``"S"`` ``"H"`` ``"D"`` ``"C"`` or ``"NT"``.

        Args:
            suit: the trump suit.
            level: the rank played, ``"2"`` to ``"A"``; required where levels move, refused where there are none; where
                the level is always 2 (打百分) it may be left out.

        Raises:
            RulesError: no such suit or level; all faults at once.
        """
    def _level_result(self, points: int) -> tuple[Any, int, bool]:
        """(side, levels, takes over); None where deals are not worth levels."""
    def _grade_result(self, points: int, bid: int) -> tuple[Any, int, int]:
        """(side, grade, factor)."""
    def _contract_score(self, bid: int, points: int, tripled: bool) -> tuple[int, int]:
        """(of the dealer's side, of the attackers)."""
    @property
    def _id_texts(self) -> tuple[str, ...]:
        """What the ids of its card by card actions stand for: 54 cards, ``end``, the game's words."""
    def _can_bid(self, bid: int) -> bool: ...
    def _room_points(self, attackers: bool, levels: int, scores: Sequence[int], grand_slam: int) -> int: ...
    @property
    def _worth(self) -> str:
        """What a deal is worth: ``"levels"``, ``"grades"``, ``"contracts"``, or ``"tricks"``."""
    @property
    def _has_rooms(self) -> bool: ...

class Unit:
    """One unit of a set of cards; immutable, hashable. ``str`` is its cards, ``len`` their number."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not made by hand: units come from :meth:`Trump.units`."""

    @property
    def kind(self) -> str:
        """``"single"`` ``"pair"`` ``"triple"`` ``"tractor"`` ``"titanic"``."""
    @property
    def length(self) -> int:
        """Places covered: pairs of a tractor, triples of a titanic, else 1."""
    @property
    def cards(self) -> str:
        """Canonical text."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Throw:
    """What becomes of a lead against open hands; true if it stands. Immutable, hashable."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not made by hand: see :meth:`Trump.throw`."""

    @property
    def stands(self) -> bool:
        """Whether the whole lead stands."""
    @property
    def forced(self) -> str:
        """What is led instead, canonical text; empty when the lead stands."""
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class PlayIterator(Iterator[str]):
    """Plays as canonical text, each made when it is asked for; ``operator.length_hint`` tells how many are left."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not made by hand: see :meth:`Trump.follows`."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> str: ...
    def __length_hint__(self) -> int: ...

class Trump:
    """The order of the cards under one trump suit and level, and every question about single plays.

    Made by ``TrickGame.trump``; immutable, hashable, shareable between threads. Cards are passed as in
    :class:`TrickGame`; which copy is named does not matter. Arguments are not checked against each other: nobody asks
    whether a hand and a lead fit into one pack. A lead of two groups, or of no card, is answered with nothing.
    """

    def __new__(cls, game: CoreTrick, suit: int, level: int) -> Self: ...
    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not made by hand: see ``TrickGame.trump``."""

    @property
    def game(self) -> CoreTrick:
        """The rules."""
    @property
    def suit(self) -> str:
        """``"S"`` ``"H"`` ``"D"`` ``"C"`` or ``"NT"``."""
    @property
    def level(self) -> str | None:
        """The rank played, such as ``"T"``; None in games without levels."""
    def order(self, group: str = "T") -> list[tuple[str, ...]]:
        """The places of the trumps, or of another group (``"S"`` ``"H"`` ``"D"`` ``"C"``), from high to low.

        Equal cards share a place: ``[("W",), ("w",), ("ST",), ("HT", "DT", "CT"), ("SA",), …]``.
        """
    def effective_suit(self, card: _SuitedCards) -> str:
        """The group of one card: ``"T"`` for trumps, else its suit; NotationError if it is not one card."""
    def group(self, cards: _SuitedCards) -> str | None:
        """The group that all the cards belong to; None if there are two, or no card."""
    def is_four_of_rank(self, cards: _SuitedCards) -> bool:
        """Whether the cards are four of one rank that may be led together (横甩), which no suit answers."""
    def units(self, cards: _SuitedCards) -> tuple[Unit, ...]:
        """How the cards are split as a lead, largest unit first; empty for cards of two groups."""
    def is_tractor(self, cards: _SuitedCards) -> bool:
        """Whether the cards are one tractor: two or more neighbouring pairs."""
    def is_titanic(self, cards: _SuitedCards) -> bool:
        """Whether the cards are one titanic: two or more neighbouring triples."""
    def follows(self, hand: _SuitedCards, lead: _SuitedCards) -> PlayIterator:
        """Every legal follow, each set of cards once; at most 60 cards in the hand (NotationError)."""
    def count_follows(self, hand: _SuitedCards, lead: _SuitedCards) -> int:
        """How many there are, without listing them."""
    def check_follow(self, hand: _SuitedCards, lead: _SuitedCards, play: _SuitedCards) -> _Legality:
        """Whether a follow is legal, else why not and one that is; ``two_groups`` if the lead is none."""
    def leads(self, hand: _SuitedCards, unseen: _SuitedCards | None = None) -> PlayIterator:
        """Every legal lead, each set of cards once.

        ``unseen``: the cards the leader has not held, buried or seen played, which matter where throws must be certain;
        the cards of the other hands where trumps are thrown once no other hand has any (二七王). None: all that are not
        in the hand.
        """
    def count_leads(self, hand: _SuitedCards, unseen: _SuitedCards | None = None) -> int:
        """How many there are, without listing them."""
    def throw(self, lead: _SuitedCards, others: Sequence[_SuitedCards]) -> Throw:
        """Whether a lead stands against one to three other hands, of any size, else what is led instead.

        Whether the rules allow throws is not asked. A lead of two groups does not stand, and nothing is forced.
        """
    def winner(self, plays: Sequence[_SuitedCards]) -> int | None:
        """Offset from the leader of the play that wins, of one to four; None if the first is no lead.

        A play of another number of cards than the lead wins nothing. Whether plays are legal is not asked.
        """
    def kitty_multiplier(self, lead: _SuitedCards) -> int | None:
        """What buried points are multiplied by when the attackers win a last trick with this lead.

        None if it is no lead; RulesError in games without a kitty.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class CoreState:
    """A position and the actions that led to it."""

    def __new__(cls, game: CoreGame) -> Self: ...
    def __init__(self, game: CoreGame) -> None: ...
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
    def history(self) -> tuple[Action, ...]:
        """Every action since the deal."""
    def returns(self) -> list[float]:
        """The score, one a seat; zeros until the deal is over."""
    @property
    def multiplier(self) -> int:
        """What the score is multiplied by so far; spring counts once the deal is over, single doubles never.

        In 升级 the stake.
        """
    def count_legal(self) -> int:
        """How many legal actions there are; 0 when the deal is over."""
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions: lazy, immutable, in a stable order; declining or passing is the last."""
    def apply(self, action: str | Action | Combo | SuitedHand | Hand | Sequence[int]) -> None:
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
    def _start_numbered(self, seed: int, number: int, from_play: bool) -> list[tuple[str, str]]:
        """Start the game of that number under a seed, as simulations do."""

    def _ask(self, player: str, seed: int, number: int) -> Action | None:
        """What a built-in player does here, seeing what the seat to move has seen; None if the deal is over."""

    def _resample(self, viewer: int, seed: int, attempts: int) -> bool:
        """Put another deal in place of this one; False, and nothing changed, if none was found."""

    def to_bytes(self) -> bytes:
        """A versioned snapshot: options in full, the position, the remaining chance; no history."""
    def __eq__(self, other: object, /) -> bool: ...
    def _check(self, source: object) -> tuple[str, str | None]: ...
    def _redacted(self, viewer: int) -> Self: ...
    def _initial(self) -> Self: ...
    def _hidden_from(self, index: int) -> int: ...
    @property
    def _moves(self) -> int:
        """``len(history)`` without listing."""
    def _history_seen(self, viewer: int, first: int = 0) -> list[tuple[int, Action | None]]: ...
    def _fields(self) -> dict[str, Any]: ...
    def _fill(self, values: Mapping[str, Any]) -> None: ...
    def _number(self, name: str, i: int = 0, absent: int = 0) -> int: ...
    def _position_text(self) -> str: ...

@disjoint_base
class CoreClimbingState(CoreState):
    """A position of a climbing game."""

    def __new__(cls, game: CoreClimbing) -> Self: ...
    def _start(
        self,
        seed: int,
        from_play: bool,
        first: int | None,
        beans: Sequence[int] | None,
        last_winner: int | None,
    ) -> list[tuple[str, str]]: ...
    def _setup(
        self,
        hands: Sequence[Sequence[int]],
        table_ids: Sequence[int],
        table_reading: Combo | None,
        *,
        to_move: int,
        table_by: int,
        landlord: int,
        multiplier: int,
        finished: Sequence[int],
        sides: Sequence[int],
        big_suit: int,
        declarer: int,
        exposed: bool,
        open: bool,
        emperor: int,
        guard: int,
    ) -> list[tuple[str, str]]: ...
    @property
    def table(self) -> Combo:
        """The play to beat; ``PASS`` if there is none."""
    def _hand(self, seat: int) -> Hand: ...
    def _side(self, seat: int) -> str | None: ...
    def _table_by(self) -> int | None: ...
    def auto_action(self) -> Action | None:
        """What the seat to move answers while it is left to the table (托管); None when the deal is over, and in games
        whose rules don't say.
        """

@disjoint_base
class CoreTrickState(CoreState):
    """A position of a trick-taking game."""

    def __new__(cls, game: CoreTrick) -> Self: ...
    def _start(
        self, seed: int, game: int, from_play: bool, first: int, dealer: int, levels: Sequence[int] | None
    ) -> list[tuple[str, str]]: ...
    def _setup(
        self,
        hands: Sequence[_SuitedCards],
        plays: Sequence[_SuitedCards],
        kitty: _SuitedCards,
        to_move: int,
        trump: int,
        level: int,
        dealer: int,
        points: int,
        bid: int,
    ) -> list[tuple[str, str]]: ...
    def _level_result(self) -> tuple[Any, int, bool]:
        """(side, levels, takes over) of a deal that is over, where deals are worth levels."""
    @property
    def forced(self) -> dict[int, str]:
        """What was left of every throw that failed: place in the history -> cards."""
    def _pile(self, name: str, i: int = 0) -> SuitedHand: ...

class CardChoice:
    """One decision of a trick-taking game, made card by card; ``pokerfast.envs.card_actions`` tells the ids."""

    def __new__(cls, state: CoreTrickState) -> Self: ...
    @property
    def size(self) -> int:
        """How many ids there are."""
    @property
    def is_done(self) -> bool:
        """Whether the action is complete, or the deal over."""
    @property
    def pending(self) -> str:
        """Canonical text of the cards chosen so far."""
    def _mask(self) -> bytearray:
        """A byte an id: 1 where it is open."""
    def text(self, id: int) -> str:
        """What an id stands for: a card, ``end`` or a word of the game; IndexError for no id."""
    def step(self, id: int) -> Action | None:
        """Take an id; the action once it is complete, None while more ids must follow.

        Raises:
            IllegalActionError: the id is not open (code ``index``); nothing has changed.
        """

def combo_of(counts: bytes, kind: int, rank: int, length: int) -> Combo:
    """A Combo from its parts, for pickling; checked against what any packs have, not against any rules."""

def unit_of(cards: str, width: int, length: int) -> Unit:
    """A Unit from its parts, for pickling; not checked against any rules."""

def throw_of(stands: bool, forced: str) -> Throw:
    """A Throw from its parts, for pickling."""

def trump_of(game: CoreTrick, suit: str, level: str | None) -> Trump:
    """A Trump from its parts, for pickling."""

def action_of(
    text: str,
    kind: int,
    number: int,
    ids: Sequence[int],
    exact: bool,
    cards: bytes,
    reading_kind: int,
    rank: int,
    length: int,
) -> Action:
    """An Action from its parts, for pickling; not checked against any rules."""

class CoreEncoding:
    """The general encoding of a game's positions and actions."""

    def __new__(cls, game: CoreGame) -> Self: ...
    @property
    def game(self) -> CoreGame: ...
    @property
    def size(self) -> int:
        """Bytes of an observation."""
    @property
    def action_size(self) -> int:
        """Bytes of an action."""
    def _fields(self) -> list[tuple[str, int, int, int, str]]:
        """(name, offset, rows, columns, meaning) of each part of an observation."""
    def _action_fields(self) -> list[tuple[str, int, int, int, str]]:
        """The same of an action."""
    def _observe(self, state: CoreState, viewer: int, out: Any) -> None:
        """Write what a seat may know; the game, the seat and the length of ``out`` are checked by the caller."""
    def _encode(self, action: Action, out: Any) -> None:
        """Write an action; the length of ``out`` is checked by the caller."""

def _observe_douzero(state: CoreState, viewer: int, out: Any) -> None:
    """Write DouZero's x (430 bytes) and z (810) of a seat; all checked by the caller."""

def _encode_douzero(action: Action, out: Any) -> None:
    """Write the 54 bytes of an action; all checked by the caller."""

def _encode_all_douzero(state: CoreState, out: Any) -> None:
    """Write the 54 bytes of every legal action; all checked by the caller."""
