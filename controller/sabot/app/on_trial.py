"""A table that opens with a configuration on trial: if it does not open, the one before comes back."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from sabot.config import own_file
from sabot.core.observations import Noted
from sabot.core.reasons import of_error
from sabot.live.inbox import Inbox
from sabot.system.pit_offers.trial import Trial

log = logging.getLogger(__name__)

WORDS_CHARS_MOST = 200


class OnTrial:
    """Around each opening of the table with this configuration. An error that keeps a table with one on trial
    from opening ends the block and goes no further: the next opening has the configuration of before."""

    def __init__(self, config_file: Path | None) -> None:
        self._trial: Trial | None = None
        self._why = ""
        with suppress(FileNotFoundError):  # a user without a home folder
            self._trial = Trial((config_file or own_file()).absolute())

    def __enter__(self) -> OnTrial:
        try:
            if self._trial and (why := self._trial.opens()):
                self._put_back(why)
        except OSError as error:
            log.error("the configuration on trial cannot be put back: %s", error)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception) or not self._trial or not self._trial.is_on:
            return False
        try:
            self._trial.put_back(of_error(error))
        except OSError as trouble:
            log.error("the configuration on trial cannot be put back: %s", trouble)
            return False
        self._put_back(str(error))
        return True

    def opened(self, inbox: Inbox) -> None:
        """The table is open: the trial is over. What was put back before is on record from now on."""
        if self._trial:
            self._trial.opened()
        if self._why:
            inbox.put(Noted("offer-failed", text=self._why[:WORDS_CHARS_MOST]))
            self._why = ""

    def _put_back(self, why: str) -> None:
        self._why = " ".join(why.split())
        log.warning("the table did not open; the configuration of before is back: %s", self._why)
