"""Tables with people and bots at them. It knows no rule and no connection: those are pokerfast's and app.py's."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pokerfast as pf
from examples.server.store import Store

Send = Callable[[dict[str, Any]], None]


@dataclass
class Party:
    """A table and who listens to it."""

    name: str
    table: pf.Table
    tokens: dict[int, str]
    listeners: dict[Send, tuple[int | None, int]] = field(default_factory=dict)  # -> (seat, events told so far)


class Room:
    """All tables of the house. A change is in the store before anybody hears of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._parties = {
            name: Party(name, pf.Table.from_json(saved), store.seats(name)) for name, saved in store.load().items()
        }

    def open(self, game: str, *, seed: int | None = None, match: bool = False, **options: Any) -> str:
        """A new table with bots on every seat; its name."""
        table = pf.Table(
            pf.load_game(game, **options),
            seed=secrets.randbits(64) if seed is None else seed,
            match=match,
            auto="greedy",
        )
        name = secrets.token_urlsafe(6)
        self._parties[name] = Party(name, table, {})
        self._store.save(name, table.to_json())
        return name

    def names(self) -> list[str]:
        """The tables there are."""
        return list(self._parties)

    def record(self, name: str) -> str | None:
        """The record of a game, once it is over."""
        return self._store.record(name)

    def number(self, name: str) -> int:
        """The turn that a table waits for."""
        return self._parties[name].table.number

    def join(self, name: str, send: Send, seat: int | None, token: str | None) -> dict[str, Any]:
        """Sit down (a seat that is free, or one's own by its token), or watch (seat None).

        Whoever comes back gets the whole view; what happens from then on comes as events.
        """
        party = self._parties.get(name)
        if party is None:
            return {"error": "no such table", "error_zh": "没有这张桌子"}
        if seat is not None:
            if type(seat) is not int or not 0 <= seat < party.table.seats:
                return {"error": "no such seat", "error_zh": "没有这个座位"}
            known = party.tokens.get(seat)
            if known is None:
                known = party.tokens[seat] = secrets.token_urlsafe(12)
                self._store.seat(name, seat, known)
            elif token is None or not secrets.compare_digest(known.encode(), str(token).encode("utf-8", "replace")):
                return {"error": "that seat is taken", "error_zh": "座位已有人"}
            if party.table.on_auto(seat):
                self._administer(party, seat, "manual")
            token = known
        party.listeners[send] = (seat, party.table.events)
        return {"joined": name, "seat": seat, "token": token, "table": party.table.view(seat)}

    def leave(self, name: str, send: Send) -> None:
        """A connection is gone; whether its seat is left to the table is for the clock to say."""
        if name in self._parties:
            self._parties[name].listeners.pop(send, None)

    def start(self, name: str) -> None:
        """Leave every seat that nobody has taken to the table."""
        party = self._parties[name]
        for seat in range(party.table.seats):
            if seat not in party.tokens and not party.table.on_auto(seat):
                self._administer(party, seat, "auto")

    def hear(self, name: str, send: Send, message: Any) -> dict[str, Any]:
        """The answer to one message of a listener."""
        party = self._parties[name]
        seat, _ = party.listeners[send]
        if not isinstance(message, dict):
            return {"error": "a message is an object", "error_zh": "消息必须是对象"}
        if "since" in message and type(message["since"]) is int:
            return self._news(party, seat, message["since"])
        if seat is None:
            return {"error": "spectators only watch", "error_zh": "旁观者不能操作"}
        if "hint" in message:
            return {"hints": party.table.hints(seat)}
        if "act" in message and isinstance(message["act"], dict):
            wanted = message["act"]
            reply = party.table.act(seat, wanted.get("number"), wanted.get("action"))
        elif message.get("auto") in ("auto", "manual"):
            reply = party.table.administer(seat, message["auto"])
        elif "next" in message:
            reply = party.table.advance()
        else:
            return {"error": "unknown message", "error_zh": "无法识别的消息"}
        if reply:
            self._changed(party)
        return {"reply": reply.to_dict()}

    def too_slow(self, name: str, number: int) -> bool:
        """Leave the seat to move to the table if that turn still waits: an old timer does nothing."""
        party = self._parties[name]
        if party.table.number != number or (seat := party.table.seat) is None:
            return False
        self._administer(party, seat, "auto")
        return True

    def _administer(self, party: Party, seat: int, what: Any) -> None:
        if party.table.administer(seat, what):
            self._changed(party)

    def _changed(self, party: Party) -> None:
        self._store.save(party.name, party.table.to_json())
        if party.table.is_over:
            self._store.finish(party.name, party.table.to_record())
        for send, (seat, told) in list(party.listeners.items()):
            party.listeners[send] = (seat, party.table.events)
            send(self._news(party, seat, told))

    def _news(self, party: Party, seat: int | None, since: int) -> dict[str, Any]:
        events = [event.to_dict() for event in party.table.events_since(since, seat)]
        return {"events": events, "table": party.table.view(seat)}
