"""A certificate is renewed over the line, for the same key: a person compared it once, and need not again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime

from sabot.core.reasons import reason
from sabot.pit import messages
from sabot.pit.messages import MalformedError
from sabot.pit.trust import enrolment
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.papers import Papers

LOOK_S = 600.0
"""So often the pit looks which certificates are due. What was renewed is said each time: a broker that was
started again has forgotten it."""


class Renewals:
    """What the collector says of certificates."""

    def __init__(self, authority: Authority, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.authority, self._clock = authority, clock
        self._next_s = clock()

    def again(self) -> None:
        """The line is new: look at once."""
        self._next_s = self._clock()

    def due(self, now: datetime) -> Iterator[tuple[str, bytes]]:
        """Tables, and the message for each, when it is time to look. Raises TrustError and OSError."""
        if self._clock() < self._next_s:
            return
        self._next_s = self._clock() + LOOK_S
        for _ in self.authority.renewed(now):
            pass
        for table, pem in self.authority.renewals():
            yield table, written(pem)


def written(pem: bytes) -> bytes:
    """The message with a certificate."""
    return messages.written({"certificate": pem.decode("ascii")})


def take(papers: Papers, payload: bytes, now: datetime) -> bool:
    """Put in place the certificate in a message of the pit, if it is newer; whether it did. Raises
    MalformedError, TrustError and OSError."""
    pem = messages.plain_of(payload).get("certificate")
    if not isinstance(pem, str):
        raise MalformedError(reason("it has no certificate"))
    return enrolment.renew(papers, pem.encode(), now=now)
