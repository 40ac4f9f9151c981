"""pokerfast against the public Dou Dizhu engines, interleaved round by round in one process.

    python bench/rivals/run.py [--rounds 7] [--seconds 0.5] [--only WORD] [--json]

Every round gives each contestant of a line the same share of CPU time, one after the other, the order turning from
round to round; the ratio is taken inside a round, so a machine that changes its speed changes both sides. The clock is
the CPU time of the whole process, since a simulation may run on a thread of its own. Before it is timed, a line
compares the answers of both sides; while it is timed, equal work must give equal checksums.

Contestants that aren't installed are left out (tests/foreign/requirements.txt); without pokerfast the peers are timed
alone.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import rival_douzero
import rival_openspiel
import rival_rlcard

RANKS = "3456789TJQKA2wW"
PACK = "".join(rank * 4 for rank in RANKS[:13]) + "wW"
OWN = "pokerfast"

Work = Callable[[int], tuple[int, int]]  # units wanted -> units done, checksum


@dataclass(frozen=True)
class Contestant:
    name: str
    module: str  # the package that it needs
    work: Callable[[], Work]  # prepares, untimed

    @property
    def installed(self) -> bool:
        return importlib.util.find_spec(self.module) is not None


@dataclass(frozen=True)
class Line:
    title: str
    unit: str
    contestants: tuple[Contestant, ...]
    check: Callable[[], None] | None = None  # run when pokerfast and every peer of the line are there


def random_hands(count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(sorted(rng.sample(PACK, rng.randint(5, 20)), key=RANKS.index)) for _ in range(count)]


# ---------------------------------------------------------------------------------------------------------------------
# pokerfast's side


def pokerfast() -> Any:
    return importlib.import_module(OWN)


def own_playouts(start: str, **options: Any) -> Callable[[], Work]:
    def prepare() -> Work:
        pf = pokerfast()
        game = pf.load_game("doudizhu", **options)

        def work(games: int) -> tuple[int, int]:
            result = pf.simulate(game, games=games, seed=1, policy="random", workers=1, start=start)
            return result.games, result.moves

        return work

    return prepare


def own_backend(backend: str) -> Callable[[], Work]:
    """Playouts on one back end of this machine; all of them play the same games."""

    def prepare() -> Work:
        jobs = importlib.import_module(f"{OWN}._jobs")
        values = list(pokerfast().load_game("doudizhu", preset="douzero")._values)

        def work(games: int) -> tuple[int, int]:
            found = jobs.simulate("doudizhu", values, games, 1, ["random"] * 3, 1, True, None, backend=backend)
            return found["games"], found["moves"]

        return work

    return prepare


def backends() -> list[str]:
    """Back ends of this machine, the fastest first."""
    if importlib.util.find_spec(OWN) is None:
        return []
    return list(importlib.import_module(f"{OWN}._jobs").backends("doudizhu"))


def own_python_loop() -> Work:
    game = pokerfast().load_game("doudizhu", preset="douzero")

    def work(games: int) -> tuple[int, int]:
        rnd, moves = random.Random(1).random, 0
        for seed in range(games):
            state = game.new_game(seed=seed, start="play")
            while legal := state.count_legal():
                state.apply_index(int(rnd() * legal))
                moves += 1
        return games, moves

    return work


def own_leads(preset: str, count_only: bool = False) -> Callable[[], Work]:
    def prepare() -> Work:
        game, hands = pokerfast().load_game("doudizhu", preset=preset), random_hands(200, seed=2)

        def work(wanted: int) -> tuple[int, int]:
            rounds, total = max(1, wanted // len(hands)), 0
            for _ in range(rounds):
                for hand in hands:
                    total += game.count_leads(hand) if count_only else len(list(game.leads(hand)))
            return rounds * len(hands), total

        return work

    return prepare


def own_follows(count_only: bool = False) -> Callable[[], Work]:
    def prepare() -> Work:
        game = pokerfast().load_game("doudizhu", preset="openspiel")
        asked = [(position.hand, position.table) for position in rival_openspiel.positions(300, seed=3)]

        def work(wanted: int) -> tuple[int, int]:
            rounds, total = max(1, wanted // len(asked)), 0
            for _ in range(rounds):
                for hand, table in asked:
                    total += game.count_follows(hand, table) if count_only else len(list(game.follows(hand, table)))
            return rounds * len(asked), total

        return work

    return prepare


def own_tables(n: int, observe: str | None, legal: str) -> Callable[[], Work]:
    """Decisions of many tables under a random policy in NumPy, which counts too."""

    def prepare() -> Work:
        numpy = importlib.import_module("numpy")
        tables = importlib.import_module("pokerfast.envs.vector").Tables(
            "doudizhu", n, seed=1, preset="douzero", start="play", observe=observe, legal=legal
        )

        def work(wanted: int) -> tuple[int, int]:
            uniform, steps, games = numpy.random.default_rng(1).random, max(1, wanted // n), 0
            counts = tables.reset()
            for _ in range(steps):
                tables.step((uniform(n) * counts).astype(numpy.int64))
                games += numpy.count_nonzero(tables.done)
            return steps * n, games

        return work

    return prepare


def own_table(observe: str | None, legal: str) -> Callable[[], Work]:
    """Decisions of one table without arrays."""

    def prepare() -> Work:
        table = importlib.import_module("pokerfast.envs.vector").Tables(
            "doudizhu", 1, seed=1, preset="douzero", start="play", observe=observe, legal=legal
        )

        def work(wanted: int) -> tuple[int, int]:
            rnd, step, games = random.Random(1).random, table.step1, 0
            count = int(table.reset()[0])
            for _ in range(wanted):
                _, count, done = step(int(rnd() * count))
                games += done
            return wanted, games

        return work

    return prepare


# ---------------------------------------------------------------------------------------------------------------------
# The peers' side


def peer_leads(rival: Any) -> Callable[[], Work]:
    def prepare() -> Work:
        hands = rival.prepare(random_hands(200, seed=2))
        return lambda wanted: rival.leads(hands, max(1, wanted // len(hands)))

    return prepare


def openspiel_legal() -> Work:
    at = rival_openspiel.positions(300, seed=3)
    return lambda wanted: rival_openspiel.legal_actions(at, max(1, wanted // len(at)))


def openspiel_decisions() -> Callable[[], Work]:
    def prepare() -> Work:
        def work(wanted: int) -> tuple[int, int]:
            games, moves = rival_openspiel.python_loop(max(1, wanted // 60), seed=1, dealing=False)
            return moves, games

        return work

    return prepare


def seeded(function: Callable[..., tuple[int, int]], **options: Any) -> Callable[[], Work]:
    return lambda: lambda wanted: function(wanted, seed=1, **options)


# ---------------------------------------------------------------------------------------------------------------------
# Answers compared


def check_leads(preset: str, rival: Any) -> Callable[[], None]:
    def check() -> None:
        game, hands = pokerfast().load_game("doudizhu", preset=preset), random_hands(200, seed=2)
        for hand, expected in zip(hands, rival.lead_sets(rival.prepare(hands)), strict=True):
            found = {str(combo) for combo in game.leads(hand)}
            assert found == expected, f"{preset} leads of {hand}: {found ^ expected}"

    return check


def check_follows() -> None:
    game = pokerfast().load_game("doudizhu", preset="openspiel")
    for position in rival_openspiel.positions(300, seed=3):
        _, expected = rival_openspiel.legal_actions([position], 1)
        found = game.count_follows(position.hand, position.table)
        assert found == expected, f"follows of {position.hand} on {position.table}: {found}, OpenSpiel {expected}"
        assert found == len(list(game.follows(position.hand, position.table)))


def check_game_length() -> None:
    """Random games under OpenSpiel's own rules are as long on both sides."""
    pf = pokerfast()
    ours = pf.simulate(pf.load_game("doudizhu", preset="openspiel"), games=20_000, seed=4, start="play")
    games, moves = rival_openspiel.python_loop(1_500, seed=4, dealing=True)
    assert abs(ours.moves / ours.games - moves / games) < 1.5, (ours.moves / ours.games, moves / games)


