"""A table without instruments: a simulated one in a process of its own, and the croupier at it."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from sabot.config import ConfigError, Settings
from sabot.core.table import Table
from sabot.games.register import DESCRIPTORS
from sabot.games.wheel.terms import order
from sabot.instruments.camera.driver import SIMULATED
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from sabot.instruments.registry import driver
from sabot.instruments.simulated.simulator import Simulated
from sabot.instruments.simulated.voices import VOICES
from sabot.instruments.simulated.wheel import WHEELS
from sabot.live import readers as lines
from sabot.live.camera_link import CameraLink
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.school import opening as schooling
from sabot.school.school import School
from sabot.simulation.croupier import Croupier
from sabot.simulation.wheel_croupier import WheelCroupier

PACE_S, WHEEL_HURRY = 1.7, 60.0
"""The seconds for a card at which a simulated wheel turns as a real one does, and how fast it turns at 0."""


class Around(NamedTuple):
    """The table around what is simulated."""

    settings: Settings
    loop: Loop
    inbox: Inbox
    feed: Feed
    school: School | None


def simulated(table: Around, camera: CameraLink, parts: ExitStack) -> list[Reader]:
    """The reader at the simulated instrument, with its croupier at work, until the table is closed; none
    where the wheel is the one that a simulated camera looks at.

    Raises ConfigError for a driver that cannot be simulated.
    """
    settings, school = table.settings, table.school
    rng = random.Random(settings.simulation.seed or None)
    spins = is_wheel(settings)
    readers = list[Reader]()
    tell: Callable[[dict[str, object]], bool | None] = camera.tell
    if not camera.spins:
        line, tell = _commanded(table, camera, parts, rng)
        readers = [lines.reader(line, settings=settings, inbox=table.inbox, parts=parts)]
    croupier = (WheelCroupier if spins else Croupier)(
        table.feed,
        table.inbox,
        table=lambda: table.loop.table,
        tell=tell,
        beat_s=settings.simulation.seconds_per_card,
        rng=rng,
        rests=(lambda: school.table.is_seated) if school else (lambda: False),
        extra=partial(_card_too_many, school, rng),
    )
    if school is not None:
        places = table.loop.table.play.game.PLACES
        schooling.simulated(school.table, croupier, tell, table.inbox.put, places=places)
    croupier.start()
    parts.callback(croupier.stop)
    return readers


def _commanded(
    table: Around, camera: CameraLink, parts: ExitStack, rng: random.Random
) -> tuple[PortSettings, Callable[[dict[str, object]], None]]:
    """The line of the simulated instrument, and what commands it. A simulated camera beside a wheel shows the
    same numbers. Raises ConfigError."""
    settings = table.settings
    try:
        process, line = (_wheel if is_wheel(settings) else _shoe)(settings, parts)
    except (RuntimeError, ValueError) as error:
        raise ConfigError(f"{settings.file or 'the configuration'}: simulation.driver: {error}") from None
    if not (camera.over_wheel and camera.simulated):
        return line, process.tell

    def tell(command: dict[str, object]) -> None:
        if command.get("do") == "spin":
            camera.next_number = rng.choice(order(settings.options.pockets))
            command = {"number": camera.next_number, **command}
        process.tell(command)

    return line, tell


def _card_too_many(school: School | None, rng: random.Random, table: Table) -> dict[str, object] | None:
    """The command for a card too many, which the school does not hold against a trainee."""
    command = schooling.card_too_many(table, rng)
    if command and school:
        school.table.made("extra", str(command["card"]))
    return command


def checked(settings: Settings) -> None:
    """Refuse a driver that cannot be simulated at this table. Raises ConfigError."""
    name = settings.simulation.driver
    # Where a table with a wheel names a shoe, the usual wheel stands in.
    known = {*VOICES, *WHEELS} if is_wheel(settings) else {*VOICES}
    if name not in known:
        why = f"{name!r} cannot be simulated here; there are: {', '.join(sorted(known))}"
        raise ConfigError(f"{settings.file or 'the configuration'}: simulation.driver: {why}")


def is_wheel(settings: Settings) -> bool:
    """Whether the game of this table is played with a wheel."""
    return DESCRIPTORS[settings.table.game].kind == "wheel"


def _shoe(settings: Settings, parts: ExitStack) -> tuple[Simulated, PortSettings]:
    chosen = settings.simulation
    hurry = {} if chosen.seconds_per_card else {"baud": 0}  # without pauses, the line has none either
    shoe = parts.enter_context(Simulated(chosen.driver, idle=True, **hurry))
    options = lines.suited_to(settings, chosen.driver)
    return shoe, PortSettings(chosen.driver, shoe.path, driver(chosen.driver).role, options=options)


def _wheel(settings: Settings, parts: ExitStack) -> tuple[Simulated, PortSettings]:
    """The pace of the cards is the pace of the wheel."""
    chosen, pockets = settings.simulation, settings.options.pockets
    name = chosen.driver if chosen.driver in WHEELS else "cammegh" if pockets < 39 else "sabot-wheel"
    speed = PACE_S / chosen.seconds_per_card if chosen.seconds_per_card else WHEEL_HURRY
    if settings.camera.source == SIMULATED:
        speed = 1.0  # a camera sees what happens as fast as it happens
    wheel = parts.enter_context(Simulated(name, idle=True, speed=speed, pockets=pockets, baud=0))
    return wheel, PortSettings(name, wheel.path, driver(name).role, options={"pockets": pockets})
