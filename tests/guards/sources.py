"""Where the sources stand, for guards that read them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/pokerfast"
CORE = ROOT / "src/core"


def module_name(path: Path, top: Path) -> str:
    """``cli.about`` for src/pokerfast/cli/about.py; a package's ``__init__`` is the package."""
    parts = list(path.relative_to(top).with_suffix("").parts)
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)
