"""Our own wheel sensor on its link: the same spins live, each said once, and nothing guessed when messages
are missing."""

import math
import random

import pytest

from sabot.core.observations import DeviceTroubled, WheelFault, WheelSeen
from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import Edges, Heartbeat, Hello
from sabot.instruments.registry import driver
from sabot.instruments.wheel import physics as wheel_physics
from sabot.instruments.wheel.edges import SENSORS
from sabot.instruments.wheel.physics import HABITS, PERFECT, Sensors
from sabot.instruments.wheel.sabot_wheel import Options, Parser
from tests.controller.instruments.wheel_lines import ended, faults, numbers, phases

TIDY = HABITS._replace(hand=0.0)


class Board:
    """The firmware's side: batches ten times a second, a heartbeat twice."""

    def __init__(self, parser=None, *, boot=7):
        self.parser, self.boot, self.sent, self.now_us = parser or Parser(), boot, 0, 0
        self.lost = False
        self.parser.feed(messages.framed(Hello(1, boot, 1, 0, "sabot-wheel", "W1", "1.0")))

    def says(self, message, t_us):
        self.sent += 1
        frame = messages.framed(message, sequence=self.sent & 0xFFFF, time_us=t_us)
        return [] if self.lost else self.parser.feed(frame)

    def plays(self, pulses, *, until_s):
        edges = wheel_physics.edges(pulses, begin_us=self.now_us)
        end_us, seen = self.now_us + round(until_s * 1e6), []
        while self.now_us < end_us:
            begin_us, self.now_us = self.now_us, self.now_us + 100_000
            due = [each for each in edges if begin_us <= each.t_us < self.now_us]
            if due:
                batch = tuple((SENSORS[each.sensor], each.t_us - due[0].t_us) for each in due)
                seen += self.says(Edges(batch), due[0].t_us)
            if self.now_us % 500_000 == 0:
                beat = Heartbeat(self.boot, 1, 0, self.sent, 0, 0)
                seen += self.parser.feed(messages.framed(beat, time_us=self.now_us))
        return seen

    def spins(self, seed, *, clockwise=True, sensors=PERFECT, habits=TIDY, **more):
        rng = random.Random(seed)
        truth, pulses = wheel_physics.spin(rng, clockwise=clockwise, habits=habits, **more)
        return truth, self.plays(sensors.spoilt(pulses, rng), until_s=truth.over_s + 40)


def test_a_spin_is_told_phase_by_phase_and_its_number_once():
    truth, seen = Board().spins(1)
    assert [each for each in phases(seen) if each != "bets-open"] == [
        "spin-begun",
        "rnvp-due",
        "ball-dropped",
        "at-rest",
    ]
    assert numbers(seen) == [truth.number]
    assert faults(seen) == []


def test_spins_are_counted_from_one():
    board = Board()
    for number in (1, 2):
        _, seen = board.spins(number)
        spins = {each.spin for each in seen if isinstance(each, WheelSeen) and each.phase == "at-rest"}
        assert spins == {str(number)}


def test_stakes_are_open_again_once_the_ball_is_picked_up():
    _, seen = Board().spins(2)
    assert phases(seen)[-2:] == ["at-rest", "bets-open"]


def test_spin_after_spin_with_erring_sensors_every_number_is_the_right_one():
    board = Board()
    for seed in range(25):
        truth, seen = board.spins(seed, clockwise=bool(seed % 2), sensors=Sensors(), habits=HABITS)
        assert numbers(seen) in ([truth.number], [])
        assert numbers(seen) or faults(seen)


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ("too-few-laps", "too-few-laps"),
        ("rotor-too-slow", "rotor-too-slow"),
        ("wrong-direction", "wrong-direction"),
        ("ball-out", "ball-out"),
        ("launch-failed", "launch-failed"),
        ("index-silent", "sensor-silent"),
        ("index2-silent", "sensor-silent"),
        ("track-silent", "sensor-silent"),
        ("sensors-disagree", "sensors-disagree"),
        ("pockets-disagree", "sensors-disagree"),
    ],
)
def test_what_goes_wrong_is_told_by_name_and_is_over_with_the_next_spin(wrong, fault):
    board = Board()
    board.spins(1, clockwise=True)
    _, seen = board.spins(4, clockwise=False, wrong=wrong)
    assert fault in faults(seen)
    assert numbers(seen) == []
    truth, after = board.spins(5, clockwise=True)
    assert fault in ended(after)
    assert numbers(after) == [truth.number]


