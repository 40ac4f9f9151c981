"""打大A and 保皇: single plays and lists of plays, against the reference and against the classifier."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerfast as pf
from tests.race_strategies import (
    GAMES,
    PLAYS,
    Options,
    all_plays,
    deal_out,
    described,
    every_card_options,
    game_of,
    guard_card_seat,
    name_of,
    pack_of,
    plays_by_kind,
    random_card_options,
    random_cards,
    random_hand,
    random_play,
    random_rival,
    random_subset,
    reading_of,
    reference,
)
from tests.reference import dadaa_plays
from tests.reference.baohuang_plays import Options as Baohuang
from tests.reference.dadaa_plays import Options as Dadaa

rngs = st.randoms(use_true_random=False)
every_game = pytest.mark.parametrize("name", GAMES)
#: Hands up to this size are looked at by every subset.
MOST_SUBSETS = 1500


# ---- what cards are


def compare_cards(opt: Options, cards: str, rng: random.Random) -> pf.Combo | None:
    """Readings and classify, from cards in any order."""
    game = game_of(opt)
    expected = reference(opt).reading(cards, opt)
    chosen = game.classify(cards)
    assert (None if chosen is None else reading_of(chosen)) == expected, (opt, cards)
    mixed = " ".join(rng.sample(cards, len(cards)))
    assert game.readings(mixed) == (() if chosen is None else (chosen,))
    if chosen is not None:
        assert (chosen.cards, str(chosen), len(chosen)) == (cards, cards, len(cards))
        assert game.classify(chosen) == chosen == game.classify(pf.Hand(cards))
    return chosen


@pytest.mark.arch
@every_game
@given(rngs)
def test_readings(name: str, rng: random.Random) -> None:
    opt = random_card_options(rng, name)
    hand = random_hand(rng, opt)
    compare_cards(opt, hand, rng)
    compare_cards(opt, random_subset(rng, hand, opt), rng)
    compare_cards(opt, random_cards(rng, opt), rng)
    assert compare_cards(opt, random_play(rng, opt), rng) is not None


@pytest.mark.arch
@every_game
def test_every_play_of_the_pack(name: str, big: bool) -> None:
    """`all_combos`: every play once, whatever the options about cards."""
    every = every_card_options(name)
    for opt in every if big else random.Random(name).sample(every, 8):
        found = [described(combo) for combo in game_of(opt).all_combos()]
        assert len(set(found)) == len(found)
        assert set(found) == all_plays(opt), opt


@pytest.mark.arch
@every_game
def test_cards_that_are_no_play(name: str) -> None:
    game = game_of(PLAYS[name].DEFAULT)
    for cards in ("", "78", "7789", "777788889", "77wW8"):
        assert game.classify(cards) is None
        assert game.readings(cards) == ()
        assert game.beats(cards, "7") is game.beats("7", cards) is game.beats(cards, cards) is False
        assert game.beating(cards, "7") is game.beating("7", cards) is None
    if name == "dadaa":
        assert game.classify("444455556666") is game.classify("77w") is game.classify("*A") is None


@every_game
def test_cards_that_no_pack_has(name: str) -> None:
    surplus = {
        "dadaa": ("444444444", "***", "AAAAAAA**", "www", "WWW", "S4 S4 S4", "S4/3", "S4/1 S4/1"),
        "baohuang": ("77777777777777777", "wwwww", "WWWWW", "5", "44", "*", "S7 S7 S7 S7 S7", "S7/5", "S7/2 S7/2"),
    }
    game = game_of(PLAYS[name].DEFAULT)
    for cards in surplus[name]:
        for ask in (game.classify, game.readings, game.leads, game.count_leads):
            with pytest.raises(pf.NotationError):
                ask(cards)
        for one, other in ((cards, "7"), ("7", cards)):
            for ask_both in (game.beats, game.beating, game.follows, game.count_follows, game.takes):
                with pytest.raises(pf.NotationError):
                    ask_both(one, other)


# ---- what beats what


def compare_pair(opt: Options, play: str, table: str) -> bool:
    """Every way to ask: text or Combo on either side."""
    game = game_of(opt)
    expected = reference(opt).beats(play, table, opt)
    assert game.beats(play, table) is expected, (opt, play, table)
    combo, laid = combo_of(opt, play), combo_of(opt, table)
    if combo is not None:
        assert game.beats(combo, table) is expected
    if laid is not None:
        assert game.beats(play, laid) is expected
    if combo is not None and laid is not None:
        assert game.beats(combo, laid) is expected
    assert game.beating(play, table) == (combo if expected else None)
    return bool(expected)


@lru_cache(maxsize=1 << 16)
def combo_of(opt: Options, cards: str) -> pf.Combo | None:
    return game_of(opt).classify(cards)


@pytest.mark.arch
@every_game
@given(rngs)
def test_beats(name: str, rng: random.Random) -> None:
    opt = random_card_options(rng, name)
    table = random_play(rng, opt)
    for play in (random_play(rng, opt), random_rival(rng, opt, table), random_cards(rng, opt)):
        compare_pair(opt, play, table)
        compare_pair(opt, table, play)
    compare_pair(opt, random_cards(rng, opt), random_cards(rng, opt))


@pytest.mark.arch
def test_every_pair_of_plays_of_dadaa(big: bool) -> None:
    """All plays on all plays, under one set of options or all."""
    every = every_card_options("dadaa")
    for opt in every if big else random.Random(1).sample(every, 2):
        game = game_of(opt)
        plays = [((combo.kind, combo.rank, combo.length), combo.cards, combo) for combo in game.all_combos()]
        for kind, cards, combo in plays:
            for table_kind, table_cards, table in plays:
                expected = dadaa_plays.play_beats((kind, cards), (table_kind, table_cards), opt)  # type: ignore[arg-type]
                assert game.beats(combo, table) is expected, (opt, combo, table)


@pytest.mark.arch
@pytest.mark.parametrize("kao", [False, True])
def test_every_pair_of_small_plays_of_baohuang(kao: bool, big: bool) -> None:
    """Up to four of each joker with up to four (POKERFAST_BIG=1: eight) of three neighbouring ranks."""
    opt = Baohuang(kao=kao)
    jokers = ["w" * small + "W" * tall for small in range(5) for tall in range(5)]
    most = 9 if big else 3
    plays = [joker for joker in jokers if joker]
    plays += [rank * number + joker for rank in "78T" for number in range(1, most) for joker in jokers]
    for play in plays:
        for table in plays:
            assert game_of(opt).beats(play, table) is reference(opt).beats(play, table, opt), (play, table)


@every_game
def test_beating_has_no_cycles(name: str) -> None:
    """And in 打大A it goes through. A play's weight in 保皇 is the page's proof."""
    for opt in random.Random(name).sample(every_card_options(name), 3):
        game = game_of(opt)
        combos = random.Random(1).sample(list(game.all_combos()), 200)
        above = {low: {high for high in combos if game.beats(high, low)} for low in combos}
        for low in combos:
            assert low not in above[low]
            for high in above[low]:
                assert low not in above[high]
                if name == "dadaa":
                    assert above[high] <= above[low]
                else:
                    assert weight(high.cards) > weight(low.cards)


def weight(cards: str) -> float:
    return sum("3456789TJQKA2".index(rank) / 13 if rank not in "wW" else 2.0 + (rank == "W") for rank in cards)


# ---- lists of plays


def check_sequence(found: Sequence[pf.Combo], count: int) -> None:
    """What every list of plays keeps, whatever is in it."""
    listed = list(found)
    assert len(found) == count == len(listed)
    assert [found[i] for i in range(count)] == listed
    assert [found[i - count] for i in range(count)] == listed
    assert len(set(listed)) == len({combo.cards for combo in listed}) == count


def compare_leads(opt: Options, hand: str) -> Sequence[pf.Combo]:
    game = game_of(opt)
    found = game.leads(hand)
    check_sequence(found, game.count_leads(hand))
    assert {described(combo) for combo in found} == reference(opt).leads(hand, opt), (opt, hand)
    return found


def compare_follows(opt: Options, hand: str, table: str) -> Sequence[pf.Combo]:
    """To cards that may be no play."""
    game = game_of(opt)
    found = game.follows(hand, table)
    check_sequence(found, game.count_follows(hand, table))
    assert {described(combo) for combo in found} == reference(opt).follows(hand, table, opt), (opt, hand, table)
    laid = combo_of(opt, table)
    if laid is not None:
        assert list(game.follows(hand, laid)) == list(found)
        assert game.count_follows(hand, laid) == len(found)
    takes = game.takes(hand, table)
    expected = reference(opt).takes(hand, table, opt) if name_of(opt) == "dadaa" else set()
    assert {combo.cards for combo in takes} == expected, (opt, hand, table)
    assert all(combo == game.classify(combo.cards) for combo in takes)
    check_sequence(takes, len(expected))
    return found


def table_for(rng: random.Random, opt: Options, hand: str) -> str:
    """A play; now and then one that the hand has an answer to, rather a low one, or cards that are none."""
    what = rng.random()
    if what < 0.1:
        return random_cards(rng, opt)
    if what < 0.4:
        led = sorted(reference(opt).leads(hand, opt))
        if led:
            return random_play(rng, opt) if rng.random() < 0.2 else str(rng.choice(led)[1])
    if what < 0.6 and name_of(opt) == "dadaa":  # something to take
        rank = rng.choice("456789TJQKA23")
        return rank * rng.randint(2, 6 if rank == "A" else 8)
    return random_play(rng, opt)


@pytest.mark.arch
@every_game
@given(rngs)
def test_leads(name: str, rng: random.Random) -> None:
    opt = random_card_options(rng, name)
    hand = random_hand(rng, opt)
    held = Counter(hand)
    for combo in compare_leads(opt, hand):
        assert game_of(opt).classify(combo.cards) == combo
        assert not Counter(combo.cards) - held


@pytest.mark.arch
@every_game
@given(rngs)
def test_follows(name: str, rng: random.Random) -> None:
    opt = random_card_options(rng, name)
    hand = random_hand(rng, opt)
    table = table_for(rng, opt, hand)
    for combo in compare_follows(opt, hand, table):
        assert game_of(opt).beats(combo, table)
        assert game_of(opt).beating(combo.cards, table) == combo


@every_game
@given(rngs)
def test_what_is_not_listed_is_refused(name: str, rng: random.Random) -> None:
    """Every part of a small hand: in the list exactly if the classifier accepts it, and 憋6 does."""
    opt = random_card_options(rng, name)
    model, game = reference(opt), game_of(opt)
    hand = random_hand(rng, opt, rng.randint(1, 12))
    while len(parts := [part for part in model.sub_multisets(hand) if part]) > MOST_SUBSETS:
        hand = hand[:-1]
    table = table_for(rng, opt, hand)
    assert {described(combo) for combo in game.leads(hand)} == model.exhaustive_leads(hand, opt)
    led = {combo.cards for combo in game.leads(hand)}
    followed = {combo.cards for combo in game.follows(hand, table)}
    for cards in parts:
        waits = name == "baohuang" and not model.sixes_allow(cards, hand, opt)
        assert (game.classify(cards) is not None and not waits) is (cards in led), (opt, hand, cards)
        assert (game.beats(cards, table) and not waits) is (cards in followed), (opt, hand, table, cards)


@every_game
@given(rngs)
def test_smaller_hands_have_fewer_plays(name: str, rng: random.Random) -> None:
    opt = random_card_options(rng, name)
    if isinstance(opt, Baohuang):
        opt = dataclasses.replace(opt, bie6=False)  # there a smaller hand may have more
    hand = random_hand(rng, opt)
    part = random_subset(rng, hand, opt)
    held = Counter(part)
    fewer = {combo for combo in game_of(opt).leads(hand) if not Counter(combo.cards) - held}
    assert set(game_of(opt).leads(part)) == fewer


@pytest.mark.arch
@every_game
def test_the_whole_pack_as_a_hand(name: str) -> None:
    for opt in random.Random(name).sample(every_card_options(name), 4):
        hand = pack_of(opt)
        led = compare_leads(opt, hand)
        assert len(led) > 200
        for table in random.Random(2).sample([combo.cards for combo in led], 6):
            compare_follows(opt, hand, table)
    full = [opt for opt in every_card_options(name) if not getattr(opt, "bie6", False)]
    for opt in random.Random(name).sample(full, 2):
        # 打大A: no hand of eight aces has both big ones too.
        assert {described(combo) for combo in game_of(opt).leads(pack_of(opt))} == {
            play for play in all_plays(opt) if not Counter(play[1]) - Counter(pack_of(opt))
        }


@pytest.mark.arch
@every_game
def test_empty_hands_and_no_table(name: str) -> None:
    game = game_of(PLAYS[name].DEFAULT)
    for found in (game.leads(""), game.follows("", "7"), game.follows("wW", pf.PASS), game.follows("wW78", "78")):
        assert list(found) == [] and len(found) == 0
    assert list(game.takes("", "777")) == list(game.takes("77", pf.PASS)) == list(game.takes("77", "")) == []
    assert game.count_leads("") == game.count_follows("", "7") == game.count_follows("77", pf.PASS) == 0


# ---- the legal actions of a position


def setup_arguments(rng: random.Random, opt: Options, hand: str, table: str | None) -> dict[str, Any] | None:
    """A position in which a seat holds the hand; None if the pack has too few cards for that."""
    left = Counter(pack_of(opt)) - Counter(hand) - Counter(table or "")
    if left.total() + len(hand) + len(table or "") != len(pack_of(opt)) or left.total() < 4:
        return None
    hands = deal_out(rng, opt, [1] * 4, hand + (table or ""))
    seat = rng.randrange(5)
    hands.insert(seat, hand)
    arguments: dict[str, Any] = {"hands": hands, "to_move": seat}
    if table is not None:
        arguments |= {"table": table, "table_by": (seat + rng.randint(1, 4)) % 5}
    if name_of(opt) == "dadaa":
        holders = {i for i in range(5) if "*" in hands[i]}
        free = [i for i in range(5) if i not in holders]
        both = "".join(hands).count("*") == 2
        sides = sorted(holders) if both or len(holders) == 2 else sorted(holders | {rng.choice(free)})
        return arguments | {"sides": sides, "declarer": rng.choice(sides)}
    marked = guard_card_seat(hands)
    emperor = rng.randrange(5) if marked is None else (marked + rng.randrange(5)) % 5
    guard = marked if marked is not None and marked != emperor else None
    return arguments | {"emperor": emperor, "guard": guard}


def compare_position(rng: random.Random, opt: Options) -> bool:
    """The legal actions of a position against the lists of plays, one by one."""
    game = game_of(opt)
    hand = random_hand(rng, opt, 34)
    table = None if rng.random() < 0.4 else table_for(rng, opt, hand)
    if table is not None and game.classify(table) is None:
        return False
    arguments = setup_arguments(rng, opt, hand, table)
    if arguments is None:
        return False
    state = game.setup(**arguments)
    assert state.hands[arguments["to_move"]].cards == hand
    actions = state.legal_actions()
    listed = list(game.leads(hand) if table is None else game.follows(hand, table))
    assert [action.combo for action in actions[: len(listed)]] == listed
    assert [str(action) for action in actions[: len(listed)]] == [combo.cards for combo in listed]
    others = [str(action) for action in actions[len(listed) :]]
    takes = [] if table is None else [f"take {combo.cards}" for combo in game.takes(hand, table)]
    assert others == ([] if table is None else [*takes, "pass"])
    assert len(actions) == state.count_legal() == len(listed) + len(others)
    for i in rng.sample(range(len(actions)), min(5, len(actions))):
        assert actions[i] == actions[i - len(actions)]
        after, by_text = state.clone(), state.clone()
        after.apply_index(i)
        by_text.apply(str(actions[i]))
        assert after == by_text
    return True


@pytest.mark.arch
@every_game
@given(rngs)
def test_actions_are_the_listed_plays(name: str, rng: random.Random) -> None:
    compare_position(rng, random_card_options(rng, name))


# ---- in numbers


def pairs_of(rng: random.Random, opt: Options) -> tuple[str, str]:
    """A play and a table: half the time plays both, a quarter of one kind."""
    what = rng.random()
    if what < 0.25:
        table = random_play(rng, opt)
        return random_rival(rng, opt, table), table
    if what < 0.3:
        same = rng.choice(list(plays_by_kind(opt).values()))
        return rng.choice(same), rng.choice(same)
    if what < 0.55:
        return random_play(rng, opt), random_play(rng, opt)
    cards = random_cards(rng, opt)
    return (cards, random_play(rng, opt)) if rng.random() < 0.5 else (random_play(rng, opt), cards)


def compare_many_pairs(name: str, seed: int, number: int) -> Counter[str]:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for i in range(number):
        if i % 200 == 0:
            opt = random_card_options(rng, name)
        play, table = pairs_of(rng, opt)
        if i % 20 == 0:
            compare_cards(opt, play, rng)
        seen["beats"] += compare_pair(opt, play, table)
        made, lies = combo_of(opt, play), combo_of(opt, table)
        seen["plays"] += made is not None and lies is not None
        seen["same kind"] += made is not None and lies is not None and made.kind == lies.kind
    return seen


def compare_many_hands(name: str, seed: int, number: int, part: int) -> Counter[str]:
    """Counts of leads and follows of every hand, and one time in `part` what they are."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for i in range(number):
        if i % 100 == 0:
            opt = random_card_options(rng, name)
            game, model = game_of(opt), reference(opt)
        hand = random_hand(rng, opt)
        table = table_for(rng, opt, hand)
        if i % part == 0:
            led, found = len(compare_leads(opt, hand)), len(compare_follows(opt, hand, table))
        else:
            plays = model.leads(hand, opt)
            led = len(plays)
            assert game.count_leads(hand) == led, (opt, hand)
            found = sum(model.beats(cards, table, opt) for _, cards in plays)
            assert game.count_follows(hand, table) == found, (opt, hand, table)
        seen["leads"] += led
        seen["follows"] += found
        seen["answered"] += found > 0
        seen["takes"] += len(game.takes(hand, table))
    return seen


