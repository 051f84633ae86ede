"""Paper: headings, lines and tables as a PDF, in whatever language they come."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fpdf import FPDF

NEEDS = "a report on paper is made with fpdf2: pip install 'sabot[printing]'; the CSV needs nothing"
MARGIN_MM, LINE_MM, SMALL, PLAIN, LARGE = 14.0, 5.2, 8.5, 10.0, 16.0


class PaperError(RuntimeError):
    """Why there is no paper, in one line."""


class Part(NamedTuple):
    """A part of a report: its heading, plain lines, and a table (`columns` with their widths in mm)."""

    heading: str
    lines: tuple[str, ...] = ()
    columns: tuple[tuple[str, float], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def printed(title: str, parts: list[Part], *, foot: str, signatures: tuple[str, ...] = ()) -> bytes:
    """The report as PDF, A4. Raises PaperError where fpdf2 is missing."""
    if importlib.util.find_spec("fpdf") is None:
        raise PaperError(NEEDS)
    pdf = _paper(foot)
    pdf.set_font("helvetica", "B", LARGE)
    pdf.multi_cell(0, 8, _latin(title), new_x="LMARGIN", new_y="NEXT")
    for part in parts:
        _part(pdf, part)
    _signatures(pdf, signatures)
    return bytes(pdf.output())


def _paper(foot: str) -> FPDF:
    from fpdf import FPDF

    class Sheet(FPDF):
        def footer(self) -> None:
            self.set_y(-12)
            self.set_font("helvetica", "", SMALL)
            self.cell(0, 5, _latin(f"{foot}    {self.page_no()}/{{nb}}"), align="C")

    pdf = Sheet(format="a4")
    pdf.set_margins(MARGIN_MM, MARGIN_MM)
    pdf.set_auto_page_break(auto=True, margin=18)
    pdf.add_page()
    return pdf


def _part(pdf: FPDF, part: Part) -> None:
    pdf.ln(4)
    pdf.set_font("helvetica", "B", PLAIN + 2)
    pdf.cell(0, 7, _latin(part.heading), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("helvetica", "", PLAIN)
    for line in part.lines:
        pdf.multi_cell(0, LINE_MM, _latin(line), new_x="LMARGIN", new_y="NEXT")
    if part.columns and part.rows:
        _table(pdf, part)


def _table(pdf: FPDF, part: Part) -> None:
    pdf.set_font("helvetica", "", SMALL)
    widths = tuple(width for _, width in part.columns)
    with pdf.table(
        col_widths=widths, width=sum(widths), align="LEFT", line_height=LINE_MM, padding=0.8
    ) as table:
        for cells in (tuple(name for name, _ in part.columns), *part.rows):
            row = table.row()
            for cell in cells:
                row.cell(_latin(cell))


def _signatures(pdf: FPDF, names: tuple[str, ...]) -> None:
    for name in names:
        pdf.ln(16)
        y = pdf.get_y()
        pdf.line(MARGIN_MM, y, MARGIN_MM + 70, y)
        pdf.set_font("helvetica", "", SMALL)
        pdf.cell(0, 5, _latin(name), new_x="LMARGIN", new_y="NEXT")


_PLAIN = str.maketrans(
    {"’": "'", "–": "-", "—": "-", "…": "...", "→": "->", "♠": "S", "♥": "H", "♣": "C", "♦": "D"}
)
"""What the letters that every PDF reader has do not hold, as they write it."""


def _latin(text: str) -> str:
    return text.translate(_PLAIN).encode("latin-1", "replace").decode("latin-1")
