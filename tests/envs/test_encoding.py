"""Observations: laid out as the tables of fields say, tell what a seat may know and nothing else."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pokerfast as pf
from pokerfast.envs.encoding import DouzeroEncoding, Encoding
from tests.contract.positions import CASES, game, samples, some
from tests.contract.worlds import another_world

pytestmark = pytest.mark.arch
every_case = pytest.mark.parametrize(("name", "variant"), CASES)

SLOTS = "3456789TJQKA2wW*"
KINDS = [*(suit + rank for suit in "SHDC" for rank in "23456789TJQKA"), "w", "W"]


def few(name: str, variant: int, most: int) -> list[pf.State]:
    """Some of the samples of one deal, from all of it."""
    states = list(samples(name, variant, range(1)))
    return states if len(states) <= most else random.Random(variant).sample(states, most)


class Parts:
    """An observation by the names of its fields, each an array of its shape."""

    def __init__(self, encoding: Encoding, values: Any, action: bool = False) -> None:
        fields = encoding.action_fields if action else encoding.fields
        self.of = {
            field.name: values[field.offset : field.offset + field.size].reshape(field.shape) for field in fields
        }

    def cards(self, name: str) -> Counter[str]:
        """Of a field of cards, by rank or by kind: how many of each; rows below a row may not have gaps."""
        rows = self.of[name]
        assert (np.diff(rows, axis=0) <= 0).all(), name
        names = SLOTS if rows.shape[1] == len(SLOTS) else KINDS
        return Counter({names[i]: int(n) for i, n in enumerate(rows.sum(axis=0)) if n})

    def choice(self, name: str) -> int | None:
        [row] = self.of[name]
        assert row.sum() <= 1, name
        return int(row.argmax()) if row.any() else None

    def steps(self, name: str) -> int:
        [row] = self.of[name]
        assert (np.diff(row) <= 0).all(), name
        return int(row.sum())


@every_case
def test_fields_cover_the_arrays(name: str, variant: int) -> None:
    encoding = Encoding(game(name, variant))
    for fields, size in ((encoding.fields, encoding.size), (encoding.action_fields, encoding.action_size)):
        at = 0
        for field in fields:
            assert field.offset == at and field.size == field.shape[0] * field.shape[1] > 0 and field.meaning
            at += field.size
        assert at == size
        assert len({field.name for field in fields}) == len(fields)


@every_case
def test_what_is_hidden_has_no_influence(name: str, variant: int) -> None:
    rng = random.Random(variant)
    encoding = Encoding(game(name, variant))
    changed = 0
    for state in few(name, variant, 12):
        bare = pf.State.from_bytes(state.to_bytes())
        for seat in range(state.num_players):
            seen = encoding.observe(bare, seat)
            for _ in range(2):
                other = another_world(rng, bare, seat)
                changed += other.hands != bare.hands
                assert np.array_equal(encoding.observe(other, seat), seen)
    assert changed > 5


def by_rank(state: pf.State, cards: Counter[str]) -> Counter[str]:
    """Cards by kind as their ranks; aces of the big suit are big aces."""
    big = state.big_suit if state.game.name == "dadaa" else None  # type: ignore[attr-defined]
    found: Counter[str] = Counter()
    for card, n in cards.items():
        found["*" if big and card == big + "A" else card[-1]] += n
    return found


def kinds_of(hand: Any) -> Counter[str]:
    return Counter(KINDS[number % 54] for number in hand.ids)


@every_case
def test_cards(name: str, variant: int) -> None:
    """Hands, cards left, what each seat played, the last moves: as a view tells them."""
    encoding = Encoding(game(name, variant))
    climbing = isinstance(game(name, variant), pf.ClimbingGame)
    checked = 0
    for state in few(name, variant, 12):
        seats = state.num_players
        for seat in range(seats):
            parts = Parts(encoding, encoding.observe(state, seat))
            view = state.view(seat)
            own = kinds_of(view.hand)
            assert parts.cards("hand") == (by_rank(state, own) if climbing else own)
            if "hand_cards" in parts.of:
                assert parts.cards("hand_cards") == own
            assert parts.choice("turn") == (None if state.seat is None else (state.seat - seat) % seats)
            for place in range(seats):
                assert parts.steps(f"cards_{place}") == view.counts[(seat + place) % seats]
            moves = [
                (by, action)
                for by, action in view.history
                if action is not None and action.kind in ("play", "pass", "take")
            ]
            if not climbing:
                continue
            for number in range(1, 16):
                if number > len(moves):
                    assert parts.choice(f"move_by_{number}") is None and not parts.of[f"move_{number}"].any()
                    continue
                by, action = moves[-number]
                assert parts.choice(f"move_by_{number}") == (by - seat) % seats
                assert parts.cards(f"move_{number}") == Counter(action.cards)
            if all(action.kind != "take" for _, action in moves):
                for place in range(seats):
                    played = Counter("".join(a.cards for by, a in moves if by == (seat + place) % seats))
                    assert parts.cards(f"played_{place}") == played
            if state.phase == "play":
                others = sum((kinds_of(state.hands[i]) for i in range(seats) if i != seat), Counter())
                assert parts.cards("unseen") == by_rank(state, others)
                checked += 1
    assert checked > 3 or not climbing


@pytest.mark.parametrize(("name", "variant"), [case for case in CASES if isinstance(game(*case), pf.TrickGame)])
def test_tricks(name: str, variant: int) -> None:
    """Each play leaves the hand, lies on the table and is remembered; a failed throw is remembered too."""
    rules = game(name, variant)
    encoding = Encoding(rules)
    plays = failed = 0
    for seed in range(2):
        rng = random.Random(seed)
        state = rules.new_game(seed=seed, start="play")
        seats = state.num_players
        played = [Counter[str]() for _ in range(seats)]
        known = [Counter[str]() for _ in range(seats)]
        while not state.is_over:
            by, before = state.seat, state.clone()
            action = state.legal_actions()[rng.randrange(state.count_legal())]
            if action.kind == "surrender":
                break
            state.apply(action)
            given = kinds_of(before.hands[by]) - kinds_of(state.hands[by])
            tried = kinds_of(action)
            played[by] += given
            known[by] = (known[by] - given) | (tried - given)
            failed += tried != given
            plays += 1
            if rng.random() < 0.7:
                continue
            for seat in range(seats):
                parts = Parts(encoding, encoding.observe(state, seat))
                for place in range(seats):
                    assert parts.cards(f"played_{place}") == played[(seat + place) % seats]
                    assert parts.cards(f"known_{place}") == known[(seat + place) % seats]
                assert parts.cards("move_1") == given and parts.choice("move_by_1") == (by - seat) % seats
                on_table = sum((parts.cards(f"table_{place}") for place in range(seats)), Counter())
                assert on_table == sum((Counter(cards.split()) for cards in map(str, state.trick)), Counter())
                assert (parts.choice("winner") is None) == (not state.trick)
                assert parts.choice("trump") == ["S", "H", "D", "C", "NT"].index(state.trump)
                hidden = sum((kinds_of(state.hands[i]) for i in range(seats) if i != seat), Counter())
                left = parts.cards("unseen")
                assert not hidden - left and (left - hidden).total() in (0, len(state.kitty))
    assert plays > 40
    # Not where throws must be certain, nor where there are none.
    assert failed or name != "shengji" or variant in (1, 4)


@every_case
def test_actions_differ(name: str, variant: int) -> None:
    """Actions of one position have encodings of their own, that tell their cards."""
    encoding = Encoding(game(name, variant))
    climbing = isinstance(game(name, variant), pf.ClimbingGame)
    for state in few(name, variant, 12):
        if state.is_over:
            continue
        actions = state.legal_actions()
        chosen = [actions[i] for i in some(actions, 60)]
        rows = [encoding.action(action) for action in chosen]
        assert len({row.tobytes() for row in rows}) == len(rows)
        for action, row in zip(chosen, rows, strict=True):
            parts = Parts(encoding, row, action=True)
            if action.kind in ("play", "take", "bury", "declare"):
                assert parts.cards("cards") == (Counter(action.cards) if climbing else kinds_of(action))
            assert parts.choice("word") is not None


def test_kinds_and_errors() -> None:
    rules = pf.load_game("doudizhu", preset="douzero")
    state = rules.new_game(seed=1, start="play")
    assert isinstance(Encoding(rules, kind="douzero"), DouzeroEncoding)
    assert not isinstance(Encoding(rules), DouzeroEncoding)
    assert (Encoding(rules, "douzero").size, Encoding(rules, "douzero").action_size) == (1240, 54)
    with pytest.raises(TypeError):
        Encoding("doudizhu")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Encoding(rules, 1)  # type: ignore[arg-type]
    with pytest.raises(pf.RulesError):
        Encoding(rules, "rlcard")  # type: ignore[arg-type]
    with pytest.raises(pf.RulesError):
        Encoding(pf.load_game("whist"), "douzero")
    for encoding in (Encoding(rules), Encoding(rules, "douzero")):
        for seat in (-1, 3, 1 << 70):
            with pytest.raises(pf.RulesError):
                encoding.observe(state, seat)
        with pytest.raises(TypeError):
            encoding.observe(state, "0")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            encoding.observe(None, 0)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            encoding.observe(pf.load_game("doudizhu").new_game(seed=1), 0)
        with pytest.raises(TypeError):
            encoding.action("33")  # type: ignore[arg-type]
    douzero = DouzeroEncoding(rules)
    with pytest.raises(pf.PhaseError):
        douzero.observe(pf.load_game("doudizhu", preset="douzero", auction="call_rob").new_game(seed=1), 0)


def test_the_page_tells_the_sizes() -> None:
    page = (Path(__file__).parents[2] / "docs/environments.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+ \| [\d,]+) \|$", page, re.MULTILINE))
    assert set(rows) == set(pf.list_games())
    for name, row in rows.items():
        encoding = Encoding(pf.load_game(name))
        assert row == f"{encoding.size:,} | {encoding.action_size:,}", name
    common = page.split("What every game has:")[1].split("Climbing games add")[0]
    names = re.findall(r"`(\w+)`", common)
    for name in pf.list_games():
        known = {field.name for field in Encoding(pf.load_game(name)).fields}
        assert set(names) - known <= {"known_0"}


def test_examples_of_the_page_run() -> None:
    page = (Path(__file__).parents[2] / "docs/environments.md").read_text(encoding="utf-8")
    for part in ("## Observations", "## Many tables"):
        code = page.split(part)[1].split("```python")[1].split("```")[0]
        exec(compile(code, "docs/environments.md", "exec"), {})


def test_encodings_are_values() -> None:
    for encoding in (Encoding(pf.load_game("whist")), Encoding(pf.load_game("doudizhu"), "douzero")):
        again = pickle.loads(pickle.dumps(encoding))
        assert type(again) is type(encoding) and again == encoding and hash(again) == hash(encoding)
    assert Encoding(pf.load_game("doudizhu")) != Encoding(pf.load_game("doudizhu"), "douzero")
    assert Encoding(pf.load_game("whist")) != Encoding(pf.load_game("whist", trump="S"))


def test_without_a_history() -> None:
    """Setups and snapshots: cards left and the table are told, what was played is not; two seats are two."""
    rules = pf.load_game("doudizhu", preset="douzero")
    encoding = Encoding(rules)
    two = rules.setup(hands=["345", "667"], to_move=1, table="4", table_by=0, landlord=0)
    for seat in (0, 1):
        parts = Parts(encoding, encoding.observe(two, seat))
        assert parts.cards("unseen") == parts.cards("known_1") == Counter("667" if seat == 0 else "345")
        assert parts.choice("table_by") == seat and parts.choice("turn") == 1 - seat
        assert parts.choice("players") == 0 and not parts.of["cards_2"].any()
        assert parts.choice("landlord") == seat and not parts.of["played_0"].any()
    three = rules.setup(hands=["345", "667", "88"], to_move=2, table="4", table_by=1, landlord=1)
    parts = Parts(encoding, encoding.observe(three, 2))
    assert parts.cards("unseen") == Counter("345667") and not parts.of["known_1"].any()
    assert parts.choice("table_by") == 2 and parts.cards("table") == Counter("4")
    douzero = DouzeroEncoding(rules)
    with pytest.raises(pf.RulesError):
        douzero.observe(two, 0)
    x = douzero.x(three, 2)
    assert x.shape == (430,) and x[:54].sum() == 2 and x[54:108].sum() == 6
    assert douzero.x(three, 1).shape == (319,) and not douzero.z(three).any()
    assert x[216:270].sum() == 1  # the last move is what lies on the table


@every_case
def test_what_comes_from_outside(name: str, variant: int) -> None:
    """A seat on auto is told of, and is no move."""
    rules = game(name, variant)
    encoding = Encoding(rules)
    rng = random.Random(3)
    state, plain = rules.new_game(seed=3), rules.new_game(seed=3)
    for step in range(60):
        if step % 7 == 3:
            state.administer(step % state.num_players, "auto")
            state.administer(step % state.num_players, "manual")
        number = rng.randrange(state.count_legal())
        state.apply_index(number)
        plain.apply_index(number)
        if state.is_over:
            break
    assert np.array_equal(encoding.observe(state, 1), encoding.observe(plain, 1))
    if not state.is_over:
        state.administer(1, "auto")
        parts = Parts(encoding, encoding.observe(state, 0))
        assert parts.steps("away_1") == 1 and parts.steps("away_0") == 0
