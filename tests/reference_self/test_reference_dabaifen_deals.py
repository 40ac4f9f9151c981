"""Random deals of 打百分 in the reference: whole ones, their last tricks, auctions, and against 升级."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from reference import shengji_game
from reference.dabaifen_game import Game, Match
from reference.dabaifen_rules import Options, contract_scores
from reference.philox import deal_piles
from reference.shengji_game import cards_held
from reference.trick_cards import POINTS, points_of, sort_cards
from reference.trick_levels import level_result


def group_of(card: str, trump: str, level: str) -> str:
    """The rule in its own words: jokers, 2s and level cards are trumps."""
    return "T" if card in ("w", "W") or card[1] in "2" + level or card[0] == trump else card[0]


def height(card: str, trump: str, level: str) -> int:
    """Larger is higher within a group."""
    if card in ("w", "W"):
        return 200 + "wW".index(card)
    main = card[0] == trump
    if card[1] == level:
        return 120 + main
    return 110 + main if card[1] == "2" else "23456789TJQKA".index(card[1])


def is_four(cards: Sequence[str]) -> bool:
    return len(cards) == 4 and len({card[-1] for card in cards}) == 1


def legal_plays(game: Game) -> set[str]:
    """Every legal lead or answer, from all sets of cards in the hand."""
    assert game.seat is not None and game.trump is not None
    hand = game.hand(game.seat)
    lead = game.lead_cards() if game.trick else []
    groups = {card: group_of(card, game.trump, game.level) for card in hand}
    found = set()
    for size in [len(lead)] if lead else range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            of_led = [card for card in hand if lead and groups[card] == group_of(lead[0], game.trump, game.level)]
            if not lead:
                fits = len({groups[card] for card in cards}) == 1 or (game.form.four_of_rank_lead and is_four(cards))
            elif game.form.four_of_rank_lead and is_four(lead):
                fits = True
            else:
                fits = sum(card in of_led for card in cards) == min(size, len(of_led))
            if fits:
                found.add(" ".join(cards))
    return found


def trick_winner(game: Game, plays: Sequence[tuple[int, list[str]]]) -> int:
    assert game.trump is not None
    trump, level = game.trump, game.level
    leader, lead = plays[0]
    if game.form.four_of_rank_lead and is_four(lead):
        return leader
    best, high = leader, (False, 0)
    for seat, cards in plays:
        groups = {group_of(card, trump, level) for card in cards}
        led = group_of(lead[0], trump, level)
        if groups in ({led}, {"T"}):
            strength = (groups == {"T"}, max(height(card, trump, level) for card in cards))
            if strength > high or seat == leader:
                best, high = seat, strength
    return best


def wrong(game: Game, seat: int, lead: Sequence[str], hands: Sequence[Sequence[str]]) -> bool:
    """Does somebody else hold a card above the lowest one?"""
    assert game.trump is not None
    trump, level = game.trump, game.level
    if len(lead) == 1 or (game.form.four_of_rank_lead and is_four(lead)):
        return False
    low = min(height(card, trump, level) for card in lead)
    group = group_of(lead[0], trump, level)
    return any(
        group_of(card, trump, level) == group and height(card, trump, level) > low
        for other, hand in enumerate(hands)
        if other != seat
        for card in hand
    )


def random_action(game: Game, rng: random.Random, tries: float) -> str:
    """Some legal action; `tries`: how often several cards are led."""
    assert game.seat is not None
    hand = game.hand(game.seat)
    if game.phase == "bid":
        return rng.choice(["no", "no", game.legal()[0], rng.choice(game.legal())])
    if game.phase == "bury":
        size, ranks = game.options.kitty, [card[-1] for card in hand]
        cards = sorted(hand, key=lambda card: (points_of([card]), rng.random()))
        if game.form.kitty_points_max is None and rng.random() < 0.5:  # keep what is held often
            cards = sorted(cards, key=lambda card: ranks.count(card[-1]))
            return "bury " + " ".join(cards[:size])
        return "bury " + " ".join(cards[:size] if game.form.kitty_points_max is not None else rng.sample(hand, size))
    if game.phase == "play" and not game.trick:
        leads = [action for action in game.legal() if " " in action]
        hands = [game.hand(seat) for seat in range(4)]
        good = [action for action in leads if not wrong(game, game.seat, action.split(), hands)]
        if good and rng.random() < 0.5:
            return rng.choice(good)
        return rng.choice(leads) if leads and rng.random() < tries else rng.choice(hand)
    return rng.choice(game.legal())


DEALS: list[dict[str, Any]] = [
    {},
    {"wrong_throw": "none"},
    {"four_of_rank_lead": False, "nt_override": "any_two", "kitty_rule": "linear"},
    {"levels": "moving"},
    {"levels": "moving", "wrong_throw": "none", "nobody_declares": "kitty3", "first_dealer": "last_declarer"},
    {"nobody_declares": "redeal", "kitty_rule": "linear2", "nt_override": "four", "kitty_points_max": 5},
    {"nobody_declares": "kitty3_skip_jokers", "kitty_rule": "fixed2", "wrong_throw": "none"},
    {"contract": True},
    {"contract": True, "wrong_throw": "none", "kitty_points_max": 10, "kitty_rule": "pairs"},
    {"contract": True, "four_of_rank_lead": False},
]


def start(seed: int, options: Options, rng: random.Random) -> Game:
    if options.contract:
        return Game.start(seed, 5, options=options, first=rng.choice([None, 0, 1, 2, 3]))
    dealer = rng.choice([None, 0, 1, 2, 3])
    level = rng.choice("2TA") if options.levels == "moving" else "2"
    return Game.start(seed, 5, dealer, (level, level), options)


@pytest.mark.parametrize("options", DEALS, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_whole_deals(options: dict[str, Any], seed: int) -> None:
    opt, rng = Options(**options), random.Random(seed)
    game = start(seed, opt, rng)
    again = start(seed, opt, random.Random(seed))
    points, ended = 0, False
    while not game.over:
        assert not ended
        action = random_action(game, rng, 0.03)
        assert game.check(action) == "ok", (game.phase, action)
        seat, phase, trick = game.seat, game.phase, list(game.trick)
        assert seat is not None
        hands = [game.hand(other) for other in range(4)]
        game.apply(action)
        if phase != "play":
            continue
        cards = action.split()
        if not trick and wrong(game, seat, cards, hands):
            low = min(cards, key=lambda card: height(card, game.trump or "", game.level))
            assert [height(card, game.trump or "", game.level) for card in cards_held(game.trick[0][1])] == [
                height(low, game.trump or "", game.level)
            ]
            ended = opt.wrong_throw == "dealer_loses" and seat % 2 == (game.dealer or 0) % 2
            assert game.wrong_throw == game.over == ended
        elif len(trick) == 3:
            plays = [(other, cards_held(ids)) for other, ids in game.tricks[-1]]
            winner = trick_winner(game, plays)
            assert game.leader == winner
            if winner % 2 != (game.dealer or 0) % 2:
                points += sum(POINTS.get(card[-1], 0) for _, play in plays for card in play)
    assert game.dealer is not None
    if not ended:
        check_end(game, points)
    elif opt.contract:
        assert game.bid is not None
        assert game.scores == (-game.bid, points * (2 if points >= 50 else 1))
    for _, action in game.history:
        again.apply(action)
    assert (again.points, again.result, again.scores, again.tricks) == (
        game.points,
        game.result,
        game.scores,
        game.tricks,
    )


def check_end(game: Game, points: int) -> None:
    assert game.dealer is not None and game.trump is not None
    assert sorted(game.played + game.kitty) == list(range(54))
    kitty = points_of(cards_held(game.kitty))
    attackers = game.leader % 2 != game.dealer % 2
    if game.form.contract:
        assert game.bid is not None
        cards = cards_held(dict(game.tricks[-1])[game.leader])
        trump = attackers and {group_of(card, game.trump, "2") for card in cards} == {"T"}
        assert game.scores == contract_scores(game.bid, points, kitty, trump)
        sides = [game.returns()[game.dealer], game.returns()[(game.dealer + 1) % 4]]
        assert tuple(sides) == game.scores
        return
    factor = 1 if game.form.kitty_rule == "linear" else 2
    assert game.points == points + (factor * kitty if attackers else 0)
    assert game.result == level_result(game.points, game.options)
    assert sum(game.returns()) == 0


@pytest.mark.parametrize("options", [DEALS[1], DEALS[2], DEALS[4], DEALS[8]], ids=str)
def test_legal_plays(options: dict[str, Any]) -> None:
    """Against all sets of cards in the hand, and `check` on each of them, in the last tricks."""
    opt, rng = Options(**options), random.Random(2)
    for seed in range(3):
        game = start(seed, opt, rng)
        while not game.over:
            if game.phase == "play" and len(game.hands[game.seat or 0]) <= 8:
                listed = game.legal()
                assert len(listed) == len(set(listed)) == game.count_legal()
                assert set(listed) == legal_plays(game)
                hand = game.hand(game.seat or 0)
                for size in range(1, len(hand) + 1):
                    for cards in combinations(hand, size):
                        assert (game.check(" ".join(cards)) == "ok") == (" ".join(cards) in listed)
            game.apply(random_action(game, rng, 0.05))


def test_random_auctions() -> None:
    """Against the rule said again: an order of seats, who is out, the highest number."""
    rng = random.Random(5)
    for seed in range(200):
        turn = first = rng.randrange(4)
        game = Game.start(seed, options=Options(contract=True), first=first)
        out: set[int] = set()
        high, highest = 55, None
        while game.phase == "bid" and game.deal_number == 0:
            while turn in out:
                turn = (turn + 1) % 4
            assert game.seat == turn
            assert game.legal() == [f"bid {n}" for n in range(high + 5, 101, 5)] + ["no"]
            action = random_action(game, rng, 0)
            if action == "no":
                out.add(turn)
            else:
                high, highest = int(action.split()[1]), turn
            game.apply(action)
            turn = (turn + 1) % 4
        if highest is None:
            assert (game.phase, game.deal_number, len(out)) == ("bid", 1, 4)
        else:
            assert (game.phase, game.dealer, game.bid) == ("name", highest, high)
            assert high == 100 or len(out) == 3


def test_seeded_deals() -> None:
    for number in (0, 1):
        game = Game.start(7, 3, options=Options(contract=True), first=0)
        for _ in range(4 * number):
            game.apply("no")
        assert [*game.hands, game.kitty] == deal_piles(7, 3, number, (12, 12, 12, 12, 6))
        plain = shengji_game.seeded_deal(7, 3, number, Options().tricks, 0)
        assert [sorted(cards) for cards in plain.arrival] == game.hands


@pytest.mark.parametrize("levels", ["fixed", "moving"])
def test_matches(levels: str) -> None:
    match, rng = Match(3, Options(levels=levels)), random.Random(3)
    while not match.over and match.deals < 40:
        game = match.new_game()
        assert game.level == match.levels[(match.dealer or 0) % 2]
        while not game.over:
            game.apply(random_action(game, rng, 0.01))
        match.finish(game)
    assert match.over or levels == "moving"
    if levels == "fixed":
        assert match.points[match.winner or 0] >= 13 > match.points[1 - (match.winner or 0)]


def test_shengji_without_the_leads_of_this_game() -> None:
    """With moving levels all but 横甩 and wrong throws is 升级 with one deck."""
    opt = Options(levels="moving", four_of_rank_lead=False, wrong_throw="none")
    peer = shengji_game.Options(decks=1, two_is_trump=True)
    for seed in range(6):
        ours = Game.start(seed, 2, options=opt)
        theirs = shengji_game.Game.start(seed, 2, options=peer)
        while not ours.over:
            assert (ours.phase, ours.seat, ours.count_legal()) == (theirs.phase, theirs.seat, theirs.count_legal())
            if ours.phase == "bury":
                action = "bury " + " ".join(sort_cards(cards_held(ours.hands[ours.seat or 0][::3])))
            else:
                listed = ours.legal()
                assert listed == theirs.legal()
                action = listed[seed * 7 % len(listed)]
            ours.apply(action)
            theirs.apply(action)
        assert (ours.result, ours.returns(), ours.points) == (theirs.result, theirs.returns(), theirs.points)
        assert (ours.tricks, ours.kitty) == (theirs.tricks, theirs.kitty)
