"""Every driver that there is, by the name that a configuration uses. A new one is one more line here."""

from __future__ import annotations

from sabot.instruments.camera import driver as camera
from sabot.instruments.contract import DriverInfo
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.shoes import angel_eye, bee_tek, lines, sabot_shoe
from sabot.instruments.wheel import cammegh, sabot_wheel

DRIVERS: dict[str, DriverInfo] = {
    each.name: each
    for each in (
        *(angel_eye.DRIVER, bee_tek.DRIVER, lines.DRIVER, keyboard.DRIVER, sabot_shoe.DRIVER),
        *(cammegh.DRIVER, sabot_wheel.DRIVER, camera.DRIVER),
    )
}


def driver(name: str) -> DriverInfo:
    """The driver of this name; raises ValueError naming those that exist."""
    if name not in DRIVERS:
        raise ValueError(f"no driver {name!r}; there are: {', '.join(sorted(DRIVERS))}")
    return DRIVERS[name]
