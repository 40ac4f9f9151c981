"""Random bytes, text and objects at the calls of 打大A and 保皇: a documented error or an answer, no crash, no hang."""

from __future__ import annotations

import json
import random
import string
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.contract.positions import VARIANTS, samples
from tests.test_fuzz import attempt, fixed_up, json_values, things
from tests.test_race_positions import playable

NAMES = ("dadaa", "baohuang")
STATES = [
    state for name in NAMES for variant in range(len(VARIANTS[name])) for state in samples(name, variant, range(2))
]
GAMES: list[pf.ClimbingGame] = [pf.load_game(name, **options) for name in NAMES for options in VARIANTS[name]]
COUNTERS = pf.load_game("dadaa", counter_double_ace=True)

card_texts = st.text(alphabet="SHDCshdcWw23456789TJQKA10 /♠，*x", max_size=24)
rank_texts = st.text(alphabet="23456789TJQKAwW*", max_size=20)
cards = st.one_of(
    things,
    card_texts,
    rank_texts,
    st.lists(st.integers(-2, 220), max_size=10),
    st.builds(pf.Hand, st.sampled_from(["", "6", "66677", "wwWW", "S6/2 S6", "**", "W/1"])),
    st.just(GAMES[0].classify("333")),
    st.just(GAMES[-1].classify("WW66")),
)
WORDS = ("show", "take", "name", "亮A", "取", "叫侍卫", "rob", "declare", "bury", "bid", "egg:", "set@6:", "jokers:")
action_texts = st.one_of(
    card_texts,
    rank_texts,
    st.builds("{} {}".format, st.sampled_from(WORDS), st.one_of(card_texts, rank_texts)),
    st.sampled_from(["no", "pass", "rob", "call", "yield", "show", "take 44", "take 444", "name S8", "show HA",
                     "show SA", "让位", "登基", "明保", "take\t4", "name  H6", "show H A", "show HA/2"]),
)  # fmt: skip


@given(st.sampled_from(GAMES), cards, cards)
def test_questions_about_plays(game: pf.ClimbingGame, one: Any, other: Any) -> None:
    for call in (game.hand, game.readings, game.classify, game.leads, game.count_leads, pf.Hand):
        attempt(lambda call=call: call(one))  # type: ignore[misc]
    for two in (game.beats, game.beating, game.follows, game.count_follows, game.takes):
        attempt(lambda two=two: two(one, other))  # type: ignore[misc]
        attempt(lambda two=two: two(one, "77"))  # type: ignore[misc]
        attempt(lambda two=two: two("66677788wWW", one))  # type: ignore[misc]
    found = attempt(lambda: game.classify(one))
    if found is not None:
        assert game.readings(one) == (found,) and game.readings(found) == (found,)
        assert game.hand(one).cards == found.cards and found in game.leads(one)


@given(st.sampled_from(GAMES), rank_texts, rank_texts)
def test_lists_and_counts_agree(game: pf.ClimbingGame, hand: str, table: str) -> None:
    with suppress(pf.NotationError):
        assert len(game.leads(hand)) == game.count_leads(hand)
        follows = game.follows(hand, table)
        assert len(follows) == game.count_follows(hand, table)
        for combo in follows[:40]:
            assert game.beats(combo, table) and game.beating(combo.cards, table) == combo
        for combo in game.takes(hand, table):
            assert set(combo.cards) == {"4"} and len(combo) == len(game.hand(table)) - 1


@given(
    st.sampled_from(NAMES), st.dictionaries(st.sampled_from(sorted({*GAMES[0].options, *GAMES[-1].options})), things)
)
def test_option_values(name: str, options: dict[str, Any]) -> None:
    game = attempt(lambda: pf.load_game(name, **options))
    if game is not None:
        assert pf.load_game(name, **game.options) == game


