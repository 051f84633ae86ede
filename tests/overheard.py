"""A function whose calls a test wants to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Returned = TypeVar("Returned")


def overheard(calls: list[Any], does: Callable[..., Returned]) -> Callable[..., Returned]:
    """`does`; the first argument of every call is written down in `calls`."""

    def heard(first: Any, *others: Any, **named: Any) -> Returned:
        calls.append(first)
        return does(first, *others, **named)

    return heard
