"""What array calls refuse: arrays of another kind, dtype, shape, stride or alignment, bad rows, bad numbers. On an
error nothing has changed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pokerfast as pf
from pokerfast import _jobs, batch

GAME = pf.load_game("doudizhu")
WIDE = pf.load_game("baohuang")
TRICKS = pf.load_game("shengji")
TRUMP = TRICKS.trump("S", level="2")

HANDS = batch.pack(GAME, ["3334445", "66778", "wW"])
PLAYS = batch.pack_plays(GAME, ["3", "55", "wW"])
INDICES = np.zeros(3, np.int64)
SETS = batch.pack(TRUMP, ["H3 H4", "H5 H5", "D2"])
TRICK = np.stack([SETS, SETS], axis=1)
WIDE_HANDS = batch.pack(WIDE, ["777", "8wW", ""])
SEATS = np.repeat(batch.pack(GAME, ["33", "44", "55"]).reshape(1, 3), 3, axis=0)
MANY = " ".join([suit + rank for suit in "SHDC" for rank in "23456789TJQKA"] + ["S3 S4 S5 S6 S7 S8 S9 ST SJ"])
BYTES = np.zeros(3, np.int8)
POINTS = np.zeros((3, 3))

#: Every array argument of every call: (what it is called, an array that will do, the call with another in its place).
ARGUMENTS: dict[str, tuple[np.ndarray[Any, Any], Callable[[Any], object]]] = {
    "classify cards": (HANDS, lambda a: batch.classify(GAME, a)),
    "classify out": (PLAYS, lambda a: batch.classify(GAME, HANDS, out=a)),
    "beats plays": (PLAYS, lambda a: batch.beats(GAME, a, PLAYS)),
    "beats tables": (PLAYS, lambda a: batch.beats(GAME, HANDS, a)),
    "beats out": (np.zeros(3, bool), lambda a: batch.beats(GAME, HANDS, PLAYS, out=a)),
    "count_leads hands": (HANDS, lambda a: batch.count_leads(GAME, a)),
    "count_leads wide hands": (WIDE_HANDS, lambda a: batch.count_leads(WIDE, a)),
    "count_leads out": (INDICES, lambda a: batch.count_leads(GAME, HANDS, out=a)),
    "count_follows hands": (HANDS, lambda a: batch.count_follows(GAME, a, PLAYS)),
    "count_follows tables": (PLAYS, lambda a: batch.count_follows(GAME, HANDS, a)),
    "count_follows out": (INDICES, lambda a: batch.count_follows(GAME, HANDS, PLAYS, out=a)),
    "leads hands": (HANDS, lambda a: batch.leads(GAME, a)),
    "follows hands": (HANDS, lambda a: batch.follows(GAME, a, PLAYS)),
    "follows tables": (PLAYS, lambda a: batch.follows(GAME, HANDS, a)),
    "unrank hands": (HANDS, lambda a: batch.unrank(GAME, a, INDICES)),
    "unrank indices": (INDICES, lambda a: batch.unrank(GAME, HANDS, a)),
    "unrank out": (PLAYS, lambda a: batch.unrank(GAME, HANDS, INDICES, out=a)),
    "unpack array": (HANDS, lambda a: batch.unpack(GAME, a)),
    "trump hands": (SETS, lambda a: batch.count_follows(TRUMP, a, SETS)),
    "trump tables": (SETS, lambda a: batch.count_follows(TRUMP, SETS, a)),
    "trump out": (INDICES, lambda a: batch.count_follows(TRUMP, SETS, SETS, out=a)),
    "trump follows hands": (SETS, lambda a: batch.follows(TRUMP, a, SETS)),
    "trump follows tables": (SETS, lambda a: batch.follows(TRUMP, SETS, a)),
    "trump unrank hands": (SETS, lambda a: batch.unrank(TRUMP, a, INDICES, SETS)),
    "trump unrank indices": (INDICES, lambda a: batch.unrank(TRUMP, SETS, a, SETS)),
    "trump unrank tables": (SETS, lambda a: batch.unrank(TRUMP, SETS, INDICES, a)),
    "trump unrank out": (SETS, lambda a: batch.unrank(TRUMP, SETS, INDICES, SETS.copy(), out=a)),
    "trump unpack": (SETS, lambda a: batch.unpack(TRUMP, a)),
    "check_follow hands": (SETS, lambda a: batch.check_follow(TRUMP, a, SETS, SETS)),
    "check_follow leads": (SETS, lambda a: batch.check_follow(TRUMP, SETS, a, SETS)),
    "check_follow plays": (SETS, lambda a: batch.check_follow(TRUMP, SETS, SETS, a)),
    "check_follow out": (BYTES.view(np.uint8), lambda a: batch.check_follow(TRUMP, SETS, SETS, SETS, out=a)),
    "winner plays": (TRICK, lambda a: batch.winner(TRUMP, a)),
    "winner out": (BYTES, lambda a: batch.winner(TRUMP, TRICK, out=a)),
    "deal hands": (SEATS, lambda a: batch.deal(GAME, 1, 3, out=(a, HANDS.copy()))),
    "deal kitty": (HANDS, lambda a: batch.deal(GAME, 1, 3, out=(SEATS.copy(), a))),
    "play_deals out": (POINTS, lambda a: batch.play_deals(GAME, 1, 3, out=a)),
    "play_states out": (
        POINTS[:, None],
        lambda a: batch.play_states([GAME.new_game(seed=i) for i in range(3)], seed=1, out=a),
    ),
    "playouts hands": (SEATS, lambda a: batch.playouts(GAME, a, seed=1)),
    "playouts to_move": (BYTES, lambda a: batch.playouts(GAME, SEATS, seed=1, to_move=a)),
    "playouts landlord": (BYTES, lambda a: batch.playouts(GAME, SEATS, seed=1, landlord=a)),
    "playouts tables": (
        np.repeat(batch.pack_plays(GAME, ["7"]), 3),
        lambda a: batch.playouts(GAME, SEATS, seed=1, tables=a, table_by=1),
    ),
    "playouts table_by": (BYTES - 1, lambda a: batch.playouts(GAME, SEATS, seed=1, table_by=a)),
    "playouts out": (POINTS, lambda a: batch.playouts(GAME, SEATS, seed=1, out=a)),
}
OUT = [name for name in ARGUMENTS if name.endswith("out") or name.startswith("deal")]


def good_copy(name: str) -> np.ndarray[Any, Any]:
    return ARGUMENTS[name][0].copy()


@pytest.mark.parametrize("name", ARGUMENTS)
def test_the_good_array_will_do(name: str) -> None:
    array, call = good_copy(name), ARGUMENTS[name][1]
    call(array)
    if name in OUT:
        result = call(array)
        assert result is array or any(part is array for part in result)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arrays_of_another_type(name: str) -> None:
    array, call = good_copy(name), ARGUMENTS[name][1]
    other = np.int32 if array.dtype != np.int32 else np.int64
    wrong: list[Any] = [
        array.tolist(),
        array.tobytes(),
        memoryview(array),
        "33",
        object(),
        np.ma.masked_array(array),
        array.astype(object),
        np.zeros(array.shape, other),
        np.zeros(array.shape, np.float32),
        np.zeros(array.shape, np.float64 if array.dtype != np.float64 else np.int64),
        np.zeros(array.shape, [("cards", np.uint64)]),
        np.array("x"),
    ]
    if array.dtype.itemsize > 1:
        wrong.append(array.astype(array.dtype.newbyteorder(">")))
    if array.dtype.names:
        narrow = np.dtype([(field, array.dtype[field]) for field in array.dtype.names])
        wrong += [np.zeros(array.shape, narrow), np.zeros(array.shape, batch.play_dtype(WIDE))]
    if name not in OUT:
        wrong.append(5.0)
    for item in wrong:
        with pytest.raises(TypeError):
            call(item)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arrays_of_another_shape_or_stride(name: str) -> None:
    array, call = good_copy(name), ARGUMENTS[name][1]
    aside = np.empty((array.shape[0], *[length + 1 for length in array.shape[1:]]), array.dtype)
    twice = np.repeat(array, 2, axis=0)
    raw = np.zeros(array.nbytes + 8, np.uint8)
    odd = raw[1 : 1 + array.nbytes].view(array.dtype).reshape(array.shape)
    wrong = {
        "0-d": np.zeros((), array.dtype),
        "one axis more": array[None],
        "another length": twice,
        "every other row": twice[::2],
        "backwards": array[::-1],
        "broadcast": np.broadcast_to(array[:1], array.shape),
    }
    if array.ndim > 1:
        wrong["wider"] = aside
        wrong["flat"] = array.reshape(-1)
        wrong["by columns"] = np.asfortranarray(array)
    if array.dtype.itemsize > 1:
        wrong["odd address"] = odd
    # Some calls have one array alone, which may have any length.
    free = name.split()[0] in ("classify", "count_leads", "leads", "unpack", "winner") or name in ("trump unpack",)
    if (free and name not in OUT) or name == "playouts hands":
        del wrong["another length"]
    if name == "playouts hands":
        del wrong["flat"], wrong["wider"]
        wrong["four"] = np.zeros((3, 4), np.uint64)
        wrong["flat"] = array.reshape(-1)
    for what, item in wrong.items():
        kept = item.copy()
        with pytest.raises(pf.RulesError):
            call(item)
            pytest.fail(what)
        assert (item == kept).all()


@pytest.mark.parametrize("name", OUT)
def test_out_that_may_not_be_written(name: str) -> None:
    array, call = good_copy(name), ARGUMENTS[name][1]
    array.flags.writeable = False
    with pytest.raises(pf.RulesError, match="is read-only"):
        call(array)


def test_out_that_is_an_argument() -> None:
    hands = HANDS.copy()
    with pytest.raises(pf.RulesError, match="shares its memory"):
        batch.count_leads(GAME, hands, out=hands.view(np.int64))
    room = np.zeros(8, np.uint64)
    with pytest.raises(pf.RulesError, match="shares its memory"):
        batch.classify(GAME, room[:3], out=room[2:8].view(batch.play_dtype(GAME)))
    with pytest.raises(pf.RulesError, match="shares its memory"):
        batch.deal(GAME, 1, 2, out=(room[:6].reshape(2, 3), room[4:6]))
    with pytest.raises(TypeError):
        batch.deal(GAME, 1, 2, out=[room[:6].reshape(2, 3), room[6:]])  # type: ignore[arg-type]
    assert not room.any() and (hands == HANDS).all()


def test_a_bad_row_changes_nothing() -> None:
    hands = HANDS.copy()
    hands[2] = 5
    counts, plays = np.full(3, 77, np.int64), PLAYS.copy()
    with pytest.raises(pf.RulesError, match=re.escape("hands: row 2 (5): more cards than the pack has")):
        batch.count_leads(GAME, hands, out=counts)
    with pytest.raises(pf.RulesError, match=re.escape("cards: row 2 (5)")):
        batch.classify(GAME, hands, out=plays)
    with pytest.raises(pf.RulesError, match=re.escape("indices: row 1 (7): there is no play of that number")):
        batch.unrank(GAME, HANDS[:2], np.array([0, 7]), PLAYS[:1], out=plays[:2])
    with pytest.raises(pf.RulesError, match=re.escape("indices: row 0 (-1)")):
        batch.unrank(GAME, HANDS[:2], np.array([-1, 7]), out=plays[:2])
    with pytest.raises(pf.RulesError, match=re.escape("indices: row 1 (1)")):
        batch.unrank(TRUMP, SETS[:2], np.array([0, 1]), SETS[1:2])
    assert (counts == 77).all() and (plays == PLAYS).all()


@pytest.mark.parametrize(
    ("where", "what", "change"),
    [
        ("hands", "a hand is empty", {"hands": ["33", "", "44"]}),
        ("hands", "more cards than the seat can hold", {"hands": ["33", "3456789TJQKA234567", "44"]}),
        ("hands", "more cards than the seat can hold", {"hands": ["3456789TJQKA234567899", "3", "44"]}),
        ("hands", "more cards than the pack has, all hands", {"hands": ["333", "33", "44"]}),
        ("hands", "more cards than the pack has, all hands", {"hands": ["w", "3", "w"]}),
        ("hands", "more cards than the pack has, all hands", {"table": "wW", "table_by": 1, "hands": ["w", "3", "4"]}),
        ("to_move", "no seat", {"to_move": 3}),
        ("to_move", "no seat", {"to_move": -1}),
        ("to_move", "no seat", {"to_move": 10**30}),
        ("landlord", "no seat", {"landlord": 3}),
        ("landlord", "no seat", {"landlord": -(10**30)}),
        ("table_by", "no seat", {"table": "5", "table_by": 3}),
        ("table_by", "no seat", {"table": "5", "table_by": -1}),
        ("table_by", "nobody, though there is a table", {"table": "5"}),
        ("tables", "no play, though table_by says whose it is", {"table_by": 1}),
        ("table_by", "whoever played last is not to move", {"table": "5", "table_by": 0}),
    ],
)
def test_positions_that_cannot_occur(where: str, what: str, change: dict[str, Any]) -> None:
    bad = batch.pack(GAME, change.get("hands", ["33", "34", "44"]))
    hands = np.stack([batch.pack(GAME, ["33", "34", "44"])] * 5)
    hands[3] = bad
    tables = None if "table" not in change else batch.pack_plays(GAME, [change["table"]])
    numbers = {name: change[name] for name in ("to_move", "landlord", "table_by") if name in change}
    row = 3 if list(change) == ["hands"] or "hands" in change else 0
    out = np.full((5, 3), 7.0)
    with pytest.raises(pf.RulesError, match=rf"{where}: row {row} .*{re.escape(what)}"):
        batch.playouts(GAME, hands, seed=1, tables=tables, out=out, **numbers)
    assert (out == 7).all()


def test_a_table_that_is_no_reading() -> None:
    tables = batch.pack_plays(GAME, ["55"])
    tables["rank"] = 3
    with pytest.raises(pf.RulesError, match=r"tables: row 0 .*not a reading of these cards"):
        batch.playouts(GAME, SEATS, seed=1, tables=tables, table_by=1)
    banned = pf.load_game("doudizhu", banned_kinds=("pair",))
    with pytest.raises(pf.RulesError, match="not a reading of these cards"):
        batch.playouts(banned, SEATS, seed=1, tables=batch.pack_plays(GAME, ["77"]), table_by=1)


@pytest.mark.parametrize(
    ("call", "error", "what"),
    [
        (lambda: batch.deal(GAME, -1, 3), pf.RulesError, "seed: must be 0"),
        (lambda: batch.deal(GAME, 2**64, 3), pf.RulesError, "seed: must be 0"),
        (lambda: batch.deal(GAME, 1.0, 3), TypeError, "seed"),
        (lambda: batch.deal(GAME, True, 3), TypeError, "seed"),
        (lambda: batch.deal(GAME, 1, -1), pf.RulesError, "n: must be"),
        (lambda: batch.deal(GAME, 1, 10**30), pf.RulesError, "n: must be"),
        (lambda: batch.deal(GAME, 1, "3"), TypeError, "n must"),
        (lambda: batch.deal(GAME, 1, 3, first=-1), pf.RulesError, "first"),
        (lambda: batch.deal(GAME, 1, 3, first=2**64 - 2), pf.RulesError, "first"),
        (lambda: batch.deal(GAME, 1, 3, start="x"), pf.RulesError, "start"),
        (lambda: batch.deal(GAME, 1, 3, start=1), TypeError, "start"),
        (lambda: batch.deal(GAME, 1, 3, workers=0), pf.RulesError, "workers"),
        (lambda: batch.deal(GAME, 1, 3, workers=1025), pf.RulesError, "workers"),
        (lambda: batch.deal(GAME, 1, 3, workers=None), TypeError, "workers"),
        (lambda: batch.deal("doudizhu", 1, 3), TypeError, "game"),
        (lambda: batch.deal(pf.load_game("doudizhu", banned_kinds=("solo",)), 1, 3), pf.RulesError, "solo"),
        (lambda: batch.play_deals(TRUMP, 1, 3), TypeError, "game"),
        (lambda: batch.play_states([], seed=1), pf.RulesError, "states"),
        (lambda: batch.play_states(GAME.new_game(seed=1), seed=1), TypeError, "states"),
        (lambda: batch.play_states([GAME], seed=1), TypeError, "states"),
        (lambda: batch.play_states([GAME.new_game(seed=1), WIDE.new_game(seed=1)], seed=1), pf.RulesError, "row 1"),
        (lambda: batch.play_states([GAME.new_game(seed=1)], seed=1, repeats=0), pf.RulesError, "repeats"),
        (lambda: batch.play_states([GAME.new_game(seed=1)], seed=1, first=2**64), pf.RulesError, "first"),
        (lambda: batch.playouts(WIDE, SEATS, seed=1), pf.RulesError, "play_states"),
        (lambda: batch.playouts(TRICKS, SEATS, seed=1), TypeError, "climbing"),
        (lambda: batch.playouts(GAME, SEATS, seed=1, to_move=0.0), TypeError, "to_move"),
        (lambda: batch.count_leads(TRICKS, SETS), TypeError, "climbing"),
        (lambda: batch.count_leads(None, HANDS), TypeError, "climbing"),
        (lambda: batch.count_follows(TRICKS, SETS, SETS), TypeError, "climbing"),
        (lambda: batch.count_follows(GAME, HANDS, None), TypeError, "tables"),
        (lambda: batch.follows(GAME, HANDS, None), TypeError, "tables"),
        (lambda: batch.unrank(TRUMP, SETS, INDICES), TypeError, "tables"),
        (lambda: batch.winner(GAME, TRICK), TypeError, "trump"),
        (lambda: batch.winner(TRUMP, np.zeros((3, 5, 2), np.uint64)), pf.RulesError, "one to four"),
        (lambda: batch.winner(TRUMP, np.zeros((3, 0, 2), np.uint64)), pf.RulesError, "one to four"),
        (lambda: batch.winner(TRUMP, np.full((3, 2, 2), 3, np.uint64)), pf.RulesError, "plays: row 0"),
        (lambda: batch.leads(GAME, HANDS, most=-1), pf.RulesError, "most"),
        (lambda: batch.leads(GAME, HANDS, most=0.5), TypeError, "most"),
        (lambda: batch.leads(GAME, HANDS, most=3), pf.RulesError, "more than 3 plays, with those of row 0"),
        (lambda: batch.hand_shape("doudizhu"), TypeError, "load_game"),
        (lambda: batch.play_dtype(TRICKS), TypeError, "climbing"),
        (lambda: batch.pack(GAME, "33"), TypeError, "sequence"),
        (lambda: batch.pack(GAME, ["33", "33333"]), pf.NotationError, "more 3"),
        (lambda: batch.pack(GAME, ["33", 5]), TypeError, "cards"),
        (lambda: batch.pack(TRUMP, ["H3", "33"]), pf.NotationError, "33"),
        (lambda: batch.pack(TRUMP, ["H3", "H3 H3 H3"]), pf.RulesError, "row 1"),
        (lambda: batch.pack(pf.load_game("whist"), ["w"]), pf.RulesError, "row 0"),
        (lambda: batch.pack(pf.load_game("dadaa"), [[13 * s + 12 + 54 * d for s in range(4) for d in (0, 1)]]),
         pf.RulesError, "row 0"),
        (lambda: batch.pack_plays(GAME, GAME.classify("33")), TypeError, "sequence"),
        (lambda: batch.pack_plays(GAME, [3]), TypeError, "cards"),
        (lambda: batch.count_follows(TRUMP, batch.pack(TRUMP, [MANY]), SETS[:1]), pf.RulesError, "more than 60"),
    ],
)  # fmt: skip
def test_other_arguments(call: Callable[[], object], error: type[Exception], what: str) -> None:
    with pytest.raises(error, match=what):
        call()


def test_nothing_in_nothing_out() -> None:
    none = np.zeros(0, np.uint64)
    no_plays = np.zeros(0, batch.play_dtype(GAME))
    assert batch.pack(GAME, []).shape == (0,) and batch.pack(WIDE, []).shape == (0, 2)
    assert batch.pack(TRUMP, []).shape == (0, 2)
    assert batch.pack_plays(GAME, []).shape == (0,)
    assert batch.unpack(GAME, none) == batch.unpack(GAME, no_plays) == []
    assert batch.classify(GAME, none).shape == batch.count_leads(GAME, none).shape == (0,)
    assert batch.beats(GAME, none, no_plays).shape == batch.beats(GAME, no_plays, PLAYS[:1]).shape == (0,)
    lists = batch.follows(GAME, none, no_plays, workers=3)
    assert lists.offsets.tolist() == [0] and len(lists.plays) == 0
    empty = batch.leads(GAME, np.zeros(2, np.uint64))
    assert empty.offsets.tolist() == [0, 0, 0] and len(empty.plays) == 0
    sets = np.zeros((0, 2), np.uint64)
    assert batch.follows(TRUMP, sets, sets).plays.shape == (0, 2)
    assert batch.winner(TRUMP, np.zeros((0, 4, 2), np.uint64)).shape == (0,)
    assert batch.check_follow(TRUMP, sets, sets, sets).shape == (0,)
    deal = batch.deal(TRICKS, 1, 0)
    assert deal.hands.shape == (0, 4, 2) and deal.kitty.shape == (0, 2)
    assert batch.play_deals(GAME, 1, 0).shape == (0, 3)
    assert batch.playouts(GAME, np.zeros((0, 3), np.uint64), seed=1).shape == (0, 3)
    with pytest.raises(pf.RulesError, match="must have 0 rows"):
        batch.count_follows(GAME, none, PLAYS[:2])
    with pytest.raises(pf.RulesError, match="must have 2 rows"):
        batch.count_follows(GAME, HANDS[:2], no_plays)


def test_too_much_for_memory() -> None:
    with pytest.raises((MemoryError, pf.RulesError)):
        batch.play_deals(GAME, 1, 10**12)
    with pytest.raises((MemoryError, pf.RulesError)):
        batch.deal(GAME, 1, 10**12)


def test_handles_are_told_apart() -> None:
    climb = _jobs.climb_arrays("doudizhu", GAME._values)
    trick = _jobs.trick_arrays("shengji", TRICKS._values, 0, 0)
    with pytest.raises(TypeError):
        _jobs.climb_count(trick, HANDS, None, INDICES.copy(), 1)
    for handle in (None, 5, climb, object()):
        with pytest.raises(TypeError):
            _jobs.trick_count(handle, SETS, SETS, INDICES.copy(), 1)
    for bad in ("whist", "nothing"):
        with pytest.raises(ValueError):
            _jobs.climb_arrays(bad, [0])
    with pytest.raises(ValueError):
        _jobs.trick_arrays("shengji", TRICKS._values, 5, 0)
    with pytest.raises(ValueError):
        _jobs.climb_count(climb, HANDS, None, INDICES[:2].copy(), 1)
    with pytest.raises(ValueError):
        _jobs.climb_count(climb, HANDS.view(np.uint8)[:7].copy(), None, INDICES.copy(), 1)
    with pytest.raises((TypeError, ValueError, BufferError)):
        _jobs.climb_count(climb, "33", None, INDICES.copy(), 1)


def test_games_share_nothing() -> None:
    """Presets that differ are told apart, equal ones are the same."""
    hands = batch.pack(GAME, ["3334", "333444"])
    strict = pf.load_game("doudizhu", bare_trio=False)
    for game in (GAME, strict, pf.load_game("doudizhu")):
        assert batch.count_leads(game, hands).tolist() == [game.count_leads("3334"), game.count_leads("333444")]


def test_other_threads_run_meanwhile() -> None:
    """The GIL is free while rows are worked off: a Python thread moves on during one call."""
    moved: list[int] = []
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            moved.append(len(moved))

    thread = threading.Thread(target=count)
    interval = sys.getswitchinterval()
    thread.start()
    try:
        before = len(moved)
        batch.play_deals(GAME, 1, 20_000, start="play")
        after = len(moved)
    finally:
        done.set()
        thread.join()
    assert sys.getswitchinterval() == interval
    assert after > before


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("workers", [1, 3])
def test_ctrl_c_stops_a_call(workers: int) -> None:
    code = (
        "import os, signal, threading\n"
        "import pokerfast as pf\n"
        "game = pf.load_game('shengji')\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        f"    pf.batch.play_deals(game, 1, 10**7, workers={workers})\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ)
    assert done.stdout == "stopped\n", done.stderr


def test_import_of_arrays_is_late() -> None:
    code = (
        "import sys, pokerfast as pf\n"
        "assert 'numpy' not in sys.modules and 'pokerfast.batch' not in sys.modules\n"
        "assert pf.batch.KINDS[0] == 'solo' and 'numpy' in sys.modules\n"
        "from pokerfast import batch\n"
        "assert batch is pf.batch\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ)
    assert done.returncode == 0, done.stderr
