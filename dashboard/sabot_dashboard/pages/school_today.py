"""A trainee's day: the sitting of five minutes, question by question to its summary, and the goal."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, redirect
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain, records, whole
from sabot_dashboard.answers import answered
from sabot_dashboard.pages.school import SchoolPages, learner, only_trainees, posted, wheels
from sabot_dashboard.picture import rating_curve
from sabot_dashboard.words import school_words

DAILY = "/school/daily"


def today(app: Flask, pages: SchoolPages) -> None:
    """The routes under `/school/daily`, that of the goal, and that of the progress."""
    _five_minutes(app, pages)
    _acts(app, pages)
    _progress(app, pages)


def _five_minutes(app: Flask, pages: SchoolPages) -> None:
    daily = pages.school.daily

    @app.get("/school/daily")
    def school_daily() -> ResponseReturnValue:
        def made(who: Plain) -> ResponseReturnValue:
            stands = daily.stands(who["id"])
            if stands == "drills":
                return pages.page("school-drill", drill=None, exam=None, table=None, **wheels(pages))
            if stands == "over":
                return pages.page("school-daily", summary=_worded(daily.summary(who["id"])))
            return redirect(_table(pages, whole(who["id"])) if stands else "/school", 303)

        return only_trainees(pages, made)

    @app.post("/school/daily/next")
    @posted
    def school_daily_next(body: Plain) -> Response:
        found = daily.next(learner(pages))
        if "question" not in found:
            return answered({"taken": True, "to": DAILY})
        asked = found["question"]
        table = pages.school.tableau(asked["drill"])
        shown = {**found, "question": school_words.question(asked), "table": table}
        return answered({"taken": True, **shown})


def _progress(app: Flask, pages: SchoolPages) -> None:
    @app.get("/school/progress")
    def school_progress() -> ResponseReturnValue:
        def made(who: Plain) -> str:
            dealt = pages.school.sittings.of(who["id"])
            return pages.page(
                "school-progress", of=None, sittings=dealt, curves=curves(pages, whole(who["id"]))
            )

        return only_trainees(pages, made)


def curves(pages: SchoolPages, trainee: int) -> list[Plain]:
    """The ratings of a trainee, each with its drawing."""
    found = pages.school.sittings.curves(trainee)
    return [each | {"drawn": rating_curve.drawn(each["points"])} for each in found]


def _acts(app: Flask, pages: SchoolPages) -> None:
    @app.post("/school/daily")
    @posted
    def school_daily_begin(body: Plain) -> Response:
        pages.school.daily.begin(learner(pages))
        return answered({"taken": True, "to": DAILY})

    @app.post("/school/daily/end")
    @posted
    def school_daily_end(body: Plain) -> Response:
        pages.school.daily.end(learner(pages))
        return answered({"taken": True, "to": DAILY})

    @app.post("/school/goal")
    @posted
    def school_goal(body: Plain) -> Response:
        pages.school.goals.set(learner(pages), body)
        return answered({"taken": True, "to": "/school"})


def _table(pages: SchoolPages, trainee: int) -> str:
    return f"/school/deal/{pages.school.daily.dealing(trainee)}"


def _worded(summary: Plain) -> Plain:
    """The summary with the rules that were missed as sentences."""
    return summary | {"missed": [*map(_said, records(summary["missed"]))]}


def _said(missed: Any) -> Plain:
    why, truth = school_words.sentence_of(missed["why"]), school_words.labelled(missed["truth"])
    said: Plain = missed | {"why": why, "truth": truth}
    return said
