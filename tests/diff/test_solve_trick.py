"""Open-hand endgames of the trick-taking games: the solver against looking at everything."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from tests.reference import dabaifen_rules, erqiwang_rules
from tests.reference.dabaifen_rules import is_four
from tests.reference.trick_cards import Options, sort_cards
from tests.reference.trick_endgame import Judge, Position, Setting, TooLarge, position
from tests.trick_endgame_strategies import (
    Endgame,
    cards_of,
    endgames,
    game_of,
    move_text,
    random_end,
    random_endgame,
    random_setting,
    read_state,
)

#: Positions that the reference looks at before an example is given up.
MOST = 2_000
FEW = max(settings.default.max_examples // 3, 1)
NAMES = ("shengji", "erqiwang", "dabaifen", "whist")


def judged(end: Endgame, most: int = MOST) -> tuple[Judge, int, dict[str, int]] | None:
    """The reference's value, and that of every play; None for a position too large for it."""
    judge = end.judge(most)
    try:
        found = judge.value(end.place), judge.play_values(end.place)
    except TooLarge:
        return None
    judge.most = None
    return judge, *found


def worth(state: pf.TrickState) -> int:
    """What a deal that is over came to."""
    assert state.is_over
    return state.tricks[0] if state.game.name == "whist" else state.points


def told(sol: pf.Solution) -> tuple[Any, ...]:
    """All that a search says but for its time."""
    moves = [
        (move_text(each.move), each.value, [*map(move_text, each.equals)], [*map(move_text, each.line)])
        for each in sol.moves
    ]
    return sol.status, sol.value, sol.lower, sol.upper, sol.nodes, moves, [*map(move_text, sol.line)]


def walk(state: pf.TrickState, line: Sequence[Any], value: int) -> None:
    """A line is legal, ends with the last card and is worth what it should be."""
    state = state.clone()
    for move in line:
        assert state.check(move_text(move)), (state, move)
        state.apply(move_text(move))
    assert worth(state) == value, [move_text(move) for move in line]


def keeps(judge: Judge, place: Position, line: Sequence[Any], value: int) -> None:
    """No play of a best line gives anything away."""
    for move in line:
        assert cards_of(move) in judge.legal(place), (place, move)
        place = judge.after(place, cards_of(move))
        assert judge.value(place) == value, (place, move)
    assert place.over


def same_values(judge: Judge, place: Position, values: dict[str, int], sol: pf.Solution) -> None:
    """Every play once, in a class of plays of its own value; throws that fail may be left out."""
    listed: Counter[str] = Counter()
    for each in sol.moves:
        for move in (each.move, *each.equals):
            text = move_text(move)
            listed[text] += 1
            assert text in values, text
            assert values[text] == each.value, (text, each)
    assert set(listed.values()) == {1}, listed
    missing = [cards_of(text) for text in values if text not in listed]
    assert all(judge.fails(place, play) for play in missing), missing


def compare(end: Endgame, state: pf.TrickState | None = None, most: int = MOST, **limits: Any) -> pf.Solution | None:
    """Value, the values of all plays, and lines; None where the reference had to give up."""
    found = judged(end, most)
    if found is None:
        return None
    judge, value, values = found
    place = end.place
    state = end.state() if state is None else state
    before = state.to_bytes()
    sol = pf.solve(state, **limits)
    assert state.to_bytes() == before
    assert sol.status == "solved" and sol.winner is None
    assert (sol.value, sol.lower, sol.upper) == (value, value, value), end
    same_values(judge, place, values, sol)
    assert values[move_text(sol.best)] == value
    best = [each.move for each in sol.moves if each.value == value]
    assert set(map(move_text, best)) <= set(map(move_text, sol.winning_moves))
    assert all(values[move_text(move)] == value for move in sol.winning_moves)
    assert sol.nodes >= 0
    assert move_text(sol.line[0]) == move_text(sol.best)
    walk(state, sol.line, value)
    keeps(judge, place, sol.line, value)
    for each in sol.moves:
        assert move_text(each.line[0]) == move_text(each.move)
        walk(state, each.line, each.value)
        after = judge.after(place, cards_of(each.move))
        keeps(judge, after, each.line[1:], each.value)
    return sol


