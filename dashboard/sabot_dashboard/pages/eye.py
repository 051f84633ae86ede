"""What the eye sees: the page on which a rig is set up, and the pictures of cards that prove a dispute."""

from __future__ import annotations

from flask import Flask, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.reasons import from_dict, of_error
from sabot.core.shapes.json import record
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.office import Camera
from sabot_dashboard.roles import Roles, staff_page
from sabot_dashboard.words.sentence import Sentence, of_reason, plain


def eye(app: Flask, camera: Camera, *, roles: Roles) -> None:
    """The routes `/technician/camera` and `/pictures`."""

    @app.get("/technician/camera")
    def camera_page() -> str:
        source, over_wheel = camera.status()["source"], camera.over_wheel
        return staff_page(
            "camera", roles, camera=camera.settings.camera, source=source, over_wheel=over_wheel
        )

    @app.get("/technician/camera/status")
    def camera_status() -> Response:
        status = camera.status()
        line = status.get("line") or {}
        if line.get("state") == "silent":
            status |= {"state": "silent", "why": None}  # what it said of itself is of some time ago
        why = status.get("why") or (line.get("why") if line.get("state") == "away" else None)
        return answered(status | {"why": _sentence(why), "said": _sentence(status.get("calibration"))})

    @app.get("/technician/camera/picture")
    def camera_picture() -> Response:
        return _jpeg(camera.picture(), kept=False)

    @app.post("/technician/camera")
    def camera_acts() -> AnyResponse:
        return _done(camera, request.get_json(silent=True))

    @app.get("/pictures/<name>")
    def card_picture(name: str) -> AnyResponse:
        return _jpeg(camera.evidence.picture(name), kept=True)


def _sentence(why: object) -> Sentence:
    """A reason of the eye as a sentence; an empty one where it gives none."""
    return of_reason(from_dict(record(why)))


def _jpeg(data: bytes | None, *, kept: bool) -> Response:
    """A picture; one that is named by its bytes never changes."""
    if data is None:
        abort(404)
    answer = Response(data, content_type="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=86400, immutable" if kept else "no-store"
    return answer


def _done(camera: Camera, given: object) -> Response:
    body = record(given)
    wanted = body.get("do")
    try:
        if wanted in ("marks", "forget"):
            return _sent(camera, camera.look_for_marks() if wanted == "marks" else camera.forget())
        if wanted == "corners" and (corners := _corners(camera.status(), body.get("points"))):
            return _sent(camera, camera.take(corners))
        if wanted == "fault":
            return _sent(camera, camera.pretend(str(body.get("fault"))))
        if wanted == "keep":
            return answered({"taken": True, "file": str(camera.keep())})
        if wanted == "letters":
            return answered({"taken": True, "file": str(camera.speak(str(body.get("letters"))))})
    except ValueError as error:
        return refused(of_reason(of_error(error)), 400)
    except OSError as error:
        return refused(plain("The configuration cannot be saved: {why}", why=error.strerror or ""), 503)
    return refused(plain("Four points of the picture are needed."), 400)


def _sent(camera: Camera, taken: bool) -> Response:
    if taken:
        return answered({"taken": True})
    if record(camera.status().get("line")).get("state") in ("away", "silent"):
        why = plain("Nothing is heard of the eye, so nothing was changed. Try again when it is back.")
        return refused(why, 503)
    return refused(plain("There is no camera."), 409)


def _corners(status: dict[str, object], points: object) -> list[tuple[float, float]] | None:
    """Four points, given as parts (0 to 1) of the picture, in its pixels; None for anything else."""
    width, height = status.get("width"), status.get("height")
    if not isinstance(width, int) or not isinstance(height, int):
        return None
    if not isinstance(points, list) or len(points) != 4:
        return None
    found = [_point(each) for each in points]
    return [(x * width, y * height) for x, y in found] if all(x >= 0 for x, _ in found) else None


def _point(given: object) -> tuple[float, float]:
    """A point as two parts of one; (-1, -1) for anything else."""
    if isinstance(given, list) and len(given) == 2 and all(type(each) in (int, float) for each in given):
        x, y = given
        return (float(x), float(y)) if 0 <= x <= 1 and 0 <= y <= 1 else (-1.0, -1.0)
    return (-1.0, -1.0)
