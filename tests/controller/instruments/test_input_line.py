"""Input devices: which of them type, by which names, and one of them open and grabbed. Made of files and
pipes; with `uinput` the kernel itself, where it may be opened."""

import errno
import os
import queue
import time
from pathlib import Path

import pytest

from sabot.config import extras
from sabot.core.cards import Card
from sabot.core.observations import CardSeen, DeviceFound, DeviceLost, Observation, Perceived
from sabot.instruments.contract import PortSettings
from sabot.instruments.keyboard import devices as input_devices
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.keyboard import line as input_line
from sabot.instruments.keyboard.line import InputError, InputLine
from sabot.instruments.line import discovery as discover
from sabot.instruments.line.port import Reader, explained, open_line
from tests.controller.instruments.input_machine import (
    DIGITS_ALONE,
    KEYPAD,
    MOUSE,
    POWER_BUTTON,
    Machine,
    Pipe,
    keys,
)
from tests.said import in_english


@pytest.fixture
def machine(tmp_path, monkeypatch):
    return Machine(tmp_path, monkeypatch)


def resolved(port):
    return discover.resolve(PortSettings("keyboard", port))


def test_only_devices_with_digits_and_enter_type(machine):
    machine.plug(0, "Power Button", keys=POWER_BUTTON)
    machine.plug(1, "Mouse", keys=MOUSE)
    machine.plug(2, "Broken", keys="what")
    typing = machine.plug(10)
    machine.plug(4, "No Enter", keys=DIGITS_ALONE)
    pad = machine.plug(3, "Pad", keys=KEYPAD)
    assert [each.device for each in input_devices.typing()] == [pad, typing]


def test_a_machine_without_input_devices_has_none_that_type(machine):
    assert input_devices.typing() == []


def test_a_reader_answers_to_each_of_its_stable_names_wherever_it_is_plugged_in(machine):
    by_id = str(machine.devices / "by-id/usb-HID_KBW_SN7-event-kbd")
    device = machine.plug(5, uniq="SN7", by_id="usb-HID_KBW_SN7-event-kbd")
    (found,) = input_devices.typing()
    assert found.names[0] == by_id
    for port in (*found.names, "usb:1eab:1d06", "usb:1EAB:1D06:SN7", "usb:HID KBW"):
        assert resolved(port).device in (device, port)
    assert os.path.realpath(resolved(by_id).device) == device
    assert resolved("usb:1EAB:1D06:SN8").device is None
    assert found.as_dict()["drivers"] == ["keyboard"]


def test_two_alike_without_a_number_are_told_apart_by_their_sockets_alone(machine):
    machine.plug(5, by_id="usb-HID_KBW-event-kbd")
    machine.plug(6)
    names = [each.names for each in input_devices.typing()]
    assert [len(each) for each in names] == [1, 1]
    assert all("/by-path/" in each[0] for each in names)
    assert "2 instruments answer to 'usb:1EAB:1D06'" in str(resolved("usb:1EAB:1D06").why)


def test_two_halves_of_one_device_keep_the_links_that_udev_gave_to_each(machine):
    machine.plug(5, by_id="usb-HID_KBW-event-kbd")
    machine.plug(6, by_id="usb-HID_KBW-if01-event-kbd")
    assert all("/by-id/" in each.names[0] for each in input_devices.typing())


def test_a_reader_without_a_cable_is_named_by_its_bluetooth_address(machine):
    device = machine.plug(5, uniq="aa:bb:cc:dd:ee:ff", bus="0005")
    (found,) = input_devices.typing()
    assert found.vid is None
    assert resolved("bluetooth:aa:bb:cc:dd:ee:ff").device == device


@pytest.mark.parametrize(
    ("port", "why"),
    [
        ("auto", "never guessed"),
        ("/dev/input/by-id/..//event5", "may be another device after the next start"),
        ("/dev/input/event5", "may be another device after the next start"),
        ("socket://10.0.0.5:4001", "plugged into this machine"),
    ],
)
def test_a_port_that_could_be_the_croupier_s_keyboard_is_refused(machine, port, why):
    machine.plug(5)
    assert why in str(resolved(port).why)
    (trouble,) = discover.troubles([PortSettings("keyboard", port)])
    assert why in trouble
    assert "`sabot ports`" in trouble


def test_auto_of_another_driver_never_takes_a_device_that_types(machine):
    machine.plug(5)
    assert discover.resolve(PortSettings("lines", "auto")).device is None


