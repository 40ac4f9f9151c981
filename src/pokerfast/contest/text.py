"""Files of the contest: CSV read strictly, every fault with its line and column; CSV written."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final

from pokerfast.errors import NotationError, RulesError, shortened

__all__ = ["Row", "faults_shown", "number_text", "read_file", "read_rows", "write_rows"]

MOST_BYTES: Final = 64 << 20
MOST_SHOWN = 10  # faults told at once
MOST_NAME = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a file: its number from 1, and its cells by column."""

    line: int
    cells: Mapping[str, str]

    def where(self, column: str) -> str:
        """How an error names a cell."""
        return f"line {self.line}, column {column}"


def read_file(path: str | Path) -> str:
    """A text file, with or without the mark that spreadsheets put first.

    Raises:
        NotationError: it cannot be read, is too large, or is no UTF-8.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise NotationError(f"cannot be read: {why}", str(path)) from None
    if len(data) > MOST_BYTES:
        raise NotationError(f"has more than {MOST_BYTES >> 20} MB", str(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(f"line {line} is no UTF-8; save the file as UTF-8", str(path), error.start) from None


def read_rows(text: str, required: Sequence[str], optional: Mapping[str, str], also: Mapping[str, str]) -> list[Row]:
    """The rows of a CSV text with a header; blank lines are left out, cells stripped.

    Args:
        text: the file.
        required: columns that must be there.
        optional: columns that may be, with the cell they have where they are not.
        also: other names of columns.

    Raises:
        RulesError: every fault with its line.
        TypeError: not text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a CSV file is text, not {type(text).__name__}")
    known = [*required, *optional]
    header: list[str] | None = None
    rows: list[Row] = []
    faults: list[tuple[str, str]] = []
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        line = 1
        for cells in reader:
            cells = [unicodedata.normalize("NFC", cell).strip() for cell in cells]
            if any(cells):
                if header is None:
                    header = [also.get(cell.lower(), cell.lower()) for cell in cells]
                    _check_header(header, line, known, required)
                elif len(cells) != len(header):
                    faults.append((f"line {line}", f"{len(cells)} cells, the header has {len(header)}"))
                else:
                    rows.append(Row(line, {**optional, **dict(zip(header, cells, strict=True))}))
            line = reader.line_num + 1
    except csv.Error as error:
        faults.append((f"line {max(reader.line_num, 1)}", f"is no CSV: {error}"))
    if header is None and not faults:
        faults.append(("line 1", f"expected a header: {','.join(known)}"))
    if faults:
        raise RulesError(faults_shown(faults))
    return rows


def _check_header(header: Sequence[str], line: int, known: Sequence[str], required: Sequence[str]) -> None:
    faults = []
    for number, column in enumerate(header):
        if column not in known:
            faults.append((f"line {line}", f"{shortened(column)} is no column; known: {','.join(known)}"))
        elif column in header[:number]:
            faults.append((f"line {line}", f"column {column} comes twice"))
    faults += [(f"line {line}", f"column {column} is missing") for column in required if column not in header]
    if faults:
        raise RulesError(faults_shown(faults))


def name_fault(name: str) -> str | None:
    """What is wrong with the name of a person or team, or None."""
    if not name:
        return "is missing"
    if len(name) > MOST_NAME:
        return f"has more than {MOST_NAME} characters"
    if not name.isprintable():
        return f"{shortened(name)} has characters that cannot be printed"
    if name != name.strip():
        return f"{shortened(name)} begins or ends with a blank"
    if name.lower().startswith("engine:"):
        return f"{shortened(name)} is a player; put it into the column player, and give it a name"
    return None


def write_rows(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV text with its header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def number_text(number: Decimal) -> str:
    """A score without superfluous digits: ``3``, ``-0.5``."""
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def plain(number: Decimal) -> int | float:
    """A score for JSON."""
    return int(number) if number == number.to_integral_value() else float(number)


def faults_shown(faults: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Faults, or the first of very many and how many more there are."""
    if len(faults) <= MOST_SHOWN:
        return list(faults)
    return [*faults[:MOST_SHOWN], ("further faults", str(len(faults) - MOST_SHOWN))]
