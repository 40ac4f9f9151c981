"""Whole deals of trick-taking games: action texts and copies of cards, starts, positions from outside, records, views,
and what errors say. The promises every game keeps are in tests/contract, right and wrong plays in tests/diff."""

from __future__ import annotations

import json
import pickle
import random
from itertools import islice
from typing import Any

import pytest

import pokerfast as pf

pytestmark = pytest.mark.arch

TWO = pf.load_game("shengji")
THREE = pf.load_game("shengji", decks=3)
WHIST = pf.load_game("whist")


def setup(*hands: str, game: pf.TrickGame = TWO, **more: Any) -> pf.TrickState:
    given: dict[str, Any] = {"trump": "S", "level": "T", "kitty": ""} | more
    return game.setup(hands=hands, **given)


SMALL = ("H5 H5 S3 S4", "H6 H7 S5 S6", "C3 C4 C5 C6", "D3 D4 D5 D6")


def texts(state: pf.State, most: int | None = None) -> list[str]:
    return [str(action) for action in islice(state.legal_actions(), most)]


# ---- copies of cards


def test_a_play_by_kind_takes_the_lowest_copies() -> None:
    state = setup("H5/2 H5/1 S3 S4", *SMALL[1:])
    assert state.hands[0].ids == pf.SuitedHand("H5/1 H5/2 S3/1 S4/1").ids
    state.apply("H5")
    assert state.history[0].ids == pf.SuitedHand("H5/1").ids and str(state.history[0]) == "H5"
    assert state.hands[0].ids == pf.SuitedHand("H5/2 S3/1 S4/1").ids


def test_other_copies_are_marked() -> None:
    for play in ("H5/2", pf.SuitedHand("H5/2"), [54 + 13 + 3]):
        state = setup("H5/2 H5/1 S3 S4", *SMALL[1:])
        state.apply(play)
        action = state.history[0]
        assert str(action) == "H5/2" and action.ids == (70,) and action.cards == "H5"
        assert state.hands[0].ids == pf.SuitedHand("H5/1 S3/1 S4/1").ids
        assert state.trick == ("H5",) and state.table == "H5"
        again = pf.replay(state.to_record())
        assert again == state and again.history == state.history
        assert pickle.loads(pickle.dumps(action)) == action


def test_marks_only_where_they_are_needed() -> None:
    """Three copies, of which two go: only those kinds are marked whose lowest copies stay."""
    hands = ("H5/1 H5/2 H5/3 H6/2 H6/3", "D3 D4 D5 D6 D7", "C3 C4 C5 C6 C7", "D8 D9 DJ DQ DK")
    for play, text in (
        ("H5 H5 H6", "H6 H5 H5"),
        ("H5/1 H5/2 H6/2", "H6 H5 H5"),
        ("H5/1 H5/3 H6", "H6 H5/1 H5/3"),
        ("H5/3 H5 H6/3", "H6/3 H5/1 H5/3"),
        ("H5/3 H6/2", "H6 H5/3"),
        ("H5 H5/1 H5/2 H6 H6", "H6 H6 H5 H5 H5"),
    ):
        state = setup(*hands, game=THREE)
        other = state.clone()
        state.apply(play)
        assert str(state.history[0]) == text
        other.apply(text)
        assert other == state and other.history == state.history
        assert pf.replay(state.to_record()) == state


def test_copies_that_are_not_held() -> None:
    state = setup("H5/2 S3 S4 S7", *SMALL[1:])
    assert state.check("H5").code == state.check("H5/2").code == "ok"
    for text in ("H5/1", "H5/2 H5", "H5 H5", "H5/1 H5/2"):
        assert state.check(text).code == "not_held", text
        with pytest.raises(pf.IllegalActionError):
            state.apply(text)
    assert state.check("H5/3").code == "notation"
    assert state.check([17 - 1]).code == "not_held" and state.check([70]).code == "ok"


def test_ways_to_name_cards() -> None:
    for play in (
        "H5 H5",
        "♥5♥5",
        "红桃5 红桃5",
        "h5,h5",
        pf.SuitedHand("H5 H5"),
        [16, 70],
        (70, 16),
        range(16, 71, 54),
    ):
        state = setup("H5 H5 S3 S4", *SMALL[1:])
        assert state.check(play)
        state.apply(play)
        assert state.table == "H5 H5" and str(state.history[-1]) == "H5 H5"
    state = setup("H5 H6 S3 S4", *SMALL[1:2], "C3 C4 C5 C6", "D3 D4 D5 D6")
    state.apply(pf.Hand("H5"))
    assert state.table == "H5"


