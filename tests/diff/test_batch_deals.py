"""Deals and random games in arrays: the very cards and games that single calls deal and play."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from pokerfast import batch
from tests.reference.doudizhu_plays import PRESETS
from tests.reference.philox import CHANCE, POLICY, Stream, deal_piles

pytestmark = pytest.mark.arch

rngs = st.randoms(use_true_random=False)
SEEDS = st.one_of(st.integers(0, 100), st.integers(0, 2**64 - 1), st.sampled_from([2**32 - 1, 2**64 - 1]))
#: Every game, and forms of them that deal otherwise.
GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "doudizhu": ("doudizhu", {}),
    "douzero": ("doudizhu", {"preset": "douzero"}),
    "dadaa": ("dadaa", {}),
    "dadaa redeal": ("dadaa", {"no_reveal": "redeal"}),
    "baohuang": ("baohuang", {}),
    "baohuang 216": ("baohuang", {"pack": "216"}),
    "shengji": ("shengji", {}),
    "shengji 3": ("shengji", {"decks": 3}),
    "erqiwang": ("erqiwang", {}),
    "erqiwang 92": ("erqiwang", {"cards": 92}),
    "dabaifen": ("dabaifen", {}),
    "whist": ("whist", {}),
}


def loaded(form: str) -> pf.Game:
    name, options = GAMES[form]
    return pf.load_game(name, **options)  # type: ignore[arg-type]


def ids_of(game: pf.Game, number: int, kinds: Sequence[int]) -> int:
    return 54 * (number // len(kinds)) + kinds[number % len(kinds)]


def expected_piles(form: str, game: pf.Game, seed: int, number: int) -> list[list[int]]:
    """Seats and kitty of a deal, from docs/seeds.md."""
    kinds = list(range(54))
    sizes: tuple[int, ...]
    if game.name == "doudizhu":
        sizes = (17, 17, 17, 3)
    elif game.name == "dadaa":
        first = Stream(seed, number, 0, CHANCE).below(5, 0)
        sizes = tuple(22 if (seat - first) % 5 < 3 else 21 for seat in range(5))
    elif game.name == "baohuang":
        whole = form.endswith("216")
        kinds = [kind for kind in kinds if whole or kind >= 52 or kind % 13 not in (1, 2, 3)]
        sizes = (44, 43, 43, 43, 43) if whole else (34, 34, 34, 33, 33)
    elif game.name == "shengji":
        sizes = (39, 39, 39, 39, 6) if form.endswith("3") else (25, 25, 25, 25, 8)
    elif game.name == "erqiwang":
        few = form.endswith("92")
        kinds = [kind for kind in kinds if not few or kind >= 52 or kind % 13 not in (1, 2)]
        sizes = (21, 21, 21, 21, 8) if few else (25, 25, 25, 25, 8)
    elif game.name == "dabaifen":
        sizes = (12, 12, 12, 12, 6)
    else:
        kinds, sizes = kinds[:52], (13, 13, 13, 13, 0)
    return [[ids_of(game, card, kinds) for card in pile] for pile in deal_piles(seed, number, 0, sizes)]


def packed(game: pf.Game, ids: list[int]) -> list[int]:
    """Cards as they lie in arrays; big aces are aces."""
    number = 0
    for kind in (card % 54 for card in ids):
        if isinstance(game, pf.TrickGame):
            number += 1 << 2 * kind
        else:
            slot = 13 + kind - 52 if kind >= 52 else (kind % 13 - 1) % 13
            number += 1 << (8 if game.name == "baohuang" else 4) * slot
    return [number % 2**64, number >> 64][: 1 + len(batch.hand_shape(game))]


@pytest.mark.parametrize("form", GAMES)
@settings(max_examples=settings.default.max_examples // 8)
@given(SEEDS, st.integers(0, 2**64 - 20))
def test_deals_like_the_reference(form: str, seed: int, first: int) -> None:
    game = loaded(form)
    hands, kitty = batch.deal(game, seed, 3, first=first)
    for i in range(3):
        *piles, rest = expected_piles(form, game, seed, first + i)
        if len(piles) < game.num_players:
            piles, rest = [*piles, rest], []
        assert [np.ravel(hand).tolist() for hand in hands[i]] == [packed(game, pile) for pile in piles]
        assert np.ravel(kitty[i]).tolist() == packed(game, rest)


@pytest.mark.parametrize("form", GAMES)
@settings(max_examples=settings.default.max_examples // 8)
@given(SEEDS)
def test_deals_like_new_games(form: str, seed: int) -> None:
    """Game 0 of a seed, at the first lead."""
    game = loaded(form)
    state = game._deal({"seed": seed, "start": "play"})
    hands, kitty = batch.deal(game, seed, 1, start="play")
    assert batch.unpack(game, hands[0]) == [type(hand)(hand.cards) for hand in state.hands]
    if game.name not in ("dadaa", "baohuang"):
        assert [hand.cards for hand in batch.unpack(game, kitty)] == [state.kitty.cards]
    # Dealt, everybody has his own pile: of 斗地主 the landlord without the kitty.
    before = batch.deal(game, seed, 1)
    if game.name == "doudizhu":
        assert before.hands[0].tolist() == [int(hands[0, 0] - kitty[0]), *hands[0, 1:].tolist()]
    elif game.name != "dadaa":
        assert (before.hands == hands).all()


@pytest.mark.parametrize("form", GAMES)
@pytest.mark.parametrize("start", ["deal", "play"])
def test_random_games_are_those_of_simulate(form: str, start: str) -> None:
    """Row by row: what k games add up to less what k - 1 do."""
    game = loaded(form)
    rows = batch.play_deals(game, 5, 6, start=start)  # type: ignore[arg-type]
    before = np.zeros(game.num_players)
    for k in range(1, 7):
        result = pf.simulate(game, games=k, seed=5, start=start)  # type: ignore[arg-type]
        total = np.array(result.mean_returns) * k
        assert np.allclose(rows[k - 1], total - before)
        before = total
    for first in (1, 4):
        later = batch.play_deals(game, 5, 6 - first, first=first, start=start)  # type: ignore[arg-type]
        assert (later == rows[first:]).all()


def played(state: pf.State, seed: int, number: int) -> list[float]:
    """A random game by hand: every choice is a draw of the policy stream."""
    stream, draw = Stream(seed, number, 0, POLICY), 0
    while legal := state.count_legal():
        state.apply_index(stream.below(legal, draw) if legal > 1 else 0)
        draw += (legal > 1) + (legal > 65536)
    return state.returns()


@pytest.mark.parametrize("form", GAMES)
@settings(max_examples=4)
@given(SEEDS, SEEDS, rngs)
def test_states_are_played_as_by_hand(form: str, seed: int, other: int, rng: random.Random) -> None:
    game = loaded(form)
    states = [game._deal({"seed": seed, "start": "play"}) for _ in range(2)]
    for _ in range(rng.randint(0, 30)):
        if states[1].is_over:
            break
        states[1].apply_index(rng.randrange(states[1].count_legal()))
    first = rng.choice([0, 7, 2**40])
    rows = batch.play_states(states, seed=other, repeats=2, first=first)
    again = batch.play_states(states[1:], seed=other, repeats=2, first=first + 2, workers=3)
    assert (again[0] == rows[1]).all()
    for i, state in enumerate(states):
        for r in range(2):
            assert rows[i, r].tolist() == played(state.clone(), other, first + 2 * i + r)


def test_states_before_play_and_after_it() -> None:
    game = pf.load_game("doudizhu")
    fresh, ended = game.new_game(seed=3), game.new_game(seed=3, start="play")
    while not ended.is_over:
        ended.apply_index(0)
    rows = batch.play_states([fresh, ended], seed=1, repeats=20)
    assert (rows[1] == ended.returns()).all()
    assert [rows[0, r].tolist() for r in range(3)] == [played(fresh.clone(), 1, r) for r in range(3)]
    two = game.setup(hands=["33", "4"])
    # 33 at once, or 3, 4 over it; the landlord is seat 0, and there is no third.
    scores = {tuple(row) for row in batch.play_states([two], seed=1, repeats=50)[0].tolist()}
    assert scores == {(1.0, -1.0, 0.0), (-1.0, 1.0, 0.0)}


def random_position(rng: random.Random, game: pf.ClimbingGame) -> tuple[list[str], int, int, pf.Combo | None, int]:
    """Hands of two or three, who is to move, the landlord, the table and whose it is."""
    while True:
        players = rng.choice([2, 3, 3])
        deck = [*"3456789TJQKA2" * 4, "w", "W"]
        rng.shuffle(deck)
        landlord, turn = rng.randrange(players), rng.randrange(players)
        hands = []
        for seat in range(players):
            most = 20 if seat == landlord else 17
            size = most if rng.random() < 0.3 else rng.randint(1, most)
            hands.append("".join(deck.pop() for _ in range(size)))
        table, owner = None, -1
        if rng.random() < 0.6:
            rest = "".join(deck)[:20]
            leads = game.leads(rest) if rest else ()
            if not len(leads):
                continue
            table = leads[rng.randrange(len(leads))]
            owner = rng.choice([seat for seat in range(players) if seat != turn])
        return hands, turn, landlord, table, owner


@settings(max_examples=settings.default.max_examples // 4)
@given(st.integers(), SEEDS, st.sampled_from(sorted(PRESETS)))
def test_playouts_are_those_of_setups(number: int, seed: int, preset: str) -> None:
    rng = random.Random(number)
    game = pf.load_game("doudizhu", preset=preset)
    for players in (2, 3):
        positions = []
        while len(positions) < 5:
            position = random_position(rng, game)
            if len(position[0]) == players:
                positions.append(position)
        full = batch.deal(game, seed, 1, start="play").hands[0]
        if players == 3:  # the very start of play, where spring counts
            positions.append(([str(hand) for hand in batch.unpack(game, full)], 0, 0, None, -1))
        states = [
            game.setup(hands=hands, to_move=turn, landlord=lord, table=table, table_by=None if table is None else owner)
            for hands, turn, lord, table, owner in positions
        ]
        expected = batch.play_states(states, seed=seed, first=11)[:, 0, :players]
        hands = batch.pack(game, [hand for position in positions for hand in position[0]]).reshape(-1, players)
        turns, lords, owners = (np.array([position[k] for position in positions], np.int8) for k in (1, 2, 4))
        tables = batch.pack_plays(game, [position[3] or pf.PASS for position in positions])
        found = batch.playouts(
            game, hands, seed=seed, first=11, to_move=turns, landlord=lords, tables=tables, table_by=owners
        )
        assert (found == expected).all()
        assert found[0].tolist() == played(states[0], seed, 11)
        for i, (_, turn, lord, table, owner) in enumerate(positions):
            one = batch.playouts(
                game,
                hands[i : i + 1],
                seed=seed,
                first=11 + i,
                to_move=turn,
                landlord=lord,
                tables=None if table is None else tables[i : i + 1],
                table_by=None if table is None else owner,
            )
            assert (one[0] == expected[i]).all()


def test_spring_counts_from_the_start_of_play_alone() -> None:
    once, thrice = (pf.load_game("doudizhu", spring_factor=factor) for factor in (1, 3))
    # 34 cards against long chains of trios.
    rest = "".join(rank * 4 for rank in "89TJQKA2") + "wW"
    full = np.repeat(batch.pack(once, ["33334444555566667777", rest[::2], rest[1::2]]).reshape(1, 3), 500, axis=0)
    less = full.copy()
    less[:, 1] = batch.pack(once, [rest[2::2]])
    ratios = [batch.playouts(thrice, hands, seed=1) / batch.playouts(once, hands, seed=1) for hands in (full, less)]
    assert set(np.unique(ratios[0])) == {1.0, 3.0}
    assert set(np.unique(ratios[1])) == {1.0}


def test_workers_and_blocks() -> None:
    for form in ("doudizhu", "dadaa", "baohuang", "shengji", "whist"):
        game = loaded(form)
        one, three = (batch.deal(game, 9, 1100, workers=workers) for workers in (1, 3))
        assert (one.hands == three.hands).all() and (one.kitty == three.kitty).all()
        assert (batch.deal(game, 9, 3, first=1097).hands == one.hands[1097:]).all()
        scores = [batch.play_deals(game, 9, 300, workers=workers) for workers in (1, 3)]
        assert (scores[0] == scores[1]).all()
    game = pf.load_game("doudizhu")
    hands = batch.deal(game, 9, 1100, start="play").hands
    assert (batch.playouts(game, hands, seed=2) == batch.playouts(game, hands, seed=2, workers=3)).all()
    assert (batch.playouts(game, hands[700:], seed=2, first=700) == batch.playouts(game, hands, seed=2)[700:]).all()
