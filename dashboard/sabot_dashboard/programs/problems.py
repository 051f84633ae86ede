"""How the interface for other programs says no: `application/problem+json` (RFC 9457), for the person who
reads the log of their program."""

from __future__ import annotations

import json

from flask import Response, request

from sabot_dashboard.access import FOR_PROGRAMS
from sabot_dashboard.programs.shapes import Problem

KIND = "application/problem+json"

TITLES = {
    400: "The request cannot be understood",
    401: "No key, or one that does not count",
    403: "This key may not do that",
    404: "There is nothing at this address",
    405: "This address does not know this method",
    408: "The request did not come in time",
    409: "The table went on",
    413: "The body is too long",
    415: "The body is not JSON",
    422: "The idempotency key was used for something else",
    500: "The table's screens have an error",
    503: "Not now",
}
"""What each status says in a few words."""

DETAILS = {
    404: "GET /api/v1/openapi.json lists every address.",
    405: "GET /api/v1/openapi.json lists the methods of every address.",
    408: "Send the whole request within 15 seconds.",
    413: "A body has at most 128 KiB.",
    500: "The game goes on. Try again; if it stays so, tell the technician.",
    503: "The table is asked more than it can answer. Try again in a few seconds.",
}
"""What to do, where the refusal has no words of its own."""


def is_for_programs() -> bool:
    """Whether this request is for the interface for other programs."""
    return request.path.startswith(FOR_PROGRAMS)


def problem(status: int, detail: str = "") -> Response:
    """Why something was not done, and what to do now."""
    answer = Response(written(status, detail), status, content_type=KIND)
    answer.headers["Cache-Control"] = "no-store"
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        answer.headers["Retry-After"] = "5"
    return answer


def written(status: int, detail: str = "") -> str:
    """The body of such an answer."""
    body: Problem = {
        "type": "about:blank",
        "title": TITLES.get(status, "That did not work"),
        "status": status,
        "detail": detail or DETAILS.get(status, ""),
    }
    return json.dumps(body, ensure_ascii=False)
