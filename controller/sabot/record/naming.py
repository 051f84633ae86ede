"""People by name in what a supervisor looks back on; the record itself has their pseudonyms."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.shapes.day import DayReport, ReportedFault, ReportedNote
from sabot.core.shapes.json import Plain
from sabot.record.chain import Record, canonical

Named = Callable[[str], str]
"""Who did something, by name; given what the journal has."""


def with_names(day: DayReport, named: Named) -> DayReport:
    """The same day with people by name."""
    notes = [_note(each, named) for each in day["notes"]]
    return {**day, "notes": notes, "faults": [_fault(each, named) for each in day["faults"]]}


def _note(note: ReportedNote, named: Named) -> ReportedNote:
    return {**note, "by": named(note["by"])}


def _fault(fault: ReportedFault, named: Named) -> ReportedFault:
    answer = fault["answer"]
    return {**fault, "answer": answer and {**answer, "by": named(answer["by"])}}


def by_name(plain: Plain, named: Named) -> Plain:
    """An observation or a note as plain values, with the person who did it by name."""
    by = plain.get("by")
    return {**plain, "by": named(by)} if isinstance(by, str) else plain


def record_by_name(record: Record, named: Named) -> Record:
    """The same record with the person who did it by name. Raises DamagedError."""
    return record._replace(body=canonical(by_name(record.plain, named)))
