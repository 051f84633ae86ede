"""What a question of the school draws besides cards: chips where they lie on the cloth of a wheel."""

from __future__ import annotations

from functools import cache
from statistics import fmean

from sabot.games.wheel.layout import WHEELS
from sabot_dashboard.picture.wheel import CELL_HEIGHT, CELL_WIDTH, Box, layout

EDGE = 3 * CELL_HEIGHT
"""The line between the numbers and the dozens, on which a transversale lies."""


def chip_at(pockets: int, bet: str) -> tuple[float, float]:
    """Where the chip of this bet lies on the cloth, in the units of
    `sabot_dashboard.picture.wheel.layout`."""
    boxes = {box.name: box for box in layout(pockets)}
    if bet in boxes:
        return middle(boxes[bet])
    found = [boxes[name] for name in WHEELS[pockets].bets[bet].numbers]
    numbers, zeros = [box for box in found if box.x], [box for box in found if not box.x]
    x, y = (fmean(axis) for axis in zip(*map(middle, found), strict=True))
    if bet.endswith("premiers"):
        return CELL_WIDTH, EDGE
    if zeros and numbers:
        return CELL_WIDTH, fmean(middle(box)[1] for box in numbers)
    return (x, EDGE) if bet.startswith("transversale") and numbers else (x, y)


@cache
def spots(pockets: int) -> dict[str, tuple[float, float]]:
    """Where the chip of each bet on the cloth of this wheel lies."""
    return {bet: _rounded(chip_at(pockets, bet)) for bet in WHEELS[pockets].bets}


def _rounded(spot: tuple[float, float]) -> tuple[float, float]:
    return round(spot[0], 2), round(spot[1], 2)


def middle(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return box.x + box.w / 2, box.y + box.h / 2


def chips_at(pockets: int, chips: list[dict[str, object]]) -> list[dict[str, object]]:
    """Every pile of chips with its place."""
    placed = [(chip, chip_at(pockets, str(chip["bet"]))) for chip in chips]
    return [chip | {"x": round(x, 2), "y": round(y, 2)} for chip, (x, y) in placed]
