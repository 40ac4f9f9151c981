"""Cards and plays as text, as ids and as objects: everything people write, and what wrong input is told."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.reference.cards import FULL_DECK, ORDER, card_id, ranks_of, sort_cards
from tests.strategies import hands

GAME = pf.load_game("doudizhu")


class Text(str):
    """A str of a subclass."""


class Index:
    """An integer by __index__ alone."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


SAME = {
    "3TJQKA2wW": [
        "3 10 J Q K A 2 w W",
        "310JQKA2wW",
        "3tjqka2wW",
        "W w 2 A K Q J T 3",
        "3,T，J、Q;K；A+2\tw\nW",
        "３ＴＪＱＫＡ２ｗＷ",
        "３１０ＪＱＫＡ２ｗＷ",
        "3　T　J　Q　K　A　2　小王　大王",
        "黑桃3 红桃10 方块J 梅花Q 黑桃K 草花A 方片2 小鬼 大鬼",
        "黑桃3紅桃T方塊J梅花Q黑桃K梅花A方块2小王大王",
        "♠3 ♥10 ♦J ♣Q ♠K ♣A ♦2 w W",
        "♠\ufe0f3 ♥\ufe0f10 ♦\ufe0eJ ♣Q ♠K ♣A ♦2 w W",
        "♤3♡T♢J♧Q♤K♧A♢2wW",
        "S3 HT DJ CQ SK CA D2 w W",
        "s3 h10 dj cq sk ca d2 w W",
        "Ｓ３ Ｈ１０ ＤＪ ＣＱ ＳＫ ＣＡ Ｄ２ ｗ Ｗ",
        "W w SK S3 HT DJ D2 CA CQ",
        "3TJQKA2w🃏",
    ]
}


@pytest.mark.arch
@pytest.mark.parametrize("text", SAME["3TJQKA2wW"])
def test_forms_of_one_set(text: str) -> None:
    assert pf.Hand(text).cards == "3TJQKA2wW"
    assert pf.Hand(Text(text)).cards == "3TJQKA2wW"
    assert GAME.count_leads(text) == GAME.count_leads("3TJQKA2wW")
    assert GAME.leads(text) == GAME.leads("3TJQKA2wW")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("S3", (1,)),
        ("S2", (0,)),
        ("SA", (12,)),
        ("H2 HA", (13, 25)),
        ("C2 CK w W", (39, 50, 52, 53)),
        ("♠A♥A♦A♣A", (12, 25, 38, 51)),
        ("S3 w", (1, 52)),
        ("3", None),
        ("", ()),
        (" , ", ()),
    ],
)
def test_ids(text: str, ids: tuple[int, ...] | None) -> None:
    assert pf.Hand(text).ids == ids


@pytest.mark.parametrize(("text", "position"), [("S3 4", 3), ("4 S3", 0), ("w 5 H6 W", 2), ("黑桃3 4", 4)])
def test_some_cards_with_suits_and_some_without(text: str, position: int) -> None:
    with pytest.raises(pf.NotationError, match="has none") as caught:
        pf.Hand(text)
    assert caught.value.position == position


@pytest.mark.parametrize("card", range(54))
def test_every_card_alone(card: int) -> None:
    hand = pf.Hand([card])
    assert hand.ids == (card,) and len(hand) == 1 and bool(hand)
    assert hand.suited is not None and card_id(hand.suited) == card
    assert hand.cards == ranks_of([card])
    assert pf.Hand((Index(card),)) == hand  # type: ignore[arg-type]
    assert pf.Hand(range(card, card + 1)) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert eval(repr(hand), {"Hand": pf.Hand}) == hand


