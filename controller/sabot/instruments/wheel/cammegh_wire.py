"""The lines of a Cammegh SlingShot 2 wheel, read and written. What they mean is `cammegh`'s."""

from __future__ import annotations

import re
from typing import NamedTuple

from sabot.games.wheel.terms import ANTICLOCKWISE, CLOCKWISE

LINE_BYTES_MOST = 80
"""No line of the wheel is longer; what grows past it without an end is noise."""

STATUS = re.compile(rb"\*X;([1-6]);(\d{3});( \d|[1-9]\d|00|  );([0-9A-Fa-f]);(\d{3});([01])")
BARE_NUMBER = re.compile(rb" ?(\d{1,2})")
OTHER_LINE = re.compile(rb"\*(?:[A-Za-z] [ -~]{1,40}|Y;\d+;\d{3}| {1,2}NO)")

START, BETS, RIM, NO_MORE, WINNER, IDLE = range(1, 7)

FLAGS = {1: "ball-removed", 2: "wrong-direction", 4: "sensor-broken", 8: "launch-failed"}
"""The bits of the flag field."""


class Status(NamedTuple):
    """One status line. `winner` is empty where the wheel has none; `speed` in the wheel's own unit."""

    state: int
    spin: str
    winner: str
    flags: int
    speed: int
    anticlockwise: bool

    @property
    def direction(self) -> str:
        """The direction of the rotor."""
        return ANTICLOCKWISE if self.anticlockwise else CLOCKWISE


def status(line: bytes) -> Status | None:
    """The status in this line (without its end); None unless it matches the whole pattern."""
    found = STATUS.fullmatch(line)
    if found is None:
        return None
    state, spin, winner, flags, speed, turns = (each.decode("ascii") for each in found.groups())
    return Status(int(state), spin, winner.strip(), int(flags, 16), int(speed), turns == "1")


def line_of(now: Status) -> bytes:
    """The status as the wheel sends it."""
    fields = f"{now.state};{now.spin};{now.winner:>2};{now.flags:X};{now.speed:03d};{int(now.anticlockwise)}"
    return f"*X;{fields}\r\n".encode("ascii")
