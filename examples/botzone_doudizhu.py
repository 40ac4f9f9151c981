"""A bot for FightTheLandlord2, Botzone's 斗地主: one line of JSON in, one out (docs/botzone.md).

It bids by its high cards, leads the play that is longest for its height, follows with the lowest that beats, lets its
partner win, and keeps bombs for the end. What it knows is its own hand and what was played.

    echo '{"requests": [{"own": [0, 4, 8, 12, 16, 51, 52, 53], "bid": [1]}], "responses": []}' |
        python examples/botzone_doudizhu.py --once

Without ``--once`` it asks to be kept running, and then gets each new request by itself.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pokerfast as pf

GAME = pf.load_game("doudizhu", preset="botzone")
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
RANKS = "3456789TJQKA2wW"


def rank(number: int) -> str:
    """The rank of one of Botzone's cards."""
    return RANKS[number // 4] if number < 52 else RANKS[number - 39]


def height(play: pf.Combo) -> int:
    return RANKS.index(play.rank or "3")


def is_bomb(play: pf.Combo) -> bool:
    return play.kind in ("bomb", "rocket")


class Seat:
    """What one seat knows, from its requests and its own answers."""

    def __init__(self) -> None:
        self.hand: list[int] = []
        self.me = self.landlord = 0
        self.left = [17, 17, 17]

    def see(self, request: dict[str, Any]) -> None:
        """A new request."""
        if "own" in request:
            self.hand = list(request["own"])
        if "landlord" in request:
            self.me, self.landlord = request["pos"], request["landlord"]
            self.left[self.landlord] = 20
            if self.me == self.landlord:
                self.hand += request["publiccard"]
        # The last two plays are those of the two seats before this one.
        for i, play in enumerate(request.get("history", ())):
            self.left[(self.me + 1 + i) % 3] -= len(play)

    def did(self, response: Any) -> None:
        """What this seat answered."""
        if isinstance(response, list):
            self.hand = [card for card in self.hand if card not in response]
            self.left[self.me] -= len(response)

    def answer(self, request: dict[str, Any]) -> Any:
        if "bid" in request:
            return self.bid(max([0, *request["bid"]]))
        play = self.play(*request["history"])
        cards = list(str(play)) if play != pf.PASS else []
        return [self.take(glyph) for glyph in cards]

    def take(self, glyph: str) -> int:
        """The number of a card of that rank, out of the hand; `did` will not miss it."""
        card = next(card for card in self.hand if rank(card) == glyph)
        self.hand.remove(card)
        return card

    def bid(self, highest: int) -> int:
        held = [rank(card) for card in self.hand]
        strength = 2 * held.count("W") + 1.5 * held.count("w") + held.count("2")
        strength += sum(1.5 for glyph in set(held) if held.count(glyph) == 4)
        wanted = min(int(strength / 1.5), 3)
        return wanted if wanted > highest else 0

    def play(self, before: list[int], last: list[int]) -> pf.Combo:
        hand = "".join(map(rank, self.hand))
        table, by = (last, (self.me + 2) % 3) if last else (before, (self.me + 1) % 3)
        if not table:
            return self.lead(hand)
        reading = GAME.classify("".join(map(rank, table)))
        if reading is None:
            # A 航天飞机, which these rules don't have: a bomb beats it, nothing else does but a higher one.
            plays = [play for play in GAME.leads(hand) if is_bomb(play)]
        else:
            plays = list(GAME.follows(hand, reading))
        if winning := [play for play in plays if len(play) == len(hand)]:
            return winning[0]
        partner = self.landlord not in (by, self.me)
        if partner and (self.left[by] < 8 or (reading is not None and height(reading) > RANKS.index("T"))):
            return pf.PASS
        # Bombs are for opponents about to go out, or for the end of the own hand.
        if partner or (self.left[by] > 6 and len(hand) > 8):
            plays = [play for play in plays if not is_bomb(play)]
        return min(plays, key=lambda play: (is_bomb(play), height(play), len(play)), default=pf.PASS)

    def lead(self, hand: str) -> pf.Combo:
        plays = list(GAME.leads(hand))
        if winning := [play for play in plays if len(play) == len(hand)]:
            return winning[0]
        # No single card to an opponent who has one left, if there is a choice.
        foes = [self.left[seat] for seat in range(3) if (seat == self.landlord) != (self.me == self.landlord)]
        wide = [play for play in plays if len(play) > 1 and not is_bomb(play)] if 1 in foes else []
        quiet = [play for play in plays if not is_bomb(play) and play.kind[:4] != "four"]
        return max(wide or quiet or plays, key=lambda play: 2 * len(play) - height(play) - hand.count(play.cards[0]))


def turns(line: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """The requests of one input line, each with the answer given to it, None for the last."""
    data = json.loads(line)
    if "requests" not in data:
        yield data, None  # in the long-running mode the newest request comes alone
        return
    yield from zip(data["requests"], [*data["responses"], None], strict=True)


def main() -> None:
    seat = Seat()
    for line in filter(str.strip, sys.stdin):
        for request, response in turns(line):
            seat.see(request)
            if response is not None:
                seat.did(int(response) if isinstance(response, str) else response)
            else:
                answer = seat.answer(request)
                seat.did(answer)
                print(json.dumps({"response": answer}), flush=True)
        if "--once" in sys.argv:
            return
        print(KEEP_RUNNING, flush=True)


if __name__ == "__main__":
    main()
