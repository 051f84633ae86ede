"""Where pictures come from (vision/sabot_vision/sources.py): one iterator for every kind of source. No camera
is needed: the sources that stand in for one are made here."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from sabot.config.sections import CameraSection
from sabot_vision import apart, sources
from sabot_vision.camera import rigged
from sabot_vision.frame import Frame, LostError, Settings, StuckError, settings_of
from sabot_vision.sources import RETRY_S, frames, opened

SIZE = (48, 64, 3)


def picture(level: int) -> np.ndarray:
    return np.full(SIZE, level, np.uint8)


class Flaky:
    """A camera that gives `count` pictures and is then lost."""

    live, note, times = True, "the camera refuses fps = 15", 1

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
    assert [str(frame.why) for frame in seen] == [
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


def test_a_film_whose_name_is_not_utf_8_is_read(tmp_path: Path):
    film, strange = tmp_path / "film.avi", tmp_path / os.fsdecode(b"film\xff.avi")
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    for _ in range(3):
        writer.write(picture(100))
    writer.release()
    film.rename(strange)
    assert len(list(frames(str(strange)))) == 3


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


def test_what_lies_where_devices_do_and_is_a_folder_is_one():
    """As in /dev/shm, which is memory."""
    assert opened("/dev/fd", Settings()).read() is None


class Hanging(Flaky):
    """A camera that hangs at one step until the test is over."""

    def __init__(self, step: str) -> None:
        super().__init__(1)
        self._step, self.over = step, threading.Event()

    def opened(self, name: str, settings: Settings) -> Hanging:
        self._hang("open")
        return self

    def read(self) -> tuple[np.ndarray, float] | None:
        if not self._left:
            self._hang("read")
        return super().read()

    def close(self) -> None:
        self._hang("close")

    def _hang(self, step: str) -> None:
        if step == self._step:
            self.over.wait(60)


@pytest.mark.parametrize("step", ["open", "read", "close"])
def test_a_camera_that_neither_answers_nor_lets_go_ends_the_frames(
    monkeypatch: pytest.MonkeyPatch, step: str
):
    for name in ("OPEN_S", "READ_S", "CLOSE_S"):
        monkeypatch.setattr(sources, name, 0.05)
    monkeypatch.setattr(apart, "LOOK_S", 0.02)
    hanging = Hanging(step)
    taken = frames("0", open_source=hanging.opened, wait=lambda seconds: None)
    with pytest.raises(StuckError, match=r"takes longer than 0.05 s"):
        list(islice(taken, 4))
    hanging.over.set()


def test_while_a_lost_camera_is_opened_the_loss_is_told_again_so_that_the_eye_is_heard(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(apart, "LOOK_S", 0.01)
    slow = Hanging("open")
    there: list[Any] = [Flaky(0), slow]
    waits: list[float] = []
    taken = frames(
        "0", open_source=lambda *named: opened_by(there.pop(0), *named), now=lambda: 5.0, wait=waits.append
    )
    assert [str(next(taken).why) for _ in range(4)] == ["the cable was pulled"] * 4
    slow.over.set()
    assert next(each for each in taken if each.picture is not None).number == 1
    assert waits == [RETRY_S]


def opened_by(source: Any, *named: Any) -> Any:
    return source.opened(*named) if isinstance(source, Hanging) else source


def test_what_a_camera_refuses_goes_with_its_pictures():
    taken = frames("0", open_source=lambda *named: Flaky(1), wait=lambda seconds: None)
    assert [str(frame.note) for frame in islice(taken, 2)] == ["the camera refuses fps = 15", ""]


def test_the_keys_of_the_configuration_are_the_settings_of_a_camera():
    section = asdict(CameraSection(number=1, full_field=False, focus_cm=50, white_balance_k=4000))
    asked = settings_of(section)
    assert (asked.number, asked.full_field, asked.focus, asked.white_balance_k) == (1, False, 2.0, 4000)
    assert rigged(section).camera == asked
    assert settings_of(asdict(CameraSection())) == settings_of({}) == Settings()
