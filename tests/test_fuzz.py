"""Random bytes, text and objects at every public call: a documented error or an answer, never a crash or a hang."""

from __future__ import annotations

import json
import random
import string
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.contract.positions import samples

GAME = pf.load_game("doudizhu")
STATES = [state for variant in range(5) for state in samples("doudizhu", variant, range(2))]
#: What may come out of a call, whatever went in.
DOCUMENTED = (pf.PokerfastError, TypeError)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 60),
    st.sampled_from([2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63) - 1, 10**40]),
    st.floats(),
    st.text(max_size=12),
    st.text(alphabet="3456789TJQKA2wWSHDC10 :@,_x", max_size=12),
    st.binary(max_size=12),
    st.complex_numbers(),
    st.just(pf.PASS),
    st.just(GAME),
    st.just(...),
    st.just(object),
)
things = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.tuples(inner, inner),
        st.dictionaries(st.text(max_size=5), inner, max_size=3),
        st.sets(st.integers(-2, 56), max_size=5),
    ),
    max_leaves=8,
)
small_ranks = st.text("34567T", max_size=8)
action_texts = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="3456789TJQKA2wWSHDC10 :@,_", max_size=24),
    st.sampled_from(["pass", "no", "call", "rob", "show", "double", "bid 1", "bid 2", "bid 3", "bid -1", "bid 9999"]),
    st.builds("{}:{}".format, st.sampled_from(["trio", "bomb", "solo_chain", "pass", "x", ""]), small_ranks),
    st.builds("{}@{}:{}".format, st.sampled_from(["trio_solo_chain", "rocket"]), st.text(max_size=2), small_ranks),
)


def attempt(call: Callable[[], Any]) -> Any:
    """The answer, or None after a documented error, whose message must be short enough to print."""
    try:
        return call()
    except pf.PokerfastError as error:
        assert 0 < len(str(error)) < 2000
    except TypeError:
        pass
    return None


# ---- cards and rules


@given(things, things)
def test_questions_about_plays(one: object, other: object) -> None:
    for call in (GAME.readings, GAME.classify, GAME.leads, GAME.count_leads, pf.Hand):
        attempt(lambda call=call: call(one))  # type: ignore[misc]
    for two in (GAME.beats, GAME.follows, GAME.count_follows):
        attempt(lambda two=two: two(one, other))  # type: ignore[misc]
        attempt(lambda two=two: two(one, "3"))  # type: ignore[misc]
        attempt(lambda two=two: two("33344456", one))  # type: ignore[misc]


@given(
    st.one_of(st.sampled_from(pf.list_games()), things),
    things,
    st.dictionaries(st.text(max_size=8), things, max_size=3),
)
def test_load_game_with_anything(name: Any, preset: Any, options: dict[str, Any]) -> None:
    options = {key: value for key, value in options.items() if key not in ("name", "preset")}
    game = attempt(lambda: pf.load_game(name, preset=preset, **options))
    assert game is None or game.name == name


@given(st.dictionaries(st.sampled_from(list(GAME.options)), things, max_size=4))
def test_option_values(options: dict[str, Any]) -> None:
    game = attempt(lambda: pf.load_game("doudizhu", **options))
    if game is not None:
        assert pf.load_game("doudizhu", **game.options) == game


@given(things, things, things)
def test_new_game_with_anything(seed: Any, first: Any, beans: Any) -> None:
    for arguments in (
        {"seed": seed},
        {"seed": 1, "first": first},
        {"seed": 1, "beans": beans},
        {"seed": seed, "first": first, "beans": beans},
    ):
        state = attempt(lambda arguments=arguments: GAME.new_game(**arguments))  # type: ignore[misc]
        assert state is None or state.count_legal() == 2


hand_like = st.one_of(
    things, st.text(alphabet="3456789TJQKA2wW", max_size=20), st.lists(st.integers(0, 53), max_size=8)
)


@given(st.lists(hand_like, max_size=4), st.data())
def test_setup_with_anything(hands: list[Any], data: st.DataObject) -> None:
    seat = st.one_of(st.integers(-2, 4), things)
    arguments: dict[str, Any] = {"hands": hands}
    for name, values in (
        ("to_move", seat),
        ("table", hand_like),
        ("table_by", seat),
        ("landlord", seat),
        ("multiplier", things),
    ):
        if data.draw(st.booleans()):
            arguments[name] = data.draw(values)
    state = attempt(lambda: GAME.setup(**arguments))
    if state is not None:
        usable(state)


