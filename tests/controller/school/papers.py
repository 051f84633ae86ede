"""Papers that a trainer issues, for the tests."""

from __future__ import annotations

from typing import Any

from sabot.core.shapes.people import Person
from sabot.school.school import School

MAES = Person("E. Maes", "trainer", "p-0a1b2c")
DEVICE = "0123456789abcdef"
HOUR_MS = 3_600_000


def form(school: School, *trainees: int, **change: Any) -> dict[str, Any]:
    """What a trainer's page sends: ten questions in two minutes, to be begun within the next hour."""
    now_ms = round(1000 * school._now_s())
    given = {
        "drills": ["tirage-punto", "tirage-banco"],
        "trainees": [*trainees],
        "questions": 10,
        "minutes": 2,
        "pass_percent": 60,
        "opens_ms": now_ms,
        "closes_ms": now_ms + HOUR_MS,
    }
    return given | change


def issued(school: School, who: int, **change: Any) -> str:
    """An examination of this trainee, begun by a paper that a trainer issued."""
    paper = school.exams.papers.issue(form(school, who, **change), by=MAES)
    return school.exams.admit(who, paper, device=DEVICE, place="")
