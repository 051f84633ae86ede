"""The technician's page: what the instruments send and what it says, the wheel, logs, versions, a backup."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from flask import Flask, Response

from sabot.core import reasons
from sabot.core.observations import Noted
from sabot.core.reasons import of_error
from sabot.core.view import phase
from sabot_dashboard.access import TECHNICIAN
from sabot_dashboard.answers import Inbox, answered, not_on_record, refused
from sabot_dashboard.office import Office, Updating, Workshop
from sabot_dashboard.roles import Roles, staff_page
from sabot_dashboard.words import records
from sabot_dashboard.words.sentence import of_reason, plain, worded

PIECE_BYTES = 256 * 1024
NEWER = {True: plain("There is a newer version."), False: plain("There is no newer version.")}
BETWEEN = ("idle", "bets-open", "decided")
"""The phases in which nothing is lost when the table is closed."""
RESTING = ("idle", "bets-open")
"""Those in which no card and no ball lies there at all."""


def technician(app: Flask, office: Office, *, inbox: Inbox, roles: Roles) -> None:
    """The routes under `/technician`; the page of the camera has a module of its own."""
    workshop = office.workshop

    _updates(app, office, inbox=inbox, roles=roles)

    @app.get("/technician")
    def technician_page() -> str:
        return staff_page("technician", roles, about=workshop.about())

    @app.get("/technician/lines")
    def lines() -> Response:
        found = workshop.lines()
        for line in found:
            line |= {name: worded(line[name]) for name in ("why", "program")}
            for each in line["recent"]:
                each["sentences"] = [
                    records.step(seen, role=line["role"], game="") for seen in each.pop("seen")
                ]
        return answered(found)

    @app.get("/technician/wheel")
    def wheel_statistics() -> Response:
        return answered(workshop.wheel() or {})

    @app.get("/technician/log")
    def log() -> Response:
        return answered({"lines": workshop.log()})

    @app.get("/technician/backup")
    def backup() -> Response:
        return _packed(workshop)


def _updates(app: Flask, office: Office, *, inbox: Inbox, roles: Roles) -> None:
    @app.get("/technician/update")
    def newer() -> Response:
        return _newer(office)

    @app.get("/technician/update/came")
    def came() -> Response:
        found = office.workshop.updating.came()
        said = _came(found) if found["state"] else None
        return answered({"state": found["state"], "at_s": found.get("at_s", 0), "said": said})

    @app.post("/technician/update")
    def update() -> Response:
        table = office.table()
        if phase(table.play) not in RESTING:
            return refused(plain("A coup lies on the cloth: finish it before the table is closed."), 409)
        if not table.room.shut:
            return refused(plain("The table is open: its supervisor closes it first."), 409)
        return _asked(office.workshop.updating, inbox, by=str(roles.person() or TECHNICIAN))


def _asked(updating: Updating, inbox: Inbox, *, by: str) -> Response:
    """The request is on record, then it is left."""
    missing = not_on_record(inbox, [Noted("remark", by, "sabot update")])
    if missing is not None:
        return missing
    try:
        updating.ask()
    except RuntimeError as error:
        return refused(of_reason(of_error(error)), 409)
    return answered({"taken": True})


def _came(found: Mapping[str, object]) -> dict[str, object]:
    """What came of an update, as a sentence."""
    why, before = of_reason(reasons.found(found, "why")), str(found.get("before", ""))
    match found["state"]:
        case "asked":
            return plain("Asked for. It begins in a moment.")
        case "running":
            return plain("It is being updated. The screens go dark meanwhile and come back by themselves.")
        case "done":
            return _done(before, str(found["after"]), str(found.get("boards", "")))
        case "nothing":
            return NEWER[False]
        case "refused":
            return plain("Not begun: {why}", why=why)
        case "back":
            return plain("Put back as it was, {before}: {why}", before=before, why=why)
    return plain("It could not be put back: {why}", why=why)


def _done(before: str, after: str, left: str) -> dict[str, object]:
    """`left`: why a board kept the program that it had."""
    if not left:
        return plain("Up to date: {before} became {after}.", before=before, after=after)
    return plain(
        "Up to date: {before} became {after}. A board was left with the program that it had: {why}",
        before=before,
        after=after,
        why=left,
    )


def _newer(office: Office) -> Response:
    """Whether there is a newer version, and whether the table may be closed now."""
    found = office.workshop.updating.looked()
    unknown = plain("Cannot tell whether there is a newer version: {why}", why=found["why"])
    said = [NEWER.get(found["newer"], unknown)]
    if phase(office.table().play) not in BETWEEN:
        said.append(plain("A coup lies on the cloth: finish it before the table is closed."))
    return answered({"said": said})


def _packed(workshop: Workshop) -> Response:
    """A backup, made now and sent in pieces; the file goes when it is sent."""
    folder = tempfile.TemporaryDirectory(prefix="sabot-download-")
    try:
        packed = workshop.backup(Path(folder.name) / "backup.age")
    except RuntimeError as error:
        folder.cleanup()
        return refused(of_reason(of_error(error)), 409)

    def pieces() -> Iterator[bytes]:
        with packed.file.open("rb") as file:
            while piece := file.read(PIECE_BYTES):
                yield piece

    name = time.strftime("sabot-%Y%m%d-%H%M.zip.age")
    answer = Response(pieces(), content_type="application/octet-stream")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Content-Length"] = str(packed.file.stat().st_size)
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(folder.cleanup)
    return answer
