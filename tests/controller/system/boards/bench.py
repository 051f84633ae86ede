"""A machine without USB: boards that run or wait in their loaders, in a folder that stands for /sys and /dev.

A board answers as the firmware does. Its drive is a folder; when a whole image has been written there, the
board runs it. The cable can be pulled at each step.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sabot.instruments.line import link, messages
from sabot.instruments.line.found import Found
from sabot.instruments.line.messages import Hello
from sabot.system.boards import drives, images, ports
from sabot.system.boards.drives import Drive, DriveError
from sabot.system.boards.flashing import Job, Machine
from sabot.system.boards.images import Image
from sabot.system.boards.ports import Board
from sabot.system.update import closing
from sabot.system.update.running import UpdateError

PRODUCTS = {kind: product for product, kind in ports.PRODUCTS.items()}
SOCKET = "1-1.3"


class Clock:
    """It goes by itself, a little at each look."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s

    def wait(self, seconds: float) -> None:
        self.now_s += seconds


class Answering:
    """The line to a board: it answers when it is asked, if it answers at all."""

    def __init__(self, pico: Pico) -> None:
        self.pico, self.data, self.is_open = pico, b"", True

    def read(self, size: int = 1, /) -> bytes:
        self.pico.clock.wait(0.05)
        self.pico.cut("asking" if self.pico.flashes == 0 else "asking again")
        if self.pico.state != "runs":
            raise OSError(errno.EIO, "Input/output error")
        said, self.data = self.data[:size], self.data[size:]
        return said

    @property
    def in_waiting(self) -> int:
        return len(self.data)

    def write(self, data: bytes, /) -> int:
        for frame in link.Deframer().feed(data):
            assert isinstance(messages.read(frame), messages.Identify), "nothing is acknowledged to it"
            self.data += self.pico.answer()
        return len(data)

    def close(self) -> None:
        self.is_open = False


