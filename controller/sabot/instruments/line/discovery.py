"""Finds ports by the device on them, so that a replug or another socket changes nothing.

`usb:PRODUCT[:SERIAL]` and `usb:VVVV:PPPP[:SERIAL]` name an instrument by its USB identity, `auto` by the
driver's own product names; `/dev/serial/by-id/…`, plain paths, `socket://` and `replay://` are taken as
they are. A reader that types is never found by `auto`: it might be the croupier's own keyboard.
"""

from __future__ import annotations

import logging
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from sabot.core.reasons import NOTHING, Reason, of_error, reason
from sabot.instruments.contract import PortSettings
from sabot.instruments.keyboard import devices as input_devices
from sabot.instruments.line.found import Found
from sabot.instruments.registry import DRIVERS, driver

log = logging.getLogger(__name__)

BY_ID = Path("/dev/serial/by-id")


class Resolved(NamedTuple):
    """The device behind a port of the configuration, or why there is none."""

    device: str | None
    why: Reason = NOTHING


class PortsUnknown(OSError):  # noqa: N818
    """The ports of this machine cannot be listed now. Raised with the reason, in one line."""


def ports() -> list[Found]:
    """Every serial port of this machine, by device name. Raises PortsUnknown."""
    try:
        links = _by_id()
        return sorted(_found(each, links) for each in list_ports.comports())
    except Exception as error:  # pyserial raises anything where a device vanishes while it is described
        log.info("the ports cannot be listed", exc_info=True)
        why = reason(
            "the ports of this machine cannot be listed now: leave the cables as they are and try again"
        )
        raise PortsUnknown(why) from error


def everything() -> list[Found]:
    """Every serial port of this machine, and every input device that types. Raises PortsUnknown."""
    return ports() + input_devices.typing()


def suiting(settings: PortSettings) -> list[Found]:
    """The devices that may be the driver's instrument: serial ports, or input devices for one that types.
    Raises PortsUnknown."""
    return input_devices.typing() if driver(settings.driver).types else ports()


def _found(port: ListPortInfo, links: dict[str, list[str]]) -> Found:
    product, serial = port.product or "", port.serial_number or ""
    names = [f"usb:{product}:{serial}" if serial else f"usb:{product}"] if product else []
    names += links.get(str(Path(port.device).resolve()), [])
    return Found(port.device, product, serial, port.manufacturer or "", port.vid, port.pid, tuple(names))


def _by_id(folder: Path = BY_ID) -> dict[str, list[str]]:
    """The links of udev, by the device that they lead to."""
    links: dict[str, list[str]] = defaultdict(list)
    if folder.is_dir():
        for each in sorted(folder.iterdir()):
            links[str(each.resolve())].append(str(each))
    return links


def resolve(settings: PortSettings, *, among: Sequence[Found] | None = None) -> Resolved:
    """The device that the settings name now; `among` replaces the devices of this machine."""
    try:
        return _resolved(settings, among)
    except PortsUnknown as error:
        return Resolved(None, of_error(error))


def _resolved(settings: PortSettings, among: Sequence[Found] | None) -> Resolved:
    port = settings.port
    if why := too_vague(settings):
        return Resolved(None, Reason(why))
    if port.startswith(("usb:", "bluetooth:")):
        there = suiting(settings) if among is None else among
        return _the_one([each for each in there if _is_named(each, port)], f"{port!r}")
    if port == "auto":
        return _the_one(_likely(settings, ports() if among is None else among), f"driver {settings.driver}")
    if "://" not in port and not Path(port).exists():
        return Resolved(None, reason("{source} is not there: is the cable in?", source=port))
    return Resolved(port)


def presence(settings: PortSettings) -> tuple[str | int, ...] | None:
    """A value that stands for the device that the settings name, without opening it; None if there is none,
    or it cannot be known. It is another value after a replug, or a change of owner or permissions.
    """
    if "://" in settings.port or (device := resolve(settings).device) is None:
        return None
    try:
        node = Path(device).stat()
    except OSError:
        return None
    return (device, node.st_ino, node.st_rdev, node.st_ctime_ns)