@given(st.sets(st.integers(0, 53)), st.randoms(use_true_random=False))
def test_sets_of_ids(ids: set[int], rng: random.Random) -> None:
    order = list(ids)
    rng.shuffle(order)
    hand = pf.Hand(order)
    assert hand.ids == tuple(sorted(ids))
    assert len(hand) == len(ids)
    assert hand.cards == ranks_of(ids)
    # Suited text: W w, then S H D C, each A … 2.
    expected = sorted(ids, key=lambda card: (0, -card) if card >= 52 else (1 + card // 13, -(card % 13)))
    assert hand.suited is not None and [card_id(card) for card in hand.suited.split()] == expected
    again = pickle.loads(pickle.dumps(hand))
    assert again == hand and hash(again) == hash(hand) and again.ids == hand.ids
    assert eval(repr(hand), {"Hand": pf.Hand}) == hand


@pytest.mark.arch
@given(hands(), st.randoms(use_true_random=False))
def test_text_in_any_order(cards: str, rng: random.Random) -> None:
    shuffled = list(cards)
    rng.shuffle(shuffled)
    separators = rng.choice(["", " ", ", ", "，", "\n"])
    hand = pf.Hand(separators.join(shuffled))
    assert hand.cards == str(hand) == sort_cards(cards)
    if set(cards) - set("wW"):
        assert hand.ids is None and hand.suited is None
    assert hand == pf.Hand(cards) and hash(hand) == hash(pf.Hand(cards))
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert eval(repr(hand), {"Hand": pf.Hand}) == hand
    assert len(hand) == len(cards)


def test_canonical_order() -> None:
    assert pf.Hand("Ww2AKQJT9876543").cards == ORDER
    assert pf.Hand(FULL_DECK[::-1]).cards == FULL_DECK
    assert pf.Hand([0, 12, 13, 52, 53]).suited == "W w SA S2 H2"
    assert GAME.classify("6 5 4 3 7").cards == "34567"  # type: ignore[union-attr]
    assert GAME.classify([39, 0]).cards == "22"  # type: ignore[union-attr]


# ---- wrong text

#: More than one pack has, but not more than any game has; with their ranks.
MORE_THAN_A_PACK = {
    "33333": "33333",
    "3333 4 3": "333334",
    "ww": "ww",
    "wWW": "wWW",
    "S3 S3": "33",
    "S3 H4 S3": "334",
    "S10 S10": "TT",
    "*": "*",
    "3*": "3*",
    "３３３３３": "33333",
    "大王大王": "WW",
}


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("x", 0),
        ("3x", 1),
        ("34 5Z", 4),
        ("33333", 4),
        ("3333 4 3", 7),
        ("ww", 1),
        ("wWW", 2),
        ("1", 0),
        ("34 1 5", 3),
        ("110", 0),
        ("0", 0),
        ("S", 0),
        ("3S", 1),
        ("S3 H", 3),
        ("SS3", 1),
        ("Sw", 1),
        ("S1", 1),
        ("S小王", 1),
        ("S3 S3", 3),
        ("S3 H4 S3", 6),
        ("S10 S10", 4),
        ("*", 0),
        ("3*", 1),
        ("３３３３３", 4),
        ("大王大王", 2),
        ("3.4", 1),
        ("-3", 0),
        ("3\x004", 1),
        ("3\ud8004", 1),
        ("ß", 0),
        ("🂡", 0),
        ("王", 0),
    ],
)
def test_position_of_a_fault(text: str, position: int) -> None:
    """A Hand takes what any game has; a game what its pack has."""
    games = (GAME.hand, GAME.readings, GAME.classify, GAME.leads, GAME.count_leads)
    for ask in games if text in MORE_THAN_A_PACK else (pf.Hand, *games):
        with pytest.raises(pf.NotationError) as caught:
            ask(text)
        assert caught.value.position == position
        assert caught.value.text == text
        assert caught.value.code == "notation"
        assert isinstance(caught.value, pf.PokerfastError) and isinstance(caught.value, ValueError)
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value) and again.position == position
    for two in (GAME.beats, GAME.follows, GAME.count_follows):
        for arguments in ((text, "3"), ("3", text)):
            with pytest.raises(pf.NotationError) as caught:
                two(*arguments)
            assert caught.value.position == position


