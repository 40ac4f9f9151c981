"""Small endgames of the trick-taking games: hands rich in pairs and points, at the start of a trick or within one, and
the ends of random games.

Every generator is a function of a seeded Random; hypothesis feeds them its own.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from typing import Any, NamedTuple

from hypothesis import strategies as st

import pokerfast as pf
from tests import bid_strategies, trick_strategies
from tests.reference import dabaifen_rules, erqiwang_rules, trick_cards
from tests.reference.dabaifen_rules import is_four
from tests.reference.trick_cards import RANKS, SUITS, sort_cards, text_of
from tests.reference.trick_endgame import Judge, Options, Play, Position, Setting, position

WHIST = pf.load_game("whist")
GAMES = ("shengji", "shengji", "shengji", "shengji", "erqiwang", "dabaifen", "whist")


def cards_of(move: Any) -> Play:
    """The cards of a move of the package, in canonical order: text, or something that has its cards as text."""
    text = move if isinstance(move, str) else move.cards
    return sort_cards(token.split("/")[0] for token in text.split())


def move_text(move: Any) -> str:
    return text_of(cards_of(move))


def game_of(options: Options) -> pf.TrickGame:
    """The package's game with the reference's options."""
    if options is None:
        return WHIST
    if isinstance(options, trick_cards.Options):
        return trick_strategies.game_of(options)
    return bid_strategies.game_of(options)


class Endgame(NamedTuple):
    """A position with what it is played by."""

    setting: Setting
    place: Position
    bid: int | None = None

    @property
    def game(self) -> pf.TrickGame:
        return game_of(self.setting.options)

    @property
    def words(self) -> dict[str, Any]:
        """The arguments of `solve` and of `setup`."""
        setting, place = self.setting, self.place
        given: dict[str, Any] = {
            "hands": [text_of(hand) for hand in place.hands],
            "to_move": place.to_move,
            "trick": [text_of(play) for play in place.trick],
            "trump": setting.trump,
            "dealer": setting.dealer,
            "kitty": text_of(setting.kitty),
            "points": 0 if setting.options is None else place.score,
        }
        optional = {"level": setting.level, "bid": self.bid}
        return given | {name: value for name, value in optional.items() if value is not None}

    def state(self) -> pf.TrickState:
        return self.game.setup(**self.words)

    def judge(self, most: int | None = None) -> Judge:
        return Judge(self.setting, most=most)


# ---- settings


def random_setting(rng: random.Random, name: str | None = None) -> Setting:
    """A game (升级 of one to three decks more often than the others), its options, trump, level and dealer."""
    name = name or rng.choice(GAMES)
    if name == "whist":
        return Setting(None, rng.choice([*SUITS, "NT"]), None, rng.randrange(4))
    if name == "dabaifen":
        form = bid_strategies.random_dabaifen_options(rng)
        suit = rng.choice(SUITS if form.contract else [*SUITS, "NT"])
        return Setting(form, suit, rng.choice(RANKS) if form.levels == "moving" else None, rng.randrange(4))
    if name == "erqiwang":
        opt = bid_strategies.random_erqiwang_options(rng)
        suit = rng.choice([*SUITS, "NT"] if opt.allow_no_trump else SUITS)
        return Setting(opt, suit, None, rng.randrange(opt.players))
    options = trick_strategies.random_options(rng)
    return Setting(options, rng.choice([*SUITS, "NT"]), rng.choice(RANKS), rng.randrange(4))


def random_bid(rng: random.Random, options: Options) -> int | None:
    """A bid where there are any; no value depends on it."""
    if isinstance(options, erqiwang_rules.Options):
        return rng.choice(erqiwang_rules.BIDS)
    if isinstance(options, dabaifen_rules.Options) and options.contract:
        return rng.choice(dabaifen_rules.BIDS)
    return None


# ---- hands


def _kinds(rng: random.Random, setting: Setting, wanted: int) -> list[str]:
    """Kinds on neighbouring places of a few groups, with copies enough for so many cards."""
    rules, pack = setting.rules, setting.pack
    groups = [group for group, places in rules.places.items() if places]
    found: dict[str, None] = {}
    first = ["T"] if "T" in groups and rng.random() < 0.7 else []
    others = [group for group in groups if group not in first]
    for group in [*first, *rng.sample(others, min(len(others), rng.randint(1, 3)))]:
        places = rules.places[group]
        width = min(len(places), rng.randint(2, 6))
        low = rng.randint(0, len(places) - width)
        found |= dict.fromkeys(card for place in places[low : low + width] for card in place if pack[card])
    spare = [card for card in pack if card not in found]
    rng.shuffle(spare)
    while sum(pack[card] for card in found) < wanted:
        found[spare.pop()] = None
    return list(found)


def random_hands(rng: random.Random, setting: Setting, size: int) -> tuple[list[Play], Play]:
    """Hands of one size, and a kitty; copies of a card rather lie in one hand."""
    seats, opt = setting.seats, setting.options
    buried = 0
    if opt is not None:
        limit = opt.kitty if isinstance(opt, trick_cards.Options) else 6
        buried = rng.randint(0, min(4, limit))
    left = {card: setting.pack[card] for card in _kinds(rng, setting, seats * size + buried)}
    room = [size] * seats + [buried]
    piles: list[list[str]] = [[] for _ in room]
    if isinstance(opt, dabaifen_rules.Options) and size >= 4 and rng.random() < 0.6:
        seat, rank = rng.randrange(seats), rng.choice(RANKS)
        piles[seat] = [suit + rank for suit in SUITS]
        room[seat] -= 4
        left = {card: held for card, held in left.items() if card not in piles[seat]}
        spare = [card for card in setting.pack if card[-1] != rank and card not in left]
        for card in rng.sample(spare, max(0, sum(room) - sum(left.values()))):
            left[card] = 1
    together = rng.random()
    while sum(room):
        card = rng.choice([card for card, held in left.items() if held])
        pile = rng.choice([number for number, free in enumerate(room) if free])
        number = min(left[card], room[pile]) if rng.random() < together else 1
        piles[pile] += [card] * number
        left[card] -= number
        room[pile] -= number
    hands = [sort_cards(pile) for pile in piles]
    return hands[:-1], hands[-1]


def random_endgame(
    rng: random.Random, name: str | None = None, sizes: Iterable[int] = (1, 2, 2, 2, 3, 3, 3, 4)
) -> Endgame:
    """Hands of one size, and in a third of cases some plays of the first trick."""
    setting = random_setting(rng, name)
    hands, kitty = random_hands(rng, setting, rng.choice([*sizes]))
    setting = setting._replace(kitty=kitty)
    score = 0 if setting.options is None else rng.choice([0, 0, 5, 35, 80, 200])
    leader = rng.randrange(setting.seats)
    fours = [seat for seat, hand in enumerate(hands) if any(map(is_four, combinations(hand, 4)))]
    if isinstance(setting.options, dabaifen_rules.Options) and fours and rng.random() < 0.7:
        leader = fours[0]
    place = position(setting, hands, leader, score=score)
    judge = Judge(setting)
    if rng.random() < 0.35:
        for _ in range(rng.randint(1, setting.seats - 1)):
            place = judge.after(place, _any_play(rng, judge, place))
    return Endgame(setting, place, random_bid(rng, setting.options))


def _any_play(rng: random.Random, judge: Judge, place: Position) -> Play:
    """Rather the lead of several cards."""
    plays = judge.legal(place)
    return max(rng.choices(plays, k=2), key=len)


@st.composite
def endgames(draw: st.DrawFn, name: str | None = None) -> Endgame:
    return random_endgame(draw(st.randoms(use_true_random=False)), name)


# ---- states


def options_of(game: pf.TrickGame) -> Options:
    """The reference's options of a game of the package."""
    kinds: Mapping[str, type[Any]] = {
        "shengji": trick_cards.Options,
        "erqiwang": erqiwang_rules.Options,
        "dabaifen": dabaifen_rules.Options,
    }
    if game.name not in kinds:
        return None
    names = [field.name for field in dataclasses.fields(kinds[game.name])]
    found: Options = kinds[game.name](**{name: game.options[name] for name in names})
    return found


