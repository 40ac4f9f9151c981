"""The endgames of the trick-taking games: values worked out by hand, and the models of whole deals for the rest."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from reference import dabaifen_game, dabaifen_rules, erqiwang_game, erqiwang_rules, shengji_game
from reference.shengji_game import cards_held
from reference.trick_cards import DECK, RANKS, SUITS, Options, sort_cards, text_of
from reference.trick_endgame import Judge, Position, Setting, TooLarge, position, solve
from reference.whist_game import WhistGame

ONE, TWO, THREE = Options(decks=1), Options(), Options(decks=3)
Model = shengji_game.Game | erqiwang_game.Game | dabaifen_game.Game | WhistGame


def kitty(text: str) -> tuple[str, ...]:
    return sort_cards(text)


def hands(text: str) -> list[str]:
    return [hand.strip() for hand in text.split("/")]


# ---- whist


@pytest.mark.parametrize(
    ("cards", "leader", "expected"),
    [
        ("S2 S6 / SK S3 / SA SQ / S4 S5", 0, 2),  # the king lies before ace and queen
        ("S2 S6 / S4 S5 / SA SQ / SK S3", 0, 1),  # and behind them
        ("S2 S6 / SK S3 / SA SQ / S4 S5", 2, 1),  # from the other side
        ("SA H2 / SK H3 / S2 HA / S3 H4", 0, 2),
        ("SA H2 / SK H3 / S2 HA / S3 H4", 1, 2),
        ("SA / SK / SQ / SJ", 1, 1),
        ("S2 / H3 / HA / H4", 3, 1),
        ("S2 / H3 / H4 / HA", 3, 0),
    ],
)
def test_whist_without_trumps(cards: str, leader: int, expected: int) -> None:
    assert solve(Setting(None, "NT"), hands(cards), leader)[0] == expected


def test_whist_with_trumps_and_in_a_trick() -> None:
    deal = hands("SA H2 / SK D3 / S2 D4 / H3 D5")
    # After the two the 3 wins, and then the high diamond.
    assert solve(Setting(None, "NT"), deal, 0) == (1, {"SA": 1, "H2": 0})
    # Ace first: seat 3 ruffs, and his diamond is ruffed.
    assert solve(Setting(None, "H"), deal, 0) == (1, {"SA": 1, "H2": 0})
    # With the higher trump seat 0 draws his first.
    assert solve(Setting(None, "H"), hands("SA H4 / SK D3 / S2 D4 / H3 D5"), 0) == (2, {"SA": 1, "H4": 2})
    # The last to play takes the trick or not; tricks won before count too.
    trick = ["SK", "SQ", "S3"]
    assert solve(Setting(None, "NT"), hands("SA HA / H2 / H3 / H4"), 0, trick, score=4) == (6, {"SA": 6})
    assert solve(Setting(None, "NT"), hands("SA S2 / HA / H3 / H4"), 0, trick) == (2, {"SA": 2, "S2": 0})


# ---- 升级: throws, tractors


def test_a_throw_that_stands_decides() -> None:
    """Ace and king at once need two ruffs, and seat 3 has one trump."""
    deal = hands("SA SK / SQ S5 / C3 C4 / H5 D3")
    for score in (0, 15):
        value, values = solve(Setting(ONE, "H", "2", dealer=1), deal, score=score)
        assert value == score + 20
        assert values == {"SA SK": score + 20, "SA": score, "SK": score}
    without = Setting(Options(decks=1, throws="none"), "H", "2", dealer=1)
    assert solve(without, deal) == (0, {"SA": 0, "SK": 0})
    # Certain it is only when the cards that could beat it are played, or held.
    certain = Options(decks=1, throws="certain")
    assert solve(Setting(certain, "H", "2", dealer=1), deal)[0] == 20
    assert "SQ S5" not in solve(Setting(certain, "H", "2", dealer=1), deal, 1)[1]
    deal = hands("SA SQ / SJ S5 / C3 C4 / H5 D3")
    assert solve(Setting(certain, "H", "2", dealer=1, kitty=("SK",)), deal) == (0, {"SA": 0, "SQ": 0})
    dealt = hands("C3 C4 / SA SQ / SJ S9 / H5 D3")
    assert "SA SQ" in solve(Setting(certain, "H", "2", dealer=1, kitty=("SK",)), dealt, 1)[1]
    assert "SA SQ" not in solve(Setting(certain, "H", "2", dealer=1, kitty=("SK",), burier=3), dealt, 1)[1]


def test_a_throw_that_fails() -> None:
    """Of KK and Q both are beaten, so that the queen is led; that costs what the options say."""
    deal = hands("SK SK SQ SQ / SA SA S3 S4 / CK CK C5 C5 / D3 D4 D6 D7")
    for penalty in (0, 10, 40):
        opt = Options(throw_penalty=penalty)
        for score in (0, 30):
            values = solve(Setting(opt, "H", "2", dealer=1), deal, score=score)[1]
            assert values["SK SK SQ"] == values["SQ"] - min(penalty, score)
        values = solve(Setting(opt, "H", "2", dealer=0), deal, score=30)[1]
        assert values["SK SK SQ"] == values["SQ"] + penalty
    # By other rules the lowest card of the throw, or of the beaten units the smallest.
    deal = hands("SK SK SQ SQ SA / SA S3 S4 S6 S7 / CK CK C5 C5 C6 / D3 D4 D6 D7 D8")
    for fail, laid in (("lowest", "SK SK SQ SQ SA"), ("single_card", "SK SK SQ SQ SA")):
        judge = Judge(Setting(Options(throw_fail=fail), "H", "2", dealer=1))
        place = position(judge.setting, deal)
        assert judge.led(place, sort_cards(laid)) == sort_cards(laid)  # stands
        beaten = ("SQ",) if fail == "single_card" else ("SK",)
        assert judge.led(place, sort_cards("SK SQ SQ")) == beaten


def test_a_tractor() -> None:
    """KKQQ can't be beaten by a pair of aces, KK and QQ can."""
    deal = hands("SK SK SQ SQ / SA SA S3 S4 / CK CK C5 C5 / D3 D4 D6 D7")
    value, values = solve(Setting(TWO, "H", "2", dealer=1, kitty=kitty("DK")), deal)
    assert value == 210  # 20 + 30, and 16 times the kitty
    assert values["SK SK SQ SQ"] == 210
    # The aces take kings and fives. Then seat 1 leads the 3, a queen wins with a king from seat 2, and another with the
    # last trick.
    assert values["SK SK"] == 40
    # Against QQ the kings are left: 20 each trick, and the kitty twice.
    assert values["SQ SQ"] == 60


