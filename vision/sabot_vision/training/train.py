"""`make model`: draw cards, train one of the networks on them.

The samples come from fixed seeds in a fixed order, and one thread adds up the floats: with the same artwork,
fonts, libraries and processor the weights are the same, bit for bit (seen over two hundred steps of each
reader and four hundred of the finder, run twice). Elsewhere they differ; docs/reading-cards.md says what is
known of that."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from sabot_vision.training.lessons import LESSONS, Batch, Lesson
from sabot_vision.training.sampling import Stock
from sabot_vision.training.shelf import gathered
from sabot_vision.training.telling import spent_and_left

TRAINING_SEED = 21
KEPT_STEPS = 300
"""The samples of a step are shown once more within this many steps, as many as the new ones in each batch."""
STEPS = {"corner": 10_000, "face": 10_000, "finder": 12_000, "stranger": 8_000}
LEARNING_RATE = 2e-3

_work: tuple[Lesson, Stock] | None = None


def fresh(step: int) -> Batch:
    """The samples drawn for one step."""
    assert _work is not None
    lesson, stock = _work
    return lesson.drawn(stock, np.random.default_rng((TRAINING_SEED, lesson.number, step)))


def unpacked(pictures: np.ndarray) -> Tensor:
    """Pictures as the networks take them."""
    return torch.from_numpy(pictures).float().div_(85).sub_(1).contiguous(memory_format=torch.channels_last)


def rate_at(step: int, steps: int) -> float:
    """Returns the share of LEARNING_RATE at a step: it rises, stays, then falls to zero in the last third."""
    return min(1.0, (step + 1) / 200) * min(1.0, (steps - step) / (steps / 3))


class Course:
    """One network on its way: weights, their running mean, and the optimiser."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.network = lesson.network().to(memory_format=torch.channels_last)
        self.mean = torch.optim.swa_utils.AveragedModel(
            self.network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
        )
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=LEARNING_RATE, weight_decay=0.02)

    def step(self, batch: Batch, rate: float) -> list[float]:
        """Learn from one batch; the lesson's figures."""
        loss, figures = self.lesson.off(self.network(unpacked(batch[0])), batch)
        self.optimiser.param_groups[0]["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.mean.update_parameters(self.network)
        return figures

    def kept(self, target: Path, step: int) -> None:
        """Save the mean weights as `target`, and beside it the state from which a later run continues."""
        torch.save(self.mean.module.state_dict(), target)
        whole = {"step": step, "optimiser": self.optimiser.state_dict()}
        whole |= {"network": self.network.state_dict(), "mean": self.mean.state_dict()}
        torch.save(whole, target.with_suffix(".going"))

    def started(self, weights: Path) -> None:
        """Begin with weights of an earlier training."""
        self.network.load_state_dict(torch.load(weights, weights_only=True))
        self.mean.module.load_state_dict(self.network.state_dict())

    def resumed(self, target: Path) -> int:
        """Continue from the state of `kept`. Returns the next step."""
        whole = torch.load(target.with_suffix(".going"), weights_only=True)
        self.network.load_state_dict(whole["network"])
        self.mean.load_state_dict(whole["mean"])
        self.optimiser.load_state_dict(whole["optimiser"])
        return int(whole["step"]) + 1


def drawn(lesson: Lesson, stock: Stock, first: int, steps: int) -> Iterator[Batch]:
    """The samples of every step in order, drawn by another process."""
    global _work
    _work = lesson, stock
    with multiprocessing.get_context("fork").Pool(1, os.setsid) as pool:
        ahead = deque(pool.apply_async(fresh, (step,)) for step in range(first, min(first + 4, steps)))
        for step in range(first, steps):
            yield ahead.popleft().get()
            if step + 4 < steps:
                ahead.append(pool.apply_async(fresh, (step + 4,)))


def with_earlier(batch: Batch, earlier: deque[Batch], step: int) -> Batch:
    """The batch and as many samples of earlier steps."""
    chance = np.random.default_rng((TRAINING_SEED, 9, step))
    earlier.append(batch)
    again = earlier[int(chance.integers(len(earlier)))]
    return batch if again is batch else tuple(np.concatenate(pair) for pair in zip(batch, again, strict=True))


def trained(kind: str, stock: Stock, arguments: argparse.Namespace) -> None:
    """Train one network and keep its weights in the scratch folder."""
    lesson, steps = LESSONS[kind], arguments.steps or STEPS[kind]
    lesson.prepared(stock, TRAINING_SEED)
    torch.manual_seed(TRAINING_SEED)
    torch.set_num_threads(1)
    course, target = Course(lesson), arguments.scratch / f"{kind}.pt"
    if arguments.start:
        course.started(arguments.start / f"{kind}.pt")
    first = course.resumed(target) if arguments.resume else 0
    seen, began, earlier = np.zeros(1), time.monotonic(), deque[Batch](maxlen=KEPT_STEPS)
    print(kind, "step,", lesson.figures, flush=True)  # noqa: T201
    for step, batch in enumerate(drawn(lesson, stock, first, steps), first):
        losses = np.array(
            course.step(with_earlier(batch, earlier, step), LEARNING_RATE * rate_at(step, steps))
        )
        seen = losses if step == first else seen * 0.99 + losses * 0.01
        if step % 50 == 49:
            took = spent_and_left(step + 1 - first, steps - first, time.monotonic() - began)
            print(kind, f"{step + 1} of {steps}", *seen.round(4), took, flush=True)  # noqa: T201
        if step % 200 == 199 or step + 1 == steps:
            course.kept(target, step)


def main() -> None:
    """Gather, train."""
    parser = argparse.ArgumentParser(description="Train a network of vision/sabot_vision/model again.")
    parser.add_argument("kind", choices=sorted(LESSONS))
    parser.add_argument("--scratch", type=Path, default=Path("build/model"))
    parser.add_argument("--steps", type=int, help=f"how many, if not {STEPS}")
    parser.add_argument("--start", type=Path, help="a folder with weights to begin with")
    parser.add_argument("--resume", action="store_true")
    arguments = parser.parse_args()
    cv2.setNumThreads(0)  # OpenCV's threads do not survive the fork of the renderer
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    trained(arguments.kind, gathered(arguments.scratch, seed=TRAINING_SEED), arguments)


if __name__ == "__main__":
    main()
