"""How hands and plays lie in arrays: dtypes, cards in and out, and the checks that every array call begins with.

The layouts never change (docs/arrays.md). The calls themselves are in `batch.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias, cast, overload

import numpy as np
from numpy.typing import NDArray

from pokerfast import _jobs
from pokerfast._fast import CODE_NAMES, KIND_NAMES, TRUMP_NAMES, Combo, Hand, SuitedHand, Trump, combo_of
from pokerfast.base import SEEDS, Game, integer
from pokerfast.climbing import ClimbingGame
from pokerfast.errors import RulesError, shortened
from pokerfast.notation import GLYPHS, card_text
from pokerfast.trick import RANKS, TrickGame

__all__ = ["CODES", "KINDS", "hand_shape", "pack", "pack_plays", "play_dtype", "unpack"]


#: Kinds of plays by their code, the same for ever; new ones come behind.
KINDS: Final[tuple[str, ...]] = tuple(KIND_NAMES)
#: Reason codes of :func:`check_follow` by number, likewise; 0 is ``"ok"``.
CODES: Final[tuple[str, ...]] = tuple(CODE_NAMES)

Words: TypeAlias = NDArray[np.uint64]
Plays: TypeAlias = NDArray[np.void]
Numbers: TypeAlias = NDArray[np.int64]
Scores: TypeAlias = NDArray[np.float64]
Array: TypeAlias = NDArray[Any]
Handle: TypeAlias = object  # what the core works with

MOST_WORKERS = 1024
MOST_COUNTED = 60  # cards of a hand whose follows are counted
WHOLE_PACK = 162
PASS_CODE = KINDS.index("pass")
WORD = np.dtype(np.uint64)
PLAY_DTYPES = [
    np.dtype(
        {
            "names": ["cards", "kind", "rank", "length", "size"],
            "formats": [np.uint64 if words == 1 else (np.uint64, (words,)), *[np.uint8] * 4],
            "offsets": [0, *range(8 * words, 8 * words + 4)],
            "itemsize": 8 * words + 8,
        },
        align=True,
    )
    for words in (1, 2)
]
#: Where a kind's two bits begin, by its text.
_BIT_OF: Final = {card_text(kind): 1 << 2 * kind for kind in range(54)}


# ---- games


@lru_cache(maxsize=64)
def climb_of(game: ClimbingGame) -> Handle:
    return _jobs.climb_arrays(game.name, game._values)


@lru_cache(maxsize=256)
def arrays_under(game: TrickGame, suit: str, level: str | None) -> Handle:
    rank = 0 if level is None else RANKS.index(level)
    return _jobs.trick_arrays(game.name, game._values, TRUMP_NAMES.index(suit), rank)


@lru_cache(maxsize=64)
def deal_arrays(game: Game) -> Handle:
    game._deal({"seed": 0})  # whether these rules have whole games at all is the game's to say
    return _jobs.deal_arrays(game.name, game._values)


def climbing_arrays(game: ClimbingGame) -> Handle:
    if not isinstance(game, ClimbingGame):
        raise TypeError(f"game is a climbing game, not {type(game).__name__}")
    return climb_of(game)


def trick_arrays(trump: Trump) -> Handle:
    if not isinstance(trump, Trump):
        raise TypeError(f"trump is what TrickGame.trump gives, not {type(trump).__name__}")
    return arrays_under(cast(TrickGame, trump.game), trump.suit, trump.level)


def hand_words(game: Game | Trump) -> int:
    if isinstance(game, ClimbingGame):
        return _jobs.climb_words(climb_of(game))
    if not isinstance(game, (TrickGame, Trump)):
        raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
    return 2


def hand_shape(game: Game | Trump) -> tuple[int, ...]:
    """The shape of one hand in an array of ``uint64``: ``()`` for 斗地主 and 打大A, ``(2,)`` for all others."""
    return () if hand_words(game) == 1 else (2,)


def play_dtype(game: ClimbingGame) -> np.dtype[np.void]:
    """The dtype of a play: fields ``cards``, ``kind``, ``rank``, ``length``, ``size`` (docs/arrays.md)."""
    return PLAY_DTYPES[_jobs.climb_words(climbing_arrays(game)) - 1]


# ---- arguments


def check_array(name: str, array: Any, dtype: np.dtype[Any], shape: tuple[int | None, ...]) -> int:
    """Checks an array, None standing for any length; answers its number of rows."""
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name} must be a numpy array, not {type(array).__name__}")
    if array.dtype != dtype:
        wanted = "the play_dtype of the game" if dtype.names else str(dtype)
        raise TypeError(f"{name} must be of dtype {wanted}, not {shortened(array.dtype)}")
    if array.ndim != len(shape) or any(
        wanted is not None and wanted != length for wanted, length in zip(shape, array.shape, strict=True)
    ):
        text = ", ".join("n" if wanted is None else str(wanted) for wanted in shape)
        raise RulesError([(name, f"must have the shape ({text}{',' * (len(shape) == 1)}), not {array.shape}")])
    if not array.flags.c_contiguous:
        raise RulesError([(name, "must be C-contiguous; numpy.ascontiguousarray makes it so")])
    if not array.flags.aligned or (dtype.names and array.__array_interface__["data"][0] % 8):
        raise RulesError([(name, "must be aligned; numpy.copy makes it so")])
    return len(array)


def check_out(
    out: Array | None, dtype: np.dtype[Any], shape: tuple[int, ...], *inputs: Array | None, name: str = "out"
) -> Array:
    """The array that results go to."""
    if out is None:
        return np.empty(shape, dtype)
    check_array(name, out, dtype, shape)
    if not out.flags.writeable:
        raise RulesError([(name, "is read-only")])
    if any(array is not None and np.may_share_memory(out, array) for array in inputs):
        raise RulesError([(name, "shares its memory with another argument")])
    return out


def check_number(name: str, value: int, low: int, high: int) -> int:
    number = integer(name, value)
    if not low <= number <= high:
        raise RulesError([(name, f"must be {low:,} to {high:,}")])
    return number


def check_workers(workers: int) -> int:
    return check_number("workers", workers, 1, MOST_WORKERS)


def check_games(seed: int, first: int, n: int) -> tuple[int, int]:
    if not 0 <= (seed := integer("seed", seed)) < SEEDS:
        raise RulesError([("seed", "must be 0 to 2**64 - 1")])
    if not 0 <= (first := integer("first", first)) <= SEEDS - max(n, 1):
        raise RulesError([("first", "must be at least 0, and all numbers below 2**64")])
    return seed, first


def check_start(start: str) -> bool:
    if not isinstance(start, str):
        raise TypeError(f"start must be text, not {type(start).__name__}")
    if start not in ("deal", "play"):
        raise RulesError([("start", f"{shortened(start)} is not 'deal' or 'play'")])
    return start == "play"


def row_fault(name: str, row: int, array: Array, what: str) -> RulesError:
    return RulesError([(name, f"row {row} ({shortened(array[row].tolist())}): {what}")])


def check_hands(arrays: Handle, name: str, hands: Array, threads: int) -> int:
    n = check_array(name, hands, WORD, (None,) if _jobs.climb_words(arrays) == 1 else (None, 2))
    if (row := _jobs.climb_check_hands(arrays, hands, threads)) >= 0:
        raise row_fault(name, row, hands, "more cards than the pack has, or others")
    return n


def check_plays(arrays: Handle, name: str, plays: Array, threads: int) -> int:
    n = check_array(name, plays, PLAY_DTYPES[_jobs.climb_words(arrays) - 1], (None,))
    if (row := _jobs.climb_check_plays(arrays, plays, threads)) >= 0:
        raise row_fault(
            name, row, plays, "cards that the pack has not, no kind, rank or length of a play, or a wrong size"
        )
    return n


def check_cards(arrays: Handle, name: str, cards: Array, threads: int, most: int = WHOLE_PACK) -> int:
    n = check_array(name, cards, WORD, (None, 2))
    if (row := _jobs.trick_check_cards(arrays, cards, most, threads)) >= 0:
        limit = "" if most == WHOLE_PACK else f", or more than {most}"
        raise row_fault(name, row, cards, f"more cards than the pack has, or others{limit}")
    return n


def check_rows(name: str, rows: int, n: int, single: bool = True) -> None:
    if rows != n and not (single and rows == 1):
        raise RulesError([(name, f"must have {n} rows{', or one' * single}, not {rows}")])


# ---- cards in and out


def pack(game: Game | Trump, hands: Sequence[str | Hand | SuitedHand | Combo | Sequence[int]]) -> Words:
    """Cards as an array, ``uint64`` of shape ``(n, *hand_shape(game))``.

    Args:
        game: whose pack; a trump stands for its game.
        hands: sets of cards as the game's other calls take them.

    Raises:
        NotationError: one is no set of cards, or the pack does not have it.
        RulesError: the pack does not have it by rank or kind (打大A: of aces by suit nobody knows which are big ones).
        TypeError: one is of a wrong type.
    """
    words = hand_words(game)
    if isinstance(hands, (str, bytes, Hand, SuitedHand, Combo)) or not hasattr(hands, "__len__"):
        raise TypeError("hands is a sequence of sets of cards")
    if isinstance(game, ClimbingGame):
        counts = b"".join(game.hand(cards).counts for cards in hands)  # type: ignore[arg-type]
        packed = _lanes(np.frombuffer(counts, np.uint8).reshape(len(hands), 16), words)
        check_hands(climb_of(game), "hands", packed, 1)
        return packed
    packed = np.zeros((len(hands), 2), WORD)
    for row, cards in enumerate(hands):
        number = 0
        for card in SuitedHand(cards):  # type: ignore[arg-type]
            number += _BIT_OF[card]
        packed[row] = number & (SEEDS - 1), number >> 64
    tricks = cast(TrickGame, game.game if isinstance(game, Trump) else game)
    check_cards(arrays_under(tricks, "S", RANKS[0]), "hands", packed, 1)
    return packed


def _lanes(counts: NDArray[np.uint8], words: int) -> Words:
    """From a byte a rank slot."""
    if words == 2:
        return counts.view("<u8").astype(WORD)
    lanes: Words = np.bitwise_or.reduce(counts.astype(WORD) << (4 * np.arange(16, dtype=WORD)), axis=1)
    return lanes


def _counts(cards: Words, words: int) -> NDArray[np.uint8]:
    """To a byte a rank slot."""
    if words == 2:
        return np.ascontiguousarray(cards).astype("<u8").view(np.uint8).reshape(-1, 16)
    return (cards[:, None] >> (4 * np.arange(16, dtype=WORD)) & WORD.type(15)).astype(np.uint8)


def pack_plays(game: ClimbingGame, plays: Sequence[Combo | str | Hand | Sequence[int]]) -> Plays:
    """Plays as an array of :func:`play_dtype`.

    Args:
        game: whose plays.
        plays: each a Combo as it is read, or cards as ``classify`` reads them; cards that are no play give a pass.

    Raises:
        NotationError: one is no set of cards, or the pack does not have it.
    """
    arrays = climbing_arrays(game)
    if isinstance(plays, (str, bytes, Hand, Combo)) or not hasattr(plays, "__len__"):
        raise TypeError("plays is a sequence of plays")
    packed = np.zeros(len(plays), play_dtype(game))
    rows = []
    counts = []
    for play in plays:
        combo = play if isinstance(play, Combo) else game.classify(play)
        if combo is None or combo.kind == "pass":
            rows.append((PASS_CODE, 0, 0, 0))
            counts.append(bytes(16))
            continue
        rank = 255 if combo.rank is None else GLYPHS.index(combo.rank)
        rows.append((KINDS.index(combo.kind), rank, combo.length, len(combo)))
        counts.append(game.hand(combo).counts)
    packed["cards"] = _lanes(
        np.frombuffer(b"".join(counts), np.uint8).reshape(len(plays), 16), _jobs.climb_words(arrays)
    )
    for column, name in enumerate(("kind", "rank", "length", "size")):
        packed[name] = [row[column] for row in rows]
    return packed


@overload
def unpack(game: ClimbingGame, array: Words) -> list[Hand]: ...
@overload
def unpack(game: ClimbingGame, array: Plays) -> list[Combo]: ...
@overload
def unpack(game: TrickGame | Trump, array: Words) -> list[SuitedHand]: ...
def unpack(game: Game | Trump, array: Words | Plays) -> list[Hand] | list[Combo] | list[SuitedHand]:
    """The rows of an array of hands or of plays as objects.

    Raises:
        RulesError: a row that the pack does not have, or that is no play's.
    """
    words = hand_words(game)
    if isinstance(game, ClimbingGame):
        arrays = climb_of(game)
        if getattr(array, "dtype", WORD) == PLAY_DTYPES[words - 1]:
            plays = cast(Plays, array)
            check_plays(arrays, "array", plays, 1)
            counts = _counts(plays["cards"], words)
            fields = zip(*(plays[name].tolist() for name in ("kind", "rank", "length")), strict=True)
            return [combo_of(row.tobytes(), *parts) for row, parts in zip(counts, fields, strict=True)]
        check_hands(arrays, "array", cast(Words, array), 1)
        return [
            game.hand("".join(glyph * n for glyph, n in zip(GLYPHS, row, strict=True)))
            for row in _counts(cast(Words, array), words).tolist()
        ]
    tricks = cast(TrickGame, game.game if isinstance(game, Trump) else game)
    check_cards(arrays_under(tricks, "S", RANKS[0]), "array", cast(Words, array), 1)
    found = []
    for low, high in array.tolist():
        number = low | high << 64
        found.append(SuitedHand(" ".join(card for card, bit in _BIT_OF.items() for _ in range(number // bit & 3))))
    return found
