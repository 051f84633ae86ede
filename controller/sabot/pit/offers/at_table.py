"""The part of a carrier that takes offers of the pit into the folder of its table, and tells the pit what
became of them. The table itself does not know the pit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from sabot.pit.offers import answers
from sabot.pit.offers.answers import Report
from sabot.pit.topics import Station
from sabot.system.pit_offers.inbox import REFUSED, Inbox
from sabot.system.pit_offers.offer import OfferError, digest_of
from sabot.system.pit_offers.trial import content_of

log = logging.getLogger(__name__)

THE_TABLE = "the table"
OTHER_BASE = "it replaces another configuration than the one that this table has"


class OffersAtTable:
    """The offers to one table, whose configuration is `file`."""

    def __init__(
        self, station: Station, journal: Path, file: Path, *, now_s: Callable[[], float] = time.time
    ) -> None:
        self._station, self._file, self._now_s = station, file, now_s
        self.inbox = Inbox(journal)
        self._trouble = ""

    def take(self, payload: bytes) -> None:
        """An offer or a withdrawal has come; an empty message says that there is none."""
        if not payload:
            return
        try:
            self.inbox.take(payload, house=self._station.house, table=self._station.table)
            self._trouble = ""
        except (OfferError, OSError) as error:
            self._trouble = f"an offer was not taken: {error}"
            log.warning("%s", self._trouble)

    def report(self) -> bytes:
        """What the pit is told: the configuration, the answers, and why the last offer was not taken. Offers
        that have lapsed or do not fit the configuration any more are answered here."""
        digest = digest_of(content_of(self._file))
        self.inbox.lapse(self._now_s())
        for offer in self.inbox.waiting():
            if offer.base != digest:
                self.inbox.answer(offer.id, REFUSED, by=THE_TABLE, why=OTHER_BASE, now_s=self._now_s())
        return answers.report(Report(digest, self._trouble[:200], tuple(self.inbox.answers())))
