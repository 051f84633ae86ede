"""The part of a carrier that takes offers of the pit into the folder of its table, and tells the pit what
became of them. The table itself does not know the pit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from sabot.core.reasons import found, reason
from sabot.pit.offers import answers
from sabot.pit.offers.answers import Report
from sabot.pit.topics import Station
from sabot.system.pit_offers.inbox import FAILED, PUT_BACK, REFUSED, UNREACHED, Inbox
from sabot.system.pit_offers.offer import UPDATE, OfferError, digest_of
from sabot.system.pit_offers.trial import content_of
from sabot.system.pit_offers.version import base_of, version_in
from sabot.system.update.running_version import OwnProgram, Program

log = logging.getLogger(__name__)

THE_TABLE = "the table"
OTHER_BASE = reason("it replaces another configuration than the one that this table has")
OTHER_VERSION = reason("it replaces another version than the one that this table has")

ENDED_BADLY = {"back": PUT_BACK, "refused": FAILED, "stuck": FAILED}
"""How an update ended, as an answer to the offer of it."""


class OffersAtTable:
    """The offers to one table, whose configuration is `file` and whose program is `program`."""

    def __init__(
        self,
        station: Station,
        journal: Path,
        file: Path,
        *,
        program: Program | None = None,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self._station, self._file, self._now_s = station, file, now_s
        self._program = program or OwnProgram()
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
        """What the pit is told: configuration and version, the answers, and why the last offer was not taken.
        Offers that have lapsed or do not fit any more are answered here, and how an update ended."""
        digest, running = digest_of(content_of(self._file)), self._program.running()
        self.inbox.lapse(self._now_s())
        for offer in self.inbox.waiting():
            is_update = offer.kind == UPDATE
            if offer.base != (base_of(running.revision) if is_update else digest):
                why = OTHER_VERSION if is_update else OTHER_BASE
                self.inbox.answer_first(offer.id, REFUSED, by=THE_TABLE, why=why, now_s=self._now_s())
        self._answer_for_updates()
        return answers.report(Report(digest, self._trouble[:200], tuple(self.inbox.answers()), running))

    def _answer_for_updates(self) -> None:
        """An update that was accepted and has ended badly since is answered so."""
        for offer, answer in self.inbox.accepted():
            if offer.kind != UPDATE:
                continue
            came = self._program.came(version_in(offer.content).revision)
            ended = UNREACHED if came.get("untried") else ENDED_BADLY.get(str(came.get("state")))
            if ended and int(came.get("at_s", 0)) >= answer.at_s:
                why = answers.short(found(came, "why"))
                self.inbox.answer(offer.id, ended, by=THE_TABLE, why=why, now_s=self._now_s())
