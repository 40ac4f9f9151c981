"""Actions chosen card by card: the masks lead to every legal action in exactly one way, and nowhere else."""

from __future__ import annotations

import dataclasses
import pickle
import random
from collections import Counter

import numpy as np
import pytest

import pokerfast as pf
from pokerfast.envs.card_actions import END, CardActions, CardTurn
from tests.bid_strategies import random_dabaifen_options, random_erqiwang_options
from tests.reference.trick_cards import text_of
from tests.trick_endgame_strategies import GAMES, Endgame, cards_of, game_of, random_endgame
from tests.trick_strategies import (
    dense_cards,
    loose_cards,
    random_card_options,
    random_follow_position,
    random_group,
    random_options,
    random_rules,
)

#: Positions with more legal actions are walked at random, not through.
MOST_WALKED = 1500
PRESETS = (
    ("shengji", "tuolaji"),
    ("shengji", "one_deck"),
    ("shengji", "titanic"),
    ("shengji", "chaodipi"),
    ("erqiwang", "erqiwang"),
    ("erqiwang", "cards92"),
    ("erqiwang", "three_players"),
    ("dabaifen", "dabaifen"),
    ("dabaifen", "moving"),
    ("dabaifen", "contract"),
    ("whist", "whist"),
)


def open_ids(turn: CardTurn) -> list[int]:
    mask = turn.mask()
    assert mask.dtype == np.int8 and mask.shape == (turn.size,) and set(mask.tolist()) <= {0, 1}
    return [int(id) for id in np.flatnonzero(mask)]


def taken(scheme: CardActions, state: pf.TrickState, ids: tuple[int, ...]) -> tuple[CardTurn, pf.Action | None]:
    turn, action = scheme.begin(state), None
    for id in ids:
        assert action is None
        action = turn.step(id)
    return turn, action


def sequences(scheme: CardActions, state: pf.TrickState) -> dict[tuple[int, ...], pf.Action]:
    """Every sequence that the masks allow, with the action it makes."""
    found: dict[tuple[int, ...], pf.Action] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        ids = waiting.pop()
        turn, action = taken(scheme, state, ids)
        assert turn.is_done == (action is not None)
        if action is not None:
            assert not open_ids(turn)
            found[ids] = action
            continue
        following = open_ids(turn)
        assert following, ("a dead end", ids, state.to_json())
        cards = [id for id in ids if id < END]
        assert all(id >= END or not cards or id >= cards[-1] for id in following)
        assert all(id <= END for id in following) or not ids
        assert turn.pending == pf.SuitedHand([_card(ids, i) for i in range(len(ids))]).cards
        waiting += [(*ids, id) for id in following]
    return found


def _card(ids: tuple[int, ...], i: int) -> int:
    """A physical card for the i-th id: copies of one kind from different packs."""
    return ids[i] + 54 * ids[:i].count(ids[i])


def walked_through(state: pf.TrickState) -> int:
    """Compares all sequences with all legal actions; how many there are."""
    scheme = CardActions(state.game)
    found = sequences(scheme, state)
    actions = list(state.legal_actions())
    assert Counter(map(str, found.values())) == Counter(map(str, actions)), state.to_json()
    assert set(found.values()) == set(actions)
    for ids, action in found.items():
        assert ids == scheme.ids(state, action)
    return len(actions)


def walked_at_random(rng: random.Random, state: pf.TrickState, times: int = 8) -> None:
    """Random ways end in legal actions, and random legal actions have their way."""
    scheme = CardActions(state.game)
    for _ in range(times):
        turn, action, ids = scheme.begin(state), None, []
        while action is None:
            ids.append(rng.choice(open_ids(turn)))
            action = turn.step(ids[-1])
        assert state.check(str(action)), (str(action), state.to_json())
        assert scheme.ids(state, action) == tuple(ids)
    actions = state.legal_actions()
    for _ in range(times):
        action = actions[rng.randrange(len(actions))]
        # `ids` steps through the masks, which refuse what is not open.
        turn, made = taken(scheme, state, scheme.ids(state, str(action)))
        assert made == action, (str(action), state.to_json())


def compared(rng: random.Random, state: pf.TrickState) -> int:
    total = state.count_legal()
    if total <= MOST_WALKED:
        return walked_through(state)
    walked_at_random(rng, state)
    return total


@pytest.mark.arch
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_whole_deals(name: str, preset: str, big: bool) -> None:
    """Every position of whole deals, from the first question to the last trick."""
    rng = random.Random(f"{name} {preset}")
    game = pf.load_game(name, preset=preset)
    assert isinstance(game, pf.TrickGame)
    phases: Counter[str] = Counter()
    for seed in range(40 if big else 3):
        state = game.new_game(seed=seed)
        while not state.is_over:
            if state.phase not in ("play", "bid") or not phases[state.phase] or rng.random() < 0.3:
                compared(rng, state)
                phases[state.phase] += 1
            actions = state.legal_actions()
            index = rng.randrange(len(actions))
            if state.phase == "play" and not state.trick and rng.random() < 0.8:
                index = rng.randrange(min(len(actions), 30))
            if str(actions[index]) == "surrender" or (state.phase == "bid" and rng.random() < 0.7):
                index = 0
            state.apply_index(index)
        assert not open_ids(CardActions(game).begin(state))
    assert phases["play"] and (phases["bury"] or name == "whist")