def read_state(state: pf.TrickState) -> Endgame:
    """The position of a state in play, as the reference has it."""
    options = options_of(state.game)
    assert state.trump is not None and state.seat is not None and state.dealer is not None
    burier = json.loads(state.to_json())["state"]["burier"]
    fixed = isinstance(options, dabaifen_rules.Options) and options.levels == "fixed"
    setting = Setting(
        options,
        state.trump,
        None if fixed else state.level,
        state.dealer,
        cards_of(state.kitty),
        burier if burier in range(4) else None,
    )
    score = state.tricks[0] if options is None else state.points
    hands = tuple(cards_of(hand) for hand in state.hands)
    return Endgame(setting, Position(hands, state.seat, tuple(map(cards_of, state.trick)), score), state.bid)


def random_end(rng: random.Random, game: pf.TrickGame, left: int, start: str = "play") -> pf.TrickState | None:
    """A random game until no hand has more cards; None if it was over before. Mostly units are led, not throws."""
    state = game.new_game(seed=rng.randrange(1 << 32), start=start)  # type: ignore[arg-type]
    later = rng.choice([0, 0, 1, 2, 3])
    while not state.is_over:
        if state.phase == "play" and max(map(len, state.hands)) <= left:
            if later == 0 or min(map(len, state.hands)) == 0:
                return state
            later -= 1
        state.apply(_any_action(rng, state))
    return None


def _any_action(rng: random.Random, state: pf.TrickState) -> str:
    actions = state.legal_actions()
    text = str(actions[rng.randrange(len(actions))])
    if text == "surrender":
        return str(actions[0])
    if state.phase != "play" or state.trick or rng.random() < 0.1:
        return text
    moving = state.game.options.get("levels", "moving") == "moving"
    rules = state.game.trump(state.trump or "", level=state.level if moving else None)
    if len({rules.effective_suit(card) for card in cards_of(text)}) > 1:
        return text  # four of a rank
    units = [unit.cards for unit in islice(rules.units(text_of(cards_of(text))), 8)]
    return text_of(cards_of(rng.choice(units)))
