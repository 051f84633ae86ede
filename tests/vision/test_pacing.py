"""Reading in pieces (vision/sabot_vision/finding/pacing.py): no frame waits for a picture that takes long.
Times are of a clock that only the work here moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sabot_vision.finding import heaps
from sabot_vision.finding.found import Found
from sabot_vision.finding.pacing import FEW_S, LONGEST_S, READS_S, Begun, Pace, Piecewise
from sabot_vision.networks import running as eyes
from sabot_vision.pictures import loaded
from sabot_vision.reading.cards import in_pieces
from sabot_vision.reading.cuts import CORNERS_AT_A_TIME

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


class Camera:
    """Frames that come so far apart, none while the eye is at work on one."""

    def __init__(self, between_s: float) -> None:
        self.now_s, self.between_s, self.frame = 0.0, between_s, 0
        self.pace = Pace(lambda: self.now_s)
        for _ in range(3):
            self.wait()

    def wait(self) -> None:
        """The next frame comes, or the newest of those that came meanwhile."""
        self.frame = max(self.frame + 1, int(self.now_s / self.between_s))
        self.now_s = max(self.now_s, self.frame * self.between_s)
        self.pace.begin(self.frame * self.between_s)

    def read(self, pieces: Sequence[float], *, gaps: bool = False) -> list[float]:
        """Returns how long each frame takes while a picture is read in pieces of these lengths; with `gaps`
        it is read on between the frames too, and a frame that comes meanwhile waits.
        """
        begun, took = Begun(PICTURE, self.now_s, self._work(pieces)), []
        while True:
            ended = begun.go_on(self.pace)
            took.append(self.now_s - self.frame * self.between_s)
            while gaps and not ended and self.now_s < (self.frame + 1) * self.between_s:
                self.pace.gap()
                ended = begun.step()
            if ended:
                assert begun.found == [CARD]
                return took
            self.wait()

    def _work(self, pieces: Sequence[float]) -> Iterator[Found | None]:
        for took_s in pieces:
            self.now_s += took_s
            yield None
        yield CARD


@given(st.lists(st.floats(0, 0.01), max_size=20), st.sampled_from([1 / 60, 1 / 30, 1 / 25]))
def test_a_frame_takes_no_longer_than_it_may_and_one_piece(pieces: list[float], between_s: float) -> None:
    assert max(Camera(between_s).read(pieces)) <= READS_S + max(pieces, default=0.0) + 1e-9


@given(st.lists(st.floats(0, 0.02), min_size=1, max_size=20), st.sampled_from([1 / 30, 1 / 25, 1 / 15]))
def test_where_there_is_time_between_frames_a_frame_waits_for_one_piece_at_most(
    pieces: list[float], between_s: float
) -> None:
    first, *others = Camera(between_s).read(pieces, gaps=True)
    assert first <= READS_S + max(pieces) + 1e-9
    assert max(others, default=0.0) <= max(pieces) + 1e-9


@pytest.mark.parametrize(("between_s", "frames"), [(1 / 30, 3), (1 / 15, 2)])
def test_a_picture_is_read_in_all_of_the_time_between_frames(between_s: float, frames: int) -> None:
    """Without the gaps, twelve pieces of six milliseconds take two a frame, and their end a seventh."""
    assert len(Camera(between_s).read([0.006] * 12, gaps=True)) == frames
    assert len(Camera(between_s).read([0.006] * 12)) == 7


@given(st.lists(st.floats(0, 0.2), max_size=40), st.floats(1 / 120, 2.0), st.booleans())
@example([0.011] * 40, 1 / 15, False)
def test_a_picture_is_read_before_it_is_too_old_or_at_once(
    pieces: list[float], between_s: float, gaps: bool
) -> None:
    """A slow machine and rare pictures change nothing: a pause costs little."""
    camera = Camera(between_s)
    begun_s = camera.now_s
    camera.read(pieces, gaps=gaps)
    assert camera.now_s - begun_s <= LONGEST_S + sum(pieces) + 1e-9


@pytest.mark.parametrize("between_s", [FEW_S, 0.2, 1.0])
def test_where_few_pictures_come_each_is_read_at_once(between_s: float) -> None:
    assert len(Camera(between_s).read([0.02] * 12)) == 1


def test_without_a_clock_a_picture_is_read_at_once() -> None:
    camera, pace = Camera(1 / 30), Pace(None)
    pace.begin(0.0)
    assert Begun(PICTURE, 0.0, camera._work([5.0] * 9)).go_on(pace)


def test_a_clock_that_jumps_stops_no_reading() -> None:
    camera = Camera(1 / 30)
    begun = Begun(PICTURE, camera.now_s, camera._work([0.005] * 9))
    for jumps_s in (0.0, 3600.0, -7200.0, *[0.0] * 9):
        camera.now_s += jumps_s
        camera.pace.begin(camera.now_s)
        if begun.go_on(camera.pace):
            break
    assert begun.found == [CARD]


@pytest.mark.parametrize("file", sorted(PICTURES.glob("*.jpg")), ids=lambda file: file.stem)
def test_the_reader_asks_a_network_once_between_two_rests_and_of_little(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted(name: str, cuts: Sequence[np.ndarray], layers: Sequence[str]) -> Sequence[np.ndarray]:
        asked.append(len(cuts))
        return asked_of(name, cuts, layers)

    def index_counted(picture: np.ndarray) -> np.ndarray:
        asked.append(1)
        return index_answers(picture)

    asked_of, index_answers = eyes.asked_of, heaps.index_answers
    monkeypatch.setattr(eyes, "asked_of", counted)
    monkeypatch.setattr(heaps, "index_answers", index_counted)
    rests = 0
    for each in in_pieces(loaded(file)):
        rests += each is None
        assert len(asked) <= 1
        assert sum(asked) <= CORNERS_AT_A_TIME
        asked.clear()
    assert rests > 1
