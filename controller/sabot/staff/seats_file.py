"""Which telephone holds which seat at a table at home, kept through a restart in a file beside the journal.

It has digests of cookies alone, and belongs to one evening: to one opening of the table, for twelve hours at
most. No backup takes it, and it is gone when no telephone holds a seat.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from sabot.config import state
from sabot.games.evening.seating import EVENING_S
from sabot.record.journal import JournalError, backwards, reading

log = logging.getLogger(__name__)

DIGEST = re.compile(r"[0-9a-f]{64}")

Seats = Mapping[int, Sequence[str]]
"""By seat, the digest of the telephone that holds it, and after it that of one that asks for it."""


class SeatsFile:
    """The file of one table. `wall_s` is the clock on the wall, because no other goes on while the machine is
    off."""

    def __init__(self, journal: Path, *, wall_s: Callable[[], float] = time.time) -> None:
        self.path, self._wall_s = beside(journal), wall_s
        self._evening = evening_of(journal)

    def read(self) -> Seats:
        """The seats of this evening. None where the file is missing, of another evening, or not one that this
        program wrote, or where its last change was twelve hours ago.

        A clock that is behind the file tells nothing, and so the file counts: a small computer without a
        battery wakes up in the past.
        """
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            is_old = self._wall_s() - float(kept["written_s"]) > EVENING_S
            if is_old or kept["evening"] != self._evening:
                return {}
            return {int(seat): _digests(marks) for seat, marks in kept["seats"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def write(self, seats: Seats) -> None:
        """Keep these seats from now on. Where they cannot be written none are kept: a telephone that was
        taken off does not come back."""
        try:
            if seats:
                self._write({str(seat): [*marks] for seat, marks in seats.items()})
            else:
                self.path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("after a restart the telephones need new codes: %s: %s", self.path, error.strerror)
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _write(self, seats: Mapping[str, list[str]]) -> None:
        kept = {"evening": self._evening, "written_s": self._wall_s(), "seats": seats}
        state.put(self.path, json.dumps(kept).encode())


def beside(journal: Path) -> Path:
    """The file of the telephones at the table of this journal. Its name keeps it out of every backup."""
    return journal.with_name(journal.stem + "-telephones.json")


def evening_of(journal: Path) -> str:
    """What this evening has alone: the chain of the opening with which it began; empty without one."""
    try:
        with reading(journal) as file:
            return next((each.chain for each in backwards(file, "kind = 'opening'")), "")
    except JournalError:
        return ""


def _digests(marks: object) -> list[str]:
    """The same. Raises ValueError for what is no digest of one telephone or two."""
    if not isinstance(marks, list) or not 0 < len(marks) <= 2:
        raise ValueError("a seat has one telephone, and one may ask for it")
    if not all(isinstance(each, str) and DIGEST.fullmatch(each) for each in marks):
        raise ValueError("no digest")
    return marks
