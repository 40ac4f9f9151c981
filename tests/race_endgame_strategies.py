"""Small endgames of 打大A and 保皇: five short hands dense in eggs, fours and big aces, or in sixes and jokers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

import pokerfast as pf
from tests.race_strategies import (
    PLAYS,
    Options,
    all_plays,
    game_of,
    guard_card_seat,
    name_of,
    pack_of,
    random_options,
    reference,
)
from tests.reference import baohuang_game, dadaa_game, dadaa_plays
from tests.reference.baohuang_plays import Options as Baohuang
from tests.reference.dadaa_plays import Options as Dadaa
from tests.reference.race_endgame import SEATS, Place, Race, from_game
from tests.reference.race_endgame import Baohuang as BaohuangRace
from tests.reference.race_endgame import Dadaa as DadaaRace

#: The options that the value of an endgame may depend on.
END_OPTIONS = {
    "dadaa": (
        "ladder",
        "wrap",
        "big_ace_joins",
        "joker_pair_order",
        "egg_chain_min",
        "fours_take_true_seven",
        "wind",
        "score",
        "counter_double_ace",
    ),
    "baohuang": ("mode", "kao", "bie6", "qiangdu", "pack", "stack_doubles"),
}
SMALL_TABLE = 8


class RaceEnd(NamedTuple):
    """A position as the package is given it and as the reference sees it."""

    opt: Options
    words: Mapping[str, Any]  # of `setup`
    race: Race
    place: Place

    @property
    def game(self) -> pf.ClimbingGame:
        return game_of(self.opt)

    @property
    def state(self) -> pf.ClimbingState:
        return self.game.setup(**self.words)


def is_unit(opt: Options) -> bool:
    """Is only told who wins?"""
    return isinstance(opt, Dadaa) and opt.score == "unit"


def head_of(race: Race) -> int:
    """Whose score is the value."""
    assert isinstance(race, DadaaRace | BaohuangRace)
    return race.declarer if isinstance(race, DadaaRace) else race.emperor


# ---- hands


def _dadaa_block(rng: random.Random, ranks: Sequence[str]) -> str:
    """Some cards that are something together."""
    rank = rng.choice(ranks)
    kind = rng.random()
    if kind < 0.22:
        return "4" * rng.choice([2, 2, 3, 4])
    if kind < 0.48:
        return rank * rng.choice([3, 3, 3, 4])
    if kind < 0.6:
        return rank * 2
    if kind < 0.68:
        return rng.choice(["w", "W", "w", "W", "wW", "ww", "WW"])
    if kind < 0.8:
        return rng.choice(["*", "*", "*", "**", "*A", "*AA"])
    if kind < 0.86:
        ladder = "23456789TJQKA23"
        low = rng.randrange(len(ladder) - 2)
        return ladder[low : low + 3]
    return rank


def _baohuang_block(rng: random.Random, ranks: Sequence[str]) -> str:
    kind = rng.random()
    if kind < 0.2:
        return "6" * rng.choice([1, 1, 2, 3])
    if kind < 0.55:
        return rng.choice(ranks) * rng.choice([1, 2, 2, 3])
    if kind < 0.75:
        return rng.choice(["w", "W", "ww", "WW", "wW", "www"])
    return rng.choice(ranks)


def _hands(rng: random.Random, opt: Options, sizes: Sequence[int]) -> list[str]:
    left = Counter(pack_of(opt))
    if isinstance(opt, Dadaa):
        ranks = rng.sample(dadaa_plays.RANKS, rng.randint(2, 5))
        block = _dadaa_block
    else:
        ranks = rng.sample(opt.ranks, rng.randint(2, 5))
        block = _baohuang_block
    hands = []
    for size in sizes:
        cards: list[str] = []
        while len(cards) < size:
            wanted = list(block(rng, ranks))[: size - len(cards)]
            fitting = list((Counter(wanted) & left).elements()) or [rng.choice(sorted(left.elements()))]
            left -= Counter(fitting)
            cards += fitting
        hands.append(str(reference(opt).sort_cards(cards)))
    return hands


@lru_cache(maxsize=512)
def _small_plays(opt: Options) -> dict[str, list[str]]:
    """The plays that may lie on the table, by kind."""
    found: dict[str, list[str]] = {}
    for (kind, _, _), cards in sorted(all_plays(opt), key=lambda play: (play[0][0], play[1])):
        if len(cards) <= SMALL_TABLE:
            found.setdefault(kind, []).append(cards)
    return found


def _table(rng: random.Random, opt: Options, hands: Sequence[str], to_move: int) -> str | None:
    """A play for the table, mostly one that the hand to move can beat or take; None if there was no luck."""
    left = Counter(pack_of(opt)) - Counter("".join(hands))
    by_kind = _small_plays(opt)
    own = hands[to_move]
    wanted = rng.random() < 0.75
    for _ in range(25):
        kind = rng.choice(list(by_kind))
        if isinstance(opt, Dadaa) and own.count("4") > 1 and rng.random() < 0.5:
            rank = rng.choice([*dadaa_plays.RANKS, "4", "A"])
            most = 7 if opt.fours_take_true_seven else 5
            cards = rank * (rng.randint(2, min(own.count("4"), most)) + 1)
        else:
            cards = rng.choice(by_kind[kind])
        if Counter(cards) - left or reference(opt).reading(cards, opt) is None:
            continue
        met = reference(opt).follows(own, cards, opt)
        if not wanted or met or (isinstance(opt, Dadaa) and dadaa_plays.takes(own, cards, opt)):
            return cards
    return None


# ---- positions


def random_end(rng: random.Random, opt: Options, most: int = 4, total: int = 11) -> RaceEnd:
    """Five hands of 1 to `most` cards, at most `total` together, some of them out already; with a table or without."""
    while True:
        out = rng.sample(range(SEATS), rng.choice([0, 0, 0, 0, 0, 1, 1, 2, 3]))
        sizes = [0 if seat in out else rng.randint(1, most) for seat in range(SEATS)]
        while sum(sizes) > total:
            sizes[sizes.index(max(sizes))] -= 1
        hands = _hands(rng, opt, sizes)
        to_move = rng.choice([seat for seat in range(SEATS) if seat not in out])
        table = _table(rng, opt, hands, to_move) if rng.random() < 0.6 else None
        # The last play may be that of a player who is out with it.
        by = None if table is None else rng.choice([seat for seat in range(SEATS) if seat != to_move])
        given: dict[str, Any] = {"hands": hands, "to_move": to_move, "table": table, "table_by": by}
        found = (_dadaa_sides if isinstance(opt, Dadaa) else _baohuang_sides)(rng, opt, hands, out)
        if found is None:
            continue
        ours, theirs = found
        model = (dadaa_game if isinstance(opt, Dadaa) else baohuang_game).Game.position(
            **given, **theirs, order=out, options=opt
        )
        return RaceEnd(opt, given | ours | {"finished": out}, *from_game(model))


def _dadaa_sides(
    rng: random.Random, opt: Options, hands: Sequence[str], out: Sequence[int]
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Sides that fit where the big aces are; None if the deal would be over."""
    assert isinstance(opt, Dadaa)
    holders = [seat for seat in range(SEATS) if "*" in hands[seat]]
    if opt.big_ace_joins and rng.random() < 0.3:
        holders = [seat for seat in holders if rng.random() < 0.5]  # others have taken theirs
    sides = set(holders)
    alone = not opt.big_ace_joins and any("**" in hand for hand in hands)
    while len(sides) < 2 and (not sides or (not alone and rng.random() < 0.7)):
        sides.add(rng.randrange(SEATS))
    if dadaa_game.outcome(sides, out) is not None:
        return None
    is_open = opt.counter_double_ace and len(sides) == 1 and rng.random() < 0.5
    same = {"declarer": rng.choice(sorted(sides)), "exposed": rng.random() < 0.25}
    return same | {"sides": sorted(sides), "open": is_open}, same | {"sides": sides, "is_open": is_open}


