"""The Flask app: pages and acts. Everything it needs is served from here."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Mapping

from flask import Flask, Response, abort, make_response, render_template, request
from werkzeug.routing import IntegerConverter, Map

from sabot.games.register import GAMES
from sabot_dashboard import access, guard, refusals, tongue
from sabot_dashboard.acting import acting
from sabot_dashboard.answers import Bodies, Inbox
from sabot_dashboard.assets import Assets, our_files
from sabot_dashboard.events import event_stream
from sabot_dashboard.house.files import house_files
from sabot_dashboard.house.hours import rested_s
from sabot_dashboard.office import Office
from sabot_dashboard.pages.at_home import at_home, home_of
from sabot_dashboard.pages.staff_pages import staff_pages
from sabot_dashboard.pages.watching import watching
from sabot_dashboard.picture import phrases, tableau, wheel
from sabot_dashboard.picture.cloths import cloth_of_table
from sabot_dashboard.pressed import Pressed
from sabot_dashboard.programs.asking import Keys
from sabot_dashboard.programs.routes import interface
from sabot_dashboard.refused_entries import RefusedEntries
from sabot_dashboard.roles import Roles, at_the_table
from sabot_dashboard.serving.checks import checked
from sabot_dashboard.serving.routes import Route
from sabot_dashboard.settings import Configured, Screens, screens
from sabot_dashboard.stream import Feed
from sabot_dashboard.telephones import Telephones
from sabot_dashboard.words.at_home import of_page
from sabot_dashboard.words.languages import LANGUAGES, grouped, number
from sabot_dashboard.words.records import in_words
from sabot_dashboard.words.school_words import catalogue as with_school

LARGEST_NUMBER = 2**53 - 1
"""The largest number in an address: the largest whole number of JavaScript. Greater ones lead to no page."""

LARGEST_ACT = 128 * 1024
"""Bytes of a body that are read at all: enough to tell somebody who pasted a book how long it is."""

DEVICE_OPTIONS = {
    "suits": ("two", "four"),
    "theme": ("day", "night"),
    "hand": ("right", "left"),
    "bright": ("100", "80", "60"),
    "sound": ("alarms", "off", "calls"),
}
"""What a device remembers in cookies of these names; the first is the default."""

SHOWN = ("coup", "past", "overlay")
"""What a display may show alone, as its address says: `/display?show=past`, or `/display?for=overlay` for a
stream. Anything else is both."""


def create_app(
    feed: Feed, inbox: Inbox, settings: Configured | Screens | None = None, *, office: Office | None = None
) -> Flask:
    """The screens of one table: they read `feed` and put what people press into `inbox`.

    `settings` is the table's whole configuration, or `Screens`; `office` what the pages of supervisor and
    technician, the set-up and the PINs need (controller/sabot/staff/office.py). Without one there are no such
    pages.
    """
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_ACT
    app.json = Bodies(app)
    app.url_rule_class = Route
    app.url_map.converters["int"] = _Number
    mine = screens(settings)
    refused_entries = RefusedEntries(inbox)
    roles = Roles(office.people if office else None, feed, refused_entries, watchers=mine.watchers)
    telephones = Telephones(kept=office.seats if office else None)
    app.extensions |= {"roles": roles, "telephones": telephones, "pressed": Pressed()}
    keys = Keys(office.programs if office else None, refused_entries)
    checked(app, roles, keys, hosts=mine.hosts)
    headed(app, insists=mine.has_house_certificate)
    app.extensions["assets"] = our_files()
    _common(app, feed, mine)
    _pages(app, feed, mine)
    files(app)
    house_files(app, mine.look, feed)
    at_home(app, feed, mine)
    event_stream(app, feed, mine)
    acting(app, inbox, feed)
    if office is not None:
        staff_pages(app, office, feed=feed, inbox=inbox, roles=roles, settings=mine)
        watching(app, office, feed=feed, refused_entries=refused_entries)
        interface(app, office, feed=feed, inbox=inbox, settings=mine)
    access.all_ruled(app)
    return app


class _Number(IntegerConverter):
    """A number in an address, which the journal can look up."""

    def __init__(self, rules: Map) -> None:
        super().__init__(rules, max=LARGEST_NUMBER)


def headed(app: Flask, *, insists: bool) -> None:
    """Every answer of this app has the headers that keep a page to itself, and errors are in words.
    `insists`: browsers that were here once come back encrypted alone."""

    @app.after_request
    def headers(response: Response) -> Response:
        of_file = request.path.startswith("/assets/")
        for name, value in (guard.FILE_HEADERS if of_file else guard.HEADERS).items():
            response.headers.setdefault(name, value)
        if insists and request.is_secure:
            response.headers.extend(guard.INSISTING)
        return _packed(response) if response.mimetype == "text/html" else response

    refusals.in_words(app)  # the last one here comes first to an answer


def _packed(page: Response) -> Response:
    """A page, gzipped for a browser that takes it: most of it is sentences. No browser keeps it, or the back
    button would show what the table said then."""
    tongue.keep(page)
    page.headers["Vary"] = "Accept-Encoding"
    page.headers.setdefault("Cache-Control", "no-store")
    if request.accept_encodings["gzip"]:
        page.set_data(gzip.compress(page.get_data(), 6, mtime=0))
        page.headers["Content-Encoding"] = "gzip"
    return page


def _played(feed: Feed, settings: Screens) -> str:
    """The game of the table; the one that is set up, until the table is open."""
    return str(feed.newest.view.get("game", settings.game))


def _common(app: Flask, feed: Feed, settings: Screens) -> None:
    @app.context_processor
    def common() -> dict[str, object]:
        language = tongue.spoken(settings.lang)
        at_table = request.path.startswith(("/croupier", "/display", "/seat/"))
        words, shown = of_page(language, _played(feed, settings), feed.newest.view, at_table=at_table)
        return in_every_page(app, settings, words, shown) | {
            "say": lambda sentence: in_words(sentence, with_school(language)),
            "number": lambda value: number(value, words),
            "grouped": lambda value: grouped(value, words),
            "percent": lambda value: words.get("{n}%", "{n}%").replace("{n}", number(value, words)),
            "limits": limits_in(settings.limits, words),
            "device": {name: _device_option(name) for name in DEVICE_OPTIONS},
            "is_staffed": app.extensions["roles"].is_staffed,
            "no_pins": app.extensions["roles"].is_unguarded(),
            "person": app.extensions["roles"].person(),
            "is_own_screen": at_the_table(request),
        }


def _pages(app: Flask, feed: Feed, settings: Screens) -> None:
    def page(name: str) -> str:
        game = _played(feed, settings)
        return render_template(
            f"{name}.html",
            cloth=cloth_of_table(game, feed.newest.view),
            game=game,
            **home_of(game, settings),
            is_asked="offers" in app.view_functions,
            school="school" in app.extensions,
            places=[place["name"] for place in feed.newest.view.get("places", ())] or _places(game),
            **tableau.tables_of(game),
            chances=phrases.chances(game),
            cylinder=wheel.cylinder(settings.pockets),
            boxes=wheel.layout(settings.pockets),
            inside=wheel.inside(settings.pockets),
            show=_shown_alone(),
            rested_s=rested_s(feed.newest.view, now_ns=time.time_ns()),
        )

    for route, name in {"/": "start", "/display": "display"}.items():
        app.add_url_rule(route, name, lambda name=name: page(name))
    app.add_url_rule("/croupier", "croupier", lambda: page("croupier"))


def limits_in(limits: str, words: dict[str, str]) -> str:
    """The limits for the public in this language: `10 – 2,500`."""
    parts = limits.split(" ")
    return " ".join(grouped(each, words) if each.isdigit() else number(each, words) for each in parts)


def in_every_page(
    app: Flask, settings: Screens, words: Mapping[str, str], shown: Mapping[str, str]
) -> dict[str, object]:
    """What every template knows; `shown` are those words that a script says."""
    assets: Assets = app.extensions["assets"]
    return {
        "asset": lambda name: f"/assets/{assets.version}/{name}",
        "t": lambda text: words.get(text, text),
        "say": lambda sentence: in_words(sentence, words),
        "lang": tongue.spoken(settings.lang),
        "languages": LANGUAGES,
        "in_language": tongue.address_in,
        "words": _for_script(shown),
        "device": {},
        "settings": settings,
    }


def _for_script(words: Mapping[str, str]) -> str:
    """What a script cannot say by its key alone, as JSON that may stand in a page."""
    other = {english: text for english, text in words.items() if text != english}
    return json.dumps(other, ensure_ascii=False).replace("<", "\\u003c")


def _shown_alone() -> str:
    """What this display shows alone; empty: all of it."""
    if request.args.get("for") == "overlay":
        return "overlay"
    wish = request.args.get("show", "")
    return wish if wish in SHOWN else ""


def _places(game: str) -> tuple[str, ...]:
    """The places of a game whose table is not open yet."""
    return GAMES[game].PLACES if game in GAMES else ()


def _device_option(name: str) -> str:
    values = DEVICE_OPTIONS[name]
    wishes = (request.args.get(name), request.cookies.get(name))  # a television has no gear: its address says
    return next((wish for wish in wishes if wish in values), values[0])


def files(app: Flask) -> None:
    """The routes of our own files for the browser."""
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
