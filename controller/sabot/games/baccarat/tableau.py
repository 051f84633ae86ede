"""The tableau of baccarat: the table by which the banker draws or stands, and what a ponte does.

Sources: *Hazardspelen* (HS, Dutch, about 1920), p. 7-34; *Casinobank* (CB) for punto banco. HS leaves the
banker free in two cells, which are `F` below; at punto banco they are `D` (CB).
"""

from __future__ import annotations

from typing import Literal

Rule = Literal["D", "S", "F"]
"""Draw, stand, free."""

# Banker's two-card total (row) against the card given to the ponte (column); `-`: the ponte stood, X: a
# bûche.
TABLEAU_OF_THE_BOOK = """
        -  A  2  3  4  5  6  7  8  9  X
    0   D  D  D  D  D  D  D  D  D  D  D
    1   D  D  D  D  D  D  D  D  D  D  D
    2   D  D  D  D  D  D  D  D  D  D  D
    3   D  D  D  D  D  D  D  D  S  F  D
    4   D  S  D  D  D  D  D  D  S  S  S
    5   D  S  S  S  F  D  D  D  S  S  S
    6   S  S  S  S  S  S  D  D  S  S  S
    7   S  S  S  S  S  S  S  S  S  S  S
"""

GIVEN = ("-", "A", "2", "3", "4", "5", "6", "7", "8", "9", "X")
"""The columns of the tableau."""


def read_tableau(book: str, *, free: Rule = "F") -> dict[tuple[int, int | None], Rule]:
    """The tableau as `(banker's total, value of the card given) -> rule`; None: the ponte stood, 0: a bûche.

    `free` is what becomes of the cells that the book leaves to the banker.

    >>> cells = read_tableau(TABLEAU_OF_THE_BOOK)
    >>> cells[6, 6], cells[6, None], cells[5, 4]  # against a 6, against no third card, against a 4
    ('D', 'S', 'F')
    >>> read_tableau(TABLEAU_OF_THE_BOOK, free="D")[5, 4]
    'D'
    """
    rows = [line.split() for line in book.strip().splitlines()[1:]]
    values = [None, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    cells: dict[tuple[int, int | None], Rule] = {}
    for total, *rules in rows:
        for value, rule in zip(values, rules, strict=True):
            cells[int(total), value] = free if rule == "F" else rule  # type: ignore[assignment]
    return cells


TABLEAU = read_tableau(TABLEAU_OF_THE_BOOK)
"""The banker's third card: `(the banker's two cards, value of the card given or None) -> D, S or F` (HS p.
23)."""

PONTE: dict[str, str] = {"free": "DDDDDFSS", "draw": "DDDDDDSS"}
"""The ponte's third card by the first two, 0 to 7, as the option `ponte_five` has it."""
