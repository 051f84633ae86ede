"""What is seen of a table from outside until it is killed: its screens, its croupier, its shoe or wheel."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from sabot.instruments.simulated.simulator import Simulated
from tools import kills_table
from tools.kills_record import Life, Shown, cards_on_record, is_part_of, numbers_on_record

WHEELS = ("sabot-wheel", "sabot-wheel", "cammegh")
SENDS_AGAIN = ("sabot-shoe", "sabot-wheel")
"""Our own instruments keep what was not acknowledged. What another one sends to a dead table is lost."""

OPENS_S, HEARD_S = 60.0, 5.0


class Moment(NamedTuple):
    """When a table is killed: while it is `opening` or when it is open, after these seconds, or earlier after
    this number of messages."""

    of: str
    seconds: float = 0.0
    messages: int = 0


class Screen(threading.Thread):
    """A screen that keeps every picture that it gets, until its table is dead."""

    def __init__(self, address: str, audience: str) -> None:
        super().__init__(daemon=True)
        self._address, self._audience = f"{address}events?for={audience}", audience
        self.shown: list[Shown] = []

    def run(self) -> None:
        """Reads the stream to its end, which comes in the midst of a line."""
        seq = 0
        with (
            suppress(OSError, http.client.HTTPException, ValueError),
            urlopen(self._address, timeout=30) as lines,
        ):
            for line in lines:
                if line.startswith(b"id:"):
                    seq = int(line[3:])
                elif line.startswith(b"data:") and b'"silent_s"' not in line:
                    self.shown.append(Shown(self._audience, seq, json.loads(line[5:])))


class Witness:
    """What the outside of one table sees: it hears the table, commands its instrument, and watches."""

    def __init__(self, line: Connection, tell: Callable[[dict[str, Any]], None]) -> None:
        self._line, self._tell = line, tell
        self._acts: list[dict[str, Any]] = []
        self._kept: list[int] = []
        self._screens: list[Screen] = []
        self._heard, self._is_open = 0, False

    def until(self, moment: Moment) -> None:
        """Returns when the table is to be killed, or when it has ended by itself."""
        opens = moment.of == "opening"
        with suppress(EOFError):
            self._hears(moment.seconds if opens else OPENS_S, lambda: self._is_open)
            if not opens:
                self._hears(moment.seconds, lambda: 0 < moment.messages <= self._heard)

    def life(self, words: str) -> Life:
        """All that was seen, after the table is dead; `words` is its log."""
        with suppress(EOFError, OSError):
            while True:
                self._takes(*self._line.recv())
        self._line.close()
        for screen in self._screens:
            screen.join(OPENS_S)
        shown = [each for screen in self._screens for each in screen.shown]
        return Life(self._acts, self._kept, shown, words)

    def _hears(self, seconds: float, done: Callable[[], bool]) -> None:
        end_s = time.monotonic() + seconds
        while not done() and (left_s := end_s - time.monotonic()) > 0:
            if self._line.poll(left_s):
                self._takes(*self._line.recv())

    def _takes(self, what: str, about: Any) -> None:
        self._heard += 1
        if what == kills_table.OPEN:
            self._opens(about)
        elif what == kills_table.ACT:
            self._acts.append(about)
        elif what == kills_table.KEPT:
            self._kept.append(about)
        else:
            self._tell(about)

    def _opens(self, address: str) -> None:
        self._screens = [Screen(address, audience) for audience in ("display", "croupier")]
        for screen in self._screens:
            screen.start()
        self._heard, self._is_open = 0, True


class Truth:
    """What the shoe truly dealt, or which numbers truly came."""

    def __init__(self, instrument: Simulated, driver: str) -> None:
        self._instrument, self._sends_again = instrument, driver in SENDS_AGAIN
        self.is_wheel = driver in WHEELS
        self.said: list[str] = []
        self._is_unread = False

    def tell(self, command: dict[str, Any]) -> None:
        """The croupier draws a card, or spins."""
        if command["do"] == "unreadable":
            self._is_unread = True
        elif command["do"] == "cut":
            self.said.append("CUT")
        elif command["do"] == "card":
            self.said.append("??" if self._is_unread else str(command["card"]))
            self._is_unread = False
        self._instrument.tell(command)

    def on_record(self, path: Path) -> list[str]:
        """The same, as the journal has it."""
        return numbers_on_record(path) if self.is_wheel else cards_on_record(path)

    def wrong(self, path: Path) -> Iterator[str]:
        """What is lost or doubled. A number may be missing: the table says so of the spin that it did not
        see."""
        kept = self.on_record(path)
        if self.is_wheel:
            self._look(len(kept))
        has_all = self._sends_again and not self.is_wheel
        if kept != self.said[: len(kept)] if has_all else not is_part_of(kept, self.said):
            yield f"on record {kept[-12:]}, truly {self.said[max(0, len(kept) - 12) :]}"

    def is_settled(self, path: Path) -> bool:
        """Whether all is on record that can still come."""
        return self.is_wheel or not self._sends_again or len(self.on_record(path)) >= len(self.said)

    def _look(self, count: int) -> None:
        """Takes what the wheel has done; waits a little for `count` spins: it tells them by another way."""
        end_s = time.monotonic() + HEARD_S
        while True:
            while not self._instrument.happened.empty():
                event = self._instrument.happened.get()
                if event["event"] == "launched":
                    self.said.append(str(event["number"]))
            if len(self.said) >= count or time.monotonic() > end_s:
                return
            time.sleep(0.01)
