"""The reference of 打大A: the case file, the table of the rules page cell by cell, and whole deals."""

import json
import random
from collections import Counter
from dataclasses import fields
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from reference.cards import SUITS
from reference.dadaa_game import Deal, Game, Refused, aces_of, name_of, outcome, score, seeded_deal
from reference.dadaa_plays import (
    ALLOWED,
    DEFAULT,
    RANKS,
    Options,
    Play,
    all_plays,
    beats,
    exhaustive_leads,
    follows,
    leads,
    play_beats,
    reading,
    sort_cards,
    takes,
)

CASES = Path(__file__).parent.parent / "data/dadaa/dadaa.jsonl"
PACK = "".join(rank * 8 for rank in "3456789TJQK2") + "AAAAAA**wwWW"


def rows(*kinds: str) -> list[Any]:
    found = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    assert {row["kind"] for row in found} == {"classify", "beats", "legal", "illegal", "other", "score"}
    return [pytest.param(row["input"], row["answer"], id=row["id"]) for row in found if row["kind"] in kinds]


def cards_of(text: str) -> str:
    return sort_cards(text.replace(" ", ""))


def kind_of(text: str, opt: Options = DEFAULT) -> str | None:
    found = reading(text, opt)
    return found and found[0]


def game_of(
    *hands: str, to_move: int = 0, sides: tuple[int, ...] = (0, 1), declarer: int = 0, options: Any = None, **rest: Any
) -> Game:
    return Game.position(hands, to_move, sides, declarer, options=options and Options(**options), **rest)


def go(game: Game, *actions: str) -> Game:
    for action in actions:
        game.apply(action)
    return game


# The case file


@pytest.mark.parametrize(("given", "answer"), rows("classify"))
def test_case_classify(given: dict[str, str], answer: str | None) -> None:
    assert kind_of(cards_of(given["cards"])) == answer


@pytest.mark.parametrize(("given", "answer"), rows("beats"))
def test_case_beats(given: dict[str, str], answer: bool) -> None:
    assert beats(cards_of(given["play"]), cards_of(given["on"])) == answer


@pytest.mark.parametrize(("given", "answer"), rows("legal", "illegal"))
def test_case_legal(given: dict[str, Any], answer: bool) -> None:
    play = cards_of(given["play"])
    if given.get("lead"):
        assert (kind_of(play) is not None) == answer
    elif given.get("action") == "take":
        assert (play in takes("44444444", cards_of(given["on"]))) == answer
    else:
        assert given["after_take"]
        game = go(game_of("79TJ", "4479", play + "QK", "Q", "K", table="222", table_by=0, to_move=1), "take 44")
        assert game.seat == 2
        assert (game.check(play) == "ok") == answer
    if "lead" not in given and "after_take" not in given and not answer:
        assert not beats(play, cards_of(given["on"]))


@pytest.mark.parametrize(("given", "answer"), rows("score"))
def test_case_score(given: dict[str, list[str]], answer: str) -> None:
    seats = {name: seat for seat, name in enumerate(given["big_ace_side"] + given["others"])}
    order = [seats[name] for name in given["finish_order"]]
    big = [seats[name] for name in given["big_ace_side"]]
    assert outcome(big, order) == answer
    assert all(outcome(big, order[:early]) is None for early in range(len(order)))


@pytest.mark.parametrize(("given", "answer"), rows("other"))
def test_case_other(given: dict[str, Any], answer: dict[str, Any]) -> None:
    if "decks" in given:
        deal = seeded_deal(7, 0, 0, 3, DEFAULT)
        sizes = [len(deal.arrival[(3 + turn) % 5]) for turn in range(5)]
        assert [sum(sizes), sizes] == [answer["cards"], answer["hand_sizes"]]
        return
    hand = given["hand"] if "on" in given else given["state"]["hand"]["P1"]
    game = go(game_of("6", hand, "7", "8", "9", table="222", table_by=0, to_move=1), "take 44")
    assert game.hand(1) == sort_cards(answer.get("hand_P1", answer.get("hand_after")))
    assert (game.table, game.table_by, game.seat) == ("44", 1, 2)
    assert not game.order