# ---- 升级: the kitty


@pytest.mark.parametrize(
    ("opt", "cards", "expected"),
    [
        (ONE, "SA / S3 / S4 / C3", 30),
        (TWO, "SA SA / S3 S4 / S6 S7 / C3 C4", 60),
        (TWO, "SA SK / S3 S4 / S6 S7 / C3 C4", 40),  # with the king's own ten
        (TWO, "SA SA SQ SQ / S3 S4 S6 S7 / S3 S4 S6 S7 / C3 C4 C6 C7", 60),  # no tractor: a king is between
        (TWO, "SA SA SK SK / S3 S4 S6 S7 / S3 S4 S6 S7 / C3 C4 C6 C7", 260),
        (THREE, "SA SA SA / S3 S4 S6 / S7 S8 S9 / C3 C4 C6", 120),
        (Options(kitty_cap=8), "SA SA SK SK / S3 S4 S6 S7 / S3 S4 S6 S7 / C3 C4 C6 C7", 140),
        (Options(kitty_rule="fixed2"), "SA SA / S3 S4 / S6 S7 / C3 C4", 30),
        (Options(kitty_rule="linear"), "SA SA / S3 S4 / S6 S7 / C3 C4", 30),
        (Options(kitty_rule="linear"), "SA SK / S3 S4 / S6 S7 / C3 C4", 25),
        (Options(kitty_rule="linear2"), "SA SA / S3 S4 / S6 S7 / C3 C4", 60),
        (Options(decks=3, kitty_rule="pairs"), "SA SA SA / S3 S4 S6 / S7 S8 S9 / C3 C4 C6", 60),
        # At level K the queens stand next to the aces.
        (TWO, "SQ SQ SA SA / S3 S4 S6 S7 / S3 S4 S6 S7 / C3 C4 C6 C7", 60),
    ],
)
def test_the_factor_of_the_kitty(opt: Options, cards: str, expected: int) -> None:
    """15 points are buried, and the attackers win the last trick."""
    setting = Setting(opt, "H", "2", dealer=1, kitty=kitty("DK D5"))
    assert solve(setting, hands(cards))[0] == expected
    assert solve(setting._replace(dealer=0), hands(cards))[0] == 0


