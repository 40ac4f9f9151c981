"""二七王 in the reference: the case file, and every sentence of the rules page."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from reference.erqiwang_game import Game, seeded_deal
from reference.erqiwang_rules import BIDS, Options, Result, bid_factor, deal_result, trump_rules
from reference.philox import CHANCE, Stream
from reference.shengji_game import Refused, card_of, cards_held
from reference.trick_cards import count_sub_multisets, points_of, sort_cards, stock_of
from reference.trick_rules import TRUMP_GROUP, Trump

DATA = Path(__file__).parent.parent / "data/erqiwang"
S, NT = trump_rules("S"), trump_rules("NT")
OPT92 = Options(cards=92)
THREE = Options(cards=92, players=3)
PACKS = [Options(), OPT92, THREE]


def rows(kind: str) -> list[Any]:
    found = [json.loads(line) for line in (DATA / "erqiwang.jsonl").read_text("utf-8").splitlines()]
    return [pytest.param(row, id=row["id"]) for row in found if row["kind"] == kind]


def go(game: Game, *actions: str) -> Game:
    for action in actions:
        game.apply(action)
    return game


def bidding(options: Options | None = None, first: int = 0, seed: int = 1) -> Game:
    return Game.start(seed, first=first, options=options)


def dealt(bid: int, first: int = 0, options: Options | None = None) -> Game:
    """The dealer, who is the first bidder, is to name the trump suit."""
    game = go(bidding(options, first), f"bid {bid}")
    while game.phase == "bid":
        game.apply("no")
    return game


def bury_first(game: Game) -> str:
    assert game.seat is not None
    return "bury " + " ".join(cards_held(game.hands[game.seat][:8]))


def at_first_lead(bid: int, options: Options | None = None) -> Game:
    game = go(dealt(bid, options=options), "name S")
    return go(game, bury_first(game))


# The case file


@pytest.mark.parametrize("case", rows("tractor"))
def test_case_tractor(case: dict[str, Any]) -> None:
    assert trump_rules(case["trump_suit"]).is_tractor(case["lead"]) == case["answer"]


@pytest.mark.parametrize("case", rows("other"))
def test_case_prose(case: dict[str, Any]) -> None:
    number = case["id"].removeprefix("erqiwang-")
    if number == "W01":
        game = go(bidding(), "bid 120")
        assert game.check("bid 118") == "no_bid"
        assert game.check("bid 120") == "bid_too_high"
        assert game.check("bid 115") == "ok"
    elif number == "W02":
        game = go(bidding(), "bid 120", "no", "bid 115", "bid 110", "bid 105")
        assert game.seat == 2  # seat 1 is never asked again
    elif number in ("W03", "W04"):
        assert ("surrender" in at_first_lead({"W03": 85, "W04": 80}[number]).legal()) == case["answer"]
    else:
        assert number == "W05"
        game = bidding()
        kitty = list(game.kitty)
        go(game, "bid 100", "no", "no", "no")
        assert (game.phase, game.shown, game.kitty) == ("name", kitty, [])
        assert (go(game, "name H").phase, game.shown) == ("bury", kitty)
        assert game.count_legal() == count_sub_multisets(stock_of(game.hand(0)), 8)


# Cards and order


@pytest.mark.parametrize("options", PACKS, ids=str)
def test_pack(options: Options) -> None:
    game = Game.start(3, options=options)
    size = {(108, 4): 25, (92, 4): 21, (92, 3): 28}[options.cards, options.players]
    assert [len(hand) for hand in game.hands] == [size] * options.players
    assert len(game.kitty) == 8
    ids = sorted(sum(game.hands, game.kitty))
    ranks = "23456789TJQKA" if options.cards == 108 else "256789TJQKA"
    assert Counter(cards_held(ids)) == Counter(dict.fromkeys(["w", "W", *(s + r for s in "SHDC" for r in ranks)], 2))
    assert len(set(ids)) == options.cards
    assert points_of(cards_held(ids)) == 200


def test_three_players_need_92_cards() -> None:
    with pytest.raises(ValueError, match="92"):
        Options(players=3)
    for wrong in ({"cards": 54}, {"players": 5}, {"no_bid": "x"}, {"throws": "x"}, {"kitty_rule": "x"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Options(**wrong)


def test_trump_order() -> None:
    off = lambda rank: ("H" + rank, "D" + rank, "C" + rank)  # noqa: E731
    above = [("W",), ("w",), ("S7",), off("7"), ("S2",), off("2")]
    assert S.order() == above + [("S" + rank,) for rank in "AKQJT986543"]
    assert trump_rules("S", OPT92).order() == above + [("S" + rank,) for rank in "AKQJT9865"]
    assert NT.order() == [("W",), ("w",), ("S7", "H7", "D7", "C7"), ("S2", "H2", "D2", "C2")]
    for suit in "HDC":
        assert S.places[suit][::-1] == [(suit + rank,) for rank in "AKQJT986543"]
        assert trump_rules("S", OPT92).places[suit][::-1] == [(suit + rank,) for rank in "AKQJT9865"]
    assert list(NT.places) == [*"SHDC", TRUMP_GROUP]


def test_off_sevens_and_twos_are_equal() -> None:
    assert S.winner(["H7", "D7", "C7", "H7"]) == 0
    assert S.winner(["D2", "H2", "C2", "D2"]) == 0
    assert S.winner(["SA", "D2", "H2", "S2"]) == 3
    assert S.winner(["S2", "C7", "H7", "S7"]) == 3
    assert S.winner(["S7", "S7", "w", "W"]) == 3
    assert NT.winner(["S2", "H7", "S7", "H2"]) == 1
    assert S.winner(["HA", "H2", "HK", "S3"]) == 1  # any trump beats a side suit


@pytest.mark.parametrize(
    ("cards", "trump", "tractor"),
    [
        ("H8 H8 H6 H6", S, True),  # the gap of 7 closes
        ("S8 S8 S6 S6", S, True),
        ("H8 H8 H5 H5", S, False),
        ("H8 H8 H7 H7", S, False),
        ("H8 H8 H7 H7", NT, False),
        ("SA SA H2 H2", S, True),
        ("HA HA H2 H2", S, False),
        ("H3 H3 H2 H2", S, False),
        ("H2 H2 S2 S2", S, True),
        ("H2 H2 D2 D2", S, False),
        ("S2 S2 D7 D7", S, True),
        ("D2 D2 D7 D7", S, False),  # main 2 lies between
        ("D7 D7 S7 S7", S, True),
        ("D7 D7 C7 C7", S, False),
        ("S7 S7 w w", S, True),
        ("D7 D7 w w", S, False),
        ("w w W W", S, True),
        ("SK SK SA SA C2 C2 S2 S2 C7 C7 S7 S7 w w W W", S, True),
        ("S2 S2 D7 D7", NT, True),  # 2 - 7 - w adjacent
        ("H7 H7 w w", NT, True),
        ("S2 S2 D7 D7 w w W W", NT, True),
        ("S7 S7 D7 D7", NT, False),
        ("SA SA S2 S2", NT, False),
        ("S8 S8 S6 S6", NT, True),
    ],
)
def test_tractors(cards: str, trump: Trump, tractor: bool) -> None:
    assert trump.is_tractor(cards) == tractor


def test_unit_options() -> None:
    assert not trump_rules("S", Options(gap_tractor=False)).is_tractor("H8 H8 H6 H6")
    assert trump_rules("S", Options(gap_tractor=False)).is_tractor("H9 H9 H8 H8")
    jokers_only = trump_rules("S", Options(level_tractor="jokers_only"))
    no_ace = trump_rules("S", Options(level_tractor="no_ace"))
    for cards, only, none in [
        ("w w W W", True, True),
        ("S7 S7 w w", False, True),
        ("H2 H2 S2 S2", False, True),
        ("S2 S2 H7 H7", False, True),
        ("SA SA H2 H2", False, False),
        ("SA SA SK SK", True, True),
    ]:
        assert (jokers_only.is_tractor(cards), no_ace.is_tractor(cards)) == (only, none)


# Bidding


def test_bids_are_multiples_of_5() -> None:
    game = bidding()
    assert (game.phase, game.seat) == ("bid", 0)
    assert game.legal() == [f"bid {number}" for number in range(120, 4, -5)] + ["no"]
    for text, code in [
        ("bid 125", "no_bid"),
        ("bid 0", "no_bid"),
        ("bid 3", "no_bid"),
        ("bid 117", "no_bid"),
        ("bid 120", "ok"),
        ("bid 5", "ok"),
        (" bid  5 ", "ok"),
        ("no", "ok"),
        ("bid", "notation"),
        ("bid x", "notation"),
        ("bid -5", "notation"),
        ("bid 5 5", "notation"),
        ("pass", "notation"),
        ("", "notation"),
        ("name S", "wrong_phase"),
        ("name S7", "notation"),
        ("bury H5", "wrong_phase"),
        ("H5", "wrong_phase"),
        ("surrender", "wrong_phase"),
    ]:
        assert game.check(text) == code, text
    assert game.check(game.hands[0][:1]) == "wrong_phase"
    go(game, "bid 70")
    assert (game.seat, game.bids) == (1, [(0, 70)])
    assert game.legal() == [f"bid {number}" for number in range(65, 4, -5)] + ["no"]
    assert game.check("bid 70") == game.check("bid 75") == "bid_too_high"


def test_lowest_bidder_is_dealer() -> None:
    game = go(bidding(first=2), "bid 120", "bid 100", "no", "bid 95", "bid 60", "bid 55", "no", "no")
    # seats 2, 3, 0, 1, 2, 3, and again 1, 2: one is left
    assert [seat for seat, _ in game.history] == [2, 3, 0, 1, 2, 3, 1, 2]
    assert (game.phase, game.dealer, game.bid, game.seat) == ("name", 3, 55, 3)


def test_bidding_ends_at_5() -> None:
    game = go(bidding(first=1), "bid 60", "bid 5")
    assert (game.phase, game.dealer, game.bid) == ("name", 2, 5)


def test_last_seat_left_is_asked() -> None:
    game = go(bidding(), "no", "no", "no")
    assert (game.phase, game.seat) == ("bid", 3)
    go(game, "bid 90")
    assert (game.phase, game.dealer, game.bid) == ("name", 3, 90)


def test_nobody_bids() -> None:
    game = bidding(first=2)
    before = [list(hand) for hand in game.hands]
    go(game, "no", "no", "no", "no")
    assert (game.phase, game.seat, game.deal_number, game.bids) == ("bid", 2, 1, [])
    assert game.hands != before
    again = seeded_deal(1, 0, 1, Options(), 2)
    assert game.hands == [sorted(hand) for hand in again.hands]
    assert go(game, "no", "no", "no", "no").deal_number == 2
    game = go(bidding(Options(no_bid="first_at_max"), first=2), "no", "no", "no", "no")
    assert (game.phase, game.dealer, game.bid, game.deal_number) == ("name", 2, 120, 0)
    game = go(bidding(Options(cards=92, players=3, no_bid="first_at_max"), first=1), "no", "no", "no")
    assert (game.phase, game.dealer, game.bid) == ("name", 1, 120)


def test_first_bidder() -> None:
    seen = set()
    for seed in range(20):
        for options in PACKS:
            game = Game.start(seed, 4, options=options)
            drawn = Stream(seed, 4, 0, CHANCE).below(options.players, 0)
            seen.add((options.players, game.seat))
            assert game.first == game.seat == drawn
            go(game, *["no"] * options.players)
            assert (game.deal_number, game.seat) == (1, drawn)
            assert Game.start(seed, 4, first=1, options=options).seat == 1
    assert len(seen) == 7
    with pytest.raises(ValueError, match="seat"):
        Game.start(1, first=3, options=THREE)


def test_first_bidder_of_the_next_deal() -> None:
    game = at_first_lead(85)
    with pytest.raises(ValueError, match="not over"):
        game.next_first()
    assert go(game, "surrender").next_first() == 1
    hands = ["HA", "H3", "H4", "H6"]
    won = go(Game.position(hands, "S", dealer=3, leader=3, bid=80), "H6", "HA", "H3", "H4")
    assert (won.result, won.next_first()) == (("dealer", 3, 1), 3)
    lost = go(Game.position(hands, "S", dealer=3, leader=3, bid=20, points=20), "H6", "HA", "H3", "H4")
    assert (lost.result, lost.next_first()) == (("attackers", 1, 3), 0)


# Kitty, trump suit, surrender


def test_dealer_names_and_buries() -> None:
    game = bidding()
    kitty, hand = list(game.kitty), list(game.hands[0])
    go(game, "bid 100", "no", "no", "no")
    assert sorted([*hand, *kitty]) == game.hands[0]
    assert (game.seat, game.shown, game.legal()) == (0, kitty, ["name S", "name H", "name D", "name C"])
    assert game.check("name NT") == "wrong_name"
    assert game.check("name X") == game.check("name") == "notation"
    assert game.check("no") == game.check("bid 95") == game.check(bury_first(game)) == "wrong_phase"
    go(game, "name C")
    assert (game.phase, game.seat, game.trump) == ("bury", 0, "C")
    assert game.check("bury " + " ".join(cards_held(kitty))) == "ok"  # any 8, also the same
    cards = cards_held(game.hands[0])
    assert game.check("bury " + " ".join(cards[:7])) == "wrong_size"
    assert game.check("bury " + " ".join(cards[:9])) == "wrong_size"
    assert game.check(game.hands[0][3:11]) == "ok"
    other = next(c for c in game.hands[1] if card_of(c) not in cards)
    assert game.check([*game.hands[0][:7], other]) == "not_held"
    assert game.check("bury " + " ".join([*cards[:7], card_of(other)])) == "not_held"
    assert game.check("bury") == "notation"
    assert game.check(cards[0]) == "wrong_phase"
    go(game, bury_first(game))
    assert (game.phase, game.seat, game.leader) == ("play", 0, 0)
    assert [len(hand) for hand in game.hands] == [25] * 4
    assert len(game.kitty) == 8
    assert game.shown == kitty


def test_no_trump_may_be_named() -> None:
    game = dealt(100, options=Options(allow_no_trump=True))
    assert game.legal() == ["name S", "name H", "name D", "name C", "name NT"]
    go(game, "name NT")
    go(game, bury_first(game))
    assert game.rules is not None
    assert game.rules.order() == NT.order()


@pytest.mark.parametrize("bid", BIDS)
def test_surrender(bid: int) -> None:
    game = at_first_lead(bid)
    assert game.check("surrender") == ("ok" if bid > 80 else "no_surrender")
    assert (game.legal()[-1] == "surrender") == (bid > 80)
    assert len(game.legal()) == game.count_legal()
    if bid <= 80:
        return
    go(game, "surrender")
    assert (game.over, game.surrendered, game.result) == (True, True, Result("attackers", 1, 1))
    assert game.returns() == [-3.0, 1.0, 1.0, 1.0]
    assert game.check("surrender") == game.check("no") == game.check("H5") == game.check("bid 5") == "game_over"
    assert (game.legal(), game.count_legal()) == ([], 0)


def test_when_to_surrender() -> None:
    game = dealt(120)
    assert game.check("surrender") == "wrong_phase"
    go(game, "name S")
    assert game.check("surrender") == "wrong_phase"
    go(game, bury_first(game))
    assert game.check("surrender") == "ok"
    go(game, game.legal()[0])
    assert (game.seat, game.check("surrender")) == (1, "no_surrender")
    while len(game.tricks) < 6 or game.seat != 0 or game.trick:
        go(game, game.legal()[0])
        if game.over:
            pytest.fail("the dealer never led again")
    assert game.check("surrender") == "no_surrender"
    three = at_first_lead(85, THREE)
    assert go(three, "surrender").returns() == [-2.0, 1.0, 1.0]


# Play


def test_side_suits_are_led_as_one_unit() -> None:
    hands = ["HA HA HK HK HJ", "H3 H4 C6 C8 C9", "D3 D4 D5 D6 D8", "C3 C4 C5 CT CJ"]
    game = Game.position(hands, "S")
    assert set(game.legal()) == {"HA", "HK", "HJ", "HA HA", "HK HK", "HA HA HK HK"}
    assert game.check("HA HK") == game.check("HA HA HJ") == "no_throw"
    assert game.check("HA HA HK HK") == "ok"


def test_trumps_are_thrown_when_all_others_are_out() -> None:
    hand = "W S7 H7 S2 SA SA S3 HA"
    out = ["H3 H4 H5 H6 H8 H9 HT HJ", "D3 D4 D5 D6 D8 D9 DT DJ", "C3 C4 C5 C6 C8 C9 CT CJ"]
    game = Game.position([hand, *out], "S")
    assert game.check("W SA S3") == "ok"
    assert game.check("W S7 H7 S2 SA SA S3") == "ok"
    assert game.check("W HA") == "two_groups"
    assert game.check("W H8") == "not_held"
    assert len(game.legal()) == game.count_legal() == 1 + 2**5 * 3 - 1
    go(game, "W SA S3", "H3 H4 H5", "D3 D4 D5", "C3 C4 C5")
    assert (game.seat, game.points) == (0, 0)
    for seat in range(1, 4):  # each other seat alone, with any trump
        for trump in ("S4", "H2", "D7", "w"):
            hands = [hand, *out]
            hands[seat] = hands[seat][:-2] + trump
            game = Game.position(hands, "S")
            assert game.check("W SA S3") == game.check("W S7") == "no_throw", trump
            assert game.check("SA SA") == "ok"
            assert game.check("HA") == "ok"
            assert len(game.legal()) == game.count_legal() == 8
    game = Game.position([hand, *out], "S", options=Options(trump_throw=False))
    assert game.check("W SA S3") == "no_throw"
    game = Game.position(["W S7", "H5 S6", "D5 D6"], "S", options=THREE)
    assert game.check("W S7") == "no_throw"
    game = Game.position(["W S7", "H5 H6", "D5 D6"], "S", options=THREE)
    assert game.check("W S7") == "ok"


def test_throws_of_shengji() -> None:
    hands = ["HA HK H5", "HA H6 S3", "D3 D4 D5", "C3 C4 C5"]
    game = Game.position(hands, "S", options=Options(throws="none"))
    assert game.check("HA HK") == "no_throw"
    game = Game.position(hands, "S", options=Options(throws="all"))
    go(game, "HA HK H5")
    assert cards_held(game.trick[0][1]) == ["H5"]
    assert game.history == [(0, "HA HK H5")]
    game = Game.position(
        hands, "S", options=Options(throws="all", throw_fail="single_card", throw_penalty=10), points=5
    )
    assert go(game, "HA HK").points == 15
    game = Game.position(hands, "S", dealer=1, options=Options(throws="all", throw_penalty=10), points=5)
    assert go(game, "HA HK").points == 0
    certain = Options(throws="certain")
    assert Game.position(hands, "S", options=certain).check("HA HK") == "not_certain"
    both = Game.position(["HA HA HK", "H6 H8 S3", *hands[2:]], "S", options=certain)
    assert both.check("HA HA HK") == "ok"
    buried = ["HA HK H5", "H6 H8 S3", "D3 D4 D5", "C3 C4 C5"]
    assert Game.position(buried, "S", kitty="HA", options=certain).check("HA HK") == "ok"
    assert Game.position(buried, "S", dealer=1, kitty="HA", options=certain).check("HA HK") == "not_certain"
    thrown = Game.position(["W W w", *buried[1:]], "S", options=Options(throws="all"))
    assert thrown.check("W W w") == "ok"


def test_follows() -> None:
    for lead, hand, legal in [
        ("H8 H8 H6 H6", "H9 H9 HT HT HJ HJ S3", {"H9 H9 HT HT", "HT HT HJ HJ"}),
        ("H8 H8", "H9 HT HT S3", {"HT HT"}),
        ("S8 S8 S6 S6", "S7 S7 w w SA SK", {"w w S7 S7"}),
        ("S8 S8", "H7 D7 SA", {"SA H7", "SA D7", "H7 D7"}),  # two off 7s are no pair
        ("H8", "H7 S3 C3", {"H7", "S3", "C3"}),  # H7 is no heart
        ("S8", "H7 S3 H3", {"H7", "S3"}),
    ]:
        plays = {sort_cards(play) for play in legal}
        assert set(S.follows(hand, lead)) == plays, lead
        assert S.count_follows(hand, lead) == len(plays)
    assert S.check_follow("H9 HT HT S3", "H8 H8", "H9 HT") == "must_pair"
    assert S.check_follow("H9 H9 HT HT S3", "H6 H6 H8 H8", "H9 H9 HT S3") == "must_follow"
    assert S.check_follow("H9 H9 HT HT HK HK", "H6 H6 H8 H8", "H9 H9 HK HK") == "must_tractor"


def test_ruffs() -> None:
    assert S.winner(["HA HA", "S3 S3", "H7 D7", "S4 S4"]) == 3  # H7 D7 are no pair
    assert S.winner(["H8 H8 H6 H6", "SA SA H2 H2", "S2 S2 C7 C7", "S7 S7 w w"]) == 3
    assert S.winner(["H8 H8 H6 H6", "D7 D7 C7 C7", "S3 S3 S4 S4", "HA HA HK HK"]) == 2
    assert trump_rules("S", Options(overruff="highest")).winner(["HA", "S3", "S4", "S5"]) == 3


def test_three_players() -> None:
    game = Game.position(["H5 HA", "H6 H8", "HK DK"], "S", dealer=1, leader=2, options=THREE)
    go(game, "HK", "HA", "H6")
    assert (game.seat, game.leader, game.points) == (0, 0, 10)
    go(game, "H5", "H8", "DK")
    assert (game.over, game.points, game.result) == (True, 10, ("dealer", 2, 1))
    assert game.returns() == [-2.0, 4.0, -2.0]


def test_one_against_all() -> None:
    """Tricks of any seat but the dealer's count for the attackers."""
    for dealer in range(4):
        game = Game.position(["HK", "H3", "H4", "H5"], "S", dealer=dealer)
        go(game, "HK", "H3", "H4", "H5")
        assert game.points == (0 if dealer == 0 else 15)


