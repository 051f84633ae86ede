"""What `tools.fuzz` asks of the screens: every route with every method, in every role, with wild parameters.

The routes are those of the app itself, and the roles those of `sabot_dashboard.access`. The names of fields
are those that the code of the screens reads. A request goes to the app as a server hands it over (WSGI).
"""

from __future__ import annotations

import ast
import io
import json
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote

from sabot.staff import pins
from sabot.staff.people import ROLES
from sabot_dashboard.acts import NAMES
from sabot_dashboard.guard import ACT_HEADER
from sabot_dashboard.roles import COOKIE
from sabot_dashboard.stream import OWN
from tests.dashboard.office import Casino
from tools.fuzz_chance import nested, spoilt, spoilt_text, text, value
from tools.fuzz_target import Fed

ROOT = Path(__file__).resolve().parents[1]
READS = (ROOT / "dashboard" / "sabot_dashboard", ROOT / "controller" / "sabot" / "school")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "")
CONTENT = (
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "multipart/form-data; boundary=x",
    "",
)
LINES_MOST = 4
GUEST = "guest"
REQUESTS_A_TABLE = 1_500
"""After this many requests a new table is opened: the record of the old one has become long."""


class Asked(NamedTuple):
    """One request: the environment of WSGI, and the body."""

    environ: dict[str, Any]
    body: bytes


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: bytes


@cache
def words() -> list[str]:
    """The short texts in the code that reads requests: names of fields, acts, drills, values."""
    found: set[str] = {*NAMES}
    for folder in READS:
        for file in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found |= {node.value} if re.fullmatch(r"[\w-]{1,20}", node.value) else set()
    return sorted(found)