# ---- random positions


@settings(max_examples=settings.default.max_examples * 2)
@given(endgames())
def test_small_positions(end: Endgame) -> None:
    compare(end)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=FEW)
@given(data=st.data())
def test_each_game(name: str, data: st.DataObject) -> None:
    compare(data.draw(endgames(name)))


@pytest.mark.arch
@pytest.mark.parametrize("seed", range(4))
def test_seeded_positions(seed: int, big: bool) -> None:
    """Many small positions under random options; mostly two and three cards a hand."""
    rng = random.Random(f"tricks {seed}")
    asked = 0
    wanted = 5_000 if big else 250
    for _ in range(wanted):
        asked += compare(random_endgame(rng, sizes=(2, 2, 2, 3)), most=1_000) is not None
    assert asked > 0.9 * wanted


@pytest.mark.parametrize("name", NAMES)
def test_four_cards_a_hand(name: str, big: bool) -> None:
    rng = random.Random(f"four {name}")
    asked = sum(compare(random_endgame(rng, name, [4])) is not None for _ in range(600 if big else 30))
    assert asked > 5


def test_four_of_a_rank(big: bool) -> None:
    """打百分, with four of a rank in hand: 横甩 at once, or first something else."""
    rng = random.Random("four of a rank")
    asked, wanted = 0, 200 if big else 8
    while asked < wanted:
        end = random_endgame(rng, "dabaifen", [4, 5] if big else [4])
        if not end.place.trick and any(map(is_four, end.judge().legal(end.place))):
            asked += compare(end, most=100_000 if big else 8_000) is not None


# ---- options, one by one

#: An option and where it decides: decks, trump, level, dealer, who is to move, the trick, the hands, the kitty.
DECISIVE: list[tuple[dict[str, Any], int, str, str, int, int, str, str, str]] = [
    ({"two_is_trump": True}, 2, "C", "K", 2, 2, "H2 H2", "H5 H4 H4/H3/H3 C7 C7/HK H5 C3", "HK"),
    ({"gap_tractor": False}, 2, "H", "9", 3, 1, "CT CT C8 C8", "/H8 H8 H6 C5/H6 C6 C6 C4/HT HT H7 C4", "H7 C5"),
    ({"level_tractor": "no_ace"}, 2, "S", "6", 1, 3, "SK SK SQ SQ", "S7 S7 C6 C6/SA SA H6 H6//H4 H4 D6 CA", "CA"),
    ({"level_tractor": "jokers_only"}, 2, "S", "6", 1, 3, "SK SK SQ SQ", "S7 S7 C6 C6/S6 S6 w w//H4 H4 D5 CA", "CK"),
    ({"throws": "certain"}, 1, "H", "3", 2, 0, "", "DT D9/w SK/SQ C5/H3 C7", "HA DJ D8 C8"),
    ({"throws": "none"}, 2, "S", "J", 3, 2, "", "S9 D9 D9/SQ D8 D8/HA HA HQ/ST ST HQ", "DK"),
    ({"protect_tractors": True}, 2, "H", "2", 1, 0, "", "SA S9 S9 C3/D6 D6 D7 D7/SK SK SQ SQ/H3 H3 D3 D3", "DK"),
    ({"protect_triples": True}, 3, "H", "2", 2, 1, "SK SK", "S9 S4/ST ST ST S7/SQ DA D8 CT/SA S8 D7 C7", "D5"),
    (
        {"titanic_ladder": "triples_first"},
        *(3, "H", "2", 1, 1, "SQ SQ SQ SJ SJ SJ"),
        "C3 C3/S5 S5 S5 S6 S6 S7 S7 S7/D3 D3 D3 D4 D4 D4 D6 D6/CK CA C4 C4 C6 C6 C7 C7",
        "D5",
    ),
    ({"overruff": "all"}, 2, "H", "2", 1, 2, "SA SA SK/H5 H5 H9", "//H6 H6 H4/D3 D4 D6", "DK"),
    ({"overruff": "highest"}, 2, "H", "2", 1, 2, "SA SA SK/H5 H5 H9", "//H6 H6 H4/D3 D4 D6", "DK"),
    ({"kitty_rule": "pairs"}, 2, "H", "2", 1, 0, "", "SA SA SK SK/S3 S4 S6 S7/C3 C3 C4 C4/D3 D3 D4 D4", "DK"),
    ({"kitty_rule": "linear2"}, 2, "S", "K", 0, 2, "S9 S9 S8 S8", "DA DA C8 C8//ST ST DJ DT/C7 C7 C5 C5", "DT D9"),
    ({"kitty_rule": "linear"}, 2, "S", "Q", 2, 3, "", "w w/HT HT/HJ HJ/W W", "CT"),
    ({"kitty_rule": "fixed2"}, 2, "S", "K", 0, 2, "S9 S9 S8 S8", "DA DA C8 C8//ST ST DJ DT/C7 C7 C5 C5", "DT D9"),
    ({"kitty_cap": 3}, 2, "S", "K", 0, 2, "S9 S9 S8 S8", "DA DA C8 C8//ST ST DJ DT/C7 C7 C5 C5", "DT D9"),
    ({"kitty_shape": "winner"}, 2, "H", "2", 1, 2, "SA SK", "D3 D4//H3 H3/C3 C4", "DK D5"),
]


