"""What records are made of: their parts, as text, as JSON. ``pokerfast.record`` is the way in."""
