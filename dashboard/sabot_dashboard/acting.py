"""What people press: `/acts` puts it into the inbox, once, if the table is still what they saw."""

from __future__ import annotations

import json
from functools import partial

from flask import Flask, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.shapes.json import Plain, record
from sabot.core.shapes.silence import is_silent
from sabot.core.shapes.view import View
from sabot_dashboard.acts import Act, Refusal, act
from sabot_dashboard.answers import WENT_ON, Inbox, recorded, refused
from sabot_dashboard.picture import projection
from sabot_dashboard.pressed import Press, Pressed
from sabot_dashboard.roles import Roles
from sabot_dashboard.stream import Feed
from sabot_dashboard.words.sentence import plain

DECIDING = ("acknowledge", "undo", "undo-unread", "name-card", "card", "confirm", "annul")
"""Acts that answer for what is shown, and for nothing that came meanwhile: a card by hand may be the one that
the shoe tells while the pad is open."""

ANSWERS = {"acknowledge": projection.has_same_faults, "annul": projection.is_same_coup}
"""Those of them that answer for the open faults, or for the coup: a card that came while a button was held
changes neither."""


def went_on(wanted: Act, body: Plain, view: View) -> bool:
    """Whether the table is no longer what the person who decided saw; a fault of the wheel is named. One who
    takes a stake back says how many they saw."""
    counted = body.get("stakes")
    if type(counted) is int and counted != len(view.get("stakes", ())):
        return True
    named: str = getattr(wanted.observations[0], "fault", "")
    seen = body.get("mark")
    if wanted.name not in DECIDING or named or seen is None or not view:
        return False
    return not ANSWERS.get(wanted.name, projection.is_same)(seen, view)


def acting(app: Flask, inbox: Inbox, feed: Feed) -> None:
    """The route `/acts`."""
    pressed: Pressed = app.extensions["pressed"]
    roles: Roles = app.extensions["roles"]

    @app.post("/acts")
    def acts() -> AnyResponse:
        if not request.is_json:
            return refused(plain("An act is a JSON object."), 415)
        body = read(request.get_data())
        wanted = act(body)
        if isinstance(wanted, Refusal):
            return refused(wanted.plain(), 400)
        allowed = roles.authorise(record(body), wanted)
        if not isinstance(allowed, Act):
            return allowed
        newest = feed.newest
        has_gone_on = went_on(allowed, record(body), newest.view)
        found = pressed.verdict(allowed) if has_gone_on else pressed.taken(allowed, newest.seq)
        if found != "new":
            return pressed.not_new(allowed, found)
        if has_gone_on:
            return refused(plain(WENT_ON), 409)
        return recorded(
            inbox,
            allowed.observations,
            press=Press(pressed, allowed),
            is_numbered=not is_silent(newest.view),
            unless=partial(went_on, allowed, record(body)),
        )


def read(body: bytes) -> object:
    """The JSON value in `body`; None, which is no act, when there is none to be read."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