# Plays


@pytest.mark.parametrize(
    ("cards", "options", "expected"),
    [
        ("5", {}, ("single", "5", 1)),
        ("22222222", {}, ("true_seven", "2", 1)),
        ("wW", {}, ("joker_pair", "w", 1)),
        ("WW", {}, ("joker_pair", "W", 1)),
        ("234", {}, ("dragon", "4", 3)),
        ("23", {}, None),
        ("A23", {}, None),
        ("2345", {"wrap": "position"}, ("dragon", "2", 4)),
        ("22223333", {}, ("false_eight", "2", 2)),
        ("AAAA2222", {"ladder": "ace_low"}, ("false_eight", "A", 2)),
        ("A23", {"ladder": "ace_low"}, ("dragon", "A", 3)),
        ("A234", {"ladder": "ace_low"}, ("dragon", "4", 4)),
        ("A234", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "A", 4)),
        ("23456789TJQA", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "A", 12)),
        ("23456789TJQKA", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "2", 13)),
        ("QKA", {"ladder": "ace_low", "wrap": "position"}, ("dragon", "Q", 3)),
        ("KA2", {"ladder": "ace_low"}, None),
        ("KA2", {"ladder": "rank_chain"}, ("dragon", "K", 3)),
        ("A23", {"ladder": "rank_chain"}, ("dragon", "A", 3)),
        ("234", {"ladder": "rank_chain"}, None),
        ("444555666777", {"egg_chain_min": True}, ("egg_chain", "4", 4)),
        ("444555", {"egg_chain_min": True}, None),
        ("*A", {"big_ace_joins": True}, ("pair", "A", 1)),
        ("**A", {"big_ace_joins": True}, ("egg", "A", 1)),
        ("**AAAAAA", {"big_ace_joins": True}, ("true_seven", "A", 1)),
        ("QK*", {"big_ace_joins": True}, ("dragon", "Q", 3)),
        ("QQKK**", {"big_ace_joins": True}, ("double_dragon", "Q", 3)),
        ("**", {"big_ace_joins": True}, ("big_ace_pair", "*", 1)),
        ("*", {"big_ace_joins": True}, ("big_ace", "*", 1)),
        ("*w", {"big_ace_joins": True}, None),
        ("*QK", {}, None),
        ("www", {}, None),
        ("444444444", {}, None),
        ("*AAAAAAAA", {"big_ace_joins": True}, None),
        ("", {}, None),
        ("x", {}, None),
    ],
)
def test_readings(cards: str, options: dict[str, Any], expected: object) -> None:
    assert reading(cards, Options(**options)) == expected


TABLE = """
single      | p | ·   | · | · | · | · | · | · | · | · | · | · | · | · | ·
w / W       | y | W>w | · | · | · | · | · | · | · | · | · | · | · | · | ·
*           | y | y   | · | · | · | · | · | · | · | · | · | · | · | · | ·
pair        | · | ·   | · | p | · | · | · | · | · | · | · | · | · | · | ·
dragon      | · | ·   | · | · | p | · | · | · | · | · | · | · | · | · | ·
双龙        | · | ·   | · | · | · | p | · | · | · | · | · | · | · | · | ·
egg (3)     | y | ·   | · | y | y | · | p | · | · | · | · | · | · | · | ·
大蛋子 4    | y | y   | · | y | y | y | y | n | · | · | · | · | · | · | ·
大蛋子 5, 6 | y | y   | y | y | y | y | y | n | · | · | · | · | · | · | ·
双王        | y | y   | y | y | y | y | y | y | o | · | · | · | · | · | ·
连珠蛋      | y | y   | y | y | y | y | y | y | y | p | · | · | · | · | ·
假八        | y | y   | y | y | y | y | y | y | y | y | p | · | · | · | ·
真七        | y | y   | y | y | y | y | y | y | y | y | y | n | · | · | ·
3王         | y | y   | y | y | y | y | y | y | y | y | y | y | · | · | ·
4王         | y | y   | y | y | y | y | y | y | y | y | y | y | y | · | ·
**          | y | y   | y | y | y | y | y | y | y | y | y | y | y | y | ·
"""
COLUMNS = [
    "single", "joker", "big_ace", "pair", "dragon", "double_dragon", "egg", "big_egg", "joker_pair", "egg_chain",
    "false_eight", "true_seven", "joker3", "joker4", "big_ace_pair",
]  # fmt: skip
CELLS = [[cell.strip() for cell in line.split("|")[1:]] for line in TABLE.strip().splitlines()]


