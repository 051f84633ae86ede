"""A configuration on trial: it stands in the place of the one before until the table has opened with it once.

    table.toml                the configuration on trial
    table.toml.before-offer   the one that it replaced; it stays
    table.toml.trial          only while it is on trial: which offer it came from

A table that does not open with it, or that ended while it opened, gets the one before back.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sabot.config import ConfigError, state
from sabot.core.reasons import NOTHING, Why, reason
from sabot.system.pit_offers.inbox import ACCEPTED, FAILED, Inbox, json_in, write_json
from sabot.system.pit_offers.offer import Offer, OfferError, digest_of

NOT_OPENED = reason("the table ended while it opened")


class Trial:
    """The trial of this configuration file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.before = file.with_name(file.name + ".before-offer")
        self._marker = file.with_name(file.name + ".trial")

    @property
    def is_on(self) -> bool:
        """Whether a configuration is on trial."""
        return self._marker.exists()

    def begin(self, offer: Offer, journal: Path, *, by: str) -> None:
        """Put what is offered in the place of the file, which must be the one that the offer replaces: `by`
        accepted it. Raises OfferError, and ConfigError where it cannot be written."""
        before = content_of(self.file)
        if digest_of(before) != offer.base:
            raise OfferError(reason("it replaces another configuration than the one that this table has"))
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            state.put(self.before, before, keeps_rights=True)
            content = offer.content.encode()
            marker = {"offer": offer.id, "journal": str(journal.absolute()), "by": by, "tried": False}
            write_json(self._marker, {**marker, "new": digest_of(content)})
            state.put(self.file, content, keeps_rights=True)
            self._answer(ACCEPTED, by=by)
        except OSError as error:
            self._marker.unlink(missing_ok=True)
            raise ConfigError(f"{self.file} cannot be written: {error.strerror}") from None

    def opens(self) -> str:
        """A table opens with the file: the first time it is tried, and after that put back. Says why it was
        put back now, empty where it was not."""
        marker = json_in(self._marker)
        if not self.is_on or not marker.get("tried"):
            if self.is_on:
                write_json(self._marker, {**marker, "tried": True})
            return ""
        self.put_back(NOT_OPENED)
        return str(NOT_OPENED)

    def opened(self) -> None:
        """The table has opened: the trial is over."""
        self._marker.unlink(missing_ok=True)

    def put_back(self, why: Why) -> None:
        """The one before takes its place again, and the pit hears why."""
        if digest_of(content_of(self.file)) == json_in(self._marker).get("new"):
            state.put(self.file, content_of(self.before), keeps_rights=True)
        with suppress(OSError):  # a full disk: the log has it
            self._answer(FAILED, by="the table", why=why)
        self._marker.unlink(missing_ok=True)

    def _answer(self, answer: str, *, by: str, why: Why = NOTHING) -> None:
        marker = json_in(self._marker)
        if (name := marker.get("offer")) and (journal := marker.get("journal")):
            Inbox(Path(str(journal))).answer(str(name), answer, by=by, why=why)


def content_of(file: Path) -> bytes:
    """What stands in the file; nothing where there is none."""
    with suppress(FileNotFoundError):
        return file.read_bytes()
    return b""
