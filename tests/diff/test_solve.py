"""Open-hand endgames of 斗地主: the solver against looking at everything."""

from __future__ import annotations

import copy
import dataclasses
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from tests.endgame_strategies import Endgame, endgames, random_endgame
from tests.reference.doudizhu_endgame import (
    FARMERS,
    LANDLORD,
    PLAY_OPTIONS,
    Judge,
    Position,
    TooLarge,
    after,
    check_proof,
    move_text,
    position,
    prove,
    side,
)
from tests.reference.doudizhu_plays import PRESETS, QQ, Options
from tests.strategies import game_of, random_card_options

#: Positions that the reference looks at before an example is given up.
MOST = 40_000
#: A position that takes some search.
HARD = {"hands": ["WAQQJJT999844", "w22AAT886633"], "to_move": 0}


def text_of(move: pf.Combo) -> str:
    """A move as the reference writes it."""
    return "pass" if move == pf.PASS else f"{move.kind}@{move.rank}:{move.cards}"


def texts(moves: Sequence[pf.Combo]) -> list[str]:
    return [text_of(move) for move in moves]


def judged(end: Endgame) -> tuple[Judge, str, set[str]] | None:
    """The reference's winner and winning moves; None for a position too large for it."""
    judge = Judge(end.opt, MOST)
    try:
        found = judge.winner(end.place), set(judge.winning_moves(end.place))
    except TooLarge:
        return None
    judge.most = None
    return judge, *found


def walk(judge: Judge, place: Position, line: Sequence[pf.Combo], wins: str) -> None:
    """A line is legal, keeps the win all along, and ends when the winner goes out."""
    assert line
    for number, move in enumerate(line):
        legal = {found.text: found for found in judge.legal(place)}
        assert text_of(move) in legal, (place, move)
        made = legal[text_of(move)]
        if judge.goes_out(place, made):
            assert number == len(line) - 1
            assert side(place.to_move) == wins
            return
        place = after(place, made)
        assert judge.winner(place) == wins, (place, move)
    raise AssertionError("the line does not end")


def compare(end: Endgame, lines: bool = True, **limits: Any) -> pf.Solution | None:
    """Winner, winning moves, values and lines; None where the reference had to give up."""
    found = judged(end)
    if found is None:
        return None
    judge, winner, winning = found
    place = end.place
    sol = pf.solve(end.game, **end.words, **limits)
    assert sol.status == "solved"
    assert sol.winner == winner, end
    assert len(set(sol.winning_moves)) == len(sol.winning_moves)
    assert set(texts(sol.winning_moves)) == winning, end
    legal = {move.text: move for move in judge.legal(place)}
    assert sorted(text_of(each.move) for each in sol.moves) == sorted(legal)
    assert text_of(sol.best) in (winning or legal)
    for each in sol.moves:
        assert each.value == (1 if text_of(each.move) in winning else -1)
    assert sol.nodes >= 0
    if lines:
        walk(judge, place, sol.line, winner)
        assert sol.line[0] == sol.best
        mine = side(place.to_move)
        for each in sol.moves:
            won = mine if each.value == 1 else FARMERS if mine == LANDLORD else LANDLORD
            assert each.line[0] == each.move
            made = legal[text_of(each.move)]
            if judge.goes_out(place, made):
                assert len(each.line) == 1
            else:
                walk(judge, after(place, made), each.line[1:], won)
    return sol


def accepted(proof: dict[str, Any]) -> bool:
    """Does the package's own checker take it? It answers with the faults it finds."""
    return list(pf.check_proof(proof)) == []


def compare_proof(end: Endgame) -> None:
    sol = compare(end, lines=False, proof=True)
    if sol is None:
        return
    proof = sol.proof
    assert proof["hands"] == list(end.place.hands)
    assert (proof["to_move"], proof["table_by"], proof["winner"]) == (
        end.place.to_move,
        end.place.table_by,
        sol.winner,
    )
    assert check_proof(proof, end.opt) == [], end
    assert check_proof(json.loads(json.dumps(proof)), end.opt) == []
    assert accepted(proof) and accepted(json.loads(json.dumps(proof)))


# ---- random positions


@given(endgames())
def test_small_positions(end: Endgame) -> None:
    compare(end)


@given(endgames(most=12, total=17))
def test_one_large_hand(end: Endgame) -> None:
    compare(end)


@given(endgames(most=4, total=12))
def test_tiny_positions(end: Endgame) -> None:
    compare(end)


