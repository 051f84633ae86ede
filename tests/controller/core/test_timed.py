"""How long something takes, counted."""

from __future__ import annotations

from sabot.core.shapes.measured import Timed, Timing


def test_a_time_counts_at_the_first_bound_that_holds_it() -> None:
    timed = Timed((0.5, 1.0))
    assert timed.timing == Timing((0.5, 1.0), (0, 0, 0), 0.0)
    for seconds in (0.25, 0.5, 0.75, 1.0, 8.0):
        timed.took(seconds)
    assert timed.timing == Timing((0.5, 1.0), (2, 2, 1), 10.5)
