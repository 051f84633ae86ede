"""What everybody at a table at home may read besides the cloth: the rules of the game, the score sheet."""

from __future__ import annotations

from flask import Flask, abort, render_template, request

from sabot.core.options import House
from sabot.games.evening.household import HouseholdGame
from sabot.games.register import DESCRIPTORS, GAMES
from sabot_dashboard import tongue
from sabot_dashboard.access import TABLE
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.picture import sheet
from sabot_dashboard.picture.cloths import cloth_of, cloth_of_table
from sabot_dashboard.roles import Roles
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import Feed
from sabot_dashboard.telephones import SEAT_COOKIE, Telephones
from sabot_dashboard.words.languages import catalogue
from sabot_dashboard.words.rules import options_of, rules

ON_THE_PAD = (*(rank + suit for suit in "SHCD" for rank in "A23456789TJQK"), "JOKER")
"""Every card, in the order of the keys."""


def at_home(app: Flask, feed: Feed, settings: Screens) -> None:
    """The routes `/rules/<game>` and `/sheet`."""

    @app.get("/rules/<game>")
    def rules_of(game: str) -> str:
        if game not in DESCRIPTORS or not DESCRIPTORS[game].is_at_home:
            abort(404)
        options = options_at(game, settings)
        language = tongue.spoken(settings.lang)
        words = catalogue(language)
        return render_template(
            "home-rules.html",
            cloth=cloth_of(game),
            parts=rules(game, language, options, words),
            options=options_of(options, words),
            back=way_back(app),
        )

    @app.get("/sheet")
    def score_sheet() -> str:
        view = feed.newest.view
        number = request.args.get("page", 1, type=int)
        page = sheet.page(view, number)
        if page is None and number != 1:
            abort(404)
        cloth = cloth_of_table(view.get("game", settings.game), view)
        return render_template("home-sheet.html", cloth=cloth, page=page, back=way_back(app))


def way_back(app: Flask) -> str:
    """The page where this reader plays: the tablet, or the seat of their telephone; empty for all others."""
    roles: Roles = app.extensions["roles"]
    telephones: Telephones = app.extensions["telephones"]
    if roles.refusal(TABLE) is None:
        return "/croupier"
    seat = telephones.place(cookies.kept(SEAT_COOKIE)).seat
    return f"/seat/{seat}" if seat else ""


def options_at(game: str, settings: Screens) -> House:
    """What this table has chosen for the game; the usual rules where it plays another one."""
    kind = GAMES[game].Options
    chosen = settings.options
    return chosen if type(chosen) is kind else kind()


def home_of(game: str, settings: Screens) -> dict[str, object]:
    """What the templates of the table know of a game: `at_home`, whether it is a household game, and the
    cards of its `pack`, by name, however many play."""
    rules_of_game = GAMES.get(game)
    if not isinstance(rules_of_game, HouseholdGame):
        return {"at_home": False, "pack": ""}
    kept, options = rules_of_game.rules, options_at(game, settings)
    there = {str(card) for players in kept.SEATS for card in kept.PACK(options, players)}
    return {"at_home": True, "pack": " ".join(card for card in ON_THE_PAD if card in there)}
