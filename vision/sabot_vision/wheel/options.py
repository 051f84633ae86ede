"""The wheel and its rules, from what the controller gives to the eye."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot_vision.wheel.seen import House

OF_THE_HOUSE = {"name": "wheel"} | {name: name for name in House._fields if name != "wheel"}
"""What the controller's options are called in `House`."""


def house_of(given: Mapping[str, Any]) -> House:
    """Returns the wheel and its rules from the controller's options, with the defaults of `House`."""
    return House(**{field: given[name] for name, field in OF_THE_HOUSE.items() if name in given})
