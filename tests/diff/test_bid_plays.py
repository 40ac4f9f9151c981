"""Single plays of 二七王 and 打百分 against the exhaustive reference: order, leads, follows, throws, winners, the
kitty's factor; and what deals are worth, over the whole range."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.bid_strategies import (
    Options,
    dabaifen_trump,
    erqiwang_trump,
    leads_of,
    random_dabaifen_trump,
    random_erqiwang_trump,
)
from tests.diff.test_trick_plays import compare_follows, compare_throw, compare_units, compare_winner, written
from tests.reference import dabaifen_rules, erqiwang_rules
from tests.reference.dabaifen_rules import BIDS, DabaifenRules, contract_scores
from tests.reference.erqiwang_rules import deal_result
from tests.reference.trick_cards import DECK, RANKS, SUITS, sort_cards
from tests.reference.trick_levels import level_result
from tests.reference.trick_rules import Trump
from tests.trick_strategies import dense_cards, loose_cards, random_follow_position, random_group, random_lead

rngs = st.randoms(use_true_random=False)
GROUPS = ("T", *SUITS)


def some_trump(rng: random.Random, game: str) -> tuple[Trump, pf.Trump, Options]:
    return random_erqiwang_trump(rng) if game == "erqiwang" else random_dabaifen_trump(rng)


# ---- order


def compare_order(trump: Trump, core: pf.Trump) -> None:
    # Cards of one place are a set: their order says nothing.
    assert [set(place) for place in core.order()] == [set(place) for place in trump.order()]
    for group in GROUPS:
        places = trump.places.get(group, [])
        assert [set(place) for place in core.order(group)] == [set(place) for place in reversed(places)]
        for card in (card for place in places for card in place):
            assert core.effective_suit(card) == core.group(card) == group


@pytest.mark.arch
@pytest.mark.parametrize("cards", [108, 92])
def test_order_of_erqiwang(cards: int) -> None:
    options = erqiwang_rules.Options(cards=cards, allow_no_trump=True)
    for suit in (*SUITS, "NT"):
        trump, core = erqiwang_trump(suit, options)
        compare_order(trump, core)
        left_out = {suit + rank for suit in SUITS for rank in "34"} if cards == 92 else set()
        for card in DECK:
            if card in left_out:
                with pytest.raises(pf.NotationError):
                    core.effective_suit(card)
            else:
                assert core.effective_suit(card) == trump.group(card)


@pytest.mark.arch
@pytest.mark.parametrize("levels", ["fixed", "moving"])
def test_order_of_dabaifen(levels: str) -> None:
    options = dabaifen_rules.Options(levels=levels)
    for suit in (*SUITS, "NT"):
        for level in RANKS if levels == "moving" else "2":
            compare_order(*dabaifen_trump(suit, level, options))


# ---- follows


@pytest.mark.arch
@given(rngs)
def test_follows_of_erqiwang(rng: random.Random) -> None:
    trump, core, _ = random_erqiwang_trump(rng)
    lead, hand, _ = random_follow_position(rng, trump)
    compare_follows(trump, core, lead, hand, rng)


@pytest.mark.arch
@given(rngs)
def test_follows_of_dabaifen(rng: random.Random) -> None:
    trump, core, _ = random_dabaifen_trump(rng)
    compare_dabaifen_follows(trump, core, rng)


def compare_dabaifen_follows(trump: DabaifenRules, core: pf.Trump, rng: random.Random) -> str:
    """A throw, a card, or four of a rank."""
    if rng.random() < 0.25:
        return compare_fours(trump, core, rng)
    lead, hand, _ = random_follow_position(rng, trump)
    if trump.four_led(lead):
        return compare_four_follows(trump, core, lead, hand, rng)
    return compare_follows(trump, core, lead, hand, rng)


def compare_fours(trump: DabaifenRules, core: pf.Trump, rng: random.Random) -> str:
    """Four cards of a rank, led, against a hand of any size."""
    rank = rng.choice([*RANKS, "2", trump.level or "2"])
    lead = [suit + rank for suit in rng.sample(SUITS, 4)]
    hand = rng.sample([card for card in DECK if card not in lead], rng.choice([0, 3, 4, 5, rng.randint(0, 18)]))
    if trump.four_led(lead):
        return compare_four_follows(trump, core, lead, hand, rng)
    if trump.one_group(lead) is not None:
        return compare_follows(trump, core, lead, hand, rng)
    lead_text, hand_text = written(lead), written(hand)
    assert core.count_follows(hand_text, lead_text) == len(list(core.follows(hand_text, lead_text))) == 0
    assert core.check_follow(hand_text, lead_text, hand_text).code == "two_groups"
    assert core.winner([lead_text, hand_text]) is core.kitty_multiplier(lead_text) is core.group(lead_text) is None
    thrown = core.throw(lead_text, [hand_text])
    assert (thrown.stands, thrown.forced) == (False, "")
    return "no four"


def compare_four_follows(
    trump: DabaifenRules, core: pf.Trump, lead: list[str], hand: list[str], rng: random.Random
) -> str:
    lead_text, hand_text = written(lead), written(hand)
    expected = {written(play) for play in trump.follows(hand, lead)}
    found = list(core.follows(hand_text, lead_text))
    assert len(found) == len(set(found)) == core.count_follows(hand_text, lead_text) == trump.count_follows(hand, lead)
    assert set(found) == expected
    plays = [rng.sample(hand, min(rng.choice([4, 4, 4, 3, 5]), len(hand))) for _ in range(12)]
    plays.append([*plays[0][:3], next(card for card in DECK if card not in hand)])
    for play in plays:
        answer = core.check_follow(hand_text, lead_text, written(play))
        assert answer.code == trump.check_follow(hand, lead, play), (hand, lead, play)
        assert answer.suggestion is None if answer or not expected else answer.suggestion in expected
    others = [rng.sample(DECK, 4) for _ in range(3)]
    assert core.winner([lead_text, *map(written, others)]) == trump.winner([lead, *others]) == 0
    assert core.throw(lead_text, [*map(written, others)]).stands is trump.throw(lead, others).stands is True
    assert core.kitty_multiplier(lead_text) == trump.kitty_multiplier(lead)
    return "four"


@pytest.mark.arch
@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize("game", ["erqiwang", "dabaifen"])
def test_many_follows(game: str, block: int, big: bool) -> None:
    """100,000 leads and hands of each game with POKERFAST_BIG=1."""
    rng = random.Random(20261220 + block)
    total, seen, more = 20_000 if big else 250, Counter[str](), 0
    for _ in range(total):
        if game == "erqiwang":
            trump, core, _ = random_erqiwang_trump(rng)
            lead, hand, group = random_follow_position(rng, trump)
            seen[compare_follows(trump, core, lead, hand, rng)] += 1
            more += len(trump.of_group(hand, group)) > len(lead)
        else:
            rules, core, _ = random_dabaifen_trump(rng)
            seen[compare_dabaifen_follows(rules, core, rng)] += 1
    assert seen["throw"] >= total // 10, seen
    if game == "erqiwang":
        assert seen["unit"] >= total // 10 and more >= total // 2, (seen, more)
    else:
        assert min(seen["four"], seen["no four"]) >= total // 50, seen


def test_long_answers() -> None:
    """The largest tractors of the page, led and answered."""
    options = erqiwang_rules.Options()
    rng = random.Random(1)
    for suit, lead, hand in (
        ("S", "SQ SQ SK SK SA SA C2 C2 S2 S2 C7 C7 S7 S7 w w W W",
         "S3 S3 S4 S5 S5 S6 S6 S8 S8 S9 ST ST SJ SJ H2 H2 D2 D2 H7 H7 D7 D7 HA HK HQ"),
        ("H", "S8 S8 S6 S6 S5 S5 S4 S4", "S9 S9 ST ST SJ SJ SQ SQ SA SA S3 S3 SK S7 S2"),
        ("D", "S8 S6", "S7 S2 W W w D7"),
        ("C", "W", "w C7 S7 H7 D7 C2 S2"),
    ):  # fmt: skip
        trump, core = erqiwang_trump(suit, options)
        compare_follows(trump, core, [*sort_cards(lead)], [*sort_cards(hand)], rng)
        compare_units(trump, core, [*sort_cards(lead)])


def test_units_of_a_whole_group() -> None:
    """All the cards there are of a group, twice."""
    for cards in (108, 92):
        for suit in ("S", "NT"):
            trump, core = erqiwang_trump(suit, erqiwang_rules.Options(cards=cards, allow_no_trump=True))
            for group in ("T", "H"):
                kinds = [card for place in trump.places[group] for card in place]
                compare_units(trump, core, [*sort_cards(kinds * 2)])
                compare_units(trump, core, [*sort_cards(kinds)])


@pytest.mark.arch
def test_what_is_no_lead() -> None:
    """Cards of two groups, and none at all."""
    for core in (pf.load_game("erqiwang").trump("S"), pf.load_game("dabaifen").trump("S")):
        for lead in ("H5 S5", "H2 D5", "HK HQ DK DQ", ""):
            assert core.count_follows("HA HK HQ HJ", lead) == 0 and not list(core.follows("HA HK HQ HJ", lead))
            assert core.check_follow("HA HK HQ HJ", lead, "HA HK").code == "two_groups"
            assert core.winner([lead, "HA HK"]) is core.group(lead) is core.kitty_multiplier(lead) is None
            assert core.units(lead) == () and not core.throw(lead, ["HA"]).stands


@pytest.mark.arch
def test_sizes_of_hands() -> None:
    """Answers take hands of at most 60 cards, and only cards of the pack."""
    core = pf.load_game("erqiwang").trump("S")
    sixty = range(60)  # the first pack, and six spades of the second
    assert core.count_follows(sixty, "HK") == 11
    with pytest.raises(pf.NotationError):
        core.count_follows([*sixty, 60], "HK")
    for text in ("H5 H5 H5", "H5/3", "x", "5"):
        with pytest.raises(pf.NotationError):
            core.count_follows(text, "HK")
    with pytest.raises(pf.NotationError):
        pf.load_game("dabaifen").trump("S").count_follows("H5 H5", "HK")
    few = pf.load_game("erqiwang", preset="cards92").trump("S")
    for call in (few.effective_suit, few.group, few.units, few.kitty_multiplier, few.count_leads):
        with pytest.raises(pf.NotationError):
            call("H3")


# ---- leads


def compare_leads(rng: random.Random, game: str) -> int:
    """Every lead under each rule of throws, against other cards."""
    trump, core, options = some_trump(rng, game)
    taken: Counter[str] = Counter()
    hand: list[str] = []
    if game == "dabaifen" and rng.random() < 0.5:
        rank = rng.choice("25")
        hand = [suit + rank for suit in SUITS]
        taken.update(hand)
    group = random_group(rng, trump)
    hand += dense_cards(rng, trump, group, rng.randint(1, 7), taken)
    hand += loose_cards(rng, trump, "SHDCT", rng.randint(0, 2), taken)
    others = rng.choice(["SHDCT", "SHDCT", "SHDC"])
    unseen = dense_cards(rng, trump, group, rng.randint(0, 6), taken) if group in others else []
    unseen += loose_cards(rng, trump, others, rng.randint(0, 4), taken)
    expected = leads_of(trump, options, hand, unseen)
    found = list(core.leads(written(hand), written(unseen)))
    assert len(found) == len(set(found)) == core.count_leads(written(hand), written(unseen))
    assert set(found) == expected, (trump.suit, trump.level, options, hand, unseen)
    if rng.random() < 0.2:  # nothing is known of the others
        pack = Counter(card for places in trump.places.values() for place in places for card in place)
        rest = Counter(dict.fromkeys(pack, trump.options.decks)) - Counter(hand)
        assert set(core.leads(written(hand))) == leads_of(trump, options, hand, [*rest.elements()])
    return len(found)


@pytest.mark.arch
@given(rngs, st.sampled_from(["erqiwang", "dabaifen"]))
def test_leads(rng: random.Random, game: str) -> None:
    compare_leads(rng, game)


@pytest.mark.arch
def test_many_leads(big: bool) -> None:
    rng = random.Random(20261221)
    for game in ("erqiwang", "dabaifen"):
        assert max(compare_leads(rng, game) for _ in range(15_000 if big else 200)) > 60


def test_trumps_thrown_alone() -> None:
    """EQ5.2: leads of trumps once nobody else has one, of all kinds of hands."""
    rng = random.Random(20261222)
    for throws, trump_throw, suit in (
        ("trump_only", True, "S"), ("trump_only", False, "S"), ("trump_only", True, "NT"), ("certain", True, "S"),
        ("all", True, "H"), ("none", True, "H"), ("certain", False, "H"), ("all", False, "H"),
    ):  # fmt: skip
        options = erqiwang_rules.Options(throws=throws, trump_throw=trump_throw, allow_no_trump=suit == "NT")
        trump, core = erqiwang_trump(suit, options)
        for _ in range(12):
            taken: Counter[str] = Counter()
            hand = dense_cards(rng, trump, "T", rng.randint(1, 9), taken)
            hand += loose_cards(rng, trump, "SHDC", 2, taken)
            for groups in ("SHDC", "SHDCT"):
                unseen = loose_cards(rng, trump, groups, 6, Counter(taken))
                assert set(core.leads(written(hand), written(unseen))) == leads_of(trump, options, hand, unseen)


# ---- units, throws, winners


@pytest.mark.arch
@given(rngs)
def test_units_throws_and_winners_of_erqiwang(rng: random.Random) -> None:
    trump, core, _ = random_erqiwang_trump(rng)
    compare_units(trump, core, random_lead(rng, trump, random_group(rng, trump), 14, Counter()))
    compare_throw(trump, core, rng)
    compare_winner(trump, core, rng)


@pytest.mark.arch
@given(rngs)
def test_units_throws_and_winners_of_dabaifen(rng: random.Random) -> None:
    trump, core, _ = random_dabaifen_trump(rng)
    compare_units(trump, core, random_lead(rng, trump, random_group(rng, trump), 12, Counter()))
    compare_throw(trump, core, rng)
    compare_winner(trump, core, rng)


@pytest.mark.arch
@pytest.mark.parametrize("game", ["erqiwang", "dabaifen"])
def test_many_plays(game: str, big: bool) -> None:
    """Units, throws and tricks in numbers, every outcome of each among them."""
    rng = random.Random(20261223)
    winners: Counter[int] = Counter()
    stands: Counter[bool] = Counter()
    for _ in range(40_000 if big else 500):
        trump, core, _ = some_trump(rng, game)
        compare_units(trump, core, random_lead(rng, trump, random_group(rng, trump), 12, Counter()))
        stands[compare_throw(trump, core, rng)] += 1
        winners[compare_winner(trump, core, rng)] += 1
    assert set(winners) == {0, 1, 2, 3}
    assert min(stands.values()) >= 50


# ---- what deals are worth


def test_grades() -> None:
    """EQ7: every bid, with all points there can be, and far more."""
    game = pf.load_game("erqiwang")
    for bid in erqiwang_rules.BIDS:
        for points in [*range(700), 12_999, 13_000, 10**6, 10**9]:
            result = game.grade_result(points, bid)
            assert (result.side, result.grade, result.factor) == deal_result(points, bid)
    for bid in {*range(-5, 260), 1000, 10**12, -(10**12)} - set(erqiwang_rules.BIDS):
        with pytest.raises(pf.RulesError):
            game.grade_result(0, bid)
    for points in (-1, 10**9 + 1, -(10**30), 10**30):
        with pytest.raises(pf.RulesError):
            game.grade_result(points, 80)


def test_contracts() -> None:
    """DB6.7 to DB6.10: every bid with all points in tricks and in the kitty."""
    game = pf.load_game("dabaifen", preset="contract")
    for bid in BIDS:
        for points in range(101):
            for kitty in range(0, 101 - points):
                plain = game.contract_scores(bid, points)
                assert (plain.dealer, plain.attackers) == contract_scores(bid, points, kitty, False)
                tripled = game.contract_scores(bid, 3 * (points + kitty), tripled=True)
                assert (tripled.dealer, tripled.attackers) == contract_scores(bid, points, kitty, True)
    for bid in {*range(-5, 260), 1000, 10**12} - set(BIDS):
        with pytest.raises(pf.RulesError):
            game.contract_scores(bid, 0)
    for points in (-1, 10**9 + 1):
        with pytest.raises(pf.RulesError):
            game.contract_scores(60, points)


@pytest.mark.parametrize("preset", ["dabaifen", "moving"])
def test_levels(preset: str) -> None:
    """DB5.2: all points there can be, and far more."""
    game = pf.load_game("dabaifen", preset=preset)
    options = dataclasses.replace(dabaifen_rules.Options(), levels="moving" if preset == "moving" else "fixed")
    for points in [*range(700), 10**6, 10**9]:
        result = game.level_result(points)
        assert (result.side, result.levels, result.takes_over) == level_result(points, options.tricks)


def test_each_deal_is_worth_its_own_table() -> None:
    """Questions about the other games' tables are refused."""
    games: dict[str, tuple[pf.TrickGame, tuple[int, ...]]] = {
        "grade_result": (pf.load_game("erqiwang"), (0, 80)),
        "contract_scores": (pf.load_game("dabaifen", preset="contract"), (60, 0)),
        "level_result": (pf.load_game("dabaifen"), (0,)),
    }
    for name, (_, arguments) in games.items():
        for other, (game, _) in games.items():
            if other == name:
                assert getattr(game, name)(*arguments)
            else:
                with pytest.raises(pf.RulesError):
                    getattr(game, name)(*arguments)
    for game, _ in games.values():
        with pytest.raises(pf.RulesError):
            game.room_points("dealer", 1, [0] * 4)
