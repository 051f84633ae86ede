"""The lines of a table: what the configuration says of each, and the reader on it
(controller/sabot/live/readers.py)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from sabot.config import ConfigError, Settings, read
from sabot.core.observations import BetsClosed, Perceived
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import discovery
from sabot.instruments.line.found import Found
from sabot.live import readers
from sabot.live.inbox import Inbox
from sabot.record.chain import Entry
from sabot.record.journal import Journal

SHOE = "Sabot shoe"


@pytest.fixture(autouse=True)
def plugged(monkeypatch) -> list[Found]:
    """What hangs on this machine; nothing at first."""
    found: list[Found] = []
    monkeypatch.setattr(discovery, "ports", lambda: found)
    return found


def instrument(text: str) -> str:
    return f"[[instruments]]\nwait = true\n{text}\n"


# --- what the configuration says


def test_a_line_is_as_the_configuration_says(plugged):
    text = 'driver = "lines"\nport = "/dev/cards"\nrole = "wheel"\nbaud = 19200\nmay_send = true\n'
    (line,) = readers.instruments(read(instrument(f'{text}options = {{ unknown = "ignored" }}')))
    assert (line.driver, line.port, line.role, line.baud) == ("lines", "/dev/cards", "wheel", 19200)
    assert line.may_send is True
    assert line.options["unknown"] == "ignored"


def test_a_line_is_as_its_driver_needs_it_where_the_configuration_says_nothing():
    (line,) = readers.instruments(read(instrument('driver = "angel-eye"')))
    assert (line.port, line.role, line.baud, line.may_send) == ("auto", "sabot", None, False)
    assert line.options["game"] == "punto-banco"


def test_instruments_are_counted_from_one_where_one_is_refused():
    second = instrument('driver = "abacus"\nport = "/dev/b"')
    with pytest.raises(ConfigError, match=r"instruments\[2\]\.driver: no driver 'abacus'"):
        readers.instruments(read(instrument('driver = "lines"\nport = "/dev/a"') + second))


@pytest.mark.parametrize("name", ["camera", "wheel-camera"])
def test_a_camera_is_no_instrument_on_a_line_and_is_led_to_its_own_section(name):
    key = {"camera": "[camera] source", "wheel-camera": "[wheel] source"}[name]
    with pytest.raises(ConfigError) as refused:
        readers.instruments(read(instrument(f'driver = "{name}"')))
    assert str(refused.value).endswith(
        f"instruments[1].driver: '{name}' is a camera, no instrument on a line; name the camera in {key}"
    )


def test_the_drivers_that_there_are_do_not_name_the_cameras():
    with pytest.raises(ConfigError, match="there are: ") as refused:
        readers.instruments(read(instrument('driver = "angel-ey"')))
    assert "angel-eye" in str(refused.value)
    assert "camera" not in str(refused.value)


def test_an_option_that_its_driver_cannot_use_is_refused_by_its_key():
    with pytest.raises(ConfigError, match=r"instruments\[1\]\.options: .*unknown"):
        readers.instruments(read(instrument('driver = "lines"\noptions = { unknown = "loud" }')))


def test_two_instruments_cannot_both_be_the_sabot():
    both = instrument('driver = "lines"\nport = "/dev/a"') + instrument('driver = "bee-tek"\nport = "/dev/b"')
    with pytest.raises(ConfigError, match="instruments: two instruments claim the role sabot"):
        readers.instruments(read(both))


def test_a_flow_control_that_swallows_bytes_is_left_to_readers_that_only_talk():
    (line,) = readers.instruments(read(instrument('driver = "lines"\nflow = "xonxoff"')))
    assert line.line.flow == "xonxoff"


def test_what_the_configuration_says_of_a_driver_comes_before_what_the_table_says():
    settings = read("")
    assert readers.suited_to(settings, "angel-eye")["game"] == "punto-banco"
    given = readers.suited_to(settings, "angel-eye", {"game": "chemin-de-fer"})
    assert given["game"] == "chemin-de-fer"


# --- what is not there


def test_a_recording_is_looked_for_without_its_speed(tmp_path):
    file = tmp_path / "evening.jsonl"
    line = PortSettings("lines", f"replay://{file}?speed=10")
    assert readers.absent(line) == f"there is no recording {file}"
    file.touch()
    assert readers.absent(line) == ""


def test_a_folder_is_no_recording(tmp_path):
    assert (
        readers.absent(PortSettings("lines", f"replay://{tmp_path}")) == f"there is no recording {tmp_path}"
    )


def test_a_cable_that_is_out_is_told_with_the_ports_that_are_there(plugged):
    line = PortSettings("lines", "/dev/no-such-port")
    or_wait = "or wait = true to open without it"
    expected = (
        f"/dev/no-such-port is not there: is the cable in? Expected one of the ports found (none), {or_wait}"
    )
    assert readers.absent(line) == expected
    plugged += [Found("/dev/ttyS0"), Found("/dev/ttyS1")]
    assert f"Expected one of the ports found (/dev/ttyS0, /dev/ttyS1), {or_wait}" in readers.absent(line)


def test_a_board_whose_device_has_gone_meanwhile_is_not_there(plugged):
    plugged.append(Found("/dev/no-such-port", SHOE))
    why = readers.absent(PortSettings("sabot-shoe", "auto"))
    assert why.startswith("auto is not there. Expected one of the ports found (/dev/no-such-port), or wait")


def test_a_line_over_the_network_is_there_as_far_as_one_can_know():
    assert readers.absent(PortSettings("lines", "socket://10.0.0.7:4000")) == ""


def test_a_file_is_no_serial_line_and_is_refused_also_where_the_table_would_wait(tmp_path):
    file = tmp_path / "table.txt"
    file.touch()
    assert readers.absent(PortSettings("lines", str(file))).startswith(f"{file} is no serial line. ")
    with pytest.raises(ConfigError, match=r"instruments\[1\]\.port: .* is no serial line"):
        readers.instruments(read(instrument(f'driver = "lines"\nport = "{file}"')))


def test_a_port_that_is_not_there_is_refused_unless_the_table_shall_wait_for_it():
    away = 'driver = "lines"\nport = "/dev/no-such-port"'
    assert len(readers.instruments(read(instrument(away)))) == 1
    with pytest.raises(ConfigError, match=r"instruments\[1\]\.port: /dev/no-such-port is not there"):
        readers.instruments(read(f"[[instruments]]\n{away}\n"))


# --- our own boards


def test_a_board_is_called_by_the_best_of_its_names_or_else_by_its_device(plugged):
    plugged.append(Found("/dev/ttyACM0", SHOE, names=("usb:Sabot shoe", "/dev/serial/by-id/shoe")))
    assert [each.where for each in readers.attached(read(""))] == ["usb:Sabot shoe"]
    plugged[:] = [Found("/dev/ttyACM0", SHOE)]
    assert [each.where for each in readers.attached(read(""))] == ["/dev/ttyACM0"]


def test_a_board_that_the_configuration_names_is_not_plugged_in_besides(plugged, tmp_path):
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "shoe").symlink_to("ttyACM0")
    plugged.append(Found(str(tmp_path / "ttyACM0"), SHOE))
    unknown = instrument('driver = "abacus"')
    named = instrument(f'driver = "lines"\nport = "{tmp_path}/shoe"')
    assert readers.attached(read(unknown + named)) == []
    (other,) = readers.attached(read(unknown))
    assert other.why == "the configuration names other instruments"


# --- the reader


class Started:
    """A reader that reads nothing, and what was done with it."""

    def __init__(self, line: PortSettings, put: Callable[[Perceived], object], *, record, mark: str) -> None:
        self.line, self.put, self.record, self.mark = line, put, record, mark
        self.done: list[str] = []

    def start(self) -> None:
        self.done.append("started")

    def stop(self) -> None:
        self.done.append("stopped")
        if self.record:
            self.record(b"\x01\xff", 9)


@pytest.fixture
def started(monkeypatch) -> None:
    monkeypatch.setattr(readers, "Reader", Started)


@pytest.fixture
def settings(tmp_path) -> Callable[[str], Settings]:
    """A configuration with a journal, in which the sabot's message 3:7 is the last on record."""
    with Journal(tmp_path / "table.sqlite3") as journal:
        journal.append([Entry("observation", {"kind": "CutCardSeen"}, role="sabot", mark="3:7")])

    def configured(recordings: str) -> Settings:
        text = f'[journal]\npath = "table.sqlite3"\nrecordings = "{recordings}"\n'
        return read(text, file=tmp_path / "table.toml")

    return configured