class Screens:
    """A table with its screens and somebody in each role, renewed now and then."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._asked, self._opened = folder, 0, 0
        self.casino: Casino | None = None
        self._open()

    def _open(self) -> None:
        self.close()
        place = self._folder / str(self._opened)
        place.mkdir()
        self._opened += 1
        self.casino = casino = Casino(
            place, serve=False, config='[sound]\ncalls = "screens"\nengine = "no-engine"\n'
        )
        casino.play("8C KD 3H")
        people = casino.office.people
        for role in ROLES:
            people.add(role, role, "471180")
        self.cookies = {each.role: people.let_in(each) for each in people.listed()} | {GUEST: ""}
        self.rules = list(casino.app.url_map.iter_rules())

    def close(self) -> None:
        """Close the table."""
        if self.casino is not None:
            self.casino.close()

    def ask(self, asked: Asked) -> None:
        """One request. Raises AssertionError for an answer that must not be."""
        self._asked += 1
        if self._asked % REQUESTS_A_TABLE == 0:
            self._open()
        answer = self._answer(asked)
        assert answer.status < 500 or (answer.status == 503 and answer.body), answer
        if "/log" not in asked.environ["PATH_INFO"]:  # the technician's page of the log itself
            assert b"Traceback" not in answer.body, answer

    def _answer(self, asked: Asked) -> Answer:
        assert self.casino is not None
        began: list[str] = []
        environ = asked.environ | {"wsgi.input": io.BytesIO(asked.body), "wsgi.errors": io.StringIO()}

        def begins(status: str, _headers: object, _error: object = None, /) -> Callable[[bytes], object]:
            began.append(status)
            return lambda data: None

        answer = self.casino.app.wsgi_app(environ, begins)
        pieces = []
        try:
            for piece, _ in zip(answer, range(LINES_MOST), strict=False):
                pieces.append(piece)
                if b"retry:" in piece:
                    break  # a stream does not end
        finally:
            with suppress(AttributeError):
                answer.close()  # type: ignore[attr-defined]
        return Answer(int(began[0].split()[0]), b"".join(pieces))

    def request(self, chance: random.Random) -> Asked:
        """Any request."""
        rule = chance.choice(self.rules)
        allowed = sorted(rule.methods or ())
        method = chance.choice(allowed) if chance.random() < 0.85 else chance.choice(METHODS)
        path = re.sub("<[^>]*>", lambda found: _part(found[0], chance), rule.rule)
        if chance.random() < 0.03:
            path = spoilt_text(path, chance)
        body, kind = _body(chance) if method not in ("GET", "HEAD") or chance.random() < 0.02 else (b"", "")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path.encode("utf-8", "surrogatepass").decode("latin-1"),
            "QUERY_STRING": _query(chance),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": chance.choice(("127.0.0.1", "10.0.0.9", "::1", "fe80::1%eth0", "")),
            OWN: chance.random() < 0.5,
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body))
            if chance.random() < 0.98
            else chance.choice(("", "-1", "x", "9" * 20)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
        }
        return Asked(environ | self._headers(chance), body)

    def _headers(self, chance: random.Random) -> dict[str, str]:
        cookie = self.cookies[chance.choice((*ROLES, *ROLES, GUEST))]
        headers = {"HTTP_HOST": "localhost", "HTTP_" + ACT_HEADER.upper().replace("-", "_"): "act"}
        headers["HTTP_COOKIE"] = f"{COOKIE}={cookie}; lang={_latin(text(chance, ['nl', 'de']))}"
        for _ in range(chance.choice((0, 0, 1, 2))):
            name = chance.choice(HEADERS)
            headers[name] = _latin(
                text(chance, ("text/html", "same-origin", "null", "http://localhost", "gzip"))
            )
        return headers


HEADERS = (
    *(
        "HTTP_HOST",
        "HTTP_ORIGIN",
        "HTTP_COOKIE",
        "HTTP_ACCEPT",
        "HTTP_ACCEPT_LANGUAGE",
        "HTTP_ACCEPT_ENCODING",
    ),
    *("HTTP_SEC_FETCH_SITE", "HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_IF_NONE_MATCH", "HTTP_RANGE"),
    *("HTTP_IF_MODIFIED_SINCE", "HTTP_LAST_EVENT_ID", "HTTP_X_SABOT", "HTTP_AUTHORIZATION", "HTTP_REFERER"),
)


def _latin(words: str) -> str:
    """A header as a server hands it over: without the ends of lines, which no server lets through."""
    return words.encode("utf-8", "replace").decode("latin-1").translate({10: None, 13: None, 0: None})[:2000]


def _part(slot: str, chance: random.Random) -> str:
    """A part of an address."""
    if slot.startswith("<int:"):
        return str(chance.choice((0, 1, 2, 3, 7, 2**31, 2**53, 10**30)))
    return text(chance, words())


def _query(chance: random.Random) -> str:
    pairs = [(chance.choice(words()), text(chance, words())) for _ in range(chance.choice((0, 0, 1, 1, 3)))]
    query = "&".join(f"{quote(name)}={quote(given.encode('utf-8', 'replace'))}" for name, given in pairs)
    return _latin(spoilt_text(query, chance)) if chance.random() < 0.1 else query


def _body(chance: random.Random) -> tuple[bytes, str]:
    """A body, and its type."""
    fields = {chance.choice(words()): value(chance, words()) for _ in range(chance.choice((0, 1, 2, 4, 8)))}
    fields |= {key: chance.choice(words()) for key in ("act", "do", "drill") if chance.random() < 0.3}
    fields |= {"key": f"{chance.randrange(10**12):012d}"} if chance.random() < 0.8 else {}
    plain: object = fields if chance.random() < 0.93 else value(chance, words())
    written = json.dumps(plain) if chance.random() < 0.99 else nested(chance)
    data = written.encode()
    data = spoilt(data, chance) if chance.random() < 0.1 else data
    return data, CONTENT[0] if chance.random() < 0.95 else chance.choice(CONTENT)


@contextmanager
def screens() -> Iterator[Fed]:
    """The screens of a table; a PIN costs nothing to look at."""
    with tempfile.TemporaryDirectory(prefix="sabot-fuzz-") as folder, patch.object(pins, "COST", CHEAP):
        found = Screens(Path(folder))
        try:
            yield Fed(found.request, found.ask)
        finally:
            found.close()


CHEAP = {"n": 2, "r": 1, "p": 1}
