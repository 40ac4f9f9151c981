"""Units, follows, throws, winners and the kitty's factor against the exhaustive reference."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.reference.trick_cards import count_sub_multisets, stock_of, sub_multisets
from tests.reference.trick_rules import Trump
from tests.trick_strategies import (
    dense_cards,
    loose_cards,
    random_card_options,
    random_follow_position,
    random_group,
    random_lead,
    random_rules,
    random_trick,
)

#: Other sets of the right size that a check is tried on, at most.
MOST_WRONG = 300

rngs = st.randoms(use_true_random=False)


def written(cards: object) -> str:
    assert isinstance(cards, (list, tuple))
    return " ".join(cards)


def compare_follows(trump: Trump, core: pf.Trump, lead: list[str], hand: list[str], rng: random.Random) -> str:
    """Every legal follow, its check, and the check of sets that are none; says what kind of position it was."""
    expected = {written(play) for play in trump.follows(hand, lead)} if len(hand) >= len(lead) else set()
    lead_text, hand_text = written(lead), written(hand)
    if len(hand) < len(lead):
        assert core.count_follows(hand_text, lead_text) == 0
        return "short"
    found = list(core.follows(hand_text, lead_text))
    assert len(found) == len(set(found)) == core.count_follows(hand_text, lead_text)
    assert set(found) == expected, (trump.suit, trump.level, trump.options, lead_text, hand_text)
    stock, size = stock_of(hand), len(lead)
    tried = sub_multisets(stock, size)
    if count_sub_multisets(stock, size) > MOST_WRONG:
        tried = [tuple(rng.sample(hand, size)) for _ in range(MOST_WRONG // 4)]
    for play in tried:
        answer = core.check_follow(hand_text, lead_text, written(play))
        code = trump.check_follow(hand, lead, play)
        assert answer.code == code, (trump.suit, trump.level, trump.options, lead_text, hand_text, play)
        if not answer:
            assert answer.suggestion in expected
    shapes = trump.shapes(lead)
    if len(shapes) > 1 and any(width == 3 for width, _ in shapes):
        return "throw of triples"
    if len(shapes) > 1:
        return "throw"
    return "triple" if shapes[0][0] == 3 else "unit"


@pytest.mark.arch
@given(rngs)
def test_follows(rng: random.Random) -> None:
    trump, core = random_rules(rng, random_card_options(rng))
    lead, hand, _ = random_follow_position(rng, trump)
    compare_follows(trump, core, lead, hand, rng)


@pytest.mark.arch
def test_many_follows(big: bool) -> None:
    """200,000 leads and hands with POKERFAST_BIG=1: the mix the rules page asks for."""
    rng = random.Random(20261130)
    total = 200_000 if big else 1_500
    seen: Counter[str] = Counter()
    more = 0
    for _ in range(total):
        trump, core = random_rules(rng, random_card_options(rng))
        lead, hand, group = random_follow_position(rng, trump)
        seen[compare_follows(trump, core, lead, hand, rng)] += 1
        more += len(trump.of_group(hand, group)) > len(lead)
    assert seen["triple"] + seen["throw of triples"] >= total // 12, seen
    assert seen["throw"] + seen["throw of triples"] >= total // 10, seen
    assert more >= total // 2, more


@pytest.mark.arch
@given(rngs)
def test_order_and_groups(rng: random.Random) -> None:
    trump, core = random_rules(rng, random_card_options(rng))
    # Cards of one place are a set: their order says nothing.
    assert [set(place) for place in core.order()] == [set(place) for place in trump.order()]
    for places in trump.places.values():
        for card in (card for place in places for card in place):
            assert core.effective_suit(card) == trump.group(card)


def compare_units(trump: Trump, core: pf.Trump, cards: list[str]) -> None:
    found = core.units(written(cards))
    expected = trump.units(cards)
    assert [(u.kind, u.length, u.cards) for u in found] == [(u.kind, u.length, written(u.cards)) for u in expected], (
        trump.suit,
        trump.level,
        trump.options,
        cards,
    )
    assert core.is_tractor(written(cards)) == trump.is_tractor(cards)
    assert core.is_titanic(written(cards)) == trump.is_titanic(cards)
    assert core.kitty_multiplier(written(cards)) == trump.kitty_multiplier(cards)


@pytest.mark.arch
@given(rngs)
def test_units(rng: random.Random) -> None:
    trump, core = random_rules(rng, random_card_options(rng))
    compare_units(trump, core, random_lead(rng, trump, random_group(rng, trump), 14, Counter()))


def compare_leads(rng: random.Random) -> int:
    """Every lead under each rule of throws, against a pool of unseen cards."""
    options = dataclasses.replace(
        random_card_options(rng),
        throws=rng.choice(["certain", "certain", "certain", "none"]),
        trump_throw=rng.random() < 0.8,
    )
    trump, core = random_rules(rng, options)
    taken: Counter[str] = Counter()
    group = random_group(rng, trump)
    hand = dense_cards(rng, trump, group, rng.randint(1, 8), taken)
    hand += loose_cards(rng, trump, "SHDCT", rng.randint(0, 2), taken)
    unseen = dense_cards(rng, trump, group, rng.randint(0, 6), taken)
    unseen += loose_cards(rng, trump, "SHDCT", rng.randint(0, 4), taken)
    expected = {written(cards) for cards in trump.leads(hand, unseen)}
    found = list(core.leads(written(hand), written(unseen)))
    assert len(found) == len(set(found)) == core.count_leads(written(hand), written(unseen))
    assert set(found) == expected, (trump.suit, trump.level, options, hand, unseen)
    return len(found)


@pytest.mark.arch
@given(rngs)
def test_leads(rng: random.Random) -> None:
    compare_leads(rng)


@pytest.mark.arch
def test_many_leads(big: bool) -> None:
    rng = random.Random(20261202)
    assert max(compare_leads(rng) for _ in range(30_000 if big else 600)) > 60


def compare_throw(trump: Trump, core: pf.Trump, rng: random.Random) -> bool:
    taken: Counter[str] = Counter()
    group = random_group(rng, trump)
    lead = random_lead(rng, trump, group, 10, taken)
    others = []
    for _ in range(rng.randint(1, 3)):
        cards = dense_cards(rng, trump, group, rng.randint(0, 9), taken) + loose_cards(rng, trump, "SHDCT", 2, taken)
        others.append(cards)
    found = core.throw(written(lead), [written(cards) for cards in others])
    stands, forced = trump.throw(lead, others)
    assert (found.stands, found.forced) == (stands, written(forced)), (
        trump.suit,
        trump.level,
        trump.options,
        lead,
        others,
    )
    return stands


@pytest.mark.arch
@given(rngs)
def test_throws(rng: random.Random) -> None:
    trump, core = random_rules(rng, random_card_options(rng))
    compare_throw(trump, core, rng)


def compare_winner(trump: Trump, core: pf.Trump, rng: random.Random) -> int:
    plays = random_trick(rng, trump)
    expected = trump.winner(plays)
    assert core.winner([written(play) for play in plays]) == expected, (trump.suit, trump.level, trump.options, plays)
    return expected


@pytest.mark.arch
@given(rngs)
def test_winners(rng: random.Random) -> None:
    trump, core = random_rules(rng, random_card_options(rng))
    compare_winner(trump, core, rng)


@pytest.mark.arch
def test_many_plays(big: bool) -> None:
    """Units, throws and tricks in numbers, every outcome of each among them."""
    rng = random.Random(20261201)
    winners: Counter[int] = Counter()
    stands: Counter[bool] = Counter()
    for _ in range(60_000 if big else 1_000):
        trump, core = random_rules(rng, random_card_options(rng))
        compare_units(trump, core, random_lead(rng, trump, random_group(rng, trump), 14, Counter()))
        stands[compare_throw(trump, core, rng)] += 1
        winners[compare_winner(trump, core, rng)] += 1
    assert set(winners) == {0, 1, 2, 3}
    assert min(stands.values()) >= 100


def test_follows_stop_early() -> None:
    """The iterator answers at once, however many follows there are."""
    core = pf.load_game("shengji", decks=3).trump("S", level="T")
    hand = " ".join(f"{suit}{rank}" for suit in "HDC" for rank in "AKQJ98765432")
    lead = "SA SA SA SK SK SK SQ SQ SQ SJ SJ SJ"
    assert core.count_follows(hand, lead) == 1_251_677_700
    assert len(set(islice(core.follows(hand, lead), 1000))) == 1000
