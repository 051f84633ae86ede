"""The drivers, by the name that a configuration uses: our own, and those that other installed packages offer.

A package offers a driver by an entry point `sabot.instruments` that leads to its `DriverInfo`.
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.register import Register
from sabot.instruments.camera import driver as camera
from sabot.instruments.camera import wheel as wheel_camera
from sabot.instruments.contract import DriverInfo
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.shoes import angel_eye, bee_tek, lines, sabot_shoe
from sabot.instruments.wheel import cammegh, sabot_wheel


def refusal(found: object) -> str:
    """Why what another package offers is no driver; empty where it is one."""
    return "" if isinstance(found, DriverInfo) else f"is no DriverInfo, but {type(found).__name__}"


OWN = (
    *(angel_eye.DRIVER, bee_tek.DRIVER, lines.DRIVER, keyboard.DRIVER, sabot_shoe.DRIVER),
    *(cammegh.DRIVER, sabot_wheel.DRIVER, camera.DRIVER, wheel_camera.DRIVER),
)
"""The drivers of the house."""


def _given(info: DriverInfo) -> Callable[[], DriverInfo]:
    return lambda: info


DRIVERS = Register(
    {each.name: _given(each) for each in OWN},
    group="sabot.instruments",
    named=lambda each: each.name,
    refusal=refusal,
)
"""Every driver."""


EYES = {camera.DRIVER.name: "[camera] source", wheel_camera.DRIVER.name: "[wheel] source"}
"""The drivers of cameras, which are on no line, and the key of the configuration that names the camera."""


def driver(name: str) -> DriverInfo:
    """The driver of this name; raises ValueError naming those that exist."""
    if name not in DRIVERS:
        raise ValueError(f"no driver {name!r}; there are: {', '.join(sorted(DRIVERS))}")
    return DRIVERS[name]


def driver_of_line(name: str) -> DriverInfo:
    """The driver of this name for an instrument on a line; raises ValueError naming those that exist, or
    the key for a camera."""
    if name in EYES:
        raise ValueError(f"{name!r} is a camera, no instrument on a line; name the camera in {EYES[name]}")
    if name not in DRIVERS:
        raise ValueError(f"no driver {name!r}; there are: {', '.join(sorted(set(DRIVERS) - set(EYES)))}")
    return DRIVERS[name]
