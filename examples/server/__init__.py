"""A small card room: tables of any game over WebSocket, kept in SQLite (docs/servers.md)."""