def test_random_copies_come_back_from_records() -> None:
    rng = random.Random(2)
    for game in (TWO, THREE, pf.load_game("shengji", preset="chaodipi")):
        state = game.new_game(seed=5, dealer=2)
        marked = 0
        while not state.is_over:
            action = state.legal_actions()[rng.randrange(state.count_legal())]
            if action.kind in ("play", "bury"):
                held = list(state.hands[state.seat or 0].ids or ())
                rng.shuffle(held)
                ids = []
                for card in action.ids:
                    twin = next(other for other in held if other % 54 == card % 54 and other not in ids)
                    ids.append(twin)
                if action.kind == "play":
                    state.apply(ids)
                else:
                    state.apply("bury " + " ".join(pf.SuitedHand([card]).cards + f"/{card // 54 + 1}" for card in ids))
                assert sorted(state.history[-1].ids) == sorted(ids)
                marked += "/" in str(state.history[-1])
            else:
                state.apply(action)
        again = pf.replay(state.to_record())
        assert again == state and again.history == state.history and marked > 5
        assert [str(action) for action in again.history] == [str(action) for action in state.history]


# ---- words


def declaring(word: str = "declare") -> pf.TrickState:
    """A deal at its first question."""
    state = TWO.new_game(seed=3, dealer=0)
    assert state.phase == word
    return state


def test_declaring() -> None:
    state = declaring()
    seat = state.seat
    offered = texts(state)
    assert offered[-1] == "no" and all(text.startswith("declare ") for text in offered[:-1])
    assert state.trump is None and state.declarer is None and state.level == "2" and state.levels == ("2", "2")
    card = offered[0].split()[1]
    assert state.check(f"亮 {card}") and state.check("不亮") and state.check(f"反主{card}")
    state.apply(offered[0])
    assert state.declarer == seat and state.trump == card[0]
    assert state.history[0].kind == "declare" and state.history[0].cards == card
    assert pf.SuitedHand(state.hands[seat or 0]).cards.split().count(card) == 1  # shown cards stay in the hand


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("declare H3", "not_held"),
        ("rob H2", "wrong_phase"),
        ("bury H2", "wrong_phase"),
        ("H2", "wrong_phase"),
        ("pass", "wrong_phase"),
        ("call", "wrong_phase"),
        ("declare", "notation"),
        ("declare 2", "notation"),
        ("declare H2/4", "notation"),
        ("2", "notation"),
    ],
)
def test_refused_while_declaring(text: str, code: str) -> None:
    state = declaring()
    answer = state.check(text)
    assert answer.code == code and answer.suggestion == texts(state)[0]
    with pytest.raises(pf.PokerfastError) as caught:
        state.apply(text)
    assert caught.value.code == code  # type: ignore[attr-defined]
    assert isinstance(caught.value, pf.PhaseError) is (code == "wrong_phase")
    assert isinstance(caught.value, pf.NotationError) is (code == "notation")


def burying(game: pf.TrickGame = TWO, seed: int = 3) -> pf.TrickState:
    state = game.new_game(seed=seed, dealer=0)
    while state.phase == "declare":
        state.apply("no")
    return state


def test_burying() -> None:
    state = burying()
    assert (state.phase, state.seat, state.trump, state.count_legal()) == ("bury", 0, "NT", len(state.legal_actions()))
    assert len(state.hands[0]) == 33 and not state.kitty
    held = state.hands[0].cards.split()
    text = "bury " + " ".join(held[:8])
    assert state.check(text) and state.check("扣底 " + " ".join(held[-8:]))
    assert state.check("bury " + " ".join(held[:7])).code == "wrong_size"
    assert state.check("bury S2 S2 S2").code == "notation"
    assert state.check("no").code == "wrong_phase"
    assert state.check(" ".join(held[:8])).code == "wrong_phase"
    state.apply(text)
    assert (state.phase, state.seat, state.kitty.cards) == ("play", 0, " ".join(held[:8]))
    assert str(state.history[-1]) == text and state.history[-1].cards == state.kitty.cards
    state.undo()
    assert state.phase == "bury" and not state.kitty


