"""The engine as a process of its own: JSON lines in, JSON lines out, in the manner of UCI (docs/engine.md).

One object a line. Every request is answered by one line with its ``id`` and ``ok``; ``go`` streams lines with ``info``
before its answer. Unknown fields are ignored; a line that can't be read is answered with an error; nothing ends the
engine but ``quit`` and the end of its input.
"""

from __future__ import annotations

import contextlib
import json
import math
import threading
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from itertools import islice
from typing import Any, Final

from pokerfast.base import State, unique_pairs
from pokerfast.errors import MESSAGES, NotationError, PokerfastError, shortened
from pokerfast.game import list_games, load_game
from pokerfast.hints import hints
from pokerfast.match import Match
from pokerfast.record import replay
from pokerfast.seen import state_from_view
from pokerfast.simulate import choose, policy_names
from pokerfast.solve import solve

__all__ = ["Engine", "serve"]

PROTOCOL: Final = 1
MOST_LINE: Final = 1 << 24  # bytes
MOST_LISTED: Final = 10_000
MEGABYTE: Final = 1 << 20

#: name -> (lowest, highest, default): what ``setoption`` takes.
NUMBERS: Final = {"workers": (1, 1024, 1), "memory": (1, 1 << 20, 1024), "seed": (0, (1 << 64) - 1, 0)}


class RequestError(Exception):
    """A request that can't be carried out."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


class _Stopped(Exception):
    """Raised inside a search that was told to stop."""


class Request:
    """The fields of one line, read by type."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def has(self, name: str) -> bool:
        """Whether a field is there and not null."""
        return self._fields.get(name) is not None

    def text(self, name: str, usual: str | None = None) -> str:
        """A field that is text."""
        return str(self._of(name, str, "text", usual))

    def flag(self, name: str, usual: bool) -> bool:
        """A field that is true or false."""
        return bool(self._of(name, bool, "true or false", usual))

    def mapping(self, name: str) -> dict[str, Any]:
        """A field that is an object; empty if it is missing."""
        value: dict[str, Any] = self._of(name, dict, "an object", {})
        return value

    def number(self, name: str, low: int, high: int, usual: int | None = None) -> int:
        """A field that is an integer from low to high."""
        value = self._of(name, int, "an integer", usual)
        if isinstance(value, bool) or not low <= value <= high:
            raise RequestError("field", f"{name}: must be an integer, {low} to {high}")
        return int(value)

    def seconds(self, name: str) -> float | None:
        """A field that is a time, or None if it is missing."""
        value = self._fields.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1e9:
            raise RequestError("field", f"{name}: must be a number, 0 to 1e9")
        return float(value)

    def any(self, name: str) -> Any:
        """A field as it is."""
        return self._fields.get(name)

    def _of(self, name: str, kind: type, what: str, usual: Any) -> Any:
        value = self._fields.get(name)
        if value is None:
            if usual is None:
                raise RequestError("field", f"{name}: is missing")
            return usual
        if not isinstance(value, kind):
            raise RequestError("field", f"{name}: must be {what}")
        return value


Answer = dict[str, Any]


