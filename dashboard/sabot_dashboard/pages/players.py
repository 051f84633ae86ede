"""What players say and stake, by touch: the cloth for it, and what the rules allow each seat now."""

from __future__ import annotations

from flask import Flask, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.shapes.json import Plain
from sabot.core.shapes.offered import Offered
from sabot.core.shapes.silence import is_silent
from sabot_dashboard.answers import answered
from sabot_dashboard.office import Office
from sabot_dashboard.picture import felt, wheel
from sabot_dashboard.picture.cloths import cloth_of
from sabot_dashboard.picture.phrases import call_shown
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import Feed
from sabot_dashboard.words.sentence import worded

SEAT_DIGITS = 2
"""No table has a seat of more digits."""


def players(app: Flask, office: Office, *, feed: Feed, settings: Screens) -> None:
    """The routes `/players`, a part of the croupier's page that comes at its first use, and `/offers`."""

    def cloth() -> str:
        return str(feed.newest.view.get("game", settings.game))

    @app.get("/players")
    def touched() -> AnyResponse:
        seats, chips, chances = office.rack()
        pockets = settings.pockets
        html = render_template(
            "players.html",
            cloth=cloth_of(cloth()),
            boxes=wheel.layout(pockets),
            spots=felt.spots(pockets),
            track=felt.track(pockets),
            pairs=felt.finales_a_cheval(pockets),
            seats=seats,
            chips=chips,
            chances=chances,
        )
        return answered({"html": html})

    @app.get("/offers")
    def offers() -> AnyResponse:
        found = office.offers(request.args.get("seat", type=_seat), is_silent=is_silent(feed.newest.view))
        return answered({"taken": True, **_shown(cloth(), found)})


def _seat(text: str) -> int:
    """A seat from an address. Raises ValueError."""
    if not (text.isascii() and text.isdigit() and len(text) <= SEAT_DIGITS and int(text)):
        raise ValueError(text)
    return int(text)


def _shown(game: str, found: Offered) -> Plain:
    """Offers as the page gets them."""
    return {
        "refused": {where: worded(why) for where, why in found["refused"].items()},
        "calls": [call_shown(cloth_of(game), call) for call in found["calls"]],
    }
