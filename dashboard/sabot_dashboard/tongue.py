"""The language of a page: the one in its address, else the one that was chosen on this device, else what the
browser asks for, else the language of the house."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, request

from sabot_dashboard.words.languages import LANGUAGES, chosen

COOKIE = "lang"
KEPT_S = 365 * 86_400

OF_THE_HOUSE = "/display"
"""The public's display speaks the language of the house: its browser is a television's, and asks for nobody.
What its address says holds there, and is not kept."""


def spoken(house: str | None) -> str:
    """The language of this page; `house` is the one that the configuration names."""
    return chosen(request.args.get(COOKIE), request.cookies.get(COOKIE), *_asked(), house)


def _asked() -> list[str]:
    """The languages that the browser asks for, the dearest first."""
    if request.path == OF_THE_HOUSE:
        return []
    wishes = request.accept_languages
    return [tag.partition("-")[0].lower() for tag, quality in wishes if quality > 0]


def address_in(language: str) -> str:
    """The address of this page in another language."""
    others = [(name, value) for name, value in request.args.items(multi=True) if name != COOKIE]
    return f"?{urlencode([*others, (COOKIE, language)])}"


def keep(page: Response) -> None:
    """The device keeps the language that was chosen on this page, for every page. A script of ours may write
    the cookie too: it says nothing about anybody."""
    wanted = request.args.get(COOKIE)
    if wanted in LANGUAGES and request.path != OF_THE_HOUSE:
        page.set_cookie(COOKIE, wanted, max_age=KEPT_S, samesite="Strict", path="/", secure=request.is_secure)