def test_a_serial_driver_at_a_reader_that_types_is_told_which_driver_to_write(machine):
    device = machine.plug(5)
    assert 'driver = "keyboard"' in discover.no_line(device)
    assert discover.no_line(device, types=True) == ""
    assert "is no input device" in discover.no_line("/dev/null", types=True)


# --- the open line


@pytest.fixture
def pipe(monkeypatch):
    made = Pipe()
    monkeypatch.setattr(input_line, "_device", lambda path: made)
    yield made
    made.end()


def test_what_is_typed_comes_whole_and_a_look_without_a_key_brings_nothing(pipe):
    line = InputLine(pipe, look_s=0)
    assert line.read(1) == b""
    data = keyboard.line("8C")
    pipe.type(data)
    got = line.read(1)
    assert got + line.read(line.in_waiting) == data
    assert line.in_waiting == 0


def test_a_device_that_has_nothing_after_all_brings_nothing(pipe, monkeypatch):
    monkeypatch.setattr(input_line.select, "select", lambda *_: ([pipe.fd], [], []))
    assert InputLine(pipe).read(1) == b""


def test_a_pause_is_said_once_after_the_last_key_and_not_before_its_time(pipe):
    now_s = [10.0]
    line = InputLine(pipe, pause_s=0.2, look_s=0, monotonic_s=lambda: now_s[0])
    assert line.read(99) == b""
    pipe.type(keyboard.line("8C"))
    line.read(10_000)
    now_s[0] += 0.19
    assert line.read(99) == b""
    now_s[0] += 0.02
    assert keyboard.EVENT.unpack(line.read(99))[2:] == (keyboard.SYN, keyboard.PAUSE_CODE, 0)
    now_s[0] += 9
    assert line.read(99) == b""


def test_without_a_pause_in_the_configuration_none_is_said(pipe):
    line = InputLine(pipe, look_s=0, monotonic_s=iter(range(100)).__next__)
    pipe.type(keyboard.line("8C"))
    line.read(10_000)
    assert line.read(99) == b""


def test_a_device_is_grabbed_when_it_is_opened_and_let_go_when_it_is_closed(machine, pipe):
    line = input_line.opened(machine.plug(5))
    assert pipe.done == ["grab"]
    line.close()
    assert pipe.done == ["grab", "close"]


def test_a_device_may_be_listened_to_without_being_taken_from_others(machine, pipe):
    input_line.opened(machine.plug(5), alone=False)
    assert pipe.done == []


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EBUSY, "is in use by another program"),
        (errno.EACCES, "add this user to the group input and log in again"),
        (errno.ENODEV, "is the cable in?"),
        (errno.ENOTTY, "is no input device"),
        (errno.ENOMEM, "was lost: Cannot allocate memory"),
    ],
)
def test_a_device_that_cannot_be_grabbed_is_closed_and_says_what_to_do(machine, monkeypatch, number, words):
    held = Pipe(grab_fails=number)
    monkeypatch.setattr(input_line, "_device", lambda path: held)
    device = machine.plug(5)
    with pytest.raises(InputError) as refused:
        input_line.opened(device)
    assert held.done == ["grab", "close"]
    assert words in str(explained(refused.value, device))
    held.end()


def test_a_device_that_this_user_may_not_open_names_the_group(machine, monkeypatch):
    library = pytest.importorskip("evdev", reason="python-evdev has no wheel for this machine")

    def closed(path):
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(library, "InputDevice", closed)
    with pytest.raises(InputError, match="group input"):
        input_line.opened(machine.plug(5))


def test_a_file_that_is_no_device_is_refused_by_the_real_library(machine):
    pytest.importorskip("evdev", reason="python-evdev has no wheel for this machine")
    with pytest.raises(InputError, match="is no input device"):
        input_line.opened(machine.plug(5))


def test_without_the_package_it_is_said_what_to_install(machine, monkeypatch):
    monkeypatch.setitem(extras.MODULES, "keyboard", ("no_such_module",))
    with pytest.raises(InputError, match="the extra keyboard is missing: "):
        input_line.opened(machine.plug(5))


