"""Positions made from one seat's view: they look the same to that seat, whatever its cards beyond."""

from __future__ import annotations

import contextlib
import json
import random

import pytest

import pokerfast as pf
from pokerfast import _jobs
from pokerfast.seen import UNSETTLED

GAMES = [(name, preset) for name in pf.list_games() for preset in _jobs.presets(name)]


def same(one: dict[str, object], other: dict[str, object]) -> None:
    for key, value in one.items():
        if key not in ("history", "forced"):  # a position from a view has no history
            assert other[key] == value, key


@pytest.mark.parametrize(("name", "preset"), GAMES)
def test_it_looks_to_the_seat_as_before(name: str, preset: str) -> None:
    game, rng, seen = pf.load_game(name, preset=preset), random.Random(preset), 0
    for seed in range(40 if name == "dabaifen" else 4):  # where a wrong throw ends the deal
        state = game.new_game(seed=seed, start="deal" if seed % 2 else "play")
        for _ in range(150):
            if state.is_over:
                break
            state.apply_index(rng.randrange(state.count_legal()))
            if state.is_over or rng.random() > 0.1:
                continue
            for seat in [*range(state.num_players), None]:
                view = state.view(seat)
                open_cards = isinstance(game, pf.TrickGame) and state.phase == "name"
                if state.phase in (*UNSETTLED, "declare") and not open_cards:
                    with pytest.raises(pf.SnapshotError):
                        pf.state_from_view(view.to_json())
                    continue
                made, viewer = pf.state_from_view(view.to_json(), seed=seed)
                assert viewer == seat
                same(json.loads(view.to_json()), json.loads(made.view(seat).to_json()))
                assert made.count_legal() > 0
                # Which throws may be tried can depend on hidden cards.
                if seat == state.seat and not isinstance(game, pf.TrickGame):
                    assert made.count_legal() == state.count_legal()
                seen += 1
    assert seen > 20


def test_the_seed_decides_and_other_hands_differ() -> None:
    state = pf.load_game("doudizhu").new_game(seed=1, start="play")
    text = state.view(0).to_json()
    one, other = pf.state_from_view(text, seed=1)[0], pf.state_from_view(text, seed=2)[0]
    assert one == pf.state_from_view(text, seed=1)[0] and one != other
    assert one.hands[0] == other.hands[0] == state.hands[0]


def test_bottom_cards_stay_with_the_landlord_until_played() -> None:
    state = pf.load_game("doudizhu").new_game(seed=1, start="play")
    kitty = set(str(state.kitty.suited).split())
    for seed in range(20):
        made, _ = pf.state_from_view(state.view(1).to_json(), seed=seed)
        assert kitty <= set(str(made.hands[0].suited).split())


def test_damaged_views_are_refused() -> None:
    rng = random.Random(4)
    for name in pf.list_games():
        state = pf.load_game(name).new_game(seed=2, start="play")
        for _ in range(9):
            state.apply_index(0)
        record = json.loads(state.view(1).to_json())
        text = json.dumps(record)
        for key in record:
            for value in (None, 7, "x", [], {}, -1, [[]], True, [1] * 9):
                with contextlib.suppress(pf.PokerfastError):
                    pf.state_from_view(json.dumps({**record, key: value}))
        for _ in range(60):
            at = rng.randrange(len(text))
            with contextlib.suppress(pf.PokerfastError):
                pf.state_from_view(text[:at] + rng.choice(["", "0", "9", "x", '"', "]"]) + text[at + 1 :])
    with pytest.raises(TypeError):
        pf.state_from_view(record)  # type: ignore[arg-type]
    with pytest.raises(pf.RulesError):
        pf.state_from_view(text, seed=-1)


def test_views_that_nobody_can_have_are_refused() -> None:
    state = pf.load_game("doudizhu").new_game(seed=1, start="play")
    record = json.loads(state.view(1).to_json())
    whist = json.loads(pf.load_game("whist").new_game(seed=1, start="play").view(0).to_json())
    for wrong in (
        record | {"viewer": 4},
        record | {"viewer": 2},
        record | {"sides": ["farmers", "landlord", "farmers"]},
        record | {"table": "3"},
        record | {"hand": "S3"},
        whist | {"counts": [13, 13, 13, 53]},
        whist | {"counts": [13, 13, 14, 12]},
    ):
        with pytest.raises(pf.SnapshotError):
            pf.state_from_view(json.dumps(wrong))


def test_a_big_ace_that_was_taken() -> None:
    seen = 0
    game = pf.load_game("dadaa")
    for seed in range(60):
        state, rng = game.new_game(seed=seed), random.Random(seed)
        while not state.is_over:
            actions = state.legal_actions()
            takes = [action for action in actions[-3:] if action.kind == "take"]
            state.apply(takes[0] if takes else actions[rng.randrange(len(actions))])
            if takes and not state.is_over:
                for seat in range(5):
                    made, _ = pf.state_from_view(state.view(seat).to_json(), seed=seed)
                    same(json.loads(state.view(seat).to_json()), json.loads(made.view(seat).to_json()))
                    seen += 1
    assert seen > 50