@pytest.mark.arch
def test_dense_endgames(big: bool) -> None:
    """Hands full of pairs and triples under all options: leads of every rule of throws, and follows."""
    rng = random.Random(7)
    kinds: Counter[str] = Counter()
    for _ in range(6000 if big else 250):
        end = random_endgame(rng, rng.choice(GAMES), sizes=(3, 4, 4, 5, 6, 6, 7))
        state = end.state()
        compared(rng, state)
        kinds[f"{'follow' if state.trick else 'lead'} {state.game.options.get('throws')}"] += 1
    assert {"lead certain", "lead all", "lead none", "follow certain", "follow all"} <= set(kinds)


def certain_state(rng: random.Random) -> pf.TrickState:
    """A lead where throws must be certain, out of a group of which the others have few cards."""
    options = dataclasses.replace(random_options(rng), throws="certain", trump_throw=True)
    trump, core = random_rules(rng, options)
    group, taken = random_group(rng, trump), Counter[str]()
    own = dense_cards(rng, trump, group, rng.randint(3, 9), taken)
    own += loose_cards(rng, trump, group, rng.randint(0, 2), taken)
    far = "".join(other for other in trump.places if other != group)
    others = []
    for _ in range(3):
        near = dense_cards(rng, trump, group, rng.choice([0, 0, 1, 2, 3]), taken)[: len(own)]
        others.append(near + loose_cards(rng, trump, far, len(own) - len(near), taken))
    return game_of(options).setup(
        hands=[text_of(cards) for cards in (own, *others)], trump=core.suit, level=core.level, dealer=0
    )


@pytest.mark.arch
def test_certain_throws(big: bool) -> None:
    """Low pairs and triples joined to higher ones, with free cards beside."""
    rng = random.Random(23)
    throws, total = 0, 8_000 if big else 250
    for _ in range(total):
        state = certain_state(rng)
        throws += compared(rng, state) > 2 * len(state.hands[0])
    assert throws > total // 3, throws


def follow_state(rng: random.Random) -> pf.TrickState | None:
    """A hand that must follow a lead of many units; the other hands are what is left of the pack."""
    options = random_card_options(rng)
    trump, core = random_rules(rng, options)
    lead, hand, _ = random_follow_position(rng, trump)
    if not len(lead) <= len(hand) <= 12 * options.decks:
        return None
    free = [card for places in trump.places.values() for place in places for card in place] * options.decks
    for card in (*lead, *hand):
        free.remove(card)
    rng.shuffle(free)
    sizes = (len(hand) - len(lead), len(hand), len(hand))
    if sum(sizes) > len(free):
        return None
    others = [[free.pop() for _ in range(size)] for size in sizes]
    return game_of(options).setup(
        hands=[text_of(cards) for cards in (others[0], hand, others[1], others[2])],
        to_move=1,
        trick=[text_of(lead)],
        trump=core.suit,
        level=core.level,
        dealer=0,
    )


@pytest.mark.arch
def test_dense_follows(big: bool) -> None:
    """Follows of throws, titanics and tractors, where numbers and where neighbours decide."""
    rng = random.Random(11)
    sizes: Counter[bool] = Counter()
    total = 0
    while total < (20_000 if big else 400):
        state = follow_state(rng)
        if state is None:
            continue
        compared(rng, state)
        sizes[len(cards_of(state.trick[0])) > 3] += 1
        total += 1
    assert sizes[True] > total // 4


@pytest.mark.parametrize("name", ["shengji", "erqiwang", "dabaifen", "whist"])
def test_reference(name: str) -> None:
    """The sequences against the reference's legal plays."""
    rng = random.Random(name)
    for _ in range(40):
        end: Endgame = random_endgame(rng, name, sizes=(2, 3, 3, 4))
        state = end.state()
        found = sequences(CardActions(state.game), state).values()
        expected = {text_of(play) for play in end.judge().legal(end.place)}
        assert {text_of(cards_of(action)) for action in found if action.kind == "play"} == expected
        assert len({str(action) for action in found}) == len(found)


@pytest.mark.arch
def test_burials(big: bool) -> None:
    """With limits of points and without; the sets are millions, so single ways are compared."""
    rng = random.Random(5)
    for seed in range(60 if big else 6):
        options = random_options(rng)
        game = game_of(options)
        state = game.new_game(seed=seed)
        while state.phase == "declare":
            state.apply_index(0)
        if state.phase == "bury":
            walked_at_random(rng, state, times=20)


def test_every_game_of_random_options(big: bool) -> None:
    rng = random.Random(3)
    for _ in range(60 if big else 6):
        for options in (random_options(rng), random_erqiwang_options(rng), random_dabaifen_options(rng)):
            game = game_of(options)
            state = game.new_game(seed=rng.randrange(1000))
            for _ in range(30):
                if state.is_over:
                    break
                compared(rng, state)
                state.apply_index(rng.randrange(state.count_legal()))


