"""打大A and 保皇: the state machine and the reference side by side, and everything that is tried on both."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import pokerfast as pf
from tests.race_strategies import (
    GAMES,
    Options,
    game_of,
    name_of,
    named,
    random_cards,
    random_named,
    random_options,
    random_play,
    random_rival,
    random_subset,
    reading_of,
    reference,
)
from tests.reference import baohuang_game, dadaa_game
from tests.reference.cards import SUITS
from tests.reference.dadaa_plays import Options as Dadaa

Model = dadaa_game.Game | baohuang_game.Game

every_game = pytest.mark.parametrize("name", GAMES)
MODELS: dict[str, Any] = {"dadaa": dadaa_game.Game, "baohuang": baohuang_game.Game}
REFUSED = (dadaa_game.Refused, baohuang_game.Refused)
WORDS = ("pass", "no", "call", "rob", "show", "double", "yield", "bid 2", "name S8", "name W", "name HK HK",
         "name CA/2", "show HA", "show SA", "show HA/2", "show DA CA", "show S7", "show W", "take 44", "take 444",
         "take 4", "take 44444", "take S4 H4", "take D4/1 C4/2", "take 777", "take **")  # fmt: skip
GARBAGE = ("", "x", "S", "S1", "1", "bid", "bid x", "S7H", "77 88 9x", "7 S7", "S7 7", "S7/", "/2", "7/2", "S7/9",
           "w/9", "7 w/2", "nothing", "nothing:77", "take", "name", "name 8", "show 8", "77777777777777777", "wwwww",
           "***", "HA/1 HA/1", "S7 S7 S7 S7 S7", "10 1")  # fmt: skip
PHASE_CODES = ("game_over", "wrong_phase")
#: Words from outside that are none, and seats that are none.
ORDERS = ("auto", "auto", "auto", "manual", "manual", "stop", "")
PHASES = {
    "dadaa": {"reveal", "counter", "play", "over"},
    "baohuang": {"claim", "throne", "name", "open_solo", "show", "revolt", "play", "over"},
}


def mask(seats: Any) -> int:
    return sum(1 << seat for seat in set(seats))


class Pair:
    """The same deal twice."""

    def __init__(self, opt: Options, state: pf.ClimbingState, model: Model) -> None:
        self.opt, self.state, self.model = opt, state, model
        self.name = name_of(opt)
        self.away = [0] * 5  # 打大A: the reference has no flags
        self.earlier: list[tuple[Model, list[int]]] = []
        self.legal: list[str] = []  # what the model allows, as of the last compare
        self.seen: Counter[str] = Counter()

    @classmethod
    def dealt(cls, opt: Options, seed: int, first: int | None = None) -> Pair:
        if isinstance(opt, Dadaa):
            given = None if opt.first_draw == "random" else first
            state = game_of(opt).new_game(seed=seed, last_winner=given)
            return cls(opt, state, dadaa_game.Game.start(seed, last_winner=first, options=opt))
        state = game_of(opt).new_game(seed=seed, first=first)
        return cls(opt, state, baohuang_game.Game.start(seed, last_emperor=first, options=opt))

    # ---- comparing

    def compare(self) -> None:
        """Everything a caller can see of the position."""
        state, model = self.state, self.model
        self.seen[state.phase] += 1
        assert (state.phase, state.seat) == (model.phase, model.seat)
        assert state.is_over is model.over
        assert state.num_players == 5
        assert [list(hand.ids or ()) for hand in state.hands] == model.hands
        assert [hand.cards for hand in state.hands if state.phase == "play"] == [
            model.hand(seat) for seat in range(5) if state.phase == "play"
        ]
        if model.table is None:
            assert state.table == pf.PASS
        else:
            assert (state.table.cards, reading_of(state.table)) == (
                model.table,
                reference(self.opt).reading(model.table, self.opt),
            )
        assert state.table_by == model.table_by
        assert state.exposed is model.exposed
        assert state.returns() == model.returns()
        assert state.landlord is None and not state.kitty
        actions = state.legal_actions()
        texts = [str(action) for action in actions]
        self.legal = model.legal()
        assert state.count_legal() == len(actions) == len(texts)
        assert sorted(texts) == sorted(self.legal)
        if self.name == "dadaa":
            self.compare_dadaa()
        else:
            self.compare_baohuang()

    def compare_dadaa(self) -> None:
        state, model, fields = self.state, self.model, self.fields()
        assert isinstance(model, dadaa_game.Game)
        assert (state.big_suit, state.declarer) == (model.suit, model.declarer)
        assert (state.emperor, state.guard, state.named, state.dissolved) == (None, None, None, False)
        named_sides = ["big_ace" if seat in model.sides else "others" for seat in range(5)]
        assert list(state.sides) == (named_sides if model.sides else [None] * 5)
        assert list(state.places) == model.places
        assert state.auto_action() is None
        assert state.multiplier == 1
        assert fields["known"] == mask(card // 54 for card in model.known)
        assert fields["open"] == model.open
        assert fields["away"] == self.away
        if model.source is not None:
            assert (fields["deal"], fields["first"]) == (model.deal_number, model.first)
        if model.phase == "reveal":
            assert (fields["dealt"], fields["asked"]) == (model.dealt, model.asked)

    def compare_baohuang(self) -> None:
        state, model, fields = self.state, self.model, self.fields()
        assert isinstance(model, baohuang_game.Game)
        assert (state.emperor, state.guard, state.named) == (model.emperor, model.guard, model.named)
        assert (state.big_suit, state.declarer) == (None, None)
        settled = model.emperor is not None and (model.guard is None) != (model.solo is None)
        ours = (model.emperor, model.guard)
        assert list(state.sides) == [
            None if not settled else "emperor" if seat in ours else "rebels" for seat in range(5)
        ]
        assert list(state.places) == model.places
        auto = state.auto_action()
        assert (None if auto is None else str(auto)) == model.auto_action()
        doubles = model.shown + model.revolt
        assert state.multiplier == (2**doubles if model.options.stack_doubles else min(2, 2**doubles))
        assert state.dissolved is model.dissolved
        assert fields["autos"] == model.autos
        flags = [2 if seat == model.quitter else int(model.auto[seat]) for seat in range(5)]
        assert fields["away"] == flags
        assert fields["solo"] == [None, "dark", "open"].index(model.solo)
        assert bool(fields["shown"]) is model.shown
        if model.source is not None:
            assert (fields["deal"], fields["first"]) == (model.deal_number, model.first)
        if model.source is not None and model.quitter is None:
            answers = mask(seat for seat, yes in model.answers.items() if yes)
            assert fields["claims"] == (answers if model.phase == "claim" else mask(model.claimants))
            assert fields["revolts"] == (answers if model.phase == "revolt" else mask(model.revolters))
        if model.phase == "throne":
            assert (fields["refusals"], sorted(fields["carried"])) == (model.refusals, sorted(model.carried))

    def fields(self) -> dict[str, Any]:
        fields = self.state._fields()
        assert sorted(fields["table_ids"]) == sorted(self.model.table_cards)
        return fields

    def alike(self, text: str) -> str:
        """check and apply of both; a refusal changes nothing."""
        expected = self.model.check(text)
        verdict = self.state.check(text)
        assert verdict.code == expected, (text, expected, verdict.code, self.state.to_json())
        self.seen[expected] += 1
        if expected == "ok":
            return expected
        before, history = self.state.to_bytes(), self.state.history
        with pytest.raises(pf.PokerfastError) as caught:
            self.state.apply(text)
        other = pf.PhaseError if expected in PHASE_CODES else pf.IllegalActionError
        assert type(caught.value) is (pf.NotationError if expected == "notation" else other)
        assert caught.value.code == expected  # type: ignore[attr-defined]
        with pytest.raises(REFUSED):
            self.model.apply(text)
        assert self.state.to_bytes() == before and self.state.history == history
        if self.model.over:
            assert verdict.suggestion is None
        else:
            assert verdict.suggestion is not None and self.model.check(verdict.suggestion) == "ok"
        return expected

    def reading_named(self, rng: random.Random, cards: str) -> None:
        """A reading may be named; it has to be the only one. What the cards alone are refused for comes after that."""
        if self.model.phase != "play" or self.model.check(cards) in ("notation", "not_held"):
            return
        plain = self.model.check(cards)
        made = reference(self.opt).reading(cards, self.opt)
        kind = rng.choice(reference(self.opt).KINDS) if made is None or rng.random() < 0.5 else made[0]
        expected = plain if made is None or kind == made[0] else "wrong_reading"
        assert self.state.check(f"{kind}:{cards}").code == expected, (kind, cards)

    def by_ids(self, ids: Sequence[int]) -> None:
        """Cards given as ids, which may be in other hands."""
        text = " ".join(f"{dadaa_game.name_of(card)}/{card // 54 + 1}" for card in ids)
        assert self.state.check(ids).code == self.model.check(text), (ids, text)

    # ---- going on

    def remember(self) -> None:
        self.earlier.append((copy.deepcopy(self.model), list(self.away)))

    def apply(self, text: str, how: object = None) -> None:
        """Do it on both sides; on ours perhaps in another form than as text."""
        assert self.state.check(text) and self.model.check(text) == "ok", text
        self.remember()
        seat, phase = self.model.seat, self.model.phase
        assert seat is not None
        before = list(self.model.hands[seat])
        gone = list(self.model.table_cards)
        if isinstance(how, int):
            self.state.apply_index(how)
        else:
            self.state.apply(text if how is None else how)  # type: ignore[arg-type]
        self.model.apply(text)
        action = self.state.history[-1]
        self.seen[f"{phase} {text.partition(' ')[0]}" if not text[:1].isupper() else "by card"] += 1
        self.seen["hidden"] += phase == "play" and not self.model.exposed
        if phase != "play" or text == "pass":
            assert str(action) == text
            return
        word = "take " if text.startswith("take") else ""
        left = set(self.model.hands[seat]) - (set(gone) if word else set())
        ids = sorted(set(before) - left)
        assert list(action.ids) == ids
        # By rank where the lowest ids have gone, else by card.
        ranks = self.model.table
        assert ranks is not None
        rank = self.model.rank if isinstance(self.model, dadaa_game.Game) else baohuang_game.rank_of
        lowest: list[int] = []
        for glyph in set(ranks):
            lowest += sorted(card for card in before if rank(card) == glyph)[: ranks.count(glyph)]
        assert str(action) == word + (ranks if sorted(lowest) == ids else by_card(ids, before))

    def undo(self) -> None:
        self.state.undo()
        self.model, self.away = self.earlier.pop()

    def administer(self, rng: random.Random) -> None:
        """Something from outside, most of it harmless."""
        seat = rng.choice([0, 1, 2, 3, 4, 4, 4, 4, -1, 5, 99])
        order = rng.choice([*ORDERS, "quit"] if rng.random() < 0.1 else ORDERS)
        code = self.administered(seat, order)
        self.seen[f"{order} {code}"] += 1

    def administered(self, seat: int, order: str) -> str:
        code, model = "ok", copy.deepcopy(self.model)
        away = list(self.away)
        if isinstance(model, baohuang_game.Game):
            try:
                model.administer(seat, order)
            except baohuang_game.Refused as refused:
                code = refused.code
        elif order not in ("auto", "manual", "quit"):
            code = "administer"
        elif model.over:
            code = "game_over"
        elif seat not in range(5):
            code = "no_seat"
        elif away[seat] == 2 and order != "quit":
            code = "quit"
        else:
            away[seat] = ("manual", "auto", "quit").index(order)
        if code == "ok":
            self.remember()
            self.state.administer(seat, order)
            self.model, self.away = model, away
            action = self.state.history[-1]
            assert (action.kind, action.seat) == ("administer", seat)
            return code
        before = self.state.to_bytes()
        with pytest.raises(pf.PokerfastError) as caught:
            self.state.administer(seat, order)
        assert caught.value.code == code, (seat, order)  # type: ignore[attr-defined]
        assert self.state.to_bytes() == before
        return code


def by_card(ids: Sequence[int], held: Sequence[int]) -> str:
    """Canonical text: all cards of a kind are marked of which others than the lowest ids held are meant."""
    texts = []
    for kind in [53, 52, *(13 * suit + rank for suit in range(4) for rank in range(12, -1, -1))]:
        chosen = sorted(card for card in ids if card % 54 == kind)
        lowest = sorted(card for card in held if card % 54 == kind)[: len(chosen)]
        mark = "" if chosen == lowest else "/{}"
        texts += [dadaa_game.name_of(card) + mark.format(card // 54 + 1) for card in chosen]
    return " ".join(texts)


def ranks_of_ids(pair: Pair, ids: Sequence[int]) -> str:
    if isinstance(pair.model, dadaa_game.Game):
        return pair.model.text(ids)
    return baohuang_game.ranks_text(ids)


def physical(rng: random.Random, pair: Pair, text: str) -> str:
    """The same play naming some of the physical cards held."""
    model = pair.model
    assert model.seat is not None
    word, cards = ("take ", text.removeprefix("take ")) if text.startswith("take ") else ("", text)
    held = model.hands[model.seat]
    chosen: list[int] = []
    for rank in sorted(set(cards)):
        of_rank = [card for card in held if ranks_of_ids(pair, [card]) == rank]
        chosen += rng.sample(of_rank, cards.count(rank))
    return word + named(rng, chosen, held)


def doubtful_texts(rng: random.Random, pair: Pair, number: int) -> list[str]:
    """Texts most of which are illegal, each in one way."""
    model, opt = pair.model, pair.opt
    decks = 2 if pair.name == "dadaa" else 4
    makers: list[Callable[[], str]] = [
        lambda: rng.choice(WORDS),
        lambda: rng.choice(WORDS),
        lambda: rng.choice(GARBAGE),
        lambda: random_play(rng, opt),
        lambda: random_named(rng, opt, rng.randint(1, 3)),
        lambda: rng.choice(pair.legal) if pair.legal else "pass",
    ]
    if model.phase == "play":
        assert model.seat is not None
        held = model.hands[model.seat]
        part = random_subset(rng, model.hand(model.seat), opt)
        other = rng.choice([hand for hand in model.hands if hand])
        size = len(model.table_cards) or rng.randint(1, 4)
        few = rng.sample(held, min(size, len(held)))
        makers += [
            lambda: part,
            lambda: physical(rng, pair, part),
            lambda: named(rng, few, held),
            lambda: ranks_of_ids(pair, few),
            lambda: ranks_of_ids(pair, rng.sample(other, min(size, len(other)))),
            lambda: named(rng, rng.sample(other, min(size, len(other))), other),
            lambda: " ".join(f"{dadaa_game.name_of(c)}/{rng.randint(1, decks)}" for c in few),
            lambda: " ".join(dadaa_game.name_of(c) for c in [*few, *few[:1]]),
            lambda: random_rival(rng, opt, model.table) if model.table else random_cards(rng, opt),
            lambda: _one_rank(rng, pair),
            lambda: _one_rank(rng, pair),
            lambda: "take " + "4" * rng.randint(1, 7),
            lambda: f"take {part}",
        ]
    elif model.phase == "name":
        makers += [lambda: f"name {rng.choice(SUITS)}{rng.choice('6789TJQKA2')}"] * 3
    elif model.phase in ("reveal", "counter"):
        makers += [lambda: f"show {rng.choice(SUITS)}A"] * 3
    elif model.phase != "over":
        makers += [lambda: rng.choice(["show", "rob", "no", "call", "yield"])] * 6
    return [make() for make in rng.sample(makers, number)]


def _one_rank(rng: random.Random, pair: Pair) -> str:
    """Cards of one rank that are held, about as many as lie on the table, perhaps with jokers."""
    seat = pair.model.seat
    assert seat is not None
    hand = pair.model.hand(seat)
    rank = rng.choice(hand)
    size = max(1, len(pair.model.table or "7") + rng.choice([-1, 0, 0, 0, 1]))
    cards = rank * min(hand.count(rank), size)
    jokers = [card for card in hand if card in "wW"]
    cards += "".join(rng.sample(jokers, min(len(jokers), max(0, size - len(cards)))))
    return str(reference(pair.opt).sort_cards(cards))


def choose(rng: random.Random, pair: Pair, shy: dict[str, float]) -> str:
    """A legal action: before play declining as often as `shy` says, in play rather something than a pass."""
    legal, phase = pair.legal, pair.model.phase
    if phase != "play":
        return legal[-1] if phase != "name" and rng.random() < shy[phase] else rng.choice(legal)
    takes = [text for text in legal if text.startswith("take")]
    if takes and rng.random() < 0.6:
        return takes[0]
    if rng.random() < shy["play"]:
        return legal[-1]
    # Small plays more often than not, lest the deal be over soon; else each length as often as the others.
    if rng.random() < 0.5:
        return min(rng.sample(legal, min(len(legal), 3)), key=len)
    length = rng.choice(sorted({len(text) for text in legal}))
    return rng.choice([text for text in legal if len(text) == length])


def random_shyness(rng: random.Random, name: str) -> dict[str, float]:
    often = rng.choice([0.0, 0.5, 0.9])
    if name == "dadaa":
        return {"reveal": rng.choice([0.9, 0.99, 1.0]), "counter": rng.choice([0.3, 0.9]), "play": often}
    return {
        "claim": rng.choice([0.7, 0.95, 1.0]),
        "throne": rng.choice([0.0, 0.8, 0.95, 1.0]),
        "open_solo": rng.choice([0.3, 0.9]),
        "show": rng.choice([0.3, 0.9]),
        "revolt": rng.choice([0.3, 0.7]),
        "play": often,
    }


def play_out(rng: random.Random, pair: Pair, *, tries: int = 2, outside: float = 0.05) -> None:
    pair.compare()
    shy = random_shyness(rng, pair.name)
    steps = 0
    while not pair.model.over:
        if pair.model.deal_number >= 2:
            shy |= {"reveal": 0.5, "throne": 0.3}  # no endless redeals
        text = choose(rng, pair, shy)
        form = rng.random()
        playing = pair.model.phase == "play" and text != "pass"
        if form < 0.2:
            order = [str(action) for action in pair.state.legal_actions()]
            pair.apply(text, order.index(text))
        elif form < 0.6 and playing:
            pair.apply(physical(rng, pair, text))
        elif form < 0.7 and playing and not text.startswith("take"):
            pair.apply(text, pair.state.game.classify(text))
        elif form < 0.8 and playing and not text.startswith("take"):
            assert pair.model.seat is not None
            held = pair.model.hands[pair.model.seat]
            ids = [card for card in held if rng.random() < 0.5] + held
            chosen: list[int] = []
            for rank in text:
                chosen.append(next(c for c in ids if c not in chosen and ranks_of_ids(pair, [c]) == rank))
            marked = " ".join(f"{dadaa_game.name_of(c)}/{c // 54 + 1}" for c in chosen)
            pair.apply(marked, rng.choice([chosen, pf.Hand(chosen)]))
        else:
            pair.apply(text)
        pair.compare()
        for doubtful in doubtful_texts(rng, pair, tries):
            pair.alike(doubtful)
        if pair.model.phase == "play" and rng.random() < 0.3:
            seat = pair.model.seat
            assert seat is not None
            hand = pair.model.hands[seat if rng.random() < 0.8 else rng.choice(pair.model.active)]
            pair.by_ids(rng.sample(hand, min(len(hand), rng.randint(1, 3))))
            pair.reading_named(rng, random_subset(rng, pair.model.hand(seat), pair.opt))
        if rng.random() < outside:
            pair.administer(rng)
            pair.compare()
        if rng.random() < 0.06:
            for _ in range(rng.randint(1, min(5, len(pair.earlier)))):
                pair.undo()
            pair.compare()
        steps += 1
        assert steps < 6000
    for text in [*WORDS, *GARBAGE, "7", "S7", "W/1"]:
        pair.alike(text)
    for seat, order in ((0, "auto"), (9, "auto"), (0, "manual"), (0, "quit"), (0, "stop")):
        assert pair.administered(seat, order) != "ok"
    assert len(pair.state.history) == len(pair.earlier)


def play_seed(name: str, seed: int) -> Pair:
    rng = random.Random(f"{name} {seed}")
    opt = random_options(rng, name)
    pair = Pair.dealt(opt, rng.getrandbits(64), rng.choice([None, None, 0, 1, 2, 3, 4]))
    play_out(rng, pair, outside=rng.choice([0.0, 0.02, 0.2]))
    return pair
