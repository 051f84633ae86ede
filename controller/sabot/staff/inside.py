"""Who has come in, by the token that their browser holds. Nothing of it outlives the table."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

from sabot.core.shapes.people import Person

IDLE_S, LONGEST_S = 15 * 60.0, 12 * 3600.0
"""A person who does nothing for this long is logged out; nobody stays longer than a shift."""


class Inside:
    """The people inside. Not for two threads at once; `now_s` is a clock that never steps back."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._people: dict[str, tuple[Person, float, float]] = {}

    def come(self, person: Person) -> str:
        """Returns the token of somebody who comes in."""
        self._swept()
        token = secrets.token_urlsafe(24)
        self._people[_mark(token)] = (person, self._now_s(), self._now_s())
        return token

    def found(self, token: str, *, acts: bool = True) -> Person | None:
        """Whose token this is; None if nobody's who is still here. `acts`: they do something now."""
        self._swept()
        if (mark := _mark(token)) not in self._people:
            return None
        person, came, _ = self._people[mark]
        if acts:
            self._people[mark] = (person, came, self._now_s())
        return person

    def leave(self, token: str) -> None:
        """This browser is logged out."""
        self._people.pop(_mark(token), None)

    def only(self, is_here: Callable[[str], bool]) -> None:
        """Everybody else is logged out."""
        self._people = {mark: each for mark, each in self._people.items() if is_here(each[0].name)}

    def _swept(self) -> None:
        """Those who did nothing for too long, or stayed too long, have left."""
        now = self._now_s()
        self._people = {
            mark: (person, came, seen)
            for mark, (person, came, seen) in self._people.items()
            if now - seen <= _idle_s(person) and now - came <= LONGEST_S
        }


def _idle_s(person: Person) -> float:
    return LONGEST_S if person.role == "croupier" else IDLE_S


def _mark(token: str) -> str:
    """Returns the key under which the token is stored: our memory holds no token itself."""
    return hashlib.sha256(token.encode()).hexdigest()