def test_a_limit_on_buried_points() -> None:
    state = burying(pf.load_game("shengji", preset="one_deck", kitty_points_max=5))
    points = [card for card in state.hands[0].cards.split() if card[1:] in ("5", "T", "K")]
    others = [card for card in state.hands[0].cards.split() if card not in points]
    assert len(points) >= 2
    answer = state.check("bury " + " ".join(points[:2] + others[:4]))
    assert answer.code == "too_many_points" and answer.suggestion is not None and state.check(answer.suggestion)


def test_robbing() -> None:
    """反底: seats that hold a pair of level cards or jokers are asked."""
    game = pf.load_game("shengji", preset="chaodipi")
    asked = 0
    for seed in range(12):
        state = burying(game, seed)
        state.apply_index(0)
        while state.phase == "rob":
            asked += 1
            offered = texts(state)
            assert offered[-1] == "no" and all(text.startswith("rob ") for text in offered[:-1])
            assert state.check(offered[0].replace("rob", "反底")) and state.check("不反")
            assert state.check("rob H3 H3").code in ("no_declaration", "not_held")
            before, seat = state.stake, state.seat
            state.apply(offered[0])
            assert (state.phase, state.seat, state.stake) == ("bury", seat, 2 * before)
            card = offered[0].split()[1]
            assert state.trump == ("NT" if card in "wW" else card[0])
            state.apply_index(0)
    assert asked > 3


def test_leading_and_following() -> None:
    state = setup("H5 H5 S3 S4", "H6 H6 S5 S6", "C3 C4 C5 C6", "D3 D4 D5 D6")
    assert state.check("H5 S3").code == "two_groups"
    state.apply("H5 H5")
    assert (state.seat, state.leader, state.trick, state.table) == (1, 0, ("H5 H5",), "H5 H5")
    assert state.check("H6 S5").code == "must_follow" and state.check("S5 S6").code == "must_follow"
    assert state.check("H6").code == "wrong_size"
    assert texts(state) == ["H6 H6"]
    for play in ("H6 H6", "C3 C4", "D3 D4"):
        state.apply(play)
    assert (state.seat, state.leader, state.trick, state.table) == (1, 1, (), "")
    assert state.tricks == (0, 1) and state.points == 10
    none = setup(*SMALL, game=pf.load_game("shengji", throws="none"))
    assert none.check("S3 S4").code == "no_throw"
    certain = setup(*SMALL, game=pf.load_game("shengji", throws="certain"))
    assert certain.check("S3 S4").code == "not_certain"


def test_a_failed_throw() -> None:
    game = pf.load_game("shengji", throw_penalty=10)
    state = setup("HK H9 S3 S4", "HA H6 S5 S6", "C3 C4 C5 C6", "D3 D4 D5 D6", game=game)
    state.apply("HK H9")
    assert state.trick == ("H9",) and state.hands[0].cards == "S4 S3 HK" and state.points == 10
    assert str(state.history[0]) == "HK H9"
    for viewer in (0, 1, None):
        assert [str(action) for _, action in state.view(viewer).history] == ["HK H9"]
        assert state.view(viewer).trick == ("H9",)
    assert pf.replay(state.to_record()) == state
    state.undo()
    assert state.points == 0 and len(state.hands[0]) == 4


def test_messages_name_the_position() -> None:
    state = setup(*SMALL)
    state.apply("H5 H5")
    with pytest.raises(pf.IllegalActionError) as caught:
        state.apply("S5 S6")
    assert caught.value.code == "must_follow"
    assert "seat 1 to follow H5 H5 with S6 S5 H7 H6" in str(caught.value)
    with pytest.raises(pf.NotationError) as wrong:
        state.apply("H6 X")
    assert wrong.value.position == 3
    with pytest.raises(pf.NotationError) as wrong:
        state.apply("bury H6 X")
    assert wrong.value.position == 8
    assert repr(state).startswith("<State of shengji: phase play, seat 1 to follow H5 H5")


def test_readings_and_other_families() -> None:
    state = setup(*SMALL)
    assert state.check("pair:H5 H5").code == "notation"
    with pytest.raises(TypeError):
        state.apply(pf.PASS)
    with pytest.raises(pf.NotationError):
        state.apply(pf.Hand("5"))
    climbing = pf.load_game("doudizhu").setup(hands=["S3 H3", "44"])
    for action in state.legal_actions():
        with pytest.raises((pf.PokerfastError, TypeError)):
            climbing.apply(action)


