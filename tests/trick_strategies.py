"""Positions of trick-taking games dense in structure: few places, many copies, so that tractors inside triples, long
tractors, gaps at the level, pairs of off-level cards, permanent 2s and no trump all come up often.

Every generator is a function of a seeded Random; hypothesis feeds them its own.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from functools import lru_cache

import pokerfast as pf
from tests.reference.trick_cards import RANKS, SUITS, Options, sort_cards
from tests.reference.trick_rules import Trump

OPTION_NAMES = tuple(field.name for field in dataclasses.fields(Options))


@lru_cache(maxsize=4096)
def game_of(options: Options) -> pf.TrickGame:
    """The package's game with the reference's options."""
    return pf.load_game("shengji", **{name: getattr(options, name) for name in OPTION_NAMES})


@lru_cache(maxsize=512)
def rules_of(suit: str, level: str, options: Options) -> tuple[Trump, pf.Trump]:
    """The reference's order and rules of one trump suit and level, and the package's."""
    return Trump(suit, level, options), game_of(options).trump(suit, level=level)


def random_card_options(rng: random.Random, decks: int | None = None) -> Options:
    """The options about plays; the defaults every other time."""
    decks = decks or rng.choice([1, 2, 2, 3, 3])
    if rng.random() < 0.5:
        return Options(decks=decks, two_is_trump=rng.random() < 0.4)
    return Options(
        decks=decks,
        two_is_trump=rng.random() < 0.5,
        gap_tractor=rng.random() < 0.6,
        level_tractor=rng.choice(["full", "jokers_only", "no_ace"]),
        throw_fail=rng.choice(["lowest", "smallest_unit", "single_card", "beaten_card"]),
        protect_tractors=rng.random() < 0.4,
        protect_triples=rng.random() < 0.4,
        titanic_ladder=rng.choice(["tractor_first", "triples_first"]),
        overruff=rng.choice(["unit", "all", "highest"]),
        kitty_rule=rng.choice(["pow2", "pairs", "linear2", "linear", "fixed2"]),
        kitty_cap=rng.choice([8, 64, 1000]),
    )


def random_rules(rng: random.Random, options: Options) -> tuple[Trump, pf.Trump]:
    return rules_of(rng.choice([*SUITS, "NT"]), rng.choice(RANKS), options)


def random_group(rng: random.Random, trump: Trump) -> str:
    groups = [group for group, places in trump.places.items() if places]
    return rng.choice([*groups, "T", "T"])


def dense_cards(rng: random.Random, trump: Trump, group: str, size: int, taken: Counter[str]) -> list[str]:
    """Cards of a few neighbouring places with as many copies as the pack still has, added to ``taken``."""
    places = trump.places[group]
    width = min(len(places), rng.randint(2, 7))
    low = rng.randint(0, len(places) - width)
    if group == "T" and rng.random() < 0.5:
        low = len(places) - width  # the top, where kinds share places
    kinds = [card for place in places[low : low + width] for card in place]
    rng.shuffle(kinds)
    found: list[str] = []
    decks = trump.options.decks
    for card in kinds:
        copies = rng.choice([1, 1, 2, 2, 2, 3, 3]) if decks > 1 else 1
        copies = min(copies, decks - taken[card], size - len(found))
        found += [card] * copies
        taken[card] += copies
    return found


def loose_cards(rng: random.Random, trump: Trump, groups: str, size: int, taken: Counter[str]) -> list[str]:
    """Any cards of some groups."""
    kinds = [card for group in groups for place in trump.places.get(group, ()) for card in place]
    found: list[str] = []
    for _ in range(size):
        free = [card for card in kinds if taken[card] < trump.options.decks]
        if not free:
            break
        card = rng.choice(free)
        taken[card] += 1
        found.append(card)
    return found


def random_chain(rng: random.Random, trump: Trump, group: str, most: int, taken: Counter[str]) -> list[str]:
    """Neighbouring places, one kind of each, all of one width; the links may be cut by an option."""
    places = trump.places[group]
    width = rng.randint(1, trump.options.decks)
    length = rng.randint(1, max(1, min(most // width, len(places), 4)))
    low = rng.randint(0, len(places) - length)
    found = []
    for place in places[low : low + length]:
        card = rng.choice(place)
        copies = min(width, trump.options.decks - taken[card])
        taken[card] += copies
        found += [card] * copies
    return found


def random_lead(rng: random.Random, trump: Trump, group: str, most: int, taken: Counter[str]) -> list[str]:
    """A unit or a throw of one group, rather of wide and long units."""
    if rng.random() < 0.4:
        return random_chain(rng, trump, group, most, taken)
    cards = dense_cards(rng, trump, group, rng.randint(1, most), taken)
    if not cards or rng.random() < 0.3:
        cards += loose_cards(rng, trump, group, 1, taken)
    return cards


def random_follow_position(rng: random.Random, trump: Trump) -> tuple[list[str], list[str], str]:
    """A lead, a hand that has to follow it, and the led group; mostly with more of the group than was led."""
    taken: Counter[str] = Counter()
    group = random_group(rng, trump)
    lead = random_lead(rng, trump, group, rng.choice([2, 4, 6, 7, 9]), taken)
    own = dense_cards(rng, trump, group, rng.randint(1, 13), taken)
    if rng.random() < 0.8:
        own += loose_cards(rng, trump, group, max(0, len(lead) + rng.randint(0, 2) - len(own)), taken)
    others = "".join(g for g in trump.places if g != group)
    extra = max(0, len(lead) - len(own)) + rng.randint(0, 2)
    hand = own + loose_cards(rng, trump, others, extra, taken)
    return [*sort_cards(lead)], [*sort_cards(hand)], group


def random_trick(rng: random.Random, trump: Trump) -> list[list[str]]:
    """Four plays of one size: within the led group, ruffs, and mixed cards."""
    taken: Counter[str] = Counter()
    group = random_group(rng, trump)
    lead = random_lead(rng, trump, group, rng.choice([1, 2, 4, 6, 7]), taken)
    plays = [lead]
    for _ in range(3):
        where = rng.choice([group, group, "T", "T", "SHDCT"])
        play = dense_cards(rng, trump, where, len(lead), taken) if len(where) == 1 and where in trump.places else []
        play += loose_cards(rng, trump, where, len(lead) - len(play), taken)
        play += loose_cards(rng, trump, "SHDCT", len(lead) - len(play), taken)
        plays.append(play)
    return plays if all(len(play) == len(lead) for play in plays) else random_trick(rng, trump)


def random_options(rng: random.Random) -> Options:
    """The options of whole deals; rules that don't go together are drawn again."""
    cards = random_card_options(rng)
    decks = cards.decks
    sizes = {1: [None, 2, 6, 10], 2: [None, 4, 8, 12], 3: [None, 2, 6, 10]}
    values = dataclasses.asdict(cards) | {
        "kitty_size": rng.choice(sizes[decks]),
        "throws": rng.choice(["all", "all", "certain", "none"]),
        "trump_throw": rng.random() < 0.8,
        "throw_penalty": rng.choice([0, 0, 10, 25]),
        "kitty_shape": rng.choice(["led", "winner"]),
        "kitty_points_max": rng.choice([None, None, 0, 15, 40]),
        "first_dealer": rng.choice(["first_declarer", "last_declarer"]),
        "allow_partner_protect": rng.random() < 0.5,
        "nt_override": rng.choice(["equal_pair", "any_two", *(["four"] if decks < 3 else [])]),
        "nobody_declares": rng.choice(["no_trump", "kitty3", "kitty3_skip_jokers", "redeal"]),
        "rob_kitty": decks > 1 and rng.random() < 0.7,
        "stake_factor": rng.choice([2, 2, 3]),
        "stake_cap": rng.choice([None, None, 1, 8]),
        "stakes": rng.random() < 0.5,
        "must_play": rng.choice([(), ("5", "T", "K"), ("2",)]),
    }
    if values["kitty_size"] == 2 and str(values["nobody_declares"]).startswith("kitty3"):
        values["kitty_size"] = None
    return Options(**values)
