"""A refusal before the app is asked: a page, JSON or a line of text, as the request accepts, in the language
of the reader.

It must stay cheap, since who is refused may ask a thousand times a second: each answer is made once.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from http import HTTPStatus

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from sabot_dashboard.access import FOR_PROGRAMS
from sabot_dashboard.guard import ACT_HEADER, HEADERS
from sabot_dashboard.programs.problems import KIND, written
from sabot_dashboard.serving.asgi import Header
from sabot_dashboard.words.languages import chosen, words_in
from sabot_dashboard.words.sentence import plain

WHY = {
    HTTPStatus.REQUEST_TIMEOUT: plain("The request did not come in time. Try again."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: plain("That is too long to be an act."),
    HTTPStatus.SERVICE_UNAVAILABLE: plain(
        "The table is asked more than it can answer. Try again in a few seconds."
    ),
}

RETRY_S = 5
LANGUAGE_COOKIE = re.compile(rb"(?:^|; )lang=([a-z]{2})(?:;|$)")
USUAL = [
    (b"connection", b"close"),
    (b"cache-control", b"no-store"),
    *((name.lower().encode(), value.encode()) for name, value in HEADERS.items()),
]

PAGE = (
    '<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" '
    'content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark">'
    '<title>{title}</title><h1>{title}</h1><p>{why}</p><p><a href="">{again}</a></p></html>\n'
)


def refusal(status: int, headers: list[Header], path: str = "") -> tuple[list[Header], bytes]:
    """The headers and the body of a refusal with one of the statuses of WHY."""
    asked = {name: value for name, value in headers if name in (b"accept", b"accept-language", b"cookie")}
    is_act = any(name == ACT_HEADER.lower().encode() for name, _ in headers)
    accepted = asked.get(b"accept", b"")
    kind = "application/json" if is_act or b"json" in accepted else "text/plain"
    kind = "text/html" if b"text/html" in accepted else kind
    kind = KIND if path.startswith(FOR_PROGRAMS) else kind
    body = _body(HTTPStatus(status), kind, _language(asked))
    retry = [(b"retry-after", str(RETRY_S).encode())] if status == HTTPStatus.SERVICE_UNAVAILABLE else []
    of_body = [
        (b"content-type", f"{kind}; charset=utf-8".encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    return [*USUAL, *of_body, *retry], body


def _language(asked: dict[bytes, bytes]) -> str:
    """The language that was chosen on this device, else the first that the browser asks for."""
    kept = LANGUAGE_COOKIE.search(asked.get(b"cookie", b""))
    wishes = parse_accept_header(asked.get(b"accept-language", b"").decode("latin-1"), LanguageAccept)
    tags = (tag.partition("-")[0].lower() for tag, quality in wishes if quality > 0)
    return chosen(kept[1].decode() if kept else None, *tags)


@cache
def _body(status: HTTPStatus, kind: str, language: str) -> bytes:
    words = words_in("sabot_dashboard", language)
    why = WHY[status]
    said: str = words.get(why["id"]) or why["id"]
    if kind == KIND:
        return written(status).encode()
    if kind == "application/json":
        return json.dumps({"taken": False, "why": why}).encode()
    if kind == "text/plain":
        return f"{said}\n".encode()
    title, again = words.get("Not now", "Not now"), words.get("Try again", "Try again")
    return PAGE.format(lang=language, title=escape(title), why=escape(said), again=escape(again)).encode()