@pytest.mark.parametrize("given", DECISIVE, ids=lambda given: str(given[0]))
def test_an_option_decides(given: tuple[dict[str, Any], int, str, str, int, int, str, str, str]) -> None:
    changes, decks, trump, level, dealer, to_move, trick, hands, kitty = given
    found = []
    for opt in (Options(decks=decks), Options(decks=decks, **changes)):
        setting = Setting(opt, trump, level, dealer, sort_cards(kitty))
        plays = trick.split("/") if trick else []
        end = Endgame(setting, position(setting, hands.split("/"), to_move, plays, 15))
        sol = compare(end, most=20_000)
        assert sol is not None
        found.append(sol.value)
    assert found[0] != found[1]


@pytest.mark.parametrize("ladder", ["tractor_first", "triples_first"])
@pytest.mark.parametrize("protect", [False, True])
def test_titanics(ladder: str, protect: bool) -> None:
    """Three decks: a titanic, answered by a tractor or by triples."""
    opt = Options(decks=3, titanic_ladder=ladder, protect_triples=protect, protect_tractors=protect)
    for hands in (
        ["S8 S8 S8 S7 S7 S7", "SK SK SK SJ SJ SJ", "S5 S5 S5 S6 S6 S6", "CK CK CK C5 C5 C5"],
        ["SQ SQ SQ", "SK SK S5", "H3 H3 H3", "S4 S4 ST"],
        ["SQ SQ S5", "SK SK SK", "H3 H3 H4", "H5 H6 H6"],
    ):
        setting = Setting(opt, "H", "2", 1, sort_cards("DK D5"))
        compare(Endgame(setting, position(setting, hands)), most=20_000)


def test_no_trump_and_level_cards_on_one_place() -> None:
    """Off-suit level cards are equal and no pair of each other, whoever is dealer."""
    for trump in ("NT", "S"):
        for twos in (False, True):
            for hands in (
                ["HT DT", "CT CT", "HT DT", "S3 S5"],
                ["ST HT", "DT DT", "w CT", "H5 H5"],
                ["S2 H2 ST", "D2 D2 CT", "H2 HT HT", "C2 DT DT"],
            ):
                for dealer in range(4):
                    setting = Setting(Options(two_is_trump=twos), trump, "T", dealer, sort_cards("DK D5"))
                    compare(Endgame(setting, position(setting, hands, dealer ^ 1)))


