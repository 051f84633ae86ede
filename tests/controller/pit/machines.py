"""The machine of a table in tests: which version it runs, and how updates of it end, without files or git."""

from __future__ import annotations

import time
from typing import Any

from sabot.system.update.running_version import Running

OLD, NEW, OTHER = "a" * 40, "b" * 40, "c" * 40


class Machine:
    """It runs `revision`. Versions in `bad` do not open here, and are put back; those in `away` cannot be
    fetched."""

    def __init__(self, revision: str = OLD, *, bad: tuple[str, ...] = ()) -> None:
        self.revision, self.since_s, self.bad = revision, 0, bad
        self.away: tuple[str, ...] = ()
        self.outcome: dict[str, Any] = {}

    def running(self) -> Running:
        return Running(self.revision, self.since_s)

    def came(self, revision: str) -> dict[str, Any]:
        return self.outcome if self.outcome.get("wanted") == revision else {}

    def update(self, revision: str) -> None:
        """What `sabot update --to` does, and what it says came of it."""
        at_s = round(time.time()) + 1
        self.outcome = {"state": "done", "wanted": revision, "at_s": at_s}
        if revision in self.away:
            self.outcome |= {"state": "refused", "why": "no route to host", "untried": "unreached"}
        elif revision in self.bad:
            self.outcome |= {"state": "back", "why": "the table gives no page"}
        else:
            self.revision, self.since_s = revision, int(time.time())
