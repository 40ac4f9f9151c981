"""The engine for other programs: engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from pokerfast.engine import MOST_LINE, serve


def engine() -> None:
    """Answer JSON lines on stdin with JSON lines on stdout, until `quit` or the end of the input (docs/engine.md)."""

    def send(fields: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(fields, separators=(",", ":"), allow_nan=False) + "\n")
        sys.stdout.flush()

    try:
        serve(bounded(sys.stdin.buffer), send)
    except BrokenPipeError:
        # Nobody listens any more. What is still buffered must not be written at exit.
        sys.stdout = None


def bounded(stream: BinaryIO) -> Iterator[bytes]:
    """Lines; of one that is too long so much that it is refused, whatever its length."""
    while line := stream.readline(MOST_LINE + 2):
        yield line
        while not line.endswith(b"\n") and len(line) == MOST_LINE + 2:
            line = stream.readline(MOST_LINE + 2)
