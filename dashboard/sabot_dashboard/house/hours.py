"""When the table opens next, and how long it has rested."""

from __future__ import annotations

from time import struct_time

from sabot.core.look.openings import DAYS, MINUTES_OF_HOUR, Openings, next_opening
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import View
from sabot_dashboard.words.sentence import plain

TODAY, TOMORROW = "today at {time}", "tomorrow at {time}"
ON_DAY = (
    "Monday at {time}",
    "Tuesday at {time}",
    "Wednesday at {time}",
    "Thursday at {time}",
    "Friday at {time}",
    "Saturday at {time}",
    "Sunday at {time}",
)

LONGEST_S = 24 * 3600
"""Who has rested for a day rests."""


def opens(times: Openings, now: struct_time, *, said: int | None = None) -> Plain | None:
    """When the table opens next, as a sentence; None where nobody says it. The minute of the day that a
    supervisor `said` counts instead of the usual `times`."""
    if said is not None:
        times = dict.fromkeys(range(len(DAYS)), frozenset({said}))
    found = next_opening(times, day=now.tm_wday, minute=MINUTES_OF_HOUR * now.tm_hour + now.tm_min)
    if found is None:
        return None
    sentence = {0: TODAY, 1: TOMORROW}.get(found.in_days, ON_DAY[found.day])
    return plain(sentence, time=found.time)


def rested_s(view: View, *, now_ns: int) -> int:
    """For how many seconds nothing has happened at this table; 0 where that is not known."""
    last_ns = view.get("clock_ns", 0)
    return max(0, min(LONGEST_S, (now_ns - last_ns) // 1_000_000_000)) if last_ns else 0
