"""The eye over a wheel, shown films of wheels (vision/sabot_vision/wheel, training/wheels).

Each film here is small and short; `python -m tools.wheel_films` shows many, of all looks."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest

from sabot.core.reasons import Reason
from sabot.games.wheel.terms import order
from sabot_vision.training.wheels import surface
from sabot_vision.training.wheels.filming import Scene, WheelFilm
from sabot_vision.training.wheels.spinning import BRISK, Spinning
from sabot_vision.training.wheels.styles import LAYOUTS, style
from sabot_vision.training.wheels.watched import Table, surveyed, touched
from sabot_vision.wheel.calibrating import RingError, calibrated
from sabot_vision.wheel.numerals import ink
from sabot_vision.wheel.rotor import Follower, pattern
from sabot_vision.wheel.seen import House
from sabot_vision.wheel.strips import PER_POCKET, Unroller
from sabot_vision.wheel.view import view_of

SMALL = (320, 240)


@cache
def scene(look: str = "plain", layout: str = "french") -> Scene:
    return Scene(style(3, look=look, layout=layout, size=SMALL))


def table(look: str, layout: str) -> Table:
    drawn = scene(look, layout)
    count, order = LAYOUTS[layout]
    return Table(drawn, surveyed(drawn, 3), House(count, order, required_laps=3), 3)


@pytest.mark.slow
@pytest.mark.parametrize(("look", "layout"), [("plain", "french"), ("oblique", "american")])
def test_a_spin_that_is_filmed_gives_its_number_within_a_second_of_rest(look, layout):
    watched = table(look, layout).spin(habits=BRISK)
    assert (dict(+watched.counts), watched.notes) == ({"right": 1}, [])
    assert watched.took_s[0] < 1.0


def test_a_film_is_the_same_for_the_same_seed_and_another_for_another():
    drawn = scene()
    films = [WheelFilm(drawn, Spinning(drawn.style, seed, clockwise=True), seed=seed) for seed in (1, 1, 2)]
    one, other, another = ([shot.picture for shot in itertools.islice(film.shots(), 2)] for film in films)
    assert np.array_equal(one, other)
    assert not np.array_equal(one, another)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_ring_is_drawn_where_its_camera_sees_it(layout: str):
    drawn = scene("plain", layout)
    ring = unrolled(drawn, angle=1.0)
    place = round(1.0 / (2 * np.pi) * len(drawn.style.pockets))
    blue, green, red = np.roll(ring, -place * PER_POCKET, axis=1)[0, 0].astype(int)
    is_green = green > red and green > blue
    assert is_green == (drawn.style.pockets[0] == "0")


def unrolled(drawn: Scene, *, angle: float) -> np.ndarray:
    """The ring of numbers when the first pocket is at this angle."""
    picture = drawn.empty(np.full(drawn.style.view.tall, angle), 0.0)
    return Unroller(drawn.style.view, len(drawn.style.pockets))(picture).ring


@pytest.mark.parametrize(("look", "fewer"), [("oblique", True), ("compressed", False)])
def test_only_what_the_eye_reads_is_drawn_and_looks_the_same_to_it(look: str, fewer: bool):
    drawn = Scene(style(4, look=look, size=SMALL))
    unroll, angles = Unroller(drawn.style.view, len(drawn.style.pockets)), np.linspace(1, 1.02, 240)
    whole = drawn.empty(angles, 0.02)
    drawn.narrow(unroll.reads(240, 320))
    part = drawn.empty(angles, 0.02)
    assert all(np.array_equal(one, other) for one, other in zip(unroll(whole), unroll(part), strict=True))
    assert fewer != np.array_equal(whole, part)


def test_a_ball_at_rest_lies_in_the_pocket_of_its_number_and_turns_with_the_rotor():
    pockets = scene().style.pockets
    spinning = Spinning(scene().style, 5, clockwise=False)
    truth = spinning.truth
    for t_s in (truth.rest_s + 0.01, truth.over_s - 0.01):
        (ball,) = spinning.balls(t_s)
        place = (ball.angle - spinning.rotor(t_s)) / (2 * np.pi) * len(pockets)
        assert pockets[round(place) % len(pockets)] == truth.number
    assert spinning.balls(truth.launched_s - 0.1) == spinning.balls(truth.over_s + 0.1) == []


def test_a_ball_never_jumps_from_one_moment_to_the_next():
    spinning = Spinning(scene().style, 6, clockwise=True)
    truth = spinning.truth
    spots = [spinning.balls(t_s)[0] for t_s in np.arange(truth.launched_s, truth.over_s - 0.01, 0.002)]
    radii, angles, heights = np.array(spots).T
    assert np.abs(np.diff(radii)).max() < 0.03
    assert np.abs(np.diff(heights)).max() < 0.03
    assert np.abs(np.diff(angles)).max() < 0.1


@pytest.mark.parametrize(
    ("wrong", "rpm", "laps"),
    [
        ("rotor-too-slow", (5, 9), (5, 10)),
        ("rotor-too-fast", (40, 50), (5, 10)),
        ("too-few-laps", (9, 33), (2, 4)),
        ("down-at-once", (9, 33), (0, 2)),
    ],
)
def test_what_is_to_go_wrong_goes_wrong(wrong: str, rpm: tuple[int, int], laps: tuple[int, int]):
    truth = Spinning(scene().style, 7, clockwise=True, wrong=wrong).truth
    assert rpm[0] < truth.rpm < rpm[1]
    assert laps[0] <= truth.laps <= laps[1]


def test_a_ball_that_is_carried_goes_under_a_hand_from_a_pocket_to_another():
    style_ = scene().style
    carried = Spinning(style_, 8, clockwise=True, wrong="carried")
    *_, lay, moved = carried._hops
    assert 0.3 < lay.until_s - lay.lands_s < 0.75
    assert abs(moved.end - moved.start) > 3
    assert carried.truth.number == style_.pockets[round(moved.end) % len(style_.pockets)]
    assert any(
        each.begin_s < moved.begin_s and moved.lands_s < each.end_s and each.radius < 1
        for each in carried.reaches
    )


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["hand", "carried", "down-at-once"])
def test_a_hand_over_the_wheel_and_a_ball_that_comes_down_at_once_are_named(wrong: str):
    assert +table("plain", "french").spin(wrong=wrong).counts == {"named": 1}


@pytest.mark.parametrize(("wrong", "balls"), [("second-ball", 2), ("no-spin", 1), ("ball-out", 0)])
def test_so_many_balls_lie_in_the_wheel_at_the_end(wrong: str, balls: int):
    spinning = Spinning(scene().style, 8, clockwise=True, wrong=wrong)
    late_s = spinning.truth.over_s + (1.0 if wrong == "ball-out" else -0.05)
    assert len(spinning.balls(late_s)) == balls


def test_the_next_film_of_a_wheel_goes_on_where_the_rotor_was():
    first = Spinning(scene().style, 1, clockwise=True)
    angle, speed = first.ends()
    second = Spinning(scene().style, 2, clockwise=False, before=(angle, speed))
    assert second.rotor(0.0) == angle
    assert (second.rotor(0.001) - angle) / 0.001 == pytest.approx(speed, abs=0.05)
    assert second.rotor(5.0) < second.rotor(4.0)


def test_a_ring_seen_from_the_side_hides_nothing_of_the_bowl_behind_it():
    """Each pixel shows a spot of the wheel that projects back onto it."""
    drawn = scene("oblique")
    y, x = np.nonzero(drawn.turning)
    radius, angle = drawn.radius[y, x].astype(float), drawn.angle[y, x].astype(float)
    back = drawn.style.view.pixels(radius, angle, surface.height(drawn.style, radius).astype(float))
    flat = (radius > 0.9) & (radius < 0.98)
    assert np.abs(back - np.stack([x, y], -1))[flat].max() < 1.0


@pytest.mark.parametrize("speed", [-3.0, 0.7])
def test_the_rotor_is_followed_both_ways_and_its_pockets_are_known(speed: float):
    drawn = scene()
    follower, count = Follower(drawn.style.pockets), len(drawn.style.pockets)
    for number in range(30):
        turned = follower.see(unrolled(drawn, angle=2 + speed * number / 30), number / 30)
    place = (2 + speed * 29 / 30) / (2 * np.pi) * count
    assert (turned.place - place + count / 2) % count - count / 2 == pytest.approx(0, abs=0.1)
    assert turned.speed == pytest.approx(speed / (2 * np.pi) * count, rel=0.05)
    assert turned.sure
    assert turned.seen


def test_a_reflection_over_a_third_of_the_ring_does_not_hold_the_rotor_back():
    drawn, count = scene(), len(scene().style.pockets)
    follower = Follower(drawn.style.pockets)
    for number in range(60):
        ring = unrolled(drawn, angle=2 + number / 30)
        ring[:, : 12 * PER_POCKET] = np.maximum(ring[:, : 12 * PER_POCKET], (150, 180, 250))
        turned = follower.see(ring, number / 30)
    off = turned.place - (2 + 59 / 30) / (2 * np.pi) * count
    assert (off + count / 2) % count - count / 2 == pytest.approx(0, abs=0.1)
    assert turned.like > 0.85


def test_a_ring_without_a_zero_is_known_by_the_numbers_on_it():
    drawn = scene("plain", "no-zero")
    follower = Follower(drawn.style.pockets)
    for number in range(30):
        turned = follower.see(unrolled(drawn, angle=2 + number / 30), number / 30)
    off = turned.place - (2 + 29 / 30) / (2 * np.pi) * 36
    assert (off + 18) % 36 - 18 == pytest.approx(0, abs=0.15)
    assert turned.sure


def test_a_ring_of_red_and_black_without_numbers_is_followed_but_its_pockets_are_not_known():
    drawn = scene("plain", "no-zero")
    follower = Follower(drawn.style.pockets)
    red = np.repeat(np.arange(36) % 2, PER_POCKET)[None, :, None] * (0, 0, 120) + 20
    for number in range(30):
        ring = np.roll(np.tile(red, (4, 1, 1)), 5 * number, axis=1).astype(np.uint8)
        turned = follower.see(ring, number / 30)
    assert turned.seen
    assert not turned.sure


def test_only_where_no_colour_tells_the_pockets_apart_do_their_numbers_count():
    layouts = {name: len(pattern(order(count, named))) for name, (count, named) in LAYOUTS.items()}
    assert layouts == {"french": 2, "american": 2, "triple": 2, "no-zero": 3}


def test_a_number_of_two_digits_has_more_ink_than_one_of_one_digit():
    one, two = np.roll(ink(("7", "20")), PER_POCKET // 2).reshape(2, PER_POCKET).sum(axis=1)
    assert two > 0 > one


def test_a_hidden_ring_is_expected_where_it_would_be_for_a_second_and_then_lost():
    drawn = scene()
    follower = Follower(drawn.style.pockets)
    for number in range(30):
        before = follower.see(unrolled(drawn, angle=number / 30), number / 30)
    dark = np.zeros_like(unrolled(drawn, angle=0.0))
    soon = follower.see(dark, 1.2)
    assert (soon.sure, soon.seen) == (True, False)
    assert soon.place == pytest.approx(before.place + before.speed * (1.2 - 29 / 30))
    for number in range(40, 70):
        late = follower.see(dark, number / 30)
    assert not late.sure


# --- where the camera stands


def test_four_points_that_were_touched_nearly_give_the_view():
    drawn = scene("oblique")
    view, true = surveyed(drawn, 3), drawn.style.view
    assert view.slant == pytest.approx(true.slant, abs=np.radians(3))
    angle = np.linspace(0, 6, 50)
    for radius, height in ((0.93, 0.0), (0.72, -0.05)):
        ring = np.full(50, radius), angle, np.full(50, height)
        assert np.linalg.norm(view.pixels(*ring) - true.pixels(*ring), axis=1).max() < 4.0


def test_a_view_is_written_and_read_as_text():
    view = scene("oblique").style.view
    assert tuple(view_of(view.spelled())) == pytest.approx(tuple(view), rel=1e-5)


@pytest.mark.parametrize(
    "text",
    ["1 2 3 4", "640 480 700 320 240 0 0 0", "640 480 700 320 240 7 0 0 0", "640 480 -1 320 240 7 0 0"],
)
def test_what_is_no_view_is_refused(text: str):
    with pytest.raises(ValueError, match="eight numbers"):
        view_of(text)


def test_points_that_cannot_be_a_ring_are_refused_with_the_reason():
    drawn = scene()
    picture, points = drawn.empty(np.zeros(240), 0.0), touched(drawn.style, 3)
    pockets = drawn.style.pockets
    assert "four points" in refusal(picture, points[:3], pockets)
    assert "four points" in refusal(picture, [*points[:3], (400.0, 10.0)], pockets)
    assert "too small" in refusal(picture, [(100 + x / 10, 100 + y / 10) for x, y in points], pockets)
    assert "is it lit" in refusal(np.full_like(picture, 90), points, pockets)


def scaled(points: list[tuple[float, float]], times: float) -> list[tuple[float, float]]:
    """The points, `times` as far from their middle."""
    middle = np.mean(points, axis=0)
    return [(float(x), float(y)) for x, y in middle + times * (np.array(points) - middle)]


@pytest.mark.parametrize("times", [0.8, 0.85])
@pytest.mark.parametrize("look", ["plain", "oblique"])
def test_points_on_the_inner_edge_of_the_ring_are_refused_with_what_to_touch(look: str, times: float):
    drawn = scene(look)
    points = scaled(touched(drawn.style, 3), times)
    assert "touch its outer edge" in refusal(drawn.empty(np.zeros(240), 0.0), points, drawn.style.pockets)


@pytest.mark.parametrize("times", [0.9, 1.1])
def test_points_a_tenth_too_far_in_or_out_are_taken(times: float):
    drawn = scene()
    assert calibrated(
        drawn.empty(np.zeros(240), 0.0), scaled(touched(drawn.style, 3), times), drawn.style.pockets
    )


def refusal(picture: np.ndarray, points: list[tuple[float, float]], pockets: tuple[str, ...]) -> str:
    with pytest.raises(RingError) as error:
        calibrated(picture, points, pockets)
    (why,) = error.value.args
    assert isinstance(why, Reason)
    return str(why)
