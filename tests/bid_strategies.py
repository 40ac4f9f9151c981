"""Random rules, deals and positions of 二七王 and 打百分, in the package and in the reference.

Every generator is a function of a seeded Random. Plays come from trick_strategies, which ask a reference's order alone.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import Any

import pokerfast as pf
from tests.reference import dabaifen_game, dabaifen_rules, erqiwang_game, erqiwang_rules
from tests.reference.dabaifen_rules import DabaifenRules
from tests.reference.philox import CHANCE, Stream
from tests.reference.shengji_game import seeded_deal
from tests.reference.trick_cards import RANKS, SUITS, text_of
from tests.reference.trick_rules import TRUMP_GROUP, Trump
from tests.trick_strategies import dense_cards, loose_cards

Options = erqiwang_rules.Options | dabaifen_rules.Options
Model = erqiwang_game.Game | dabaifen_game.Game

ERQIWANG_PRESETS = {
    "erqiwang": erqiwang_rules.Options(),
    "cards92": erqiwang_rules.Options(cards=92),
    "three_players": erqiwang_rules.Options(cards=92, players=3),
}
DABAIFEN_PRESETS = {
    "dabaifen": dabaifen_rules.Options(),
    "moving": dabaifen_rules.Options(levels="moving"),
    "contract": dabaifen_rules.Options(contract=True),
}


@lru_cache(maxsize=4096)
def game_of(options: Options) -> pf.TrickGame:
    """The package's game with the reference's options."""
    name = "erqiwang" if isinstance(options, erqiwang_rules.Options) else "dabaifen"
    values = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
    game = pf.load_game(name, **values)
    assert isinstance(game, pf.TrickGame)
    return game


# ---- options


def random_pack(rng: random.Random) -> dict[str, Any]:
    """Cards and players of 二七王."""
    cards, players = rng.choice([(108, 4), (108, 4), (92, 4), (92, 3)])
    return {"cards": cards, "players": players}


def random_erqiwang_options(rng: random.Random) -> erqiwang_rules.Options:
    """The defaults for one of the packs, or anything."""
    pack = random_pack(rng)
    if rng.random() < 0.3:
        return erqiwang_rules.Options(**pack)
    return erqiwang_rules.Options(
        **pack,
        allow_no_trump=rng.random() < 0.6,
        no_bid=rng.choice(["redeal", "first_at_max"]),
        throws=rng.choice(["trump_only", "trump_only", "all", "certain", "none"]),
        trump_throw=rng.random() < 0.8,
        throw_fail=rng.choice(["lowest", "smallest_unit", "single_card", "beaten_card"]),
        throw_penalty=rng.choice([0, 0, 10, 25]),
        gap_tractor=rng.random() < 0.6,
        level_tractor=rng.choice(["full", "full", "jokers_only", "no_ace"]),
        protect_tractors=rng.random() < 0.3,
        overruff=rng.choice(["unit", "all", "highest"]),
        kitty_rule=rng.choice(["pow2", "pairs", "linear2", "linear", "fixed2"]),
        kitty_cap=rng.choice([1, 8, 64, 1000]),
        kitty_shape=rng.choice(["led", "winner"]),
    )


def random_dabaifen_options(rng: random.Random, contract: bool | None = None) -> dabaifen_rules.Options:
    """The defaults with or without contract, or anything."""
    contract = rng.random() < 0.5 if contract is None else contract
    if rng.random() < 0.2:
        return dabaifen_rules.Options(contract=contract)
    return dabaifen_rules.Options(
        contract=contract,
        levels="fixed" if contract else rng.choice(["fixed", "moving"]),
        wrong_throw=rng.choice(["dealer_loses", "none"]),
        four_of_rank_lead=rng.random() < 0.7,
        kitty_rule=rng.choice(["pow2", "pairs", "linear2", "linear", "fixed2"]),
        kitty_points_max=rng.choice([None, None, 0, 10, 40]),
        first_dealer=rng.choice(["first_declarer", "last_declarer"]),
        nt_override=rng.choice(["equal_pair", "any_two", "any_two", "four"]),
        nobody_declares=rng.choice(["no_trump", "kitty3", "kitty3_skip_jokers", "redeal"]),
        must_play=rng.choice([(), ("5", "T", "K")]),
    )


# ---- rules of single plays


@lru_cache(maxsize=512)
def erqiwang_trump(suit: str, options: erqiwang_rules.Options) -> tuple[Trump, pf.Trump]:
    """The reference's order and rules of one trump suit, and the package's."""
    return erqiwang_rules.trump_rules(suit, options), game_of(options).trump(suit)


@lru_cache(maxsize=512)
def dabaifen_trump(suit: str, level: str, options: dabaifen_rules.Options) -> tuple[DabaifenRules, pf.Trump]:
    """The same under a level, 2 where levels are fixed."""
    core = game_of(options).trump(suit, level=level if options.levels == "moving" else None)
    return DabaifenRules(suit, level, options), core


def random_erqiwang_trump(rng: random.Random) -> tuple[Trump, pf.Trump, erqiwang_rules.Options]:
    options = random_erqiwang_options(rng)
    suit = rng.choice([*SUITS, "NT"] if options.allow_no_trump else SUITS)
    return *erqiwang_trump(suit, options), options


def random_dabaifen_trump(rng: random.Random) -> tuple[DabaifenRules, pf.Trump, dabaifen_rules.Options]:
    options = random_dabaifen_options(rng)
    suit = rng.choice(SUITS if options.contract else [*SUITS, "NT"])
    return *dabaifen_trump(suit, "2" if options.levels == "fixed" else rng.choice(RANKS), options), options


def leads_of(trump: Trump, options: Options, hand: list[str], unseen: list[str]) -> set[str]:
    """Every legal lead; under trump_only the unseen cards are those of the other hands (EQ5.2)."""
    found = {text_of(cards) for cards in trump.leads(hand, unseen)}
    if isinstance(options, erqiwang_rules.Options) and options.throws == "trump_only":
        own = trump.of_group(hand, TRUMP_GROUP)
        if trump.options.trump_throw and not trump.of_group(unseen, TRUMP_GROUP):
            free = dataclasses.replace(trump.options, throws="all")
            thrower = Trump(trump.suit, None, free, erqiwang_rules.PERMANENT)
            found |= {text_of(cards) for cards in thrower.leads(own)}
    return found


# ---- deals


def random_start(rng: random.Random, options: Options) -> dict[str, Any]:
    """Arguments of a new game, as both sides take them."""
    seats = options.players if isinstance(options, erqiwang_rules.Options) else 4
    seat = rng.choice([None, *range(seats)])
    if isinstance(options, erqiwang_rules.Options) or options.contract:
        return {"first": seat}
    start: dict[str, Any] = {"dealer": seat}
    if options.levels == "moving":
        levels = (rng.choice("23TKA"), rng.choice("25JA"))
        start["levels"] = (levels[0], levels[0]) if seat is None else levels
    return start


def begin(options: Options, seed: int, **start: Any) -> tuple[pf.TrickState, Model]:
    """A deal on both sides, from its first question."""
    state: pf.TrickState = game_of(options).new_game(seed=seed, **start)
    if isinstance(options, erqiwang_rules.Options):
        return state, erqiwang_game.Game.start(seed, options=options, **start)
    return state, dabaifen_game.Game.start(seed, options=options, **start)


def begin_play(options: Options, seed: int, seat: int | None) -> tuple[pf.TrickState, Model]:
    """A deal on both sides with start="play" (EQ3.9, DB4.8, DB6.16)."""
    dealer = 0 if seat is None else seat
    trump = SUITS[Stream(seed, 0, 0, CHANCE).below(4, 0)]
    model: Model
    if isinstance(options, erqiwang_rules.Options):
        state = game_of(options).new_game(seed=seed, start="play", first=seat)
        dealt = erqiwang_game.seeded_deal(seed, 0, 0, options, dealer)
        model = erqiwang_game.Game(None, options)
        model.hands, model.kitty = [sorted(hand) for hand in dealt.hands], sorted(dealt.kitty)
        model.bid, model.rules = 120, erqiwang_rules.trump_rules(trump, options)
    else:
        model = dabaifen_game.Game(None, dealer, options=options)
        if options.contract:
            state = game_of(options).new_game(seed=seed, start="play", first=seat)
            deal, model.bid = dabaifen_game.contract_deal(seed, 0, 0, dealer), 60
        else:
            state = game_of(options).new_game(seed=seed, start="play", dealer=seat)
            deal = seeded_deal(seed, 0, 0, options.tricks, dealer)
        model.hands, model.kitty = [sorted(hand) for hand in deal.arrival], sorted(deal.kitty)
        model.rules, model.burier = DabaifenRules(trump, "2", options), dealer
    model.dealer = model.leader = model.seat = dealer
    model.first, model.trump, model.phase = dealer, trump, "play"
    return state, model


# ---- positions


def random_hands(rng: random.Random, trump: Trump, seats: int, most: int) -> dict[str, Any]:
    """A few cards for every seat, many of them of one group, and a kitty.

    At times one seat, which often leads, has all trumps, or (one pack) four cards of a rank.
    """
    size, taken = rng.choice([*range(1, most + 1), min(4, most)]), Counter[str]()
    hands: list[list[str]] = [[] for _ in range(seats)]
    lucky = rng.randrange(seats)
    if trump.options.decks == 1 and size >= 4 and rng.random() < 0.5:
        rank = rng.choice(RANKS[-1] + RANKS[:6])
        hands[lucky] = [suit + rank for suit in SUITS]
        taken.update(hands[lucky])
    alone = rng.random() < 0.3
    for seat in [lucky, *(seat for seat in range(seats) if seat != lucky)]:
        groups = "SHDC" if alone and seat != lucky else "T" if alone else "TTSHDC"
        group = rng.choice([group for group in groups if trump.places.get(group)])
        hands[seat] += dense_cards(rng, trump, group, rng.randint(0, size - len(hands[seat])), taken)
        hands[seat] += loose_cards(rng, trump, groups, size - len(hands[seat]), taken)
    kitty = loose_cards(rng, trump, "SHDCT", rng.choice([0, 3, 6]), taken)
    return {
        "hands": [text_of(hand) for hand in hands],
        "leader": lucky if rng.random() < 0.5 else rng.randrange(seats),
        "kitty": text_of(kitty),
        "dealer": rng.randrange(seats),
        "points": rng.choice([0, 0, 5, 35, 60, 100]),
    }


def endgame(rng: random.Random, options: Options, most: int = 6) -> tuple[pf.TrickState, Model]:
    """A position at the start of a trick on both sides; cards that are nowhere have been played."""
    model: Model
    if isinstance(options, erqiwang_rules.Options):
        suit = rng.choice([*SUITS, "NT"] if options.allow_no_trump else SUITS)
        given = random_hands(rng, erqiwang_trump(suit, options)[0], options.players, most)
        given |= {"trump": suit, "bid": rng.choice(erqiwang_rules.BIDS)}
        model, pack = erqiwang_game.Game.position(options=options, **given), options.pack
    else:
        suit = rng.choice(SUITS if options.contract else [*SUITS, "NT"])
        level = rng.choice(RANKS) if options.levels == "moving" else "2"
        given = random_hands(rng, dabaifen_trump(suit, level, options)[0], 4, most) | {"trump": suit}
        if options.contract:
            given["bid"] = rng.choice(dabaifen_rules.BIDS)
        if options.levels == "moving":
            given["level"] = level
        model, pack = dabaifen_game.Game.position(options=options, **given), list(range(54))
    there = {*chain.from_iterable(model.hands), *model.kitty}
    model.played = [card for card in pack if card not in there]
    return game_of(options).setup(to_move=given.pop("leader"), **given), model


def made_anew(state: pf.TrickState, model: Model) -> pf.TrickState:
    """The present position, in the phase ``play``, by ``setup`` (EQ9.3, DB8.3)."""
    return state.game.setup(
        hands=model.hands,
        to_move=model.seat or 0,
        trick=[play for _, play in model.trick],
        trump=model.trump or "",
        level=state.level,
        dealer=model.dealer,
        kitty=model.kitty,
        points=model.points,
        bid=model.bid,
    )
