"""Many tables are single states played side by side: same actions, observations, scores, whatever the workers."""

from __future__ import annotations

import random
import threading
from typing import Any

import numpy as np
import pytest

import pokerfast as pf
from pokerfast import _jobs
from pokerfast._fast import ACTION_WORDS, KIND_NAMES
from pokerfast.envs.encoding import Encoding
from pokerfast.envs.vector import Tables
from tests.contract.positions import CASES, choose, game

pytestmark = pytest.mark.arch
every_case = pytest.mark.parametrize(("name", "variant"), CASES)

SLOTS = "3456789TJQKA2wW*"
KINDS = [*(suit + rank for suit in "SHDC" for rank in "23456789TJQKA"), "w", "W"]


def choices(v: Tables, rng: random.Random) -> Any:
    return np.array([rng.randrange(int(count)) for count in v.counts], np.int64)


def kinds_mask(cards: list[str], least: int) -> int:
    return sum(1 << i for i, kind in enumerate(KINDS) if cards.count(kind) >= least)


def packed(action: pf.Action, climbing: bool) -> list[int]:
    """The four words of an action, as docs/environments.md has them."""
    words = [0, 0, 0, 0]
    size = len(action.ids)
    combo = action.combo
    if climbing and action.kind in ("play", "take"):
        assert combo is not None
        for slot, rank in enumerate(SLOTS):
            words[slot // 8] |= action.cards.count(rank) << (8 * (slot % 8))
        rank = 255 if combo.rank is None else SLOTS.index(combo.rank)
        words[3] = KIND_NAMES.index(combo.kind) << 32 | rank << 40 | combo.length << 48
    else:
        cards = cards_of(action)
        size = len(cards)
        if climbing:
            words[2] = kinds_mask(cards, 1)
        else:
            words[:3] = [kinds_mask(cards, least) for least in (1, 2, 3)]
        words[3] = KIND_NAMES.index("pass") << 32
    number = action.number or 0
    if action.kind == "name" and not climbing:
        number = ["S", "H", "D", "C", "NT"].index(str(action).split()[1])
    words[3] |= ACTION_WORDS.index(action.kind) | number << 16 | size << 56
    return words


def cards_of(action: pf.Action) -> list[str]:
    """Kinds of an action that is no play of a climbing game, from its text."""
    text = str(action).split(" ", 1)[1] if " " in str(action) and action.kind != "play" else str(action)
    if action.kind in ("no", "call", "pass", "bid", "double", "yield", "surrender") or text == action.kind:
        return []
    if action.kind == "name" and action.combo is None and text in ("S", "H", "D", "C", "NT"):
        return []
    cards: list[str] = []
    suit = ""
    for letter in text.replace(" ", ""):
        if letter in "SHDC":
            suit = letter
        elif letter in "wW":
            cards.append(letter)
        else:
            cards.append(suit + letter)
    return cards


def start_of(name: str, variant: int) -> str:
    return "play" if variant == 1 and name != "dabaifen" else "deal"


@every_case
def test_tables_are_states(name: str, variant: int) -> None:
    rules = game(name, variant)
    encoding = Encoding(rules)
    start: Any = start_of(name, variant)
    n = 3
    rng = random.Random(variant)
    v = Tables(rules, n, seed=variant, start=start, observe="general", legal="features", most_moves=300)
    m = Tables(rules, n, seed=variant, start=start, legal="moves", most_moves=300)
    assert v.state(0) == rules.new_game(seed=variant, start=start)
    states: list[pf.State] = [v.state(i) for i in range(n)]
    ended = 0
    climbing = isinstance(rules, pf.ClimbingGame)
    for step in range(900):
        if step > 150 and ended:
            break
        look = rng.random() < 0.15 or step < 3
        assert v.features is not None and v.observations is not None and m.moves is not None
        assert len(v.features) == len(m.moves) == v.offsets[n] == m.offsets[n]
        for i, state in enumerate(states):
            count = state.count_legal()
            assert v.seat[i] == state.seat and v.counts[i] == count
            listed = v.offsets[i + 1] - v.offsets[i]
            assert listed == (count if count <= 300 else 0)
            if not look:
                continue
            assert v.state(i) == m.state(i) == state
            assert state.seat is not None
            assert np.array_equal(v.observations[i], encoding.observe(state, state.seat))
            actions = state.legal_actions()
            for k in rng.sample(range(listed), min(listed, 10)):
                assert np.array_equal(v.features[v.offsets[i] + k], encoding.action(actions[k]))
                assert list(m.moves[v.offsets[i] + k]) == packed(actions[k], climbing), str(actions[k])
        choice = np.array([choose(rng, state) for state in states])
        before = v.game_number.copy()
        assert v.step(choice) is v.counts
        m.step(choice)
        for i, state in enumerate(states):
            state.apply_index(int(choice[i]))
            assert v.done[i] == m.done[i] == state.is_over
            assert list(v.rewards[i]) == list(m.rewards[i]) == state.returns()
            assert v.game_number[i] - before[i] == (n if state.is_over else 0)
            if state.is_over:
                ended += 1
                states[i] = v.state(i)
                assert states[i]._number("game") == v.game_number[i]
                assert states[i]._number("seed") == variant
    assert ended > 0


@pytest.mark.parametrize("preset", ["qq", "douzero", "pagat", "distinct"])
@pytest.mark.parametrize("legal", ["count", "moves", "features"])
def test_the_quick_tables_are_states(preset: str, legal: Any) -> None:
    """斗地主 from the start of play keeps ranks only, and finds physical cards when it is asked for them."""
    rules = pf.load_game("doudizhu", preset=preset)
    encoding = Encoding(rules, "douzero")
    n = 5
    rng = random.Random(n)
    v = Tables(rules, n, seed=9, start="play", observe="douzero", legal=legal, most_moves=60)
    plain = Tables(rules, n, seed=9, start="play")
    states = [v.state(i) for i in range(n)]
    assert states[0] == rules.new_game(seed=9, start="play")
    ended = unlisted = 0
    for _ in range(180):
        for i, state in enumerate(states):
            count = state.count_legal()
            assert v.seat[i] == plain.seat[i] == state.seat and v.counts[i] == plain.counts[i] == count
            listed = v.offsets[i + 1] - v.offsets[i]
            assert listed == (count if count <= 60 and legal != "count" else 0)
            unlisted += count > 60
            assert state.seat is not None
            assert v.observations is not None and np.array_equal(v.observations[i], encoding.observe(state, state.seat))
            if rng.random() < 0.3:
                assert v.state(i) == plain.state(i) == state
                if listed and legal == "features":
                    assert v.features is not None
                    rows = v.features[v.offsets[i] : v.offsets[i + 1]]
                    assert np.array_equal(rows, encoding.actions(state))  # type: ignore[attr-defined]
                if listed and legal == "moves":
                    assert v.moves is not None
                    rows = v.moves[v.offsets[i] : v.offsets[i + 1]]
                    assert [list(row) for row in rows] == [packed(action, True) for action in state.legal_actions()]
        choice = np.array([rng.randrange(state.count_legal()) for state in states])
        v.step(choice)
        plain.step(choice)
        for i, state in enumerate(states):
            state.apply_index(int(choice[i]))
            assert v.done[i] == plain.done[i] == state.is_over
            assert list(v.rewards[i]) == list(plain.rewards[i]) == state.returns()
            if state.is_over:
                ended += 1
                states[i] = v.state(i)
                assert states[i]._number("game") == v.game_number[i]
    assert ended > 10 and unlisted > 10


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("doudizhu", {"start": "play", "observe": "douzero", "legal": "features"}),
        ("doudizhu", {"observe": "general", "legal": "features", "start": "deal"}),
        ("shengji", {"legal": "moves", "start": "deal", "most_moves": 50}),
        ("baohuang", {"observe": "general", "legal": "count"}),
    ],
)
def test_workers_change_nothing(name: str, options: dict[str, Any]) -> None:
    n = 7
    one = Tables(name, n, seed=5, **options)
    more = [Tables(name, n, seed=5, workers=workers, **options) for workers in (2, 3, 20)]
    rng = random.Random(1)
    for _ in range(120):
        choice = choices(one, rng)
        one.step(choice)
        for other in more:
            other.step(choice)
            for what in (
                "seat",
                "counts",
                "offsets",
                "rewards",
                "done",
                "game_number",
                "observations",
                "moves",
                "features",
            ):
                mine, theirs = getattr(one, what), getattr(other, what)
                assert (mine is None and theirs is None) or np.array_equal(mine, theirs), what
    for other in more:
        assert all(other.state(i) == one.state(i) for i in range(n))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("doudizhu", {"start": "play", "observe": "douzero", "legal": "features"}),
        ("doudizhu", {"legal": "moves", "start": "play"}),
        ("whist", {}),
        ("dadaa", {}),
    ],
)
def test_one_table_without_arrays(name: str, options: dict[str, Any]) -> None:
    batch, single = (Tables(name, 1, seed=3, **options) for _ in range(2))
    rng = random.Random(2)
    for _ in range(200):
        choice = choices(batch, rng)
        batch.step(choice)
        answer = single.step1(int(choice[0]))
        assert answer == (batch.seat[0], batch.counts[0], batch.done[0])
        assert [type(part) for part in answer] == [int, int, bool]
        for what in (
            "seat",
            "counts",
            "offsets",
            "rewards",
            "done",
            "game_number",
            "observations",
            "moves",
            "features",
        ):
            mine, theirs = getattr(batch, what), getattr(single, what)
            assert (mine is None and theirs is None) or np.array_equal(mine, theirs), what
    for choice in (-1, int(single.counts[0]), 1 << 70):
        with pytest.raises(pf.IllegalActionError):
            single.step1(choice)
    with pytest.raises(TypeError):
        single.step1("0")  # type: ignore[arg-type]
    assert single.state(0) == batch.state(0)
    with pytest.raises(pf.RulesError):
        Tables(name, 2).step1(0)


