"""Simulated wheels: the physics by their own laws, and both makes on a real pseudo-terminal as their own
process."""

import itertools
import queue
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.observations import BallSeen, Perceived
from sabot.games.wheel.turning import Turning
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import Edges
from sabot.instruments.line.port import Reader
from sabot.instruments.simulated import workbench
from sabot.instruments.simulated.simulator import Simulated
from sabot.instruments.simulated.wheel import ACTS, WHEELS, Wheel, voice
from sabot.instruments.wheel import cammegh_wire
from sabot.instruments.wheel import physics as wheel_physics
from sabot.instruments.wheel.edges import SENSORS, Options
from sabot.instruments.wheel.physics import FAULTY, HABITS, Sensors
from tests.controller.instruments.wheel_lines import faults, numbers


@pytest.mark.parametrize("drag", [0, 1, 2])
def test_a_rotor_slows_by_its_part_in_the_first_revolution_and_is_where_it_says(drag):
    rotor = Turning(0.4, 0.03, drag)
    first, second = rotor.when(1) - rotor.when(0), rotor.when(2) - rotor.when(1)
    assert second / first == pytest.approx(1.03, abs=0.004)
    for turn in (0.3, 1.0, 5.7):
        assert rotor.turned(rotor.when(turn)) == pytest.approx(turn)


def test_a_spin_keeps_to_the_habits_of_the_table():
    for seed in range(200):
        truth, pulses = wheel_physics.spin(random.Random(seed), clockwise=True)
        assert 6 <= truth.laps <= 21
        assert 1 <= truth.rest_s - truth.dropped_s <= 5
        assert truth.second_s <= truth.over_s + 1e-6
        assert pulses == sorted(pulses)
        rests = [at_s for at_s, sensor in pulses if sensor == "pocket" and truth.rest_s < at_s < truth.over_s]
        assert len(rests) >= 2


def test_the_ball_only_slows_down_on_its_track():
    for seed in range(50):
        _, pulses = wheel_physics.spin(random.Random(seed), clockwise=True, habits=HABITS._replace(hand=0))
        passes = [at_s for at_s, sensor in pulses if sensor == "track"]
        laps = [later - sooner for sooner, later in itertools.pairwise(passes)]
        assert laps == sorted(laps)
        assert laps[0] > 0.35 and laps[-1] < 1.75


def test_sensors_miss_and_double_as_often_as_they_should():
    rng, pulses = random.Random(1), [(float(second), "track") for second in range(20_000)]
    assert len(Sensors(missed=0.01, doubled=0.0).spoilt(pulses, rng)) == pytest.approx(19_800, abs=60)
    assert len(Sensors(missed=0.0, doubled=0.01).spoilt(pulses, rng)) == pytest.approx(20_200, abs=60)


def test_sensors_are_early_as_often_as_late():
    rng, pulses = random.Random(1), [(float(second), "track") for second in range(20_000)]
    spoilt = Sensors(missed=0.0, doubled=0.0, jitter_s=0.01).spoilt(pulses, rng)
    off_s = [seen_s - true_s for (seen_s, _), (true_s, _) in zip(spoilt, pulses, strict=True)]
    assert sum(off_s) / len(off_s) == pytest.approx(0.0, abs=0.0005)
    assert sum(each**2 for each in off_s) / len(off_s) == pytest.approx(0.01**2, rel=0.05)


def test_an_edge_that_is_doubled_comes_again_within_eight_milliseconds():
    rng, pulses = random.Random(1), [(float(second), "track") for second in range(5_000)]
    spoilt = Sensors(missed=0.0, doubled=1.0, jitter_s=0.0).spoilt(pulses, rng)
    gaps_s = [again - first for (first, _), (again, _) in zip(spoilt[::2], spoilt[1::2], strict=True)]
    assert 0.0003 < min(gaps_s) < 0.0006
    assert 0.0075 < max(gaps_s) <= 0.008


def test_the_mark_of_the_rotor_passes_each_index_once_in_a_revolution_from_the_very_beginning():
    for seed in range(50):
        truth, pulses = wheel_physics.spin(random.Random(seed), clockwise=True)
        for sensor in ("index", "index2"):
            seen_s = [at_s for at_s, name in pulses if name == sensor]
            turns_s = [later - sooner for sooner, later in itertools.pairwise(seen_s)]
            assert seen_s[0] < turns_s[0]
            assert turns_s == pytest.approx(sorted(turns_s))
            assert seen_s[-1] + 2 * turns_s[-1] > truth.over_s


