"""The routes under `/api/v1`. Who may ask for which is `sabot_dashboard.access`'s; what an answer holds is
`sabot_dashboard.programs.reading`'s."""

from __future__ import annotations

import json
from typing import TypeVar

from flask import Flask, Response, request

from sabot.core.shapes.silence import is_silent
from sabot_dashboard.answers import Inbox, answered
from sabot_dashboard.office import Office
from sabot_dashboard.programs import acting, reading
from sabot_dashboard.programs.asking import role
from sabot_dashboard.programs.following import followed
from sabot_dashboard.programs.openapi import COUPS_MOST, description
from sabot_dashboard.programs.problems import problem
from sabot_dashboard.programs.reading import READER, SUPERVISOR
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import Feed

PAGE_USUAL, LARGEST_NUMBER = 50, 2**53 - 1
NO_NUMBER = "{name} is a whole number from {least} to {most}."
UNREADABLE = "The journal cannot be read now. Try again in a few seconds."
WITHHELD = "A trainee deals in silent mode: until that ends only a supervisor's key reads the faults."

Item = TypeVar("Item")


def interface(app: Flask, office: Office, *, feed: Feed, inbox: Inbox, settings: Screens) -> None:
    """Every route for other programs."""
    text = json.dumps(description(), ensure_ascii=False, separators=(",", ":"))

    @app.get("/api/v1/openapi.json")
    def openapi() -> Response:
        return Response(text, content_type="application/json")

    @app.get("/api/v1/table")
    def table() -> Response:
        newest = feed.newest
        shown = reading.table(
            newest.view, name=settings.table, role=role(), seq=newest.seq, pockets=settings.pockets
        )
        return answered(shown)

    _of_the_record(app, office, feed)
    followed(app, office.past, feed=feed, settings=settings)
    acting.acts(app, inbox, feed)


def _of_the_record(app: Flask, office: Office, feed: Feed) -> None:
    @app.get("/api/v1/coups")
    def coups() -> Response:
        before, most = _number("before", LARGEST_NUMBER), _number("limit", COUPS_MOST, least=1)
        if isinstance(refusal := before if isinstance(before, Response) else most, Response):
            return refusal
        view = feed.newest.view
        counts = role() == SUPERVISOR or not is_silent(view)
        try:
            found = office.past.coups(_int(before), (_int(most) or PAGE_USUAL) + 2)
        except RuntimeError:
            return problem(503, UNREADABLE)
        over = [each for each in found if reading.is_over(each.coup, view)]
        page, following = _page(over, _int(most), [each.coup for each in over])
        return answered({"coups": [reading.coup(each, counts=counts) for each in page], "next": following})

    @app.get("/api/v1/faults")
    def faults() -> Response:
        before, most = _number("before", LARGEST_NUMBER), _number("limit", COUPS_MOST, least=1)
        if isinstance(refusal := before if isinstance(before, Response) else most, Response):
            return refusal
        try:
            found = office.past.faults(_int(before), (_int(most) or PAGE_USUAL) + 1)
        except RuntimeError:
            return problem(503, UNREADABLE)
        view = feed.newest.view  # read after the faults: what silent mode withholds is not among them
        if is_silent(view) and role() != SUPERVISOR:
            return problem(403, WITHHELD)
        page, following = _page(found, _int(most), [each.seq for each in found])
        bare = role() == READER
        shown = [reading.fault(each, is_bare=bare and not reading.is_over(each.coup, view)) for each in page]
        return answered({"faults": shown, "next": following})


def _page(found: list[Item], most: int | None, numbers: list[int]) -> tuple[list[Item], int | None]:
    """The first `most` of what was found, and where the next page begins."""
    most = most or PAGE_USUAL
    return found[:most], numbers[most - 1] if len(found) > most else None


def _number(name: str, most: int, *, least: int = 0) -> int | Response | None:
    """The number of this name in the address, None without one; or the refusal of what is none."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and least <= int(text) <= most):
        return problem(400, NO_NUMBER.format(name=name, least=least, most=most))
    return int(text)


def _int(value: int | Response | None) -> int | None:
    return value if isinstance(value, int) else None
