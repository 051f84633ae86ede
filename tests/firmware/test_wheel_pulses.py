"""The wheel's firmware on the PC: where pulses begin and end, edges lost, what an old controller is told."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sabot.instruments.line import messages
from sabot.instruments.line.messages import Edges, Hello, Identify
from sabot.instruments.wheel.pulses import EDGES_LOST, PULSE_ENDS
from tests.firmware.board import asked, frames

START = ["start 0 0 0 0 0 0 0 99", "line 0 1"]
POCKET = 4


def told(lines: Iterable[str], version: int | None) -> list[tuple[int, int]]:
    """The words, with the board's clock; `version` is what the controller says that it speaks."""
    hears = [] if version is None else [f"hear 10 {messages.framed(Identify(version)).hex()}"]
    found = frames(asked("wheel", [*START, *hears, *lines, "tick 900000", "send 900000"]))
    batches = {each.sequence: (each.time_us, messages.read(each)) for each in found}
    return [
        (number, value if number == EDGES_LOST else t_us + value)
        for t_us, batch in batches.values()
        if isinstance(batch, Edges)
        for number, value in batch.edges
    ]


PULSE = ["edge 1000 3 1", "edge 61000 3 0"]


def test_a_pulse_has_a_beginning_and_an_end():
    assert told(PULSE, 2) == [(POCKET, 1_000), (POCKET | PULSE_ENDS, 61_000)]


@pytest.mark.parametrize("version", [None, 0, 1])
def test_a_controller_of_the_first_version_is_told_beginnings_alone(version):
    assert told([*PULSE, "lost 62000"], version) == [(POCKET, 1_000)]


def test_a_newer_controller_than_the_board_is_told_what_the_board_knows():
    assert told(PULSE, 9) == [(POCKET, 1_000), (POCKET | PULSE_ENDS, 61_000)]


def test_a_pulse_that_flutters_is_one_and_as_long_as_it_is():
    flutter = ["edge 1000 3 1", "edge 1200 3 0", "edge 1400 3 1", "edge 61000 3 0"]
    assert told(flutter, 2) == [(POCKET, 1_000), (POCKET | PULSE_ENDS, 61_000)]


def test_a_pulse_shorter_than_a_thousandth_of_a_second_has_no_end():
    assert told(["edge 1000 3 1", "edge 1999 3 0"], 2) == [(POCKET, 1_000)]
    assert told(["edge 1000 3 1", "edge 2000 3 0"], 2) == [(POCKET, 1_000), (POCKET | PULSE_ENDS, 2_000)]


def test_an_end_without_a_beginning_is_not_told():
    lines = ["start 0 0 0 0 1 0 0 99", "line 0 1", f"hear 10 {messages.framed(Identify(2)).hex()}"]
    said = frames(asked("wheel", [*lines, "edge 1000 3 0", "tick 900000", "send 900000"]))
    assert not [each for each in said if isinstance(messages.read(each), Edges)]


def test_edges_lost_are_told_in_their_place():
    lines = [*PULSE, "lost 300000", "edge 300500 3 1"]
    assert told(lines, 2) == [
        (POCKET, 1_000),
        (POCKET | PULSE_ENDS, 61_000),
        (EDGES_LOST, 1),
        (POCKET, 300_500),
    ]


@pytest.mark.parametrize(("times", "told"), [(1, 1), (3, 3)])
def test_edges_lost_while_nobody_listens_who_knows_the_word_are_told_once_to_the_next_who_does(times, told):
    asks = messages.framed(Identify(2)).hex()
    lost = [f"lost {300_000 + n}" for n in range(times)]
    lines = [*START, *PULSE, *lost, "tick 400000", f"hear 500000 {asks}", "tick 600000", "tick 800000"]
    said = frames(asked("wheel", [*lines, "tick 900000", "send 900000"]))
    once = {each.sequence: messages.read(each) for each in said}
    words = [word for batch in once.values() if isinstance(batch, Edges) for word in batch.edges]
    assert words == [(POCKET, 0), (EDGES_LOST, told)]


def test_a_board_says_the_older_version_until_it_is_asked_for_the_newer_and_again_on_a_new_line():
    asks = messages.framed(Identify(2)).hex()
    lines = ["send 20", f"hear 30 {asks}", "send 40", "line 50 0", "line 60 1", "send 70"]
    said = [messages.read(each) for each in frames(asked("wheel", [*START, *lines]))]
    assert [each.link_version for each in said if isinstance(each, Hello)] == [1, 2, 1]
