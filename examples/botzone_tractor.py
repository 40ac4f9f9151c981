"""A bot for Tractor, Botzone's 升级: one line of JSON in, one out (docs/botzone.md).

It declares the suit it has most of, buries cheap cards of short suits, leads its longest unit, wins a trick as cheaply
as it can when the other side is winning it, and gives points to its partner otherwise.

    python examples/botzone_tractor.py --once < one_line_of_json

Without ``--once`` it asks to be kept running, and then gets each new request by itself.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pokerfast as pf

GAME = pf.load_game("shengji", preset="botzone")
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
POINTS = {"5": 5, "T": 10, "K": 10}
MOST_LOOKED_AT = 2000


def name(number: int) -> str:
    """One of Botzone's cards as text."""
    kind = number % 54
    return "wW"[kind - 52] if kind >= 52 else "SHCD"[kind % 4] + "A23456789TJQK"[kind // 4]


def text(numbers: Sequence[int]) -> str:
    return " ".join(map(name, numbers))


def points(cards: str) -> int:
    return sum(POINTS.get(card[-1], 0) for card in cards.split())


class Seat:
    """What one seat knows, from its requests and its own answers."""

    def __init__(self) -> None:
        self.hand: list[int] = []

    def see(self, request: dict[str, Any]) -> None:
        """A new request."""
        self.hand += request.get("deliver", ())
        if request["stage"] == "play":
            before, trick, led_before, led = request["history"]
            self.me = (led + len(trick)) % 4
            if before:
                # Of a throw that failed the rest came back, so what lay there counts, not what was answered.
                played = before[(self.me - led_before) % 4]
                self.hand = [card for card in self.hand if card not in played]

    def did(self, request: dict[str, Any], response: list[int]) -> None:
        """What this seat answered."""
        if request["stage"] == "cover":
            self.hand = [card for card in self.hand if card not in response]

    def answer(self, request: dict[str, Any]) -> list[int]:
        known = request["global"]
        level = known["level"].replace("0", "T")
        if request["stage"] == "deal":
            return self.declare(known["banking"], level)
        major = known["banking"]["major"]
        self.trump = GAME.trump("NT" if major == "n" else major.upper(), level=level)
        # How high a card stands among those of its group; trumps above all.
        groups = {group: self.trump.order(group) for group in "SHDCT"}
        self.height = {
            card: len(order) - place + 20 * (group == "T")
            for group, order in groups.items()
            for place, cards in enumerate(order)
            for card in cards
        }
        if request["stage"] == "cover":
            return self.bury()
        play = self.follow(request["history"][1]) if request["history"][1] else self.lead()
        return self.numbers(play)

    def numbers(self, play: str) -> list[int]:
        """Cards of the hand by their text."""
        left = list(self.hand)
        found = []
        for card in play.split():
            number = next(number for number in left if name(number) == card)
            left.remove(number)
            found.append(number)
        return found

    def declare(self, banking: dict[str, Any], level: str) -> list[int]:
        """One card of the level to declare (报), a pair to go over another's (反)."""
        mine = [number for number in self.hand if name(number)[-1] == level]
        for number in mine:
            suit = name(number)[0]
            trumps = [c for c in map(name, self.hand) if c[0] == suit or c[-1] in (level, "w", "W")]
            pair = [other for other in mine if name(other) == name(number)]
            strong = len(trumps) > 4 and 2 * len(trumps) >= len(self.hand)
            if strong and banking["called"] < 0:
                return [number]
            if strong and banking["snatched"] < 0 <= banking["called"] and len(pair) == 2:
                return pair
        return []

    def bury(self) -> list[int]:
        held = [name(number) for number in self.hand]
        suits = {card: self.trump.effective_suit(card) for card in held}
        length = {group: sum(suit == group for suit in map(suits.get, held)) for group in "SHDCT"}

        def worth(number: int) -> tuple[bool, bool, int, int]:
            card = name(number)
            keeps = points(card) > 0 or held.count(card) > 1 or card[-1] == "A"
            return suits[card] == "T", keeps, length[suits[card]], self.height[card]

        return sorted(self.hand, key=worth)[:8]

    def lead(self) -> str:
        """The longest unit of a group, of these the highest; low cards rather than trumps."""
        units = []
        for group in "SHDCT":
            cards = [name(number) for number in self.hand if self.trump.effective_suit(name(number)) == group]
            for unit in self.trump.units(" ".join(cards)):
                top = max(self.height[card] for card in str(unit).split())
                units.append((len(unit), group != "T", top - 2 * points(str(unit)), str(unit)))
        return max(units)[-1]

    def follow(self, trick: list[list[int]]) -> str:
        plays = [text(cards) for cards in trick]
        winning = self.trump.winner(plays)
        partner = winning == len(plays) - 2
        best, best_worth = "", float("-inf")
        for play in islice(self.trump.follows(text(self.hand), plays[0]), MOST_LOOKED_AT):
            wins = self.trump.winner([*plays, play]) == len(plays)
            cost = sum(self.height[card] for card in play.split())
            gain = points(play) * (4 if wins or partner else -4) + (30 if wins and not partner else 0)
            if gain - cost > best_worth:
                best, best_worth = play, gain - cost
        return best


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
            answer = seat.answer(request) if response is None else response
            seat.did(request, answer)
            if response is None:
                print(json.dumps({"response": answer}), flush=True)
        if "--once" in sys.argv:
            return
        print(KEEP_RUNNING, flush=True)


if __name__ == "__main__":
    main()
