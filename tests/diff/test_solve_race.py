"""Open-hand endgames of 打大A and 保皇: the solver against looking at everything."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from tests.race_endgame_strategies import (
    END_OPTIONS,
    OPTION_CHANGES,
    RaceEnd,
    changed_ends,
    head_of,
    is_unit,
    late_state,
    race_ends,
    random_end,
    random_end_options,
    seen_by_reference,
)
from tests.race_strategies import GAMES, game_of
from tests.reference.dadaa_plays import Options as Dadaa
from tests.reference.race_endgame import PASS, TAKE, Judge, Place, TooLarge

every_game = pytest.mark.parametrize("name", GAMES)

#: Positions that the reference looks at before an example is given up.
MOST = 3_000
WINNERS = {1: "big_ace", 0: "draw", -1: "others"}
#: Positions that take some search.
HARD: dict[str, dict[str, Any]] = {
    "dadaa": {
        "hands": ["*4456778", "*999TJQK", "444558JJ", "66679TTA", "34477KKw"],
        "sides": (0, 1),
    },
    "baohuang": {
        "hands": ["667799JW", "88TTQA2w", "77JJKKW2", "6699AAww", "8QQK22TT"],
        "emperor": 0,
        "guard": 3,
    },
}


def text_of(judge: Judge, place: Place, move: pf.Combo) -> str:
    """A move as the reference writes it: fours that cannot beat the table take it."""
    if move == pf.PASS:
        return PASS
    legal = judge.race.legal(place)
    found = [text for text in (str(move.cards), TAKE + move.cards) if text in legal]
    assert len(found) == 1, (place, move)
    return found[0]


def move_value(end: RaceEnd, value: float, seat: int) -> float:
    """What a move of this seat is said to be worth: where only the winner counts, to his side."""
    return -value if is_unit(end.opt) and seat not in end.race.high else value


def judged(end: RaceEnd, most: int = MOST) -> tuple[Judge, float, dict[str, float]] | None:
    """The reference's value, and that of every move; None for a position too large for it."""
    judge = Judge(end.race, most)
    try:
        found = judge.value(end.place), judge.move_values(end.place)
    except TooLarge:
        return None
    judge.most = None
    return judge, *found


def best_of(end: RaceEnd, values: dict[str, float]) -> float:
    high = end.place.to_move in end.race.high
    return max(values.values()) if high else min(values.values())


def told(end: RaceEnd, sol: pf.Solution, value: float) -> None:
    """The value of the position, in the form that belongs to the kind of score."""
    assert sol.status == "solved"
    if is_unit(end.opt):
        assert sol.winner == WINNERS[int(value)], end
        assert (sol.value, sol.lower, sol.upper) == (None, None, None)
    else:
        assert sol.winner is None
        assert (sol.value, sol.lower, sol.upper) == (value, value, value), end


def walk(judge: Judge, end: RaceEnd, state: pf.ClimbingState, line: Sequence[pf.Combo], value: float) -> None:
    """A line is legal, keeps its value after every move of it, and ends with the deal."""
    place = end.place
    state = state.clone()
    assert line
    for number, move in enumerate(line):
        text = text_of(judge, place, move)
        state.apply(text)
        place = judge.race.after(place, text)
        assert judge.value(place) == value, (end, line, number)
        assert state.is_over == (number == len(line) - 1), (end, line, number)
    assert state.returns()[head_of(end.race)] == value


