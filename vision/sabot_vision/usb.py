"""Any camera that Video4Linux knows, above all those on USB. Never run with a real one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from sabot.core.reasons import NOTHING, Reason, reason
from sabot_vision.frame import LostError, Settings, packed, unpacked

MISSED_MOST = 5
"""The camera is lost when this many pictures in a row fail to come,"""

STALL_S = 2.0
"""or when none comes within this time."""

EXPOSURE_MANUAL = 1.0
"""Video4Linux's name for an exposure that is set by hand."""

EXPOSURE_STEP_US = 100


class Asked(NamedTuple):
    """One property of OpenCV's camera, its value, and the key of the configuration that asks for it; without
    a key the camera chooses.
    """

    key: int
    value: float
    spelled: str = ""


class Camera:
    """One open camera. It keeps the settings of the configuration and chooses the others. `note`: what its
    driver refused.
    """

    live = True

    def __init__(self, name: str, settings: Settings) -> None:
        device: int | str = int(name) if name.isdigit() else name
        if isinstance(device, str) and not Path(device).exists():
            raise LostError(reason("{source} is not there: is the cable in?", source=device))
        self._name = name
        self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise LostError(
                reason(
                    "camera {source} cannot be opened: is it in use, or not for this user (group video)?",
                    source=name,
                )
            )
        self.note = refused(self._capture, asked(settings))
        self.times = packed(self._capture, settings, cv2.CAP_PROP_CONVERT_RGB, 0)

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture. Raises LostError when none comes."""
        begun_s = time.monotonic()
        for _ in range(MISSED_MOST):
            fine, given = self._capture.read()
            now_s = time.monotonic()
            if fine and given.size and (picture := unpacked(given, self.times)) is not None:
                return picture, now_s
            if now_s - begun_s >= STALL_S:
                break
        raise LostError(reason("camera {source} gives no pictures: was the cable pulled?", source=self._name))

    def close(self) -> None:
        """Release the camera."""
        self._capture.release()


def asked(settings: Settings) -> list[Asked]:
    """Returns the settings of a Video4Linux camera: size and pace; no stale pictures; exposure, white balance
    and focus if the configuration names them.
    """
    wanted = [
        Asked(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        Asked(cv2.CAP_PROP_FRAME_WIDTH, settings.width, f"width = {settings.width}"),
        Asked(cv2.CAP_PROP_FRAME_HEIGHT, settings.height, f"height = {settings.height}"),
        Asked(cv2.CAP_PROP_FPS, settings.fps, f"fps = {settings.fps}"),
        Asked(cv2.CAP_PROP_BUFFERSIZE, 1),
    ]
    if settings.exposure_us:
        steps, spelled = settings.exposure_us / EXPOSURE_STEP_US, f"exposure_us = {settings.exposure_us}"
        wanted += [Asked(cv2.CAP_PROP_AUTO_EXPOSURE, EXPOSURE_MANUAL, spelled)]
        wanted += [Asked(cv2.CAP_PROP_EXPOSURE, steps, spelled)]
    if settings.white_balance_k:
        spelled = f"white_balance_k = {settings.white_balance_k}"
        wanted += [Asked(cv2.CAP_PROP_AUTO_WB, 0, spelled)]
        wanted += [Asked(cv2.CAP_PROP_WB_TEMPERATURE, settings.white_balance_k, spelled)]
    if settings.focus_steps >= 0:
        spelled = f"focus_steps = {settings.focus_steps}"
        wanted += [Asked(cv2.CAP_PROP_AUTOFOCUS, 0, spelled)]
        wanted += [Asked(cv2.CAP_PROP_FOCUS, settings.focus_steps, spelled)]
    return wanted


def refused(capture: cv2.VideoCapture, wanted: list[Asked]) -> Reason:
    """Set everything in `wanted` and read it back. Returns what the driver refused, in one line."""
    taken = [capture.set(each.key, each.value) for each in wanted]
    against = [
        each.spelled
        for each, fine in zip(wanted, taken, strict=True)
        if each.spelled and not (fine and _is_so(capture.get(each.key), each.value))
    ]
    return reason("the camera refuses {note}", note=", ".join(dict.fromkeys(against))) if against else NOTHING


def _is_so(value: float, wanted: float) -> bool:
    """Returns whether a value was taken. Drivers round: a step or a twentieth off is fine, but a switch must
    be exact.
    """
    room = max(1.0, wanted / 20) if wanted > 1 else 0.0
    return abs(value - wanted) <= room
