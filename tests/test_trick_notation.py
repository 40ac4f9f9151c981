"""Cards with suits, trumps, units and the questions about single plays: shapes, text, errors. Whether the answers are
right is for tests/diff and the cases to say."""

from __future__ import annotations

import copy
import operator
import pickle
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from pokerfast.notation import read_action, read_cards, read_rank, read_trump

pytestmark = pytest.mark.arch

ONE, TWO, THREE = (pf.load_game("shengji", decks=decks) for decks in (1, 2, 3))
WHIST = pf.load_game("whist")
T = TWO.trump("S", level="T")
RANKS = "23456789TJQKA"
IDS3 = st.lists(st.integers(0, 161), unique=True, max_size=60)


def text_of(card: int) -> str:
    kind = card % 54
    name = "wW"[kind - 52] if kind > 51 else "SHDC"[kind // 13] + RANKS[kind % 13]
    return f"{name}/{card // 54 + 1}"


def place(card: str) -> tuple[int, ...]:
    """Where a card stands when cards are printed."""
    return ("Ww".index(card),) if card in "Ww" else (2, "SHDC".index(card[0]), -RANKS.index(card[1]))


# ---- cards


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("H5 H5 S9 w", "w S9 H5 H5"),
        ("W w S2 SA CA", "W w SA S2 CA"),
        ("h10,HT;h10", "HT HT HT"),
        ("♥5♠K", "SK H5"),
        ("红桃5 小王 大王 黑桃A 方块2 梅花10", "W w SA H5 D2 CT"),
        ("Ｈ５　Ｓ９", "S9 H5"),
        ("H5H5H4", "H5 H5 H4"),
        ("H5/2 h5/1", "H5 H5"),
        ("H5／3", "H5"),
        ("w/2 W/1", "W w"),
    ],
)
def test_text_is_read_and_printed(text: str, canonical: str) -> None:
    hand = pf.SuitedHand(text)
    assert hand.cards == str(hand) == canonical
    assert list(hand) == canonical.split()
    assert len(hand) == len(canonical.split()) and bool(hand) is bool(canonical)
    assert pf.SuitedHand(canonical).cards == canonical


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("H5 5", 3),
        ("H", 0),
        ("H5 X", 3),
        ("H5/", 3),
        ("H5/0", 3),
        ("H5/4", 3),
        ("H5/x", 3),
        ("/1", 0),
        ("H1", 1),
        ("*", 0),
        ("S5 H5/2 H5/2", 3),
        ("H5 H5 H5 H5", 9),
        ("w w w w", 6),
        ("H5/1 S3", 0),
    ],
)
def test_text_that_is_no_cards(text: str, position: int) -> None:
    with pytest.raises(pf.NotationError) as caught:
        pf.SuitedHand(text)
    assert caught.value.position == position or "twice" in str(caught.value)


@given(IDS3)
def test_physical_cards_come_back(ids: list[int]) -> None:
    hand = pf.SuitedHand(ids)
    assert hand.ids == tuple(sorted(ids))
    again = pf.SuitedHand(" ".join(text_of(card) for card in ids))
    assert again == hand and hash(again) == hash(hand)
    assert eval(repr(hand), {"SuitedHand": pf.SuitedHand}) == hand
    cards = hand.cards.split()
    assert cards == sorted((text_of(card)[:-2] for card in ids), key=place)
    by_kind = pf.SuitedHand(hand.cards)
    assert by_kind.cards == hand.cards
    assert (by_kind == hand) is (not ids)
    assert by_kind.ids == (() if not ids else None)
    for one in (hand, by_kind):
        assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
        assert pf.SuitedHand(one) == one


def test_hands_of_one_deck_with_suits_are_cards() -> None:
    assert pf.SuitedHand(pf.Hand("H5 S9 w")).cards == "w S9 H5"
    assert pf.SuitedHand(pf.Hand("H5")).ids == pf.Hand("H5").ids
    assert pf.SuitedHand(pf.Hand("")).cards == ""
    with pytest.raises(pf.NotationError, match="suits are not known"):
        pf.SuitedHand(pf.Hand("55"))


