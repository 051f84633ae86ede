"""`/house/…`: what the house gave for its screens, for everybody."""

from __future__ import annotations

import time
from pathlib import Path

from flask import Flask, Response, abort, request, send_file

from sabot.core.look import Look
from sabot.core.look.colours import palette
from sabot_dashboard.answers import answered
from sabot_dashboard.house.hours import opens
from sabot_dashboard.stream import Feed

ONLY_DRAWN = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""The policy for the mark: even opened as a page of its own it runs nothing and fetches nothing."""

PICTURE_KEPT_S = 3600
"""How long a browser keeps a picture before it asks again."""

SELECTORS = {"day": ":root", "night": '[data-theme="night"]'}
"""The tokens of each theme stand there in the style sheet, too."""


def house_files(app: Flask, look: Look, feed: Feed) -> None:
    """The routes of the colours, the mark and the pictures of a house, and of the idle screen of its
    table."""

    @app.get("/house/colours.css")
    def house_colours() -> Response:
        return _kept(Response(stylesheet(look), content_type="text/css; charset=utf-8"))

    @app.get("/house/mark")
    def house_mark() -> Response:
        mark = look.mark or abort(404)
        response = _kept(Response(mark.content, content_type=mark.type))
        response.headers["Content-Security-Policy"] = ONLY_DRAWN
        return response

    @app.get("/house/idle")
    def idle() -> Response:
        said = feed.newest.view.get("opens_minute")
        then = opens(look.opens, time.localtime(), said=said)
        return answered({"pictures": [*look.pictures()], "picture_s": look.picture_s, "opens": then})

    @app.get("/house/pictures/<name>")
    def house_picture(name: str) -> Response:
        path = look.pictures().get(name) or abort(404)
        try:
            return send_file(Path(path), max_age=PICTURE_KEPT_S, conditional=True)
        except OSError:
            abort(404)


def stylesheet(look: Look) -> str:
    """The tokens of this house, as a style sheet; empty where its colours are ours."""
    if not look.has_colours:
        return ""
    return "".join(
        f"{SELECTORS[theme]} {{ "
        + " ".join(f"--{name}: {colour};" for name, colour in tokens.items())
        + " }\n"
        for theme, tokens in palette(look.cloth, look.accent).items()
    )


def _kept(response: Response) -> Response:
    """An answer that a browser keeps, and asks each time whether it is still the same."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