@pytest.mark.parametrize("text", MORE_THAN_A_PACK)
def test_a_hand_of_several_packs(text: str) -> None:
    hand = pf.Hand(text)
    assert hand.cards == MORE_THAN_A_PACK[text] and len(hand) == len(hand.cards)
    assert sum(hand.counts) == len(hand) and max(hand.counts) == max(Counter(hand.cards).values())
    for again in (pickle.loads(pickle.dumps(hand)), eval(repr(hand), {"Hand": pf.Hand}), pf.Hand(hand)):
        assert again == hand and hash(again) == hash(hand) and again.ids == hand.ids
    with pytest.raises(pf.NotationError, match="more cards than the pack has, or others"):
        GAME.hand(hand)
    with pytest.raises(pf.NotationError, match="more cards than the pack has, or others"):
        GAME.beats("3", hand)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("3" * 17, 16),
        ("K" * 15 + " 34 KK", 20),
        ("wwwww", 4),
        ("WWwWWW", 5),
        ("***", 2),
        ("*3*4*", 4),
        ("S3 S3 S3 S3 S3", 12),
        ("S3/2 S3/1 S3 S3 S3/1", 16),
        ("S3/1 S3/1", 5),
        ("w/4 W/4 w/4", 8),
        ("S3/5", 3),
        ("S3/0", 3),
        ("S3/", 3),
        ("w/x", 2),
        ("S3/2x", 4),
        ("S3 /2", 3),
        ("/2", 0),
        ("3/1", 0),
        ("3 10/2", 2),
        ("*/1", 0),
        ("H3 *", 3),
        ("* H3", 0),
        ("w/1 3", 4),
        ("S3 w/2 3", 7),
    ],
)
def test_position_of_a_fault_in_cards_of_several_packs(text: str, position: int) -> None:
    with pytest.raises(pf.NotationError) as caught:
        pf.Hand(text)
    assert caught.value.position == position and caught.value.text == text


@pytest.mark.parametrize(
    ("text", "ids", "suited"),
    [
        ("S3 S3", (1, 55), "S3 S3/2"),
        ("S3/2", (55,), "S3/2"),
        ("♠3／2", (55,), "S3/2"),
        ("黑桃10/3", (54 * 2 + 8,), "ST/3"),
        ("s3/2 s3", (1, 55), "S3 S3/2"),
        ("S3/4 S3 S3", (1, 55, 163), "S3 S3/2 S3/4"),
        ("S3/1 S3", (1, 55), "S3 S3/2"),
        ("w w W", (52, 53, 106), "W w w/2"),
        ("小王/2 大王/4", (106, 215), "W/4 w/2"),
        ("S3 w/3", (1, 160), "w/3 S3"),
        ([54, 0], (0, 54), "S2 S2/2"),
        ([215], (215,), "W/4"),
        (range(0, 216, 54), (0, 54, 108, 162), "S2 S2/2 S2/3 S2/4"),
        ("w 3", None, None),
        ("*", None, None),
        ("*A", None, None),
    ],
)
def test_copies(text: Any, ids: tuple[int, ...] | None, suited: str | None) -> None:
    """A card without a mark is the lowest copy that is not named."""
    hand = pf.Hand(text)
    assert hand.ids == ids and hand.suited == suited
    again = pickle.loads(pickle.dumps(hand))
    assert again == hand and again.ids == ids and hash(again) == hash(hand)
    if suited is not None:
        assert pf.Hand(suited) == pf.Hand(ids) == hand


@given(st.sets(st.integers(0, 215)), st.randoms(use_true_random=False))
def test_sets_of_ids_of_four_packs(ids: set[int], rng: random.Random) -> None:
    order = list(ids)
    rng.shuffle(order)
    hand = pf.Hand(order)
    assert hand.ids == tuple(sorted(ids)) and len(hand) == len(ids) == sum(hand.counts)
    assert Counter(hand.cards) == Counter(ranks_of([card % 54])[0] for card in ids)
    assert hand.cards == "".join(rank * n for rank, n in zip(ORDER, hand.counts, strict=False))
    assert hand.counts[15] == 0 and len(hand.counts) == 16
    assert hand.suited is not None and pf.Hand(hand.suited) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand and eval(repr(hand), {"Hand": pf.Hand}) == hand


