"""Examinations as trainees meet them: the papers issued for them, those for practice, the questions, what
came of it, and each question afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, make_response, request
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain, record, whole
from sabot.core.shapes.people import Refused
from sabot_dashboard.access import TRAINERS
from sabot_dashboard.answers import answered, not_let_in, refused
from sabot_dashboard.pages.examination.closed import NOT_YOURS, goes_on_here
from sabot_dashboard.pages.examination.coups import replay_page, table_page
from sabot_dashboard.pages.school import (
    LONGEST_KEY,
    SchoolPages,
    learner,
    only_trainees,
    posted,
    sentence,
    wheels,
)
from sabot_dashboard.roles import place_of
from sabot_dashboard.words import school_words
from sabot_dashboard.words.sentence import plain


def exams(app: Flask, pages: SchoolPages) -> None:
    """The routes under `/school/exams` and `/school/papers`."""
    _list(app, pages)
    _admission(app, pages)
    _examination(app, pages)
    _afterwards(app, pages)
    _sitting(app, pages)


def _list(app: Flask, pages: SchoolPages) -> None:
    found = pages.school.exams

    @app.get("/school/exams")
    def school_exams() -> ResponseReturnValue:
        def made(who: Plain) -> str:
            return pages.page(
                "school-exams",
                papers=found.papers.of(who["id"]),
                sat=found.of(who["id"]),
                groups=["all", *pages.school.groups()],
                named=pages.named,
            )

        return only_trainees(pages, made)

    @app.post("/school/exams")
    @posted
    def school_begin(body: Plain) -> Response:
        key = found.begin(learner(pages), body)
        return answered({"taken": True, "to": f"/school/exams/{key}"})


# --- an issued paper is begun ------------------------------------------------------------------------


def _admission(app: Flask, pages: SchoolPages) -> None:
    found = pages.school.exams

    @app.get("/school/papers/<key>")
    def school_paper(key: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            issued = found.papers.found(key[:LONGEST_KEY], whole(who["id"]))
            own = bool(pages.with_pin(str(who["name"])))
            names = [who["name"]] if own else pages.trainers()
            withdrawn = found.papers.withdrawn(issued.id)
            return pages.page(
                "school-paper", issued=issued, names=names, is_own=own, named=pages.named, withdrawn=withdrawn
            )

        return only_trainees(pages, made)

    @app.post("/school/papers/<key>")
    @posted
    def school_admit(body: Plain, key: str) -> Response:
        who = learner(pages)
        paper = found.papers.found(key[:LONGEST_KEY], who)
        witness = _witness(pages, body)
        if isinstance(witness, Refused):
            return not_let_in(witness)
        device = pages.device() or secrets.token_hex(8)
        exam = found.admit(who, paper.id, device=device, place=place_of(request), witness=witness)
        answer = answered({"taken": True, "to": f"/school/exams/{exam}"})
        pages.keep_device(answer, device)
        return answer


def _witness(pages: SchoolPages, body: Plain) -> str | Refused:
    """Who attests that the trainee is who they say, as the record has them; empty where it is their own PIN.
    Somebody who has a PIN gives that one."""
    name = str((pages.trainee() or {}).get("name", ""))
    if own := pages.with_pin(name):
        found = pages.identify({"name": name, "pin": body.get("pin")}, roles=tuple(each.role for each in own))
        return found if isinstance(found, Refused) else ""
    found = pages.identify(body, roles=TRAINERS.roles)
    return found if isinstance(found, Refused) else str(found)


# --- an examination, and what came of it -------------------------------------------------------------


def _examination(app: Flask, pages: SchoolPages) -> None:
    @app.get("/school/exams/<key>")
    def school_exam(key: str) -> ResponseReturnValue:
        def made(state: Plain) -> ResponseReturnValue:
            if "result" in state:
                titles = pages.school.exams.titles()
                return pages.page("school-result", exam=state, titles=titles, named=pages.named)
            goes_on_here(pages, state)
            if record(state["paper"])["level"]:
                return table_page(pages, state)
            return pages.page("school-drill", drill=None, exam=state, table=None, **wheels(pages))

        return _read_by(pages, key, made)


def _afterwards(app: Flask, pages: SchoolPages) -> None:
    found = pages.school.exams

    @app.get("/school/exams/<key>/review")
    def school_review(key: str) -> ResponseReturnValue:
        def made(state: Plain) -> ResponseReturnValue:
            if not pages.is_trainer():
                found.check_review(state["id"])
            if record(state["paper"])["level"]:
                return replay_page(pages, state)
            asked = [_reviewed(each) for each in found.review(state["id"])]
            return pages.page("school-review", exam=state, asked=asked, **wheels(pages))

        return _read_by(pages, key, made)

    @app.get("/school/exams/<key>.pdf")
    def school_report(key: str) -> ResponseReturnValue:
        def made(state: Plain) -> ResponseReturnValue:
            content = found.report(state["id"], pages.words(), named=pages.named, look=pages.look)
            answer = make_response(content)
            answer.headers["Content-Type"] = "application/pdf"
            answer.headers["Content-Disposition"] = f'attachment; filename="examination-{state["id"]}.pdf"'
            answer.headers["Cache-Control"] = "no-store"
            return answer

        return _read_by(pages, key, made, status=409)


def _read_by(
    pages: SchoolPages, key: str, make: Callable[[Plain], ResponseReturnValue], *, status: int = 403
) -> ResponseReturnValue:
    """What `make` shows of an examination to the trainee who sits it, and to trainers; a page that says why
    not to anybody else, with this status where `make` refuses."""

    def made(who: Plain) -> ResponseReturnValue:
        state = pages.school.exams.state(key[:LONGEST_KEY])
        if state["trainee"] != who.get("id") and not pages.is_trainer():
            return refused(plain(NOT_YOURS), 403)
        try:
            return make(state)
        except ValueError as error:
            return refused(sentence(error), status)

    return only_trainees(pages, made, others=pages.trainer() is not None)


def _reviewed(each: Any) -> Plain:
    question = school_words.question(record(each["question"]))
    worded: Plain = each | {"question": question, "why": school_words.sentence_of(each["why"])}
    return worded


# --- the questions, one after the other --------------------------------------------------------------


def _sitting(app: Flask, pages: SchoolPages) -> None:
    found = pages.school.exams

    @app.post("/school/exams/<key>/next")
    @posted
    def school_exam_next(body: Plain, key: str) -> Response:
        return answered({"taken": True} | _next_question(pages, found.state(key[:LONGEST_KEY])))

    @app.post("/school/exams/<key>/answer")
    @posted
    def school_exam_answer(body: Plain, key: str) -> Response:
        goes_on_here(pages, found.state(key[:LONGEST_KEY]))
        found.answer(key, body.get("question"), body.get("answer"))
        return answered({"taken": True} | _next_question(pages, found.state(key)))


def _next_question(pages: SchoolPages, state: Plain) -> Plain:
    goes_on_here(pages, state)
    if "result" in state:
        return {"ended": True}
    return {
        "question": school_words.question(pages.school.shown(state["key"], state["question"])),
        "nth": state["nth"],
        "of": record(state["paper"])["questions"],
        "left_s": state["left_s"],
    }
