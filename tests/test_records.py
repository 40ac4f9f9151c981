"""Records as text and JSON: exact round trips, the line and column of every fault, and results held against play."""

from __future__ import annotations

import dataclasses
import json
import os
import pickle
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pokerfast as pf
from pokerfast.records.parts import START_KEYS
from tests.contract.positions import CASES, GAMES, VARIANTS, choose, walk

BIG = os.environ.get("POKERFAST_BIG") == "1"
GAMES_EACH = int(os.environ.get("POKERFAST_RECORDS", "10000")) if BIG else 20
MATCHES = [("shengji", {"decks": 1}), ("dabaifen", {}), ("dabaifen", {"preset": "moving", "must_play": ("5", "T")})]

WORDS = ("", "a", "好牌", "#", "# #", "deal 1", "result: 3", "0 pass", ": @x:", "a  b", "“”", "☃ 🃏")
NAMES = ("event", "date", "players", "玩家", "x-1", "a.b_c", "game", "seed")


def said(rng: random.Random, most: int = 3) -> str:
    return "\n".join(rng.choice(WORDS) for _ in range(rng.randrange(1, most + 1)))


def told(rng: random.Random, played: pf.State | pf.Match, counts: list[int]) -> pf.Record:
    """The record of a game with tags, comments and notes here and there."""
    single = isinstance(played, pf.State)
    places = [(deal, i) for deal, count in enumerate(counts) for i in range(-1, count)]
    comments = {key: said(rng) for key in rng.sample(places, min(3, len(places)))}
    notes = {key: rng.choice(WORDS) for key in rng.sample([p for p in places if p[1] >= 0] or [], min(2, sum(counts)))}
    tags = {name: rng.choice(WORDS) for name in rng.sample(NAMES, rng.randrange(4))}
    if single:
        return pf.Record.of(
            played,
            tags=tags,
            comments={key[1]: text for key, text in comments.items()},
            notes={key[1]: text for key, text in notes.items()},
        )
    return pf.Record.of(played, tags=tags, comments=comments, notes=notes)


def there_and_back(record: pf.Record) -> pf.State | pf.Match:
    """Everything a record promises; what it leads to."""
    text = record.to_text()
    again = pf.Record.parse(text)
    assert again == record and hash(again) == hash(record) and again.to_text() == text == str(again)
    assert (again.start, again.tags, again.deals) == (record.start, record.tags, record.deals)
    assert (again.game, again.standing, again.winner) == (record.game, record.standing, record.winner)
    data = record.to_json()
    assert pf.Record.from_json(data) == record and pf.Record.from_json(data).to_json() == data
    return again.replay()


def finished(name: str, variant: int, seed: int) -> pf.State:
    *_, state = walk(name, variant, seed)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_round_trips_of_random_games(name: str) -> None:
    rng = random.Random(name)
    for number in range(GAMES_EACH):
        variant = number % len(VARIANTS[name])
        state = finished(name, variant, number)
        for _ in range(rng.choice((0, 0, 0, 1, 5))):
            if state.history:
                state.undo()  # some are recorded before their end
        if number % 4 == 3 and state.history:
            # A position without its beginning.
            left, state = state, pf.State.from_bytes(state.to_bytes())
            assert not state.history and left == state
        record = told(rng, state, [len(state.history)])
        assert (record.result is not None) == state.is_over and not record.is_match
        assert [action.text for action in record.actions] == [str(action) for action in state.history]
        replayed = there_and_back(record)
        assert isinstance(replayed, pf.State)
        assert replayed == state and replayed.history == state.history
        # What the state itself writes is canonical text too.
        plain = pf.Record.parse(state.to_record())
        assert plain.to_text() == state.to_record() and plain.replay() == state


def matches(name: str, options: dict[str, object], seed: int, deals: int) -> pf.Match:
    rules = pf.load_game(name, **options)
    assert isinstance(rules, pf.TrickGame)
    match, rng = rules.new_match(seed=seed), random.Random(seed)
    while True:
        while not match.state.is_over:
            match.state.apply_index(choose(rng, match.state))
        if match.is_over or match.deals == deals:
            return match
        match.advance()