def row_number(play: Play) -> int:
    """The row of the table that a play is in: 大蛋子 has two."""
    place = COLUMNS.index(play[0][0])
    return place + (place > 7 or (place == 7 and len(play[1]) > 4))


def cell_says(cell: str, play: Play, table: Play) -> bool:
    cards, lies = play[1], table[1]
    if cell in ("p", "n"):
        lowest, least = (min(RANKS.index(rank) for rank in text) for text in (cards, lies))
        return (len(cards), lowest) > (len(lies), least) and (cell == "n" or len(cards) == len(lies))
    if cell == "o":
        return cards == "WW" and lies != "WW"
    return cell == "y" or (cell == "W>w" and cards == "W" and lies == "w")


@pytest.mark.parametrize("column", range(15), ids=COLUMNS)
@pytest.mark.parametrize("row", range(16))
def test_table(row: int, column: int) -> None:
    plays = [play for play in all_plays() if row_number(play) == row]
    tables = [play for play in all_plays() if play[0][0] == COLUMNS[column]]
    assert plays and tables
    for play, table in product(plays, tables):
        expected = cell_says(CELLS[row][column], play, table)
        assert play_beats(play, table) == beats(play[1], table[1]) == expected, (play, table)


@pytest.mark.parametrize(
    ("order", "winners"),
    [("lowest", {("WW", "ww"), ("WW", "wW")}), ("tie", set()), ("sum", {("WW", "ww"), ("WW", "wW"), ("wW", "ww")})],
)
def test_joker_pairs(order: str, winners: set[tuple[str, str]]) -> None:
    opt = Options(joker_pair_order=order)
    assert {pair for pair in product(["ww", "wW", "WW"], repeat=2) if beats(pair[0], pair[1], opt)} == winners


def test_wrap() -> None:
    rank, position = Options(), Options(wrap="position")
    for low, high in [("234", "345"), ("345", "456"), ("222333444", "444555666")]:
        assert [beats(high, low, opt) for opt in (rank, position)] == [False, True]
    assert beats("567", "345", rank)
    assert beats("22223333", "KKKKAAAA", rank)
    assert not beats("22223333", "KKKKAAAA", position)
    ace_low = Options(ladder="ace_low")
    assert beats("A23", "QKA", ace_low)
    assert beats("234", "A23", Options(ladder="ace_low", wrap="position"))
    assert beats("A23", "KA2", Options(ladder="rank_chain", wrap="position"))


MANY = [
    *(Options(ladder=ladder, wrap=wrap) for ladder in ALLOWED["ladder"] for wrap in ALLOWED["wrap"]),  # type: ignore[arg-type]
    Options(joker_pair_order="sum", egg_chain_min=True),
    Options(joker_pair_order="tie", ladder="ace_low"),
    Options(big_ace_joins=True, egg_chain_min=True, ladder="rank_chain"),
    Options(big_ace_joins=True, ladder="ace_low", wrap="position"),
]


@pytest.mark.parametrize("opt", MANY, ids=range(len(MANY)))
def test_order_is_strict(opt: Options) -> None:
    """Nothing beats itself and the relation is transitive, so that it has no cycles."""
    plays = sorted(all_plays(opt))
    beaten = [
        sum(1 << place for place, table in enumerate(plays) if play_beats(play, table, opt))
        for play in plays
    ]  # fmt: skip
    for place, lower in enumerate(beaten):
        assert not lower >> place & 1
        for other in range(len(plays)):
            if lower >> other & 1:
                assert not beaten[other] & ~lower


