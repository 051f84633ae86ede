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


def claimed(name: str) -> str:
    """Returns a typed name as the journal has it: nobody proved it with a PIN.

    It ends with `(claimed)`, which is no role, so it never reads like the name of a `Person`. Empty without
    a name.

    >>> claimed("M. Dupont (supervisor)")
    '"M. Dupont (supervisor)" (claimed)'
    """
    kept = name.replace('"', "'")
    return f'"{kept}" (claimed)' if kept else ""


class Refused(NamedTuple):
    """Why somebody cannot log in, and how long they must wait before the next attempt."""

    why: str
    wait_s: float = 0.0
