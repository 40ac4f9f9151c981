"""The endgames of 打大A and 保皇 in the reference: positions worked out by hand, and the search against itself."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from reference import baohuang_game, baohuang_plays, dadaa_game, dadaa_plays
from reference.race_endgame import PASS, SEATS, Baohuang, Dadaa, Judge, Place, Race, TooLarge, from_game

UNIT = dadaa_plays.DEFAULT
SCORED = replace(UNIT, score="grassland")
PLAIN = baohuang_plays.DEFAULT
KAO = replace(PLAIN, kao=True)
BIE6 = replace(PLAIN, bie6=True)


def dadaa(
    hands: str,
    to_move: int = 0,
    table: str | None = None,
    by: int | None = None,
    out: Sequence[int] = (),
    sides: Sequence[int] = (0, 1),
    declarer: int | None = None,
    exposed: bool = False,
    is_open: bool = False,
    opt: dadaa_plays.Options = UNIT,
) -> tuple[Race, Place]:
    """Hands with blanks between, a dash for nothing; the seats 0 and 1 have the big aces."""
    game = dadaa_game.Game.position(
        hands.replace("-", "").split(" "),
        to_move,
        sides,
        sides[0] if declarer is None else declarer,
        table,
        by,
        out,
        exposed=exposed,
        is_open=is_open,
        options=opt,
    )
    return from_game(game)


def baohuang(
    hands: str,
    to_move: int = 0,
    table: str | None = None,
    by: int | None = None,
    out: Sequence[int] = (),
    guard: int | None = 1,
    solo: str | None = None,
    shown: bool = False,
    revolters: Sequence[int] = (),
    opt: baohuang_plays.Options = PLAIN,
) -> tuple[Race, Place]:
    """The same; seat 0 is the emperor, seat 1 his guard or, with `solo`, nobody."""
    game = baohuang_game.Game.position(
        hands.replace("-", "").split(" "),
        to_move,
        0,
        None if solo else guard,
        solo,
        table,
        by,
        out,
        shown=shown,
        revolters=revolters,
        options=opt,
    )
    return from_game(game)


def moves(end: tuple[Race, Place]) -> dict[str, float]:
    """What each move is worth; the value of the position is that of the best."""
    race, place = end
    judge = Judge(race)
    found = judge.move_values(place)
    best = max if place.to_move in race.high else min
    assert judge.value(place) == best(found.values())
    assert judge.best_moves(place) == [move for move, value in found.items() if value == judge.value(place)]
    return found


def value(end: tuple[Race, Place]) -> float:
    return Judge(end[0]).value(end[1])


# ---- 打大A: who wins


@pytest.mark.parametrize(
    ("hands", "to_move", "out", "expected"),
    [
        # Two players are left, one a side, and whoever leads a last card ends the deal. Who was first decides.
        ("7 - - - 8", 0, (1, 2, 3), {"7": 1}),
        ("7 - - - 8", 4, (1, 2, 3), {"8": 0}),
        ("7 - - - 8", 0, (2, 1, 3), {"7": 0}),
        ("7 - - - 8", 4, (2, 1, 3), {"8": -1}),
        # The 8 is covered by the 9 and the 9 by the ten; in either case the rest then goes out in the lead.
        ("9T - - - 89", 4, (1, 2, 3), {"8": 1, "9": 1}),
        # A pair covers no single card.
        ("77 - - - 89", 4, (1, 2, 3), {"8": 0, "9": 0}),
        ("77 - - - 89", 0, (1, 2, 3), {"7": 0, "77": 1}),
        # Seat 0 goes out with the 7 and seat 1 over it: all out, but seat 2 was first.
        ("7 8 - T J", 0, (2,), {"7": 0}),
        # The same for the others: 4 goes out over 3, and the first was one of them.
        ("7 8 - T J", 3, (2,), {"T": -1}),
        # One against four: first out wins. The others go out over each other before he is asked.
        ("7 9 T J Q", 0, (), {"7": 1}),
        ("7 8 9 T J", 1, (), {"8": -1}),
    ],
)
def test_who_wins(hands: str, to_move: int, out: Sequence[int], expected: dict[str, float]) -> None:
    sides = (0,) if not out else (0, 1)
    assert moves(dadaa(hands, to_move, out=out, sides=sides)) == expected


def test_a_take_decides() -> None:
    """Seat 4 has played 999 and would go out with the ten. Who takes the egg has the lead, and goes out with it."""
    assert moves(dadaa("4455 - - - T", 0, "999", 4, (2, 1, 3))) == {"take 44": 0, PASS: -1}
    assert moves(dadaa("44 - - - T", 0, "999", 4, (2, 1, 3))) == {"take 44": 0, PASS: -1}
    # After the take the fours are to be beaten: seat 4 goes out over them.
    assert moves(dadaa("44 - - - TT", 0, "999", 4, (2, 1, 3))) == {"take 44": -1, PASS: -1}
    # A single 4 takes nothing, nor do two fours take four cards.
    assert moves(dadaa("4 - - - T", 0, "999", 4, (2, 1, 3))) == {PASS: -1}
    assert moves(dadaa("44 - - - T", 0, "9999", 4, (2, 1, 3))) == {PASS: -1}


def test_a_last_play_may_be_taken() -> None:
    """Seat 4 is out with the egg; seat 3, his team-mate, would lead for him."""
    assert moves(dadaa("44 - - 8 -", 0, "999", 4, (2, 1, 4))) == {"take 44": 0, PASS: -1}


def test_a_take_may_be_a_mistake() -> None:
    """His team-mate goes out with the 7 and leaves him the lead; over the fours of a take the sixes go out instead."""
    assert moves(dadaa("44 7 - 66 -", 0, "999", 1, (4, 2))) == {"take 44": -1, PASS: 0}


def test_cards_change_hands() -> None:
    race, place = dadaa("444 44 TT - -", 0, "9999", 2, (4, 3))
    place = race.after(place, "take 444")
    assert place == Place(("9999", "44", "TT", "", ""), 1, "444", 0, (4, 3))
    assert race.legal(place) == ("take 44", PASS)
    place = race.after(place, "take 44")
    assert place == Place(("9999", "444", "TT", "", ""), 2, "44", 1, (4, 3))
    assert race.legal(place) == ("TT", PASS)


def test_sevens_are_taken_by_option() -> None:
    opt = replace(UNIT, fours_take_true_seven=True)
    words = {"table": "9999999", "by": 4, "out": (2, 1, 3)}
    assert moves(dadaa("444444 - - - T", 0, **words)) == {PASS: -1}  # type: ignore[arg-type]
    assert moves(dadaa("444444 - - - T", 0, **words, opt=opt)) == {"take 444444": 0, PASS: -1}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wind", "exposed", "expected"),
    [
        # Seat 1 is out with 444, which nobody can beat. If seat 0 leads for him, the big ace and then the 7 go through;
        # if seat 2 leads, his last card ends the deal.
        ("exposed_partner", False, 0),  # nobody has seen the big ace of seat 0
        ("exposed_partner", True, 1),
        ("partner", False, 1),
        ("next", False, 0),
        ("next", True, 0),
    ],
)
def test_wind(wind: str, exposed: bool, expected: float) -> None:
    end = dadaa("7* - 9 - -", 0, "444", 1, (1, 3, 4), declarer=1, exposed=exposed, opt=replace(UNIT, wind=wind))
    assert moves(end) == {PASS: expected}


def test_playing_a_big_ace_exposes() -> None:
    """Seat 1 is out with the 5. Over it the big ace shows the sides, and what seat 0 then wins he leads himself."""
    race, place = dadaa("77* - 9 - -", 0, "5", 1, (1, 3, 4), declarer=1)
    assert place.hidden == (1, 0, 0, 0, 0)
    assert race.after(place, "*").hidden == (0, 0, 0, 0, 0)
    assert race.after(place, "7").hidden == (1, 0, 0, 0, 0)
    # The 7 leaves 7* against the 9, which goes over it; the big ace leaves the pair.
    assert moves((race, place)) == {"7": 0, "*": 1, PASS: 0}


def test_of_two_big_aces_the_known_one_is_played_first() -> None:
    race, place = dadaa("7** 8 9 T J", sides=(0,))
    assert place.hidden == (1, 0, 0, 0, 0)
    assert race.after(place, "*").hidden == (1, 0, 0, 0, 0)
    assert race.after(place, "**").hidden == (0, 0, 0, 0, 0)


def test_what_is_hidden_matters_to_one_option_only() -> None:
    for wind in ("partner", "next"):
        assert dadaa("7** 8 9 T J", sides=(0,), opt=replace(UNIT, wind=wind))[1].hidden == (0,) * SEATS
    assert dadaa("7** 8 9 T J", sides=(0,), is_open=True)[1].hidden == (0,) * SEATS


# ---- 打大A: the score of grassland


@pytest.mark.parametrize(
    ("hands", "to_move", "out", "declarer", "expected"),
    [
        # The partner goes out second, so u = 2; the declarer has twice that.
        ("- 7 8 9 T", 1, (0,), 0, 4),
        ("- 7 8 9 T", 1, (0,), 1, 4),
        # The others go out over one another before he is asked: a draw.
        ("- J 8 9 T", 2, (0,), 0, 0),
        # Seat 3 cannot go over the 8. Seat 4 does, to go out third: over his ten the jack is only fourth, which is 0.
        ("- J 8 99 T", 2, (0,), 0, 0),
        ("- J 8 99 7", 2, (0,), 0, 2),  # he cannot: the jack is third
        # The others win while both, the partner alone, or the declarer alone are still in.
        ("A A - 7 8", 3, (2,), 0, -6),
        ("- A - 7 8", 3, (2, 0), 0, -2),
        ("- A - 7 8", 3, (2, 0), 1, -4),
    ],
)
def test_grassland(hands: str, to_move: int, out: Sequence[int], declarer: int, expected: float) -> None:
    end = dadaa(hands, to_move, out=out, declarer=declarer, exposed=True, opt=SCORED)
    assert value(end) == expected


@pytest.mark.parametrize(("is_open", "factor"), [(False, 1), (True, 2)])
def test_one_against_four(is_open: bool, factor: int) -> None:
    assert value(dadaa("7 9 T J Q", sides=(0,), is_open=is_open, opt=SCORED)) == 32 * factor
    assert value(dadaa("7 8 9 T J", 1, sides=(0,), is_open=is_open, opt=SCORED)) == -32 * factor


# ---- 保皇


@pytest.mark.parametrize(
    ("hands", "guard", "expected"),
    [
        # Emperor first; the ten and the jack go out over the 9, and the next in turn leads: the guard, fourth,
        ("9 7 8 T J", 1, 2),
        # or, when he sits one further, the last of the rebels, so that the guard is fifth.
        ("9 8 7 T J", 2, 0),
    ],
)
def test_the_place_of_the_guard(hands: str, guard: int, expected: float) -> None:
    assert moves(baohuang(hands, guard=guard)) == {"9": expected}


@pytest.mark.parametrize(
    ("hands", "opt", "expected"),
    [
        # The guard was first. The emperor goes out fourth, for 2, or is left, for 0.
        ("669 - - - 7T", PLAIN, {"6": 0, "66": 2, "9": 0}),
        ("669 - - - 7T", BIE6, {"9": 0}),  # the sixes have to wait, and over the 9 comes the ten
        ("66w - - - 7T", BIE6, {"w": 2, "66w": 2}),  # jokers hang on them, or win the lead
        ("66 - - - 7T", BIE6, {"66": 2}),  # never one of two
        ("667 - - - 67", BIE6, {"7": 2}),  # nobody takes the lead from the 7
        ("667 - - - 88", BIE6, {"7": 0}),
    ],
)
def test_sixes_in_the_lead(hands: str, opt: baohuang_plays.Options, expected: dict[str, float]) -> None:
    assert moves(baohuang(hands, out=(1, 2, 3), opt=opt)) == expected


def test_sixes_need_the_lead() -> None:
    """The one who is left with sixes never follows with them, so that the other plays card after card."""
    for opt, expected in ((PLAIN, 2), (BIE6, 0)):
        # Over the pair of threes; a pack with ranks below the 6.
        low = replace(opt, pack="216")
        assert value(baohuang("6667 - - - 4", 0, "33", 4, (1, 2, 3), opt=low)) == expected


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ("77 9 9 9 9", {"7": -24, "77": 24}),
        ("7W 9 9 9 9", {"7": -24, "W": 24, "7W": 24}),
        ("78 9 9 9 9", {"7": -24, "8": -24}),
        # The first of the others over it ends the deal; the eights do not reach.
        ("78 9 7 7 7", {"7": -24, "8": -24}),
        ("78 7 7 7 7", {"7": 24, "8": 24}),
    ],
)
def test_open_solo(hands: str, expected: dict[str, float]) -> None:
    assert moves(baohuang(hands, solo="open")) == expected


@pytest.mark.parametrize(
    ("hands", "out", "revolters", "expected"),
    [
        ("77 9 9 9 9", (), (), {"7": -12, "77": 12}),
        ("77 9 9 9 9", (), (2, 3), {"7": -24, "77": 24}),
        ("77 - 9 9 9", (1,), (), {"7": -12, "77": 0}),  # second
        ("8T 9 66 66 66", (), (), {"8": 0, "T": 12}),  # over the 9 the ten is second
        ("8T J 66 66 66", (), (), {"8": -12, "T": -12}),  # over the jack nobody goes, and seat 2 leads his pair
    ],
)
def test_dark_solo(hands: str, out: Sequence[int], revolters: Sequence[int], expected: dict[str, float]) -> None:
    assert moves(baohuang(hands, out=out, solo="dark", revolters=revolters)) == expected


def test_groups_of_jokers() -> None:
    """A W is beaten by www or WW with 烤牌 alone."""
    for mine in ("www", "WW"):
        assert moves(baohuang(f"{mine} - - - 7", 0, "W", 4, (1, 2, 3))) == {PASS: 0}
        assert moves(baohuang(f"{mine} - - - 7", 0, "W", 4, (1, 2, 3), opt=KAO)) == {mine: 2, PASS: 0}


@pytest.mark.parametrize(
    ("shown", "revolters", "stack", "expected"),
    [(False, (), False, 2), (True, (), False, 4), (True, (2, 3), False, 4), (True, (2, 3), True, 8)],
)
def test_doubles(shown: bool, revolters: Sequence[int], stack: bool, expected: float) -> None:
    opt = replace(PLAIN, stack_doubles=stack)
    end = baohuang("77 - - - 8", out=(1, 2, 3), shown=shown, revolters=revolters, opt=opt)
    assert moves(end) == {"7": 0, "77": expected}


# ---- the search against itself


def random_end(rng: random.Random, name: str, cards: int) -> tuple[Race, Place]:
    """A small position, none too sensible."""
    while True:
        out = rng.sample(range(SEATS), rng.choice([0, 0, 1, 2]))
        held = [seat for seat in range(SEATS) if seat not in out]
        hands = [[] if seat in out else [rng.choice("456")] for seat in range(SEATS)]
        pool = ["4"] * 4 + ["9"] * 4 + ["7"] * 3 + list("AwW*")
        if name == "baohuang":
            hands = [[rng.choice("678")] if hand else [] for hand in hands]
            pool = list("66677779922wwwWWW")
        for card in rng.sample(pool, cards - len(held)):
            hands[rng.choice(held)].append(card)
        to_move = rng.choice(held)
        table = rng.choice([None, "7", "999", "77", "4" if name == "dadaa" else "6"])
        by = None if table is None else rng.choice([seat for seat in range(SEATS) if seat != to_move])
        texts = " ".join("".join(hand) or "-" for hand in hands)
        try:
            if name == "dadaa":
                sides = {seat for seat in range(SEATS) if "*" in hands[seat]} | {rng.randrange(SEATS)}
                opt = replace(rng.choice([UNIT, SCORED]), wind=rng.choice(dadaa_plays.ALLOWED["wind"]))
                race, place = dadaa(texts, to_move, table, by, out, sorted(sides), opt=opt)
            else:
                opt6 = rng.choice([PLAIN, KAO, BIE6])
                solo = rng.choice([None, "dark", "open"])
                race, place = baohuang(texts, to_move, table, by, out, rng.randint(1, 4), solo, opt=opt6)
        except ValueError:
            continue
        if race.result(place.order) is None:
            return race, place


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_what_is_remembered_or_cut_changes_no_value(name: str) -> None:
    rng = random.Random(name)
    for _ in range(120):
        race, place = random_end(rng, name, rng.choice([5, 6, 7]))
        judge = Judge(race)
        worth = judge.move_values(place)
        for memo, cuts in ((True, False), (False, True), (False, False)):
            try:
                found = Judge(race, 60_000 if not memo else None, memo, cuts).move_values(place)
            except TooLarge:
                continue
            assert found == worth, place


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_seats_may_be_turned(name: str) -> None:
    rng = random.Random(f"turn {name}")
    for _ in range(60):
        race, place = random_end(rng, name, 8)
        turn = rng.randrange(1, SEATS)
        hands, hidden = list(place.hands), list(place.hidden)
        for seat in range(SEATS):
            hands[(seat + turn) % SEATS], hidden[(seat + turn) % SEATS] = place.hands[seat], place.hidden[seat]
        turned = Place(
            tuple(hands),
            (place.to_move + turn) % SEATS,
            place.table,
            None if place.table_by is None else (place.table_by + turn) % SEATS,
            tuple((seat + turn) % SEATS for seat in place.order),
            tuple(hidden),
        )
        other: Race
        if isinstance(race, Dadaa):
            other = Dadaa(race.options, [(s + turn) % SEATS for s in race.high], (race.declarer + turn) % SEATS)
        else:
            assert isinstance(race, Baohuang)
            guard = None if race.guard is None else (race.guard + turn) % SEATS
            other = Baohuang(race.options, (race.emperor + turn) % SEATS, guard, race.solo, race.doubles)
        assert Judge(other).move_values(turned) == Judge(race).move_values(place)


def test_who_wins_is_the_sign_of_the_score() -> None:
    """A side that can win scores as much by it as it can, and the big aces may win nothing at fourth place."""
    rng = random.Random("sign")
    for _ in range(40):
        race, place = random_end(rng, "dadaa", 8)
        assert isinstance(race, Dadaa)
        unit, scored = (
            Judge(Dadaa(replace(race.options, score=score), race.high, race.declarer)).value(place)
            for score in ("unit", "grassland")
        )
        assert (scored > 0) - (scored < 0) in ((0, 1) if unit == 1 else (unit,))


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_positions_go_on_as_deals_do(name: str) -> None:
    """Deals played at random by their own state machine; the last cards also judged on the way."""
    for seed in range(6):
        rng = random.Random(seed)
        if name == "dadaa":
            values = {key: rng.choice(allowed) for key, allowed in dadaa_plays.ALLOWED.items()}
            game = dadaa_game.Game.start(seed, options=dadaa_plays.Options(**values))  # type: ignore[arg-type]
        else:
            values = {key: rng.choice(allowed) for key, allowed in baohuang_plays.ALLOWED.items()}
            game = baohuang_game.Game.start(seed, options=baohuang_plays.Options(**values))  # type: ignore[arg-type]
        while game.phase != "play":
            game.apply(game.legal()[0])
        race, place = from_game(game)
        while not game.over:
            assert from_game(game)[1] == place
            legal = game.legal()
            if sum(map(len, place.hands)) < 30:
                assert sorted(race.legal(place)) == sorted(legal)
            takes = [text for text in legal if text.startswith("take")]
            text = takes[0] if takes and rng.random() < 0.7 else rng.choice(legal)
            game.apply(text)
            place = race.after(place, text)
        assert isinstance(race, Dadaa | Baohuang)
        head = race.declarer if isinstance(race, Dadaa) else race.emperor
        assert race.result(place.order) == game.returns()[head]
        with pytest.raises(ValueError, match="not in play"):
            from_game(game)


def test_a_limit() -> None:
    race, place = dadaa("4477* 8899 999 TTJ JJ4")
    with pytest.raises(TooLarge):
        Judge(race, 50).value(place)
    judge = Judge(race)
    judge.value(place)
    assert judge.looked > 50
    assert Judge(race, judge.looked).value(place) == judge.value(place)


def test_no_sides() -> None:
    with pytest.raises(ValueError, match="declarer"):
        Dadaa(UNIT, (0, 1), 2)
    with pytest.raises(ValueError, match="guard"):
        Baohuang(PLAIN, 0, None, None)
    with pytest.raises(ValueError, match="guard"):
        Baohuang(PLAIN, 0, 1, "open")
