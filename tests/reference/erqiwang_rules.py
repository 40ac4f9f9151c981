"""What 二七王 is played with: its options, its order of trumps, and what a deal is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from . import trick_cards
from .shengji_game import card_of
from .trick_cards import RANKS
from .trick_rules import Trump

KITTY = 8
PERMANENT = "27"  # low to high
BIDS = range(120, 0, -5)
NO_SURRENDER = 80  # with this bid or a lower one

ALLOWED: dict[str, tuple[object, ...]] = {
    "cards": (108, 92),
    "players": (4, 3),
    "no_bid": ("redeal", "first_at_max"),
    "throws": ("trump_only", *trick_cards.ALLOWED["throws"]),
}


@dataclass(frozen=True)
class Options:
    """The options of 二七王; those from `kitty_rule` on are 升级's."""

    # decision: all options of 升级 that bear on the play of two decks go with 二七王 too, since it is played "as in
    # shengji.md"; in `level_tractor` the 7s and 2s stand where the level and a permanent 2 stand there.

    cards: int = 108
    players: int = 4
    allow_no_trump: bool = False
    no_bid: str = "redeal"
    throws: str = "trump_only"
    kitty_rule: str = "pow2"
    kitty_cap: int | None = 64
    kitty_shape: str = "led"
    gap_tractor: bool = True
    level_tractor: str = "full"
    trump_throw: bool = True
    throw_fail: str = "lowest"
    throw_penalty: int = 0
    protect_tractors: bool = False
    overruff: str = "unit"

    def __post_init__(self) -> None:
        for name, values in ALLOWED.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} must be one of {values}")
        if (self.cards - KITTY) % self.players:
            raise ValueError("three players need the pack of 92 cards")
        assert self.tricks.decks == 2  # made once, so that its own checks are run

    @property
    def tricks(self) -> trick_cards.Options:
        """The options of 升级 that stand for these; under trump_only `Game` adds the throws."""
        return trick_cards.Options(
            decks=2,
            throws="none" if self.throws == "trump_only" else self.throws,
            kitty_rule=self.kitty_rule,
            kitty_cap=self.kitty_cap,
            kitty_shape=self.kitty_shape,
            gap_tractor=self.gap_tractor,
            level_tractor=self.level_tractor,
            trump_throw=self.trump_throw,
            throw_fail=self.throw_fail,
            throw_penalty=self.throw_penalty,
            protect_tractors=self.protect_tractors,
            overruff=self.overruff,
        )

    @property
    def ranks(self) -> str:
        return RANKS if self.cards == 108 else RANKS.replace("3", "").replace("4", "")

    @property
    def pack(self) -> list[int]:
        """The ids of the pack, ascending."""
        return [card for card in range(108) if card_of(card) in ("w", "W") or card_of(card)[1] in self.ranks]

    @property
    def hand(self) -> int:
        return (self.cards - KITTY) // self.players


class Result(NamedTuple):
    side: str  # "dealer": 过庄; "attackers": 下庄
    grade: int
    factor: int


def trump_rules(suit: str, options: Options | None = None) -> Trump:
    """The order and the rules of a trick under this trump suit, or "NT"."""
    opt = Options() if options is None else options
    return Trump(suit, None, opt.tricks, PERMANENT, opt.ranks)


def bid_factor(bid: int) -> int:
    return 1 if bid >= 75 else 2 if bid >= 45 else 3


def deal_result(points: int, bid: int) -> Result:
    """Who wins how much when the attackers have so many points, the kitty included."""
    if points >= bid:
        over = points - bid
        return Result("attackers", 1 if over < 40 else 2 if over < 80 else 3, bid_factor(bid))
    # decision: a dealer's grade looks at the attackers' points alone, however low the bid is.
    return Result("dealer", 3 if points == 0 else 2 if points < 40 else 1, bid_factor(bid))
