"""Reason codes: the core's list, the texts in errors.py and the table in docs/conventions.md say the same."""

from __future__ import annotations

import re

from pokerfast import _fast, errors
from tests.guards.sources import CORE, ROOT

#: Codes that only Python gives.
PYTHON_ONLY = {"notation", "undo", "administer", "no_deal"}
#: No reason at all.
NO_REASON = {"ok"}

ROW = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.M)


def documented(page: str) -> dict[str, str]:
    """The table of codes, from its header to the next heading."""
    _, _, rest = page.partition("| code | meaning |")
    return dict(ROW.findall(rest.partition("\n#")[0]))


def missing(wanted: set[str], found: set[str], where: str) -> list[str]:
    return [f"{where} lacks {code}" for code in sorted(wanted - found)] + [
        f"{where} has {code} for nothing" for code in sorted(found - wanted)
    ]


def code_faults(core: set[str], messages: dict[str, tuple[str, str]], page: dict[str, str]) -> list[str]:
    faults = missing(core | PYTHON_ONLY, set(messages), "errors.MESSAGES")
    faults += missing(set(messages) - NO_REASON, set(page), "docs/conventions.md")
    faults += [f"{code} has no text" for code, texts in messages.items() if len(texts) != 2 or not all(texts)]
    return faults


def the_page() -> dict[str, str]:
    return documented((ROOT / "docs/conventions.md").read_text(encoding="utf-8"))


def test_codes_agree() -> None:
    assert len(the_page()) >= 10
    assert code_faults(set(_fast.CODE_NAMES), dict(errors.MESSAGES), the_page()) == []


def test_the_binder_has_every_code_of_the_core() -> None:
    source = (CORE / "base/code.hpp").read_text(encoding="utf-8")
    enum = re.search(r"enum class Code : u8 \{(.*?)count_", source, re.S)
    assert enum is not None
    assert list(_fast.CODE_NAMES) == [name.rstrip("_") for name in re.findall(r"\w+", enum[1])]


def test_a_missing_code_is_found() -> None:
    core = set(_fast.CODE_NAMES)
    messages = dict(errors.MESSAGES)
    page = {code: "why" for code in messages if code != "ok"}
    assert code_faults(core, messages, page) == []
    assert code_faults(core | {"new"}, messages, page) == ["errors.MESSAGES lacks new"]
    assert code_faults(core - {"index"}, messages, page) == ["errors.MESSAGES has index for nothing"]
    del page["too_low"]
    assert code_faults(core, messages, page) == ["docs/conventions.md lacks too_low"]
    messages["must_lead"] = ("x", "")
    assert "must_lead has no text" in code_faults(core, messages, page)


def test_the_table_is_read() -> None:
    page = "# A\n| code | meaning |\n|---|---|\n| `one` | a |\n| `two` | b |\n\n## B\n| `three` | c |\n"
    assert documented(page) == {"one": "a", "two": "b"}


def test_names_of_the_binder_are_those_of_the_core() -> None:
    """Lists that are copied by number into Python have their full length."""
    kinds = (CORE / "rules/kind.hpp").read_text(encoding="utf-8")
    enum = re.search(r"enum class Kind : u8 \{(.*?),\s*count_", kinds, re.S)
    assert enum is not None
    assert list(_fast.KIND_NAMES) == re.findall(r"\w+", re.sub(r"//.*", "", enum[1]))
    actions = (CORE / "game/action.hpp").read_text(encoding="utf-8")
    enum = re.search(r"enum class ActionKind : u8 \{(.*?),\s*count_", actions, re.S)
    assert enum is not None
    assert list(_fast.ACTION_WORDS) == [name.rstrip("_") for name in re.findall(r"\w+", enum[1])]
