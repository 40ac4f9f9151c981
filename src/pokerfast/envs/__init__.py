"""Environments for reinforcement learning. Each module imports its library only when it is used (docs/environments.md)."""
