"""Whole deals of 打大A and 保皇: action texts and copies of cards, takes, starts, views and records.

The promises every game keeps are in tests/contract, right and wrong plays in tests/diff; what 保皇 asks before the lead
is in test_race_questions.py.
"""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import pokerfast as pf
from tests.reference import baohuang_game, baohuang_plays, dadaa_game, dadaa_plays
from tests.reference.philox import CHANCE, Stream

pytestmark = pytest.mark.arch

DADAA = pf.load_game("dadaa")
CONCISE = pf.load_game("baohuang")
CLASSIC = pf.load_game("baohuang", preset="classic")
CLAIMS = pf.load_game("baohuang", qiangdu=True)
VIEWERS = (0, 1, 2, 3, 4, None)


def texts(state: pf.State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def fields(state: pf.State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(state.to_json())["state"]
    return found


def public(view: pf.View) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(view.to_json())["public"]
    return found


def seat_of(state: pf.State) -> int:
    assert state.seat is not None
    return state.seat


def until(game: pf.ClimbingGame, phase: str, seed: int = 6) -> pf.ClimbingState:
    """A deal up to a phase: the throne is taken, a card named, all else declined."""
    state = game.new_game(seed=seed)
    while state.phase != phase:
        assert not state.is_over and state.phase != "play"
        state.apply_index(0 if state.phase in ("throne", "name") else state.count_legal() - 1)
    return state


def dadaa(*hands: str, game: pf.ClimbingGame = DADAA, **more: Any) -> pf.ClimbingState:
    given: dict[str, Any] = {"sides": [0, 1], "exposed": True} | more
    return game.setup(hands=hands, **given)


# ---- words


WORDS: dict[str, tuple[str, ...]] = {
    "call": ("call", "CALL", "登基", "当皇帝"),
    "yield": ("yield", " Yield\n", "让位", "讓位"),
    "rob": ("rob", "造反", "独保", "抢独", "搶獨"),
    "show": ("show", "明保", "明独", "明独保"),
    "no": ("no", "不造反", "不独", "不抢", "不亮"),
}


@pytest.mark.parametrize("word", WORDS)
def test_words(word: str) -> None:
    """Every spelling is accepted, or refused with the same code, in every phase."""
    said = 0
    for phase, game in (
        ("claim", CLAIMS), ("throne", CONCISE), ("name", CLASSIC), ("open_solo", CLASSIC), ("show", CONCISE),
        ("revolt", CONCISE), ("play", CONCISE),
    ):  # fmt: skip
        state = until(game, phase, seed=8)
        code = state.check(word).code
        for spelling in WORDS[word]:
            assert state.check(spelling).code == code, (phase, spelling)
            if code == "ok":
                other = state.clone()
                other.apply(spelling)
                assert str(other.history[-1]) == other.history[-1].kind == word
                said += 1
    assert said >= len(WORDS[word])


def revealing(seed: int = 1) -> tuple[pf.ClimbingState, str]:
    state = DADAA.new_game(seed=seed)
    return state, texts(state)[0].split()[1]


def test_showing_an_ace() -> None:
    state, ace = revealing()
    sign = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[ace[0]]
    forms = (f"show {ace}", f"SHOW {ace.lower()}", f"亮A {ace}", f"亮A{sign}A", f"抢亮 {ace}", f"show\t{sign} A")
    for form in forms:
        other = state.clone()
        other.apply(form)
        assert str(other.history[0]) == f"show {ace}" and other.big_suit == ace[0] and other.declarer == state.seat
    action = state.legal_actions()[0]
    assert (action.kind, action.cards, action.ids, action.combo) == ("show", ace, (), None)
    assert pickle.loads(pickle.dumps(action)) == action
    others = [card for card in ("SA", "HA", "DA", "CA") if card not in (state.hands[seat_of(state)].suited or "")]
    codes = {
        f"show {others[0]}": "not_held",
        "show S3 S4": "not_held",
        f"show {ace} {others[0]}": "not_held",
        "show A": "notation",
        "show *": "notation",
        "show": "notation",
        f"show {ace}/1": "notation",
        f"show {ace}/3": "notation",
        "pass": "wrong_phase",
        "call": "wrong_phase",
        "take 44": "wrong_phase",
        ace: "wrong_phase",
    }
    assert {text: state.check(text).code for text in codes} == codes
    held = state.hands[seat_of(state)].suited or ""
    six = next(card for card in held.split() if card[:2][1] != "A")
    assert state.check(f"show {six[:2]}").code == "no_declaration"


def test_showing_both_aces() -> None:
    """反A: an ace of a suit of which both are held; which of them is no choice."""
    state = pf.load_game("dadaa", counter_double_ace=True).new_game(seed=1)
    while state.phase == "reveal" or state.count_legal() == 1:  # all are asked, most can only decline
        state.apply("no")
    seat, old = seat_of(state), state.big_suit
    assert state.phase == "counter" and texts(state)[-1] == "no"
    ace = texts(state)[0].split()[1]
    assert ace[0] != old and state.hands[seat].suited is not None
    assert {f"{ace}", f"{ace}/2"} <= set((state.hands[seat].suited or "").split())
    state.apply(f"反A {ace}")
    assert (state.phase, state.seat, state.big_suit, state.declarer) == ("play", seat, ace[0], seat)
    assert state.exposed and state.sides[seat] == "big_ace" and list(state.sides).count("others") == 4
    assert "**" in state.hands[seat].cards
    state.undo()
    assert (state.phase, state.big_suit) == ("counter", old)


def test_naming_a_card() -> None:
    state = until(CLASSIC, "name", seed=8)
    seat, offered = seat_of(state), texts(state)
    card = offered[0].split()[1]
    assert all(text.startswith("name ") for text in offered) and state.named is None
    held = [name.split("/")[0] for name in (state.hands[seat].suited or "").split()]
    assert [text.split()[1] for text in offered] == [
        suit + rank for suit in "SHDC" for rank in "6789TJQKA2" if held.count(suit + rank) >= 3
    ]
    codes = {
        f"name {card}/1": "notation",
        f"name {card[1]}": "notation",
        "name": "notation",
        "name W": "wrong_name",
        f"name {card} {card}": "wrong_name",
        "name S3": "notation",  # no such card in this pack
        "no": "wrong_phase",
        card: "wrong_phase",
    }
    assert {text: state.check(text).code for text in codes} == codes
    poor = next(name for name in held if held.count(name) == 1 and name not in "wW")
    assert state.check(f"name {poor}").code == "wrong_name"
    for form in (f"叫侍卫 {card}", f"叫侍卫{card}", f"NAME {card.lower()}"):
        other = state.clone()
        other.apply(form)
        assert str(other.history[-1]) == f"name {card}" and other.named == card
        assert all(other.view(viewer).named == card for viewer in VIEWERS)
    assert pickle.loads(pickle.dumps(state.legal_actions()[0])) == state.legal_actions()[0]


def test_words_of_other_games() -> None:
    state = CONCISE.new_game(seed=6)
    codes = {"show HA": "notation", "take 66": "notation", "name H8": "wrong_phase", "bid 2": "wrong_phase",
             "declare HA": "notation", "rob HA": "notation", "double": "wrong_phase"}  # fmt: skip
    assert {text: state.check(text).code for text in codes} == codes
    for action in DADAA.new_game(seed=1).legal_actions():
        with pytest.raises(pf.PokerfastError):
            state.apply(action)


# ---- cards by suit, copies, takes


def test_a_play_by_rank_takes_the_lowest_ids() -> None:
    state = dadaa("S7/2 H7 S7 S9", "8", "9", "T", "*", sides=[4])
    state.apply("77")
    assert state.history[0].ids == pf.Hand("S7 H7").ids and str(state.history[0]) == "77"
    assert state.hands[0].suited == "S9 S7/2"
    assert [str(action) for _, action in state.view(1).history] == ["S7 H7"]


def test_other_cards_are_named() -> None:
    for play, text, seen in (
        ("H7 S7/2", "S7/2 H7", "S7 H7"),
        ("S7 H7", "77", "S7 H7"),
        ("S7/2 S7", "S7 S7", "S7 S7"),
        ("H7 S7 S7", "777", "S7 S7 H7"),
        ("S7/2", "S7/2", "S7"),
        ("S7", "7", "S7"),
        (pf.Hand("H7"), "H7", "H7"),
        (pf.Hand("S7/2"), "S7/2", "S7"),
        (list(pf.Hand("S7/2 H7").ids or ()), "S7/2 H7", "S7 H7"),
    ):
        state = dadaa("S7/2 H7 S7 S9", "8", "9", "T", "*", sides=[4])
        assert state.check(play)
        state.apply(play)
        assert str(state.history[0]) == text, play
        assert [str(action) for _, action in state.view(1).history] == [seen]
        again = pf.replay(state.to_record())
        assert again == state and again.history == state.history
        other = dadaa("S7/2 H7 S7 S9", "8", "9", "T", "*", sides=[4])
        other.apply(text)
        assert other == state and other.history == state.history
        assert pickle.loads(pickle.dumps(state.history[0])) == state.history[0]


def test_marked_jokers_of_baohuang() -> None:
    """Everybody can tell the marked jokers from the others; they are the last to go without a mark."""
    hands = ["w/2 w/4 W/3 W/4 S6", "77", "88", "99", "TT"]
    for play, text, seen in (
        ("w", "w", "w/1"),
        ("w/4", "w/4", "w/4"),
        ("ww", "ww", "w/1 w/4"),
        ("W/4", "W/4", "W/4"),
        ("W", "W", "W/1"),
        ("w/4 W/3", "W w/4", "W/1 w/4"),
    ):
        state = CONCISE.setup(hands=hands, emperor=0)
        state.apply(play)
        assert sorted(str(state.history[0]).split()) == sorted(text.split())
        assert [sorted(str(action).split()) for _, action in state.view(2).history] == [sorted(seen.split())]
        assert state.exposed is ("w/4" in seen)
        assert pf.replay(state.to_record()) == state
    state = CLASSIC.setup(hands=hands, emperor=0)
    state.apply("w/4")
    assert str(state.view(2).history[0][1]) == "w"


def test_cards_that_are_not_held() -> None:
    state = dadaa("S7/2 H7 S9", "8", "9", "T", "*", sides=[4])
    codes = {"S7": "ok", "S7/1": "not_held", "S7 S7": "not_held", "7": "ok", "777": "not_held", "D7": "not_held",
             "S7/3": "notation", "S7 7": "notation", "w": "not_held", "*": "not_held", "77": "ok",
             "7 9": "no_play"}  # fmt: skip
    assert {text: state.check(text).code for text in codes} == codes
    assert state.check([54 + 5, 13 + 5]) and state.check([5]).code == "not_held"


def test_taking() -> None:
    """取蛋: the table comes into the hand, the fours lie in its place."""
    start = dadaa("5", "S4/2 S4 H4/2 S7 S9", "66", "8", "T*", to_move=1, table="S2 H2 D2/2", table_by=0, sides=[4])
    assert texts(start) == ["take 44", "pass"]
    for text, named, seen, hand in (
        ("take 44", "take 44", "take S4 S4", "S9 S7 S2 H4/2 H2 D2/2"),
        ("取 44", "take 44", "take S4 S4", "S9 S7 S2 H4/2 H2 D2/2"),
        ("取蛋44", "take 44", "take S4 S4", "S9 S7 S2 H4/2 H2 D2/2"),
        ("take S4/2 S4", "take 44", "take S4 S4", "S9 S7 S2 H4/2 H2 D2/2"),
        ("take S4/2 H4", "take S4/2 H4", "take S4 H4", "S9 S7 S4 S2 H2 D2/2"),
        ("take S4 H4", "take S4 H4", "take S4 H4", "S9 S7 S4/2 S2 H2 D2/2"),
    ):
        state = start.clone()
        state.apply(text)
        action = state.history[0]
        assert (str(action), action.kind, action.cards) == (named, "take", "44")
        assert action.combo == DADAA.classify("44") and len(action.ids) == 2
        assert state.hands[1].suited == hand
        assert (state.table.kind, state.table.cards, state.table_by, state.seat) == ("pair", "44", 1, 2)
        assert [str(told) for _, told in state.view(3).history] == [seen]
        again = pf.replay(state.to_record())
        assert again == state and again.history == state.history
        assert pickle.loads(pickle.dumps(action)) == action
        assert state.check("66") and state.check("77").code == "not_held"
        state.undo()
        assert state == start
    for text, code in (("take 4", "no_take"), ("take 444", "no_take"), ("take S4 H4/1", "not_held"),
                       ("take", "notation"), ("take S7 S9", "no_take"), ("take 4444", "not_held"), ("44", "wrong_kind"),
                       ("take S4 4", "notation")):  # fmt: skip
        assert start.check(text).code == code, text
    lead = dadaa("44", "5", "6", "7", "8")
    assert lead.check("take 44").code == "no_take" and "take 44" not in texts(lead)
    assert start.legal_actions().index(start.legal_actions()[0]) == 0


def test_a_take_is_a_play_for_the_end_of_the_round() -> None:
    """DA5.5, DA5.6: anybody's eggs, after passes too; the round goes on from the fours."""
    state = dadaa("2229", "56", "78", "4499", "TJ")
    for text in ("222", "pass", "pass", "take 44", "pass", "pass", "pass", "pass"):
        state.apply(text)
    assert (state.seat, state.table, state.hands[3].cards) == (3, pf.PASS, "99222")
    assert [str(action) for action in state.history].count("pass") == 6
    # Eggs of fours may be taken with fours.
    state = dadaa("444J", "44TT", "78", "99", "QQ")
    for text in ("444", "take 44", "pass"):
        state.apply(text)
    assert state.hands[1].cards == "444TT"


# ---- starts


@pytest.mark.parametrize(
    ("game", "arguments"),
    [
        (DADAA, {"seed": 7}),
        (DADAA, {"seed": 2**64 - 1, "last_winner": 4}),
        (DADAA, {"seed": 7, "start": "play"}),
        (DADAA, {"seed": 7, "last_winner": 0, "start": "play"}),
        (CONCISE, {"seed": 7}),
        (CONCISE, {"seed": 7, "first": 4}),
        (CLASSIC, {"seed": 7, "first": 2, "start": "play"}),
        (CLAIMS, {"seed": 7, "start": "play"}),
    ],
)
def test_starts_stand_in_records(game: pf.ClimbingGame, arguments: dict[str, Any]) -> None:
    state = game.new_game(**arguments)
    head = dict(line.split(": ", 1) for line in state.to_record().split("\n\n")[0].splitlines()[1:])
    assert {key: json.loads(head[key]) for key in head if key not in ("game", "options")} == arguments
    assert pf.replay(state.to_record()) == state == game.new_game(**arguments)


#: docs/seeds.md: who drew first, and the first cards of seat 0 as they come.
GOLDEN_DADAA = (3, [9, 101, 43, 42, 97, 10, 100, 91])
#: The lowest ids of each hand, and who holds the throne card.
GOLDEN_BAOHUANG: list[tuple[str, int | None, list[str], int]] = [
    ("168", None, ["SA SJ HJ H2", "S7 HQ DQ D7", "S8 HA HK DA", "SK ST S9 H6", "SQ S6 S2 H7"], 4),
    ("168", 3, ["SA SJ HJ H2", "S7 HQ DQ D7", "S8 HA HK DA", "SK ST S9 H6", "SQ S6 S2 H7"], 4),
    ("216", 1, ["SQ SJ S8 H5", "S4 HJ H6 D3", "S5 H8 H7 D5", "SK ST S7 S6", "SA S9 S3 S2"], 4),
]


def test_golden_deals() -> None:
    """A seed gives the same deal for ever."""
    state = DADAA.new_game(seed=20260104)
    assert (fields(state)["first"], fields(state)["order"][:8]) == GOLDEN_DADAA
    assert fields(DADAA.new_game(seed=20260104, last_winner=1))["first"] == 1
    random_suit = pf.load_game("dadaa", no_reveal="random_suit").new_game(seed=20260104, start="play")
    assert random_suit.big_suit == "SHDC"[Stream(20260104, 0, 0, CHANCE).below(4, 1)] == "D"
    for pack, first, lowest, holder in GOLDEN_BAOHUANG:
        deal = pf.load_game("baohuang", pack=pack).new_game(seed=20260104, first=first)
        assert [pf.Hand((hand.ids or ())[:4]).suited for hand in deal.hands] == lowest
        assert deal.seat == holder and deal.phase == "throne"


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_deals_are_those_of_the_page(seed: int) -> None:
    """Sizes by who draws first, places and arrival; a redeal is the next deal of the same seed."""
    for first in range(5):
        for pack in ("168", "216"):
            opt = baohuang_plays.Options(pack=pack)
            state = pf.load_game("baohuang", pack=pack).new_game(seed=seed, first=first)
            for deal in range(2):
                dealt = baohuang_game.seeded_deal(seed, 0, deal, first, opt).arrival
                assert [list(hand.ids or ()) for hand in state.hands] == [sorted(cards) for cards in dealt]
                for _ in range(10):
                    state.apply("yield")
        dealt = dadaa_game.seeded_deal(seed, 0, 0, first, dadaa_plays.Options()).arrival
        state = DADAA.new_game(seed=seed, last_winner=first)
        assert fields(state)["order"] == [card for cards in dealt for card in cards]
        assert [len(cards) for cards in dealt] == [22 if (seat - first) % 5 < 3 else 21 for seat in range(5)]


def test_start_of_play() -> None:
    """BH4.10, DA6.10: everything before the first lead is skipped."""
    for seed in range(20):
        state = DADAA.new_game(seed=seed, start="play")
        assert (state.phase, state.seat, state.big_suit) == ("play", state.declarer, "H") and state.history == ()
        assert state.declarer is not None and "*" in state.hands[state.declarer].cards
        other = DADAA.new_game(seed=seed)
        while other.phase == "reveal":
            other.apply("no")
        assert other == pf.State.from_bytes(state.to_bytes())
        state = CONCISE.new_game(seed=seed, start="play")
        assert (state.phase, state.seat) == ("play", state.emperor)
        other = until(CONCISE, "play", seed)
        assert other == state
        assert CLASSIC.new_game(seed=seed, start="play") == until(CLASSIC, "play", seed)
        redeal = pf.load_game("dadaa", no_reveal="redeal")
        assert redeal.new_game(seed=seed, start="play").phase == "play"


# ---- views


def test_which_pack_an_ace_is_of_stays_hidden() -> None:
    """The declarer's ace may be of either pack, and whether he holds the other one is nobody's business."""
    views = []
    for mine, other in (("HA", "HA/2"), ("HA/2", "HA")):
        state = DADAA.setup(hands=[f"{mine} S5", "S6", f"{other} S7", "S8", "S9"], to_move=0, sides=[0, 2], declarer=0)
        assert not state.exposed and state.sides == ("big_ace", "others", "big_ace", "others", "others")
        views.append({viewer: state.view(viewer).to_json() for viewer in (1, 3, None)})
    both = DADAA.setup(hands=["HA HA/2", "S6", "S5 S7", "S8", "S9"], to_move=0, sides=[0], declarer=0)
    views.append({viewer: both.view(viewer).to_json() for viewer in (1, 3, None)})
    assert views[0] == views[1] == views[2]
    for viewer in VIEWERS:
        assert both.view(viewer).sides == (None,) * 5 and both.view(viewer).big_suit == "H"


def test_sides_are_known_once_both_big_aces_are() -> None:
    state = DADAA.setup(hands=["*5", "66", "*77", "88", "99"], sides=[0, 2], declarer=0)
    state.apply("*")
    assert not state.exposed  # the card that was shown
    for text in ("pass", "pass", "pass", "pass", "5", "pass", "*"):
        state.apply(text)
    assert state.exposed
    for viewer in VIEWERS:
        assert state.view(viewer).sides == ("big_ace", "others", "big_ace", "others", "others")


def test_past_plays_do_not_tell_what_was_kept() -> None:
    views = []
    for played, kept in (("S7", "H7"), ("S7/2", "H7"), ("S7", "S7/2"), ("S7/2", "S7")):
        state = dadaa(f"{played} {kept} S9", "8", "9", "T", "J")
        state.apply(played)
        views.append({viewer: state.view(viewer).to_json() for viewer in (1, 2, 3, 4, None)})
    assert all(view == views[0] for view in views)


def test_messages_name_the_position() -> None:
    state = dadaa("5", "4479", "66", "8", "T*", to_move=1, table="222", table_by=0, sides=[4])
    with pytest.raises(pf.IllegalActionError) as caught:
        state.apply("44")
    assert caught.value.code == "wrong_kind"
    assert "seat 1 to follow 222 with 4479" in str(caught.value)
    with pytest.raises(pf.NotationError) as wrong:
        state.apply("take 44x")
    assert wrong.value.position == 7
    throne = CONCISE.new_game(seed=6)
    with pytest.raises(pf.PhaseError, match="phase throne, seat"):
        throne.apply("pass")


def test_one_big_ace_of_two_tells_nothing() -> None:
    """DA6.9: whichever copy was shown, who holds both and plays one has played the one that is known."""
    alone = 0
    for seed in range(120):
        state = DADAA.new_game(seed=seed, start="play")
        if state.sides.count("big_ace") > 1:
            continue
        alone += 1
        for text in ("*", "HA/1", "HA/2"):
            played = state.clone()
            played.apply(text)
            assert not played.exposed and played.view(None).sides == (None,) * 5
            for _ in range(4):
                played.apply("pass")
            played.apply("*")
            assert played.exposed
    assert alone > 10


def test_the_first_card_that_may_be_named() -> None:
    """BH4.10, BH5.5: the 2 is the highest of a suit, also where play starts at once."""
    twos = 0
    for seed in range(60):
        asked = CLASSIC.new_game(seed=seed)
        asked.apply("call")
        if asked.phase != "name":
            continue
        first = asked.legal_actions()[0]
        twos += any(str(action)[-1] == "2" for action in asked.legal_actions())
        assert str(first) == f"name {CLASSIC.new_game(seed=seed, start='play').named}"
    assert twos > 5
