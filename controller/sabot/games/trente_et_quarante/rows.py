"""The two rows of trente et quarante: what they count, which is owed a card, who wins and what is called.

Sources: *Hazardspelen* (HS, Dutch, about 1920), p. 76-81; a bilingual treatise on the trente-un (TT,
Baden-Baden 1854). Noir is dealt first, then rouge; a row ends with the card that brings it to 31 or more. The
lower row wins; couleur wins if the very first card has the colour of the winning row. HS puts the second
row above the first: only the order of the deal counts here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.reasons import reason
from sabot.core.terms import Call, Owed
from sabot.core.words import plain

ROW_ENDS = 31
"""A row is dealt until it counts at least this (HS, TT)."""

ROW_POINTS_MOST = 40
"""What a row counts at most: 30 and a ten."""

VALUE = {rank: value for value, rank in enumerate("A23456789", start=1)} | dict.fromkeys("TJQK", 10)
"""What a card counts: the ace one, figures ten (TT)."""

POINTS_OF_A_PACK = 4 * sum(VALUE.values())

NUMBERS = {
    1: "un",
    2: "deux",
    3: "trois",
    4: "quatre",
    5: "cinq",
    6: "six",
    7: "sept",
    8: "huit",
    9: "neuf",
    10: "quarante",
}
"""What a row counts over 30, as it is called: 40 is *quarante*, never *dix* (TT)."""


class Position(NamedTuple):
    """All that the cards say of a coup: the points of noir and rouge, and the colour of the first card.

    There are a few hundred; each is worked out once, and `then` leads from one to the next by the card.
    `winner` is noir, rouge, apres or refait once both rows lie, `chances` those that win. `true` are the
    announcements that agree with the cards, in the form that `heard` gives.
    """

    points: tuple[int, int]
    first_is_red: bool | None
    owed: Owed | None
    winner: str | None
    couleur: bool | None
    chances: tuple[str, ...]
    calls: tuple[Call, ...]
    true: frozenset[str]
    then: dict[Card, Position]

    def __repr__(self) -> str:
        noir, rouge = self.points
        return f"position({noir}, {rouge}, {self.first_is_red})"


@cache
def position(noir: int, rouge: int, first_is_red: bool | None) -> Position:
    """The coup when the rows count so much; the colour of the first card is None before it lies."""
    points = (noir, rouge)
    won = winner(noir, rouge) if rouge >= ROW_ENDS else None
    couleur = (won == "rouge") == first_is_red if won in ("noir", "rouge") else None
    chances = () if won is None or couleur is None else (won, "couleur" if couleur else "inverse")
    spoken = _spoken(points, won, couleur=bool(couleur))
    true = frozenset(map(heard, (*spoken, *_shorter(points, won), *_calls_of_rows(points))))
    calls = tuple(Call(text) for text in spoken)
    return Position(points, first_is_red, _owed(noir, rouge), won, couleur, chances, calls, true, {})


def advanced(now: Position, card: Card) -> Position:
    """The position with one more card in the row that is owed it."""
    noir, rouge = now.points
    first_is_red = card.is_red if now.first_is_red is None else now.first_is_red
    if noir < ROW_ENDS:
        noir += VALUE[card.rank]
    else:
        rouge += VALUE[card.rank]
    then = now.then[card] = position(noir, rouge, first_is_red)
    return then


def winner(noir: int, rouge: int) -> str:
    """Who wins when both rows lie: the lower; equal rows are an après, of 31 each a refait (HS, TT)."""
    if noir == rouge:
        return "refait" if noir == ROW_ENDS else "apres"
    return "noir" if noir < rouge else "rouge"


def _owed(noir: int, rouge: int) -> Owed | None:
    if rouge >= ROW_ENDS:
        return None
    row, count = ("noir", noir) if noir < ROW_ENDS else ("rouge", rouge)
    if not count:
        return _NEW_ROWS[row]
    return Owed(row, why=reason("{place} has {n} and is dealt until it has 31 or more", place=row, n=count))


_NEW_ROWS = {
    "noir": Owed("noir", why=reason("the {place} row is dealt first, until it has 31 or more", place="noir")),
    "rouge": Owed(
        "rouge", why=reason("the {place} row is dealt next, until it has 31 or more", place="rouge")
    ),
}


# --- calls ---------------------------------------------------------------------------------------------


def _spoken(points: tuple[int, int], won: str | None, *, couleur: bool) -> tuple[str, ...]:
    """What is called as the last card lies: a row when it ends, then the result."""
    noir, rouge = points
    if won is not None:
        return row_call(rouge), result_call(points, couleur=couleur)
    return (row_call(noir),) if noir >= ROW_ENDS and not rouge else ()


def row_call(points: int) -> str:
    """The call after a row: `Un` for 31 to `Neuf` for 39, `Quarante` for 40."""
    return NUMBERS[points - 30].capitalize()


def result_call(points: tuple[int, int], *, couleur: bool) -> str:
    """The call of the result: rouge and couleur alone are named, noir and inverse never (HS).

    `Rouge gagne, couleur perd` stands in HS only.
    """
    noir, rouge = points
    if noir == rouge:
        number = NUMBERS[noir - 30]
        return "Quarante, après" if noir == ROW_POINTS_MOST else f"{number.capitalize()}, {number} après"
    if noir < rouge:
        return "Rouge perd, couleur gagne" if couleur else "Rouge perd et couleur"
    return "Rouge gagne et couleur" if couleur else "Rouge gagne, couleur perd"


def _shorter(points: tuple[int, int], won: str | None) -> tuple[str, ...]:
    """An après is also heard with its number once, or, of forty, twice, the call of the row before it."""
    if won not in ("apres", "refait"):
        return ()
    number = NUMBERS[points[0] - 30]
    return f"{number} après", f"{number}, {number} après"


def _calls_of_rows(points: tuple[int, int]) -> tuple[str, ...]:
    """The calls of the rows that have ended, each true as long as the coup lies open."""
    noir, rouge = points
    if rouge >= ROW_ENDS:
        return (row_call(rouge),)
    return (row_call(noir),) if noir >= ROW_ENDS else ()


def heard(words: str) -> str:
    """An announcement without case, accents and commas: `Rouge gagne, couleur perd` and its like are one."""
    return " ".join(re.findall(r"\w+", plain(words)))
