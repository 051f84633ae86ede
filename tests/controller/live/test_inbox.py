"""The inbox: what waits there, for how long, and what is refused at its door."""

from __future__ import annotations

import math

import pytest

from sabot.core.observations import BetsClosed, ButtonPressed, DeviceLost, Noted, Perceived, WheelSeen
from sabot.core.reasons import Reason, reason
from sabot.live.inbox import Inbox, NotKept


def inbox() -> Inbox:
    """An inbox whose clocks stand still."""
    return Inbox(wall_ns=lambda: 7_000, monotonic_ns=lambda: 30)


def test_what_a_person_does_is_stamped_with_both_clocks_and_counts_as_pressed():
    door = inbox()
    door.put(ButtonPressed("deal"), role="panel")
    (waiting,) = door.take(0)
    assert waiting.perceived == Perceived(ButtonPressed("deal"), 7_000, 30)
    assert (waiting.role, waiting.pressed) == ("panel", True)


def test_what_a_reader_has_stamped_keeps_its_time_and_was_not_pressed():
    door = inbox()
    door.put(Perceived(BetsClosed(), 1, 2, "mark"), role="sabot")
    (waiting,) = door.take(0)
    assert waiting.perceived == Perceived(BetsClosed(), 1, 2, "mark")
    assert (waiting.role, waiting.pressed) == ("sabot", False)


def test_while_the_journal_cannot_be_written_a_person_is_refused_with_the_reason_and_a_reader_waits():
    door = inbox()
    door.halted = reason("the disk is full: free some space")
    refused = door.put(BetsClosed())
    waits = door.put(Perceived(BetsClosed(), 1, 1))
    with pytest.raises(NotKept, match="the disk is full"):
        refused.result(0)
    assert not waits.done()
    assert len(door) == len(door.take(0)) == 1


def test_64_are_taken_in_one_go_and_the_next_waits():
    door = inbox()
    for number in range(65):
        door.put(Noted("remark", "", str(number)))
    assert len(door) == 65
    taken = door.take(0)
    assert [each.perceived.observation.text for each in taken] == [*map(str, range(64))]
    assert [each.perceived.observation.text for each in door.take(0)] == ["64"]
    assert door.take(0) == []


def test_a_loop_that_is_woken_gets_what_came_before_that_and_nothing_after_it():
    door = inbox()
    door.put(BetsClosed())
    door.wake()
    door.put(ButtonPressed("end"))
    assert [each.perceived.observation for each in door.take(0)] == [BetsClosed()]
    assert [each.perceived.observation for each in door.take(0)] == [ButtonPressed("end")]
    door.wake()
    assert door.take(None) == []


def test_a_reason_that_a_driver_gave_as_text_is_a_reason_when_it_comes_out():
    door = inbox()
    door.put(Perceived(DeviceLost("sabot", "the cable was pulled"), 1, 1))
    (lost,) = (each.perceived.observation for each in door.take(0))
    assert lost.why == Reason("the cable was pulled")


def test_half_a_character_becomes_a_question_mark_in_a_text_and_anywhere_in_a_reason():
    door, half = inbox(), "\ud83c"
    inner = Reason(f"inner {half}", (("n", 3),))
    door.put(Noted("remark", half, "dim"))
    door.put(Perceived(DeviceLost("sabot", Reason("lost {why}", (("why", inner), ("port", half)))), 1, 1))
    noted, lost = (each.perceived.observation for each in door.take(0))
    assert (noted.by, noted.text) == ("?", "dim")
    assert lost.why.values == (("why", Reason("inner ?", (("n", 3),))), ("port", "?"))


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_no_screen_can_read_is_left_out_and_in_a_reason_a_question_mark(number: float):
    door = inbox()
    door.put(Perceived(WheelSeen("spin-begun", rotor_rpm=number), 1, 1))
    door.put(Perceived(DeviceLost("wheel", reason("{number} turns", number=number)), 1, 1))
    seen, lost = (each.perceived.observation for each in door.take(0))
    assert seen == WheelSeen("spin-begun", rotor_rpm=None)
    assert str(lost.why) == "? turns"
    door.put(Perceived(WheelSeen("spin-begun", rotor_rpm=20.5), 1, 1))
    assert door.take(0)[0].perceived.observation.rotor_rpm == 20.5


def test_half_a_character_in_the_role_of_an_instrument_does_not_halt_the_table():
    door = inbox()
    door.put(Perceived(DeviceLost("sabot", reason("the cable was pulled")), 1, 1), role="\ud83c")
    door.put(BetsClosed(), role="a\ud83c")
    assert [each.role for each in door.take(0)] == ["?", "a?"]
