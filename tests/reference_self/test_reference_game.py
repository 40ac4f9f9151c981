"""Whole deals of the reference, worked out by hand, and random ones that must keep the rules."""

import random
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial

import pytest
from reference.cards import FULL_DECK, VALUE, card_id, card_text, choose, ids_of_rank, ranks_of, sort_cards
from reference.doudizhu_game import Game, Refused
from reference.doudizhu_plays import PRESETS, QQ, Options, Reading
from reference.philox import doudizhu_deal
from reference.views import view

PLAIN = replace(QQ, open_hand=False, doubling=False)
NO_AUCTION = replace(PLAIN, auction="none")
LANDLORD = "333456789TJQKA2222wW"  # with the bottom 2wW
LEFT = "34445556667778889"
RIGHT = "99TTTJJJQQQKKKAAA"


@dataclass
class FixedDeal:
    arrival: list[list[int]]
    bottom: list[int]
    first: int = 0


def fixed(hands: tuple[str, str, str], bottom: str, first: int = 0) -> FixedDeal:
    """A deal in which each seat draws its cards in the order written."""
    free = {rank: ids_of_rank(rank) for rank in VALUE}
    lists = [[free[rank].pop(0) for rank in cards] for cards in (*hands, bottom)]
    assert not any(free.values())
    return FixedDeal(lists[:3], lists[3], first)


class Source:
    """Always the same hands, LANDLORD's at seat `strong`; remembers which deals were asked for."""

    def __init__(self, strong: int = 0, first: int = 0) -> None:
        hands = [LANDLORD[:17], LEFT, RIGHT]
        hands = hands[-strong:] + hands[:-strong] if strong else hands
        self.deal = fixed((hands[0], hands[1], hands[2]), LANDLORD[17:], first)
        self.asked: list[int] = []

    def __call__(self, number: int) -> FixedDeal:
        self.asked.append(number)
        return self.deal


def play(game: Game, actions: str) -> Game:
    """Apply actions written with commas between them, checking that each is in the list of legal ones."""
    for text in actions.split(","):
        action = text.strip()
        assert action in game.legal(), (action, game.phase, game.seat, game.legal()[:50])
        game.apply(action)
    return game


def state(game: Game) -> dict[str, object]:
    return {name: deepcopy(value) for name, value in vars(game).items() if name != "source"}


def refuse(game: Game, text: str) -> str:
    """The code under which an action is refused; nothing may change."""
    before = state(game)
    code = game.check(text)
    assert code is not None
    with pytest.raises(Refused) as refused:
        game.apply(text)
    assert refused.value.code == code
    assert state(game) == before
    return code


def no_shows(game: Game) -> Game:
    while game.phase in ("show_start", "show_deal"):
        game.apply("no")
    return game


SPRING = "3456789TJQKA, pass, pass, 2222, pass, pass, 33, pass, pass, wW"
ANTI_SPRING = "3, 9, pass, pass, 444555666777888, pass, pass, 3"


def test_deal_is_the_whole_pack() -> None:
    assert sort_cards(LANDLORD + LEFT + RIGHT) == FULL_DECK


def test_spring_and_bombs() -> None:
    game = play(Game(NO_AUCTION, Source()), SPRING)
    assert (game.phase, game.seat, game.legal(), game.winner) == ("over", None, [], 0)
    assert (game.bombs, game.spring, game.multiplier) == (2, True, 8)  # a bomb, the rocket as last play, spring
    assert game.returns() == [16, -8, -8]
    assert refuse(game, "pass") == refuse(game, "3") == refuse(game, "no") == "game_over"


def test_factors_can_be_one() -> None:
    game = play(Game(replace(NO_AUCTION, bomb_factor=1, base=3), Source()), SPRING)
    assert (game.multiplier, game.returns()) == (2, [12, -6, -6])
    game = play(Game(replace(NO_AUCTION, spring_factor=1), Source()), SPRING)
    assert (game.multiplier, game.returns()) == (4, [8, -4, -4])


