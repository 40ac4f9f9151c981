"""What three public Dou Dizhu engines call legal, in pokerfast's card text.

Each peer is imported when an oracle first needs it. A missing peer skips the test that asked for it, or fails it when
the environment has POKERFAST_FOREIGN=1. See requirements.txt for how to install them.

Text: ranks `3456789TJQKA2wW`, sorted low to high, no separators; `""` is an empty table.
"""

from __future__ import annotations

import importlib
import itertools
import os
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

RANKS = "3456789TJQKA2wW"
PACK = "".join(rank * 4 for rank in RANKS[:13]) + "wW"

_PLACE = {rank: place for place, rank in enumerate(RANKS)}


def require(module: str) -> Any:
    """The peer's module; without it the calling test is skipped, or fails when POKERFAST_FOREIGN=1."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        message = f"{module} cannot be imported ({error}); see tests/foreign/requirements.txt"
    if os.environ.get("POKERFAST_FOREIGN") == "1":
        pytest.fail(message)
    pytest.skip(message)


def canonical(cards: str) -> str:
    return "".join(sorted(cards, key=_PLACE.__getitem__))


# ---------------------------------------------------------------------------------------------------------------------
# Hands and tables to ask about


def random_hands(count: int, seed: int, sizes: tuple[int, int] = (5, 20)) -> Iterator[str]:
    """Hands of a shuffled pack; every second one dense: whole blocks of three or four of a rank, often neighbours."""
    rng = random.Random(seed)
    for number in range(count):
        size = rng.randint(*sizes)
        yield canonical("".join(rng.sample(PACK, size))) if number % 2 == 0 else _dense_hand(rng, size)


def _dense_hand(rng: random.Random, size: int) -> str:
    """Blocks of 2 to 4 cards on ranks near each other, topped up from the rest of the pack."""
    left = {rank: PACK.count(rank) for rank in RANKS}
    hand = ""
    start, spread = rng.randrange(13), rng.randint(3, 8)
    near = [RANKS[(start + step) % 13] for step in range(spread)]
    rng.shuffle(near)
    for rank in near:
        block = min(rng.choice((2, 3, 3, 3, 4)), size - len(hand))
        hand += rank * block
        left[rank] -= block
    rest = [rank for rank in RANKS for _ in range(left[rank])]
    return canonical(hand + "".join(rng.sample(rest, size - len(hand))))


def random_deals(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Two disjoint hands of one pack, the first to lead from and the second to follow with.

    Every second deal is dense: ranks are dealt in blocks, so that chains of trios and fours with wings meet.
    """
    rng = random.Random(seed)
    for number in range(count):
        if number % 2 == 0:
            cards = rng.sample(PACK, len(PACK))
        else:
            cards = [card for block in _shuffled_blocks(rng) for card in block]
        cut, end = rng.randint(5, 20), rng.randint(5, 20)
        yield canonical("".join(cards[:cut])), canonical("".join(cards[cut : cut + end]))


def _shuffled_blocks(rng: random.Random) -> list[str]:
    """The pack in blocks of a rank (3 + 1 or 4), roughly in order of rank from a random start and then disturbed."""
    blocks: list[tuple[float, str]] = []
    start = rng.randrange(13)
    for place in range(13):
        rank, key = RANKS[(start + place) % 13], float(place)
        sizes = rng.choice(((4,), (3, 1), (3, 1), (2, 2)))
        blocks += [(key / 2 % 4 + rng.random() * 1.5 if size > 1 else rng.random() * 8, rank * size) for size in sizes]
    blocks += [(rng.random() * 8, "w"), (rng.random() * 8, "W")]
    return [block for _, block in sorted(blocks)]


# ---------------------------------------------------------------------------------------------------------------------
# RLCard 1.2.0: jokers are B (small) and R (big), everything else as here

_TO_RLCARD = str.maketrans("wW", "BR")
_FROM_RLCARD = str.maketrans("BR", "wW")


def rlcard_all_actions() -> set[str]:
    """The card sets of RLCard's action space without "pass": 27,471 of them."""
    utils = require("rlcard.games.doudizhu.utils")
    return {canonical(action.translate(_FROM_RLCARD)) for action in utils.ACTION_2_ID if action != "pass"}


def rlcard_action_ids() -> dict[str, int]:
    """RLCard's number of every card set, and of ``"pass"``."""
    utils = require("rlcard.games.doudizhu.utils")
    return {
        action if action == "pass" else canonical(action.translate(_FROM_RLCARD)): number
        for action, number in utils.ACTION_2_ID.items()
    }


