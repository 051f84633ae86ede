"""The letters of a report: a name comes out whole, or the paper says that it did not."""

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fpdf import FPDF

from sabot.printing import letters as module
from sabot.printing.letters import Letters
from sabot.record.shift.paper import Part, printed

FOREIGN = "Łukasz Ёлкин"


def wide():
    return any((module.TYPEFACES / plain).exists() for plain, _ in module.LATIN_FONTS)


def made(path, letters):
    """A font that has these letters, each a box, and no other."""
    names = {ord(each): f"u{ord(each):04X}" for each in letters}
    pen = TTGlyphPen(None)
    for move, point in ((pen.moveTo, (80, 0)), (pen.lineTo, (80, 700)), (pen.lineTo, (700, 700))):
        move(point)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys([".notdef", *names.values()], box))
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names.values()], (800, 80)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    path.parent.mkdir(exist_ok=True)
    builder.save(path)


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


LATIN = "".join(map(chr, range(32, 256))) + "ŁЁлкин□"


LATIN_FONT = {"dejavu/DejaVuSans.ttf": LATIN}
HAN, HANGUL = "王小明", "김"


@pytest.mark.parametrize(
    ("fonts", "name", "lacking", "more"),
    [
        (LATIN_FONT | {"wqy/wqy-microhei.ttc": HAN + HANGUL}, "王小明 김 Jan", "", 1),
        (
            LATIN_FONT | {"wqy/wqy-zenhei.ttc": HANGUL, "droid/DroidSansFallbackFull.ttf": HAN},
            "王小明 김",
            "",
            2,
        ),
        (LATIN_FONT | {"droid/DroidSansFallbackFull.ttf": HAN}, "王小明 김", "김", 1),
        ({"droid/DroidSansFallbackFull.ttf": LATIN + HAN}, "王小明 Ёлкин", "", 0),
        (LATIN_FONT | {"wqy/wqy-microhei.ttc": HAN}, "Ёлкин", "", 0),
    ],
)
def test_a_name_is_written_with_as_many_fonts_as_it_needs(bare, tmp_path, fonts, name, lacking, more):
    """One for all else; two fonts for two scripts; a letter that none has; a far font alone; a far font that
    nothing needs stays shut."""
    for file, letters in fonts.items():
        made(tmp_path / file, letters)
    pdf = FPDF()
    letters = Letters(pdf, [name])
    assert letters.lacking == lacking
    assert letters.text(name) == "".join("□" if each in lacking else each for each in name)
    pdf.output()  # closes its fonts
    paper = printed("Report", [Part("Names", (name,))], foot="")
    assert paper.count(b"/FontFile2") == len(("plain", "bold")) + more
