"""The reference of 打大A: whole deals, from the first card to the score."""

import random
from itertools import permutations, product
from typing import Any

import pytest
from reference.cards import SUITS
from reference.dadaa_game import Deal, Game, Refused, aces_of, name_of, outcome, score, seeded_deal
from reference.dadaa_plays import (
    ALLOWED,
    Options,
    all_plays,
)

from tests.reference_self.dadaa_deals import game_of, go


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
    game = go(shown(counter_double_ace=True), *["no"] * 5)  # all are asked, the declarer last
    assert (game.phase, game.seat, game.suit, game.exposed) == ("play", 0, "H", False)
    both = go(
        rigged(["HA SA SA HA", "S6 DA S5", "S7 S7 ST", "S8 S8 SJ", "S9 S9 SQ"], counter_double_ace=True), "show HA"
    )
    for seat in range(1, 5):
        assert (both.phase, both.seat, both.legal()) == ("counter", seat, ["no"])
        assert both.check("show SA") in ("not_held", "no_declaration")
        go(both, "no")
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
        "4", "6", "5", "7*", "8", to_move=1, sides=(1, 3), declarer=1, exposed=exposed, options={"wind": wind}
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


@pytest.mark.parametrize(
    ("hands", "sides", "declarer", "known"),
    [
        (("4*", "6*", "5", "7", "8"), (0, 1), 0, 1), (("4*", "6*", "5", "7", "8"), (0, 1), 1, 2),
        (("4", "6*", "5", "7", "8"), (0, 1), 0, 2), (("4", "6*", "5", "7", "8"), (0, 1), 1, 3),
        (("4**", "6", "5", "7", "8"), (0,), 0, 1), (("4*", "6", "5", "7", "8"), (0,), 0, 2),
        (("4", "6*", "5", "7", "8"), (0,), 0, 3), (("4", "6*", "5*", "7", "8"), (0, 1), 0, 2),
        (("4**", "6", "5", "7", "8"), (0, 1), 0, 3),
    ],
)  # fmt: skip
def test_known_in_a_position(hands: tuple[str, ...], sides: tuple[int, ...], declarer: int, known: int) -> None:
    """Bit 0 the lower big ace, bit 1 the other: what was played, and the declarer's."""
    game = game_of(*hands, sides=sides, declarer=declarer)
    assert game.known == {card for bit, card in enumerate(aces_of("H")) if known >> bit & 1}
    assert game_of(*hands, sides=sides, declarer=declarer, exposed=True).exposed


def test_own_play() -> None:
    with pytest.raises(ValueError, match="own"):
        game_of("7", "8", "9", "T", "J", table="666", table_by=0)


def test_words_of_other_games() -> None:
    game = game_of("7", "8", "9", "T", "J")
    codes = {"call": "wrong_phase", "bid 2": "wrong_phase", "bid": "notation", "name S8": "notation"}
    assert {text: game.check(text) for text in codes} == codes


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
