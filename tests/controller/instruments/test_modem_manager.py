"""Whether ModemManager may be talking to a port: read from a drawn system, with its /proc, /sys and /run."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from sabot.instruments.contract import PortSettings
from sabot.instruments.line import modem_manager
from sabot.instruments.line.modem_manager import may_talk_to
from sabot.system import doctor

TTY, USB = "devices/usb1/1-1/1-1:1.0/ttyUSB0/tty/ttyUSB0", "devices/usb1/1-1"


class System:
    """A machine with one adapter at /dev/ttyUSB0 (188:0), a USB device (189:4) behind it."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.put("proc/17/comm", "ModemManager\n")
        self.put("proc/1/comm", "systemd\n")
        self.put(f"sys/{TTY}/dev", "188:0\n")
        self.put(f"sys/{USB}/dev", "189:4\n")
        self.put(f"sys/{USB}/idVendor", "0403\n")
        self.put("run/udev/data/c188:0", "E:ID_MM_CANDIDATE=1\nE:ID_BUS=usb\n")
        (root / "sys/dev/char").mkdir(parents=True)
        (root / "sys/dev/char/188:0").symlink_to(root / "sys" / TTY)
        node = SimpleNamespace(st_rdev=os.makedev(188, 0))
        monkeypatch.setattr(
            modem_manager, "os", SimpleNamespace(stat=lambda _: node, major=os.major, minor=os.minor)
        )

    def put(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    @property
    def may_talk(self) -> bool:
        return may_talk_to("/dev/ttyUSB0", root=self.root)


@pytest.fixture
def system(tmp_path, monkeypatch) -> System:
    return System(tmp_path, monkeypatch)


def test_it_may_talk_to_an_adapter_that_nobody_has_marked(system):
    assert system.may_talk


def test_it_talks_to_nobody_where_it_does_not_run(system):
    (system.root / "proc/17/comm").unlink()
    assert not system.may_talk


@pytest.mark.parametrize("record", ["c188:0", "c189:4"])
@pytest.mark.parametrize("mark", ["ID_MM_DEVICE_IGNORE=1", "ID_MM_PORT_IGNORE=1"])
def test_a_mark_on_the_port_or_on_the_device_behind_it_keeps_it_away(system, record, mark):
    system.put(f"run/udev/data/{record}", f"E:ID_BUS=usb\nE:{mark}\n")
    assert not system.may_talk


def test_a_mark_that_is_taken_back_is_none(system):
    system.put("run/udev/data/c188:0", "E:ID_MM_DEVICE_IGNORE=0\n")
    assert system.may_talk


def test_it_leaves_the_ports_of_the_machine_itself_alone(system):
    (system.root / f"sys/{USB}/idVendor").unlink()
    assert not system.may_talk


def test_a_port_that_went_away_is_nobody_s(system, monkeypatch):
    monkeypatch.undo()
    assert not may_talk_to("/dev/none", root=system.root)


def test_the_doctor_says_what_to_do(monkeypatch, tmp_path):
    (tmp_path / "ttyUSB0").touch()
    line = PortSettings("lines", str(tmp_path / "ttyUSB0"), "sabot")
    monkeypatch.setattr(modem_manager, "may_talk_to", lambda device: True)
    (finding,) = doctor.meddling(line)
    assert (finding.what, finding.state) == ("sabot line", "missing")
    assert (
        f"may be talking to {tmp_path}/ttyUSB0: without a modem here, sudo systemctl disable" in finding.why
    )
    monkeypatch.setattr(modem_manager, "may_talk_to", lambda device: False)
    assert list(doctor.meddling(line)) == []
    assert list(doctor.meddling(line._replace(port="socket://10.0.0.1:4001"))) == []
