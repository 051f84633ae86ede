"""A picture in, the cards in it out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.cutting import corner_cut, face_cut
from vision.eyes import corners_seen, faces_seen
from vision.finding import Outline, heaped, searched
from vision.found import Found
from vision.geometry import RATIO
from vision.glyphs import GLYPHS, languages_beside
from vision.judging import Seen, Verdict, averaged, judged

SMALL_PX = 40
"""A card whose short side is less is called small where it could not be read."""


UNLIKE = 0.62
"""What is smaller than the cards beside it by this factor, or larger, is no card unless it can be read."""


ASIDE = ((0.011, 0.008), (-0.011, -0.008), (0.011, -0.008), (-0.011, 0.008))
"""How far, in parts of a card's sides, the cuts of a second look lie aside."""
LOOKS = 4
"""A second look takes so many cuts: two of each index where both are seen, four of one alone."""
HOPED = 0.75
"""A second look is worth its time from this confidence on: below it hardly ever leads to a name."""
AGREED = 0.994
"""Where both indices give the same name at least this, and the card is named by it, its face is not asked."""
CLEAR = 0.93
"""A letter this sure tells of which language the deck is."""


class Looked(NamedTuple):
    """An outline with all that was seen in it."""

    outline: Outline
    indices: dict[int, Seen]
    face: Seen | None


class Reading(NamedTuple):
    """An outline with the verdict on it, and where in the picture the indices were that led to it."""

    looked: Looked
    verdict: Verdict
    places: np.ndarray


def read(picture: np.ndarray, *, language: str = "any") -> tuple[Found, ...]:
    """The cards in `picture` (height × width × 3, uint8, blue-green-red), from the left to the right.

    `language` is that of the court letters: `en` (J Q K), `fr` (V D R), `nl` (B V H), `de` (B D K), or `any`:
    then the other letters in the picture tell, and a letter is read as unsure where they do not.
    """
    if min(picture.shape[:2]) < SMALL_PX:
        return ()
    judge = Judge(language)
    sought = searched(picture)
    whole, parts = ([place for place in sought.outlines if place.whole is wanted] for wanted in (True, False))
    inner = framed(whole)
    looked = look_at_whole(picture, [place for n, place in enumerate(whole) if n not in inner], judge)
    if inner:
        verdicts = zip(looked, judge.verdicts(looked), strict=True)
        named = [seen.outline for seen, told in verdicts if told and told.card]
        left = [whole[n] for n in sorted(inner) if not any(holds(card, whole[n]) for card in named)]
        looked += look_at_whole(picture, left, judge)
    if parts or sought.heaps:
        kept = settled(readings(looked, judge))
        parts += heaped(picture, sought, [one.looked.outline.quad for one in kept if lies_there(one)])
        looked += look_at_parts(picture, [place for place in parts if not taken(place, kept)])
    kept = settled(readings(looked_twice(picture, looked, judge), judge))
    found = [as_found(reading) for reading in likely(kept)]
    return tuple(sorted(found, key=lambda card: card.box))


def framed(places: Sequence[Outline]) -> set[int]:
    """Which places have all their corners inside another, as the frame of a court has."""
    near = touching(places)
    pairs = ((n, m) for n in range(len(places)) for m in range(len(places)) if n != m and near[n, m])
    return {n for n, m in pairs if holds(places[m], places[n])}


def holds(outer: Outline, inner: Outline) -> bool:
    """Whether all corners of the one lie inside the other."""
    return all(cv2.pointPolygonTest(outer.quad, corner, False) > 0 for corner in inner.quad.tolist())


def touching(places: Sequence[Outline]) -> np.ndarray:
    """Which of n places could have anything in common, n × n: the circles around them meet."""
    quads = np.array([place.quad for place in places]).reshape(-1, 4, 2)
    middles = quads.mean(axis=1)
    reach = 1.05 * np.hypot(*(quads - middles[:, None]).transpose(2, 0, 1)).max(axis=1)
    apart = np.hypot(*(middles[:, None] - middles).transpose(2, 0, 1))
    return np.asarray(apart < reach[:, None] + reach)