# The score


def test_results() -> None:
    """Against the table of the page, written out."""
    for bid in BIDS:
        factor = {1: range(75, 121, 5), 2: range(45, 71, 5), 3: range(5, 41, 5)}
        assert bid in factor[bid_factor(bid)]
        for points in range(0, 1000, 5):
            result = deal_result(points, bid)
            if points < bid:
                grade = {0: 3, **dict.fromkeys(range(5, 36, 5), 2)}.get(points, 1)
                assert result == ("dealer", grade, bid_factor(bid))
            else:
                grade = {**dict.fromkeys(range(0, 36, 5), 1), **dict.fromkeys(range(40, 76, 5), 2)}.get(points - bid, 3)
                assert result == ("attackers", grade, bid_factor(bid))


@pytest.mark.parametrize(
    ("bid", "points", "returns"),
    [
        (80, 80, [-3, 1, 1, 1]),
        (80, 75, [3, -1, -1, -1]),
        (80, 35, [6, -2, -2, -2]),
        (80, 0, [9, -3, -3, -3]),
        (80, 120, [-6, 2, 2, 2]),
        (80, 160, [-9, 3, 3, 3]),
        (70, 145, [-12, 4, 4, 4]),
        (40, 0, [27, -9, -9, -9]),
        (5, 85, [-27, 9, 9, 9]),
    ],
)
def test_returns(bid: int, points: int, returns: list[int]) -> None:
    game = Game.position(["HA", "H3", "H4", "H6"], "S", bid=bid, points=points)
    assert game.returns() == [0.0] * 4
    assert go(game, "HA", "H3", "H4", "H6").returns() == returns


