"""The supervisor's page: the day's coups and faults, one coup card by card, corrections with reason and name,
opening and closing with counts, the report of the shift."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import date
from typing import TypeVar

from flask import Flask, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.look import OURS, Look
from sabot.core.look.openings import HOURS_OF_DAY, MINUTES_OF_HOUR
from sabot.core.observations import Acknowledged, Noted, Observation, SabotOpened, Said, Undone
from sabot.core.shapes.day import Step
from sabot.core.surroundings import NEXT_OPENING
from sabot.core.terms import CONFIRM, minor_units
from sabot.core.words import in_public
from sabot.games.register import DESCRIPTORS, USUAL
from sabot_dashboard.acts import Act, Refusal, press, written
from sabot_dashboard.answers import WENT_ON, Inbox, answered, recorded, refused
from sabot_dashboard.office import Office
from sabot_dashboard.pages import report
from sabot_dashboard.picture.cloths import cloth_of
from sabot_dashboard.picture.projection import is_same, mark
from sabot_dashboard.pressed import Press, Pressed
from sabot_dashboard.roles import Roles, staff_page
from sabot_dashboard.stream import Feed
from sabot_dashboard.words import records
from sabot_dashboard.words.sentence import plain

MOST_CARDS = 1_000
"""Cards that a sabot may be counted to hold."""

DAYS = date(1971, 1, 1), date(2200, 1, 1)
"""The days that can be asked for: nanoseconds since 1970 count no further than 2262."""


class WrongError(ValueError):
    """Why something was not done, as a sentence with its values."""

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence = plain(sentence, **values)


def supervisor(
    app: Flask, office: Office, *, feed: Feed, inbox: Inbox, roles: Roles, look: Look = OURS
) -> None:
    """The routes under `/supervisor`; `look` is that of the house."""
    shifts = office.shifts

    @app.get("/supervisor")
    def page() -> str:
        game = str(feed.newest.view.get("game", USUAL))
        at_home = game in DESCRIPTORS and DESCRIPTORS[game].is_at_home
        cloth, head = cloth_of(game), shifts.head()
        return staff_page("supervisor", roles, cloth=cloth, game=game, at_home=at_home, head=head)

    @app.get("/supervisor/shift")
    def shift() -> Response:
        found = shifts.report(_day(request.args.get("day")), request.args.get("after", 0, type=int))
        faults = [records.fault(each) for each in found["faults"]]
        notes = [each | {"sentence": records.note(each)} for each in found["notes"]]
        return answered(found | {"faults": faults, "notes": notes})

    @app.get("/supervisor/coup/<int:number>")
    def coup(number: int) -> Response:
        steps = shifts.steps(number)
        if not steps:
            return refused(plain("There is no coup {n} on record.", n=number), 404)
        game = str(feed.newest.view.get("game", ""))
        return answered([_step(_without_hands(each), game) for each in steps])

    @app.get("/supervisor/report.csv")
    def as_csv() -> Response:
        out, asked = io.StringIO(), _day(request.args.get("day"))
        csv.writer(out).writerows(shifts.lines(asked))
        name = f"shift-{shifts.report(asked)['day']}.csv"
        return _file(out.getvalue().encode("utf-8-sig"), "text/csv; charset=utf-8", name)

    @app.get("/supervisor/report.pdf")
    def as_pdf() -> Response:
        found = shifts.report(_day(request.args.get("day")), names=bool(request.args.get("names")))
        words = report.words(feed.newest.view.get("lang"))
        paper = report.printed(
            found, shifts.printed, table=office.name, words=words, head=shifts.head(), look=look
        )
        return _file(paper, "application/pdf", f"shift-{found['day']}.pdf")

    _acts(app, feed=feed, inbox=inbox, roles=roles)


def _day(text: str | None) -> date | None:
    """The day that is asked for; None where none is. Another word than a day is an HTTP error."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not DAYS[0] <= day <= DAYS[1]:
        abort(400, "There is no such day on record.")
    return day


