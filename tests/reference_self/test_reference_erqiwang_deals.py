"""Random deals of 二七王 in the reference, whole ones and their last tricks, and random auctions."""

import random
from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from reference.erqiwang_game import Game, seeded_deal
from reference.erqiwang_rules import Options, deal_result
from reference.philox import deal_piles
from reference.shengji_game import cards_held
from reference.trick_cards import points_of, sort_cards
from reference.trick_rules import TRUMP_GROUP

PACKS = [Options(), Options(cards=92), Options(cards=92, players=3)]


def random_action(game: Game, rng: random.Random) -> str:
    """Some legal action, without listing the many."""
    assert game.seat is not None
    hand = cards_held(game.hands[game.seat])
    if game.phase == "bid":
        return rng.choice(["no", "no", game.legal()[0], rng.choice(game.legal())])
    if game.phase == "name":
        return rng.choice(game.legal())
    if game.phase == "bury":
        return "bury " + " ".join(rng.sample(hand, 8))
    assert game.rules is not None
    if not game.trick:
        if rng.random() < 0.1 and game.check("surrender") == "ok":
            return "surrender"
        group = game.rules.group(rng.choice(hand))
        own = game.rules.of_group(hand, group)
        some = " ".join(rng.sample(own, rng.randint(1, min(5, len(own)))))
        return some if game.check(some) == "ok" else rng.choice(hand)
    lead = game.lead_cards()
    own = game.rules.of_group(hand, game.rules.group(lead[0]))
    if len(own) <= len(lead):
        rest = [card for card in hand if card not in own]
        return " ".join([*own, *rng.sample(rest, len(lead) - len(own))])
    listed = game.rules.follows(hand, lead)
    assert game.count_legal() == len(listed)
    return " ".join(rng.choice(listed))


def play_out(game: Game, rng: random.Random) -> Game:
    while not game.over:
        action = random_action(game, rng)
        assert game.check(action) == "ok", (game.phase, action)
        assert game.seat is not None
        if game.phase == "play":
            others = [card for seat, hand in enumerate(game.hands) if seat != game.seat for card in hand]
            assert not others or game.check([rng.choice(others)]) == "not_held"
        game.apply(action)
        if game.phase == "play" and not game.trick:
            assert len({len(hand) for hand in game.hands}) == 1
    return game


DEALS: list[dict[str, Any]] = [
    {},
    {"cards": 92},
    {"cards": 92, "players": 3},
    {"cards": 92, "players": 3, "throws": "all", "allow_no_trump": True, "throw_fail": "smallest_unit"},
    {"allow_no_trump": True, "no_bid": "first_at_max", "kitty_rule": "pairs"},
    {"throws": "all", "throw_penalty": 10, "kitty_rule": "linear2", "kitty_shape": "winner"},
    {"throws": "certain", "kitty_rule": "linear", "overruff": "all", "throw_fail": "single_card"},
    {"throws": "none", "kitty_rule": "fixed2", "kitty_cap": 4, "protect_tractors": True},
    {"trump_throw": False, "level_tractor": "jokers_only", "gap_tractor": False, "overruff": "highest"},
    {"level_tractor": "no_ace", "throws": "all", "trump_throw": False, "kitty_cap": None},
]


