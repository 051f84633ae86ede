"""A real pseudo-terminal with a cable that can be pulled, and a reader on it, for tests. Nothing here
sleeps."""

import os
import queue
import socket
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sabot.app.assemble import Running, running
from sabot.config import read
from sabot.core.observations import Perceived
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from sabot.instruments.simulated.cable import Cable


class Rig:
    """`put` bytes into the terminal, `take` what the reader made of them."""

    def __init__(self, driver, folder, *, put=None, may_send=False, **more):
        self.cable = Cable(folder / "shoe", baud=0)
        self.cable.plug()
        self.inbox = queue.SimpleQueue[Perceived]()
        settings = PortSettings(driver, str(self.cable.name), may_send=may_send)
        self.reader = Reader(settings, put or self.inbox.put, retry_s=0.01, **{"steady_s": 0} | more)
        self.reader.start()

    def put(self, data):
        self.cable.send(data)
        while self.cable.is_busy:
            self.cable.flow(1.0)

    def take(self, count=1):
        return [self.next().observation for _ in range(count)]

    def next(self) -> Perceived:
        return self.inbox.get(timeout=60)

    def until(self, kind):
        """The next observation of this kind; what comes before it is passed over."""
        while not isinstance(found := self.next().observation, kind):
            pass
        return found

    def close(self):
        self.reader.stop()
        self.cable.pull()


class Server:
    """A serial server: one connection on TCP."""

    def __init__(self):
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._socket.getsockname()[1]}"

    def accepted(self):
        return self._socket.accept()[0]

    def close(self):
        self._socket.close()


def threads():
    return {thread for thread in threading.enumerate() if thread.name.startswith(("reader", "simulated"))}


@contextmanager
def at_a_table(driver: str, folder: Path) -> Iterator[tuple[Running, int]]:
    """A table that runs with this driver at the end of a line, and our end of the line."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    settings = read(
        f'journal.path = "{folder / "table.sqlite3"}"\ndashboard.port = 0\n'
        f'[[instruments]]\ndriver = "{driver}"\nport = "{os.ttyname(theirs)}"\n'
    )
    with running(settings) as table:
        yield table, ours
    os.close(ours)
    os.close(theirs)
