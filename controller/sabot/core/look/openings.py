"""When a table opens: `mo-th 15:00, fr sa 14:00`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

DAYS = ("mo", "tu", "we", "th", "fr", "sa", "su")

ENTRY = re.compile(r"((?:[a-z]{2}(?:-[a-z]{2})?\s+)+)(\d{1,2}):(\d\d)")

HOURS_OF_DAY, MINUTES_OF_HOUR = 24, 60


class Opening(NamedTuple):
    """The next opening: in how many days, on which day of the week (0: Monday), and at what time."""

    in_days: int
    day: int
    time: str


Openings = Mapping[int, frozenset[int]]
"""The minutes of the day at which a table opens, by the day of the week."""


def openings(text: str) -> Openings:
    """When a table opens, from the configuration. Raises ValueError: one sentence.

    >>> openings("fr-su 14:30")[4]
    frozenset({870})
    """
    found: dict[int, frozenset[int]] = {}
    for entry in filter(None, (each.strip().lower() for each in text.split(","))):
        read = ENTRY.fullmatch(entry)
        if read is None or int(read[2]) >= HOURS_OF_DAY or int(read[3]) >= MINUTES_OF_HOUR:
            raise ValueError(f"days and a time such as mo-th 15:00 or sa su 14:30, not {entry}")
        minute = MINUTES_OF_HOUR * int(read[2]) + int(read[3])
        for day in _days(read[1]):
            found[day] = found.get(day, frozenset()) | {minute}
    return found


def _days(text: str) -> Iterator[int]:
    for each in text.split():
        first, _, last = each.partition("-")
        if not {first, last or first} <= set(DAYS):
            raise ValueError(f"days such as {' '.join(DAYS)}, not {each}")
        begin = DAYS.index(first)
        long = (DAYS.index(last or first) - begin) % len(DAYS)
        yield from ((begin + ahead) % len(DAYS) for ahead in range(long + 1))


def next_opening(times: Openings, *, day: int, minute: int) -> Opening | None:
    """The first opening after this minute of this day; None where there is none."""
    for ahead in range(len(DAYS) + 1):
        then = (day + ahead) % len(DAYS)
        later = [each for each in times.get(then, frozenset()) if ahead or each > minute]
        if later:
            hour, rest = divmod(min(later), MINUTES_OF_HOUR)
            return Opening(ahead, then, f"{hour:02d}:{rest:02d}")
    return None
