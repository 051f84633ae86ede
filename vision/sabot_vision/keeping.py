"""Keeps pictures: those that prove a card, within bounded space, and the one that somebody is looking at."""

from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from sabot_vision.frame import shrunk
from sabot_vision.tracking.track import Corners

MARGIN_PART = 0.12
LARGEST_PX = 480
"""The longer side of a picture of one card."""

LOOKED_AT_S = 5.0
"""Somebody is looking if they asked within this time."""

WIDE_PX = 1280


class Kept:
    """A folder of pictures of cards, each named by the SHA-256 of its bytes, so that the name in the journal
    proves the picture. `most_mb` 0: none are kept."""

    def __init__(self, folder: Path | None, most_mb: int) -> None:
        self._folder, self._most = folder, most_mb * 1_000_000
        self._bytes = -1
        self._newest_ns = 0

    def keep(self, picture: np.ndarray, corners: Corners) -> str:
        """Keep the card in `picture` that has these corners; its name, empty where it could not be kept."""
        if self._folder is None or not self._most or not len(corners):
            return ""
        data = packed(cut_out(picture, corners), 82)
        name = hashlib.sha256(data).hexdigest()[:32] + ".jpg"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._bytes < 0:
                self._count()
            file = self._folder / name
            more = 0 if file.exists() else len(data)
            replace(file, data)
            self._date(file)
            self._bound(more)
        except OSError:  # a full disk must not stop the eye
            return ""
        return name

    def _count(self) -> None:
        known = self._known()
        self._bytes = sum(size for _, size, _ in known)
        self._newest_ns = max((at_ns for at_ns, _, _ in known), default=0)

    def _date(self, picture: Path) -> None:
        """It is newer than all before it, also where the clock was set back meanwhile."""
        self._newest_ns = max(time.time_ns(), self._newest_ns + 1)
        os.utime(picture, ns=(self._newest_ns, self._newest_ns))

    def _bound(self, more: int) -> None:
        """The oldest go until what is left fits; the newest stays. They are counted again first, because
        others delete here too."""
        self._bytes += more
        if self._bytes <= self._most:
            return
        known = self._known()
        self._bytes = sum(size for _, size, _ in known)
        if self._bytes <= self._most:
            return
        for _, size, oldest in known[:-1]:
            if self._bytes <= self._most * 0.9:
                return
            oldest.unlink(missing_ok=True)
            self._bytes -= size

    def _known(self) -> list[tuple[int, int, Path]]:
        """The time, the bytes and the place of each picture, the oldest first."""
        assert self._folder is not None
        known = []
        for each in self._folder.glob("*.jpg"):
            with suppress(FileNotFoundError):  # somebody has just deleted it
                about = each.stat()
                known.append((about.st_mtime_ns, about.st_size, each))
        return sorted(known)


class Shown:
    """The picture for the person who sets the rig up. It is written only while they look: their page touches
    `look`.
    """

    def __init__(self, folder: Path | None, every_s: float = 0.2) -> None:
        self._folder, self._every_s, self._last_s = folder, every_s, -1e9

    def is_due(self, t_s: float) -> bool:
        """Returns whether somebody is looking and the last picture is old enough."""
        if self._folder is None or 0 <= t_s - self._last_s < self._every_s:
            return False
        try:
            return abs(time.time() - (self._folder / "look").stat().st_mtime) < LOOKED_AT_S
        except OSError:
            return False

    def show(self, picture: np.ndarray | None, status: dict[str, object], t_s: float) -> None:
        """Write `picture` and the facts in `status` about it to their files."""
        assert self._folder is not None
        self._last_s = t_s
        try:
            if picture is not None:
                replace(self._folder / "live.jpg", packed(narrowed(picture, WIDE_PX), 70))
            replace(self._folder / "live.json", json.dumps(status).encode())
        except OSError:
            return


def cut_out(picture: np.ndarray, corners: Corners) -> np.ndarray:
    """The upright part of `picture` around a card, with a margin."""
    points = np.array(corners, np.float32)
    low, high = points.min(axis=0), points.max(axis=0)
    margin = MARGIN_PART * np.max(high - low)
    height, width = picture.shape[:2]
    left, top = np.clip(low - margin, 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(high + margin, (left + 1, top + 1), (width, height)).astype(int)
    return narrowed(picture[top:bottom, left:right], LARGEST_PX)


def narrowed(picture: np.ndarray, most_px: int) -> np.ndarray:
    """The picture, with no side longer than this."""
    scale = most_px / max(picture.shape[:2])
    if scale >= 1:
        return picture
    near, times = shrunk(picture, most_px)
    scale *= times
    return np.asarray(cv2.resize(near, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def packed(picture: np.ndarray, quality: int) -> bytes:
    """The picture as JPEG."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def replace(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, and leave nothing beside it. Raises OSError, which names the file."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(file)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from None
