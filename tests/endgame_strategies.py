"""Small endgames: positions dense in trios, bombs and jokers, with and without a play to beat."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

from hypothesis import strategies as st

import pokerfast as pf
from tests.reference.cards import FULL_DECK, ORDER, fits_deck, sort_cards
from tests.reference.doudizhu_endgame import Position, move_text, position
from tests.reference.doudizhu_plays import Options, Reading, default_reading, leads
from tests.strategies import card_options, combo_of, game_of, random_hand


class Endgame(NamedTuple):
    """A position with the rules it is played by and the cards that lie on the table."""

    place: Position
    opt: Options
    laid: str | None

    @property
    def game(self) -> pf.ClimbingGame:
        return game_of(self.opt)

    @property
    def table(self) -> str | pf.Combo | None:
        """The table as the package takes it: cards where they stand as their default reading."""
        if self.laid is None or self.place.table is None:
            return None
        if default_reading(self.laid, self.opt) == self.place.table:
            return self.laid
        return combo_of(self.game, self.laid, self.place.table)

    @property
    def words(self) -> dict[str, Any]:
        """The arguments of `solve` and of `setup`."""
        return {
            "hands": list(self.place.hands),
            "to_move": self.place.to_move,
            "table": self.table,
            "table_by": self.place.table_by,
        }


def _lowered(rng: random.Random, cards: str) -> str:
    """The same shape some ranks lower."""
    step = rng.randint(0, 4)
    return sort_cards(ORDER[max(ORDER.index(rank) - step, 0)] for rank in cards)


def _laid(rng: random.Random, opt: Options, hands: list[str], to_move: int) -> tuple[str, Reading] | None:
    """A play for the table: like one that somebody holds, often lower, or any; or None when there was no luck."""
    for _ in range(12):
        source = rng.choice([hands[to_move], hands[to_move], rng.choice(hands), random_hand(rng, 8)])
        plays = sorted(leads(source, opt))
        if not plays:
            continue
        kind = rng.choice(sorted({play[0] for play in plays}))
        cards = _lowered(rng, rng.choice([play[3] for play in plays if play[0] == kind]))
        if not fits_deck("".join(hands) + cards):
            continue
        found = sorted(play for play in leads(cards, opt) if play[3] == cards)
        if found:
            chosen = rng.choice(found)
            return cards, (chosen[0], chosen[1], chosen[2])
    return None


def random_endgame(rng: random.Random, opt: Options, most: int = 7, total: int = 15) -> Endgame:
    """Two or three hands of 1 to `most` cards, at most `total` together: each dense by itself, or all of few ranks."""
    seats = rng.choice([2, 2, 3])
    sizes = [rng.randint(1, most) for _ in range(seats)]
    while sum(sizes) > total:
        sizes[sizes.index(max(sizes))] -= 1
    left = Counter(FULL_DECK)
    few = rng.sample(ORDER, rng.randint(4, 7)) if rng.random() < 0.4 else None
    if few is not None:
        low = rng.randrange(9)
        few = rng.choice([few, list(ORDER[low : low + 5]), [*ORDER[low : low + 4], "w", "W"]])
    hands = []
    for size in sizes:
        wanted: list[str] = []
        if few is None:
            wanted = list((Counter(random_hand(rng, size)) & left).elements())
        else:
            stock = [rank for rank in few for _ in range(left[rank])]
            wanted = rng.sample(stock, min(size, len(stock)))
        if not wanted:
            wanted = [rng.choice(sorted(left.elements()))]
        left -= Counter(wanted)
        hands.append(sort_cards(wanted))
    to_move = rng.randrange(seats)
    found = _laid(rng, opt, hands, to_move) if rng.random() < 0.55 else None
    if found is None:
        return Endgame(position(hands, to_move, options=opt), opt, None)
    cards, reading = found
    by = (to_move + rng.randint(1, seats - 1)) % seats
    return Endgame(position(hands, to_move, move_text(reading, cards), by, opt), opt, cards)


@st.composite
def endgames(draw: st.DrawFn, most: int = 7, total: int = 15) -> Endgame:
    """Any such position under any options about cards."""
    opt = draw(card_options().filter(lambda found: "solo" not in found.banned_kinds))
    return random_endgame(draw(st.randoms(use_true_random=False)), opt, most, total)