def test_the_only_eye_that_fell_blind_is_named_when_it_sees_nothing_for_a_second_time():
    """At the first time nobody can tell it from a ball that left the wheel."""
    board = Board()
    board.spins(1, clockwise=True, second_eye=False)
    _, seen = board.spins(2, clockwise=False, second_eye=False, wrong="pocket-silent")
    assert faults(seen) == ["ball-out"]
    _, seen = board.spins(3, clockwise=True, second_eye=False, wrong="pocket-silent")
    assert faults(seen) == ["ball-out", "sensor-silent"]


@pytest.mark.parametrize("eye", ["pocket", "pocket2"])
def test_one_of_two_eyes_that_fell_blind_is_named_with_the_second_number_that_the_other_tells(eye):
    """In one spin it may have missed its pass."""
    board = Board()
    board.spins(1, clockwise=True)
    board.spins(2, clockwise=False, wrong=f"{eye}-silent")
    truth, seen = board.spins(3, clockwise=True, wrong=f"{eye}-silent")
    assert numbers(seen) == [truth.number]
    (fault,) = [each for each in seen if isinstance(each, WheelFault)]
    assert (fault.name, str(fault.why).endswith(f": {eye}")) == ("sensor-silent", True)


def test_a_second_eye_that_was_left_out_is_missed_only_where_one_is_known_to_be():
    for there in (False, True):
        board = Board(Parser(Options(pocket2=there)))
        board.spins(1, clockwise=True, second_eye=False)
        truth, seen = board.spins(2, clockwise=False, second_eye=False)
        assert numbers(seen) == [truth.number]
        assert faults(seen) == ["sensor-silent"] * there


def test_a_rotor_that_turns_as_before_is_a_fault_where_the_house_wants_it_otherwise():
    board = Board()
    board.spins(1, clockwise=True)
    truth, seen = board.spins(2, clockwise=True)
    assert faults(seen) == ["not-alternated"]
    assert numbers(seen) == [truth.number]
    free = Board(Parser(Options(alternate=False)))
    free.spins(1, clockwise=True)
    assert faults(free.spins(2, clockwise=True)[1]) == []


def test_a_ball_that_lay_in_the_wheel_when_the_table_opened_is_no_fault():
    truth, pulses = wheel_physics.spin(random.Random(1), clockwise=True, habits=TIDY)
    board = Board()
    lying = [each for each in pulses if each[0] > truth.rest_s]
    shifted = [(at_s - truth.rest_s, sensor) for at_s, sensor in lying]
    seen = board.plays(shifted, until_s=truth.over_s - truth.rest_s + 30)
    assert faults(seen) == []
    assert numbers(seen) == []


def lying(*, seen_s):
    """A rotor that turns once in three seconds, and a ball in it that an eye sees at these seconds."""
    return [(3.0 * turn, "index") for turn in range(1, 20)] + [(at_s, "pocket") for at_s in seen_s]


def test_a_ball_that_its_eye_misses_twice_still_lies_there_and_is_gone_soon_after():
    board = Board()
    seen = board.plays(lying(seen_s=(4, 7, 10, 19)), until_s=29)
    assert phases(seen) == []
    assert phases(board.plays([], until_s=0.7)) == ["bets-open"]


