"""Array calls of climbing games answer what the calls for single plays answer, and what the reference does."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from pokerfast import batch
from tests import race_strategies, strategies
from tests.reference import doudizhu_plays

pytestmark = pytest.mark.arch

rngs = st.randoms(use_true_random=False)
#: Kinds by code: a file format.
CODES = (
    *("solo", "pair", "trio", "solo_chain", "pair_chain", "trio_chain", "trio_solo", "trio_pair", "trio_solo_chain"),
    *("trio_pair_chain", "four_two_solo", "four_two_pair", "bomb", "rocket", "pass"),
    *("single", "joker", "big_ace", "dragon", "double_dragon", "egg", "big_egg", "joker_pair", "egg_chain"),
    *("false_eight", "true_seven", "joker3", "joker4", "big_ace_pair"),
    *("set", "jokers_set", "jokers"),
)
WIDTH = {"doudizhu": 4, "dadaa": 4, "baohuang": 8}  # bits of a slot
ORDER = "3456789TJQKA2wW*"


def words_of(game: pf.ClimbingGame, cards: str) -> list[int]:
    """A packed hand, from the description of the layout."""
    number = sum(1 << WIDTH[game.name] * ORDER.index(card) for card in cards)
    return [number] if game.name != "baohuang" else [number % 2**64, number >> 64]


def row_of(game: pf.ClimbingGame, combo: pf.Combo) -> tuple[Any, ...]:
    """A packed play likewise."""
    if combo.kind == "pass":
        return (*words_of(game, ""), CODES.index("pass"), 0, 0, 0)
    rank = 255 if combo.rank is None else ORDER.index(combo.rank)
    return (*words_of(game, combo.cards), CODES.index(combo.kind), rank, combo.length, len(combo))


def rows_of(plays: batch.Plays) -> list[tuple[Any, ...]]:
    found = []
    for cards, *reading in plays.tolist():
        found.append((*np.ravel(cards).tolist(), *reading))
    return found


class World:
    """A game with random rules, and random cards of it."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self.rng, self.name = rng, name
        if name == "doudizhu":
            self.opt: Any = strategies.random_card_options(rng)
            self.game = strategies.game_of(self.opt)
        else:
            self.opt = race_strategies.random_card_options(rng, name)
            self.game = race_strategies.game_of(self.opt)

    def hand(self) -> str:
        if self.rng.random() < 0.05:
            return ""
        if self.name == "doudizhu":
            return strategies.random_hand(self.rng)
        return race_strategies.random_hand(self.rng, self.opt, 34)

    def table(self) -> pf.Combo:
        if self.name == "doudizhu":
            cards, reading = strategies.random_table(self.rng, self.opt)
            return strategies.combo_of(self.game, cards, reading)
        combo = self.game.classify(race_strategies.random_play(self.rng, self.opt))
        assert combo is not None
        return combo

    def rival(self, table: pf.Combo) -> str:
        """Cards that may beat it."""
        if self.game.classify(table.cards) is None:
            return self.hand()
        if self.name == "doudizhu":
            return strategies.random_rival(self.rng, table.cards)
        return race_strategies.random_rival(self.rng, self.opt, table.cards)

    def any_table(self) -> pf.Combo:
        """A pass and a play of other rules among them."""
        form = self.rng.random()
        if form < 0.05:
            return pf.PASS
        if form < 0.1:
            other = World(self.rng, self.name).table()
            return other if self.fits(other.cards) else pf.PASS
        return self.table()

    def fits(self, cards: str) -> bool:
        try:
            self.game.hand(cards)
        except pf.NotationError:
            return False
        return True


