"""How every test runs: no deadline by the wall clock, so that a busy machine fails nothing, and the same
examples every time, so that a commit which passed once passes again.

`make soak` looks further, with other examples each time: `--hypothesis-profile=wide`.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "wide", settings.get_profile("house"), derandomize=False, max_examples=3_000, print_blob=True
)
settings.load_profile("house")