def test_no_spring_after_a_play_of_a_farmer() -> None:
    game = play(Game(NO_AUCTION, Source()), "33, pass, 99, 22, pass, pass")
    assert (game.plays_made, game.multiplier, game.returns()) == ([2, 0, 1], 1, [0, 0, 0])
    play(game, "22, pass, pass, wW, pass, pass")
    assert game.multiplier == 2  # bombs count when played
    play(game, "3456789TJQKA")
    assert (game.winner, game.bombs, game.spring, game.returns()) == (0, 1, False, [4, -2, -2])


def test_anti_spring() -> None:
    game = play(Game(NO_AUCTION, Source()), ANTI_SPRING)
    assert (game.winner, game.spring, game.multiplier) == (1, True, 2)
    assert game.returns() == [-4, 2, 2]


def test_second_play_ends_anti_spring() -> None:
    game = play(Game(NO_AUCTION, Source()), "3, 9, pass, pass, 444555666777888, pass, wW, pass, pass, 3, pass, 9")
    play(game, "pass, pass, TTTJJJQQQKKKAAA, pass, pass, 9")
    assert (game.winner, game.bombs, game.spring, game.returns()) == (2, 1, False, [-4, 2, 2])


def test_bomb_inside_wings_does_not_count() -> None:
    game = Game.position(["33334455", "6"], 0)
    play(game, "33334455")
    assert (game.bombs, game.returns()) == (0, [1, -1])
    game = play(Game.position(["3333", "6"], 0), "3333")
    assert (game.bombs, game.returns()) == (1, [2, -2])


def test_call_and_rob() -> None:
    # Seat 1 calls; 2 and 0 rob; the caller robs back: 3 robs.
    game = Game(PLAIN, Source(1, first=1))
    assert (game.phase, game.seat, game.legal()) == ("call", 1, ["call", "no"])
    play(game, "call")
    assert (game.phase, game.seat, game.legal()) == ("rob", 2, ["rob", "no"])
    play(game, "rob, rob")
    assert (game.phase, game.seat) == ("rob", 1)
    play(game, "rob")
    assert (game.phase, game.seat, game.landlord, game.multiplier) == ("play", 1, 1, 8)
    assert game.hand(1) == LANDLORD and len(game.hands[1]) == 20
    play(game, SPRING)
    assert game.returns() == [-64, 128, -64]


@pytest.mark.parametrize(
    ("rerob", "answers", "landlord", "robs"),
    [
        ("if_robbed", "call, no, no", 0, 0),
        ("if_robbed", "call, rob, no, no", 1, 1),
        ("if_robbed", "call, rob, rob, no", 2, 2),
        ("if_robbed", "call, no, rob, rob", 0, 2),
        ("if_robbed", "no, call, rob, no", 2, 1),
        ("if_robbed", "no, call, rob, rob", 1, 2),
        ("if_robbed", "no, call, no", 1, 0),
        ("if_robbed", "no, no, call", 2, 0),
        ("always", "no, no, call, rob", 2, 1),
        ("always", "call, no, no, rob", 0, 1),
        ("always", "call, no, no, no", 0, 0),
        ("always", "call, rob, no, rob", 0, 2),
        ("never", "call, rob, no", 1, 1),
        ("never", "call, no, no", 0, 0),
        ("never", "no, no, call", 2, 0),
        ("never", "call, rob, rob", 2, 2),
    ],
)
def test_who_becomes_landlord(rerob: str, answers: str, landlord: int, robs: int) -> None:
    game = play(Game(replace(PLAIN, caller_rerob=rerob), Source()), answers)
    assert (game.phase, game.seat, game.landlord, game.robs) == ("play", landlord, landlord, robs)
    assert game.multiplier == 2**robs


