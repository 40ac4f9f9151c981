"""The contest: who sits where, and which cards are dealt."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from pokerfast import contest
from pokerfast.contest.seating import APART, Draws, Meetings, draw_rounds
from tests.contests import SIZES, drawn, faults, people

few = settings(max_examples=40)
#: Tables of `drawn(7, seed=7)` and `drawn(6, "shengji", seed=7)`.
GOLDEN = [((1, 6, 3), (0, 5, 2)), ((4, 1, 5), (0, 2, 3)), ((2, 5, 6), (3, 4, 0))]
GOLDEN_PAIRS = [((0, 1),), ((2, 0),), ((2, 1),)]


# ---- the draw


def test_what_cannot_be_drawn() -> None:
    for zone, count, what in (("shengji", 2, "2 pairs"), ("dadaa", 4, "5 entrants"), ("doudizhu", 2, "3 entrants")):
        with pytest.raises(
            pf.RulesError, match=f"a table needs {what}, and has {count // (2 if 'pairs' in what else 1)}"
        ):
            drawn(count, zone)
    with pytest.raises(pf.RulesError) as error:
        drawn(3, seed=-1, rounds=0, deals=1001)
    assert [where for where, _ in faults(error)] == ["seed", "rounds", "deals"]
    with pytest.raises(pf.RulesError, match="entrants: there are none"):
        contest.Contest.draw([], seed=1, rounds=1)
    with pytest.raises(pf.RulesError, match=r"too many; at most"):
        drawn(30, rounds=1000, deals=1000)
    with pytest.raises(pf.RulesError, match="two have the same game"):
        drawn(3, zones=[contest.ZONES[2], contest.Zone("doudizhu", "rlcard")])
    with pytest.raises(pf.RulesError, match="is no zone"):
        drawn(3, zones=contest.ZONES[:2])


plans = st.builds(
    lambda counts, seed, rounds, deals: (counts, seed, rounds, deals),
    st.fixed_dictionaries(
        {
            "shengji": st.sampled_from([0, *range(4, 24, 2)]),
            "dadaa": st.sampled_from([0, *range(5, 19)]),
            "doudizhu": st.integers(3, 16),
        }
    ),
    st.integers(0, 2**64 - 1),
    st.integers(1, 6),
    st.sampled_from([None, 1, 2, 5]),
)


@few
@given(plans, st.randoms(use_true_random=False))
def test_every_plan(made: Any, chance: random.Random) -> None:
    counts, seed, rounds, deals = made
    entrants = [entrant for zone, count in counts.items() for entrant in people(zone, count)]
    plan = contest.Contest.draw(entrants, seed=seed, rounds=rounds, deals=deals)
    assert [part.zone.game for part in plan.zones] == [zone for zone in SIZES if counts[zone]]
    for part in plan.zones:
        zone, size = part.zone, SIZES[part.zone.game]
        names = {entrant.name for entrant in entrants if entrant.zone == zone.game}
        assert len(part.rounds) == rounds and part.deals == (deals or size)
        out: Counter[str] = Counter(dict.fromkeys(names, 0))
        sat: dict[str, Counter[int]] = {name: Counter(dict.fromkeys(range(size), 0)) for name in names}
        for number, round_seats in enumerate(part.rounds, 1):
            resting = [name for i in round_seats.out for name in part.contestants[i].members]
            # Everybody of the zone sits at one table or sits out; as few sit out as can.
            assert len(resting) == counts[zone.game] % size
            seen = list(resting)
            for table in range(1, len(round_seats.tables) + 1):
                for deal in range(1, part.deals + 1):
                    seats = part.seats(contest.TableDeal(zone.game, number, table, deal))
                    assert [seat.seat for seat in seats] == list(range(size))
                    for seat in seats:
                        sat[seat.entrant][seat.seat] += 1
                seen += [seat.entrant for seat in seats]
                if zone.partners == 2:
                    assert [seat.place for seat in seats] in ([0, 1, 0, 1], [1, 0, 1, 0])
            assert sorted(seen) == sorted(names)
            out.update(resting)
        assert max(out.values()) - min(out.values()) <= 1
        for counted in sat.values():
            # With as many deals as seats, or twice as many, everybody sits everywhere equally often.
            assert max(counted.values()) - min(counted.values()) <= (0 if part.deals % size == 0 else 3)
    # The same plan whatever the order in which they entered; another seed, another plan.
    chance.shuffle(entrants)
    assert contest.Contest.draw(entrants, seed=seed, rounds=rounds, deals=deals) == plan
    assert contest.Contest.from_json(plan.to_json()) == plan
    other = contest.Contest.draw(entrants, seed=seed ^ 1, rounds=rounds, deals=deals)
    assert other.deal_seed("doudizhu", 1, 1) != plan.deal_seed("doudizhu", 1, 1)


def test_a_zone_is_drawn_alike_whoever_enters_others() -> None:
    alone = drawn(9, seed=5)
    beside = contest.Contest.draw(people("doudizhu", 9) + people("dadaa", 6), seed=5, rounds=3)
    assert beside.plan("doudizhu") == alone.plan("doudizhu")
    assert beside.deal_seed("doudizhu", 2, 1) == alone.deal_seed("doudizhu", 2, 1)
    assert {drawn(9, seed=seed).plan("doudizhu").rounds for seed in range(30)} != {alone.plan("doudizhu").rounds}


def meetings(part: contest.ZonePlan) -> Counter[tuple[int, ...]]:
    made: Counter[tuple[int, ...]] = Counter(dict.fromkeys(combinations(range(len(part.contestants)), 2), 0))
    for round_seats in part.rounds:
        for table in round_seats.tables:
            made.update(combinations(sorted(table), 2))
    return made


@pytest.mark.parametrize("pairs", [2, 3, 4, 7, 8, 11])
@pytest.mark.parametrize("seed", range(3))
def test_pairs_meet_all_others_before_they_meet_again(pairs: int, seed: int) -> None:
    cycle = pairs - 1 + pairs % 2
    for rounds in (cycle, 2 * cycle):
        part = drawn(2 * pairs, "shengji", seed=seed, rounds=rounds, deals=1).plan("升级")
        assert set(meetings(part).values()) == {rounds // cycle}
    part = drawn(2 * pairs, "shengji", seed=seed, rounds=cycle + 1, deals=1).plan("升级")
    assert set(meetings(part).values()) <= {1, 2}


@pytest.mark.parametrize(
    ("zone", "count", "rounds", "most"),
    # What a short search reaches: nobody twice where there is room for it, else few.
    [("doudizhu", 9, 4, 1), ("doudizhu", 12, 3, 1), ("doudizhu", 31, 6, 1), ("dadaa", 25, 3, 1), ("dadaa", 40, 4, 1),
     ("doudizhu", 12, 6, 2), ("dadaa", 25, 6, 2), ("doudizhu", 8, 10, 4), ("dadaa", 12, 8, 5)],
)  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_who_has_met_least_meets_next(zone: str, count: int, rounds: int, most: int, seed: int) -> None:
    assert max(meetings(drawn(count, zone, seed=seed, rounds=rounds, deals=1).plan(zone)).values()) <= most


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("zone", "sizes"),
    [("doudizhu", (4, 4, 2)), ("doudizhu", (1, 3, 3, 2)), ("dadaa", (3, 3, 2, 2, 2, 3)), ("shengji", (4, 4, 4, 4))],
)
def test_team_mates_sit_apart_where_they_can(zone: str, sizes: tuple[int, ...], seed: int) -> None:
    entrants = [contest.enter(f"{t}{i}", zone, team=f"team {t}") for t, size in enumerate(sizes) for i in range(size)]
    entrants += people(zone, 4 if zone == "doudizhu" else 0)
    part = contest.Contest.draw(entrants, seed=seed, rounds=3).plan(zone)
    for round_seats in part.rounds:
        for table in round_seats.tables:
            teams = [part.contestants[i].team for i in table if part.contestants[i].team]
            assert len(set(teams)) == len(teams)


def test_a_whole_zone_of_one_team_can_still_be_drawn() -> None:
    plan = contest.Contest.draw(people("dadaa", 12, team="红"), seed=1, rounds=4)
    assert max(meetings(plan.zones[0]).values()) <= 3


def test_meetings() -> None:
    met = Meetings([None, 0, 0, None])
    met.add([0, 1, 3])
    met.add([0, 3])
    assert [met.between(0, 3), met.between(3, 0), met.between(1, 2), met.between(0, 2)] == [2, 2, APART, 0]
    assert met.with_all(0, [0, 1, 3]) == 3 and met.at([0, 1, 3]) == 4


def test_draws() -> None:
    """Words of SHA-256 over key and counter: a file format."""
    data = b"".join(hashlib.sha256(f"a|7|{block}".encode()).digest() for block in range(3))
    draws = Draws("a", 7)
    assert [draws.word() for _ in range(12)] == [int.from_bytes(data[i : i + 8], "little") for i in range(0, 96, 8)]
    draws = Draws("x")
    counted = Counter(draws.below(6) for _ in range(6000))
    assert set(counted) == set(range(6)) and min(counted.values()) > 850
    assert Counter(tuple(Draws("s", i).shuffled("abc")) for i in range(600)).keys() == set(permutations("abc"))
    assert draws.shuffled([]) == [] and Draws("x").below(1) == 0


def test_seeds_of_deals_are_a_file_format() -> None:
    plan = drawn(3, seed=7)
    text = "pokerfast-contest|deal|doudizhu|7|2|3|0"
    assert plan.deal_seed("斗地主", 2, 3) == int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
    assert plan.deal_seed("斗地主", 2, 3) == 10228762025212463697


def test_the_same_tables_on_every_machine() -> None:
    tables = [round_seats.tables for round_seats in drawn(7, seed=7).zones[0].rounds]
    assert tables == GOLDEN
    tables = [round_seats.tables for round_seats in drawn(6, "shengji", seed=7).zones[0].rounds]
    assert tables == GOLDEN_PAIRS


def test_rounds_of_numbers_alone() -> None:
    found = draw_rounds([None] * 3, ((0,), (1,), (2,)), 50, 1, Draws(1))
    assert all(round_seats.out == () and sorted(round_seats.tables[0]) == [0, 1, 2] for round_seats in found)
    assert len({round_seats.tables for round_seats in found}) > 1


# ---- deals


@pytest.mark.parametrize("zone", SIZES)
def test_the_same_deal_at_every_table(zone: str) -> None:
    plan = drawn(4 * SIZES[zone], zone, rounds=2, deals=2)
    seeds = [plan.deal_seed(zone, r, d) for r in (1, 2) for d in (1, 2)]
    assert len(set(seeds)) == 4
    state = plan.new_deal(zone, 2, 1)
    assert state == pf.load_game(zone)._deal({"seed": seeds[2]})
    assert pf.replay(state.to_record()) == state


@pytest.mark.parametrize("zone", SIZES)
def test_cards_of_a_deal_are_those_that_are_dealt(zone: str) -> None:
    """Play the deal until all cards are dealt, everybody declining, and look who holds what."""
    plan = drawn(SIZES[zone], zone, rounds=1)
    hands, kitty = plan.cards(zone, 1, 1)
    state = plan.new_deal(zone, 1, 1)
    for _ in range(400):
        if sum(map(len, state.hands)) == sum(len(hand.split()) for hand in hands):
            break
        state.apply("no")
    assert tuple(state._cards_text(hand.ids) for hand in state.hands) == hands
    whole = [card for text in (*hands, kitty) for card in state._cards_read(text)]
    decks = 1 if zone == "doudizhu" else 2
    assert sorted(whole) == list(range(54 * decks))
    assert len(kitty.split()) == {"shengji": 8, "dadaa": 0, "doudizhu": 3}[zone]


@pytest.mark.parametrize(("zone", "at", "where"), [("斗地主", (0, 1), "round"), ("斗地主", (4, 1), "round"),
                                                   ("斗地主", (1, 4), "deal"), ("升级", (1, 1), "zone")])  # fmt: skip
def test_deals_that_there_are_none_of(zone: str, at: tuple[int, int], where: str) -> None:
    with pytest.raises(pf.RulesError) as error:
        drawn(3).deal_seed(zone, *at)
    assert faults(error)[0][0] == where
