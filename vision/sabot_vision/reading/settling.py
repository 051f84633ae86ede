"""One reading for each card: decides which readings of a picture are of the same card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.outlines import Outline
from sabot_vision.networks.glyphs import GLYPHS
from sabot_vision.networks.judging import Seen, Verdict, averaged
from sabot_vision.reading.corners import (
    PARALLEL_COSINE,
    SAME_CORNER_WIDTHS,
    alignment,
    at_one_corner,
    corner_of,
    first_side,
    index_places,
    joined,
)

ODD_SIZE_PART = 0.62
"""Something smaller or larger than the cards beside it by this factor is a card only if it can be read."""
SAME_SIZE_TIMES = 1.15
"""Two outlines that differ by less than this factor are equally large."""
SAME_INDEX_WIDTHS = 0.3
"""Two indices are one if they are no further apart than this, in short sides;"""
OTHER_NAME_WIDTHS = 0.1
"""and this for indices with different names, which lie close to each other in a fan."""
SECOND_INDEX_WIDTHS = 0.2
"""An index is the second one of a card if it is no further from where that stands than this."""
SAME_NAME_WIDTHS = 0.2
"""Corners of two readings with one name are one if they are no further apart than this."""


class Looked(NamedTuple):
    """An outline with all that was seen in it."""

    outline: Outline
    indices: dict[int, Seen]
    face: Seen | None


class Reading(NamedTuple):
    """An outline with its verdict, and the places of the indices that led to it."""

    looked: Looked
    verdict: Verdict
    places: np.ndarray


def index_mass(seen: Seen) -> float:
    """How likely a cut shows an index."""
    return float(1 - seen.glyphs[-1])


def one_each(looked: Sequence[Looked]) -> list[Looked]:
    """Returns one look at each index: several looks at one index that stands alone are averaged."""
    alone, others = list[Looked](), list[Looked]()
    for seen in looked:
        single = len(seen.indices) == 1 and index_mass(*seen.indices.values()) >= 0.5
        (alone if single else others).append(seen)
    left = sorted(alone, key=clearness, reverse=True)
    while left:
        first, number = left[0], left[0].outline.corners[0]
        same = [seen for seen in left if seen is first or at_one_corner(seen.outline, first.outline)]
        averaged_index = averaged([index for seen in same for index in seen.indices.values()])
        others.append(first._replace(indices={number: averaged_index}))
        left = [seen for seen in left if not any(seen is one for one in same)]
    return others


def clearness(seen: Looked) -> float:
    """How clearly the one index that was seen names a card."""
    (index,) = seen.indices.values()
    return float(index.glyphs[:-1].max() * index.suits[:-1].max())


# --- readings of one card


def settled(every: Sequence[Reading]) -> list[Reading]:
    """Returns one reading for each card: the surer of those that lie on each other. Both corners set its
    place if both were read.
    """
    ordered = sorted(every, key=rank_of, reverse=True)
    near = touching([reading.looked.outline for reading in ordered])
    kept: list[int] = []
    moved = False
    for n, reading in enumerate(ordered):
        of = next((m for m in kept if near[n, m] and clash(reading, ordered[m])), None)
        if of is None:
            kept.append(n)
        elif not ordered[of].looked.outline.whole and twins(reading, ordered[of]):
            before, ordered[of] = ordered[of], placed(ordered[of], reading)
            moved |= ordered[of] is not before
    left = [ordered[n] for n in kept]
    if any(has_four(reading) for reading in [*every, *left]):  # then every card of the deck has four
        left, moved = [with_four(reading) for reading in left], True
    return [reading for n, reading in enumerate(left) if not (moved and said_before(reading, left[:n]))]


def has_four(reading: Reading) -> bool:
    """Whether a card that is seen in part shows indices in two corners along one side."""
    outline, indices, _ = reading.looked
    shown = {n % 2 for n, seen in indices.items() if index_mass(seen) >= 0.5}
    return not outline.whole and (len(outline.corners) == 4 or len(shown) == 2)


def with_four(reading: Reading) -> Reading:
    """A card that is seen in part, with an index in each corner."""
    outline = reading.looked.outline
    if outline.whole:
        return reading
    first = outline.corners[0]
    outline = outline._replace(corners=(first, first ^ 1, first ^ 2, first ^ 3))
    return reading._replace(looked=reading.looked._replace(outline=outline))


def said_before(reading: Reading, others: Sequence[Reading]) -> bool:
    """Returns whether a reading is of the same card as one of the others, which now lie where two corners put
    them.
    """
    return any(twins(reading, other) for other in others)


def placed(reading: Reading, other: Reading) -> Reading:
    """Returns the reading at the place that its own corner and another corner of the same card give; with
    four indices, also two corners of one side.
    """
    if other.looked.outline.whole:
        return reading
    one, two = reading.looked.outline, other.looked.outline
    outline = joined(one, two)
    if outline is None:
        return reading
    at = reading._replace(looked=reading.looked._replace(outline=outline), places=index_places(outline))
    return with_four(at) if corner_of(one).hand != corner_of(two).hand else at


def clash(reading: Reading, other: Reading) -> bool:
    """Returns whether two readings are of one card: they share an index, or one lies within the other."""
    if twins(reading, other) or names_second(reading, other) or names_second(other, reading):
        return True
    if at_one_index(reading, other):
        return True
    inside = reading.looked.outline.whole and other.verdict.card is not None
    return inside and within(reading.looked.outline, other.looked.outline)


def at_one_index(reading: Reading, other: Reading) -> bool:
    """Returns whether two readings share an index: of two cards with different names, one that was seen."""
    short = min(first_side(reading.looked.outline), first_side(other.looked.outline))
    names = {reading.verdict.card, other.verdict.card}
    if len(names) == 1 or None in names:
        return nearest(reading.places, other.places) < SAME_INDEX_WIDTHS * short
    return nearest(index_places(as_seen(reading)), index_places(as_seen(other))) < OTHER_NAME_WIDTHS * short


def nearest(ones: np.ndarray, others: np.ndarray) -> float:
    """How near a point of the one lies to a point of the other."""
    return float(np.linalg.norm(ones[:, None] - others[None], axis=2).min())


def names_second(reading: Reading, other: Reading) -> bool:
    """Returns whether the one index of a card that is seen in part is the second index of another card with
    another name: it stands on its head in that corner. Half covered, it is another card to the readers. A
    card that shows both its indices has none that could be taken for another's."""
    one, two = reading.looked.outline, other.looked.outline
    seen = as_seen(reading)
    if two.whole or len(seen.corners) != 1 or None in (reading.verdict.card, other.verdict.card):
        return False
    if shows_both(other):
        return False
    near = nearest(index_places(turned(seen)), index_places(two)[:1]) < SECOND_INDEX_WIDTHS * first_side(one)
    return near and alignment(corner_of(seen), corner_of(two)) < -PARALLEL_COSINE


