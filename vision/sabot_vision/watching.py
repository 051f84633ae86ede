"""What a picture says about the camera itself, and whether anything moved: a few numbers of a small grey
copy.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from sabot.core.reasons import reason
from sabot_vision.frame import shrunk

SMALL_SIZE_PX = (160, 90)
"""Width and height of the copy."""

MIDDLE_PX = 1280
"""The focus is measured in the middle of a picture, in half as many pixels each way at most."""

BLACK_LEVEL, WHITE_LEVEL = 14.0, 244.0
"""A picture whose grey (0 to 255) is darker, or brighter, than this almost everywhere shows nothing."""

DIM_PART, USED_TO_S = 0.4, 30.0
"""Below this part of the usual light the lamp is off. The usual light follows the real light within about
this many seconds."""

FROZEN_S = 1.0
"""No sensor gives exactly the same numbers for this long, because its noise changes them."""

TORN_PART = 0.08
"""A picture was cut short if this part of its height, at the bottom, has one single grey."""

CELL_MOVED, CELLS_MOVED = 14, 12
"""A cell has changed if its grey changed by more than the first number. Something moved if more cells than
the second number changed."""

BAND_TIMES, DARK_LEVEL = 2.0, 6.0
"""A lamp that flickers makes a row at most this many times brighter than another. The second number is added
to every grey: the noise of black cells says nothing about a lamp.
"""

WAVE_PART, BRIGHT_LEVEL = 0.04, 110
"""Bands cover the picture if half of its rows, or columns, became brighter or darker by this part. A cell
brighter than this level may hold parts that are too bright for the sensor."""

RESTS_S = 0.12
BUSY_S = 0.2
"""A picture with movement is still read this often: cards may rest while a hand moves."""

STILL_READS_S = 0.1

FAULTS = {
    "black": reason("the picture is black: is the lamp on, the lens free?"),
    "dim": reason("most of the light has gone: is the lamp on?"),
    "white": reason("the picture is white: too much light"),
    "torn": reason("the camera gives half pictures: check the cable and its length"),
    "late": reason("the eye is late: the computer has too much else to do"),
    "knocked": reason(
        "the camera was knocked: turn it back, or lay the four marks where they lay, or name the four points"
    ),
    "frozen": reason("the picture is frozen: the camera gives the same one again and again"),
}
"""What can be wrong with pictures that arrive, by name."""


class Light(NamedTuple):
    """Figures for setting up a rig: `focus` grows with sharpness, `light` is the mean grey, `dark` and
    `bright` the parts of the picture (0 to 1) without any detail left.
    """

    focus: float
    light: float
    dark: float
    bright: float


def small(picture: np.ndarray) -> np.ndarray:
    """The grey copy of `picture` (height × width × 3, uint8), 90 × 160."""
    near = shrunk(picture, 2 * SMALL_SIZE_PX[0])[0]
    copy = cv2.resize(near, SMALL_SIZE_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(copy, cv2.COLOR_BGR2GRAY))


def blank(grey: np.ndarray) -> str:
    """Returns `black` or `white` of the small copy of a picture that shows nothing else; empty for others."""
    mean = float(grey.mean())
    if mean < BLACK_LEVEL and float(np.percentile(grey, 98)) < 2 * BLACK_LEVEL:
        return "black"
    return "white" if mean > WHITE_LEVEL else ""


def is_torn(picture: np.ndarray) -> bool:
    """Whether the lower rows are of one single colour and the rest is not: a transfer was cut short. Black
    and white are what a sensor gives of a dark floor or a lit rail; what is missing becomes grey or green.
    """
    rows = picture[-max(8, int(len(picture) * TORN_PART)) :: 4, ::8]
    missing = rows[0, 0]
    if not (rows == missing).all() or np.isin(missing, (0, 255)).all():
        return False
    return not bool((picture[: len(picture) // 2 : 8, ::8] == missing).all())


def light(picture: np.ndarray, grey: np.ndarray) -> Light:
    """The light and the focus of a picture; `grey` is its small copy."""
    height, width = picture.shape[:2]
    tall, wide = min(height, MIDDLE_PX) // 4, min(width, MIDDLE_PX) // 4
    middle = picture[height // 2 - tall : height // 2 + tall, width // 2 - wide : width // 2 + wide, 1]
    focus = float(cv2.Laplacian(middle, cv2.CV_16S).var())
    return Light(round(focus, 1), round(float(grey.mean()), 1), part(grey < 12), part(grey > 250))


def part(mask: np.ndarray) -> float:
    """How much of a mask is set, 0 to 1."""
    return round(float(mask.mean()), 3)


class Watch:
    """Watches one camera. Gives the name of the fault in its pictures; empty if there is none."""

    def __init__(self) -> None:
        self._same_since_s = 0.0
        self._last: bytes = b""
        self._usual, self._before_s = -1.0, 0.0

    def seen(self, picture: np.ndarray, grey: np.ndarray, t_s: float, *, live: bool = True) -> str:
        """The fault that this picture shows. `live` False: a recording may repeat a picture."""
        mean = float(grey.mean())
        usual = self._usual_light(mean, t_s)
        if without := blank(grey):
            return without
        if mean < DIM_PART * usual:
            return "dim"
        if is_torn(picture):
            return "torn"
        return "frozen" if live and self._is_frozen(picture, t_s) else ""

    def _usual_light(self, mean: float, t_s: float) -> float:
        """Returns the usual grey of recent pictures, and adds this one."""
        before = mean if self._usual < 0 else self._usual
        part = min(1.0, max(0.0, t_s - self._before_s) / USED_TO_S)
        self._usual, self._before_s = before + part * (mean - before), t_s
        return before

    def _is_frozen(self, picture: np.ndarray, t_s: float) -> bool:
        now = picture[::7, ::7].tobytes()
        if now != self._last:
            self._last, self._same_since_s = now, t_s
        return t_s - self._same_since_s >= FROZEN_S


class Gate:
    """Decides whether a picture is worth reading: not while nothing has changed since the last reading."""

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        self._read: np.ndarray | None = None
        self._moved_s = self._changed_s = self._read_s = -1e9

    def moved(self, grey: np.ndarray, t_s: float) -> bool:
        """Returns whether something moved since the picture before, or differs from the last one read."""
        before, self._before = self._before, grey
        moves = before is None or differs(before, grey)
        if moves:
            self._moved_s = t_s
        changed = moves or (self._read is not None and differs(self._read, grey))
        if changed:
            self._changed_s = t_s
        return changed

    def opens(self, t_s: float, *, settled: bool, at_once: bool = False) -> bool:
        """Returns whether to read this picture: while things move, at intervals or `at_once`."""
        if settled and self._changed_s < self._read_s:
            return False
        if at_once:
            return True
        rests = t_s - self._moved_s >= RESTS_S
        return t_s - self._read_s >= (STILL_READS_S if rests else BUSY_S)

    def read(self, t_s: float) -> None:
        """The picture last shown to `moved` is being read."""
        self._read, self._read_s = self._before, t_s


def differs(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two small copies show different things, beyond noise and the flicker of lamps."""
    if not has_changed(one, other):
        return False
    lit, flickers = one.astype(np.float32) + DARK_LEVEL, False
    for axis in (1, 0):  # the rows of the sensor; the columns of one that stands upright
        times = banded(lit, other.astype(np.float32) + DARK_LEVEL, axis)
        flickers |= float(np.median(np.abs(times - 1))) > WAVE_PART
        lit *= times
    then = np.clip(lit - DARK_LEVEL, 0, 255).astype(np.uint8)
    if flickers:  # what is too bright for the sensor follows the lamp only in part, or not at all
        in_part = np.clip(other, cv2.min(one, then), cv2.max(one, then))
        then = np.where(cv2.min(one, other) > BRIGHT_LEVEL, in_part, then)
    return has_changed(then, other)


def has_changed(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether enough cells of two small copies have changed."""
    return int(np.count_nonzero(cv2.absdiff(one, other) > CELL_MOVED)) > CELLS_MOVED


def banded(one: np.ndarray, other: np.ndarray, axis: int) -> np.ndarray:
    """How many times brighter each row (`axis` 1) or column (0) has become, against all of the picture. A
    shutter that reads row after row sees a lamp on the mains as bands, which wander."""
    times = np.median(other / one, axis=axis, keepdims=True)
    return np.asarray(np.clip(times / np.median(times), 1 / BAND_TIMES, BAND_TIMES), np.float32)
