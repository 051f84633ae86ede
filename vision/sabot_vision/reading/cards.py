"""A picture in, the cards in it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import SizeAt
from sabot_vision.finding.outlines import Outline, searched
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.finding.parts import parts
from sabot_vision.networks.judging import NO_CARD, Seen, seen_at_all
from sabot_vision.reading.borrowed import settled_apart
from sabot_vision.reading.corners import first_side, index_places
from sabot_vision.reading.cuts import faces_at, looked_at
from sabot_vision.reading.judge import CLEAR_PROBABILITY, Hear, Judge, after
from sabot_vision.reading.one_deck import of_one_size, of_one_size_seen
from sabot_vision.reading.pictured import looked_without_picture
from sabot_vision.reading.second_looks import looked_further, looked_sharper, looked_twice
from sabot_vision.reading.settling import (
    Looked,
    Reading,
    index_mass,
    lies_there,
    likely,
    one_each,
    settled,
    taken,
    touching,
)
from sabot_vision.reading.strangers import without_strangers

SMALL_PX = 40
"""An unreadable card with a shorter short side is reported as small."""

NO_FACE_CONFIDENCE = 0.999
"""If both indices give the name at least this confidence, the face is not examined."""
STRANGE_REASONS = ("no index", "indices disagree")
"""An outline with one of these reasons may show several cards."""
SQUARISH_TIMES = 1.75
"""A card seen aslant is less than this many times as long one way as the other if it may be turned by a
quarter."""


def read(picture: np.ndarray, *, language: str = "any", size_at: SizeAt | None = None) -> tuple[Found, ...]:
    """Returns the cards in `picture` (height × width × 3, uint8, blue-green-red), from left to right.

    `language` is the language of the court letters: `en` (J Q K), `fr` (V D R), `nl` (B V H), `de` (B D K),
    or `any`: then the other letters in the picture decide, and a letter that they do not settle is unsure.
    `size_at` gives the size of cards if a calibrated camera knows it: then nothing of another size is a card.
    """
    pieces = in_pieces(picture, language=language, size_at=size_at, hurried=False)
    return tuple(found for found in pieces if found)


def in_pieces(
    picture: np.ndarray,
    *,
    language: str = "any",
    size_at: SizeAt | None = None,
    hear: Hear | None = None,
    hurried: bool = True,
) -> Iterator[Found | None]:
    """Does the same, but yields None wherever the work may pause, because the camera's next picture may be
    due. That picture shows the same cards, so this one is read in a hurry: where nothing tells how large
    cards are, the first finds do. `hear` has the last word on a card that is seen whole
    (`sabot_vision.learning`).
    """
    if min(picture.shape[:2]) < SMALL_PX:
        return
    judge = Judge(language)
    sought = searched(picture, size_at)
    yield None
    looked = yield from look_at_outlines(picture, sought.whole, judge)
    verdicts = zip(looked, judge.verdicts(looked), strict=True)
    strange = [
        seen.outline.quad
        for seen, verdict in verdicts
        if verdict is None or verdict.unsure in STRANGE_REASONS
    ]
    if sought.torn or sought.heaps or strange:
        kept = settled(of_one_size(readings(looked, judge)))
        known = [one.looked.outline.quad for one in kept if lies_there(one)]
        places = yield from parts(picture, sought, known, strange, size_at, hurried=hurried)
        looked += yield from look_at_parts(picture, [place for place in places if not taken(place, kept)])
    looked = yield from looked_twice(picture, looked, judge)
    looked = yield from looked_sharper(picture, looked, judge)
    looked = yield from looked_without_picture(picture, looked, judge)
    every = readings((yield from looked_further(picture, looked, judge)), judge)
    every = yield from of_one_size_seen(picture, every)
    kept = yield from settled_apart(picture, every)
    kept = yield from without_strangers(picture, looked, likely(kept), judge)
    found = [as_found(after(reading, hear)) for reading in kept]
    yield from sorted(found, key=lambda card: card.box)


def look_at_outlines(picture: np.ndarray, whole: Sequence[Outline], judge: Judge) -> Piecewise[list[Looked]]:
    """Returns what is seen in the outlines of whole cards, except those inside a card that was surely seen. A
    tray has the shape of a card too, and an index in it may stand where a card of its size has one."""
    inner = framed(whole)
    looked = yield from look_at_whole(
        picture, [place for n, place in enumerate(whole) if n not in inner], judge
    )
    if inner:
        verdicts = zip(looked, judge.verdicts(looked), strict=True)
        named = [
            seen.outline for seen, verdict in verdicts if verdict and verdict.card and is_surely_card(seen)
        ]
        left = [whole[n] for n in sorted(inner) if not any(holds(card, whole[n]) for card in named)]
        looked += yield from look_at_whole(picture, left, judge)
    return looked


def is_surely_card(seen: Looked) -> bool:
    """Whether an outline that was named has an index in two corners, or looks like a card as a whole."""
    indices = sum(index_mass(index) >= 0.5 for index in seen.indices.values())
    return indices > 1 or seen.face is None or seen.face.glyphs[NO_CARD] < 0.5


def framed(places: Sequence[Outline]) -> set[int]:
    """Which places have all their corners inside another, as the frame of a court has."""
    near = touching(places)
    pairs = ((n, m) for n in range(len(places)) for m in range(len(places)) if n != m and near[n, m])
    return {n for n, m in pairs if holds(places[m], places[n])}


def holds(outer: Outline, inner: Outline) -> bool:
    """Whether all corners of the one lie inside the other."""
    return all(cv2.pointPolygonTest(outer.quad, corner, False) > 0 for corner in inner.quad.tolist())


def look_at_whole(picture: np.ndarray, places: Sequence[Outline], judge: Judge) -> Piecewise[list[Looked]]:
    """The two corners with an index on every deck; the other corners where those are bare; the same turned by
    a quarter, because a card seen aslant may look wider than tall; and the face where the two do not name the
    card clearly."""
    places = list(places)
    indices = yield from looked_at(picture, places, [(0, 2)] * len(places))
    looked = [Looked(place, seen, None) for place, seen in zip(places, indices, strict=True)]
    verdicts = enumerate(judge.verdicts(looked))
    unclear = [
        n for n, verdict in verdicts if not (verdict and verdict.card and agreed(*indices[n].values()))
    ]
    bare = [n for n in unclear if is_bare(indices[n])]
    more = yield from looked_at(picture, [places[n] for n in bare], [(1, 3)] * len(bare))
    for n, seen in zip(bare, more, strict=True):
        indices[n].update(seen)
    squat = [n for n in bare if is_bare(indices[n]) and squarish(places[n])]
    turned = [places[n]._replace(quad=np.roll(places[n].quad, 1, axis=0)) for n in squat]
    more = yield from looked_at(picture, turned, [(0, 2)] * len(squat))
    for n, place, seen in zip(squat, turned, more, strict=True):
        if not is_bare(seen):
            places[n], indices[n], looked[n] = place, seen, Looked(place, seen, None)
    faces = yield from faces_at(picture, [places[n].quad for n in unclear])
    for n, face in zip(unclear, faces, strict=True):
        looked[n] = Looked(places[n], indices[n], face)
    return looked


def is_bare(indices: Mapping[int, Seen]) -> bool:
    """Whether none of these corners shows an index."""
    return max(map(index_mass, indices.values())) < 0.5


def squarish(place: Outline) -> bool:
    """Whether an outline is so near a square that its long sides may be the short ones of the card."""
    corner, across, _, along = place.quad
    return float(np.linalg.norm(along - corner)) < SQUARISH_TIMES * float(np.linalg.norm(across - corner))


def agreed(one: Seen, other: Seen) -> bool:
    """Whether two indices show the same, and each surely."""
    glyph, suit = int(np.argmax(one.glyphs)), int(np.argmax(one.suits))
    sure = one.glyphs[glyph], other.glyphs[glyph], one.suits[suit], other.suits[suit]
    return bool(min(sure) > NO_FACE_CONFIDENCE)


def look_at_parts(picture: np.ndarray, places: Sequence[Outline]) -> Piecewise[list[Looked]]:
    """Returns the visible corners of cards that are seen in part: one for each index, even if several places
    share it.
    """
    seen = yield from looked_at(picture, places, [place.corners for place in places])
    return one_each([Looked(place, indices, None) for place, indices in zip(places, seen, strict=True)])


def readings(looked: Sequence[Looked], judge: Judge) -> list[Reading]:
    """The verdicts on all outlines that are cards."""
    kept = []
    for seen, verdict in zip(looked, judge.verdicts(looked), strict=True):
        if verdict is not None and (seen.outline.whole or verdict.card or shows_index(seen)):
            kept.append(Reading(seen, verdict, index_places(seen.outline)))
    return kept


def shows_index(seen: Looked) -> bool:
    """Whether an index surely stands in a corner of a card that is seen in part, readable or not."""
    return any(seen_at_all(index) > CLEAR_PROBABILITY for index in seen.indices.values())


def as_found(reading: Reading) -> Found:
    """Returns the reading as a `Found`, upright as far as the indices show."""
    quad, verdict = reading.looked.outline.quad, reading.verdict
    low, high = np.floor(quad.min(axis=0)).astype(int), np.ceil(quad.max(axis=0)).astype(int)
    box = (int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    unsure = verdict.unsure
    if unsure and not reading.looked.outline.whole:
        unsure = "covered"
    elif unsure in ("unclear", "no index") and first_side(reading.looked.outline) < SMALL_PX:
        unsure = "small"
    sure = round(verdict.confidence, 4)
    return Found(verdict.card, sure, box, (a, b, c, d), unsure, verdict.rank, verdict.suit)
