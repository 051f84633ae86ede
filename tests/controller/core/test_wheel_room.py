"""What the table shows of its wheel: the round as it stands, and faults that stay until they are answered by
name."""

from sabot.core.observations import (
    Acknowledged,
    BallSeen,
    ClockTicked,
    CoupEnded,
    Staked,
    Undone,
    WheelFault,
    WheelSeen,
    as_dict,
    from_dict,
)
from sabot.core.reasons import Reason
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.register import GAMES


def after(*seen):
    table = opened(GAMES["roulette"])
    for each in seen:
        table, _ = step(table, each)
    return table


def faults(*seen):
    wheel = view(after(*seen))["wheel"]
    return [(each["name"], each["over"], each["answered"]) for each in wheel["faults"]] if wheel else []


BROKEN = WheelFault("sensor-broken", Reason("the sensor saw nothing"), spin="012")


def test_a_table_without_a_wheel_shows_none():
    assert view(after(Staked("rouge", 1000)))["wheel"] is None


def test_the_round_of_the_wheel_is_shown_as_it_was_last_seen():
    shown = view(after(WheelSeen("bets-open", "012"), WheelSeen("spin-begun", "012", "clockwise", 16.5)))
    assert shown["wheel"]["seen"]["phase"] == "spin-begun"
    assert shown["wheel"]["seen"]["rotor_rpm"] == 16.5


def test_a_fault_of_the_wheel_stays_when_it_is_over_until_it_is_answered_by_its_name():
    assert faults(BROKEN) == [("sensor-broken", False, False)]
    over = BROKEN._replace(since_ok=True)
    assert faults(BROKEN, over) == [("sensor-broken", True, False)]
    assert faults(BROKEN, over, Acknowledged(by="chef", fault="sensor-broken")) == []


def test_a_fault_that_lasts_stays_although_it_was_answered():
    answer = Acknowledged(by="chef", fault="sensor-broken")
    assert faults(BROKEN, answer) == [("sensor-broken", False, True)]
    assert faults(BROKEN, answer, BROKEN._replace(since_ok=True)) == []


def test_an_answer_without_the_name_or_with_another_leaves_the_fault_open():
    over = BROKEN._replace(since_ok=True)
    assert faults(BROKEN, over, Acknowledged(by="chef")) == [("sensor-broken", True, False)]
    assert faults(BROKEN, over, Acknowledged(fault="ball-out")) == [("sensor-broken", True, False)]


def test_a_fault_that_comes_again_must_be_answered_again_and_stands_once():
    answer = Acknowledged(fault="sensor-broken")
    assert faults(BROKEN, answer, BROKEN) == [("sensor-broken", False, False)]


def test_an_answer_to_the_wheel_answers_for_no_fault_of_the_play():
    late = (BallSeen("17"), Staked("rouge", 1000), Staked("rouge", 1), Staked("nowhere", 1000))
    table = after(*late, BROKEN)
    answered, events = step(table, Acknowledged(fault="sensor-broken"))
    assert table.play.taille.alerts
    assert answered.play == table.play
    assert events == ()


def test_taking_back_an_act_leaves_the_faults_of_the_wheel():
    assert faults(Staked("rouge", 1000), BROKEN, Undone()) == [("sensor-broken", False, False)]


def test_the_moment_of_a_fault_is_that_of_the_table_clock():
    table = after(ClockTicked(77), BROKEN)
    assert table.room.wheel.faults[0].since_ns == 77


def test_what_the_wheel_says_can_be_written_and_read_back():
    for seen in (WheelSeen("rnvp-due", "9", "clockwise", 12.0, "W1"), BROKEN, Acknowledged(fault="x")):
        assert from_dict(as_dict(seen)) == seen


def test_a_number_that_a_person_entered_keeps_its_mark_among_the_results():
    by_hand, by_wheel = BallSeen("17", source="manual"), BallSeen("5")
    shown = view(after(by_hand, CoupEnded(), by_wheel, CoupEnded()))
    assert [each.get("by_hand", False) for each in shown["results"]] == [True, False]


def test_the_results_of_a_table_without_a_number_bear_no_mark():
    assert view(after(Staked("rouge", 1000)))["results"] == []
