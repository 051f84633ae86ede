"""What a calibration of the wheel measures, against simulated sensors that sit where the test put them.

The simulated rotor is turned by hand and slows (`wheel_physics`); nothing of it knows how angles are found.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.instruments.calibration import angles, steps
from sabot.instruments.calibration.angles import Measured, apart, measured
from sabot.instruments.calibration.steps import Heard, Step
from sabot.instruments.line.messages import CardRead, Edges, Gate, Lid, ReadFailure
from sabot.instruments.simulated import workbench
from sabot.instruments.wheel.edges import SENSORS, Options
from sabot.instruments.wheel.physics import Sensors

ERRING = Sensors()  # one in a hundred missed, one doubled, 200 µs of jitter


def heard(command: dict, *, angles=None, sensors: Sensors = ERRING, seed: int = 1) -> list[Heard]:
    """What a board says while this is done, each edge in a message of its own."""
    act = workbench.turned if command["do"] == "turn" else workbench.rolled
    _, pulses = act({**command, "angles": angles or {}}, Options())
    spoilt = sensors.spoilt(pulses, random.Random(seed))
    return [Heard(round(at_s * 1e6), Edges(((SENSORS[sensor], 0),))) for at_s, sensor in spoilt]


def walked(angles: dict, *, seed: int = 1, given_steps: tuple[Step, ...] | None = None) -> dict:
    """All steps done properly at a wheel whose sensors sit at these angles; what is kept."""
    kept: dict = {}
    for step in given_steps or steps.wheel():
        said = heard(dict(step.hand[0]), angles=angles, seed=seed)
        assert step.enough(said)
        verdict = step.judge(said, kept)
        assert verdict.good, verdict.text
        kept |= verdict.options
    return kept


@settings(max_examples=40)
@given(
    index2=st.floats(35, 145) | st.floats(215, 325),
    pocket=st.floats(0, 359),
    across=st.floats(95, 265),
    track2=st.floats(20, 340),
    seed=st.integers(0, 10_000),
)
def test_the_angles_are_found_to_a_degree_wherever_the_sensors_sit(index2, pocket, across, track2, seed):
    """A pocket of a single-zero wheel is 9.7 degrees wide: a degree is a tenth of it."""
    angles = {"index2_deg": index2, "pocket_deg": pocket, "pocket2_deg": (pocket + across) % 360}
    found = walked({**angles, "track2_deg": track2}, seed=seed)
    assert abs(apart(found["index2_deg"], index2)) < 1.0
    assert abs(apart(found["pocket_deg"], pocket)) < 1.0
    assert abs(apart(found["pocket2_deg"], pocket + across)) < 1.0
    assert found["pocket2"] is True
    assert abs(apart(found["track2_deg"], track2)) < 6.0  # a ball is fast and slows unevenly


def test_a_mark_at_another_pocket_is_asked_for_and_taken_into_account():
    asked = steps.wheel("17")[1]
    assert "pocket 17" in asked.do
    assert asked.hand[0]["ball"] == "17"


CLOCKWISE = {"do": "turn", "clockwise": True, "turns": 12}


def judged(number: int, said: list[Heard], **kept) -> str:
    verdict = steps.wheel()[number].judge(said, kept)
    assert not verdict.good
    assert verdict.options == {}
    return verdict.text


def test_a_sensor_that_sees_nothing_is_named_with_what_to_look_at():
    blind = [each for each in heard(CLOCKWISE) if each.message.edges[0][0] != SENSORS["index2"]]
    assert "index2 was never seen" in judged(0, blind)
    assert "the ball was never seen" in judged(1, heard(CLOCKWISE))
    assert "the track sensor saw nothing" in judged(3, [])


def test_a_pocket_sensor_that_sees_something_without_a_ball_is_not_calibrated_over():
    assert "without a ball" in judged(0, heard(CLOCKWISE | {"ball": "0"}))


def test_a_second_eye_may_be_left_out_but_not_sit_beside_the_first():
    ball = heard(CLOCKWISE | {"ball": "0"}, angles={"pocket2_deg": 50.0})
    assert "pocket2_deg must lie 90 to 270" in judged(1, ball)
    alone = [each for each in ball if each.message.edges[0][0] != SENSORS["pocket2"]]
    verdict = steps.wheel()[1].judge(alone, {})
    assert (verdict.good, verdict.options["pocket2"]) == (True, False)
    assert "pocket2_deg" not in verdict.options


def test_a_second_index_that_could_not_tell_the_direction_is_refused():
    assert "expected 30 to 150" in judged(0, heard(CLOCKWISE, angles={"index2_deg": 178.0}))


def test_a_rotor_that_was_turned_the_same_way_twice_is_noticed():
    same = heard(CLOCKWISE | {"ball": "0"}, angles={"pocket_deg": 40.0})
    assert "was each turned as asked?" in judged(2, same, index2_deg=90.0, pocket_deg=40.0)


def test_a_loose_sensor_is_not_averaged_away():
    shaken = heard(CLOCKWISE, sensors=Sensors(0.0, 0.0, 0.05))
    assert "scatters by" in judged(0, shaken)


def test_a_missed_mark_makes_no_angle():
    """After a missed mark the rotor would seem to turn at half its speed."""
    marks = [2_500_000 * turn for turn in range(9)]
    seen = [each + 625_000 for each in marks[:-1]]
    whole = measured(marks, seen)
    holed = measured([each for each in marks if each != marks[4]], seen)
    assert whole is not None
    assert holed is not None
    assert whole.angle_deg == holed.angle_deg == pytest.approx(90.0)
    assert holed.passes < whole.passes


def test_an_angle_is_kept_to_a_tenth_of_a_degree():
    kept = walked({"index2_deg": 77.7777, "pocket_deg": 33.3333, "pocket2_deg": 200.1234})
    for name, angle in kept.items():
        assert angle == round(angle, 1), name


def test_a_sensor_a_hair_before_the_mark_is_kept_as_zero_degrees():
    index, pocket, track = (SENSORS[each] for each in ("index", "pocket", "track2"))
    passes = [Heard(1_000_000 * turn, Edges(((index, 0), (SENSORS["track"], 0)))) for turn in range(9)]
    passes += [Heard(1_000_000 * turn - 83, Edges(((pocket, 0), (track, 0)))) for turn in range(1, 9)]
    assert steps.wheel()[1].judge(passes, {}).options["pocket_deg"] == 0.0
    assert steps.wheel()[3].judge(passes, {"track_deg": 450.3}).options["track2_deg"] == 90.3


def test_edges_are_told_by_their_message_and_by_how_long_after_it_they_came():
    index, track = SENSORS["index"], SENSORS["track"]
    said = [Heard(1_000_000, Edges(((index, 250_000), (track, 300_000)))), Heard(5, Lid(True))]
    seen = steps.edges([*said, Heard(2_000_000, Edges(((index, 1),)))])
    assert (seen["index"], seen["track"], seen["index2"]) == ([1_250_000, 2_000_001], [1_300_000], [])


# --- the shoe ---------------------------------------------------------------------------------------


def shoe(number: int, *said) -> tuple[bool, str]:
    verdict = steps.shoe()[number].judge([Heard(0, each) for each in said], {})
    return verdict.good, verdict.text


def test_a_shoe_whose_lid_gate_and_reader_answer_is_good():
    assert shoe(0, Lid(True), Lid(False))[0]
    assert shoe(1, Gate(True), Gate(False))[0]
    good, told = shoe(2, *[CardRead("8C", speed_mm_s=300 + 100 * each) for each in range(5)])
    assert (good, "300 to 700 mm a second" in told) == (True, True)


def test_a_shoe_with_something_wrong_is_told_what_to_look_at():
    assert "never changed" in shoe(0)[1]
    assert "the wrong way round" in shoe(0, Lid(False), Lid(True))[1]
    assert "never changed" in shoe(1, Gate(True))[1]
    assert (
        "1 of 5 cards were not read: the check digit was wrong"
        in shoe(2, *[CardRead("8C")] * 4, ReadFailure(2))[1]
    )


def test_the_angle_is_measured_between_four_passes_of_the_mark_at_least():
    assert angles.turned([0, 1_000_000, 2_000_000], 1_500_000) is None
    marks = [1_000_000 * turn for turn in range(4)]
    assert [angles.turned(marks, at_us) for at_us in (0, 500_000, 2_500_000)] == pytest.approx([0, 0.5, 0.5])
    assert [angles.turned(marks, at_us) for at_us in (-1, 3_000_000)] == [None, None]


@pytest.mark.parametrize(("longer_us", "is_even"), [(1_450_000, True), (1_451_000, False)])
def test_a_turn_may_be_longer_than_the_one_before_by_less_than_a_half(longer_us: int, is_even: bool):
    marks = [0, 1_000_000, 2_000_000, 2_000_000 + longer_us]
    assert (angles.turned(marks, 500_000) is not None) is is_even


@pytest.mark.parametrize(("apart_us", "count"), [(30_000, 1), (30_001, 2)])
def test_two_edges_within_thirty_milliseconds_are_one(apart_us: int, count: int):
    assert len(angles.single([5, 5 + apart_us])) == count


@pytest.mark.parametrize(
    ("one", "other", "off"), [(10, 350, 20), (350, 10, -20), (180, 0, -180), (179, 0, 179), (5, 5, 0)]
)
def test_how_far_one_angle_lies_from_another_is_counted_the_short_way_round(one: int, other: int, off: int):
    assert apart(one, other) == off


def test_what_is_measured_is_the_mean_of_its_passes_and_the_worst_of_them():
    marks = [1_000_000 * turn for turn in range(8)]
    seen = [1_000_000 * turn + 250_000 for turn in range(1, 6)]
    found = measured(marks, [*seen, 6_260_000])
    assert found is not None
    assert found.angle_deg == pytest.approx(90.6, abs=0.01)
    assert found.passes == 6
    assert found.spread_deg == pytest.approx(3.0, abs=0.01)


def test_passes_on_both_sides_of_the_mark_have_their_mean_at_the_mark():
    marks = [1_000_000 * turn for turn in range(8)]
    found = measured(marks, [1_010_000, 2_990_000, 4_000_000])
    assert found is not None
    assert apart(found.angle_deg, 0.0) == pytest.approx(0.0, abs=0.01)
    assert 0.0 <= found.angle_deg < 360.0  # a mean a hair below nought is rounded up to a whole turn


def test_a_step_asks_a_simulated_wheel_for_a_little_more_than_it_needs():
    index, pocket, direction, track = steps.wheel("17")
    assert index.hand == ({"do": "turn", "clockwise": True, "turns": 12},)
    assert pocket.hand == ({"do": "turn", "clockwise": True, "turns": 12, "ball": "17"},)
    assert direction.hand == ({"do": "turn", "clockwise": False, "turns": 12, "ball": "17"},)
    assert track.hand == ({"do": "roll", "laps": 8},)
    lid, gate, cards = steps.shoe()
    assert lid.hand == ({"do": "lid", "open": True}, {"do": "lid", "open": False})
    assert gate.hand == ({"do": "gate", "busy": True}, {"do": "gate", "busy": False})
    assert [each["card"] for each in cards.hand] == ["8C", "TH", "AS", "KD", "2H"]


@pytest.mark.parametrize(("number", "sensor", "needed"), [(0, "index", 8), (1, "index", 8), (3, "track", 5)])
def test_a_step_has_seen_enough_after_eight_turns_or_five_laps(number: int, sensor: str, needed: int):
    enough = steps.wheel()[number].enough
    said = [Heard(1_000_000 * turn, Edges(((SENSORS[sensor], 0),))) for turn in range(needed)]
    assert (enough(said), enough(said[1:])) == (True, False)


def test_a_shoe_has_shown_enough_when_its_lid_is_closed_again_and_five_cards_have_passed():
    def enough(number: int, *said) -> bool:
        return bool(steps.shoe()[number].enough([Heard(0, each) for each in said]))

    assert [enough(0), enough(0, Lid(True)), enough(0, Lid(True), Lid(False))] == [False, False, True]
    assert not enough(0, Lid(False))
    assert [enough(1, Gate(True)), enough(1, Gate(False)), enough(1, Gate(True), Gate(False))] == [
        *(False, False, True)
    ]
    four = [CardRead("8C")] * 4
    assert [enough(2, *four), enough(2, *four, ReadFailure(2))] == [False, True]


@pytest.mark.parametrize(("spread_deg", "is_good"), [(2.0, True), (2.1, False)])
def test_passes_may_scatter_by_two_degrees(spread_deg: float, is_good: bool):
    assert (steps._steady(Measured(90.0, spread_deg, 8), "index2") == "") is is_good


def test_an_angle_is_that_of_a_cubic_through_the_four_nearest_passes():
    marks = [0, 1_000_000, 2_100_000, 3_310_000, 4_641_000, 6_105_100]
    assert angles.turned(marks, 500_000) == pytest.approx(0.51173, abs=1e-5)
    assert angles.turned(marks, 2_500_000) == pytest.approx(0.34134, abs=1e-5)
    assert angles.turned(marks, 5_000_000) == pytest.approx(0.25404, abs=1e-5)


def test_the_first_index_is_the_zero_of_all_angles():
    verdict = steps.wheel()[0].judge(heard(CLOCKWISE, sensors=Sensors(0.0, 0.0, 0.0)), {})
    assert verdict.options == {"index_deg": 0.0, "index2_deg": 90.0}
    assert verdict.text == "index2 sits 90.0 degrees (of 11 passes, the worst 0.0 off) clockwise from index"


def test_a_shoe_that_read_four_cards_of_five_is_not_good():
    good, why = shoe(2, *[CardRead("8C")] * 4)
    assert (good, why) == (False, "4 cards were read; expected 5: is the code where the sensor passes?")


@pytest.mark.parametrize(("off_deg", "is_good"), [(3.9, True), (4.1, False)])
def test_the_other_way_round_an_angle_may_be_four_degrees_off(off_deg: float, is_good: bool):
    said = heard({**CLOCKWISE, "clockwise": False, "ball": "0"}, sensors=Sensors(0.0, 0.0, 0.0))
    known = {"index2_deg": 90.0 + off_deg, "pocket_deg": 0.0}
    verdict = steps.wheel()[2].judge(said, known)
    assert verdict.good is is_good
    assert is_good or "index2 is -4 degrees off the other way round" in verdict.text