def test_a_reader_is_lost_with_its_cable_and_found_again_under_its_name(machine, monkeypatch):
    """Half a line was typed when the cable went: a card that was not read. The device comes back as another
    number, and is found by its link."""
    pipes, opened, inbox = [], [], queue.SimpleQueue[Perceived]()

    def device(path):
        opened.append(os.path.realpath(path))
        pipes.append(Pipe())
        return pipes[-1]

    monkeypatch.setattr(input_line, "_device", device)
    machine.plug(5, by_id="reader")
    port = str(machine.devices / "by-id/reader")
    reader = Reader(PortSettings("keyboard", port), inbox.put, retry_s=0.01)
    reader.start()

    def heard():
        return inbox.get(timeout=60).observation

    assert heard() == DeviceFound("sabot", "keyboard", port)
    pipes[0].type(keyboard.line("8C"))
    assert heard() == CardSeen(Card("8", "C"))
    pipes[0].type(keyboard.events([(10, 1)]))
    machine.plug(9, by_id="reader")
    pipes[0].unplug()
    half, lost, found = heard(), heard(), heard()
    assert in_english(half) == CardSeen(None, None, "sabot", "the line was lost after '9'")
    assert in_english(lost) == DeviceLost("sabot", "the cable was pulled, or the instrument switched off")
    assert isinstance(found, DeviceFound)
    pipes[1].type(keyboard.line("9C"))
    assert heard() == CardSeen(Card("9", "C"))
    reader.stop()
    assert [Path(each).name for each in opened] == ["event5", "event9"]
    assert pipes[0].done == pipes[1].done == ["grab", "close"]
    for each in pipes:
        each.end()


def test_the_pause_of_the_configuration_reaches_the_line(machine, pipe):
    machine.plug(5, by_id="reader")
    settings = PortSettings("keyboard", str(machine.devices / "by-id/reader"), options={"pause_ms": 250})
    line, _ = open_line(settings)
    assert line._pause_s == 0.25


# --- the kernel itself


def uinput():
    """The library, where it may make a keyboard in the kernel; skips the test elsewhere."""
    library = pytest.importorskip("evdev", reason="python-evdev has no wheel for this machine")
    if not os.access("/dev/uinput", os.W_OK):
        pytest.skip("/dev/uinput may not be opened here")
    return library


def test_the_kernel_s_own_events_of_a_grabbed_keyboard_are_cards_and_reach_nobody_else():
    library = uinput()
    codes = [code for code in library.ecodes.KEY if 0 < code < 128]
    with library.UInput({library.ecodes.EV_KEY: codes}, name="Sabot test reader") as made:
        until = time.monotonic() + 60
        while made.device is None or not os.access(made.device.path, os.R_OK):
            assert time.monotonic() < until
            os.sched_yield()
        assert made.device.path in [each.device for each in input_devices.typing()]
        bystander = library.InputDevice(made.device.path)
        line = input_line.opened(made.device.path)
        with pytest.raises(InputError, match="in use by another program"):
            input_line.opened(made.device.path)
        for code, value in keyboard.strokes("8C\n"):
            made.write(library.ecodes.EV_KEY, code, value)
            made.syn()
        parser = keyboard.DRIVER.made()
        seen: list[Observation] = []
        while not seen:
            assert time.monotonic() < until
            seen += parser.feed(line.read(10_000))
        assert seen == [CardSeen(Card("8", "C"))]
        assert bystander.read_one() is None
        line.close()
        bystander.close()


def test_a_button_that_types_enter_and_no_digits_is_no_reader(machine):
    machine.plug(1, "Enter alone", keys=keys(28))
    machine.plug(2, "Nine digits", keys=keys(*range(2, 11), 28))
    reader = machine.plug(3, "Reader", keys=keys(*range(2, 12), 28))
    assert [each.device for each in input_devices.typing()] == [reader]


@pytest.mark.parametrize("missing", [71, 72, 73, 75, 76, 77, 79, 80, 81, 82])
def test_a_keypad_that_lacks_a_digit_is_no_reader(machine, missing):
    pad = {71, 72, 73, 75, 76, 77, 79, 80, 81, 82, 96}
    machine.plug(0, "Keypad", keys=keys(*pad - {missing}))
    assert input_devices.typing() == []
    reader = machine.plug(1, "Keypad", keys=keys(*pad))
    assert [each.device for each in input_devices.typing()] == [reader]


@pytest.mark.parametrize("missing", range(2, 12))
def test_a_row_of_keys_that_lacks_a_digit_is_no_reader(machine, missing):
    machine.plug(0, "Keys", keys=keys(*{*range(2, 12), 28} - {missing}))
    assert input_devices.typing() == []
