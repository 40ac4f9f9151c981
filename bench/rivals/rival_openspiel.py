"""Units of work for OpenSpiel's dou_dizhu (pyspiel 2.0.2). Each function answers (units done, checksum)."""

from __future__ import annotations

import functools
import importlib
import random
from typing import Any, NamedTuple

_FORMS = (("(BWJ)", "w"), ("(CJ)", "W"), ("-", ""))


@functools.cache
def game() -> Any:
    return importlib.import_module("pyspiel").load_game("dou_dizhu")


@functools.cache
def _cards() -> tuple[int, ...]:
    """The chance actions that deal a card, all 54."""
    state = game().new_initial_state()
    state.apply_action(0)
    return tuple(state.legal_actions())


def deal(rng: random.Random, auction: bool) -> Any:
    """A dealt state: at the first call of the auction, or at the first play after a bid of 3."""
    state = game().new_initial_state()
    state.apply_action(rng.randrange(51))  # which of the cards dealt is turned up
    for card in rng.sample(_cards(), 51):
        state.apply_action(card)
    if not auction:
        state.apply_action(state.string_to_action(state.current_player(), "Bid 3"))
    return state


@functools.cache
def _dealt(auction: bool, count: int) -> list[Any]:
    rng = random.Random(5)
    return [deal(rng, auction) for _ in range(count)]


def rollouts(games: int, seed: int, auction: bool) -> tuple[int, int]:
    """Random games in C++ from dealt states: the fastest way that Python reaches.

    RandomRolloutEvaluator has no method in Python, but a search of one simulation evaluates the root and no more, so
    it is exactly that many rollouts. The search can't start before the deal (a chance node as root crashes it), so
    neither dealing nor, without `auction`, bidding is paid for.
    """
    spiel = importlib.import_module("pyspiel")
    states = _dealt(auction, 50)
    each = max(1, games // len(states))
    evaluator = spiel.RandomRolloutEvaluator(each, seed)
    bot = spiel.MCTSBot(game(), evaluator, 2.0, 1, 1, False, seed, False)
    total = 0.0
    for state in states:
        root = bot.mcts_search(state)
        if root.explore_count != 1:
            raise AssertionError("one simulation is one evaluation of the root")
        total += root.total_reward
    return each * len(states), round(total * each)


def python_loop(games: int, seed: int, dealing: bool) -> tuple[int, int]:
    """Games played from Python with legal_actions and apply_action; the checksum is the number of plays and passes.

    Without `dealing` they start from clones of dealt states: a deal is 52 calls from Python here.
    """
    states = _dealt(False, 1000)
    rng = random.Random(seed)
    rnd, moves = rng.random, 0
    for number in range(games):
        state = deal(rng, auction=False) if dealing else states[number % len(states)].clone()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            moves += 1
    return games, moves


def observed_loop(decisions: int, seed: int) -> tuple[int, int]:
    """The same with an observation tensor for every decision."""
    states = _dealt(False, 1000)
    rnd, moves, seen, number = random.Random(seed).random, 0, 0.0, 0
    while moves < decisions:
        state = states[number % len(states)].clone()
        number += 1
        while not state.is_terminal():
            seen += state.observation_tensor(state.current_player())[0]
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            moves += 1
    return moves, round(seen)


class Position(NamedTuple):
    state: Any
    hand: str
    table: str


def positions(count: int, seed: int) -> list[Position]:
    """Positions with a play on the table where OpenSpiel's legal actions are what its rules say.

    Left out: a hand with four of a rank (OpenSpiel then misses chains that start there), a rocket on the table
    (OpenSpiel offers bombs), and a table with a trio among its wings (several readings, which text can't tell apart).
    """
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        state = deal(rng, auction=False)
        table, passes = "", 0
        while not state.is_terminal():
            player = state.current_player()
            hand = _text(state.observation_string(player).splitlines()[0].removeprefix("My hand "))
            plain = not any(rank * 4 in hand for rank in set(hand))
            if plain and table and table != "wW" and _plain(table) and rng.random() < 0.2:
                found.append(Position(state.clone(), hand, table))
            action = rng.choice(state.legal_actions())
            name = state.action_to_string(player, action)
            if name == "Pass":
                passes += 1
                table = "" if passes == 2 else table
            else:
                table, passes = _text(name), 0
            state.apply_action(action)
    return found[:count]


def legal_actions(at: list[Position], rounds: int) -> tuple[int, int]:
    """LegalActions of every position, pass not counted in the checksum."""
    states = [position.state for position in at]
    total = 0
    for _ in range(rounds):
        for state in states:
            total += len(state.legal_actions())
    done = rounds * len(states)
    return done, total - done


def _text(name: str) -> str:
    for form, rank in _FORMS:
        name = name.replace(form, rank)
    return "".join(sorted(name.strip(), key="3456789TJQKA2wW".index))


def _plain(table: str) -> bool:
    trios = sum(table.count(rank) >= 3 for rank in set(table))
    return trios < 3 or trios * 3 == len(table) or trios == len(table) // 4 or trios == len(table) // 5
