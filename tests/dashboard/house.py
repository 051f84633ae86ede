"""A table in memory behind the real server, for tests in a real browser."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from controller import table as tables
from controller.events import Event
from controller.feed import Feed
from controller.observations import Observation
from controller.script import read
from controller.view import view
from dashboard import Screens, create_app
from tests.dashboard import tables as tables_of
from tests.dashboard import views


class House:
    """The feed, an inbox that steps the table at once, and waitress on a free port."""

    def __init__(
        self,
        game: str = "punto-banco",
        *,
        options: dict[str, str] | None = None,
        office: Any = None,
        **screens: Any,
    ):
        from waitress.server import create_server

        self.feed, self.pressed, self.seq = Feed(), [], 0  # type: ignore[var-annotated]
        self.table = tables_of.table(game, options or {})
        self.lock = threading.Lock()
        app = create_app(self.feed, self, Screens(table="Table 3", game=game, **screens), office=office)
        self.server = create_server(app, host="127.0.0.1", port=0, threads=24)
        self.address = f"http://127.0.0.1:{self.server.effective_port}"
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

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
        if not self.thread.is_alive():
            return
        self.feed.close()
        self.server.task_dispatcher.shutdown(timeout=3)
        with suppress(OSError):  # the server may have hung up before the trigger is pulled
            self.server.trigger.pull_trigger(self._hang_up)
        self.thread.join(5)

    def _hang_up(self) -> None:
        """Close every socket, in the server's own thread: its loop then has nothing left to wait for."""
        for each in list(self.server._map.values()):
            each.close()
