"""Positions of 打大A and 保皇 from outside, played out beside the reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import pokerfast as pf
from tests.race_pairs import (
    MODELS,
    Pair,
    every_game,
    play_out,
)
from tests.race_strategies import (
    PLAYS,
    Options,
    deal_out,
    fitted,
    game_of,
    guard_card_seat,
    name_of,
    random_options,
    random_play,
    reference,
)
from tests.reference import baohuang_game, dadaa_game
from tests.reference.baohuang_plays import Options as Baohuang
from tests.reference.cards import SUITS
from tests.reference.dadaa_plays import Options as Dadaa

# ---- positions from outside


def random_position(rng: random.Random, opt: Options) -> Pair:
    """Up to five hands, by rank or by card, with a play on the table or without."""
    name = name_of(opt)
    table = random_play(rng, opt) if rng.random() < 0.5 else None
    if table is not None and len(table) > 24:
        table = fitted(opt, table[:3])
        table = table if reference(opt).reading(table, opt) else None
    most = rng.choice([3, 8, 20])
    out = rng.sample(range(5), rng.choice([0, 0, 0, 1, 1, 2, 3]))
    sizes = [0 if seat in out else rng.randint(1, most) for seat in range(5)]
    hands = deal_out(rng, opt, sizes, table or "")
    ids = physical_hands(rng, opt, hands, table) if rng.random() < 0.5 else None
    to_move = rng.choice([seat for seat in range(5) if seat not in out])
    by = None if table is None else rng.choice([seat for seat in range(5) if seat != to_move])
    given: dict[str, Any] = {"to_move": to_move, "table": table, "table_by": by}
    ours: dict[str, Any] = given | {"hands": hands if ids is None else written(ids), "finished": out}
    theirs: dict[str, Any] = given | {"hands": hands if ids is None else ids, "order": out, "options": opt}
    more = dadaa_sides if name == "dadaa" else baohuang_sides
    if not more(rng, opt, hands, ids, table, ours, theirs):
        return random_position(rng, opt)
    model = MODELS[name].position(**theirs)
    return Pair(opt, game_of(opt).setup(**ours), model)


BIG_SUIT = "H"


def physical_hands(rng: random.Random, opt: Options, hands: Sequence[str], table: str | None) -> list[list[int]]:
    """Any cards of these ranks. The table's are the lowest that are left."""
    if isinstance(opt, Dadaa):
        free = list(range(108))
        big = dadaa_game.aces_of(BIG_SUIT)
        rank = {card: "*" if card in big else dadaa_game.name_of(card)[-1] for card in free}
    else:
        free = baohuang_game.pack_ids(opt)
        rank = {card: baohuang_game.rank_of(card) for card in free}
    rng.shuffle(free)
    found = []
    for cards in hands:
        ids = []
        for glyph in cards:
            ids.append(next(card for card in free if rank[card] == glyph))
            free.remove(ids[-1])
        found.append(sorted(ids))
    assert table is None or all(sum(rank[card] == glyph for card in free) >= table.count(glyph) for glyph in table)
    return found


def written(hands: Sequence[Sequence[int]]) -> list[Any]:
    """Each hand as text by card or as ids."""
    return [list(ids) if number % 2 else pf.Hand(list(ids)).suited or "" for number, ids in enumerate(hands)]


def dadaa_sides(
    rng: random.Random,
    opt: Options,
    hands: Sequence[str],
    ids: list[list[int]] | None,
    table: str | None,
    ours: dict[str, Any],
    theirs: dict[str, Any],
) -> bool:
    """Sides that fit where the big aces are; False if the deal would be over."""
    assert isinstance(opt, Dadaa)
    holders = {seat for seat in range(5) if "*" in hands[seat]}
    sides = set(holders)
    while len(sides) < 2 and (not sides or ("".join(hands).count("*") < 2 and rng.random() < 0.6)):
        sides.add(rng.randrange(5))
    if dadaa_game.outcome(sides, ours["finished"]) is not None:
        return False
    is_open = opt.counter_double_ace and len(sides) == 1 and rng.random() < 0.5
    exposed = rng.random() < 0.3
    declarer = rng.choice(sorted(sides))
    ours |= {"sides": sorted(sides), "declarer": declarer, "exposed": exposed, "open": is_open}
    theirs |= {"sides": sides, "declarer": declarer, "exposed": exposed, "is_open": is_open}
    if ids is None:
        suit = rng.choice(SUITS)
        ours["big_suit"] = theirs["suit"] = suit
    return True


def baohuang_sides(
    rng: random.Random,
    opt: Options,
    hands: Sequence[str],
    ids: list[list[int]] | None,
    table: str | None,
    ours: dict[str, Any],
    theirs: dict[str, Any],
) -> bool:
    """Partners that fit where the guard card is; False if the deal would be over."""
    assert isinstance(opt, Baohuang)
    if ids is None:
        marked = guard_card_seat(hands)
    else:
        marked = next((seat for seat in range(5) if baohuang_game.GUARD_CARD in ids[seat]), None)
    if opt.mode == "classic":
        marked = None  # a plain joker
    solo = rng.choice([None, None, None, "dark", "open"])
    guard = None
    if solo is None:
        emperor, guard = rng.sample(range(5), 2)
        guard = guard if marked is None else marked
        if guard == emperor:
            return False
    else:  # who has claimed needs no guard card
        free = marked is None or (solo == "open" and opt.qiangdu)
        emperor = rng.randrange(5) if free else marked
    if baohuang_game.outcome(emperor, guard, solo, ours["finished"]) is not None:
        return False
    others = [seat for seat in range(5) if seat not in (emperor, guard)]
    factor = rng.choice([1, 2])
    if solo == "open" or (solo == "dark" and opt.mode == "classic"):
        factor = 1
    elif guard is not None and opt.stack_doubles and opt.mode == "concise":
        factor = rng.choice([1, 2, 4])
    exposed = rng.random() < 0.3
    ours |= {"emperor": emperor, "guard": guard, "open": solo == "open", "multiplier": factor, "exposed": exposed}
    revolt = factor == 4 or (factor == 2 and guard is None)
    theirs |= {"emperor": emperor, "guard": guard, "solo": solo, "exposed": exposed}
    theirs |= {"shown": guard is not None and factor > 1, "revolters": others[:2] if revolt else ()}
    return True


@pytest.mark.arch
@every_game
def test_positions(name: str) -> None:
    """From setup, played out."""
    seen: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        pair = random_position(rng, random_options(rng, name))
        play_out(rng, pair, tries=3)
        seen += pair.seen
    assert seen["over"] >= 60
    if name == "dadaa":
        assert seen["no_take"] and seen["wrong_kind"]


@pytest.mark.slow
@every_game
def test_many_positions(name: str, big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    for seed in range(5000, 9000):
        rng = random.Random(seed)
        play_out(rng, random_position(rng, random_options(rng, name)), tries=3)


@pytest.mark.arch
@every_game
def test_nobody_is_asked_about_his_own_play(name: str) -> None:
    partners: dict[str, Any] = {"sides": (0, 1)} if name == "dadaa" else {"emperor": 0, "guard": 1}
    hands = ["7", "8", "9", "T", "J"]
    with pytest.raises(pf.RulesError) as caught:
        game_of(PLAYS[name].DEFAULT).setup(hands=hands, table="666", table_by=2, to_move=2, **partners)
    assert [where for where, _ in caught.value.faults] == ["table_by"]
    more = {"declarer": 0} if name == "dadaa" else {}
    with pytest.raises(ValueError, match="own"):
        MODELS[name].position(hands, 2, table="666", table_by=2, **partners, **more)


# ---- 托管
