"""What an eye on a slower machine lets go, and in which order (docs/camera.md): learning, then a little
promptness, then frames, and last every report. Times are of a clock that only the work here moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from sabot_vision.finding.found import Found
from sabot_vision.frame import Frame
from sabot_vision.looking import Eye
from sabot_vision.rig import Rig
from sabot_vision.training.films.slower import Slower
from tests.vision.test_looking import BY_HAND, cloth, found

FPS, SECONDS = 15.0, 8.0
COMES_S = 1.0
"""When the card lies there; something moves elsewhere all the time."""
PIECE_MS, PIECES = 4.0, 5
"""What reading a picture costs on a machine that is not slower."""


class Kept(NamedTuple):
    """How many quiet frames were left for learning, how many frames were lost, how long after it lay there
    the card was reported (None: never), and whether the eye said that it is late."""

    learning: int
    lost: int
    after_s: float | None
    late: bool


class Watched:
    """An eye on a slower machine."""

    def __init__(self, times: float) -> None:
        self.worked_s, self.quiet, self.now_s = 0.0, 0, 0.0
        self.clock = Slower(times, spent=lambda: self.worked_s)
        self.messages: list[dict[str, Any]] = []
        teacher: Any = self
        rig = Rig(corners=BY_HAND)
        self.eye = Eye(rig, self.messages.append, self.read, now=self.clock.now, teacher=teacher)

    def read(self, picture: np.ndarray, **how: object) -> Iterator[Found | None]:
        for _ in range(PIECES):
            self.worked_s += PIECE_MS / 1000
            yield None
        if picture[300, 200, 0] > 200:
            yield found("8C", 200)

    def rest(self) -> None:
        self.quiet += 1

    def look(self, picture: np.ndarray, tracks: object) -> None:
        """Cards that were read."""

    def kept(self) -> Kept:
        lost, after_s = 0, None
        for number in range(round(SECONDS * FPS)):
            t_s = number / FPS
            picture = cloth(100, number % 5).copy()
            picture[600:700, 100 + 40 * (number % 25) : 200 + 40 * (number % 25)] = (120, 150, 200)
            if t_s >= COMES_S:
                picture[260:340, 170:230] = 250
            if self.clock.shows(self.eye, Frame(number, t_s, picture), t_s + 1 / FPS) is None:
                lost += 1
            if after_s is None and any(each["eye"] == "lies" for each in self.messages):
                after_s = self.clock.now() - COMES_S
        late = any(each.get("state") == "late" for each in self.messages)
        return Kept(self.quiet, lost, after_s, late)


@pytest.fixture(scope="module")
def kept() -> dict[float, Kept]:
    return {times: Watched(times).kept() for times in (1, 8, 12, 32, 128)}


def test_learning_goes_first_and_no_frame_is_lost_for_it(kept: dict[float, Kept]) -> None:
    assert kept[1].learning > 2 * kept[8].learning > 2 * kept[12].learning == 0
    assert [kept[times].lost for times in (1, 8, 12)] == [0, 0, 0]


def test_then_a_picture_is_read_over_more_frames_so_that_a_card_is_reported_up_to_half_a_second_later(
    kept: dict[float, Kept],
) -> None:
    first, second, third = (kept[times].after_s or 99.0 for times in (1, 8, 12))
    assert first < second < third < first + 0.5


def test_then_frames_are_lost_and_cards_are_reported_late(kept: dict[float, Kept]) -> None:
    assert kept[32].lost > 60
    assert (kept[12].after_s or 99.0) < (kept[32].after_s or 99.0) < 2.0
    assert not kept[32].late


def test_and_what_is_too_old_is_not_reported_at_all(kept: dict[float, Kept]) -> None:
    assert (kept[128].after_s, kept[128].late) == (None, True)