def as_seen(reading: Reading) -> Outline:
    """The outline with the corners in which an index was seen; with all where none was."""
    outline, indices, _ = reading.looked
    seen = tuple(n for n, index in indices.items() if index_mass(index) >= 0.5)
    return outline._replace(corners=seen or outline.corners)


def turned(outline: Outline) -> Outline:
    """The outline, as if its opposite corners were seen."""
    return outline._replace(corners=tuple((n + 2) % 4 for n in outline.corners))


def twins(reading: Reading, other: Reading) -> bool:
    """Returns whether two readings with the same name, at least one of them imagined from a corner, are of
    one card: they lie in one place, or a visible corner of one is a corner of the other.
    """
    one, two = reading.looked.outline, other.looked.outline
    if (one.whole and two.whole) or not say_the_same(reading.verdict, other.verdict):
        return False
    apart = math.dist(one.quad.mean(axis=0), two.quad.mean(axis=0))
    if apart < 0.5 * min(first_side(one), first_side(two)) or has_corner(one, two) or has_corner(two, one):
        return True
    ones, twos = as_seen(reading), as_seen(other)
    alone = not (one.whole or two.whole) or len(ones.corners) == len(twos.corners) == 1
    return alone and (joined(ones, twos) is not None or joined(twos, ones) is not None)


def say_the_same(verdict: Verdict, other: Verdict) -> bool:
    """Returns whether two verdicts agree on one card, by name or by best guess."""
    if verdict.card and other.card:
        return verdict.card == other.card
    return (verdict.rank, verdict.suit) == (other.rank, other.suit)


