"""Files import and include only from lower floors, or from their own (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from tests.guards.sources import CORE, PACKAGE, ROOT, module_name

#: Python, lowest first. `__init__` gathers the public names and lies outside; so does the loader it begins with.
FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"errors", "names", "worth"}),
    frozenset({"notation"}),
    frozenset({"_fast", "_jobs"}),
    frozenset({"rules"}),
    frozenset({"base"}),
    frozenset({"climbing", "trick", "match"}),
    frozenset({"game"}),
    frozenset({"proof"}),
    frozenset({"solution"}),
    frozenset({"batch", "simulate", "solve", "record"}),
    frozenset({"analysis"}),
    frozenset({"agents", "duel", "fanout"}),
    frozenset({"envs", "engine", "table"}),
    frozenset({"cli"}),
    frozenset({"__main__"}),
)
#: Modules of one floor that may not know each other at all.
STRANGERS = (
    frozenset({"batch", "simulate", "solve", "record"}),
    frozenset({"_fast", "_jobs"}),
    frozenset({"climbing", "trick"}),
)
OUTSIDE = {"", "_arch"}

CORE_FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"base"}),
    frozenset({"cards"}),
    frozenset({"rules"}),
    frozenset({"climb", "trick"}),
    frozenset({"game"}),
    frozenset({"sim", "encode", "solve", "belief"}),
    frozenset({"bench", "tables", "search"}),
    frozenset({"drivers"}),
)
CORE_STRANGERS = (
    frozenset({"climb", "trick"}),
    frozenset({"sim", "encode", "solve", "belief"}),
    frozenset({"bench", "tables", "search"}),
)


def floor_of(name: str, floors: tuple[frozenset[str], ...]) -> int | None:
    return next((number for number, names in enumerate(floors) if name in names), None)


def fault_of(
    user: str, used: str, floors: tuple[frozenset[str], ...], strangers: Iterable[frozenset[str]]
) -> str | None:
    """What is wrong with `user` knowing `used`, or None."""
    if user == used:
        return None
    low, high = floor_of(used, floors), floor_of(user, floors)
    if low is None or high is None:
        return f"{used if low is None else user} stands on no floor"
    if low > high:
        return f"{user} uses {used}, which stands above it"
    if any({user, used} <= group for group in strangers):
        return f"{user} and {used} must not meet"
    return None


# ---- Python


def imports_of(source: str) -> set[tuple[str, bool]]:
    """Modules of the package that a source imports, with whether that happens inside a function."""
    found: set[tuple[str, bool]] = set()

    def visit(node: ast.AST, late: bool) -> None:
        late = late or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the package in full"
            names = [
                f"{node.module}.{alias.name}" if node.module == "pokerfast" else str(node.module)
                for alias in node.names
            ]
        for name in names:
            parts = name.split(".")
            if parts[0] == "pokerfast":
                # A name that is no module comes from `__init__`.
                found.add((parts[1] if len(parts) > 1 else "", late))
        for child in ast.iter_child_nodes(node):
            visit(child, late)

    visit(ast.parse(source), False)
    return found


CYTHON_IMPORT = re.compile(r"^(\s*)(?:from\s+pokerfast(?:\.(\w+))?\s+c?import\s+(\w+)|import\s+pokerfast\.(\w+))", re.M)


def cython_imports_of(source: str) -> set[tuple[str, bool]]:
    """The same for Cython, which `ast` cannot read."""
    found = set()
    for match in CYTHON_IMPORT.finditer(source):
        late = "\n" not in match[1] and match[1] != ""
        found.add((match[2] or match[4] or match[3], late))
    return found


def python_faults(modules: Mapping[str, set[tuple[str, bool]]]) -> list[str]:
    faults = []
    for module, used in sorted(modules.items()):
        top = module.split(".")[0]
        if top in OUTSIDE:
            continue
        for name, _late in sorted(used):
            if name == "":
                if floor_of(top, FLOORS) is not None and top not in (
                    "cli",
                    "__main__",
                    "duel",
                    "envs",
                    "engine",
                    "table",
                ):
                    faults.append(f"{module} imports the whole package")
                continue
            fault = fault_of(top, name, FLOORS, STRANGERS)
            if fault:
                faults.append(fault)
    return faults


def the_package() -> dict[str, set[tuple[str, bool]]]:
    modules = {
        module_name(path, PACKAGE): imports_of(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")
    }
    modules["_fast"] = set().union(
        *(
            cython_imports_of(path.read_text(encoding="utf-8"))
            for path in (*PACKAGE.glob("*.pyx"), *PACKAGE.glob("*.pxi"))
        )
    )
    return modules


def test_python_imports_go_downwards() -> None:
    modules = the_package()
    assert {"errors", "notation", "rules", "game", "simulate", "record", "_fast"} <= set(modules)
    assert python_faults(modules) == []


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("errors", "from pokerfast.notation import read_cards", "errors uses notation, which stands above it"),
        ("rules", "import pokerfast.game", "rules uses game, which stands above it"),
        ("rules", "from pokerfast import game", "rules uses game, which stands above it"),
        ("game", "def f():\n    from pokerfast.simulate import perft", "game uses simulate, which stands above it"),
        ("record", "from pokerfast.simulate import perft", "record and simulate must not meet"),
        ("trick", "from pokerfast.climbing import ClimbingGame", "trick and climbing must not meet"),
        ("game", "import pokerfast", "game imports the whole package"),
        ("new", "from pokerfast import errors", "new stands on no floor"),
        ("cli.plays", "from pokerfast.wonder import x", "wonder stands on no floor"),
    ],
)
def test_an_upward_import_is_found(module: str, source: str, fault: str) -> None:
    assert python_faults({module: imports_of(source)}) == [fault]


def test_an_upward_cython_import_is_found() -> None:
    assert cython_imports_of("import os\nfrom pokerfast.game import State\n") == {("game", False)}
    assert cython_imports_of("def f():\n    from pokerfast.game import x\n") == {("game", True)}
    assert cython_imports_of("from pokerfast import notation\n") == {("notation", False)}
    assert python_faults({"_fast": {("game", False)}}) == ["_fast uses game, which stands above it"]
    assert python_faults({"_fast": {("game", True)}}) == ["_fast uses game, which stands above it"]


# ---- C++

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def core_faults(files: Mapping[str, str]) -> list[str]:
    """Faults of sources by their path under src/core."""
    faults = []
    for path, source in sorted(files.items()):
        for included in INCLUDE.findall(source):
            if "/" not in included or included.startswith("."):
                faults.append(f"{path} includes {included}, not by its folder")
                continue
            fault = fault_of(path.split("/")[0], included.split("/")[0], CORE_FLOORS, CORE_STRANGERS)
            if fault:
                faults.append(f"{path}: {fault}")
    return faults


def the_core() -> dict[str, str]:
    paths = [path for path in CORE.rglob("*") if path.suffix in (".hpp", ".cpp", ".h", ".inc")]
    return {path.relative_to(CORE).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_core_includes_go_downwards() -> None:
    files = the_core()
    assert len(files) > 20
    assert core_faults(files) == []


def test_every_included_file_exists() -> None:
    files = the_core()
    missing = [(path, name) for path, source in files.items() for name in INCLUDE.findall(source) if name not in files]
    assert missing == []


def test_headers_include_in_no_circle() -> None:
    files = {path: INCLUDE.findall(source) for path, source in the_core().items()}
    done: set[str] = set()

    def visit(path: str, above: tuple[str, ...]) -> None:
        assert path not in above, " -> ".join((*above, path))
        if path not in done:
            for included in files.get(path, []):
                visit(included, (*above, path))
            done.add(path)

    for path in files:
        visit(path, ())


@pytest.mark.parametrize(
    ("path", "included", "fault"),
    [
        ("base/bits.hpp", "cards/deck.hpp", "base/bits.hpp: base uses cards, which stands above it"),
        ("rules/option.cpp", "climb/doudizhu/plan.hpp", "rules/option.cpp: rules uses climb, which stands above it"),
        ("climb/doudizhu/walk.hpp", "trick/order.hpp", "climb/doudizhu/walk.hpp: climb and trick must not meet"),
        ("solve/tree.cpp", "sim/pool.hpp", "solve/tree.cpp: solve and sim must not meet"),
        ("game/game.hpp", "bench/kernels.hpp", "game/game.hpp: game uses bench, which stands above it"),
        ("game/game.hpp", "tools/x.hpp", "game/game.hpp: tools stands on no floor"),
        ("game/game.hpp", "action.hpp", "game/game.hpp includes action.hpp, not by its folder"),
        ("game/game.hpp", "../base/bits.hpp", "game/game.hpp includes ../base/bits.hpp, not by its folder"),
    ],
)
def test_an_upward_include_is_found(path: str, included: str, fault: str) -> None:
    assert core_faults({path: f'#pragma once\n  # include "{included}"\n'}) == [fault]


def test_binders_know_the_core_and_the_core_knows_no_python() -> None:
    for path, source in the_core().items():
        assert "Python.h" not in source and "pybind11" not in source, path


# ---- tests


def reference_faults(files: Mapping[str, str]) -> list[str]:
    """The reference judges the package, so it may not lean on it, nor on anything but the standard library."""
    import sys

    faults = []
    for path, source in sorted(files.items()):
        for node in ast.walk(ast.parse(source)):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            faults += [f"{path} imports {n}" for n in names if n.split(".")[0] not in sys.stdlib_module_names]
    return faults


def test_the_reference_stands_alone() -> None:
    folder = ROOT / "tests/reference"
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    assert len(files) >= 4
    assert reference_faults(files) == []


def test_a_leaning_reference_is_found() -> None:
    assert reference_faults({"x.py": "import pokerfast as pf"}) == ["x.py imports pokerfast"]
    assert reference_faults({"x.py": "def f():\n    from pokerfast.game import State"}) == [
        "x.py imports pokerfast.game"
    ]
    assert reference_faults({"x.py": "from .cards import ORDER\nimport random"}) == []


# ---- size


def long_files(sizes: Mapping[str, int], most: int = 600) -> list[str]:
    return [f"{path}: {size} lines" for path, size in sorted(sizes.items()) if size > most]


def test_files_are_of_a_readable_length() -> None:
    folders: list[Path] = [PACKAGE, CORE, ROOT / "tests"]
    kept = {".py", ".pyx", ".pxi", ".pyi", ".hpp", ".cpp"}
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in kept]
    sizes = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert long_files(sizes) == []
    assert long_files({"a.py": 600, "b.py": 601}) == ["b.py: 601 lines"]
