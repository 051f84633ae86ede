"""The streams of one kind of screen: each picture is made once and written to every line by one thread.

Two hundred televisions so cost one thread that is woken once, not two hundred that get in the way of the
croupier's page. A line that is still busy with what went before is passed over, and gets the newest picture
at the next beat.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from sabot_dashboard import stream
from sabot_dashboard.server import GoneError, Line
from sabot_dashboard.stream import Feed, Frames, Subscription, Update

PATIENCE_S = 0.1
"""So long at most the public waits for the croupier's page."""


class Listener:
    """One line, and what is to be done when it is gone; it is `is_late` when it has missed a picture."""

    def __init__(self, line: Line, gone: Callable[[], object]) -> None:
        self.line, self.gone = line, gone
        self.is_late = False
        self._shown: Update | None = None

    def show(self, update: Update, data: bytes) -> bool:
        """Write the picture, unless it has this or a newer one; False when the browser has hung up."""
        last = self._shown
        if last and (update.seq < last.seq or update.view is last.view):
            return True
        try:
            self.is_late = not self.line.send(data)
        except GoneError:
            return False
        if not self.is_late:
            self._shown = update
        return True

    def beat(self, data: bytes) -> bool:
        """Write a heartbeat; False when the browser has hung up."""
        try:
            self.line.send(data)
        except GoneError:
            return False
        return True


class Fanout:
    """All that listen as `audience`. Its thread begins with the first of them and ends with the feed.

    Each picture waits until those `before` have it: they share one processor, and the croupier works with
    it.
    """

    def __init__(self, feed: Feed, frames: Frames, audience: str, *, before: Fanout | None = None) -> None:
        self._feed, self._frames, self._audience, self._before = feed, frames, audience, before
        self._listeners: list[Listener] = []
        self._lock = threading.Lock()
        self._served, self._serves = 0, threading.Condition()
        self._thread: threading.Thread | None = None

    def join(self, line: Line, *, gone: Callable[[], object]) -> None:
        """Tell this line everything from now on, the newest picture at once; `gone` is called when it
        ends."""
        listener = Listener(line, gone)
        with self._lock:
            self._listeners.append(listener)
            if self._feed.newest.view:
                self._show(self._feed.newest, [listener])
            if self._thread is None:
                self._begin()

    def wait(self) -> None:
        """Until its thread has ended, once the feed is closed."""
        with self._lock:  # a thread that is only made cannot be waited for
            thread = self._thread
        if thread:
            thread.join(10)

    def _begin(self) -> None:
        place = stream.place(self._feed, self._audience)
        self._thread = threading.Thread(target=self._run, args=(place,), name=self._audience, daemon=True)
        self._thread.start()

    def _run(self, place: Subscription) -> None:
        try:
            while not place.closed:
                if update := place.get(stream.HEARTBEAT_S):
                    self._serve(update)
                else:
                    self._beat()
        finally:
            place.close()
            self._end()

    def _serve(self, update: Update) -> None:
        if self._before:
            self._before.until_served(update.seq)
        with self._lock:
            self._show(update, self._listeners)
        with self._serves:
            self._served = update.seq
            self._serves.notify_all()

    def until_served(self, seq: int) -> None:
        """Until this picture was written to all who listen here; never long, for nobody waits for a browser
        that is slow."""
        with self._serves:
            self._serves.wait_for(lambda: self._served >= seq or not self._listeners, PATIENCE_S)

    def _show(self, update: Update, listeners: Iterable[Listener]) -> None:
        data = self._frames.of(update, self._audience)
        self._dropped([each for each in listeners if not each.show(update, data)])

    def _beat(self) -> None:
        data = stream.heartbeat(self._feed.silent_s)
        with self._lock:
            self._dropped([each for each in self._listeners if not each.beat(data)])
            if late := [each for each in self._listeners if each.is_late]:
                self._show(self._feed.newest, late)

    def _dropped(self, gone: Iterable[Listener]) -> None:
        for each in gone:
            self._listeners.remove(each)
            each.gone()

    def _end(self) -> None:
        with self._lock:
            for each in self._listeners:
                each.line.end()
                each.gone()
            self._listeners = []
            self._thread = None  # last of all: who waits for it may then hang up
