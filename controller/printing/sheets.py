"""Sheets of cards to print and cut: each face with the bar code of its name along both long edges.

A card is 63 by 88 mm. The code stands in the middle of the long edge, its bars reach to the edge; the other
long edge bears the same code turned by half, so that a card lies right either way round. What must stay white
before and behind a code is ten modules; here it is twenty at least.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from controller.cards import Card
from controller.printing import code128
from controller.printing.face import HEIGHT, WIDTH, face

if TYPE_CHECKING:
    from fpdf import FPDF

CARD_MM = (63.0, 88.0)
MODULE_MM = 0.8
BARS_MM = 7.0
"""How far the bars reach in from the long edge; the sensor looks at the middle of it."""

FACE_MM = 46.0
"""The width of the face between the codes."""

DECKS_MOST = 24

CUT = "CUT"
CUT_COLOUR = (240, 196, 25)
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARK_MM, MARK_GAP_MM = 4.0, 1.0
NEEDS = "sheets of cards are drawn with fpdf2: pip install 'sabot[printing]'"


class SheetError(ValueError):
    """Why these sheets cannot be made, for the person who asked."""


class Bar(NamedTuple):
    """A black rectangle on a card, mm from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


def names(cards: Iterable[Card], *, decks: int, cut_cards: int) -> list[str]:
    """What is printed, in order: so many times these cards, then the cut cards."""
    return [*[str(card) for card in cards] * decks, *[CUT] * cut_cards]


def bars(name: str) -> Iterator[Bar]:
    """The code of a card on its two long edges."""
    y = (CARD_MM[1] - code128.length(name) * MODULE_MM) / 2
    for number, width in enumerate(code128.bars(name)):
        height = width * MODULE_MM
        if number % 2 == 0:
            yield Bar(0.0, y, BARS_MM, height)
            yield Bar(CARD_MM[0] - BARS_MM, CARD_MM[1] - y - height, BARS_MM, height)
        y += height


def printed(wanted: Sequence[str], target: Path, *, paper: str = "a4") -> int:
    """Write the sheets; how many there are. Raises SheetError for what cannot be, OSError."""
    if importlib.util.find_spec("fpdf") is None:
        raise SheetError(NEEDS)
    if not wanted:
        raise SheetError("no card was asked for")
    pdf = _paper(paper)
    places = list(_places(PAPERS[paper]))
    rest = iter(wanted)
    while sheet := list(islice(rest, len(places))):
        pdf.add_page()
        for name, (x, y) in zip(sheet, places, strict=False):
            _card(pdf, name, x, y)
    pdf.output(str(target))
    return pdf.pages_count


def _paper(paper: str) -> FPDF:
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=PAPERS[paper])
    pdf.set_auto_page_break(False)
    pdf.set_title("Cards")
    return pdf


def _places(paper_mm: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """The upper left corner of each card of a sheet."""
    columns, rows = (int(paper_mm[axis] // CARD_MM[axis]) for axis in (0, 1))
    left, top = (paper_mm[0] - columns * CARD_MM[0]) / 2, (paper_mm[1] - rows * CARD_MM[1]) / 2
    for row in range(rows):
        for column in range(columns):
            yield left + column * CARD_MM[0], top + row * CARD_MM[1]


def _card(pdf: FPDF, name: str, x: float, y: float) -> None:
    if name == CUT:
        _cut_card(pdf, x, y)
    else:
        _face(pdf, name, x, y)
    pdf.set_fill_color(0)
    for bar in bars(name):
        pdf.rect(x + bar.x, y + bar.y, bar.width, bar.height, style="F")
    _marks(pdf, x, y)


def _face(pdf: FPDF, name: str, x: float, y: float) -> None:
    from fpdf.svg import SVGObject

    width, height = FACE_MM, FACE_MM * HEIGHT / WIDTH
    svg = SVGObject(face(Card(name[0], name[1]), width, height))
    svg.draw_to_page(pdf, x=x + (CARD_MM[0] - width) / 2, y=y + (CARD_MM[1] - height) / 2)


def _cut_card(pdf: FPDF, x: float, y: float) -> None:
    """Seen from afar: colour between the codes, and a word."""
    pdf.set_fill_color(*CUT_COLOUR)
    pdf.rect(x + BARS_MM + 2, y, CARD_MM[0] - 2 * BARS_MM - 4, CARD_MM[1], style="F")
    pdf.set_font("helvetica", "B", 18)
    pdf.set_xy(x, y + CARD_MM[1] / 2 - 5)
    pdf.cell(CARD_MM[0], 10, CUT, align="C")


def _marks(pdf: FPDF, x: float, y: float) -> None:
    """Where to cut: thin crosses at the corners, drawn where no bar is."""
    pdf.set_draw_color(120)
    pdf.set_line_width(0.1)
    for corner_x in (x, x + CARD_MM[0]):
        for corner_y in (y, y + CARD_MM[1]):
            pdf.line(corner_x - MARK_GAP_MM, corner_y, corner_x + MARK_GAP_MM, corner_y)
            pdf.line(corner_x, corner_y - MARK_MM / 2, corner_x, corner_y + MARK_MM / 2)
