"""Jobs that take a while: simulate, perft and bench."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, cast

import typer
from rich.console import Console

import pokerfast
from pokerfast import _jobs
from pokerfast.cli import common
from pokerfast.cli.common import AsJson, Changes, GameName, Preset
from pokerfast.errors import RulesError
from pokerfast.names import SIDES
from pokerfast.simulate import SimulationResult, processors

MULTIPLIER_ROWS = 12


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games to play.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Game i of the run is game i of this seed.")] = 0,
    policy: Annotated[str, typer.Option(help="A built-in player, or one a seat: a,b,c.")] = "random",
    workers: Annotated[int | None, typer.Option(help="Threads.", show_default="all processors")] = None,
    first_game: Annotated[int, typer.Option(help="Number of the first game under the seed.")] = 0,
    jobs: Annotated[
        int | None, typer.Option(help="Parts played at a time by joblib, in place of threads; needs joblib.")
    ] = None,
    backend: Annotated[
        str | None, typer.Option(help="Where joblib plays them: `loky` (processes), `threading` or `ray`.")
    ] = None,
    start: Annotated[
        str, typer.Option(help="`deal`, or `play` to skip all that comes before the first card is played.")
    ] = "deal",
    preset: Preset = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Play whole games and print what they add up to."""
    rules = common.load(game, preset, changes)
    spread = jobs is not None or backend is not None
    if spread and workers is not None:
        raise RulesError([("--workers", "has no meaning with --jobs or --backend")])
    asked = jobs if spread else workers
    # How many machines a cluster has is its own to know.
    threads = None if asked is None and backend == "ray" else processors() if asked is None else asked
    names = [name.strip() for name in policy.split(",")]
    with progress_bar(games) as progress:
        what: dict[str, Any] = {
            "games": games,
            "seed": seed,
            "first_game": first_game,
            "policy": names[0] if len(names) == 1 else names,
            "start": start,
            "progress": progress,
        }
        if spread:
            try:
                result = pokerfast.fanout.simulate(rules, **what, jobs=threads, backend=cast(Any, backend or "loky"))
            except ImportError as error:
                raise RulesError([("--backend", str(error))]) from None
        else:
            result = pokerfast.simulate(rules, **what, workers=threads)
    if as_json:
        about = {"game": game, "options": common.options_record(rules), "workers": threads}
        common.emit_json(about | result.to_dict())
    else:
        show_result(f"{game}{f', preset {preset}' if preset else ''}", result, threads)


@contextmanager
def progress_bar(games: int, what: str = "games") -> Iterator[Callable[[int], object] | None]:
    """A bar on stderr if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    done_text = TextColumn("{task.completed:,.0f} " + what, markup=False)
    columns = (BarColumn(), TaskProgressColumn(), done_text, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=games)
        yield lambda done: bar.update(task, completed=done)


def show_result(title: str, result: SimulationResult, workers: int | None) -> None:
    """A simulation's statistics as tables."""
    games = result.games
    plays = {kind: n for kind, n in result.counts.items() if kind != "pass" and n}
    made, passes = sum(plays.values()), result.counts.get("pass")

    summary = common.table("", "", header=False)
    rows = {
        "rate": f"{result.games_per_second:,.0f} games/s ({result.seconds:.2f} s, {workers or 'all'} workers)",
        "seed": str(result.seed),
        "policies": ", ".join(result.policy),
        "start": result.start,
        "actions": f"{result.moves:,}",
        "length": f"{result.mean_length:.2f} actions a game, sd {result.std_length:.2f}, "
        f"{result.min_length} to {result.max_length}",
        "branching": f"{result.mean_branching:.3f} legal actions on average",
    }
    if passes is not None:
        rows["passes"] = f"{passes:,} ({common.share(passes, made + passes)} of the turns in play)"
    for name, text in rows.items():
        summary.add_row(name, text)

    sides = common.table("side", "汉字", "games", "share", right=["games", "share"])
    for side, n in result.by_side.items():
        sides.add_row(side, SIDES[side].hanzi if side in SIDES else "", f"{n:,}", common.share(n, games))

    scores = common.table("seat", "policy", "mean", "95 %", "sd", right=["seat", "mean", "95 %", "sd"])
    columns = zip(result.policy, result.mean_returns, result.interval_returns, result.std_returns, strict=True)
    for seat, (name, mean, interval, spread) in enumerate(columns):
        scores.add_row(str(seat), name, f"{mean:+.4f}", f"± {interval:.4f}", f"{spread:.3f}")

    kinds = common.table("kind", "汉字", "plays", "share", right=["plays", "share"])
    for kind, n in plays.items():
        kinds.add_row(kind, common.hanzi(kind), f"{n:,}", common.share(n, made))

    factors = common.table("multiplier", "games", "share", right=["multiplier", "games", "share"])
    top = sorted(result.multipliers.items(), key=lambda item: (-item[1], item[0]))[:MULTIPLIER_ROWS]
    for value, n in sorted(top):
        factors.add_row(f"{value:,}", f"{n:,}", common.share(n, games))
    if len(result.multipliers) > len(top):
        rest = games - sum(n for _, n in top)
        factors.add_row(f"{len(result.multipliers) - len(top)} more", f"{rest:,}", common.share(rest, games))
    common.show(
        common.console(),
        (f"{title}: {games:,} games", summary),
        ("Wins", sides),
        ("Score", scores),
        ("Plays", kinds),
        ("Multiplier", factors),
    )


