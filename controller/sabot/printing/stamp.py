"""A drawing that is made once and used in many places: it keeps fpdf2's output for an SVG.

Imported only after a check that fpdf2 is installed.
"""

from __future__ import annotations

from typing import Any

from fpdf import FPDF
from fpdf.drawing import GraphicsContext
from fpdf.svg import SVGObject


class Stamp(GraphicsContext):
    """An SVG of fixed size. The sixth king of a sixain costs almost nothing."""

    def __init__(self, svg: str) -> None:
        super().__init__()
        self._svg = SVGObject(svg)
        self._written = ""
        self._at = (0.0, 0.0)

    def put(self, pdf: FPDF, *, x_mm: float, y_mm: float) -> None:
        """Draw it on the page that is open, with its upper left corner here."""
        if not self.path_items:
            self.add_item(self._svg.transform_to_page_viewport(pdf)[2], clone=False)
        self._at = (x_mm, y_mm)
        with pdf.drawing_context() as context:
            context.add_item(self, clone=False)

    def render(self, *given: Any, **named: Any) -> Any:
        """fpdf2 calls this: it returns the same commands each time, moved to their place."""
        _, _, last, first, *_ = given
        if not self._written:
            self._written = super().render(*given, **named)[0]
        x, y = self._at
        return f"q 1 0 0 1 {x:.4f} {y:.4f} cm {self._written} Q", last, first
