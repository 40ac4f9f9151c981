"""Whole deals: the state machine and the reference played side by side, move by move."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import partial

import pytest

import pokerfast as pf
from tests.reference.cards import FULL_DECK, rank_of, ranks_of, sort_cards
from tests.reference.doudizhu_game import Game, Refused
from tests.reference.doudizhu_plays import KINDS, Options
from tests.reference.philox import doudizhu_deal
from tests.strategies import fields_of, game_of, random_hand, random_options, random_subset, random_table, suited

WORDS = ("pass", "no", "call", "rob", "show", "double", "bid 0", "bid 1", "bid 2", "bid 3", "bid 4", "bid 99")
GARBAGE = (
    "",
    "x",
    "33333",
    "ww",
    "S3 S3",
    "nothing:33",
    "trio@x:333",
    "S",
    "S1",
    "1",
    "bid",
    "bid x",
    "S3H",
    "33 44 5x",
)
PHASE_CODES = ("game_over", "wrong_phase")


class Pair:
    """The same deal twice."""

    def __init__(self, opt: Options, seed: int, beans: list[int] | None = None) -> None:
        self.opt = opt
        self.state = game_of(opt).new_game(seed=seed, beans=beans)
        self.model = Game(opt, partial(doudizhu_deal, seed, 0), beans)
        self._begin()

    def _begin(self) -> None:
        self.earlier: list[Game] = []
        self.texts: list[str] = []
        self.legal: list[str] = []  # what the model allows, as of the last compare
        self.seen: set[str] = set()
        self.undos = 0

    @classmethod
    def of(cls, opt: Options, state: pf.State, model: Game) -> Pair:
        """A pair that has begun elsewhere."""
        pair = cls.__new__(cls)
        pair.opt, pair.state, pair.model = opt, state, model
        pair._begin()
        return pair

    def compare(self) -> None:
        """Everything a caller can see of the position."""
        state, model = self.state, self.model
        self.seen.add(state.phase)
        assert (state.phase, state.seat) == (model.phase, model.seat)
        assert state.is_over is (model.phase == "over")
        assert state.num_players == model.players
        assert [list(hand.ids or ()) for hand in state.hands] == [sorted(hand) for hand in model.hands]
        assert state.landlord == model.landlord
        if model.landlord is not None and model.bottom:
            assert state.kitty.ids == tuple(sorted(model.bottom))
        reading = None if state.table == pf.PASS else (state.table.kind, state.table.rank, state.table.length)
        assert reading == model.table
        assert state.table_by == model.table_by
        assert state.returns() == model.returns()
        legal = [str(action) for action in state.legal_actions()]
        assert state.count_legal() == len(legal)
        self.legal = model.legal()
        assert sorted(legal) == sorted(self.legal)
        self.compare_fields()

    def compare_fields(self) -> None:
        """What only the snapshot shows: the parts of the multiplier and of the auction."""
        fields, model = fields_of(self.state), self.model
        assert fields["deal"] == model.deal_number
        assert fields["table_ids"] == sorted(model.table_cards)
        assert fields["passes"] == model.passes
        assert fields["plays"][: model.players] == model.plays_made
        assert fields["bombs"] == model.bombs
        assert fields["robs"] == model.robs
        assert [max(1, factor) for factor in fields["shown"]][: model.players] == model.show_factor
        answers = {0: None, 1: False, 2: True}
        assert [answers[number] for number in fields["doubled"]][: model.players] == model.doubled
        if self.opt.auction == "bid3":
            assert max(1, fields["highest_bid"]) == max(1, model.bid)

    def refused_alike(self, text: str) -> None:
        """check and apply of both; a refusal changes nothing."""
        expected = self.model.check(text)
        before, history = self.state.to_bytes(), self.state.history
        verdict = self.state.check(text)
        assert verdict.code == (expected or "ok"), (text, self.state)
        assert bool(verdict) is (expected is None)
        if expected is None:
            return
        with pytest.raises(pf.PokerfastError) as caught:
            self.state.apply(text)
        kind = {"notation": pf.NotationError}.get(
            expected, pf.PhaseError if expected in PHASE_CODES else pf.IllegalActionError
        )
        assert type(caught.value) is kind
        assert caught.value.code == expected  # type: ignore[attr-defined]
        with pytest.raises(Refused):
            self.model.apply(text)
        assert self.state.to_bytes() == before and self.state.history == history
        if self.model.phase == "over":
            assert verdict.suggestion is None
        else:
            assert verdict.suggestion is not None and self.state.check(verdict.suggestion)

    def apply(self, text: str, number: int | None = None) -> None:
        assert self.state.check(text) and self.model.check(text) is None
        self.earlier.append(copy.deepcopy(self.model))
        self.texts.append(text)
        if number is None:
            self.state.apply(text)
        else:
            self.state.apply_index(number)
        self.model.apply(text)

    def undo(self) -> None:
        self.state.undo()
        self.undos += 1
        self.model = self.earlier.pop()
        self.texts.pop()


def by_card(rng: random.Random, held: list[int], text: str) -> str:
    """The same play naming some of the physical cards held."""
    prefix, colon, cards = text.rpartition(":")
    chosen: list[int] = []
    for rank in sorted(set(cards)):
        of_rank = [card for card in held if rank_of(card) == rank]
        chosen += rng.sample(of_rank, cards.count(rank))
    rng.shuffle(chosen)
    return prefix + colon + suited(chosen)


def doubtful_texts(rng: random.Random, pair: Pair, number: int) -> list[str]:
    """Texts most of which are illegal, each in one way."""
    makers: list[Callable[[], str]] = [
        lambda: rng.choice(WORDS),
        lambda: rng.choice(WORDS),
        lambda: rng.choice(GARBAGE),
        lambda: random_hand(rng),
        lambda: suited(rng.sample(range(54), rng.randint(1, 4))),
    ]
    if pair.model.phase == "play":
        assert pair.model.seat is not None
        hand = pair.model.hands[pair.model.seat]
        part = random_subset(rng, ranks_of(hand))
        makers += [
            lambda: part,
            lambda: by_card(rng, hand, part),
            lambda: random_table(rng, pair.opt)[0],
            lambda: f"{rng.choice(KINDS)}:{part}",
            lambda: f"{rng.choice(KINDS)}@{rng.choice(part)}:{part}",
            lambda: rng.choice(pair.legal),
            lambda: sort_cards(rng.sample(FULL_DECK, max(1, len(pair.model.table_cards)))),
        ]
    return [make() for make in rng.sample(makers, number)]


def play_out(rng: random.Random, pair: Pair, *, tries: int = 2) -> None:
    pair.compare()
    shy = {"call": 0.6, "bid": 0.6}
    shy["show_start"] = shy["show_deal"] = rng.choice([0.6, 0.95, 1.0])
    steps = 0
    while pair.model.phase != "over":
        if pair.model.deal_number >= 3 and pair.model.phase in ("call", "bid"):
            yes = [text for text in pair.legal if text != "no"]
            pair.apply(rng.choice(yes))  # no endless redeals
        else:
            legal = pair.legal
            if rng.random() < shy.get(pair.model.phase, 0):
                legal = ["no"]
            text = rng.choice(legal)
            form = rng.random()
            if form < 0.2:
                order = [str(action) for action in pair.state.legal_actions()]
                pair.apply(text, order.index(text))
            elif form < 0.5 and pair.model.phase == "play" and text != "pass":
                assert pair.model.seat is not None
                pair.apply(by_card(rng, pair.model.hands[pair.model.seat], text))
            else:
                pair.apply(text)
        pair.compare()
        for text in doubtful_texts(rng, pair, tries):
            pair.refused_alike(text)
        if rng.random() < 0.08:
            for _ in range(rng.randint(1, min(5, len(pair.texts)))):
                pair.undo()
            pair.compare()
        steps += 1
        assert steps < 3000
    for text in [*WORDS, *GARBAGE, "3", "S3"]:
        pair.refused_alike(text)
    assert len(pair.state.history) == len(pair.texts)


def play_seed(seed: int) -> Pair:
    rng = random.Random(seed)
    opt = random_options(rng)
    beans = rng.choice([None, None, [rng.choice([0, 1, 500, 501, 10**6]) for _ in range(3)]])
    pair = Pair(opt, rng.getrandbits(64), beans)
    play_out(rng, pair)
    return pair


@pytest.mark.arch
def test_random_deals() -> None:
    phases: set[str] = set()
    redeals = undos = 0
    for seed in range(24):
        pair = play_seed(seed)
        phases |= pair.seen
        redeals += pair.model.deal_number
        undos += pair.undos
    # What was compared was worth comparing.
    assert phases == {"show_start", "show_deal", "call", "bid", "rob", "show", "double", "play", "over"}
    assert redeals and undos > 50


@pytest.mark.slow
def test_many_deals(big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    for seed in range(1000, 1400):
        play_seed(seed)


@pytest.mark.arch
def test_redeals_and_undo_over_them() -> None:
    pair = Pair(Options(open_hand=False), 5)
    for _ in range(9):
        pair.apply("no")
        pair.compare()
    assert pair.model.deal_number == 3
    for _ in range(9):
        pair.undo()
        pair.compare()
    with pytest.raises(pf.PhaseError) as caught:
        pair.state.undo()
    assert caught.value.code == "undo"


def test_undo_to_the_start_from_the_end() -> None:
    rng = random.Random(11)
    pair = Pair(Options(), 12)
    start = pair.state.to_bytes()
    play_out(rng, pair)
    while pair.texts:
        pair.undo()
        pair.compare()
    assert pair.state.to_bytes() == start


def random_position(rng: random.Random, opt: Options) -> tuple[list[str], int, str | None, int | None]:
    """Hands, to_move, table and table_by of an endgame."""
    players = rng.choice([2, 3])
    table: str | None = None
    pack = list(FULL_DECK)
    if rng.random() < 0.6:
        table = random_table(rng, opt)[0]
        for rank in table:
            pack.remove(rank)
    rng.shuffle(pack)
    hands = [sort_cards(pack.pop() for _ in range(rng.randint(1, 12))) for _ in range(players)]
    to_move = rng.randrange(players)
    by = None if table is None else rng.choice([seat for seat in range(players) if seat != to_move])
    return hands, to_move, table, by


@pytest.mark.arch
@pytest.mark.parametrize("block", range(3))
def test_endgames(block: int) -> None:
    """Positions from setup, of two hands and three, with a play on the table or without."""
    for seed in range(15 * block, 15 * block + 15):
        rng = random.Random(seed)
        opt = random_options(rng)
        hands, to_move, table, by = random_position(rng, opt)
        state = game_of(opt).setup(hands=hands, to_move=to_move, table=table, table_by=by)
        pair = Pair.of(opt, state, Game.position(hands, to_move, table, by, opt))
        play_out(rng, pair, tries=3)


@pytest.mark.parametrize(
    ("phase", "text", "code"),
    [
        ("call", "rob", "wrong_phase"),
        ("call", "pass", "wrong_phase"),
        ("call", "3", "wrong_phase"),
        ("call", "bid 2", "wrong_phase"),
        ("lead", "pass", "must_lead"),
        ("lead", "no", "wrong_phase"),
        ("lead", "4", "not_held"),
        ("lead", "S9", "not_held"),
        ("lead", "35", "no_play"),
        ("lead", "pair:333", "wrong_reading"),
        ("follow", "3", "too_low"),
        ("follow", "33", "wrong_kind"),
        ("follow", "pair:w", "wrong_reading"),
        ("follow", "33333", "notation"),
        ("follow", "kitty", "notation"),
        ("over", "3", "game_over"),
        ("over", "pass", "game_over"),
        ("over", "zzz", "notation"),
    ],
)
def test_each_reason(phase: str, text: str, code: str) -> None:
    game = game_of(Options(open_hand=False))
    if phase == "call":
        state = game.new_game(seed=3)
    elif phase == "lead":
        state = game.setup(hands=["33335w", "4"])
    elif phase == "follow":
        state = game.setup(hands=["33335w", "4"], table="9", table_by=1)
    else:
        state = game.setup(hands=["3", "4"])
        state.apply("3")
    verdict = state.check(text)
    assert not verdict and verdict.code == code
    assert verdict.message and verdict.message_zh
    with pytest.raises(pf.PokerfastError) as caught:
        state.apply(text)
    assert caught.value.code == code  # type: ignore[attr-defined]


def test_bids_must_rise() -> None:
    state = game_of(Options(auction="bid3", open_hand=False)).new_game(seed=1, first=0)
    state.apply("bid 2")
    for text in ("bid 0", "bid 1", "bid 2", "bid 4", "bid -3"):
        assert state.check(text).code == "bid_too_low"
    assert [str(action) for action in state.legal_actions()] == ["bid 3", "no"]
    state.apply("bid 3")
    assert state.landlord == 1


def test_reading_that_stands() -> None:
    """A lead may name any reading; a follower's is the highest that beats."""
    game = game_of(Options())
    cards = "333444555666"
    names = {"333444555666": "trio_chain 3", f"trio_solo_chain:{cards}": "trio_solo_chain 4",
             f"trio_solo_chain@3:{cards}": "trio_solo_chain 3"}  # fmt: skip
    for text, wanted in names.items():
        state = game.setup(hands=[cards + "7", "8889"])
        state.apply(text)
        assert f"{state.table.kind} {state.table.rank}" == wanted
        assert str(state.history[0]) == text
    for named in ("trio_chain", "trio_solo_chain@8", "trio_pair_chain"):
        state = game.setup(hands=["888999TTTJJJ", "9"], table="333444555678", table_by=1)
        assert state.check(f"{named}:888999TTTJJJ").code == "wrong_reading"
        state.apply("888999TTTJJJ")
        assert (state.table.kind, state.table.rank) == ("trio_solo_chain", "9")
        assert str(state.history[0]) == "888999TTTJJJ"


@pytest.mark.arch
def test_scores_do_not_overflow() -> None:
    """Twelve bombs at the largest stakes the options and setup take."""
    game = pf.load_game("doudizhu", base=1_000_000, bomb_factor=4)
    state = game.setup(
        hands=["33334444555566662", "777788889999TTTT2", "JJJJQQQQKKKKAAAA2"],
        multiplier=1_000_000,
    )
    for rank in "3456789TJQKA":
        while rank * 4 not in [str(action) for action in state.legal_actions()]:
            state.apply("pass")
        state.apply(rank * 4)
    for text in ("pass", "pass", "2"):
        state.apply(text)
    stake = float(10**12 * 4**12)
    assert state.returns() == [-2 * stake, stake, stake]
