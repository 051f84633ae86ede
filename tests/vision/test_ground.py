"""Whether the cloth is seen where a card lay (vision/sabot_vision/tracking/ground.py), on drawn pictures of
640 × 360."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sabot_vision.tracking.ground import Ground
from sabot_vision.tracking.lamp import bands
from sabot_vision.tracking.track import Corners, Sighting, Track

GREEN, PAPER, HAND, BLACK = (60, 110, 20), (235, 240, 240), (120, 150, 200), (20, 20, 20)


def quad(x: float, y: float = 180.0) -> Corners:
    return ((x - 30, y - 42), (x + 30, y - 42), (x + 30, y + 42), (x - 30, y + 42))


def picture(*cards: Corners, cloth: tuple[int, int, int] = GREEN) -> np.ndarray:
    """A cloth with a printed line and letters, noise, and these cards on it."""
    noise = np.random.default_rng(1).normal(0, 3, (360, 640, 3))
    shown = np.full((360, 640, 3), cloth, np.uint8)
    cv2.rectangle(shown, (160, 120), (440, 240), (90, 200, 230), 2)
    cv2.putText(shown, "BANCO", (170, 190), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (90, 200, 230), 2)
    for each in cards:
        cv2.fillPoly(shown, [np.array(each, np.int32)], PAPER)
    return np.clip(shown + noise, 0, 255).astype(np.uint8)


def track(number: int, x: float, *, missing_s: float | None = None) -> Track:
    made = Track(number, Sighting("8C", x, 180.0, 60.0, quad=quad(x)), 0.0, 0.0, 0.0, 0, reported=True)
    made.missing_s = missing_s
    return made


def learnt(*xs: float) -> Ground:
    """The ground under cards at these places."""
    ground, cards = Ground(), [quad(x) for x in xs]
    ground.look(picture(*cards), cards)
    ground.learn([track(number, x) for number, x in enumerate(xs)])
    return ground


def test_the_cloth_with_its_print_is_bare_and_a_card_is_not():
    ground = learnt(200)
    ground.look(picture(quad(200)), [])
    assert not ground.is_bare(track(0, 200))
    ground.look(picture(), [])
    assert ground.is_bare(track(0, 200))


def brighter(shown: np.ndarray, times: float) -> np.ndarray:
    """The same with more exposure, as a telephone gives a cloth once white cards have left it."""
    return np.clip(shown * times, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("times", [0.7, 1.3, 1.5])
def test_the_cloth_in_another_light_is_still_the_cloth_and_what_covers_it_is_not(times: float):
    ground = learnt(200)
    ground.look(brighter(picture(), times), [])
    assert ground.is_bare(track(0, 200))
    for colour in (HAND, BLACK, PAPER):
        shown = picture()
        cv2.circle(shown, (200, 170), 45, colour, -1)
        ground.look(brighter(shown, times), [])
        assert not ground.is_bare(track(0, 200))


def test_a_cloth_that_is_followed_into_another_light_keeps_its_hue():
    ground, seen, cloth = Ground(), track(0, 200), (108, 56, 45)
    for times in (1.0, 1.4, 1.4, 1.4):
        ground.look(picture(quad(200), cloth=tuple(round(times * level) for level in cloth)), [quad(200)])
        ground.learn([seen])
    ground.look(picture(cloth=tuple(round(1.5 * level) for level in cloth)), [])
    assert ground.is_bare(seen)


def banded(shown: np.ndarray, axis: int, starts_px: float) -> np.ndarray:
    """The same under a lamp that flickers by a fifth: its bands run along the rows (`axis` 1) or columns."""
    wave = 1 + 0.2 * np.sin((np.arange(shown.shape[1 - axis]) - starts_px) * 2 * np.pi / 130)
    return np.clip(shown * np.expand_dims(wave, (axis, 2)), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("starts_px", [0, 26, 78])
def test_the_cloth_in_the_bands_of_a_lamp_is_still_the_cloth_and_what_covers_it_is_not(
    axis: int, starts_px: float
):
    ground, cloth = Ground(), (125, 70, 58)
    ground.look(picture(quad(200), cloth=cloth), [quad(200)])
    ground.learn([track(0, 200)])
    ground.look(banded(brighter(picture(cloth=cloth), 1.2), axis, starts_px), [])
    assert ground.is_bare(track(0, 200))
    for colour in (HAND, BLACK, PAPER):
        shown = picture(cloth=cloth)
        cv2.circle(shown, (200, 170), 45, colour, -1)
        ground.look(banded(shown, axis, starts_px), [])
        assert not ground.is_bare(track(0, 200))


@pytest.mark.parametrize("times", [0.6, 1.45])
@pytest.mark.parametrize("ends", [(640, 180), (200, 360)])
def test_a_sleeve_of_the_colour_of_the_cloth_in_another_light_is_no_band_of_a_lamp(
    times: float, ends: tuple[int, int]
):
    shown = picture()
    assert bands(shown, np.array(GREEN)) is None
    cv2.line(shown, (200, 180), ends, tuple(times * level for level in GREEN), 90)
    assert bands(shown, np.array(GREEN)) is None


@pytest.mark.parametrize("colour", [HAND, BLACK, PAPER])
def test_what_covers_the_spot_is_not_the_cloth_whatever_it_is(colour: tuple[int, int, int]):
    ground, shown = learnt(200), picture()
    cv2.circle(shown, (200, 170), 45, colour, -1)
    ground.look(shown, [])
    assert not ground.is_bare(track(0, 200))


@pytest.mark.parametrize("cloth", [(215, 218, 220), (60, 70, 200)])
def test_the_paper_of_a_card_is_not_taken_for_a_cloth_that_is_nearly_as_light(cloth: tuple[int, int, int]):
    there, upon = quad(200), quad(225)
    ground = Ground()
    ground.look(picture(there, cloth=cloth), [there])
    ground.learn([track(0, 200)])
    ground.look(picture(there, upon, cloth=cloth), [upon])
    assert not ground.is_bare(track(0, 200))
    ground.look(picture(upon, cloth=cloth), [upon])
    assert ground.is_bare(track(0, 200))


def test_where_a_card_was_last_seen_under_something_of_the_cloths_colour_the_cloth_is_bare_all_the_same():
    there, ground = quad(200), Ground()
    shown = picture(there)
    ground.look(shown, [there])
    ground.learn([track(0, 200)])
    for _ in range(40):  # a sleeve as green as the cloth, for long
        cv2.circle(shown, (200, 180), 60, GREEN, -1)
        ground.look(shown, [there])
        ground.learn([track(0, 200)])
    ground.look(picture(), [])
    assert ground.is_bare(track(0, 200))


def test_a_card_outside_the_picture_proves_nothing():
    ground = learnt(200)
    beyond = Track(0, Sighting("8C", 2000, 180, 60.0, quad=quad(2000)), 0.0, 0.0, 0.0, 0, reported=True)
    ground.look(picture(), [quad(2000)])
    ground.learn([beyond])
    assert not ground.is_bare(beyond)


def test_a_spot_under_another_card_proves_nothing_and_one_beside_it_does():
    ground = learnt(200)
    for x, bare in ((205, False), (240, True)):
        ground.look(picture(quad(x)), [quad(x)])
        assert ground.is_bare(track(0, 200)) is bare
    ground.look(picture(quad(200), quad(240)), [quad(240)])
    assert not ground.is_bare(track(0, 200))


def test_nothing_is_proved_of_a_card_around_which_the_cloth_was_never_seen():
    ground = Ground()
    ground.look(picture(), [])
    assert not ground.is_bare(track(0, 200))
    ground.learn([track(0, 200, missing_s=1.0)])
    assert not ground.is_bare(track(0, 200))


def test_the_light_may_change_while_a_card_lies_and_a_hand_beside_it_spoils_nothing():
    ground, seen = learnt(200), track(0, 200)
    for level in range(0, 60, 5):
        cloth = (60 + level, 110 + level, 20 + level)
        ground.look(picture(quad(200), cloth=cloth), [quad(200)])
        ground.learn([seen])
    shown = picture(quad(200), cloth=cloth)
    cv2.rectangle(shown, (100, 100), (300, 135), HAND, -1)
    cv2.rectangle(shown, (100, 100), (168, 300), HAND, -1)
    ground.look(shown, [quad(200)])
    ground.learn([seen])
    ground.look(picture(cloth=cloth), [])
    assert ground.is_bare(seen)
