"""What the sensors of a board see now, in one line for the person who adjusts them.

Most sensors are compared with fixed levels, and a board says only what comes of it: that something begins
and ends. So the line has, for each of them, whether it sees something now, how often it did, and how long
the last time. A reading head has a converter, and the line begins with the light that it sees (`light`). The
bar sensor of a shoe without one is not in it: the board reads its edges itself and says the card.
"""

from __future__ import annotations

from sabot.core.reasons import Why
from sabot.instruments.calibration.light import Light
from sabot.instruments.line.messages import CardRead, Edges, Gate, Level, Lid, Message, ReadFailure, not_read
from sabot.instruments.wheel import pulses

NOW, NOT_NOW = "●", "○"
"""A sensor that sees something now, and one that does not."""


FLAGS = ("gate", "lid")
"""What of a shoe is said at each change, to any controller."""


class Seen:
    """One sensor: how often it saw something, since when it does so now, and how long it last did.
    `ends_said`: whether the board says when it sees nothing any more; of a wheel an older one does not."""

    def __init__(self, *, ends_said: bool) -> None:
        self.ends_said = ends_said
        self.count = 0
        self.begun_us: int | None = None
        self.lasted_us: int | None = None

    def begins(self, at_us: int) -> None:
        """Something comes before it."""
        self.count += 1
        self.begun_us = at_us

    def ends(self, at_us: int) -> None:
        """It is gone again."""
        self.ends_said = True
        if self.begun_us is not None:
            self.lasted_us, self.begun_us = at_us - self.begun_us, None

    def __str__(self) -> str:
        lasted = "" if self.lasted_us is None else f" {self.lasted_us / 1000:.1f} ms"
        now = f"{NOT_NOW if self.begun_us is None else NOW} " if self.ends_said else ""
        return f"{now}{self.count}{lasted}"


class Live:
    """Every sensor that has said something so far, in the order in which they first did."""

    def __init__(self) -> None:
        self.light: Light | None = None
        self.sensors: dict[str, Seen] = {}
        self.read = self.unread = self.lost = 0
        self.last: Why = ""

    def take(self, at_us: int, message: Message) -> None:
        """One more message, with its time at the board."""
        match message:
            case Level():
                self.light = self.light or Light()
                self.light.take(message)
            case Edges():
                self._edges(message, at_us)
            case Gate(now):
                self._moved("gate", at_us, now=now)
            case Lid(now):
                self._moved("lid", at_us, now=now)
            case CardRead(name, _, speed_mm_s):
                self.read += 1
                self.last = f"{name} at {speed_mm_s} mm/s"
            case ReadFailure(number):
                self.unread += 1
                self.last = not_read(number)

    def line(self) -> str:
        """All of it; empty while nothing was said."""
        parts = [] if self.light is None else [str(self.light)]
        parts += [f"{name} {seen}" for name, seen in self.sensors.items()]
        if self.last:
            parts.append(f"read {self.read}, not read {self.unread}: {self.last}")
        if self.lost:
            parts.append(f"{self.lost} edges lost")
        return "  ".join(parts)

    def _edges(self, message: Edges, at_us: int) -> None:
        said = pulses.words(message, at_us)
        both = [(each, True) for each in said.begins] + [(each, False) for each in said.ends]
        for edge, begins in sorted(both):
            self._moved(edge.sensor, edge.t_us, now=begins)
        self.lost += said.lost

    def _moved(self, name: str, at_us: int, *, now: bool) -> None:
        sensor = self.sensors.setdefault(name, Seen(ends_said=name in FLAGS))
        (sensor.begins if now else sensor.ends)(at_us)
