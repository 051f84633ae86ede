"""How far the training and its yardsticks are (vision/sabot_vision/training/telling.py)."""

from __future__ import annotations

import sys

import pytest

from sabot_vision.training.telling import spent_and_left, watched
from tests.controller.cli.terminal import Terminal, shown


def test_a_bar_shows_how_many_are_done(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal.file)
    assert list(watched(iter("abc"), 3, doing="reading tables")) == ["a", "b", "c"]
    said = terminal.said()
    assert "1/3" in said
    assert shown(said)[0].startswith("reading tables  [####################################]  3/3")


def test_where_no_terminal_is_nothing_is_shown(capsys):
    assert list(watched(iter("abc"), 3, doing="reading tables")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("done", "count", "spent_s", "words"),
    [
        (50, 200, 100.4, "0:01:40, 0:05:01 left"),
        (200, 200, 400.0, "0:06:40, 0:00:00 left"),
        (0, 200, 0.0, "0:00:00, 0:00:00 left"),
    ],
)
def test_the_time_left_goes_by_the_time_spent(done, count, spent_s, words):
    assert spent_and_left(done, count, spent_s) == words
