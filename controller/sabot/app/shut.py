"""A table whose journal was changed while it was shut: its one page, until a supervisor has given their word.

The table does not open meanwhile. It tries again when the journal becomes another: by the word at the page,
by `sabot journal accept`, or by a backup that is put back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sabot.config import ConfigError, Settings
from sabot.live import address, encryption
from sabot.live.feed import Feed
from sabot.record import acceptance
from sabot.record.watch import held_by
from sabot.staff.people import People, beside
from sabot.staff.pins import PeopleError

LOOK_S = 0.5
"""How often the journal is looked at."""

Stamp = tuple[tuple[int, int, int], ...]


class Watch:
    """Says once that a journal has become another one and is no longer being written."""

    def __init__(self, journal: Path) -> None:
        self._files = (journal, journal.with_name(journal.name + "-wal"))
        self._first = self._last = self._stamp()

    def is_another(self) -> bool:
        """Whether it is, as of this look: what changes is waited for until it stays the same for one."""
        now = self._stamp()
        stays, self._last = now == self._last, now
        return stays and now != self._first and self._files[0].exists() and self._is_free()

    def _is_free(self) -> bool:
        """Whether those who accept it or put it back have finished: they hold its lock until then."""
        with suppress(OSError):
            return not held_by(self._files[0])
        return False

    def _stamp(self) -> Stamp:
        """What tells one state of the files from another. A reader leaves an empty write-ahead log: that says
        nothing."""
        found = []
        for each in self._files:
            with suppress(OSError):
                stat = each.stat()
                if stat.st_size:
                    found.append((stat.st_ino, stat.st_mtime_ns, stat.st_size))
        return tuple(found)


class Screen(NamedTuple):
    """The address of the table's own screen. No loop turns behind it, so none can hang."""

    address: str
    silent_s: float = 0.0


@contextmanager
def shut(settings: Settings, *, renew: Callable[[], object]) -> Iterator[Screen]:
    """Serves the page until the block ends. `renew` is called once, when the journal has become another.
    Raises ConfigError and JournalError."""
    from sabot_dashboard.pages.shut import Shut, create_shut_app
    from sabot_dashboard.server import Server

    journal, feed = settings.journal_path, Feed()
    watch = Watch(journal)
    found = acceptance.findings(journal)

    def accept(by: str, proved: bool) -> None:
        acceptance.accept(journal, found, by=by, proved=proved, wall_ns=time.time_ns())

    with ExitStack() as parts:
        sockets = parts.enter_context(address.listening(settings))
        app = create_shut_app(Shut(found.sentences, _people(journal), accept), settings, feed)
        encrypted = encryption.opened(settings, now_s=time.time())
        context = encrypted.context if encrypted else None
        server = Server(app, own=sockets.own, public=sockets.public, encrypted=context)
        parts.callback(server.close)
        parts.callback(feed.close)
        parts.enter_context(_watched(watch, renew))
        yield Screen(sockets.own_address)


def _people(journal: Path) -> People:
    try:
        return People(beside(journal))
    except PeopleError as error:
        raise ConfigError(str(error)) from None


@contextmanager
def _watched(watch: Watch, renew: Callable[[], object]) -> Iterator[None]:
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK_S):
            if watch.is_another():
                renew()
                return

    thread = threading.Thread(target=look, name="shut", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