def _baohuang_sides(
    rng: random.Random, opt: Options, hands: Sequence[str], out: Sequence[int]
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Partners that fit where the guard card is; None if it fits none or the deal would be over."""
    assert isinstance(opt, Baohuang)
    marked = guard_card_seat(hands) if opt.mode == "concise" else None
    solo = rng.choice([None, None, None, "dark", "dark", "open"])
    emperor, guard = rng.sample(range(SEATS), 2)
    if solo is None:
        guard = guard if marked is None else marked
        if guard == emperor:
            return None
    else:
        claimed = solo == "open" and opt.qiangdu  # which needs no guard card
        emperor, guard = emperor if marked is None or claimed else marked, None  # type: ignore[assignment]
    if baohuang_game.outcome(emperor, guard, solo, out) is not None:
        return None
    doubles = [0, 0, 1]
    if solo == "open" or (solo == "dark" and opt.mode == "classic"):
        doubles = [0]
    elif guard is not None and opt.stack_doubles and opt.mode == "concise":
        doubles = [0, 1, 2]
    twice = rng.choice(doubles)
    revolt = twice == 2 or (twice == 1 and guard is None)
    same = {"emperor": emperor, "guard": guard}
    ours = same | {"open": solo == "open", "multiplier": 2**twice}
    rebels = [seat for seat in range(SEATS) if seat not in (emperor, guard)]
    shown = guard is not None and twice > 0
    return ours, same | {"solo": solo, "shown": shown, "revolters": rebels[:2] if revolt else ()}


def random_end_options(rng: random.Random, name: str) -> Options:
    return random_options(rng, name, END_OPTIONS[name])


@st.composite
def race_ends(draw: st.DrawFn, name: str, most: int = 4, total: int = 11) -> RaceEnd:
    """Any such position under any options that matter to it."""
    allowed = PLAYS[name].ALLOWED
    opt = PLAYS[name].Options(**{key: draw(st.sampled_from(allowed[key])) for key in END_OPTIONS[name]})
    # A seed, since a hand drawn card by card is a large input; the sizes shrink by themselves.
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    return random_end(rng, opt, draw(st.integers(1, most)), draw(st.integers(5, total)))


# ---- real deals


def seen_by_reference(state: pf.ClimbingState, opt: Options) -> tuple[Race, Place]:
    """A position of the package as the reference has it."""
    assert state.seat is not None and state.phase == "play"
    hands = [hand.cards for hand in state.hands]
    table = None if state.table == pf.PASS else state.table.cards
    places = state.places
    order = sorted((seat for seat in range(SEATS) if places[seat] is not None), key=lambda seat: places[seat] or 0)
    if isinstance(opt, Dadaa):
        assert state.big_suit is not None and state.declarer is not None
        fields = state._fields()
        aces = dadaa_game.aces_of(state.big_suit)
        unseen = {card for card in aces if not fields["known"] >> (card // 54) & 1}
        hidden = [len(unseen & set(hand.ids or ())) for hand in state.hands]
        big = DadaaRace(
            opt, [seat for seat in range(SEATS) if state.sides[seat] == "big_ace"], state.declarer, bool(fields["open"])
        )
        return big, big.place(hands, state.seat, table, state.table_by, order, hidden)
    assert isinstance(opt, Baohuang) and state.emperor is not None
    solo = None if state.guard is not None else ("dark", "open")[state._fields()["solo"] - 1]
    doubles = state.multiplier.bit_length() - 1
    royal = BaohuangRace(opt, state.emperor, state.guard, solo, doubles)
    return royal, royal.place(hands, state.seat, table, state.table_by, order)


def late_state(rng: random.Random, opt: Options, cards: int) -> pf.ClimbingState | None:
    """A deal played at random until at most so many cards are held; None if it was over before."""
    state = game_of(opt).new_game(seed=rng.getrandbits(64))
    while not state.is_over:
        if state.phase == "play" and sum(len(hand) for hand in state.hands) <= cards:
            return state
        actions = state.legal_actions()
        if state.phase != "play":
            # Answers as they come, but no endless redeals.
            state.apply_index(0 if rng.random() < 0.6 else rng.randrange(len(actions)))
            continue
        taking = [action for action in actions if action.kind == "take"]
        if taking and rng.random() < 0.5:
            state.apply(taking[0])
            continue
        number = rng.randrange(len(actions))
        # A pass is the last action, and passing all the time takes long. Big aces are kept, so that some are unseen.
        if len(actions) > 1 and (rng.random() < 0.5 or "*" in str(actions[number])):
            number = rng.randrange(len(actions) - 1)
        if "*" in str(actions[number]) and actions[len(actions) - 1].kind == "pass":
            number = len(actions) - 1
        state.apply_index(number)
    return None


# ---- what each option decides

#: An option, two of its values, the other options, and a position that is not worth the same under both.
OPTION_CHANGES: list[tuple[str, tuple[Any, Any], dict[str, Any], dict[str, Any]]] = [
    ("ladder", ("rank_chain", "natural"), {}, {"hands": ["A", "2", "KA2", "", ""], "to_move": 2, "finished": [3, 4],
     "table": "QKA", "table_by": 0, "sides": (0, 1)}),
    ("ladder", ("ace_low", "natural"), {}, {"hands": ["3", "3", "K", "", "3A2"], "to_move": 2, "finished": [3],
     "table": "234", "table_by": 0, "sides": (0, 1), "declarer": 1}),
    ("ladder", ("ace_low", "rank_chain"), {}, {"hands": ["", "2", "KA2", "QKA", ""], "to_move": 3, "finished": [0, 4],
     "table": "QKA", "table_by": 0, "sides": (1, 4)}),
    ("ladder", ("natural", "rank_chain"), {}, {"hands": ["", "3", "345", "3A2", ""], "to_move": 2, "finished": [4, 0],
     "sides": (0, 2)}),
    ("wrap", ("rank", "position"), {}, {"hands": ["", "", "5", "456", "3456"], "to_move": 2, "finished": [0, 1],
     "table": "345", "table_by": 1, "sides": (3, 4), "declarer": 4}),
    ("wrap", ("rank", "position"), {}, {"hands": ["3456", "", "7", "4556", ""], "to_move": 0, "finished": [1, 4],
     "table": "345", "table_by": 2, "sides": (1, 2)}),
    ("wrap", ("rank", "position"), {"ladder": "ace_low"}, {"hands": ["", "456", "345", "4567", ""], "to_move": 2,
     "finished": [0, 4], "table": "345", "table_by": 4, "sides": (1, 4)}),
    ("egg_chain_min", (False, True), {}, {"hands": ["444555666777", "wwW", "", "", ""], "finished": [4, 2, 3],
     "sides": (0, 4)}),
    ("egg_chain_min", (False, True), {"score": "grassland"}, {"hands": ["", "wwW", "555666777888", "", "9"],
     "to_move": 2, "finished": [3, 0], "sides": (2, 3)}),
    ("joker_pair_order", ("tie", "sum"), {}, {"hands": ["WW", "9", "9", "", ""], "finished": [3, 4], "table": "ww",
     "table_by": 4, "sides": (1, 4)}),
    ("joker_pair_order", ("lowest", "tie"), {}, {"hands": ["", "5", "9WW", "", "7"], "to_move": 2, "finished": [0, 3],
     "table": "ww", "table_by": 1, "sides": (2, 4), "declarer": 4}),
    ("joker_pair_order", ("lowest", "tie"), {}, {"hands": ["88", "", "*", "WW", ""], "to_move": 2, "finished": [4, 1],
     "table": "ww", "table_by": 4, "sides": (2, 4)}),
    ("fours_take_true_seven", (False, True), {}, {"hands": ["444444", "", "5", "", "5"], "finished": [1, 3],
     "table": "9999999", "table_by": 1, "sides": (1, 2)}),
    ("fours_take_true_seven", (False, True), {}, {"hands": ["8", "", "", "5", "444444"], "to_move": 4,
     "finished": [2, 1], "table": "9999999", "table_by": 3, "sides": (0, 4), "declarer": 4}),
    ("big_ace_joins", (False, True), {}, {"hands": ["A", "", "", "5A*", "44"], "finished": [2, 1], "table": "33",
     "table_by": 4, "sides": (3, 4), "declarer": 4}),
    ("big_ace_joins", (False, True), {}, {"hands": ["AA*", "", "AA", "", "A"], "to_move": 2, "finished": [1, 3],
     "table": "33", "table_by": 1, "sides": (0,)}),
    ("big_ace_joins", (False, True), {}, {"hands": ["", "44", "", "5", "5AA*"], "to_move": 4, "finished": [0, 2],
     "table": "KKK", "table_by": 3, "sides": (2, 4)}),
    ("wind", ("exposed_partner", "next"), {}, {"hands": ["w", "T", "", "7", ""], "to_move": 3, "finished": [4, 2],
     "table": "T", "table_by": 1, "sides": (0, 3), "declarer": 3}),
    ("wind", ("exposed_partner", "next"), {}, {"hands": ["", "3", "T*", "*", ""], "to_move": 3, "finished": [0, 4],
     "table": "T", "table_by": 1, "sides": (2, 3)}),
    ("wind", ("next", "exposed_partner"), {}, {"hands": ["", "*", "", "*", "88"], "to_move": 3, "finished": [2, 0],
     "table": "2", "table_by": 4, "sides": (1, 3)}),
    ("score", ("unit", "grassland"), {}, {"hands": ["", "", "*", "*", "9"], "to_move": 4, "finished": [0, 1],
     "table": "6", "table_by": 1, "sides": (2, 3), "declarer": 3}),
    ("score", ("unit", "grassland"), {}, {"hands": ["", "", "7", "5", "*"], "to_move": 2, "finished": [1, 0],
     "table": "6", "table_by": 3, "sides": (1, 4)}),
    ("kao", (False, True), {}, {"hands": ["", "", "w", "7", "ww"], "to_move": 3, "finished": [1, 0], "table": "W7",
     "table_by": 0, "emperor": 3, "guard": 0}),
    ("kao", (False, True), {}, {"hands": ["8", "W", "WW", "W", ""], "to_move": 3, "finished": [4], "table": "w",
     "table_by": 4, "emperor": 2, "guard": 3}),
    ("kao", (False, True), {}, {"hands": ["T", "", "www", "", "T"], "finished": [1, 3], "table": "W", "table_by": 4,
     "emperor": 3, "guard": 4}),
    ("bie6", (False, True), {}, {"hands": ["2", "8", "", "", "668"], "to_move": 4, "finished": [3, 2], "table": "66",
     "table_by": 2, "emperor": 1, "guard": 4}),
    ("bie6", (False, True), {}, {"hands": ["w", "", "", "668", "7"], "to_move": 3, "finished": [1, 2], "emperor": 0,
     "guard": 4}),
    ("bie6", (False, True), {}, {"hands": ["", "6", "667", "8", "2"], "to_move": 1, "finished": [0], "table": "7",
     "table_by": 2, "emperor": 3, "guard": 0}),
]  # fmt: skip


def changed_ends(
    option: str, values: tuple[Any, Any], others: Mapping[str, Any], words: Mapping[str, Any]
) -> list[RaceEnd]:
    """The position under each of the two values."""
    plays = PLAYS["baohuang" if "emperor" in words else "dadaa"]
    ends = []
    for value in values:
        opt = plays.Options(**others, **{option: value})
        ends.append(RaceEnd(opt, words, *seen_by_reference(game_of(opt).setup(**words), opt)))
    return ends


__all__ = [
    "END_OPTIONS",
    "OPTION_CHANGES",
    "RaceEnd",
    "changed_ends",
    "head_of",
    "is_unit",
    "late_state",
    "name_of",
    "race_ends",
    "random_end",
    "random_end_options",
    "seen_by_reference",
]
