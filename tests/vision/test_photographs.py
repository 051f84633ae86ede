"""Real photographs by strangers, where they are present: the level on record is held."""

from __future__ import annotations

import json
from collections import Counter

from sabot_vision.pictures import loaded
from sabot_vision.reading.cards import read
from tests.shared import shared
from tests.vision.truth import compared

LEAST_RIGHT, MOST_WRONG = 0.95, 0.005
"""Shares of the cards with a suit label, a little below what was measured on all photographs."""


def test_photographs_hold_the_level_on_record() -> None:
    """Every third photograph with suit labels; names are right or left open, hardly ever wrong."""
    folder = shared("data/cards/labels_dev.json").parent
    labels = json.loads((folder / "labels_dev.json").read_text())
    suited = {
        file: cards
        for file, cards in sorted(labels.items())
        if all(card["card"][-1] in "CDHS" for card in cards)
    }
    told: Counter[str] = Counter()
    for file in list(suited)[::3]:
        truth = [(card["card"].replace("10", "T"), card["box"]) for card in suited[file]]
        told += compared(truth, read(loaded(folder / "images" / file)))
    cards = sum(told.values()) - told["invented"]
    assert told["right"] >= LEAST_RIGHT * cards, told
    assert told["wrong"] + told["invented"] <= max(1, MOST_WRONG * cards), told
