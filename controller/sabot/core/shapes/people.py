"""Who works at the table, as the pages and the journal name them."""

from __future__ import annotations

from typing import NamedTuple


class Person(NamedTuple):
    """Somebody who may come in."""

    name: str
    role: str

    def __str__(self) -> str:
        """Returns the name in the journal."""
        return f"{self.name} ({self.role})"


class Refused(NamedTuple):
    """Why somebody cannot log in, and how long they must wait before the next attempt."""

    why: str
    wait_s: float = 0.0
