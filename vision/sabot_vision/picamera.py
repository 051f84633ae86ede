"""The camera of a Raspberry Pi, by picamera2. No call waits for ever, and after any failure the camera is
released.

Written for the signatures of picamera2 0.3.38; the tests check every call against them. Never run on a real
camera.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import numpy as np

from sabot.core.reasons import NOTHING, Reason, reason
from sabot_vision.apart import Apart
from sabot_vision.exposing.controls import Metadata, locked
from sabot_vision.exposing.following import Following, Steady
from sabot_vision.frame import LostError, Settings, StuckError

T = TypeVar("T")

STEP_S = 3.0
"""How long each step of opening and closing may take. It is longer than the limits below, which are given to
picamera2: a driver that hangs does not keep to them."""

PICTURE_S = 2.0
"""How long one picture may take; libcamera itself gives up on a sensor after about one second."""

FOCUS_S = 2.5
"""How long one autofocus cycle may take. One that takes longer leaves the lens where it stands."""

SETTLE_S = 2.0
"""How long exposure and white balance may take to become steady; after that they are held as they are."""

OLDEST_S = 10.0
"""A picture that seems older than this has a time stamp of another clock."""

FAILED_MOST = 200
"""picamera2 leaks an open pipe at each failed start. After this many the process is replaced."""

_FAILED = count(1)

SYSTEM_PACKAGES = Path("/usr/lib/python3/dist-packages")


class Mode(TypedDict, total=False):
    """A mode of the sensor, as picamera2 tells it."""

    size: tuple[int, int]
    crop_limits: tuple[int, int, int, int]
    fps: float
    bit_depth: int


class Picamera:
    """One open camera. Exposure, gain, white balance and focus are found, then held while the light stays."""

    live, note = True, NOTHING

    def __init__(self, settings: Settings) -> None:
        self.times = settings.times
        self._camera = _created(settings.number)
        self._last_s = 0.0
        try:
            self._begin(settings)
        except StuckError:  # it would not answer now either, and the end of the process closes it
            raise
        except BaseException:
            self.close()
            raise

    def _begin(self, settings: Settings) -> None:
        camera = self._camera
        with _explained(reason("it cannot be set up")):
            _step(lambda: camera.configure(self._configuration(settings)), "setting up the camera")
            _step(camera.start, "starting the camera")
        with _explained(reason("it gives no pictures")):
            self._hold(settings)

    def _configuration(self, settings: Settings) -> object:
        controls: dict[str, object] = {"FrameRate": settings.fps}
        if settings.exposure_us:
            controls["ExposureTime"] = settings.exposure_us
        size = tuple(side // settings.times // 2 * 2 for side in (settings.width, settings.height))
        form = {"size": size, "format": "RGB888"}
        sensor = widest(self._camera.sensor_modes, settings) if settings.full_field else {}
        return self._camera.create_video_configuration(main=form, controls=controls, sensor=sensor)

    def _hold(self, settings: Settings) -> None:
        """Let the camera find exposure, white balance and focus, then hold them: under a fixed light nothing
        may drift.
        """
        known = self._camera.camera_controls
        if "AfMode" in known and settings.focus < 0:
            self._focus()
        controls = locked(settings, self._settled(), known)
        self._set(controls)
        self._following = Following(settings, known)

    def _set(self, controls: dict[str, object]) -> None:
        _step(lambda: self._camera.set_controls(controls), "holding the exposure")

    def _focus(self) -> None:
        try:
            _step(lambda: self._camera.autofocus_cycle(wait=FOCUS_S), "focusing")
        except (TimeoutError, KeyError):  # it did not end in time, or the camera reports no progress
            _step(self._camera.cancel_all_and_flush, "focusing")

    def _settled(self) -> Metadata:
        """What the camera says of a picture once exposure and white balance are steady, or time is up."""
        ends_s, steady = time.monotonic() + SETTLE_S, Steady()
        while not steady.after(about := self._about()):
            if time.monotonic() > ends_s:
                break
        return about

    def _about(self) -> Metadata:
        """What the camera says of the next picture."""
        about: Metadata = _step(
            lambda: self._camera.capture_metadata(wait=PICTURE_S), "waiting for the exposure"
        )
        return about

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture. Raises LostError."""
        with _explained(reason("it gives no pictures")):
            (picture,), about = self._camera.capture_arrays(["main"], wait=PICTURE_S)
            self._last_s = max(self._last_s, taken_s(about))
            taken = np.asarray(picture, np.uint8)
            if controls := self._following.after(taken, about, self._last_s):
                self._set(controls)
            return taken, self._last_s

    def close(self) -> None:
        """Release the camera. Pending requests are cancelled first, because closing would wait for them."""
        try:
            _step(self._camera.cancel_all_and_flush, "closing the camera")
            _step(self._camera.close, "closing the camera")
        except StuckError:
            raise
        except Exception as error:
            raise StuckError(f"the camera of this Raspberry Pi cannot be closed: {error}") from error