def test_level_closes_a_gap() -> None:
    setting = Setting(TWO, "H", "K", dealer=1, kitty=kitty("D5"))
    deal = hands("SQ SQ SA SA / S3 S4 S6 S7 / S3 S4 S6 S7 / C3 C4 C6 C7")
    assert solve(setting, deal)[0] == 80
    assert solve(setting._replace(options=Options(gap_tractor=False)), deal)[0] == 20


def test_who_must_lose_the_last_trick_leads_it_small() -> None:
    deal = hands("D3 D4 / S3 S3 / SA SA / C3 C4")
    setting = Setting(TWO, "H", "2", dealer=1, kitty=kitty("DK D5"))
    assert solve(setting, deal, 1) == (30, {"S3 S3": 60, "S3": 30})
    # What the winner shows counts by an option: here a pair on two singles is not there to be had.
    winner = setting._replace(options=Options(kitty_shape="winner"))
    assert solve(winner, deal, 1) == (30, {"S3 S3": 60, "S3": 30})
    # A throw of two singles, ruffed by a pair.
    deal = hands("D3 D4 / SA SK / H3 H3 / C3 C4")
    assert solve(setting, deal, 1)[1]["SA SK"] == 40
    assert solve(winner, deal, 1)[1]["SA SK"] == 70


# ---- 升级: the trump group


def test_no_trump() -> None:
    """Level cards of all suits are equal, and the one played first is higher."""
    setting = Setting(ONE, "NT", "5", dealer=1)
    deal = hands("S5 / H5 / DT / C4")
    assert solve(setting, deal, 0)[0] == 20
    assert solve(setting, deal, 1)[0] == 0
    assert solve(setting, deal, 3)[0] == 20  # they ruff the club, seat 0 first
    assert solve(setting, hands("S5 / w / DT / C4"), 3)[0] == 0
    # Two cards of the trump group are no pair, though on one place.
    setting = Setting(TWO, "NT", "5", dealer=1, kitty=kitty("DK"))
    small = "C3 C4 / D3 D4 / C6 C7"
    assert solve(setting, hands(f"S5 D5 / {small}"), 0)[0] == 30
    assert solve(setting, hands(f"S5 S5 / {small}"), 0)[0] == 50


def test_permanent_twos() -> None:
    """The two of spades is a spade, or it ruffs."""
    deal = hands("SA D4 / S2 C3 / SK D9 / S7 C8")
    assert solve(Setting(ONE, "H", "T", dealer=1), deal) == (10, {"SA": 10, "D4": 10})
    assert solve(Setting(Options(decks=1, two_is_trump=True), "H", "T", dealer=1), deal) == (0, {"SA": 0, "D4": 0})
    # Main 2 lies next to off L: a tractor, which pays more than two pairs.
    setting = Setting(Options(two_is_trump=True), "H", "T", dealer=1, kitty=kitty("D5"))
    deal = hands("H2 H2 ST ST / S3 S4 S6 S7 / C3 C4 C6 C7 / D3 D4 D6 D7")
    assert solve(setting, deal)[0] == 100
    assert solve(setting._replace(options=TWO), deal)[0] == 40


