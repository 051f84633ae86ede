"""The turn of a rotor that slows, from edges for which some are missed (sabot/instruments/wheel/rotor.py)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from sabot.instruments.wheel.edges import Options
from sabot.instruments.wheel.physics import Turning, passes
from sabot.instruments.wheel.rotor import Rotor, rotor, single

MISSED = 0.12
"""The part of the edges that the sensors of these rotors miss."""


def slowing(seed: int, *, clockwise: bool = True) -> tuple[Turning, list[float], list[float]]:
    """A rotor that slows by up to an eighth in each revolution, and what its two sensors saw of it."""
    rng = random.Random(seed)
    turning = Turning(rng.uniform(0.1, 0.6), rng.uniform(0.02, 0.12), rng.choice((0, 1, 2)))
    end_s = turning.when(rng.uniform(4, 6) if turning.drag == 0 else rng.uniform(6, 8))
    end_s = min(end_s, 60.0) if math.isfinite(end_s) else 60.0

    def seen(sensor_deg: float) -> Iterator[float]:
        every = passes(Options(), turning, clockwise=clockwise, place=0.0, sensor_deg=sensor_deg, end_s=end_s)
        return (each for each in every if rng.random() > MISSED)

    return turning, list(seen(0.0)), list(seen(90.0))


def follows(found: Rotor, turning: Turning, edges: int) -> bool:
    """Whether every edge was taken, at the turn at which the rotor truly was."""
    truly = [turning.turned(each) for each in found.times]
    off = [turn - true for turn, true in zip(found.turns, truly, strict=True)]
    return len(off) == edges and max(off) - min(off) < 0.01


@pytest.mark.parametrize("clockwise", [True, False])
def test_a_rotor_that_slows_is_followed_edge_by_edge_although_one_in_eight_is_missed(clockwise: bool):
    """Nine in ten; of the others so much is missed at once that the turn is lost."""
    followed = 0
    for seed in range(300):
        turning, index, index2 = slowing(seed, clockwise=clockwise)
        found = rotor(index, index2, apart=0.25)
        followed += follows(found, turning, len(index) + len(index2))
    assert followed >= 274


@pytest.mark.parametrize(("apart", "direction"), [(0.25, "clockwise"), (0.75, "anticlockwise"), (0.5, "")])
def test_a_second_index_opposite_the_first_tells_no_direction(apart: float, direction: str):
    index = [3.0 * turn for turn in range(8)]
    second = [each + (1.5 if apart == 0.5 else 0.75) for each in index]
    found = rotor(index, second, apart=apart)
    assert (found.direction, len(found.times)) == (direction, 16)


def even(count: int, *, begin_s: float = 0.0) -> list[float]:
    """Edges of a rotor that takes 3 s a turn."""
    return [begin_s + 3.0 * turn for turn in range(count)]


@pytest.mark.parametrize(("edges", "silent"), [(2, ""), (3, "index2"), (9, "index2")])
def test_a_sensor_is_silent_if_the_other_one_saw_the_mark_three_times(edges: int, silent: str):
    assert rotor(even(edges), [], apart=0.25).silent == silent


@pytest.mark.parametrize(("seen", "silent"), [(3, "index2"), (4, "")])
def test_a_sensor_is_silent_if_it_saw_three_tenths_of_what_the_other_saw(seen: int, silent: str):
    assert rotor(even(10), even(seen, begin_s=0.75), apart=0.25).silent == silent
    assert rotor(even(seen, begin_s=0.75), even(10), apart=0.25).silent == silent.removesuffix("2")


@pytest.mark.parametrize(("early_s", "silent"), [(6.0, "index2"), (5.9, "")])
def test_a_sensor_that_sees_again_later_was_silent_early_if_the_other_saw_three_edges_by_then(
    early_s: float, silent: str
):
    index, later = even(8), even(6, begin_s=6.75)
    assert rotor(index, later, apart=0.25, early_s=early_s).silent == silent


STEADY = Rotor(even(5), [0.0, 1.0, 2.0, 3.0, 4.0], "clockwise")


@pytest.mark.parametrize(
    ("at_s", "is_known"), [(16.7, True), (16.9, False), (-4.7, True), (-4.9, False), (6.0, True)]
)
def test_a_turn_is_known_up_to_one_revolution_and_six_tenths_beyond_its_edges(at_s: float, is_known: bool):
    turn, rough = STEADY.turned(at_s)
    assert turn == pytest.approx(at_s / 3 if is_known else 0.0)
    assert rough == pytest.approx(0.0 if is_known else 1.0)


def test_how_far_a_turn_is_known_beyond_its_edges_depends_on_the_pace_of_all_of_them():
    uneven = Rotor([0.0, 1.0, 4.0], [0.0, 1.0, 2.0], "clockwise")
    assert uneven.turned(7.0)[1] < 1.0
    assert uneven.turned(7.3) == (0.0, 1.0)


def drawn(edges: int, power: int) -> float:
    """How far the edges of a rotor whose turn grows with this power of the time lie from what is drawn."""
    times = [float(each) for each in range(edges)]
    return Rotor(times, [each + 0.01 * each**power for each in times], "clockwise").turned(1.0)[1]


@pytest.mark.parametrize(
    ("edges", "power", "fits"),
    [(3, 1, True), (3, 2, False), (4, 2, True), (5, 2, True), (5, 3, False), (6, 3, True), (7, 3, True)],
)
def test_more_edges_are_joined_by_a_curve_of_a_higher_power(edges: int, power: int, fits: bool):
    assert (drawn(edges, power) < 1e-9) is fits


def test_two_edges_tell_neither_a_speed_nor_a_turn():
    two = Rotor([0.0, 3.0], [0.0, 1.0], "clockwise")
    assert (two.rpm(1.0), two.turned(1.0)) == (0.0, (0.0, 1.0))
    three = Rotor(even(3), [0.0, 1.0, 2.0], "clockwise")
    assert three.rpm(1.0) == pytest.approx(20.0)
    assert three.turned(1.5)[0] == pytest.approx(0.5)


def test_three_edges_tell_a_speed_and_four_how_it_falls():
    three = Rotor([0.0, 1.0, 4.0], [0.0, 1.0, 2.0], "clockwise")
    assert three.rpm(0.0) == three.rpm(4.0) == pytest.approx(60 * 4 / (78 / 9))
    four = Rotor([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 1.9, 2.7], "clockwise")
    assert four.rpm(0.0) == pytest.approx(63.0)
    assert four.rpm(3.0) == pytest.approx(45.0)


def test_a_rotor_turns_clockwise_or_the_other_way():
    assert (STEADY.sign, STEADY._replace(direction="anticlockwise").sign) == (1, -1)
    assert STEADY._replace(direction="").sign == -1


def test_the_second_of_two_edges_is_left_out_if_it_comes_within_the_blind_time():
    assert single([0.0, 0.25, 1.0, 1.3], 0.25) == [0.0, 1.0, 1.3]
    assert single([], 0.25) == []


def test_a_turn_ends_where_two_of_four_edges_do_not_fit_and_only_those_before_them_count():
    stopped = [*even(6), 16.4, 17.0, *even(4, begin_s=30.0)]
    assert rotor(stopped, [], apart=0.25).times == even(6)


def test_one_edge_that_does_not_fit_ends_no_turn():
    hand = sorted([*even(9), 13.3])
    assert rotor(hand, [], apart=0.25).times == even(9)


def test_edges_that_do_not_fit_end_no_turn_if_enough_others_lie_between_them():
    hands = sorted([*even(12), 13.3, 22.3])
    assert rotor(hands, [], apart=0.25).times == even(12)
