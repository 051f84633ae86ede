"""What a command is asked for while it works: to end, or to open its table again.

The kernel may give a signal to any thread, and Python runs signal handlers in the main thread alone. A main
thread that sleeps on a lock does not hear it. So a table's main thread sleeps on a socket: the interpreter
itself writes the number of each signal into it (`signal.set_wakeup_fd`), in whichever thread that came.
Nothing is blocked, so the processes that a table starts have the signals as they always are.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import NoReturn

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals that end a command."""

CLOSES_S = 2.5
"""A table that is asked to end is closed by then, or ends without its parts."""

STUCK = 70
"""Exit status of a table whose parts did not close in time."""

RENEW = b"\0"
"""What is written into the socket where no signal came; 0 is no signal's number."""


class Told(BaseException):
    """A signal told the command to end. `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.strsignal(number))
        self.number = number


def _raised(number: int, _: object) -> NoReturn:
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is _raised:
            signal.signal(each, _passed_over)
    raise Told(number)


def _passed_over(*_: object) -> None:
    """A further signal does not interrupt the cleaning up: Ctrl-C still does."""


@contextmanager
def heeding() -> Iterator[None]:
    """SIGTERM and SIGHUP raise `Told` in the block, as Ctrl-C raises KeyboardInterrupt: what was begun is
    cleaned up. A signal that is ignored stays ignored (`nohup`). In the main thread alone."""
    with ExitStack() as before:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGHUP):
                _handle(number, _raised, before)
        yield


def _handle(number: int, handler: Callable[[int, object], object], before: ExitStack) -> None:
    """Handle the signal this way until `before` is left, unless it is ignored."""
    if signal.getsignal(number) is not signal.SIG_IGN or number == signal.SIGINT:
        before.callback(signal.signal, number, signal.signal(number, handler))


class Asked:
    """What the process of a table was asked for; made and waited for in the main thread.

    Until `wait` begins, the first signal raises `Told`: what was opened so far is closed. From then on
    signals are heard. After a `with` block they are as before, unless the process was asked to end: then it
    listens on.
    """

    def __init__(self, watch: Callable[[socket.socket], threading.Thread] | None = None) -> None:
        self.ended = False
        self._watch = watch or Closing
        self._opening = True
        self._before = ExitStack()
        self._ear, self._bell = (self._before.enter_context(each) for each in socket.socketpair())
        self._bell.setblocking(False)
        for number in SIGNALS:
            _handle(number, self._signalled, self._before)
        before = signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)
        self._before.callback(signal.set_wakeup_fd, before)

    def __enter__(self) -> Asked:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.ended:
            self.close()

    def close(self) -> None:
        """Handle the signals as before."""
        self._before.close()

    def opens(self) -> None:
        """The table is being opened, perhaps once more. Raises `Told` where a signal came since `wait`."""
        self._opening = True
        if (number := self._heard(0.0)) is not None:
            self._end_opening(number)

    def wait(self) -> bool:
        """Until somebody asks; whether it was to end."""
        self._opening = False
        self.ended = self._heard(None) is not None
        return self.ended

    def to_renew(self) -> None:
        """The table is opened again, with the configuration as it is now. From any thread."""
        with suppress(OSError):  # full: there is enough to wake up for
            self._bell.send(RENEW)

    def watch_closing(self) -> None:
        """From now on the table has `CLOSES_S` to close."""
        self._watch(self._ear).start()

    def _heard(self, timeout_s: float | None) -> int | None:
        heard = heard_at(self._ear, timeout_s)
        return next((number for number in heard if number in SIGNALS), None)

    def _signalled(self, number: int, _: object) -> None:
        if self._opening:
            self._heard(0.0)  # this very signal: the next one is a further one
            self._end_opening(number)

    def _end_opening(self, number: int) -> NoReturn:
        self._opening, self.ended = False, True
        self.watch_closing()
        raise Told(number)


class Closing(threading.Thread):
    """Watches a table that closes: it is gone after `limit_s`, and at once after a further Ctrl-C.

    What hangs is said and logged. Nothing on record is lost: the journal survives a power cut.
    """

    def __init__(
        self, ear: socket.socket, *, limit_s: float = CLOSES_S, end: Callable[[int], object] = os._exit
    ) -> None:
        super().__init__(name="closing", daemon=True)
        self._ear, self._limit_s, self._end = ear, limit_s, end

    def run(self) -> None:
        """Until the process ends, or has to."""
        until = time.monotonic() + self._limit_s
        while (left_s := until - time.monotonic()) > 0:
            if signal.SIGINT in heard_at(self._ear, left_s):
                log.warning("ended at once; what is on record is safe")
                self._end(128 + signal.SIGINT)
                return
        names = ", ".join(sorted(each.name for each in threading.enumerate() if each is not self))
        log.info("the closing stands here:\n%s", "".join(_main_stack()))
        log.error("not all of the table closed in time (%s); what is on record is safe", names)
        self._end(STUCK)


def heard_at(ear: socket.socket, timeout_s: float | None) -> bytes:
    """What was written for this end of the socket, once there is something; empty after `timeout_s`."""
    return ear.recv(4096) if select.select([ear], [], [], timeout_s)[0] else b""


def _main_stack() -> list[str]:
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    return traceback.format_stack(frame) if frame else []
