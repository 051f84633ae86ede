"""What a simulated wheel of each make says, moment by moment (sabot/instruments/simulated/wheel.py)."""

from __future__ import annotations

import random

import pytest

from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import Edges
from sabot.instruments.simulated.wheel import CammeghVoice, Played, SabotWheelVoice
from sabot.instruments.wheel import cammegh_wire
from sabot.instruments.wheel.physics import PERFECT, Truth

TRUTH = Truth("17", True, 20.0, 8, 10.0, 20.0, 22.0, 28.0, 60.0)
"""Launched at 10 s, no more bets at 16 s, dropped at 20 s; the number is known at 28 s."""


@pytest.mark.parametrize(
    ("wrong", "states"),
    [
        ("", [(2, 0), (3, 0), (4, 0), (4, 0), (5, 0), (5, 0), (2, 0), (2, 0)]),
        ("ball-out", [(2, 0), (3, 0), (4, 0), (4, 1), (6, 1), (1, 0), (1, 0), (1, 0)]),
        ("wrong-direction", [(2, 0), (3, 2), (4, 0), (4, 2), (6, 2), (1, 0), (1, 0), (1, 0)]),
        ("index-silent", [(2, 0), (3, 0), (4, 0), (4, 4), (6, 4), (1, 0), (1, 0), (1, 0)]),
        ("launch-failed", [(2, 0), (2, 8), (2, 8), (2, 8), (2, 8), (2, 8), (2, 8), (2, 0)]),
    ],
)
def test_a_cammegh_wheel_changes_its_state_at_the_moment_itself(wrong, states):
    wheel, spin = CammeghVoice(), Played(TRUTH._replace(wrong=wrong), [], 0.0)
    begins_s = (9.99, 10.0, 16.0, 20.01, 28.0, 30.0, 33.5, 60.0)
    assert [wheel._state(spin, at_s) for at_s in begins_s] == states
    ends_s = (0.0, 15.99, 20.0, 27.99, 29.99, 33.49, 59.99, 99.0)
    assert [wheel._state(spin, at_s) for at_s in ends_s] == states


def test_a_spin_is_over_a_second_after_its_number_was_shown_or_the_ball_was_picked_up():
    assert Played(TRUTH, [], 5.0).over_s == 66.0
    assert Played(TRUTH._replace(over_s=30.0), [], 5.0).over_s == 5.0 + 28.0 + 5.5 + 1.0


def test_a_cammegh_wheel_without_a_spin_takes_bets_at_sixteen_turns_a_minute():
    (line,) = CammeghVoice().says(None, 0.0).splitlines()
    assert cammegh_wire.status(line) == (2, "001", "", 0, 160, False)


def test_no_speed_is_told_above_99_turns_a_minute():
    spin = Played(TRUTH._replace(rpm=120.0), [], 0.0)
    (line,) = CammeghVoice().says(spin, 0.0).splitlines()
    assert cammegh_wire.status(line).speed == 999


def test_a_board_dates_what_it_hears_by_the_microsecond():
    board = SabotWheelVoice(PERFECT, random.Random(1))
    answer = board.hears(messages.framed(messages.Identify()), 123.456789)
    assert link.Deframer().feed(answer)[0].time_us == 123_456_789
    assert link.Deframer().feed(board.plugged(123.456789))[0].time_us == 123_456_789


def test_edges_go_out_ten_times_a_second_and_those_of_this_moment_with_the_next():
    board = SabotWheelVoice(PERFECT, random.Random(1))
    spin = Played(TRUTH, [(1.0, "index"), (1.05, "track"), (1.1, "pocket")], 0.0)

    def edges(at_s):
        frames = link.Deframer().feed(board.says(spin, at_s))
        return [
            (frame.time_us + after, sensor)
            for frame in frames
            if isinstance(told := messages.read(frame), Edges)
            for sensor, after in told.edges
        ]

    assert [edges(at_s) for at_s in (0.5, 1.06)] == [[], [(1_000_000, 1), (1_050_000, 3)]]
    board._ring.ring.clear()
    assert edges(1.15) == []
    assert edges(1.16) == [(1_100_000, 4)]


def test_a_cammegh_wheel_does_not_catch_up_on_what_nobody_heard():
    wheel = CammeghVoice()
    assert wheel.plugged(100.0) == b""
    assert len(wheel.says(None, 100.0).splitlines()) == 1
    assert wheel.says(None, 100.4) == b""
    wheel.plugged(100.4)  # nor does it speak sooner
    assert len(wheel.says(None, 100.5).splitlines()) == 1


def test_a_wheel_says_its_last_line_again_and_answers_nobody():
    wheel = CammeghVoice()
    assert wheel.again() == b""
    said = wheel.says(None, 0.0)
    assert wheel.again() == said
    assert wheel.hears(b"?", 1.0) == b""


def test_each_round_of_a_cammegh_wheel_has_the_next_number_and_after_999_the_first():
    wheel, count = CammeghVoice(), []
    for number in range(1001):
        spin = Played(TRUTH, [], number * 100.0)
        wheel.plugged(spin.begun_s + 28.0)
        wheel.says(spin, spin.begun_s + 28.0)
        wheel.plugged(spin.begun_s + 90.0)
        after = cammegh_wire.status(wheel.says(spin, spin.begun_s + 90.0).strip())
        assert after is not None
        count.append(after.spin)
    assert count[:2] == ["002", "003"]
    assert count[997:1000] == ["999", "001", "002"]
