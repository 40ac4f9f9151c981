"""Positions of 打大A and 保皇 from outside: every fault at once, nothing that cannot occur, nothing that never ends."""

from __future__ import annotations

import json
import random
import struct
import zlib
from typing import Any

import pytest

import pokerfast as pf
from tests.contract.positions import VARIANTS, samples

pytestmark = pytest.mark.arch

NAMES = ("dadaa", "baohuang")
DADAA = pf.load_game("dadaa")
COUNTER = pf.load_game("dadaa", counter_double_ace=True)
JOINS = pf.load_game("dadaa", big_ace_joins=True)
CONCISE = pf.load_game("baohuang")
CLASSIC = pf.load_game("baohuang", preset="classic")
STACKED = pf.load_game("baohuang", stack_doubles=True)
HANDS = ("66", "77", "88", "99", "TT")


def places(caught: pytest.ExceptionInfo[pf.RulesError]) -> set[str]:
    return {where for where, _ in caught.value.faults}


def playable(state: pf.State, seed: int) -> None:
    """A position that was accepted can be looked at from everywhere and played to its end."""
    rng = random.Random(seed)
    for viewer in (*range(5), None):
        json.loads(state.view(viewer).to_json())
    assert pf.State.from_bytes(state.to_bytes()) == state == pf.State.from_json(state.to_json())
    for _ in range(3000):
        if state.is_over:
            break
        count = state.count_legal()
        assert count > 0 and state.seat is not None
        # Taking the throne and showing an ace end redeals.
        number = 0 if state.phase in ("throne", "reveal") else rng.randrange(count)
        action = state.legal_actions()[number]
        assert state.check(action), (action, state)
        state.apply(str(action) if rng.random() < 0.5 else action)
    assert state.is_over
    unit = state.game.options.get("score") == "unit"
    assert unit or -40.0 in state.returns() or sum(state.returns()) == 0
    assert pf.replay(state.to_record()) == state


# ---- setup


@pytest.mark.parametrize(
    ("game", "changes", "expected"),
    [
        (DADAA, {"sides": [0]}, {"sides": ("big_ace", "others", "others", "others", "others"), "exposed": True}),
        (DADAA, {"sides": [3, 1]}, {"declarer": 1, "exposed": True}),
        (DADAA, {"sides": [1, 3], "declarer": 3}, {"declarer": 3}),
        (DADAA, {"hands": ("66", "7*", "88", "9*", "TT")}, {"declarer": 1, "exposed": False, "big_suit": "H"}),
        (DADAA, {"hands": ("66", "7*", "88", "9*", "TT"), "exposed": True}, {"exposed": True}),
        (DADAA, {"hands": ("66", "7**", "88", "9", "TT"), "big_suit": "C"}, {"declarer": 1, "exposed": False}),
        (DADAA, {"hands": ("66", "7*", "88", "9", "TT"), "sides": [1]}, {"exposed": False}),
        (DADAA, {"hands": ("66", "7*", "88", "9", "TT"), "sides": [1, 2]}, {"exposed": True}),
        (DADAA, {"hands": ("66", "7*", "88", "9", "TT"), "sides": [1, 2], "declarer": 2}, {"exposed": False}),
        (COUNTER, {"hands": ("66", "7**", "88", "9", "TT"), "open": True}, {"exposed": True, "declarer": 1}),
        (JOINS, {"hands": ("66", "7*", "88", "9*", "TT"), "sides": [0, 2]}, {"declarer": 0}),
        (CONCISE, {"emperor": 2}, {"emperor": 2, "guard": None, "exposed": True}),  # the marked joker was played
        (CONCISE, {"emperor": 2, "hands": ("66", "77", "S8 w/4", "99", "TT")}, {"exposed": False, "multiplier": 1}),
        (CLASSIC, {"emperor": 2}, {"emperor": 2, "guard": None, "exposed": False, "multiplier": 1}),
        (CONCISE, {"emperor": 2, "open": True}, {"guard": None, "exposed": True}),
        (CONCISE, {"emperor": 2, "guard": 0, "hands": ("S6 w/4", "77", "88", "99", "TT")}, {"exposed": False}),
        (CLASSIC, {"emperor": 2, "guard": 0, "exposed": True}, {"exposed": True, "multiplier": 1}),
        (CLASSIC, {"emperor": 2, "guard": 0}, {"guard": 0, "exposed": False}),
        (CONCISE, {"emperor": 2, "guard": 0, "multiplier": 2}, {"exposed": True, "multiplier": 2}),
        (CONCISE, {"emperor": 2, "multiplier": 2}, {"exposed": True, "multiplier": 2, "guard": None}),
        (CLASSIC, {"emperor": 2, "guard": 0, "multiplier": 2}, {"exposed": True, "named": None}),
        (STACKED, {"emperor": 2, "guard": 0, "multiplier": 4}, {"exposed": True, "multiplier": 4}),
        (STACKED, {"emperor": 2, "guard": 0, "multiplier": 2}, {"multiplier": 2}),
        (CONCISE, {"emperor": 2, "hands": ("66", "", "8", "", "TT"), "guard": 1, "finished": [3, 1]},
         {"places": (None, 2, None, 1, None)}),
        (CONCISE, {"emperor": 2, "table": "2W", "table_by": 4, "open": True}, {"table_by": 4}),
    ],
)  # fmt: skip
def test_setup(game: pf.ClimbingGame, changes: dict[str, Any], expected: dict[str, Any]) -> None:
    state = game.setup(**({"hands": HANDS} | changes))
    assert {name: getattr(state, name) for name in expected} == expected
    assert (state.phase, state.seat, state.history) == ("play", 0, ())
    again = game.setup(**({"hands": HANDS} | changes | {"hands": state.hands}))
    if "table" not in changes:
        assert again == state
    playable(state, 1)