def perft(
    game: GameName,
    seed: Annotated[int, typer.Option(help="Which deal.")] = 0,
    depth: Annotated[int, typer.Option(min=0, max=64, help="Actions from the start of play.")] = 4,
    preset: Preset = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of actions from the start of play of a deal; seat 0 is 斗地主's landlord, 升级's dealer."""
    state = common.load(game, preset, changes)._deal({"seed": seed, "start": "play"})
    rows: list[dict[str, Any]] = []
    for level in range(depth + 1):
        began = time.perf_counter()
        nodes = pokerfast.perft(state, level)
        rows.append({"depth": level, "nodes": nodes, "seconds": time.perf_counter() - began})
    if as_json:
        hands = [str(hand) for hand in state.hands]
        about = {"game": game, "options": common.options_record(state.game), "seed": seed, "hands": hands}
        common.emit_json(about | {"depths": rows})
        return
    columns = ["depth", "sequences", "seconds"]
    shown = common.table(*columns, right=columns)
    for row in rows:
        shown.add_row(str(row["depth"]), f"{row['nodes']:,}", f"{row['seconds']:.4f}")
    common.show(common.console(), (f"{game}, seed {seed}", shown))


def bench(
    rounds: Annotated[int, typer.Option(min=1, max=100_000, help="How often each kernel is run.")] = 20,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="This kernel alone; may be given several times.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Time the core's kernels and check their answers."""
    known = dict(_jobs.kernels())
    unknown = [name for name in only or () if name not in known]
    if unknown:
        raise RulesError([("--only", f"{name!r} is no kernel; known: {', '.join(known)}") for name in unknown])
    results: list[dict[str, Any]] = []
    for name in known if not only else dict.fromkeys(only):
        run = _jobs.run_kernel(name, rounds)
        times = run["nanoseconds"]
        results.append(
            {
                "name": name,
                "summary": known[name],
                "operations": run["operations"],
                "median_ns": statistics.median(times),
                "min_ns": min(times),
                "checksum": run["checksum"],
                "expected": run["expected"],
                "ok": run["checksum"] == run["expected"],
            }
        )
    arch = pokerfast._arch.ARCH
    if as_json:
        common.emit_json({"version": pokerfast.__version__, "arch": arch, "rounds": rounds, "kernels": results})
    else:
        numbers = ["operations", "median ns", "min ns"]
        shown = common.table("kernel", *numbers, "what", right=numbers)
        for row in results:
            shown.add_row(
                row["name"],
                f"{row['operations']:,}",
                f"{row['median_ns']:,.1f}",
                f"{row['min_ns']:,.1f}",
                row["summary"],
            )
        common.show(common.console(), (f"{rounds} rounds, build {arch}", shown))
    wrong = [row for row in results if not row["ok"]]
    for row in wrong:
        common.complain(f"error: {row['name']}: checksum {row['checksum']}, expected {row['expected']}")
    if wrong:
        raise typer.Exit(1)
