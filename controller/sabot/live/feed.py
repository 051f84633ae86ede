"""The feed: the newest view of the table, for every screen at once. It never waits for a screen."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import cached_property
from types import TracebackType

from sabot.core import events as verdicts
from sabot.core.events import Event
from sabot.core.shapes.view import View

ENDING_S = 5.0
"""All threads that listen have this long together to end when the table closes."""


class Update:
    """One state of the table: the `view`, the `events` that led to it, and the number of its last record.

    `seq` never falls and continues over a restart. Two updates may share it if something changed that is
    not on record (the journal halted). `missed`: this listener missed events before it.
    """

    def __init__(
        self,
        seq: int,
        view: View,
        events: tuple[dict[str, object], ...],
        *,
        missed: bool = False,
    ) -> None:
        self.seq, self.view, self.events, self.missed = seq, view, events, missed

    @cached_property
    def text(self) -> str:
        """The update as one line of JSON, `{"seq", "view", "events"}`; written once, however many screens
        ask."""
        return json.dumps(
            {"seq": self.seq, "view": self.view, "events": self.events},
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def __iter__(self) -> Iterator[object]:
        """`seq, view, events = update`."""
        return iter((self.seq, self.view, self.events))


class Subscription:
    """One listener's place at the feed: a short queue of updates, cut to the newest when it is not emptied
    in time."""

    def __init__(self, feed: Feed, *, most: int, when_new: Callable[[], object] = int) -> None:
        self._feed, self._most, self._when_new = feed, most, when_new
        self._waiting: deque[Update] = deque()
        self._filled = threading.Condition()
        self._closed = False

    def offer(self, update: Update) -> None:
        """Add the update without ever waiting for the listener; the feed calls this."""
        with self._filled:
            if len(self._waiting) >= self._most:
                self._waiting.clear()
                update = Update(update.seq, update.view, (), missed=True)
            self._waiting.append(update)
            self._filled.notify()
        self._when_new()

    def get(self, timeout_s: float | None = None) -> Update | None:
        """The next update; None when none came in time or the feed was closed."""
        with self._filled:
            self._filled.wait_for(lambda: self._waiting or self._closed, timeout_s)
            return self._waiting.popleft() if self._waiting else None

    def close(self) -> None:
        """Close the subscription; a waiting `get` returns None."""
        self._feed.forget(self)
        with self._filled:
            self._closed = True
            self._filled.notify_all()
        self._when_new()

    @property
    def closed(self) -> bool:
        """Whether the feed, or the listener, has ended it."""
        return self._closed

    def __iter__(self) -> Iterator[Update]:
        while not self._closed:
            update = self.get()
            if update is not None:
                yield update

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Feed:
    """What the screens listen to. The loop publishes; any thread may subscribe, and gets the newest update
    first."""

    def __init__(self, *, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._lock = threading.RLock()
        self._subscribed: list[Subscription] = []
        self._attending: dict[ExitStack, list[tuple[Subscription, threading.Thread]]] = {}
        self._newest = Update(0, {}, ())
        self._monotonic_ns = monotonic_ns
        self._alive_ns = monotonic_ns()
        self._closed = False

    @property
    def newest(self) -> Update:
        """Returns the present table; an empty view before the first publication. Waits for the end of what
        is published `together`."""
        with self._lock:
            return self._newest

    def together(self) -> AbstractContextManager[object]:
        """What is published within this context belongs together: no other thread finds a part of it to be
        the newest."""
        return self._lock

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """Tell every listener; returns at once, even if they are slow."""
        update = Update(seq, view, tuple(map(verdicts.with_reason, events)))
        with self._lock:
            self._newest = Update(seq, view, ())
            for each in self._subscribed:
                each.offer(update)
        self.alive()

    def subscribe(
        self, *, most: int = 64, first: bool = False, when_new: Callable[[], object] = int
    ) -> Subscription:
        """A subscription, with the newest update already in it. `most` updates wait for a slow listener; one
        that is `first` gets each update before all others. `when_new` is called at each update and at the
        end, in the thread that brings it: it must return at once."""
        place = Subscription(self, most=most, when_new=when_new)
        with self._lock:
            if self._newest.view:
                place.offer(self._newest)
            self._subscribed.insert(0 if first else len(self._subscribed), place)
        if self._closed:
            place.close()
        return place

    def attended(self, name: str, attend: Callable[[Subscription], object], parts: ExitStack) -> None:
        """Runs `attend` with a subscription in a thread of this name. When `parts` are closed, the
        subscription ends and the thread is waited for: ENDING_S at most, with all others of these parts."""
        place = self.subscribe()
        thread = threading.Thread(target=attend, args=(place,), name=name, daemon=True)
        thread.start()
        self._attending.setdefault(parts, []).append((place, thread))
        parts.callback(self._end_attending, parts)

    def _end_attending(self, parts: ExitStack) -> None:
        """End all subscriptions of these parts, then wait for their threads, ENDING_S in all."""
        attending = self._attending.pop(parts, [])
        for place, _ in attending:
            place.close()
        until_ns = self._monotonic_ns() + ENDING_S * 1e9
        for _, thread in attending:
            thread.join(max(0.0, (until_ns - self._monotonic_ns()) / 1e9))

    def forget(self, place: Subscription) -> None:
        """End a listener's subscription; does nothing if it has ended."""
        with self._lock:
            if place in self._subscribed:
                self._subscribed.remove(place)

    def alive(self) -> None:
        """The loop says that it is running."""
        self._alive_ns = self._monotonic_ns()

    @property
    def silent_s(self) -> float:
        """Seconds since the loop last said that it is running; it says so at least every second."""
        return (self._monotonic_ns() - self._alive_ns) / 1e9

    def close(self) -> None:
        """Close the feed: every listener is woken and gets no more updates."""
        self._closed = True
        for each in list(self._subscribed):
            each.close()

    def __len__(self) -> int:
        return len(self._subscribed)