class Engine:
    """A conversation with one client. ``send`` gets every object that goes out; it may be called from a thread.

    Args:
        send: takes one object, which ``json`` can write.
    """

    def __init__(self, send: Callable[[Answer], None]) -> None:
        self._send_out = send
        self._lock = threading.Lock()  # one line at a time
        self._options: dict[str, int | str] = {name: usual for name, (_, _, usual) in NUMBERS.items()}
        self._options["policy"] = "greedy"
        self._play: State | Match | None = None
        self._seat: int | None = None  # whose view the position came from; None: all cards are known
        self._search: threading.Thread | None = None
        self._searching = False  # until just before the answer goes out: who has it may ask again
        self._stop = threading.Event()
        self._commands: dict[str, Callable[[Request], Answer | None]] = {
            "hello": self._hello,
            "isready": self._isready,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._position,
            "show": self._show,
            "legal": self._legal,
            "hint": self._hint,
            "apply": self._apply,
            "undo": self._undo,
        }

    def receive(self, line: str | bytes) -> bool:
        """Carry out one line; False once the client has said ``quit``."""
        number: Any = None
        try:
            fields = _read_line(line)
            number = fields.get("id")
            if isinstance(number, (dict, list)):
                number = None
                raise RequestError("field", "id: must be text, a number, true, false or null")
            command = fields.get("cmd")
            if not isinstance(command, str):
                raise RequestError("field", "cmd: is missing, or no text")
            request = Request(fields)
            if command == "quit":
                self.close()
                self._answer(number, {"cmd": "quit"})
                return False
            if command == "stop":
                running = self._searching
                self._stop.set()
                self._join()
                self._answer(number, {"cmd": "stop", "stopped": running})
            elif command == "go":
                self._go(number, request)
            elif command in self._commands:
                if command not in ("hello", "isready"):
                    self._not_searching()
                answer = self._commands[command](request)
                self._answer(number, {"cmd": command, **(answer or {})})
            else:
                known = ", ".join([*self._commands, "go", "stop", "quit"])
                raise RequestError("cmd", f"unknown command {shortened(command)}; known: {known}")
        except (RequestError, PokerfastError, TypeError) as error:
            self._error(number, error)
        return True

    def close(self) -> None:
        """Stop a search that runs and wait for its answer."""
        self._stop.set()
        self._join()

    # ---- lines out

    def _emit(self, fields: Answer) -> None:
        with self._lock:
            self._send_out(fields)

    def _answer(self, number: Any, fields: Answer) -> None:
        self._emit({"id": number, "ok": True, **fields})

    def _error(self, number: Any, error: Exception) -> None:
        code = getattr(error, "code", "value" if isinstance(error, PokerfastError) else "field")
        fault: dict[str, Any] = {"code": code, "message": str(error)}
        if code in MESSAGES:
            fault["message_zh"] = MESSAGES[code][1]
        if isinstance(error, NotationError):
            fault["position"] = error.position
        self._emit({"id": number, "ok": False, "error": fault})

    # ---- requests

    def _hello(self, request: Request) -> Answer:
        return {
            "engine": "pokerfast",
            "version": version("pokerfast"),
            "protocol": PROTOCOL,
            "games": list(list_games()),
            "options": {
                **{name: {"low": low, "high": high, "default": usual} for name, (low, high, usual) in NUMBERS.items()},
                "policy": {"default": "greedy"},
            },
        }

    def _isready(self, request: Request) -> Answer:
        return {"searching": self._searching}

    def _setoption(self, request: Request) -> Answer:
        name = request.text("name")
        if name in NUMBERS:
            low, high, _ = NUMBERS[name]
            self._options[name] = request.number("value", low, high)
        elif name == "policy":
            known = sorted({policy for game in list_games() for policy in policy_names(game)})
            if request.text("value") not in known:
                raise RequestError("field", f"value: known players are {', '.join(known)}")
            self._options[name] = request.text("value")
        else:
            raise RequestError("field", f"name: known options are {', '.join([*NUMBERS, 'policy'])}")
        return {"name": name, "value": self._options[name]}

    def _newgame(self, request: Request) -> Answer:
        preset = request.text("preset") if request.has("preset") else None
        options = {name: tuple(v) if isinstance(v, list) else v for name, v in request.mapping("options").items()}
        if "preset" in options:
            raise RequestError("field", "options: the preset has a field of its own")
        game: Any = load_game(request.text("game"), preset=preset, **options)
        seed = request.number("seed", 0, (1 << 64) - 1, int(self._options["seed"]))
        start = request.mapping("start")
        if request.flag("match", False):
            if not hasattr(game, "new_match"):
                raise RequestError("field", f"match: {game.name} has no levels")
            if start:
                raise RequestError("field", "start: a match starts its deals itself")
            self._take(game.new_match(seed=seed), None)
        else:
            if "seed" in start:
                raise RequestError("field", "start: the seed has a field of its own")
            self._take(game.new_game(seed=seed, **start), None)
        return self._standing()

    def _position(self, request: Request) -> Answer:
        given = [name for name in ("record", "state", "view") if request.has(name)]
        if len(given) != 1:
            raise RequestError("field", "a position is one of record, state, view")
        if given == ["record"]:
            self._take(replay(request.text("record")), None)
        elif given == ["state"]:
            self._take(State.from_json(_as_text(request.any("state"))), None)
        else:
            state, viewer = state_from_view(_as_text(request.any("view")), seed=int(self._options["seed"]))
            self._take(state, viewer)
        return self._standing()

    def _show(self, request: Request) -> Answer:
        state = self._state()
        if request.has("seat"):
            return {"view": state.view(request.number("seat", 0, state.num_players - 1)).to_dict()}
        return {"state": json.loads(state.to_json()), "record": self._playing().to_record()}

    def _legal(self, request: Request) -> Answer:
        state = self._state()
        first = request.number("first", 0, (1 << 63) - 1, 0)
        most = request.number("most", 0, MOST_LISTED, 100)
        actions = state.legal_actions()
        shown = islice(range(first, len(actions)), most)
        return {"count": len(actions), "first": first, "actions": [str(actions[i]) for i in shown]}

    def _hint(self, request: Request) -> Answer:
        most = request.number("most", 1, MOST_LISTED, 10)
        return {"actions": [str(action) for action in hints(self._state(), most)]}

    def _apply(self, request: Request) -> Answer:
        state = self._state()
        if request.flag("advance", False):
            if not isinstance(self._play, Match):
                raise RequestError("position", "advance: there is no match")
            self._play.advance()
        else:
            state.apply(request.text("action"))
        return self._standing()

    def _undo(self, request: Request) -> Answer:
        self._state().undo()
        return self._standing()

    # ---- searching

    def _go(self, number: Any, request: Request) -> None:
        self._not_searching()
        state = self._state().clone()
        mode = request.text("mode", "play")
        if mode == "play":
            policy = request.text("policy", str(self._options["policy"]))
            seed = request.number("seed", 0, (1 << 64) - 1, int(self._options["seed"]))
            if state.is_over:
                raise RequestError("game_over", "the deal is over")
            known = policy_names(state.game.name)
            if policy not in known:
                raise RequestError("field", f"policy: known players are {', '.join(known)}")
            work = self._playing_job(state, policy, seed)
        elif mode == "solve":
            if self._seat is not None:
                raise RequestError("position", "solve needs every hand: give a record or a state, not a view")
            if state.phase != "play":
                raise RequestError("game_over" if state.is_over else "wrong_phase", "solve needs a deal in play")
            limits: dict[str, Any] = {
                "all_moves": request.flag("all_moves", True),
                "max_seconds": request.seconds("max_seconds"),
                "max_memory": int(self._options["memory"]) * MEGABYTE,
                "workers": int(self._options["workers"]),
            }
            if request.has("max_nodes"):
                limits["max_nodes"] = request.number("max_nodes", 0, (1 << 64) - 1)
            work = self._solving_job(number, state, limits)
        else:
            raise RequestError("field", "mode: play or solve")
        self._join()
        self._stop.clear()
        self._searching = True
        self._search = threading.Thread(target=self._run, args=(number, work), name="pokerfast-search")
        self._search.start()

    def _run(self, number: Any, work: Callable[[], Answer]) -> None:
        fault: Exception | None = None
        answer: Answer = {"cmd": "go", "stopped": True}
        try:
            answer = {"cmd": "go", **work()}
        except _Stopped:
            pass
        except Exception as error:  # the client must hear of it, whatever it is
            fault = error
        self._searching = False
        with contextlib.suppress(OSError):  # nobody listens any more
            if fault is None:
                self._answer(number, answer)
            elif not isinstance(fault, OSError):
                self._error(number, fault)

    def _playing_job(self, state: State, policy: str, seed: int) -> Callable[[], Answer]:
        return lambda: {"mode": "play", "policy": policy, "action": str(choose(state, policy=policy, seed=seed))}

    def _solving_job(self, number: Any, state: State, limits: dict[str, Any]) -> Callable[[], Answer]:
        def told(nodes: int) -> None:
            if self._stop.is_set():
                raise _Stopped
            self._emit({"id": number, "cmd": "go", "info": {"nodes": nodes}})

        return lambda: {"mode": "solve", **solve(state, progress=told, **limits).to_dict()}

    def _not_searching(self) -> None:
        if self._searching:
            raise RequestError("busy", "a search runs; send stop first")

    def _join(self) -> None:
        if self._search is not None:
            self._search.join()
            self._search = None

    # ---- the position

    def _take(self, play: State | Match, seat: int | None) -> None:
        self._play, self._seat = play, seat

    def _playing(self) -> State | Match:
        if self._play is None:
            raise RequestError("position", "there is no position yet: newgame or position comes first")
        return self._play

    def _state(self) -> State:
        play = self._playing()
        return play if isinstance(play, State) else play.state

    def _standing(self) -> Answer:
        state = self._state()
        standing: Answer = {
            "game": state.game.name,
            "phase": state.phase,
            "seat": state.seat,
            "legal": state.count_legal(),
            "is_over": state.is_over,
            "returns": state.returns(),
        }
        if isinstance(self._play, Match):
            standing |= {"levels": list(self._play.levels), "match_is_over": self._play.is_over}
        return standing


def serve(lines: Iterable[bytes], send: Callable[[Answer], None]) -> None:
    """Answer every line until ``quit`` or the end of the input."""
    engine = Engine(send)
    try:
        for line in lines:
            if line.strip() and not engine.receive(line):
                return
    finally:
        engine.close()


def _read_line(line: str | bytes) -> dict[str, Any]:
    if len(line) > MOST_LINE:
        raise RequestError("line", f"a line has at most {MOST_LINE:,} bytes")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        fields = json.loads(text, object_pairs_hook=unique_pairs, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as error:
        raise RequestError("line", f"not JSON: {shortened(str(error))}") from None
    if not isinstance(fields, dict):
        raise RequestError("line", "a request is a JSON object")
    return fields


def _finite(text: str) -> float:
    """A number that can be written again; NaN and what overflows can't."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is no JSON number")
    return number


def _as_text(value: Any) -> str:
    # Objects are taken as they are and as text alike.
    return value if isinstance(value, str) else json.dumps(value)
