"""The signed heads in a journal: the newest, and those that a foreign key has signed."""

from __future__ import annotations

from pathlib import Path

from sabot.record.chain import SIGNED
from sabot.record.heads import SEARCHED_RECORDS, SignedHead, of_record
from sabot.record.journal import JournalError, backwards, length, reading, records
from sabot.record.keys import trusted


def newest(path: Path) -> SignedHead | None:
    """The head that was signed last; None where there is none among the newest records, or no journal."""
    try:
        with reading(path) as file:
            where = (SIGNED, length(file) - SEARCHED_RECORDS)
            return next(map(of_record, backwards(file, "kind = ? AND seq > ?", where)), None)
    except JournalError:
        return None


def foreign(path: Path, noted: SignedHead | None = None) -> list[str]:
    """Which heads are signed with another key than those of this table, a sentence each. Nothing is said
    where no key of the table is known."""
    keys = trusted(path)
    if not keys:
        return []
    with reading(path) as file:
        found = [(each.seq, of_record(each)) for each in records(file, "kind = ?", (SIGNED,))]
    said = [
        f"record {seq} is signed with a key that is not this table's: {signed.key[:16]}…"
        for seq, signed in found
        if signed and signed.key not in keys
    ]
    if noted and noted.key not in keys:
        said.append(f"the noted head is signed with a key that is not this table's: {noted.key[:16]}…")
    return said
