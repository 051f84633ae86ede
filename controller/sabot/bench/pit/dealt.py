"""Tables that deal into real journals, for benches and tests of the pit: three coups, again
and again, as a table writes them."""

from __future__ import annotations

import time
from pathlib import Path

from sabot.core.observations import CardSeen, Perceived
from sabot.core.script import read
from sabot.core.table import opened
from sabot.games.register import GAMES, USUAL
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading, records
from sabot.record.resume import begun

SCRIPT = "8C KD 3H 6S KS end\n9C 8H undo AS 9D 8D end\n7C end undo 2D 4S 5H end"
PATTERN_COUPS = 3


def pattern(folder: Path) -> list[list[Entry]]:
    """Three coups as a table has them on record, with a fault and acts that were taken back: step by step,
    without the opening."""
    path, inbox = folder / "pattern.sqlite3", Inbox()
    game = GAMES[USUAL]
    with Journal(path) as journal:
        beginning = begun(path, fresh=opened(game), name="", wall_ns=1)
        journal.append(beginning.entries)
        loop = Loop(beginning.table, journal=journal, inbox=inbox, feed=Feed(), shown={})
        for number, each in enumerate(read(SCRIPT.splitlines(), game, game.Options()), 1):
            perceived = Perceived(each, number, number)
            inbox.put(perceived, role="sabot") if isinstance(each, CardSeen) else inbox.put(each)
            loop.keep(inbox.take(0))
    with reading(path) as file:
        found = [Entry(each.kind, each.plain, each.coup, 0, 0, each.role) for each in records(file)]
    begins = [number for number, each in enumerate(found) if each.kind in ("opening", "observation")]
    return [found[a:b] for a, b in zip(begins, [*begins[1:], len(found)], strict=True)]


class Dealt:
    """A table that deals the pattern again and again into its journal."""

    def __init__(self, name: str, path: Path, steps: list[list[Entry]]) -> None:
        self.name, self.path, self._steps = name, path, steps
        self.journal = Journal(path)
        self._at = self.round = self._offset = 0

    def deal(self, count: int = 1) -> None:
        """Deal this many steps more, each on disk."""
        for _ in range(count):
            if not self._at:
                self._offset = self.journal.head[0] - len(self._steps[0])
                self.round += 1
            self._at = self._at or (1 if self.journal.head[0] else 0)
            now = time.time_ns()
            self.journal.append([self._moved(each, now) for each in self._steps[self._at]])
            self._at = (self._at + 1) % len(self._steps)

    def _moved(self, entry: Entry, now_ns: int) -> Entry:
        coups = PATTERN_COUPS * (self.round - 1)
        body = dict(entry.body)
        if entry.coup:
            body |= {"coup": entry.coup + coups} if "coup" in body else {}
            body |= {"from": int(str(body["from"])) + max(0, self._offset)} if "from" in body else {}
        return entry._replace(
            body=body, coup=entry.coup and entry.coup + coups, wall_ns=now_ns, monotonic_ns=now_ns
        )

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()
