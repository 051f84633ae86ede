"""Outlines of cards, in pictures drawn here."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sabot_vision.finding.corners import Imagined, added, likely_sizes
from sabot_vision.finding.geometry import lying_on
from sabot_vision.finding.outlines import Outline
from sabot_vision.finding.parts import outlines
from sabot_vision.networks.cutting import corner_cut, evened, face_cut

GREEN, BLUE, RED = (60, 110, 20), (120, 60, 20), (40, 30, 130)


def cloth(colour: tuple[int, int, int] = GREEN) -> np.ndarray:
    grain = np.random.default_rng(1).normal(0, 4, (720, 1280, 3))
    return np.clip(np.array(colour) + grain, 0, 255).astype(np.uint8)


def card(picture: np.ndarray, centre: tuple[float, float], degrees: float, wide: float = 120) -> np.ndarray:
    """Draw a white card and give its corners."""
    quad = cv2.boxPoints((centre, (wide, wide * 88 / 63), degrees))
    cv2.fillPoly(picture, [np.rint(quad * 16).astype(np.int32)], (240, 245, 245), cv2.LINE_AA, 4)
    return np.asarray(quad)


def outlined(quad: np.ndarray, found: list[Outline], slack: float = 3.0) -> bool:
    """Returns whether an outline has these corners, in any order."""
    apart = [np.linalg.norm(quad[:, None] - place.quad[None], axis=2).min(axis=1).max() for place in found]
    return bool(apart) and min(apart) < slack


@pytest.mark.parametrize("degrees", range(0, 90, 15))
@pytest.mark.parametrize("colour", [GREEN, BLUE, RED])
def test_a_card_is_outlined_at_any_angle_on_any_cloth(degrees: int, colour: tuple[int, int, int]) -> None:
    picture = cloth(colour)
    quad = card(picture, (640, 360), degrees)
    assert outlined(quad, outlines(picture))


def test_the_first_side_of_an_outline_is_a_short_one() -> None:
    picture = cloth()
    card(picture, (640, 360), 30)
    sides = np.linalg.norm(np.roll(outlines(picture)[0].quad, -1, axis=0) - outlines(picture)[0].quad, axis=1)
    assert sides[0] < sides[1]


def test_a_card_in_the_shadow_is_outlined_beside_one_in_the_light() -> None:
    picture = cloth()
    bright, dim = card(picture, (300, 360), 10), card(picture, (980, 360), 70)
    picture[:, 640:] //= 4
    found = outlines(picture)
    assert outlined(bright, found)
    assert outlined(dim, found)


def test_cards_on_a_light_table_on_the_cloth_are_outlined_though_something_encloses_them() -> None:
    picture = cloth()
    cv2.rectangle(picture, (150, 60), (1130, 660), (150, 170, 175), -1)
    assert outlined(card(picture, (640, 360), 20), outlines(picture))


def test_an_overlapped_card_is_imagined_from_the_corners_it_shows() -> None:
    picture = cloth()
    below = card(picture, (560, 360), 0)
    above = card(picture, (640, 430), 35)
    found = outlines(picture)
    seen = [corner for place in found for corner in place.corners if not place.whole]
    assert outlined(above, found, slack=8)
    assert outlined(below, found, slack=12)
    assert seen


def test_a_finger_over_one_corner_does_not_hide_the_card() -> None:
    picture = cloth()
    quad = card(picture, (640, 360), 12)
    cv2.line(picture, tuple(int(v) for v in quad[0]), (0, 700), (110, 140, 190), 34, cv2.LINE_AA)
    assert outlined(quad, outlines(picture), slack=8)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_an_empty_picture_has_no_outlines(shade: int) -> None:
    assert outlines(np.full((720, 1280, 3), shade, np.uint8)) == []


def test_noise_is_looked_through_in_bounded_time() -> None:
    noise = np.random.default_rng(2).integers(0, 256, (720, 1280, 3), dtype=np.uint8)
    assert len(outlines(noise)) < 40


def test_both_index_corners_of_a_card_are_cut_out_upright() -> None:
    """A mark in the upper left corner and one in the lower right look the same in their cuts."""
    upright = np.full((352, 252, 3), 250, np.uint8)
    cv2.rectangle(upright, (12, 20), (40, 60), (0, 0, 200), -1)
    both = np.minimum(upright, upright[::-1, ::-1])
    quad = np.array([[0, 0], [252, 0], [252, 352], [0, 352]], np.float32) - 0.5
    first, last = (corner_cut(both, quad, corner).astype(int) for corner in (0, 2))
    assert np.abs(first - last).mean() < 3
    assert first[18:34, 13:23].mean() < 140


def test_a_tinted_lamp_and_a_dim_one_leave_no_trace_in_what_the_networks_see() -> None:
    white = np.full((200, 140, 3), 250, np.uint8)
    cv2.circle(white, (70, 100), 30, (30, 20, 210), -1)
    quad = np.array([[0, 0], [140, 0], [140, 200], [0, 200]], np.float32)
    tinted = (white * np.array([0.3, 0.45, 0.5])).astype(np.uint8)
    assert np.abs(np.subtract(*evened([face_cut(white, quad), face_cut(tinted, quad)]))).mean() < 0.1


def lies_on(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether each corner is near one of the other quad's, the same all around."""
    reach = 0.08 * np.linalg.norm(other[1] - other[0]) + 1.5
    return any(np.abs(np.roll(one, turn, axis=0) - other).max() < reach for turn in (0, 2))


def test_many_quads_are_compared_as_two_are() -> None:
    chance = np.random.default_rng(6)
    base = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    shifts = chance.uniform(-12, 12, (40, 1, 2)).astype(np.float32)
    quads = np.array([np.roll(base + shift, 2 * (n % 2), axis=0) for n, shift in enumerate(shifts)])
    one_by_one = np.array([[lies_on(one, other) for other in quads] for one in quads])
    assert 0.1 < one_by_one.mean() < 0.9
    assert (lying_on(quads, quads) == one_by_one).all()


def test_a_card_imagined_from_two_of_its_corners_is_one_card_with_both() -> None:
    quad = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
    cards: list[Imagined] = []
    for corner, turned in ((0, 0), (0, 2), (1, 0)):
        added(cards, Imagined(np.roll(quad, turned, axis=0) + corner, (corner,)))
    added(cards, Imagined(quad + 30, (0,)))
    assert [card.corners for card in cards] == [(0, 1, 2), (0,)]


def test_the_pips_of_one_card_do_not_outvote_it() -> None:
    card = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    assert likely_sizes([card, *[card / 5] * 6]) == pytest.approx([60])
    assert likely_sizes([]) == []