def compare(end: RaceEnd, lines: bool = True, state: pf.ClimbingState | None = None, **limits: Any) -> bool:
    """Value, moves and lines; False where the reference had to give up."""
    found = judged(end)
    if found is None:
        return False
    judge, value, values = found
    state = end.state if state is None else state
    before = state.to_bytes()
    sol = pf.solve(state, **limits)
    assert state.to_bytes() == before
    told(end, sol, value)
    legal = state.legal_actions()
    assert {str(action) for action in legal} == set(values)
    assert [each.move for each in sol.moves] == [action.combo for action in legal]
    expected = [move_value(end, values[str(action)], end.place.to_move) for action in legal]
    assert [each.value for each in sol.moves] == expected, end
    wanted = 1 if is_unit(end.opt) else value
    winning = [action.combo for action, found in zip(legal, expected, strict=True) if found == wanted]
    assert list(sol.winning_moves) == winning
    best = best_of(end, values)
    assert best == value
    assert values[text_of(judge, end.place, sol.best)] == best
    assert sol.nodes >= 0 and sol.seconds >= 0
    assert sol.line[0] == sol.best
    worth = {each.move: each.value for each in sol.moves}
    for each in sol.moves:
        assert each.line[0] == each.move
        assert each.move not in each.equals
        assert all(worth[move] == each.value for move in each.equals)
    if lines:
        walk(judge, end, state, sol.line, value)
        for each in sol.moves:
            walk(judge, end, state, each.line, values[text_of(judge, end.place, each.move)])
    return True


# ---- random positions


@every_game
@given(st.data())
def test_small_positions(name: str, data: st.DataObject) -> None:
    compare(data.draw(race_ends(name)))


@every_game
@given(st.data())
def test_tiny_positions(name: str, data: st.DataObject) -> None:
    compare(data.draw(race_ends(name, most=2, total=8)))


