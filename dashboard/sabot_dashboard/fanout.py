"""The streams of one listener: each picture is made once and written to every screen, the croupier's first.

All of it happens in the listener's loop, and writing never waits: a browser that is busy with what went
before is passed over, and gets the newest picture when it is ready. Two hundred televisions cost no thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from sabot_dashboard import stream
from sabot_dashboard.serving.asgi import Connection, Header, Send, part, start
from sabot_dashboard.stream import BEGINNING, Feed, Frames, Kept, Update

log = logging.getLogger(__name__)


class Screen:
    """One open stream; `over` is done when it ends. `is_known` says whether its browser may still look."""

    def __init__(
        self,
        connection: Connection,
        audience: str,
        *,
        chunked: bool,
        is_known: Callable[[], bool] | None = None,
    ) -> None:
        self.audience, self.over = audience, asyncio.get_running_loop().create_future()
        self.is_known = is_known
        self._connection, self._chunked = connection, chunked
        self._seq, self._view, self._late = -1, None, None  # type: int, object, Update | None

    def show(self, update: Update, frames: Frames) -> None:
        """Write this picture, unless the screen has it, or a newer one. If its browser is busy, the newest is
        written later."""
        if update.seq < self._seq or update.view is self._view:
            return
        self._seq, self._view = update.seq, update.view
        if self._connection.is_busy:
            self._late = update
        else:
            self._late = None
            self._write(frames.of(update, self.audience))

    def catch_up(self, frames: Frames) -> None:
        """The browser is ready: write the picture that it missed."""
        if self._late is not None:
            update, self._late = self._late, None
            self._write(frames.of(update, self.audience))

    def beat(self, data: bytes) -> None:
        """Write a heartbeat, unless the browser is busy."""
        if not self._connection.is_busy:
            self._write(data)

    def end(self) -> None:
        """End the stream; harmless to do twice."""
        if not self.over.done():
            self.over.set_result(None)

    def _write(self, data: bytes) -> None:
        self._connection.write(b"%x\r\n%b\r\n" % (len(data), data) if self._chunked else data)


class Fanout:
    """All screens of one listener. Made in its loop, which the feed wakes from its own thread.

    The screens `before` these have each picture first: all share one processor, and the croupier works with
    it. Who may still look is asked in `aside`, which calls it in another thread: to ask takes its time.
    """

    def __init__(
        self,
        feed: Feed,
        frames: Frames,
        *,
        before: Fanout | None = None,
        aside: Callable[[Callable[[], object]], object] = lambda job: job(),
    ) -> None:
        self._feed, self._frames, self._aside, self._is_asking = feed, frames, aside, False
        self._screens: dict[str, dict[Screen, None]] = {each: {} for each in frames.audiences}
        self._loop = asyncio.get_running_loop()
        self._is_over, self._after = False, None  # type: bool, Fanout | None
        self._spoke_s = self._loop.time()
        self._heart = self._loop.call_later(stream.HEARTBEAT_S, self._beat)
        if before:
            before._after = self
        self._place = None if before else feed.subscribe(first=True, when_new=self._wake)

    async def serve(
        self, kept: Kept, headers: Iterable[Header], *, send: Send, connection: Connection, chunked: bool
    ) -> None:
        """One stream, until the browser hangs up or the feed ends; `chunked`: the browser knows chunks."""
        await send(start(200, [*headers, (b"connection", b"close")]))
        await send(part(BEGINNING))
        screen = Screen(connection, kept.audience, chunked=chunked, is_known=kept.is_known)
        here = self._screens[kept.audience]
        here[screen] = None
        try:
            connection.when_ready(lambda: screen.catch_up(self._frames))
            connection.when_gone(screen.end)
            self._begin(screen)
            await screen.over
        finally:
            del here[screen]
        await send(part(b"", more=False))

    def show(self, update: Update) -> None:
        """Write this picture to all screens, the croupier's first, and let those follow that wait for us."""
        for each in self._all():
            each.show(update, self._frames)
        self._spoke_s = self._loop.time()
        if self._after:
            self._after.follow(update)

    def follow(self, update: Update) -> None:
        """Show this picture next; called in any thread."""
        if any(self._screens.values()):
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self.show, update)

    def close(self) -> None:
        """End every stream; harmless to do twice."""
        self._is_over = True
        self._heart.cancel()
        if self._place:
            self._place.close()
        for each in self._all():
            each.end()

    def _begin(self, screen: Screen) -> None:
        if self._feed.newest.view:
            screen.show(self._feed.newest, self._frames)
        if self._is_over:
            screen.end()

    def _all(self) -> Iterable[Screen]:
        """The croupier's screens, then the public's."""
        return [screen for here in self._screens.values() for screen in here]

    def _wake(self) -> None:
        """Something is new; called in any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._take)

    def _take(self) -> None:
        """Show every picture that waits."""
        if self._place is None or self._is_over:
            return
        while update := self._place.get(0):
            self.show(update)
        if self._place.closed:
            self.close()

    def _beat(self) -> None:
        rest_s = self._spoke_s + stream.HEARTBEAT_S - self._loop.time()
        if rest_s <= 0:
            data = stream.heartbeat(self._feed.silent_s)
            for each in self._all():
                each.beat(data)
            self._spoke_s, rest_s = self._loop.time(), stream.HEARTBEAT_S
        self._ask()
        self._heart = self._loop.call_later(rest_s, self._beat)

    def _ask(self) -> None:
        """Have all asked whether they may still look, but for those where nothing ends that."""
        asked = [(each, each.is_known) for each in self._all() if each.is_known]
        if asked and not self._is_asking:
            self._is_asking = True
            self._aside(partial(self._asked, asked))

    def _asked(self, screens: Iterable[tuple[Screen, Callable[[], bool]]]) -> None:
        """End those that may not; called in any thread. Who cannot be asked may not."""
        gone = [screen for screen, is_known in screens if not _is_true(is_known)]
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._end, gone)

    def _end(self, gone: Iterable[Screen]) -> None:
        self._is_asking = False
        for each in gone:
            each.end()


def _is_true(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except Exception:
        log.exception("a stream ends: nobody can say whether its browser may still look")
        return False
