"""The part of a collector that sends the offers of the pit, and takes what the tables say of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from psycopg import Connection

from sabot.pit.offers import offering
from sabot.pit.offers.answers import read_report

LOOK_S = 2.0
"""So often the collector looks for what people at the pit have offered or taken back."""


class Desk:
    """What each table was sent last. `publish(table, payload)` sends it, retained; an empty one takes it
    away."""

    def __init__(self, database: Connection, publish: Callable[[str, bytes], object]) -> None:
        self._database, self._publish = database, publish
        self._said: dict[str, bytes] = {}
        self._next_s = 0.0

    def begin_again(self) -> None:
        """The broker may have lost what it kept."""
        self._said.clear()
        self._next_s = 0.0

    def greet(self, station: str) -> None:
        """A carrier has come: it hears what is offered now, or that nothing is."""
        self._said[station] = b"?"
        self._next_s = 0.0

    def take(self, station: str, payload: bytes) -> None:
        """Keep what a table says. Raises MalformedError."""
        offering.reported(self._database, station, read_report(payload), now=datetime.now(UTC))
        self._next_s = 0.0

    def look(self) -> None:
        """Send what has changed, when it is time."""
        if time.monotonic() < self._next_s:
            return
        self._next_s = time.monotonic() + LOOK_S
        offers = offering.outgoing(self._database, now=datetime.now(UTC))
        for station in sorted(self._said.keys() | offers.keys()):
            message = offers.get(station, b"")
            if self._said.get(station) != message:
                self._said[station] = message
                self._publish(station, message)