# ---- starts


def test_new_game() -> None:
    state = TWO.new_game(seed=7)
    assert state == TWO.new_game(seed=7) != TWO.new_game(seed=8)
    assert state.dealer is None and state.phase == "declare"
    later = TWO.new_game(seed=7, dealer=3, levels=("K", "10"))
    assert (later.dealer, later.level, later.levels) == (3, "T", ("K", "T"))
    assert TWO.new_game(seed=7, levels=("5", "5")).level == "5"
    quick = TWO.new_game(seed=7, dealer=2, levels=("K", "5"), start="play")
    assert (quick.phase, quick.seat, quick.dealer, quick.level) == ("play", 2, 2, "K")
    assert [len(hand) for hand in quick.hands] == [25] * 4 and len(quick.kitty) == 8
    cards = sorted(card for pile in (*quick.hands, quick.kitty) for card in pile.ids or ())
    assert cards == list(range(108))


def test_whist_starts_with_the_cards() -> None:
    state = WHIST.new_game(seed=1, dealer=2)
    assert (state.phase, state.seat, state.level, state.levels) == ("play", 3, None, None)
    assert state.turned.cards in state.hands[2].cards and state.trump == state.turned.cards[0]
    assert state == WHIST.new_game(seed=1, dealer=2, start="play")
    assert WHIST.new_game(seed=1).dealer in range(4)
    assert pf.load_game("whist", trump="NT").new_game(seed=1).trump == "NT"


