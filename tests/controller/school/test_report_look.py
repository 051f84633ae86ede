"""The report of an examination in the colour of the house, with its mark."""

from __future__ import annotations

from typing import Any

from sabot.core.look import OURS, Look
from sabot.core.look.mark import Mark, mark
from sabot.school.examination import report
from tests.controller.record.test_shift import drawn
from tests.pictures import png

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'
ENDED: Any = {
    "id": "0a1b",
    "name": "Marie",
    "code": "1234",
    "sitting": 1,
    "begun_ms": 1_763_726_400_000,
    "paper": {"kind": "issued", "group": "all", "seed": 1, "pass_percent": 80, "minutes": 20, "level": 0},
    "result": {
        "passed": True,
        "percent": 90,
        "right": 9,
        "questions": 10,
        "answered": 10,
        "seconds": 300,
        "drills": {},
    },
}
BLUE, GREEN = b"0.0431 0.1451 0.2706 rg", b"0.0549 0.2314 0.1804 rg"


def paper(look: Look) -> bytes:
    return drawn(report.pdf(ENDED, house="Table 3", titles={}, words={"1.5": "1.5"}, look=look))


def test_the_report_has_our_green_and_no_mark_unless_the_house_has_its_own() -> None:
    ours, theirs = paper(OURS), paper(Look(mark=mark(SVG), cloth="#0B2545"))
    assert (GREEN in ours, BLUE in ours) == (True, False)
    assert (GREEN in theirs, BLUE in theirs) == (False, True)
    assert b"124.72 -68.03 re f" in theirs, "the cloth under the mark"
    assert b" re f" not in ours
    assert b"2.25 0 0 2.25 157 21 cm" in theirs, "18 mm wide in the middle between 144 and 188 mm"


def test_the_report_is_made_without_a_mark_that_cannot_be_drawn() -> None:
    assert b"Marie" in paper(Look(mark=Mark("image/png", png()[:30])))
    assert b"/I1 Do" in paper(Look(mark=mark(png(100, 50))))
