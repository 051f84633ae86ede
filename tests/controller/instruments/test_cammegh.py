"""The Cammegh wheel: a number once, in state 5, of a spin that was seen; faults by name.

The forms of lines and rounds are those that recordings of a real SlingShot 2 show.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.observations import BallSeen, WheelFault
from sabot.instruments.contract import DriverInfo
from sabot.instruments.registry import driver
from sabot.instruments.wheel.cammegh import Options, Parser
from sabot.instruments.wheel.cammegh_wire import Status, line_of, status
from tests.controller.instruments.wheel_lines import (
    ended,
    faults,
    heard,
    line,
    numbers,
    phases,
    round_of,
    rounds,
)

pockets = st.integers(0, 36).map(str)


def test_a_status_line_is_read_field_by_field():
    assert status(b"*X;5;001;31;0;146;1") == Status(5, "001", "31", 0, 146, True)
    assert status(b"*X;2;151; 4;8;167;0") == Status(2, "151", "4", 8, 167, False)
    assert status(b"*X;6;001;  ;C;000;0") == Status(6, "001", "", 12, 0, False)


@pytest.mark.parametrize(
    "garbled",
    [
        b"6; 9;0;158;0",
        b"*X;4;14*X;*X;4;146; 9;0;158;0",
        b"*X;5;146;9;0;158;0",
        b"*X;5;146;09;0;158;0",
        b"*X;7;146; 9;0;158;0",
        b"*X;5;46; 9;0;158;0",
        b"*X;5;146; 9;0;158;2",
        b"*X;5;146; 9;0;158;0 ",
        b"X;5;146; 9;0;158;0",
        b"*X;5;146; 9;G;158;0",
    ],
)
def test_a_line_that_is_not_whole_says_nothing_and_is_counted(garbled):
    parser = Parser()
    assert heard(*round_of(9, spin=146)[:-4], parser=parser)
    assert heard(garbled + b"\r\n", garbled + b"\r\n", parser=parser) == []
    assert parser.tally.refused["garbled"] == 2


def test_a_round_is_told_phase_by_phase_and_its_number_once():
    seen = heard(*round_of(17))
    assert phases(seen) == ["bets-open", "spin-begun", "rnvp-due", "ball-dropped", "at-rest"]
    assert numbers(seen) == ["17"]
    assert faults(seen) == []
    assert seen[-1] == BallSeen("17", "wheel")
    assert {each.direction for each in seen[:-1]} == {"anticlockwise"}
    assert seen[-2].rotor_rpm == 16.0


def test_the_previous_number_that_stands_in_the_line_before_state_5_is_never_shown():
    until_the_winner = round_of(17, spin=2, before="31")[:-5]
    assert numbers(heard(*until_the_winner)) == []


def test_the_bare_number_before_state_5_is_no_number_of_its_own():
    seen = heard(*round_of(17)[:-4])
    assert numbers(seen) == []


def test_a_number_of_one_line_waits_for_a_second_witness():
    lines = round_of(17, bare=False)
    assert numbers(heard(*lines[:-3])) == []
    assert numbers(heard(*lines[:-2])) == ["17"]


def test_the_bare_number_is_a_witness_as_good_as_a_second_line():
    assert numbers(heard(*round_of(17)[:-3])) == ["17"]
    assert numbers(heard(*round_of(17, bare=False)[:-4], b"7\r\n", line(5, 1, 17, turned=True))) == []


def test_the_line_of_the_next_round_bears_witness_for_a_number_told_once():
    lines = round_of(17, bare=False)[:-3]
    assert numbers(heard(*lines, line(2, 2, 17), line(2, 2, 17))) == ["17"]
    assert numbers(heard(*lines, line(2, 2, 4), line(2, 2, 4))) == []


def test_a_stale_number_in_a_line_whose_state_was_damaged_is_never_believed():
    """4 became 5 on its way: the number in it is the one before."""
    lines = round_of(17, spin=2, before="31")
    damaged = line(5, 2, "31")
    assert numbers(heard(*lines[:5], damaged, *lines[5:])) == ["17"]
    assert numbers(heard(*lines[:5], damaged)) == []


def test_a_step_that_no_wheel_makes_is_believed_when_it_is_seen_twice_running():
    def seen_after(*states):
        return phases(heard(*round_of(17)[:6], *map(line, states)))[3:]

    assert seen_after(2) == seen_after(2, 4, 2) == seen_after(1, 2) == []
    assert seen_after(2, 2) == ["bets-open"]


def test_lines_of_every_kind_are_counted():
    parser = Parser()
    heard(line(2), line(2), b"17\r\n", b"x\r\n", parser=parser)
    assert parser.tally.frames == 2
    assert parser.tally.refused == {"bare": 1, "garbled": 1}
    assert parser.tally.bytes == 2 * len(line(2)) + 7


def test_each_of_many_rounds_gives_its_number_once_and_in_order():
    played = ["17", "17", "0", "36", "9", "9", "9"]
    assert numbers(heard(*rounds(played))) == played


def test_the_count_goes_on_from_999_to_000():
    seen = heard(*round_of(5, spin=999), *round_of(6, spin=0, before=5))
    assert numbers(seen) == ["5", "6"]
    assert faults(seen) == []


def test_a_number_of_a_spin_that_nobody_saw_is_withheld_and_told():
    seen = heard(*[line(5, 9, 17)] * 4)
    assert numbers(seen) == []
    assert faults(seen) == ["spin-not-seen"]
    assert faults(heard(*[line(2, 9, 4)] * 2, *[line(5, 9, 17)] * 4)) == ["spin-not-seen"]


def test_a_restarted_controller_does_not_ask_for_the_number_that_it_has():
    seen = heard(*[line(5, 9, 17)] * 4, parser=Parser(mark="009"))
    assert seen == []


def test_the_mark_is_the_spin_whose_number_was_published_last():
    parser = Parser()
    heard(*rounds(["4", "8"], first=41), parser=parser)
    assert parser.mark == "042"


@pytest.mark.parametrize(
    ("bit", "name"),
    [(1, "ball-removed"), (2, "wrong-direction"), (4, "sensor-broken"), (8, "launch-failed")],
)
def test_each_flag_is_a_fault_with_its_own_name_once_until_it_ends(bit, name):
    during = [line(4, flags=bit)] * 5
    seen = heard(*round_of(3)[:6], *during, line(4), line(4))
    assert faults(seen) == [name]
    assert ended(seen) == [name]


def test_flags_combine_and_each_begins_and_ends_by_itself():
    seen = heard(line(4, flags=4), line(4, flags=5), line(4, flags=1), line(4))
    assert [(each.name, each.since_ok) for each in seen if hasattr(each, "since_ok")] == [
        ("sensor-broken", False),
        ("ball-removed", False),
        ("sensor-broken", True),
        ("ball-removed", True),
    ]


def test_a_number_is_withheld_while_a_flag_stands():
    spoilt = [line(5, 1, 17, flags=2, turned=True)] * 4
    assert numbers(heard(*round_of(17)[:-4], *spoilt)) == []


def test_a_wheel_that_closes_in_the_middle_of_a_round_is_a_fault_until_it_starts_again():
    seen = heard(*round_of(3)[:6], line(6), line(6), line(1), line(1))
    assert faults(seen) == ["closed-in-round"]
    assert ended(seen) == ["closed-in-round"]


def test_a_closed_wheel_after_power_on_or_after_a_number_is_no_fault():
    assert faults(heard(line(6), line(6), line(1), line(2))) == []
    assert faults(heard(*round_of(3), line(6), line(6))) == []


def test_a_round_that_ends_without_a_number_is_told():
    seen = heard(*round_of(3)[:7], line(2, 2), line(2, 2))
    assert faults(seen) == ["number-missed"]


def test_the_rotor_must_turn_the_other_way_in_each_spin_where_the_house_wants_it():
    twice = [*round_of(3, spin=1, turned=True), *round_of(4, spin=2, before=3, turned=True)]
    assert faults(heard(*twice)) == ["not-alternated"]
    assert numbers(heard(*twice)) == ["3", "4"]
    assert faults(heard(*twice, parser=Parser(Options(alternate=False)))) == []


def test_the_rotor_is_judged_on_two_lines_and_only_while_the_ball_is_in_play():
    assert faults(heard(line(2, speed=0), line(2, speed=0), line(2, speed=950))) == []
    assert faults(heard(line(4, speed=443), line(4, speed=160))) == []
    seen = heard(line(4, speed=443), line(4, speed=925), line(4, speed=12), line(4, speed=6), line(4))
    assert faults(seen) == ["rotor-too-fast", "rotor-too-slow"]
    assert ended(seen) == ["rotor-too-fast", "rotor-too-slow"]


def test_a_number_that_the_wheel_does_not_have_is_a_fault_and_no_number():
    seen = heard(*round_of(38))
    assert numbers(seen) == []
    assert faults(seen) == ["no-such-pocket"]


def test_double_zero_is_a_number_of_a_wheel_that_has_it():
    american = Parser(Options(pockets=38))
    assert numbers(heard(*round_of("00"), parser=american)) == ["00"]
    assert faults(heard(*round_of("00"))) == ["no-such-pocket"]


def test_silence_is_a_fault_that_ends_with_the_next_line():
    parser = Parser()
    heard(*round_of(3)[:4], parser=parser)
    assert faults(parser.silent("nothing was heard for 5 s")) == ["silent"]
    assert ended(heard(line(4), parser=parser)) == ["silent"]


def test_two_minutes_in_one_burst_say_what_they_would_have_said_one_by_one():
    lines = rounds([str(number) for number in range(20)])
    burst = b"".join(lines)
    assert heard(burst) == heard(*lines)
    assert numbers(heard(burst)) == [str(number) for number in range(20)]


@settings(max_examples=150, deadline=None)
@given(
    played=st.lists(pockets, min_size=1, max_size=4),
    data=st.data(),
)
def test_however_lines_are_cut_merged_and_lost_no_number_is_told_that_did_not_fall(played, data):
    """Bytes are lost and lines run into each other; what is told always fell, in its order."""
    stream = bytearray(b"".join(rounds(played)))
    for _ in range(data.draw(st.integers(0, 12))):
        at = data.draw(st.integers(0, max(0, len(stream) - 1)))
        del stream[at : at + data.draw(st.integers(1, 30))]
    told = numbers(heard(bytes(stream)))
    left = iter(played)
    assert all(number in left for number in told)


@settings(max_examples=150, deadline=None)
@given(played=st.lists(pockets, min_size=1, max_size=3), data=st.data())
def test_one_damaged_byte_never_makes_a_number_that_did_not_fall(played, data):
    stream = bytearray(b"".join(rounds(played)))
    at = data.draw(st.integers(0, len(stream) - 1))
    stream[at] = data.draw(st.sampled_from([*b"0123456789;*X \r\n", 0, 255]))
    told = numbers(heard(bytes(stream)))
    left = iter(played)
    assert all(number in left for number in told)


@given(noise=st.binary(max_size=400))
def test_after_any_noise_and_the_end_of_it_rounds_are_read_again(noise):
    parser = Parser()
    heard(noise, b"\r\n", parser=parser)
    assert numbers(heard(*rounds(["5", "6"]), parser=parser))[-1:] == ["6"]


def test_a_line_without_an_end_is_given_up_and_never_kept_whole():
    parser = Parser()
    heard(b"*X;5;" * 5000, parser=parser)
    assert parser.tally.refused["long"] == 0
    heard(b"\r\n", parser=parser)
    assert parser.tally.refused["long"] == 1


@pytest.mark.parametrize(
    ("option", "value"),
    [("pockets", 36), ("witnesses", 3), ("slowest_rpm", 50.0), ("layout", "0 1 1")],
)
def test_an_option_that_cannot_be_is_refused_by_name(option, value):
    info: DriverInfo = driver("cammegh")
    with pytest.raises(ValueError, match=option):
        info.read_options({option: value})


def test_a_line_written_is_the_line_read():
    now = Status(4, "007", "9", 12, 158, True)
    assert status(line_of(now).strip()) == now


def test_a_line_of_the_wheel_has_eighty_bytes_at_most():
    for count, refused in ((80, "garbled"), (81, "long")):
        parser = Parser()
        parser.feed(b"x" * count + b"\r\n")
        assert parser.tally.refused[refused] == 1


def test_the_spin_after_number_999_must_turn_the_other_way_too():
    last = round_of(3, spin=999, turned=True)
    assert faults(heard(*last, *round_of(4, spin=0, before=3, turned=True))) == ["not-alternated"]
    assert faults(heard(*last, *round_of(4, spin=0, before=3, turned=False))) == []


def test_after_a_spin_that_was_missed_the_direction_says_nothing():
    first = round_of(3, spin=1, turned=True)
    assert faults(heard(*first, *round_of(4, spin=3, before=3, turned=True))) == []


def why(*lines):
    """The faults of these lines, with their words."""
    return [(each.name, str(each.why), each.spin) for each in heard(*lines) if isinstance(each, WheelFault)]


def test_a_fault_says_what_is_known_of_it_and_otherwise_what_it_means():
    assert why(line(4, 7, speed=443), line(4, 7, speed=925)) == [
        ("rotor-too-fast", "92.5 revolutions a minute", "007")
    ]
    assert why(line(4, 8, flags=8)) == [("launch-failed", "the ball was not launched", "008")]
    assert why(*round_of(38, spin=9))[0] == ("no-such-pocket", "the wheel shows 38", "009")


@pytest.mark.parametrize(
    ("speed", "named"), [(80, []), (79, ["rotor-too-slow"]), (400, []), (401, ["rotor-too-fast"])]
)
def test_the_rotor_may_turn_as_slowly_and_as_fast_as_its_bounds(speed, named):
    for state in (3, 4):
        assert faults(heard(line(state, speed=speed), line(state, speed=speed))) == named
    assert faults(heard(line(2, speed=speed), line(2, speed=speed))) == []


def test_the_speed_of_a_phase_is_in_revolutions_a_minute():
    (seen,) = heard(line(2, speed=163))
    assert (seen.phase, seen.rotor_rpm, seen.direction) == ("bets-open", 16.3, "clockwise")
    coarse = Parser(Options(unit_rpm=0.125))
    (seen,) = heard(line(2, speed=163), parser=coarse)
    assert seen.rotor_rpm == 20.38


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"witnesses": 0}, "1 or 2 was expected"),
        ({"witnesses": 3}, "1 or 2 was expected"),
        ({"slowest_rpm": -0.5}, "slowest_rpm must be below"),
        ({"slowest_rpm": 40.0}, "slowest_rpm must be below"),
        ({"slowest_rpm": 0.0}, ""),
        ({"witnesses": 1}, ""),
    ],
)
def test_the_bounds_of_the_options(options, words):
    refusal = Options(**options).refusal()
    assert words in refusal
    assert bool(words) is bool(refusal)


def test_one_witness_is_enough_where_the_house_says_so():
    trusting = Parser(Options(witnesses=1))
    once = [*round_of(9, bare=False)[:-4], line(5, 1, 9)]
    assert numbers(heard(*once, parser=trusting)) == ["9"]
    assert numbers(heard(*once)) == []


def test_a_wheel_that_is_not_flagged_any_more_ends_the_fault_with_its_words():
    seen = heard(line(4, 8, flags=8), line(4, 8))
    over = [each for each in seen if isinstance(each, WheelFault) and each.since_ok]
    assert [(each.name, str(each.why)) for each in over] == [("launch-failed", "the ball was not launched")]
