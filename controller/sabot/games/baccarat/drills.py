"""Tirage: does this hand draw? One cell for each total of a ponte, and one for each cell of the tableau.

The hands are dealt so that they come to the cell; the points are for the trainee to count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from sabot.core.reasons import Reason
from sabot.games.baccarat.points import VALUE
from sabot.games.baccarat.tableau import GIVEN
from sabot.games.questions import (
    DRAW,
    FREE,
    STAND,
    Act,
    Question,
    Tableau,
    Verdict,
    cards_of,
    chance_of,
    suited,
)

COLUMNS: tuple[int | None, ...] = (None, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The card given, in the order of the book."""

TOTALS = tuple(map(str, range(10)))
TABLEAU = tuple(tuple(f"{total}/{given}" for given in GIVEN) for total in range(8))
"""The cells of the tableau, as `5/3`, `4/-`, `0/X`, row by row."""

DRAWS, STANDS, LIKES = Act(DRAW, "Draws", "d"), Act(STAND, "Stands", "s"), Act(FREE, "As they like", "f")
BY_LAW = {"D": DRAW, "S": STAND, "F": FREE}

Hands = tuple[list[str], list[str]]
"""The cards of ponte and banker, as text."""


# --- dealing to a cell -------------------------------------------------------------------------------


def two(rng: Random, total: int) -> list[str]:
    """Two cards that count `total`."""
    first = rng.choice(list(VALUE))
    second = rng.choice([rank for rank, value in VALUE.items() if (value + VALUE[first]) % 10 == total])
    return [suited(rng, first), suited(rng, second)]


def third(rng: Random, value: int) -> str:
    """A card that counts `value`."""
    return suited(rng, rng.choice([rank for rank, worth in VALUE.items() if worth == value]))


def of_ponte(rng: Random, cell: str) -> Hands:
    """A ponte with `total` points, against a banker without a natural."""
    return two(rng, int(cell)), two(rng, rng.randrange(8))


def of_banker(rng: Random, cell: str, *, stood: tuple[int, ...], drew: tuple[int, ...]) -> Hands:
    """The hands at a cell of the tableau: a ponte who stood or drew on one of these totals."""
    total, _, column = cell.partition("/")
    given = COLUMNS[GIVEN.index(column)]
    ponte = two(rng, rng.choice(stood if given is None else drew))
    return [*ponte, *([] if given is None else [third(rng, given)])], two(rng, int(total))


def asked(
    cell: str,
    seed: int,
    *,
    name: str,
    game: str,
    places: tuple[str, str],
    hand: str,
    deal: Callable[[Random, str], Hands],
    acts: tuple[Act, ...],
) -> Question:
    """Whether `hand` draws, as the cards lie."""
    hands = deal(chance_of(name, cell, seed), cell)
    shows = {
        "kind": "hands",
        "game": game,
        "places": [
            {"name": place, "cards": cards, "owed": place == hand}
            for place, cards in zip(places, hands, strict=True)
        ],
    }
    return Question(name, cell, seed, "Does {place} draw?", shows, {"place": hand}, acts)


def hands_of(question: Question) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The values that lie before ponte and banker."""
    ponte, banker = (cards_of(place["cards"]) for place in question.shows["places"])
    return tuple(VALUE[card.rank] for card in ponte), tuple(VALUE[card.rank] for card in banker)


def verdict(truth: str, answer: str, why: Reason) -> Verdict:
    """Right or wrong, with the rule."""
    return Verdict(answer == truth, why, truth)


# --- the table behind a drill ------------------------------------------------------------------------

LETTER_OF_LAW = {law: letter for letter, law in BY_LAW.items()}


def row_of(laws: Sequence[str], *, of: str) -> Tableau:
    """The totals of a hand in one row; 8 and 9 are naturals."""
    letters = [*(LETTER_OF_LAW[law] for law in laws[:8]), "N", "N"]
    cells = [{"cell": str(total), "rule": letter} for total, letter in enumerate(letters)]
    return {"of": of, "columns": [cell["cell"] for cell in cells], "rows": [{"head": "", "cells": cells}]}


def tableau_of(rule: Callable[[int, int | None], str], *, of: str) -> Tableau:
    """The banker's totals against the card given."""
    rows = [
        {
            "head": str(total),
            "cells": [
                {"cell": f"{total}/{given}", "rule": rule(total, column)}
                for given, column in zip(GIVEN, COLUMNS, strict=True)
            ],
        }
        for total in range(8)
    ]
    return {"of": of, "columns": ["–", "A", *map(str, range(2, 10)), "10"], "rows": rows}
