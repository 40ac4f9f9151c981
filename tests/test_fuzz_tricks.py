"""Random bytes, text and objects at the calls that trick-taking games add: a documented error or an answer."""

from __future__ import annotations

import json
import random
import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.contract.positions import VARIANTS, samples
from tests.test_fuzz import attempt, fixed_up, json_values, things

NAMES = ("shengji", "whist", "erqiwang", "dabaifen")
STATES = [
    state for name in NAMES for variant in range(len(VARIANTS[name])) for state in samples(name, variant, range(2))
]
GAMES = [pf.load_game("shengji", decks=decks) for decks in (1, 2, 3)] + [pf.load_game("whist")]
GAMES += [pf.load_game("erqiwang", preset=preset) for preset in ("erqiwang", "three_players")]
GAMES += [pf.load_game("dabaifen", preset=preset) for preset in ("dabaifen", "moving", "contract")]
#: A level, where the game has levels that move.
LEVELS = [("T" if game.name == "shengji" or game.options.get("levels") == "moving" else None) for game in GAMES]
TRUMPS = [game.trump("S", level) for game, level in zip(GAMES, LEVELS, strict=True)]
LEADS = ["HK", "HK HQ", "H9"]

card_texts = st.text(alphabet="SHDCshdcWw23456789TJQKA10 /♠，*x", max_size=24)
cards = st.one_of(
    things, card_texts, st.lists(st.integers(-2, 165), max_size=8), st.builds(pf.SuitedHand, st.just("H5 H6"))
)
words = ("declare", "rob", "bury", "亮", "反", "扣", "bid", "pair:", "name", "定主", "surrender", "投降")
action_texts = st.one_of(
    card_texts,
    st.builds("{} {}".format, st.sampled_from(words), card_texts),
    st.builds(
        "bid {}".format, st.one_of(st.integers(-10, 150), st.integers(), st.integers(0, 24).map(lambda n: 5 * n))
    ),
    st.builds(
        "{}{}{}".format, st.sampled_from(["name", "定主", "NAME"]), st.sampled_from(["", " "]), st.text(max_size=3)
    ),
    st.sampled_from(["name S", "name NT", "定主 ♥", "surrender", "投降", "name", "bid", "surrender 1", "name S S"]),
    st.sampled_from(["no", "pass", "rob", "declare", "bury", "反主", "扣底", "declare:", "bury\tH5", "rob  H5"]),
)


@given(st.sampled_from(TRUMPS), cards, cards, st.lists(cards, max_size=5))
def test_questions(trump: pf.Trump, one: Any, other: Any, several: list[Any]) -> None:
    for call in (
        trump.effective_suit,
        trump.group,
        trump.units,
        trump.is_tractor,
        trump.is_titanic,
        trump.kitty_multiplier,
        trump.count_leads,
        trump.order,
        trump.winner,
        pf.SuitedHand,
    ):
        attempt(lambda call=call: call(one))  # type: ignore[misc]
    for hand, lead in ((one, other), (one, "HK HK"), ("H3 H4 H5 S2", other)):
        count = attempt(lambda hand=hand, lead=lead: trump.count_follows(hand, lead))  # type: ignore[misc]
        plays = attempt(lambda hand=hand, lead=lead: trump.follows(hand, lead))  # type: ignore[misc]
        assert (count is None) is (plays is None)
        attempt(lambda hand=hand, lead=lead: trump.check_follow(hand, lead, one))  # type: ignore[misc]
    attempt(lambda: trump.throw(one, several))
    attempt(lambda: trump.winner([*LEADS[:1], *several]))
    attempt(lambda: trump.leads(one, other))


@given(st.sampled_from(GAMES), things, things)
def test_trumps_of_anything(game: pf.TrickGame, suit: Any, level: Any) -> None:
    trump = attempt(lambda: game.trump(suit, level))
    assert trump is None or trump.order("H") is not None


