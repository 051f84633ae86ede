"""What helps the croupier besides the coup: what stakes return, the calls as spoken words, and whether people
have PINs."""

from __future__ import annotations

import re

from flask import Flask, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.shapes.silence import is_silent
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.office import Office, Sound
from sabot_dashboard.roles import Roles
from sabot_dashboard.stream import Feed
from sabot_dashboard.words.sentence import plain

MOST_STAKES = 30

WHYS = (
    "{what} is no number of this wheel.",
    "The coup is not decided yet: what a stake returns shows when it is.",
    "There is no chance {what} at this table.",
    "{what} is no amount: a number above zero, such as 20 or 12.50.",
)
"""Why nothing can be worked out, as the payout help says it."""


def croupier_aids(app: Flask, office: Office, *, feed: Feed, roles: Roles) -> None:
    """The routes `/payout`, `/spoken` and `/pins`."""
    _spoken(app, office.sound, roles=roles)

    @app.get("/pins")
    def pins() -> AnyResponse:
        """What an open page says for want of a PIN, as it is now."""
        missing = plain(roles.missing_pin())
        return answered({"missing": missing, "is_guarded": not roles.is_unguarded()})

    @app.post("/payout")
    def payout() -> AnyResponse:
        if is_silent(feed.newest.view):
            return refused(plain("Silent: nothing is worked out until the trainer ends it."), 409)
        body = request.get_json(silent=True)
        stakes, number = _asked(body if isinstance(body, dict) else {})
        try:
            return answered({"taken": True, **office.payouts(stakes, number)})
        except ValueError as error:
            sentence = plain(getattr(error, "sentence", str(error)), what=getattr(error, "what", ""))
            return refused(sentence, 400)


def _spoken(app: Flask, sound: Sound, *, roles: Roles) -> None:
    @app.get("/spoken")
    def spoken() -> AnyResponse:
        if not sound.on_screens or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            abort(404)
        text, lang = request.args.get("text", ""), request.args.get("lang", "fr")
        wav = sound.wav(text, lang if re.fullmatch("[a-z]{2}", lang) else "fr")
        if wav is None:
            abort(404)
        return Response(wav, content_type="audio/wav", headers={"Cache-Control": "max-age=86400"})


def _asked(body: dict[str, object]) -> tuple[list[tuple[str, str]], str]:
    """The stakes as (chance, amount), and the number that is tried; what is no stake is left out."""
    given = body.get("stakes")
    stakes = [
        (str(each.get("where", ""))[:200], str(each.get("amount", ""))[:200])
        for each in (given if isinstance(given, list) else [])[:MOST_STAKES]
        if isinstance(each, dict)
    ]
    return stakes, str(body.get("number") or "")[:8]
