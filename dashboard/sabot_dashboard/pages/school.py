"""The pages of the school: who learns, a drill, the record. They hold no rule: what is asked
and what is right comes from `office.school` (controller/sabot/school/school.py) as plain values."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain, whole
from sabot.core.shapes.people import Person, Refused, named
from sabot.games.register import descriptor
from sabot_dashboard import tongue
from sabot_dashboard.access import TRAINERS
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.office import Office, People
from sabot_dashboard.picture import wheel
from sabot_dashboard.roles import Roles, at_the_table, own_path
from sabot_dashboard.settings import Screens
from sabot_dashboard.words import records, school_words
from sabot_dashboard.words.sentence import plain

COOKIE, DEVICE = "trainee", "device"
A_YEAR_S = 365 * 86_400
LONGEST_KEY = 64


class SchoolPages:
    """One school's pages: who sits before a screen, and how a page is made."""

    def __init__(self, school: Any, settings: Screens, roles: Roles, people: People) -> None:
        self.school, self._settings, self._roles, self._people = school, settings, roles, people
        self.look = settings.look

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

    def is_trainer(self) -> bool:
        """Whether this browser may open the trainer's pages."""
        return self._roles.refusal(TRAINERS) is None

    def trainer(self) -> Person | None:
        """The trainer or supervisor who is logged in with a PIN."""
        person = self._roles.person()
        return person if person is not None and person.role in TRAINERS.roles else None

    def with_pin(self, name: str) -> list[Person]:
        """The people of this name: a trainee who is one of them proves it with their own PIN."""
        return [each for each in self._people.listed() if each.name == name]

    def trainers(self) -> list[str]:
        """The names of those whose PIN attests to a trainee without one; nobody is named elsewhere."""
        listed = [each.name for each in self._people.listed() if each.role in TRAINERS.roles]
        return listed if at_the_table(request) else []

    def identify(self, given: Plain, *, roles: tuple[str, ...]) -> Person | Refused:
        """The person whose name and PIN were given, or why they are refused."""
        return self._roles.identify(given, roles=roles)

    def named(self, by: str) -> str:
        """A person as the record has them, by name, with their role in the language of the reader."""
        return records.in_words(records.person(named(by, self._people.names().get)), self.words())

    def device(self) -> str:
        """The number of this device, by its cookie; empty before it has one."""
        kind, _, number = self._people.unsealed(cookies.kept(DEVICE)).partition("-")
        return number if kind == DEVICE else ""

    def keep_device(self, answer: Response, number: str) -> None:
        """This device is known by that number from here on."""
        cookies.keep(answer, DEVICE, self._people.sealed(f"{DEVICE}-{number}"), longest_s=A_YEAR_S)

    def _elsewhere(self) -> Person | None:
        return None if at_the_table(request) else self._roles.person()

    def language(self) -> str:
        """The language of this screen."""
        return tongue.spoken(self._settings.lang)

    def words(self) -> dict[str, str]:
        """The catalogue of this screen."""
        return school_words.catalogue(self.language())

    def at_home(self) -> dict[str, bool]:
        """Whether this is the table of a household game, and whether its deals are looked at afterwards."""
        game = descriptor(self._settings.game)
        return {
            "is_at_home": game is not None and game.is_at_home,
            "has_deals": game is not None and game.is_at_home and "lessons" in game.parts,
        }

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
            moment=moment,
            levels=self.school.sittings.levels(),
            **values,
        )


def moment(wall_ms: int) -> str:
    """Local date and time, to the minute."""
    return datetime.fromtimestamp(wall_ms / 1000).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006


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
    """The routes under `/school`, but for examinations and for the trainer's."""
    pages = SchoolPages(office.school, settings, roles, office.people)
    _entrance(app, pages)
    _drills(app, pages)
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
        today = pages.school.today(who["id"]) if who else None
        goes_on = pages.school.exams.under_way(number_of(pages), pages.device())
        trainees = pages.school.trainees()
        shown = {"today": today, "trainees": trainees, "to": _to(), "goes_on": goes_on}
        return pages.page("school", groups=groups, **shown, **pages.at_home())

    @app.post("/school/trainee")
    @posted
    def school_trainee(body: Plain) -> Response:
        _, cookie = pages.chosen(body.get("name"))
        answer = answered({"taken": True, "to": own_path(str(body.get("to", "/school")))})
        cookies.keep(answer, COOKIE, cookie, longest_s=A_YEAR_S)
        return answer

    @app.post("/school/leave")
    def school_leave() -> Response:
        answer = answered({"taken": True, "to": "/school"})
        cookies.forget(answer, COOKIE)
        return answer


def _to() -> str:
    to = own_path(request.args.get("to", "/school"))
    return to if to.startswith("/school") else "/school"


def only_trainees(
    pages: SchoolPages, make: Callable[[Plain], ResponseReturnValue], *, others: bool = False
) -> ResponseReturnValue:
    """The page for trainees; others first say who they are, unless the page is for `others` too."""
    who = pages.trainee()
    if who is None and not others:
        return redirect(f"/school?to={quote(request.path, safe='/')}", 303)
    try:
        return make(who or {})
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
            return pages.page("school-drill", drill=drill, exam=None, table=table, **wheels(pages))

        return only_trainees(pages, made)

    @app.get("/school/record/<name>")
    def school_record(name: str) -> ResponseReturnValue:
        def made(who: Plain) -> str:
            return pages.page("school-record", record=pages.school.record(who["id"], name), of=who)

        return only_trainees(pages, made)

    @app.post("/school/ask")
    @posted
    def school_ask(body: Plain) -> Response:
        asked = pages.school.ask(number_of(pages), body.get("drill"))
        return answered({"taken": True, "question": school_words.question(asked)})

    @app.post("/school/answer")
    @posted
    def school_answer(body: Plain) -> Response:
        verdict = pages.school.answer(
            number_of(pages), body.get("question"), body.get("answer"), body.get("ms")
        )
        return answered({"taken": True, **verdict, "why": school_words.sentence_of(verdict["why"])})


def number_of(pages: SchoolPages) -> int | None:
    """The number of the trainee at this screen."""
    who = pages.trainee()
    return None if who is None else whole(who["id"])


def learner(pages: SchoolPages) -> int:
    """The number of the trainee at this screen. Raises ValueError where there is none."""
    return whole(pages.school.known(number_of(pages)))


def wheels(pages: SchoolPages) -> Plain:
    """The wheel and the cloth of this house."""
    return cloth_values(pages.school.pockets)
