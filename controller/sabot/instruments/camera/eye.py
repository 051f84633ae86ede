"""The eye's process as an open port: `eye://SOURCE`. Opening the port starts the process. A crash counts as a
pulled cable; so does a silent eye, which is killed. The table goes on, and the reader opens the port again.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import IO

from sabot.config import extras
from sabot.core.reasons import Reason, reason
from sabot.instruments.contract import PortSettings

SCHEME = "eye://"
READ_S = 0.05
END_LIMIT_S, KILLED_S = 1.0, 0.5
"""How long a process may take to end when its input ends, and when it is killed: one that waits for a driver
of the system ends only when that lets it go."""

STARTS_S, SILENT_S = 30.0, 3.5
"""How long a process may take until its first beat, which waits for the camera, and between two beats. One
that takes longer hangs, and is killed."""

MODULE = "sabot_vision.camera"
MODULES = {"wheel-camera": "sabot_vision.wheel.camera"}
"""The program of an eye that is not that of a cloth, by its driver."""

READ_BYTES_MOST = 65536
LAST_WORDS_MOST = 200
"""How many letters of its last line are shown of a process that has ended."""

PASSWORD = re.compile(r"//[^/\s]*@")
QUIET = {"OPENCV_LOG_LEVEL": "SILENT", "LIBCAMERA_LOG_LEVELS": "*:ERROR"}
"""Settings that keep libraries from repeating the same message every second while a camera is lost."""
ON_ONE_CORE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Settings that keep NumPy's library from dividing its work among all cores. The table needs the others, and
where they are busy its threads wait for each other: a solution of half a millisecond took a quarter of a
second.
"""


_hangs = partial(reason, "the eye hangs: nothing was heard of it for {number} s; it is started again")


class EyeError(OSError):
    """The eye's process ended or hangs; raised with the reason, for the person at the table."""


class Line:
    """The two pipes of a running eye, with the methods of a port. `starts_s` and `silent_s`: `STARTS_S`."""

    def __init__(
        self,
        options: dict[str, object],
        *,
        module: str = MODULE,
        starts_s: float = STARTS_S,
        silent_s: float = SILENT_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        # A pipe that nobody reads would fill up and stop the process.
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            bufsize=0,
            env=os.environ | QUIET | ON_ONE_CORE,
            process_group=0,  # a Ctrl-C at the terminal is for the table, which then ends this process
        )
        self._out, self._in = _pipe(self._process.stdout), _pipe(self._process.stdin)
        self._rest = b""
        os.set_blocking(self._in.fileno(), False)
        self._limit_s, self._silent_s, self._now = starts_s, silent_s, now
        self._heard_s = now()
        self.write(json.dumps(options).encode() + b"\n")

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._rest)

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes. Raises OSError with the process's last words when it has ended, and when it was
        silent for too long and is killed."""
        if not self._rest and select.select([self._out], [], [], READ_S)[0]:
            self._rest = os.read(self._out.fileno(), READ_BYTES_MOST)
            if not self._rest:
                raise EyeError(self._stopped())
            self._heard_s, self._limit_s = self._now(), self._silent_s
        elif not self._rest and self._now() - self._heard_s > self._limit_s:
            self._process.kill()
            raise EyeError(_hangs(number=f"{self._limit_s:g}"))
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """Send a command. Raises OSError when the process has ended, or takes nothing any more."""
        if self._in.write(data) != len(data):
            raise EyeError(reason("the eye hangs: it takes no commands; it is started again"))
        return len(data)

    def close(self) -> None:
        """End the process; one that does not end in time is killed, and left to the system."""
        for end, limit_s in ((self._in.close, END_LIMIT_S), (self._process.kill, KILLED_S)):
            with contextlib.suppress(OSError):
                end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(limit_s)
                break
        self._out.close()
        self._words.close()

    def _stopped(self) -> Reason:
        """Why the process ended, in its last words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_LIMIT_S)
        self._words.seek(max(0, self._words.seek(0, os.SEEK_END) - READ_BYTES_MOST))
        last = last_words(self._words.read()) or f"status {self._process.returncode}"
        return reason("the eye has stopped: {note}; it is started again", note=last)


def last_words(written: bytes) -> str:
    """The last line of what a process wrote, without a password, and not too long for a screen."""
    line = written.decode(errors="replace").strip().rpartition("\n")[2]
    return PASSWORD.sub("//", line)[:LAST_WORDS_MOST]


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def opened(settings: PortSettings) -> tuple[Line, str]:
    """Starts the eye at this source. The options have the whole source, with its password; the name of the
    port is shown to everyone. Raises OSError if no process can be started."""
    if not extras.is_here("camera"):
        raise FileNotFoundError(errno.ENOENT, extras.missing("camera"))
    where = settings.port.removeprefix(SCHEME)
    source = settings.options.get("source") or where
    if not source:
        raise OSError(errno.EINVAL, "no source is named")
    module = MODULES.get(settings.driver, MODULE)
    return Line({**settings.options, "source": source}, module=module), where
