"""The room over the web: a page, and a WebSocket for each player or spectator."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import pokerfast as pf
from examples.server.room import Room
from examples.server.store import Store

MOST_WAITING = 256  # messages for one connection; who reads slower is cut off and comes back to a whole view


def make_app(path: Path | str, patience: float, seeds: bool = False) -> Starlette:
    """The application.

    Args:
        path: of the SQLite file.
        patience: how many seconds a turn may take.
        seeds: whether who opens a table may name its seed, and so know all cards: for tests.
    """
    store = Store(path)
    room = Room(store)
    timers: dict[str, tuple[int, asyncio.Task[None]]] = {}

    def wind(name: str) -> None:
        # One clock a table, for the turn that it waits for; whatever else is said does not wind it again.
        async def ring(number: int) -> None:
            await asyncio.sleep(patience)
            if room.too_slow(name, number):
                wind(name)

        number = room.number(name)
        if name in timers:
            wound_for, old = timers[name]
            if wound_for == number and not old.done():
                return
            old.cancel()
        timers[name] = (number, asyncio.get_running_loop().create_task(ring(number)))

    async def page(request: Request) -> Response:
        return FileResponse(Path(__file__).parent / "page.html")

    async def open_table(request: Request) -> Response:
        try:
            wanted = await request.json()
            name = room.open(
                str(wanted["game"]),
                seed=wanted.get("seed") if seeds else None,
                match=bool(wanted.get("match", False)),
                **wanted.get("options", {}),
            )
        except (pf.PokerfastError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            return JSONResponse({"error": str(error)}, status_code=400)
        return JSONResponse({"table": name})

    async def list_tables(request: Request) -> Response:
        return JSONResponse({"tables": room.names()})

    async def record(request: Request) -> Response:
        text = room.record(request.path_params["name"])
        return PlainTextResponse(text or "not over", status_code=200 if text else 404)

    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)
        loop, talker = asyncio.get_running_loop(), asyncio.current_task()

        def send(message: dict[str, Any]) -> None:
            try:
                waiting.put_nowait(message)
            except asyncio.QueueFull:
                room.leave(name, send)  # whoever reads so slowly hears no more, and is cut off
                if talker is not None:
                    talker.cancel()

        async def write() -> None:
            while True:
                await socket.send_text(json.dumps(await waiting.get(), ensure_ascii=False))

        writer = loop.create_task(write())
        name = str(socket.path_params["name"])
        joined = False
        try:
            while True:
                try:
                    message = json.loads(await socket.receive_text())
                except (ValueError, RecursionError, KeyError):
                    send({"error": "not JSON", "error_zh": "不是JSON"})
                    continue
                if not isinstance(message, dict):
                    send({"error": "a message is an object", "error_zh": "消息必须是对象"})
                    continue
                if not joined:
                    wanted = message
                    answer = room.join(name, send, wanted.get("seat"), wanted.get("token"))
                    joined = "joined" in answer
                    send(answer)
                    if joined and wanted.get("start"):
                        room.start(name)
                    elif not joined:
                        continue
                else:
                    send(room.hear(name, send, message))
                wind(name)
        except (WebSocketDisconnect, asyncio.CancelledError):
            pass
        finally:
            room.leave(name, send)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, RuntimeError, WebSocketDisconnect):
                await writer

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        for name in room.names():
            wind(name)
        yield
        for _, timer in timers.values():
            timer.cancel()
        store.close()

    routes = [
        Route("/", page),
        Route("/tables", open_table, methods=["POST"]),
        Route("/tables", list_tables),
        Route("/records/{name}", record),
        WebSocketRoute("/tables/{name}", talk),
    ]
    return Starlette(routes=routes, lifespan=lifespan)
