"""The lamp and the buzzer on the pins: they listen to the table and never delay it.

`publish` only notes what to show; a thread drives the pins. A failing pin is logged once and tried again:
a dead lamp does not stop a game.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence

from sabot.core.events import Event
from sabot.core.shapes.view import View
from sabot.instruments.panel import pins
from sabot.live.outputs.signals import STANDSTILL, Signal, signal

log = logging.getLogger(__name__)

PARTS = {"lamp_red": "r", "lamp_green": "g", "lamp_blue": "b"}
"""Each part of the lamp by its name in the configuration, and its letter in a colour."""

BUZZER = "buzzer"
BEEP_MS = 300
STEP_S = 0.05

SILENT_S = 5.0
"""The loop says at least every second that it runs. After this long without a word it counts as stopped."""


class Lamp:
    """The output. `wiring`: the pin of each part; `silent_s`: how long ago the loop last said that it
    runs."""

    def __init__(
        self,
        wiring: Mapping[str, int],
        *,
        factory: Callable[[], tuple[str, pins.Factory]] = pins.factory,
        silent_s: Callable[[], float] = lambda: 0.0,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wiring, self._factory = dict(wiring), factory
        self._silent_s, self._monotonic_s = silent_s, monotonic_s
        self._wanted: Signal | None = None
        self._shown: Signal | None = None
        self._since_s: float
        self._devices: dict[str, pins.Driven] = {}
        self._failing = False
        self._rounds = pins.Rounds("lamp", self.show, pause_s=STEP_S)

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """The table as it stands: noted, and shown at the next step of the thread."""
        self._wanted = signal(view)

    def start(self) -> None:
        """Drive the pins from a thread of its own."""
        self._rounds.start()

    def stop(self) -> None:
        """Everything off, the pins given back."""
        self._rounds.stop()
        self._close()

    def show(self) -> bool:
        """Drive the pins as they should be at this moment; False while they cannot be had."""
        try:
            if not self._devices:
                self._open()
            for name, lit in self._due().items():
                device = self._devices[name]
                if bool(device.value) != lit:
                    (device.on if lit else device.off)()
            self._failing = False
        except Exception as error:  # noqa: BLE001 - no error of a pin library stops a game
            self._failed(error)
            return False
        return True

    def _due(self) -> dict[str, bool]:
        """Which parts are lit now."""
        now_s = self._monotonic_s()
        wanted = STANDSTILL if self._silent_s() > SILENT_S else self._wanted
        if wanted != self._shown:
            self._shown, self._since_s = wanted, now_s
        if wanted is None:
            return dict.fromkeys(self._devices, False)
        since_ms = (now_s - self._since_s) * 1000
        on = wanted.rhythm.is_on(since_ms)
        lit = {name: on and PARTS.get(name, "?") in wanted.colour for name in self._devices}
        if BUZZER in lit:
            lit[BUZZER] = wanted.buzzer.is_on(since_ms) or (wanted.beep and since_ms < BEEP_MS)
        return lit

    def _open(self) -> None:
        _, made = self._factory()
        self._devices = {name: pins.output(pin, made) for name, pin in self._wiring.items()}

    def _failed(self, error: Exception) -> None:
        if not self._failing:
            log.warning("the lamp cannot be driven and is passed over: %s", " ".join(str(error).split()))
        self._failing = True
        self._close()

    def _close(self) -> None:
        pins.given_back(self._devices.values())
        self._devices = {}
