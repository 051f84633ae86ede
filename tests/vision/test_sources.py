"""Where pictures come from (vision/sources.py): one iterator, whatever hangs on the other end. No camera is
needed: the sources that stand in for one are made here."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision import sources
from vision.sources import RETRY_S, Frame, LostError, Settings, frames, locked, opened

SIZE = (48, 64, 3)


def picture(level: int) -> np.ndarray:
    return np.full(SIZE, level, np.uint8)


class Flaky:
    """A camera that gives so many pictures and is then lost."""

    live = True

    def __init__(self, pictures: int) -> None:
        self._left, self.closed = pictures, False

    def read(self) -> tuple[np.ndarray, float] | None:
        if not self._left:
            raise LostError("the cable was pulled")
        self._left -= 1
        return picture(self._left), 1.0

    def close(self) -> None:
        self.closed = True


def test_a_camera_that_is_lost_is_looked_for_until_it_is_back():
    there: list[Any] = [Flaky(2), LostError("it is not there"), LostError("it is not there"), Flaky(1)]
    waited: list[float] = []

    def open_source(name: str, settings: Settings) -> Any:
        next_one = there.pop(0)
        if isinstance(next_one, LostError):
            raise next_one
        return next_one

    first = there[0]
    taken: Iterator[Frame] = frames("0", open_source=open_source, now=lambda: 5.0, wait=waited.append)
    seen = [next(taken) for _ in range(6)]
    assert [frame.why for frame in seen] == [
        *("", "", "the cable was pulled", "it is not there", "it is not there", "")
    ]
    assert [frame.number for frame in seen if frame.picture is not None] == [1, 2, 3]
    assert waited == [RETRY_S] * 3
    assert first.closed


def test_a_folder_gives_its_pictures_by_name_and_passes_over_what_is_none(tmp_path: Path):
    for name, level in (("b.png", 20), ("a.png", 10), ("c.png", 30)):
        cv2.imwrite(str(tmp_path / name), picture(level))
    (tmp_path / "a2.jpg").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("none either")
    taken = list(frames(str(tmp_path)))
    assert [int(frame.picture[0, 0, 0]) for frame in taken if frame.picture is not None] == [10, 20, 30]
    assert [round(frame.t_s, 3) for frame in taken] == [0.1, 0.2, 0.3]


def test_a_film_is_read_at_its_own_time_stamps(tmp_path: Path):
    film = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(film, cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for level in (10, 120, 240):
        writer.write(picture(level))
    writer.release()
    taken = list(frames(film))
    assert [round(frame.t_s, 3) for frame in taken] == [0.05, 0.1, 0.15]
    assert [round(float(frame.picture.mean()), -1) for frame in taken if frame.picture is not None] == [
        *(10, 120, 240)
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/dev/video-none", "/dev/video-none is not there: is the cable in?"),
        ("no/such/film.mp4", "no/such/film.mp4 is not there: is the cable in?"),
        (__file__, f"{__file__} is no film that can be read"),
    ],
)
def test_a_source_that_cannot_be_had_says_why_in_one_line(name: str, why: str):
    with pytest.raises(LostError) as raised:
        opened(name, Settings())
    assert str(raised.value) == why


def test_without_picamera2_the_camera_of_a_pi_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "picamera2":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(LostError, match="sudo apt install python3-picamera2"):
        opened("picamera", Settings())


def test_a_pis_camera_holds_what_it_found_and_what_is_named_and_no_control_that_it_lacks():
    found = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "LensPosition": 1.1}
    known = dict.fromkeys((*found, "AeEnable", "AwbEnable", "AfMode"))
    held = locked(Settings(), found, known)
    assert held == {"AeEnable": False, "AwbEnable": False, "AfMode": 0, **found}
    named = locked(Settings(exposure_us=5000, focus=2.0), found, known)
    assert (named["ExposureTime"], named["LensPosition"]) == (5000, 2.0)
    assert "LensPosition" not in locked(Settings(), found, {"AeEnable": None, "ExposureTime": None})


def test_a_usb_cameras_exposure_is_fixed_only_where_it_is_named():
    auto = dict(sources.asked(Settings()))
    fixed = dict(sources.asked(Settings(exposure_us=10_000, focus=3.0)))
    assert cv2.CAP_PROP_EXPOSURE not in auto
    assert (fixed[cv2.CAP_PROP_EXPOSURE], fixed[cv2.CAP_PROP_FOCUS]) == (100, 3.0)
