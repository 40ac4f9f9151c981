"""What the State of every game keeps: lists of actions, apply and check, undo, copies, snapshots."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Sequence

import pytest

import pokerfast as pf
from tests.contract.positions import (
    CASES,
    ENDS,
    GAMES,
    MOST_LISTED,
    PHASES,
    VARIANTS,
    choose,
    game,
    samples,
    some,
    walk,
)

pytestmark = pytest.mark.arch
every_case = pytest.mark.parametrize(("name", "variant"), CASES)


def test_every_game_is_held_to_it() -> None:
    assert set(VARIANTS) == set(PHASES) == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_is_sampled(name: str) -> None:
    seen = {state.phase for variant in range(len(VARIANTS[name])) for state in samples(name, variant)}
    assert seen == PHASES[name] | {"over"}


@pytest.mark.parametrize("name", ENDS)
def test_every_end_is_sampled(name: str) -> None:
    """An end is told where the deal is over, and only there."""
    seen: set[str] = set()
    for variant in range(len(VARIANTS[name])):
        for state in samples(name, variant):
            assert isinstance(state, pf.TrickState)
            assert (state.end is None) is not state.is_over
            seen |= {state.end} if state.end else set()
    assert seen == ENDS[name]


def test_the_ends_are_those_of_trick_games() -> None:
    assert set(ENDS) == {name for name in GAMES if isinstance(game(name, 0), pf.TrickGame)}


@every_case
def test_action_list_is_a_sequence(name: str, variant: int) -> None:
    for state in samples(name, variant):
        actions = state.legal_actions()
        count = len(actions)
        assert isinstance(actions, Sequence)
        assert count == state.count_legal()
        assert (count == 0) is state.is_over
        assert bool(actions) is (count > 0)
        for outside in (count, count + 1, -count - 1, 10**30, -(10**30)):
            with pytest.raises(IndexError):
                actions[outside]
        if count > MOST_LISTED:
            numbers = some(actions)
            texts = [str(actions[i]) for i in numbers]
            assert len(set(texts)) == len(numbers)
            assert [str(actions[i - count]) for i in numbers] == texts
            assert [str(action) for action in actions[:3]] == texts[:3]
            assert [str(action) for action in actions[-2:]] == texts[-2:]
            assert actions[1] in actions
            continue
        listed = list(actions)
        assert len(listed) == count
        assert [actions[i] for i in range(count)] == listed
        assert [actions[i - count] for i in range(count)] == listed
        assert list(reversed(actions)) == listed[::-1]
        assert len({str(action) for action in listed}) == count
        for cut in (slice(None), slice(1, None), slice(None, -1), slice(None, None, -2), slice(5, 2), slice(-3, 10**9)):
            assert list(actions[cut]) == listed[cut]
        assert all(action in actions for action in listed[:5])


@every_case
def test_action_list_refuses_other_indices(name: str, variant: int) -> None:
    actions = game(name, variant).new_game(seed=1).legal_actions()
    for index in ("0", 0.0, None, (0,)):
        with pytest.raises(TypeError):
            actions[index]  # type: ignore[call-overload]


@every_case
def test_sequence_methods(name: str, variant: int) -> None:
    """What collections.abc.Sequence promises beyond indexing."""
    for state in samples(name, variant, range(1)):
        actions = state.legal_actions()
        if len(actions) > MOST_LISTED:
            assert actions.index(actions[7]) == 7
            continue
        for number, action in enumerate(actions):
            assert actions.index(action) == number
            assert actions.count(action) == 1


@every_case
def test_order_is_stable_and_the_list_stays(name: str, variant: int) -> None:
    for state in samples(name, variant):
        actions = state.legal_actions()
        numbers = some(actions)

        def texts(actions: Sequence[pf.Action], numbers: list[int] = numbers) -> list[str]:
            return [str(actions[i]) for i in numbers]

        listed = texts(actions)
        assert texts(state.clone().legal_actions()) == listed
        assert texts(pf.State.from_bytes(state.to_bytes()).legal_actions()) == listed
        if not state.is_over:
            state.apply_index(len(actions) - 1)
            state.clone().undo()
            assert texts(actions) == listed
            state.undo()
            assert texts(state.legal_actions()) == listed


@every_case
def test_ways_to_act_agree(name: str, variant: int) -> None:
    """By number, by Action, by text, by another position's text; the history shows what was done."""
    for state in samples(name, variant):
        actions = state.legal_actions()
        rng = random.Random(len(actions))
        for number in rng.sample(range(len(actions)), min(8, len(actions))):
            action = actions[number]
            assert state.check(action) and state.check(str(action))
            by_number, by_action, by_text = state.clone(), state.clone(), state.clone()
            by_number.apply_index(number)
            by_action.apply(action)
            by_text.apply(str(action))
            assert by_number == by_action == by_text
            assert by_number.to_bytes() != state.to_bytes()
            assert by_number.history == by_action.history == by_text.history == (*state.history, action)
            assert str(by_text.history[-1]) == str(action)
            assert hash(by_text.history[-1]) == hash(action)


