"""The drive as which a board appears while its chip waits for a file: found, mounted, and written.

The boot loader of an RP2040 is a USB drive called RPI-RP2. It hangs at the same USB socket as the board that
was sent to it; so it is found by the socket, and another board that waits elsewhere is never taken for it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sabot.system.boards.ports import usb_socket

LABEL = "RPI-RP2"
LOADER = ("2e8a", "0003")
"""The USB vendor and product of the loader in an RP2040."""
ABOUT = "INFO_UF2.TXT"
"""The file on the drive in which the loader says which chip it is."""

MOUNTING = "org.freedesktop.udisks2.filesystem-mount"
"""What the system's rules call the mounting of such a drive."""

TOOL_S, MOUNT_S, LOOK_S = 30, 8.0, 0.25


class DriveError(RuntimeError):
    """Why nothing can be written onto the drive, in one line with what to do."""


class Drive(NamedTuple):
    """A loader's drive: its device, the number of it (`8:1`), and the USB socket at which it hangs."""

    device: str
    number: str
    socket: str


def drives(root: Path = Path("/")) -> list[Drive]:
    """The drives of loaders at this machine, each as soon as its partition can be mounted."""
    return [found for disk in sorted((root / "sys/block").glob("*")) if (found := _loader(disk, root))]


def _loader(disk: Path, root: Path) -> Drive | None:
    socket = usb_socket(disk)
    here = next((each for each in disk.resolve().parents if each.name == socket), None) if socket else None
    if here is None or tuple(_text(here / name) for name in ("idVendor", "idProduct")) != LOADER:
        return None
    for part in sorted(disk.glob(f"{disk.name}*")):
        device = root / "dev" / part.name
        if (part / "partition").is_file() and device.exists():
            return Drive(str(device), _text(part / "dev"), socket)
    return None


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace").strip()
    return ""


# --- mounting


def no_mount(*, is_root: bool | None = None) -> str:
    """Why this user cannot mount such a drive; empty where it can, or nobody knows."""
    if _as_root(is_root):
        return ""
    if shutil.which("udisksctl") is None:
        return "udisksctl is not installed"
    if shutil.which("pkcheck") is None:
        return ""
    return _tool("pkcheck", "--action-id", MOUNTING, "--process", str(os.getpid()))


def _as_root(is_root: bool | None) -> bool:
    return os.geteuid() == 0 if is_root is None else is_root


@contextmanager
def mounted(
    drive: Drive,
    *,
    is_root: bool | None = None,
    mounts: Path = Path("/proc/self/mountinfo"),
    wait: Callable[[float], object] = time.sleep,
    monotonic_s: Callable[[], float] = time.monotonic,
) -> Iterator[Path]:
    """The folder of the drive. Root mounts it in a folder of its own; other users get it from the desktop
    (udisks). Raises DriveError."""
    if _as_root(is_root):
        with _own_folder(drive) as folder:
            yield folder
        return
    ends_s, why = monotonic_s() + MOUNT_S, ""
    while not (folders := _folders(drive, mounts)):
        if monotonic_s() > ends_s:
            raise DriveError(
                f"the drive {drive.device} is not mounted ({why}): mount it, or run this command with sudo"
            )
        why = _tool("udisksctl", "mount", "--no-user-interaction", "-b", drive.device)
        wait(LOOK_S)
    yield folders[0]


@contextmanager
def _own_folder(drive: Drive) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="sabot-drive-"))
    try:
        why = _tool("mount", "-t", "vfat", "-o", "rw,nosuid,nodev,noexec", drive.device, str(folder))
        if why:
            raise DriveError(f"the drive {drive.device} cannot be mounted: {why}")
        try:
            yield folder
        finally:
            _tool("umount", "--lazy", str(folder))  # the board takes its drive away as soon as it has all
    finally:
        with suppress(OSError):
            folder.rmdir()


def _folders(drive: Drive, mounts: Path) -> list[Path]:
    """Where the drive is mounted already (proc(5): the number is the third word, the folder the fifth)."""
    words = [line.split() for line in _text(mounts).splitlines()]
    return [Path(_unescaped(each[4])) for each in words if len(each) > 4 and each[2] == drive.number]


def _unescaped(name: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), name)


def _tool(*words: str) -> str:
    """Why a program of the system failed; empty where it did not."""
    if shutil.which(words[0]) is None:
        return f"{words[0]} is not installed"
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=TOOL_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{words[0]}: {error}"
    said = (done.stderr.strip() or f"status {done.returncode}").splitlines()[-1]
    return f"{words[0]}: {said.removeprefix(f'{words[0]}: ')}" if done.returncode else ""


# --- copying


def checked(folder: Path, needed: int = 0) -> None:
    """Raises DriveError where this is not the drive of an RP2040's loader, or says that it has less room than
    is needed."""
    if LABEL not in _text(folder / ABOUT):
        raise DriveError(f"{folder} is not the drive of an RP2040: its {ABOUT} does not say {LABEL}")
    with suppress(OSError):  # a drive that does not say how much room it has is written to
        total, _, free = shutil.disk_usage(folder)
        if total and free < needed:
            raise DriveError(f"{folder} has room for {free} bytes, and the image has {needed}")


def copied(data: bytes, target: Path) -> str:
    """Write the file through to the drive. Returns why that ended early; empty where it did not: a board may
    be gone before the drive has said that all is written. Raises DriveError where nothing was written."""
    try:
        file = target.open("wb", buffering=0)
    except OSError as error:
        raise DriveError(f"{target} cannot be written: {error.strerror}") from None
    left = memoryview(data)
    try:
        with file:
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
    except OSError as error:
        if len(left) == len(data):  # not one byte of it was taken
            raise DriveError(f"{target} cannot be written: {error.strerror}") from None
        return error.strerror or str(error)
    return ""