def test_wrong_throws() -> None:
    """打百分: a wrong throw of the dealer's side loses the deal, so it is never the way to few points."""
    hands = ["HQ H3 H5", "HA HK H4", "C3 CK C4", "D3 D4 DK"]
    for wrong_throw in ("dealer_loses", "none"):
        for contract in (False, True):
            opt = dabaifen_rules.Options(wrong_throw=wrong_throw, contract=contract)
            for dealer in range(4):
                setting = Setting(opt, "S", None, dealer, sort_cards("CT C5"))
                end = Endgame(setting, position(setting, hands, score=30), 60 if contract else None)
                assert compare(end, most=20_000) is not None


def test_trumps_thrown() -> None:
    """二七王, four players and three: trumps are thrown once nobody else has any."""
    three = erqiwang_rules.Options(cards=92, players=3)
    for opt in (erqiwang_rules.Options(), erqiwang_rules.Options(trump_throw=False), three):
        for hands in (
            ["SA SA S5", "H5 H6 H8", "HK H9 HT", "C5 C6 C8"],
            ["SA SA S5", "H5 H6 S6", "HK H9 HT", "C5 C6 C8"],
        ):
            for dealer in range(opt.players):
                setting = Setting(opt, "S", None, dealer, sort_cards("DK D5"))
                end = Endgame(setting, position(setting, hands[: opt.players]), 80)
                assert compare(end, most=20_000) is not None


# ---- states of whole games


@pytest.mark.parametrize("name", NAMES)
def test_ends_of_games(name: str, big: bool) -> None:
    """Random games until few cards are left, at the start of a trick or within one."""
    rng = random.Random(f"ends {name}")
    asked = 0
    for number in range(400 if big else 25):
        game = game_of(random_setting(rng, name).options)
        state = random_end(rng, game, rng.choice([2, 3, 3, 4]), "deal" if number % 5 == 0 else "play")
        if state is not None:
            asked += compare(read_state(state), state, most=1_000) is not None
    assert asked > 8


def test_after_robberies() -> None:
    """反底: which throws are certain depends on who buried last, who need not be the dealer."""
    game = pf.load_game("shengji", preset="chaodipi", throws="certain")
    state = game.setup(
        hands=["C3 C4", "SA SQ", "SJ S9", "H5 D3"], to_move=1, trump="H", level="2", dealer=1, kitty="SK"
    )
    fields = json.loads(state.to_json())
    throws = {}
    for burier in range(4):
        fields["state"]["burier"] = burier
        robbed = pf.State.from_json(json.dumps(fields))
        assert isinstance(robbed, pf.TrickState)
        end = read_state(robbed)
        assert end.setting.burier == burier
        sol = compare(end, robbed)
        assert sol is not None
        throws[burier] = any(len(cards_of(move)) == 2 for each in sol.moves for move in (each.move, *each.equals))
    assert throws == {0: False, 1: True, 2: False, 3: False}


@settings(max_examples=FEW)
@given(endgames(), st.randoms(use_true_random=False))
def test_states_on_the_way(end: Endgame, rng: random.Random) -> None:
    """A state and every one after it to the end of the deal, also after throws that fail."""
    found = judged(end, 1_000)
    if found is None:
        return
    judge = found[0]
    state, place = end.state(), end.place
    while not place.over:
        sol = pf.solve(state)
        assert sol.status == "solved" and sol.value == judge.value(place)
        same_values(judge, place, judge.play_values(place), sol)
        play = rng.choice(judge.legal(place))
        state.apply(" ".join(play))
        place = judge.after(place, play)
    assert worth(state) == place.score
    with pytest.raises(pf.PhaseError):
        pf.solve(state)


@settings(max_examples=FEW)
@given(endgames())
def test_a_game_with_words(end: Endgame) -> None:
    """The arguments of `setup` give what the state gives."""
    if judged(end, 500) is None:
        return
    assert told(pf.solve(end.state())) == told(pf.solve(end.game, **end.words))


