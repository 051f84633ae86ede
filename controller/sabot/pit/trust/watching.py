"""What is looked after while a pit runs: who was revoked, what is due; and what people are told of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.pit.trust.authority import Authority
from sabot.pit.trust.refusal import refused

if TYPE_CHECKING:
    from sabot.pit.services import BrokerService

log = logging.getLogger(__name__)

LOOK_S = 2.0
"""So often it is looked whether somebody was revoked, or a certificate of the pit is due."""


def warnings(pit: Path) -> list[str]:
    """What is to be said of certificates at the pit in this folder, if it has any. Raises TrustError."""
    authority = Authority.of_pit(pit)
    if not authority.is_there:
        return []
    found = refused(pit / "mosquitto.log")
    return [*authority.warnings(), *([str(found)] if found else [])]


class Watch:
    """Has the broker read its files again when somebody was revoked, or a certificate of the pit is new;
    starts it where it has ended."""

    def __init__(self, authority: Authority, broker: BrokerService) -> None:
        self.authority, self.broker = authority, broker
        self._seen = self._stamp()

    def _stamp(self) -> int:
        return self.authority.revoked.stat().st_mtime_ns

    def look(self, now: datetime) -> bool:
        """Look once; whether the broker was started again."""
        is_new = self.authority.refresh(now)
        seen, self._seen = self._seen, self._stamp()
        if is_new or seen != self._seen or not self.broker.is_running:
            self.broker.read_again()
            return True
        return False


@contextmanager
def watched(authority: Authority | None, broker: BrokerService) -> Iterator[None]:
    """Looks again and again in a thread of its own meanwhile, if there are certificates."""
    ended = threading.Event()
    watch = Watch(authority, broker) if authority else None

    def look() -> None:
        while watch and not ended.wait(LOOK_S):
            try:
                watch.look(datetime.now(UTC))
            except (RuntimeError, OSError) as error:
                log.error("the broker is not there: %s", error)

    thread = threading.Thread(target=look, name="certificates", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
