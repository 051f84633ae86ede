"""The doctor: checks everything that a table needs and says what is found or missing, and why. It changes
nothing."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from itertools import starmap
from pathlib import Path
from typing import NamedTuple

from sabot.config import ConfigError, Settings, extras, house
from sabot.core.progress import Progress, silent
from sabot.instruments.camera.driver import SIMULATED, shown
from sabot.instruments.contract import PortSettings
from sabot.instruments.keyboard import devices as input_devices
from sabot.instruments.line import discovery as discover
from sabot.instruments.line import modem_manager
from sabot.instruments.line.failures import explained
from sabot.instruments.line.port import open_line
from sabot.instruments.line.replay import SCHEME
from sabot.instruments.panel.pins import PinsError
from sabot.instruments.registry import driver
from sabot.live import address, camera_link, encryption, wheel_camera
from sabot.live import readers as lines
from sabot.live.outputs import fitted
from sabot.live.speech import Spoken
from sabot.record.journal import JournalError, verify
from sabot.record.shift.days import UNSET_BEFORE_NS
from sabot.record.watch import held_by
from sabot.system import notices
from sabot.system.boards import standing
from sabot.system.mqtt import standing as broker

CALIBRATED = {"sabot-wheel": "wheel", "sabot-shoe": "shoe"}
"""What `sabot calibrate` calls each instrument of our own."""


class Finding(NamedTuple):
    """One thing looked at: `found`, `missing` (the table opens without it) or `fails` (it does not)."""

    what: str
    state: str
    why: str


def examined(settings: Settings, *, progress: Progress = silent) -> Iterator[Finding]:
    """Everything, in the order in which a table needs it."""
    yield from journal(settings, progress)
    yield disk(settings)
    yield from instruments(settings)
    yield panel(settings)
    yield screens(settings)
    yield Finding("encryption", *encryption.examined(settings, now_s=time.time()))
    yield camera()
    yield from eye(settings)
    yield display()
    yield look(settings)
    yield sound(settings)
    yield from starmap(Finding, broker.examined(settings))
    yield clock(time.time())


def could_open(findings: list[Finding]) -> bool:
    """Whether a table could open with what was found."""
    return all(finding.state != "fails" for finding in findings)


def journal(settings: Settings, progress: Progress = silent) -> Iterator[Finding]:
    """Whether the record can be written, and is whole."""
    path = settings.journal_path
    folder = _nearest(path)
    if not folder.is_dir() or not all(os.access(each, os.W_OK) for each in (folder, *_files(path))):
        yield Finding("journal", "fails", f"{path} may not be written: look at the permissions of {folder}")
        return
    holder = held_by(path)
    note = f"; a table is open on it (process {holder})" if holder else ""
    if not path.exists():
        yield Finding("journal", "found", f"{path} will be made{note}")
        return
    try:
        verdict = verify(path, progress=progress)
    except JournalError as error:
        yield Finding("journal", "fails", str(error))
        return
    if verdict.wrong:
        yield Finding("journal", "missing", f"{path} can be written, but is not whole: {verdict.wrong}")
    else:
        yield Finding("journal", "found", f"{path}, {verdict.records} records, whole{note}")


def _files(path: Path) -> list[Path]:
    """The files of this journal that there are: itself, its write-ahead log, its lock."""
    return [
        each for end in ("", "-wal", "-shm", ".lock") if (each := path.with_name(path.name + end)).exists()
    ]


def _nearest(path: Path) -> Path:
    """The first folder above `path` that exists."""
    return next(folder for folder in path.absolute().parents if folder.exists())


def disk(settings: Settings) -> Finding:
    """Whether there is room for the record."""
    folder, least = _nearest(settings.journal_path), settings.limits.disk_free_mb
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < least:
        return Finding("disk", "fails", f"{free} MB are free at {folder}; expected {least} MB or more")
    return Finding("disk", "found", f"{free} MB are free at {folder}")


def instruments(settings: Settings) -> Iterator[Finding]:
    """Each instrument of the configuration, or those that are found."""
    try:
        found = lines.instruments(settings)
        there = ", ".join(port.device for port in discover.ports()) or "none"
    except (ConfigError, discover.PortsUnknown) as error:
        yield Finding("instruments", "fails", str(error))
        return
    if not found:
        yield Finding("instruments", "missing", f"none: simulated ones stand in (serial ports: {there})")
        yield from readers()
    for line in found:
        yield instrument(line, holder=(holder := held_by(settings.journal_path)))
        yield from starmap(Finding, standing.examined(line, is_held=bool(holder)))
        yield from meddling(line)
        yield from calibration(line)
    for notice in notices.unread(settings):
        yield Finding("notice", "missing", notice)


def readers() -> Iterator[Finding]:
    """Devices that type, where no instrument is named: one may be a reader of cards."""
    if there := input_devices.typing():
        named = ", ".join(each.product or each.device for each in there)
        yield Finding("readers", "found", f"{named}: sabot ports says what to write to read one of these")


def instrument(line: PortSettings, *, holder: str = "") -> Finding:
    """Whether this line can be opened now. `holder`: the process of an open table, which has it. A second
    program on the line could reset the device, or take what it sends."""
    what = f"{line.role} ({line.driver})"
    if (extra := driver(line.driver).extra) and not extras.is_here(extra):
        return Finding(what, "missing", str(extras.missing(extra)))
    if why := lines.absent(line):
        return Finding(what, "missing", why)
    if line.port.startswith(SCHEME):
        return Finding(what, "found", f"the recording {line.port.removeprefix(SCHEME)}")
    if holder:
        return Finding(what, "found", f"{line.port}, held by the open table (process {holder})")
    try:
        port, where = open_line(line)
        port.close()
    except (OSError, ValueError) as error:
        return Finding(what, "missing", str(explained(error, line.port)))
    return Finding(what, "found", f"{where}{_set(line)}")


def _set(line: PortSettings) -> str:
    """How a serial line is set: `, 4800 baud 8N1`; nothing for a line that is none."""
    info = driver(line.driver)
    if info.types or "://" in line.port:
        return ""
    return f", {line.baud or info.baud} baud {(line.line or info.line).described()}"


def meddling(line: PortSettings) -> Iterator[Finding]:
    """Whether ModemManager may be talking to this line: it tries every new USB port for a modem."""
    is_serial = "://" not in line.port and not driver(line.driver).types
    device = discover.resolve(line).device if is_serial else None
    if device and modem_manager.may_talk_to(device):
        yield Finding(f"{line.role} line", "missing", modem_manager.REMEDY.format(device=device))


def calibration(line: PortSettings) -> Iterator[Finding]:
    """Whether an instrument of our own was measured where it sits."""
    if "calibrated" not in driver(line.driver).options._fields:
        return
    day = str(line.options.get("calibrated", ""))
    how = f"sabot calibrate {CALIBRATED[line.driver]}"
    text = f"measured {day}" if day else f"not measured where it sits: {how}"
    yield Finding(f"{line.role} calibration", "found" if day else "missing", text)


def panel(settings: Settings) -> Finding:
    """The croupier's panel: its pins, and the library that drives them."""
    section = settings.panel
    if why := fitted.refusal(section):
        return Finding("panel", "fails", why)
    if fitted.is_asked(section) and not extras.is_here("panel"):
        return Finding("panel", "missing", str(extras.missing("panel")))
    if not fitted.is_wanted(section):
        none = "none: the buttons are those of the screens ([panel] use)"
        return Finding("panel", "missing", fitted.offered(section) or none)
    if holder := held_by(settings.journal_path):
        why = f"{fitted.wiring(section)}, held by the open table (process {holder})"
        return Finding("panel", "found", why)
    try:
        return Finding("panel", "found", f"{fitted.wiring(section)}, with {fitted.tried(section)}")
    except PinsError as error:
        return Finding("panel", "missing", str(error))


