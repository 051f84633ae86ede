"""A chart as SVG, drawn by the server: games as bars, faults as a line of points. It has no script and no
style of its own, so the strictest page may show it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sabot.core.shapes.floor import Day

WIDTH, HEIGHT = 1000, 320
LEFT, RIGHT, TOP, BOTTOM = 70, 60, 14, 40
LINES = 4
LABELS_MOST = 12


def chart(days: Sequence[Day], *, title: str) -> str:
    """An SVG element. It needs no reader: the same numbers stand in a table beneath it."""
    if not days:
        return ""
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    most, faulty = nice(max(each.coups for each in days)), nice(max(each.faults for each in days))
    step = wide / len(days)
    parts = [*_lines(most, faulty)]
    points = []
    for number, each in enumerate(days):
        x, high = LEFT + number * step, tall * each.coups / most
        parts.append(
            f'<rect class="bar" x="{x + step * 0.1:.1f}" y="{TOP + tall - high:.1f}" width="{step * 0.8:.1f}"'
            f' height="{high:.1f}"><title>{escape(each.day)}: {each.coups}</title></rect>'
        )
        points.append(f"{x + step / 2:.1f},{TOP + tall - tall * each.faults / faulty:.1f}")
        if number % max(1, -(-len(days) // LABELS_MOST)) == 0:
            where = f'x="{x + step / 2:.1f}" y="{HEIGHT - 12}" text-anchor="middle"'
            parts.append(f"<text {where}>{escape(each.day[5:] if len(each.day) > 7 else each.day)}</text>")
    parts.append(f'<polyline class="faults" points="{" ".join(points)}"/>')
    parts += [f'<circle class="faults" cx="{x}" cy="{y}" r="4"/>' for x, y in (p.split(",") for p in points)]
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        + "".join(parts)
        + "</svg>"
    )


def _lines(most: int, faulty: int) -> list[str]:
    tall = HEIGHT - TOP - BOTTOM
    found = []
    for line in range(LINES + 1):
        y = TOP + tall - tall * line / LINES
        found.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        found.append(f'<text x="{LEFT - 8}" y="{y + 6:.1f}" text-anchor="end">{most * line // LINES}</text>')
        found.append(
            f'<text class="faults" x="{WIDTH - RIGHT + 8}" y="{y + 6:.1f}">{faulty * line // LINES}</text>'
        )
    return found


def nice(most: int) -> int:
    """A round number that is at least this one, and can be divided by LINES.

    >>> [nice(n) for n in (0, 3, 9, 61, 1180)]
    [4, 4, 12, 80, 1200]
    """
    unit = LINES
    while True:
        for times in (1, 2, 3, 5, 10):
            if most <= unit * times:
                return unit * times
        unit *= 10
