"""The lines of a table, and the cards and stakes on it, for a program that knows the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

Line = dict[str, Any]
FACTS = frozenset("card result settlement void shoe banque assurance paid".split())
TEXT = ("because", "said")
"""The keys of a line that are sentences, and that nobody reckons with."""


class DisagreementError(AssertionError):
    """The table and the book say different things."""


class Due(NamedTuple):
    """What is due: a card `to` a place, or a decision `of` a hand."""

    to: str | None = None
    of: str | None = None


@dataclass
class Laid:
    """A stake on the cloth, in cents. `stayed`: it lies there from an earlier coup."""

    where: str
    amount: int
    seat: int | None = None
    stayed: bool = False

    @property
    def place(self) -> tuple[str, int | None]:
        """Where it lies, and whose it is."""
        return self.where, self.seat


def money(cents: int) -> str:
    """A sum as the lines have it."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def line_of(event: str, coup: int, keys: Line) -> Line:
    """A line with these keys; only a result names what it does not have."""
    kept = {key: value for key, value in keys.items() if value is not None or event == "result"}
    return {"event": event} | ({"coup": coup} if coup else {}) | kept


def plain(line: Line) -> Line:
    """A line without its sentences."""
    return {key: value for key, value in line.items() if key not in TEXT}


def in_cents(text: str) -> int:
    """A sum of a line, in cents."""
    return round(100 * float(text))
