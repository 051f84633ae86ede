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

NUMBERS_MOST = 4
"""How many numbers are named as frequent and as absent."""


def score(results: Sequence[ResultShown], *, pockets: int) -> Score:
    """The last numbers as `[number, colour, by hand]`, newest first, and the counts of a window of them."""
    fell = roulette_permanence.pockets_of(results)
    last = [_fallen(each) for each in reversed(results[-NUMBERS_SHOWN:])]
    known = WHEELS[pockets].pockets
    counted = roulette_permanence.counts(
        [each for each in fell if each in known], wheel=pockets, over=WINDOW_COUPS
    )
    simple = {**counted.colour, **counted.parity, **counted.half}
    often = sorted(counted.numbers, key=lambda name: -counted.numbers[name].came)
    absent = sorted(counted.numbers, key=lambda name: -counted.numbers[name].ecart)
    return {
        "kind": "numbers",
        "numbers": last,
        "counts": {name: count.came for name, count in simple.items()} | {"zero": counted.zero.came},
        "dozens": [counted.dozen[nth].came for nth in (1, 2, 3)],
        "often": [_frequent(name, counted.numbers[name].came) for name in often[:NUMBERS_MOST]],
        "absent": [_frequent(name, counted.numbers[name].ecart) for name in absent[:NUMBERS_MOST]],
        "coups": len(fell),
        "over": counted.over,
    }


def _fallen(result: ResultShown) -> list[object]:
    """A number, its colour, and whether a person entered it."""
    name = str(result["number"])
    return [name, POCKETS[name].colour or "zero", bool(result.get("by_hand"))]


def _frequent(name: str, count: int) -> list[object]:
    return [name, POCKETS[name].colour or "zero", count]