def test_last_trick() -> None:
    hands = ["H8 H8 H6 H6", "HK HK HQ HQ", "H3 H3 H4 H5", "C3 C4 C5 C6"]
    plays = ["H8 H8 H6 H6", "HK HK HQ HQ", "H3 H3 H4 H5", "C3 C4 C5 C6"]
    for options, factor in [
        ({}, 16),
        ({"kitty_cap": 8}, 8),
        ({"kitty_rule": "pairs"}, 8),
        ({"kitty_rule": "linear2"}, 8),
        ({"kitty_rule": "linear"}, 4),
        ({"kitty_rule": "fixed2"}, 2),
    ]:
        game = Game.position(hands, "S", kitty="DK D5", options=Options(**options))
        assert go(game, *plays).points == 30 + 15 * factor
    game = Game.position(hands, "S", dealer=1, kitty="DK D5")
    assert go(game, *plays).points == 0
    throw = Options(throws="all", kitty_shape="winner")
    game = Game.position(["HA HK HQ", "S3 S3 S4", "H3 H4 H6", "H8 H9 HT"], "S", kitty="DK", options=throw)
    assert go(game, "HA HK HQ", "S3 S3 S4", "H3 H4 H6", "H8 H9 HT").points == 20 + 4 * 10
    single = Game.position(["HA", "S3", "H3", "H4"], "S", kitty="DK")
    assert go(single, "HA", "S3", "H3", "H4").points == 2 * 10


