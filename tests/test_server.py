"""The card room of examples/server: four clients at a table over WebSocket, killed and started again."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pokerfast as pf

websockets = pytest.importorskip("websockets.sync.client", reason="needs pip install '.[server]'")
pytest.importorskip("uvicorn", reason="needs pip install '.[server]'")
pytest.importorskip("starlette", reason="needs pip install '.[server]'")
ROOT = Path(__file__).parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """The room as a process, on a free port of this machine."""

    def __init__(self, db: Path, patience: float = 60) -> None:
        self.db, self.patience = db, patience
        self.clients: list[Client] = []
        self.start()

    def start(self) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "examples.server", "--port", str(self.port), "--db", str(self.db)]
        command += ["--patience", str(self.patience), "--seeds"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            time.sleep(0.05)
        self.process.kill()
        raise AssertionError(self.process.communicate()[0])

    def kill(self) -> None:
        """At once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=10)
        for client in self.clients:
            client.close()
        self.clients.clear()

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", data, timeout=10) as answer:
            text = answer.read().decode()
        return json.loads(text) if text.startswith("{") else text


class Client:
    """A seat at a table; keeps its last view."""

    def __init__(self, server: Server, name: str, seat: int | None, token: str | None = None, **more: Any) -> None:
        self.seat = seat
        self.stack = contextlib.ExitStack()
        address = f"ws://127.0.0.1:{server.port}/tables/{name}"
        self.socket = self.stack.enter_context(websockets.connect(address, open_timeout=10))
        server.clients.append(self)
        self.send({"seat": seat, "token": token, **more})
        self.answer = self.until(lambda m: "joined" in m or "error" in m)
        self.token = self.answer.get("token")

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def until(self, wanted: Any) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=10))
            if "table" in message:
                self.table = message["table"]
            if wanted(message):
                return message

    def act(self, number: int, action: str) -> dict[str, Any]:
        self.send({"act": {"number": number, "action": action}})
        reply: dict[str, Any] = self.until(lambda m: "reply" in m)["reply"]
        return reply

    def close(self) -> None:
        with contextlib.suppress(Exception):  # the server may be gone
            self.stack.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "room.sqlite")
    yield made
    made.kill()


def move_of(client: Client, rng: random.Random) -> str:
    """A move from what the server tells this seat alone."""
    client.send({"hint": True})
    hints = client.until(lambda m: "hints" in m)["hints"]
    return str(rng.choice(hints[:6]))


def test_four_clients_a_killed_server_and_nothing_lost(server: Server) -> None:
    rng = random.Random(1)
    name = server.ask("/tables", {"game": "shengji", "seed": 7, "options": {"preset": "tuolaji"}})["table"]
    assert name in server.ask("/tables")["tables"]
    clients = [Client(server, name, seat) for seat in range(4)]
    tokens = [client.token for client in clients]
    acknowledged: list[tuple[int, int, str]] = []
    kills = {20, 47, 90}
    while True:
        for client in clients:
            client.send({"since": 10**6})  # nothing new, and the view as it stands
            client.until(lambda m: m.get("events") == [])
        table = clients[0].table
        if table["is_over"]:
            break
        seat, number = table["seat"], table["number"]
        action = move_of(clients[seat], rng)
        reply = clients[seat].act(number, action)
        assert reply["ok"], reply
        acknowledged.append((number, seat, action))
        if number in kills:
            kills.discard(number)
            server.kill()
            server.start()
            clients = [Client(server, name, seat, token) for seat, token in enumerate(tokens)]
            assert clients[seat].answer["table"]["number"] == number + 1
            # The click that was sent again after the crash does nothing.
            assert clients[seat].act(number, action)["code"] == "repeated"
        assert len(acknowledged) < 400
    assert not kills
    record = server.ask(f"/records/{name}")
    state = pf.replay(record)
    assert isinstance(state, pf.TrickState) and state.is_over
    told = [(e[0], e[1]) for e in clients[0].table["view"]["history"]]
    assert len(told) == len(acknowledged) == len(state.history)
    for (number, seat, action), (by, text), done in zip(acknowledged, told, state.history, strict=True):
        assert by == seat and str(done) == action, number
        assert text in (action, str(done))
    assert clients[2].table["returns"] == state.returns()


def test_a_seat_is_its_tokens_and_spectators_only_watch(server: Server) -> None:
    name = server.ask("/tables", {"game": "doudizhu", "seed": 3})["table"]
    first = Client(server, name, 0)
    assert "error" in Client(server, name, 0).answer
    assert "error" in Client(server, name, 0, "guess").answer
    assert "error" in Client(server, name, 9).answer
    assert "error" in Client(server, name, True).answer  # type: ignore[arg-type]
    assert "error" in Client(server, "nowhere", 0).answer
    again = Client(server, name, 0, first.token)
    assert again.answer["table"] == first.answer["table"]
    watcher = Client(server, name, None)
    assert watcher.table["view"].get("hand") is None
    watcher.send({"act": {"number": 0, "action": "no"}})
    assert "error" in watcher.until(lambda m: "error" in m)
    assert "error" in Client(server, name, 0, "é").answer
    with pytest.raises(urllib.error.HTTPError):
        server.ask("/tables", [[[]]] * 3)
    for bad in (
        "{",
        "7",
        '"x"',
        '{"act": 7}',
        '{"act": {"number": "x", "action": []}}',
        '{"auto": "quit"}',
        "[" * 9999,
    ):
        first.send(bad)
        assert first.until(lambda m: "error" in m or "reply" in m)
    with pytest.raises(urllib.error.HTTPError):
        server.ask("/tables", {"game": "chess"})
    with pytest.raises(urllib.error.HTTPError):
        server.ask("/tables", [1])
    with pytest.raises(urllib.error.HTTPError):
        server.ask(f"/records/{name}")
    assert "pokerfast" in server.ask("/")


def test_the_engine_fills_seats_and_slow_seats_are_left_to_it(tmp_path: Path) -> None:
    server = Server(tmp_path / "room.sqlite", patience=0.2)
    try:
        name = server.ask("/tables", {"game": "shengji", "seed": 5, "options": {"preset": "one_deck"}})["table"]
        client = Client(server, name, 2, start=True)
        # Nobody answers for seat 2: its time runs out, the table plays to the end.
        deadline = time.monotonic() + 30
        while not client.table["is_over"] and time.monotonic() < deadline:
            client.until(lambda m: "table" in m)
        assert client.table["is_over"] and all(client.table["auto"])
        assert isinstance(pf.replay(server.ask(f"/records/{name}")), pf.State)
    finally:
        server.kill()


def test_talk_winds_no_clock_and_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    server = Server(tmp_path / "room.sqlite", patience=1.5)
    try:
        name = server.ask("/tables", {"game": "shengji", "seed": 5, "options": {"preset": "one_deck"}})["table"]
        player, watcher = Client(server, name, 0, start=True), Client(server, name, None)
        deaf = Client(server, name, None)
        began, number = time.monotonic(), player.table["number"]
        while player.table["number"] == number and time.monotonic() - began < 20:
            watcher.send({"since": 10**6})  # chatter does not hold the turn
            player.send({"since": 10**6})
            player.until(lambda m: "table" in m)
            time.sleep(0.05)
        assert player.table["number"] > number
        # Many changes that one client never reads: the others go on.
        for _ in range(300):
            for what in ("auto", "manual"):
                player.send({"auto": what})
                player.until(lambda m: "reply" in m)
        player.send({"since": 10**6})
        assert player.until(lambda m: m.get("events") == [])
        deaf.close()
        server.process.terminate()
        server.process.wait(timeout=10)
    finally:
        server.kill()