def test_cards_of_each_game() -> None:
    """What a pack lacks, and how many packs there are."""
    dadaa, baohuang = pf.load_game("dadaa"), pf.load_game("baohuang")
    large = pf.load_game("baohuang", pack="216")
    for game, text, position in (
        (dadaa, "3" * 9, 8),
        (dadaa, "www", 2),
        (dadaa, "S3/3", 3),
        (dadaa, "S3 S3 S3", 6),
        (dadaa, "A" * 7 + "**", 6),
        (dadaa, "***", 2),
        (baohuang, "5", 0),
        (baohuang, "6 S3", 2),
        (baohuang, "6" * 17, 16),
        (baohuang, "*", 0),
        (baohuang, "S6/5", 3),
        (large, "*", 0),
        (large, "3" * 17, 16),
        (GAME, "S3/1", 2),
        (GAME, "w/1", 1),
    ):
        with pytest.raises(pf.NotationError) as caught:
            game.hand(text)
        assert (caught.value.position, caught.value.text) == (position, text)
    assert dadaa.hand("A" * 6 + "**").cards == "AAAAAA**"
    assert dadaa.hand("S3/2 S3").ids == (1, 55) and dadaa.hand([107]).suited == "W/2"
    assert large.hand("S3/4").ids == (163,) and baohuang.hand("S6/4").ids == (166,)
    for game, wrong in ((dadaa, [108]), (baohuang, [1]), (baohuang, [216]), (GAME, [54])):
        with pytest.raises(pf.NotationError, match="not in the pack"):
            game.hand(wrong)
    for hand in (pf.Hand("S6/3"), pf.Hand("6" * 9), pf.Hand("www")):
        with pytest.raises(pf.NotationError):
            dadaa.hand(hand)
        assert baohuang.hand(hand) == hand


@pytest.mark.parametrize("text", ["3" * 5000, "x" * 5000, "34567" * 2000, "黑桃" * 3000, " " * 4000 + "x"])
def test_long_text(text: str) -> None:
    with pytest.raises(pf.NotationError) as caught:
        pf.Hand(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "ids",
    [
        [54],
        [-1],
        [0, 54],
        [216],
        [0, 216],
        [10**30],
        [-(10**30)],
        [0, 0],
        [5, 6, 5],
        (100_000_000,),
        [2**63],
        [2**64],
        [53, 53],
        range(60),
        range(1, 217),
    ],
)
def test_ids_out_of_range_or_twice(ids: Any) -> None:
    games = (GAME.hand, GAME.readings, GAME.leads, lambda cards: GAME.beats("3", cards))
    of_several_packs = len(set(ids)) == len(ids) and min(ids) >= 0 and max(ids) < 216
    for ask in games if of_several_packs else (pf.Hand, *games):
        with pytest.raises(pf.NotationError) as caught:
            ask(ids)
        numbers = list(ids)
        assert str(numbers[caught.value.position])[:10] in str(caught.value)


@pytest.mark.parametrize(
    "thing",
    [None, 3, 3.5, float("nan"), True, b"333", bytearray(b"3"), memoryview(b"3"), object(), {3: 1}, [1.0], [None],
     ["3"], [True], [float("nan")], [b"3"], [[1]], (i for i in range(3)), pf.load_game],
)  # fmt: skip
def test_wrong_types(thing: Any) -> None:
    for ask in (pf.Hand, GAME.readings, GAME.classify, GAME.leads, GAME.count_leads):
        with pytest.raises(TypeError):
            ask(thing)
    for two in (GAME.beats, GAME.follows, GAME.count_follows):
        with pytest.raises(TypeError):
            two(thing, "3")
        with pytest.raises(TypeError):
            two("3", thing)


