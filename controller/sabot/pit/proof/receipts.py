"""The table's side: which signed heads are due at the pit, and the file beside the journal in which the pit's
countersignatures are kept. Lines are only added to it."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

from sabot.config import state
from sabot.pit.messages import Have
from sabot.pit.outbox import Outbox
from sabot.pit.proof import countersigned
from sabot.pit.proof.countersigned import Countersigned
from sabot.pit.topics import Station
from sabot.record.heads import SignedHead

log = logging.getLogger(__name__)

HEADS_AT_ONCE = 50
"""Of a journal with years of them."""


def beside(journal: Path) -> Path:
    """Where the countersignatures of this journal are."""
    return journal.with_name(journal.stem + ".countersigned")


def kept(file: Path) -> list[Countersigned]:
    """All countersignatures in this file, the oldest first. A line that a power cut left unfinished is passed
    over. Raises OSError."""
    found = []
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else ():
        with suppress(ValueError):
            found.append(countersigned.read(line))
    return found


class Receipts:
    """What the pit has countersigned, and how far heads were shown to it since it last said what it has."""

    def __init__(self, station: Station, outbox: Outbox) -> None:
        self.station, self.outbox, self.file = station, outbox, beside(outbox.path)
        self._kept: dict[str, Countersigned] | None = None
        self._shown = self._had = 0

    def begin(self, have: Have) -> None:
        """The pit says again what it has: each head without a countersignature here is shown once more, also
        an older one than those that are kept, and each one whose record the pit has lost."""
        seq, chain = self._newest(have.journal)
        if seq and seq <= have.seq and self.outbox.chain_at(seq) != chain:
            log.error("record %d is not the one that the pit countersigned: see %s", seq, self.file)
        if seq > have.seq:
            log.warning("the pit countersigned record %d and has %d now: it lost records", seq, have.seq)
        self._shown, self._had = 0, min(seq, have.seq - 1)  # the head of record n is in record n + 1

    def due(self, have: Have) -> list[SignedHead]:
        """The next heads in the journal that are to be shown, as far as the pit has their records."""
        if self._shown >= have.seq:
            return []
        found = self.outbox.heads(self._shown, last=have.seq, most=HEADS_AT_ONCE)
        self._shown = found[-1][0] if len(found) == HEADS_AT_ONCE else have.seq
        kept = (
            {each.head.text for each in self._known().values() if each.head.head[0] <= self._had}
            if found
            else ()
        )
        return [head for _, head in found if head is not None and head.text not in kept]

    def take(self, value: Countersigned) -> None:
        """Keep the pit's word about this journal, once. A wrong one is named in the log."""
        known = self._known()
        if value.line in known:
            return
        if trouble := self._trouble(value):
            log.error("a countersignature of the pit is not kept: %s", trouble)
            return
        try:
            _append(self.file, value.line)
        except OSError as error:
            log.error("%s cannot be written: %s", self.file, error)
            return
        known[value.line] = value

    def _trouble(self, value: Countersigned) -> str:
        seq, chain = value.head.head
        key = next((each.key for each in self._known().values()), value.key)
        if value.station != self.station:
            return "it is another table's"
        if not value.is_genuine:
            return f"the signature over record {seq} is wrong"
        if value.key != key:
            return f"it is signed with {value.key[:16]}…, and all in {self.file} with {key[:16]}…"
        if self.outbox.chain_at(seq) != chain:
            return f"the journal has another record {seq}"
        return ""

    def _newest(self, journal: str) -> tuple[int, str]:
        """The number and the chain of the record up to which the pit has countersigned this journal."""
        return max(
            (each.head.head for each in self._known().values() if each.journal == journal), default=(0, "")
        )

    def _known(self) -> dict[str, Countersigned]:
        if self._kept is None:
            try:
                self._kept = {each.line: each for each in kept(self.file)}
            except OSError as error:
                log.error("%s cannot be read: %s", self.file, error)
                self._kept = {}
        return self._kept


def _append(file: Path, line: str) -> None:
    """Add a line, and wait until it is on disk. Raises OSError."""
    state.private(file)
    with file.open("r+b") as opened:
        end = opened.seek(0, os.SEEK_END)
        if end:
            opened.seek(end - 1)
            is_whole = opened.read(1) == b"\n"
            opened.write(b"" if is_whole else b"\n")  # a power cut left a line unfinished
        opened.write(line.encode() + b"\n")
        opened.flush()
        os.fsync(opened.fileno())
