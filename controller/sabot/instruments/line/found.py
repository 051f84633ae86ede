"""What is connected to this machine: a serial port, or an input device that types."""

from __future__ import annotations

from typing import NamedTuple

from sabot.instruments.registry import DRIVERS


class Found(NamedTuple):
    """A serial port or an input device; `names` are the stable names under which a configuration may ask for
    it, the best first. `types`: it is an input device."""

    device: str
    product: str = ""
    serial: str = ""
    manufacturer: str = ""
    vid: int | None = None
    pid: int | None = None
    names: tuple[str, ...] = ()
    types: bool = False

    def as_dict(self) -> dict[str, object]:
        """The same as plain JSON values."""
        identity = "" if self.vid is None else f"{self.vid:04X}:{self.pid or 0:04X}"
        return {
            "device": self.device,
            "product": self.product,
            "serial": self.serial,
            "manufacturer": self.manufacturer,
            "usb": identity,
            "names": list(self.names),
            "types": self.types,
            "drivers": self.drivers(),
        }

    def called(self) -> str:
        """The best name for it in a configuration."""
        return self.names[0] if self.types and self.names else self.device

    def drivers(self) -> list[str]:
        """The drivers that are made for it: by its product name, or because it types."""
        known = DRIVERS.values()
        return [each.name for each in known if (each.types if self.types else self.product in each.usb)]
