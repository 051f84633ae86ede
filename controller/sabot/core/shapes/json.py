"""JSON values from outside, and functions that read them as what they should be.

A value that a line, a file or a browser brought may be anything: the functions below give it a type, or
refuse it.
"""

from __future__ import annotations

from typing import TypeAlias

Plain: TypeAlias = dict[str, object]
"""A record that is written as JSON and read by name elsewhere: text to any JSON value."""


ENDLESS = (float("inf"), float("-inf"))
"""`json.loads` reads them from `Infinity` and from `1e999`; no whole number is as large."""


def whole(value: object) -> int:
    """A whole number, also from a decimal number or from text. Raises ValueError or TypeError."""
    if value in ENDLESS:
        raise ValueError(f"{value!r} is no whole number")
    if isinstance(value, int | float | str):
        return int(value)
    raise TypeError(f"{value!r} is no whole number")


def decimal(value: object) -> float:
    """A number, also from text. Raises ValueError or TypeError."""
    if isinstance(value, int | float | str):
        return float(value)
    raise TypeError(f"{value!r} is no number")


def row(value: object) -> list[object]:
    """The entries of a JSON array; none where the value is something else."""
    return value if isinstance(value, list) else []


def record(value: object) -> Plain:
    """The entries of a JSON object; none where the value is something else."""
    return value if isinstance(value, dict) else {}


def records(value: object) -> list[Plain]:
    """The objects of a JSON array; what is no object is passed over."""
    return [each for each in row(value) if isinstance(each, dict)]
