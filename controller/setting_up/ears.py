"""Ears at the serial ports of this machine: somebody draws a card, and what is heard names the instrument.

Nothing is ever sent, but to boards of our own that answer to their USB names. A port that the table itself
reads is left alone.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Mapping
from typing import Any

from controller.instruments import discover, serial_line
from controller.instruments.at_table import suited
from controller.instruments.contract import DriverInfo, LineSettings, Parser
from controller.instruments.found import Found
from controller.instruments.port import explained
from controller.instruments.registry import DRIVERS
from controller.observations import BallSeen, CardSeen, Observation

log = logging.getLogger(__name__)

EACH_S = 3.0
"""How long one speed is listened to before the next, while nothing is understood."""

LONGEST_S = 300.0
MOST_HEARD, MOST_PORTS = 40, 12


class Ears:
    """Listens on ports until told to stop, or for five minutes. For many threads."""

    def __init__(self, *, game: str, rules: Any, each_s: float = EACH_S) -> None:
        self._game, self._rules, self._each_s = game, rules, each_s
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._heard: list[dict[str, Any]] = []
        self._ports: dict[str, dict[str, Any]] = {}

    def listen(self, *, taken: Iterable[str] = (), extra: str = "") -> None:
        """Begin anew on every serial port but those that are `taken`; on `extra` too, a path by hand."""
        self.stop()
        found = [each for each in discover.ports() if each.device not in set(taken)]
        wanted = [(each.device, _drivers(each), each.names) for each in found[:MOST_PORTS]]
        if extra:
            wanted.append((extra, list(DRIVERS.values()), ()))
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

    def stop(self) -> None:
        """Listen no more; every port is let go."""
        self._stop.set()
        for one in self._threads:
            one.join(timeout=2)
        self._threads = []

    def heard(self) -> dict[str, Any]:
        """The `ports` that are listened to, and what was `heard`, newest last: `port`, `driver`, `role`,
        `what` (a card or a number)."""
        with self._lock:
            listening = any(one.is_alive() for one in self._threads)
            ports = [dict(each) for each in self._ports.values()]
            return {"listening": listening, "ports": ports, "heard": list(self._heard)}

    def _attend(self, device: str, drivers: list[DriverInfo], stop: threading.Event) -> None:
        until = time.monotonic() + LONGEST_S
        ways = sorted({(each.baud, each.line) for each in drivers})
        while ways and not stop.is_set() and time.monotonic() < until:
            for way in ways:
                mine = {each.name: each for each in drivers if (each.baud, each.line) == way}
                try:
                    self._attend_at(device, way, mine, stop)
                except (OSError, ValueError, TypeError) as error:
                    self._note(device, state=explained(error, device))
                    stop.wait(1.0)
                if stop.is_set():
                    return

    def _attend_at(
        self,
        device: str,
        way: tuple[int, LineSettings],
        drivers: Mapping[str, DriverInfo],
        stop: threading.Event,
    ) -> None:
        baud, settings = way
        parsers = {name: self._parser(info) for name, info in drivers.items()}
        until = time.monotonic() + self._each_s
        with serial_line.opened(device, baud=baud, line=settings) as line:
            self._note(device, state="listening", baud=baud)
            while not stop.is_set() and time.monotonic() < until:
                _answer(line, drivers, parsers)
                data = line.read(1)
                if data and self._understood(device, data + line.read(line.in_waiting), parsers):
                    until = time.monotonic() + LONGEST_S

    def _parser(self, info: DriverInfo) -> Parser:
        return info.made(suited(info.name, {}, game=self._game, rules=self._rules))

    def _understood(self, device: str, data: bytes, parsers: Mapping[str, Parser]) -> bool:
        self._note(device, more=len(data))
        found = False
        for name, parser in parsers.items():
            for what in filter(None, map(_told, parser.feed(data))):
                found = True
                self._hear(device, name, what)
        return found

    def _hear(self, device: str, name: str, what: str) -> None:
        with self._lock:
            self._heard.append(
                {"port": device, "driver": name, "role": DRIVERS[name].role, "what": what}
                | {"names": self._ports.get(device, {}).get("names", [])}
            )
            del self._heard[:-MOST_HEARD]

    def _note(self, device: str, *, more: int = 0, **now: Any) -> None:
        with self._lock:
            port = self._ports.setdefault(device, {"device": device, "names": [], "bytes": 0})
            port.update(now)
            port["bytes"] += more


def _drivers(found: Found) -> list[DriverInfo]:
    """What may hang on this port: our own board by its name, else whatever is only listened to."""
    own = [each for each in DRIVERS.values() if found.product in each.usb]
    return own or [each for each in DRIVERS.values() if not each.speaks]


def _answer(line: Any, drivers: Mapping[str, DriverInfo], parsers: Mapping[str, Parser]) -> None:
    """Say to a board of our own what it has to hear before it speaks; to a stranger nothing."""
    if len(drivers) == 1:
        for name, info in drivers.items():
            if info.speaks and (due := parsers[name].replies()):
                line.write(due)


def _told(seen: Observation) -> str:
    """The card or the number that was understood; empty for all else."""
    if isinstance(seen, CardSeen):
        return str(seen.card or "")
    return seen.pocket if isinstance(seen, BallSeen) else ""
