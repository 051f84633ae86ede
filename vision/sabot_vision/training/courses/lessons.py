"""What each network learns: the samples of a step, the network, and how far its answers are off."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, smooth_l1_loss

from sabot_vision.networks.cutting import evened
from sabot_vision.networks.glyphs import GLYPHS, SHOWN, SIGNS, STRANGE
from sabot_vision.training import heaping, sampling
from sabot_vision.training.courses.lasting import Batch
from sabot_vision.training.courses.network import Finder, Reader
from sabot_vision.training.oddities import strangers
from sabot_vision.training.sampling import Sample
from sabot_vision.training.shapes import Chance
from sabot_vision.training.stock import Stock


class Lesson(ABC):
    """A network to train. `number` separates the random samples of the lessons; `figures` names the figures
    that `off` returns beside the loss."""

    number: int
    figures: str

    @abstractmethod
    def network(self) -> nn.Module:
        """The network, not taught yet."""

    @abstractmethod
    def drawn(self, stock: Stock, chance: Chance) -> Batch:
        """The samples of one step."""

    @abstractmethod
    def off(self, answer: Tensor, batch: Batch) -> tuple[Tensor, list[float]]:
        """Returns how far the network's answer to a batch is off, and some figures for the person who
        watches."""

    def prepared(self, stock: Stock, seed: int) -> None:  # noqa: B027 - most lessons need nothing
        """What is drawn once, before the first step."""


class Reading(Lesson):
    """To read cuts of one kind: the glyph and the suit."""

    figures = "loss, share read right"

    def __init__(
        self, number: int, glyphs: str, places: int, draw: Callable[[Stock, Chance], Sample], fresh: int = 64
    ) -> None:
        """`places` is how many cells the network's last convolution leaves, `fresh` how many samples are
        drawn for a step."""
        self.number, self.glyphs, self._places, self._draw, self._fresh = number, glyphs, places, draw, fresh

    def network(self) -> Reader:
        """As many logits as there are glyphs and suits."""
        return Reader(len(self.glyphs) + len(SIGNS), self._places)

    def drawn(self, stock: Stock, chance: Chance) -> Batch:
        """Cuts (uint8, n × 3 × height × width), glyph numbers, suit numbers."""
        cuts = [self._draw(stock, chance) for _ in range(self._fresh)]
        even = evened([sample.cut for sample in cuts]).transpose(0, 3, 1, 2)
        pictures = np.rint((np.ascontiguousarray(even) + 1) * 85).astype(np.uint8)
        named = np.array([self.glyphs.index(sample.glyph) for sample in cuts])
        return pictures, named, np.array([SIGNS.index(sample.suit) for sample in cuts])

    def off(self, answer: Tensor, batch: Batch) -> tuple[Tensor, list[float]]:
        """Glyph and suit count alike."""
        wanted = torch.from_numpy(batch[1]), torch.from_numpy(batch[2])
        parts = answer[:, : len(self.glyphs)], answer[:, len(self.glyphs) :]
        loss = cross_entropy(parts[0], wanted[0]) + cross_entropy(parts[1], wanted[1])
        right = (parts[0].argmax(1) == wanted[0]) & (parts[1].argmax(1) == wanted[1])
        return loss, [float(loss.detach()), float(right.float().mean())]


class Doubting(Reading):
    """To tell jokers, and letters of other packs, from the indices that the reader of corners knows."""

    def __init__(self) -> None:
        super().__init__(8, STRANGE, 12, self._corner)
        self._strangers = strangers.Strangers([], [])

    def prepared(self, stock: Stock, seed: int) -> None:
        """The jokers and the letters."""
        self._strangers = strangers.gathered(stock, stock.fonts, np.random.default_rng((seed, 6)))

    def _corner(self, stock: Stock, chance: Chance) -> Sample:
        return strangers.corner(stock, self._strangers, chance)


class Finding(Lesson):
    """To find indices in a picture, and the frames of their cards."""

    number = 7
    figures = "loss of finding, of placing, share found, false ones to each"
    FRESH = 12
    PLACING = 3.0
    """The weight of a misplaced frame against a missed index."""

    def __init__(self) -> None:
        self._cards: list[heaping.Laid] = []

    def network(self) -> Finder:
        """The finder."""
        return Finder()

    def prepared(self, stock: Stock, seed: int) -> None:
        """The cards that are laid."""
        self._cards = heaping.prints(stock, np.random.default_rng((seed, 5)))

    def drawn(self, stock: Stock, chance: Chance) -> Batch:
        """Patches; `there` and `frames` of each (n × 6 × cells × cells, float16)."""
        some = [heaping.patch(stock, self._cards, chance) for _ in range(self.FRESH)]
        pictures, there, frames = (np.stack(each) for each in zip(*some, strict=True))
        return (
            np.ascontiguousarray(pictures.transpose(0, 3, 1, 2)),
            there,
            frames.transpose(0, 3, 1, 2).astype(np.float16),
        )

    def off(self, answer: Tensor, batch: Batch) -> tuple[Tensor, list[float]]:
        """Nearly right answers count little; frames count only where an index is."""
        there, frames = torch.from_numpy(batch[1]), torch.from_numpy(batch[2])
        yes, asked, logit = there == 1, there != 2, answer[:, 0]
        sure = torch.sigmoid(logit).detach()
        weight = torch.where(yes, (1 - sure) ** 2, sure**2) * asked
        count = yes.sum().clamp(min=1)
        finding = (
            binary_cross_entropy_with_logits(logit, yes.float(), reduction="none") * weight
        ).sum() / count
        placed, wanted = (each.permute(0, 2, 3, 1)[yes] for each in (answer[:, 1:], frames.float()))
        placing = smooth_l1_loss(placed, wanted, beta=0.1)
        found, false = (sure[yes] > 0.5).float().mean(), ((sure > 0.5) & ~yes & asked).sum() / count
        figures = [finding.detach(), placing.detach(), found, false]
        return finding + self.PLACING * placing, [float(each) for each in figures]


LESSONS: dict[str, Lesson] = {
    "corner": Reading(6, GLYPHS, 12, sampling.corner),
    "face": Reading(4, SHOWN, 20, sampling.face),
    "finder": Finding(),
    "stranger": Doubting(),
}
"""By the name of the network. The readers' last convolution leaves 3 × 4 and 4 × 5 cells."""