def test_a_rotor_that_stands_still_has_turned_no_further():
    rotor = Turning(0.5, 0.02, drag=0)
    stops_s = 1 / (0.02 * 0.5)
    assert rotor.turned(stops_s) == rotor.turned(stops_s + 9) == pytest.approx(25.0)


def test_no_rotor_turns_further_than_its_drag_allows():
    assert Turning(0.5, 0.02, drag=0).when(24.0) < float("inf")
    assert Turning(0.5, 0.02, drag=0).when(24.6) == float("inf")
    assert Turning(0.5, 0.02, drag=1).when(48.9) < float("inf")
    assert Turning(0.5, 0.02, drag=1).when(49.1) == float("inf")
    assert Turning(0.5, 0.02, drag=2).when(60.0) < float("inf")


def spun(*, wrong="", habits=HABITS, count=200, **more):
    return [
        wheel_physics.spin(random.Random(seed), clockwise=bool(seed % 2), habits=habits, wrong=wrong, **more)
        for seed in range(count)
    ]


def test_a_hand_that_picks_up_the_ball_gets_in_the_way_as_often_as_the_table_has_it():
    def after(share):
        spins = spun(habits=HABITS._replace(hand=share))
        late = [
            [at_s for at_s, name in pulses if name == "track" and at_s > truth.over_s]
            for truth, pulses in spins
        ]
        return [each for each in late if each], spins

    none, _ = after(0.0)
    every, spins = after(1.0)
    usual, _ = after(HABITS.hand)
    assert none == []
    assert 1 <= len(usual) <= 20
    assert 40 < len(every) < 110  # a third of the sensors that a hand may cover
    assert max(map(len, every)) == 6
    ends_s = [max(at_s for at_s, _ in pulses) - truth.over_s for truth, pulses in spins]
    assert max(ends_s) < 8.1  # the break until the next spin


def test_a_launch_that_failed_is_slow_and_short_and_leaves_no_ball_in_a_pocket():
    for truth, pulses in spun(wrong="launch-failed"):
        passes = [at_s for at_s, name in pulses if name == "track" and at_s < truth.over_s]
        assert truth.number is None
        assert 1 <= truth.laps <= 3
        assert all(later - sooner > 0.95 for sooner, later in itertools.pairwise(passes))


def test_too_few_laps_are_two_to_four():
    assert {truth.laps for truth, _ in spun(wrong="too-few-laps")} <= {2, 3, 4}


@pytest.mark.parametrize(("wrong", "low", "high"), [("rotor-too-slow", 3.5, 8), ("rotor-too-fast", 38, 55)])
def test_a_rotor_out_of_its_bounds_turns_as_slowly_or_as_fast_as_it_should(wrong, low, high):
    turns = [truth.rpm for truth, _ in spun(wrong=wrong)]
    assert low < min(turns) < max(turns) < high


def test_a_ball_that_is_removed_lies_for_less_than_a_turn_and_one_that_stays_for_two_at_least():
    for truth, _ in spun(wrong="ball-removed"):
        assert truth.over_s < truth.second_s
    for truth, _ in spun():
        assert truth.over_s >= truth.second_s - 1e-6


def test_the_ball_falls_into_every_pocket_and_rests_near_its_middle():
    assert len({truth.number for truth, _ in spun(count=600)}) == 37
    truth, _ = wheel_physics.spin(random.Random(3), clockwise=True, number="17")
    assert truth.number == "17"


def test_the_first_laps_of_a_ball_are_as_quick_as_a_croupier_spins():
    firsts = []
    for _, pulses in spun(habits=HABITS._replace(hand=0.0)):
        passes = [at_s for at_s, name in pulses if name == "track"]
        firsts.append(1 / (passes[1] - passes[0]))
    assert 1.3 < min(firsts) < 1.7
    assert 2.2 < max(firsts) < 2.5


def test_what_happened_in_a_spin_lies_within_the_habits_of_the_table():
    """Each bound is nearly reached, and none is passed."""
    spun = [wheel_physics.spin(random.Random(seed), clockwise=True)[0] for seed in range(400)]

    def bounds(values):
        found = sorted(values)
        return round(found[0], 1), round(found[-1], 1)

    assert bounds(each.launched_s for each in spun) == (6.0, 10.0)
    assert bounds(each.rest_s - each.dropped_s for each in spun) == (1.0, 5.0)
    low, high = bounds(each.rpm for each in spun)
    assert 9.0 < low < 13.0
    assert 29.0 < high <= 32.0


