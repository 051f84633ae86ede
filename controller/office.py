"""The office: what stands behind the table, as the pages of the dashboard ask for it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from controller import people, shift
from controller.config import Settings
from controller.journal import JournalError
from controller.people import People
from controller.shift import days, paper
from controller.table import Table


class Records:
    """What the supervisor looks back on, in the journal of this table."""

    def __init__(self, path: Path) -> None:
        self._path, self._shifts = path, shift.Shifts(path)

    @property
    def paper(self) -> bool:
        """Whether a report can be had on paper here."""
        return importlib.util.find_spec("fpdf") is not None

    def told(self, day: date | None = None) -> dict[str, Any]:
        """The coups, faults and notes of a gaming day; of today without one."""
        return self._shifts.told(day)

    def steps(self, coup: int) -> list[dict[str, Any]]:
        """One coup step by step; empty where there is none."""
        try:
            return shift.steps(self._path, coup)
        except JournalError:
            return []

    def lines(self, day: date | None = None) -> Iterator[list[str]]:
        """The day as rows."""
        return days.lines(self.told(day))

    def printed(self, title: str, parts: list[Any], **given: Any) -> bytes:
        """The report as PDF. Raises PaperError."""
        return paper.printed(title, [paper.Part(*part) for part in parts], **given)


class Office(NamedTuple):
    """All that `create_app` is given besides the feed and the inbox. `name` is the table's."""

    name: str
    people: People
    shifts: Records
    table: Callable[[], Table]


def office(settings: Settings, *, table: Callable[[], Table]) -> Office:
    """The office of this table. Raises PeopleError where the file of people was spoilt."""
    journal = settings.journal_path
    return Office(settings.table.name, People(people.beside(journal)), Records(journal), table)
