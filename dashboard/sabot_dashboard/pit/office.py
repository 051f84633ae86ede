"""What the page asks of the pit. `sabot.pit.floor.office` is such an office."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sabot.core.shapes.floor import Answered, CameBack, Day, Figures, Floor, Wheel
from sabot.core.shapes.training import Class
from sabot_dashboard.office import People


class PitPeople(People, Protocol):
    """The people of the pit."""

    def named(self, by: str) -> str:
        """Who did something, by name; `by` is what is on record."""


class HouseLogin(Protocol):
    """The login of the house. `sabot.pit.floor.provider` is one. Both steps may raise LoginError."""

    address: str
    """Where browsers find this page, as the provider knows it."""

    def begin(self, to: str, *, place: str) -> tuple[str, str]:
        """Where to send a browser at this address that wants this page, and the state that it must bring
        back."""

    def finish(self, state: str, answer: Mapping[str, str], *, place: str) -> CameBack:
        """Who has come back to a browser at this address, by the state that it kept and by what the provider
        sent along."""


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

    def training(self) -> list[Class]:
        """People in training, table by table."""

    def answers(self) -> list[Answered]:
        """Who saw and who answered what."""