@pytest.mark.process
@pytest.mark.parametrize("driver", ["cammegh", "sabot-wheel"])
def test_spins_go_out_of_the_process_through_its_terminal_into_the_reader(driver):
    inbox = queue.SimpleQueue[Perceived]()
    seen: list[str | None] = []
    fallen: list[object] = []
    with Simulated(driver, seed=7, speed=60.0, baud=0) as wheel:
        reader = Reader(PortSettings(driver, wheel.path), inbox.put)
        reader.start()
        try:
            while len(seen) < 5:
                told = inbox.get(timeout=60).observation
                seen += [told.pocket] if isinstance(told, BallSeen) else []
            while len(fallen) < 5:
                event = wheel.happened.get(timeout=60)
                fallen += [event["number"]] if event["event"] == "spin-over" else []
        finally:
            reader.stop()
    assert seen == fallen


def played(driver, wrong, *, seed=4):
    """What the driver makes of a valid spin and then a spoilt one, without a process or a clock."""
    from sabot.instruments.registry import driver as named

    rng = random.Random(seed)
    wheel = Wheel(voice(driver, rng), rng=rng, idle=True)
    parser, seen, now_s = named(driver).made(), [], 0.0
    parser.feed(wheel.plugged(0.0))
    for asked in ({"do": "spin"}, {"do": "spin", "wrong": wrong}):
        wheel.obey(asked, now_s)
        until_s = now_s + 150
        while now_s < until_s:
            now_s += 0.1
            seen += parser.feed(wheel.step(now_s))
            seen += parser.feed(wheel.hears(parser.replies(), now_s)) if driver == "sabot-wheel" else []
            parser.settled(parser.mark)
    return wheel, seen


NOT_FOUND_BY = {
    "cammegh": ("too-few-laps",),  # it does not say how many laps the ball made
    "sabot-wheel": ("pocket-silent", "pocket2-silent"),  # the other eye tells the number
}
TOLD = [
    (driver, wrong)
    for driver, not_found in NOT_FOUND_BY.items()
    for wrong in FAULTY
    if wrong not in ("ball-removed", "rotor-too-fast", *not_found)
]


@pytest.mark.parametrize(("driver", "wrong"), TOLD)
def test_whatever_goes_wrong_is_told_and_gives_no_number(driver, wrong):
    wheel, seen = played(driver, wrong)
    launched = [each["number"] for each in wheel.happened if each["event"] == "launched"]
    assert faults(seen)
    assert numbers(seen)[:1] == launched[:1]
    if not (driver == "cammegh" and wrong.startswith("rotor")):
        assert len(numbers(seen)) == 1


@pytest.mark.parametrize(
    ("speed", "turn_s"), [(1.0, 0.1), (20.0, 0.05), (60.0, 0.05), (1000.0, 0.05), (1.0, 40.0)]
)
def test_a_wheel_that_nobody_acknowledges_goes_on_and_its_edges_stay_edges(speed, turn_s):
    """Its ring grows with its speed, and its heartbeat counts what is kept in one byte."""
    rng = random.Random(1)
    wheel = Wheel(voice("sabot-wheel", rng, speed=speed), rng=rng, speed=speed)
    deframer, seen = link.Deframer(), []
    for turn in range(1200):
        seen += [messages.read(frame) for frame in deframer.feed(wheel.step(turn * turn_s))]
    edges = [edge for each in seen if isinstance(each, Edges) for edge in each.edges]
    assert {sensor for sensor, _ in edges} <= set(SENSORS.values())
    assert None not in seen
    beats = [each for each in seen if isinstance(each, messages.Heartbeat)]
    assert max(beat.queued for beat in beats) == min(255, wheel.voice._ring._ring_size)


ASKED = ("number", "wrong", "seconds", "bytes", "turns", "rpm", "clockwise", "pocket", "laps")
DONE = st.sampled_from(sorted(ACTS)) | st.text(max_size=3)
GIVEN: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just([])
)