def compare(world: World, n: int = 6) -> None:
    """Every call, row by row."""
    game = world.game
    tables = [world.any_table() for _ in range(n)]
    hands = [world.hand() if i % 2 else world.rival(tables[i]) for i in range(n)]
    packed = batch.pack(game, hands)
    assert packed.tolist() == [
        words if game.name == "baohuang" else words[0] for words in (words_of(game, hand) for hand in hands)
    ]
    assert [hand.cards for hand in batch.unpack(game, packed)] == hands
    on = batch.pack_plays(game, tables)
    assert rows_of(on) == [row_of(game, table) for table in tables]
    assert batch.unpack(game, on) == tables

    read = [game.classify(hand) for hand in hands]
    assert rows_of(batch.classify(game, packed)) == [row_of(game, combo or pf.PASS) for combo in read]
    assert batch.beats(game, packed, on).tolist() == [
        game.beats(hand, table) for hand, table in zip(hands, tables, strict=True)
    ]
    plays = [pf.PASS if combo is None else combo for combo in read]
    assert batch.beats(game, batch.pack_plays(game, plays), on).tolist() == [
        game.beats(play, table) for play, table in zip(plays, tables, strict=True)
    ]

    leads = [list(game.leads(hand)) for hand in hands]
    follows = [list(game.follows(hand, table)) for hand, table in zip(hands, tables, strict=True)]
    with_one = [list(game.follows(hand, tables[0])) for hand in hands]
    for expected, on_table in ((leads, None), (follows, on), (with_one, on[:1])):
        counts = [len(plays) for plays in expected]
        if on_table is None:
            assert batch.count_leads(game, packed).tolist() == counts
            lists = batch.leads(game, packed)
        else:
            assert batch.count_follows(game, packed, on_table).tolist() == counts
            lists = batch.follows(game, packed, on_table)
        assert lists.offsets.tolist() == [sum(counts[:i]) for i in range(n + 1)]
        assert rows_of(lists.plays) == [row_of(game, play) for plays in expected for play in plays]
        if on_table is not None and len(on_table) == 1:
            continue
        some = [i for i in range(n) if counts[i]]
        numbers = [world.rng.randrange(counts[i]) for i in some]
        drawn = batch.unrank(
            game, packed[some], np.array(numbers, np.int64), None if on_table is None else on_table[some]
        )
        assert rows_of(drawn) == [row_of(game, expected[i][k]) for i, k in zip(some, numbers, strict=True)]


