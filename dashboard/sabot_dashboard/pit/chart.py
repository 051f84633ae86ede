"""A chart as SVG, drawn by the server: games as bars, faults as a line of points. It has no script and no
style of its own, so the strictest page may show it. Where scripts run, `pit-report.mjs` draws the same."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sabot.core.shapes.floor import Day

CHART_WIDTH, CHART_HEIGHT = 1000, 320
MARGIN_LEFT, MARGIN_RIGHT, MARGIN_TOP, MARGIN_BOTTOM = 70, 60, 14, 40
GRID_LINES = 4
LABELS_MOST = 12


def chart(days: Sequence[Day], *, title: str) -> str:
    """An SVG element. It needs no reader: the same numbers stand in a table beneath it."""
    if not days:
        return ""
    wide, tall = CHART_WIDTH - MARGIN_LEFT - MARGIN_RIGHT, CHART_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM
    most, faulty = nice(max(each.coups for each in days)), nice(max(each.faults for each in days))
    step = wide / len(days)
    parts = [*_lines(most, faulty)]
    points = []
    for number, each in enumerate(days):
        x, high = MARGIN_LEFT + number * step, tall * each.coups / most
        parts.append(
            f'<rect class="bar" x="{x + step * 0.1:.1f}" y="{MARGIN_TOP + tall - high:.1f}"'
            f' width="{step * 0.8:.1f}" height="{high:.1f}">'
            f"<title>{escape(each.day)}: {each.coups}</title></rect>"
        )
        points.append(f"{x + step / 2:.1f},{MARGIN_TOP + tall - tall * each.faults / faulty:.1f}")
        if number % max(1, -(-len(days) // LABELS_MOST)) == 0:
            where = f'x="{x + step / 2:.1f}" y="{CHART_HEIGHT - 12}" text-anchor="middle"'
            parts.append(f"<text {where}>{escape(each.day[5:] if len(each.day) > 7 else each.day)}</text>")
    parts.append(f'<polyline class="faults" points="{" ".join(points)}"/>')
    parts += [f'<circle class="faults" cx="{x}" cy="{y}" r="4"/>' for x, y in (p.split(",") for p in points)]
    return (
        f'<svg class="chart" viewBox="0 0 {CHART_WIDTH} {CHART_HEIGHT}" role="img"'
        f' aria-label="{escape(title)}">' + "".join(parts) + "</svg>"
    )


def plotted(days: Sequence[Day], *, part: str) -> dict[str, object]:
    """The same for the script: columns of values, each by `part`, which is `day` or `month`.

    >>> plotted([Day("2026-11-01", 7, 2, 1)], part="month")
    {'by': 'month', 'days': ['2026-11-01'], 'coups': [7], 'faults': [1]}
    """
    return {
        "by": part,
        "days": [each.day for each in days],
        "coups": [each.coups for each in days],
        "faults": [each.faults for each in days],
    }


def _lines(most: int, faulty: int) -> list[str]:
    tall = CHART_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM
    found = []
    for line in range(GRID_LINES + 1):
        y = MARGIN_TOP + tall - tall * line / GRID_LINES
        found.append(
            f'<line x1="{MARGIN_LEFT}" x2="{CHART_WIDTH - MARGIN_RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        games, faults, y_text = most * line // GRID_LINES, faulty * line // GRID_LINES, f"{y + 6:.1f}"
        found.append(f'<text x="{MARGIN_LEFT - 8}" y="{y_text}" text-anchor="end">{games}</text>')
        beyond = CHART_WIDTH - MARGIN_RIGHT + 8
        found.append(f'<text class="faults" x="{beyond}" y="{y_text}">{faults}</text>')
    return found


def nice(most: int) -> int:
    """A round number that is at least this one, and can be divided by GRID_LINES.

    >>> [nice(n) for n in (0, 3, 9, 61, 1180)]
    [4, 4, 12, 80, 1200]
    """
    unit = GRID_LINES
    while True:
        for times in (1, 2, 3, 5, 10):
            if most <= unit * times:
                return unit * times
        unit *= 10
