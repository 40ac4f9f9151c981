"""Who sits where: rounds of tables by draw, with sit-outs, opponents and seats spread evenly. Numbers only."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

__all__ = ["Draws", "Meetings", "RoundSeats", "draw_rounds"]

T = TypeVar("T")
WORD = 8  # bytes of a draw
ATTEMPTS = 4  # seatings of a round that are tried where some contestants have to meet again
APART = 1000  # meetings that sharing a team counts as
MOST_SWAPS = 30_000  # that are looked at to better one of them


class Draws:
    """Random numbers from a key: the words of SHA-256 over the key and a counter, little-endian, eight bytes each.

    The same key gives the same numbers for ever, on every machine and version of Python.
    """

    def __init__(self, *key: object) -> None:
        self._key = "|".join(str(part) for part in key).encode()
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """A number below 2**64."""
        if not self._words:
            data = hashlib.sha256(self._key + b"|" + str(self._block).encode()).digest()
            self._block += 1
            self._words = [int.from_bytes(data[i : i + WORD], "little") for i in range(0, len(data), WORD)][::-1]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A uniform number in [0, n)."""
        limit = (1 << 64) // n * n
        while (number := self.word()) >= limit:
            pass
        return number % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        made = list(items)
        for i in range(len(made) - 1, 0, -1):
            j = self.below(i + 1)
            made[i], made[j] = made[j], made[i]
        return made


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """One round: contestants by number."""

    #: Each table's contestants, in the order of its places.
    tables: tuple[tuple[int, ...], ...]
    #: Who sits out.
    out: tuple[int, ...]


class Meetings:
    """How often contestants have sat at one table; team-mates count as if they had very often."""

    def __init__(self, teams: Sequence[int | None]) -> None:
        self._met: list[dict[int, int]] = [{} for _ in teams]
        # Who has no team gets one of his own.
        self._team = [-1 - i if team is None else team for i, team in enumerate(teams)]

    def between(self, a: int, b: int) -> int:
        """Meetings of two."""
        return self._met[a].get(b, 0) + (APART if self._team[a] == self._team[b] else 0)

    def with_all(self, a: int, others: Sequence[int]) -> int:
        """Meetings of one with others, himself left out."""
        met, team = self._met[a], self._team
        mine = team[a]
        return sum(met.get(b, 0) + (APART if team[b] == mine else 0) for b in others if b != a)

    def at(self, table: Sequence[int]) -> int:
        """Meetings of all who sit at a table."""
        return sum(self.with_all(a, table[:i]) for i, a in enumerate(table))

    def add(self, table: Sequence[int]) -> None:
        """Another meeting."""
        for a in table:
            met = self._met[a]
            for b in table:
                if a != b:
                    met[b] = met.get(b, 0) + 1


def draw_rounds(
    teams: Sequence[int | None], places: Sequence[Sequence[int]], rounds: int, deals: int, draws: Draws
) -> list[RoundSeats]:
    """Seat contestants 0 … n - 1 for some rounds.

    Nobody sits out twice more often than anybody else. Two by two and without teams, everybody meets everybody once
    before anyone meets again; else those who have met least sit together and team-mates apart, as far as a short search
    finds. Places at a table are given to whom they make the seats most even, all deals counted.

    Args:
        teams: for each contestant the number of its team, or None; at least as many as there are places.
        places: the seats of each place at a table in the first deal; with each deal of the contest they move on by one.
        rounds: how many.
        deals: deals a table plays in a round.
        draws: where the chance comes from.
    """
    count, size = len(teams), len(places)
    round_robin = size == 2 and all(team is None for team in teams)
    groups = _circle(count, rounds, draws) if round_robin else _least_met(teams, size, rounds, draws)
    seats = sum(map(len, places))
    sat = [[0] * seats for _ in range(count)]
    made = []
    for number, tables in enumerate(groups):
        # Whole turns round the table are the same for everybody.
        moves = range(number * deals, number * deals + deals % seats)
        visited = [[(place[0] + move) % seats for move in moves] for place in places]
        ordered = [_placed(table, visited, sat) for table in draws.shuffled(tables)]
        playing = {number for table in tables for number in table}
        made.append(RoundSeats(tuple(ordered), tuple(i for i in range(count) if i not in playing)))
    return made


