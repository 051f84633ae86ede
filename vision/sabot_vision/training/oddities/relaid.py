"""Real print on drawn tables: cards are cut out of photographs and laid again, in pairs, rows and fans.

python -m sabot_vision.training.oddities.relaid FOLDER --count 4

Drawn decks are like those that the networks learned from, and photographs show few cards that lie over each
other. The cards are those that the eye names rightly where they lie in their photograph, alone and whole: so
this measures how cards are found and kept apart, not how many decks are read.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from sabot_vision.finding.geometry import grown, short_side
from sabot_vision.pictures import loaded
from sabot_vision.reading.cards import read
from sabot_vision.training.artwork import Print
from sabot_vision.training.composed import rounded
from sabot_vision.training.measure import outcomes
from sabot_vision.training.oddities.causes import CARDS_A_TABLE, CAUSES, COUNTED, Cause, line, put
from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX, Chance
from sabot_vision.training.tables import Table
from sabot_vision.training.telling import watched

SHORT_LEAST_PX = 170
"""A card is cut out if its short side has at least this many pixels,"""
CONFIDENCE_LEAST = 0.995
"""and if it is named this surely."""
PAPER_PERCENT, PAPER_BGR = 90, (243, 246, 247)
"""The paper of a card is as light as this many of 100 of its pixels at most. All get this one, in
blue-green-red: they lie under one lamp."""
EDGE_PX = 5
"""What is nearer to the picture's edge than this may be cut by it."""
KEPT_PART = 0.985
"""So much of a card is cut out, in parts of its sides: its border shows the ground behind it."""
LAYINGS = (
    "none",
    "cut by the picture's edge",
    "light wood",
    "white linen",
    "glare",
    "seen from 30 to 45 degrees",
    "in pairs",
    "one across another",
    "in rows",
    "in fans",
    "in pairs on light wood, chips",
    "in rows on light wood, chips",
)
"""The causes that are not of the print."""


def decks(folder: Path) -> dict[str, list[Print]]:
    """Returns the cards cut out of the photographs of a folder, by source: `labels_dev.json` says which cards
    each of them shows, `meta_dev.json` its source, and they lie in `images`. Sources of too few cards for a
    table are left out."""
    labels, about = (json.loads((folder / f"{name}_dev.json").read_text()) for name in ("labels", "meta"))
    found: dict[str, list[Print]] = defaultdict(list)
    for name in watched(sorted(labels), len(labels), doing="cutting cards out"):
        shown = {str(card["card"]).replace("10", "T") for card in labels[name]}
        found[about[name]["source"]] += cut(loaded(folder / "images" / name), shown)
    return {source: cards for source, cards in found.items() if len(one_of_each(cards)) >= CARDS_A_TABLE}


def cut(picture: np.ndarray, shown: set[str]) -> Iterator[Print]:
    """The cards of one photograph that are large enough, lie alone and whole, and are named as in `shown`."""
    tall, wide = picture.shape[:2]
    cards = [(each, np.array(each.quad, np.float32)) for each in read(picture)]
    for n, (each, quad) in enumerate(cards):
        inside = quad.min() > EDGE_PX and (quad.max(axis=0) < (wide - EDGE_PX, tall - EDGE_PX)).all()
        alone = not any(overlap(quad, other) for m, (_, other) in enumerate(cards) if m != n)
        named = each.card in shown and each.confidence >= CONFIDENCE_LEAST
        if named and inside and alone and short_side(quad) >= SHORT_LEAST_PX:
            yield Print(str(each.card)[0], str(each.card)[1], flat(picture, quad))


def overlap(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two quads share a part."""
    return cv2.intersectConvexConvex(one, other)[0] > 0


def flat(picture: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The card with these corners as it lies flat, its paper nearly white and its corners round; with alpha,
    CARD_TALL_PX × CARD_WIDE_PX × 4."""
    size = CARD_WIDE_PX, CARD_TALL_PX
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.array(size, np.float32)
    to_card = cv2.getPerspectiveTransform(grown(quad, KEPT_PART).astype(np.float32), corners)
    even = cv2.warpPerspective(picture, to_card, size)
    paper = np.percentile(even.reshape(-1, 3), PAPER_PERCENT, axis=0)
    white = np.clip(even * (PAPER_BGR / paper), 0, 255).astype(np.uint8)
    return np.dstack([white, rounded()])


def one_of_each(cards: Sequence[Print]) -> list[Print]:
    """The first of those with one name, for each name."""
    return list({card.glyph + card.suit: card for card in reversed(cards)}.values())[::-1]


def relaid(cause: Cause, deck: Sequence[Print], seed: int, number: int) -> Table:
    """Table `number` of a seed, of cards of this deck."""
    chances: list[Chance] = [np.random.default_rng((seed, number, part)) for part in range(4)]
    cards = one_of_each([deck[int(n)] for n in chances[0].permutation(len(deck))])
    return put(cause, cards[:CARDS_A_TABLE], "en", *chances[1:])


def counted(cause: Cause, every: Mapping[str, Sequence[Print]], seed: int, count: int) -> Counter[str]:
    """What became of the cards of `count` tables of each deck; nothing tells the language nor the size."""
    counts: Counter[str] = Counter()
    for deck in every.values():
        for number in range(count):
            table = relaid(cause, deck, seed, number)
            counts += outcomes(table, read(table.picture))
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Lay the cards of photographs again, read them, and count.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    every = decks(arguments.folder)
    print("| laid | cards |", " | ".join(COUNTED), "|")  # noqa: T201
    for name in watched(LAYINGS, len(LAYINGS), doing="reading tables"):
        print(line(name, counted(CAUSES[name], every, arguments.seed, arguments.count)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
