"""The endgames of the reference: positions worked out by hand, known puzzles, and proofs that are none."""

import copy
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from reference.cards import FULL_DECK, sort_cards
from reference.doudizhu_endgame import (
    FARMERS,
    LANDLORD,
    Judge,
    Position,
    TooLarge,
    after,
    check_proof,
    position,
    prove,
    read_table,
    side,
    winner,
    winning_moves,
)
from reference.doudizhu_game import Game, lead_text
from reference.doudizhu_plays import KINDS, PRESETS, QQ, Options

WITHOUT_TRIO_PAIR = replace(QQ, banned_kinds=frozenset({"trio_pair", "trio_pair_chain"}))


def moves(
    hands: str, to_move: int = 0, table: str | None = None, by: int | None = None, opt: Options = QQ
) -> list[str]:
    return sorted(winning_moves(position(hands.split(), to_move, table, by, opt), opt))


# ---- who wins


@pytest.mark.parametrize(
    ("hands", "to_move", "table", "by", "expected"),
    [
        ("3 4", 0, None, None, ["solo@3:3"]),
        ("34 5", 0, None, None, []),  # either card is beaten by the last one
        ("35 4", 0, None, None, ["solo@5:5"]),
        ("33 4", 0, None, None, ["pair@3:33"]),
        ("3 56", 1, None, None, ["solo@5:5", "solo@6:6"]),
        ("3 54", 1, "3", 0, ["solo@4:4", "solo@5:5"]),
        ("5 34", 1, "9", 0, []),  # the landlord leads his last card
        ("wW3 22", 0, None, None, ["rocket@w:wW", "solo@3:3", "solo@W:W", "solo@w:w"]),
        ("w3 24", 0, None, None, ["solo@3:3", "solo@w:w"]),
        ("3333 4444", 0, None, None, ["bomb@3:3333"]),
        # Three hands: the farmers win together, one plays under the other and passes to him.
        ("55 3 4", 1, None, None, ["solo@3:3"]),
        ("A 34 K", 1, None, None, ["solo@3:3", "solo@4:4"]),
        ("9 Q 3", 0, "4", 2, ["solo@9:9"]),
        ("TT 34 K", 2, "3", 1, ["pass", "solo@K:K"]),
        ("A6 359 4", 1, None, None, ["solo@3:3"]),  # over anything else the other has no answer
        ("9 2T 3", 2, "4", 1, []),  # the landlord goes out over the 4
        ("99 2T 3", 0, "8", 2, []),
    ],
)
def test_by_hand(hands: str, to_move: int, table: str | None, by: int | None, expected: list[str]) -> None:
    place = position(hands.split(), to_move, table, by)
    assert sorted(winning_moves(place)) == sorted(expected)
    mine = side(to_move)
    assert (winner(place) == mine) == bool(expected)


def test_a_lead_has_every_reading() -> None:
    place = position(["333444555666", "7"])
    texts = [move.text for move in Judge().legal(place)]
    assert {text for text in texts if text.endswith(":333444555666")} == {
        "trio_chain@3:333444555666", "trio_solo_chain@3:333444555666", "trio_solo_chain@4:333444555666"
    }  # fmt: skip
    assert len(set(texts)) == len(texts) and "pass" not in texts


def test_a_follow_has_the_best_reading_and_there_is_the_pass() -> None:
    place = position(["9", "666777888999"], 1, "trio_solo_chain@3:33344455522A", 0)
    assert [move.text for move in Judge().legal(place)] == ["trio_solo_chain@7:666777888999", "pass"]
    place = position(["9", "3"], 1, "9", 0)
    assert [move.text for move in Judge().legal(place)] == ["pass"]


def test_who_leads_after_passes() -> None:
    judge = Judge()
    place = position(["34", "5", "6"], 1, "K", 0)
    (passed,) = judge.legal(place)
    second = after(place, passed)
    assert second == Position(("34", "5", "6"), 2, ("solo", "K", 1), 0)
    assert after(second, passed) == Position(("34", "5", "6"), 0)
    two = position(["34", "5"], 1, "K", 0)
    assert after(two, passed) == Position(("34", "5"), 0)


def test_banned_kinds() -> None:
    wins = ["pair@3:33", "pair@4:44", "trio@3:333", "trio_pair@3:33344", "trio_solo@3:3334"]
    assert moves("33344 5") == wins
    assert moves("33344 5", opt=WITHOUT_TRIO_PAIR) == [move for move in wins if move != "trio_pair@3:33344"]


def test_the_table_stands_by_default() -> None:
    assert read_table("333444555666") == (("trio_chain", "3", 4), "333444555666")
    assert read_table("trio_solo_chain@3:666333444555") == (("trio_solo_chain", "3", 3), "333444555666")
    assert read_table("Ww") == (("rocket", "w", 1), "wW")


