"""The networks: two that read the glyph and the suit of a cut, one that finds indices in a picture."""

from __future__ import annotations

from torch import Tensor, nn

READER_LAYERS = (
    (3, 16, 5, 2),
    (16, 32, 3, 2),
    (32, 40, 3, 1),
    (40, 64, 3, 2),
    (64, 64, 3, 1),
    (64, 96, 3, 2),
)
"""Channels in, channels out, kernel and stride of each convolution of a reader."""
NEAR_LAYERS = ((3, 16, 5, 2), (16, 32, 3, 2))
"""The same for the first part of the finder, which looks at a cell and its neighbours;"""
FAR_LAYERS = ((32, 48, 3, 2), *((48, 48, 3, 1, far) for far in (1, 2, 1, 2)))
"""and for its second part, which looks at the surroundings in larger cells; the fifth number is the dilation.
"""
JOINED_CHANNELS = 32
"""The channels that join both parts."""
CELL_ANSWERS = 7
"""The finder's answers for a cell: whether an index is there (a logit), and three points, x and y each."""


class Reader(nn.Module):
    """Cuts (n × 3 × height × width, see `sabot_vision.networks.cutting.evened`) to logits (n × glyphs +
    suits)."""

    def __init__(self, answers: int, places: int) -> None:
        """`answers` logits in all; `places` is how many cells the last convolution leaves."""
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, kernel, stride in READER_LAYERS:
            layers += convolved(before, after, kernel, stride)
        self.seeing = nn.Sequential(*layers, nn.Flatten())
        self.judging = nn.Sequential(
            nn.Linear(READER_LAYERS[-1][1] * places, 128),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
            nn.Linear(128, answers),
        )

    def forward(self, cuts: Tensor) -> Tensor:
        """The logits."""
        answer: Tensor = self.judging(self.seeing(cuts))
        return answer


class Finder(nn.Module):
    """Pictures (n × 3 × height × width, see `sabot_vision.networks.running.index_answers`) to the answers for
    each cell (n × CELL_ANSWERS × height / 4 × width / 4)."""

    def __init__(self) -> None:
        super().__init__()
        last = nn.Conv2d(JOINED_CHANNELS, CELL_ANSWERS, 1)
        assert last.bias is not None
        last.bias.data[0] = -4.0  # indices are rare
        self.near = nn.Sequential(*(layer for each in NEAR_LAYERS for layer in convolved(*each)))
        self.far = nn.Sequential(
            *(layer for each in FAR_LAYERS for layer in convolved(*each)),
            nn.Conv2d(FAR_LAYERS[-1][1], JOINED_CHANNELS, 1),
            nn.Upsample(scale_factor=2),
        )
        self.beside = nn.Conv2d(NEAR_LAYERS[-1][1], JOINED_CHANNELS, 1)
        self.telling = nn.Sequential(
            nn.ReLU(inplace=True), *convolved(JOINED_CHANNELS, JOINED_CHANNELS, 3, 1), last
        )

    def forward(self, pictures: Tensor) -> Tensor:
        """The logits and points of every cell."""
        near = self.near(pictures)
        answer: Tensor = self.telling(self.far(near) + self.beside(near))
        return answer


def convolved(before: int, after: int, kernel: int, stride: int, far: int = 1) -> list[nn.Module]:
    """One convolution, and what follows each."""
    convolution = nn.Conv2d(before, after, kernel, stride, kernel // 2 * far, far, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
