"""Whole deals of the reference: 升级 from the first card to the levels, and matches."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from reference.shengji_declare import rob_sets, show_sets, step, strength, suit_shown
from reference.shengji_game import Deal, Game, Match, Refused, card_of, cards_held, seeded_deal
from reference.trick_cards import PRESETS, Options, points_of, read_cards, sort_cards
from reference.trick_rules import LevelResult

DATA = Path(__file__).parent.parent / "data/shengji"
SUIT_OF = {"s": "S", "h": "H", "d": "D", "c": "C"}


def rows(name: str, *kinds: str) -> list[Any]:
    found = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]
    return [pytest.param(row, id=row["id"]) for row in found if row["kind"] in kinds]


def rigged(
    hands: list[str],
    kitty: str = "C3 C3 C4 C4",
    first: int = 0,
    dealer: int | None = None,
    level: str = "T",
    **options: Any,
) -> Game:
    """A deal in which the cards come in this order, however few they are."""
    options = {"kitty_size": len(read_cards(kitty)), **options}
    opt = Options(**options)
    free = list(range(54 * opt.decks))
    lists: list[list[int]] = []
    for cards in [*hands, kitty]:
        lists.append([])
        for card in read_cards(cards):
            lists[-1].append(next(number for number in free if card_of(number) == card))
            free.remove(lists[-1][-1])
    return Game(lambda _: Deal(lists[:4], lists[4], first), dealer, (level, level), opt)


def go(game: Game, *actions: str) -> Game:
    for action in actions:
        game.apply(action)
    return game


# The case files


@pytest.mark.parametrize("case", rows("shengji.jsonl", "declare"))
def test_case_declare(case: dict[str, Any]) -> None:
    opt = Options(decks=case["decks"])
    lead, shown = sort_cards(case["lead"]), sort_cards(case["hand"])
    sets = show_sets(case["level"], opt)
    assert lead in sets
    assert shown in sets
    assert (step(shown) > step(lead)) == case["answer"]


@pytest.mark.parametrize("case", rows("shengji.jsonl", "rob_kitty"))
def test_case_rob(case: dict[str, Any]) -> None:
    lead, shown = sort_cards(case["lead"]), sort_cards(case["hand"])
    may = shown in rob_sets(case["level"], Options(decks=case["decks"])) and strength(shown) > strength(lead)
    assert may == case["answer"]


@pytest.mark.parametrize("case", rows("shengji_rob_kitty.jsonl", "legal", "illegal"))
def test_case_rob_prose(case: dict[str, Any]) -> None:
    def cards(number: int, kind: str) -> tuple[str, ...]:
        return ((SUIT_OF[kind] + "T",) if kind in SUIT_OF else (kind,)) * number

    given = case["input"]
    shown = cards(*given["new"])
    may = shown in rob_sets("T", Options(decks=given["decks"])) and strength(shown) > strength(cards(*given["current"]))
    assert may == case["answer"]


@pytest.mark.parametrize("case", rows("shengji_scoring.jsonl", "other"))
def test_case_other(case: dict[str, Any]) -> None:
    steps = [(seat, number, suit) for seat, _, number, suit in (s for s in case["input"]["declare"] if len(s) == 4)]
    hands = ["", "", "", ""]
    for seat, number, suit in steps:
        hands[int(seat[1])] += f" {SUIT_OF[suit]}T" * number
    longest = max(1, *(len(hand.split()) for hand in hands))
    filler = [["C5"] * 2 + ["C6"], ["C7"] * 2 + ["C8"], ["C9"] * 2 + ["CJ"], ["CQ"] * 2 + ["CA"]]
    hands = [" ".join([*hand.split(), *more][:longest]) for hand, more in zip(hands, filler, strict=True)]
    kitty = "C3 C3 C4 C4"
    for where, card in (s for s in case["input"]["declare"] if len(s) == 2):
        assert where == "kitty3"
        kitty = f"C3 C3 {SUIT_OF[card] + '2' if card in SUIT_OF else card} C4"
    game = rigged(hands, kitty, **case.get("options", {}))
    done = 0
    while game.phase == "declare":
        action = "no"
        if done < len(steps):
            seat, number, suit = steps[done]
            wanted = " ".join(["declare"] + [SUIT_OF[suit] + "T"] * number)
            if game.seat == int(seat[1]) and game.check(wanted) == "ok":
                action, done = wanted, done + 1
        game.apply(action)
    answer = case["answer"]
    assert len(steps) - done == answer.get("rejected", 0)
    assert game.trump == (SUIT_OF[answer["trump"]] if answer["trump"] else "NT")
    if "by" in answer:
        assert game.declarer == int(answer["by"][1])
    if "locked" in answer:
        assert game.locked == answer["locked"]


@pytest.mark.parametrize("case", rows("shengji.jsonl", "other"))
def test_case_prose(case: dict[str, Any]) -> None:
    if case["id"] == "shengji-G20":
        match = Match(1)
        match.count(3, LevelResult("dealer", 1, False))
        assert (match.dealer, match.levels) == (1, ["2", "3"])
    elif case["id"] == "shengji-G21":
        match = Match(1)
        match.count(3, LevelResult("attackers", 0, True))
        assert (match.dealer, match.levels) == (0, ["2", "2"])
    elif case["id"] == "shengji-G22":
        assert rigged(["C5", "C6", "C7", "C8"]).trump == "NT"
    else:
        assert case["id"] == "shengji-G23"
        game = rigged(["HT HT C5 C5", "ST ST C6 C6", "DT DT C7 C7", "C8 C8 C9 C9"], allow_partner_protect=True)
        go(game, "declare HT", "declare HT")
        assert game.locked
        assert game.phase == "bury"


# Dealing and declaring


def test_seeded_deal() -> None:
    for preset, sizes in [("one_deck", (12, 6)), ("tuolaji", (25, 8)), ("titanic", (39, 6))]:
        opt = PRESETS[preset]
        deal = seeded_deal(7, 3, 0, opt, None)
        assert [len(cards) for cards in deal.arrival] == [sizes[0]] * 4
        assert len(deal.kitty) == sizes[1]
        assert sorted(sum(deal.arrival, deal.kitty)) == list(range(54 * opt.decks))
        assert seeded_deal(7, 3, 0, opt, 2).arrival == deal.arrival
        assert seeded_deal(7, 3, 0, opt, 2).first == 2
        assert seeded_deal(7, 3, 1, opt, None).arrival != deal.arrival


def test_who_is_asked() -> None:
    game = rigged(["C5 HT", "C6 C6", "ST ST", "C7 C8"], first=2, allow_partner_protect=True)
    assert (game.seat, game.dealt) == (2, 1)
    assert game.legal() == ["declare ST", "no"]
    go(game, "no")
    assert (game.seat, game.dealt) == (2, 5)
    assert game.legal() == ["declare ST", "declare ST ST", "no"]
    go(game, "no")
    assert (game.seat, game.dealt) == (0, 7)  # its second card
    go(game, "no")
    assert (game.seat, game.dealt) == (2, 8)  # the round at the end begins with the first drawer
    go(game, "no")
    assert game.seat == 0
    go(game, "declare HT")
    # nobody is left to ask: the round goes on to seat 1
    assert (game.phase, game.seat, game.dealer, game.trump) == ("bury", 0, 0, "H")


def test_declare_words() -> None:
    hands = ["HT ST ST C5 C5", "DT DT w w C6", "HT C7 C7 C8 C8", "W W C9 C9 C6"]
    game = go(rigged(hands, allow_partner_protect=True), "declare HT")
    # seat 1's first diamond is no answer, seat 2 holds the second heart
    assert (game.seat, game.legal()) == (2, ["declare HT", "no"])
    protected = go(rigged(hands, allow_partner_protect=True), "declare HT", "declare HT")
    assert (protected.locked, protected.declarer, protected.stake) == (True, 0, 1)
    assert protected.standing.cards == ("HT", "HT")
    assert (protected.seat, protected.legal()) == (3, ["declare W W", "no"])  # no 反主 any more
    go(game, "no")
    assert (game.seat, game.legal()) == (1, ["declare DT DT", "no"])
    assert game.check("declare DT") == "too_weak"
    assert game.check("declare w w") == "not_held"
    go(game, "declare DT DT")
    assert (game.trump, game.standing.suit, game.declarer, game.locked, game.stake) == (None, "D", 1, True, 2)
    assert (game.seat, game.legal()) == (3, ["declare W W", "no"])
    assert game.check("declare W") == "no_declaration"
    go(game, "declare W W")
    assert (game.phase, game.trump, game.dealer, game.declarer, game.stake) == ("bury", "NT", 0, 3, 4)


def test_last_declarer_deals() -> None:
    hands = ["HT C5", "DT DT", "C6 C6", "C7 C7"]
    for rule, dealer in [("first_declarer", 0), ("last_declarer", 1)]:
        game = go(rigged(hands, first_dealer=rule), "declare HT", "declare DT DT")
        assert (game.dealer, game.trump, game.stake) == (dealer, "D", 2)


def test_self_over() -> None:
    game = rigged(["HT ST ST", "C5 C5 C6", "w w C7", "C8 C8 C9"])
    go(game, "declare HT")
    assert game.legal() == ["declare w w", "no"]  # seat 2, before seat 0's second spade
    go(game, "no")
    assert (game.seat, game.legal()) == (0, ["declare ST ST", "no"])
    go(game, "declare ST ST")
    assert (game.locked, game.stake, game.standing.suit) == (True, 1, "S")
    go(game, "declare w w")  # in the round at the end
    assert (game.trump, game.stake, game.dealer) == ("NT", 2, 0)


@pytest.mark.parametrize(
    ("options", "sets"),
    [
        ({}, ["w w", "W W"]),
        ({"nt_override": "any_two"}, ["w w", "W w", "W W"]),
        ({"nt_override": "four"}, ["W W w w"]),
        ({"decks": 1}, []),
        ({"decks": 1, "nt_override": "any_two"}, ["W w"]),
        ({"decks": 1, "nt_override": "four"}, []),
        ({"decks": 3}, ["w w", "W W", "w w w", "W W W"]),
        ({"decks": 3, "nt_override": "any_two"}, ["w w", "W w", "W W", "w w w", "W w w", "W W w", "W W W"]),
    ],
)
def test_show_sets(options: dict[str, Any], sets: list[str]) -> None:
    opt = Options(**options)
    level_sets = [" ".join([suit + "T"] * n) for suit in "SHDC" for n in range(1, opt.decks + 1)]
    assert [" ".join(cards) for cards in show_sets("T", opt)] == level_sets + sets


def test_one_deck_shows_once() -> None:
    for override, legal in [("equal_pair", None), ("any_two", ["declare W w", "no"])]:
        game = rigged(["HT C5", "w W", "ST C6", "DT C7"], "C8 C9", decks=1, nt_override=override)
        go(game, "declare HT")
        if legal is None:
            assert game.phase == "bury"
        else:
            assert (game.seat, game.legal()) == (1, legal)
            assert go(game, "declare W w").trump == "NT"


def test_three_decks_climb() -> None:
    hands = ["HT HT HT", "w w W", "ST ST ST", "C5 C6 C7"]
    game = rigged(hands, "C3 C8", decks=3)
    go(game, "declare HT")
    assert (game.seat, game.legal()) == (0, ["declare HT HT", "no"])  # seat 2 could not with one spade
    go(game, "declare HT HT")
    assert (game.stake, game.seat, game.legal()) == (1, 1, ["declare w w", "no"])
    go(game, "declare w w")
    assert (game.stake, game.locked, game.legal()) == (2, False, ["declare HT HT HT", "no"])
    go(game, "declare HT HT HT")
    assert (game.seat, game.stake, game.phase) == (0, 4, "bury")
    first = rigged(["w w", "HT C5", "C6 C7", "C8 C9"], "C3 C4", decks=3)
    assert go(first, "no", "declare w w").trump == "NT"  # also as the first show


@pytest.mark.parametrize(
    ("rule", "kitty", "trump"),
    [
        ("no_trump", "C3 C3 D4 C4", "NT"),
        ("kitty3", "C3 C3 D4 C4", "D"),
        ("kitty3", "C3 C3 w C4", "NT"),
        ("kitty3_skip_jokers", "S3 C3 w H4", "H"),
        ("kitty3_skip_jokers", "S3 C3 w W", "NT"),
    ],
)
def test_nobody_declares(rule: str, kitty: str, trump: str) -> None:
    game = rigged(["C5", "C6", "C7", "C8"], kitty, first=3, nobody_declares=rule)
    assert (game.phase, game.dealer, game.trump, game.declarer) == ("bury", 3, trump, None)


def test_redeal() -> None:
    game = Game.start(11, options=Options(nobody_declares="redeal"))
    firsts = set()
    while game.deal_number < 8:
        firsts.add(game.first)
        game.apply("no")
    assert len(firsts) > 1
    assert all(action == "no" for _, action in game.history)
    given = Game.start(11, dealer=1, options=Options(nobody_declares="redeal"))
    while given.deal_number < 3:
        given.apply("no")
    assert given.first == 1


def test_levels_of_a_deal() -> None:
    assert Game.start(1, dealer=1, levels=("5", "J")).level == "J"
    with pytest.raises(ValueError, match="one level"):
        Game.start(1, levels=("5", "J"))


# Burying and robbing


def test_bury_points() -> None:
    hands = ["C5 CT CK C7", "C6 C6 C8 C8", "C9 C9 CJ CJ", "CQ CQ CA CA"]
    for limit, most in [(None, 35), (0, 5), (4, 5), (10, 10), (15, 15)]:
        game = rigged(hands, "CK S5 S3 S2", level="4", dealer=0, kitty_points_max=limit)
        listed = game.legal()
        assert len(listed) == len(set(listed)) == game.count_legal()
        assert max(points_of(action.split()[1:]) for action in listed) == most
        assert game.check("bury CK CK CT S5") == ("ok" if most == 35 else "too_many_points")
        assert game.check("bury CK CK CT") == "wrong_size"
        assert game.check("bury CK CK CT CA") == "not_held"


def test_rob() -> None:
    hands = ["HT C5 C5", "DT DT C6", "ST ST C7", "w w C8"]
    game = rigged(hands, rob_kitty=True)
    go(game, "declare HT")
    while game.phase == "declare":
        go(game, "no")
    assert (game.phase, game.seat, game.dealer) == ("bury", 0, 0)
    go(game, "bury C5 C5 C3 C3")
    assert (game.phase, game.seat, game.legal()) == ("rob", 1, ["rob DT DT", "no"])
    assert game.check("rob DT") == "no_declaration"
    assert game.check("rob DT C6") == "no_declaration"
    assert game.check("rob ST ST") == "not_held"
    go(game, "no", "rob ST ST")
    assert (game.phase, game.seat, game.trump, game.stake) == ("bury", 2, "S", 2)
    assert game.check("bury ST ST C3 C3") == "ok"  # shown cards may be buried
    go(game, "bury C3 C3 C5 C5")
    assert (game.phase, game.seat, game.legal()) == ("rob", 3, ["rob w w", "no"])
    go(game, "rob w w", "bury C3 C3 C5 C5")
    # seats 0, 1 and 2 have nothing stronger
    assert (game.phase, game.seat, game.trump, game.stake, game.burier) == ("play", 0, "NT", 4, 3)
    assert "C3" not in game.unseen() or game.seat != game.burier
    passed = rigged(["C5 C5", "DT DT", "C6 C6", "C7 C7"], rob_kitty=True, stake_cap=1)
    while passed.phase == "declare":
        go(passed, "no")
    go(passed, "bury C3 C3 C4 C4")
    assert (passed.seat, passed.legal()) == (1, ["rob DT DT", "no"])  # any pair over nothing
    assert go(passed, "rob DT DT", "bury C3 C3 C4 C4").stake == 1


def test_rob_order() -> None:
    two = ["DT", "CT", "HT", "ST", "w", "W"]
    assert rob_sets("T", Options()) == [(card, card) for card in two]
    assert rob_sets("T", Options(decks=3)) == [(c, c) for c in two] + [(c, c, c) for c in two]
    assert [strength(cards) for cards in rob_sets("T", Options(decks=3))] == list(range(2, 14))
    assert strength(()) == 0
    assert strength(("ST",)) == 1
    assert strength(sort_cards("w W")) == 6
    assert strength(sort_cards("w W w W")) == 7
    assert strength(sort_cards("w W W")) == 12
    assert suit_shown(("W", "w")) == "NT"


# Play


def test_reasons() -> None:
    game = Game.position(["H5 H5 S3", "H7 H8 S4", "H9 H9 C3", "HJ HQ C4"], "S", "T")
    for action, code in [
        ("", "notation"),
        ("hello", "notation"),
        ("pass", "notation"),
        ("bury", "notation"),
        ("no", "wrong_phase"),
        ("declare H5", "wrong_phase"),
        ("bury H5", "wrong_phase"),
        ("HA", "not_held"),
        ("H5 H5 H5", "not_held"),
        ("H5 S3", "two_groups"),
        ("H5 H5", "ok"),
        (" H5,H5 ", "ok"),
    ]:
        assert game.check(action) == code, action
    with pytest.raises(Refused, match="two_groups"):
        game.apply("H5 S3")
    assert game.hand(0) == ("S3", "H5", "H5")
    go(game, "H5 H5")
    assert game.check("H7") == "wrong_size"
    assert game.check("H7 S4") == "must_follow"
    go(game, "H7 H8")
    assert game.check("H9 C3") == "must_follow"
    go(game, "H9 H9", "HJ HQ")
    assert (game.seat, game.points, len(game.played)) == (2, 0, 8)
    go(game, "C3", "C4", "S3", "S4")
    assert game.over
    assert game.check("C3") == "game_over"
    assert game.check("no") == "game_over"
    assert game.legal() == []
    assert game.count_legal() == 0


def test_failed_throw() -> None:
    hands = ["H9 H8 H8 H4 H4", "HJ H2 H2 H3 H3", "D2 D2 D3 D3 D4", "H5 H5 D6 D6 D7"]
    game = go(Game.position(hands, "S", "T", points=20, options=Options(throw_penalty=10)), "H9 H8 H8 H4 H4")
    assert cards_held(game.trick[0][1]) == ["H4", "H4"]
    assert game.hand(0) == ("H9", "H8", "H8")
    assert (game.points, game.seat) == (30, 1)
    assert game.history == [(0, "H9 H8 H8 H4 H4")]
    attacker = Game.position(hands, "S", "T", dealer=1, points=5, options=Options(throw_penalty=10))
    attacker.leader = attacker.seat = 0
    assert go(attacker, "H9 H8 H8 H4 H4").points == 0


def test_certain_throws() -> None:
    opt = Options(throws="certain")
    hands = ["HA HA HK HK", "H3 H4 H5 H6", "D3 D4 D5 D6", "C3 C4 C5 C6"]
    game = Game.position(hands, "S", "T", options=opt)
    assert game.check("HA HA HK HK") == "ok"
    assert set(game.legal()) == {"HA", "HK", "HA HA", "HK HK", "HA HA HK HK", "HA HK", "HA HA HK", "HA HK HK"}
    assert game.check("HA HK") == "ok"
    low = Game.position(["HA HK HQ HQ", *hands[1:]], "S", "T", options=opt)
    assert low.check("HA HK") == "not_certain"  # the other ace is out
    buried = Game.position(["HA HK HQ HQ", *hands[1:]], "S", "T", kitty="HA", options=opt)
    assert buried.check("HA HK") == "ok"
    assert buried.check("HA HQ HQ") == "ok"  # KK cannot be held
    assert buried.check("HA HK HQ") == "not_certain"  # K over Q


def test_kitty_points() -> None:
    hands = ["H5 H5", "HK HK", "H3 H4", "H6 H7"]
    over = go(Game.position(hands, "S", "T", kitty="C5 CK"), "H5 H5", "HK HK", "H3 H4", "H6 H7")
    assert over.points == 30 + 4 * 15
    assert over.result == ("attackers", 0, True)
    assert over.returns() == [-0.5, 0.5, -0.5, 0.5]
    assert over.room_points([0] * 4) == 2
    over = go(Game.position(hands, "S", "T", dealer=1, kitty="C5 CK"), "H5 H5", "HK HK", "H3 H4", "H6 H7")
    assert (over.points, over.result) == (0, ("dealer", 3, False))
    assert over.returns() == [-3.0, 3.0, -3.0, 3.0]
    throw = ["HA HK HQ", "S3 S3 S4", "H3 H4 H6", "H7 H8 H9"]
    for shape, points in [("led", 2 * 10), ("winner", 4 * 10)]:
        game = Game.position(throw, "S", "T", kitty="CK", options=Options(kitty_shape=shape))
        assert go(game, "HA HK HQ", "S3 S3 S4", "H3 H4 H6", "H7 H8 H9").points == 10 + points
    staked = Game.position(hands, "S", "T", dealer=1, options=Options(stakes=True))
    staked.stake = 4
    assert go(staked, "H5 H5", "HK HK", "H3 H4", "H6 H7").returns() == [-12.0, 12.0, -12.0, 12.0]
    assert staked.room_points([0] * 4) == 16


def test_physical_cards() -> None:
    game = Game.position(["H5 H5 H6", "H7 H8 H9", "D3 D4 D5", "C3 C4 C5"], "S", "T")
    low, high = sorted(card for card in game.hands[0] if card_of(card) == "H5")
    assert game.check([low, high]) == "ok"
    assert game.check([high]) == "ok"
    assert game.check([high, high]) == "notation"
    assert game.check([]) == "notation"
    assert game.check([game.hands[1][0]]) == "not_held"
    game.apply([high])
    assert game.trick == [(0, [high])]
    other = Game.position(["H5 H5 H6", "H7 H8 H9", "D3 D4 D5", "C3 C4 C5"], "S", "T")
    other.apply("H5")
    assert other.trick == [(0, [low])]


def random_action(game: Game, rng: random.Random) -> str:
    """Some legal action, without listing the many."""
    assert game.seat is not None
    hand = cards_held(game.hands[game.seat])
    if game.phase in ("declare", "rob"):
        return rng.choice(game.legal())
    if game.phase == "bury":
        cards = sorted(hand, key=lambda card: (points_of([card]), rng.random()))
        size = game.options.kitty
        return "bury " + " ".join(cards[:size] if game.options.kitty_points_max is not None else rng.sample(hand, size))
    assert game.rules is not None
    if not game.trick:
        group = game.rules.group(rng.choice(hand))
        own = game.rules.of_group(hand, group)
        some = " ".join(rng.sample(own, rng.randint(1, min(5, len(own)))))
        return some if game.check(some) == "ok" else rng.choice(hand)
    lead = game.lead_cards()
    own = game.rules.of_group(hand, game.rules.group(lead[0]))
    if len(own) <= len(lead):
        rest = [card for card in hand if card not in own]
        return " ".join([*own, *rng.sample(rest, len(lead) - len(own))])
    listed = game.rules.follows(hand, lead)
    assert game.count_legal() == len(listed)
    return " ".join(rng.choice(listed))


DEALS: list[dict[str, Any]] = [
    {},
    {"decks": 1, "nt_override": "any_two", "kitty_points_max": 10},
    {"decks": 3},
    {"rob_kitty": True, "stakes": True},
    {"decks": 3, "rob_kitty": True, "two_is_trump": True, "titanic_ladder": "triples_first"},
    {"two_is_trump": True, "throws": "none", "allow_partner_protect": True, "nobody_declares": "kitty3"},
    {"throws": "certain", "overruff": "all", "kitty_rule": "pairs", "kitty_shape": "winner"},
    {"trump_throw": False, "protect_tractors": True, "throw_fail": "smallest_unit", "throw_penalty": 10},
    {"decks": 3, "protect_triples": True, "level_tractor": "no_ace", "gap_tractor": False, "overruff": "highest"},
    {"nobody_declares": "redeal", "nt_override": "four", "first_dealer": "last_declarer", "kitty_size": 12},
]


@pytest.mark.parametrize("options", DEALS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_whole_deals(options: dict[str, Any], seed: int) -> None:
    opt = Options(**options)
    rng = random.Random(seed)
    dealer = rng.choice([None, 0, 1, 2, 3])
    levels = (rng.choice("2TA"),) * 2 if dealer is None else (rng.choice("2TA"), rng.choice("35K"))
    game = Game.start(seed, 5, dealer, levels, opt)
    while not game.over:
        action = random_action(game, rng)
        assert game.check(action) == "ok", (game.phase, action)
        assert game.seat is not None
        others = [card for seat, hand in enumerate(game.hands) if seat != game.seat for card in hand]
        if others:
            assert game.check([rng.choice(others)]) == "not_held"
        game.apply(action)
        if game.phase == "play" and not game.trick:
            assert len({len(hand) for hand in game.hands}) == 1
    assert game.result is not None
    assert sorted(game.played + game.kitty) == list(range(54 * opt.decks))
    won = [card for trick in game.tricks for _, play in trick for card in cards_held(play)]
    assert points_of(won) + points_of(cards_held(game.kitty)) == 100 * opt.decks
    assert sum(game.returns()) == 0
    if opt.throw_penalty == 0:
        assert game.points <= 100 * opt.decks * 64
    again = Game.start(seed, 5, dealer, levels, opt)
    for _, action in game.history:
        again.apply(action)
    assert (again.points, again.result, again.tricks) == (game.points, game.result, game.tricks)


@pytest.mark.parametrize("throws", ["all", "certain", "none"])
def test_legal_is_what_check_accepts(throws: str) -> None:
    """Every multiset of the small hands in the last tricks of deals."""
    rng = random.Random(9)
    for seed in range(4):
        game = Game.start(seed, 0, 0, ("5", "5"), Options(throws=throws, decks=rng.choice((2, 3)), rob_kitty=True))
        while not game.over:
            if game.phase == "play" and len(game.hands[game.seat or 0]) <= 7:
                listed = game.legal()
                assert len(listed) == len(set(listed)) == game.count_legal()
                hand = game.hands[game.seat or 0]
                seen = {}
                for mask in range(1, 1 << len(hand)):
                    ids = [card for place, card in enumerate(hand) if mask >> place & 1]
                    cards = " ".join(sort_cards(cards_held(ids)))
                    seen[cards] = game.check(ids)
                    assert game.check(cards) == seen[cards]
                assert {cards for cards, code in seen.items() if code == "ok"} == set(listed)
            game.apply(random_action(game, rng))


# Match


def test_match_levels() -> None:
    match = Match(1, Options(must_play=("5", "J")))
    match.count(0, LevelResult("dealer", 3, False))
    assert (match.levels, match.dealer) == (["5", "2"], 2)
    match.count(2, LevelResult("attackers", 7, True))  # stops at 5, not played as dealer
    assert (match.levels, match.dealer) == (["5", "5"], 3)
    match.count(3, LevelResult("attackers", 2, True))  # seats 0, 2 have played 5 as dealer
    assert (match.levels, match.dealer) == (["7", "5"], 0)
    match.count(0, LevelResult("attackers", 2, True))
    assert (match.levels, match.dealer) == (["7", "7"], 1)
    match.count(1, LevelResult("dealer", 3, False))
    match.count(3, LevelResult("dealer", 3, False))  # 10, then stops at J
    assert match.levels == ["7", "J"]
    match.count(1, LevelResult("dealer", 3, False))
    assert match.levels == ["7", "A"]
    match.count(3, LevelResult("attackers", 0, True))
    assert not match.over
    match.count(0, LevelResult("attackers", 4, True))
    assert (match.levels, match.dealer) == (["7", "A"], 1)
    match.count(1, LevelResult("dealer", 1, False))
    assert match.over
    assert match.winner == 1


def test_not_played_as_dealer() -> None:
    match = Match(1, Options(must_play=("5",)))
    match.levels = ["5", "3"]
    match.count(1, LevelResult("attackers", 2, True))  # stands on 5 and has not dealt at it
    assert match.levels == ["5", "3"]


def test_match() -> None:
    match, rng = Match(3, Options(decks=1)), random.Random(3)
    for number in range(6):
        game = match.new_game()
        assert game.level == match.levels[(match.dealer or 0) % 2]
        while not game.over:
            game.apply(random_action(game, rng))
        match.finish(game)
        assert match.deals == number + 1
        if match.over:
            break
    assert match.dealer is not None
    with pytest.raises(ValueError, match="not over"):
        match.finish(match.new_game())