@pytest.mark.parametrize("thing", [None, 5, 1.5, b"H5", bytearray(b"H5"), {"H5": 1}, object(), pf.PASS, [1.5], ["H5"]])
def test_cards_of_a_wrong_type(thing: object) -> None:
    for call in (pf.SuitedHand, T.units, T.group, T.is_tractor, T.kitty_multiplier, T.count_leads):
        with pytest.raises(TypeError):
            call(thing)  # type: ignore[operator]


@pytest.mark.parametrize("ids", [[162], [-1], [0, 0], [10**30], [-(10**30)]])
def test_ids_that_are_no_cards(ids: list[int]) -> None:
    with pytest.raises(pf.NotationError):
        pf.SuitedHand(ids)


def test_each_argument_fits_the_pack() -> None:
    one, two, whist = ONE.trump("S", "T"), T, WHIST.trump("S")
    for trump, good, bad in (
        (one, "H5 W w", ["H5 H5", "H5/2", [54], "W W", pf.SuitedHand("H5 H5")]),
        (two, "H5 H5 W W", ["H5 H5 H5", "H5/3", [108], "w w w", pf.SuitedHand("H5/3")]),
        (whist, "H5 SA", ["H5 H5", "w", "W", [52], [53], pf.SuitedHand("w"), "大王"]),
    ):
        assert trump.group(good) is None or trump.units(good)
        for cards in bad:
            for call in (
                lambda cards, t=trump: t.units(cards),
                lambda cards, t=trump: t.follows(cards, "H6"),
                lambda cards, t=trump: t.follows("H6", cards),
                lambda cards, t=trump: t.check_follow("H6", "H7", cards),
                lambda cards, t=trump: t.throw("H6", ["H7", cards]),
                lambda cards, t=trump: t.winner(["H6", cards]),
            ):
                with pytest.raises(pf.NotationError):
                    call(cards)
    # They are not held against each other.
    assert two.count_follows("H5 H5", "H5 H5") == 1
    assert two.winner(["HA HA", "HA HA", "HA HA"]) == 0


@given(st.text(alphabet="SHDCshdcWw23456789TJQKA10 /♠♥，*x", max_size=14))
def test_any_text_is_cards_or_a_notation_error(text: str) -> None:
    try:
        hand = pf.SuitedHand(text)
    except pf.NotationError as error:
        assert 0 <= error.position <= len(text)
        return
    assert pf.SuitedHand(hand.cards).cards == hand.cards
    assert len(read_cards(text, copies=True)) == len(hand)


def test_long_texts() -> None:
    with pytest.raises(pf.NotationError):
        pf.SuitedHand(" " * 5000)
    with pytest.raises(pf.NotationError):
        pf.SuitedHand("H5 " * 5000)
    whole = " ".join(text_of(card) for card in range(162))
    assert len(pf.SuitedHand(whole)) == len(pf.SuitedHand(range(162))) == 162


# ---- actions


@pytest.mark.parametrize(
    ("text", "word", "cards"),
    [
        ("declare HT HT", "declare", "HT HT"),
        ("DECLARE ht", "declare", "ht"),
        ("亮 HT", "declare", "HT"),
        ("亮主HT HT", "declare", "HT HT"),
        ("反主 ST ST", "declare", "ST ST"),
        ("反无主 w w", "declare", "w w"),
        ("自保 HT", "declare", "HT"),
        ("对家保 HT", "declare", "HT"),
        ("rob ST ST", "rob", "ST ST"),
        ("反 ST ST", "rob", "ST ST"),
        ("反底 ST ST", "rob", "ST ST"),
        ("bury H5 H6", "bury", "H5 H6"),
        ("扣 H5", "bury", "H5"),
        ("扣底H5 H6", "bury", "H5 H6"),
        ("埋底 H5", "bury", "H5"),
        ("rob", "rob", ""),
        ("no", "no", ""),
        ("不亮", "no", ""),
        ("不反", "no", ""),
        ("H5 H5", "", "H5 H5"),
        ("name NT", "name", "NT"),
        ("定主 S", "name", "S"),
        ("叫主♠", "name", "♠"),
        ("surrender", "surrender", ""),
        ("投降", "surrender", ""),
    ],
)
def test_words_with_cards(text: str, word: str, cards: str) -> None:
    parts = read_action(text)
    assert (parts.word, parts.cards.strip()) == (word, cards)
    assert not cards or text[parts.offset :] == parts.cards


