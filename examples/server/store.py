"""What must survive a restart: tables as they stand, who sits where, and the records of what is over."""

from __future__ import annotations

import sqlite3
from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    name TEXT PRIMARY KEY,
    saved TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS seats (
    name TEXT NOT NULL REFERENCES tables(name),
    seat INTEGER NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (name, seat)
);
CREATE TABLE IF NOT EXISTS records (
    name TEXT PRIMARY KEY REFERENCES tables(name),
    record TEXT NOT NULL
);
"""


class Store:
    """One SQLite file. Every call is on disk when it returns, so what was acknowledged after it is never lost."""

    def __init__(self, path: Path | str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.executescript(SCHEMA)

    def save(self, name: str, saved: str) -> None:
        """Keep a table as it stands."""
        self._db.execute("INSERT OR REPLACE INTO tables (name, saved) VALUES (?, ?)", (name, saved))

    def load(self) -> dict[str, str]:
        """Every table as it was kept last."""
        return dict(self._db.execute("SELECT name, saved FROM tables"))

    def seat(self, name: str, seat: int, token: str) -> None:
        """Who may act for a seat."""
        self._db.execute("INSERT OR REPLACE INTO seats (name, seat, token) VALUES (?, ?, ?)", (name, seat, token))

    def seats(self, name: str) -> dict[int, str]:
        """The tokens of a table's seats."""
        return dict(self._db.execute("SELECT seat, token FROM seats WHERE name = ?", (name,)))

    def finish(self, name: str, record: str) -> None:
        """Keep the record of a game that is over."""
        self._db.execute("INSERT OR REPLACE INTO records (name, record) VALUES (?, ?)", (name, record))

    def record(self, name: str) -> str | None:
        """The record of a game that is over."""
        row = self._db.execute("SELECT record FROM records WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
