"""The section of the configuration for a wheel that a camera reads."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.config.keys import key


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelSection:
    """A wheel that a camera looks at, and what makes a spin valid there; docs/wheel.md."""

    source: str = key(
        "",
        "the camera that tells the number, as source of [camera]; empty: that of [camera] with use = wheel",
    )
    name: str = key("", "which wheel it is: another name starts new statistics")
    view: str = key(
        "", "where the camera stands over it, as sabot calibrate wheel-camera and the camera’s page write it"
    )
    layout: str = key(
        "", "the pockets clockwise from zero, with blanks between; empty: the usual ones of the game"
    )
    fps: int = key(30, "pictures a second", bounds=(15, 120))
    required_laps: int = key(5, "laps of the ball that make a spin valid", bounds=(1, 50))
    slowest_rpm: float = key(10.0, "a rotor that turns more slowly at the launch is a fault", bounds=(1, 120))
    fastest_rpm: float = key(36.0, "a rotor that turns faster at the launch is a fault", bounds=(1, 120))
    alternate: bool = key(True, "the rotor must turn the other way in each spin")
    rnvp_rev_s: float = key(
        1.0, "revolutions of the ball a second at which rien ne va plus is due", bounds=(0, 5)
    )
    scatter_s: float = key(5.0, "how many seconds a ball may scatter", bounds=(1, 60))
