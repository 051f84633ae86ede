"""The office: what stands behind the table, as the pages of the dashboard ask for it."""

from __future__ import annotations

from typing import NamedTuple

from controller import people
from controller.config import Settings
from controller.people import People


class Office(NamedTuple):
    """All that `create_app` is given besides the feed and the inbox."""

    people: People


def office(settings: Settings) -> Office:
    """The office of this table. Raises PeopleError where the file of people was spoilt."""
    return Office(People(people.beside(settings.journal_path)))
