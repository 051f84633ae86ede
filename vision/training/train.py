"""`make model`: render scenes, train both networks on them, export them to vision/model.

The scenes come from fixed seeds in a fixed order, so that a rebuild sees exactly the same pictures where the
same artwork and fonts are installed. What differs is the order in which a processor adds up floats: a rebuild
is not equal bit for bit; docs/reading-cards.md says what is known of the difference.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from vision.cutting import evened
from vision.glyphs import GLYPHS, SHOWN, SIGNS
from vision.training.network import Reader
from vision.training.scenes import Sample, Shelf, samples
from vision.training.shelf import gathered

SEED = 20
SCENES_A_ROUND = 40
ROUNDS = 2200
PLACES = {"corner": 12, "face": 20}
"""Cells that the last convolution leaves of each cut: 3 × 4 and 4 × 5."""

Batch = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Cuts (uint8, n × 3 × height × width), glyph numbers, suit numbers."""

_shelf: Shelf | None = None


def scene_round(number: int) -> tuple[Batch, Batch]:
    """The corners and faces of one round of scenes."""
    assert _shelf is not None
    corners: list[Sample] = []
    faces: list[Sample] = []
    for scene in range(SCENES_A_ROUND):
        made = samples(_shelf, np.random.default_rng((SEED, 3, number, scene)))
        corners += made.corners
        faces += made.faces
    return packed(corners, GLYPHS), packed(faces, SHOWN)


def packed(cuts: list[Sample], glyphs: str) -> Batch:
    """Samples as arrays, small enough to be handed from process to process."""
    pictures = np.stack([np.rint((evened(sample.cut) + 1) * 85) for sample in cuts]).astype(np.uint8)
    named = np.array([glyphs.index(sample.glyph) for sample in cuts])
    return pictures, named, np.array([SIGNS.index(sample.suit) for sample in cuts])


def unpacked(pictures: np.ndarray) -> Tensor:
    """What `packed` made, as floats again."""
    return torch.from_numpy(pictures).float().div_(85).sub_(1).contiguous(memory_format=torch.channels_last)


class Course:
    """One network on its way: weights, their running mean, optimiser and schedule."""

    def __init__(self, glyphs: str, places: int, rounds: int, rate: float) -> None:
        self.split = len(glyphs)
        self.reader = Reader(len(glyphs) + len(SIGNS), places).to(memory_format=torch.channels_last)
        self.mean = torch.optim.swa_utils.AveragedModel(
            self.reader, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
        )
        self.optimiser = torch.optim.AdamW(self.reader.parameters(), lr=rate, weight_decay=0.02)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(self.optimiser, rate, rounds, pct_start=0.1)

    def step(self, batch: Batch) -> tuple[float, float]:
        """Learn from one batch; (loss, share of cuts read right in both glyph and suit)."""
        pictures, glyph, suit = batch
        answer = self.reader(unpacked(pictures))
        wanted = torch.from_numpy(glyph), torch.from_numpy(suit)
        parts = answer[:, : self.split], answer[:, self.split :]
        loss = cross_entropy(parts[0], wanted[0]) + cross_entropy(parts[1], wanted[1])
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.reader.parameters(), 5.0)
        self.optimiser.step()
        self.schedule.step()
        self.mean.update_parameters(self.reader)
        right = (parts[0].argmax(1) == wanted[0]) & (parts[1].argmax(1) == wanted[1])
        return float(loss.detach()), float(right.float().mean())

    def resumed(self, path: Path) -> None:
        """Begin from weights of an earlier run."""
        self.reader.load_state_dict(torch.load(path, weights_only=True))

    def weights(self) -> dict[str, Tensor]:
        """The running mean of the weights."""
        return {name: value.clone() for name, value in self.mean.module.state_dict().items()}


def rounds_of_scenes(shelf: Shelf, first: int, rounds: int, workers: int) -> Iterator[tuple[Batch, Batch]]:
    """Every round in order, rendered by other processes."""
    global _shelf
    _shelf = shelf
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        pending = [pool.apply_async(scene_round, (first + ahead,)) for ahead in range(min(6, rounds))]
        for number in range(rounds):
            yield pending.pop(0).get()
            if number + 6 < rounds:
                pending.append(pool.apply_async(scene_round, (first + number + 6,)))


def trained(shelf: Shelf, arguments: argparse.Namespace) -> None:
    """Train both networks and keep their weights in the scratch folder."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    courses = {
        "corner": Course(GLYPHS, PLACES["corner"], arguments.rounds, arguments.rate),
        "face": Course(SHOWN, PLACES["face"], arguments.rounds, arguments.rate),
    }
    for name, course in courses.items():
        if arguments.resume:
            course.resumed(arguments.scratch / f"{name}.pt")
    seen, began = np.zeros((2, 2)), time.monotonic()
    scenes = rounds_of_scenes(shelf, arguments.first, arguments.rounds, arguments.workers)
    for number, batches in enumerate(scenes, 1):
        for row, (course, batch) in enumerate(zip(courses.values(), batches, strict=True)):
            seen[row] = seen[row] * 0.98 + np.array(course.step(batch)) * 0.02
        if number % 50 == 0 or number == arguments.rounds:
            unbiased = seen / (1 - 0.98**number)
            print(number, *unbiased.round(4).ravel(), round(time.monotonic() - began), "s", flush=True)  # noqa: T201
        if number % 100 == 0 or number == arguments.rounds:
            for name, course in courses.items():
                torch.save(course.weights(), arguments.scratch / f"{name}.pt")


def main() -> None:
    """Gather, train, export."""
    parser = argparse.ArgumentParser(description="Make vision/model anew.")
    parser.add_argument("--scratch", type=Path, default=Path("build/model"))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--decks", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--resume", action="store_true")
    arguments = parser.parse_args()
    cv2.setNumThreads(0)  # OpenCV's own threads would not survive the fork of the renderers
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    trained(gathered(arguments.scratch, decks=arguments.decks, grounds=300, seed=SEED), arguments)


if __name__ == "__main__":
    main()
