"""The contest: results from files, records and the engine; damaged files."""

from __future__ import annotations

import copy
import json
import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerfast as pf
from pokerfast import contest
from tests.contests import SIZES, csv_rows, drawn, faults, people, scored, whole, with_rows

# ---- results


def test_the_form_for_results_has_every_seat() -> None:
    plan = whole(team=True)
    rows = csv_rows(contest.empty_results(plan))
    assert len(rows) == sum(
        part.deals * SIZES[part.zone.game] * len(r.tables) for part in plan.zones for r in part.rounds
    )
    assert all(row[-1] == "" for row in rows) and len({tuple(row[:5]) for row in rows}) == len(rows)
    assert contest.read_results(plan, with_rows(rows)) == contest.empty_results(plan)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_results_through_csv(seed: int, chance: random.Random) -> None:
    plan = whole(team=True)
    full = scored(plan, seed)
    part = contest.Results(plan, {at: scores for at, scores in full.scores.items() if chance.random() < 0.6})
    rows = csv_rows(part)
    chance.shuffle(rows)
    if chance.random() < 0.5:
        rows = [row for row in rows if row[-1]]
    read = contest.read_results(plan, with_rows(rows))
    assert read == part and read.to_csv() == part.to_csv()
    # The order of rows makes no difference to the standings either.
    for apart in (False, True):
        assert contest.make_standings(read, apart=apart) == contest.make_standings(part, apart=apart)


def test_scores_are_exact() -> None:
    plan = drawn(4, "shengji", rounds=1, deals=3)
    rows = csv_rows(contest.empty_results(plan))
    for row in rows:
        row[-1] = "0.1" if row[5] == plan.zones[0].contestants[0].members[0] else "-0.1"
    partner = plan.zones[0].contestants[0].members[1]
    rows = [[*row[:-1], "+0.10" if row[5] == partner else row[-1]] for row in rows]
    read = contest.read_results(plan, with_rows(rows))
    assert contest.make_standings(read).rankings[0].rows[0].score == Decimal("0.3")
    assert "0.1\n" in read.to_csv() and "0.10" not in read.to_csv()


def test_what_is_wrong_with_a_file_of_results() -> None:
    plan = drawn(4, "shengji", rounds=2, deals=2)
    good = csv_rows(scored(plan))

    def told(change: Any) -> list[tuple[str, str]]:
        rows = copy.deepcopy(good)
        change(rows)
        with pytest.raises(pf.RulesError) as error:
            contest.read_results(plan, with_rows(rows))
        return faults(error)

    def put(line: int, column: int, value: str) -> Any:
        return lambda rows: rows[line - 2].__setitem__(column, value)

    assert contest.read_results(plan, with_rows(good)) == scored(plan)
    assert told(put(3, 0, "打大A"))[0] == ("line 3, column zone", "'打大A' is no zone; known: 升级")
    assert told(put(3, 1, "one"))[0] == ("line 3, column round", "'one' is no number")
    assert told(put(3, 1, "３"))[0] == ("line 3, column round", "'３' is no number")
    assert told(put(3, 1, "3"))[0] == ("line 3, column round", "is not in the plan")
    assert told(put(3, 2, "2"))[0] == ("line 3, column table", "is not in the plan")
    assert told(put(3, 3, "0"))[0] == ("line 3, column deal", "is not in the plan")
    assert told(put(3, 4, "4"))[0] == ("line 3, column seat", "is not in the plan")
    assert told(put(3, 5, "X"))[0] == ("line 3, column entrant", f"'X' does not sit there, but {good[1][5]}")
    for score in ("much", "1e3", "nan", "inf", "1.", ".5", "1,5".replace(",", "_"), "--1", "1" * 13, "0.00001", "½"):
        assert told(put(3, 6, score))[0] == ("line 3, column score", f"{score!r} is no score")
    assert told(put(3, 6, "")) == [
        ("line 3, column score", f"table 1, deal 1 is half filled in: no score of {good[1][5]}")
    ]
    assert told(lambda rows: rows.pop(1)) == [
        ("line 4", f"table 1, deal 1 is half filled in: no score of {good[1][5]}")
    ]
    assert told(lambda rows: rows.append(rows[0])) == [(f"line {len(good) + 2}", "the same seat as line 2")]
    assert told(put(4, 6, "77")) == [("line 5, column score", f"{good[2][5]} has another score than the partner")]
    # A fault hides no other.
    both = told(lambda rows: (rows[0].__setitem__(6, "x"), rows[5].__setitem__(1, "y")))
    assert [where for where, _ in both[:2]] == ["line 2, column score", "line 7, column round"]


@given(st.text(alphabet=st.characters(), max_size=200))
def test_any_text_is_refused_or_read(text: str) -> None:
    for reader in (
        contest.read_entrants,
        contest.Contest.from_json,
        lambda text: contest.read_results(drawn(3), text),
        lambda text: contest.read_entrants("name,zone,team,partner,player\n" + text),
        lambda text: contest.read_results(drawn(3), "zone,round,table,deal,seat,entrant,score\n" + text),
    ):
        try:
            reader(text)
        except pf.PokerfastError as error:
            assert str(error)


