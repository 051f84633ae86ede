"""The eye over a wheel at a table: its messages, its state, a knock, four points and one turn; before a drawn
wheel, with a clock that the test turns."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from sabot.cli import sabot
from sabot.config import read
from sabot.core.observations import BallSeen, WheelFault, WheelSeen
from sabot.core.reasons import reason
from sabot.instruments.camera.wheel import Options, Parser
from sabot_vision import keeping
from sabot_vision.frame import Frame, LostError, Settings
from sabot_vision.wheel import surveying
from sabot_vision.wheel.attending import Attendant
from sabot_vision.wheel.calibrating import RingError
from sabot_vision.wheel.drawn import DrawnWheel
from sabot_vision.wheel.fit import Fit
from sabot_vision.wheel.rotor import Turned
from sabot_vision.wheel.seen import House, Seen, house_of
from sabot_vision.wheel.view import view_of


class Clock:
    """A clock that only waiting moves on."""

    def __init__(self) -> None:
        self.at_s = 100.0

    def now(self) -> float:
        return self.at_s

    def wait(self, seconds: float) -> None:
        self.at_s += seconds


@cache
def drawn() -> tuple[DrawnWheel, Clock]:
    cv2.setNumThreads(1)
    clock = Clock()
    return DrawnWheel(Settings(fps=30), House(), seed=7, now=clock.now, wait=clock.wait), clock


def looking(live: Path | None = None, view: str | None = None) -> tuple[Attendant, list[dict[str, Any]]]:
    """An eye before the drawn wheel, as it is without faults, and its messages."""
    wheel, _ = drawn()
    wheel.obey({"do": "fault", "fault": ""})
    said: list[dict[str, Any]] = []
    eye = Attendant(House(), wheel.view if view is None else view, said.append, live=live)
    wheel.is_due = eye.is_due
    return eye, said


def pass_time(eye: Attendant, seconds: float) -> None:
    wheel, clock = drawn()
    end_s = clock.at_s + seconds
    while clock.at_s < end_s:
        try:
            picture, at_s = wheel.read()
            eye.see(Frame(0, at_s, picture))
        except LostError:
            clock.wait(0.5)
            eye.see(Frame(0, clock.at_s, None, reason("pulled")))


def rim() -> str:
    """The four points of the drawn ring, as somebody touches them."""
    angle = np.linspace(0, 2 * np.pi, 360)
    at = view_of(drawn()[0].view).pixels(np.ones(360), angle, np.zeros(360))
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in at[[*at.argmin(axis=0), *at.argmax(axis=0)]])


def states(said: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    for each in said:
        if each["eye"] == "beat" and each["state"] not in found[-1:]:
            found.append(each["state"])
    return found


def test_a_drawn_spin_into_a_pocket_is_told_with_its_number() -> None:
    eye, said = looking()
    pass_time(eye, 2.0)
    drawn()[0].obey({"do": "spin", "number": "29"})
    pass_time(eye, 16.0)
    seen = [each["seen"] for each in said if each["eye"] == "wheel"]
    assert [each["phase"] for each in seen if each["kind"] == "WheelSeen"][:5] == [
        *("bets-open", "spin-begun", "rnvp-due", "ball-dropped", "at-rest")
    ]
    assert [each["pocket"] for each in seen if each["kind"] == "BallSeen"] == ["29"]
    assert states(said) == ["fine"]


def test_a_spin_shows_another_number_where_that_is_asked_for_once() -> None:
    wheel, clock = drawn()
    wheel.obey({"do": "fault", "fault": "other"})
    wheel.obey({"do": "spin", "number": "26"})
    assert wheel._spinning.truth.number == "0"
    before = wheel._clockwise
    wheel.obey({"do": "spin", "number": "26", "wrong": "ball-out"})
    assert wheel._film.spinning.truth.number is None
    assert wheel._film.spinning.wrong == "ball-out"
    wheel.obey({"do": "spin", "number": "26"})
    assert wheel._film.spinning.truth.number == "26"
    assert wheel._clockwise != before
    clock.wait(60.0)


@pytest.mark.parametrize(("turned", "clockwise"), [("clockwise", False), ("anticlockwise", True), ("", True)])
def test_a_wheel_that_was_just_drawn_spins_the_other_way_than_the_last_spin_on_record(
    turned: str, clockwise: bool
) -> None:
    wheel = DrawnWheel(Settings(fps=30), House(), seed=7)
    wheel.obey({"do": "spin", "number": "26", "turned": turned})
    assert wheel._spinning.truth.clockwise is clockwise
    wheel.obey({"do": "spin", "number": "26", "turned": "clockwise"})
    assert wheel._spinning.truth.clockwise is False


def test_a_camera_that_is_pulled_out_is_lost_and_comes_back() -> None:
    eye, said = looking()
    pass_time(eye, 0.5)
    drawn()[0].obey({"do": "fault", "fault": "lost"})
    pass_time(eye, 1.0)
    drawn()[0].obey({"do": "fault", "fault": ""})
    pass_time(eye, 0.5)
    assert states(said) == ["fine", "lost", "fine"]


@pytest.mark.parametrize("before_drop_s", [2.2, 0.4])
def test_a_spin_in_which_the_camera_was_pulled_out_is_missed_and_gives_no_number(
    before_drop_s: float,
) -> None:
    """Neither while its ball still runs when the camera is back, nor while it scatters."""
    eye, said = looking()
    wheel, told = drawn()[0], Parser(Options())
    pass_time(eye, 2.0)
    wheel.obey({"do": "spin", "number": "29"})
    truth = wheel._spinning.truth
    pass_time(eye, truth.dropped_s - before_drop_s)
    wheel.obey({"do": "fault", "fault": "lost"})
    pass_time(eye, 0.6)
    wheel.obey({"do": "fault", "fault": ""})
    pass_time(eye, truth.rest_s - truth.dropped_s + before_drop_s + 1.0)
    told_of = [each for plain in said for each in told.feed(json.dumps(plain).encode() + b"\n")]
    assert not any(isinstance(each, BallSeen) for each in told_of)
    assert [each.phase for each in told_of if isinstance(each, WheelSeen)].count("bets-open") == 1
    assert [each.name for each in told_of if isinstance(each, WheelFault)] == ["number-missed"]


@pytest.mark.parametrize(("fault", "state"), [("dark", "black"), ("frozen", "frozen")])
def test_pictures_that_show_nothing_are_named(fault: str, state: str) -> None:
    eye, said = looking()
    pass_time(eye, 0.5)
    drawn()[0].obey({"do": "fault", "fault": fault})
    pass_time(eye, 2.0)
    assert states(said) == ["fine", state]


def test_a_ring_that_fits_better_aside_is_a_knock_until_it_fits_again() -> None:
    wheel, clock = drawn()
    wheel.is_due = lambda at_s: True
    fit, seen = Fit(view_of(wheel.view), House().order), Seen(0.0, Turned(seen=True), None, [])
    knocks = []
    for fault in ("", "knocked", ""):
        wheel.obey({"do": "fault", "fault": fault})
        for _ in range(5):
            clock.wait(2.0)
            picture, at_s = wheel.read()
            fit.look(picture, seen, at_s)
            knocks.append(fit.knocked)
    assert knocks == [*[False] * 8, True, True, True, True, True, True, False]


def test_a_knocked_camera_is_named_gives_no_number_and_is_fine_when_it_is_turned_back() -> None:
    eye, said = looking()
    pass_time(eye, 0.5)
    assert eye._fit
    eye._fit.knocked, eye._fit._looked_s = True, 1e9
    pass_time(eye, 1.0)
    before = len(said)
    pass_time(eye, 1.5)
    assert states(said) == ["fine", "knocked"]
    assert {each["eye"] for each in said[before:]} == {"beat"}
    eye._fit.knocked = False
    pass_time(eye, 1.0)
    assert states(said) == ["fine", "knocked", "fine"]


def test_a_hand_over_the_wheel_is_no_knock() -> None:
    wheel, _ = drawn()
    fit = Fit(view_of(wheel.view), House().order)
    nothing = np.full((480, 640, 3), 90, np.uint8)
    covered = Seen(0.0, Turned(), None, [], covered=True)
    for at_s in range(20):
        fit.look(nothing, covered, float(at_s))
    assert not fit.knocked
    for at_s in range(20, 31):
        fit.look(nothing, covered._replace(covered=False), float(at_s))
    assert fit.knocked


def test_four_points_and_one_turn_place_the_wheel_and_nonsense_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LOOKED_AT_S", 1e9)
    (tmp_path / "look").touch()
    eye, said = looking(tmp_path, view="")
    pass_time(eye, 0.5)
    status = json.loads((tmp_path / "live.json").read_text())
    assert (states(said)[-1], status["view"], status["turned"]) == ("unplaced", "", 0)
    for points in ("1,1 2,2", "nonsense", rim()):
        eye.obey({"do": "corners", "corners": points})
        pass_time(eye, 0.5)
        assert json.loads((tmp_path / "live.json").read_text())["calibration"] is None or points != rim()
    eye.obey({"do": "other"})
    drawn()[0].obey({"do": "spin"})
    pass_time(eye, 7.0)
    status = json.loads((tmp_path / "live.json").read_text())
    assert status["turned"] >= 1
    found, true = view_of(status["view"]), view_of(drawn()[0].view)
    assert abs(found.x_px - true.x_px) < 4
    assert abs(found.y_px - true.y_px) < 4
    assert states(said)[-1] == "fine"
    assert (tmp_path / "live.jpg").stat().st_size > 5000
    drawn()[1].wait(30.0)


def test_pictures_of_another_size_need_new_points() -> None:
    eye, said = looking()
    for number in range(8):
        eye.see(Frame(number, 1000.0 + number / 5, np.full((360, 480, 3), 90 + number, np.uint8)))
    assert states(said)[-1] == "resized"


def film(folder: Path, seconds: float) -> None:
    """Pictures of the wheel while it is pushed, ten a second."""
    wheel, clock = drawn()
    wheel.obey({"do": "fault", "fault": ""})
    wheel.is_due = lambda at_s: True
    wheel.obey({"do": "spin"})
    clock.wait(1.0)
    for number in range(round(10 * seconds)):
        clock.wait(0.1)
        cv2.imwrite(str(folder / f"{number:03}.jpg"), wheel._film.picture(clock.at_s - wheel._begun_s))
    clock.wait(30.0)


def test_the_command_places_a_camera_by_a_film_and_writes_its_view(tmp_path: Path) -> None:
    pictures, file, marked = tmp_path / "film", tmp_path / "table.toml", tmp_path / "marked.png"
    pictures.mkdir()
    film(pictures, 5.5)
    file.write_text('[table]\ngame = "roulette"\n')
    given = ["calibrate", "wheel-camera", "--config", str(file), "--pictures", str(pictures)]
    done = CliRunner().invoke(sabot, [*given, "--points", rim(), "--draw", str(marked)])
    assert done.exit_code == 0, done.output
    view = read(file.read_text()).wheel.view
    assert f"view = {view}" in done.output
    assert cv2.imread(str(marked)).shape == (480, 640, 3)
    refused = CliRunner().invoke(sabot, [*given, "--points", "1,1 2,2 3,3 4,4"])
    assert (refused.exit_code, "the ring of numbers is too small in the picture" in refused.output) == (
        2,
        True,
    )
    for each in sorted(pictures.iterdir())[6:]:
        each.unlink()
    short = CliRunner().invoke(sabot, [*given, "--points", rim()])
    assert "the rotor was not followed once round" in short.output


def test_the_command_needs_a_camera_and_pictures(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\ngame = "roulette"\n')
    none = CliRunner().invoke(sabot, ["calibrate", "wheel-camera", "--config", str(file), "--points", "1,1"])
    assert "the configuration names no camera" in none.output
    with pytest.raises(RingError, match="there is no picture"):
        surveying.surveyed(str(tmp_path), {}, rim(), None)


def test_the_command_says_so_where_the_game_has_no_wheel(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\ngame = "punto-banco"\n')
    given = ["calibrate", "wheel-camera", "--config", str(file), "--pictures", str(tmp_path)]
    refused = CliRunner().invoke(sabot, [*given, "--points", rim()])
    assert (refused.exit_code, "punto-banco has no wheel" in refused.output) == (2, True)


@pytest.mark.parametrize(("fps", "looked_at"), [(30, 1801), (120, 7201)])
def test_the_rotor_has_a_minute_to_turn_once_at_any_rate_of_pictures(
    fps: int, looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[float] = []
    eye = SimpleNamespace(see=lambda _, at_s: seen.append(at_s), seen=None, view=None)
    monkeypatch.setattr(surveying, "WheelEye", lambda *_: eye)
    monkeypatch.setattr(surveying, "calibrated", lambda *_: None)
    black = np.zeros((2, 2, 3), np.uint8)
    taken = (Frame(number, number / fps, black) for number in range(200 * fps))
    monkeypatch.setattr(surveying, "frames", lambda *_: taken)
    with pytest.raises(RingError, match="not followed once round"):
        surveying.surveyed("0", {}, "", None)
    assert len(seen) == looked_at


def test_the_rules_of_the_house_are_those_that_the_controller_gives() -> None:
    assert house_of({"name": "left", "pockets": 38, "alternate": False, "source": "0"}) == House(
        38, alternate=False, wheel="left"
    )
