"""Sheets of cards to print and cut: each face with the bar code of its name along both long edges.

The code is in the middle of the long edge, and its bars reach the edge. The other long edge has the same code
turned by 180 degrees, so that a card can lie either way round. A code needs ten white modules before and
behind it; here there are at least twenty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sabot.core.cards import DECK, RANKS, Card
from sabot.core.progress import Progress, silent
from sabot.printing import code128
from sabot.printing.back import back
from sabot.printing.face import DRAWING_HEIGHT, DRAWING_WIDTH, face

if TYPE_CHECKING:
    from fpdf import FPDF

    from sabot.printing.stamp import Stamp

SIZES = {"poker": (63.0, 88.0), "bridge": (57.0, 88.0)}
"""In mm. Both are equally long, so the shoe reads both."""

MODULE_MM = 0.8
BARS_MM = 7.0
"""How far the bars reach from the long edge; the sensor looks at the middle of this strip."""

FACE_GAP_MM = 1.5
"""White between the bars and the drawing."""

PACKS = {"52": RANKS, "40": "A234567JQK", "36": "A6789TJQK", "32": "A789TJQK", "24": "A9TJQK"}
"""The ranks of a pack, by its number of cards."""

DECKS_MOST = 24

CUT = "CUT"
CUT_COLOUR = (240, 196, 25)
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARK_MM, MARK_GAP_MM = 4.0, 1.0


class SheetError(ValueError):
    """Why these sheets cannot be made, for the person who asked."""


class Bar(NamedTuple):
    """A black rectangle on a card, mm from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class Sheet(NamedTuple):
    """What is printed: one of PAPERS, cards of one of SIZES, with or without a page of backs behind each."""

    paper: str = "a4"
    size: str = "poker"
    backs: bool = False

    @property
    def card_mm(self) -> tuple[float, float]:
        """Width and height of a card."""
        return SIZES[self.size]

    def places(self) -> list[tuple[float, float]]:
        """The upper left corner of each card, mm. The block is in the middle, so that the backs on the other
        side of the paper are behind the cards."""
        paper, card = PAPERS[self.paper], self.card_mm
        columns, rows = (int(paper[axis] // card[axis]) for axis in (0, 1))
        left, top = (paper[0] - columns * card[0]) / 2, (paper[1] - rows * card[1]) / 2
        return [
            (left + at % columns * card[0], top + at // columns * card[1]) for at in range(columns * rows)
        ]


DEFAULT_SHEET = Sheet()


def pack(size: str) -> list[Card]:
    """The cards of one of PACKS, suit by suit."""
    return [card for card in DECK if card.rank in PACKS[size]]


def names(cards: Iterable[Card], *, decks: int, cut_cards: int) -> list[str]:
    """Returns what is printed, in order: the cards `decks` times, then the cut cards."""
    return [*[str(card) for card in cards] * decks, *[CUT] * cut_cards]


def bars(name: str, card_mm: tuple[float, float]) -> Iterator[Bar]:
    """The code of a card on its two long edges."""
    y = (card_mm[1] - code128.length(name) * MODULE_MM) / 2
    for number, width in enumerate(code128.bars(name)):
        height = width * MODULE_MM
        if number % 2 == 0:
            yield Bar(0.0, y, BARS_MM, height)
            yield Bar(card_mm[0] - BARS_MM, card_mm[1] - y - height, BARS_MM, height)
        y += height


def printed(
    wanted: Sequence[str],
    target: Path,
    sheet: Sheet = DEFAULT_SHEET,
    *,
    drawings: Path,
    progress: Progress = silent,
) -> int:
    """Writes the sheets, with the drawings of the cards from a folder. Returns the number of leaves of paper.

    Raises SheetError for an impossible request, and OSError.
    """
    if not wanted:
        raise SheetError("no card was asked for")
    press = _Press(sheet, drawings)
    rest = iter(wanted)
    with progress("drawing cards", len(wanted)) as advance:
        while leaf := list(islice(rest, len(press.places))):
            press.fronts(leaf)
            if sheet.backs:
                press.backs(len(leaf))
            advance(len(leaf))
    press.pdf.output(str(target))
    return press.pdf.pages_count // (2 if sheet.backs else 1)


class _Press:
    """The document, and the drawings already made for it."""

    def __init__(self, sheet: Sheet, drawings: Path) -> None:
        self.drawings = drawings
        self.card_mm = sheet.card_mm
        self.places = sheet.places()
        self.pdf = _document(PAPERS[sheet.paper])
        self.stamps: dict[str, Stamp] = {}

    def fronts(self, leaf: Sequence[str]) -> None:
        """A page of faces."""
        self.pdf.add_page()
        for name, (x, y) in zip(leaf, self.places, strict=False):
            if name == CUT:
                _cut_card(self.pdf, x, y, self.card_mm)
            else:
                self.face(name, x, y)
            self.pdf.set_fill_color(0)
            for bar in bars(name, self.card_mm):
                self.pdf.rect(x + bar.x, y + bar.y, bar.width, bar.height, style="F")
            _marks(self.pdf, x, y, self.card_mm)

    def backs(self, count: int) -> None:
        """The other side of that page when it is turned over its long edge."""
        self.pdf.add_page()
        columns = len({x for x, _ in self.places})
        for at in range(count):
            x, y = self.places[at - at % columns + columns - 1 - at % columns]
            self.stamp("back", back(*self.card_mm)).put(self.pdf, x_mm=x, y_mm=y)

    def face(self, name: str, x: float, y: float) -> None:
        """The drawing of a card between its codes."""
        width = self.card_mm[0] - 2 * (BARS_MM + FACE_GAP_MM)
        height = width * DRAWING_HEIGHT / DRAWING_WIDTH
        left, top = x + (self.card_mm[0] - width) / 2, y + (self.card_mm[1] - height) / 2
        drawing = face(Card(name[0], name[1]), self.drawings, width_mm=width, height_mm=height)
        self.stamp(name, drawing).put(self.pdf, x_mm=left, y_mm=top)

    def stamp(self, name: str, svg: str) -> Stamp:
        """The drawing of this name."""
        from sabot.printing.stamp import Stamp

        if name not in self.stamps:
            self.stamps[name] = Stamp(svg)
        return self.stamps[name]


def _document(paper_mm: tuple[float, float]) -> FPDF:
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=paper_mm)
    pdf.set_auto_page_break(False)
    pdf.set_title("Cards")
    return pdf


def _cut_card(pdf: FPDF, x: float, y: float, card_mm: tuple[float, float]) -> None:
    """A cut card, visible from a distance: colour between the codes, and a word."""
    pdf.set_fill_color(*CUT_COLOUR)
    pdf.rect(x + BARS_MM + 2, y, card_mm[0] - 2 * BARS_MM - 4, card_mm[1], style="F")
    pdf.set_font("helvetica", "B", 18)
    pdf.set_xy(x, y + card_mm[1] / 2 - 5)
    pdf.cell(card_mm[0], 10, CUT, align="C")


def _marks(pdf: FPDF, x: float, y: float, card_mm: tuple[float, float]) -> None:
    """Where to cut: thin crosses at the corners, drawn where no bar is."""
    pdf.set_draw_color(120)
    pdf.set_line_width(0.1)
    for corner_x in (x, x + card_mm[0]):
        for corner_y in (y, y + card_mm[1]):
            pdf.line(corner_x - MARK_GAP_MM, corner_y, corner_x + MARK_GAP_MM, corner_y)
            pdf.line(corner_x, corner_y - MARK_MM / 2, corner_x, corner_y + MARK_MM / 2)