@pytest.mark.arch
@every_game
def test_seeded_pairs_and_hands(name: str) -> None:
    seen = compare_many_pairs(name, 1, 4_000)
    assert seen["plays"] >= 2_000 and seen["same kind"] >= 1_000 and seen["beats"] >= 300, seen
    seen = compare_many_hands(name, 2, 400, 2)
    assert seen["answered"] >= 80 and (seen["takes"] >= 20) is (name == "dadaa"), seen


@pytest.mark.slow
@every_game
def test_many_pairs(name: str, big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += compare_many_pairs(name, 1000 + seed, 100_000)
    assert seen["plays"] >= 500_000 and seen["same kind"] >= 250_000 and seen["beats"] >= 75_000, seen


@pytest.mark.slow
@every_game
def test_many_hands(name: str, big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += compare_many_hands(name, 2000 + seed, 20_000, 4)
    assert seen["answered"] >= 40_000, seen


@pytest.mark.slow
@every_game
def test_many_positions(name: str, big: bool) -> None:
    if not big:
        pytest.skip("POKERFAST_BIG=1 runs it")
    rng = random.Random(3)
    assert sum(compare_position(rng, random_card_options(rng, name)) for _ in range(20_000)) >= 10_000


@every_game
def test_options_about_deals_change_no_play(name: str) -> None:
    opt = Dadaa(score="grassland", wind="next") if name == "dadaa" else Baohuang(qiangdu=True, stack_doubles=True)
    assert list(game_of(opt).all_combos()) == list(game_of(PLAYS[name].DEFAULT).all_combos())
