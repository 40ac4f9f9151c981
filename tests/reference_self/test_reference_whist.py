"""Whole deals of whist, against the rule said in one line."""

import random
from collections import Counter

import pytest
from reference.shengji_game import cards_held
from reference.whist_game import WhistGame


@pytest.mark.parametrize("trump", ["last_card", "S", "NT"])
def test_whist(trump: str) -> None:
    rng = random.Random(4)
    suits = set()
    for seed in range(8):
        game = WhistGame.start(seed, 1, trump=trump)
        suits.add(game.trump)
        assert game.seat == (game.dealer + 1) % 4
        assert sorted(card for hand in game.hands for card in hand) == list(range(52))
        while not game.over:
            assert game.seat is not None
            hand = game.hand(game.seat)
            if game.trick:
                led = cards_held(game.trick[0][1])[0][0]
                legal = [card for card in hand if card[0] == led] or list(hand)
            else:
                legal = list(hand)
            assert game.legal() == legal
            assert [card for card in hand if game.check(card) == "ok"] == legal
            game.apply(rng.choice(legal))
        assert sum(game.tricks) == 13
        assert game.returns() == [game.tricks[0] - 6.5, game.tricks[1] - 6.5] * 2
    assert len(suits) > 1 if trump == "last_card" else suits == {trump}


def test_whist_tricks() -> None:
    game = WhistGame.position(["HA SA", "C2 H2", "HK H3", "H4 H5"], "C")
    for action, code in [
        ("HA", "ok"),
        ("HA SA", "two_groups"),
        ("H9", "not_held"),
        ("x", "notation"),
        ("w", "not_held"),
    ]:
        assert game.check(action) == code
    game.apply("HA")
    assert game.check("C2") == "must_follow"
    for card in ("H2", "H3", "H4", "SA", "C2", "HK", "H5"):
        game.apply(card)
    assert (game.tricks, game.over, game.check("SA")) == ([1, 1], True, "game_over")
    assert Counter(action for _, action in game.history)["HA"] == 1