@given(
    st.lists(st.tuples(DONE, st.dictionaries(st.sampled_from(ASKED), GIVEN)), max_size=6),
    st.sampled_from(sorted(WHEELS)),
)
@settings(max_examples=60)
def test_no_command_ends_a_simulated_wheel(commands, driver):
    rng = random.Random(1)
    wheel = Wheel(voice(driver, rng), rng=rng, idle=True)
    for turn, (act, given_with) in enumerate(commands):
        assert isinstance(wheel.obey({"do": act, **given_with}, turn), bytes)
        wheel.step(turn + 0.5)


def test_what_cannot_be_done_is_refused_in_words():
    rng = random.Random(1)
    wheel = Wheel(voice("cammegh", rng), rng=rng, idle=True)
    for command in ({"do": "fly"}, {"do": "spin", "number": "99"}, {"do": "spin", "wrong": "luck"}):
        assert wheel.obey(command, 0.0) == b""
    assert [each["event"] for each in wheel.happened] == ["refused"] * 3


def test_a_number_that_was_asked_for_falls():
    rng = random.Random(1)
    wheel = Wheel(voice("cammegh", rng), rng=rng, idle=True)
    wheel.obey({"do": "spin", "number": "17"}, 0.0)
    wheel.step(0.1)
    assert wheel.happened[0]["number"] == "17"


def idle_wheel(driver="cammegh", *, speed=1.0, seed=1):
    rng = random.Random(seed)
    return Wheel(voice(driver, rng, speed=speed), rng=rng, idle=True, speed=speed)


def launched(wheel):
    return [each["number"] for each in wheel.happened if each["event"] == "launched"]


def test_a_wheel_that_is_paused_spins_only_when_asked_and_one_that_goes_on_by_itself():
    wheel = idle_wheel()
    for second in range(200):
        wheel.step(float(second))
    assert launched(wheel) == []
    wheel.obey({"do": "resume"}, 200.0)
    for second in range(200, 600):
        wheel.step(float(second))
    assert len(launched(wheel)) > 2
    wheel.obey({"do": "pause"}, 600.0)
    for second in range(600, 800):
        wheel.step(float(second))
    paused = len(launched(wheel))
    for second in range(800, 1000):
        wheel.step(float(second))
    assert len(launched(wheel)) == paused


def test_a_wheel_at_twenty_times_the_speed_is_looked_at_more_often():
    assert idle_wheel().wait_s(0.0) == 0.05
    assert idle_wheel(speed=20.0).wait_s(0.0) == 0.005


