"""What the school brings a simulated learner: with drills by the schedule, and at the virtual table."""

from __future__ import annotations

from sabot.core.progress import Progress, silent
from sabot.school import learner
from sabot.school.dealing import learning


def measure(*, progress: Progress = silent) -> dict[str, object]:
    """The figures of both."""
    return {**learner.measure(progress=progress), "virtual_table": learning.measure(progress=progress)}
