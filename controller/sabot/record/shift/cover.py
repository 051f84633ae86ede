"""The first page of a report: the house and its mark, a line, large figures, and plots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sabot.core.shapes.day import Bar, Cover, Plot
from sabot.printing.letters import Letters
from sabot.printing.mark import draw_mark, rgb

if TYPE_CHECKING:
    from fpdf import FPDF

GREEN_RGB, INK_RGB, SOFT_RGB, LINE_RGB, PAPER_RGB = (
    (14, 59, 46),
    (26, 23, 20),
    (96, 90, 80),
    (176, 141, 87),
    (255, 252, 245),
)
PAGE_MM, LEFT_MM, WIDTH_MM = 210.0, 14.0, 182.0
BAND_MM, MARK_MM, WIDEST_MARK_MM = 38.0, 22.0, 48.0
GAP_MM, BOX_MM, PLOT_MM, BAR_MM = 6.0, 19.0, 46.0, 7.0
IN_A_ROW = 4
"""How many figures stand in a row."""

SMALLEST_PT = 6.0
LABEL_MM = 84.0
"""How wide the labels of a wide plot are."""

WIDEST_BAR_MM, UPRIGHT_MM = 14.0, 27.0


def texts(cover: Cover) -> Iterator[str]:
    """Everything that is written on it."""
    yield from (cover.name, cover.title, cover.line)
    for figure in cover.figures:
        yield from figure
    for plot in cover.plots:
        yield plot.heading
        for bar in plot.bars:
            yield from (bar.label, bar.text)


def draw(pdf: FPDF, letters: Letters, cover: Cover) -> None:
    """Draw it on the page that is open; what follows has the colours from before."""
    with pdf.local_context():
        _drawn(pdf, letters, cover)


def _drawn(pdf: FPDF, letters: Letters, cover: Cover) -> None:
    _band(pdf, letters, cover)
    letters.font("B", 15)
    pdf.set_xy(LEFT_MM, BAND_MM + 7)
    pdf.multi_cell(WIDTH_MM, 7, letters.text(cover.line), align="L", new_x="LMARGIN", new_y="NEXT")
    y_mm = _figures(pdf, letters, cover.figures, pdf.get_y() + 4)
    pdf.set_fill_color(*rgb(cover.cloth, GREEN_RGB))
    _plots(pdf, letters, cover.plots, y_mm + GAP_MM)


def _band(pdf: FPDF, letters: Letters, cover: Cover) -> None:
    pdf.set_fill_color(*rgb(cover.cloth, GREEN_RGB))
    pdf.rect(0, 0, PAGE_MM, BAND_MM, style="F")
    left_mm = LEFT_MM
    if cover.mark:
        top_mm = (BAND_MM - MARK_MM) / 2
        wide_mm = draw_mark(
            pdf, cover.mark, x_mm=LEFT_MM, y_mm=top_mm, wide_mm=WIDEST_MARK_MM, high_mm=MARK_MM
        )
        left_mm += wide_mm + 7 if wide_mm else 0
    pdf.set_text_color(*PAPER_RGB)
    for y_mm, size_pt, style, text in ((9.0, 24.0, "B", cover.name), (21.0, 13.0, "", cover.title)):
        letters.font(style, size_pt)
        pdf.set_xy(left_mm, y_mm)
        pdf.cell(PAGE_MM - left_mm - LEFT_MM, 10, letters.text(text))
    pdf.set_text_color(*INK_RGB)


def _figures(pdf: FPDF, letters: Letters, figures: tuple[tuple[str, str], ...], y_mm: float) -> float:
    """The figures, a few in a row; returns where they end."""
    pdf.set_draw_color(*LINE_RGB)
    for first in range(0, len(figures), IN_A_ROW):
        row = figures[first : first + IN_A_ROW]
        width_mm = WIDTH_MM / len(row)
        for nth, figure in enumerate(row):
            _box(pdf, letters, figure, x_mm=LEFT_MM + nth * width_mm, y_mm=y_mm, width_mm=width_mm - 2)
        y_mm += BOX_MM + 2
    return y_mm - 2


def _box(
    pdf: FPDF, letters: Letters, figure: tuple[str, str], *, x_mm: float, y_mm: float, width_mm: float
) -> None:
    name, value = figure
    pdf.rect(x_mm, y_mm, width_mm, BOX_MM)
    _fitted(pdf, letters, value, x_mm=x_mm, y_mm=y_mm + 1, width_mm=width_mm, size_pt=20)
    pdf.set_text_color(*SOFT_RGB)
    _fitted(pdf, letters, name, x_mm=x_mm, y_mm=y_mm + 9, width_mm=width_mm, size_pt=9)
    pdf.set_text_color(*INK_RGB)


def _fitted(
    pdf: FPDF, letters: Letters, text: str, *, x_mm: float, y_mm: float, width_mm: float, size_pt: float
) -> None:
    """A text in the middle of its place, as large as fits there."""
    letters.font("B", _size_pt(pdf, letters, text, width_mm=width_mm, size_pt=size_pt))
    pdf.set_xy(x_mm, y_mm)
    pdf.cell(width_mm, 9, letters.text(text), align="C")


def _size_pt(pdf: FPDF, letters: Letters, text: str, *, width_mm: float, size_pt: float) -> float:
    """The size up to `size_pt` in which a text fits; less than SMALLEST_PT where it cannot be read."""
    letters.font("B", size_pt)
    wide_mm = pdf.get_string_width(letters.text(text))
    return size_pt if wide_mm <= width_mm - 1 else size_pt * (width_mm - 1) / wide_mm


def _plots(pdf: FPDF, letters: Letters, plots: tuple[Plot, ...], y_mm: float) -> None:
    """Two upright plots beside each other, then those that are wide."""
    upright = [plot for plot in plots if plot.bars and not plot.is_wide]
    width_mm = (WIDTH_MM - GAP_MM) / 2
    for nth, plot in enumerate(upright):
        column, row = nth % 2, nth // 2
        x_mm = LEFT_MM + column * (width_mm + GAP_MM)
        _upright(pdf, letters, plot, x_mm=x_mm, y_mm=y_mm + row * (PLOT_MM + GAP_MM), width_mm=width_mm)
    y_mm += -(-len(upright) // 2) * (PLOT_MM + GAP_MM)
    for plot in plots:
        if plot.bars and plot.is_wide:
            y_mm = _wide(pdf, letters, plot, y_mm) + GAP_MM


def _heading(pdf: FPDF, letters: Letters, text: str, *, x_mm: float, y_mm: float) -> None:
    letters.font("B", 11)
    pdf.set_xy(x_mm, y_mm)
    pdf.cell(0, 6, letters.text(text))


def _upright(pdf: FPDF, letters: Letters, plot: Plot, *, x_mm: float, y_mm: float, width_mm: float) -> None:
    _heading(pdf, letters, plot.heading, x_mm=x_mm, y_mm=y_mm)
    step_mm = width_mm / len(plot.bars)
    wide_mm = min(WIDEST_BAR_MM, step_mm * 0.7)
    foot_mm, most = y_mm + PLOT_MM - 6, _most(plot.bars)
    sizes_pt = [_size_pt(pdf, letters, bar.text, width_mm=step_mm, size_pt=9) for bar in plot.bars]
    are_told = min(sizes_pt) >= SMALLEST_PT
    for nth, bar in enumerate(plot.bars):
        left_mm, high_mm = x_mm + nth * step_mm, UPRIGHT_MM * bar.length / most
        if high_mm > 0:
            pdf.rect(left_mm + (step_mm - wide_mm) / 2, foot_mm - high_mm, wide_mm, high_mm, style="F")
        if are_told:
            _fitted(
                pdf, letters, bar.text, x_mm=left_mm, y_mm=foot_mm - high_mm - 7, width_mm=step_mm, size_pt=9
            )
        _fitted(pdf, letters, bar.label, x_mm=left_mm, y_mm=foot_mm - 1.5, width_mm=step_mm, size_pt=9)
    pdf.set_draw_color(*INK_RGB)
    pdf.line(x_mm, foot_mm, x_mm + width_mm, foot_mm)
    if not are_told:
        _scale(pdf, letters, plot, x_mm=x_mm, y_mm=foot_mm - UPRIGHT_MM, width_mm=width_mm)


def _scale(pdf: FPDF, letters: Letters, plot: Plot, *, x_mm: float, y_mm: float, width_mm: float) -> None:
    """A line at the highest bar, and what it stands for."""
    pdf.set_draw_color(*LINE_RGB)
    pdf.line(x_mm, y_mm, x_mm + width_mm, y_mm)
    letters.font("B", 8)
    pdf.set_xy(x_mm, y_mm - 4.5)
    pdf.cell(width_mm, 4, letters.text(max(plot.bars, key=lambda bar: bar.length).text), align="L")


def _wide(pdf: FPDF, letters: Letters, plot: Plot, y_mm: float) -> float:
    """One bar below the other; returns where they end."""
    _heading(pdf, letters, plot.heading, x_mm=LEFT_MM, y_mm=y_mm)
    y_mm, most = y_mm + 7, _most(plot.bars)
    long_mm = WIDTH_MM - LABEL_MM - 24
    for bar in plot.bars:
        letters.font("", 9)
        pdf.set_xy(LEFT_MM, y_mm)
        pdf.cell(LABEL_MM, BAR_MM - 2, _cut(pdf, letters.text(bar.label), LABEL_MM - 2))
        drawn_mm = max(0.4, long_mm * bar.length / most)
        pdf.rect(LEFT_MM + LABEL_MM, y_mm + 0.8, drawn_mm, BAR_MM - 3.6, style="F")
        letters.font("B", 9)
        pdf.set_xy(LEFT_MM + LABEL_MM + drawn_mm + 1.5, y_mm)
        pdf.cell(22, BAR_MM - 2, letters.text(bar.text))
        y_mm += BAR_MM - 1.5
    return y_mm


def _cut(pdf: FPDF, text: str, width_mm: float) -> str:
    """As much of a text as fits, with dots where some of it does not."""
    if pdf.get_string_width(text) <= width_mm:
        return text
    while text and pdf.get_string_width(f"{text}...") > width_mm:
        text = text[:-1]
    return f"{text.rstrip()}..."


def _most(bars: tuple[Bar, ...]) -> float:
    return max(1e-9, *(bar.length for bar in bars))
