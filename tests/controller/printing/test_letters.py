"""The letters of a report: a name comes out whole, or the paper says that it did not."""

import pytest

pytest.importorskip("fpdf", reason="fpdf2 is not installed (extra: printing)")

from fpdf import FPDF

from controller.printing import letters as module
from controller.printing.letters import Letters
from controller.shift.paper import Part, printed

FOREIGN = "Łukasz Ёлкин"


def wide():
    return any((module.TYPEFACES / plain).exists() for plain, _ in module.WIDE)


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine without a font."""
    monkeypatch.setattr(module, "TYPEFACES", tmp_path)


def test_what_every_reader_has_needs_no_font_of_this_machine(bare):
    letters = Letters(FPDF(), ["Zoë d’Hondt – 8♣ → 9"])
    assert letters.text("Zoë d’Hondt – 8♣ → 9") == "Zoë d'Hondt - 8C -> 9"
    assert letters.lacking == ""


def test_a_letter_that_cannot_be_written_is_known(bare):
    letters = Letters(FPDF(), [FOREIGN, "Jan?"])
    assert letters.text("Łukasz") == "?ukasz"
    assert letters.lacking == "".join(sorted("ŁЁлкин"))


def test_the_paper_says_that_a_name_lost_a_letter(bare):
    said = "? stands for a letter; install {packages}"
    whole = printed("Report", [Part("Names", ("Zoë",))], foot="", missing=said)
    lost = printed("Report", [Part("Names", (FOREIGN,))], foot="", missing=said)
    assert len(lost) > len(whole) + 40


@pytest.mark.skipif(not wide(), reason="neither DejaVu nor FreeSans is installed (fonts-dejavu-core)")
def test_a_name_of_other_letters_comes_out_whole_in_a_font_of_this_machine():
    pdf = FPDF()
    letters = Letters(pdf, [FOREIGN, "王 𓀀"])
    assert letters.text(f"{FOREIGN} – ♠") == f"{FOREIGN} – ♠"
    assert letters.text("𓀀") == "□"
    assert "𓀀" in letters.lacking
    assert not set(FOREIGN) & set(letters.lacking)
    pdf.output()  # closes its fonts
    assert b"FontFile2" in printed("Report", [Part("Names", (FOREIGN,))], foot="")
