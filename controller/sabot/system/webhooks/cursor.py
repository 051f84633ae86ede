"""How far a receiver is: the last record that it has, in a file beside the journal.

No backup takes the file. A journal that was put back from one has other records after its end than those that
were sent, which shows in the chain: then it goes on from the end of what was put back.
"""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path
from typing import NamedTuple

from sabot.config import state
from sabot.record.shift.past import Past

log = logging.getLogger(__name__)


class Place(NamedTuple):
    """A record: the journal (the chain of its first record), its number, and its chain."""

    journal: str
    seq: int
    chain: str


class Cursor:
    """The place of one receiver. `name` tells it from others of this `kind` and table."""

    def __init__(self, journal: Path, name: str, *, kind: str = "webhook") -> None:
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        self.path = journal.with_name(f"{journal.stem}-{kind}-{digest}.json")
        self._past = Past(journal)

    def begin(self) -> int:
        """The record after which it goes on: the first time the last on record, in a new journal its
        beginning. Raises JournalError."""
        kept, first = self._read(), self._past.chain(1)
        if kept and kept.journal != first:
            return 0
        if kept and (not kept.seq or self._past.chain(kept.seq) == kept.chain):
            return kept.seq
        if kept:
            log.warning("what is sent goes on from the end of the journal, which was put back: %s", self.path)
        head = self._past.head()
        self.keep(head)
        return head

    def keep(self, seq: int) -> None:
        """It has everything up to this record. Where that cannot be written, it is sent again after a
        restart, under the same key. Raises JournalError."""
        place = Place(self._past.chain(1), seq, self._past.chain(seq))
        try:
            state.put(self.path, json.dumps(place._asdict()).encode())
        except OSError as error:
            log.warning("%s cannot be written: %s", self.path, error.strerror)

    def _read(self) -> Place | None:
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            return Place(str(kept["journal"]), int(kept["seq"]), str(kept["chain"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
