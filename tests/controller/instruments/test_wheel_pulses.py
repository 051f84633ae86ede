"""How long pulses of the wheel's sensors last, and edges that its board lost."""

from __future__ import annotations

import random

import pytest

from sabot.core.observations import DeviceTroubled
from sabot.instruments.line.messages import Edges
from sabot.instruments.wheel import physics as wheel_physics
from sabot.instruments.wheel.edges import SENSORS, Edge
from sabot.instruments.wheel.pulses import EDGES_LOST, PULSE_ENDS, SLEEVE_US, of_balls, words
from tests.controller.instruments.test_sabot_wheel import TIDY, Board
from tests.controller.instruments.wheel_lines import faults, numbers

POCKET, INDEX = SENSORS["pocket"], SENSORS["index"]


def test_the_words_of_a_message_are_where_pulses_begin_and_end_and_how_many_edges_are_lost():
    told = Edges(
        (
            (POCKET, 0),
            (INDEX, 10),
            (POCKET | PULSE_ENDS, 60_000),
            (EDGES_LOST, 37),
            (77, 5),
            (77 | PULSE_ENDS, 6),
        )
    )
    assert words(told, 1_000) == (
        [Edge(1_000, "pocket"), Edge(1_010, "index")],
        [Edge(61_000, "pocket")],
        37,
        2,
    )


@pytest.mark.parametrize(("lasts_us", "kept"), [(60_000, 2), (SLEEVE_US, 2), (SLEEVE_US + 1, 1)])
def test_a_sleeve_over_a_sensor_is_no_ball(lasts_us, kept):
    edges = [Edge(1_000, "pocket"), Edge(2_000, "track")]
    assert len(of_balls(edges, [Edge(1_000 + lasts_us, "pocket")])) == kept


def test_a_sleeve_is_taken_out_and_not_what_the_same_sensor_saw_before_or_after():
    edges = [Edge(each, "pocket") for each in (1_000, 500_000, 3_000_000)]
    assert of_balls(edges, [Edge(2_500_000, "pocket")]) == [edges[0], edges[2]]


def test_the_mark_of_a_rotor_that_stands_is_no_sleeve():
    edges = [Edge(1_000, "index")]
    assert of_balls(edges, [Edge(10_000_000, "index")]) == edges


TURNS = [Edge(each * 2_000_000, "index") for each in range(3)]
"""A rotor of 30 revolutions a minute."""


@pytest.mark.parametrize("sensor", ["pocket", "pocket2"])
@pytest.mark.parametrize(
    ("lasts_us", "kept"), [(3_000, False), (8_000, False), (8_400, True), (20_000, True)]
)
def test_a_fret_that_gleams_before_an_eye_over_the_pockets_is_no_ball(sensor, lasts_us, kept):
    """A degree and a half of a turn of two seconds is 8.3 thousandths of a second."""
    gleam = Edge(4_500_000, sensor)
    found = of_balls([*TURNS, gleam], [Edge(4_500_000 + lasts_us, sensor)])
    assert found == [*TURNS, gleam] if kept else found == TURNS


def test_a_ball_on_its_track_passes_faster_than_a_fret():
    edges = [*TURNS, Edge(4_500_000, "track")]
    assert of_balls(edges, [Edge(4_506_000, "track")]) == edges


def test_a_mark_that_was_missed_makes_no_fret_of_a_ball():
    """Two turns without a mark seem to be one of six seconds, in which a degree and a half takes 25 ms."""
    edges = [*TURNS, Edge(10_000_000, "index"), Edge(10_500_000, "pocket")]
    assert of_balls(edges, [Edge(10_520_000, "pocket")]) == edges


def test_how_fast_a_fret_passes_is_not_known_before_the_rotor_has_turned():
    edges = [TURNS[0], Edge(1_000_000, "pocket")]
    assert of_balls(edges, [Edge(1_003_000, "pocket")]) == edges


def test_an_end_whose_beginning_is_not_known_ends_nothing():
    edges = [Edge(9_000_000, "pocket")]
    assert of_balls(edges, [Edge(5_000_000, "pocket"), Edge(9_500_000, "track")]) == edges


def test_a_sleeve_before_the_eye_is_forgotten_as_soon_as_its_end_is_told():
    board = Board()
    board.says(Edges(((POCKET, 0),)), 1_000_000)
    assert [each.sensor for each in board.parser._edges] == ["pocket"]
    board.says(Edges(((POCKET | PULSE_ENDS, 0),)), 2_500_000)
    assert board.parser._edges == []


class BoardWithEnds(Board):
    """Of version 2: each pulse ends after twenty milliseconds, and those of `gleams_us` after three."""

    gleams_us = frozenset[int]()

    def says(self, message, t_us):
        lasts_us = {True: 3_000, False: 20_000}
        ends = tuple(
            (sensor | PULSE_ENDS, after + lasts_us[t_us + after in self.gleams_us])
            for sensor, after in message.edges
        )
        return super().says(Edges(message.edges + ends), t_us)


@pytest.mark.parametrize(("ends_are_said", "known"), [(True, True), (False, False)])
def test_a_spin_has_its_number_also_where_frets_gleam_if_it_is_said_how_long(ends_are_said, known):
    """Thirteen gleams a second at the eye over the pockets."""
    board = BoardWithEnds() if ends_are_said else Board()
    truth, seen = wheel_physics.spin(random.Random(4), clockwise=True, habits=TIDY)
    gleams = [(at / 13, "pocket") for at in range(13 * 4, int(13 * truth.over_s))]
    board.gleams_us = frozenset(board.now_us + round(at * 1e6) for at, _ in gleams)
    said = numbers(board.plays(sorted([*seen, *gleams]), until_s=truth.over_s + 40))
    assert said == ([truth.number] if known else [])


def test_a_spin_has_its_number_also_where_each_pulse_has_its_end():
    board = BoardWithEnds()
    truth, pulses = wheel_physics.spin(random.Random(4), clockwise=True, habits=TIDY)
    assert numbers(board.plays(pulses, until_s=truth.over_s + 40)) == [truth.number]
    assert board.parser.tally.refused == {}


def test_edges_that_the_board_had_no_room_for_are_said_and_leave_the_spin_without_a_number():
    board = Board()
    truth, pulses = wheel_physics.spin(random.Random(3), clockwise=True, habits=TIDY)
    first = [each for each in pulses if each[0] < truth.dropped_s - 1]
    board.plays(first, until_s=truth.dropped_s - 1)
    seen = board.says(Edges(((EDGES_LOST, 37),)), board.now_us)
    assert [str(each.trouble) for each in seen if isinstance(each, DeviceTroubled)] == [
        "37 edges of the wheel sensor are lost: a spin under way then has no number"
    ]
    assert faults(seen) == ["number-missed"]
    assert board.parser._edges == []