def _file(body: bytes, kind: str, name: str) -> Response:
    answer = Response(body, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _without_hands(each: Step) -> Step:
    """A step as everybody at the table saw it: a card of a hand is named where it was played or shown. A hand
    that was never shown stays its player's, also after the deal."""
    seen = each["seen"]
    return {**each, "seen": seen | {"words": in_public(str(seen["words"]))}} if "words" in seen else each


def _step(each: Step, game: str) -> dict[str, object]:
    verdicts = [sentence for event in each["events"] if (sentence := records.verdict(event, game))]
    result = each["result"] or {}
    return {
        "seq": each["seq"],
        "wall_ns": each["wall_ns"],
        "sentence": records.step(each["seen"], role=each["role"], game=game),
        "verdicts": verdicts,
        "places": each["places"],
        "number": [str(result["number"]), result["colour"] or "zero"] if "number" in result else None,
        "manual": each["manual"],
        "picture": f"/pictures/{each['picture']}" if each.get("picture") else None,
        "open": len(each["faults"]),
    }


# --- acts


def _acts(app: Flask, *, feed: Feed, inbox: Inbox, roles: Roles) -> None:
    pressed = Pressed()

    @app.post("/supervisor/acts")
    def supervisor_acts() -> AnyResponse:
        body = request.get_json(silent=True)
        try:
            wanted = read(body, by=str(roles.person() or ""), claim=roles.claimed)
        except WrongError as wrong:
            return refused(wrong.sentence, 400)
        newest, is_deciding = feed.newest, wanted.name in ("withdraw", "annul")
        if is_deciding and wanted.seen != newest.seq:
            return refused(plain(WENT_ON), 409)
        seen = mark(newest.view) if is_deciding else None
        if (found := pressed.taken(wanted, newest.seq)) != "new":
            return pressed.not_new(wanted, found)
        return recorded(
            inbox,
            wanted.observations,
            press=Press(pressed, wanted),
            unless=(lambda view: not is_same(seen, view)) if is_deciding else None,
        )


def read(body: object, *, by: str, claim: Callable[[str], str]) -> Act:
    """The act that `body` describes, in the name of `by` or, without PINs, of the name in it, which is only
    claimed: `claim` puts it as the record has it.

    Raises WrongError.
    """
    name, key, seen, values = _allowed(press(body, "do", _DOES))
    who = by or claim(_text(values, "by", needed="Say who you are."))
    return Act(name, tuple(_DOES[name](values, who)), key, seen)


T = TypeVar("T")


def _allowed(wanted: T | Refusal) -> T:
    if isinstance(wanted, Refusal):
        raise WrongError(wanted.sentence, **dict(wanted.values))
    return wanted


def _text(body: dict[str, object], field: str, *, needed: str = "") -> str:
    text = body.get(field, "")
    kept = _allowed(written(text if isinstance(text, str) else ""))
    if needed and not kept:
        raise WrongError(needed)
    return kept


def _reason(body: dict[str, object]) -> str:
    return _text(body, "reason", needed="Say why: it goes on record.")


def _about(body: dict[str, object]) -> int:
    about = body.get("about", 0)
    return about if type(about) is int and 0 <= about < 2**31 else 0


def _float(body: dict[str, object]) -> int:
    text = str(body.get("counted", "")).strip().replace(",", ".")[:20]
    units = 0 if text.strip("0.") == "" and "0" in text else minor_units(text)
    if units is None:
        raise WrongError("The float is an amount with at most two decimals, such as 12500 or 12500.50.")
    return units


def _minute(body: dict[str, object]) -> int:
    """The minute of the day."""
    read = re.fullmatch(r"(\d{1,2})[:.]?(\d\d)", str(body.get("counted", "")).strip()[:9], re.ASCII)
    if read is None or int(read[1]) >= HOURS_OF_DAY or int(read[2]) >= MINUTES_OF_HOUR:
        raise WrongError("A time of the day is written as 15:00.")
    return MINUTES_OF_HOUR * int(read[1]) + int(read[2])


def _cards(body: dict[str, object]) -> int:
    text = str(body.get("counted", "")).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MOST_CARDS):
        raise WrongError("The cards are counted: a whole number up to {n}.", n=MOST_CARDS)
    return int(text)


def _noted(
    what: str, count: Callable[[dict[str, object]], int]
) -> Callable[[dict[str, object], str], list[Observation]]:
    return lambda body, by: [Noted(what, by, _text(body, "reason"), 0, count(body))]


_DOES: dict[str, Callable[[dict[str, object], str], list[Observation]]] = {
    "acknowledge": lambda body, by: [Acknowledged(by, _reason(body), _text(body, "fault"))],
    "withdraw": lambda body, by: [Undone(by, _reason(body))],
    "annul": lambda body, by: [Said(f"annule {_reason(body)}"), Acknowledged(by, _reason(body))],
    "remark": lambda body, by: [Noted("remark", by, _reason(body), _about(body))],
    "settle": lambda body, by: [Said(CONFIRM), Noted("remark", by, _reason(body), _about(body))],
    "open-table": _noted("table-opened", _float),
    "close-table": _noted("table-closed", _float),
    "next-opening": _noted(NEXT_OPENING, _minute),
    "open-sabot": lambda body, by: [*_noted("sabot-opened", _cards)(body, by), SabotOpened()],
    "close-sabot": _noted("sabot-closed", _cards),
}
"""What a supervisor does, by its name."""
