"""Balls on the track and in the pockets, in strips drawn for it (vision/sabot_vision/wheel)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sabot.core.observations import BallSeen, Observation, WheelFault
from sabot.games.wheel.terms import order
from sabot_vision.training.wheels.spinning import Truth
from sabot_vision.training.wheels.watched import compared
from sabot_vision.wheel.eye import WheelEye
from sabot_vision.wheel.lying import Likeness, Lying, Sighting, Stay
from sabot_vision.wheel.pockets import Pockets
from sabot_vision.wheel.running import Bowl, Run
from sabot_vision.wheel.strips import PER_POCKET, POCKET_RADII, TRACK_RADII
from sabot_vision.wheel.view import View

FRENCH = order(37)
COLUMNS = PER_POCKET * len(FRENCH)
FRAME_S = 1 / 30


def strip(rows: int, *spots: tuple[float, int, int, int]) -> np.ndarray:
    """A dark strip with bright spots: (part of a turn, first row, columns, rows)."""
    drawn = np.full((rows, COLUMNS, 3), 40, np.uint8)
    for turn, row, wide, tall in spots:
        columns = (round(turn * COLUMNS) + np.arange(wide) - wide // 2) % COLUMNS
        drawn[row : row + tall, columns] = 210
    return drawn


def rolled(
    bowl: Bowl, *, rev_s: float, begin_s: float, end_s: float, row: int = 6, wide: int = 7
) -> Run | None:
    """What the bowl shows of a ball that rolls for a time."""
    run = None
    for at_s in np.arange(begin_s, end_s, FRAME_S):
        run = bowl.see(strip(len(TRACK_RADII), (rev_s * at_s, row, wide, 2)), float(at_s))
    return run


def quiet() -> Bowl:
    bowl = Bowl()
    bowl.see(strip(len(TRACK_RADII)), -FRAME_S)
    return bowl


@pytest.mark.parametrize(("rev_s", "wide"), [(1.5, 7), (-0.8, 7), (-2.4, 30)])
def test_a_ball_on_its_track_has_its_laps_and_its_direction(rev_s: float, wide: int):
    run = rolled(quiet(), rev_s=rev_s, begin_s=0, end_s=4, wide=wide)
    assert run is not None
    assert run.turns == pytest.approx(rev_s * (4 - FRAME_S), abs=0.15)
    assert run.speed == pytest.approx(rev_s, rel=0.05)
    assert run.laps == math.floor(abs(rev_s) * 4)
    assert not run.dropped


def test_a_ball_that_moves_inward_has_left_its_track_and_its_last_turns_do_not_count():
    bowl = quiet()
    rolled(bowl, rev_s=-0.7, begin_s=0, end_s=3)
    run = rolled(bowl, rev_s=-0.7, begin_s=3, end_s=3.3, row=5)
    assert run is not None
    assert not run.dropped
    assert run.turns == pytest.approx(-0.7 * 3, abs=0.1)
    run = rolled(bowl, rev_s=-0.7, begin_s=3.3, end_s=3.4, row=2)
    assert run is not None
    assert run.dropped


@pytest.mark.parametrize(
    ("rev_s", "unseen_s", "dropped"), [(-0.7, 0.3, False), (-0.7, 0.7, True), (-2.0, 0.7, False)]
)
def test_a_slow_ball_that_is_not_seen_has_dropped_and_a_fast_one_was_only_not_seen(rev_s, unseen_s, dropped):
    bowl = quiet()
    rolled(bowl, rev_s=rev_s, begin_s=0, end_s=3)
    for at_s in np.arange(3, 3 + unseen_s, FRAME_S):
        run = bowl.see(strip(len(TRACK_RADII)), float(at_s))
    assert run.dropped is dropped
    bowl.forget()
    assert bowl.run is None


def noisy(seed: int, *spots: tuple[float, int, int, int]) -> np.ndarray:
    """A dim strip with noise, and spots that are hardly brighter."""
    rough = np.random.default_rng(seed).normal(0, 4, (len(TRACK_RADII), COLUMNS, 3))
    faint = (strip(len(TRACK_RADII), *spots) > 100) * 9
    return np.clip(40 + rough + faint, 0, 255).astype(np.uint8)


def test_a_ball_that_is_hardly_brighter_than_the_noise_runs_where_it_goes_on_as_a_ball_does():
    bowl = Bowl()
    for number in range(30):
        run = bowl.see(noisy(number, (1.2 * number / 15, 6, 15, 2)), number / 15)
    assert run is not None
    assert run.turns == pytest.approx(1.2 * 29 / 15, abs=0.35)
    assert not run.dropped


def test_faint_spots_are_a_ball_when_six_go_on_alike():
    bowl, empty = Bowl(), np.full((len(TRACK_RADII), COLUMNS, 3), 40, np.uint8)
    bowl.see(empty, -1 / 15)
    runs = []
    for number in range(6):
        faint = (strip(len(TRACK_RADII), (1.2 * number / 15, 6, 15, 2)) > 100) * np.uint8(5)
        runs.append(bowl.see(empty + faint, number / 15))
    assert runs[:5] == [None] * 5
    assert runs[5] is not None


def test_a_ball_is_followed_beside_brighter_spots_elsewhere():
    bowl = quiet()
    rolled(bowl, rev_s=1.5, begin_s=0, end_s=1)
    for number in range(30):
        at_s = 1 + number / 30
        ball, glint = (1.5 * at_s, 6, 4, 1), (0.37 * number, 6, 9, 2)
        run = bowl.see(strip(len(TRACK_RADII), ball, glint), at_s)
    assert run is not None
    assert run.turns == pytest.approx(1.5 * (2 - FRAME_S), abs=0.15)


def test_noise_alone_is_no_ball():
    bowl = Bowl()
    assert [bowl.see(noisy(number), number / 15) for number in range(60)] == [None] * 60


def test_a_fast_ball_does_not_leave_its_track_where_a_hand_shines_further_in():
    bowl = quiet()
    rolled(bowl, rev_s=2.0, begin_s=0, end_s=1)
    run = rolled(bowl, rev_s=2.0, begin_s=1, end_s=1.1, row=2)
    assert run is not None
    assert not run.dropped
    assert run.turns == pytest.approx(2.2, abs=0.2)


def test_a_spot_that_stands_still_or_lies_far_in_is_no_ball_on_its_track():
    assert rolled(quiet(), rev_s=0.0, begin_s=0, end_s=1) is None
    assert rolled(quiet(), rev_s=1.5, begin_s=0, end_s=1, row=0) is None


def test_a_hand_covers_the_bowl_and_a_ball_does_not():
    bowl = quiet()
    bowl.see(strip(len(TRACK_RADII), (0.2, 0, 80, 10)), 0.0)
    assert bowl.covered
    bowl.see(strip(len(TRACK_RADII), (0.2, 6, 9, 2)), FRAME_S)
    assert not bowl.covered


def looked(place: float, speed: float, *, wide: int = 9, tall: int = 3, seconds: float = 1.2) -> list[Lying]:
    """Which spots are in the pockets when a spot turns at `speed` (pockets a second), the rotor at ten."""
    pockets = Pockets(FRENCH)
    pockets.see(strip(len(POCKET_RADII)), 0.0, -FRAME_S)
    for at_s in np.arange(0, seconds, FRAME_S):
        turn = (place + speed * at_s) / len(FRENCH)
        pockets.see(strip(len(POCKET_RADII), (turn, 4, wide, tall)), 10 * at_s, float(at_s))
    return [each for each in pockets.lying if each.lies_s > 1.0]


def test_a_ball_that_turns_with_the_rotor_lies_at_its_place():
    (ball,) = looked(5.0, 10.0)
    stay = ball.since(0.0)
    assert stay.place % len(FRENCH) == pytest.approx(5.0, abs=0.1)
    assert stay.share == 1.0
    assert stay.turned == pytest.approx(11.3, abs=0.8)
    assert stay.unsteady < 0.1


def test_a_ball_that_hops_on_the_spot_is_seen_further_out():
    pockets = Pockets(FRENCH)
    pockets.see(strip(len(POCKET_RADII)), 0.0, -FRAME_S)
    for number in range(30):
        spot = ((5.0 + number / 3) / len(FRENCH), 5 if number in (14, 15) else 4, 9, 3)
        pockets.see(strip(len(POCKET_RADII), spot), number / 3, number * FRAME_S)
    (ball,) = pockets.lying
    assert ball.since(0.0).hopped == pytest.approx(1.0, abs=0.2)
    assert ball.since(0.6).hopped < 0.1
    assert (ball.since(0.0).rests, ball.since(0.1).rests) == (False, False)


def passing_glare(
    reaches_s: float,
    until_s: float,
    *,
    row: int = 4,
    shines: int = 210,
    pockets_wide: int = 3,
    all_of_them: bool = False,
) -> list[Lying]:
    """The places of a ball that comes under a reflection after some time, and is seen `row` rows out there,
    if at all (a negative one: it is not there). The rotor turns by ten pockets a second."""
    pockets, reached = Pockets(FRENCH), 5.0 + 10 * reaches_s
    turn = (reached + pockets_wide / 2) / len(FRENCH)
    glare = strip(len(POCKET_RADII), (turn, 2, pockets_wide * PER_POCKET, 5))
    glare[glare > 100] = shines
    pockets.see(glare, 0.0, -FRAME_S)
    for at_s in np.arange(0, until_s, FRAME_S):
        at = 5.0 + 10 * at_s
        under = row if 0 < at - reached < pockets_wide else 4
        ball = strip(len(POCKET_RADII), *([(at / len(FRENCH), under, 9, 3)] if under >= 0 else []))
        pockets.see(np.where(ball > 100, ball, glare), 10 * at_s, float(at_s))
    return [each for each in pockets.lying if all_of_them or each.begun_s < FRAME_S]


def passed_glare(reaches_s: float, until_s: float, *, row: int = 4, shines: int = 210) -> Stay:
    """How the ball of `passing_glare` lies."""
    (ball,) = passing_glare(reaches_s, until_s, row=row, shines=shines)
    return ball.since(0.0)


def test_a_reflection_that_hides_a_ball_for_a_moment_does_not_put_off_its_number():
    stay = passed_glare(0.53, 0.93)
    assert stay.away_s == 0
    assert stay.in_sight_s == pytest.approx(0.53, abs=0.1)
    assert stay.lies_s == pytest.approx(0.9, abs=0.05)
    assert stay.rests


def test_a_ball_that_was_not_in_sight_for_half_a_second_without_a_break_may_have_hopped_under_a_reflection():
    assert (passed_glare(0.3, 0.93).rests, passed_glare(0.3, 1.15).rests) == (False, True)


def test_how_far_out_a_ball_seems_to_be_under_a_reflection_is_no_hop():
    stay = passed_glare(0.53, 0.93, row=6)
    assert stay.hopped < 0.1
    assert stay.rests


def test_a_ball_is_in_sight_where_it_hides_a_reflection_that_is_brighter_than_itself():
    stay = passed_glare(0.3, 0.93, shines=255)
    assert stay.in_sight_s == stay.lies_s == pytest.approx(0.9, abs=0.01)
    assert stay.rests


def test_a_ball_that_falls_under_a_bright_reflection_has_lain_there_since_then():
    stay = passed_glare(0.05, 0.93, shines=255)
    assert stay.in_sight_s == stay.lies_s == pytest.approx(0.9, abs=0.01)
    (ball,) = passing_glare(-0.03, 0.93, shines=255, all_of_them=True)
    assert ball.begun_s == 0


def test_a_ball_that_was_not_there_before_it_was_seen_has_not_lain_there():
    (ball,) = passing_glare(-0.03, 0.93, row=-1, shines=255, all_of_them=True)
    assert ball.begun_s == pytest.approx(0.3, abs=0.05)


def test_a_ball_that_hopped_under_a_bright_reflection_has_lain_there_since_it_came_back():
    pockets, rows = Pockets(FRENCH), len(POCKET_RADII)
    glare = np.where(strip(rows, (6.5 / len(FRENCH), 2, 3 * PER_POCKET, 5)) > 100, 255, strip(rows))
    pockets.see(glare.astype(np.uint8), 0.0, -FRAME_S)
    for number in range(15):
        ball = strip(rows, *([] if 2 < number < 6 else [((5.2 + number / 3) / len(FRENCH), 4, 9, 3)]))
        pockets.see(np.where(ball > 100, ball, glare).astype(np.uint8), number / 3, number * FRAME_S)
    (begun_s,) = [each.begun_s for each in pockets.lying if each.place == pytest.approx(5.2, abs=0.1)]
    assert begun_s == pytest.approx(6 * FRAME_S)


@pytest.mark.parametrize("row", [-1, 1, 6], ids=["is gone", "is further in", "is further out"])
def test_a_ball_that_does_not_lie_where_it_lay_is_not_in_sight_under_a_reflection(row: int):
    stay = passed_glare(0.3, 0.57, row=row, shines=255)
    assert stay.in_sight_s == pytest.approx(0.3, abs=0.1)


def test_a_ball_that_is_known_by_its_looks_alone_is_forgotten_as_one_that_is_not_seen():
    (ball,) = passing_glare(0.3, 1.3, shines=255, pockets_wide=25)
    assert (ball.found_s, ball.last_s) == pytest.approx((0.33, 1.27), abs=0.05)
    assert passing_glare(0.3, 1.6, shines=255, pockets_wide=25) == []


def patch(level: float, ball: float) -> np.ndarray:
    """The surroundings of a place at this level, with a ball as bright as this in its middle."""
    drawn = np.full((len(POCKET_RADII), 11), level, np.float32)
    drawn[4:7, 2:9] = ball
    return drawn


def learned() -> Likeness:
    likeness = Likeness()
    for _ in range(3):
        likeness.learn(patch(40, 210))
    return likeness


HALF = patch(255, 0)
HALF[:, 5:] = 255


@pytest.mark.parametrize(
    ("still", "shown", "shows"),
    [
        (patch(255, 255), patch(255, 210), True),
        (patch(255, 255), patch(255, 225), True),
        (patch(255, 255), patch(255, 245), False),
        (patch(255, 255), HALF, False),
        (patch(40, 40), patch(40, 210), True),
        (patch(200, 200), patch(200, 210), False),
    ],
    ids=["as it looks", "in its light", "hardly", "half of it", "without a reflection", "as bright as it"],
)
def test_a_ball_shows_where_a_picture_differs_from_the_reflection_as_it_would(
    still: np.ndarray, shown: np.ndarray, shows: bool
):
    assert learned().shows(shown, still) is shows


def test_how_a_ball_looks_is_not_known_after_two_pictures():
    likeness = Likeness()
    for _ in range(2):
        likeness.learn(patch(40, 210))
    assert not likeness.shows(patch(255, 210), patch(255, 255))


def test_a_ball_that_falls_at_once_under_a_weak_reflection_is_known_under_a_strong_one():
    pockets = Pockets(FRENCH)
    weak, strong = (6 / len(FRENCH), 2, 3 * PER_POCKET, 5), (9 / len(FRENCH), 2, 3 * PER_POCKET, 5)
    rows = len(POCKET_RADII)
    glare = np.where(strip(rows, strong) > 100, 255, np.where(strip(rows, weak) > 100, 110, strip(rows)))
    pockets.see(glare.astype(np.uint8), 0.0, -FRAME_S)
    for number in range(13):
        ball = strip(rows, ((5.5 + number / 3) / len(FRENCH), 4, 9, 3))
        pockets.see(np.where(ball > 100, ball, glare).astype(np.uint8), number / 3, number * FRAME_S)
    (lying,) = pockets.lying
    assert lying.since(0.0).in_sight_s == pytest.approx(12 * FRAME_S)


def moved_in_its_pocket(pictures: int) -> list[Lying]:
    """The places of a ball that looks soft, hops to the edge of its pocket, and a little back."""
    far = np.arange(COLUMNS)
    pockets = Pockets(FRENCH)
    pockets.see(strip(len(POCKET_RADII)), 0.0, -FRAME_S)
    for number in range(pictures):
        place = 5.0 if number < 10 else 5.375 if number < 15 else 5.25
        drawn = strip(len(POCKET_RADII))
        soft = 170 * np.exp(-(((far - (place + number / 3) * PER_POCKET) / 4) ** 2) / 2)
        drawn[4:7] += soft.astype(np.uint8)[:, None]
        pockets.see(drawn, number / 3, number * FRAME_S)
    return pockets.lying


def test_a_spot_belongs_to_the_nearest_place_and_the_other_one_is_empty():
    before, now = moved_in_its_pocket(19)
    assert (before.last_s, now.last_s) == pytest.approx((9 * FRAME_S, 18 * FRAME_S))


def test_a_place_in_the_same_pocket_is_given_up_once_the_ball_was_seen_as_often_at_another():
    """Otherwise it takes sightings from the other one as soon as it is nearer."""
    (now,) = moved_in_its_pocket(20)
    assert now.begun_s == pytest.approx(10 * FRAME_S)
    assert now.sightings == 10


def test_where_the_ball_lay_in_another_pocket_is_remembered_for_a_while():
    pockets = Pockets(FRENCH)
    pockets.see(strip(len(POCKET_RADII)), 0.0, -FRAME_S)
    for number in range(22):
        place = 5.0 if number < 10 else 9.0
        spot = ((place + number / 3) / len(FRENCH), 4, 9, 3)
        pockets.see(strip(len(POCKET_RADII), spot), number / 3, number * FRAME_S)
    assert [round(each.place) for each in pockets.lying] == [5, 9]


def sighted(*looks: tuple[int, int, float, float, float]) -> Lying:
    """A ball at place 5.0 that was seen from one picture on until another, each time at this place and row
    and as bright; NaN: it was looked for in vain. Pictures between two of these hide it in a reflection."""
    ball = Lying(Sighting(0.0, 0.0, 5.0, 4.0, 90.0))
    for first, until, place, row, bright in looks:
        for number in range(max(1, first), until):
            ball.look(Sighting(number * FRAME_S, number / 3, place, row, bright))
    return ball


def test_a_ball_lies_since_it_was_seen_before_the_reflection_that_hides_it_as_the_time_begins():
    ball = sighted((0, 10, 5.0, 4.0, 90.0), (20, 40, 5.0, 4.0, 90.0))
    assert ball.since(15 * FRAME_S).lies_s == pytest.approx(30 * FRAME_S)
    missed = sighted((0, 10, 5.0, 4.0, 90.0), (10, 20, np.nan, 0.0, 0.0), (20, 40, 5.0, 4.0, 90.0))
    assert missed.since(15 * FRAME_S).lies_s == pytest.approx(19 * FRAME_S)


def test_a_ball_is_in_sight_from_a_hop_on():
    ball = sighted((0, 10, 5.0, 4.0, 90.0), (10, 30, 5.0, 5.0, 90.0))
    assert ball.since(0.0).in_sight_s == pytest.approx(19 * FRAME_S)


def test_what_was_in_sight_before_the_ball_was_away_does_not_count():
    ball = sighted(
        (0, 20, 5.0, 4.0, 90.0),
        (20, 26, np.nan, 0.0, 0.0),
        (26, 36, 5.0, 4.0, 90.0),
        (45, 55, 5.0, 4.0, 90.0),
    )
    assert ball.since(0.0).in_sight_s == pytest.approx(9 * FRAME_S)


@pytest.mark.parametrize(("bright", "hopped"), [(40.0, 0.0), (70.0, 1.0)])
def test_a_faint_spot_does_not_tell_how_far_out_a_ball_is(bright: float, hopped: float):
    ball = sighted((0, 15, 5.0, 4.0, 90.0), (15, 16, 5.0, 5.0, bright), (16, 30, 5.0, 4.0, 90.0))
    assert ball.since(0.0).hopped == hopped


def test_a_ball_that_comes_back_to_a_pocket_lies_where_it_lies_now():
    """Otherwise it would be another one as soon as it seems to be a third of a pocket from where it lay."""
    ball = sighted((0, 15, 5.0, 4.0, 90.0), (15, 19, np.nan, 0.0, 0.0), (19, 24, 5.25, 3.5, 90.0))
    assert (ball.place, ball.row) == (5.25, 3.5)
    once_missed = sighted((0, 15, 5.0, 4.0, 90.0), (15, 16, np.nan, 0.0, 0.0), (16, 21, 5.25, 3.5, 90.0))
    assert (once_missed.place, once_missed.row) == (5.0, 4.0)


@pytest.mark.parametrize(
    ("glares", "hopped"), [((True, True), 0.0), ((True, False), 0.52), ((False, True), 0.52)]
)
def test_two_pictures_under_a_reflection_do_not_tell_a_hop(glares: tuple[bool, bool], hopped: float):
    ball = sighted((0, 15, 5.0, 4.0, 90.0))
    for number, (row, glare) in enumerate(zip((3.75, 4.27), glares, strict=True), 15):
        ball.look(Sighting(number * FRAME_S, number / 3, 5.0, row, 90.0, glare))
    assert ball.since(0.0).hopped == pytest.approx(max(hopped, 0.25))


@pytest.mark.parametrize(("missing", "sight"), [(1, 29), (2, 14)])
def test_a_ball_stays_in_sight_where_a_reflection_hides_it_for_less_than_a_hop(missing: int, sight: int):
    ball = sighted((0, 15, 5.0, 4.0, 90.0), (15 + missing, 30, 5.0, 4.0, 90.0))
    assert ball.since(0.0).in_sight_s == pytest.approx(sight * FRAME_S)


@pytest.mark.parametrize(("unseen", "hopped"), [(0, 1.0), (1, 1.0), (4, 0.0)])
def test_a_ball_that_is_seen_further_out_after_a_break_need_not_have_hopped(unseen: int, hopped: float):
    """The ring does not lie exactly where the view has it."""
    ball = Lying(Sighting(0.0, 0.0, 5.0, 4.0))
    for number in range(1, 30):
        if not 15 <= number < 15 + unseen:
            ball.look(Sighting(number * FRAME_S, number / 3, 5.0, 4.0 if number < 15 else 5.0))
    assert ball.since(0.0).hopped == hopped


@pytest.mark.parametrize(
    ("speed", "wide", "tall"),
    [(0.0, 9, 3), (-8.0, 9, 3), (10.0, 90, 10)],
    ids=["a reflection", "a ball", "a sleeve"],
)
def test_what_stands_still_or_runs_or_is_large_does_not_lie(speed: float, wide: int, tall: int):
    assert looked(5.0, speed, wide=wide, tall=tall) == []


def test_reflections_that_outshine_a_ball_do_not_hide_it():
    pockets = Pockets(FRENCH)
    shine = [(part, 0, 12, 10) for part in (0.05, 0.3, 0.55, 0.8)]
    pockets.see(strip(len(POCKET_RADII), *shine), 0.0, -FRAME_S)
    for at_s in np.arange(0, 1.2, FRAME_S):
        ball = ((5.0 + 10 * at_s) / len(FRENCH), 4, 7, 2)
        pockets.see(strip(len(POCKET_RADII), *shine, ball), 10 * at_s, float(at_s))
    (lying,) = (each for each in pockets.lying if each.lies_s > 1.0)
    assert lying.place == pytest.approx(5.0, abs=0.1)


def test_a_spot_that_every_second_pocket_has_is_no_ball():
    pockets = Pockets(FRENCH)
    for at_s in np.arange(0, 6, FRAME_S):
        spots = [((number + 10 * at_s) / len(FRENCH), 4, 6, 3) for number in range(1, 37, 2)]
        pockets.see(strip(len(POCKET_RADII), *spots), 10 * at_s, float(at_s))
    assert [each for each in pockets.lying if each.last_s > 5] == []


AMERICAN = order(38)


@pytest.mark.parametrize("pocket", [0, AMERICAN.index("00")])
def test_a_green_pocket_that_is_brighter_than_red_and_black_is_no_ball_and_a_ball_in_it_is_one(pocket: int):
    """Worn and out of focus its darkest channel is brighter than that of its neighbours by twenty levels."""

    def lying(ball: int) -> list[Lying]:
        pockets = Pockets(AMERICAN)
        for at_s in np.arange(0, 4, FRAME_S):
            drawn = np.full((len(POCKET_RADII), PER_POCKET * len(AMERICAN), 3), 40, np.uint8)
            here = round((pocket + 10 * at_s) * PER_POCKET)
            drawn[:, (here + np.arange(-7, 8)) % drawn.shape[1]] = (70, 130, 65)
            drawn[4:7, (here + np.arange(-4, 5)) % drawn.shape[1]] += np.uint8(ball)
            pockets.see(drawn, 10 * at_s, float(at_s))
        return [each for each in pockets.lying if each.lies_s > 1.0]

    assert lying(0) == []
    (ball,) = lying(100)
    assert ball.place % len(AMERICAN) == pytest.approx(pocket, abs=0.1)


# --- the eye


VIEW = View(320, 240, 350.0, 160.0, 120.0, 5.0)


def test_half_of_the_pictures_are_enough_until_the_ball_drops():
    eye = WheelEye(VIEW)
    grey = np.full((240, 320, 3), 90, np.uint8)
    due = []
    for number in range(30):
        due.append(eye.is_due(number / 30))
        eye.see(grey, number / 30)
    assert sum(due) == 15
    assert eye.see(grey, 29 / 30) == []


def test_in_the_dark_the_eye_says_that_it_does_not_see_the_ring():
    eye, black = WheelEye(VIEW), np.zeros((240, 320, 3), np.uint8)
    found = [each for number in range(60) for each in eye.see(black, number / 15)]
    assert [each.name for each in found if isinstance(each, WheelFault)] == ["ring-not-seen"]


# --- the comparison of films with their truth


def truth(wrong: str = "", number: str | None = "17") -> Truth:
    return Truth(number, True, 20.0, 7, 2.0, 8.0, 10.0, 13.0, 14.0, wrong)


@pytest.mark.parametrize(
    ("happened", "said", "verdict"),
    [
        (truth(), [(10.8, BallSeen("17"))], "right"),
        (truth(), [(10.8, BallSeen("34"))], "wrong"),
        (truth(), [(9.0, BallSeen("17"))], "wrong"),
        (truth(), [(9.0, BallSeen("34")), (11.0, WheelFault("ball-moved"))], "wrong withdrawn"),
        (truth(), [(18.0, WheelFault("unsure"))], "unsure"),
        (truth("ball-out", None), [(18.0, WheelFault("ball-out"))], "named"),
        (truth("ball-out", None), [(18.0, WheelFault("second-ball"))], "misnamed"),
        (truth("ball-out", None), [], "unsaid"),
        (truth("too-few-laps"), [(10.8, BallSeen("17"))], "wrong"),
        (truth("hand"), [(12.0, BallSeen("17"))], "in-spite"),
        (truth("hand"), [(12.0, BallSeen("34"))], "wrong"),
        (truth("hand"), [(12.0, WheelFault("hand-in-the-way"))], "named"),
        (truth("carried"), [(12.0, BallSeen("17"))], "wrong"),
        (truth("carried"), [(12.0, WheelFault("hand-in-the-way"))], "named"),
        (truth("down-at-once"), [(12.0, BallSeen("17"))], "wrong"),
        (truth("down-at-once"), [(12.0, WheelFault("too-few-laps"))], "named"),
        (truth("not-alternated"), [(10.8, WheelFault("not-alternated")), (10.8, BallSeen("17"))], "named"),
    ],
)
def test_what_the_eye_says_is_held_against_the_truth(
    happened: Truth, said: list[tuple[float, Observation]], verdict
):
    assert [name for name, count in compared(happened, said).counts.items() if count] == verdict.split()


def test_a_fault_beside_a_right_number_is_a_false_alarm():
    watched = compared(truth(), [(9.0, WheelFault("second-ball")), (10.8, BallSeen("17"))])
    assert watched.counts["right"] == watched.counts["false-alarm"] == 1
    assert watched.took_s == [pytest.approx(0.8)]
