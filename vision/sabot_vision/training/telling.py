"""Progress of long work: a bar on a terminal, and the time left in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import TypeVar

import click

Item = TypeVar("Item")


def watched(items: Iterable[Item], count: int, *, doing: str) -> Iterator[Item]:
    """Yields the same `count` items; on a terminal, a bar on standard error shows the progress."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(
        items, count, doing, show_pos=True, file=sys.stderr, color=False, hidden=hidden
    ) as bar:
        yield from bar


def spent_and_left(done: int, count: int, spent_s: float) -> str:
    """`0:01:40, 0:05:00 left`: the time that `done` of `count` steps took, and that of the others."""
    left_s = spent_s / max(1, done) * (count - done)
    return f"{timedelta(seconds=int(spent_s))}, {timedelta(seconds=round(left_s))} left"
