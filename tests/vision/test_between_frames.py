"""An eye reads on while the next picture of its camera has not come (`Eye.read_on`, `sources.frames`,
vision/sabot_vision/camera.py)."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

import numpy as np
import pytest

from sabot_vision import camera, sources
from sabot_vision.apart import Apart
from sabot_vision.finding.found import Found
from sabot_vision.frame import Frame, StuckError
from sabot_vision.looking import Eye
from sabot_vision.rig import Message, Rig
from sabot_vision.sources import frames
from tests.vision.test_looking import BY_HAND, cloth, found

PIECES = 4
FPS = 15


class Slow:
    """An eye whose readings take `PIECES` pieces of eight milliseconds, by a clock that only they move."""

    def __init__(self, *, use: str = "witness", has_clock: bool = True) -> None:
        self.now_s, self.readings, self.told = 0.0, 0, list[Message]()
        now = (lambda: self.now_s) if has_clock else None
        self.eye = Eye(Rig(corners=BY_HAND, use=use), self.told.append, self._read, now=now)

    def _read(self, picture: np.ndarray, **how: object) -> Iterator[Found | None]:
        for _ in range(PIECES):
            self.now_s += 0.008
            yield None
        self.readings += 1
        yield found("8C", 200)

    def see(self, number: int) -> None:
        """One more picture, in which something moves."""
        self.now_s = max(self.now_s, number / FPS)
        picture = cloth(100, number % 5).copy()
        picture[600:700, 100 + 40 * (number % 25) : 200 + 40 * (number % 25)] = (120, 150, 200)
        self.eye.see(Frame(number, number / FPS, picture))

    def reads_on(self) -> int:
        """Returns how many pieces are read until nothing is left."""
        return len([*iter(self.eye.read_on, False)])


def test_a_reading_ends_before_the_next_frame_and_a_frame_reads_nothing_where_there_was_a_gap() -> None:
    slow = Slow()
    slow.see(0)
    assert (slow.readings, slow.now_s) == (0, 0.016)  # no gap is known yet
    assert slow.reads_on() == PIECES - 1  # the rest, and its end
    assert slow.readings == 1
    for number in (1, 2, 3):
        assert slow.reads_on() == 0  # nothing is read until a picture is worth it
        slow.see(number)
    assert (slow.readings, slow.now_s) == (1, 3 / FPS)
    assert slow.reads_on() == PIECES + 1
    assert slow.readings == 2


@pytest.mark.parametrize("pauses", [False, True], ids=["at the start", "after a loss"])
def test_the_first_picture_is_not_read_at_once_either(pauses: bool) -> None:
    slow = Slow()
    if pauses:
        slow.see(0)
        slow.reads_on()
        for number in (15, 30):
            slow.eye.see(Frame(number, number / FPS, None))
    read = slow.readings
    slow.see(15_000)
    assert (slow.readings, round(slow.now_s - 1000, 3)) == (read, 0.016)
    slow.reads_on()
    assert slow.readings == read + 1


def test_where_few_pictures_come_they_are_read_between_them_too() -> None:
    slow = Slow()
    for number in range(0, 30, 3):
        before = slow.readings
        slow.see(number)
        assert slow.readings == before
        slow.reads_on()
    assert slow.readings > 5


def test_a_card_is_told_as_soon_as_it_is_read_and_not_with_the_next_frame() -> None:
    slow = Slow()
    for number in range(12):
        slow.see(number)
        told = len(slow.told)
        slow.reads_on()
        if any(each["eye"] == "lies" for each in slow.told):
            break
    assert [each["eye"] for each in slow.told[told:]] == ["lies"]


@pytest.mark.parametrize(("use", "has_clock"), [("nose", True), ("witness", False)])
def test_an_eye_in_the_nose_and_one_without_a_clock_leave_nothing_for_later(
    use: str, has_clock: bool
) -> None:
    slow = Slow(use=use, has_clock=has_clock)
    for number in range(0, 12, 4):
        slow.see(number)
        assert slow.readings == number // 4 + 1
        assert slow.reads_on() == 0


def test_a_picture_that_is_lost_leaves_nothing_to_read() -> None:
    slow = Slow()
    slow.see(0)
    slow.eye.see(Frame(1, 1 / FPS, None))
    assert slow.reads_on() == 0
    assert slow.readings == 0


class Awaited:
    """A camera; its second picture comes when somebody has worked three times."""

    note, times = "", 1

    def __init__(self, *, live: bool = True) -> None:
        self.live, self.pictures, self.worked = live, 0, 0
        self._comes = threading.Event()

    def read(self) -> tuple[np.ndarray, float] | None:
        self.pictures += 1
        assert self.live or threading.current_thread() is threading.main_thread()
        if self.live and self.pictures == 2:
            assert self._comes.wait(30)
        return np.zeros((48, 64, 3), np.uint8), float(self.pictures)

    def work(self) -> bool:
        self.worked += self.pictures == 2
        if self.worked == 3:
            self._comes.set()
        return True

    def close(self) -> None:
        """Done with it."""

    def taken(self, meanwhile: Callable[[], bool]) -> Iterator[Frame]:
        opened: Any = lambda *named: self  # noqa: E731
        return frames("0", open_source=opened, meanwhile=meanwhile)


def test_work_goes_on_until_the_picture_comes() -> None:
    awaited = Awaited()
    assert [frame.number for frame in islice(awaited.taken(awaited.work), 2)] == [1, 2]
    assert awaited.worked >= 3


def test_nothing_is_done_once_the_picture_is_there() -> None:
    outcome = Apart(lambda: 8)
    assert outcome.result(30.0) == 8
    assert outcome.result(30.0, "the picture", lambda: pytest.fail("it was there")) == 8


def test_where_there_is_no_work_the_picture_is_waited_for() -> None:
    comes, asked = threading.Event(), count(1)
    outcome = Apart(lambda: comes.wait(30))

    def nothing_to_do() -> bool:
        assert next(asked) == 1
        comes.set()
        return False

    assert outcome.result(30.0, "the picture", nothing_to_do)


def test_the_pictures_of_a_folder_are_not_waited_for() -> None:
    awaited = Awaited(live=False)
    assert [frame.number for frame in islice(awaited.taken(lambda: pytest.fail("it was")), 3)] == [1, 2, 3]


def test_a_camera_that_is_stuck_is_told_as_soon_although_there_is_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sources, "READ_S", 0.05)
    awaited = Awaited()
    with pytest.raises(StuckError, match=r"the next picture takes longer than 0.05 s"):
        list(islice(awaited.taken(lambda: True), 2))
    awaited._comes.set()


def test_the_process_of_an_eye_reads_on_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def noted(source: str, settings: object, **how: Any) -> Iterator[Frame]:
        given.update(how)
        return iter(())

    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"source": "/dev/video0"}) + "\n"))
    monkeypatch.setattr(camera, "listen", lambda commands: None)
    monkeypatch.setattr(camera, "tell", lambda message: None)
    monkeypatch.setattr(camera, "frames", noted)
    monkeypatch.setattr("os.nice", lambda by: 0)
    assert camera.main() == 0
    assert given["meanwhile"].__func__ is Eye.read_on
