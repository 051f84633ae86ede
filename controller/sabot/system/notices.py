"""What a table reports although it opens: a missing extra or camera, a board that it does not read, a package
whose game or driver cannot be used.

The same on the terminal, in the log that the technician sees, and for `sabot config --check` and `doctor`.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sabot.config import Settings, extras, house
from sabot.games.register import DESCRIPTORS
from sabot.instruments.camera.driver import shown
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import discovery as discover
from sabot.instruments.line.failures import explained
from sabot.instruments.registry import DRIVERS
from sabot.live import camera_link, encryption
from sabot.live import readers as lines
from sabot.live.outputs import fitted


class Want(NamedTuple):
    """An extra that this table needs, and for what."""

    extra: str
    what: str


def wanted(settings: Settings) -> list[Want]:
    """The extras that the configuration and what is plugged in ask for, each once. Raises ConfigError."""
    lines_of = [(each.driver, f"the driver {each.driver}") for each in settings.instruments]
    with suppress(discover.PortsUnknown):  # `unread` says so
        lines_of += [(each.line.driver, each.where) for each in lines.attached(settings) if not each.why]
    if settings.camera.source:
        lines_of.append(("camera", f"[camera] source = {shown(settings.camera.source)}"))
    found = {DRIVERS[name].extra: what for name, what in lines_of if name in DRIVERS and DRIVERS[name].extra}
    if fitted.is_asked(settings.panel):
        found["panel"] = f"[panel] use = {settings.panel.use}"
    if settings.mqtt.broker:
        found["mqtt"] = f"[mqtt] broker = {settings.mqtt.broker}"
    return [Want(extra, what) for extra, what in found.items()]


def lacking(settings: Settings) -> list[Want]:
    """The extras that this table needs and that are not here."""
    return [each for each in wanted(settings) if not extras.is_here(each.extra)]


def unread(settings: Settings) -> Iterator[str]:
    """Each board that is plugged in and that this table does not read, or may not."""
    try:
        boards = lines.attached(settings)
    except discover.PortsUnknown as error:
        yield str(error)
        return
    for line, where, why in boards:
        if why:
            yield f"{where} ({line.driver}) is plugged in and not read: {why}"
        elif barred := _barred(line):
            yield f"{where} ({line.driver}): {barred}"


def notices(settings: Settings) -> list[str]:
    """All that is to be said, a line each. Raises ConfigError."""
    missing = [f"{each.what}: {extras.missing(each.extra)}" for each in lacking(settings)]
    if extras.is_here("camera") and (why := camera_link.absent(settings)):
        missing.append(f"[camera] source = {shown(settings.camera.source)}: {why}")
    of_house = encryption.noticed(settings, now_s=time.time())
    return [
        *missing,
        *of_house,
        *house.troubles(settings),
        *unread(settings),
        *DESCRIPTORS.troubles(),
        *DRIVERS.troubles(),
    ]


def _barred(line: PortSettings) -> str:
    """Why this user may not open the port of a board; empty where they may."""
    device = discover.resolve(line).device
    if device is None or not Path(device).exists() or os.access(device, os.R_OK | os.W_OK):
        return ""
    return str(explained(PermissionError(errno.EACCES, ""), device))