def test_off_suit_level_cards() -> None:
    setting = Setting(TWO, "S", "T", dealer=1, kitty=kitty("DK"))
    small = "S3 S4 / C3 C4 / D3 D4"
    assert solve(setting, hands(f"HT DT / {small}")) == (40, {"HT DT": 40, "HT": 40, "DT": 40})
    assert solve(setting, hands(f"HT HT / {small}")) == (60, {"HT HT": 60, "HT": 40})
    # Equal places: the first played wins, the main one is higher.
    assert solve(setting, hands("HT / DT / C3 / D3"))[0] == 40
    assert solve(setting, hands("HT / ST / C3 / D3"))[0] == 0
    # Two pairs on one place are no tractor, with the main pair they are.
    rest = "C3 C4 C6 C7 / D3 D4 D6 D7 / H3 H4 H6 H7"
    assert solve(setting, hands(f"HT HT DT DT / {rest}"))[0] == 80
    assert solve(setting, hands(f"HT HT ST ST / {rest}"))[0] == 200


# ---- 打百分


def test_four_of_a_rank() -> None:
    deal = hands("S7 H7 D7 C7 / W w SA SK / HK H5 HT H9 / DK D5 DT D9")
    buried = kitty("CK C5 CT CQ CJ C9")
    setting = Setting(dabaifen_rules.Options(), "S", dealer=1, kitty=buried)
    value, values = solve(setting, deal)
    assert value == 110 and values.pop("S7 H7 D7 C7") == 110
    assert values == dict.fromkeys(["S7", "H7", "D7", "C7"], 0)
    without = setting._replace(options=dabaifen_rules.Options(four_of_rank_lead=False))
    assert solve(without, deal) == (0, values)
    # In the contract game the kitty is for a last trick won with a trump.
    contract = setting._replace(options=dabaifen_rules.Options(contract=True))
    assert solve(contract, deal)[0] == 60


def test_a_last_trick_won_with_a_trump() -> None:
    contract = Setting(dabaifen_rules.Options(contract=True), "S", dealer=1, kitty=kitty("CK C5 CT CQ CJ C9"))
    assert solve(contract, hands("SA / S3 / HK / D5"), score=20)[0] == 180
    assert solve(contract, hands("HA / H3 / HK / D5"), score=20)[0] == 35
    assert solve(contract, hands("HA / H3 / HK / S5"), score=20)[0] == 20
    assert solve(contract._replace(options=dabaifen_rules.Options()), hands("SA / S3 / HK / D5"), score=20)[0] == 85
    # So the order of two winners matters: the trump last.
    value, values = solve(contract, hands("SA HA / C3 H3 / HK H4 / D5 D6"))
    assert (value, values) == (120, {"SA": 15, "HA": 120})


def test_wrong_throws() -> None:
    deal = hands("HQ H3 / HA H4 / C3 C4 / D3 D4")
    for opt in (dabaifen_rules.Options(), dabaifen_rules.Options(wrong_throw="none")):
        judge = Judge(Setting(opt, "S", dealer=1))
        place = position(judge.setting, deal)
        assert ("HQ", "H3") in judge.legal(place)
        assert judge.after(place, ("HQ", "H3")) == judge.after(place, ("H3",))
        # The dealer's side loses the deal by it, whatever the points: it is no play.
        judge = Judge(Setting(opt, "S", dealer=2))
        assert (("HQ", "H3") in judge.legal(place)) == (opt.wrong_throw == "none")


# ---- 二七王


def test_one_against_all() -> None:
    three = erqiwang_rules.Options(cards=92, players=3)
    setting = Setting(three, "S", dealer=2, kitty=kitty("C5"))
    assert solve(setting, hands("HK / S6 / HA"), 2)[0] == 20  # the ruff takes ten, and the kitty twice
    assert solve(setting, hands("HK / C6 / HA"), 2)[0] == 0
    assert solve(setting, hands("S2 / H7 / ST"), 0)[0] == 20
    assert solve(setting, hands("S7 / H7 / C7"), 1)[0] == 10
    four = Setting(erqiwang_rules.Options(), "S", dealer=2)
    assert solve(four, hands("HK / H3 / HA / HT"), 3)[0] == 0
    assert solve(four, hands("HA / H3 / HK / HT"), 3)[0] == 20


