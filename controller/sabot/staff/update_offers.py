"""Updates that the pit offers, as the staff of the table accepts them."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.reasons import of_error, reason
from sabot.core.table import Table
from sabot.system.pit_offers.inbox import ACCEPTED, FAILED, Inbox
from sabot.system.pit_offers.offer import Offer, OfferError
from sabot.system.pit_offers.version import base_of, version_in
from sabot.system.update.asking import Updating
from sabot.system.update.running import UpdateError
from sabot.system.update.running_version import OwnProgram, Program


class UpdateOffers:
    """Updates of this table's program. `updating` leaves the request for one; None where a person types the
    command."""

    def __init__(
        self,
        inbox: Inbox,
        *,
        updating: Updating | None,
        table: Callable[[], Table | None] | None,
        program: Program | None = None,
    ) -> None:
        self._inbox, self._updating, self._table = inbox, updating, table
        self._program = program or OwnProgram()

    def require(self, offer: Offer) -> None:
        """Raises OfferError unless this update may be accepted now."""
        version = version_in(offer.content)
        if base_of(self._program.running().revision) != offer.base:
            raise OfferError(reason("it replaces another version than the one that this table has"))
        if self._updating is None:
            return
        if not self._updating.takes_a_version:
            command = self._updating.command(version.revision)
            raise OfferError(
                reason(
                    "close the table, accept with {accept}, and type: {command}",
                    accept="sabot pit accept-offer",
                    command=command,
                )
            )
        table = self._table() if self._table else None
        if table is not None and not table.room.shut:
            raise OfferError(reason("the table is open: its supervisor closes it first"))

    def accept(self, offer: Offer, *, by: str, now_s: float) -> None:
        """The answer is put down, then the update is asked for. Raises OfferError, and OSError."""
        self._inbox.answer(offer.id, ACCEPTED, by=by, now_s=now_s)
        try:
            if self._updating is not None:
                self._updating.ask(version_in(offer.content).revision)
        except UpdateError as error:
            self._inbox.answer(offer.id, FAILED, by="the table", why=of_error(error), now_s=now_s)
            raise OfferError(of_error(error)) from None
