"""The cable between an instrument and the table: bytes both ways, with everything that can befall them."""

from __future__ import annotations

import errno
from collections.abc import Hashable, Iterator

from sabot.instruments.contract import PortSettings
from sabot.simulation.evenings.faults import BYTES_SHARE, LATE_MOST_S, OF_BYTES, Faults
from sabot.simulation.evenings.scheduler import Scheduler

PIECE_BYTES_MOST = 40
"""Bytes arrive in pieces of at most this length."""


class Way:
    """One direction of a cable. `meets`: the faults that its bytes may meet."""

    def __init__(self, scheduler: Scheduler, faults: Faults, meets: tuple[str, ...] = OF_BYTES) -> None:
        self._scheduler, self._faults, self._meets = scheduler, faults, meets
        self._coming: list[tuple[int, bytes]] = []

    def put(self, data: bytes) -> None:
        """Send these bytes; what becomes of them the faults decide."""
        for piece in self._pieces(data):
            self._coming += self._met(piece)

    def take(self) -> bytes:
        """The bytes that have arrived. A late piece holds up those behind it."""
        count = 0
        while count < len(self._coming) and self._coming[count][0] <= self._scheduler.now_ns:
            count += 1
        taken, self._coming = self._coming[:count], self._coming[count:]
        return b"".join(piece for _, piece in taken)

    def clear(self) -> None:
        """What is under way is lost."""
        self._coming.clear()

    def _pieces(self, data: bytes) -> Iterator[bytes]:
        while data:
            length = self._faults.rng.randint(1, PIECE_BYTES_MOST)
            yield data[:length]
            data = data[length:]

    def _met(self, piece: bytes) -> list[tuple[int, bytes]]:
        """The piece as it arrives: at its time, later, twice, not at all, with a wrong bit, or before the one
        that was sent before it."""
        happens, now_ns = self._happens, self._scheduler.now_ns
        if happens("lost"):
            return []
        if happens("late"):
            now_ns += round(self._faults.rng.random() * LATE_MOST_S * 1e9)
        if happens("flipped"):
            piece = self._flipped(piece)
        found = [(now_ns, piece)] * (2 if happens("doubled") else 1)
        if self._coming and happens("reordered"):
            found.append(self._coming.pop())
        return found

    def _happens(self, kind: str) -> bool:
        return kind in self._meets and self._faults.happens(kind, BYTES_SHARE)

    def _flipped(self, piece: bytes) -> bytes:
        at = self._faults.rng.randrange(len(piece))
        bit = 1 << self._faults.rng.randrange(8)
        return piece[:at] + bytes((piece[at] ^ bit,)) + piece[at + 1 :]


class Cable:
    """A cable that can be pulled and put back; `there` is what the port's name leads to."""

    def __init__(self, scheduler: Scheduler, faults: Faults, meets: tuple[str, ...] = OF_BYTES) -> None:
        self.to_table = Way(scheduler, faults, meets)
        self.to_instrument = Way(scheduler, faults, meets)
        self.is_in, self.is_open = True, False
        self._plugged = 1

    def pull(self) -> None:
        """Pull the cable: the reader is cut off, and the bytes on the line are lost."""
        self.is_in = self.is_open = False
        self.clear()

    def clear(self) -> None:
        """What is on its way is lost."""
        self.to_table.clear()
        self.to_instrument.clear()

    def plug(self) -> None:
        """Put it back."""
        if not self.is_in:
            self.is_in, self._plugged = True, self._plugged + 1

    def presence(self, settings: PortSettings) -> Hashable:
        """What the reader finds under the name of the port; None: nothing."""
        return self._plugged if self.is_in else None

    def opened(self, settings: PortSettings) -> tuple[Line, str]:
        """The open port. Raises FileNotFoundError while the cable is out."""
        if not self.is_in:
            raise FileNotFoundError(errno.ENOENT, "")
        self.is_open = True
        return Line(self), settings.port


class Line:
    """The port as the reader has it."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._arrived = b""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._arrived)

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes. Raises OSError when the cable was pulled."""
        if not self._cable.is_open:
            raise OSError(errno.EIO, "the cable is out")
        self._arrived += self._cable.to_table.take()
        data, self._arrived = self._arrived[:size], self._arrived[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """Send."""
        if self._cable.is_open:
            self._cable.to_instrument.put(data)
        return len(data)

    def close(self) -> None:
        """Close it."""
        self._cable.is_open = False
