"""The Flask app: pages, the stream of pictures, and the acts. Everything it needs is served from here."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from flask import Flask, Response, abort, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from controller.rules.games import GAMES
from dashboard import guard, phrases, projection, tableau, wheel
from dashboard.acts import Act, Pressed, Refusal, act
from dashboard.assets import Assets
from dashboard.cloths import cloth_of
from dashboard.languages import LANGUAGES, catalogue, chosen
from dashboard.sentences import plain
from dashboard.settings import Screens, screens
from dashboard.stream import Feed, Frames, Places, stream

HERE = Path(__file__).parent
LARGEST_ACT = 128 * 1024
"""Bytes of a body that are read at all: enough to tell somebody who pasted a book how long it is."""
RECORDED_WITHIN_S = 2.0
"""How long an answer waits for its act to be on record; after that the picture will tell."""

AUDIENCES = {"croupier": projection.croupier, "display": projection.public}

DEVICE_OPTIONS = {
    "suits": ("two", "four"),
    "theme": ("day", "night"),
    "hand": ("right", "left"),
    "bright": ("100", "80", "60"),
}
"""What a device remembers in cookies of these names; the first is the default."""


class Inbox(Protocol):
    """Where observations go. The receipt's result comes when the act is on record."""

    def put(self, observation: Any) -> Future[int]:
        """Queue the observation."""


def create_app(feed: Feed, inbox: Inbox, settings: Any = None) -> Flask:
    """The screens of one table: they read `feed` and put what people press into `inbox`.

    `settings` is the table's whole configuration, or `Screens`.
    """
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_ACT
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    mine = screens(settings)
    _guarded(app, mine)
    _pages(app, feed, mine)
    _files(app)
    _events(app, feed, mine)
    _acts(app, inbox)
    return app


def _guarded(app: Flask, settings: Screens) -> None:
    names = guard.own_names(settings.hosts)

    @app.before_request
    def known_host() -> None:
        if not guard.is_own_host(request.host, names):
            abort(400, "This table is not known under that name. Ask for it by its address.")

    @app.after_request
    def headers(response: Response) -> Response:
        of_file = request.path.startswith("/assets/")
        for name, value in (guard.FILE_HEADERS if of_file else guard.HEADERS).items():
            response.headers.setdefault(name, value)
        return _packed(response) if response.mimetype == "text/html" else response

    @app.errorhandler(HTTPException)
    def in_words(error: HTTPException) -> Response:
        return _refused(plain(_WORDS_OF.get(error.code or 500, error.description or "")), error.code or 500)


def _packed(page: Response) -> Response:
    """A page, gzipped for a browser that takes it: most of it is sentences."""
    page.headers["Vary"] = "Accept-Encoding"
    if request.accept_encodings["gzip"]:
        page.set_data(gzip.compress(page.get_data(), 6, mtime=0))
        page.headers["Content-Encoding"] = "gzip"
    return page


_WORDS_OF = {
    404: "There is no such page here.",
    405: "There is no such page here.",
    413: "That is too long to be an act.",
    500: "The screen met an error of its own. The table goes on; load the page again.",
}


def _pages(app: Flask, feed: Feed, settings: Screens) -> None:
    assets = Assets(HERE / "static")
    app.extensions["assets"] = assets

    @app.context_processor
    def common() -> dict[str, Any]:
        language = chosen(request.args.get("lang"), request.cookies.get("lang"), settings.lang)
        words = catalogue(language)
        return {
            "asset": lambda name: f"/assets/{assets.version}/{name}",
            "t": lambda text: words.get(text, text),
            "lang": language,
            "languages": LANGUAGES,
            "words": json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"),
            "device": {name: _device_option(name) for name in DEVICE_OPTIONS},
            "settings": settings,
        }

    def page(name: str) -> str:
        game = str(feed.newest.view.get("game", settings.game))
        return render_template(
            f"{name}.html",
            cloth=cloth_of(game),
            game=game,
            places=[place["name"] for place in feed.newest.view.get("places", ())] or _places(game),
            banco_rows=tableau.banco_rows(),
            punto_cells=tableau.punto_cells(),
            phrases=phrases.phrases(game),
            chances=phrases.chances(game),
            cylinder=wheel.cylinder(settings.pockets),
            boxes=wheel.layout(settings.pockets),
        )

    for route, name in {"/": "start", "/croupier": "croupier", "/display": "display"}.items():
        app.add_url_rule(route, name, lambda name=name: page(name))