@pytest.mark.parametrize("opt", MANY, ids=range(len(MANY)))
def test_leads_are_exhaustive(opt: Options) -> None:
    rng = random.Random(5)
    hands = ["wwWW**AA44", "AAAA**2233", "*AKQ2345", "444455556666", "**AAAAAA22", "222333444555", "KKKKAAAA**QQ"]
    hands += ["".join(rng.sample(PACK, 9)) for _ in range(12)]
    for hand in hands:
        every = exhaustive_leads(hand, opt)
        assert leads(hand, opt) == every
        for table in rng.sample(sorted(cards for _, cards in all_plays(opt)), 12):
            assert follows(hand, table, opt) == {play for play in every if beats(play[1], table, opt)}


def test_a_full_hand_is_exhaustive() -> None:
    hand = "444455556666777888wW**"
    assert leads(hand) == exhaustive_leads(hand)


def test_every_play() -> None:
    """Sizes that can be counted by hand."""
    kinds = Counter(made[0] for made, _ in all_plays())
    runs = sum(13 - length + 1 for length in range(3, 14))
    assert kinds == {
        "single": 13, "joker": 2, "big_ace": 1, "pair": 13, "dragon": runs, "double_dragon": runs, "egg": 13,
        "big_egg": 39, "joker_pair": 3, "egg_chain": 11, "false_eight": 12, "true_seven": 26, "joker3": 2, "joker4": 1,
        "big_ace_pair": 1,
    }  # fmt: skip
    low = Counter(made[0] for made, _ in all_plays(Options(ladder="ace_low")))
    assert low["dragon"] - kinds["dragon"] == 10
    assert low["false_eight"] == 13


def test_takes() -> None:
    sevens = Options(fours_take_true_seven=True)
    assert takes("44444", "222") == {"44"}
    assert takes("44444", "444") == {"44"}
    assert takes("44444", "777777") == {"44444"}
    assert takes("4", "222") == takes("44", "2222") == takes("4444", "33") == takes("4444", "34567") == set()
    assert takes("44444444", "7777777") == set()
    assert takes("44444444", "7777777", sevens) == {"444444"}
    assert takes("44444444", "77777777", sevens) == {"4444444"}
    assert takes("44444444", "222333444") == takes("4444", "**") == takes("4444", "wwW") == takes("44", "x") == set()
    assert takes("44", "AA*") == set()
    assert takes("44", "AA*", Options(big_ace_joins=True)) == {"44"}
    for fours, (_, table) in product(["4" * number for number in range(1, 9)], all_plays()):
        if takes(fours, table, sevens) == {fours}:
            assert not beats(fours, table)


def test_options() -> None:
    assert [field.name for field in fields(Options)] == list(ALLOWED)
    for name, values in ALLOWED.items():
        assert getattr(DEFAULT, name) == values[0]
        for value in values:
            Options(**{name: value})  # type: ignore[arg-type]
        for bad in ("other", None, 1, 0):
            with pytest.raises(ValueError, match=name):
                Options(**{name: bad})  # type: ignore[arg-type]


# Dealing, showing, 反A


