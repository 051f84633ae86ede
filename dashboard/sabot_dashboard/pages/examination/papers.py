"""The papers that a trainer issues: the form, and what came of each."""

from __future__ import annotations

from flask import Flask, Response

from sabot.core.shapes.json import Plain
from sabot.core.shapes.people import Person
from sabot_dashboard.answers import answered
from sabot_dashboard.pages.school import LONGEST_KEY, SchoolPages, posted
from sabot_dashboard.pages.school_deal_pages import game_titles


def papers(app: Flask, pages: SchoolPages) -> None:
    """The routes under `/school/trainer/papers`."""
    found = pages.school.exams.papers

    @app.get("/school/trainer/papers")
    def school_papers() -> str:
        return pages.page(
            "school-papers",
            papers=_listed(pages),
            drills=found.subjects(),
            titles=game_titles(),
            trainees=pages.school.trainees(),
            named=pages.named,
            is_known=pages.trainer() is not None,
        )

    @app.post("/school/trainer/papers")
    @posted
    def school_issue(body: Plain) -> Response:
        key = found.issue(body, by=_trainer(pages))
        return answered({"taken": True, "to": f"/school/trainer/papers#{key}"})

    @app.post("/school/trainer/papers/<key>/withdraw")
    @posted
    def school_withdraw(body: Plain, key: str) -> Response:
        found.withdraw(key[:LONGEST_KEY], by=_trainer(pages))
        return answered({"taken": True})


def _listed(pages: SchoolPages) -> list[Plain]:
    """The newest papers, each with who sat it; a sitting whose time is over has ended."""
    pages.school.exams.end_overdue()
    listed: list[Plain] = pages.school.exams.papers.all()
    return listed


def _trainer(pages: SchoolPages) -> Person:
    """The trainer who is logged in. Raises ValueError where nobody is."""
    trainer = pages.trainer()
    if trainer is None:
        raise ValueError("A paper is issued by a trainer or supervisor who is logged in with a PIN.")
    return trainer
