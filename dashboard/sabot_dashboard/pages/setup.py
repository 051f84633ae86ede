"""The set-up: questions and answers in the browser, written into the configuration file. It can be gone
through again at any time."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.observations import Noted
from sabot.core.reasons import of_error
from sabot.core.shapes.json import Plain, record
from sabot.core.shapes.people import Person
from sabot.core.surroundings import lying
from sabot.games.register import DESCRIPTORS
from sabot_dashboard import guard
from sabot_dashboard.access import TECHNICIAN
from sabot_dashboard.acts import WORDS_CHARS_MOST
from sabot_dashboard.answers import Inbox, answered, not_on_record, refused
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.office import Office, People, SetUp
from sabot_dashboard.roles import COOKIE, Roles, staff_page
from sabot_dashboard.words.languages import LANGUAGES
from sabot_dashboard.words.sentence import of_reason, plain

LONGEST_PORT = 200

UNDECIDED = (
    "Coup {n} of {game} is not over. If the table reopens with another game or other rules, it is abandoned."
)
LOST = (
    "Coup {n} of {game}: if the table reopens with another game or other rules, what is on it counts no"
    " more: {what}. The money goes back by hand."
)

UNDECIDED_AT_HOME = (
    "Deal {n} of {game} is not over. If the table reopens with another game or other rules, it is given up."
)
LOST_AT_HOME = (
    "Deal {n} of {game}: if the table reopens with another game or other rules, what is on it counts no"
    " more: {what}. Each player takes their stake back."
)


def setup(app: Flask, office: Office, *, inbox: Inbox, roles: Roles, others: str = "") -> None:
    """The routes under `/setup`. `others` is the address for all screens but the table's own."""
    ours = office.setup

    @app.get("/setup")
    def setup_page() -> str:
        asked = ours.described()
        plainly = json.dumps(asked, ensure_ascii=False).replace("<", "\\u003c")
        camera = office.camera.settings.camera if office.camera else None
        code = ours.code(others) if is_reached_by_others(others) else ""
        return staff_page(
            "setup",
            roles,
            asked=asked,
            plainly=plainly,
            tongues=LANGUAGES,
            camera=camera,
            code=code,
            programs=office.programs.listed(),
        )

    _listening(app, ours)
    _writing(app, ours)
    _people(app, office, inbox=inbox, roles=roles)


def is_reached_by_others(address: str) -> bool:
    """Whether another device reaches the table at this address; false where only this machine does."""
    host = urlsplit(address).netloc
    return bool(host) and not guard.is_loopback(host)


def _listening(app: Flask, ours: SetUp) -> None:
    @app.post("/setup/listen")
    def listen() -> Response:
        extra = str(_body().get("port", ""))
        if len(extra) > LONGEST_PORT or not extra.isprintable():
            return refused(plain("That is no port."), 400)
        try:
            ours.listen(extra)
        except OSError as error:
            return refused(of_reason(of_error(error)), 503)
        return answered({"taken": True})

    @app.get("/setup/heard")
    def heard() -> Response:
        return answered(ours.heard())


def _writing(app: Flask, ours: SetUp) -> None:
    @app.post("/setup")
    def write() -> Response:
        body = _body()
        if any(isinstance(each, str) and len(each) > WORDS_CHARS_MOST for each in _texts(body)):
            return refused(plain("One of the answers is too long."), 400)
        try:
            waits = ours.written(body)
        except ValueError as error:
            return refused(plain(str(error)), 400)
        lacking = [of_reason(each) for each in ours.lacking()]
        return answered({"taken": True, "waits": waits, "lacking": lacking, "file": str(ours.file)})

    @app.post("/setup/renew")
    def renew() -> Response:
        lost = ours.lost_by_renewal()
        if lost and not _is_given_up(_body().get("loses"), lost):
            why = plain(_sentence(lost), n=lost["coup"], **_named(lost))
            return answered({"taken": False, "why": why, "loses": lost}, 409)
        return answered({"taken": ours.renew()})


def _is_given_up(seen: object, lost: Plain) -> bool:
    """Whether somebody has agreed to lose this: exactly what they were shown. At home a deal of this game
    is enough: simulated players go on while somebody reads."""
    if DESCRIPTORS[str(lost["game"])].is_at_home:
        return record(seen).get("game") == lost["game"]
    return seen == lost


def _sentence(lost: Plain) -> str:
    """What is lost, in the words of a casino or of home."""
    if DESCRIPTORS[str(lost["game"])].is_at_home:
        return LOST_AT_HOME if lost["what"] else UNDECIDED_AT_HOME
    return LOST if lost["what"] else UNDECIDED


def _named(lost: Plain) -> Plain:
    return {"game": str(lost["game"]).replace("-", " "), "what": of_reason(lying(str(lost["what"])))}


def _people(app: Flask, office: Office, *, inbox: Inbox, roles: Roles) -> None:
    people = office.people

    @app.get("/setup/people")
    def listed() -> Response:
        with_pin = [each._asdict() for each in people.listed()]
        known = {each["pseudonym"] for each in with_pin}
        others = sorted((name, key) for key, name in people.names().items() if key not in known)
        without = [{"name": name, "role": "", "pseudonym": key} for name, key in others]
        return answered([*with_pin, *without])

    @app.post("/setup/people")
    def change() -> AnyResponse:
        body = _body()
        name, role, pin = (str(body.get(key, ""))[:WORDS_CHARS_MOST] for key in ("name", "role", "pin"))
        try:
            if body.get("erase"):
                return _erased(office, inbox, name, by=str(roles.person() or TECHNICIAN))
            person = _changed(people, name, role, pin, leaves=bool(body.get("remove")))
        except ValueError as error:
            return refused(plain(str(error)), 400)
        taken = {"taken": True, "missing_pin": plain(roles.missing_pin())}
        return _let_in(answered(taken), people, person, roles=roles)


def _erased(office: Office, inbox: Inbox, name: str, *, by: str) -> Response:
    """It is on record, by pseudonym, then the name is forgotten. Raises ValueError."""
    missing = not_on_record(inbox, [Noted("person-erased", by, office.traces(name))])
    if missing is not None:
        return missing
    office.erase(name)
    return answered({"taken": True})


def _changed(people: People, name: str, role: str, pin: str, *, leaves: bool) -> Person | None:
    """Put somebody on file, or take them off it: None then."""
    if leaves:
        people.remove(name)
        return None
    return people.add(name, role, pin)


def _let_in(answer: Response, people: People, person: Person | None, *, roles: Roles) -> Response:
    """Who sets the first PIN of those that this page asks for stays in under it, so that nobody locks
    themselves out in the middle of the set-up."""
    asked, here = roles.roles_with_pin(TECHNICIAN), roles.person()
    if person is not None and person.role in asked and (here is None or here.role not in asked):
        cookies.keep(answer, COOKIE, people.let_in(person))
    return answer


def _body() -> dict[str, object]:
    body = request.get_json(silent=True)
    return body if isinstance(body, dict) else {}


def _texts(value: object) -> list[object]:
    if isinstance(value, dict):
        return [each for one in value.values() for each in _texts(one)]
    if isinstance(value, list):
        return [each for one in value for each in _texts(one)]
    return [value]