@given(st.sampled_from(GAMES), things, things, things, things)
def test_new_game_with_anything(game: pf.ClimbingGame, one: Any, two: Any, three: Any, four: Any) -> None:
    for arguments in (
        {"seed": one},
        {"seed": 1, "first": two},
        {"seed": 1, "last_winner": two},
        {"seed": 1, "beans": three},
        {"seed": one, "first": two, "last_winner": three, "start": four},
    ):
        state = attempt(lambda arguments=arguments: game.new_game(**arguments))  # type: ignore[misc]
        assert state is None or state.count_legal() > 0


@given(st.sampled_from([*GAMES, COUNTERS]), st.lists(cards, max_size=6), st.data())
def test_setup_with_anything(game: pf.ClimbingGame, hands: list[Any], data: st.DataObject) -> None:
    seat = st.one_of(st.integers(-2, 5), st.integers(0, 4), things)
    seats = st.one_of(st.lists(st.integers(-1, 5), max_size=4), st.sampled_from([[0], [0, 1], []]), things)
    flag = st.one_of(st.booleans(), things)
    arguments: dict[str, Any] = {"hands": hands, "sides": [0, 2], "emperor": 0}
    some = ["66", "77*" if game.name == "dadaa" else "77", "688", "9TJ", "2W"]
    for name, values in (
        ("hands", st.sampled_from([some, ["66", "", "8", "", "TT"], ["6w", "7w", "8W", "9W", "Tw"], pf.Hand("66")])),
        ("to_move", seat),
        ("table", st.one_of(cards, st.sampled_from(["5", "666", "W", "7777"]))),
        ("table_by", seat),
        ("finished", seats),
        ("sides", seats),
        ("declarer", seat),
        ("big_suit", st.one_of(st.sampled_from("SHDC"), things)),
        ("exposed", flag),
        ("open", flag),
        ("emperor", seat),
        ("guard", seat),
        ("multiplier", st.one_of(st.integers(0, 5), things)),
        ("landlord", st.integers(-3, 9)),
    ):
        if data.draw(st.booleans()):
            arguments[name] = data.draw(values)
    state = attempt(lambda: game.setup(**arguments))
    if state is not None:
        playable(state, 1)


@pytest.mark.arch
@given(st.integers(0, len(STATES) - 1), st.lists(st.one_of(action_texts, cards), min_size=1, max_size=5))
def test_actions_of_any_kind(number: int, attempts: list[Any]) -> None:
    state = STATES[number]
    before, history = state.to_bytes(), state.history
    for thing in attempts:
        verdict = attempt(lambda thing=thing: state.check(thing))  # type: ignore[misc]
        assert state.to_bytes() == before
        if verdict is None:
            with pytest.raises((pf.PokerfastError, TypeError)):
                state.apply(thing)
        elif verdict:
            other = state.clone()
            other.apply(thing)
            assert other.to_bytes() != before
            again = state.clone()
            again.apply(str(other.history[-1]))
            assert again == other and again.history == other.history
            assert pf.replay(other.to_record()) == other
        else:
            with pytest.raises(pf.PokerfastError):
                state.apply(thing)
            assert len(verdict.message) < 500
        assert state.to_bytes() == before and state.history == history


@given(st.integers(0, len(STATES) - 1), things, things)
def test_other_calls_of_a_state(number: int, one: Any, other: Any) -> None:
    state = STATES[number].clone()
    before, history = state.to_bytes(), state.history
    attempt(lambda: state.view(one))
    with suppress(IndexError):  # the one other error: a list asked for a number it has not
        attempt(lambda: state.legal_actions()[one])
    for call in (
        lambda: state.administer(one, other),
        lambda: state.administer(one, "auto"),
        lambda: state.administer(one, "quit"),
        lambda: state.apply_index(one),
    ):
        try:
            call()
        except (pf.PokerfastError, TypeError):
            assert (state.to_bytes(), state.history) == (before, history)
        else:
            state.undo()
            assert (state.to_bytes(), state.history) == (before, history)


# ---- snapshots and records


