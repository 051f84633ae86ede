"""The instruments of a table: its lines, why one cannot be opened, and the reader on each."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from sabot.config import ConfigError, InstrumentSection, Settings
from sabot.games.register import GAMES
from sabot.instruments.at_table import suited
from sabot.instruments.contract import DriverInfo, LineSettings, PortSettings
from sabot.instruments.line import discovery as discover
from sabot.instruments.line import replay
from sabot.instruments.line.found import Found
from sabot.instruments.line.port import Reader
from sabot.instruments.registry import DRIVERS, OWN, driver, driver_of_line
from sabot.live.inbox import Inbox
from sabot.record.journal import last_mark

log = logging.getLogger(__name__)


def instruments(settings: Settings) -> list[PortSettings]:
    """The lines to read: those of the configuration, else those found by their USB names; none: simulate.

    Raises ConfigError for an impossible driver, option or port.
    """
    if not settings.instruments:
        try:
            return [each.line for each in attached(settings) if not each.why]
        except discover.PortsUnknown as error:
            raise ConfigError(str(error)) from None
    lines = [_line(settings, number, each) for number, each in enumerate(settings.instruments)]
    for trouble in discover.troubles(lines):
        raise ConfigError(f"{settings.file}: instruments: {trouble}")
    return lines


class Attached(NamedTuple):
    """A board of ours that is plugged in: its line, where it is, and why this table does not read it; empty:
    it does."""

    line: PortSettings
    where: str
    why: str = ""


def attached(settings: Settings) -> list[Attached]:
    """The boards of our own that are plugged in and not configured, by their own names. Raises
    `discover.PortsUnknown`."""
    known = _configured(settings)
    free = [port for port in discover.ports() if port.device not in known]
    return [
        _attached(settings, name, boards)
        for name, info in DRIVERS.items()
        if (boards := [port for port in free if port.product in info.usb])
    ]


def _configured(settings: Settings) -> set[str]:
    """The devices that the configuration names, as far as they are there."""
    named = [PortSettings(each.driver, each.port) for each in settings.instruments if each.driver in DRIVERS]
    return {os.path.realpath(device) for line in named if (device := discover.resolve(line).device)}


def _attached(settings: Settings, name: str, boards: list[Found]) -> Attached:
    line = PortSettings(name, "auto", DRIVERS[name].role, options=suited_to(settings, name))
    named = ", ".join((board.names or (board.device,))[0] for board in boards)
    return Attached(line, named, _unread(settings, line, len(boards)))


def _unread(settings: Settings, line: PortSettings, count: int) -> str:
    """Returns why a connected board is not read; empty if it is."""
    game = GAMES[settings.table.game]
    if line.role != ("sabot" if game.PLACES else "wheel"):
        return f"{game.NAME} has no {line.role}"
    if settings.instruments:
        return "the configuration names other instruments"
    if count > 1:
        return f"there are {count}: name the port of one in the configuration ([[instruments]])"
    try:
        driver(line.driver).made(line.options)
    except Exception as error:
        log.info("the driver %s cannot be used", line.driver, exc_info=True)
        return f"its driver failed: {type(error).__name__}: {error}"
    return ""


def _line(settings: Settings, number: int, section: InstrumentSection) -> PortSettings:
    try:
        info = driver_of_line(section.driver)
    except ValueError as error:
        raise _refused(settings, number, "driver", str(error)) from None
    options = suited_to(settings, section.driver, section.options)
    try:
        info.read_options(options)
    except ValueError as error:
        raise _refused(settings, number, "options", str(error)) from None
    line = PortSettings(
        section.driver,
        section.port,
        section.role or info.role,
        section.baud or None,
        options,
        section.may_send,
        _set(settings, number, info),
    )
    why = discover.no_line(section.port, types=info.types) if section.wait else absent(line)
    if why:
        raise _refused(settings, number, "port", why)
    return line


def _set(settings: Settings, number: int, info: DriverInfo) -> LineSettings:
    """How the line is set: as the configuration says, else as the driver needs it. Raises ConfigError."""
    section = settings.instruments[number]
    given = {name: value for name in LineSettings._fields if (value := getattr(section, name))}
    line = info.line._replace(**given)
    name, why = line.refusal()
    if info.types and given:
        name, why = next(iter(given)), f"{info.name} reads no serial line: leave this out"
    elif info.speaks and info in OWN:
        name, why = _unfit_for_our_board(section, info) or (name, why)
    if info.speaks and line.flow == "xonxoff":
        name, why = "flow", f"xonxoff would swallow bytes that {info.name} sends: it has no flow control"
    if why:
        raise _refused(settings, number, name, why)
    return line


def _unfit_for_our_board(section: InstrumentSection, info: DriverInfo) -> tuple[str, str] | None:
    """Returns the key that a board of ours cannot have so, and why; None if there is none."""
    if section.baud not in (0, info.baud):
        return "baud", (
            f"{info.name} has one speed, {info.baud}, and at 1200 it would leave its program: leave this out"
        )
    if section.dtr == "off":
        return (
            "dtr",
            f"{info.name} takes DTR off for a port that nobody listens at, and is silent: leave this out",
        )
    return None


def suited_to(settings: Settings, name: str, given: Mapping[str, object] | None = None) -> dict[str, object]:
    """The options of the driver `name` at this table: those given, and what its game and rules say."""
    return suited(name, given or {}, game=settings.table.game, rules=settings.options)


def absent(line: PortSettings) -> str:
    """Returns why the port of this line cannot be opened now, with the ports that exist; empty if it can."""
    if line.port.startswith(replay.SCHEME):
        path = Path(line.port.removeprefix(replay.SCHEME).partition("?")[0])
        return "" if path.is_file() else f"there is no recording {path}"
    found = discover.resolve(line)
    if found.device is None or not _is_there(found.device):
        try:
            there = ", ".join(port.called() for port in discover.suiting(line)) or "none"
        except discover.PortsUnknown as error:
            return str(error)
        why = str(found.why) or f"{line.port} is not there"
        stop = "" if why.endswith("?") else "."
        return f"{why}{stop} Expected one of the ports found ({there}), or wait = true to open without it"
    return discover.no_line(found.device, types=driver(line.driver).types)


def _is_there(device: str) -> bool:
    return "://" in device or Path(device).exists()


def _refused(settings: Settings, number: int, key: str, why: str) -> ConfigError:
    return ConfigError(f"{settings.file}: instruments[{number + 1}].{key}: {why}")


def reader(line: PortSettings, *, settings: Settings, inbox: Inbox, parts: ExitStack) -> Reader:
    """Read this line until the table is closed; the bytes are recorded if the house keeps recordings. Raises
    ConfigError where they cannot be."""
    role = line.role or driver(line.driver).role
    record = None
    if settings.journal.recordings:
        record = _recorder(settings, role, line.driver)
        parts.callback(record.close)
    found = Reader(
        line,
        lambda perceived: inbox.put(perceived, role=role),
        record=record,
        mark=last_mark(settings.journal_path, role),
    )
    found.start()
    parts.callback(found.stop)
    return found


def _recorder(settings: Settings, role: str, name: str) -> replay.Recorder:
    folder = settings.beside(settings.journal.recordings)
    path = folder / f"{time.strftime('%Y%m%d', time.gmtime())}-{role}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return replay.Recorder(path, role=role, driver=name)
    except OSError as error:
        where = error.filename or path
        raise ConfigError(f"{settings.file}: journal.recordings: {where}: {error.strerror}") from None
