"""A table with its journal, its loop and its office behind the real server, for the pages behind it."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sabot.config import Settings, read
from sabot.config.house import look
from sabot.core import options as house
from sabot.core.observations import Observation
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox, Waiting
from sabot.live.loop import Loop
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import opening
from sabot.school import opening as opening_of_school
from sabot.staff.office import TableAccess, known, office
from sabot_dashboard import create_app
from sabot_dashboard.settings import screens
from tests.dashboard import views
from tests.dashboard.doors import served


class Casino:
    """A table as `sabot run` assembles it, but for its instruments, which are words of a script."""

    def __init__(
        self,
        folder: Path,
        *,
        game: str = "punto-banco",
        serve: bool = True,
        config: str = "",
        lines: Any = (),
        rules: tuple[tuple[str, str], ...] = (),
    ):
        self.settings = settled(folder, game, config)
        options = house.read(GAMES[game].Options, [("close", "croupier"), *rules])
        table = opened(GAMES[game], options)
        self.journal = Journal(self.settings.journal_path)
        self.journal.append([Entry("opening", opening(table), wall_ns=views.NOON_NS)])
        self.inbox, self.feed = Inbox(), Feed()
        self.parts = ExitStack()
        self.school = opening_of_school.opened(self.settings, self.parts)
        assert self.school is not None
        shown = self.school.table.shown
        self.loop = Loop(table, journal=self.journal, inbox=self.inbox, feed=self.feed, shown=shown)
        self.renewed = threading.Event()
        behind = TableAccess(lambda: self.loop.table, lines, renew=self.renewed.set, school=self.school)
        self.office = office(self.settings, behind, known(self.settings.journal_path))
        shows = screens(self.settings)._replace(look=look(self.settings))
        self.app = create_app(self.feed, self.inbox, shows, office=self.office)
        self.loop.start()
        self._wait_until_shown()
        opening_of_school.attended(self.school, self.feed, self.parts)
        self.server: Any = None
        if serve:
            self._serve()

    def play(self, script: str) -> None:
        """Each word happens at the table, and is on record."""
        self.tell(*map(views.observation, script.split()))

    def tell(self, *observations: Observation) -> None:
        """These are perceived, and on record when this returns."""
        receipts = [self.inbox.put(self.inbox.stamped(each)) for each in observations]
        for receipt in receipts:
            receipt.result(60)

    def tell_together(self, *observations: Observation) -> None:
        """The same, and the loop takes all of them in one turn."""
        take, waited_for = self.inbox.take, len(observations)

        def all_of_them(timeout_s: float | None, *, most: int = 64) -> list[Waiting]:
            nonlocal waited_for
            taken = take(timeout_s, most=most)
            while taken and len(taken) < waited_for:
                taken += take(60, most=most)
            waited_for = 0 if taken else waited_for
            return taken

        with patch.object(self.inbox, "take", all_of_them):
            self.inbox.wake()  # a turn that waits in another `take` ends before the first of these comes
            self.tell(*observations)

    def _wait_until_shown(self) -> None:
        with self.feed.subscribe() as looks:
            while not self.feed.newest.view:
                looks.get(60)

    def _serve(self) -> None:
        self.server = served(self.app)
        self.address = self.server.own.address

    def close(self) -> None:
        """End the streams, the server, the loop, the journal and the search for instruments."""
        self.feed.close()
        self.office.setup.close()
        if self.server is not None:
            self.server.close()
        self.loop.stop()
        self.journal.close()
        self.parts.close()


def settled(folder: Path, game: str, more: str) -> Settings:
    """The settings of a table in `folder`, from a file as a person has it."""
    file = folder / "table.toml"
    head = f'[table]\nname = "Table 3"\ngame = "{game}"\n[journal]\npath = "table.sqlite3"\n'
    file.write_text(head + more, "utf-8")
    return read(file.read_text("utf-8"), file=file)