@pytest.mark.parametrize(
    ("hands", "to_move", "table", "by"),
    [
        (["3"], 0, None, None),
        (["3", "4", "5", "6"], 0, None, None),
        (["3", ""], 0, None, None),
        (["3", "x"], 0, None, None),
        (["333", "33"], 0, None, None),
        (["w", "w"], 0, None, None),
        (["3", "4"], 2, None, None),
        (["3", "4"], -1, None, None),
        (["3", "4"], 0, "5", None),
        (["3", "4"], 0, None, 1),
        (["3", "4"], 0, "5", 0),
        (["3", "4"], 0, "5", 2),
        (["3", "4"], 0, "56", 1),
        (["333", "4"], 0, "33", 1),
        (["3", "4"], 0, "trio@5:55", 1),
        (["3", "4"], 0, "", 1),
    ],
)
def test_no_position(hands: list[str], to_move: int, table: str | None, by: int | None) -> None:
    with pytest.raises(ValueError):
        position(hands, to_move, table, by)


def test_a_leader_must_have_a_move() -> None:
    with pytest.raises(ValueError, match="solo"):
        position(["3", "4"], options=replace(QQ, banned_kinds=frozenset({"solo"})))


#: Published puzzles that are small enough: hands, the seat to move, the winner, and the winning moves where known.
PUZZLES = [
    ("KK5543 225543", 0, QQ, LANDLORD, ["4", "5"]),
    ("WA54333 w222KQ", 0, QQ, LANDLORD, ["4", "5"]),
    ("2KKTT77554 AA8", 0, QQ, FARMERS, []),
    ("AAJJ 2KKKQQQTT9988", 1,
     replace(QQ, banned_kinds=frozenset({"trio_pair", "trio_pair_chain", "trio_solo", "trio_solo_chain"})), FARMERS,
     ["QQQKKK", "8899TT", "QQQ", "KKK", "Q", "K", "2"]),
    ("345W 345w", 0, QQ, LANDLORD, ["3", "4"]),
    ("3 56", 1, QQ, FARMERS, ["5", "6"]),
    ("68 3T", 1, QQ, FARMERS, ["3", "T"]),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "to_move", "opt", "wins", "best"), PUZZLES)
def test_puzzles(hands: str, to_move: int, opt: Options, wins: str, best: list[str]) -> None:
    place = position(hands.split(), to_move, options=opt)
    assert winner(place, opt) == wins
    assert sorted(text.rpartition(":")[2] for text in winning_moves(place, opt)) == sorted(map(sort_cards, best))
    assert check_proof(prove(place, opt), opt) == []


# ---- against the game of the reference, and proofs of random positions


def random_position(rng: random.Random, opt: Options, largest: int = 4) -> tuple[Position, str | None]:
    """Few cards of few ranks; half of them with something on the table."""
    ranks = rng.sample(sorted(set(FULL_DECK)), rng.randint(4, 8))
    stock = [rank for rank in FULL_DECK if rank in ranks]
    rng.shuffle(stock)
    seats = rng.choice([2, 3])
    hands = []
    for _ in range(seats):
        size = rng.randint(1, min(largest, len(stock) - 3))
        hands.append("".join(stock[:size]))
        del stock[:size]
        if len(stock) < 5:
            break
    if len(hands) < 2:
        hands.append(stock.pop())
    to_move = rng.randrange(len(hands))
    table, by = None, None
    if rng.random() < 0.5:
        table, by = rng.choice(stock), (to_move + rng.randint(1, len(hands) - 1)) % len(hands)
    return position(hands, to_move, table, by, opt), table


def test_the_same_moves_as_in_a_game() -> None:
    """Walks at random: moves, turn, table and winner of `Game.position`."""
    rng = random.Random(41)
    for _ in range(80):
        opt = rng.choice(sorted(PRESETS.items()))[1]
        place, table = random_position(rng, opt, 7)
        judge = Judge(opt)
        game = Game.position(place.hands, place.to_move, table, place.table_by, opt)
        while True:
            legal = judge.legal(place)
            texts = [
                "pass" if move.reading is None
                else lead_text(move.reading, move.cards, opt) if place.table is None
                else move.cards
                for move in legal
            ]  # fmt: skip
            assert sorted(texts) == sorted(game.legal())
            number = rng.randrange(len(legal))
            game.apply(texts[number])
            if judge.goes_out(place, legal[number]):
                assert game.winner == place.to_move
                break
            place = after(place, legal[number])
            assert (game.seat, game.table, game.table_by) == (place.to_move, place.table, place.table_by)
            assert tuple(map(game.hand, range(game.players))) == place.hands


def plain_winner(game: Game) -> str:
    """The winner without any memory, by playing whole games."""
    mine = side(game.seat or 0)
    for text in game.legal():
        following = copy.deepcopy(game)
        following.apply(text)
        found = side(following.winner) if following.winner is not None else plain_winner(following)
        if found == mine:
            return mine
    return FARMERS if mine == LANDLORD else LANDLORD


