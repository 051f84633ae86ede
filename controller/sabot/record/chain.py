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

from sabot.core.shapes.json import Plain, row

START = "0" * 64
"""What the first record is chained to."""

Head = tuple[int, str]
"""The number of the last record, and its chain."""


NESTED_MOST = 100
"""No version of this program writes a body that nests deeper; what reads one further, such as JSON in its one
spelling, would end at the limit of Python."""


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
            if isinstance(plain, dict) and not _is_deeper(plain, NESTED_MOST, self.body):
                return plain
        raise DamagedError(f"record {self.seq} is damaged: `sabot journal verify` tells more")


def _is_deeper(plain: object, most: int, text: str) -> bool:
    """Whether these JSON values, read from this text, nest deeper than `most`."""
    if text.count("[") + text.count("{") <= most:
        return False
    layer = [plain]
    for _ in range(most):
        layer = [each for values in layer for each in _inside(values) if isinstance(each, dict | list)]
    return bool(layer)


def _inside(values: object) -> Iterable[object]:
    return values.values() if isinstance(values, dict) else row(values)


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

    `seq` is the first record concerned; `kind` is `altered`, `removed`, `moved`, `truncated` or
    `rewritten`. `accepted`: the records that do not follow the one before them, but that a supervisor has
    accepted.
    """

    records: int
    head: str
    seq: int = 0
    kind: str = ""
    wrong: str = ""
    accepted: tuple[int, ...] = ()


class Break(NamedTuple):
    """A record that does not follow the one before it, which has the number `seen` and the chain `before`."""

    record: Record
    seen: int
    before: str

    @property
    def mark(self) -> str:
        """What an acceptance names. It says what was found: who alters the record again changes its mark."""
        return f"{self.record.seq}:{chained(self.before, self.record)[:32]}"


ACCEPTED = "accepted"
"""The key under which a note has the marks of the breaks that a supervisor accepts."""

SIGNED = "head"
"""The kind of a record that holds a signed head (`sabot.record.heads`)."""

Fits = Callable[[Record, Head], bool]
"""Says of a record of this kind whether it signs the head before it."""

Rows = Callable[[], Iterable[Record]]
"""Called to read all records from the first on; it may be called again."""


class Course:
    """Follows records in their order. Collects what does not follow, and what was accepted."""

    def __init__(self, seen: int = 0, chain: str = START, *, fits: Fits = lambda *_: True) -> None:
        self.seen, self.chain = seen, chain
        self._fits = fits
        self._breaks: list[Break] = []
        self._accepted: set[str] = set()

    def follow(self, record: Record) -> None:
        """Take the next record."""
        if record.seq != self.seen + 1 or chained(self.chain, record) != record.chain:
            self._breaks.append(Break(record, self.seen, self.chain))
        elif record.kind == "note":
            self._accepted |= _marks(record)
        elif record.kind == SIGNED and not self._fits(record, (self.seen, self.chain)):
            self._breaks.append(Break(record, self.seen, self.chain))
        self.seen, self.chain = record.seq, record.chain

    @property
    def open_breaks(self) -> list[Break]:
        """The breaks that nobody has accepted."""
        return [each for each in self._breaks if each.mark not in self._accepted]

    @property
    def accepted(self) -> tuple[int, ...]:
        """The numbers of the broken records that were accepted."""
        return tuple(each.record.seq for each in self._breaks if each.mark in self._accepted)


def _marks(note: Record) -> set[str]:
    found = note.plain.get(ACCEPTED)
    return set(map(str, found)) if isinstance(found, list) else set()


def verified(rows: Rows, *, anchor: Head | None = None, fits: Fits = lambda *_: True) -> Verdict:
    """What is wrong first, reading from the start; `anchor` is a head that was noted elsewhere."""
    course, passed = Course(fits=fits), anchor is None
    for record in rows():
        course.follow(record)
        passed = passed or (course.seen, course.chain) == anchor
    if first := next(iter(course.open_breaks), None):
        return described(rows, first)
    if passed or anchor is None:
        return Verdict(course.seen, course.chain, accepted=course.accepted)
    return _unanchored(course.seen, course.chain, anchor)


def described(rows: Rows, broken: Break) -> Verdict:
    """What happened at this break: `rows` is read once more, for a record may have changed its place."""
    record, seen, before = broken
    if record.seq != seen + 1:
        return _missing(seen, record.seq, before)
    if chained(before, record) == record.chain:
        wrong = f"record {record.seq} signs another head: the records before it were written again"
        return Verdict(seen, before, record.seq, "rewritten", wrong)
    return _damaged(rows, record, seen=seen, chain=before)


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
