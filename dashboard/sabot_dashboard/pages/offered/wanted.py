"""What the pages of offers ask of the staff's office."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from sabot.core.shapes.offered import PitOffer


class PitOffers(Protocol):
    """What the pit offers to this table. Every function raises ValueError for what may not be now."""

    def answering(self) -> AbstractContextManager[object]:
        """Within this context nobody else answers, and no offer lapses."""

    def shown(self) -> Sequence[PitOffer]:
        """The offers that wait."""

    def found(self, name: str) -> object:
        """The offer of this name, if it still waits."""

    def require(self, name: str) -> object:
        """The offer of this name, if it may be accepted now."""

    def accept(self, name: str, *, by: str) -> object:
        """Put it in the place of the configuration, and open the table with it; or ask for the update."""

    def refuse(self, name: str, *, by: str, why: str) -> None:
        """Answer no."""