LINES = (
    Line(
        "random playouts on each back end, play phase",
        "games",
        (
            *(Contestant(f"pokerfast on {name}", OWN, own_backend(name)) for name in backends()),
            Contestant("OpenSpiel C++", "pyspiel", seeded(rival_openspiel.rollouts, auction=False)),
        ),
    ),
    Line(
        "random playouts, play phase",
        "games",
        (
            Contestant("pokerfast (douzero)", OWN, own_playouts("play", preset="douzero")),
            Contestant("pokerfast (openspiel)", OWN, own_playouts("play", preset="openspiel")),
            Contestant("OpenSpiel C++", "pyspiel", seeded(rival_openspiel.rollouts, auction=False)),
        ),
        check_game_length,
    ),
    Line(
        "random playouts, whole deals (OpenSpiel: bidding and play, the deal not counted)",
        "games",
        (
            Contestant("pokerfast (default)", OWN, own_playouts("deal")),
            Contestant("OpenSpiel C++", "pyspiel", seeded(rival_openspiel.rollouts, auction=True)),
        ),
    ),
    Line(
        "Python loop: deal, legal actions, apply",
        "games",
        (
            Contestant("pokerfast (douzero)", OWN, lambda: own_python_loop()),
            Contestant("OpenSpiel", "pyspiel", seeded(rival_openspiel.python_loop, dealing=True)),
            Contestant("OpenSpiel, deal not counted", "pyspiel", seeded(rival_openspiel.python_loop, dealing=False)),
        ),
    ),
    Line(
        "leads of a hand, DouZero's rules",
        "hands",
        (
            Contestant("pokerfast leads", OWN, own_leads("douzero")),
            Contestant("pokerfast count_leads", OWN, own_leads("douzero", count_only=True)),
            Contestant("DouZero MovesGener", "douzero", peer_leads(rival_douzero)),
        ),
        check_leads("douzero", rival_douzero),
    ),
    Line(
        "leads of a hand, RLCard's rules",
        "hands",
        (
            Contestant("pokerfast leads", OWN, own_leads("rlcard")),
            Contestant("pokerfast count_leads", OWN, own_leads("rlcard", count_only=True)),
            Contestant("RLCard judger", "rlcard", peer_leads(rival_rlcard)),
        ),
        check_leads("rlcard", rival_rlcard),
    ),
    Line(
        "legal plays on a table, OpenSpiel's rules",
        "positions",
        (
            Contestant("pokerfast follows", OWN, own_follows()),
            Contestant("pokerfast count_follows", OWN, own_follows(count_only=True)),
            Contestant("OpenSpiel legal_actions", "pyspiel", lambda: openspiel_legal()),
        ),
        check_follows,
    ),
    Line(
        "environment with observations (pokerfast: DouZero's x, z and a row for each legal action)",
        "decisions",
        (
            Contestant("pokerfast, 256 tables", OWN, own_tables(256, "douzero", "features")),
            Contestant("pokerfast, one table", OWN, own_table("douzero", "features")),
            Contestant("OpenSpiel with observation", "pyspiel", seeded(rival_openspiel.observed_loop)),
            Contestant("RLCard env", "rlcard", seeded(rival_rlcard.decisions)),
            Contestant("DouZero env", "douzero", seeded(rival_douzero.decisions)),
        ),
    ),
    Line(
        "environment without observations",
        "decisions",
        (
            Contestant("pokerfast, 256 tables", OWN, own_tables(256, None, "count")),
            Contestant("pokerfast, 256 tables, moves listed", OWN, own_tables(256, None, "moves")),
            Contestant("pokerfast, one table", OWN, own_table(None, "count")),
            Contestant("OpenSpiel", "pyspiel", openspiel_decisions()),
        ),
    ),
)


