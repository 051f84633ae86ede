"""The eye over the wheel of this table: its line, why it cannot be, and a drawn wheel that spins with another
one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.config import ConfigError, Settings
from sabot.config.wheel import WheelSection
from sabot.core.reasons import reason
from sabot.core.shapes.json import decimal
from sabot.core.shapes.view import View
from sabot.games.register import DESCRIPTORS
from sabot.games.wheel.terms import SPIN_BEGUN
from sabot.instruments.camera import eye
from sabot.instruments.camera.driver import shown
from sabot.instruments.camera.wheel import DRIVER, NAME
from sabot.instruments.contract import PortSettings
from sabot.live.feed import Feed, Subscription

if TYPE_CHECKING:
    from sabot.live.camera_link import CameraLink

OVER, WITNESS = "wheel", "witness"
"""What a camera over a wheel may be used for: it tells the number, or checks it."""

LOOKS_AGAIN_S = 2.0


def is_over(settings: Settings) -> bool:
    """Whether the camera of this table looks at a wheel: the game has one."""
    return DESCRIPTORS[settings.table.game].kind == "wheel"


def line(settings: Settings, source: str, live: Path | None) -> PortSettings:
    """The line of the eye over the wheel, as its process is to be started. Raises ConfigError."""
    given = asdict(settings.camera) | asdict(settings.wheel)
    given |= {"pockets": settings.options.pockets, "seed": settings.simulation.seed}
    given |= {"source": source, "live": str(live or ""), "turned": ""}
    options = {name: type(usual)(given[name]) for name, usual in DRIVER.options()._asdict().items()}
    try:
        DRIVER.read_options(options)
    except ValueError as error:
        where = f"{settings.file or 'the configuration'}: {_section(settings, str(error))}"
        raise ConfigError(f"{where}: {error}") from None
    role = "wheel" if settings.camera.use == OVER else "camera"
    return PortSettings(NAME, eye.SCHEME + shown(source), role, options=options)


def _section(settings: Settings, why: str) -> str:
    """The section in which an option stands that is refused so."""
    named = why.split()[2] if len(why.split()) > 2 else ""
    if named == "source" and not settings.wheel.source:
        return "camera"
    return "wheel" if named in {each.name for each in fields(WheelSection)} else "camera"


def checked(settings: Settings, wired: Sequence[PortSettings]) -> None:
    """Refuse what a camera cannot be used for at this game, or beside these instruments. Raises
    ConfigError."""
    if settings.camera.source and (why := _refusal(settings, wired)):
        key = "wheel.source" if settings.wheel.source else "camera.use"
        raise ConfigError(f"{settings.file or 'the configuration'}: {key}: {why}")


def _refusal(settings: Settings, wired: Sequence[PortSettings]) -> str:
    game, use = settings.table.game, settings.camera.use
    if not is_over(settings):
        expected = "" if settings.wheel.source else ": witness, sabot or nose was expected"
        return f"{game} has no wheel that a camera could read{expected}" if use == OVER else ""
    if use not in (OVER, WITNESS):
        return f"{game} has a wheel, and no sabot: wheel or witness was expected"
    other = next((each.driver for each in wired if each.role == "wheel"), "")
    if other and use == OVER:
        return f"{other} tells the number already: the camera of [camera], with use = witness, checks it"
    return ""


def kept(status: Mapping[str, object]) -> dict[str, object]:
    """What is saved of a view that the eye has found: the answers for the configuration. Raises ConfigError
    before the rotor has shown that it is right."""
    view = str(status.get("view", ""))
    if not view:
        raise ConfigError(reason("the eye does not know yet where the wheel lies: touch the four points"))
    if decimal(status.get("turned", 0)) < 1:
        raise ConfigError(
            reason("the rotor has not turned once round since the points were touched: push it")
        )
    return {"wheel": {"view": view}}


def followed(camera: CameraLink, feed: Feed, parts: ExitStack) -> None:
    """Let a drawn wheel beside a simulated one spin whenever that one does, from its own thread."""
    if camera.simulated and not camera.spins:
        feed.attended("drawn wheel", partial(_follow, camera), parts)


def _follow(camera: CameraLink, looks: Subscription) -> None:
    before = ""
    while not looks.closed:
        update = looks.get(LOOKS_AGAIN_S)
        spin = _begun(update.view) if update else before
        if spin and spin != before and camera.next_number:
            camera.tell({"do": "spin", "number": camera.next_number})
        before = spin


def _begun(view: View) -> str:
    """The number of the spin that has begun, and in which nothing happened since; empty without one."""
    wheel = view.get("wheel")
    seen = (wheel["seen"] if wheel else None) or {}
    return str(seen.get("spin")) if seen.get("phase") == SPIN_BEGUN else ""
