"""A camera on USB (vision/sabot_vision/usb.py), with drivers that take what is asked, or do not. No real one
was ever connected."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import cv2
import numpy as np
import pytest

from sabot_vision import usb
from sabot_vision.frame import LostError, Settings
from sabot_vision.usb import MISSED_MOST, Camera, asked, refused


class Driver:
    """What OpenCV shows of a camera: it holds what it is set to, as far as `instead` lets it; `comes` says of
    each picture whether it comes."""

    def __init__(self, instead: dict[int, float] | None = None, comes: list[bool] | None = None) -> None:
        self.instead, self._comes, self.set_to = instead or {}, comes or [], dict[int, float]()
        self.released = False

    def set(self, key: int, value: float) -> bool:
        self.set_to[key] = self.instead.get(key, value)
        return self.instead.get(key) != -1

    def get(self, key: int) -> float:
        return self.set_to[key]

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, Any]:
        fine = self._comes.pop(0) if self._comes else False
        return fine, np.zeros((48, 64, 3), np.uint8) if fine else None

    def release(self) -> None:
        self.released = True


ALL = Settings(exposure_us=10_000, white_balance_k=4000, focus_steps=30)


def told(instead: dict[int, float], settings: Settings = ALL) -> str:
    driver: Any = Driver(instead)
    return str(refused(driver, asked(settings)))


def test_exposure_white_balance_and_focus_are_held_where_they_are_named_and_left_alone_otherwise():
    held = {each.key: each.value for each in asked(ALL)}
    assert (held[cv2.CAP_PROP_AUTO_EXPOSURE], held[cv2.CAP_PROP_EXPOSURE]) == (1.0, 100)
    assert (held[cv2.CAP_PROP_AUTO_WB], held[cv2.CAP_PROP_WB_TEMPERATURE]) == (0, 4000)
    assert (held[cv2.CAP_PROP_AUTOFOCUS], held[cv2.CAP_PROP_FOCUS]) == (0, 30)
    free = {each.key for each in asked(Settings())}
    assert not free & {cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS}


def test_what_is_automatic_is_switched_off_before_its_value_is_set():
    order = [each.key for each in asked(ALL)]
    for switch, value in (
        (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
        (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE),
        (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS),
    ):
        assert order.index(switch) < order.index(value)


def test_what_the_driver_refused_is_told_by_its_key_once():
    assert told({}) == ""
    assert told({cv2.CAP_PROP_FRAME_WIDTH: 640}) == "the camera refuses width = 1280"
    assert told({cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 250}) == (
        "the camera refuses exposure_us = 10000"
    )
    assert told({cv2.CAP_PROP_FOCUS: -1}) == "the camera refuses focus_steps = 30"
    assert told({cv2.CAP_PROP_AUTO_WB: 1, cv2.CAP_PROP_FPS: 5}) == (
        "the camera refuses fps = 15, white_balance_k = 4000"
    )


def test_what_a_driver_rounds_is_taken():
    assert told({cv2.CAP_PROP_EXPOSURE: 97, cv2.CAP_PROP_WB_TEMPERATURE: 4100, cv2.CAP_PROP_FOCUS: 31}) == ""


def camera(monkeypatch: pytest.MonkeyPatch, driver: Driver) -> Camera:
    monkeypatch.setattr(cv2, "VideoCapture", lambda *named: driver)
    return Camera("0", Settings())


def test_a_camera_is_lost_when_five_pictures_in_a_row_do_not_come(monkeypatch: pytest.MonkeyPatch):
    flickers = camera(monkeypatch, Driver(comes=[False] * (MISSED_MOST - 1) + [True]))
    assert flickers.read() is not None
    with pytest.raises(LostError, match="camera 0 gives no pictures"):
        flickers.read()


def test_a_camera_is_lost_when_one_picture_is_waited_for_too_long(monkeypatch: pytest.MonkeyPatch):
    stalled = camera(monkeypatch, Driver(comes=[False, True]))
    clock = iter([0.0, 2.0])
    monkeypatch.setattr(usb.time, "monotonic", lambda: next(clock))
    with pytest.raises(LostError):
        stalled.read()


def test_a_camera_that_is_closed_is_let_go(monkeypatch: pytest.MonkeyPatch):
    driver = Driver()
    camera(monkeypatch, driver).close()
    assert driver.released


ON_ITS_SIDE = b"\xff\xe1\x00\x22Exif\x00\x00MM\x00*" + bytes.fromhex(
    "00000008 0001 0112 0003 00000001 0006 0000 00000000"
)
"""The segment of a JPEG picture that asks who shows it to turn it by a quarter (Exif 2.3, tag 274)."""


class Packs(Driver):
    """A camera of 256 × 128 pixels that gives its pictures as JPEG where OpenCV is not to convert them."""

    def __init__(self, comes: list[bool] | None = None, instead: dict[int, float] | None = None) -> None:
        super().__init__(instead, comes or [True])

    def read(self) -> tuple[bool, Any]:
        fine = self._comes.pop(0)
        picture = np.full((128, 256, 3), 90, np.uint8)
        if self.set_to.get(cv2.CAP_PROP_CONVERT_RGB) != 0:
            return True, picture
        data = cv2.imencode(".jpg", picture)[1].tobytes() if fine else bytes(99)
        return True, np.frombuffer(data[:2] + ON_ITS_SIDE + data[2:], np.uint8).reshape(1, -1)


def large(monkeypatch: pytest.MonkeyPatch, driver: Driver, times: int) -> Camera:
    monkeypatch.setattr(cv2, "VideoCapture", lambda *named: driver)
    return Camera("0", Settings(256, 128, times=times))


@pytest.mark.parametrize(
    ("times", "done", "shape"), [(1, 1, (128, 256)), (2, 2, (64, 128)), (4, 4, (32, 64)), (16, 8, (16, 32))]
)
def test_where_smaller_pictures_are_enough_jpeg_is_unpacked_as_small(
    monkeypatch: pytest.MonkeyPatch, times: int, done: int, shape: tuple[int, int]
):
    shows = large(monkeypatch, Packs(), times)
    taken = shows.read()
    assert taken is not None
    assert (shows.times, taken[0].shape[:2]) == (done, shape)
    assert abs(taken[0].mean() - 90) < 2


@pytest.mark.parametrize(
    "instead",
    [
        {cv2.CAP_PROP_FRAME_WIDTH: 128},
        {cv2.CAP_PROP_FRAME_HEIGHT: 120},
        {cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"YUYV")},
        {cv2.CAP_PROP_CONVERT_RGB: -1},
    ],
    ids=["narrower", "lower", "no JPEG", "always converted"],
)
def test_pictures_that_are_no_jpeg_of_the_size_that_was_asked_for_come_as_they_did(
    monkeypatch: pytest.MonkeyPatch, instead: dict[int, float]
):
    shows = large(monkeypatch, Packs(instead=instead), 2)
    taken = shows.read()
    assert taken is not None
    assert (shows.times, taken[0].shape) == (1, (128, 256, 3))


def test_a_picture_of_an_odd_size_is_not_unpacked_smaller(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cv2, "VideoCapture", lambda *named: Packs())
    assert Camera("0", Settings(256, 127, times=2)).times == 1


def test_a_damaged_picture_is_passed_over_as_one_that_does_not_come(monkeypatch: pytest.MonkeyPatch):
    shows = large(monkeypatch, Packs([False, True]), 2)
    assert shows.read() is not None
    with pytest.raises(LostError):
        large(monkeypatch, Packs([False] * MISSED_MOST), 2).read()


FORGED = """
from sabot_vision.frame import unpacked
import cv2, numpy as np
data = bytearray(cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8))[1].tobytes())
size_at = data.index(b"\\xff\\xc0") + 5
data[size_at : size_at + 4] = 2 * (65500).to_bytes(2, "big")
print([unpacked(np.frombuffer(data, np.uint8), times) for times in (2, 4)])
"""


def test_a_picture_that_says_it_is_as_large_as_jpeg_can_be_is_passed_over_as_a_damaged_one():
    """In a process of its own: OpenCV reads its limit once, as it is imported."""
    done = subprocess.run([sys.executable, "-c", FORGED], capture_output=True, text=True, check=True)
    assert done.stdout == "[None, None]\n"
