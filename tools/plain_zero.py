"""Takes the stroke out of the zero of dashboard/sabot_dashboard/static/fonts/atkinson-hyperlegible-next.woff2
(SIL Open Font License, no reserved name): in a sentence a struck zero is read twice.

    pip install fonttools brotli
    python tools/plain_zero.py ATKINSON.woff2

ATKINSON is files/atkinson-hyperlegible-next-latin-wght-normal.woff2 of the npm package
@fontsource-variable/atkinson-hyperlegible-next (dashboard/sabot_dashboard/static/CREDITS.md). The stroke
parts the inside of the zero in two halves. One quarter of each half is whole; mirrored, they give the other
two, in every weight.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates, flagOnCurve
from fontTools.varLib.iup import iup_delta

FONTS = Path(__file__).parents[1] / "dashboard" / "sabot_dashboard" / "static" / "fonts"
MADE = FONTS / "atkinson-hyperlegible-next.woff2"

STRUCK_ENDS = [15, 26, 38]
"""The last point of each contour of the zero with a stroke: the outside, and two halves of the inside."""

OUTSIDE = range(16)
BOTTOM_POINT, LEFT_POINT, RIGHT_POINT, TOP_POINT = 16, 23, 31, 36
LOWER_LEFT, UPPER_RIGHT = [24, 25, 26], [32, 33, 34, 35]
"""The points of the inside: four on the curve, and those beside it in the two quarters that are whole."""

PHANTOM_POINTS = 4

Point = tuple[float, float]


def plain(points: Sequence[Point]) -> list[Point]:
    """The points of the zero without a stroke, from those of the one with it; moves of points alike."""
    axis = points[BOTTOM_POINT][0]
    lower_right = [(2 * axis - points[nth][0], points[nth][1]) for nth in reversed(LOWER_LEFT)]
    upper_left = [(2 * axis - points[nth][0], points[nth][1]) for nth in reversed(UPPER_RIGHT)]
    right = [points[RIGHT_POINT], *(points[nth] for nth in UPPER_RIGHT), points[TOP_POINT]]
    left = [points[LEFT_POINT], *(points[nth] for nth in LOWER_LEFT)]
    return [*points[: len(OUTSIDE)], points[BOTTOM_POINT], *lower_right, *right, *upper_left, *left]


def main(source: Path) -> None:
    font = TTFont(source)
    glyphs = font["glyf"]
    zero = glyphs["zero"]
    places, ends, flags = zero.getCoordinates(glyphs)
    if list(ends) != STRUCK_ENDS:
        raise SystemExit(f"{source}: this zero has no stroke, or another one")
    for each in font["gvar"].variations["zero"]:
        moves, phantom = each.coordinates[:-PHANTOM_POINTS], each.coordinates[-PHANTOM_POINTS:]
        no_moves = [(0, 0)] * PHANTOM_POINTS
        every = iup_delta(moves + no_moves, [*places, *no_moves], ends)  # the file leaves out what follows
        each.coordinates = plain(every[: len(places)]) + phantom
    inside = [flagOnCurve if nth in (0, 4, 9, 14) else 0 for nth in range(18)]
    zero.coordinates = GlyphCoordinates(plain(places))
    zero.flags = bytearray([*flags[: len(OUTSIDE)], *inside])
    zero.endPtsOfContours, zero.numberOfContours = [15, 33], 2
    zero.removeHinting()
    font.flavor = "woff2"
    font.save(MADE)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
