"""A machine with input devices: the folders that the kernel and udev keep, made of files."""

import os

from sabot.instruments.keyboard import devices as input_devices
from sabot.instruments.keyboard import line as input_line
from sabot.instruments.line import discovery as discover


def keys(*codes):
    """Keys as the kernel lists them: bits in words of 64, in hexadecimal, the highest word first."""
    bits = sum(1 << code for code in codes)
    words = [bits >> low & (1 << 64) - 1 for low in range(0, max(codes) + 1, 64)]
    return " ".join(f"{word:x}" for word in reversed(words))


TYPES = keys(*range(1, 128))
MOUSE = keys(*range(0x110, 0x115))
POWER_BUTTON = keys(116)
KEYPAD = keys(*range(71, 84), 96, 98)
DIGITS_ALONE = keys(*range(2, 12))


class Machine:
    """The folders that the kernel and udev keep, made of files."""

    def __init__(self, folder, monkeypatch):
        self.classes, self.devices = folder / "class", folder / "dev"
        for each in (self.classes, self.devices):
            each.mkdir()
        monkeypatch.setattr(input_devices, "CLASS", self.classes)
        monkeypatch.setattr(input_devices, "DEVICES", self.devices)
        monkeypatch.setattr(input_line, "INPUT", f"{self.devices}/")
        monkeypatch.setattr(discover, "ports", list)

    def plug(self, number, name="HID KBW", *, keys=TYPES, usb="1EAB:1D06", uniq="", by_id="", bus="0003"):
        described = self.classes / f"event{number}" / "device"
        files = {"name": name, "uniq": uniq, "capabilities/key": keys, "id/bustype": bus}
        files |= dict(zip(("id/vendor", "id/product"), usb.lower().split(":"), strict=True))
        for path, text in files.items():
            (described / path).parent.mkdir(parents=True, exist_ok=True)
            (described / path).write_text(f"{text}\n")
        device = self.devices / f"event{number}"
        device.touch()
        self.link("by-path", f"pci-usb-0:{number}:1.0-event-kbd", device)
        if by_id:
            self.link("by-id", by_id, device)
        return str(device)

    def link(self, folder, name, device):
        link = self.devices / folder / name
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(device)


class Pipe:
    """An input device in place of evdev's: a pipe, with what was done to it."""

    def __init__(self, grab_fails=0):
        self.fd, self.write_fd = os.pipe()
        os.set_blocking(self.fd, False)
        self.done = []
        self._grab_fails = grab_fails

    def grab(self):
        self.done.append("grab")
        if self._grab_fails:
            raise OSError(self._grab_fails, os.strerror(self._grab_fails))

    def close(self):
        self.done.append("close")

    def type(self, data):
        os.write(self.write_fd, data)

    def unplug(self):
        os.close(self.write_fd)
        self.write_fd = -1

    def end(self):
        os.close(self.fd)
        if self.write_fd >= 0:
            os.close(self.write_fd)