@pytest.mark.parametrize(("name", "options"), MATCHES)
def test_round_trips_of_matches(name: str, options: dict[str, object]) -> None:
    rng = random.Random(5)
    over = 0
    for number in range(GAMES_EACH // 100 if BIG else 4):
        match = matches(name, options, number, 3 if number else 200)
        if number == 1:
            match.state.undo()
        record = told(rng, match, [len(deal.actions) for deal in pf.Record.of(match).deals])
        replayed = there_and_back(record)
        assert isinstance(replayed, pf.Match) and replayed == match and replayed.to_record() == match.to_record()
        plain = pf.Record.parse(match.to_record())
        assert plain.to_text() == match.to_record() and plain.replay() == match and plain.is_match
        results = [deal.result for deal in record.deals]
        assert results[:-1] == [r for r in results[:-1] if r is not None]
        assert (results[-1] is None) == (not match.state.is_over)
        assert (record.winner is not None) == match.is_over
        over += match.is_over
        if match.game.options.get("levels") == "fixed":
            assert record.standing == tuple(map(str, match.match_points))
        else:
            assert record.standing == match.levels
    assert over > 0


def test_administered_games() -> None:
    state = pf.load_game("doudizhu").new_game(seed=3)
    state.administer(2, "auto")
    state.apply("no")
    state.administer(2, "manual")
    record = pf.Record.of(state, comments={0: "went for tea"})
    assert [(a.seat, a.text) for a in record.actions] == [(2, "auto 2"), (0, "no"), (2, "manual 2")]
    assert there_and_back(record) == state
    with pytest.raises(pf.NotationError, match=r"line \d+, column 3: auto names another seat"):
        pf.replay(record.to_text().replace("2 auto 2", "1 auto 2"))


# ---- the text itself

PLAIN = pf.load_game("doudizhu", open_hand=False)


def small() -> pf.Record:
    state = PLAIN.new_game(seed=7, first=1)
    for text in ("no", "call", "no", "no", "no", "no"):
        if not state.is_over and state.check(text):
            state.apply(text)
    return pf.Record.of(
        state,
        tags={"event": "club night", "date": "2024-05-01"},
        comments={-1: "nobody shows", 1: "why not?\nfour twos"},
        notes={0: "careful"},
    )


def test_the_text_is_as_the_page_says() -> None:
    lines = small().to_text().splitlines()
    assert lines[:4] == ["pokerfast-record 1", "@event: club night", "@date: 2024-05-01", "game: doudizhu"]
    assert lines[4].startswith('options: {"kicker_same_rank":4,')
    assert lines[5:13] == [
        "seed: 7",
        "first: 1",
        "",
        "# nobody shows",
        "1 no # careful",
        "2 call",
        "# why not?",
        "# four twos",
    ]
    assert "result" not in small().to_text()


def test_other_ways_to_write_it() -> None:
    record = small()
    text = record.to_text()
    head, _, body = text.partition("\n\n")
    lines = head.splitlines()
    other = "\n".join([lines[0], "#nobody shows", *reversed(lines[3:]), *lines[1:3]])
    other += "\r\n\r\n  1   no   #careful  \n\n\t2 call\n#   why not?\n# four twos\n\n" + body.partition("twos\n")[2]
    read = pf.Record.parse("\ufeff" + other)
    assert read == record and read.to_text() == text and read.replay() == record.replay()


def test_what_a_record_holds() -> None:
    record = small()
    assert record.game == PLAIN and dict(record.start) == {"seed": 7, "first": 1}
    assert dict(record.tags) == {"event": "club night", "date": "2024-05-01"}
    first, second = record.actions[:2]
    assert first == pf.RecordedAction(1, "no", "careful") and second.comments == ("why not?", "four twos")
    assert record.deals[0].comments == ("nobody shows",) and record.result is None
    assert repr(record) == f"<Record of doudizhu: {len(record.actions)} actions>"
    changed = dataclasses.replace(record, tags={"round": "2"})
    assert changed != record and changed.replay() == record.replay() and "@round: 2" in str(changed)
    assert pickle.loads(pickle.dumps(record)) == record
    for attempt in (lambda: setattr(record, "tags", {}), lambda: record.tags.update(a="b")):  # type: ignore[attr-defined]
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
            attempt()


def test_a_record_made_by_hand() -> None:
    actions = (pf.RecordedAction(0, "SA"), pf.RecordedAction(1, "S2", note="his only one"))
    state = pf.load_game("whist", trump="S").setup(hands=["SA H3", "S2 H4", "S3 H5", "S4 H6"], trump="S")
    record = pf.Record(game=state.game, start={"position": state.to_json()}, deals=(pf.RecordedDeal(actions),))
    end = there_and_back(record)
    assert isinstance(end, pf.TrickState) and end.trick == ("SA", "S2")
    assert pf.Record.parse(str(record).replace('"seed":0', '"seed": 0')).to_text() == str(record)


def refused(text: str, kind: type[pf.PokerfastError] = pf.NotationError) -> tuple[int, int, str]:
    """Line, column and message of the fault."""
    with pytest.raises(kind) as caught:
        pf.Record.parse(text).replay()
    found = re.match(r"line (\d+), column (\d+): (.*)", str(caught.value), re.DOTALL)
    assert found, str(caught.value)
    line, column = int(found[1]), int(found[2])
    if isinstance(caught.value, pf.NotationError):
        assert caught.value.position == column - 1
        assert caught.value.text == (text.split("\n")[line - 1] if line <= len(text.split("\n")) else "")
    return line, column, found[3]


def changed(old: str, new: str) -> str:
    text = small().to_text()
    assert text.count(old) == 1, old
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message"),
    [
        ("pokerfast-record 1", "pokerfast-record 2", 1, 1, "expected 'pokerfast-record 1'"),
        ("@event:", "@event", 2, 18, "expected 'key: value'"),
        ("@event:", "@ev ent:", 2, 1, "'@ev ent' is no new tag"),
        ("@event:", "@date:", 3, 1, "'@date' is no new tag"),
        ("@event:", "@1:", 2, 1, "'@1' is no new tag"),
        ("@event:", "event:", 2, 1, "unknown key 'event' in the header"),
        ("@date: ", "@date: \x07", 3, 8, r"'\x07' may not stand in a record"),
        ("seed: 7", "seed: 7\nseed: 7", 7, 1, "seed comes twice"),
        ("seed: 7\n", "", 7, 1, "a record names game, options and seed"),
        ("seed: 7", "seed: seven", 6, 7, "seed: 'Expecting value"),
        ("seed: 7", "match: 7", 7, 1, "first goes with seed alone"),
        ("options: {", "options: {{", 5, 11, "options: 'Expecting property"),
        ("options: {", "options: [{", 5, None, "options: "),
        ("2 call", "2call", 11, 1, "expected a seat, a blank and an action"),
        ("2 call", "2 # call", 11, 1, "expected a seat, a blank and an action"),
        ("2 call", "call", 11, 1, "expected an action, a comment or a result"),
        ("2 call", "deal 1", 11, 1, "expected an action, a comment or a result"),
        ("2 call", "0 call", 11, 1, "expected seat 2 and its action"),
        ("2 call", "9 call", 11, 1, "expected seat 2 and its action"),
        ("2 call", "2 clal", 11, 4, "expected a rank after the suit, not 'l'"),
        ("2 call", "2   8 Y", 11, 7, "'Y' is no card"),
        ("2 call", "2 call\nresult: 1 -1 x", 12, 9, "expected one result"),
        ("2 call", "2 call\nresult:", 12, 8, "expected one result"),
        ("2 call", "result: 1 1 1\n2 call", 12, 1, "an action after the result"),
        ("2 call", "2 call\nstanding: 2 2", 12, 11, "expected the standing of a match"),
    ],
)
def test_every_fault_has_its_line_and_column(old: str, new: str, line: int, column: int | None, message: str) -> None:
    at = refused(changed(old, new))
    assert at[0] == line and at[2].startswith(message), at
    assert column is None or at[1] == column


