"""The part of a collector that moves a roll-out on: it offers the version ring by ring, stops it, and asks
the tables that took it to take the one before."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache

from psycopg import Connection, DataError

from sabot.pit.offers import offering, rollout
from sabot.pit.offers.rollout import Placed, Rollout
from sabot.pit.trouble import PitError
from sabot.record.keys import Key
from sabot.system.pit_offers.offer import WORDS_CHARS_MOST
from sabot.system.pit_offers.version import CHANGES_MOST, Version
from sabot.system.update.checkout import NAME_LETTERS, here
from sabot.system.update.running import UpdateError

log = logging.getLogger(__name__)

LOOK_S = 2.0
"""So often the collector looks whether a roll-out goes on."""


@lru_cache(maxsize=8)
def changes(before: str, after: str) -> tuple[str, ...]:
    """The first lines of what changes from one revision to the other, as the pit's own checkout knows it:
    `-` what is taken back, `+` what comes. Nothing where it does not know them. Kept, so that records do not
    wait for git at each of many offers."""
    with suppress(UpdateError):
        checkout = here()
        gone, come = (
            checkout.subjects(*ends, most=CHANGES_MOST) for ends in ((after, before), (before, after))
        )
        return (*(f"-{each}" for each in gone), *(f"+{each}" for each in come))
    return ()


class Steering:
    """Moves the roll-out of this database on, with offers that are signed with this key."""

    def __init__(self, database: Connection, key: Key) -> None:
        self._database, self._key = database, key
        self._next_s = 0.0

    def look(self) -> None:
        """Do what is next, when it is time. Where the database cannot reckon with what a table said, the
        roll-out stands still."""
        if time.monotonic() < self._next_s:
            return
        self._next_s = time.monotonic() + LOOK_S
        try:
            if (found := rollout.current(self._database)) is not None:
                self._move(found, datetime.now(UTC))
        except DataError as error:  # what a table said once; records go on
            log.error("the roll-out stands still: %s", " ".join(str(error).split()))

    def _move(self, found: Rollout, now: datetime) -> None:
        self._each(
            rollout.leftovers(self._database),
            lambda name: offering.withdraw(self._database, self._key, name),
        )
        tables, after = rollout.standing(self._database, found, now=now)
        placed = {each.seen.station: each for each in tables}
        for station, each in placed.items():
            if each.seen.failed:
                rollout.failed(self._database, found, station, each.seen.failed)
        if after.stopped and not found.stopped:
            log.warning("the roll-out of %s has stopped: %s", found.name, after.stopped)
            rollout.stopped(self._database, found, after.stopped)
        found = found._replace(stopped=after.stopped)
        self._each(after.withdrawn, lambda station: self._withdraw(found, station))
        self._each(after.offers, lambda station: self._offer(found, station, now))
        self._each(after.backs, lambda station: self._ask_back(found, placed[station], now))
        if after.is_done:
            rollout.done(self._database, found, now=now)

    def _each(self, names: Iterable[str], act: Callable[[str], object]) -> None:
        """What cannot be now, because somebody at the pit was quicker, is looked at again the next time."""
        for name in names:
            try:
                with self._database.transaction():
                    act(name)
            except PitError as error:
                log.warning("%s: %s", name, error)

    def _withdraw(self, found: Rollout, station: str) -> None:
        if name := rollout.waiting_offer(self._database, found, station):
            offering.withdraw(self._database, self._key, name)

    def _offer(self, found: Rollout, station: str, now: datetime) -> None:
        before = rollout.runs(self._database, station)
        version = Version(found.revision, found.name, changes(before, found.revision))
        given = {"base": before, "by": found.by, "why": found.why}
        made = offering.make_update(self._database, self._key, station, version, **given, now=now)
        rollout.offered(self._database, found, station, made.id, before=before)

    def _ask_back(self, found: Rollout, placed: Placed, now: datetime) -> None:
        station, before = placed.seen.station, placed.before
        version = Version(before, before[:NAME_LETTERS], changes(found.revision, before))
        why = f"the version before {found.name}: {found.stopped or placed.seen.failed}"
        given = {"base": found.revision, "by": found.by, "why": _one_line(why)}
        made = offering.make_update(self._database, self._key, station, version, **given, now=now)
        rollout.asked_back(self._database, found, station, made.id)


def _one_line(text: str) -> str:
    return "".join(each if each.isprintable() else " " for each in text)[:WORDS_CHARS_MOST]
