"""Pictures larger than the reader needs are reduced before anything else, and nobody notices: places, marks
and what is shown stay in pixels of the camera (vision/sabot_vision/rig.py, frame.py)."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from sabot_vision import bench
from sabot_vision.finding.geometry import SizeAt
from sabot_vision.frame import Frame, Settings, shrunk
from sabot_vision.looking import Eye
from sabot_vision.pictures import loaded
from sabot_vision.places import on_camera, on_smaller, points_spelled
from sabot_vision.reading.cards import in_pieces
from sabot_vision.rig import Rig
from sabot_vision.sources import frames
from tests.vision.test_looking import found
from tests.vision.test_places import CORNERS, a_cloth_with_marks

PICTURES = Path(__file__).parent / "pictures"
WIDE, TALL = 4608, 2592
CORNERS_PX = f"104,96 {WIDE - 104},96 {WIDE - 104},{TALL - 96} 104,{TALL - 96}"
LARGE = Rig(corners=CORNERS_PX, camera=Settings(WIDE, TALL))
"""800 × 500 mm: a card is 330 pixels wide."""


class Read:
    """A reader that remembers how large the pictures are, and finds one card."""

    def __init__(self) -> None:
        self.sizes: set[tuple[int, int]] = set()
        self.card_px = 0.0

    def __call__(self, picture: np.ndarray, *, language: str, size_at: SizeAt | None) -> list[Any]:
        self.sizes.add((picture.shape[1], picture.shape[0]))
        if size_at:
            self.card_px = size_at(picture.shape[1] / 2, picture.shape[0] / 2)
        return [found("8C", picture.shape[1] * 0.75)]


def grainy(number: int) -> np.ndarray:
    """An empty cloth, as large as the camera's pictures."""
    some = np.random.default_rng(number % 3).normal(100, 2, (54, 96, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(some, (WIDE, TALL), interpolation=cv2.INTER_NEAREST))


@pytest.mark.parametrize(
    ("size", "corners", "size_mm", "times"),
    [
        ((1280, 720), "0,0 1280,0 1280,720 0,720", (400, 225), 1),
        ((1920, 1080), "0,0 1920,0 1920,1080 0,1080", (400, 225), 1),
        ((2304, 1296), "0,0 2304,0 2304,1296 0,1296", (800, 450), 1),
        ((2304, 1296), "0,0 2304,0 2304,1296 0,1296", (700, 394), 2),
        ((WIDE, TALL), "0,0 4608,0 4608,2592 0,2592", (1600, 900), 1),
        ((WIDE, TALL), "0,0 4608,0 4608,2592 0,2592", (1300, 731), 2),
        ((TALL, WIDE), "0,0 2592,0 2592,4608 0,4608", (731, 1300), 2),
        ((WIDE, TALL), "0,0 4608,0 4608,2592 0,2592", (700, 394), 4),
        ((WIDE, TALL), "", (1300, 731), 2),
        ((2304, 1296), "", (1300, 731), 1),
    ],
)
def test_a_picture_is_halved_as_long_as_its_cards_stay_large_enough(
    size: tuple[int, int], corners: str, size_mm: tuple[float, float], times: int
) -> None:
    assert Rig(corners=corners, size_mm=size_mm).times(size) == times
    assert Rig(corners=corners, size_mm=size_mm, use="nose").times(size) == 1


def test_points_go_to_the_smaller_picture_and_back() -> None:
    picture = np.zeros((8, 8), np.uint8)
    picture[4:6, 2:4] = 255
    assert shrunk(picture, 4)[0].tolist() == [[0] * 4, [0] * 4, [0, 255, 0, 0], [0] * 4]
    assert on_smaller([(2.5, 4.5)], 2) == ((1.0, 2.0),)
    assert on_camera(on_smaller([(2.5, 4.5)], 4), 4) == ((2.5, 4.5),)


def test_the_eye_looks_at_a_smaller_picture_and_speaks_of_the_cameras(tmp_path: Path) -> None:
    read, told = Read(), list[dict[str, Any]]()
    eye = Eye(LARGE._replace(live=tmp_path), told.append, read)
    (tmp_path / "look").touch()
    for number in range(20):
        eye.see(Frame(number, number / 15, grainy(number)))
    assert read.sizes == {(WIDE // 2, TALL // 2)}
    assert {(each["width"], each["height"]) for each in told if each["eye"] == "beat"} == {(WIDE, TALL)}
    assert [(each["card"], each["place"]) for each in told if each["eye"] == "lies"] == [("8C", "banco")]
    shown = json.loads((tmp_path / "live.json").read_bytes())
    assert (shown["width"], shown["height"], shown["corners"]) == (WIDE, TALL, CORNERS_PX)


def test_corners_that_somebody_names_are_in_pixels_of_the_camera(tmp_path: Path) -> None:
    eye = Eye(LARGE._replace(live=tmp_path), lambda message: None, Read())
    eye.see(Frame(0, 0.0, grainy(0)))
    eye.obey({"do": "corners", "corners": "200,200 4400,204 4404,2400 196,2396"})
    (tmp_path / "look").touch()
    eye.see(Frame(1, 1.0, grainy(1)))
    shown = json.loads((tmp_path / "live.json").read_bytes())
    assert shown["corners"] == "200,200 4400,204 4404,2400 196,2396"


def test_marks_that_are_found_in_the_smaller_picture_are_told_in_pixels_of_the_camera(tmp_path: Path) -> None:
    cloth = cv2.resize(a_cloth_with_marks(), (WIDE, TALL), interpolation=cv2.INTER_AREA)
    eye = Eye(Rig(live=tmp_path), lambda message: None, lambda picture, **how: [])
    (tmp_path / "look").touch()
    for number in range(3):
        eye.see(Frame(number, number / 2, cloth))
    shown = points_spelled(json.loads((tmp_path / "live.json").read_bytes())["corners"])
    assert np.allclose(shown, np.array(CORNERS) * WIDE / 1280, atol=3)


def test_a_camera_that_comes_back_with_smaller_pictures_shows_the_table_to_scale(tmp_path: Path) -> None:
    read = Read()
    eye = Eye(LARGE._replace(live=tmp_path), lambda message: None, read)
    eye.see(Frame(0, 0.0, grainy(0)))
    (tmp_path / "look").touch()
    for number in range(1, 9):
        eye.see(Frame(number, number / 2, cv2.resize(grainy(number), (1152, 648))))
    shown = points_spelled(json.loads((tmp_path / "live.json").read_bytes())["corners"])
    assert np.allclose(shown, np.array(points_spelled(CORNERS_PX)) / 4, atol=1)
    assert (1152, 648) in read.sizes


class Large:
    """A camera of such pictures."""

    live, note, times = False, "", 1

    def __init__(self, *given: object) -> None:
        self._left = 6

    def read(self) -> tuple[np.ndarray, float] | None:
        self._left -= 1
        return (np.full((TALL, WIDE, 3), 90 + self._left, np.uint8), -self._left / 15) if self._left else None

    def close(self) -> None:
        """Done with it."""


def taken() -> Iterator[Frame]:
    source: Any = Large
    return frames("0", LARGE.camera, open_source=source, times=LARGE.times)


def test_one_picture_as_large_as_the_cameras_is_held_and_no_more() -> None:
    eye = Eye(LARGE, lambda message: None, Read())
    tracemalloc.start()
    try:
        for frame in taken():
            assert frame.size == (WIDE, TALL)
            eye.see(frame)
        most_mb = tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()
    one_mb = WIDE * TALL * 3 / 1e6
    assert most_mb < 2 * one_mb


def test_cards_in_large_pictures_are_told_as_in_ordinary_ones() -> None:
    table = loaded(PICTURES / "table-002.jpg")
    large = cv2.resize(table, (WIDE, TALL), interpolation=cv2.INTER_CUBIC)
    size_mm = 1280 * 63 / bench.width_of_card(table), 720 * 63 / bench.width_of_card(table)
    named = []
    for picture in (table, large):
        told, (wide, tall) = list[dict[str, Any]](), picture.shape[1::-1]
        rig = Rig(corners=f"0,0 {wide},0 {wide},{tall} 0,{tall}", size_mm=size_mm, live_source=False)
        eye = Eye(rig, told.append, partial(in_pieces))
        for number in range(12):
            eye.see(Frame(number, number / 15, picture))
        named.append([(each["card"], each["place"]) for each in told if each["eye"] == "lies"])
    assert len(named[0]) == 6
    assert sorted(named[0]) == sorted(named[1])
