"""The streams of one listener: each picture is made once and written to every screen, the croupier's first.

All of it happens in the listener's loop. A screen is a coroutine that holds one picture: the newest that it
has not yet written. One whose browser is slow misses those between. Two hundred televisions cost no thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from sabot_dashboard import stream
from sabot_dashboard.asgi import Connection, Header, Send, part, start
from sabot_dashboard.stream import BEGINNING, Feed, Frames, Kept, Update


class Screen:
    """One open stream: what it has to write next."""

    def __init__(self) -> None:
        self._due: Update | None = None
        self._seq, self._view = -1, None  # type: int, object
        self._beats = self._is_over = False
        self._told = asyncio.Event()

    def offer(self, update: Update) -> None:
        """Show this picture next, unless the screen has it, or a newer one."""
        if update.seq < self._seq or update.view is self._view:
            return
        self._seq, self._view, self._due = update.seq, update.view, update
        self._told.set()

    def beat(self) -> None:
        """Write a heartbeat, unless there is a picture to write."""
        self._beats = True
        self._told.set()

    def end(self) -> None:
        """Write nothing more."""
        self._is_over = True
        self._told.set()

    async def next(self) -> Update | None:
        """The picture to write; None for a heartbeat. Raises EOFError when the stream is over."""
        while True:
            await self._told.wait()
            due, beats, self._due, self._beats = self._due, self._beats, None, False
            if self._is_over:
                raise EOFError
            if due or beats:
                return due
            self._told.clear()


class Fanout:
    """All screens of one listener. Made in its loop, which the feed wakes from its own thread."""

    def __init__(self, feed: Feed, frames: Frames, *, first: bool = False) -> None:
        self._feed, self._frames = feed, frames
        self._screens: dict[str, dict[Screen, None]] = {each: {} for each in frames.audiences}
        self._loop = asyncio.get_running_loop()
        self._is_taking = self._is_over = False
        self._place = feed.subscribe(first=first, told=self._wake)
        self._heart = self._loop.call_later(stream.HEARTBEAT_S, self._beat)
        self._wake()

    async def serve(
        self, kept: Kept, headers: Iterable[Header], *, send: Send, connection: Connection
    ) -> None:
        """One stream, until the browser hangs up or the feed ends."""
        screen, here = Screen(), self._screens[kept.audience]
        here[screen] = None
        connection.when_gone(screen.end)
        if self._feed.newest.view:
            screen.offer(self._feed.newest)
        if self._is_over:
            screen.end()
        try:
            await send(start(200, [*headers, (b"connection", b"close")]))
            await send(part(BEGINNING))
            with suppress(EOFError):
                while True:
                    await send(part(self._message(await screen.next(), kept.audience)))
                    await send(part(b""))  # taken when the browser has taken the picture
            await send(part(b"", more=False))
        finally:
            del here[screen]

    def close(self) -> None:
        """End every stream; harmless to do twice."""
        self._is_over = True
        self._heart.cancel()
        self._place.close()
        for each in self._all():
            each.end()

    def _message(self, update: Update | None, audience: str) -> bytes:
        return self._frames.of(update, audience) if update else stream.heartbeat(self._feed.silent_s)

    def _all(self) -> Iterable[Screen]:
        """The croupier's screens, then the public's: tasks run in the order in which they are woken."""
        return [screen for here in self._screens.values() for screen in here]

    def _wake(self) -> None:
        """Something is new; called in any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        if not self._is_taking:
            self._is_taking = True
            self._take()

    def _take(self) -> None:
        """Give one picture to all; the next follows when they have had their turn to write it."""
        update = self._place.get(0)
        if update is None:
            self._is_taking = False
            if self._place.closed and not self._is_over:
                self.close()
            return
        for each in self._all():
            each.offer(update)
        self._heart.cancel()
        self._heart = self._loop.call_later(stream.HEARTBEAT_S, self._beat)
        self._loop.call_soon(self._take)

    def _beat(self) -> None:
        for each in self._all():
            each.beat()
        self._heart = self._loop.call_later(stream.HEARTBEAT_S, self._beat)
