"""What is said of a spin without a number, of a blind eye and of a launch
(sabot/instruments/wheel/faults.py).

The rotor takes 3 s a turn (20 a minute); the ball passes the beam for the last time at 3.5 s, and jumps
until 10 s at the latest.
"""

from __future__ import annotations

import itertools

import pytest

from sabot.games.wheel.terms import ANTICLOCKWISE, CLOCKWISE
from sabot.instruments.wheel import inference
from sabot.instruments.wheel.edges import SENSORS, Options
from sabot.instruments.wheel.faults import blind_eye, of_ball, of_launch
from sabot.instruments.wheel.rest import Moments, Rest
from sabot.instruments.wheel.rotor import Rotor, Seen
from sabot.instruments.wheel.track import Run

PASSES_S = (0.0, 0.5, 1.1, 1.8, 2.6, 3.5)
BALL = Run(PASSES_S, 5, 0.9)
TURNS = Rotor([0.0, 3.0, 6.0, 9.0, 12.0], [0.0, 1.0, 2.0, 3.0, 4.0], CLOCKWISE)
JUMPS_UNTIL_S, TURN_S = 10.0, 3.0
WATCHED_S = JUMPS_UNTIL_S + 1.4 * TURN_S


def told(verdict: Rest, *, run: Run = BALL, rotor: Rotor = TURNS, now_s: float = 20.0, **more: bool):
    """The faults of a ball with this verdict, and the word on why."""
    moments = Moments(JUMPS_UNTIL_S, now_s, TURN_S)
    how = {"decided": True, "ever": True, **more}
    return of_ball(run, rotor, verdict, moments, Options(), **how)


def test_a_ball_with_a_number_leaves_no_fault_and_neither_does_one_that_may_get_one():
    assert told(Rest(5.0), rotor=TURNS._replace(silent="index")) == ([], "")
    assert told(Rest(None, why="nothing"), decided=False) == ([], "")


def test_without_a_sensor_of_the_rotor_nothing_else_is_said():
    assert told(Rest(None, why="nothing"), rotor=TURNS._replace(silent="index2")) == (
        ["sensor-silent"],
        "index2",
    )


@pytest.mark.parametrize(
    ("laps", "seen", "faults"),
    [
        (3, 1, ["launch-failed"]),
        (4, 1, ["ball-out", "unsure"]),
        (3, 2, ["unsure"]),
        (1, 0, ["launch-failed"]),
    ],
)
def test_a_ball_of_three_laps_that_no_eye_saw_twice_was_not_launched(laps: int, seen: int, faults: list[str]):
    assert told(Rest(None, why="few", seen=seen), run=BALL._replace(laps=laps))[0] == faults


@pytest.mark.parametrize(("why", "sensor"), [("rotor", "index"), ("moved", "pocket"), ("eyes", "pocket2")])
def test_sensors_that_disagree_are_named(why: str, sensor: str):
    assert told(Rest(None, why=why, seen=2)) == (["sensors-disagree"], sensor)


def test_if_no_eye_ever_saw_a_ball_the_eye_may_be_blind():
    assert told(Rest(None, why="nothing"), ever=False) == (["ball-out", "sensor-silent"], "pocket")
    assert told(Rest(None, why="nothing"), ever=True) == (["ball-out"], "nothing")


@pytest.mark.parametrize(
    ("verdict", "now_s", "faults"),
    [
        (Rest(None, why="nothing"), WATCHED_S + 0.1, ["ball-out"]),
        (Rest(None, why="nothing"), WATCHED_S, ["unsure"]),
        (Rest(None, why="nothing"), WATCHED_S - 0.1, ["unsure"]),
        (Rest(None, why="few", seen=1), WATCHED_S + 0.1, ["ball-out", "unsure"]),
        (Rest(None, why="few", seen=1), WATCHED_S - 0.1, ["unsure"]),
        (Rest(None, why="few", seen=2), WATCHED_S + 0.1, ["unsure"]),
        (Rest(None, why="several", seen=1), WATCHED_S + 0.1, ["unsure"]),
    ],
)
def test_a_ball_is_out_if_it_has_not_come_by_within_a_turn_and_a_half_of_the_last_jump(
    verdict: Rest, now_s: float, faults: list[str]
):
    assert told(verdict, now_s=now_s) == (faults, verdict.why)


# --- an eye that sees nothing


def saw(**seconds: list[float]) -> Seen:
    """What each sensor saw."""
    return {name: seconds.get(name, []) for name in SENSORS}


@pytest.mark.parametrize(
    ("window", "ever", "blind"),
    [
        (saw(pocket=[5.0, 8.0]), ["pocket"], ""),  # there is no second eye
        (saw(pocket=[5.0, 8.0]), ["pocket", "pocket2"], "pocket2"),
        (saw(pocket2=[5.0, 8.0]), ["pocket2"], "pocket"),
        (saw(pocket=[3.0], pocket2=[5.0, 8.0]), ["pocket", "pocket2"], "pocket"),  # a ball before this one
        (saw(pocket=[5.0], pocket2=[5.0, 8.0]), ["pocket", "pocket2"], ""),
    ],
)
def test_the_eye_is_blind_that_saw_nothing_of_a_ball_that_the_other_saw(
    window: Seen, ever: list[str], blind: str
):
    assert blind_eye(BALL, window, Rest(5.0, seen=2), Options(), ever=ever) == blind


