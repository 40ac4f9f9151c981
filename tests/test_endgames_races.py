"""Endgames of 打大A and 保皇: what `solve` answers, of one position and of many."""

from __future__ import annotations

import pytest

import pokerfast as pf

DADAA = pf.load_game("dadaa")
GRASSLAND = pf.load_game("dadaa", score="grassland")
BAOHUANG = pf.load_game("baohuang")
DOUDIZHU = pf.load_game("doudizhu")


def dadaa(
    game: pf.ClimbingGame = DADAA, hands: tuple[str, ...] = ("*4", "*5", "6", "7", "8"), **words: object
) -> pf.State:
    return game.setup(hands=hands, **words)


def baohuang(hands: tuple[str, ...] = ("2", "2K", "A", "AQ", "JJ"), **words: object) -> pf.State:
    return BAOHUANG.setup(hands=hands, **({"emperor": 0, "guard": 1, "exposed": True} | words))


def test_a_win_is_a_winner_and_no_score() -> None:
    # Nobody beats a big ace with one card; then the last card goes out first, and the fellow follows by his own.
    sol = pf.solve(dadaa(hands=("*4", "*", "5", "6", "7")))
    assert (sol.status, sol.winner) == ("solved", "big_ace")
    assert (sol.value, sol.lower, sol.upper) == (None, None, None)
    assert sol.best in sol.winning_moves
    assert {str(each.move): each.value for each in sol.moves}.keys() == {"4", "*"}
    assert sol.line[0] == sol.best


def test_values_are_the_movers() -> None:
    state = dadaa(hands=("*4", "*", "5", "6", "7"), to_move=2)
    sol = pf.solve(state)
    assert sol.winner == "others"
    assert [each.value for each in sol.moves] == [1]
    state.apply("5")
    assert pf.solve(state).winner == "others"


def test_a_draw() -> None:
    # Seat 0 is out first, but his fellow is left with cards that lose the lead to three last ones.
    sol = pf.solve(dadaa(hands=("*", "*4679", "K", "Q", "J")))
    assert (sol.status, sol.winner) == ("solved", "draw")
    assert [each.value for each in sol.moves] == [0] and sol.winning_moves == ()
    assert str(sol.best) == "*" == str(sol.line[0])


def test_a_score_is_a_value_and_no_winner() -> None:
    sol = pf.solve(baohuang())
    assert sol.status == "solved" and sol.winner is None
    assert sol.value == sol.lower == sol.upper
    assert {each.value for each in sol.moves} >= {sol.value}
    assert sol.best in sol.winning_moves
    assert all(each.value == sol.value for each in sol.moves if each.move in sol.winning_moves)
    twice = pf.solve(baohuang(multiplier=2))
    assert twice.value == 2 * sol.value


def test_grassland_is_scored() -> None:
    sol = pf.solve(dadaa(GRASSLAND, hands=("*4", "*", "5", "6", "7")))
    assert sol.winner is None and sol.value == 4
    assert all(isinstance(each.value, int) for each in sol.moves)


def test_first_move_only() -> None:
    every = pf.solve(baohuang())
    one = pf.solve(baohuang(), all_moves=False)
    assert one.status == "solved" and one.value == every.value
    assert len(one.moves) == 1 and one.moves[0].move == one.best and one.best in every.winning_moves


def test_a_take_is_a_move() -> None:
    state = dadaa(hands=("*KKK5", "*44", "6", "7", "8"))
    state.apply("KKK")
    sol = pf.solve(state)
    assert [str(each.move) for each in sol.moves] == ["44", "pass"]
    assert [action.kind for action in state.legal_actions()] == ["take", "pass"]


def test_many_positions_by_any_number_of_threads() -> None:
    positions = [
        dadaa(hands=("*4K", "*5J", "6Q", "7T", "89")),
        baohuang(),
        DOUDIZHU.setup(hands=["WAQQJJT9", "w22AAT88"], to_move=0),
        dadaa(GRASSLAND),
        baohuang(("26", "2K", "A7", "AQ", "JJ8")),
    ]

    def known(solutions: tuple[pf.Solution, ...]) -> list[object]:
        return [
            (sol.status, sol.winner, sol.value, sol.best, sol.nodes, [(m.move, m.value, m.line) for m in sol.moves])
            for sol in solutions
        ]

    one = known(pf.solve(positions))
    assert known(pf.solve(positions, workers=3)) == one
    assert known(tuple(pf.solve(position) for position in positions)) == one
    assert pf.solve([]) == ()
    assert pf.solve(tuple(positions[:1]))[0].winner == one[0][1]


def test_limits_are_of_each_position() -> None:
    hard = [dadaa(hands=("*49JQ", "*58K2", "67TQ3", "7KA26", "89TJA"))] * 2
    found = pf.solve(hard, max_nodes=50, workers=2)
    assert [sol.status for sol in found] == ["unknown", "unknown"]
    assert all(sol.winner is None and sol.nodes <= 50 for sol in found)
    scored = pf.solve(baohuang(("26TJ", "2K87", "A7Q9", "AQ69", "JJ8K")), max_nodes=3)
    assert scored.status == "unknown" and scored.lower < scored.upper and scored.value is None


def test_progress_is_of_all_together() -> None:
    seen: list[int] = []
    hard = [dadaa(hands=("*49JQT", "*58K27", "67TQ3J", "7KA264", "89TJA5"))] * 2
    pf.solve(hard, max_seconds=0.5, workers=2, progress=seen.append)
    assert seen == sorted(seen) and seen[-1] > 0


def test_an_error_in_progress_stops_all() -> None:
    def stop(nodes: int) -> None:
        raise LookupError(nodes)

    hard = [dadaa(hands=("*49JQT", "*58K27", "67TQ3J", "7KA264", "89TJA5"))] * 3
    with pytest.raises(LookupError):
        pf.solve(hard, workers=2, progress=stop)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"workers": 0}, "workers: must be 1 to 1,024"),
        ({"workers": 1025}, "workers: must be 1 to 1,024"),
        ({"proof": True}, "proof: can be made of doudizhu alone"),
        ({"hands": ["3", "4"]}, "hands: a state has its own"),
    ],
)
def test_refused(words: dict[str, object], reason: str) -> None:
    with pytest.raises(pf.RulesError, match=reason):
        pf.solve(dadaa(), **words)


@pytest.mark.parametrize("positions", ["34", 5, [1], [dadaa(), None], {"a": 1}])
def test_no_positions(positions: object) -> None:
    with pytest.raises(TypeError):
        pf.solve(positions)


def test_a_game_is_not_enough() -> None:
    with pytest.raises(pf.RulesError, match="are made by its setup"):
        pf.solve(DADAA, hands=["*", "*", "3", "4", "5"])
    with pytest.raises(pf.PhaseError):
        pf.solve(DADAA.new_game(seed=1))
