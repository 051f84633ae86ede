"""Who works at the table, as the pages and the journal name them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from sabot.core.observations import Observation

CLAIMED = "claimed"
"""Stands in the place of a role where nobody gave a PIN; it is no role."""

ON_RECORD = re.compile(r"(p-[0-9a-f]{6}) \((\w+)\)")
"""A person as the journal has them: the pseudonym, then the role that a PIN proved, or `claimed`."""


class Person(NamedTuple):
    """Somebody who may come in. The journal knows them by their `pseudonym` alone."""

    name: str
    role: str
    pseudonym: str

    def __str__(self) -> str:
        """Returns the person as the journal has them."""
        return f"{self.pseudonym} ({self.role})"


PROGRAM_ROLES = ("reader", "croupier", "supervisor")
"""What another program may be to the table; each may do what those before it may."""


class Program(NamedTuple):
    """Another program that has a key.

    >>> str(Program("tote", "croupier"))
    'program tote (croupier)'
    """

    name: str
    role: str

    def __str__(self) -> str:
        """Returns the program as the journal has it."""
        return f"program {self.name} ({self.role})"


def claimed(name: str) -> str:
    """Returns a typed name as a reader sees it: nobody proved it with a PIN.

    It ends with `(claimed)`, which is no role, so it never reads like the name of a `Person`. Empty without
    a name.

    >>> claimed("M. Dupont (supervisor)")
    '"M. Dupont (supervisor)" (claimed)'
    """
    kept = name.replace('"', "'")
    return f'"{kept}" ({CLAIMED})' if kept else ""


def claimed_on_record(pseudonym: str) -> str:
    """Returns a typed name as the journal has it, by its pseudonym. Empty without one.

    >>> claimed_on_record("p-7f3a1c")
    'p-7f3a1c (claimed)'
    """
    return f"{pseudonym} ({CLAIMED})" if pseudonym else ""


def named(by: str, name_of: Callable[[str], str | None]) -> str:
    """Returns who did something, by name as far as `name_of` knows one for their pseudonym.

    What holds no pseudonym, as in journals of older versions, stays as it is.

    >>> names = {"p-7f3a1c": "M. Dupont"}
    >>> named("p-7f3a1c (supervisor)", names.get), named("p-7f3a1c (claimed)", names.get)
    ('M. Dupont (supervisor)', '"M. Dupont" (claimed)')
    >>> named("p-000000 (claimed)", names.get)
    'p-000000 (claimed)'
    """
    found = ON_RECORD.fullmatch(by)
    name = found and name_of(found[1])
    if not found or not name:
        return by
    return claimed(name) if found[2] == CLAIMED else f"{name} ({found[2]})"


class Refused(NamedTuple):
    """Why somebody cannot log in, and how long they must wait before the next attempt."""

    why: str
    wait_s: float = 0.0


def without_words(observation: Observation) -> str:
    """The observation for the log: without what people said of themselves or wrote.

    >>> import sabot
    >>> without_words(sabot.Acknowledged("M. Dupont (supervisor)", "the player had left"))
    "Acknowledged(fault='')"
    """
    fields = observation._asdict().items()
    kept = [f"{name}={value!r}" for name, value in fields if name not in ("by", "reason", "text")]
    return f"{type(observation).__name__}({', '.join(kept)})"
