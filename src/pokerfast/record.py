"""Games as text: a header, then one action a line, with tags, comments, notes and a result (docs/records.md).

::

    pokerfast-record 1
    @event: club night
    game: doudizhu
    options: {"kicker_same_rank":4,...}
    seed: 7

    # nobody has a bomb
    0 no
    1 call # four twos
    ...
    result: 4 -2 -2

What :meth:`State.to_record` and :meth:`Match.to_record` write is such text, without the optional parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pokerfast.base import Game, State, integer
from pokerfast.errors import IllegalActionError, NotationError, PhaseError, RulesError, SnapshotError, shortened
from pokerfast.match import Match
from pokerfast.records.as_json import JsonParts, json_parts, json_text, position_of
from pokerfast.records.parts import (
    START_KEYS,
    Places,
    RecordedAction,
    RecordedDeal,
    is_tag,
    plain,
    plain_lines,
    score_text,
    settled,
    standing_text,
)
from pokerfast.records.text import Reader, rules_at, written
from pokerfast.trick import TrickGame

__all__ = ["Record", "RecordedAction", "RecordedDeal", "replay"]

ADMINISTER = ("auto", "manual", "quit")


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Record:
    """A game, or a match of several deals, as something to keep: rules, start, actions, comments, results.

    Immutable; ``dataclasses.replace`` makes a changed one. Whether the actions are legal is not asked before
    :meth:`replay`. Two records are equal if they are written alike.
    """

    #: The rules.
    game: Game
    #: ``seed`` with the other arguments of ``new_game``; or ``match``, the seed of a match; or ``position``, JSON.
    start: Mapping[str, Any]
    #: Every deal: one, but for matches.
    deals: tuple[RecordedDeal, ...]
    #: Free text by name: event, date, players, … in the order they are written.
    tags: Mapping[str, str] = field(default_factory=dict)
    #: Of a match: the levels of the pairs (match points where levels are fixed), as text; None: not told.
    standing: tuple[str, str] | None = None
    #: Of a match with a standing: the pair that has won.
    winner: int | None = None
    _source: Places | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise TypeError(f"game is a Game, not {type(self.game).__name__}")
        start = {key: settled(value) for key, value in dict(self.start).items()}
        if len({"match", "seed", "position"} & start.keys()) != 1 or start.keys() - set(START_KEYS):
            raise RulesError([("start", "names a seed and arguments of new_game, or match, or position")])
        if len(start) > 1 and "seed" not in start:
            raise RulesError([("start", "match and position stand alone")])
        object.__setattr__(self, "start", MappingProxyType({key: start[key] for key in START_KEYS if key in start}))
        tags = dict(self.tags)
        for name, value in tags.items():
            if not is_tag(name):
                raise RulesError([("tags", f"{shortened(name)} is no name of a tag: letters, digits, . _ -")])
            plain(f"tag {name}", value)
        object.__setattr__(self, "tags", MappingProxyType(tags))
        deals = tuple(self.deals)
        for deal in deals:
            if not isinstance(deal, RecordedDeal):
                raise TypeError(f"a deal is a RecordedDeal, not {type(deal).__name__}")
        if not deals or (len(deals) > 1 and not self.is_match):
            raise RulesError([("deals", "there is one, and more only in a match")])
        object.__setattr__(self, "deals", deals)
        if self.standing is not None:
            standing = tuple(self.standing)
            if len(standing) != 2 or not all(plain("standing", word).isalnum() for word in standing):
                raise RulesError([("standing", "is two words, one a pair")])
            object.__setattr__(self, "standing", standing)
        if (self.standing is not None and not self.is_match) or (self.winner is not None and self.standing is None):
            raise RulesError([("standing", "is told of matches alone, a winner with a standing")])
        if self.winner not in (None, 0, 1):
            raise RulesError([("winner", "is a pair, 0 or 1")])

    # ---- what it holds

    @property
    def is_match(self) -> bool:
        """Whether it is a match."""
        return "match" in self.start

    @property
    def actions(self) -> tuple[RecordedAction, ...]:
        """Every action, deal after deal."""
        return tuple(action for deal in self.deals for action in deal.actions)

    @property
    def result(self) -> tuple[float, ...] | None:
        """What the last deal came to; None: not told, or it goes on."""
        return self.deals[-1].result

    @classmethod
    def of(
        cls,
        played: State | Match,
        *,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int | tuple[int, int], str] | None = None,
        notes: Mapping[int | tuple[int, int], str] | None = None,
    ) -> Record:
        """The record of a deal with its history, or of a match, with the results of what is over.

        Args:
            played: the state or match.
            tags: free text by name.
            comments: text of one or several lines by the number of the action it is about, from 0; -1: the start.
                In a match by (deal, action), both from 0.
            notes: one line by the number of the action, as in ``comments``.

        Raises:
            RulesError: a tag has no proper name, or text has an unseen character; a number names no action.
        """
        if isinstance(played, Match):
            texts = [*played._lines, played.state._record_lines()]
            start: Mapping[str, Any] = {"match": played.seed}
        elif isinstance(played, State):
            texts = [played._record_lines()]
            initial = played._initial()
            found = initial._start_arguments()
            start = {"position": initial.to_json()} if found is None else found
        else:
            raise TypeError(f"a record is of a State or a Match, not {type(played).__name__}")
        said = {
            _number_of(key): plain_lines("comments", str(text).split("\n")) for key, text in (comments or {}).items()
        }
        noted = {_number_of(key): text for key, text in (notes or {}).items()}
        deals = []
        for number, lines in enumerate(texts):
            actions = []
            for i, line in enumerate(lines):
                seat, _, text = line.partition(" ")
                place = (number, i)
                actions.append(RecordedAction(int(seat), text, noted.pop(place, ""), said.pop(place, ())))
            deals.append(RecordedDeal(tuple(actions), said.pop((number, -1), ())))
        if said or noted:
            raise RulesError([("comments", f"there is no action {min((*said, *noted))} (deal, action)")])
        record = cls(game=played.game, start=start, deals=tuple(deals), tags=tags or {})
        return record._with_results(played)

    def _with_results(self, played: State | Match) -> Record:
        """Itself with what every deal that is over came to."""
        results: list[tuple[float, ...] | None] = []
        standing = winner = None
        if isinstance(played, Match):
            self._run(results)
            standing, winner = _standing(played), played.winner
        else:
            results = [tuple(played.returns()) if played.is_over else None]
        deals = tuple(
            RecordedDeal(deal.actions, deal.comments, result) for deal, result in zip(self.deals, results, strict=True)
        )
        return Record(game=self.game, start=self.start, deals=deals, tags=self.tags, standing=standing, winner=winner)

    # ---- replaying

    def replay(self) -> State | Match:
        """The position the record leads to, with its whole history; a :class:`Match` for the record of one.

        Raises:
            NotationError: an action is no notation, of another seat than the one asked, or a result is not what was
                played; names line and column.
            IllegalActionError, PhaseError: an action is not legal; names the line.
            RulesError, SnapshotError: the start is not allowed.
        """
        return self._run(None)

    def _run(self, results: list[tuple[float, ...] | None] | None) -> State | Match:
        places = self._source or self._written()
        match, state = self._begin(places)
        for number, (deal, place) in enumerate(zip(self.deals, places.deals, strict=True)):
            if number:
                assert match is not None
                try:
                    state = match.advance()
                except PhaseError as error:
                    raise _at_line(place.start, 0, error) from None
            for action, line in zip(deal.actions, place.actions, strict=True):
                _do(state, action, line, places)
            score = tuple(state.returns()) if state.is_over else None
            if results is not None:
                results.append(score)
            elif deal.result is not None and deal.result != score:
                was = "the deal is not over" if score is None else f"the result is {score_text(score)}"
                raise places.fault(place.result, places.value_at(place.result), f"{was}, not {score_text(deal.result)}")
        if match is None:
            return state
        if self.standing is not None and (self.standing, self.winner) != (_standing(match), match.winner):
            is_now = standing_text(_standing(match), match.winner)
            said = standing_text(self.standing, self.winner)
            raise places.fault(
                places.standing, places.value_at(places.standing), f"the standing is {is_now}, not {said}"
            )
        return match

    def _begin(self, places: Places) -> tuple[Match | None, State]:
        """The start: a match, if it is one, and the first position."""
        line = places.header[next(iter(self.start))]
        try:
            if "match" in self.start:
                seed = self.start["match"]
                if type(seed) is not int:
                    raise places.fault(line, places.value_at(line), "expected the seed of a match")
                if not isinstance(self.game, TrickGame):
                    raise RulesError([("match", f"{self.game.name} has no levels")])
                match = self.game.new_match(seed=seed)
                return match, match.state
            if "position" in self.start:
                return None, position_of(self.game, self.start["position"])
            return None, self.game._deal(_plain_start(self.start))
        except RulesError as error:
            raise rules_at(error, places, line, places.header) from None
        except SnapshotError as error:
            raise SnapshotError(f"line {line}, column {places.value_at(line) + 1}: {error}") from None
        except (TypeError, OverflowError) as error:
            raise places.fault(line, places.value_at(line), str(error)) from None

    # ---- text

    @classmethod
    def parse(cls, text: str) -> Record:
        """A record from its text; whether the actions are legal only :meth:`replay` says.

        Text that :meth:`to_text` wrote comes back to the same record, and is written the same again.

        Raises:
            NotationError: the text is no record; names line and column, ``text`` is the line.
            RulesError: the game, an option or an argument of the start is not allowed; names the line.
            SnapshotError: the position of the start cannot occur; names the line.
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is text, not {type(text).__name__}")
        parsed = Reader(text).read()
        game, start, deals, tags, standing, winner, places = parsed
        record = cls(game=game, start=start, deals=deals, tags=tags, standing=standing, winner=winner, _source=places)
        match, state = record._begin(places)
        if match is None and "position" in start:
            # Written as the state itself would write it.
            object.__setattr__(record, "start", MappingProxyType({"position": state.to_json()}))
        return record

    def to_text(self) -> str:
        """The record as text in canonical form, ending with a line end."""
        return "\n".join(self._written().lines) + "\n"

    def _written(self) -> Places:
        return written(self.game, self.start, self.deals, self.tags, self.standing, self.winner)

    def __str__(self) -> str:
        return self.to_text()

    # ---- JSON

    def to_json(self) -> str:
        """The record as one line of JSON; :meth:`from_json` gives it back."""
        return json_text(JsonParts(self.game, self.start, self.deals, self.tags, self.standing, self.winner))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The inverse of :meth:`to_json`.

        Raises:
            NotationError: not such JSON.
            RulesError, SnapshotError: as :meth:`parse`, by the lines of the record's text.
        """
        record = cls(**json_parts(text)._asdict())
        record._begin(record._written())
        return record

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.to_text() == other.to_text()

    def __hash__(self) -> int:
        return hash(self.to_text())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Record.parse, (self.to_text(),))

    def __repr__(self) -> str:
        what = f"match of {self.game.name}, {len(self.deals)} deals" if self.is_match else self.game.name
        return f"<Record of {what}: {len(self.actions)} actions>"


def replay(record: str | Record) -> State | Match:
    """The position a record leads to, with its whole history; a :class:`Match` for the record of one.

    Raises:
        NotationError: the text is no record, or its result is not what was played; names line and column.
        RulesError, IllegalActionError, PhaseError, SnapshotError: what the record says is not allowed.
    """
    return (record if isinstance(record, Record) else Record.parse(record)).replay()


def _do(state: State, action: RecordedAction, line: int, places: Places) -> None:
    """Do one action of a record; errors name its line."""
    words = action.text.split()
    source = places.lines[line - 1]
    at = source.find(action.text, 1)
    try:
        if len(words) == 2 and words[0] in ADMINISTER:
            if words[1] != str(action.seat):
                raise places.fault(line, at, f"{words[0]} names another seat than the line")
            state.administer(action.seat, words[0])
        elif action.seat != state.seat:
            what = "the deal is over" if state.seat is None else f"expected seat {state.seat} and its action"
            raise places.fault(line, len(source) - len(source.lstrip()), what)
        else:
            state.apply(action.text)
    except NotationError as error:
        if error.text == source and error.message.startswith(f"line {line}, "):
            raise
        raise places.fault(line, at + error.position, error.message) from None
    except (IllegalActionError, PhaseError) as error:
        raise _at_line(line, at, error) from None


def _at_line(line: int, at: int, error: IllegalActionError | PhaseError) -> IllegalActionError | PhaseError:
    return type(error)(error.code, f"line {line}, column {at + 1}: {error.detail}", error.position)


def _plain_start(start: Mapping[str, Any]) -> dict[str, Any]:
    """As ``new_game`` takes it."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in start.items()}


# ---- small parts


def _standing(match: Match) -> tuple[str, str]:
    if match.game.options.get("levels") == "fixed":
        one, other = match.match_points
        return (str(one), str(other))
    return match.levels


def _number_of(key: int | tuple[int, int]) -> tuple[int, int]:
    """An action's place; a bare number is of the first deal."""
    if isinstance(key, tuple):
        deal, action = key
        return (integer("deal", deal), integer("action", action))
    return (0, integer("action", key))