class Judge:
    """The verdicts on what is seen in one picture, each made once."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._told: dict[tuple[int, frozenset[str]], tuple[Looked, Verdict | None]] = {}
        self._clear: dict[int, tuple[Looked, list[str]]] = {}

    def verdicts(self, looked: Sequence[Looked]) -> list[Verdict | None]:
        """The verdicts on outlines of one deck: the letters of one tell of another's."""
        beside = frozenset[str]()
        if self._language == "any":
            beside = languages_beside(glyph for seen in looked for glyph in self._glyphs(seen))
        return [self._verdict(seen, beside) for seen in looked]

    def _glyphs(self, seen: Looked) -> list[str]:
        if id(seen) not in self._clear:
            self._clear[id(seen)] = seen, list(clear_glyphs(seen))
        return self._clear[id(seen)][1]

    def _verdict(self, seen: Looked, beside: frozenset[str]) -> Verdict | None:
        key = id(seen), beside
        if key not in self._told:
            told = judged(list(seen.indices.values()), seen.face, self._language, beside)
            self._told[key] = seen, told
        return self._told[key][1]


def look_at_whole(picture: np.ndarray, places: Sequence[Outline], judge: Judge) -> list[Looked]:
    """The two corners with an index on every deck; the other corners where those are bare; and the face where
    the two do not name the card clearly."""
    indices = looked_at(picture, places, [(0, 2)] * len(places))
    looked = [Looked(place, seen, None) for place, seen in zip(places, indices, strict=True)]
    verdicts = enumerate(judge.verdicts(looked))
    unclear = [n for n, told in verdicts if not (told and told.card and agreed(*indices[n].values()))]
    bare = [n for n in unclear if max(map(index_mass, indices[n].values())) < 0.5]
    more = looked_at(picture, [places[n] for n in bare], [(1, 3)] * len(bare))
    for n, seen in zip(bare, more, strict=True):
        indices[n].update(seen)
    faces = faces_seen([face_cut(picture, places[n].quad) for n in unclear])
    for n, face in zip(unclear, faces, strict=True):
        looked[n] = Looked(places[n], indices[n], face)
    return looked


def agreed(one: Seen, other: Seen) -> bool:
    """Whether two indices show the same, and each surely."""
    glyph, suit = int(np.argmax(one.glyphs)), int(np.argmax(one.suits))
    sure = one.glyphs[glyph], other.glyphs[glyph], one.suits[suit], other.suits[suit]
    return bool(min(sure) > AGREED)


def index_mass(seen: Seen) -> float:
    """How likely a cut shows an index."""
    return float(1 - seen.glyphs[-1])


def looked_at(
    picture: np.ndarray, places: Sequence[Outline], corners: Sequence[Sequence[int]]
) -> list[dict[int, Seen]]:
    """What the given corners of each place show, read in one go."""
    wanted = [(n, corner) for n, some in enumerate(corners) for corner in some]
    seen = corners_seen([corner_cut(picture, places[n].quad, corner) for n, corner in wanted])
    told: list[dict[int, Seen]] = [{} for _ in places]
    for (n, corner), what in zip(wanted, seen, strict=True):
        told[n][corner] = what
    return told


def look_at_parts(picture: np.ndarray, places: Sequence[Outline]) -> list[Looked]:
    """Those corners of torn outlines that are seen."""
    seen = looked_at(picture, places, [place.corners for place in places])
    return [Looked(place, indices, None) for place, indices in zip(places, seen, strict=True)]


def looked_twice(picture: np.ndarray, looked: Sequence[Looked], judge: Judge) -> list[Looked]:
    """Those with an index that are nearly named, seen a second time through cuts a little aside."""
    return [
        looked_aside(picture, seen) if doubtful(verdict) else seen
        for seen, verdict in zip(looked, judge.verdicts(looked), strict=True)
    ]