def test_a_heartbeat_is_no_proof_that_edges_which_the_board_still_holds_were_not_seen():
    """The board sends an edge up to a tenth of a second late; a quarter is allowed for."""

    def told(beat_s):
        parser = Parser()
        board = Board(parser)
        board.says(Edges(((SENSORS["index"], 0),)), 1_000_000)  # stakes are open 14 seconds after this
        beat = Heartbeat(board.boot, 1, 0, board.sent, 0, 0)
        return phases(parser.feed(messages.framed(beat, time_us=round(beat_s * 1e6))))

    assert told(15.24) == []
    assert told(15.25) == ["bets-open"]


def test_edges_that_a_restart_lost_leave_a_spin_without_a_number_and_say_so():
    board = Board()
    truth, pulses = wheel_physics.spin(random.Random(3), clockwise=True, habits=TIDY)
    first = [each for each in pulses if each[0] < truth.dropped_s - 1]
    board.plays(first, until_s=truth.dropped_s - 1)
    seen = board.parser.feed(messages.framed(Hello(1, 99, 1, 0, "sabot-wheel", "W1", "1.0")))
    assert any(isinstance(each, DeviceTroubled) for each in seen)
    assert faults(seen) == ["number-missed"]


def test_a_heartbeat_that_overtook_edges_is_not_taken_for_stillness():
    """Time only passes for the judge when all that was sent has come."""
    board = Board()
    truth, pulses = wheel_physics.spin(random.Random(3), clockwise=True, habits=TIDY)
    first = [each for each in pulses if each[0] < truth.dropped_s + 0.1]
    board.plays(first, until_s=truth.dropped_s + 0.1)
    board.lost = True
    seen = board.plays([(0.1, "index")], until_s=60)
    assert numbers(seen) == []
    assert faults(seen) == []


def test_a_shoe_on_the_port_of_the_wheel_is_refused_by_name():
    seen = Parser().feed(messages.framed(Hello(1, 1, 1, 0, "sabot-shoe", "S", "1")))
    assert "sabot-shoe hangs where the sabot-wheel is expected" in str(seen[0].trouble)


def test_edges_of_a_sensor_that_nobody_knows_are_counted_and_passed_over():
    board = Board()
    assert board.says(Edges(((77, 0), (88, 5))), 10) == []
    assert board.parser.tally.refused["sensor"] == 2


def test_silence_of_the_board_is_a_fault_until_it_speaks_again():
    board = Board()
    assert faults(board.parser.silent("nothing was heard for 2 s")) == ["silent"]
    assert ended(board.plays([], until_s=1)) == ["silent"]


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("pockets", 40, "37, 38 or 39"),
        ("mark_pocket", "99", "no pocket of this wheel"),
        ("index2_deg", 180.0, "index2_deg"),
        ("slowest_rpm", 99.0, "slowest_rpm"),
        ("required_laps", 0, "required_laps"),
        ("scatter_s", 0.0, "scatter_s"),
        ("pocket2_deg", 60.0, "pocket2_deg"),
        *((name, math.nan, f"{name} = nan, but an angle") for name in ("pocket_deg", "track2_deg")),
        ("index_deg", math.inf, "index_deg = inf, but an angle in degrees was expected"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_words(option, value, why):
    with pytest.raises(ValueError, match=why):
        driver("sabot-wheel").read_options({option: value})


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"slowest_rpm": 0.5, "fastest_rpm": 120.0}, True),
        ({"slowest_rpm": 0.0}, False),
        ({"fastest_rpm": 120.5}, False),
        ({"slowest_rpm": 20.0, "fastest_rpm": 20.0}, False),
        *(({"index2_deg": each}, True) for each in (30.0, 150.0, 210.0, 330.0, -30.0)),
        *(({"index2_deg": each}, False) for each in (29.0, 151.0, 209.0, 331.0, 0.0)),
        ({"index_deg": 350.0, "index2_deg": 20.0}, True),
        ({"index_deg": 350.0, "index2_deg": 19.0}, False),
        *(({"pocket2_deg": each}, True) for each in (90.0, 270.0)),
        *(({"pocket2_deg": each}, False) for each in (89.0, 271.0)),
        *(({"required_laps": each}, True) for each in (1, 50)),
        *(({"required_laps": each}, False) for each in (0, 51)),
        ({"scatter_s": 60.0}, True),
        ({"scatter_s": 60.5}, False),
        ({"rnvp_rev_s": 5.0}, True),
        ({"rnvp_rev_s": 5.5}, False),
        ({"rnvp_rev_s": 0.0}, False),
    ],
)
def test_an_option_may_be_as_large_and_as_small_as_its_sentence_says(options, allowed):
    assert (Options(**options).refusal() == "") is allowed


