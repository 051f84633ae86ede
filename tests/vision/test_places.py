"""From pixels to the places of a game (vision/sabot_vision/places.py), by marks and by hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.games.register import GAMES
from sabot.instruments.camera.driver import Options
from sabot_vision.places import (
    MARK_NUMBERS,
    PlacesError,
    corners_by_marks,
    drawn,
    mark,
    places,
    points_spelled,
    spelled,
    through,
    zone_spelled,
    zones_of,
)

SIZE_MM = (800.0, 500.0)
CORNERS = ((210.0, 95.0), (1080.0, 90.0), (1190.0, 640.0), (120.0, 650.0))


def a_cloth_with_marks(corners: tuple[tuple[float, float], ...] = CORNERS) -> np.ndarray:
    """A cloth of 800 × 500 mm with the marks at its corners, seen by a camera that hangs askew."""
    flat = np.full((600, 900, 3), (60, 110, 40), np.uint8)
    for number, (x, y) in zip(MARK_NUMBERS, ((50, 50), (850, 50), (850, 550), (50, 550)), strict=True):
        piece = cv2.cvtColor(mark(number, 48), cv2.COLOR_GRAY2BGR)
        half = len(piece) // 2
        flat[y - half : y - half + len(piece), x - half : x - half + len(piece)] = piece
    there = np.array([(50, 50), (850, 50), (850, 550), (50, 550)], np.float32)
    matrix = cv2.getPerspectiveTransform(there, np.array(corners, np.float32))
    seen = cv2.warpPerspective(flat, matrix, (1280, 720), borderValue=(50, 90, 40))
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8))


def test_the_marks_are_found_to_within_a_pixel_or_so():
    found = corners_by_marks(a_cloth_with_marks())
    assert max(np.linalg.norm(np.subtract(found, CORNERS), axis=1)) < 1.5


def test_a_camera_that_hangs_upside_down_finds_them_too():
    turned = a_cloth_with_marks()[::-1, ::-1].copy()
    found = corners_by_marks(turned)
    there = [(1279 - x, 719 - y) for x, y in CORNERS]
    assert max(np.linalg.norm(np.subtract(found, there), axis=1)) < 1.5


def test_marks_that_are_covered_are_named():
    cloth = a_cloth_with_marks()
    cloth[560:, 1050:] = 90
    cloth[560:, :250] = 90
    with pytest.raises(PlacesError, match=r"^mark 2, 3 is not seen: .* by hand$"):
        corners_by_marks(cloth)


def test_a_card_lies_in_the_zone_that_holds_its_middle_whatever_the_perspective():
    where = places(CORNERS, SIZE_MM, zones_of("punto-banco", SIZE_MM))
    assert (where.zone(330, 350), where.zone(950, 350)) == ("punto", "banco")
    assert (where.zone(20, 20), where.zone(655, 60)) == ("", "")
    assert drawn(np.zeros((720, 1280, 3), np.uint8), where).any()


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.floats(50, 750), st.floats(50, 450), st.floats(0, 180))
def test_a_card_is_as_large_in_the_picture_as_the_table_says(x_mm: float, y_mm: float, turn: float):
    """A card of 63 × 88 mm, laid down anywhere and in any way."""
    where = places(CORNERS, SIZE_MM, {})
    on_table = cv2.boxPoints(((x_mm, y_mm), (63, 88), turn))
    quad = np.array(through(np.linalg.inv(where.to_table), on_table.tolist()))
    area = cv2.contourArea(quad.astype(np.float32))
    assert where.card_px(*quad.mean(axis=0).tolist()) == pytest.approx(np.sqrt(area * 63 / 88), rel=0.02)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.floats(0, 800), st.floats(0, 500))
def test_the_table_in_millimetres_is_the_picture_through_a_lens(x_mm: float, y_mm: float):
    where = places(CORNERS, SIZE_MM, {})
    x, y, w = np.linalg.inv(where.to_table) @ (x_mm, y_mm, 1)
    back = where.at(float(x / w), float(y / w))
    assert np.allclose(back, (x_mm, y_mm), atol=0.01)


@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if rules.PLACES])
def test_every_game_with_cards_has_a_zone_for_each_of_its_places(game: str):
    zones = zones_of(game, SIZE_MM)
    assert set(zones) == set(GAMES[game].PLACES)


def test_zones_are_spelled_by_two_corners_or_by_more():
    zones = zones_of("punto-banco", SIZE_MM, "punto 0,0 390,500; banco 410,0 800,0 800,500")
    assert zones["punto"] == ((0, 0), (390, 0), (390, 500), (0, 500))
    assert len(zones["banco"]) == 3
    assert zones_of("roulette", SIZE_MM) == {}


@pytest.mark.parametrize(
    "text", ["punto 0,0", "punto", "punto a,b c,d", "punto 1 2 3", "banco 1,1 99999999,2"]
)
def test_a_zone_that_cannot_be_is_refused_in_words(text: str):
    with pytest.raises(PlacesError, match="expected"):
        zone_spelled(text)


@pytest.mark.parametrize(
    "corners",
    [CORNERS[:3], (CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]), ((0, 0), (9, 0), (9, 9), (0, 9)), ()],
)
def test_points_that_span_no_rectangle_are_refused(corners: tuple[tuple[float, float], ...]):
    with pytest.raises(PlacesError, match="four points"):
        places(corners, SIZE_MM, {})


@pytest.mark.parametrize("first", range(4))
def test_points_that_go_round_anticlockwise_are_refused_for_they_would_swap_the_places(first: int):
    backwards = [*CORNERS[::-1][first:], *CORNERS[::-1][:first]]
    with pytest.raises(PlacesError, match=r"anticlockwise: .* clockwise, from the upper left"):
        places(backwards, SIZE_MM, {})


def test_points_are_read_as_they_are_written():
    assert points_spelled(spelled(CORNERS)) == CORNERS


@pytest.mark.parametrize(
    ("corners", "zones"),
    [
        ("10,20 900,20 900,600 10,600", "punto 0,0 390,400; banco 410,0 800,400;"),
        (" -3.5,4 900,20\t900,600 10,600", ""),
        ("10,20 900,20 900,600", ""),
        ("10;20 900,20 900,600 10,600", ""),
        ("1234567,2 900,20 900,600 10,600", ""),
        ("", "punto 0,0"),
        ("", "punto 0,0 390;400"),
        ("", "punto 0,0 390,0 390,400 0,400"),
    ],
)
def test_what_the_eye_cannot_read_of_corners_and_zones_the_table_refuses(corners: str, zones: str) -> None:
    try:
        named = len(points_spelled(corners)) in (0, 4) and zones_of("punto-banco", (800, 500), zones)
    except PlacesError:
        named = False
    assert (Options(corners=corners, zones=zones).refusal() == "") == bool(named)