def screens(settings: Settings) -> Finding:
    """Whether the address of the dashboard can be listened on."""
    own, host, port = settings.dashboard.own_address, settings.dashboard.host, settings.dashboard.port
    scheme = "https" if settings.dashboard.is_encrypted else "http"
    both = f"{own} (the table’s own screen) and {scheme}://{host}:{port}/"
    try:
        with address.listening(settings):
            return Finding("screens", "found", f"{both} are free")
    except ConfigError as error:
        if held_by(settings.journal_path):
            return Finding("screens", "found", f"{both} are served by the open table")
        return Finding("screens", "fails", str(error))


def camera(devices: Path = Path("/dev")) -> Finding:
    """Returns whether a camera is connected to this machine."""
    found = sorted(str(each) for each in devices.glob("video[0-9]*"))
    if not found:
        return Finding("camera", "missing", "none is connected; cards are known from the sabot alone")
    return Finding("camera", "found", ", ".join(found))


def eye(settings: Settings) -> Iterator[Finding]:
    """Whether the camera of the configuration can be had, and knows where the table lies."""
    section = settings.camera
    if not section.source:
        return
    if not extras.is_here("camera"):
        yield Finding("eye", "missing", str(extras.missing("camera")))
    elif why := camera_link.absent(settings):
        yield Finding("eye", "missing", why)
    elif section.source != SIMULATED and wheel_camera.is_over(settings) and not settings.wheel.view:
        yield Finding("eye", "missing", "not measured where the wheel lies: sabot calibrate wheel-camera")
    elif wheel_camera.is_over(settings) or section.corners or section.source == SIMULATED:
        yield Finding("eye", "found", f"{shown(camera_link.source(settings))}, as the {section.use}")
    else:
        why = "not measured where the table lies, so the marks must lie there: sabot calibrate camera"
        yield Finding("eye", "missing", why)


