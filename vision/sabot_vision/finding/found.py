"""What the eye found in one picture: a card with its place, or something that it is not sure about."""

from __future__ import annotations

from typing import NamedTuple

Box = tuple[int, int, int, int]
"""x, y, width and height in pixels of the picture, upright."""

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four corners in pixels, clockwise on the picture, the first at the upper left of the upright card."""


class Found(NamedTuple):
    """One card in a picture.

    `card` is named as `sabot.core.cards` does (`8C`, `TH`), or None where the reader is not sure; `unsure`
    then says why in one or two words. `confidence` lies between 0 and 1. It is that of `card`, or of the best
    guess if that was not good enough. `rank` and `suit` are that best guess, glyph by glyph as printed (a
    French knave is `V`), empty where there is none.
    """

    card: str | None
    confidence: float
    box: Box
    quad: Quad
    unsure: str | None = None
    rank: str = ""
    suit: str = ""
