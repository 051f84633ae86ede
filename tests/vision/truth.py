"""Readings compared with what truly lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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
    while pairs := [(nearness(box, card), name, box, card) for name, box in cards for card in left]:
        near, name, box, card = max(pairs, key=lambda pair: pair[0])
        if near < 0.3:
            break
        cards.remove((name, box))
        left.remove(card)
        told[outcome(name, card)] += 1
    told["missed"] += len(cards)
    told["invented"] += sum(card.card is not None for card in left)
    return told


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