def rlcard_types() -> dict[str, list[tuple[str, int, int]]]:
    """For every card set of the action space: kind, links of the chain (else 1), weight. Weights compare in a kind."""
    utils = require("rlcard.games.doudizhu.utils")
    types: dict[str, list[tuple[str, int, int]]] = {}
    for cards, found in utils.CARD_TYPE[0].items():
        names = [(*name.partition("_chain_"), int(weight)) for name, weight in found]
        types[canonical(cards.translate(_FROM_RLCARD))] = [
            (f"{head}_chain", int(links), weight) if links else (head, 1, weight) for head, _, links, weight in names
        ]
    return types


def rlcard_leads(hand: str) -> set[str]:
    """What RLCard's judger lets this hand lead."""
    judger = require("rlcard.games.doudizhu.judger").DoudizhuJudger
    plays = judger.playable_cards_from_hand(canonical(hand).translate(_TO_RLCARD))
    return {canonical(play.translate(_FROM_RLCARD)) for play in plays}


def rlcard_follows(hand: str, table: str) -> set[str]:
    """What RLCard lets this hand play on the table, without pass. The table must be in its action space.

    Slow (3 to 30 ms): RLCard walks through every action of the table's kind.
    """
    gt_cards = require("rlcard.games.doudizhu.utils").get_gt_cards
    follower, leader = _rlcard_player(0, hand), _rlcard_player(1, "")
    leader.played_cards = canonical(table).translate(_TO_RLCARD)
    plays = gt_cards(follower, leader)
    return {canonical(play.translate(_FROM_RLCARD)) for play in plays if play != "pass"}


def _rlcard_player(seat: int, hand: str) -> Any:
    card = require("rlcard.games.base").Card
    player = require("rlcard.games.doudizhu.player").DoudizhuPlayer(seat, None)
    jokers = {"w": "BJ", "W": "RJ"}
    suits = itertools.cycle("SHDC")
    player.set_current_hand(
        [card(jokers[rank], "") if rank in jokers else card(next(suits), rank) for rank in canonical(hand)]
    )
    return player


# ---------------------------------------------------------------------------------------------------------------------
# DouZero 1.1.0: cards are ints, 3 ... 14, 17 = the 2, 20 and 30 the jokers

_TO_DOUZERO = dict(zip(RANKS, (*range(3, 15), 17, 20, 30), strict=True))
_FROM_DOUZERO = {value: rank for rank, value in _TO_DOUZERO.items()}


def _douzero_cards(text: str) -> list[int]:
    return sorted(_TO_DOUZERO[rank] for rank in text)


def _douzero_text(cards: Sequence[int]) -> str:
    return canonical("".join(_FROM_DOUZERO[card] for card in cards))


def douzero_leads(hand: str) -> list[str]:
    """DouZero's MovesGener.gen_moves, as listed: a set of cards appears more than once when

    - it has two readings (333444555666 as chain of 4 and, twice, as chain of 3 with three wings), or
    - its wings can be picked in several ways: equal cards are distinct to itertools.combinations, and only equal
      neighbours in its list are merged afterwards.
    """
    generator = require("douzero.env.move_generator").MovesGener
    return [_douzero_text(move) for move in generator(_douzero_cards(hand)).gen_moves()]


def douzero_follows(hand: str, table: str) -> list[str]:
    """What DouZero's GameEnv lets this hand play on the table, without pass and as listed (duplicates as above).

    GameEnv classifies the table (move_detector), generates all moves of that type (move_generator) and filters them
    (move_selector). Its faults, all about trio chains with single wings:

    1. A chain of four or five with three or four wings of one rank (333444555666+888J, +7777) is generated, but the
       detector answers TYPE_15_WRONG. GameEnv then offers bombs, the rocket and pass only.
    2. The selector compares such chains by the highest rank held exactly three times, wings included: 333444555+KKK
       beats 666777888+9TJ for DouZero, and 333444555+222 cannot be beaten.
    """
    env = require("douzero.env.game").GameEnv({})
    env.acting_player_position = "landlord"
    env.info_sets["landlord"].player_hand_cards = _douzero_cards(hand)
    env.card_play_action_seq = [_douzero_cards(table)]
    return [_douzero_text(move) for move in env.get_legal_card_play_actions() if move]


def douzero_knows(table: str) -> bool:
    """Whether DouZero's detector knows the set as a play (fault 1 above)."""
    detector = require("douzero.env.move_detector")
    return bool(detector.get_move_type(_douzero_cards(table))["type"] != detector.TYPE_15_WRONG)