def mutated(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        place = rng.randrange(len(changed))
        form = rng.randrange(4)
        if form == 0:
            changed[place] = rng.choice([0, 1, 2, 3, 4, 5, 17, 127, 128, 254, 255, rng.randrange(256)])
        elif form == 1:
            changed[place] ^= 1 << rng.randrange(8)
        elif form == 2:
            del changed[place : place + rng.randint(1, 8)]
        else:
            other = rng.choice(STATES).to_bytes()
            length = rng.randint(1, 40)
            changed[place : place + length] = other[place : place + length]
        if len(changed) < 8:
            break
    return bytes(changed)


@pytest.mark.arch
@pytest.mark.parametrize("block", range(2))
def test_mutated_snapshots(block: int) -> None:
    rng = random.Random(block)
    accepted = 0
    for number in range(2500):
        broken = mutated(rng, rng.choice(STATES).to_bytes())
        try:
            state = pf.State.from_bytes(fixed_up(broken))
        except pf.SnapshotError:
            continue
        accepted += 1
        assert pf.State.from_bytes(state.to_bytes()) == state
        if number % 5 == 0:
            playable(state, number)
    assert 50 < accepted < 2500


@given(st.integers(0, len(STATES) - 1), st.data())
def test_json_with_changed_values(number: int, data: st.DataObject) -> None:
    """One or two values anywhere in the document replaced, dropped or added."""
    document = json.loads(STATES[number].to_json())
    texts = st.sampled_from(["S6", "S6/2", "W w", "S6 S6", "6", "*", "", "S3/4", "w/1", "HA HA/2"])
    values = st.one_of(json_values, st.integers(0, 256), texts)
    for _ in range(data.draw(st.integers(1, 2))):
        part = data.draw(st.sampled_from([document, document.get("options"), document.get("state")]))
        if not isinstance(part, dict) or not part:
            continue
        key = data.draw(st.sampled_from(sorted(part)))
        form = data.draw(st.integers(0, 3))
        if form == 0:
            del part[key]
        elif form == 1:
            part[data.draw(st.text(max_size=6))] = part[key]
        elif form == 2 and isinstance(part[key], list) and part[key]:
            part[key][data.draw(st.integers(0, len(part[key]) - 1))] = data.draw(values)
        else:
            part[key] = data.draw(values)
    try:
        state = pf.State.from_json(json.dumps(document))
    except pf.PokerfastError as error:
        assert 0 < len(str(error)) < 3000
        return
    playable(state, number)


@pytest.mark.parametrize("seed", range(200))
def test_mutated_records(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(STATES).to_record().splitlines()
    for _ in range(rng.choice([1, 1, 2, 3])):
        place = rng.randrange(len(lines))
        form = rng.randrange(5)
        if form == 0:
            del lines[place]
        elif form == 1:
            lines.insert(place, rng.choice(lines))
        elif form == 2:
            text = lines[place]
            at = rng.randrange(len(text) + 1)
            lines[place] = text[:at] + rng.choice(string.printable + "亮²٣／*") + text[at + rng.randint(0, 1) :]
        elif form == 3:
            lines[place] = rng.choice(
                [
                    "0 no",
                    "1 auto 1",
                    "2 quit 2",
                    "4 manual 4",
                    "3 yield",
                    "first: 9",
                    "last_winner: 1e5",
                    "x",
                    "0 take 44",
                ]
            )
        else:
            rng.shuffle(lines)
        if not lines:
            break
    try:
        result = pf.replay("\n".join(lines))
    except pf.PokerfastError as error:
        assert 0 < len(str(error)) < 3000
    else:
        assert pf.replay(result.to_record()) == result


@pytest.mark.parametrize(
    ("key", "value"),
    [("last_winner", "9"), ("last_winner", '"0"'), ("last_winner", "null1"), ("first", "0"), ("beans", "[1,2,3]"),
     ("start", '"x"'), ("dealer", "0"), ("levels", '["2","2"]'), ("match", "3")],
)  # fmt: skip
def test_record_headers(key: str, value: str) -> None:
    record = pf.load_game("dadaa").new_game(seed=1).to_record()
    with pytest.raises(pf.PokerfastError):
        pf.replay(record.replace("\n\n", f"\n{key}: {value}\n\n", 1))
