"""What baccarat has in common, from the book: the values of cards, and the grid that binds the banker (HS p.
23; CB). D draw, S stand, F free."""

from __future__ import annotations

from collections.abc import Sequence

COLUMNS = "-A23456789X"
GRID = {
    **dict.fromkeys((0, 1, 2), "DDDDDDDDDDD"),
    3: "DDDDDDDDSFD",
    4: "DSDDDDDDSSS",
    5: "DSSSFDDDSSS",
    6: "SSSSSSDDSSS",
    7: "SSSSSSSSSSS",
}

LAWFUL = {("D", "carte"), ("S", "non"), ("F", "carte"), ("F", "non")}
"""What the book says, and what a hand may say then."""


def value(card: str) -> int:
    """Aces count one, tens and figures nothing."""
    return "XA23456789".find(card[0]) if card[0] not in "TJQK" else 0


def count(cards: Sequence[str]) -> int:
    """Of the sum only the last digit stays."""
    return sum(map(value, cards)) % 10


def is_natural(cards: Sequence[str]) -> bool:
    """Eight or nine in two cards."""
    return count(cards[:2]) >= 8


def banker(total: int, given: str | None) -> str:
    """What the grid says to a banker with this total, by the card given to the ponte."""
    column = "-" if given is None else "X" if given[0] in "TJQK" else given[0]
    return GRID[total][COLUMNS.index(column)]


def third(cards: Sequence[str]) -> str | None:
    """The third card of a hand."""
    return cards[2] if len(cards) > 2 else None
