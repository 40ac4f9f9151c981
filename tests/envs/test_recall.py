"""All that a seat has seen: equal for deals it cannot tell apart, different for all others, as text and as rows."""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
from collections.abc import Sequence

import pytest

import pokerfast as pf
from pokerfast.envs.recall import Recall, present, row_size
from tests.contract.positions import CASES, choose, game

every_case = pytest.mark.parametrize(("name", "variant"), CASES)


def read(recall: Recall, state: pf.State) -> tuple[str, bytes]:
    rows = recall.rows(state)
    assert rows.shape[1] == row_size(state.num_players) and set(rows.ravel().tolist()) <= {0, 1}
    return "\n".join(recall.lines(state)), rows.tobytes()


@every_case
def test_nothing_seen_is_lost(name: str, variant: int) -> None:
    """Two positions agree in what is recalled just if all views up to them agree, one by one."""
    lines: dict[str, str] = {}  # digest of the views so far -> text recalled, and the other way round
    rows: dict[str, bytes] = {}
    rng = random.Random(variant)
    rules = game(name, variant)
    for number in range(3):
        state = rules.new_game(seed=number // 2)  # one deal twice, played differently
        seats = range(state.num_players)
        seen = [hashlib.sha256() for _ in seats]
        recalls = [Recall(seat) for seat in seats]
        for _ in range(60):
            for seat in seats:
                seen[seat].update(state.view(seat).to_json().encode())
                key = f"{seat} {seen[seat].hexdigest()}"
                text, flat = read(recalls[seat], state)
                assert lines.setdefault(key, text) == text
                assert rows.setdefault(key, flat) == flat
            if state.is_over:
                break
            state.apply_index(choose(rng, state))
    for seat in range(rules.num_players):
        own = [key for key in lines if key.startswith(f"{seat} ")]
        assert len({lines[key] for key in own}) == len(own)
        assert len({rows[key] for key in own}) == len(own)


@every_case
def test_reading_late_or_after_steps_back_is_the_same(name: str, variant: int) -> None:
    rng = random.Random(variant)
    state = game(name, variant).new_game(seed=3)
    for _ in range(45):
        if not state.is_over:
            state.apply_index(choose(rng, state))
    seat = rng.randrange(state.num_players)
    often, late = Recall(seat), Recall(seat)
    whole = read(late, state)
    replayed = state.clone()
    moves = []
    while replayed._moves:
        moves.append(replayed.history[-1])
        replayed.undo()
    for move in reversed(moves):
        read(often, replayed)
        replayed.apply(move)
    assert read(often, state) == whole
    assert read(copy.deepcopy(late), state) == read(pickle.loads(pickle.dumps(late)), state) == whole
    state.undo()
    before = read(Recall(seat), state)
    copied = copy.copy(late)
    assert read(late, state) == before != whole
    state.apply(moves[0])
    assert read(late, state) == read(copied, state) == whole


def same_to(seat: int, hands: Sequence[Sequence[str]], moves: Sequence[str], **setup: object) -> bool:
    """Whether two deals look the same to a seat all the time."""
    states = [pf.load_game("doudizhu").setup(hands=cards, to_move=0, **setup) for cards in hands]
    for move in moves:
        for state in states:
            state.apply(move)
    one, two = (read(Recall(seat), state) for state in states)
    assert (one[0] == two[0]) == (one[1] == two[1])
    return one == two


def test_hidden_cards_make_no_difference() -> None:
    one, two = ["3 4 5 6 7", "88 99 T J", "QQ KK A 2"], ["3 4 5 6 7", "QQ KK T J", "88 99 A 2"]
    assert same_to(0, [one, two], ["3", "pass", "pass", "4", "pass"])
    assert not same_to(1, [one, two], ["3", "pass", "pass", "4", "pass"])
    # A card that is seen at last tells the deals apart.
    assert same_to(0, [one, two], ["3", "T", "2"])
    assert same_to(0, [one, two], ["3", "T"])


def test_the_order_of_what_was_seen_counts() -> None:
    rules = pf.load_game("whist")
    hands = ["SA SK HA", "S2 S3 H2", "S4 S5 H3", "S6 S7 H4"]
    seen = []
    for first, second in (("SA", "SK"), ("SK", "SA")):
        state = rules.setup(hands=hands, to_move=0, trump="S")
        for card in (first, "S2", "S4", "S6", second, "S3", "S5", "S7"):
            state.apply(card)
        seen.append((present(state, 3), *read(Recall(3), state)))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] != seen[1][1] and seen[0][2] != seen[1][2]