def test_setup_places_copies() -> None:
    """Named copies stand, cards by suit come next, ranks and jokers take the lowest ids left, seat by seat."""
    for hands, table, expected in (
        (("7", "7", "S7", "S7/2", "7"), None, ["H7", "D7", "S7", "S7/2", "C7"]),
        (("w", "w/1", "W", "9", "T"), None, ["w/2", "w", "W", "S9", "ST"]),
        (("w7", "w", "WW", "9", "T"), None, ["w S7", "w/2", "W W/2", "S9", "ST"]),
        (("AA", "AAAA", "**", "9", "T"), None, ["SA DA", "SA/2 DA/2 CA CA/2", "HA HA/2", "S9", "ST"]),
        (("AA", "HA", "HA", "9", "T"), None, ["SA DA", "HA", "HA/2", "S9", "ST"]),
        (("7", "S7", "8", "9", "T"), "7", ["H7", "S7", "S8", "S9", "ST"]),
        (([59], "7", "8", "9", "T"), "S7/1", ["S7/2", "H7", "S8", "S9", "ST"]),
    ):
        more: dict[str, Any] = {"table": table, "table_by": 4} if table else {}
        sides = [2] if "**" in hands else [1, 2] if "HA" in hands else [0, 1]
        state = DADAA.setup(hands=hands, sides=sides, exposed=True, **more)
        placed = [set((hand.suited or "").split()) for hand in state.hands]
        assert placed == [set(cards.split()) for cards in expected], hands
    state = CONCISE.setup(hands=["6w", "6w", "W6", "S6 S6", "TT"], emperor=2, guard=0)
    assert [hand.suited for hand in state.hands][:2] == ["w H6", "w/2 D6"]
    assert state.exposed  # the marked joker is in no hand
    with pytest.raises(pf.RulesError):  # it is seat 1's, the last one to be placed
        CONCISE.setup(hands=["6ww", "6ww", "W6", "S6 S6", "TT"], emperor=2, guard=0)
    assert not CONCISE.setup(hands=["6ww", "6ww", "W6", "S6 S6", "TT"], emperor=2, guard=1).exposed


