"""The network: six convolutions, then two answers, the glyph and the suit. One for corners, one for faces."""

from __future__ import annotations

from torch import Tensor, nn

WIDTHS = ((3, 16, 5, 2), (16, 32, 3, 2), (32, 40, 3, 1), (40, 64, 3, 2), (64, 64, 3, 1), (64, 96, 3, 2))
"""Channels in, channels out, kernel and stride of each convolution."""


class Reader(nn.Module):
    """Cuts (n × 3 × height × width, see `vision.cutting.evened`) to logits (n × glyphs + suits)."""

    def __init__(self, answers: int, places: int) -> None:
        """`answers` logits in all; `places` is how many cells the last convolution leaves."""
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, kernel, stride in WIDTHS:
            layers.append(nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False))
            layers += [nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
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
