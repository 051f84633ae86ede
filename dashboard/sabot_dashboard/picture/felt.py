"""Where a chip lies on the cloth of a wheel, and the racetrack for what players announce."""

from __future__ import annotations

from functools import cache
from statistics import fmean

from sabot.games.wheel.layout import WHEELS, Bet, is_double
from sabot_dashboard.picture.school_cloth import chip_at, middle
from sabot_dashboard.picture.wheel import CELL_HEIGHT, CELL_WIDTH, Box, layout

ZEROS = frozenset(("0", "00", "000"))

KINDS = {"carre": "Carré", "transversale-pleine": "Transversale"}
"""How a bet is called where its name in the notation is not the word."""

TRACK_COLUMNS = 14
"""Numbers along each long side of the racetrack."""


@cache
def spots(pockets: int) -> tuple[dict[str, object], ...]:
    """Every bet of the cloth: its `name`, the `text` in words, its place `x`, `y`, and the numbers `on` which
    it lies. A finger goes to the nearest."""
    places = {box.name: box.text for box in layout(pockets) if box.tone == "field"}
    return tuple(
        {
            "name": bet.name,
            "text": places[bet.name] if ":" not in bet.name and bet.name in places else text_of(bet),
            "x": round(x, 2),
            "y": round(y, 2),
            "on": sorted(bet.numbers),
        }
        for bet in WHEELS[pockets].bets.values()
        for x, y in [_place(pockets, bet)]
    )


def _place(pockets: int, bet: Bet) -> tuple[float, float]:
    """Where its chip lies: on the line between two dozens or columns, on the border of a zero and the
    numbers, else where the school lays it."""
    boxes = {box.name: box for box in layout(pockets)}
    if is_double(bet.name):
        kind, _, pair = bet.name.partition(":")
        x, y = zip(*(middle(boxes[f"{kind}:{nth}"]) for nth in pair.split("-")), strict=True)
        return fmean(x), fmean(y)
    if "000" in boxes and {"0", "00"} <= bet.numbers <= ZEROS:
        return 0.0, CELL_HEIGHT * (len(bet.numbers) - 1)  # of three zeros the outer two touch nowhere
    zeros, numbers = bet.numbers & ZEROS, bet.numbers - ZEROS
    if zeros and numbers and not bet.name.endswith("premiers"):
        return CELL_WIDTH, fmean(_border(boxes[zero], boxes[number]) for zero in zeros for number in numbers)
    return chip_at(pockets, bet.name)


def _border(zero: Box, number: Box) -> float:
    """The middle of the line that both share."""
    return (max(zero.y, number.y) + min(zero.y + zero.h, number.y + number.h)) / 2


def text_of(bet: Bet) -> str:
    """A bet in words, with its first and its last number: `carre:16-20` is *Carré 16-20*.

    >>> text_of(WHEELS[37].bets["transversale-simple:13"])
    'Transversale simple 13-18'
    """
    kind, _, named = bet.name.partition(":")
    word = KINDS.get(kind, kind.replace("-", " ").capitalize())
    if (
        not named
        or kind in ("colonne", "douzaine", "plein")
        or any(number.startswith("0") for number in bet.numbers)
    ):
        return f"{word} {named}".strip()
    numbers = sorted(map(int, bet.numbers))
    return f"{word} {numbers[0]}-{numbers[-1]}"


def finales_a_cheval(pockets: int) -> list[str]:
    """The pairs of a finale à cheval, such as `4-7`, whose first two numbers touch on this cloth."""
    pairs = (f"{digit}-{digit + 3}" for digit in range(10))
    return [pair for pair in pairs if f"cheval:{pair}" in WHEELS[pockets].bets]


@cache
def track(pockets: int) -> tuple[dict[str, object], ...]:
    """The pockets as the wheel has them, around the racetrack: `name`, `tone`, and `column` and `row` of a
    grid. They go clockwise, from the upper left corner; zero lies at the right end."""
    order = WHEELS[pockets].order
    right = (len(order) - 2 * TRACK_COLUMNS) // 2
    left = len(order) - 2 * TRACK_COLUMNS - right
    ring = [
        *((TRACK_COLUMNS, 2 + nth) for nth in range(right)),
        *((TRACK_COLUMNS - nth, 2 + max(left, right)) for nth in range(TRACK_COLUMNS)),
        *((1, 1 + left - nth) for nth in range(left)),
        *((1 + nth, 1) for nth in range(TRACK_COLUMNS)),
    ]
    start = right // 2
    turned = (*order[-start:], *order[:-start])
    tones = {box.name: box.tone for box in layout(pockets)}
    return tuple(
        {"name": name, "tone": tones[name], "column": column, "row": row}
        for name, (column, row) in zip(turned, ring, strict=True)
    )