def _created(number: int) -> Any:
    """The camera, open; picamera2 ships no types."""
    try:
        from picamera2 import Picamera2
    except Exception as error:
        raise LostError(missing(error)) from error
    with _explained(reason("it cannot be opened")):
        there = _step(Picamera2.global_camera_info, "looking for the camera")
    if number >= len(there):
        raise LostError(reason("camera {n} of this Raspberry Pi is not there: is the cable in?", n=number))
    try:
        with _explained(reason("it cannot be opened")):
            return _step(lambda: Picamera2(number), "opening the camera")
    except LostError as error:
        if next(_FAILED) >= FAILED_MOST:
            raise StuckError(str(error)) from error
        raise


def _step(do: Callable[[], T], what: str) -> T:
    """Returns what picamera2 returns from a call without a time limit of its own. Raises StuckError."""
    return Apart(do).result(STEP_S, what)


@contextmanager
def _explained(what: Reason) -> Iterator[None]:
    """Anything that picamera2 raises here means a lost camera."""
    try:
        yield
    except (LostError, StuckError):
        raise
    except TimeoutError:
        raise LostError(reason("the camera of this Raspberry Pi does not answer: {why}", why=what)) from None
    except Exception as error:
        note = str(error) or type(error).__name__
        why = reason("the camera of this Raspberry Pi fails: {why}: {note}", why=what, note=note)
        raise LostError(why) from error


def missing(error: Exception, packages: Path = SYSTEM_PACKAGES) -> Reason:
    """Why picamera2 cannot be imported, and what to do."""
    name = getattr(error, "name", None) or ""
    package = name.partition(".")[0]
    if "numpy" in str(error).lower() or "_ARRAY_API" in str(error):
        return reason(
            "NumPy {source} is too new for picamera2’s packages of this system: {note}",
            source=np.__version__,
            note=f"{sys.executable} -m pip install 'numpy<2' 'opencv-python-headless<4.12'",
        )
    if not isinstance(error, ModuleNotFoundError):
        return reason("picamera2 cannot be loaded: {note}", note=f"{type(error).__name__}: {error}")
    if (packages / package).exists():
        return reason(
            "{source} is installed, but not for this Python: python3 -m venv --system-site-packages",
            source=package,
        )
    if package in ("picamera2", "libcamera"):
        return reason(
            "{source} is missing: sudo apt install {note}", source=package, note=f"python3-{package}"
        )
    return reason(
        "picamera2 needs {source}, which is missing: sudo apt install --reinstall python3-picamera2",
        source=package,
    )


def widest(modes: list[Mode], settings: Settings) -> dict[str, object]:
    """Returns the sensor mode with the widest field; among those, one that is fast enough; among those, the
    smallest that is no smaller than the picture. Empty if the camera has no modes.
    """
    known = [mode for mode in modes if "size" in mode and "crop_limits" in mode]
    if not known:
        return {}
    size = (settings.width // settings.times, settings.height // settings.times)

    def worth(mode: Mode) -> tuple[float, ...]:
        (wide, tall), (_, _, seen_wide, seen_tall) = mode["size"], mode["crop_limits"]
        large, fast = wide >= size[0] and tall >= size[1], mode["fps"] >= settings.fps
        pixels = wide * tall
        return seen_wide * seen_tall, fast, large, -pixels if large else pixels, mode["bit_depth"]

    best = max(known, key=worth)
    return {"output_size": best["size"], "bit_depth": best["bit_depth"]}


def taken_s(
    about: Metadata,
    *,
    now_ns: Callable[[], int] = time.monotonic_ns,
    boot_ns: Callable[[], int] = lambda: time.clock_gettime_ns(time.CLOCK_BOOTTIME),
) -> float:
    """Returns when a picture was taken, on the monotonic clock. libcamera stamps the first row of the sensor
    with the boot clock, which also runs while the machine sleeps. Returns the present if there is no such
    stamp.
    """
    now = now_ns()
    age_s = (boot_ns() - about.get("SensorTimestamp", 0)) / 1e9
    return now / 1e9 - (age_s if 0 <= age_s <= OLDEST_S else 0.0)
