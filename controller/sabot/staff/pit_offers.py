"""What the pit offers, as the staff of the table sees it: what would change, and their answer to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress

from sabot.config import ConfigError, Settings, own_file, read
from sabot.core.reasons import reason
from sabot.core.shapes.offered import PitOffer
from sabot.core.table import Table
from sabot.core.view import phase
from sabot.record import abandoned
from sabot.staff.update_offers import UpdateOffers
from sabot.system.pit_offers.difference import difference
from sabot.system.pit_offers.inbox import REFUSED, Inbox
from sabot.system.pit_offers.offer import UPDATE, Offer, OfferError, digest_of
from sabot.system.pit_offers.trial import Trial, content_of
from sabot.system.pit_offers.version import Version, version_in
from sabot.system.update.asking import Updating
from sabot.system.update.running_version import Program

RESTING = ("idle", "bets-open")
"""The phases in which no card and no ball has fallen yet."""


class PitOffers:
    """The offers to this table. `table` is the table as it stands, where there is one; `renew` opens it
    again, None where nothing can; `updating` leaves a request for an update, None where people type it;
    `program` says which version runs."""

    def __init__(
        self,
        settings: Settings,
        *,
        table: Callable[[], Table | None] | None = None,
        renew: Callable[[], object] | None = None,
        updating: Updating | None = None,
        program: Program | None = None,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self._settings, self._table, self._renew, self._now_s = settings, table, renew, now_s
        self.file = settings.file or own_file()
        self._inbox, self._lock = Inbox(settings.journal_path), threading.RLock()
        self._updates = UpdateOffers(self._inbox, updating=updating, table=table, program=program)

    def answering(self) -> AbstractContextManager[object]:
        """Within this context nobody else answers, and no offer lapses: two tablets may be tapped at once,
        and each word is on record before it is given."""
        return self._lock

    def shown(self) -> Sequence[PitOffer]:
        """The offers that wait, with what would change."""
        with self._lock, suppress(OSError):  # a full disk: `require` refuses them all the same
            self._inbox.lapse(self._now_s())
        return [self._shown(each) for each in self._inbox.waiting()]

    def _shown(self, offer: Offer) -> PitOffer:
        version = _version(offer)
        before = content_of(self.file).decode("utf-8", "replace")
        return {
            "id": offer.id,
            "by": offer.by,
            "why": offer.why,
            "made_s": offer.made_s,
            "lapses_s": offer.lapses_s,
            "version": version.name if version else "",
            "difference": [*version.changes] if version else difference(before, offer.content),
        }

    def found(self, name: str) -> Offer:
        """The offer of this name, if it still waits. Raises OfferError."""
        return self._inbox.found(name)

    def require(self, name: str) -> Offer:
        """The offer, if it may be accepted now. Raises OfferError."""
        offer = self.found(name)
        if self._now_s() >= offer.lapses_s:
            raise OfferError(reason("it has lapsed: the pit can offer it once more"))
        if offer.kind == UPDATE:
            self._require_rest(None)
            self._updates.require(offer)
            return offer
        if digest_of(content_of(self.file)) != offer.base:
            raise OfferError(reason("it replaces another configuration than the one that this table has"))
        self._require_rest(self._read(offer))
        return offer

    def accept(self, name: str, *, by: str) -> Offer:
        """Put it in the place of the configuration, and open the table with it: the one before comes back if
        that fails. An update is asked for. Gives the offer. Raises OfferError."""
        with self._lock:
            offer = self.require(name)
            self._accept(offer, by=by)
        if offer.kind != UPDATE and self._renew is not None:
            self._renew()
        return offer

    def _accept(self, offer: Offer, *, by: str) -> None:
        try:
            if offer.kind == UPDATE:
                self._updates.accept(offer, by=by, now_s=self._now_s())
            else:
                Trial(self.file).begin(offer, self._settings.journal_path, by=by)
        except ConfigError as error:
            raise OfferError(str(error)) from None
        except OSError as error:
            raise OfferError(reason("the answer cannot be written: {why}", why=str(error.strerror))) from None

    def refuse(self, name: str, *, by: str, why: str) -> None:
        """Answer no. Raises OfferError."""
        try:
            with self._lock:
                offer = self.found(name)
                self._inbox.answer(offer.id, REFUSED, by=by, why=why, now_s=self._now_s())
        except OSError as error:
            raise OfferError(reason("the answer cannot be written: {why}", why=str(error.strerror))) from None

    def _read(self, offer: Offer) -> Settings:
        """The settings that it spells. Raises OfferError for what cannot be, and for another journal: the
        records of one table would lie in two places."""
        try:
            found = read(offer.content, file=self.file)
        except ConfigError as error:
            raise OfferError(reason("it cannot be used: {why}", why=str(error))) from None
        if found.journal.path != read(content_of(self.file).decode("utf-8", "replace")).journal.path:
            raise OfferError(reason("it names another journal: that is changed at the table alone"))
        return found

    def _require_rest(self, new: Settings | None) -> None:
        """Raises OfferError while a coup lies on the table, or what another game or other rules of `new`
        settings would end."""
        table = self._table() if self._table else None
        if table is None:
            return
        if phase(table.play) not in RESTING:
            raise OfferError(reason("coup {n} lies on the table: finish it first", n=table.play.number))
        stays = new is None or (table.play.game.NAME, table.play.options) == (new.table.game, new.options)
        if not stays and abandoned.would_be_lost(table):
            raise OfferError(
                reason(
                    "another game or other rules would lose cards or stakes on the table: settle them first"
                )
            )


def _version(offer: Offer) -> Version | None:
    """The version that is offered; None for a configuration, and for nonsense, which nobody can accept."""
    with suppress(OfferError):
        return version_in(offer.content) if offer.kind == UPDATE else None
    return None