def too_vague(settings: PortSettings) -> str:
    """Why this port does not name one reader that types; empty where it does, and for every other driver."""
    port, name_it = settings.port, "write the port that `sabot ports` prints for it"
    if not driver(settings.driver).types:
        return ""
    if port == "auto":
        return f"a reader that types is never guessed, for it may be somebody's keyboard: {name_it}"
    if input_devices.is_numbered(port):
        return f"{port} may be another device after the next start: {name_it}"
    if port.startswith("socket://"):
        return f"a reader that types is plugged into this machine: {name_it}"
    return ""


_VID_PID = re.compile(r"([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})(?::(.*))?\Z")


def _is_named(found: Found, port: str) -> bool:
    if port in found.names:
        return True
    kind, _, name = port.partition(":")
    if kind != "usb":
        return False
    numbers = _VID_PID.match(name)
    if numbers:
        vid, pid, serial = numbers.groups()
        return (found.vid, found.pid) == (int(vid, 16), int(pid, 16)) and serial in (None, "", found.serial)
    return bool(found.product) and name in (found.product, f"{found.product}:{found.serial}")


def _likely(settings: PortSettings, found: Sequence[Found]) -> list[Found]:
    """The ports that `auto` may mean: by product, or any USB serial port for an instrument without a name
    of its own."""
    own = driver(settings.driver).usb
    ours = {product for each in DRIVERS.values() for product in each.usb}
    if own:
        return [each for each in found if each.product in own]
    return [each for each in found if each.vid is not None and each.product not in ours]


def _the_one(wanted: Sequence[Found], what: str) -> Resolved:
    if not wanted:
        return Resolved(None, reason("no instrument answers to {source}: is the cable in?", source=what))
    if len(wanted) > 1:
        named = ", ".join((each.names or (each.device,))[0] for each in wanted)
        why = reason(
            "{n} instruments answer to {source} ({note}): name one in port",
            n=len(wanted),
            source=what,
            note=named,
        )
        return Resolved(None, why)
    return Resolved(wanted[0].device)


def troubles(table: Iterable[PortSettings]) -> list[str]:
    """What cannot be in a configuration: one role or one port claimed twice, unknown drivers."""
    found, roles, places = [], defaultdict(list), defaultdict(list)
    for each in table:
        if each.driver not in DRIVERS:
            found.append(f"no driver {each.driver!r}; there are: {', '.join(sorted(DRIVERS))}")
            continue
        found += [f"{each.driver}: {why}"] if (why := too_vague(each)) else []
        roles[each.role or DRIVERS[each.driver].role].append(f"{each.driver} on {each.port}")
        places[each.port].append(each.driver)
    found += [
        f"two instruments claim the role {role}: {' and '.join(who)}"
        for role, who in roles.items()
        if len(who) > 1
    ]
    twice = {place: who for place, who in places.items() if len(who) > 1 and place != "auto"}
    return found + [
        f"the port {place} is claimed twice: by {' and '.join(who)}" for place, who in twice.items()
    ]


def no_line(device: str, *, types: bool = False) -> str:
    """Why what stands at this path is no serial line, or for a reader that `types` no input device; empty
    when it is one, or cannot be known."""
    path = Path(device)
    if "://" in device or not path.exists():
        return ""
    is_input = path.resolve().is_relative_to(input_devices.DEVICES)
    if is_input if types else path.is_char_device() and _is_terminal(path):
        return ""
    if types:
        return _no_input(path)
    serial = "Expected a device such as /dev/ttyUSB0 (`sabot ports` lists them)"
    hint = 'For a reader that types write driver = "keyboard"' if is_input else serial
    return f"{device} is no serial line. {hint}"


def _no_input(path: Path) -> str:
    if path.is_char_device() and _is_terminal(path):
        return ""  # a simulated reader types there
    return f"{path} is no input device (`sabot ports` lists those that type)"


def _is_terminal(path: Path) -> bool:
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return True  # in use by another program, or not readable by this user: its reader will say so
    try:
        return os.isatty(opened)
    finally:
        os.close(opened)
