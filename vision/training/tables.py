"""Whole tables as a rig's camera sees them, with the truth beside them: what the reader is measured on.

The decks here are composed from other seeds than those that the networks learn from. A few of these pictures
are kept for the tests (`python -m vision.training.tables tests/vision/pictures`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.training import composed, surroundings
from vision.training.artwork import Print
from vision.training.scenes import photographed, place
from vision.training.shapes import Chance

WIDE, TALL = 1280, 720
SEED = 77


class Table(NamedTuple):
    """A picture (TALL × WIDE × 3), its cards (name as printed, corners), and the language of the letters."""

    picture: np.ndarray
    cards: list[tuple[str, np.ndarray]]
    language: str


def tables(count: int, *, cards: int = 6, seed: int = SEED) -> Iterator[Table]:
    """`count` tables with so many cards each, face up, not covering each other."""
    known = composed.fonts()
    for number in range(count):
        chance = np.random.default_rng((seed, number))
        look = composed.look(chance, known)
        deck = list(composed.deck_of(look, chance, []))
        chosen = [deck[int(n)] for n in chance.choice(len(deck), cards, replace=False)]
        yield laid_out(chosen, chance, look.language)


def laid_out(chosen: list[Print], chance: Chance, language: str) -> Table:
    """The cards on a cloth, each in its own cell of a grid, turned and shifted."""
    cloth = cv2.resize(surroundings.cloth(chance), (WIDE, WIDE), interpolation=cv2.INTER_LINEAR)[:TALL]
    picture = np.ascontiguousarray(cloth)
    columns = 4 if len(chosen) > 6 else 3
    rows = -(-len(chosen) // columns)
    card_px = chance.uniform(95, 150) if rows < 3 else chance.uniform(85, 105)
    cards = []
    for number, card in enumerate(chosen):
        cell = np.array([(number % columns + 0.5) * WIDE / columns, (number // columns + 0.5) * TALL / rows])
        quad = turned(card_px, chance) + cell + chance.uniform(-20, 20, 2)
        quad = quad.astype(np.float32)
        place(picture, card.picture, quad)
        cards.append((card.glyph + card.suit, quad))
    return Table(photographed(picture, chance, card_px), cards, language)


def turned(wide: float, chance: Chance) -> np.ndarray:
    """The corners of a card about the origin, turned by any angle."""
    tall, turn = wide * 88 / 63, chance.uniform(0, 2 * np.pi)
    upright = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(upright @ rotation * (1, chance.uniform(0.9, 1.0)))


def main() -> None:
    """Write some tables with their truth."""
    parser = argparse.ArgumentParser(description="Write rendered tables and truth.json.")
    parser.add_argument("target", type=Path)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--cards", type=int, default=6)
    arguments = parser.parse_args()
    arguments.target.mkdir(parents=True, exist_ok=True)
    truth = {}
    for number, table in enumerate(tables(arguments.count, cards=arguments.cards)):
        name = f"table-{number:03d}.jpg"
        cv2.imwrite(str(arguments.target / name), table.picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
        truth[name] = {
            "language": table.language,
            "cards": [[card, np.round(quad, 1).tolist()] for card, quad in table.cards],
        }
    (arguments.target / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")


if __name__ == "__main__":
    main()