@given(things)
def test_setup_with_any_hands(hands: Any) -> None:
    state = attempt(lambda: GAME.setup(hands=hands))
    if state is not None:
        usable(state)


def usable(state: pf.State, seed: int = 0) -> None:
    """A position that was accepted can be looked at from everywhere and played to its end."""
    rng = random.Random(seed)
    for viewer in (*range(state.num_players), None):
        json.loads(state.view(viewer).to_json())
    assert pf.State.from_bytes(state.to_bytes()) == state
    assert pf.State.from_json(state.to_json()) == state
    assert pf.replay(state.to_record()) == state
    for _ in range(2000):
        if state.is_over:
            break
        count = state.count_legal()
        assert count > 0 and state.seat is not None
        state.apply(str(state.legal_actions()[rng.randrange(count)]))
        # Redeals may go on for ever; call now and then.
    assert state.is_over
    assert sum(state.returns()) == 0


# ---- actions


@pytest.mark.arch
@given(st.integers(0, len(STATES) - 1), st.lists(st.one_of(action_texts, things), min_size=1, max_size=5))
def test_actions_of_any_kind(number: int, attempts: list[Any]) -> None:
    state = STATES[number]
    before, history = state.to_bytes(), state.history
    for thing in attempts:
        verdict = attempt(lambda thing=thing: state.check(thing))  # type: ignore[misc]
        assert state.to_bytes() == before
        if verdict is None:
            with pytest.raises(DOCUMENTED):
                state.apply(thing)
        elif verdict:
            other = state.clone()
            other.apply(thing)
            assert other.to_bytes() != before
        else:
            with pytest.raises(pf.PokerfastError):
                state.apply(thing)
            assert len(verdict.message) < 500
        assert state.to_bytes() == before and state.history == history


@given(st.integers(0, len(STATES) - 1), things, things)
def test_other_calls_of_a_state(number: int, one: Any, other: Any) -> None:
    state = STATES[number].clone()
    before, history = state.to_bytes(), state.history
    attempt(lambda: state.view(one))
    with suppress(IndexError):  # the one other error: a list asked for a number it has not
        attempt(lambda: state.legal_actions()[one])
    attempt(lambda: pf.perft(one, other))
    assert (state.to_bytes(), state.history) == (before, history)
    for call in (
        lambda: state.administer(one, other),
        lambda: state.administer(one, "auto"),
        lambda: state.apply_index(one),
    ):
        try:
            call()
        except DOCUMENTED:
            assert (state.to_bytes(), state.history) == (before, history)
        else:
            state.undo()
            assert (state.to_bytes(), state.history) == (before, history)


# ---- snapshots


def fixed_up(data: bytes) -> bytes:
    """The same bytes with a checksum that fits, so that the reader looks at what they say."""
    return data[:-4] + struct.pack("<I", zlib.crc32(data[:-4]))


@pytest.mark.arch
@given(st.one_of(st.binary(max_size=600), st.binary(max_size=60).map(lambda tail: b"PKFS\x01\x08doudizhu" + tail)))
def test_snapshots_of_any_bytes(data: bytes) -> None:
    for candidate in (data, fixed_up(data + b"0000")):
        with pytest.raises(pf.SnapshotError):
            pf.State.from_bytes(candidate)


