"""The progress of long work. Work takes a `Progress` and opens a stage of it; the caller decides what is
shown. The command line draws a bar (`sabot.cli.bars`); all other callers use `silent`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TypeVar

Item = TypeVar("Item")

Advance = Callable[[int], object]
"""Called with how many more steps are done."""


class Progress(Protocol):
    """Opens one stage of the work: what it does, in words, and how many steps it has."""

    def __call__(self, doing: str, total: int, /) -> AbstractContextManager[Advance]:
        """The stage: a context that gives the function to call at each step."""


def unheard(_: int) -> None:
    """An `Advance` that nobody listens to."""


@contextmanager
def silent(_doing: str, _total: int, /) -> Iterator[Advance]:
    """A `Progress` that shows nothing."""
    yield unheard


def stepping(items: Iterable[Item], advance: Advance) -> Iterator[Item]:
    """The same items; `advance` counts each one when the next is asked for."""
    for item in items:
        yield item
        advance(1)
