"""Reading in pieces (vision/pacing.py): no frame waits for a picture that takes long. Times are of a clock
that only the work here moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import eyes, heaps
from vision.found import Found
from vision.judging import Seen
from vision.pacing import PART, SLOWEST_S, Begun, Pace, Piecewise
from vision.pictures import loaded
from vision.reading import AT_A_TIME, in_pieces

T = TypeVar("T")

PICTURES = Path(__file__).parent / "pictures"
PICTURE = np.zeros((2, 2, 3), np.uint8)
CARD = Found("8C", 0.99, (0, 0, 1, 1), ((0.0, 0.0),) * 4, None)


def done(work: Piecewise[T]) -> T:
    """What work in pieces comes to."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


class Clock:
    """Frames at a steady pace, and work that takes so long."""

    def __init__(self, pace_s: float) -> None:
        self.now_s, self.pace_s, self.frame = 0.0, pace_s, 0
        self.last_s, self.between_s = 0.0, pace_s
        self.pace = Pace(lambda: self.now_s)

    def frames(self, number: int = 1) -> None:
        for _ in range(number):
            self.frame += 1
            self.now_s = max(self.now_s, self.frame * self.pace_s)
            self.between_s = max(self.between_s, self.now_s - self.last_s)
            self.last_s = self.now_s
            self.pace.begin(self.now_s)

    def work(self, pieces: list[float]) -> Iterator[Found | None]:
        for took_s in pieces:
            self.now_s += took_s
            yield None
        yield CARD


@given(st.lists(st.floats(0, 0.02), max_size=30), st.sampled_from([1 / 60, 1 / 30, 1 / 15]))
def test_a_frame_never_takes_longer_than_its_part_and_one_piece(pieces: list[float], pace_s: float) -> None:
    clock, longest_s = Clock(pace_s), max(pieces, default=0.0)
    clock.frames(60)
    begun, frames = Begun(PICTURE, 0.0, clock.work(pieces)), 1
    while True:
        before_s = clock.now_s
        ended = begun.is_done(clock.pace)
        assert clock.now_s - before_s <= PART * clock.between_s + longest_s + 1e-9
        if ended:
            break
        clock.frame = int(clock.now_s / pace_s)
        clock.frames()
        frames += 1
    assert begun.found == [CARD]
    assert frames <= len(pieces) + 1


def test_the_slower_the_pictures_come_the_more_of_one_is_read_in_a_frame() -> None:
    frames = []
    for pace_s in (1 / 60, 1 / 30, 1 / 10, 1):
        clock = Clock(pace_s)
        clock.frames(60)
        begun = Begun(PICTURE, 0.0, clock.work([0.004] * 40))
        while not begun.is_done(clock.pace):
            clock.frames()
        frames.append(clock.frame - 60)
    assert frames == sorted(frames, reverse=True)
    assert frames[2] == frames[3] > 0  # a camera that was away has not made them slower
    assert frames[3] + 1 >= 0.004 * 40 / (PART * SLOWEST_S) - 1


def test_without_a_clock_a_picture_is_read_at_once() -> None:
    clock, pace = Clock(1 / 30), Pace(None)
    pace.begin(0.0)
    assert Begun(PICTURE, 0.0, clock.work([5.0] * 9)).is_done(pace)


@pytest.mark.parametrize("file", sorted(PICTURES.glob("*.jpg")), ids=lambda file: file.stem)
def test_the_reader_asks_a_network_once_between_two_rests_and_of_few_corners(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted(name: str, cuts: Sequence[np.ndarray], split: int) -> list[Seen]:
        asked.extend([len(cuts)] if name == "corner" and cuts else [])
        return answers(name, cuts, split)

    answers, told_of = eyes.answers, heaps.told_of
    monkeypatch.setattr(eyes, "answers", counted)
    monkeypatch.setattr(heaps, "told_of", lambda picture: asked.append(1) or told_of(picture))
    rests = 0
    for each in in_pieces(loaded(file)):
        rests += each is None
        assert len(asked) <= 1
        assert sum(asked) <= AT_A_TIME
        asked.clear()
    assert rests > 1
