"""The line with what the sensors of a board see, while somebody adjusts them."""

from __future__ import annotations

import sys

import pytest

from sabot.cli import bars
from sabot.cli.guard import guarded
from sabot.cli.instruments.calibrate import calibrate
from sabot.instruments.calibration.live import Live
from sabot.instruments.line.messages import CardRead, Edges, Gate, Heartbeat, Lid, ReadFailure
from tests.controller.cli.terminal import Terminal, shown


def after(*messages) -> str:
    """The line after these messages, each a second after the one before."""
    live = Live()
    for number, message in enumerate(messages):
        live.take(number * 1_000_000, message)
    return live.line()


@pytest.mark.parametrize(
    ("messages", "line"),
    [
        ((), ""),
        ((Heartbeat(1, 1, 1, 1, 0, 0),), ""),
        ((Lid(False),), "lid ○ 0"),
        ((Lid(True),), "lid ● 1"),
        ((Gate(True), Gate(False)), "gate ○ 1 1000.0 ms"),
        ((Gate(True), Gate(False), Gate(True)), "gate ● 2 1000.0 ms"),
        ((Gate(False), Gate(False)), "gate ○ 0"),
        (
            (Lid(False), Gate(True), CardRead("8C", speed_mm_s=612), Gate(False)),
            "lid ○ 0  gate ○ 1 2000.0 ms  read 1, not read 0: 8C at 612 mm/s",
        ),
        ((CardRead("8C"), ReadFailure(2)), "read 1, not read 1: the check digit was wrong"),
    ],
)
def test_the_lid_the_gate_and_the_last_card_of_a_shoe_are_in_the_line(messages, line):
    assert after(*messages) == line


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (((1, 0),), "index 1"),
        (((1, 0), (1, 9_000)), "index 2"),
        (((1, 0), (0x81, 3_100)), "index ○ 1 3.1 ms"),
        (((1, 0), (4, 50), (0x81, 3_100), (1, 9_000)), "index ● 2 3.1 ms  pocket 1"),
        (((1, 0), (0x81, 2_000), (1, 4_000), (0x81, 9_000)), "index ○ 2 5.0 ms"),
        (((0x83, 5),), "track ○ 0"),
        (((1, 0), (0, 7), (0, 2)), "index 1  9 edges lost"),
        (((99, 0),), ""),
    ],
)
def test_each_eye_of_a_wheel_has_how_often_it_saw_something_and_how_long_the_last_time(words, line):
    assert after(Edges(words)) == line


def test_a_pulse_that_ends_in_a_later_message_is_as_long_as_it_was():
    assert after(Edges(((4, 500),)), Edges(((0x84, 250),))) == "pocket ○ 1 999.8 ms"


def watched(monkeypatch, columns: int = 60) -> Terminal:
    """Standard error is a terminal that somebody watches, from now on."""
    terminal = Terminal(columns)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal.file)
    return terminal


def test_the_line_is_written_over_and_goes_when_something_else_is_said(monkeypatch, capsys):
    terminal = watched(monkeypatch)
    line = bars.LiveLine()
    line.show("gate ● 1")
    line.show("gate ○ 1" + " " * 100)
    line.echo("[2/3] go on")
    line.leave()
    said = terminal.said()
    assert said == f"{bars.WIPE}gate ● 1{bars.WIPE}gate ○ 1{' ' * 51}{bars.WIPE}"
    assert shown(said) == [""]
    assert capsys.readouterr().out == "[2/3] go on\n"


def test_nothing_is_drawn_where_nobody_watches(capsys):
    line = bars.LiveLine()
    line.show("gate ● 1")
    line.echo("[2/3] go on")
    line.leave()
    assert tuple(capsys.readouterr()) == ("[2/3] go on\n", "")


@pytest.mark.process
def test_a_person_at_a_shoe_sees_what_its_sensors_see(monkeypatch, capsys):
    terminal = watched(monkeypatch, columns=200)
    assert guarded(calibrate, ["shoe", "--simulated"]) == 0
    said = terminal.said()
    assert "lid ○ 1 " in said
    assert "read 5, not read 0: 2H at 600 mm/s" in said
    assert shown(said)[-1] == ""
