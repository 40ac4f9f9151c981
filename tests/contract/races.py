"""Positions of 打大A and 保皇 that a viewer cannot tell apart.

A card is named by id; of several alike nobody knows which it is but who holds it, and 保皇's marked jokers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pokerfast as pf

NOBODY, ACE, SMALL_JOKER = 255, 12, 52
THRONE_CARD, GUARD_CARD = 54 * 3 + 53, 54 * 3 + 52
Fields = dict[str, Any]
#: How often a world is drawn before the position stands for itself: few are drawn that cannot be.
TRIES = 60


def ids(cards: str) -> list[int]:
    return list(pf.Hand(cards).ids or ())


def text(cards: list[int]) -> str:
    return pf.Hand(cards).suited or ""


def race_world(rng: random.Random, state: pf.ClimbingState, viewer: int | None) -> pf.State:
    """The same position with everything the viewer cannot know changed at random."""
    record = json.loads(state.to_json())
    change = dadaa_world if state.game.name == "dadaa" else baohuang_world
    for _ in range(TRIES):
        fields = json.loads(json.dumps(record["state"]))
        fields["held"] = [ids(cards) for cards in fields["held"]]
        fields["table_ids"] = ids(fields["table_ids"])
        change(rng, state, fields, viewer)
        fields["held"] = [text(cards) for cards in fields["held"]]
        fields["table_ids"] = text(fields["table_ids"])
        fields["seed"], fields["game"] = rng.getrandbits(64), rng.getrandbits(64)
        try:
            return pf.State.from_json(json.dumps({**record, "state": fields}))
        except pf.SnapshotError:
            continue  # a side would be out already, a phase would not be
    return state


def hidden_cards(fields: Fields, viewer: int | None) -> list[int]:
    """Cards in closed hands."""
    return [card for seat, cards in enumerate(fields["held"]) if seat != viewer for card in cards]


def shuffled(rng: random.Random, *groups: list[int]) -> dict[int, int]:
    """What takes the place of each card, group by group."""
    moved: dict[int, int] = {}
    for group in groups:
        moved |= dict(zip(group, rng.sample(group, len(group)), strict=True))
    return moved


def renamed(
    rng: random.Random, pack: list[int], fields: Fields, viewer: int | None, marked: set[int]
) -> dict[int, int]:
    """Copies of one kind change names, but for those that the viewer holds or played and those that are marked."""
    known = set(marked)
    if viewer is not None:
        known |= set(fields["held"][viewer])
        known |= set(fields["table_ids"]) if fields["table_by"] == viewer else set()
    kinds: dict[int, list[int]] = {}
    for card in pack:
        if card not in known:
            kinds.setdefault(card % 54, []).append(card)
    return shuffled(rng, *kinds.values())


def put(fields: Fields, name: Callable[[int], int], place: Callable[[int], int]) -> None:
    """Cards in hands change places and names, cards on the table names alone."""
    fields["held"] = [[name(place(card)) for card in cards] for cards in fields["held"]]
    fields["table_ids"] = [name(card) for card in fields["table_ids"]]


def dadaa_world(rng: random.Random, state: pf.ClimbingState, fields: Fields, viewer: int | None) -> None:
    hidden = hidden_cards(fields, viewer)
    if any(fields["order"]):
        dealt = {card for cards in fields["held"] for card in cards}
        hidden += [card for card in fields["order"] if card not in dealt]
    aces = [card for card in hidden if card % 54 < SMALL_JOKER and card % 54 % 13 == ACE]
    big = [54 * deck + 13 * fields["suit"] + ACE for deck in range(2)] if fields["suit"] != NOBODY else []
    known = [card for deck, card in enumerate(big) if fields["known"] >> deck & 1]
    settled = state.exposed or state.is_over
    if state.phase == "reveal":
        # Who was asked holds an ace; which one is his own affair.
        moved = shuffled(rng, [card for card in hidden if card not in aces], aces)
    else:
        # The aces that were shown are known; who was asked whether he counters holds two others.
        fixed = set(known) | (set(big) if settled else set())
        fixed |= {card for card in aces if card not in big} if state.phase == "counter" else set()
        moved = shuffled(rng, [card for card in hidden if card not in fixed])
    names = renamed(rng, list(range(108)), fields, viewer, set())
    put(fields, lambda card: names.get(card, card), lambda card: moved.get(card, card))
    if any(fields["order"]):
        fields["order"] = [names.get(card, card) for card in (moved.get(card, card) for card in fields["order"])]
    if big:
        fields["known"] = sum(1 << names.get(card, card) // 54 for card in known)
    if big and not settled:
        (unknown,) = (names.get(card, card) for card in big if card not in known)
        holder = next(seat for seat, cards in enumerate(fields["held"]) if unknown in cards)
        fields["sides"] = 1 << fields["declarer"] | 1 << holder


def baohuang_world(rng: random.Random, state: pf.ClimbingState, fields: Fields, viewer: int | None) -> None:
    options, held = state.game.options, fields["held"]
    classic, emperor, guard = options["mode"] == "classic", fields["emperor"], fields["guard"]
    marked = {THRONE_CARD} if classic else {THRONE_CARD, GUARD_CARD}
    settled = state.is_over or fields["solo"] == 2 or fields["shown"] or fields["revealed"]
    settled = settled or (state.phase != "revolt" and fields["revolts"].bit_count() > 1)
    # Everybody knows who holds the throne card. The card that tells the sides moves while they are not known.
    fixed = {THRONE_CARD}
    telling = None if classic else GUARD_CARD
    if classic and fields["named"] != NOBODY and emperor != NOBODY:
        copies = [card for card in held[emperor] if card % 54 == fields["named"]]
        fixed |= set(copies)
        if guard != NOBODY:
            telling = next((card for card in held[guard] if card % 54 == fields["named"]), None)
        elif fields["solo"] == 1:
            telling = copies[-1]
            fixed -= {telling}
    if telling is not None and settled and not fields["claims"]:
        fixed.add(telling)
    hidden = [card for card in hidden_cards(fields, viewer) if card not in fixed]
    moved = shuffled(rng, hidden)
    low = () if options["pack"] == "216" else (1, 2, 3)  # 3, 4, 5
    kinds = [kind for kind in range(54) if kind >= SMALL_JOKER or kind % 13 not in low]
    pack = [54 * deck + kind for deck in range(4) for kind in kinds]
    names = renamed(rng, pack, fields, viewer, marked)

    def name(card: int) -> int:
        return names.get(card, card)

    put(fields, name, lambda card: moved.get(card, card))
    fields["carried"] = text([name(moved.get(card, card)) for card in ids(fields["carried"])])
    if telling is not None and emperor != NOBODY and not settled:
        # `telling` took the place of another card, under another name.
        holder = next(seat for seat, cards in enumerate(fields["held"]) if name(telling) in cards)
        fields["guard"], fields["solo"] = (NOBODY, 1) if holder == emperor else (holder, 0)
    # Answers that are given at once: those of others are anything that can be.
    own = 0 if viewer is None else 1 << viewer
    if state.phase == "claim":
        asked = [(fields["turn"] + n) % 5 for n in range(1, fields["asked"] + 1)]
        fields["claims"] = (fields["claims"] & own) | sum(1 << s for s in asked if s != viewer and rng.random() < 0.5)
    if state.phase == "revolt":
        asked = [(fields["turn"] + n) % 5 for n in range(1, fields["asked"] + 1)]
        others = [seat for seat in asked if seat not in (viewer, fields["guard"])]
        fields["revolts"] = (fields["revolts"] & own) | sum(1 << s for s in others if rng.random() < 0.5)
