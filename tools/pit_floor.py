"""A floor for tests and for `make pit-test`: tables that write journals, their carriers, a broker, a
collector and PostgreSQL, each a process that can be killed; and whether the pit equals the tables."""

from __future__ import annotations

import os
import pwd
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from psycopg import Connection

from sabot.core.observations import CardSeen, Perceived
from sabot.core.script import read
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.pit import looking, stored_facts
from sabot.pit.database import connected
from sabot.pit.outbox import Outbox
from sabot.pit.services import PASSING, BrokerService, DatabaseService, Service
from sabot.record import chain, indexes
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading, records, verify
from sabot.record.resume import begun

HOUSE = "house"
WAIT_S = 60.0
ROOM_BYTES = 1 << 29
SCRIPT = "8C KD 3H 6S KS end\n9C 8H undo AS 9D 8D end\n7C end undo 2D 4S 5H end"


def until(is_true: Callable[[], bool], what: str, *, limit_s: float = WAIT_S) -> None:
    """Wait until this is true. Raises TimeoutError that says what never came."""
    end = time.monotonic() + limit_s
    while not is_true():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come within {limit_s:g} s")
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def other_user() -> str | None:
    """Whose process PostgreSQL is where this one is root's."""
    if os.geteuid():
        return None
    with suppress(KeyError):
        return pwd.getpwnam("postgres").pw_name
    return "nobody"


def memory() -> str | None:
    """A folder in memory with room for a few clusters, if the machine has one: no test waits for a disk."""
    folder = Path("/dev/shm")
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    has_room = found.f_bavail * found.f_frsize > ROOM_BYTES
    return str(folder) if has_room and os.access(folder, os.W_OK) else None


@contextmanager
def cluster() -> Iterator[DatabaseService]:
    """A PostgreSQL in a folder of its own; nothing of it outlives the test."""
    folder = Path(mkdtemp(prefix="sabot-pit-", dir=memory()))
    user = other_user()
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    service = DatabaseService(folder, user=user, settings=PASSING)
    try:
        service.make()
        service.up()
        yield service
    finally:
        service.end(3)
        rmtree(folder, ignore_errors=True)


# --- journals ---------------------------------------------------------------------------------------


def pattern(folder: Path) -> list[list[Entry]]:
    """Three coups as a table has them on record, with a fault and acts that were taken back: step by step,
    without the opening."""
    path, inbox = folder / "pattern.sqlite3", Inbox()
    game = GAMES["punto-banco"]
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
        coups = 3 * (self.round - 1)
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


# --- a floor ----------------------------------------------------------------------------------------


class Floor:
    """Tables with their carriers, a broker, and a collector that keeps the records in this database."""

    def __init__(
        self, folder: Path, database: DatabaseService, *, tables: int, name: str = "postgres"
    ) -> None:
        self.folder, self.service, self.address = folder, database, database.address(name)
        steps = pattern(folder)
        self.tables = [Dealt(f"t{n}", folder / f"t{n}.sqlite3", steps) for n in range(1, tables + 1)]
        self.broker = BrokerService(folder, free_port())
        self.collector = self._sabot(
            "collect", "--database", self.address, "--folder", str(folder / "pit"), log="collector"
        )
        self.carriers = {
            each.name: self._sabot("carry", "--table", each.name, "--journal", str(each.path), log=each.name)
            for each in self.tables
        }

    def _sabot(self, *words: str, log: str) -> Service:
        where = ("--house", HOUSE, "--broker", f"127.0.0.1:{self.broker.broker.port}")
        command = (sys.executable, "-m", "sabot.cli", "pit", words[0], *where, *words[1:])
        return Service(command, self.folder / f"{log}.log")

    def start(self) -> None:
        """Start everything but PostgreSQL, which runs."""
        self.broker.up()
        for each in (self.collector, *self.carriers.values()):
            each.start(is_ready=lambda: True)

    def end(self) -> None:
        """End everything but PostgreSQL."""
        for each in (*self.carriers.values(), self.collector, self.broker):
            each.end(9)
        for table in self.tables:
            table.close()

    def wait(self) -> None:
        """Wait until the pit has all that the tables have. Raises TimeoutError."""
        try:
            until(lambda: not self.behind(), "what the tables have")
        except TimeoutError as error:
            logs = [f"{each.name}: {each.read_text()[-600:]}" for each in sorted(self.folder.glob("*.log"))]
            raise TimeoutError("\n".join([str(error), self.behind(), *logs])) from None

    def behind(self) -> str:
        """The tables whose cursor is not at their head."""
        try:
            with closing(connected(self.address)) as database:
                found = {each.station: each.seq for each in looking.standings(database)}
        except Exception as error:  # noqa: BLE001 - it is not there yet, or not any more
            return str(error)
        heads = {each.name: each.journal.head[0] for each in self.tables}
        return ", ".join(
            f"{name} {found.get(name)} of {seq}" for name, seq in heads.items() if found.get(name) != seq
        )

    def wrong(self) -> list[str]:
        """What the pit has otherwise than the tables: the five checks, of every table."""
        with closing(connected(self.address)) as database:
            found = [why for each in self.tables for why in self._wrong(database, each)]
            kept = facts(database)
            stored_facts.rebuild(database)
            if facts(database) != kept:
                found.append("the facts made again from the records differ from those kept")
            if any(not each for each in kept):
                found.append("there are no facts")
            found += [f"{each.station}: an alert: {each.why}" for each in looking.alerts(database)]
        return found

    def _wrong(self, database: Connection, table: Dealt) -> Iterator[str]:
        row = database.execute(
            "SELECT count(*), count(DISTINCT r.seq), max(r.seq), c.seq, c.chain"
            " FROM record r JOIN course c USING (station, course) WHERE station = %s GROUP BY c.seq, c.chain",
            (table.name,),
        ).fetchone()
        head = table.journal.head
        if row is None or row[:4] != (head[0],) * 4 or row[4] != head[1]:
            yield f"{table.name}: the pit has {row}, the table {head}"
        with database.transaction():
            rows = list(stored_facts.records(database, table.name, 1))
        verdict = chain.verified(lambda: rows)
        if verdict.wrong or verdict.head != head[1]:
            yield f"{table.name}: the records of the pit lead to {verdict}"
        file = self.folder / f"exported-{table.name}.sqlite3"
        for beside in self.folder.glob(f"{file.name}*"):
            beside.unlink()
        looking.export(database, table.name, file)
        if verify(file).wrong or indexes.troubles(file) or Outbox(file).head() != Outbox(table.path).head():
            yield f"{table.name}: its exported journal is not what it was"


def facts(database: Connection) -> list[list[tuple[object, ...]]]:
    """All facts, in one order."""
    return [
        database.execute(f"SELECT * FROM {name} ORDER BY station, course, {key}".encode()).fetchall()
        for name, key in (("coup", "coup"), ("fault", "seq"))
    ]
