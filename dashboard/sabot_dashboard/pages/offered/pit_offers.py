"""What the pit offers, for supervisor and technician: they accept it with their PIN, or refuse it."""

from __future__ import annotations

from flask import Flask, Response, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.observations import Noted
from sabot.core.reasons import of_error
from sabot.core.shapes.json import Plain, record
from sabot.core.shapes.people import Refused
from sabot_dashboard.access import SUPERVISOR, TECHNICIAN
from sabot_dashboard.acts import Refusal, written
from sabot_dashboard.answers import Inbox, answered, not_on_record, recorded, refused, why_refused
from sabot_dashboard.office import Office
from sabot_dashboard.roles import Roles, at_the_table
from sabot_dashboard.words.sentence import Sentence, of_reason, plain

ANSWERERS = (SUPERVISOR, TECHNICIAN)


def pit_offers(app: Flask, office: Office, *, inbox: Inbox, roles: Roles) -> None:
    """The routes under `/pit-offers`."""

    @app.get("/pit-offers")
    def pit_offers_shown() -> Response:
        return answered(office.pit_offers.shown())

    @app.post("/pit-offers")
    def pit_offers_answered() -> AnyResponse:
        body = record(request.get_json(silent=True))
        try:
            allowed = office.pit_offers.require if body.get("accept") else office.pit_offers.found
            allowed(str(body.get("id")))
            by = _signed(body, office, roles)
            if isinstance(by, Response):
                return by
            with office.pit_offers.answering():  # another tablet may have answered meanwhile
                allowed(str(body.get("id")))
                return _done(body, office, inbox, by=by)
        except ValueError as error:
            return refused(of_reason(of_error(error)), 409)


def _signed(body: Plain, office: Office, roles: Roles) -> str | Response:
    """Who answers, as the record has them; or the answer that asks for their PIN. Where nobody has one, it is
    the technician's word, as in the set-up."""
    asked = roles.roles_with_pin(*ANSWERERS)
    if not asked:
        return TECHNICIAN
    if body.get("pin") is None:
        return _ask(plain("A supervisor or a technician decides this."), office, asked)
    found = roles.identify(body.get("pin"), roles=asked)
    if isinstance(found, Refused):
        return _ask(why_refused(found), office, asked)
    return str(found)


def _ask(why: Sentence, office: Office, asked: tuple[str, ...]) -> Response:
    """From another device nobody is told who works here."""
    names = [each.name for role in asked for each in office.people.listed(role)]
    people = names if at_the_table(request) else []
    return answered({"taken": False, "why": why, "needs": SUPERVISOR, "people": people}, 403)


def _done(body: Plain, office: Office, inbox: Inbox, *, by: str) -> Response:
    """The answer is on record, then it is given. Raises ValueError."""
    name, why = str(body.get("id"))[:16], written(str(body.get("why") or ""))
    if isinstance(why, Refusal):
        return refused(why.plain(), 400)
    accepts = bool(body.get("accept"))
    note = (
        Noted("offer-accepted", by, name) if accepts else Noted("offer-refused", by, f"{name} {why}".strip())
    )
    missing = not_on_record(inbox, [note])
    if missing is not None:
        return missing
    if accepts:
        return _accepted(name, office, inbox, by=by)
    office.pit_offers.refuse(name, by=by, why=why)
    return answered({"taken": True})


def _accepted(name: str, office: Office, inbox: Inbox, *, by: str) -> Response:
    """A coup may have begun while the word went on record: then that is on record, too. Raises ValueError."""
    try:
        office.pit_offers.accept(name, by=by)
    except ValueError as error:
        recorded(inbox, [Noted("offer-failed", by, f"{name} {error}"[:200])])
        raise
    return answered({"taken": True})
