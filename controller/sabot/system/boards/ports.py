"""Our boards at this machine: which USB sockets they hang at, and what they say when they are asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sabot.instruments.contract import LineSettings, PortSettings
from sabot.instruments.line import discovery, messages, serial_line
from sabot.instruments.line.found import Found
from sabot.instruments.line.link import Deframer
from sabot.instruments.line.messages import Hello, Identify
from sabot.instruments.line.port import Line
from sabot.instruments.registry import DRIVERS

KINDS = {"shoe": "sabot-shoe", "shoe-light": "sabot-shoe-light", "wheel": "sabot-wheel"}
"""What a person calls a board, and what it calls itself."""

PRODUCTS = {"Sabot shoe": "sabot-shoe", "Sabot shoe light": "sabot-shoe-light", "Sabot wheel": "sabot-wheel"}
"""What a board is called on USB, and what it calls itself when it is asked."""

ASKED_BAUD = 115200
"""At this speed it is asked. Over USB any other would do, except TOUCH_BAUD."""

TOUCH_BAUD = 1200
"""A board whose port is opened at this speed restarts into the loader of its chip."""

ANSWER_S, ASK_AGAIN_S = 5.0, 1.0


class Board(NamedTuple):
    """A board at a port. `socket`: the USB socket, such as `1-1.3`; empty where the port is none of USB."""

    kind: str
    device: str
    serial: str
    socket: str

    def named(self) -> str:
        """For a person."""
        return " ".join(word for word in (self.kind, self.serial) if word)


def usb_socket(path: Path) -> str:
    """The USB socket at which the device with this path in /sys hangs; empty where it hangs at none."""
    with suppress(OSError):
        here = path.resolve(strict=True)
        return next((each.name for each in (here, *here.parents) if (each / "idVendor").is_file()), "")
    return ""


def boards(ports: Iterable[Found], *, root: Path = Path("/")) -> list[Board]:
    """Our boards among these ports."""
    return [
        Board(kind, port.device, port.serial, usb_socket(root / "sys/class/tty" / Path(port.device).name))
        for port in ports
        if (kind := PRODUCTS.get(port.product))
    ]


def at(port: str, ports: list[Found], *, root: Path = Path("/")) -> list[Board]:
    """The board at this port of the configuration; none where no board of ours is there."""
    for name in (name for name, info in DRIVERS.items() if PRODUCTS.keys() & info.usb):
        found = discovery.resolve(PortSettings(name, port), among=ports).device
        if found is not None:
            device = str(Path(found).resolve())
            return [each for each in boards(ports, root=root) if str(Path(each.device).resolve()) == device]
    return []


def opened(device: str, baud: int) -> Line:
    """The port, for this program alone. Raises OSError or ValueError."""
    line: Line = serial_line.opened(device, baud=baud, line=LineSettings())
    return line


def asked(
    line: Line, *, within_s: float = ANSWER_S, monotonic_s: Callable[[], float] = time.monotonic
) -> Hello | None:
    """What the board at this line says it is; None where it says nothing. Nothing is acknowledged to it, so
    it keeps what it has for the table. Raises OSError."""
    deframer, now_s = Deframer(), monotonic_s()
    ends_s, due_s = now_s + within_s, now_s
    while now_s < ends_s:
        if now_s >= due_s:
            line.write(messages.framed(Identify()))
            due_s = now_s + ASK_AGAIN_S
        data = line.read(1)
        for frame in deframer.feed(data + line.read(line.in_waiting) if data else b""):
            if isinstance(message := messages.read(frame), Hello):
                return message
        now_s = monotonic_s()
    return None
