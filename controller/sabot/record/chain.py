"""The chain of the records, which makes every change visible. Pure.

Each record carries a SHA-256 over itself and the chain of the one before it. Changing, removing or moving a
record breaks the chain at that record. Cutting off the end, or writing all of it again, shows against a head
noted elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from sabot.core.shapes.json import Plain

START = "0" * 64
"""What the first record is chained to."""

Head = tuple[int, str]
"""The number of the last record, and its chain."""


class Entry(NamedTuple):
    """What is to be put on record; `body` are plain JSON values."""

    kind: str
    body: Mapping[str, object]
    coup: int = 0
    wall_ns: int = 0
    monotonic_ns: int = 0
    role: str = ""
    mark: str = ""


class DamagedError(ValueError):
    """A record that cannot be read."""


class Record(NamedTuple):
    """What stands on record. `body` is the text on disk; `plain` reads it."""

    seq: int
    wall_ns: int
    monotonic_ns: int
    kind: str
    coup: int
    role: str
    mark: str
    body: str
    chain: str

    @property
    def plain(self) -> Plain:
        """The body as JSON values. Raises DamagedError if no version of this program can have written it."""
        with suppress(ValueError, RecursionError):
            plain = json.loads(self.body)
            if isinstance(plain, dict):
                return plain
        raise DamagedError(f"record {self.seq} is damaged: `sabot journal verify` tells more")


def canonical(plain: Mapping[str, object]) -> str:
    """The one spelling of these JSON values: keys sorted, no spaces, UTF-8."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def chained(before: str, record: Sequence[object]) -> str:
    """The chain of `record` (all columns but its chain) after a record whose chain is `before`."""
    text = json.dumps([before, *record[:8]], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def following(entries: Iterable[Entry], head: tuple[int, str]) -> Iterator[Record]:
    """The entries as records that follow `head`."""
    seq, chain = head
    for entry in entries:
        seq += 1
        times = (entry.wall_ns, entry.monotonic_ns)
        unchained = (seq, *times, entry.kind, entry.coup, entry.role, entry.mark, canonical(entry.body))
        chain = chained(chain, unchained)
        yield Record(*unchained, chain)


class Verdict(NamedTuple):
    """What `verify` found: how many `records`, the `head` they lead to, and the first thing wrong (`""`:
    nothing).

    `seq` is the first record concerned; `kind` is `altered`, `removed`, `moved` or `truncated`.
    """

    records: int
    head: str
    seq: int = 0
    kind: str = ""
    wrong: str = ""


Rows = Callable[[], Iterable[Record]]
"""Called to read all records from the first on; it may be called again."""


def verified(rows: Rows, *, anchor: Head | None = None) -> Verdict:
    """What is wrong first, reading from the start; `anchor` is a head that was noted elsewhere."""
    seen, chain, passed = 0, START, anchor is None
    for record in rows():
        if record.seq != seen + 1:
            return _missing(seen, record.seq, chain)
        if chained(chain, record) != record.chain:
            return _damaged(rows, record, seen=seen, chain=chain)
        seen, chain = record.seq, record.chain
        passed = passed or (seen, chain) == anchor
    if passed or anchor is None:
        return Verdict(seen, chain)
    return _unanchored(seen, chain, anchor)


def _unanchored(seen: int, chain: str, anchor: Head) -> Verdict:
    if seen < anchor[0]:
        wrong = f"the end was cut off: record {seen + 1} and all after it, up to {anchor[0]} at least"
        return Verdict(seen, chain, seen + 1, "truncated", wrong)
    wrong = f"record {anchor[0]} is not the one that was noted: the journal was rewritten"
    return Verdict(seen, chain, anchor[0], "altered", wrong)


def _missing(seen: int, found: int, chain: str) -> Verdict:
    first, last = seen + 1, found - 1
    if last < first:
        return Verdict(seen, chain, found, "moved", f"record {found} stands where none can")
    which = f"record {first} is" if first == last else f"records {first} to {last} are"
    return Verdict(seen, chain, first, "removed", f"{which} missing")


def _damaged(rows: Rows, record: Record, *, seen: int, chain: str) -> Verdict:
    """Returns whether it is a moved record: then its chain fits after another one."""
    places = [(1, START)]
    for other in rows():  # the other one may have changed places with this one
        places += [(other.seq + 1, other.chain), (other.seq, other.chain)]
    for place, before in places:
        if place != record.seq and chained(before, (place, *record[1:])) == record.chain:
            wrong = f"record {record.seq} is not in its place: it is the one that was number {place}"
            return Verdict(seen, chain, record.seq, "moved", wrong)
    return Verdict(seen, chain, record.seq, "altered", f"record {record.seq} was altered")