def test_nothing_is_no_play() -> None:
    for nothing in ("", "  ", [], (), pf.Hand(), pf.Hand(""), pf.PASS):
        assert GAME.readings(nothing) == ()
        assert GAME.classify(nothing) is None
        assert len(GAME.leads(nothing)) == GAME.count_leads(nothing) == 0
        assert GAME.beats(nothing, "3") is False and GAME.beats("3", nothing) is False
    assert not pf.Hand() and len(pf.Hand()) == 0 and str(pf.Hand()) == ""


def test_arguments_are_not_checked_against_each_other() -> None:
    assert GAME.beats("4444", "3333") is True
    assert GAME.beats("WW"[:1], "W") is False
    assert len(GAME.follows("3334", "333")) == 0
    assert GAME.beats("KKKK", "KKKK") is False


# ---- hands and plays as objects


def test_hand_equality() -> None:
    assert pf.Hand("34") == pf.Hand("43") != pf.Hand("35")
    assert pf.Hand("S3") == pf.Hand([1]) != pf.Hand("3")
    assert pf.Hand("S3") != pf.Hand("H3")
    assert pf.Hand("3") != "3" and pf.Hand("3") != GAME.classify("3")
    assert len({pf.Hand("34"), pf.Hand("43"), pf.Hand("S3 S4"), pf.Hand([1, 2])}) == 2
    assert pf.Hand(GAME.classify("33")).cards == "33"  # type: ignore[arg-type]
    assert pf.Hand(pf.Hand("S3")).ids == (1,)


def test_hands_do_not_change() -> None:
    hand = pf.Hand("34")
    for name in ("cards", "ids", "suited", "counts"):
        with pytest.raises(AttributeError):
            setattr(hand, name, "5")


def test_combos_are_values() -> None:
    found = GAME.readings("333444555666")
    assert [repr(combo) for combo in found] == [
        "Combo(trio_chain 3 x4: 333444555666)",
        "Combo(trio_solo_chain 4 x3: 333444555666)",
        "Combo(trio_solo_chain 3 x3: 333444555666)",
    ]
    assert len({*found}) == 3 and len({str(combo) for combo in found}) == 1
    for combo in found:
        again = pickle.loads(pickle.dumps(combo))
        assert again == combo and hash(again) == hash(combo) and repr(again) == repr(combo)
        assert len(combo) == 12 and str(combo) == combo.cards and bool(combo)
        assert combo != combo.cards
        for name in ("kind", "rank", "length", "cards"):
            with pytest.raises(AttributeError):
                setattr(combo, name, "5")
    rocket = GAME.classify("Ww")
    assert rocket is not None and (rocket.kind, rocket.rank, rocket.length) == ("rocket", "w", 1)
    # The same play under other rules is the same play.
    assert pf.load_game("doudizhu", preset="rlcard").classify("33") == GAME.classify("33")
    with pytest.raises(TypeError):
        pf.Combo()
    with pytest.raises(TypeError):
        pf.Action()


def test_pass() -> None:
    assert (pf.PASS.kind, pf.PASS.cards, str(pf.PASS), pf.PASS.rank, len(pf.PASS)) == ("pass", "", "pass", None, 0)
    again = pickle.loads(pickle.dumps(pf.PASS))
    assert again == pf.PASS and hash(again) == hash(pf.PASS)
    assert repr(pf.PASS) == "Combo(pass)"


def test_lists_of_plays_are_values() -> None:
    found = GAME.leads("3344")
    assert found == GAME.leads("4433") and hash(found) == hash(GAME.leads("3344"))
    assert found == list(found) and found == tuple(found)
    assert found != GAME.leads("3345") and found != "3344"
    assert list(found[1:3]) == list(found)[1:3]
    assert "3" in repr(found) and str(len(found)) in repr(found)
    for outside in (len(found), -len(found) - 1, 10**30):
        with pytest.raises(IndexError):
            found[outside]
    for index in ("0", 0.0, None):
        with pytest.raises(TypeError):
            found[index]  # type: ignore[call-overload]