@settings(max_examples=settings.default.max_examples // 2)
@given(endgames(), st.booleans())
def test_only_the_winner(end: Endgame, proof: bool) -> None:
    """Without all moves: the same winner, and one winning move at least if there is any."""
    found = judged(end)
    if found is None:
        return
    judge, winner, winning = found
    sol = pf.solve(end.game, **end.words, all_moves=False, proof=proof)
    assert (sol.status, sol.winner) == ("solved", winner)
    given_moves = set(texts(sol.winning_moves))
    assert given_moves <= winning and bool(given_moves) == bool(winning)
    assert text_of(sol.best) in (winning or {move.text for move in judge.legal(end.place)})
    for each in sol.moves:
        assert each.value in (None, 1 if text_of(each.move) in winning else -1)
    walk(judge, end.place, sol.line, winner)
    assert (sol.proof is not None) == proof


@settings(max_examples=settings.default.max_examples // 2)
@given(endgames())
def test_proofs(end: Endgame) -> None:
    compare_proof(end)


@settings(max_examples=settings.default.max_examples // 2)
@given(endgames(most=10, total=14))
def test_proofs_with_a_large_hand(end: Endgame) -> None:
    compare_proof(end)


@settings(max_examples=settings.default.max_examples // 2)
@given(endgames(most=6, total=12))
def test_proofs_of_the_reference(end: Endgame) -> None:
    """In these, positions are one where the same play, of whatever cards, is to be beaten."""
    if judged(end) is None:
        return
    table = None if end.laid is None or end.place.table is None else move_text(end.place.table, end.laid)
    proof = prove(end.place, end.opt, table)
    assert check_proof(proof, end.opt) == []
    assert accepted(proof), end


@pytest.mark.parametrize("hands", [["4455", "333467"], ["333456", "44478"], ["88", "333456", "44479"]])
def test_trios_with_one_wing_or_another(hands: list[str]) -> None:
    for to_move in range(len(hands)):
        end = Endgame(position(hands, to_move), QQ, None)
        compare_proof(end)
        assert accepted(prove(end.place))


@settings(max_examples=settings.default.max_examples // 3)
@given(endgames(), st.sampled_from([1, 1000, 1 << 16, 1 << 20, 1 << 28]))
def test_memory_changes_no_answer(end: Endgame, most: int) -> None:
    compare(end, max_memory=most)


@settings(max_examples=settings.default.max_examples // 3)
@given(endgames(most=12, total=17), st.integers(1, 2000))
def test_a_limit_of_nodes_gives_no_wrong_answer(end: Endgame, most: int) -> None:
    found = judged(end)
    if found is None:
        return
    _, winner, winning = found
    sol = pf.solve(end.game, **end.words, max_nodes=most)
    assert sol.status in ("solved", "unknown")
    assert sol.winner in (None, winner) and set(texts(sol.winning_moves)) <= winning
    for each in sol.moves:
        assert each.value in (None, 1 if text_of(each.move) in winning else -1)
    if sol.status == "solved":
        assert sol.winner == winner and set(texts(sol.winning_moves)) == winning


@pytest.mark.arch
@pytest.mark.parametrize("seed", range(3))
def test_seeded_positions(seed: int, big: bool) -> None:
    """Random options, hands and tables; every fourth with a proof."""
    rng = random.Random(f"solve {seed}")
    asked = 0
    for number in range(4000 if big else 60):
        opt = random_card_options(rng)
        most, total = rng.choice([(7, 15), (7, 15), (3, 9), (12, 17)])
        end = random_endgame(rng, opt, most, total)
        asked += compare(end) is not None
        if number % 4 == 0:
            compare_proof(end)
    assert asked > 40


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_presets(preset: str, big: bool) -> None:
    rng = random.Random(f"solve {preset}")
    for _ in range(1000 if big else 15):
        compare(random_endgame(rng, PRESETS[preset], 12, 17))


#: For each option a position that holds a play which only one of its values allows.
OPTION_CHANGES: list[tuple[str, Any, list[str]]] = [
    ("kicker_same_rank", 1, ["33344477", "5566"]),
    ("kicker_same_rank", 2, ["333444555777", "6689"]),
    ("kicker_rocket", False, ["666777wW", "888"]),
    ("kicker_rocket", False, ["6666wW3", "8889"]),
    ("kicker_pair_repeat", False, ["3334446666", "5577"]),
    ("kicker_pair_repeat", False, ["55554444", "3369"]),
    ("kicker_body_rank", True, ["34445555", "6679"]),
    ("kicker_extends_chain", False, ["333444666", "5578"]),
    ("kicker_extends_chain", False, ["333444555666", "7789"]),
    ("four_two_pair_as_solos", False, ["333355", "4467"]),
    ("four_two", False, ["333345", "6678"]),
    ("four_two", False, ["33334455", "6678"]),
    ("bare_trio", False, ["333444", "5567"]),
    ("banned_kinds", frozenset({"trio_pair", "trio_pair_chain"}), ["3334455", "66778"]),
    ("banned_kinds", frozenset({"bomb"}), ["3333456", "5567"]),
    ("banned_kinds", frozenset({"rocket"}), ["wW345", "2267"]),
    ("banned_kinds", frozenset({"solo_chain", "pair"}), ["3456788", "45679"]),
]


@pytest.mark.parametrize(("name", "value", "hands"), OPTION_CHANGES)
@pytest.mark.parametrize("to_move", [0, 1, 2])
def test_each_option(name: str, value: Any, hands: list[str], to_move: int) -> None:
    """Either value, whoever holds the cards and whoever is to move."""
    for opt in (QQ, dataclasses.replace(QQ, **{name: value})):
        for order in (hands, hands[::-1], [*hands, "TJ"], ["TJ", *hands]):
            if to_move < len(order):
                end = Endgame(position(order, to_move, options=opt), opt, None)
                if len(order) == 2:
                    compare_proof(end)
                else:
                    compare(end)


def test_options_of_a_proof() -> None:
    """A proof holds under its own options, and names those that differ from the default."""
    opt = dataclasses.replace(QQ, kicker_same_rank=2, bare_trio=False, banned_kinds=frozenset({"bomb", "trio_pair"}))
    sol = pf.solve(game_of(opt), hands=["333444", "5567"], proof=True)
    stated = sol.proof["options"]
    assert stated["kicker_same_rank"] == 2 and stated["bare_trio"] is False
    assert set(stated["banned_kinds"]) == {"bomb", "trio_pair"}
    assert set(stated) <= {field.name for field in dataclasses.fields(Options)}
    assert check_proof(sol.proof, opt) == [] and check_proof(sol.proof, QQ)


# ---- states


@settings(max_examples=settings.default.max_examples // 2)
@given(endgames(), st.randoms(use_true_random=False))
def test_states_on_the_way(end: Endgame, rng: random.Random) -> None:
    """A state and every one after it to the end of the deal; solving changes none of them."""
    found = judged(end)
    if found is None:
        return
    judge = found[0]
    state = end.game.setup(**end.words)
    place = end.place
    while True:
        before = state.to_bytes()
        sol = pf.solve(state)
        assert state.to_bytes() == before
        assert sol.status == "solved" and sol.winner == judge.winner(place)
        assert set(texts(sol.winning_moves)) == set(judge.winning_moves(place))
        made = rng.choice(judge.legal(place))
        chosen = next(each.move for each in sol.moves if text_of(each.move) == made.text)
        state.apply(chosen)
        if judge.goes_out(place, made):
            break
        place = after(place, made)
    assert state.is_over
    with pytest.raises(pf.PokerfastError):
        pf.solve(state)


@settings(max_examples=settings.default.max_examples // 3)
@given(endgames(), st.integers(1, 2))
def test_another_landlord(end: Endgame, turned: int) -> None:
    """The landlord may sit anywhere in a state."""
    found = judged(end)
    if found is None:
        return
    _, winner, winning = found
    seats = len(end.place.hands)
    landlord = turned % seats
    words = end.words
    words["hands"] = [words["hands"][(seat - landlord) % seats] for seat in range(seats)]
    words["to_move"] = (words["to_move"] + landlord) % seats
    if words["table_by"] is not None:
        words["table_by"] = (words["table_by"] + landlord) % seats
    sol = pf.solve(end.game.setup(**words, landlord=landlord))
    assert (sol.status, sol.winner) == ("solved", winner)
    assert set(texts(sol.winning_moves)) == winning


def test_lines_play_to_the_end() -> None:
    """The line of a puzzle on the package's own state."""
    game = pf.load_game("doudizhu")
    for hands in (["2AKT96554", "wKJT8854"], ["KK5543", "225543"], ["34TT", "5J", "69Q"]):
        sol = pf.solve(game, hands=hands)
        for each in [None, *sol.moves]:
            state = game.setup(hands=hands)
            for move in sol.line if each is None else each.line:
                state.apply(move)
            assert state.is_over
            wins = sol.winner if each is None else LANDLORD if each.value == 1 else FARMERS
            assert (state.returns()[0] > 0) == (wins == LANDLORD)


@pytest.mark.parametrize("phase", ["show_start", "call", "double"])
def test_no_endgame_before_play(phase: str) -> None:
    state = pf.load_game("doudizhu").new_game(seed=3)
    while state.phase != phase:
        state.apply_index(state.count_legal() - 1 if state.phase.startswith("show") else 0)
    with pytest.raises(pf.PokerfastError):
        pf.solve(state)


# ---- limits


def test_a_search_that_is_cut_short_does_not_know() -> None:
    game = pf.load_game("doudizhu")
    sol = pf.solve(game, **HARD, max_nodes=2)
    assert (sol.status, sol.winner) == ("unknown", None)
    assert sol.winning_moves == ()
    assert sol.proof is None
    sol = pf.solve(game, **HARD, max_seconds=1e-6, proof=True)
    assert (sol.status, sol.winner, sol.proof) == ("unknown", None, None)


def test_progress_is_told_and_changes_nothing() -> None:
    told: list[tuple[Any, ...]] = []
    game = pf.load_game("doudizhu")
    sol = pf.solve(game, **HARD, progress=lambda *what: told.append(what))
    plain = pf.solve(game, **HARD)
    assert (sol.winner, sol.winning_moves, sol.nodes) == (plain.winner, plain.winning_moves, plain.nodes)


def test_the_same_answer_every_time() -> None:
    game = pf.load_game("doudizhu")
    first, second = (pf.solve(game, **HARD, proof=True) for _ in range(2))
    assert first.moves == second.moves and first.line == second.line
    assert first.proof == second.proof


@pytest.mark.parametrize(
    "limit", [{"max_nodes": -1}, {"max_seconds": -1.0}, {"max_seconds": float("nan")}, {"max_memory": -1}]
)
def test_limits_below_nothing(limit: dict[str, Any]) -> None:
    with pytest.raises(pf.RulesError, match=next(iter(limit))):
        pf.solve(pf.load_game("doudizhu"), hands=["3", "4"], **limit)


@pytest.mark.parametrize("limit", [{"max_nodes": "1"}, {"max_seconds": "1"}, {"max_memory": []}, {"progress": 1}])
def test_limits_of_a_wrong_type(limit: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        pf.solve(pf.load_game("doudizhu"), hands=["3", "4"], **limit)


# ---- what is no position

HOSTILE: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"hands": ["S3 S4", "S3 S5"]}, pf.RulesError, "S3"),
    ({"hands": ["333", "33"]}, pf.RulesError, "pack"),
    ({"hands": ["3333", "4"], "to_move": 1, "table": "3", "table_by": 0}, pf.RulesError, "pack"),
    ({"hands": ["w4", "w"]}, pf.RulesError, "pack"),
    ({"hands": ["33333", "4"]}, pf.NotationError, "pack"),
    ({"hands": ["ww", "4"]}, pf.NotationError, "pack"),
    ({"hands": ["", "4"]}, pf.RulesError, "empty"),
    ({"hands": ["3", "4", ""]}, pf.RulesError, "empty"),
    ({"hands": ["3"]}, pf.RulesError, "two or three"),
    ({"hands": []}, pf.RulesError, "two or three"),
    ({"hands": ["3", "4", "5", "6"]}, pf.RulesError, "two or three"),
    ({"hands": ["3456789TJQKA234567892", "T"]}, pf.RulesError, "more cards"),
    ({"hands": ["3x", "4"]}, pf.NotationError, "x"),
    ({"hands": ["3*", "4"]}, pf.NotationError, r"\*"),
    ({"hands": ["3", "4"], "to_move": 2}, pf.RulesError, "to_move"),
    ({"hands": ["3", "4"], "to_move": -1}, pf.RulesError, "to_move"),
    ({"hands": ["3", "4"], "to_move": 1 << 70}, pf.RulesError, "to_move"),
    ({"hands": ["3", "4"], "to_move": 1, "table": "34", "table_by": 0}, pf.RulesError, "table"),
    ({"hands": ["3", "4"], "to_move": 1, "table": "AAA222", "table_by": 0}, pf.RulesError, "table"),
    ({"hands": ["3", "4"], "to_move": 1, "table": "55555", "table_by": 0}, pf.NotationError, "pack"),
    ({"hands": ["3", "4"], "to_move": 1, "table": "5?", "table_by": 0}, pf.NotationError, "no card"),
    ({"hands": ["3", "4"], "to_move": 1, "table": pf.PASS, "table_by": 0}, pf.RulesError, "table"),
    ({"hands": ["3", "4"], "table": "5"}, pf.RulesError, "table_by"),
    ({"hands": ["3", "4"], "table_by": 1}, pf.RulesError, "table"),
    ({"hands": ["3", "4"], "table": "5", "table_by": 0}, pf.RulesError, "table_by"),
    ({"hands": ["3", "4"], "table": "5", "table_by": 2}, pf.RulesError, "table_by"),
    ({"hands": ["3", "4"], "table": "5", "table_by": -1}, pf.RulesError, "table_by"),
]


@pytest.mark.parametrize(("words", "error", "reason"), HOSTILE)
@pytest.mark.parametrize("proof", [False, True])
def test_no_position(words: dict[str, Any], error: type[Exception], reason: str, proof: bool) -> None:
    with pytest.raises(error, match=reason) as caught:
        pf.solve(pf.load_game("doudizhu"), **words, proof=proof)
    assert len(str(caught.value)) > 8


@pytest.mark.parametrize(
    ("banned", "table"), [("trio", "555"), ("bomb", "5555"), ("trio_solo", "5556"), ("rocket", "wW")]
)
def test_a_table_of_a_banned_kind(banned: str, table: str) -> None:
    game = pf.load_game("doudizhu", banned_kinds=[banned])
    with pytest.raises(pf.RulesError, match="table"):
        pf.solve(game, hands=["3", "4"], to_move=1, table=table, table_by=0)


def test_a_game_in_which_a_leader_may_have_no_move() -> None:
    with pytest.raises(pf.RulesError, match="solo"):
        pf.solve(pf.load_game("doudizhu", banned_kinds=["solo"]), hands=["33", "4"])


@pytest.mark.parametrize(
    "words",
    [
        {"hands": [3, 4]},
        {"hands": "34"},
        {"hands": ["3", None]},
        {"hands": ["3", "4"], "to_move": "1"},
        {"hands": ["3", "4"], "to_move": True},
        {"hands": ["3", "4"], "to_move": 1, "table": 5, "table_by": 0},
        {"hands": ["3", "4"], "to_move": 1, "table": "5", "table_by": "0"},
    ],
)
def test_words_of_a_wrong_type(words: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        pf.solve(pf.load_game("doudizhu"), **words)


def test_neither_game_nor_state() -> None:
    game = pf.load_game("doudizhu")
    for what in (None, "doudizhu", 7):
        with pytest.raises(TypeError):
            pf.solve(what, hands=["3", "4"])  # type: ignore[call-overload]
    with pytest.raises((TypeError, pf.RulesError)):
        pf.solve(game)  # type: ignore[call-overload]
    with pytest.raises((TypeError, pf.RulesError)):
        pf.solve(game.setup(hands=["3", "4"]), hands=["3", "4"])  # type: ignore[call-overload]


# ---- proofs that are none


def test_the_package_refuses_what_the_reference_refuses() -> None:
    """One change at a time: a successor, a move, an answer left out, another head."""
    good = pf.solve(pf.load_game("doudizhu"), hands=["WA54333", "w222KQ"], proof=True).proof
    assert check_proof(good) == [] and accepted(good)
    rng = random.Random(11)
    number = len(good["nodes"])
    for _ in range(120):
        proof = copy.deepcopy(good)
        place = rng.randrange(number)
        node = proof["nodes"][place]
        wrong = rng.choice([0, -1, number, number - 1, rng.randrange(number), None, "1", True, [0]])
        if isinstance(node, dict):
            key = rng.choice(list(node))
            if rng.random() < 0.3:
                del node[key]
            elif rng.random() < 0.3:
                node["solo@3:3" if "solo@3:3" not in node else "pair@2:22"] = node[key]
            else:
                node[key] = wrong
        else:
            node[rng.randrange(2)] = wrong
        assert accepted(proof) == (check_proof(proof) == []), (place, good["nodes"][place], proof["nodes"][place])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("format", 2),
        ("game", "dadaa"),
        ("winner", "farmers"),
        ("winner", "nobody"),
        ("to_move", 1),
        ("to_move", 7),
        ("hands", ["WA54333", "w222KK"]),
        ("hands", ["WA54333"]),
        ("hands", ["WA54333", ""]),
        ("hands", 7),
        ("table", "solo@9:9"),
        ("table_by", 1),
        ("nodes", []),
        ("nodes", None),
        ("options", {"kicker_roket": True}),
        ("options", None),
    ],
)
def test_the_package_refuses_another_head(name: str, value: Any) -> None:
    proof = dict(pf.solve(pf.load_game("doudizhu"), hands=["WA54333", "w222KQ"], proof=True).proof)
    proof[name] = value
    assert check_proof(proof) and not accepted(proof)
    del proof[name]
    assert check_proof(proof) and not accepted(proof)


def test_options_that_proofs_depend_on() -> None:
    assert set(PLAY_OPTIONS) <= set(pf.load_game("doudizhu").options)
