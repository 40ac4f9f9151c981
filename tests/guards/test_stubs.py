"""Stubs of the extensions name everything public in them, and nothing else."""

from __future__ import annotations

import ast
import inspect
from types import MemberDescriptorType, ModuleType
from typing import Any

import pytest

from pokerfast import _fast, _jobs
from tests.guards.sources import PACKAGE

EXTENSIONS = {"_fast": _fast, "_jobs": _jobs}
#: Written by Python for every class or module; a stub need not repeat them.
UNTOLD = {"Sequence", "notation", "NotationError", "RulesError", "SnapshotError", "refusal"}


def public_names(module: Any) -> set[str]:
    return {name for name in vars(module) if not name.startswith("_")}


def classes_of(module: ModuleType) -> dict[str, set[str]]:
    return {
        name: {member for member in vars(value) if not member.startswith("_")}
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and not name.startswith("_")
    }


def stub_names(body: list[ast.stmt]) -> set[str]:
    names: set[str] = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in names if not name.startswith("_")}


def stub_faults(module: ModuleType, stub: str) -> list[str]:
    tree = ast.parse(stub)
    told = stub_names(tree.body)
    real = public_names(module) - UNTOLD
    faults = [f"the stub lacks {name}" for name in sorted(real - told)]
    faults += [f"the stub has {name}, which does not exist" for name in sorted(told - public_names(module))]
    stubbed = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for name, members in classes_of(module).items():
        if name in stubbed:
            inside = stub_names(stubbed[name].body)
            faults += [f"the stub lacks {name}.{member}" for member in sorted(members - inside)]
            real_members = set(dir(getattr(module, name)))
            faults += [
                f"the stub has {name}.{member}, which does not exist" for member in sorted(inside - real_members)
            ]
    return faults


def told_otherwise(module: ModuleType, stub: str) -> list[str]:
    """Methods whose docstring in the stub is not the one that ``help`` shows."""
    faults = []
    for node in ast.parse(stub).body:
        kind = getattr(module, node.name, None) if isinstance(node, ast.ClassDef) else None
        for method in node.body if isinstance(node, ast.ClassDef) else ():
            if not isinstance(method, ast.FunctionDef) or method.name.startswith("_"):
                continue
            # Plain attributes of an extension's class can't be documented there.
            real = vars(kind).get(method.name)
            if real is None or type(real).__name__ in ("getset_descriptor", MemberDescriptorType.__name__):
                told = getattr(real, "__doc__", None)
                if not told:
                    continue
            if inspect.getdoc(real) != ast.get_docstring(method):
                faults.append(f"{node.name}.{method.name}")
    return faults


@pytest.mark.parametrize("name", EXTENSIONS)
def test_the_stub_says_what_help_says(name: str) -> None:
    assert told_otherwise(EXTENSIONS[name], (PACKAGE / f"{name}.pyi").read_text(encoding="utf-8")) == []


def test_a_docstring_that_differs_is_found() -> None:
    module = ModuleType("small")
    exec(
        'class Box:\n    def open(self): "Open it."\n    def shut(self): "Shut it."\n    def lock(self): ...\n',
        vars(module),
    )
    method = '    def {}(self) -> None:\n        """{}"""\n'
    same = "class Box:\n" + method.format("open", "Open it.") + method.format("shut", "Shut it.")
    assert told_otherwise(module, same) == []
    assert told_otherwise(module, same.replace("Shut it", "Close it")) == ["Box.shut"]
    assert told_otherwise(module, same + method.format("lock", "Lock it.")) == ["Box.lock"]


@pytest.mark.parametrize("name", EXTENSIONS)
def test_stub_is_complete(name: str) -> None:
    path = PACKAGE / f"{name}.pyi"
    if not path.is_file():
        pytest.skip(f"{path.name} is not written yet")
    assert stub_faults(EXTENSIONS[name], path.read_text(encoding="utf-8")) == []


def test_an_incomplete_stub_is_found() -> None:
    module = ModuleType("small")
    exec("class Box:\n    def open(self): ...\n    def shut(self): ...\ndef make(): ...\nSIZE = 3\n", vars(module))
    box = "class Box:\n    def open(self) -> None: ...\n    def shut(self) -> None: ...\n"
    whole = f"SIZE: int\n{box}def make() -> Box: ...\n"
    assert stub_faults(module, whole) == []
    assert stub_faults(module, whole.replace("SIZE: int\n", "")) == ["the stub lacks SIZE"]
    assert stub_faults(module, whole.replace("def shut", "def _shut")) == ["the stub lacks Box.shut"]
    assert stub_faults(module, whole + "def gone() -> None: ...\n") == ["the stub has gone, which does not exist"]
    extra = whole.replace("def open", "def lock(self) -> None: ...\n    def open")
    assert stub_faults(module, extra) == ["the stub has Box.lock, which does not exist"]


def test_typed_package() -> None:
    assert (PACKAGE / "py.typed").is_file()
