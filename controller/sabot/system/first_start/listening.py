"""Listens at the serial ports of this machine: somebody draws a card, and its bytes name the instrument.

It sends nothing, except to our own boards, which it knows by their USB names. It leaves alone the ports
that the table itself reads. It also listens to devices that type, every keyboard too, without grabbing
them; only cards are stored.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import NamedTuple, NotRequired, TypedDict

from sabot.core.observations import BallSeen, CardSeen, Observation
from sabot.core.options import House
from sabot.instruments.at_table import suited
from sabot.instruments.contract import DriverInfo, LineSettings, Parser
from sabot.instruments.keyboard import layouts as key_layouts
from sabot.instruments.keyboard import line as input_line
from sabot.instruments.line import discovery as discover
from sabot.instruments.line import serial_line
from sabot.instruments.line.failures import explained
from sabot.instruments.line.found import Found
from sabot.instruments.line.port import Line
from sabot.instruments.registry import DRIVERS

log = logging.getLogger(__name__)

EACH_S = 3.0
"""How long to listen at one speed before the next, while nothing is understood."""

LONGEST_S = 300.0
MOST_HEARD, MOST_PORTS = 40, 12


class Hears(TypedDict):
    """What was understood at a port: `what` is a card or a number."""

    port: str
    driver: str
    role: str
    options: dict[str, str]
    names: list[str]
    what: str


class Port(TypedDict):
    """A port under observation; `bytes` came so far."""

    device: str
    names: list[str]
    bytes: int
    state: NotRequired[str]
    baud: NotRequired[int]


class Try(NamedTuple):
    """A driver that may understand what is heard, with these options."""

    driver: str
    options: dict[str, str]
    parser: Parser


class PortListener:
    """Listens on ports until told to stop, or for five minutes. For many threads."""

    def __init__(self, *, game: str, rules: House, each_s: float = EACH_S) -> None:
        self._game, self._rules, self._each_s = game, rules, each_s
        self._lock, self._one_at_a_time = threading.Lock(), threading.Lock()
        self._stop, self._is_over = threading.Event(), False
        self._threads: list[threading.Thread] = []
        self._heard: list[Hears] = []
        self._ports: dict[str, Port] = {}

    def listen(self, *, taken: Iterable[str] = (), extra: str = "") -> None:
        """Begin again on every serial port and every device that types, except those `taken`; on `extra`
        too, a path by hand. Of several that begin at once, the last one listens. Raises
        `discover.PortsUnknown`."""
        with self._one_at_a_time:
            self._end()
            if self._is_over:
                return
            known = {os.path.realpath(each) for each in taken}
            found = [each for each in discover.everything() if os.path.realpath(each.device) not in known]
            wanted = [(each.device, _drivers(each), each.names) for each in found[:MOST_PORTS]]
            if extra:
                wanted.append((extra, _drivers_at(extra), ()))
            self._begin(wanted)

    def stop(self) -> None:
        """Stop listening and close every port."""
        with self._one_at_a_time:
            self._end()

    def close(self) -> None:
        """Stop for good: a page that still asks opens no port."""
        with self._one_at_a_time:
            self._is_over = True
            self._end()

    def _begin(self, wanted: Sequence[tuple[str, list[DriverInfo], Sequence[str]]]) -> None:
        self._stop = threading.Event()
        with self._lock:
            self._heard, self._ports = [], {}
            for device, _, names in wanted:
                self._ports[device] = {
                    "device": device,
                    "names": list(names),
                    "state": "listening",
                    "bytes": 0,
                }
        for device, drivers, _ in wanted:
            one = threading.Thread(
                target=self._attend, args=(device, drivers, self._stop), name=f"ear {device}", daemon=True
            )
            self._threads.append(one)
            one.start()

    def _end(self) -> None:
        self._stop.set()
        for one in self._threads:
            one.join(timeout=2)
        self._threads = []

    def heard(self) -> dict[str, object]:
        """The `ports` that are listened to, and what was `heard`, newest last: `port`, `driver`, `role`,
        `options`, `what` (a card or a number)."""
        with self._lock:
            listening = any(one.is_alive() for one in self._threads)
            ports = [each.copy() for each in self._ports.values()]
            return {"listening": listening, "ports": ports, "heard": list(self._heard)}

    def _attend(self, device: str, drivers: list[DriverInfo], stop: threading.Event) -> None:
        until = time.monotonic() + LONGEST_S
        ways = sorted({(each.baud, each.line) for each in drivers})
        while ways and not stop.is_set() and time.monotonic() < until:
            for way in ways:
                mine = [each for each in drivers if (each.baud, each.line) == way]
                try:
                    self._attend_at(device, way, mine, stop)
                except (OSError, ValueError, TypeError) as error:
                    self._note(device, state=str(explained(error, device)))
                    stop.wait(1.0)
                if stop.is_set():
                    return

    def _attend_at(
        self, device: str, way: tuple[int, LineSettings], drivers: Sequence[DriverInfo], stop: threading.Event
    ) -> None:
        tries = [each for info in drivers for each in self._tries(info)]
        until = time.monotonic() + self._each_s
        with closing(_opened(device, way)) as line:
            self._note(device, state="listening", baud=way[0])
            while not stop.is_set() and time.monotonic() < until:
                _answer(line, tries)
                data = line.read(1)
                if data and self._understood(device, data + line.read(line.in_waiting), tries):
                    until = time.monotonic() + LONGEST_S

    def _tries(self, info: DriverInfo) -> list[Try]:
        """The driver as the table would use it; one that types in every layout."""
        given = suited(info.name, {}, game=self._game, rules=self._rules)
        choices: list[dict[str, str]] = (
            [{"layout": each} for each in key_layouts.ROWS] if info.types else [{}]
        )
        return [Try(info.name, each, info.made(given | each)) for each in choices]

    def _understood(self, device: str, data: bytes, tries: list[Try]) -> bool:
        """Whether anything was. Layouts that did not understand what another did are tried no more, and where
        two understand different cards nothing is told yet."""
        self._note(device, more=len(data))
        said = [(each, list(filter(None, map(_reading_of, each.parser.feed(data))))) for each in tries]
        heard = [(each, whats) for each, whats in said if whats]
        drivers = {each.driver for each, _ in heard}
        tries[:] = [each for each, whats in said if whats or each.driver not in drivers]
        for name in sorted(drivers):
            mine = [(each.options, whats) for each, whats in heard if each.driver == name]
            options, whats = mine[0]
            if all(others == whats for _, others in mine):
                self._hear(device, name, whats, options=options)
        return bool(heard)

    def _hear(self, device: str, name: str, whats: Sequence[str], *, options: dict[str, str]) -> None:
        role = DRIVERS[name].role
        with self._lock:
            names = self._ports[device]["names"] if device in self._ports else []
            self._heard += [
                Hears(port=device, driver=name, role=role, options=options, names=names, what=what)
                for what in whats
            ]
            del self._heard[:-MOST_HEARD]

    def _note(self, device: str, *, more: int = 0, state: str = "", baud: int = 0) -> None:
        with self._lock:
            port = self._ports.setdefault(device, {"device": device, "names": [], "bytes": 0})
            port["bytes"] += more
            if state:
                port["state"] = state
            if baud:
                port["baud"] = baud


def _drivers(found: Found) -> list[DriverInfo]:
    """What may hang on this port: our own board by its name, otherwise every driver that only listens."""
    own = [DRIVERS[each] for each in found.drivers()]
    return own or [each for each in DRIVERS.values() if not each.speaks and not each.types]


def _drivers_at(path: str) -> list[DriverInfo]:
    """What may hang at a path that was given by hand."""
    types = input_line.is_input(path)
    return [each for each in DRIVERS.values() if each.types or not types]


def _opened(device: str, way: tuple[int, LineSettings]) -> Line:
    """The open port. A device that types stays what it is to everybody else."""
    if input_line.is_input(device):
        return input_line.opened(device, alone=False)
    line: Line = serial_line.opened(device, baud=way[0], line=way[1])
    return line


def _answer(line: Line, tries: Sequence[Try]) -> None:
    """Say to a board of our own what it has to hear before it speaks; to a stranger nothing."""
    if len(tries) == 1 and DRIVERS[tries[0].driver].speaks and (due := tries[0].parser.replies()):
        line.write(due)


def _reading_of(seen: Observation) -> str:
    """The card or the number that was understood; empty for all else."""
    if isinstance(seen, CardSeen):
        return str(seen.card or "")
    return seen.pocket if isinstance(seen, BallSeen) else ""
