"""A whole deal of whist. Phases: play, over. A physical card is an id: 13 * suit + rank, as in shengji_game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .philox import CHANCE, Stream, arrival_order, deal_piles
from .shengji_game import Action, Refused, cards_held, lowest_ids
from .trick_cards import NO_TRUMP, SUITS, Options, read_cards, sort_cards, text_of
from .trick_rules import Trump

SEATS = 4
TRICKS = 13


class WhistGame:
    """Four hands of equal size; trump is a suit or "NT"."""

    def __init__(self, hands: Iterable[Iterable[int]], trump: str, leader: int, dealer: int) -> None:
        self.hands = [sorted(hand) for hand in hands]
        self.trump = trump
        self.rules = Trump(trump, None, Options(decks=1, throws="none"))
        self.dealer = dealer
        self.leader = leader
        self.phase = "play"
        self.seat: int | None = leader
        self.trick: list[tuple[int, list[int]]] = []
        self.tricks = [0, 0]  # of the pairs of seats 0, 2 and 1, 3
        self.history: list[tuple[int, str]] = []

    @classmethod
    def start(cls, seed: int, game: int = 0, dealer: int | None = None, trump: str = "last_card") -> WhistGame:
        if trump not in ("last_card", NO_TRUMP, *SUITS):
            raise ValueError(f"no such trump: {trump!r}")
        if dealer is None:
            dealer = Stream(seed, game, 0, CHANCE).below(SEATS, 0)
        arrival = arrival_order(seed, game, 0, deal_piles(seed, game, 0, (TRICKS,) * SEATS))
        if trump == "last_card":
            trump = cards_held(arrival[dealer][-1:])[0][0]
        return cls(arrival, trump, (dealer + 1) % SEATS, dealer)

    @classmethod
    def position(cls, hands: Sequence[str], trump: str, leader: int = 0, dealer: int = 3) -> WhistGame:
        return cls([lowest_ids(range(52), read_cards(hand)) for hand in hands], trump, leader, dealer)

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def hand(self, seat: int) -> tuple[str, ...]:
        return sort_cards(cards_held(self.hands[seat]))

    def legal(self) -> list[str]:
        if self.seat is None:
            return []
        hand = self.hand(self.seat)
        if self.trick:
            return [text_of(cards) for cards in self.rules.follows(hand, cards_held(self.trick[0][1]))]
        return list(hand)

    def count_legal(self) -> int:
        return len(self.legal())

    def check(self, action: Action) -> str:
        """The code of the fault, or "ok" for a legal action."""
        try:
            self._read(action)
        except Refused as refused:
            return refused.code
        return "ok"

    def _read(self, action: Action) -> list[int]:
        try:
            cards = read_cards(action) if isinstance(action, str) else cards_held(action)
        except ValueError:
            raise Refused("notation") from None
        if not cards or (not isinstance(action, str) and len(set(action)) != len(action)):
            raise Refused("notation")
        if self.seat is None:
            raise Refused("game_over")
        held = self.hands[self.seat]
        ids = lowest_ids(held, cards) if isinstance(action, str) else sorted(action)
        if not set(ids) <= set(held):
            raise Refused("not_held")
        if self.trick:
            code = self.rules.check_follow(self.hand(self.seat), cards_held(self.trick[0][1]), cards)
        else:
            code = self.rules.check_lead(cards)
        if code != "ok":
            raise Refused(code)
        return ids

    def apply(self, action: Action) -> None:
        """Play a card; raises Refused, changing nothing, if that is not legal."""
        ids = self._read(action)
        assert self.seat is not None
        self.history.append((self.seat, text_of(cards_held(ids))))
        self.hands[self.seat] = [card for card in self.hands[self.seat] if card not in ids]
        self.trick.append((self.seat, ids))
        self.seat = (self.seat + 1) % SEATS
        if len(self.trick) < SEATS:
            return
        self.leader = (self.leader + self.rules.winner([cards_held(play) for _, play in self.trick])) % SEATS
        self.tricks[self.leader % 2] += 1
        self.trick = []
        self.seat = self.leader
        if not any(self.hands):
            self.phase, self.seat = "over", None

    def returns(self) -> list[float]:
        """Tricks of the pair less 6.5; zeros until the deal is over."""
        if not self.over:
            return [0.0] * SEATS
        return [self.tricks[seat % 2] - TRICKS / 2 for seat in range(SEATS)]
