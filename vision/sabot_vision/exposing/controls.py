"""What libcamera says of a picture, and what it is told: to find exposure and focus, or to hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from sabot_vision.frame import Settings

AE_CONVERGED = 2
"""libcamera's value of `AeState` for an exposure that has converged."""

AF_HELD, AF_ONCE, AF_START, AF_SCANS = 0, 1, 0, 1
"""libcamera's values: of `AfMode` for a lens that stands still or focuses once, of `AfTrigger` to begin with
that, and of `AfState` while it focuses."""


class Metadata(TypedDict, total=False):
    """What libcamera says of a picture."""

    AeState: int
    AfState: int
    ExposureTime: int
    AnalogueGain: float
    ColourGains: tuple[float, ...]
    LensPosition: float
    SensorTimestamp: int


def locked(settings: Settings, found: Metadata, known: Mapping[str, object]) -> dict[str, object]:
    """Returns the controls of a locked camera: the values that it `found`, or those of `settings`; only
    controls that it has.
    """
    wanted = {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": settings.exposure_us or found.get("ExposureTime"),
        "AnalogueGain": found.get("AnalogueGain"),
        "ColourGains": found.get("ColourGains"),
        "AfMode": AF_HELD,
        "LensPosition": settings.focus if settings.focus >= 0 else found.get("LensPosition"),
    }
    return {name: value for name, value in wanted.items() if name in known and value is not None}


def freed(settings: Settings, known: Mapping[str, object]) -> dict[str, object]:
    """Returns the controls of a camera that finds exposure, white balance and, where `settings` do not say
    it, focus; only controls that it has.
    """
    wanted: dict[str, object] = {"AeEnable": True, "AwbEnable": True}
    if settings.focus < 0:
        wanted |= {"AfMode": AF_ONCE, "AfTrigger": AF_START}
    return {name: value for name, value in wanted.items() if name in known}