@pytest.mark.parametrize(
    ("old", "new", "kind", "line", "message"),
    [
        ("game: doudizhu", "game: doudizu", pf.RulesError, 4, "game: 'doudizu' is unknown"),
        ('"base":1', '"base":0', pf.RulesError, 5, "base: 0 is not allowed"),
        ('"base":1,', "", pf.RulesError, 5, "base: is missing"),
        ("first: 1", "first: 3", pf.RulesError, 7, "first: must be a seat"),
        ("first: 1", "dealer: 1", pf.NotationError, 6, ""),
        ("first: 1", 'first: "a"', pf.NotationError, 6, "first must be an integer"),
        ("seed: 7", "seed: -1", pf.RulesError, 6, "seed: must be 0"),
        ("seed: 7\nfirst: 1", "match: 7", pf.RulesError, 6, "match: doudizhu has no levels"),
        ("seed: 7\nfirst: 1", "position: {}", pf.SnapshotError, 6, "not a pokerfast-state object"),
        ("2 call", "2 33", pf.PhaseError, 11, "33: that action belongs to another phase"),
        ("2 call", "2 bid 9", pf.PhaseError, 11, "bid 9"),
    ],
)
def test_what_the_rules_refuse_has_its_line(
    old: str, new: str, kind: type[pf.PokerfastError], line: int, message: str
) -> None:
    at = refused(changed(old, new), kind)
    assert at[0] == line and at[1] > 0 and at[2].startswith(message), at


