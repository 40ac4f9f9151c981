"""The command line: every command for people and as JSON, errors, terminals, interruption."""

from __future__ import annotations

import codecs
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pokerfast as pf
from pokerfast import _jobs, names
from pokerfast.cli import app

CASES = [
    row
    for line in (Path(__file__).parent / "data/doudizhu/cases.jsonl").read_text(encoding="utf-8").splitlines()
    if "cards" in (row := json.loads(line))
]
COMMAND = [sys.executable, "-m", "pokerfast"]
PATIENCE = 60.0  # seconds; only a hang takes that long


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the suite runs in, tables have the same width and no colours."""
    for name in (
        "COLUMNS",
        "LINES",
        "FORCE_COLOR",
        "NO_COLOR",
        "TTY_COMPATIBLE",
        "TTY_INTERACTIVE",
        "PYTHONIOENCODING",
    ):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments), prog_name="pokerfast")


def answer(*arguments: str) -> str:
    """stdout of a command that must succeed quietly."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return str(result.stdout)


def as_json(*arguments: str) -> Any:
    return json.loads(answer(*arguments, "--json"))


def refusal(*arguments: str) -> str:
    """The one line on stderr of a command that must be refused."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    return str(result.stderr)


def triples(combos: Any) -> list[list[object]]:
    return [[combo.kind, combo.rank, combo.length] for combo in combos]


def words(text: str) -> list[str]:
    """Lines with their blanks squeezed."""
    return [" ".join(line.split()) for line in text.splitlines()]


# ---- classify


@pytest.mark.parametrize("row", CASES, ids=lambda row: str(row["id"]))
def test_classify_answers_every_case(row: dict[str, Any]) -> None:
    table = ["--table", row["table"]] if "table" in row else []
    found = as_json("classify", "doudizhu", row["cards"], *table)
    assert sorted(found["readings"]) == sorted(row["readings"])
    assert bool(found["readings"]) == row["legal"]
    assert found["beats"] == row.get("beats", False)
    assert (found["leads_as"] is None) == (not row["readings"])
    if "table_reading" in row:
        assert found["table_reading"] == row["table_reading"]
    for preset, legal in row["legal_under"].items():
        assert bool(as_json("classify", "doudizhu", row["cards"], "--preset", preset)["readings"]) == legal
    text = answer("classify", "doudizhu", row["cards"], *table)
    for kind, rank, length in row["readings"]:
        line = f"{kind} {names.KINDS[kind].hanzi} {rank} {length}"
        assert any(shown.startswith(line) for shown in words(text))
    if table:
        assert ("does not beat" in text) != row["beats"]
    if not row["readings"]:
        assert "no play" in text


def test_classify_says_which_reading_leads_and_which_stands() -> None:
    found = as_json("classify", "doudizhu", "333444555666", "--table", "333444555777")
    assert found == {
        "cards": "333444555666",
        "readings": [["trio_chain", "3", 4], ["trio_solo_chain", "4", 3], ["trio_solo_chain", "3", 3]],
        "leads_as": ["trio_chain", "3", 4],
        "table": "333444555777",
        "table_reading": ["trio_solo_chain", "3", 3],
        "beats": True,
        "beats_as": ["trio_solo_chain", "4", 3],
    }
    text = words(answer("classify", "doudizhu", "333444555666", "--table", "333444555777"))
    assert "trio_chain 三顺 3 4 leads as this" in text
    assert text[-1].startswith("beats 333444555777 (trio_solo_chain 飞机带单, rank 3 x3) as 333444555666")


def test_classify_without_table_and_without_play() -> None:
    found = as_json("classify", "doudizhu", "♠3 ♥4")
    assert found["cards"] == "34" and found["readings"] == [] and found["leads_as"] is None
    assert found["table"] is None and found["table_reading"] is None
    assert found["beats"] is False and found["beats_as"] is None
    assert answer("classify", "doudizhu", "34") == "34: no play\n"
    assert "nothing beats it" in answer("classify", "doudizhu", "wW", "--table", "34")
    assert as_json("classify", "doudizhu", "wW", "--table", "34")["beats"] is False


def test_a_table_may_be_given_with_its_reading() -> None:
    cards = "333444555666"
    named = as_json("classify", "doudizhu", cards, "--table", f"trio_solo_chain@3:{cards}")
    assert named["table"] == cards and named["table_reading"] == ["trio_solo_chain", "3", 3]
    assert named["beats_as"] == ["trio_solo_chain", "4", 3]
    highest = as_json("classify", "doudizhu", cards, "--table", f"trio_solo_chain:{cards}")
    assert highest["table_reading"] == ["trio_solo_chain", "4", 3] and not highest["beats"]
    assert "no trio_solo_chain@5" in refusal("classify", "doudizhu", cards, "--table", f"trio_solo_chain@5:{cards}")


@pytest.mark.parametrize(
    ("play", "table"), [("333444555666", "444555666777"), ("33334444", "33336677"), ("wW", "2222")]
)
def test_beats_as_is_the_reading_that_follows_stand_with(play: str, table: str) -> None:
    game = pf.load_game("doudizhu")
    standing = [combo for combo in game.follows(play, table) if combo.cards == str(pf.Hand(play))]
    found = as_json("classify", "doudizhu", play, "--table", table)
    assert ([found["beats_as"]] if found["beats"] else []) == triples(standing)


# ---- moves


@pytest.mark.parametrize("table", [None, "66", "333444555777", "wW"])
def test_moves_lists_what_the_library_lists(table: str | None) -> None:
    hand = "333444555666899AA22wW"
    game = pf.load_game("doudizhu")
    expected = game.leads(hand) if table is None else game.follows(hand, table)
    option = [] if table is None else ["--table", table]
    found = as_json("moves", "doudizhu", hand, *option)
    assert found["hand"] == hand and found["count"] == len(expected)
    assert found["pass"] == (table is not None)
    assert [(m["kind"], m["rank"], m["length"], m["cards"]) for m in found["moves"]] == [
        (combo.kind, combo.rank, combo.length, combo.cards) for combo in expected
    ]
    text = answer("moves", "doudizhu", hand, *option)
    assert ("or pass" in text) == found["pass"]
    assert (f"{len(expected):,} " in text) if len(expected) else (": no follows" in text)
    shown = set(text.split())
    assert {combo.cards for combo in expected} <= {word.partition("@")[0] for word in shown}
    for kind in {combo.kind for combo in expected}:
        count = sum(combo.kind == kind for combo in expected)
        assert any(line.startswith(f"{kind} {names.KINDS[kind].hanzi} {count} ") for line in words(text))


def test_moves_tells_readings_of_the_same_cards_apart() -> None:
    text = answer("moves", "doudizhu", "333444555666")
    assert "333444555666@3" in text and "333444555666@4" in text


def test_moves_of_no_hand_and_to_no_play() -> None:
    assert as_json("moves", "doudizhu", "")["count"] == 0
    assert answer("moves", "doudizhu", "") == ": no leads\n"
    found = as_json("moves", "doudizhu", "33", "--table", "34")
    assert (found["count"], found["pass"], found["table"], found["table_reading"]) == (0, False, "34", None)
    assert "nothing follows" in answer("moves", "doudizhu", "33", "--table", "34")


# ---- rules, games, version


@pytest.mark.parametrize("preset", list(_jobs.presets("doudizhu")))
def test_rules_shows_every_option(preset: str) -> None:
    game = pf.load_game("doudizhu", preset=preset)
    found = as_json("rules", "doudizhu", "--preset", preset)
    assert {row["name"]: row["value"] for row in found["options"]} == {
        name: list(value) if isinstance(value, tuple) else value for name, value in game.options.items()
    }
    text = answer("rules", "doudizhu", "--preset", preset)
    for info in game.describe():
        assert info.name in text and info.summary.split()[0] in text
    assert text.count(" *") == sum(info.value != info.default for info in game.describe())


def test_rules_lists_presets_with_their_changes() -> None:
    found = {row["name"]: row["changes"] for row in as_json("rules", "doudizhu")["presets"]}
    for name, changes in found.items():
        assert pf.load_game("doudizhu", **changes) == pf.load_game("doudizhu", preset=name)
    text = answer("rules", "doudizhu")
    assert all(name in text for name in found) and "kicker_extends_chain=off" in text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("open_hand=off", False),
        ("open_hand=FALSE", False),
        ("open_hand=0", False),
        ("four_two=on", True),
        ("four_two= true", True),
        ("four_two=1", True),
        ("kicker_same_rank=2", 2),
        ("room_minimum=5000", 5000),
        ("auction=bid3", "bid3"),
        ("banned_kinds=trio_pair, trio_pair_chain", ["trio_pair", "trio_pair_chain"]),
        ("banned_kinds=none", []),
        ("banned_kinds=", []),
        ("open_deal_thresholds=5,12", [5, 12]),
    ],
)
def test_set_reads_values_by_the_type_of_the_option(text: str, value: object) -> None:
    name = text.partition("=")[0]
    rows = as_json("rules", "doudizhu", "--set", text)["options"]
    assert {row["name"]: row["value"] for row in rows}[name] == value


def test_what_rules_prints_set_reads() -> None:
    text = "banned_kinds=trio_pair,bomb"
    line = next(line for line in words(answer("rules", "doudizhu", "--set", text)) if line.startswith("banned_kinds"))
    assert line.split()[1] == "trio_pair,bomb"


def test_games_lists_all_games() -> None:
    found = as_json("games")["games"]
    assert tuple(game["name"] for game in found) == pf.list_games()
    presets = ["concise", "dabaifen", "seed", "qq", "erqiwang", "tuolaji", "whist"]
    assert [game["presets"][0] for game in found] == presets
    assert all(game["policies"][0]["name"] == "random" for game in found)
    text = answer("games")
    assert all(title.hanzi in text for title in names.GAMES.values())


def test_version() -> None:
    assert answer("--version").startswith(f"pokerfast {pf.__version__} (")


def test_help_names_every_command() -> None:
    text = run("--help").output
    for name in ("simulate", "classify", "moves", "rules", "games", "perft", "bench"):
        assert name in text
        assert run(name, "--help").exit_code == 0


# ---- simulate


def test_simulate_prints_what_the_library_gives() -> None:
    arguments = ("simulate", "doudizhu", "--games", "500", "--seed", "9", "--preset", "douzero", "--start", "play")
    expected = pf.simulate(pf.load_game("doudizhu", preset="douzero"), games=500, seed=9, start="play")
    found = as_json(*arguments, "--workers", "2")
    assert found.pop("game") == "doudizhu" and found.pop("workers") == 2
    assert found.pop("options")["kicker_pair_repeat"] is False
    plain = json.loads(json.dumps(expected.to_dict()))
    for timing in ("seconds", "games_per_second"):
        assert found.pop(timing) > 0 and plain.pop(timing) > 0
    assert found == plain

    text = answer(*arguments)
    lines = words(text)
    assert lines[0] == "doudizhu, preset douzero: 500 games"
    assert any(line.startswith("rate ") and "games/s" in line for line in lines)
    for side, n in expected.by_side.items():
        assert f"{side} {names.SIDES[side].hanzi} {n} {100 * n / 500:.2f} %" in lines
    for seat, mean in enumerate(expected.mean_returns):
        half, spread = expected.interval_returns[seat], expected.std_returns[seat]
        assert f"{seat} random {mean:+.4f} ± {half:.4f} {spread:.3f}" in lines
    assert f"{expected.mean_length:.2f} actions a game, sd {expected.std_length:.2f}" in text
    assert f"{expected.min_length} to {expected.max_length}" in text
    assert f"branching {expected.mean_branching:.3f}" in " ".join(lines)
    for kind, n in expected.counts.items():
        if kind != "pass":  # what never came up has no row
            shown = any(line.startswith(f"{kind} {names.KINDS[kind].hanzi} {n:,} ") for line in lines)
            assert shown == (n > 0)
    top = max(expected.multipliers, key=expected.multipliers.__getitem__)
    assert f"{top} {expected.multipliers[top]} {expected.multipliers[top] / 5:.2f} %" in lines


def test_simulate_takes_a_policy_a_seat() -> None:
    found = as_json("simulate", "doudizhu", "--games", "50", "--policy", "greedy,random, random")
    assert found["policy"] == ["greedy", "random", "random"]
    assert as_json("simulate", "doudizhu", "--games", "50", "--policy", "greedy")["policy"] == ["greedy"] * 3


def test_simulate_uses_all_processors_by_default() -> None:
    from pokerfast.simulate import processors

    assert as_json("simulate", "doudizhu", "--games", "5")["workers"] == processors()


# ---- perft, bench


def test_perft_counts_from_the_start_of_play() -> None:
    found = as_json("perft", "doudizhu", "--seed", "7", "--depth", "3", "--preset", "rlcard")
    state = pf.load_game("doudizhu", preset="rlcard", auction="none", open_hand=False, doubling=False).new_game(seed=7)
    assert state.phase == "play"
    assert found["hands"] == [str(hand) for hand in state.hands]
    assert [(row["depth"], row["nodes"]) for row in found["depths"]] == [(d, pf.perft(state, d)) for d in range(4)]
    lines = words(answer("perft", "doudizhu", "--seed", "7", "--depth", "3", "--preset", "rlcard"))
    for row in found["depths"]:
        assert any(line.startswith(f"{row['depth']} {row['nodes']:,} ") for line in lines)


def test_perft_does_not_depend_on_the_bidding() -> None:
    plain = as_json("perft", "doudizhu", "--depth", "2")
    bidding = as_json("perft", "doudizhu", "--depth", "2", "--set", "auction=bid3", "--set", "doubling=on")
    assert plain["hands"] == bidding["hands"]
    assert [row["nodes"] for row in plain["depths"]] == [row["nodes"] for row in bidding["depths"]]


def fake_kernel(checksum: int) -> Any:
    return lambda name, rounds: {
        "name": name,
        "operations": 1000,
        "checksum": checksum,
        "expected": 5,
        "nanoseconds": [3.0, 1.0, 2.0][:rounds],
    }


def test_bench_prints_median_and_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_jobs, "run_kernel", fake_kernel(5))
    found = as_json("bench", "--rounds", "3", "--only", "classify")
    (row,) = found["kernels"]
    assert (row["name"], row["median_ns"], row["min_ns"], row["ok"]) == ("classify", 2.0, 1.0, True)
    assert found["version"] == pf.__version__ and found["rounds"] == 3
    lines = words(answer("bench", "--rounds", "3"))
    for name, summary in _jobs.kernels():
        assert f"{name} 1,000 2.0 1.0 {summary}" in lines


def test_bench_fails_on_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_jobs, "run_kernel", fake_kernel(6))
    result = run("bench", "--only", "classify", "--json")
    assert result.exit_code == 1
    assert result.stderr == "error: classify: checksum 6, expected 5\n"
    assert json.loads(result.stdout)["kernels"][0]["ok"] is False


def test_bench_runs_the_kernels_of_this_build() -> None:
    found = as_json("bench", "--rounds", "1")
    assert [row["name"] for row in found["kernels"]] == [name for name, _ in _jobs.kernels()]
    assert all(row["ok"] and row["min_ns"] > 0 for row in found["kernels"])


# ---- errors


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("classify dodizhu 3", "did you mean 'doudizhu'"),
        ("classify doudizhu 3x", "'x' is no card (at 1 in '3x')"),
        ("classify doudizhu 33333", "more 3 than the pack has"),
        ("classify doudizhu 3 --table 9z", "'z' is no card"),
        ("moves doudizhu 1", "1 is no rank"),
        ("moves doudizhu 33 --table ww", "more w than the pack has"),
        ("moves doudizhu 33 --table kind:33", "no kind"),
        ("rules doudizhu --preset rlcart", "did you mean 'rlcard'"),
        ("rules doudizhu --set bomb_factr=3", "did you mean 'bomb_factor'"),
        ("rules doudizhu --set name=x", "name: is no option"),
        ("rules doudizhu --set preset=qq", "preset: is no option"),
        ("rules doudizhu --set bomb_factor=9", "1 to 4"),
        ("rules doudizhu --set bomb_factor=two", "'two' is not allowed"),
        ("rules doudizhu --set open_hand=maybe", "'maybe' is not allowed"),
        ("rules doudizhu --set auction=bid", "did you mean 'bid3'"),
        ("rules doudizhu --set banned_kinds=sole", "did you mean 'solo'"),
        ("rules doudizhu --set open_deal_thresholds=9", "two numbers"),
        ("rules doudizhu --set open_deal_thresholds=9,x", "two numbers"),
        ("rules doudizhu --set open_deal_thresholds=12,5", "not falling"),
        ("rules doudizhu --set open_hand", "is not OPTION=VALUE"),
        ("rules doudizhu --set base=2 --set base=3", "base: is set twice"),
        ("simulate doudizhu --games 0", "games: must be"),
        ("simulate doudizhu --games 1 --seed -1", "seed: must be"),
        ("simulate doudizhu --games 1 --workers 0", "workers: must be"),
        ("simulate doudizhu --games 1 --policy best", "'best' is unknown"),
        ("simulate doudizhu --games 1 --policy random,random", "one a seat"),
        ("simulate doudizhu --games 1 --start bid", "'bid' is not 'deal' or 'play'"),
        ("simulate doudizhu --games 1 --set banned_kinds=solo", "no whole games"),
        ("perft doudizhu --seed 18446744073709551616", "seed: must be"),
        ("perft doudizhu --set banned_kinds=solo", "no whole games"),
        ("bench --only clasify", "'clasify' is no kernel"),
    ],
)
def test_a_refused_input_is_one_line_and_status_2(arguments: str, part: str) -> None:
    assert part in refusal(*arguments.split())


def test_all_faults_are_told_at_once() -> None:
    line = refusal("rules", "doudizhu", "--preset", "x", "--set", "y", "--set", "base=0", "--set", "z=1")
    for part in ("preset: 'x'", "'y' is not OPTION=VALUE", "base: 0", "z: is no option"):
        assert part in line


@pytest.mark.parametrize(
    "arguments",
    [["nothing"], ["classify", "doudizhu"], ["simulate", "doudizhu", "--games", "many"], ["bench", "--rounds", "0"]],
)
def test_a_wrong_command_line_is_status_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and "Traceback" not in result.output


def test_errors_stay_one_line_whatever_the_input() -> None:
    assert "is no card" in refusal("classify", "doudizhu", "3\n\n?\n")


# ---- processes and terminals


def process(arguments: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        encoding="utf-8",
        **options,
    )


def test_as_a_module_in_a_process() -> None:
    done = process(["classify", "doudizhu", "3333", "--json"])
    assert done.returncode == 0 and done.stderr == ""
    assert json.loads(done.stdout)["leads_as"] == ["bomb", "3", 1]
    done = process(["classify", "doudizhu", "?"])
    assert done.returncode == 2 and done.stdout == "" and done.stderr == "error: '?' is no card (at 0 in '?')\n"


def test_no_progress_when_stderr_is_no_terminal() -> None:
    # FORCE_COLOR makes rich take any stream for a terminal; the bar must not.
    environment = os.environ | {"FORCE_COLOR": "1"}
    done = process(["simulate", "doudizhu", "--games", "200000", "--json"], env=environment)
    assert done.returncode == 0 and done.stderr == ""
    assert json.loads(done.stdout)["games"] == 200000


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_output_in_any_encoding(encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = process(["rules", "doudizhu"], env=environment)
    assert done.returncode == 0 and "bomb_factor" in done.stdout and done.stderr == ""
    done = process(["games", "--json"], env=environment)
    titles = ["保皇", "打百分", "打大A", "斗地主", "二七王", "升级", "惠斯特"]
    assert [game["title"] for game in json.loads(done.stdout)["games"]] == titles


def test_a_closed_pipe_ends_quietly() -> None:
    script = '"$@" | head -n 1'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, "moves", "doudizhu", "33334444555566667777", "--json"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr


class Terminal:
    """A process with a pseudo-terminal as its stdout, its stderr or both."""

    def __init__(self, arguments: list[str], streams: tuple[str, ...]) -> None:
        self.master, slave = pty.openpty()
        pipes: dict[str, int] = {name: slave if name in streams else subprocess.PIPE for name in ("stdout", "stderr")}
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            env=environment | {"TERM": "xterm", "COLUMNS": "60", "LINES": "24"},
            start_new_session=True,
            **pipes,
        )
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.seen = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        os.close(self.master)

    def read(self, until: str | None = None) -> str:
        """All output up to its end, or up to a text."""
        deadline = time.monotonic() + PATIENCE
        while until is None or until not in self.seen:
            assert time.monotonic() < deadline, self.seen[-1000:]
            if not select.select([self.master], [], [], 1.0)[0]:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:  # how Linux tells that the other end is closed
                data = b""
            if not data:
                assert until is None, self.seen[-1000:]
                break
            self.seen += self.decoder.decode(data)
        return self.seen


LONG = ["simulate", "doudizhu", "--games", "1000000000000", "--workers", "2"]


def test_ctrl_c_with_a_terminal_shows_progress_then_ends_cleanly() -> None:
    with Terminal(LONG, ("stderr",)) as terminal:
        terminal.read(until=" games")
        terminal.process.send_signal(signal.SIGINT)
        text = terminal.read()
        stdout, _ = terminal.process.communicate(timeout=PATIENCE)
    assert terminal.process.returncode == 130
    assert stdout == b""
    assert "%" in text and text.rstrip().endswith("interrupted") and "Traceback" not in text


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc to see the threads start")
def test_ctrl_c_without_a_terminal() -> None:
    with subprocess.Popen([*COMMAND, *LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        deadline = time.monotonic() + PATIENCE
        # The command has one thread until the simulation starts its workers.
        while len(os.listdir(f"/proc/{child.pid}/task")) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        try:
            stdout, stderr = child.communicate(timeout=PATIENCE)
        finally:
            child.kill()
    assert (child.returncode, stdout, stderr) == (130, "", "interrupted\n")


def test_interrupted_in_any_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_jobs, "run_kernel", interrupt)
    result = run("bench")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "interrupted\n")


def test_the_progress_bar_leaves_nothing_behind_in_the_answer() -> None:
    with Terminal(["simulate", "doudizhu", "--games", "300000", "--json"], ("stderr",)) as terminal:
        bar = terminal.read()
        stdout, _ = terminal.process.communicate(timeout=PATIENCE)
    assert terminal.process.returncode == 0
    assert " games" in bar
    assert json.loads(stdout)["games"] == 300000


def test_tables_fit_the_terminal() -> None:
    with Terminal(["rules", "doudizhu"], ("stdout",)) as terminal:
        text = terminal.read()
        terminal.process.wait(timeout=PATIENCE)
    assert "\x1b[" in text  # styled
    from rich.text import Text

    plain = Text.from_ansi(text.replace("\r", ""))
    assert max(line.cell_len for line in plain.split("\n")) <= 60