@pytest.mark.parametrize("name", ["doudizhu", "whist"])
def test_games_are_shared_out_by_number(name: str) -> None:
    """Table i of n plays games i, i + n, i + 2n …; reset begins again."""
    n = 3
    many = Tables(name, 4 * n, seed=8)
    first = [many.state(i) for i in range(4 * n)]
    assert len({state.to_bytes() for state in first}) == 4 * n
    few = Tables(name, n, seed=8)
    rng = random.Random(4)
    seen = [0] * n
    while min(seen) < 3:
        few.step(choices(few, rng))
        for i in range(n):
            if few.done[i]:
                seen[i] += 1
                assert few.game_number[i] == i + n * seen[i]
                if seen[i] < 4:
                    assert few.state(i) == first[i + n * seen[i]]
    few.reset()
    assert [few.state(i) for i in range(n)] == first[:n]
    assert not few.done.any() and not few.rewards.any()


def test_arrays_are_reused_and_only_written() -> None:
    v = Tables("doudizhu", 4, seed=1, start="play", observe="douzero", legal="features")
    twin = Tables("doudizhu", 4, seed=1, start="play", observe="douzero", legal="features")
    names = ("seat", "counts", "offsets", "rewards", "done", "game_number", "observations")
    arrays = [getattr(v, name) for name in names]
    rng = random.Random(1)
    for _ in range(60):
        choice = choices(twin, rng)
        for array in arrays:
            array[...] = 77
        assert v.features is not None
        v.features[...] = 77
        v.step(choice)
        twin.step(choice)
        for name, array in zip(names, arrays, strict=True):
            assert getattr(v, name) is array and np.array_equal(array, getattr(twin, name))
        assert np.array_equal(v.features, twin.features)
        assert np.array_equal(v.x, v.observations[:, :430]) and np.array_equal(
            v.z.reshape(4, 810), v.observations[:, 430:]
        )
    assert v.x.base is not None and v.z.shape == (4, 5, 162)


