"""A table in memory behind the real server, for tests in a real browser."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from sabot.core import table as tables
from sabot.core.events import Event
from sabot.core.observations import Observation
from sabot.core.script import read
from sabot.core.view import view
from sabot.live.feed import Feed
from sabot_dashboard import Screens, create_app
from tests.dashboard import tables as tables_of
from tests.dashboard import views
from tests.dashboard.doors import served


class House:
    """The feed, an inbox that steps the table at once, and the real server on free ports."""

    def __init__(
        self,
        game: str = "punto-banco",
        *,
        options: dict[str, str] | None = None,
        office: Any = None,
        **screens: Any,
    ):
        self.feed = Feed(monotonic_ns=lambda: 0)  # never silent, however slow the machine that looks at it
        self.pressed, self.seq = [], 0  # type: ignore[var-annotated]
        self.table = tables_of.table(game, options or {})
        self.lock = threading.Lock()
        app = create_app(self.feed, self, Screens(table="Table 3", game=game, **screens), office=office)
        self.server = served(app)
        self.address = self.server.own.address

    def press(self, observations: Sequence[Observation], **more: Any) -> Future[int]:
        """All that a screen pressed at once happens at the table."""
        return [self.put(each) for each in observations][-1]

    def put(self, observation: Observation) -> Future[int]:
        """What a screen presses happens at the table."""
        with self.lock:
            self.pressed.append(observation)
            self._step(observation)
        receipt: Future[int] = Future()
        receipt.set_result(self.seq)
        return receipt

    def play(self, script: str) -> None:
        """Each word happens at the table."""
        with self.lock:
            for token in script.split():
                self._step(views.observation(token))

    def tell(self, script: str) -> None:
        """A script in the notation of the game happens at the table, line by line."""
        play = self.table.play
        with self.lock:
            self._tell(())
            for observation in read(script.splitlines(), play.game, play.options):
                self._step(observation)

    def restart(self) -> None:
        """The table comes back and asks whether this is the coup on the cloth."""
        with self.lock:
            self.table = tables.resumed(self.table)
            self._tell(())

    def _step(self, observation: Observation) -> None:
        self.table, events = tables.step(self.table, observation)
        self._tell(events)

    def _tell(self, events: tuple[Event, ...]) -> None:
        self.seq += 1
        self.feed.publish(self.seq, view(self.table), events)

    def close(self) -> None:
        """End every stream, then the server."""
        self.feed.close()
        self.server.close()