def test_trumps_are_thrown_when_nobody_else_has_one() -> None:
    setting = Setting(erqiwang_rules.Options(), "S", dealer=1, kitty=kitty("D5"))
    free = solve(setting, hands("SA SA S3 / H3 H4 H6 / H8 H9 HT / C3 C4 C6"))
    # Ten in hearts, and the kitty four times if the pair is in the last lead.
    assert free == (30, {"SA SA S3": 30, "SA S3": 20, "SA SA": 20, "SA": 20, "S3": 30})
    bound = solve(setting, hands("SA SA S3 / H3 H4 S6 / H8 H9 HT / C3 C4 C6"))
    assert set(bound[1]) == {"SA SA", "SA", "S3"}
    # The 3 loses to the 6, and the heart that comes back takes an ace to ruff: no pair is left for the last trick.
    assert bound[0] == 20
    closed = setting._replace(options=erqiwang_rules.Options(trump_throw=False))
    assert "SA S3" not in solve(closed, hands("SA SA S3 / H3 H4 H6 / H8 H9 HT / C3 C4 C6"))[1]
    every = setting._replace(options=erqiwang_rules.Options(throws="all"))
    for given, thrown in ((setting, False), (every, True)):
        assert ("HA HK" in solve(given, hands("HA HK / H3 H4 / H8 H9 / C3 C4"))[1]) == thrown


# ---- positions that cannot be