# ---- actions as text


WORDS = {
    "pass": ["pass", "PASS", " pass\n", "不出", "过", "過", "要不起"],
    "no": ["no", "No", "不叫", "不抢", "不搶", "不加倍", "不亮"],
    "call": ["call", "叫地主"],
    "rob": ["rob", "抢地主", "搶地主"],
    "show": ["show", "明牌"],
    "double": ["double", "加倍"],
}


@pytest.mark.parametrize("word", WORDS)
def test_words(word: str) -> None:
    """Every spelling means the same: it is accepted or refused with the same code."""
    states = [
        pf.load_game("doudizhu").new_game(seed=1),
        pf.load_game("doudizhu", open_hand=False).new_game(seed=1),
        GAME.setup(hands=["34", "5"], table="3", table_by=1),
    ]
    for state in states:
        wanted = state.check(word).code
        for spelling in WORDS[word]:
            assert state.check(spelling).code == wanted, spelling
            assert state.check(Text(spelling)).code == wanted
            if wanted == "ok":
                other = state.clone()
                other.apply(spelling)
                assert str(other.history[-1]) == word


def test_bids() -> None:
    state = pf.load_game("doudizhu", auction="bid3", open_hand=False).new_game(seed=1)
    for text in ("bid 2", "BID 2", " bid  2 ", "bid\t2"):
        other = state.clone()
        other.apply(text)
        assert str(other.history[-1]) == "bid 2" and other.history[-1].number == 2
    for text in ("bid", "bid two", "bid 2 3", "bid2", "2 bid", "bid 99999999999999999999", "bid 1.5", "bid ²"):
        assert state.check(text).code == "notation", text


@pytest.mark.parametrize("text", ["3 3", "10", "T", "t", "S3", "♠3", "黑桃3", "３", "3,3"])
def test_plays_in_every_form(text: str) -> None:
    state = GAME.setup(hands=["S3 H3 ST H10 S4", "5"])
    assert state.check(text)
    state.apply(text)
    assert state.table.cards == pf.Hand(text).cards


def test_named_readings() -> None:
    hand = "333444555666"
    for text, kind, rank in (
        ("trio_chain:333444555666", "trio_chain", "3"),
        (" trio_solo_chain : 333444555666"[1:].replace(" :", ":"), "trio_solo_chain", "4"),
        ("trio_solo_chain@3:333444555666", "trio_solo_chain", "3"),
        ("trio_solo_chain@4: 3 3 3 4 4 4 5 5 5 6 6 6", "trio_solo_chain", "4"),
    ):
        state = GAME.setup(hands=[hand + "7", "9"])
        state.apply(text)
        assert (state.table.kind, state.table.rank) == (kind, rank)
    state = GAME.setup(hands=[hand + "7", "9"])
    for text, code in (
        ("trio_solo_chain@5:333444555666", "wrong_reading"),
        ("trio_solo_chain@9:333444555666", "wrong_reading"),
        ("bomb:333444555666", "wrong_reading"),
        ("flush:333", "notation"),
        ("pass:333", "notation"),
        ("trio@z:333", "notation"),
        ("trio@:333", "notation"),
        ("trio:", "notation"),
        (":333", "notation"),
        ("trio:trio:333", "notation"),
        ("TRIO:333", "notation"),
    ):
        assert state.check(text).code == code, text


def test_position_of_a_fault_in_an_action() -> None:
    state = GAME.setup(hands=["3334", "9"])
    for text, position in (("33x", 2), ("trio:33x", 7), ("trio@3:33x", 9), ("", 0), ("   ", 0)):
        with pytest.raises(pf.NotationError) as caught:
            state.apply(text)
        assert caught.value.position == position and caught.value.text == text
        assert state.check(text).code == "notation"
