"""The bars of long work: what a person sees on a terminal, and that nobody else sees anything."""

from __future__ import annotations

import io
import os
import signal
from types import SimpleNamespace

import click
import pytest

from sabot.cli import bars as module
from sabot.cli.bars import Bars, bars
from sabot.core.progress import silent, stepping
from tests.controller.cli.terminal import Terminal, ctrl_c, shown


@pytest.fixture(autouse=True)
def interrupting():
    with ctrl_c():
        yield


@pytest.fixture
def terminal(monkeypatch):
    """Standard error is a terminal, and standard output a file."""
    made = Terminal()
    monkeypatch.setattr(module, "sys", SimpleNamespace(stderr=made.file, stdout=io.StringIO()))
    monkeypatch.setenv("TERM", "xterm")
    yield made
    made.said()


@pytest.fixture
def clock(monkeypatch):
    """A clock for bars and for click's own reckoning, set by hand."""
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(module.time, "time", lambda: now[0])
    return now


def worked(clock, *, steps=10, each_s=2.0, doing="counting cards"):
    with bars(stopped="nothing was changed") as made, made(doing, steps) as advance:
        for _ in range(steps):
            clock[0] += each_s
            advance(1)


def said(terminal):
    """What each line that is left begins with."""
    return [line.split("  ")[0] for line in shown(terminal.said())]


def test_a_bar_fills_to_100_percent_with_the_time_left_and_stays(terminal, clock):
    worked(clock)
    said = terminal.said()
    assert "counting cards  [------------------------------------]    0%" in said
    assert "counting cards  [##################------------------]   50%  00:00:10" in said
    assert shown(said) == ["counting cards  [####################################]  100%", ""]


def test_work_that_is_quickly_over_leaves_no_trace(terminal, clock):
    worked(clock, each_s=0.01)
    said = terminal.said()
    assert "counting cards" in said
    assert shown(said) == [""]


def test_a_bar_is_drawn_ten_times_a_second_at_most(terminal, clock):
    worked(clock, steps=1000, each_s=0.002)
    assert terminal.said().count("counting cards") <= 2 / module.REDRAW_S + 2


def test_the_cursor_is_never_hidden_so_that_a_killed_command_leaves_it(terminal, clock):
    worked(clock)
    assert "\033[?25l" not in terminal.said()


@pytest.mark.parametrize("columns", [80, 60, 41, 30, 20, 18])
def test_a_bar_fits_a_narrow_terminal(terminal, clock, columns):
    terminal.resize(columns)
    worked(clock)
    lines = [line for line in terminal.said().replace("\n", "\r").split("\r") if line]
    assert max(len(line.removeprefix("\033[K")) for line in lines) < columns
    assert any("50%  00:00:10" in line for line in lines)


def test_a_bar_follows_a_terminal_that_is_made_narrower(terminal, clock):
    with bars(stopped="") as made, made("counting cards", 10) as advance:
        clock[0] += 2
        advance(5)
        terminal.resize(50)
        clock[0] += 2
        advance(1)
    *_, last = terminal.said().rstrip("\n").split("\r")
    assert len(last) < 50
    assert last.startswith("counting cards  [")


def test_a_terminal_that_does_not_say_how_wide_it_is_has_80_columns(terminal, clock):
    terminal.resize(0)
    worked(clock)
    assert "counting cards  [####################################]  100%" in terminal.said()


def test_one_stage_follows_another(terminal, clock):
    with bars(stopped="") as made:
        for doing in ("packing bytes", "verifying records"):
            with made(doing, 2) as advance:
                clock[0] += 5
                advance(2)
    assert [line.split("  ")[0] for line in shown(terminal.said())] == [
        "packing bytes",
        "verifying records",
        "",
    ]


def test_a_stage_of_nothing_ends_at_100_percent(terminal, clock):
    with bars(stopped="") as made, made("reading records", 0):
        clock[0] += 5
    assert "100%" in shown(terminal.said())[0]


def test_work_that_fails_leaves_its_bar_where_it_was(terminal, clock):
    with pytest.raises(ValueError, match="no more"), bars(stopped="") as made, made("counting", 4) as advance:
        clock[0] += 2
        advance(1)
        raise ValueError("no more")
    line, rest = shown(terminal.said())
    assert " 25%" in line
    assert rest == ""


