"""A pit to look at: broker, PostgreSQL, collector, page, four simulated tables with their carriers, on this
machine alone. `make pit`; Ctrl-C ends all of it.

    python -m tools.pit [--seconds-per-card 1.7] [--once]

Each part is a process. What it keeps lies in a folder of its own, which is removed at the end. As root,
PostgreSQL alone is another user's process: it refuses root.
"""

from __future__ import annotations

import argparse
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sabot.pit import looking
from sabot.pit.database import check, connected
from sabot.pit.services import BrokerService, DatabaseService, MissingError, Service
from sabot.pit.trouble import PitError
from tools.pit_floor import HOUSE, cluster, free_port, until

TABLES = {"t1": "punto-banco", "t2": "roulette", "t3": "trente-et-quarante", "t4": "chemin-de-fer"}
SABOT = (sys.executable, "-m", "sabot.cli")
PERSON = "Guest"
"""Who may look at the page, as a pit boss."""

CONFIGURATION = """
[table]
name = "{name}"
game = "{game}"
[journal]
path = "{journal}"
[dashboard]
port = 0
[simulation]
seconds_per_card = {pace}
"""


class Table:
    """A simulated table and its carrier, each a process."""

    def __init__(self, name: str, game: str, folder: Path, broker: str, *, pace: float) -> None:
        self.name, self.game, folder = name, game, folder / name
        folder.mkdir()
        journal, config = folder / "table.sqlite3", folder / "table.toml"
        config.write_text(
            CONFIGURATION.format(name=name, game=game, journal=journal, pace=pace), encoding="utf-8"
        )
        self.run = Service((*SABOT, "run", "--config", str(config)), folder / "table.log")
        where = ("--house", HOUSE, "--broker", broker, "--table", name, "--journal", str(journal))
        self.carry = Service((*SABOT, "pit", "carry", *where), folder / "carrier.log")
        self._state = {"XDG_STATE_HOME": str(folder)}

    def start(self) -> None:
        """Start both; the carrier waits until there is a journal."""
        for each in (self.run, self.carry):
            each.start(is_ready=lambda: True, environ=self._state)

    @property
    def address(self) -> str:
        """Where its own screen is, or nothing before it is open."""
        return _address(self.run)

    def end(self) -> None:
        """End both."""
        for each in (self.carry, self.run):
            each.end()


class Page:
    """The page, a process, and the one person who may look at it."""

    def __init__(self, folder: Path, database: str) -> None:
        self.password = secrets.token_urlsafe(12)
        self._folder = ("--folder", str(folder))
        where = ("--database", database, "--own-port", "0", *self._folder)
        self.service = Service((*SABOT, "pit", "page", *where), folder / "page.log")

    def start(self) -> None:
        """Let the person in, and start it. Raises MissingError."""
        add = (*SABOT, "pit", "people", "add", PERSON, "boss", *self._folder)
        done = subprocess.run(add, input=self.password, text=True, capture_output=True, check=False)
        if done.returncode:
            raise MissingError(done.stderr.strip())
        self.service.start(is_ready=lambda: bool(self.address))

    @property
    def address(self) -> str:
        """Where it is, or nothing before it is open."""
        return _address(self.service)


def _address(service: Service) -> str:
    words = service.log.read_text("utf-8", "replace").split() if service.log.exists() else []
    return next((word for word in words if word.startswith("http")), "")


class Pit(NamedTuple):
    """All of it that somebody may look at."""

    database: DatabaseService
    page: Page
    tables: list[Table]


@contextmanager
def started(pace: float) -> Iterator[Pit]:
    """The whole pit: its database, its page and its tables. Nothing of it is left afterwards."""
    with (
        TemporaryDirectory(prefix="sabot-pit-tables-") as name,
        cluster() as database,
        ExitStack() as running,
    ):
        folder = Path(name)
        broker = BrokerService(folder, free_port())
        running.callback(broker.end)
        broker.up()
        address = f"127.0.0.1:{broker.broker.port}"
        where = ("--house", HOUSE, "--broker", address, "--database", database.address(), "--folder", name)
        collector = Service((*SABOT, "pit", "collect", *where), folder / "collector.log")
        running.callback(collector.end)
        collector.start(is_ready=lambda: True)
        tables = [Table(name, game, folder, address, pace=pace) for name, game in TABLES.items()]
        for table in tables:
            running.callback(table.end)
            table.start()
        until(lambda: _is_complete(database, tables), "every table's first records")
        page = Page(folder, database.address())
        running.callback(page.service.end)
        page.start()
        yield Pit(database, page, tables)


def _is_complete(database: DatabaseService, tables: list[Table]) -> bool:
    """Whether the pit has records of every table. Raises MissingError where a table ended instead."""
    for table in tables:
        for part in (table.run, table.carry):
            if not part.is_running:
                raise MissingError(f"{table.name} ended: {part.last_words()}")
    with suppress(PitError), closing(connected(database.address())) as connection:
        check(connection)
        seen = {each.station for each in looking.standings(connection) if each.seq}
        return seen == set(TABLES) and all(each.address for each in tables)
    return False


def said(pit: Pit) -> Iterator[str]:
    """Where the pit and its tables answer."""
    yield f"the page: {pit.page.address} as {PERSON}, with the password {pit.page.password}"
    yield f"the wall: {pit.page.address}wall"
    for table in pit.tables:
        yield f"{table.name}, {table.game}: {table.address}"
    where = f"--database {shlex.quote(pit.database.address())}"
    yield f"how they stand: .venv/bin/sabot pit status {where}"
    yield "Ctrl-C ends all of it, and what it has kept is gone then"


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds-per-card", type=float, default=1.7, help="the pace of the croupiers")
    asked.add_argument("--once", action="store_true", help="end it as soon as every table is seen")
    given = asked.parse_args()
    for each in (signal.SIGTERM, signal.SIGINT):  # in the background a shell has SIGINT ignored
        signal.signal(each, signal.default_int_handler)
    begun = time.monotonic()
    try:
        with started(given.seconds_per_card) as pit:
            print(f"the pit of {HOUSE}, ready after {time.monotonic() - begun:.1f} s", flush=True)
            print("\n".join(said(pit)), flush=True)
            while not given.once:
                signal.pause()
    except KeyboardInterrupt:
        print("all of it has ended")
    except (MissingError, PitError, TimeoutError) as error:
        print(f"pit: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
