"""What lamp and buzzer say about a table: one row for each state; the first that applies counts. Pure.

No state differs by its colour alone: each also has its own rhythm, and none flashes more than three times
a second (WCAG 2.2, 2.3.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabot.core.shapes.view import View

REFUSED = "wrong-order"
"""The kind of fault that only says that an act was not taken: it sounds once, and goes on blinking."""


class Rhythm(NamedTuple):
    """On for `on_ms` of every `of_ms`; all the time where they are equal."""

    on_ms: int
    of_ms: int = 1000

    def is_on(self, since_ms: float) -> bool:
        """Whether it is on, this long after it began."""
        return since_ms % self.of_ms < self.on_ms


STEADY, SLOW, FAST = Rhythm(1000), Rhythm(1000, 2000), Rhythm(250, 500)
GLINT, DIP = Rhythm(100, 4000), Rhythm(3600, 4000)
NEVER, ALARM = Rhythm(0), Rhythm(200)

OFF, RED, GREEN, BLUE = "", "r", "g", "b"
YELLOW, WHITE = "rg", "rgb"
"""A colour is the parts of the lamp that are lit."""


class Signal(NamedTuple):
    """What is shown: the `state` by name, the lamp's colour and rhythm, the buzzer's rhythm; `beep`: the
    buzzer sounds once when this state begins."""

    state: str
    colour: str
    rhythm: Rhythm = STEADY
    buzzer: Rhythm = NEVER
    beep: bool = False


def _in_dispute(view: View) -> bool:
    wheel = view.get("wheel")
    faults = wheel["faults"] if wheel else []
    return (
        bool(view.get("halted"))
        or any(fault["kind"] != REFUSED for fault in view["faults"])
        or any(not each["answered"] for each in faults)
    )


def _is_lost(view: View) -> bool:
    return any(each["state"] != "found" for each in view["instruments"])


def _in_phase(*phases: str) -> Callable[[View], bool]:
    return lambda view: view["phase"] in phases


SIGNALS: tuple[tuple[Signal, Callable[[View], bool]], ...] = (
    (Signal("fault", RED, FAST, buzzer=ALARM), _in_dispute),
    (Signal("refused", RED, SLOW, beep=True), lambda view: bool(view["faults"])),
    (Signal("check", YELLOW, FAST, beep=True), lambda view: bool(view["unconfirmed"])),
    (Signal("supervisor", BLUE, FAST), lambda view: bool(view["help_wanted"])),
    (Signal("instrument-lost", YELLOW, SLOW, beep=True), _is_lost),
    (Signal("shut", OFF), lambda view: bool(view["shut"])),
    (Signal("decided", BLUE), _in_phase("decided", "hold")),
    (Signal("dealing", WHITE), _in_phase("bets-closed", "dealing", "decision", "unread")),
    (Signal("betting", GREEN), _in_phase("bets-open")),
    (Signal("idle", GREEN, GLINT), lambda view: True),
)
"""The states, the most pressing first."""

STANDSTILL = Signal("standstill", RED, DIP, buzzer=ALARM)
"""The loop has stopped, so nothing says what lamp and buzzer should show."""


def signal(view: View) -> Signal:
    """What is shown of this view of a table."""
    return next(shown for shown, applies in SIGNALS if applies(view))
