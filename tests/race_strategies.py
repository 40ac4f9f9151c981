"""What the tests of 打大A and 保皇 are fed: option sets, hands dense in structure, plays that meet, and positions.

Every generator is a function of a seeded Random; hypothesis feeds them its own. The two references have the same names,
so most of what is here serves both games.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

import pokerfast as pf
from tests.reference import baohuang_plays, dadaa_plays
from tests.reference.cards import SUITS, card_text

Options = dadaa_plays.Options | baohuang_plays.Options
Reading = tuple[str, str | None, int]
Play = tuple[Reading, str]

GAMES = ("dadaa", "baohuang")
PLAYS: dict[str, ModuleType] = {"dadaa": dadaa_plays, "baohuang": baohuang_plays}
#: The options that say what cards are and what beats what; the others are left at their defaults for single plays.
CARD_OPTIONS = {
    "dadaa": ("ladder", "wrap", "big_ace_joins", "joker_pair_order", "egg_chain_min", "fours_take_true_seven"),
    "baohuang": ("mode", "kao", "bie6", "pack"),
}
DADAA_PACK = "".join(rank * 8 for rank in "3456789TJQK2") + "AAAAAA**wwWW"


def name_of(opt: Options) -> str:
    return "dadaa" if isinstance(opt, dadaa_plays.Options) else "baohuang"


def reference(opt: Options) -> ModuleType:
    """The reference's plays."""
    return PLAYS[name_of(opt)]


@lru_cache(maxsize=4096)
def game_of(opt: Options) -> pf.ClimbingGame:
    """The package's game with the reference's options."""
    return pf.load_game(name_of(opt), **dataclasses.asdict(opt))


def pack_of(opt: Options) -> str:
    """The whole pack by rank."""
    if isinstance(opt, dadaa_plays.Options):
        return DADAA_PACK
    return "".join(rank * 16 for rank in opt.ranks) + "wwwwWWWW"


def most_of(opt: Options) -> Counter[str]:
    """How many of each rank any hand can hold."""
    return Counter(pack_of(opt))


def reading_of(combo: pf.Combo) -> Reading:
    return (combo.kind, combo.rank, combo.length)


def described(combo: pf.Combo) -> Play:
    """A play as the reference writes it."""
    return (reading_of(combo), combo.cards)


# ---- options


def random_options(rng: random.Random, name: str, names: Iterable[str] | None = None) -> Options:
    """Some of the options, all by default; nothing but defaults one time in five."""
    allowed: dict[str, tuple[Any, ...]] = PLAYS[name].ALLOWED
    if rng.random() < 0.2:
        return PLAYS[name].DEFAULT  # type: ignore[no-any-return]
    return PLAYS[name].Options(**{key: rng.choice(allowed[key]) for key in names or allowed})  # type: ignore[no-any-return]


def random_card_options(rng: random.Random, name: str) -> Options:
    return random_options(rng, name, CARD_OPTIONS[name])


def every_card_options(name: str) -> list[Options]:
    """Every combination of the options about cards."""
    made = [PLAYS[name].DEFAULT]
    for key in CARD_OPTIONS[name]:
        made = [dataclasses.replace(opt, **{key: value}) for opt in made for value in PLAYS[name].ALLOWED[key]]
    return made


# ---- plays


@lru_cache(maxsize=512)
def all_plays(opt: Options) -> frozenset[Play]:
    """Every play of the pack, those that 憋6 keeps for the end too."""
    if isinstance(opt, dadaa_plays.Options):
        return dadaa_plays.all_plays(opt)
    return frozenset(baohuang_plays.leads(pack_of(opt), dataclasses.replace(opt, bie6=False)))


@lru_cache(maxsize=512)
def plays_by_kind(opt: Options) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for (kind, _, _), cards in sorted(all_plays(opt), key=lambda play: (play[0][0], play[1])):
        found.setdefault(kind, []).append(cards)
    return found


def random_play(rng: random.Random, opt: Options) -> str:
    """Any play, each kind as often as the others."""
    by_kind = plays_by_kind(opt)
    return rng.choice(by_kind[rng.choice(list(by_kind))])


def random_rival(rng: random.Random, opt: Options, table: str) -> str:
    """A play that is near to one on the table and may beat it."""
    kind = reference(opt).reading(table, opt)[0]
    if isinstance(opt, baohuang_plays.Options):
        return _groups_over(rng, opt, table)
    same = plays_by_kind(opt)[kind]
    alike = [cards for cards in same if len(cards) == len(table)]
    return rng.choice(alike if rng.random() < 0.7 else same)


