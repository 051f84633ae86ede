"""Everything that scenes are made of, gathered once: decks, grounds."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.training import artwork, composed
from vision.training.artwork import Print
from vision.training.scenes import Shelf
from vision.training.surroundings import ground

COURTS = "JQKBDVHR"


def gathered(scratch: Path, *, decks: int, grounds: int, seed: int) -> Shelf:
    """The installed decks, `decks` composed ones and `grounds` surfaces; the same for the same seed."""
    found = artwork.installed(scratch / "artwork", scratch / "npm" / "node_modules")
    if not found:
        raise SystemExit("make model needs artwork: sudo apt-get install gnome-cards-data librsvg2-bin")
    faces = [court(card) for deck in found.values() for card in deck if card.glyph and card.glyph in COURTS]
    known = composed.fonts()
    every = [(deck, has_four(deck)) for deck in found.values()]
    for number in range(decks):
        deck = list(composed.deck(np.random.default_rng((seed, 1, number)), known, faces))
        every.append((deck, has_four(deck)))
    surfaces = [ground(np.random.default_rng((seed, 2, number))) for number in range(grounds)]
    cards = [(card, four) for deck, four in every for card in deck if card.picture.any()]
    return Shelf(
        pictures=np.stack([card.picture for card, _ in cards]),
        glyphs=[card.glyph for card, _ in cards],
        suits=[card.suit for card, _ in cards],
        fours=[four for _, four in cards],
        grounds=np.stack(surfaces),
    )


def court(card: Print) -> np.ndarray:
    """The middle of a court card, without its indices."""
    return np.ascontiguousarray(card.picture[60:276, 50:190, :3])


def has_four(deck: list[Print]) -> bool:
    """Whether the twos of a deck have something in their upper right corner."""
    twos = [card.picture[12:70, 196:232, :3].astype(float) for card in deck if card.glyph == "2"]
    return bool(twos) and bool(np.mean([two.std() for two in twos]) > 25)
