"""Printed cards, looked at as pixels: what stands on the paper is what the scanner's own code reads."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from sabot.app.drawings import card_faces
from sabot.cli.cards import print_cards
from sabot.core.cards import DECK, RANKS
from sabot.instruments.line.messages import CardRead
from sabot.printing import code128, sheets
from tests.firmware import hand
from tests.firmware.hand import BAR, GATE, Edge
from tests.firmware.test_swipes import verdicts

DPI = 300
PX = DPI / 25.4
LONG_MM = 88.0
NAMES = [*(str(card) for card in DECK), "CUT"]
QUIET_MODULES = 10
"""Modules of white before and behind a code, by ISO/IEC 15417."""


# --- the code alone


def read(widths: list[int]) -> str | None:
    """The text of a code given in whole modules, in either direction; None if it is not a code."""
    for each in (widths, widths[::-1]):
        names = ["".join(map(str, each[at : at + 6])) for at in range(0, len(each) - 1, 6)]
        if all(name in code128.WIDTHS for name in names):
            values = [code128.WIDTHS.index(name) for name in names]
            text = "".join(chr(value + ord(" ")) for value in values[1:-2])
            if code128.symbols(text) == values and each[-1] == code128.LAST_BAR:
                return text
    return None


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_reads_back_in_either_direction(name: str):
    widths = code128.bars(name)
    assert read(widths) == read(widths[::-1]) == name


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
        assert read(spoilt) != "8C"


def test_the_code_leaves_the_white_that_a_scanner_needs():
    for name in NAMES:
        white = (LONG_MM / sheets.MODULE_MM - code128.length(name)) / 2
        assert white >= 2 * QUIET_MODULES


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

    def share(self, corner_mm: tuple[float, float], size_mm: tuple[float, float]) -> float:
        """How much of a field is dark, 0 to 1."""
        (left, top), (wide, high) = (tuple(round(mm * PX) for mm in pair) for pair in (corner_mm, size_mm))
        starts = [y * self.width + left for y in range(top, top + high, 4)]
        return sum(pixel < 128 for at in starts for pixel in self.pixels[at : at + wide]) / wide / len(starts)

    def is_marked(self, x_mm: float, y_mm: float) -> bool:
        """Whether a cut mark's upright stands here, outside the card."""
        x, y = round(x_mm * PX), round(y_mm * PX)
        near = [self.pixels[(y + off) * self.width + x + aside] for off in (-12, 12) for aside in (-1, 0, 1)]
        return min(near[:3]) < 230 and min(near[3:]) < 230


class Job(NamedTuple):
    """What was printed on what, and what the pages look like, fronts and backs in turn."""

    sheet: sheets.Sheet
    names: list[str]
    pages: list[Page]


JOBS = {"poker": sheets.names(DECK, decks=1, cut_cards=2), "bridge": [*NAMES[-9:-2], "CUT"]}
"""A whole pack on full sheets, and a sheet that is not full."""


@pytest.fixture(scope="module", params=list(JOBS))
def job(request, tmp_path_factory) -> Job:
    if shutil.which("pdftoppm") is None:
        pytest.skip("looking at printed cards needs pdftoppm: sudo apt-get install poppler-utils")
    folder = tmp_path_factory.mktemp("sheets")
    names, sheet = JOBS[request.param], sheets.Sheet(size=request.param, backs=True)
    assert sheets.printed(names, folder / "deck.pdf", sheet, drawings=card_faces()) == -(-len(names) // 9)
    command = ["pdftoppm", "-r", str(DPI), "-gray", str(folder / "deck.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    return Job(sheet, names, [Page(path) for path in sorted(folder.glob("page*.pgm"))])


def strips(job: Job) -> Iterator[list[bool]]:
    """What a sensor sees of every card on the sheets: along its left edge, and along the right one turned by
    half."""
    wide, long = job.sheet.card_mm
    middle = sheets.BARS_MM / 2
    for number in range(len(job.names)):
        x, y = job.sheet.places()[number % 9]
        page = job.pages[number // 9 * 2]
        yield page.down(x + middle, y + 0.5, long - 1)
        yield page.down(x + wide - middle, y + 0.5, long - 1)[::-1]


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
def test_the_firmware_reads_every_printed_card_along_both_edges_and_at_its_true_size(job):
    """At one metre a second; a module that is not 0.8 mm would show as another speed."""
    read = verdicts(drawn(strip, us_per_mm=1000.0) for strip in strips(job))
    assert [each.name for each in read if isinstance(each, CardRead)] == [
        name for name in job.names for _ in (0, 1)
    ]
    assert not any(each.reverse for each in read)
    assert all(abs(each.speed_mm_s - 1000) <= 5 for each in read)


@pytest.mark.slow
def test_a_page_has_the_size_of_its_paper_and_a_mark_at_every_corner_of_a_card(job):
    front, (wide, long) = job.pages[0], job.sheet.card_mm
    paper = sheets.PAPERS[job.sheet.paper]
    assert abs(front.width / PX - paper[0]) < 0.2
    assert abs(front.height / PX - paper[1]) < 0.2
    for x, y in job.sheet.places()[: min(9, len(job.names))]:
        corners = [(x, y), (x + wide, y), (x, y + long), (x + wide, y + long)]
        assert all(front.is_marked(*corner) for corner in corners)


@pytest.mark.slow
def test_every_back_is_the_same_and_lies_behind_its_card(job):
    """Turned over its long edge, a sheet has its backs where its cards are; none tells of what it is the
    back."""
    wide, long = job.sheet.card_mm
    paper = sheets.PAPERS[job.sheet.paper][0]
    behind = [(paper - x - wide, y) for x, y in job.sheet.places()]
    shares = [job.pages[1].share(corner, (wide, long)) for corner in behind]
    printed, empty = shares[: len(job.names)], shares[len(job.names) :]
    assert all(0.25 < share < 0.75 for share in printed)
    assert max(printed) - min(printed) < 0.01
    assert set(empty) <= {0.0}


@pytest.mark.parametrize("paper", list(sheets.PAPERS))
@pytest.mark.parametrize("size", list(sheets.SIZES))
def test_nine_cards_lie_on_a_sheet_of_either_paper(paper, size):
    sheet = sheets.Sheet(paper, size)
    wide, long = sheet.card_mm
    assert len(sheet.places()) == 9
    assert all(x >= 0 and x + wide <= sheets.PAPERS[paper][0] for x, _ in sheet.places())
    assert all(y >= 0 and y + long <= sheets.PAPERS[paper][1] for _, y in sheet.places())


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


@pytest.mark.slow
def test_a_whole_sixain_is_a_file_of_a_sane_size(tmp_path):
    target = tmp_path / "sixain.pdf"
    code, words = told(str(target))
    assert code == 0
    assert "314 cards on 35 sheets" in words
    assert target.stat().st_size < 2_000_000


@pytest.mark.parametrize(("size", "lowest"), [("32", "7"), ("36", "6"), ("24", "9")])
def test_a_short_pack_begins_at_its_lowest_rank(size, lowest):
    cards = sheets.pack(size)
    assert len(cards) == int(size)
    assert {card.rank for card in cards} == set(RANKS[RANKS.index(lowest) :]) | {"A"}


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
