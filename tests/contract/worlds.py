"""Positions that a viewer cannot tell apart: everything he does not know changed at random."""

from __future__ import annotations

import json
import random
from typing import Any

import pokerfast as pf
from tests.contract.races import race_world, shuffled
from tests.strategies import ids_of, suited


def viewers(state: pf.State) -> tuple[int | None, ...]:
    return (*range(state.num_players), None)


def another_world(rng: random.Random, state: pf.State, viewer: int | None) -> pf.State:
    """The same position with everything the viewer cannot know changed at random."""
    if isinstance(state, pf.TrickState):
        return trick_world(rng, state, viewer)
    assert isinstance(state, pf.ClimbingState)
    return (climbing_world if state.game.name == "doudizhu" else race_world)(rng, state, viewer)


def hidden_cards(fields: dict[str, Any], viewer: int | None) -> list[int]:
    """Cards whose place the viewer does not know: in closed hands, among the bottom cards, not yet dealt."""
    hidden: set[int] = set()
    public = set() if fields["landlord"] == 255 else set(ids_of(fields["kitty"]))
    for seat, cards in enumerate(fields["held"]):
        if seat != viewer and not fields["shown"][seat]:
            hidden |= set(ids_of(cards)) - public
    if fields["landlord"] == 255:
        hidden |= set(ids_of(fields["kitty"]))
    if any(fields["order"]):
        dealt = {card for cards in fields["held"] for card in ids_of(cards)}
        hidden |= set(fields["order"]) - dealt
    return sorted(hidden)


def climbing_world(rng: random.Random, state: pf.State, viewer: int | None) -> pf.State:
    """The same position with everything the viewer cannot know changed at random."""
    record = json.loads(state.to_json())
    fields = record["state"]
    hidden = hidden_cards(fields, viewer)
    moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def other(cards: str) -> str:
        return suited(moved.get(card, card) for card in ids_of(cards))

    fields["held"] = [other(cards) for cards in fields["held"]]
    fields["kitty"] = other(fields["kitty"])
    if any(fields["order"]):
        fields["order"] = [moved.get(card, card) for card in fields["order"]]
    fields["seed"], fields["game"] = rng.getrandbits(64), rng.getrandbits(64)
    if state.phase == "double":
        for seat in range(3):
            if seat != viewer and fields["doubled"][seat]:
                fields["doubled"][seat] = rng.choice([1, 2])
    return pf.State.from_json(json.dumps(record))


def trick_world(rng: random.Random, state: pf.TrickState, viewer: int | None) -> pf.State:
    """Closed hands, the kitty and what is not dealt yet are mixed; of open cards the copy may be another."""
    record = json.loads(state.to_json())
    fields = record["state"]
    piles = {"kitty": [fields["kitty"]], "hand": fields["hand"]}
    hidden = []
    for seat, cards in enumerate(piles["hand"]):
        if seat != viewer:
            hidden += numbers(cards)
    if not state.is_over and (viewer is None or fields["burier"] != viewer):
        hidden += numbers(fields["kitty"])
    if any(fields["order"]):
        hidden += sorted(set(fields["order"]) - {card for cards in fields["hand"] for card in numbers(cards)})
    free = hidden
    if state.bid is None and state.phase != "bid":
        # What can be shown, and was, stays where it is: who is asked depends on it.
        fixed = {fields["level"]} if state.level else set()
        free = [card for card in hidden if card % 54 < 52 and card % 54 % 13 not in fixed]
    moved = with_the_dealer(rng, fields, free) if state.game.name == "erqiwang" else shuffled(rng, free)
    # A card on the table is known by its kind.
    for cards in fields["table"]:
        for card in numbers(cards):
            twin = next((other for other in free if other % 54 == card % 54 and moved[other] is not card), None)
            if twin is not None and card not in moved and rng.random() < 0.5:
                source = next(key for key, value in moved.items() if value == twin)
                moved[source], moved[card] = card, twin

    def other(cards: str) -> str:
        return " ".join(text(moved.get(card, card)) for card in numbers(cards))

    for name in ("hand", "table"):
        fields[name] = [other(cards) for cards in fields[name]]
    fields["kitty"] = other(fields["kitty"])
    if any(fields["order"]):
        fields["order"] = [moved.get(card, card) for card in fields["order"]]
    fields["seed"], fields["game"] = rng.getrandbits(64), rng.getrandbits(64)
    return pf.State.from_json(json.dumps(record))


def with_the_dealer(rng: random.Random, fields: dict[str, Any], free: list[int]) -> dict[int, int]:
    """What takes the place of each card, where all have seen the kitty.

    The dealer has it still, but for what was played; which of his cards he buried is his own affair.
    """
    shown = set(numbers(fields["turned"]))
    moved = shuffled(rng, [card for card in free if card not in shown])
    own = set(numbers(fields["hand"][fields["dealer"]])) | set(numbers(fields["kitty"]))
    buried = shuffled(rng, [card for card in free if card in own])
    return {card: moved.get(other, other) for card in free for other in [buried.get(card, card)]}


def numbers(cards: str) -> list[int]:
    """Ids of cards as JSON has them: without a mark they are of the first pack."""
    found = []
    for card in cards.split():
        name, _, copy = card.partition("/")
        found.append(54 * (int(copy or 1) - 1) + pf.SuitedHand(name + "/1").ids[0])
    return found


def text(card: int) -> str:
    return f"{pf.SuitedHand([card % 54]).cards}/{card // 54 + 1}"
