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
from sabot_vision.networks.cutting import corner_cut, face_cut
from sabot_vision.networks.glyphs import GLYPHS
from sabot_vision.networks.judging import Seen, Verdict, averaged, seen_at_all
from sabot_vision.networks.running import corners_seen, faces_seen
from sabot_vision.reading.corners import first_side, index_places
from sabot_vision.reading.judge import CLEAR_PROBABILITY, Hear, Judge, after
from sabot_vision.reading.one_deck import of_one_size
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

ASIDE_PARTS = ((0.02, 0.014), (-0.02, -0.014))
"""The second look uses cuts shifted this far, in parts of a card's sides."""
SECOND_LOOK_CONFIDENCE = 0.75
"""A second look is taken from this confidence on; below it, it hardly ever leads to a name."""
NO_SECOND_LOOK_CONFIDENCE = 0.9985
"""From this confidence on a single visible corner names its card without a second look."""
NO_FACE_CONFIDENCE = 0.994
"""If both indices give the name at least this confidence, the face is not examined."""
FURTHER_TIMES = 1.3
"""The last look at a card that is not named extends this much further into it."""
STRANGE_REASONS = ("no index", "indices disagree")
"""An outline with one of these reasons may show several cards."""
SQUARISH_TIMES = 1.75
"""A card seen aslant is less than this many times as long one way as the other if it may be turned by a
quarter."""
CORNERS_AT_A_TIME, FACES_AT_A_TIME = 12, 6
"""At most this many corners, and this many faces, are read without a pause."""


def read(picture: np.ndarray, *, language: str = "any", size_at: SizeAt | None = None) -> tuple[Found, ...]:
    """Returns the cards in `picture` (height × width × 3, uint8, blue-green-red), from left to right.

    `language` is the language of the court letters: `en` (J Q K), `fr` (V D R), `nl` (B V H), `de` (B D K),
    or `any`: then the other letters in the picture decide, and a letter that they do not settle is unsure.
    `size_at` gives the size of cards if a calibrated camera knows it: then nothing of another size is a card.
    """
    return tuple(found for found in in_pieces(picture, language=language, size_at=size_at) if found)


