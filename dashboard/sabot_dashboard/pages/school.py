"""The pages of the school: who learns, a drill, the record, an examination. They hold no rule: what is asked
and what is right comes from `office.school` (controller/sabot/school/school.py) as plain values."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.shapes.json import Plain, record, whole
from sabot.core.shapes.people import Person
from sabot_dashboard import tongue
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.office import Office, People
from sabot_dashboard.picture import wheel
from sabot_dashboard.roles import Roles, at_the_table, own_path
from sabot_dashboard.settings import Screens
from sabot_dashboard.words import school_words
from sabot_dashboard.words.sentence import plain

COOKIE = "trainee"
A_YEAR_S = 365 * 86_400
LONGEST_KEY = 64


class SchoolPages:
    """One school's pages: who sits before a screen, and how a page is made."""

    def __init__(self, school: Any, settings: Screens, roles: Roles, people: People) -> None:
        self.school, self._settings, self._roles, self._people = school, settings, roles, people

    def trainee(self) -> Plain | None:
        """Who learns here. At the table's own screen the trainee who was chosen, or None; at another the
        person who is logged in."""
        if (person := self._elsewhere()) is not None:
            of_person: Plain = self.school.enrol(person.name)
            return of_person
        text = self._people.unsealed(cookies.kept(COOKIE))
        found: Plain | None = self.school.named(int(text) if text.isdigit() else None)
        return found

    def chosen(self, name: object) -> tuple[Plain, str]:
        """The trainee whom somebody chose at the table's own screen, and their cookie. Elsewhere nobody
        learns under another name than their own. Raises ValueError."""
        person = self._elsewhere()
        who: Plain = self.school.enrol(person.name if person else name)
        return who, self._people.sealed(str(who["id"]))

    def _elsewhere(self) -> Person | None:
        return None if at_the_table(request) else self._roles.person()

    def language(self) -> str:
        """The language of this screen."""
        return tongue.spoken(self._settings.lang)

    def words(self) -> dict[str, str]:
        """The catalogue of this screen."""
        return school_words.catalogue(self.language())

    def page(self, name: str, **values: object) -> str:
        """A page of the school, in the words of the school."""
        words = self.words()
        return render_template(
            f"{name}.html",
            t=lambda text: words.get(text, text),
            words=school_words.packed(self.language()),
            trainee=self.trainee(),
            games=school_words.groups(),
            spelled=school_words.spelled,
            here=request.path,
            is_at_table=at_the_table(request),
            **values,
        )


def sentence(error: ValueError) -> Plain:
    """A refusal of the school in the reader's language."""
    return plain(str(error))