def test_the_winner_by_playing_games() -> None:
    rng = random.Random(43)
    seen = set()
    for _ in range(60):
        place, table = random_position(rng, QQ, 3)
        expected = plain_winner(Game.position(place.hands, place.to_move, table, place.table_by))
        assert winner(place) == expected, place
        seen.add((expected, place.to_move, len(place.hands)))
    assert len(seen) >= 8


def test_proofs_of_random_positions() -> None:
    rng = random.Random(42)
    for _ in range(60):
        opt = rng.choice(sorted(PRESETS.items()))[1]
        place, table = random_position(rng, opt)
        proof = prove(place, opt, table)
        assert proof["winner"] == winner(place, opt)
        assert check_proof(proof, opt) == check_proof(json.loads(json.dumps(proof))) == []
        other = copy.deepcopy(proof)
        other["winner"] = FARMERS if proof["winner"] == LANDLORD else LANDLORD
        assert check_proof(other)


def test_a_search_has_a_limit() -> None:
    with pytest.raises(TooLarge):
        Judge(QQ, 10).winner(position(["345W", "345w"]))


# ---- what is no proof

#: The landlord wins with 4, and the node after it holds two answers and the pass.
GOOD = prove(position(["WA54333", "w222KQ"]))
TABLED = prove(position(["99", "2T", "3"], 0, "8", 2), table="8")


def reply_node(proof: dict[str, Any]) -> dict[str, Any]:
    return next(node for node in proof["nodes"] if isinstance(node, dict) and len(node) > 2)


def _missing(proof: dict[str, Any]) -> None:
    reply_node(proof).popitem()


def _no_pass(proof: dict[str, Any]) -> None:
    del reply_node(proof)["pass"]


def _pass_when_leading(proof: dict[str, Any]) -> None:
    proof["nodes"][0] = ["pass", 1]


def _illegal(proof: dict[str, Any]) -> None:
    proof["nodes"][0][0] = "solo@2:2"


def _illegal_answer(proof: dict[str, Any]) -> None:
    reply_node(proof)["solo@3:3"] = 1


def _other_name(proof: dict[str, Any]) -> None:
    proof["nodes"][0][0] = proof["nodes"][0][0].rpartition(":")[2]


def _losing_move(proof: dict[str, Any]) -> None:
    proof["nodes"][0][0] = "trio@3:333"


def _swapped(proof: dict[str, Any]) -> None:
    node = reply_node(proof)
    first, second = list(node)[:2]
    node[first], node[second] = node[second], node[first]


def _other_successor(proof: dict[str, Any]) -> None:
    proof["nodes"][0][1] = len(proof["nodes"]) - 1


def _loop(proof: dict[str, Any]) -> None:
    reply_node(proof)["pass"] = 0


def _self_loop(proof: dict[str, Any]) -> None:
    proof["nodes"][0][1] = 0


def _too_early(proof: dict[str, Any]) -> None:
    proof["nodes"][0][1] = None


def _too_late(proof: dict[str, Any]) -> None:
    node = next(node for node in proof["nodes"] if isinstance(node, list) and node[1] is None)
    node[1] = 0


def _superfluous(proof: dict[str, Any]) -> None:
    proof["nodes"].append(["solo@3:3", None])