@pytest.mark.parametrize(
    ("game", "arguments", "faults"),
    [
        (TWO, {"seed": -1}, ["seed"]),
        (TWO, {"seed": 2**64}, ["seed"]),
        (TWO, {"seed": 1, "dealer": 4}, ["dealer"]),
        (TWO, {"seed": 1, "dealer": -1}, ["dealer"]),
        (TWO, {"seed": 1, "dealer": 10**30}, ["dealer"]),
        (TWO, {"seed": 1, "levels": ("2",)}, ["levels"]),
        (TWO, {"seed": 1, "levels": ("2", "3")}, ["levels"]),
        (TWO, {"seed": 1, "dealer": 1, "levels": ("1", "w")}, ["levels", "levels"]),
        (TWO, {"seed": -1, "dealer": 9, "levels": ("X", "2"), "start": "x"}, ["seed", "start", "levels", "dealer"]),
        (WHIST, {"seed": 1, "levels": ("2", "2")}, ["levels"]),
        (WHIST, {"seed": 1, "dealer": 5}, ["dealer"]),
        (TWO, {"seed": 1, "first": 0}, ["first"]),
        (TWO, {"seed": 1, "first": 9, "dealer": 4}, ["dealer", "first"]),
        (WHIST, {"seed": 1, "first": 3}, ["first"]),
    ],
)
def test_starts_that_are_refused(game: pf.TrickGame, arguments: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(pf.RulesError) as caught:
        game.new_game(**arguments)
    assert [where for where, _ in caught.value.faults] == faults


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"seed": "1"},
        {"seed": 1.0},
        {"seed": True},
        {"seed": 1, "dealer": "0"},
        {"seed": 1, "levels": "22"},
        {"seed": 1, "levels": 2},
        {"seed": 1, "levels": (2, 2)},
        {"seed": 1, "start": 1},
        {"seed": 1, "first": "0"},
        {"seed": 1, "first": 1.0},
        {"seed": 1, "first": True},
        {"seed": 1, "bid": 60},
    ],
)
def test_starts_of_wrong_types(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        TWO.new_game(**arguments)


def test_starts_stand_in_records() -> None:
    for game, arguments in (
        (TWO, {"seed": 7}),
        (TWO, {"seed": 2**64 - 1, "dealer": 3}),
        (TWO, {"seed": 7, "dealer": 1, "levels": ("K", "T")}),
        (TWO, {"seed": 7, "levels": ("5", "5")}),
        (TWO, {"seed": 7, "dealer": 1, "levels": ("K", "T"), "start": "play"}),
        (WHIST, {"seed": 7}),
        (WHIST, {"seed": 7, "dealer": 0}),
    ):
        state = game.new_game(**arguments)
        head = dict(line.split(": ", 1) for line in state.to_record().split("\n\n")[0].splitlines()[1:])
        told = {key: json.loads(head[key]) for key in head if key not in ("game", "options")}
        assert told == json.loads(json.dumps(arguments))
        assert pf.replay(state.to_record()) == state


# ---- positions from outside


def test_setup() -> None:
    state = TWO.setup(
        hands=["H5 S3", "H6 S5", "C3 C4", "D3"],
        to_move=0,
        trick=["D4"],
        trump="NT",
        level="10",
        dealer=1,
        kitty="CK CK",
        points=25,
    )
    assert (state.phase, state.seat, state.leader, state.trick) == ("play", 0, 3, ("D4",))
    assert (state.trump, state.level, state.dealer, state.points, state.stake) == ("NT", "T", 1, 25, 1)
    assert state.kitty.cards == "CK CK" and state.history == ()
    assert state.levels == ("T", "T")
    state.apply("H5")
    assert pf.State.from_json(state.to_json()) == state == pf.State.from_bytes(state.to_bytes())
    whist = WHIST.setup(hands=["HA S3", "H3 S4", "H4 S5", "H6 S6"], to_move=2, trump="♠")
    for play in ("H4", "H6", "HA", "H3", "S3", "S4", "S5", "S6"):
        whist.apply(play)
    assert whist.is_over and whist.tricks == (1, 1)


def test_setup_places_copies() -> None:
    state = setup("H5/2", "H5", "C3 ", "D3/2", kitty="D3")
    assert state.hands[0].ids == pf.SuitedHand("H5/2").ids and state.hands[1].ids == pf.SuitedHand("H5/1").ids
    assert state.hands[3].ids == pf.SuitedHand("D3/2").ids and state.kitty.ids == pf.SuitedHand("D3/1").ids
    mixed = setup("H5/2 H5 S3", "C3 C3 S3/2", "C4 C5 C6", "D3 D4 D5")
    assert mixed.hands[0].ids == pf.SuitedHand("H5/1 H5/2 S3/1").ids
    again = TWO.setup(hands=mixed.hands, trump="S", level="T")
    assert again == mixed


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"to_move": 4}, "to_move"),
        ({"to_move": -1}, "to_move"),
        ({"dealer": 4}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"trump": "X"}, "trump"),
        ({"level": "Z"}, "level"),
        ({"level": None}, "level"),
        ({"points": -1}, "points"),
        ({"points": 10**30}, "points"),
        ({"hands": SMALL[:3]}, "hands"),
        ({"hands": [*SMALL, "H8"]}, "hands"),
        ({"hands": ["H5 H5 S3", *SMALL[1:]]}, "hand"),
        ({"hands": ["H5 H6/1 H6/2 H7", *SMALL[1:]]}, "hands"),
        ({"hands": ["H5/1 H8 H9 HJ", "H5/1 H6 H7 HQ", *SMALL[2:]]}, "hands"),
        ({"trick": ["H8", "H9", "HJ", "HQ"]}, "trick"),
        ({"trick": ["H5 H5 H8"]}, "trick"),
    ],
)
def test_positions_that_cannot_be(changes: dict[str, Any], where: str) -> None:
    arguments: dict[str, Any] = {"hands": SMALL, "trump": "S", "level": "T"} | changes
    with pytest.raises((pf.RulesError, pf.NotationError)) as caught:
        TWO.setup(**arguments)
    if isinstance(caught.value, pf.RulesError):
        assert where in [where for where, _ in caught.value.faults]


