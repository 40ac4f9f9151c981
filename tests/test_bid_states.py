"""Deals of 二七王 and 打百分: starts, words, positions from outside, records, ends. Right and wrong plays are in
tests/diff, the promises every game keeps in tests/contract."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest

import pokerfast as pf
from pokerfast.notation import read_action

pytestmark = pytest.mark.arch

ERQIWANG = pf.load_game("erqiwang")
CARDS92 = pf.load_game("erqiwang", preset="cards92")
THREE = pf.load_game("erqiwang", preset="three_players")
NO_TRUMP = pf.load_game("erqiwang", allow_no_trump=True)
DABAIFEN = pf.load_game("dabaifen")
MOVING = pf.load_game("dabaifen", preset="moving")
CONTRACT = pf.load_game("dabaifen", preset="contract")

FOUR = ("HA HQ S3", "HK S4 S5", "C3 C4 C5", "D3 D4 D5")


def texts(state: pf.State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def bidding(game: pf.TrickGame = ERQIWANG, first: int = 0) -> pf.TrickState:
    return game.new_game(seed=1, first=first)


def naming(game: pf.TrickGame = ERQIWANG, bid: int = 100) -> pf.TrickState:
    """Seat 0 has made the only bid."""
    state = bidding(game)
    state.apply(f"bid {bid}")
    while state.phase == "bid":
        state.apply("no")
    return state


def leading(game: pf.TrickGame = ERQIWANG, bid: int = 100) -> pf.TrickState:
    """Seat 0 has named spades and buried the first cards of its hand."""
    state = naming(game, bid)
    state.apply("name S")
    held = list(state.hands[0])
    state.apply("bury " + " ".join(held[: len(held) - len(state.hands[1])]))
    return state


# ---- starts


def test_who_bids_first() -> None:
    for game, seats in ((ERQIWANG, 4), (THREE, 3), (CONTRACT, 4)):
        drawn = set()
        for seed in range(25):
            state = game.new_game(seed=seed)
            assert (state.phase, state.dealer, state.bid, state.bidder, state.trump) == ("bid", None, None, None, None)
            assert state.declarer is None and state.end is None and not state.turned
            drawn.add(state.seat)
            for first in range(seats):
                given = game.new_game(seed=seed, first=first)
                assert given.seat == first and given.hands == state.hands
                assert (given == state) is (first == state.seat)
        assert drawn == set(range(seats))


def test_play_at_once() -> None:
    for game, bid, dealer in ((ERQIWANG, 120, 0), (THREE, 120, 2), (CONTRACT, 60, 3)):
        trumps = set()
        for seed in range(30):
            state = game.new_game(seed=seed, start="play", first=dealer or None)
            assert (state.phase, state.seat, state.leader) == ("play", dealer, dealer)
            assert (state.dealer, state.bidder, state.bid) == (dealer, dealer, bid)
            assert state.hands == game.new_game(seed=seed).hands and not state.turned
            trumps.add(state.trump)
        assert trumps == {"S", "H", "D", "C"}
        assert bool(state.check("surrender")) is (game is not CONTRACT)
    assert ERQIWANG.new_game(seed=3, start="play", first=0) == ERQIWANG.new_game(seed=3, start="play")
    assert DABAIFEN.new_game(seed=3, start="play").bid is None


def test_cards_are_those_of_the_pack() -> None:
    for game, hand, kitty, pack in (
        (ERQIWANG, 25, 8, range(108)),
        (CARDS92, 21, 8, [card for card in range(108) if card % 54 > 51 or card % 54 % 13 not in (1, 2)]),
        (THREE, 28, 8, [card for card in range(108) if card % 54 > 51 or card % 54 % 13 not in (1, 2)]),
        (CONTRACT, 12, 6, range(54)),
    ):
        state = game.new_game(seed=11)
        assert [len(cards) for cards in state.hands] == [hand] * game.num_players
        assert len(state.kitty) == kitty
        assert sorted(card for cards in (*state.hands, state.kitty) for card in cards.ids or ()) == list(pack)


@pytest.mark.parametrize(
    ("game", "arguments", "faults"),
    [
        (ERQIWANG, {"first": 4}, ["first"]),
        (ERQIWANG, {"first": -1}, ["first"]),
        (ERQIWANG, {"first": -(10**30)}, ["first"]),
        (ERQIWANG, {"dealer": 0}, ["dealer"]),
        (ERQIWANG, {"levels": ("2", "2")}, ["levels"]),
        (ERQIWANG, {"first": 9, "dealer": 9, "start": "x"}, ["start", "first", "dealer"]),
        (CONTRACT, {"seed": -1, "first": -2, "levels": ("X", "2")}, ["seed", "levels", "first", "levels"]),
        (THREE, {"first": 3}, ["first"]),
        (CONTRACT, {"first": 10**30}, ["first"]),
        (CONTRACT, {"dealer": 1, "start": "play"}, ["dealer"]),
        (CONTRACT, {"levels": ("2", "2"), "first": 7}, ["first", "levels"]),
        (DABAIFEN, {"first": 0}, ["first"]),
        (DABAIFEN, {"dealer": 4}, ["dealer"]),
        (DABAIFEN, {"dealer": 1, "levels": ("2", "3")}, ["levels"]),
        (DABAIFEN, {"levels": ("T", "T")}, ["levels"]),
        (MOVING, {"levels": ("2", "3")}, ["levels"]),
        (MOVING, {"dealer": 0, "levels": ("2", "3"), "first": 2}, ["first"]),
    ],
)
def test_starts_that_are_refused(game: pf.TrickGame, arguments: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(pf.RulesError) as caught:
        game.new_game(**({"seed": 1} | arguments))
    assert [where for where, _ in caught.value.faults] == faults


def test_levels_of_the_fixed_game() -> None:
    """It has one: 2, which may be named."""
    plain = DABAIFEN.new_game(seed=1, dealer=2)
    assert plain == DABAIFEN.new_game(seed=1, dealer=2, levels=("2", "2"))
    assert (plain.level, plain.levels) == ("2", ("2", "2"))
    assert MOVING.new_game(seed=1, dealer=2, levels=("K", "5")).level == "K"
    assert (CONTRACT.new_game(seed=1).level, ERQIWANG.new_game(seed=1).level) == ("2", None)
    assert ERQIWANG.new_game(seed=1).levels is None


def test_starts_stand_in_records() -> None:
    for game, arguments in (
        (ERQIWANG, {"seed": 7}),
        (ERQIWANG, {"seed": 2**64 - 1, "start": "play"}),
        (ERQIWANG, {"seed": 7, "first": 2, "start": "play"}),
        (THREE, {"seed": 7, "first": 1}),
        (CONTRACT, {"seed": 7, "first": 1}),
        (CONTRACT, {"seed": 7, "first": 1, "start": "play"}),
        (DABAIFEN, {"seed": 7}),
        (DABAIFEN, {"seed": 7, "dealer": 1, "start": "play"}),
        (MOVING, {"seed": 7, "dealer": 1, "levels": ("K", "T")}),
    ):
        state = game.new_game(**arguments)
        if "first" in arguments and "start" not in arguments:
            assert state != game.new_game(seed=7)  # another is drawn
        head = dict(line.split(": ", 1) for line in state.to_record().split("\n\n")[0].splitlines()[1:])
        told = {key: json.loads(head[key]) for key in head if key not in ("game", "options")}
        assert told == json.loads(json.dumps(arguments))
        assert pf.replay(state.to_record()) == state


# ---- words


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bid 120", "ok"),
        ("bid 5", "ok"),
        (" BID \t80 ", "ok"),
        ("bid ８０", "ok"),
        ("no", "ok"),
        ("不叫", "ok"),
        ("bid 125", "no_bid"),
        ("bid 0", "no_bid"),
        ("bid -5", "no_bid"),
        ("bid 118", "no_bid"),
        ("bid 999999999", "no_bid"),
        ("bid", "notation"),
        ("bid x", "notation"),
        ("bid 80 5", "notation"),
        ("bid 80.0", "notation"),
        ("bid 9999999999", "notation"),
        ("bid80", "notation"),
        ("叫分 80", "notation"),
        ("pass", "wrong_phase"),
        ("name S", "wrong_phase"),
        ("name S7", "notation"),
        ("surrender", "wrong_phase"),
        ("declare S7", "wrong_phase"),
        ("bury S8", "wrong_phase"),
        ("S8", "wrong_phase"),
        ("", "notation"),
    ],
)
def test_words_while_bids_are_made(text: str, code: str) -> None:
    state = bidding()
    answer = state.check(text)
    assert answer.code == code and (bool(answer) or answer.suggestion == "bid 120")
    if answer:
        state.apply(text)
        assert str(state.history[0]) == ("no" if text in ("no", "不叫") else f"bid {state.bid}")
        return
    before = state.to_bytes()
    with pytest.raises(pf.PokerfastError) as caught:
        state.apply(text)
    assert caught.value.code == code and state.to_bytes() == before  # type: ignore[attr-defined]
    assert isinstance(caught.value, pf.PhaseError) is (code == "wrong_phase")
    assert isinstance(caught.value, pf.IllegalActionError) is (code == "no_bid")


def test_bids_go_down_or_up() -> None:
    state = bidding()
    assert texts(state) == [f"bid {number}" for number in range(120, 0, -5)] + ["no"]
    state.apply("bid 70")
    assert (state.bid, state.bidder, state.seat, state.dealer) == (70, 0, 1, None)
    assert [state.check(f"bid {number}").code for number in (120, 70, 68, 65)] == [
        "bid_too_high",
        "bid_too_high",
        "no_bid",
        "ok",
    ]
    assert texts(state) == [f"bid {number}" for number in range(65, 0, -5)] + ["no"]
    assert state.check("bid 70").message_zh == "叫分必须低于前面的叫分"
    state = bidding(CONTRACT)
    assert texts(state) == [f"bid {number}" for number in range(60, 101, 5)] + ["no"]
    state.apply("bid 90")
    assert [state.check(f"bid {number}").code for number in (60, 90, 93, 95, 105)] == [
        "bid_too_low",
        "bid_too_low",
        "no_bid",
        "ok",
        "no_bid",
    ]
    assert texts(state) == ["bid 95", "bid 100", "no"]


def test_actions_are_values() -> None:
    state = bidding()
    made = [state.legal_actions()[3], naming().legal_actions()[2], leading().legal_actions()[-1]]
    assert [str(action) for action in made] == ["bid 105", "name D", "surrender"]
    assert [action.kind for action in made] == ["bid", "name", "surrender"]
    assert [action.number for action in made] == [105, None, None]
    for action in made:
        assert (action.cards, action.ids, action.combo, action.seat) == ("", (), None, None)
        assert pickle.loads(pickle.dumps(action)) == action and repr(action) == f"Action({str(action)!r})"
    assert len({*made, *made}) == 3 and made[1] != naming().legal_actions()[1]
    # An action of another phase, or of another game, is refused like its text.
    assert [naming().check(action).code for action in made] == ["wrong_phase", "ok", "wrong_phase"]
    assert naming(CONTRACT, 80).check(naming(NO_TRUMP).legal_actions()[4]).code == "wrong_name"
    assert CONTRACT.new_game(seed=1).check(made[0]).code == "no_bid"
    for other in (pf.load_game("shengji").new_game(seed=1), pf.load_game("whist").new_game(seed=1)):
        assert {other.check(action).code for action in made} <= {"wrong_phase", "no_surrender"}


def test_a_card_that_is_named_is_no_suit() -> None:
    """In 保皇 `name` names a card; its actions mean nothing here, and those of these games nothing there."""
    other = pf.load_game("baohuang", preset="classic").new_game(seed=0)
    while other.phase != "name":
        other.apply_index(0 if other.phase == "throne" else other.count_legal() - 1)
    for state in (naming(), naming(CONTRACT, 80)):
        for action in other.legal_actions():
            assert not state.check(action), action
        for action in state.legal_actions():
            assert not other.check(action), action


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("name S", "S"),
        ("NAME h", "H"),
        ("name\td", "D"),
        ("定主 C", "C"),
        ("定主C", "C"),
        ("叫主 ♠", "S"),
        ("name ♥", "H"),
        ("name 方块", "D"),
        ("定主梅花", "C"),
        ("name NT", "NT"),
        ("定主 无主", "NT"),
        ("name nt", "NT"),
    ],
)
def test_names_of_suits(text: str, suit: str) -> None:
    state = naming(NO_TRUMP)
    state.apply(text)
    assert (state.phase, state.trump, str(state.history[-1])) == ("bury", suit, f"name {suit}")
    assert read_action(text).word == "name"
    for game, bid in ((ERQIWANG, 100), (CONTRACT, 70)):
        answer = naming(game, bid).check(text)
        assert answer.code == ("wrong_name" if suit == "NT" else "ok")
        assert answer or (answer.suggestion == "name S" and answer.message_zh == "不能叫这张牌或这门花色")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name", "notation"),
        ("定主", "notation"),
        ("name X", "notation"),
        ("name T", "notation"),
        ("name S7", "notation"),
        ("name S H", "notation"),
        ("name SS", "notation"),
        ("name:S", "notation"),
        ("name w", "notation"),
        ("name 8", "notation"),
        ("S", "notation"),
        ("NT", "notation"),
        ("bid 95", "wrong_phase"),
        ("no", "wrong_phase"),
        ("declare S2", "wrong_phase"),
        ("surrender", "wrong_phase"),
        ("投降", "wrong_phase"),
    ],
)
def test_what_names_no_suit(text: str, code: str) -> None:
    for state in (naming(), naming(NO_TRUMP), naming(CONTRACT, 80)):
        before = state.to_bytes()
        assert state.check(text).code == code
        with pytest.raises(pf.PokerfastError):
            state.apply(text)
        assert state.to_bytes() == before


@pytest.mark.parametrize("text", ["surrender", "SURRENDER", " surrender ", "投降", "认输", "認輸"])
def test_words_that_give_up(text: str) -> None:
    state = leading(bid=85)
    assert texts(state)[-1] == "surrender"
    state.apply(text)
    assert (state.phase, state.end, str(state.history[-1])) == ("over", "surrender", "surrender")
    assert state.returns() == [-3.0, 1.0, 1.0, 1.0] and state.points == 0 and state.tricks == (0, 0)
    assert state.check(text).code == "game_over"
    assert leading(bid=80).check(text).code == "no_surrender"
    for game, bid in ((CONTRACT, 90), (DABAIFEN, 0)):
        play = leading(game, bid) if bid else game.new_game(seed=1, start="play")
        assert play.check(text).code in ("no_surrender", "wrong_phase")  # which one: the page's test
    assert DABAIFEN.new_game(seed=1).check(text).code == "wrong_phase"


@pytest.mark.parametrize(
    "text", ["surrender 3", "surrender S", "surrender: S3", "投降 S3", "surrender no", "sur render"]
)
def test_what_gives_nothing_up(text: str) -> None:
    assert leading(bid=85).check(text).code == "notation"


def test_surrender_is_the_dealer_s_before_his_first_lead() -> None:
    state = leading(bid=85)
    card = texts(state)[0]
    state.apply(card)
    assert state.seat == 1 and state.check("surrender").code == "no_surrender"
    state.undo()
    assert state.check("surrender")
    while state.seat == 0 or state.trick:
        state.apply_index(0)
    assert state.check("surrender").code == "no_surrender"
    for changes, code in (
        ({}, "ok"),
        ({"bid": 120}, "ok"),
        ({"bid": 80}, "no_surrender"),
        ({"bid": None}, "no_surrender"),
        ({"dealer": 1}, "no_surrender"),
        ({"to_move": 1}, "no_surrender"),
        ({"dealer": 3, "to_move": 3}, "ok"),
    ):
        dealt = ERQIWANG.new_game(seed=1)
        given: dict[str, Any] = {"hands": dealt.hands, "kitty": dealt.kitty, "trump": "S", "bid": 85} | changes
        assert ERQIWANG.setup(**given).check("surrender").code == code, changes
    fewer = ERQIWANG.setup(hands=["SA", "S3", "H5", "H6"], trump="S", bid=85)
    assert fewer.check("surrender").code == "no_surrender"


def test_random_copies_come_back_from_records() -> None:
    """Two packs: which of two equal cards was buried and played is in the record."""
    for game in (ERQIWANG, THREE):
        rng = random.Random(2)
        state = game.new_game(seed=5)
        marked = 0
        while not state.is_over:
            action = state.legal_actions()[rng.randrange(state.count_legal())]
            held = list(state.hands[state.seat or 0].ids or ())
            rng.shuffle(held)
            ids: list[int] = []
            for card in action.ids:
                ids.append(next(other for other in held if other % 54 == card % 54 and other not in ids))
            if action.kind == "play":
                state.apply(ids)
            elif action.kind == "bury":
                state.apply("bury " + " ".join(pf.SuitedHand([c]).cards + f"/{c // 54 + 1}" for c in ids))
            else:
                state.apply(action)
            assert sorted(state.history[-1].ids) == sorted(ids)
            marked += "/" in str(state.history[-1])
        again = pf.replay(state.to_record())
        assert again == state and again.history == state.history and marked > 3
        assert [str(action) for action in again.history] == [str(action) for action in state.history]


# ---- the end


def test_ends() -> None:
    hands = ["SA", "S3", "S4", "S5"]
    won = CONTRACT.setup(hands=hands, trump="S", dealer=1, points=10, kitty="CK")
    for state in (won, DABAIFEN.setup(hands=hands, trump="S", dealer=1, points=10, kitty="CK")):
        assert state.end is None
        for card in hands:
            state.apply(card)
    assert (won.end, won.points, won.returns()) == ("tripled", 75, [75.0, -60.0] * 2)
    assert (state.end, state.points, state.returns()) == ("played", 35, [-1.0, 1.0] * 2)
    plain = CONTRACT.setup(hands=["HA", "H3", "H4", "H5"], trump="S", dealer=1, points=10, kitty="CK")
    for card in ("HA", "H3", "H4", "H5"):
        plain.apply(card)
    assert (plain.end, plain.points, plain.returns()) == ("played", 15, [0.0, 60.0] * 2)


def test_a_wrong_throw_is_an_end() -> None:
    state = DABAIFEN.setup(hands=FOUR, trump="S", points=90)
    state.apply("HA HQ")
    assert (state.is_over, state.end, state.seat, state.count_legal()) == (True, "wrong_throw", None, 0)
    assert (state.trick, state.points, state.tricks) == (("HQ",), 90, (0, 0))
    assert [len(hand) for hand in state.hands] == [2, 3, 3, 3] and state.hands[0].cards == "S3 HA"
    assert state.returns() == [-0.5, 0.5] * 2
    assert str(state.history[0]) == "HA HQ" and pf.replay(state.to_record()) == state
    for again in (pf.State.from_bytes(state.to_bytes()), pf.State.from_json(state.to_json())):
        assert again == state and again.end == "wrong_throw"  # type: ignore[attr-defined]
    state.undo()
    assert state.end is None and state.hands[0].cards == "S3 HA HQ"
    for options, dealer, phase in (({}, 1, "play"), ({}, 2, "over"), ({"wrong_throw": "none"}, 0, "play")):
        state = pf.load_game("dabaifen", **options).setup(hands=FOUR, trump="S", dealer=dealer)
        state.apply("HA HQ")
        assert (state.phase, state.trick) == (phase, ("HQ",))


def test_replay_of_every_end() -> None:
    surrender, wrong = leading(bid=85), CONTRACT.new_game(seed=3, first=2, start="play")
    surrender.apply("surrender")
    assert surrender.to_record().endswith("\n0 surrender\n")
    actions = wrong.legal_actions()
    for index in range(len(actions)):
        state = wrong.clone()
        state.apply_index(index)
        if state.is_over:
            break
    assert state.end == "wrong_throw"
    for over in (surrender, state):
        again = pf.replay(over.to_record())
        assert again == over and again.history == over.history and again.returns() == over.returns()
        # Nothing follows an end.
        with pytest.raises(pf.PokerfastError):
            pf.replay(over.to_record() + "0 no\n")


@pytest.mark.parametrize(
    ("game", "line", "error"),
    [
        (ERQIWANG, "first: 4", pf.RulesError),
        (ERQIWANG, "first: -1", pf.RulesError),
        (ERQIWANG, 'first: "1"', pf.NotationError),
        (ERQIWANG, "first: 1.0", pf.NotationError),
        (ERQIWANG, "first: x", pf.NotationError),
        (ERQIWANG, "dealer: 1", pf.RulesError),
        (ERQIWANG, 'levels: ["2","2"]', pf.RulesError),
        (ERQIWANG, "bid: 80", pf.NotationError),
        (THREE, "first: 3", pf.RulesError),
        (CONTRACT, "first: 1\ndealer: 1", pf.RulesError),
        (CONTRACT, "first: 1\nfirst: 2", pf.NotationError),
        (DABAIFEN, "first: 1", pf.RulesError),
        (pf.load_game("shengji"), "first: 1", pf.RulesError),
    ],
)
def test_records_of_starts_that_are_refused(game: pf.TrickGame, line: str, error: type[Exception]) -> None:
    record = game.new_game(seed=7).to_record()
    assert pf.replay(record) == game.new_game(seed=7)
    with pytest.raises(error):
        pf.replay(record.replace("seed: 7\n", f"seed: 7\n{line}\n"))
    assert pf.replay(record.replace("seed: 7\n", "seed: 7\nfirst: null\n")) == game.new_game(seed=7)


@pytest.mark.parametrize(
    ("game", "lines", "error", "code"),
    [
        (ERQIWANG, ["0 bid 118"], pf.IllegalActionError, "no_bid"),
        (ERQIWANG, ["0 bid 100", "1 bid 105"], pf.IllegalActionError, "bid_too_high"),
        (ERQIWANG, ["0 no", "1 bid 100", "2 no", "3 no", "0 name S"], pf.NotationError, "notation"),
        (ERQIWANG, ["0 surrender"], pf.PhaseError, "wrong_phase"),
        (ERQIWANG, ["0 bid"], pf.NotationError, "notation"),
        (ERQIWANG, ["1 bid 100"], pf.NotationError, "notation"),
        (ERQIWANG, ["0 bid 5", "0 name S", "0 name S"], pf.PhaseError, "wrong_phase"),
        (ERQIWANG, ["0 bid 5", "0 name NT"], pf.IllegalActionError, "wrong_name"),
        (ERQIWANG, ["3 auto 3", "0 bid 5", "0 name X"], pf.NotationError, "notation"),
        (THREE, ["3 auto 3"], pf.IllegalActionError, "no_seat"),
        (CONTRACT, ["0 bid 100", "0 surrender"], pf.PhaseError, "wrong_phase"),
        (CONTRACT, ["0 bid 70", "1 bid 70"], pf.IllegalActionError, "bid_too_low"),
    ],
)
def test_records_of_actions_that_are_refused(
    game: pf.TrickGame, lines: list[str], error: type[Exception], code: str
) -> None:
    head = game.new_game(seed=7, first=0).to_record()
    assert isinstance(pf.replay("\n".join([head.rstrip(), "", *lines[:-1]])), pf.TrickState)
    with pytest.raises(error) as caught:
        pf.replay("\n".join([head.rstrip(), "", *lines]))
    assert caught.value.code == code  # type: ignore[attr-defined]
    assert f"line {len(head.splitlines()) + len(lines)}" in str(caught.value)
