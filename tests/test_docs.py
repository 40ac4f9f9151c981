"""The documentation says what the package does: examples run, tables agree, links lead somewhere."""

from __future__ import annotations

import ast
import random
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import pokerfast as pf
from pokerfast import _fast, _jobs, names
from pokerfast.cli.common import value_text

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
RULES = ROOT / "docs/rules/doudizhu.md"


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def table_after(text: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a line, cells without their code marks."""
    lines = iter(text.split(heading, 1)[1].splitlines())
    rows: list[list[str]] = []
    for line in lines:
        if line.startswith("|"):
            rows.append([cell.strip().strip("`*") for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[:1] + rows[2:]


def number(text: str) -> int:
    return int(text.replace(",", ""))


# ---- README


def readme_example() -> str:
    return re.findall(r"```python\n(.*?)```", read(ROOT / "README.md"), re.DOTALL)[0]


def test_the_example_in_the_readme_runs() -> None:
    code = readme_example()
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("(Combo(trio_chain 3 x4: 333444555666), ")
    assert lines[1] == "True"
    assert "rocket" in lines[2] and "pass" not in lines[2]
    sides = ast.literal_eval(lines[4])
    assert sum(sides.values()) == 10_000


def test_the_example_in_the_readme_has_ten_lines() -> None:
    assert len([line for line in readme_example().splitlines() if line]) == 10


def test_the_two_commands_stand_in_the_readme() -> None:
    text = read(ROOT / "README.md")
    assert "\npip install . && pokerfast simulate doudizhu --games 1000000\n" in text
    assert "\npip install '.[test]' && pytest\n" in text


def test_every_command_in_the_readme_is_one() -> None:
    from typer.testing import CliRunner

    from pokerfast.cli import app

    commands = re.findall(r"^pokerfast (.+)$", read(ROOT / "README.md"), re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        if command == "bench":
            continue
        result = CliRunner().invoke(app, shlex.split(command))
        assert result.exit_code == 0, (command, result.output)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", read(page)):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_name_no_place_on_a_machine(page: Path) -> None:
    assert not re.search(r"(?<![\w.])/(work|tmp|home|root|usr|opt)/", read(page))


# ---- glossary


@pytest.mark.parametrize(
    ("heading", "known"),
    [
        ("## Games", names.GAMES),
        ("## Kinds of plays", names.KINDS),
        ("## Units", names.UNITS),
        ("## Leads", names.LEADS),
        ("## Phases", names.PHASES),
        ("## Actions", names.ACTIONS),
        ("## Sides", names.SIDES),
        ("## Contest", names.CONTEST),
    ],
)
def test_the_glossary_is_the_table_of_names(heading: str, known: dict[str, names.Name]) -> None:
    rows = table_after(read(ROOT / "docs/glossary.md"), heading)[1:]
    assert rows == [[code, *name] for code, name in known.items()]


def test_names_are_those_of_the_core() -> None:
    assert tuple(names.KINDS) == _fast.KIND_NAMES
    assert tuple(names.ACTIONS) == _fast.ACTION_WORDS
    assert {name: title for name, title, _ in _jobs.games()} == {code: name.hanzi for code, name in names.GAMES.items()}
    results = [pf.simulate(pf.load_game(game), games=1) for game in pf.list_games()]
    assert set(names.SIDES) == {side for result in results for side in result.by_side}
    counted = names.KINDS | names.UNITS | names.LEADS | names.ACTIONS
    assert {name for result in results for name in result.counts} <= set(counted)
    assert set(names.KINDS) | set(names.UNITS) | set(names.LEADS) <= {
        name for result in results for name in result.counts
    }


def test_every_phase_has_a_name() -> None:
    chance = random.Random(5)
    seen: set[str] = set()
    for auction in ("call_rob", "bid3"):
        state = pf.load_game("doudizhu", auction=auction, caller_rerob="always").new_game(seed=2)
        while not state.is_over:
            seen.add(state.phase)
            # Who has shown while dealing isn't asked again as landlord; so nobody does.
            early = state.phase in ("show_start", "show_deal")
            state.apply("no") if early else state.apply_index(chance.randrange(state.count_legal()))
        seen.add(state.phase)
    state = pf.load_game("shengji", rob_kitty=True, nobody_declares="no_trump").new_game(seed=1)
    while state.phase != "play":
        seen.add(state.phase)
        # Nobody declares, so that any pair may take the kitty.
        state.apply_index(0 if state.phase == "bury" else state.count_legal() - 1)
    for race in (pf.load_game("dadaa", counter_double_ace=True), pf.load_game("baohuang", qiangdu=True),
                 pf.load_game("baohuang", preset="classic")):  # fmt: skip
        deal = race.new_game(seed=0)
        while deal.phase != "play":
            seen.add(deal.phase)
            # Somebody takes the throne; all else is declined.
            deal.apply_index(0 if deal.phase == "throne" else deal.count_legal() - 1)
    assert seen == set(names.PHASES)
    assert seen == {phase for game in pf.list_games() for phase in pf.load_game(game).phases}


# ---- rules of every game

#: What the rule numbers of a game's page begin with.
PREFIXES = {
    "baohuang": "BH",
    "dabaifen": "DB",
    "dadaa": "DA",
    "doudizhu": "D",
    "erqiwang": "EQ",
    "shengji": "SJ",
    "whist": "WH",
}
NUMBER = re.compile(rf"\b({'|'.join(PREFIXES.values())})(\d+)\.(\d+)\b")


def page_of(game: str) -> str:
    return read(ROOT / f"docs/rules/{game}.md")


def rules_of(game: str) -> list[tuple[int, int]]:
    numbers = re.findall(rf"\*\*{PREFIXES[game]}(\d+)\.(\d+)\*\*", page_of(game))
    return [(int(a), int(b)) for a, b in numbers]


def test_every_game_has_its_rules_page() -> None:
    assert sorted(PREFIXES) == list(pf.list_games())
    assert {path.stem for path in (ROOT / "docs/rules").glob("*.md")} == set(PREFIXES)


@pytest.mark.parametrize("game", PREFIXES)
def test_the_rules_page_lists_every_option(game: str) -> None:
    rows = table_after(page_of(game), "## Options")[1:]
    infos = pf.load_game(game).describe()
    assert [row[0] for row in rows] == [f"O{i}" for i in range(1, len(infos) + 1)]
    for row, info in zip(rows, infos, strict=True):
        assert row[1] == info.name
        assert row[2] == value_text(info.default)
        span = f"{info.minimum:,} … {info.maximum:,}"
        if info.type == "on_off":
            assert row[3] == "on, off"
        elif info.type == "number":
            assert row[3] == span
        elif info.type == "maybe":
            assert row[3] == f"none, {span}"
        elif info.type == "either":
            assert row[3] == f"{info.minimum:,}, {info.maximum:,}"
        elif info.type == "choice":
            assert row[3] == ", ".join(info.names)


@pytest.mark.parametrize("game", PREFIXES)
def test_the_rules_page_lists_every_preset(game: str) -> None:
    rows = table_after(page_of(game), "## Presets")[1:]
    assert [row[0] for row in rows] == list(_jobs.presets(game))
    for row in rows:
        infos = {f"O{i}": info for i, info in enumerate(pf.load_game(game, preset=row[0]).describe(), 1)}
        changed = {key: value_text(info.value) for key, info in infos.items() if info.value != info.default}
        assert dict(re.findall(r"(O\d+) (?:= )?(\w+)", row[1])) == changed


@pytest.mark.parametrize("game", PREFIXES)
def test_rule_numbers_are_unique_and_in_order(game: str) -> None:
    numbers = rules_of(game)
    assert numbers == sorted(set(numbers))
    for part in {a for a, _ in numbers}:
        assert [b for a, b in numbers if a == part] == list(range(1, sum(a == part for a, _ in numbers) + 1))


@pytest.mark.parametrize("game", PREFIXES)
def test_every_option_referred_to_exists(game: str) -> None:
    text = page_of(game)
    assert set(re.findall(r"\bO\d+\b", text)) <= set(re.findall(r"\*\*(O\d+)\*\*", text))


def test_every_rule_referred_to_exists() -> None:
    known = {(PREFIXES[game], *rule) for game in PREFIXES for rule in rules_of(game)}
    for path in [*(ROOT / "docs/rules").glob("*.md"), *(ROOT / "tests").glob("test_*.py")]:
        named = {(prefix, int(a), int(b)) for prefix, a, b in NUMBER.findall(read(path))}
        assert named <= known, (path.name, named - known)


# ---- plays of climbing games

CLIMBING = [game for game in PREFIXES if isinstance(pf.load_game(game), pf.ClimbingGame)]


@pytest.mark.parametrize("game", CLIMBING)
def test_the_rules_page_lists_every_kind(game: str) -> None:
    rows = table_after(page_of(game), f"## {PREFIXES[game]}2 Plays")[1:]
    assert all(row[2] == names.KINDS[row[1]].hanzi for row in rows)
    found = {combo.kind for combo in pf.load_game(game).all_combos()}
    assert sorted(row[1] for row in rows) == sorted(found)


def test_every_kind_is_of_some_game() -> None:
    pages = [table_after(page_of(game), f"## {PREFIXES[game]}2 Plays")[1:] for game in CLIMBING]
    assert {row[1] for rows in pages for row in rows} | {"pass"} == set(names.KINDS)


# ---- rules of 斗地主


def counted(game: pf.ClimbingGame) -> tuple[Counter[tuple[str, int]], Counter[str]]:
    """Plays by kind and length, and readings by set of cards."""
    combos = list(game.all_combos())
    return Counter((c.kind, c.length) for c in combos), Counter(c.cards for c in combos)


def preset_row(name: str) -> list[str]:
    return next(row for row in table_after(read(RULES), "## Presets") if row[0] == name)


@pytest.mark.parametrize("preset", list(_jobs.presets("doudizhu")))
def test_counts_of_the_presets(preset: str) -> None:
    game = pf.load_game("doudizhu", preset=preset)
    plays, sets = counted(game)
    row = preset_row(preset)
    assert [number(cell) for cell in row[2:]] == [plays.total(), len(sets), sum(n > 1 for n in sets.values())]

    names_of = {f"O{i}": info for i, info in enumerate(game.describe(), 1)}
    told = dict(re.findall(r"(O\d+) (?:= )?(\w+)", row[1]))
    changed = {key: value_text(info.value) for key, info in names_of.items() if info.value != info.default}
    assert told == changed

    fixed = table_after(read(RULES), "Kinds that no option")
    for kind, cell in zip(*fixed, strict=True):
        assert sum(n for (found, _), n in plays.items() if found == kind) == number(cell)

    wings = table_after(read(RULES), "The others, by the links of the chain")
    row = next(row for row in wings if row[0] == preset)
    keys = [("trio_solo_chain", n) for n in (2, 3, 4, 5)] + [("trio_pair_chain", n) for n in (2, 3, 4)]
    keys += [("four_two_solo", 1), ("four_two_pair", 1)]
    assert [number(cell) for cell in row[1:]] == [plays[key] for key in keys]


def changes() -> list[list[str]]:
    return table_after(read(RULES), "One option changed from the default")[1:]


@pytest.mark.parametrize("row", changes(), ids=lambda row: str(row[0]))
def test_counts_with_one_option_changed(row: list[str]) -> None:
    name, _, text = row[0].partition("=")
    value: object = int(text) if text.isdecimal() else text == "on"
    plays, sets = counted(pf.load_game("doudizhu", **{name: value}))
    assert [number(cell) for cell in row[1:]] == [plays.total(), len(sets)]


# ---- architecture


FIELD_TABLES = {
    "The fields of 斗地主": ("doudizhu",),
    "The fields of 打大A": ("dadaa",),
    "The fields of 保皇": ("baohuang",),
    "The fields of trick-taking games": ("dabaifen", "erqiwang", "shengji", "whist"),
}
field_tables = pytest.mark.parametrize(
    ("heading", "name"), [(heading, name) for heading, games in FIELD_TABLES.items() for name in games]
)


def test_every_game_has_its_field_table() -> None:
    assert sorted(name for games in FIELD_TABLES.values() for name in games) == list(pf.list_games())


@field_tables
def test_the_field_table_is_that_of_the_state(heading: str, name: str) -> None:
    rows = table_after(read(ROOT / "docs/architecture.md"), heading)[1:]
    fields = pf.load_game(name).new_game(seed=1)._fields()
    assert [row[0] for row in rows] == list(fields)
    for row in rows:
        value = fields[row[0]]
        cards = row[1] in ("cards", "pile", "packs")
        several = isinstance(value, list) and (not cards or (bool(value) and isinstance(value[0], list)))
        assert int(row[2]) == (len(value) if several else 1)


@field_tables
def test_the_snapshot_is_laid_out_as_told(heading: str, name: str) -> None:
    state = pf.load_game(name).new_game(seed=1)
    width = {"word64": 8, "number64": 8, "cards": 8, "pile": 24, "packs": 32, "number16": 2, "number8": 1}
    rows = table_after(read(ROOT / "docs/architecture.md"), heading)[1:]
    fields = sum(width[row[1]] * int(row[2]) for row in rows)
    assert len(state.to_bytes()) == 4 + 1 + 1 + len(name) + 2 + 8 * len(state.game.options) + 2 + fields + 4


def test_the_floors_name_every_folder_and_file() -> None:
    text = read(ROOT / "docs/architecture.md")
    for folder in (ROOT / "src/core").iterdir():
        if folder.is_dir():
            assert f"`{folder.name}/`" in text
    for file in (ROOT / "src/pokerfast").glob("*.py"):
        if not file.name.startswith("__"):
            assert f"`{file.name}`" in text, file.name
