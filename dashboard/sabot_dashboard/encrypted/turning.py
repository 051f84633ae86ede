"""What a browser is told that speaks plain HTTP where the screens are encrypted: where to go."""

from __future__ import annotations

from flask import Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from sabot_dashboard import guard
from sabot_dashboard.programs.problems import is_for_programs, problem

UNENCRYPTED = "sabot.unencrypted"
"""In the environment of a request: it came without encryption to a listener that has it."""

FOR_PROXIES = (
    "This table is encrypted. Let the proxy ask by https, or set plain_http = true in [dashboard] of its "
    "configuration.\n"
)
FOR_ACTS = (
    "This table is encrypted: open it by https. What was sent is not done, and others may have read it.\n"
)

FOR_PROGRAMS_TOO = (
    "This table is encrypted: ask by https. If a key came with this request, others may have read it: revoke "
    "it, and make a new one."
)


def turned() -> AnyResponse | None:
    """The answer to a request without encryption where there should be some; None for all others.

    A page is asked for again by https at the same host, port and path; an act is refused, and so is another
    program: nobody there would see that its key goes unencrypted. A proxy whose visitors ask it by https
    would go in circles, so it is refused too.
    """
    if not request.environ.get(UNENCRYPTED):
        return None
    if guard.is_forwarded(request.headers):
        return Response(FOR_PROXIES, 403, content_type="text/plain")
    if is_for_programs():
        return problem(403, FOR_PROGRAMS_TOO)
    if request.method not in ("GET", "HEAD"):
        return Response(FOR_ACTS, 403, content_type="text/plain")
    return redirect(f"https://{request.host}{request.full_path.rstrip('?')}", 307)
