"""The stage of a simulated instrument: what it is told, how long it waits, and its cable
(sabot/instruments/simulated/process.py), without a process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sabot.instruments.line import link
from sabot.instruments.simulated.process import Stage
from sabot.instruments.simulated.shoe import Shoe
from sabot.instruments.simulated.voices import VOICES


class Cord:
    """A cable that notes what is done with it, and a listener that a test decides on."""

    name = Path("/dev/none")

    def __init__(self) -> None:
        self.done: list[str] = []
        self.sent = b""
        self.waited: list[float] = []
        self.is_heard = self.is_busy = False

    def plug(self) -> None:
        self.done.append("plug")

    def pull(self) -> None:
        self.done.append("pull")

    def send(self, data: bytes) -> None:
        self.sent += data

    def flow(self, elapsed_s: float) -> None:
        pass

    def received(self) -> bytes:
        return b""

    def waits(self, also: int, seconds: float) -> bool:
        self.waited.append(seconds)
        if len(self.waited) > 100:
            raise KeyboardInterrupt
        return True


class Told:
    """A stage, its cord, its standard input, and the lines that it says."""

    def __init__(self) -> None:
        self.read_fd, self.write_fd = os.pipe()
        os.set_blocking(self.read_fd, False)
        self.cord, self.lines = Cord(), list[str]()
        cord: Any = self.cord
        shoe = Shoe(VOICES["lines"](), iter(()))
        self.stage = Stage(shoe, cord, commands=self.read_fd, say=self.lines.append)

    def hears(self, text: str) -> None:
        """One turn, with this on its standard input."""
        os.write(self.write_fd, text.encode())
        self.stage._turn()

    def close(self) -> None:
        for each in (self.read_fd, self.write_fd):
            with suppress(OSError):
                os.close(each)


@pytest.fixture
def told() -> Iterator[Told]:
    made = Told()
    yield made
    made.close()


def test_one_that_is_told_to_quit_pulls_its_cable_and_ends(told: Told) -> None:
    os.write(told.write_fd, b'{"do": "quit"}\n')
    told.stage.run()
    assert told.cord.done == ["plug", "pull"]
    assert len(told.cord.waited) == 1


def test_one_whose_standard_input_is_closed_ends(told: Told) -> None:
    os.close(told.write_fd)
    told.stage.run()
    assert told.cord.done == ["plug", "pull"]


def test_the_first_line_says_the_path_of_the_port(told: Told) -> None:
    os.write(told.write_fd, b'{"do": "quit"}\n')
    told.stage.run()
    assert told.lines[0] == '{"path": "/dev/none"}\n'


@pytest.mark.parametrize(
    ("seconds", "pulled"),
    [("0", True), ("999999", True), ("1000000", False), ("-1", False), ('"x"', False)],
)
def test_a_cable_is_pulled_for_less_than_a_million_seconds(told: Told, seconds: str, pulled: bool) -> None:
    told.hears(f'{{"do": "pull", "seconds": {seconds}}}\n')
    assert ("pull" in told.cord.done) is pulled


def test_a_command_may_come_in_two_pieces(told: Told) -> None:
    told.hears('{"do": "card", "ca')
    assert told.cord.sent == b""
    told.hears('rd": "8C"}\n')
    assert told.cord.sent == b"8C\r\n"


def test_a_line_that_is_no_object_is_refused_and_an_empty_one_says_nothing(told: Told) -> None:
    told.hears("[1]\n\n")
    (line,) = told.lines
    assert '"refused"' in line
    assert "one JSON object a line" in line


def test_bytes_on_the_line_are_looked_after_every_millisecond(told: Told) -> None:
    told.cord.is_busy = True
    told.hears("\n")
    assert told.cord.waited == [0.001]


def test_while_nobody_listens_it_looks_up_fifty_times_a_second(told: Told) -> None:
    told.hears("\n")
    assert told.cord.waited == [0.02]


def test_our_shoe_says_hello_to_each_new_listener(told: Told) -> None:
    told.stage.shoe = Shoe(VOICES["sabot-shoe"](), iter(()))
    told.cord.is_heard = True
    told.hears("\n")
    told.hears("\n")
    frames = link.Deframer().feed(told.cord.sent)
    assert [each.type for each in frames].count(link.HELLO) == 1
    told.cord.is_heard = False
    told.hears("\n")
    told.cord.is_heard, told.cord.sent = True, b""
    told.hears("\n")
    assert link.HELLO in [each.type for each in link.Deframer().feed(told.cord.sent)]


def test_a_pulled_cable_is_back_after_a_second_unless_it_is_said_otherwise(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 0.0
    monkeypatch.setattr(told.stage, "_now_s", lambda: now_s)
    told.hears('{"do": "pull"}\n')
    now_s = 0.99
    told.hears("\n")
    assert told.cord.done == ["pull"]
    now_s = 1.0
    told.hears("\n")
    assert told.cord.done == ["pull", "plug"]