def test_a_wrong_result_is_refused() -> None:
    state = finished("shengji", 0, 3)
    record = pf.Record.of(state)
    text = record.to_text()
    lines = text.splitlines()
    right = " ".join(f"{x:g}" for x in state.returns())
    assert lines[-1] == f"result: {right}"
    for wrong in ("1 1 1 1", "0.25 -0.25 0.25 -0.25", right + " 0", right.rpartition(" ")[0]):
        line, column, message = refused("\n".join([*lines[:-1], "result: " + wrong]))
        assert (line, column) == (len(lines), 9) and message.startswith(f"the result is {right}, not {wrong}")
    early = "\n".join([*lines[:-2], lines[-1]])
    assert refused(early)[2].startswith("the deal is not over, not ")
    # Without a line of its own a record is held against the text it would have.
    deal = record.deals[0]
    wrong_deal = pf.RecordedDeal(deal.actions, deal.comments, (1, 1, 1, 1))
    with pytest.raises(pf.NotationError, match=f"line {len(lines)}, column 9: the result is"):
        dataclasses.replace(record, deals=(wrong_deal,), _source=None).replay()


def test_a_wrong_standing_is_refused() -> None:
    record = pf.Record.of(matches("shengji", {"decks": 1}, 0, 200))
    text = record.to_text()
    last = text.splitlines()[-1]
    assert last == f"standing: {' '.join(record.standing or ())} winner {record.winner}"
    number = len(text.splitlines())
    for wrong in (last.replace("winner 0", "winner 1") if "winner 0" in last else last.replace("1", "0"), last[:13]):
        assert refused(text.replace(last, wrong))[:2] == (number, 11)
    assert refused(text + "0 no\n")[:2] == (number + 1, 1)
    assert refused(text.replace("\ndeal 2\n", "\ndeal 3\n"))[2].startswith("expected deal 2")
    middle = text.index("\nresult:")
    line, _, message = refused(text[:middle] + "\nresult: 9 9 9 9" + text[text.index("\n", middle + 1) :])
    assert line == text[:middle].count("\n") + 2 and "not 9 9 9 9" in message


