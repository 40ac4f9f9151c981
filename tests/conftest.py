"""Settings for the whole suite.

``HYPOTHESIS_PROFILE=ci`` runs more examples; ``POKERFAST_BIG=1`` adds the long comparisons with the reference model;
``POKERFAST_REGEN=1`` rewrites golden files instead of comparing with them.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "dev",
    deadline=None,
    print_blob=True,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("ci", settings.get_profile("dev"), max_examples=1500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


@pytest.fixture(scope="session")
def big() -> bool:
    """Whether the long comparisons run."""
    return os.environ.get("POKERFAST_BIG") == "1"
