"""What `make soak` counts of stalled cameras (tools/stalls.py): a real eye's process, and what passes."""

from __future__ import annotations

import json
import os

import pytest

from tests.vision.stalling_picamera import FOR_EVER, IN_TIME
from tools import stalls
from tools.stalls import CASES, LIMIT_S, Case, Stall

SHORT_S = {"PICTURE_S": 0.1, "FOCUS_S": 0.1, "SETTLE_S": 0.1, "STEP_S": 0.3}


@pytest.mark.process
@pytest.mark.slow
def test_a_camera_that_stalls_gives_pictures_again_from_the_same_process_or_a_new_one():
    pytest.importorskip("cv2", reason="OpenCV is not installed (extra: camera)")
    environment = dict(os.environ)
    cases = [Case("capture_arrays", IN_TIME), Case("configure", FOR_EVER)]
    found = stalls.measured(cases, at_once=1, well_s=0.0, limits_s=SHORT_S)
    assert [each.case for each in found] == cases
    assert [each.in_new_process for each in found] == [False, True]
    assert all(each.back_s is not None and each.back_s >= 0.1 for each in found)
    assert dict(os.environ) == environment


def test_only_a_picture_taken_after_the_stall_counts():
    def beat(**more: object) -> bytes:
        return json.dumps({"eye": "beat", "state": "fine", **more}).encode()

    assert stalls.shows(beat(width=640, light=140.2), 140)
    assert not stalls.shows(beat(width=640, light=99.9), 140)
    assert not stalls.shows(beat(state="lost"), 140)


def test_a_step_of_opening_is_reached_by_a_cable_that_is_pulled_first():
    assert stalls.first(Case("capture_arrays", IN_TIME)) == {}
    assert stalls.first(Case("start", FOR_EVER)) == {"capture_arrays": "fails"}


def test_a_camera_is_back_in_time_or_not_or_never():
    right = Stall(CASES[0], LIMIT_S, in_new_process=True)
    late, never = Stall(CASES[0], LIMIT_S + 0.1), Stall(CASES[1], None)
    assert [each.is_right for each in (right, late, never)] == [True, False, False]
    told = stalls.summary([right, Stall(CASES[0], 3.0), late, never])
    assert told["back_in_time"] == 2
    assert told["wrong"] == [late, never]
    assert told["new_processes"] == 1
    assert (told["times"], told["median_s"], told["slowest_s"]) == (4, LIMIT_S, LIMIT_S + 0.1)
    assert told["cases"] == {
        "capture_arrays, in time": {"times": 3, "median_s": LIMIT_S, "slowest_s": LIMIT_S + 0.1},
        "configure, for ever": {"times": 1, "median_s": None, "slowest_s": None},
    }


def test_every_step_that_a_camera_may_stall_at_is_tried():
    assert {each.step for each in CASES} == {
        *("create", "configure", "start", "set_controls", "close"),
        *("autofocus_cycle", "capture_metadata", "capture_arrays"),
    }
