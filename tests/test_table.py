"""Tables for servers: numbered actions, refusals, views, events, auto-play, saving and restoring."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest

import pokerfast as pf
from pokerfast.table import EVERYBODY, TABLE_MESSAGES, Table

GAMES = [(name, {}) for name in pf.list_games()] + [
    ("doudizhu", {"preset": "douzero"}),
    ("shengji", {"preset": "chaodipi"}),
    ("shengji", {"preset": "titanic"}),
    ("dabaifen", {"preset": "contract"}),
    ("baohuang", {"preset": "classic"}),
]


def play_on(table: Table, rng: random.Random, actions: int) -> None:
    for _ in range(actions):
        if table.seat is None:
            return
        state = table.state
        action = str(state.legal_actions()[rng.randrange(state.count_legal())])
        assert table.act(table.seat, table.number, action), action


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_table_goes_as_its_state(name: str, options: dict[str, str]) -> None:
    game = pf.load_game(name, **options)
    table, state, rng = Table(game, seed=5), game.new_game(seed=5), random.Random(name)
    turns = 0
    while not state.is_over and turns < 400:
        action = str(state.legal_actions()[rng.randrange(state.count_legal())])
        reply = table.act(state.seat, table.number, action)
        assert reply and reply.code == "ok" and reply.number == turns + 1
        state.apply(action)
        turns += 1
        assert table.number == turns and table.seat == state.seat
        if turns % 17 == 0:
            for seat in [*range(table.seats), None]:
                assert table.view(seat)["view"] == state.view(seat).to_dict()
    assert table.state == state and table.returns() == state.returns()
    assert table.is_over == state.is_over and table.to_record() == state.to_record()


def test_numbers_keep_a_repeated_click_from_doing_anything() -> None:
    table = Table(pf.load_game("doudizhu"), seed=3, start="play")
    first = str(table.state.legal_actions()[0])
    assert table.act(0, 0, first)
    before = table.to_json()
    again = table.act(0, 0, first)
    assert not again and again.code == "repeated" and again.number == 1
    assert table.act(0, 0, "3").code == "late"
    assert table.act(1, 0, first).code == "late"
    assert table.act(1, 7, "pass").code == "early"
    assert table.act(2, 1, "pass").code == "not_turn"
    assert table.act(5, 1, "pass").code == "no_seat"
    assert table.act(True, 1, "pass").code == "no_seat"
    assert table.act(1, None, "pass").code == "early"
    assert table.act(1, 1, 7).code == "no_text"
    assert table.to_json() == before
    for code in ("repeated", "late", "early", "not_turn", "no_seat", "no_text"):
        assert all(TABLE_MESSAGES[code])


def test_a_refusal_says_why_in_two_languages_and_what_would_do() -> None:
    table = Table(pf.load_game("doudizhu"), seed=3, start="play")
    assert table.act(0, 0, str(table.state.legal_actions()[-1]))
    before = table.to_json()
    refused = table.act(1, 1, "wW wW")
    assert refused.code == "notation" and refused.message and refused.message_zh == "无法识别的文字"
    refused = table.act(1, 1, "call")
    assert refused.code == "wrong_phase"
    for text in ("", "3", "pass pass", "\0", "x" * 10_000, "牌", "S3 H3 D3 C3 S4"):
        refused = table.act(1, 1, text)
        assert not refused and refused.message and refused.message_zh
        assert refused.suggestion is None or table.state.check(refused.suggestion)
        assert json.dumps(refused.to_dict())
    assert table.to_json() == before


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_events_tell_each_seat_what_its_view_tells(name: str, options: dict[str, str]) -> None:
    game = pf.load_game(name, **options)
    table, rng = Table(game, seed=11), random.Random(name)
    seen: dict[int | None, list[tuple[int, str | None]]] = {seat: [] for seat in [*range(table.seats), None]}
    turns: dict[int | None, dict[int, int]] = {seat: {} for seat in seen}
    at = dict.fromkeys(seen, 0)
    for _ in range(60):
        play_on(table, rng, rng.randrange(1, 8))
        if rng.random() < 0.1 and not table.is_over:
            table.administer(rng.randrange(table.seats), "auto")
        for seat, history in seen.items():
            events = table.events_since(at[seat], seat)
            at[seat] = table.events
            for event in events:
                if event.kind in ("action", "administer"):
                    if event.turn is not None:
                        turns[seat][event.turn] = len(history)
                    history.append((event.seat, event.action))
                elif event.kind == "reveal":
                    place = turns[seat][event.turn]
                    assert history[place] == (event.seat, None)
                    history[place] = (event.seat, event.action)
            assert history == [tuple(entry) for entry in table.view(seat)["view"]["history"]], seat
            # A client that comes late gets the same in one piece.
            assert [e.to_dict() for e in table.events_since(0, seat)][-len(events) or 9999 :] == [
                e.to_dict() for e in events
            ]
        if table.is_over:
            break
    assert table.events_since(table.events + 5, None) == []
    with pytest.raises(pf.RulesError):
        table.events_since(0, 9)


def test_events_hide_a_double_until_all_have_answered_and_a_bury_to_the_end() -> None:
    table = Table(pf.load_game("doudizhu"), seed=2)
    while table.state.phase != "double":
        words = [str(action) for action in table.state.legal_actions()]
        assert table.act(table.seat, table.number, next((w for w in ("call", "rob") if w in words), words[-1]))
    first, number = table.seat, table.number
    while table.state.phase == "double":
        assert table.act(table.seat, table.number, "double")
        if table.state.phase == "double":
            assert table.events_since(0, None)[-1].action is None
    for seat in range(3):
        told = [
            (e.kind, e.seat, e.action) for e in table.events_since(0, seat) if e.turn is not None and e.turn >= number
        ]
        asked = [by for kind, by, _ in told if kind == "action"]
        assert asked[0] == first and len(asked) >= 2
        # Whoever answered last told at once, and everybody knows his own answer.
        revealed = [by for kind, by, _ in told if kind == "reveal"]
        assert revealed == [by for by in asked[:-1] if by != seat]
        assert all(action == "double" for kind, _, action in told if kind == "reveal")

    game = pf.load_game("shengji")
    table = Table(game, seed=4)
    while table.state.phase != "bury":
        assert table.act(table.seat, table.number, str(table.state.legal_actions()[-1]))
    burier = table.seat
    bury = str(table.state.legal_actions()[100])
    assert table.act(burier, table.number, bury)
    other = (burier + 1) % 4
    assert next(e for e in table.events_since(0, burier) if e.action and e.action.startswith("bury")).action == bury
    assert table.events_since(0, other)[-1].action is None and bury not in json.dumps(table.view(other))
    while not table.is_over:
        assert table.act(table.seat, table.number, str(table.state.legal_actions()[0]))
    reveals = [e for e in table.events_since(0, other) if e.kind == "reveal"]
    assert [e.action for e in reveals] == [bury]
    assert not [e for e in table.events_since(0, burier) if e.kind == "reveal"]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_saving_and_restoring_loses_nothing(name: str, options: dict[str, str]) -> None:
    game = pf.load_game(name, **options)
    table, rng = Table(game, seed=21, auto="greedy"), random.Random(name)
    for _ in range(4):
        play_on(table, rng, 25)
        if not table.is_over:
            table.administer(rng.randrange(table.seats), rng.choice(["auto", "manual"]))
        for other in (Table.from_json(table.to_json()), pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):
            assert other.to_json() == table.to_json()
            assert other.number == table.number and other.events == table.events
            for seat in (0, None):
                assert other.view(seat) == table.view(seat)
                assert other.events_since(0, seat) == table.events_since(0, seat)
            if (seat := table.seat) is not None:
                action = str(table.state.legal_actions()[0])
                other.act(seat, table.number, action)
                assert other.number > table.number


def test_a_match_goes_from_deal_to_deal_and_survives_restarts() -> None:
    table = Table(pf.load_game("shengji"), seed=8, match=True, auto="greedy")
    rng = random.Random(8)
    assert table.advance().code == "wrong_phase"
    for deal in range(3):
        assert table.deal == deal
        while not table.deal_is_over:
            play_on(table, rng, 40)
        table = Table.from_json(table.to_json())
        history = [event.kind for event in table.events_since(0, 2)]
        assert history.count("deal") == deal + 1
        assert table.act(0, table.number, "pass").code == "game_over"
        if deal == 1:
            table.administer(3, "auto")
        assert table.is_over or table.advance()
        assert len(table.match.results) == deal + 1
    assert not table.on_auto(3)  # it was refused: the deal was over
    table.administer(1, "quit")
    while not table.deal_is_over:
        play_on(table, rng, 10)
    if table.advance():
        assert table.on_auto(1)
    assert Table.from_json(table.to_json()).view(0) == table.view(0)
    assert pf.replay(table.to_record()) == table.match


@pytest.mark.parametrize("auto", ["cheapest", "greedy"])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_seats_on_auto_are_answered_for(name: str, options: dict[str, str], auto: str) -> None:
    table = Table(pf.load_game(name, **options), seed=1, auto=auto, start="play")
    for seat in range(1, table.seats):
        assert table.administer(seat, "auto")
        assert table.on_auto(seat)
    while not table.is_over and table.number < 2000:
        assert table.seat == 0
        assert table.act(0, table.number, str(table.state.legal_actions()[-1]))
    assert table.is_over


def test_auto_never_runs_for_ever() -> None:
    table = Table(pf.load_game("doudizhu"), seed=1)
    for seat in range(3):
        assert table.administer(seat, "auto")
    assert not table.is_over  # nobody calls: new cards again and again, a bounded number of answers a call
    assert table.number <= 3000
    before = table.number
    assert table.run_auto(10) == 10 and table.number == before + 10


def test_administer_refuses_what_is_no_order() -> None:
    table = Table(pf.load_game("doudizhu"), seed=1)
    assert table.administer(7, "auto").code == "no_seat"
    assert table.administer(0, "sleep").code == "administer"
    assert table.administer(0, 3).code == "administer"
    assert table.administer(0, "quit") and table.administer(0, "manual").code == "quit"


def test_a_click_under_way_survives_another_seats_disconnection() -> None:
    table = Table(pf.load_game("shengji"), seed=1, start="play")
    number = table.number
    seat = table.seat
    assert table.administer((seat + 1) % 4, "auto")
    assert table.number == number and table.act(seat, number, str(table.state.legal_actions()[0]))


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_hints_are_legal_and_every_play_comes(name: str, options: dict[str, str]) -> None:
    table, rng = Table(pf.load_game(name, **options), seed=9), random.Random(name)
    for _ in range(30):
        play_on(table, rng, rng.randrange(1, 6))
        if (seat := table.seat) is None:
            break
        state = table.state
        hints = table.hints(seat, most=5000)
        assert len(hints) == len(set(hints)) == min(state.count_legal(), 5000) or state.count_legal() > 4000
        assert all(state.check(hint) for hint in hints[:50])
        assert table.hints((seat + 1) % table.seats) == []
        assert table.hints(seat, most=3) == hints[:3]


def test_hints_break_nothing_first_and_bombs_come_last() -> None:
    game = pf.load_game("doudizhu")
    state = game.setup(hands=["6778889999", "5TTJJ", "3"], to_move=0, table="5", table_by=2)
    assert [str(hint) for hint in pf.hints(state)] == ["6", "7", "8", "9", "9999", "pass"]
    lead = game.new_game(seed=3, start="play")
    assert pf.hints(lead, 1) == (pf.choose(lead, policy="greedy"),)
    with pytest.raises(pf.RulesError):
        pf.hints(state, 0)
    with pytest.raises(TypeError):
        pf.hints("state")


def test_damaged_tables_are_refused() -> None:
    table = Table(pf.load_game("doudizhu"), seed=1, start="play")
    play_on(table, random.Random(1), 12)
    text = table.to_json()
    rng = random.Random(2)
    for _ in range(300):
        at = rng.randrange(len(text))
        broken = rng.choice([text[:at], text[:at] + text[at + 1 :], text[:at] + rng.choice('0{]x"9') + text[at + 1 :]])
        try:
            other = Table.from_json(broken)
        except pf.PokerfastError:
            continue
        assert Table.from_json(other.to_json()).to_json() == other.to_json()
    saved = json.loads(text)
    for change in (
        {"version": 2},
        {"version": True},
        {"format": "x"},
        {"record": 1},
        {"last": []},
        {"last": {"9": [0, "3"]}},
        {"last": {"0": [99, "3"]}},
        {"last": {"0": [0, 3]}},
        {"last": {"x": [0, "3"]}},
        {"record": saved["record"] + "0 3\n0 3\n"},
    ):
        with pytest.raises(pf.SnapshotError):
            Table.from_json(json.dumps(saved | change))
    with pytest.raises(pf.RulesError):
        Table.from_json(json.dumps(saved | {"auto": "deep thought"}))
    with pytest.raises(TypeError):
        Table.from_json(7)


def test_arguments_are_checked() -> None:
    game = pf.load_game("doudizhu")
    with pytest.raises(TypeError):
        Table("doudizhu", seed=1)
    with pytest.raises(pf.RulesError):
        Table(game, seed=-1)
    with pytest.raises(pf.RulesError):
        Table(game, seed=1, match=True)
    with pytest.raises(pf.RulesError):
        Table(pf.load_game("shengji"), seed=1, match=True, dealer=1)
    with pytest.raises(TypeError):
        Table(game, seed=1, match=1)
    with pytest.raises(TypeError):
        Table(game, seed=1, auto=None)
    with pytest.raises(TypeError):
        Table.of("state")
    assert EVERYBODY >> 5 == 1


def test_a_table_goes_on_with_a_position() -> None:
    game = pf.load_game("doudizhu")
    state = game.setup(hands=["WAQQJJT999844", "w22AAT886633"], to_move=0)
    table = Table.of(state)
    assert table.act(0, 0, "8") and table.act(1, 1, "T")
    state.apply("8")
    assert Table.of(state).number == 1
    assert Table.from_json(table.to_json()).view(1) == table.view(1)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_hidden_cards_change_nothing_for_others(name: str, options: dict[str, str]) -> None:
    game, rng = pf.load_game(name, **options), random.Random(name)
    compared = 0
    for seed in range(12):
        state = game.new_game(seed=seed, start="play" if seed % 2 else "deal")
        for _ in range(rng.randrange(3, 40)):
            if not state.is_over:
                state.apply_index(rng.randrange(min(3, state.count_legal())))
        if state.is_over:
            continue
        for seat in [*range(state.num_players), None]:
            try:
                other = state.resample(seat, seed, attempts=2000)
            except pf.ResampleError:  # few deals fit what was seen
                continue
            one, two = Table.of(state), Table.of(other)
            assert two.view(seat) == one.view(seat)
            assert two.events_since(0, seat) == one.events_since(0, seat)
            compared += other != state
    assert compared > 3


def test_a_history_that_cannot_be_done_again_is_refused() -> None:
    game = pf.load_game("doudizhu", auction="bid3", open_hand=False, all_pass="redeal")
    state = game.new_game(seed=0)
    for action in ("no", "no", "no", "bid 1"):
        state.apply(action)
    other = state.resample(0, 1)  # its redeal is another's
    with pytest.raises(pf.RulesError):
        Table.of(other)
    assert Table.of(state).state == state


def test_orders_that_change_nothing_are_no_events() -> None:
    table = Table(pf.load_game("doudizhu"), seed=1)
    before = table.to_json()
    assert table.administer(1, "manual")
    assert table.to_json() == before and table.events == 1
    assert table.administer(1, "auto")
    events = table.events
    assert table.administer(1, "auto") and table.events == events


def test_keys_of_seats_are_plain_digits() -> None:
    table = Table(pf.load_game("doudizhu"), seed=1)
    saved = json.loads(table.to_json())
    for key in ("1" * 5000, "00", "3", "-1", " 1", "²"):
        with pytest.raises(pf.SnapshotError):
            Table.from_json(json.dumps(saved | {"last": {key: [0, "no"]}}))
