"""A training that may be interrupted: how far it is, how long it took, and how it continues.

A training that is continued learns from the same samples in the same order as one that is not interrupted."""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

Batch = tuple[np.ndarray, ...]
"""Pictures (uint8, n × 3 × height × width) and, for each, the right answer."""
Drawn = Callable[[int, int], Iterator[tuple[Batch, float]]]
"""The samples of the steps from one to another, and the processor's seconds that each step's took."""
TRAINING_SEED = 21
"""What the samples and the first weights come from, if nothing else is asked."""
KEPT_STEPS = 300
"""The samples of a step are shown once more within this many steps, as many as the new ones in each batch."""
TOLD_EVERY, SAVED_EVERY = 50, 200
"""After how many steps the training says how far it is, and saves its state."""


class Spent(NamedTuple):
    """How far a training is: what it is of (its steps, and what its samples are made of), the steps done, and
    the seconds that they took, by the clock and of the processor."""

    made_of: str
    done: int = 0
    clock_s: float = 0.0
    processor_s: float = 0.0
    machine: str = ""


class Pupil(Protocol):
    """What learns: a network with its optimiser."""

    def step(self, batch: Batch, rate: float) -> list[float]:
        """Learn from one batch. Returns figures for the person who watches."""

    def kept(self, target: Path, spent: Spent) -> None:
        """Save the weights as `target`, and beside it the state from which a later run continues."""


def rate_at(step: int, steps: int) -> float:
    """Returns the share of the learning rate at a step: it rises, stays, then falls to zero in the last
    third."""
    return min(1.0, (step + 1) / 200) * min(1.0, (steps - step) / (steps / 3))


def with_earlier(batch: Batch, earlier: deque[Batch], seed: int, step: int) -> Batch:
    """The batch and as many samples of earlier steps."""
    chance = np.random.default_rng((seed, 9, step))
    earlier.append(batch)
    again = earlier[int(chance.integers(len(earlier)))]
    return batch if again is batch else tuple(np.concatenate(pair) for pair in zip(batch, again, strict=True))


def taught(
    pupil: Pupil, drawn: Drawn, target: Path, seed: int, steps: int, spent: Spent
) -> Iterator[tuple[Spent, np.ndarray]]:
    """Teach a pupil the steps that are left, and save its state now and then. Yields how far it is and the
    running mean of its figures, every TOLD_EVERY steps."""
    first, seen = spent.done, np.zeros(1)
    if first >= steps:
        return
    earlier = deque((batch for batch, _ in drawn(max(0, first - KEPT_STEPS), first)), maxlen=KEPT_STEPS)
    clock, processor = time.monotonic(), time.process_time()
    for step, (batch, drawing_s) in enumerate(drawn(first, steps), first):
        figures = np.array(pupil.step(with_earlier(batch, earlier, seed, step), rate_at(step, steps)))
        seen = figures if step == first else seen * 0.99 + figures * 0.01
        clock, before = time.monotonic(), clock
        processor, worked = time.process_time(), processor
        spent = spent._replace(
            done=step + 1,
            clock_s=spent.clock_s + clock - before,
            processor_s=spent.processor_s + processor - worked + drawing_s,
        )
        if spent.done % SAVED_EVERY == 0 or spent.done == steps:
            pupil.kept(target, spent)
            target.with_suffix(".json").write_text(json.dumps(spent._asdict(), indent=1) + "\n")
        if spent.done % TOLD_EVERY == 0 or spent.done == steps:
            yield spent, seen


def took(kind: str, spent: Spent) -> str:
    """One line: how long a training took, on what."""
    clock, processor = (timedelta(seconds=round(each)) for each in (spent.clock_s, spent.processor_s))
    return f"{kind}: {spent.made_of}; {clock}, {processor} of the processor; {spent.machine}"


def machine() -> str:
    """The processor of this machine, and how many of it there are."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")
    return f"{name}, {os.cpu_count()} cores"
