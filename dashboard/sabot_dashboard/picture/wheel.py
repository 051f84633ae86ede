"""The wheel and the cloth of roulette as drawings: where each pocket lies, from the rules' own data.

The wheel has a radius of 100 about the origin; the cloth is laid in boxes of 10 x 14 units, zero at the left.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import NamedTuple

from sabot.games.wheel.layout import POCKETS, SIMPLE_CHANCES, WHEELS

RIM_RADIUS, HUB_RADIUS = 100.0, 58.0
CELL_WIDTH, CELL_HEIGHT = 10, 14
"""Of a number's box on the cloth."""
TRANSVERSALE_NUMBERS = 6
"""A transversale simple covers this many numbers."""
PRINTED = ("manque", "pair", "rouge", "noir", "impair", "passe")
"""The simple chances in the order in which a French cloth prints them."""

assert set(PRINTED) == set(SIMPLE_CHANCES)


class Box(NamedTuple):
    """A box of the cloth: `name` (a pocket, or a chance), what is printed in it, and where it lies."""

    name: str
    text: str
    tone: str
    x: float
    y: float
    w: float = CELL_WIDTH
    h: float = CELL_HEIGHT


@cache
def cylinder(pockets: int) -> tuple[dict[str, object], ...]:
    """Each pocket of the wheel, clockwise from zero at the top: `name`, `tone`, `path` of its field, and the
    `angle` in degrees at which it lies."""
    order = WHEELS[pockets].order
    step = 360 / len(order)
    return tuple(
        {
            "name": name,
            "tone": _tone(name),
            "path": _field(nth * step, step / 2),
            "angle": round(nth * step, 3),
        }
        for nth, name in enumerate(order)
    )


@cache
def layout(pockets: int) -> tuple[Box, ...]:
    """Every box of the cloth; of several zeros 0 lies beside 1, as the bets on both do, and 00 beside 3."""
    zeros = [name for name in reversed(WHEELS[pockets].order) if POCKETS[name].colour is None]
    tall = round(3 * CELL_HEIGHT / len(zeros), 3)
    boxes = [Box(name, name, "zero", 0, nth * tall, h=tall) for nth, name in enumerate(zeros)]
    for pocket in POCKETS.values():
        if pocket.column is not None:
            x, y = CELL_WIDTH * (1 + (int(pocket.number) - 1) // 3), (3 - pocket.column) * CELL_HEIGHT
            boxes.append(Box(pocket.name, pocket.name, _tone(pocket.name), x, y))
    for nth in (1, 2, 3):
        boxes.append(Box(f"douzaine:{nth}", f"{nth}e 12", "field", 40 * nth - 30, 42, 40, 11))
        boxes.append(Box(f"colonne:{nth}", "2 à 1", "field", 130, (3 - nth) * CELL_HEIGHT, 13))
    for nth, name in enumerate(PRINTED):
        boxes.append(Box(name, name.capitalize(), "field", 10 + nth * 20, 53, 20, 11))
    return tuple(boxes)


@cache
def inside(pockets: int) -> dict[str, str]:
    """The bets on a few numbers: their names, and the numbers that each lies on, as they are touched."""
    bets = WHEELS[pockets].bets.values()
    return {
        bet.name: " ".join(sorted(bet.numbers)) for bet in bets if len(bet.numbers) <= TRANSVERSALE_NUMBERS
    }


def _tone(name: str) -> str:
    return POCKETS[name].colour or "zero"


def _field(middle: float, half: float) -> str:
    """The field of a pocket: a piece of the ring between rim and track."""
    a, b, c, d = (
        _at(RIM_RADIUS, middle - half),
        _at(RIM_RADIUS, middle + half),
        _at(HUB_RADIUS, middle + half),
        _at(HUB_RADIUS, middle - half),
    )
    return f"M{a}A{RIM_RADIUS:g} {RIM_RADIUS:g} 0 0 1 {b}L{c}A{HUB_RADIUS:g} {HUB_RADIUS:g} 0 0 0 {d}Z"


def _at(radius: float, degrees: float) -> str:
    turn = degrees * pi / 180
    return f"{radius * sin(turn):.2f} {-radius * cos(turn):.2f}"