def has_corner(outline: Outline, part: Outline) -> bool:
    """Returns whether the visible corner of a partly seen card is a corner of the outline that points the
    same way, or its index is one that the card is known to have.
    """
    if part.whole:
        return False
    seen = corner_of(part)
    upright = float((outline.quad[3] - outline.quad[0]) @ seen.along) > 0
    far = np.hypot(*((outline.quad[:2] if upright else outline.quad[2:]) - seen.point).T)
    if far.min() < SAME_NAME_WIDTHS * first_side(outline):
        return True
    aside = np.hypot(*(index_places(outline) - index_places(part)[0]).T)
    return not outline.whole and bool(aside.min() < SAME_CORNER_WIDTHS * first_side(outline))


def rank_of(reading: Reading) -> tuple[bool, bool, bool, bool, float]:
    """Returns the rank in this order: a named card, a whole outline, enough indices, a second index where a
    card is seen in part, a confident verdict."""
    outline, indices, face = reading.looked
    shown = sum(index_mass(index) >= 0.5 for index in indices.values())
    second = not outline.whole and shown > 1
    return reading.verdict.card is not None, outline.whole, face is None, second, reading.verdict.confidence


def touching(places: Sequence[Outline]) -> np.ndarray:
    """Returns which of n places could overlap, n × n: the circles around them meet."""
    quads = np.array([place.quad for place in places]).reshape(-1, 4, 2)
    middles = quads.mean(axis=1)
    reach = 1.05 * np.hypot(*(quads - middles[:, None]).transpose(2, 0, 1)).max(axis=1)
    apart = np.hypot(*(middles[:, None] - middles).transpose(2, 0, 1))
    return np.asarray(apart < reach[:, None] + reach)


def within(inner: Outline, outer: Outline) -> bool:
    """Whether the middle of one outline lies well inside another that is no smaller: a part of its print."""
    middle = inner.quad.mean(axis=0)
    deep = cv2.pointPolygonTest(outer.quad, (float(middle[0]), float(middle[1])), True)
    return deep > 0.1 * first_side(outer) and first_side(inner) < 1.1 * first_side(outer)


def likely(kept: Sequence[Reading]) -> list[Reading]:
    """Returns the readings without those that are not of the size of the named cards beside them."""
    named = [first_side(reading.looked.outline) for reading in kept if reading.verdict.card]
    usual = float(np.median(named)) if named else 0.0
    return [reading for reading in kept if reading.verdict.card or alike(reading, usual)]


def alike(reading: Reading, usual: float) -> bool:
    """Whether an outline is about as wide as a card usually is (any width, where that is 0)."""
    return not usual or ODD_SIZE_PART * usual < first_side(reading.looked.outline) < usual / ODD_SIZE_PART


def taken(place: Outline, kept: Sequence[Reading]) -> bool:
    """Whether a named card of this size already explains all the corners of `place`. The outline of a pair of
    cards is larger, the frame of a court smaller: the cards in them are still to be read."""
    wide, corners = first_side(place), index_places(place).tolist()
    least, most, reach = wide / SAME_SIZE_TIMES, wide * SAME_SIZE_TIMES, SAME_INDEX_WIDTHS * wide
    named = (reading for reading in kept if reading.verdict.card)
    lying = [one.places.tolist() for one in named if least < first_side(one.looked.outline) < most]
    return any(all(any(math.dist(a, b) < reach for b in there) for a in corners) for there in lying)


def lies_there(reading: Reading) -> bool:
    """Returns whether a card surely lies there: it is named, or both its indices show the same."""
    return reading.verdict.card is not None or (reading.looked.outline.whole and shows_both(reading))


def shows_both(reading: Reading) -> bool:
    """Whether two opposite corners of a card show the same."""
    indices = reading.looked.indices
    return any(alike_seen(indices[n], indices.get(n + 2)) for n in indices)


def alike_seen(one: Seen, other: Seen | None) -> bool:
    """Whether two corners most likely show the same glyph and suit, and one at all."""
    if other is None:
        return False
    shown = [(int(np.argmax(seen.glyphs)), int(np.argmax(seen.suits))) for seen in (one, other)]
    return shown[0] == shown[1] and shown[0][0] < len(GLYPHS) - 1