def _groups_over(rng: random.Random, opt: baohuang_plays.Options, table: str) -> str:
    """保皇: for each card of the table something that beats it, as if there were 烤牌 or not; perhaps a card off."""
    ordinary = [opt.ranks.index(card) for card in table if card not in "wW"]
    rank = rng.choice(opt.ranks[max(ordinary, default=0) + 1 :] or "2")
    groups: list[str] = []
    for card in table:
        over = baohuang_plays.groups_over(card, opt.kao or rng.random() < 0.1)
        jokers = [group for group in over if group[0] in "wW"]
        plain = card not in "wW" and rng.random() < 0.8
        groups.append(rank if plain else rng.choice(jokers or ["W"]))
    cards = list("".join(groups))
    step = rng.random()
    if step < 0.15:
        cards.append(rng.choice(["w", "W", rank]))
    elif step < 0.3 and len(cards) > 1:
        cards.remove(rng.choice(cards))
    return fitted(opt, cards)


# ---- hands


def fitted(opt: Options, cards: Iterable[str], most: int | None = None, rng: random.Random | None = None) -> str:
    """The cards as far as the pack has them, at most so many; a single card if that leaves none."""
    kept = list((Counter(cards) & most_of(opt)).elements())
    if most is not None and len(kept) > most:
        kept = rng.sample(kept, most) if rng else kept[:most]
    return reference(opt).sort_cards(kept) or "7"  # type: ignore[no-any-return]


def random_hand(rng: random.Random, opt: Options, most: int | None = None) -> str:
    """One card to the whole pack: windows of neighbours, few ranks in many copies, jokers, or plain random cards."""
    make = _dadaa_hand if isinstance(opt, dadaa_plays.Options) else _baohuang_hand
    return fitted(opt, make(rng, opt), most, rng)


def _dadaa_hand(rng: random.Random, opt: Options) -> list[str]:
    shape = rng.randrange(8)
    cards: list[str] = []
    if shape == 0:
        cards = rng.sample(DADAA_PACK, rng.choice([1, 2, 3, 21, 22, rng.randint(1, 40)]))
    elif shape == 1:  # neighbours, on a ladder that goes round
        ladder, width = "23456789TJQKA" * 2, rng.randint(2, 7)
        low = rng.randrange(13)
        most = rng.choice([1, 2, 3, 4, 8])
        cards = [rank for rank in ladder[low : low + width] for _ in range(rng.randint(1, most))]
    elif shape == 2:  # neighbours in equal numbers
        ladder, width = "23456789TJQKA" * 2, rng.randint(2, 13)
        low = rng.randrange(13)
        cards = list(ladder[low : low + width]) * rng.choice([1, 2, 3, 3, 4, 4])
    elif shape == 3:  # few ranks, many copies
        for rank in rng.sample("23456789TJQKA", rng.randint(1, 4)):
            cards += [rank] * rng.choice([1, 2, 3, 4, 5, 6, 7, 8])
    elif shape == 4:  # fours, which take, and something beside them
        cards = ["4"] * rng.randint(1, 8) + rng.sample(DADAA_PACK, rng.randint(0, 10))
    elif shape == 5:  # where a ladder may begin or end
        cards = rng.sample([*DADAA_PACK, *"AAAAKKQQ223344" * 4], rng.randint(3, 24))
        cards = [rank for rank in cards if rank in "JQKA2345*"]
    elif shape == 6 and rng.random() < 0.5:
        cards = list(DADAA_PACK)
        rng.shuffle(cards)
        cards = cards[: rng.choice([60, 107, 108])]
    if shape == 7 or rng.random() < 0.3:
        cards += rng.sample("wwWW**AA", rng.randint(1, 8))
    return cards