class DouZeroView(NamedTuple):
    """DouZero's features for the player to move; the legal moves are in its own order, "" is pass."""

    position: str
    legal: list[str]
    x_no_action: Any
    z: Any
    x_batch: Any
    z_batch: Any


def douzero_views(hands: Sequence[str], moves: Sequence[str]) -> Iterator[DouZeroView]:
    """DouZero's observation before each of the moves ("" = pass) and after the last, until a hand is empty.

    `hands` are the landlord's 20 cards, then those of the next player (landlord_down) and of the one before
    (landlord_up). The moves must be legal to DouZero.
    """
    require("numpy")
    game, observe = require("douzero.env.game"), require("douzero.env.env")
    seats = ("landlord", "landlord_down", "landlord_up")
    players = {seat: observe.DummyAgent(seat) for seat in seats}
    env = game.GameEnv(players)
    cards: dict[str, list[int]] = {seat: _douzero_cards(hand) for seat, hand in zip(seats, hands, strict=True)}
    env.card_play_init({**cards, "three_landlord_cards": []})
    for move in (*moves, None):
        seen = observe.get_obs(env.game_infoset)
        yield DouZeroView(
            seen["position"],
            [_douzero_text(cards) for cards in seen["legal_actions"]],
            seen["x_no_action"],
            seen["z"],
            seen["x_batch"],
            seen["z_batch"],
        )
        if move is None:
            return
        players[env.acting_player_position].set_action(_douzero_cards(move))
        env.step()
        if env.game_over:
            return


# ---------------------------------------------------------------------------------------------------------------------
# OpenSpiel 2.0.2: jokers print as (BWJ) and (CJ); a chain with wings prints as 333444-56


class Reading(NamedTuple):
    kind: str
    rank: str
    length: int
    cards: str


class Position(NamedTuple):
    hand: str
    table: str  # "" when leading
    plays: set[str]  # legal sets of cards, pass not among them
    may_pass: bool
    readings: list[Reading]  # the legal actions themselves: one set of cards can be several
    table_reading: Reading | None  # how the play on the table was meant


def openspiel_all_readings() -> list[Reading]:
    """Every play of OpenSpiel's action space, decoded from the actions' names."""
    game = require("pyspiel").load_game("dou_dizhu")
    state = game.new_initial_state()
    names = (state.action_to_string(0, action) for action in range(game.num_distinct_actions()))
    return [openspiel_reading(name) for name in names if name != "Pass" and not name.startswith("Bid")]