def doubtful(verdict: Verdict | None) -> bool:
    """Whether an index was seen, not surely enough, but nearly."""
    unsure = ("unclear", "indices disagree")
    return verdict is not None and verdict.unsure in unsure and verdict.confidence > HOPED


def looked_aside(picture: np.ndarray, seen: Looked) -> Looked:
    """All that was seen of one outline, together with what is seen a little aside of it."""
    corners = [corner for corner, index in seen.indices.items() if index_mass(index) >= 0.5]
    moved = [moved_by(seen.outline, *step) for step in ASIDE[: max(2, LOOKS // len(corners))]]
    more = looked_at(picture, moved, [corners] * len(moved))
    indices = {n: averaged([seen.indices[n], *(told[n] for told in more)]) for n in corners}
    if seen.face is None:
        return seen._replace(indices=seen.indices | indices)
    turned = np.roll(seen.outline.quad, 2, axis=0)
    faces = faces_seen([face_cut(picture, quad) for quad in (turned, moved[0].quad)])
    return Looked(seen.outline, seen.indices | indices, averaged([seen.face, *faces]))


def moved_by(outline: Outline, across: float, down: float) -> Outline:
    """The outline moved by parts of its own sides."""
    quad = outline.quad
    return outline._replace(quad=quad + (quad[1] - quad[0]) * across + (quad[3] - quad[0]) * down)


def clear_glyphs(seen: Looked) -> Iterator[str]:
    """The glyphs that stand clearly in some corner."""
    for index in seen.indices.values():
        at = int(np.argmax(index.glyphs))
        if index.glyphs[at] > CLEAR:
            yield GLYPHS[at]


def readings(looked: Sequence[Looked], judge: Judge) -> list[Reading]:
    """The verdicts on all outlines that are cards."""
    kept = []
    for seen, verdict in zip(looked, judge.verdicts(looked), strict=True):
        if verdict is not None and (seen.outline.whole or verdict.card):
            kept.append(Reading(seen, verdict, index_places(seen.outline)))
    return kept


def index_places(outline: Outline) -> np.ndarray:
    """Where the indices of an outline stand: a point in from each corner seen, n × 2."""
    middle = outline.quad.sum(axis=0) / 4
    return np.asarray(outline.quad[list(outline.corners)] * 0.78 + middle * 0.22)


def settled(every: Sequence[Reading]) -> list[Reading]:
    """One reading for each card: the surer of those that lie on each other."""
    ordered = sorted(every, key=rank_of, reverse=True)
    near = touching([reading.looked.outline for reading in ordered])
    kept: list[int] = []
    for n, reading in enumerate(ordered):
        if not any(near[n, m] and clash(reading, ordered[m]) for m in kept):
            kept.append(n)
    return [ordered[n] for n in kept]


def likely(kept: Sequence[Reading]) -> list[Reading]:
    """The readings without those of things that are not as large as the cards named beside them."""
    named = [short_side(reading.looked.outline) for reading in kept if reading.verdict.card]
    usual = float(np.median(named)) if named else 0.0
    return [reading for reading in kept if reading.verdict.card or alike(reading, usual)]


def alike(reading: Reading, usual: float) -> bool:
    """Whether an outline is about as wide as a card usually is (any width, where that is 0)."""
    return not usual or UNLIKE * usual < short_side(reading.looked.outline) < usual / UNLIKE


def rank_of(reading: Reading) -> tuple[bool, bool, bool, float]:
    """What comes first: a named card, a whole outline, its indices enough, a confident verdict."""
    outline, _, face = reading.looked
    return reading.verdict.card is not None, outline.whole, face is None, reading.verdict.confidence


def clash(reading: Reading, other: Reading) -> bool:
    """Whether two readings are of one card: an index of the one stands where one of the other does, or the
    one lies within the other."""
    short = min(short_side(reading.looked.outline), short_side(other.looked.outline))
    apart = np.linalg.norm(reading.places[:, None] - other.places[None], axis=2)
    if apart.min() < 0.3 * short or twins(reading, other):
        return True
    inside = reading.looked.outline.whole and other.verdict.card is not None
    return inside and within(reading.looked.outline, other.looked.outline)


def twins(reading: Reading, other: Reading) -> bool:
    """Whether two cards imagined from one corner each are one and the same: of one name, in one place."""
    one, two = reading.looked.outline, other.looked.outline
    if one.whole or two.whole or reading.verdict.card != other.verdict.card:
        return False
    apart = float(np.linalg.norm(one.quad.mean(axis=0) - two.quad.mean(axis=0)))
    return apart < 0.5 * min(short_side(one), short_side(two)) or facing(one, two)


def facing(one: Outline, two: Outline) -> bool:
    """Whether the corners seen of two outlines look at each other as both indices of one card do, of whatever
    size either was thought to be."""
    first, second = (np.roll(place.quad, -place.corners[0], axis=0) for place in (one, two))
    sides = first[[1, 3]] - first[0]
    lengths = np.hypot(*sides.T)
    turned = float((second[1] - second[0]) @ sides[0]) / lengths[0] / short_side(two)
    across, down = sides @ (second[0] - first[0]) / lengths
    if one.corners[0] % 2 or two.corners[0] % 2 or turned > -0.98 or across <= 0:
        return False
    return bool(abs(down / across / RATIO - 1) < 0.12 and 0.5 < across / lengths[0] < 2)


def within(inner: Outline, outer: Outline) -> bool:
    """Whether the middle of one outline lies well inside another that is no smaller: a part of its print."""
    middle = inner.quad.mean(axis=0)
    deep = cv2.pointPolygonTest(outer.quad, (float(middle[0]), float(middle[1])), True)
    return deep > 0.1 * short_side(outer) and short_side(inner) < 1.1 * short_side(outer)


def short_side(outline: Outline) -> float:
    """The length of an outline's first side."""
    return math.dist(outline.quad[0], outline.quad[1])


def taken(place: Outline, kept: Sequence[Reading]) -> bool:
    """Whether a card that is known already explains all the corners of `place`."""
    corners, reach = index_places(place).tolist(), 0.3 * short_side(place)
    lying = (reading.places.tolist() for reading in kept if lies_there(reading))
    return any(all(any(math.dist(a, b) < reach for b in there) for a in corners) for there in lying)


def lies_there(reading: Reading) -> bool:
    """Whether a card is known to lie there: it is named, or both its indices show the same."""
    outline, indices, _ = reading.looked
    both = outline.whole and any(alike_seen(indices[n], indices.get(n + 2)) for n in indices)
    return reading.verdict.card is not None or both


def alike_seen(one: Seen, other: Seen | None) -> bool:
    """Whether two corners most likely show the same glyph and suit, and one at all."""
    if other is None:
        return False
    shown = [(int(np.argmax(seen.glyphs)), int(np.argmax(seen.suits))) for seen in (one, other)]
    return shown[0] == shown[1] and shown[0][0] < len(GLYPHS) - 1


def as_found(reading: Reading) -> Found:
    """The reading as others want it: upright as far as the indices tell."""
    quad, verdict = reading.looked.outline.quad, reading.verdict
    low, high = np.floor(quad.min(axis=0)).astype(int), np.ceil(quad.max(axis=0)).astype(int)
    box = (int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    unsure = verdict.unsure
    if unsure in ("unclear", "no index") and short_side(reading.looked.outline) < SMALL_PX:
        unsure = "small"
    sure = round(verdict.confidence, 4)
    return Found(verdict.card, sure, box, (a, b, c, d), unsure, verdict.rank, verdict.suit)
