"""What the paper of a shift says (sabot_dashboard/pages/report.py)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from sabot.record.shift.paper import MARGIN_MM
from sabot_dashboard.pages.report import WIDTHS_MM, clock, printed
from sabot_dashboard.words.languages import catalogue

NINE_NS = int(datetime(2026, 3, 9, 9, 5, 7).timestamp()) * 1_000_000_000  # noqa: DTZ001 - local time is shown
"""Seven seconds past five past nine, local time."""

SUMMARY = {"coups": 2, "decided": 1, "corrections": 3, "manual": 4, "faults": {}, "unanswered": 0}


def day(**more: Any) -> Any:
    """A day on which little happened."""
    empty: dict[str, Any] = {"coups": [], "faults": [], "notes": [], "summary": SUMMARY}
    return {"day": "2026-03-09", "seq": 77, "newest": 77} | empty | more


class Paper:
    """The parts of a report by their headings, and what stands around them."""

    def __init__(self, found: Any) -> None:
        self.title = ""
        printed(found, self._paper, table="Table 3", words=catalogue("en"))

    def _paper(self, title: str, parts: Any, **more: Any) -> bytes:
        self.title, self.more = title, more
        self.parts = {heading: (lines, columns, rows) for heading, lines, columns, rows in parts}
        return b""


def lines(found: Any, heading: str) -> tuple[str, ...]:
    shown: tuple[str, ...] = Paper(found).parts[heading][0]
    return shown


def rows(found: Any, heading: str) -> Any:
    return Paper(found).parts[heading][2]


def note(what: str, counted: int | None = None, **more: Any) -> dict[str, Any]:
    return {"wall_ns": NINE_NS, "what": what, "by": "M. Dupont", "text": "", "counted": counted, **more}


def test_the_paper_names_the_table_the_day_and_the_last_record() -> None:
    paper = Paper(day())
    assert paper.title == "Table 3: report of the shift of 2026-03-09"
    assert paper.more["foot"] == "Table 3 · 2026-03-09 · up to record 77"
    assert paper.more["signatures"] == ("Supervisor",)
    assert paper.more["missing"].endswith("Install: {packages}")


def test_a_shift_in_short_counts_coups_acts_and_faults() -> None:
    faults = {"faux-tirage": 2, "early-card": 1}
    found = day(summary=SUMMARY | {"faults": faults, "unanswered": 2})
    assert lines(found, "In short") == (
        "2 coups, 1 of them decided, 3 acts withdrawn, 4 entered by hand",
        "3 faults, 2 not yet acknowledged",
    )


@pytest.mark.parametrize(
    ("opened", "closed", "change"),
    [(1_000_000, 1_250_050, "2500.50"), (1_000_000, 900_000, "-1000.00"), (500, 500, "0.00")],
)
def test_the_float_changed_by_what_was_counted_at_the_end_less_what_was_counted_at_the_beginning(
    opened: int, closed: int, change: str
) -> None:
    notes = [note("table-opened", opened), note("table-closed", closed)]
    assert lines(day(notes=notes), "In short")[2:] == (f"The float changed by {change}",)


@pytest.mark.parametrize(
    "notes", [[], [note("table-opened", 5)], [note("table-opened", 5), note("table-closed")]]
)
def test_a_float_that_was_counted_once_has_no_change(notes: list[Any]) -> None:
    assert len(lines(day(notes=notes), "In short")) == 2


def test_what_was_put_on_record_stands_with_its_time() -> None:
    notes = [note("remark", text="the lamp was dim"), note("table-closed", 100)]
    assert lines(day(notes=notes), "Opening, closing, remarks") == (
        "09:05:07  Remark of M. Dupont: the lamp was dim",
        "09:05:07  The table was closed by M. Dupont, float 1.00.",
    )


def test_where_nothing_is_on_record_there_is_a_dash() -> None:
    for heading in ("Opening, closing, remarks", "Faults", "Coups"):
        assert lines(day(), heading) == ("–",)


def fault(**more: Any) -> dict[str, Any]:
    because = {"id": "banco has {n} and stands", "values": {"n": 7}}
    known = {"wall_ns": NINE_NS, "coup": 4, "kind": "faux-tirage", "because": because, "card": "5C"}
    return known | {"owed": None, "wheel": None, "answer": None} | more


def test_a_fault_stands_with_its_rule_and_who_answered_for_it() -> None:
    answer = {"by": "M. Dupont", "reason": "the player agreed", "wall_ns": NINE_NS}
    found = day(faults=[fault(answer=answer), fault(answer=answer | {"reason": ""}), fault(coup=0)])
    shown = rows(found, "Faults")
    assert shown[0] == (
        *("09:05:07", "4", "Faux tirage", "banco has 7 and stands"),
        "M. Dupont – the player agreed",
    )
    assert [each[4] for each in shown] == ["M. Dupont – the player agreed", "M. Dupont", "–"]
    assert shown[2][1] == "–"
    assert lines(found, "Faults") == ()


def coup(**more: Any) -> dict[str, Any]:
    known = {"coup": 4, "game": "punto-banco", "ended_ns": NINE_NS, "result": {"winner": "egalite"}}
    counts = {"faults": 0, "corrections": 0, "manual": 0}
    return known | {"won": "egalite", "cards": {"punto": ["TC", "8D"], "banco": []}} | counts | more


def test_a_coup_stands_with_its_result_its_cards_and_what_was_odd_about_it() -> None:
    odd = coup(faults=1, corrections=2, manual=3)
    shown = rows(day(coups=[coup(), odd]), "Coups")
    assert shown[0] == ("09:05:07", "4", "Égalité", "Punto 10♣ 8♦", "")
    assert shown[1][4] == "Faults 1, Corrections 2, By hand 3"


def test_a_result_without_a_winner_is_told_as_it_is_on_record() -> None:
    numbers = [coup(game="roulette", result={"number": "17"}, won="17"), coup(result=None, won="")]
    assert [each[2] for each in rows(day(coups=numbers), "Coups")] == ["17", "–"]


def test_both_tables_are_180_mm_wide_which_a4_has_between_its_margins() -> None:
    assert sum(WIDTHS_MM) == 180 <= 210 - 2 * MARGIN_MM
    for heading in ("Faults", "Coups"):
        assert tuple(width for _, width in Paper(day()).parts[heading][1]) == WIDTHS_MM


def test_the_time_is_the_local_one_to_the_second() -> None:
    assert clock(NINE_NS) == clock(NINE_NS + 999_000_000) == "09:05:07"
    assert clock(NINE_NS + 1_000_000_000) == "09:05:08"