def test_lists_that_grow_leave_old_arrays_alone() -> None:
    v = Tables("doudizhu", 1, seed=1, legal="features", start="play", observe="douzero")
    kept = []
    rng = random.Random(3)
    longest = 0
    for _ in range(4000):
        v.step(choices(v, rng))
        if v.counts[0] > longest:
            longest = int(v.counts[0])
            kept.append((v.features, None if v.features is None else v.features.sum()))
    assert longest > 64
    assert all(len(features) > 0 and total > 0 for features, total in kept)


def test_long_lists_are_counted_only() -> None:
    v = Tables("shengji", 2, seed=1, start="deal", legal="moves", most_moves=1000)
    rng = random.Random(1)
    while int(v.counts.max()) < 10_000_000:
        choice = choices(v, rng)
        v.step(choice)
    table = int(v.counts.argmax())
    assert v.offsets[table] == v.offsets[table + 1]
    state = v.state(table)
    assert state.phase == "bury" and state.count_legal() == v.counts[table]
    choice = choices(v, rng)
    choice[table] = v.counts[table] - 1
    action = state.legal_actions()[-1]
    v.step(choice)
    state.apply(action)
    assert v.state(table) == state


def test_errors_change_nothing() -> None:
    for options in ({"start": "play", "legal": "features", "observe": "douzero"}, {"start": "deal"}):
        v = Tables("doudizhu", 3, seed=2, **options)  # type: ignore[arg-type]
        before = [v.state(i) for i in range(3)]
        counts = v.counts.copy()
        for bad, table in (([-1, 0, 0], 0), ([0, int(counts[1]), 0], 1), ([0, 0, 1 << 62], 2), ([0, -(1 << 63), 0], 1)):
            with pytest.raises(pf.IllegalActionError, match=f"table {table}"):
                v.step(np.array(bad, np.int64))
        with pytest.raises(pf.IllegalActionError, match="table 1"):
            v.step(np.array([0, (1 << 64) - 1, 0], np.uint64))
        for wrong in (
            np.zeros(2, np.int64),
            np.zeros(4, np.int64),
            np.zeros((3, 1), np.int64),
            np.zeros((), np.int64),
            np.zeros(3),
            np.zeros(3, bool),
            np.array(["0"] * 3),
            np.array([None] * 3),
            [0, 0, 0],
            None,
            0,
        ):
            with pytest.raises(TypeError):
                v.step(wrong)  # type: ignore[arg-type]
        assert [v.state(i) for i in range(3)] == before and np.array_equal(v.counts, counts)
        # Other integers, strides, byte orders and unaligned arrays will do.
        twin = Tables("doudizhu", 3, seed=2, **options)  # type: ignore[arg-type]
        numbers = [0, 1, 0]
        wide = np.zeros((3, 2), np.int64)
        wide[:, 0] = numbers
        odd = np.frombuffer(b"\0" + np.array(numbers, np.int64).tobytes(), np.uint8)[1:].view(np.int64)
        for other in (
            np.array(numbers, np.int16),
            np.array(numbers, np.uint64),
            wide[:, 0],
            np.array(numbers, ">i8"),
            odd,
        ):
            twin.reset()
            v.reset()
            twin.step(np.array(numbers, np.int64))
            v.step(other)
            assert [v.state(i) for i in range(3)] == [twin.state(i) for i in range(3)]
        for table in (-1, 3, 1 << 70):
            with pytest.raises(pf.RulesError):
                v.state(table)
        with pytest.raises(TypeError):
            v.state("0")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "arguments",
    [
        {"n": 0},
        {"n": -1},
        {"n": 1_000_001},
        {"n": 1 << 70},
        {"seed": -1},
        {"seed": 1 << 64},
        {"start": "middle"},
        {"observe": "rlcard"},
        {"observe": "douzero", "start": "deal"},
        {"game": "whist", "observe": "douzero"},
        {"legal": "all"},
        {"most_moves": 0},
        {"workers": 0},
        {"workers": 257},
        {"game": "doudizhu", "preset": "none"},
        {"game": "doudizhu", "no_option": 1},
        {"game": "chess"},
        {"game": pf.load_game("whist"), "trump": "S"},
        {"game": pf.load_game("doudizhu", banned_kinds=("solo",))},
    ],
)
def test_arguments(arguments: dict[str, Any]) -> None:
    with pytest.raises(pf.RulesError):
        Tables(**{"game": "doudizhu", "n": 2, **arguments})