@pytest.mark.parametrize(
    "make",
    [
        lambda: pf.RecordedAction(0, ""),
        lambda: pf.RecordedAction(10, "pass"),
        lambda: pf.RecordedAction(0, "pass # x"),
        lambda: pf.RecordedAction(0, "pass", "two\nlines"),
        lambda: pf.RecordedAction(0, "pass", " blanks "),
        lambda: pf.RecordedAction(0, "pass", "\ud800"),
        lambda: pf.RecordedDeal((), ("a\u2028b",)),
        lambda: pf.RecordedDeal((), (), ()),
        lambda: pf.RecordedDeal((), (), (float("nan"),)),
        lambda: pf.RecordedDeal((), (), (float("inf"),)),
        lambda: pf.Record(game=PLAIN, start={}, deals=(pf.RecordedDeal(),)),
        lambda: pf.Record(game=PLAIN, start={"seed": 1, "match": 1}, deals=(pf.RecordedDeal(),)),
        lambda: pf.Record(game=PLAIN, start={"seed": 1, "x": 1}, deals=(pf.RecordedDeal(),)),
        lambda: pf.Record(game=PLAIN, start={"seed": 1}, deals=()),
        lambda: pf.Record(game=PLAIN, start={"seed": 1}, deals=(pf.RecordedDeal(), pf.RecordedDeal())),
        lambda: pf.Record(game=PLAIN, start={"seed": 1}, deals=(pf.RecordedDeal(),), tags={"a b": ""}),
        lambda: pf.Record(game=PLAIN, start={"seed": 1}, deals=(pf.RecordedDeal(),), tags={"a": "b\nc"}),
        lambda: pf.Record(game=PLAIN, start={"seed": 1}, deals=(pf.RecordedDeal(),), standing=("2", "3")),
        lambda: pf.Record.of(PLAIN.new_game(seed=1), comments={0: "there is no action"}),
        lambda: pf.Record.of(PLAIN.new_game(seed=1), notes={(1, 0): "nor deal"}),
    ],
)
def test_what_could_not_be_written_is_refused(make: object) -> None:
    with pytest.raises(pf.RulesError):
        make()  # type: ignore[operator]


@pytest.mark.parametrize("thing", [None, 3, b"", ["pokerfast-record 1"], {}])
def test_wrong_types(thing: object) -> None:
    with pytest.raises(TypeError):
        pf.Record.parse(thing)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pf.Record.of(thing)  # type: ignore[arg-type]
    if not isinstance(thing, bytes):
        with pytest.raises(TypeError):
            pf.Record.from_json(thing)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pf.Record(game=thing, start={"seed": 1}, deals=())  # type: ignore[arg-type]


# ---- JSON


def test_the_json_is_as_the_page_says() -> None:
    data = json.loads(small().to_json())
    assert list(data) == ["format", "version", "game", "options", "tags", "start", "deals"]
    assert data["start"] == {"seed": 7, "first": 1} and data["tags"]["event"] == "club night"
    assert data["deals"][0]["actions"][0] == {"seat": 1, "action": "no", "note": "careful"}
    assert data["deals"][0]["comments"] == ["nobody shows"]


