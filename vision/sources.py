"""Where pictures come from: one iterator of frames, whatever hangs on the other end.

`picamera` (of a Raspberry Pi, by picamera2), `/dev/video0` or `0` (any V4L2 or USB camera), a folder of
pictures, a video file. A camera that is lost is looked for again until it is back; meanwhile frames come
without a picture and say why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np

from vision.pictures import PictureError, loaded

PICAMERA = "picamera"
RETRY_S = 1.0
"""How long until a camera that is away is looked for again."""

MISSED = 5
"""So many pictures in a row that do not come: the camera is lost."""

FOLDER_FPS = 10.0
"""The pace, by their time stamps, of the pictures in a folder."""

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"}


class LostError(Exception):
    """There is no picture to be had: why, in one line for the person at the table."""


class Frame(NamedTuple):
    """One picture (height × width × 3, uint8, blue-green-red) and the second at which it was taken, on a
    clock that never steps back; without a picture `why` says what is wrong."""

    number: int
    t_s: float
    picture: np.ndarray | None
    why: str = ""


class Source(Protocol):
    """An open camera, folder or file. `live`: it goes on for ever, in its own time."""

    live: bool

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture and its second; None at the end. Raises LostError."""

    def close(self) -> None:
        """Done with it."""


class Settings(NamedTuple):
    """What a camera is asked for. `exposure_us` 0: the camera finds exposure, white balance and focus itself
    in the first second, and all three are then locked; `focus` in dioptres, below 0: found likewise."""

    width: int = 1280
    height: int = 720
    fps: int = 15
    exposure_us: int = 0
    focus: float = -1.0


def opened(name: str, settings: Settings) -> Source:
    """The source of this name. Raises LostError."""
    if name == PICAMERA:
        return Picamera(settings)
    path = Path(name)
    if name.isdigit() or name.startswith("/dev/"):
        return Camera(name, settings)
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        return Video(path)
    raise LostError(f"{name} is not there: is the cable in?")


def frames(
    name: str,
    settings: Settings | None = None,
    *,
    open_source: Callable[[str, Settings], Source] = opened,
    now: Callable[[], float] = time.monotonic,
    wait: Callable[[float], Any] = time.sleep,
) -> Iterator[Frame]:
    """The frames of a source, for ever where it is a camera. It never raises."""
    number = 0
    while True:
        try:
            source = open_source(name, settings or Settings())
        except LostError as error:
            yield Frame(number, now(), None, str(error))
            wait(RETRY_S)
            continue
        try:
            while (taken := source.read()) is not None:
                number += 1
                yield Frame(number, taken[1], taken[0])
            return
        except LostError as error:
            yield Frame(number, now(), None, str(error))
            wait(RETRY_S)
        finally:
            source.close()


class Camera:
    """Any camera that Video4Linux knows."""

    live = True

    def __init__(self, name: str, settings: Settings) -> None:
        device: int | str = int(name) if name.isdigit() else name
        if isinstance(device, str) and not Path(device).exists():
            raise LostError(f"{device} is not there: is the cable in?")
        self._name = name
        self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise LostError(
                f"camera {name} cannot be opened: is it in use, or not for this user (group video)?"
            )
        for key, value in asked(settings):
            self._capture.set(key, value)

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture. Raises LostError when none comes."""
        for _ in range(MISSED):
            fine, picture = self._capture.read()
            if fine and picture.size:
                return np.asarray(picture, np.uint8), time.monotonic()
        raise LostError(f"camera {self._name} gives no pictures: was the cable pulled?")

    def close(self) -> None:
        """Let others have the camera."""
        self._capture.release()


def asked(settings: Settings) -> list[tuple[int, float]]:
    """What a Video4Linux camera is set to: size and pace; no stale pictures; fixed exposure where one is
    named."""
    fixed = settings.exposure_us > 0
    return [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, settings.width),
        (cv2.CAP_PROP_FRAME_HEIGHT, settings.height),
        (cv2.CAP_PROP_FPS, settings.fps),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
        *([(cv2.CAP_PROP_AUTO_EXPOSURE, 1.0)] if fixed else []),
        *([(cv2.CAP_PROP_EXPOSURE, settings.exposure_us / 100)] if fixed else []),
        *(
            [(cv2.CAP_PROP_AUTOFOCUS, 0.0), (cv2.CAP_PROP_FOCUS, settings.focus)]
            if settings.focus >= 0
            else []
        ),
    ]


class Picamera:
    """The camera of a Raspberry Pi. Exposure, gain, white balance and focus are found once, then locked."""

    live = True

    def __init__(self, settings: Settings) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError:
            raise LostError("picamera2 is missing: sudo apt install python3-picamera2") from None
        try:
            self._camera = Picamera2()
            form = {"size": (settings.width, settings.height), "format": "RGB888"}
            pace = {"FrameRate": settings.fps}
            self._camera.configure(self._camera.create_video_configuration(main=form, controls=pace))
            self._camera.start()
            self._lock(settings)
        except (RuntimeError, IndexError, OSError) as error:
            raise LostError(f"the camera of this Raspberry Pi cannot be opened: {error}") from None

    def _lock(self, settings: Settings) -> None:
        """Find what is to be found, and hold it: a fixed rig under fixed light must not breathe."""
        known = self._camera.camera_controls
        if "AfMode" in known and settings.focus < 0:
            self._camera.autofocus_cycle()
        time.sleep(1.0)
        found = self._camera.capture_metadata()
        self._camera.set_controls(locked(settings, found, known))

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture. Raises LostError."""
        try:
            return np.asarray(self._camera.capture_array("main"), np.uint8), time.monotonic()
        except (RuntimeError, OSError) as error:
            raise LostError(f"the camera gives no pictures: {error}") from None

    def close(self) -> None:
        """Let others have the camera."""
        self._camera.close()


def locked(settings: Settings, found: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """The controls of a locked camera: what it `found` by itself, or what is set; only those that it has."""
    wanted = {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": settings.exposure_us or found.get("ExposureTime"),
        "AnalogueGain": found.get("AnalogueGain"),
        "ColourGains": found.get("ColourGains"),
        "AfMode": 0,
        "LensPosition": settings.focus if settings.focus >= 0 else found.get("LensPosition"),
    }
    return {name: value for name, value in wanted.items() if name in known and value is not None}


class Folder:
    """The pictures of a folder, by name. One that cannot be read is passed over."""

    live = False

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
    """A film, at its own time stamps."""

    live = False

    def __init__(self, path: Path) -> None:
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise LostError(f"{path} is no film that can be read")
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