def test_half_a_message_is_its_first_two_fifths_and_a_repeat_is_the_whole():
    wheel = idle_wheel()
    said = wheel.step(0.0) or wheel.step(1.0)
    lines = said.splitlines(keepends=True)
    assert wheel.obey({"do": "repeat"}, 1.0) == lines[-1]
    assert wheel.obey({"do": "half"}, 1.0) == lines[-1][: len(lines[-1]) * 2 // 5]


def test_noise_has_the_bytes_that_were_asked_for_within_reason():
    wheel = idle_wheel()
    assert len(wheel.obey({"do": "noise"}, 0.0)) == 40
    assert len(wheel.obey({"do": "noise", "bytes": 7}, 0.0)) == 7
    assert len(wheel.obey({"do": "noise", "bytes": 10**9}, 0.0)) == 4096
    assert wheel.obey({"do": "noise", "bytes": -1}, 0.0) == b""


def test_a_wheel_at_twice_the_speed_dates_its_hello_by_its_own_clock():
    wheel = idle_wheel("sabot-wheel", speed=2.0)
    frames = link.Deframer().feed(wheel.plugged(3.0))
    assert frames[0].time_us == 6_000_000


def test_edges_of_a_spin_are_counted_in_microseconds_from_where_they_begin():
    pulses = [(0.5, "index"), (0.75, "track")]
    assert wheel_physics.edges(pulses) == [(500_000, "index"), (750_000, "track")]
    assert wheel_physics.edges(pulses, begin_us=7) == [(500_007, "index"), (750_007, "track")]


def test_a_second_beam_sees_the_ball_between_any_two_passes_of_the_first():
    for truth, pulses in spun(second_beam=True, habits=HABITS._replace(hand=0.0), count=50):
        first = [at_s for at_s, name in pulses if name == "track"]
        second = [at_s for at_s, name in pulses if name == "track2"]
        assert len(second) == len(first) - 1 == truth.laps - 1
        assert all(a < b < c for a, b, c in zip(first, second, first[1:], strict=False))


def statuses(**told):
    """What a simulated Cammegh wheel says of one spin in 120 s, every half second: `(seconds, status)`."""
    wheel = Wheel(voice("cammegh", random.Random(1)), rng=random.Random(1), idle=True)
    wheel.obey({"do": "spin", **told}, 0.0)
    lines = [(half / 2, line) for half in range(240) for line in wheel.step(half / 2).splitlines()]
    return [(at_s, cammegh_wire.status(line) or line.decode()) for at_s, line in lines]


def test_a_cammegh_wheel_says_a_line_every_half_second_from_the_first_moment():
    said = statuses()
    assert [at_s for at_s, each in said if not isinstance(each, str)] == [half / 2 for half in range(240)]


def test_a_cammegh_wheel_goes_through_its_states_and_shows_its_number_once_in_a_line_of_its_own():
    said = statuses(number="17")
    states = [each.state for _, each in said if not isinstance(each, str)]
    assert [state for state, _ in itertools.groupby(states)] == [2, 3, 4, 5, 2]
    assert [each for _, each in said if isinstance(each, str)] == ["17"]
    assert states.count(5) == 11  # 5.5 s
    assert {each.winner for _, each in said if not isinstance(each, str) and each.state == 5} == {"17"}
    assert [each.spin for _, each in said if not isinstance(each, str)][-1] == "002"


def test_no_more_bets_are_taken_after_three_fifths_of_the_time_on_the_track():
    wheel = Wheel(voice("cammegh", random.Random(1)), rng=random.Random(1), idle=True)
    wheel.obey({"do": "spin"}, 0.0)
    wheel.step(0.0)
    truth = wheel._played.truth
    said = statuses()
    closed_s = next(at_s for at_s, each in said if not isinstance(each, str) and each.state == 4)
    due_s = truth.launched_s + 0.6 * (truth.dropped_s - truth.launched_s)
    assert due_s <= closed_s < due_s + 0.5


@pytest.mark.parametrize(
    ("wrong", "flags"),
    [
        ("ball-out", 1),
        ("ball-removed", 1),
        ("wrong-direction", 2),
        ("sensors-disagree", 4),
        ("pockets-disagree", 4),
        ("index-silent", 4),
        ("launch-failed", 8),
        ("", 0),
    ],
)
def test_a_cammegh_wheel_says_by_one_bit_what_went_wrong(wrong, flags):
    said = statuses(wrong=wrong)
    assert {each.flags for _, each in said if not isinstance(each, str)} == {0, flags}


@pytest.mark.parametrize(("speed", "after_s"), [(1.0, 0.4), (20.0, 8.0)])
def test_a_wheel_that_is_faster_than_the_clock_waits_as_much_longer_for_its_acknowledgement(speed, after_s):
    said = voice("sabot-wheel", random.Random(1), speed=speed)
    said._ring.says(Edges(((1, 0),)), 0)

    def is_sent_again(at_s):
        frames = link.Deframer().feed(said.says(None, at_s))
        return link.EDGES in [frame.type for frame in frames]

    assert not is_sent_again(after_s - 0.01)
    assert is_sent_again(after_s)


@pytest.mark.parametrize(("wrong", "sees"), [("", False), ("wrong-direction", True)])
def test_the_second_beam_is_there_in_a_spin_that_only_it_can_judge(wrong, sees):
    _, pulses = wheel_physics.spin(random.Random(1), clockwise=True, wrong=wrong)
    assert ("track2" in {sensor for _, sensor in pulses}) is sees


def test_a_rotor_turned_by_hand_makes_twenty_four_turns_a_minute_and_slows():
    _, pulses = workbench.turned({"turns": 3}, Options())
    marks = [at_s for at_s, sensor in pulses if sensor == "index"]
    assert marks[1] - marks[0] == pytest.approx(60 / 24 * 1.03, abs=0.03)
    assert workbench.turned({"turns": 500}, Options())[0].over_s == pytest.approx(
        workbench.turned({"turns": 200}, Options())[0].over_s
    )


def test_a_ball_rolled_by_hand_makes_its_laps_each_a_little_longer():
    truth, pulses = workbench.rolled({"laps": 3}, Options())
    track = [at_s for at_s, sensor in pulses if sensor == "track"]
    assert track == pytest.approx([0.5, 1.1, 1.724])
    assert [at_s for at_s, sensor in pulses if sensor == "track2"] == pytest.approx([0.65, 1.256, 1.88624])
    assert (truth.number, truth.clockwise) == (None, True)


def test_a_spin_that_begins_later_is_told_as_much_later():
    begun_s = 0.0

    def closes():
        wheel = Wheel(voice("cammegh", random.Random(1)), rng=random.Random(1), idle=True)
        wheel.step(begun_s)
        wheel.obey({"do": "spin"}, begun_s)
        lines = [
            (half / 2, line)
            for half in range(round(2 * begun_s), 240)
            for line in wheel.step(half / 2).splitlines()
        ]
        return next(at_s for at_s, line in lines if (now := cammegh_wire.status(line)) and now.state == 4)

    first_s, begun_s = closes(), 20.0
    assert closes() == first_s + 20.0


def test_a_hand_turns_and_rolls_two_hundred_times_at_most_and_once_at_least():
    def laps(asked):
        return len(workbench.rolled({"laps": asked}, Options())[1]) // 2

    assert [laps(asked) for asked in (-1, 0, 1, 199, 200, 201, 5000)] == [1, 1, 1, 199, 200, 200, 200]
    assert laps(8) == len(workbench.rolled({}, Options())[1]) // 2


def test_a_rotor_turned_by_hand_makes_twelve_turns_unless_it_is_told_otherwise():
    def marks(command):
        return [at_s for at_s, sensor in workbench.turned(command, Options())[1] if sensor == "index"]

    assert marks({}) == marks({"turns": 12, "clockwise": True})
    assert marks({"turns": 3}) == pytest.approx([1.25947, 3.83699, 6.49680], abs=1e-4)


def test_a_ball_laid_into_a_pocket_is_seen_by_both_eyes_once_a_turn():
    _, pulses = workbench.turned({"turns": 3, "ball": "32"}, Options())
    for eye in ("pocket", "pocket2"):
        assert len([at_s for at_s, sensor in pulses if sensor == eye]) == 3
    with pytest.raises(ValueError, match="'99' is no pocket"):
        workbench.turned({"ball": "99"}, Options())


@pytest.mark.parametrize("angle", ["ear_deg", "pockets", "scatter_s"])
def test_an_angle_that_no_sensor_has_is_refused(angle):
    with pytest.raises(ValueError, match=f"no sensor has the angle '{angle}'"):
        workbench.turned({"angles": {angle: 5.0}}, Options())


def test_a_cammegh_wheel_that_is_closed_has_no_speed():
    said = statuses(wrong="ball-out")
    closed = [each for _, each in said if not isinstance(each, str) and each.state == cammegh_wire.IDLE]
    assert {each.speed for each in closed} == {0}
    assert len(closed) == 4


def test_a_line_that_is_damaged_on_its_way_lacks_three_bytes_in_its_middle_and_the_next_is_whole():
    wheel = idle_wheel()
    whole = wheel.step(0.0)
    for number in range(1, 40):
        wheel.obey({"do": "bad-checksum"}, number / 2)
        damaged = wheel.step(number / 2)
        assert len(damaged) == len(whole) - 3
        assert (damaged[0], damaged[-1]) == (whole[0], whole[-1])
        at = next(
            at for at, byte in enumerate(damaged) if damaged[at:] == whole[at + 3 :] or byte != whole[at]
        )
        assert damaged == whole[:at] + whole[at + 3 :]
    assert wheel.step(20.0) == whole


def test_a_spin_is_told_when_it_is_launched_and_when_it_is_over():
    wheel = idle_wheel()
    wheel.obey({"do": "spin", "number": "17"}, 0.0)
    for second in (0.0, 20.0, 200.0):
        wheel.step(second)
    assert wheel.happened == [
        {"event": "launched", "spin": 1, "number": "17", "direction": "clockwise", "wrong": ""},
        {"event": "spin-over", "spin": 1, "number": "17", "wrong": ""},
    ]
    wheel.obey({"do": "spin", "wrong": "ball-out"}, 201.0)
    wheel.step(201.0)
    assert wheel.happened[2] == {
        "event": "launched",
        "spin": 2,
        "number": None,
        "direction": "anticlockwise",
        "wrong": "ball-out",
    }
