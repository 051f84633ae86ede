"""To erase a person: the people's file and the school forget the name, the record keeps the pseudonym."""

from __future__ import annotations

from sabot.school.school import School
from sabot.staff.people import People
from sabot.staff.pins import PeopleError


def traces(people: People, school: School | None, name: str) -> str:
    """What stands for this name where it is not written: its pseudonym, the number of the trainee. Raises
    PeopleError where nobody is called so."""
    number = school.forgetting.number_of(name) if school else 0
    found = [each for each in (people.pseudonym_of(name), f"trainee {number}" if number else "") if each]
    if not found:
        raise PeopleError(f"nobody is called {name}")
    return ", ".join(found)


def erase(people: People, school: School | None, name: str) -> None:
    """Forget this name. Raises PeopleError and SchoolError."""
    if people.pseudonym_of(name):
        people.erase(name)
    if school and school.forgetting.number_of(name):
        school.forgetting.erase(name)