def test_lines_stand_above_the_bar_where_both_are_on_one_terminal(terminal, clock, monkeypatch):
    monkeypatch.setattr(module.sys, "stdout", terminal.file)
    with bars(stopped="") as made, made("reading pictures", 2) as advance:
        for name in ("one", "two"):
            clock[0] += 1
            made.echo(name)
            advance(1)
    assert said(terminal) == ["one", "two", "reading pictures", ""]


def test_a_warning_stands_above_the_bar_though_the_output_goes_elsewhere(terminal, clock):
    with bars(stopped="") as made, made("reading pictures", 1) as advance:
        made.echo("sabot: torn.jpg: no picture", err=True)
        clock[0] += 1
        advance(1)
    assert shown(terminal.said())[0] == "sabot: torn.jpg: no picture"


def test_where_standard_error_is_no_terminal_nothing_is_drawn(capsys):
    with bars(stopped="") as made, made("counting", 1) as advance:
        advance(1)
        made.echo("a line")
    assert capsys.readouterr() == ("a line\n", "")


def test_on_a_terminal_that_moves_no_cursor_nothing_is_drawn(terminal, clock, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    worked(clock)
    assert terminal.said() == ""


def test_where_the_output_goes_into_a_pipe_nothing_is_drawn(terminal, clock, monkeypatch):
    """`less` at the other end of it may be using the very terminal."""
    monkeypatch.setattr(module, "_is_pipe", lambda stream: stream is module.sys.stdout)
    worked(clock)
    assert terminal.said() == ""


def test_ctrl_c_says_how_far_it_was_and_what_is_left(terminal, clock):
    with pytest.raises(click.Abort), bars(stopped="nothing was changed") as made:
        with made("verifying records", 4_000_000) as advance:
            clock[0] += 5
            advance(1_000_000)
            signal.raise_signal(signal.SIGINT)
    bar, line, rest = shown(terminal.said())
    assert bar.startswith("verifying records  [#########---")
    assert line == "sabot: stopped at verifying records, 1,000,000 of 4,000,000 (25 %): nothing was changed"
    assert rest == ""


def test_ctrl_c_outside_a_stage_that_is_still_open_stands_on_a_line_of_its_own(terminal, clock):
    def rows(made):
        with made("reading bytes", 4) as advance:
            yield advance(1)

    with pytest.raises(click.Abort), bars(stopped="nothing was changed") as made:
        some = rows(made)
        next(some)
        raise KeyboardInterrupt
    first, second, _ = said(terminal)
    assert (first, second.partition(" at ")[0]) == ("reading bytes", "sabot: stopped")
    some.close()


def test_ctrl_c_where_nobody_sees_a_bar_says_the_same(capsys):
    with pytest.raises(click.Abort), bars(stopped="nothing was changed") as made, made("counting", 3):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "sabot: stopped at counting, 0 of 3 (0 %): nothing was changed\n"


def test_ctrl_c_before_any_stage_says_what_is_left(capsys):
    with pytest.raises(click.Abort), bars(stopped="nothing was changed"):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "sabot: stopped: nothing was changed\n"


def test_work_may_say_itself_what_ctrl_c_leaves_behind(capsys):
    with pytest.raises(click.Abort), bars(stopped="nothing was changed"):
        raise KeyboardInterrupt("half of it is back")
    assert capsys.readouterr().err == "sabot: stopped: half of it is back\n"


def test_a_pipe_is_told_from_a_file(tmp_path):
    reading, writing = os.pipe()
    with open(reading), open(writing, "w") as pipe, (tmp_path / "file").open("w") as file:
        assert module._is_pipe(pipe)
        assert not module._is_pipe(file)
    assert not module._is_pipe(io.StringIO())


def test_each_item_is_a_step_when_the_next_is_asked_for():
    steps: list[int] = []
    items = stepping("ab", steps.append)
    assert [next(items), len(steps), next(items), len(steps), list(items), len(steps)] == [
        "a",
        0,
        "b",
        1,
        [],
        2,
    ]


def test_work_that_nobody_watches_goes_on_in_silence(capsys):
    with silent("counting", 3) as advance:
        assert list(stepping(range(3), advance)) == [0, 1, 2]
    assert capsys.readouterr() == ("", "")


def test_a_bar_that_is_not_drawn_knows_how_far_it_is():
    made = Bars()
    with made("counting", 3) as advance:
        advance(2)
        assert str(made.bar) == "counting, 2 of 3 (66 %)"