@every_case
def test_undo_restores_every_byte(name: str, variant: int) -> None:
    rng = random.Random(variant)
    state = game(name, variant).new_game(seed=variant)
    befores: list[tuple[bytes, int]] = []
    while not state.is_over:
        befores.append((state.to_bytes(), state.count_legal()))
        state.apply_index(choose(rng, state))
        if rng.random() < 0.1:
            state.undo()
            assert (state.to_bytes(), state.count_legal()) == befores.pop()
    while befores:
        state.undo()
        assert (state.to_bytes(), state.count_legal()) == befores.pop()
        assert len(state.history) == len(befores)
    with pytest.raises(pf.PhaseError):
        state.undo()
    assert state == game(name, variant).new_game(seed=variant)


COPIES: dict[str, Callable[[pf.State], pf.State]] = {
    "clone": lambda state: state.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "bytes": lambda state: pf.State.from_bytes(state.to_bytes()),
    "bytearray": lambda state: pf.State.from_bytes(bytearray(state.to_bytes())),
    "memoryview": lambda state: pf.State.from_bytes(memoryview(state.to_bytes())),
    "json": lambda state: pf.State.from_json(state.to_json()),
    "json bytes": lambda state: pf.State.from_json(state.to_json().encode()),
    "json reordered": lambda state: pf.State.from_json(
        json.dumps(json.loads(state.to_json()), sort_keys=True, indent=1)
    ),
}


@pytest.mark.parametrize("way", COPIES)
@every_case
def test_copies(name: str, variant: int, way: str) -> None:
    for state in samples(name, variant, range(2)):
        other = COPIES[way](state)
        assert type(other) is type(state) and isinstance(other, pf.State)
        assert other == state
        assert (other != state) is False
        assert other.to_bytes() == state.to_bytes() and other.to_json() == state.to_json()
        assert other.game == state.game and dict(other.game.options) == dict(state.game.options)
        assert (other.phase, other.seat, other.is_over) == (state.phase, state.seat, state.is_over)
        assert other.hands == state.hands and other.returns() == state.returns()
        if way in ("clone", "copy", "deepcopy"):
            assert other.history == state.history
        else:
            assert other.history == ()
            with pytest.raises(pf.PhaseError):
                other.undo()
        if state.is_over:
            continue
        # A copy goes its own way.
        before, history = state.to_bytes(), state.history
        other.apply_index(0)
        assert state.to_bytes() == before and state.history == history
        state.apply_index(0)
        assert state == other
        other.undo()
        assert state != other


@every_case
def test_copies_play_on_alike(name: str, variant: int) -> None:
    """What a snapshot leaves out does not matter for the rest of the deal, redeals included."""
    rng = random.Random(variant)
    for state in samples(name, variant, range(2)):
        other = pf.State.from_json(pf.State.from_bytes(state.to_bytes()).to_json())
        while not state.is_over:
            number = choose(rng, state)
            assert str(state.legal_actions()[number]) == str(other.legal_actions()[number])
            state.apply_index(number)
            other.apply_index(number)
            assert state == other
        assert state.returns() == other.returns()


@every_case
def test_returns_sum_to_nothing(name: str, variant: int) -> None:
    finished = 0
    for seed in range(20):
        for state in walk(name, variant, seed):
            result = state.returns()
            assert isinstance(result, list) and all(type(score) is float for score in result)
            assert len(result) == state.num_players
            assert_fair(state, result)
            assert (state.seat is None) is state.is_over is (state.phase == "over")
            finished += state.is_over
    assert finished == 20


def assert_fair(state: pf.State, result: list[float]) -> None:
    """One side gains what the other loses, and somebody does, but for draws and what these games count as 0."""
    if not state.is_over:
        assert not any(result)
    elif state.game.options.get("score") == "unit":
        # 打大A: a point a player, whatever the sizes of the sides.
        assert set(result) in ({0.0}, {1.0, -1.0})
        assert len({score for score, side in zip(result, state.sides, strict=True) if side == "big_ace"}) == 1
    elif state.game.options.get("contract"):
        # 打百分 with contract: a score of each side, both of them above or below 0 at times.
        assert isinstance(state, pf.TrickState) and state.dealer is not None
        scores = [result[(state.dealer + i) % 4] for i in range(4)]
        assert scores[0] == scores[2] != 0 and scores[1] == scores[3] >= 0
    else:
        assert sum(result) == 0
        assert any(result) or state.game.name in ("dadaa", "baohuang")


