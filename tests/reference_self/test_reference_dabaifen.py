"""打百分 in the reference: the case file, and every sentence of the rules page."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from reference.dabaifen_game import Game, Match
from reference.dabaifen_rules import BIDS, DabaifenRules, Options, contract_scores
from reference.philox import CHANCE, Stream
from reference.shengji_game import Deal, Refused, card_of, cards_held
from reference.trick_cards import DECK, count_sub_multisets, points_of, read_cards, sort_cards, stock_of
from reference.trick_levels import LevelResult

DATA = Path(__file__).parent.parent / "data/dabaifen"
S, NT = DabaifenRules("S"), DabaifenRules("NT")
CONTRACT = Options(contract=True)
MOVING = Options(levels="moving")
ABOVE = [("W",), ("w",), ("S2",), ("H2", "D2", "C2")]


def rows() -> list[Any]:
    found = [json.loads(line) for line in (DATA / "dabaifen.jsonl").read_text("utf-8").splitlines()]
    return [pytest.param(row, id=row["id"]) for row in found]


def go(game: Game, *actions: str) -> Game:
    for action in actions:
        game.apply(action)
    return game


def rigged(hands: list[str], kitty: str, first: int = 0, dealer: int | None = None, **options: Any) -> Game:
    """A deal without contract in which the cards come in this order, however few they are."""
    lists = [[DECK_IDS[card] for card in read_cards(cards)] for cards in [*hands, kitty]]
    return Game(lambda _: Deal(lists[:4], lists[4], first), dealer, options=Options(**options))


DECK_IDS = {card_of(number): number for number in range(54)}


# The case file


@pytest.mark.parametrize("case", rows())
def test_case(case: dict[str, Any]) -> None:
    number = case["id"].removeprefix("dabaifen-")
    rules = DabaifenRules(case["trump_suit"], case["level"])
    if number == "P01":
        assert (rules.check_lead(case["lead"]) == "ok") == case["answer"]
        others = ["W w S2 H2", "SA SK SQ SJ", "HA DA CA H8"]
        assert rules.throw(case["lead"], others) == (True, ())
    elif number in ("P02", "P03"):
        played = {"P02": "", "P03": "DK DJ"}[number]
        left = [card for card in DECK if card not in read_cards(case["lead"]) + read_cards(played)]
        assert rules.check_lead(case["lead"]) == "ok"
        assert rules.throw(case["lead"], [left]).stands == case["answer"]
    elif number == "P04":
        hands = ["HA HQ", "HK H3", "D3 D4", "C3 C4"]
        for dealer in range(4):
            game = go(Game.position(hands, "S", dealer=dealer), case["lead"])
            assert cards_held(game.trick[0][1]) == ["HQ"]
            assert game.over == game.wrong_throw == (dealer % 2 == 0)
    elif number == "P05":
        assert rules.order() == ABOVE + [("S" + rank,) for rank in "AKQJT9876543"]
        assert rules.winner(["HA", "S3", "H3", "H4"]) == 1
    else:
        assert number == "P06"
        assert rules.winner([case["lead"], case["hand"]]) == case["answer"]


# Cards and order


@pytest.mark.parametrize("options", [Options(), MOVING, CONTRACT], ids=str)
def test_pack(options: Options) -> None:
    game = Game.start(4, options=options)
    while game.phase == "declare":
        game.apply("no")
    if options.contract:
        assert [len(hand) for hand in game.hands] == [12] * 4
        go(game, "bid 60", "no", "no", "no", "name S")
    assert (game.phase, sorted(len(hand) for hand in game.hands)) == ("bury", [12, 12, 12, 18])
    assert sorted(sum(game.hands, game.kitty)) == list(range(54))
    assert game.count_legal() == count_sub_multisets(stock_of(game.hand(game.seat or 0)), 6)
    assert points_of(DECK) == 100
    assert [points_of([card]) for card in ("HK", "ST", "D5", "W", "SA")] == [10, 10, 5, 0, 0]


def test_order() -> None:
    for suit in "HDC":
        assert S.places[suit][::-1] == [(suit + rank,) for rank in "AKQJT9876543"]
        assert S.group(suit + "2") == "T"
    assert NT.order() == [("W",), ("w",), ("S2", "H2", "D2", "C2")]
    # moving levels: the level stands above the 2s
    at_ten = DabaifenRules("S", "T", MOVING)
    off_tens = ("HT", "DT", "CT")
    assert at_ten.order() == [("W",), ("w",), ("ST",), off_tens, *ABOVE[2:]] + [("S" + r,) for r in "AKQJ9876543"]
    assert DabaifenRules("S", "2", MOVING).order() == S.order()


def test_tricks() -> None:
    for plays, winner in [
        (["SA", "C2", "D2", "H2"], 1),  # equal: first played
        (["SA", "C2", "D2", "S2"], 3),
        (["S2", "w", "W", "H2"], 2),
        (["HA", "DA", "C2", "S3"], 2),
        (["H3", "DA", "CA", "H4"], 3),
        (["HA HK", "S3 S4", "SA D3", "HQ HJ"], 1),  # n trumps ruff a throw of n
        (["HA HK", "S3 SA", "SK SQ", "S4 S2"], 3),  # the best card decides
        (["HA HK", "S3 H2", "S4 C2", "SA SK"], 1),
        (["HA HK HQ", "S3 S4 HJ", "D3 D4 D5", "C3 C4 C5"], 0),
        (["SA SK", "S3 S4", "S5 S6", "S7 S8"], 0),
    ]:
        assert S.winner(plays) == winner, plays


def test_follow_suit() -> None:
    hand = "HA H3 H2 S4 D5"
    for lead, legal in [
        ("H4", {"HA", "H3"}),  # H2 is a trump
        ("H4 H5", {"HA H3"}),
        ("H4 H5 H6", {"HA H3 H2", "HA H3 S4", "HA H3 D5"}),
        ("S3", {"H2", "S4"}),
        ("w", {"H2", "S4"}),
        ("D9", {"D5"}),
        ("C9", {"HA", "H3", "H2", "S4", "D5"}),
        ("C9 C8", {" ".join(pair) for pair in combinations(hand.split(), 2)}),
    ]:
        plays = {sort_cards(play) for play in legal}
        assert set(S.follows(hand, lead)) == plays
        assert S.count_follows(hand, lead) == len(plays)
    assert S.check_follow(hand, "H4 H5", "HA D5") == "must_follow"
    assert S.check_follow(hand, "H4", "H3 HA") == "wrong_size"
    assert S.check_follow(hand, "H4", "H6") == "not_held"


def test_no_pairs_in_one_deck() -> None:
    assert {unit.kind for unit in S.units("SA SK SQ S2 H2 D2 C2 w W")} == {"single"}


# 竖甩


def test_throws() -> None:
    others = ["H9 D3 D4", "HJ C3 C4", "H8 S3 S4"]
    for lead, stands, forced in [
        ("HA HK", True, ""),
        ("HA HK HQ", True, ""),
        ("HA HQ HT", False, "HT"),
        ("HK HQ", True, ""),  # the ace is in no other hand
        ("HT H3", False, "H3"),
        ("S5 S6", True, ""),
        ("SA S3", False, "S3"),
    ]:
        throw = S.throw(lead, others)
        assert (throw.stands, throw.forced) == (stands, sort_cards(forced)), lead
        assert S.check_lead(lead) == "ok"
    # trumps are one suit, and equal 2s are not higher
    assert S.throw("W w S2", ["H2", "D2", "C2"]).stands
    assert S.throw("W H2 SA", ["D2", "S3", "S4"]) == (False, ("SA",))
    assert S.throw("W H2", ["D2 SA", "S3", "S4"]).stands
    assert S.throw("D2 C2 H2", ["w", "S3", "S4"]) == (False, ("H2",))
    assert S.check_lead("HA SA") == "two_groups"


def test_kitty_spoils_no_throw() -> None:
    hands = ["HA HQ", "H3 H4", "D3 D4", "C3 C4"]
    game = go(Game.position(hands, "S", kitty="HK"), "HA HQ")
    assert cards_held(game.trick[0][1]) == ["HQ", "HA"]
    # the partner's card does
    game = go(Game.position(["HA HQ", "H3 H4", "HK D4", "C3 C4"], "S"), "HA HQ")
    assert (game.wrong_throw, cards_held(game.trick[0][1])) == (True, ["HQ"])


def test_wrong_throw_ends_the_deal() -> None:
    hands = ["HA HQ H5", "HK H3 H4", "D3 D4 D5", "C3 C4 C5"]
    for leader, turn in ((0, 0), (2, 2)):  # dealer and partner
        seats = hands[-turn:] + hands[:-turn] if turn else hands
        game = Game.position(seats, "S", leader=leader, points=90)
        go(game, "HA HQ H5")
        assert (game.over, game.wrong_throw, game.seat) == (True, True, None)
        assert game.result == LevelResult("attackers", 0, True)
        assert game.returns() == [-0.5, 0.5, -0.5, 0.5]
        assert cards_held(game.trick[0][1]) == ["H5"]
        assert game.hand(leader) == ("HA", "HQ")
        assert game.history == [(leader, "HA HQ H5")]
        assert game.check("H3") == "game_over"
        assert game.points == 90
    for game in (
        Game.position(hands, "S", dealer=1, points=90),
        Game.position(hands, "S", points=90, options=Options(wrong_throw="none")),
        Game.position(hands, "S", dealer=3, bid=60, points=90, options=CONTRACT),
        Game.position(hands, "S", bid=60, points=90, options=Options(contract=True, wrong_throw="none")),
    ):
        go(game, "HA HQ H5")
        assert (game.over, game.wrong_throw, game.seat, game.points) == (False, False, 1, 90)
        assert cards_held(game.trick[0][1]) == ["H5"]
        assert game.hand(0) == ("HA", "HQ")


@pytest.mark.parametrize(("points", "attackers"), [(0, 0), (10, 10), (45, 45), (50, 100), (90, 180)])
def test_wrong_throw_fails_the_bid(points: int, attackers: int) -> None:
    hands = ["HA HQ H5", "HK H3 H4", "D3 D4 D5", "C3 C4 C5"]
    game = go(Game.position(hands, "S", bid=75, points=points, kitty="DK", options=CONTRACT), "HA HQ")
    assert (game.over, game.wrong_throw, game.result) == (True, True, None)
    assert game.returns() == [-75.0, attackers, -75.0, attackers]


# 横甩


@pytest.mark.parametrize("rank", "23456789TJQKA")
@pytest.mark.parametrize("trump", ["S", "NT"])
def test_four_of_a_rank(rank: str, trump: str) -> None:
    rules = DabaifenRules(trump)
    four = f"S{rank} H{rank} D{rank} C{rank}"
    assert rules.check_lead(four) == "ok"
    others = ["W w S9 S8 S7 H9 H8", "SA SK SQ SJ ST", "H3 H4 H5 H6"]
    assert rules.throw(four, others).stands
    hand = "W w SA H3 D4"
    fours = {sort_cards(cards) for cards in combinations(hand.split(), 4)}
    assert set(rules.follows(hand, four)) == fours
    assert rules.count_follows(hand, four) == 5
    for cards in fours:
        assert rules.check_follow(hand, four, cards) == "ok"
    assert rules.check_follow(hand, four, "W w SA") == "wrong_size"
    assert rules.check_follow(hand, four, "W w SA SK") == "not_held"
    assert rules.winner([four, "W w SA SK", "H3 H4 H5 H6", "D3 D4 D5 D6"]) == 0
    assert rules.kitty_multiplier(four) == 2


def test_four_of_a_rank_is_led_alone() -> None:
    for cards in ("S7 H7 D7", "S7 H7 D7 C8", "S7 H7 D7 C7 CA", "S7 H7 D7 W"):
        assert S.check_lead(cards) == "two_groups", cards
    hand = "S7 H7 D7 C7 S2 H2 D2 C2 W"
    assert sort_cards("S7 H7 D7 C7") in S.leads(hand)
    assert S.count_leads(hand) == len(S.leads(hand)) == 2**6 - 1 + 3 + 1
    # as an answer it is four cards like others
    assert S.winner(["HA HK HQ HJ", "S7 H7 D7 C7", "H3 H4 H5 H6", "S3 S4 S5 S6"]) == 3
    assert S.check_follow("S7 H7 D7 C7 H8", "HA HK HQ HJ", "S7 H7 D7 C7") == "must_follow"


def test_four_twos() -> None:
    """They are a throw of trumps too; as four of a rank no card beats them, and no trump need be given."""
    assert S.throw("S2 H2 D2 C2", ["W", "w", "SA"]).stands
    assert set(S.follows("W w H3 H4 H5", "S2 H2 D2 C2")) == {
        sort_cards(cards) for cards in combinations(["W", "w", "H3", "H4", "H5"], 4)
    }
    off = DabaifenRules("S", options=Options(four_of_rank_lead=False))
    assert off.check_lead("S7 H7 D7 C7") == "two_groups"
    assert off.check_lead("S2 H2 D2 C2") == "ok"
    assert off.throw("S2 H2 D2 C2", ["W", "w", "SA"]) == (False, ("H2",))
    assert {cards for cards in off.follows("W w H3 H4 H5", "S2 H2 D2 C2") if {"W", "w"} <= set(cards)} == set(
        off.follows("W w H3 H4 H5", "S2 H2 D2 C2")
    )
    tens = DabaifenRules("S", "T", MOVING)
    assert tens.throw("ST HT DT CT", ["W", "w", "SA"]).stands


def test_four_of_a_rank_in_a_deal() -> None:
    hands = ["SK HK DK CK C9", "W w SA S5 S6", "H3 H4 H5 H6 H7", "D3 D4 D5 DT D7"]
    game = go(Game.position(hands, "S", dealer=1), "SK HK DK CK", "W w SA S5", "H3 H4 H5 H6", "D4 D5 DT D7")
    assert (game.seat, game.points) == (0, 40 + 5 + 5 + 15)
    last = [" ".join(hand.split()[:4]) for hand in hands]
    for dealer, points in ((1, 40 + 10 + 15 + 2 * 20), (0, 0)):
        game = Game.position([*last[:3], "D3 D4 D5 DT"], "S", dealer=dealer, kitty="ST HT")
        assert go(game, last[0], last[1], last[2], "D3 D4 D5 DT").points == points


# Without contract


def test_trump_is_set_by_showing_a_two() -> None:
    hands = ["S3 H2", "D2 S4", "W S6", "w S8"]
    game = rigged(hands, "C3 C4 C5 C6 C7 C8")
    assert (game.seat, game.legal()) == (1, ["declare D2", "no"])  # after its first card
    assert game.check("declare S4") == "not_held"
    assert game.check("declare S2") == "not_held"
    assert game.check("bid 60") == game.check("name S") == "wrong_phase"
    go(game, "no")
    assert (game.seat, game.legal()) == (0, ["declare H2", "no"])
    go(game, "declare H2")  # nothing can follow
    assert (game.phase, game.seat, game.dealer, game.trump) == ("bury", 0, 0, "H")
    go(game, "bury C3 C4 C5 C6 C7 C8")
    assert game.rules is not None
    assert game.rules.order()[:4] == [("W",), ("w",), ("H2",), ("S2", "D2", "C2")]
    assert (game.phase, game.seat) == ("play", 0)
    game = rigged(hands, "C3 C4 C5 C6 C7 C8", first=2)
    while game.phase == "declare":
        go(game, "no")
    assert (game.trump, game.dealer, game.phase) == ("NT", 2, "bury")
    game = rigged(hands, "C3 C4 D5 C6 C7 C8", first=2, dealer=2, nobody_declares="kitty3")
    while game.phase == "declare":
        go(game, "no")
    assert (game.trump, game.dealer) == ("D", 2)
    game = rigged(["S3 H2", "W w", "S5 S6", "S7 S8"], "C3 C4 C5 C6 C7 C8", nt_override="any_two")
    go(game, "declare H2")
    assert (game.seat, game.legal()) == (1, ["declare W w", "no"])
    assert go(game, "declare W w").trump == "NT"


def test_fixed_and_moving_levels() -> None:
    with pytest.raises(ValueError, match="fixed"):
        Game.start(1, dealer=0, levels=("3", "2"))
    assert Game.start(1, dealer=0, levels=("T", "2"), options=MOVING).level == "T"
    game = Game.start(1, dealer=0, levels=("T", "2"), options=MOVING)
    assert {action.split()[1] for action in game.legal() if action != "no"} <= {"ST", "HT", "DT", "CT"}


@pytest.mark.parametrize(
    ("points", "side", "levels"),
    [
        (0, "dealer", 3),
        (5, "dealer", 2),
        (15, "dealer", 2),
        (20, "dealer", 1),
        (35, "dealer", 1),
        (40, "attackers", 0),
        (55, "attackers", 0),
        (60, "attackers", 1),
        (80, "attackers", 2),
        (100, "attackers", 3),
        (140, "attackers", 5),
    ],
)
def test_levels(points: int, side: str, levels: int) -> None:
    """Target 40, steps of 20."""
    for options in (Options(), MOVING):
        game = Game.position(["HA", "H3", "H4", "H6"], "S", points=points, options=options)
        assert game.returns() == [0.0] * 4
        go(game, "HA", "H3", "H4", "H6")
        assert game.result == (side, levels, side == "attackers")
        gain = (levels or 0.5) * (1 if side == "dealer" else -1)
        assert game.returns() == [gain, -gain, gain, -gain]


def test_kitty() -> None:
    for options, points in [({}, 10 + 2 * 15), ({"kitty_rule": "linear"}, 10 + 15)]:
        game = Game.position(["H3", "HK", "H4", "H6"], "S", kitty="DK D5", options=Options(**options))
        assert go(game, "H3", "HK", "H4", "H6").points == points
    game = Game.position(["H3", "HQ", "HK", "H6"], "S", kitty="DK D5")
    assert go(game, "H3", "HQ", "HK", "H6").points == 0
    game = Game.position(["HA HK", "S3 S4", "H4 H6", "D3 D4"], "S", kitty="DK D5")
    assert go(game, "HA HK", "S3 S4", "H4 H6", "D3 D4").points == 10 + 30


def test_bury_points() -> None:
    for options in (Options(kitty_points_max=0), Options(contract=True, kitty_points_max=0)):
        game = Game.start(4, options=options)
        go(game, *(["bid 60", "no", "no", "no", "name S"] if options.contract else []))
        while game.phase == "declare":
            game.apply("no")
        cards = sorted(game.hand(game.seat or 0), key=lambda card: points_of([card]))
        assert game.check("bury " + " ".join(cards[:6])) == "ok"
        assert game.check("bury " + " ".join(cards[-6:])) == "too_many_points"
        assert game.check("bury " + " ".join(cards[:5])) == "wrong_size"


def test_match_points() -> None:
    match = Match(1)
    for dealer, result, points, follows in [
        (0, LevelResult("dealer", 3, False), [3, 0], 2),
        (2, LevelResult("attackers", 0, True), [3, 0], 3),
        (3, LevelResult("attackers", 7, True), [10, 0], 0),
        (0, LevelResult("dealer", 2, False), [12, 0], 2),
        (2, LevelResult("attackers", 5, True), [12, 5], 3),
    ]:
        match.count(dealer, result)
        assert (match.points, match.dealer, match.levels, match.over) == (points, follows, ["2", "2"], False)
    match.count(3, LevelResult("attackers", 1, True))
    assert (match.points, match.over, match.winner) == ([13, 5], True, 0)
    with pytest.raises(ValueError, match="over"):
        match.new_game()
    moving = Match(1, MOVING)
    moving.count(0, LevelResult("dealer", 3, False))
    assert (moving.levels, moving.points, moving.dealer) == (["5", "2"], [0, 0], 2)
    assert moving.new_game().level == "5"
    moving.levels = ["A", "2"]
    moving.count(2, LevelResult("dealer", 1, False))
    assert moving.winner == 0
    must = Match(1, Options(levels="moving", must_play=("4",)))
    must.count(1, LevelResult("dealer", 3, False))
    assert must.levels == ["2", "4"]
    with pytest.raises(ValueError, match="no match"):
        Match(1, CONTRACT)


def test_options() -> None:
    for wrong in (
        {"wrong_throw": "x"},
        {"levels": "x"},
        {"kitty_rule": "x"},
        {"nt_override": "x"},
        {"nobody_declares": "x"},
        {"contract": True, "levels": "moving"},
    ):
        with pytest.raises(ValueError, match=r"must be|levels"):
            Options(**wrong)


# The contract game


def contract(first: int = 0, seed: int = 1) -> Game:
    return Game.start(seed, first=first, options=CONTRACT)


def test_bids() -> None:
    game = contract()
    assert (game.phase, game.seat) == ("bid", 0)
    assert game.legal() == [f"bid {number}" for number in range(60, 101, 5)] + ["no"]
    for text, code in [
        ("bid 55", "no_bid"),
        ("bid 105", "no_bid"),
        ("bid 62", "no_bid"),
        ("bid 60", "ok"),
        ("bid 100", "ok"),
        ("bid 10", "no_bid"),
        ("no", "ok"),
        ("bid", "notation"),
        ("bid T0", "notation"),
        ("pass", "notation"),
        ("surrender", "notation"),
        ("name S", "wrong_phase"),
        ("declare S2", "wrong_phase"),
        ("bury S3", "wrong_phase"),
        ("S3", "wrong_phase"),
    ]:
        assert game.check(text) == code, text
    assert game.check(game.hands[0][:1]) == "wrong_phase"
    assert game.check([]) == "notation"
    go(game, "bid 75")
    assert (game.seat, game.bids) == (1, [(0, 75)])
    assert game.legal() == [f"bid {number}" for number in range(80, 101, 5)] + ["no"]
    assert game.check("bid 75") == game.check("bid 70") == "bid_too_low"
    game = go(contract(first=2), "bid 60", "no", "bid 65", "bid 70", "bid 80", "no", "no")
    assert [seat for seat, _ in game.history] == [2, 3, 0, 1, 2, 0, 1]  # a pass is final
    assert (game.phase, game.seat, game.dealer, game.bid) == ("name", 2, 2, 80)
    game = go(contract(first=3), "bid 60", "bid 100")
    assert (game.phase, game.seat, game.dealer, game.bid) == ("name", 0, 0, 100)
    game = go(contract(first=3), "no", "no", "no")
    assert (game.phase, game.seat) == ("bid", 2)
    assert (go(game, "bid 90").phase, game.dealer) == ("name", 2)


def test_nobody_bids() -> None:
    game = contract(first=2)
    hands = [list(hand) for hand in game.hands]
    go(game, "no", "no", "no", "no")
    assert (game.phase, game.seat, game.deal_number, game.bids) == ("bid", 2, 1, [])
    assert game.hands != hands
    seats = set()
    for seed in range(20):
        game = Game.start(seed, 4, options=CONTRACT)
        drawn = Stream(seed, 4, 0, CHANCE).below(4, 0)
        assert game.seat == game.first == drawn
        seats.add(drawn)
        assert go(game, "no", "no", "no", "no").seat == drawn
    assert len(seats) == 4
    for wrong in ({"first": 4, "options": CONTRACT}, {"first": 0}, {"dealer": 0, "options": CONTRACT}):
        with pytest.raises(ValueError, match=r"seat|auction"):
            Game.start(1, **wrong)


def test_highest_bidder() -> None:
    game = contract(first=1)
    kitty, hand = list(game.kitty), list(game.hands[1])
    go(game, "bid 60", "no", "no", "no")
    assert game.hands[1] == sorted([*hand, *kitty])
    assert game.legal() == ["name S", "name H", "name D", "name C"]
    assert game.check("name NT") == "wrong_name"
    assert game.check("name H2") == game.check("name") == "notation"
    assert game.check("no") == game.check("bid 65") == game.check(game.hands[1][:6]) == "wrong_phase"
    go(game, "name D")
    assert (game.phase, game.seat, game.trump) == ("bury", 1, "D")
    go(game, "bury " + " ".join(cards_held(kitty)))
    assert (game.phase, game.seat, game.leader, game.kitty) == ("play", 1, 1, kitty)
    assert game.rules is not None
    assert game.rules.order()[2:5] == [("D2",), ("S2", "H2", "C2"), ("DA",)]
    with pytest.raises(ValueError, match="not over"):
        game.next_first()


@pytest.mark.parametrize("bid", BIDS)
def test_scores(bid: int) -> None:
    quota = 100 - bid
    for points in range(0, 101, 5):
        score = contract_scores(bid, points, 30, False)  # the kitty counts for nobody
        if points == 0:
            assert score == (200, 0)
        elif points <= quota:
            assert score == (bid, 0)
        elif points < 50:
            assert score == (-bid, points)
        else:
            assert score == (-bid, 2 * points)
    for points in range(0, 101, 5):
        for kitty in range(0, 101 - points, 5):
            score = contract_scores(bid, points, kitty, True)
            three = (points + kitty) * 3
            assert score == ((200 if three == 0 else bid, 0) if three <= quota else (-bid, three))


@pytest.mark.parametrize(
    ("hands", "kitty", "points", "returns", "end"),
    [
        (["HA", "H3", "H4", "H6"], "DK", 0, [200, 0, 200, 0], 0),
        (["HA", "H3", "H4", "H6"], "DK", 30, [70, 0, 70, 0], 30),
        (["HA", "H3", "H4", "H6"], "DK", 35, [-70, 35, -70, 35], 35),
        (["HA", "H3", "H4", "H6"], "DK", 50, [-70, 100, -70, 100], 50),
        (["H3", "HA", "H4", "H5"], "DK", 25, [70, 0, 70, 0], 30),  # no trump won the last trick
        (["H3", "S3", "H4", "H6"], "D3", 10, [70, 0, 70, 0], 30),  # (10 + 0) * 3
        (["H3", "S3", "H4", "H6"], "DK", 10, [-70, 60, -70, 60], 60),
        (["H3", "S3", "H4", "H5"], "DK", 0, [-70, 45, -70, 45], 45),
        (["S3", "SA", "H4", "H5"], "DK", 0, [-70, 45, -70, 45], 45),  # led trumps too
        (["H3", "S3", "H4", "H6"], "D3", 0, [200, 0, 200, 0], 0),
        (["SA", "S3", "H4", "H5"], "DK", 25, [70, 0, 70, 0], 25),  # the dealer's own trump
    ],
)
def test_contract_deals(hands: list[str], kitty: str, points: int, returns: list[int], end: int) -> None:
    game = Game.position(hands, "S", kitty=kitty, points=points, bid=70, options=CONTRACT)
    assert game.returns() == [0.0] * 4
    go(game, *hands)
    assert game.over
    assert game.returns() == returns
    assert (game.points, game.result) == (end, None)
    assert game.next_first() == 1


def test_last_trick_of_four() -> None:
    """Four of a rank won with no trump unless they are the 2s."""
    for four, returns in [("S7 H7 D7 C7", [70, 0] * 2), ("S2 H2 D2 C2", [-70, 75] * 2)]:
        hands = [four, "S3 S4 S6 S8", "H3 H4 H5 H6", "C3 C4 C6 C8"]
        game = Game.position(hands, "S", dealer=1, kitty="DK DT", bid=70, options=CONTRACT)
        go(game, *hands)
        assert game.returns() == [*returns[1:], returns[0]]


def test_positions() -> None:
    for wrong in ({"bid": 60}, {"options": CONTRACT}, {"options": CONTRACT, "bid": 62}):
        with pytest.raises(ValueError, match="bid"):
            Game.position(["HA", "H3", "H4", "H5"], "S", **wrong)
    with pytest.raises(ValueError, match="twice"):
        Game.position(["HA", "HA", "H4", "H5"], "S")
    with pytest.raises(Refused):
        Game.position(["HA HA", "H3", "H4", "H5"], "S")


def test_reasons() -> None:
    game = Game.position(["H5 H7 S3", "H8 H9 S4", "HT HJ C3", "HQ HK C4"], "S")
    for action, code in [
        ("", "notation"),
        ("hello", "notation"),
        ("no", "wrong_phase"),
        ("bid 60", "wrong_phase"),
        ("bid x", "notation"),
        ("name S", "wrong_phase"),
        ("declare S2", "wrong_phase"),
        ("bury H5", "wrong_phase"),
        ("HA", "not_held"),
        ("H5 H5", "not_held"),
        ("H5 S3", "two_groups"),
        (" H5,H7 ", "ok"),
    ]:
        assert game.check(action) == code, action
    with pytest.raises(Refused, match="two_groups"):
        game.apply("H5 S3")
    assert game.history == []
    go(game, "H5")
    assert game.check("H8 H9") == "wrong_size"
    assert game.check("S4") == "must_follow"
    go(game, "H8", "HT", "HQ")
    assert game.seat == 3
