"""The reference of 保皇: the questions before play, play, the score, and whole deals."""

import json
import random
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from reference.baohuang_game import THRONE_CARD, Deal, Game, copies_of, name_of, outcome, pack_ids, score, seeded_deal
from reference.baohuang_plays import ALLOWED, DEFAULT, Options, Refused, follows, leads, sort_cards

CASES = Path(__file__).parent.parent / "data/baohuang/baohuang.jsonl"
BIG = Options(pack="216")


def rows(*kinds: str) -> list[Any]:
    found = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    assert {row["kind"] for row in found} == {"classify", "beats", "legal", "illegal", "other", "score"}
    return [pytest.param(row["input"], row["answer"], id=row["id"]) for row in found if row["kind"] in kinds]


def rigged(hands: list[str], first: int = 0, **options: Any) -> Game:
    """A deal in which each seat gets these cards; the copies of a card are dealt seat by seat, marked ones first."""
    free = list(range(216))
    lists: list[list[int]] = [[] for _ in hands]
    wanted = [(card, seat) for seat, cards in enumerate(hands) for card in cards.split()]
    for card, seat in sorted(wanted, key=lambda item: "/" not in item[0]):
        name, _, pack = card.partition("/")
        found = [number for number in free if name_of(number) == name and pack in ("", str(number // 54 + 1))]
        lists[seat].append(found[0])
        free.remove(found[0])
    return Game(lambda _: Deal(lists, first), Options(**options))


def position(*hands: str, to_move: int = 0, emperor: int = 0, options: Any = None, **rest: Any) -> Game:
    if "solo" not in rest:
        rest.setdefault("guard", 1)
    return Game.position(hands, to_move, emperor, options=options and Options(**options), **rest)


def go(game: Game, *actions: str) -> Game:
    for action in actions:
        game.apply(action)
    return game


def names(game: Game, seat: int) -> str:
    """The cards of a hand by name, as a text of blanks and names."""
    return " ".join(sorted(name_of(card) for card in game.hands[seat]))


# The case file


@pytest.mark.parametrize(("given", "answer"), rows("legal", "illegal"))
def test_case_legal(given: dict[str, Any], answer: bool) -> None:
    assert given["lead"]
    opt = Options(bie6=given.get("bie6", False))
    hand = given.get("hand", given["play"])
    assert (sort_cards(given["play"]) in {cards for _, cards in leads(sort_cards(hand), opt)}) == answer
    held = hand.replace("5", "9")  # no hand of this pack holds a 5
    game = position(held, "9", "9", "9", "9", options={"bie6": opt.bie6})
    assert (game.check(given["play"]) == "ok") == answer


@pytest.mark.parametrize(("given", "answer"), rows("score"))
def test_case_score(given: dict[str, Any], answer: dict[str, int]) -> None:
    if given.get("quit"):
        game = Game.start(1)
        game.administer(3, "quit")
        assert game.returns() == [0, 0, 0, answer["penalty"], 0]
    elif given["sides"] == "solo":
        others = [1, 2, 3, 4]
        order = [*others[: given["emperor_place"] - 1], 0]
        found = score(0, None, given["kind"], order, int(given["revolt"]))
        assert found == [answer["emperor"], *[answer["each_other"]] * 4]
        order = order[: next(early for early in range(6) if outcome(0, None, given["kind"], order[:early]))]
        assert found == score(0, None, given["kind"], order, int(given["revolt"]))  # as soon as the deal is over
    else:
        order = [2, 3, 4]
        for place, seat in sorted([(given["emperor_place"], 0), (given["guard_place"], 1)]):
            order.insert(place - 1, seat)
        end = next(early for early in range(6) if outcome(0, 1, None, order[:early]))
        for early in range(end, 6):
            found = score(0, 1, None, order[:early], 2 * given["doubled"])
            assert found == [answer["emperor"], answer["guard"], *[answer["each_rebel"]] * 3]


@pytest.mark.parametrize(("given", "answer"), rows("other"))
def test_case_other(given: dict[str, Any], answer: dict[str, Any]) -> None:
    if "pack" in given:
        deal = seeded_deal(7, 0, 0, 3, DEFAULT)
        dealt = Counter(name_of(card)[-1] for cards in deal.arrival for card in cards)
        sizes = [len(deal.arrival[(3 + turn) % 5]) for turn in range(5)]
        assert (sum(sizes), sizes) == (answer["cards"], answer["hand_sizes"])
        expected = dict.fromkeys(answer["ranks"], answer["per_rank"])
        assert dealt == {**expected, "W": answer["big_jokers"], "w": answer["small_jokers"]}
    elif "on" in given:
        game = position("77", given["hand"], "8", "9", "T", options={"bie6": True})
        go(game, given["on"])
        assert game.legal() == answer["legal_follows"]
    elif "qiangdu" in given:
        game = rigged(["W/4", "S6", "S7", "S8", "w/4"], qiangdu=True)
        while game.phase == "claim":
            game.apply("rob" if f"P{game.seat}" in given["qiangdu"] else "no")
        assert (f"P{game.emperor}", game.solo, game.phase) == (answer["solo"], "open", "play")
    elif "revolters" in given:
        game = go(rigged(["W/4", "w/4", "S7", "S8", "S9"]), "call", *["no"] * 5)
        for number in range(3):
            game.apply("rob" if number < given["revolters"] else "no")
        assert (game.phase, game.seat, game.legal()) == ("revolt", 1, ["no"])
        game.apply("no")
        assert (game.phase, game.revolt) == ("play", answer["success"])
        assert game.exposed == answer.get("guard_revealed", False)
        go(game, "W", "pass", "pass", "pass", "pass", "w")
        unit = 3 * answer.get("score_factor", 1)
        assert game.returns() == [2 * unit, unit, -unit, -unit, -unit]
    elif "refusals" in given:
        game = rigged(["W/4 S6", "w/4 S7", "S7", "S8", "S9"])
        go(game, *["yield"] * given["refusals"])
        assert (game.deal_number, game.phase, game.seat) == (1, "throne", 0)
    elif "holder_first_refusal" in given:
        game = go(rigged(["W/4 S2", "w/4", "S7", "S8", "S9"]), "yield")
        assert (names(game, 0), names(game, 4)) == ("S2", "S9 W")
    else:
        assert given["holder"] == "second" and not given["has_2"]
        game = go(rigged(["W/4 S2", "w/4", "S7", "S8", "W SA H9"]), "yield", "yield")
        assert (names(game, 4), names(game, 3)) == ("H9 W", f"S8 S{answer['pays']} W")


# Dealing


def test_deal() -> None:
    for pack, sizes in (("168", [34, 34, 34, 33, 33]), ("216", [44, 43, 43, 43, 43])):
        opt = Options(pack=pack)
        for last in (None, 0, 2, 4):
            game = Game.start(3, 1, last, opt)
            first = last or 0
            assert game.first == first
            assert [len(game.arrival[(first + turn) % 5]) for turn in range(5)] == sizes
            assert sorted(card for hand in game.hands for card in hand) == pack_ids(opt)
            assert game.hands == [sorted(cards) for cards in game.arrival]
            assert game.phase == "throne" and game.seat is not None and THRONE_CARD in game.hands[game.seat]
    assert len(pack_ids(DEFAULT)) == 168 and len(pack_ids(BIG)) == 216
    assert not {name_of(card)[-1] for card in pack_ids(DEFAULT)} & set("345")
    assert copies_of("S2") == [0, 54, 108, 162] and copies_of("CA") == [51, 105, 159, 213]
    with pytest.raises(ValueError, match="seat"):
        Game.start(3, last_emperor=5)


def test_redeal() -> None:
    game = Game.start(11, 2, 3, Options(qiangdu=True))
    go(game, *["no"] * 5, *["yield"] * 10)
    assert (game.deal_number, game.first, game.phase, game.refusals) == (1, 3, "claim", 0)
    deal = seeded_deal(11, 2, 1, 3, DEFAULT)
    assert [sorted(cards) for cards in deal.arrival] == game.hands
    assert game.claimants == [] and game.emperor is None


# 抢独, 让位


def test_claim() -> None:
    hands = ["S6", "S7", "W/4 S8", "S9 w/4", "ST"]
    game = rigged(hands, qiangdu=True)
    asked = []
    while game.phase == "claim":
        assert game.emperor is None and game.claimants == []
        assert game.legal() == ["rob", "no"]
        asked.append(game.seat)
        game.apply("no")
    assert asked == [2, 1, 0, 4, 3]
    assert (game.phase, game.seat) == ("throne", 2)
    game = go(rigged(hands, qiangdu=True), "no", "no", "rob", "no", "rob")
    assert (game.phase, game.seat, game.emperor, game.solo, game.guard) == ("play", 0, 0, "open", None)
    assert game.claimants == [0, 3]
    assert names(game, 2) == "S8 W"
    game = go(rigged(hands, qiangdu=True), "rob", "rob", "no", "no", "no")
    assert game.emperor == 2
    classic = go(rigged(hands, qiangdu=True, mode="classic"), "no", "no", "no", "rob", "no")
    assert (classic.phase, classic.emperor, classic.solo) == ("play", 4, "open")


def test_throne_concise() -> None:
    hands = ["W/4 S2 H2 S7", "w/4 D2 S8", "W w", "S9 SK HK/2 HK/1", "C2 D9"]
    game = go(rigged(hands), "yield")
    assert (game.seat, names(game, 0), names(game, 4)) == (4, "H2 S2 S7", "C2 D9 W")
    go(game, "yield")  # pays his 2
    assert (game.seat, names(game, 4)) == (3, "D9")
    go(game, "yield")  # no 2 of his own: the highest, and of equal ones the lowest id
    assert names(game, 3) == "HK HK S9"
    assert {name_of(card) for card in game.carried} == {"W", "C2", "SK"}
    go(game, "yield")  # has only jokers and pays nothing
    assert (game.seat, names(game, 2), names(game, 1)) == (1, "W w", "C2 D2 S8 SK W w")
    go(game, "yield", "yield")  # the first holder pays in lap two
    assert (game.seat, names(game, 0), names(game, 4)) == (4, "H2 S7", "C2 D2 D9 S2 SK W")
    go(game, "yield")  # his own 2 travels: he pays his nine
    assert (names(game, 4), game.legal()) == ("", ["call", "yield"])
    go(game, "call")
    assert (game.emperor, names(game, 3)) == (3, "C2 D2 D9 HK HK S2 S9 SK W")
    assert (game.guard, game.phase, game.seat, game.legal()) == (1, "open_solo", 3, ["no"])


def test_no_2_when_all_have_gone() -> None:
    game = rigged(["W/4 S6", "S7", "S8", "S9", "ST w/4"])
    go(game, *["yield"] * 9)
    assert (game.seat, game.refusals) == (1, 9)
    assert {names(game, seat) for seat in (0, 2, 3)} == {""} and names(game, 4) == "w"
    go(game, "call")
    assert (game.emperor, names(game, 1), game.guard) == (1, "S6 S7 S8 S9 ST W", 4)


THREE = "S6 S6 S6"


def test_throne_classic() -> None:
    # Seat 0 has three copies and nobody else has any.
    game = rigged([f"W/4 S2 {THREE}", "S6", "H7", "H8", "H9"], mode="classic")
    go(game, "yield", "yield", "yield", "yield")
    assert (game.seat, game.legal(), game.check("yield")) == (1, ["call", "yield"], "ok")
    go(game, "yield")
    assert names(game, 0) == f"S2 {THREE} W"
    assert (game.seat, game.legal(), game.check("yield"), game.auto_action()) == (0, ["call"], "must_take", "call")
    go(game, "call")
    assert (game.phase, game.legal()) == ("name", ["name S6"])
    # With none, or with four of a card too, he need not; then lap two ends in a redeal.
    for held in ("S2", f"S6 {THREE}", f"S6 {THREE} H6 H6 H6"):
        game = rigged([f"W/4 {held}", "H6" if "H6" in held else "H7", "H8", "H9", "HT"], mode="classic")
        go(game, *["yield"] * 5)
        assert game.legal() == ["call", "yield"]
        go(game, *["yield"] * 5)
        assert (game.deal_number, game.seat) == (1, 0)
    # Who has neither three nor four declares 明独保 by taking; jokers don't count.
    game = go(rigged(["W/4", "H7", "H8", "H9 W W W w w w w", "HT"], mode="classic"), "yield", "yield", "call")
    assert (game.phase, game.emperor, game.solo, game.guard, game.seat) == ("play", 3, "open", None, 3)


# 叫侍卫, 明独, 明保, 造反


def test_name() -> None:
    hands = [f"W/4 {THREE} S2 S2 S2 H7 H7 H7 H7 DA DA DA C9 C9", "DA", "S6", "S2", "C9 C9"]
    game = go(rigged(hands, mode="classic"), "call")
    assert game.legal() == ["name S6", "name S2", "name H7", "name DA"]
    assert game.auto_action() == "name S6"
    codes = {
        "name C9": "wrong_name", "name W": "wrong_name", "name S3": "notation", "name 9": "notation",
        "name": "notation", "name S6 S6": "wrong_name", "name S6/1": "notation", "show": "wrong_phase",
        "6": "wrong_phase", "call": "wrong_phase", "name S6": "ok", "name S10": "wrong_name",
    }  # fmt: skip
    assert {text: game.check(text) for text in codes} == codes
    go(game, "name DA")
    assert (game.named, game.guard, game.solo, game.phase, game.seat) == ("DA", 1, None, "open_solo", 0)
    assert game.legal() == ["show", "no"]
    go(game, "no")
    for seat in (4, 3, 2):
        assert (game.phase, game.seat, game.legal(), game.check("show")) == ("show", seat, ["no"], "only_no")
        go(game, "no")
    assert (game.phase, game.seat, game.legal()) == ("show", 1, ["show", "no"])
    go(game, "show")
    assert (game.phase, game.seat, game.shown, game.exposed) == ("play", 0, True, True)
    dark = go(rigged(hands, mode="classic"), "call", "name H7")
    assert (dark.guard, dark.solo, dark.phase) == (None, "dark", "open_solo")
    go(dark, "no")
    for seat in (4, 3, 2, 1):
        assert (dark.phase, dark.seat, dark.legal()) == ("show", seat, ["no"])
        go(dark, "no")
    assert (dark.phase, dark.seat, dark.solo, dark.shown) == ("play", 0, "dark", False)
    alone = go(rigged(hands, mode="classic"), "call", "name S2", "show")
    assert (alone.guard, alone.solo, alone.phase, alone.seat) == (None, "open", "play", 0)


def test_concise_alone() -> None:
    hands = ["W/4 w/4 S6", "S7", "S8", "S9", "ST"]
    game = go(rigged(hands), "call")
    assert (game.phase, game.seat, game.solo, game.guard) == ("open_solo", 0, "dark", None)
    game = go(game, "show")
    assert (game.phase, game.solo, game.seat) == ("play", "open", 0)
    game = go(rigged(hands), "call", *["no"] * 5)
    asked = []
    while game.phase == "revolt":
        assert game.revolters == []
        asked.append(game.seat)
        game.apply("rob" if game.seat in (4, 2) else "no")
    assert (asked, game.revolters, game.revolt, game.solo) == ([4, 3, 2, 1], [4, 2], True, "dark")
    # The throne may bring both marked cards together.
    game = go(rigged(["W/4 S6", "S7", "S8", "S9", "w/4 ST"]), "yield", "call")
    assert (game.phase, game.seat, game.solo) == ("open_solo", 4, "dark")


def test_marked_cards() -> None:
    hands = ["W/2 w/2", "W/4", "w/4", "w/3", "w/1"]
    game = go(rigged(hands), "call", *["no"] * 5)
    assert (game.emperor, game.guard, game.phase, game.seat) == (1, 2, "revolt", 0)
    go(game, "no", "rob")
    assert game.seat == 3
    go(game, "rob")
    assert (game.phase, game.seat, game.check("rob")) == ("revolt", 2, "only_no")
    go(game, "no")
    assert (game.phase, game.seat, game.revolters) == ("play", 1, [4, 3])
    game = position("wwWW", "9", "9", "9", "9")
    go(game, "w")
    assert [card // 54 for card in game.table_cards] == [0]
    game = position("wwWW", "9", "9", "9", "9")
    codes = {"w/2": "ok", "W/2 w/2": "ok", "w/3": "not_held", "w/5": "notation", "w/4 w/4": "notation"}
    assert {text: game.check(text) for text in codes} == codes
    go(game, "W/2 w")
    assert game.table_cards == [52, 107]


def test_everybody_is_asked_alike() -> None:
    """Until somebody shows himself or plays alone openly, all deals ask the same seats the same questions."""
    hands = ["S6", "W/4 S7", "w/4 S8", "S9", "ST"]
    game = go(rigged(hands), "call")
    asked = []
    while game.phase != "play":
        asked.append((game.phase, game.seat, "".join(game.legal())))
        if game.phase in ("open_solo", "show", "revolt") and len(game.legal()) == 1:
            offered = "rob" if game.phase == "revolt" else "show"
            assert game.check(offered) == "only_no"
            with pytest.raises(Refused):
                game.apply(offered)
        game.apply("no")
    assert asked == [
        ("open_solo", 1, "no"),
        ("show", 0, "no"), ("show", 4, "no"), ("show", 3, "no"), ("show", 2, "showno"),
        ("revolt", 0, "robno"), ("revolt", 4, "robno"), ("revolt", 3, "robno"), ("revolt", 2, "no"),
    ]  # fmt: skip
    alone = go(rigged(["W/4 w/4", "S7", "S8", "S9", "ST"]), "call")
    assert alone.legal() == ["show", "no"]
    go(alone, "no")
    assert [(alone.phase, alone.seat, alone.legal())] + [
        (go(alone, "no").phase, alone.seat, alone.legal()) for _ in range(4)
    ] == [*(("show", seat, ["no"]) for seat in (4, 3, 2, 1)), ("revolt", 4, ["rob", "no"])]
    # Who shows himself ends the round of that question.
    early = go(rigged(["S6", "W/4", "S8", "S9", "w/4"]), "call", "no", "no", "show")
    assert (early.phase, early.seat, early.shown) == ("revolt", 0, True)
    for phase, word in (("open_solo", "rob"), ("show", "rob"), ("revolt", "show")):
        game = rigged(hands)
        go(game, "call")
        while game.phase != phase:
            game.apply("no")
        assert game.check(word) == "wrong_phase"


# Play


def test_sides_told_by_play() -> None:
    game = position("W7", "wwww8", "99", "TT", "JJ")
    go(game, "7", "w")  # the marked one has the highest id
    assert not game.exposed
    go(game, *["pass"] * 4, "www")
    assert game.exposed
    gone = [position("W7", "8", "9", "T", "J", options={"mode": mode}) for mode in ("concise", "classic")]
    assert [game.exposed for game in gone] == [True, False]
    game = go(rigged(["W/4 S7", "w/4 w/2", "S8", "S9", "ST"]), "call", *["no"] * 9, "S7", "w/2")
    assert not game.exposed
    go(game, *["pass"] * 4, "w/4")
    assert game.exposed
    hands = [f"W/4 {THREE} H7 H7 H7 H7", "S6 H8", "S8", "S9", "ST"]
    game = go(rigged(hands, mode="classic"), "call", "name S6", *["no"] * 5, "666", *["pass"] * 4, "W")
    assert not game.exposed
    go(game, *["pass"] * 4, "7", "H8", *["pass"] * 4, "6")
    assert game.exposed
    game = go(rigged(hands, mode="classic"), "call", "name H7", *["no"] * 5, "777", *["pass"] * 4)
    assert game.solo == "dark" and not game.exposed
    assert go(game, "7").exposed


def test_own_play() -> None:
    with pytest.raises(ValueError, match="own"):
        position("7", "8", "9", "T", "J", table="6", table_by=0)


def test_codes() -> None:
    game = position("66789wW", "78W", "8899", "9", "T")
    codes = {
        "pass": "must_lead", "T": "not_held", "67": "no_play", "66wW": "ok", "66W w": "ok", "5": "notation",
        "": "notation", "x": "notation", "*": "notation", "wwwww": "notation", "S6 7": "notation", "no": "wrong_phase",
        "S6 H6/1": "ok", "S6": "ok", "D6": "not_held", "S6/2": "not_held", "rob": "wrong_phase",
        "name S6": "wrong_phase",
    }  # fmt: skip
    assert {text: game.check(text) for text in codes} == codes
    go(game, "7")
    codes = {"7": "too_low", "8": "ok", "W": "ok", "8W": "too_low", "78": "no_play", "pass": "ok", "88": "not_held"}
    assert {text: game.check(text) for text in codes} == codes
    assert game.legal() == ["8", "W", "pass"]
    with pytest.raises(Refused):
        game.apply("7")
    assert game.hand(1) == "78W"


def test_bie6() -> None:
    game = position("6669wW", "9", "9", "9", "9", options={"bie6": True})
    assert set(game.legal()) == {"9", "9w", "9W", "9wW", "w", "W", "wW"}
    codes = {"6": "sixes", "666": "sixes", "666wW": "sixes", "69": "no_play", "9wW": "ok"}
    assert {text: game.check(text) for text in codes} == codes
    assert game.auto_action() == "9"
    game = position("666wW", "9", "9", "9", "9", options={"bie6": True})
    assert game.legal() == ["666wW", "W", "w", "wW"]
    assert game.auto_action() == "w"
    game = position("666", "9", "9", "9", "9", options={"bie6": True})
    assert game.legal() == ["666"] == [game.auto_action()]
    low = Options(bie6=True, pack="216")
    assert follows("666", "555", low) == {(("set", "6", 1), "666")}
    assert follows("6667", "555", low) == set()
    game = position("555", "6667", "9", "9", "9", options={"bie6": True, "pack": "216"})
    assert go(game, "555").check("666") == "sixes"


def test_rounds() -> None:
    game = position("79", "8Q", "TT", "JJ", "QQ")
    go(game, "7", "pass", "T", "pass", "pass", "pass", "Q")  # who has passed may still play
    assert (game.table, game.table_by, game.seat, game.passed) == ("Q", 1, 2, set())
    go(game, "pass", "pass", "pass", "pass")
    assert (game.table, game.seat) == (None, 1)
    # The owner is out: all the others are asked, then the next seat leads; who is out is skipped.
    game = position("7", "8", "TT", "JJ", "QQ", guard=3)
    go(game, "7", "8", "pass", "pass", "pass")
    assert (game.table, game.seat, game.order, game.places) == (None, 2, [0, 1], [1, 2, None, None, None])
    go(game, "T", "J")
    assert game.seat == 4


def test_end() -> None:
    game = go(position("7", "8", "TT", "JJ", "QQ"), "7", "8")
    assert (game.phase, game.seat, game.winner, game.returns()) == ("over", None, "emperor", [6, 3, -3, -3, -3])
    assert (game.check("pass"), game.legal(), game.auto_action()) == ("game_over", [], None)
    # Winner and score can disagree.
    game = position("8", "", "7", "", "QQ", guard=2, order=(1, 3))
    go(game, "8", "pass", "pass", "7")
    assert (game.winner, game.places, game.returns()) == ("emperor", [3, 1, 4, 2, 5], [-2, 1, -1, 1, 1])
    game = position("8", "", "7", "TT", "66", guard=2, order=(1,))
    go(game, "8", "pass", "T", "pass", "pass", "T", "pass", "pass", "6", "7")
    assert (game.winner, game.places, game.returns()) == ("emperor", [2, 1, 4, 3, 5], [0] * 5)
    game = position("8", "", "7", "9", "QQ", order=(1,), to_move=2)
    go(game, "7", "9", "Q", "pass", "Q")
    assert (game.winner, game.places, game.returns()) == ("rebels", [5, 1, 2, 3, 4], [0] * 5)
    game = position("8", "88", "7", "9", "Q", to_move=2)
    go(game, "7", "9", "Q")
    assert (game.winner, game.places, game.returns()) == ("rebels", [None, None, 1, 2, 3], [-6, -3, 3, 3, 3])


@pytest.mark.parametrize(("stack", "factors"), [(False, [1, 2, 2, 2]), (True, [1, 2, 2, 4])])
def test_doubles(stack: bool, factors: list[int]) -> None:
    found = []
    for revolters, shown in product(((2,), (2, 3)), (False, True)):
        game = position("7", "8", "TT", "JJ", "QQ", shown=shown, revolters=revolters, options={"stack_doubles": stack})
        found.append(go(game, "7", "8").returns()[1] / 3)
    assert found == factors


@pytest.mark.parametrize(
    ("solo", "order", "winner", "emperor"),
    [
        ("open", [0], "emperor", 24), ("open", [3], "rebels", -24), ("dark", [0], "emperor", 12),
        ("dark", [3, 0], "emperor", 0), ("dark", [3, 1], "rebels", -12),
    ],
)  # fmt: skip
def test_alone(solo: str, order: list[int], winner: str, emperor: int) -> None:
    assert outcome(0, None, solo, order) == winner
    assert outcome(0, None, solo, order[:-1]) is None
    assert score(0, None, solo, order) == [emperor, *[-emperor / 4] * 4]
    doubled = emperor if solo == "open" else 2 * emperor
    assert score(0, None, solo, order, 1) == [doubled, *[-doubled / 4] * 4]


def test_every_order() -> None:
    for order in permutations(range(5)):
        for guard, solo in ((1, None), (None, "open"), (None, "dark")):
            end = next(early for early in range(6) if outcome(0, guard, solo, order[:early]))
            found = score(0, guard, solo, order[:end])
            assert sum(found) == 0
            assert solo == "open" or found == score(0, guard, solo, order)
            with pytest.raises(ValueError, match="over"):
                score(0, guard, solo, order[: end - 1])


# From outside


def test_administer() -> None:
    game = position("79", "8", "TT", "JJ", "QQ")
    legal = game.legal()
    for _ in range(3):
        game.administer(0, "auto")
        game.administer(0, "auto")  # once more changes nothing
        game.administer(0, "manual")
    assert (game.auto, game.autos, game.legal()) == ([False] * 5, [3, 0, 0, 0, 0], legal)
    game.administer(0, "auto")
    for seat, order, code in ((0, "manual", "auto"), (5, "auto", "no_seat"), (0, "stop", "administer")):
        with pytest.raises(Refused) as refused:
            game.administer(seat, order)
        assert refused.value.code == code
    go(game, "7", "8", "pass", "pass", "pass", "9")
    assert (game.dissolved, game.returns()) == (True, [6, 3, -3, -3, -3])
    with pytest.raises(Refused) as refused:
        game.administer(0, "auto")
    assert refused.value.code == "game_over"
    game = position("7", "8", "TT", "JJ", "QQ")
    for seat in range(5):
        game.administer(seat, "auto")
    go(game, "7", "8")
    assert (game.dissolved, game.winner, game.returns()) == (True, "emperor", [0] * 5)
    game = Game.start(4)
    game.administer(2, "quit")
    assert (game.phase, game.seat, game.winner, game.returns()) == ("over", None, None, [0, 0, -40, 0, 0])
    assert game.dissolved and game.check("call") == "game_over"


def test_auto() -> None:
    game = Game.start(5, options=Options(mode="classic", qiangdu=True))
    found = set()
    for _ in range(3000):
        if game.over:
            break
        text = game.auto_action()
        assert text is not None and text in game.legal()
        found.add((game.phase, text.split()[0] if game.phase != "play" or text == "pass" else "lead"))
        game.apply(text)
    assert game.over
    assert {("claim", "no"), ("throne", "yield"), ("play", "pass"), ("play", "lead")} <= found


# Whole deals


@pytest.mark.parametrize("seed", range(16))
def test_random_deals(seed: int) -> None:
    rng = random.Random(seed)
    opt = Options(**{name: rng.choice(values) for name, values in ALLOWED.items()})  # type: ignore[arg-type]
    game = Game.start(seed, options=opt)
    every = [cards for _, cards in leads("".join(rank * 6 for rank in opt.ranks) + "wwwwWWWW", Options(pack=opt.pack))]
    words = ["pass", "no", "rob", "call", "yield", "show", "name S6", "name HK", "name C2"]
    for _ in range(4000):
        if game.over:
            break
        texts = game.legal()
        assert 0 < len(set(texts)) == len(texts)
        for text in [*words, *rng.sample(every, 20)]:
            assert (game.check(text) == "ok") == (text in texts), text
        assert game.auto_action() in texts
        playing = [text for text in texts if text not in ("no", "pass", "rob")]
        game.apply(rng.choice(playing if playing and rng.random() < 0.7 else texts))
        held = [card for hand in game.hands for card in hand]
        assert len(set(held)) == len(held)
        if game.phase != "play":
            assert sorted(held) == pack_ids(opt) or game.over
            continue
        assert set(held) | set(game.table_cards) <= set(pack_ids(opt)) and not set(held) & set(game.table_cards)
        assert game.seat not in game.order and game.emperor is not None
        assert game.table is None or game.table_by != game.seat
        assert (game.guard is None) == (game.solo is not None) and game.guard != game.emperor
    assert game.over and game.emperor is not None
    assert game.winner == outcome(game.emperor, game.guard, game.solo, game.order)
    assert sum(game.returns()) == 0