def nodes(data: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from nodes(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data[:3]):
            yield from nodes(value, (*path, i))


def test_json_of_a_wrong_shape_is_refused() -> None:
    record = pf.Record.of(finished("shengji", 1, 1), comments={-1: "a", 0: "b"}, notes={1: "c"}, tags={"x": "y"})
    match = pf.Record.of(matches("shengji", {"decks": 1}, 2, 2))
    refusals = 0
    for original in (record, match):
        for path in list(nodes(json.loads(original.to_json()))):
            for wrong in (None, -1, 1.5, True, "x", [], {}, [[]], {"a": 1}, "\ud800"):
                data = json.loads(original.to_json())
                if not path:
                    data = wrong
                else:
                    at = data
                    for key in path[:-1]:
                        at = at[key]
                    at[path[-1]] = wrong
                try:
                    made = pf.Record.from_json(json.dumps(data))
                except pf.PokerfastError:
                    refusals += 1
                else:
                    assert pf.Record.parse(made.to_text()) == made
    assert refusals > 300
    for text in ("", "{", "[" * 100_000, '{"format":"pokerfast-record","format":1}', "1" * 10_000, "null"):
        with pytest.raises(pf.NotationError):
            pf.Record.from_json(text)


# ---- the page, old records, noise, size


def test_the_example_on_the_page_runs() -> None:
    page = (Path(__file__).parent.parent / "docs/records.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names = {"pf": pf, "state": finished("doudizhu", 0, 1)}
    exec(code, names)
    assert names["again"] == names["record"] and "@event: club night\n" in names["text"]


def test_the_page_lists_every_header_key() -> None:
    page = (Path(__file__).parent.parent / "docs/records.md").read_text(encoding="utf-8")
    table = page.split("## Header keys")[1].split("##")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == {"game", "options", *START_KEYS}


def test_records_of_every_release_are_read() -> None:
    """Records as they were written by earlier releases; their text is canonical still."""
    folder = Path(__file__).parent / "data" / "records"
    texts = sorted(folder.glob("*.txt"))
    assert len(texts) >= len(GAMES) + 1
    for path in texts:
        text = path.read_text(encoding="utf-8")
        record = pf.Record.parse(text)
        assert record.to_text() == text
        played = record.replay()
        assert (played.state if isinstance(played, pf.Match) else played).is_over


def noisy(rng: random.Random, text: str) -> str:
    """The text with a few lines or letters lost, doubled, moved or changed."""
    lines = text.split("\n")
    for _ in range(rng.randrange(1, 4)):
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                lines[i], lines[j] = lines[j], lines[i]
            case 1:
                del lines[i]
                lines = lines or [""]
            case 2:
                lines.insert(i, lines[j])
            case 3:
                at = rng.randrange(len(lines[i]) + 1)
                lines[i] = lines[i][:at] + rng.choice("#@:{}[]\"' 0123456789wWSTHx\t\r\x00é\ud800") + lines[i][at + 1 :]
            case 4:
                lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
            case 5:
                lines = lines[: i + 1]
            case 6:
                rng.shuffle(lines)
    return "\n".join(lines)


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_noise_is_refused_or_read(name: str, variant: int) -> None:
    rng = random.Random(variant)
    state = pf.State.from_bytes(finished(name, variant, 1).to_bytes()) if variant == 1 else finished(name, variant, 1)
    text = told(rng, state, [len(state.history)]).to_text()
    read = 0
    for _ in range(40 * (100 if BIG else 1)):
        broken = noisy(rng, text)
        try:
            record = pf.Record.parse(broken)
            again = record.to_text()
            assert pf.Record.parse(again) == record and pf.Record.parse(again).to_text() == again
            read += 1
            record.replay()
        except pf.PokerfastError as error:
            assert re.match(r"line \d+, column \d+: ", str(error)), error
    assert read > 0


def test_noise_in_matches() -> None:
    rng = random.Random(1)
    text = pf.Record.of(matches("shengji", {"decks": 1}, 3, 2)).to_text()
    for _ in range(60):
        try:
            pf.Record.parse(noisy(rng, text)).replay()
        except pf.PokerfastError as error:
            assert str(error).startswith("line ")


@pytest.mark.parametrize(
    "text",
    [
        "pokerfast-record 1\n" + "a" * 2_000_000,
        "pokerfast-record 1\n" + " " * 2_000_000 + "x",
        "pokerfast-record 1\n@" + "a" * 2_000_000 + ":",
        "pokerfast-record 1\noptions: " + "[" * 500_000,
        "pokerfast-record 1\ngame: doudizhu\noptions: {}\nseed: " + "9" * 500_000,
        "\n" * 2_000_000,
        "pokerfast-record 1\n" + "#" * 1_000_000 + "\n#" * 500_000,
    ],
)
def test_huge_nonsense(text: str) -> None:
    with pytest.raises(pf.PokerfastError) as caught:
        pf.Record.parse(text)
    assert len(str(caught.value)) < 2000 and str(caught.value).startswith("line ")


def test_huge_bodies() -> None:
    head = PLAIN.new_game(seed=1).to_record()
    comments = pf.Record.parse(head + "# c\n" * 50_000)
    assert len(comments.deals[0].comments) == 50_000 and pf.Record.parse(comments.to_text()) == comments
    actions = pf.Record.parse(head + "0 pass # n\n" * 50_000)
    assert len(actions.actions) == 50_000
    with pytest.raises(pf.PokerfastError, match="line "):
        actions.replay()
    for line in ("0 " + "9" * 1_000_000, "0 " + " " * 1_000_000 + "9", "0 pass " + "#" * 1_000_000, "9" * 1_000_000,
                 "result: " + "1 " * 300_000, "result: " + "1" * 1_000_000, "deal " + "1" * 1_000_000):  # fmt: skip
        with pytest.raises(pf.PokerfastError):
            pf.Record.parse(head + line).replay()
