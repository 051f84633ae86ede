"""The virtual table: a trainee deals whole coups on the screen. What happens there comes from
`office.school.sittings` (controller/sabot/school/dealing) as plain values; here it gets words."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response

from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.pages.school import LONGEST_KEY, SchoolPages, learner, posted, sentence
from sabot_dashboard.picture import projection
from sabot_dashboard.words.school_words import sentence_of

BARE = ("band", "coach", "score", "instruments", "notices")
"""What the picture of a silent table leaves out besides; its view hides the rest."""


def dealing(app: Flask, pages: SchoolPages) -> None:
    """The routes under `/school/deal`."""
    sittings = pages.school.sittings

    @app.post("/school/deal")
    @posted
    def school_deal_begin(body: Plain) -> Response:
        key = sittings.begin(learner(pages), body)
        return answered({"taken": True, "key": key, "to": f"/school/deal/{key}"})

    @app.get("/school/deal/<key>/state")
    def school_deal_state(key: str) -> Response:
        try:
            return answered(worded(sittings.state(learner(pages), key[:LONGEST_KEY]), pages))
        except ValueError as error:
            return refused(sentence(error), 404)

    @app.post("/school/deal/<key>/act")
    @posted
    def school_deal_act(body: Plain, key: str) -> Response:
        state = sittings.act(learner(pages), key[:LONGEST_KEY], body)
        return answered({"taken": True, "state": worded(state, pages)})


def worded(state: Plain, pages: SchoolPages) -> Plain:
    """A sitting as its page draws it: the picture of the table, and every reason as a sentence."""
    view: Any = state["view"]
    picture = projection.croupier(view, pockets=pages.school.pockets)
    if view["training"] == "silent":
        picture = {name: value for name, value in picture.items() if name not in BARE}
    calls = [{"word": each, "text": each} for each in _listed(state["calls"])]
    rest = {name: value for name, value in state.items() if name != "view"}
    shown: Plain = in_words(rest | {"picture": picture, "calls": calls})
    return shown


def _listed(values: Any) -> list[Any]:
    return [*values]


def in_words(value: Any) -> Any:
    """The same value with every reason in it as a sentence."""
    if isinstance(value, Reason):
        return sentence_of(value)
    if isinstance(value, dict):
        return {name: in_words(each) for name, each in value.items()}
    return [in_words(each) for each in value] if isinstance(value, list) else value