@every_case
def test_an_end_is_an_end(name: str, variant: int) -> None:
    *_, state = walk(name, variant, 1)
    before = state.to_bytes()
    for attempt in (
        lambda: state.apply("pass"),
        lambda: state.apply_index(0),
        lambda: state.administer(0, "auto"),
    ):
        with pytest.raises(pf.PokerfastError) as caught:
            attempt()
        assert caught.value.code == "game_over"  # type: ignore[attr-defined]
    assert state.to_bytes() == before
    assert state.check("pass").code == "game_over"
    assert list(state.legal_actions()) == []


@every_case
def test_errors_change_nothing(name: str, variant: int) -> None:
    nonsense: list[object] = ["zzz", "3" * 17, "", "bid 9", [216], [-1], [0, 0], 3, None, 1.5, b"3", {"3": 1}]
    nonsense += ["S2 S2 S2 S2 S2", "H5/5", "declare", "bury S3", "rob SA HK", "declare 3"]
    nonsense += ["take", "take 3", "name", "name 8", "name w", "show SA SA", "show A", "***", "yield 3", "S2/1 S2/1"]
    nonsense += ["bid 83", "bid", "surrender 3", "surrender S", "投降 3", "name S S", "name:S", "定主", "bid 80 no"]
    if name != "baohuang":
        nonsense += ["S2 S2 S2 S2", "H5/4", "yield", "name S8"]
    if name != "dadaa":
        nonsense += ["take 44", "show HA", "*"]
    if name in ("doudizhu", "whist"):
        nonsense += ["33333", "S2/2"]
    for state in samples(name, variant, range(2)):
        before, history, count = state.to_bytes(), state.history, state.count_legal()
        for thing in nonsense:
            with pytest.raises((pf.PokerfastError, TypeError)):
                state.apply(thing)  # type: ignore[arg-type]
        for index in (count, -1, 10**30, -(10**30), "0", None):
            with pytest.raises((pf.PokerfastError, TypeError)):
                state.apply_index(index)  # type: ignore[arg-type]
        for seat, what in (
            (0, "leave"),
            (9, "auto"),
            (-1, "auto"),
            (10**30, "quit"),
            (0, None),
        ):
            with pytest.raises((pf.PokerfastError, TypeError)):
                state.administer(seat, what)  # type: ignore[arg-type]
        assert (state.to_bytes(), state.history, state.count_legal()) == (before, history, count)


@every_case
def test_wrong_types_are_type_errors(name: str, variant: int) -> None:
    state = game(name, variant).new_game(seed=4)
    for thing in (None, 3, 1.5, b"3", {"3": 1}, object()):
        with pytest.raises(TypeError):
            state.apply(thing)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            state.check(thing)  # type: ignore[arg-type]
    for index in ("0", None, 0.0, 1.5, [0]):
        with pytest.raises(TypeError):
            state.apply_index(index)  # type: ignore[arg-type]
    for seat in ("0", None, 0.0, 1.5, [0], True):
        with pytest.raises(TypeError):
            state.administer(seat, "auto")  # type: ignore[arg-type]
        if seat is not None:
            with pytest.raises(TypeError):
                state.view(seat)  # type: ignore[arg-type]
    assert state == game(name, variant).new_game(seed=4) and state.history == ()


@every_case
def test_check_says_what_apply_does(name: str, variant: int) -> None:
    words = [
        "pass",
        "no",
        "call",
        "rob",
        "show",
        "double",
        "bid 1",
        "bid 3",
        "bid 80",
        "bid 85",
        "name S",
        "name NT",
        "surrender",
        "yield",
        "show HA",
        "name S8",
        "take 44",
        "take S4 D4 C4",
        "3",
        "33",
        "W",
        "S3",
        "H3 D3",
        "35",
        "q",
        "",
    ]
    for state in samples(name, variant, range(2)):
        actions = state.legal_actions()
        accepted = {str(actions[i]) for i in some(actions)}
        for word in words:
            verdict = state.check(word)
            other = state.clone()
            if verdict:
                assert verdict.code == "ok" and verdict.suggestion is None
                other.apply(word)
                assert state == pf.State.from_bytes(state.to_bytes())
                continue
            assert word not in accepted
            assert verdict.message and verdict.message_zh
            with pytest.raises(pf.PokerfastError) as caught:
                other.apply(word)
            assert caught.value.code == verdict.code  # type: ignore[attr-defined]
            assert other == state
            if not state.is_over:
                assert verdict.suggestion is not None and state.check(verdict.suggestion)
        assert all(state.check(text) for text in sorted(accepted)[:20])


