"""What is plugged in and not configured, and an extra that is missing, are notices: the table opens."""

from __future__ import annotations

import os
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.app.assemble import running
from sabot.cli import sabot
from sabot.config import extras, read
from sabot.core.observations import DeviceLost
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.instruments import registry
from sabot.instruments.camera import eye
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import discovery as discover
from sabot.instruments.line.discovery import Found
from sabot.instruments.line.port import Reader
from sabot.instruments.simulated.simulator import Simulated
from sabot.live import readers as lines
from sabot.staff.office import TableAccess, known, office
from sabot.system import doctor, notices

CAMERA = '[camera]\nsource = "/dev/video0"\n'
SHOE, WHEEL = "Sabot shoe", "Sabot wheel"


@pytest.fixture
def plug(monkeypatch):
    """Plugs boards in: each a device, and the product name that it gives itself."""

    def plugged(*boards: tuple[str, str]) -> None:
        there = [
            Found(device, product, vid=0x2E8A, pid=0x000A, names=(f"usb:{product}:{number}",))
            for number, (device, product) in enumerate(boards, start=1)
        ]
        monkeypatch.setattr(discover, "ports", lambda: there)

    plugged()
    return plugged


@pytest.fixture
def device(tmp_path):
    """A path that may be opened."""
    (tmp_path / "ttyACM0").touch()
    return str(tmp_path / "ttyACM0")


def asked(*words: object) -> tuple[int, str]:
    """The exit status and the output of the command."""
    done = CliRunner().invoke(sabot, [*map(str, words)])
    return done.exit_code, done.stdout


def table(game="punto-banco", more=""):
    return read(f'[table]\ngame = "{game}"\n{more}')


def test_a_wheel_board_at_a_card_table_is_a_notice_and_is_not_read(plug, device):
    plug((device, WHEEL))
    assert lines.instruments(table()) == []
    assert notices.notices(table()) == [
        "usb:Sabot wheel:1 (sabot-wheel) is plugged in and not read: punto-banco has no wheel"
    ]


def test_a_shoe_at_a_roulette_is_a_notice_and_is_not_read(plug, device):
    plug((device, SHOE))
    assert lines.instruments(table("roulette")) == []
    assert notices.notices(table("roulette")) == [
        "usb:Sabot shoe:1 (sabot-shoe) is plugged in and not read: roulette has no sabot"
    ]


def test_each_table_reads_its_own_of_both_boards(plug, device):
    plug((device, SHOE), (device, WHEEL))
    assert [line.driver for line in lines.instruments(table())] == ["sabot-shoe"]
    assert [line.driver for line in lines.instruments(table("roulette"))] == ["sabot-wheel"]


