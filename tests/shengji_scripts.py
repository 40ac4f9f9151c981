"""Deals of 升级 by script, the same way in the package and in the reference.

A line of a script is a seat and what it says, such as ``"2 declare HT HT"``. The lines are taken in order, each as soon
as its seat is asked and may say it. Every other question is answered alike everywhere: nothing is shown; the cards with
fewest points are buried, of these the last in the order cards are written; played is the first in that order that may
be.
"""

from __future__ import annotations

import json
from typing import Any

import pokerfast as pf
from tests.reference.shengji_game import Game, Match, cards_held
from tests.reference.trick_cards import POINTS, WRITTEN, Options, text_of

PHASES = ("declare", "bury", "rob", "play", "over")


class PackageDeal:
    """A deal of the package."""

    def __init__(self, state: pf.TrickState) -> None:
        self.state = state

    @classmethod
    def of(cls, case: dict[str, Any], options: dict[str, Any]) -> PackageDeal:
        game = pf.load_game("shengji", **options)
        if "setup" in case:
            return cls(game.setup(**case["setup"]))
        level = case.get("level", "2")
        return cls(game.new_game(seed=case["seed"], dealer=case.get("dealer"), levels=(level, level)))

    def held(self, seat: int) -> list[str]:
        return list(self.state.hands[seat])

    def check(self, text: str) -> str:
        return self.state.check(text).code

    def legal(self) -> list[str]:
        return [str(action) for action in self.state.legal_actions()]

    def apply(self, text: str) -> None:
        self.state.apply(text)

    def fact(self, name: str) -> Any:
        state = self.state
        match name:
            case "locked":
                return bool(json.loads(state.to_json())["state"]["locked"])
            case "redeals":
                return json.loads(state.to_json())["state"]["deal"]
            case "returns":
                return state.returns()
            case "held":
                return [len(hand) for hand in state.hands]
            case "kitty":
                return state.kitty.cards
            case "trick":
                return list(state.trick)
        return getattr(state, name)


class ReferenceDeal:
    """A deal of the reference."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @classmethod
    def of(cls, case: dict[str, Any], options: dict[str, Any]) -> ReferenceDeal:
        opt = reference_options(options)
        if "setup" in case:
            given = dict(case["setup"])
            return cls(Game.position(leader=given.pop("to_move", 0), options=opt, **given))
        level = case.get("level", "2")
        return cls(Game.start(case["seed"], 0, case.get("dealer"), (level, level), opt))

    def held(self, seat: int) -> list[str]:
        return list(self.game.hand(seat))

    def check(self, text: str) -> str:
        return self.game.check(text)

    def legal(self) -> list[str]:
        return self.game.legal()

    def apply(self, text: str) -> None:
        self.game.apply(text)

    def fact(self, name: str) -> Any:
        game = self.game
        match name:
            case "trump":  # while it is open, what the standing show says
                return game.trump if game.phase != "declare" else game.standing.suit
            case "redeals":
                return game.deal_number
            case "returns":
                return game.returns()
            case "held":
                return [len(hand) for hand in game.hands]
            case "kitty":  # still on the table while cards are dealt, in a hand before it is buried
                return text_of(cards_held(game.kitty)) if game.phase not in ("declare", "bury") else ""
            case "trick":
                return [text_of(cards_held(play)) for _, play in game.trick]
        return getattr(game, name)


Deal = PackageDeal | ReferenceDeal


def reference_options(options: dict[str, Any]) -> Options:
    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in options.items()}
    return Options(**values)


def usual_answer(deal: Deal) -> str:
    """What is said where no script says anything else."""
    phase, seat = deal.fact("phase"), deal.fact("seat")
    if phase in ("declare", "rob"):
        return "no"
    held = deal.held(seat)
    if phase == "bury":
        size = len(held) - min(deal.fact("held"))
        cheap = sorted(held, key=lambda card: (POINTS.get(card[-1], 0), -WRITTEN[card]))
        return "bury " + " ".join(cheap[:size])
    return next(card for card in held if deal.check(card) == "ok")


def run_script(deal: Deal, script: list[str], until: str, stop: str = "") -> int:
    """Go on until the phase named or a later one, or a new dealing; gives the number of lines not said.

    ``stop`` is a phase, a seat and cards: once the script is done, where that seat is asked and holds these cards.
    """
    lines = [line.split(" ", 1) for line in script]
    there, _, cards = (stop + " ").partition(" ")
    where, _, cards = cards.partition(" ")
    while PHASES.index(deal.fact("phase")) < PHASES.index(until) and deal.fact("redeals") == 0:
        seat = str(deal.fact("seat"))
        if lines and lines[0][0] == seat and deal.check(lines[0][1]) == "ok":
            deal.apply(lines.pop(0)[1])
            continue
        if not lines and (deal.fact("phase"), seat) == (there, where) and holds(deal.held(int(seat)), cards):
            break
        deal.apply(usual_answer(deal))
    return len(lines)


def holds(hand: list[str], cards: str) -> bool:
    return all(hand.count(card) >= cards.split().count(card) for card in cards.split())


def deal_answer(deal: Deal, case: dict[str, Any]) -> list[Any]:
    """What a case asks of a deal once its script is done: facts, codes of texts, the legal actions in order."""
    left = run_script(deal, case.get("script", []), case["until"], case.get("stop", ""))
    answer = [left if name == "left" else deal.fact(name) for name in case.get("show", [])]
    answer += [deal.check(text) for text in case.get("check", [])]
    return [*answer, deal.legal()] if case.get("legal") else answer


def package_match(case: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    """Levels and next dealer after some deals of a match that is played without a script."""
    match = pf.load_game("shengji", **options).new_match(seed=case["match"])
    for number in range(case["deals"]):
        if number:
            match.advance()
        run_script(PackageDeal(match.state), [], "over")
    return [*match.levels, match.dealer]


def reference_match(case: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    match = Match(case["match"], reference_options(options))
    for _ in range(case["deals"]):
        deal = match.new_game()
        run_script(ReferenceDeal(deal), [], "over")
        match.finish(deal)
    return [*match.levels, None if match.over else match.dealer]