def test_positions() -> None:
    with pytest.raises(ValueError, match="hands"):
        Game.position(["HA"] * 4, "S", options=THREE)
    with pytest.raises(ValueError, match="bid"):
        Game.position(["HA", "H3", "H4", "H5"], "S", bid=82)
    with pytest.raises(Refused):
        Game.position(["H3", "H5", "H6"], "S", options=THREE)  # no 3 in the pack
    full = seeded_deal(1, 0, 0, Options())
    hands = [" ".join(cards_held(hand)) for hand in full.hands]
    kitty = " ".join(cards_held(full.kitty))
    assert Game.position(hands, "S", kitty=kitty, bid=85).check("surrender") == "ok"
    assert Game.position(hands, "S", kitty=kitty, bid=80).check("surrender") == "no_surrender"
    assert Game.position(hands, "S", kitty=kitty, bid=85, leader=1).check("surrender") == "no_surrender"


def test_refused_changes_nothing() -> None:
    game = Game.position(["H5 H5 S3", "H8 H9 S4", "HT HT C3", "HJ HQ C4"], "S")
    for action, code in [
        ("", "notation"),
        ("hello", "notation"),
        ("declare H5", "notation"),
        ("no", "wrong_phase"),
        ("bid 60", "wrong_phase"),
        ("name S", "wrong_phase"),
        ("bury H5", "wrong_phase"),
        ("surrender", "no_surrender"),
        ("HA", "not_held"),
        ("H5 H5 H5", "not_held"),
        ("H5 S3", "two_groups"),
        (" H5,H5 ", "ok"),
    ]:
        assert game.check(action) == code, action
    with pytest.raises(Refused, match="two_groups"):
        game.apply("H5 S3")
    assert game.hand(0) == ("S3", "H5", "H5")
    _, high = (card for card in game.hands[0] if card_of(card) == "H5")
    assert game.check([high, high]) == game.check([]) == "notation"
    assert game.check([game.hands[1][0]]) == "not_held"
    go(game, "H5 H5")
    assert game.check("H8") == "wrong_size"
    assert game.check("H8 S4") == "must_follow"
    other = Game.position(["H5 H5 S3", "H8 H9 S4", "HT HT C3", "HJ HQ C4"], "S")
    other.apply([high])
    assert other.trick == [(0, [high])]
