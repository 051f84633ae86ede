"""The one page of a table that stays shut because its journal was changed: a supervisor lets it open.

It is an app of its own. There is no table behind it yet, so it has no act, no stream and no other page. It
answers at the table's own screen alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import Flask, Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.reasons import of_error
from sabot.core.shapes.people import Refused
from sabot_dashboard import guard, tongue
from sabot_dashboard.access import SUPERVISOR
from sabot_dashboard.answers import answered, not_let_in, refused
from sabot_dashboard.app import LARGEST_ACT, files, headed, in_every_page
from sabot_dashboard.assets import our_files
from sabot_dashboard.office import People
from sabot_dashboard.roles import LONGEST_NAME, LONGEST_PIN, at_the_table
from sabot_dashboard.serving.checks import SAFE_METHODS, of_own_screen
from sabot_dashboard.settings import Configured, screens
from sabot_dashboard.stream import Feed, Frames
from sabot_dashboard.words.languages import catalogue
from sabot_dashboard.words.sentence import of_reason, plain


class Shut(NamedTuple):
    """What was found in the journal, a sentence each; who works here; and what puts a supervisor's word on
    record: it is given who they are, as the journal has it, and whether a PIN proved it. It raises
    RuntimeError."""

    found: tuple[str, ...]
    people: People
    accept: Callable[[str, bool], object]


def create_shut_app(shut: Shut, settings: Configured, feed: Feed) -> Flask:
    """The page and its answer; `feed` has nothing to show and belongs to the server."""
    app = Flask("sabot_dashboard", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_ACT
    app.extensions["streams"] = feed, Frames({})
    app.extensions["assets"] = our_files()
    app.before_request(_refusal)
    headed(app, insists=False)
    files(app)
    _pages(app, shut, settings)
    return app


def _refusal() -> AnyResponse | None:
    """Only a page of ours at the table's own screen is answered."""
    if not at_the_table(request):
        return refused(plain("The table is not open. A supervisor opens it at the table’s own screen."), 503)
    if (barred := of_own_screen()) is not None:
        return barred
    if request.method in SAFE_METHODS or guard.is_own_page(request.headers, request.host):
        return None
    return refused(plain("An act must come from one of this table's own pages."), 403)


def _pages(app: Flask, shut: Shut, settings: Configured) -> None:
    mine = screens(settings)

    @app.context_processor
    def common() -> dict[str, object]:
        words = catalogue(tongue.spoken(mine.lang))
        return in_every_page(app, mine, words, words)

    @app.get("/healthz")
    def healthz() -> Response:
        return answered({"open": False}, 503)

    @app.get("/", defaults={"path": ""})
    @app.get("/<path:path>")
    def page(path: str) -> Response:
        names = [each.name for each in shut.people.listed(SUPERVISOR)]
        return Response(render_template("shut.html", found=shut.found, names=names), 503)

    @app.post("/accept")
    def accept() -> Response:
        return _accepted(shut, request.get_json(silent=True))


def _accepted(shut: Shut, given: object) -> Response:
    name, pin = (given.get("name"), given.get("pin", "")) if isinstance(given, dict) else ("", "")
    if not isinstance(name, str) or not isinstance(pin, str) or len(pin) > LONGEST_PIN:
        name = pin = ""
    name = " ".join(name.split())[:LONGEST_NAME]
    proved = shut.people.guards(SUPERVISOR)
    if proved:
        known = shut.people.known(name, pin, roles=(SUPERVISOR,))
        if isinstance(known, Refused):
            return not_let_in(known)
        by = str(known)
    elif name and name.isprintable():
        by = shut.people.claimed(name)
    else:
        return refused(plain("Choose or enter a name."), 400)
    try:
        shut.accept(by, proved)
    except RuntimeError as error:
        return refused(of_reason(of_error(error)), 503)
    return answered({"taken": True})
