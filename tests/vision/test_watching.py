"""What a picture says of its camera, and when it is worth reading (vision/sabot_vision/watching.py)."""

from __future__ import annotations

import numpy as np
import pytest

from sabot_vision.watching import FROZEN_S, Gate, Watch, differs, has_changed, light, small


def noisy(level: float, seed: int, *, spread: float = 3.0) -> np.ndarray:
    """A picture of an even cloth as a sensor gives it: 180 × 320, with noise."""
    noise = np.random.default_rng(seed).normal(level, spread, (180, 320, 3))
    return np.clip(noise, 0, 255).astype(np.uint8)


def judged(*pictures: np.ndarray, step_s: float = 0.1, live: bool = True) -> list[str]:
    watch = Watch()
    return [watch.seen(each, small(each), n * step_s, live=live) for n, each in enumerate(pictures)]


@pytest.mark.parametrize(("level", "name"), [(3, "black"), (252, "white"), (120, ""), (30, "")])
def test_a_picture_without_anything_to_see_has_its_name(level: float, name: str):
    assert judged(noisy(level, 1)) == [name]


def test_a_lamp_that_goes_off_in_a_lit_room_is_named_until_one_is_used_to_it():
    lit, dim = [noisy(120, seed) for seed in range(5)], [noisy(35, seed) for seed in range(5, 15)]
    assert judged(*lit, *dim) == [""] * 5 + ["dim"] * 10
    assert judged(*lit, *dim * 10, step_s=1)[-1] == ""
    assert set(judged(*(noisy(120 - n, n) for n in range(90)), step_s=1)) == {""}


def test_a_dark_picture_in_which_a_card_is_seen_is_not_black():
    picture = noisy(4, 1)
    picture[60:120, 100:150] = 90
    assert judged(picture) == [""]


def test_half_a_picture_is_torn():
    picture = noisy(120, 1)
    picture[100:] = 128
    assert judged(picture) == ["torn"]
    assert judged(np.full((180, 320, 3), 128, np.uint8)) == [""]


@pytest.mark.parametrize("level", [0, 255])
def test_a_dark_floor_or_a_lit_rail_at_the_lower_edge_is_not_torn(level: int):
    picture = noisy(120, 1)
    picture[150:] = level
    assert judged(picture) == [""]


def test_half_a_picture_in_the_green_of_empty_memory_is_torn():
    picture = noisy(120, 1)
    picture[100:] = (0, 135, 0)
    assert judged(picture) == ["torn"]


def test_the_same_picture_for_a_second_is_frozen_and_one_grain_of_noise_thaws_it():
    still = noisy(120, 1)
    frames = int(FROZEN_S / 0.1) + 1
    assert judged(*[still] * frames) == [""] * (frames - 1) + ["frozen"]
    grain = still.copy()
    grain[7, 7] += 1
    assert judged(*[still] * (frames - 1), grain, still)[-2:] == ["", ""]


def test_a_cloth_on_which_nothing_happens_is_not_frozen_nor_is_a_recording():
    assert set(judged(*(noisy(120, seed) for seed in range(30)))) == {""}
    assert set(judged(*[noisy(120, 1)] * 30, live=False)) == {""}


def test_focus_grows_with_sharpness_and_light_with_light():
    sharp = noisy(100, 1)
    sharp[::4] = 200
    blurred = np.repeat(sharp.mean(axis=0, keepdims=True).astype(np.uint8), 180, axis=0)
    told, soft = light(sharp, small(sharp)), light(blurred, small(blurred))
    assert told.focus > 10 * soft.focus
    dark, bright = noisy(2, 1), noisy(254, 1)
    assert min(light(dark, small(dark)).dark, light(bright, small(bright)).bright) > 0.99


class Scene:
    """A gate before one picture after another, fifteen a second."""

    def __init__(self) -> None:
        self.gate, self.t_s, self.reads = Gate(), 0.0, 0

    def shown(self, level: float, *, hand: int = 0, times: int = 1, settled: bool = False) -> None:
        for number in range(times):
            picture = noisy(level, int(self.t_s * 1000))
            if hand:
                picture[20:120, hand + number * 20 : hand + number * 20 + 60] = 200
            self.t_s += 1 / 15
            self.gate.moved(small(picture), self.t_s)
            if self.gate.opens(self.t_s, settled=settled):
                self.gate.read(self.t_s)
                self.reads += 1


def test_a_still_scene_that_is_settled_is_not_read_again():
    scene = Scene()
    scene.shown(120, times=15)
    read = scene.reads
    assert read >= 3
    scene.shown(120, times=45, settled=True)
    assert scene.reads == read


def test_a_hand_that_moves_has_the_scene_read_again_though_not_at_every_picture():
    scene = Scene()
    scene.shown(120, times=15)
    scene.shown(120, times=30, settled=True)
    before = scene.reads
    scene.shown(120, hand=20, times=10, settled=True)
    assert 2 <= scene.reads - before <= 5
    scene.shown(120, times=4, settled=True)
    assert scene.reads - before >= 3


def test_a_lamp_that_slowly_fades_is_noticed_against_what_was_read():
    scene = Scene()
    scene.shown(120, times=15)
    before = scene.reads
    for level in range(120, 90, -1):
        scene.shown(level, settled=True)
    assert scene.reads > before


def bands(part: float, phase: float, *, upright: bool = False, card: bool = False) -> np.ndarray:
    """A small copy of a cloth under a lamp that flickers, as a rolling shutter sees it."""
    level = np.full((90, 160), 60.0)
    level[30:60, 40:60] = 200.0
    if card:
        level[20:50, 100:120] = 200.0
    if upright:
        light = 1 + part * np.sin(np.arange(160) / 160 * 2 * np.pi * 3 + phase)
        return np.asarray(np.clip(level * light, 0, 255), np.uint8)
    light = 1 + part * np.sin(np.arange(90) / 90 * 2 * np.pi * 3 + phase)
    return np.asarray(np.clip(level * light[:, None], 0, 255), np.uint8)


@pytest.mark.parametrize("upright", [False, True])
def test_the_bands_of_a_lamp_that_flickers_are_no_movement_and_a_card_among_them_is(upright: bool):
    before, after = (bands(0.25, phase, upright=upright) for phase in (0.0, 2.1))
    assert has_changed(before, after)
    assert not differs(before, after)
    assert differs(before, bands(0.25, 2.1, upright=upright, card=True))


@pytest.mark.parametrize("upright", [False, True])
def test_what_is_too_bright_for_the_sensor_follows_the_bands_in_part_and_is_no_movement(upright: bool):
    before, after = (
        np.minimum(bands(0.25, phase, upright=upright), 205).astype(np.uint8) for phase in (0.0, 2.1)
    )
    assert not differs(before, after)
    with_card = np.minimum(bands(0.25, 2.1, upright=upright, card=True), 205).astype(np.uint8)
    assert differs(before, with_card)


def test_a_lamp_that_grows_brighter_is_a_change():
    assert differs(bands(0, 0), (bands(0, 0) * 1.25).astype(np.uint8))
