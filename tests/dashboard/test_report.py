"""What the paper of a shift says (sabot_dashboard/pages/report.py)."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

import pytest

from sabot.core.shapes.day import Cover
from sabot.record.shift.paper import MARGIN_MM
from sabot_dashboard.pages.report import WIDTHS_MM, clock, printed
from sabot_dashboard.pages.report_cover import cover, outcomes
from sabot_dashboard.words import records
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
    [
        (1_000_000, 1_250_050, "2,500.50"),
        (1_000_000, 900_000, "-1,000.00"),
        (500, 500, "0.00"),
        (50, 25, "-0.25"),
    ],
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
    known = {"coup": 4, "game": "punto-banco", "began_ns": NINE_NS, "ended_ns": NINE_NS}
    known |= {"result": {"winner": "egalite"}}
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


# --- the cover


HOUR_NS = 3_600_000_000_000


def covered(found: Any, language: str = "en") -> Cover:
    """The first page of this day's report."""
    words = catalogue(language)
    return cover(found, table="Table 3", say=partial(records.in_words, words=words), words=words)


def plot(page: Cover, heading: str) -> list[tuple[str, float, str]]:
    (bars,) = (each.bars for each in page.plots if each.heading == heading)
    return [(bar.label, bar.length, bar.text) for bar in bars]


def evening() -> Any:
    """Banco three times in the first hour, punto two hours later; one fault of two is answered."""
    banco = coup(result={"winner": "banco"}, staked=1_200_000, returned=900_050)
    punto = coup(result={"winner": "punto"}, ended_ns=NINE_NS + 2 * HOUR_NS, staked=100, returned=0)
    answer = {"by": "M. Dupont", "reason": "", "wall_ns": NINE_NS}
    faults = [fault(answer=answer), fault(), fault(answer=answer)]
    more = {"coups": 4, "faults": {"faux-tirage": 3}, "unanswered": 1}
    return day(coups=[banco, banco, banco, punto], faults=faults, summary=SUMMARY | more)


def test_the_cover_says_in_one_line_how_the_day_went() -> None:
    page = covered(evening())
    assert (page.name, page.title) == ("Table 3", "Report of the shift of 2026-03-09")
    assert page.line == "4 coups, from 09:05 to 11:05, 3 faults, 1 not yet acknowledged"
    assert covered(day(coups=[coup()])).line == "1 coup, from 09:05 to 09:05, no fault"
    answered = [fault(answer={"by": "x", "reason": "", "wall_ns": 1})]
    done = day(faults=answered, summary=SUMMARY | {"unanswered": 0})
    assert covered(done).line == "0 coups, 1 fault, all acknowledged"
    assert page.mark.startswith(b"<svg")


def test_the_figures_have_the_stakes_where_they_are_known_and_thousands_are_grouped() -> None:
    assert covered(evening()).figures == (
        *(("Coups", "4"), ("Faults", "3"), ("Corrections", "3"), ("By hand", "4")),
        *(("Staked", "36,001.00"), ("Returned", "27,001.50"), ("Difference", "8,999.50")),
    )
    assert [name for name, _ in covered(day(coups=[coup()])).figures][-1] == "By hand"
    assert covered(evening(), "fr").figures[4][1] == "36\u202f001,00"
    assert covered(evening(), "de").figures[6][1] == "8.999,50"
    thousand = covered(day(coups=[coup()] * 1234))
    assert thousand.line.startswith("1,234 coups")


def test_the_plots_count_results_hours_rules_and_who_answered() -> None:
    page = covered(evening())
    assert plot(page, "Results") == [("Banco", 3, "3 (75%)"), ("Punto", 1, "1 (25%)")]
    assert plot(page, "Coups by hour") == [("09", 3, "3"), ("10", 0, "0"), ("11", 1, "1")]
    assert plot(page, "Staked by hour") == [("09", 3_600_000, "36,000"), ("10", 0, "0"), ("11", 100, "1")]
    assert plot(page, "Returned by hour")[0] == ("09", 2_700_150, "27,001")
    assert plot(page, "Faults by rule") == [("Faux tirage: banco has 7 and stands", 3, "3")]
    assert plot(page, "Acknowledged by") == [("M. Dupont", 2, "2"), ("nobody yet", 1, "1")]
    late = coup(ended_ns=NINE_NS + 14 * HOUR_NS), coup(ended_ns=NINE_NS + 15 * HOUR_NS)
    assert [hour for hour, *_ in plot(covered(day(coups=[*late])), "Coups by hour")] == ["23", "00"]
    assert [each.heading for each in covered(day(coups=[coup()])).plots if each.bars] == [
        "Results",
        "Coups by hour",
    ]


@pytest.mark.parametrize(
    ("game", "result", "names"),
    [
        ("roulette", {"number": "17", "colour": "noir"}, ["Noir"]),
        ("roulette", {"number": "0", "colour": None}, ["0"]),
        ("trente-et-quarante", {"winner": "rouge", "couleur": False}, ["Rouge, Inverse"]),
        ("trente-et-quarante", {"winner": "apres", "couleur": None}, ["Après"]),
        ("chemin-de-fer", {"winner": "en-cartes"}, ["En cartes"]),
        (
            "baccarat-banque",
            {"winners": {"droite": "ponte", "gauche": "egalite"}},
            ["Droite: Pontes", "Gauche: Égalité"],
        ),
        ("punto-banco", None, []),
    ],
)
def test_a_result_counts_under_the_names_of_its_cloth(game: str, result: Any, names: list[str]) -> None:
    assert outcomes(coup(game=game, result=result)) == names
