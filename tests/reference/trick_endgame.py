"""Open-hand endgames of the trick-taking games: the exact value of a position and of every play, by looking at all.

The score of 升级, 二七王 and 打百分 is the attackers' points, which at the end of the deal hold the kitty's; the
attackers want it high, the dealer's side low. That of whist is the tricks of seats 0 and 2, who want it high. Only
plays count: nobody surrenders, and the result of the deal in levels or grades says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from . import dabaifen_rules, erqiwang_rules, trick_cards
from .dabaifen_rules import DabaifenRules
from .erqiwang_rules import trump_rules
from .shengji_game import card_of
from .trick_cards import NO_TRUMP, SUITS, points_of, sort_cards, stock_of, sub_multisets, text_of
from .trick_rules import TRUMP_GROUP, Trump

Play = tuple[str, ...]
Options = trick_cards.Options | erqiwang_rules.Options | dabaifen_rules.Options | None
WHIST = trick_cards.Options(decks=1, throws="none")


class TooLarge(Exception):
    """More positions than the search was told to look at."""


class Setting(NamedTuple):
    """What stays the same until the last card. `options` say which game it is, None: whist."""

    options: Options
    trump: str
    level: str | None = None
    dealer: int = 0
    kitty: Play = ()
    burier: int | None = None  # None: the dealer

    @property
    def seats(self) -> int:
        return self.options.players if isinstance(self.options, erqiwang_rules.Options) else 4

    @property
    def rules(self) -> Trump:
        opt = self.options
        if opt is None:
            return Trump(self.trump, None, WHIST)
        if isinstance(opt, erqiwang_rules.Options):
            return trump_rules(self.trump, opt)
        if isinstance(opt, dabaifen_rules.Options):
            return DabaifenRules(self.trump, self.level or "2", opt)
        return Trump(self.trump, self.level, opt)

    @property
    def pack(self) -> Counter[str]:
        opt = self.options
        if opt is None:
            return Counter(trick_cards.DECK[2:])
        if isinstance(opt, erqiwang_rules.Options):
            return Counter(map(card_of, opt.pack))
        return Counter(trick_cards.DECK * (1 if isinstance(opt, dabaifen_rules.Options) else opt.decks))


class Position(NamedTuple):
    """What changes with each play: the hands in canonical order, the plays of the present trick, and the score."""

    hands: tuple[Play, ...]
    to_move: int
    trick: tuple[Play, ...] = ()
    score: int = 0

    @property
    def over(self) -> bool:
        return not any(self.hands)


def position(
    setting: Setting, hands: Sequence[str | Iterable[str]], to_move: int = 0, trick: Sequence[str] = (), score: int = 0
) -> Position:
    """A position from text; ValueError with the reason when there can be none such."""
    seats = setting.seats
    if setting.trump not in (*SUITS, NO_TRUMP):
        raise ValueError("no such trump")
    if len(hands) != seats or to_move not in range(seats) or setting.dealer not in range(seats):
        raise ValueError("a wrong number of hands, or no such seat")
    held = tuple(sort_cards(hand) for hand in hands)
    plays = tuple(sort_cards(play) for play in trick)
    if Counter(chain(setting.kitty, *held, *plays)) - setting.pack:
        raise ValueError("more cards than the pack has")
    if len(plays) >= seats or any(len(play) != len(plays[0]) or not play for play in plays):
        raise ValueError("a trick of unlike plays, or a whole one")
    whole = {
        len(hand) + (len(plays[0]) if (seat - to_move) % seats >= seats - len(plays) else 0)
        for seat, hand in enumerate(held)
    }
    if len(whole) != 1 or whole == {0}:
        raise ValueError("hands of unlike size, or no cards")
    return Position(held, to_move, plays, score)


class Judge:
    """Looks at every play. Positions are told apart in full; without `memo` none is ever recognised again."""

    def __init__(self, setting: Setting, memo: bool = True, most: int | None = None) -> None:
        self.setting = setting
        self.rules = setting.rules
        self.seats = setting.seats
        alone = isinstance(setting.options, erqiwang_rules.Options)
        #: Who collects points, and who wants the score high: the attackers, in whist seats 0 and 2.
        self.attacks = [seat != setting.dealer if alone else seat % 2 != setting.dealer % 2 for seat in range(4)]
        self.wants_more = self.attacks if setting.options is not None else [True, False, True, False]
        self.known: dict[Position, int] | None = {} if memo else None
        self.most = most
        self.looked = 0  # positions
        # Answers of the rules, which are asked the same again and again.
        self._leads: dict[tuple[object, ...], list[Play]] = {}
        self._follows: dict[tuple[Play, Play], list[Play]] = {}
        self._throws: dict[tuple[Play, tuple[Play, ...]], Play] = {}
        self._winners: dict[tuple[Play, ...], int] = {}

    # Plays

    def legal(self, place: Position) -> list[Play]:
        """Every legal play, throws that fail among them; but see `ends_the_deal`."""
        hand = place.hands[place.to_move]
        if place.over:
            return []
        if place.trick:
            key = hand, place.trick[0]
            if key not in self._follows:
                self._follows[key] = self.rules.follows(*key)
            return self._follows[key]
        return [play for play in self._all_leads(place) if not self.ends_the_deal(place, play)]

    def _all_leads(self, place: Position) -> list[Play]:
        hand = place.hands[place.to_move]
        only = getattr(self.setting.options, "throws", None)
        if only not in ("certain", "trump_only"):
            if (hand,) not in self._leads:
                self._leads[hand,] = self.rules.leads(hand)
            return self._leads[hand,]
        others, burier = self.others(place), self.setting.burier
        # Cards that are nowhere have been played; so the others and the kitty hold all that the leader has not seen.
        buried = self.setting.dealer if burier is None else burier
        unseen = sort_cards(chain(*others, () if buried == place.to_move else self.setting.kitty))
        key = hand, others, unseen
        if key not in self._leads:
            found = set(self.rules.leads(hand, unseen))
            if only == "trump_only":
                found.update(self._trumps_thrown(hand, others))
            self._leads[key] = sorted(found)
        return self._leads[key]

    def _trumps_thrown(self, hand: Play, others: Iterable[Play]) -> Iterator[Play]:
        """二七王: any trumps at once, when nobody else has one."""
        if self.rules.options.trump_throw and not any(self.rules.of_group(cards, TRUMP_GROUP) for cards in others):
            trumps = stock_of(self.rules.of_group(hand, TRUMP_GROUP))
            for size in range(1, len(hand) + 1):
                yield from map(sort_cards, sub_multisets(trumps, size))

    def others(self, place: Position) -> tuple[Play, ...]:
        return tuple(hand for seat, hand in enumerate(place.hands) if seat != place.to_move)

    def led(self, place: Position, play: Play) -> Play:
        """What this lead lays on the table: itself, or what is forced when it is a throw that fails."""
        if len(play) == 1:
            return play
        key = play, self.others(place)
        if key not in self._throws:
            throw = self.rules.throw(*key)
            self._throws[key] = play if throw.stands else sort_cards(throw.forced)
        return self._throws[key]

    def fails(self, place: Position, play: Play) -> bool:
        """Is it a throw that fails?"""
        return not place.trick and self.led(place, play) != play

    def ends_the_deal(self, place: Position, play: Play) -> bool:
        """打百分: a wrong throw of the dealer's side, which loses the deal at once."""
        # decision: such a deal has no points to compare, and whoever throws so loses whatever they are; so the throw
        # is no play here, which is the same as one that is worse than all others.
        opt = self.setting.options
        if not isinstance(opt, dabaifen_rules.Options) or opt.wrong_throw == "none":
            return False
        return not self.attacks[place.to_move] and self.fails(place, play)

    def after(self, place: Position, play: Play) -> Position:
        """The position after a legal play."""
        seat, score = place.to_move, place.score
        if not place.trick:
            laid = self.led(place, play)
            if laid != play:
                penalty: int = getattr(self.setting.options, "throw_penalty", 0)
                score = max(0, score - penalty) if self.attacks[seat] else score + penalty
            play = laid
        left = list(place.hands[seat])
        for card in play:
            left.remove(card)
        hands = (*place.hands[:seat], tuple(left), *place.hands[seat + 1 :])
        trick = (*place.trick, play)
        if len(trick) < self.seats:
            return Position(hands, (seat + 1) % self.seats, trick, score)
        if trick not in self._winners:
            self._winners[trick] = self.rules.winner(trick)
        offset = self._winners[trick]
        winner = (seat + 1 + offset) % self.seats  # the leader is the seat after the last
        if self.setting.options is None:
            score += self.wants_more[winner]
        elif self.attacks[winner]:
            score += points_of(chain(*trick))
        if not any(hands):
            score = self._with_kitty(score, trick, offset, winner)
        return Position(hands, winner, (), score)

    def _with_kitty(self, score: int, trick: Sequence[Play], offset: int, winner: int) -> int:
        """The score once the last trick is won."""
        opt = self.setting.options
        if opt is None or not self.attacks[winner]:
            return score
        kitty = points_of(self.setting.kitty)
        if isinstance(opt, dabaifen_rules.Options) and opt.contract:
            trumps = self.rules.one_group(trick[offset]) == TRUMP_GROUP
            return 3 * (score + kitty) if trumps else score
        shape = trick[offset] if getattr(opt, "kitty_shape", "led") == "winner" else trick[0]
        return score + self.rules.kitty_multiplier(shape) * kitty

    # Values

    def value(self, place: Position) -> int:
        """The score at the end when both sides play their best, all cards seen."""
        if place.over:
            return place.score
        if self.known is not None and place in self.known:
            return self.known[place]
        self.looked += 1
        if self.most is not None and self.looked > self.most:
            raise TooLarge
        found = [self.value(self.after(place, play)) for play in self.legal(place)]
        best = max(found) if self.wants_more[place.to_move] else min(found)
        if self.known is not None:
            self.known[place] = best
        return best

    def play_values(self, place: Position) -> dict[str, int]:
        """The value after each legal play."""
        return {text_of(play): self.value(self.after(place, play)) for play in self.legal(place)}

    def line(self, place: Position) -> list[str]:
        """Best plays from here to the last card, of equal ones the first."""
        plays = []
        while not place.over:
            best = self.value(place)
            play = next(play for play in self.legal(place) if self.value(self.after(place, play)) == best)
            plays.append(text_of(play))
            place = self.after(place, play)
        return plays


def solve(
    setting: Setting, hands: Sequence[str], to_move: int = 0, trick: Sequence[str] = (), score: int = 0
) -> tuple[int, dict[str, int]]:
    """The value of a position and that of each legal play."""
    judge = Judge(setting)
    place = position(setting, hands, to_move, trick, score)
    return judge.value(place), judge.play_values(place)
