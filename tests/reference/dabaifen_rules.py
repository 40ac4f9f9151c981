"""What 打百分 is played with: its options, leads of four cards of one rank (横甩), and what a contract is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from . import trick_cards
from .trick_cards import (
    RANKS,
    SUITS,
    WRITTEN,
    Cards,
    count_sub_multisets,
    read_cards,
    sort_cards,
    stock_of,
    sub_multisets,
)
from .trick_rules import TRUMP_GROUP, Throw, Trump

BIDS = range(60, 101, 5)
FULL = 100  # points in the pack
DOUBLED = 50  # from so many points on the attackers' count twice

ALLOWED: dict[str, tuple[object, ...]] = {
    "wrong_throw": ("dealer_loses", "none"),
    "levels": ("fixed", "moving"),
}


@dataclass(frozen=True)
class Options:
    """The options of 打百分; those from `kitty_rule` on are 升级's, and say nothing in the contract game but
    `kitty_points_max`."""

    # decision: the options of 升级 that can matter with one deck and without contract go with 打百分 too. Those about
    # units, ruffs and throws cannot, or the page settles them.

    wrong_throw: str = "dealer_loses"
    four_of_rank_lead: bool = True
    contract: bool = False
    levels: str = "fixed"
    kitty_rule: str = "pow2"
    kitty_points_max: int | None = None
    first_dealer: str = "first_declarer"
    nt_override: str = "equal_pair"
    nobody_declares: str = "no_trump"
    must_play: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, values in ALLOWED.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} must be one of {values}")
        # decision: the contract game has no levels, so that moving ones are refused.
        if self.contract and self.levels == "moving":
            raise ValueError("the contract game has no levels")
        assert self.tricks.decks == 1  # made once, so that its own checks are run

    @property
    def tricks(self) -> trick_cards.Options:
        """The options of 升级 that stand for these. At level 2 `two_is_trump` says nothing."""
        return trick_cards.Options(
            decks=1,
            two_is_trump=True,
            throw_fail="single_card",
            kitty_rule=self.kitty_rule,
            kitty_points_max=self.kitty_points_max,
            first_dealer=self.first_dealer,
            nt_override=self.nt_override,
            nobody_declares=self.nobody_declares,
            must_play=self.must_play,
        )


def is_four(cards: Cards) -> bool:
    """Four cards of one rank? There is one deck, so they are of the four suits."""
    cards = list(cards)
    return len(cards) == 4 and {card[0] for card in cards} == {*SUITS} and len({card[1] for card in cards}) == 1


class DabaifenRules(Trump):
    """The rules of a trick; four cards of one rank may be led, are answered by any four cards, and win."""

    def __init__(self, suit: str, level: str = "2", options: Options | None = None) -> None:
        self.form = Options() if options is None else options
        super().__init__(suit, level, self.form.tricks)

    def four_led(self, lead: str | Cards) -> bool:
        # decision: the four 2s, one group though they are, are led as four of a rank: no card beats them.
        return self.form.four_of_rank_lead and is_four(read_cards(lead))

    # Leading

    def check_lead(self, cards: str | Cards, pool: str | Cards = ()) -> str:
        return "ok" if self.four_led(cards) else super().check_lead(cards, pool)

    def _fours(self, hand: str | Cards) -> list[tuple[str, ...]]:
        held = set(read_cards(hand))
        fours = [sort_cards([suit + rank for suit in SUITS]) for rank in RANKS]
        return [four for four in fours if self.four_led(four) and held.issuperset(four)]

    def leads(self, hand: str | Cards, pool: str | Cards = ()) -> list[tuple[str, ...]]:
        found = {*super().leads(hand, pool), *self._fours(hand)}
        return sorted(found, key=lambda cards: [WRITTEN[card] for card in cards])

    def count_leads(self, hand: str | Cards, pool: str | Cards = ()) -> int:
        more = [four for four in self._fours(hand) if self.one_group(four) is None]
        return super().count_leads(hand, pool) + len(more)

    def throw(self, lead: str | Cards, others: Iterable[str | Cards]) -> Throw:
        """A throw 竖甩 stands if nobody else holds a card of its group above its lowest; else that one is led."""
        return Throw(True, ()) if self.four_led(lead) else super().throw(lead, others)

    # Following

    def follows(self, hand: str | Cards, lead: str | Cards) -> list[tuple[str, ...]]:
        if not self.four_led(lead):
            return super().follows(hand, lead)
        found = [sort_cards(cards) for cards in sub_multisets(stock_of(read_cards(hand)), 4)]
        return sorted(found, key=lambda cards: [WRITTEN[card] for card in cards])

    def count_follows(self, hand: str | Cards, lead: str | Cards) -> int:
        if not self.four_led(lead):
            return super().count_follows(hand, lead)
        return count_sub_multisets(stock_of(read_cards(hand)), 4)

    def check_follow(self, hand: str | Cards, lead: str | Cards, play: str | Cards) -> str:
        if not self.four_led(lead):
            return super().check_follow(hand, lead, play)
        if not set(read_cards(play)) <= set(read_cards(hand)):
            return "not_held"
        return "ok" if len(read_cards(play)) == 4 else "wrong_size"

    # The end of a trick

    def winner(self, plays: Iterable[str | Cards]) -> int:
        played = [read_cards(play) for play in plays]
        return 0 if self.four_led(played[0]) else super().winner(played)

    def kitty_multiplier(self, cards: str | Cards) -> int:
        """No unit is more than a single."""
        return super().kitty_multiplier(read_cards(cards)[:1])

    def all_trumps(self, cards: str | Cards) -> bool:
        return self.one_group(read_cards(cards)) == TRUMP_GROUP


def attackers_score(points: int) -> int:
    return 2 * points if points >= DOUBLED else points


def contract_scores(bid: int, points: int, kitty: int, trump_last: bool) -> tuple[int, int]:
    """What each of the dealer's side and each of the attackers gets.

    `points`: the attackers' in tricks; `kitty`: those buried; `trump_last`: did the attackers win the last trick with
    a trump?
    """
    # decision: only then does the kitty count; and what decides is scored as it is, not doubled again.
    decides = 3 * (points + kitty) if trump_last else points
    if decides <= FULL - bid:
        return (bid if decides else 200), 0
    # decision: the doubling is the attackers' alone.
    return -bid, decides if trump_last else attackers_score(points)
