"""Recordings of raw instrument bytes: written before anything parses them, played back through the same
parsers.

JSON Lines, one arrival a line: `{"t_ns": 12, "role": "sabot", "driver": "angel-eye", "hex": "0530…"}`;
`t_ns` is the monotonic clock of the recording. A recording is also a port: `replay://FILE?speed=10`.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import parse_qs

from sabot.core.observations import Observation
from sabot.core.reasons import reason
from sabot.instruments.contract import Parser, PortSettings
from sabot.instruments.registry import DRIVERS, driver

log = logging.getLogger(__name__)

SCHEME = "replay://"


class EndOfRecording(Exception):  # noqa: N818 - an end, not an error
    """All of the recording has been read."""


class Arrival(NamedTuple):
    """Bytes as they once came from an instrument."""

    t_ns: int
    role: str
    driver: str
    data: bytes


class Recorder:
    """Writes the raw bytes of one instrument: the `record` of a Reader. Several may write to one file. Raises
    OSError where the file cannot be written."""

    def __init__(self, path: Path | str, *, role: str, driver: str) -> None:
        self._path, self._role, self._driver = Path(path), role, driver
        self._file: IO[str] = self._path.open("a", encoding="ascii", buffering=1)
        try:
            if _is_torn(self._path):
                self._file.write("\n")
        except OSError:
            self.close()
            raise

    def __call__(self, data: bytes, t_ns: int) -> None:
        """One more arrival. Raises OSError where the disk does not take it."""
        line = {"t_ns": t_ns, "role": self._role, "driver": self._driver, "hex": data.hex()}
        self._file.write(json.dumps(line) + "\n")

    def close(self) -> None:
        """Close it. What the disk did not take before is given up."""
        try:
            self._file.close()
        except OSError as error:
            log.warning("the recording %s has no end: %s", self._path, error.strerror)


def arrivals(path: Path | str) -> Iterator[Arrival]:
    """The arrivals of a recording, as written. Raises ValueError naming file and line where it is not one."""
    with Path(path).open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if line.startswith("{") and not line.rstrip().endswith("}"):
                log.warning("%s:%s was cut off, as by a power cut, and is passed over", path, number)
            elif line.strip():
                yield _arrival(line, f"{path}:{number}")


def _is_torn(path: Path) -> bool:
    """Whether the last line has no end."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 1))
        return file.read(1) not in (b"", b"\n")


def _arrival(line: str, where: str) -> Arrival:
    try:
        plain = json.loads(line)
        t_ns, name = plain["t_ns"], plain["driver"]
        if isinstance(t_ns, bool) or not isinstance(t_ns, int) or name not in DRIVERS:
            raise ValueError
        role = plain.get("role") or DRIVERS[name].role
        return Arrival(t_ns, str(role), name, bytes.fromhex(plain["hex"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        wanted = '{"t_ns": 0, "role": "sabot", "driver": "angel-eye", "hex": "05…"}'
        raise ValueError(f"{where}: not a line of a recording; expected {wanted}") from None


def is_recording(path: Path | str) -> bool:
    """Whether the file begins as a recording of raw bytes does."""
    try:
        return next(arrivals(path), None) is not None
    except (ValueError, OSError):
        return False


def observations(
    path: Path | str, *, options: dict[str, dict[str, object]] | None = None
) -> Iterator[tuple[int, str, Observation]]:
    """What a recording says, as `(t_ns, role, observation)`, as fast as it can be read; `options` by role."""
    parsers: dict[tuple[str, str], Parser] = {}
    for arrival in arrivals(path):
        key = (arrival.role, arrival.driver)
        if key not in parsers:
            given = (options or {}).get(arrival.role)
            parsers[key] = driver(arrival.driver).made(given, role=arrival.role)
        for observation in parsers[key].feed(arrival.data):
            yield arrival.t_ns, arrival.role, observation


class Recording:
    """A recording as an open port: read at the pace of the recording, `speed` times as fast (0: without any
    pause)."""

    def __init__(
        self,
        path: Path | str,
        *,
        role: str,
        driver: str,
        speed: float = 1.0,
        wait: Callable[[float], object] | None = None,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        mine = (each for each in arrivals(path) if each.driver == driver and each.role == role)
        self._arrivals, self._speed = mine, speed
        self._next = next(self._arrivals, None)
        self._first_ns = self._next.t_ns if self._next else 0
        self._wait, self._now_ns = wait or threading.Event().wait, monotonic_ns
        self._begun_ns = monotonic_ns()
        self._rest = b""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._rest)

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes that are due; empty when none are yet. Raises EndOfRecording."""
        if not self._rest:
            self._rest = self._due()
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """There is nobody to send to any more."""
        return len(data)

    def close(self) -> None:
        """Close it."""
        self._next = None

    def _due(self) -> bytes:
        if self._next is None:
            raise EndOfRecording(reason("the recording is at its end"))
        if (ahead_s := self._ahead_s(self._next)) > 0:
            self._wait(min(ahead_s, 0.05))
        if self._ahead_s(self._next) > 0:
            return b""
        data = self._next.data
        self._next = next(self._arrivals, None)
        return data

    def _ahead_s(self, arrival: Arrival) -> float:
        """Seconds until this arrival is due."""
        if not self._speed:
            return 0.0
        due_ns = (arrival.t_ns - self._first_ns) / self._speed
        return (due_ns - (self._now_ns() - self._begun_ns)) / 1e9


def opened(settings: PortSettings) -> Recording:
    """The recording that `replay://FILE?speed=N` names. Raises OSError or ValueError."""
    path, _, query = settings.port.removeprefix(SCHEME).partition("?")
    role = settings.role or driver(settings.driver).role
    return Recording(path, role=role, driver=settings.driver, speed=_speed(query))


def _speed(query: str) -> float:
    text = parse_qs(query).get("speed", ["1"])[0]
    try:
        speed = float(text)
    except ValueError:
        speed = -1.0
    if not 0 <= speed < 1e9:
        raise ValueError(f"speed={text}: a number from 0 (no pauses) up was expected")
    return speed
