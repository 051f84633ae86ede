"""A picture and its source: what every camera, folder and film has in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from sabot.core.reasons import NOTHING, Reason
from sabot.core.shapes.json import whole


class LostError(Exception):
    """There is no picture; raised with the reason, for the person at the table."""


class StuckError(Exception):
    """A camera neither answers nor lets go: only a new process can have it again."""


class Frame(NamedTuple):
    """One picture (height × width × 3, uint8, blue-green-red) and the second at which it was taken, on a
    clock that never steps back; without a picture `why` says what is wrong. `note` says which setting the
    camera did not follow. `times`: the camera's own picture is this many times as wide and as high.
    """

    number: int
    t_s: float
    picture: np.ndarray | None
    why: Reason = NOTHING
    note: Reason = NOTHING
    times: int = 1

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the camera's picture; (0, 0) without one."""
        tall, wide = (0, 0) if self.picture is None else self.picture.shape[:2]
        return wide * self.times, tall * self.times

    def reduced(self, times: int) -> Frame:
        """Returns the frame with a picture this many times smaller than the camera's, a power of two."""
        picture, done = self.picture, self.times
        while picture is not None and done < times:
            picture, done = half(picture), 2 * done
        return self._replace(picture=picture, times=done)


class Source(Protocol):
    """An open camera, folder or file. `live`: it never ends, and sets its own pace; `note`: the settings that
    it refused; `times`: its pictures are this many times smaller than the camera's own.
    """

    live: bool
    note: Reason
    times: int

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture and its second; None at the end. Raises LostError."""

    def close(self) -> None:
        """Close it."""


class Settings(NamedTuple):
    """What a camera is asked for. `exposure_us` 0: a Pi's camera finds exposure and white balance itself and
    holds them once they are steady; `focus` in dioptres; below 0: found too.

    `number` counts the cameras of a Pi, `full_field` asks for the whole sensor. `white_balance_k` (kelvin; 0:
    automatic) and `focus_steps` (the driver's own numbers; below 0: automatic) are for USB cameras. `times`:
    pictures this many times smaller are enough, a power of two; a Pi's camera gives those by itself, and JPEG
    pictures are unpacked as small as that.
    """

    width: int = 1280
    height: int = 720
    fps: int = 15
    exposure_us: int = 0
    focus: float = -1.0
    number: int = 0
    full_field: bool = True
    white_balance_k: int = 0
    focus_steps: int = -1
    times: int = 1


def settings_of(given: Mapping[str, object]) -> Settings:
    """Returns the settings of the configuration's keys, with the defaults of `Settings`."""
    asked = {name: type(default)(given[name]) for name, default in _PLAIN.items() if name in given}
    focus_cm = whole(given.get("focus_cm", 0))
    return Settings(**asked, focus=100 / focus_cm if focus_cm else -1.0)


_OTHERS = ("focus", "times")
_PLAIN = {name: default for name, default in Settings._field_defaults.items() if name not in _OTHERS}


FLAG_BY_TIMES = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}
"""How many times smaller OpenCV can unpack a JPEG picture: in less time, and with less memory."""


class Capture(Protocol):
    """An open camera of OpenCV, as far as it is asked about its pictures: `cv2.VideoCapture`."""

    def get(self, key: int, /) -> float:
        """The value of a property."""

    def set(self, key: int, value: float, /) -> bool:
        """Set a property. Returns whether that was taken."""


def packed(capture: Capture, settings: Settings, key: int, value: float) -> int:
    """Lets a camera give its JPEG pictures as they are, by the property `key`, if smaller ones are enough.
    Returns how many times smaller `unpacked` makes them; 1 where OpenCV unpacks them, as they are no JPEG
    pictures of the size that was asked for.
    """
    times = min(settings.times, max(FLAG_BY_TIMES))
    size = settings.width, settings.height
    fits = not any(side % times for side in size) and size == (
        round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
        round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
    )
    is_jpeg = round(capture.get(cv2.CAP_PROP_FOURCC)) == cv2.VideoWriter.fourcc(*"MJPG")
    return times if times > 1 and fits and is_jpeg and capture.set(key, value) else 1


def unpacked(given: np.ndarray, times: int) -> np.ndarray | None:
    """Returns a picture that was given as JPEG, this many times smaller, or None if it cannot be read or says
    that it is far too large; with `times` 1 it was given unpacked.
    """
    if times == 1:
        return np.asarray(given, np.uint8)
    try:
        return cv2.imdecode(given.reshape(-1), FLAG_BY_TIMES[times] | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        return None


def half(picture: np.ndarray) -> np.ndarray:
    """The picture at half its size: of two by two pixels the mean, which costs far less than other ratios."""
    tall, wide = (side // 2 for side in picture.shape[:2])
    exact = picture[: 2 * tall, : 2 * wide]
    return np.asarray(cv2.resize(exact, (wide, tall), interpolation=cv2.INTER_AREA))


def shrunk(picture: np.ndarray, least: float) -> tuple[np.ndarray, int]:
    """Returns the picture, halved as long as its longer side has at least `least` pixels then, and how many
    times smaller it is."""
    times = 1
    while max(picture.shape[:2]) >= 2 * least and min(picture.shape[:2]) > 1:
        picture, times = half(picture), 2 * times
    return picture, times
