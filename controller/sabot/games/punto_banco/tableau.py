"""The tableau as data for a page: the rules' own table, cell by cell, and the cell that a coup stands in."""

from __future__ import annotations

from typing import TypedDict

from sabot.core.shapes.view import FaultShown, View
from sabot.games.baccarat.points import NATURAL_POINTS, VALUE
from sabot.games.punto_banco.tirage import TABLEAU
from sabot.games.punto_banco.whys import PUNTO_DRAWS_TO

COLUMNS: tuple[int | None, ...] = (None, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""Punto's third card in the order of the book: `None` where punto stood, 0 a bûche."""


class Cell(TypedDict):
    """A cell of a table of rules: `D` draws, `S` stands, `N` natural."""

    column: str
    rule: str


class Row(TypedDict):
    """A row of the tableau of banco."""

    row: int
    cells: list[Cell]


def banco_rows() -> list[Row]:
    """The tableau of banco: a row a total, `cells` of `{"column", "rule"}`, rule `D` draws or `S` stands."""
    totals = sorted({total for total, _ in TABLEAU})
    return [
        {
            "row": total,
            "cells": [{"column": name(third), "rule": TABLEAU[total, third]} for third in COLUMNS],
        }
        for total in totals
    ]


def punto_cells() -> list[Cell]:
    """What punto does on each total: `D` draws, `S` stands, `N` natural."""
    return [{"column": str(total), "rule": _punto_rule(total)} for total in range(10)]


def tables() -> dict[str, object]:
    """What the croupier's page draws."""
    return {"banco_rows": banco_rows(), "punto_cells": punto_cells()}


def name(third: int | None) -> str:
    """The column's name: `-` punto stood, `10` a bûche."""
    return "-" if third is None else str(third or 10)


def cell_of(view: View, fault: FaultShown) -> dict[str, object] | None:
    """The cell of the tableau that a faux tirage is about: `{"of", "row", "column"}`; None where none speaks.

    Banco's cell when punto's turn is over, else punto's (it has one row).
    """
    hands = {place["name"]: place["cards"] for place in view["places"]}
    punto, banco = hands.get("punto", []), hands.get("banco", [])
    of_this_coup = fault["kind"] == "faux-tirage" and fault["coup"] == view["coup"]
    if not of_this_coup or len(punto) < 2 or len(banco) < 2:
        return None
    of = fault.get("owed") or fault.get("to") or ("banco" if len(punto) == 3 else "punto")
    if of == "punto" or {_two(punto), _two(banco)} & set(NATURAL_POINTS):
        return {"of": "punto", "row": 0, "column": str(_two(punto))}
    third = _value(punto[2]) if len(punto) == 3 else None
    return {"of": "banco", "row": _two(banco), "column": name(third)}


def _punto_rule(total: int) -> str:
    return "N" if total in NATURAL_POINTS else "D" if total <= PUNTO_DRAWS_TO else "S"


def _value(card: str) -> int:
    return VALUE[card[0]]


def _two(cards: list[str]) -> int:
    return (_value(cards[0]) + _value(cards[1])) % 10