def _circle(count: int, rounds: int, draws: Draws) -> list[list[tuple[int, ...]]]:
    """Two by two, by the circle method: one stands still, the others move round. An odd one out meets nobody."""
    nobody = -1
    made: list[list[tuple[int, ...]]] = []
    while len(made) < rounds:
        still, *ring = draws.shuffled([*range(count)] + ([nobody] if count % 2 else []))
        for _ in range(min(len(ring), rounds - len(made))):
            line = [still, *ring]
            half = len(line) // 2
            met = [(line[i], line[-1 - i]) for i in range(half)]
            made.append([tuple(draws.shuffled(pair)) for pair in met if nobody not in pair])
            ring = [*ring[1:], ring[0]]
    return made


def _least_met(teams: Sequence[int | None], size: int, rounds: int, draws: Draws) -> list[list[tuple[int, ...]]]:
    """Tables of those who have met least."""
    count = len(teams)
    met = Meetings(teams)
    rested = [0] * count
    made = []
    for _ in range(rounds):
        # Who has sat out least sits out, by draw among equals; a stable sort keeps the order of the draw.
        order = sorted(draws.shuffled(range(count)), key=lambda i: -rested[i])
        stay = count - count % size
        for i in order[stay:]:
            rested[i] += 1
        tables = _round_of(order[:stay], size, met, draws)
        for table in tables:
            met.add(table)
        made.append([tuple(table) for table in tables])
    return made


def _round_of(playing: Sequence[int], size: int, met: Meetings, draws: Draws) -> list[list[int]]:
    """The best tables of a few tries."""
    best: list[list[int]] = []
    least = -1
    for _ in range(ATTEMPTS):
        tables = _greedy(draws.shuffled(playing), size, met)
        cost = _bettered(tables, met)
        if least < 0 or cost < least:
            best, least = tables, cost
        if least == 0:
            break
    return [draws.shuffled(table) for table in best]


def _greedy(order: list[int], size: int, met: Meetings) -> list[list[int]]:
    """Fill table after table with those who have met its members least."""
    tables = []
    while order:
        table = [order.pop(0)]
        while len(table) < size:
            best, least = 0, -1
            for at, i in enumerate(order):
                cost = met.with_all(i, table)
                if least < 0 or cost < least:
                    best, least = at, cost
                    if cost == 0:
                        break
            table.append(order.pop(best))
        tables.append(table)
    return tables


def _bettered(tables: list[list[int]], met: Meetings) -> int:
    """Exchange members of two tables as long as that makes fewer meet again; how many still do."""
    costs = [met.at(table) for table in tables]
    looked, moved = 0, True
    while moved and looked < MOST_SWAPS:
        moved = False
        for one, here in enumerate(tables):
            for other, there in enumerate(tables):
                if not costs[one] or looked >= MOST_SWAPS:
                    break
                if one == other:
                    continue
                looked += len(here) * len(there)
                while (swap := _best_swap(here, there, met)) is not None:
                    a, b = swap
                    here[a], there[b] = there[b], here[a]
                    costs[one], costs[other] = met.at(here), met.at(there)
                    moved = True
    return sum(costs)


def _best_swap(here: list[int], there: list[int], met: Meetings) -> tuple[int, int] | None:
    """The exchange between two tables that saves most, by places; None if none saves anything."""
    best, most = None, 0
    # What each saves by leaving its table, less what it costs at the other.
    ours = [met.with_all(i, here) - met.with_all(i, there) for i in here]
    theirs = [met.with_all(i, there) - met.with_all(i, here) for i in there]
    for a, i in enumerate(here):
        for b, j in enumerate(there):
            # They don't meet each other, though each was counted at the table the other leaves.
            saved = ours[a] + theirs[b] + 2 * met.between(i, j)
            if saved > most:
                best, most = (a, b), saved
    return best


def _placed(table: Sequence[int], visited: Sequence[Sequence[int]], sat: list[list[int]]) -> tuple[int, ...]:
    """Give a table's places to whom they make the seats most even, and count the seats visited in ``sat``."""
    size = len(table)
    costs = [[sum(sat[i][seat] for seat in visited[at]) for at in range(size)] for i in table]
    least = min(permutations(range(size)), key=lambda order: sum(costs[i][at] for i, at in enumerate(order)))
    placed = [0] * size
    for i, at in zip(table, least, strict=True):
        placed[at] = i
        for seat in visited[at]:
            sat[i][seat] += 1
    return tuple(placed)