def test_all_pass() -> None:
    source = Source(0, first=2)
    game = play(Game(PLAIN, source), "no, no, no")
    assert (source.asked, game.deal_number, game.phase, game.seat) == ([0, 1], 1, "call", 2)
    play(game, "no, no, no, no, call, no")
    assert (source.asked, game.landlord, game.multiplier) == ([0, 1, 2], 0, 1)
    game = play(Game(replace(PLAIN, all_pass="first_caller"), source), "no, no, no")
    assert (game.phase, game.landlord, game.multiplier) == ("play", 2, 1)
    game = play(Game(replace(PLAIN, all_pass="first_caller", auction="bid3"), source), "no, no, no")
    assert (game.phase, game.landlord, game.multiplier) == ("play", 2, 1)
    # A redeal starts with the question before the deal.
    game = no_shows(Game(QQ, Source()))
    play(game, "no, no, no")
    assert (game.phase, game.seat, game.deal_number) == ("show_start", 0, 1)


def test_all_pass_after_a_show() -> None:
    for all_pass in ("redeal", "first_caller"):
        for auction in ("call_rob", "bid3"):
            game = Game(replace(QQ, all_pass=all_pass, auction=auction), Source(0, first=1))
            play(game, "no, no, show")
            no_shows(game)
            assert game.seat == 2
            play(game, "no, no, no")
            assert (game.landlord, game.phase, game.seat, game.multiplier) == (2, "double", 2, 5)


def test_bid3() -> None:
    opt = replace(PLAIN, auction="bid3")
    game = Game(opt, Source(0, first=1))
    assert (game.phase, game.seat, game.legal()) == ("bid", 1, ["bid 1", "bid 2", "bid 3", "no"])
    play(game, "bid 1")
    assert game.legal() == ["bid 2", "bid 3", "no"]
    assert refuse(game, "bid 1") == refuse(game, "bid 4") == refuse(game, "bid 0") == "bid_too_low"
    assert refuse(game, "bid") == "notation"
    assert refuse(game, "call") == refuse(game, "3") == refuse(game, "pass") == "wrong_phase"
    play(game, "no, bid 2")
    assert (game.landlord, game.multiplier, game.phase) == (0, 2, "play")
    assert play(game, SPRING).returns() == [32, -16, -16]
    game = play(Game(opt, Source()), "no, bid 3")
    assert (game.landlord, game.multiplier) == (1, 3)
    game = play(Game(opt, Source()), "bid 1, no, no")
    assert (game.landlord, game.multiplier) == (0, 1)


def test_shows() -> None:
    game = Game(replace(QQ, doubling=False), Source())
    assert (game.phase, game.seat, game.legal(), game.hand(0)) == ("show_start", 0, ["show", "no"], "")
    play(game, "no, show")
    assert (game.phase, game.seat) == ("show_start", 2)
    play(game, "no")
    assert game.multiplier == 5
    asked = []
    while game.phase == "show_deal":
        assert game.seat is not None
        asked.append(game.seat)
        play(game, "no")
    assert asked == [0, 2] * 17  # seat 1 lies open and is asked no more
    assert (game.phase, game.seat) == ("call", 1)  # and has the first call
    play(game, "no, no, call")
    assert (game.phase, game.seat, game.legal()) == ("show", 0, ["show", "no"])
    play(game, "show")
    assert (game.multiplier, set(game.shown())) == (5, {0, 1})  # the larger counts
    assert play(game, SPRING).multiplier == 40


