"""A camera in the network, such as a telephone: MJPEG over http or RTSP, by OpenCV's FFmpeg.

The parts of an address before the host and after the path may hold a password: they never appear in a
message.
"""

from __future__ import annotations

import re
import threading
import time

import cv2
import numpy as np

from sabot.core.reasons import NOTHING, reason
from sabot_vision.frame import LostError, Settings, packed, unpacked

SCHEMES = ("http", "https", "rtsp", "rtsps")

OPEN_MS, READ_MS = 4000, 2000
"""How long a camera may take to answer, and to send its next picture."""

AS_SENT_FORMAT = -1
"""The value of OpenCV's `CAP_PROP_FORMAT` for pictures as the camera sends them."""
DAMAGED_MOST = 5
"""The camera is lost when this many pictures in a row cannot be read."""


class Network:
    """One open stream. A thread of its own reads it as fast as it comes, so that `read` gives the newest
    picture and not one that has waited.
    """

    live, note = True, NOTHING

    def __init__(self, address: str, settings: Settings) -> None:
        self._host = host(address)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            self._capture.release()
            raise LostError(
                reason(
                    "the camera at {source} cannot be reached: is it on, and its name and password right?",
                    source=self._host,
                )
            )
        self.times = packed(self._capture, settings, cv2.CAP_PROP_FORMAT, AS_SENT_FORMAT)
        self._newest: tuple[np.ndarray, float] | None = None
        self._news, self._ended = threading.Condition(), False
        self._reading = threading.Thread(target=self._follow, daemon=True)
        self._reading.start()

    def _follow(self) -> None:
        while not self._ended:
            fine, picture = self._capture.read()
            with self._news:
                if fine:
                    self._newest = np.asarray(picture, np.uint8), time.monotonic()
                else:
                    self._ended = True
                self._news.notify_all()

    def read(self) -> tuple[np.ndarray, float] | None:
        """The newest picture that was not given before. Raises LostError."""
        for _ in range(DAMAGED_MOST):
            given, at_s = self._next()
            if (picture := unpacked(given, self.times)) is not None:
                return picture, at_s
        raise LostError(
            reason("the camera at {source} gives no pictures: is it still on?", source=self._host)
        )

    def _next(self) -> tuple[np.ndarray, float]:
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._ended, READ_MS / 1000)
            newest, self._newest = self._newest, None
        if newest is None:
            raise LostError(
                reason("the camera at {source} gives no pictures: is it still on?", source=self._host)
            )
        return newest

    def close(self) -> None:
        """End the connection, once the picture that is being read has come, or its time is up."""
        self._ended = True
        self._reading.join()
        self._capture.release()


def is_network(name: str) -> bool:
    """Whether a source of this name is in the network."""
    return name.partition("://")[0].lower() in SCHEMES and "://" in name


def host(address: str) -> str:
    """Returns the host and port of an address, without user and password; empty if the password may hold a
    bare `/`, `?` or `#`.
    """
    rest = address.partition("://")[2]
    named = re.split("[/?#]", rest)[0]
    return "…" if "@" in rest and "@" not in named else named.rpartition("@")[2]
