"""A table of seats round one game or match: what a server embeds instead of rules.

The table takes numbered actions, says why it refuses one, shows each seat what it may know, plays for seats that are
left to it (托管), and can be saved, restored and handed to another process. It holds no clock and no connection: when a
seat is too slow is the server's to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, TypeGuard, cast

from pokerfast.base import Game, State, integer, read_document
from pokerfast.errors import (
    MESSAGES,
    IllegalActionError,
    NotationError,
    PhaseError,
    PokerfastError,
    RulesError,
    SnapshotError,
    shortened,
)
from pokerfast.hints import hints
from pokerfast.match import Match
from pokerfast.record import replay
from pokerfast.simulate import choose, policy_names
from pokerfast.trick import TrickGame

__all__ = ["Event", "Reply", "Table"]

FORMAT: Final = "pokerfast-table"
VERSION: Final = 1
CHEAPEST: Final = "cheapest"
#: Actions that one call makes for seats on auto: where all are, a game may be dealt anew for ever.
MOST_AUTO_ACTIONS: Final = 1000

Administration = Literal["auto", "manual", "quit"]
ADMINISTRATIONS: Final = ("auto", "manual", "quit")

#: Reasons that only a table has, beside those of ``check``: code -> (English, Chinese).
TABLE_MESSAGES: Final[dict[str, tuple[str, str]]] = {
    "repeated": ("already done; nothing has changed", "该操作已经执行过，没有变化"),
    "late": ("that turn is over", "这一手已经过去"),
    "early": ("that turn has not come yet", "还没有轮到这一手"),
    "not_turn": ("another seat is to act", "还没有轮到该座位"),
    "no_text": ("an action is text", "操作必须是文字"),
    "no_seat": ("there is no such seat", "没有这个座位"),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of an action; true if it was done. A refusal changes nothing."""

    #: ``"ok"``, a code of docs/conventions.md, or one that only tables have: ``"repeated"``, ``"late"``, ``"early"``,
    #: ``"not_turn"``, ``"no_text"``.
    code: str
    #: The number of the turn that is awaited now.
    number: int
    #: A legal action in its place, for the seat that asked alone: it may come from its hand.
    suggestion: str | None = None
    detail: str = ""

    def __bool__(self) -> bool:
        return self.code == "ok"

    @property
    def message(self) -> str:
        """The reason in English."""
        text = reason(self.code)[0]
        return f"{text}: {self.detail}" if self.detail else text

    @property
    def message_zh(self) -> str:
        """The reason in Chinese."""
        return reason(self.code)[1]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "ok": bool(self),
            "code": self.code,
            "number": self.number,
            "message": self.message,
            "message_zh": self.message_zh,
            "suggestion": self.suggestion,
        }


