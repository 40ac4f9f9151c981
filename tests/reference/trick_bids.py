"""An auction in turn, as 二七王 and 打百分 hold it, and the texts `bid 80` and `name S`. A pass is `no`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .shengji_game import Refused
from .trick_cards import NO_TRUMP, SUITS

BID = re.compile(r"bid\s+([0-9]{1,9})")


class Auction:
    """Seats bid in turn, each bid further on in `values` than the last; who passes is out.

    It is over when the last value is bid, when one seat is left and has bid, or when no seat is left.
    """

    # decision: a bid may jump over values; the last seat left is asked too if nobody has bid.

    def __init__(self, seats: int, first: int, values: Sequence[int]) -> None:
        self.seats = seats
        self.values = list(values)
        self.bids: list[tuple[int, int]] = []  # seat and value
        self.passed: list[int] = []
        self.seat: int | None = first

    @property
    def high(self) -> tuple[int, int] | None:
        """The last bid, which is the best: its seat and value."""
        return self.bids[-1] if self.bids else None

    def left(self) -> list[int]:
        """The values that may still be bid."""
        if not self.bids:
            return list(self.values)
        return self.values[self.values.index(self.bids[-1][1]) + 1 :]

    def check(self, value: int) -> str:
        if value not in self.values:
            return "no_bid"
        if value not in self.left():
            return "bid_too_low" if self.values[0] < self.values[-1] else "bid_too_high"
        return "ok"

    def answer(self, value: int | None) -> None:
        """A bid of the seat whose turn it is; None: it passes."""
        assert self.seat is not None
        if value is None:
            self.passed.append(self.seat)
        else:
            self.bids.append((self.seat, value))
        seats_in = [seat for seat in range(self.seats) if seat not in self.passed]
        if not seats_in or (self.bids and (len(seats_in) == 1 or not self.left())):
            self.seat = None
            return
        self.seat = next(
            seat for seat in ((self.seat + turn) % self.seats for turn in range(1, self.seats + 1)) if seat in seats_in
        )


def read_bid(text: str) -> int:
    found = BID.fullmatch(text.strip())
    if found is None:
        raise Refused("notation")
    return int(found[1])


def read_name(text: str) -> str:
    words = text.split()
    if len(words) != 2 or words[1] not in (*SUITS, NO_TRUMP):
        raise Refused("notation")
    return words[1]


def suits_to_name(no_trump: bool) -> list[str]:
    return [*SUITS, NO_TRUMP] if no_trump else [*SUITS]
