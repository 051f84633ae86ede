"""The pages of the virtual table: which sitting is begun, its cloth, and the whole sitting once more. What
happens at the table comes and goes by the routes of `school_dealing`."""

from __future__ import annotations

from flask import Flask
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain, whole
from sabot.games.register import DESCRIPTORS, GAMES
from sabot_dashboard.answers import refused
from sabot_dashboard.pages.school import LONGEST_KEY, SchoolPages, cloth_values, only_trainees, sentence
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
            return pages.page("school-deal", titles=game_titles())

        return only_trainees(pages, made)

    @app.get("/school/deal/<key>")
    def school_deal_table(key: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            setup, path = sittings.setup(who["id"], _short(key)), f"/school/deal/{key}"
            is_daily = pages.school.daily.dealing(who["id"]) == key
            return pages.page(
                "school-deal-table", exam=None, path=path, is_daily=is_daily, **cloth_for(pages, setup)
            )

        return only_trainees(pages, made)

    @app.get("/school/deal/<key>/replay")
    def school_deal_replay(key: str) -> ResponseReturnValue:
        return only_trainees(pages, lambda who: _replayed(pages, whole(who["id"]), key))

    @app.get("/school/trainer/<int:trainee>/deal/<key>")
    def school_trainee_replay(trainee: int, key: str) -> ResponseReturnValue:
        try:
            return _replayed(pages, trainee, key, by_trainer=True)
        except ValueError as error:
            return refused(sentence(error), 404)


def _replayed(pages: SchoolPages, trainee: int, key: str, *, by_trainer: bool = False) -> str:
    """A whole sitting to be looked at again. Its clock does not move for this."""
    setup = pages.school.sittings.setup(trainee, _short(key))
    coups = in_words(pages.school.sittings.replay(trainee, _short(key), by_trainer=by_trainer))
    of = pages.school.named(trainee) if by_trainer else None
    cloth = cloth_for(pages, setup)
    return pages.page("school-deal-replay", exam=None, path="", replay=coups, of=of, **cloth)


def _short(key: str) -> str:
    return key[:LONGEST_KEY]


def game_titles() -> dict[str, str]:
    """What each game is called, by its name."""
    return {name: each.cloth.title for name, each in DESCRIPTORS.items() if not each.is_at_home}


def cloth_for(pages: SchoolPages, setup: Plain) -> Plain:
    """What the page of a sitting draws: its cloth, its places, its wheel."""
    game, pockets = str(setup["game"]), pages.school.pockets
    return {
        "game": game,
        "cloth": cloth_of(game),
        "places": GAMES[game].PLACES,
        "mode": setup["mode"],
        "level": setup["level"],
        "title": str(setup["title"]),
        "spots": spots(pockets) if cloth_of(game).layout == "wheel" else {},
        **cloth_values(pockets),
        **tableau.tables_of(game),
    }
