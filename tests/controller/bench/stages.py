"""How far long work said that it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sabot.core.progress import Advance


class Stages:
    """A `Progress` that remembers the stages in their order, and of each the part that was done (1: all)."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = {}

    @contextmanager
    def __call__(self, doing: str, total: int, /) -> Iterator[Advance]:
        self.parts[doing], done = 0.0, 0

        def advance(steps: int) -> None:
            nonlocal done
            done += steps
            self.parts[doing] = done / total

        yield advance
