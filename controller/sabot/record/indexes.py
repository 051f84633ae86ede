"""Whether the indexes of a journal have every record.

A chain cannot tell: an index that was rebuilt without a coup leaves every record as it was. No command of
this program reads by an index, but another program shows what the index has and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from sabot.core.progress import Progress, silent
from sabot.record.journal import reading
from sabot.record.schema import differences, is_ours


class Counted(NamedTuple):
    """An index, the column by which it is looked up, and the records it has, as an SQL condition."""

    name: str
    column: str
    of: str


COUNTED = (
    Counted("by_coup", "coup", "1"),
    Counted("by_kind", "kind", "1"),
    Counted("by_mark", "role", "mark <> ''"),
)

FINDINGS_MOST = 20
"""How many findings of one index are named."""

STAGES = len(COUNTED) + 2


def troubles(path: Path, progress: Progress = silent) -> list[str]:
    """What is wrong with the indexes, triggers and pages of this journal, a sentence each; empty: nothing."""
    with reading(path) as file, progress("verifying indexes", STAGES) as advance:
        found = list(differences(file))
        advance(1)
        for each in COUNTED:
            found += _miscounted(file, each) if is_ours(file, each.name) else ()
            advance(1)
        found += _damaged(file, [each.name for each in COUNTED if f"index {each.name}" in " ".join(found)])
        advance(1)
    return found


def _miscounted(file: Connection, counted: Counted) -> list[str]:
    """Each value by which this index has too few or too many records."""
    index, column, _ = counted
    there, known = (_counts(file, how, counted) for how in ("NOT INDEXED", f"INDEXED BY {index}"))
    values = sorted(there.keys() | known.keys(), key=str)
    found = [
        f"{column} {value}: the index {index} has {known.get(value, 0)} of {there.get(value, 0)} records"
        for value in values
        if there.get(value) != known.get(value)
    ]
    more = len(found) - FINDINGS_MOST
    return [*found[:FINDINGS_MOST], f"the index {index} is wrong for {more} more"] if more > 0 else found


def _counts(file: Connection, how: str, counted: Counted) -> dict[object, int]:
    _, column, of = counted
    query = f"SELECT {column}, count(*) FROM records {how} WHERE {of} GROUP BY {column}"  # noqa: S608
    return dict(file.execute(query).fetchall())


def _damaged(file: Connection, named: list[str]) -> Iterator[str]:
    """What SQLite itself finds: a row that an index leaves out, pages in disorder. Not said again of an index
    that is `named` already."""
    for (said,) in file.execute(f"PRAGMA integrity_check({FINDINGS_MOST})"):
        if said != "ok" and not any(index in said for index in named):
            yield f"the file is damaged: {said}".replace("\n", " ")
