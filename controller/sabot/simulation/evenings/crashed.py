"""What is left of the files of a journal after a crash in the middle of an operation. Pure.

The files before and after an operation are known, and the order in which SQLite writes and syncs them
(docs/simulation.md). A program that is killed leaves the beginning of what it wrote. A power cut leaves any
of the sectors that were not synced yet, and not the others.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

State = dict[str, bytes]
"""The files of a folder by their names."""

Part = Callable[[Random, bytes | None, bytes | None], bytes | None]
"""What a write leaves of a file whose bytes before and after it are given."""

SECTOR_BYTES = 512
LOG_HEADER_BYTES = 32


class Written(NamedTuple):
    """What one write changes in a file: its bytes before and after; None: the file is not there."""

    name: str
    before: bytes | None
    after: bytes | None

    @property
    def is_new_database(self) -> bool:
        """Whether this makes the database."""
        return not self.before and not self.name.endswith("-wal")


def killed(rng: Random, before: State, after: State) -> State:
    """The files when the program was killed: all writes up to one, and the beginning of that one."""
    return _left(rng, before, after, _beginning)


def without_power(rng: Random, before: State, after: State) -> State:
    """The files after a power cut: all that was synced, and some sectors of what was being written."""
    return _left(rng, before, after, _some_sectors)


def stages(before: State, after: State) -> list[Written]:
    """The writes of an operation in their order; each is synced before the next begins.

    The database comes before the log, and the head of the log before its frames.
    """
    found: list[Written] = []
    for name in sorted(before.keys() | after.keys(), key=lambda each: (each.endswith("-wal"), each)):
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        if name.endswith("-wal") and new and (old or b"")[:LOG_HEADER_BYTES] != new[:LOG_HEADER_BYTES]:
            headed = new[:LOG_HEADER_BYTES] + (old or b"")[LOG_HEADER_BYTES:]
            found.append(Written(name, old, headed))
            old = headed
        found.append(Written(name, old, new))
    return found


def _left(rng: Random, before: State, after: State, part: Part) -> State:
    """The files when all stages before a random one are done, and `part` of that one."""
    chance = Random(rng.getrandbits(64))  # of its own: how much it draws depends on the sizes of files
    left, course = dict(before), stages(before, after)
    done = chance.randint(0, len(course))
    for each in course[:done]:
        _put(left, each.name, each.after)
    for each in course[done : done + 1]:
        how = _new if each.is_new_database else part
        _put(left, each.name, how(chance, each.before, each.after))
    return left


def _new(rng: Random, before: bytes | None, after: bytes | None) -> bytes | None:
    """A database that was being made: a rollback journal sees to it that it is empty or whole."""
    return rng.choice((before, b"", after))


def _put(files: State, name: str, data: bytes | None) -> None:
    files.pop(name, None)
    if data is not None:
        files[name] = data


def _beginning(rng: Random, before: bytes | None, after: bytes | None) -> bytes | None:
    """The file with the beginning of what was written."""
    if after is None or not after:
        return before
    old = before or b""
    count = rng.randint(0, len(after))
    return after[:count] + old[count:]


def _some_sectors(rng: Random, before: bytes | None, after: bytes | None) -> bytes | None:
    """The file with some of the sectors that were written. One that never came is as it was, or zero."""
    if after is None or not after:
        return before
    old = (before or b"").ljust(len(after), b"\0")
    share = rng.random()
    starts = range(0, len(after), SECTOR_BYTES)
    sides = [after if rng.random() < share else old for _ in starts]
    mixed = b"".join(side[at : at + SECTOR_BYTES] for side, at in zip(sides, starts, strict=True))
    return mixed if rng.random() < 0.5 else mixed[: rng.randint(len(before or b""), len(mixed))]
