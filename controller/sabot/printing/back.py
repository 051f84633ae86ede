"""The back of every card, cut cards too: the same for all, and the same when turned by 180 degrees."""

from __future__ import annotations

from functools import cache

EDGE_MM = 4.0
"""A white rim, so that a slightly wrong cut does not show in the pattern."""

TILE_MM = 3.0
INK = "#7b1e2b"


@cache
def back(width_mm: float, height_mm: float) -> str:
    """The back as SVG of this size: a field of lozenges in a frame."""
    wide, high = width_mm - 2 * EDGE_MM, height_mm - 2 * EDGE_MM
    columns, rows = round(wide / TILE_MM), round(high / TILE_MM)
    tile = (wide / columns, high / rows)
    lozenges = "".join(_lozenge(column, row, tile) for row in range(rows) for column in range(columns))
    frame = f"M{EDGE_MM} {EDGE_MM}h{wide}v{high}h{-wide}z"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width_mm}mm" height="{height_mm}mm" '
        f'viewBox="0 0 {width_mm} {height_mm}"><path d="{lozenges}" fill="{INK}"/>'
        f'<path d="{frame}" fill="none" stroke="{INK}" stroke-width="0.6"/></svg>'
    )


def _lozenge(column: int, row: int, tile: tuple[float, float]) -> str:
    half_wide, half_high = tile[0] / 2, tile[1] / 2
    x, y = EDGE_MM + column * tile[0], EDGE_MM + row * tile[1] + half_high
    across, down = f"{half_wide:.4f}", f"{half_high:.4f}"
    return f"M{x:.4f} {y:.4f}l{across}-{down} {across} {down}-{across} {down}z"
