"""The input devices of this machine that type, as the kernel describes them. No right to open one is needed.

A reader that types and a keyboard look the same here: both are listed, and a person chooses. The number of
`/dev/input/event7` changes from start to start, so no configuration may name it.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from sabot.instruments.line.found import Found

CLASS = Path("/sys/class/input")
DEVICES = Path("/dev/input")
LINKS = ("by-id", "by-path")
"""Where udev keeps the stable names: by what is plugged in, and by the socket that it is in."""

USB, BLUETOOTH = 0x03, 0x05
ENTERS = (28, 96)
DIGITS = range(2, 12)
KEYPAD_DIGITS = (71, 72, 73, 75, 76, 77, 79, 80, 81, 82)

Identity = tuple[str, str, int | None, int | None]

_NUMBERED = re.compile(r"/dev/input/event\d+")


def typing() -> list[Found]:
    """Every input device that has digits and Enter, by device name."""
    events = sorted(CLASS.glob("event*"), key=lambda each: (len(each.name), each.name))
    links = _links()
    found = [
        _found(each / "device", DEVICES / each.name, links) for each in events if _types(each / "device")
    ]
    return _named_apart(found)


def is_numbered(port: str) -> bool:
    """Whether this port is `/dev/input/event` and a number, which the next start may give to another."""
    return _NUMBERED.fullmatch(os.path.normpath(port)) is not None


def _types(device: Path) -> bool:
    keys = _bits(_read(device / "capabilities/key"))
    has_digits = any(all(keys >> code & 1 for code in digits) for digits in (DIGITS, KEYPAD_DIGITS))
    return has_digits and any(keys >> code & 1 for code in ENTERS)


def _bits(text: str) -> int:
    """The bits of a capability file: words of 64 bits in hexadecimal, the highest first."""
    bits = 0
    try:
        for word in text.split():
            bits = bits << 64 | int(word, 16)
    except ValueError:
        return 0
    return bits


def _found(described: Path, device: Path, links: dict[Path, list[str]]) -> Found:
    name, unique = _read(described / "name"), _read(described / "uniq")
    bus, vid, pid = (_number(described / "id" / each) for each in ("bustype", "vendor", "product"))
    own = f"{vid:04X}:{pid:04X}" + (f":{unique}" if unique else "")
    names = list(links.get(device.resolve(), []))
    names += [f"usb:{own}"] if bus == USB else [f"bluetooth:{unique}"] if bus == BLUETOOTH and unique else []
    known = (vid, pid) if bus == USB else (None, None)
    return Found(str(device), name, unique, "", known[0], known[1], tuple(names), types=True)


def _links() -> dict[Path, list[str]]:
    """The links of udev, by the device that they lead to."""
    found: dict[Path, list[str]] = defaultdict(list)
    for folder in LINKS:
        for each in sorted((DEVICES / folder).glob("*")):
            found[each.resolve()].append(str(each))
    return found


def _named_apart(found: Sequence[Found]) -> list[Found]:
    """Returns the same devices, without names that two of them share.

    Of two equal devices, udev links only one under `by-id`, and not always the same one.
    """
    alike = Counter(_identity(each) for each in found)
    linked = Counter(_identity(each) for each in found if any(map(_is_by_id, each.names)))
    return [each._replace(names=tuple(_own(each, alike, linked))) for each in found]


def _own(one: Found, alike: Counter[Identity], linked: Counter[Identity]) -> Iterator[str]:
    same = _identity(one)
    for name in one.names:
        if alike[same] == 1 or (
            name.startswith("/") and not (_is_by_id(name) and linked[same] < alike[same])
        ):
            yield name


def _identity(one: Found) -> Identity:
    return one.product, one.serial, one.vid, one.pid


def _is_by_id(name: str) -> bool:
    return name.startswith(f"{DEVICES}/by-id/")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _number(path: Path) -> int:
    try:
        return int(_read(path), 16)
    except ValueError:
        return 0
