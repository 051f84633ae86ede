"""The report of an examination as PDF: one page, for a file of the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from fpdf import FPDF

from sabot.core.look import OURS, Look
from sabot.printing.letters import PACKAGES, Letters
from sabot.printing.mark import Rgb, draw_mark, rgb
from sabot.school.dealing.levels import LEVELS
from sabot.school.examination.exams import Admitted, OfDrill, PaperSummary, State

GREEN_RGB, INK_RGB, LINE_RGB = (14, 59, 46), (26, 23, 20), (176, 141, 87)
LEFT_MM, WIDTH_MM = 22, 166
GROUND_MM, MARGIN_MM = (44.0, 24.0), 3.0
"""The cloth under the mark of the house: its width and its height, and what is seen of it around the mark."""

FOOT_MM = 243.0
"""Where the names to be signed begin, from the top of the page."""

FACT_MM = 6.2

SHARE = (WIDTH_MM - 66, 22, 22, 22)


NOT_PROVED = (
    "This report says which answers were given under this name, at this device, in this time.",
    "It does not prove who held the device after the PIN, nor that nobody helped, nor that a person can deal"
    " at a table. The times are those of the table’s clock.",
)
"""What a reader must not take the report for."""

Say = Callable[[str], str]
"""A sentence in the reader's language."""


def pdf(
    state: State,
    *,
    house: str,
    titles: Mapping[str, tuple[str, str]],
    words: Mapping[str, str],
    named: Callable[[str], str] = str,
    look: Look = OURS,
) -> bytes:
    """The report of `state` (of an examination that has ended); `titles` has title and game of each drill,
    `named` gives the name of a person as the record has them, `look` is that of the house."""

    page = FPDF(format="A4")
    page.set_auto_page_break(auto=False)
    people = _people(state, named)
    letters = Letters(page, [state["name"], house, *people])

    def t(text: str) -> str:
        return letters.text(words.get(text, text))

    ended = datetime.fromtimestamp(state["begun_ms"] / 1000 + state["result"]["seconds"], UTC)
    page.set_creation_date(ended)  # the same report is the same file each time
    page.set_margins(LEFT_MM, 24, LEFT_MM)
    page.set_title(f"{t('Examination')} {state['name']}")
    page.set_creator("Sabot")
    page.add_page()
    _mark(page, look)
    _head(page, letters, t("Examination"), house, colour=rgb(look.cloth, GREEN_RGB))
    _verdict(page, letters, state, t)
    _facts(page, letters, [*_issue(state, people, house, t), *_sitting(state, t)])
    _drills(page, letters, state["result"]["drills"], titles, t)
    _foot(page, letters, state, t)
    return bytes(page.output())


def _mark(page: FPDF, look: Look) -> None:
    """The mark of the house, on its cloth: it may be too bright for white paper."""
    if look.mark is None:
        return
    left_mm, top_mm = LEFT_MM + WIDTH_MM - GROUND_MM[0], page.get_y() - 6
    with page.local_context():
        page.set_fill_color(*rgb(look.cloth, GREEN_RGB))
        page.rect(left_mm, top_mm, *GROUND_MM, style="F")
        draw_mark(
            page,
            look.mark.content,
            x_mm=left_mm + MARGIN_MM,
            y_mm=top_mm + MARGIN_MM,
            wide_mm=GROUND_MM[0] - 2 * MARGIN_MM,
            high_mm=GROUND_MM[1] - 2 * MARGIN_MM,
            is_centred=True,
        )


def _head(page: FPDF, letters: Letters, title: str, house: str, *, colour: Rgb) -> None:
    letters.font("B", 26, "times")
    page.set_text_color(*colour)
    page.cell(WIDTH_MM, 12, title, new_x="LMARGIN", new_y="NEXT")
    letters.font("", 11)
    page.set_text_color(*INK_RGB)
    page.cell(WIDTH_MM, 7, letters.text(house), new_x="LMARGIN", new_y="NEXT")
    page.set_draw_color(*LINE_RGB)
    page.line(LEFT_MM, page.get_y() + 3, LEFT_MM + WIDTH_MM, page.get_y() + 3)
    page.ln(10)


def _verdict(page: FPDF, letters: Letters, state: State, t: Say) -> None:
    result = state["result"]
    letters.font("B", 20)
    page.cell(WIDTH_MM, 10, letters.text(state["name"]), new_x="LMARGIN", new_y="NEXT")
    letters.font("B", 16)
    word = t("Passed") if result["passed"] else t("Not passed")
    percent = f"{result['percent']:g}".replace(".", t("1.5")[1])
    mark = f"{percent} %  ({result['right']}/{result['questions']})"
    page.cell(WIDTH_MM, 10, letters.text(f"{word} – {mark}"), new_x="LMARGIN", new_y="NEXT")
    page.ln(4)


def _people(state: State, named: Callable[[str], str]) -> tuple[str, str, str]:
    """Who issued the paper, who saw that the trainee is who they say, and who withdrew it; empty where nobody
    did."""
    admitted, withdrawn = state.get("admitted"), state.get("withdrawn")
    by = named(withdrawn.by) if withdrawn else ""
    return (named(admitted.issuer), named(admitted.witness), by) if admitted else ("", "", "")


