"""Printed cards, looked at as pixels: what stands on the paper is what the scanner's own code reads."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cards import DECK
from controller.cli.cards import print_cards
from controller.instruments.messages import CardRead
from controller.printing import code128, sheets
from tests.firmware import hand
from tests.firmware.hand import BAR, GATE, Edge
from tests.firmware.test_swipes import verdicts

pytest.importorskip("fpdf", reason="sheets are drawn with fpdf2 (sabot[printing])")

DPI = 300
PX = DPI / 25.4
NAMES = [*(str(card) for card in DECK), "CUT"]


# --- the code alone


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_reads_back_in_either_direction(name: str):
    widths = code128.bars(name)
    assert code128.read(widths) == code128.read(widths[::-1]) == name


def test_the_check_digit_is_that_of_a_published_example():
    """PJJ123C has 54 in set A (the worked example of Wikipedia's article on Code 128); the start of set B is
    worth one more."""
    assert code128.symbols("PJJ123C")[-2] == 55


def test_a_name_outside_ascii_is_refused():
    with pytest.raises(ValueError, match="printable ASCII"):
        code128.symbols("é")


def test_a_code_with_another_bar_is_not_read():
    widths = code128.bars("8C")
    for at in range(len(widths)):
        spoilt = [*widths[:at], widths[at] % 4 + 1, *widths[at + 1 :]]
        assert code128.read(spoilt) != "8C"


def test_the_code_leaves_the_white_that_a_scanner_needs():
    for name in NAMES:
        white = (sheets.CARD_MM[1] / sheets.MODULE_MM - code128.length(name)) / 2
        assert white >= 2 * code128.QUIET


# --- the sheets, as pixels


class Page:
    """A page in grey, by millimetres."""

    def __init__(self, path: Path) -> None:
        head, size, depth, self.pixels = path.read_bytes().split(b"\n", 3)
        assert (head, depth) == (b"P5", b"255")
        self.width, self.height = map(int, size.split())

    def down(self, x_mm: float, y_mm: float, length_mm: float) -> list[bool]:
        """Dark or not, pixel by pixel, downwards from a place."""
        x, top = round(x_mm * PX), round(y_mm * PX)
        return [self.pixels[y * self.width + x] < 128 for y in range(top, top + round(length_mm * PX))]


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> list[Page]:
    if shutil.which("pdftoppm") is None:
        pytest.skip("looking at printed cards needs pdftoppm: sudo apt-get install poppler-utils")
    folder = tmp_path_factory.mktemp("sheets")
    wanted = sheets.names(DECK, decks=1, cut_cards=2)
    assert sheets.printed(wanted, folder / "deck.pdf") == 6
    command = ["pdftoppm", "-r", str(DPI), "-gray", str(folder / "deck.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    return [Page(path) for path in sorted(folder.glob("page*.pgm"))]


def strips(pages: list[Page]) -> Iterator[list[bool]]:
    """What a sensor sees of every card on the sheets: along its left edge, and along the right one turned by
    half."""
    places = list(sheets._places(sheets.PAPERS["a4"]))
    for number in range(54):
        x, y = places[number % 9]
        page, middle = pages[number // 9], sheets.BARS_MM / 2
        yield page.down(x + middle, y + 0.5, sheets.CARD_MM[1] - 1)
        yield page.down(x + sheets.CARD_MM[0] - middle, y + 0.5, sheets.CARD_MM[1] - 1)[::-1]


def drawn(strip: list[bool], us_per_mm: float) -> list[Edge]:
    """The edges of a card with this strip, drawn out at one speed."""
    edges, at = [Edge(0.0, BAR, 0)], 0.0
    for dark, run in groupby(strip):
        if at or dark:
            edges.append(Edge(at / PX * us_per_mm, BAR, int(dark)))
        at += len(list(run))
    ends_mm = (hand.GATE_MM, hand.CARD_MM, hand.CARD_MM + hand.GATE_MM)
    busy, out, free = (each * us_per_mm for each in ends_mm)
    return sorted([*edges, Edge(busy, GATE, 1), Edge(out, BAR, 1), Edge(free, GATE, 0)])


@pytest.mark.slow
def test_the_firmware_reads_every_printed_card_along_both_edges(pages):
    names = [name for name in [*NAMES, "CUT"] for _ in (0, 1)]
    read = verdicts(drawn(strip, us_per_mm=1000.0) for strip in strips(pages))
    assert [each.name for each in read if isinstance(each, CardRead)] == names
    assert not any(each.reverse for each in read)


def test_nine_cards_lie_on_a_sheet_of_either_paper():
    for paper in sheets.PAPERS.values():
        places = list(sheets._places(paper))
        assert len(places) == 9
        assert all(x >= 0 and x + sheets.CARD_MM[0] <= paper[0] for x, _ in places)
        assert all(y >= 0 and y + sheets.CARD_MM[1] <= paper[1] for _, y in places)


# --- the command


def told(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(print_cards, list(words))
    return done.exit_code, done.output


def test_a_sixain_has_three_hundred_and_twelve_cards(tmp_path):
    assert len(sheets.names(DECK, decks=6, cut_cards=0)) == 312
    code, words = told(str(tmp_path / "few.pdf"), "--cards", "8C TH", "--cut-cards", "1", "--paper", "letter")
    assert code == 0
    assert "13 cards on 2 sheets" in words
    assert (tmp_path / "few.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--cards", "8X"], "'8X' is no card"),
        (["--decks", "99"], "are 0 to 24"),
        (["--decks", "0", "--cut-cards", "0"], "no card was asked for"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line(tmp_path, words, why):
    code, said = told(str(tmp_path / "x.pdf"), *words)
    assert code == 2
    assert why in said
    assert said.count("\n") == 1


def test_a_folder_that_is_not_there_is_named(tmp_path):
    code, said = told(str(tmp_path / "nowhere" / "x.pdf"), "--decks", "1", "--cards", "8C")
    assert code == 2
    assert "cannot be written" in said