def test_a_wheel_board_needs_no_extra(plug, device, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    plug((device, WHEEL))
    assert [line.driver for line in lines.instruments(table("roulette"))] == ["sabot-wheel"]
    assert notices.notices(table("roulette")) == []


def test_of_two_alike_none_is_read_until_the_configuration_names_one(plug, device, tmp_path):
    plug((device, SHOE), (str(tmp_path / "other"), SHOE))
    assert lines.instruments(table()) == []
    assert notices.notices(table()) == [
        "usb:Sabot shoe:1, usb:Sabot shoe:2 (sabot-shoe) is plugged in and not read: there are 2: "
        "name the port of one in the configuration ([[instruments]])"
    ]


def test_a_driver_that_raises_is_a_notice(plug, device, monkeypatch):
    def broken(*given):
        raise RuntimeError("a table of codes is missing")

    plug((device, SHOE))
    shoe = registry.DRIVERS["sabot-shoe"]
    monkeypatch.setitem(registry.DRIVERS._known, "sabot-shoe", shoe._replace(parser=broken))
    assert lines.instruments(table()) == []
    (told,) = notices.notices(table())
    assert told.endswith("its driver failed: RuntimeError: a table of codes is missing")


def test_a_board_that_this_user_may_not_open_is_read_once_they_may_and_told_until_then(
    plug, device, monkeypatch
):
    plug((device, SHOE))
    monkeypatch.setattr(os, "access", lambda path, how: path != device)
    assert [line.driver for line in lines.instruments(table())] == ["sabot-shoe"]
    (told,) = notices.notices(table())
    assert told.endswith("may not be opened: add this user to the group dialout and log in again")


def test_a_board_that_is_pulled_out_meanwhile_is_not_a_matter_of_rights(plug, device):
    plug((device, SHOE))
    Path(device).unlink()
    assert notices.notices(table()) == []


def test_a_board_beside_those_of_the_configuration_is_a_notice(plug, device, tmp_path):
    (tmp_path / "mine").touch()
    plug((device, SHOE), (str(tmp_path / "mine"), SHOE))
    mine = table(more=f'[[instruments]]\ndriver = "sabot-shoe"\nport = "{tmp_path}/mine"\n')
    assert notices.notices(mine) == [
        "usb:Sabot shoe:1 (sabot-shoe) is plugged in and not read: the configuration names other instruments"
    ]


def test_a_board_that_the_configuration_names_by_a_link_is_no_notice(plug, device, tmp_path):
    plug((device, SHOE))
    (tmp_path / "by-id").symlink_to(device)
    mine = table(more=f'[[instruments]]\ndriver = "sabot-shoe"\nport = "{tmp_path}/by-id"\n')
    assert notices.notices(mine) == []


def test_a_camera_without_its_extra_is_a_notice_with_the_command_that_installs_it(plug, monkeypatch):
    monkeypatch.setattr(Path, "exists", lambda path: str(path).startswith("/dev"))
    assert notices.notices(table(more=CAMERA)) == []
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert notices.notices(table(more=CAMERA)) == [
        f"[camera] source = /dev/video0: {extras.missing('camera')}"
    ]
    assert notices.notices(table()) == []


def test_a_panel_without_its_extra_is_a_notice_and_one_that_nobody_asked_for_is_none(plug, monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    wanted = table(more='[panel]\nuse = "on"\n')
    assert notices.notices(wanted) == [f"[panel] use = on: {extras.missing('panel')}"]
    assert notices.notices(table(more='[panel]\nuse = "off"\n')) == []
    assert doctor.panel(wanted).why == str(extras.missing("panel"))


def test_an_instrument_whose_driver_needs_an_extra_asks_for_it(plug, device, monkeypatch):
    reader = registry.DRIVERS["lines"]._replace(extra="analysis")
    monkeypatch.setitem(registry.DRIVERS._known, "lines", reader)
    monkeypatch.setitem(sys.modules, "numpy", None)
    mine = table(more=f'[[instruments]]\ndriver = "lines"\nport = "{device}"\n')
    assert [(each.extra, each.what) for each in notices.lacking(mine)] == [("analysis", "the driver lines")]
    found = doctor.instrument(PortSettings("lines", device, "sabot"))
    assert (found.state, found.why) == ("missing", str(extras.missing("analysis")))


def test_a_board_that_is_not_read_asks_for_no_extra(plug, device, monkeypatch):
    wheel = registry.DRIVERS["sabot-wheel"]._replace(extra="analysis")
    monkeypatch.setitem(registry.DRIVERS._known, "sabot-wheel", wheel)
    monkeypatch.setitem(sys.modules, "numpy", None)
    plug((device, WHEEL))
    assert notices.lacking(table()) == []
    assert [each.what for each in notices.lacking(table("roulette"))] == ["usb:Sabot wheel:1"]


def test_an_eye_without_its_extra_is_lost_once_and_no_process_is_started(monkeypatch):
    """Twenty tries; at the last one the reader is told to stop."""
    tries, told = iter(range(20)), []
    reader = Reader(
        PortSettings("camera", "eye:///dev/video0", "camera"),
        lambda perceived: told.append(perceived.observation),
        retry_s=0,
    )

    def missing(extra: str) -> bool:
        if next(tries, None) is None:
            reader._stop.set()
        return False

    monkeypatch.setattr(extras, "is_here", missing)
    monkeypatch.setattr(eye, "Line", lambda *given: pytest.fail("a process was started"))
    thread = threading.Thread(target=reader.run)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert told == [DeviceLost("camera", extras.missing("camera"))]


def test_config_check_and_doctor_say_what_is_missing_and_that_the_table_opens(
    plug, device, monkeypatch, tmp_path
):
    monkeypatch.setitem(sys.modules, "cv2", None)
    plug((device, WHEEL))
    file = tmp_path / "table.toml"
    file.write_text(f'{CAMERA}[dashboard]\nport = 0\n[journal]\npath = "{tmp_path}/t.sqlite3"\n')
    assert asked("config", "--config", file, "--check") == (
        0,
        f"{file}: can be used\n"
        f"notice: [camera] source = /dev/video0: {extras.missing('camera')}\n"
        "notice: usb:Sabot wheel:1 (sabot-wheel) is plugged in and not read: punto-banco has no wheel\n",
    )
    status, said = asked("doctor", "--config", file)
    assert status == 0
    assert f"missing  eye: {extras.missing('camera')}\n" in said
    assert "missing  notice: usb:Sabot wheel:1 (sabot-wheel) is plugged in and not read" in said


def test_a_camera_that_is_not_there_is_a_notice_and_one_in_the_network_is_not_asked_for(plug, tmp_path):
    mistyped = table(more='[camera]\nsource = "nosuch"\n')
    assert notices.notices(mistyped) == ["[camera] source = nosuch: nosuch is not there: is the cable in?"]
    for there in (tmp_path, "picamera", "simulated", "http://cam.local/"):
        assert notices.notices(table(more=f'[camera]\nsource = "{there}"\n')) == []


def test_the_command_names_the_extras_that_a_table_lacks_and_opens_nothing(plug, monkeypatch, tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(CAMERA)
    assert asked("run", "--extras", "--config", file) == (0, "")
    monkeypatch.setitem(sys.modules, "cv2", None)
    found = asked("run", "--extras", "--config", file, "--port", 0)
    assert found == (0, "camera\t[camera] source = /dev/video0\n")
    file.write_text("[camera]\nsource = 7\n")
    assert asked("run", "--extras", "--config", file) == (2, "")


def test_no_notice_tells_the_password_of_a_camera_in_the_network(plug, monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    (notice,) = notices.notices(
        table(more='[camera]\nsource = "http://me:secret@cam.local/video?key=secret"\n')
    )
    assert "[camera] source = http://cam.local/video: " in notice
    assert "secret" not in notice


def test_the_technician_sees_the_notices_with_which_the_table_opened(tmp_path):
    settings = table(more=f'[journal]\npath = "{tmp_path}/t.sqlite3"\n')
    asked = TableAccess(lambda: opened(GAMES["punto-banco"]), notices=["a board"])
    assert office(settings, asked, known(settings.journal_path)).workshop.about()["notices"] == ["a board"]


@pytest.mark.process
def test_a_wheel_board_at_a_card_table_leaves_it_open_with_its_simulated_shoe(plug, tmp_path, caplog):
    with Simulated("sabot-wheel", idle=True) as wheel:
        plug((wheel.path, WHEEL))
        text = f'[dashboard]\nport = 0\n[journal]\npath = "{tmp_path}/t.sqlite3"\n'
        with running(read(text)) as opened:
            assert opened.simulated
            assert [reader.watch.role for reader in opened.readers] == ["sabot"]
            with urllib.request.urlopen(f"{opened.address}technician", timeout=60) as page:
                assert "punto-banco has no wheel" in page.read().decode()
    assert (
        "usb:Sabot wheel:1 (sabot-wheel) is plugged in and not read: punto-banco has no wheel" in caplog.text
    )


@pytest.mark.process
def test_a_wheel_board_at_a_roulette_is_read_as_it_is_plugged_in(plug, tmp_path):
    with Simulated("sabot-wheel", idle=True) as wheel:
        plug((wheel.path, WHEEL))
        text = f'[dashboard]\nport = 0\n[journal]\npath = "{tmp_path}/t.sqlite3"\n'
        with running(table("roulette", text)) as opened, opened.feed.subscribe() as looks:
            assert not opened.simulated
            while not any(each["role"] == "wheel" for each in looks.get(60).view["instruments"]):
                continue
