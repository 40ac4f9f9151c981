"""The public names: all there, documented, and cheap to import."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from typing import Any

import pytest

import pokerfast as pf

pytestmark = pytest.mark.arch


def test_all_is_the_truth() -> None:
    assert len(set(pf.__all__)) == len(pf.__all__)
    for name in pf.__all__:
        assert hasattr(pf, name)
    with pytest.raises(AttributeError):
        pf.nothing  # noqa: B018
    assert pf.__version__.count(".") >= 2


def undocumented(things: dict[str, Any]) -> list[str]:
    """Functions, classes and their public methods without a docstring."""
    lacking = []
    for name, thing in things.items():
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        if not thing.__doc__:
            lacking.append(name)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
                if not member.startswith("_") and inspect.isfunction(function) and not function.__doc__:
                    lacking.append(f"{name}.{member}")
    return lacking


def test_everything_public_is_documented() -> None:
    assert undocumented({name: getattr(pf, name) for name in pf.__all__}) == []


def test_a_missing_docstring_is_found() -> None:
    class Bare:
        """Has one."""

        def method(self) -> None: ...

    assert undocumented({"Bare": Bare, "f": lambda: None}) == ["Bare.method", "f"]


def test_import_pulls_in_little() -> None:
    """None of the libraries that only the command line or arrays need, and none for one game."""
    code = """
import sys, json
before = set(sys.modules)
import pokerfast
print(json.dumps(sorted(set(sys.modules) - before)))
"""
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    heavy = {"numpy", "rich", "typer", "hypothesis", "asyncio", "importlib.metadata"}
    assert {name for name in loaded if name.split(".")[0] in heavy or name in heavy} == set()
    assert "pokerfast._fast" in loaded


def test_exception_tree() -> None:
    for kind in (pf.RulesError, pf.NotationError, pf.IllegalActionError, pf.PhaseError, pf.SnapshotError):
        assert issubclass(kind, pf.PokerfastError)
    assert issubclass(pf.PokerfastError, ValueError)
    assert not issubclass(pf.PhaseError, pf.IllegalActionError)


@pytest.mark.parametrize(
    "call",
    [
        "pf.ClimbingGame('doudizhu', ())",
        "pf.ClimbingGame('doudizhu', (1,))",
        "pf.ClimbingGame('doudizhu', [10**9] * 19)",
        "pf.ClimbingGame('whist', ())",
        "pf.ClimbingGame.__new__(pf.ClimbingGame).readings('33')",
        "pf.Game.__new__(pf.Game).leads('33')",
        "pf.State.__new__(pf.State).phase",
        "pf.State.__new__(pf.State).to_bytes()",
        "pf.State(None)",
        "pf.State(pf.load_game('doudizhu')).legal_actions()[0]",
        "pf.State(pf.load_game('doudizhu')).apply_index(0)",
        "pf.Action.__new__(pf.Action).combo",
        "pf.Combo.__new__(pf.Combo).kind",
        "pf.Hand.__new__(pf.Hand).cards",
        "type(pf.load_game('doudizhu').new_game(seed=1).legal_actions())()[0]",
        "type(pf.load_game('doudizhu').leads('3'))()[0]",
        "pf.ClimbingGame('whist', (0,))",
        "pf.TrickGame('doudizhu', [1] * 19)",
        "pf.Game('whist', (0,)).leads('33')",
        "pf.Game('whist', (9,))",
        "pf.State.__new__(pf.State, pf.load_game('whist')).legal_actions()",
        "str(pf.State.__new__(pf.State, pf.load_game('whist').new_game(seed=1).game))",
        "pf.State.__new__(pf.State, pf.load_game('whist')).apply('SA')",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('whist'))",
        "pf.TrickState.__new__(pf.TrickState, pf.load_game('doudizhu'))",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('dadaa')).apply('take 44')",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('dadaa')).view(0)",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('dadaa')).returns()",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('baohuang')).auto_action()",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('baohuang')).administer(0, 'quit')",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('baohuang')).returns()",
        "pf.ClimbingState.__new__(pf.ClimbingState, pf.load_game('baohuang')).to_record()",
        "pf.ClimbingState(pf.load_game('baohuang')).legal_actions()[0]",
        "pf.ClimbingGame('baohuang', (0,) * 8).takes('44', '333')",
        "pf.ClimbingGame('baohuang', (9,) * 8)",
        "pf.ClimbingGame('dadaa', (0,) * 3)",
        "pf.TrickState.__new__(pf.TrickState, pf.load_game('shengji')).apply('H5')",
        "pf.TrickState.__new__(pf.TrickState)",
        "pf.Trump.__new__(pf.Trump).order()",
        "pf.Trump.__new__(pf.Trump).suit.lower()",
        "pf.Trump.__new__(pf.Trump).units('H5')",
        "list(pf.Trump.__new__(pf.Trump).follows('H5', 'H6'))",
        "repr(pf.Trump.__new__(pf.Trump))",
        "pf.Unit.__new__(pf.Unit).kind",
        "pf.Throw.__new__(pf.Throw).forced",
        "pf.SuitedHand.__new__(pf.SuitedHand).ids",
        "type(pf.load_game('whist').trump('S').leads('H5')).__new__(type(pf.load_game('whist').trump('S').leads('H5')))",
        "next(type(pf.load_game('whist').trump('S').leads('H5')).__new__(type(pf.load_game('whist').trump('S').leads('H5'))))",
    ],
)
def test_misused_classes_do_not_crash(call: str) -> None:
    """Whatever comes out, it is no dead process."""
    code = f"import pokerfast as pf\ntry:\n    {call}\nexcept Exception:\n    pass\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
