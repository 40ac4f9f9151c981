"""Deals of 二七王 and 打百分 by script, the same way in the package and in the reference.

The actions of a case are said in order by whoever is asked. ``no*`` is said as long as the same phase of the same
dealing lasts, and with ``usual*`` all that is asked meanwhile is answered as in shengji_scripts: no bid is made, spades
are named. Once the deal is over ``usual*`` is nothing.
"""

from __future__ import annotations

from typing import Any

import pokerfast as pf
from tests import shengji_scripts
from tests.reference import dabaifen_game, dabaifen_rules, erqiwang_game, erqiwang_rules
from tests.reference.shengji_game import cards_held
from tests.reference.trick_cards import text_of
from tests.shengji_scripts import run_script, usual_answer

RULES: dict[str, Any] = {"erqiwang": erqiwang_rules, "dabaifen": dabaifen_rules}
GAMES: dict[str, Any] = {"erqiwang": erqiwang_game.Game, "dabaifen": dabaifen_game.Game}
Deal = shengji_scripts.Deal


class PackageDeal(shengji_scripts.PackageDeal):
    """A deal of the package."""

    @classmethod
    def started(cls, name: str, case: dict[str, Any], options: dict[str, Any]) -> PackageDeal:
        game = pf.load_game(name, **options)
        assert isinstance(game, pf.TrickGame)
        return cls(game.setup(**case["setup"]) if "setup" in case else game.new_game(**case["new_game"]))


class ReferenceDeal(shengji_scripts.ReferenceDeal):
    """A deal of the reference."""

    @classmethod
    def started(cls, name: str, case: dict[str, Any], options: dict[str, Any]) -> ReferenceDeal:
        opt = options_of_reference(name, options)
        if "setup" not in case:
            return cls(GAMES[name].start(options=opt, **case["new_game"]))
        given = dict(case["setup"])
        if options.get("contract"):
            given.setdefault("bid", 60)
        game = GAMES[name].position(leader=given.pop("to_move", 0), options=opt, **given)
        if name == "erqiwang":
            # Cards that are nowhere have been played (SJ13.3), which certain throws depend on.
            held = {card for cards in [*game.hands, game.kitty] for card in cards}
            game.played = [card for card in opt.pack if card not in held]
        return cls(game)

    def fact(self, name: str) -> Any:
        game: Any = self.game
        if name == "trump" and isinstance(game, erqiwang_game.Game):
            return game.trump
        if name == "turned":
            return text_of(cards_held(game.shown))
        return super().fact(name)


def options_of_reference(name: str, options: dict[str, Any]) -> Any:
    return RULES[name].Options(**{key: tuple(v) if isinstance(v, list) else v for key, v in options.items()})


def say(deal: Deal, text: str) -> None:
    word = text.removesuffix("*")
    there = (deal.fact("phase"), deal.fact("redeals"))
    while (deal.fact("phase"), deal.fact("redeals")) == there:
        if there[0] == "over" and word == "usual":
            return
        deal.apply(usual(deal) if word == "usual" else word)
        if word == text:
            return


def usual(deal: Deal) -> str:
    match deal.fact("phase"):
        case "bid":
            return "no"
        case "name":
            return "name S"
    return usual_answer(deal)


def deal_answer(deal: Deal, case: dict[str, Any]) -> list[Any]:
    """What a case asks of a deal once all is said: facts, codes of texts, the legal actions in order."""
    left = run_script(deal, case["script"], case["until"]) if "script" in case else 0
    for text in case.get("actions", ()):
        say(deal, text)
    answer = [left if name == "left" else deal.fact(name) for name in case.get("show", [])]
    answer += [deal.check(text) for text in case.get("check", [])]
    return [*answer, deal.legal()] if case.get("legal") else answer


def package_match(case: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    """Levels, match points and next dealer after some deals of a match of 打百分, all answers the usual ones."""
    game = pf.load_game("dabaifen", **options)
    assert isinstance(game, pf.TrickGame)
    match = game.new_match(seed=case["match"])
    for number in range(case["deals"]):
        if number:
            match.advance()
        play_usually(PackageDeal(match.state))
    return [*match.levels, *match.match_points, match.dealer]


def reference_match(case: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    match = dabaifen_game.Match(case["match"], options_of_reference("dabaifen", options))
    for _ in range(case["deals"]):
        game = match.new_game()
        play_usually(ReferenceDeal(game))
        match.finish(game)
    return [*match.levels, *match.points, None if match.over else match.dealer]


def play_usually(deal: Deal) -> None:
    while deal.fact("phase") != "over":
        say(deal, "usual*")
