"""The trainer's pages: the class at a glance, one trainee's record, who deals at the table and in which mode,
and faults made at a simulated table."""

from __future__ import annotations

from flask import Flask, Response
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.pages.school import SchoolPages, posted, sentence
from sabot_dashboard.pages.school_table import trainer_s
from sabot_dashboard.pages.school_today import curves
from sabot_dashboard.words import school_words


def trainer(app: Flask, pages: SchoolPages) -> None:
    """The routes under `/school/trainer`."""
    _class(app, pages)
    _panel(app, pages)

    @app.get("/school/trainer/state")
    def school_trainer_state() -> Response:
        return answered(trainer_s(pages))


def _class(app: Flask, pages: SchoolPages) -> None:
    @app.get("/school/trainer")
    def school_trainer() -> str:
        return pages.page(
            "school-trainer",
            roll=pages.school.roll(),
            groups=pages.school.groups(),
            table=trainer_s(pages),
            modes=school_words.MODES,
            deeds=school_words.DEEDS,
        )

    @app.get("/school/trainer/<int:trainee>")
    def school_trainee_menu(trainee: int) -> ResponseReturnValue:
        who = pages.school.named(trainee)
        if who is None:
            return refused(sentence(ValueError("There is no such trainee.")), 404)
        dealt = pages.school.sittings.of(trainee)
        menu, goal = pages.school.menu(trainee), pages.school.goals.of(trainee)
        drawn = curves(pages, trainee)
        return pages.page("school-trainee", of=who, menu=menu, sittings=dealt, goal=goal, curves=drawn)

    @app.get("/school/trainer/<int:trainee>/<name>")
    def school_trainee_record(trainee: int, name: str) -> ResponseReturnValue:
        try:
            record = pages.school.record(trainee, name)
        except ValueError as error:
            return refused(sentence(error), 404)
        return pages.page("school-record", record=record, of=pages.school.named(trainee))


def _panel(app: Flask, pages: SchoolPages) -> None:
    table = pages.school.table

    @app.post("/school/trainer/seat")
    @posted
    def school_seat(body: Plain) -> Response:
        who = pages.school.named(body.get("trainee"))
        table.seat(body.get("mode"), who["id"] if who else None)
        return answered({"taken": True, "table": trainer_s(pages)})

    @app.post("/school/trainer/remove")
    @posted
    def school_remove(body: Plain) -> Response:
        pages.school.remove(body.get("trainee"))
        return answered({"taken": True, "to": "/school/trainer"})

    @app.post("/school/trainer/fault")
    @posted
    def school_fault(body: Plain) -> Response:
        table.make(body.get("fault"))
        return answered({"taken": True, "table": trainer_s(pages)})
