"""A broker and a PostgreSQL of the pit's own, as processes of this user in one folder: for one machine, for a
try, and for the tests. A house may as well use those that Debian starts."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from sabot.pit.line import Broker
from sabot.pit.messages import MESSAGE_BYTES_MOST
from sabot.pit.trust import rights
from sabot.pit.trust.authority import Authority

READY_S = 20.0
LOOK_S = 0.02

CONFIGURATION = """
# Written by sabot. The broker keeps nothing on disk: all that matters is in the journals and in PostgreSQL.
{listener}
persistence false
set_tcp_nodelay true
message_size_limit {most}
log_type error
log_type warning
"""

PLAIN = "listener {port} 127.0.0.1\nallow_anonymous true"
"""Without certificates: for a try on one machine."""

LOUD = "log_type notice\nlog_timestamp_format %Y-%m-%dT%H:%M:%S\n"
"""With certificates, who was refused is in the log."""

LOG_MOST_BYTES = 4 << 20
"""A longer log is put away when the broker starts; the one before it goes."""

LASTING = ("fsync=on", "synchronous_commit=on")
PASSING = ("fsync=off", "full_page_writes=off")
"""For tests alone: what a power cut would lose is worth nothing there. What is committed outlives the
process."""


class MissingError(RuntimeError):
    """A program that is not installed, and what installs it."""


def mosquitto() -> str:
    """The broker's program. Raises MissingError."""
    found = shutil.which("mosquitto") or shutil.which("/usr/sbin/mosquitto")
    if found is None:
        raise MissingError("the broker is missing: sudo apt-get install --no-install-recommends mosquitto")
    return found


def postgres_folder() -> Path:
    """The folder of PostgreSQL's programs, the newest release first. Raises MissingError."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: -int(each.parts[-3]))
    if not found:
        raise MissingError("PostgreSQL is missing: sudo apt-get install --no-install-recommends postgresql")
    return found[0].parent


class Service:
    """A process that can be started, stopped and killed. Its output goes to a file: a pipe that nobody reads
    would keep it waiting."""

    def __init__(self, command: tuple[str, ...], log: Path, *, user: str | None = None) -> None:
        self.command, self.log, self.user = command, log, user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, is_ready: Callable[[], bool], environ: Mapping[str, str] | None = None) -> None:
        """Start it, and wait until it is ready. Raises MissingError with its last words if it ends before."""
        as_user = {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=os.environ | (environ or {}),
                **as_user,  # type: ignore[call-overload]
            )
        until = time.monotonic() + READY_S
        while not is_ready():
            if self._process.poll() is not None or time.monotonic() > until:
                self.end(9)
                raise MissingError(f"{self.command[0]} did not start: {self.last_words()}")
            time.sleep(LOOK_S)

    def _refuse_another(self, answers: Callable[[], bool]) -> None:
        """Raises MissingError where another process answers in its place: it would be taken for this one."""
        if answers():
            words = "runs here already; it belongs to another pit, or to one that was killed. End it first"
            raise MissingError(f"{Path(self.command[0]).name} {words}")

    @property
    def is_running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def process(self) -> int | None:
        """The number of the process, while there is one."""
        return self._process.pid if self._process else None

    def last_words(self) -> str:
        """The end of what it wrote."""
        with suppress(OSError):
            return self.log.read_text("utf-8", "replace").strip()[-400:]
        return ""

    def end(self, number: int = 15) -> None:
        """Send it this signal, and wait until it is gone."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.send_signal(number)
            try:
                process.wait(READY_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class BrokerService(Service):
    """Mosquitto: with the certificates of a house, or without any and for this machine alone."""

    def __init__(
        self, folder: Path, port: int, *, authority: Authority | None = None, address: str = ""
    ) -> None:
        """Raises MissingError, and TrustError for an authority that cannot be used."""
        self.broker = Broker(port=port, papers=authority.collector if authority else None)
        configuration = folder / "mosquitto.conf"
        listener = rights.listener(authority, port, address=address) if authority else PLAIN.format(port=port)
        text = CONFIGURATION.format(listener=listener, most=MESSAGE_BYTES_MOST).lstrip() + (
            LOUD if authority else ""
        )
        configuration.write_text(text + _as_root(), encoding="utf-8")
        super().__init__((mosquitto(), "-c", str(configuration)), folder / "mosquitto.log")

    def up(self) -> None:
        """Start it."""
        self._refuse_another(self._answers)
        with suppress(FileNotFoundError):
            if self.log.stat().st_size > LOG_MOST_BYTES:
                self.log.replace(self.log.with_suffix(".log.1"))
        self.start(is_ready=self._answers)

    def read_again(self) -> None:
        """Have it read certificates and the list of revoked ones again, and end every connection: those that
        may connect are back in a second."""
        self.end()
        self.up()

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(self.broker.address, timeout=1):
            return True
        return False


def _as_root() -> str:
    """Mosquitto would become another user, who may not read the keys."""
    return "user root\n" if os.geteuid() == 0 else ""


class DatabaseService(Service):
    """PostgreSQL, over a socket in its folder, which only its user may enter. `user`: whose process it is,
    where this one is root's, which PostgreSQL refuses."""

    def __init__(self, folder: Path, *, user: str | None = None, settings: tuple[str, ...] = LASTING) -> None:
        self.folder, self.data, self.programs = folder, folder / "data", postgres_folder()
        options = [word for each in settings for word in ("-c", each)]
        where = ["-D", str(self.data), "-k", str(folder), "-c", "listen_addresses="]
        super().__init__(
            (str(self.programs / "postgres"), *where, *options), folder / "postgres.log", user=user
        )

    def make(self) -> None:
        """Make an empty cluster, once. Raises MissingError."""
        if (self.data / "PG_VERSION").exists():
            return
        words = ["-D", str(self.data), "-U", "sabot", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        done = subprocess.run(
            [str(self.programs / "initdb"), *words, "--no-sync"],
            capture_output=True,
            check=False,
            user=self.user,
            group=self.user,
        )
        if done.returncode:
            raise MissingError(f"initdb failed: {done.stderr.decode(errors='replace').strip()[-400:]}")

    def up(self) -> None:
        """Start it."""
        self._refuse_another(self._answers)
        self.start(is_ready=self._answers)

    def address(self, name: str = "postgres") -> str:
        """What `--database` is given for a database of this name."""
        return f"host={self.folder} user=sabot dbname={name}"

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
            line.connect(str(self.folder / ".s.PGSQL.5432"))
            ready = subprocess.run(
                [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder)], check=False
            )
            return ready.returncode == 0
        return False