def posted(route: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """A route that takes the fields of a JSON object; what the school refuses is said in words."""

    @wraps(route)
    def checked(**given: Any) -> Any:
        body = request.get_json(silent=True)
        try:
            return route(body if isinstance(body, dict) else {}, **given)
        except ValueError as error:
            return refused(sentence(error), 400)

    return checked


def school(app: Flask, office: Office, settings: Screens, roles: Roles) -> SchoolPages:
    """The routes under `/school`, but for the trainer's."""
    pages = SchoolPages(office.school, settings, roles, office.people)
    _entrance(app, pages)
    _drills(app, pages)
    _exams(app, pages)
    return pages


# --- who learns --------------------------------------------------------------------------------------


def _entrance(app: Flask, pages: SchoolPages) -> None:
    @app.get("/school")
    def school_menu() -> str:
        who = pages.trainee()
        menu = pages.school.menu(who["id"]) if who else []
        groups: dict[str, list[object]] = {}
        for drill in menu:
            groups.setdefault(drill["group"], []).append(drill)
        return pages.page("school", groups=groups, trainees=pages.school.trainees(), to=_to())

    @app.post("/school/trainee")
    @posted
    def school_trainee(body: Plain) -> Response:
        _, cookie = pages.chosen(body.get("name"))
        answer = answered({"taken": True, "to": own_path(str(body.get("to", "/school")))})
        cookies.keep(answer, COOKIE, cookie, longest_s=A_YEAR_S)
        return answer

    @app.get("/school/leave")
    def school_leave() -> AnyResponse:
        answer = redirect("/school", 303)
        cookies.forget(answer, COOKIE)
        return answer


def _to() -> str:
    to = own_path(request.args.get("to", "/school"))
    return to if to.startswith("/school") else "/school"


def _only_trainees(pages: SchoolPages, make: Callable[[Plain], ResponseReturnValue]) -> ResponseReturnValue:
    """The page for trainees; others first say who they are."""
    who = pages.trainee()
    if who is None:
        return redirect(f"/school?to={quote(request.path, safe='/')}", 303)
    try:
        return make(who)
    except ValueError as error:
        return refused(sentence(error), 404)


# --- drills ------------------------------------------------------------------------------------------


def cloth_values(pockets: int = 37) -> Plain:
    """The wheel and its cloth, as their template draws them."""
    return {"cylinder": wheel.cylinder(pockets), "boxes": wheel.layout(pockets), "pockets": pockets}


def _drills(app: Flask, pages: SchoolPages) -> None:
    @app.get("/school/drill/<name>")
    def school_drill(name: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            drill, table = pages.school.drill(name), pages.school.tableau(name)
            return pages.page("school-drill", drill=drill, exam=None, table=table, **_wheels(pages))

        return _only_trainees(pages, made)

    @app.get("/school/record/<name>")
    def school_record(name: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            return pages.page("school-record", record=pages.school.record(who["id"], name), of=who)

        return _only_trainees(pages, made)

    @app.post("/school/ask")
    @posted
    def school_ask(body: Plain) -> Response:
        asked = pages.school.ask(_id(pages), body.get("drill"))
        return answered({"taken": True, "question": school_words.question(asked)})

    @app.post("/school/answer")
    @posted
    def school_answer(body: Plain) -> Response:
        verdict = pages.school.answer(_id(pages), body.get("question"), body.get("answer"), body.get("ms"))
        return answered({"taken": True, **verdict, "why": school_words.sentence_of(verdict["why"])})


def _id(pages: SchoolPages) -> int | None:
    who = pages.trainee()
    return None if who is None else whole(who["id"])


def _wheels(pages: SchoolPages) -> Plain:
    return cloth_values(pages.school.pockets)


# --- examinations ------------------------------------------------------------------------------------


def _exams(app: Flask, pages: SchoolPages) -> None:
    exams = pages.school.exams

    @app.get("/school/exams")
    def school_exams() -> ResponseReturnValue:
        def made(who: Plain) -> str:
            return pages.page("school-exams", sat=exams.of(who["id"]), groups=["all", *pages.school.groups()])

        return _only_trainees(pages, made)

    @app.post("/school/exams")
    @posted
    def school_begin(body: Plain) -> Response:
        key = exams.begin(pages.school.known(_id(pages)), body)
        return answered({"taken": True, "to": f"/school/exams/{key}"})

    @app.get("/school/exams/<key>")
    def school_exam(key: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            state = exams.state(key[:LONGEST_KEY])
            if "result" in state:
                return pages.page("school-result", exam=state, titles=pages.school.titles())
            return pages.page("school-drill", drill=None, exam=state, table=None, **_wheels(pages))

        return _only_trainees(pages, made)

    _report(app, pages)
    _sitting(app, pages)


def _report(app: Flask, pages: SchoolPages) -> None:
    exams = pages.school.exams

    @app.get("/school/exams/<key>.pdf")
    def school_report(key: str) -> Response:
        try:
            content = exams.report(key[:LONGEST_KEY], pages.words())
        except ValueError as error:
            return refused(sentence(error), 409)
        answer = make_response(content)
        answer.headers["Content-Type"] = "application/pdf"
        answer.headers["Content-Disposition"] = f'attachment; filename="examination-{key}.pdf"'
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _sitting(app: Flask, pages: SchoolPages) -> None:
    """The questions of an examination, one after the other."""
    exams = pages.school.exams

    @app.post("/school/exams/<key>/next")
    @posted
    def school_exam_next(body: Plain, key: str) -> Response:
        return answered({"taken": True} | _next_question(pages, exams.state(key[:LONGEST_KEY])))

    @app.post("/school/exams/<key>/answer")
    @posted
    def school_exam_answer(body: Plain, key: str) -> Response:
        _owner(pages, exams.state(key[:LONGEST_KEY]))
        exams.answer(key, body.get("question"), body.get("answer"))
        return answered({"taken": True} | _next_question(pages, exams.state(key)))


def _owner(pages: SchoolPages, state: Plain) -> None:
    """Nobody sits an examination for somebody else. Raises ValueError."""
    if state["trainee"] != _id(pages):
        raise ValueError("This examination is somebody else’s.")


def _next_question(pages: SchoolPages, state: Plain) -> Plain:
    _owner(pages, state)
    if "result" in state:
        return {"ended": True}
    return {
        "question": school_words.question(pages.school.shown(state["key"], state["question"])),
        "nth": state["nth"],
        "of": record(state["paper"])["questions"],
        "left_s": state["left_s"],
    }