def mutated(rng: random.Random, data: bytes) -> bytes:
    """A few bytes changed, dropped, doubled or swapped with another snapshot's."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        place = rng.randrange(len(changed))
        form = rng.randrange(6)
        if form == 0:
            changed[place] = rng.randrange(256)
        elif form == 1:
            changed[place] ^= 1 << rng.randrange(8)
        elif form == 2:
            changed[place] = rng.choice([0, 1, 2, 3, 17, 127, 128, 254, 255])
        elif form == 3:
            del changed[place : place + rng.randint(1, 8)]
        elif form == 4:
            changed[place:place] = rng.randbytes(rng.randint(1, 8))
        else:
            other = rng.choice(STATES).to_bytes()
            length = rng.randint(1, 40)
            changed[place : place + length] = other[place : place + length]
        if len(changed) < 8:
            break
    return bytes(changed)


@pytest.mark.arch
@pytest.mark.parametrize("block", range(2))
def test_mutated_snapshots(block: int) -> None:
    rng = random.Random(block)
    accepted = 0
    for number in range(2500):
        data = rng.choice(STATES).to_bytes()
        broken = mutated(rng, data)
        if broken != data:
            with pytest.raises(pf.SnapshotError):  # the checksum is not that of these bytes
                pf.State.from_bytes(broken)
        try:
            state = pf.State.from_bytes(fixed_up(broken))
        except pf.SnapshotError:
            continue
        accepted += 1
        assert pf.State.from_bytes(state.to_bytes()) == state
        if number % 5 == 0:
            playable(state, number)
    assert 100 < accepted < 2500


def playable(state: pf.State, seed: int) -> None:
    """An accepted position is one the game can go on from; calls end redeals."""
    rng = random.Random(seed)
    for viewer in (*range(state.num_players), None):
        state.view(viewer).to_json()
    for _ in range(3000):
        if state.is_over:
            break
        count = state.count_legal()
        assert count > 0
        number = 0 if state.phase in ("call", "bid") else rng.randrange(count)
        action = state.legal_actions()[number]
        assert state.check(action), (action, state)
        state.apply(action)
    assert state.is_over
    assert sum(state.returns()) == 0


def test_truncated_and_foreign_snapshots() -> None:
    data = STATES[3].to_bytes()
    body = len(data) - 4
    for length in range(len(data)):
        # Cut short, with a checksum that fits too; the whole body with its checksum would be no fault.
        for candidate in (data[:length], fixed_up(data[: min(length, body - 1)] + b"0000")):
            with pytest.raises(pf.SnapshotError):
                pf.State.from_bytes(candidate)
    for candidate in (data + b"\0", b"\0" + data, data * 2, b"", b"PKFS", data.replace(b"doudizhu", b"whist\0\0\0")):
        for form in (candidate, fixed_up(candidate + b"0000"), fixed_up(candidate) if len(candidate) > 4 else b""):
            with pytest.raises(pf.SnapshotError):
                pf.State.from_bytes(form)
    for thing in (None, 5, "PKFS", [1, 2], data.hex()):
        with pytest.raises(TypeError):
            pf.State.from_bytes(thing)  # type: ignore[arg-type]


@given(things)
def test_snapshots_of_anything(thing: Any) -> None:
    for call in (pf.State.from_bytes, pf.State.from_json, pf.replay):
        assert attempt(lambda call=call: call(thing)) is None  # type: ignore[misc]


# ---- JSON


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.integers(-2, 256)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=6,
)


@given(json_values)
def test_json_of_anything(value: Any) -> None:
    with pytest.raises(pf.PokerfastError):
        pf.State.from_json(json.dumps(value))


@given(st.integers(0, len(STATES) - 1), st.data())
def test_json_with_changed_values(number: int, data: st.DataObject) -> None:
    """One or two values anywhere in the document replaced, dropped or added."""
    document = json.loads(STATES[number].to_json())
    for _ in range(data.draw(st.integers(1, 2))):
        part = data.draw(st.sampled_from([document, document.get("options"), document.get("state")]))
        if not isinstance(part, dict) or not part:
            continue
        key = data.draw(st.sampled_from(sorted(part)))
        form = data.draw(st.integers(0, 3))
        if form == 0:
            del part[key]
        elif form == 1:
            part[data.draw(st.one_of(st.sampled_from(["name", "preset", "self", "game"]), st.text(max_size=6)))] = part[
                key
            ]
        elif form == 2 and isinstance(part[key], list) and part[key]:
            place = data.draw(st.integers(0, len(part[key]) - 1))
            part[key][place] = data.draw(st.one_of(json_values, st.integers(0, 60)))
        else:
            part[key] = data.draw(
                st.one_of(json_values, st.integers(0, 60), st.sampled_from(["S3", "W w", "S3 S3", "3", "*"]))
            )
    text = json.dumps(document)
    try:
        state = pf.State.from_json(text)
    except pf.PokerfastError as error:
        assert 0 < len(str(error)) < 3000
        return
    playable(state, number)


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "3", '"pokerfast-state"', "{}", '{"format":"pokerfast-state"}', "[" * 100_000,
     '{"format":"pokerfast-view","version":1}', '{"format":"pokerfast-state","version":2}', "9" * 5000, "\0", "\ud800",
     '{"format":"pokerfast-state","version":1,"game":"whist","options":{},"state":{}}',
     '{"format":"pokerfast-state","version":1,"game":"doudizhu","options":{},"state":{}}',
     '{"format":"pokerfast-state","version":1,"game":"doudizhu","options":{"name":"x"},"state":{}}',
     '{"format":"pokerfast-state","version":1,"game":"doudizhu","options":{"preset":"qq"},"state":{}}',
     '{"format":"pokerfast-state","version":1,"game":["doudizhu"],"options":{},"state":{}}',
     '{"format":"pokerfast-state","version":1,"game":"doudizhu","options":[],"state":{}}'],
)  # fmt: skip
def test_foreign_json(text: str) -> None:
    with pytest.raises(pf.PokerfastError):
        pf.State.from_json(text)


# ---- records


@pytest.mark.parametrize("seed", range(300))
def test_mutated_records(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(STATES).to_record().splitlines()
    for _ in range(rng.choice([1, 1, 2, 3])):
        place = rng.randrange(len(lines))
        form = rng.randrange(5)
        if form == 0:
            del lines[place]
        elif form == 1:
            lines.insert(place, rng.choice(lines))
        elif form == 2:
            text = lines[place]
            at = rng.randrange(len(text) + 1)
            lines[place] = text[:at] + rng.choice(string.printable + "叫²٣") + text[at + rng.randint(0, 1) :]
        elif form == 3:
            lines[place] = rng.choice(
                ["0 pass", "1 auto 1", "2 quit 1", "9" * 50 + " no", "seed: NaN", "seed: 1e5", "x"]
            )
        else:
            rng.shuffle(lines)
        if not lines:
            break
    try:
        state = pf.replay("\n".join(lines))
    except pf.PokerfastError as error:
        assert 0 < len(str(error)) < 3000
    else:
        assert pf.replay(state.to_record()) == state


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("options", '{"name":"doudizhu"}'),
        ("options", '{"preset":"qq"}'),
        ("options", "[]"),
        ("options", "[" * 100_000),
        ("seed", "[" * 100_000),
        ("seed", "9" * 5000),
        ("seed", "true"),
        ("seed", "-1"),
        ("seed", "1.0"),
        ("first", "9"),
        ("beans", "3"),
        ("beans", '"333"'),
        ("beans", "[1,2]"),
        ("game", "whist"),
    ],
)
def test_record_headers(key: str, value: str) -> None:
    header = {"game": "doudizhu", "options": "{}", "seed": "1", key: value}
    text = "pokerfast-record 1\n" + "".join(f"{k}: {v}\n" for k, v in header.items()) + "\n"
    with pytest.raises(pf.PokerfastError):
        pf.replay(text)


@pytest.mark.parametrize("seat", ["9" * 5000, "-1", "²", "0x0", "1e0"])
def test_record_seats(seat: str) -> None:
    for action in ("no", f"auto {seat}"):
        with pytest.raises(pf.PokerfastError):
            pf.replay(GAME.new_game(seed=1).to_record() + f"{seat} {action}\n")


# ---- simulation


@given(st.data())
def test_simulate_with_anything(data: st.DataObject) -> None:
    arguments: dict[str, Any] = {"games": 2, "seed": 1}
    small = st.one_of(
        st.none(), st.booleans(), st.integers(-3, 3), st.floats(), st.text(max_size=5), st.integers(10**15 + 1)
    )
    for name, values in (
        ("games", small),
        ("seed", things),
        ("policy", st.one_of(things, st.lists(st.sampled_from(["random", "greedy", "x"]), max_size=4))),
        ("workers", small),
        ("start", st.one_of(things, st.sampled_from(["deal", "play"]))),
    ):
        if data.draw(st.booleans()):
            arguments[name] = data.draw(values)
    result = attempt(lambda: pf.simulate(data.draw(st.sampled_from([GAME, GAME, None, "x"])), **arguments))
    assert result is None or result.games == arguments["games"]
