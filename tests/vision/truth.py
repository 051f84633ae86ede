"""Readings compared with what truly lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from sabot_vision.finding.found import Found

Box = Sequence[float]
"""Left, top, right, bottom."""


def overlap(one: Box, other: Box) -> float:
    """The part of two boxes that both cover."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or tall <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return wide * tall / (sum(areas) - wide * tall)


def edges(card: Found) -> Box:
    x, y, wide, tall = card.box
    return x, y, x + wide, y + tall


def compared(truth: Iterable[tuple[str, Box | None]], found: Iterable[Found]) -> Counter[str]:
    """How many cards were named right, wrong, left unsure or missed, and how many names were invented.

    A card of the truth may lack a suit (`8`) or a place; where it has none, the only reading is of it.
    """
    cards, left, told = list(truth), list(found), Counter[str]()
    pairs: list[tuple[tuple[str, Box | None], Found]] = []
    while options := [(nearness(box, card), name, box, card) for name, box in cards for card in left]:
        _, name, box, card = max(options, key=lambda option: option[0])
        cards.remove((name, box))
        left.remove(card)
        pairs.append(((name, box), card))
    for (name, box), card in exchanged(pairs):
        if nearness(box, card) < 0.3:
            told["missed"] += 1
            told["invented"] += card.card is not None
        else:
            told[outcome(name, card)] += 1
    told["missed"] += len(cards)
    told["invented"] += sum(card.card is not None for card in left)
    return told


def exchanged(
    pairs: list[tuple[tuple[str, Box | None], Found]],
) -> list[tuple[tuple[str, Box | None], Found]]:
    """The pairs, two of them exchanged wherever both then cover more together: the box of a card in a fan
    may cover more of its neighbour's than that one does itself."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(pairs)), 2):
            (first, card), (second, beside) = pairs[one], pairs[other]
            apart = nearness(first[1], card) + nearness(second[1], beside)
            if nearness(first[1], beside) + nearness(second[1], card) > apart + 1e-9:
                pairs[one], pairs[other], better = (first, beside), (second, card), True
    return pairs


def nearness(box: Box | None, card: Found) -> float:
    return overlap(box, edges(card)) if box else card.confidence


def outcome(name: str, card: Found) -> str:
    if card.card is None:
        return "unsure"
    return "right" if card.card.startswith(name) else "wrong"


def boxed(quad: Any) -> Box:
    """The upright box around corners."""
    across, down = zip(*quad, strict=True)
    return min(across), min(down), max(across), max(down)
