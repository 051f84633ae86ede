"""How a serial line is set: read back from a real pseudo-terminal, or seen in recorded calls."""

from __future__ import annotations

import fcntl
import os
import struct
import termios
from collections.abc import Iterator

import pytest

from sabot.config import ConfigError, read
from sabot.instruments.contract import LineSettings, PortSettings
from sabot.instruments.line import serial_line
from sabot.instruments.line.port import open_line
from sabot.instruments.registry import DRIVERS
from sabot.live.readers import instruments

IFLAG, CFLAG = 0, 2


@pytest.fixture
def terminal() -> Iterator[str]:
    master, slave = os.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


@pytest.fixture
def calls(monkeypatch) -> list[tuple[str, object]]:
    """What is asked of the system: the flags of each tcsetattr, and the wires that are raised or dropped."""
    found: list[tuple[str, object]] = []
    real_set, real_ioctl = termios.tcsetattr, fcntl.ioctl
    wires = {termios.TIOCMBIS: "raised", termios.TIOCMBIC: "dropped"}
    names = {termios.TIOCM_DTR: "dtr", termios.TIOCM_RTS: "rts"}

    def tcsetattr(descriptor, when, attributes):
        found.append(("flags", attributes[CFLAG]))
        real_set(descriptor, when, attributes)

    def ioctl(descriptor, request, *more):
        if request in wires:
            found.append((wires[request], names[struct.unpack("I", more[0])[0]]))
            return 0
        return real_ioctl(descriptor, request, *more)

    monkeypatch.setattr(termios, "tcsetattr", tcsetattr)
    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    return found


def flags(device: str, **line) -> list[int]:
    """The flags that the terminal has once it is open."""
    port = serial_line.opened(device, baud=9600, line=LineSettings(**line))
    try:
        return termios.tcgetattr(port.fd)
    finally:
        port.close()


def asked(calls) -> int:
    return next(each for name, each in calls if name == "flags")


def test_stop_bits_speed_and_flow_control_stand_in_the_terminal(terminal):
    usual = flags(terminal)
    assert usual[CFLAG] & termios.CSTOPB == 0
    assert usual[CFLAG] & termios.CRTSCTS == 0
    assert usual[IFLAG] & (termios.IXON | termios.IXOFF) == 0
    assert usual[4] == usual[5] == termios.B9600
    assert flags(terminal, stop_bits=2)[CFLAG] & termios.CSTOPB
    assert flags(terminal, flow="rtscts")[CFLAG] & termios.CRTSCTS
    assert (
        flags(terminal, flow="xonxoff")[IFLAG] & (termios.IXON | termios.IXOFF)
        == termios.IXON | termios.IXOFF
    )


@pytest.mark.parametrize(
    ("line", "size", "parity"),
    [
        ({}, termios.CS8, 0),
        ({"data_bits": 7, "parity": "even"}, termios.CS7, termios.PARENB),
        ({"data_bits": 7, "parity": "odd"}, termios.CS7, termios.PARENB | termios.PARODD),
        ({"data_bits": 6}, termios.CS6, 0),
        ({"data_bits": 5}, termios.CS5, 0),
    ],
)
def test_data_bits_and_parity_are_asked_of_the_system(terminal, calls, line, size, parity):
    """A pseudo-terminal keeps eight bits and no parity at any setting."""
    flags(terminal, **line)
    assert asked(calls) & (termios.CSIZE | termios.PARENB | termios.PARODD) == size | parity


@pytest.mark.parametrize(("parity", "odd"), [("mark", termios.PARODD), ("space", 0)])
def test_mark_and_space_are_parities_that_stick(terminal, calls, parity, odd):
    flags(terminal, parity=parity)
    stick = 0o10000000000  # CMSPAR, which Python does not name
    assert asked(calls) & (stick | termios.PARENB | termios.PARODD) == stick | termios.PARENB | odd


@pytest.mark.parametrize(
    ("line", "wires"),
    [
        ({}, [("raised", "dtr"), ("raised", "rts")]),
        ({"dtr": "off"}, [("dropped", "dtr"), ("raised", "rts")]),
        ({"rts": "off"}, [("raised", "dtr"), ("dropped", "rts")]),
        ({"flow": "rtscts"}, [("raised", "dtr")]),
        ({"flow": "dsrdtr"}, [("raised", "rts")]),
    ],
)
def test_dtr_and_rts_are_set_as_the_port_opens_and_left_to_the_flow_control_that_moves_them(
    terminal, calls, line, wires
):
    flags(terminal, **line)
    assert [each for each in calls if each[0] != "flags"] == wires