@pytest.mark.parametrize(
    ("game", "changes", "where"),
    [
        (DADAA, {}, {"sides"}),
        (DADAA, {"sides": []}, {"sides"}),
        (DADAA, {"sides": [5]}, {"sides"}),
        (DADAA, {"sides": [-1]}, {"sides"}),
        (DADAA, {"sides": [0, 1, 2]}, {"sides"}),
        (DADAA, {"sides": range(10**6)}, {"sides"}),
        (DADAA, {"sides": [0, 1], "declarer": 2}, {"declarer"}),
        (DADAA, {"sides": [0], "declarer": -1}, {"declarer"}),
        (DADAA, {"sides": [0], "declarer": 10**30}, {"declarer"}),
        (DADAA, {"sides": [0], "open": True}, {"open"}),
        (COUNTER, {"sides": [0, 1], "open": True}, {"open"}),
        (DADAA, {"sides": [0], "big_suit": "X"}, {"big_suit"}),
        (DADAA, {"sides": [0], "big_suit": "SH"}, {"big_suit"}),
        (DADAA, {"sides": [0], "hands": ("6*", "7*", "88", "99", "TT")}, {"sides"}),
        (DADAA, {"sides": [0, 1], "hands": ("66", "77", "8*", "99", "TT")}, {"sides"}),
        (DADAA, {"sides": [0], "hands": HANDS[:4]}, {"hands"}),
        (DADAA, {"sides": [0], "hands": (*HANDS, "JJ")}, {"hands"}),
        (DADAA, {"sides": [0], "hands": ("66", "77", "", "99", "TT")}, {"hands"}),
        (DADAA, {"sides": [0], "hands": ("6" * 5, "6" * 4, "88", "99", "TT")}, {"hands"}),
        (DADAA, {"sides": [0], "finished": [2]}, {"finished"}),
        (DADAA, {"sides": [0], "finished": [7]}, {"finished"}),
        (DADAA, {"sides": [0], "hands": ("66", "", "88", "99", "TT"), "finished": [1, 1]}, {"finished"}),
        (DADAA, {"sides": [1], "hands": ("66", "", "88", "99", "TT"), "finished": [1]}, {"phase"}),
        (DADAA, {"sides": [0], "hands": ("", "77", "88", "99", "TT"), "finished": [0], "to_move": 0}, {"to_move"}),
        (DADAA, {"sides": [0], "to_move": 5}, {"to_move"}),
        (DADAA, {"sides": [0], "to_move": -1}, {"to_move"}),
        (DADAA, {"sides": [0], "table": "5"}, {"table_by"}),
        (DADAA, {"sides": [0], "table_by": 1}, {"table_by"}),
        (DADAA, {"sides": [0], "table": "5", "table_by": 0}, {"table_by"}),
        (DADAA, {"sides": [0], "table": "5", "table_by": 9}, {"table_by"}),
        (DADAA, {"sides": [0], "table": "56", "table_by": 1}, {"table"}),
        (DADAA, {"sides": [0], "table": pf.PASS, "table_by": 1}, {"table", "table_by"}),
        (CONCISE, {}, {"emperor"}),
        (CONCISE, {"emperor": 5}, {"emperor"}),
        (CONCISE, {"emperor": -1}, {"emperor"}),
        (CONCISE, {"emperor": 0, "guard": 0}, {"guard"}),
        (CONCISE, {"emperor": 0, "guard": -1}, {"guard"}),
        (CONCISE, {"emperor": 0, "guard": 7}, {"guard"}),
        (CONCISE, {"emperor": 0, "guard": 1, "open": True}, {"open"}),
        (CONCISE, {"emperor": 0, "guard": 1, "multiplier": 4}, {"multiplier"}),
        (CONCISE, {"emperor": 0, "guard": 1, "multiplier": 0}, {"multiplier"}),
        (CONCISE, {"emperor": 0, "guard": 1, "multiplier": 10**30}, {"multiplier"}),
        (CONCISE, {"emperor": 0, "open": True, "multiplier": 2}, {"multiplier"}),
        (CLASSIC, {"emperor": 0, "multiplier": 2}, {"multiplier"}),
        (STACKED, {"emperor": 0, "multiplier": 4}, {"multiplier"}),
        (CONCISE, {"emperor": 0, "guard": 1, "hands": ("S6 w/4", "77", "88", "99", "TT")}, {"guard"}),
        (CONCISE, {"emperor": 0, "guard": 1, "hands": ("", "", "88", "99", "TT"), "finished": [0, 1], "to_move": 2},
         {"phase"}),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(game: pf.ClimbingGame, changes: dict[str, Any], where: set[str]) -> None:
    with pytest.raises(pf.RulesError) as caught:
        game.setup(**({"hands": HANDS} | changes))
    assert places(caught) == where


def test_every_fault_at_once() -> None:
    with pytest.raises(pf.RulesError) as caught:
        DADAA.setup(hands=HANDS, sides=[9], to_move=9, table="56", table_by=7, finished=[8], big_suit="X")
    assert places(caught) >= {"sides", "to_move", "table_by", "finished", "big_suit"}
    with pytest.raises(pf.RulesError) as caught:
        CONCISE.setup(hands=HANDS, to_move=9, emperor=7, guard=7, multiplier=9, finished=[0])
    assert places(caught) >= {"to_move", "emperor", "finished"}
    with pytest.raises(pf.RulesError) as caught:
        CONCISE.setup(hands=HANDS, to_move=9, emperor=0, guard=0, multiplier=9, table="67", table_by=1)
    assert places(caught) >= {"to_move", "guard", "multiplier"}
    with pytest.raises(pf.RulesError) as caught:
        DADAA.setup(hands=("66", "", "6" * 7, "99", "TT"), sides=[0, 1], declarer=2, to_move=7, open=True)
    assert places(caught) >= {"hands", "to_move"}


@pytest.mark.parametrize("game", [DADAA, CONCISE], ids=NAMES)
@pytest.mark.parametrize(
    "changes",
    [
        {"hands": "66"},
        {"hands": 5},
        {"hands": [1, 2, 3, 4, 5]},
        {"hands": None},
        {"to_move": "0"},
        {"to_move": 1.5},
        {"to_move": None},
        {"to_move": True},
        {"table": 3, "table_by": 1},
        {"table_by": "1"},
        {"finished": 3},
        {"finished": "3"},
        {"finished": ["3"]},
        {"finished": [None]},
        {"sides": 0},
        {"sides": "01"},
        {"sides": [True]},
        {"declarer": "0"},
        {"big_suit": 1},
        {"big_suit": None},
        {"exposed": 1},
        {"exposed": None},
        {"open": "yes"},
        {"emperor": "0"},
        {"guard": 1.0},
        {"multiplier": "2"},
        {"multiplier": 2.0},
        {"nothing": 1},
    ],
    ids=str,
)
def test_setups_of_wrong_types(game: pf.ClimbingGame, changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        game.setup(**({"hands": HANDS, "sides": [0], "emperor": 0} | changes))


@pytest.mark.parametrize("first", ["6x", "6/2", [500], "6" * 17, "***", "S6/5", "S6/1 S6/1", "S6 7"])
@pytest.mark.parametrize("game", [DADAA, CONCISE], ids=NAMES)
def test_cards_that_are_none(game: pf.ClimbingGame, first: Any) -> None:
    with pytest.raises(pf.NotationError):
        game.setup(hands=[first, *HANDS[1:]], sides=[0], emperor=0)


# ---- starts


@pytest.mark.parametrize(
    ("game", "arguments", "faults"),
    [
        (DADAA, {"seed": -1}, ["seed"]),
        (DADAA, {"seed": 2**64, "last_winner": 5}, ["seed", "last_winner"]),
        (DADAA, {"seed": 1, "last_winner": -1}, ["last_winner"]),
        (DADAA, {"seed": 1, "last_winner": 10**30}, ["last_winner"]),
        (DADAA, {"seed": 1, "first": 0}, ["first"]),
        (DADAA, {"seed": 1, "first": -1}, ["first"]),
        (DADAA, {"seed": 1, "beans": [1, 2, 3]}, ["beans"]),
        (DADAA, {"seed": 1, "start": "reveal"}, ["start"]),
        (pf.load_game("dadaa", first_draw="random"), {"seed": 1, "last_winner": 0}, ["last_winner"]),
        (CONCISE, {"seed": 1, "first": 5}, ["first"]),
        (CONCISE, {"seed": 1, "first": -1}, ["first"]),
        (CONCISE, {"seed": 1, "last_winner": 0}, ["last_winner"]),
        (CONCISE, {"seed": 1, "last_winner": -1}, ["last_winner"]),
        (CONCISE, {"seed": 1, "beans": [1] * 5}, ["beans"]),
        (DADAA, {"seed": -1, "start": "x", "first": 9, "last_winner": 9, "beans": [5]},
         ["seed", "start", "first", "beans", "last_winner"]),
        (CONCISE, {"seed": -1, "start": "x", "first": 9, "last_winner": 9, "beans": [5]},
         ["seed", "start", "first", "beans", "last_winner"]),
    ],
)  # fmt: skip
def test_starts_that_are_refused(game: pf.ClimbingGame, arguments: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(pf.RulesError) as caught:
        game.new_game(**arguments)
    assert sorted(where for where, _ in caught.value.faults) == sorted(faults)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"seed": "1"}, {"seed": True}, {"seed": 1, "last_winner": "0"}, {"seed": 1, "last_winner": True},
     {"seed": 1, "first": 1.0}, {"seed": 1, "start": None}, {"seed": 1, "beans": "333"}, {"seed": 1, "dealer": 0}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("game", [DADAA, CONCISE], ids=NAMES)
def test_starts_of_wrong_types(game: pf.ClimbingGame, arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        game.new_game(**arguments)


# ---- forged snapshots

#: One position of each phase by game and rule set, and one more of play.
POSITIONS: list[tuple[str, pf.State]] = []
for _name in NAMES:
    for _variant in range(len(VARIANTS[_name])):
        _seen: dict[str, int] = {}
        for _state in samples(_name, _variant, range(1)):
            _seen[_state.phase] = _seen.get(_state.phase, 0) + 1
            if _seen[_state.phase] == 1 or (_state.phase == "play" and _seen["play"] == 9):
                POSITIONS.append((f"{_name} {_variant} {_state.phase} {_seen[_state.phase]}", _state))
every_position = pytest.mark.parametrize("position", [p[1] for p in POSITIONS], ids=[p[0] for p in POSITIONS])
VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 15, 16, 31, 32, 53, 54, 107, 108, 255)


def attempt(document: Any, seed: int, play: bool = True) -> bool:
    """Whether a document is a position, which then must be one that can be looked at, and played if asked for."""
    try:
        state = pf.State.from_json(json.dumps(document))
    except pf.SnapshotError as error:
        assert 0 < len(str(error)) < 3000
        return False
    if play:
        playable(state, seed)
    else:
        assert pf.State.from_bytes(state.to_bytes()) == state
        assert state.count_legal() == len([*state.legal_actions()]) and state.is_over is (state.seat is None)
    return True


@every_position
def test_every_number_forged(position: pf.State) -> None:
    """Each number of a position set to each value that means something somewhere."""
    document = json.loads(position.to_json())
    fields = document["state"]
    tried = accepted = 0
    for name in fields:
        if name in ("seed", "game", "order") or isinstance(fields[name], str) or name == "held":
            continue
        several = isinstance(fields[name], list)
        for place in range(len(fields[name]) if several else 1):
            for value in VALUES:
                forged = {**fields, name: value}
                if several:
                    forged[name] = [value if i == place else old for i, old in enumerate(fields[name])]
                if forged != fields:
                    tried += 1
                    accepted += attempt({**document, "state": forged}, value, play=tried % 3 == 0)
    assert tried > 300 and accepted < 0.3 * tried


@every_position
def test_cards_forged(position: pf.State) -> None:
    """Cards moved, doubled, dropped and added."""
    document = json.loads(position.to_json())
    rng = random.Random(len(document["state"]["held"][0]))
    for number in range(60):
        fields = json.loads(json.dumps(document["state"]))
        piles = [name for name in ("table_ids", "carried") if name in fields]
        cards = [hand.split() for hand in fields["held"]]
        one, two = rng.sample(range(5), 2)
        form = rng.randrange(6)
        if form == 0 and cards[one]:
            cards[two].append(cards[one].pop(rng.randrange(len(cards[one]))))
        elif form == 1 and cards[one]:
            cards[two].append(rng.choice(cards[one]))
        elif form == 2 and cards[one]:
            cards[one].pop(rng.randrange(len(cards[one])))
        elif form == 3:
            cards[one].append(rng.choice(["S3", "HA", "HA/2", "S3/4", "w/3", "W/4", "C6/2", "S8/2"]))
        elif form == 4 and cards[one] and cards[two]:
            i, j = rng.randrange(len(cards[one])), rng.randrange(len(cards[two]))
            cards[one][i], cards[two][j] = cards[two][j], cards[one][i]
        else:
            name = rng.choice(piles)
            fields[name] = rng.choice(["", "S7", "S7 S7/2", "W", "W w", "HA", "S9 H9 D9", *fields["held"]])
        fields["held"] = [" ".join(hand) for hand in cards]
        attempt({**document, "state": fields}, number)


@every_position
def test_arrival_forged(position: pf.State) -> None:
    document = json.loads(position.to_json())
    order = document["state"].get("order")
    if order is None:
        assert position.game.name == "baohuang"
        return
    rng = random.Random(1)
    for _ in range(12):
        forged = list(order)
        if any(order):
            i, j = rng.sample(range(108), 2)
            forged[i], forged[j] = rng.choice([(forged[j], forged[i]), (rng.choice([0, 107, 108, 255]), forged[j])])
        else:
            forged[rng.randrange(108)] = rng.randrange(1, 256)
        if forged != order:
            attempt({**document, "state": {**document["state"], "order": forged}}, 1)
    for wrong in ([], order[:-1], [*order, 0], "order", [256] * 108, [-1] * 108):
        assert not attempt({**document, "state": {**document["state"], "order": wrong}}, 1)


@every_position
def test_bytes_forged(position: pf.State) -> None:
    """Each byte behind the options set to another value, with a checksum that fits."""
    data = position.to_bytes()
    start = 4 + 2 + len(position.game.name) + 2 + 8 * len(position.game.options)
    rng = random.Random(len(data))
    accepted = 0
    for place in range(start, len(data) - 4):
        changed = bytearray(data)
        changed[place] = rng.choice(
            [v for v in (0, 1, 2, 3, 4, 5, 127, 128, 255, rng.randrange(256)) if v != data[place]]
        )
        changed[-4:] = struct.pack("<I", zlib.crc32(bytes(changed[:-4])))
        try:
            state = pf.State.from_bytes(bytes(changed))
        except pf.SnapshotError:
            continue
        accepted += 1
        playable(state, place)
    assert accepted < 0.7 * len(data)


@pytest.mark.parametrize("name", NAMES)
def test_options_of_a_snapshot(name: str) -> None:
    """Every option number out of its range; rules under which the position cannot occur."""
    state = pf.load_game(name).new_game(seed=1)
    infos = state.game.describe()
    for number, info in enumerate(infos):
        most = len(info.names) - 1 if info.names else 1
        for value in (-1, most + 1, 1 << 40, -(1 << 62)):
            data = bytearray(state.to_bytes())
            struct.pack_into("<q", data, 4 + 2 + len(name) + 2 + 8 * number, value)
            data[-4:] = struct.pack("<I", zlib.crc32(bytes(data[:-4])))
            with pytest.raises(pf.SnapshotError, match="options"):
                pf.State.from_bytes(bytes(data))


@pytest.mark.parametrize(
    ("name", "options", "phase", "changed"),
    [
        ("baohuang", {"qiangdu": True}, "claim", {"qiangdu": False}),
        ("baohuang", {"mode": "classic"}, "name", {"mode": "concise"}),
        ("baohuang", {}, "revolt", {"mode": "classic"}),
        ("baohuang", {}, "throne", {"pack": "216"}),
        ("baohuang", {"pack": "216"}, "throne", {"pack": "168"}),
        ("dadaa", {"counter_double_ace": True}, "counter", {"counter_double_ace": False}),
    ],
)
def test_phases_that_the_options_do_not_have(
    name: str, options: dict[str, Any], phase: str, changed: dict[str, Any]
) -> None:
    state = pf.load_game(name, **options).new_game(seed=0)
    while state.phase != phase:
        state.apply_index(0 if state.phase == "throne" else state.count_legal() - 1)
    document = json.loads(state.to_json())
    assert pf.State.from_json(json.dumps(document)) == state
    document["options"] |= changed
    with pytest.raises(pf.SnapshotError):
        pf.State.from_json(json.dumps(document))