def test_ids() -> None:
    game = pf.load_game("erqiwang", allow_no_trump=True)
    scheme = CardActions(game)
    assert scheme.words[0] == "no" and scheme.words[1:4] == ("bid 120", "bid 115", "bid 110")
    assert scheme.words[-6:] == ("name S", "name H", "name D", "name C", "name NT", "surrender")
    assert scheme.size == 55 + len(scheme.words) == 86
    assert [scheme.text(id) for id in (0, 12, 13, 51, 52, 53, 54, 55)] == [
        *("S2", "SA", "H2", "CA", "w", "W", "end", "no"),
    ]
    assert CardActions(pf.load_game("whist")).size == 55
    assert CardActions(pf.load_game("shengji")).words == ("no",)
    assert CardActions(pf.load_game("dabaifen")).words == ("no",)
    contract = CardActions(pf.load_game("dabaifen", preset="contract")).words
    assert contract == ("no", *(f"bid {n}" for n in range(60, 101, 5)), *(f"name {suit}" for suit in "SHDC"))
    turn = scheme.begin(game.new_game(seed=1))
    for id in (-1, 86, 1 << 70):
        with pytest.raises(IndexError):
            scheme.text(id)
        with pytest.raises(IndexError):
            turn.text(id)
    assert [turn.text(id) for id in range(turn.size)] == [scheme.text(id) for id in range(scheme.size)]


def test_wrong_ids_change_nothing() -> None:
    game = pf.load_game("shengji")
    state = game.setup(
        hands=["H5 H5 H6 H6 S3", "H7 H7 H8 H8 S4", "H9 H9 HT HT S5", "HJ HJ HQ HQ S6"], trump="S", level="2"
    )
    before = state.to_bytes()
    turn = CardActions(game).begin(state)
    assert turn.step(16) is None  # H5
    mask = turn.mask().copy()
    for wrong in (-1, 15, 18, 55, 56, 1 << 40, -(1 << 70)):
        with pytest.raises(pf.IllegalActionError) as caught:
            turn.step(wrong)
        assert caught.value.code == "index"
        assert turn.pending == "H5" and np.array_equal(turn.mask(), mask) and not turn.is_done
    with pytest.raises(pf.IllegalActionError, match=r"id 18 \(H7\) after H5"):
        turn.step(18)
    for odd in ("16", 16.0, None, True):
        with pytest.raises(TypeError):
            turn.step(odd)  # type: ignore[arg-type]
    assert open_ids(turn) == [16, 17, END]
    assert turn.step(np.int64(16)) is None
    action = turn.step(END)
    assert action is not None and str(action) == "H5 H5" and action in state.legal_actions()
    assert turn.is_done and not turn.mask().any()
    with pytest.raises(pf.IllegalActionError):
        turn.step(16)
    assert state.to_bytes() == before
    state.apply(action)
    # A follow is complete with as many cards as were led.
    turn = CardActions(game).begin(state)
    assert open_ids(turn) == [18, 19]
    assert turn.step(18) is None and open_ids(turn) == [18]
    assert str(turn.step(18)) == "H7 H7"


def test_a_turn_keeps_its_position() -> None:
    game = pf.load_game("shengji", preset="tuolaji")
    state = game.new_game(seed=3, start="play")
    turn = CardActions(game).begin(state)
    mask = turn.mask().copy()
    state.apply_index(0)
    state.apply_index(0)
    assert np.array_equal(turn.mask(), mask)
    ids = open_ids(turn)
    turn.mask()[:] = 0  # a copy of its own
    assert open_ids(turn) == ids


def test_wrong_objects() -> None:
    game = pf.load_game("shengji")
    scheme = CardActions(game)
    with pytest.raises(TypeError, match="trick-taking"):
        CardActions(pf.load_game("doudizhu"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="trick-taking"):
        scheme.begin(pf.load_game("doudizhu").new_game(seed=1))  # type: ignore[arg-type]
    with pytest.raises(pf.RulesError, match="other rules"):
        scheme.begin(pf.load_game("shengji", preset="titanic").new_game(seed=1))
    state = pf.load_game("shengji").new_game(seed=1, start="play")  # an equal game
    assert scheme.begin(state).mask().any()
    with pytest.raises(pf.IllegalActionError):
        scheme.ids(state, "W W")
    with pytest.raises(pf.NotationError):
        scheme.ids(state, "x")
    with pytest.raises(pf.PhaseError):
        scheme.ids(state, "no")
    with pytest.raises(TypeError):
        pickle.dumps(scheme.begin(state))


def test_physical_cards_make_no_difference() -> None:
    game = pf.load_game("shengji")
    state = game.setup(hands=["H5/1 H5/2 H6/1 S3/1", "H7 H7 H8 S4", "H9 H9 HT S5", "HJ HJ HQ S6"], trump="S", level="2")
    scheme = CardActions(game)
    assert scheme.ids(state, "H5/2") == scheme.ids(state, "H5") == (16, END)