# ---------------------------------------------------------------------------------------------------------------------
# Timing


@dataclass
class Entry:
    contestant: Contestant
    work: Work
    wanted: int
    checksum: tuple[int, int]
    rates: list[float]

    def run(self) -> None:
        begin = time.process_time()
        answer = self.work(self.wanted)
        spent = time.process_time() - begin
        assert answer == self.checksum, f"{self.contestant.name}: {answer} after {self.checksum} for the same work"
        self.rates.append(answer[0] / spent)


def calibrated(contestant: Contestant, seconds: float) -> Entry:
    """Enough units to last about that long."""
    work, wanted = contestant.work(), 1
    work(wanted)
    while True:
        begin = time.process_time()
        checksum = work(wanted)
        spent = time.process_time() - begin
        if spent >= 0.8 * seconds:
            return Entry(contestant, work, wanted, checksum, [])
        wanted = max(2 * wanted, int(wanted * seconds / spent)) if spent > 0.05 * seconds else 4 * wanted


def measured(line: Line, rounds: int, seconds: float) -> list[Entry]:
    present = [contestant for contestant in line.contestants if contestant.installed]
    if line.check and len(present) == len(line.contestants):
        line.check()
    entries = [calibrated(contestant, seconds) for contestant in present]
    for number in range(rounds):
        for step in range(len(entries)):
            entries[(number + step) % len(entries)].run()
    return entries


def ratios(entries: list[Entry]) -> Iterator[tuple[str, str, list[float]]]:
    for ours in entries:
        for peer in entries:
            if ours.contestant.module == OWN != peer.contestant.module:
                pairs = zip(ours.rates, peer.rates, strict=True)
                yield ours.contestant.name, peer.contestant.name, [mine / theirs for mine, theirs in pairs]


def spread(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="pokerfast against the public Dou Dizhu engines")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each contestant in a round")
    parser.add_argument("--only", default="", metavar="WORD", help="only the lines whose title holds this word")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)

    report: list[dict[str, Any]] = []
    for line in LINES:
        if chosen.only not in line.title:
            continue
        entries = measured(line, chosen.rounds, chosen.seconds)
        rates = {entry.contestant.name: spread(entry.rates) for entry in entries}
        pairs = {f"{ours} / {peer}": spread(values) for ours, peer, values in ratios(entries)}
        report.append({"line": line.title, "unit": line.unit, "per_second": rates, "ratios": pairs})
        if chosen.json:
            continue
        print(f"\n{line.title} ({line.unit}/s, median, min to max of {chosen.rounds} rounds)")
        for name, found in rates.items():
            print(f"  {name:<44}{number(found['median']):>14}   {number(found['min'])} to {number(found['max'])}")
        for name, found in pairs.items():
            low, high = number(found["min"]), number(found["max"])
            print(f"  {name:<44}{number(found['median']) + ' x':>16} {low} to {high}")
    if chosen.json:
        print(json.dumps({"rounds": chosen.rounds, "seconds": chosen.seconds, "lines": report}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