def test_an_eye_that_is_known_to_be_there_is_blind_although_it_has_never_seen_anything():
    window = saw(pocket=[5.0, 8.0])
    assert blind_eye(BALL, window, Rest(5.0, seen=2), Options(pocket2=True), ever=["pocket"]) == "pocket2"


def test_a_ball_that_was_seen_once_says_nothing_of_the_other_eye():
    window = saw(pocket=[5.0])
    assert blind_eye(BALL, window, Rest(5.0, seen=1), Options(pocket2=True), ever=["pocket"]) == ""


# --- the launch

DROPPED_S = 3.5 + 2.3 * 0.9
"""When it is certain that the ball has left its track."""


def launch(run: Run = BALL, rotor: Rotor = TURNS, *known: str, options: Options | None = None, **seconds):
    """The faults of a launch, where these sensors saw something then."""
    return of_launch(run, saw(**seconds), rotor, options or Options(), known=[*known])


def test_too_few_laps_are_a_fault_once_the_ball_has_dropped():
    short = BALL._replace(laps=4)
    assert launch(short, pocket=[DROPPED_S + 0.1]) == ["too-few-laps"]
    assert launch(short, pocket=[DROPPED_S - 0.1]) == []
    assert launch(short) == []
    assert launch(BALL, pocket=[DROPPED_S + 0.1]) == []


def test_a_launch_that_failed_has_not_too_few_laps_as_well():
    assert launch(BALL._replace(laps=2), TURNS, "launch-failed", pocket=[9.0]) == []


@pytest.mark.parametrize(
    ("slowest", "fastest", "faults"),
    [
        (10.0, 36.0, []),
        (20.5, 36.0, ["rotor-too-slow"]),
        (10.0, 19.5, ["rotor-too-fast"]),
    ],
)
def test_the_rotor_turns_neither_too_slowly_nor_too_fast(slowest: float, fastest: float, faults: list[str]):
    limits = Options(slowest_rpm=slowest, fastest_rpm=fastest)
    assert launch(options=limits) == faults
    assert launch(BALL, TURNS, "sensors-disagree", options=limits) == []  # its speed is not known
    assert launch(BALL, TURNS._replace(times=[], turns=[]), options=limits) == []


def beam(part: float, *, laps: int = 5) -> list[float]:
    """When a second beam sees the ball, this part of each lap after the first beam."""
    passes = list(itertools.pairwise(PASSES_S))[:laps]
    return [before + part * (now - before) for before, now in passes]


@pytest.mark.parametrize(
    ("turns", "part", "faults"),
    [
        (CLOCKWISE, 0.25, ["wrong-direction"]),  # the second beam sits a quarter further clockwise
        (CLOCKWISE, 0.75, []),
        (ANTICLOCKWISE, 0.75, ["wrong-direction"]),
        (ANTICLOCKWISE, 0.25, []),
    ],
)
def test_a_ball_that_runs_as_the_rotor_turns_is_launched_the_wrong_way(
    turns: str, part: float, faults: list[str]
):
    assert launch(BALL, TURNS._replace(direction=turns), track2=beam(part)) == faults


def test_a_beam_elsewhere_tells_the_direction_by_where_it_sits():
    elsewhere = Options(track_deg=350.0, track2_deg=260.0)
    assert launch(options=elsewhere, track2=beam(0.75)) == ["wrong-direction"]
    assert launch(options=elsewhere, track2=beam(0.25)) == []


def test_the_direction_is_told_by_two_laps_at_least_and_by_none_with_a_hand_in_the_beam():
    assert launch(track2=beam(0.25, laps=1)) == []
    assert launch(track2=beam(0.25, laps=2)) == ["wrong-direction"]
    assert launch(track2=sorted([*beam(0.25), *beam(0.3)])) == []
    assert launch(rotor=TURNS._replace(direction=""), track2=beam(0.25)) == []


def test_a_lap_in_which_the_first_beam_missed_the_ball_tells_no_direction():
    missed = BALL._replace(passes=(0.0, 1.4, 2.8))  # laps of 0.9 s
    assert launch(missed, track2=[0.35, 1.75]) == []
    assert launch(missed._replace(last_lap_s=1.0), track2=[0.35, 1.75]) == ["wrong-direction"]


# --- how long the eyes must wait


@pytest.mark.parametrize(
    ("turn_s", "period_s"), [(3.0, 3.0), (19.0, 19.0), (21.0, 4.0), (0.31, 0.31), (0.29, 4.0)]
)
def test_a_rotor_that_is_too_slow_or_too_fast_to_be_one_is_taken_for_a_usual_one(
    turn_s: float, period_s: float
):
    times = [turn_s * turn for turn in range(6)]
    rotor = Rotor(times, [float(turn) for turn in range(6)], CLOCKWISE)
    assert inference._period(rotor, times[3]) == pytest.approx(period_s)


@pytest.mark.parametrize(
    ("track_deg", "track2_deg", "part"), [(0.0, 90.0, 0.25), (180.0, 270.0, 0.25), (90.0, 0.0, 0.75)]
)
def test_which_way_the_ball_runs_depends_on_how_far_the_second_beam_sits_from_the_first(
    track_deg: float, track2_deg: float, part: float
):
    """A ball that runs clockwise, as the rotor turns, is launched the wrong way."""
    options = Options(track_deg=track_deg, track2_deg=track2_deg)
    second = [before + part * (now - before) for before, now in itertools.pairwise(PASSES_S)]
    window: Seen = {name: [] for name in SENSORS} | {"track": [*PASSES_S], "track2": second}
    assert "wrong-direction" in of_launch(BALL, window, TURNS, options, known=[])
