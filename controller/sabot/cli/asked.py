"""The requests to a running command: to end, or to open its table again.

The kernel may deliver a signal to any thread, and Python runs signal handlers only in the main thread. A main
thread that sleeps on a lock does not notice it. So a table's main thread sleeps on a socket: the interpreter
writes the number of each signal into it (`signal.set_wakeup_fd`), no matter which thread got it. No signal is
blocked, so child processes have their usual signals.
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

CLOSING_LIMIT_S = 2.5
"""A table that must end has this long to close; after that it ends without its parts."""

STUCK_STATUS = 70
"""Exit status of a table whose parts did not close in time."""

RENEW_BYTE = b"\0"
"""The byte written into the socket without a signal; no signal has the number 0."""


class EndSignal(BaseException):
    """A signal asked the command to end. `number` is the signal's number."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.strsignal(number))
        self.number = number


def _raised(number: int, _: object) -> NoReturn:
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is _raised:
            signal.signal(each, _passed_over)
    raise EndSignal(number)


def _passed_over(*_: object) -> None:
    """A further signal does not interrupt the cleaning up: Ctrl-C still does."""


@contextmanager
def heeding() -> Iterator[None]:
    """SIGTERM and SIGHUP raise `Told` in the block, as Ctrl-C raises KeyboardInterrupt, so that the command
    cleans up. An ignored signal stays ignored (`nohup`). Only for the main thread."""
    with ExitStack() as before:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGHUP):
                _handle(number, _raised, before)
        yield


@contextmanager
def passing_over_lost() -> Iterator[None]:
    """A signal that comes while Python works for itself, such as in the lock of an import, can raise nothing
    there: in the block it is logged, where Python would print a traceback. A table that opens ends all the
    same, because it has heard the signal."""
    before = sys.unraisablehook

    def pass_over(lost: sys.UnraisableHookArgs) -> None:
        if isinstance(lost.exc_value, EndSignal | KeyboardInterrupt):
            log.info("a signal came where nothing can be raised: %r", lost.object)
        else:
            before(lost)

    sys.unraisablehook = pass_over
    try:
        yield
    finally:
        sys.unraisablehook = before


def _handle(number: int, handler: Callable[[int, object], object], before: ExitStack) -> None:
    """Handle the signal this way until `before` is left, unless it is ignored."""
    if signal.getsignal(number) is not signal.SIG_IGN or number == signal.SIGINT:
        before.callback(signal.signal, number, signal.signal(number, handler))


class Asked:
    """The requests to the process of a table. The main thread makes it and waits for it.

    Until `wait` begins, the first signal raises `Told`, so that the opened parts are closed. From then on
    `wait` returns at a signal. After the `with` block signals work as before, unless the process must end.
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
        """The table opens, perhaps again. Raises `Told` if a signal came since `wait`."""
        self._opening = True
        if (number := self._heard(0.0)) is not None:
            self._end_opening(number)

    def wait(self) -> bool:
        """Wait for a request. Returns whether it was to end."""
        self._opening = False
        self.ended = self._heard(None) is not None
        return self.ended

    def to_renew(self) -> None:
        """Request to open the table again with the present configuration. Any thread may call it."""
        with suppress(OSError):  # full: it will wake up anyway
            self._bell.send(RENEW_BYTE)

    def watch_closing(self) -> None:
        """From now on the table has `CLOSING_LIMIT_S` to close."""
        self._watch(self._ear).start()

    def _heard(self, timeout_s: float | None) -> int | None:
        heard = heard_at(self._ear, timeout_s)
        return next((number for number in heard if number in SIGNALS), None)

    def _signalled(self, number: int, _: object) -> None:
        if self._opening:
            self._heard(0.0)  # remove this signal, so that the next one counts as a further one
            self._end_opening(number)

    def _end_opening(self, number: int) -> NoReturn:
        self._opening, self.ended = False, True
        self.watch_closing()
        raise EndSignal(number)


class Closing(threading.Thread):
    """Watches a closing table: ends it after `limit_s`, and at once after a further Ctrl-C.

    It names the hanging parts and logs them. Nothing on record is lost: the journal survives a power cut.
    """

    def __init__(
        self, ear: socket.socket, *, limit_s: float = CLOSING_LIMIT_S, end: Callable[[int], object] = os._exit
    ) -> None:
        super().__init__(name="closing", daemon=True)
        self._ear, self._limit_s, self._end = ear, limit_s, end

    def run(self) -> None:
        """Watch until the process ends, or end it."""
        until = time.monotonic() + self._limit_s
        while (left_s := until - time.monotonic()) > 0:
            if signal.SIGINT in heard_at(self._ear, left_s):
                log.warning("ended at once; what is on record is safe")
                self._end(128 + signal.SIGINT)
                return
        names = ", ".join(sorted(each.name for each in threading.enumerate() if each is not self))
        log.info("the closing stands here:\n%s", "".join(_main_stack()))
        log.error("not all of the table closed in time (%s); what is on record is safe", names)
        self._end(STUCK_STATUS)


def heard_at(ear: socket.socket, timeout_s: float | None) -> bytes:
    """Waits for bytes at this end of the socket and returns them; empty after `timeout_s`."""
    return ear.recv(4096) if select.select([ear], [], [], timeout_s)[0] else b""


def _main_stack() -> list[str]:
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    return traceback.format_stack(frame) if frame else []
