"""The Flask app behind an asynchronous server.

The loop reads a request's whole body before a thread gets it, and writes the answer after the thread is
done. So no thread ever waits for a browser: one that sends a byte a second, or takes none, costs a
connection and nothing else.
"""

from __future__ import annotations

import asyncio
import io
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar
from wsgiref.types import WSGIApplication

from sabot_dashboard.encrypted.turning import UNENCRYPTED
from sabot_dashboard.fanout import Fanout
from sabot_dashboard.guard import network_of
from sabot_dashboard.serving.asgi import Header, Receive, Scope, Send, part, start
from sabot_dashboard.serving.pace import Paces
from sabot_dashboard.serving.refusal import refusal
from sabot_dashboard.serving.turns import Turns
from sabot_dashboard.stream import KEEP, OWN, Kept

log = logging.getLogger(__name__)

LARGEST_BODY = 1 << 20
"""The largest body in bytes that is read; the screens have smaller limits, with messages in words."""

BODY_S = 15.0
"""Seconds for a whole body to come."""

PIECE_BYTES = 1 << 18
"""A longer answer is made and sent in pieces."""

Found = TypeVar("Found")


class BodyError(Exception):
    """A body that cannot be taken: the status that says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Answer:
    """What the app answers, made in a thread, piece by piece."""

    def __init__(self, app: WSGIApplication, environ: dict[str, object]) -> None:
        self.status, self.headers, self.is_closed = 500, list[Header](), False
        self._made: Iterable[bytes] = app(environ, self._start)
        self._pieces: Iterator[bytes] = iter(self._made)

    def piece(self) -> tuple[bytes, bool]:
        """The next piece, and whether there may be more. Without more the answer is closed."""
        held = bytearray()
        for each in self._pieces:
            held += each
            if len(held) >= PIECE_BYTES:
                return bytes(held), True
        self.close()
        return bytes(held), False

    def close(self) -> None:
        """Let go of what the answer was made from."""
        self.is_closed = True
        close: Callable[[], object] = getattr(self._made, "close", int)  # WSGI: where there is one
        close()

    def _start(self, status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
        self.status = int(status.split(" ", 1)[0])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return lambda data: None


class Begun(NamedTuple):
    """An answer with its first piece, and whether there may be more."""

    answer: Answer
    data: bytes
    more: bool


def begun(app: WSGIApplication, environ: dict[str, object]) -> Begun:
    """Asks the app."""
    answer = Answer(app, environ)
    try:
        return Begun(answer, *answer.piece())
    except Exception:
        answer.close()
        raise


class Pages:
    """The app at one listener; without `paces` it is the listener of the table's own screen."""

    def __init__(self, app: WSGIApplication, turns: Turns, fanout: Fanout, *, paces: Paces | None) -> None:
        self._app, self._turns, self._fanout, self._paces = app, turns, fanout, paces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        connection = scope["state"]["connection"]
        connection.begun()
        address = network_of((scope["client"] or ("", 0))[0])
        try:
            if self._paces and not await self._paces.turn(address):
                await _refused(scope, send, 503)
            elif not connection.is_gone:
                await self._answer(scope, receive, send, address)
        except BodyError as error:
            await _refused(scope, send, error.status)
        except Exception:
            log.exception("a request was not answered")
            connection.hang_up()
        finally:
            connection.answered()

    async def _answer(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        body = await whole(receive)
        kept: list[Kept] = []
        asked = environ(scope, body) | {OWN: self._paces is None, KEEP: kept.append}
        asked[UNENCRYPTED] = scope["state"]["connection"].is_unencrypted
        made = await self._job(address, lambda: begun(self._app, asked))
        try:
            if kept:
                serve = kept[0].serve or partial(self._fanout.serve, kept[0])
                await serve(
                    made.answer.headers,
                    send=send,
                    connection=scope["state"]["connection"],
                    chunked=scope["http_version"] >= "1.1",
                )
            else:
                await self._sent(made, send, address)
        finally:
            for each in kept:
                each.gone()
            if not made.answer.is_closed:
                self._turns.put(address, made.answer.close)

    async def _sent(self, made: Begun, send: Send, address: str) -> None:
        answer, data, more = made
        await send(start(answer.status, answer.headers))
        await send(part(data, more=more))
        while more:
            data, more = await self._job(address, answer.piece)
            await send(part(data, more=more))

    async def _job(self, address: str, job: Callable[[], Found]) -> Found:
        """What the job returns or raises, from a thread that has a turn for this address."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Found] = loop.create_future()

        def done() -> None:
            try:
                found = job()
            except Exception as error:  # noqa: BLE001 - it is raised again where it is waited for
                _tell(loop, future, error=error)
            else:
                _tell(loop, future, found=found)

        self._turns.put(address, done)
        return await future


def _tell(
    loop: asyncio.AbstractEventLoop,
    future: asyncio.Future[Found],
    *,
    found: Found | None = None,
    error: Exception | None = None,
) -> None:
    def settle() -> None:
        if future.done():  # nobody waits any more
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(found)  # type: ignore[arg-type]

    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(settle)


async def _refused(scope: Scope, send: Send, status: int) -> None:
    headers, body = refusal(status, scope["headers"], scope["path"])
    await send(start(status, headers))
    await send(part(b"" if scope["method"] == "HEAD" else body, more=False))


async def whole(receive: Receive) -> bytes:
    """The whole body. Raises BodyError when it is too long or does not come in time."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                body += _bytes(message.get("body"))
                if len(body) > LARGEST_BODY:
                    raise BodyError(413)
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        raise BodyError(408) from None


def _bytes(found: object) -> bytes:
    return found if isinstance(found, bytes) else b""


def environ(scope: Scope, body: bytes) -> dict[str, object]:
    """The request as WSGI has it."""
    server, client = scope["server"] or ("localhost", 80), scope["client"] or ("", 0)
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **_headers(scope["headers"]),
        **({"CONTENT_LENGTH": str(len(body))} if body else {}),
    }


def _headers(headers: Iterable[Header]) -> Mapping[str, str]:
    """Headers under their names in WSGI. One with an underscore would pass for another, and is left out; so
    is how the body came, for it is here."""
    found: dict[str, str] = {}
    for name, value in headers:
        if b"_" in name or name == b"transfer-encoding":
            continue
        called = name.decode("latin-1").upper().replace("-", "_")
        if called not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            called = f"HTTP_{called}"
        joined = "; " if called == "HTTP_COOKIE" else ","
        said = value.decode("latin-1")
        found[called] = f"{found[called]}{joined}{said}" if called in found else said
    return found
