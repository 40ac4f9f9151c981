"""Comparisons with public Dou Dizhu engines, which are optional (requirements.txt)."""
