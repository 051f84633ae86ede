"""The report of a shift: what its paper says, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from sabot.core.look import OURS, Look
from sabot.core.shapes.day import DayReport, HeadShown, ReportedCoup, ReportedNote
from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot_dashboard import tongue
from sabot_dashboard.pages.report_cover import counted, cover
from sabot_dashboard.picture.cloths import cloth_of
from sabot_dashboard.words import records
from sabot_dashboard.words.languages import catalogue, grouped
from sabot_dashboard.words.sentence import plain

Words = Mapping[str, str]

WIDTHS_MM = (16.0, 14.0, 36.0, 70.0, 44.0)
"""The columns of both tables: together 180 mm, for which A4 has room between its margins."""


def words(table: str | None) -> Words:
    """The catalogue of the language that this browser reads, or else the one of the `table`."""
    return catalogue(tongue.spoken(table))


def printed(
    day: DayReport,
    paper: Callable[..., bytes],
    *,
    table: str,
    words: Words,
    head: HeadShown | None = None,
    look: Look = OURS,
) -> bytes:
    """The day as paper, made by `paper`, with the newest signed head of the journal and the `look` of the
    house."""
    say = partial(records.in_words, words=words)
    title = say(plain("{table}: report of the shift of {day}", table=table, day=day["day"]))
    parts = [_summary(day, say, words), _notes(day, say), _faults(day, say), _coups(day, say)]
    if head:
        parts.append((say(plain("Signed head of the journal")), (head["text"],), (), ()))
    foot = say(plain("{table} · {day} · up to record {n}", table=table, day=day["day"], n=day["seq"]))
    missing = say(plain("□ stands for a letter that no font of this machine has. Install: {packages}"))
    code = head["text"] if head else ""
    signatures = (say(plain("Supervisor")),)
    return paper(
        title,
        parts,
        foot=foot,
        signatures=signatures,
        missing=missing,
        code=code,
        cover=cover(day, table=table, say=say, words=words, look=look),
    )


Say = Callable[[Plain | str], str]
Part = tuple[str, tuple[str, ...], tuple[tuple[str, float], ...], tuple[tuple[str, ...], ...]]


def _summary(day: DayReport, say: Say, words: Words) -> Part:
    summary = day["summary"]
    coups = (
        plain("{n} coups", n=counted(summary["coups"], words)),
        plain("{n} of them decided", n=counted(summary["decided"], words)),
        plain("{n} acts withdrawn", n=counted(summary["corrections"], words)),
        plain("{n} entered by hand", n=counted(summary["manual"], words)),
    )
    faults = (
        plain("{n} faults", n=sum(summary["faults"].values())),
        plain("{n} not yet acknowledged", n=summary["unanswered"]),
    )
    counts = (", ".join(map(say, each)) for each in (coups, faults))
    return say(plain("In short")), (*counts, *_float(day["notes"], say, words)), (), ()


def _float(notes: list[ReportedNote], say: Say, words: Words) -> tuple[str, ...]:
    """The difference between the floats counted at the opening and at the closing, where both were."""
    counted = {each["what"]: each["counted"] for each in notes if each["counted"] is not None}
    if not {"table-opened", "table-closed"} <= counted.keys():
        return ()
    change = counted["table-closed"] - counted["table-opened"]
    return (say(plain("The float changed by {amount}", amount=plain(grouped(money(change), words)))),)


def _notes(day: DayReport, say: Say) -> Part:
    lines = tuple(f"{clock(each['wall_ns'])}  {say(records.note(each))}".strip() for each in day["notes"])
    return say(plain("Opening, closing, remarks")), lines or ("–",), (), ()


def _faults(day: DayReport, say: Say) -> Part:
    names = ("Time", "Coup", "Fault", "Rule", "Acknowledged by")
    rows = []
    for each in map(records.fault, day["faults"]):
        answer: Mapping[str, str] = each["answer"] or {}
        parts = say(records.person(answer.get("by", "–"))), answer.get("reason", "")
        who = " – ".join(part for part in parts if part)
        cells = (clock(each["wall_ns"]), str(each["coup"] or "–"), say(each["title"]), say(each["because"]))
        rows.append((*cells, who))
    return _table("Faults", names, rows, say)


def _coups(day: DayReport, say: Say) -> Part:
    names = ("Time", "Coup", "Result", "Cards", "Remarks")
    rows = []
    for each in day["coups"]:
        names_of = cloth_of(each["game"]).names
        held = {names_of.get(place, place): cards for place, cards in each["cards"].items() if cards}
        cards = "; ".join(f"{place} {' '.join(map(records.short, cards))}" for place, cards in held.items())
        marks = {"Faults": each["faults"], "Corrections": each["corrections"], "By hand": each["manual"]}
        signs = ", ".join(f"{say(plain(name))} {n}" for name, n in marks.items() if n)
        rows.append((clock(each["ended_ns"]), str(each["coup"]), _won(each), cards, signs))
    return _table("Coups", names, rows, say)


def _won(coup: ReportedCoup) -> str:
    winner = (coup["result"] or {}).get("winner")
    return cloth_of(coup["game"]).names.get(str(winner), coup["won"]) or "–"


def _table(heading: str, names: tuple[str, ...], rows: Sequence[tuple[str, ...]], say: Say) -> Part:
    columns = tuple(zip((say(plain(name)) for name in names), WIDTHS_MM, strict=True))
    return say(plain(heading)), () if rows else ("–",), columns, tuple(rows)


LABELS = (
    *("Time", "Coup", "Fault", "Rule", "Acknowledged by", "Result", "Cards", "Remarks"),
    *("Faults", "Coups", "Corrections", "By hand"),
)
"""Headings, for the catalogues."""


def clock(wall_ns: int) -> str:
    """Local time, hours to seconds."""
    return datetime.fromtimestamp(wall_ns / 1e9).strftime("%H:%M:%S")  # noqa: DTZ006
