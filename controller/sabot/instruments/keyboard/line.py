"""An input device as an open line. It is grabbed, so that no other program gets its text.

python-evdev opens and grabs it; the bytes are those of the kernel. A simulated reader sends the same bytes
through a terminal, which is opened as one.
"""

from __future__ import annotations

import errno
import os
import select
import time
from collections.abc import Callable
from importlib import import_module
from typing import Protocol

import serial

from sabot.config import extras
from sabot.core.reasons import Reason, of_error, reason
from sabot.instruments.keyboard.driver import EVENT, PAUSE_CODE, SYN

EVENTS_AT_ONCE = 64
"""The most events that are read at once."""

EXTRA = "keyboard"
INPUT = "/dev/input/"
"""Where the kernel's input devices are."""


class InputError(OSError):
    """An input device cannot be opened. The message says why, in one line."""


class Device(Protocol):
    """What an open input device can do; `evdev.InputDevice` is one."""

    fd: int

    def grab(self) -> None:
        """Take the device for this program alone."""

    def close(self) -> None:
        """Close it."""


class InputLine:
    """An input device as a line. After `pause_s` in which nothing came, an event says so (0: never)."""

    def __init__(
        self,
        device: Device,
        *,
        pause_s: float = 0.0,
        look_s: float = 0.05,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device, self._pause_s, self._look_s = device, pause_s, look_s
        self._now_s = monotonic_s
        self._rest = b""
        self._heard_s: float | None = None

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._rest)

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes; empty when no key was touched for a while."""
        self._rest = self._rest or self._events() or self._pause()
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """Nothing is ever sent to a reader that types."""
        return len(data)

    def close(self) -> None:
        """Close the device, so that other programs get its keys again."""
        self._device.close()

    def _events(self) -> bytes:
        ready, _, _ = select.select([self._device.fd], [], [], self._look_s)
        if not ready:
            return b""
        try:
            data = os.read(self._device.fd, EVENTS_AT_ONCE * EVENT.size)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        self._heard_s = self._now_s()
        return data

    def _pause(self) -> bytes:
        if not self._pause_s or self._heard_s is None or self._now_s() - self._heard_s < self._pause_s:
            return b""
        self._heard_s = None
        return EVENT.pack(*divmod(time.time_ns() // 1000, 1_000_000), SYN, PAUSE_CODE, 0)


def is_input(path: str) -> bool:
    """Whether an input device of the kernel is at this path."""
    return os.path.realpath(path).startswith(INPUT)


def opened(path: str, *, pause_s: float = 0.0, alone: bool = True) -> InputLine:
    """The open device at `path`; `alone`: no other program gets its text. Raises OSError or ValueError."""
    if not is_input(path):
        return InputLine(_Terminal(path), pause_s=pause_s)
    try:
        device = _device(path)
    except OSError as error:
        raise InputError(refused(error, path)) from None
    try:
        if alone:
            device.grab()
    except OSError as error:
        device.close()
        raise InputError(refused(error, path)) from None
    return InputLine(device, pause_s=pause_s)


class _Terminal:
    """A terminal behind which a simulated reader types."""

    def __init__(self, path: str) -> None:
        self._port = serial.Serial(path, exclusive=True)
        self.fd = int(self._port.fileno())

    def grab(self) -> None:
        """Does nothing: the terminal is open for this program alone."""

    def close(self) -> None:
        self._port.close()


def _device(path: str) -> Device:
    if not extras.is_here(EXTRA):
        raise InputError(extras.missing(EXTRA))
    device: Device = import_module("evdev").InputDevice(path)
    return device


def refused(error: OSError, path: str) -> Reason:
    """Why the device at `path` cannot be opened, and what to do."""
    if isinstance(error, InputError):
        return of_error(error)
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return reason("{source} is not there: is the cable in?", source=path)
    if error.errno in (errno.EACCES, errno.EPERM):
        return reason(
            "{source} may not be opened: add this user to the group input and log in again", source=path
        )
    if error.errno == errno.EBUSY:
        return reason("{source} is in use by another program", source=path)
    if error.errno in (errno.ENOTTY, errno.EINVAL):
        return reason("{source} is no input device", source=path)
    return reason("the line {source} was lost: {note}", source=path, note=error.strerror or str(error))
