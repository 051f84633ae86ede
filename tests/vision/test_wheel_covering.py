"""Hands over a wheel, in strips of its bowl drawn for it (vision/sabot_vision/wheel/covering.py)."""

from __future__ import annotations

import numpy as np
import pytest

from sabot_vision.wheel.covering import STAYS_S, Cover
from sabot_vision.wheel.strips import PER_POCKET, TRACK_RADII

ROWS, COLUMNS = len(TRACK_RADII), PER_POCKET * 37
FRAME_S = 1 / 15
TURN = np.arange(COLUMNS) / COLUMNS
ARM = (240, 22)
"""Its first column and how many it covers."""


class Bowl:
    """A bowl of wood with reflections, and what comes over it."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = np.random.default_rng(seed)
        wood = np.array((45.0, 70, 110)) * (1 + 0.1 * np.sin(40 * TURN))[:, None]
        self.bare = np.tile(wood, (ROWS, 1, 1))
        for at in (60, 330):
            self.bare[:, at : at + 25] += 110 * np.hanning(25)[:, None]
        self.cover, self.at_s = Cover(), 0.0

    def shows(
        self,
        seconds: float,
        *,
        arm: tuple[int, int] = (0, 0),
        rows: slice = slice(None),
        colour: tuple[int, int, int] = (60, 85, 120),
        light: float | np.ndarray = 1.0,
        more: float | np.ndarray = 0.0,
    ) -> list[bool]:
        """For each picture of this time, whether a hand was seen."""
        found = []
        for _ in range(round(seconds / FRAME_S)):
            drawn = (
                self.bare * np.broadcast_to(light, COLUMNS)[:, None] + np.broadcast_to(more, COLUMNS)[:, None]
            )
            drawn[rows, arm[0] : sum(arm)] = colour
            noisy = drawn + self.chance.normal(0, 3, drawn.shape)
            self.at_s += FRAME_S
            found.append(self.cover.see(np.clip(noisy, 0, 255).astype(np.uint8), self.at_s))
        return found


def test_an_arm_that_is_hardly_other_than_the_wood_is_seen_as_long_as_it_is_there():
    bowl = Bowl()
    assert not any(bowl.shows(3.0))
    assert all(bowl.shows(5.0, arm=ARM))
    assert not any(bowl.shows(3.0))


def test_a_sleeve_over_a_reflection_and_across_the_seam_of_the_strip_is_seen():
    bowl = Bowl()
    bowl.shows(3.0)
    assert all(bowl.shows(0.5, arm=(60, 24), colour=(220, 220, 220)))
    bowl.bare = np.roll(bowl.bare, 300, axis=1)
    bowl.cover = Cover()
    bowl.shows(3.0)
    assert all(bowl.shows(0.5, arm=(COLUMNS - 10, 24), colour=(20, 20, 20)) for _ in range(2))


@pytest.mark.parametrize("rows", [slice(5, ROWS), slice(0, 5), slice(7, 9)])
def test_what_does_not_cross_the_bowl_is_no_hand_over_the_wheel(rows: slice):
    """A hand that launches the ball reaches as far as the track; a ball is a spot."""
    bowl = Bowl()
    bowl.shows(3.0)
    assert not any(bowl.shows(2.0, arm=ARM, rows=rows, colour=(230, 230, 230)))


def test_a_ball_that_passes_is_no_hand():
    bowl = Bowl()
    bowl.shows(3.0)
    for number in range(60):
        at = (37 * number % 580, 7)
        assert bowl.shows(FRAME_S, arm=at, rows=slice(6, 9), colour=(230, 230, 230)) == [False]


def test_light_that_flickers_or_fades_is_no_hand():
    bowl = Bowl()
    for number in range(120):
        assert bowl.shows(FRAME_S, light=1 + 0.2 * np.sin(2.5 * number)) == [False]


def test_bands_of_a_lamp_and_soft_shadows_are_no_hand():
    bowl = Bowl()
    for number in range(120):
        bands = 1 + 0.2 * np.sin(2.5 * number + 2 * np.pi * TURN)
        shadow = 1 - 0.35 * np.clip(np.sin(0.1 * number), 0, 1) * np.clip(np.sin(2 * np.pi * TURN + 1), 0, 1)
        assert bowl.shows(FRAME_S, light=bands * shadow) == [False]


def test_the_pockets_that_turn_in_the_varnish_are_no_hand_once_they_were_seen_for_two_seconds():
    bowl = Bowl()
    found = [
        bowl.shows(FRAME_S, more=12 * np.sign(np.sin(2 * np.pi * 9 * (TURN - 0.025 * number))))
        for number in range(150)
    ]
    assert found[30:] == [[False]] * 120


def test_what_stands_in_the_wheel_for_long_is_learned():
    bowl = Bowl()
    bowl.shows(3.0)
    assert all(bowl.shows(STAYS_S - 0.2, arm=ARM))
    bowl.shows(8.0, arm=ARM)
    assert not any(bowl.shows(2.0, arm=ARM))


def test_an_arm_that_was_there_at_the_beginning_is_a_hand_no_longer_than_one_that_stays():
    bowl = Bowl()
    bowl.shows(3.0, arm=ARM)
    bowl.shows(STAYS_S + 3)
    assert not any(bowl.shows(2.0))
