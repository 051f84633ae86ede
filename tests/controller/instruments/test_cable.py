"""How fast bytes leave the cable of a simulated instrument (sabot/instruments/simulated/cable.py)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.instruments.simulated.cable import Cable


class Laid(Cable):
    """A cable that is in; `left` are the bytes that have left it."""

    def __init__(self, *, baud: int) -> None:
        super().__init__(Path("/dev/none"), baud=baud)
        self.left = b""
        self.takes = 1000

    @property
    def is_in(self) -> bool:
        return True

    def _written(self, data: bytes) -> int:
        self.left += data[: self.takes]
        return len(data[: self.takes])


@pytest.fixture
def slow() -> Laid:
    """A cable that lets ten bytes go in a second."""
    return Laid(baud=100)


def test_a_byte_takes_ten_bits(slow: Laid):
    slow.send(b"0123456789abcdef")
    slow.flow(1.0)
    assert slow.left == b"0123456789"


def test_what_is_left_of_the_time_of_a_byte_counts_for_the_next(slow: Laid):
    slow.send(b"0123456789")
    slow.flow(0.15)
    assert slow.left == b"0"
    slow.flow(0.06)
    assert slow.left == b"01"


def test_no_time_is_saved_up_while_nothing_is_sent(slow: Laid):
    slow.flow(5.0)
    slow.send(b"0123456789")
    slow.flow(0.1)
    assert slow.left == b"0"


def test_time_in_which_the_last_bytes_left_is_not_saved_up_either(slow: Laid):
    slow.send(b"01")
    slow.flow(3.0)
    slow.flow(0.0)
    slow.send(b"23456789")
    slow.flow(0.1)
    assert slow.left == b"012"


def test_without_a_speed_everything_leaves_at_once():
    quick = Laid(baud=0)
    quick.send(b"0123456789")
    quick.flow(0.0)
    assert quick.left == b"0123456789"
    assert not quick.is_busy


def test_what_the_terminal_does_not_take_waits(slow: Laid):
    slow.takes = 1
    slow.send(b"012")
    slow.flow(1.0)
    assert (slow.left, slow.is_busy) == (b"0", True)


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "port", baud=0)
    cable.plug()
    yield cable
    cable.pull()


def test_a_cable_that_is_in_has_a_name_and_one_that_was_pulled_has_none(plugged: Cable):
    assert plugged.is_in
    assert plugged.name.is_symlink()
    plugged.send(b"8C")
    plugged.pull()
    assert (plugged.is_in, plugged.is_busy, plugged.name.is_symlink()) == (False, False, False)
    plugged.send(b"8C")
    assert not plugged.is_busy
    assert plugged.received() == b""


@pytest.fixture
def listener(plugged: Cable) -> Iterator[int]:
    """A program that has the port open."""
    terminal = os.open(plugged.name, os.O_RDWR | os.O_NOCTTY)
    yield terminal
    os.close(terminal)


def test_a_cable_is_heard_while_somebody_has_its_port_open(plugged: Cable):
    assert not plugged.is_heard
    terminal = os.open(plugged.name, os.O_RDWR | os.O_NOCTTY)
    assert plugged.is_heard
    os.close(terminal)
    assert not plugged.is_heard
    plugged.pull()
    assert not plugged.is_heard


def test_bytes_go_both_ways_as_they_are(plugged: Cable, listener: int):
    plugged.send(b"8C\r\n\x03")
    plugged.flow(0.0)
    assert os.read(listener, 100) == b"8C\r\n\x03"
    assert plugged.received() == b""
    os.write(listener, b"\x11\x03ok\n")
    assert plugged.received() == b"\x11\x03ok\n"


def test_what_is_sent_while_nobody_listens_is_lost(plugged: Cable):
    plugged.send(b"8C")
    plugged.flow(0.0)
    assert not plugged.is_busy
    terminal = os.open(plugged.name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    plugged.send(b"9C")
    plugged.flow(0.0)
    assert os.read(terminal, 100) == b"9C"
    os.close(terminal)


def test_a_wait_ends_with_a_word_on_the_other_descriptor(plugged: Cable, listener: int):
    ear, mouth = os.pipe()
    assert not plugged.waits(ear, 0.0)
    os.write(listener, b"x")
    assert not plugged.waits(ear, 60.0)  # it ends at once: something came on the line
    os.write(mouth, b"x")
    assert plugged.waits(ear, 60.0)
    assert not plugged.waits(-1, 0.0)
    os.close(ear)
    os.close(mouth)


def test_a_cable_that_is_put_back_has_the_same_name_and_another_terminal(plugged: Cable, listener: int):
    plugged.send(b"8C")
    plugged.pull()
    plugged.plug()
    assert (plugged.is_in, plugged.is_busy, plugged.is_heard) == (True, False, False)
    terminal = os.open(plugged.name, os.O_RDWR | os.O_NOCTTY)
    plugged.send(b"9C")
    plugged.flow(0.0)
    assert os.read(terminal, 100) == b"9C"
    os.close(terminal)
