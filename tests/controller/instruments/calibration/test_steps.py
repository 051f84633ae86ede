"""What each step of a calibration makes of evenly timed edges (sabot/instruments/calibration/steps.py)."""

from __future__ import annotations

import pytest

from sabot.instruments.calibration import steps
from sabot.instruments.calibration.steps import Heard, Verdict
from sabot.instruments.line.messages import CardRead, Edges, Gate, Lid, ReadFailure
from sabot.instruments.wheel.edges import SENSORS

TURNS = 8
TURN_US = 1_000_000


def at(mark: str, **angles_deg: float | list[float]) -> list[Heard]:
    """The edges of `TURNS` turns of the mark, and each sensor that sits so far after it; a list has the angle
    of each turn."""
    said = [(turn * TURN_US, mark) for turn in range(TURNS)]
    for sensor, angle_deg in angles_deg.items():
        each_deg = angle_deg if isinstance(angle_deg, list) else [angle_deg] * (TURNS - 1)
        said += [(round((turn + deg / 360) * TURN_US), sensor) for turn, deg in enumerate(each_deg)]
    return [Heard(at_us, Edges(((SENSORS[sensor], 0),))) for at_us, sensor in sorted(said)]


def judged(number: int, said: list[Heard], **known: float) -> Verdict:
    return steps.wheel()[number].judge(said, known)


@pytest.mark.parametrize(
    ("angle_deg", "is_good"),
    [
        (29.5, False),
        (30.5, True),
        (149.5, True),
        (150.5, False),
        (209.5, False),
        (210.5, True),
        (330.5, False),
    ],
)
def test_the_second_index_sits_thirty_degrees_away_at_least(angle_deg: float, is_good: bool):
    verdict = judged(0, at("index", index2=angle_deg))
    assert verdict.good is is_good
    assert is_good or "expected 30 to 150 from index, on either side" in verdict.text


def test_angles_are_kept_to_a_tenth_of_a_degree():
    assert judged(0, at("index", index2=77.77)).options == {"index_deg": 0.0, "index2_deg": 77.8}
    eyes = at("index", pocket=33.33, pocket2=200.17)
    kept = {"pocket_deg": 33.3, "pocket2": True, "pocket2_deg": 200.2}
    assert judged(1, eyes).options == kept
    assert judged(3, at("track", track2=75.55)).options == {"track2_deg": pytest.approx(75.5, abs=0.06)}


def test_the_second_beam_is_counted_from_where_the_first_one_sits():
    assert judged(3, at("track", track2=75.0), track_deg=300.0).options == {"track2_deg": 15.0}
    assert judged(3, at("track", track2=75.0)).options == {"track2_deg": 75.0}


def off_once(by_deg: float) -> list[float]:
    """Angles of 90 degrees, and one that is further: by six sevenths of it from the mean of all."""
    return [*[90.0] * (TURNS - 2), 90.0 + by_deg]


@pytest.mark.parametrize(
    ("by_deg", "is_good_by_hand", "is_good_of_a_ball"),
    [(2.2, True, True), (5.0, False, True), (10.0, False, False)],
)
def test_the_passes_of_a_ball_may_scatter_four_times_as_much_as_those_of_a_rotor(
    by_deg: float, is_good_by_hand: bool, is_good_of_a_ball: bool
):
    assert judged(0, at("index", index2=off_once(by_deg))).good is is_good_by_hand
    assert judged(3, at("track", track2=off_once(by_deg))).good is is_good_of_a_ball


def test_a_rotor_that_was_turned_unevenly_is_told_by_how_much():
    verdict = judged(0, at("index", index2=off_once(7.0)))
    assert verdict == (
        False,
        "index2 scatters by 6.0 degrees: turn evenly, and let go; is it fixed well?",
        {},
    )
    ball = judged(1, at("index", pocket=off_once(7.0)))
    assert ball.text.startswith("the ball scatters by 6.0 degrees")
    second = judged(1, at("index", pocket=90.0, pocket2=off_once(7.0)))
    assert second.text.startswith("pocket2 scatters by 6.0 degrees")


def test_an_eye_that_sees_something_without_a_ball_is_named():
    for eye in ("pocket", "pocket2"):
        verdict = judged(0, at("index", index2=90.0, **{eye: 45.0}))
        assert verdict.text == f"{eye} sees something without a ball: light, or something bright there"


def test_a_wheel_with_one_beam_and_one_eye_is_good_and_it_is_said():
    beam = judged(3, at("track"))
    assert beam == (True, "the track sensor saw 8 laps; no second one is fitted", {})
    eye = judged(1, at("index", pocket=45.0))
    assert (eye.good, eye.text.partition("; ")[2]) == (True, "no second one is fitted")
    assert eye.options == {"pocket_deg": 45.0, "pocket2": False}


def test_the_other_way_round_every_angle_is_its_opposite():
    said = at("index", index2=270.0, pocket=315.0, pocket2=160.0)
    known = {"index2_deg": 90.0, "pocket_deg": 45.0, "pocket2_deg": 200.0}
    verdict = judged(2, said, **known)
    assert verdict == (True, "both ways agree: direction and zero are right", {})
    swapped = judged(2, at("index", index2=90.0), index2_deg=90.0)
    assert swapped.text == "index2 is -180 degrees off the other way round: was each turned as asked?"


def shoe(number: int, *said: Lid | Gate | CardRead | ReadFailure) -> Verdict:
    return steps.shoe()[number].judge([Heard(0, each) for each in said], {})


@pytest.mark.parametrize(
    ("number", "said"), [(0, [Lid(True)]), (0, [Lid(False)]), (1, [Gate(True)]), (1, [Gate(False)])]
)
def test_a_switch_that_was_seen_on_one_side_alone_never_changed(number: int, said: list[Lid | Gate]):
    verdict = shoe(number, *said)
    assert not verdict.good
    assert "never changed: look at its cable" in verdict.text


def test_a_lid_that_was_closed_last_is_good_however_often_it_was_opened():
    assert shoe(0, Lid(True), Lid(False), Lid(True), Lid(False)) == (
        True,
        "the lid is seen to open and to close",
        {},
    )
    assert not shoe(0, Lid(True), Lid(False), Lid(True)).good


def test_cards_that_were_not_read_are_counted_with_each_reason_once():
    said = [CardRead("8C"), ReadFailure(2), ReadFailure(1), ReadFailure(2)]
    assert shoe(2, *said).text == (
        "3 of 4 cards were not read: no start of a code was found; the check digit was wrong"
    )
    assert not shoe(2, *said).good
    read = [
        CardRead(name, speed_mm_s=100 * nth) for nth, name in enumerate("8C TH AS KD 2H".split(), start=3)
    ]
    assert shoe(2, *read) == (True, "read 8C TH AS KD 2H, at 300 to 700 mm a second: compare them", {})
