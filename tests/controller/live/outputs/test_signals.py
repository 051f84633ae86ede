"""How lamp and buzzer go on and off (controller/sabot/live/outputs/signals.py)."""

from __future__ import annotations

import pytest

from sabot.live.outputs.signals import (
    ALARM,
    DIP,
    FAST,
    GLINT,
    NEVER,
    SIGNALS,
    SLOW,
    STANDSTILL,
    STEADY,
    Rhythm,
)


@pytest.mark.parametrize(
    ("rhythm", "on_ms", "of_ms"),
    [
        (STEADY, 1000, 1000),
        (NEVER, 0, 1000),
        (SLOW, 1000, 2000),
        (FAST, 250, 500),
        (GLINT, 100, 4000),
        (DIP, 3600, 4000),
        (ALARM, 200, 1000),
    ],
)
def test_a_rhythm_is_on_for_its_part_of_each_period_and_begins_again(rhythm: Rhythm, on_ms: int, of_ms: int):
    for begin_ms in (0, of_ms, 7 * of_ms):
        assert [rhythm.is_on(begin_ms + each) for each in range(of_ms)] == [
            each < on_ms for each in range(of_ms)
        ]


def test_only_a_fault_and_a_table_that_stands_still_sound_on():
    assert [each.state for each, _ in SIGNALS if each.buzzer != NEVER] == ["fault"]
    assert STANDSTILL.buzzer == ALARM
    assert [each.state for each, _ in SIGNALS if each.beep] == ["refused", "check", "instrument-lost"]
