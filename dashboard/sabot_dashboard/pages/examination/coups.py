"""An examination whose questions are coups: the virtual table, silent; afterwards every coup once more."""

from __future__ import annotations

from flask import Flask, Response
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.pages.examination.closed import goes_on_here
from sabot_dashboard.pages.school import LONGEST_KEY, SchoolPages, posted, sentence
from sabot_dashboard.pages.school_deal_pages import cloth_for
from sabot_dashboard.pages.school_dealing import in_words, worded


def exam_coups(app: Flask, pages: SchoolPages) -> None:
    """What the table of an examination asks and does."""
    found = pages.school.exams

    @app.get("/school/exams/<key>/state")
    def school_exam_table(key: str) -> Response:
        key = key[:LONGEST_KEY]
        try:
            goes_on_here(pages, found.state(key))
            return answered(_seen(pages, found.table(key)))
        except ValueError as error:
            return refused(sentence(error), 404)

    @app.post("/school/exams/<key>/act")
    @posted
    def school_exam_act(body: Plain, key: str) -> Response:
        key = key[:LONGEST_KEY]
        goes_on_here(pages, found.state(key))
        return answered({"taken": True, "state": _seen(pages, found.act(key, body))})


def _seen(pages: SchoolPages, table: Plain | None) -> Plain:
    """The table as its page draws it; all that is told of one that is over is that it is."""
    return {"ended": True} if table is None else worded(table, pages)


def table_page(pages: SchoolPages, state: Plain) -> ResponseReturnValue:
    """The cloth of an examination that goes on."""
    path, setup = f"/school/exams/{state['id']}", _setup(pages, state)
    return pages.page("school-deal-table", exam=state, path=path, **cloth_for(pages, setup))


def replay_page(pages: SchoolPages, state: Plain) -> ResponseReturnValue:
    """The coups of an examination that has ended."""
    cloth, coups = cloth_for(pages, _setup(pages, state)), pages.school.exams.replay(state["id"])
    return pages.page("school-deal-replay", exam=state, path="", replay=in_words(coups), **cloth)


def _setup(pages: SchoolPages, state: Plain) -> Plain:
    setup: Plain = pages.school.sittings.setup(state["trainee"], state["id"])
    return setup
