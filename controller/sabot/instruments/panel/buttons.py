"""The croupier's panel: five buttons on the pins of a Pi, checked a hundred times a second.

A button acts once for each push. It counts as down, or up, after `debounce_ms` without a change, so bouncing
has no effect. Undo must be held. A stuck button is reported by name and does nothing more until it is
released; a button that is down when the panel opens does not count as pushed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from sabot.core.observations import ButtonPressed, DeviceFound, Observation
from sabot.core.reasons import Reason, of_error, reason
from sabot.instruments.line.losses import Losses
from sabot.instruments.line.troubles import Troubles
from sabot.instruments.panel import pins

ROLE, DRIVER = "panel", "gpiozero"

BUTTONS = {
    "deal": "deal",
    "rien_ne_va_plus": "rnvp",
    "end_of_coup": "end",
    "undo": "undo",
    "call_supervisor": "supervisor",
}
"""Each button as the configuration calls it, and as the table does: the acts of the screens, by the same
name."""

CALLED = {
    "deal": reason("deal"),
    "rnvp": reason("rnvp"),
    "end": reason("end"),
    "undo": reason("undo"),
    "supervisor": reason("supervisor"),
}
"""Each button in a reason: the record has its short name, a screen the words on the button."""

HELD = frozenset({"undo"})
"""Buttons that must be held, as on the screens."""

LOOK_S = 0.01


class Timing(NamedTuple):
    """What counts as a push: without a change for `debounce_ms`; `hold_ms` for the buttons that must be held;
    down for `stuck_s`, a button is stuck."""

    debounce_ms: int = 30
    hold_ms: int = 800
    stuck_s: int = 10


class Push(NamedTuple):
    """One button: whether it counts as down, since when; since when it looks otherwise (None: it does not);
    whether this push has acted, and whether it was reported as stuck."""

    down: bool
    since_ns: int
    other_ns: int | None = None
    spoken: bool = False
    stuck: bool = False


class Buttons:
    """What the buttons say, from what they look like at each moment. Pure: the time comes in."""

    def __init__(self, names: Collection[str], timing: Timing | None = None, *, down: Collection[str] = ()):
        self._timing = timing or Timing()
        self._pushes = {name: Push(name in down, 0, None, spoken=name in down) for name in names}
        self._troubles = Troubles(ROLE)
        self._begun = False

    def looked(self, down: Collection[str], t_ns: int) -> list[Observation]:
        """The buttons in `down` are down at this moment (monotonic nanoseconds)."""
        if not self._begun:
            self._begun = True
            self._pushes = {name: push._replace(since_ns=t_ns) for name, push in self._pushes.items()}
        seen: list[Observation] = []
        for name in self._pushes:
            seen += self._look(name, name in down, t_ns)
        return seen

    def _look(self, name: str, down: bool, t_ns: int) -> list[Observation]:
        push = self._settled(self._pushes[name], down, t_ns)
        was_stuck, self._pushes[name] = self._pushes[name].stuck, push
        if not push.down:
            return self._freed(name) if was_stuck else []
        held_ns = t_ns - push.since_ns
        if not push.spoken and held_ns >= (self._timing.hold_ms * 1_000_000 if name in HELD else 0):
            self._pushes[name] = push._replace(spoken=True)
            return [ButtonPressed(name)]
        if not push.stuck and held_ns >= self._timing.stuck_s * 1_000_000_000:
            self._pushes[name] = push._replace(stuck=True)
            stuck_s = self._timing.stuck_s
            why = reason("button-stuck: {button} stays down for {n} s", button=CALLED[name], n=stuck_s)
            still = reason("button-stuck: {button} is still down", button=CALLED[name])
            return self._troubles.begun(name, why, still=still)
        return []

    def _settled(self, push: Push, down: bool, t_ns: int) -> Push:
        """The push after this look: it changes sides when it looked otherwise for long enough."""
        if down == push.down:
            return push._replace(other_ns=None)
        since_ns = t_ns if push.other_ns is None else push.other_ns
        if t_ns - since_ns < self._timing.debounce_ms * 1_000_000:
            return push._replace(other_ns=since_ns)
        return Push(down, t_ns)

    def _freed(self, name: str) -> list[Observation]:
        """A stuck button is up again; where another is stuck still, that one is the trouble now."""
        return self._troubles.over(reason("button-stuck: {button} is up again", button=CALLED[name]), name)


class Panel:
    """The thread that looks at the buttons. `wiring` says which pin each has; `put` takes what they say.

    `is_chefs` says whether an act needs the supervisor now: then the button, which has no PIN, calls them
    instead.
    """

    def __init__(
        self,
        wiring: Mapping[str, int],
        put: Callable[[Observation], object],
        *,
        timing: Timing | None = None,
        factory: Callable[[], tuple[str, pins.Factory]] = pins.factory,
        is_chefs: Callable[[str], bool] = lambda act: False,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._wiring, self._put, self._timing = dict(wiring), put, timing or Timing()
        self._factory, self._is_chefs, self._monotonic_ns = factory, is_chefs, monotonic_ns
        self._devices: dict[str, pins.Switch] = {}
        self._buttons: Buttons | None = None
        self._losses = Losses(ROLE, DRIVER)
        self._rounds = pins.Rounds("panel", self.look, pause_s=LOOK_S)

    def start(self) -> None:
        """Look, in a thread of its own."""
        self._rounds.start()

    def stop(self) -> None:
        """Stop looking, and release the pins."""
        self._rounds.stop()
        self._close()

    def look(self) -> bool:
        """One look at all buttons; False while the pins cannot be had."""
        try:
            if self._buttons is None:
                self._open()
            assert self._buttons is not None
            now_ns = self._monotonic_ns()
            self._say_back(self._losses.held(now_ns))
            for seen in self._buttons.looked(self._down(), now_ns):
                self._say(seen)
        except Exception as error:  # noqa: BLE001 - after any error of a pin library the panel is lost and the game goes on
            self._lost(_explained(error))
            return False
        return True

    def _open(self) -> None:
        name, made = self._factory()
        for button, pin in self._wiring.items():
            self._devices[button] = pins.button(pin, made)
        self._buttons = Buttons(self._wiring, self._timing, down=self._down())
        self._say_back(self._losses.found(f"{name}: {described(self._wiring)}", self._monotonic_ns()))

    def _down(self) -> list[str]:
        return [name for name, device in self._devices.items() if device.is_active]

    def _say_back(self, returns: list[DeviceFound]) -> None:
        for each in returns:
            self._put(each)

    def _say(self, seen: Observation) -> None:
        self._say_back(self._losses.insisted())
        if isinstance(seen, ButtonPressed) and self._is_chefs(seen.button):
            seen = ButtonPressed("supervisor")
        self._put(seen)

    def _lost(self, why: Reason) -> None:
        self._close()
        self._losses.tried()
        for each in self._losses.lost(why, self._monotonic_ns()):
            self._put(each)

    def _close(self) -> None:
        pins.given_back(self._devices.values())
        self._devices, self._buttons = {}, None


def _explained(error: Exception) -> Reason:
    """What went wrong, in one line."""
    why = of_error(error)
    return why if why.values else Reason(" ".join(why.key.split()) or type(error).__name__)


def described(wiring: Mapping[str, int]) -> str:
    """`deal 17, rnvp 27`: the pins by their BCM numbers."""
    return ", ".join(f"{name} {pin}" for name, pin in wiring.items())