def test_a_configured_line_is_opened_as_it_says_and_another_as_its_driver_needs(terminal, calls):
    text = f'[[instruments]]\ndriver = "lines"\nport = "{terminal}"\n'
    (line,) = instruments(read(text + 'data_bits = 7\nparity = "even"\ndtr = "off"\n'))
    assert line.line == LineSettings(7, "even", dtr="off")
    port, _ = open_line(line)
    port.close()
    assert asked(calls) & termios.CSIZE == termios.CS7
    assert ("dropped", "dtr") in calls
    calls.clear()
    port, _ = open_line(PortSettings("lines", terminal))
    port.close()
    assert asked(calls) & (termios.CSIZE | termios.PARENB) == termios.CS8


def test_a_driver_may_have_a_line_of_its_own(terminal, calls, monkeypatch):
    monkeypatch.setitem(DRIVERS._known, "lines", DRIVERS["lines"]._replace(line=LineSettings(7, "odd", 2)))
    port, _ = open_line(PortSettings("lines", terminal))
    port.close()
    assert asked(calls) & (termios.CSIZE | termios.CSTOPB) == termios.CS7 | termios.CSTOPB
    (mine,) = instruments(read(f'[[instruments]]\ndriver = "lines"\nport = "{terminal}"\nparity = "none"\n'))
    assert mine.line == LineSettings(7, "none", 2)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("data_bits = 9", r"line 3: instruments\[1\].data_bits: expected 0 or 5 or 6 or 7 or 8, not 9"),
        ("data_bits = true", "data_bits: expected 0 or 5 or 6 or 7 or 8, not true"),
        ("stop_bits = 3", "stop_bits: expected 0 or 1 or 2, not 3"),
        ('parity = "E"', "parity: expected nothing or none or even or odd or mark or space"),
        ('flow = "hardware"', "flow: expected nothing or none or rtscts or dsrdtr or xonxoff"),
        ('dtr = "low"', "dtr: expected nothing or on or off"),
        ('flow = "rtscts"\nrts = "off"', r'instruments\[1\].rts: "off" cannot be with flow = "rtscts"'),
        ('flow = "dsrdtr"\ndtr = "off"', r'instruments\[1\].dtr: "off" cannot be with flow = "dsrdtr"'),
    ],
)
def test_a_line_that_cannot_be_set_so_is_refused_with_its_key(key, why):
    with pytest.raises(ConfigError, match=why):
        instruments(read(f'[[instruments]]\ndriver = "lines"\n{key}\nport = "/dev/x"\nwait = true\n'))


def test_our_own_boards_have_no_flow_control_that_swallows_bytes():
    with pytest.raises(ConfigError, match=r"flow: xonxoff would swallow bytes that sabot-shoe sends"):
        instruments(read('[[instruments]]\ndriver = "sabot-shoe"\nwait = true\nflow = "xonxoff"'))


@pytest.mark.parametrize("driver", ["sabot-shoe", "sabot-wheel"])
@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("baud = 1200", r"\[1\].baud: {} has one speed, 115200, and at 1200 it would leave its program"),
        ("baud = 9600", r"\[1\].baud: {} has one speed, 115200, .*: leave this out"),
        ('dtr = "off"', r"\[1\].dtr: {} takes DTR off .* and is silent: leave this out"),
    ],
)
def test_our_own_boards_are_not_sent_to_their_loader_and_not_kept_silent_by_a_setting(driver, key, why):
    with pytest.raises(ConfigError, match=why.format(driver)):
        instruments(read(f'[[instruments]]\ndriver = "{driver}"\nwait = true\n{key}'))


def test_the_speed_of_our_own_boards_may_be_written_down():
    (line,) = instruments(read('[[instruments]]\ndriver = "sabot-shoe"\nwait = true\nbaud = 115200'))
    assert line.baud == 115200


def test_a_reader_that_types_has_no_serial_line_to_set():
    with pytest.raises(ConfigError, match=r"parity: keyboard reads no serial line: leave this out"):
        instruments(read('[[instruments]]\ndriver = "keyboard"\nwait = true\nparity = "even"'))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (LineSettings(), "8N1"),
        (LineSettings(7, "even", 2, "rtscts"), "7E2 rtscts"),
        (LineSettings(dtr="off", rts="off"), "8N1, DTR off, RTS off"),
    ],
)
def test_a_line_is_told_in_the_short_form_of_the_trade(line, told):
    assert line.described() == told
