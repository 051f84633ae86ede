"""Paper: headings, lines and tables as a PDF, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sabot.core.shapes.day import Cover
from sabot.printing import qr
from sabot.printing.letters import MISSING, PACKAGES, Letters
from sabot.record.shift import cover as covers

if TYPE_CHECKING:
    from fpdf import FPDF

CODE_MM = 48.0
"""The side of a QR code on paper."""

PAGE_END_MM = 279.0

MARGIN_MM, LINE_MM, SMALL_PT, PLAIN_PT, LARGE_PT = 14.0, 5.2, 8.5, 10.0, 16.0


class Part(NamedTuple):
    """A part of a report: its heading, plain lines, and a table (`columns` with their widths in mm)."""

    heading: str
    lines: tuple[str, ...] = ()
    columns: tuple[tuple[str, float], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def printed(
    title: str,
    parts: list[Part],
    *,
    foot: str,
    signatures: tuple[str, ...] = (),
    missing: str = MISSING,
    code: str = "",
    cover: Cover | None = None,
) -> bytes:
    """The report as PDF, A4; `missing` is what it says where a letter cannot be written, `code` the text of a
    QR code after the last part, `cover` what stands on a page before it."""
    covered = [*covers.texts(cover)] if cover else []
    pdf, letters = _paper(
        foot, [title, foot, *signatures, *covered, *(text for part in parts for text in _texts(part))]
    )
    if cover:
        covers.draw(pdf, letters, cover)
        pdf.add_page()
    letters.font("B", LARGE_PT)
    pdf.multi_cell(0, 8, letters.text(title), new_x="LMARGIN", new_y="NEXT")
    for part in parts:
        _part(pdf, letters, part)
    if code:
        _code(pdf, code)
    if letters.lacking:
        _part(pdf, letters, Part("", (missing.format(packages=PACKAGES),)))
    _signatures(pdf, letters, signatures)
    return bytes(pdf.output())


def _texts(part: Part) -> Iterator[str]:
    yield from (part.heading, *part.lines, *(name for name, _ in part.columns))
    for row in part.rows:
        yield from row


def _paper(foot: str, texts: Iterable[str]) -> tuple[FPDF, Letters]:
    from fpdf import FPDF

    class Sheet(FPDF):
        def footer(self) -> None:
            self.set_y(-12)
            letters.font("", SMALL_PT)
            self.cell(0, 5, letters.text(f"{foot}    {self.page_no()}/{{nb}}"), align="C")

    pdf = Sheet(format="a4")
    letters = Letters(pdf, texts)
    pdf.set_margins(MARGIN_MM, MARGIN_MM)
    pdf.set_auto_page_break(auto=True, margin=18)
    pdf.add_page()
    return pdf, letters


def _part(pdf: FPDF, letters: Letters, part: Part) -> None:
    pdf.ln(4)
    letters.font("B", PLAIN_PT + 2)
    pdf.cell(0, 7, letters.text(part.heading), new_x="LMARGIN", new_y="NEXT")
    letters.font("", PLAIN_PT)
    for line in part.lines:
        pdf.multi_cell(0, LINE_MM, letters.text(line), new_x="LMARGIN", new_y="NEXT")
    if part.columns and part.rows:
        _table(pdf, letters, part)


def _code(pdf: FPDF, text: str) -> None:
    rows = qr.rows(text)
    module_mm = CODE_MM / len(rows)
    if pdf.get_y() + CODE_MM > PAGE_END_MM:
        pdf.add_page()
    top_mm = pdf.get_y() + 2
    for down, row in enumerate(rows):
        for along, black in enumerate(row):
            if black:
                at = (MARGIN_MM + along * module_mm, top_mm + down * module_mm)
                pdf.rect(*at, module_mm, module_mm, style="F")
    pdf.set_y(top_mm + CODE_MM)


def _table(pdf: FPDF, letters: Letters, part: Part) -> None:
    letters.font("", SMALL_PT)
    widths = tuple(width for _, width in part.columns)
    wide, left = sum(widths), "LEFT"
    with pdf.table(
        col_widths=widths, width=wide, align=left, text_align=left, line_height=LINE_MM, padding=0.8
    ) as table:
        for cells in (tuple(name for name, _ in part.columns), *part.rows):
            row = table.row()
            for cell in cells:
                row.cell(letters.text(cell))


def _signatures(pdf: FPDF, letters: Letters, names: tuple[str, ...]) -> None:
    for name in names:
        pdf.ln(16)
        y = pdf.get_y()
        pdf.line(MARGIN_MM, y, MARGIN_MM + 70, y)
        letters.font("", SMALL_PT)
        pdf.cell(0, 5, letters.text(name), new_x="LMARGIN", new_y="NEXT")