def reason(code: str) -> tuple[str, str]:
    """What a code means in English and Chinese."""
    return TABLE_MESSAGES.get(code) or MESSAGES[code]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table, as one seat may see it."""

    #: Events are numbered from 0; a seat does not see every number.
    number: int
    #: ``"deal"`` (a deal begins), ``"action"``, ``"administer"``, or ``"reveal"``: what was hidden when it was done.
    kind: Literal["deal", "action", "administer", "reveal"]
    #: Which deal of the match, from 0.
    deal: int
    #: Who did it, or whom it concerns; None for a deal.
    seat: int | None
    #: The action's text; None while it is hidden from the viewer.
    action: str | None
    #: Of an action, the number of its turn; of a reveal, that of the turn revealed; else None.
    turn: int | None

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "number": self.number,
            "kind": self.kind,
            "deal": self.deal,
            "seat": self.seat,
            "action": self.action,
            "turn": self.turn,
        }


@dataclass(slots=True)
class _Happening:
    # An event without its text, which the deal's history has.
    kind: Literal["deal", "action", "administer", "reveal"]
    deal: int
    index: int  # in the deal's history; of a reveal, of the action revealed
    turn: int  # of the table, counted over all deals
    audience: int  # whom it is told: bit 0 spectators, bit 1 + seat; of a reveal those it was hidden from


EVERYBODY: Final = (1 << 6) - 1


class Table:
    """One game or match at a table of seats. Not shared between threads; any number of tables in a process.

    Args:
        game: the rules, as ``load_game`` gives them.
        seed: of the deal, or of all deals of the match; 0 to 2**64 - 1.
        match: play deals until a match is won (:meth:`advance` starts the next one) instead of a single deal.
        auto: how a seat on auto plays, where the rules don't say it themselves: ``"cheapest"`` declines and passes
            when it may, else takes the first legal action; or the name of a built-in player (:func:`policy_names`).
        start: further arguments of ``new_game``, for a single deal.

    Raises:
        RulesError: as ``new_game``, ``new_match``.
    """

    def __init__(self, game: Game, *, seed: int, match: bool = False, auto: str = CHEAPEST, **start: Any) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game is what load_game gives, not {type(game).__name__}")
        if not isinstance(match, bool):
            raise TypeError(f"match is True or False, not {type(match).__name__}")
        play: State | Match
        if match:
            if start:
                raise RulesError([(name, "a match starts its deals itself") for name in start])
            play = _new_match(game, seed)
        else:
            play = game._deal({"seed": seed, **start})
        self._begin(play, auto)

    def _begin(self, play: State | Match, auto: str) -> None:
        self._play = play
        self._state: State = play if isinstance(play, State) else play.state
        self._auto = _read_auto(play.game, auto)
        self._turn = 0
        self._happened = [_Happening("deal", 0, 0, 0, EVERYBODY)]
        self._finished: list[list[str]] = []  # actions of the deals before, all public by then
        self._hidden: dict[int, int] = {}  # index in the present history -> whom it is hidden from
        self._turn_of: dict[int, int] = {}  # likewise -> its turn
        self._last: dict[int, tuple[int, str]] = {}  # seat -> its last action: turn, as it was sent

    @classmethod
    def of(cls, play: State | Match, *, auto: str = CHEAPEST) -> Self:
        """A table that goes on with a game or match as it stands; its history becomes the first events.

        Raises:
            RulesError: the history can't be done again (a resampled deal with a redeal behind it).
        """
        table = cls.__new__(cls)
        if isinstance(play, Match):
            table._begin(_first_deal(play), auto)
        elif isinstance(play, State):
            table._begin(play._initial(), auto)
        else:
            raise TypeError(f"a table goes on with a State or a Match, not {type(play).__name__}")
        try:
            table._replay(play)
            same = table._play == play
        except (IllegalActionError, PhaseError):
            same = False
        if not same:
            raise RulesError([("play", "can't be done again: a redeal lies behind, and its seed is another's")])
        return table

    # ---- reading

    @property
    def game(self) -> Game:
        """The rules."""
        return self._play.game

    @property
    def state(self) -> State:
        """The present deal: the server's alone, for it shows every card. A copy; changing it changes nothing here."""
        return self._state.clone()

    @property
    def match(self) -> Match | None:
        """The match, a copy, or None at a table for one deal."""
        return None if isinstance(self._play, State) else cast(Match, replay(self._play.to_record()))

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self._state.num_players

    @property
    def number(self) -> int:
        """The turn that is awaited, counted from 0 over all deals: what the next action must be sent with."""
        return self._turn

    @property
    def deal(self) -> int:
        """Which deal of the match is played, from 0."""
        return len(self._finished)

    @property
    def events(self) -> int:
        """How many events there have been."""
        return len(self._happened)

    @property
    def seat(self) -> int | None:
        """Whose turn it is; None between deals and at the end."""
        return self._state.seat

    @property
    def deal_is_over(self) -> bool:
        """Whether the present deal is over; a match goes on with :meth:`advance`."""
        return self._state.is_over

    @property
    def is_over(self) -> bool:
        """Whether the game or match is over."""
        return self._play.is_over

    def returns(self) -> list[float]:
        """The score of the present deal, one a seat; zeros until it is over."""
        return self._state.returns()

    def on_auto(self, seat: int) -> bool:
        """Whether a seat is left to the table, for now or, after ``quit``, for good."""
        return self._state._number("away", self._seat(seat)) != 0

    def view(self, seat: int | None) -> dict[str, Any]:
        """Everything a seat (None: a spectator) may know now, ready for JSON: for a client that starts or reconnects.

        ``number`` and ``events`` tell where the table stands; ``view`` is what :meth:`State.view` gives.
        """
        state, play = self._state, self._play
        view: dict[str, Any] = {
            "format": "pokerfast-table-view",
            "version": VERSION,
            "number": self.number,
            "events": self.events,
            "deal": self.deal,
            "viewer": seat,
            "seat": state.seat,
            "legal": state.count_legal() if seat is not None and state.seat == seat else None,
            "auto": [self.on_auto(i) for i in range(self.seats)],
            "deal_is_over": state.is_over,
            "is_over": self.is_over,
            "returns": state.returns(),
        }
        if isinstance(play, Match):
            view["match"] = {
                "levels": play.levels,
                "match_points": play.match_points,
                "dealer": play.dealer,
                "winner": play.winner,
                "deals": play.deals,
            }
        view["view"] = state.view(seat).to_dict()
        return view

    def events_since(self, number: int, seat: int | None) -> list[Event]:
        """The events from ``number`` on as a seat (None: a spectator) may see them, in order.

        A number beyond the last event gives an empty list: a client that is ahead has been to another table.
        """
        viewer = -1 if seat is None else self._seat(seat)
        first = max(0, integer("number", number))
        seen: list[tuple[int, Any]] | None = None
        start = 0
        events: list[Event] = []
        for place in range(first, len(self._happened)):
            happened = self._happened[place]
            if not happened.audience >> (viewer + 1) & 1:
                continue
            by: int | None = None
            text: str | None = None
            if happened.kind != "deal":
                if happened.deal < len(self._finished):
                    who, _, text = self._finished[happened.deal][happened.index].partition(" ")
                    by = int(who)
                else:
                    if seen is None:
                        start = min(h.index for h in self._happened[place:] if h.deal == happened.deal)
                        seen = self._state._history_seen(viewer, start)
                    by, action = seen[happened.index - start]
                    text = None if action is None else str(action)
                    if happened.kind == "action" and happened.index in self._hidden_then(place, viewer):
                        text = None
            turn = happened.turn if happened.kind in ("action", "reveal") else None
            events.append(Event(place, happened.kind, happened.deal, by, text, turn))
        return events

    def _hidden_then(self, place: int, viewer: int) -> set[int]:
        # What was told later, by an event of its own, stays untold in the event of the action.
        return {
            h.index
            for h in self._happened[place:]
            if h.kind == "reveal" and h.deal == len(self._finished) and h.audience >> (viewer + 1) & 1
        }

    def hints(self, seat: int, most: int = 20) -> list[str]:
        """What the seat whose turn it is may do, the best first (提示); empty for any other.

        In climbing games every play that beats the table comes, up to ``most``: the lowest that break nothing first,
        bombs last, then the pass. :func:`pokerfast.hints` tells how other questions are ordered.
        """
        if self._state.seat != self._seat(seat):
            return []
        return [str(action) for action in hints(self._state, most)]

    # ---- acting

    def act(self, seat: object, number: object, action: object) -> Reply:
        """Do the action of a turn, then what seats on auto answer after it.

        What comes over a wire may be anything: whatever is no seat, no number or no text is refused. A number below
        :attr:`number` changes nothing: ``repeated`` if it is what that seat sent for that turn already,
        else ``late``. A number above it is ``early``. A refusal of the rules has the code, the reason in both languages
        and a suggestion.
        """
        if not self._has_seat(seat):
            return self._refuse("no_seat")
        if type(number) is not int or not isinstance(action, str):
            return self._refuse("no_text" if type(number) is int else "early")
        if number != self._turn:
            if number > self._turn:
                return self._refuse("early")
            return self._refuse("repeated" if self._last.get(seat) == (number, action) else "late")
        state = self._state
        if state.is_over:
            return self._refuse("game_over")
        if state.seat != seat:
            return self._refuse("not_turn")
        try:
            state.apply(action)
        except (NotationError, IllegalActionError, PhaseError) as error:
            found = state.check(action)
            return self._refuse(error.code, found.suggestion, found.detail)
        self._last[seat] = (number, action)
        self._note_action()
        self.run_auto()
        return Reply("ok", self._turn)

    def administer(self, seat: int, what: Administration) -> Reply:
        """Leave a seat to the table (``"auto"``), give it back (``"manual"``), or for good (``"quit"``).

        Needs no number, since it may come at any time. Seats on auto then answer.
        """
        if not self._has_seat(seat):
            return self._refuse("no_seat")
        state = self._state
        if what in ("auto", "manual") and not state.is_over and state._number("away", seat) == int(what == "auto"):
            return Reply("ok", self._turn)  # so it is already
        try:
            state.administer(seat, what)
        except PokerfastError as error:
            return self._refuse(getattr(error, "code", "administer"))
        except TypeError:
            return self._refuse("administer")
        self._note_administration()
        self.run_auto()
        return Reply("ok", self._turn)

    def run_auto(self, most: int = MOST_AUTO_ACTIONS) -> int:
        """Answer for seats on auto until another seat's turn, at most ``most`` times; how often it did.

        :meth:`act`, :meth:`administer` and :meth:`advance` call it. Where all seats are on auto and never call, a deal
        can go on for ever: call again to go on.
        """
        done = 0
        state = self._state
        while done < most and (seat := state.seat) is not None and state._number("away", seat):
            state.apply(self._auto_answer(state))
            self._note_action()
            done += 1
        return done

    def advance(self) -> Reply:
        """Start the next deal of a match; ``wrong_phase`` while one is played, ``game_over`` at the end."""
        play = self._play
        if isinstance(play, State):
            return self._refuse("game_over" if play.is_over else "wrong_phase")
        away = [self._state._number("away", i) for i in range(self.seats)]
        try:
            self._next_deal(play)
        except PhaseError as error:
            return self._refuse(error.code)
        for seat, left in enumerate(away):  # who is away stays so
            if left:
                self.administer(seat, ADMINISTRATIONS[0] if left == 1 else ADMINISTRATIONS[2])
        self.run_auto()
        return Reply("ok", self._turn)

    def _refuse(self, code: str, suggestion: str | None = None, detail: str = "") -> Reply:
        return Reply(code, self._turn, suggestion, detail)

    def _auto_answer(self, state: State) -> Any:
        ruled = getattr(state, "auto_action", None)
        if ruled is not None and (answer := ruled()) is not None:
            return answer
        if self._auto != CHEAPEST:
            return choose(state, policy=self._auto, seed=self._turn)
        actions = state.legal_actions()
        last = actions[-1]
        return last if last.kind in ("no", "pass") else actions[0]

    def _note_action(self) -> None:
        index = self._state._moves - 1
        self._happened.append(_Happening("action", self.deal, index, self._turn, EVERYBODY))
        self._turn_of[index] = self._turn
        self._turn += 1
        if mask := self._state._hidden_from(index):
            self._hidden[index] = mask
        self._tell_hidden()

    def _next_deal(self, match: Match) -> None:
        lines = match.state._record_lines()
        self._state = match.advance()
        self._finished.append(lines)
        self._hidden.clear()
        self._turn_of.clear()
        self._happened.append(_Happening("deal", self.deal, 0, self._turn, EVERYBODY))

    def _note_administration(self) -> None:
        index = self._state._moves - 1
        self._happened.append(_Happening("administer", self.deal, index, self._turn, EVERYBODY))
        self._tell_hidden()

    def _tell_hidden(self) -> None:
        for index, before in list(self._hidden.items()):
            now = self._state._hidden_from(index)
            if told := before & ~now:
                self._happened.append(_Happening("reveal", self.deal, index, self._turn_of[index], told))
                if now:
                    self._hidden[index] = now
                else:
                    del self._hidden[index]

    # ---- saving and restoring

    def to_json(self) -> str:
        """The whole table as one line of JSON: rules, chance, every action, and what a repeated action is known by.

        It holds every card, so it is the server's alone. :meth:`from_json` gives the table back, in this process or in
        another, in this version or a later one: what it keeps is the record of the game, a format that stays readable.
        """
        saved = {
            "format": FORMAT,
            "version": VERSION,
            "auto": self._auto,
            "record": self._play.to_record(),
            "last": {str(seat): list(sent) for seat, sent in sorted(self._last.items())},
        }
        return json.dumps(saved, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The inverse of :meth:`to_json`.

        Raises:
            SnapshotError: not such JSON, damaged, or of a version that this build does not read.
            RulesError: the options are unknown.
        """
        saved = read_document(text, FORMAT, VERSION)
        if not isinstance(saved.get("record"), str) or not isinstance(saved.get("auto"), str):
            raise SnapshotError("record or auto is missing")
        try:
            table = cls.of(replay(saved["record"]), auto=saved["auto"])
        except (NotationError, IllegalActionError, PhaseError) as error:
            raise SnapshotError(f"record: {error}") from None
        table._last = _read_last(saved.get("last"), table.seats, table.number)
        return table

    def to_record(self) -> str:
        """The game or match as a record, with every card."""
        return self._play.to_record()

    def _replay(self, play: State | Match) -> None:
        # Events follow from the actions alone, whoever made them.
        deals = [*play._lines, play.state._record_lines()] if isinstance(play, Match) else [play._record_lines()]
        for number, lines in enumerate(deals):
            if number:
                assert isinstance(self._play, Match)
                self._next_deal(self._play)
            for line in lines:
                seat, _, action = line.partition(" ")
                word = action.partition(" ")[0]
                if word in ADMINISTRATIONS:
                    self._state.administer(int(seat), word)
                    self._note_administration()
                else:
                    self._state.apply(action)
                    self._note_action()

    def _has_seat(self, seat: object) -> TypeGuard[int]:
        return type(seat) is int and 0 <= seat < self.seats

    def _seat(self, seat: int) -> int:
        if not 0 <= integer("seat", seat) < self.seats:
            raise RulesError([("seat", f"must be 0 to {self.seats - 1}")])
        return int(seat)

    def __reduce__(self) -> tuple[Callable[[str], Table], tuple[str]]:
        return (type(self).from_json, (self.to_json(),))

    def __repr__(self) -> str:
        end = "over" if self.is_over else f"turn {self.number}, seat {self.seat}"
        return f"<Table of {self.game.name}: {end}>"


def _new_match(game: Game, seed: int) -> Match:
    if not isinstance(game, TrickGame):
        raise RulesError([("match", f"{game.name} has no levels")])
    return game.new_match(seed=seed)


def _first_deal(match: Match) -> Match:
    return _new_match(match.game, match.seed)


def _read_auto(game: Game, auto: object) -> str:
    if not isinstance(auto, str):
        raise TypeError(f"auto is a name, not {type(auto).__name__}")
    known = (CHEAPEST, *policy_names(game.name))
    if auto not in known:
        raise RulesError([("auto", f"{shortened(auto)} is unknown; known: {', '.join(known)}")])
    return auto


def _read_last(value: object, seats: int, turns: int) -> dict[int, tuple[int, str]]:
    last: dict[int, tuple[int, str]] = {}
    if not isinstance(value, dict):
        raise SnapshotError("last is missing")
    for key, sent in value.items():
        if key not in map(str, range(seats)):
            raise SnapshotError(f"last: {shortened(key)} is no seat")
        if not isinstance(sent, list) or len(sent) != 2 or type(sent[0]) is not int or not isinstance(sent[1], str):
            raise SnapshotError("last: expected a turn and a text")
        if not 0 <= sent[0] < turns:
            raise SnapshotError(f"last: turn {shortened(sent[0])} has not come")
        last[int(key)] = (sent[0], sent[1])
    return last
