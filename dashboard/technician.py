"""The technician's page: what the instruments send and what it says, the wheel, logs, versions, a backup."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response

from controller.view import phase
from dashboard import told
from dashboard.answers import answered, refused
from dashboard.roles import TECHNICIAN, Roles, desk
from dashboard.sentences import plain

PIECE = 256 * 1024
NEWER = {True: plain("There is something newer."), False: plain("There is nothing newer.")}
BETWEEN = ("idle", "bets-open", "decided")
"""The phases in which nothing is lost when the table is closed."""


def technician(app: Flask, office: Any, *, roles: Roles) -> None:
    """The routes under `/technician`; the page of the camera has a module of its own."""
    only, workshop = roles.only(TECHNICIAN), office.workshop

    app.add_url_rule("/technician/update", "newer", only(partial(_newer, office)))

    @app.get("/technician")
    @only
    def technician_page() -> str:
        return desk("technician", roles, about=workshop.about())

    @app.get("/technician/lines")
    @only
    def lines() -> Response:
        found = workshop.lines()
        for line in found:
            for each in line["recent"]:
                each["told"] = [told.step(seen, role=line["role"], game="") for seen in each.pop("seen")]
        return answered(found)

    @app.get("/technician/wheel")
    @only
    def wheel_statistics() -> Response:
        return answered(workshop.wheel() or {})

    @app.get("/technician/log")
    @only
    def log() -> Response:
        return answered({"lines": workshop.log()})

    @app.get("/technician/backup")
    @only
    def backup() -> Response:
        return _packed(workshop)


def _newer(office: Any) -> Response:
    """Whether there is a newer version, and whether the table may be closed now."""
    found = office.workshop.updating.looked()
    unknown = plain("Whether there is something newer cannot be told: {why}", why=found["why"])
    said = [NEWER.get(found["newer"], unknown)]
    if phase(office.table().play) not in BETWEEN:
        said.append(plain("A coup lies on the cloth: finish it before the table is closed."))
    return answered({"said": said})


def _packed(workshop: Any) -> Response:
    """A backup, made now and sent in pieces; the file goes when it is sent."""
    folder = tempfile.TemporaryDirectory(prefix="sabot-download-")
    try:
        packed = workshop.backup(Path(folder.name) / "backup.zip")
    except RuntimeError as error:
        folder.cleanup()
        return refused(plain(str(error)), 409)

    def pieces() -> Iterator[bytes]:
        with packed.file.open("rb") as file:
            while piece := file.read(PIECE):
                yield piece

    name = time.strftime("sabot-%Y%m%d-%H%M.zip")
    answer = Response(pieces(), content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Content-Length"] = str(packed.file.stat().st_size)
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(folder.cleanup)
    return answer