def display(cards: Path = Path("/sys/class/drm")) -> Finding:
    """Whether any screen is connected to this machine itself."""
    connected = [
        each.parent.name.partition("-")[2]
        for each in sorted(cards.glob("*/status"))
        if each.read_text(encoding="ascii", errors="replace").strip() == "connected"
    ]
    if not connected:
        return Finding("display", "missing", "none is connected here; any browser can show the table")
    return Finding("display", "found", ", ".join(connected))


def look(settings: Settings) -> Finding:
    """The mark of the house, its colours, and the pictures of a display that rests."""
    if wrong := house.troubles(settings):
        return Finding("house", "missing", "; ".join(wrong))
    found = house.look(settings)
    said = [
        "a mark of its own" if found.mark else "no mark",
        "colours of its own" if found.has_colours else "our colours",
        f"{len(found.pictures())} pictures for a display that rests",
    ]
    return Finding("house", "found", ", ".join(said))


def sound(settings: Settings) -> Finding:
    """Whether the calls could be spoken, where the house wants them."""
    spoken = Spoken(settings)
    if not (spoken.on_screens or spoken.on_speaker):
        return Finding("sound", "found", "off: the calls are not spoken ([sound] calls)")
    if why := spoken.trouble():
        return Finding("sound", "missing", why)
    return Finding("sound", "found", f"the calls are spoken: {settings.sound.calls}")


def clock(now_s: float, synchronized: Path = Path("/run/systemd/timesync/synchronized")) -> Finding:
    """Whether the clock can be believed; the order of the record does not depend on it."""
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now_s))
    if now_s * 1e9 < UNSET_BEFORE_NS:
        return Finding("clock", "missing", f"{shown} cannot be right: set it, or the record has wrong times")
    if not synchronized.exists():
        return Finding("clock", "found", f"{shown}, not known to be synchronized")
    return Finding("clock", "found", f"{shown}, synchronized")
