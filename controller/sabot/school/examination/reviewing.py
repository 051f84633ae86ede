"""An examination looked at afterwards: each question with its answer, what is right, and the time. Pure."""

from __future__ import annotations

from typing import TypedDict

from sabot.core.reasons import Reason
from sabot.games.questions import Drill
from sabot.school.shapes import as_dict
from sabot.school.store import Kept


class Reviewed(TypedDict):
    """One question: as its page got it, the `answer` (None: none came in time), the `truth` with its reason,
    and the seconds that the answer took. `late`: right, but after the question's own time."""

    question: dict[str, object]
    answer: str | None
    right: bool
    late: bool
    truth: str
    why: Reason
    seconds: float


def reviewed(kept: Kept, drill: Drill) -> Reviewed:
    """A question on record as it is looked at afterwards."""
    asked = drill.ask(kept.cell, kept.seed)
    verdict = drill.judge(asked, kept.answer or "")
    return {
        "question": as_dict(kept.id, asked),
        "answer": kept.answer,
        "right": kept.right,
        "late": verdict.right and not kept.right and kept.answer is not None,
        "truth": verdict.truth,
        "why": verdict.why,
        "seconds": kept.took_ms / 1000,
    }
