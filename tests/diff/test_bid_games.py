"""Whole deals of 二七王 and 打百分: the state machine and the reference played side by side, action by action."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.bid_strategies import (
    DABAIFEN_PRESETS,
    ERQIWANG_PRESETS,
    Model,
    Options,
    begin,
    begin_play,
    endgame,
    game_of,
    made_anew,
    random_dabaifen_options,
    random_erqiwang_options,
    random_start,
)
from tests.reference import dabaifen_game, erqiwang_game
from tests.reference.dabaifen_rules import DabaifenRules
from tests.reference.trick_cards import RANKS, SUITS

#: Positions with more legal actions than this are compared by count and by samples.
MOST_LISTED = 400
#: Texts that neither game has, and words whose phases differ; all readable texts have words of some game.
GARBAGE = ("", "x", "S", "S1", "bid", "bid x", "bid 80 80", "name", "name w", "name S7", "name X", "bury",
           "bury x", "declare", "S3H", "H5 H5x", "surrender now")  # fmt: skip
WORDS = ("no", "surrender", "name S", "name H", "name D", "name C", "name NT", *(f"bid {n}" for n in range(0, 126, 5)),
         "bid 1", "bid 62", "bid 118", "bid 119", "bid 121", "bid 1000", "bid 999999999")  # fmt: skip
FOURS = [" ".join(suit + rank for suit in SUITS) for rank in RANKS]
BEFORE = {"bury": "bury ", "declare": "declare "}


def end_of(model: Model) -> str | None:
    """How the deal came to its end."""
    if not model.over:
        return None
    if isinstance(model, erqiwang_game.Game):
        return "surrender" if model.surrendered else "played"
    if model.wrong_throw:
        return "wrong_throw"
    assert isinstance(model.rules, DabaifenRules) and model.dealer is not None
    best = next(play for seat, play in model.tricks[-1] if seat == model.leader)
    cards = [pf.SuitedHand([card]).cards for card in best]
    attackers = model.leader % 2 != model.dealer % 2
    return "tripled" if model.form.contract and attackers and model.rules.all_trumps(cards) else "played"


def tricks_of(model: Model) -> tuple[int, int]:
    """Tricks won by the pairs, in 二七王 by the dealer and by the others."""
    winners = [trick[0][0] for trick in model.tricks[1:]]
    winners += [model.leader] if model.tricks else []
    alone = isinstance(model, erqiwang_game.Game)
    sides = Counter(int(seat != model.dealer) if alone else seat % 2 for seat in winners)
    return sides[0], sides[1]


def same_position(state: pf.TrickState, model: Model) -> None:
    """Everything a caller can see of the position, its legal actions apart."""
    assert (state.phase, state.seat, state.is_over) == (model.phase, model.seat, model.over)
    assert [list(hand.ids or ()) for hand in state.hands] == [sorted(hand) for hand in model.hands]
    assert state.points == model.points
    assert state.returns() == model.returns()
    assert state.trick == tuple(pf.SuitedHand(play).cards for _, play in model.trick)
    assert state.tricks == tricks_of(model)
    assert state.end == end_of(model)
    fields = state._fields()
    assert fields["deal"] == model.deal_number
    if model.phase == "bid":
        standing = model.bids[-1] if model.bids else (None, None)
        assert (state.bidder, state.bid) == standing
        assert (state.dealer, state.trump, len(state.turned)) == (None, None, 0)
        assert fields["first"] == model.first
    if model.phase != "declare":
        assert list(state.kitty.ids or ()) == sorted(model.kitty)
    if model.phase not in ("bid", "declare"):
        assert (state.dealer, state.trump, state.bid) == (model.dealer, model.trump, model.bid)
        assert state.bidder == (None if model.bid is None else model.dealer)
    if model.phase in ("play", "over"):
        assert state.leader == model.leader
    if isinstance(model, erqiwang_game.Game):
        assert (state.level, state.levels, state.stake) == (None, None, 1)
        assert list(state.turned.ids or ()) == sorted(model.shown)
    else:
        assert (state.level, state.stake, state.declarer) == (model.level, model.stake, model.declarer)


def cheap_to_count(model: Model) -> bool:
    """Whether the reference finds the number soon: leads of certain throws try every set."""
    if model.phase != "play" or model.trick or model.options.throws != "certain":
        return True
    return len(model.hands[model.seat or 0]) <= 8


def same_actions(state: pf.TrickState, model: Model, rng: random.Random) -> None:
    """Legal actions, their number, their check, and the check of sets of cards and words that may be none."""
    if model.over:
        assert state.count_legal() == len(state.legal_actions()) == 0
        assert {state.check(text).code for text in ("no", "bid 60", "name S", "surrender", "S5")} == {"game_over"}
        return
    actions = state.legal_actions()
    assert len(actions) == state.count_legal()
    if cheap_to_count(model):
        total = model.count_legal()
        assert len(actions) == total, (model.options, model.phase, state.to_json())
        if total <= MOST_LISTED:
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts)
            expected = model.legal()
            assert set(texts) == set(expected), (model.options, state.to_json())
            if model.phase in ("bid", "name", "declare"):
                assert texts == expected
            assert "surrender" not in texts[:-1]
    for _ in range(3):
        text = str(actions[rng.randrange(len(actions))])
        assert model.check(text) == "ok", (model.options, text, state.to_json())
        assert state.check(text).code == "ok"
    for word, ids in sets_of_cards(model, rng):
        text = word + " ".join(pf.SuitedHand([card]).cards for card in ids)
        assert state.check(text).code == model.check(text), (model.options, text, state.to_json())
        if not word and model.phase == "play":
            assert state.check(ids).code == model.check(ids), (model.options, ids, state.to_json())
    for text in rng.sample(WORDS, 4):
        if text != "surrender" or isinstance(model, erqiwang_game.Game):
            assert state.check(text).code == model.check(text), (model.options, text, state.to_json())
    answer = state.check(rng.choice(GARBAGE))
    assert answer.code == "notation" and model.check(answer.suggestion or "") == "ok"


def sets_of_cards(model: Model, rng: random.Random) -> list[tuple[str, list[int]]]:
    """Words and cards held, mostly of a size that is asked for, some with a card of somebody else's."""
    hand, found = model.hands[model.seat or 0], list[tuple[str, list[int]]]()
    for _ in range(6):
        size = rng.choice([1, 2, 3, 4, 8])
        if model.phase == "play" and model.trick:
            size = rng.choice([len(model.trick[0][1])] * 4 + [size])
        elif model.phase == "bury":
            size = rng.choice([6 if isinstance(model, dabaifen_game.Game) else 8] * 5 + [7])
        ids = rng.sample(hand, min(size, len(hand)))
        if rng.random() < 0.4:  # what belongs together
            kind = [card for card in hand if card % 54 // 13 == ids[0] % 54 // 13]
            ids = rng.sample(kind, min(size, len(kind)))
        others = model.hands[((model.seat or 0) + 1) % len(model.hands)]
        if others and rng.random() < 0.1:
            ids[0] = rng.choice(others)
        word = rng.choice(["", *BEFORE.values()]) if rng.random() < 0.1 else BEFORE.get(model.phase, "")
        # 二七王 has no declaring: the reference doesn't know the word.
        if word != "declare " or isinstance(model, dabaifen_game.Game):
            found.append((word, ids))
    return found


def rules_of(state: pf.TrickState) -> pf.Trump:
    moving = state.game.options.get("levels") == "moving"
    return state.game.trump(state.trump or "", level=state.level if moving else None)


def choose(state: pf.TrickState, model: Model, rng: random.Random) -> str:
    """An action: any, but with bids that leave room for others, and mostly without throws that would fail."""
    actions = state.legal_actions()
    last = len(actions) - 1
    number = rng.randrange(len(actions))
    if model.phase == "bid":
        number = last if rng.random() < 0.55 else min(number, rng.choice([0, 2, 6, 7, 8, last]))
    elif model.phase == "declare" and rng.random() < 0.6:
        number = last
    elif model.phase == "play" and not model.trick:
        held = set(state.hands[model.seat or 0].cards.split())
        fours = [four for four in FOURS if held.issuperset(four.split())]
        if fours and rng.random() < 0.5 and state.check(fours[0]):
            return fours[0]
        if str(actions[last]) == "surrender":
            number = last if rng.random() < 0.2 else number
        if model.options.throws == "all" and number < last and rng.random() < 0.8:
            units = rules_of(state).units(str(actions[number]))
            return units[rng.randrange(len(units))].cards if units else str(actions[number])
    return str(actions[number])


def any_copies(text: str, hand: list[int], rng: random.Random) -> list[int]:
    """These cards, any copies of them."""
    free, found = rng.sample(hand, len(hand)), list[int]()
    for name in text.split():
        found.append(next(card for card in free if pf.SuitedHand([card]).cards == name))
        free.remove(found[-1])
    return found


def kind_of_lead(state: pf.TrickState, text: str) -> str:
    """What a lead was that has just been made."""
    led, laid = text.split(), state.trick[0].split()
    if len(led) == 1:
        return "card"
    if len(laid) < len(led):
        return "failed throw"
    if state.trick[0] in FOURS:
        return "four"
    return "throw" if len(rules_of(state).units(text)) > 1 else "unit"


def same_when_made_anew(state: pf.TrickState, model: Model) -> None:
    """A position from outside goes on in the same way."""
    made = made_anew(state, model)
    names = (
        "phase",
        "seat",
        "hands",
        "kitty",
        "trick",
        "leader",
        "points",
        "trump",
        "level",
        "dealer",
        "bid",
        "bidder",
    )
    for name in names:
        assert getattr(made, name) == getattr(state, name), name
    ours, theirs = made.legal_actions(), state.legal_actions()
    assert len(ours) == len(theirs)
    if len(ours) <= MOST_LISTED:
        assert [str(action) for action in ours] == [str(action) for action in theirs]


def play(state: pf.TrickState, model: Model, rng: random.Random, counted: Counter[str], looks: float = 0.15) -> None:
    """One deal to its end, compared at every step."""
    start = state.clone()
    while True:
        same_position(state, model)
        if rng.random() < looks or model.phase in ("name", "over"):
            same_actions(state, model, rng)
        if model.phase == "play" and rng.random() < looks / 4:
            same_when_made_anew(state, model)
        if model.over:
            break
        text, before = choose(state, model, rng), state.clone()
        phase, leads, deals = model.phase, not model.trick, model.deal_number
        action: str | list[int] = text
        if phase == "play" and text != "surrender" and rng.random() < 0.1:
            action = any_copies(text, model.hands[model.seat or 0], rng)
        state.apply(action)
        model.apply(action)
        counted[phase] += 1
        counted["redeal"] += model.deal_number > deals
        if phase == "play" and leads and text != "surrender":
            counted[kind_of_lead(state, text)] += 1
        if rng.random() < 0.05:
            after = state.clone()
            state.undo()
            assert state == before and state.history == before.history
            state.apply(action)
            assert state == after and state.history == after.history
        if rng.random() < 0.03:
            assert pf.State.from_bytes(state.to_bytes()) == state
            assert pf.State.from_json(state.to_json()) == state
    counted[state.end or ""] += 1
    counted["games"] += 1
    said = [(seat, re.sub("/[12]", "", str(action))) for seat, action in state._history_seen(-2)]
    assert said == model.history
    assert pf.State.from_bytes(state.to_bytes()) == state == pf.State.from_json(state.to_json())
    again = pf.replay(state.to_record())
    assert again == state and isinstance(again, pf.TrickState) and again.history == state.history
    if rng.random() < 0.05:
        while state.history:
            state.undo()
        assert state == start


@pytest.mark.arch
@pytest.mark.parametrize("name", [*ERQIWANG_PRESETS, *DABAIFEN_PRESETS])
def test_presets(name: str) -> None:
    """Whole deals under the options of the page, first and later ones."""
    options: Options = (ERQIWANG_PRESETS | DABAIFEN_PRESETS)[name]
    game = "erqiwang" if name in ERQIWANG_PRESETS else "dabaifen"
    assert game_of(options) == pf.load_game(game, preset=name)
    rng = random.Random(name)
    for seed in range(4):
        play(*begin(options, seed, **random_start(rng, options)), rng, Counter())


def some_options(rng: random.Random) -> Options:
    return random_erqiwang_options(rng) if rng.random() < 0.5 else random_dabaifen_options(rng)


@pytest.mark.arch
@pytest.mark.parametrize("block", range(10))
def test_random_games(block: int, big: bool) -> None:
    """50,000 deals with POKERFAST_BIG=1."""
    rng = random.Random(20261210 + block)
    counted: Counter[str] = Counter()
    for number in range(5_000 if big else 8):
        options = some_options(rng)
        play(*begin(options, 10_000 * block + number, **random_start(rng, options)), rng, counted)
    assert all(counted[phase] for phase in ("bid", "name", "bury", "play"))
    if big:
        wanted = ("declare", "redeal", "played", "surrender", "wrong_throw", "tripled", "card", "unit", "throw", "four")
        assert all(counted[name] for name in (*wanted, "failed throw")), counted


@pytest.mark.arch
def test_games_from_the_first_lead(big: bool) -> None:
    """start="play": what is skipped, and the surrender that is left."""
    rng = random.Random(20261211)
    counted: Counter[str] = Counter()
    for seed in range(2_000 if big else 50):
        options = some_options(rng)
        play(*begin_play(options, seed, rng.choice([None, 0, 1, 2])), rng, counted, 0.05)
    assert counted["surrender"] and counted["played"]


@pytest.mark.arch
@given(st.builds(random.Random, st.integers(0, 2**32 - 1)))
def test_endgames(rng: random.Random) -> None:
    play(*endgame(rng, some_options(rng), 3), rng, Counter(), 0.5)


@pytest.mark.arch
def test_many_endgames(big: bool) -> None:
    """The ends of deals in numbers: throws that stand and fail, four of a rank, last tricks of every kind."""
    rng = random.Random(20261212)
    counted: Counter[str] = Counter()
    for _ in range(20_000 if big else 250):
        play(*endgame(rng, some_options(rng)), rng, counted, 0.5)
    for name in ("played", "wrong_throw", "tripled", "unit", "throw", "failed throw", "four"):
        assert counted[name], (name, counted)
