"""The networks: two that tell the glyph and the suit of a cut, one that finds indices in a picture."""

from __future__ import annotations

from torch import Tensor, nn

WIDTHS = ((3, 16, 5, 2), (16, 32, 3, 2), (32, 40, 3, 1), (40, 64, 3, 2), (64, 64, 3, 1), (64, 96, 3, 2))
"""Channels in, channels out, kernel and stride of each convolution of a reader."""
SIGHTS = (
    (3, 16, 5, 2, 1),
    (16, 32, 3, 2, 1),
    (32, 40, 3, 1, 1),
    *((40, 40, 3, 1, far) for far in (2, 1, 4, 1)),
)
"""The same of the finder, and the dilation."""
TOLD = 7
"""What the finder tells of a cell: whether an index is there (a logit), and three points, x and y each."""


class Reader(nn.Module):
    """Cuts (n × 3 × height × width, see `vision.cutting.evened`) to logits (n × glyphs + suits)."""

    def __init__(self, answers: int, places: int) -> None:
        """`answers` logits in all; `places` is how many cells the last convolution leaves."""
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, kernel, stride in WIDTHS:
            layers += convolved(before, after, kernel, stride)
        self.seeing = nn.Sequential(*layers, nn.Flatten())
        self.judging = nn.Sequential(
            nn.Linear(WIDTHS[-1][1] * places, 128),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
            nn.Linear(128, answers),
        )

    def forward(self, cuts: Tensor) -> Tensor:
        """The logits."""
        answer: Tensor = self.judging(self.seeing(cuts))
        return answer


class Finder(nn.Module):
    """Pictures (n × 3 × height × width, see `vision.eyes.told_of`) to what is told of each cell (n × TOLD ×
    height / 4 × width / 4)."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, kernel, stride, far in SIGHTS:
            layers += convolved(before, after, kernel, stride, far)
        last = nn.Conv2d(SIGHTS[-1][1], TOLD, 1)
        assert last.bias is not None
        last.bias.data[0] = -4.0  # an index is a rare thing
        self.seeing = nn.Sequential(*layers, last)

    def forward(self, pictures: Tensor) -> Tensor:
        """The logits and points of every cell."""
        answer: Tensor = self.seeing(pictures)
        return answer


def convolved(before: int, after: int, kernel: int, stride: int, far: int = 1) -> list[nn.Module]:
    """One convolution, and what follows each."""
    convolution = nn.Conv2d(before, after, kernel, stride, kernel // 2 * far, far, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
