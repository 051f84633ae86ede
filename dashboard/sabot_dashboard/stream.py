"""Server-sent events: the whole picture on connection, each newer one after it, and a heartbeat between.

A picture is small (a few kilobytes), so every message is whole: a screen that missed some is right again
with the next. The heartbeat comes every second, not more seldom, because a screen has to know within three
that its picture is no longer live; it carries how long the table itself has been silent, so that a server
that outlives its table does not lie for it.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from typing import NamedTuple, Protocol

from sabot.core.shapes.json import Plain
from sabot.core.shapes.silence import is_silent
from sabot.core.shapes.view import View

HEARTBEAT_S = 1.0
BEGINNING = b"retry: 1000\n\n"
"""How every stream begins: the milliseconds that the browser waits before it connects again by itself."""

OWN = "sabot.own"
"""In the environment of a request: whether it came through the listener of the table's own screen."""

KEEP = "sabot.keep"
"""In the environment of a request: a function that takes a `Kept` and keeps the connection for its stream,
which follows the headers of the answer."""


WHOLE = ("supervisor",)
"""The audiences that see everything in silent mode too. Others get no numbers then: each verdict is a record
of its own, so the numbers would count the faults."""


class Kept(NamedTuple):
    """A stream to be kept: who looks, and what is called when it is over. `serve` writes it, in the loop of
    the listener; without one the listener shows pictures (`sabot_dashboard.fanout`). `is_known` says whether
    the browser may still look; it is asked about once a second, in any thread, and None where nothing ends
    that."""

    audience: str
    gone: Callable[[], object]
    serve: Callable[..., Awaitable[None]] | None = None
    is_known: Callable[[], bool] | None = None


class Update(Protocol):
    """One state of the table as the feed tells it."""

    seq: int
    view: View
    events: tuple[Plain, ...]


class Subscription(Protocol):
    """A listener's place at the feed."""

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""

    def get(self, timeout_s: float | None = None) -> Update | None:
        """The next update; None when none came in time."""

    def close(self) -> None:
        """Give the place back."""


class Feed(Protocol):
    """Where the pictures come from."""

    @property
    def newest(self) -> Update:
        """The table as it stands; an empty view before it is opened."""

    @property
    def silent_s(self) -> float:
        """Seconds since the table last said that it is running."""

    def subscribe(self, *, first: bool = False, when_new: Callable[[], object] = ...) -> Subscription:
        """A place at the feed, with the newest update already in it; one that is `first` is told before
        others. `when_new` is called, in any thread, when there is an update or the end; it must not wait."""


Projection = Callable[[View, tuple[Plain, ...]], Plain]
"""What one kind of screen may know: view and events in, picture out."""


class Frames:
    """The messages as bytes, made once for each kind of screen however many of them listen."""

    def __init__(self, audiences: dict[str, Projection], *, kept: int = 64) -> None:
        self.audiences, self._kept = audiences, kept
        self._made: OrderedDict[tuple[str, Update], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, update: Update, audience: str) -> bytes:
        """The message that shows `update` to `audience`."""
        with self._lock:
            made = self._made.get((audience, update))
            if made is None:
                picture = self.audiences[audience](update.view, update.events)
                seq = update.seq if audience in WHOLE or not is_silent(update.view) else None
                made = self._made[audience, update] = message(picture, seq=seq)
                while len(self._made) > self._kept:
                    self._made.popitem(last=False)
            return made


def message(picture: dict[str, object], *, seq: int | None) -> bytes:
    """A picture as one event with its number; without one where None is given."""
    number = "" if seq is None else f"id: {seq}\n"
    return f"{number}data: {_json(picture)}\n\n".encode()


def heartbeat(silent_s: float) -> bytes:
    """Nothing new, and how long the table itself has said nothing."""
    return f'event: alive\ndata: {{"silent_s":{silent_s:.2f}}}\n\n'.encode()


def stream(
    feed: Feed, frames: Frames, audience: str, *, is_known: Callable[[], bool] | None = None
) -> Iterator[bytes]:
    """All that one browser gets, until it goes away, may no longer look or the feed is closed: for a server
    that keeps no connections and so gives each stream a thread."""
    here = feed.subscribe(first=audience == "croupier")
    try:
        yield BEGINNING
        while not here.closed:
            update = here.get(HEARTBEAT_S)
            if is_known and not is_known():
                return
            yield heartbeat(feed.silent_s) if update is None else frames.of(update, audience)
    finally:
        here.close()


class Places:
    """How many browsers may listen at once, and how many from one address. One more gets no half-open silence
    but an answer."""

    def __init__(self, most: int, *, of_one: int) -> None:
        self._most, self._of_one = most, of_one
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """Whether there was a place for this address; it is the caller's until `give_back`."""
        with self._lock:
            if self._taken.total() >= self._most or self._taken[address] >= self._of_one:
                return False
            self._taken[address] += 1
            return True

    def give_back(self, address: str) -> None:
        """The place is free again."""
        with self._lock:
            self._taken -= Counter([address])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
