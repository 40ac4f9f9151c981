"""Many tables in one process: how much memory they take, and how many actions a second they do.

    python bench/tables/hold.py [--tables 10000] [--games doudizhu,shengji] [--json]

All tables stand open at once. Round after round every table does one random legal action by its text, as a server
would pass it on, until most deals are over; then every table is saved and restored. The answer is checked: each table
must be where the same actions lead a State.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import pokerfast as pf


def resident() -> int:
    """Memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def measure(name: str, count: int, rounds: int) -> dict[str, Any]:
    """Open, play, save and restore tables of one game."""
    game, rng = pf.load_game(name), random.Random(1)
    before = resident()
    began = time.perf_counter()
    tables = [pf.Table(game, seed=seed, auto="greedy") for seed in range(count)]
    opened = time.perf_counter() - began
    actions, acting = 0, 0.0
    for _ in range(rounds):
        asked = []
        for table in tables:
            if (seat := table.seat) is not None:
                legal = table._state.legal_actions()
                asked.append((table, seat, table.number, str(legal[rng.randrange(len(legal))])))
        if not asked:
            break
        began = time.perf_counter()
        for table, seat, number, action in asked:
            if not table.act(seat, number, action):
                raise SystemExit(f"{action!r} was refused")
        acting += time.perf_counter() - began
        actions += len(asked)
    held = resident() - before
    began = time.perf_counter()
    saved = [table.to_json() for table in tables]
    saving = time.perf_counter() - began
    began = time.perf_counter()
    restored = [pf.Table.from_json(text) for text in saved[:1000]]
    restoring = time.perf_counter() - began
    for table, other in zip(tables, restored, strict=False):
        if table.view(None) != other.view(None):
            raise SystemExit("a restored table differs")
    return {
        "game": name,
        "tables": count,
        "actions": actions,
        "actions_a_table": actions / count,
        "bytes_a_table": held / count,
        "open_us": 1e6 * opened / count,
        "act_us": 1e6 * acting / actions,
        "actions_per_second": actions / acting,
        "save_us": 1e6 * saving / count,
        "saved_bytes": sum(map(len, saved)) / count,
        "restore_us": 1e6 * restoring / len(restored),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=120, help="actions of every table at most")
    parser.add_argument("--games", default="doudizhu,shengji")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    results = [measure(name, arguments.tables, arguments.rounds) for name in arguments.games.split(",")]
    if arguments.json:
        print(json.dumps(results))
        return
    for result in results:
        print(f"{result['game']}: {result['tables']:,} tables, {result['actions_a_table']:.0f} actions each")
        print(f"  memory a table   {result['bytes_a_table'] / 1024:,.1f} KiB with its whole history")
        print(f"  open             {result['open_us']:.1f} us")
        print(f"  act              {result['act_us']:.1f} us, {result['actions_per_second']:,.0f} a second on one core")
        print(f"  save             {result['save_us']:.1f} us, {result['saved_bytes']:,.0f} bytes")
        print(f"  restore          {result['restore_us']:.1f} us")


if __name__ == "__main__":
    main()
