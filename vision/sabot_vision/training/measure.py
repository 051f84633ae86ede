"""How well the reader reads rendered tables: decks from other seeds than those that it learned from.

python -m sabot_vision.training.measure --count 200
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.networks.glyphs import ranks
from sabot_vision.reading.cards import read
from sabot_vision.training.layouts import LAYOUTS
from sabot_vision.training.oddities.cards import JOKER
from sabot_vision.training.tables import GROUNDS, Table, tables
from sabot_vision.training.telling import watched


def outcomes(table: Table, found: Sequence[Found]) -> Counter[str]:
    """right, misplaced, wrong, unsure, missed, named twice, invented, unsure of none: the counts of one
    table. Wrong names also count as `8C for 3C`.

    Cards that lie over each other have their middles close together: a reading belongs first to the card with
    its name, even up to a card's width away (misplaced). The reading of a card with covered indices counts
    only if it is wrong. A name left over was named twice if a card on the table has it, and is invented
    otherwise."""
    left, counts = list(found), Counter[str]()
    truth = [(named(printed, table.language), quad) for printed, quad in (*table.cards, *table.covered)]
    open_cards = len(table.cards)
    right = [taken(left, quad, 0.5, name) for name, quad in truth]
    aside = [None if right[n] else taken(left, quad, 1.0, name) for n, (name, quad) in enumerate(truth)]
    for n, (name, quad) in enumerate(truth):
        counts["misplaced"] += aside[n] is not None
        nearest = right[n] or aside[n] or taken(left, quad, 0.4)
        if nearest is not None and (n < open_cards or nearest.card is not None):
            counts.update(verdict(name, nearest))
        elif n < open_cards:
            counts["missed"] += 1
    names = [name for name, _ in truth]
    for card in left:
        counts[
            "unsure of none" if card.card is None else "named twice" if card.card in names else "invented"
        ] += 1
    return counts


def named(printed: str, language: str) -> str:
    """The name of the card that is printed so in a deck of that language."""
    if printed == JOKER:
        return printed
    (rank,) = ranks(printed[0], language)
    return rank + printed[1]


def taken(left: list[Found], quad: np.ndarray, within: float, name: str | None = None) -> Found | None:
    """The nearest reading (of that name), which is then taken out; None where all are further off than a part
    of the card's width."""
    near = [card for card in left if name in (None, card.card) and apart(card, quad) < within * wide(quad)]
    nearest = min(near, key=lambda card: apart(card, quad), default=None)
    if nearest is not None:
        left.remove(nearest)
    return nearest


def wide(quad: np.ndarray) -> float:
    """The length of a card's first side, in pixels."""
    return float(np.linalg.norm(quad[1] - quad[0]))


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
    parser.add_argument("--laid", choices=sorted(LAYOUTS), default="apart")
    parser.add_argument("--ground", choices=sorted(GROUNDS), default="cloth")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    counts: Counter[str] = Counter()
    drawn = tables(
        arguments.count,
        cards=arguments.cards,
        seed=arguments.seed,
        laid=arguments.laid,
        ground=arguments.ground,
    )
    for table in watched(drawn, arguments.count, doing="reading tables"):
        counts += outcomes(table, read(table.picture, language=table.language))
    print(json.dumps(counts, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
