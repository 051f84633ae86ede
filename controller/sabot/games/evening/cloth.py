"""The words of a table at home: the seats are its places."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.cloth import Cloth, Layout
from sabot.games.evening.household import PLACES

SEAT = {"en": "Seat {n}", "nl": "Plaats {n}", "fr": "Place {n}", "de": "Platz {n}"}
WINS = {"en": "{place} wins", "nl": "{place} wint", "fr": "{place} gagne", "de": "{place} gewinnt"}
SEVERAL_WIN = {
    "en": "{place} win",
    "nl": "{place} winnen",
    "fr": "{place} gagnent",
    "de": "{place} gewinnen",
}
MOMENT = {"en": "One moment", "nl": "Een ogenblik", "fr": "Un instant", "de": "Einen Augenblick"}
SHUT = {
    "en": "The table is closed",
    "nl": "De tafel is gesloten",
    "fr": "La table est fermée",
    "de": "Der Tisch ist geschlossen",
}
DEAL = {"en": "A new deal", "nl": "Een nieuw spel", "fr": "Une nouvelle donne", "de": "Ein neues Spiel"}
STAKES_CLOSED = {
    "en": "No more stakes",
    "nl": "Geen inzet meer",
    "fr": "Rien ne va plus",
    "de": "Nichts geht mehr",
}


def cloth(title: str, *, layout: Layout, lang: str, names: Mapping[str, str] | None = None) -> Cloth:
    """The cloth of a household game, in its own language; `names` are its further words."""
    return spoken_in(lang, Cloth(title=title, names=names or {}, card_for="{place}", layout=layout))


def spoken_in(lang: str, cloth: Cloth) -> Cloth:
    """The cloth of a household game in the language of a house: what every game says there. The words of the
    game stay."""
    seats = {place: SEAT[lang].format(n=place) for place in PLACES}
    return cloth._replace(
        names={**cloth.names, **seats},
        lang=lang,
        bets_open=DEAL[lang],
        bets_closed=STAKES_CLOSED[lang],
        moment=MOMENT[lang],
        wins=WINS[lang],
        several_win=SEVERAL_WIN[lang],
        shut=SHUT[lang],
    )