@every_case
def test_states_do_not_hash(name: str, variant: int) -> None:
    with pytest.raises(TypeError):
        hash(game(name, variant).new_game(seed=1))
    assert game(name, variant).new_game(seed=1) != game(name, variant).new_game(seed=2)
    assert game(name, variant).new_game(seed=1) != "a state"


@every_case
def test_actions(name: str, variant: int) -> None:
    """Actions are values: equal, hashable, picklable; plays carry their Combo."""
    for state in samples(name, variant, range(1)):
        for action in state.legal_actions()[:30]:
            again = pickle.loads(pickle.dumps(action))
            assert again == action and hash(again) == hash(action) and str(again) == str(action)
            assert again.kind == action.kind and again.ids == action.ids and again.combo == action.combo
            assert again.cards == action.cards
            assert state.check(again)
            assert str(action) in repr(action)
            assert action != str(action)
            if isinstance(state, pf.TrickState):
                assert action.combo is None
                assert len(action.ids) == len(action.cards.split())
                assert (action.kind in ("no", "bid", "name", "surrender")) is (action.ids == ())
            elif action.kind in ("play", "take"):
                assert action.combo is not None and len(action.ids) == len(action.combo)
            elif action.kind == "pass":
                assert action.combo == pf.PASS and action.ids == ()
            else:
                assert action.combo is None and action.ids == ()
            assert (action.number is not None) is (action.kind == "bid")


@pytest.mark.parametrize(("name", "variant"), [case for case in CASES if case[0] != "baohuang"])
def test_administer(name: str, variant: int) -> None:
    """A seat may go and come back at any time; leaving is for good. The rules don't notice."""
    for state in samples(name, variant, range(1)):
        if state.is_over:
            continue
        numbers = some(state.legal_actions())
        start, texts = state.to_bytes(), [str(state.legal_actions()[i]) for i in numbers]
        history = state.history
        for seat in range(state.num_players):
            for what in ("auto", "manual", "auto", "quit", "quit"):
                state.administer(seat, what)
            with pytest.raises(pf.IllegalActionError) as caught:
                state.administer(seat, "manual")
            assert caught.value.code == "quit"
        assert [str(state.legal_actions()[i]) for i in numbers] == texts
        made = state.history[len(history) :]
        assert [str(action) for action in made[:5]] == ["auto 0", "manual 0", "auto 0", "quit 0", "quit 0"]
        assert all(action.kind == "administer" for action in made)
        assert [action.seat for action in made[4::5]] == list(range(state.num_players))
        for seat in (-1, state.num_players, 99):
            with pytest.raises(pf.IllegalActionError) as caught:
                state.administer(seat, "auto")
            assert caught.value.code == "no_seat"
        with pytest.raises(pf.IllegalActionError) as caught:
            state.administer(0, "leave")
        assert caught.value.code == "administer"
        for _ in made:
            state.undo()
        assert state.to_bytes() == start


@pytest.mark.parametrize("variant", range(len(VARIANTS["baohuang"])))
def test_administer_where_it_has_rules(variant: int) -> None:
    """保皇: a seat may come back three times; who quits ends the deal."""
    for state in samples("baohuang", variant, range(1)):
        if state.is_over:
            continue
        start, history = state.to_bytes(), state.history
        numbers = some(state.legal_actions())
        texts = [str(state.legal_actions()[i]) for i in numbers]
        for seat in range(5):
            for what in ("auto", "auto", "manual", "manual", "auto", "manual", "auto", "manual", "auto", "auto"):
                state.administer(seat, what)
            before = state.to_bytes()
            with pytest.raises(pf.IllegalActionError) as caught:
                state.administer(seat, "manual")
            assert caught.value.code == "auto" and state.to_bytes() == before
        assert [str(state.legal_actions()[i]) for i in numbers] == texts
        for seat, what, code in ((-1, "auto", "no_seat"), (5, "quit", "no_seat"), (0, "leave", "administer")):
            with pytest.raises(pf.IllegalActionError) as caught:
                state.administer(seat, what)
            assert caught.value.code == code
        made = state.history[len(history) :]
        assert len(made) == 50 and {action.kind for action in made} == {"administer"}
        state.administer(3, "quit")
        assert state.is_over and state.returns() == [0.0, 0.0, 0.0, -40.0, 0.0]
        with pytest.raises(pf.PhaseError) as late:
            state.administer(2, "quit")
        assert late.value.code == "game_over"
        assert pf.replay(state.to_record()) == state
        for _ in range(51):
            state.undo()
        assert state.to_bytes() == start