def openspiel_positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of the play phase in games that OpenSpiel deals and referees.

    A state is reached only through chance and player actions, so the deals are steered (every second one in blocks of
    equal ranks), and so are the plays.
    """
    rng = random.Random(seed)
    game = require("pyspiel").load_game("dou_dizhu")
    found = deals = 0
    while found < count:
        state = game.new_initial_state()
        _openspiel_deal(state, rng, dense=deals % 2 == 1)
        deals += 1
        table, passes = "", 0
        while not state.is_terminal() and found < count:
            player, actions = state.current_player(), state.legal_actions()
            names = [state.action_to_string(player, action) for action in actions]
            if any(name.startswith("Bid") for name in names):  # in the auction there is always a higher bid left
                state.apply_action(rng.choice(actions))
                continue
            readings = [openspiel_reading(name) for name in names if name != "Pass"]
            yield Position(
                _openspiel_hand(state, player),
                openspiel_text(table),
                {reading.cards for reading in readings},
                "Pass" in names,
                readings,
                openspiel_reading(table) if table else None,
            )
            found += 1
            choice = _openspiel_choice(rng, names)
            state.apply_action(actions[choice])
            if names[choice] == "Pass":
                passes += 1
                table = "" if passes == 2 else table
            else:
                table, passes = names[choice], 0


class PlayedGame(NamedTuple):
    hands: list[str]  # the landlord's 20 cards, then the next players'
    plays: list[Reading | None]  # from the landlord's lead to the last card; None is pass
    returns: list[float]  # in the same order, divided by the bid


def openspiel_games(count: int, seed: int) -> Iterator[PlayedGame]:
    """Whole play phases with OpenSpiel's score, which are legal by any rules that its preset describes.

    Left out is a bomb on a rocket (OpenSpiel allows it); of one set of cards played on a table the reading with the
    highest rank is taken. In two games of three one side passes whenever it may, so that 春天 and 反春 occur.
    """
    rng = random.Random(seed)
    game = require("pyspiel").load_game("dou_dizhu")
    for number in range(count):
        state = game.new_initial_state()
        _openspiel_deal(state, rng, dense=number % 2 == 1)
        landlord, bid = state.current_player(), rng.randint(1, 3)
        state.apply_action(state.string_to_action(landlord, f"Bid {bid}"))
        while bid < 3 and state.current_player() != landlord:
            state.apply_action(state.string_to_action(state.current_player(), "Pass"))
        seats = [(landlord + step) % 3 for step in range(3)]
        meek = ((), (landlord,), seats[1:])[number // 2 % 3]
        hands = [_openspiel_hand(state, seat) for seat in seats]
        plays: list[Reading | None] = []
        while not state.is_terminal():
            player, actions = state.current_player(), state.legal_actions()
            names = [state.action_to_string(player, action) for action in actions]
            table = next((play for play in reversed(plays[-2:]) if play), None)
            if "Pass" in names and (player in meek or (table and table.kind == "rocket")):
                choice = names.index("Pass")
            else:
                choice = _openspiel_choice(rng, names)
            if table and names[choice] != "Pass":
                cards = openspiel_text(names[choice])
                same = [at for at, name in enumerate(names) if name != "Pass" and openspiel_text(name) == cards]
                choice = max(same, key=lambda at: RANKS.index(openspiel_reading(names[at]).rank))
            plays.append(None if names[choice] == "Pass" else openspiel_reading(names[choice]))
            state.apply_action(actions[choice])
        yield PlayedGame(hands, plays, [state.returns()[seat] / bid for seat in seats])


def _openspiel_hand(state: Any, player: int) -> str:
    return openspiel_text(state.observation_string(player).splitlines()[0].removeprefix("My hand "))


def _openspiel_choice(rng: random.Random, names: list[str]) -> int:
    """Any action, or one of a kind drawn first, or one of the longest plays."""
    way = rng.random()
    if way < 0.3:
        return rng.randrange(len(names))
    if way < 0.7:
        kinds = ["pass" if name == "Pass" else openspiel_reading(name).kind for name in names]
        kind = rng.choice(sorted(set(kinds)))
        return rng.choice([at for at, found in enumerate(kinds) if found == kind])
    return max(range(len(names)), key=lambda at: (len(names[at]) * (names[at] != "Pass"), rng.random()))


def _openspiel_deal(state: Any, rng: random.Random, dense: bool) -> None:
    """Deals by chance actions; the cards go round the table one by one, whatever card is turned up."""
    state.apply_action(rng.choice(state.legal_actions()))
    cards = {state.action_to_string(-1, action): action for action in state.legal_actions()}  # "Deal C3", "Deal (CJ)"
    if dense:
        by_rank: dict[str, list[int]] = {}
        for name, action in cards.items():
            rank = name.removeprefix("Deal ")
            by_rank.setdefault(openspiel_text(rank if rank[0] == "(" else rank[1]), []).append(action)
        order = [by_rank[rank].pop() for block in _shuffled_blocks(rng) for rank in block]
        hands = [order[seat * 17 : seat * 17 + 17] for seat in range(3)]
        for turn in range(51):
            state.apply_action(hands[turn % 3][turn // 3])
    else:
        for action in rng.sample(sorted(cards.values()), 51):
            state.apply_action(action)


def openspiel_text(cards: str) -> str:
    """Cards as OpenSpiel prints a hand or a play, in canonical text."""
    return canonical(cards.replace("(BWJ)", "w").replace("(CJ)", "W").replace("-", "").strip())


def openspiel_reading(name: str) -> Reading:
    """The reading of an action's name; only trio chains with wings need their dash for it."""
    cards = openspiel_text(name)
    body, _, wings = name.partition("-")
    if wings:
        length = len(set(body))
        kind = "trio_solo_chain" if len(openspiel_text(wings)) == length else "trio_pair_chain"
        return Reading(kind, canonical(body)[0], length, cards)
    if cards == "wW":
        return Reading("rocket", "w", 1, cards)
    counts = {rank: cards.count(rank) for rank in cards}
    most = max(counts.values())
    rank = next(rank for rank in counts if counts[rank] == most)
    if len(counts) == 1:
        return Reading(("solo", "pair", "trio", "bomb")[most - 1], rank, 1, cards)
    if min(counts.values()) == most:
        return Reading(("solo_chain", "pair_chain", "trio_chain")[most - 1], rank, len(counts), cards)
    if most != 3 or len(counts) != 2:
        raise ValueError(f"no play of OpenSpiel's is written {name!r}")
    return Reading("trio_solo" if min(counts.values()) == 1 else "trio_pair", rank, 1, cards)
