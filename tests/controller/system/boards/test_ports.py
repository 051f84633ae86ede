"""Our boards at this machine, and what they say when they are asked."""

from __future__ import annotations

import errno
import os
import pty
import termios
import tty
from pathlib import Path

import pytest

from sabot.instruments.line import link, messages
from sabot.instruments.line.found import Found
from sabot.instruments.line.messages import Hello, Identify
from sabot.system.boards import ports
from sabot.system.boards.ports import Board
from tests.controller.system.boards.bench import Clock, Pico

HELLO = Hello(2, 7, 1, 0, "sabot-shoe", "SN1", "0.2.0")


class Slow:
    """A line that says these pieces, one at each look."""

    def __init__(self, clock: Clock, *pieces: bytes) -> None:
        self.clock, self.pieces, self.sent = clock, list(pieces), b""
        self.data = b""

    def read(self, size: int = 1, /) -> bytes:
        if not self.data:
            self.clock.wait(0.05)
            self.data = self.pieces.pop(0) if self.pieces else b""
        said, self.data = self.data[:size], self.data[size:]
        return said

    @property
    def in_waiting(self) -> int:
        return len(self.data)

    def write(self, data: bytes, /) -> int:
        self.sent += data
        return len(data)

    def close(self) -> None:
        pass


def test_our_boards_are_known_by_their_names_and_where_they_hang(tmp_path):
    Pico(tmp_path)
    seen = [
        Found("/dev/ttyUSB0", "FT232R", "A1"),
        Found("/dev/ttyACM0", "Sabot shoe", "E6"),
        Found("/dev/ttyACM1", "Sabot wheel", ""),
        Found("/dev/ttyACM2", "Sabot shoe light", "E8"),
    ]
    assert ports.boards(seen, root=tmp_path) == [
        Board("sabot-shoe", "/dev/ttyACM0", "E6", "1-1.3"),
        Board("sabot-wheel", "/dev/ttyACM1", "", ""),
        Board("sabot-shoe-light", "/dev/ttyACM2", "E8", ""),
    ]
    assert [each.named() for each in ports.boards(seen)] == [
        "sabot-shoe E6",
        "sabot-wheel",
        "sabot-shoe-light E8",
    ]


def test_a_board_is_found_at_the_port_that_the_configuration_names(tmp_path):
    node = tmp_path / "ttyACM1"
    node.touch()
    (tmp_path / "by-name").symlink_to(node)
    seen = [Found("/dev/ttyACM0", "Sabot shoe", "E6"), Found(str(node), "Sabot shoe", "E7")]
    light = Found("/dev/ttyACM2", "Sabot shoe light", "E8", names=("usb:Sabot shoe light",))
    assert [each.kind for each in ports.at("usb:Sabot shoe light", [*seen, light])] == ["sabot-shoe-light"]
    for port in ("usb:Sabot shoe:E7", str(node), str(tmp_path / "by-name")):
        assert [each.serial for each in ports.at(port, seen)] == ["E7"]
    for port in ("usb:Sabot wheel", "usb:Sabot shoe", str(tmp_path / "none"), str(tmp_path)):
        assert ports.at(port, seen) == []


def test_a_board_is_asked_until_it_answers_and_nothing_is_acknowledged_to_it():
    clock = Clock()
    kept = messages.framed(messages.Gate(True), sequence=1)
    line = Slow(clock, *[b""] * 25, b"\0" + kept, messages.framed(HELLO)[:9], messages.framed(HELLO)[9:])
    assert ports.asked(line, monotonic_s=clock) == HELLO
    said = [messages.read(frame) for frame in link.Deframer().feed(line.sent)]
    assert said == [Identify(), Identify()]


def test_a_board_that_says_nothing_or_only_noise_is_given_up_in_time():
    clock = Clock()
    line = Slow(clock, *[b"noise\0"] * 1000)
    assert ports.asked(line, within_s=3.0, monotonic_s=clock) is None
    assert clock.now_s == pytest.approx(3.0, abs=0.1)
    assert len([*link.Deframer().feed(line.sent)]) == 3


def test_a_port_is_opened_at_the_speed_that_sends_a_board_to_its_loader():
    master, terminal = pty.openpty()
    tty.setraw(terminal)
    try:
        for baud, speed in ((115200, termios.B115200), (ports.TOUCH_BAUD, termios.B1200)):
            line = ports.opened(os.ttyname(terminal), baud)
            assert termios.tcgetattr(terminal)[4:6] == [speed, speed]
            with pytest.raises(OSError, match=r"xclusively lock|Resource") as refused:
                ports.opened(os.ttyname(terminal), baud)
            assert getattr(refused.value, "errno", None) in (errno.EAGAIN, errno.EBUSY)
            line.close()
    finally:
        os.close(master)
        os.close(terminal)


def test_what_hangs_at_no_usb_has_no_socket(tmp_path):
    assert ports.usb_socket(tmp_path / "none") == ""
    assert ports.usb_socket(Path("/")) == ""
