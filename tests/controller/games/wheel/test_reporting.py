"""Each phase and fault of a spin is reported once (sabot/games/wheel/reporting.py)."""

from __future__ import annotations

from sabot.core.observations import WheelFault, WheelSeen
from sabot.core.reasons import reason
from sabot.games.wheel.reporting import Reporter
from sabot.games.wheel.terms import FAULTS


def spinning() -> Reporter:
    reporter = Reporter("table 3", "eye")
    assert list(reporter.begin()) == []
    return reporter


def test_a_phase_is_reported_once_when_it_is_reached():
    reporter = spinning()
    assert list(reporter.phase("rnvp-due", False)) == []
    seen = WheelSeen("rnvp-due", "1", "clockwise", 20.5, "table 3", "eye", "17")
    assert list(reporter.phase("rnvp-due", True, direction="clockwise", rpm=20.5, zone="17")) == [seen]
    assert list(reporter.phase("rnvp-due", True)) == []


def test_an_unknown_speed_is_none():
    assert next(spinning().phase("spin-begun", True, rpm=0.0)).rotor_rpm is None


def test_outside_a_spin_no_phase_is_reported():
    reporter = Reporter()
    assert not reporter.under_way
    assert list(reporter.phase("spin-begun", True)) == []
    list(reporter.begin())
    assert reporter.under_way
    reporter.end()
    assert not reporter.under_way
    assert list(reporter.phase("spin-begun", True)) == []


def test_stakes_are_taken_for_the_spin_to_come():
    assert spinning().bets_open() == WheelSeen("bets-open", "2", "", None, "table 3", "eye")


def test_a_fault_is_reported_once_until_it_is_over_and_the_next_spin_ends_it():
    reporter, why = spinning(), reason("a hand")
    fault = WheelFault("unsure", why, spin="1", source="eye")
    assert list(reporter.fault("unsure", why)) == [fault]
    assert list(reporter.fault("unsure")) == []
    assert list(reporter.over("ball-out")) == []
    assert list(reporter.begin()) == [WheelFault("unsure", why, since_ok=True, source="eye")]
    assert list(reporter.over("unsure")) == []
    assert next(reporter.fault("unsure")).why == FAULTS["unsure"]


def test_the_rotor_must_turn_the_other_way_in_the_next_valid_spin():
    reporter = spinning()
    assert list(reporter.turned("clockwise", alternate=True)) == []
    assert list(reporter.turned("", alternate=True)) == []
    assert [each.name for each in reporter.turned("clockwise", alternate=True)] == ["not-alternated"]
    assert list(reporter.turned("anticlockwise", alternate=True)) == []


def test_a_house_that_does_not_alternate_may_turn_as_it_likes():
    reporter = spinning()
    assert [
        *reporter.turned("clockwise", alternate=False),
        *reporter.turned("clockwise", alternate=False),
    ] == []
