"""What the table teaches: cards that the eye saw, and the names that the sabot gave them. Pure.

A sample holds no picture: only the numbers that the network makes of a corner before its last layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sabot_vision.networks.glyphs import ranks
from sabot_vision.networks.judging import INDEX_PROBABILITY, INDICES, Seen, pooled, seen_at_all

RANKS, SUITS = "A23456789TJQK", "CDHS"
FEATURE_COUNT = 128
"""How many numbers the network makes of a corner."""
CORNERS_MOST = 2
"""A card teaches by its two corners; a third one shows the same print."""
MOST_OF_A_NAME = 60
"""At most this many samples of each name are kept."""

MEANT_BY = np.array([[rank in ranks(glyph) for glyph in INDICES] for rank in RANKS], np.float64)
"""Which glyphs may mean each rank, in any language."""


class Look(NamedTuple):
    """What the network made of a card: the `features` of its corners with an index (n × FEATURE_COUNT), and
    `own`, the logarithms of its own answer (ranks × suits)."""

    features: np.ndarray
    own: np.ndarray


class Sample(NamedTuple):
    """A card that the sabot called `name`, in coup number `coup`. `read`: the network named it by itself."""

    name: str
    look: Look
    coup: int
    read: bool


def look_of(indices: Iterable[Seen]) -> Look | None:
    """Returns what the network made of a card by its corners; None if none of them shows an index."""
    shown = [seen for seen in indices if seen_at_all(seen) > INDEX_PROBABILITY][:CORNERS_MOST]
    features = [seen.features for seen in shown if seen.features is not None]
    if not features:
        return None
    own = np.log(MEANT_BY @ np.exp(pooled(shown)))
    return Look(np.array(features, np.float32), own - np.log(np.exp(own).sum()))


def kept(samples: Sequence[Sample], more: Sample) -> list[Sample]:
    """Returns the samples with one more. If its name has too many, the older of the two that are most alike
    is dropped: so the newest and the most different ones stay."""
    of_name = [n for n, each in enumerate(samples) if each.name == more.name]
    if len(of_name) < MOST_OF_A_NAME:
        return [*samples, more]
    means = np.array([each.look.features.mean(axis=0) for each in [*(samples[n] for n in of_name), more]])
    lengths = (means**2).sum(axis=1)
    apart = lengths[:, None] + lengths - 2 * means @ means.T
    apart[np.tril_indices(len(apart))] = np.inf
    older = int(np.argmin(apart)) // len(apart)
    return [each for n, each in enumerate(samples) if n != of_name[older]] + [more]