class Pico:
    """One board. `state`: runs, loader, away (its cable is out), dead (it neither runs nor waits). `pull`: at
    which step the cable is pulled."""

    def __init__(
        self, folder: Path, kind: str = "sabot-shoe", *, firmware: str = "0.1.0", pull: str = ""
    ) -> None:
        self.folder, self.kind, self.firmware, self.pull = folder, kind, firmware, pull
        self.clock, self.state, self.socket, self.serial = Clock(), "runs", SOCKET, "E6616407E3"
        self.mute = self.ignores_touch = self.drive_fails = False
        self.flashes, self.may_not_mount, self.calls_itself = 0, "", ""
        self.neighbours: list[Found] = []
        self.about = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
        self.lines: list[Answering] = []
        self.bauds: list[int] = []
        self.says: list[str] = []
        self._stand()

    # --- what the machine sees

    def machine(self) -> Machine:
        return Machine(
            list_ports=self.ports,
            open_port=self.opened,
            mounted=self.mounted,
            no_mount=lambda: self.may_not_mount,
            root=self.folder,
            wait=self.clock.wait,
            monotonic_s=self.clock,
        )

    def ports(self) -> list[Found]:
        ours = [Found(self.device, PRODUCTS[self.kind], self.serial)] if self.state == "runs" else []
        return [*self.neighbours, *ours]

    @property
    def device(self) -> str:
        return "/dev/ttyACM0"

    def opened(self, device: str, baud: int) -> Answering:
        self.bauds.append(baud)
        self.cut("opening")
        if self.state != "runs":
            raise FileNotFoundError(errno.ENOENT, f"{device} is not there: is the cable in?")
        if baud == 1200 and not self.ignores_touch:
            self.becomes("loader")
            self.cut("restarting")
            raise OSError(errno.EIO, "Input/output error")
        self.lines.append(Answering(self))
        return self.lines[-1]

    @contextmanager
    def mounted(self, drive: Drive) -> Iterator[Path]:
        self.cut("mounting")
        if self.drive_fails or self.state != "loader":
            raise DriveError(f"the drive {drive.device} cannot be mounted: mount: permission denied")
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        (disk / drives.ABOUT).write_text(self.about)
        yield disk
        self.cut("copying")
        for file in disk.glob("*.uf2"):
            data = file.read_bytes()
            file.unlink()
            self.takes(data)

    # --- what the board does

    def answer(self) -> bytes:
        hello = Hello(2, 7, 1, 0, self.calls_itself or self.kind, self.serial, self.firmware)
        return (
            b""
            if self.mute
            else messages.framed(messages.Heartbeat(7, 1, 3, 0, 0, 0)) + messages.framed(hello)
        )

    def takes(self, data: bytes) -> None:
        """The loader writes what has come: all of it, or half where the cable was pulled."""
        if self.state == "loader":
            image = images.known(data, self.folder / "none.uf2")
            assert image is not None
            self.kind, self.firmware = image.board, image.version
            self.flashes += 1
            self.becomes("runs")
            self.cut("coming back")

    def cut(self, step: str) -> None:
        """The cable is pulled here, if it is at this step."""
        if self.pull == step:
            half = step == "copying"
            self.becomes("away")
            self.firmware = "half" if half else self.firmware

    def plugged(self) -> None:
        """The cable is put in again: half a program leaves the board in its loader."""
        self.pull = ""
        self.becomes("loader" if self.firmware == "half" else "runs")

    def becomes(self, state: str) -> None:
        self.state = state
        self._stand()

    def _stand(self) -> None:
        """/sys and /dev as they are in this state."""
        usb = self.folder / f"sys/devices/usb1/{self.socket}"
        usb.mkdir(parents=True, exist_ok=True)
        tty, disk = self.folder / "sys/class/tty" / Path(self.device).name, self.folder / "sys/block/sda"
        (usb / "idVendor").write_text("2e8a\n")
        (usb / "idProduct").write_text("0003\n" if self.state == "loader" else "000a\n")
        _linked(tty, usb / f"{self.socket}:1.0/tty/ttyACM0", there=self.state == "runs")
        inner = usb / f"{self.socket}:1.0/host0/block/sda"
        _linked(disk, inner, there=self.state == "loader")
        (inner / "sda1").mkdir(exist_ok=True)
        (inner / "sda1/partition").write_text("1\n")
        (inner / "sda1/dev").write_text("8:1\n")
        (self.folder / "dev").mkdir(exist_ok=True)
        (self.folder / "dev/sda1").touch()

    # --- what is tried on it

    def job(self, image: Image | None = None, **more: bool) -> Job:
        running = self.machine().boards()
        board: Board | None = running[-1] if running else None
        image = image or images.shipped(self.kind)
        return Job(
            board, image, lambda what, text: self.says.append(f"{what}: {text}"), self.machine(), **more
        )


def another_loader(folder: Path) -> None:
    """Another board waits in its loader, at another socket."""
    usb = folder / "sys/devices/usb1/1-1.4"
    disk = usb / "1-1.4:1.0/host1/block/sdb"
    (disk / "sdb1").mkdir(parents=True)
    for path, text in {
        usb / "idVendor": "2e8a",
        usb / "idProduct": "0003",
        disk / "sdb1/partition": "1",
    }.items():
        path.write_text(text)
    (folder / "dev/sdb1").touch()
    (folder / "sys/block/sdb").symlink_to(disk)


def _linked(link_path: Path, target: Path, *, there: bool) -> None:
    target.mkdir(parents=True, exist_ok=True)
    link_path.parent.mkdir(parents=True, exist_ok=True)
    link_path.unlink(missing_ok=True)
    if there:
        link_path.symlink_to(target)


class Service:
    """A service that systemd runs, and its table. `lies`: a coup lies on it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, lies: bool = False) -> None:
        self.state, self.calls, self.lies = "active", list[str](), lies
        monkeypatch.setattr(closing, "asked_here", lambda: self.asked)
        monkeypatch.setattr(closing, "table_of_service", lambda: self)
        monkeypatch.delenv("SABOT_CONFIG", raising=False)

    def asked(self, *words: str) -> str:
        if words[0] == "show":
            return self.state
        self.calls.append(words[0])
        self.state = "active" if words[0] == "start" else "inactive"
        return ""

    def does(self, program: Path, part: str) -> str:
        assert (program.name, part) == ("sabot", "at-rest")
        if self.lies:
            raise UpdateError("coup 7 lies on the table: finish it first")
        return ""
