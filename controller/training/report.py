"""The report of an examination as PDF: one page, for a file of the house. Needs fpdf2 (extra `printing`)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fpdf import FPDF

GREEN, INK, LINE = (14, 59, 46), (26, 23, 20), (176, 141, 87)
LEFT, WIDTH = 22, 166
FOOT_MM = 250.0
"""Where the names to be signed begin, from the top of the page."""

SHARE = (WIDTH - 66, 22, 22, 22)


def pdf(
    state: Mapping[str, Any], *, house: str, titles: Mapping[str, tuple[str, str]], words: Mapping[str, str]
) -> bytes:
    """The report of `state` (of an examination that has ended); `titles` has title and game of each drill."""

    def t(text: str) -> str:
        return _latin(words.get(text, text))

    page = FPDF(format="A4")
    ended = datetime.fromtimestamp(state["begun_ms"] / 1000 + state["result"]["seconds"], UTC)
    page.set_creation_date(ended)  # the same report is the same file each time
    page.set_margins(LEFT, 24, LEFT)
    page.set_title(f"{t('Examination')} {_latin(state['name'])}")
    page.set_creator("Sabot")
    page.add_page()
    _head(page, t("Examination"), _latin(house))
    _verdict(page, state, t)
    _facts(page, state, t)
    _drills(page, state["result"]["drills"], titles, t)
    _foot(page, state, t)
    return bytes(page.output())


def _latin(text: str) -> str:
    """The core fonts of PDF know Latin letters; for any other a question mark stands."""
    plain = text.replace("’", "'").replace("–", "-").replace("\u202f", " ").replace("…", "...")
    return plain.encode("latin-1", "replace").decode("latin-1")


def _head(page: FPDF, title: str, house: str) -> None:
    page.set_font("Times", "B", 26)
    page.set_text_color(*GREEN)
    page.cell(WIDTH, 12, title, new_x="LMARGIN", new_y="NEXT")
    page.set_font("Helvetica", "", 11)
    page.set_text_color(*INK)
    page.cell(WIDTH, 7, house, new_x="LMARGIN", new_y="NEXT")
    page.set_draw_color(*LINE)
    page.line(LEFT, page.get_y() + 3, LEFT + WIDTH, page.get_y() + 3)
    page.ln(10)


def _verdict(page: FPDF, state: Mapping[str, Any], t: Any) -> None:
    result = state["result"]
    page.set_font("Helvetica", "B", 20)
    page.cell(WIDTH, 10, _latin(state["name"]), new_x="LMARGIN", new_y="NEXT")
    page.set_font("Helvetica", "B", 16)
    word = t("Passed") if result["passed"] else t("Not passed")
    mark = f"{result['percent']:g} %  ({result['right']}/{result['questions']})"
    page.cell(WIDTH, 10, f"{word}: {mark}", new_x="LMARGIN", new_y="NEXT")
    page.ln(4)


def _facts(page: FPDF, state: Mapping[str, Any], t: Any) -> None:
    paper, result = state["paper"], state["result"]
    begun = datetime.fromtimestamp(state["begun_ms"] / 1000, UTC)
    facts = (
        (t("Date"), f"{begun:%Y-%m-%d %H:%M} UTC"),
        (t("Paper"), f"{_game(paper['group'], t)}, {t('seed')} {paper['seed']}"),
        (t("Pass mark"), f"{paper['pass_percent']} %"),
        (t("Time taken"), f"{_clock(result['seconds'])} / {paper['minutes']}:00"),
        (t("Answered"), f"{result['answered']}/{result['questions']}"),
    )
    for name, value in facts:
        page.set_font("Helvetica", "", 11)
        page.cell(50, 7, name)
        page.set_font("Helvetica", "B", 11)
        page.cell(WIDTH - 50, 7, value, new_x="LMARGIN", new_y="NEXT")
    page.ln(6)


def _game(group: str, t: Any) -> str:
    name: str = t("All games") if group == "all" else t(group.replace("-", " ").capitalize())
    return name


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def _drills(page: FPDF, drills: Mapping[str, Any], titles: Mapping[str, tuple[str, str]], t: Any) -> None:
    high = min(7.0, (FOOT_MM - page.get_y() - 12) / max(1, len(drills)))
    page.set_font("Helvetica", "", 10)
    for text, width in zip(("", t("asked"), t("right"), "%"), SHARE, strict=True):
        page.cell(width, 7, text, border="B", align="L" if not text else "R")
    page.ln(8)
    page.set_font("Helvetica", "", 11)
    for name, counts in drills.items():
        share = f"{100 * counts['right'] / counts['asked']:.0f}"
        title, group = titles.get(name, (name, "all"))
        row = (f"{t(title)} ({_game(group, t)})", str(counts["asked"]), str(counts["right"]), share)
        for nth, (text, width) in enumerate(zip(row, SHARE, strict=True)):
            page.cell(width, high, text, align="R" if nth else "L")
        page.ln(high)


def _foot(page: FPDF, state: Mapping[str, Any], t: Any) -> None:
    page.set_y(FOOT_MM)
    page.set_font("Helvetica", "", 10)
    page.cell(WIDTH / 2, 6, t("Trainer"), border="T")
    page.cell(WIDTH / 2, 6, t("Trainee"), border="T", new_x="LMARGIN", new_y="NEXT")
    page.ln(6)
    page.set_font("Courier", "", 10)
    page.cell(WIDTH, 6, f"{state['id']}   {t('check code')} {state['code']}", new_x="LMARGIN", new_y="NEXT")
    page.set_font("Helvetica", "", 9)
    page.cell(WIDTH, 5, t("This file is signed: sabot school verify FILE"))