@pytest.mark.parametrize(
    ("thresholds", "cards", "factor"),
    [((9, 17), 1, 4), ((9, 17), 9, 4), ((9, 17), 10, 3), ((9, 17), 17, 3), ((5, 8), 6, 3), ((5, 8), 5, 4)],
)
def test_show_while_dealing(thresholds: tuple[int, int], cards: int, factor: int) -> None:
    game = play(Game(replace(QQ, open_deal_thresholds=thresholds), Source()), "no, no, no")
    asked = 0
    while game.phase == "show_deal":
        assert game.seat == asked % 3
        assert [len(hand) for hand in game.hands] == [(asked + 3 - seat) // 3 for seat in range(3)]
        asked += 1
        if len(game.hands[1]) == cards and game.seat == 1:
            break
        play(game, "no")
    play(game, "show")
    assert game.multiplier == factor
    while game.phase == "show_deal":
        assert game.seat != 1
        assert len(game.hands[game.seat or 0]) <= thresholds[1]
        play(game, "no")
    assert (game.phase, game.seat, sum(map(len, game.hands))) == ("call", 1, 51)
    play(game, "call, no, no")
    assert (game.phase, game.landlord) == ("double", 1)  # who has shown is not asked again


def test_first_to_show_is_by_time() -> None:
    game = play(Game(QQ, Source(0, first=1)), "no, no, no, no, no, show, show")
    assert (game.show_order, game.multiplier) == ([2, 0], 4)
    no_shows(game)
    assert (game.phase, game.seat) == ("call", 2)
    # 明牌开始 comes before any show while dealing, whatever the seats.
    game = play(Game(QQ, Source()), "no, no, show, show")
    assert (game.show_order, game.multiplier) == ([2, 0], 5)


def test_landlord_shows() -> None:
    game = no_shows(Game(replace(QQ, doubling=False), Source()))
    play(game, "call, no, no, show")
    assert (game.phase, game.multiplier) == ("play", 2)
    assert play(game, SPRING).returns() == [32, -16, -16]
    game = no_shows(Game(replace(QQ, doubling=False), Source()))
    assert play(game, "call, no, no, no").multiplier == 1


def test_doubles() -> None:
    game = Game(replace(PLAIN, doubling=True), Source(1, first=1))
    play(game, "call, no, no")
    assert (game.phase, game.seat) == ("double", 1)
    play(game, "no, double")
    assert (game.phase, game.seat) == ("double", 0)
    assert view(game, 2)["doubled"] == [None, None, True]
    assert view(game, 1)["doubled"] == [None, False, None]
    assert view(game, None)["doubled"] == [None, None, None]
    play(game, "no")
    assert view(game, None)["doubled"] == [False, False, True]
    assert play(game, SPRING).returns() == [-8, 24, -16]
    assert game.multiplier == 8
    game = Game(replace(PLAIN, doubling=True), Source())
    assert play(game, "call, no, no, double, double, no, " + ANTI_SPRING).returns() == [-12, 8, 4]


@pytest.mark.parametrize(
    ("beans", "asked"),
    [
        (None, [2, 0, 1]),
        ([11, 11, 11], [2, 0, 1]),
        ([11, 10, 11], [0]),  # not the landlord, as not all have more than 10; not the poor farmer
        ([10, 11, 11], [1]),
        ([11, 11, 10], []),  # a poor landlord: nobody
        ([0, 0, 0], []),
    ],
)
def test_bean_rule(beans: list[int] | None, asked: list[int]) -> None:
    game = Game(replace(PLAIN, doubling=True, room_minimum=10), Source(0, first=2), beans)
    play(game, "call, no, no")
    assert game.landlord == 2
    got = []
    while game.phase == "double":
        assert game.seat is not None
        got.append(game.seat)
        play(game, "no")
    assert got == asked
    assert game.phase == "play"


def test_everything_together() -> None:
    # 明牌开始 by a farmer (5), two robs (4), rocket and bomb (4), spring (2); landlord and one farmer double.
    game = play(Game(QQ, Source()), "no, show, no")
    no_shows(game)
    play(game, "call, no, rob, rob")  # seat 1 calls, 2 does not rob, 0 robs, 1 robs back
    assert (game.landlord, game.multiplier) == (1, 20)
    game = play(Game(QQ, Source()), "no, show, no")
    no_shows(game)
    play(game, "call, rob, rob, no, no, double, double, no")
    assert (game.landlord, game.multiplier, game.phase) == (0, 20, "play")
    play(game, SPRING)
    assert game.multiplier == 160
    assert game.returns() == [960, -640, -320]


def test_nobody_sees_the_bottom_before_there_is_a_landlord() -> None:
    game = Game(PLAIN, Source())
    assert view(game, 0)["bottom"] is None
    play(game, "call, no, no")
    assert view(game, None)["bottom"] == sorted((card_text(card) for card in game.bottom), key=card_id)


def test_leading_and_passing() -> None:
    game = Game(NO_AUCTION, Source())
    assert "pass" not in game.legal() and refuse(game, "pass") == "must_lead"
    play(game, "3, 4, 9")
    assert (game.seat, game.table_by) == (0, 2)
    play(game, "pass, pass")
    assert (game.seat, game.table) == (2, None)
    assert refuse(game, "pass") == "must_lead"
    # One pass is not enough with three hands; the count starts again with each play.
    play(game, "9, pass, pass")
    assert game.seat == 2


def test_two_hands() -> None:
    game = Game.position(["2225", "34AA"], 0)
    play(game, "5, A, pass")
    assert (game.seat, game.table) == (1, None)
    play(game, "4, 2, pass, 22")
    assert (game.winner, game.returns(), game.spring) == (0, [1, -1], False)
    assert view(game, None)["shown"] == {0: [], 1: ["S3", "HA"]}
    game = play(Game.position(["3", "44"], 1), "44")
    assert (game.winner, game.spring, game.returns()) == (1, False, [-1, 1])


def test_positions() -> None:
    game = Game.position(["34", "56", "78"], 1, "4", 2)
    assert (game.seat, game.passes) == (1, 1)
    play(game, "pass")
    assert (game.seat, game.table) == (2, None)
    game = Game.position(["34", "56", "78"], 1, "4", 0)
    play(game, "5, pass, pass")
    assert game.seat == 1
    assert play(game, "6").returns() == [-2, 1, 1]  # the farmers win together
    start = Game.position([LANDLORD, LEFT, RIGHT], 0)
    assert play(start, SPRING).spring  # the very start of play


@pytest.mark.parametrize(
    ("hands", "to_move", "table", "table_by"),
    [
        (["3", ""], 0, None, None),
        (["3"], 0, None, None),
        (["3", "4"], 2, None, None),
        (["333", "33"], 0, None, None),
        (["3", "4"], 0, "5", None),
        (["3", "4"], 0, None, 1),
        (["3", "4"], 0, "5", 0),
        (["3", "4"], 0, "56", 1),
    ],
)
def test_impossible_positions(hands: list[str], to_move: int, table: str | None, table_by: int | None) -> None:
    with pytest.raises(ValueError, match=r"."):
        Game.position(hands, to_move, table, table_by)


def test_codes_in_play() -> None:
    game = Game.position(["33344477wW", "5556668899T", "2"], 0)
    assert refuse(game, "5") == "not_held"
    assert game.check("33344") is None
    assert refuse(game, "34") == "no_play"
    assert refuse(game, "33333") == refuse(game, "x") == refuse(game, "") == refuse(game, "foo:3") == "notation"
    assert refuse(game, "S3 S3") == refuse(game, "S3 5H") == refuse(game, "trio@x:333") == "notation"
    assert refuse(game, "pair:333") == refuse(game, "trio@4:333") == "wrong_reading"
    assert refuse(game, "call") == refuse(game, "no") == refuse(game, "bid 1") == "wrong_phase"
    assert refuse(game, "C3") == "not_held"
    play(game, "77")
    assert refuse(game, "9") == refuse(game, "555") == "wrong_kind"
    assert refuse(game, "55") == "too_low"
    assert refuse(game, "solo:88") == "wrong_reading"
    play(game, "88, pass, wW")
    assert refuse(game, "99") == "wrong_kind"
    game = Game.position(["3333W", "4444"], 1, "5555", 0)
    assert refuse(game, "4444") == "too_low"


def test_readings_in_text() -> None:
    hand = "333444555666"
    game = Game.position([hand + "9", "777888999TTT2", "2"], 0)
    mine = sorted(text for text in game.legal() if text.endswith(hand))
    assert mine == [hand, "trio_solo_chain:" + hand, "trio_solo_chain@3:" + hand]
    leading: tuple[tuple[str, Reading], ...] = (
        (hand, ("trio_chain", "3", 4)),
        ("trio_solo_chain:" + hand, ("trio_solo_chain", "4", 3)),
        ("trio_solo_chain@3:" + hand, ("trio_solo_chain", "3", 3)),
        ("trio_chain@3:" + hand, ("trio_chain", "3", 4)),
    )
    for text, reading in leading:
        game = Game.position([hand + "9", "777888999TTT2", "2"], 0)
        assert game.check(text) is None
        game.apply(text)
        assert game.table == reading
    # Following, the beating reading with the highest key stands, and no other may be named.
    standing: tuple[tuple[str, Reading], ...] = (
        ("333444555JQK", ("trio_solo_chain", "8", 3)),
        ("333444555666", ("trio_chain", "7", 4)),
    )
    for table, reading in standing:
        game = play(Game.position(["A", "777888999TTT2"], 1, table, 0), "777888999TTT")
        assert game.table == reading
    game = Game.position(["A", "777888999TTT2"], 1, "333444555JQK", 0)
    assert refuse(game, "trio_solo_chain@7:777888999TTT") == "wrong_reading"
    assert refuse(game, "trio_chain:777888999TTT") == "wrong_reading"
    assert game.check("trio_solo_chain:777888999TTT") is None
    assert game.check("trio_solo_chain@8:777888999TTT") is None


def test_physical_cards() -> None:
    game = Game.position(["3334w", "TT"], 0)
    assert [card_text(card) for card in game.hands[0]] == ["S3", "S4", "H3", "D3", "w"]
    game.apply("H3")
    assert [card_text(card) for card in game.hands[0]] == ["S3", "S4", "D3", "w"]
    game.apply("10")
    assert [card_text(card) for card in game.hands[1]] == ["HT"]
    game.apply("w")
    game.apply("pass")
    game.apply(" D3,S3 ")
    assert [card_text(card) for card in game.hands[0]] == ["S4"]
    game = Game.position(["333", "TT"], 0)
    game.apply("3")
    assert [card_text(card) for card in game.hands[0]] == ["H3", "D3"]


@pytest.mark.parametrize(
    "opt",
    [
        QQ,
        PRESETS["rlcard"],
        PRESETS["distinct"],
        replace(QQ, auction="bid3", all_pass="first_caller", kicker_body_rank=True),
        replace(QQ, caller_rerob="always", open_deal_thresholds=(3, 6), banned_kinds=frozenset({"trio_pair"})),
        NO_AUCTION,
    ],
    ids=["qq", "rlcard", "distinct", "bid3", "always", "none"],
)
def test_random_deals(opt: Options) -> None:
    rng = random.Random(3)
    for number in range(2):
        game = Game(opt, partial(doudizhu_deal, 77, number))
        played: list[int] = []
        while game.phase != "over":
            assert game.seat is not None
            legal = game.legal()
            assert legal and len(set(legal)) == len(legal)
            assert all(game.check(text) is None for text in legal)
            if game.phase == "play":
                hand = ranks_of(game.hands[game.seat])
                for size in (1, 2, 3, 4, 5, 8):
                    if size <= len(hand):
                        cards = rng.choice(list(choose(hand, size)))
                        assert (game.check(cards) is None) == (cards in legal)
                assert len(played) + sum(map(len, game.hands)) == 54
                held_before = set(game.hands[game.seat])
                seat = game.seat
                game.apply(rng.choice(legal))
                played += sorted(held_before - set(game.hands[seat]))
            else:
                game.apply(rng.choice(legal + ["no"] * (len(legal) > 1)))
        assert sum(game.returns()) == 0 and 0 not in game.returns()
        assert len(set(played)) == len(played)


def test_views_hide_what_is_unseen() -> None:
    source = Source()
    a = Game(replace(PLAIN, doubling=True), source)
    swapped = FixedDeal([source.deal.arrival[0], source.deal.arrival[2], source.deal.arrival[1]], source.deal.bottom)
    b = Game(replace(PLAIN, doubling=True), lambda _: swapped)
    for action in ("call", "no", "no", "no", "double", "no", "3", "pass", "pass", "33"):
        a.apply(action)
        b.apply(action)
        assert view(a, 0) == view(b, 0)
        assert view(a, None) == view(b, None)
    assert view(a, 1) != view(b, 1)
