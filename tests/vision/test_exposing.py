"""A Pi's camera in a light that changes (vision/sabot_vision/exposing): a stand-in that exposes by itself, as
the real one does, as long as it is let. No real one was ever connected."""

from __future__ import annotations

import sys
from itertools import count
from typing import Any

import numpy as np
import pytest

from sabot_vision import picamera
from sabot_vision.exposing import following
from sabot_vision.exposing.controls import freed
from sabot_vision.exposing.following import FOUND_LEAST_S, FOUND_MOST_S, WRONG_S
from sabot_vision.frame import Settings
from sabot_vision.picamera import Picamera
from tests.vision.fake_picamera import Fake, fake

EVEN, MOST_TIMES = 110.0, 40.0
"""The grey that it exposes for, and how much more than the usual lamp needs it can give."""

SETTLES_IN = 8
"""How many pictures a change of its exposure takes."""

A_WHILE_S = 3.0


class Exposing(Fake):
    """It sees an even cloth in this `light`; 1: that of the usual lamp. `scans`: its lens moves."""

    light = 1.0
    scans = False
    noise = np.random.default_rng(1).normal(0, 2, (48, 64, 3))

    def __init__(self, camera_num: int = 0) -> None:
        super().__init__(camera_num)
        self.exposure, self.is_free = 1.0, True

    def set_controls(self, controls: Any) -> None:
        super().set_controls(controls)
        self.is_free = controls["AeEnable"]
        if not self.is_free:
            self.exposure = controls["ExposureTime"] / 1000

    def about(self) -> dict[str, Any]:
        if self.is_free:
            wanted = min(MOST_TIMES, 1 / max(self.light, 1e-6))
            self.exposure *= (wanted / self.exposure) ** (3 / SETTLES_IN)
        state = {"AeState": 2, "AfState": 1 if self.scans else 2, "LensPosition": 1.1}
        return state | {"ExposureTime": 1000 * self.exposure, "AnalogueGain": 1.0}

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        super().capture_metadata(wait)
        return self.about()

    def capture_arrays(self, names: list[str], wait: float) -> Any:
        self._step("capture_arrays", names, limit_s=wait)
        about, even = self.about(), EVEN * self.light * self.exposure
        return [np.clip(even + self.noise, 0, 255).astype(np.uint8)], about