def in_pieces(
    picture: np.ndarray, *, language: str = "any", size_at: SizeAt | None = None, hear: Hear | None = None
) -> Iterator[Found | None]:
    """Does the same, but yields None wherever the work may pause, because the camera's next picture may be
    due. `hear` has the last word on a card that is seen whole (`sabot_vision.learning`).
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
        places = yield from parts(picture, sought, known, strange, size_at)
        looked += yield from look_at_parts(picture, [place for place in places if not taken(place, kept)])
    looked = yield from looked_twice(picture, looked, judge)
    kept = settled(of_one_size(readings((yield from looked_further(picture, looked, judge)), judge)))
    kept = yield from without_strangers(picture, looked, likely(kept), judge)
    found = [as_found(after(reading, hear)) for reading in kept]
    yield from sorted(found, key=lambda card: card.box)


def look_at_outlines(picture: np.ndarray, whole: Sequence[Outline], judge: Judge) -> Piecewise[list[Looked]]:
    """Returns what is seen in the outlines of whole cards, except those inside a named card."""
    inner = framed(whole)
    looked = yield from look_at_whole(
        picture, [place for n, place in enumerate(whole) if n not in inner], judge
    )
    if inner:
        verdicts = zip(looked, judge.verdicts(looked), strict=True)
        named = [seen.outline for seen, verdict in verdicts if verdict and verdict.card]
        left = [whole[n] for n in sorted(inner) if not any(holds(card, whole[n]) for card in named)]
        looked += yield from look_at_whole(picture, left, judge)
    return looked


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


def looked_at(
    picture: np.ndarray, places: Sequence[Outline], corners: Sequence[Sequence[int]], reach: float = 1.0
) -> Piecewise[list[dict[int, Seen]]]:
    """What the given corners of each place show; `reach` is that of a cut."""
    every = [(n, corner) for n, some in enumerate(corners) for corner in some]
    shown: list[dict[int, Seen]] = [{} for _ in places]
    for first in range(0, len(every), CORNERS_AT_A_TIME):
        wanted = every[first : first + CORNERS_AT_A_TIME]
        seen = corners_seen([corner_cut(picture, places[n].quad, corner, reach) for n, corner in wanted])
        for (n, corner), what in zip(wanted, seen, strict=True):
            shown[n][corner] = what
        yield
    return shown


def faces_at(picture: np.ndarray, quads: Sequence[np.ndarray]) -> Piecewise[list[Seen]]:
    """What the cards at these corners show as a whole."""
    shown: list[Seen] = []
    for first in range(0, len(quads), FACES_AT_A_TIME):
        shown += faces_seen([face_cut(picture, quad) for quad in quads[first : first + FACES_AT_A_TIME]])
        yield
    return shown


def look_at_parts(picture: np.ndarray, places: Sequence[Outline]) -> Piecewise[list[Looked]]:
    """Returns the visible corners of cards that are seen in part: one for each index, even if several places
    share it.
    """
    seen = yield from looked_at(picture, places, [place.corners for place in places])
    return one_each([Looked(place, indices, None) for place, indices in zip(places, seen, strict=True)])


def looked_twice(picture: np.ndarray, looked: Sequence[Looked], judge: Judge) -> Piecewise[list[Looked]]:
    """Returns `looked`, with a second look through two shifted cuts at the cards that are nearly named."""
    verdicts = judge.verdicts(looked)
    again = [seen for seen, verdict in zip(looked, verdicts, strict=True) if doubtful(seen, verdict)]
    better = dict(zip(map(id, again), (yield from looked_aside(picture, again)), strict=True))
    return [better.get(id(seen), seen) for seen in looked]


def looked_further(picture: np.ndarray, looked: Sequence[Looked], judge: Judge) -> Piecewise[list[Looked]]:
    """Returns `looked`, in which the suit of an unnamed card is that of a cut that extends further into it,
    if both show the same letter: the suit of a jumbo index may stand too low for the usual one."""
    verdicts = judge.verdicts(looked)
    low = [n for n, verdict in enumerate(verdicts) if not (verdict and verdict.card) and is_low(looked[n])]
    more = yield from looked_at(
        picture, [looked[n].outline for n in low], [tuple(looked[n].indices) for n in low], FURTHER_TIMES
    )
    further = list(looked)
    for n, seen in zip(low, more, strict=True):
        indices = {at: lower(index, seen[at]) for at, index in looked[n].indices.items()}
        further[n] = looked[n]._replace(indices=indices)
    return further


def is_low(seen: Looked) -> bool:
    """Whether a whole card shows a letter in both corners, so that only its suit may be missing."""
    return seen.outline.whole and sum(index_mass(index) >= 0.5 for index in seen.indices.values()) >= 2


def lower(index: Seen, further: Seen) -> Seen:
    """What a corner shows, with the suit of a further look where its own is not clear and the letters agree.
    A J keeps its own: that of a joker has a star below it.
    """
    letter = int(np.argmax(index.glyphs))
    same = letter == int(np.argmax(further.glyphs)) and GLYPHS[letter] != "J"
    return index._replace(suits=further.suits) if same and index.suits.max() < CLEAR_PROBABILITY else index


def doubtful(seen: Looked, verdict: Verdict | None) -> bool:
    """Returns whether an index was seen nearly surely enough; a single one has to be surer."""
    if verdict is None or verdict.confidence <= SECOND_LOOK_CONFIDENCE:
        return False
    if is_alone(seen) and verdict.confidence < NO_SECOND_LOOK_CONFIDENCE:
        return True
    return verdict.unsure in ("unclear", "indices disagree")


def is_alone(seen: Looked) -> bool:
    """Returns whether only a single corner of a card shows an index."""
    return seen.face is None and sum(index_mass(index) >= 0.5 for index in seen.indices.values()) == 1


def looked_aside(picture: np.ndarray, looked: Sequence[Looked]) -> Piecewise[list[Looked]]:
    """Returns what was seen of some outlines, together with what the shifted cuts show."""
    moved = [moved_by(seen.outline, *step) for seen in looked for step in ASIDE_PARTS]
    shown = [[n for n, index in seen.indices.items() if index_mass(index) >= 0.5] for seen in looked]
    more = yield from looked_at(picture, moved, [corners for corners in shown for _ in ASIDE_PARTS])
    faced = [seen for seen in looked if seen.face is not None]
    turned = yield from faces_at(picture, [np.roll(seen.outline.quad, 2, axis=0) for seen in faced])
    faces = dict(zip(map(id, faced), turned, strict=True))
    both = []
    for n, (seen, corners) in enumerate(zip(looked, shown, strict=True)):
        aside = more[n * len(ASIDE_PARTS) : (n + 1) * len(ASIDE_PARTS)]
        indices = {at: averaged([seen.indices[at], *(looks[at] for looks in aside)]) for at in corners}
        face = None if seen.face is None else averaged([seen.face, faces[id(seen)]])
        both.append(Looked(seen.outline, seen.indices | indices, face))
    return both


def moved_by(outline: Outline, across: float, down: float) -> Outline:
    """The outline moved by parts of its own sides."""
    quad = outline.quad
    return outline._replace(quad=quad + (quad[1] - quad[0]) * across + (quad[3] - quad[0]) * down)


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