def _baohuang_hand(rng: random.Random, opt: Options) -> list[str]:
    assert isinstance(opt, baohuang_plays.Options)
    shape = rng.randrange(6)
    cards: list[str] = []
    pack = pack_of(opt)
    if shape == 0:
        cards = rng.sample(pack, rng.choice([1, 2, 33, 34, 43, 44, rng.randint(1, 60)]))
    elif shape == 1:  # few ranks, many copies
        for rank in rng.sample(opt.ranks, rng.randint(1, 4)):
            cards += [rank] * rng.randint(1, rng.choice([2, 4, 16]))
    elif shape == 2:  # sixes, alone or not
        cards = ["6"] * rng.randint(1, 16)
        if rng.random() < 0.5:
            cards += [rng.choice(opt.ranks)] * rng.randint(1, 4)
    elif shape == 3:  # a high rank and a low one
        cards = [opt.ranks[0]] * rng.randint(0, 6) + ["2"] * rng.randint(1, 8)
    elif shape == 4 and rng.random() < 0.4:
        cards = rng.sample(pack, rng.choice([100, len(pack) - 1, len(pack)]))
    if shape >= 4 or rng.random() < 0.5:
        cards += rng.sample("wwwwWWWW", rng.randint(1, 8))
    return cards


def random_subset(rng: random.Random, hand: str, opt: Options) -> str:
    """Some of the cards, at least one; whole ranks more often than not."""
    cards: list[str] = []
    for rank, held in Counter(hand).items():
        cards += [rank] * rng.choice([0, 0, 0, rng.randint(0, held), held, min(held, 3)])
    return reference(opt).sort_cards(cards) or rng.choice(hand)  # type: ignore[no-any-return]


def random_cards(rng: random.Random, opt: Options) -> str:
    """A play with a card too many, too few or wrong, or just some cards: mostly no play."""
    if rng.random() < 0.4:
        return random_subset(rng, random_hand(rng, opt), opt)
    cards = list(random_play(rng, opt))
    pack = sorted(set(pack_of(opt)))
    for _ in range(rng.randint(1, 2)):
        if len(cards) > 1 and rng.random() < 0.5:
            cards.remove(rng.choice(cards))
        if rng.random() < 0.7:
            cards.append(rng.choice(pack))
    return fitted(opt, cards)


# ---- physical cards


def name_of_card(card: int) -> str:
    """A card by suit and rank, without its pack."""
    return card_text(card % 54)


def named(rng: random.Random, ids: Sequence[int], held: Iterable[int]) -> str:
    """Cards of a hand by name in any order, some without their mark where the rules then mean the same cards."""
    marked: set[int] = set()
    for name in {name_of_card(card) for card in ids}:
        chosen = sorted(card for card in ids if name_of_card(card) == name)
        stock = sorted(card for card in held if name_of_card(card) == name)
        marks = {card for card in chosen if rng.random() < 0.5}
        # Without a mark it is the lowest one that is held and not named.
        meant = [card for card in stock if card not in marks][: len(chosen) - len(marks)]
        marked |= marks if marks | set(meant) == set(chosen) else set(chosen)
    order = rng.sample(ids, len(ids))
    return " ".join(name_of_card(card) + (f"/{card // 54 + 1}" if card in marked else "") for card in order)


def random_named(rng: random.Random, opt: Options, number: int) -> str:
    """Any cards of the pack by name, marks here and there."""
    decks = 2 if isinstance(opt, dadaa_plays.Options) else 4
    kinds = [suit + rank for suit in SUITS for rank in "23456789TJQKA"] + ["w", "W"]
    if isinstance(opt, baohuang_plays.Options):
        kinds = [kind for kind in kinds if kind[-1] in opt.ranks + "wW"]
    cards = [rng.choice(kinds) for _ in range(number)]
    return " ".join(card + rng.choice(["", "", f"/{rng.randint(1, decks)}"]) for card in cards)


def guard_card_seat(hands: Sequence[str]) -> int | None:
    """保皇: who gets the guard card, the small joker that goes last, when hands are given by rank."""
    small = [seat for seat, cards in enumerate(hands) for _ in range(cards.count("w"))]
    return small[3] if len(small) == 4 else None


def deal_out(rng: random.Random, opt: Options, sizes: Sequence[int], table: str) -> list[str]:
    """Hands of these sizes from what the table leaves of the pack, a few ranks in many copies."""
    left = list((Counter(pack_of(opt)) - Counter(table)).elements())
    few = set(rng.sample(sorted(set(left)), rng.choice([3, 5, 8, len(set(left))])))
    rng.shuffle(left)
    left.sort(key=lambda rank: rank in few)
    hands = [[left.pop() for _ in range(size)] for size in sizes]
    return [reference(opt).sort_cards(hand) for hand in hands]
