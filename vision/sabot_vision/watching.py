"""What a picture says of the camera itself, and whether anything moved in it: a few numbers of a small grey
copy."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

SMALL = (160, 90)
"""Width and height of the copy."""

BLACK, WHITE = 14.0, 244.0
"""A picture whose grey (0 to 255) is darker, or brighter, than this almost everywhere shows nothing."""

DIM, USED_TO_S = 0.4, 30.0
"""Where less than this part of the usual light is left, the lamp went off. What is usual follows the light
within about so many seconds."""

FROZEN_S = 1.0
"""No sensor gives the very same numbers for so long: its noise alone is never still."""

TORN = 0.08
"""A picture whose last rows, so much of its height, are of one single grey was cut short."""

CELL_MOVED, CELLS_MOVED = 14, 12
"""A cell of the copy has changed when its grey did by more than the first; something has moved when more
cells than the second have."""

RESTS_S = 0.12
BUSY_S = 0.2
"""So often a picture in which something moves is read all the same: cards may rest while a hand moves."""

STILL_READS_S = 0.1

FAULTS = {
    "black": "the picture is black: is the lamp on, the lens free?",
    "dim": "most of the light has gone: is the lamp on?",
    "white": "the picture is white: too much light",
    "torn": "the camera gives half pictures: check the cable and its length",
    "late": "the eye is late: the computer has too much else to do",
    "frozen": "the picture is frozen: the camera gives the same one again and again",
}
"""What can be wrong with pictures that arrive, by name."""


class Light(NamedTuple):
    """What one sees while a rig is set up: `focus` grows with sharpness, `light` is the mean grey, `dark` and
    `bright` the parts of the picture (0 to 1) without any detail left."""

    focus: float
    light: float
    dark: float
    bright: float


def small(picture: np.ndarray) -> np.ndarray:
    """The grey copy of `picture` (height × width × 3, uint8), 90 × 160."""
    shrunk = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY))


def is_torn(picture: np.ndarray) -> bool:
    """Whether the lower rows are of one single colour and the rest is not: a transfer was cut short."""
    rows = picture[-max(8, int(len(picture) * TORN)) :: 4, ::8]
    return bool(
        (rows == rows[0, 0]).all() and not (picture[: len(picture) // 2 : 8, ::8] == rows[0, 0]).all()
    )


def light(picture: np.ndarray, grey: np.ndarray) -> Light:
    """The light and the focus of a picture; `grey` is its small copy."""
    height, width = picture.shape[:2]
    middle = picture[height // 4 : height * 3 // 4, width // 4 : width * 3 // 4, 1]
    focus = float(cv2.Laplacian(middle, cv2.CV_16S).var())
    return Light(round(focus, 1), round(float(grey.mean()), 1), part(grey < 12), part(grey > 250))


def part(mask: np.ndarray) -> float:
    """How much of a mask is set, 0 to 1."""
    return round(float(mask.mean()), 3)


class Watch:
    """One camera under watch: the name of what is wrong with its pictures, empty where nothing is."""

    def __init__(self) -> None:
        self._same_since_s = 0.0
        self._last: bytes = b""
        self._usual, self._before_s = -1.0, 0.0

    def seen(self, picture: np.ndarray, grey: np.ndarray, t_s: float, *, live: bool = True) -> str:
        """The fault that this picture shows. `live` False: a recording may repeat a picture."""
        mean = float(grey.mean())
        usual = self._usual_light(mean, t_s)
        if mean < BLACK and float(np.percentile(grey, 98)) < 2 * BLACK:
            return "black"
        if mean < DIM * usual:
            return "dim"
        if mean > WHITE:
            return "white"
        if is_torn(picture):
            return "torn"
        return "frozen" if live and self._is_frozen(picture, t_s) else ""

    def _usual_light(self, mean: float, t_s: float) -> float:
        """The grey that pictures had of late, which this one is then a part of."""
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
    """Whether a picture is worth reading: not while everything lies as it was when it was last read."""

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        self._read: np.ndarray | None = None
        self._moved_s = self._changed_s = self._read_s = -1e9

    def moved(self, grey: np.ndarray, t_s: float) -> bool:
        """Whether something moved since the picture before, or lies otherwise than when it was last read."""
        before, self._before = self._before, grey
        moves = before is None or differs(before, grey)
        if moves:
            self._moved_s = t_s
        changed = moves or (self._read is not None and differs(self._read, grey))
        if changed:
            self._changed_s = t_s
        return changed

    def opens(self, t_s: float, *, settled: bool, at_once: bool = False) -> bool:
        """Whether this picture is to be read: every so often, or `at_once`, while things move or are in
        doubt."""
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
    """Whether two small copies show different things, beyond noise."""
    changed = cv2.absdiff(one, other) > CELL_MOVED
    return int(np.count_nonzero(changed)) > CELLS_MOVED
