"""Games from and for other programs: Botzone's logs, DouZero's lists of numbers."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf
from pokerfast.convert import botzone, douzero

BIG = os.environ.get("POKERFAST_BIG") == "1"
GAMES = 1000 if BIG else 25


def played(name: str, seed: int, **arguments: Any) -> Any:
    """A deal of the preset botzone, at random; declaring is declined more often than not."""
    rng = random.Random(seed)
    state = pf.load_game(name, preset="botzone").new_game(seed=seed, **arguments)
    while not state.is_over:
        count = state.count_legal()
        declines = state.phase == "declare" and rng.random() < 0.8
        state.apply_index(count - 1 if declines else rng.randrange(count))
    return state


def texts(record: pf.Record) -> list[str]:
    return [action.text for action in record.actions]


def test_the_examples_on_the_page_run() -> None:
    page = (Path(__file__).parent.parent / "docs/botzone.md").read_text(encoding="utf-8")
    logs, lists = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    tractor = logs.index("record = botzone.tractor_record")
    log = botzone.landlord_log(pf.Record.of(played("doudizhu", 1, first=0)))
    names: dict[str, Any] = {"log": log, **log["initdata"]}
    exec(logs[:tractor], names)
    assert names["log"] == log
    names |= {"log": botzone.tractor_log(pf.Record.of(played("shengji", 3)))}
    exec(logs[tractor:], names)
    assert len(names["log"]["log"]) > 300 and names["state"].phase == "bid"
    data = deal(random.Random(1))
    exec(lists, {"card_play_data": data, "plays": [data["landlord"][:1], []]})


# ---- FightTheLandlord2


def landlord_name(number: int) -> str:
    """A card of FightTheLandlord2, as the platform's page orders them."""
    if number >= 52:
        return "wW"[number - 52]
    return "HDSC"[number % 4] + "3456789TJQKA2"[number // 4]


def test_numbers_of_fight_the_landlord() -> None:
    allocation = [list(range(17)), list(range(17, 34)), list(range(34, 51))]
    state = botzone.landlord_start(allocation, [51, 52, 53])
    for hand, numbers in zip(state.hands, allocation, strict=True):
        assert set((hand.suited or "").split()) == set(map(landlord_name, numbers))
    assert set((state.kitty.suited or "").split()) == {"C2", "w", "W"}
    assert (state.phase, state.seat) == ("bid", 0)


def test_landlord_logs_come_back() -> None:
    landlords = set()
    for seed in range(GAMES):
        record = pf.Record.of(played("doudizhu", seed, first=0))
        log = botzone.landlord_log(record)
        for given in (log, json.dumps(log), log["log"], {"logs": log["log"], "initdata": json.dumps(log["initdata"])}):
            again = botzone.landlord_record(given)
            assert texts(again) == texts(record) and again.result == record.result and not again.tags
        assert botzone.landlord_log(again) == log
        end = again.replay()
        assert isinstance(end, pf.ClimbingState)
        landlords.add(end.landlord)
        # Without initdata and displays, the deal is in the requests once all have been asked to play.
        bare = json.loads(json.dumps(log["log"]))
        for entry in bare[::2]:
            entry["output"]["display"] = {}
        if sum("publiccard" in next(iter(e["output"]["content"].values())) for e in bare[:-1:2]) == 3:
            assert texts(botzone.landlord_record(bare)) == texts(record)
    assert landlords == {0, 1, 2}


def test_a_landlord_log_as_botzone_writes_it() -> None:
    """By hand, from the platform's description: seat 1 bids 2, seat 2 nothing."""
    hands = [list(range(0, 51, 3)), list(range(1, 51, 3)), list(range(2, 51, 3))]
    bottom = [51, 52, 53]
    record = botzone.landlord_record(
        {
            "initdata": json.dumps({"allocation": hands, "publiccard": bottom, "seed": "1"}),
            "log": [
                {"output": {"command": "request", "content": {"0": {"own": hands[0], "bid": []}}}},
                {"0": {"verdict": "OK", "response": 0}},
                {"output": {"command": "request", "content": {"1": {"own": hands[1], "bid": [0]}}}},
                {"1": {"verdict": "OK", "response": "2"}},
                {"output": {"command": "request", "content": {"2": {"own": hands[2], "bid": [0, 2]}}}},
                {"2": {"verdict": "OK", "response": 0}},
                {"output": {"command": "request", "content": {"1": {"history": [[], []]}}, "display": {"landlord": 1}}},
                {"1": {"verdict": "OK", "response": [52, 53]}},
                {"output": {"command": "request", "content": {"2": {"history": [[], [52, 53]]}}}},
                {"2": {"verdict": "OK", "response": []}},
                {"output": {"command": "request", "content": {"0": {"history": [[52, 53], []]}}}},
            ],
        }
    )
    assert texts(record) == ["no", "bid 2", "no", "wW", "pass"] and record.result is None
    state: Any = record.replay()
    assert (state.landlord, state.multiplier, state.seat) == (1, 4, 0)
    log = botzone.landlord_log(record)
    assert botzone.seat_input(log, 0, 3)["responses"] == [0]
    first_play = botzone.seat_input(log, 0, 3)["requests"][1]
    assert first_play == {
        "history": [[52, 53], []],
        "own": hands[0],
        "publiccard": bottom,
        "landlord": 1,
        "pos": 0,
        "finalbid": 2,
    }


def test_nobody_bids() -> None:
    state = pf.load_game("doudizhu", preset="botzone").new_game(seed=1, first=0)
    for _ in range(3):
        state.apply("no")
    log = botzone.landlord_log(pf.Record.of(state))
    request = log["log"][-1]["output"]["content"]["0"]
    assert (request["landlord"], request["finalbid"], request["history"]) == (0, 1, [[], []])


def test_the_judge_replaces_wrong_answers() -> None:
    """A wrong play counts as a pass; the seat is not asked again, and the judge tells what it does."""
    state = played("doudizhu", 5, first=0)
    log = json.loads(json.dumps(botzone.landlord_log(pf.Record.of(state))))
    plays = [
        i for i in range(1, len(log["log"]), 2) if isinstance(next(iter(log["log"][i].values()))["response"], list)
    ]
    passed = next(i for i in plays if next(iter(log["log"][i].values()))["response"] == [])
    seat = next(iter(log["log"][passed]))
    log["log"][passed][seat]["response"] = [0, 1, 2, 99]
    later = next(i for i in plays if i > passed and seat in log["log"][i])
    log["log"][later - 1]["output"]["content"] = {}
    log["log"][later] = {}
    assert texts(botzone.landlord_record(log)) == texts(pf.Record.of(state))


def test_a_match_ended_by_errors_keeps_its_scores() -> None:
    state = played("doudizhu", 5, first=0)
    log = botzone.landlord_log(pf.Record.of(state))
    scores = {"0": -1, "1": -1, "2": -1}
    cut = [*log["log"][:10], {"output": {"command": "finish", "content": scores, "display": {}}}]
    record = botzone.landlord_record(cut)
    assert record.result is None and dict(record.tags) == {"scores": "-1 -1 -1"}
    log["log"][-1]["output"]["content"]["0"] += 1
    with pytest.raises(pf.RulesError, match="scores"):
        botzone.landlord_record(log)


def test_a_space_shuttle_is_refused() -> None:
    """航天飞机: the one kind of Botzone's that the rules here don't have."""
    hands = [[*range(8), *range(8, 17)], list(range(17, 34)), list(range(34, 51))]
    start = botzone.landlord_start(hands, [51, 52, 53])
    start.apply("bid 3")
    assert not start.check("33334444") and start.check("33334444").code == "no_play"


# ---- Tractor


def tractor_name(number: int) -> str:
    base = number % 54
    if base >= 52:
        return "wW"[base - 52]
    rank = "A234567890JQK"[base // 4].replace("0", "T")
    return "shcd"[base % 4].upper() + rank


def test_tractor_logs_come_back() -> None:
    told = 0
    refused = []
    for seed in range(GAMES):
        record = pf.Record.of(played("shengji", seed))
        try:
            log = botzone.tractor_log(record)
        except pf.RulesError as error:
            refused.append(str(error))
            continue
        told += 1
        again = botzone.tractor_record(json.dumps(log))
        assert texts(again) == texts(record) and again.result == record.result
        assert botzone.tractor_log(again) == log
        scores = [log["log"][-1]["output"]["content"][str(seat)] for seat in range(4)]
        assert again.tags["scores"] == " ".join(map(str, scores))
        assert record.result is not None
        assert [score > 0 for score in scores] == [score > 0 for score in record.result]
        names = [tractor_name(card) for hand in log["initdata"]["allocation"] for card in hand]
        start: Any = record.replay()._initial()  # type: ignore[union-attr]
        held = [str(card) for hand in start.hands for card in hand]
        assert len(names) == 100 and not set(held) - set(names)
        # Without initdata the deal is in the requests.
        assert texts(botzone.tractor_record({"log": log["log"]})) == texts(record)
    assert told > GAMES * 0.8
    assert all("Botzone" in reason for reason in refused)


def test_a_tractor_deal_told_step_by_step() -> None:
    record = next(
        record
        for record in (pf.Record.of(played("shengji", seed, dealer=2, levels=("T", "T"))) for seed in range(20))
        if sum(text.startswith("declare") for text in texts(record)) == 1
    )
    log = botzone.tractor_log(record)
    assert log["initdata"]["level"] == "0" and log["initdata"]["banker"] == 2
    inputs = [botzone.seat_input(log, seat, 4) for seat in range(4)]
    stages = [[request["stage"] for request in one["requests"]] for one in inputs]
    assert all(one.count("deal") == 25 for one in stages) and [one.count("cover") for one in stages] == [0, 0, 1, 0]
    first = inputs[2]["requests"][0]
    assert first["global"] == {
        "first_round": False,
        "level": "0",
        "banking": {"called": -1, "snatched": -1, "major": "", "banker": 2},
    }
    cover = next(i for i, stage in enumerate(stages[2]) if stage == "cover")
    assert len(inputs[2]["requests"][cover]["deliver"]) == len(inputs[2]["responses"][cover]) == 8
    play = inputs[2]["requests"][cover + 1]
    assert play["history"] == [[], [], 2, 2] and play["global"]["total_score"] == 0
    assert play["global"]["banking"]["banker"] == 2 and play["global"]["banking"]["major"] in list("shcdn")
    assert botzone.tractor_record(log).start != {} and texts(botzone.tractor_record(log)) == texts(record)


def test_nobody_declares_in_tractor() -> None:
    """Botzone draws the suit and the dealer; the record begins with the burial."""
    state = pf.load_game("shengji", preset="botzone").new_game(seed=3)
    declared = 0
    while state.phase == "declare":
        state.apply("declare H2") if not declared and state.check("declare H2") else state.apply("no")
        declared += any(action.kind == "declare" for action in state.history)
    while not state.is_over:
        state.apply_index(0)
    log = json.loads(json.dumps(botzone.tractor_log(pf.Record.of(state))))
    for i in range(1, 200, 2):
        next(iter(log["log"][i].values()))["response"] = []
    record = botzone.tractor_record(log)
    assert texts(record) == [text for text in texts(pf.Record.of(state)) if text != "no" and "declare" not in text]
    end: Any = record.replay()
    assert (end.trump, end.dealer, end.returns()) == (state.trump, state.dealer, state.returns())
    with pytest.raises(pf.RulesError, match="does not begin with the deal"):
        botzone.tractor_log(record)
    silent = pf.load_game("shengji", preset="botzone").new_game(seed=3)
    while silent.phase == "declare":
        silent.apply("no")
    with pytest.raises(pf.RulesError, match="nobody declares"):
        botzone.tractor_log(pf.Record.of(silent))


@pytest.mark.parametrize("game", [pf.load_game("shengji"), pf.load_game("shengji", preset="titanic"), "shengji", 3])
def test_rules_that_are_not_botzones(game: Any) -> None:
    record = pf.Record.of(played("doudizhu", 1, first=0))
    with pytest.raises((pf.RulesError, TypeError)):
        botzone.landlord_record(botzone.landlord_log(record), game=game)
    with pytest.raises((pf.RulesError, TypeError)):
        botzone.tractor_log(record)
    other = pf.Record.of(pf.load_game("doudizhu").new_game(seed=1))
    with pytest.raises(pf.RulesError):
        botzone.landlord_log(other)


def spoilt(rng: random.Random, data: Any) -> Any:
    """The same with something in it changed, lost or doubled."""
    data = json.loads(json.dumps(data))
    at: Any = data
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return data
        key = rng.choice(keys)
        if isinstance(at[key], (dict, list)) and at[key] and rng.random() < 0.8:
            at = at[key]
            continue
        match rng.randrange(3):
            case 0:
                at[key] = rng.choice([None, -1, 10**9, 53, "x", [], {}, [0], 1.5, True, "\ud800"])
            case 1:
                del at[key]
            case 2 if isinstance(at, list):
                at.insert(rng.choice(keys), at[key])
        return data


def test_spoilt_logs_are_refused_or_read() -> None:
    rng = random.Random(3)
    cases = [
        (botzone.landlord_record, botzone.landlord_log(pf.Record.of(played("doudizhu", 2, first=0)))),
        (botzone.tractor_record, botzone.tractor_log(pf.Record.of(played("shengji", 3)))),
    ]
    for read, log in cases:
        refusals = 0
        for _ in range(2000 if BIG else 150):
            broken = spoilt(rng, log)
            try:
                record = read(broken)
            except pf.PokerfastError:
                refusals += 1
            else:
                assert pf.Record.parse(str(record)) == record
        assert refusals > 10
        for thing in ("", "{", None, 3, [], [3], {"log": 3}, [{"output": {}}], "[" * 100_000):
            with contextlib.suppress(pf.PokerfastError):
                read(thing)


# ---- DouZero


def deal(rng: random.Random) -> dict[str, list[int]]:
    deck = [rank for rank in range(3, 15) for _ in range(4)] + [17] * 4 + [20, 30]
    rng.shuffle(deck)
    return {
        "landlord": sorted(deck[:20]),
        "landlord_up": sorted(deck[20:37]),
        "landlord_down": sorted(deck[37:]),
        "three_landlord_cards": sorted(deck[17:20]),
    }


def test_douzero_games_come_back() -> None:
    for seed in range(GAMES):
        rng = random.Random(seed)
        data = deal(rng)
        state = douzero.state_of(data)
        assert (state.seat, state.landlord, state.phase) == (0, 0, "play")
        while not state.is_over:
            state.apply_index(rng.randrange(state.count_legal()))
        record = pf.Record.of(state)
        plays = douzero.actions(record)
        assert douzero.card_play_data(record) == data
        again = douzero.record_of(data, plays, tags={"event": "self-play"})
        assert again.result == record.result and douzero.actions(again) == plays
        # Each seat's plays are its hand, or a part of it.
        for seat, name in enumerate(("landlord", "landlord_down", "landlord_up")):
            out = sorted(card for i, play in enumerate(plays) if i % 3 == seat for card in play)
            assert not [card for card in set(out) if out.count(card) > data[name].count(card)]


def test_douzero_by_another_landlord() -> None:
    """A whole deal with bidding, of which seat 2 is landlord."""
    state = pf.load_game("doudizhu", preset="botzone").new_game(seed=8, first=2)
    state.apply("bid 3")
    data = douzero.card_play_data(pf.Record.of(state))
    assert data["landlord"] == douzero.numbers_of(state.hands[2]) and len(data["landlord"]) == 20
    assert data["landlord_down"] == douzero.numbers_of(state.hands[0])
    assert data["landlord_up"] == douzero.numbers_of(state.hands[1])
    assert douzero.numbers_of(state.kitty) == data["three_landlord_cards"]
    assert douzero.actions(pf.Record.of(state)) == []


def test_douzero_numbers() -> None:
    assert douzero.cards_of([3, 10, 11, 14, 17, 20, 30]) == "3TJA2wW"
    assert douzero.numbers_of("W w 2 A 10 3") == [3, 10, 14, 17, 20, 30]
    for numbers in ([15], [3] * 5, [20, 20], [-3], [10**30]):
        with pytest.raises(pf.NotationError):
            douzero.cards_of(numbers)
    for thing in ("3", None, 3):
        with pytest.raises(TypeError):
            douzero.cards_of(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("landlord_up", None, "landlord_up: is missing"),
        ("landlord", [3, 4], "landlord: expected 20 cards, not 2"),
        ("three_landlord_cards", [3, 3, 3, 3], "are not among|are three"),
        ("three_landlord_cards", ["x"], "are not among"),
    ],
)
def test_douzero_deals_that_are_none(key: str, value: Any, message: str) -> None:
    data: dict[str, Any] = deal(random.Random(1))
    if value is None:
        del data[key]
    else:
        data[key] = value
    with pytest.raises(pf.RulesError, match=message):
        douzero.state_of(data)


def test_douzero_plays_that_are_not_legal() -> None:
    data = deal(random.Random(1))
    with pytest.raises(pf.IllegalActionError, match="entry 0"):
        douzero.record_of(data, [[]])
    with pytest.raises(pf.IllegalActionError, match="entry 1"):
        douzero.record_of(data, [data["landlord"][:1], [3, 3, 3, 3]])
    with pytest.raises(pf.RulesError, match="first lead"):
        douzero.actions(pf.Record.of(pf.load_game("doudizhu").new_game(seed=1)))


def test_odd_lists_of_numbers_are_refused() -> None:
    from pokerfast.convert import douzero

    deal = {"landlord": [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4 + [7] * 4}
    down, up = [8] * 4 + [9] * 4 + [10] * 4 + [11] * 4 + [12], [13] * 4 + [14] * 4 + [17] * 4 + [20, 30] + [12] * 3
    whole = {**deal, "landlord_down": down, "landlord_up": up}
    assert len(douzero.state_of(whole).hands[0]) == 20
    for seat in ("landlord_down", "landlord_up"):
        for numbers in ([3, *whole[seat][1:]], ["3", *whole[seat][1:]], [True, *whole[seat][1:]], whole[seat][1:]):
            with pytest.raises(pf.PokerfastError):
                douzero.state_of({**whole, seat: numbers})
    for numbers in (["x"], [3.9], [None], [3] * 5, [[]]):
        with pytest.raises(pf.NotationError):
            douzero.cards_of(numbers)  # type: ignore[arg-type]