Facts = list[tuple[str, str]]


def _issue(state: State, people: tuple[str, str, str], house: str, t: Say) -> Facts:
    """Who issued the paper, which trainee sat it, and where."""
    admitted = state.get("admitted")
    if admitted is None:
        return [(t("Issued by"), t("nobody: the trainee chose the paper, in an older version"))]
    issuer, witness, by = people
    proof, withdrawn = t("with a PIN of their own"), state.get("withdrawn")
    late = [(t("Withdrawn afterwards"), f"{by}, {_moment(withdrawn.at_ms)}")] if withdrawn else []
    return [
        *late,
        (t("Issued by"), f"{issuer}, {_moment(admitted.issued_ms)}"),
        (t("Could be begun"), f"{_moment(admitted.opens_ms)} – {_moment(admitted.closes_ms)}"),
        (t("Who they are"), t("attested by {name} with a PIN").format(name=witness) if witness else proof),
        (t("Where"), f"{house}, {_place(admitted, t)}"),
    ]


def _place(admitted: Admitted, t: Say) -> str:
    number = admitted.device[:8]
    if not admitted.place:
        return t("the table’s own screen, device {n}").format(n=number)
    return t("device {n} at {address}").format(n=number, address=admitted.place)


def _sitting(state: State, t: Say) -> Facts:
    paper, result = state["paper"], state["result"]
    sitting = [] if "admitted" in state else [(t("Sitting of this paper"), str(state["sitting"]))]
    return [
        (t("Date"), _moment(state["begun_ms"])),
        (t("Paper"), f"{_subject(paper, t)}, {t('seed')} {paper['seed']}"),
        *sitting,
        (t("Pass mark"), f"{paper['pass_percent']} %"),
        (t("Time taken"), f"{_clock(result['seconds'])} / {paper['minutes']}:00"),
        (t("Coups dealt" if paper["level"] else "Answered"), f"{result['answered']}/{result['questions']}"),
    ]


def _subject(paper: PaperSummary, t: Say) -> str:
    game, level = _game(paper["group"], t), paper["level"]
    if not level:
        return game
    return f"{game}, {t('coups at the virtual table')}, {level}. {t(str(LEVELS[level - 1].title))}"


def _moment(wall_ms: int) -> str:
    return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _facts(page: FPDF, letters: Letters, facts: Facts) -> None:
    for name, value in facts:
        letters.font("", 11)
        page.cell(50, FACT_MM, name)
        letters.font("B", 11)
        page.multi_cell(WIDTH_MM - 50, FACT_MM, letters.text(value), new_x="LMARGIN", new_y="NEXT", align="L")
    page.ln(4)


def _game(group: str, t: Say) -> str:
    name: str = t("All games") if group == "all" else t(group.replace("-", " ").capitalize())
    return name


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def _drills(
    page: FPDF,
    letters: Letters,
    drills: Mapping[str, OfDrill],
    titles: Mapping[str, tuple[str, str]],
    t: Say,
) -> None:
    high = min(7.0, (FOOT_MM - page.get_y() - 12) / max(1, len(drills)))
    letters.font("", 10)
    for text, width in zip(("", t("asked"), t("right"), "%"), SHARE, strict=True):
        page.cell(width, 7, text, border="B", align="L" if not text else "R")
    page.ln(8)
    letters.font("", 11)
    for name, counts in drills.items():
        share = f"{100 * counts['right'] / counts['asked']:.0f}"
        title, group = titles.get(name, (name, "all"))
        row = (f"{t(title)} ({_game(group, t)})", str(counts["asked"]), str(counts["right"]), share)
        for nth, (text, width) in enumerate(zip(row, SHARE, strict=True)):
            page.cell(width, high, text, align="R" if nth else "L")
        page.ln(high)


def _foot(page: FPDF, letters: Letters, state: State, t: Say) -> None:
    page.set_y(FOOT_MM)
    letters.font("", 10)
    page.cell(WIDTH_MM / 2, 6, t("Trainer"), border="T")
    page.cell(WIDTH_MM / 2, 6, t("Trainee"), border="T", new_x="LMARGIN", new_y="NEXT")
    letters.font("", 8.5)
    page.ln(3)
    page.multi_cell(WIDTH_MM, 4, " ".join(map(t, NOT_PROVED)), new_x="LMARGIN", new_y="NEXT", align="L")
    page.ln(2)
    page.set_font("Courier", "", 10)
    page.cell(
        WIDTH_MM, 6, f"{state['id']}   {t('check code')} {state['code']}", new_x="LMARGIN", new_y="NEXT"
    )
    letters.font("", 9)
    page.cell(WIDTH_MM, 5, t("This file is signed: sabot school verify FILE"), new_x="LMARGIN", new_y="NEXT")
    if letters.lacking:
        page.cell(
            WIDTH_MM,
            5,
            t("□ stands for a letter that no font of this machine has. Install: {packages}").format(
                packages=PACKAGES
            ),
        )