@pytest.mark.parametrize("text", ["declare", "bury", "bury ", "反底", "扣", "亮", "name", "定主 "])
def test_a_word_without_its_cards(text: str) -> None:
    with pytest.raises(pf.NotationError):
        read_action(text)


def test_words_of_trick_games_mean_nothing_elsewhere() -> None:
    state = pf.load_game("doudizhu").setup(hands=["33", "44"])
    for text in ("declare 3", "bury 3", "rob 3"):
        assert state.check(text).code == "notation"
        with pytest.raises(pf.NotationError):
            state.apply(text)
    assert pf.load_game("doudizhu").new_game(seed=1).check("rob").code == "wrong_phase"


# ---- trumps


def test_suits_and_levels_as_people_write_them() -> None:
    for names, number in (("S s ♠ 黑桃 Ｓ", 0), ("H ♥ 红桃 紅桃", 1), ("D ♦ 方块", 2), ("C ♣ 梅花 草花", 3)):
        assert {read_trump(name) for name in names.split()} == {number}
    assert {read_trump(name) for name in ("NT", "nt", " NT ", "无主", "無主")} == {4}
    assert {read_trump(name) for name in ("", "N", "T", "SS", "w", "NTT", "王")} == {None}
    assert [read_rank(rank) for rank in RANKS] == list(range(13))
    assert read_rank("10") == read_rank("t") == read_rank("Ｔ") == 8 and read_rank("q") == 10
    assert {read_rank(rank) for rank in ("", "1", "0", "11", "w", "TT", "*")} == {None}


def test_trumps_are_values() -> None:
    same = pf.load_game("shengji").trump("♠", "10")
    assert same == T and hash(same) == hash(T) and same != TWO.trump("S", "9") != THREE.trump("S", "9")
    assert (T.suit, T.level, T.game) == ("S", "T", TWO)
    assert pickle.loads(pickle.dumps(T)) == T
    assert repr(T) == "load_game('shengji').trump('S', level='T')"
    assert repr(WHIST.trump("NT")) == "load_game('whist').trump('NT')"
    assert WHIST.trump("NT").level is None
    with pytest.raises(AttributeError):
        T.suit = "H"  # type: ignore[misc]
    with pytest.raises(TypeError):
        pf.Trump()
    assert T != "S"


def test_a_trump_keeps_its_game() -> None:
    """The plan lives in the game, which nobody else may hold."""
    units = pf.load_game("shengji", two_is_trump=True, gap_tractor=False).trump("H", "7").units("H8 H8 H6 H6")
    assert [unit.kind for unit in units] == ["pair", "pair"]
    plays = pf.load_game("whist").trump("S").follows("H3 H4 H5", "HA")
    assert list(plays) == ["H3", "H4", "H5"]


@pytest.mark.parametrize(
    ("game", "suit", "level", "faults"),
    [
        (TWO, "X", "T", ["suit"]),
        (TWO, "S", "1", ["level"]),
        (TWO, "S", None, ["level"]),
        (TWO, "", "", ["suit", "level"]),
        (WHIST, "S", "2", ["level"]),
        (WHIST, "Q", "2", ["suit", "level"]),
    ],
)
def test_no_such_trump(game: pf.TrickGame, suit: str, level: str | None, faults: list[str]) -> None:
    with pytest.raises(pf.RulesError) as caught:
        game.trump(suit, level)
    assert [where for where, _ in caught.value.faults] == faults