def _set(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(proof: dict[str, Any]) -> None:
        place: Any = proof
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return change


BROKEN = [
    (_missing, "no answer"),
    (_no_pass, "no answer to 'pass'"),
    (_pass_when_leading, "no legal move"),
    (_illegal, "no legal move"),
    (_illegal_answer, "no legal move"),
    (_other_name, "no legal move"),
    (_losing_move, ""),
    (_swapped, ""),
    (_other_successor, ""),
    (_loop, "another position"),
    (_self_loop, "another position"),
    (_too_early, "None is no node"),
    (_too_late, "after the last play"),
    (_superfluous, "never reached"),
    (_set("winner", to=FARMERS), ""),
    (_set("winner", to="nobody"), "winner"),
    (_set("winner", to=["landlord"]), "winner"),
    (_set("nodes", 0, 1, to=len(GOOD["nodes"])), "no node"),
    (_set("nodes", 0, 1, to=-1), "no node"),
    (_set("nodes", 0, 1, to=True), "no node"),
    (_set("nodes", 0, 1, to="1"), "no node"),
    (_set("nodes", 0, 1, to=1.0), "no node"),
    (_set("nodes", 0, 1, to=[1]), "no node"),
    (_set("nodes", 0, 0, to=7), "no move"),
    (_set("nodes", 0, 0, to=["solo@4:4"]), "no move"),
    (_set("nodes", 0, to=["solo@4:4"]), "no move"),
    (_set("nodes", 0, to="solo@4:4"), "no move"),
    (_set("nodes", 0, to=None), "no move"),
    (_set("nodes", 0, to={"solo@4:4": 1}), "no move"),
    (_set("nodes", 1, to=["pass", 2]), "no mapping"),
    (_set("nodes", 1, to=3), "no mapping"),
    (_set("nodes", 1, to={}), "no answer"),
    (_set("nodes", to=[]), "nodes"),
    (_set("nodes", to={}), "nodes"),
    (_set("nodes", to="nodes"), "nodes"),
    (_set("format", to=2), "format"),
    (_set("format", to=True), "format"),
    (_set("format", to="1"), "format"),
    (_set("game", to="dadaa"), "game"),
    (_set("hands", to=["WA54333", "w222KK"]), ""),
    (_set("hands", to=["WA54333"]), "two or three"),
    (_set("hands", to="WA54333"), "hands"),
    (_set("hands", to=[1, 2]), "hands"),
    (_set("hands", to=["WA54333", "W222KQ"]), "more cards"),
    (_set("to_move", to=1), ""),
    (_set("to_move", to=2), "to_move"),
    (_set("to_move", to=False), "to_move"),
    (_set("to_move", to="0"), "to_move"),
    (_set("table", to="solo@9:9"), "together"),
    (_set("table_by", to=1), "together"),
    (_set("options", to=None), "options"),
    (_set("options", to={"kicker_roket": True}), "no option"),
    (_set("options", "kicker_same_rank", to=True), "wrong type"),
    (_set("options", "kicker_rocket", to=1), "wrong type"),
    (_set("options", "banned_kinds", to="bomb"), "no list"),
    (_set("options", "banned_kinds", to=[[]]), "wrong type"),
    (_set("options", "banned_kinds", to=["boom"]), "unknown kind"),
    (_set("options", "banned_kinds", to=["solo"]), "solo"),
    (_set("options", "kicker_same_rank", to=5), "kicker_same_rank"),
]  # fmt: skip


def test_the_proofs_to_break_are_right() -> None:
    assert check_proof(GOOD) == check_proof(TABLED) == []
    assert check_proof(GOOD, QQ) == []
    assert len(GOOD["nodes"]) > 20


@pytest.mark.parametrize(("change", "fault"), BROKEN)
def test_broken(change: Callable[[dict[str, Any]], None], fault: str) -> None:
    proof = copy.deepcopy(GOOD)
    change(proof)
    faults = check_proof(proof)
    assert faults and any(fault in found for found in faults), faults


@pytest.mark.parametrize("name", sorted(GOOD))
def test_an_entry_is_missing(name: str) -> None:
    proof = copy.deepcopy(GOOD)
    del proof[name]
    assert any(name in fault for fault in check_proof(proof))


@pytest.mark.parametrize(
    "change",
    [
        _set("table", to=None),
        _set("table_by", to=None),
        _set("table_by", to=0),
        _set("table_by", to=3),
        _set("table_by", to=True),
        _set("table", to="8"),
        _set("table", to="solo@9:8"),
        _set("table", to="pass"),
        _set("table", to="solo@9:9"),
        _set("table", to=8),
        _set("to_move", to=1),
    ],
)
def test_broken_tables(change: Callable[[dict[str, Any]], None]) -> None:
    proof = copy.deepcopy(TABLED)
    change(proof)
    assert check_proof(proof)


@pytest.mark.parametrize("proof", [None, [], "proof", 7, {}, {"nodes": []}])
def test_nothing_like_a_proof(proof: Any) -> None:
    assert check_proof(proof)


def test_a_proof_under_other_options() -> None:
    assert check_proof(GOOD, replace(QQ, base=7)) == []
    assert check_proof(GOOD, WITHOUT_TRIO_PAIR) == ["the options are others than asked for"]
    proof = copy.deepcopy(GOOD)
    proof["options"] = {"bare_trio": False, "banned_kinds": ["pair"]}
    assert check_proof(proof)
    proof["options"] = {}  # all of them by default
    assert check_proof(proof) == []


def test_every_change_of_a_successor_is_found() -> None:
    """Each reference of a proof turned to each of a few others."""
    proof = prove(position(["345W", "345w"]))
    number = len(proof["nodes"])
    for place in range(number):
        node = proof["nodes"][place]
        for key in [1] if isinstance(node, list) else list(node):
            right = node[key]
            for wrong in {0, 1, number - 1, number, None, place} - {right}:
                node[key] = wrong
                assert check_proof(proof), (place, key, wrong)
            node[key] = right
    assert check_proof(proof) == []


def test_kinds_of_moves_are_the_kinds_of_plays() -> None:
    place = position(["333444555666wW", "7"])
    assert {move.text.partition("@")[0] for move in Judge().legal(place)} <= set(KINDS)
