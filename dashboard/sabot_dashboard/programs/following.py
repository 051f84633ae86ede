"""`/api/v1/events`: the table as it changes, and with a key what is decided, from any record on.

One thread writes to all followers, and ends with the last of them. It reads the journal, because only that
knows what a follower missed; neither the loop of the table nor a listener waits for it. A follower that does
not take what was written is passed over, and gets the rest once it is ready: its place in the journal is its
own.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from flask import Flask, Response, request

from sabot.core.shapes.json import Plain
from sabot.core.shapes.past import News
from sabot.core.shapes.view import View
from sabot_dashboard import guard
from sabot_dashboard.programs import reading
from sabot_dashboard.programs.asking import role as role_of_program
from sabot_dashboard.programs.asking import still_known
from sabot_dashboard.programs.openapi import LAST_HEADER
from sabot_dashboard.programs.problems import problem
from sabot_dashboard.programs.wanted import Past
from sabot_dashboard.serving.asgi import Connection, Header, Send, part, start
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import BEGINNING, HEARTBEAT_S, KEEP, Feed, Kept, Places, Update

FULL = "The table has as many streams as it can serve. Close one, or try again in a few seconds."
NO_ID = f"{LAST_HEADER} is the id of a message that came by this stream."
PIECES_AT_ONCE = 4
"""How many pieces of the journal a follower gets before the next one has its turn."""


class Follower:
    """One stream: its role (empty: no key), the last record that it knows, and whether its key still
    counts."""

    def __init__(self, role: str, after: int, *, is_known: Callable[[], bool]) -> None:
        self.role, self.after, self.is_known = role, after, is_known
        self.view: View | None = None
        self.is_over = False
        self._write: Callable[[bytes], object] = lambda data: None
        self._end: Callable[[], object] = int
        self._is_busy: Callable[[], bool] = lambda: False

    async def serve(
        self,
        headers: Iterable[Header],
        *,
        send: Send,
        connection: Connection,
        chunked: bool,
        join: Callable[[], None],
    ) -> None:
        """Until the program hangs up, or `end`. `join` is called once it can be written to."""
        await send(start(200, [*headers, (b"connection", b"close")]))
        await send(part(BEGINNING))
        loop, over = asyncio.get_running_loop(), asyncio.Event()

        def write(data: bytes) -> None:
            connection.write(b"%x\r\n%b\r\n" % (len(data), data) if chunked else data)

        self._write, self._end = partial(_soon, loop, write), partial(_soon, loop, over.set)
        self._is_busy = lambda: connection.is_busy
        connection.when_ready(int)
        connection.when_gone(over.set)
        try:
            join()
            await over.wait()
        finally:
            self.is_over = True
        await send(part(b"", more=False))

    @property
    def is_busy(self) -> bool:
        """Whether it has not yet taken what was written."""
        return self._is_busy()

    def tell(self, data: bytes) -> None:
        """Write this; called in any thread."""
        self._write(data)

    def end(self) -> None:
        """End the stream; called in any thread."""
        self._end()


def _soon(loop: asyncio.AbstractEventLoop, job: Callable[..., object], *given: object) -> None:
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(job, *given)


class Message(NamedTuple):
    """A message of the stream."""

    event: str
    data: Plain
    id: int | None = None

    @property
    def bytes(self) -> bytes:
        """As the stream has it."""
        number = "" if self.id is None else f"id: {self.id}\n"
        text = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"{number}event: {self.event}\ndata: {text}\n\n".encode()


class Followers:
    """All streams of the interface. `shown` draws the table for a role."""

    def __init__(self, feed: Feed, past: Past, shown: Callable[[Update, str], Plain]) -> None:
        self._feed, self._past, self._shown = feed, past, shown
        self._lock = threading.Lock()
        self._here: list[Follower] = []
        self._thread: threading.Thread | None = None
        self._spoke_s = 0.0

    def join(self, follower: Follower) -> None:
        """Write to this one from now on."""
        with self._lock:
            self._here.append(follower)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="programs", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        place, over = self._feed.subscribe(), list[Follower]()
        try:
            is_behind = False
            while self._is_wanted() and not place.closed:
                place.get(0 if is_behind else HEARTBEAT_S)
                while place.get(0):
                    pass
                is_behind = self.turn()
        finally:
            place.close()
            with self._lock:
                if self._thread is threading.current_thread():  # no other one has begun meanwhile
                    over, self._here, self._thread = self._here, [], None
            for each in over:
                each.end()

    def _is_wanted(self) -> bool:
        """Whether anybody follows; the thread ends where nobody does."""
        with self._lock:
            self._here = [each for each in self._here if not each.is_over]
            if not self._here:
                self._thread = None
            return bool(self._here)

    def turn(self) -> bool:
        """Tell each follower what is new. Returns whether more waits."""
        newest, now_s = self._feed.newest, time.monotonic()
        is_due = now_s - self._spoke_s >= HEARTBEAT_S * 0.9
        if is_due:
            self._spoke_s = now_s
        is_behind = False
        for each in self._here:
            if is_due and not each.is_known():
                each.end()
            elif not each.is_busy:
                data = self._table(each, newest)
                news, more = self._news(each, newest)
                is_behind |= more
                data += news
                if is_due:
                    data += Message("alive", {"silent_s": round(self._feed.silent_s, 2)}).bytes
                if data:
                    each.tell(data)
        return is_behind

    def _table(self, follower: Follower, newest: Update) -> bytes:
        """The table, if this follower has not seen it. The first one has its place in the journal as id."""
        if newest.view is follower.view:
            return b""
        is_first, follower.view = follower.view is None, newest.view
        may = bool(follower.role) and reading.may_hear(newest.view, follower.role, reading.NO_RESULT)
        shown = self._shown(newest, follower.role)
        return Message("table", shown, follower.after if is_first and may else None).bytes

    def _news(self, follower: Follower, newest: Update) -> tuple[bytes, bool]:
        """What was decided since, as far as this follower may know it, and whether there is more."""
        written = bytearray()
        if not follower.role or not reading.may_hear(newest.view, follower.role, reading.NO_RESULT):
            return b"", False
        for _ in range(PIECES_AT_ONCE):
            if follower.after >= newest.seq:
                return bytes(written), False
            try:
                found, last = self._past.news(follower.after)
            except RuntimeError:  # the journal cannot be read now; what is new waits there
                return bytes(written), False
            news = [each for each in found if each.seq <= newest.seq]  # the view does not know later ones yet
            if not reading.may_hear(newest.view, follower.role, [each.kind for each in news]):
                return bytes(written), False
            for each in reading.standing(news):
                written += _message(each).bytes
            follower.after = min(last, newest.seq)
        return bytes(written), follower.after < newest.seq


def _message(news: News) -> Message:
    return Message(news.kind, {**reading.heard(news)}, news.seq)


def followed(app: Flask, past: Past, *, feed: Feed, settings: Screens) -> None:
    """The route of the stream."""
    places = Places(settings.streams, of_one=settings.streams_of_one)

    def shown(update: Update, role: str) -> Plain:
        drawn = reading.table(
            update.view, name=settings.table, role=role, seq=update.seq, pockets=settings.pockets
        )
        return {**drawn}

    followers = Followers(feed, past, shown)

    @app.get("/api/v1/events")
    def events_for_programs() -> Response:
        keep, role = request.environ.get(KEEP), role_of_program()
        after = _after(past) if role else 0
        if isinstance(after, Response):
            return after
        address = guard.network_of(request.remote_addr or "")
        if not places.take(address):
            return problem(503, FULL)
        response = Response(iter(()), content_type="text/event-stream; charset=utf-8")
        response.headers |= {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        gone = partial(places.give_back, address)
        if keep is None or request.method != "GET":
            response.call_on_close(gone)
            return response
        follower = Follower(role, after, is_known=still_known())
        serve = partial(follower.serve, join=partial(followers.join, follower))
        keep(Kept("program", gone, serve))
        return response


def _after(past: Past) -> int | Response:
    """The record after which the stream goes on: the last one that the program knows, or the newest."""
    try:
        head = past.head()
    except RuntimeError:
        return problem(503)
    text = request.headers.get(LAST_HEADER)
    if text is None:
        return head
    if not (text.isascii() and text.isdigit() and len(text) <= 16):
        return problem(400, NO_ID)
    return min(int(text), head)