def test_trump_of_wrong_types() -> None:
    for suit, level in ((None, "T"), (0, "T"), ("S", 10), ("S", b"T")):
        with pytest.raises(TypeError):
            TWO.trump(suit, level)  # type: ignore[arg-type]


def every_trump() -> Iterator[pf.Trump]:
    for decks in (1, 2, 3):
        for two in (False, True):
            game = pf.load_game("shengji", decks=decks, two_is_trump=two)
            for suit in ("S", "H", "D", "C", "NT"):
                for level in RANKS:
                    yield game.trump(suit, level)
    for suit in ("S", "H", "D", "C", "NT"):
        yield WHIST.trump(suit)
        yield from (pf.load_game("erqiwang", preset=preset).trump(suit) for preset in ("erqiwang", "cards92"))
        yield pf.load_game("dabaifen").trump(suit)
        yield from (pf.load_game("dabaifen", levels="moving").trump(suit, level) for level in RANKS)


def test_orders_are_of_the_whole_pack() -> None:
    for trump in every_trump():
        cards = [card for group in "SHDCT" for place in trump.order(group) for card in place]
        size = 52 if trump.game == WHIST else 46 if trump.game.options.get("cards") == 92 else 54
        assert len(cards) == len(set(cards)) == size
        for group in "SHDCT":
            for level_place in trump.order(group):
                assert {trump.effective_suit(card) for card in level_place} == {group}
        assert trump.order() == trump.order("T")
        if trump.suit != "NT":
            assert trump.order(trump.suit) == []


def test_the_order_of_the_trumps() -> None:
    assert T.order()[:6] == [("W",), ("w",), ("ST",), ("HT", "DT", "CT"), ("SA",), ("SK",)]
    assert T.order()[-1] == ("S2",) and len(T.order()) == 16
    assert TWO.trump("NT", "2").order() == [("W",), ("w",), ("S2", "H2", "D2", "C2")]
    both = pf.load_game("shengji", two_is_trump=True).trump("H", "T").order()
    assert both[2:7] == [("HT",), ("ST", "DT", "CT"), ("H2",), ("S2", "D2", "C2"), ("HA",)]
    assert WHIST.trump("NT").order() == []
    assert WHIST.trump("D").order()[0] == ("DA",) and len(WHIST.trump("D").order()) == 13
    for group in ("X", "", "ST", "NT"):
        with pytest.raises(pf.RulesError):
            T.order(group)
    with pytest.raises(TypeError):
        T.order(1)  # type: ignore[arg-type]


def test_groups() -> None:
    assert [T.effective_suit(card) for card in ("HT", "H5", "S2", "w", "W", [3], "C10")] == list("THTTTTT")
    for cards in ("", "H5 H5", "H5 H6"):
        with pytest.raises(pf.NotationError):
            T.effective_suit(cards)
    assert T.group("HT ST w S2") == "T" and T.group("H5 HA") == "H"
    assert T.group("H5 HT") is None and T.group("") is None


# ---- units


def test_units() -> None:
    units = T.units("H9 H5 H5 H4 H4")
    assert [(unit.kind, unit.length, unit.cards) for unit in units] == [
        ("tractor", 2, "H5 H5 H4 H4"),
        ("single", 1, "H9"),
    ]
    unit = units[0]
    assert str(unit) == unit.cards and len(unit) == 4 and repr(unit) == "Unit(tractor: H5 H5 H4 H4)"
    assert pickle.loads(pickle.dumps(unit)) == unit and hash(unit) == hash(T.units("H5 H5 H4 H4")[0])
    assert unit != units[1] and unit != "H5 H5 H4 H4"
    assert T.units("H5 S5") == T.units("") == T.units("HT H9") == ()
    three = THREE.trump("S", "T")
    kinds = [unit.kind for unit in three.units("H3 H3 H3 H4 H4 H4 H7 H7 H7 H9 H9 HJ")]
    assert kinds == ["titanic", "triple", "pair", "single"]
    assert three.units("H3 H3 H3 H4 H4 H4")[0].length == 2
    with pytest.raises(TypeError):
        pf.Unit()
    with pytest.raises(AttributeError):
        unit.length = 3  # type: ignore[misc]


