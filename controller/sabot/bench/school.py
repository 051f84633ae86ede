"""Does the schedule bring the rare cells of the tableau up? A simulated learner, the same hours three
ways."""

from __future__ import annotations

from sabot.core.progress import Progress, silent
from sabot.school import learner


def measure(
    days: int = 30, questions: int = 60, trainees: int = 20, *, progress: Progress = silent
) -> dict[str, object]:
    """What he still knows a week after the last day, by the schedule, by cells drawn alike, and by cells as
    the cards bring them (controller/sabot/school/learner.py says who he is)."""
    with progress("teaching trainees", trainees) as advance:
        return learner.compared(days=days, questions=questions, trainees=trainees, advance=advance)
