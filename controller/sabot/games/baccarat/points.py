"""What the three games of baccarat share: the value of the cards, naturals, the tableau and who says what
in French.

Sources: *Hazardspelen* (HS, Dutch, about 1920), p. 7-34; *Casinobank* (CB) for punto banco. Where HS
leaves the banker free, punto banco draws (CB): those two cells are `F` in the one table below.
"""

from __future__ import annotations

from typing import Literal

from sabot.core.cards import VALUE as VALUE
from sabot.core.reasons import reason
from sabot.core.terms import Call

Rule = Literal["D", "S", "F"]
"""Draw, stand, free."""

NATURAL_POINTS = (8, 9)

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


NUMBERS = ("baccarat", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
"""The totals as they are announced (CB: nothing is "baccarat")."""


def french(text: str, *, asks: str = "", to: str = "") -> Call:
    """A call in French, the language of these tables; it may ask a hand to speak, or for a card to one."""
    return Call(text, "fr", asks, to)


GIVEN_NAMES = {
    None: reason("no third card"),
    0: reason("a ten-value card"),
    1: reason("an ace"),
    2: reason("a 2"),
    3: reason("a 3"),
    4: reason("a 4"),
    5: reason("a 5"),
    6: reason("a 6"),
    7: reason("a 7"),
    8: reason("an 8"),
    9: reason("a 9"),
}
"""The card given by its value, for a sentence."""
