"""Sends what is on record to one receiver, in its order, until the receiver says that it has it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from sabot.core.shapes.json import Plain
from sabot.core.shapes.past import News
from sabot.core.shapes.view import View
from sabot.live.feed import Subscription, Update
from sabot.record.journal import JournalError
from sabot.record.shift.past import Past
from sabot.system.webhooks.cursor import Cursor
from sabot.system.webhooks.receiver import DeliveryError, Receiver

log = logging.getLogger(__name__)

PAUSE_S, LONGEST_PAUSE_S, LOOK_S = 1.0, 300.0, 60.0
"""After a failure the next try comes after this pause, which doubles up to the longest; without one the
journal is looked at this often at least."""


class Words(NamedTuple):
    """What may be sent, and how it is put: `may` says whether news of these kinds may go out at this view,
    `standing` leaves out what was taken back before, `put` gives one of them as plain values."""

    kinds: tuple[str, ...]
    may: Callable[[View, Sequence[str]], bool]
    standing: Callable[[Sequence[News]], list[News]]
    put: Callable[[News], Plain]


class Sender:
    """One receiver, and what it is sent. `newest` is the table as it stands."""

    def __init__(
        self,
        to: Receiver,
        *,
        cursor: Cursor,
        past: Past,
        words: Words,
        newest: Callable[[], Update],
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._to, self._cursor, self._past = to, cursor, past
        self._words, self._newest, self._clock_s = words, newest, clock_s
        self._after: int | None = None
        self._failures, self._due_s = 0, 0.0
        self._is_closed: Callable[[], bool] = lambda: False

    def attend(self, place: Subscription) -> None:
        """Send what comes, until the table is closed."""
        self._is_closed = lambda: place.closed
        while not place.closed:
            is_behind = self.turn()
            if not is_behind:
                place.get(min(LOOK_S, max(self._due_s - self._clock_s(), 0) or LOOK_S))
            while place.get(0):
                pass

    def begin(self) -> None:
        """Look where it goes on, for a receiver that cannot be sent anything yet. Where the journal cannot be
        read now, the first `turn` does it."""
        with suppress(JournalError):
            self._after = self._cursor.begin()

    def turn(self) -> bool:
        """Send what waits, if it is time. Returns whether more may wait."""
        if self._clock_s() < self._due_s:
            return False
        try:
            return self._sent()
        except (DeliveryError, JournalError) as error:
            self._failed(error)
            return False

    def _sent(self) -> bool:
        """Send one piece of the journal. Raises DeliveryError and JournalError."""
        if self._after is None:
            self._after = self._cursor.begin()
        now = self._newest()
        if self._after >= now.seq:
            return False
        found, last = self._past.news(self._after)
        mine = [each for each in found if each.kind in self._words.kinds and each.seq <= now.seq]
        if not self._words.may(now.view, [each.kind for each in mine]):
            return False
        for each in self._words.standing(mine):
            self._send(each)
            if self._is_closed():  # the next table may have opened meanwhile: the place is its own now
                return False
            self._went()
            self._after = each.seq
            self._cursor.keep(each.seq)
        self._after = min(last, now.seq)
        return self._after < now.seq

    def _send(self, news: News) -> None:
        """Raises DeliveryError. The key is made of the chain, and so of what it says and all before it."""
        key = news.chain[:32]
        self._to.send(key, {"id": key, "type": news.kind, **self._words.put(news)})

    def _went(self) -> None:
        """The receiver has taken one."""
        if self._failures:
            log.info("%s: %s is there again", self._to.kind, self._to.name)
        self._failures = 0

    def _failed(self, error: Exception) -> None:
        """Try again later; the log says it once, until it goes again."""
        if not self._failures:
            log.warning("%s wait: %s", self._to.kind, error)
        self._due_s = self._clock_s() + min(LONGEST_PAUSE_S, PAUSE_S * 2.0 ** min(self._failures, 16))
        self._failures += 1