def test_other_copies() -> None:
    """Copies other than the lowest: plays go by kind."""
    game = pf.load_game("shengji")
    words: dict[str, Any] = {"trump": "H", "level": "2", "dealer": 1, "kitty": "D5/2"}
    low = pf.solve(game.setup(hands=["SK SK S3/1", "SA S4 S6", "C3 C4 CK", "D3 D4 DK"], **words))
    high = pf.solve(game.setup(hands=["SK SK S3/2", "SA/2 S4/2 S6/2", "C3/2 C4 CK/2", "D3/2 D4/2 DK"], **words))
    assert (low.value, told(low)[5:]) == (high.value, told(high)[5:])


# ---- limits


@settings(max_examples=FEW)
@given(endgames(), st.sampled_from([1, 1000, 1 << 16, 1 << 20, 1 << 28]))
def test_memory_changes_no_answer(end: Endgame, most: int) -> None:
    compare(end, most=1_000, max_memory=most)


@settings(max_examples=FEW)
@given(endgames(), st.integers(0, 300))
def test_a_limit_of_nodes_gives_no_wrong_answer(end: Endgame, most: int) -> None:
    found = judged(end, 1_000)
    if found is None:
        return
    _, value, values = found
    sol = pf.solve(end.state(), max_nodes=most)
    assert sol.nodes <= most
    assert sol.status in ("solved", "unknown") and sol.winner is None
    assert sol.lower <= value <= sol.upper
    assert sol.value in (None, value)
    for each in sol.moves:
        assert all(each.value in (None, values[move_text(move)]) for move in (each.move, *each.equals))
    if sol.status == "solved":
        assert sol.value == sol.lower == sol.upper == value
    elif sol.best is not None:
        assert move_text(sol.best) in values


@settings(max_examples=FEW)
@given(endgames())
def test_only_the_value(end: Endgame) -> None:
    """Without all moves: the same value, and a move that has it."""
    found = judged(end, 1_000)
    if found is None:
        return
    judge, value, values = found
    sol = pf.solve(end.state(), all_moves=False)
    assert (sol.status, sol.value) == ("solved", value)
    assert values[move_text(sol.best)] == value
    for each in sol.moves:
        assert each.value in (None, values[move_text(each.move)])
    walk(end.state(), sol.line, value)
    keeps(judge, end.place, sol.line, value)


def test_the_same_answer_again() -> None:
    rng = random.Random("again")
    for _ in range(10):
        state = random_endgame(rng).state()
        assert told(pf.solve(state)) == told(pf.solve(state.clone()))


def test_many_states_at_once() -> None:
    """In the order given, and the same for any number of workers."""
    rng = random.Random("many")
    states = [random_endgame(rng, "shengji").state() for _ in range(20)]
    alone = [told(pf.solve(state)) for state in states]
    for workers in (1, 2):
        assert [told(sol) for sol in pf.solve(states, workers=workers)] == alone


@pytest.mark.parametrize("name", NAMES)
def test_whole_deals_stop_at_a_limit(name: str) -> None:
    """A deal from its first card: bounds within what can be had, and lower is never above upper."""
    state = pf.load_game(name).new_game(seed=5, start="play")
    most = 13 if name == "whist" else 100 * 64 * 3 + 300
    every: tuple[dict[str, Any], ...] = ({"max_nodes": 0}, {"max_nodes": 500}, {"max_seconds": 0.05})
    for limits in every:
        sol = pf.solve(state, **limits)
        if sol.status == "unknown":
            assert 0 <= sol.lower <= sol.upper <= most
            assert sol.value is None or sol.lower == sol.upper == sol.value


def test_progress() -> None:
    """It hears of the nodes, and stops the search with its own exception; the next one is whole again."""
    state = pf.load_game("shengji").new_game(seed=1, start="play")

    def stop(nodes: int) -> None:
        assert nodes >= 0
        raise KeyError(nodes)

    with pytest.raises(KeyError):
        pf.solve(state, progress=stop)
    assert pf.solve(state, max_nodes=10).nodes <= 10


