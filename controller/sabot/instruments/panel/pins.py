"""The pins of a Raspberry Pi, through gpiozero: the extra `panel`, read only by a table that has one.

The factory is always named and handed to every device: gpiozero's own default is one for the whole process,
and falls back in silence to a library that stops working on the next kernel.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import logging
import os
import shutil
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from sabot.config import extras
from sabot.core.reasons import reason
from sabot.instruments.line.losses import Pauses

log = logging.getLogger(__name__)

_ONE_LOADS = threading.Lock()

MODEL = Path("/proc/device-tree/model")


class Factory(Protocol):
    """What makes pins."""

    def close(self) -> None:
        """Give all pins back."""


class Switch(Protocol):
    """A pin that is read."""

    @property
    def is_active(self) -> bool:
        """Whether the pin is pulled to ground."""

    def close(self) -> None:
        """Give the pin back."""


class Driven(Protocol):
    """A pin that is driven."""

    @property
    def value(self) -> float:
        """1 while it is on."""

    def on(self) -> None:
        """Switch it on."""

    def off(self) -> None:
        """Switch it off."""

    def close(self) -> None:
        """Give the pin back."""


FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
"""Where each pin factory is."""

TRIED = ("lgpio", "rpigpio", "pigpio", "native")
"""In this order `auto` tries them. `mock` is for a table without a Pi, and only where it is named."""


class PinsError(RuntimeError):
    """The pins cannot be used. The message says why, in one line."""


def is_a_pi(model: Path = MODEL) -> bool:
    """Whether this machine is a Raspberry Pi."""
    try:
        return model.read_text(encoding="ascii", errors="replace").startswith("Raspberry Pi")
    except OSError:
        return False


def is_installed() -> bool:
    """Whether gpiozero is there."""
    return extras.is_here("panel")


def factory(name: str = "auto") -> tuple[str, Factory]:
    """The name of the pin factory that loads, and the factory. Raises PinsError naming what was tried."""
    if not is_installed():
        raise PinsError(extras.missing("panel"))
    whys = []
    for each in TRIED if name == "auto" else (name,):
        try:
            return each, _loaded(each)
        except Exception as error:  # noqa: BLE001 - each library has errors of its own, and all mean the same
            whys.append(f"{each}: {_brief(error)}")
    raise PinsError(reason("no pins can be had here ({note})", note="; ".join(whys)))


def _loaded(name: str) -> Factory:
    module, attribute = FACTORIES[name]
    with _ONE_LOADS, warnings.catch_warnings(), _pipes_elsewhere():
        warnings.simplefilter("ignore")
        made: Factory = getattr(importlib.import_module(module), attribute)()
        return made


@contextlib.contextmanager
def _pipes_elsewhere() -> Iterator[None]:
    """lgpio makes a pipe for each process in the folder $LG_WD, otherwise in the current folder, and makes
    that the current folder. Here it gets a folder of its own, and the current folder stays as it was."""
    if "LG_WD" not in os.environ:
        os.environ["LG_WD"] = tempfile.mkdtemp(prefix="sabot-pins-")
        atexit.register(shutil.rmtree, os.environ["LG_WD"], ignore_errors=True)
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:80] or type(error).__name__


def button(pin: int, made: Factory) -> Switch:
    """A switch from this pin to ground: `is_active` tells. Raises PinsError where the pin cannot be had.

    Not gpiozero's `Button`: it starts a thread for each pin, and fails where it is collected in that thread.
    """
    switch: Switch = _device("InputDevice", pin, made, pull_up=True)
    return switch


def output(pin: int, made: Factory) -> Driven:
    """A pin that is driven, off at first: `on`, `off`. Raises PinsError where the pin cannot be had."""
    driven: Driven = _device("DigitalOutputDevice", pin, made)
    return driven


def _device(kind: str, pin: int, made: Factory, **how: object) -> Any:
    """A device of gpiozero, which ships no types."""
    try:
        return getattr(importlib.import_module("gpiozero"), kind)(pin, pin_factory=made, **how)
    except Exception as error:  # noqa: BLE001 - as above
        raise PinsError(reason("pin {n} (BCM) cannot be had: {note}", n=pin, note=_brief(error))) from None


def given_back(devices: Iterable[Switch | Driven]) -> None:
    """Close each one, even if others fail: a driven pin goes off first."""
    for device in devices:
        try:
            if hasattr(device, "off"):
                device.off()
            device.close()
        except Exception:
            log.debug("a pin could not be given back", exc_info=True)


class Rounds:
    """A thread of its own that does `each` every `pause_s`; while that returns False, with longer and longer
    pauses."""

    def __init__(self, name: str, each: Callable[[], bool], *, pause_s: float) -> None:
        self._name, self._each, self._pause_s = name, each, pause_s
        self._pauses = Pauses()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Go round, until `stop`."""
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after this round."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.wait(self._next_s(self._each())):
            pass

    def _next_s(self, is_well: bool) -> float:
        if not is_well:
            return self._pauses.next()
        self._pauses.restart()
        return self._pause_s
