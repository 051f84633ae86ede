"""The mark of a house on paper."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpdf import FPDF

log = logging.getLogger(__name__)

Rgb = tuple[int, int, int]


def draw_mark(
    pdf: FPDF,
    content: bytes,
    *,
    x_mm: float,
    y_mm: float,
    wide_mm: float,
    high_mm: float,
    is_centred: bool = False,
) -> float:
    """Draw a mark, an SVG or a PNG, as large as fits into this box, at its left edge or, `is_centred`, in its
    middle. Returns how wide it is; 0 where fpdf2 cannot draw it, and then nothing is drawn."""
    from fpdf.image_parsing import preload_image

    try:
        info = preload_image(pdf.image_cache, BytesIO(content))[2]
        part = min(wide_mm / info.width, high_mm / info.height)
    except Exception as error:  # noqa: BLE001 - fpdf2 may fail in any way at an SVG: the paper does without
        log.warning("the mark of the house cannot be drawn on paper: %s", error)
        return 0.0
    w_mm, h_mm = info.width * part, info.height * part
    left_mm = x_mm + (wide_mm - w_mm) / 2 if is_centred else x_mm
    pdf.image(BytesIO(content), x=left_mm, y=y_mm + (high_mm - h_mm) / 2, w=w_mm, h=h_mm)
    return w_mm


def rgb(colour: str, other: Rgb) -> Rgb:
    """A colour such as #0B2545 as fpdf2 takes it; `other` where it is empty.

    >>> rgb("#0B2545", (0, 0, 0))
    (11, 37, 69)
    """
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)) if colour else other
