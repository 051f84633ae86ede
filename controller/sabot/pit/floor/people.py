"""The people of the pit: each with a password of their own. A PIN guards a screen that people stand before; a
page on a network needs more."""

from __future__ import annotations

from pathlib import Path

from sabot.core.shapes.floor import ROLES
from sabot.core.shapes.people import Person
from sabot.staff import pins
from sabot.staff.people import People
from sabot.staff.people_file import checked
from sabot.staff.pins import PHRASE_CHARS_LEAST, PHRASE_CHARS_MOST, PeopleError

FILE = "pit.people.json"


class OfTheHouse(Person):
    """A person who came in by the house's own login. The pit has no entry of them in its file."""


class PitPeople(People):
    """Those who may look at the pit. They are kept as a table's people are, with what they have tried."""

    roles = ROLES

    @staticmethod
    def check(secret: str) -> None:
        """Raises PeopleError for what is no password."""
        if not PHRASE_CHARS_LEAST <= len(secret) <= PHRASE_CHARS_MOST:
            raise PeopleError(f"a password has {PHRASE_CHARS_LEAST} to {PHRASE_CHARS_MOST} characters")
        if secret.isdigit():
            raise PeopleError("digits alone are a PIN, not a password: a few words are better")
        pins.check(secret)

    def of_the_house(self, name: str, role: str) -> Person:
        """Returns the person whom the login of the house names. They have a pseudonym, as everybody has, and
        no password. Raises PeopleError for a name that cannot be kept, or that belongs to somebody with a
        password."""
        name = checked(name, role, self.roles)
        if any(each.name == name for each in self.listed()):
            raise PeopleError(f"{name} has a password here: one name is one person")
        return OfTheHouse(name, role, self.pseudonym_of(name) or self._enrolled(name))

    def _is_here(self, person: Person) -> bool:
        return isinstance(person, OfTheHouse) or super()._is_here(person)


def people_in(folder: Path) -> PitPeople:
    """The people of the pit that is kept in this folder. Raises PeopleError."""
    return PitPeople(folder / FILE)
