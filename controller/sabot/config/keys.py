"""What a key of the configuration is: a field of a section with its default, its bounds and a sentence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field
from typing import TypeVar

Default = TypeVar("Default", str, int, float, bool)


def key(
    default: Default, about: str, *, among: Collection[str | int] = (), bounds: tuple[int, int] = (0, 0)
) -> Default:
    """A key of a section: its default, what it is about, and what it may be. The type is the default's."""
    return field(default=default, metadata={"about": about, "among": among, "bounds": bounds})