# ---- hostile input

GOOD: dict[str, Any] = {"hands": ["SA HK", "S2 H4", "S3 D4", "SK D5"], "trump": "H", "level": "T", "dealer": 1}


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": ["SA HK", "S2 H4", "S3 D4"]},
        {"hands": ["SA HK", "S2 H4", "S3 D4", "SK"]},
        {"hands": ["SA HK", "S2 H4", "S3 D4", "SK D5 D6"]},
        {"hands": ["", "", "", ""]},
        {"hands": ["SA SA", "SA H4", "S3 D4", "SK D5"]},
        {"hands": ["SA SX", "S2 H4", "S3 D4", "SK D5"]},
        {"hands": ["SA SA SA", "S2 H4 H5", "S3 D4 H6", "SK D5 H7"]},
        {"kitty": "SA SA"},
        {"kitty": "S4 S4 S6 S6 S7 S7 S8 S8 S9"},
        {"to_move": 4},
        {"to_move": -1},
        {"to_move": 10**30},
        {"trump": "X"},
        {"trump": ""},
        {"level": "1"},
        {"level": None},
        {"dealer": 4},
        {"dealer": -1},
        {"points": -5},
        {"points": 10**30},
        {"bid": 80},
        {"trick": ["S4"]},
        {"max_nodes": -1},
        {"max_nodes": 1 << 64},
        {"max_memory": -1},
        {"max_seconds": -1.0},
        {"max_seconds": float("nan")},
        {"table": "33", "table_by": 1},
        {"proof": True},
    ],
    ids=str,
)
def test_what_is_refused(changes: dict[str, Any]) -> None:
    """With a reason, and never an answer."""
    with pytest.raises(pf.PokerfastError) as caught:
        pf.solve(pf.load_game("shengji"), **(GOOD | changes))
    assert len(str(caught.value)) > 8


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": "SA"},
        {"hands": 4},
        {"hands": [1, 2, 3, 4]},
        {"to_move": "0"},
        {"trump": 3},
        {"level": 5},
        {"points": "5"},
        {"dealer": 1.5},
        {"max_nodes": 1.5},
        {"max_seconds": "1"},
        {"all_moves": 1},
        {"progress": 3},
    ],
    ids=str,
)
def test_wrong_types(changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as caught:
        pf.solve(pf.load_game("shengji"), **(GOOD | changes))
    assert str(caught.value)


def test_words_of_other_games() -> None:
    whist: dict[str, Any] = {"hands": ["SA HK", "S2 H4", "S3 D4", "SK D5"], "trump": "H"}
    assert pf.solve(pf.load_game("whist"), **whist).status == "solved"
    for more in ({"level": "T"}, {"kitty": "S4"}, {"points": 5}, {"bid": 60}):
        with pytest.raises(pf.PokerfastError):
            pf.solve(pf.load_game("whist"), **whist, **more)
    with pytest.raises(pf.PokerfastError):
        pf.solve(pf.load_game("whist"), hands=["SA w", "S2 H4", "S3 D4", "SK D5"], trump="H")
    for more in ({"trump": "S"}, {"level": "T"}, {"dealer": 0}, {"kitty": "S4"}, {"points": 5}, {"bid": 60}):
        with pytest.raises(pf.PokerfastError):
            pf.solve(pf.load_game("doudizhu"), hands=["33", "44"], **more)


def test_a_state_has_its_own_words() -> None:
    state = pf.load_game("shengji").setup(**GOOD)
    for more in (
        {"hands": GOOD["hands"]},
        {"trump": "H"},
        {"level": "T"},
        {"dealer": 1},
        {"points": 5},
        {"to_move": 1},
    ):
        with pytest.raises(pf.RulesError):
            pf.solve(state, **more)


@pytest.mark.parametrize("name", ["shengji", "erqiwang", "dabaifen"])
def test_phases_before_play(name: str) -> None:
    with pytest.raises(pf.PhaseError):
        pf.solve(pf.load_game(name).new_game(seed=1))
