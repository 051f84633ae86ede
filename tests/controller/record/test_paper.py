"""How a report looks on paper (controller/sabot/record/shift/paper.py)."""

from __future__ import annotations

import re

import pytest

from sabot.core.shapes.day import Bar, Cover, Plot
from sabot.record.shift.paper import Part, printed
from tests.controller.record.test_shift import drawn
from tests.pictures import png

TABLE = Part("Coups", ("3 coups",), (("coup", 20.0), ("cards", 60.0)), (("1", "8C KD"),))


def sizes_pt(pdf: bytes) -> list[float]:
    """The sizes of the letters, in the order in which they are set."""
    found = [float(each) for each in re.findall(rb"/F\d+ ([\d.]+) Tf", drawn(pdf))]
    return [size for size, before in zip(found, [0.0, *found], strict=False) if size != before]


def test_a_report_has_a_large_title_a_heading_plain_lines_a_small_table_and_a_small_foot():
    assert sizes_pt(printed("Report", [TABLE], foot="x")) == [16.0, 12.0, 10.0, 8.5]


def test_without_a_table_only_the_foot_is_small():
    assert sizes_pt(printed("Report", [Part("In short", ("3 coups",))], foot="x")) == [16.0, 12.0, 10.0, 8.5]
    assert sizes_pt(printed("Report", [Part("In short")], foot="x"))[:2] == [16.0, 12.0]


def test_a_person_signs_on_a_line_of_seven_centimetres_that_begins_at_the_margin():
    pdf = drawn(printed("Report", [], foot="x", signatures=("Supervisor",)))
    ((from_pt, y_pt, to_pt, again_pt),) = re.findall(rb"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", pdf)
    begins_mm, ends_mm = (float(each) / 72 * 25.4 for each in (from_pt, to_pt))
    assert (begins_mm, ends_mm) == pytest.approx((14, 84), abs=0.05)
    assert y_pt == again_pt


def test_a_letter_that_cannot_be_written_is_said_on_the_paper_and_only_then():
    known, unknown = (printed(title, [], foot="x") for title in ("Report", "Report \U000e0041"))
    assert sizes_pt(known) == [16.0, 8.5]
    assert sizes_pt(unknown) == [16.0, 10.0, 8.5]


def test_each_part_of_a_report_stands_in_its_place_on_the_page():
    table = Part(
        "Coups", ("3 coups", "4 coups"), (("coup", 20.0), ("cards", 60.0)), (("1", "8C KD"), ("2", "9C"))
    )
    pdf = drawn(printed("Report", [table, Part("Second")], foot="x", signatures=("Chef", "Cashier")))
    found = re.findall(rb"([\d.]+) ([\d.]+) Td \(([^)]*)\)", pdf)
    places = [(text.decode(), float(x), float(y)) for x, y, text in found]
    expected = [
        ("Report", 42.5, 786.1),
        ("Coups", 42.5, 754.7),
        ("3 coups", 42.5, 738.0),
        ("4 coups", 42.5, 723.2),
        *(("coup", 42.0, 706.7), ("cards", 98.7, 706.7)),
        *(("1", 42.0, 687.4), ("8C KD", 98.7, 687.4)),
        *(("2", 42.0, 668.1), ("9C", 98.7, 668.1)),
        ("Second", 42.5, 636.2),
        ("Chef", 42.5, 574.9),
        ("Cashier", 42.5, 515.3),
        ("x    1/", 280.2, 24.4),
    ]
    assert [text for text, *_ in places] == [text for text, *_ in expected]
    for (_, *place), (_, *wanted) in zip(places, expected, strict=True):
        assert place == pytest.approx(wanted, abs=0.4)


def test_the_last_line_of_a_page_stays_eighteen_millimetres_above_its_edge():
    pdf = drawn(printed("Report", [Part("Long", tuple(f"line {each}" for each in range(60)))], foot="x"))
    found = re.findall(rb"([\d.]+) Td \(line (\d+)\)", pdf)
    lowest_mm = min(float(y) for y, _ in found) / 72 * 25.4
    assert 18 <= lowest_mm < 18 + 5.2


def bars(*lengths: float, is_wide: bool = False) -> Plot:
    made = tuple(Bar(f"bar {nth}", each, f"{each:,.0f} in words") for nth, each in enumerate(lengths))
    return Plot("A plot", made, is_wide=is_wide)


def covered(*plots: Plot, figures: int = 4) -> bytes:
    """A report of one part behind a cover with these plots."""
    told = tuple((f"figure {nth}", "1,234") for nth in range(figures))
    page = Cover("Table 3", "Report of the shift", "3 coups, no fault", told, plots, MARK)
    return printed("Report", [TABLE], foot="x", cover=page)


