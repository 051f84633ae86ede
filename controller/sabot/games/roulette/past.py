"""The numbers that fell, and how often each chance came in a window of them."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.descriptor import Score
from sabot.core.shapes.view import ResultShown
from sabot.games.roulette import permanence as roulette_permanence
from sabot.games.wheel.layout import POCKETS, WHEELS

NUMBERS_SHOWN = 24
"""How many of the last numbers a screen gets."""

WINDOW_COUPS = 100
"""Over how many of the last coups the numbers are counted."""

SECTOR_REACH = 2
"""A sector is a number with this many neighbours on each side of the wheel."""


def score(results: Sequence[ResultShown], *, pockets: int) -> Score:
    """The last numbers as `[number, colour, by hand]`, newest first, and the counts of a window of them."""
    fell = roulette_permanence.pockets_of(results)
    last = [_fallen(each) for each in reversed(results[-NUMBERS_SHOWN:])]
    known = WHEELS[pockets].pockets
    counted = roulette_permanence.counts(
        [each for each in fell if each in known], wheel=pockets, over=WINDOW_COUPS
    )
    return {
        "kind": "numbers",
        "numbers": last,
        "counts": {name: count.came for name, count in _chances(counted).items()},
        "heat": _heat(WHEELS[pockets].order, counted),
        "coups": len(fell),
        "over": counted.over,
    }


def _chances(counted: roulette_permanence.Counts) -> dict[str, roulette_permanence.Count]:
    """The count of each chance by its name on the cloth."""
    dozens = {f"douzaine:{nth}": count for nth, count in counted.dozen.items()}
    columns = {f"colonne:{nth}": count for nth, count in counted.column.items()}
    simple = {**counted.colour, **counted.parity, **counted.half}
    return {**simple, **dozens, **columns, "zero": counted.zero}


def _heat(order: Sequence[str], counted: roulette_permanence.Counts) -> dict[str, int]:
    """How often the ball fell into the sector about each number, in the order of the wheel."""
    came = [counted.numbers[name].came for name in order]
    reach = range(-SECTOR_REACH, SECTOR_REACH + 1)
    return {name: sum(came[(nth + off) % len(order)] for off in reach) for nth, name in enumerate(order)}


def _fallen(result: ResultShown) -> list[object]:
    """A number, its colour, and whether a person entered it."""
    name = str(result["number"])
    return [name, POCKETS[name].colour or "zero", bool(result.get("by_hand"))]
