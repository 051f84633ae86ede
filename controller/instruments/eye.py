"""The eye's process as an open port: `eye://SOURCE`. It is started when the port is opened, and a crash is a
cable that was pulled: the table goes on, and the reader opens the port again."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import select
import subprocess
import sys
import tempfile
from typing import IO, Any

from controller import extras
from controller.instruments.contract import PortSettings

SCHEME = "eye://"
READ_S = 0.05
ENDS_S = 3.0
MODULE = "vision.camera"
LARGEST = 65536
QUIET = {"OPENCV_LOG_LEVEL": "SILENT", "LIBCAMERA_LOG_LEVELS": "*:ERROR"}
"""What keeps libraries from saying the same every second while a camera is away."""


class Line:
    """The two pipes of a running eye, as the reader asks of a port."""

    def __init__(self, options: dict[str, Any], *, module: str = MODULE) -> None:
        # A pipe that nobody reads would fill, and stop the process.
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            bufsize=0,
            env=os.environ | QUIET,
        )
        self._out, self._in = _pipe(self._process.stdout), _pipe(self._process.stdin)
        self._rest = b""

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._rest)

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes. Raises OSError with the process's last words when it has ended."""
        if not self._rest and select.select([self._out], [], [], READ_S)[0]:
            self._rest = os.read(self._out.fileno(), LARGEST)
            if not self._rest:
                raise OSError(f"the eye has stopped: {self._last_words()}")
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """Send a command. Raises OSError when the process has ended."""
        self._in.write(data)
        return len(data)

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(OSError):
            self._in.close()
        try:
            self._process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._out.close()
        self._words.close()

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDS_S)
        self._words.seek(max(0, self._words.seek(0, os.SEEK_END) - LARGEST))
        words = self._words.read().decode(errors="replace").strip()
        last = words.rpartition("\n")[2][:200] or f"status {self._process.returncode}"
        return last + "; it is started again"


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def opened(settings: PortSettings) -> tuple[Line, str]:
    """The eye at this source, started. Raises OSError where no process can be had, or none would live."""
    if not extras.is_here("camera"):
        raise FileNotFoundError(errno.ENOENT, extras.missing("camera"))
    source = settings.port.removeprefix(SCHEME)
    if not source:
        raise OSError(errno.EINVAL, "no source is named")
    return Line({**settings.options, "source": source}), source