@pytest.mark.parametrize(
    ("setting", "cards", "more"),
    [
        (Setting(ONE, "X", "2"), "SA / SK / SQ / SJ", {}),
        (Setting(ONE, "S", "2"), "SA / SK / SQ", {}),
        (Setting(ONE, "S", "2"), "SA / SK / SQ / SJ", {"to_move": 4}),
        (Setting(ONE, "S", "2", dealer=4), "SA / SK / SQ / SJ", {}),
        (Setting(ONE, "S", "2"), "SA / SA / SQ / SJ", {}),
        (Setting(ONE, "S", "2", kitty=("SA",)), "SA / SK / SQ / SJ", {}),
        (Setting(ONE, "S", "2"), "SA S4 / SK / SQ / SJ", {}),
        (Setting(ONE, "S", "2"), "/ / /", {}),
        (Setting(ONE, "S", "2"), "SA / SK / SQ / SJ", {"trick": ["S3"]}),
        (Setting(ONE, "S", "2"), "SA / SK / SQ / SJ", {"trick": ["S3", "S4", "S5", "S6"]}),
        (Setting(ONE, "S", "2"), "SA / SK / SQ S8 / SJ S7", {"trick": ["S3", "S4 S5"]}),
        (Setting(None, "S"), "SA / SK / SQ / w", {}),
    ],
)
def test_positions_that_cannot_be(setting: Setting, cards: str, more: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        position(setting, hands(cards), **more)  # type: ignore[arg-type]


def test_a_search_may_be_given_up() -> None:
    setting = Setting(ONE, "H", "2")
    place = position(setting, hands("SA SK S3 / SQ S5 S6 / C3 C4 C6 / H5 D3 D4"))
    with pytest.raises(TooLarge):
        Judge(setting, most=10).value(place)


# ---- random positions


def random_setting(rng: random.Random) -> Setting:
    """Any of the games, its rules about throws and the kitty drawn."""
    more = {
        "throws": rng.choice(["all", "all", "certain", "none"]),
        "throw_fail": rng.choice(["lowest", "smallest_unit", "single_card"]),
        "throw_penalty": rng.choice([0, 0, 10]),
        "kitty_rule": rng.choice(["pow2", "pairs", "linear"]),
        "kitty_shape": rng.choice(["led", "winner"]),
        "overruff": rng.choice(["unit", "all", "highest"]),
    }
    trump, dealer = rng.choice([*SUITS, "NT"]), rng.randrange(3)
    way = rng.randrange(6)
    if way == 0:
        return Setting(None, trump)
    if way == 1:
        form = dabaifen_rules.Options(
            contract=rng.random() < 0.5,
            wrong_throw=rng.choice(["dealer_loses", "none"]),
            four_of_rank_lead=rng.random() < 0.7,
        )
        return Setting(form, rng.choice(SUITS), "2", dealer)
    if way == 2:
        pack = rng.choice([{}, {"cards": 92}, {"cards": 92, "players": 3}])
        more["throws"] = rng.choice(["trump_only", more["throws"]])
        return Setting(erqiwang_rules.Options(**pack, **more), rng.choice(SUITS), None, dealer)  # type: ignore[arg-type]
    opt = Options(decks=way - 2, two_is_trump=rng.random() < 0.5, **more)  # type: ignore[arg-type]
    return Setting(opt, trump, rng.choice(RANKS), dealer)


def random_deal(rng: random.Random, most: int) -> tuple[Setting, list[str]]:
    """A setting with hands of a few ranks, so that there are pairs and many trumps."""
    setting = random_setting(rng)
    ranks = rng.sample(RANKS, 4)
    stock = [card for card in setting.pack.elements() if card in DECK[:2] or card[-1] in ranks]
    size = rng.randint(1, most)
    rng.shuffle(stock)
    size = min(size, len(stock) // (setting.seats + 1))
    deal = [text_of(stock[seat * size : seat * size + size]) for seat in range(setting.seats)]
    if setting.options is not None:
        setting = setting._replace(kitty=sort_cards(stock[setting.seats * size :][:4]))
    return setting, deal


def model_of(setting: Setting, deal: Sequence[str], leader: int, score: int) -> Model:
    """The model of a whole deal in this position, all other cards played."""
    opt, text = setting.options, text_of(setting.kitty)
    model: Model
    if opt is None:
        return WhistGame.position(deal, setting.trump, leader)
    if isinstance(opt, erqiwang_rules.Options):
        model = erqiwang_game.Game.position(deal, setting.trump, setting.dealer, leader, text, score, 80, opt)
        pack = opt.pack
    elif isinstance(opt, dabaifen_rules.Options):
        bid = 60 if opt.contract else None
        model = dabaifen_game.Game.position(deal, setting.trump, "2", setting.dealer, leader, text, score, bid, opt)
        pack = list(range(54))
    else:
        level = setting.level or ""
        model = shengji_game.Game.position(deal, setting.trump, level, setting.dealer, leader, text, score, opt)
        pack = list(range(54 * opt.decks))
    left = {card for pile in [*model.hands, model.kitty] for card in pile}
    model.played = [card for card in pack if card not in left]
    return model


def test_the_models_of_whole_deals_agree() -> None:
    rng = random.Random(1)
    for _ in range(600):
        setting, deal = random_deal(rng, 4)
        leader, score = rng.randrange(setting.seats), rng.choice([0, 5, 30]) * (setting.options is not None)
        judge = Judge(setting)
        place = position(setting, deal, leader, score=score)
        model = model_of(setting, deal, leader, score)
        while not place.over:
            assert model.seat == place.to_move
            assert tuple(model.hand(seat) for seat in range(setting.seats)) == place.hands
            assert tuple(sort_cards(cards_held(play)) for _, play in model.trick) == place.trick
            texts = {text_of(play) for play in judge.legal(place)}
            every = set(model.legal())
            if isinstance(model, dabaifen_game.Game) and judge.setting.options != model.form:
                raise AssertionError
            assert texts <= every
            for text in every - texts:
                assert judge.ends_the_deal(place, tuple(text.split()))
            play = rng.choice(judge.legal(place))
            place = judge.after(place, play)
            model.apply(text_of(play))
        assert model.over
        assert place.score == (model.tricks[0] if isinstance(model, WhistGame) else model.points)


def test_positions_remembered_or_not() -> None:
    """The same value, and one play at least that has it; the line is worth it."""
    rng = random.Random(2)
    asked = 0
    for _ in range(150):
        setting, deal = random_deal(rng, 3)
        place: Position = position(setting, deal, rng.randrange(setting.seats), score=rng.choice([0, 5, 30]))
        bare = Judge(setting, memo=False, most=1000)
        try:
            value, values = bare.value(place), bare.play_values(place)
        except TooLarge:
            continue
        asked += 1
        judge = Judge(setting)
        assert (judge.value(place), judge.play_values(place)) == (value, values)
        best = max if judge.wants_more[place.to_move] else min
        assert best(values.values()) == value
        end = place
        for text in judge.line(place):
            end = judge.after(end, tuple(text.split()))
            assert judge.value(end) == value
        assert end.over and end.score == value
    assert asked > 80
