"""The page about arrays says what the package does: its example runs, its layouts and codes are the real ones."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

import pokerfast as pf
from pokerfast import batch

PAGE = (Path(__file__).parent.parent / "docs/arrays.md").read_text(encoding="utf-8")


def test_the_example_runs() -> None:
    found: dict[str, Any] = {}
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, found)
    assert found["scores"].shape == (1000, 3) and found["counts"].sum() == len(found["plays"]) > 100


def test_codes_of_kinds() -> None:
    table = PAGE.split("## Plays", 1)[1].split("## Calls", 1)[0]
    told = {int(code): kind for code, kind in re.findall(r"\| (\d+) \| `(\w+)` (?=\|)", table)}
    assert [told[code] for code in range(len(batch.KINDS))] == list(batch.KINDS)


def test_codes_of_refusals() -> None:
    table = PAGE.split("| codes of `check_follow` |", 1)[1].split("## ", 1)[0]
    told = {int(code): name for code, name in re.findall(r"^\| (\d+) \| `(\w+)`", table, re.MULTILINE)}
    assert len(told) == 9 and all(batch.CODES[code] == name for code, name in told.items())


def test_layout_of_plays() -> None:
    games = (pf.load_game("doudizhu"), pf.load_game("baohuang"))
    rows = re.findall(r"^\| `(\w+)` \| `(uint\d+).*?\| (\d+) \| (\d+) \|", PAGE, re.MULTILINE)
    assert [row[0] for row in rows] == ["cards", "kind", "rank", "length", "size"]
    for number, game in enumerate(games):
        dtype = batch.play_dtype(game)
        assert dtype.itemsize == 16 + 8 * number and dtype.isalignedstruct
        assert dtype.fields is not None
        for name, kind, *offsets in rows:
            assert dtype.fields[name][0].base == np.dtype(kind)
            assert dtype.fields[name][1] == int(offsets[number])
    assert batch.play_dtype(pf.load_game("dadaa")) == batch.play_dtype(games[0])


def test_hands_that_are_named() -> None:
    deck, tricks = pf.load_game("doudizhu"), pf.load_game("shengji")
    assert batch.pack(deck, ["33 4 wW"]).tolist() == [2 + 16 + 2**52 + 2**56]
    assert batch.pack(tricks, ["H5 H5", "W"]).tolist() == [[2 * 2**32, 0], [0, 2**42]]


def test_every_call_is_told() -> None:
    for name in batch.__all__:
        if name not in ("Deal", "PlayLists"):
            assert re.search(rf"`(batch\.)?{name}\b", PAGE), name
