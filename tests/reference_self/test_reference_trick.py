"""The trick rules of the reference: the case files, the examples of the rules page, and two ways to find everything."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from reference.trick_cards import DECK, Stock, at_least, cards_of, read_cards, sort_cards, stock_of, without
from reference.trick_rules import (
    Answer,
    Options,
    Shape,
    Trump,
    Unit,
    level_result,
    room_points,
    size_of,
)

DATA = Path(__file__).parent.parent / "data/shengji"
S_T = Trump("S", "T")
TITANIC = Trump("S", "T", Options(decks=3))


def rows(name: str, kind: str) -> list[Any]:
    found = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]
    return [pytest.param(row, id=row["id"]) for row in found if row["kind"] == kind]


def trump_of(case: dict[str, Any]) -> Trump:
    options = Options(decks=case["decks"], two_is_trump=case["two_is_trump"], **case.get("options", {}))
    return Trump(case["trump_suit"], case["level"], options)


@pytest.mark.parametrize("case", rows("shengji.jsonl", "tractor") + rows("shengji.jsonl", "titanic"))
def test_case_unit(case: dict[str, Any]) -> None:
    trump = trump_of(case)
    test = trump.is_tractor if case["kind"] == "tractor" else trump.is_titanic
    assert test(case["hand"]) == case["answer"]


@pytest.mark.parametrize("case", rows("shengji.jsonl", "throw"))
def test_case_throw(case: dict[str, Any]) -> None:
    throw = trump_of(case).throw(case["lead"], case["other_hands"])
    if case["answer"] == "stands":
        assert throw == (True, ())
    else:
        assert throw == (False, sort_cards(case["answer"]))


@pytest.mark.parametrize("case", rows("shengji.jsonl", "follows"))
def test_case_follows(case: dict[str, Any]) -> None:
    assert trump_of(case).follows(case["hand"], case["lead"]) == sorted(
        (sort_cards(play) for play in case["answer"]), key=written
    )


@pytest.mark.parametrize("case", rows("shengji.jsonl", "winner"))
def test_case_winner(case: dict[str, Any]) -> None:
    assert trump_of(case).winner(case["plays"]) == case["answer"]


@pytest.mark.parametrize("case", rows("shengji.jsonl", "kitty"))
def test_case_kitty(case: dict[str, Any]) -> None:
    if case.get("last_trick_winner") == "dealer":
        assert case["answer"] == 0  # a whole deal's affair
    else:
        assert trump_of(case).kitty_multiplier(case["lead"]) == case["answer"]


@pytest.mark.parametrize("case", rows("shengji.jsonl", "level"))
def test_case_level(case: dict[str, Any]) -> None:
    side, levels = case["answer"]
    assert level_result(case["points"], Options(decks=case["decks"])) == (side, levels, side == "attackers")


@pytest.mark.parametrize("case", rows("shengji_scoring.jsonl", "score"))
def test_case_score(case: dict[str, Any]) -> None:
    given, answer = case["input"], case["answer"]
    if given["table"] == "level":
        result = level_result(given["attackers_points"], Options(decks=given["decks"]))
        assert (result.side, result.levels) == (answer["side"], answer["levels"])
    else:
        won = room_points(given["winner"], given["levels"], given["room_scores"], given["grand_slam_points"])
        assert (won, -won) == (answer["winner_each"], answer["loser_each"])


def written(cards: tuple[str, ...]) -> list[int]:
    return [DECK.index(card) for card in cards]


# Order


def test_order() -> None:
    off = ("HT", "DT", "CT")
    high = [("W",), ("w",), ("ST",), off]
    suit = [("S" + rank,) for rank in "AKQJ98765432"]
    assert S_T.order() == high + suit
    two = Trump("S", "T", Options(two_is_trump=True))
    assert two.order() == [*high, ("S2",), ("H2", "D2", "C2"), *suit[:-1]]
    none = Trump("NT", "T", Options(two_is_trump=True))
    assert none.order() == [("W",), ("w",), ("ST", *off), ("S2", "H2", "D2", "C2")]
    level_two = Trump("S", "2", Options(two_is_trump=True))
    assert level_two.order() == Trump("S", "2").order()
    whist = Trump("S", None)
    assert whist.order() == [("S" + rank,) for rank in "AKQJT98765432"]
    assert Trump("NT", None).order() == []
    assert [S_T.group(card) for card in ("W", "HT", "S2", "H9")] == ["T", "T", "T", "H"]


@pytest.mark.parametrize(
    ("suit", "level", "options", "chained", "apart"),
    [
        ("S", "T", {"gap_tractor": False}, "HK HK HQ HQ", "HJ HJ H9 H9"),
        ("S", "T", {"gap_tractor": False}, "ST ST HT HT SA SA", "SJ SJ S9 S9"),
        ("S", "A", {"gap_tractor": False}, "SK SK HA HA", "HK HK HJ HJ"),
        ("S", "2", {"gap_tractor": False}, "H4 H4 H3 H3", "H5 H5 H3 H3"),
        ("S", "T", {"gap_tractor": False, "two_is_trump": True}, "SA SA H2 H2", "SJ SJ S9 S9"),
        ("S", "T", {"level_tractor": "jokers_only"}, "w w W W", "w w ST ST"),
        ("S", "T", {"level_tractor": "jokers_only"}, "SJ SJ S9 S9", "ST ST HT HT"),
        ("S", "T", {"level_tractor": "jokers_only", "two_is_trump": True}, "W W w w", "SA SA H2 H2"),
        ("NT", "T", {"level_tractor": "jokers_only", "two_is_trump": True}, "W W w w", "ST ST H2 H2"),
        ("S", "T", {"level_tractor": "no_ace"}, "w w ST ST HT HT", "HT HT SA SA"),
        ("S", "T", {"level_tractor": "no_ace", "two_is_trump": True}, "HT HT S2 S2 D2 D2", "SA SA H2 H2"),
        ("NT", "T", {"level_tractor": "no_ace", "two_is_trump": True}, "w w HT HT S2 S2", "HT HT CT CT"),
        ("NT", "T", {}, "HT HT w w W W", "HT HT ST ST"),
        ("S", "T", {"two_is_trump": True}, "ST ST HT HT S2 S2 D2 D2 SA SA", "S2 S2 ST ST"),
    ],
)
def test_links(suit: str, level: str, options: dict[str, Any], chained: str, apart: str) -> None:
    trump = Trump(suit, level, Options(**options))
    assert trump.is_tractor(chained)
    assert not trump.is_tractor(apart)


# Units


def split_texts(trump: Trump, cards: str) -> list[str]:
    return [" ".join(unit.cards) for unit in trump.units(cards)]


def test_units() -> None:
    five = Trump("S", "5", Options(decks=3))
    lead = "H3 H3 H3 H4 H4 H4 H7 H7 H8 H8 H8 H9 H9 H9"
    assert split_texts(five, lead) == ["H9 H9 H9 H8 H8 H8", "H4 H4 H4 H3 H3 H3", "H7 H7"]
    lead = "H3 H3 H3 H4 H4 H4 H7 H7 H8 H8 H9 H9 H9"
    assert split_texts(five, lead) == ["H4 H4 H4 H3 H3 H3", "H9 H9 H8 H8 H7 H7", "H9"]
    assert split_texts(five, "H3 H3 H3 H4 H4") == ["H4 H4 H3 H3", "H3"]
    assert split_texts(five, "H3 H3 H3 H6 H6") == ["H3 H3 H3", "H6 H6"]
    # the highest of equal splits
    assert split_texts(five, "H6 H6 H7 H7 H7 H8 H8 H8") == ["H8 H8 H8 H7 H7 H7", "H6 H6"]
    assert split_texts(TITANIC, "SA SA HT HT HT DT DT ST") == ["SA SA DT DT", "HT HT HT", "ST"]
    assert split_texts(S_T, "SA SA DT DT HT HT CT CT") == ["SA SA HT HT", "DT DT", "CT CT"]
    with pytest.raises(ValueError, match="one group"):
        S_T.units("HJ HT")


def all_splits(trump: Trump, stock: Stock, group: str) -> Iterator[list[Unit]]:
    """Every way to split these cards into units, the unit with the first card of the stock first."""
    if not stock:
        yield []
        return
    card = stock[0][0]
    for shape in trump.shapes_in(stock, group):
        for run in trump.runs(stock, group, shape):
            if card in run:
                for rest in all_splits(trump, without(stock, run, shape[0]), group):
                    yield [trump.make_unit(run, shape[0]), *rest]


def random_cards(rng: random.Random, trump: Trump, group: str, number: int, dense: bool) -> list[str]:
    """Some cards of a group, of few neighbouring places if `dense`."""
    places = trump.places[group]
    if dense:
        width = min(len(places), number // 2 + 1)
        low = rng.randrange(len(places) - width + 1)
        places = places[low : low + width]
    stock = [card for place in places for card in place for _ in range(trump.options.decks)]
    return list(sort_cards(rng.sample(stock, min(number, len(stock)))))


def random_trump(rng: random.Random, **options: Any) -> Trump:
    options = {"decks": rng.choice((2, 3, 3)), "two_is_trump": rng.random() < 0.5, **options}
    return Trump(rng.choice(["S", "H", "NT"]), rng.choice("2359TKA"), Options(**options))


def test_units_against_all_splits() -> None:
    rng = random.Random(1)
    for _ in range(400):
        trump = random_trump(rng, gap_tractor=rng.random() < 0.8)
        group = rng.choice(list(trump.places))
        cards = random_cards(rng, trump, group, rng.randint(1, 8), dense=True)
        best: list[Any] = []
        for split in all_splits(trump, stock_of(cards), group):
            split.sort(key=lambda unit: (size_of((unit.width, unit.length)), trump.top(unit.cards)), reverse=True)
            sizes = [size_of((unit.width, unit.length)) for unit in split]
            tops = [trump.top(unit.cards) for unit in split]
            best = max(best, [sizes, tops])
        found = trump.units(cards)
        assert [size_of((unit.width, unit.length)) for unit in found] == best[0]
        assert [trump.top(unit.cards) for unit in found] == best[1]
        assert sort_cards(card for unit in found for card in unit.cards) == tuple(cards)


# Leading


def test_throw_fail() -> None:
    lead, over = "H9 H8 H8 H4 H4", ["HQ HQ"]
    assert S_T.throw(lead, over) == (False, ("H4", "H4"))
    assert Trump("S", "T", Options(throw_fail="smallest_unit")).throw(lead, over) == (False, ("H9",))
    assert Trump("S", "T", Options(throw_fail="single_card")).throw(lead, over) == (False, ("H4",))
    beaten_card = Trump("S", "T", Options(throw_fail="beaten_card"))
    assert beaten_card.throw(lead, over) == (False, ("H4",))
    assert beaten_card.throw("H9 H8 H8 H4 H4", ["HJ"]) == (False, ("H9",))
    assert beaten_card.throw("HA H6 H6 H5 H5", ["HQ HQ HJ HJ"]) == (False, ("H5",))
    # off-level cards: spades, hearts, diamonds, clubs
    assert S_T.throw("CT DT W", ["ST"]) == (False, ("DT",))
    assert Trump("S", "T", Options(throw_fail="single_card")).throw("CT DT W", ["ST"]) == (False, ("DT",))
    # parts of larger things count; the narrower of two units at one place is lower
    assert TITANIC.throw("H9 H9 H9 H3", ["H6 H6 H6"]) == (False, ("H3",))
    assert TITANIC.throw("H9 H9 H4 H4", ["H5 H5 H5"]) == (False, ("H4", "H4"))
    assert TITANIC.throw("HJ HJ H9 H9 H9", ["HK HK HQ HQ HA"]) == (False, ("H9",))


def test_protected_pairs_and_throws() -> None:
    protect = Trump("S", "T", Options(decks=3, protect_tractors=True, protect_triples=True))
    for hand in ("H6 H6 H7 H7", "H6 H6 H6"):
        assert TITANIC.throw("HA H5 H5", [hand]) == (False, ("H5", "H5"))
        assert protect.throw("HA H5 H5", [hand]).stands
        assert not protect.certain("HA H5 H5", hand)
    assert not protect.throw("HA H5 H5", ["H6 H6 H8 H8"]).stands


def test_check_lead() -> None:
    pool = "HK HQ HQ"
    for throws, trump_throw, cards, code in [
        ("all", True, "H9 H8", "ok"),
        ("all", True, "H9 ST", "two_groups"),
        ("none", True, "H9 H8", "no_throw"),
        ("none", True, "H9 H9 H8 H8", "ok"),
        ("all", False, "S9 S8", "no_throw"),
        ("all", False, "H9 H8", "ok"),
        ("certain", True, "H9 H8", "not_certain"),
        ("certain", True, "HA HK", "ok"),
        ("certain", True, "HA HQ", "not_certain"),
        ("certain", True, "HA HJ HJ", "not_certain"),
        ("certain", True, "HA HK HK", "ok"),
    ]:
        trump = Trump("S", "T", Options(throws=throws, trump_throw=trump_throw))
        assert trump.check_lead(cards, pool) == code, (throws, cards)


def test_leads_against_all_sets() -> None:
    rng = random.Random(2)
    for _ in range(60):
        throws = rng.choice(["all", "certain", "none"])
        trump = random_trump(rng, throws=throws, trump_throw=rng.random() < 0.6)
        deck = [card for card in DECK for _ in range(trump.options.decks)]
        drawn = rng.sample(deck, 16)
        hand, pool = drawn[:8], drawn[8:]
        every = {sort_cards(some) for n in range(1, 9) for some in combinations(hand, n)}
        legal = {cards for cards in every if trump.check_lead(cards, pool) == "ok"}
        listed = trump.leads(hand, pool)
        assert len(listed) == len(set(listed)) == trump.count_leads(hand, pool)
        assert set(listed) == legal


# Following


def brute_answer(trump: Trump, stock: Stock, lead: tuple[Shape, ...], group: str) -> Answer:
    """The best answer found by trying every way to take every part, without a thought for what is best first."""
    ladder = trump._titanic_ladder()

    def take(state: Stock, shapes: list[Shape]) -> Iterator[Stock]:
        if not shapes:
            yield state
            return
        for run in trump.runs(state, group, shapes[0]):
            yield from take(without(state, run, shapes[0][0]), shapes[1:])

    def rungs(state: Stock, ladder: list[list[Shape]], times: int) -> Iterator[tuple[tuple[int, ...], Stock]]:
        if times == 0:
            yield (), state
            return
        for rung, shapes in enumerate(reversed(ladder)):
            for after in set(take(state, shapes)):
                for more, end in rungs(after, ladder, times - 1):
                    yield (rung, *more), end

    def wholes(state: Stock, lengths: list[int]) -> Iterator[tuple[tuple[int, ...], Stock]]:
        if not lengths:
            yield (), state
            return
        for taken, shapes in ((0, []), (1, [(3, lengths[0])])):
            for after in set(take(state, shapes)):
                for more, end in wholes(after, lengths[1:]):
                    yield (taken, *more), end

    def tractors(state: Stock, lengths: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        fits = list(lengths) == sorted(lengths, reverse=True)
        if not fits or any(sum(lengths[:i]) > sum(led[:i]) for i in range(1, len(lengths) + 1)):
            return
        yield lengths, min(sum(led) - sum(lengths), len(at_least(state, 2)))
        for length in range(2, sum(led) + 1):
            for after in set(take(state, [(2, length)])):
                yield from tractors(after, (*lengths, length))

    led = sorted((n for width, n in lead if width == 2), reverse=True)
    long = sorted((n for width, n in lead if width == 3 and n > 2), reverse=True)
    found: list[Answer] = []
    for whole, state in set(wholes(stock, long)):
        cut = [n for n, taken in zip(long, whole, strict=True) if not taken]
        twos = lead.count((3, 2)) + sum(n // 2 for n in cut)
        triples = lead.count((3, 1)) + sum(n % 2 for n in cut)
        for titanic, after in set(rungs(state, ladder, twos)):
            for triple, rest in set(rungs(after, [[(3, 1)], [(2, 1)], []], triples)):
                found += [(whole, titanic, triple, *parts) for parts in tractors(rest, ())]
    return max(found)


def random_lead(rng: random.Random, trump: Trump, group: str) -> list[str]:
    return random_cards(rng, trump, group, rng.choice((1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9)), dense=rng.random() < 0.8)


def test_follows_against_all_sets() -> None:
    rng = random.Random(3)
    seen: Counter[str] = Counter()
    for _ in range(400):
        trump = random_trump(
            rng,
            titanic_ladder=rng.choice(["tractor_first", "triples_first"]),
            protect_tractors=rng.random() < 0.3,
            protect_triples=rng.random() < 0.3,
        )
        group = rng.choice([group for group, places in trump.places.items() if places])
        lead = random_lead(rng, trump, group)
        hand = random_cards(rng, trump, group, rng.randint(1, 10), dense=True)
        hand += [card for card in random_cards(rng, trump, "C", 3, dense=False) if group != "C"]
        hand = [*sort_cards(hand)]
        if len(hand) < len(lead):
            continue
        shapes = trump.shapes(lead)
        own = trump.of_group(hand, group)
        owed = brute_answer(trump, stock_of(own), shapes, group)
        assert trump.answer(own, lead) == owed
        legal = set()
        for some in {sort_cards(some) for some in combinations(hand, len(lead))}:
            played = trump.of_group(some, group)
            if len(own) <= len(lead):
                ok = played == own
            elif len(played) < len(lead):
                ok = False
            elif shapes == ((2, 1),):
                pairs = [(card, 2) for card, held in stock_of(own) if held >= 2]
                ok = len(set(some)) == 1 or all(trump._protected(card, stock_of(own)) for card, _ in pairs)
            else:
                ok = brute_answer(trump, stock_of(some), shapes, group) == owed
            assert (trump.check_follow(hand, lead, some) == "ok") == ok
            seen[trump.check_follow(hand, lead, some)] += 1
            if ok:
                legal.add(some)
        listed = trump.follows(hand, lead)
        assert len(listed) == len(set(listed)) == trump.count_follows(hand, lead)
        assert set(listed) == legal
    assert set(seen) - {"must_titanic"} == {"ok", "must_follow", "must_triple", "must_tractor", "must_pair"}


@pytest.mark.parametrize(
    ("lead", "hand", "play", "code"),
    [
        ("HK HK HQ HQ H9 H9 H9", "H6 H6 H7 H7 H7 H8 H8 H8 H2", "H8 H8 H8 H7 H7 H6 H6", "ok"),
        ("HK HK HQ HQ H9 H9 H9", "H6 H6 H7 H7 H7 H8 H8 H8 H2", "H8 H8 H8 H7 H7 H7 H6", "must_tractor"),
        ("HK HK HQ HQ H9 H9 H9", "H6 H6 H7 H7 H7 H8 H8 H8 H2", "H8 H8 H7 H7 H6 H6 H2", "must_triple"),
        ("HK HK HQ HQ HJ HJ", "H3 H3 H5 H5 H6 H6 H2", "H3 H3 H5 H5 H6 H2", "must_tractor"),
        ("HK HK HQ HQ HJ HJ", "H3 H3 H5 H5 H6 H6 H2", "H5 H5 H6 H6 H3 H2", "must_pair"),
        ("HK HK HQ HQ HJ HJ", "H3 H3 H5 H5 H6 H6 H2", "H5 H5 H6 H6 H2", "wrong_size"),
        ("HK HK HQ HQ HJ HJ", "H3 H3 H5 H5 H6 H6 H2 C3", "H5 H5 H6 H6 H3 C3", "must_follow"),
        ("HK HK HQ HQ HJ HJ", "H3 H3 C5 C5 C6 C6 H2 C3", "H3 H3 C5 C5 C6 C6", "must_follow"),
        ("HK HK HQ HQ HJ HJ", "H3 H3 C5 C5 C6 C6 H2 C3", "H3 H3 H2 C5 C5 C7", "not_held"),
        ("HK HK HK HQ HQ HQ", "H3 H3 H3 H5 H5 H6 H2", "H3 H3 H5 H5 H6 H2", "must_triple"),
    ],
)
def test_check_follow(lead: str, hand: str, play: str, code: str) -> None:
    assert TITANIC.check_follow(hand, lead, play) == code


def test_tractor_ladder() -> None:
    """The ladder of a led tractor of four pairs, one rung after the other."""
    lead = "HA HA HK HK HQ HQ HJ HJ"
    hands = [
        "9988 7766", "998877 55", "998877 5", "9988 6655", "9988 66 44", "9988 66 4", "9988 6", "99 77 55 33",
        "99 77 55", "99 77", "99", "9",
    ]  # fmt: skip
    answers = []
    for hand in hands:
        cards = ["H" + rank for rank in hand.replace(" ", "")]
        answers.append(S_T.answer(cards, lead)[3:])
    assert answers == [
        ((4,), 0), ((3,), 1), ((3,), 0), ((2, 2), 0), ((2,), 2), ((2,), 1), ((2,), 0), ((), 4), ((), 3), ((), 2),
        ((), 1), ((), 0),
    ]  # fmt: skip
    assert answers == sorted(answers, reverse=True)


def test_long_titanic() -> None:
    lead = "HK HK HK HQ HQ HQ HJ HJ HJ"
    assert TITANIC.answer("H3 H3 H3 H4 H4 H4 H5 H5 H5", lead) == ((1,), (), (), (), 0)
    assert TITANIC.answer("H3 H3 H3 H4 H4 H4 H6 H6 H6", lead) == ((0,), (7,), (2,), (), 0)
    assert TITANIC.answer("H3 H3 H4 H4 H6 H6 H8 H9 H2", lead) == ((0,), (6,), (1,), (), 0)


# Who wins


def test_the_page_on_winners() -> None:
    ruff, over = "S7 S7 S8 S8 S9 S9 S9", "S8 S8 S9 S9 S3 S3 S3"
    lead = "HK HK HQ HQ H9 H9 H9"
    assert TITANIC.winner([lead, ruff, "C3 C4 C5 C6 C7 C8 C9", over]) == 3
    assert TITANIC.winner([lead, over, "C3 C4 C5 C6 C7 C8 C9", ruff]) == 1
    assert S_T.covers("HA HK H5 H5 H4 H4", "S9 S9 S8 S8 S7 S2")
    assert not S_T.covers("HA HA H5 H5 H4 H4", "S9 S9 S8 S8 S7 S2")
    assert not S_T.covers("H5 H5", "C9 C9")
    assert not S_T.covers("H5 H5", "S9 H9")
    # a longer tractor covers a shorter one and a single pair
    assert S_T.covers("H5 H5 H4 H4 HK HK", "S9 S9 S8 S8 S7 S7")
    assert TITANIC.covers("H5 H5 H4 H4 HK HK", "S9 S9 S9 S8 S8 S8") is False
    assert TITANIC.covers("H5 H5 H4 H4 HK HJ", "S9 S9 S9 S8 S8 S8")


def test_overruff() -> None:
    plays = ["H8 H8 HJ H5", "SQ SQ S3 S4", "SK SK S2 S2", "SQ SQ SA SJ"]
    assert S_T.winner(plays) == 2
    # every unit at least as high: SK SK S2 S2 has no single as high as S4
    assert Trump("S", "T", Options(overruff="all")).winner(plays) == 3
    assert Trump("S", "T", Options(overruff="highest")).winner(plays) == 3
    plays = ["H5 H6 H7", "S9 S7 S7", "S9 S8 S8", "W S2 S2"]
    assert Trump("S", "T", Options(overruff="unit")).winner(plays) == 3
    assert Trump("S", "T", Options(overruff="all")).winner(plays) == 2
    # any ruff beats the led suit, whatever its heights
    for rule in ("unit", "all", "highest"):
        assert Trump("S", "T", Options(overruff=rule)).winner(["HA HA HK", "S2 S2 S3", "HA HQ HQ"]) == 1


def brute_layouts(trump: Trump, stock: Stock, group: str, shapes: tuple[Shape, ...]) -> Iterator[tuple[int, ...]]:
    """The heights of the units, in the order of the shapes, of every layout, the singles taken one by one."""
    if not shapes:
        yield ()
        return
    for run in trump.runs(stock, group, shapes[0]):
        for rest in brute_layouts(trump, without(stock, run, shapes[0][0]), group, shapes[1:]):
            yield (trump.top(run), *rest)


def test_layouts_against_all() -> None:
    rng = random.Random(4)
    covering = 0
    for _ in range(600):
        trump = random_trump(rng)
        lead = random_cards(rng, trump, "C", rng.choice((2, 3, 4, 5, 6, 7)), dense=True)
        play = random_cards(rng, trump, "T", len(lead), dense=True)
        if len(play) != len(lead):
            continue
        shapes = trump.shapes(lead)
        layouts = set(brute_layouts(trump, stock_of(play), "T", shapes))
        assert trump.covers(lead, play) == bool(layouts)
        if not layouts:
            continue
        covering += 1
        assert trump.deciding_height(play, shapes) == max(heights[0] for heights in layouts)
        same = [i for i in range(1, len(shapes)) if shapes[i] == shapes[i - 1]]
        descending = {heights for heights in layouts if all(heights[i] <= heights[i - 1] for i in same)}
        assert trump.height_lists(play, shapes) == descending
    assert covering > 100


# Kitty and score


@pytest.mark.parametrize(
    ("rule", "cap", "answers"),
    [
        ("pow2", 64, [64, 64, 16, 8, 4, 2, 64]),
        ("pow2", None, [64, 64, 16, 8, 4, 2, 512]),
        ("pairs", 64, [8, 16, 8, 4, 4, 2, 16]),
        ("pairs", 5, [5, 5, 5, 4, 4, 2, 5]),
        ("linear2", 64, [12, 12, 8, 6, 4, 2, 18]),
        ("linear", 64, [6, 6, 4, 3, 2, 1, 9]),
        ("fixed2", 64, [2, 2, 2, 2, 2, 2, 2]),
    ],
)
def test_kitty_rules(rule: str, cap: int | None, answers: list[int]) -> None:
    trump = Trump("S", "T", Options(decks=3, kitty_rule=rule, kitty_cap=cap))
    leads = ["444555", "445566", "4455", "555", "44", "AKQJ", "333444555"]
    assert [trump.kitty_multiplier(["H" + rank for rank in lead]) for lead in leads] == answers


def test_room_bands() -> None:
    mixed = Options(band="min")
    assert room_points("dealer", 1, [90, 90, 90, 400]) == 2
    assert room_points("dealer", 1, [90, 90, 90, 400], options=mixed) == 4
    assert room_points("dealer", 1, [299, 80, 90, 100]) == 4
    assert room_points("dealer", 1, [300] * 4) == 6
    assert room_points("dealer", 1, [300] * 4, 6, stake=4) == 24
    assert room_points("attackers", 3, [300] * 4, 6) == 15


def test_text() -> None:
    assert read_cards("H10 w,W  S3") == ["HT", "w", "W", "S3"]
    assert sort_cards("C2 D3 w HA S2 SA W") == ("W", "w", "SA", "S2", "HA", "D3", "C2")
    assert cards_of(stock_of(["H5", "w", "H5"])) == ("w", "H5", "H5")
    with pytest.raises(ValueError, match="no card"):
        read_cards("H1")


@pytest.mark.parametrize(
    "options", [{"decks": 4}, {"kitty_size": 7}, {"throws": "some"}, {"decks": 1, "rob_kitty": True}]
)
def test_options_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Options(**options)
