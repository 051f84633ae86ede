"""The cable of a simulated instrument: a pseudo-terminal that can be pulled and put back."""

from __future__ import annotations

import contextlib
import os
import select
import tty
from pathlib import Path

BITS_A_BYTE = 10
"""A start bit, eight, and a stop bit."""


class Cable:
    """A pseudo-terminal behind a link of one name, which can be pulled and put back. Bytes leave at `baud`
    (0: at once)."""

    def __init__(self, name: Path, *, baud: int) -> None:
        self.name = name
        self._baud = baud
        self._master = -1
        self._outgoing = bytearray()
        self._credit_s = 0.0

    @property
    def is_in(self) -> bool:
        """Whether the cable is in."""
        return self._master >= 0

    @property
    def is_heard(self) -> bool:
        """Whether somebody has the port open."""
        return self.is_in and not self._polled() & select.POLLHUP

    @property
    def is_busy(self) -> bool:
        """Whether bytes wait for their turn on the line."""
        return bool(self._outgoing)

    def plug(self) -> None:
        """Put the cable in: another terminal, the same name."""
        self._master, terminal = os.openpty()
        tty.setraw(terminal)
        os.set_blocking(self._master, False)
        beside = self.name.with_name(f".{self.name.name}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(os.ttyname(terminal))
        beside.replace(self.name)
        os.close(terminal)

    def pull(self) -> None:
        """Pull the cable: the reader is cut off, and the bytes on the line are lost."""
        if self.is_in:
            os.close(self._master)
        self._master = -1
        self._outgoing.clear()
        self.name.unlink(missing_ok=True)

    def send(self, data: bytes) -> None:
        """Put bytes on the line; they are lost where nobody listens."""
        if self.is_in:
            self._outgoing += data

    def flow(self, elapsed_s: float) -> None:
        """Sends the bytes for which the line has had time."""
        if not self._outgoing:
            self._credit_s = 0.0
            return
        self._credit_s += elapsed_s
        count = int(self._credit_s * self._baud / BITS_A_BYTE) if self._baud else len(self._outgoing)
        if not count:
            return
        if self._baud:
            self._credit_s -= count * BITS_A_BYTE / self._baud
        written = self._written(bytes(self._outgoing[:count]))
        del self._outgoing[:written]

    def received(self) -> bytes:
        """Returns the bytes from the program that has the port open."""
        if not (self.is_in and self._polled() & select.POLLIN):
            return b""
        with contextlib.suppress(OSError):
            return os.read(self._master, 4096)
        return b""

    def waits(self, also: int, seconds: float) -> bool:
        """Waits until bytes come on the line or on the descriptor `also`. Returns whether `also` has some."""
        heard = [self._master] if self.is_heard else []
        ready, _, _ = select.select([*([also] if also >= 0 else []), *heard], [], [], seconds)
        return also in ready

    def _written(self, data: bytes) -> int:
        if not self.is_heard:
            return len(data)
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def _polled(self) -> int:
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return next((event for _, event in poll.poll(0)), 0)
