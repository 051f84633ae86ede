"""Whether a launch was valid: laps, speed of the rotor, directions. The same for every instrument."""

from __future__ import annotations

from typing import Protocol

from sabot.core.reasons import NOTHING, Reason, reason
from sabot.games.wheel.terms import FAULTS


class House(Protocol):
    """What the house demands of a spin: the laps of the ball, and the rotor's revolutions a minute at the
    launch."""

    @property
    def required_laps(self) -> int:
        """The fewest laps."""

    @property
    def slowest_rpm(self) -> float:
        """The slowest rotor."""

    @property
    def fastest_rpm(self) -> float:
        """The fastest rotor."""


def faults(laps: int | None, rpm: float, house: House, *, ball: int = 0, rotor: int = 0) -> list[str]:
    """The faults of a launch by name. `laps` None: not known or still growing; `rpm` 0: not known. `ball` and
    `rotor` are directions: 1 clockwise, -1 anticlockwise, 0 not known."""
    found = ["too-few-laps"] if laps is not None and laps < house.required_laps else []
    if rpm and not house.slowest_rpm <= rpm <= house.fastest_rpm:
        found.append("rotor-too-slow" if rpm < house.slowest_rpm else "rotor-too-fast")
    if ball and ball == rotor:
        found.append("wrong-direction")
    return found


def why(name: str, *, laps: int, rpm: float) -> Reason:
    """A fault in words, with the laps of this spin, or the speed of its rotor."""
    if name == "too-few-laps":
        return reason("the ball left its track after fewer laps than the house requires ({n})", n=laps)
    if name == "rotor-too-slow":
        return reason(
            "the rotor turns more slowly than the house allows ({number} a minute)", number=f"{rpm:.1f}"
        )
    if name == "rotor-too-fast":
        return reason("the rotor turns faster than the house allows ({number} a minute)", number=f"{rpm:.1f}")
    return FAULTS.get(name, NOTHING)
