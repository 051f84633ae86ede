"""A picamera2 for tests: it gives pictures, and stalls, fails or is away at each step that it is told to.

Like the real one it lets nobody open a camera that is open, and closing it waits behind a call that waits.
"""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np

MODES = [
    {"size": (1536, 864), "crop_limits": (768, 432, 3072, 1728), "fps": 120.13, "bit_depth": 10},
    {"size": (2304, 1296), "crop_limits": (0, 0, 4608, 2592), "fps": 56.03, "bit_depth": 10},
    {"size": (4608, 2592), "crop_limits": (0, 0, 4608, 2592), "fps": 14.35, "bit_depth": 10},
]
"""Those of a Camera Module 3."""

FOUND = {
    "ExposureTime": 8000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.5, 1.8),
    "LensPosition": 1.1,
    "AeState": 2,
}

STALL, HANG = "stall", "hang"
"""A step that gets no answer: to the end of its limit, if it has one; for ever, in spite of its limit."""


class Fake:
    """The class Picamera2. `faults`: by the name of a step, what it does once instead, an exception to raise,
    `STALL` or `HANG`; `done`: every step so far and what it was given."""

    faults: dict[str, Any]
    done: list[tuple[str, Any]]
    info: list[dict[str, Any]]
    held = stalled = False

    def __init__(self, camera_num: int = 0) -> None:
        if type(self).held:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self._is_open = False
        self._step("create", camera_num)
        self._is_open = type(self).held = True

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.info

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        return MODES

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict.fromkeys((*FOUND, "AeEnable", "AwbEnable", "AfMode", "AfTrigger"))

    def create_video_configuration(self, **asked: Any) -> Any:
        return asked

    def configure(self, camera_config: Any) -> None:
        self._step("configure", camera_config)

    def start(self) -> None:
        self._step("start")

    def set_controls(self, controls: Any) -> None:
        self._step("set_controls", controls)

    def autofocus_cycle(self, wait: float) -> bool:
        self._step("autofocus_cycle", limit_s=wait)
        return True

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        self._step("capture_metadata", limit_s=wait)
        return FOUND

    def capture_arrays(self, names: list[str], wait: float) -> Any:
        self._step("capture_arrays", names, limit_s=wait)
        about = {**FOUND, "SensorTimestamp": time.clock_gettime_ns(time.CLOCK_BOOTTIME) - 30_000_000}
        return [np.full((48, 64, 3), 100 + len(self.done) % 50, np.uint8)], about

    def cancel_all_and_flush(self) -> None:
        self._step("flush")
        type(self).stalled = False

    def close(self) -> None:
        while type(self).stalled:
            time.sleep(0.01)
        self._step("close")
        if self._is_open:
            type(self).held = self._is_open = False

    def _step(self, name: str, given: Any = None, limit_s: float = 0.0) -> None:
        self.done.append((name, given))
        fault = self.faults.pop(name, None)
        if fault == STALL and limit_s:
            type(self).stalled = True
            raise TimeoutError
        if fault in (STALL, HANG):
            threading.Event().wait()
        if fault:
            raise fault


def fake(faults: dict[str, Any], *, info: Any = None) -> Any:
    """A module to stand in for picamera2, its steps failing as `faults` says at each moment."""
    done: list[tuple[str, Any]] = []
    cameras = [{"Num": 0}, {"Num": 1}] if info is None else info
    made = type("Picamera2", (Fake,), {"faults": faults, "done": done, "info": cameras})
    return SimpleNamespace(Picamera2=made, done=done)
