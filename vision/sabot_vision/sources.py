"""Where pictures come from: one iterator of frames for every kind of source.

`picamera` (of a Raspberry Pi, by picamera2), `/dev/video0` or `0` (any V4L2 or USB camera), `http://` and
`rtsp://` (a camera in the network), a folder of pictures, a video file. A lost camera is tried again until it
is back; until then frames come without a picture and say why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from sabot.core.reasons import NOTHING, of_error, reason
from sabot_vision.apart import Apart
from sabot_vision.frame import Frame, LostError, Settings, Source
from sabot_vision.network import Network, is_network
from sabot_vision.picamera import Picamera
from sabot_vision.pictures import PictureError, loaded
from sabot_vision.usb import Camera

PICAMERA = "picamera"
RETRY_S = 0.5
"""How long until a lost camera is tried again."""

OPEN_S, READ_S, CLOSE_S = 15.0, 2.5, 2.0
"""How long opening a camera, its next picture and closing it may take. Each source keeps to these limits
itself. One that does not is stuck, and so is its process."""

FOLDER_FPS = 10.0
"""The pace, by their time stamps, of the pictures in a folder."""

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"}


def opened(name: str, settings: Settings) -> Source:
    """The source of this name. Raises LostError."""
    if name == PICAMERA:
        return Picamera(settings)
    if is_network(name):
        return Network(name, settings)
    if name.isdigit():
        return Camera(name, settings)
    path = Path(name)
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        return Video(path)
    if name.startswith("/dev/"):
        return Camera(name, settings)
    raise LostError(reason("{source} is not there: is the cable in?", source=name))


def frames(
    name: str,
    settings: Settings | None = None,
    *,
    open_source: Callable[[str, Settings], Source] = opened,
    times: Callable[[tuple[int, int]], int] = lambda size: 1,
    meanwhile: Callable[[], bool] = lambda: False,
    now: Callable[[], float] = time.monotonic,
    wait: Callable[[float], object] = time.sleep,
) -> Iterator[Frame]:
    """Yields the frames of a source, for ever from a camera; without a picture, at least one frame a second
    that says so. `times`: how many times smaller the picture of a camera with pictures of this width and
    height may be. `meanwhile` does a piece of work while a camera's next picture has not come, and returns
    whether there was any. Raises StuckError if a camera neither answers nor can be closed.
    """
    number, why = 0, NOTHING
    asked = settings or Settings()
    asked = asked._replace(times=times((asked.width, asked.height)))
    while True:
        opening = Apart(partial(open_source, name, asked))
        for _ in opening.looks(OPEN_S, "opening the camera"):
            if why:
                yield Frame(number, now(), None, why)
        try:
            source = opening.result()
        except LostError as error:
            why = of_error(error)
            yield Frame(number, now(), None, why)
            wait(RETRY_S)
            continue
        try:
            while (frame := _read(source, number + 1, meanwhile)) is not None:
                number += 1
                yield (frame := frame.reduced(times(frame.size)))  # the larger one is let go at once
            return
        except LostError as error:
            why = of_error(error)
            yield Frame(number, now(), None, why)
        finally:
            _close(source)
        wait(RETRY_S)


def _read(source: Source, number: int, meanwhile: Callable[[], bool]) -> Frame | None:
    if source.live:
        taken = Apart(source.read).result(READ_S, "the next picture", meanwhile)
    else:
        taken = source.read()
    return taken and Frame(number, taken[1], taken[0], note=source.note, times=source.times)


def _close(source: Source) -> None:
    Apart(source.close).result(CLOSE_S, "closing the camera")


class Folder:
    """The pictures of a folder, by name. Unreadable ones are skipped."""

    live, note, times = False, NOTHING, 1

    def __init__(self, path: Path) -> None:
        self._files = iter(sorted(each for each in path.iterdir() if each.suffix.lower() in PICTURES))
        self._t_s = 0.0

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture that can be read."""
        for file in self._files:
            try:
                picture = loaded(file)
            except PictureError:
                continue
            self._t_s += 1 / FOLDER_FPS
            return picture, self._t_s
        return None

    def close(self) -> None:
        """Done with it."""


class Video:
    """A film, with its own time stamps."""

    live, note, times = False, NOTHING, 1

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")  # OpenCV ends the process at a name that is not UTF-8
        self._capture = cv2.VideoCapture(f"/dev/fd/{self._file.fileno()}")
        if not self._capture.isOpened():
            self.close()
            raise LostError(reason("{source} is no film that can be read", source=str(path)))
        self._pace_s = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or 25.0)
        self._t_s = 0.0

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture; a damaged end is the end."""
        fine, picture = self._capture.read()
        if not fine:
            return None
        self._t_s += self._pace_s
        return np.asarray(picture, np.uint8), self._t_s

    def close(self) -> None:
        """Done with it."""
        self._capture.release()
        self._file.close()
