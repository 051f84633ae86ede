"""How well the reader reads rendered tables: decks from other seeds than those that it learned from.

python -m vision.training.measure --count 200
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from vision.found import Found
from vision.glyphs import ranks
from vision.reading import read
from vision.training.tables import Table, tables


def outcomes(table: Table, found: Sequence[Found]) -> Counter[str]:
    """right, wrong, unsure, missed and invented on one table; each wrong name also as `8C for 3C`."""
    left, told = list(found), Counter[str]()
    for printed, quad in table.cards:
        (rank,) = ranks(printed[0], table.language)
        nearest = min(left, key=lambda card: apart(card, quad), default=None)
        if nearest is None or apart(nearest, quad) > 0.4 * float(np.linalg.norm(quad[1] - quad[0])):
            told["missed"] += 1
            continue
        left.remove(nearest)
        told.update(verdict(rank + printed[1], nearest))
    told["invented"] = sum(card.card is not None for card in left)
    return told


def apart(card: Found, quad: np.ndarray) -> float:
    """How far the middles of a reading and of a card are apart, in pixels."""
    return float(np.linalg.norm(np.mean(card.quad, axis=0) - quad.mean(axis=0)))


def verdict(truth: str, card: Found) -> list[str]:
    """What to count for one reading of the card `truth`."""
    if card.card is None:
        return ["unsure", f"unsure: {card.unsure}"]
    return ["right"] if card.card == truth else ["wrong", f"{card.card} for {truth}"]


def main() -> None:
    """Print the counts as JSON."""
    parser = argparse.ArgumentParser(description="Read rendered tables and count.")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--cards", type=int, default=6)
    parser.add_argument("--seed", type=int, default=78)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    told: Counter[str] = Counter()
    for table in tables(arguments.count, cards=arguments.cards, seed=arguments.seed):
        told += outcomes(table, read(table.picture, language=table.language))
    print(json.dumps(told, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
