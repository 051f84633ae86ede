"""Everything that samples are made of, collected once: decks, letters, suits, grounds, lamps."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sabot_vision.training import artwork
from sabot_vision.training.artwork import Print
from sabot_vision.training.marks import marks
from sabot_vision.training.prints import COURTS
from sabot_vision.training.sights import lamps
from sabot_vision.training.stock import Shelf, Stock, stocked
from sabot_vision.training.surroundings import ground

GROUND_COUNT = 300
JOKERS_HELD_BACK = (
    *("gnome-anglo", "gnome-bellot", "gnome-paris", "gnome-simplistic", "gnome-tango"),
    *("gnome-ornamental", "gnome-neoclassical", "gnome-neoclassical_4_color", "gnome-plastic"),
)
"""Decks whose jokers no network learns from, so that jokers can be measured on them."""


def gathered(scratch: Path, known: list[Path], *, seed: int) -> Stock:
    """Returns the installed decks, letters of the `known` fonts, and what else is drawn at random; the same
    for the same seed."""
    decks = artwork.installed(scratch / "artwork", scratch / "npm" / "node_modules")
    if not decks:
        raise SystemExit("make model needs artwork: sudo apt-get install gnome-cards-data librsvg2-bin")
    faces = [court(card) for deck in decks.values() for card in deck if card.glyph and card.glyph in COURTS]
    drawn = marks(known, np.random.default_rng((seed, 1)))
    return stocked(
        shelved(decks, seed),
        drawn,
        faces,
        lamps(np.random.default_rng((seed, 3))),
        known,
        np.random.default_rng((seed, 4)),
    )


def shelved(decks: dict[str, list[Print]], seed: int) -> Shelf:
    """The cards of all decks, and surfaces."""
    cards = [
        (card, has_four(deck))
        for name, deck in decks.items()
        for card in deck
        if card.picture.any() and (card.glyph or card.suit or name not in JOKERS_HELD_BACK)
    ]
    return Shelf(
        pictures=np.stack([card.picture for card, _ in cards]),
        glyphs=[card.glyph for card, _ in cards],
        suits=[card.suit for card, _ in cards],
        fours=[four for _, four in cards],
        grounds=np.stack(
            [ground(np.random.default_rng((seed, 2, number))) for number in range(GROUND_COUNT)]
        ),
    )


def court(card: Print) -> np.ndarray:
    """The middle of a court card, without its indices."""
    return np.ascontiguousarray(card.picture[60:276, 50:190, :3])


def has_four(deck: list[Print]) -> bool:
    """Whether the twos of a deck have something in their upper right corner."""
    twos = [card.picture[12:70, 196:232, :3].astype(float) for card in deck if card.glyph == "2"]
    return bool(twos) and bool(np.mean([two.std() for two in twos]) > 25)
