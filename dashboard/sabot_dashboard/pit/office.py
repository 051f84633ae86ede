"""What the page asks of the pit. `sabot.pit.floor.office` is such an office."""

from __future__ import annotations

from typing import Protocol

from sabot.core.shapes.floor import Answered, Day, Figures, Floor, Wheel
from sabot_dashboard.office import People


class PitPeople(People, Protocol):
    """The people of the pit."""

    def named(self, by: str) -> str:
        """Who did something, by name; `by` is what is on record."""


class Office(Protocol):
    """The floor, its figures and its people. Each question may raise RuntimeError: no answer now."""

    @property
    def people(self) -> PitPeople:
        """Who may look, and who has come in."""

    def floor(self) -> Floor:
        """All tables as they stand now."""

    def see(self, key: str, *, by: str, word: str) -> bool:
        """Somebody has seen this alert; False where it is not open any more."""

    def figures(self, days: int) -> Figures:
        """Games and faults of the last days."""

    def report(self, months: int, by: str) -> list[Day]:
        """The last months by `day` or by `month`."""

    def wheels(self, weeks: int) -> list[Wheel]:
        """The wheels, by their numbers of the last weeks."""

    def answers(self) -> list[Answered]:
        """Who saw and who answered what."""