@given(st.sampled_from(GAMES), things, things, things, things)
def test_new_game_and_levels_with_anything(game: pf.TrickGame, one: Any, two: Any, three: Any, four: Any) -> None:
    for arguments in (
        {"seed": one},
        {"seed": 1, "dealer": two},
        {"seed": 1, "first": two},
        {"seed": 1, "first": two, "start": "play"},
        {"seed": 1, "levels": three},
        {"seed": 1, "dealer": 1, "levels": [three, four]},
        {"seed": one, "dealer": two, "levels": three, "start": four},
        {"seed": one, "first": two, "dealer": four, "start": three},
    ):
        state = attempt(lambda arguments=arguments: game.new_game(**arguments))  # type: ignore[misc]
        assert state is None or state.count_legal() > 0
    attempt(lambda: game.level_result(one))
    attempt(lambda: game.room_points(one, two, three, four))
    attempt(lambda: game.room_points("dealer", 1, [one, two, 3, 4], three, four))
    attempt(lambda: game.new_match(seed=one))
    for points, bid in ((one, two), (5, one), (one, 80), (one, 60)):
        attempt(lambda points=points, bid=bid: game.grade_result(points, bid))  # type: ignore[misc]
        attempt(lambda points=points, bid=bid: game.contract_scores(bid, points))  # type: ignore[misc]
        attempt(lambda points=points, bid=bid: game.contract_scores(bid, points, tripled=three))  # type: ignore[misc]


@given(st.sampled_from(GAMES), st.lists(cards, max_size=5), st.data())
def test_setup_with_anything(game: pf.TrickGame, hands: list[Any], data: st.DataObject) -> None:
    seat = st.one_of(st.integers(-2, 4), things)
    arguments: dict[str, Any] = {"hands": hands, "trump": "S", "level": LEVELS[GAMES.index(game)]}
    fitting = ["H5 S6", "H6 S5", "C7 C8", "D9 DJ"][: game.num_players]
    for name, values in (
        ("hands", st.just(fitting)),
        ("to_move", seat),
        ("trick", st.lists(cards, max_size=4)),
        ("trump", st.one_of(st.sampled_from(["S", "NT", "X"]), things)),
        ("level", st.one_of(st.sampled_from(["2", "A", "10", None]), things)),
        ("dealer", seat),
        ("kitty", cards),
        ("points", things),
        ("bid", st.one_of(st.integers(0, 24).map(lambda n: 5 * n), st.none(), things)),
    ):
        if data.draw(st.booleans()):
            arguments[name] = data.draw(values)
    state = attempt(lambda: game.setup(**arguments))
    if state is not None:
        playable(state, 1)


def playable(state: pf.State, seed: int) -> None:
    """A position that was accepted can be looked at from everywhere and played to its end."""
    rng = random.Random(seed)
    for viewer in (*range(state.num_players), None):
        json.loads(state.view(viewer).to_json())
    assert pf.State.from_bytes(state.to_bytes()) == state
    assert pf.State.from_json(state.to_json()) == state
    for _ in range(3000):
        if state.is_over:
            break
        count = state.count_legal()
        assert count > 0 and state.seat is not None
        # Declaring ends redeals, and so does a bid.
        number = rng.choice([0, count - 1]) if state.phase == "bid" else rng.randrange(count)
        action = state.legal_actions()[0 if state.phase == "declare" else number]
        if state.check("surrender") and rng.random() < 0.5:
            action = state.legal_actions()[count - 1]
        assert state.check(action), (action, state)
        state.apply(str(action) if rng.random() < 0.5 else action)
    assert state.is_over
    assert sum(state.returns()) == 0 or state.game.options.get("contract")
    assert pf.State.from_bytes(state.to_bytes()) == state
    assert pf.replay(state.to_record()) == state


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
        else:
            with pytest.raises(pf.PokerfastError):
                state.apply(thing)
            assert len(verdict.message) < 500
        assert state.to_bytes() == before and state.history == history


def mutated(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        place = rng.randrange(len(changed))
        form = rng.randrange(4)
        if form == 0:
            changed[place] = rng.choice([0, 1, 2, 3, 4, 17, 127, 128, 254, 255, rng.randrange(256)])
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
    values = st.one_of(json_values, st.integers(0, 170), st.sampled_from(["H5", "H5/2", "W w", "H5 H5", "5", "*", ""]))
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
    if seed % 4:
        record = rng.choice(STATES).to_record()
    else:
        match = GAMES[1 if seed % 8 else 6].new_match(seed=seed)
        for _ in range(2):
            while not match.state.is_over:
                match.state.apply_index(rng.randrange(match.state.count_legal()))
            match.advance()
        record = match.to_record()
    lines = record.splitlines()
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
            lines[place] = text[:at] + rng.choice(string.printable + "亮²٣／") + text[at + rng.randint(0, 1) :]
        elif form == 3:
            lines[place] = rng.choice(
                [
                    "0 no",
                    "1 auto 1",
                    "2 quit 1",
                    "deal 1",
                    "deal x",
                    "match: 1e5",
                    "levels: 2",
                    "first: 1",
                    "0 surrender",
                    "1 bid 60",
                    "x",
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
