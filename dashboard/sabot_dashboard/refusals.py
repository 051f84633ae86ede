"""A refusal as a page: what a person reads in a browser where a script gets JSON."""

from __future__ import annotations

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from sabot.core.shapes.past import RecordError
from sabot_dashboard.answers import refused
from sabot_dashboard.guard import ACT_HEADER
from sabot_dashboard.programs.problems import DETAILS, is_for_programs, problem
from sabot_dashboard.words.sentence import plain

WORDS_OF = {
    404: "There is no such page here.",
    405: "There is no such page here.",
    413: "That is too long to be an act.",
    500: "This screen has an error. The table goes on; reload the page.",
}
"""What is said of an error that has no sentence of its own."""

NOT_FROM_HERE, NO_PAGE = "Not from here", "No such page"
HEADINGS = {401: NOT_FROM_HERE, 403: NOT_FROM_HERE, 404: NO_PAGE, 405: NO_PAGE, 503: "Not now"}
OTHER_HEADING = "That did not work"

PASSING_STATUSES = (408, 429, 500, 503)
"""Errors that may be gone when the page is asked for again."""


UNREADABLE = (
    "The journal of this table cannot be read now. Try again in a few seconds; if it stays so, call the"
    " technician."
)
"""What is said of a page that looks back while the record cannot be read."""


def unreadable(app: Flask) -> None:
    """A page of this app that looks back says so where the record cannot be read; the log says why."""

    @app.errorhandler(RecordError)
    def not_read(error: RecordError) -> Response:
        app.logger.warning("a page was not answered: %s", error)
        return problem(503) if is_for_programs() else refused(plain(UNREADABLE), 503)


def in_words(app: Flask) -> None:
    """Every error of this app is said in words, and every refusal is a page for a person who reads it."""

    @app.errorhandler(HTTPException)
    def said(error: HTTPException) -> Response:
        status = error.code or 500
        if is_for_programs():
            return problem(status, "" if status in DETAILS else error.description or "")
        return refused(plain(WORDS_OF.get(status, error.description or "")), status)

    @app.after_request
    def shown(answer: Response) -> Response:
        is_refusal = answer.status_code >= 400 and answer.mimetype == "application/json"
        why = answer.get_json().get("why") if is_refusal and is_read() else None
        return _page(answer, why) if why else answer


def opens_page() -> bool:
    """Whether a browser opens a page, and no script asks for something."""
    return "text/html" in request.headers.get("Accept", "")


def is_read() -> bool:
    """Whether a person reads the answer. Where there is no such page this is anybody who does not ask for
    JSON."""
    if opens_page() or request.url_rule is not None:
        return opens_page()
    is_script = request.is_json or ACT_HEADER in request.headers
    return not is_script and "json" not in request.headers.get("Accept", "")


def _page(answer: Response, why: object) -> Response:
    """The refusal `answer`, with its status and its headers, as a page."""
    status = answer.status_code
    heading = HEADINGS.get(status, OTHER_HEADING)
    answer.set_data(
        render_template("refused.html", why=why, heading=heading, passes=status in PASSING_STATUSES)
    )
    answer.content_type = "text/html; charset=utf-8"
    return answer
