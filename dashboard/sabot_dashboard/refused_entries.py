"""Names and PINs that were refused, on record and in the log: guessing leaves a trace.

The record has the pseudonym of a name that is on file, and no other name: what a stranger types there may be
anybody's name, or a PIN. The log has it, and is not kept for ever.

Nobody fills the record with them: of more than `A_MINUTE_MOST` in a minute the first are on record one by
one, and the next one after that minute says how many there were besides.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from sabot.core.observations import Noted
from sabot.core.shapes.people import claimed_on_record
from sabot_dashboard.answers import Notes

log = logging.getLogger(__name__)

WHAT = "entry-refused"
A_MINUTE_MOST = 10
MINUTE_S = 60.0


class RefusedEntries:
    """What is put on record of them. For many threads."""

    def __init__(self, inbox: Notes, *, now_s: Callable[[], float] = time.monotonic) -> None:
        self._inbox, self._now_s = inbox, now_s
        self._lock = threading.Lock()
        self._minute_ends_s, self._noted, self._besides = 0.0, 0, 0
        self.count = 0
        """All that were refused since the table opened."""

    def note(self, name: str, place: str, why: str, *, pseudonym: str = "") -> None:
        """Somebody at `place` (empty: the table's own screen) gave this name and was refused. `pseudonym`:
        that of this name, if it is on file."""
        with self._lock:
            self.count += 1
            besides = self._counted()
        if besides is None:
            return
        text = " ".join([*([place] if place else []), *([f"(+{besides})"] if besides else [])])
        log.warning("refused: %s %s: %s", pseudonym or "an unknown name", text, why)
        self._inbox.put(Noted(WHAT, claimed_on_record(pseudonym), text))

    def _counted(self) -> int | None:
        """How many were passed over before this one; None where this one is passed over."""
        if self._now_s() >= self._minute_ends_s:
            self._minute_ends_s, self._noted = self._now_s() + MINUTE_S, 0
        if self._noted >= A_MINUTE_MOST:
            self._besides += 1
            return None
        self._noted, besides, self._besides = self._noted + 1, self._besides, 0
        return besides
