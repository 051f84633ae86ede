"""What the pit offers, as the staff of the table sees it: what would change, and their answer to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from sabot.config import ConfigError, Settings, own_file, read
from sabot.core.reasons import reason
from sabot.core.shapes.offered import PitOffer
from sabot.core.table import Table
from sabot.core.view import phase
from sabot.record import abandoned
from sabot.system.pit_offers.difference import difference
from sabot.system.pit_offers.inbox import REFUSED, Inbox
from sabot.system.pit_offers.offer import Offer, OfferError, digest_of
from sabot.system.pit_offers.trial import Trial, content_of

RESTING = ("idle", "bets-open")
"""The phases in which no card and no ball has fallen yet."""


class PitOffers:
    """The offers to this table. `table` is the table as it stands, where there is one; `renew` opens it
    again, None where nothing can."""

    def __init__(
        self,
        settings: Settings,
        *,
        table: Callable[[], Table | None] | None = None,
        renew: Callable[[], object] | None = None,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self._settings, self._table, self._renew, self._now_s = settings, table, renew, now_s
        self.file = settings.file or own_file()
        self._inbox = Inbox(settings.journal_path)

    def shown(self) -> Sequence[PitOffer]:
        """The offers that wait, with what would change."""
        with suppress(OSError):  # a full disk: `require` refuses them all the same
            self._inbox.lapse(self._now_s())
        before = content_of(self.file).decode("utf-8", "replace")
        return [
            {
                "id": each.id,
                "by": each.by,
                "why": each.why,
                "made_s": each.made_s,
                "lapses_s": each.lapses_s,
                "difference": difference(before, each.content),
            }
            for each in self._inbox.waiting()
        ]

    def found(self, name: str) -> Offer:
        """The offer of this name, if it still waits. Raises OfferError."""
        return self._inbox.found(name)

    def require(self, name: str) -> Offer:
        """The offer, if it may be accepted now. Raises OfferError."""
        offer = self.found(name)
        if self._now_s() >= offer.lapses_s:
            raise OfferError(reason("it has lapsed: the pit can offer it once more"))
        if digest_of(content_of(self.file)) != offer.base:
            raise OfferError(reason("it replaces another configuration than the one that this table has"))
        self._require_rest(self._read(offer))
        return offer

    def accept(self, name: str, *, by: str) -> None:
        """Put it in the place of the configuration, and open the table with it: the one before comes back if
        that fails. Raises OfferError."""
        offer = self.require(name)
        try:
            Trial(self.file).begin(offer, self._settings.journal_path, by=by)
        except ConfigError as error:
            raise OfferError(str(error)) from None
        if self._renew is not None:
            self._renew()

    def refuse(self, name: str, *, by: str, why: str) -> None:
        """Answer no. Raises OfferError."""
        offer = self.found(name)
        try:
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

    def _require_rest(self, new: Settings) -> None:
        """Raises OfferError while a coup lies on the table, or what another game or other rules would end."""
        table = self._table() if self._table else None
        if table is None:
            return
        if phase(table.play) not in RESTING:
            raise OfferError(reason("coup {n} lies on the table: finish it first", n=table.play.number))
        stays = (table.play.game.NAME, table.play.options) == (new.table.game, new.options)
        if not stays and abandoned.would_be_lost(table):
            raise OfferError(
                reason(
                    "another game or other rules would lose cards or stakes on the table: settle them first"
                )
            )