def test_all_faults_of_a_setup_at_once() -> None:
    with pytest.raises(pf.RulesError) as caught:
        TWO.setup(hands=SMALL, trump="X", level="1", to_move=9, dealer=7, points=-5)
    assert [where for where, _ in caught.value.faults] == ["to_move", "dealer", "trump", "level", "points"]
    with pytest.raises(pf.RulesError):
        WHIST.setup(hands=["H3"] * 4, trump="S")
    with pytest.raises(pf.RulesError, match="level"):
        WHIST.setup(hands=["H3", "H4", "H5", "H6"], trump="S", level="T")


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": "H5"},
        {"hands": 5},
        {"hands": [1, 2, 3, 4]},
        {"trick": "H5"},
        {"trick": None},
        {"trump": None},
        {"trump": 0},
        {"level": 10},
        {"to_move": "0"},
        {"to_move": 1.5},
        {"dealer": "1"},
        {"points": "5"},
        {"kitty": None},
    ],
)
def test_setups_of_wrong_types(changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        TWO.setup(**({"hands": SMALL, "trump": "S", "level": "T"} | changes))


# ---- JSON


def test_json_shows_copies() -> None:
    state = setup("H5 H5 S3 S4", *SMALL[1:])
    fields = json.loads(state.to_json())["state"]
    assert fields["hand"][0] == "S4 S3 H5 H5/2"
    assert json.loads(WHIST.new_game(seed=1).to_json())["state"]["hand"][0].count("/") == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hand", ["5", "", "", ""]),
        ("hand", ["H5/4", "", "", ""]),
        ("hand", ["H5 H5", "", "", ""]),
        ("hand", "H5"),
        ("hand", [5, "", "", ""]),
        ("kitty", 3),
        ("kitty", ["H5"]),
        ("trump", 9),
        ("level", 13),
        ("turn", 4),
        ("phase", 9),
        ("stake", 0),
        ("points", -1),
        ("order", []),
    ],
)
def test_json_that_is_no_position(name: str, value: object) -> None:
    record = json.loads(setup(*SMALL).to_json())
    record["state"][name] = value
    with pytest.raises(pf.SnapshotError):
        pf.State.from_json(json.dumps(record))


def test_snapshots_know_their_family() -> None:
    state = setup(*SMALL)
    assert type(pf.State.from_bytes(state.to_bytes())) is pf.TrickState
    assert type(pf.TrickState.from_json(state.to_json())) is pf.TrickState
    other = pf.load_game("doudizhu").new_game(seed=1)
    for kind, wrong in ((pf.ClimbingState, state), (pf.TrickState, other)):
        with pytest.raises(pf.SnapshotError, match="is no"):
            kind.from_bytes(wrong.to_bytes())
        with pytest.raises(pf.SnapshotError, match="is no"):
            kind.from_json(wrong.to_json())

    class Mine(pf.TrickState):
        """A caller's own."""

    assert type(Mine.from_bytes(state.to_bytes())) is Mine


# ---- the end


def test_returns_are_levels() -> None:
    """A deal of one trick: what the attackers make by it decides."""
    for kitty, points, expected in (
        ("", 0, 2.0),  # 5 points
        ("", 35, 1.0),
        ("", 75, -0.5),  # taken over without a level
        ("CK CK", 75, -1.0),  # 20 points, twice
    ):
        state = setup("H5", "H6", "C3", "D3", kitty=kitty, points=points)
        for play in ("H5", "H6", "C3", "D3"):
            state.apply(play)
        assert state.is_over and state.returns() == [expected, -expected] * 2
        assert state.points == points + 5 + 2 * 10 * len(kitty.split())
    state = setup("H7", "H6", "C3", "D3", kitty="CK CK")
    for play in ("H7", "H6", "C3", "D3"):
        state.apply(play)
    assert state.returns() == [3.0, -3.0] * 2 and state.points == 0


def test_stakes_multiply_returns() -> None:
    values = {}
    for stakes in (False, True):
        game = pf.load_game("shengji", preset="chaodipi", stakes=stakes)
        state = game.new_game(seed=0)
        rng = random.Random(1)
        while not state.is_over:
            state.apply_index(0 if state.phase in ("declare", "rob") else rng.randrange(state.count_legal()))
        assert state.stake > 1 and state.multiplier == state.stake
        values[stakes] = (state.returns(), state.stake)
    assert values[True][0] == [value * values[True][1] for value in values[False][0]]


def test_perft_and_simulate_take_every_game() -> None:
    for name in pf.list_games():
        game = pf.load_game(name)
        result = pf.simulate(game, games=20, seed=1)
        # 打大A counts a point a player, so that sides of two and three don't balance.
        assert result.games == 20 and (name == "dadaa" or abs(sum(result.mean_returns)) < 1e-9)
        assert sum(result.by_side.values()) == 20 and sum(result.counts.values()) > 0
    state = setup(*SMALL)
    assert pf.perft(state, 1) == state.count_legal()
    assert pf.perft(setup("H5", "H6", "C3", "D3"), 4) == 1
    with pytest.raises(TypeError):
        pf.simulate("shengji", games=1)  # type: ignore[arg-type]
