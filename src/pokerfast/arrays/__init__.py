"""How hands, plays and deals lie in arrays. ``pokerfast.batch`` is the way in."""
