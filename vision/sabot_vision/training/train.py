"""`make model`: draw cards, train one of the networks on them.

The samples come from fixed seeds in a fixed order, and one thread adds up the floats: with the same artwork,
fonts, libraries and processor the weights are the same, bit for bit, whether a training was interrupted or
not. Elsewhere they differ; docs/reading-cards.md says what is known of that."""

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

from sabot_vision.training import composed
from sabot_vision.training.courses.lasting import TRAINING_SEED, Batch, Spent, machine, taught
from sabot_vision.training.courses.lessons import LESSONS, Lesson
from sabot_vision.training.shelf import gathered
from sabot_vision.training.stock import Stock
from sabot_vision.training.telling import spent_and_left

STEPS = {"corner": 18_000, "face": 10_000, "finder": 12_000, "stranger": 8_000}
LEARNING_RATE = 2e-3
SHORT_FLOATS = torch.cpu._is_avx512_bf16_supported()
"""Whether the processor multiplies floats of sixteen bits: a step then takes a third less."""

_work: tuple[Lesson, Stock, int] | None = None


def fresh(step: int) -> tuple[Batch, float]:
    """The samples drawn for one step, and the seconds that it took the processor."""
    assert _work is not None
    lesson, stock, seed = _work
    began = time.process_time()
    return lesson.drawn(
        stock, np.random.default_rng((seed, lesson.number, step))
    ), time.process_time() - began


def unpacked(pictures: np.ndarray) -> Tensor:
    """Pictures as the networks take them."""
    return torch.from_numpy(pictures).float().div_(85).sub_(1).contiguous(memory_format=torch.channels_last)


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
        """Learn from one batch at that share of LEARNING_RATE. Returns the lesson's figures."""
        with torch.autocast("cpu", torch.bfloat16, enabled=SHORT_FLOATS):
            answer = self.network(unpacked(batch[0]))
        loss, figures = self.lesson.off(answer.float(), batch)
        self.optimiser.param_groups[0]["lr"] = LEARNING_RATE * rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.mean.update_parameters(self.network)
        return figures

    def kept(self, target: Path, spent: Spent) -> None:
        """Save the mean weights as `target`, and beside it the state from which a later run continues."""
        whole = {"spent": spent._asdict(), "chance": torch.get_rng_state()}
        whole |= {"network": self.network.state_dict(), "mean": self.mean.state_dict()}
        whole |= {"optimiser": self.optimiser.state_dict()}
        for thing, path in ((self.mean.module.state_dict(), target), (whole, target.with_suffix(".going"))):
            half = path.with_suffix(".half")
            torch.save(thing, half)
            half.replace(path)

    def started(self, weights: Path) -> None:
        """Begin with weights of an earlier training."""
        self.network.load_state_dict(torch.load(weights, weights_only=True))
        self.mean.module.load_state_dict(self.network.state_dict())

    def resumed(self, target: Path, made_of: str) -> Spent:
        """Continue from the state of `kept`, if it is of a training on the same. Returns how far it is."""
        path = target.with_suffix(".going")
        whole = torch.load(path, weights_only=True) if path.exists() else {"spent": {"made_of": ""}}
        spent = Spent(**whole["spent"])
        if spent.made_of != made_of:
            return Spent(made_of, machine=machine())
        self.network.load_state_dict(whole["network"])
        self.mean.load_state_dict(whole["mean"])
        self.optimiser.load_state_dict(whole["optimiser"])
        torch.set_rng_state(whole["chance"])
        return spent


def drawn(lesson: Lesson, stock: Stock, seed: int, first: int, steps: int) -> Iterator[tuple[Batch, float]]:
    """The samples of every step in order, drawn by another process."""
    global _work
    _work = lesson, stock, seed
    with multiprocessing.get_context("fork").Pool(1, os.setsid) as pool:
        ahead = deque(pool.apply_async(fresh, (step,)) for step in range(first, min(first + 4, steps)))
        for step in range(first, steps):
            yield ahead.popleft().get()
            if step + 4 < steps:
                ahead.append(pool.apply_async(fresh, (step + 4,)))


def trained(kind: str, stock: Stock, arguments: argparse.Namespace) -> None:
    """Train one network and keep its weights in the scratch folder, from where it was interrupted."""
    lesson, steps, seed = LESSONS[kind], arguments.steps or STEPS[kind], arguments.seed
    lesson.prepared(stock, seed)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    course, target = Course(lesson), arguments.scratch / f"{kind}-{seed}.pt"
    if arguments.start:
        course.started(arguments.start)
    made_of = f"{steps} steps, {len(stock.fonts)} fonts, {len(stock.shelf.pictures)} prints"
    before = course.resumed(target, made_of + (", from earlier weights" if arguments.start else ""))
    print(kind, "step,", lesson.figures, flush=True)  # noqa: T201
    began = time.monotonic()

    def drawn_for(first: int, last: int) -> Iterator[tuple[Batch, float]]:
        return drawn(lesson, stock, seed, first, last)

    for spent, seen in taught(course, drawn_for, target, seed, steps, before):
        left = spent_and_left(spent.done - before.done, steps - before.done, time.monotonic() - began)
        print(kind, f"{spent.done} of {steps}", *seen.round(4), left, flush=True)  # noqa: T201


def main() -> None:
    """Gather, train."""
    parser = argparse.ArgumentParser(description="Train a network of vision/sabot_vision/model again.")
    parser.add_argument("kind", choices=sorted(LESSONS))
    parser.add_argument("--scratch", type=Path, default=Path("build/model"))
    parser.add_argument("--steps", type=int, help=f"how many, if not {STEPS}")
    parser.add_argument("--seed", type=int, default=TRAINING_SEED)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--fonts", type=Path, default=composed.FONTS, help="a folder of fonts")
    arguments = parser.parse_args()
    cv2.setNumThreads(0)  # OpenCV's threads do not survive the fork of the renderer
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    known = composed.fonts(arguments.fonts)
    trained(arguments.kind, gathered(arguments.scratch, known, seed=arguments.seed), arguments)


if __name__ == "__main__":
    main()