@pytest.mark.parametrize("options", DEALS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_whole_deals(options: dict[str, Any], seed: int) -> None:
    opt, rng = Options(**options), random.Random(seed)
    first = rng.choice([None, 0, 1, 2])
    game = play_out(Game.start(seed, 5, first, opt), rng)
    assert game.result is not None
    assert game.bid is not None
    if game.surrendered:
        assert game.result == ("attackers", 1, 1)
        return
    assert game.result == deal_result(game.points, game.bid)
    assert sorted(game.played + game.kitty) == opt.pack
    assert len(game.shown) == len(game.kitty) == 8
    won = [card for trick in game.tricks for _, play in trick for card in cards_held(play)]
    assert points_of(won) + points_of(cards_held(game.kitty)) == 200
    assert sum(game.returns()) == 0
    winners = [trick[0][0] for trick in game.tricks[1:]] + [game.leader]
    taken = [
        points_of(cards_held(chain.from_iterable(play for _, play in trick)))
        for trick, winner in zip(game.tricks, winners, strict=True)
        if winner != game.dealer
    ]
    if winners[-1] == game.dealer and opt.throw_penalty == 0:
        assert game.points == sum(taken)
    again = Game.start(seed, 5, first, opt)
    for _, action in game.history:
        again.apply(action)
    assert (again.points, again.result, again.tricks) == (game.points, game.result, game.tricks)


def subsets(hand: Sequence[int]) -> list[list[int]]:
    return [[card for place, card in enumerate(hand) if mask >> place & 1] for mask in range(1, 1 << len(hand))]


@pytest.mark.parametrize("throws", ["trump_only", "all", "certain", "none"])
def test_legal_is_what_check_accepts(throws: str) -> None:
    """Every multiset of the small hands in the last tricks of deals."""
    rng = random.Random(9)
    thrown = 0
    for seed in range(5):
        opt = rng.choice([Options(throws=throws), Options(throws=throws, cards=92, players=3, allow_no_trump=True)])
        game = Game.start(seed, options=opt)
        while not game.over:
            hand = game.hands[game.seat or 0]
            if game.phase == "play" and len(hand) <= 7:
                listed = game.legal()
                assert len(listed) == len(set(listed)) == game.count_legal()
                seen = {}
                for ids in subsets(hand):
                    cards = " ".join(sort_cards(cards_held(ids)))
                    seen[cards] = game.check(ids)
                    assert game.check(cards) == seen[cards]
                assert {cards for cards, code in seen.items() if code == "ok"} == set(listed)
                if throws == "trump_only" and not game.trick:
                    thrown += check_trump_only(game, set(listed))
            game.apply(random_action(game, rng))
    assert thrown or throws != "trump_only"


def check_trump_only(game: Game, listed: set[str]) -> int:
    """The rule of throws in its own words; how many throws were legal?"""
    assert game.rules is not None and game.seat is not None
    rules = game.rules
    others = [card for seat, hand in enumerate(game.hands) if seat != game.seat for card in cards_held(hand)]
    legal = set()
    for ids in subsets(game.hands[game.seat]):
        cards = cards_held(ids)
        group = rules.one_group(cards)
        if group is None:
            continue
        alone = group == TRUMP_GROUP and not any(rules.group(card) == TRUMP_GROUP for card in others)
        if alone or len(cards) == 1 or (len(cards) == 2 and cards[0] == cards[1]) or rules.is_tractor(cards):
            legal.add(" ".join(sort_cards(cards)))
    assert listed == legal
    return sum(1 for cards in legal if len(rules.units(cards)) > 1)


def test_random_auctions() -> None:
    """Against the rule said again: an order of seats, who is out, the lowest number."""
    rng = random.Random(5)
    for seed in range(300):
        options = rng.choice(PACKS)
        first = rng.randrange(options.players)
        game = Game.start(seed, first=first, options=options)
        turn, out, low, lowest = first, set(), 125, None
        while game.phase == "bid" and game.deal_number == 0:
            while turn in out:
                turn = (turn + 1) % options.players
            assert game.seat == turn
            assert game.legal() == [f"bid {n}" for n in range(low - 5, 0, -5)] + ["no"]
            action = random_action(game, rng)
            if action == "no":
                out.add(turn)
            else:
                low, lowest = int(action.split()[1]), turn
            game.apply(action)
            turn = (turn + 1) % options.players
        if lowest is None:
            assert (game.phase, game.deal_number, len(out)) == ("bid", 1, options.players)
        else:
            assert (game.phase, game.dealer, game.bid) == ("name", lowest, low)
            assert low == 5 or len(out) == options.players - 1


def test_seeded_deals() -> None:
    for options in PACKS:
        deals = [seeded_deal(7, 3, number, options, 2) for number in (0, 1)]
        assert deals[0] == seeded_deal(7, 3, 0, options, 2)
        assert deals[0].hands != deals[1].hands
        kinds = [card for card in range(54) if card in options.pack]  # 54, or 46 without the 3s and 4s
        piles = deal_piles(7, 3, 0, (options.hand,) * options.players + (8,))
        ids = [[54 * (card // len(kinds)) + kinds[card % len(kinds)] for card in pile] for pile in piles]
        assert [*deals[0].hands, deals[0].kitty] == ids
        assert len(kinds) * 2 == options.cards
