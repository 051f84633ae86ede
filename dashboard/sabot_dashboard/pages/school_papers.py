"""The papers that a trainer issues: the form, and what came of each."""

from __future__ import annotations

from flask import Flask, Response

from sabot.core.shapes.json import Plain
from sabot_dashboard.answers import answered
from sabot_dashboard.pages.school import SchoolPages, posted


def papers(app: Flask, pages: SchoolPages) -> None:
    """The routes under `/school/trainer/papers`."""
    found = pages.school.exams.papers

    @app.get("/school/trainer/papers")
    def school_papers() -> str:
        return pages.page(
            "school-papers",
            papers=found.all(),
            drills=_by_game(pages),
            trainees=pages.school.trainees(),
            named=pages.named,
            is_known=pages.trainer() is not None,
        )

    @app.post("/school/trainer/papers")
    @posted
    def school_issue(body: Plain) -> Response:
        trainer = pages.trainer()
        if trainer is None:
            raise ValueError("A paper is issued by a trainer or supervisor who is logged in with a PIN.")
        key = found.issue(body, by=trainer)
        return answered({"taken": True, "to": f"/school/trainer/papers#{key}"})


def _by_game(pages: SchoolPages) -> dict[str, dict[str, str]]:
    """The titles of the drills by their names, by game."""
    drills: dict[str, dict[str, str]] = {}
    for name, (title, group) in pages.school.titles().items():
        drills.setdefault(group, {})[name] = title
    return drills