@every_game
@settings(max_examples=settings.default.max_examples // 2)
@given(st.data())
def test_longer_hands(name: str, data: st.DataObject) -> None:
    compare(data.draw(race_ends(name, most=7, total=16)))


@pytest.mark.arch
@every_game
@pytest.mark.parametrize("seed", range(4))
def test_seeded_positions(name: str, seed: int, big: bool) -> None:
    """Random options, hands and tables. In many the first moves differ, takes decide some, and all outcomes occur."""
    rng = random.Random(f"race {name} {seed}")
    seen: Counter[str] = Counter()
    for _ in range(4000 if big else 200):
        opt = random_end_options(rng, name)
        end = random_end(rng, opt, *rng.choice([(4, 11), (4, 14), (4, 16), (2, 10), (6, 12)]))
        found = judged(end)
        if found is None:
            continue
        compare(end, lines=rng.random() < 0.5)
        _, value, values = found
        seen["looked at"] += 1
        seen["decided"] += len(set(values.values())) > 1
        seen[f"sign {(value > 0) - (value < 0)}"] += 1
        seen["take"] += any(move.startswith(TAKE) for move in values)
        seen["best take"] += any(move.startswith(TAKE) and found == value for move, found in values.items())
    assert seen["looked at"] > 150 and seen["decided"] > 40
    assert min(seen["sign -1"], seen["sign 0"], seen["sign 1"]) > 10
    if name == "dadaa":
        assert seen["take"] > 10 and seen["best take"] > 4


@pytest.mark.parametrize(("option", "values", "others", "words"), OPTION_CHANGES)
def test_each_option(option: str, values: tuple[Any, Any], others: dict[str, Any], words: dict[str, Any]) -> None:
    """The same cards under two values of an option that are not worth the same."""
    ends = changed_ends(option, values, others, words)
    results = [judged(end) for end in ends]
    assert results[0] is not None and results[1] is not None
    assert results[0][1] != results[1][1]
    assert all(compare(end) for end in ends)


def test_options_that_change_values() -> None:
    """Those left out only say which positions there are."""
    assert {row[0] for row in OPTION_CHANGES} == {*END_OPTIONS["dadaa"], *END_OPTIONS["baohuang"]} - {
        "counter_double_ace",
        "mode",
        "qiangdu",
        "pack",
        "stack_doubles",
    }


# ---- limits


@every_game
@settings(max_examples=settings.default.max_examples // 3)
@given(st.data(), st.sampled_from([0, 1, 1000, 1 << 14, 1 << 20, 1 << 28, 1 << 36]))
def test_memory_changes_no_answer(name: str, data: st.DataObject, most: int) -> None:
    compare(data.draw(race_ends(name)), max_memory=most)


@every_game
def test_full_tables_change_no_answer(name: str, big: bool) -> None:
    """Positions beyond the reference, searched with tables that overflow; where that takes too long, nothing false."""
    rng = random.Random(f"memory {name}")
    overflowed = 0
    for _ in range(600 if big else 60):
        state = random_end(rng, random_end_options(rng, name), 7, 20).state
        roomy = pf.solve(state, max_nodes=60_000)
        if roomy.status == "unknown" or roomy.nodes < 1500:
            continue
        for most in (0, 1 << 12, 1 << 15):
            tight = pf.solve(state, max_memory=most, max_nodes=150_000)
            overflowed += tight.nodes > roomy.nodes
            if tight.status == "solved":
                assert (tight.winner, tight.value) == (roomy.winner, roomy.value)
                assert [each.value for each in tight.moves] == [each.value for each in roomy.moves]
                assert tight.winning_moves == roomy.winning_moves
            else:
                assert tight.winner in (None, roomy.winner)
                assert roomy.value is None or tight.lower <= roomy.value <= tight.upper
                for one, other in zip(tight.moves, roomy.moves, strict=True):
                    assert one.value in (None, other.value)
    assert overflowed > 3


@every_game
@settings(max_examples=settings.default.max_examples // 2)
@given(st.data())
def test_only_the_best(name: str, data: st.DataObject) -> None:
    """Without all moves: the same value, and one best move at least."""
    end = data.draw(race_ends(name))
    found = judged(end)
    if found is None:
        return
    judge, value, values = found
    state = end.state
    sol = pf.solve(state, all_moves=False)
    told(end, sol, value)
    assert values[text_of(judge, end.place, sol.best)] == value
    assert sol.best in [each.move for each in sol.moves]
    for each in sol.moves:
        exact = move_value(end, values[text_of(judge, end.place, each.move)], end.place.to_move)
        assert each.value is None or each.value == exact
    winning = [text_of(judge, end.place, move) for move in sol.winning_moves]
    assert len(set(winning)) == len(winning) and all(values[text] == value for text in winning)
    walk(judge, end, state, sol.line, value)


@every_game
@settings(max_examples=settings.default.max_examples // 2)
@given(st.data(), st.one_of(st.integers(0, 60), st.integers(0, 2000)), st.booleans())
def test_a_limit_of_nodes_gives_no_wrong_answer(name: str, data: st.DataObject, most: int, all_moves: bool) -> None:
    end = data.draw(race_ends(name, most=5, total=14))
    found = judged(end)
    if found is None:
        return
    judge, value, values = found
    sol = pf.solve(end.state, max_nodes=most, all_moves=all_moves)
    assert sol.nodes <= most
    if sol.status == "solved":
        told(end, sol, value)
        assert values[text_of(judge, end.place, sol.best)] == value
    else:
        # The value may be known while some of the moves are not.
        assert sol.status == "unknown"
        if is_unit(end.opt):
            assert sol.winner in (None, WINNERS[int(value)])
            assert (sol.value, sol.lower, sol.upper) == (None, None, None)
        else:
            assert sol.winner is None
            assert sol.lower <= value <= sol.upper
            assert sol.value == (value if sol.lower == sol.upper else None)
    for each in sol.moves:
        exact = move_value(end, values[text_of(judge, end.place, each.move)], end.place.to_move)
        assert each.value is None or each.value == exact
        if each.value is None:
            assert each.line == ()
    for move in sol.winning_moves:
        exact = values[text_of(judge, end.place, move)]
        assert move_value(end, exact, end.place.to_move) == 1 if is_unit(end.opt) else exact == value


@every_game
@pytest.mark.parametrize("options", [{}, {"score": "grassland"}], ids=["default", "scored"])
def test_a_search_that_is_cut_short_does_not_know(name: str, options: dict[str, Any]) -> None:
    if name == "baohuang":
        options = {"kao": True} if options else {}
    state = pf.load_game(name, **options).setup(**HARD[name])
    for limit in ({"max_nodes": 3}, {"max_nodes": 0}, {"max_seconds": 0.0}, {"max_nodes": 0, "max_memory": 0}):
        sol = pf.solve(state, **limit)  # type: ignore[arg-type]
        assert (sol.status, sol.winner, sol.value) == ("unknown", None, None)
        assert sol.winning_moves == ()
        assert all(each.value is None for each in sol.moves)
        if name == "dadaa" and not options:
            assert (sol.lower, sol.upper) == (None, None)
        else:
            assert sol.lower < sol.upper


@every_game
def test_the_same_answer_every_time(name: str) -> None:
    """Told of progress or not; the number of positions is part of it."""
    rng = random.Random(f"again {name}")
    for _ in range(12):
        state = random_end(rng, random_end_options(rng, name), 5, 14).state
        calls: list[int] = []
        first, second = pf.solve(state), pf.solve(state.clone(), progress=calls.append)
        assert first.moves == second.moves and first.line == second.line
        assert (first.best, first.value, first.winner, first.nodes) == (
            second.best,
            second.value,
            second.winner,
            second.nodes,
        )


class Stop(Exception):
    """Raised from a callback."""


@every_game
def test_progress_may_stop_it(name: str) -> None:
    def stop(nodes: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        pf.solve(pf.load_game(name).setup(**HARD[name]), progress=stop, max_seconds=20)


# ---- states


def real_end(rng: random.Random, name: str, cards: int) -> tuple[RaceEnd, pf.ClimbingState] | None:
    """A real deal near its end."""
    opt = random_end_options(rng, name)
    state = late_state(rng, opt, cards)
    if state is None:
        return None
    return RaceEnd(opt, {}, *seen_by_reference(state, opt)), state


@every_game
def test_real_deals_near_their_end(name: str, big: bool) -> None:
    """Dealt, played at random until few cards are left, then solved, and again after each move to the end."""
    rng = random.Random(f"deals {name}")
    asked, hidden, taken = 0, 0, 0
    for _ in range(600 if big else 40):
        found = real_end(rng, name, rng.choice([8, 10, 12]))
        if found is None:
            continue
        end, state = found
        while not state.is_over:
            asked += compare(end, lines=rng.random() < 0.2, state=state)
            hidden += any(end.place.hidden)
            action = rng.choice(state.legal_actions())
            taken += action.kind == "take"
            place = end.race.after(end.place, str(action))
            state.apply(action)
            end = end._replace(place=place)
        assert state.returns()[head_of(end.race)] == end.race.result(end.place.order)
    assert asked > 90
    if name == "dadaa":
        assert hidden > 0


@every_game
@settings(max_examples=settings.default.max_examples // 4)
@given(st.data())
def test_after_a_best_move_the_value_is_the_same(name: str, data: st.DataObject) -> None:
    end = data.draw(race_ends(name, most=6, total=16))
    if judged(end) is None:
        return
    state = end.state
    sol = pf.solve(state)
    text = text_of(Judge(end.race), end.place, sol.best)
    state.apply(text)
    if state.is_over:
        assert sol.line == (sol.best,)
        return
    then = pf.solve(state)
    assert (then.winner, then.value) == (sol.winner, sol.value)


# ---- what is no position


@every_game
def test_no_endgame_before_play(name: str) -> None:
    """Each phase before play is refused, and so is a deal that is over."""
    rng = random.Random(name)
    options: dict[str, Any] = {"counter_double_ace": True} if name == "dadaa" else {"mode": "classic", "qiangdu": True}
    state = pf.load_game(name, **options).new_game(seed=5)
    phases = set()
    while state.phase != "play":
        phases.add(state.phase)
        with pytest.raises(pf.PhaseError) as caught:
            pf.solve(state)
        assert len(str(caught.value)) > 8
        state.apply_index(rng.randrange(state.count_legal()))
    assert phases
    while not state.is_over:
        state.apply_index(0)
    with pytest.raises(pf.PhaseError) as caught:
        pf.solve(state)
    assert caught.value.code == "game_over"


def test_a_deal_that_somebody_has_left() -> None:
    state = pf.load_game("baohuang").setup(**HARD["baohuang"])
    state.administer(2, "quit")
    with pytest.raises(pf.PhaseError):
        pf.solve(state)


@every_game
@pytest.mark.parametrize(
    "limit", [{"max_nodes": -1}, {"max_seconds": -1.0}, {"max_seconds": float("nan")}, {"max_memory": -1}]
)
def test_limits_below_nothing(name: str, limit: dict[str, Any]) -> None:
    with pytest.raises(pf.RulesError, match=next(iter(limit))):
        pf.solve(pf.load_game(name).setup(**HARD[name]), **limit)


@every_game
@pytest.mark.parametrize(
    "limit", [{"max_nodes": "1"}, {"max_seconds": "1"}, {"max_memory": []}, {"progress": 1}, {"all_moves": 1}]
)
def test_limits_of_a_wrong_type(name: str, limit: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        pf.solve(pf.load_game(name).setup(**HARD[name]), **limit)


@every_game
def test_a_state_has_its_own_hands(name: str) -> None:
    state = pf.load_game(name).setup(**HARD[name])
    for words in ({"hands": HARD[name]["hands"]}, {"table": "7", "table_by": 1}, {"to_move": 1}):
        with pytest.raises(pf.RulesError):
            pf.solve(state, **words)


FIVE = ["7", "8", "9", "T", "J"]
NO_POSITION: list[tuple[str, dict[str, Any], type[Exception], str]] = [
    ("dadaa", {"hands": FIVE[:4], "sides": (0, 1)}, pf.RulesError, "hands"),
    ("dadaa", {"hands": ["7", "8", "", "T", "J"], "sides": (0, 1)}, pf.RulesError, "finished"),
    ("dadaa", {"hands": FIVE, "sides": (0, 1), "to_move": 5}, pf.RulesError, "to_move"),
    ("dadaa", {"hands": FIVE, "sides": (0, 1), "table": "78", "table_by": 1}, pf.RulesError, "table"),
    ("dadaa", {"hands": FIVE, "sides": (0, 1), "table": "7", "table_by": 0}, pf.RulesError, "table_by"),
    ("dadaa", {"hands": FIVE, "sides": (0, 1, 2)}, pf.RulesError, "sides"),
    ("dadaa", {"hands": ["*", "*", "9", "T", "J"], "sides": (1, 2)}, pf.RulesError, "sides"),
    ("dadaa", {"hands": ["", "", "9", "T", "J"], "sides": (0, 1), "finished": (0, 1), "to_move": 2}, pf.RulesError,
     "over"),
    ("dadaa", {"hands": ["7x", *FIVE[1:]], "sides": (0, 1)}, pf.NotationError, "x"),
    ("baohuang", {"hands": FIVE, "guard": 1}, pf.RulesError, "emperor"),
    ("baohuang", {"hands": FIVE, "emperor": 1, "guard": 1}, pf.RulesError, "guard"),
    ("baohuang", {"hands": ["3", *FIVE[1:]], "emperor": 0, "guard": 1}, pf.NotationError, "3"),
    ("baohuang", {"hands": FIVE, "emperor": 0, "guard": 1, "multiplier": 3}, pf.RulesError, "multiplier"),
    ("baohuang", {"hands": FIVE, "emperor": 0, "guard": 1, "finished": (4,)}, pf.RulesError, "finished"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "words", "error", "reason"), NO_POSITION)
def test_no_position(name: str, words: dict[str, Any], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason) as caught:
        pf.solve(pf.load_game(name).setup(**words))
    assert len(str(caught.value)) > 8


def test_both_kinds_of_value_of_one_position() -> None:
    """Whoever wins scores, as long as places do not make it nothing."""
    rng = random.Random("kinds")
    for _ in range(60):
        opt = dataclasses.replace(random_end_options(rng, "dadaa"), score="unit")
        assert isinstance(opt, Dadaa)
        end = random_end(rng, opt, 3, 9)
        scored = game_of(dataclasses.replace(opt, score="grassland")).setup(**end.words)
        winner, value = pf.solve(end.state).winner, pf.solve(scored).value
        signs = {"big_ace": (0, 1), "draw": (0,), "others": (-1,)}
        assert (value > 0) - (value < 0) in signs[winner], end
