"""`/events`: the stream of pictures for each audience, and how many browsers may follow it at once."""

from __future__ import annotations

from functools import partial

from flask import Flask, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from sabot_dashboard import guard
from sabot_dashboard.access import rule_of
from sabot_dashboard.answers import refused
from sabot_dashboard.picture import projection
from sabot_dashboard.roles import Roles, at_the_table
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import KEEP, Feed, Frames, Kept, Places, Projection, stream
from sabot_dashboard.words.sentence import plain

AUDIENCES = {"croupier": projection.croupier, "supervisor": projection.whole, "display": projection.public}

FULL = "The table has as many screens as it can serve. Close one; this one tries again by itself."

OWN_STREAMS = 100
"""How many streams the table's own screen may have: guests cannot take these places."""


def event_stream(app: Flask, feed: Feed, settings: Screens) -> None:
    """The route of the streams. A server that keeps connections is asked to keep this one."""
    audiences: dict[str, Projection] = {
        name: partial(project, pockets=settings.pockets) for name, project in AUDIENCES.items()
    }
    frames = Frames(audiences)
    app.extensions["streams"] = feed, frames
    roles: Roles = app.extensions["roles"]
    of_own_screen = Places(OWN_STREAMS, of_one=OWN_STREAMS)
    places = {name: Places(settings.streams, of_one=settings.streams_of_one) for name in AUDIENCES}

    @app.get("/events")
    def events() -> AnyResponse:
        audience = request.args.get("for", "display")
        if audience not in AUDIENCES:
            abort(404)
        here = of_own_screen if at_the_table(request) else places[audience]
        address = guard.network_of(request.remote_addr or "")
        if not here.take(address):
            full = refused(plain(FULL), 503)
            full.headers["Retry-After"] = "5"
            return full
        keep = request.environ.get(KEEP) if request.method == "GET" else None
        is_known = roles.lasting(rule_of("/events", audience))
        response = Response(
            iter(()) if keep else stream(feed, frames, audience, is_known=is_known),
            content_type="text/event-stream; charset=utf-8",
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        if keep:
            keep(Kept(audience, partial(here.give_back, address), is_known=is_known))
        else:
            response.call_on_close(partial(here.give_back, address))
        return response