@given(st.data())
def test_a_damaged_results_file_is_refused_or_read(data: st.DataObject) -> None:
    plan = drawn(4, rounds=1)
    text = scored(plan).to_csv()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 5))
        text = (
            text[:at]
            + data.draw(st.sampled_from(["", ",", "\n", '"', "\0", "9", "-", "斗地主", "\r", " "]))
            + text[at + gone :]
        )
    try:
        results = contest.read_results(plan, text)
    except pf.RulesError as error:
        assert error.faults
    else:
        contest.make_standings(results)


def nodes(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all parts of a JSON value."""
    inside = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [path, *(deeper for key, part in inside for deeper in nodes(part, (*path, key)))]


SMALL = contest.Contest.draw(
    [*people("shengji", 6), *(contest.enter(f"d{i}", "斗地主", team="红" if i < 2 else None) for i in range(4))],
    seed=1,
    rounds=2,
)


@given(st.data())
def test_a_damaged_plan_is_refused_or_read(data: st.DataObject) -> None:
    record = json.loads(SMALL.to_json())
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(nodes(record)[1:]))
        inside = record
        for key in path[:-1]:
            inside = inside[key]
        if data.draw(st.booleans()):
            inside[path[-1]] = data.draw(
                st.sampled_from(
                    [None, True, 0, 1, -1, 99, 2**70, 0.5, "", "x", "升级", [], [0], [[0]], {}, {"a": 1}, "d0"]
                )
            )
        elif isinstance(inside, dict):
            del inside[path[-1]]
        else:
            inside.append(inside[path[-1]])
    try:
        plan = contest.Contest.from_json(json.dumps(record))
    except pf.SnapshotError as error:
        assert str(error)
    else:
        contest.make_standings(scored(plan))
        plan.seating_csv()
        contest.play_engines(contest.empty_results(plan))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda r: r.update(version=2), "version 2, this build reads 1"),
        (lambda r: r.update(format="x"), "not a pokerfast-contest object"),
        (lambda r: r.update(seed=-1), "seed: must be"),
        (lambda r: r.update(zones=[]), "zones: none"),
        (lambda r: r["zones"].append(r["zones"][0]), "two of one game"),
        (lambda r: r["zones"][0].update(game="poker"), "poker"),
        (lambda r: r["zones"][0]["options"].pop("decks"), "decks: is missing"),
        (lambda r: r["zones"][0].update(deals=0), "deals must be"),
        (lambda r: r["zones"][0].update(rounds=[]), "rounds must be"),
        (lambda r: r["zones"][0]["rounds"][0].update(out=[]), "sits at one table, or sits out"),
        (lambda r: r["zones"][0]["rounds"][0]["tables"][0].reverse(), None),
        (lambda r: r["zones"][1]["rounds"][0]["tables"][0].append(9), "a table has 3 contestants"),
        (lambda r: r["zones"][0]["contestants"].pop(), "every entrant is one contestant"),
        (lambda r: r["zones"][0]["entrants"][0].update(player="engine:x"), "player"),
        (lambda r: r["zones"][0]["entrants"][0].update(age=1), "unknown key 'age'"),
        (lambda r: r["zones"][1]["entrants"][0].update(name="shengji0"), "a contestant is 1 of its entrants"),
        (lambda r: r["zones"][0]["entrants"][0].update(team="红"), "different teams"),
    ],
)
def test_what_is_wrong_with_a_plan(change: Any, told: str | None) -> None:
    record = json.loads(SMALL.to_json())
    change(record)
    text = json.dumps(record)
    if told is None:
        assert contest.Contest.from_json(text) != SMALL
        return
    with pytest.raises(pf.SnapshotError, match=told):
        contest.Contest.from_json(text)


def test_a_name_in_two_zones_of_a_plan() -> None:
    text = SMALL.to_json().replace('"d0"', '"shengji0"')
    with pytest.raises(pf.SnapshotError, match="one zone only"):
        contest.Contest.from_json(text)


def test_wrong_scores() -> None:
    plan = drawn(4, "shengji")
    empty = contest.empty_results(plan)
    at = next(plan.table_deals())
    for scores in (
        [1, 1, 1],
        [1, -1, 2, -1],
        [float("nan")] * 4,
        [float("inf")] * 4,
        [1e12] * 4,
        [1e-5] * 4,
        [1e300] * 4,
    ):
        with pytest.raises(pf.RulesError, match="scores"):
            empty.with_deals({at: scores})
    with pytest.raises(pf.RulesError, match="not in the plan"):
        empty.with_deals({at._replace(table=9): [1, -1, 1, -1]})
    assert empty.with_deals({at: [1, -1, 1, -1]}).by_seat(at) == (1, -1, 1, -1)
    assert empty.by_seat(at) is None
    assert str(empty.with_deals({at: [1.0, -0.5, Decimal("1.00"), -0.5]}).by_seat(at)) == str(
        tuple(map(Decimal, ("1", "-0.5", "1", "-0.5")))
    )


# ---- deals between players of the engine


def engines(zone: str, count: int, policies: tuple[str, ...] = ("random", "greedy")) -> list[contest.Entrant]:
    return [contest.enter(f"{zone}{i}", zone, player=f"engine:{policies[i % len(policies)]}") for i in range(count)]


@pytest.mark.parametrize("zone", SIZES)
def test_engines_play_their_tables(zone: str) -> None:
    plan = contest.Contest.draw(engines(zone, 2 * SIZES[zone]), seed=2, rounds=2)
    results = contest.play_engines(contest.empty_results(plan))
    part = plan.plan(zone)
    assert list(results.scores) == list(plan.table_deals())
    for at in plan.table_deals():
        policy = [next(e.policy for e in part.entrants if e.name == seat.entrant) for seat in part.seats(at)]
        run = pf.simulate(pf.load_game(zone), games=1, seed=plan.deal_seed(*at[:2], at.deal), policy=policy)  # type: ignore[arg-type]
        assert results.by_seat(at) == run.mean_returns
    assert contest.play_engines(results) == results
    assert contest.read_results(plan, results.to_csv()) == results


def test_equal_players_end_alike_with_equal_cards() -> None:
    plan = contest.Contest.draw(engines("doudizhu", 12, ("greedy",)), seed=4, rounds=2)
    results = contest.play_engines(contest.empty_results(plan))
    by_deal: dict[tuple[int, int], set[Any]] = {}
    for at in results.scores:
        by_deal.setdefault((at.round, at.deal), set()).add(results.by_seat(at))
    assert len(by_deal) == 6 and all(len(scores) == 1 for scores in by_deal.values())
    assert all(row.above_field == 0 for row in contest.make_standings(results).rankings[0].rows)


def test_people_are_left_to_play_themselves() -> None:
    entrants = [*engines("doudizhu", 8), contest.enter("人", "斗地主")]
    plan = contest.Contest.draw(entrants, seed=2, rounds=2)
    seen: list[int] = []
    results = contest.play_engines(contest.empty_results(plan), progress=seen.append)
    with_people = [at for at in plan.table_deals() if any(s.entrant == "人" for s in plan.zones[0].seats(at))]
    assert len(with_people) == 6 and not set(with_people) & set(results.scores)
    assert len(results.scores) == 12 and seen == list(range(1, 13))
    # What is known is not played again.
    at = next(iter(results.scores))
    changed = results.with_deals({at: [100, 0, -100]})
    assert contest.play_engines(changed).by_seat(at) == (100, 0, -100)


# ---- records


def played(state: pf.State, seed: int) -> pf.State:
    chance = random.Random(seed)
    while not state.is_over:
        state.apply_index(chance.randrange(state.count_legal()))
    return state


@pytest.mark.parametrize("zone", SIZES)
def test_a_record_gives_the_scores(zone: str) -> None:
    plan = drawn(SIZES[zone], zone, rounds=1, deals=2)
    at = contest.TableDeal(zone, 1, 1, 2)
    empty = contest.empty_results(plan)
    state = played(plan.new_deal(zone, 1, 2), 5)
    results = empty.with_record(at, state.to_record())
    assert results.by_seat(at) == tuple(map(Decimal, state.returns()))
    assert results.with_record(at, state.to_record()) == results
    with pytest.raises(pf.RulesError, match="other scores"):
        empty.with_deals({at: [99] * SIZES[zone]}).with_record(at, state.to_record())
    for text, why in (
        (played(plan.new_deal(zone, 1, 1), 5).to_record(), "is not of deal 2 of round 1"),
        (plan.new_deal(zone, 1, 2).to_record(), "is not over"),
    ):
        with pytest.raises(pf.RulesError, match=why):
            empty.with_record(at, text)
    with pytest.raises(pf.NotationError):
        empty.with_record(at, "nonsense")


def test_a_match_is_no_record_of_a_deal() -> None:
    plan = drawn(4, "shengji")
    match = pf.load_game("shengji").new_match(seed=plan.deal_seed("升级", 1, 1))
    with pytest.raises(pf.RulesError, match="is a match"):
        contest.empty_results(plan).with_record(next(plan.table_deals()), match.to_record())


def test_the_notice_board() -> None:
    plan = drawn(7, rounds=2, deals=1)
    lines = plan.seating_csv().splitlines()
    assert lines[0] == "zone,round,table,seat,entrant" and len(lines) == 15
    assert sum(",,," in line for line in lines) == 2
    assert str(plan.deal_seed("斗地主", 1, 1)) not in plan.seating_csv()
