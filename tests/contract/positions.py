"""Positions to hold every game to its promises: whole deals played at random, with every rule set that has phases of
its own.

A game that :func:`pokerfast.list_games` names must stand in :data:`VARIANTS`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import pokerfast as pf

#: Rule sets by game, which together reach every phase. The first is the default.
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "doudizhu": (
        {},
        {"auction": "bid3", "all_pass": "first_caller"},
        {"auction": "none", "open_deal_thresholds": (0, 0), "kicker_body_rank": True},
        {"open_hand": False, "doubling": False, "caller_rerob": "always", "banned_kinds": ("trio_pair",)},
        {"preset": "pagat", "open_deal_thresholds": (2, 3), "room_minimum": 100},
    ),
    "shengji": (
        {},
        {"preset": "one_deck", "throws": "none", "nobody_declares": "kitty3", "kitty_points_max": 10},
        {"preset": "titanic", "two_is_trump": True, "stakes": True, "throw_penalty": 5, "rob_kitty": True},
        {"preset": "chaodipi", "nt_override": "any_two", "overruff": "all", "nobody_declares": "no_trump"},
        {"throws": "certain", "nobody_declares": "redeal", "allow_partner_protect": True, "stake_cap": 4},
    ),
    "whist": ({}, {"trump": "NT"}),
    "dadaa": (
        {},
        {"counter_double_ace": True, "ladder": "ace_low", "score": "grassland", "wind": "partner"},
        {"no_reveal": "redeal", "big_ace_joins": True, "fours_take_true_seven": True, "egg_chain_min": True},
        {"no_reveal": "random_suit", "counter_double_ace": True, "big_ace_joins": True, "first_draw": "random"},
        {"ladder": "rank_chain", "wrap": "position", "wind": "next", "joker_pair_order": "sum", "score": "grassland"},
    ),
    "baohuang": (
        {},
        {"preset": "classic", "kao": True},
        {"qiangdu": True, "bie6": True, "stack_doubles": True},
        {"mode": "classic", "qiangdu": True, "pack": "216"},
        {"kao": True, "bie6": True, "pack": "216", "direction": "anticlockwise"},
    ),
    "erqiwang": (
        {},
        {"preset": "cards92", "throws": "all", "throw_penalty": 5, "kitty_shape": "winner", "allow_no_trump": True},
        {"preset": "three_players", "throws": "certain", "no_bid": "first_at_max"},
        {"no_bid": "first_at_max", "throws": "none", "allow_no_trump": True, "protect_tractors": True},
        {"cards": 92, "players": 3, "throws": "all", "trump_throw": False, "throw_fail": "single_card"},
    ),
    "dabaifen": (
        {},
        {"wrong_throw": "none", "nobody_declares": "kitty3", "kitty_points_max": 10, "four_of_rank_lead": False},
        {"preset": "moving", "nt_override": "any_two", "first_dealer": "last_declarer", "must_play": ("5", "T")},
        {"preset": "contract"},
        {"preset": "contract", "wrong_throw": "none", "kitty_points_max": 0},
    ),
}
#: Phases each game has, ``over`` apart.
PHASES = {
    "doudizhu": {"show_start", "show_deal", "call", "bid", "rob", "show", "double", "play"},
    "shengji": {"declare", "bury", "rob", "play"},
    "whist": {"play"},
    "dadaa": {"reveal", "counter", "play"},
    "baohuang": {"claim", "throne", "name", "open_solo", "show", "revolt", "play"},
    "erqiwang": {"bid", "name", "bury", "play"},
    "dabaifen": {"bid", "declare", "name", "bury", "play"},
}
#: How a deal of a trick-taking game can come to its end.
ENDS = {
    "shengji": {"played"},
    "whist": {"played"},
    "erqiwang": {"played", "surrender"},
    "dabaifen": {"played", "wrong_throw", "tripled"},
}
#: How often a question is declined where it is not as often as not: of games that ask many players one after another.
DECLINED = {"declare": 0.85, "reveal": 0.85, "claim": 0.9, "throne": 0.75, "counter": 0.6, "show": 0.8}
#: Lists of actions up to this length are looked at as a whole, longer ones at some places.
MOST_LISTED = 250

GAMES = pf.list_games()
#: A game with one of its rule sets, for parametrize.
CASES = [(name, number) for name in GAMES for number in range(len(VARIANTS.get(name, ())))]


@lru_cache(maxsize=64)
def game(name: str, variant: int) -> pf.ClimbingGame | pf.TrickGame:
    return pf.load_game(name, **VARIANTS[name][variant])


def choose(rng: random.Random, state: pf.State) -> int:
    """The number of an action; declining more often than not, so that later phases are reached with cards hidden."""
    count = state.count_legal()
    if state.game.name in ("erqiwang", "dabaifen") and state.phase in ("bid", "play"):
        return choose_with_ends(rng, state, count)
    if state.phase not in ("play", "bury", "name") and rng.random() < DECLINED.get(state.phase, 0.5):
        return count - 1
    return rng.randrange(count)


def choose_with_ends(rng: random.Random, state: pf.State, count: int) -> int:
    """So that deals end in every way: bids go by small steps, some dealers give up, few throws are wrong."""
    if state.phase == "bid":
        return count - 1 if rng.random() < 0.6 else rng.randrange(min(count, 4))
    assert isinstance(state, pf.TrickState)
    actions = state.legal_actions()
    if actions[count - 1].kind == "surrender" and rng.random() < 0.3:
        return count - 1
    if state.trick or state.game.name == "erqiwang":
        return rng.randrange(count)
    return min(rng.sample(range(count), min(count, 6)), key=lambda number: len(actions[number].ids))


def some(actions: Sequence[pf.Action], most: int = MOST_LISTED) -> list[int]:
    """Numbers of actions: all, or for long lists the ends and some between."""
    count = len(actions)
    if count <= most:
        return list(range(count))
    return sorted({0, 1, 2, count - 2, count - 1, *random.Random(count).sample(range(count), most // 5)})


def walk(name: str, variant: int, seed: int, most: int = 1500) -> Iterator[pf.State]:
    """One deal from its first question to its end; always the same State, moved on."""
    rng = random.Random(seed)
    state = game(name, variant).new_game(seed=seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        state.apply_index(choose(rng, state))


def samples(name: str, variant: int, seeds: range = range(3)) -> Iterator[pf.State]:
    """Copies, with their history, of some positions of every phase."""
    for seed in seeds:
        rng = random.Random(seed)
        taken: dict[str, int] = {}
        for state in walk(name, variant, seed):
            n = taken[state.phase] = taken.get(state.phase, 0) + 1
            if n <= 3 or rng.random() < 0.15 or state.is_over:
                yield state.clone()
