"""`make model`: draw cards, train one of the two networks on them.

The samples come from fixed seeds in a fixed order, and one thread adds up the floats: where the artwork, the
fonts, the libraries and the processor are the same, so are the weights, bit for bit (seen over two hundred
steps of each network, run twice). Elsewhere they differ; docs/reading-cards.md says what is known of that.
"""

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
from torch.nn.functional import cross_entropy

from vision.cutting import evened
from vision.glyphs import GLYPHS, SHOWN, SIGNS
from vision.training import sampling
from vision.training.network import Reader
from vision.training.sampling import Sample, Stock
from vision.training.shelf import gathered

SEED = 21
FRESH = 64
"""Samples drawn for each step; as many of earlier steps are shown once more."""
KEPT = 300
"""Of so many earlier steps."""
STEPS = 10_000
RATE = 2e-3
PLACES = {"corner": 12, "face": 20}
"""Cells that the last convolution leaves of each cut: 3 × 4 and 4 × 5."""
NAMES = {"corner": GLYPHS, "face": SHOWN}

Batch = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Cuts (uint8, n × 3 × height × width), glyph numbers, suit numbers."""

_stock: Stock | None = None


def fresh(kind: str, step: int) -> Batch:
    """The samples drawn for one step."""
    assert _stock is not None
    draw = {"corner": sampling.corner, "face": sampling.face}[kind]
    chance = np.random.default_rng((SEED, len(kind), step))
    return packed([draw(_stock, chance) for _ in range(FRESH)], NAMES[kind])


def packed(cuts: list[Sample], glyphs: str) -> Batch:
    """Samples as arrays, small enough to be handed from process to process."""
    pictures = np.rint((evened([sample.cut for sample in cuts]) + 1) * 85).astype(np.uint8)
    named = np.array([glyphs.index(sample.glyph) for sample in cuts])
    return pictures, named, np.array([SIGNS.index(sample.suit) for sample in cuts])


def unpacked(pictures: np.ndarray) -> Tensor:
    """What `packed` made, as floats again."""
    return torch.from_numpy(pictures).float().div_(85).sub_(1).contiguous(memory_format=torch.channels_last)


def rate_at(step: int, steps: int) -> float:
    """The share of RATE at a step: it rises, stays, and falls to nothing over the last third."""
    return min(1.0, (step + 1) / 200) * min(1.0, (steps - step) / (steps / 3))


class Course:
    """One network on its way: weights, their running mean, and the optimiser."""

    def __init__(self, kind: str) -> None:
        self.split = len(NAMES[kind])
        self.reader = Reader(self.split + len(SIGNS), PLACES[kind]).to(memory_format=torch.channels_last)
        self.mean = torch.optim.swa_utils.AveragedModel(
            self.reader, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
        )
        self.optimiser = torch.optim.AdamW(self.reader.parameters(), lr=RATE, weight_decay=0.02)

    def step(self, batch: Batch, rate: float) -> tuple[float, float]:
        """Learn from one batch; (loss, share of cuts read right in both glyph and suit)."""
        pictures, glyph, suit = batch
        answer = self.reader(unpacked(pictures))
        wanted = torch.from_numpy(glyph), torch.from_numpy(suit)
        parts = answer[:, : self.split], answer[:, self.split :]
        loss = cross_entropy(parts[0], wanted[0]) + cross_entropy(parts[1], wanted[1])
        self.optimiser.param_groups[0]["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.reader.parameters(), 5.0)
        self.optimiser.step()
        self.mean.update_parameters(self.reader)
        right = (parts[0].argmax(1) == wanted[0]) & (parts[1].argmax(1) == wanted[1])
        return float(loss.detach()), float(right.float().mean())

    def kept(self, target: Path, step: int) -> None:
        """Keep the mean weights as `target`, and beside it what a later run goes on from."""
        torch.save(self.mean.module.state_dict(), target)
        whole = {"step": step, "optimiser": self.optimiser.state_dict()}
        whole |= {"reader": self.reader.state_dict(), "mean": self.mean.state_dict()}
        torch.save(whole, target.with_suffix(".going"))

    def started(self, weights: Path) -> None:
        """Begin with weights of an earlier training."""
        self.reader.load_state_dict(torch.load(weights, weights_only=True))
        self.mean.module.load_state_dict(self.reader.state_dict())

    def resumed(self, target: Path) -> int:
        """Go on where `kept` left off; the next step."""
        whole = torch.load(target.with_suffix(".going"), weights_only=True)
        self.reader.load_state_dict(whole["reader"])
        self.mean.load_state_dict(whole["mean"])
        self.optimiser.load_state_dict(whole["optimiser"])
        return int(whole["step"]) + 1


def drawn(kind: str, stock: Stock, first: int, steps: int) -> Iterator[Batch]:
    """The samples of every step in order, drawn by another process."""
    global _stock
    _stock = stock
    with multiprocessing.get_context("fork").Pool(1, os.setsid) as pool:
        ahead = deque(pool.apply_async(fresh, (kind, step)) for step in range(first, min(first + 4, steps)))
        for step in range(first, steps):
            yield ahead.popleft().get()
            if step + 4 < steps:
                ahead.append(pool.apply_async(fresh, (kind, step + 4)))


def with_earlier(batch: Batch, earlier: deque[Batch], step: int) -> Batch:
    """The batch and as many samples of earlier steps."""
    chance = np.random.default_rng((SEED, 9, step))
    earlier.append(batch)
    again = earlier[int(chance.integers(len(earlier)))]
    return batch if again is batch else tuple(np.concatenate(pair) for pair in zip(batch, again, strict=True))  # type: ignore[return-value]


def trained(kind: str, stock: Stock, arguments: argparse.Namespace) -> None:
    """Train one network and keep its weights in the scratch folder."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    course, target = Course(kind), arguments.scratch / f"{kind}.pt"
    if arguments.start:
        course.started(arguments.start / f"{kind}.pt")
    first = course.resumed(target) if arguments.resume else 0
    seen, began, earlier = np.zeros(2), time.monotonic(), deque[Batch](maxlen=KEPT)
    for step, batch in enumerate(drawn(kind, stock, first, arguments.steps), first):
        rate = RATE * rate_at(step, arguments.steps)
        told = np.array(course.step(with_earlier(batch, earlier, step), rate))
        seen = told if step == first else seen * 0.99 + told * 0.01
        if step % 50 == 49:
            print(kind, step + 1, *seen.round(4), f"{time.monotonic() - began:.0f} s", flush=True)  # noqa: T201
        if step % 200 == 199 or step + 1 == arguments.steps:
            course.kept(target, step)


def main() -> None:
    """Gather, train."""
    parser = argparse.ArgumentParser(description="Train a network of vision/model anew.")
    parser.add_argument("kind", choices=sorted(NAMES))
    parser.add_argument("--scratch", type=Path, default=Path("build/model"))
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--start", type=Path, help="a folder with weights to begin with")
    parser.add_argument("--resume", action="store_true")
    arguments = parser.parse_args()
    cv2.setNumThreads(0)  # OpenCV's own threads would not survive the fork of the renderer
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    trained(arguments.kind, gathered(arguments.scratch, seed=SEED), arguments)


if __name__ == "__main__":
    main()
