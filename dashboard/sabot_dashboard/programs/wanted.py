"""What the interface for other programs asks of the staff's office."""

from __future__ import annotations

from typing import Protocol

from sabot.core.shapes.past import News, PastCoup, PastFault
from sabot.core.shapes.people import Program


class Programs(Protocol):
    """The keys of other programs."""

    def listed(self) -> list[Program]:
        """Every program that has a key, by name."""

    def known(self, key: str) -> Program | None:
        """Whose key this is; None for a key that counts no more, or never did."""


class Past(Protocol):
    """The record, page by page. Every function raises a RuntimeError where it cannot be read."""

    def coups(self, before: int | None, most: int) -> list[PastCoup]:
        """At most that many coups with numbers below `before`, the newest first."""

    def faults(self, before: int | None, most: int) -> list[PastFault]:
        """At most that many faults before record `before`, the newest first."""

    def news(self, after: int) -> tuple[list[News], int]:
        """What the records after `after` tell, and the last record that was read."""

    def head(self) -> int:
        """The number of the last record."""
