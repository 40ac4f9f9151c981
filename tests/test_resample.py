"""Deals drawn by resample are equally likely: counted against all deals that fit, found by trying every one."""

from __future__ import annotations

import itertools
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import pokerfast as pf

pytestmark = pytest.mark.arch


def ways(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to deal cards to piles."""
    if not sizes:
        yield ()
        return
    for first in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in ways(rest, sizes[1:]):
            yield (first, *others)


def views(state: pf.State, seat: int) -> list[str]:
    walk, out = state.clone(), []
    while True:
        out.append(walk.view(seat).to_json())
        if not walk.history:
            return out[::-1]
        walk.undo()


def fitting(state: pf.State, seat: int, kitty: Sequence[int], make: Callable[..., pf.State]) -> set[Any]:
    """Present hands and kitty of every deal that fits what a seat has seen, by brute force: every way to lay the
    hidden cards, every action done again, every view compared.
    """
    wanted = views(state, seat)
    done = state._history_seen(-2)
    played = [[] for _ in range(state.num_players)]  # type: list[list[int]]
    for by, action in done:
        assert action is not None
        played[by] += action.ids
    now = [list(hand.ids) for hand in state.hands]
    others = [i for i in range(state.num_players) if i != seat]
    pool = sorted([card for i in others for card in now[i]] + list(kitty))
    found = set()
    for piles in ways(pool, [len(now[i]) for i in others] + [len(kitty)]):
        hands = [sorted([*played[i], *now[i]]) for i in range(state.num_players)]
        for i, pile in zip(others, piles, strict=False):
            hands[i] = sorted([*played[i], *pile])
        try:
            other = make(hands, list(piles[-1]))
            if other.view(seat).to_json() != wanted[0]:
                continue
            for (by, action), view in zip(done, wanted[1:], strict=True):
                assert by == other.seat and action is not None
                other.apply(list(action.ids) if action.ids else str(action))
                if other.view(seat).to_json() != view:
                    break
            else:
                found.add((*(tuple(hand.ids) for hand in other.hands), piles[-1]))
        except pf.PokerfastError:
            continue
    return found


def even(state: pf.State, seat: int, kitty: Sequence[int], make: Callable[..., pf.State]) -> int:
    """Whether draws are spread evenly over what fits; how much that is."""
    all_fit = fitting(state, seat, kitty, make)
    assert all_fit
    draws = max(600, 12 * len(all_fit))
    seen: Counter[Any] = Counter()
    for seed in range(draws):
        other = state.resample(seat, seed)
        buried = tuple(other._fields()["kitty"]) if kitty else ()
        seen[(*(tuple(hand.ids) for hand in other.hands), buried)] += 1
    assert set(seen) <= all_fit
    each = draws / len(all_fit)
    chi = sum((seen[deal] - each) ** 2 / each for deal in all_fit)
    free = len(all_fit) - 1
    assert abs(chi - free) < 6 * (2 * free) ** 0.5 + 8, (chi, free)
    return len(all_fit)


def played(state: pf.State, *actions: str) -> pf.State:
    for action in actions:
        state.apply(action)
    return state


def test_doudizhu() -> None:
    game = pf.load_game("doudizhu")

    def make(hands: Sequence[Any], kitty: Sequence[int] = ()) -> pf.State:
        return game.setup(hands=hands, to_move=0)

    state = played(make(["3 3 4 5 9", "5 6 7 8 T", "4 6 8 9 J"]), "3", "5", "6")
    assert even(state, 0, (), make) == 70


def test_whist_without_a_suit() -> None:
    game = pf.load_game("whist")

    def make(hands: Sequence[Any], kitty: Sequence[int] = ()) -> pf.State:
        return game.setup(hands=hands, to_move=0, trump="S")

    state = make(["SA SK HA H2", "S3 D2 D3 C2", "S4 S5 H3 C3", "S2 D4 H4 C4"])
    played(state, "SA", "S3", "S4", "S2", "HA", "D2", "H3", "H4")
    # Seats 1 and 3 can hold any of what is left, but not seat 1 hearts: there are none left to hide but H2, its own.
    assert even(state, 2, (), make) > 5
    assert even(state, 0, (), make) > 20


def shengji(decks: int = 2) -> tuple[pf.TrickGame, Callable[..., pf.State]]:
    game = pf.load_game("shengji", decks=decks)

    def make(hands: Sequence[Any], kitty: Any) -> pf.State:
        return game.setup(hands=hands, to_move=0, trump="S", level="T", dealer=0, kitty=kitty)

    return game, make


def test_shengji_with_pairs_and_a_kitty_of_another() -> None:
    _, make = shengji()
    state = make(["H9 H9 D3", "H5 H6 D5", "H7 H7 C3", "H8 D8 D9"], "H6 D6")
    played(state, "H9 H9", "H5 H6", "H7 H7", "H8 D8")
    for seat in (1, 2):
        kitty = state._fields()["kitty"]
        assert even(state, seat, kitty, make) > 20
    # The dealer knows what he buried.
    assert even(state, 0, (), lambda hands, kitty: make(hands, "H6 D6")) > 1


def test_a_seat_that_did_not_give_a_pair_has_none() -> None:
    _, make = shengji()
    state = make(["H9 H9 D3", "H5 H6 D5", "H7 H7 C3", "H8 D8 D9"], "H6 D6")
    played(state, "H9 H9", "H5 H6", "H7 H7", "H8 D8")
    for seed in range(300):
        other = state.resample(2, seed)
        rest = set(other.hands[1].ids) | set(other.hands[3].ids)
        # Seat 1 may hold no second five or six of hearts, seat 3 no hearts.
        assert not any(card % 54 in range(13, 26) for card in other.hands[3].ids)
        assert {card % 54 for card in other.hands[1].ids}.isdisjoint({13 + 3, 13 + 4})
        assert rest


def test_erqiwang_kitty_shown_and_buried() -> None:
    """Of 33 cards the dealer buried 8, any of them as likely; 8 were shown to all before."""
    game = pf.load_game("erqiwang")
    state = game.new_game(seed=3)
    while state.phase == "bid":
        state.apply("no" if state._number("bid") else state.legal_actions()[0])
    state.apply("name S")
    dealer, turned = state.seat, set(state._fields()["turned"])
    state.apply(state.legal_actions()[12345])
    assert state.phase == "play" and dealer is not None
    seat = (dealer + 1) % 4
    draws, buried_turned, in_hand = 400, 0, Counter[int]()
    for seed in range(draws):
        other = state.resample(seat, seed)
        kitty = set(other._fields()["kitty"])
        assert len(kitty) == 8 and turned <= kitty | set(other.hands[dealer].ids)
        buried_turned += len(kitty & turned)
        for i, hand in enumerate(other.hands):
            in_hand[i] += len(set(hand.ids) & set(state.hands[dealer].ids))
    mean = buried_turned / draws
    assert abs(mean - 8 * 8 / 33) < 0.3, mean
    # What the dealer holds that was not shown is anybody's.
    assert in_hand[(dealer + 2) % 4] > 3 * draws


def test_dadaa_with_cards_taken_from_the_table() -> None:
    """Of four sixes three were taken openly. One is played, and nobody can tell which: so it counts as one of the
    three, and the fourth, if it is there, is as hidden as any card.
    """
    game = pf.load_game("dadaa")
    hands = ["6 6 6 9", "4 4 6 J", "8 Q", "K T", "5 7"]
    state = game.setup(hands=hands, to_move=0, sides=[0, 1], declarer=0, big_suit="H")
    played(state, "666", "take 44", "pass", "pass", "pass", "pass", "6")
    draws, kept = 700, 0
    for seed in range(draws):
        other = state.resample(2, seed)
        assert other.view(2) == state.view(2)
        sixes = str(other.hands[1]).count("6")
        assert sixes in (2, 3)
        kept += sixes == 3
    # Seven cards are hidden, two of them in that hand.
    assert abs(kept / draws - 2 / 7) < 0.07, kept
    # Who had the sixes before knows no more than anybody else.
    assert {str(state.resample(0, seed).hands[1]).count("6") for seed in range(60)} == {2, 3}


@pytest.mark.parametrize("seed", range(4))
def test_shengji_while_cards_are_dealt(seed: int) -> None:
    """The first question tells when a seat got its first card of the level."""
    state = pf.load_game("shengji").new_game(seed=seed)
    seat, asked = (state.seat or 0) + 1 & 3, state.seat
    assert asked is not None
    where: Counter[int] = Counter()
    for number in range(60):
        other = state.resample(seat, number)
        fields = other._fields()
        last = fields["order"][25 * asked : 25 * asked + 25][(fields["dealt"] - 1) // 4]
        assert (last % 54 < 52 and last % 13 == state._number("level")) or last % 54 % 13 == state._number("level")
        where[last] += 1
    assert len(where) > 4


def throne_passed_on(seed: int) -> pf.State:
    """保皇, the throne passed on with payments that most seats have not seen."""
    state = pf.load_game("baohuang").new_game(seed=seed)
    yields = 0
    while state.phase != "play" and not state.is_over:
        if state.phase == "throne":
            yields += 1
            may = yields <= 2 + seed % 3 and state.check("yield")
            state.apply("yield" if may else "call")
        else:
            state.apply("no")
    for number in range(seed % 25):
        if not state.is_over:
            state.apply(pf.choose(state, policy="random" if seed % 2 else "greedy", seed=number))
    return state


def test_search_does_not_know_hidden_payments() -> None:
    """Where histories are out of reach the player thinks over deals that keep to less, but knows no more."""
    for seed in (13, 17, 47):
        state = throne_passed_on(seed)
        assert state.seat is not None
        other = state.resample(state.seat, 0, attempts=20_000)
        assert other.hands != state.hands
        for number in range(4):
            choices = [str(pf.choose(s, policy="search", seed=number)) for s in (state, other)]
            assert choices[0] == choices[1], (seed, number)


@pytest.mark.parametrize("name", ["baohuang", "dadaa", "doudizhu"])
def test_the_true_deal_does_not_matter(name: str) -> None:
    """Deals drawn are the same whichever of the deals that fit is the true one."""
    for seed in range(30):
        state = pf.load_game(name).new_game(seed=seed)
        for number in range(seed):
            if not state.is_over:
                state.apply(pf.choose(state, policy="random", seed=number))
        viewer = seed % state.num_players
        try:
            other = state.resample(viewer, seed, attempts=1000)
            drawn = state.resample(viewer, 77, attempts=1000)
        except pf.ResampleError:
            continue
        assert other.resample(viewer, 77, attempts=1000).hands == drawn.hands, seed


def test_playing_the_card_named_does_not_tell_that_the_emperor_is_alone() -> None:
    """He holds three of its four copies; which of them he plays, nobody sees."""
    game = pf.load_game("baohuang", mode="classic")
    alone = draws = 0
    for seed in range(150):
        state = game.new_game(seed=seed, start="play")
        if state.phase != "play" or state.guard is not None or state.seat != state.emperor:
            continue
        named = state.view(0).to_dict()["named"]
        viewer = ((state.seat or 0) + 1) % 5
        if named is None or state.view(viewer).exposed:
            continue
        state.apply(f"{named}/4")
        for number in range(40):
            alone += state.resample(viewer, number).guard is None
            draws += 1
    assert draws >= 80
    assert 0 < alone < 0.35 * draws, (alone, draws)


@pytest.mark.parametrize("name", ["shengji", "dadaa"])
def test_who_is_asked_first_was_not_to_be_asked_before(name: str) -> None:
    """Until the first question nobody holds a card that raises one."""
    moved = 0
    for seed in range(40):
        state = pf.load_game(name).new_game(seed=seed)
        seat = state.seat
        if seat is None or "order" not in state._fields():
            continue
        level = state._number("level") if name == "shengji" else 12
        other = state.resample(seat, seed)
        again = other.resample(seat, seed + 1)
        watched = [sum(card % 54 < 52 and card % 54 % 13 == level for card in hand.ids) for hand in again.hands]
        assert watched == [int(i == seat) for i in range(state.num_players)], seed
        moved += other.hands != state.hands or other._fields()["order"] != state._fields()["order"]
    assert moved > 20


@pytest.mark.parametrize(("name", "options"), [("doudizhu", {}), ("dadaa", {"no_reveal": "random_suit"})])
def test_what_chance_decided_stays(name: str, options: dict[str, Any]) -> None:
    """Who is asked first, and the suit where nobody showed an ace, come from the seed: from another deal's, too."""
    game = pf.load_game(name, **options)
    changed = 0
    for seed in range(12):
        state = game.new_game(seed=seed)
        while state.phase not in ("call", "play"):
            state.apply("no")
        other = state.resample(0, seed)
        changed += other.hands != state.hands
        assert pf.replay(other.to_record()) == other
    assert changed == 12


def test_actions_are_equal_if_they_show_the_same() -> None:
    state = pf.load_game("whist").new_game(seed=3)
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    other = state.resample(0, 5)
    assert other.history == state.history
    assert [hash(action) for action in other.history] == [hash(action) for action in state.history]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
def test_resampling_in_vain_can_be_interrupted() -> None:
    class Stop(Exception):
        pass

    def stop(*_: object) -> None:
        raise Stop

    # The throne goes round nearly twice: such payments are hardly ever met by chance.
    state = pf.load_game("baohuang").new_game(seed=0)
    yields = 0
    while state.phase != "play":
        if state.phase == "throne":
            yields += 1
            state.apply("yield" if yields <= 8 else "call")
        else:
            state.apply("no")
    for number in range(40):
        state.apply(pf.choose(state, policy="random", seed=number))
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(Stop):
            state.resample(0, 1, attempts=10**9)  # for hours
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
