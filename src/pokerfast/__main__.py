"""``python -m pokerfast``."""

from pokerfast.cli import app

app(prog_name="pokerfast")