MARK = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'


def filled_mm(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each filled box."""
    found = re.findall(rb"[\d.]+ [\d.]+ ([\d.]+) -([\d.]+) re f", drawn(pdf))
    return [(float(wide) / 72 * 25.4, float(high) / 72 * 25.4) for wide, high in found]


def test_a_cover_stands_on_a_page_of_its_own_and_leaves_no_colour_behind() -> None:
    pdf = covered(bars(3, 1))
    assert pdf.count(b"/Type /Page\n") == printed("Report", [TABLE], foot="x").count(b"/Type /Page\n") + 1
    text = drawn(pdf)
    for told in (b"Table 3", b"Report of the shift", b"3 coups, no fault", b"figure 3", b"A plot", b"bar 1"):
        assert told in text, told
    after, alone = (
        page.partition(b"(Report)")[2].partition(b"(x ")[0]
        for page in (text, drawn(printed("Report", [TABLE], foot="x")))
    )
    assert after == alone, "what follows is drawn as it is without a cover"


def test_bars_are_as_long_as_what_they_stand_for_and_begin_at_zero() -> None:
    band, *upright = filled_mm(covered(bars(4, 0, 1)))
    assert band == pytest.approx((210, 38), abs=0.1)
    assert [high for _, high in upright] == pytest.approx([27, 6.75], abs=0.1)
    _, *wide = filled_mm(covered(bars(4, 2, is_wide=True)))
    assert wide[0][0] == pytest.approx(2 * wide[1][0], abs=0.1)


def test_where_no_words_fit_over_the_bars_the_highest_says_the_scale() -> None:
    text = drawn(covered(bars(*range(1, 25))))
    assert text.count(b"in words") == 1
    assert b"24 in words" in text
    assert drawn(covered(bars(*range(1, 4)))).count(b"in words") == 3


def test_a_label_that_is_too_long_ends_in_dots() -> None:
    long = Plot("Rules", (Bar("a rule with many words " * 9, 1, "1"),), is_wide=True)
    text = drawn(covered(long))
    assert b"a rule with many words" in text
    assert b"...)" in text


def test_a_cover_without_plots_and_figures_is_a_page_too() -> None:
    assert covered(Plot("Empty", ()), figures=0).startswith(b"%PDF-")


def test_the_fullest_cover_is_one_page() -> None:
    upright, wide = bars(*range(1, 8)), (bars(*range(1, 6), is_wide=True), bars(3, 2, 1, is_wide=True))
    told = tuple((f"figure {nth}", "1,234,567.00") for nth in range(7))
    page = Cover("Table 3", "Report", "a line that needs two of them " * 3, told, (upright,) * 4 + wide, MARK)
    full, bare = (printed("Report", [], foot="x", cover=each) for each in (page, None))
    assert full.count(b"/Type /Page\n") == bare.count(b"/Type /Page\n") + 1


def with_mark(mark: bytes, cloth: str = "") -> bytes:
    return printed("Report", [], foot="x", cover=Cover("Table 3", "Report", "no coup", (), (), mark, cloth))


def name_begins_mm(pdf: bytes) -> float:
    """Where the name of the table begins on the cover."""
    found = re.search(rb"([\d.]+) [\d.]+ Td [\d. ]+rg \(Table 3\)", drawn(pdf))
    assert found
    return float(found[1]) / 72 * 25.4


def test_a_mark_keeps_its_shape_and_the_name_begins_behind_it() -> None:
    wide = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 8"><rect width="16" height="8"/></svg>'
    places = [name_begins_mm(with_mark(each)) for each in (MARK, wide, png(50, 100), png(400, 40))]
    assert places == pytest.approx(
        [14 + 22 + 7 + 1, 14 + 44 + 7 + 1, 14 + 11 + 7 + 1, 14 + 48 + 7 + 1], abs=0.1
    )


def test_a_cover_is_printed_without_a_mark_that_cannot_be_drawn(caplog: pytest.LogCaptureFixture) -> None:
    assert name_begins_mm(with_mark(png()[:30])) == pytest.approx(15, abs=0.1)
    assert "the mark of the house cannot be drawn on paper" in caplog.text


def test_the_band_of_a_cover_has_the_colour_of_the_cloth() -> None:
    assert b"0.0431 0.1451 0.2706 rg" in drawn(with_mark(MARK, "#0B2545"))
    assert b"0.0549 0.2314 0.1804 rg" in drawn(with_mark(MARK))
