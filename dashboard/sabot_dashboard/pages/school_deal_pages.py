"""The pages of the virtual table: which sitting is begun, its cloth, and the whole sitting once more. What
happens at the table comes and goes by the routes of `school_dealing`."""

from __future__ import annotations

from flask import Flask
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain
from sabot.games.register import DESCRIPTORS, GAMES
from sabot_dashboard.pages.school import LONGEST_KEY, SchoolPages, cloth_values, only_trainees
from sabot_dashboard.pages.school_dealing import in_words
from sabot_dashboard.picture import tableau
from sabot_dashboard.picture.cloths import cloth_of
from sabot_dashboard.picture.school_cloth import spots


def deal_pages(app: Flask, pages: SchoolPages) -> None:
    """The pages under `/school/deal`."""
    sittings = pages.school.sittings

    @app.get("/school/deal")
    def school_deal() -> ResponseReturnValue:
        def made(who: Plain) -> str:
            return pages.page("school-deal", titles=_titles(), levels=sittings.levels())

        return only_trainees(pages, made)

    @app.get("/school/deal/<key>")
    def school_deal_table(key: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            sitting = sittings.state(who["id"], _short(key))["sitting"]
            return pages.page("school-deal-table", key=key, **_cloth(pages, sitting))

        return only_trainees(pages, made)

    @app.get("/school/deal/<key>/replay")
    def school_deal_replay(key: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            sitting = sittings.state(who["id"], _short(key))["sitting"]
            coups = in_words(sittings.replay(who["id"], _short(key)))
            return pages.page("school-deal-replay", key=key, replay=coups, **_cloth(pages, sitting))

        return only_trainees(pages, made)


def _short(key: str) -> str:
    return key[:LONGEST_KEY]


def _titles() -> dict[str, str]:
    return {name: each.cloth.title for name, each in DESCRIPTORS.items()}


def _cloth(pages: SchoolPages, sitting: Plain) -> Plain:
    """What the page of a sitting draws: its cloth, its places, its wheel."""
    game, pockets = str(sitting["game"]), pages.school.pockets
    return {
        "game": game,
        "cloth": cloth_of(game),
        "places": GAMES[game].PLACES,
        "mode": sitting["mode"],
        "level": sitting["level"],
        "title": str(sitting["title"]),
        "spots": spots(pockets) if cloth_of(game).layout == "wheel" else {},
        **cloth_values(pockets),
        **tableau.tables_of(game),
    }
