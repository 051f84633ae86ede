"""A pseudo-terminal in the place of standard error, and everything that was written to it."""

from __future__ import annotations

import os
import pty
import signal
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

END = b"\0the end\0"
"""Written after all that a program wrote."""


class Terminal:
    """Both ends of it; `file` is what a program writes to."""

    def __init__(self, columns: int = 80) -> None:
        self.master, self.line = pty.openpty()
        self.resize(columns)
        self.file = os.fdopen(os.dup(self.line), "w", encoding="utf-8")
        self._heard, self._wakes = b"", threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def resize(self, columns: int) -> None:
        """Make it so wide."""
        termios.tcsetwinsize(self.line, (24, columns))

    def said(self) -> str:
        """All that was written, once this end is closed. What was written last can be lost when it closes, so
        an end is written and waited for before."""
        with suppress(OSError, ValueError):
            self.file.flush()
        with suppress(OSError):
            os.write(self.line, END)
            self.waits_for(END.decode())
        for close in (self.file.close, lambda: os.close(self.line)):
            with suppress(OSError):
                close()
        self._reader.join(timeout=60)
        return self._heard.replace(END, b"").decode().replace("\r\n", "\n")

    def waits_for(self, words: str) -> None:
        """Returns when these words were written."""
        until_s = time.monotonic() + 60
        with self._wakes:
            while words.encode() not in self._heard and time.monotonic() < until_s:
                self._wakes.wait(1)
            assert words.encode() in self._heard

    def types(self, keys: bytes) -> None:
        """What a person presses."""
        os.write(self.master, keys)

    def _read(self) -> None:
        with suppress(OSError):  # no program has it open any more
            while piece := os.read(self.master, 65536):
                with self._wakes:
                    self._heard += piece
                    self._wakes.notify_all()


def shown(said: str) -> list[str]:
    """The lines that a person sees in the end: what a carriage return and the wiping of a line leave."""
    lines = []
    for line in said.split("\n"):
        cells = ""
        for part in line.split("\r"):
            text = part.removeprefix("\033[K")
            cells = text if text != part else text + cells[len(text) :]
        lines.append(cells.rstrip())
    return lines


@contextmanager
def ctrl_c() -> Iterator[None]:
    """SIGINT interrupts, as in a process of its own: `sabot run` in this one may have set it otherwise."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
