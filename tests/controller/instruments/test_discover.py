"""Ports found by what hangs on them."""

import os

import pytest

from sabot.instruments.contract import PortSettings
from sabot.instruments.line import discovery as discover
from sabot.instruments.line.discovery import Found, Resolved, presence, resolve, troubles

SHOE = Found("/dev/ttyACM0", "Sabot shoe", "SN123", vid=0x2E8A, pid=0x000A, names=("usb:Sabot shoe:SN123",))
OTHER = Found("/dev/ttyACM3", "Sabot shoe", "SN456", vid=0x2E8A, pid=0x000A, names=("usb:Sabot shoe:SN456",))
CABLE = Found("/dev/ttyUSB0", "FT232R USB UART", "A50285BI", vid=0x0403, pid=0x6001)
PLAIN = Found("/dev/ttyS0")


def found(port, *among, driver="sabot-shoe"):
    return resolve(PortSettings(driver, port), among=among)


@pytest.mark.parametrize(
    "port", ["usb:Sabot shoe", "usb:Sabot shoe:SN123", "usb:2e8a:000A", "usb:2E8A:000A:SN123", "auto"]
)
def test_the_shoe_is_found_by_any_of_its_names(port):
    assert found(port, PLAIN, CABLE, SHOE) == Resolved("/dev/ttyACM0")


def test_it_is_found_on_whatever_device_it_comes_back():
    moved = SHOE._replace(device="/dev/ttyACM9")
    assert found("usb:Sabot shoe:SN123", OTHER, moved) == Resolved("/dev/ttyACM9")


def test_two_that_answer_to_one_name_are_both_named_and_neither_is_taken():
    for port in ("usb:Sabot shoe", "auto"):
        device, why = found(port, SHOE, OTHER)
        assert device is None
        assert "2 instruments answer" in str(why)
        assert "usb:Sabot shoe:SN123, usb:Sabot shoe:SN456" in str(why)


def test_each_of_several_is_named_by_the_first_of_its_names_or_by_its_device():
    linked = OTHER._replace(names=(*OTHER.names, "/dev/serial/by-id/x"))
    assert "(usb:Sabot shoe:SN123, usb:Sabot shoe:SN456)" in str(found("usb:Sabot shoe", SHOE, linked).why)
    adapters = CABLE, CABLE._replace(device="/dev/ttyUSB1")
    assert "/dev/ttyUSB0, /dev/ttyUSB1" in found("auto", *adapters, driver="angel-eye").why.values[-1][1]


def test_auto_for_an_instrument_without_a_name_takes_the_only_adapter_that_is_not_ours():
    assert found("auto", PLAIN, SHOE, CABLE, driver="angel-eye") == Resolved("/dev/ttyUSB0")
    assert found("auto", PLAIN, SHOE, driver="angel-eye").device is None


@pytest.mark.parametrize("port", ["usb:Sabot shoe:SN9", "usb:2E8A:000B", "usb:", "auto"])
def test_nothing_found_is_said_in_words(port):
    device, why = found(port, PLAIN)
    assert device is None
    assert "is the cable in?" in str(why)


def test_urls_and_paths_that_exist_are_taken_as_they_are(tmp_path):
    assert found("socket://10.0.0.5:4001") == Resolved("socket://10.0.0.5:4001")
    assert found(str(tmp_path)) == Resolved(str(tmp_path))
    assert "is the cable in?" in str(found("/dev/nowhere").why)


def test_links_of_udev_are_names_of_their_devices(tmp_path):
    device = tmp_path / "ttyACM0"
    device.touch()
    folder = tmp_path / "by-id"
    folder.mkdir()
    (folder / "usb-Sabot_shoe_SN123-if00").symlink_to(device)
    assert discover._by_id(folder) == {str(device): [str(folder / "usb-Sabot_shoe_SN123-if00")]}
    assert discover._by_id(tmp_path / "none") == {}


def test_the_ports_of_this_machine_can_be_listed_and_told():
    for each in discover.ports():
        assert each.as_dict()["device"] == each.device
    told = SHOE.as_dict()
    assert (told["usb"], told["drivers"]) == ("2E8A:000A", ["sabot-shoe"])
    assert PLAIN.as_dict()["usb"] == ""


def test_two_instruments_that_claim_one_role_are_a_named_trouble():
    (trouble,) = troubles([PortSettings("angel-eye", "/dev/a"), PortSettings("bee-tek", "/dev/b")])
    assert trouble == "two instruments claim the role sabot: angel-eye on /dev/a and bee-tek on /dev/b"


def test_one_port_claimed_twice_and_an_unknown_driver_are_named():
    found = troubles(
        [
            PortSettings("lines", "/dev/a"),
            PortSettings("lines", "/dev/a", role="spare"),
            PortSettings("x", "auto"),
        ]
    )
    assert any("claimed twice" in each for each in found)
    assert any("no driver 'x'" in each for each in found)


def test_each_trouble_of_a_configuration_is_told_and_no_other():
    table = [PortSettings("x", "auto"), PortSettings("keyboard", "auto"), PortSettings("cammegh", "/dev/a")]
    unknown, guessed, twice = troubles([*table, PortSettings("lines", "/dev/a", role="spare")])
    assert "no driver 'x'; there are: angel-eye," in unknown
    assert guessed.startswith("keyboard: a reader that types is never guessed")
    assert twice == "the port /dev/a is claimed twice: by cammegh and lines"


def test_a_table_in_order_has_no_trouble():
    assert troubles([PortSettings("lines", "auto"), PortSettings("lines", "auto", role="spare")]) == []


def test_a_replug_and_a_change_of_rights_are_another_presence(tmp_path):
    port = tmp_path / "ttyUSB0"
    settings = PortSettings("lines", str(port))
    assert presence(settings) is None
    port.touch(0o600)
    before = presence(settings)
    assert before == presence(settings) is not None
    os.utime(port, ns=(0, 0))  # what moves the time of the change, as chown and chmod do
    assert presence(settings) not in (None, before)
    assert presence(PortSettings("lines", "socket://10.0.0.1:4001")) is None
