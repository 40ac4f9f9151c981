"""DouZero's lists of numbers: ranks 3 … 14, 17 for 2, 20 and 30 for the jokers; no suits, no bidding.

Its seats are ``landlord``, ``landlord_down`` (the next one) and ``landlord_up``; here they are seats 0, 1 and 2. A
deal is a dict of sorted lists (``card_play_data``), a game that with the list of its plays, the landlord's first and
an empty list for a pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from pokerfast._fast import Hand
from pokerfast.climbing import ClimbingGame, ClimbingState
from pokerfast.convert.parts import at_entry, begin, rules_of, wrong
from pokerfast.errors import NotationError, shortened
from pokerfast.record import Record

__all__ = ["actions", "card_play_data", "cards_of", "numbers_of", "record_of", "state_of"]

SEATS = ("landlord", "landlord_down", "landlord_up")
BOTTOM = "three_landlord_cards"
_GLYPHS = {**{rank: "3456789TJQKA"[rank - 3] for rank in range(3, 15)}, 17: "2", 20: "w", 30: "W"}
_NUMBERS = {glyph: number for number, glyph in _GLYPHS.items()}
#: Ids of each rank in one pack.
_IDS = {
    number: [52 + "wW".index(glyph)]
    if glyph in "wW"
    else [13 * suit + "23456789TJQKA".index(glyph) for suit in range(4)]
    for number, glyph in _GLYPHS.items()
}


def cards_of(numbers: Sequence[int]) -> str:
    """Numbers as canonical text.

    Raises:
        NotationError: a number is no card, or there are more of a rank than one pack has.
    """
    if isinstance(numbers, (str, bytes)) or not hasattr(numbers, "__iter__"):
        raise TypeError(f"cards are a list of numbers, not {type(numbers).__name__}")
    listed = list(numbers)
    for number in listed:
        if not hasattr(number, "__index__") or isinstance(number, bool) or number not in _GLYPHS:
            raise NotationError(f"{shortened(number)} is no card of DouZero's", shortened(listed), 0)
        if listed.count(number) > len(_IDS[number]):
            raise NotationError(f"{listed.count(number)} cards {number}", shortened(listed), 0)
    return str(Hand("".join(_GLYPHS[number] for number in listed)))


def numbers_of(cards: str | Hand | Sequence[int]) -> list[int]:
    """Cards as sorted numbers."""
    text = Hand(cards).cards
    if "*" in text:
        raise NotationError("there are no big aces in this game", text, text.index("*"))
    return sorted(_NUMBERS[glyph] for glyph in text)


def state_of(data: Mapping[str, Sequence[int]], game: ClimbingGame | None = None) -> ClimbingState:
    """The start of play of a deal; seat 0 is the landlord.

    Args:
        data: ``card_play_data``: 20, 17 and 17 numbers, and with ``three_landlord_cards`` the bottom cards among the
            landlord's. Suits are given out by rank, the lowest ids first.
        game: the rules; None: the preset ``douzero``.

    Raises:
        RulesError, NotationError: the dict is no such deal.
    """
    rules: ClimbingGame = rules_of(game, "doudizhu", "douzero")
    if not isinstance(data, Mapping):
        raise TypeError(f"card_play_data is a dict, not {type(data).__name__}")
    free = {number: list(ids) for number, ids in _IDS.items()}
    held: list[list[int]] = []
    for seat, size in zip(SEATS, (20, 17, 17), strict=True):
        if seat not in data:
            raise wrong(seat, "is missing")
        numbers = list(data[seat])
        cards_of(numbers)
        if len(numbers) != size:
            raise wrong(seat, f"expected {size} cards, not {len(numbers)}")
        hand = []
        for number in numbers:
            if not free[number]:
                raise wrong(seat, f"more {number} than the pack has, all hands together")
            hand.append(free[number].pop(0))
        held.append(hand)
    bottom: list[int] = []
    left = dict.fromkeys(held[0])
    for number in data.get(BOTTOM, ()):
        card = next((card for card in left if card in _IDS.get(number, ())), None)
        if card is None:
            raise wrong(BOTTOM, "are not among the landlord's cards")
        del left[card]
        bottom.append(card)
    if len(bottom) not in (0, 3):
        raise wrong(BOTTOM, "are three")
    template = rules.new_game(seed=0, start="play")
    return cast(ClimbingState, begin(rules, template, {"held": held, "kitty": bottom}))


def record_of(
    data: Mapping[str, Sequence[int]],
    plays: Sequence[Sequence[int]],
    game: ClimbingGame | None = None,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """The record of a game: a deal as :func:`state_of` takes it, and every play, the landlord's first.

    Raises:
        RulesError, NotationError: the deal or a play is none.
        IllegalActionError, PhaseError: a play is not legal; names its entry, from 0.
    """
    state = state_of(data, game)
    for number, play in enumerate(plays):
        at_entry(state, cards_of(play) or "pass", number)
    return Record.of(state, tags=tags)


def card_play_data(record: Record) -> dict[str, list[int]]:
    """The deal of a record as DouZero has it, from the first lead on.

    Raises:
        RulesError: the record is not of 斗地主 with three hands, or does not reach the first lead.
    """
    state, landlord = _first_lead(record)
    out = {seat: numbers_of(state.hands[(landlord + i) % 3]) for i, seat in enumerate(SEATS)}
    return {**out, BOTTOM: numbers_of(state.kitty)}


def actions(record: Record) -> list[list[int]]:
    """The plays of a record, the landlord's first lead first."""
    _first_lead(record)
    end = cast(ClimbingState, record.replay())
    return [numbers_of(action.cards) for action in end.history if action.kind in ("play", "pass")]


def _first_lead(record: Record) -> tuple[ClimbingState, int]:
    """The position of the first lead, and the landlord's seat."""
    if not isinstance(record, Record):
        raise TypeError(f"expected a Record, not {type(record).__name__}")
    end = record.replay()
    if not isinstance(end, ClimbingState) or end.game.name != "doudizhu" or end.num_players != 3:
        raise wrong("record", "is not of 斗地主 with three hands")
    while any(action.kind in ("play", "pass") for action in end.history):
        end.undo()
    counts = sorted(len(hand) for hand in end.hands)
    if end.phase != "play" or counts != [17, 17, 20] or end.landlord is None:
        raise wrong("record", "does not reach the first lead of a whole deal")
    return end, end.landlord