@pytest.mark.parametrize(
    "arguments", [{"n": 1.0}, {"n": "3"}, {"seed": 1.5}, {"start": 3}, {"workers": None}, {"game": 7}]
)
def test_argument_types(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Tables(**{"game": "doudizhu", "n": 2, **arguments})


def test_two_threads_are_told_apart() -> None:
    """Either they come one after another, or one is refused; the tables stay whole."""
    v = Tables("doudizhu", 2000, seed=1, start="play", observe="douzero", legal="features")
    refused = [0]

    def work() -> None:
        for _ in range(30):
            try:
                v.step(np.zeros(2000, np.int64))
            except RuntimeError:
                refused[0] += 1

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    twin = Tables("doudizhu", 2000, seed=1, start="play")
    for _ in range(90 - refused[0]):
        twin.step(np.zeros(2000, np.int64))
    assert np.array_equal(v.counts, twin.counts) and v.state(1999) == twin.state(1999)


def test_tables_are_made_in_one_way() -> None:
    for make in (
        _jobs.CoreTables,
        lambda: _jobs.CoreTables.__new__(_jobs.CoreTables),
        lambda: object.__new__(_jobs.CoreTables),
    ):
        with pytest.raises(TypeError):
            make()
    with pytest.raises(TypeError):
        type("Sub", (_jobs.CoreTables,), {})