def test_units_are_all_the_cards() -> None:
    rng = random.Random(3)
    for _ in range(300):
        trump = THREE.trump(rng.choice(["S", "H", "D", "C", "NT"]), rng.choice(RANKS))
        group = rng.choice([g for g in "SHDCT" if trump.order(g)])
        pool = [card for place in trump.order(group) for card in place] * 3
        cards = rng.sample(pool, rng.randint(1, min(20, len(pool))))
        units = trump.units(" ".join(cards))
        assert sorted(" ".join(str(unit) for unit in units).split()) == sorted(cards)
        sizes = [(len(unit), len(unit) // unit.length) for unit in units]
        assert sizes == sorted(sizes, reverse=True)
        assert trump.is_tractor(" ".join(cards)) is ([unit.kind for unit in units] == ["tractor"])
        assert trump.is_titanic(" ".join(cards)) is ([unit.kind for unit in units] == ["titanic"])


# ---- follows and leads


def test_follows_are_lazy() -> None:
    hand = " ".join(f"{suit}{rank}" for suit in "HDC" for rank in RANKS[:13])
    plays = T.follows(hand, " ".join(f"S{rank}" for rank in "3456789"))
    assert isinstance(plays, Iterator) and iter(plays) is plays
    total = T.count_follows(hand, " ".join(f"S{rank}" for rank in "3456789"))
    assert operator.length_hint(plays) == total > 50_000
    first = next(plays)
    assert len(first.split()) == 7 and operator.length_hint(plays) == total - 1
    assert next(plays) != first


def test_follows_are_what_check_accepts() -> None:
    hand, lead = "H3 H3 H4 H4 H6 H6 H8 C2 w", "HK HK HQ HQ"
    plays = list(T.follows(hand, lead))
    assert plays == ["H4 H4 H3 H3"] and T.count_follows(hand, lead) == 1
    assert T.check_follow(hand, lead, plays[0])
    wrong = T.check_follow(hand, lead, "H6 H6 H4 H4")
    assert (wrong.code, wrong.suggestion) == ("must_tractor", "H4 H4 H3 H3")
    assert (wrong.message and wrong.message_zh == "必须跟出拖拉机: H6 H6 H4 H4") or wrong.message_zh == "必须跟出拖拉机"
    assert not wrong


@pytest.mark.parametrize(
    ("hand", "lead", "play", "code"),
    [
        ("H3 H4", "HK", "C3", "not_held"),
        ("H3 H4", "HK", "H3 H4", "wrong_size"),
        ("H3 H4", "HK", "", "wrong_size"),
        ("H3 C4", "HK", "C4", "must_follow"),
        ("H3 H4 C4", "HK HQ", "H3 C4", "must_follow"),
        ("H3 H3 H4", "HK HK", "H4 H3", "must_pair"),
        ("H3 H3 H4 H4 H6 H6", "HK HK HQ HQ", "H3 H3 H6 H6", "must_tractor"),
        ("H3 H4", "HK S3", "H3", "two_groups"),
        ("H3 H4", "", "H3", "two_groups"),
        ("H3 H4", "HK", "H3", "ok"),
    ],
)
def test_reasons(hand: str, lead: str, play: str, code: str) -> None:
    answer = T.check_follow(hand, lead, play)
    assert answer.code == code and bool(answer) is (code == "ok")
    if code in ("ok", "two_groups"):
        assert answer.suggestion is None
    else:
        assert answer.suggestion in list(T.follows(hand, lead))


def test_reasons_of_three_decks() -> None:
    three = THREE.trump("S", "T")
    hand = "HA HA HA HJ HJ H3 H7 H7 H7 H8 H8 H8"
    assert three.check_follow(hand, "HK HK HK", "HJ HJ H3").code == "must_triple"
    assert three.check_follow(hand, "H5 H5 H5 H4 H4 H4", "HA HA HA HJ HJ H3").code == "must_titanic"


def test_no_lead_has_no_follows() -> None:
    for lead in ("", "HK S3", "HT HK"):
        assert list(T.follows("H3 H4", lead)) == [] and T.count_follows("H3 H4", lead) == 0
    # A hand that is too small answers nothing either.
    assert list(T.follows("H3", "HK HK")) == [] and T.check_follow("H3", "HK HK", "H3").suggestion is None


def test_large_hands_are_refused() -> None:
    cards = [text_of(card) for card in range(108)]
    fits, over = " ".join(cards[:60]), " ".join(cards[:61])
    assert T.count_follows(fits, "HK") > 0 and T.count_leads(fits) > 0
    for call in (
        lambda: T.follows(over, "HK"),
        lambda: T.count_follows(over, "HK"),
        lambda: T.check_follow(over, "HK", "HA"),
        lambda: T.leads(over),
        lambda: T.count_leads(over),
    ):
        with pytest.raises(pf.NotationError, match="60"):
            call()
    assert T.throw("HK", [" ".join(cards)]).stands
    assert T.count_follows(fits, " ".join(f"S{rank}" for rank in RANKS)) < 1 << 63


def test_leads() -> None:
    assert sorted(T.leads("H3 H4 S2")) == ["H3", "H4", "H4 H3", "S2"]
    certain = pf.load_game("shengji", throws="certain").trump("S", "T")
    assert sorted(certain.leads("HA HA HK HQ", "HQ")) == sorted(
        ["HA", "HK", "HQ", "HA HA", "HA HK", "HA HA HK", "HA HQ", "HA HA HQ", "HK HQ", "HA HK HQ", "HA HA HK HQ"]
    )
    assert sorted(certain.leads("HA HK HQ", "HK")) == ["HA", "HA HK", "HK", "HQ"]
    assert certain.count_leads("HA HA HK HQ") == 6  # a second HK may be anywhere
    none = pf.load_game("shengji", throws="none").trump("S", "T")
    assert sorted(none.leads("H3 H3 H4 H4 HK")) == ["H3", "H3 H3", "H4", "H4 H4", "H4 H4 H3 H3", "HK"]
    assert T.count_leads("") == 0 and list(T.leads("")) == []


# ---- throws, tricks, the kitty


def test_throws() -> None:
    throw = T.throw("H9 H8 H8 H4 H4", ["HJ H2", "H5 H5"])
    assert (throw.stands, throw.forced, bool(throw)) == (False, "H4 H4", False)
    good = T.throw("HA HA HK", ["HQ HQ H2"])
    assert (good.stands, good.forced, bool(good)) == (True, "", True)
    assert good != throw and hash(good) == hash(T.throw("HA", ["HK"])) and good == T.throw("HA", ["HK"])
    assert pickle.loads(pickle.dumps(throw)) == throw
    assert repr(throw) == "Throw(forced: H4 H4)" and repr(good) == "Throw(stands)"
    assert not T.throw("HK SQ", ["HA"]).stands and T.throw("HK SQ", ["HA"]).forced == ""
    assert not T.throw("", ["HA"]).stands
    assert not T.throw("HA HQ", ["", "", pf.SuitedHand("HK")])
    with pytest.raises(TypeError):
        pf.Throw()


def test_several_sets_of_cards() -> None:
    for call in (lambda cards: T.throw("HA", cards), T.winner):
        for wrong in ("HK", b"HK", pf.SuitedHand("HK"), 3, None):
            with pytest.raises(TypeError):
                call(wrong)
        for number in (0, 5):
            with pytest.raises(pf.RulesError):
                call(["HK"] * number)
    with pytest.raises(pf.RulesError):
        T.throw("HA", ["HK"] * 4)


def test_winner() -> None:
    assert T.winner(["HK", "HA", "C2", "HA"]) == 1
    assert T.winner([[11 + 13], pf.SuitedHand("S2")]) == 1
    assert T.winner(["HK HK", "S2 S2 S3", "HA HA"]) == 2  # of another size: wins nothing
    assert T.winner(["HK"]) == 0
    assert T.winner(["HK S2", "HA HA"]) is None and T.winner(["", "HA"]) is None


def test_kitty_multiplier() -> None:
    assert [T.kitty_multiplier(lead) for lead in ("HK", "HK HK", "HK HK HQ HQ", "HA HK")] == [2, 4, 16, 2]
    assert T.kitty_multiplier("HK SK") is None and T.kitty_multiplier("") is None
    with pytest.raises(pf.RulesError):
        WHIST.trump("S").kitty_multiplier("HK")


# ---- levels and room points


def test_level_result() -> None:
    assert TWO.level_result(0) == pf.LevelResult("dealer", 3, False)
    assert TWO.level_result(80) == pf.LevelResult("attackers", 0, True)
    assert TWO.level_result(10**9).levels == (10**9 - 80) // 40
    for points in (-1, 10**9 + 1, 10**40):
        with pytest.raises(pf.RulesError):
            TWO.level_result(points)
    for points in (None, "80", 80.0, True):
        with pytest.raises(TypeError):
            TWO.level_result(points)  # type: ignore[arg-type]


def test_room_points() -> None:
    assert TWO.room_points("dealer", 3, [90, 90, 90, 90]) == 8
    assert TWO.room_points("dealer", 3, [400] * 4, grand_slam=6) == 18
    assert TWO.room_points("attackers", 2, [10, 400, 100, 100]) == 4
    assert TWO.room_points("attackers", 0, [0, 0, 0, -5], stake=4) == 8
    with pytest.raises(pf.RulesError) as caught:
        TWO.room_points("nobody", 4, [1], grand_slam=-1, stake=0)  # type: ignore[arg-type]
    assert [where for where, _ in caught.value.faults] == ["side", "scores", "grand_slam", "stake"]
    for levels in (0, 4):
        with pytest.raises(pf.RulesError):
            TWO.room_points("dealer", levels, [0] * 4)
    for wrong in ((1, 1, [0] * 4), ("dealer", "1", [0] * 4), ("dealer", 1, "0000"), ("dealer", 1, ["0"] * 4)):
        with pytest.raises(TypeError):
            TWO.room_points(*wrong)  # type: ignore[arg-type]


def test_whist_has_neither() -> None:
    for call in (
        lambda: WHIST.level_result(0),
        lambda: WHIST.room_points("dealer", 1, [0] * 4),
        lambda: WHIST.new_match(seed=1),
    ):
        with pytest.raises(pf.RulesError, match="whist"):
            call()


# ---- loading


def test_families() -> None:
    assert isinstance(TWO, pf.TrickGame) and isinstance(WHIST, pf.TrickGame) and isinstance(TWO, pf.Game)
    assert not isinstance(TWO, pf.ClimbingGame)
    assert pickle.loads(pickle.dumps(TWO)) == TWO and type(pickle.loads(pickle.dumps(TWO))) is pf.TrickGame
    assert repr(pf.load_game("shengji", preset="titanic", stake_cap=8)) == "load_game('shengji', decks=3, stake_cap=8)"
    for kind, name in ((pf.TrickGame, "doudizhu"), (pf.ClimbingGame, "whist")):
        values = pf.load_game(name)._values
        with pytest.raises(pf.RulesError):
            kind(name, values)


def test_options_that_may_be_none() -> None:
    info = {info.name: info for info in TWO.describe()}["stake_cap"]
    assert (info.type, info.value, info.default) == ("maybe", None, None)
    assert info.allowed == "1 to 1000000000, None"
    assert pf.load_game("shengji", stake_cap=16).options["stake_cap"] == 16
    assert pf.load_game("shengji", kitty_size=None) == TWO
    for value in (0, -1, True, "none", 1.5):
        with pytest.raises(pf.RulesError):
            pf.load_game("shengji", stake_cap=value)


def test_options_that_do_not_go_together() -> None:
    for options in ({"kitty_size": 9}, {"decks": 1, "rob_kitty": True}, {"decks": 3, "nt_override": "four"}):
        with pytest.raises(pf.RulesError):
            pf.load_game("shengji", **options)
