"""Teaches the letters of a Russian pack that no other has: one layer more on the network of strangers.

python -m sabot_vision.training.oddities.russian --fonts build/model/fonts

The corners are those of drawn tables, as the reader of cards cuts them. What is learned is written beside the
networks."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.networks.cutting import corner_cut
from sabot_vision.networks.glyphs import RUSSIAN
from sabot_vision.networks.running import FEATURES, RUSSIAN_FILE, asked_of
from sabot_vision.training import composed
from sabot_vision.training.courses.lasting import TRAINING_SEED
from sabot_vision.training.oddities.causes import CAUSES, drawn
from sabot_vision.training.shapes import Chance
from sabot_vision.training.telling import watched

DRAWN_TABLES = 1000
"""How many tables are drawn, of six cards each; on two in three of them lies a Russian pack."""
UNLIKE = ("small letters", "brown, faded ink", "letters in a box", "glare", "seen from 30 to 45 degrees")
"""Every second table is unlike an ordinary one in one of these ways."""
OFF_PART = 0.02
"""How far the corners of an outline are off, in parts of its first side (one sigma)."""
STEPS_TAKEN, STEP_SIZE, STEP_KEPT_PART, WEIGHT_DECAY = 400, 0.5, 0.9, 1e-3
"""How many steps are taken over all corners, how large each is, and how much of the one before it keeps."""


class Corners(NamedTuple):
    """What the network makes of corners (n × 128), and for each the number of its letter in `RUSSIAN` from 1
    on, 0 for any other."""

    features: np.ndarray
    letters: np.ndarray


def gathered(fonts: list[Path], seed: int, tables: int = DRAWN_TABLES) -> Corners:
    """Returns the corners of drawn tables in these fonts."""
    chance = np.random.default_rng((seed, 61))
    features, letters = list[np.ndarray](), list[int]()
    for number in watched(range(tables), tables, doing="drawing tables"):
        cause = CAUSES[UNLIKE[number // 2 % len(UNLIKE)] if number % 2 else "none"]
        is_russian = number % 3 != 2
        if is_russian:
            cause = cause._replace(russian=True, mostly="QA")
        table = drawn(cause, seed, number, fonts)
        cuts = [*cut(table.picture, [quad for _, quad in table.cards], chance)]
        features += asked_of("stranger", cuts, [FEATURES])
        letters += [number_of(name[0]) if is_russian else 0 for name, _ in table.cards for _ in range(2)]
    return Corners(np.concatenate(features), np.array(letters))


def number_of(glyph: str) -> int:
    """Returns the number of the letter that a Russian pack has for a glyph, from 1 on; 0 for none."""
    return list(RUSSIAN.values()).index(glyph) + 1 if glyph in RUSSIAN.values() else 0


def cut(picture: np.ndarray, quads: list[np.ndarray], chance: Chance) -> Iterator[np.ndarray]:
    """Yields the first and the third corner of each card, its outline a little off."""
    for quad in quads:
        side = float(np.linalg.norm(quad[1] - quad[0]))
        for corner in (0, 2):
            off = chance.normal(0, OFF_PART * side, quad.shape)
            yield corner_cut(picture, (quad + off).astype(np.float32), corner)


def learned(corners: Corners) -> tuple[np.ndarray, np.ndarray]:
    """Returns the weights (1 + letters × 128) and the offsets of the layer that tells these corners best."""
    mean, spread = corners.features.mean(axis=0), corners.features.std(axis=0) + 1e-3
    given = np.column_stack([(corners.features - mean) / spread, np.ones(len(corners.features))])
    wanted = np.eye(1 + len(RUSSIAN))[corners.letters]
    weights = np.zeros((wanted.shape[1], given.shape[1]))
    step = np.zeros_like(weights)
    for _ in range(STEPS_TAKEN):
        raised = np.exp(given @ weights.T)
        said = raised / raised.sum(axis=1, keepdims=True)
        step = STEP_KEPT_PART * step - STEP_SIZE * (
            (said - wanted).T @ given / len(given) + WEIGHT_DECAY * weights
        )
        weights += step
    plain = weights[:, :-1] / spread
    return plain.astype(np.float32), (weights[:, -1] - plain @ mean).astype(np.float32)


def main() -> None:
    """Draw the tables, learn, and write what was learned."""
    parser = argparse.ArgumentParser(description="Teach the letters of a Russian pack.")
    parser.add_argument("--seed", type=int, default=TRAINING_SEED)
    parser.add_argument("--fonts", type=Path, default=composed.FONTS)
    parser.add_argument("--tables", type=int, default=DRAWN_TABLES)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    weights, offsets = learned(gathered(composed.fonts(arguments.fonts), arguments.seed, arguments.tables))
    np.savez(RUSSIAN_FILE, weights=weights, offsets=offsets)


if __name__ == "__main__":
    main()
