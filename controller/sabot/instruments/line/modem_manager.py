"""ModemManager: a service of many distributions that tries new USB serial ports for a modem. What it sends is
noise to an instrument, and it holds the port for seconds.

It leaves a port alone where udev has marked the port, or the device behind it, as `ID_MM_DEVICE_IGNORE` or
`ID_MM_PORT_IGNORE`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

NAME = "ModemManager"
MARKS = ("E:ID_MM_DEVICE_IGNORE=1", "E:ID_MM_PORT_IGNORE=1")

REMEDY = (
    "ModemManager runs and may be talking to {device}: without a modem here, sudo systemctl disable --now"
    " ModemManager; with one, mark the port as docs/instruments.md says (sabot install marks common adapters)"
)


def may_talk_to(device: str, *, root: Path = Path("/")) -> bool:
    """Whether ModemManager runs and nothing keeps it from this device. `root` has `proc`, `sys` and `run`."""
    parents = list(_numbers(device, root))
    is_usb = any((parent / "idVendor").exists() for parent, _ in parents)
    marked = any(_is_marked(kind, root) for _, kind in parents)
    return is_usb and not marked and is_running(root)


def is_running(root: Path = Path("/")) -> bool:
    """Whether a process of that name runs."""
    return any(_text(each) == NAME for each in (root / "proc").glob("[0-9]*/comm"))


def _numbers(device: str, root: Path) -> Iterator[tuple[Path, str]]:
    """The device and those above it in `sys`, each with its name in the records of udev: `c188:0`."""
    try:
        number = os.stat(device).st_rdev  # noqa: PTH116 - a test stands in for it
        here = (root / f"sys/dev/char/{os.major(number)}:{os.minor(number)}").resolve(strict=True)
    except OSError:
        return
    for folder in (here, *here.parents):
        if (folder / "dev").is_file():
            yield folder, f"c{_text(folder / 'dev')}"


def _is_marked(kind: str, root: Path) -> bool:
    return any(mark in _text(root / "run/udev/data" / kind).splitlines() for mark in MARKS)


def _text(path: Path) -> str:
    """The text of the file; empty if it is gone, or this user may not read it."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