def test_what_the_wheel_sensor_sends_that_is_no_edge_is_counted_and_named():
    board = Board()
    (trouble,) = board.parser.feed(link.encoded(link.Frame(link.EDGES, 1, 5, b"?")))
    assert str(trouble.trouble) == f"the wheel sensor sent what cannot be read (type {link.EDGES})"
    assert board.parser.tally.refused["payload"] == 1


def test_stakes_are_open_fourteen_seconds_after_the_ball_was_seen_last_if_the_rotor_stands():
    board = Board()
    board.plays([(0.5, "pocket")], until_s=14)
    assert phases(board.plays([], until_s=0.5)) == []
    assert phases(board.plays([], until_s=0.75)) == ["bets-open"]


def test_a_spin_is_counted_again_from_a_clock_that_began_again():
    board = Board()
    board.spins(1, clockwise=True)
    board.now_us = 0
    truth, seen = board.spins(2, clockwise=False)
    assert numbers(seen) == [truth.number]


def test_each_phase_after_the_first_says_how_fast_the_rotor_turns():
    truth, seen = Board().spins(1)
    rpms = [each.rotor_rpm for each in seen if isinstance(each, WheelSeen) and each.phase != "bets-open"]
    assert rpms == [None, *[pytest.approx(truth.rpm, abs=0.3)] * 3]


def test_a_clock_that_jumped_back_behind_the_last_edge_began_again():
    """The earlier edges are forgotten: of those after the jump alone the parser makes nothing yet."""
    board = Board()
    board.says(Edges(((SENSORS["index"], 0),)), 10_000_000)
    board.says(Edges(((SENSORS["index"], 0),)), 40_000_000)
    board.says(Edges(((SENSORS["index"], 0),)), 20_000_000)
    assert [each.t_us for each in board.parser._edges] == [20_000_000]
    board.says(Edges(((SENSORS["index"], 0),)), 21_000_000)
    assert [each.t_us for each in board.parser._edges] == [20_000_000, 21_000_000]


def test_edges_before_a_lost_message_are_forgotten():
    board = Board()
    board.says(Edges(((SENSORS["index"], 0),)), 10_000_000)
    board.parser.feed(messages.framed(Heartbeat(board.boot, 5, 0, 8, 3, 4), time_us=12_000_000))
    assert board.parser._edges == []


def test_no_more_than_four_thousand_edges_are_kept():
    board = Board()
    for number in range(80):
        batch = tuple((SENSORS["index"], part * 12_000) for part in range(55))
        board.says(Edges(batch), number * 700_000)
    assert len(board.parser._edges) == 4000
    assert board.parser._edges[-1].t_us == 79 * 700_000 + 54 * 12_000


@pytest.mark.parametrize(("back_us", "kept"), [(1_000_000, 2), (1_000_001, 1)])
def test_a_clock_may_go_back_by_a_second_before_it_counts_as_begun_again(back_us, kept):
    board = Board()
    board.says(Edges(((SENSORS["index"], 0),)), 10_000_000)
    board.says(Edges(((SENSORS["index"], 0),)), 10_000_000 - back_us)
    assert len(board.parser._edges) == kept


def test_edges_older_than_a_minute_are_forgotten_while_no_ball_runs():
    board = Board()
    for at_us in (0, 1, 60_000_001):
        board.says(Edges(((SENSORS["index"], 0),)), at_us)
    assert [each.t_us for each in board.parser._edges] == [1, 60_000_001]