def rigged(hands: list[str], first: int = 0, suit: str = "C", **options: Any) -> Game:
    """A deal in which each seat gets these cards in this order; the copies of a card are dealt seat by seat."""
    free = list(range(108))
    lists: list[list[int]] = []
    for cards in hands:
        lists.append([])
        for card in cards.split():
            name, _, pack = card.partition("/")
            found = [number for number in free if name_of(number) == name and pack in ("", str(number // 54 + 1))]
            lists[-1].append(found[0])
            free.remove(found[0])
    return Game(lambda _: Deal(lists, first, suit), Options(**options))


def test_asked_after_each_card() -> None:
    game = rigged(["HA S5", "S6 DA", "S7 SA", "S8 S9", "ST SJ"], first=4)
    asked = []
    while game.phase == "reveal":
        assert game.seat is not None
        assert game.check("4") == game.check("pass") == "wrong_phase"
        asked.append((game.seat, game.legal()))
        game.apply("no")
    # Seat 4 draws first; after the last card one round from him.
    each = [(0, ["show HA", "no"]), (1, ["show DA", "no"]), (2, ["show SA", "no"])]
    assert asked == [each[0], *each, *each]
    assert (game.suit, game.declarer, game.seat, game.sides) == ("H", 0, 0, {0})


def test_show() -> None:
    game = rigged(["S5 HA/2", "CA S6", "S7 S8", "S9 ST", "SJ HA/1"])
    go(game, "no")  # CA
    assert (game.seat, game.legal()) == (0, ["show HA", "no"])
    faults = {
        "show CA": "not_held", "show S5": "no_declaration", "show HA HA": "not_held", "show A": "notation",
        "show HA/2": "notation", "show": "notation", "take 44": "wrong_phase", "x": "notation",
    }  # fmt: skip
    assert {text: game.check(text) for text in faults} == faults
    go(game, "show HA")
    assert (game.phase, game.seat, game.declarer, game.suit) == ("play", 0, 0, "H")
    assert (game.sides, game.known, game.exposed) == ({0, 4}, {aces_of("H")[1]}, False)
    assert [game.hand(seat) for seat in range(5)] == ["5*", "6A", "78", "9T", "J*"]
    assert game.check("show HA") == game.check("no") == "wrong_phase"
    # The same card counts once; the other exposes the sides.
    go(game, "*")
    assert not game.exposed
    go(game, "pass", "pass", "pass")
    assert game.check("*") == "too_low"


def test_nobody_shows() -> None:
    hands = ["S5 S6", "CA S8", "CA S9", "HA/2 ST", "SJ HA/1"]
    hearts = rigged(hands)
    clubs = rigged(hands, no_reveal="random_suit")
    for game in (hearts, clubs):
        while game.phase == "reveal":
            game.apply("no")
    assert (hearts.suit, hearts.declarer, hearts.sides, hearts.known) == ("H", 3, {3, 4}, {aces_of("H")[1]})
    assert (clubs.suit, clubs.declarer, clubs.sides, clubs.known) == ("C", 1, {1, 2}, {aces_of("C")[0]})


def test_redeal() -> None:
    opt = Options(no_reveal="redeal")
    game = Game.start(11, 2, None, opt)
    first = game.first
    while game.deal_number == 0:
        game.apply("no")
    while game.phase == "reveal" and game.dealt < 108:
        game.apply("no")
    assert (game.deal_number, game.first) == (1, first)
    deal = seeded_deal(11, 2, 1, None, opt)
    assert [sorted(cards) for cards in deal.arrival] == game.hands
    assert [len(deal.arrival[(first + turn) % 5]) for turn in range(5)] == [22, 22, 22, 21, 21]


def test_first_drawer() -> None:
    assert [Game.start(3, last_winner=seat).first for seat in range(5)] == [0, 1, 2, 3, 4]
    drawn = Game.start(3).first
    assert {Game.start(3, last_winner=seat, options=Options(first_draw="random")).first for seat in range(5)} == {drawn}
    assert {Game.start(seed).first for seed in range(40)} == {0, 1, 2, 3, 4}
    with pytest.raises(ValueError, match="seat"):
        Game.start(3, last_winner=5)


COUNTER = ["HA S5 HA", "S6 DA DA", "S7 SA SA", "CA S8 CA", "ST SJ SQ"]


def shown(**options: Any) -> Game:
    game = rigged(COUNTER, **options)
    return go(game, "show HA")


def test_counter() -> None:
    assert shown().phase == "play"
    game = shown(counter_double_ace=True)
    assert (game.phase, game.seat, game.sides, game.legal()) == ("counter", 1, {0}, ["show DA", "no"])
    codes = {"show S6": "no_declaration", "show HA": "not_held", "no": "ok", "pass": "wrong_phase"}
    assert {text: game.check(text) for text in codes} == codes
    go(game, "no", "show SA")
    assert (game.phase, game.seat, game.declarer, game.suit) == ("play", 2, 2, "S")
    assert (game.sides, game.exposed, game.hand(0), game.hand(2)) == ({2}, True, "5AA", "7**")
    game = go(shown(counter_double_ace=True), "no", "no", "no")  # the declarer is not asked for his own suit
    assert (game.phase, game.seat, game.suit, game.exposed) == ("play", 0, "H", False)
    both = go(
        rigged(["HA SA SA HA", "S6 DA S5", "S7 S7 ST", "S8 S8 SJ", "S9 S9 SQ"], counter_double_ace=True), "show HA"
    )
    assert (both.phase, both.seat, both.legal()) == ("counter", 0, ["show SA", "no"])
    assert both.check("show HA") == "no_declaration"


# Play


def test_codes() -> None:
    game = game_of("56789", "4477", "KK", "2", "3")
    assert game.check("pass") == "must_lead"
    assert game.check("take 44") == "not_held"
    assert game.check("58") == "no_play"
    assert game.check("4") == "not_held"
    assert game.check("S5 H6") == "not_held"
    assert game.check("take 5") == "no_take"
    assert game.check("555555555") == game.check("") == game.check("take") == game.check("S5 6") == "notation"
    assert game.check("S5 S6/2") == "not_held"
    assert game.check("S5/1, S6 S7") == "ok"
    go(game, "567")
    codes = {"44": "wrong_kind", "4": "wrong_kind", "4477": "no_play", "pass": "ok", "no": "wrong_phase"}
    assert {text: game.check(text) for text in codes} == codes
    with pytest.raises(Refused):
        game.apply("44")
    game = game_of("3", "444777w", "K", "2", "9", table="88", table_by=0, to_move=1)
    codes = {
        "44": "too_low",
        "77": "too_low",
        "444": "ok",
        "7": "wrong_kind",
        "take 44": "no_take",
        "take 77": "no_take",
    }
    assert {text: game.check(text) for text in codes} == codes
    assert game.legal() == ["444", "777", "pass"]


def test_take_through_passes() -> None:
    game = game_of("KQ", "3", "2", "4469", "5", table="999", table_by=1, to_move=2)
    go(game, "pass", "take 44")
    assert (game.hand(3), game.table, game.table_by, game.seat, game.passed) == ("69999", "44", 3, 4, set())
    go(game, "pass", "pass", "pass")
    assert game.seat == 2
    go(game, "pass")
    assert (game.seat, game.table) == (3, None)


def test_take_of_fours() -> None:
    game = game_of("4445", "3", "4448", "5566", "5", table="7777", table_by=4)
    assert "take 444" in game.legal()
    go(game, "take 444", "pass")
    assert game.legal() == ["take 44", "pass"]
    go(game, "take 44")
    assert (game.hand(0), game.hand(2)) == ("57777", "44448")
    assert (game.table, game.seat, game.check("55")) == ("44", 3, "ok")


def test_round_goes_on_after_going_out() -> None:
    # Seat 1 goes out; his last play may be beaten or taken, and he is skipped.
    game = go(game_of("449", "666", "55", "7779", "88", sides=(1, 3), declarer=3), "44", "666")
    assert (game.order, game.places, game.seat) == ([1], [None, 1, None, None, None], 2)
    go(game, "pass", "777", "pass")
    assert (game.seat, game.table) == (0, "777")
    go(game, "pass")
    assert game.seat == 2
    game = go(game_of("3", "666", "449", "7779", "88", to_move=1, sides=(1, 3), declarer=3), "666", "take 44")
    assert (game.hand(2), game.table, game.seat) == ("6669", "44", 3)


@pytest.mark.parametrize(
    ("wind", "exposed", "leader"),
    [
        ("exposed_partner", False, 2), ("exposed_partner", True, 3), ("partner", False, 3), ("next", True, 2),
    ],
)  # fmt: skip
def test_wind(wind: str, exposed: bool, leader: int) -> None:
    game = game_of(
        "4", "6", "5", "7", "8", to_move=1, sides=(1, 3), declarer=3, exposed=exposed, options={"wind": wind}
    )
    go(game, "6", "pass", "pass", "pass")
    assert game.table == "6"
    go(game, "pass")
    assert (game.table, game.seat) == (None, leader)


def test_exposed_by_playing() -> None:
    game = game_of("4*", "6*", "5", "7", "8", declarer=0)
    assert not game.exposed
    go(game, "*")
    assert not game.exposed
    joined = game_of("45**A", "6", "5", "7", "8", sides=(0,), options={"big_ace_joins": True})
    assert {"**", "A*", "*", "A**"} <= set(joined.legal())
    go(joined, "**A")
    assert joined.exposed
    go(joined, "pass", "pass", "pass", "pass")
    assert joined.seat == 0


def test_end() -> None:
    game = game_of("4", "5", "6", "7", "8", sides=(0, 1))
    go(game, "4", "5")
    assert (game.phase, game.seat, game.winner, game.returns()) == ("over", None, "big_ace", [1, 1, -1, -1, -1])
    assert game.check("pass") == "game_over"
    assert game.legal() == []
    drawn = go(game_of("4", "5", "6", "7", "8", sides=(1, 2)), "4", "5", "6")
    assert (drawn.winner, drawn.returns()) == ("draw", [0] * 5)
    lost = go(game_of("4", "5", "6", "77", "8", sides=(3, 1)), "4", "pass", "6", "pass", "8")
    assert (lost.winner, lost.returns()) == ("others", [1, -1, 1, -1, 1])


GRASS = Options(score="grassland")


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([0, 1], [4, 2, -2, -2, -2]),
        ([1, 3, 0], [2, 1, -1, -1, -1]),
        ([1, 3, 4, 0], [0, 0, 0, 0, 0]),
        ([2, 1, 0], [0] * 5),
        ([0, 2, 3, 4], [0] * 5),
        ([2, 0, 3, 4], [-2, -1, 1, 1, 1]),
        ([2, 1, 3, 4], [-4, -2, 2, 2, 2]),
        ([2, 3, 4], [-6, -3, 3, 3, 3]),
    ],
)
def test_grassland(order: list[int], expected: list[float]) -> None:
    assert score([0, 1], order, 0, False, GRASS) == expected


def test_grassland_alone() -> None:
    assert score([2], [2], 2, False, GRASS) == [-8, -8, 32, -8, -8]
    assert score([2], [2], 2, True, GRASS) == [-16, -16, 64, -16, -16]
    assert score([2], [0, 1, 3, 4], 2, True, GRASS) == [16, 16, -64, 16, 16]
    assert score([2], [0, 2], 2, False, GRASS) == [0] * 5
    for size, order in product((1, 2), permutations(range(5))):
        end = next(early for early in range(6) if outcome(range(size), order[:early]))
        assert sum(score(range(size), order[:end], 0, False, GRASS)) == 0


# Whole deals


@pytest.mark.parametrize("seed", range(16))
def test_random_deals(seed: int) -> None:
    rng = random.Random(seed)
    opt = Options(**{name: rng.choice(values) for name, values in ALLOWED.items()})  # type: ignore[arg-type]
    game = Game.start(seed, options=opt)
    words = ["pass", "no", "take 44", "take 444", *(f"show {suit}A" for suit in SUITS)]
    every = sorted(cards for _, cards in all_plays(opt))
    for _ in range(4000):
        if game.over:
            break
        texts = game.legal()
        assert 0 < len(set(texts)) == len(texts)
        for text in [*words, *rng.sample(every, 20)]:
            assert (game.check(text) == "ok") == (text in texts), text
        playing = [text for text in texts if text not in ("no", "pass")]
        calm = game.phase in ("reveal", "counter") and rng.random() < 0.9
        game.apply("no" if calm else rng.choice(playing if playing and rng.random() < 0.7 else texts))
        held = {card for hand in game.hands for card in hand}
        if game.phase == "play":
            played = set(range(108)) - held
            assert sum(len(hand) for hand in game.hands) + len(played) == 108
            assert set(game.table_cards) <= played
            assert game.seat not in game.order
            assert game.table is None or game.table_by != game.seat
            assert len(game.sides) in (1, 2)
            assert game.declarer in game.sides
    assert game.over
    assert game.winner == outcome(game.sides, game.order)
    assert any(game.returns()) == (game.winner != "draw") or opt.score == "grassland"
