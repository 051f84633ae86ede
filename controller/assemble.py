"""The one file that knows everyone: a running table made of its parts, and taken apart again."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from controller import address, lookout, resuming
from controller.config import ConfigError, InstrumentSection, Settings
from controller.croupier import Croupier
from controller.feed import Feed
from controller.inbox import Inbox
from controller.instruments import discover, replay
from controller.instruments.at_table import suited
from controller.instruments.contract import PortSettings
from controller.instruments.port import Reader
from controller.instruments.registry import DRIVERS, driver
from controller.instruments.simulated_wheel import WHEELS
from controller.instruments.simulator import Simulated
from controller.journal import Journal, marks
from controller.loop import Loop, Output
from controller.office import Behind, Office, office
from controller.outputs import fitted
from controller.people import People, PeopleError
from controller.rules.games import GAMES
from controller.sound import Spoken, speakers
from controller.table import opened
from controller.training import opening as schooling
from controller.training.school import School
from controller.wheel_croupier import RouletteCroupier

LARGEST_REQUEST = 1 << 20
"""Bytes that the server reads of a request; the screens themselves take less, and say so in words."""

PACE_S, WHEEL_HURRY = 1.7, 60.0
"""The seconds for a card at which a simulated wheel turns as a real one does, and how fast it turns at 0."""

THREADS = 16
"""Threads of the web server, for pages and acts; a stream holds none."""


class Running(NamedTuple):
    """A table that is open: where its screens are, and the parts that a caller may look at."""

    address: str
    loop: Loop
    inbox: Inbox
    feed: Feed
    readers: tuple[Reader, ...]
    simulated: bool


@contextmanager
def running(settings: Settings, *, renew: Callable[[], object] | None = None) -> Iterator[Running]:
    """The whole table, until the block ends. Raises ConfigError and JournalError, one line each.

    `renew` is called when somebody at a screen wants it opened anew, with the configuration of then.
    """
    lines = instruments(settings)
    with ExitStack() as parts:
        listening = parts.enter_context(address.listening(settings))
        journal = parts.enter_context(Journal(settings.journal_path))
        inbox, feed = Inbox(), Feed()
        lamps = fitted.lamps(settings, feed, parts)
        watched = lookout.opened(settings, parts)
        simulated = not lines and not watched.deals
        school = schooling.opened(settings, parts)
        loop = _loop(
            settings,
            journal=journal,
            inbox=inbox,
            feed=feed,
            simulated=simulated,
            outputs=[*lamps, *_speakers(settings, parts)],
            shown=school.table.shown if school else {},
        )
        loop.start()
        parts.callback(loop.stop)
        if simulated:
            readers = [_simulation(settings, loop=loop, inbox=inbox, feed=feed, parts=parts, school=school)]
        else:
            readers = [_reader(line, settings=settings, inbox=inbox, parts=parts) for line in lines]
        if watched.line:
            readers.append(_reader(watched.line, settings=settings, inbox=inbox, parts=parts))
            watched.attended(readers[-1])
        where = f"http://{_reached(settings.dashboard.host)}:{listening.getsockname()[1]}/"
        behind = _office(settings, Behind(lambda: loop.table, readers, instruments, renew, school, watched))
        schooling.attended(school, feed, parts)
        _served(settings, listening=listening, inbox=inbox, feed=feed, behind=behind, parts=parts)
        fitted.panel(settings, inbox, parts, is_chefs=_chefs(feed, behind.people))
        yield Running(where, loop, inbox, feed, tuple(readers), simulated)


# --- instruments ------------------------------------------------------------------------------------


def instruments(settings: Settings) -> list[PortSettings]:
    """The lines to read: those of the configuration, else those found by their USB names; none: simulate.

    Raises ConfigError for a driver, an option or a port that cannot be.
    """
    if not settings.instruments:
        return [line._replace(options=_suited(settings, line.driver)) for line in attached()]
    lines = [_line(settings, number, each) for number, each in enumerate(settings.instruments)]
    for trouble in discover.troubles(lines):
        raise ConfigError(f"{settings.file}: instruments: {trouble}")
    return lines


def attached() -> list[PortSettings]:
    """Instruments of our own that are plugged in, by the names that they give themselves."""
    found = (PortSettings(name, "auto", info.role) for name, info in DRIVERS.items() if info.usb)
    return [line for line in found if discover.resolve(line).device is not None]


def _line(settings: Settings, number: int, section: InstrumentSection) -> PortSettings:
    try:
        info = driver(section.driver)
    except ValueError as error:
        raise _refused(settings, number, "driver", str(error)) from None
    options = _suited(settings, section.driver, section.options)
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
    )
    why = discover.no_line(section.port) if section.wait else absent(line)
    if why:
        raise _refused(settings, number, "port", why)
    return line


def _suited(settings: Settings, name: str, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return suited(name, given or {}, game=settings.table.game, rules=settings.options)


def absent(line: PortSettings) -> str:
    """Why the port of this line cannot be had now, with what there is instead; empty when it can."""
    if line.port.startswith(replay.SCHEME):
        path = Path(line.port.removeprefix(replay.SCHEME).partition("?")[0])
        return "" if path.is_file() else f"there is no recording {path}"
    found = discover.resolve(line)
    if found.device is None or not _is_there(found.device):
        there = ", ".join(port.device for port in discover.ports()) or "none"
        why = found.why or f"{line.port} is not there"
        stop = "" if why.endswith("?") else "."
        return f"{why}{stop} Expected one of the ports found ({there}), or wait = true to open without it"
    return discover.no_line(found.device)


def _is_there(device: str) -> bool:
    return "://" in device or Path(device).exists()


def _refused(settings: Settings, number: int, key: str, why: str) -> ConfigError:
    return ConfigError(f"{settings.file}: instruments[{number + 1}].{key}: {why}")


def _reader(line: PortSettings, *, settings: Settings, inbox: Inbox, parts: ExitStack) -> Reader:
    role = line.role or driver(line.driver).role
    record = None
    if settings.journal.recordings:
        record = replay.Recorder(_recording(settings, role), role=role, driver=line.driver)
        parts.callback(record.close)
    reader = Reader(
        line,
        lambda perceived: inbox.put(perceived, role=role),
        record=record,
        mark=marks(settings.journal_path).get(role, ""),
    )
    reader.start()
    parts.callback(reader.stop)
    return reader


def _recording(settings: Settings, role: str) -> Path:
    folder = settings.beside(settings.journal.recordings)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"{settings.file}: journal.recordings: {folder}: {error.strerror}") from None
    return folder / f"{time.strftime('%Y%m%d', time.gmtime())}-{role}.jsonl"


def _simulation(
    settings: Settings,
    *,
    loop: Loop,
    inbox: Inbox,
    feed: Feed,
    parts: ExitStack,
    school: School | None = None,
) -> Reader:
    """A shoe in a process of its own, the reader at its terminal, and the croupier who deals from it."""
    if settings.table.game == "roulette":
        return _wheel_simulation(settings, loop=loop, inbox=inbox, feed=feed, parts=parts, school=school)
    chosen, rng = settings.simulation, random.Random(settings.simulation.seed or None)
    hurry = {} if chosen.seconds_per_card else {"baud": 0}  # without pauses, the line has none either
    try:
        shoe = parts.enter_context(Simulated(chosen.driver, idle=True, **hurry))
    except RuntimeError as error:
        raise ConfigError(f"{settings.file or 'the configuration'}: simulation.driver: {error}") from None
    role, options = driver(chosen.driver).role, _suited(settings, chosen.driver)
    line = PortSettings(chosen.driver, shoe.path, role, options=options)
    reader = _reader(line, settings=settings, inbox=inbox, parts=parts)
    croupier = Croupier(
        feed, inbox, table=lambda: loop.table, tell=shoe.tell, beat_s=chosen.seconds_per_card, rng=rng
    )
    if school is not None:
        school.table.deeds = schooling.shoe_deeds(shoe.tell, lambda: loop.table)
    croupier.start()
    parts.callback(croupier.stop)
    return reader


def _wheel_simulation(
    settings: Settings,
    *,
    loop: Loop,
    inbox: Inbox,
    feed: Feed,
    parts: ExitStack,
    school: School | None = None,
) -> Reader:
    """A wheel in a process of its own, and the croupier who spins it; the pace of the cards is its pace."""
    chosen, rng = settings.simulation, random.Random(settings.simulation.seed or None)
    pockets = settings.options.pockets
    name = chosen.driver if chosen.driver in WHEELS else "cammegh" if pockets < 39 else "sabot-wheel"
    speed = PACE_S / chosen.seconds_per_card if chosen.seconds_per_card else WHEEL_HURRY
    try:
        wheel = parts.enter_context(Simulated(name, idle=True, speed=speed, pockets=pockets, baud=0))
        line = PortSettings(name, wheel.path, driver(name).role, options={"pockets": pockets})
        reader = _reader(line, settings=settings, inbox=inbox, parts=parts)
    except (RuntimeError, ValueError) as error:
        raise ConfigError(f"{settings.file or 'the configuration'}: simulation.driver: {error}") from None
    croupier = RouletteCroupier(
        feed, inbox, table=lambda: loop.table, tell=wheel.tell, beat_s=chosen.seconds_per_card, rng=rng
    )
    if school is not None:
        school.table.deeds = schooling.line_deeds(wheel.tell)
    croupier.start()
    parts.callback(croupier.stop)
    return reader


# --- the table and its screens ----------------------------------------------------------------------


def _loop(
    settings: Settings,
    *,
    journal: Journal,
    inbox: Inbox,
    feed: Feed,
    simulated: bool,
    outputs: Sequence[Output] = (),
    shown: dict[str, Any],
) -> Loop:
    fresh = opened(GAMES[settings.table.game], settings.options)
    beginning = resuming.begun(
        settings.journal_path, fresh=fresh, name=settings.table.name, wall_ns=time.time_ns()
    )
    journal.append(beginning.entries)
    shown |= {"lang": settings.table.language, "table": settings.table.name, "simulated": simulated}
    return Loop(beginning.table, journal=journal, inbox=inbox, feed=feed, outputs=outputs, shown=shown)


def _speakers(settings: Settings, parts: ExitStack) -> list[Output]:
    found = speakers(Spoken(settings))
    for each in found:
        parts.callback(each.stop)
    return [*found]


def _office(settings: Settings, behind: Behind) -> Office:
    try:
        return office(settings, behind)
    except PeopleError as error:
        raise ConfigError(str(error)) from None


def _chefs(feed: Feed, people: People) -> Callable[[str], bool]:
    """Whether an act is the chef's to allow now: what the screens ask a PIN for, no button does."""
    from dashboard.roles import SUPERVISOR, chef_is_asked

    return lambda act: people.guards(SUPERVISOR) and chef_is_asked(feed.newest.view, act)


def _served(
    settings: Settings,
    *,
    listening: socket.socket,
    inbox: Inbox,
    feed: Feed,
    behind: Office,
    parts: ExitStack,
) -> None:
    """Serve the screens from threads of their own."""
    from dashboard import create_app
    from dashboard.server import Server

    server = Server(
        create_app(feed, inbox, settings, office=behind),
        sockets=[listening],
        threads=THREADS,
        connection_limit=max(1000, 2 * settings.dashboard.streams),  # browsers beyond it would hang
        max_request_body_size=LARGEST_REQUEST,
    )
    parts.callback(server.close)
    parts.callback(feed.close)


def _reached(host: str) -> str:
    """The name under which a person reaches a server that listens on `host`."""
    if host in ("0.0.0.0", "::"):  # noqa: S104
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def surveyor() -> Any:
    """What measures where the table lies in a picture. Raises ModuleNotFoundError without its extra."""
    from vision import calibrating

    return calibrating


def eye() -> Any:
    """What reads cards in picture files. Raises ModuleNotFoundError without the extra `camera`."""
    from vision import seeing

    return seeing
