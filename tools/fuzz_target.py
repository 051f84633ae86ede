"""What a target of `tools.fuzz` is."""

from __future__ import annotations

import logging
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

Make = Callable[[random.Random], Any]
Take = Callable[[Any], object]


class Fed(NamedTuple):
    """How one input is made by chance, and what takes it. An exception of `take` is a defect."""

    make: Make
    take: Take


class Target(NamedTuple):
    """What is fed: its name, how many inputs of each thousand it gets, and how it is opened."""

    name: str
    of_1000: float
    opened: Callable[[], AbstractContextManager[Fed]]


@contextmanager
def ready(made: Callable[[], Fed]) -> Iterator[Fed]:
    """A target that needs nothing around it."""
    yield made()


@contextmanager
def in_a_file(name: str, made: Callable[[Path], Fed]) -> Iterator[Fed]:
    """A target that reads a file."""
    with tempfile.TemporaryDirectory(prefix="sabot-fuzz-") as folder:
        yield made(Path(folder) / name)


class Unforeseen(logging.Handler):
    """Everything that was logged as an error: the referee or the loop failed, and went on."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.failed: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.failed.append(self.format(record))