def test_a_reader_goes_on_from_the_last_message_on_record_and_ends_with_the_table(started, settings):
    inbox = Inbox()
    with ExitStack() as parts:
        made = readers.reader(PortSettings("lines", "auto"), settings=settings(""), inbox=inbox, parts=parts)
        assert (made.mark, made.record, made.done) == ("3:7", None, ["started"])
        made.put(Perceived(BetsClosed(), 1, 2))
    assert made.done == ["started", "stopped"]
    (waiting,) = inbox.take(0)
    assert (waiting.role, waiting.perceived) == ("sabot", Perceived(BetsClosed(), 1, 2))


def test_an_instrument_of_another_role_has_no_message_on_record_yet(started, settings):
    line = PortSettings("lines", "auto", "wheel")
    with ExitStack() as parts:
        made = readers.reader(line, settings=settings(""), inbox=Inbox(), parts=parts)
        assert made.mark == ""


def test_where_the_house_keeps_recordings_each_instrument_has_a_file_a_day(
    started, settings, tmp_path, monkeypatch
):
    monkeypatch.setattr(time, "gmtime", lambda: time.struct_time((2026, 3, 9, 23, 59, 0, 0, 68, 0)))
    for _ in range(2):  # the folder of yesterday is there already
        with ExitStack() as parts:
            readers.reader(
                PortSettings("lines", "auto"), settings=settings("raw/bytes"), inbox=Inbox(), parts=parts
            )
    file = tmp_path / "raw" / "bytes" / "20260309-sabot.jsonl"
    line = '{"t_ns": 9, "role": "sabot", "driver": "lines", "hex": "01ff"}\n'
    assert file.read_text() == 2 * line


def test_a_folder_of_recordings_that_cannot_be_made_is_refused_by_its_key(started, settings, tmp_path):
    (tmp_path / "raw").touch()
    with ExitStack() as parts, pytest.raises(ConfigError) as refused:
        readers.reader(PortSettings("lines", "auto"), settings=settings("raw"), inbox=Inbox(), parts=parts)
    assert str(refused.value) == (
        f"{tmp_path}/table.toml: journal.recordings: {tmp_path}/raw: {os.strerror(17)}"
    )
    assert Path(tmp_path / "raw").is_file()


def test_a_recording_that_cannot_be_written_is_refused_by_its_key(started, settings, tmp_path, monkeypatch):
    monkeypatch.setattr(time, "gmtime", lambda: time.struct_time((2026, 3, 9, 23, 59, 0, 0, 68, 0)))
    file = tmp_path / "raw" / "20260309-sabot.jsonl"
    file.mkdir(parents=True)
    with ExitStack() as parts, pytest.raises(ConfigError) as refused:
        readers.reader(PortSettings("lines", "auto"), settings=settings("raw"), inbox=Inbox(), parts=parts)
    assert str(refused.value) == f"{tmp_path}/table.toml: journal.recordings: {file}: {os.strerror(21)}"
