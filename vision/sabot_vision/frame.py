"""A picture and its source: what every camera, folder and film has in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np

from sabot.core.reasons import NOTHING, Reason
from sabot.core.shapes.json import whole


class LostError(Exception):
    """There is no picture; raised with the reason, for the person at the table."""


class StuckError(Exception):
    """A camera neither answers nor lets go: only a new process can have it again."""


class Frame(NamedTuple):
    """One picture (height × width × 3, uint8, blue-green-red) and the second at which it was taken, on a
    clock that never steps back; without a picture `why` says what is wrong. `note` says which setting the
    camera did not follow.
    """

    number: int
    t_s: float
    picture: np.ndarray | None
    why: Reason = NOTHING
    note: Reason = NOTHING


class Source(Protocol):
    """An open camera, folder or file. `live`: it never ends, and sets its own pace; `note`: the settings that
    it refused.
    """

    live: bool
    note: Reason

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture and its second; None at the end. Raises LostError."""

    def close(self) -> None:
        """Close it."""


class Settings(NamedTuple):
    """What a camera is asked for. `exposure_us` 0: a Pi's camera finds exposure and white balance itself and
    holds them once they are steady; `focus` in dioptres; below 0: found too.

    `number` counts the cameras of a Pi, `full_field` asks for the whole sensor. `white_balance_k` (kelvin; 0:
    automatic) and `focus_steps` (the driver's own numbers; below 0: automatic) are for USB cameras.
    """

    width: int = 1280
    height: int = 720
    fps: int = 15
    exposure_us: int = 0
    focus: float = -1.0
    number: int = 0
    full_field: bool = True
    white_balance_k: int = 0
    focus_steps: int = -1


def settings_of(given: Mapping[str, object]) -> Settings:
    """Returns the settings of the configuration's keys, with the defaults of `Settings`."""
    asked = {name: type(default)(given[name]) for name, default in _PLAIN.items() if name in given}
    focus_cm = whole(given.get("focus_cm", 0))
    return Settings(**asked, focus=100 / focus_cm if focus_cm else -1.0)


_PLAIN = {name: default for name, default in Settings._field_defaults.items() if name != "focus"}
