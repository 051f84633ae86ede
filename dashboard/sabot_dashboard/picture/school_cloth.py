"""What a question of the school draws besides cards: chips where they lie on the cloth of roulette, and the
table of the rules in which a cell is marked."""

from __future__ import annotations

from statistics import fmean

from sabot.games.baccarat import tableau as chemin_tirage
from sabot.games.wheel.layout import WHEELS
from sabot_dashboard.picture import tableau
from sabot_dashboard.picture.wheel import HEIGHT, WIDTH, Box, layout

EDGE = 3 * HEIGHT
"""The line between the numbers and the dozens, on which a transversale lies."""

LAW = {"draw": "D", "stand": "S", "free": "F"}
ONE_ROW = {"tirage-punto": "punto", "tirage-ponte": "ponte", "tirage-side": "ponte"}
"""The drills whose cells are the totals of a hand."""

FREE_CELLS = ("tirage-banque", "tirage-two-sides")
"""The drills of the tableau that leaves the banker two cells."""


def chip_at(pockets: int, bet: str) -> tuple[float, float]:
    """Where the chip of this bet lies on the cloth, in the units of
    `sabot_dashboard.picture.wheel.layout`."""
    boxes = {box.name: box for box in layout(pockets)}
    if bet in boxes:
        return _middle(boxes[bet])
    found = [boxes[name] for name in WHEELS[pockets].bets[bet].numbers]
    numbers, zeros = [box for box in found if box.x], [box for box in found if not box.x]
    x, y = (fmean(axis) for axis in zip(*map(_middle, found), strict=True))
    if bet.endswith("premiers"):
        return WIDTH, EDGE
    if zeros and numbers:
        return WIDTH, fmean(_middle(box)[1] for box in numbers)
    return (x, EDGE) if bet.startswith("transversale") and numbers else (x, y)


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.w / 2, box.y + box.h / 2


def chips_at(pockets: int, chips: list[dict[str, object]]) -> list[dict[str, object]]:
    """Every pile of chips with its place."""
    placed = [(chip, chip_at(pockets, str(chip["bet"]))) for chip in chips]
    return [chip | {"x": round(x, 2), "y": round(y, 2)} for chip, (x, y) in placed]


def table_of(drill: str, laws: list[str]) -> dict[str, object] | None:
    """The table of the rules behind a drill of the tirage: `of`, column heads, and rows of `D`, `S`, `F`.
    `laws` are what this house does at each of its cells."""
    if drill in ONE_ROW:
        return _one_row(ONE_ROW[drill], [LAW[law] for law in laws[:8]] + ["N", "N"])
    if drill == "tirage-banco":
        rows: list[list[str]] = [[cell["rule"] for cell in row["cells"]] for row in tableau.banco_rows()]
    elif drill in FREE_CELLS:
        rows = [[chemin_tirage.TABLEAU[total, given] for given in tableau.COLUMNS] for total in range(8)]
    else:
        return None
    return {
        "of": drill.removeprefix("tirage-"),
        "columns": ["–", "A", *map(str, range(2, 10)), "10"],
        "rows": [{"head": str(total), "cells": _cells(total, row)} for total, row in enumerate(rows)],
    }


GIVEN = ("-", "A", "2", "3", "4", "5", "6", "7", "8", "9", "X")


def _cells(total: int, laws: list[str]) -> list[dict[str, str]]:
    return [{"cell": f"{total}/{given}", "rule": law} for given, law in zip(GIVEN, laws, strict=True)]


def _one_row(of: str, laws: list[str]) -> dict[str, object]:
    cells = [{"cell": str(total), "rule": law} for total, law in enumerate(laws)]
    return {"of": of, "columns": [cell["cell"] for cell in cells], "rows": [{"head": "", "cells": cells}]}
