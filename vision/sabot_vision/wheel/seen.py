"""What the judge of a wheel is given: the rules of the house, and what each picture shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sabot.games.wheel.terms import layout_refusal, order
from sabot_vision.wheel.lying import Lying
from sabot_vision.wheel.rotor import Turned
from sabot_vision.wheel.running import Run


class House(NamedTuple):
    """The wheel, and what makes a spin valid: as the options of the sensors on a wheel (docs/wheel.md).

    `pockets` and `layout`; `required_laps`; `slowest_rpm` and `fastest_rpm` at the launch; `alternate`;
    `rnvp_rev_s`, the speed of the ball at which *rien ne va plus* is due; `scatter_s`, how long a ball may
    scatter; `wheel`, a name.
    """

    pockets: int = 37
    layout: str = ""
    required_laps: int = 5
    slowest_rpm: float = 10.0
    fastest_rpm: float = 36.0
    alternate: bool = True
    rnvp_rev_s: float = 1.0
    scatter_s: float = 5.0
    wheel: str = ""

    def refusal(self) -> str:
        """Why these options are impossible; empty if they are not."""
        return layout_refusal(self.pockets, self.layout)

    @property
    def order(self) -> tuple[str, ...]:
        """The pockets clockwise from the first."""
        return order(self.pockets, self.layout)


OF_THE_HOUSE = {"name": "wheel"} | {name: name for name in House._fields if name != "wheel"}
"""What the controller's options are called in `House`."""


def house_of(given: Mapping[str, Any]) -> House:
    """Returns the wheel and its rules from the controller's options, with the defaults of `House`."""
    return House(**{field: given[name] for name, field in OF_THE_HOUSE.items() if name in given})


class Seen(NamedTuple):
    """What one picture shows, at this second: the rotor, the ball on its track, spots that turn with the
    rotor; `covered`: a hand is over the wheel; `dark`: there is no light."""

    at_s: float
    rotor: Turned
    run: Run | None
    lying: list[Lying]
    covered: bool = False
    dark: bool = False
