"""Open-hand endgames of 打大A and 保皇: what a position is worth, by looking at everything.

A value is the score of the declarer or emperor. He and his partner play as one and want it high, the others want it
low. With score="unit" it is 1 when the side of the big aces wins, 0 for a draw, -1 when the others win. A move is a
text: the cards by rank, ``take 44``, or ``pass``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import baohuang_game, baohuang_plays, baohuang_score, dadaa_game, dadaa_plays
from .dadaa_plays import BIG_ACE

SEATS = 5
PASS = "pass"
TAKE = "take "
NOTHING_HIDDEN = (0,) * SEATS


class TooLarge(Exception):
    """More positions than the search was told to look at."""


class Place(NamedTuple):
    """Everything that the rest of the deal depends on. Who has passed follows from whose play it is and whose turn."""

    hands: tuple[str, ...]
    to_move: int
    table: str | None = None
    table_by: int | None = None
    order: tuple[int, ...] = ()  # the seats that are out
    #: 打大A: how many of the big aces in a hand nobody has seen. All zeros where that decides nothing.
    hidden: tuple[int, ...] = NOTHING_HIDDEN


def without(hand: str, cards: str) -> str:
    """The hand less these cards, which it holds."""
    for card in cards:
        assert card in hand
        hand = hand.replace(card, "", 1)
    return hand


def seats_after(seat: int) -> list[int]:
    """The other seats, in playing order."""
    return [(seat + turn) % SEATS for turn in range(1, SEATS)]


class Race:
    """The rules of one deal, and who is on whose side."""

    def __init__(self, high: Iterable[int]) -> None:
        self.high = frozenset(high)  # the seats that want the value high
        self._moves: dict[tuple[str, str | None], tuple[str, ...]] = {}
        self._reach: dict[tuple[int, ...], tuple[float, float]] = {}

    # What the two games answer differently.

    def result(self, order: tuple[int, ...]) -> float | None:
        """The value when these seats have gone out, in this order; None while the deal goes on."""
        raise NotImplementedError

    def _find_moves(self, hand: str, table: str | None) -> list[str]:
        """Every move but a pass."""
        raise NotImplementedError

    def heir(self, place: Place, owner: int) -> int:
        """Who leads for a player who is out: the next who is not."""
        return next(seat for seat in seats_after(owner) if place.hands[seat])

    def _sort(self, cards: str) -> str:
        raise NotImplementedError

    # What is the same.

    def legal(self, place: Place) -> tuple[str, ...]:
        """Every legal move, the pass last."""
        key = (place.hands[place.to_move], place.table)
        if key not in self._moves:
            found = self._find_moves(*key)
            self._moves[key] = tuple(found if place.table is None else [*found, PASS])
        return self._moves[key]

    def reach(self, order: tuple[int, ...]) -> tuple[float, float]:
        """The lowest and the highest value that any going out of the others can still lead to."""
        if order not in self._reach:
            value = self.result(order)
            if value is not None:
                self._reach[order] = (value, value)
            else:
                ends = [self.reach((*order, seat)) for seat in range(SEATS) if seat not in order]
                self._reach[order] = (min(low for low, _ in ends), max(high for _, high in ends))
        return self._reach[order]

    def after(self, place: Place, move: str) -> Place:
        """The position after a legal move; when the deal is over with it, `to_move` means nothing."""
        return self._passed(place) if move == PASS else self._played(place, move)

    def _passed(self, place: Place) -> Place:
        assert place.table_by is not None
        for seat in seats_after(place.to_move):
            if seat == place.table_by:
                break  # all others have passed
            if place.hands[seat]:
                return place._replace(to_move=seat)
        owner = place.table_by
        leader = owner if place.hands[owner] else self.heir(place, owner)
        return place._replace(to_move=leader, table=None, table_by=None)

    def _played(self, place: Place, move: str) -> Place:
        seat, cards = place.to_move, move.removeprefix(TAKE)
        taken = place.table or "" if move.startswith(TAKE) else ""
        hands = list(place.hands)
        hands[seat] = self._sort(without(hands[seat], cards) + taken)
        following = next(other for other in seats_after(seat) if hands[other])
        order = place.order if hands[seat] else (*place.order, seat)
        hidden = place.hidden
        if hidden[seat]:
            # Of two big aces in a hand, one of them known, the known one is the first to be played.
            left = min(hidden[seat], without(place.hands[seat], cards).count(BIG_ACE))
            hidden = (*hidden[:seat], left, *hidden[seat + 1 :])
        return Place(tuple(hands), following, cards, seat, order, hidden)


class Dadaa(Race):
    """A deal of 打大A."""

    def __init__(
        self, options: dadaa_plays.Options, sides: Iterable[int], declarer: int, is_open: bool = False
    ) -> None:
        super().__init__(sides)
        if declarer not in self.high or len(self.high) > 2:
            raise ValueError("the declarer is one of the one or two with big aces")
        self.options, self.declarer, self.is_open = options, declarer, is_open

    def place(
        self,
        hands: Sequence[str],
        to_move: int,
        table: str | None = None,
        table_by: int | None = None,
        order: Sequence[int] = (),
        hidden: Sequence[int] = NOTHING_HIDDEN,
    ) -> Place:
        """A position; what nobody has seen is left out where it decides nothing."""
        if self.is_open or self.options.wind != "exposed_partner":
            hidden = NOTHING_HIDDEN
        return Place(tuple(map(self._sort, hands)), to_move, table, table_by, tuple(order), tuple(hidden))

    def result(self, order: tuple[int, ...]) -> float | None:
        if dadaa_game.outcome(self.high, order) is None:
            return None
        return dadaa_game.score(self.high, order, self.declarer, self.is_open, self.options)[self.declarer]

    def _find_moves(self, hand: str, table: str | None) -> list[str]:
        plays = sorted(dadaa_plays.exhaustive_leads(hand, self.options))
        if table is None:
            return [cards for _, cards in plays]
        lies = dadaa_plays.reading(table, self.options)
        assert lies is not None
        beating = [play[1] for play in plays if dadaa_plays.play_beats(play, (lies, table), self.options)]
        return [*beating, *(TAKE + fours for fours in sorted(dadaa_plays.takes(hand, table, self.options)))]

    def heir(self, place: Place, owner: int) -> int:
        """Who leads for a player who is out: the option `wind`."""
        exposed = not any(place.hidden)
        if self.options.wind == "next" or (self.options.wind == "exposed_partner" and not exposed):
            return super().heir(place, owner)
        mates = [seat for seat in seats_after(owner) if (seat in self.high) == (owner in self.high)]
        return next(seat for seat in mates if place.hands[seat])

    def _sort(self, cards: str) -> str:
        return dadaa_plays.sort_cards(cards)


class Baohuang(Race):
    """A deal of 保皇. `solo` is "dark" or "open" when the emperor has no guard."""

    def __init__(
        self, options: baohuang_plays.Options, emperor: int, guard: int | None, solo: str | None, doubles: int = 0
    ) -> None:
        super().__init__({emperor} if guard is None else {emperor, guard})
        if (guard is None) != (solo in ("dark", "open")) or guard == emperor:
            raise ValueError("either there is a guard or the emperor is alone")
        self.options, self.emperor, self.guard, self.solo, self.doubles = options, emperor, guard, solo, doubles

    def place(
        self,
        hands: Sequence[str],
        to_move: int,
        table: str | None = None,
        table_by: int | None = None,
        order: Sequence[int] = (),
    ) -> Place:
        return Place(tuple(map(self._sort, hands)), to_move, table, table_by, tuple(order))

    def result(self, order: tuple[int, ...]) -> float | None:
        if baohuang_score.outcome(self.emperor, self.guard, self.solo, order) is None:
            return None
        stack = self.options.stack_doubles
        return baohuang_score.score(self.emperor, self.guard, self.solo, order, self.doubles, stack)[self.emperor]

    def _find_moves(self, hand: str, table: str | None) -> list[str]:
        plays = sorted(cards for _, cards in baohuang_plays.leads(hand, self.options))
        return [cards for cards in plays if table is None or baohuang_plays.beats(cards, table, self.options)]

    def _sort(self, cards: str) -> str:
        return baohuang_plays.sort_cards(cards)


def from_game(game: dadaa_game.Game | baohuang_game.Game) -> tuple[Race, Place]:
    """The rules and the position of a deal that is being played."""
    if game.phase != "play" or game.seat is None:
        raise ValueError("the deal is not in play")
    hands = [game.hand(seat) for seat in range(SEATS)]
    if isinstance(game, dadaa_game.Game):
        assert game.suit is not None and game.declarer is not None
        unseen = set(dadaa_game.aces_of(game.suit)) - game.known
        hidden = [len(unseen & set(game.hands[seat])) for seat in range(SEATS)]
        big = Dadaa(game.options, game.sides, game.declarer, game.open)
        return big, big.place(hands, game.seat, game.table, game.table_by, game.order, hidden)
    assert game.emperor is not None
    doubles = int(game.shown) + int(game.revolt)
    royal = Baohuang(game.options, game.emperor, game.guard, game.solo, doubles)
    return royal, royal.place(hands, game.seat, game.table, game.table_by, game.order)


class Judge:
    """The exact value of positions of one deal.

    Without `memo` nothing is remembered; without `cuts` every move is looked at, even after one that no other can
    better. Neither changes a value.
    """

    def __init__(self, race: Race, most: int | None = None, memo: bool = True, cuts: bool = True) -> None:
        self.race, self.most, self.memo, self.cuts = race, most, memo, cuts
        self.looked = 0
        self._values: dict[Place, float] = {}

    def value(self, place: Place) -> float:
        """What the position is worth when all play as well as can be; TooLarge after `most` positions."""
        known = self._values.get(place)
        if known is not None:
            return known
        over = self.race.result(place.order)
        if over is not None:
            return over
        if self.most is not None and self.looked >= self.most:
            raise TooLarge
        self.looked += 1
        highest = place.to_move in self.race.high
        low, high = self.race.reach(place.order)
        best: float | None = None
        for move in self.race.legal(place):
            found = self.value(self.race.after(place, move))
            if best is None or (found > best if highest else found < best):
                best = found
                if self.cuts and best == (high if highest else low):
                    break
        assert best is not None
        if self.memo:
            self._values[place] = best
        return best

    def move_values(self, place: Place) -> dict[str, float]:
        """What each legal move is worth, always as the declarer's or emperor's score."""
        return {move: self.value(self.race.after(place, move)) for move in self.race.legal(place)}

    def best_moves(self, place: Place) -> list[str]:
        """The moves that the side to move cannot better."""
        values = self.move_values(place)
        best = max(values.values()) if place.to_move in self.race.high else min(values.values())
        return [move for move, value in values.items() if value == best]