def _places(game: str) -> tuple[str, ...]:
    """The places of a game whose table is not open yet."""
    return GAMES[game].PLACES if game in GAMES else ()


def _device_option(name: str) -> str:
    wish, values = request.cookies.get(name, ""), DEVICE_OPTIONS[name]
    return wish if wish in values else values[0]


def _files(app: Flask) -> None:
    assets: Assets = app.extensions["assets"]

    @app.get("/assets/<version>/<path:name>")
    def file(version: str, name: str) -> Response:
        asset = assets.get(name) or abort(404)
        packed = asset.packed if request.accept_encodings["gzip"] else None
        response = make_response(packed or asset.plain)
        response.headers["Content-Type"] = asset.type
        response.headers["Vary"] = "Accept-Encoding"
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        fresh = version == assets.version
        response.headers["Cache-Control"] = "max-age=31536000, immutable" if fresh else "no-cache"
        return response

    @app.get("/favicon.ico")
    def favicon() -> Response:
        return file(assets.version, "icon.svg")


def _events(app: Flask, feed: Feed, settings: Screens) -> None:
    audiences: dict[str, Any] = {
        name: partial(project, pockets=settings.pockets) for name, project in AUDIENCES.items()
    }
    frames, places = Frames(audiences), Places(settings.streams)

    @app.get("/events")
    def events() -> Response:
        audience = request.args.get("for", "display")
        if audience not in AUDIENCES:
            abort(404)
        if not places.take():
            full = _refused(plain("Too many screens listen at once. This one will try again."), 503)
            full.headers["Retry-After"] = "5"
            return full
        response = Response(stream(feed, frames, audience), content_type="text/event-stream; charset=utf-8")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(places.give_back)
        return response


def _acts(app: Flask, inbox: Inbox) -> None:
    pressed = Pressed()

    @app.post("/acts")
    def acts() -> Response:
        if not guard.is_own_page(request.headers, request.host):
            return _refused(plain("An act must come from one of this table's own pages."), 403)
        if not request.is_json:
            return _refused(plain("An act is a JSON object."), 415)
        wanted = act(_read(request.get_data()))
        if isinstance(wanted, Refusal):
            return _refused(wanted.plain(), 400)
        if not pressed.first(wanted):
            return _answer({"taken": True, "again": True})
        return _recorded(inbox, wanted, pressed)


def _read(body: bytes) -> Any:
    """The JSON value in `body`; None, which is no act, when there is none to be read."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _recorded(inbox: Inbox, wanted: Act, pressed: Pressed) -> Response:
    """Put the act into the inbox and say whether it is on record."""
    receipts = [inbox.put(observation) for observation in wanted.observations]
    try:
        for receipt in receipts:
            failure = receipt.exception(RECORDED_WITHIN_S)
            if failure is not None:
                pressed.forget(wanted)
                return _refused(plain(str(failure)), 503)
    except NotYet:
        return _answer({"taken": True, "recorded": False}, 202)
    return _answer({"taken": True, "recorded": receipts[-1].result()})


def _refused(sentence: dict[str, Any], status: int) -> Response:
    return _answer({"taken": False, "why": sentence}, status)


def _answer(body: dict[str, Any], status: int = 200) -> Response:
    response = Response(json.dumps(body, ensure_ascii=False), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
