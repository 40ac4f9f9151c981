"""Starts the room. From the project's folder:

    pip install '.[server]' && python -m examples.server --port 8000 --db room.sqlite

Then open http://127.0.0.1:8000 in up to four windows. Seats that nobody takes are played by the engine. Kill the server
and start it again: every table goes on where it was.
"""

from __future__ import annotations

import argparse

import uvicorn

from examples.server.app import make_app


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--db", default="room.sqlite", help="where tables and records are kept")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds a turn may take")
    parser.add_argument("--seeds", action="store_true", help="let who opens a table name its seed (for tests)")
    arguments = parser.parse_args()
    app = make_app(arguments.db, arguments.patience, arguments.seeds)
    uvicorn.run(app, host=arguments.host, port=arguments.port, log_level="warning", timeout_graceful_shutdown=3)


if __name__ == "__main__":
    main()
