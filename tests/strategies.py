"""What the tests are fed: option sets, hands dense in structure, tables, and whole deals.

Every generator comes twice: as a hypothesis strategy, which shrinks, and as a function of a seeded Random, for runs too
long for hypothesis.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

import pokerfast as pf
from tests.reference.cards import CHAIN_RANKS, FULL_DECK, IN_DECK, JOKERS, ORDER, card_id, card_text, sort_cards
from tests.reference.doudizhu_plays import KINDS, PRESETS, Options, Reading, leads, readings

CARD_OPTIONS = (
    "kicker_same_rank",
    "kicker_rocket",
    "kicker_pair_repeat",
    "kicker_body_rank",
    "kicker_extends_chain",
    "four_two_pair_as_solos",
    "four_two",
    "bare_trio",
    "banned_kinds",
)
#: All kinds a game may lack and still be playable: a leader can always lead a single card.
BANNABLE = tuple(kind for kind in KINDS if kind != "solo")


@lru_cache(maxsize=4096)
def game_of(opt: Options) -> pf.ClimbingGame:
    """The package's game with the reference's options."""
    values = {field.name: getattr(opt, field.name) for field in dataclasses.fields(opt)}
    return pf.load_game("doudizhu", **values)


def described(combo: pf.Combo) -> tuple[str, str | None, int, str]:
    """A play as the reference writes it."""
    return (combo.kind, combo.rank, combo.length, combo.cards)


def reading_of(combo: pf.Combo) -> Reading:
    assert combo.rank is not None
    return (combo.kind, combo.rank, combo.length)


# ---- with a seeded Random


def random_card_options(rng: random.Random) -> Options:
    """The options about cards; the presets one time in three."""
    if rng.random() < 1 / 3:
        return PRESETS[rng.choice(sorted(PRESETS))]
    banned = rng.sample(BANNABLE, rng.choice([0, 0, 0, 1, 1, 2, 3]))
    return Options(
        kicker_same_rank=rng.randint(1, 4),
        kicker_rocket=rng.random() < 0.5,
        kicker_pair_repeat=rng.random() < 0.5,
        kicker_body_rank=rng.random() < 0.4,
        kicker_extends_chain=rng.random() < 0.5,
        four_two_pair_as_solos=rng.random() < 0.5,
        four_two=rng.random() < 0.8,
        bare_trio=rng.random() < 0.8,
        banned_kinds=frozenset(banned),
    )


def random_options(rng: random.Random) -> Options:
    """Every option, the ones about bidding and score too."""
    early = rng.choice([0, 1, 9, 17, rng.randint(0, 17)])
    return dataclasses.replace(
        random_card_options(rng),
        caller_rerob=rng.choice(["if_robbed", "always", "never"]),
        all_pass=rng.choice(["redeal", "redeal", "first_caller"]),
        auction=rng.choice(["call_rob", "call_rob", "call_rob", "bid3", "none"]),
        open_hand=rng.random() < 0.6,
        doubling=rng.random() < 0.7,
        room_minimum=rng.choice([0, 0, 500]),
        open_deal_thresholds=(early, rng.randint(early, 17)),
        base=rng.choice([1, 1, 3, 50]),
        bomb_factor=rng.randint(1, 4),
        spring_factor=rng.randint(1, 4),
    )


def _limited(rng: random.Random, cards: list[str], most: int) -> str:
    """At most that many of the cards, and no more of a rank than the pack has."""
    kept = list(Counter(cards) & Counter(FULL_DECK))
    cards = [rank for rank in kept for _ in range(min(cards.count(rank), IN_DECK[rank]))]
    while len(cards) > most:
        cards.pop(rng.randrange(len(cards)))
    return sort_cards(cards)


def random_plane(rng: random.Random) -> list[str]:
    """Trios in a row, or a four, with about as many cards beside them as wings there may be: of ranks that touch the
    body or lie near it, in twos, threes and fours, jokers among them."""
    form = rng.random()
    if form < 0.3:  # one trio more than links: which of them is the wings?
        links = rng.choice([3, 3, 3, 4, 5])
        low = rng.randint(0, 11 - links)
        return list(CHAIN_RANKS[low : low + links + 1]) * 3 + rng.sample(FULL_DECK, links - 3)
    if form < 0.4:  # two fours: which of them is the pairs?
        return rng.sample(ORDER[:13], 2) * 4
    length = rng.choice([1, 2, 2, 3, 3, 4, 5])
    low = rng.randint(0, 12 - length)
    cards = list(CHAIN_RANKS[low : low + length]) * rng.choice([3, 3, 3, 4])
    wanted = len(cards) + rng.choice([length, length, 2 * length, 2, 4])
    near = ORDER[max(0, low - 2) : low + length + 2] + rng.choice(["", "", "wW", "2A"])
    while len(cards) < wanted:
        cards += [rng.choice(near)] * min(rng.choice([1, 2, 2, 3, 3, 4]), wanted - len(cards))
    return cards


def random_hand(rng: random.Random, most: int = 20) -> str:
    """1 to `most` cards: few ranks in many copies, chains with wings, trios beside quads, or plain random cards."""
    shape = rng.randrange(7)
    cards: list[str] = []
    if shape == 0:  # a window of neighbours, dense
        low, width = rng.randrange(12), rng.randint(2, 6)
        cards = [rank for rank in ORDER[low : low + width] for _ in range(rng.randint(1, 4))]
    elif shape == 1:  # a chain and whatever else
        copies = rng.choice([1, 2, 3, 3, 3])
        length = rng.randint(2, min(12, 15 // copies))
        low = rng.randint(0, 12 - length)
        cards = [rank for rank in CHAIN_RANKS[low : low + length] for _ in range(copies)]
        cards += rng.sample(FULL_DECK, rng.randint(0, 20 - len(cards)))
    elif shape == 2:  # trios and quads anywhere
        for rank in rng.sample(ORDER[:13], rng.randint(1, 5)):
            cards += [rank] * rng.choice([2, 3, 3, 4])
    elif shape >= 5:
        cards = random_plane(rng)
    elif shape == 3:  # plain
        cards = rng.sample(FULL_DECK, rng.randint(1, 20))
    else:  # two or three ranks far apart, full
        for rank in rng.sample(ORDER[:13], rng.randint(1, 3)):
            cards += [rank] * 4
        cards += rng.sample(FULL_DECK, rng.randint(0, 8))
    if rng.random() < 0.3:
        cards += list(JOKERS if rng.random() < 0.7 else rng.choice(JOKERS))
    return _limited(rng, cards, most) or rng.choice(ORDER)


def random_subset(rng: random.Random, hand: str) -> str:
    """Some of the cards, at least one; whole ranks more often than not."""
    cards: list[str] = []
    for rank, held in Counter(hand).items():
        cards += [rank] * rng.choice([0, 0, rng.randint(0, held), held, min(held, 3)])
    return sort_cards(cards) or rng.choice(hand)


def random_table(rng: random.Random, opt: Options) -> tuple[str, Reading]:
    """A play on the table with any of its readings."""
    while True:
        found = sorted(leads(random_hand(rng), opt))
        if found:
            kind = rng.choice(sorted({play[0] for play in found}))
            of_kind = [play for play in found if play[0] == kind]
            # Large plays, and those of few ranks, are the ones with several readings.
            few = min(len(set(play[3])) for play in of_kind)
            of_few = [play for play in of_kind if len(set(play[3])) == few]
            chosen = rng.choice(of_few if rng.random() < 0.4 else of_kind)
            return chosen[3], (chosen[0], chosen[1], chosen[2])


def random_rival(rng: random.Random, table: str, most: int = 20) -> str:
    """Cards that may beat a play: the same shape some ranks higher, its wings perhaps elsewhere, and some more."""
    step = rng.randint(1, 4)
    moved = [ORDER[min(ORDER.index(rank) + step, 12)] if rank not in JOKERS else rank for rank in table]
    if rng.random() < 0.5:
        moved += rng.sample(FULL_DECK, rng.randint(1, 6))
    return _limited(rng, moved, most) or "3"


# ---- hypothesis


@st.composite
def card_options(draw: st.DrawFn) -> Options:
    """Options about cards, presets among them."""
    preset = draw(st.sampled_from([None, None, None, *sorted(PRESETS)]))
    if preset is not None:
        return PRESETS[preset]
    return Options(
        kicker_same_rank=draw(st.integers(1, 4)),
        kicker_rocket=draw(st.booleans()),
        kicker_pair_repeat=draw(st.booleans()),
        kicker_body_rank=draw(st.booleans()),
        kicker_extends_chain=draw(st.booleans()),
        four_two_pair_as_solos=draw(st.booleans()),
        four_two=draw(st.booleans()),
        bare_trio=draw(st.booleans()),
        banned_kinds=draw(st.one_of(st.just(frozenset()), st.frozensets(st.sampled_from(KINDS), max_size=3))),
    )


@st.composite
def hands(draw: st.DrawFn, most: int = 20) -> str:
    """1 to `most` cards, dense in structure."""
    shape = draw(st.sampled_from(["window", "chain", "heavy", "plain", "plane", "plane"]))
    if shape == "plane":
        return _limited(
            draw(st.randoms(use_true_random=False)), random_plane(draw(st.randoms(use_true_random=False))), most
        )
    cards = ""
    if shape == "window":
        low = draw(st.integers(0, 11))
        copies = draw(st.lists(st.integers(0, 4), min_size=2, max_size=6))
        cards = "".join(rank * n for rank, n in zip(ORDER[low:], copies, strict=False))
    elif shape == "chain":
        copies = draw(st.sampled_from([1, 2, 3, 3]))
        length = draw(st.integers(2, min(12, 15 // copies)))
        low = draw(st.integers(0, 12 - length))
        cards = "".join(rank * copies for rank in CHAIN_RANKS[low : low + length])
    elif shape == "heavy":
        ranks = draw(st.lists(st.sampled_from(ORDER[:13]), min_size=1, max_size=5, unique=True))
        cards = "".join(rank * draw(st.integers(2, 4)) for rank in ranks)
    extra = draw(st.lists(st.sampled_from(FULL_DECK), max_size=10))
    jokers = draw(st.sampled_from(["", "", "w", "W", "wW"]))
    total = Counter(cards) + Counter(extra) + Counter(jokers)
    fitted = sort_cards((total & Counter(FULL_DECK)).elements())[:most]
    return fitted or draw(st.sampled_from(ORDER))


@st.composite
def subsets(draw: st.DrawFn, hand: str) -> str:
    """Some of the cards of a hand, at least one."""
    cards = "".join(rank * draw(st.integers(0, held)) for rank, held in Counter(hand).items())
    return cards or hand[0]


@st.composite
def tables(draw: st.DrawFn, opt: Options) -> tuple[str, Reading]:
    """A play with any of its readings; a single card where the drawn cards hold none."""
    found = sorted(leads(draw(hands()), opt))
    if not found:
        found = [("solo", "3", 1, "3")]
    kind = draw(st.sampled_from(sorted({play[0] for play in found})))
    chosen = draw(st.sampled_from([play for play in found if play[0] == kind]))
    return chosen[3], (chosen[0], chosen[1], chosen[2])


@st.composite
def hands_against(draw: st.DrawFn, table: str) -> str:
    """Any hand, or one with a higher play of the same shape in it."""
    if draw(st.booleans()):
        return draw(hands())
    return random_rival(draw(st.randoms(use_true_random=False)), table)


def combo_of(game: pf.ClimbingGame, cards: str, reading: Reading) -> pf.Combo:
    """The package's Combo for a reading of the reference."""
    return next(combo for combo in game.readings(cards) if reading_of(combo) == reading)


def plays(opt: Options, cards: str) -> set[Reading]:
    """The reference's readings, under a name that says what they are for."""
    return readings(cards, opt)


def fields_of(state: pf.State) -> dict[str, Any]:
    """The fields of a position as its JSON shows them, cards as ascending ids."""
    fields = json.loads(state.to_json())["state"]
    for name in ("held", "kitty", "table_ids"):
        value = fields[name]
        if isinstance(value, list):
            fields[name] = [ids_of(cards) for cards in value]
        else:
            fields[name] = ids_of(value)
    return dict(fields)


def ids_of(suited: str) -> list[int]:
    """Ids of suited text such as ``W S3 HT``."""
    return sorted(card_id(card) for card in suited.split())


def suited(ids: Iterable[int]) -> str:
    """The inverse, in no particular order."""
    return " ".join(card_text(card) for card in ids)
