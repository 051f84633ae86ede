"""The doctor: what it finds, what it misses, and why; it changes nothing."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
from collections import namedtuple
from pathlib import Path

import pytest
import serial

from sabot.config import extras, read
from sabot.instruments.contract import PortSettings
from sabot.record.journal import Journal
from sabot.system import doctor
from sabot.system.doctor import Finding, could_open
from tests.controller.record.test_journal import written


def settings(tmp_path, more=""):
    return read(f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nport = 0\n{more}')


def test_a_table_could_open_with_things_missing_but_not_with_one_that_fails():
    found, missing, fails = (Finding("x", state, "") for state in ("found", "missing", "fails"))
    assert could_open([found, missing])
    assert not could_open([found, fails])


def test_a_journal_that_is_not_there_yet_will_be_made(tmp_path):
    (finding,) = doctor.journal(settings(tmp_path))
    assert (finding.state, "will be made" in finding.why) == ("found", True)
    assert list(tmp_path.iterdir()) == []


def test_a_whole_journal_is_found_and_a_damaged_one_is_named(tmp_path):
    written(tmp_path / "table.sqlite3", 3)
    assert "3 records, whole" in next(doctor.journal(settings(tmp_path))).why
    with sqlite3.connect(tmp_path / "table.sqlite3") as file:
        file.execute("DROP TRIGGER no_removal")
        file.execute("DELETE FROM records WHERE seq = 2")
    file.close()
    (finding,) = doctor.journal(settings(tmp_path))
    assert (finding.state, "record 2 is missing" in finding.why) == ("missing", True)


@pytest.mark.parametrize("file", ["table.sqlite3", "table.sqlite3-shm", "table.sqlite3.lock"])
def test_a_journal_with_a_file_that_may_not_be_written_fails(tmp_path, monkeypatch, file):
    written(tmp_path / "table.sqlite3", 3)
    (tmp_path / file).touch()
    monkeypatch.setattr(os, "access", lambda path, how: path != tmp_path / file)
    assert next(doctor.journal(settings(tmp_path))).state == "fails"


def test_a_journal_whose_folder_is_a_file_fails(tmp_path):
    (tmp_path / "table.sqlite3").touch()
    told = read(f'[journal]\npath = "{tmp_path}/table.sqlite3/table.sqlite3"')
    assert next(doctor.journal(told)).state == "fails"


def test_a_file_that_is_no_journal_fails(tmp_path):
    (tmp_path / "table.sqlite3").write_text("8C " * 99)
    assert next(doctor.journal(settings(tmp_path))).state == "fails"


def test_a_table_that_is_open_is_told_with_its_process(tmp_path):
    with Journal(tmp_path / "table.sqlite3"):
        (finding,) = doctor.journal(settings(tmp_path))
    assert f"a table is open on it (process {os.getpid()})" in finding.why


def test_a_journal_that_may_not_be_written_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, how: False)
    (finding,) = doctor.journal(settings(tmp_path))
    assert (finding.state, "may not be written" in finding.why) == ("fails", True)


def test_a_disk_that_is_nearly_full_fails(tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: usage(1, 1, 199_000_000))
    finding = doctor.disk(settings(tmp_path))
    assert (finding.state, finding.why[:6]) == ("fails", "199 MB")
    assert doctor.disk(settings(tmp_path, "[limits]\ndisk_free_mb = 100")).state == "found"


def test_an_instrument_whose_port_is_not_there_is_why_no_table_opens(tmp_path):
    lines = '[[instruments]]\ndriver = "lines"\nport = "/dev/none"\n'
    (finding,) = doctor.instruments(settings(tmp_path, lines))
    assert (finding.state, "/dev/none is not there" in finding.why) == ("fails", True)
    (finding,) = doctor.instruments(settings(tmp_path, lines + "wait = true"))
    assert (finding.what, finding.state) == ("sabot (lines)", "missing")


def test_a_line_that_can_be_opened_is_found_and_one_that_cannot_is_explained(tmp_path):
    master, terminal = os.openpty()
    try:
        assert doctor.instrument(PortSettings("lines", os.ttyname(terminal), "sabot")).state == "found"
    finally:
        os.close(master)
        os.close(terminal)
    (tmp_path / "file").write_text("")
    finding = doctor.instrument(PortSettings("lines", str(tmp_path / "file"), "sabot"))
    assert finding.state == "missing"
    assert finding.why.startswith(f"{tmp_path}/file is no serial line. Expected a device such as")
    recording = PortSettings("lines", f"replay://{tmp_path}/file", "sabot")
    assert doctor.instrument(recording).why == f"the recording {tmp_path}/file"


def test_beside_an_open_table_its_instrument_is_not_missing_and_is_left_alone(tmp_path):
    master, terminal = os.openpty()
    name = os.ttyname(terminal)
    lines = f'[[instruments]]\nrole = "sabot"\ndriver = "lines"\nport = "{name}"\n'
    with Journal(tmp_path / "table.sqlite3"), serial.Serial(name, exclusive=True):
        finding, *_ = doctor.instruments(settings(tmp_path, lines))
    held = f"{name}, held by the open table (process {os.getpid()})"
    assert finding == Finding("sabot (lines)", "found", held)
    os.close(master)
    os.close(terminal)
    with Journal(tmp_path / "table.sqlite3"):
        finding, *_ = doctor.instruments(settings(tmp_path, lines + "wait = true"))
    assert (finding.state, "is not there" in finding.why) == ("missing", True)


def test_without_instruments_simulated_ones_stand_in(tmp_path):
    (finding,) = doctor.instruments(settings(tmp_path))
    assert (finding.state, "simulated ones stand in" in finding.why) == ("missing", True)


def test_a_port_that_another_program_has_fails_unless_it_is_the_open_table(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        mine = read(f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nport = {port}')
        assert doctor.screens(mine).state == "fails"
        with Journal(tmp_path / "table.sqlite3"):
            assert doctor.screens(mine).state == "found"
    assert doctor.screens(mine).state == "found"


def test_cameras_and_displays_are_found_where_the_system_shows_them(tmp_path):
    assert doctor.camera(tmp_path).state == doctor.display(tmp_path).state == "missing"
    (tmp_path / "video0").touch()
    (tmp_path / "card0-HDMI-A-1").mkdir()
    (tmp_path / "card0-HDMI-A-1" / "status").write_text("connected\n")
    assert doctor.camera(tmp_path).why == f"{tmp_path}/video0"
    assert doctor.display(tmp_path).why == "HDMI-A-1"


@pytest.mark.parametrize(
    ("now_s", "words"),
    [(0.0, "1970-01-01 00:00:00 UTC cannot be right"), (1_800_000_000.0, "not known to be synchronized")],
)
def test_a_clock_that_stepped_back_at_boot_is_noticed(tmp_path, now_s, words):
    assert words in doctor.clock(now_s, tmp_path / "synchronized").why
    (tmp_path / "synchronized").touch()
    assert doctor.clock(1_800_000_000.0, tmp_path / "synchronized").why.endswith("UTC, synchronized")


def test_a_voice_that_is_wanted_and_not_there_is_one_clear_line(tmp_path):
    wanted = settings(tmp_path, '[sound]\ncalls = "screens"\nengine = "no-such-engine"\n')
    found = doctor.sound(wanted)
    assert (found.state, "sudo apt-get install espeak-ng" in found.why) == ("missing", True)
    assert doctor.sound(settings(tmp_path)).why.startswith("off")


def test_a_camera_that_is_not_there_is_named(tmp_path):
    for source, path in (("/dev/video77", "/dev/video77"), ("77", "/dev/video77"), ("nosuch", "nosuch")):
        (found,) = doctor.eye(read(f'[camera]\nsource = "{source}"\n'))
        assert (found.state, found.why) == ("missing", f"{path} is not there: is the cable in?")
    (elsewhere,) = doctor.eye(read('[camera]\nsource = "rtsp://cam.local/"\ncorners = "0,0 9,0 9,9 0,9"'))
    assert elsewhere.state == "found"


def test_a_camera_over_a_wheel_is_named_with_what_it_lacks(monkeypatch):
    monkeypatch.setattr(Path, "exists", lambda path: str(path) == "/dev/video0")
    text = '[table]\ngame = "roulette"\n[camera]\nsource = "0"\nuse = "wheel"\n'
    (unmeasured,) = doctor.eye(read(text))
    assert (unmeasured.state, "sabot calibrate wheel-camera" in unmeasured.why) == ("missing", True)
    (measured,) = doctor.eye(read(text + '[wheel]\nview = "640 480 700 320 240 5 0 0"\n'))
    assert (measured.state, measured.why) == ("found", "0, as the wheel")


def test_the_eye_of_the_configuration_is_named_with_what_it_lacks(monkeypatch):
    monkeypatch.setattr(Path, "exists", lambda path: str(path) == "/dev/video0")
    source = '[camera]\nsource = "/dev/video0"\n'
    assert list(doctor.eye(read(""))) == []
    (unmeasured,) = doctor.eye(read(source))
    assert (unmeasured.state, "sabot calibrate camera" in unmeasured.why) == ("missing", True)
    (measured,) = doctor.eye(read(source + 'corners = "0,0 9,0 9,9 0,9"'))
    assert (measured.state, measured.why) == ("found", "/dev/video0, as the witness")
    (drawn,) = doctor.eye(read('[camera]\nsource = "simulated"\n'))
    assert drawn.state == "found"
    monkeypatch.setitem(sys.modules, "cv2", None)
    (without,) = doctor.eye(read(source))
    assert (without.state, without.why) == ("missing", str(extras.missing("camera")))