@pytest.mark.parametrize("name", ["doudizhu", "dadaa", "baohuang"])
@settings(max_examples=settings.default.max_examples // 5)
@given(rngs)
def test_like_single_calls(name: str, rng: random.Random) -> None:
    compare(World(rng, name))


@pytest.mark.parametrize("name", ["doudizhu", "dadaa", "baohuang"])
def test_every_number_of_a_list(name: str) -> None:
    rng = random.Random(5)
    for _ in range(6):
        world = World(rng, name)
        hands = batch.pack(world.game, [world.hand()])
        tables = batch.pack_plays(world.game, [world.table()])
        for on in (None, tables):
            lists = batch.leads(world.game, hands) if on is None else batch.follows(world.game, hands, on)
            n = len(lists.plays)
            numbers = np.arange(n, dtype=np.int64)
            assert (batch.unrank(world.game, np.repeat(hands, n, axis=0), numbers, on) == lists.plays).all()


@pytest.mark.parametrize("preset", sorted(doudizhu_plays.PRESETS))
def test_presets_like_the_reference(preset: str) -> None:
    rng = random.Random(preset)
    opt = doudizhu_plays.PRESETS[preset]
    game = pf.load_game("doudizhu", preset=preset)
    hands = [strategies.random_hand(rng, 14) for _ in range(12)]
    tables = [strategies.random_table(rng, opt) for _ in hands]
    packed = batch.pack(game, hands)
    on = batch.pack_plays(game, [strategies.combo_of(game, *table) for table in tables])
    leads, follows = batch.leads(game, packed), batch.follows(game, packed, on)
    for i, hand in enumerate(hands):
        mine = batch.unpack(game, leads.plays[leads.offsets[i] : leads.offsets[i + 1]])
        assert {strategies.described(combo) for combo in mine} == doudizhu_plays.leads(hand, opt)
        over = batch.unpack(game, follows.plays[follows.offsets[i] : follows.offsets[i + 1]])
        table, reading = tables[i]
        expected = doudizhu_plays.follows_reading(hand, reading, len(table), opt)
        assert {combo.cards: strategies.reading_of(combo) for combo in over} == expected


@pytest.mark.parametrize("name", ["dadaa", "baohuang"])
def test_races_like_the_reference(name: str) -> None:
    rng = random.Random(name)
    for _ in range(8):
        world = World(rng, name)
        opt, game = world.opt, world.game
        model = race_strategies.reference(opt)
        hand = race_strategies.random_hand(rng, opt, 14)
        table = world.table()
        packed, on = batch.pack(game, [hand]), batch.pack_plays(game, [table])
        leads = batch.unpack(game, batch.leads(game, packed).plays)
        assert {race_strategies.described(combo) for combo in leads} == model.leads(hand, opt)
        follows = batch.unpack(game, batch.follows(game, packed, on).plays)
        assert {race_strategies.described(combo) for combo in follows} == model.follows(hand, table.cards, opt)


def test_bounds_of_the_lanes() -> None:
    """Nothing, one card of each slot, and the whole pack."""
    packs = {
        "doudizhu": "".join(rank * 4 for rank in ORDER[:13]) + "wW",
        "dadaa": "".join(rank * (6 if rank == "A" else 8) for rank in ORDER[:13]) + "wwWW**",
        "baohuang": "".join(rank * 16 for rank in ORDER[3:13]) + "wwwwWWWW",
    }
    for name, pack in packs.items():
        game = pf.load_game(name)
        hands = ["", *sorted(set(pack), key=ORDER.index), pack]
        packed = batch.pack(game, hands)
        assert [str(hand) for hand in batch.unpack(game, packed)] == hands
        assert batch.count_leads(game, packed).tolist() == [game.count_leads(hand) for hand in hands]
        assert batch.classify(game, packed)["size"].tolist() == [0, *[1] * (len(hands) - 2), 0]
        for slot, card in enumerate(ORDER):
            more = np.array([words_of(game, pack)], np.uint64)
            number = 1 << WIDTH[name] * slot
            more[0] += np.array([number % 2**64, number >> 64][: more.shape[1]], np.uint64)
            with pytest.raises(pf.RulesError, match=r"row 0 .*more cards than the pack has"):
                batch.count_leads(game, more if name == "baohuang" else more[:, 0])
            assert card  # each slot, the ones without cards too


@pytest.mark.parametrize("name", ["doudizhu", "dadaa", "baohuang"])
@settings(max_examples=settings.default.max_examples // 3)
@given(st.data())
def test_any_bits(name: str, data: st.DataObject) -> None:
    """Rows of any bits are refused, the first bad one by its number, or answered as the single calls do."""
    game = pf.load_game(name)
    words, width = 1 + (name == "baohuang"), WIDTH[name]
    pack = {rank: game.hand(rank * n) for rank in ORDER for n in range(1, 17) if _held(game, rank * n)}
    most = [len(pack[rank]) if rank in pack else 0 for rank in ORDER]
    sparse = st.lists(st.tuples(st.integers(0, 15), st.integers(0, (1 << width) - 1)), max_size=4)
    rows = data.draw(st.lists(st.one_of(sparse, st.integers(0, 2**64 - 1)), min_size=1, max_size=6))
    numbers = []
    for row in rows:
        if isinstance(row, int):
            numbers.append([row] * words)
            continue
        number = 0
        for slot, count in dict(row).items():
            number |= count << width * slot
        numbers.append([number % 2**64, number >> 64][:words])
    hands = np.array(numbers, np.uint64) if words == 2 else np.array([row[0] for row in numbers], np.uint64)
    texts: list[str] = []
    bad = None
    for i, row in enumerate(numbers):
        number = row[0] | (row[-1] << 64 if words == 2 else 0)
        counts = [number >> width * slot & (1 << width) - 1 for slot in range(16)]
        if any(count > limit for count, limit in zip(counts, most, strict=True)):
            bad = i
            break
        texts.append("".join(rank * n for rank, n in zip(ORDER, counts, strict=True)))
    table = batch.pack_plays(game, ["77"])
    calls = (
        lambda: batch.count_leads(game, hands).tolist(),
        lambda: batch.count_follows(game, hands, table).tolist(),
        lambda: rows_of(batch.classify(game, hands)),
        lambda: batch.beats(game, hands, table).tolist(),
    )
    if bad is not None:
        for call in calls:
            with pytest.raises(pf.RulesError, match=rf"row {bad} "):
                call()
        return
    on = game.classify("77") or pf.PASS
    assert calls[0]() == [game.count_leads(text) for text in texts]
    assert calls[1]() == [game.count_follows(text, on) for text in texts]
    assert calls[2]() == [row_of(game, game.classify(text) or pf.PASS) for text in texts]
    assert calls[3]() == [game.beats(text, on) for text in texts]


def _held(game: pf.ClimbingGame, cards: str) -> bool:
    try:
        return len(game.hand(cards)) > 0
    except pf.NotationError:
        return False


@pytest.mark.parametrize("name", ["doudizhu", "dadaa", "baohuang"])
@settings(max_examples=settings.default.max_examples // 3)
@given(st.data())
def test_plays_of_any_bytes(name: str, data: st.DataObject) -> None:
    """A row of an array of plays is refused, or stands as a Combo of the same parts does."""
    rng = data.draw(rngs)
    world = World(rng, name)
    game = world.game
    rows = batch.pack_plays(game, [world.any_table() for _ in range(4)])
    for _ in range(data.draw(st.integers(0, 3))):
        field = data.draw(st.sampled_from(["kind", "rank", "length", "size", "size"]))
        rows[field][data.draw(st.integers(0, 3))] = data.draw(st.one_of(st.integers(0, 20), st.integers(0, 255)))
    combos = []
    bad = None
    for i, row in enumerate(rows):
        kind, rank, length, size = (int(row[field]) for field in ("kind", "rank", "length", "size"))
        counts = game.hand(
            batch.unpack(game, np.atleast_1d(row["cards"]) if name != "baohuang" else row["cards"][None])[0]
        )
        if kind >= len(CODES) or not (rank < 16 or rank == 255) or length > 13 or size != len(counts):
            bad = i
            break
        combos.append(pf._fast.combo_of(counts.counts, kind, rank, length))
    hands = [world.hand() for _ in range(4)]
    packed = batch.pack(game, hands)
    if bad is not None:
        for call in (batch.count_follows, batch.follows, batch.beats):
            with pytest.raises(pf.RulesError, match=rf"tables: row {bad} "):
                call(game, packed, rows)
        with pytest.raises(pf.RulesError, match=rf"array: row {bad} "):
            batch.unpack(game, rows)
        return
    assert batch.unpack(game, rows) == combos
    pairs = list(zip(hands, combos, strict=True))
    assert batch.count_follows(game, packed, rows).tolist() == [game.count_follows(*pair) for pair in pairs]
    assert batch.beats(game, packed, rows).tolist() == [game.beats(*pair) for pair in pairs]
    other = list(reversed(combos))
    assert batch.beats(game, rows[::-1].copy(), rows).tolist() == [
        game.beats(play, table) for play, table in zip(other, combos, strict=True)
    ]


@pytest.mark.parametrize("name", ["doudizhu", "dadaa", "baohuang"])
def test_workers_and_blocks(name: str) -> None:
    """More rows than a block, on one thread and on three; a bad row deep inside is found by both."""
    rng = random.Random(3)
    world = World(rng, name)
    game = world.game
    some = batch.pack(game, [world.hand() for _ in range(97)])
    hands = np.concatenate([some] * 70)
    tables = np.concatenate([batch.pack_plays(game, [world.any_table() for _ in range(97)])] * 70)
    numbers = np.zeros(len(hands), np.int64)
    few = np.flatnonzero(batch.count_leads(game, hands))
    for call in (
        lambda workers: batch.classify(game, hands, workers=workers),
        lambda workers: batch.beats(game, hands, tables, workers=workers),
        lambda workers: batch.count_leads(game, hands, workers=workers),
        lambda workers: batch.count_follows(game, hands, tables, workers=workers),
        lambda workers: batch.follows(game, hands, tables, workers=workers).plays,
        lambda workers: batch.leads(game, some, workers=workers).plays,
        lambda workers: batch.unrank(game, hands[few], numbers[few], workers=workers),
    ):
        one = call(1)
        assert len(one)
        assert (one == call(3)).all()
        assert (one == call(64)).all()
    assert (batch.count_leads(game, hands) == np.tile(batch.count_leads(game, some), 70)).all()
    for row in (6789, 5000, 2048, 2047):
        hands[row:] = np.uint64(2**64 - 1)
        for workers in (1, 3):
            with pytest.raises(pf.RulesError, match=rf"hands: row {row} "):
                batch.count_leads(game, hands, workers=workers)