class Table:
    """A camera over a table, ten pictures a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, light: float, **asked: Any) -> None:
        module = fake({})
        self.stand_in: Any = type("Picamera2", (Exposing, module.Picamera2), {"light": light})
        module.Picamera2 = self.stand_in
        monkeypatch.setitem(sys.modules, "picamera2", module)
        seconds = count(1)
        monkeypatch.setattr(picamera, "taken_s", lambda about: next(seconds) / 10)
        self.camera = Picamera(Settings(64, 48, **asked))
        self.opened = self.changes

    @property
    def changes(self) -> list[dict[str, Any]]:
        """What the camera was told so far."""
        return [given for name, given in self.stand_in.done if name == "set_controls"]

    @property
    def later(self) -> list[bool]:
        """Whether it was let find its exposure, each time that it was told something since it was opened."""
        return [each["AeEnable"] for each in self.changes[len(self.opened) :]]

    def lit(self, light: float, seconds: float) -> float:
        """So long the table has this light. Returns the grey of the last picture."""
        self.stand_in.light = light
        for _ in range(round(10 * seconds)):
            taken = self.camera.read()
        assert taken is not None
        return float(taken[0].mean())


def test_a_camera_that_opens_before_the_lamp_is_on_finds_its_light_when_it_is(
    monkeypatch: pytest.MonkeyPatch,
):
    table = Table(monkeypatch, light=0.0)
    assert table.lit(0.0, 8.0) < 14
    assert table.later == [True]
    assert table.lit(1.0, A_WHILE_S) == pytest.approx(EVEN, abs=3)
    assert table.later == [True, True, False]
    assert table.changes[-1]["ExposureTime"] == pytest.approx(1000, rel=0.05)


def test_a_camera_that_opens_in_the_light_of_the_hall_finds_that_of_the_lamp(monkeypatch: pytest.MonkeyPatch):
    table = Table(monkeypatch, light=0.1)
    assert table.lit(0.1, 8.0) == pytest.approx(EVEN, abs=3)
    assert table.later == []
    assert table.lit(1.0, 2.0) > 244
    assert table.lit(1.0, WRONG_S + A_WHILE_S) == pytest.approx(EVEN, abs=3)
    assert table.later == [True, False]


def test_a_lamp_that_is_off_is_waited_for_and_then_the_light_of_the_hall_is_used(
    monkeypatch: pytest.MonkeyPatch,
):
    table = Table(monkeypatch, light=1.0)
    table.lit(1.0, 2.0)
    assert table.lit(0.1, WRONG_S) < 20
    assert table.lit(0.1, A_WHILE_S) == pytest.approx(EVEN, abs=3)


@pytest.mark.parametrize("light", [0.0, 0.1, 3.0])
def test_a_hand_over_the_lens_and_a_flash_change_nothing(monkeypatch: pytest.MonkeyPatch, light: float):
    table = Table(monkeypatch, light=1.0)
    for _ in range(3):
        table.lit(1.0, 2.0)
        table.lit(light, WRONG_S - 1)
    assert table.lit(1.0, 2.0) == pytest.approx(EVEN, abs=3)
    assert table.later == []


def test_a_hand_that_lay_long_over_the_lens_leaves_the_exposure_that_was_right(
    monkeypatch: pytest.MonkeyPatch,
):
    table = Table(monkeypatch, light=1.0)
    table.lit(0.0, 15.0)
    assert table.lit(1.0, A_WHILE_S) == pytest.approx(EVEN, abs=3)
    assert table.later == [True, True, False]


def test_a_dark_hall_at_night_is_asked_once_and_the_camera_is_never_opened_again(
    monkeypatch: pytest.MonkeyPatch,
):
    table = Table(monkeypatch, light=1.0)
    table.lit(0.0, 30.0)
    assert table.later == [True]
    assert [name for name, _ in table.stand_in.done].count("create") == 1


def test_an_exposure_that_somebody_has_set_stays_in_every_light(monkeypatch: pytest.MonkeyPatch):
    table = Table(monkeypatch, light=0.0, exposure_us=1000)
    table.lit(0.0, 10.0)
    table.lit(5.0, 10.0)
    assert table.later == []


def test_a_lens_that_still_moves_is_waited_for_and_not_for_ever(monkeypatch: pytest.MonkeyPatch):
    table = Table(monkeypatch, light=0.0)
    table.stand_in.scans = True
    table.lit(0.0, 1.0)
    table.lit(1.0, FOUND_MOST_S - 1.0)
    assert table.later == [True]
    table.lit(1.0, 0.5)
    assert table.later == [True, False]


def test_pictures_of_before_are_not_taken_for_what_the_camera_has_found(monkeypatch: pytest.MonkeyPatch):
    table = Table(monkeypatch, light=0.1)
    table.lit(0.1, 1.0)
    table.lit(1.0, WRONG_S + 0.7)
    assert table.later == [True]
    table.lit(1.0, FOUND_LEAST_S + 0.5)
    assert table.later == [True, False]


def test_the_focus_is_found_again_with_the_exposure_unless_somebody_has_set_it():
    known = dict.fromkeys(("AeEnable", "AwbEnable", "AfMode", "AfTrigger"))
    both = {"AeEnable": True, "AwbEnable": True}
    assert freed(Settings(), known) == {**both, "AfMode": 1, "AfTrigger": 0}
    assert freed(Settings(focus=2.0), known) == both
    assert freed(Settings(), {"AeEnable": None}) == {"AeEnable": True}


def test_white_cards_on_a_quarter_of_the_cloth_are_no_other_light():
    follows = following.Following(Settings(), {"AeEnable": None})
    cloth = np.full((90, 160, 3), 60, np.uint8)
    laid = cloth.copy()
    laid[:, :40] = 250
    told = [follows.after(each, {}, n / 2) for n, each in enumerate([cloth, *[laid] * 40])]
    assert told == [{}] * 41
