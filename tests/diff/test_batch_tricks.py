"""Array calls under a trump answer what the calls for single plays answer, and what the reference does."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from pokerfast import batch
from pokerfast._fast import CODE_NAMES
from tests import bid_strategies, trick_strategies
from tests.reference.trick_rules import Trump

pytestmark = pytest.mark.arch

rngs = st.randoms(use_true_random=False)
GAMES = ("shengji", "erqiwang", "dabaifen", "whist")
#: Reason codes by number: a file format.
CODES = {"ok": 0, "not_held": 4, "wrong_size": 15, "two_groups": 17, "must_follow": 20, "must_titanic": 21}
CODES |= {"must_triple": 22, "must_tractor": 23, "must_pair": 24}
KINDS = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"] + ["w", "W"]


def words_of(cards: str) -> list[int]:
    """A packed hand, from the description of the layout."""
    number = sum(1 << 2 * KINDS.index(card) for card in cards.split())
    return [number % 2**64, number >> 64]


def some_trump(rng: random.Random, name: str) -> tuple[Trump, pf.Trump]:
    """The reference's rules and the package's."""
    if name == "shengji":
        return trick_strategies.random_rules(rng, trick_strategies.random_card_options(rng))
    if name == "erqiwang":
        return bid_strategies.random_erqiwang_trump(rng)[:2]
    if name == "dabaifen":
        return bid_strategies.random_dabaifen_trump(rng)[:2]
    # Whist: one pack without jokers, spades to clubs, no level; the shapes are those of any single pack.
    model, _ = trick_strategies.random_rules(rng, trick_strategies.random_card_options(rng, 1))
    return model, pf.load_game("whist").trump(rng.choice(["S", "H", "D", "C", "NT"]))


def in_pack(trump: pf.Trump, cards: list[str]) -> list[str]:
    return [card for card in cards if trump.game.name != "whist" or card not in "wW"]


def position(rng: random.Random, model: Trump, trump: pf.Trump) -> tuple[str, str]:
    lead, hand, _ = trick_strategies.random_follow_position(rng, model)
    if rng.random() < 0.1:
        lead = rng.sample([*lead, *hand], min(len(lead), 3))
    return " ".join(in_pack(trump, hand)), " ".join(in_pack(trump, lead))


def compare(rng: random.Random, name: str, n: int = 6) -> None:
    model, trump = some_trump(rng, name)
    pairs = [position(rng, model, trump) for _ in range(n)]
    hands, leads = (batch.pack(trump, [pair[i] for pair in pairs]) for i in (0, 1))
    assert hands.tolist() == [words_of(hand) for hand, _ in pairs]
    assert [hand.cards for hand in batch.unpack(trump, hands)] == [pf.SuitedHand(hand).cards for hand, _ in pairs]

    counts = [trump.count_follows(*pair) for pair in pairs]
    assert batch.count_follows(trump, hands, leads).tolist() == counts
    one = [trump.count_follows(hand, pairs[0][1]) for hand, _ in pairs]
    assert batch.count_follows(trump, hands, leads[:1]).tolist() == one

    plays = []
    for (hand, lead), count in zip(pairs, counts, strict=True):
        cards = hand.split()
        wrong = rng.sample(cards, min(len(lead.split()), len(cards)))
        right = list(trump.follows(hand, lead)) if 0 < count < 400 else []
        plays.append(rng.choice([*right[:20], " ".join(wrong), " ".join(wrong), lead]))
    given_plays = batch.pack(trump, plays)
    codes = [trump.check_follow(*pair, play).code for pair, play in zip(pairs, plays, strict=True)]
    found = batch.check_follow(trump, hands, leads, given_plays)
    assert [batch.CODES[code] for code in found] == codes
    assert [CODES.get(code) for code in codes] == found.tolist()

    small = [i for i, count in enumerate(counts) if count < 3000]
    lists = batch.follows(trump, hands[small], leads[small])
    expected = [list(trump.follows(*pairs[i])) for i in small]
    assert np.diff(lists.offsets).tolist() == [counts[i] for i in small]
    assert lists.plays.tolist() == [words_of(play) for plays in expected for play in plays]
    some = [i for i in range(n) if counts[i]]
    numbers = np.array([rng.randrange(counts[i]) for i in some], np.int64)
    drawn = batch.unrank(trump, hands[some], numbers, leads[some])
    for i, number, play in zip(some, numbers.tolist(), drawn.tolist(), strict=True):
        if counts[i] < 3000:
            assert play == words_of(list(trump.follows(*pairs[i]))[number])
    assert (batch.check_follow(trump, hands[some], leads[some], drawn) == 0).all()
    if name == "shengji":
        for (hand, lead), count in zip(pairs, counts, strict=True):
            if count < 200 and trump.group(lead) and len(hand.split()) >= len(lead.split()):
                assert len(model.follows(hand.split(), lead.split())) == count


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=settings.default.max_examples // 5)
@given(rngs)
def test_like_single_calls(name: str, rng: random.Random) -> None:
    compare(rng, name)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=settings.default.max_examples // 3)
@given(rngs)
def test_winners(name: str, rng: random.Random) -> None:
    model, trump = some_trump(rng, name)
    for seats in (1, 2, 3, 4):
        tricks = []
        for _ in range(4):
            plays = [" ".join(in_pack(trump, play)) for play in trick_strategies.random_trick(rng, model)]
            tricks.append(plays[:seats])
        packed = np.array([[words_of(play) for play in plays] for plays in tricks], np.uint64)
        expected = [trump.winner(plays) for plays in tricks]
        assert batch.winner(trump, packed).tolist() == [-1 if won is None else won for won in expected]


def test_codes_are_the_core_s() -> None:
    assert batch.CODES == CODE_NAMES
    assert {name: batch.CODES.index(name) for name in CODES} == CODES


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=settings.default.max_examples // 3)
@given(st.data())
def test_any_bits(name: str, data: st.DataObject) -> None:
    """Rows of any bits are refused, the first bad one by its number, or answered as the single calls do."""
    game = pf.load_game(name)
    trump = game.trump("S", level="2" if name in ("shengji", "dabaifen") else None)
    decks = {"shengji": 2, "erqiwang": 2}.get(name, 1)
    kinds = KINDS if name != "whist" else KINDS[:52]
    copies = st.lists(st.tuples(st.integers(0, 63), st.integers(0, 3)), max_size=5)
    low = st.lists(st.tuples(st.integers(0, len(kinds) - 1), st.integers(0, decks)), max_size=80)
    rows = data.draw(st.lists(st.one_of(copies, low, low, st.integers(0, 2**128 - 1)), min_size=1, max_size=5))
    numbers = []
    for row in rows:
        number = row if isinstance(row, int) else sum(n << 2 * kind for kind, n in dict(row).items())
        numbers.append(number)
    hands = np.array([[number % 2**64, number >> 64] for number in numbers], np.uint64)
    texts: list[str] = []
    bad = None
    for i, number in enumerate(numbers):
        counts = [number >> 2 * kind & 3 for kind in range(64)]
        if any(n > (decks if kind < len(kinds) else 0) for kind, n in enumerate(counts)) or sum(counts) > 60:
            bad = i
            break
        texts.append(" ".join(KINDS[kind] for kind, n in enumerate(counts[:54]) for _ in range(n)))
    lead = batch.pack(game, ["H9"])
    calls: tuple[Any, ...] = (
        lambda: batch.count_follows(trump, hands, lead).tolist(),
        lambda: batch.check_follow(trump, hands, lead, hands).tolist(),
    )
    if bad is not None:
        for call in calls:
            with pytest.raises(pf.RulesError, match=rf"hands: row {bad} "):
                call()
        return
    assert calls[0]() == [trump.count_follows(text, "H9") for text in texts]
    assert [batch.CODES[code] for code in calls[1]()] == [trump.check_follow(text, "H9", text).code for text in texts]


def test_long_lists_are_refused_before_they_are_made() -> None:
    trump = pf.load_game("shengji").trump("S", level="2")
    hand = " ".join(f"H{rank}" for rank in "3456789TJQKA") + " " + " ".join(f"D{rank}" for rank in "3456789TJQKA")
    hands = batch.pack(trump, ["H3", hand, hand])
    leads = batch.pack(trump, ["H3", "HK", "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA"])
    assert batch.count_follows(trump, hands, leads).tolist() == [1, 12, 2_704_156]
    with pytest.raises(pf.RulesError, match=r"more than 1,000 plays, with those of row 2"):
        batch.follows(trump, hands, leads, most=1000)
    with pytest.raises(pf.RulesError, match=r"more than 12 plays, with those of row 1"):
        batch.follows(trump, hands, leads, most=12)
    assert len(batch.follows(trump, hands[:2], leads[:2], most=13).plays) == 13
    many = np.repeat(hands[2:], 10_000, axis=0)
    with pytest.raises(pf.RulesError, match=r"more than 100,000,000 plays, with those of row 36"):
        batch.follows(trump, many, leads[2:])
    whole = pf.load_game("shengji", decks=3).trump("NT", level="2")
    kinds = batch.pack(whole, [" ".join(KINDS)])
    led = batch.pack(whole, ["w w w W W W " + " ".join(["S2 H2 D2 C2"] * 3)])
    total = batch.count_follows(whole, kinds, led)[0]
    assert total == whole.count_follows(" ".join(KINDS), "w w w W W W " + " ".join(["S2 H2 D2 C2"] * 3)) > 10**9
    with pytest.raises(pf.RulesError, match="with those of row 0"):
        batch.follows(whole, np.repeat(kinds, 5000, axis=0), led, most=10**9)


def test_workers_and_blocks() -> None:
    rng = random.Random(8)
    model, trump = some_trump(rng, "shengji")
    pairs = [position(rng, model, trump) for _ in range(71)]
    hands, leads = (np.concatenate([batch.pack(trump, [pair[i] for pair in pairs])] * 3) for i in (0, 1))
    tricks = np.stack([leads, hands, leads], axis=1)
    counts = batch.count_follows(trump, hands, leads)
    some = np.flatnonzero((counts > 0) & (counts < 1000))
    for call in (
        lambda workers: batch.count_follows(trump, hands, leads, workers=workers),
        lambda workers: batch.check_follow(trump, hands, leads, leads, workers=workers),
        lambda workers: batch.follows(trump, hands[some], leads[some], workers=workers).plays,
        lambda workers: batch.unrank(trump, hands[some], counts[some] - 1, leads[some], workers=workers),
        lambda workers: batch.winner(trump, tricks, workers=workers),
    ):
        assert (call(1) == call(3)).all()
    assert (counts == np.tile(counts[:71], 3)).all()
    counts[some[-1]] += 1
    with pytest.raises(pf.RulesError, match=rf"indices: row {len(some) - 1} "):
        batch.unrank(trump, hands[some], counts[some] - 1, leads[some], workers=3)
