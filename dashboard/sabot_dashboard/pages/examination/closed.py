"""While an examination goes on, the rest of the school is closed to its trainee, and at its device.

A drill, a record or the virtual table would tell what is right.
"""

from __future__ import annotations

from flask import Flask, Response, request

from sabot.core.shapes.json import Plain
from sabot_dashboard.access import RULES, SCHOOL
from sabot_dashboard.answers import refused
from sabot_dashboard.pages.school import SchoolPages, number_of
from sabot_dashboard.words.sentence import plain

OPEN = (
    *("school_menu", "school_trainee", "school_leave", "school_exams", "school_paper", "school_admit"),
    *("school_exam", "school_report", "school_exam_next", "school_exam_answer", "school_exam_table"),
    "school_exam_act",
)
"""The pages and acts of trainees that stay open. A new one is closed until it is named here."""

NOT_YOURS = "This examination is somebody else’s."
GOES_ON = "An examination goes on. The rest of the school opens again when it has ended."


def closed_meanwhile(app: Flask, pages: SchoolPages) -> None:
    """Refuse what is closed."""

    @app.before_request
    def closed() -> Response | None:
        rule = RULES.get(request.url_rule.rule) if request.url_rule else None
        if rule is not SCHOOL or request.endpoint in OPEN or not goes_on(pages):
            return None
        return refused(plain(GOES_ON), 409)


def goes_on_here(pages: SchoolPages, state: Plain) -> None:
    """Nobody sits an examination for somebody else, nor at another device than the one where it was begun.
    Raises ValueError."""
    if state["trainee"] != number_of(pages):
        raise ValueError(NOT_YOURS)
    pages.school.exams.check_device(state["id"], pages.device())


def goes_on(pages: SchoolPages) -> str:
    """The examination that goes on for the trainee at this screen, or else at this device; empty: none."""
    key: str = pages.school.exams.under_way(number_of(pages), pages.device())
    return key
